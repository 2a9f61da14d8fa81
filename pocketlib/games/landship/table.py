"""The cards on the table and what can happen to them: the rules that change something.

A :class:`Table` belongs to one state for good once that state is made, lists included. To change
something, a rule works on a draft, ``Table(table)``, which nobody else has seen. What the enemy's
dice do is in ``enemy``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

from pocketlib.contract import Event
from pocketlib.games.landship.content import (
    COLUMNS,
    FRONT,
    HULL,
    OWN_CARDS,
    SLOTS,
    SUPPORT,
    VITAL,
    CardSet,
    Face,
    OwnCard,
    Shot,
)
from pocketlib.games.landship.moves import Placements, Repairs, below_start
from pocketlib.games.landship.uses import finders_by_used

Cell: TypeAlias = tuple[Face, int] | None
"""A card on the table: its face, and its strength or (a hazard) its uses so far."""
Row: TypeAlias = list[Cell]
"""Three places, from left to right."""
Own: TypeAlias = list[int]
"""The strengths of hull, weapon and support; 0 is destroyed."""

WON: Final = (1,)
LOST: Final = (0,)

NEAREST: Final = ((0, 1, 2), (1, 0, 2), (2, 1, 0))
"""The columns from nearest to farthest, the left one first where two are equal (LS-R7)."""


class Kit:
    """What stays the same all game: options, the enemy's set, the landship's three cards."""

    __slots__ = (
        "cards", "finders", "ids", "key", "options", "own", "placements", "repairs", "tracks",
        "trench_all",
    )  # fmt: skip

    def __init__(self, options: Mapping[str, Any], cards: CardSet) -> None:
        self.options = dict(options)
        self.cards = cards
        self.own = loadout(options["weapon"], options["support"])
        self.ids = (self.own[0].id, self.own[1].id, self.own[2].id)
        self.tracks = (self.own[0].track, self.own[1].track, self.own[2].track)
        self.finders = finders_by_used(self.own)
        self.placements = Placements(self.ids)
        self.repairs = Repairs(self.ids, self.tracks)
        self.trench_all = options["trenches"] == "all"
        self.key = (*self.ids, self.trench_all, cards.text)


@cache
def loadout(weapon: str, support: str) -> tuple[OwnCard, OwnCard, OwnCard]:
    """Return the landship's cards in slot order (LS-3)."""
    return OWN_CARDS["hull"], OWN_CARDS[weapon], OWN_CARDS[support]


def fresh(face: Face) -> Cell:
    """Return the card as it comes into the game: cube on the starting number (LS-10)."""
    return face, 0 if face.hazard else face.track


class Lying(NamedTuple):
    """What lies on a table when it is first laid out."""

    kit: Kit
    front: Row
    back: Row
    own: Own
    final: bool = False
    hunker: bool = False
    trench: bool = False
    adrenaline: bool = False
    chaos: int = 0
    round: int = 1
    first: str | None = None


class Table:
    """Everything that lies on the table, the effects that last, and the log of one move.

    ``Table(table)`` is a draft: a copy to change, with an empty log. ``dice`` are the enemy's dice
    that have not acted yet, by column, 0 for none; only while its turn is carried out.
    """

    __slots__ = (*Lying._fields, "dice", "log", "result")

    kit: Kit
    front: Row
    back: Row
    own: Own
    final: bool
    hunker: bool
    trench: bool
    adrenaline: bool
    chaos: int
    round: int
    first: str | None

    def __init__(self, like: Lying | Table) -> None:
        self.kit = like.kit
        self.front = [*like.front]
        self.back = [*like.back]
        self.own = [*like.own]
        self.final = like.final
        self.hunker = like.hunker
        self.trench = like.trench
        self.adrenaline = like.adrenaline
        self.chaos = like.chaos
        self.round = like.round
        self.first = like.first
        self.result: tuple[int] | None = None
        self.log: list[Event] = []
        self.dice: list[int] | None = None

    def enemies(self) -> int:
        """Return how many enemy cards are left."""
        return 6 - self.front.count(None) - self.back.count(None)

    def living(self) -> tuple[int, ...]:
        """Return the slots of the own cards that are left; without hull or weapon all is lost."""
        return SLOTS if self.own[SUPPORT] else VITAL

    # --- own cards ---

    def covered(self, slot: int) -> bool:
        """Is the own card safe from the enemy just now (LS-40, LS-62, LS-R17)?"""
        if self.hunker and slot == HULL:
            return True
        return self.trench and (self.kit.trench_all or slot == SUPPORT)

    def hurt(self, slot: int, damage: int) -> None:
        """Lower an own card's strength (LS-18); excess damage is lost (LS-R23)."""
        strength = self.own[slot]
        lost = damage if damage < strength else strength
        card = self.kit.ids[slot]
        self.own[slot] = strength - lost
        self.log.append(("hurt", card, lost))
        if lost == strength:
            self.log.append(("lost", card))
            if slot in VITAL:
                self._end(LOST, "loss")  # LS-67
            else:
                self._check_final()  # LS-66, LS-69

    def fix(self, slot: int, amount: int) -> None:
        """Raise an own card's strength, never above its start (LS-39)."""
        missing = self.kit.tracks[slot] - self.own[slot]
        gain = amount if amount < missing else missing
        self.own[slot] += gain
        self.log.append(("fix", self.kit.ids[slot], gain))

    def damaged(self) -> tuple[int, ...]:
        """Return the slots of living own cards below their starting strength."""
        return below_start(self.own, self.kit.tracks)

    # --- enemy cards ---

    def card(self, row: Row, column: int) -> tuple[Face, int]:
        """Return the card at a place. Raises LookupError where there is none."""
        cell = row[column]
        if cell is None:
            raise LookupError(f"no card in column {column}")
        return cell

    def remove(self, row: Row, column: int) -> None:
        """Take an enemy card out of the game, and do all that follows from it."""
        self.log.append(("gone", self.card(row, column)[0].id))
        row[column] = None
        enemies = self.enemies()
        if enemies == 0:
            self._end(WON, "win")  # LS-7
            return
        if row is self.front:
            self.fill(column)
        self._check_final()
        if enemies == 2:
            self.close()

    def fill(self, column: int) -> None:
        """Bring the nearest back row card into an empty front place (LS-68, LS-R7)."""
        for near in NEAREST[column]:
            cell = self.back[near]
            if cell is not None:
                self.back[near] = None
                self.front[column] = cell
                self.log.append(("up", cell[0].id, FRONT[column]))
                return

    def close(self) -> None:
        """Move the last two cards to front left and front right (LS-71, LS-R27)."""
        front, dice = self.front, self.dice
        left, right = (column for column in COLUMNS if front[column] is not None)
        for column, place in ((left, 0), (right, 2)):
            cell = front[column]
            if cell is not None and column != place:
                front[place], front[column] = cell, None
                if dice is not None:
                    dice[place], dice[column] = dice[column], 0
                self.log.append(("close", cell[0].id, FRONT[place]))

    def swap(self, left: int, right: int) -> None:
        """Exchange two front cards (LS-20, LS-56)."""
        front = self.front
        front[left], front[right] = front[right], front[left]
        self.log.append(("swap", FRONT[left], FRONT[right]))

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
        """Carry out an attack on the card in ``column`` (LS-R24); at zero it is gone (LS-6)."""
        row = self.front if shot.row == "front" else self.back
        face, strength = self.card(row, column)
        damage = shot.damage[face.kind]
        lost = damage if damage < strength else strength
        row[column] = (face, strength - lost)
        self.log.append(("hit", face.id, lost))
        if lost == strength:
            self.remove(row, column)
        if shot.recoil and self.result is None:
            self.hurt(SUPPORT, shot.recoil)  # LS-65, LS-R22: trenches don't stop it
