"""Squares, armies and formations of Mission Command Land; an owner's set file (2.1 to 2.4, 7)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from struct import Struct
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from pocketlib.contract import BadSet, check_set_size, shown

T = TypeVar("T")

# --- squares (2.4) -----------------------------------------------------------------------------

Square: TypeAlias = int
"""A square by its number, ``STRIDE * row + column`` from 0: numbers grow in square order."""
Mask: TypeAlias = int
"""A set of squares: bit n stands for square n."""

COLUMNS: Final = "abcdefghij"
MOST_ROWS: Final = 16
USUAL_ROWS: Final = 12
STRIDE: Final = 16
"""Bits of a row: more than a row has columns, so that no step sideways leads to another row, and
two bytes, so that the rows of a mask can be taken apart at one stroke."""
ALL_SQUARES: Final = tuple(
    STRIDE * row + column for row in range(MOST_ROWS) for column in range(len(COLUMNS))
)
NAMES: Final = {sq: f"{COLUMNS[sq % STRIDE]}{sq // STRIDE + 1}" for sq in ALL_SQUARES}
NUMBERS: Final = {name: sq for sq, name in NAMES.items()}
BIT: Final = tuple(1 << sq for sq in range(STRIDE * MOST_ROWS))
LINES: Final = tuple(((1 << STRIDE) - 1) << STRIDE * row for row in range(MOST_ROWS))
FILES: Final = tuple(
    sum(BIT[STRIDE * row + column] for row in range(MOST_ROWS)) for column in range(STRIDE)
)
"""The squares of each row and of each column."""


def mask_of(squares: Iterable[Square]) -> Mask:
    """Return the set of ``squares``."""
    mask = 0
    for sq in squares:
        mask |= BIT[sq]
    return mask


def squares_of(mask: Mask) -> list[Square]:
    """Return the squares of a set in square order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class EachSquare(Generic[T]):
    """What belongs to each square of a set, in square order.

    ``make`` makes it for one square. It is looked up row by row: a row is a list of what belongs to
    its squares, by their columns as bits. Rows grow when they are asked for what they lack.
    """

    __slots__ = ("_make", "_rows", "_usual")

    def __init__(self, make: Callable[[Square], T]) -> None:
        self._make = make
        self._rows: list[list[tuple[T, ...]]] = [[()] for _ in range(MOST_ROWS)]
        self._usual = self._rows[:USUAL_ROWS]

    def of(self, mask: Mask, *end: T) -> tuple[T, ...]:
        """Return what belongs to the squares of ``mask``, and then ``end``."""
        try:
            if mask >= _BEYOND_USUAL:
                columns = _unpack(mask.to_bytes(2 * MOST_ROWS, "little"))
                found: list[T] = []
                for row, here in zip(self._rows, columns, strict=True):
                    found += row[here]
                return (*found, *end)
            # the same for the usual board, and smaller ones, written out for speed
            a, b, c, d, e, f, g, h, i, j, k, m = self._usual
            n, o, p, q, r, s, t, u, v, w, x, y = _unpack_usual(
                mask.to_bytes(2 * USUAL_ROWS, "little")
            )
            return (
                *a[n], *b[o], *c[p], *d[q], *e[r], *f[s],
                *g[t], *h[u], *i[v], *j[w], *k[x], *m[y], *end,
            )  # fmt: skip
        except IndexError:
            self._grow(mask)
            return self.of(mask, *end)

    def _grow(self, mask: Mask) -> None:
        """Let the rows grow to hold the squares of ``mask``."""
        for number, row in enumerate(self._rows):
            columns = mask >> STRIDE * number & LINES[0]
            while len(row) <= columns:
                column = len(row).bit_length() - 1
                here = self._make(STRIDE * number + column)
                row += [(*before, here) for before in row]


_BEYOND_USUAL: Final = 1 << USUAL_ROWS * STRIDE
_unpack: Final = Struct(f"<{MOST_ROWS}H").unpack
_unpack_usual: Final = Struct(f"<{USUAL_ROWS}H").unpack


class EachNear(Generic[T]):
    """The same for sets of squares that are at most three king moves from ``at``."""

    __slots__ = ("_at", "_each")

    def __init__(self, make: Callable[[Square], T], at: Square) -> None:
        self._at = at
        near = range(-_NEAR, _NEAR + 1)
        squares = [at + STRIDE * row + column for row in near for column in near]
        self._each = tuple([make(sq if sq in NAMES else at) for sq in squares])

    def of(self, mask: Mask) -> tuple[T, ...]:
        """Return what belongs to the squares of ``mask``."""
        square = mask << (STRIDE + 1) * _NEAR >> self._at
        rows = _unpack_square(square.to_bytes(2 * _ACROSS, "little"))
        return tuple(compress(self._each, b"".join(map(_bytes_of, rows))))


_NEAR: Final = 3
_ACROSS: Final = 2 * _NEAR + 1
_unpack_square: Final = Struct(f"<{_ACROSS}H").unpack
_bytes_of: Final = [
    bytes(columns >> n & 1 for n in range(_ACROSS)) for columns in range(1 << _ACROSS)
].__getitem__
"""Columns of a row as bits -> a byte for each: 1 if it is among them."""


def king_moves(at: Square, distance: int) -> Mask:
    """Return the squares of the largest board up to ``distance`` king moves away (MC-R21)."""
    row, column = divmod(at, STRIDE)
    return mask_of(
        sq
        for sq in ALL_SQUARES
        if sq != at and max(abs(sq // STRIDE - row), abs(sq % STRIDE - column)) <= distance
    )


NEIGHBOURS: Final = {sq: king_moves(sq, 1) for sq in ALL_SQUARES}
"""The up to eight squares next to each (MC-43)."""

# --- armies (2.1, 2.2) -------------------------------------------------------------------------


class Army(NamedTuple):
    """What one side brings: strengths of its tanks, number of guns, and its usual board."""

    strengths: tuple[int, ...]
    guns: int
    cols: int
    rows: int


ARMIES: Final = {
    "full": Army((1, 2, 3, 4, 5, 6), 5, 8, USUAL_ROWS),
    "patrol": Army((2, 3, 4), 2, 6, 8),
}
SEATS: Final = ("green", "tan")
SITES: Final = ("pad", "ammo", "fuel")
"""The installations, in placing order (MC-5)."""
KINDS: Final = ("tank", "missile", "art")
"""The kinds of markers, in plotting order (4.3)."""
DICE: Final = {"tank": 3, "missile": 2, "art": 1}
"""Dice of a shot by the kind of its marker (2.3)."""
HELI_CHIPS: Final = 4
MOST_TANK_MARKERS: Final = 3
MISSILE_MARKERS: Final = 2
FUELLED, DRY = 8, 5
"""Squadron movement with and without the fuel depot (MC-19, MC-63)."""
LONGEST_DRIVE: Final = 4
LONGEST_FLIGHT: Final = 3

# --- formations (7.1) --------------------------------------------------------------------------


class Formation(NamedTuple):
    """Installations, launcher and guns of one side; squares are in the owner's own frame."""

    name: str
    pad: Square
    ammo: Square
    fuel: Square
    launcher: Square
    art: tuple[Square, ...]

    def plain(self) -> dict[str, Any]:
        """Return the formation as plain data, as options and dumps hold it."""
        return {
            "name": self.name,
            **{piece: NAMES[getattr(self, piece)] for piece in (*SITES, "launcher")},
            "art": [NAMES[sq] for sq in self.art],
        }


def _house(table: str) -> tuple[Formation, ...]:
    found = []
    for line in table.strip().splitlines():
        name, *squares = line.split()
        pad, ammo, fuel, launcher, *art = (NUMBERS[sq] for sq in squares)
        found.append(Formation(name, pad, ammo, fuel, launcher, tuple(art)))
    return tuple(found)


HOUSE: Final = {
    ("full", 8, 12): _house(
        """
        bastion d2 e3 c4 f2 b3 d4 f4 c5 e5
        screen  b2 g3 d4 e2 a5 c6 d6 f6 h5
        wings   b3 g2 f4 h3 a4 c4 e5 g5 g4
        lure    f2 c3 e6 g2 d5 f5 c4 e4 g4
        scatter g3 b4 d2 h2 a3 c5 e3 f5 h4
        """
    ),
    ("patrol", 6, 8): _house(
        """
        picket b2 d3 e4 c2 c4 e3
        corner e2 f3 b4 f2 d3 a3
        """
    ),
}
"""The project's own formations by army and board."""

IDEAS: Final = {
    "bastion": "everything central, ringed by guns",
    "screen": "guns far forward in a line",
    "wings": "two clusters, open centre",
    "lure": "the fuel depot as bait in a gun pocket",
    "scatter": "one gun near each target",
    "picket": "short and central",
    "corner": "bait on the left, the rest in the corner",
}
"""The thought behind each house formation."""

FORMATION_KEYS: Final = ("name", *SITES, "launcher", "art")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,19}")


class Fault(ValueError):
    """Something is wrong with what an owner wrote; becomes BadSet or BadOptions."""

    def __init__(self, text: str, key: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.key = key
        self.rule = rule


def read_square(value: object, what: str) -> Square:
    """Return the square that a text names, on the largest board. Raises Fault."""
    if not isinstance(value, str) or value not in NUMBERS:
        raise Fault(f"{what}: {shown(value)} is no square; squares look like 'd2'", what)
    return NUMBERS[value]


def known_keys(table: Mapping[Any, Any], keys: Iterable[str], what: str) -> None:
    """Raise Fault if ``table`` has another key than ``keys``."""
    for key in table:
        if key not in keys:
            raise Fault(f"{what}: unknown key {shown(key)}; known are {', '.join(keys)}", what)


def read_pieces(data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return the squares of installations, launcher and guns by piece. Raises Fault."""
    for key in (*SITES, "launcher", "art"):
        if key not in data:
            raise Fault(f"{what}: {key} is missing", what, "MC-3")
    if not isinstance(data["art"], list | tuple):
        raise Fault(f"{what}: art: a list of squares was expected", what)
    found: dict[str, Any] = {p: read_square(data[p], f"{what}: {p}") for p in (*SITES, "launcher")}
    found["art"] = tuple(read_square(sq, f"{what}: art") for sq in data["art"])
    return found


def read_formations(data: object) -> tuple[Formation, ...]:
    """Return the formations in ``data``, as far as they need no board to be checked.

    Raises Fault.
    """
    if not isinstance(data, list | tuple):
        raise Fault(f"formations: {shown(data)} is no list of formations", "formations")
    found: dict[str, Formation] = {}
    for number, entry in enumerate(data, 1):
        if not isinstance(entry, Mapping):
            raise Fault(f"formation {number}: keys and squares were expected", "formations")
        known_keys(entry, FORMATION_KEYS, f"formation {number}")
        name = entry.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise Fault(
                f"formation {number}: bad name {shown(name)}; up to 20 small letters, digits and "
                "underscores were expected, a letter first",
                "formations",
            )
        if name in found:
            raise Fault(f"formation {number}: the name {name} is there twice", "formations")
        found[name] = Formation(name, **read_pieces(entry, f"formation {name}"))
        check_apart(found[name], f"formation {name}")
    return tuple(found.values())


def check_apart(form: Formation, what: str) -> None:
    """Raise Fault for two pieces on one space, or installations in one row or column."""
    sites = (form.pad, form.ammo, form.fuel)
    every = (*sites, form.launcher, *form.art)
    if len({*every}) < len(every):
        twice = next(sq for sq in every if every.count(sq) > 1)
        raise Fault(f"{what}: two pieces on {NAMES[twice]}", what, "MC-6")
    if any(sq < STRIDE for sq in sites):
        raise Fault(f"{what}: an installation stands in row 1", what, "MC-8")
    if len({sq // STRIDE for sq in sites}) < 3 or len({sq % STRIDE for sq in sites}) < 3:
        raise Fault(f"{what}: two installations share a row or a column", what, "MC-7")


def check_fits(form: Formation, army: str, cols: int, rows: int, what: str) -> None:
    """Raise Fault unless the formation fits this army and board."""
    strengths, guns, _, _ = ARMIES[army]
    for sq in (form.pad, form.ammo, form.fuel, form.launcher, *form.art):
        row, column = divmod(sq, STRIDE)
        if column >= cols or row >= rows // 2:
            raise Fault(f"{what}: {NAMES[sq]} is outside own half", what, "MC-R4")
    if len(form.art) != guns:
        raise Fault(f"{what}: {guns} artillery pieces are needed, found {len(form.art)}", what,
                    "MC-3")  # fmt: skip
    in_back = sum(sq < STRIDE for sq in (form.launcher, *form.art))
    if cols - in_back < len(strengths):
        raise Fault(f"{what}: back row too full; {len(strengths)} tanks have to fit", what, "MC-R6")


# --- an owner's set file (7.2) -----------------------------------------------------------------

RANGES: Final = {"cols": (6, 10), "rows": (8, 16), "reds": (1, 5), "blues": (1, 5)}
"""The numbers that a set file may give, with their first and last value (section 8)."""
_TABLES: Final = {"board": ("cols", "rows"), "dice": ("reds", "blues")}


@dataclass(frozen=True, slots=True)
class OwnSet:
    """What a set file says: ``numbers`` by option, and the formations (None: the house's)."""

    numbers: Mapping[str, int]
    formations: tuple[Formation, ...] | None

    @property
    def title(self) -> str:
        """What the set brings, in a few words."""
        told = [f"{key} {value}" for key, value in self.numbers.items()]
        if self.formations is not None:
            told.append(f"formations {', '.join(form.name for form in self.formations)}")
        return "; ".join(told) or "nothing changed"

    def options(self) -> dict[str, Any]:
        """Return the options that the set fills in."""
        filled: dict[str, Any] = dict(self.numbers)
        if self.formations is not None:
            filled["formations"] = [form.plain() for form in self.formations]
        return filled


def read_set(text: str) -> OwnSet:
    """Return what the TOML ``text`` says. Raises BadSet; ``text`` is untrusted.

    What depends on army and board is checked when a game starts: options win over the file.
    """
    return _read(check_set_size(text))


@lru_cache(maxsize=32)
def _read(text: str) -> OwnSet:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        # a number with thousands of digits is a plain ValueError of int()
        raise BadSet("set: not valid TOML", key="set") from None
    try:
        return _from_tables(data)
    except Fault as fault:
        raise BadSet(f"set: {fault}", key=fault.key, rule=fault.rule) from None


def _from_tables(data: Mapping[str, Any]) -> OwnSet:
    known_keys(data, (*_TABLES, "formation"), "set")
    numbers: dict[str, int] = {}
    for name, keys in _TABLES.items():
        table = data.get(name, {})
        if not isinstance(table, dict):
            raise Fault(f"[{name}]: a table was expected, found {shown(table)}", name)
        known_keys(table, keys, f"[{name}]")
        for key, value in table.items():
            low, high = RANGES[key]
            if type(value) is not int or not low <= value <= high:
                raise Fault(f"{key}: a whole number from {low} to {high} was expected, found "
                            f"{shown(value)}", key)  # fmt: skip
            numbers[key] = value
    if "formation" not in data:
        return OwnSet(numbers, None)
    tables = data["formation"]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise Fault("[[formation]]: a list of tables was expected", "formation")
    return OwnSet(numbers, read_formations(tables))
