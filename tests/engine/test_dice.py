"""Dice: every function against plain counting of all rolls."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pocketlib import dice, graph, mechanic
from pocketlib.chance import Chance

DICE = st.integers(0, 4)
WEIGHTED = st.dictionaries(st.integers(-3, 5), st.integers(1, 4), min_size=1, max_size=4)


def all_rolls(number: int, faces: dict[int, int]) -> Counter[tuple[int, ...]]:
    """Return every ordered roll, sorted from low to high, with its ways."""
    found: Counter[tuple[int, ...]] = Counter()
    for roll in product(faces, repeat=number):
        ways = 1
        for face in roll:
            ways *= faces[face]
        found[tuple(sorted(roll))] += ways
    return found


def chance(counter: Counter[Any]) -> Chance[Any]:
    return Chance(counter)


@given(number=DICE, faces=WEIGHTED)
def test_sorted_rolls(number: int, faces: dict[int, int]) -> None:
    assert dice.sorted_rolls(number, Chance(faces)) == chance(all_rolls(number, faces))


@given(number=st.integers(1, 4), faces=WEIGHTED, data=st.data())
def test_order_statistics(number: int, faces: dict[int, int], data: st.DataObject) -> None:
    rank = data.draw(st.integers(1, number))
    expected: Counter[int] = Counter()
    for hand, ways in all_rolls(number, faces).items():
        expected[hand[rank - 1]] += ways
    assert dice.order_statistic(number, rank, Chance(faces)) == chance(expected)


@given(number=DICE, faces=WEIGHTED, data=st.data())
@settings(max_examples=200)
def test_kept_dice(number: int, faces: dict[int, int], data: st.DataObject) -> None:
    keep = data.draw(st.integers(0, number))
    high: Counter[int] = Counter()
    low: Counter[int] = Counter()
    for hand, ways in all_rolls(number, faces).items():
        high[sum(hand[number - keep :])] += ways
        low[sum(hand[:keep])] += ways
    assert dice.keep_highest(number, keep, Chance(faces)) == chance(high)
    assert dice.keep_lowest(number, keep, Chance(faces)) == chance(low)


@given(number=DICE, faces=WEIGHTED, limit=st.integers(-3, 5))
def test_counts(number: int, faces: dict[int, int], limit: int) -> None:
    expected: Counter[int] = Counter()
    for hand, ways in all_rolls(number, faces).items():
        expected[sum(face >= limit for face in hand)] += ways
    assert dice.count(number, lambda face: face >= limit, Chance(faces)) == chance(expected)


TABLES = {
    (0, 0, "red"): "5/12 55/216 25/144 161/216 205/432 331/972 119/144 641/972 3805/7776",
    (1, 0, "red"): "125/216 505/1296 2183/7776 119/144 4747/7776 7235/15552 6797/7776 "
    "34759/46656 167927/279936",
    (0, 1, "red"): "55/216 25/144 979/7776 791/1296 331/972 11897/46656 5593/7776 8317/15552 "
    "106453/279936",
    (1, 1, "red"): "121/324 59/216 2413/11664 5593/7776 21383/46656 50165/139968 36827/46656 "
    "178457/279936 405557/839808",
    (1, 1, "blue"): "269/648 2183/7776 9829/46656 157/216 925/1944 101479/279936 9251/11664 "
    "89803/139968 205729/419904",
}
"""(red's re-rolls, blue's, who is first) -> the chances of 1, 2, 3 red against 1, 2, 3 blue."""


@pytest.mark.parametrize("rerolls", TABLES)
def test_red_against_blue(rerolls: tuple[int, int, str]) -> None:
    reds, blues, first = rerolls
    found = [dice.red_wins(r, b, reds, blues, first) for r in (1, 2, 3) for b in (1, 2, 3)]
    assert found == [Fraction(text) for text in TABLES[rerolls].split()]


def test_a_hand_without_dice() -> None:
    assert dice.red_wins(0, 2) == dice.red_wins(0, 0) == 0
    assert dice.red_wins(2, 0) == 1


def test_an_assault_is_two_independent_comparisons() -> None:
    every = [range(1, 7)] * 5
    fallen: Counter[tuple[bool, bool]] = Counter()
    for a, b, c, d, e in product(*every):
        strike = sorted((a, b), reverse=True) > [c]
        fallen[strike, [d] > [e]] += 1
    assert dice.assault(2, 1, 1, 1) == chance(fallen)


def test_the_duel_table() -> None:
    hits = dice.count(3, lambda face: face <= 4)

    def wins(a: int, b: int) -> Fraction:
        return dice.duel(a, b, hits).p(lambda left: left[0] > 0)

    assert wins(1, 2) == Fraction(7641, 10192)
    assert wins(3, 3) == Fraction(13806578763, 18905589248)
    assert wins(6, 4) == Fraction(291841181607577165497, 308184696497866080256)


def test_a_duel_is_what_its_equation_says() -> None:
    # W(a, b) from its own equation, the double miss divided out by hand
    hits = dict(dice.count(3, lambda face: face <= 4).items())
    p = {k: Fraction(w, 27) for k, w in hits.items()}
    known: dict[tuple[int, int], Fraction] = {}
    for a, b in product(range(1, 5), range(1, 5)):
        total = Fraction(0)
        for h, ph in p.items():
            if h >= b:
                total += ph
                continue
            for k, pk in p.items():
                if k < a and (h or k):
                    total += ph * pk * known[a - k, b - h]
        known[a, b] = total / (1 - p[0] ** 2)
        left = dice.duel(a, b, dice.count(3, lambda face: face <= 4))
        assert left.p(lambda x: x[0] > 0) == known[a, b]


@pytest.mark.parametrize("start", [(1, 1), (2, 3), (5, 2)])
def test_handing_chips_over_is_the_gamblers_ruin(start: tuple[int, int]) -> None:
    p = Fraction(3, 5)
    r = (1 - p) / p
    a, b = start
    exchange = Chance({(-1, 1): 3, (1, -1): 2})
    won = dice.contest(a, b, lambda one, other: exchange).probability((a + b, 0))
    assert won == (1 - r**a) / (1 - r ** (a + b))


def test_pairs_that_lose_chips() -> None:
    lost: Counter[tuple[int, int]] = Counter()
    for roll in product(range(1, 7), repeat=5):
        red, blue = sorted(roll[:3], reverse=True), sorted(roll[3:], reverse=True)
        won = sum(a > b for a, b in zip(red, blue, strict=False))
        lost[2 - won, won] += 1
    assert dice.pairs_lost(3, 2) == chance(lost)


def test_waiting_times() -> None:
    found = dice.waiting(Fraction(1, 6), 3)
    assert found.probability(2) == Fraction(5, 36)
    assert found.probability(None) == Fraction(125, 216)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: dice.die(0), "at least one side"),
        (lambda: dice.sorted_rolls(-1), "0 to 1000 dice"),
        (lambda: dice.sorted_rolls(True), "0 to 1000 dice"),
        (lambda: dice.sorted_rolls(60), "too many different hands"),
        (lambda: dice.order_statistic(3, 4), "a rank from 1 to 3"),
        (lambda: dice.keep_highest(3, 4), "0 to 3 dice can be kept"),
        (lambda: dice.red_wins(1, 1, first="green"), "'red' or 'blue'"),
        (lambda: dice.red_wins(1, 1, -1), "0 or more re-rolls"),
        (lambda: dice.duel(0, 1, dice.die()), "at least one chip"),
        (lambda: dice.waiting(Fraction(0), 3), "above 0"),
        (lambda: dice.waiting(Fraction(1, 2), 0), "at least one try"),
    ],
)
def test_what_makes_no_sense_is_refused(call: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()


def test_a_duel_in_which_nobody_can_hit_is_refused() -> None:
    with pytest.raises(graph.Endless, match="never left"):
        dice.duel(1, 1, Chance.sure(0))


@pytest.mark.parametrize("module", [dice, mechanic], ids=lambda m: m.__name__)
def test_the_examples_in_the_docstrings(module: Any) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 5
    assert not tried.failed
