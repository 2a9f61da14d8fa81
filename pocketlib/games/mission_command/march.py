"""What the mover may do (4.4): drives, flights, and when the movement may end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pocketlib.contract import Move
from pocketlib.games.mission_command.content import BIT, LONGEST_DRIVE, Mask, Square, squares_of
from pocketlib.games.mission_command.moves import END, FLIGHTS, IN_FLIGHT, Drive, Fly, Trip
from pocketlib.games.mission_command.reach import POSTS, Post, ground_of
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
    moves: list[Move] = []
    if left:
        barred = other.sites if table.turn <= 2 else 0  # MC-R8
        ground, steps, heading = ground_of(free), longest_drive(left), POSTS[mover]
        posts = [heading[home][at] for id, at, _, _, home, _ in side.tanks if id not in moved]
        for post in posts:
            moves += post.drives(steps, ground)
        if barred:
            moves = [drive for drive in moves if not barred >> drive.to & 1]
        if posts and not forward:
            duty = Duty(posts, left, free, barred)
            if duty.is_owed():  # MC-20
                moves = duty.drives(moves)
                landing = duty.landings(start, landing)
                may_end = False
    if start is not None:
        moves += FLIGHTS[start].of(landing)
    if may_end:
        moves.append(END)
    return tuple(moves)


def longest_drive(left: int) -> int:
    """Return how far one tank can go with the steps that are left to all (MC-21)."""
    return left if left < LONGEST_DRIVE else LONGEST_DRIVE


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
        self.open = ahead & free & ~barred

    def is_owed(self) -> bool:
        """Return whether an advance is possible."""
        if self.open:
            return True
        ground, steps = ground_of(self.free), longest_drive(self.left)
        return any(
            not drive.sideways and not self.barred >> drive.to & 1
            for post in self.posts
            for drive in post.drives(steps, ground)
        )

    def drives(self, drives: list[Drive]) -> list[Drive]:
        """Return those of the drives that advance, or after which an advance is possible."""
        posts, open = self.posts, self.open
        if len(posts) == 1:  # nobody else is left to advance
            return [drive for drive in drives if not drive.sideways]
        if self.left > LONGEST_DRIVE and all([open & post.elsewhere for post in posts]):
            return drives
        return [drive for drive in drives if not drive.sideways or self._outlives(drive)]

    def _outlives(self, drive: Drive) -> bool:
        """Return whether an advance is possible after this drive along a row."""
        left = self.left - drive.length(self.free)
        others = [post for post in self.posts if post.at != drive.start]
        return left > 0 and self._after(drive, others, left).is_owed()

    def landings(self, start: Square | None, landing: Mask) -> Mask:
        """Return those of the squares after a flight to which an advance is possible."""
        if start is None or self.open.bit_count() > 1:  # it can't block two
            return landing
        for sq in squares_of(landing & self.open if self.open else landing):
            if not self._after(Fly.of(start, sq), self.posts, self.left).is_owed():
                landing ^= BIT[sq]
        return landing

    def _after(self, trip: Trip, posts: Sequence[Post], left: int) -> Duty:
        """Return what is owed after a trip, with these posts and steps."""
        free = self.free ^ BIT[trip.start] ^ BIT[trip.to]
        return Duty(posts, left, free, self.barred)
