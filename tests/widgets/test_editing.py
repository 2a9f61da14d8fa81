"""The position editor without a browser: fields, problems, preview, playing from there."""

import pytest
from test_landship_board import own_set

import pocketlib
from pocketlib.contract import BadDump, Choice, PositionField
from pocketlib.record import Record
from pocketwidgets import table as table_module
from pocketwidgets.table import POSITION, PlayTable


def landship(**k) -> PlayTable:
    return PlayTable("landship", **{"seed": 7, "layout": "listed", "first": "enemy", **k})


def editor_of(table: PlayTable):
    table.unfold(POSITION)
    return table._editor


def put(editor, **values) -> None:
    """Choose as a person does, one field after another."""
    for id, value in values.items():
        editor.controls[id.replace("_", ".")].input.value = value


def shown(editor) -> set[str]:
    return {id for id, c in editor.controls.items() if c.layout.display != "none"}


def test_it_starts_as_a_fresh_game_that_can_be_played():
    editor = editor_of(landship())
    assert editor.problems == ()
    assert not editor.play_button.disabled
    assert "<svg" in editor._picture.value
    assert len(editor._picture.value) < 60_000, "a small picture: it is sent at every change"


def test_it_is_built_only_when_it_is_opened():
    table = landship()
    assert table._editor.controls == {}
    assert not table._editor.children


def test_a_mid_game_is_set_up_and_played_on():
    table = landship()
    editor = editor_of(table)
    put(editor, fl="bison", fl_number=3, bl="", weapon="corvette", turn="player", round=4)
    put(editor, strength_hull=2)
    assert editor.problems == ()
    editor.play_button.click()
    dump = table.session.state.dump()
    assert dump["front"][0] == ["bison", 3]
    assert dump["own"] == {"hull": 2, "corvette": 5, "sponsons": 3}
    assert (dump["phase"], dump["round"]) == ("repair", 4)
    assert table._folds[POSITION].layout.display == "none", "the sheet closes"
    table.play("roll")
    assert table.session.record.ply >= 2


def test_fields_follow_the_choice_of_a_card():
    editor = editor_of(landship())
    put(editor, fl_number=2)
    put(editor, fl="minefield")
    control = editor.controls["fl.number"]
    assert (control.value, control.input.min, control.input.max) == (0, 0, 1)
    assert "uses" in control.input.description
    put(editor, fl="ambush")
    assert "fl.number" not in shown(editor)
    put(editor, fl="bison")
    assert "fl.number" in shown(editor)
    assert control.value == 7
    put(editor, support="troops")
    assert "trench" in shown(editor)
    put(editor, turn="player")
    assert "trench" not in shown(editor)
    assert "chaos" in shown(editor)


def test_problems_stand_at_their_fields_and_go_away():
    editor = editor_of(landship())
    picture = editor._picture.value
    put(editor, bl="bison", fc="")
    assert len(editor.problems) == 2
    assert "other side of Boar" in editor.controls["bl"]._notes.value
    assert "front row is full" in editor.controls["fc"]._notes.value
    assert editor.play_button.disabled
    assert "2 things" in editor._summary.value
    assert editor._picture.value == picture, "the last position that could be"
    put(editor, bl="lightart", fc="badger")
    assert editor.problems == ()
    assert "pk-bad" not in editor.controls["bl"]._notes.value


def test_a_running_game_is_left_only_on_purpose():
    table = landship()
    table.play(table.session.state.moves()[0])
    running = table.session
    editor = editor_of(table)
    editor.play_button.click()
    assert table.session is running
    assert "leave the running game" in editor.play_button.description
    put(editor, round=3)
    assert "leave" not in editor.play_button.description, "asked again after a change"
    editor.play_button.click()
    editor.play_button.click()
    assert table.session is not running


def test_the_position_on_the_table_can_be_taken():
    table = landship()
    for _ in range(25):
        if table.session.over:
            break
        table.play(table.session.state.moves()[-1])
    editor = editor_of(table)
    editor.take_table()
    view = table.session.state.dump()
    for place, cell in zip(("fl", "fc", "fr"), view["front"], strict=True):
        assert editor.controls[place].value == (cell[0] if cell else "")
    assert editor.controls["round"].value == view["round"]
    editor.fill({})
    assert editor.controls["fl"].value == "boar"


def test_the_game_is_kept_in_its_file_and_goes_on(tmp_path):
    file = tmp_path / "game.json"
    table = landship(save=file)
    editor = editor_of(table)
    put(editor, fl="bison", turn="player")
    editor.play_button.click()
    editor.play_button.click()
    state = table.session.state
    again = PlayTable("landship", save=file)
    assert again.session.state == state
    assert again.session.record.at(0).dump()["front"][0][0] == "bison"
    assert Record.load(file).position is not None


def test_companion_mode_is_chosen_there():
    table = landship()
    editor = editor_of(table)
    assert editor.companion.value is False
    editor.companion.value = True
    editor.play_button.click()
    assert table.session.companion
    assert table._dice.layout.display is None


def test_an_own_set_gives_the_faces(tmp_path):
    table = landship()
    text = own_set()
    editor = editor_of(table)
    table._setup._text.value = text
    table._setup._use_set()
    table.unfold("New game")
    table.unfold(POSITION)
    faces = {value for _, value in editor.controls["fl"].input.options}
    known = {f.id for card in pocketlib.game("landship").read_set(text).cards for f in card}
    assert faces == {"", *known}
    editor.play_button.click()
    editor.play_button.click()
    assert table.session.record.set == text
    assert table.session.state.dump()["set"] == text


def test_names_from_a_set_are_plain_text():
    text = own_set().replace('name = "', 'name = "<b>', 1)
    table = landship(set=text)
    editor = editor_of(table)
    first = next(iter(pocketlib.game("landship").read_set(text).faces.values()))
    put(editor, bl=first.id, fl=first.id)
    notes = "".join(control._notes.value for control in editor.controls.values())
    assert editor.problems
    assert "<b>" not in notes + editor._summary.value + editor._picture.value


def test_a_table_starts_from_a_position():
    position = pocketlib.game("landship").position({"fl": "bison", "turn": "player"}).dump()
    table = PlayTable("landship", seed=1, position=position)
    assert table.session.state.dump()["front"][0] == ["bison", 7]
    with pytest.raises(ValueError, match="position holds them"):
        PlayTable("landship", position=position, weapon="corvette")
    with pytest.raises(BadDump):
        PlayTable("landship", position={**position, "round": 0})


def test_games_without_a_form_have_no_sheet(bluff):
    assert POSITION not in PlayTable(bluff, seed=1)._folds


def test_a_table_put_away_leaves_no_widget_of_the_editor(monkeypatch):
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-1")
    editor = editor_of(landship())
    put(editor, support="troops")
    put(editor, support="sponsons")
    inputs = [control.input for control in editor.controls.values()]
    landship()
    assert all(one.comm is None for one in inputs)


def test_a_number_says_what_it_may_be():
    field = PositionField("n", "Number", "Group", 1, bounds=(1, 3))
    assert field.problem(2) is None
    assert field.problem(True).key == "n"
    assert "from 1 to 3" in field.problem(9)
    choice = PositionField("c", "Choice", "Group", "a", (Choice("a", "A"),))
    assert choice.problem("a") is None
    assert "none of the choices" in choice.problem("<script>" * 100)
    assert len(choice.problem("<script>" * 100)) < 100
