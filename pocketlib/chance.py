"""Exact chance: outcomes with whole-number weights, and Fractions where they are shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)

_SPREAD_LIMIT = 4096
"""Up to this total weight every outcome is written out weight times: a draw is one look-up."""


class Chance(Generic[T]):
    """An exact distribution: each outcome with a positive whole weight, reduced by their gcd.

    Keeps the order of the outcomes as given; never holds a float.

    >>> coin = Chance({"heads": 2, "tails": 2})
    >>> coin.total, coin.probability("heads")
    (2, Fraction(1, 2))
    """

    __slots__ = ("_cumulative", "_spread", "total", "weights")

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        """Take outcome -> weight (or pairs; weights of an outcome named twice are added).

        Raises ValueError if there is no outcome or a weight is not a positive int.
        """
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        merged: dict[T, int] = {}
        for outcome, weight in pairs:
            if type(weight) is not int or weight < 1:
                raise ValueError(
                    f"the weight of {outcome!r} is {weight!r}; a positive whole number was expected"
                )
            merged[outcome] = merged.get(outcome, 0) + weight
        if not merged:
            raise ValueError("a chance needs at least one outcome")
        divisor = gcd(*merged.values())
        self.weights: Mapping[T, int] = {o: weight // divisor for o, weight in merged.items()}
        """Outcome -> weight, to be read only."""
        self.total = sum(self.weights.values())
        self._spread: tuple[T, ...] | None = None
        self._cumulative: tuple[int, ...] | None = None

    @classmethod
    def even(cls, outcomes: Iterable[T]) -> Chance[T]:
        """Return the chance in which all of ``outcomes`` are equally likely."""
        return cls((outcome, 1) for outcome in outcomes)

    @property
    def outcomes(self) -> tuple[T, ...]:
        """The outcomes, in order."""
        return tuple(self.weights)

    def items(self) -> Iterator[tuple[T, int]]:
        """Yield (outcome, weight) in order."""
        return iter(self.weights.items())

    def weight(self, outcome: T) -> int:
        """Return the weight of ``outcome`` out of ``total``; 0 if it cannot happen."""
        return self.weights.get(outcome, 0)

    def probability(self, outcome: T) -> Fraction:
        """Return the exact probability of ``outcome``; 0 if it cannot happen."""
        return Fraction(self.weight(outcome), self.total)

    def sample(self, rng: Random) -> T:
        """Draw one outcome with ``rng``.

        Exact up to the 53 bits of ``rng.random()``; where the total needs more of them than
        32, ``rng.randrange`` is used, which has no such limit.
        """
        spread = self._spread
        if spread is not None:
            return spread[int(rng.random() * self.total)]
        return self._first_sample(rng)

    def _first_sample(self, rng: Random) -> T:
        if self.total <= _SPREAD_LIMIT:
            self._spread = tuple(o for o, w in self.weights.items() for _ in range(w))
            return self.sample(rng)
        if self._cumulative is None:
            self._cumulative = tuple(accumulate(self.weights.values()))
        small = self.total < 2**32
        at = int(rng.random() * self.total) if small else rng.randrange(self.total)
        return self.outcomes[bisect_right(self._cumulative, at)]

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.weights

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return self.weights == other.weights if isinstance(other, Chance) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __reduce__(self) -> tuple[type[Chance[T]], tuple[Mapping[T, int]]]:
        return Chance, (self.weights,)

    def __repr__(self) -> str:
        return f"Chance({self.weights!r})"
