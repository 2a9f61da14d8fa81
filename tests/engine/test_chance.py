"""Exact chance: weights, order, draws."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import gcd
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocketlib import Chance

weights = st.dictionaries(st.text(max_size=3), st.integers(1, 10**6), min_size=1, max_size=8)


@given(weights=weights)
def test_probabilities_are_exact_and_sum_to_one(weights: dict[str, int]) -> None:
    chance = Chance(weights)
    total = sum(weights.values())
    assert [chance.probability(o) for o in weights] == [
        Fraction(w, total) for w in weights.values()
    ]
    assert sum(map(chance.probability, chance)) == 1
    assert gcd(*(w for _, w in chance.items())) == 1
    assert chance.total == sum(chance.weight(o) for o in chance)


@given(weights=weights)
def test_the_order_is_kept_but_no_part_of_equality(weights: dict[str, int]) -> None:
    chance = Chance(weights)
    turned = Chance(dict(reversed(weights.items())))
    assert chance.outcomes == tuple(weights) == tuple(chance)
    assert turned.outcomes == tuple(reversed(weights))
    assert chance == turned
    assert hash(chance) == hash(turned)


@given(weights=weights, factor=st.integers(1, 1000))
def test_weights_are_reduced(weights: dict[str, int], factor: int) -> None:
    multiplied = Chance({outcome: weight * factor for outcome, weight in weights.items()})
    assert multiplied == Chance(weights)
    assert multiplied.total == Chance(weights).total


def test_weights_of_an_outcome_named_twice_are_added() -> None:
    chance = Chance([("a", 1), ("b", 1), ("a", 1)])
    assert [*chance.items()] == [("a", 2), ("b", 1)]


def test_even() -> None:
    assert Chance.even("abc") == Chance({"a": 1, "b": 1, "c": 1})
    assert Chance.even("aab").probability("a") == Fraction(2, 3)


@pytest.mark.parametrize("weight", [0, -1, 1.0, True, None, "1", Fraction(1)])
def test_a_weight_is_a_positive_whole_number(weight: Any) -> None:
    with pytest.raises(ValueError, match=r"the weight of 'a' is .*; a positive whole number"):
        Chance({"a": weight})


def test_there_is_at_least_one_outcome() -> None:
    with pytest.raises(ValueError, match="at least one outcome"):
        Chance({})


def test_what_cannot_happen_has_weight_nought() -> None:
    chance = Chance({"a": 1})
    assert chance.weight("b") == 0
    assert chance.probability("b") == 0
    assert "b" not in chance
    assert "a" in chance
    assert len(chance) == 1
    assert chance != {"a": 1}


@pytest.mark.parametrize("scale", [1, 10**5, 10**12], ids=["spread", "cumulative", "huge"])
def test_draws_have_the_right_odds(scale: int) -> None:
    # the three ways of drawing: written out, by bisection, by randrange
    weights = {"a": scale, "b": 2 * scale + 1, "c": 5 * scale - 1}
    chance = Chance(weights)
    rng = Random(1)
    number = 40_000
    drawn = [chance.sample(rng) for _ in range(number)]
    for outcome in weights:
        p = float(chance.probability(outcome))
        spread = (number * p * (1 - p)) ** 0.5
        assert abs(drawn.count(outcome) - number * p) < 4 * spread


@given(weights=weights, seed=st.integers())
def test_the_same_generator_draws_the_same(weights: dict[str, int], seed: int) -> None:
    first, second = Random(seed), Random(seed)
    chance, twin = Chance(weights), Chance(weights)
    drawn = [chance.sample(first) for _ in range(5)]
    assert drawn == [twin.sample(second) for _ in range(5)]
    assert set(drawn) <= set(weights)


@given(weights=weights)
def test_every_outcome_of_a_small_total_is_drawn_at_its_place(weights: dict[str, int]) -> None:
    class Stepping(Random):
        """A generator that gives the middle of each of n equal parts in turn."""

        def __init__(self, parts: int) -> None:
            super().__init__()
            self.steps = iter(range(parts))
            self.parts = parts

        def random(self) -> float:
            return (next(self.steps) + 0.5) / self.parts

    small = Chance({outcome: weight % 9 + 1 for outcome, weight in weights.items()})
    rng = Stepping(small.total)
    drawn = [small.sample(rng) for _ in range(small.total)]
    assert {outcome: drawn.count(outcome) for outcome in small} == dict(small.items())


@given(weights=weights)
def test_pickle_and_repr_rebuild_it(weights: dict[str, int]) -> None:
    chance = Chance(weights)
    chance.sample(Random(1))
    for twin in (pickle.loads(pickle.dumps(chance)), eval(repr(chance), {"Chance": Chance})):
        assert twin == chance
        assert twin.outcomes == chance.outcomes


def test_quantiles_of_a_die() -> None:
    die = Chance.even(range(1, 7))
    assert [die.quantile(Fraction(n, 6)) for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert die.quantile("1/2") == 3
    assert die.quantile("0.501") == 4
    assert die.quantile("1/2", of=lambda face: -face) == -4
    for wrong in (0, "7/6"):
        with pytest.raises(ValueError, match="above 0 and up to 1"):
            die.quantile(wrong)
    with pytest.raises(TypeError, match="no exact number"):
        Chance.even(["a", "b"]).quantile(1)
