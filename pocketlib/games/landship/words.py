"""Pocket Landship in plain English: moves, what happened, why not, the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from pocketlib.contract import (
    CHANCE,
    MOVE_LENGTH,
    BadNotation,
    Event,
    IllegalMove,
    Move,
    Refusal,
    Sentence,
)
from pocketlib.games.landship import moves as m
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
    SLOTS,
    Action,
    Face,
    Mend,
    Shot,
)

if TYPE_CHECKING:
    from pocketlib.games.landship.nodes import Node
    from pocketlib.games.landship.table import Cell

ENEMY_WORDS: Final = {
    "none": ("nothing", "LS-28"),
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


# --- small helpers -----------------------------------------------------------------------------


def listed(things: Iterable[object]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    names = [str(thing) for thing in things]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def own_name(id: str) -> str:
    """Return the name of an own card."""
    return OWN_CARDS[id].name


def _strengths(node: Node) -> dict[str, int]:
    return dict(zip(node.table.kit.ids, node.table.own, strict=True))


def _face_at(node: Node, place: str) -> str:
    row = node.table.front if place in FRONT else node.table.back
    cell = row[(FRONT if place in FRONT else BACK).index(place)]
    return cell[0].short if cell else "nothing"


# --- moves -------------------------------------------------------------------------------------


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


def _deed_words(node: Node, move: m.Use, action: Action) -> str:
    deed, target, ids = action.deed, move.target, node.table.kit.ids
    if isinstance(deed, Shot) and isinstance(target, int):
        places, row = (FRONT, node.table.front) if deed.row == "front" else (BACK, node.table.back)
        cell = row[target]
        if cell is not None:
            hurt = f"{deed.damage[cell[0].kind]} damage to the {cell[0].short}"
            self_hurt = f"; the troops lose {deed.recoil}" if deed.recoil else ""
            return f"{hurt} ({PLACE_NAMES[places[target]]}){self_hurt}"
    if isinstance(deed, Mend) and isinstance(target, int):
        gain = min(deed.amounts[target], node.table.kit.tracks[target] - node.table.own[target])
        return f"mend the {own_name(ids[target])} by {gain}"
    if deed is INGENUITY and isinstance(target, tuple):
        slot, step = target
        die = node.placed[slot]
        return f"turn the {die} on the {own_name(ids[slot])} to {die + step}"
    if deed is DESPERATION and isinstance(target, int):
        return f"roll the {node.placed[target]} on the {own_name(ids[target])} again"
    if deed is OUTMANEUVER and isinstance(target, tuple):
        names = [FRONT[column] for column in target]
        return "swap the " + " and the ".join(
            f"{_face_at(node, p)} ({PLACE_NAMES[p]})" for p in names
        )
    return SPECIAL_WORDS[deed.name] if not isinstance(deed, Shot | Mend) else "act"


SPECIAL_WORDS: Final = {
    "nothing": "nothing",
    "hunker": "the hull takes no damage in the next enemy turn",
    "trench": "no damage to your cards in the next enemy turn",
    "adrenaline": "one die more in your next turn",
    "ingenuity": "turn another die by one",
    "desperation": "roll another die again",
    "outmaneuver": "swap two mobile enemies in front",
}


# --- what happened -----------------------------------------------------------------------------


def story(node: Node) -> tuple[Sentence, ...]:
    """Return what the last move caused, one sentence an event."""
    faces = {face.id: face.short for face in node.table.kit.cards.faces.values()}
    actor = "them" if any(event[0] == "act" for event in node.log) else "you"
    sentences = []
    for event in node.log:
        text, rules, by = EVENT_WORDS[str(event[0])](event, node, faces)
        sentences.append(Sentence(text, rules, actor if by == "actor" else by))
    return tuple(sentences)


Words = tuple[str, tuple[str, ...], str]
Faces = dict[str, str]


def _act(event: Event, node: Node, faces: Faces) -> Words:
    _, place, id, die = event
    face = node.table.kit.cards.faces[str(id)]
    what, rule = ENEMY_WORDS[face.actions[int(die) - 1]]
    text = f"{face.short}, {PLACE_NAMES[str(place)]}, die {die}: {what}."
    return text, ("LS-17", rule), "them"


def _hurt(event: Event, node: Node, faces: Faces) -> Words:
    return f"{own_name(str(event[1]))} loses {event[2]}.", ("LS-18",), "actor"


def _lost(event: Event, node: Node, faces: Faces) -> Words:
    card = OWN_CARDS[str(event[1])]
    return f"{card.name} is destroyed.", ("LS-66" if card.slot == 2 else "LS-67",), "actor"


def _swap(event: Event, node: Node, faces: Faces) -> Words:
    left, right = PLACE_NAMES[str(event[1])], PLACE_NAMES[str(event[2])]
    theirs = any(e[0] == "act" for e in node.log)
    return (
        f"{left.capitalize()} and {right} change places.",
        ("LS-20",) if theirs else ("LS-56",),
        "actor",
    )


def _plain(text: str, *rules: str, by: str = "table") -> Callable[[Event, Node, Faces], Words]:
    """Return the words of an event whose names fit into ``text`` as they are."""

    def words(event: Event, node: Node, faces: Faces) -> Words:
        names = []
        for part in event[1:]:
            name = str(part)
            own = own_name(name) if name in OWN_CARDS and name not in faces else None
            names.append(PLACE_NAMES.get(name) or own or faces.get(name, name))
        sentence = text.format(*names)
        return sentence[:1].upper() + sentence[1:], rules, by

    return words


EVENT_WORDS: Final[dict[str, Callable[[Event, Node, Faces], Words]]] = {
    "act": _act,
    "hurt": _hurt,
    "lost": _lost,
    "swap": _swap,
    "blocked": _plain("{0} is covered and takes no damage.", "LS-40", "LS-62", by="you"),
    "chaos": _plain("Chaos: you roll one die fewer next time.", "LS-27", by="them"),
    "mend": _plain("{0} regains {1}.", "LS-23", by="them"),
    "retreat": _plain("{0} goes to {1}.", "LS-23", "LS-24", by="them"),
    "up": _plain("{0} comes up to {1}.", "LS-68", "LS-24", by="them"),
    "none": _plain("No effect.", "LS-28", by="them"),
    "spent": _plain("{0} is used once more.", "LS-30", by="them"),
    "gone": _plain("{0} is out of the game.", "LS-6", "LS-31", by="you"),
    "final": _plain("The Final Battle begins: nobody can repair any more.", "LS-69", "LS-70"),
    "close": _plain("{0} moves to {1}.", "LS-71", by="them"),
    "hit": _plain("{0} loses {1}.", "LS-36", by="you"),
    "fix": _plain("{0} regains {1}.", "LS-39", by="you"),
    "hunker": _plain("The hull is covered in the next enemy turn.", "LS-40", by="you"),
    "trench": _plain("Your cards are covered in the next enemy turn.", "LS-62", by="you"),
    "adrenaline": _plain("You roll one die more next turn.", "LS-44", by="you"),
    "set": _plain("The die on the {0} is now {1}.", "LS-41", "LS-54", by="you"),
    "skip": _plain("Your turn passes without dice.", "LS-R15"),
    "win": _plain("All six enemies are gone: you have won.", "LS-7", by="you"),
    "loss": _plain("The landship is lost: the enemy has won.", "LS-67", by="them"),
}
"""Event -> its sentence, rules and who acted."""


def summary(node: Node) -> Sentence:
    """Return one sentence for what the last move caused; "" if nothing."""
    told = story(node)
    acts = [event for event in node.log if event[0] == "act"]
    if not acts:
        return Sentence(" ".join(told), _rules_of(told), "you" if told else "table")
    dice = listed(event[3] for event in acts)
    strengths = _strengths(node)
    lost: dict[str, int] = {}
    for event in node.log:
        if event[0] == "hurt":
            lost[str(event[1])] = lost.get(str(event[1]), 0) + int(event[2])
    parts = [f"{own_name(id)} −{n} ({strengths[id]} left)" for id, n in lost.items()]
    told_too = ("chaos", "blocked", "gone", "retreat", "final", "skip", "win", "loss")
    parts += [
        str(sentence).rstrip(".")
        for event, sentence in zip(node.log, told, strict=True)
        if event[0] in told_too
    ]
    what = "; ".join(parts) or "no harm done"
    return Sentence(f"The enemy's dice {dice}: {what}.", _rules_of(told), "them")


def _rules_of(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for sentence in sentences for rule in sentence.rules))


# --- what is to be decided ---------------------------------------------------------------------


def question(node: Node) -> Sentence:
    """Return what is to be decided now."""
    text, rules = _question(node)
    return Sentence(text, rules, "table" if node.to_move in (CHANCE, None) else "you")


def _question(node: Node) -> tuple[str, tuple[str, ...]]:
    table = node.table
    if node.phase == "over":
        won = node.result == (1,)
        return ("You have won.", ("LS-7",)) if won else ("You have lost.", ("LS-67",))
    if node.phase == "act":
        ready = [
            f"{table.kit.own[slot].name} {node.placed[slot]}"
            for slot in SLOTS
            if node.placed[slot] and not node.used >> slot & 1
        ]
        return f"Which card acts? Unused: {listed(ready)}.", ("LS-34", "LS-35")
    if node.phase == "deal":
        place = PLACE_NAMES[PLACES[6 - len(node.deck)]]
        return f"Which card is dealt {place}?", ("LS-9",)
    return {
        "pick": ("Which enemies? Chance picks a side of each card.", ("LS-8",)),
        "first": ("Three dice decide who starts: even the enemy, odd you.", ("LS-13",)),
        "enemy": ("The enemy rolls a die for each front card.", ("LS-15",)),
        "repair": ("Emergency Repair, or roll?", ("LS-37",)),
        "roll": ("You roll.", ("LS-32",)),
        "place": (f"You have rolled {listed(node.rolled)}. Which die on which card?", ("LS-33",)),
        "reroll": ("One die is rolled again.", ("LS-54",)),
    }[node.phase]


# --- why not -----------------------------------------------------------------------------------

_FORM: Final = re.compile(
    r"end|roll(?: [1-6]){0,4}|first(?: [1-6]){3}|reroll [1-6]|pick [ab]{6}|deal [a-z0-9]{1,12}"
    r"|repair(?: [a-z]+){1,3}|place(?: [1-6-]){3}|use [a-z]+(?: [a-z]+[+-]?){0,2}"
)


def refusal(node: Node, text: str) -> Refusal | None:
    """Return why ``text`` is refused, if there is more to say than the contract says."""
    if len(text) > MOVE_LENGTH or node.to_move is None:
        return None
    if not _FORM.fullmatch(text):
        return BadNotation(
            f"{text[:40]!r} is not a move of Pocket Landship; moves look like "
            f"{' or '.join(repr(str(move)) for move in node.options_now()[:3])}.",
            key=text,
        )
    verb, *rest = text.split()
    why, rule = _why(node, verb, rest)
    return IllegalMove(f"{text!r} is not possible: {why}", rule=rule, key=text)


def _why(node: Node, verb: str, rest: list[str]) -> tuple[str, str]:
    wanted = {move.split()[0] for move in node.options_now()}
    if verb not in wanted and not (verb == "end" and node.phase == "act"):
        return f"now is the time for something else. {_question(node)[0]}", "LS-14"
    if node.to_move == CHANCE:
        return _why_not_chance(node, rest)
    if verb == "place":
        return _why_not_place(node, rest)
    if verb == "repair" or verb == "roll":
        return _why_not_repair(node, rest)
    return _why_not_use(node, rest[0], rest[1:])


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


# --- the table in words ------------------------------------------------------------------------


def position(node: Node, topic: str) -> str:
    """Return the table in words: "look", "mine" (own cards) or "enemy"."""
    if topic == "mine":
        return "\n".join(_own_line(node, slot, detailed=True) for slot in SLOTS)
    if topic == "enemy":
        return "\n".join(_enemy_lines(node, detailed=True))
    lines = [f"Round {node.table.round}. {question(node)}"]
    lines += _enemy_lines(node, detailed=False)
    lines += [_own_line(node, slot, detailed=False) for slot in SLOTS]
    return "\n".join([*lines, *_lasting(node)])


def _enemy_lines(node: Node, detailed: bool) -> list[str]:
    lines = []
    cells = (*node.table.front, *node.table.back)
    for place, cell in zip(PLACES, cells, strict=True):
        name = PLACE_NAMES[place].capitalize()
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
        (table.trench, "Your cards are in the trenches in the next enemy turn."),
        (table.adrenaline, "Adrenaline: you roll one die more next time."),
        (bool(table.chaos), f"Chaos: you roll {table.chaos} fewer next time."),
    )
    return [text for holds, text in told if holds]
