"""What an own card may do with its die (section 4.4): the legal targets, and the deed itself.

For each own card and die there is one finder, made once with all its moves; a finder adds those
that are legal now. No target, no action (LS-R21).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from pocketlib.games.landship.content import (
    ADRENALINE,
    BACK,
    COLUMNS,
    DESPERATION,
    FRONT,
    HULL,
    HUNKER,
    INGENUITY,
    NOTHING,
    OUTMANEUVER,
    SUPPORT,
    TRENCH,
    WEAPON,
    Deed,
    Mend,
    OwnCard,
    Shot,
    Special,
)
from pocketlib.games.landship.moves import END, Placed, Use

if TYPE_CHECKING:
    from pocketlib.games.landship.table import Table

Finder: TypeAlias = "Callable[[Table, Placed, int, list[Use]], None]"
"""Called with the table, the dice on the cards, the used slots (as bits) and the list to fill."""

BIT: Final = (1, 2, 4)
"""The bit that marks a slot as used."""
ALPHABETICAL: Final = (WEAPON, HULL, SUPPORT)
"""The slots in the order of their ids, whatever the loadout: moves come sorted by text."""


def legal_uses(table: Table, placed: Placed, used: int) -> tuple[Use, ...]:
    """Return ``end`` and every legal use, sorted; () when there is no use at all (4.4)."""
    found = [END]
    for find in table.kit.finders[used][placed]:
        find(table, placed, used, found)
    return tuple(found) if len(found) > 1 else ()


class Finders(dict[Placed, tuple[Finder, ...]]):
    """The dice on the cards -> the finders that have a say, made when first asked for.

    ``of_card`` are the finders by slot and die, ``used`` the used slots as bits.
    """

    def __init__(self, of_card: Sequence[Sequence[Finder | None]], used: int) -> None:
        super().__init__()
        self._of_card = of_card
        self._slots = [slot for slot in ALPHABETICAL if not used & BIT[slot]]

    def __missing__(self, placed: Placed) -> tuple[Finder, ...]:
        of_each = (self._of_card[slot][placed[slot] - 1] for slot in self._slots if placed[slot])
        found = self[placed] = tuple(find for find in of_each if find is not None)
        return found


def finders_by_used(own: tuple[OwnCard, OwnCard, OwnCard]) -> tuple[Finders, ...]:
    """Return the finders of a loadout for each set of used slots."""
    of_card = [[_finder(card, action.deed, own) for action in card.actions] for card in own]
    return tuple(Finders(of_card, used) for used in range(8))


def _finder(card: OwnCard, deed: Deed, own: tuple[OwnCard, ...]) -> Finder | None:
    if isinstance(deed, Shot):
        return _shots(card, deed)
    if isinstance(deed, Mend):
        return _mends(card, deed, own)
    return None if deed is NOTHING else SPECIAL_FINDERS[deed](card, own)


def _shots(card: OwnCard, shot: Shot) -> Finder:
    """An attack needs a target that the shot can damage; with one enemy any column (LS-72)."""
    places, front = (FRONT, True) if shot.row == "front" else (BACK, False)
    use_of = {
        column: Use.of(
            f"use {card.id} {places[column]}", (card.id, places[column]), card.slot, column
        )
        for column in COLUMNS
    }
    damage = shot.damage

    def anywhere(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        left, centre, right = table.front if front else table.back
        if centre is not None and centre[0].kind in damage:
            found.append(use_of[1])
        if left is not None and left[0].kind in damage:
            found.append(use_of[0])
        if right is not None and right[0].kind in damage:
            found.append(use_of[2])

    if len(shot.columns) == 3:
        return anywhere
    (only,) = shot.columns
    use = use_of[only]

    def in_column(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        cell = table.front[only]
        if cell is not None and cell[0].kind in damage:
            found.append(use)
        elif table.enemies() == 1:
            anywhere(table, placed, used, found)

    return in_column


def _mends(card: OwnCard, mend: Mend, own: tuple[OwnCard, ...]) -> Finder:
    """A repair needs a living card below its start; never in the Final Battle (LS-70)."""
    uses = [
        (slot, own[slot].track, Use.of(f"use {card.id} {name}", (card.id, name), card.slot, slot))
        for slot in ALPHABETICAL
        if mend.amounts[slot]
        for name in (own[slot].id,)
    ]

    def find(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        if table.final:
            return
        own = table.own
        for slot, track, use in uses:
            if 0 < own[slot] < track:
                found.append(use)

    return find


def _untargeted(card: OwnCard, own: tuple[OwnCard, ...]) -> Finder:
    use = Use.of(f"use {card.id}", (card.id,), card.slot)

    def find(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        found.append(use)

    return find


def _turning(card: OwnCard, own: tuple[OwnCard, ...]) -> Finder:
    """Ingenuity: a die that lies on another card and has not been used (LS-R18)."""

    def turn(slot: int, sign: str) -> Use:
        name = own[slot].id
        step = 1 if sign == "+" else -1
        return Use.of(f"use {card.id} {name}{sign}", (card.id, name, sign), card.slot, (slot, step))

    turns = [(slot, turn(slot, "+"), turn(slot, "-")) for slot in ALPHABETICAL if slot != card.slot]

    def find(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        for slot, up, down in turns:
            die = placed[slot]
            if die and not used & BIT[slot]:
                if die < 6:
                    found.append(up)
                if die > 1:
                    found.append(down)

    return find


def _rerolls(card: OwnCard, own: tuple[OwnCard, ...]) -> Finder:
    """Desperation: a die that lies on another card and has not been used (LS-R19)."""
    uses = [
        (slot, Use.of(f"use {card.id} {own[slot].id}", (card.id, own[slot].id), card.slot, slot))
        for slot in ALPHABETICAL
        if slot != card.slot
    ]

    def find(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        for slot, use in uses:
            if placed[slot] and not used & BIT[slot]:
                found.append(use)

    return find


def _exchanges(card: OwnCard, own: tuple[OwnCard, ...]) -> Finder:
    """Out-maneuver: two mobile front enemies, adjacent or not (LS-57, LS-R29)."""
    uses = sorted(
        Use.of(
            f"use {card.id} {FRONT[left]} {FRONT[right]}",
            (card.id, FRONT[left], FRONT[right]),
            card.slot,
            (left, right),
        )
        for left, right in ((0, 1), (0, 2), (1, 2))
    )

    def find(table: Table, placed: Placed, used: int, found: list[Use]) -> None:
        mobile = [cell is not None and not cell[0].hazard for cell in table.front]
        for use in uses:
            if isinstance(use.target, tuple) and all(mobile[column] for column in use.target):
                found.append(use)

    return find


SPECIAL_FINDERS: Final[dict[Special, Callable[[OwnCard, tuple[OwnCard, ...]], Finder]]] = {
    HUNKER: _untargeted,
    TRENCH: _untargeted,
    ADRENALINE: _untargeted,
    INGENUITY: _turning,
    DESPERATION: _rerolls,
    OUTMANEUVER: _exchanges,
}
