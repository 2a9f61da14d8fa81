"""Short words for the tests of Pocket Landship: everything goes through the public contract.

A row of enemies is written ``boar:4 - infantry``: a face with its number (left out: as it
starts), or ``-`` for an empty place. Front and back are parted by ``/``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

import pocketlib
from pocketlib import State

GAME = pocketlib.game("landship")

PARADE = "boar badger lightart / badgerb infantry minefield"

# Tables 2.3 to 2.5 of the specification, written down again so that the engine's are checked.
TRACK = {
    "boar": 6,
    "bison": 7,
    "badger": 5,
    "badgera": 5,
    "badgerb": 5,
    "bobcat": 4,
    "lightart": 3,
    "medart": 4,
    "infantry": 3,
    "elite": 4,
    "minefield": 2,
    "ambush": 1,
}
HAZARDS = {"minefield", "ambush"}
MOBILE = [face for face in TRACK if face not in HAZARDS]
STRENGTH = {  # printed strength in tenths
    "boar": 40,
    "bison": 60,
    "badger": 25,
    "badgera": 25,
    "badgerb": 25,
    "bobcat": 20,
    "lightart": 18,
    "medart": 25,
    "infantry": 15,
    "elite": 20,
    "minefield": 13,
    "ambush": 13,
}
CARDS = [
    ("boar", "bison"),
    ("badger", "badgera"),
    ("badgerb", "bobcat"),
    ("lightart", "medart"),
    ("infantry", "elite"),
    ("minefield", "ambush"),
]
NORMAL = [a for a, _ in CARDS]
ALTERNATE = [b for _, b in CARDS]
OWN_TRACK = {"hull": 6, "cannon": 4, "corvette": 5, "sponsons": 3, "troops": 3}

POSITIONS = ("fl", "fc", "fr", "bl", "bc", "br")

Cell = list[Any] | None


def fresh(face: str) -> int:
    """Return the number on which the cube of ``face`` starts."""
    return 0 if face in HAZARDS else TRACK[face]


def start(enemies: str = PARADE, **options: Any) -> State:
    """Return the start of a listed game, the enemy first, unless ``options`` say otherwise."""
    faces = enemies.replace("/", " ").split()
    return GAME.new(**{"enemies": faces, "layout": "listed", "first": "enemy", **options})


def play(state: State, *moves: str) -> State:
    """Return the state after ``moves``."""
    for move in moves:
        state = state.after(move)
    return state


def log(state: State) -> list[str]:
    """Return the log of the last move; the events must say the same."""
    lines: list[str] = state.dump()["log"]
    assert lines == [" ".join(map(str, event)) for event in state.events()]
    return lines


def part_of(lines: list[str], act: str) -> list[str]:
    """Return what followed the line ``act`` until the next enemy card acted."""
    at = lines.index(act) + 1
    rest = lines[at:]
    return rest[: next((i for i, line in enumerate(rest) if line.startswith("act ")), len(rest))]


def own(state: State) -> dict[str, int]:
    """Return the strengths of the own cards."""
    strengths: dict[str, int] = state.dump()["own"]
    return strengths


def cells(row: str) -> list[Cell]:
    """Return the three cells of a row in words."""
    found: list[Cell] = []
    for word in row.split():
        face, _, number = word.partition(":")
        found.append(None if face == "-" else [face, int(number) if number else fresh(face)])
    return found


def table(state: State) -> str:
    """Return both enemy rows in words, every number given."""
    dump = state.dump()
    rows = [
        " ".join("-" if cell is None else f"{cell[0]}:{cell[1]}" for cell in dump[row])
        for row in ("front", "back")
    ]
    return " / ".join(rows)


def board_dump(
    enemies: str = PARADE,
    phase: str = "enemy",
    strengths: Iterable[int] | None = None,
    *,
    weapon: str = "cannon",
    support: str = "sponsons",
    trenches: str = "all",
    **changes: Any,
) -> dict[str, Any]:
    """Return the dump of a position: ``strengths`` are those of hull, weapon and support.

    What is gone from the table was other faces of a free pairing; the Final Battle follows from
    the numbers; ``changes`` are keys of the dump.
    """
    front, back = (cells(row) for row in enemies.split("/"))
    faces = [cell[0] for cell in front + back if cell]
    # Chaos twice in a turn needs both faces that have it, so these fill up first.
    others = [face for face in ("boar", "bison", *TRACK) if face not in faces]
    listed = list(dict.fromkeys(faces + others))[:6]
    slots = ("hull", weapon, support)
    full = [OWN_TRACK[slot] for slot in slots]
    mine = dict(zip(slots, full if strengths is None else strengths, strict=True))
    dump: dict[str, Any] = {
        "game": "landship",
        "options": {
            "weapon": weapon,
            "support": support,
            "enemies": listed,
            "layout": "listed",
            "first": "enemy",
            "pairing": "free",
            "trenches": trenches,
        },
        "phase": phase,
        "round": 3,
        "first": "enemy",
        "deck": [],
        "front": front,
        "back": back,
        "own": mine,
        "final": len(faces) <= 3 or sum(s > 0 for s in mine.values()) <= 2,
        "hunker": False,
        "trench": False,
        "adrenaline": False,
        "chaos": 0,
        "fixed": [],
        "rolled": [],
        "placed": {},
        "used": [],
        "reroll": None,
        "result": None,
        "log": [],
    }
    assert changes.keys() <= dump.keys()
    return {**dump, **changes}


def board(enemies: str = PARADE, phase: str = "enemy", *args: Any, **changes: Any) -> State:
    """Return the position of :func:`board_dump`."""
    return GAME.load(board_dump(enemies, phase, *args, **changes))


def hand(enemies: str, dice: str, strengths: Iterable[int] | None = None, **more: Any) -> State:
    """Return the player's turn after placing ``dice`` ("6 2 -": hull, weapon, support).

    If there are fewer dice than own cards, Chaos has taken the others.
    """
    dump = board_dump(enemies, "roll", strengths, **more)
    values = sorted(die for die in dice.split() if die != "-")
    dump["chaos"] = sum(s > 0 for s in dump["own"].values()) - len(values)
    return play(GAME.load(dump), "roll " + " ".join(values), f"place {dice}")


def uses(state: State) -> set[str]:
    """Return the uses that are legal now; in ``act`` there must be ``end`` as well."""
    moves: set[str] = set(state.moves())
    assert len(moves) == len(state.moves())
    if state.phase != "act":
        return set()
    assert "end" in moves
    return moves - {"end"}


def rolls(dice: int, word: str = "roll") -> dict[str, int]:
    """Return every sorted roll of ``dice`` dice with the number of ordered rolls that give it."""
    counts: dict[str, int] = {}
    for roll in product("123456", repeat=dice):
        text = " ".join([word, *sorted(roll)])
        counts[text] = counts.get(text, 0) + 1
    return counts


def toml(data: dict[str, Any]) -> str:
    """Return the text of an own set: tables of plain values, as section 7 shows them."""
    lines = []
    for name, tables in data.items():
        for table_ in tables if isinstance(tables, list) else [tables]:
            lines.append(f"[[{name}]]" if isinstance(tables, list) else f"[{name}]")
            # A JSON text, number, truth value or list of texts is the same in TOML.
            lines += [f"{key} = {json.dumps(value)}" for key, value in table_.items()]
    return "\n".join(lines) + "\n"


def face(id: str, **changes: Any) -> dict[str, Any]:
    """Return a complete ``[[face]]`` table: a landship that is easy to spot, with ``changes``."""
    return {
        "id": id,
        "name": f"The {id}",
        "kind": "landship",
        "strength": "3.0",
        "normal": False,
        "track": 4,
        "actions": ["hull-1", "none", "none", "none", "none", "none"],
        **changes,
    }


def own_set(
    *faces: dict[str, Any], cards: list[tuple[str, str]] | None = None, **changes: Any
) -> dict[str, Any]:
    """Return the data of an own set with these new ``faces`` and the house's cards."""
    data: dict[str, Any] = {
        "set": {"id": "mine", "title": "My copy", **changes},
        "card": [{"a": a, "b": b} for a, b in (CARDS if cards is None else cards)],
    }
    if faces:
        data["face"] = list(faces)
    return data


def walk(state: State, rng: Random) -> Iterator[State]:
    """Yield ``state`` and every later state of a random game."""
    yield state
    while state.to_move is not None:
        chance = state.to_move == pocketlib.CHANCE
        move = state.chances().sample(rng) if chance else rng.choice(state.moves())
        state = state.after(move)
        yield state


def random_options(rng: Random) -> dict[str, Any]:
    """Return options drawn over everything that section 8 offers."""
    enemies: Any = rng.choice(["normal", "alternate", "random", rng.randint(131, 168), None, None])
    pairing = "cards"
    if enemies is None:
        pairing = rng.choice(["cards", "free"])
        faces = [rng.choice(card) for card in CARDS]
        enemies = rng.sample(list(TRACK) if pairing == "free" else faces, 6)
    return {
        "weapon": rng.choice(["cannon", "corvette"]),
        "support": rng.choice(["sponsons", "troops"]),
        "enemies": enemies,
        "layout": rng.choice(["shuffle", "listed"]),
        "first": rng.choice(["dice", "enemy", "player"]),
        "pairing": pairing,
        "trenches": rng.choice(["all", "self"]),
    }
