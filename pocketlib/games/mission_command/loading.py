"""Loading a dump of Mission Command Land (section 5): everything is checked, nothing repaired."""

from __future__ import annotations

from pocketlib.contract import BadDump, BadSet, Seat, shown
from pocketlib.games.mission_command.content import (
    BIT,
    DRY,
    FUELLED,
    KINDS,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    Fault,
    Mask,
    Square,
    mask_of,
    read_set,
)
from pocketlib.games.mission_command.loading_table import (
    TableReader,
    flag,
    list_of,
    object_of,
    refuse,
    whole,
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
from pocketlib.games.mission_command.table import (
    DRAW,
    GREEN_WINS,
    IDS,
    TAN_WINS,
    Side,
    Tank,
)
from pocketlib.plain_json import same


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


class _Reader(TableReader):
    """Reads one dump, key by key; every check names its key."""

    def __init__(self, dump: object) -> None:
        super().__init__(dump)
        self.mover: Seat = self.table.mover
        if self.phase == "setup":
            return
        self.going = self._going()
        self._check_places()
        self.plots = self._plots()
        self.shots = self._shots()
        self.fight = self._fight()
        self.pairs = self._pairs()
        self._check_end()

    # --- the movement ---

    def _going(self) -> Going:
        data = self.dump["move"]
        mover = self.table.sides[self.mover]
        total = DRY if mover.fuel is None else FUELLED
        if self.phase in ("plot", "over"):
            if data is not None:
                refuse("move", "null was expected in this phase")
            return Going(total)
        entry = object_of("move", data, ("left", "moved", "flown", "forward"))
        left = whole("move", entry["left"], 0, total)
        moved = self._moved(entry["moved"], mover)
        if not len(moved) <= total - left <= 4 * len(moved):
            refuse("move", "the steps left do not agree with the tanks that have moved")
        flown, forward = flag("move", entry["flown"]), flag("move", entry["forward"])
        if flown and mover.heli is None and self.phase == "move":
            refuse("move", "there is no helicopter")
        if forward and not moved:
            refuse("move", "no tank has moved")
        return Going(left, moved, flown, forward)

    def _moved(self, data: object, mover: Side) -> str:
        ids = list_of("move", data, len(IDS))
        known = [tank.id for tank in mover.tanks]
        if self.phase != "move":
            known += [id for id, _ in mover.lost if id]
        if any(id not in known for id in ids) or ids != sorted({*ids}):
            refuse("move", "the ids of the mover's tanks in order were expected")
        return "".join(ids)

    def _check_places(self) -> None:
        """Do no two units stand on one space, and none on an installation but as the rules say?"""
        table, taken = self.table, 0
        if any(not side.tanks for side in table.sides) and self.phase != "over":
            refuse("sides", "a seat without tanks has lost", "MC-71")
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
            refuse("sides", f"two units stand on {NAMES[at]}", "MC-23")
        if closed >> at & 1:
            refuse("sides", f"a unit stands on the installation on {NAMES[at]}", "MC-R7")
        return taken | BIT[at]

    # --- markers and shots ---

    def _plots(self) -> Plots:
        entry = object_of("plots", self.dump["plots"], KINDS)
        mover, plotter = self.table.sides[self.mover], self.table.sides[1 - self.mover]
        found = []
        taken = 0
        for kind in KINDS:
            squares = self._squares("plots", entry[kind], len(NUMBERS))
            allowance = plotter.allowance(kind)
            if kind == "missile" and mover.heli is None:
                allowance = 0
            if len(squares) > allowance:
                refuse("plots", f"at most {allowance} {kind} markers can be out")
            mask = mask_of(squares)
            if mask & taken:
                refuse("plots", "one marker goes on a space", "MC-R9")
            taken |= mask
            if kind == "missile" and mask & (mover.sites | plotter.sites):
                refuse("plots", "no missile marker goes on an installation", "MC-R11")
            found.append(mask)
        if taken and (self.phase not in ("plot", "move") or self.table.turn <= 2):
            refuse("plots", "there are no markers now")
        if taken & self._standing_since():
            refuse("plots", "no marker goes on a space with a unit", "MC-30")
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
        for entry in list_of("shots", self.dump["shots"], len(NUMBERS)):
            if not isinstance(entry, list) or len(entry) != 2:
                refuse("shots", f"[kind, square] was expected, found {shown(entry)}")
            kind, name = entry
            if not isinstance(kind, str) or kind not in ("scuttle", *KINDS):
                refuse("shots", f"the kind of a shot was expected, found {shown(kind)}")
            if not isinstance(name, str) or name not in NUMBERS:
                refuse("shots", f"a square was expected, found {shown(name)}")
            found.append((kind, NUMBERS[name]))
        if bool(found) != (self.phase == "shots"):
            refuse("shots", "shots are left in the phase shots, and only there")
        squares = [sq for _, sq in found]
        if squares != sorted({*squares}):
            refuse("shots", "different squares in square order were expected", "MC-R27")
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
                refuse("shots", f"no installation stands on {NAMES[sq]}", "MC-67")
            # an enemy that came has moved; without one the space must be empty
            hit = hit or not (self.kit.onhit or (mover.units | plotter.units) >> sq & 1)
        elif plotter.sites >> sq & 1:
            hit = False
        if not hit:
            refuse("shots", f"a {kind} shot finds nothing on {NAMES[sq]}", "MC-31")

    def _check_numbers(self, kinds: list[str]) -> None:
        """Could so many markers have been out?"""
        plotter = self.table.sides[1 - self.mover]
        if kinds and kinds[0] == "scuttle":
            refuse("shots", "what was scuttled comes off before the next shot is rolled")
        tanks, guns = plotter.allowance("tank"), plotter.allowance("art")
        if kinds.count("tank") > tanks or kinds.count("art") > guns:
            refuse("shots", "there are not so many markers")
        if len(kinds) - kinds.count("missile") > tanks + guns:
            refuse("shots", "there are not so many markers")
        if "missile" in kinds and plotter.launcher is None:
            refuse("shots", "there is no launcher", "MC-36")

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
                refuse(key, f"a square was expected, found {shown(name)}")
        pair = Attack.of(NUMBERS[str(start)], NUMBERS[str(to)])
        fighter = self._fighter(pair.start)
        target = None if fighter is None else self._target(fighter, pair.to)
        if fighter is None or target is None or not NEIGHBOURS[pair.start] >> pair.to & 1:
            refuse(key, f"nothing on {start} has to fight anything on {to}", "MC-R24")
        return pair, fighter, target

    def _pairs(self) -> tuple[Attack, ...]:
        found = []
        for entry in list_of("battles", self.dump["battles"], len(NUMBERS)):
            if not isinstance(entry, list) or len(entry) != 2:
                refuse("battles", f"[from, to] was expected, found {shown(entry)}")
            found.append(self._pair("battles", *entry)[0])
        if found and self.phase not in ("attack", "battle"):
            refuse("battles", "there are no battles in this phase")
        if self.phase == "attack" and not found:
            refuse("battles", "without battles the turn is over")
        places = [(pair.start, pair.to) for pair in found]
        if places != sorted({*places}):
            refuse("battles", "different battles in square order were expected")
        if self.fight is not None and (self.fight.start, self.fight.to) in places:
            refuse("battles", "the battle that is fought is not among those to come")
        return tuple(found)

    def _fight(self) -> Fight | None:
        data = self.dump["battle"]
        if self.phase != "battle":
            if data is not None:
                refuse("battle", "null was expected in this phase")
            return None
        entry = object_of("battle", data, ("from", "to", "attacker", "target"))
        pair, attacker, target = self._pair("battle", entry["from"], entry["to"])
        if (entry["attacker"], entry["target"]) != (attacker, target):
            refuse("battle", f"{attacker} against {target} was expected")
        sides = self.table.sides
        for seat, at in ((self.mover, pair.start), (1 - self.mover, pair.to)):
            tank = sides[seat].tank_at(at)
            if tank is not None and not tank.known:
                refuse("battle", "a tank that fights is known", "MC-46")
        return Fight(pair.start, pair.to, attacker, target)

    # --- the end ---

    def _check_end(self) -> None:
        table, phase = self.table, self.phase
        if table.turn <= 2 and phase not in ("move", "over"):
            refuse("phase", "the first two turns are movement only", "MC-17")
        if phase != "over":
            return
        standing = [bool(side.tanks) for side in table.sides]
        expected = {(True, False): GREEN_WINS, (False, True): TAN_WINS, (True, True): DRAW}
        if table.result != expected.get((standing[0], standing[1])):
            refuse("result", "it does not agree with the tanks that are left", "MC-71")
        drawn = table.result == DRAW
        if drawn != (table.quiet == self.kit.quiet_limit) or table.hot == drawn:
            refuse("quiet", "it reaches its limit in a draw, and only there", "MC-R34")
        if not drawn and table.turn <= 2:
            refuse("turn", "nothing is lost in the first two turns", "MC-17")

    # --- the node ---

    def node(self) -> Node:
        """Return the node, if what follows from the rest agrees with the dump."""
        node = self._build()
        for key, value in node.dump().items():
            if not same(value, self.dump[key]):
                refuse(key, "it does not agree with the rest of the state")
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
            refuse("step", f"attacker or defender was expected, found {shown(step)}")
        return Duel(table, (), self.going, self.pairs, self.fight, step)

    def _plot(self) -> Plot:
        step = self.dump["step"]
        if not isinstance(step, str) or step not in KINDS:
            refuse("step", f"the kind of a marker was expected, found {shown(step)}")
        kind = KINDS.index(step)
        if any(self.plots[kind + 1 :]):
            refuse("plots", "markers are plotted in the order of the steps")
        allowance = self.table.sides[1 - self.mover].allowance(step)
        if step == "missile" and self.table.sides[self.mover].heli is None:
            allowance = 0
        left = allowance - self.plots[kind].bit_count()
        squares = open_for(self.table, step, self.plots)
        if left < 1 or not squares:
            refuse("step", "no further marker of this kind can be plotted")
        choice = PUTS[step].of(squares, DONE)
        return Plot(self.table, (), kind, self.plots, left, squares, choice)
