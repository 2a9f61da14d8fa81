"""What people type as an answer, and what they are told: one way of reading for all checks.

A chance may be written as 1/4, 0.25 or 25 %, another number as 3/2 or 1.5. What is rounded
correctly counts as right, if two digits or more are given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pocketlib.asking import decimal, number
from pocketlib.chance import percent

CHANCE: Final = "chance"
NUMBER: Final = "number"
CHOICE: Final = "choice"

_TYPED: Final = re.compile(
    r"(-?)(\d{1,30}|\d{0,9}\.\d{1,30}|\d{1,9}\.)(?:/(\d{1,30}))?(%?)", re.ASCII
)
_ENDLESS: Final = re.compile(r"\d{31}", re.ASCII)
"""More digits in a row than are read."""
_FEWEST_DIGITS: Final = 2
_SURELY_PERCENT: Final = 10
"""A bare number from 1 up to this one is asked back: it may be per cent, or out of ten."""
ASK_CHANCE: Final = "Type a chance like 1/4, 0.25 or 25 %."
ASK_NUMBER: Final = "Type a number like 3/2 or 1.5."


class Typed(NamedTuple):
    """A number that was typed: it may be off by ``slack`` if it was rounded to ``digits``."""

    value: Fraction
    slack: Fraction
    digits: int

    def means(self, exact: Fraction) -> bool:
        """Is it ``exact``, or that correctly rounded to two digits or more?"""
        if self.value == exact:
            return True
        return self.digits >= _FEWEST_DIGITS and abs(self.value - exact) <= self.slack


class Slip(NamedTuple):
    """A typical wrong answer: its value, the name of the mistake, and what to say about it."""

    value: Fraction | str
    name: str
    words: str


class Result(NamedTuple):
    """What comes of a check: is the answer right, and what is said about it."""

    right: bool
    words: str

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        from html import escape  # notebooks only

        return f"<p>{escape(self.words)}</p>"


def read_answer(text: Any, kind: str) -> Typed:
    """Return the number that a person typed, or a program handed over.

    Raises ValueError with a sentence that says what was expected; also for a small number such as
    1 or 2, which may mean different things where a chance was asked for.
    """
    by_program = isinstance(text, int | float | Fraction)
    ask = ASK_CHANCE if kind == CHANCE else ASK_NUMBER
    if isinstance(text, float):
        # nine places: what a float has beyond them is its own rounding
        text = f"{text:.9f}".rstrip("0")
    typed = str(text).strip().replace(",", ".").replace(" ", "").replace("\N{MINUS SIGN}", "-")
    match = _TYPED.fullmatch(typed)
    if match is None and _ENDLESS.search(typed):
        raise ValueError(f"That is a very long number; a few digits are enough. {ask}")
    if match is None:
        raise ValueError(ask)
    sign, digits, divisor, in_percent = match.groups()
    value = Fraction(digits.rstrip("."))
    bare = kind == CHANCE and not (divisor or in_percent or by_program)
    if bare and 1 <= value < _SURELY_PERCENT and not sign:
        other = "certain, type 100 %" if value == 1 else f"{typed} in 10, type {typed}/10"
        raise ValueError(f"{typed} per cent? Then type {typed} %. If you mean {other}.")
    slack = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    if divisor:
        if int(divisor) == 0:
            raise ValueError("Nothing can be divided by 0.")
        value, slack = value / int(divisor), Fraction(0)
    if in_percent or (bare and value > 1):
        value, slack = value / 100, slack / 100
    if sign:
        value = -value
    if kind == CHANCE and not 0 <= value <= 1:
        raise ValueError("A chance is never less than 0 nor more than 1 (100 %).")
    return Typed(value, slack, len(digits.replace(".", "").lstrip("0")))


def read_chance(text: str) -> Fraction:
    """Return the probability that a person typed: 1/4, 0.25, .25, 25 % or 25.

    Raises ValueError with a sentence that says what was expected.
    """
    return read_answer(text, CHANCE).value


def shown(value: Fraction, kind: str) -> str:
    """Return an exact answer as people read it: "5/27, about 18.5 %", "21/8, about 2.63".

    Of fractions that fill a line only the rounded number is told.
    """
    if value.denominator == 1 and kind != CHANCE:
        return str(value)
    about = percent(value) if kind == CHANCE else decimal(value)
    if len(str(value)) > LONGEST:
        return about if about[0] in "<>" else f"about {about}"
    if about[0] in "<>":
        return f"{value}, {about}"
    if kind == CHANCE and Decimal(value.numerator * 1000) % value.denominator == 0:
        return f"{value}, {about}"
    return f"{value}, about {about}"


LONGEST: Final = 24


def judged(text: Any, exact: Fraction | str, kind: str, slips: Sequence[Slip]) -> Result:
    """Return what is to be said about an answer; the right one is told to nobody who missed it."""
    if kind == CHOICE:
        return _chosen(str(text), str(exact), slips)
    assert isinstance(exact, Fraction)
    try:
        typed = read_answer(text, kind)
    except ValueError as error:
        return Result(False, str(error))
    if typed.means(exact):
        same = typed.value == exact
        return Result(True, f"Right: {shown(exact, kind)}." if same else _rounded(exact, kind))
    for slip in slips:
        if isinstance(slip.value, Fraction) and typed.means(slip.value):
            return Result(False, f"Not yet. {slip.name}: {slip.words}")
    if typed.slack and abs(typed.value - exact) <= typed.slack:
        return Result(False, "Close. Give at least two digits, or a fraction.")
    return Result(False, "Not yet.")


def _rounded(exact: Fraction, kind: str) -> str:
    return f"Right, rounded. Exactly: {shown(exact, kind)}."


def _chosen(typed: str, exact: str, slips: Sequence[Slip]) -> Result:
    if typed.strip().casefold() == exact.casefold():
        return Result(True, "Right.")
    for slip in slips:
        if typed.strip().casefold() == str(slip.value).casefold():
            return Result(False, f"Not yet. {slip.name}: {slip.words}")
    return Result(False, "Not yet.")


def off(guess: Fraction, exact: Fraction, kind: str) -> str:
    """Return how far off a prediction was: "You said 33.3 %: 8.8 points low"."""
    said = percent(guess) if kind == CHANCE else number(guess)
    if guess == exact:
        return f"You said {said}: exactly right."
    side = "high" if guess > exact else "low"
    distance = abs(guess - exact) * (100 if kind == CHANCE else 1)
    if kind == CHANCE:
        return f"You said {said}: {_one_place(distance)} points {side}."
    return f"You said {said}: {decimal(distance)} {side}."


def _one_place(value: Fraction) -> str:
    tenths = (value * 20 + 1) // 2
    return "less than 0.1" if value and not tenths else f"{tenths // 10}.{tenths % 10}"
