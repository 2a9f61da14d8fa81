"""The cards on the table and what can happen to them: the rules that change something.

A :class:`Table` belongs to one state for good once that state is made. To change something, a
rule works on a ``draft()``, which nobody else has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

from pocketlib.contract import Event
from pocketlib.games.landship.content import (
    BACK,
    COLUMNS,
    FRONT,
    HULL,
    OWN_CARDS,
    SLOTS,
    SUPPORT,
    WEAPON,
    CardSet,
    Face,
    OwnCard,
    Shot,
)

Cell: TypeAlias = tuple[Face, int] | None
"""A card on the table: its face, and its strength or (a hazard) its uses so far."""
Row: TypeAlias = tuple[Cell, Cell, Cell]
Own: TypeAlias = tuple[int, int, int]
"""The strengths of hull, weapon and support; 0 is destroyed."""

EMPTY: Final[Row] = (None, None, None)
WON: Final = (1,)
LOST: Final = (0,)

NEAREST: Final = ((0, 1, 2), (1, 0, 2), (2, 1, 0))
"""The columns from nearest to farthest, the left one first where two are equal (LS-R7)."""


class Kit:
    """What stays the same all game: options, the enemy's set, the landship's three cards."""

    __slots__ = ("cards", "ids", "key", "options", "own", "tracks", "trench_all")

    def __init__(self, options: Mapping[str, Any], cards: CardSet) -> None:
        self.options = dict(options)
        self.cards = cards
        self.own = loadout(options["weapon"], options["support"])
        self.ids = (self.own[0].id, self.own[1].id, self.own[2].id)
        self.tracks: Own = (self.own[0].track, self.own[1].track, self.own[2].track)
        self.trench_all = options["trenches"] == "all"
        self.key = (*self.ids, self.trench_all, cards.text)


@cache
def loadout(weapon: str, support: str) -> tuple[OwnCard, OwnCard, OwnCard]:
    """Return the landship's cards in slot order (LS-3)."""
    return OWN_CARDS["hull"], OWN_CARDS[weapon], OWN_CARDS[support]


def fresh(face: Face) -> Cell:
    """Return the card as it comes into the game: cube on the starting number (LS-10)."""
    return face, 0 if face.hazard else face.track


def changed(row: Row, column: int, cell: Cell) -> Row:
    """Return ``row`` with another cell in ``column``."""
    cells = [*row]
    cells[column] = cell
    return cells[0], cells[1], cells[2]


class Table:
    """Everything that lies on the table, the effects that last, and the log of one move."""

    __slots__ = (
        "adrenaline",
        "back",
        "chaos",
        "final",
        "first",
        "front",
        "hunker",
        "kit",
        "log",
        "own",
        "result",
        "round",
        "trench",
    )

    def __init__(
        self,
        kit: Kit,
        front: Row,
        back: Row,
        own: Own,
        final: bool = False,
        hunker: bool = False,
        trench: bool = False,
        adrenaline: bool = False,
        chaos: int = 0,
        round: int = 1,
        first: str | None = None,
        result: tuple[int] | None = None,
    ) -> None:
        self.kit = kit
        self.front = front
        self.back = back
        self.own = own
        self.final = final
        self.hunker = hunker
        self.trench = trench
        self.adrenaline = adrenaline
        self.chaos = chaos
        self.round = round
        self.first = first
        self.result = result
        self.log: list[Event] = []

    def draft(self) -> Table:
        """Return a copy to change, with an empty log."""
        return Table(
            self.kit,
            self.front,
            self.back,
            self.own,
            self.final,
            self.hunker,
            self.trench,
            self.adrenaline,
            self.chaos,
            self.round,
            self.first,
            self.result,
        )

    def enemies(self) -> int:
        """Return how many enemy cards are left."""
        return 6 - self.front.count(None) - self.back.count(None)

    def alive(self) -> int:
        """Return how many own cards are left."""
        return 3 if self.own[SUPPORT] else 2

    # --- own cards ---

    def covered(self, slot: int) -> bool:
        """Is the own card safe from the enemy just now (LS-40, LS-62, LS-R17)?"""
        if self.hunker and slot == HULL:
            return True
        return self.trench and (self.kit.trench_all or slot == SUPPORT)

    def hurt(self, slot: int, damage: int) -> None:
        """Lower an own card's strength (LS-18); excess damage is lost (LS-R23)."""
        strength = self.own[slot]
        lost = min(damage, strength)
        self._set_own(slot, strength - lost)
        card = self.kit.ids[slot]
        self.log.append(("hurt", card, lost))
        if self.own[slot] == 0:
            self.log.append(("lost", card))
            if slot == SUPPORT:
                self._check_final()  # LS-66, LS-69
            else:
                self._end(LOST, "loss")  # LS-67

    def fix(self, slot: int, amount: int) -> None:
        """Raise an own card's strength, never above its start (LS-39)."""
        strength = self.own[slot]
        gain = min(amount, self.kit.tracks[slot] - strength)
        self._set_own(slot, strength + gain)
        self.log.append(("fix", self.kit.ids[slot], gain))

    def damaged(self) -> tuple[int, ...]:
        """Return the slots of living own cards below their starting strength."""
        tracks = self.kit.tracks
        return tuple(slot for slot in SLOTS if 0 < self.own[slot] < tracks[slot])

    def _set_own(self, slot: int, strength: int) -> None:
        own = [*self.own]
        own[slot] = strength
        self.own = (own[0], own[1], own[2])

    # --- enemy cards ---

    def card(self, row: str, column: int) -> tuple[Face, int]:
        """Return the card at a place. Raises LookupError where there is none."""
        cell = (self.front if row == "front" else self.back)[column]
        if cell is None:
            raise LookupError(f"no card at {row} {column}")
        return cell

    def set_cell(self, row: str, column: int, cell: Cell) -> None:
        """Put a card (or nothing) at a place."""
        if row == "front":
            self.front = changed(self.front, column, cell)
        else:
            self.back = changed(self.back, column, cell)

    def hit(self, row: str, column: int, damage: int) -> None:
        """Lower an enemy's strength (LS-36); at zero it leaves the game (LS-6)."""
        face, strength = self.card(row, column)
        lost = min(damage, strength)
        self.set_cell(row, column, (face, strength - lost))
        self.log.append(("hit", face.id, lost))
        if lost == strength:
            self.remove(row, column)

    def remove(self, row: str, column: int) -> None:
        """Take an enemy card out of the game, and do all that follows from it."""
        self.log.append(("gone", self.card(row, column)[0].id))
        self.set_cell(row, column, None)
        if self.enemies() == 0:
            self._end(WON, "win")  # LS-7
            return
        if row == "front":
            self.fill(column)
        self._check_final()
        if self.enemies() == 2:
            self.close()

    def fill(self, column: int) -> None:
        """Bring the nearest back row card into an empty front place (LS-68, LS-R7)."""
        for near in NEAREST[column]:
            cell = self.back[near]
            if cell is not None:
                self.back = changed(self.back, near, None)
                self.front = changed(self.front, column, cell)
                self.log.append(("up", cell[0].id, FRONT[column]))
                return

    def close(self) -> None:
        """Move the last two cards to front left and front right (LS-71, LS-R27)."""
        left, right = (column for column in COLUMNS if self.front[column] is not None)
        for column, place in ((left, 0), (right, 2)):
            cell = self.front[column]
            if cell is not None and column != place:
                self.front = changed(changed(self.front, column, None), place, cell)
                self.slide(column, place)
                self.log.append(("close", cell[0].id, FRONT[place]))

    def swap(self, left: int, right: int) -> None:
        """Exchange two front cards (LS-20, LS-56)."""
        a, b = self.front[left], self.front[right]
        self.front = changed(changed(self.front, left, b), right, a)
        self.log.append(("swap", FRONT[left], FRONT[right]))

    def slide(self, column: int, place: int) -> None:
        """Carry a card's die along; only an enemy turn has dice to carry."""

    def _check_final(self) -> None:
        """Begin the Final Battle at three enemies or two own cards (LS-69, LS-R10)."""
        if not self.final and (self.enemies() <= 3 or self.own[SUPPORT] == 0):
            self.final = True
            self.log.append(("final",))

    def _end(self, result: tuple[int], event: str) -> None:
        self.result = result
        self.log.append((event,))

    # --- attacks of the landship ---

    def fire(self, shot: Shot, column: int) -> None:
        """Carry out an attack on the card in ``column`` (LS-R24)."""
        cell = (self.front if shot.row == "front" else self.back)[column]
        if cell is None:
            raise LookupError(f"no card in column {column}")
        self.hit(shot.row, column, shot.damage[cell[0].kind])
        if shot.recoil and self.result is None:
            self.hurt(SUPPORT, shot.recoil)  # LS-65, LS-R22: trenches don't stop it


class EnemyTurn(Table):
    """The table while the enemy's dice act (4.1). ``dice`` are those that have not acted yet."""

    __slots__ = ("dice",)

    def __init__(self, table: Table, rolled: tuple[int, ...]) -> None:
        super().__init__(
            table.kit,
            table.front,
            table.back,
            table.own,
            table.final,
            table.hunker,
            table.trench,
            table.adrenaline,
            table.chaos,
            table.round,
            table.first,
        )
        columns = [column for column in COLUMNS if self.front[column] is not None]
        self.dice = [0, 0, 0]
        for column, die in zip(columns, rolled, strict=True):
            self.dice[column] = die  # LS-16: lowest to the left

    def play(self) -> None:
        """Let every die act, the leftmost unspent one first (LS-17, LS-R4)."""
        column = self._next()
        while column is not None:
            self._act(column)
            column = None if self.result else self._next()
        self.hunker = self.trench = False  # LS-R16, LS-R17

    def _next(self) -> int | None:
        dice = self.dice
        return 0 if dice[0] else 1 if dice[1] else 2 if dice[2] else None

    def _act(self, column: int) -> None:
        face, _ = self.card("front", column)
        die = self.dice[column]
        self.dice[column] = 0  # spent, whatever happens to the card
        self.log.append(("act", FRONT[column], face.id, die))
        ENEMY_DEEDS[face.actions[die - 1]](self, column)
        if face.kind == "hazard" and self.result is None:
            self._use_up(column)

    def _use_up(self, column: int) -> None:
        """Advance a hazard's cube; discard it after its last use (LS-30, LS-31, LS-R9)."""
        face, uses = self.card("front", column)
        self.front = changed(self.front, column, (face, uses + 1))
        self.log.append(("spent", face.id))
        if uses + 1 == face.track:
            self.remove("front", column)

    def slide(self, column: int, place: int) -> None:
        self.dice[place], self.dice[column] = self.dice[column], 0

    # --- what a face can say for a die ---

    def nothing(self, column: int) -> None:
        """An empty action (LS-28)."""
        self.log.append(("none",))

    def attack(self, slot: int, damage: int) -> None:
        """Damage an own card (LS-18, LS-19), unless it is covered or gone."""
        if self.own[slot] == 0:
            self.log.append(("none",))
        elif self.covered(slot):
            self.log.append(("blocked", self.kit.ids[slot]))
        else:
            self.hurt(slot, damage)

    def spotters(self, column: int) -> None:
        """2 damage to the hull with infantry in front at this moment, else 1 (LS-26, LS-R28)."""
        seen = any(cell is not None and cell[0].kind == "infantry" for cell in self.front)
        self.attack(HULL, 2 if seen else 1)

    def add_chaos(self, column: int) -> None:
        """The player rolls one die fewer next time (LS-27)."""
        self.chaos += 1
        self.log.append(("chaos",))

    def deploy(self, column: int, step: int) -> None:
        """Change places with the neighbour, dice included (LS-20 to LS-22).

        With two enemies left the empty centre does not count (LS-R6).
        """
        other = column + step
        while other in COLUMNS and self.front[other] is None:
            other += step
        if other not in COLUMNS:
            self.log.append(("none",))
            return
        self.swap(min(column, other), max(column, other))
        self.dice[column], self.dice[other] = self.dice[other], self.dice[column]

    def retreat(self, column: int) -> None:
        """Go straight back and regain 1; the nearest back row card comes up (LS-23, LS-24)."""
        if self.final or self.enemies() <= 3:  # LS-25
            self.log.append(("none",))
            return
        face, strength = self.card("front", column)
        if strength < face.track:
            strength += 1
            self.log.append(("mend", face.id, 1))
        self.log.append(("retreat", face.id, BACK[column]))
        self.front = changed(self.front, column, None)
        self.fill(column)
        self.back = changed(self.back, column, (face, strength))


ENEMY_DEEDS: Final[dict[str, Callable[[EnemyTurn, int], None]]] = {
    "none": EnemyTurn.nothing,
    "hull-1": lambda turn, column: turn.attack(HULL, 1),
    "hull-2": lambda turn, column: turn.attack(HULL, 2),
    "weapon-1": lambda turn, column: turn.attack(WEAPON, 1),
    "weapon-2": lambda turn, column: turn.attack(WEAPON, 2),
    "support-1": lambda turn, column: turn.attack(SUPPORT, 1),
    "support-2": lambda turn, column: turn.attack(SUPPORT, 2),
    "chaos": EnemyTurn.add_chaos,
    "retreat": EnemyTurn.retreat,
    "left": lambda turn, column: turn.deploy(column, -1),
    "right": lambda turn, column: turn.deploy(column, +1),
    "spotters": EnemyTurn.spotters,
}
"""Action word -> what it does; every word of ``ENEMY_ACTIONS`` has one."""
