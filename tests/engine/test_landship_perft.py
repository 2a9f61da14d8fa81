"""Trees of Pocket Landship counted out, by the engine and by the naive resolver.

Each start has its known number of leaves at depth 1, 2, ...; all probabilities sum to exactly 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import naive_landship as naive
import pytest
from landship_help import GAME, PARADE, board, hand, play, start

from pocketlib import CHANCE, Chance, State
from pocketlib.testing import perft

Lines = dict[tuple[str, ...], Fraction]


def engine_lines(state: State, depth: int) -> Lines:
    """Return every line of ``depth`` moves with its probability; seats choose evenly."""
    if depth == 0 or state.to_move is None:
        return {(): Fraction(1)}
    chance = state.chances() if state.to_move == CHANCE else Chance.even(state.moves())
    return {
        (str(move), *line): chance.probability(move) * probability
        for move in chance
        for line, probability in engine_lines(state.after(move), depth - 1).items()
    }


def naive_lines(state: Any, depth: int) -> Lines:
    """Return the same by the naive resolver alone."""
    mover = naive.to_move(state)
    if depth == 0 or mover is None:
        return {(): Fraction(1)}
    moves = [] if mover == "chance" else naive.legal(state)
    shares = dict.fromkeys(moves, Fraction(1, len(moves))) if moves else naive.chances(state)
    return {
        (move, *line): share * probability
        for move, share in shares.items()
        for line, probability in naive_lines(naive.after(state, move), depth - 1).items()
    }


CORVETTE_AND_TROOPS = {"weapon": "corvette", "support": "troops"}
LAST_TWO = "boar - infantry / - - -"
STARTS: dict[str, tuple[State, tuple[int, ...]]] = {
    "deal": (GAME.new(), (6, 30, 120, 360, 720)),
    "the last cards dealt": (
        play(GAME.new(), "deal boar", "deal badger", "deal lightart"),
        (3, 6, 336),
    ),
    "pick of all": (GAME.new(enemies="random", layout="listed"), (64,)),
    "pick by strength": (GAME.new(enemies=150), (4, 24, 120, 480, 1440)),
    "first": (start(first="dice"), (56,)),
    "the player first": (start(first="player"), (56, 216, 1388)),
    "enemy": (start(), (56, 360)),
    "enemy, four left": (board("boar:2 ambush badger / - lightart -"), (56,)),
    "enemy, two left": (board(LAST_TWO, strengths=(2, 1, 0)), (21, 216, 369)),
    "enemy, the last mine": (
        board("minefield:1 - - / - - -", strengths=(1, 1, 0)),
        (6, 6, 6),
    ),
    "repair": (play(start(), "roll 1 3 6"), (8, 193, 529)),
    "repair, Adrenaline and Chaos": (
        board(phase="repair", strengths=(3, 1, 2), adrenaline=True, chaos=1),
        (8, 193, 631),
    ),
    "roll": (board(phase="roll"), (56, 216)),
    "roll, four dice": (board(phase="roll", adrenaline=True), (126, 1296)),
    "roll, under Emergency Repair": (
        board(phase="roll", strengths=(5, 4, 3), fixed=["hull"]),
        (21, 36, 181),
    ),
    "place": (play(board(phase="roll"), "roll 2 3 6"), (6, 83, 769)),
    "place, four dice": (
        play(board(phase="roll", adrenaline=True), "roll 1 2 3 4"),
        (24, 116),
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
def test_the_naive_resolver_finds_the_same_lines(name: str) -> None:
    state, known = STARTS[name]
    lines = naive_lines(state.dump(), len(known))
    assert len(lines) == known[-1]
    assert engine_lines(state, len(known)) == lines
