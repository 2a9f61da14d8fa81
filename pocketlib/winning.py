"""The chance to win: after each move at hand, with best play from then on, and how sure that is.

It is exact where few positions can follow; else between two bounds, where the game knows a way to
find them (``Game.bounds_work``); else an estimate from games that a simple player plays to the
end. Whatever it is, is said with it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final, NamedTuple, TypeAlias

from pocketlib.chance import percent
from pocketlib.contract import CHANCE, Game, Move, State
from pocketlib.graph import Endless, Pause, Progress, Work
from pocketlib.odds import best_work, winning

Number: TypeAlias = "Fraction | float"

WIN: Final = "win"
"""The name by which people ask for it."""
NOT_OFFERED: Final = (
    "The odds of winning are told only in games that all players win or lose together. In Python, "
    "pocketlib.odds.best(state, odds.winning(seat=0)) finds them, in games that are small enough."
)
"""What is said where they are asked for and not ``offered``."""
EXACT: Final = "exact"
WITHIN: Final = "to within a billionth"
ESTIMATE: Final = "estimate"

EXACT_MOST: Final = 10_000
"""So many positions can be solved exactly in a second or two."""
WIDEST: Final = 1e-9
"""Bounds that are farther apart are no answer."""
GAMES: Final = 400
"""Games behind an estimate, for each move."""
_ROUND: Final = 20
"""So many games are played of a move before it is the next one's turn."""
_SIGMAS: Final = 1.96
"""Half the width of a 95 % interval, in standard deviations."""
_SHORT: Final = 24
"""Fractions with more signs are told as decimals, rounded."""
_LINE_MOST: Final = 100


class Worth(NamedTuple):
    """A chance to win: what it is about, and between what it lies. ``kind`` is how sure that is.

    Exact: three times the same Fraction. Within 1e-9: the truth is between ``low`` and ``high``,
    rounding included. Estimate: a 95 % interval for a computer player who looks ahead to the end of
    its turn; best play wins at least as often as that player.
    """

    about: Number
    low: Number
    high: Number
    kind: str

    @property
    def percent(self) -> str:
        """The number as a percentage."""
        return percent(Fraction(self.about))

    @property
    def closer(self) -> str:
        """The number as closely as it is known: a fraction, nine decimals, or the interval."""
        if self.kind == EXACT:
            short = len(str(self.about)) <= _SHORT
            return str(self.about) if short else f"about {float(self.about):.9f}"
        if self.kind == WITHIN:
            return f"{float(self.about):.9f}"
        return f"{percent(Fraction(self.low))} to {percent(Fraction(self.high))}"

    @property
    def told(self) -> str:
        """The number in words, with its label."""
        if self.kind == EXACT:
            rounded = ", rounded here" if self.closer.startswith("about") else ""
            return f"{self.closer} ({self.percent}), {EXACT}{rounded}"
        if self.kind == WITHIN:
            return f"{self.percent} ({self.closer}, {WITHIN})"
        return f"about {self.percent} (estimate: {self.closer})"


class Outlook(NamedTuple):
    """The chance to win from a position, ``worth``, and after each of its ``moves``.

    ``line`` is best play from here, as far as no chance comes between; () where that is not known.
    ``moves`` is empty where chance is to move.
    """

    worth: Worth
    moves: dict[Move, Worth]
    line: tuple[Move, ...]

    @property
    def kind(self) -> str:
        """How sure the numbers are: EXACT, WITHIN or ESTIMATE."""
        return self.worth.kind

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves that may be the best, in the game's order: nothing is surely better."""
        least = max((worth.low for worth in self.moves.values()), default=0)
        return tuple(move for move, worth in self.moves.items() if worth.high >= least)

    def line_told(self, state: State) -> str:
        """Return best play from ``state``, whose outlook this is, as a sentence; "" if unknown."""
        said = []
        for move in self.line:
            said.append(str(state.say(move)).rstrip("."))
            state = state.after(move)
        return f"Best play: {'; then '.join(said)}." if said else ""

    @property
    def how(self) -> str:
        """Where the numbers come from, as a sentence."""
        if self.kind == EXACT:
            return "Exact: every position that can follow was solved, with best play."
        if self.kind == WITHIN:
            return (
                "With best play. The true number is at most 0.000000001 away: a lower and an upper "
                "bound were worked out for every position that can follow, rounding included."
            )
        return (
            f"Only an estimate, from {GAMES} games each, which a computer player goes on with that "
            "looks ahead to the end of its turn. The interval holds the true chance of that player "
            "95 times out of 100; best play wins at least as often."
        )


def offered(game: Game) -> bool:
    """Can the chance to win be told in ``game`` at all?

    Only where nothing is hidden and all play on one side, which wins (1) or loses (0).
    """
    together = game.kind in ("solitaire", "co-operative")
    return together and not game.hidden and game.utilities == (0, 1)


def outlook_work(game: Game, state: State) -> Work[Outlook]:
    """Work out the chance to win from ``state``, which is not over, as surely as it can be had."""
    try:
        best = yield from best_work(state, winning(), most=EXACT_MOST)
    except Endless:
        pass
    else:
        moves = {} if state.to_move == CHANCE else best.moves
        exact = {move: _exactly(value) for move, value in moves.items()}
        return Outlook(_exactly(best.value), exact, best.line)
    bounding = game.bounds_work(state)
    if bounding is not None:
        bounds = yield from bounding
        found = yield from _within_work(state, bounds)
        return found
    found = yield from _estimate_work(game, state)
    return found


def _exactly(value: Fraction) -> Worth:
    return Worth(value, value, value, EXACT)


# --- between bounds ----------------------------------------------------------------------------

Bounds: TypeAlias = Callable[[State], tuple[float, float]]


def _within_work(state: State, bounds: Bounds) -> Work[Outlook]:
    moves = {}
    if state.to_move != CHANCE:
        for move in state.moves():
            moves[move] = _within(bounds(state.after(move)))
            yield len(moves)
    line: list[Move] = []
    node = state
    while node.to_move not in (None, CHANCE) and len(line) < _LINE_MOST:
        best = _best_move(node, bounds)
        line.append(best)
        node = node.after(best)
    return Outlook(_within(bounds(state)), moves, tuple(line))


def _best_move(state: State, bounds: Bounds) -> Move:
    """Return the first move than which none is surely better."""
    found = [(move, bounds(state.after(move))) for move in state.moves()]
    least = max(low for _, (low, _) in found)
    return next(move for move, (_, high) in found if high >= least)


def _within(pair: tuple[float, float]) -> Worth:
    low, high = pair
    if not high - low <= WIDEST:
        raise ArithmeticError(f"the bounds are {high - low} apart")
    return Worth((low + high) / 2, low, high, WITHIN)


# --- estimates ---------------------------------------------------------------------------------


def _estimate_work(game: Game, state: State) -> Work[Outlook]:
    """Play games to the end, of each move in turn; all moves meet the same seeds."""
    after = {} if state.to_move == CHANCE else {move: state.after(move) for move in state.moves()}
    starts = list(after.values()) or [state]
    wins = [0] * len(starts)
    player = _Planner(game)
    pause = Pause()
    total = GAMES * len(starts)
    done = 0
    for first in range(0, GAMES, _ROUND):
        for i, start in enumerate(starts):
            for seed in range(first, first + _ROUND):
                rng, node = Random(seed), start
                while node.result is None:
                    chance = node.to_move == CHANCE
                    node = node.after(node.chances().sample(rng) if chance else player.move(node))
                    if pause.due():
                        yield Progress(done, total)
                wins[i] += node.result[0]
                done += 1
    worth = [_estimated(number, GAMES) for number in wins]
    most = max(worth, key=lambda w: w.about)
    return Outlook(most, dict(zip(after, worth, strict=False)), ())


class _Planner:
    """A player who looks ahead to the end of its turn, for the highest valuation by the game.

    The turn ends when chance comes; but one chance of few outcomes, as a die that is rolled again
    in the middle of a turn, is looked through.
    """

    _FEW: Final = 6
    _REMEMBERED: Final = 100_000

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[State, bool], float] = {}

    def move(self, state: State) -> Move:
        """Return the first of the moves that lead to the highest value."""
        if len(self._known) > self._REMEMBERED:
            self._known.clear()
        return max(state.moves(), key=lambda move: self._worth(state.after(move), True))

    def _worth(self, state: State, through: bool) -> float:
        """Return the value ahead; ``through``: may a chance still be looked through?"""
        found = self._known.get((state, through))
        if found is None:
            # for moves that lead round in a circle
            self._known[state, through] = self._game.value(state, 0)
            found = self._known[state, through] = self._ahead(state, through)
        return found

    def _ahead(self, state: State, through: bool) -> float:
        if state.to_move is None:
            return self._game.value(state, 0)
        if state.to_move != CHANCE:
            return max(self._worth(state.after(move), through) for move in state.moves())
        chances = state.chances()
        if not through or len(chances) > self._FEW:
            return self._game.value(state, 0)
        parts = (ways * self._worth(state.after(o), False) for o, ways in chances.items())
        return sum(parts) / chances.total


def _estimated(wins: int, games: int) -> Worth:
    """Return the share of games won with its 95 % interval (Wilson 1927)."""
    share, z2 = wins / games, _SIGMAS**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = _SIGMAS / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    # at 0 and 1 the formula meets the end exactly, but for rounding
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Worth(share, min(low, share), max(high, share), ESTIMATE)
