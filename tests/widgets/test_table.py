"""The table without a browser: buttons are pressed, lines typed, games saved and taken up again."""

import datetime
import re
from base64 import b64decode
from typing import NamedTuple

import ipywidgets as w
import pytest
from toy import BrokenToy, Toy, ToyGame

from pocketlib.contract import State
from pocketlib.record import Record
from pocketlib.text import Session
from pocketwidgets import table as table_module
from pocketwidgets.boards.cover import SHOW
from pocketwidgets.choices import throw_of
from pocketwidgets.paint import clean
from pocketwidgets.setup import Start
from pocketwidgets.table import PlayTable


def toy(**k) -> PlayTable:
    return PlayTable(ToyGame(), **{"seed": 3, **k})


def labels(table: PlayTable) -> list[str]:
    return [label for group in table._choices.groups for label, _ in group.moves]


class Offered(NamedTuple):
    """A button of a move as a person sees it."""

    table: PlayTable
    description: str
    move: str

    def click(self) -> None:
        """Press it, as the page says it."""
        self.table._choices._handle_custom_msg({"play": self.move}, [])


def visible_buttons(table: PlayTable) -> list[Offered]:
    """The buttons of moves as a person sees them."""
    return [Offered(table, label, move) for _, label, move in table._choices.rows]


def html_of(widget: w.Widget) -> str:
    """All HTML inside a widget."""
    text = widget.value if isinstance(widget, w.HTML) else ""
    return text + "".join(map(html_of, getattr(widget, "children", ())))


def test_every_move_is_a_button_in_plain_words():
    table = toy()
    assert [b.description for b in visible_buttons(table)] == [
        "Keep the high one",
        "Keep the low one",
    ]


def test_pressing_buttons_plays_a_whole_game():
    table = toy()
    for _ in range(2):
        visible_buttons(table)[0].click()
    assert table.session.over
    assert visible_buttons(table) == []
    assert "Over." in table._choices.asked


def test_a_press_of_what_is_no_longer_offered_does_nothing():
    table = toy()
    stale = visible_buttons(table)[0]
    for _ in range(3):
        stale.click()
    assert table.session.over
    assert table.session.record.ply == 4
    for told in ({"play": "keep <b>"}, {"play": 7}, {"play": ["keep high"]}, {}, None):
        table._choices._handle_custom_msg(told, [])
    assert table.session.record.ply == 4


def test_the_status_line_tells_what_happened_and_what_is_asked():
    table = toy()
    visible_buttons(table)[0].click()
    assert re.fullmatch(r"You kept \(3,\)\. The dice show .*\. Which die .*\?", table.status)


def test_undo_and_redo():
    table = toy()
    assert table._undo.disabled
    assert table._redo.disabled
    start = table.session.state
    visible_buttons(table)[0].click()
    after = table.session.state
    table._undo.click()
    assert table.session.state == start
    assert not table._redo.disabled
    table._redo.click()
    assert table.session.state == after


def test_the_log_is_newest_first_with_the_rules_behind_it():
    table = toy()
    visible_buttons(table)[0].click()
    first, second = table._log.rows[:2]
    assert (first[2], second[2]) == ("The dice show (4, 5).", "You kept (3,).")
    assert second[:2] == ("you", "")
    assert second[3] == (("TO-1", "Keep one die of <two>."),)


def test_typed_lines_are_moves_or_commands():
    table = toy()
    assert "Which die" in table.do("keep high")
    assert table.session.record.ply == 3
    assert "Taken back" in table.do("undo")
    answer = table.do("bananas <b>")
    assert answer == table.status
    assert "&lt;b&gt;" in table._answer.value
    assert "<b>" not in table._answer.value


def test_an_answer_is_seen_once():
    table = toy()
    for line in ("help", "moves", "bananas", "keep high", "undo", "log"):
        answer = table.do(line)
        seen = f"{table._status.say}\n{html_of(table._answer)}\n{table._choices.asked}"
        for part in filter(None, answer.splitlines()):
            assert seen.count(f">{clean(part)}<") + seen.count(f"{clean(part)}\n") <= 1, part
        assert answer.partition("\n")[0] in table.status + table._answer.value
    assert table._status.say == ""


def test_quitting_in_a_notebook_says_that_the_table_stays():
    table = toy()
    assert table.do("quit") == "Goodbye. This table stays here; the page may be closed."
    assert not table.session.done
    assert "You kept" in table.do("keep high")
    assert "in no file" in table.do("quit"), "a game that would be lost is not called safe"
    assert table.do("quit yes") == "Goodbye. This table stays here; the page may be closed."


def test_an_empty_line_leaves_no_old_answer_standing():
    table = toy()
    table.do("moves")
    assert html_of(table._answer)
    table._line._handle_custom_msg({"entered": ""}, [])
    assert html_of(table._answer) == ""
    assert "Type a move, or help." in table.status


def test_a_table_takes_no_game_of_another_kind_by_a_typed_line(tmp_path):
    other = Session.new("mission_command", seed=1, save=tmp_path / "other.json")
    other.play(other.state.moves()[0])
    table = PlayTable("landship", seed=7)
    refused = "This is a game of Mission Command Land; this table is for Pocket Landship."
    assert table.do(f"load {tmp_path / 'other.json'}") == refused
    table.do("roll")
    assert table.do(f"load {tmp_path / 'other.json'}") == refused, (
        "before anybody is asked to leave"
    )
    assert table.session.game.id == "landship"
    table._go_on(Session.new("landship", seed=8))
    assert table.do(f"load {tmp_path / 'other.json'}") == refused


def test_enter_in_the_text_field_does_the_line():
    table = toy()
    table._line._handle_custom_msg({"typed": "keep lo"}, [])
    assert table._line.value == "keep lo"
    table._line._handle_custom_msg({"entered": "keep low"}, [])
    assert table._line.value == ""
    assert table.session.record.ply == 3


def test_enter_in_the_empty_text_field_asks_again():
    table = toy()
    for nothing in ("", "   "):
        table._say("")
        table._line.enter(nothing)
        assert table.status == f"{table.session.question} Type a move, or help."
    assert table.session.record.ply == 1


def test_what_was_taken_back_is_told_and_not_what_came_before_it():
    table = toy()
    table.do("keep low")
    news = table.status
    table.do("keep low")
    table.do("undo")
    assert table.status.startswith("Taken back: ")
    assert news not in table.status
    assert str(table.session.question) in table.status


def test_a_whole_answer_is_spoken_unless_it_is_very_long(monkeypatch):
    table = toy()
    table.do("look")
    assert all(line.rstrip(".") in table.status for line in table.answer.splitlines())
    monkeypatch.setattr(table_module, "_SPOKEN", 40)
    table.do("moves")
    assert (
        table.status == "1. Keep the high one (keep high). 1 more line stands below the text field."
    )


def test_of_the_help_its_head_is_spoken_with_how_to_hear_the_rest():
    table = toy()
    table.do("help")
    assert table.status.startswith("Type a move: words of it in any order, ")
    assert ": help moves, say. The commands are look, moves, odds, " in table.status
    rest = re.fullmatch(r".* quit\. (\d+) more lines stand below the text field\.", table.status)
    assert rest is not None
    assert int(rest[1]) == len(table.answer.partition("\n\n")[2].splitlines())
    assert table._answer.value.count("<p>") == len(table.answer.splitlines()) - 1
    assert "<p></p>" not in table._answer.value
    table.do("help moves")
    assert table.status == f"{table.answer}."


@pytest.mark.parametrize("move, said", [("keep high", "Not today."), ("keep low", "KeyError")])
def test_errors_are_said_and_the_game_stays(move, said):
    table = PlayTable(BrokenToy())
    before = table.session.state
    table.play(move)
    assert said in table.status
    assert table.session.state is before


# --- companion ---------------------------------------------------------------------------------


def test_real_dice_are_tapped_in_any_order():
    table = toy(seed=None, companion=True)
    dice = table._dice
    assert dice.layout.display is None
    assert visible_buttons(table) == []
    dice.tap(5)
    assert "So far: 5 (1 to go)" in dice._words.value
    dice.tap(2)
    dice.tap(6)
    assert dice.dice == [5, 2], "two dice were asked for"
    assert table.session.state.dump()["dice"] == [2, 5]
    assert dice.layout.display == "none"
    assert len(visible_buttons(table)) == 2


def test_a_tap_can_be_taken_back():
    table = toy(seed=None, companion=True)
    table._dice.tap(5)
    table._dice._back.click()
    table._dice._back.click()
    assert table._dice.dice == []


def test_only_throws_of_dice_are_asked_as_dice():
    assert throw_of(["roll 1 2", "roll 3 3"]) == ("roll", 2)
    assert throw_of(["deal boar", "deal badger"]) is None
    assert throw_of(["roll 1 2", "roll 3"]) is None
    assert throw_of(["roll 1 2", "pass"]) is None


# --- set-up ------------------------------------------------------------------------------------


def test_a_new_game_is_another_one_unless_a_seed_is_typed():
    table = toy(seed=3)
    assert table._setup.wanted().seed is None
    assert "began with the seed 3" in html_of(table._setup)
    table._setup.start_button.click()
    assert table.session.record.seed != 3


def test_every_kind_of_option_can_be_chosen():
    table = toy()
    form = table._setup
    form.fields["goal"].value = 12
    form.fields["order"].value = ["c", "a"]
    form._seed.value = "5"
    assert form.wanted() == Start({"goal": 12, "order": ["c", "a"]}, None, 5, False, None)
    form.start_button.click()
    assert table.session.record.options == {"goal": 12, "order": ["c", "a"]}
    assert table.session.record.seed == 5


def test_a_preset_fills_the_form():
    form = toy()._setup
    form._preset.value = 0
    assert form.fields["goal"].value == 12
    assert "Both dice must be sixes." in form._preset_help.value


def test_a_ready_made_game_that_is_changed_is_one_s_own():
    setup = PlayTable("landship")._setup
    preset = next(i for _, i in setup._preset.options if i >= 0)
    for id, form in setup.fields.items():
        setup._preset.value = preset
        assert setup._preset.value == preset
        other = next((i for _, i in form._choice.options if i != form._choice.value), None)
        if other is not None:
            form._choice.value = other
            assert setup._preset.value == -1, id
            assert setup._preset_help.value == ""


def test_a_running_game_is_left_only_on_purpose():
    table = toy()
    visible_buttons(table)[0].click()
    running = table.session
    table._setup.start_button.click()
    assert table.session is running
    assert "leave the running game" in table._setup.start_button.description
    table._setup.start_button.click()
    assert table.session is not running


def test_bad_choices_are_told_and_start_nothing():
    table = toy()
    running = table.session
    table._setup._seed.value = "seven"
    table._setup.start_button.click()
    assert "whole number" in table._setup._problems.value
    table._setup._seed.value = ""
    table._setup.fields["order"].value = ["a", "b"]
    table._setup.fields["order"]._picks[1].value = "a"
    table._setup.start_button.click()
    assert "listed twice" in table._setup._problems.value
    assert table.session is running


HOSTILE = "<script>alert(1)</script>|<img src=x onerror=y>"


def test_an_own_set_is_checked_and_used():
    table = toy()
    form = table._setup
    form._text.value = "only one"
    form._use_set()
    assert "two names are needed" in form._set_words.value
    form._text.value = HOSTILE
    form._use_set()
    form.start_button.click()
    assert labels(table) == HOSTILE.split("|"), "a button's label is plain text"
    table.unfold("In words")
    assert "<script" not in html_of(table)
    assert "<img" not in html_of(table)


def test_a_set_starts_from_the_house_set():
    table = toy()
    form = table._setup
    inside(form, "Start from the house set").click()
    assert form._text.value == table.game.example_set()
    form._text.value = "Up|Down"
    form.start_button.click()
    assert labels(table) == ["Up", "Down"], "what stands in the box is used, checked or not"
    assert form._set_words.value == "", "what was said about the set is over"


def test_a_set_that_cannot_be_used_starts_no_game():
    table = toy()
    running, form = table.session, table._setup
    form._text.value = "only one"
    form.start_button.click()
    assert table.session is running
    assert "t be used yet" in form._problems.value
    form._text.value = ""
    form.start_button.click()
    assert table.session is not running
    assert form._set_words.value == ""


def test_an_uploaded_set_may_be_anything():
    form = toy()._setup
    for content, words in ((b"\xff\xfe", "UTF-8"), (b"x" * 70_000, "too large"), (b"a|b", "Used")):
        form._upload.value = (uploaded(content),)
        assert words in form._set_words.value


# --- saving ------------------------------------------------------------------------------------


def test_the_game_is_saved_and_taken_up_again(tmp_path, toy_installed):
    file = tmp_path / "game.json"
    table = PlayTable("toy", seed=3, save=file)
    visible_buttons(table)[0].click()
    state = table.session.state
    again = PlayTable("toy", save=file)
    assert again.session.state == state
    assert again.session.record == table.session.record
    visible_buttons(again)[0].click()
    assert again.session.over


def test_a_game_goes_on_from_code_file_or_upload(tmp_path, toy_installed):
    first = PlayTable("toy", seed=3)
    visible_buttons(first)[0].click()
    state = first.session.state
    other = PlayTable("toy", seed=8)
    other.unfold("Save and go on")
    sheet = other._keeping
    sheet._paste.value = first.session.record.code()
    inside(sheet, "Go on with this code").click()
    assert other.session.state == state
    file = tmp_path / "x.json"
    first.session.record.save(file)
    third = PlayTable("toy", seed=9)
    third._keeping._path.value = str(file)
    inside(third._keeping, "Go on with this file").click()
    assert third.session.state == state
    fourth = PlayTable("toy", seed=9)
    fourth._keeping._upload.value = (uploaded(file.read_bytes()),)
    assert fourth.session.state == state


@pytest.mark.parametrize("content", ["", "{}", "PG1"])
def test_a_broken_save_file_is_told_and_left_alone(tmp_path, toy_installed, content):
    file = tmp_path / "game.json"
    file.write_text(content)
    table = PlayTable("toy", seed=3, save=file)
    assert "game.json" in table.status
    assert "A new game was started" in table.status
    visible_buttons(table)[0].click()
    assert file.read_text() == content


@pytest.mark.parametrize("content", [b"", b"\xff", b"{}", b"[" * 5000, b"x" * 3_000_000])
def test_a_bad_upload_is_refused_and_the_game_stays(content):
    table = toy()
    running = table.session
    table._keeping._upload.value = (uploaded(content),)
    assert table.session is running
    assert table.status


@pytest.mark.parametrize("name", ["README.md", "2_play.ipynb", "notes.json", "x" * 5000])
def test_no_door_of_the_table_replaces_what_is_no_saved_game(tmp_path, toy_installed, name):
    file = tmp_path / name
    if len(name) < 250:
        file.write_text("precious")
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    assert "new game was started" in PlayTable("toy", seed=3, save=file).status
    table = toy()
    table.unfold("Save and go on")
    sheet = table._keeping
    sheet._path.value = str(file)
    inside(sheet, "Save here from now on").click()
    assert table.status
    assert "went wrong" not in table.status
    table._setup._save.value = str(file)
    table._setup.start_button.click()
    assert "t start like this" in table._setup._problems.value
    table.do(f"save {file}")
    assert table.session.save_path is None
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


def test_a_game_that_cannot_be_saved_is_told_at_once(tmp_path):
    table = toy(save=tmp_path / "gone" / "game.json")
    assert "Warning: The game was not saved" in table.status
    table._setup._save.value = str(tmp_path / "no" / "game.json")
    table._setup.start_button.click()
    assert "Warning: The game was not saved" in table.status
    visible_buttons(table)[0].click()
    assert "Warning: The game was not saved" in table.status
    table._undo.click()
    assert table.status.count("Warning: The game was not saved") == 1


@pytest.mark.parametrize("door", ["file", "code", "upload"])
def test_another_game_is_taken_up_only_on_purpose(tmp_path, toy_installed, door):
    other = PlayTable("toy", seed=3)
    visible_buttons(other)[0].click()
    file = tmp_path / "x.json"
    other.session.record.save(file)
    table = PlayTable("toy", seed=8)
    visible_buttons(table)[0].click()
    table.unfold("Save and go on")
    running, sheet = table.session, table._keeping

    def take() -> None:
        if door == "file":
            sheet._path.value = str(file)
            inside(sheet, "Go on with this file").click()
        elif door == "code":
            sheet._paste.value = other.session.record.code()
            inside(sheet, "Go on with this code").click()
        else:
            sheet._upload.value = (uploaded(file.read_bytes()),)

    sure = sheet._doors[door].sure
    assert sure.layout.display == "none"
    take()
    assert table.session is running
    assert "not over. To leave it, press" in table.status
    assert "not over. To leave it, press" in sheet._doors[door]._told.value
    assert asking(sheet) == [sure], "the question stands where the eyes are"
    table._switches["Save and go on"].value = False
    assert asking(sheet) == [], "closing the sheet takes it back"
    table.unfold("Save and go on")
    take()
    sure.click()
    assert table.session.state == other.session.state


def asking(sheet) -> list[w.Button]:
    return [d.sure for d in sheet._doors.values() if d.sure.layout.display != "none"]


def refused_file(sheet, tmp_path):
    sheet._path.value = str(tmp_path / "none.json")
    inside(sheet, "Go on with this file").click()


def refused_code(sheet, tmp_path):
    sheet._paste.value = "PG1-nonsense"
    inside(sheet, "Go on with this code").click()


def refused_upload(sheet, tmp_path):
    sheet._upload.value = (uploaded(b"{}"),)


def nothing_saved(sheet, tmp_path):
    sheet._path.value = ""
    inside(sheet, "Save here from now on").click()


@pytest.mark.parametrize("later", [refused_file, refused_code, refused_upload, nothing_saved])
def test_an_agreement_holds_for_what_was_asked_and_nothing_later(tmp_path, toy_installed, later):
    other = PlayTable("toy", seed=3)
    visible_buttons(other)[0].click()
    table = PlayTable("toy", seed=8)
    visible_buttons(table)[0].click()
    table.unfold("Save and go on")
    running, sheet = table.session, table._keeping
    sheet._paste.value = other.session.record.code()
    inside(sheet, "Go on with this code").click()
    assert asking(sheet) == [sheet._doors["code"].sure]
    later(sheet, tmp_path)
    assert asking(sheet) == []
    told = [door._told.value for door in sheet._doors.values() if door._told.value]
    assert len(told) == 1, "why it is refused stands at what was pressed"
    sheet._doors["code"].sure.click()  # a page that has not heard of it yet
    assert table.session is running


def test_the_same_file_can_be_uploaded_again(toy_installed):
    other = PlayTable("toy", seed=3)
    table = PlayTable("toy", seed=8)
    visible_buttons(table)[0].click()
    file = uploaded(other.session.record.to_text().encode())
    for _ in range(2):
        table._keeping._upload.value = (file,)
        assert asking(table._keeping) == [table._keeping._doors["upload"].sure]
        table._keeping.calm()


def test_a_game_of_another_kind_is_refused(tmp_path, bluff, toy_installed):
    table = PlayTable(bluff, seed=1)
    other = PlayTable("toy", seed=3)
    table._keeping._paste.value = other.session.record.code()
    inside(table._keeping, "Go on with this code").click()
    assert "This is a game of Toy" in table.status


def uploaded(content: bytes) -> dict:
    """A file as the browser sends it."""
    stamp = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    name = {"name": "a", "type": "", "size": len(content), "last_modified": stamp}
    return {**name, "content": memoryview(content)}


def inside(widget: w.Widget, label: str) -> w.Button:
    """The button with this label somewhere inside."""
    if getattr(widget, "description", None) == label:
        return widget
    found = (inside(child, label) for child in getattr(widget, "children", ()))
    return next((b for b in found if b is not None), None)


def test_the_sheet_for_saving(tmp_path):
    table = toy()
    table.unfold("Save and go on")
    sheet = table._keeping
    link = re.search(r'href="data:application/json;base64,([^"]+)"', sheet._download.value)
    assert b64decode(link[1]).decode() == table.session.record.to_text()
    assert sheet._code.value == table.session.record.code()
    save = inside(sheet, "Save here from now on")
    save.click()
    assert "Type the name" in table.status
    sheet._path.value = str(tmp_path / "there.json")
    save.click()
    assert (tmp_path / "there.json").exists()
    sheet._path.value = str(tmp_path / "not" / "there.json")
    save.click()
    assert "not saved" in table.status


# --- outputs -----------------------------------------------------------------------------------


def test_a_reader_without_a_kernel_gets_picture_and_words():
    data, metadata = toy()._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == (
        "Toy\nKept [], dice [3, 3], goal 7 for Keep the high one.\nWhich die do you keep?"
    )
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert "Kept []" in metadata["image/png"]["alt"]


def test_the_same_seed_gives_the_same_output():
    def output() -> dict[str, str]:
        data, _ = toy()._repr_mimebundle_()
        del data["application/vnd.jupyter.widget-view+json"]
        return data

    assert output() == output()


def test_a_cell_that_runs_again_closes_its_old_table(monkeypatch):
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-1")
    first = toy()
    second = toy()
    assert first.comm is None
    assert first._choices.comm is None
    assert second.comm is not None
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-2")
    third = toy()
    assert second.comm is not None, "another cell may have a table of its own"
    assert third.comm is not None


def test_a_cell_that_runs_again_goes_on_with_the_game_under_way(monkeypatch, toy_installed):
    cell = "cell-1"
    monkeypatch.setattr(table_module, "_running_cell", lambda: cell)
    first = PlayTable("toy", seed=3)
    assert PlayTable("toy", seed=3).session.record is not first.session.record, (
        "nothing had been decided there"
    )
    table = PlayTable("toy", seed=3)
    visible_buttons(table)[0].click()
    again = PlayTable("toy", seed=3)
    assert again.session.record is table.session.record
    assert again.status.startswith("The game that was under way here goes on.")
    assert again._log.rows
    again._undo.click()
    again._redo.click()
    other_call = PlayTable("toy", seed=4)
    assert other_call.session.record is not again.session.record
    cell = "cell-2"
    assert PlayTable("toy", seed=4).session.record is not other_call.session.record
    assert "goes on" not in PlayTable("toy", seed=4).status


def test_a_game_begun_in_the_sheet_goes_on_when_its_cell_runs_again(monkeypatch, toy_installed):
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-1")
    table = PlayTable("toy", seed=3)
    table._setup._seed.value = "8"
    table._setup.start_button.click()
    visible_buttons(table)[0].click()
    again = PlayTable("toy", seed=3)
    assert again.session.record.seed == 8
    while visible_buttons(again):
        visible_buttons(again)[0].click()
    assert PlayTable("toy", seed=3).session.record is not again.session.record, (
        "a game that is over is over"
    )


def test_a_game_that_goes_on_is_saved_on_to_its_file(monkeypatch, tmp_path, toy_installed):
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-1")
    file = tmp_path / "game.json"
    for _ in range(2):
        table = PlayTable("toy", seed=3, save=file)
        visible_buttons(table)[0].click()
        assert [path.name for path in tmp_path.glob("*.json")] == ["game.json"]
        assert table.session.record.ply > 1 and not table.session.trouble
        assert Record.load(file).moves == table.session.record.moves


def test_a_hidden_game_that_goes_on_is_covered_again(monkeypatch, bluff):
    monkeypatch.setattr(table_module, "_running_cell", lambda: "cell-1")
    table = PlayTable(bluff, seed=1)
    while not table.session.covered:
        visible_buttons(table)[0].click()
    table.uncover()
    again = PlayTable(bluff, seed=1)
    assert again.session.record is table.session.record
    assert again.session.covered
    assert not visible_buttons(again)


def test_no_container_has_a_tooltip():
    def walk(widget):
        yield widget
        for child in getattr(widget, "children", ()):
            yield from walk(child)

    for widget in walk(toy()):
        if not getattr(widget, "description", ""):
            assert getattr(widget, "tooltip", None) is None
        if isinstance(widget, w.ToggleButton):
            assert widget.tooltip == "", "no tooltip at all is read as 'null'"


# --- looking -----------------------------------------------------------------------------------


def test_looking_back_goes_through_the_game():
    table = toy()
    visible_buttons(table)[0].click()
    table.unfold("Look back")
    back = table._back
    assert back.ply == table.session.record.ply
    back.buttons["First"].click()
    assert back.ply == 0
    assert back.buttons["Back"].disabled
    back.buttons["Forward"].click()
    assert "The dice show (3, 3)" in back._words.value
    assert "<svg" in back._board.value


def test_one_sheet_is_open_at_a_time():
    table = toy()
    assert not any(fold.made for fold in table._folds.values())
    table.unfold("New game")
    table.unfold("In words")
    shown = [n for n, sheet in table._folds.items() if sheet.layout.display != "none"]
    assert shown == ["In words"]
    assert "Kept []" in table._look.value


# --- hidden information ------------------------------------------------------------------------


def test_a_hidden_game_is_covered_until_the_screen_is_handed_over(bluff):
    table = PlayTable(bluff, seed=1)
    while not table.session.covered:
        visible_buttons(table)[0].click()
    covered = table._picture.view.scene
    assert covered == table.cover(covered.width, covered.theme)
    assert [region.key for region in covered.regions] == [SHOW]
    assert visible_buttons(table) == []
    assert "image/png" not in table._repr_mimebundle_()[0]
    assert table._log.rows == ()
    assert bluff.seats[table.session.viewer] in table._uncover.description
    table._uncover.click()
    assert not table.session.covered
    assert visible_buttons(table)
    shown = table._picture.view.scene
    assert shown.description == table.scene(covered.width).description != covered.description


def test_no_sheet_opens_under_the_cover_and_it_is_said_why(bluff):
    table = PlayTable(bluff, seed=2)
    visible_buttons(table)[0].click()
    assert table.session.covered
    for name, switch in table._switches.items():
        table._status.say = ""
        switch.value = True
        assert not switch.value, f"{name} would be lit, with nothing to see"
        assert table._folds[name].layout.display == "none"
        assert "covered" in table.status
        assert table._uncover.description in table.status
    table.uncover()
    for name, switch in table._switches.items():
        switch.value = True
        assert table._folds[name].layout.display is None
    table.unfold("In words")
    while not table.session.covered:
        visible_buttons(table)[0].click()
    assert not any(switch.value for switch in table._switches.values())


def test_a_hidden_game_gives_no_download_while_it_runs(bluff):
    table = PlayTable(bluff, seed=1)
    table.unfold("Save and go on")
    assert "href" not in table._keeping._download.value
    assert not table._keeping._code.value.startswith("PG1-")


def test_the_same_answer_twice_is_two_answers():
    table = toy()
    table.do("zzz")
    heard = table._status.ask
    table.do("zzz")
    assert heard
    assert table._status.ask != heard
    assert table._status.ask.strip() == heard.strip()


def test_another_game_on_the_table_is_told(toy_installed):
    table = PlayTable("toy", seed=3)
    table.do("keep high")
    code = table.session.record.code()
    table.do("keep high")
    table.unfold("Save and go on")
    table._keeping._paste.value = code
    inside(table._keeping, "Go on with this code").click()
    assert table._status.say.startswith("The game is loaded: Toy. This happened last: You kept ")
    assert table._status.home == 1
    assert table._status.ask == "", "the question has the focus"
    table.do("new yes")
    assert table._status.say.startswith("A new game of Toy. The dice show ")
    table.do(f"paste yes {code}")
    assert table._status.say.startswith("The game is loaded: Toy. This happened last: You kept ")
    assert table._status.ask == "Which die do you keep?"


class WordlessToy(ToyGame):
    """A game that says nothing about its end."""

    def new(self, *, set=None, **options):
        return Wordless(7, ("high", "low"), (), (1, 2))


class Wordless(Toy):
    __slots__ = ()

    def after(self, move):
        after = super().after(move)
        return Wordless(after.goal, after.names, after.kept, after.dice)

    question = State.question


def test_the_end_of_a_game_without_words_for_it_tells_the_result():
    table = PlayTable(WordlessToy(), seed=3)
    table.do("keep low")
    answer = table.do("keep low")
    said = "The game is over. Result: Lost."
    assert answer.splitlines()[1] == said
    assert answer.count("Result") == 1
    assert table._status.ask == said
    assert said in table._choices.asked
    assert table._picture.view.bridge.asked == said


def test_at_the_table_a_plain_board_leaves_the_question_to_what_stands_beside_it():
    table = toy()
    asked = str(table.session.question)
    assert asked not in table._picture.view.scene.texts()
    assert asked in table._choices.asked
    assert asked in table.picture().scene.texts(), "a picture alone has nothing beside it"
    table.unfold("Look back")
    assert asked in table._back._board.value


def test_the_text_field_says_what_can_be_typed_now(bluff):
    table = toy()
    assert (table._line.description, table._line.placeholder) == ("Type a move", "a move, or: help")
    table._typed("")
    assert table.status == "Which die do you keep? Type a move, or help."
    for _ in range(2):
        table.do("keep low")
    told = "undo, log, code, new, or: help"
    assert (table._line.description, table._line.placeholder) == ("Type a command", told)
    table._typed("")
    assert table.status == "Over. Type undo, log, code, new, or help."
    for word in told.removesuffix(", or: help").split(", "):
        assert "not" not in toy_at_its_end().do(word), word
    table.do("undo")
    assert (table._line.description, table._line.placeholder) == ("Type a move", "a move, or: help")
    hidden = PlayTable(bluff, seed=1)
    while not hidden.session.covered:
        hidden.play(hidden.session.state.moves()[0])
    assert hidden._line.placeholder == "ready, or: help"
    assert toy(companion=True)._line.placeholder == "the dice, or: help"


def toy_at_its_end() -> PlayTable:
    table = toy()
    for _ in range(2):
        table.do("keep low")
    return table


def test_a_table_that_takes_up_a_saved_game_says_so(toy_installed, tmp_path):
    first = PlayTable("toy", seed=3, save=tmp_path / "game.json")
    assert first._status.say == ""
    first.do("keep low")
    again = PlayTable("toy", save=tmp_path / "game.json")
    assert again._status.say.startswith("The game is loaded: Toy. This happened last: You kept ")
    assert again._status.ask == "The table of Toy is ready. Which die do you keep?"
