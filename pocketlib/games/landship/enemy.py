"""The enemy's turn (4.1): what each face does for its die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from pocketlib.games.landship.content import BACK, COLUMNS, FRONT, HULL, SUPPORT, WEAPON
from pocketlib.games.landship.table import Row, Table

Deed: TypeAlias = Callable[[Table, int], None]
"""What a face says for a die: called with the table and the card's column."""


def enemy_acts(
    table: Table, rolled: tuple[int, ...], acted: Callable[[], None] | None = None
) -> None:
    """Lay the dice from left to right and let each act, the leftmost unspent first.

    Sources: LS-16, LS-17, LS-R4. ``table`` is a draft; ``rolled`` has a die per front card.
    ``acted`` is called when a card has done all that its die says.
    """
    front, log = table.front, table.log
    dice = table.dice = [*rolled] if len(rolled) == 3 else _spread(front, rolled)
    while table.result is None:
        column = 0 if dice[0] else 1 if dice[1] else 2
        die, cell = dice[column], front[column]
        if not die or cell is None:
            break
        dice[column] = 0  # spent, whatever happens to the card
        face, _ = cell
        log.append(("act", FRONT[column], face.id, die))
        DEEDS[face.actions[die - 1]](table, column)
        if face.kind == "hazard" and table.result is None:
            _use_up(table, column)
        if acted:
            acted()
    table.hunker = table.trench = False  # LS-R16, LS-R17


def _spread(front: Row, rolled: tuple[int, ...]) -> list[int]:
    """Return the dice by column, 0 where there is no card."""
    left = iter(rolled)
    return [0 if cell is None else next(left) for cell in front]


def _use_up(table: Table, column: int) -> None:
    """Advance a hazard's cube; discard it after its last use (LS-30, LS-31, LS-R9)."""
    face, uses = table.card(table.front, column)
    table.front[column] = (face, uses + 1)
    table.log.append(("spent", face.id))
    if uses + 1 == face.track:
        table.remove(table.front, column)


def _nothing(table: Table, column: int) -> None:
    """An empty action (LS-28)."""
    table.log.append(("none",))


def _attack(slot: int, damage: int) -> Deed:
    """Damage an own card (LS-18, LS-19), unless it is covered or gone."""

    def deed(table: Table, column: int) -> None:
        own = table.own
        strength = own[slot]
        if strength > damage and not (table.hunker or table.trench):
            # most attacks: the card stays, so nothing follows (as in Table.hurt)
            own[slot] = strength - damage
            table.log.append(("hurt", table.kit.ids[slot], damage))
        elif not strength:
            table.log.append(("none",))
        elif table.covered(slot):
            table.log.append(("blocked", table.kit.ids[slot]))
        else:
            table.hurt(slot, damage)

    return deed


_HULL_1: Final = _attack(HULL, 1)
_HULL_2: Final = _attack(HULL, 2)


def _spotters(table: Table, column: int) -> None:
    """2 damage to the hull with infantry in front at this moment, else 1 (LS-26, LS-R28)."""
    for cell in table.front:
        if cell is not None and cell[0].kind == "infantry":
            _HULL_2(table, column)
            return
    _HULL_1(table, column)


def _chaos(table: Table, column: int) -> None:
    """The player rolls one die fewer next time (LS-27)."""
    table.chaos += 1
    table.log.append(("chaos",))


def _deploy(step: int) -> Deed:
    """Change places with the neighbour, dice included (LS-20 to LS-22).

    With two enemies left the empty centre does not count (LS-R6).
    """

    def deed(table: Table, column: int) -> None:
        front, dice = table.front, table.dice or []
        other = column + step
        if other == 1 and front[other] is None:
            other += step
        if other not in COLUMNS or front[other] is None:
            table.log.append(("none",))
            return
        table.swap(min(column, other), max(column, other))
        dice[column], dice[other] = dice[other], dice[column]

    return deed


def _retreat(table: Table, column: int) -> None:
    """Go straight back and regain 1; the nearest back row card comes up (LS-23, LS-24)."""
    if table.final:  # LS-25; with three enemies left the Final Battle has begun (LS-69)
        table.log.append(("none",))
        return
    face, strength = table.card(table.front, column)
    if strength < face.track:
        strength += 1
        table.log.append(("mend", face.id, 1))
    table.log.append(("retreat", face.id, BACK[column]))
    table.front[column] = None
    table.fill(column)
    table.back[column] = (face, strength)


DEEDS: Final[dict[str, Deed]] = {
    "none": _nothing,
    "hull-1": _HULL_1,
    "hull-2": _HULL_2,
    "weapon-1": _attack(WEAPON, 1),
    "weapon-2": _attack(WEAPON, 2),
    "support-1": _attack(SUPPORT, 1),
    "support-2": _attack(SUPPORT, 2),
    "chaos": _chaos,
    "retreat": _retreat,
    "left": _deploy(-1),
    "right": _deploy(+1),
    "spotters": _spotters,
}
"""Action word -> what it does; every word of ``ENEMY_ACTIONS`` has one."""
