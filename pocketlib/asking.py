"""Odds as people ask for them: of which number, at which moment, and the answer in words.

The table's odds panel and the command ``odds`` both stand on this; what they show is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pocketlib.chance import Chance, percent
from pocketlib.contract import CHANCE, Game, Measure, Move, State
from pocketlib.graph import Work
from pocketlib.odds import Explained, after_work
from pocketlib.reading import simplified

DICE: Final = "dice"
NEXT: Final = "next"
STOPS: Final = {
    DICE: "at the next decision after dice or cards",
    NEXT: "at the next decision",
}
"""The moments at which a number can be looked at, in words, the most useful first.

Where a move leads straight to the dice, the two are the same. Where another decision comes first
(dice are laid on cards, then the cards are used), "at the next decision" has nothing to tell.
"""
LIKELY_NAMED: Final = 3
"""Of so many outcomes at most that are likeliest together all are named."""
HIDDEN: Final = (
    "No odds are told here: they would depend on what is hidden. What one may know of it is in "
    "the words of the table."
)


OVER: Final = "The game is over: nothing is left to chance."


class Foreseen(NamedTuple):
    """The exact chance of a measure at a stopping point.

    ``guided``: was a decision on the way taken as a simple player takes it? ``throw`` is the
    position at which chance draws, if all of it comes from one.
    """

    measure: Measure
    chance: Chance[Any]
    stop: str
    guided: bool
    throw: State | None = None

    @property
    def mean(self) -> Fraction | None:
        """The average of the measure; None if it is no number."""
        try:
            return self.chance.mean()
        except TypeError:
            return None

    @property
    def sentence(self) -> str:
        """The whole answer as one sentence."""
        comma = "," if len(self.chance.outcomes) > 1 else ""
        return f"{self.told}{comma} {STOPS[self.stop]}."

    @property
    def told(self) -> str:
        """The same without when it is looked at, and without a full stop."""
        title = self.measure.title[:1].upper() + self.measure.title[1:]
        outcomes = self.chance.outcomes
        if len(outcomes) == 1:
            return f"{title}: {self.shown(outcomes[0])} for certain"
        told = f"{title}: {self._likely}"
        mean = self.mean
        if mean is not None:
            told += (
                f", from {self.shown(min(outcomes))} to {self.shown(max(outcomes))}, "
                f"on average {number(mean)}"
            )
        return told

    @property
    def _likely(self) -> str:
        """What is most likely, by name as far as that tells something."""
        outcomes = self.chance.outcomes
        most = max(map(self.chance.weight, outcomes))
        likely = [outcome for outcome in outcomes if self.chance.weight(outcome) == most]
        p = self.chance.probability(likely[0])
        if len(likely) == len(outcomes):
            return f"{len(likely)} outcomes, equally likely ({p}, {percent(p)} each)"
        each = "" if len(likely) == 1 else " each"
        named = " or ".join(map(self.shown, likely[:LIKELY_NAMED]))
        if len(likely) > LIKELY_NAMED:
            named = f"one of {len(likely)} outcomes"
        return f"most likely {named} ({p}, {percent(p)}{each})"

    @property
    def assumption(self) -> str:
        """What was taken for granted on the way, as a sentence; "" if nothing."""
        if not self.guided:
            return ""
        return "Decisions before the dice are taken as a simple player takes them."

    def shown(self, outcome: object) -> str:
        """Return an outcome with the unit of the measure."""
        return f"{outcome} {self.measure.unit}".rstrip()

    def lines(self, most: int) -> list[str]:
        """Return a line for each outcome, at most ``most``; the last one sums up the others."""
        shown, others = likeliest(self.chance, most)
        found = [f"{self.shown(o)}: {odds(self.chance, o)}" for o in shown]
        if others:
            left = self.chance.p(lambda o: o in others)
            found.append(f"and {len(others)} more: {left} ({percent(left)})")
        return found


def odds(chance: Chance[Any], outcome: object) -> str:
    """Return the probability of ``outcome`` as people read it, as in "91/216 (42.1 %)"."""
    p = chance.probability(outcome)
    return f"{p} ({percent(p)})"


def number(value: Fraction | int) -> str:
    """Return an exact number; with a fraction that nobody can picture, about how much it is.

    >>> number(Fraction(4)), number(Fraction(21, 8))
    ('4', '21/8 (about 2.63)')
    """
    exact = Fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{exact} (about {decimal(exact)})"


def decimal(value: Fraction) -> str:
    """Return ``value`` with two decimals, rounded half away from zero; no float takes part."""
    hundredths = (abs(value) * 200 + 1) // 2
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def likeliest(chance: Chance[Any], most: int) -> tuple[list[Any], frozenset[Any]]:
    """Return the outcomes to be shown, in the order of the chance, and those left out.

    If there are more than ``most``, the likeliest are shown, with a place left for the others.
    """
    outcomes = chance.outcomes
    if len(outcomes) <= most:
        return list(outcomes), frozenset()
    ranked = sorted(outcomes, key=chance.weight, reverse=True)  # stable: the first among equals
    others = frozenset(ranked[most - 1 :])
    return [o for o in outcomes if o not in others], others


# --- working it out ----------------------------------------------------------------------------


def stops(game: Game) -> tuple[str, ...]:
    """Return the stopping points that can be asked for in ``game``.

    Past a decision only a game with a valuation can go on: the simple player follows it.
    """
    return (NEXT,) if type(game).value is Game.value else (DICE, NEXT)


def foresee_work(
    game: Game, state: State, move: str | None, measure: Measure, stop: str
) -> Work[Foreseen]:
    """Work out the chance of ``measure`` at ``stop``, after ``move`` (None: from ``state``).

    Raises Refusal for a bad move, Endless where play never stops. Only for games without hidden
    information.
    """
    start = state if move is None else state.after(move)
    guided = False

    def simple(node: State) -> Move:
        nonlocal guided
        guided = True
        return simple_move(game, node)

    drawn_already = state.to_move == CHANCE
    if stop == NEXT or drawn_already or start.to_move in (None, CHANCE):
        chance = yield from after_work(start, None, measure)
        return Foreseen(measure, chance, stop, guided, start if start.to_move == CHANCE else None)
    drawn: Chance[State] = yield from after_work(
        start, None, None, until=lambda node: node.to_move == CHANCE, policy=simple
    )
    parts = {}
    for node in drawn:
        parts[node] = yield from after_work(node, None, measure)
        yield len(parts)  # each alone may be too short to pause
    chance = drawn.then(parts.__getitem__)
    only = drawn.outcomes[0] if len(drawn) == 1 else None
    throw = only if only is not None and only.to_move == CHANCE else None
    return Foreseen(measure, chance, stop, guided, throw)


def why_work(throw: State, measure: Measure) -> Work[dict[Any, Explained]]:
    """Work out, for each value of ``measure`` after the draw at ``throw``, what brings it about."""
    chances = throw.chances()
    brought: dict[Any, list[tuple[Move, int, Fraction]]] = {}
    for done, (move, ways) in enumerate(chances.items()):
        found = yield from after_work(throw, move, measure)
        for value in found:
            brought.setdefault(value, []).append((move, ways, found.probability(value)))
        yield done
    return {value: Explained.of(tuple(brought[value]), chances.total) for value in _sorted(brought)}


def _sorted(values: Iterable[Any]) -> list[Any]:
    """Put numbers (and what else can be sorted) in order; leave the rest as it came."""
    found = list(values)
    try:
        return sorted(found)
    except TypeError:
        return found


def simple_move(game: Game, state: State) -> Move:
    """Return the move after which the game's own valuation is highest, the first among equals."""
    seat = state.to_move
    assert seat is not None
    return max(state.moves(), key=lambda move: game.value(state.after(move), seat))


# --- what people type --------------------------------------------------------------------------


def asked_measure(measures: Mapping[str, Measure], text: str) -> tuple[Measure | None, str]:
    """Return the measure whose name ``text`` begins with, and the rest; None if there is none.

    Of "enemy" and "enemy strength" the longer name is meant, if it fits.
    """
    typed = simplified(text)
    for name in sorted(measures, key=len, reverse=True):
        plain = simplified(name)
        if typed == plain or typed.startswith(plain + " "):
            return measures[name], " ".join(text.split()[len(plain.split()) :])
    return None, text
