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
from typing import Any, Final, TypeAlias

from pocketlib.games.mission_command.content import (
    BIT,
    FUELLED,
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


class Line:
    """What a tank can reach of one row, and from there, by their free squares, of further rows.

    A line holds the tank's own column and as many on either side as a tank can have steps left
    there: four in the row it stands in, three in the next, and so on.
    """

    __slots__ = ("in_reach", "last_down", "last_up", "left", "next")

    left: tuple[int, ...]
    """The steps left on each square; -1: out of reach."""
    in_reach: bytes
    """1 for each square that a drive can end on, else 0."""
    next: list[Line]
    """By the free squares of the next row's line: bit n stands for its n-th square."""
    last_up: LastRows
    last_down: LastRows
    """Of the third row: what can be reached of the last two, by heading."""

    @classmethod
    @cache
    def of(cls, left: tuple[int, ...]) -> Line:
        """Return the line with these steps left."""
        self = cls()
        self.left = left
        in_reach = [steps >= 0 for steps in left]
        if len(left) == OWN_ROW:
            in_reach[LONGEST_DRIVE] = False  # where the tank stands
        self.in_reach = bytes(in_reach)
        if len(left) == OWN_ROW - 4:
            self.last_up, self.last_down = LastRows(self, UP), LastRows(self, DOWN)
        return self

    def __getattr__(self, name: str) -> Any:
        """Make ``next`` when it is first asked for."""
        if name != "next":
            raise AttributeError(name)
        self.next = [Line.of(self._next(free)) for free in range(1 << len(self.left) - 2)]
        return self.next

    def _next(self, free: int) -> tuple[int, ...]:
        """Return the steps left in the next row: one step on, and then sideways (MC-22)."""
        columns = range(len(self.left) - 2)
        if len(columns) == OWN_ROW:
            free |= BIT[LONGEST_DRIVE]  # the tank is no obstacle to itself
        left = [
            steps - 1 if steps > 0 and free & BIT[n] else -1
            for n, steps in enumerate(self.left[1:-1])
        ]
        for before, order in ((-1, columns[1:]), (1, columns[-2::-1])):
            for n in order:
                if free & BIT[n]:
                    left[n] = max(left[n], left[n + before] - 1)
        return tuple(left)


class LastRows(dict[Mask, bytes]):
    """The squares in reach of the last two rows, looked up by their free squares.

    This is only quicker than to go from line to line. The free squares lie as on the ground: those
    of the fourth row are the lower ones for who drives up.
    """

    __slots__ = ("_line", "_way")

    def __init__(self, line: Line, way: Direction) -> None:
        """Take the line of the row before."""
        super().__init__()
        self._line, self._way = line, way

    def __missing__(self, free: Mask) -> bytes:
        up = self._way == UP
        fourth = self._line.next[(free if up else free >> 15) & 7]
        fifth = fourth.next[(free >> 17 if up else free) & 1]
        lines = fourth.in_reach, fifth.in_reach
        in_reach = self[free] = b"".join(lines[:: self._way])
        return in_reach


OWN_ROW: Final = 2 * LONGEST_DRIVE + 1
"""Columns of the line of the tank's own row."""


def _start(left: int) -> Line:
    """Return the line before the tank's own row, if so many steps are left to all."""
    before = [-1] * (OWN_ROW + 2)
    before[LONGEST_DRIVE + 1] = min(left, LONGEST_DRIVE) + 1
    return Line.of(tuple(before))


STARTS: Final = tuple(_start(left) for left in range(FUELLED + 1))
"""Where to look from, by the steps that are left to all tanks (MC-19, MC-21)."""


# --- from where it stands on the board ---------------------------------------------------------


class Post:
    """A tank's square and heading: where it can drive from there.

    ``ahead`` is the next square forward, as a set, ``elsewhere`` all squares but that and those of
    its row.
    """

    __slots__ = ("_each", "_first", "_up", "ahead", "at", "elsewhere", "way")

    def __init__(self, at: Square, way: Direction) -> None:
        self.at, self.way = at, way
        ahead = at + way * STRIDE
        self.ahead: Mask = BIT[ahead] if ahead in NAMES else 0
        self.elsewhere: Mask = ~(LINES[at // STRIDE] | self.ahead)
        self._first = at + FOUR_ROWS if way == UP else at
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

    def drives(self, start: Line, ground: Ground) -> Iterator[Drive]:
        """Yield the drives of a tank in square order; ``start`` is one of the ``STARTS``."""
        # Lines of 9, 7, 5, 3 and 1 columns: the next one begins a row further, a column later.
        seen = ground >> self._first
        if self._up:
            own = start.next[seen & 0x1FF]
            one = own.next[seen >> 17 & 0x7F]
            two = one.next[seen >> 34 & 0x1F]
            last = two.last_up[seen >> 51 & 0x20007]
            return compress(self._each, own.in_reach + one.in_reach + two.in_reach + last)
        own = start.next[seen >> 64 & 0x1FF]
        one = own.next[seen >> 49 & 0x7F]
        two = one.next[seen >> 34 & 0x1F]
        last = two.last_down[seen >> 4 & 0x38001]
        return compress(self._each, last + two.in_reach + one.in_reach + own.in_reach)

    def distance(self, to: Square, free: Mask) -> int:
        """Return the length of the shortest path (MC-R16); FAR if it has more than four steps."""
        drive = Drive.of(self.at, to)
        within = drive in self.drives(STARTS[FUELLED], free << MARGIN)
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
