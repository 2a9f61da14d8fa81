"""Ways to begin later than with an empty board: layouts and positions (section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pocketlib.contract import Seat, shown
from pocketlib.games.mission_command.content import (
    BIT,
    HELI_CHIPS,
    NAMES,
    SITES,
    STRIDE,
    Fault,
    Formation,
    Square,
    check_apart,
    check_fits,
    known_keys,
    read_pieces,
    read_square,
)
from pocketlib.games.mission_command.table import IDS, Kit, Side, Table, Tank

MOST: Final = 10**15
"""No number of an option is larger, so that turns can be counted on from there in plain JSON."""

_PIECE_KEYS: Final = (*SITES, "launcher", "art")
_POSITION_KEYS: Final = ("turn", "sides", "quiet")
_SIDE_KEYS: Final = (*SITES, "launcher", "art", "heli", "tanks")
_TANK_KEYS: Final = ("at", "strength", "chips", "heading", "known")


def form_problem(key: str, value: object) -> str | None:
    """Return what is wrong with the outer form of ``layouts`` or ``position``, or None.

    The rest needs the army and the board.
    """
    if key == "layouts":
        if isinstance(value, list | tuple) and len(value) == 2:
            return None
        return f"two layouts were expected, one a seat (null: placed by hand), not {shown(value)}"
    if not isinstance(value, Mapping):
        return f"a position with the keys {', '.join(_POSITION_KEYS)} was expected"
    try:
        known_keys(value, _POSITION_KEYS, "position")
    except Fault as fault:
        return str(fault)
    return None


# --- layouts -----------------------------------------------------------------------------------


def read_layouts(layouts: Any, table: Table) -> None:
    """Place the pieces of the seats that have a layout; ``table`` is a draft. Raises Fault."""
    for seat, layout in enumerate(layouts):
        if layout is not None:
            try:
                _lay_out(layout, table, seat)
            except Fault as fault:
                raise Fault(f"seat {seat}: {fault}", "layouts", fault.rule) from None


def _lay_out(layout: object, table: Table, seat: Seat) -> None:
    if not isinstance(layout, Mapping):
        raise Fault(f"{shown(layout)} is no layout", "layouts")
    kit = table.kit
    known_keys(layout, ("form", "tanks") if "form" in layout else (*_PIECE_KEYS, "tanks"), "layout")
    form = _form(layout, kit)
    squares = _tank_squares(layout, form, kit)
    table.form(seat, form)
    side = table.draft(seat)
    side.tanks = tuple(
        Tank("", kit.turned(seat, sq), strength, strength)
        for strength, sq in zip(kit.army.strengths, squares, strict=True)
    )
    table.complete(seat)


def _form(layout: Mapping[str, Any], kit: Kit) -> Formation:
    if "form" in layout:
        name = layout["form"]
        if not isinstance(name, str) or name not in kit.formations:
            offer = ", ".join(kit.formations) or "none"
            raise Fault(f"no formation {shown(name)} is on offer; there are: {offer}", "layouts")
        return kit.formations[name]
    form = Formation("layout", **read_pieces(layout, "layout"))
    check_apart(form, "layout")
    options = kit.options
    check_fits(form, options["army"], options["cols"], options["rows"], "layout")
    return form


def _tank_squares(layout: Mapping[str, Any], form: Formation, kit: Kit) -> list[Square]:
    given = layout.get("tanks")
    number = len(kit.army.strengths)
    if not isinstance(given, list | tuple) or len(given) != number:
        raise Fault(f"tanks: a list of {number} squares was expected", "layouts", "MC-12")
    squares = [read_square(sq, "tanks") for sq in given]
    taken = {form.launcher, *form.art}
    for sq in squares:
        if sq >= kit.options["cols"]:  # own frame: the squares of row 1 come first
            raise Fault(f"tanks: {NAMES[sq]} is not in the back row", "layouts", "MC-12")
        if sq in taken:
            raise Fault(f"tanks: {NAMES[sq]} is occupied", "layouts", "MC-12")
        taken.add(sq)
    return squares


# --- positions ---------------------------------------------------------------------------------


def turn_of(position: Mapping[str, Any]) -> int:
    """Return the turn at whose beginning a position starts. Raises Fault."""
    return _whole("turn", position.get("turn", 3), 1, MOST)


def read_position(position: Mapping[str, Any], table: Table) -> None:
    """Put the pieces of a position on the board; ``table`` is a draft. Raises Fault."""
    table.quiet = _whole("quiet", position.get("quiet", 0), 0, table.kit.quiet_limit - 1)
    sides = position.get("sides")
    if not isinstance(sides, list | tuple) or len(sides) != 2:
        raise Fault("exactly two sides were expected", "position")
    for seat, data in enumerate(sides):
        try:
            _read_side(data, table, seat)
        except Fault as fault:
            raise Fault(f"side {seat}: {fault}", "position", fault.rule) from None
    _check_units(table)


def _whole(what: str, value: object, low: int, high: int, rule: str | None = None) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Fault(
            f"{what}: a whole number from {low} to {high} was expected, found {shown(value)}",
            "position",
            rule,
        )
    return value


def _on_board(value: object, what: str, kit: Kit) -> Square:
    sq = read_square(value, what)
    if not kit.board >> sq & 1:
        raise Fault(f"{what}: {NAMES[sq]} is not on this board", "position")
    return sq


def _read_side(data: object, table: Table, seat: Seat) -> None:
    if not isinstance(data, Mapping):
        raise Fault(f"{shown(data)} is no side", "position")
    known_keys(data, _SIDE_KEYS, "side")
    kit, side = table.kit, table.draft(seat)
    for piece in (*SITES, "launcher"):
        if data.get(piece) is not None:
            setattr(side, piece, _on_board(data[piece], piece, kit))
    guns = data.get("art", [])
    if not isinstance(guns, list | tuple):
        raise Fault("art: a list of squares was expected", "position")
    if len(guns) > kit.army.guns:
        raise Fault(f"art: at most {kit.army.guns} pieces are possible", "position", "MC-3")
    side.art = tuple(sorted(_on_board(sq, "art", kit) for sq in guns))
    side.heli = _read_heli(data.get("heli"), kit)
    side.tanks = _read_tanks(data.get("tanks"), kit, seat)
    standing = {tank.strength for tank in side.tanks}
    side.lost = tuple(("", s) for s in kit.army.strengths if s not in standing)
    check_standing(side, kit, seat)
    side.count()


def _read_heli(data: object, kit: Kit) -> tuple[Square, int] | None:
    if data is None:
        return None
    if not isinstance(data, Mapping) or "at" not in data:
        raise Fault("heli: the keys at and chips were expected", "position")
    known_keys(data, ("at", "chips"), "heli")
    chips = _whole("heli: chips", data.get("chips", HELI_CHIPS), 1, HELI_CHIPS, "MC-4")
    return _on_board(data["at"], "heli", kit), chips


def _read_tanks(data: object, kit: Kit, seat: Seat) -> tuple[Tank, ...]:
    most = len(kit.army.strengths)
    if not isinstance(data, list | tuple) or not 1 <= len(data) <= most:
        raise Fault(f"tanks: a list of 1 to {most} tanks was expected", "position", "MC-3")
    tanks: list[Tank] = []
    for id, entry in zip(IDS, data, strict=False):
        if not isinstance(entry, Mapping):
            raise Fault(f"tank {id}: keys and values were expected", "position")
        known_keys(entry, _TANK_KEYS, f"tank {id}")
        tanks.append(_read_tank(id, entry, kit, seat))
        if tanks[-1].strength in [tank.strength for tank in tanks[:-1]]:
            raise Fault(f"tank {id}: strength {tanks[-1].strength} is there twice", "position",
                        "MC-13")  # fmt: skip
    return tuple(tanks)


def _read_tank(id: str, entry: Mapping[str, Any], kit: Kit, seat: Seat) -> Tank:
    at = _on_board(entry.get("at"), f"tank {id}: at", kit)
    strength = entry.get("strength")
    if type(strength) is not int or strength not in kit.army.strengths:
        raise Fault(f"tank {id}: strength {shown(strength)} is not in the army", "position",
                    "MC-13")  # fmt: skip
    chips = _whole(f"tank {id}: chips", entry.get("chips", strength), 1, strength, "MC-14")
    heading, known = entry.get("heading", "out"), entry.get("known", False)
    if heading not in ("out", "home") or not isinstance(heading, str):
        raise Fault(f"tank {id}: heading is out or home", "position", "MC-24")
    if type(known) is not bool:
        raise Fault(f"tank {id}: known is true or false", "position", "MC-R33")
    row = at // STRIDE
    home = heading == "home"
    if row in kit.end_rows[seat]:
        home = row != kit.end_rows[seat][0]  # MC-R14
    known = known or (kit.open_stacks and chips < strength)  # MC-R32
    return Tank(id, at, strength, chips, home, known)


def check_standing(side: Side, kit: Kit, seat: Seat) -> None:
    """Raise Fault unless guns and installations stand where they can (MC-7 to MC-11, MC-61)."""
    sites = {p: at for p in SITES if (at := getattr(side, p)) is not None}
    guns = [("art", at) for at in side.art]
    if side.launcher is not None:
        guns.append(("launcher", side.launcher))
    for piece, at in (*sites.items(), *guns):
        if not kit.halves[seat] >> at & 1:
            raise Fault(f"{piece}: {NAMES[at]} is outside own half", "position", "MC-R4")
    for piece, at in sites.items():
        if kit.back[seat] >> at & 1:
            raise Fault(f"{piece}: {NAMES[at]} is in the back row", "position", "MC-8")
    if _share(at // STRIDE for at in sites.values()) or _share(
        at % STRIDE for at in sites.values()
    ):
        raise Fault("two installations share a row or a column", "position", "MC-7")
    if side.heli is not None and side.pad is None:
        raise Fault("heli: there is no helicopter without its pad", "position", "MC-61")


def _share(lines: Iterable[int]) -> bool:
    found = [*lines]
    return len({*found}) < len(found)


def _check_units(table: Table) -> None:
    """Raise Fault for two units on a space, or a unit on an installation (MC-23, MC-28)."""
    taken = 0
    sites = table.sides[0].sites | table.sides[1].sites
    for side in table.sides:
        others = sites & ~side.sites
        for tank in side.tanks:
            taken = _take(taken, tank.at, others)
        if side.heli is not None:
            pad = 0 if side.pad is None else BIT[side.pad]
            taken = _take(taken, side.heli[0], sites & ~pad)
        for at in side.art if side.launcher is None else (*side.art, side.launcher):
            taken = _take(taken, at, sites)


def _take(taken: int, at: Square, closed: int) -> int:
    if taken >> at & 1:
        raise Fault(f"two units stand on {NAMES[at]}", "position", "MC-23")
    if closed >> at & 1:
        raise Fault(f"a unit stands on the installation on {NAMES[at]}", "position", "MC-R7")
    return taken | BIT[at]
