"""A position of Pocket Landship set up by hand: the fields of its form, and the state they give.

What is allowed is decided by ``loading.load``. Here values are turned into a dump; what a person
is likely to get wrong is said beforehand, all of it at once and each at its field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pocketlib.contract import BadDump, Choice, Dump, Option, PositionField, Problem, Value, shown
from pocketlib.games.landship.content import (
    BACK,
    FRONT,
    HULL,
    PLACE_NAMES,
    PLACES,
    SLOTS,
    SUPPORT,
    WEAPON,
    CardSet,
    Face,
    OwnCard,
)
from pocketlib.games.landship.loading import load
from pocketlib.games.landship.nodes import Node
from pocketlib.games.landship.setup import (
    PAIRING_OPTION,
    SUPPORT_OPTION,
    TRENCHES_OPTION,
    WEAPON_OPTION,
    check,
)
from pocketlib.games.landship.table import loadout

OWN: Final = "Your landship"
FRONT_ROW: Final = "Enemies in the front row"
BACK_ROW: Final = "Enemies in the back row"
TURN: Final = "The turn"
EFFECTS: Final = "What lasts from the turn before"
HOUSE_RULES: Final = "House rules"

EMPTY_PLACE: Final = ""
"""The value of a place without a card."""
NUMBER: Final = ".number"
"""Place + this: the field of the number under the card there."""
OWN_FIELDS: Final = ("strength.hull", "strength.weapon", "strength.support")
ROUNDS: Final = 999

_NO_YES: Final = (Choice(False, "no"), Choice(True, "yes"))
_IDS: Final = frozenset(
    [
        *("weapon", "support", *OWN_FIELDS, *PLACES, *(place + NUMBER for place in PLACES)),
        *("turn", "round", "first", "adrenaline", "chaos", "hunker", "trench"),
        *("pairing", "trenches"),
    ]
)
_FIELD_OF_KEY: Final = {"front": "fl", "back": "bl", "own": OWN_FIELDS[HULL], "phase": "turn"}
"""Key of a dump -> the field to look at, where they have different names."""


class Form:
    """The fields for some values, and what is chosen in them (a default instead of nonsense)."""

    def __init__(self, values: Mapping[str, Any], cards: CardSet) -> None:
        self.cards = cards
        self.fields: list[PositionField] = []
        self.chosen: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self._values = values
        self._landship()
        for place in PLACES:
            self._place(place)
        self._turn()
        self._option(PAIRING_OPTION, HOUSE_RULES)

    def _add(self, field: PositionField) -> Any:
        """Take a field into the form and return what is chosen in it."""
        self.fields.append(field)
        given = self._values.get(field.id, field.default)
        if problem := field.problem(given):
            self.problems.append(problem)
            given = field.default
        self.chosen[field.id] = given
        return given

    def _option(self, option: Option, group: str) -> Any:
        return self._add(
            PositionField(option.id, option.title, group, option.default, option.choices)
        )

    def _landship(self) -> None:
        self._option(WEAPON_OPTION, OWN)
        self._option(SUPPORT_OPTION, OWN)
        for card in self.own:
            # without hull or weapon the game is over, so there is nothing to set up
            least = 0 if card.slot == SUPPORT else 1
            self._add(
                PositionField(
                    OWN_FIELDS[card.slot],
                    f"{card.name}: strength",
                    OWN,
                    card.track,
                    bounds=(least, card.track),
                    help="0: destroyed" if not least else "",
                    follows={WEAPON: "weapon", SUPPORT: "support"}.get(card.slot, ""),
                )
            )

    @property
    def own(self) -> tuple[OwnCard, OwnCard, OwnCard]:
        """The landship's cards in slot order."""
        return loadout(self.chosen["weapon"], self.chosen["support"])

    def _place(self, place: str) -> None:
        group = FRONT_ROW if place in FRONT else BACK_ROW
        name = PLACE_NAMES[place].capitalize()
        faces = self.cards.faces
        first = self.cards.side("aaaaaa")[PLACES.index(place)]
        choices = (
            Choice(EMPTY_PLACE, "no card"),
            *(Choice(face.id, face.short) for face in faces.values()),
        )
        id = self._add(PositionField(place, name, group, first.id, choices))
        if id != EMPTY_PLACE:
            self._number(place, faces[id], group)

    def _number(self, place: str, face: Face, group: str) -> None:
        bounds = (0, face.track - 1) if face.hazard else (1, face.track)
        if bounds[0] == bounds[1]:
            return  # nothing to choose
        name = PLACE_NAMES[place].capitalize()
        what = "uses so far" if face.hazard else "strength"
        start = 0 if face.hazard else face.track
        self._add(
            PositionField(
                place + NUMBER,
                f"{name}: {what}",
                group,
                start,
                bounds=bounds,
                help=f"{bounds[0]} to {bounds[1]}",
                follows=place,
            )
        )

    def _turn(self) -> None:
        turns = (
            Choice("enemy", "the enemy's"),
            Choice("player", "yours"),
        )
        turn = self._add(
            PositionField("turn", "Whose turn", TURN, "enemy", turns, help="nothing rolled yet")
        )
        starts = (Choice("enemy", "the enemy"), Choice("player", "you"))
        self._add(PositionField("first", "Who began the game", TURN, "enemy", starts))
        self._add(PositionField("round", "Round", TURN, 1, bounds=(1, ROUNDS)))
        troops = self.chosen["support"] == "troops"
        self._flag("adrenaline", "Adrenaline", "one die more for you")
        if turn == "player":
            help_text = "dice fewer in this turn"
            self._add(PositionField("chaos", "Chaos", EFFECTS, 0, bounds=(0, 3), help=help_text))
        else:
            self._flag("hunker", "Hunkered down", "the hull takes no damage")
            if troops:
                self._flag("trench", "In the trenches", "your cards take no damage")
        if troops:
            self._option(TRENCHES_OPTION, HOUSE_RULES)

    def _flag(self, id: str, title: str, help_text: str) -> None:
        self._add(PositionField(id, title, EFFECTS, False, _NO_YES, help=help_text))


# --- from values to a state --------------------------------------------------------------------


def fields(values: Mapping[str, Any], cards: CardSet) -> tuple[PositionField, ...]:
    """Return the fields of the form for ``values``, by groups in the order of a table."""
    form = Form(values, cards)
    groups = (BACK_ROW, FRONT_ROW, OWN, TURN, EFFECTS, HOUSE_RULES)
    hull = OWN_FIELDS[HULL]  # the leftmost of the own cards
    return tuple(sorted(form.fields, key=lambda f: (groups.index(f.group), f.id != hull)))


def position(values: Mapping[str, Any], cards: CardSet) -> Node:
    """Return the state that ``values`` describe. Raises BadDump with every problem."""
    if not isinstance(values, Mapping):
        raise BadDump(f"{shown(values)} is no table of values by field")
    form = Form(values, cards)
    unknown = [Problem(f"unknown field {shown(id)}") for id in values if id not in _IDS]
    problems = [*unknown, *form.problems]
    if not problems:
        problems = [*_card_problems(form), *_place_problems(form), *_turn_problems(form)]
    if problems:
        raise BadDump("; ".join(problems), key=problems[0].key, problems=problems)
    try:
        return load(_dump(form), cards.text)
    except BadDump as bad:  # a check that has no words of its own here
        key = _FIELD_OF_KEY.get(bad.key or "", bad.key)
        raise BadDump(str(bad), key=key, problems=[Problem(str(bad), key)]) from None


def _enemies(form: Form) -> dict[str, Face]:
    """Return place -> face, for the places with a card."""
    faces = form.cards.faces
    return {p: faces[form.chosen[p]] for p in PLACES if form.chosen[p] != EMPTY_PLACE}


def _card_problems(form: Form) -> Iterator[Problem]:
    """Yield what is wrong with the choice of cards (LS-2)."""
    card_of = {face: number for number, card in enumerate(form.cards.cards) for face in card}
    seen: dict[Any, tuple[str, Face]] = {}
    for place, face in _enemies(form).items():
        name = PLACE_NAMES[place].capitalize()
        free = form.chosen["pairing"] == "free"
        where, other = seen.setdefault(face if free else card_of[face], (place, face))
        if where == place:
            continue
        if other is face:
            text = f"{name}: {face.short} is already {PLACE_NAMES[where]}"
        else:
            text = f"{name}: {face.short} is the other side of {other.short} ({PLACE_NAMES[where]})"
        yield Problem(text, place)


def _place_problems(form: Form) -> Iterator[Problem]:
    """Yield what is wrong with the places of the cards (LS-68, LS-71)."""
    taken = _enemies(form)
    if not taken:
        yield Problem("Put at least one enemy on the table; without any the game is won", "fl")
    elif len(taken) >= 3:
        for place in FRONT:
            if place not in taken:
                name = PLACE_NAMES[place].capitalize()
                yield Problem(f"{name}: with three or more enemies the front row is full", place)
    else:
        for place in taken:
            if place in BACK or place == FRONT[1]:
                name = PLACE_NAMES[place].capitalize()
                yield Problem(f"{name}: the last two enemies stand front left and right", place)


def _turn_problems(form: Form) -> Iterator[Problem]:
    if form.chosen["turn"] == "player" and not _number_of_dice(form):
        text = "With no die left your turn passes: choose the enemy's turn, or less Chaos"
        yield Problem(text, "chaos")


def _strengths(form: Form) -> tuple[int, ...]:
    return tuple(form.chosen[OWN_FIELDS[slot]] for slot in SLOTS)


def _number_of_dice(form: Form) -> int:
    alive = sum(strength > 0 for strength in _strengths(form))
    more: int = form.chosen["adrenaline"] - form.chosen.get("chaos", 0)
    return max(0, alive + more)


def _dump(form: Form) -> Dump:
    """Return the dump of the position."""
    chosen, own = form.chosen, _strengths(form)
    final = len(_enemies(form)) <= 3 or not own[SUPPORT]
    damaged = any(0 < own[card.slot] < card.track for card in form.own)
    yours = "repair" if damaged and not final else "roll"
    return {
        "game": "landship",
        "options": check(_options(form), form.cards),
        "phase": "enemy" if chosen["turn"] == "enemy" else yours,
        "round": chosen["round"],
        "first": chosen["first"],
        "deck": [],
        "front": [_cell(form, place) for place in FRONT],
        "back": [_cell(form, place) for place in BACK],
        "own": {card.id: own[card.slot] for card in form.own},
        "final": final,
        "hunker": chosen.get("hunker", False),
        "trench": chosen.get("trench", False),
        "adrenaline": chosen["adrenaline"],
        "chaos": chosen.get("chaos", 0),
        "fixed": [],
        "rolled": [],
        "placed": {},
        "used": [],
        "reroll": None,
        "result": None,
        "log": [],
        **({"set": form.cards.text} if form.cards.text is not None else {}),
    }


def _cell(form: Form, place: str) -> list[Value] | None:
    face = _enemies(form).get(place)
    if face is None:
        return None
    return [face.id, form.chosen.get(place + NUMBER, 0 if face.hazard else face.track)]


def _options(form: Form) -> dict[str, Any]:
    """Return options that allow the cards on the table."""
    options = {id: form.chosen[id] for id in ("weapon", "support", "pairing")}
    options["trenches"] = form.chosen.get("trenches", TRENCHES_OPTION.default)
    here = {face.id for face in _enemies(form).values()}
    if form.chosen["pairing"] == "free":
        others = [id for id in form.cards.faces if id not in here]
        return {**options, "enemies": [*here, *others][:6]}
    for enemies, letters in (("normal", "aaaaaa"), ("alternate", "bbbbbb")):
        if here <= {face.id for face in form.cards.side(letters)}:
            return {**options, "enemies": enemies}
    return {**options, "enemies": "random"}


# --- from a state to values --------------------------------------------------------------------


def values_of(node: Node) -> dict[str, Value]:
    """Return the values that come nearest to a state; a turn half played is at its start again."""
    table = node.table
    options = table.kit.options
    values: dict[str, Value] = {
        id: options[id] for id in ("weapon", "support", "pairing", "trenches")
    }
    for slot, field in enumerate(OWN_FIELDS):
        values[field] = table.own[slot] if slot == SUPPORT else max(1, table.own[slot])
    if node.phase in ("pick", "deal", "first"):
        return values
    cells = dict(zip(PLACES, (*table.front, *table.back), strict=True))
    for place, cell in cells.items():
        values[place] = cell[0].id if cell else EMPTY_PLACE
        if cell:
            values[place + NUMBER] = cell[1]
    values["turn"] = "enemy" if node.phase in ("enemy", "over") else "player"
    values["first"] = table.first or "enemy"
    values["round"] = min(table.round, ROUNDS)
    before = node.phase in ("enemy", "repair", "roll")
    effects = {"adrenaline": table.adrenaline, "hunker": table.hunker, "trench": table.trench}
    values.update({id: before and holds for id, holds in effects.items()})
    values["chaos"] = table.chaos if before else 0
    return values
