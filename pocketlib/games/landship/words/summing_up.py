"""What the last move caused, in one sentence or two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from pocketlib.contract import Event, Sentence
from pocketlib.games.landship.content import BACK, FRONT, PLACE_NAMES, Face
from pocketlib.games.landship.words.names import (
    capital,
    face_names,
    in_trenches,
    last_points,
    listed,
    own_name,
    rules_of,
)
from pocketlib.games.landship.words.telling import story

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node


def summary(node: Node) -> Sentence:
    """Return in short what the last move caused; "" if nothing."""
    alarms = [*_alarms(node)]
    rules = rules_of([*story(node), *alarms])
    phrases = [*_damage(node), *_repairs(node), *_cover(node), *_chaos(node), *_deeds(node)]
    dice = [event[3] for event in node.log if event[0] == "act"]
    if dice:
        head = f"The enemy's {'die' if len(dice) == 1 else 'dice'} {listed(dice)}"
        told = f"{head}: {'; '.join(phrases) or 'nothing happens'}."
        return Sentence(" ".join([told, *alarms]), rules, "them")
    text = " ".join([*(f"{capital(phrase)}." for phrase in phrases), *alarms])
    return Sentence(text, rules, "you" if phrases else "table")


def _alarms(node: Node) -> Iterator[Sentence]:
    """Yield a sentence for every card that was hurt and may not be hurt again."""
    hurt = {event[1] for event in node.log if event[0] == "hurt"}
    return (alarm for slot, alarm in last_points(node) if node.table.kit.ids[slot] in hurt)


def _damage(node: Node) -> Iterator[str]:
    lost = _added_up(node, "hurt")
    if lost:
        yield _own_cards(node, lost, "damage to", "", "left")


def _repairs(node: Node) -> Iterator[str]:
    gained = _added_up(node, "fix")
    if gained:
        yield _own_cards(node, gained, "repaired on", "now", "")


def _added_up(node: Node, kind: str) -> Counter[str]:
    """Return the points of all events of a kind by own card."""
    points: Counter[str] = Counter()
    for event in node.log:
        if event[0] == kind:
            points[str(event[1])] += int(event[2])
    return points


def _own_cards(node: Node, points: Counter[str], verb: str, before: str, after: str) -> str:
    """Return "2 damage to the Landship Hull (4 left) and 1 to the Corvette (destroyed)"."""
    strengths = dict(zip(node.table.kit.ids, node.table.own, strict=True))
    parts: list[str] = []
    for id, number in points.items():
        words = verb if not parts else verb.split()[-1]
        strength = f"{before} {strengths[id]} {after}".strip() if strengths[id] else "destroyed"
        parts.append(f"{number} {words} the {own_name(id)} ({strength})")
    return listed(parts)


def _cover(node: Node) -> Iterator[str]:
    names = dict.fromkeys(own_name(str(e[1])) for e in node.log if e[0] == "blocked")
    if names:
        yield f"no damage to the {listed(names)} (covered)"


def _chaos(node: Node) -> Iterator[str]:
    number = sum(event[0] == "chaos" for event in node.log)
    if number:
        dice = "one die" if number == 1 else f"{number} dice"
        yield f"Chaos, you roll {dice} fewer next time"


# --- the rest, event by event; those that belong together make one phrase -----------------------

Telling = Callable[[Event, Event, Event, "Node"], str]
"""Called with the event before, the event, the event after; "" if it is told with another one.

The log of a dump that somebody else has made may name what is not on the table.
"""
_NO_EVENT: Final[Event] = ("", "")


def _deeds(node: Node) -> Iterator[str]:
    events = (_NO_EVENT, *node.log, _NO_EVENT)
    act = _NO_EVENT
    for at, (before, event, after) in enumerate(zip(events, events[1:], events[2:], strict=False)):
        kind = str(event[0])
        if kind == "act":
            act = event
        elif kind == "swap":
            yield _swap(event, act, node, at)
        elif kind in TELLING and (phrase := TELLING[kind](before, event, after, node)):
            yield phrase


def _swap(event: Event, act: Event, node: Node, at: int) -> str:
    """Return who changed places and where both are now; ``at`` is the event's place in the log."""
    left, right = (str(place) for place in event[1:])
    there = _front_after(node, at)
    names = {place: _name(node, there[place]) if there.get(place) else "the card there"
             for place in (left, right)}  # fmt: skip
    if act is _NO_EVENT:
        return f"{listed(names.values())} change places"
    mine, other = (left, right) if act[1] == right else (right, left)
    return (
        f"{_name(node, act[2])} deploys to {PLACE_NAMES[mine]} and {names[other]} to "
        f"{PLACE_NAMES[other]}"
    )


def _front_after(node: Node, at: int) -> dict[str, str]:
    """Return which face lay on each front place after the event number ``at``, "" if not known.

    Found by going back from how they lie now.
    """
    cells = zip(FRONT, node.table.front, strict=True)
    there = {place: cell[0].id if cell else "" for place, cell in cells}
    for kind, *rest in reversed(node.log[at + 1 :]):
        words = [str(word) for word in rest]
        if kind == "swap":
            left, right = words
            there[left], there[right] = there.get(right, ""), there.get(left, "")
        elif kind in ("up", "close"):
            there[words[1]] = ""
        elif kind == "retreat" and words[1] in BACK:
            there[FRONT[BACK.index(words[1])]] = words[0]
        elif kind == "act" and words[1] not in there.values():
            there[words[0]] = words[1]  # it has left since then, being used up
    return there


def _name(node: Node, id: str | int) -> str:
    return face_names(node)[str(id)]


def _card(node: Node, id: str | int) -> tuple[Face, int] | None:
    """Return the card with this face as it lies on the table; None if it does not."""
    cells = (*node.table.front, *node.table.back)
    return next((cell for cell in cells if cell and cell[0].id == id), None)


def _named(text: str) -> Telling:
    """Return how an event is told whose face and place fit into ``text`` as they are."""

    def telling(before: Event, event: Event, after: Event, node: Node) -> str:
        names = [_name(node, id) for id in event[1:2]]
        return text.format(*names, *(PLACE_NAMES[str(place)] for place in event[2:]))

    return telling


def _mend(before: Event, event: Event, after: Event, node: Node) -> str:
    told = after[:2] == ("retreat", event[1])
    return "" if told else f"{_name(node, event[1])} regains {event[2]}"


def _retreat(before: Event, event: Event, after: Event, node: Node) -> str:
    mended = f" and regains {before[2]}" if before[:2] == ("mend", event[1]) else ""
    return f"{_name(node, event[1])} goes to {PLACE_NAMES[str(event[2])]}{mended}"


def _spent(before: Event, event: Event, after: Event, node: Node) -> str:
    card = _card(node, event[1])
    if after[:2] == ("gone", event[1]):
        return f"{_name(node, event[1])} is used up"
    uses = f" ({card[1]} of {card[0].track})" if card else ""
    return f"{_name(node, event[1])} is used{uses}"


def _hit(before: Event, event: Event, after: Event, node: Node) -> str:
    card = _card(node, event[1])
    lost = f"{_name(node, event[1])} loses {event[2]}"
    if after[:2] == ("gone", event[1]):
        return f"{lost} and is out of the game"
    return f"{lost} ({card[1]} left)" if card else lost


def _gone(before: Event, event: Event, after: Event, node: Node) -> str:
    told = before[:2] in (("spent", event[1]), ("hit", event[1]))
    return "" if told else f"{_name(node, event[1])} is out of the game"


def _set(before: Event, event: Event, after: Event, node: Node) -> str:
    return f"the die on the {own_name(str(event[1]))} is now {event[2]}"


def _trench(before: Event, event: Event, after: Event, node: Node) -> str:
    return f"{in_trenches(node)} are covered in the next enemy turn"


TELLING: Final[dict[str, Telling]] = {
    "mend": _mend,
    "retreat": _retreat,
    "up": _named("{} comes up to {}"),
    "close": _named("{} moves to {}"),
    "spent": _spent,
    "hit": _hit,
    "gone": _gone,
    "set": _set,
    "hunker": _named("the hull is covered in the next enemy turn"),
    "trench": _trench,
    "adrenaline": _named("you roll one die more next turn"),
    "final": _named("the Final Battle begins, nobody can repair any more"),
    "skip": _named("your turn passes without dice"),
    "win": _named("all six enemies are gone, you have won"),
    "loss": _named("the landship is lost, the enemy has won"),
}
"""Event -> how it is told; damage to own cards, cover and Chaos are added up instead."""
