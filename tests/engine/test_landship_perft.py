"""Trees of Pocket Landship counted out, by the engine and by the naive resolver.

Each start has its known number of leaves at depth 1, 2, ...; all probabilities sum to exactly 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import naive_landship as naive
import pytest
from landship_help import GAME, PARADE, board, hand, play, start

from pocketlib import State
from pocketlib.testing import Perft, perft


def naive_perft(state: Any, depth: int) -> Perft:
    """Count out the tree as ``perft`` does, by the naive resolver alone."""
    mover = naive.to_move(state)
    if depth == 0 or mover is None:
        return Perft(1, Fraction(1))
    if mover == "chance":
        shares = naive.chances(state)
    else:
        moves = naive.legal(state)
        shares = dict.fromkeys(moves, Fraction(1, len(moves)))
    leaves, probability = 0, Fraction(0)
    for move, share in shares.items():
        below = naive_perft(naive.after(state, move), depth - 1)
        leaves += below.leaves
        probability += share * below.probability
    return Perft(leaves, probability)


CORVETTE_AND_TROOPS = {"weapon": "corvette", "support": "troops"}
LAST_TWO = "boar - infantry / - - -"
STARTS: dict[str, tuple[State, tuple[int, ...]]] = {
    "deal": (GAME.new(), (6, 30, 120, 360, 720)),
    "the last cards dealt": (
        play(GAME.new(), "deal boar", "deal badger", "deal lightart"),
        (3, 6, 336),
    ),
    "pick of all": (GAME.new(enemies="random", layout="listed"), (64, 3584)),
    "pick by strength": (GAME.new(enemies=150), (4, 24, 120, 480, 1440)),
    "first": (start(first="dice"), (56, 3136)),
    "the player first": (start(first="player"), (56, 216, 1388)),
    "enemy": (start(), (56, 360, 5179)),
    "enemy, four left": (board("boar:2 ambush badger / - lightart -"), (56, 2786)),
    "enemy, two left": (board(LAST_TWO, strengths=(2, 1, 0)), (21, 216, 369, 2355)),
    "enemy, the last mine": (
        board("minefield:1 - - / - - -", strengths=(1, 1, 0)),
        (6, 6, 6),
    ),
    "repair": (play(start(), "roll 1 3 6"), (8, 193, 529)),
    "repair, Adrenaline and Chaos": (
        board(phase="repair", strengths=(3, 1, 2), adrenaline=True, chaos=1),
        (8, 193, 631),
    ),
    "roll": (board(phase="roll"), (56, 216, 1388)),
    "roll, four dice": (board(phase="roll", adrenaline=True), (126, 1296)),
    "roll, under Emergency Repair": (
        board(phase="roll", strengths=(5, 4, 3), fixed=["hull"]),
        (21, 36, 181, 3775),
    ),
    "place": (play(board(phase="roll"), "roll 2 3 6"), (6, 83, 769)),
    "place, four dice": (
        play(board(phase="roll", adrenaline=True), "roll 1 2 3 4"),
        (24, 116, 2651),
    ),
    "act, repairs": (hand(PARADE, "6 2 3", (4, 3, 2)), (4, 65, 583)),
    "act, Ingenuity and Desperation": (hand(PARADE, "2 4 6"), (9, 89, 964)),
    "act, Out-maneuver and Infiltration": (
        hand(PARADE, "5 3 4", **CORVETTE_AND_TROOPS),
        (7, 84, 754),
    ),
    "act, Rush": (hand(PARADE, "1 4 6", (6, 4, 1), support="troops"), (6, 75, 850)),
    "act, the last shot": (
        hand("- - infantry:1 / - - -", "6 3 -", (2, 1, 0)),
        (3, 8, 108, 183, 583),
    ),
    "reroll": (play(hand(PARADE, "2 5 6"), "use sponsons hull"), (6, 121, 1172)),
    "over": (play(board("boar - - / - - -", strengths=(1, 1, 0)), "roll 1"), (1, 1)),
}
PHASES = ("pick", "deal", "first", "enemy", "repair", "roll", "place", "act", "reroll", "over")


def test_there_is_a_start_in_every_phase() -> None:
    assert {state.phase for state, _ in STARTS.values()} == set(PHASES)


@pytest.mark.parametrize("name", STARTS)
def test_leaves_and_probabilities(name: str) -> None:
    state, known = STARTS[name]
    for depth, leaves in enumerate(known, start=1):
        assert perft(state, depth) == (leaves, 1)


@pytest.mark.parametrize("name", STARTS)
def test_the_naive_resolver_counts_the_same(name: str) -> None:
    state, known = STARTS[name]
    assert naive_perft(state.dump(), len(known)) == (known[-1], 1)
