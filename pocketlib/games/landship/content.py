"""The cards of Pocket Landship, as tables; reading an owner's own set (sections 2 and 7)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from pocketlib.contract import BadSet, check_set_size, shown

# --- places ------------------------------------------------------------------------------------

COLUMNS: Final = (0, 1, 2)
FRONT: Final = ("fl", "fc", "fr")
BACK: Final = ("bl", "bc", "br")
PLACES: Final = FRONT + BACK
PLACE_NAMES: Final = {
    "fl": "front left",
    "fc": "front centre",
    "fr": "front right",
    "bl": "back left",
    "bc": "back centre",
    "br": "back right",
}

# --- enemy faces (2.4) -------------------------------------------------------------------------

KINDS: Final = ("landship", "artillery", "infantry", "hazard")

ENEMY_ACTIONS: Final = {
    "none": "–",
    "hull-1": "H 1",
    "hull-2": "H 2",
    "weapon-1": "W 1",
    "weapon-2": "W 2",
    "support-1": "S 1",
    "support-2": "S 2",
    "chaos": "chaos",
    "retreat": "R&R",
    "left": "left",
    "right": "right",
    "spotters": "spot",
}
"""Action word -> the few letters that a card has room for."""
NARROW_ACTIONS: Final = {"chaos": "−die"}
"""Action word -> what a card shows for it that has no room for its letters."""

_MOVING: Final = frozenset({"retreat", "left", "right"})
_HURTING: Final = re.compile(r"(hull|weapon)-[12]|spotters")


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One face of an enemy card. Faces of a set are shared objects, compared by identity.

    ``strength`` is in tenths; ``actions`` are action words for the dice 1 to 6; ``track`` is the
    starting strength, for a hazard the number of uses.
    """

    id: str
    name: str
    kind: str
    strength: int
    normal: bool
    track: int
    actions: tuple[str, ...]

    @property
    def hazard(self) -> bool:
        """Can it never be attacked (LS-29)?"""
        return self.kind == "hazard"

    @property
    def short(self) -> str:
        """The name as a log says it: "Boar", "Badger B"."""
        return re.sub(r" Class Landship(?:, version)?", "", self.name)

    def __repr__(self) -> str:
        return f"<face {self.id}>"


_SHORT_CODES: Final = {
    "-": "none",
    "H1": "hull-1",
    "H2": "hull-2",
    "W1": "weapon-1",
    "W2": "weapon-2",
    "S1": "support-1",
    "S2": "support-2",
    "R&R": "retreat",
    "spot": "spotters",
}

_FACE_TABLE: Final = """
boar      | Boar Class Landship              | landship  | 4.0 | yes | 6 | H2 H1 chaos - R&R W1
bison     | Bison Class Landship             | landship  | 6.0 | no  | 7 | R&R H2 S1 chaos - W2
badger    | Badger Class Landship            | landship  | 2.5 | yes | 5 | H1 H1 W1 R&R - left
badgera   | Badger Class Landship, version A | landship  | 2.5 | no  | 5 | - right R&R H1 W1 W1
badgerb   | Badger Class Landship, version B | landship  | 2.5 | no  | 5 | H1 H1 W1 R&R left -
bobcat    | Bobcat Class Landship            | landship  | 2.0 | no  | 4 | right - R&R H1 W1 S1
lightart  | Light Artillery                  | artillery | 1.8 | yes | 3 | - spot right spot R&R S1
medart    | Medium Artillery                 | artillery | 2.5 | no  | 4 | - right R&R S1 spot spot
infantry  | Infantry Squad                   | infantry  | 1.5 | yes | 3 | - right W1 S1 S1 R&R
elite     | Elite Infantry Squad             | infantry  | 2.0 | no  | 4 | H1 S1 S1 - left R&R
minefield | Mine Field                       | hazard    | 1.3 | yes | 2 | H2 - - H1 S1 -
ambush    | Ambush                           | hazard    | 1.3 | no  | 1 | H2 H1 - W2 H1 S2
"""

_CARD_TABLE: Final = (
    ("boar", "bison"),
    ("badger", "badgera"),
    ("badgerb", "bobcat"),
    ("lightart", "medart"),
    ("infantry", "elite"),
    ("minefield", "ambush"),
)
"""Which faces share a card: the project's own pairing (LS-R2)."""


def _house_faces() -> dict[str, Face]:
    faces = {}
    for line in _FACE_TABLE.strip().splitlines():
        id, name, kind, strength, normal, track, codes = (part.strip() for part in line.split("|"))
        actions = tuple(_SHORT_CODES.get(code, code) for code in codes.split())
        tenths = int(strength.replace(".", ""))
        faces[id] = Face(id, name, kind, tenths, normal == "yes", int(track), actions)
    return faces


# --- sets --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """Six enemy cards with two faces each. ``text`` is the TOML it was read from, None: house."""

    id: str
    title: str
    cards: tuple[tuple[Face, Face], ...]
    text: str | None = None

    @property
    def faces(self) -> dict[str, Face]:
        """The twelve faces by id, in the order of the cards, side a before side b."""
        return {face.id: face for card in self.cards for face in card}

    def side(self, letters: str) -> tuple[Face, ...]:
        """Return the faces that a selection such as "abaaba" puts into the game."""
        return tuple(
            card["ab".index(letter)] for card, letter in zip(self.cards, letters, strict=True)
        )

    def selections(self) -> dict[str, int]:
        """Return each of the 64 selections with its total strength in tenths (LS-R34)."""
        return {
            letters: sum(face.strength for face in self.side(letters))
            for letters in map("".join, product("ab", repeat=6))
        }

    def nearest(self, tenths: int) -> tuple[str, ...]:
        """Return the selections whose total is nearest to ``tenths``, ties included (8.2)."""
        totals = self.selections()
        best = min(abs(total - tenths) for total in totals.values())
        return tuple(s for s, total in totals.items() if abs(total - tenths) == best)

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest total of a selection, in tenths."""
        totals = self.selections().values()
        return min(totals), max(totals)

    def __repr__(self) -> str:
        return f"<set {self.id}>"


_BUILT_IN: Final = _house_faces()
HOUSE: Final = CardSet(
    "house", "House set", tuple((_BUILT_IN[a], _BUILT_IN[b]) for a, b in _CARD_TABLE)
)
"""The set that is used when owners bring none."""

_FACE_KEYS: Final = ("id", "name", "kind", "strength", "normal", "track", "actions")
_FACE_ID: Final = re.compile(r"[a-z0-9]{1,12}")
_SET_ID: Final = re.compile(r"[a-z0-9]{1,16}")
_STRENGTH: Final = re.compile(r"[0-9]\.[0-9]")
_NAME_LENGTH: Final = 60


def _refuse(message: str, key: str) -> BadSet:
    return BadSet(message, code=message, key=key)


@lru_cache(maxsize=32)
def _read(text: str) -> CardSet:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        # a number with thousands of digits is a plain ValueError of int()
        raise _not_toml(error) from None
    head, face_tables, card_tables = _check_keys(data)
    found = [*_head_problems(head)]
    faces = dict(_BUILT_IN)
    own: set[str] = set()
    for table in face_tables:
        try:
            face = _read_face(table, own)
        except BadSet as bad:
            found.append(bad)
        else:
            own.add(face.id)
            faces[face.id] = face
    if len(card_tables) != 6:
        found.append(_refuse(f"set: six cards are needed, found {len(card_tables)}", "card"))
    if found:  # cards are looked at when all faces are known: else good ones would be blamed
        raise _all_of(found)
    return CardSet(head["id"], head["title"], _read_cards(card_tables, faces), text)


def _not_toml(error: Exception) -> BadSet:
    """Return the refusal of a text that is no TOML, which says where if that is known."""
    message = "set: not valid TOML"
    if not isinstance(error, tomllib.TOMLDecodeError):
        return _refuse(message, "set")
    where = str(error)
    if len(where) > 160:  # a long key may be in it; the place stands at its end
        where = f"{where[:80]}...{where[-60:]}"
    return BadSet(f"{message}: {where}", code=message, key="set")


def _head_problems(head: Mapping[str, Any]) -> Iterator[BadSet]:
    if not _matches(_SET_ID, head["id"]) or head["id"] == "house":
        yield _refuse(f"set: bad id {_show(head['id'])}", "id")
    if not _is_name(head["title"]):
        yield _refuse(f"set: bad title {_show(head['title'])}", "title")


def _all_of(found: Sequence[BadSet]) -> BadSet:
    """Return the first refusal, with the problems of all."""
    problems = [problem for bad in found for problem in bad.problems]
    return BadSet(str(found[0]), code=found[0].code, key=found[0].key, problems=problems)


def read_set(text: str) -> CardSet:
    """Return the set that the TOML ``text`` describes (section 7).

    The same text gives the same object. Raises BadSet with the document's message for the first
    failure in the document's order; its ``problems`` name one of every face or card at fault.
    ``text`` is untrusted.
    """
    return _read(check_set_size(text))


def _check_keys(data: dict[str, Any]) -> tuple[dict[str, Any], list[Any], list[Any]]:
    _known(data, ("set", "card", "face"))
    head, faces, cards = data.get("set"), data.get("face", []), data.get("card", [])
    if not isinstance(head, dict):
        raise _refuse("set: missing key set", "set")
    for name, tables in (("face", faces), ("card", cards)):
        if not isinstance(tables, list) or not all(isinstance(t, dict) for t in tables):
            raise _refuse(f"set: unknown key {name}", name)
    _known(head, ("id", "title"))
    for key in ("id", "title"):
        if key not in head:
            raise _refuse(f"set: missing key {key}", key)
    for number, table in enumerate(faces, 1):
        _known(table, _FACE_KEYS)
        for key in _FACE_KEYS:
            if key not in table:
                name = _show(table["id"] if key != "id" and "id" in table else number)
                raise _refuse(f"face {name}: missing key {key}", key)
    for table in cards:
        _known(table, ("a", "b"))
    return head, faces, cards


def _known(table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise _refuse(f"set: unknown key {_show(key)}", key)


def _read_face(table: dict[str, Any], own: set[str]) -> Face:
    id, kind, track, actions = table["id"], table["kind"], table["track"], table["actions"]
    shown = _show(id)
    if not _matches(_FACE_ID, id):
        raise _refuse(f"face {shown}: bad id {shown}", "id")
    if id in own:
        raise _refuse(f"face {id}: defined twice", "id")
    if not _is_name(table["name"]):
        raise _refuse(f"face {id}: bad name {_show(table['name'])}", "name")
    if not isinstance(kind, str) or kind not in KINDS:
        raise _refuse(f"face {id}: bad kind {_show(kind)}", "kind")
    strength = table["strength"]
    if not _matches(_STRENGTH, strength) or strength == "0.0":
        raise _refuse(f"face {id}: bad strength {_show(strength)}", "strength")
    if type(table["normal"]) is not bool:
        raise _refuse(f"face {id}: bad normal {_show(table['normal'])}", "normal")
    most = 3 if kind == "hazard" else 7
    if type(track) is not int or not 1 <= track <= most:
        raise _refuse(f"face {id}: bad track {_show(track)}", "track")
    if not isinstance(actions, list) or len(actions) != 6:
        found = len(actions) if isinstance(actions, list) else 0
        raise _refuse(f"face {id}: six actions are needed, found {found}", "actions")
    for die, word in enumerate(actions, 1):
        if not isinstance(word, str) or word not in ENEMY_ACTIONS:
            raise _refuse(f"face {id}: unknown action {_show(word)} for die {die}", "actions")
    if kind == "hazard" and _MOVING.intersection(actions):
        raise _refuse(f"face {id}: a hazard cannot move", "actions")
    if kind != "hazard" and not any(_HURTING.fullmatch(word) for word in actions):
        raise _refuse(f"face {id}: it could never hurt the landship", "actions")
    tenths = int(strength.replace(".", ""))
    return Face(id, table["name"], kind, tenths, table["normal"], track, tuple(actions))


def _read_cards(tables: list[Any], faces: Mapping[str, Face]) -> tuple[tuple[Face, Face], ...]:
    cards: list[tuple[Face, Face]] = []
    card_of: dict[str, int] = {}
    found: list[BadSet] = []
    for number, table in enumerate(tables, 1):
        try:
            cards.append(_read_card(table, number, faces, card_of))
        except BadSet as bad:
            found.append(bad)
    if found:
        raise _all_of(found)
    return tuple(cards)


def _read_card(
    table: Mapping[str, Any], number: int, faces: Mapping[str, Face], card_of: dict[str, int]
) -> tuple[Face, Face]:
    """Return the two faces of a card and note in ``card_of`` that they are taken."""
    a, b = table.get("a"), table.get("b")
    if a is None or b is None or (isinstance(a, str) and a == b):
        raise _refuse(f"card {number}: two different faces are needed", "card")
    for id in (a, b):
        if not isinstance(id, str) or id not in faces:
            raise _refuse(f"card {number}: unknown face {_show(id)}", "card")
    for id in (a, b):
        if id in card_of:
            other = card_of[id]
            raise _refuse(f"card {number}: face {id} is already on card {other}", "card")
        card_of[id] = number
    return faces[a], faces[b]


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _NAME_LENGTH and value.isprintable()


def _show(value: object) -> str:
    return shown(value, str)


# --- own cards (2.3) ---------------------------------------------------------------------------

HULL, WEAPON, SUPPORT = 0, 1, 2
SLOTS: Final = (HULL, WEAPON, SUPPORT)
VITAL: Final = (HULL, WEAPON)
"""The own cards without which the game is lost (LS-67)."""
SLOT_NAMES: Final = ("hull", "weapon", "support")

_ANY: Final = {"landship": 1, "artillery": 1, "infantry": 1}
_SOFT: Final = {"artillery": 1, "infantry": 1}


class Shot(NamedTuple):
    """An attack: ``damage`` by kind of target (other kinds can't be hit), where, and recoil."""

    damage: Mapping[str, int]
    columns: tuple[int, ...] = COLUMNS
    row: str = "front"
    recoil: int = 0


class Mend(NamedTuple):
    """A repair of one card: how much by slot (slots with 0 can't be mended)."""

    amounts: tuple[int, int, int]


class Special(NamedTuple):
    """An action of its own kind, by name; "nothing" does nothing."""

    name: str


Deed: TypeAlias = Shot | Mend | Special

NOTHING: Final = Special("nothing")
HUNKER: Final = Special("hunker")
TRENCH: Final = Special("trench")
ADRENALINE: Final = Special("adrenaline")
INGENUITY: Final = Special("ingenuity")
DESPERATION: Final = Special("desperation")
OUTMANEUVER: Final = Special("outmaneuver")


class Action(NamedTuple):
    """What an own card does for one die: its name, what it says, what it does, its rules."""

    name: str
    text: str
    deed: Deed
    rules: tuple[str, ...]

    @property
    def title(self) -> str:
        """The line printed on the card."""
        return f"{self.name}: {self.text}" if self.text else self.name


@dataclass(frozen=True, slots=True, eq=False)
class OwnCard:
    """One of the landship's cards; ``actions`` are for the dice 1 to 6."""

    id: str
    name: str
    slot: int
    track: int
    actions: tuple[Action, ...]

    def action(self, die: int) -> Action:
        """Return what the card does for ``die``."""
        return self.actions[die - 1]

    def __repr__(self) -> str:
        return f"<own card {self.id}>"


_CORVETTE_PIERCE: Final = Action("Pierce", "1 to a landship", Shot({"landship": 1}), ("LS-55",))
_TROOPS_FIRE: Final = Action("Fire", "infantry, guns 1", Shot(_SOFT), ("LS-63",))
_HIGH_EXPLOSIVE: Final = Action("High explosive", "1 to any", Shot(_ANY), ("LS-48",))


def _side_gun(place: str, column: int) -> Action:
    damage = {"infantry": 2, "artillery": 2, "landship": 1}
    return Action(f"Fire {place}", "2, landship 1", Shot(damage, (column,)), ("LS-53",))


OWN_CARDS: Final = {
    card.id: card
    for card in (
        OwnCard(
            "hull",
            "Landship Hull",
            HULL,
            6,
            (
                Action("Hunker down", "hull safe next turn", HUNKER, ("LS-40",)),
                Action("Ingenuity", "turn another die by 1", INGENUITY, ("LS-41",)),
                Action("Stuck in the mud", "", NOTHING, ("LS-42",)),
                Action("Repair", "hull +2, or other +1", Mend((2, 1, 1)), ("LS-43",)),
                Action("Adrenaline", "extra die next turn", ADRENALINE, ("LS-44",)),
                Action("Machine gun", "infantry, guns 1", Shot(_SOFT), ("LS-45",)),
            ),
        ),
        OwnCard(
            "cannon",
            "Forward Cannon",
            WEAPON,
            4,
            (
                Action("Pierce", "1 to a landship", Shot({"landship": 1}), ("LS-46",)),
                Action(
                    "Pierce",
                    "2 to centre landship",
                    Shot({"landship": 2}, (1,)),
                    ("LS-47",),
                ),
                _HIGH_EXPLOSIVE,
                _HIGH_EXPLOSIVE,
                Action("Jam", "", NOTHING, ("LS-49",)),
                Action("Repair", "weapon +2, or other +1", Mend((1, 2, 1)), ("LS-50",)),
            ),
        ),
        OwnCard(
            "corvette",
            "Corvette",
            WEAPON,
            5,
            (
                _CORVETTE_PIERCE,
                _CORVETTE_PIERCE,
                Action("Out-maneuver", "swap two in front", OUTMANEUVER, ("LS-56", "LS-57")),
                Action("High explosive", "1 to any", Shot(_ANY), ("LS-58",)),
                Action("Stuck in the mud", "", NOTHING, ("LS-59",)),
                Action("Repair", "itself +2", Mend((0, 2, 0)), ("LS-60",)),
            ),
        ),
        OwnCard(
            "sponsons",
            "Sponsons",
            SUPPORT,
            3,
            (
                Action("Jam", "", NOTHING, ("LS-51",)),
                Action("Repair", "self +2, or other +1", Mend((1, 1, 2)), ("LS-52",)),
                _side_gun("left", 0),
                _side_gun("centre", 1),
                _side_gun("right", 2),
                Action("Desperation", "roll another die again", DESPERATION, ("LS-54",)),
            ),
        ),
        OwnCard(
            "troops",
            "Shock Troops",
            SUPPORT,
            3,
            (
                Action("Reinforce", "self +2, or other +1", Mend((1, 1, 2)), ("LS-61",)),
                Action("Into the trenches", "cover next turn", TRENCH, ("LS-62",)),
                _TROOPS_FIRE,
                Action("Infiltration", "1 to any in back row", Shot(_ANY, row="back"), ("LS-64",)),
                _TROOPS_FIRE,
                Action(
                    "Rush",
                    "infantry, guns 2, self −1",
                    Shot({"artillery": 2, "infantry": 2}, recoil=1),
                    ("LS-65",),
                ),
            ),
        ),
    )
}
