"""What a picture of Pocket Landship needs to know, read from the observation and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pocketlib.games.landship.content import HOUSE, CardSet, Face, OwnCard, read_set

View: TypeAlias = Mapping[str, Any]

_CHANCE: Final = ("pick", "deal", "first", "enemy", "roll", "reroll")
SETUP: Final = {"pick": "Enemies", "deal": "Deal", "first": "Who starts"}
_YOURS: Final = {"repair": "Repair", "roll": "Roll", "place": "Place dice", "act": "Act"}
_ENEMYS: Final = {"enemy": "Enemy turn"}


@dataclass(slots=True)
class Told:
    """What the log lines say: dice of enemy cards, changes of strength, who left."""

    dice: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    safe: set[str] = field(default_factory=set)
    gone: list[str] = field(default_factory=list)


_SIGNS: Final = {"hurt": -1, "hit": -1, "fix": 1, "mend": 1}


def told(view: View, past: Sequence[View] = ()) -> Told:
    """Return what ``view`` and the observations before it (oldest first) tell.

    Changes are those since the player's last decision or, once the enemy has acted, in its turn;
    the enemy's dice are those of its last turn, none when it is to roll again.
    """
    found = Told()
    for line in _since_decision(view, past):
        word, *rest = line.split()
        if word in _SIGNS:
            found.changed[rest[0]] = found.changed.get(rest[0], 0) + _SIGNS[word] * int(rest[1])
        elif word == "blocked":
            found.safe.add(rest[0])
    for seen in (*past, view):
        if seen["phase"] == "enemy":
            found.dice = {}
        acts = [line.split() for line in seen["log"] if line.startswith("act ")]
        if acts:
            found.dice = {face: int(die) for _, _, face, die in acts}
        found.gone += [line.split()[1] for line in seen["log"] if line.startswith("gone ")]
    return found


def _since_decision(view: View, past: Sequence[View]) -> list[str]:
    logs = [view["log"]]
    for seen in reversed(past):
        if seen["phase"] not in _CHANCE:
            break
        logs.append(seen["log"])
    lines = [line for log in reversed(logs) for line in log]
    turn = next((n for n, line in enumerate(lines) if line.startswith("act ")), 0)
    return lines[turn:]


def set_of(view: View) -> CardSet:
    """Return the set of cards that the game is played with."""
    return read_set(view["set"]) if view.get("set") else HOUSE


def missing(view: View, found: Told, cards: CardSet) -> list[str]:
    """Return the names of the cards that have left, as far as they are known."""
    gone = list(found.gone)
    chosen = view["options"]["enemies"]
    if not isinstance(chosen, list):  # one of the words, or a total strength
        sides = {"normal": 0, "alternate": 1}
        chosen = [c[sides[chosen]].id for c in cards.cards] if chosen in sides else []
    here = {cell[0] for cell in (*view["front"], *view["back"]) if cell}
    gone += [id for id in chosen if id not in here and id not in gone]
    return [cards.faces[id].short for id in gone]


def silhouette(face: Face) -> str:
    """Return the silhouette of an enemy face: by kind, a landship's funnels by its strength."""
    if face.kind == "landship":
        return (
            "landship3"
            if face.strength >= 50
            else "landship2"
            if face.strength >= 35
            else "landship"
        )
    if face.kind == "hazard":
        return "ambush" if face.track == 1 else "mine"
    return face.kind


OWN_SILHOUETTE: Final = {
    "hull": "landship3",
    "cannon": "artillery",
    "corvette": "landship",
    "sponsons": "tank",
    "troops": "infantry",
}


def phases(view: View) -> tuple[list[str], int]:
    """Return the phases in their order in this game, and which of them it is."""
    phase = "act" if view["phase"] == "reroll" else view["phase"]
    if phase in SETUP:
        order = {**SETUP, "": "Battle"}
        if view["options"]["enemies"] != "random" and not isinstance(
            view["options"]["enemies"], int
        ):
            del order["pick"]
    else:
        order = {**_YOURS, **_ENEMYS} if view["first"] == "player" else {**_ENEMYS, **_YOURS}
    names = list(order)
    return list(order.values()), names.index(phase) if phase in names else len(names)


def status(view: View, card: OwnCard) -> str:
    """Return in a few words how it stands with an own card; "" if there is nothing to say."""
    if view["own"][card.id] == 0:
        return "out of the game"
    if card.id in view["fixed"]:
        return "repaired: no die"
    if card.id in view["used"]:
        return "done"
    if card.id in view["placed"]:
        return "this die is rolled again" if view["reroll"] == card.id else "ready"
    if view["phase"] in ("act", "reroll"):
        return "no die this turn"
    return "hunkered down" if view["hunker"] and card.id == "hull" else ""
