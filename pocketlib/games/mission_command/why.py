"""Why a move of Mission Command Land is refused, in plain English with the rule behind it.

A refusal speaks to the seat to move: it is told what that seat knows, and nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from pocketlib.contract import CHANCE, MOVE_LENGTH, BadNotation, IllegalMove, Refusal
from pocketlib.games.mission_command.content import (
    KINDS,
    LONGEST_DRIVE,
    LONGEST_FLIGHT,
    NAMES,
    NEIGHBOURS,
    NUMBERS,
    SITES,
    STRIDE,
    Square,
)
from pocketlib.games.mission_command.march import free_of
from pocketlib.games.mission_command.moves import IN_FLIGHT, Drive
from pocketlib.games.mission_command.reach import FAR, POSTS
from pocketlib.games.mission_command.words import MARKERS, question

if TYPE_CHECKING:
    from pocketlib.games.mission_command.node import Node
    from pocketlib.games.mission_command.table import Tank

Why: TypeAlias = tuple[str, str]
"""A reason, and the rule behind it."""

_SQ: Final = r"[a-j](?:1[0-6]|[1-9])"
_FORM: Final = re.compile(
    rf"form [a-z][a-z0-9_]{{0,19}}|(?:pad|ammo|fuel|art|launcher|tank[1-6]?|missile|fly) {_SQ}"
    rf"|(?:mv|attack) {_SQ} {_SQ}|done|end|(?=[rbn]{{1,3}}$)r*b*n*"
)


def refusal(node: Node, text: str) -> Refusal | None:
    """Return why ``text`` is refused, if there is more to say than the contract says."""
    if len(text) > MOVE_LENGTH or node.to_move is None:
        return None
    if not _FORM.fullmatch(text):
        return BadNotation(
            f"{text[:40]!r} is not a move here and now. {node.for_example}", key=text
        )
    why, rule = _why(node, text.split())
    return IllegalMove(f"{text!r} is not possible: {why}", rule=rule, key=text)


def _why(node: Node, words: list[str]) -> Why:
    verb, *rest = words
    if not _fits(node, verb):
        seat = None if node.to_move == CHANCE else node.to_move
        asked = question(node, seat)
        told = f"now is the time for something else. {asked} {node.for_example}"
        return told, asked.rules[0]
    if node.to_move == CHANCE:
        return _why_not_dice(node, verb)
    for name in rest:
        if verb != "form" and not node.table.kit.board >> NUMBERS[name] & 1:
            return f"{name} is not on this board.", "MC-R1"
    squares = [NUMBERS[name] for name in rest] if verb != "form" else []
    if node.phase == "setup":
        return _why_not_form(node) if verb == "form" else _why_not_place(node, squares[0])
    if node.phase == "plot":
        return _why_not_plot(node, squares[0])
    if verb == "attack":
        return _why_not_attack(node, *squares)
    if verb == "end":
        return _why_not_end(node)
    return _why_not_fly(node, squares[0]) if verb == "fly" else _why_not_drive(node, *squares)


def _fits(node: Node, verb: str) -> bool:
    """Is it the time for moves that begin so?"""
    if node.to_move == CHANCE:
        return not verb.strip("rbn")
    if node.phase == "setup":
        return verb == node.step or (verb == "form" and node.step == "pad")
    if node.phase == "plot":
        return verb == node.step  # "done" is always possible
    return verb in {"move": ("mv", "fly", "end"), "attack": ("attack",)}[node.phase]


def _why_not_dice(node: Node, letters: str) -> Why:
    outcome = node.options_now()[0]
    if len(letters) != len(outcome):
        number = f"{len(outcome)} dice are" if len(outcome) > 1 else "one die is"
        asked = question(node, None)
        return f"{number} rolled.", asked.rules[0]
    return "the dice have no such faces.", "MC-R2"


# --- set-up ------------------------------------------------------------------------------------


def _why_not_form(node: Node) -> Why:
    names = ", ".join(node.table.kit.formations) or "none"
    return f"that formation is not on offer; there are: {names}.", "MC-5"


def _why_not_place(node: Node, at: Square) -> Why:
    kit, seat, piece = node.table.kit, node.to_move or 0, str(node.step)
    side = node.table.sides[seat]
    in_back = bool(kit.back[seat] >> at & 1)
    if piece.startswith("tank"):
        if in_back:
            return f"{NAMES[at]} is occupied.", "MC-12"
        return "all tanks start in the back row.", "MC-12"
    if not kit.halves[seat] >> at & 1:
        rule = {"art": "MC-10", "launcher": "MC-11"}.get(piece, "MC-R4")
        return f"{NAMES[at]} is not on your own side.", rule
    if piece in SITES:
        if in_back:
            return "no installation stands in the back row.", "MC-8"
        if side.sites >> at & 1:
            return f"{NAMES[at]} is occupied by an installation.", "MC-6"
        return "another installation stands in that row or column.", "MC-7"
    if (side.units | side.sites) >> at & 1:
        return f"{NAMES[at]} is occupied.", "MC-R7"
    return "the rest of the back row is needed for the tanks.", "MC-R6"


# --- plotting ----------------------------------------------------------------------------------


def _why_not_plot(node: Node, at: Square) -> Why:
    mover, plotter = node.table.sides[node.table.mover], node.table.sides[1 - node.table.mover]
    if mover.units >> at & 1:
        if mover.gun_squares() >> at & 1:
            return f"a gun stands on {NAMES[at]}; nothing can stop there.", "MC-R10"
        return f"a piece of the enemy stands on {NAMES[at]} now.", "MC-30"
    if plotter.units >> at & 1:
        return f"a piece of yours stands on {NAMES[at]}; nothing can stop there.", "MC-R10"
    for kind, mask in zip(KINDS, node.plots, strict=True):
        if mask >> at & 1:
            return f"there is a marker of yours ({MARKERS[kind]}) on {NAMES[at]} already.", "MC-R9"
    pads = (mover.pad, plotter.pad)
    return "no missile goes on an installation.", "MC-37" if at in pads else "MC-R11"


# --- the movement ------------------------------------------------------------------------------


def _why_not_drive(node: Node, start: Square, to: Square) -> Why:
    table, going = node.table, node.going
    tank = table.sides[table.mover].tank_at(start)
    if tank is None or going is None:
        return f"no tank of yours stands on {NAMES[start]}.", "MC-19"
    if tank.id in going.moved:
        return f"tank {tank.id} has moved in this turn.", "MC-R15"
    if start == to:
        return "a tank that stays put needs no move.", "MC-21"
    units = table.sides[0].units | table.sides[1].units
    if units >> to & 1:
        return f"{NAMES[to]} is occupied.", "MC-23"
    return _why_no_way(node, tank, to)


def _why_no_way(node: Node, tank: Tank, to: Square) -> Why:
    """Say why a tank can't reach a free square, or must not stop there."""
    table = node.table
    left = 0 if node.going is None else node.going.left
    post = POSTS[table.mover][tank.home][tank.at]
    if (to // STRIDE - tank.at // STRIDE) * post.way < 0:
        return "a tank never goes backward.", "MC-22"
    apart = abs(to // STRIDE - tank.at // STRIDE) + abs(to % STRIDE - tank.at % STRIDE)
    if apart > LONGEST_DRIVE:
        return f"a tank moves {LONGEST_DRIVE} spaces at most, and not diagonally.", "MC-21"
    if apart > left:
        return f"your tanks have {left} spaces left in this turn.", "MC-19"
    steps = post.distance(to, free_of(table))
    if steps == FAR:
        return f"the way to {NAMES[to]} is blocked.", "MC-23"
    if steps > left:
        return f"the way round is longer than the {left} spaces left in this turn.", "MC-19"
    if table.turn <= 2 and table.sides[1 - table.mover].sites >> to & 1:
        return "no tank stops on an enemy installation in the first two turns.", "MC-R8"
    return "then no tank could advance any more, and one has to.", "MC-R13"


def _why_not_fly(node: Node, to: Square) -> Why:
    table = node.table
    side, other = table.sides[table.mover], table.sides[1 - table.mover]
    if side.heli is None:
        return "you have no helicopter any more.", "MC-15"
    if node.going is not None and node.going.flown:
        return "the helicopter has flown in this turn.", "MC-R15"
    at, _ = side.heli
    if at == to:
        return "the helicopter has to end on another space.", "MC-R19"
    if not IN_FLIGHT[at] >> to & 1:
        return f"the helicopter flies {LONGEST_FLIGHT} spaces at most.", "MC-25"
    if (side.units | other.units) >> to & 1:
        return f"{NAMES[to]} is occupied.", "MC-27"
    if (side.sites | other.sites) >> to & 1 and to != side.pad:
        return "the helicopter lands on no installation but its own pad.", "MC-28"
    return "it would block the last advance, and a tank has to advance.", "MC-R13"


def _why_not_end(node: Node) -> Why:
    going = node.going
    drives = any(type(move) is Drive for move in node.options_now())
    if going is not None and not going.forward and drives:
        return "a tank has to advance by at least one space first.", "MC-20"
    return "the helicopter has to fly first.", "MC-25"


# --- attacks -----------------------------------------------------------------------------------


def _why_not_attack(node: Node, start: Square, to: Square) -> Why:
    table, going = node.table, node.going
    side, other = table.sides[table.mover], table.sides[1 - table.mover]
    tank = side.tank_at(start)
    flying = side.heli is not None and side.heli[0] == start
    if tank is None and not flying:
        return f"no tank or helicopter of yours stands on {NAMES[start]}.", "MC-43"
    if going is not None and not (
        going.flown if flying else tank is not None and tank.id in going.moved
    ):
        return f"the piece on {NAMES[start]} has not moved in this turn.", "MC-R23"
    if not NEIGHBOURS[start] >> to & 1:
        return f"{NAMES[to]} is not next to {NAMES[start]}.", "MC-43"
    if other.heli is not None and other.heli[0] == to:
        return "nothing attacks a helicopter.", "MC-51"
    if not other.units >> to & 1:
        return f"no tank or gun of the enemy stands on {NAMES[to]}.", "MC-64"
    return "the helicopter attacks only tanks.", "MC-52"
