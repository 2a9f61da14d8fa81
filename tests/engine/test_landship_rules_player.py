"""The rules of Pocket Landship: Emergency Repair, rolling, placing and acting."""

from __future__ import annotations

from itertools import permutations

import pytest
from landship_help import (
    PARADE,
    board,
    hand,
    log,
    own,
    play,
    rolls,
    start,
    table,
    uses,
)

import pocketlib

# --- Emergency Repair -------------------------------------------------------------------------


def damaged(*strengths: int, **more: object) -> pocketlib.State:
    """Return the decision on an Emergency Repair."""
    return board(PARADE, "repair", strengths, **more)


@pytest.mark.rule("LS-37", "LS-R11", "LS-39")
def test_up_to_three_different_damaged_cards_may_be_repaired_before_the_roll() -> None:
    assert set(damaged(5, 3, 2).moves()) == {
        "roll",
        "repair hull",
        "repair cannon",
        "repair sponsons",
        "repair hull cannon",
        "repair hull sponsons",
        "repair cannon sponsons",
        "repair hull cannon sponsons",
    }
    assert set(damaged(5, 4, 1).moves()) == {
        "roll",
        "repair hull",
        "repair sponsons",
        "repair hull sponsons",
    }
    assert set(damaged(6, 3, 3).moves()) == {"roll", "repair cannon"}
    assert set(damaged(6, 4, 3, weapon="corvette").moves()) == {"roll", "repair corvette"}


@pytest.mark.rule("LS-37", "LS-38")
def test_each_repaired_card_regains_exactly_one() -> None:
    state = damaged(2, 1, 1).after("repair hull sponsons")
    assert log(state) == ["fix hull 1", "fix sponsons 1"]
    assert own(state) == {"hull": 3, "cannon": 1, "sponsons": 2}
    assert state.dump()["fixed"] == ["hull", "sponsons"]
    assert dict(state.chances().items()) == rolls(1)


@pytest.mark.rule("LS-37")
def test_without_damage_there_is_no_emergency_repair() -> None:
    state = start().after("roll 4 5 5")
    assert state.phase == "roll"
    # With damage there is, and one may do without.
    state = start().after("roll 1 5 5")
    assert set(state.moves()) == {"roll", "repair hull"}
    state = state.after("roll")
    assert (state.phase, log(state), own(state)["hull"]) == ("roll", [], 4)
    assert dict(state.chances().items()) == rolls(3)


@pytest.mark.rule("LS-37", "LS-38", "LS-R11")
def test_each_repair_costs_one_die_and_its_card_gets_none() -> None:
    state = damaged(5, 3, 2).after("repair cannon")
    assert dict(state.chances().items()) == rolls(2)
    state = state.after("roll 2 4")
    assert set(state.moves()) == {"place 2 - 4", "place 4 - 2"}
    state = state.after("place 4 - 2")
    assert all(not use.startswith("use cannon") for use in uses(state))
    assert "use hull cannon" not in uses(state)  # it is whole again
    assert state.dump()["placed"] == {"hull": 4, "sponsons": 2}


@pytest.mark.rule("LS-38")
@pytest.mark.parametrize(
    ("repair", "placements"),
    [
        ("repair hull cannon", {"place - - 6"}),
        ("repair hull sponsons", {"place - 6 -"}),
        ("repair cannon sponsons", {"place 6 - -"}),
    ],
)
def test_neither_of_two_repaired_cards_gets_a_die(repair: str, placements: set[str]) -> None:
    state = play(damaged(5, 3, 2), repair, "roll 6")
    assert set(state.moves()) == placements
    # Nor with dice to spare.
    state = play(damaged(5, 3, 2, adrenaline=True), repair, "roll 6 6")
    assert set(state.moves()) == placements


@pytest.mark.rule("LS-37", "LS-R11")
def test_three_repairs_leave_no_dice_and_end_the_turn() -> None:
    state = damaged(5, 3, 2).after("repair hull cannon sponsons")
    assert log(state) == ["fix hull 1", "fix cannon 1", "fix sponsons 1", "skip"]
    assert own(state) == {"hull": 6, "cannon": 4, "sponsons": 3}
    dump = state.dump()
    assert (dump["phase"], dump["fixed"], dump["round"]) == ("enemy", [], 4)


@pytest.mark.rule("LS-R11", "LS-R12")
@pytest.mark.parametrize(
    ("chaos", "adrenaline", "most"), [(1, False, 2), (2, False, 1), (1, True, 3), (0, True, 3)]
)
def test_no_more_repairs_than_dice(chaos: int, adrenaline: bool, most: int) -> None:
    moves = damaged(5, 3, 2, chaos=chaos, adrenaline=adrenaline).moves()
    assert max(len(move.split()) - 1 for move in moves) == most
    assert len(moves) == {1: 4, 2: 7, 3: 8}[most]


@pytest.mark.rule("LS-R12", "LS-44")
def test_adrenaline_and_one_repair_leave_three_dice_for_two_cards() -> None:
    state = damaged(5, 3, 2, adrenaline=True).after("repair hull")
    assert dict(state.chances().items()) == rolls(3)
    state = state.after("roll 1 2 3")
    assert set(state.moves()) == {f"place - {a} {b}" for a, b in permutations("123", 2)}


@pytest.mark.rule("LS-R12", "LS-R32", "LS-38")
def test_if_every_card_was_repaired_the_fourth_die_is_not_rolled() -> None:
    state = damaged(5, 3, 2, adrenaline=True).after("repair hull cannon sponsons")
    assert log(state)[-1] == "skip"
    assert (state.phase, state.dump()["adrenaline"]) == ("enemy", False)


@pytest.mark.rule("LS-R12", "LS-R11")
def test_chaos_and_repairs_add_up() -> None:
    state = damaged(5, 3, 2, chaos=1).after("repair cannon")
    assert dict(state.chances().items()) == rolls(1)
    assert set(state.after("roll 4").moves()) == {"place 4 - -", "place - - 4"}
    state = damaged(5, 3, 2, chaos=1).after("repair hull sponsons")
    assert log(state) == ["fix hull 1", "fix sponsons 1", "skip"]
    assert (state.phase, state.dump()["chaos"]) == ("enemy", 0)


@pytest.mark.rule("LS-37", "LS-R12", "LS-27", "LS-44")
def test_chaos_and_adrenaline_of_the_turns_before_count_for_emergency_repairs() -> None:
    state = start(first="player")
    state = play(state, "roll 5 5 5", "place 5 5 5", "end", "roll 3 3 6")  # Chaos, W 1, S 1
    assert set(state.moves()) == {
        "roll",
        "repair cannon",
        "repair sponsons",
        "repair cannon sponsons",
    }
    assert dict(state.after("repair cannon").chances().items()) == rolls(1)
    assert log(state.after("repair cannon sponsons"))[-1] == "skip"
    state = start(first="player")
    state = play(state, "roll 5 5 5", "place 5 5 5", "use hull", "end", "roll 4 4 6")  # S 1
    assert set(state.moves()) == {"roll", "repair sponsons"}
    assert dict(state.after("roll").chances().items()) == rolls(4)
    assert dict(state.after("repair sponsons").chances().items()) == rolls(3)


@pytest.mark.rule("LS-R12", "LS-R13")
def test_adrenaline_and_one_chaos_cancel_and_every_free_card_gets_a_die() -> None:
    state = play(board(PARADE, "roll", adrenaline=True, chaos=1), "roll 1 2 3")
    assert set(state.moves()) == {" ".join(["place", *p]) for p in permutations("123")}
    state = damaged(5, 3, 2, adrenaline=True, chaos=1)
    state = play(state, "repair cannon", "roll 1 2")
    assert set(state.moves()) == {"place 1 - 2", "place 2 - 1"}


@pytest.mark.rule("LS-R11", "LS-R10")
def test_what_was_repaired_stays_repaired_when_the_final_battle_begins() -> None:
    state = board("lightart:1 boar badger / - minefield -", "repair", (4, 4, 3))
    state = play(state, "repair hull", "roll 3 3", "place - 3 3", "use cannon fl")
    assert "final" in log(state)
    assert own(state)["hull"] == 5


# --- rolling and placing ----------------------------------------------------------------------


@pytest.mark.rule("LS-32", "LS-66", "LS-4")
@pytest.mark.parametrize(
    ("strengths", "more", "dice"),
    [
        ((6, 4, 3), {}, 3),
        ((1, 1, 1), {}, 3),
        ((6, 4, 0), {}, 2),
        ((6, 4, 3), {"adrenaline": True}, 4),
        ((6, 4, 0), {"adrenaline": True}, 3),
        ((6, 4, 3), {"chaos": 1}, 2),
        ((6, 4, 3), {"chaos": 2}, 1),
        ((6, 4, 0), {"chaos": 1}, 1),
        ((6, 4, 3), {"chaos": 1, "adrenaline": True}, 3),
        ((6, 4, 3), {"chaos": 2, "adrenaline": True}, 2),
    ],
)
@pytest.mark.rule("LS-44", "LS-27", "LS-R12", "LS-R15")
def test_the_number_of_dice(
    strengths: tuple[int, int, int], more: dict[str, object], dice: int
) -> None:
    state = board(PARADE, "roll", strengths, **more)
    assert dict(state.chances().items()) == rolls(dice)
    after = state.after(" ".join(["roll", *"1234"[:dice]]))
    assert after.dump()["rolled"] == [1, 2, 3, 4][:dice]
    assert (after.dump()["chaos"], after.dump()["adrenaline"]) == (0, False)


@pytest.mark.rule("LS-33")
def test_each_die_may_go_on_each_card() -> None:
    state = play(start(first="player"), "roll 2 3 6")
    assert set(state.moves()) == {f"place {a} {b} {c}" for a, b, c in permutations("236")}
    assert len(state.moves()) == 6
    # Equal placements are one.
    state = play(start(first="player"), "roll 2 2 6")
    assert sorted(state.moves()) == ["place 2 2 6", "place 2 6 2", "place 6 2 2"]
    state = play(start(first="player"), "roll 2 2 2")
    assert list(state.moves()) == ["place 2 2 2"]
    assert state.phase == "place"


@pytest.mark.rule("LS-R13", "LS-33")
@pytest.mark.parametrize(
    "text", ["place 2 3 -", "place - - -", "place 3 3 6", "place 2 3 5", "place 2 3 6 6", "place"]
)
def test_as_many_dice_as_possible_are_placed_and_no_others(text: str) -> None:
    state = play(start(first="player"), "roll 2 3 6")
    with pytest.raises(pocketlib.Refusal):
        state.after(text)


@pytest.mark.rule("LS-R14", "LS-33", "LS-R13")
def test_with_too_few_dice_the_player_chooses_which_cards_go_without() -> None:
    state = play(board(PARADE, "roll", chaos=1), "roll 2 6")
    assert set(state.moves()) == {
        "place 2 6 -",
        "place 6 2 -",
        "place 2 - 6",
        "place 6 - 2",
        "place - 2 6",
        "place - 6 2",
    }
    state = play(board(PARADE, "roll", chaos=2), "roll 5")
    assert set(state.moves()) == {"place 5 - -", "place - 5 -", "place - - 5"}
    # With chaos and without support one die for two cards.
    state = play(board(PARADE, "roll", (6, 4, 0), chaos=1), "roll 5")
    assert set(state.moves()) == {"place 5 - -", "place - 5 -"}


@pytest.mark.rule("LS-44", "LS-4", "LS-R32")
def test_adrenaline_means_four_dice_of_which_three_are_used() -> None:
    state = play(start(first="player"), "roll 5 5 5", "place 5 5 5", "use hull", "end")
    assert state.dump()["adrenaline"] is True
    state = state.after("roll 4 5 5")
    assert dict(state.chances().items()) == rolls(4)
    assert len(state.chances()) == 126
    state = state.after("roll 1 2 3 4")
    assert set(state.moves()) == {" ".join(["place", *p]) for p in permutations("1234", 3)}
    # Only for that turn.
    state = play(state, "place 3 2 1", "end", "roll 4 5 6")
    assert dict(state.chances().items()) == rolls(3)


@pytest.mark.rule("LS-44")
def test_with_two_cards_adrenaline_means_two_of_three_dice() -> None:
    state = play(board(PARADE, "roll", (6, 4, 0), adrenaline=True), "roll 1 2 3")
    assert set(state.moves()) == {f"place {a} {b} -" for a, b in permutations("123", 2)}


@pytest.mark.rule("LS-R32", "LS-4", "LS-44")
def test_adrenaline_used_again_in_its_turn_sets_one_more_die_not_two() -> None:
    state = play(board(PARADE, "roll", adrenaline=True), "roll 5 5 5 5", "place 5 5 5")
    assert state.dump()["adrenaline"] is False
    state = play(state, "use hull", "end")
    assert state.dump()["adrenaline"] is True
    assert dict(state.after("roll 4 5 5").chances().items()) == rolls(4)


@pytest.mark.rule("LS-R32", "LS-27", "LS-R12")
def test_adrenaline_and_chaos_that_cancel_are_both_over() -> None:
    state = play(board(PARADE, "roll", adrenaline=True, chaos=1), "roll 1 3 5", "place 3 5 1")
    assert (state.dump()["adrenaline"], state.dump()["chaos"]) == (False, 0)
    assert dict(state.after("roll 4 5 5").chances().items()) == rolls(3)


# --- acting -----------------------------------------------------------------------------------


@pytest.mark.rule("LS-34")
def test_the_cards_act_in_any_order_each_once() -> None:
    shots = {"use hull fr", "use cannon fc", "use sponsons fl"}
    for order in permutations(shots):
        state = hand(PARADE, "6 2 3")
        left = set(shots)
        for shot in order:
            assert uses(state) == left
            state = state.after(shot)
            left.remove(shot)
        assert state.phase == "enemy"
        assert table(state) == "boar:5 badger:3 lightart:2 / badgerb:5 infantry:3 minefield:0"


@pytest.mark.rule("LS-34")
def test_a_card_that_acted_is_listed_and_cannot_act_again() -> None:
    state = play(hand(PARADE, "6 2 3"), "use sponsons fl", "use hull fr")
    dump = state.dump()
    assert dump["used"] == ["hull", "sponsons"]
    assert dump["placed"] == {"hull": 6, "cannon": 2, "sponsons": 3}
    assert dump["rolled"] == [2, 3, 6]
    for text in ("use sponsons fl", "use hull fr"):
        with pytest.raises(pocketlib.IllegalMove):
            state.after(text)


@pytest.mark.rule("LS-35", "LS-R13")
def test_every_action_may_be_left_out() -> None:
    before = hand(PARADE, "5 2 3")
    state = before.after("end")
    assert (state.phase, log(state), table(state)) == ("enemy", [], table(before))
    assert state.dump()["adrenaline"] is False
    state = play(before, "use cannon fc", "end")
    assert table(state).startswith("boar:6 badger:3 ")
    dump = state.dump()
    assert (dump["rolled"], dump["placed"], dump["used"], dump["fixed"]) == ([], {}, [], [])


@pytest.mark.rule("LS-6", "LS-R23", "LS-68")
def test_damage_to_an_enemy_is_taken_off_its_cube_and_the_rest_is_lost() -> None:
    state = hand("boar:1 badger lightart / badgerb infantry minefield", "- - 3").after(
        "use sponsons fl"
    )
    assert log(state) == ["hit boar 1", "gone boar", "up badgerb fl"]
    state = hand("boar badger:1 lightart / badgerb infantry minefield", "- 2 -").after(
        "use cannon fc"
    )
    assert log(state) == ["hit badger 1", "gone badger", "up infantry fc"]
    # Gone for good.
    assert "badger:" not in table(state)
    assert table(state) == "boar:6 infantry:3 lightart:3 / badgerb:5 - minefield:0"
