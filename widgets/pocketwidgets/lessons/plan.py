"""What a question is made of: what is asked, the position, the exact answer, and how it comes.

An :class:`Ask` is an entry of the answer key. A :class:`Case` is a position with everything that
is shown about it; a :class:`Plan` puts one of each kind together, and says with which controls
the case can be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from pocketlib.chance import Chance
from pocketlib.contract import Rule, Seat, State
from pocketlib.graph import Work, finish
from pocketwidgets.answers import CHANCE, CHOICE, NUMBER, Result, Slip, judged
from pocketwidgets.charts import Chart, bars
from pocketwidgets.charts.chart import Column, words_of
from pocketwidgets.lessons.scale import Estimate, Row, scale
from pocketwidgets.scene import Scene

Counts: TypeAlias = Mapping[Any, int]
"""How often each outcome came in a simulation."""
Answer: TypeAlias = Fraction | str
Guess: TypeAlias = Answer | None
"""What somebody predicted: a number, one of the choices, or nothing."""

Drawer: TypeAlias = "Callable[[State, Seat | None, str], list[Scene]]"
"""Draws a position as a seat sees it (None: a spectator), in a theme: in its widths, widest first.
"""
_SURE: Final = 1.96
"""So many standard errors: 19 of 20 simulations come as close as that."""


class Table(NamedTuple):
    """Numbers for the reasoning, as a table."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


Reason: TypeAlias = "str | Chart | Table"


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that is asked, with its place in the answer key.

    ``answer`` works it out; it is asked for late and may take a moment. ``because`` is told with
    the right answer.
    """

    id: str
    words: str
    answer: Callable[[], Answer]
    kind: str = CHANCE
    choices: tuple[tuple[str, str], ...] = ()
    hints: tuple[str, ...] = ()
    slips: Callable[[], tuple[Slip, ...]] = tuple
    because: Callable[[], str] = str

    @property
    def exact(self) -> Answer:
        """The right answer."""
        return self.answer()

    def judge(self, answer: Any) -> Result:
        """Return whether an answer is right, and what to say about it."""
        if self.kind == CHOICE:
            answer = {label: value for value, label in self.choices}.get(answer, answer)
        return judged(answer, self.exact, self.kind, self.slips())

    def shown_choice(self, value: Any) -> str:
        """Return a choice as it is shown."""
        return dict(self.choices).get(value, str(value))


class Control(NamedTuple):
    """Something that can be changed: the name of the argument, a label, values with labels."""

    name: str
    label: str
    options: tuple[tuple[str, Any], ...]
    value: Any


# --- cases -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A position, its exact answer, and how to play it once.

    ``picture`` draws ``state`` with the eyes of ``seat`` (None: nothing is drawn). ``sentence`` is
    the answer in words; ``play`` plays the real engine once and returns what came out (None:
    nothing is simulated), ``sampled`` says in words what it does.
    """

    sentence: str
    ask: str = ""
    state: State | None = None
    picture: Drawer | None = None
    seat: Seat | None = None
    play: Callable[[Random], Any] | None = None
    sampled: str = "games of the computer"
    kind: str = CHANCE

    @property
    def exact(self) -> Answer:
        """The answer."""
        raise NotImplementedError

    def charts(self, counts: Counts, guess: Guess = None) -> tuple[Chart, ...]:
        """Return the pictures of the answer, with a simulation and a prediction."""
        raise NotImplementedError

    def estimate(self, counts: Counts) -> Estimate | None:
        """Return what the simulation says about the answer; None if it says nothing."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread(Case):
    """What is asked is the chance of one outcome, ``lit``, among all of ``chance``."""

    chance: Chance[Any]
    lit: Any
    title: str = ""
    labels: Callable[[Any], str] = words_of
    dice: bool = False

    @property
    def exact(self) -> Fraction:
        """The chance of the outcome in question."""
        return self.chance.probability(self.lit)

    def charts(self, counts: Counts, guess: Guess = None) -> tuple[Chart, ...]:
        """Return bars for all outcomes."""
        possible = self.lit in self.chance
        chart = bars(
            self.chance,
            title=self.title,
            aside=_aside(counts, self.sampled),
            labels=self.labels,
            simulated=dict(counts),
            prediction={self.lit: guess} if isinstance(guess, Fraction) and possible else None,
            highlight=self.lit if possible else None,
            dice=self.dice,
            sentence=self.sentence,
        )
        return (chart,)

    def estimate(self, counts: Counts) -> Estimate | None:
        """Return how often the outcome in question came."""
        return estimated(_hits(counts, self.lit))


def _hits(counts: Counts, lit: Any) -> dict[bool, int]:
    found = {True: counts.get(lit, 0)}
    found[False] = sum(counts.values()) - found[True]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean(Case):
    """What is asked is the mean of ``chance``, whose outcomes are numbers."""

    chance: Chance[Any]
    title: str = ""
    unit: str = ""
    kind: str = NUMBER

    @property
    def exact(self) -> Fraction:
        """The mean."""
        return self.chance.mean()

    def charts(self, counts: Counts, guess: Guess = None) -> tuple[Chart, ...]:
        """Return the mean as a bar, and the bars of the outcomes below it."""
        row = Row("on average", self.exact, self.estimate(counts), _number(guess), True)
        found = scale((row,), NUMBER, title=self.title, sentence=self.sentence)
        spread = bars(
            self.chance,
            title=f"Each possible {self.unit}" if self.unit else "All outcomes",
            aside=_aside(counts, self.sampled),
            simulated=dict(counts),
        )
        return found, spread

    def estimate(self, counts: Counts) -> Estimate | None:
        """Return the mean of the simulation."""
        return estimated(counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Case):
    """Several numbers side by side, by their names. ``lit`` is the one in question.

    ``play`` returns (name, number): which of them was played, and what came out. With ``choice``
    the answer is that choice, not the number.
    """

    values: Mapping[str, Fraction]
    lit: str
    title: str = ""
    choice: str = ""

    @property
    def exact(self) -> Answer:
        """The number in question, or the choice."""
        return self.choice or self.values[self.lit]

    def charts(self, counts: Counts, guess: Guess = None) -> tuple[Chart, ...]:
        """Return a bar for each number."""
        rows = tuple(
            Row(
                f"{name} (your choice)" if guess and name.endswith(str(guess)) else name,
                value,
                estimated({x: n for (played, x), n in counts.items() if played == name}),
                _number(guess) if name == self.lit else None,
                name == self.lit,
            )
            for name, value in self.values.items()
        )
        aside = _aside(counts, self.sampled)
        return (scale(rows, self.kind, title=self.title, aside=aside, sentence=self.sentence),)

    def estimate(self, counts: Counts) -> Estimate | None:
        """Return what the simulation says about the number in question."""
        return estimated({x: n for (played, x), n in counts.items() if played == self.lit})


def _number(guess: Guess) -> Fraction | None:
    return guess if isinstance(guess, Fraction) else None


def _aside(counts: Counts, sampled: str) -> str:
    runs = sum(counts.values())
    return f"exact, and {runs:,} {sampled}" if runs else ""


def estimated(counts: Mapping[Any, int]) -> Estimate | None:
    """Return the mean of what came out, and how far off it may be; None for nothing."""
    runs = sum(counts.values())
    if not runs:
        return None
    mean = sum((Fraction(x) * n for x, n in counts.items()), Fraction(0)) / runs
    square = sum((Fraction(x) ** 2 * n for x, n in counts.items()), Fraction(0)) / runs
    return Estimate(mean, _SURE * sqrt(float(square - mean**2) / runs), runs)


# --- plans -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole question. ``case`` takes the values of the controls by name.

    ``rules`` are the rules that one has to know, in the words of the game; they are shown.
    """

    ask: Ask
    title: str
    case: Callable[..., Case | Work[Case]]
    why: Callable[[], tuple[Reason, ...]]
    controls: tuple[Control, ...] = ()
    exercises: tuple[Ask, ...] = ()
    rules: tuple[Rule, ...] = ()
    seed: int = field(default=2024)

    def case_work(self, **values: Any) -> Work[Case]:
        """Work out the case with these values of the controls, with pauses."""
        chosen = {control.name: control.value for control in self.controls} | values
        found = self.case(**chosen)
        if isinstance(found, Generator):
            found = yield from found
        return found

    def start(self) -> Case:
        """Return the case that is asked about."""
        return finish(self.case_work())


def simulation_work(case: Case, rng: Random, runs: int, counts: Counter[Any]) -> Work[None]:
    """Play ``runs`` times and add what came out to ``counts``, with a pause after each."""
    if case.play is None:
        return
    for done in range(runs):
        counts[case.play(rng)] += 1
        yield done + 1
