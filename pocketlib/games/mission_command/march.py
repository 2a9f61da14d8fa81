"""What the mover may do (4.4): drives, flights, and when the movement may end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pocketlib.contract import Move
from pocketlib.games.mission_command.content import BIT, LONGEST_DRIVE, Mask, Square
from pocketlib.games.mission_command.moves import END, FLIGHTS, IN_FLIGHT, Fly
from pocketlib.games.mission_command.reach import Range
from pocketlib.games.mission_command.table import Side, Table, direction


class Going(NamedTuple):
    """How far a movement has got: steps left, ids of moved tanks, has flown, has advanced."""

    left: int
    moved: str = ""
    flown: bool = False
    forward: bool = False


def flights(side: Side, free: Mask) -> tuple[Fly, ...]:
    """Return the helicopter's flights (MC-25 to MC-28); none if it is gone.

    ``free`` are the squares with neither a unit nor an enemy installation.
    """
    if side.heli is None:
        return ()
    at, _ = side.heli
    closed = side.sites if side.pad is None else side.sites & ~BIT[side.pad]  # MC-28
    return FLIGHTS[at].of(free & ~closed & IN_FLIGHT[at])


class Ground:
    """The board as the mover finds it: its ``moves``, and the range of each unmoved tank by id.

    ``before`` are the ranges before the last move, ``changed`` the two squares of that move.
    """

    __slots__ = ("barred", "free", "left", "moves", "ranges", "steps", "table")

    moves: tuple[Move, ...]

    def __init__(
        self, table: Table, going: Going, before: Mapping[str, Range], changed: Mask
    ) -> None:
        left, moved, flown, forward = going
        mover = table.mover
        side, other = table.sides[mover], table.sides[1 - mover]
        self.table = table
        self.left = left
        self.steps = steps = left if left < LONGEST_DRIVE else LONGEST_DRIVE  # MC-21
        self.free = free = table.kit.board & ~(side.units | other.units)  # MC-23
        self.barred = barred = other.sites if table.turn <= 2 else 0  # MC-R8
        self.ranges: dict[str, Range] = {}
        ahead = 0
        for id, at, _, _, home, _ in side.tanks:
            if id not in moved:
                reach = before.get(id)
                if reach is None or reach.window & changed:
                    reach = Range(at, direction(mover, home), free)
                self.ranges[id] = reach
                if not forward:
                    ahead |= reach.ahead(steps)
        flying = () if flown else flights(side, free & ~other.sites)
        if ahead & ~barred:  # MC-20: an advance is owed
            self.moves = self._while_owed(flying)
            return
        moves: list[Move] = []
        for reach in self.ranges.values():
            moves += reach.drives(steps, barred)
        if flying:
            moves += flying  # MC-25: it has to fly, so no end yet
        else:
            moves.append(END)
        self.moves = tuple(moves)

    def _while_owed(self, flying: tuple[Fly, ...]) -> tuple[Move, ...]:
        """Return the moves that leave an advance possible, while none has been made (MC-R13)."""
        steps, barred = self.steps, self.barred
        at_once = {id: reach.ahead(1) & ~barred for id, reach in self.ranges.items()}
        ready = 0
        for step in at_once.values():
            ready |= step
        # one move can't use up or block the advances to three squares next ahead
        certain = ready.bit_count() > 2 and self.left > LONGEST_DRIVE
        moves: list[Move] = []
        for id, reach in self.ranges.items():
            if certain:
                moves += reach.drives(steps, barred)
            else:
                moves += self._leaving(id, reach, _doubtful(at_once, id))
        doubtful = 0 if certain else _doubtful(at_once, None)
        if doubtful:
            moves += [
                fly
                for fly in flying
                if not doubtful >> fly.to & 1 or self._kept(None, fly.start, fly.to, self.left)
            ]
        else:
            moves += flying
        return tuple(moves)

    def _leaving(self, id: str, reach: Range, doubtful: Mask) -> Sequence[Move]:
        """Return the drives of a tank after which one has advanced or still can.

        ``doubtful`` are squares on which it might block the last advance.
        """
        steps = self.steps
        sideways = reach.within[steps] & ~reach.ahead(steps)
        doubtful &= sideways
        if self.left <= LONGEST_DRIVE:  # the longest drives leave no step to others
            doubtful |= sideways & ~reach.within[steps - 1]
        drives = reach.drives(steps, self.barred)
        if not doubtful:
            return drives
        return [
            drive
            for drive in drives
            if not doubtful >> drive.to & 1
            or self._kept(id, drive.start, drive.to, self.left - reach.steps(drive.to))
        ]

    def _kept(self, id: str | None, start: Square, to: Square, left: int) -> bool:
        """Can another tank still advance, once this one (None: the helicopter) has gone there?"""
        if len(self.ranges) == 1 and id is not None:
            return False
        steps = min(left, LONGEST_DRIVE)
        changed = BIT[start] | BIT[to]
        free = (self.free | BIT[start]) & ~BIT[to]
        mover = self.table.mover
        for tank in self.table.sides[mover].tanks:
            reach = self.ranges.get(tank.id)
            if reach is not None and tank.id != id:
                if reach.window & changed:
                    reach = Range(tank.at, direction(mover, tank.home), free)
                if reach.ahead(steps) & ~self.barred:
                    return True
        return False


def _doubtful(at_once: Mapping[str, Mask], mover: str | None) -> Mask:
    """Return the squares whose occupation by ``mover`` might block the last advance.

    ``at_once`` holds for each tank the next square ahead if it is open, else no square. If two
    of them are left to others, one piece cannot block both.
    """
    squares = 0
    for id, step in at_once.items():
        if id != mover:
            squares |= step
    return EVERY if not squares else squares if squares.bit_count() == 1 else 0


EVERY: Final[Mask] = -1
"""All squares."""
