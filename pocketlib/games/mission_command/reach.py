"""Where tanks can drive (MC-19 to MC-24), row by row.

A tank never goes back. So what it can reach of one row, with the steps that are left there, and
the free squares of the next row decide what it can reach of that. Seen from the tank there are
fewer than 300 such lines of a row, so each is worked out once, when it is first met, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, compress
from typing import Final, TypeAlias

from pocketlib.games.mission_command.content import (
    BIT,
    LONGEST_DRIVE,
    NAMES,
    STRIDE,
    Mask,
    Square,
)
from pocketlib.games.mission_command.moves import Drive

UP, DOWN = 1, -1
"""Forward is towards higher rows, or towards lower ones."""
Direction: TypeAlias = int
Ground: TypeAlias = int
"""The squares without a unit, moved up by ``MARGIN`` bits, so that below each square there is room
for all that is four rows below it, and four columns before that."""
FOUR_ROWS: Final = LONGEST_DRIVE * STRIDE
MARGIN: Final = FOUR_ROWS + LONGEST_DRIVE


def ground_of(free: Mask) -> Ground:
    """Return the squares of a set as ground to drive on."""
    return free << MARGIN


OWN_ROW: Final = 2 * LONGEST_DRIVE + 1
"""Columns of the line of the tank's own row."""
STAND: Final = BIT[LONGEST_DRIVE]
"""The tank's own square in its own row, which counts as free."""


class Line(dict[int, "Line"]):
    """What a tank can reach of one row; looked up by free squares, what it can of the next row.

    It holds the tank's own column and as many on either side as a tank can have steps left there:
    four in the row it stands in, three in the next, and so on. ``left`` are the steps left on each
    square (-1: out of reach). ``near`` are the squares of the next row that the tank could reach
    if all were free; no others count.
    """

    __slots__ = ("beyond", "in_reach", "left", "near")

    left: tuple[int, ...]
    in_reach: bytes
    """1 for each square that a drive can end on, else 0."""
    near: int
    beyond: Mapping[Direction, Beyond]
    """Of the row next to a tank's own: what it can reach beyond, by direction."""

    @classmethod
    @cache
    def of(cls, left: tuple[int, ...]) -> Line:
        self = cls()
        self.left = left
        in_reach = [steps >= 0 for steps in left]
        if len(left) == OWN_ROW:
            in_reach[LONGEST_DRIVE] = False  # where the tank stands
        self.in_reach = bytes(in_reach)
        self.near = sum(BIT[n] for n, steps in enumerate(self._next(-1)) if steps >= 0)
        if len(left) == OWN_ROW - 2:
            self.beyond = {way: Beyond(self, way) for way in (UP, DOWN)}
        return self

    def __missing__(self, free: int) -> Line:
        line = self[free] = Line.of(tuple(self._next(free)))
        return line

    def _next(self, free: int) -> list[int]:
        """Return the steps left in the next row: one step on, and then sideways (MC-22)."""
        left = [
            steps - 1 if steps > 0 and free & BIT[n] else -1
            for n, steps in enumerate(self.left[1:-1])
        ]
        columns = range(len(left))
        for before, order in ((-1, columns[1:]), (1, columns[-2::-1])):
            for n in order:
                if free & BIT[n]:
                    left[n] = max(left[n], left[n + before] - 1)
        return left


class Beyond(dict[int, bytes]):
    """What a tank can reach of three rows, looked up by their free squares: ``in_reach`` of each.

    ``line`` is that of the row before them. This is only quicker than a look-up for each row: what
    it holds, fewer than 72,000 entries in all, comes from the lines. The free squares lie as on
    the ground, the lowest row first; only ``near`` ones count.
    """

    __slots__ = ("_line", "_way", "near")

    def __init__(self, line: Line, way: Direction) -> None:
        super().__init__()
        self._line = line
        self._way = way
        nearest = []
        for _ in range(3):
            nearest.append(line.near)
            line = line[line.near]
        first, second, third = _SHIFTS[way]
        self.near = nearest[0] << first | nearest[1] << second | nearest[2] << third

    def __missing__(self, free: int) -> bytes:
        line, found = self._line, []
        for shift in _SHIFTS[self._way]:
            line = line[free >> shift & line.near]
            found.append(line.in_reach)
        in_reach = self[free] = b"".join(found[:: self._way])
        return in_reach


_SHIFTS: Final = {UP: (0, STRIDE + 1, 2 * STRIDE + 2), DOWN: (2 * STRIDE - 2, STRIDE - 1, 0)}
"""From where on the next row, the second and the third lie in such a number: each begins one
column after the row before it."""


def _start(steps: int) -> Line:
    one_step_before = [-1] * (OWN_ROW + 2)
    one_step_before[LONGEST_DRIVE + 1] = steps + 1
    return Line.of(tuple(one_step_before))


STARTS: Final = tuple(_start(steps) for steps in range(LONGEST_DRIVE + 1))
"""What leads to the line of a tank's own row, by the steps that it has."""


@cache
def window(at: Square, way: Direction) -> tuple[Drive, ...]:
    """Return the drives to all squares of a tank's lines, in square order.

    Where the largest board has no square, there is a drive that leads nowhere.
    """
    lines = [
        [
            Drive.of(at, to if (to := at + STRIDE * way * n + beside) in NAMES else at)
            for beside in range(n - LONGEST_DRIVE, LONGEST_DRIVE - n + 1)
        ]
        for n in range(LONGEST_DRIVE + 1)
    ]
    return tuple(chain.from_iterable(lines[::way]))


def drives(at: Square, way: Direction, steps: int, ground: Ground) -> Iterator[Drive]:
    """Yield the drives of so many steps at most, in square order.

    The shifts bring the first column of a line to bit 0. It lies 17 bits further in the next row
    up, and 15 bits before in the next row down: a row, but one column more.
    """
    start = STARTS[steps]
    if way == UP:
        near = ground >> at + FOUR_ROWS
        own = start[(near | STAND) & start.near]
        one = own[near >> 17 & own.near]
        beyond = one.beyond[UP]
        in_reach = own.in_reach + one.in_reach + beyond[near >> 34 & beyond.near]
    else:
        near = ground >> at
        own = start[(near >> 64 | STAND) & start.near]
        one = own[near >> 49 & own.near]
        beyond = one.beyond[DOWN]
        in_reach = beyond[near >> 4 & beyond.near] + one.in_reach + own.in_reach
    return compress(window(at, way), in_reach)


def distance(at: Square, way: Direction, to: Square, ground: Ground) -> int:
    """Return the length of the shortest path (MC-R16), which is FAR if it needs over four steps."""
    gained = (to // STRIDE - at // STRIDE) * way
    beside = to % STRIDE - at % STRIDE
    if gained < 0 or gained + abs(beside) > LONGEST_DRIVE:
        return FAR
    line = STARTS[LONGEST_DRIVE]
    first = at + FOUR_ROWS
    line = line[(ground >> first | STAND) & line.near]
    for _ in range(gained):
        first += STRIDE * way + 1
        line = line[ground >> first & line.near]
    left = line.left[beside + LONGEST_DRIVE - gained]
    return FAR if left < 0 else LONGEST_DRIVE - left


FAR: Final = 1000
"""Steps to a square that a tank can't reach in a turn."""
