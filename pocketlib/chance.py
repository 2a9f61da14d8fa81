"""Exact chance: outcomes with whole-number weights, and Fractions where they are shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

_SPREAD_LIMIT = 4096
"""Up to this total weight every outcome is written out weight times: a draw is one look-up."""


class Chance(Generic[T]):
    """An exact distribution: each outcome with a positive whole weight, reduced by their gcd.

    Keeps the order of the outcomes as given; never holds a float.

    >>> coin = Chance({"heads": 2, "tails": 2})
    >>> coin.total, coin.probability("heads")
    (2, Fraction(1, 2))
    >>> die = Chance.even(range(1, 7))
    >>> two = die.then(lambda a: die.map(lambda b: a + b))
    >>> two.mean(), two.probability(7), two.p(lambda total: total >= 10)
    (Fraction(7, 1), Fraction(1, 6), Fraction(1, 6))
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

    @classmethod
    def sure(cls, outcome: T) -> Chance[T]:
        """Return the chance that is none: ``outcome`` happens always."""
        return cls({outcome: 1})

    @classmethod
    def of(cls, probabilities: Mapping[T, Fraction | int]) -> Chance[T]:
        """Return the chance with these probabilities; those of 0 are left out.

        Raises ValueError if one is negative or no Fraction, or if they don't sum to 1.
        """
        found = {outcome: Fraction(p) for outcome, p in probabilities.items() if p != 0}
        if any(isinstance(p, float) for p in probabilities.values()):
            raise ValueError("a float is not exact; a Fraction was expected")
        if sum(found.values()) != 1:
            raise ValueError(f"the probabilities sum to {sum(found.values())}, not to 1")
        total = lcm(*(p.denominator for p in found.values()))
        return cls({o: p.numerator * (total // p.denominator) for o, p in found.items()})

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

    def p(self, event: Callable[[T], object]) -> Fraction:
        """Return the exact probability that ``event(outcome)`` is true."""
        return Fraction(sum(w for o, w in self.weights.items() if event(o)), self.total)

    # --- other chances made from this one ---

    def map(self, function: Callable[[T], U]) -> Chance[U]:
        """Return the chance of ``function(outcome)``."""
        return Chance((function(o), w) for o, w in self.weights.items())

    def then(self, next_of: Callable[[T], Chance[U]]) -> Chance[U]:
        """Return the chance of what follows: ``next_of(outcome)`` is drawn after ``outcome``."""
        parts = [(next_of(o), w) for o, w in self.weights.items()]
        total = lcm(*(part.total for part, _ in parts))
        return Chance(
            (o, v * w * (total // part.total)) for part, w in parts for o, v in part.items()
        )

    def given(self, event: Callable[[T], object]) -> Chance[T]:
        """Return the chance if it is known that ``event(outcome)`` is true (Bayes).

        Raises ValueError if that is impossible.
        """
        left = {o: w for o, w in self.weights.items() if event(o)}
        if not left:
            raise ValueError("this event cannot happen, so nothing can be known from it")
        return Chance(left)

    # --- numbers that describe it ---

    def mean(self, of: Callable[[T], Any] | None = None) -> Fraction:
        """Return the expected value of the outcomes, or of ``of(outcome)``.

        Raises TypeError if they are no exact numbers.
        """
        return sum((p * x for x, p in self._numbers(of)), Fraction(0))

    def variance(self, of: Callable[[T], Any] | None = None) -> Fraction:
        """Return the variance of the outcomes, or of ``of(outcome)``. Raises TypeError."""
        mean = self.mean(of)
        return sum((p * (x - mean) ** 2 for x, p in self._numbers(of)), Fraction(0))

    def quantile(self, q: Fraction | int | str, of: Callable[[T], Any] | None = None) -> Fraction:
        """Return the least number x with P(at most x) >= ``q``; q = 1/2 is the (lower) median.

        Raises ValueError unless 0 < q <= 1, TypeError if the outcomes are no exact numbers.
        """
        wanted = Fraction(q)
        if not 0 < wanted <= 1:
            raise ValueError(f"a quantile lies above 0 and up to 1; {q} does not")
        so_far = Fraction(0)
        for x, p in sorted(self._numbers(of)):
            so_far += p
            if so_far >= wanted:
                return x
        raise AssertionError("the probabilities of a chance sum to 1")

    def _numbers(self, of: Callable[[T], Any] | None) -> Iterator[tuple[Fraction, Fraction]]:
        for outcome, weight in self.weights.items():
            x = outcome if of is None else of(outcome)
            if not isinstance(x, int | Fraction):
                raise TypeError(
                    f"{x!r} is no exact number (an int or a Fraction); say with `of` which number "
                    "an outcome stands for"
                )
            yield Fraction(x), Fraction(weight, self.total)

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

    def _repr_html_(self) -> str:
        """Return a table for a notebook: outcome, fraction, percentage."""
        from html import escape  # notebooks only

        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(str(o))}</th>'
            f"<td>{Fraction(w, self.total)}</td><td>{percent(Fraction(w, self.total))}</td></tr>"
            for o, w in self.weights.items()
        )
        head = '<tr><th scope="col">outcome</th><th scope="col">probability</th>'
        return f'<table>{head}<th scope="col">percent</th></tr>{rows}</table>'

    def __repr__(self) -> str:
        return f"Chance({self.weights!r})"


def percent(probability: Fraction) -> str:
    """Return a probability as people read it: one decimal, rounded half up.

    What is possible but rounds to nothing says so, and what is not certain never reads 100 %.

    >>> percent(Fraction(91, 216)), percent(Fraction(1, 46656)), percent(Fraction(9999, 10000))
    ('42.1 %', '< 0.1 %', '> 99.9 %')
    """
    tenths = (probability * 2000 + 1) // 2
    if probability > 0 and tenths == 0:
        return "< 0.1 %"
    if probability < 1 and tenths == 1000:
        return "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"
