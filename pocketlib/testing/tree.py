"""The tree of a game counted out, as a check that it holds together."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pocketlib.contract import CHANCE, State


class Perft(NamedTuple):
    """The leaves of a tree, and the sum of their probabilities, which must be 1."""

    leaves: int
    probability: Fraction


def perft(state: State, depth: int) -> Perft:
    """Return how many lines of ``depth`` moves and outcomes there are from ``state``.

    A line that ends earlier because the game is over counts, too. For the probabilities every
    seat is taken to choose evenly among its moves.

    >>> import pocketlib
    >>> perft(pocketlib.game("landship").new(layout="listed", first="enemy"), 1)
    Perft(leaves=56, probability=Fraction(1, 1))
    """
    if depth == 0 or state.to_move is None:
        return Perft(1, Fraction(1))
    leaves, probability = 0, Fraction(0)
    options = state.options_now()
    chance = state.chances() if state.to_move == CHANCE else None
    for move in options:
        share = chance.probability(move) if chance else Fraction(1, len(options))
        below = perft(state.after(move), depth - 1)
        leaves += below.leaves
        probability += share * below.probability
    return Perft(leaves, probability)
