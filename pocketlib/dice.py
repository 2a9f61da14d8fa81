"""Dice: sorted rolls, pools, red against blue, waiting. Everything is exact.

Hands of dice are tuples. All counting is done in whole numbers, and many sums of a pool are
packed into one big number (Kronecker substitution), which Python multiplies fast.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial
from typing import Any, Final, TypeAlias

from pocketlib.chance import Chance
from pocketlib.graph import End, explore, finish, outcome

Hand: TypeAlias = tuple[int, ...]

MOST_DICE: Final = 1000
"""More dice than anybody throws; a slip of the pen should not count for hours."""
MOST_HANDS: Final = 2_000_000
"""No more different hands than these are listed."""


@cache
def die(sides: int = 6) -> Chance[int]:
    """Return the chance of one fair die with faces 1 to ``sides``. Raises ValueError.

    >>> die().mean(), die(20).p(lambda face: face >= 15)
    (Fraction(7, 2), Fraction(3, 10))
    """
    if type(sides) is not int or sides < 1:
        raise ValueError(f"a die has at least one side; {sides!r} was given")
    return Chance.even(range(1, sides + 1))


def _faces(of: Chance[int] | int) -> dict[int, int]:
    """Return face -> weight, from the lowest face up."""
    return dict(sorted((of if isinstance(of, Chance) else die(of)).items()))


def _checked(dice: int, least: int = 0) -> int:
    if type(dice) is not int or not least <= dice <= MOST_DICE:
        raise ValueError(f"{least} to {MOST_DICE} dice can be thrown; {dice!r} was given")
    return dice


# --- sorted rolls and order statistics ---------------------------------------------------------


@lru_cache(maxsize=256)
def sorted_rolls(dice: int, of: Chance[int] | int = 6) -> Chance[Hand]:
    """Return the joint chance of the dice from lowest to highest.

    ``of`` is a number of sides or the chance of one die. Raises ValueError for more than
    ``MOST_HANDS`` different hands.

    >>> sorted_rolls(3).probability((1, 1, 6))
    Fraction(1, 72)
    """
    faces = _faces(of)
    if comb(_checked(dice) + len(faces) - 1, dice) > MOST_HANDS:
        raise ValueError(f"{dice} dice have too many different hands; ask for sums or counts")
    return Chance(_hands(dice, faces))


def _hands(dice: int, faces: dict[int, int]) -> Iterator[tuple[Hand, int]]:
    """Yield every hand from low to high and the number of ways to throw it (multinomial)."""
    orders = factorial(dice)
    for hand in combinations_with_replacement(faces, dice):
        ways, same, before = orders, 1, None
        for face in hand:
            same = same + 1 if face == before else 1
            ways = ways // same * faces[face]
            before = face
        yield hand, ways


def order_statistic(dice: int, rank: int, of: Chance[int] | int = 6) -> Chance[int]:
    """Return the chance of the die at ``rank``: 1 is the lowest of ``dice``. Raises ValueError.

    >>> order_statistic(3, 1).weight(1), order_statistic(3, 3).mean()
    (91, Fraction(119, 24))
    """
    if type(rank) is not int or not 1 <= rank <= _checked(dice, 1):
        raise ValueError(f"a rank from 1 to {dice} was expected; {rank!r} was given")
    faces = _faces(of)
    total = sum(faces.values())

    def ways_at_most(below: int) -> int:
        # that at least `rank` of the dice show one of the lowest faces
        return sum(
            comb(dice, k) * below**k * (total - below) ** (dice - k) for k in range(rank, dice + 1)
        )

    up_to = [0, *map(ways_at_most, accumulate(faces.values()))]
    return Chance(
        (face, up_to[i + 1] - up_to[i]) for i, face in enumerate(faces) if up_to[i + 1] > up_to[i]
    )


# --- pools -------------------------------------------------------------------------------------


def total(dice: int, of: Chance[int] | int = 6) -> Chance[int]:
    """Return the chance of the sum of ``dice``. Raises ValueError.

    >>> total(2).weight(7), total(2).total
    (6, 36)
    """
    return keep_highest(dice, dice, of)


def keep_highest(dice: int, keep: int, of: Chance[int] | int = 6) -> Chance[int]:
    """Return the chance of the sum of the ``keep`` highest of ``dice``. Raises ValueError.

    >>> keep_highest(4, 3).probability(18)
    Fraction(7, 432)
    """
    return _kept(dice, keep, _faces(of))


def keep_lowest(dice: int, keep: int, of: Chance[int] | int = 6) -> Chance[int]:
    """Return the chance of the sum of the ``keep`` lowest of ``dice``. Raises ValueError.

    >>> keep_lowest(2, 1) == order_statistic(2, 1)
    True
    """
    mirrored = {-face: weight for face, weight in reversed(_faces(of).items())}
    turned = _kept(dice, keep, mirrored)
    return Chance((-kept, weight) for kept, weight in reversed([*turned.items()]))


def _kept(dice: int, keep: int, faces: dict[int, int]) -> Chance[int]:
    """Return the sum of the highest; ``faces`` come from low to high.

    The lowest die that is kept shows some face; j dice are higher, the dice that tie with it
    fill the places that are left, the others are lower. Each case is a product of counts.
    """
    if type(keep) is not int or not 0 <= keep <= _checked(dice):
        raise ValueError(f"0 to {dice} dice can be kept; {keep!r} was given")
    if keep == 0:
        return Chance.sure(0)
    low = next(iter(faces))
    bits = (sum(faces.values()) ** dice).bit_length()
    packed, below = 0, 0  # the number whose digit at x counts the ways to get keep * low + x
    above = sum(weight << (face - low) * bits for face, weight in faces.items())
    for face, weight in faces.items():
        at = face - low
        above -= weight << at * bits
        higher = 1
        for j in range(keep):
            rest = dice - j
            # at least keep - j of the rest show this face, none more
            ties = (weight + below) ** rest - sum(
                comb(rest, e) * weight**e * below ** (rest - e) for e in range(keep - j)
            )
            packed += comb(dice, j) * higher * ties << (keep - j) * at * bits
            higher *= above
        below += weight
    return Chance(_digits(packed, bits, keep * low))


def _digits(packed: int, bits: int, at: int) -> Iterator[tuple[int, int]]:
    """Yield (place, digit) for the digits that are not 0; ``at`` is the place of the first."""
    mask = (1 << bits) - 1
    while packed:
        if digit := packed & mask:
            yield at, digit
        packed >>= bits
        at += 1


def count(dice: int, event: Callable[[int], object], of: Chance[int] | int = 6) -> Chance[int]:
    """Return the chance of how many of ``dice`` show a face for which ``event`` is true.

    >>> count(3, lambda face: face == 6).p(lambda sixes: sixes >= 1)
    Fraction(91, 216)
    """
    faces = _faces(of)
    hits = sum(weight for face, weight in faces.items() if event(face))
    misses = sum(faces.values()) - hits
    ways = (comb(_checked(dice), k) * hits**k * misses ** (dice - k) for k in range(dice + 1))
    return Chance((k, w) for k, w in enumerate(ways) if w)


# --- red against blue --------------------------------------------------------------------------


def red_beats_blue(red: Hand, blue: Hand) -> bool:
    """Does red win? Both hands are sorted from high to low.

    The highest dice are compared first, then the next; a hand that has a die left when the
    other runs out wins; a perfect tie holds for blue. That is the order of Python's tuples.

    >>> red_beats_blue((6, 2), (6, 1)), red_beats_blue((5, 5), (5,)), red_beats_blue((4,), (4,))
    (True, True, False)
    """
    return red > blue


@lru_cache(maxsize=64)
def _descending(dice: int, sides: int) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """Return the hands (high to low) in rising order, and the ways up to each, from 0."""
    weighed = sorted((hand[::-1], ways) for hand, ways in sorted_rolls(dice, sides).items())
    return tuple(h for h, _ in weighed), (0, *accumulate(ways for _, ways in weighed))


@lru_cache(maxsize=4096)
def red_wins(
    red: int,
    blue: int,
    red_rerolls: int = 0,
    blue_rerolls: int = 0,
    first: str = "red",
    sides: int = 6,
) -> Fraction:
    """Return the chance that ``red`` dice beat ``blue`` dice (as in ``red_beats_blue``).

    With re-rolls both sides see all dice and play as well as they can: in turns, ``first`` first,
    a side throws one of its own dice again or gives up its re-rolls. No dice lose to any dice,
    and red needs at least one. Raises ValueError.

    >>> red_wins(1, 1), red_wins(1, 1, red_rerolls=1), red_wins(3, 3)
    (Fraction(5, 12), Fraction(125, 216), Fraction(3805, 7776))
    """
    if first not in ("red", "blue"):
        raise ValueError(f"first is 'red' or 'blue', not {first!r}")
    for number in (red_rerolls, blue_rerolls):
        if type(number) is not int or number < 0:
            raise ValueError(f"0 or more re-rolls were expected; {number!r} was given")
    hands, up_to = _descending(_checked(red), sides)
    others, others_up_to = _descending(_checked(blue), sides)
    if not red_rerolls and not blue_rerolls:
        won = sum(
            (up_to[i + 1] - up_to[i]) * others_up_to[bisect_left(others, hand)]
            for i, hand in enumerate(hands)
        )
        return Fraction(won, up_to[-1] * others_up_to[-1])
    fight = _Rerolls(sides)
    won = sum(
        (up_to[i + 1] - up_to[i])
        * (others_up_to[j + 1] - others_up_to[j])
        * fight.ways(hand, other, red_rerolls, blue_rerolls, first == "red")
        for i, hand in enumerate(hands)
        for j, other in enumerate(others)
    )
    return Fraction(won, up_to[-1] * others_up_to[-1] * sides ** (red_rerolls + blue_rerolls))


class _Rerolls:
    """Best play with re-rolls, counted in ways out of sides to the power of the re-rolls left."""

    def __init__(self, sides: int) -> None:
        self._sides = sides
        self._known: dict[tuple[Hand, Hand, int, int, bool], int] = {}

    def ways(self, red: Hand, blue: Hand, reds: int, blues: int, red_decides: bool) -> int:
        """Return the ways in which red wins if both play well."""
        if not reds and not blues:
            return red_beats_blue(red, blue)
        if not (reds if red_decides else blues):
            red_decides = not red_decides
        key = (red, blue, reds, blues, red_decides)
        known = self._known.get(key)
        if known is None:
            choices = [*self._choices(red, blue, reds, blues, red_decides)]
            known = self._known[key] = max(choices) if red_decides else min(choices)
        return known

    def _choices(
        self, red: Hand, blue: Hand, reds: int, blues: int, red_decides: bool
    ) -> Iterator[int]:
        sides = self._sides
        if red_decides:
            yield self.ways(red, blue, 0, blues, False) * sides**reds  # giving up
            for thrown in _thrown_again(red, sides):
                yield sum(self.ways(hand, blue, reds - 1, blues, False) for hand in thrown)
        else:
            yield self.ways(red, blue, reds, 0, True) * sides**blues
            for thrown in _thrown_again(blue, sides):
                yield sum(self.ways(red, hand, reds, blues - 1, True) for hand in thrown)


def _thrown_again(hand: Hand, sides: int) -> Iterator[list[Hand]]:
    """Yield, for each different face, the hands after one die with it was thrown again."""
    for face in set(hand):
        at = hand.index(face)
        rest = hand[:at] + hand[at + 1 :]
        yield [tuple(sorted((*rest, new), reverse=True)) for new in range(1, sides + 1)]


def assault(
    attack: int, cover: int, counter: int, guard: int, sides: int = 6
) -> Chance[tuple[bool, bool]]:
    """Return the chance of (does the target fall, does the attacker fall), without re-rolls.

    ``attack`` red dice of the attacker meet ``cover`` blue dice of the target; ``counter`` red
    dice of the target meet ``guard`` blue dice of the attacker. The two comparisons use
    different dice, so they are independent.

    >>> assault(3, 3, 3, 3).probability((True, True)) == red_wins(3, 3) ** 2
    True
    """
    strike, back = red_wins(attack, cover, sides=sides), red_wins(counter, guard, sides=sides)
    hit, missed = strike.numerator, strike.denominator - strike.numerator
    struck, spared = back.numerator, back.denominator - back.numerator
    ways = {
        (False, False): missed * spared,
        (False, True): missed * struck,
        (True, False): hit * spared,
        (True, True): hit * struck,
    }
    return Chance({ending: w for ending, w in ways.items() if w})


# --- waiting -----------------------------------------------------------------------------------


def waiting(p: Fraction, longest: int) -> Chance[int | None]:
    """Return the chance of the number of the try that succeeds first; None: later than ``longest``.

    ``p`` is the chance of one try (the geometric law); the mean of all waiting times is 1 / p.
    Raises ValueError unless 0 < p <= 1.

    >>> waiting(Fraction(1, 6), 2).weights
    {1: 6, 2: 5, None: 25}
    """
    if not isinstance(p, Fraction | int) or not 0 < p <= 1:
        raise ValueError(f"a chance above 0 and up to 1 was expected; {p!r} was given")
    if type(longest) is not int or longest < 1:
        raise ValueError(f"at least one try was expected; {longest!r} was given")
    p = Fraction(p)
    hit, miss, every = p.numerator, p.denominator - p.numerator, p.denominator
    ways: dict[int | None, int] = {
        k: miss ** (k - 1) * hit * every ** (longest - k) for k in range(1, longest + 1)
    }
    ways[None] = miss**longest
    return Chance({k: w for k, w in ways.items() if w})


# --- fights to the end -------------------------------------------------------------------------


def duel(
    attacker: int, defender: int, hits: Chance[int], back: Chance[int] | None = None
) -> Chance[tuple[int, int]]:
    """Return the chance of (attacker's, defender's) chips at the end of a duel.

    The attacker throws first and takes ``hits`` chips off the defender; who has chips left throws
    ``back`` (the same chance, if nothing is said), and so on until one side has none. Rounds
    without a hit may repeat for ever; that is solved, not cut off. Raises ValueError for chips
    below 1, Endless if nobody can ever hit.

    >>> hits = count(3, lambda face: face <= 4)
    >>> duel(1, 1, hits).p(lambda left: left[0] > 0)
    Fraction(27, 28)
    """
    answer = hits if back is None else back

    def throw(at: tuple[int, int, bool]) -> Chance[tuple[int, int, bool]] | End:
        a, b, attacking = at
        if not a or not b:
            return End((a, b))
        if attacking:
            return hits.map(lambda h: (a, max(b - h, 0), False))
        return answer.map(lambda h: (max(a - h, 0), b, True))

    return _fought((_chips(attacker), _chips(defender), True), throw)


def contest(
    one: int, other: int, exchange: Callable[[int, int], Chance[tuple[int, int]]]
) -> Chance[tuple[int, int]]:
    """Return the chance of both sides' chips when exchanges go on until a side has none.

    ``exchange(one, other)`` is the chance of the chips that both lose in a round; below 0 a side
    gains, so chips that are handed over make a walk to and fro, which is solved exactly. Raises
    ValueError for chips below 1, Endless if it never ends.

    >>> fair = Chance.even([(1, -1), (-1, 1)])
    >>> contest(2, 3, lambda one, other: fair).probability((5, 0))
    Fraction(2, 5)
    """

    def step(at: tuple[int, int]) -> Chance[tuple[int, int]] | End:
        a, b = at
        if not a or not b:
            return End(at)
        return exchange(a, b).map(lambda lost: (max(a - lost[0], 0), max(b - lost[1], 0)))

    return _fought((_chips(one), _chips(other)), step)


def _chips(chips: int) -> int:
    if type(chips) is not int or chips < 1:
        raise ValueError(f"a side fights with at least one chip; {chips!r} was given")
    return chips


def _fought(start: Any, step: Callable[[Any], Chance[Any] | End]) -> Chance[Any]:
    ends = finish(outcome(finish(explore(start, step))))
    return Chance(sorted(ends.items()))


@lru_cache(maxsize=256)
def pairs_lost(red: int, blue: int, sides: int = 6) -> Chance[tuple[int, int]]:
    """Return the chance of (red's, blue's) losses when sorted hands are compared pair by pair.

    The highest meets the highest, and so on; the lower die of each pair loses one chip, a tie
    goes to blue. Dice without a partner don't count.

    >>> pairs_lost(1, 1).probability((1, 0))
    Fraction(7, 12)
    """
    reds, blues = sorted_rolls(red, sides), sorted_rolls(blue, sides)
    met = min(red, blue)

    def losses() -> Iterator[tuple[tuple[int, int], int]]:
        for hand, ways in reds.items():
            for other, others in blues.items():
                won = sum(hand[-k] > other[-k] for k in range(1, met + 1))
                yield (met - won, won), ways * others

    return Chance(losses())
