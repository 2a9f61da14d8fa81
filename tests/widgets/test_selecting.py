"""What was pressed narrows the legal moves: paths in order, pairs in any order, taken back."""

import json
from itertools import permutations
from pathlib import Path

import pytest

import pocketlib
from pocketlib.contract import CHANCE, Move
from pocketwidgets.selecting import CONFIRM, TAKE_BACK, Selecting, part_of

DATA = Path(__file__).parents[1] / "data" / "landship_vectors.jsonl"

SHOTS = (
    Move("end", ("end",)),
    Move("use gun a", ("gun", "a")),
    Move("use gun b", ("gun", "b")),
    Move("use hull gun", ("hull", "gun")),
    Move("use hull hull", ("hull", "hull")),
)
DICE = tuple(
    Move(f"place {h} {g}", frozenset({(f"die {h}", "hull"), (f"die {g}", "gun")}))
    for h, g in ((3, 5), (5, 3))
)
THREE = tuple(
    Move(
        f"place {h} {g} {s}",
        frozenset({(f"die {h}", "hull"), (f"die {g}", "gun"), (f"die {s}", "tank")}),
    )
    for h, g, s in sorted(set(permutations((3, 3, 5))))
)
REPAIR = (
    Move("repair gun", frozenset({("gun",)})),
    Move("repair hull", frozenset({("hull",)})),
    Move("repair hull gun", frozenset({("hull",), ("gun",)})),
    Move("roll", ("roll",)),
)


def pressed(moves, *keys) -> Selecting:
    """The presses so far; none of them may be refused or end in a move."""
    now = Selecting(tuple(moves))
    for key in keys:
        answer = now.press(key)
        assert not answer.refused, key
        assert answer.play is None, key
        now = answer.now
    return now


# --- paths -------------------------------------------------------------------------------------


def test_the_first_steps_are_open_at_the_start():
    now = Selecting(SHOTS)
    assert now.open_keys == {"end", "gun", "hull"}
    assert now.fits == SHOTS
    assert now.settled is None
    assert now.laid == now.chosen == ()


def test_a_press_narrows_and_the_last_one_plays():
    now = pressed(SHOTS, "gun")
    assert now.targets == {"a", "b"}
    assert now.chosen == ("gun",)
    assert now.press("b").play == "use gun b"


def test_one_left_is_played_at_once():
    assert Selecting(SHOTS).press("end").play == "end"
    assert Selecting(SHOTS[:2]).press("gun").play == "use gun a"


def test_the_same_region_may_be_both_ends_of_a_path():
    assert pressed(SHOTS, "hull").press("hull").play == "use hull hull"


def test_a_second_press_takes_it_back():
    assert pressed(SHOTS, "gun").press("gun").now.picks == ()


def test_back_takes_the_last_press_back():
    now = pressed(SHOTS, "gun").press(TAKE_BACK).now
    assert now == Selecting(SHOTS)
    assert now.press(TAKE_BACK).refused


def test_another_beginning_takes_the_place_of_the_first():
    assert pressed(SHOTS, "gun").press("hull").now.picks == ("hull",)


@pytest.mark.parametrize("key", ["c", CONFIRM, "nothing#2"])
def test_what_fits_no_move_is_refused_and_changes_nothing(key):
    now = pressed(SHOTS, "gun")
    answer = now.press(key)
    assert answer.refused
    assert answer.play is None
    assert answer.now == now


def test_a_move_that_another_one_goes_on_from_waits_for_a_confirmation():
    moves = (Move("use hull", ("hull",)), Move("use hull gun", ("hull", "gun")))
    now = pressed(moves, "hull")
    assert now.settled == "use hull"
    assert now.open_keys == {"gun", CONFIRM, TAKE_BACK}
    assert now.press(CONFIRM).play == "use hull"
    assert now.press("gun").play == "use hull gun"


def test_moves_of_the_same_parts_stay_for_a_chooser():
    moves = (Move("sing high", ("a",)), Move("sing low", ("a",)), Move("rest", ("b",)))
    now = pressed(moves, "a")
    assert now.fits == moves[:2]
    assert now.targets == set()
    assert now.settled is None


def test_a_refused_press_can_be_put_into_words():
    assert [*Selecting(SHOTS).wordings("tank")][:2] == ["tank", "use tank a"]
    assert [*pressed(SHOTS, "gun").wordings("c")] == ["use gun c", "use gun c"]


# --- pairs in any order ------------------------------------------------------------------------


@pytest.mark.parametrize("order", [*permutations((("die 3", "hull"), ("die 5", "gun")))])
def test_dice_are_laid_in_any_order_and_then_confirmed(order):
    now = pressed(DICE, *order[0])
    assert now.settled == "place 3 5"
    assert {*now.laid} == {*order}, "the last place is the only one left"
    assert now.open_keys == {CONFIRM, TAKE_BACK}
    assert now.press(CONFIRM).play == "place 3 5"


def test_a_laid_pair_can_be_taken_back():
    now = pressed(THREE, "die 5", "gun")
    assert now.settled == "place 3 5 3"
    for key in ("gun", "die 5"):
        assert now.press(key).now.picks == ()
    assert now.back().picks == ("die 5",)
    assert now.press("tank").now.picks == ("die 5",), "a pair that laid itself is undone too"


def test_two_equal_dice_are_two_regions():
    now = pressed(THREE, "die 3#2", "hull")
    assert now.laid == (("die 3#2", "hull"),)
    assert now.targets == {"die 3", "die 5"}
    assert now.press("die 3#2").now.picks == (), "that die is taken back"
    again = pressed(THREE, "die 3#2", "hull", "die 3")
    assert again.chosen == ("die 3",)
    assert again.targets == {"gun", "tank"}
    assert again.press("gun").now.settled == "place 3 3 5"


def test_another_die_takes_the_place_of_the_one_in_the_hand():
    now = pressed(THREE, "die 3", "hull", "die 3#2").press("die 5").now
    assert now.picks == ("die 3", "hull", "die 5")
    assert now.targets == {"gun", "tank"}


def test_no_die_on_a_card_that_has_one():
    now = pressed(THREE, "die 3", "hull", "die 5")
    assert "hull" not in now.targets
    assert now.press("hull").now.picks == ("die 5",), "it gives its die back instead"


def test_one_or_more_of_several_singles():
    now = pressed(REPAIR, "hull")
    assert now.settled == "repair hull"
    assert now.targets == {"gun"}
    assert now.chosen == ("hull",)
    both = now.press("gun").now
    assert both.settled == "repair hull gun"
    assert both.chosen == ("hull", "gun")
    assert both.press("hull").now.picks == ("gun",)
    assert Selecting(REPAIR).press("roll").play == "roll"


def test_keys_name_their_part():
    assert part_of("die 3#2") == "die 3"
    assert part_of("fl") == "fl"


# --- a real game -------------------------------------------------------------------------------


def positions():
    game = pocketlib.game("landship")
    lines = DATA.read_text("utf-8").splitlines()[:12]
    for line in lines:
        for step in json.loads(line)["steps"][::4]:
            state = game.load(step["dump"])
            if state.to_move not in (None, CHANCE):
                yield state


def keys_of(move: Move) -> list[str]:
    """The regions to press; the second of two equal dice has a key of its own."""
    if isinstance(move.parts, tuple):
        return [*move.parts]
    keys: list[str] = []
    for first, *others in sorted(move.parts):
        nth = 1 + sum(part_of(key) == first for key in keys)
        keys += [first if nth == 1 else f"{first}#{nth}", *others]
    return keys


def play_by_pressing(moves: tuple[Move, ...], move: Move) -> None:
    """Press what the move says, part by part, until it is played."""
    now = Selecting(moves)
    for key in keys_of(move):
        if now.settled == move and part_of(key) not in now.targets:
            break
        answer = now.press(key)
        assert not answer.refused
        if answer.play:
            assert answer.play == move
            return
        now = answer.now
    assert now.press(CONFIRM).play == move


def test_every_move_of_real_positions_can_be_pressed():
    for state in positions():
        for move in state.moves():
            play_by_pressing(state.moves(), move)
