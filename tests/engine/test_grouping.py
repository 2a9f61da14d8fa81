"""The moves under headings: one order for buttons, for lists to choose from and for numbers."""

from __future__ import annotations

import re
from random import Random

import pytest
from landship_help import PARADE, board, hand, start
from mission_command_help import moving, position

import pocketlib
from pocketlib.contract import CHANCE, Move, State, under_headings
from pocketlib.record import Record
from pocketlib.text import Session

LANDSHIP = pocketlib.game("landship")


def headings(state: State) -> list[str]:
    return [heading for heading, _ in state.grouped()]


def test_moves_without_a_heading_are_the_last() -> None:
    moves = [Move(text) for text in ("end", "b 1", "a 1", "b 2")]
    heading = {"e": "", "b": "B", "a": "A"}
    found = under_headings(moves, lambda move: heading[move[0]])
    assert found == [("B", ["b 1", "b 2"]), ("A", ["a 1"]), ("", ["end"])]


@pytest.mark.parametrize("name", ["landship", "mission_command"])
def test_what_is_offered_is_what_is_possible(name: str) -> None:
    for seed in range(4):
        rng = Random(seed)
        state = pocketlib.game(name).new()
        for _ in range(150):
            if state.to_move is None:
                break
            options = state.options_now()
            assert sorted(state.offered()) == sorted(options)
            assert len({*headings(state)}) == len(headings(state))
            chance = state.to_move == CHANCE
            state = state.after(state.chances().sample(rng) if chance else rng.choice(options))


@pytest.mark.parametrize("line", ["roll", "place 1 2 -", "repair hull"])
def test_the_number_of_a_move_is_its_place_among_those_offered(line: str) -> None:
    session = Session.new("landship", {"first": "enemy"}, seed=7)
    if line != "repair hull":
        session.do("roll")
    if line.startswith("place"):
        session.do("1")
    offered = session.state.offered()
    assert len(offered) > 1
    listed = session.do("moves").splitlines()
    assert [re.findall(r"\(([^()]*)\)$", told)[0] for told in listed] == [*offered]
    for number, move in enumerate(offered, 1):
        again = Session(Record.from_code(session.record.code()))
        assert listed[number - 1].startswith(f"{number}. ")
        again.do(str(number))
        assert again.record.moves[session.record.ply] == move


# --- Landship ----------------------------------------------------------------------------------


def test_many_placements_stand_under_the_hulls_die() -> None:
    state = board(PARADE, "roll", adrenaline=True).after("roll 1 2 3 4")
    found = state.grouped()
    assert [heading for heading, _ in found] == [f"Landship Hull: {die}" for die in range(1, 5)]
    assert [len(moves) for _, moves in found] == [6] * 4
    assert headings(board(PARADE, "roll").after("roll 1 2 3")) == [""]


def test_uses_stand_under_their_card() -> None:
    found = hand(PARADE, "4 3 -", (5, 3, 3)).grouped()
    assert [heading for heading, _ in found] == [
        "Landship Hull, die 4: Repair: hull +2, or other +1",
        "Forward Cannon, die 3: High explosive: 1 to any",
        "",
    ]
    assert {move.split()[1] for move in found[0][1]} == {"hull"}
    assert found[-1][1] == ["end"]


def test_uses_of_which_each_card_has_one_need_no_heading() -> None:
    ((heading, uses),) = hand(PARADE, "1 2 4").grouped()
    assert heading == ""
    assert uses == ["use hull", "use cannon fc", "use sponsons fc", "end"]


def test_repairs_are_few_dice_first_and_from_left_to_right() -> None:
    ((heading, repairs),) = board(PARADE, "repair", (5, 3, 2)).grouped()
    assert heading == ""
    assert repairs == [
        "roll",
        "repair hull",
        "repair cannon",
        "repair sponsons",
        "repair hull cannon",
        "repair hull sponsons",
        "repair cannon sponsons",
        "repair hull cannon sponsons",
    ]


def test_outcomes_stay_as_they_are() -> None:
    state = start()
    assert state.grouped() == (("", state.chances().outcomes),)


# --- Mission Command Land ----------------------------------------------------------------------


def test_moves_stand_under_what_moves() -> None:
    state = moving({"tanks": "d6:3 a4:6", "heli": "c2", "pad": "h2"})
    assert headings(state)[:3] == [
        "Tank A, strength 3, on d6",
        "Tank B, strength 6, on a4",
        "Helicopter from c2",
    ]
    for heading, moves in state.grouped():
        assert heading or moves == ("end",)
        assert {move.split()[1] for move in moves if move.startswith("mv")} <= {heading[-2:]}


def test_markers_and_pieces_stand_under_their_kind() -> None:
    plotting = position({"tanks": "d6:3"}, {"tanks": "h9:4", "art": "g9"})
    assert headings(plotting) == ["Tank marker on", ""]
    assert headings(plotting.after("done")) == ["Artillery marker on", ""]
    state = pocketlib.game("mission_command").new()
    assert {*headings(state)} == {"A whole formation", "Heli-pad on"}
    seen = []
    while state.to_move == 0:
        seen += headings(state)
        state = state.after(next(m for m in state.moves() if not m.startswith("form")))
    assert seen[:3] == ["A whole formation", "Heli-pad on", "Ammunition depot on"]
    assert seen[-1] == "Tank of strength 6 on"
