"""Reading a dump of Mission Command Land: the options, and what stands on the table (section 5).

Everything is checked, nothing repaired.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from pocketlib.contract import BadDump, BadOptions, Seat, shown
from pocketlib.games.mission_command.content import (
    HELI_CHIPS,
    NAMES,
    NUMBERS,
    SITES,
    STRIDE,
    Square,
)
from pocketlib.games.mission_command.positions import MOST, check_standing
from pocketlib.games.mission_command.setup import IN_DUMP, resolved
from pocketlib.games.mission_command.table import (
    DRAW,
    GREEN_WINS,
    IDS,
    TAN_WINS,
    Kit,
    Side,
    Table,
    Tank,
    empty_table,
    no_pieces,
)

KEYS: Final = (
    "game", "options", "phase", "step", "to_move", "turn", "mover", "sides", "move", "plots",
    "shots", "battles", "battle", "quiet", "hot", "result",
)  # fmt: skip
PHASES: Final = ("setup", "plot", "move", "shots", "attack", "battle", "over")
_SIDE_KEYS: Final = (*SITES, "art", "launcher", "heli", "tanks", "lost")
_TANK_KEYS: Final = ("id", "at", "strength", "chips", "heading", "known")


def kit_of(options: object) -> Kit:
    """Return the kit for the options of a dump. Raises BadDump."""
    if not isinstance(options, dict) or {*options} != {*IN_DUMP}:
        refuse("options", f"an object with the keys {', '.join(IN_DUMP)} was expected")
    if any(options[key] is None for key in IN_DUMP if key != "formations"):
        refuse("options", "only formations can be null")
    try:
        full = resolved(options)
    except BadOptions as error:
        refuse("options", str(error))
    return Kit({key: full[key] for key in IN_DUMP}, full["formations"])


def refuse(key: str, text: str, rule: str | None = None) -> NoReturn:
    """Raise BadDump about the value of a key."""
    raise BadDump(f"dump: {key}: {text}", key=key, rule=rule)


def whole(key: str, value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number in this range. Raises BadDump."""
    if type(value) is not int or not low <= value <= high:
        refuse(key, f"a whole number from {low} to {high} was expected, found {shown(value)}")
    return value


def flag(key: str, value: object) -> bool:
    """Return ``value`` if it is true or false. Raises BadDump."""
    if type(value) is not bool:
        refuse(key, f"true or false was expected, found {shown(value)}")
    return value


def list_of(key: str, value: object, most: int) -> list[Any]:
    """Return ``value`` if it is a list that is not too long. Raises BadDump."""
    if not isinstance(value, list) or len(value) > most:
        refuse(key, f"a list of at most {most} was expected, found {shown(value)}")
    return value


def object_of(key: str, value: object, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """Return ``value`` if it is an object with exactly these keys. Raises BadDump."""
    if not isinstance(value, dict) or {*value} != {*keys}:
        refuse(key, f"an object with the keys {', '.join(keys)} was expected")
    return value


class TableReader:
    """Reads what stands on the table; every check names its key.

    In the set-up that is everything; what else a turn has, ``loading`` reads.
    """

    def __init__(self, dump: object) -> None:
        if not isinstance(dump, dict):
            refuse("game", "an object with the keys of a state was expected")
        self.dump: dict[str, Any] = dump
        for key in KEYS:
            if key not in dump:
                refuse(key, "this key is missing")
        for key in dump:
            if key not in KEYS:
                refuse(shown(key), "this key is unknown")
        if dump["game"] != "mission_command":
            refuse("game", f"'mission_command' was expected, found {shown(dump['game'])}")
        self.kit = kit_of(dump["options"])
        self.phase = dump["phase"]
        if not isinstance(self.phase, str) or self.phase not in PHASES:
            refuse("phase", f"one of {', '.join(PHASES)} was expected, found {shown(self.phase)}")
        self.table = self._table()
        if self.phase == "setup":
            self._check_setup()

    # --- the table ---

    def _table(self) -> Table:
        dump, table = self.dump, empty_table(self.kit)
        sides = list_of("sides", dump["sides"], 2)
        if len(sides) != 2:
            refuse("sides", "two sides were expected")
        table.sides = (self._side(sides[0], 0), self._side(sides[1], 1))
        setup = self.phase == "setup"
        # as far as a record could hold it after some more turns
        table.turn = whole("turn", dump["turn"], 0 if setup else 1, 0 if setup else MOST)
        table.mover = 1 - table.turn % 2
        limit = self.kit.quiet_limit
        most = 0 if setup else limit if self.phase == "over" else limit - 1
        table.quiet = whole("quiet", dump["quiet"], 0, most)
        table.hot = flag("hot", dump["hot"])
        if table.hot and self.phase in ("setup", "plot", "move"):
            refuse("hot", "nothing is lost before the shots")
        table.result = self._result()
        return table

    def _result(self) -> tuple[int, int] | None:
        result = self.dump["result"]
        if self.phase != "over":
            if result is not None:
                refuse("result", "null was expected while the game runs")
            return None
        if isinstance(result, list) and [*map(type, result)] == [int, int]:
            for known in (GREEN_WINS, TAN_WINS, DRAW):
                if tuple(result) == known:
                    return known
        refuse("result", f"[1, -1], [-1, 1] or [0, 0] was expected, found {shown(result)}")

    def _square(self, value: object) -> Square:
        if not isinstance(value, str) or value not in NUMBERS:
            refuse("sides", f"a square was expected, found {shown(value)}")
        return self._on_board("sides", NUMBERS[value])

    def _on_board(self, key: str, sq: Square) -> Square:
        if not self.kit.board >> sq & 1:
            refuse(key, f"{NAMES[sq]} is not on this board")
        return sq

    def _squares(self, key: str, value: object, most: int) -> tuple[Square, ...]:
        """Read a list of different squares in square order."""
        found = []
        for name in list_of(key, value, most):
            if not isinstance(name, str) or name not in NUMBERS:
                refuse(key, f"a square was expected, found {shown(name)}")
            found.append(self._on_board(key, NUMBERS[name]))
        if found != sorted({*found}):
            refuse(key, "different squares in square order were expected")
        return tuple(found)

    def _side(self, data: object, seat: Seat) -> Side:
        entry = object_of("sides", data, _SIDE_KEYS)
        side = no_pieces()
        for piece in (*SITES, "launcher"):
            if entry[piece] is not None:
                setattr(side, piece, self._square(entry[piece]))
        side.art = self._squares("sides", entry["art"], self.kit.army.guns)
        if entry["heli"] is not None:
            heli = object_of("sides", entry["heli"], ("at", "chips"))
            side.heli = self._square(heli["at"]), whole("sides", heli["chips"], 1, HELI_CHIPS)
        tanks = list_of("sides", entry["tanks"], len(self.kit.army.strengths))
        side.tanks = tuple(self._tank(tank, seat) for tank in tanks)
        side.lost = self._lost(entry["lost"])
        if self.phase != "setup":
            self._check_ids(side)
        check_standing(side, self.kit, seat)
        side.count()
        return side

    def _tank(self, data: object, seat: Seat) -> Tank:
        entry = object_of("sides", data, _TANK_KEYS)
        id, strength, heading = entry["id"], entry["strength"], entry["heading"]
        if id is not None and (not isinstance(id, str) or len(id) != 1 or id not in IDS):
            refuse("sides", f"the id of a tank was expected, found {shown(id)}")
        if type(strength) is not int or strength not in self.kit.army.strengths:
            refuse("sides", f"strength {shown(strength)} is not in the army", "MC-13")
        chips = whole("sides", entry["chips"], 1, strength)
        if not isinstance(heading, str) or heading not in ("out", "home"):
            refuse("sides", f"the heading out or home was expected, found {shown(heading)}")
        known = flag("sides", entry["known"])
        if self.kit.open_stacks and chips < strength and not known:
            refuse("sides", "with open stacks a damaged tank is known", "MC-R32")
        at = self._square(entry["at"])
        home = heading == "home"
        row = at // STRIDE
        if row in self.kit.end_rows[seat] and home != (row != self.kit.end_rows[seat][0]):
            refuse("sides", f"a tank on {NAMES[at]} has turned round", "MC-R14")
        return Tank(id or "", at, strength, chips, home, known)

    def _lost(self, data: object) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        for tank in list_of("sides", data, len(self.kit.army.strengths)):
            entry = object_of("sides", tank, ("id", "strength"))
            id, strength = entry["id"], entry["strength"]
            if id is not None and (not isinstance(id, str) or len(id) != 1 or id not in IDS):
                refuse("sides", f"the id of a lost tank was expected, found {shown(id)}")
            if type(strength) is not int:
                refuse("sides", f"the strength of a lost tank was expected, not {shown(strength)}")
            found.append((id or "", strength))
        return tuple(found)

    def _check_ids(self, side: Side) -> None:
        """Is every strength there once, and every id; were the ids without a name lost first?"""
        strengths = [tank.strength for tank in side.tanks] + [s for _, s in side.lost]
        if sorted(strengths) != [*self.kit.army.strengths]:
            refuse("sides", "every strength stands or is lost, once", "MC-13")
        unnamed = [strength for id, strength in side.lost if not id]
        if [""] * len(unnamed) != [id for id, _ in side.lost[: len(unnamed)]]:
            refuse("sides", "what was lost before the game began comes first")
        if unnamed != sorted(unnamed):
            refuse("sides", "what was lost before the game began is in ascending order")
        standing = [tank.id for tank in side.tanks]
        ids = standing + [id for id, _ in side.lost if id]
        if standing != sorted(standing) or sorted(ids) != [*IDS[: len(ids)]]:
            refuse("sides", "the tanks' ids are A, B and so on, each once, in order")
        if len(ids) + len(unnamed) != len(strengths):
            refuse("sides", "a tank without an id stands on the board")

    # --- the set-up ---

    def _check_setup(self) -> None:
        first, second = self.table.sides
        complete = [self._complete(side, seat) for seat, side in enumerate((first, second))]
        if all(complete):
            refuse("phase", "both sides are complete, so the set-up is over")
        if not complete[0] and not complete[1] and second.key() != no_pieces().key():
            refuse("sides", "green places everything before tan does", "MC-R5")
        for key in ("move", "battle"):
            if self.dump[key] is not None:
                refuse(key, "null was expected during the set-up")

    def _complete(self, side: Side, seat: Seat) -> bool:
        """Check what a seat has placed so far; return whether it is everything."""
        kit, strengths = self.kit, self.kit.army.strengths
        if side.lost:
            refuse("sides", "nothing is lost during the set-up")
        order = [side.pad, side.ammo, side.fuel]
        full = len(side.art) == kit.army.guns
        standing = [sq is not None for sq in order]
        standing += [bool(side.art), full and side.launcher is not None, bool(side.tanks)]
        if standing != sorted(standing, reverse=True) or (side.launcher is not None and not full):
            refuse("sides", "the pieces are placed in their order", "MC-5")
        if tuple(tank.strength for tank in side.tanks) != strengths[: len(side.tanks)] and (
            side.heli is None
        ):
            refuse("sides", "tanks are placed in the order of their strengths")
        guns, back = side.gun_squares(), kit.back[seat]
        tanks = side.tank_squares()
        if tanks & ~back:
            refuse("sides", "all tanks start in the back row", "MC-12")
        if guns & (tanks | side.sites) or len({*side.art, side.launcher}) <= len(side.art):
            refuse("sides", "two pieces stand on one space", "MC-R7")
        if tanks.bit_count() < len(side.tanks):
            refuse("sides", "two tanks stand on one space", "MC-12")
        if (back & ~guns).bit_count() < len(strengths):
            refuse("sides", "the back row is too full for the tanks", "MC-R6")
        if any(tank.chips != tank.strength or tank.known for tank in side.tanks):
            refuse("sides", "the tanks are whole and unknown during the set-up")
        return self._has_ids(side)

    def _has_ids(self, side: Side) -> bool:
        ids = [tank.id for tank in side.tanks]
        if len(ids) < len(self.kit.army.strengths):
            if any(ids) or side.heli is not None:
                refuse("sides", "ids and helicopter come when a side is complete")
            return False
        columns = [tank.at for tank in side.tanks]
        strengths = sorted(tank.strength for tank in side.tanks)
        if ids != [*IDS[: len(ids)]] or columns != sorted(columns):
            refuse("sides", "the tanks' ids go from column a rightwards")
        if strengths != [*self.kit.army.strengths]:
            refuse("sides", "every strength stands once", "MC-13")
        if side.heli != (side.pad, HELI_CHIPS):
            refuse("sides", "the helicopter starts on its pad", "MC-15")
        return True
