"""The moves under headings, in the order of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pocketlib.contract import Groups, Move, under_headings
from pocketlib.games.landship import moves as m
from pocketlib.games.landship.content import HULL, SLOTS

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node

_FEW_PLACEMENTS: Final = 6
"""More placements than this stand under headings."""


def grouped(node: Node) -> Groups:
    """Return the options: few dice given up before many, left before right, the end last.

    Under headings stand uses by card, unless each card has only one; many placements by the hull's
    die.
    """
    options = node.options_now()
    if node.phase == "act":
        uses = sorted(options, key=_slot)
        found = under_headings(uses, lambda move: _card_heading(node, move))
        return found if any(len(moves) > 1 for _, moves in found) else (("", uses),)
    if node.phase == "repair":
        return (("", sorted(options, key=_given_up)),)
    if node.phase == "place" and len(options) > _FEW_PLACEMENTS:
        return under_headings(options, lambda move: _die_heading(node, move))
    return (("", options),)


def _slot(move: Move) -> int:
    """Return the place of the card that acts; the end of the turn is behind all."""
    slot = move.slot if isinstance(move, m.Use) else -1
    return slot if slot >= 0 else len(SLOTS)


def _given_up(move: Move) -> tuple[int, tuple[int, ...]]:
    slots = move.slots if isinstance(move, m.Repair) else ()
    return len(slots), slots


def _card_heading(node: Node, move: Move) -> str:
    if not isinstance(move, m.Use) or move.slot < 0:
        return ""
    card, die = node.table.kit.own[move.slot], node.placed[move.slot]
    return f"{card.name}, die {die}: {card.action(die).title}"


def _die_heading(node: Node, move: Move) -> str:
    die = move.placed[HULL] if isinstance(move, m.Place) else 0
    return f"{node.table.kit.own[HULL].name}: {die or 'no die'}"
