"""Where tanks can drive (MC-19 to MC-24): reachable squares, shortest paths, advances."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias

from pocketlib.games.mission_command.content import (
    ALL_SQUARES,
    BIT,
    LONGEST_DRIVE,
    MOST_ROWS,
    STRIDE,
    EachNear,
    Mask,
    Square,
    mask_of,
)
from pocketlib.games.mission_command.moves import Drive

UP, DOWN = 1, 0
"""Forward is towards higher rows, or towards lower ones."""
Direction: TypeAlias = int


def _ahead_of(at: Square, way: Direction) -> Mask:
    """Return all squares of further rows."""
    first = at - at % STRIDE
    below = (1 << first) - 1
    return below if way == DOWN else (1 << STRIDE * MOST_ROWS) - (1 << first + STRIDE)


def _window(at: Square, way: Direction) -> Mask:
    """Return the squares that four steps on an empty board can reach."""
    row, column = divmod(at, STRIDE)
    sign = 1 if way == UP else -1
    return mask_of(
        sq
        for sq in ALL_SQUARES
        if sq != at
        and (sq // STRIDE - row) * sign >= 0
        and abs(sq // STRIDE - row) + abs(sq % STRIDE - column) <= LONGEST_DRIVE
    )


def _drives(at: Square, way: Direction) -> EachNear[Drive]:
    return EachNear(partial(Drive.of, at), at // STRIDE - (0 if way == UP else LONGEST_DRIVE))


AHEAD: Final = tuple({sq: _ahead_of(sq, way) for sq in ALL_SQUARES} for way in (DOWN, UP))
"""The squares of further rows, by direction and square."""
WINDOW: Final = tuple({sq: _window(sq, way) for sq in ALL_SQUARES} for way in (DOWN, UP))
"""The squares that decide where a tank can drive, by direction and square."""
DRIVES: Final = tuple({sq: _drives(sq, way) for sq in ALL_SQUARES} for way in (DOWN, UP))
"""The drives from a square to each of a set, by direction and square."""


class Range:
    """How far a tank on ``at`` can drive: ``within[n]`` are the squares that n steps can reach.

    It holds as long as no unit comes to or leaves a square of its ``window``.
    """

    __slots__ = ("_drives", "_steps", "_way", "at", "window", "within")

    def __init__(self, at: Square, way: Direction, free: Mask) -> None:
        """Take the square, the direction and the squares without a unit (MC-21 to MC-23)."""
        self.at = at
        self._way = way
        self.window: Mask = WINDOW[way][at]
        self._steps = 0
        self._drives: tuple[Drive, ...] = ()
        free &= self.window
        if way == UP:
            one = (BIT[at] << STRIDE | BIT[at] << 1 | BIT[at] >> 1) & free
            two = (one | one << STRIDE | one << 1 | one >> 1) & free
            three = (two | two << STRIDE | two << 1 | two >> 1) & free
            four = (three | three << STRIDE | three << 1 | three >> 1) & free
        else:
            one = (BIT[at] >> STRIDE | BIT[at] << 1 | BIT[at] >> 1) & free
            two = (one | one >> STRIDE | one << 1 | one >> 1) & free
            three = (two | two >> STRIDE | two << 1 | two >> 1) & free
            four = (three | three >> STRIDE | three << 1 | three >> 1) & free
        self.within: tuple[Mask, ...] = (0, one, two, three, four)

    def drives(self, steps: int, barred: Mask) -> tuple[Drive, ...]:
        """Return the drives of so many steps at most, not to barred squares, in square order."""
        if barred & self.within[steps]:
            return DRIVES[self._way][self.at].of(self.within[steps] & ~barred)
        if steps != self._steps:
            self._drives = DRIVES[self._way][self.at].of(self.within[steps])
            self._steps = steps
        return self._drives

    def ahead(self, steps: int) -> Mask:
        """Return the squares in reach that gain a row."""
        return self.within[steps] & AHEAD[self._way][self.at]

    def steps(self, to: Square) -> int:
        """Return the length of the shortest path to a square in reach (MC-R16)."""
        for steps, squares in enumerate(self.within):
            if squares >> to & 1:
                return steps
        raise LookupError(f"square {to} is out of reach")
