"""Loading a dump of Mission Command Land (section 5): everything is checked, nothing repaired."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from pocketlib.contract import BadDump, BadOptions, BadSet, Seat, shown
from pocketlib.games.mission_command.content import (
    BIT,
    DRY,
    FUELLED,
    HELI_CHIPS,
    KINDS,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    SITES,
    STRIDE,
    Fault,
    Mask,
    Square,
    mask_of,
    read_set,
)
from pocketlib.games.mission_command.march import Going
from pocketlib.games.mission_command.moves import DONE, PUTS, Attack
from pocketlib.games.mission_command.node import Fight, Node, Plots, Shot
from pocketlib.games.mission_command.nodes import (
    Battles,
    Duel,
    March,
    Over,
    Plot,
    Shoot,
    open_for,
)
from pocketlib.games.mission_command.placing import next_piece
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


def load(dump: object, set: str | None = None) -> Node:
    """Return the node that ``dump`` describes. Raises BadDump that names the key at fault.

    A dump holds all that an own ``set`` has filled in; the set is only read, not needed.
    """
    try:
        if set is not None:
            read_set(set)
        return _Reader(dump).node()
    except BadSet as error:
        raise BadDump(f"set: {error}", key="set") from None
    except Fault as fault:
        raise BadDump(f"dump: sides: {fault}", key="sides", rule=fault.rule) from None
    except RecursionError:
        raise BadDump("dump: it is nested too deeply", key="game") from None


def kit_of(options: object) -> Kit:
    """Return the kit for the options of a dump. Raises BadDump."""
    if not isinstance(options, dict) or {*options} != {*IN_DUMP}:
        _refuse("options", f"an object with the keys {', '.join(IN_DUMP)} was expected")
    if any(options[key] is None for key in IN_DUMP if key != "formations"):
        _refuse("options", "only formations can be null")
    try:
        full = resolved(options)
    except BadOptions as error:
        _refuse("options", str(error))
    return Kit({key: full[key] for key in IN_DUMP}, full["formations"])


def _refuse(key: str, text: str, rule: str | None = None) -> NoReturn:
    raise BadDump(f"dump: {key}: {text}", key=key, rule=rule)


def _whole(key: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        _refuse(key, f"a whole number from {low} to {high} was expected, found {shown(value)}")
    return value


def _flag(key: str, value: object) -> bool:
    if type(value) is not bool:
        _refuse(key, f"true or false was expected, found {shown(value)}")
    return value


def _list(key: str, value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        _refuse(key, f"a list of at most {most} was expected, found {shown(value)}")
    return value


def _object(key: str, value: object, keys: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, dict) or {*value} != {*keys}:
        _refuse(key, f"an object with the keys {', '.join(keys)} was expected")
    return value


class _Reader:
    """Reads one dump, key by key; every check names its key."""

    def __init__(self, dump: object) -> None:
        if not isinstance(dump, dict):
            _refuse("game", "an object with the keys of a state was expected")
        self.dump: dict[str, Any] = dump
        for key in KEYS:
            if key not in dump:
                _refuse(key, "this key is missing")
        for key in dump:
            if key not in KEYS:
                _refuse(shown(key), "this key is unknown")
        if dump["game"] != "mission_command":
            _refuse("game", f"'mission_command' was expected, found {shown(dump['game'])}")
        self.kit = kit_of(dump["options"])
        self.phase = dump["phase"]
        if not isinstance(self.phase, str) or self.phase not in PHASES:
            _refuse("phase", f"one of {', '.join(PHASES)} was expected, found {shown(self.phase)}")
        self.table = self._table()
        self.mover: Seat = self.table.mover
        if self.phase == "setup":
            self._check_setup()
            return
        self.going = self._going()
        self._check_places()
        self.plots = self._plots()
        self.shots = self._shots()
        self.fight = self._fight()
        self.pairs = self._pairs()
        self._check_end()

    # --- the table ---

    def _table(self) -> Table:
        dump, table = self.dump, empty_table(self.kit)
        sides = _list("sides", dump["sides"], 2)
        if len(sides) != 2:
            _refuse("sides", "two sides were expected")
        table.sides = (self._side(sides[0], 0), self._side(sides[1], 1))
        setup = self.phase == "setup"
        # as far as a record could hold it after some more turns
        table.turn = _whole("turn", dump["turn"], 0 if setup else 1, 0 if setup else MOST)
        table.mover = 1 - table.turn % 2
        limit = self.kit.quiet_limit
        most = 0 if setup else limit if self.phase == "over" else limit - 1
        table.quiet = _whole("quiet", dump["quiet"], 0, most)
        table.hot = _flag("hot", dump["hot"])
        if table.hot and self.phase in ("setup", "plot", "move"):
            _refuse("hot", "nothing is lost before the shots")
        table.result = self._result()
        return table

    def _result(self) -> tuple[int, int] | None:
        result = self.dump["result"]
        if self.phase != "over":
            if result is not None:
                _refuse("result", "null was expected while the game runs")
            return None
        if isinstance(result, list) and [*map(type, result)] == [int, int]:
            for known in (GREEN_WINS, TAN_WINS, DRAW):
                if tuple(result) == known:
                    return known
        _refuse("result", f"[1, -1], [-1, 1] or [0, 0] was expected, found {shown(result)}")

    def _square(self, value: object) -> Square:
        if not isinstance(value, str) or value not in NUMBERS:
            _refuse("sides", f"a square was expected, found {shown(value)}")
        return self._on_board("sides", NUMBERS[value])

    def _on_board(self, key: str, sq: Square) -> Square:
        if not self.kit.board >> sq & 1:
            _refuse(key, f"{NAMES[sq]} is not on this board")
        return sq

    def _squares(self, key: str, value: object, most: int) -> tuple[Square, ...]:
        """Read a list of different squares in square order."""
        found = []
        for name in _list(key, value, most):
            if not isinstance(name, str) or name not in NUMBERS:
                _refuse(key, f"a square was expected, found {shown(name)}")
            found.append(self._on_board(key, NUMBERS[name]))
        if found != sorted({*found}):
            _refuse(key, "different squares in square order were expected")
        return tuple(found)

    def _side(self, data: object, seat: Seat) -> Side:
        entry = _object("sides", data, _SIDE_KEYS)
        side = no_pieces()
        for piece in (*SITES, "launcher"):
            if entry[piece] is not None:
                setattr(side, piece, self._square(entry[piece]))
        side.art = self._squares("sides", entry["art"], self.kit.army.guns)
        if entry["heli"] is not None:
            heli = _object("sides", entry["heli"], ("at", "chips"))
            side.heli = self._square(heli["at"]), _whole("sides", heli["chips"], 1, HELI_CHIPS)
        tanks = _list("sides", entry["tanks"], len(self.kit.army.strengths))
        side.tanks = tuple(self._tank(tank, seat) for tank in tanks)
        side.lost = self._lost(entry["lost"])
        if self.phase != "setup":
            self._check_ids(side)
        check_standing(side, self.kit, seat)
        side.count()
        return side

    def _tank(self, data: object, seat: Seat) -> Tank:
        entry = _object("sides", data, _TANK_KEYS)
        id, strength, heading = entry["id"], entry["strength"], entry["heading"]
        if id is not None and (not isinstance(id, str) or len(id) != 1 or id not in IDS):
            _refuse("sides", f"the id of a tank was expected, found {shown(id)}")
        if type(strength) is not int or strength not in self.kit.army.strengths:
            _refuse("sides", f"strength {shown(strength)} is not in the army", "MC-13")
        chips = _whole("sides", entry["chips"], 1, strength)
        if not isinstance(heading, str) or heading not in ("out", "home"):
            _refuse("sides", f"the heading out or home was expected, found {shown(heading)}")
        known = _flag("sides", entry["known"])
        if self.kit.open_stacks and chips < strength and not known:
            _refuse("sides", "with open stacks a damaged tank is known", "MC-R32")
        at = self._square(entry["at"])
        home = heading == "home"
        row = at // STRIDE
        if row in self.kit.end_rows[seat] and home != (row != self.kit.end_rows[seat][0]):
            _refuse("sides", f"a tank on {NAMES[at]} has turned round", "MC-R14")
        return Tank(id or "", at, strength, chips, home, known)

    def _lost(self, data: object) -> tuple[tuple[str, int], ...]:
        found: list[tuple[str, int]] = []
        for tank in _list("sides", data, len(self.kit.army.strengths)):
            entry = _object("sides", tank, ("id", "strength"))
            id, strength = entry["id"], entry["strength"]
            if id is not None and (not isinstance(id, str) or len(id) != 1 or id not in IDS):
                _refuse("sides", f"the id of a lost tank was expected, found {shown(id)}")
            if type(strength) is not int:
                _refuse("sides", f"the strength of a lost tank was expected, not {shown(strength)}")
            found.append((id or "", strength))
        return tuple(found)

    def _check_ids(self, side: Side) -> None:
        """Is every strength there once, and every id; were the ids without a name lost first?"""
        strengths = [tank.strength for tank in side.tanks] + [s for _, s in side.lost]
        if sorted(strengths) != [*self.kit.army.strengths]:
            _refuse("sides", "every strength stands or is lost, once", "MC-13")
        unnamed = [strength for id, strength in side.lost if not id]
        if [""] * len(unnamed) != [id for id, _ in side.lost[: len(unnamed)]]:
            _refuse("sides", "what was lost before the game began comes first")
        if unnamed != sorted(unnamed):
            _refuse("sides", "what was lost before the game began is in ascending order")
        standing = [tank.id for tank in side.tanks]
        ids = standing + [id for id, _ in side.lost if id]
        if standing != sorted(standing) or sorted(ids) != [*IDS[: len(ids)]]:
            _refuse("sides", "the tanks' ids are A, B and so on, each once, in order")
        if len(ids) + len(unnamed) != len(strengths):
            _refuse("sides", "a tank without an id stands on the board")

    # --- the set-up ---

    def _check_setup(self) -> None:
        first, second = self.table.sides
        complete = [self._complete(side, seat) for seat, side in enumerate((first, second))]
        if all(complete):
            _refuse("phase", "both sides are complete, so the set-up is over")
        if not complete[0] and not complete[1] and second.key() != no_pieces().key():
            _refuse("sides", "green places everything before tan does", "MC-R5")
        for key in ("move", "battle"):
            if self.dump[key] is not None:
                _refuse(key, "null was expected during the set-up")

    def _complete(self, side: Side, seat: Seat) -> bool:
        """Check what a seat has placed so far; return whether it is everything."""
        kit, strengths = self.kit, self.kit.army.strengths
        if side.lost:
            _refuse("sides", "nothing is lost during the set-up")
        order = [side.pad, side.ammo, side.fuel]
        full = len(side.art) == kit.army.guns
        standing = [sq is not None for sq in order]
        standing += [bool(side.art), full and side.launcher is not None, bool(side.tanks)]
        if standing != sorted(standing, reverse=True) or (side.launcher is not None and not full):
            _refuse("sides", "the pieces are placed in their order", "MC-5")
        if tuple(tank.strength for tank in side.tanks) != strengths[: len(side.tanks)] and (
            side.heli is None
        ):
            _refuse("sides", "tanks are placed in the order of their strengths")
        guns, back = side.gun_squares(), kit.back[seat]
        tanks = side.tank_squares()
        if tanks & ~back:
            _refuse("sides", "all tanks start in the back row", "MC-12")
        if guns & (tanks | side.sites) or len({*side.art, side.launcher}) <= len(side.art):
            _refuse("sides", "two pieces stand on one space", "MC-R7")
        if tanks.bit_count() < len(side.tanks):
            _refuse("sides", "two tanks stand on one space", "MC-12")
        if (back & ~guns).bit_count() < len(strengths):
            _refuse("sides", "the back row is too full for the tanks", "MC-R6")
        if any(tank.chips != tank.strength or tank.known for tank in side.tanks):
            _refuse("sides", "the tanks are whole and unknown during the set-up")
        return self._has_ids(side)

    def _has_ids(self, side: Side) -> bool:
        ids = [tank.id for tank in side.tanks]
        if len(ids) < len(self.kit.army.strengths):
            if any(ids) or side.heli is not None:
                _refuse("sides", "ids and helicopter come when a side is complete")
            return False
        columns = [tank.at for tank in side.tanks]
        strengths = sorted(tank.strength for tank in side.tanks)
        if ids != [*IDS[: len(ids)]] or columns != sorted(columns):
            _refuse("sides", "the tanks' ids go from column a rightwards")
        if strengths != [*self.kit.army.strengths]:
            _refuse("sides", "every strength stands once", "MC-13")
        if side.heli != (side.pad, HELI_CHIPS):
            _refuse("sides", "the helicopter starts on its pad", "MC-15")
        return True

    # --- the movement ---

    def _going(self) -> Going:
        data = self.dump["move"]
        mover = self.table.sides[self.mover]
        total = DRY if mover.fuel is None else FUELLED
        if self.phase in ("plot", "over"):
            if data is not None:
                _refuse("move", "null was expected in this phase")
            return Going(total)
        entry = _object("move", data, ("left", "moved", "flown", "forward"))
        left = _whole("move", entry["left"], 0, total)
        moved = self._moved(entry["moved"], mover)
        if not len(moved) <= total - left <= 4 * len(moved):
            _refuse("move", "the steps left do not agree with the tanks that have moved")
        flown, forward = _flag("move", entry["flown"]), _flag("move", entry["forward"])
        if flown and mover.heli is None and self.phase == "move":
            _refuse("move", "there is no helicopter")
        if forward and not moved:
            _refuse("move", "no tank has moved")
        return Going(left, moved, flown, forward)

    def _moved(self, data: object, mover: Side) -> str:
        ids = _list("move", data, len(IDS))
        known = [tank.id for tank in mover.tanks]
        if self.phase != "move":
            known += [id for id, _ in mover.lost if id]
        if any(id not in known for id in ids) or ids != sorted({*ids}):
            _refuse("move", "the ids of the mover's tanks in order were expected")
        return "".join(ids)

    def _check_places(self) -> None:
        """Do no two units stand on one space, and none on an installation but as the rules say?"""
        table, taken = self.table, 0
        if any(not side.tanks for side in table.sides) and self.phase != "over":
            _refuse("sides", "a seat without tanks has lost", "MC-71")
        for seat, side in enumerate(table.sides):
            foreign = table.sides[1 - seat].sites
            for tank in side.tanks:
                may_stop = seat == self.mover and self._may_stand_on_site(tank)
                taken = self._take(taken, tank.at, 0 if may_stop else foreign)
            for at in side.art if side.launcher is None else (*side.art, side.launcher):
                taken = self._take(taken, at, side.sites | foreign)
            if side.heli is not None:
                pad = 0 if side.pad is None else BIT[side.pad]
                taken = self._take(taken, side.heli[0], (side.sites | foreign) & ~pad)

    def _may_stand_on_site(self, tank: Tank) -> bool:
        """May a tank of the mover stand on an enemy installation now (MC-65, MC-R8)?"""
        moved = self.phase in ("move", "shots") and self.table.turn > 2
        if self.phase == "over":  # a shot may have ended the game before it took effect
            return self.table.turn > 2
        return moved and tank.id in self.going.moved

    def _take(self, taken: Mask, at: Square, closed: Mask) -> Mask:
        if taken >> at & 1:
            _refuse("sides", f"two units stand on {NAMES[at]}", "MC-23")
        if closed >> at & 1:
            _refuse("sides", f"a unit stands on the installation on {NAMES[at]}", "MC-R7")
        return taken | BIT[at]

    # --- markers and shots ---

    def _plots(self) -> Plots:
        entry = _object("plots", self.dump["plots"], KINDS)
        mover, plotter = self.table.sides[self.mover], self.table.sides[1 - self.mover]
        found = []
        taken = 0
        for kind in KINDS:
            squares = self._squares("plots", entry[kind], len(NUMBERS))
            allowance = plotter.allowance(kind)
            if kind == "missile" and mover.heli is None:
                allowance = 0
            if len(squares) > allowance:
                _refuse("plots", f"at most {allowance} {kind} markers can be out")
            mask = mask_of(squares)
            if mask & taken:
                _refuse("plots", "one marker goes on a space", "MC-R9")
            taken |= mask
            if kind == "missile" and mask & (mover.sites | plotter.sites):
                _refuse("plots", "no missile marker goes on an installation", "MC-R11")
            found.append(mask)
        if taken and (self.phase not in ("plot", "move") or self.table.turn <= 2):
            _refuse("plots", "there are no markers now")
        if taken & self._standing_since():
            _refuse("plots", "no marker goes on a space with a unit", "MC-30")
        return found[0], found[1], found[2]

    def _standing_since(self) -> Mask:
        """Return the squares of units that stood there when the markers were plotted."""
        mover, plotter = self.table.sides[self.mover], self.table.sides[1 - self.mover]
        units = mover.units | plotter.units
        for tank in mover.tanks:
            if tank.id in self.going.moved:
                units &= ~BIT[tank.at]
        if self.going.flown and mover.heli is not None:
            units &= ~BIT[mover.heli[0]]
        return units

    def _shots(self) -> tuple[Shot, ...]:
        found: list[Shot] = []
        for entry in _list("shots", self.dump["shots"], len(NUMBERS)):
            if not isinstance(entry, list) or len(entry) != 2:
                _refuse("shots", f"[kind, square] was expected, found {shown(entry)}")
            kind, name = entry
            if not isinstance(kind, str) or kind not in ("scuttle", *KINDS):
                _refuse("shots", f"the kind of a shot was expected, found {shown(kind)}")
            if not isinstance(name, str) or name not in NUMBERS:
                _refuse("shots", f"a square was expected, found {shown(name)}")
            found.append((kind, NUMBERS[name]))
        if bool(found) != (self.phase == "shots"):
            _refuse("shots", "shots are left in the phase shots, and only there")
        squares = [sq for _, sq in found]
        if squares != sorted({*squares}):
            _refuse("shots", "different squares in square order were expected", "MC-R27")
        for kind, sq in found:
            self._check_shot(kind, sq)
        self._check_numbers([kind for kind, _ in found])
        return tuple(found)

    def _check_shot(self, kind: str, sq: Square) -> None:
        mover, plotter = self.table.sides[self.mover], self.table.sides[1 - self.mover]
        tank = mover.tank_at(sq)
        hit = tank is not None and tank.id in self.going.moved
        if kind == "missile":
            hit = self.going.flown and mover.heli is not None and mover.heli[0] == sq
        elif kind == "scuttle":
            if not plotter.sites >> sq & 1:
                _refuse("shots", f"no installation stands on {NAMES[sq]}", "MC-67")
            # an enemy that came has moved; without one the space must be empty
            hit = hit or not (self.kit.onhit or (mover.units | plotter.units) >> sq & 1)
        elif plotter.sites >> sq & 1:
            hit = False
        if not hit:
            _refuse("shots", f"a {kind} shot finds nothing on {NAMES[sq]}", "MC-31")

    def _check_numbers(self, kinds: list[str]) -> None:
        """Could so many markers have been out?"""
        plotter = self.table.sides[1 - self.mover]
        if kinds and kinds[0] == "scuttle":
            _refuse("shots", "what was scuttled comes off before the next shot is rolled")
        tanks, guns = plotter.allowance("tank"), plotter.allowance("art")
        if kinds.count("tank") > tanks or kinds.count("art") > guns:
            _refuse("shots", "there are not so many markers")
        if len(kinds) - kinds.count("missile") > tanks + guns:
            _refuse("shots", "there are not so many markers")
        if "missile" in kinds and plotter.launcher is None:
            _refuse("shots", "there is no launcher", "MC-36")

    # --- battles ---

    def _fighter(self, start: Square) -> str | None:
        """Return what can attack from a square in this turn: "tank", "heli" or None."""
        mover = self.table.sides[self.mover]
        tank = mover.tank_at(start)
        if tank is not None and tank.id in self.going.moved:
            return "tank"
        flown = self.going.flown and mover.heli is not None and mover.heli[0] == start
        return "heli" if flown else None

    def _target(self, fighter: str, to: Square) -> str | None:
        """Return what such a fighter can attack on a square."""
        other = self.table.sides[1 - self.mover]
        if other.tank_at(to) is not None:
            return "tank"
        if fighter == "heli":
            return None
        return "launcher" if other.launcher == to else "art" if to in other.art else None

    def _pair(self, key: str, start: object, to: object) -> tuple[Attack, str, str]:
        """Read a battle; return it with the kinds of both pieces."""
        for name in (start, to):
            if not isinstance(name, str) or name not in NUMBERS:
                _refuse(key, f"a square was expected, found {shown(name)}")
        pair = Attack.of(NUMBERS[str(start)], NUMBERS[str(to)])
        fighter = self._fighter(pair.start)
        target = None if fighter is None else self._target(fighter, pair.to)
        if fighter is None or target is None or not NEIGHBOURS[pair.start] >> pair.to & 1:
            _refuse(key, f"nothing on {start} has to fight anything on {to}", "MC-R24")
        return pair, fighter, target

    def _pairs(self) -> tuple[Attack, ...]:
        found = []
        for entry in _list("battles", self.dump["battles"], len(NUMBERS)):
            if not isinstance(entry, list) or len(entry) != 2:
                _refuse("battles", f"[from, to] was expected, found {shown(entry)}")
            found.append(self._pair("battles", *entry)[0])
        if found and self.phase not in ("attack", "battle"):
            _refuse("battles", "there are no battles in this phase")
        if self.phase == "attack" and not found:
            _refuse("battles", "without battles the turn is over")
        places = [(pair.start, pair.to) for pair in found]
        if places != sorted({*places}):
            _refuse("battles", "different battles in square order were expected")
        if self.fight is not None and (self.fight.start, self.fight.to) in places:
            _refuse("battles", "the battle that is fought is not among those to come")
        return tuple(found)

    def _fight(self) -> Fight | None:
        data = self.dump["battle"]
        if self.phase != "battle":
            if data is not None:
                _refuse("battle", "null was expected in this phase")
            return None
        entry = _object("battle", data, ("from", "to", "attacker", "target"))
        pair, attacker, target = self._pair("battle", entry["from"], entry["to"])
        if (entry["attacker"], entry["target"]) != (attacker, target):
            _refuse("battle", f"{attacker} against {target} was expected")
        sides = self.table.sides
        for seat, at in ((self.mover, pair.start), (1 - self.mover, pair.to)):
            tank = sides[seat].tank_at(at)
            if tank is not None and not tank.known:
                _refuse("battle", "a tank that fights is known", "MC-46")
        return Fight(pair.start, pair.to, attacker, target)

    # --- the end ---

    def _check_end(self) -> None:
        table, phase = self.table, self.phase
        if table.turn <= 2 and phase not in ("move", "over"):
            _refuse("phase", "the first two turns are movement only", "MC-17")
        if phase != "over":
            return
        standing = [bool(side.tanks) for side in table.sides]
        expected = {(True, False): GREEN_WINS, (False, True): TAN_WINS, (True, True): DRAW}
        if table.result != expected.get((standing[0], standing[1])):
            _refuse("result", "it does not agree with the tanks that are left", "MC-71")
        drawn = table.result == DRAW
        if drawn != (table.quiet == self.kit.quiet_limit) or table.hot == drawn:
            _refuse("quiet", "it reaches its limit in a draw, and only there", "MC-R34")
        if not drawn and table.turn <= 2:
            _refuse("turn", "nothing is lost in the first two turns", "MC-17")

    # --- the node ---

    def node(self) -> Node:
        """Return the node, if what follows from the rest agrees with the dump."""
        node = self._build()
        if json.dumps(node.dump(), sort_keys=True) != json.dumps(self.dump, sort_keys=True):
            found = node.dump()
            wrong = next(k for k in KEYS if json.dumps(found[k]) != json.dumps(self.dump[k]))
            _refuse(wrong, "it does not agree with the rest of the state")
        return node

    def _build(self) -> Node:
        table, phase = self.table, self.phase
        if phase == "setup":
            return next_piece(table, 1 if table.sides[0].heli is not None else 0)
        if phase == "over":
            return Over(table)
        if phase == "plot":
            return self._plot()
        if phase == "move":
            return March(table, (), self.plots, self.going)
        if phase == "shots":
            return Shoot(table, self.going, self.shots)
        if phase == "attack":
            return Battles(table, (), self.going, self.pairs)
        assert self.fight is not None  # for the type checker: there is one in this phase
        step = self.dump["step"]
        if not isinstance(step, str) or step not in ("attacker", "defender"):
            _refuse("step", f"attacker or defender was expected, found {shown(step)}")
        return Duel(table, (), self.going, self.pairs, self.fight, step)

    def _plot(self) -> Plot:
        step = self.dump["step"]
        if not isinstance(step, str) or step not in KINDS:
            _refuse("step", f"the kind of a marker was expected, found {shown(step)}")
        kind = KINDS.index(step)
        if any(self.plots[kind + 1 :]):
            _refuse("plots", "markers are plotted in the order of the steps")
        allowance = self.table.sides[1 - self.mover].allowance(step)
        if step == "missile" and self.table.sides[self.mover].heli is None:
            allowance = 0
        left = allowance - self.plots[kind].bit_count()
        squares = open_for(self.table, step, self.plots)
        if left < 1 or not squares:
            _refuse("step", "no further marker of this kind can be plotted")
        choice = (*PUTS[step].of(squares), DONE)
        return Plot(self.table, (), kind, self.plots, left, squares, choice)
