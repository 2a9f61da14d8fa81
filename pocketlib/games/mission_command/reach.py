"""Where tanks can drive (MC-19 to MC-24), row by row.

A tank never goes back. So what it can reach of one row, with the steps that are left there, and
the free squares of the next row decide what it can reach of that. Seen from the tank there are
fewer than 300 such lines of a row, so each is worked out once, when it is first met, and kept.
All else here shortens the way from the free squares to the list of drives.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, compress
from typing import Final, TypeAlias

from pocketlib.games.mission_command.content import (
    BIT,
    LINES,
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


# --- from row to row ---------------------------------------------------------------------------

_FIRST: Final = {
    UP: tuple(row * (STRIDE + 1) for row in range(LONGEST_DRIVE + 1)),
    DOWN: tuple(FOUR_ROWS - row * (STRIDE - 1) for row in range(LONGEST_DRIVE + 1)),
}
"""Where the line of each row begins on the ground that a tank sees, from its own row on: one
column after the row before it."""
_STAND: Final = BIT[LONGEST_DRIVE]
"""The tank's own square in the line of its own row."""


class Line(dict[int, "Line"]):
    """What a tank can reach of one row; looked up by free squares, what it can of the next row.

    It holds the tank's own column and as many on either side as a tank can have steps left there:
    four in the row it stands in, three in the next, and so on. The free squares are those of
    ``near``, which the tank could reach in the next row, as they lie on the ground that it sees.
    """

    __slots__ = ("beyond", "in_reach", "left", "near", "row", "way")

    left: tuple[int, ...]
    """The steps left on each square; -1: out of reach."""
    row: int
    """How many rows forward it is: -1 leads to the tank's own row, 0."""
    way: Direction
    in_reach: bytes
    """1 for each square that a drive can end on, else 0."""
    near: Mask
    beyond: Beyond
    """Of the row next to the tank's own: what it can reach beyond that."""

    @classmethod
    @cache
    def of(cls, left: tuple[int, ...], row: int, way: Direction) -> Line:
        """Return the line of a row with these steps left."""
        self = cls()
        self.left, self.row, self.way = left, row, way
        in_reach = [steps >= 0 for steps in left]
        if row == 0:
            in_reach[LONGEST_DRIVE] = False  # where the tank stands
        self.in_reach = bytes(in_reach)
        self.near = 0
        if row < LONGEST_DRIVE:
            squares = sum(BIT[n] for n, steps in enumerate(self._next(-1)) if steps >= 0)
            if row == -1:
                squares &= ~_STAND
            self.near = squares << _FIRST[way][row + 1]
        if row == 2:
            self.beyond = Beyond(self)
        return self

    def __missing__(self, free: Mask) -> Line:
        squares = free >> _FIRST[self.way][self.row + 1]
        if self.row == -1:
            squares |= _STAND  # the tank is no obstacle to itself
        line = self[free] = Line.of(tuple(self._next(squares)), self.row + 1, self.way)
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


def _start(steps: int, way: Direction) -> Line:
    """Return the line that leads to the tank's own row, where it has so many steps."""
    left = [-1] * (2 * LONGEST_DRIVE + 3)
    left[LONGEST_DRIVE + 1] = steps + 1
    return Line.of(tuple(left), -1, way)


STARTS: Final = {
    way: tuple(_start(steps, way) for steps in range(LONGEST_DRIVE + 1)) for way in (UP, DOWN)
}
"""By heading, and by the steps that the tank has."""


class Beyond(dict[Mask, bytes]):
    """The squares in reach of the last three rows, looked up by their free squares.

    This is only quicker than a look-up for each row: what it holds, fewer than 72,000 entries in
    all, comes from the lines. Only the squares ``near`` count.
    """

    __slots__ = ("_line", "near")

    def __init__(self, line: Line) -> None:
        """Take the line of the row before."""
        super().__init__()
        self._line = line
        self.near: Mask = 0
        while line.near:
            self.near |= line.near
            line = line[line.near]

    def __missing__(self, free: Mask) -> bytes:
        line, found = self._line, []
        for _ in FAR_ROWS:
            line = line[free & line.near]
            found.append(line.in_reach)
        in_reach = self[free] = b"".join(found[:: line.way])
        return in_reach


FAR_ROWS: Final = range(3, LONGEST_DRIVE + 1)


# --- from where it stands on the board ---------------------------------------------------------


class Post:
    """A tank's square and heading: where it can drive from there.

    ``ahead`` is the next square forward, as a set, ``elsewhere`` all squares but that and those of
    its row.
    """

    __slots__ = ("_each", "_first", "_starts", "_up", "ahead", "at", "elsewhere", "way")

    def __init__(self, at: Square, way: Direction) -> None:
        self.at, self.way = at, way
        ahead = at + way * STRIDE
        self.ahead: Mask = BIT[ahead] if ahead in NAMES else 0
        self.elsewhere: Mask = ~(LINES[at // STRIDE] | self.ahead)
        self._first = at + FOUR_ROWS if way == UP else at
        self._starts = STARTS[way]
        self._up = way == UP
        lines = [
            [
                Drive.of(at, to if to in NAMES else at)  # off the board: never in reach
                for beside in range(row - LONGEST_DRIVE, LONGEST_DRIVE - row + 1)
                for to in [at + STRIDE * way * row + beside]
            ]
            for row in range(LONGEST_DRIVE + 1)
        ]
        self._each = tuple(chain.from_iterable(lines[::way]))

    def drives(self, steps: int, ground: Ground) -> Iterator[Drive]:
        """Yield the drives of so many steps at most, in square order."""
        seen = ground >> self._first
        start = self._starts[steps]
        own = start[seen & start.near]
        one = own[seen & own.near]
        two = one[seen & one.near]
        beyond = two.beyond
        far = beyond[seen & beyond.near]
        if self._up:
            return compress(self._each, own.in_reach + one.in_reach + two.in_reach + far)
        return compress(self._each, far + two.in_reach + one.in_reach + own.in_reach)

    def distance(self, to: Square, free: Mask) -> int:
        """Return the length of the shortest path (MC-R16); FAR if it has more than four steps."""
        drive = Drive.of(self.at, to)
        within = drive in self.drives(LONGEST_DRIVE, free << MARGIN)
        return drive.length(free) if within else FAR


FAR: Final = 1000
"""Steps to a square that a tank can't reach in a turn."""


class Posts(dict[Square, Post]):
    """The posts with one heading, by square; each is made when it is first asked for."""

    __slots__ = ("_way",)

    def __init__(self, way: Direction) -> None:
        super().__init__()
        self._way = way

    def __missing__(self, at: Square) -> Post:
        post = self[at] = Post(at, self._way)
        return post


_UPWARD, _DOWNWARD = Posts(UP), Posts(DOWN)
POSTS: Final = ((_UPWARD, _DOWNWARD), (_DOWNWARD, _UPWARD))
"""A tank's posts by its seat and by whether its heading is home (MC-22, MC-24)."""
