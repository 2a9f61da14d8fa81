"""What is to be decided, and the table in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pocketlib.contract import CHANCE, Sentence
from pocketlib.games.landship.content import (
    ENEMY_ACTIONS,
    NARROW_ACTIONS,
    PLACE_NAMES,
    PLACES,
    SLOTS,
    Face,
)
from pocketlib.games.landship.words.names import (
    ENEMY_WORDS,
    capital,
    in_trenches,
    last_points,
    listed,
)

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node
    from pocketlib.games.landship.table import Cell


def question(node: Node) -> Sentence:
    """Return what is to be decided now."""
    text, rules = _question(node)
    return Sentence(text, rules, "table" if node.to_move in (CHANCE, None) else "you")


def _question(node: Node) -> tuple[str, tuple[str, ...]]:
    if node.phase == "over":
        won = node.result == (1,)
        return ("You have won.", ("LS-7",)) if won else ("You have lost.", ("LS-67",))
    if node.phase == "act":
        return f"Which card acts? Ready: {_ready(node)}.", ("LS-34", "LS-35")
    return {
        "pick": ("Which enemies? Chance picks a side of each card.", ("LS-8",)),
        "deal": (f"Which card is dealt to {_next_place(node)}?", ("LS-9",)),
        "first": ("Three dice decide who starts: even the enemy, odd you.", ("LS-13",)),
        "enemy": ("The enemy rolls a die for each front card.", ("LS-15",)),
        "repair": ("Emergency Repair, or roll?", ("LS-37",)),
        "roll": ("You roll.", ("LS-32",)),
        "place": (f"You have rolled {listed(node.rolled)}. Which die on which card?", ("LS-33",)),
        "reroll": ("One die is rolled again.", ("LS-54",)),
    }[node.phase]


def _next_place(node: Node) -> str:
    return PLACE_NAMES[PLACES[len(PLACES) - len(node.deck)]] if node.deck else ""


def _ready(node: Node) -> str:
    """Return the cards whose unused die can do something now, each with its die."""
    acting = {move.split()[1] for move in node.options_now() if move.startswith("use ")}
    own = node.table.kit.own
    return listed(f"{own[s].name} {node.placed[s]}" for s in SLOTS if own[s].id in acting)


# --- the table ---------------------------------------------------------------------------------


def position(node: Node, topic: str) -> str:
    """Return the table in words: "look", "mine" (own cards) or "enemy"."""
    if topic == "mine":
        return "\n".join(_own_line(node, slot, detailed=True) for slot in SLOTS)
    if topic == "enemy":
        return "\n".join(_enemy_lines(node, detailed=True))
    lines = [f"{node.when()}. {question(node)}"]
    lines += _enemy_lines(node, detailed=False)
    lines += [_own_line(node, slot, detailed=False) for slot in SLOTS]
    return "\n".join([*lines, *_lasting(node)])


def _enemy_lines(node: Node, detailed: bool) -> list[str]:
    lines = []
    cells = (*node.table.front, *node.table.back)
    for place, cell in zip(PLACES, cells, strict=True):
        name = capital(PLACE_NAMES[place])
        lines.append(f"{name}: {_cell_words(cell, detailed)}.")
    if node.deck:
        lines.append(f"Still to be dealt: {listed(face.short for face in node.deck)}.")
    return lines


def _cell_words(cell: Cell, detailed: bool) -> str:
    if cell is None:
        return "empty"
    face, number = cell
    state = f"used {number} of {face.track}" if face.hazard else f"{number} of {face.track}"
    if not detailed:
        return f"{face.short}, {state}"
    return f"{face.name}, {face.kind}, {state}; {face_actions(face)}"


def face_actions(face: Face) -> str:
    """Return what a face does for each die, in one line."""
    return ", ".join(f"{die} {ENEMY_WORDS[word][0]}" for die, word in enumerate(face.actions, 1))


def explain(node: Node, part: str) -> tuple[Sentence, ...]:
    """Return what a card does for each die, as it is printed there and in full."""
    table = node.table
    cells = dict(zip(PLACES, (*table.front, *table.back), strict=True))
    if (cell := cells.get(part)) is not None:
        return tuple(_face_line(die, word) for die, word in enumerate(cell[0].actions, 1))
    own = {card.id: card for card in table.kit.own}
    if part not in own:
        return ()
    return tuple(
        Sentence(f"{die}: {action.title}.", action.rules)
        for die, action in enumerate(own[part].actions, 1)
    )


def _face_line(die: int, word: str) -> Sentence:
    signs = [shown[word] for shown in (ENEMY_ACTIONS, NARROW_ACTIONS) if word in shown]
    says, rule = ENEMY_WORDS[word]
    return Sentence(f"{die}: {' or '.join(signs)} means {says}.", (rule,))


def _own_line(node: Node, slot: int, detailed: bool) -> str:
    card = node.table.kit.own[slot]
    strength = node.table.own[slot]
    if not strength:
        return f"{card.name}: destroyed."
    parts = [f"{card.name}: {strength} of {card.track}"]
    if slot in node.fixed:
        parts.append("under Emergency Repair")
    if die := node.placed[slot]:
        used = "has acted" if node.used >> slot & 1 else "not used yet"
        parts.append(f"die {die} ({card.action(die).title}), {used}")
    line = ", ".join(parts)
    if not detailed:
        return f"{line}."
    actions = "; ".join(f"{die} {action.title}" for die, action in enumerate(card.actions, 1))
    return f"{line}. {actions}."


def _lasting(node: Node) -> list[str]:
    table = node.table
    told = (
        (table.final, "The Final Battle: nobody can repair."),
        (table.hunker, "The hull is covered in the next enemy turn."),
        (table.trench, f"{capital(in_trenches(node))} are covered in the next enemy turn."),
        (table.adrenaline, "Adrenaline: you roll one die more next time."),
        (bool(table.chaos), f"Chaos: you roll {table.chaos} fewer next time."),
    )
    return [*(text for holds, text in told if holds), *(alarm for _, alarm in last_points(node))]
