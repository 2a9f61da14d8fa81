"""The set-up of Mission Command Land as a tree (4.1): green places everything, then tan does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pocketlib.contract import Move, Seat
from pocketlib.games.mission_command.content import (
    ARMIES,
    FILES,
    LINES,
    NAMES,
    SEATS,
    STRIDE,
    Mask,
    squares_of,
)
from pocketlib.games.mission_command.moves import PUTS, Form, Put
from pocketlib.games.mission_command.node import Node, SeatNode
from pocketlib.games.mission_command.nodes import begin_turn
from pocketlib.games.mission_command.table import Side, Table, Tank


def set_up(table: Table) -> Node:
    """Go on with the seat that has pieces left to place, else begin turn 1."""
    for seat in (0, 1):
        if table.sides[seat].heli is None:
            return next_piece(table, seat)
    return begin_turn(table)


def next_piece(table: Table, seat: Seat) -> Placing:
    """Return the node at which ``seat`` places its next piece; there must be one (MC-5)."""
    side, army = table.sides[seat], table.kit.army
    if side.fuel is None:
        piece = "pad" if side.pad is None else "ammo" if side.ammo is None else "fuel"
        return PlaceSite(table, seat, piece)
    if len(side.art) < army.guns:
        return PlaceGun(table, seat, "art")
    if side.launcher is None:
        return PlaceGun(table, seat, "launcher")
    return PlaceTank(table, seat, TANKS[army.strengths[len(side.tanks)]])


TANKS: Final = {strength: f"tank{strength}" for strength in ARMIES["full"].strengths}
"""The step of each tank."""


class Placing(SeatNode):
    """A seat places its next piece, unseen by the other (MC-5, MC-R5)."""

    __slots__ = ("step",)

    phase = "setup"

    if TYPE_CHECKING:
        step: str

    def __init__(self, table: Table, seat: Seat, step: str) -> None:
        self.table = table
        self.log = table.log
        self.to_move = seat
        self.step = step
        self.choice = None

    def _list(self) -> tuple[Move, ...]:
        return PUTS[self.step].of(self.open_squares())

    def open_squares(self) -> Mask:
        """Return where the piece may stand."""
        raise NotImplementedError

    def after(self, move: Any) -> Node:
        _, move = self._find(move)
        return set_up(self.place(move))

    def place(self, move: Move) -> Table:
        """Return a draft with the piece or formation on the board."""
        seat = self.to_move
        table = Table(self.table)
        if isinstance(move, Form):
            table.form(seat, table.kit.formations[move.name])
            table.log.append((seat, ("form", SEATS[seat], move.name)))
        elif isinstance(move, Put):
            self._put(table.draft(seat), move)
            table.log.append((seat, ("put", SEATS[seat], move.piece, NAMES[move.at])))
        if len(table.sides[seat].tanks) == len(table.kit.army.strengths):
            table.complete(seat)
            table.tell(("ready", SEATS[seat]))
        return table

    def _put(self, side: Side, move: Put) -> None:
        """Put the piece on ``side``, a copy to change."""
        raise NotImplementedError


class PlaceSite(Placing):
    """An installation: own half, not the back row, a row and column of its own (MC-6 to MC-8)."""

    __slots__ = ()

    def _list(self) -> tuple[Move, ...]:
        forms = self.table.kit.forms if self.step == "pad" else ()
        return (*forms, *super()._list())

    def open_squares(self) -> Mask:
        kit, seat = self.table.kit, self.to_move
        open_squares = kit.halves[seat] & ~kit.back[seat]
        for sq in squares_of(self.table.sides[seat].sites):
            open_squares &= ~(LINES[sq // STRIDE] | FILES[sq % STRIDE])  # MC-7
        return open_squares

    def _put(self, side: Side, move: Put) -> None:
        setattr(side, move.piece, move.at)
        side.sites |= move.bit


class PlaceGun(Placing):
    """An artillery piece or the launcher: an empty space of the own half (MC-10, MC-11)."""

    __slots__ = ()

    def open_squares(self) -> Mask:
        kit, seat = self.table.kit, self.to_move
        side = self.table.sides[seat]
        open_squares = kit.halves[seat] & ~(side.units | side.sites)
        room = (kit.back[seat] & ~side.units).bit_count()
        if room <= len(kit.army.strengths):  # MC-R6: the tanks need these
            open_squares &= ~kit.back[seat]
        return open_squares

    def _put(self, side: Side, move: Put) -> None:
        if move.piece == "art":
            side.art = tuple(sorted((*side.art, move.at)))
        else:
            side.launcher = move.at
        side.units |= move.bit


class PlaceTank(Placing):
    """The next tank, by its strength: an empty space of the back row (MC-12, MC-13)."""

    __slots__ = ()

    def open_squares(self) -> Mask:
        return self.table.kit.back[self.to_move] & ~self.table.sides[self.to_move].units

    def _put(self, side: Side, move: Put) -> None:
        strength = int(move.piece[4:])
        side.tanks = (*side.tanks, Tank("", move.at, strength, strength))
        side.units |= move.bit
