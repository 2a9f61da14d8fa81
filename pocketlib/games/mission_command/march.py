"""What the mover may do (4.4): drives, flights, and when the movement may end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from pocketlib.contract import Move
from pocketlib.games.mission_command.content import (
    BIT,
    LONGEST_DRIVE,
    Mask,
    Square,
    squares_of,
)
from pocketlib.games.mission_command.moves import END, FLIGHTS, IN_FLIGHT, Drive, Fly, Trip
from pocketlib.games.mission_command.reach import MARGIN, POSTS, STARTS, Post
from pocketlib.games.mission_command.table import Side, Table


class Going(NamedTuple):
    """How far a movement has got: steps left, ids of moved tanks, has flown, has advanced."""

    left: int
    moved: str = ""
    flown: bool = False
    forward: bool = False


@cache
def and_moved(moved: str, id: str) -> str:
    """Return the ids of moved tanks, sorted, with one more."""
    return "".join(sorted(moved + id))


def free_of(table: Table) -> Mask:
    """Return the squares without a unit."""
    return table.kit.board & ~(table.sides[0].units | table.sides[1].units)


def landings(start: Square, side: Side, other: Side, free: Mask) -> Mask:
    """Return where a side's helicopter may fly to from ``start`` (MC-25 to MC-28)."""
    closed = side.sites if side.pad is None else side.sites ^ BIT[side.pad]  # MC-28
    return free & ~(closed | other.sites) & IN_FLIGHT[start]


def options(table: Table, going: Going) -> tuple[Move, ...]:
    """Return the legal moves, in the document's order."""
    left, moved, flown, forward = going
    mover = table.mover
    side, other = table.sides[mover], table.sides[1 - mover]
    free = free_of(table)
    start = None if flown or side.heli is None else side.heli[0]
    landing = 0 if start is None else landings(start, side, other, free)
    may_end = not landing  # MC-25: it has to fly before the end
    moves: list[Any] = []
    if left:
        first, ground, heading = STARTS[left], free << MARGIN, POSTS[mover]
        posts, ahead = [], 0
        for id, at, _, _, home, _ in side.tanks:
            if id not in moved:
                post = heading[home][at]
                posts.append(post)
                ahead |= post.ahead
                moves += post.drives(first, ground)
        barred = other.sites if table.turn <= 2 else 0  # MC-R8
        if barred:
            moves = [drive for drive in moves if not barred >> drive.to & 1]
        if not forward and is_safe(posts, ahead & free & ~barred, left):
            may_end = False  # MC-20
        elif not forward:
            duty = Duty(posts, left, free, barred)
            if duty.is_owed():
                may_end = False
                moves = duty.drives(moves)
                landing = duty.landings(start, landing)
    if start is not None:
        moves += FLIGHTS[start].of(landing)
    if may_end:
        moves.append(END)
    return tuple(moves)


def is_safe(posts: Sequence[Post], open: Mask, left: int) -> bool:
    """Return whether it is clear at once that any one move leaves an advance possible (MC-R13).

    ``open`` are the squares ahead of the posts that may be gone to. A helicopter can close one of
    them, a tank that drives along its row its own and one in the row.
    """
    if left <= LONGEST_DRIVE or not open & (open - 1):  # too few steps, or only one square
        return False
    for post in posts:  # noqa: SIM110 - quicker than all()
        if not open & post.elsewhere:
            return False
    return True


class Duty:
    """The advance that a squadron owes, in a movement that has seen none yet (MC-20, MC-R13).

    ``posts`` are those of the unmoved tanks, ``open`` the squares ahead of them that they may go
    to. Who has one can advance, which settles most questions at once.
    """

    __slots__ = ("barred", "free", "left", "open", "posts")

    def __init__(self, posts: Sequence[Post], left: int, free: Mask, barred: Mask) -> None:
        self.posts, self.left, self.free, self.barred = posts, left, free, barred
        ahead = 0
        for post in posts:
            ahead |= post.ahead
        self.open = ahead & free & ~barred if left else 0

    def is_owed(self) -> bool:
        """Return whether an advance is possible."""
        if self.open:
            return True
        first, ground = STARTS[self.left], self.free << MARGIN
        return any(
            not drive.sideways and not self.barred >> drive.to & 1
            for post in self.posts
            for drive in post.drives(first, ground)
        )

    def drives(self, drives: list[Drive]) -> list[Drive]:
        """Return those of the drives that advance, or after which an advance is possible."""
        if len(self.posts) == 1:  # nobody else is left to advance
            return [drive for drive in drives if not drive.sideways]
        posts = {post.at: post for post in self.posts}
        return [d for d in drives if not d.sideways or self._outlives(d, posts[d.start])]

    def _outlives(self, drive: Drive, post: Post) -> bool:
        """Return whether an advance is possible after this drive along a row."""
        left = self.left - drive.length(self.free)
        if left and self.open & ~post.ahead & ~drive.ends:
            return True  # another has an open square, which this drive doesn't close
        return self._after(drive, [other for other in self.posts if other is not post], left)

    def landings(self, start: Square | None, landing: Mask) -> Mask:
        """Return those of the squares after a flight to which an advance is possible."""
        open = self.open
        if start is None or open & (open - 1):  # it can't block two
            return landing
        for sq in squares_of(landing & open if open else landing):
            if not self._after(Fly.of(start, sq), self.posts, self.left):
                landing ^= BIT[sq]
        return landing

    def _after(self, trip: Trip, posts: Sequence[Post], left: int) -> bool:
        """Return whether these posts can advance after a trip, with so many steps left."""
        free = self.free ^ trip.ends
        return Duty(posts, left, free, self.barred).is_owed()
