"""The two halves of a round of the Final Battle, taken from the engine's tree once for many boards.

Nobody repairs in the Final Battle (LS-70) and nobody retreats (LS-25). So

- the player's turn neither reads nor changes the strength of hull and weapon, and
- the enemy's turn neither reads nor changes the strength of a mobile enemy.

What the engine does on one board is therefore what it does on every board that differs in these
strengths only. Each half is walked once, on one of them. That both are so is a test, on boards and
card sets of all kinds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from pocketlib.contract import CHANCE, State
from pocketlib.games.landship.content import COLUMNS, SUPPORT, Face
from pocketlib.games.landship.nodes import Enemy, Node, Roll, number_of_dice
from pocketlib.games.landship.table import Cell, Kit, Lying, Table
from pocketlib.graph import Work

Front: TypeAlias = tuple[tuple[Face, int], ...]
"""The enemies from left to right: three, two, or one, whose column has no meaning (LS-R26)."""
Own: TypeAlias = tuple[int, int, int]
"""The strengths of hull, weapon and support."""
Effects: TypeAlias = tuple[bool, bool, bool]
"""Hunker, trench, adrenaline: what lasts into the enemy's turn."""

NO_EFFECTS: Final[Effects] = (False, False, False)
_COLUMNS_OF: Final = {0: (), 1: (0,), 2: (0, 2), 3: COLUMNS}


class AfterTurn(NamedTuple):
    """Where the player's turn ends, whatever hull and weapon are; an empty front is a win."""

    front: Front
    support: int
    effects: Effects


class BeforeRoll(NamedTuple):
    """Where the player is to roll ``dice`` dice (0: the turn passes); an empty front is a win."""

    front: Front
    support: int
    dice: int


Menu: TypeAlias = int
"""The number of a menu in :class:`PlayerTurns`."""
Average: TypeAlias = tuple[tuple[Menu, int], ...]
"""A die that is rolled again in the middle of a turn: menus with their ways."""


class PlayerTurns:
    """The player's turn as menus: what a position in the middle of it can be turned into.

    A menu is the set of all ends (and of re-rolls, which lead to menus again) among which best play
    chooses; a choice after a choice is one choice. Equal menus are one menu. An item of a menu is
    the number of an end, or ``~number`` of an average. (Plain numbers, since there are millions of
    them, and whatever the garbage collector has to look through again and again takes long.)
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.ends: list[AfterTurn] = []
        self.averages: list[Average] = []
        self.menus: list[tuple[int, ...]] = []
        self.depths: list[int] = []
        """By menu: how many re-rolls follow each other in it at most."""
        self._end_numbers: dict[AfterTurn, int] = {}
        self._average_numbers: dict[Average, int] = {}
        self._menu_numbers: dict[tuple[int, ...], Menu] = {}
        self._parts: dict[Hashable, int] = {}
        self._known: dict[tuple[int, ...], Menu] = {}
        self._rolls: dict[BeforeRoll, dict[Menu, int]] = {}

    def after_roll(self, at: BeforeRoll) -> Work[Mapping[Menu, int]]:
        """Return the menus that the roll brings, with their ways; there is a pause after each."""
        found = self._rolls.get(at)
        if found is None:
            found = {}
            if at.dice:
                table = laid(self._kit, at.front, (*self._kit.tracks[:SUPPORT], at.support))
                node = Roll(table, (), (), at.dice)
                for outcome, ways in node.chances().items():
                    menu = self._menu(node.after(outcome))
                    found[menu] = found.get(menu, 0) + ways
                    yield len(self.menus)
            else:
                end = AfterTurn(at.front, at.support, NO_EFFECTS)
                found[self._menu_of((self._end(end),))] = 1
            self._rolls[at] = found
        return found

    def inner(self, menu: Menu) -> Iterator[Menu]:
        """Yield the menus that a re-roll in ``menu`` can lead to."""
        for item in self.menus[menu]:
            if item < 0:
                yield from (inner for inner, _ in self.averages[~item])

    def _menu(self, node: State) -> Menu:
        parts = self._parts
        whole = node.key()
        assert isinstance(whole, tuple)
        key = tuple([parts.setdefault(part, len(parts)) for part in whole])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._menu_of(self._items(node))
        return found

    def _items(self, node: State) -> tuple[int, ...]:
        if isinstance(node, Enemy) or node.result is not None:
            assert isinstance(node, Node)
            return (self._end(after_turn(node)),)
        if node.to_move == CHANCE:
            ways: dict[Menu, int] = {}
            for outcome, weight in node.chances().items():
                menu = self._menu(node.after(outcome))
                ways[menu] = ways.get(menu, 0) + weight
            if len(ways) == 1:
                return self.menus[next(iter(ways))]
            return (~self._average(tuple(sorted(ways.items()))),)
        items: set[int] = set()
        for move in node.moves():
            items.update(self.menus[self._menu(node.after(move))])
        return tuple(sorted(items))

    def _end(self, end: AfterTurn) -> int:
        number = self._end_numbers.setdefault(end, len(self.ends))
        if number == len(self.ends):
            self.ends.append(end)
        return number

    def _average(self, average: Average) -> int:
        number = self._average_numbers.setdefault(average, len(self.averages))
        if number == len(self.averages):
            self.averages.append(average)
        return number

    def _menu_of(self, items: tuple[int, ...]) -> Menu:
        number = self._menu_numbers.setdefault(items, len(self.menus))
        if number == len(self.menus):
            self.menus.append(items)
            self.depths.append(1 + max((self.depths[m] for m in self.inner(number)), default=-1))
        return number


def after_turn(node: Node) -> AfterTurn:
    """Return where the player's turn has come to its end; a position of that kind is expected."""
    table = node.table
    if node.result is not None:
        assert node.result[0], "the player's own turn never loses the game"
        return AfterTurn((), 0, NO_EFFECTS)
    effects = (table.hunker, table.trench, table.adrenaline)
    return AfterTurn(standing(table), table.own[SUPPORT], effects)


class Hit(NamedTuple):
    """What an enemy roll leads to: where the player rolls next, and hull and weapon then."""

    then: BeforeRoll
    hull: int
    weapon: int


def enemy_turn(kit: Kit, front: Front, own: Own, effects: Effects) -> dict[Hit, int]:
    """Return what the enemy's roll leads to, with its ways out of 6 ** len(front).

    Rolls that lose the game are left out.
    """
    table = laid(kit, front, own)
    table.hunker, table.trench, table.adrenaline = effects
    node = Enemy(table, ())
    found: dict[Hit, int] = {}
    total = node.chances().total
    scale = 6 ** len(front) // total
    for outcome, ways in node.chances().items():
        hit = _hit(node.after(outcome))
        if hit is not None:
            found[hit] = found.get(hit, 0) + ways * scale
    return found


def _hit(node: Node) -> Hit | None:
    table = node.table
    hull, weapon, support = table.own
    if node.result is not None:
        return Hit(BeforeRoll((), 0, 0), hull, weapon) if node.result[0] else None
    # the turn has passed already where nothing can be rolled
    dice = 0 if isinstance(node, Enemy) else number_of_dice(table)
    return Hit(BeforeRoll(standing(table), support, dice), hull, weapon)


def laid(kit: Kit, front: Front, own: Iterable[int]) -> Table:
    """Return a table in the Final Battle with these cards."""
    row: list[Cell] = [None] * 3
    for column, cell in zip(_COLUMNS_OF[len(front)], front, strict=True):
        row[column] = cell
    return Table(Lying(kit, row, [None] * 3, [*own], final=True, first="enemy"))


def standing(table: Table) -> Front:
    """Return the enemies of the front row from left to right."""
    return tuple(cell for cell in table.front if cell is not None)
