"""What the mover may do (4.4): drives, flights, and when the movement may end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pocketlib.contract import Move
from pocketlib.games.mission_command.content import BIT, LONGEST_DRIVE, Mask, Square
from pocketlib.games.mission_command.moves import END, FLIGHTS, IN_FLIGHT, Fly
from pocketlib.games.mission_command.reach import Range
from pocketlib.games.mission_command.table import Table


class Going(NamedTuple):
    """How far a movement has got: steps left, ids of moved tanks, has flown, has advanced."""

    left: int
    moved: str = ""
    flown: bool = False
    forward: bool = False


def free_squares(table: Table) -> Mask:
    """Return the squares without a unit (MC-23)."""
    green, tan = table.sides
    return table.kit.board & ~(green.units | tan.units)


def flights(table: Table, free: Mask) -> tuple[Fly, ...]:
    """Return the helicopter's flights (MC-25 to MC-28); none if it is gone."""
    side, other = table.sides[table.mover], table.sides[1 - table.mover]
    if side.heli is None:
        return ()
    at, _ = side.heli
    closed = side.sites | other.sites
    if side.pad is not None:
        closed &= ~BIT[side.pad]  # MC-28
    return FLIGHTS[at].of(free & ~closed & IN_FLIGHT[at])


class Ground:
    """The board as the mover finds it: its ``moves``, and the range of each unmoved tank by id.

    ``before`` are the ranges before the last move, ``changed`` the two squares of that move.
    """

    __slots__ = ("barred", "free", "left", "moves", "ranges", "steps", "table")

    def __init__(
        self, table: Table, going: Going, before: Mapping[str, Range], changed: Mask
    ) -> None:
        left, moved, flown, forward = going
        mover = table.mover
        self.table = table
        self.left = left
        self.steps = left if left < LONGEST_DRIVE else LONGEST_DRIVE  # MC-21
        self.free = free = free_squares(table)
        self.barred: Mask = table.sides[1 - mover].sites if table.turn <= 2 else 0  # MC-R8
        self.ranges: dict[str, Range] = {}
        for tank in table.sides[mover].tanks:
            id = tank.id or ""
            if id not in moved:
                reach = before.get(id)
                if reach is None or reach.window & changed:
                    reach = Range(tank.at, table.direction(mover, tank), free)
                self.ranges[id] = reach
        flying = () if flown else flights(table, free)
        owed = not forward and self._can_advance()
        self.moves = tuple(self._while_owed(flying) if owed else self._freely(flying))

    def _can_advance(self) -> bool:
        """Can a tank that has not moved gain a row (MC-20)?"""
        return any(reach.ahead(self.steps) & ~self.barred for reach in self.ranges.values())

    def _freely(self, flying: tuple[Fly, ...]) -> list[Move]:
        """Return the moves when no advance is owed: drives, flights, ``end``."""
        moves: list[Move] = []
        for reach in self.ranges.values():
            moves += reach.drives(self.steps, self.barred)
        if flying:
            moves += flying  # MC-25: it has to fly, so no end yet
        else:
            moves.append(END)
        return moves

    def _while_owed(self, flying: tuple[Fly, ...]) -> list[Move]:
        """Return the moves that leave an advance possible, while none has been made (MC-R13)."""
        steps, barred = self.steps, self.barred
        at_once = {id: reach.ahead(1) & ~barred for id, reach in self.ranges.items()}
        moves: list[Move] = []
        for id, reach in self.ranges.items():
            drives = reach.drives(steps, barred)
            doubtful = _doubtful(at_once, id) & ~reach.ahead(steps)
            if self.left <= LONGEST_DRIVE:  # a longest drive would leave no step
                doubtful |= reach.within[steps] & ~(reach.within[steps - 1] | reach.ahead(steps))
            if doubtful & reach.within[steps]:
                moves += [
                    drive
                    for drive in drives
                    if not doubtful >> drive.to & 1
                    or self._kept(id, drive.start, drive.to, self.left - reach.steps(drive.to))
                ]
            else:
                moves += drives
        doubtful = _doubtful(at_once, None)
        for fly in flying:
            if not doubtful >> fly.to & 1 or self._kept(None, fly.start, fly.to, self.left):
                moves.append(fly)
        return moves

    def _kept(self, id: str | None, start: Square, to: Square, left: int) -> bool:
        """Can another tank still advance, once this one (None: the helicopter) has gone there?"""
        steps = min(left, LONGEST_DRIVE)
        free = (self.free | BIT[start]) & ~BIT[to]
        for tank in self.table.sides[self.table.mover].tanks:
            if tank.id in self.ranges and tank.id != id:
                way = self.table.direction(self.table.mover, tank)
                if Range(tank.at, way, free).ahead(steps) & ~self.barred:
                    return True
        return False


def _doubtful(at_once: Mapping[str, Mask], mover: str | None) -> Mask:
    """Return the squares whose occupation by ``mover`` might block the last advance.

    ``at_once`` holds for each tank the next square ahead if it is open, else no square. If two
    other tanks can advance at once, one piece cannot block both.
    """
    steps = [step for id, step in at_once.items() if step and id != mover]
    return EVERY if not steps else steps[0] if len(steps) == 1 else 0


EVERY: Final[Mask] = -1
"""All squares."""
