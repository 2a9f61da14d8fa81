"""The rules of Mission Command Land as a tree: a class per kind of node, in the order of play.

The set-up, which comes before all this, is in ``placing``.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final

from pocketlib.chance import Chance
from pocketlib.contract import Move
from pocketlib.games.mission_command.content import (
    BIT,
    DICE,
    DRY,
    FUELLED,
    KINDS,
    NAMES,
    NEIGHBOURS,
    SEATS,
    Mask,
    squares_of,
)
from pocketlib.games.mission_command.march import Going, and_moved, free_of, options
from pocketlib.games.mission_command.moves import DONE, END, PUTS, Attack, Drive, Fly, Put
from pocketlib.games.mission_command.node import (
    NO_PLOTS,
    ChanceNode,
    Fight,
    Node,
    Plots,
    SeatNode,
    Shot,
)
from pocketlib.games.mission_command.table import DRAW, Heard, Table, Tank, new

# --- the beginning of a turn, and the plotting (4.2, 4.3) --------------------------------------


def begin_turn(table: Table) -> Node:
    """Begin the next turn (MC-16 to MC-18); ``table`` is a draft."""
    table.turn += 1
    table.mover = 1 - table.turn % 2
    table.hot = False
    table.tell(("turn", table.turn, SEATS[table.mover]))
    if table.turn <= 2:
        return march(table, NO_PLOTS, table.log)
    return plot(table, 0, NO_PLOTS, table.log)


def plot(table: Table, kind: int, plots: Plots, log: Sequence[Heard]) -> Node:
    """Go on with the first kind of marker from ``kind`` on that can be plotted, else move."""
    seat = 1 - table.mover
    while kind < 3:
        name = KINDS[kind]
        left = table.sides[seat].allowance(name)
        if left and not (name == "missile" and table.sides[1 - seat].heli is None):
            squares = open_for(table, name, plots)
            if squares:
                marks = PUTS[name].of(squares, DONE)  # MC-R12
                return Plot(table, log, kind, plots, left, squares, marks)
        kind += 1
    return march(table, plots, (*log, PLOTTED[seat]))


PLOTTED: Final[tuple[Heard, ...]] = tuple((None, ("plotted", side)) for side in SEATS)
"""That a seat has plotted, which is all that the mover is told."""


def open_for(table: Table, kind: str, plots: Plots) -> Mask:
    """Return where a marker may go: no unit, no marker (MC-30, MC-R9, MC-R10)."""
    green, tan = table.sides
    taken = green.units | tan.units | plots[0] | plots[1] | plots[2]
    if kind == "missile":
        taken |= green.sites | tan.sites  # MC-37, MC-R11
    return table.kit.board & ~taken


class Plot(SeatNode):
    """The opponent of the mover plots one marker, or is done with this kind (MC-29).

    ``left`` is how many markers of this kind may still be plotted, ``squares`` where.
    """

    __slots__ = ("kind", "left", "plots", "squares")

    phase = "plot"

    if TYPE_CHECKING:
        choice: tuple[Move, ...]

    def __init__(
        self,
        table: Table,
        log: Sequence[Heard],
        kind: int,
        plots: Plots,
        left: int,
        squares: Mask,
        choice: tuple[Move, ...],
    ) -> None:
        self.table = table
        self.log = log
        self.to_move = 1 - table.mover
        self.kind = kind
        self.plots: Plots = plots
        self.left = left
        self.squares = squares
        self.choice = choice

    @property
    def step(self) -> str:  # type: ignore[override]  # a text here, always
        """The kind of markers that are plotted now."""
        return KINDS[self.kind]

    def after(self, move: Any) -> Node:
        choice, kind, squares = self.choice, self.kind, self.squares
        # a marker's place in the list is the number of open squares before its own
        at = (squares & move.before).bit_count() if type(move) is Put else -1
        if choice[at] is not move:
            at, move = self._find(move)
        if move is DONE:
            return plot(self.table, kind + 1, self.plots, ())
        bit = move.bit
        tank, missile, art = self.plots
        if kind == 0:
            plots = tank | bit, missile, art
        elif kind == 1:
            plots = tank, missile | bit, art
        else:
            plots = tank, missile, art | bit
        log = move.plotted[self.to_move]
        left, rest = self.left - 1, squares ^ bit
        if not left or not rest:
            return plot(self.table, kind + 1, plots, log)
        return Plot(self.table, log, kind, plots, left, rest, choice[:at] + choice[at + 1 :])

    def _own_key(self) -> tuple[Hashable, ...]:
        return (self.plots,)


# --- the movement (4.4) ------------------------------------------------------------------------


def march(table: Table, plots: Plots, log: Sequence[Heard]) -> Node:
    """Begin the movement."""
    fuel = table.sides[table.mover].fuel
    return March(table, log, plots, AT_FIRST[fuel is not None])  # MC-19, MC-63


AT_FIRST: Final = Going(DRY), Going(FUELLED)
"""How a movement begins without and with the fuel depot."""


class March(SeatNode):
    """The mover moves one of its pieces, or ends the movement (MC-19 to MC-28)."""

    __slots__ = ("going", "plots")

    phase = "move"

    if TYPE_CHECKING:
        going: Going

    def __init__(self, table: Table, log: Sequence[Heard], plots: Plots, going: Going) -> None:
        self.table = table
        self.log = log
        self.to_move = table.mover
        self.plots: Plots = plots
        self.going = going
        self.choice = None

    def _list(self) -> tuple[Move, ...]:
        return options(self.table, self.going)

    def after(self, move: Any) -> Node:
        _, move = self._find(move)
        if move is END:
            return end_movement(self)
        table = Table(self.table)
        going = self._drive(table, move) if type(move) is Drive else self._fly(table, move)
        return March(table, table.log, self.plots, going)

    def _drive(self, table: Table, move: Drive) -> Going:
        seat, start, to = self.to_move, move.start, move.to
        left, moved, flown, forward = self.going
        # only a drive that has a way round needs to know what is free
        left -= move.direct if move.straight else move.length(free_of(table))
        side = table.draft(seat)
        place = side.place_of(start)
        id, _, strength, chips, home, known = side.tanks[place]
        table.tell(("drive", SEATS[seat], id, NAMES[start], NAMES[to]))
        if BIT[to] & table.kit.ends:  # MC-24, MC-R14
            turned = not BIT[to] & table.kit.back[seat]
            if home != turned:
                table.tell(("turned", SEATS[seat], id))
            home = turned
        side.replace(place, new(Tank, (id, to, strength, chips, home, known)))
        side.units ^= move.ends
        return new(Going, (left, and_moved(moved, id), flown, forward or not move.sideways))

    def _fly(self, table: Table, move: Fly) -> Going:
        side = table.draft(self.to_move)
        assert side.heli is not None  # for the type checker: it has just been asked to fly
        side.heli = (move.to, side.heli[1])
        side.units ^= move.ends
        table.tell(("flight", SEATS[self.to_move], NAMES[move.start], NAMES[move.to]))
        left, moved, _, forward = self.going
        return new(Going, (left, moved, True, forward))

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.plots, self.going


def end_movement(node: March) -> Node:
    """Go on to the shots, after the first two turns to the end of the turn (MC-17)."""
    table = Table(node.table)
    if table.turn <= 2:
        return end_turn(table)
    shots = shots_of(table, node.plots)
    for kind, sq in shots:
        table.tell(("found", SEATS[1 - node.to_move], kind, NAMES[sq]))
    return fire(table, node.going, shots)


# --- the shots (4.5) ---------------------------------------------------------------------------


def shots_of(table: Table, plots: Plots) -> tuple[Shot, ...]:
    """Return the markers that find something, in square order (MC-31, MC-R27, MC-R31)."""
    side, plotter = table.sides[table.mover], table.sides[1 - table.mover]
    tank_marks, missiles, guns = plots
    ground = tank_marks | guns
    shots: list[Shot] = []
    if ground & (plotter.sites | side.units):
        tanks = side.tank_squares()
        scuttled = ground & plotter.sites  # MC-67
        if table.kit.onhit:  # MC-R28
            scuttled &= tanks
        shots += [("scuttle", sq) for sq in squares_of(scuttled)]
        found = ground & tanks & ~plotter.sites
        shots += [("tank" if tank_marks >> sq & 1 else "art", sq) for sq in squares_of(found)]
    if side.heli is not None and missiles >> side.heli[0] & 1:
        shots.append(("missile", side.heli[0]))
    return tuple(sorted(shots, key=itemgetter(1))) if shots else ()


def fire(table: Table, going: Going, shots: tuple[Shot, ...]) -> Node:
    """Scuttle what was plotted, up to the next shot with dice; ``table`` is a draft."""
    mover = table.mover
    while shots:
        kind, sq = shots[0]
        if kind != "scuttle":
            return Shoot(table, going, shots)
        table.remove_site(1 - mover, sq)  # MC-68
        if table.sides[mover].tank_at(sq) is not None:
            table.hurt_tank(mover, sq, 1)  # MC-69, MC-R29
            if table.result is not None:
                return Over(table)
        shots = shots[1:]
    return seize(table, going)


class Shoot(ChanceNode):
    """The dice for a shot that found a piece (MC-34, MC-38, MC-42)."""

    __slots__ = ("going", "shots")

    phase = "shots"

    if TYPE_CHECKING:
        going: Going

    def __init__(self, table: Table, going: Going, shots: tuple[Shot, ...]) -> None:
        self.table = table
        self.log = table.log
        self.going = going
        self.shots: tuple[Shot, ...] = shots

    @property
    def step(self) -> str:  # type: ignore[override]  # a text here, always
        """The kind of the marker that is rolled for."""
        return self.shots[0][0]

    def chances(self) -> Chance[Move]:
        return self.table.kit.rolls[DICE[self.shots[0][0]]]

    def after(self, move: str) -> Node:
        roll = self._rolled(move)
        table = Table(self.table)
        mover = table.mover
        kind, sq = self.shots[0]
        if not roll.reds:
            table.tell(("miss", SEATS[1 - mover]))
        elif kind == "missile":
            table.hurt_heli(mover, roll.reds)
        else:
            table.hurt_tank(mover, sq, roll.reds)
            if table.result is not None:
                return Over(table)
        return fire(table, self.going, self.shots[1:])

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.shots, self.going.moved, self.going.flown


# --- the attacks (4.6) -------------------------------------------------------------------------


def seize(table: Table, going: Going) -> Node:
    """Destroy the installations that moved tanks stand on, and list the battles.

    Sources: MC-65, MC-43 to MC-45, MC-R24. ``table`` is a draft.
    """
    mover = table.mover
    side, other = table.sides[mover], table.sides[1 - mover]
    moved, targets = going.moved, other.units
    if other.heli is not None:
        targets ^= BIT[other.heli[0]]  # MC-51
    pairs: list[Attack] = []
    for id, at, _, _, _, _ in side.tanks:
        if id in moved:
            if table.sides[1 - mover].sites >> at & 1:
                table.tell(("taken", SEATS[mover], id, NAMES[at]))
                table.remove_site(1 - mover, at)
            if near := NEIGHBOURS[at] & targets:
                pairs += [Attack.of(at, to) for to in squares_of(near)]
    if going.flown and side.heli is not None:
        at, _ = side.heli
        if NEIGHBOURS[at] & targets:
            near = NEIGHBOURS[at] & other.tank_squares()  # MC-52
            pairs += [Attack.of(at, to) for to in squares_of(near)]
    if len(pairs) > 1:
        pairs.sort(key=attrgetter("start", "to"))
    return attacks(table, table.log, going, tuple(pairs))


def attacks(table: Table, log: Sequence[Heard], going: Going, pairs: tuple[Attack, ...]) -> Node:
    """Go on to the next battle, or end the turn; ``table`` is a draft."""
    return Battles(table, log, going, pairs) if pairs else end_turn(table)


class Battles(SeatNode):
    """The mover chooses the battle that is fought next (MC-66, MC-R24)."""

    __slots__ = ("going", "pairs")

    phase = "attack"

    if TYPE_CHECKING:
        going: Going

    def __init__(
        self, table: Table, log: Sequence[Heard], going: Going, pairs: tuple[Attack, ...]
    ) -> None:
        self.table = table
        self.log = log
        self.to_move = table.mover
        self.going = going
        self.pairs: tuple[Attack, ...] = pairs
        self.choice = pairs

    def after(self, move: Any) -> Node:
        at, move = self._find(move)
        table = Table(self.table)
        mover, start, to = self.to_move, move.start, move.to
        side, other = table.sides[mover], table.sides[1 - mover]
        by, on = side.tank_at(start), other.tank_at(to)
        target = "launcher" if other.launcher == to else "art" if on is None else "tank"
        table.tell(("battle", SEATS[mover], NAMES[start], NAMES[to]))
        if by is not None:  # nothing is hidden about a helicopter
            table.reveal(mover, by)  # MC-46, MC-57
        if on is not None:
            table.reveal(1 - mover, on)  # MC-46, MC-53
        fight = new(Fight, (start, to, "heli" if by is None else "tank", target))
        rest = self.pairs[:at] + self.pairs[at + 1 :]
        return Duel(table, table.log, self.going, rest, fight, "attacker")

    def _own_key(self) -> tuple[Hashable, ...]:
        return (self.pairs,)


BATTLE_DICE: Final = {"tank": 3, "heli": 2, "art": 1, "launcher": 1}
"""Dice in a battle by what throws them (MC-47, MC-54, MC-59)."""


class Duel(ChanceNode):
    """One roll of a battle to the death; the two sides alternate (MC-46 to MC-60)."""

    __slots__ = ("fight", "going", "pairs", "step")

    phase = "battle"

    if TYPE_CHECKING:
        fight: Fight
        going: Going
        step: str

    def __init__(
        self,
        table: Table,
        log: Sequence[Heard],
        going: Going,
        pairs: tuple[Attack, ...],
        fight: Fight,
        step: str,
    ) -> None:
        self.table = table
        self.log = log
        self.going = going
        self.pairs: tuple[Attack, ...] = pairs
        self.fight = fight
        self.step = step

    def chances(self) -> Chance[Move]:
        fight = self.fight
        roller = fight.attacker if self.step == "attacker" else fight.target
        return self.table.kit.rolls[BATTLE_DICE[roller]]

    def after(self, move: Any) -> Node:
        roll = self._rolled(move)
        start, to, attacker, target = self.fight
        attacking = self.step == "attacker"
        hits = roll.blues if attacking and attacker == "heli" else roll.reds  # MC-54
        mover = self.table.mover
        if not hits:
            log = ((None, ("miss", SEATS[mover if attacking else 1 - mover])),)
            return self._other_side(self.table, log)
        table = Table(self.table)
        victim, at = (1 - mover, to) if attacking else (mover, start)
        if (target if attacking else attacker) == "tank":
            table.hurt_tank(victim, at, hits)
        elif attacking:
            table.remove_gun(victim, at)  # MC-58
        else:
            table.hurt_heli(victim, hits)
        if table.result is not None:
            return Over(table)
        if table.sides[victim].units >> at & 1:
            return self._other_side(table, table.log)
        rest = tuple(pair for pair in self.pairs if at not in (pair.start, pair.to))
        return attacks(table, table.log, self.going, rest)

    def _other_side(self, table: Table, log: Sequence[Heard]) -> Node:
        step = "defender" if self.step == "attacker" else "attacker"
        return Duel(table, log, self.going, self.pairs, self.fight, step)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.pairs, self.fight


# --- the end of a turn, and of the game (4.7, 4.8) ---------------------------------------------


def end_turn(table: Table) -> Node:
    """Count quiet turns (MC-R34) and begin the next; ``table`` is a draft."""
    table.quiet = 0 if table.hot else table.quiet + 1
    if table.quiet >= table.kit.quiet_limit:
        table.result = DRAW
        table.tell(("draw", table.quiet))
        return Over(table)
    return begin_turn(table)


class Over(Node):
    """Won (MC-71) or drawn (MC-R34)."""

    __slots__ = ()

    to_move = None
    phase = "over"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = table.log

    def after(self, move: str) -> Node:
        raise self.refusal(move)

    @property
    def result(self) -> tuple[int, ...] | None:
        return self.table.result

    def _own_key(self) -> tuple[Hashable, ...]:
        return (self.table.result,)
