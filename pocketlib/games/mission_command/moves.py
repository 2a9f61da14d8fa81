"""Moves and outcomes of Mission Command Land, and the tables of them (sections 4 and 5).

All moves are shared objects, the same for every board; a move is recognised by its text. Lists
that depend on the position are kept by the few squares that they depend on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from math import factorial
from typing import Final

from pocketlib.chance import Chance
from pocketlib.contract import Event, Move, Seat
from pocketlib.games.mission_command.content import (
    ALL_SQUARES,
    BIT,
    KINDS,
    LONGEST_FLIGHT,
    NAMES,
    SEATS,
    STRIDE,
    EachNear,
    EachSquare,
    Mask,
    Square,
    king_moves,
    mask_of,
)


class Form(Move):
    """A whole formation at once (4.1)."""

    __slots__ = ("name",)

    name: str

    @classmethod
    def of(cls, name: str) -> Form:
        self = cls(f"form {name}", (name,))
        self.name = name
        return self


class Put(Move):
    """A piece placed in the set-up (4.1), or a marker plotted (4.3)."""

    __slots__ = ("at", "before", "bit", "piece", "plotted")

    piece: str
    at: Square
    bit: Mask
    """The square as a set."""
    before: Mask
    """All squares before it, in square order."""
    plotted: tuple[tuple[tuple[Seat, Event]], tuple[tuple[Seat, Event]]]
    """By seat: what is told of it as a marker, to that seat alone."""

    @classmethod
    @cache
    def of(cls, piece: str, at: Square) -> Put:
        self = cls(f"{piece} {NAMES[at]}", (NAMES[at],))
        self.piece = piece
        self.at = at
        self.bit = BIT[at]
        self.before = self.bit - 1
        green, tan = [(("plot", side, piece, NAMES[at])) for side in SEATS]
        self.plotted = ((0, green),), ((1, tan),)
        return self


class Trip(Move):
    """One piece from ``start`` to ``to``: a tank's drive or the helicopter's flight (4.4).

    ``ends`` are both squares as a set.
    """

    __slots__ = ("ends", "start", "to")

    start: Square
    to: Square
    ends: Mask


class Drive(Trip):
    """A tank moves (4.4); ``sideways`` is a drive that stays in the row.

    ``direct`` is the number of steps if nothing is in the way; a ``straight`` drive takes no more.
    """

    __slots__ = ("_between", "direct", "sideways", "straight")

    direct: int
    sideways: bool
    straight: bool
    _between: Mask
    """The squares on one of which a drive of two steps has to pass."""

    @classmethod
    @cache
    def of(cls, start: Square, to: Square) -> Drive:
        self = cls(f"mv {NAMES[start]} {NAMES[to]}", (NAMES[start], NAMES[to]))
        self.start, self.to, self.ends = start, to, BIT[start] ^ BIT[to]
        rows, columns = to // STRIDE - start // STRIDE, to % STRIDE - start % STRIDE
        self.sideways = rows == 0
        self.direct = abs(rows) + abs(columns)
        # Who goes round takes two steps more, of four at most (MC-21), and can't do so in a row.
        self.straight = self.direct != 2 or self.sideways
        corners = start + columns, start + rows * STRIDE
        self._between = mask_of(corners if rows and columns else [(start + to) // 2])
        return self

    def length(self, free: Mask) -> int:
        """Return the length of the shortest path over ``free`` squares (MC-R16).

        The drive must be legal.
        """
        return self.direct if self.straight or self._between & free else self.direct + 2


class Fly(Trip):
    """The helicopter flies (4.4); where it comes from is no part of the notation."""

    __slots__ = ()

    @classmethod
    @cache
    def of(cls, start: Square, to: Square) -> Fly:
        self = cls(f"fly {NAMES[to]}", (NAMES[start], NAMES[to]))
        self.start, self.to, self.ends = start, to, BIT[start] ^ BIT[to]
        return self


class Attack(Move):
    """A moved piece at ``start`` fights the target at ``to`` (4.6)."""

    __slots__ = ("start", "to")

    start: Square
    to: Square

    @classmethod
    @cache
    def of(cls, start: Square, to: Square) -> Attack:
        self = cls(f"attack {NAMES[start]} {NAMES[to]}", (NAMES[start], NAMES[to]))
        self.start, self.to = start, to
        return self


class Roll(Move):
    """Dice thrown: a letter each, red, blue or blank (4.9)."""

    __slots__ = ("blues", "reds")

    reds: int
    blues: int

    @classmethod
    @cache
    def of(cls, reds: int, blues: int, blanks: int) -> Roll:
        self = cls("r" * reds + "b" * blues + "n" * blanks)
        self.reds, self.blues = reds, blues
        return self


DONE: Final = Move("done", ("done",))
"""Ends a step of the plotting (4.3)."""
END: Final = Move("end", ("end",))
"""Ends the movement (4.4)."""


@cache
def rolls(dice: int, reds: int, blues: int) -> Chance[Move]:
    """Return the throw of so many dice with ``reds`` red and ``blues`` blue faces (4.9)."""
    blanks = 6 - reds - blues
    weights: dict[Move, int] = {}
    for r in range(dice, -1, -1):
        for b in range(dice - r, -1, -1):
            n = dice - r - b
            ways = factorial(dice) // (factorial(r) * factorial(b) * factorial(n))
            weight = ways * reds**r * blues**b * blanks**n
            if weight:
                weights[Roll.of(r, b, n)] = weight
    return Chance(weights)


# --- lists of moves by squares -----------------------------------------------------------------

_PIECES: Final = ("pad", "ammo", "fuel", "launcher", *KINDS, *(f"tank{n}" for n in range(1, 7)))
PUTS: Final[Mapping[str, EachSquare[Move]]] = {
    piece: EachSquare(partial(Put.of, piece)) for piece in _PIECES
}
"""A piece or marker put on each square of a set."""
FLIGHTS: Final = {sq: EachNear(partial(Fly.of, sq), sq) for sq in ALL_SQUARES}
"""The flights from a square to each of a set."""
IN_FLIGHT: Final = {sq: king_moves(sq, LONGEST_FLIGHT) for sq in ALL_SQUARES}
"""Where a helicopter could land if nothing stood in its way (MC-25, MC-26)."""
