"""What the mover may do (4.4): drives, flights, and when the movement may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from pocketlib.contract import Move
from pocketlib.games.mission_command.content import BIT, LONGEST_DRIVE, STRIDE, Mask, Square
from pocketlib.games.mission_command.moves import END, FLIGHTS, IN_FLIGHT, Drive, Fly, Trip
from pocketlib.games.mission_command.reach import Direction, drives, ground_of
from pocketlib.games.mission_command.table import WAYS, Side, Table


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


def flights(side: Side, free: Mask) -> tuple[Fly, ...]:
    """Return the helicopter's flights (MC-25 to MC-28); none if it is gone.

    ``free`` are the squares with neither a unit nor an enemy installation.
    """
    if side.heli is None:
        return ()
    at, _ = side.heli
    closed = side.sites if side.pad is None else side.sites & ~BIT[side.pad]  # MC-28
    return FLIGHTS[at].of(free & ~closed & IN_FLIGHT[at])


def options(table: Table, going: Going) -> tuple[Move, ...]:
    """Return the legal moves, in the document's order."""
    left, moved, flown, forward = going
    mover = table.mover
    side, other = table.sides[mover], table.sides[1 - mover]
    free = free_of(table)
    barred = other.sites if table.turn <= 2 else 0  # MC-R8
    ground, steps, ways = ground_of(free), longest_drive(left), WAYS[mover]
    runs: list[Drive] = []
    ahead = 0
    for id, at, _, _, home, _ in side.tanks if left else ():
        if id not in moved:
            way = ways[home]
            runs += drives(at, way, steps, ground)
            ahead |= BIT[at + way * STRIDE]
    if barred:
        runs = [drive for drive in runs if not barred >> drive.to & 1]
    flying = () if flown else flights(side, free & ~other.sites)
    if left and not forward:
        if (ahead & free & ~barred).bit_count() > 2 and left > LONGEST_DRIVE:
            return (*runs, *flying)  # MC-20; no move can use up and block three advances
        duty = Duty(table, going, free, barred)
        if duty.is_owed():  # MC-20: so no end yet
            return (*duty.drives(runs), *duty.flights(flying))
    return (*runs, *flying) if flying else (*runs, END)  # MC-25: it has to fly before the end


def longest_drive(left: int) -> int:
    """Return how far one tank can go with the steps that are left to all (MC-21)."""
    return left if left < LONGEST_DRIVE else LONGEST_DRIVE


class Duty:
    """The advance that a squadron owes, in a movement that has seen none yet (MC-20, MC-R13).

    ``open`` holds, for each unmoved tank, the next square ahead if it could go there, else
    nothing. Who has this square can advance, which settles most questions at once.
    """

    __slots__ = ("barred", "free", "left", "open", "ways")

    def __init__(self, table: Table, going: Going, free: Mask, barred: Mask) -> None:
        self.left = going.left
        self.free = free
        self.barred = barred
        self.ways: dict[Square, Direction] = {}
        self.open: dict[Square, Mask] = {}
        stops = free & ~barred
        for tank in table.sides[table.mover].tanks:
            if tank.id not in going.moved:
                way = self.ways[tank.at] = WAYS[table.mover][tank.home]
                self.open[tank.at] = stops & BIT[tank.at + way * STRIDE]

    def is_owed(self) -> bool:
        """Return whether an advance is possible now."""
        return any(self.open.values()) or self._possible(self.left, self.free, None)

    def drives(self, runs: list[Drive]) -> list[Drive]:
        """Return those of the drives that advance, or after which an advance is possible."""
        if len(self.ways) == 1:  # nobody else is left to advance
            return [drive for drive in runs if not drive.sideways]
        doubtful = {start: _doubtful(self.open, start) for start in self.open}
        if self.left > LONGEST_DRIVE and not any(doubtful.values()):
            return runs
        return [
            drive
            for drive in runs
            if not drive.sideways
            or self._outlives(drive, doubtful[drive.start], abs(drive.to - drive.start))
        ]

    def flights(self, flying: Sequence[Fly]) -> Sequence[Fly]:
        """Return those of the flights after which an advance is possible."""
        doubtful = _doubtful(self.open, None)
        return [fly for fly in flying if self._outlives(fly, doubtful, 0)] if doubtful else flying

    def _outlives(self, trip: Trip, doubtful: Mask, cost: int) -> bool:
        """Can a tank still advance after this trip, which costs so many steps?"""
        left = self.left - cost
        if not left or not doubtful >> trip.to & 1:
            return left > 0
        return self._possible(left, self.free ^ BIT[trip.start] ^ BIT[trip.to], trip.start)

    def _possible(self, left: int, free: Mask, gone: Square | None) -> bool:
        """Can a tank, but not the one that was on the square ``gone``, advance?"""
        ground, steps = ground_of(free), longest_drive(left)
        return any(
            not drive.sideways and not self.barred >> drive.to & 1
            for at, way in self.ways.items()
            if at != gone
            for drive in drives(at, way, steps, ground)
        )


def _doubtful(open: Mapping[Square, Mask], gone: Square | None) -> Mask:
    """Return the squares on which a piece might block the last advance.

    If two tanks or more, other than the one on ``gone``, have different squares open, no piece
    can block both; if one has, it has to stand there.
    """
    squares = 0
    for at, square in open.items():
        if at != gone:
            squares |= square
    return EVERY if not squares else squares if squares.bit_count() == 1 else 0


EVERY: Final[Mask] = -1
"""All squares."""
