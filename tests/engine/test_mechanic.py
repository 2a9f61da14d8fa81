"""Mechanics told as generators, against plain counting and known answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pocketlib.chance import Chance
from pocketlib.graph import Endless
from pocketlib.mechanic import choose, here, odds_of, roll

Play = Generator[Any, Any, Any]


def test_four_dice_without_the_lowest() -> None:
    def ability() -> Play:
        return sum((yield roll(4))[1:])

    counted = Counter(sum(sorted(r)[1:]) for r in product(range(1, 7), repeat=4))
    assert odds_of(ability) == Chance(counted)


def test_the_three_doors() -> None:
    def doors(switches: bool) -> Play:
        prize = yield roll(of=3)
        first = yield roll(of=3)
        return (prize != first) if switches else (prize == first)

    assert odds_of(doors, True).probability(True) == Fraction(2, 3)
    assert odds_of(doors, False).probability(True) == Fraction(1, 3)


def test_five_equal_dice_in_three_throws() -> None:
    # keep what there is most of and throw the others again: the best way to get five alike
    def five() -> Play:
        kept = max(Counter((yield roll(5))).values())
        for _ in range(2):
            yield here(_, kept)
            new = Counter((yield roll(5 - kept)))
            alike = new.pop(1, 0) + kept  # say that 1 is the face that is kept
            kept = max(alike, *new.values(), 0)
        return kept == 5

    assert odds_of(five).probability(True) == Fraction(347897, 7558272)


def test_choices_are_made_as_well_as_possible() -> None:
    def reroll_once() -> Play:
        first = yield roll()
        if (yield choose("keep", "again")) == "again":
            return (yield roll())
        return first

    found = odds_of(reroll_once)
    assert found.mean() == Fraction(17, 4)
    # for the best chance of a six one throws everything else again
    six = odds_of(reroll_once, best=lambda face: int(face == 6))
    assert six.probability(6) == Fraction(11, 36)
    # and whoever always keeps has one die
    kept = odds_of(reroll_once, play=lambda options, answers: "keep")
    assert kept == Chance.even(range(1, 7))


def test_a_turn_of_pig_held_at_twenty() -> None:
    def turn() -> Play:
        total = 0
        while total < 20:
            yield here(total)
            face = yield roll()
            if face == 1:
                return 0
            total += face
        return total

    # an independent count: forward over the totals
    at: dict[int, Fraction] = {0: Fraction(1)}
    found: dict[int, Fraction] = {0: Fraction(0)}
    for total in range(20):
        here_now = at.pop(total, Fraction(0))
        found[0] += here_now / 6
        for face in range(2, 7):
            into = found if total + face >= 20 else at
            into[total + face] = into.get(total + face, Fraction(0)) + here_now / 6
    assert odds_of(turn) == Chance.of(found)


def test_a_walk_that_may_go_on_for_ever() -> None:
    def ruin(chips: int) -> Play:
        while 0 < chips < 5:
            yield here(chips)
            chips += 1 if (yield roll()) <= 3 else -1
        return chips

    assert odds_of(ruin, 2).probability(5) == Fraction(2, 5)


def test_here_must_name_all_that_matters() -> None:
    def forgets() -> Play:
        first = yield roll()
        yield here()
        return first + (yield roll(of=first))

    with pytest.raises(ValueError, match="what follows is not the same"):
        odds_of(forgets)


def test_what_is_no_mechanic_is_refused() -> None:
    def odd() -> Play:
        yield "a die, please"

    def stuck() -> Play:
        while True:
            yield here()

    def never() -> Play:
        while True:
            yield here()
            yield roll()

    def cheat() -> Play:
        return (yield choose("a", "b"))

    with pytest.raises(TypeError, match="was expected"):
        odds_of(odd)
    with pytest.raises(Endless):
        odds_of(stuck)
    with pytest.raises(Endless):
        odds_of(never)
    with pytest.raises(ValueError, match="none of the options"):
        odds_of(cheat, play=lambda options, answers: "c")
    with pytest.raises(ValueError, match="nothing to choose"):
        choose()
