"""The page of ten well-known mechanics: its examples, and each number counted in another way."""

from __future__ import annotations

import ast
import doctest
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import dyce
import icepool
import pytest

from pocketlib.mechanic import odds_of

F = Fraction
PAGE = Path(__file__).parents[2] / "docs" / "ten-mechanics.md"
MOST_LINES = 10
SIX = range(1, 7)


def examples() -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))


@cache
def told() -> dict[str, Any]:
    """Return what the page defines, by name."""
    found: dict[str, Any] = {}
    for example in examples():
        if example.source.startswith(("def ", "from ")):
            exec(example.source, found)
    return found


def mechanic(name: str) -> Any:
    return told()[name]


def test_the_examples_of_the_page() -> None:
    tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried.attempted >= 30
    assert not tried.failed


def test_there_are_ten_and_each_is_short() -> None:
    text = PAGE.read_text("utf-8")
    assert text.count("\n## ") == 10
    functions = [e.source for e in examples() if e.source.startswith("def ")]
    assert len(functions) >= 10
    for source in functions:
        (function,) = ast.parse(source).body
        assert function.end_lineno is not None
        assert function.end_lineno <= MOST_LINES + 1, source.splitlines()[0]


def test_advantage() -> None:
    best = Counter(max(pair) for pair in product(range(1, 21), repeat=2))
    assert odds_of(mechanic("advantage")).weights == best
    pool = icepool.d20.highest(2)
    assert {face: F(pool.probability(face)) for face in pool} == {
        face: F(ways, 400) for face, ways in best.items()
    }


@pytest.mark.parametrize("target", [6, 7, 10, 12, 13, 20])
def test_exploding(target: int) -> None:
    def reached(total: int) -> Fraction:
        if total >= target:
            return F(1)
        ends = sum(F(1, 6) for face in range(1, 6) if total + face >= target)
        return ends + F(1, 6) * reached(total + 6)

    assert odds_of(mechanic("exploding"), target).probability(True) == reached(0)


def test_risk() -> None:
    lost: Counter[int] = Counter()
    for roll in product(SIX, repeat=5):
        attack, defence = sorted(roll[:3], reverse=True), sorted(roll[3:], reverse=True)
        lost[sum(a > d for a, d in zip(attack, defence, strict=False))] += 1
    assert lost == {2: 2890, 1: 2611, 0: 2275}
    found = odds_of(mechanic("risk"))
    assert {n: found.probability(n) for n in found} == {n: F(w, 7776) for n, w in lost.items()}


def test_five_alike() -> None:
    # how many alike become how many, by throwing the others: all 6^n throws, nothing else
    @cache
    def becomes(alike: int) -> dict[int, Fraction]:
        other = 5 - alike
        found: dict[int, Fraction] = {}
        for new in product(SIX, repeat=other):
            count = Counter(new)
            best = max(alike + count.pop(1, 0), *count.values(), 0)
            found[best] = found.get(best, F(0)) + F(1, 6**other)
        return found

    now = {0: F(1)}
    for _ in range(3):
        after: dict[int, Fraction] = {}
        for alike, p in now.items():
            for best, q in becomes(alike).items():
                after[best] = after.get(best, F(0)) + p * q
        now = after
    assert now[5] == F(347897, 7558272)
    assert odds_of(mechanic("five_alike")).probability(True) == now[5]


def test_craps() -> None:
    ways = Counter(sum(pair) for pair in product(SIX, repeat=2))
    wins = F(ways[7] + ways[11], 36)
    for point in (4, 5, 6, 8, 9, 10):
        wins += F(ways[point], 36) * F(ways[point], ways[point] + ways[7])
    assert wins == F(244, 495)
    assert odds_of(mechanic("pass_line")).probability(True) == wins


def test_pig() -> None:
    worth: dict[int, Fraction] = {}
    for total in range(80, -1, -1):
        on = sum((worth.get(total + f, F(total + f)) for f in range(2, 7)), F(0)) / 6
        worth[total] = max(F(total), on)
    best = odds_of(mechanic("free_pig"))
    assert best.mean() == worth[0] == odds_of(mechanic("pig")).mean()

    @cache
    def bust(total: int) -> Fraction:
        return F(0) if total >= 20 else F(1, 6) + sum(bust(total + f) for f in range(2, 7)) / F(6)

    assert odds_of(mechanic("pig")).probability(0) == bust(0)


def test_death_saves() -> None:
    @cache
    def lives(good: int, bad: int) -> Fraction:
        if good == 3 or bad >= 3:
            return F(good == 3)
        up, luck, fails, slips = F(10, 20), F(1, 20), F(8, 20), F(1, 20)
        return (
            luck
            + up * lives(good + 1, bad)
            + fails * lives(good, bad + 1)
            + slips * lives(good, bad + 2)
        )

    assert lives(0, 0) == F(4761, 8000)
    assert odds_of(mechanic("death_saves")).probability(True) == lives(0, 0)


@pytest.mark.parametrize(("mine", "yours"), [(5, 3), (4, 4), (1, 6)])
def test_opposed_pools(mine: int, yours: int) -> None:
    def hits(dice: int) -> list[Fraction]:
        return [comb(dice, k) * F(1, 3) ** k * F(2, 3) ** (dice - k) for k in range(dice + 1)]

    sides: dict[int, Fraction] = {1: F(0), 0: F(0), -1: F(0)}
    for a, p in enumerate(hits(mine)):
        for b, q in enumerate(hits(yours)):
            sides[(a > b) - (a < b)] += p * q
    found = odds_of(mechanic("opposed"), mine, yours)
    assert {side: found.probability(side) for side in sides} == sides
    hit = dyce.H({0: 4, 1: 2})
    apart = mine @ hit - yours @ hit
    more = sum(count for number, count in apart.items() if number > 0)
    assert F(more, sum(apart.counts())) == sides[1]


@pytest.mark.parametrize("skill", range(1, 96))
def test_roll_under(skill: int) -> None:
    p = F(skill, 100)
    again = p - 3 * F(5, 100)
    expected = p + (1 - p) * p if again > 0 else p
    assert odds_of(mechanic("roll_under"), skill).probability(1) == expected


def test_twenty_one() -> None:
    @cache
    def worth(total: int) -> tuple[Fraction, bool]:
        if total > 21:
            return F(0), True
        on = sum((worth(total + a + b)[0] for a in SIX for b in SIX), F(0)) / 36
        return max((F(total), True), (on, False))

    found = odds_of(mechanic("twenty_one"))
    assert found.mean() == worth(0)[0]
    assert [total for total in range(22) if worth(total)[1]] == [*range(14, 22)]
    assert {*found} == {0, *range(14, 22)}
