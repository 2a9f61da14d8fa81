"""Names and lists that all the sentences share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from pocketlib.contract import Sentence
from pocketlib.games.landship.content import OWN_CARDS, VITAL

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node

NO_ACTION: Final = "nothing"
"""What a face does for a die without an action."""
ENEMY_WORDS: Final = {
    "none": (NO_ACTION, "LS-28"),
    "hull-1": ("hull loses 1", "LS-18"),
    "hull-2": ("hull loses 2", "LS-18"),
    "weapon-1": ("weapon loses 1", "LS-19"),
    "weapon-2": ("weapon loses 2", "LS-19"),
    "support-1": ("support loses 1", "LS-19"),
    "support-2": ("support loses 2", "LS-19"),
    "chaos": ("Chaos, a die fewer for you", "LS-27"),
    "retreat": ("Retreat & Repair", "LS-23"),
    "left": ("Deploy left", "LS-20"),
    "right": ("Deploy right", "LS-20"),
    "spotters": ("Spotters, hull loses 1, or 2 with infantry in front", "LS-26"),
}
"""Action word -> what it says, and its rule."""

_SHOOT: Final = ("damage",)
_END: Final = ("end",)
_NOT: Final = ("without",)
_MEND: Final = ("mend", "repair")
SYNONYMS: Final = {
    **dict.fromkeys(("fire", "shoot", "attack", "hit", "shell", "bombard", "damage"), _SHOOT),
    **dict.fromkeys(("done", "stop", "finish", "finished", "nothing"), _END),
    **dict.fromkeys(("dont", "no", "not", "never"), _NOT),
    **dict.fromkeys(("fix", "heal", "mend", "repair", "restore"), _MEND),
    **dict.fromkeys(("put", "set", "move", "assign", "give"), ("place", "lay")),
    **dict.fromkeys(("throw", "reroll"), ("roll",)),
    **dict.fromkeys(("exchange", "switch"), ("swap",)),
    **dict.fromkeys(("weapon", "gun"), ("cannon", "corvette")),
    "support": ("sponsons", "troops"),
    "center": ("centre",),
    "ship": ("landship", "hull"),
    "guns": ("artillery",),
    "squad": ("infantry",),
    "middle": ("centre",),
    "rear": ("back",),
    "increase": ("turn",),
    "change": ("turn",),
    "skip": ("end", "without"),
    "pass": ("end", "without"),
}
"""Word that people type -> words of a move that it means."""


def rule_names() -> dict[str, str]:
    """Return rule id -> the actions printed on cards that the rule tells."""
    names: dict[str, list[str]] = {}
    for card in OWN_CARDS.values():
        for action in card.actions:
            for rule in action.rules:
                names.setdefault(rule, []).append(f"{card.name}: {action.name}")
    for says, rule in ENEMY_WORDS.values():
        names.setdefault(rule, []).append(says)
    return {rule: "; ".join(dict.fromkeys(found)) for rule, found in names.items()}


def listed(things: Iterable[object]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    names = [str(thing) for thing in things]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def own_name(id: str) -> str:
    """Return the name of an own card."""
    return OWN_CARDS[id].name


def face_names(node: Node) -> dict[str, str]:
    """Return the short names of the enemy's faces by id."""
    return {face.id: face.short for face in node.table.kit.cards.faces.values()}


def last_points(node: Node) -> Iterator[tuple[int, Sentence]]:
    """Yield the own cards with one point left whose loss loses the game, each with a warning."""
    if node.result is None:
        for slot in VITAL:
            if node.table.own[slot] == 1:
                name = own_name(node.table.kit.ids[slot])
                text = f"The {name} is at its last point: one damage more and you have lost."
                yield slot, Sentence(text, ("LS-67",))


def in_trenches(node: Node) -> str:
    """Return which own cards the trenches cover (LS-R17)."""
    return "your cards" if node.table.kit.trench_all else "the Shock Troops"


def capital(text: str) -> str:
    """Return ``text`` with a capital letter in front."""
    return text[:1].upper() + text[1:]


def rules_of(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the rules behind some sentences, each once."""
    return tuple(dict.fromkeys(rule for sentence in sentences for rule in sentence.rules))
