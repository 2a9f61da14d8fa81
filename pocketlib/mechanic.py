"""A dice mechanic of one's own, told in a few lines, and its exact odds.

A mechanic is a generator function. It yields ``roll(...)`` for what the dice decide and
``choose(...)`` for what a player decides, gets the answer back, and returns what came out:

>>> def advantage():
...     first = yield roll(of=20)
...     second = yield roll(of=20)
...     return max(first, second)
>>> odds_of(advantage).p(lambda best: best >= 15)
Fraction(51, 100)

Choices are made as well as possible (or as one says):

>>> def one_more_try():
...     first = yield roll()
...     again = yield choose("keep", "throw again")
...     if again == "throw again":
...         return (yield roll())
...     return first
>>> odds_of(one_more_try).mean()
Fraction(17, 4)

``here(...)`` says that all the rest depends only on its arguments. Then paths that meet are
merged, and a mechanic may go round for ever; loops are solved exactly. Craps, the throw-in game:

>>> def craps():
...     first = sum((yield roll(2)))
...     if first in (7, 11):
...         return "won"
...     if first in (2, 3, 12):
...         return "lost"
...     while True:
...         yield here(first)
...         now = sum((yield roll(2)))
...         if now in (first, 7):
...             return "won" if now == first else "lost"
>>> odds_of(craps).probability("won")
Fraction(244, 495)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from pocketlib.chance import Chance
from pocketlib.dice import die, sorted_rolls
from pocketlib.graph import Choice, End, Endless, Graph, Node, Work, explore, finish, outcome, solve

__all__ = ["Mechanic", "choose", "here", "odds_of", "odds_of_work", "roll"]


class _Roll(NamedTuple):
    chance: Chance[Any]


class _Choose(NamedTuple):
    options: tuple[Hashable, ...]


class _Here(NamedTuple):
    key: tuple[Hashable, ...]


Request: TypeAlias = _Roll | _Choose | _Here
Mechanic: TypeAlias = Callable[..., Generator[Request, Any, Any]]


def roll(dice: int | Chance[Any] | None = None, of: int | Chance[int] = 6) -> _Roll:
    """Ask for a roll: ``roll()`` gives one die, ``roll(3)`` three of them sorted from low to high.

    ``of`` is the number of sides or the chance of a die; a Chance alone is drawn as it is.
    Raises ValueError for dice that don't exist.
    """
    if isinstance(dice, Chance):
        return _Roll(dice)
    if dice is None:
        return _Roll(of if isinstance(of, Chance) else die(of))
    return _Roll(sorted_rolls(dice, of))


def choose(*options: Hashable) -> _Choose:
    """Ask the player for one of ``options``. Raises ValueError if there are none."""
    if not options:
        raise ValueError("there is nothing to choose from")
    return _Choose(options)


def here(*key: Hashable) -> _Here:
    """Say that all that follows depends only on ``key`` (and on the mechanic's arguments)."""
    return _Here(key)


def odds_of(
    mechanic: Mechanic,
    *args: Any,
    best: Callable[[Any], Fraction | int] | None = None,
    play: Callable[[tuple[Any, ...], tuple[Any, ...]], Any] | None = None,
) -> Chance[Any]:
    """Return the exact chance of what ``mechanic(*args)`` returns.

    Choices seek the most of the mean of ``best(result)`` (the result itself, if nothing is said);
    with ``play`` they are ``play(options, answers so far)`` instead. Raises ValueError or
    TypeError for requests that make no sense, Endless for what never comes to an end.
    """
    return finish(odds_of_work(mechanic, *args, best=best, play=play))


def odds_of_work(
    mechanic: Mechanic,
    *args: Any,
    best: Callable[[Any], Fraction | int] | None = None,
    play: Callable[[tuple[Any, ...], tuple[Any, ...]], Any] | None = None,
) -> Work[Chance[Any]]:
    """Work out what :func:`odds_of` returns, with pauses."""
    replay = _Replay(mechanic, args, play)
    graph: Graph[_At] = yield from explore(_At(None, ()), replay.expand)
    policy = None
    if any(isinstance(part, Choice) for part in graph.parts):
        policy = (yield from solve(graph, best)).policy
    found = yield from outcome(graph, policy)
    try:
        return Chance(sorted(found.items()))
    except TypeError:
        return found


class _At(NamedTuple):
    """A place in a mechanic: the key that was passed last, and the answers since."""

    key: tuple[Hashable, ...] | None
    answers: tuple[Hashable, ...]


class _Replay:
    """Finds out what a mechanic asks at a place by playing it again from the start.

    A generator cannot be copied, so for each key the answers that led to it first are kept.
    """

    def __init__(
        self,
        mechanic: Mechanic,
        args: tuple[Any, ...],
        play: Callable[[tuple[Any, ...], tuple[Any, ...]], Any] | None,
    ) -> None:
        self._mechanic = mechanic
        self._args = args
        self._play = play
        self._way: dict[tuple[Hashable, ...] | None, tuple[Hashable, ...]] = {None: ()}

    def expand(self, at: _At) -> Node:
        answers = self._way[at.key] + at.answers
        asked = self._asked(answers, None if at.answers else at.key)
        if isinstance(asked, End):
            return asked
        if isinstance(asked, _Here):
            return Chance.sure(self._merged(asked.key, answers))
        if isinstance(asked, _Roll):
            return asked.chance.map(lambda face: _At(at.key, (*at.answers, face)))
        options = [(option, _At(at.key, (*at.answers, option))) for option in asked.options]
        if self._play is None:
            return Choice(options)
        taken = self._play(asked.options, answers)
        if taken not in asked.options:
            raise ValueError(f"{taken!r} is none of the options {asked.options!r}")
        return Chance.sure(dict(options)[taken])

    def _merged(self, key: tuple[Hashable, ...], answers: tuple[Hashable, ...]) -> _At:
        known = self._way.setdefault(key, answers)
        if known != answers and self._asked(known, key) != self._asked(answers, key):
            raise ValueError(
                f"here{key!r} was passed after {known!r} and after {answers!r}, but what follows "
                "is not the same; name in here(...) all that the rest depends on"
            )
        return _At(key, ())

    def _asked(
        self, answers: tuple[Hashable, ...], passing: tuple[Hashable, ...] | None
    ) -> Request | End:
        """Return what the mechanic asks after ``answers``; ``here`` of ``passing`` is passed by."""
        running = self._mechanic(*self._args)
        left = list(reversed(answers))
        send: Any = None
        passed = False
        while True:
            try:
                asked = running.send(send)
            except StopIteration as done:
                return End(done.value)
            send = None
            if isinstance(asked, _Here):
                if left:
                    continue
                if asked.key != passing:
                    return asked
                if passed:
                    raise Endless(f"between two here{asked.key!r} nothing is rolled or chosen")
                passed = True
            elif not isinstance(asked, _Roll | _Choose):
                raise TypeError(
                    f"the mechanic yielded {asked!r}; roll(...), choose(...) or here(...) "
                    "was expected"
                )
            elif not left:
                return asked
            else:
                send = left.pop()
