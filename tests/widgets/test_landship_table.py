"""Pocket Landship at the table: whole games by buttons, saved and taken up, with hostile sets."""

import json
from random import Random

import pytest
from test_landship_board import LONG, own_set

import pocketlib
from pocketlib.contract import CHANCE
from pocketwidgets.table import PlayTable


def landship(**k) -> PlayTable:
    return PlayTable("landship", **{"seed": 7, **k})


def buttons(table: PlayTable) -> list:
    """The moves on the buttons, in the order in which they stand."""
    return [move for group in table._choices.groups for _, move in group.moves]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weapon, support", [("cannon", "sponsons"), ("corvette", "troops")])
def test_a_whole_game_by_buttons(seed, weapon, support):
    table = landship(seed=seed, weapon=weapon, support=support)
    for _ in range(400):
        moves = buttons(table)
        if not moves:
            break
        assert sorted(moves) == sorted(table.session.state.moves()), "every move has its button"
        table.play(moves[seed % len(moves)])
        assert "went wrong" not in table.status
    assert table.session.over
    assert table._picture.view.scene.description
    assert table._choices.asked


def test_the_question_is_not_seen_twice():
    table = PlayTable("landship", seed=7)
    asked = str(table.session.question)
    for key in ("br", "fl", "roll", None):
        table._picture.press(key)
        asked = str(table.session.question)
        assert asked not in table._status.say
    table._picture.press("br")
    assert table.status.endswith(asked), "but it is spoken"


def test_a_card_that_is_pressed_or_asked_about_is_explained_below_the_board():
    table = PlayTable("landship", seed=7)
    board = table._picture
    assert board.meaning.layout.display == "none"
    board.press("br")
    assert board.meaning.layout.display is None
    assert "R&amp;R means Retreat &amp; Repair" in board.meaning.value
    assert "regains 1 strength" in board.meaning.value
    assert "LS-23" in board.meaning.value
    board._about("cannon")
    assert "5: Jam." in board.meaning.value
    assert "Cannon 5, Jam: nothing." in board.meaning.value
    assert "5: Jam." in table.status
    table.play("roll")
    assert board.meaning.layout.display == "none", "the cards may lie elsewhere now"


def test_every_part_of_a_move_is_a_region_of_the_board():
    table = landship()
    for _ in range(60):
        state = table.session.state
        scene = table.scene(948)
        for move in state.moves():
            path = move.parts if isinstance(move.parts, tuple) else sum(move.parts, ())
            for part in path:
                assert scene.region(part) or part in "+-", (move, part)
        if table.session.over:
            break
        table.play(buttons(table)[-1])


def test_the_words_and_the_picture_are_the_same_for_the_same_seed():
    one, other = landship(), landship()
    assert one._repr_mimebundle_()[0]["text/plain"] == other._repr_mimebundle_()[0]["text/plain"]
    assert one.scene(948) == other.scene(948)
    assert one.scene(1280).description


def test_undo_over_a_whole_game_and_redo_again():
    table = landship()
    for _ in range(12):
        table.play(buttons(table)[0])
    end = json.dumps(table.session.state.dump())
    for _ in range(12):
        table._undo.click()
    assert table._undo.disabled
    for _ in range(12):
        table._redo.click()
    assert json.dumps(table.session.state.dump()) == end


def test_a_saved_game_goes_on(tmp_path):
    file = tmp_path / "game.json"
    table = landship(save=file)
    table.play(buttons(table)[0])
    again = PlayTable("landship", save=file)
    assert again.session.record == table.session.record
    assert again.scene(948) == table.scene(948)


def test_companion_mode_asks_for_the_cards_and_the_dice():
    table = landship(seed=None, companion=True)
    while table.session.state.phase == "deal":
        assert set(buttons(table)) == set(table.session.state.options_now())
        table.play(buttons(table)[0])
    assert table.session.state.to_move == CHANCE
    for die in (5, 3, 1):
        table._dice.tap(die)
    assert table.session.record.moves[-1] == "first 1 3 5"


def test_a_set_with_hostile_names_is_shown_as_text():
    enemies = ["x1", "badger", "badgerb", "lightart", "infantry", "minefield"]
    table = landship(set=own_set(), enemies=enemies, layout="listed")
    assert "<b>" not in table._picture_of(table.session.record.ply)
    table.unfold("In words")
    assert "<b>" not in table._look.value
    assert table.session.state.dump()["set"] == own_set()
    assert LONG.split()[0] in table.session.state.words("look")


def test_the_set_up_offers_every_option():
    table = landship()
    game = pocketlib.game("landship")
    assert list(table._setup.fields) == [option.id for option in game.options]
    for number, preset in enumerate(game.presets):
        table._setup._preset.value = number
        for id, value in preset.options.items():
            assert table._setup.fields[id].value == value
        game.new(**table._setup.wanted().options)


def starts() -> list[dict]:
    """Every preset and every value of every option, alone."""
    game = pocketlib.game("landship")
    found = [dict(preset.options) for preset in game.presets]
    for option in game.options:
        found += [{option.id: choice.value} for choice in option.choices]
        low, high = option.integers or (0, -1)
        found += [{option.id: value} for value in range(low, high + 1, 5)]
        if option.pick:
            ids = [choice.value for choice in option.pick_from]
            found += [{option.id: ids[0::2]}, {option.id: ids[1::2]}]
            found += [{option.id: ids[:6], "pairing": "free", "layout": "listed"}]
    return [start for start in found if start != {"pairing": "free"}]


@pytest.mark.parametrize("start", starts(), ids=str)
def test_every_start_is_shown_at_every_width_along_the_game(start):
    table = landship()
    for id, form in table._setup.fields.items():
        form.value = start.get(id, form.option.default)
    table._setup._seed.value = "5"
    table._setup.start_button.click()
    assert table.session.record.options == table._setup.wanted().options
    rng = Random(1)
    for _ in range(20):
        assert "can't be shown" not in table.status
        assert "went wrong" not in table.status
        assert table._picture.view.scene is not None
        assert all(table.scene(width).shapes for width in table.board.WIDTHS)
        moves = buttons(table)
        if not moves:
            break
        table.play(rng.choice(moves))


def test_what_cannot_be_drawn_is_told_and_the_rest_is_shown(monkeypatch):
    table = landship()
    before = buttons(table)
    monkeypatch.setattr(table, "scene", lambda *at: 1 // 0)
    table._setup._preset.value = 0
    table._setup._seed.value = "8"
    table._setup.start_button.click()
    assert "can't be shown (ZeroDivisionError" in table.status
    assert table._picture.view.scene is None, "the game before is not shown as if it were this one"
    assert sorted(buttons(table)) == sorted(table.session.state.moves()) != before


def test_a_total_strength_is_chosen_as_it_is_printed():
    form = landship()._setup.fields["enemies"]
    form.value = 150
    assert (form._number.value, form.value) == (15.0, 150)
    for tenths in range(131, 169):
        form._number.value = tenths / 10
        assert form.value == tenths
        assert type(form.value) is int
    assert "add up" in form._help.value
    assert ("total strength, 13.1 to 16.8", "(number)") in form._choice.options


def test_a_press_on_a_card_that_does_nothing_now_tells_what_is_on_it():
    table = PlayTable("landship", seed=7)
    table._picture.press("fl")
    assert table.status.startswith("Front left: Light Artillery, artillery, 3 of 3; 1 nothing, 2 ")
    assert "Emergency Repair, or roll?" in table.status
    table._picture.press("cannon")
    assert "5 Jam" in table.status


def test_the_buttons_the_list_and_the_odds_have_one_order():
    table = PlayTable("landship", seed=7, first="enemy")
    table.unfold("Odds")
    for line in ("roll", "1"):
        table.do(line)
    buttons = [label for group in table._choices.groups for label, _ in group.moves]
    listed = table.do("moves").splitlines()
    assert len(buttons) == len(listed) > 3
    for number, (label, line) in enumerate(zip(buttons, listed, strict=True), 1):
        assert line.startswith(f"{number}. {label}")
    in_panel = [label for label, _ in table._odds._move.options][1:]
    assert in_panel == [f"{number}. {label}" for number, label in enumerate(buttons, 1)]
