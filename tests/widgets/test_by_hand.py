"""Companion mode: dice, deals and picks entered by hand, wrong entries mended; looking back."""

import pytest
from test_table import html_of, inside, toy, visible_buttons

from pocketlib.contract import CHANCE
from pocketwidgets.choices import MANY
from pocketwidgets.setup import Start
from pocketwidgets.table import PlayTable


def landship(**k) -> PlayTable:
    return PlayTable("landship", companion=True, **k)


def shown(widget) -> bool:
    return widget.layout.display != "none"


def throw(table: PlayTable, *dice: int) -> None:
    for die in dice:
        table._dice.tap(die)


def test_a_game_from_the_picks_to_the_first_move_by_hand():
    table = landship(enemies="random")
    assert shown(table._parts)
    assert not visible_buttons(table)
    assert [c.description for c in table._parts.choices] == [f"Card {n}" for n in range(1, 7)]
    assert [label for label, _ in table._parts.choices[0].options] == ["Boar", "Bison"]
    table._parts.choices[0].value = "b"
    table._parts.done.click()
    assert table.session.record.moves == ("pick baaaaa",)
    assert not shown(table._parts)
    for place in ("front left", "front centre", "front right", "back left", "back centre"):
        assert place in table._choices.asked
        visible_buttons(table)[-1].click()
    assert "Bison" in table.session.state.words("look")
    throw(table, 6, 1, 2)
    assert table.session.state.to_move == CHANCE or table.session.state.moves()


@pytest.mark.parametrize("sheet", ["New game", "Set up a position"])
def test_what_was_typed_in_from_a_real_table_is_left_only_on_purpose(sheet):
    table = landship(enemies="random", layout="listed", first="enemy")
    table._parts.done.click()
    table.unfold(sheet)
    running = table.session
    press = table._setup.start_button if sheet == "New game" else table._editor.play_button
    press.click()
    assert table.session is running
    assert "leave the running game" in press.description
    press.click()
    assert table.session is not running


def test_dice_are_asked_for_by_their_number():
    table = landship(layout="listed", first="enemy")
    assert table.status.endswith("Throw 3 dice and type what they show.")
    throw(table, 1, 4)
    assert table.status == "So far: 1, 4; 1 more."
    table._dice._back.click()
    assert table.status == "So far: 1; 2 more."
    throw(table, 3, 6)
    assert table.status.endswith("Emergency Repair, or roll?")
    table.do("repair hull cannon")
    assert table.status.endswith("You roll. Throw one die and type what it shows.")


def test_sides_that_do_not_make_the_total_are_refused_with_a_reason():
    table = landship(enemies=150)
    assert "choices are possible" in html_of(table._parts)
    before = table._parts.notation
    table._parts.done.click()
    assert before == "pick aaaaaa"
    assert "not among the candidates" in table.status
    assert shown(table._parts)
    assert table._parts.notation == before, "what was chosen stays"


def test_a_wrong_entry_is_mended_in_one_step():
    table = landship(layout="listed", first="player")
    assert not shown(table._mend), "nothing was entered yet"
    throw(table, 1, 2, 3)
    assert shown(table._mend)
    table.play(table.session.state.moves()[0])
    table._mend.click()
    assert table.session.state.phase == "roll"
    assert "You roll 1, 2 and 3" in table.status
    assert "With it went" in table.status
    assert "Lay" in table.status
    assert shown(table._dice)
    assert not shown(table._mend), "now is the time to enter"
    throw(table, 4, 4, 4)
    assert table.session.record.moves == ("roll 4 4 4",)
    assert shown(table._mend)


def test_where_the_computer_throws_nothing_is_mended():
    table = toy()
    visible_buttons(table)[0].click()
    assert not shown(table._mend)


def test_why_not():
    table = PlayTable("landship", seed=7, layout="listed", first="player")
    table._line.value = "repair hull"
    inside(table, "Why not?").click()
    assert "not possible" in table.answer
    assert "LS-" in table.answer
    assert table._line.value == "repair hull", "to be mended and tried"
    table._line.value = ""
    inside(table, "Why not?").click()
    assert "Type why and a move" in table.answer


# --- looking back ------------------------------------------------------------------------------


def test_a_position_is_looked_at_by_its_number():
    table = toy()
    visible_buttons(table)[0].click()
    table.unfold("Look back")
    back = table._back
    assert back.number.value == back.number.max == 3
    back.number.value = 1
    assert back.ply == 1
    assert "1 of 3" in back._words.value
    back.buttons["Forward"].click()
    assert back.number.value == 2


def test_the_game_goes_on_from_there_and_nothing_is_lost():
    table = toy()
    visible_buttons(table)[0].click()
    moves = table.session.record.moves
    table.unfold("Look back")
    assert table._back.go_on.disabled, "this is where it stands"
    table._back.buttons["Back"].click()
    table._back.buttons["Back"].click()
    table._back.go_on.click()
    assert table.session.record.ply == 1
    assert "goes on from position 1" in table.status
    assert not shown(table._folds["Look back"])
    table._redo.click()
    assert table.session.record.moves == moves


def test_a_hidden_game_does_not_branch_while_it_runs(bluff):
    table = PlayTable(bluff, seed=1)
    while not table.session.covered:
        table.play(table.session.state.moves()[0])
    table._uncover.click()
    table.unfold("Look back")
    table._back.go(0)
    assert table._back.go_on.disabled


# --- set-up ------------------------------------------------------------------------------------

BROKEN = """[set]
id = "mine"
title = "Mine"
[[face]]
id = "wolf"
name = "Wolf"
kind = "cat"
strength = "3.0"
normal = true
track = 7
actions = []
[[face]]
id = "fox"
name = ""
kind = "landship"
strength = "3.0"
normal = true
track = 7
actions = []
"""


def test_all_faults_of_an_own_set_are_told():
    form = PlayTable("landship", seed=1)._setup
    form._text.value = "[set]\nid = \n"
    form._use_set()
    assert "line 2" in form._set_words.value
    form._text.value = BROKEN
    form._use_set()
    for words in ("face wolf: bad kind", "face fox: bad name", "six cards are needed"):
        assert words in form._set_words.value


def test_every_preset_can_be_played():
    table = PlayTable("landship", seed=1)
    form = table._setup
    for number in range(len(table.game.presets)):
        form._preset.value = number
        form.start_button.click()
        assert table.session.record.options.items() >= table.game.presets[number].options.items()
        form.calm()


def test_many_outcomes_are_never_so_many_buttons():
    assert MANY < 64


def test_a_saved_game_closes_its_sheet_and_is_found_without_its_ending(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    landship(layout="listed", first="player", save="trial").play("roll 1 2 3")
    table = PlayTable("landship", seed=7)
    table.unfold("Save and go on")
    assert [*table._keeping._here.options] == [
        ("choose one of them", ""),
        ("trial.json", "trial.json"),
    ]
    assert table._keeping._here.value == ""
    table._keeping._here.value = "trial.json"
    assert table._keeping._path.value == "trial.json"
    home = table._status.home
    table._keeping._path.value = "trial"
    table._keeping._resume()
    assert table.session.record.moves == ("roll 1 2 3",)
    assert not table._switches["Save and go on"].value
    assert table._status.home > home, "the table is brought into view"


def test_the_editor_throws_as_the_game_on_the_table_does():
    table = PlayTable("landship", seed=7)
    table.unfold("Set up a position")
    assert table._editor.companion.value is False
    table._begin(Start({}, companion=True))
    table.unfold("Set up a position")
    assert table._editor.companion.value is True
    table._editor.companion.value = False
    table.refresh()
    assert table._editor.companion.value is False, "what was chosen stays"
