"""The pieces on the board and what can happen to them: the rules that change something.

A :class:`Table` and its two :class:`Side` objects belong to one state for good once that state is
made. To change something, a rule works on a draft, ``Table(table)``, and on copies of its sides,
``table.draft(seat)``, which nobody else has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from pocketlib.contract import Event, Seat
from pocketlib.games.mission_command.content import (
    ARMIES,
    BIT,
    HELI_CHIPS,
    HOUSE,
    MISSILE_MARKERS,
    MOST_TANK_MARKERS,
    NAMES,
    SEATS,
    SITES,
    STRIDE,
    Formation,
    Mask,
    Square,
    mask_of,
)
from pocketlib.games.mission_command.moves import Form, rolls

Heard: TypeAlias = tuple[Seat | None, Event]
"""Who may know of an event (None: everybody), and the event."""

GREEN_WINS: Final = (1, -1)
TAN_WINS: Final = (-1, 1)
DRAW: Final = (0, 0)
IDS: Final = "ABCDEF"


class Kit:
    """What stays the same all game: the options, the board, the dice."""

    __slots__ = (
        "army", "back", "board", "end_rows", "ends", "formations", "forms", "halves", "key", "last",
        "onhit", "open_stacks", "options", "quiet_limit", "rolls",
    )  # fmt: skip

    def __init__(
        self, options: Mapping[str, Any], formations: tuple[Formation, ...] | None
    ) -> None:
        """Take the options as a dump holds them, and the formations in them (None: house)."""
        self.options = dict(options)
        cols, rows = options["cols"], options["rows"]
        self.army = ARMIES[options["army"]]
        if formations is None:
            formations = HOUSE.get((options["army"], cols, rows), ())
        self.formations = {form.name: form for form in formations}
        self.forms = tuple(Form.of(form.name) for form in formations)
        self.end_rows = ((0, rows - 1), (rows - 1, 0))
        """By seat: the own back row and the enemy's."""
        self.last: Square = STRIDE * (rows - 1) + cols - 1
        row = (1 << cols) - 1
        lines = [row << STRIDE * n for n in range(rows)]
        self.board: Mask = sum(lines)
        self.back: tuple[Mask, Mask] = (lines[0], lines[-1])
        self.ends: Mask = lines[0] | lines[-1]
        self.halves: tuple[Mask, Mask] = (sum(lines[: rows // 2]), sum(lines[-(rows // 2) :]))
        dice = options["reds"], options["blues"]
        self.rolls = {n: rolls(n, *dice) for n in (1, 2, 3)}
        self.onhit: bool = options["scuttle"] == "onhit"
        self.open_stacks: bool = options["stacks"] == "open"
        self.quiet_limit: int = options["quiet_limit"]
        plain = (v for k, v in options.items() if k != "formations")
        self.key = (*plain, formations)

    def turned(self, seat: Seat, sq: Square) -> Square:
        """Return a square of a seat's own frame as a board square, or the other way (2.4)."""
        return self.last - sq if seat else sq


class Tank(NamedTuple):
    """A tank. ``id`` is "" while it is being placed; ``home`` is its heading (4.4)."""

    id: str
    at: Square
    strength: int
    chips: int
    home: bool = False
    known: bool = False


new: Final = tuple.__new__
"""Makes a NamedTuple of its class and its fields, quicker than the class does."""


class Side:
    """The pieces of one seat. ``Side(side)`` is a copy to change.

    ``units`` and ``sites`` are the squares of its units and installations.
    """

    __slots__ = (
        "ammo", "art", "fuel", "heli", "launcher", "lost", "pad", "sites", "tanks", "units",
    )  # fmt: skip

    pad: Square | None
    ammo: Square | None
    fuel: Square | None
    art: tuple[Square, ...]
    launcher: Square | None
    heli: tuple[Square, int] | None
    """The helicopter's square and chips."""
    tanks: tuple[Tank, ...]
    lost: tuple[tuple[str, int], ...]
    """Id and strength of destroyed tanks, in order (MC-R33); "" if lost before the game began."""
    units: Mask
    sites: Mask

    def __init__(self, like: Side) -> None:
        self.pad = like.pad
        self.ammo = like.ammo
        self.fuel = like.fuel
        self.art = like.art
        self.launcher = like.launcher
        self.heli = like.heli
        self.tanks = like.tanks
        self.lost = like.lost
        self.units = like.units
        self.sites = like.sites

    def count(self) -> None:
        """Bring ``units`` and ``sites`` up to date; ``self`` is a copy to change."""
        units = [*self.art, *(tank.at for tank in self.tanks)]
        if self.launcher is not None:
            units.append(self.launcher)
        if self.heli is not None:
            units.append(self.heli[0])
        self.units = mask_of(units)
        self.sites = mask_of(sq for sq in (self.pad, self.ammo, self.fuel) if sq is not None)

    def tank_at(self, at: Square) -> Tank | None:
        """Return the tank on a square, if there is one."""
        for tank in self.tanks:
            if tank.at == at:
                return tank
        return None

    def place_of(self, at: Square) -> int:
        """Return the place among the tanks of that on a square. Raises LookupError."""
        for place, tank in enumerate(self.tanks):
            if tank.at == at:
                return place
        raise LookupError(f"no tank on {NAMES[at]}")

    def replace(self, place: int, tank: Tank) -> None:
        """Put ``tank`` in a place among the tanks; ``self`` is a copy to change."""
        tanks = self.tanks
        self.tanks = (*tanks[:place], tank, *tanks[place + 1 :])

    def tank_squares(self) -> Mask:
        """Return the squares of the tanks."""
        mask = 0
        for tank in self.tanks:
            mask |= BIT[tank.at]
        return mask

    def gun_squares(self) -> Mask:
        """Return the squares of the guns: artillery pieces and launcher."""
        mask = mask_of(self.art)
        return mask if self.launcher is None else mask | BIT[self.launcher]

    def site_at(self, at: Square) -> str:
        """Return which installation stands on a square. Raises LookupError if none does."""
        for piece in SITES:
            if getattr(self, piece) == at:
                return piece
        raise LookupError(f"no installation on {NAMES[at]}")

    def allowance(self, kind: str) -> int:
        """Return how many markers of a kind the side may plot in a turn (2.2)."""
        if kind == "tank":
            return min(MOST_TANK_MARKERS, len(self.tanks))  # MC-33
        if kind == "art":
            return len(self.art)  # MC-41
        stands = self.launcher is not None and self.ammo is not None
        return MISSILE_MARKERS if stands else 0  # MC-36, MC-62

    def key(self) -> tuple[Any, ...]:
        """Return what the future depends on: not what was lost."""
        return self.pad, self.ammo, self.fuel, self.art, self.launcher, self.heli, self.tanks


def no_pieces() -> Side:
    """Return a side of which nothing stands yet."""
    side = Side.__new__(Side)
    side.pad = side.ammo = side.fuel = side.launcher = side.heli = None
    side.art = side.tanks = side.lost = ()
    side.units = side.sites = 0
    return side


class Table:
    """Both sides, whose turn it is, and the log of one move.

    ``Table(table)`` is a draft: a copy to change, with an empty log.
    """

    __slots__ = ("hot", "kit", "log", "mover", "quiet", "result", "sides", "turn")

    kit: Kit
    sides: tuple[Side, Side]
    turn: int
    mover: Seat
    """Whose turn it is; 1 during the set-up, as if tan had moved before turn 1."""
    quiet: int
    hot: bool
    result: tuple[int, int] | None
    log: list[Heard]

    def __init__(self, like: Table) -> None:
        self.kit = like.kit
        self.sides = like.sides
        self.turn = like.turn
        self.mover = like.mover
        self.quiet = like.quiet
        self.hot = like.hot
        self.result = None
        self.log = []

    def tell(self, event: Event) -> None:
        """Note an event that everybody may know of."""
        self.log.append((None, event))

    def draft(self, seat: Seat) -> Side:
        """Return a copy of a side, already in its place in this draft."""
        side = Side(self.sides[seat])
        self.sides = (self.sides[0], side) if seat else (side, self.sides[1])
        return side

    # --- losses ---

    def hurt_tank(self, seat: Seat, at: Square, hits: int) -> None:
        """Take chips off a tank; without any it is destroyed (MC-14, MC-R25).

        With open stacks the loss tells its strength (MC-R32).
        """
        side = self.draft(seat)
        place = side.place_of(at)
        id, _, strength, chips, home, known = side.tanks[place]
        self.hot = True
        lost = hits if hits < chips else chips
        self.tell(("hit", SEATS[seat], id, lost))
        if lost < chips:
            known = known or self.kit.open_stacks
            side.replace(place, new(Tank, (id, at, strength, chips - lost, home, known)))
            return
        side.tanks = side.tanks[:place] + side.tanks[place + 1 :]
        side.units ^= BIT[at]
        side.lost = (*side.lost, (id, strength))
        self.tell(("destroyed", SEATS[seat], id, strength))
        if not side.tanks:  # MC-71
            self.result = GREEN_WINS if seat else TAN_WINS
            self.tell(("win", SEATS[1 - seat]))

    def hurt_heli(self, seat: Seat, hits: int) -> None:
        """Take chips off a helicopter; without any it leaves the board (MC-15)."""
        heli = self.sides[seat].heli
        if heli is None:
            raise LookupError("no helicopter")
        at, chips = heli
        self.hot = True
        lost = hits if hits < chips else chips
        self.tell(("hit", SEATS[seat], "heli", lost))
        if lost < chips:
            self.draft(seat).heli = (at, chips - lost)
        else:
            self._remove_heli(self.draft(seat), seat)

    def _remove_heli(self, side: Side, seat: Seat) -> None:
        if side.heli is not None:
            at, _ = side.heli
            side.heli = None
            side.units ^= BIT[at]
            self.tell(("gone", SEATS[seat], "heli", NAMES[at]))

    def remove_gun(self, seat: Seat, at: Square) -> None:
        """Take an artillery piece or the launcher off the board (MC-60)."""
        side = self.draft(seat)
        piece = "launcher" if side.launcher == at else "art"
        if piece == "launcher":
            side.launcher = None
        else:
            side.art = tuple(sq for sq in side.art if sq != at)
        side.units ^= BIT[at]
        self.hot = True
        self.tell(("gone", SEATS[seat], piece, NAMES[at]))

    def remove_site(self, seat: Seat, at: Square) -> None:
        """Take an installation off the board; with the pad goes the helicopter (MC-61)."""
        side = self.draft(seat)
        piece = side.site_at(at)
        setattr(side, piece, None)
        side.sites ^= BIT[at]
        self.hot = True
        self.tell(("gone", SEATS[seat], piece, NAMES[at]))
        if piece == "pad":
            self._remove_heli(side, seat)

    def reveal(self, seat: Seat, tank: Tank) -> None:
        """Show a tank's strength to both seats (MC-46, MC-53, MC-57, MC-R33)."""
        id, at, strength, chips, home, known = tank
        if not known:
            side = self.draft(seat)
            place = side.place_of(at)
            side.replace(place, new(Tank, (id, at, strength, chips, home, True)))
            self.tell(("known", SEATS[seat], id, strength))

    # --- set-up ---

    def complete(self, seat: Seat) -> None:
        """Give the tanks their ids and the pad its helicopter (4.1); the sides are drafts."""
        side = self.draft(seat)
        in_order = sorted(side.tanks, key=lambda tank: tank.at)
        side.tanks = tuple(
            Tank(id, tank.at, tank.strength, tank.strength)
            for id, tank in zip(IDS, in_order, strict=False)
        )
        if side.pad is not None:
            side.heli = (side.pad, HELI_CHIPS)  # MC-15
        side.count()

    def form(self, seat: Seat, form: Formation) -> None:
        """Place a whole formation for ``seat``."""
        side, turned = self.draft(seat), self.kit.turned
        side.pad = turned(seat, form.pad)
        side.ammo = turned(seat, form.ammo)
        side.fuel = turned(seat, form.fuel)
        side.launcher = turned(seat, form.launcher)
        side.art = tuple(sorted(turned(seat, sq) for sq in form.art))
        side.count()


def empty_table(kit: Kit) -> Table:
    """Return a table on which nothing stands yet."""
    table = Table.__new__(Table)
    table.kit = kit
    table.sides = (no_pieces(), no_pieces())
    table.turn, table.mover, table.quiet, table.hot = 0, 1, 0, False
    table.result, table.log = None, []
    return table
