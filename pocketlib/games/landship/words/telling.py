"""What the last move caused, one sentence an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pocketlib.contract import Event, Sentence
from pocketlib.games.landship.content import (
    DESPERATION,
    HULL,
    INGENUITY,
    OWN_CARDS,
    PLACE_NAMES,
    SUPPORT,
    VITAL,
    Special,
)
from pocketlib.games.landship.words.names import (
    ENEMY_WORDS,
    NO_ACTION,
    capital,
    face_names,
    in_trenches,
    own_name,
)

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node

Words = tuple[str, tuple[str, ...], str]
"""A sentence, its rules, and who acted ("actor": whoever's turn it is)."""
Faces = dict[str, str]


def story(node: Node) -> tuple[Sentence, ...]:
    """Return what the last move caused, one sentence an event."""
    faces = face_names(node)
    actor = "them" if _enemy_acts(node) else "you"
    sentences = []
    for event in node.log:
        text, rules, by = EVENT_WORDS[str(event[0])](event, node, faces)
        sentences.append(Sentence(text, rules, actor if by == "actor" else by))
    return tuple(sentences)


def _enemy_acts(node: Node) -> bool:
    return any(event[0] == "act" for event in node.log)


def _act(event: Event, node: Node, faces: Faces) -> Words:
    _, place, id, die = event
    face = node.table.kit.cards.faces[str(id)]
    what, rule = ENEMY_WORDS[face.actions[int(die) - 1]]
    text = f"{face.short}, {PLACE_NAMES[str(place)]}, die {die}"
    if what != NO_ACTION:  # that nothing happens is told next
        text += f": {what}"
    return f"{text}.", ("LS-17", rule), "them"


def _gone(event: Event, node: Node, faces: Faces) -> Words:
    face = node.table.kit.cards.faces[str(event[1])]
    rule = "LS-31" if face.hazard else "LS-6"
    return f"{capital(face.short)} is out of the game.", (rule,), "you"


def _hurt(event: Event, node: Node, faces: Faces) -> Words:
    return f"{own_name(str(event[1]))} loses {event[2]}.", ("LS-18",), "actor"


def _lost(event: Event, node: Node, faces: Faces) -> Words:
    card = OWN_CARDS[str(event[1])]
    return f"{card.name} is destroyed.", ("LS-67" if card.slot in VITAL else "LS-66",), "actor"


def _swap(event: Event, node: Node, faces: Faces) -> Words:
    left, right = PLACE_NAMES[str(event[1])], PLACE_NAMES[str(event[2])]
    rule = "LS-20" if _enemy_acts(node) else "LS-56"
    return f"{capital(left)} and {right} change places.", (rule,), "actor"


def _blocked(event: Event, node: Node, faces: Faces) -> Words:
    name = own_name(str(event[1]))
    return f"{name} is covered and takes no damage.", _cover_rules(event, node), "you"


def _cover_rules(event: Event, node: Node) -> tuple[str, ...]:
    """Return the rule of the cover: Hunker down or the trenches.

    Both have ended when this is told, so it is seen from what else happened in the turn. Only a
    hull that was hit alone, by a landship with living troops, may have been covered by either.
    """
    if OWN_CARDS[str(event[1])].slot != HULL:
        return ("LS-62",)
    kit = node.table.kit
    troops = kit.ids[SUPPORT] == "troops" and node.table.own[SUPPORT] > 0
    others = [e for e in node.log if e[0] in ("hurt", "blocked") and e[1] != event[1]]
    if not troops or not kit.trench_all or any(e[0] == "hurt" for e in others):
        return ("LS-40",)
    return ("LS-62",) if others else ("LS-40", "LS-62")


def _set(event: Event, node: Node, faces: Faces) -> Words:
    text = f"The die on the {own_name(str(event[1]))} is now {event[2]}."
    return text, _turning_rules(event, node), "you"


def _turning_rules(event: Event, node: Node) -> tuple[str, ...]:
    """Return the rule by which a die was changed: Ingenuity or Desperation.

    A card never changes its own die, and one that is gone or has not acted has changed none. If
    that leaves both (the weapon's die, when both cards have acted or the turn is over), both are
    told.
    """
    kit = node.table.kit
    changed = kit.ids.index(str(event[1]))
    ways: list[str] = []
    for slot, deed, rule in ((HULL, INGENUITY, "LS-41"), (SUPPORT, DESPERATION, "LS-54")):
        able = any(action.deed is deed for action in kit.own[slot].actions)
        if slot != changed and able and _may_have_acted(node, slot, deed):
            ways.append(rule)
    return tuple(ways)


def _may_have_acted(node: Node, slot: int, deed: Special) -> bool:
    """May the card have done ``deed`` in the turn that was just played?"""
    if not node.table.own[slot]:
        return False
    if node.phase != "act":
        return True  # the turn is over, the dice are gone
    used = bool(node.used >> slot & 1)
    return used and node.table.kit.own[slot].action(node.placed[slot]).deed is deed


def _trench(event: Event, node: Node, faces: Faces) -> Words:
    text = f"{capital(in_trenches(node))} are covered in the next enemy turn."
    return text, ("LS-62",), "you"


def _plain(text: str, *rules: str, by: str = "table") -> Callable[[Event, Node, Faces], Words]:
    """Return the words of an event whose names fit into ``text`` as they are."""

    def words(event: Event, node: Node, faces: Faces) -> Words:
        names = []
        for part in event[1:]:
            name = str(part)
            own = own_name(name) if name in OWN_CARDS and name not in faces else None
            names.append(PLACE_NAMES.get(name) or own or faces.get(name, name))
        return capital(text.format(*names)), rules, by

    return words


EVENT_WORDS: Final[dict[str, Callable[[Event, Node, Faces], Words]]] = {
    "act": _act,
    "hurt": _hurt,
    "lost": _lost,
    "swap": _swap,
    "blocked": _blocked,
    "set": _set,
    "chaos": _plain("Chaos: you roll one die fewer next time.", "LS-27", by="them"),
    "mend": _plain("{0} regains {1}.", "LS-23", by="them"),
    "retreat": _plain("{0} goes to {1}.", "LS-23", "LS-24", by="them"),
    "up": _plain("{0} comes up to {1}.", "LS-68", "LS-24", by="them"),
    "none": _plain("No effect.", "LS-28", by="them"),
    "spent": _plain("{0} is used once more.", "LS-30", by="them"),
    "gone": _gone,
    "final": _plain("The Final Battle begins: nobody can repair any more.", "LS-69", "LS-70"),
    "close": _plain("{0} moves to {1}.", "LS-71", by="them"),
    "hit": _plain("{0} loses {1}.", "LS-36", by="you"),
    "fix": _plain("{0} regains {1}.", "LS-39", by="you"),
    "hunker": _plain("The hull is covered in the next enemy turn.", "LS-40", by="you"),
    "trench": _trench,
    "adrenaline": _plain("You roll one die more next turn.", "LS-44", by="you"),
    "skip": _plain("Your turn passes without dice.", "LS-R15"),
    "win": _plain("All six enemies are gone: you have won.", "LS-7", by="you"),
    "loss": _plain("The landship is lost: the enemy has won.", "LS-67", by="them"),
}
"""Event -> its sentence, rules and who acted."""
