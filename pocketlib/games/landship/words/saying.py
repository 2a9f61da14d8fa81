"""Moves and outcomes as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pocketlib.contract import Move, Sentence
from pocketlib.games.landship import moves as m
from pocketlib.games.landship.content import (
    BACK,
    DESPERATION,
    FRONT,
    INGENUITY,
    OUTMANEUVER,
    PLACE_NAMES,
    Action,
    Face,
    Mend,
    Shot,
)
from pocketlib.games.landship.words.names import in_trenches, listed, own_name

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node


def say(node: Node, move: Move) -> Sentence:
    """Return a move or an outcome as a sentence, with its rules."""
    if isinstance(move, m.Use):
        return _say_use(node, move)
    if isinstance(move, m.Place):
        return _say_place(node, move)
    if isinstance(move, m.Repair):
        return _say_repair(node, move)
    if isinstance(move, m.Deal):
        return Sentence(f"Deal the {move.face.name}.", ("LS-9",))
    if isinstance(move, m.Pick):
        faces = node.table.kit.cards.side(move.letters)
        return Sentence(f"The enemies are {listed(face.short for face in faces)}.", ("LS-8",))
    if isinstance(move, m.Roll):
        return _say_roll(node, move)
    return Sentence(str(move))


def _say_roll(node: Node, move: m.Roll) -> Sentence:
    dice = listed(move.dice)
    if node.phase == "enemy":
        return Sentence(f"The enemy rolls {dice}.", ("LS-15", "LS-16"), "them")
    if node.phase == "first":
        who = "you start" if sum(move.dice) % 2 else "the enemy starts"
        return Sentence(f"The three dice show {dice}: {who}.", ("LS-13",))
    if node.phase == "reroll" and node.reroll is not None:
        name = own_name(node.table.kit.ids[node.reroll])
        return Sentence(f"The die on the {name} comes up {dice}.", ("LS-54",), "you")
    return Sentence(f"You roll {dice}.", ("LS-32",), "you")


def _say_repair(node: Node, move: m.Repair) -> Sentence:
    if not move.slots:
        return Sentence("Roll the dice, without Emergency Repair.", ("LS-32",), "you")
    names = listed(f"the {own_name(node.table.kit.ids[slot])} (+1)" for slot in move.slots)
    dice = "die" if len(move.slots) == 1 else "dice"
    text = f"Emergency Repair: give up {len(move.slots)} {dice} to mend {names}."
    return Sentence(text, ("LS-37", "LS-38"), "you")


def _say_place(node: Node, move: m.Place) -> Sentence:
    parts = []
    rules = ["LS-33"]
    for slot, die in enumerate(move.placed):
        if die:
            card = node.table.kit.own[slot]
            action = card.action(die)
            parts.append(f"{die} on the {card.name} ({action.name})")
            rules += [rule for rule in action.rules if rule not in rules]
    return Sentence(f"Lay {listed(parts)}.", rules, "you")


def _say_use(node: Node, move: m.Use) -> Sentence:
    if move.slot < 0:
        return Sentence("End the turn; unused dice are given up.", ("LS-35",), "you")
    card = node.table.kit.own[move.slot]
    action = card.action(node.placed[move.slot])
    text = f"{card.name}, {action.name}: {_deed_words(node, move, action)}"
    return Sentence(f"{text}.", action.rules, "you")


# --- what a use does: its target is of the kind that the deed needs, as the move is legal -------


def _deed_words(node: Node, move: m.Use, action: Action) -> str:
    deed = action.deed
    if isinstance(deed, Shot):
        return _shot_words(node, deed, cast(int, move.target))
    if isinstance(deed, Mend):
        return _mend_words(node, deed, cast(int, move.target))
    if deed is INGENUITY:
        slot, step = cast(tuple[int, int], move.target)
        die = node.placed[slot]
        return f"turn the {die} on the {own_name(node.table.kit.ids[slot])} to {die + step}"
    if deed is DESPERATION:
        slot = cast(int, move.target)
        return f"roll the {node.placed[slot]} on the {own_name(node.table.kit.ids[slot])} again"
    if deed is OUTMANEUVER:
        columns = cast(tuple[int, int], move.target)
        return "swap " + " and ".join(_front_words(node, column) for column in columns)
    return LASTING_WORDS[deed.name].format(cards=in_trenches(node))


LASTING_WORDS: Final = {
    "hunker": "the hull is safe in the next enemy turn",
    "trench": "{cards} are safe in the next enemy turn",
    "adrenaline": "one die more in your next turn",
}
"""Action without a target -> what it does."""


def _shot_words(node: Node, shot: Shot, column: int) -> str:
    front = shot.row == "front"
    row, places = (node.table.front, FRONT) if front else (node.table.back, BACK)
    face, _ = cast(tuple[Face, int], row[column])
    self_hurt = f"; the troops lose {shot.recoil}" if shot.recoil else ""
    place = PLACE_NAMES[places[column]]
    return f"{shot.damage[face.kind]} damage to the {face.short} ({place}){self_hurt}"


def _mend_words(node: Node, mend: Mend, slot: int) -> str:
    table = node.table
    gain = min(mend.amounts[slot], table.kit.tracks[slot] - table.own[slot])
    return f"mend the {own_name(table.kit.ids[slot])} by {gain}"


def _front_words(node: Node, column: int) -> str:
    face, _ = cast(tuple[Face, int], node.table.front[column])
    return f"the {face.short} ({PLACE_NAMES[FRONT[column]]})"
