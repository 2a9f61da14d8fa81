"""Why a move is not possible."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pocketlib.contract import CHANCE, MOVE_LENGTH, BadNotation, IllegalMove, Refusal
from pocketlib.games.landship.content import (
    BACK,
    DESPERATION,
    FRONT,
    INGENUITY,
    NOTHING,
    OUTMANEUVER,
    OWN_CARDS,
    PLACE_NAMES,
    PLACES,
    Action,
    Mend,
    Shot,
)
from pocketlib.games.landship.words.describing import question
from pocketlib.games.landship.words.names import listed, own_name

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node

_OWN: Final = f"(?:{'|'.join(OWN_CARDS)})"
_PLACE: Final = f"(?:{'|'.join(PLACES)})"
_FORM: Final = re.compile(
    r"end|roll(?: [1-6]){0,4}|first(?: [1-6]){3}|reroll [1-6]|pick [ab]{6}|deal [a-z0-9]{1,12}"
    rf"|repair(?: {_OWN}){{1,3}}|place(?: [1-6-]){{3}}"
    rf"|use {_OWN}(?: {_OWN}[+-]?| {_PLACE}){{0,2}}"
)


def refusal(node: Node, text: str) -> Refusal | None:
    """Return why ``text`` is refused, if there is more to say than the contract says."""
    if len(text) > MOVE_LENGTH or node.to_move is None:
        return None
    if not _FORM.fullmatch(text):
        return BadNotation(
            f"{text[:40]!r} is not a move here and now. {node.for_example}", key=text
        )
    verb, *rest = text.split()
    why, rule = _why(node, verb, rest)
    return IllegalMove(f"{text!r} is not possible: {why}", rule=rule, key=text)


def _why(node: Node, verb: str, rest: list[str]) -> tuple[str, str]:
    if verb not in {move.split()[0] for move in node.options_now()}:
        return _why_not_now(node, verb)
    if node.to_move == CHANCE:
        return _why_not_chance(node, rest)
    if verb == "place":
        return _why_not_place(node, rest)
    if verb == "repair" or verb == "roll":
        return _why_not_repair(node, rest)
    return _why_not_use(node, rest[0], rest[1:])


def _why_not_now(node: Node, verb: str) -> tuple[str, str]:
    """Return the reason against a move of another phase: what comes now, by its rule."""
    if verb == "repair" and node.table.final:
        return "in the Final Battle nothing can be repaired.", "LS-70"
    if verb == "repair" and node.phase in ("roll", "place", "act", "reroll"):
        return "Emergency Repair is decided before rolling.", "LS-37"
    now = question(node)
    return f"now is the time for something else. {now} {node.for_example}", now.rules[0]


def _why_not_chance(node: Node, rest: list[str]) -> tuple[str, str]:
    first = node.options_now()[0].split()[1:]
    if node.phase == "deal":
        return f"the {rest[0]} is not among the cards left to deal.", "LS-9"
    if node.phase == "pick":
        return "that selection is not among the candidates.", "LS-8"
    if len(rest) != len(first):
        dice = "die is" if len(first) == 1 else "dice are"
        return f"{len(first)} {dice} rolled.", "LS-15" if node.phase == "enemy" else "LS-32"
    return "write the dice from low to high.", "LS-16"


def _why_not_place(node: Node, rest: list[str]) -> tuple[str, str]:
    table = node.table
    for slot, token in enumerate(rest):
        name = table.kit.own[slot].name
        if token != "-" and not table.own[slot]:
            return f"the {name} is destroyed.", "LS-66"
        if token != "-" and slot in node.fixed:
            return f"the {name} is under Emergency Repair and gets no die.", "LS-38"
    left = list(node.rolled)
    for token in rest:
        if token != "-" and int(token) not in left:
            return f"the dice are {listed(node.rolled)}.", "LS-33"
        if token != "-":
            left.remove(int(token))
    return "as many dice as possible must be laid.", "LS-R13"


def _why_not_repair(node: Node, rest: list[str]) -> tuple[str, str]:
    table = node.table
    ids = table.kit.ids
    for name in rest:
        if name not in ids:
            return f"you have no {name}; your cards are {listed(ids)}.", "LS-3"
        slot = ids.index(name)
        if not table.own[slot]:
            return f"the {own_name(name)} is destroyed.", "LS-66"
        if slot not in table.damaged():
            return f"the {own_name(name)} is not damaged.", "LS-39"
    if len(set(rest)) < len(rest):
        return "a card is mended by 1 only.", "LS-37"
    if [ids.index(name) for name in rest] != sorted(ids.index(name) for name in rest):
        return "name the cards in the order hull, weapon, support.", "LS-37"
    return "there are not as many dice to give up.", "LS-R11"


def _why_not_use(node: Node, name: str, target: list[str]) -> tuple[str, str]:
    table = node.table
    ids = table.kit.ids
    if name not in ids:
        return f"you have no {name}; your cards are {listed(ids)}.", "LS-3"
    slot = ids.index(name)
    card = table.kit.own[slot]
    die = node.placed[slot]
    if not table.own[slot]:
        return f"the {card.name} is destroyed.", "LS-66"
    if not die:
        return f"the {card.name} has no die.", "LS-33"
    if node.used >> slot & 1:
        return f"the {card.name} has acted in this turn.", "LS-34"
    action = card.action(die)
    deed = action.deed
    if deed is NOTHING:
        return f"with a {die} the {card.name} does nothing ({action.name}).", action.rules[0]
    if isinstance(deed, Mend) and table.final:
        return "in the Final Battle nothing can be repaired.", "LS-70"
    if isinstance(deed, Shot) and len(target) == 1 and target[0] in PLACES:
        return _why_not_shot(node, deed, action, target[0])
    if isinstance(deed, Mend) and len(target) == 1 and target[0] in ids:
        mended = ids.index(target[0])
        if not table.own[mended]:
            return f"the {own_name(target[0])} is destroyed.", "LS-66"
        if not deed.amounts[mended]:
            return f"the {card.name} mends only itself.", "LS-60"
        return f"the {own_name(target[0])} is not damaged.", "LS-39"
    if deed is OUTMANEUVER:
        return "two mobile front enemies are needed, named from left to right.", "LS-57"
    if deed is INGENUITY:
        return "another card's unused die is needed, and it must stay from 1 to 6.", "LS-R18"
    if deed is DESPERATION:
        return "another card's unused die is needed.", "LS-R19"
    return f"with a {die} the {card.name} can do this: {action.title}.", action.rules[0]


def _why_not_shot(node: Node, shot: Shot, action: Action, place: str) -> tuple[str, str]:
    row_name = "front" if place in FRONT else "back"
    column = (FRONT if place in FRONT else BACK).index(place)
    cell = (node.table.front if row_name == "front" else node.table.back)[column]
    if row_name != shot.row:
        reach = "only the front row" if shot.row == "front" else "only the back row"
        return f"{action.name} reaches {reach}.", action.rules[0]
    if cell is None:
        return f"there is no card {PLACE_NAMES[place]}.", "LS-R21"
    face = cell[0]
    if face.hazard:
        return f"the {face.short} cannot be attacked.", "LS-29"
    if face.kind not in shot.damage:
        return f"{action.name} cannot hit the {face.short} ({face.kind}).", action.rules[0]
    return f"{action.name} does not reach {PLACE_NAMES[place]}.", action.rules[0]
