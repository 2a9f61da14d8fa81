"""The moves under headings: by the piece that moves, or what is placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pocketlib.contract import Groups, Move, under_headings
from pocketlib.games.mission_command import moves as m
from pocketlib.games.mission_command.content import NAMES
from pocketlib.games.mission_command.words import MARKERS, PIECES

if TYPE_CHECKING:
    from pocketlib.games.mission_command.node import Node


def grouped(node: Node) -> Groups:
    """Return the options under headings; what ends something is last."""
    return under_headings(node.options_now(), lambda move: _heading(node, move))


def _heading(node: Node, move: Move) -> str:
    if isinstance(move, m.Form):
        return "A whole formation"
    if isinstance(move, m.Fly):
        return f"Helicopter from {NAMES[move.start]}"
    if isinstance(move, m.Drive | m.Attack):
        what = _unit(node, move)
        return f"{what} attacks" if isinstance(move, m.Attack) else what
    return _placed(node, move) if isinstance(move, m.Put) else ""


def _unit(node: Node, move: m.Drive | m.Attack) -> str:
    tank = node.table.sides[node.table.mover].tank_at(move.start)
    what = f"Tank {tank.id}, strength {tank.strength}," if tank else "Helicopter"
    return f"{what} on {NAMES[move.start]}"


def _placed(node: Node, move: m.Put) -> str:
    if node.phase == "plot":
        return f"{MARKERS[move.piece].capitalize()} on"
    if move.piece in PIECES:
        return f"{PIECES[move.piece].capitalize()} on"
    return f"Tank of strength {move.piece[4:]} on"
