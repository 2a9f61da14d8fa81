"""A second, naive resolver of Pocket Landship, written from the rules document alone.

It shares no code with the engine and is only there to disagree with it. A state is the JSON dump
of section 5 as a plain dict; every move copies the whole dict. Nothing here is meant to be fast.
"""

from __future__ import annotations

import copy
import itertools
import random
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

State = dict[str, Any]
Face = dict[str, Any]

# ---------------------------------------------------------------------------------------------
# Tables of section 2
# ---------------------------------------------------------------------------------------------

FRONT = ["fl", "fc", "fr"]  # 2.2
BACK = ["bl", "bc", "br"]

START = {"hull": 6, "cannon": 4, "corvette": 5, "sponsons": 3, "troops": 3}  # 2.3, LS-12


def _face(kind: str, strength: int, track: int, actions: str) -> Face:
    return {"kind": kind, "strength": strength, "track": track, "actions": actions.split()}


# 2.4, with the action words of section 7; the strength is in tenths.
HOUSE_FACES: dict[str, Face] = {
    "boar": _face("landship", 40, 6, "hull-2 hull-1 chaos none retreat weapon-1"),
    "bison": _face("landship", 60, 7, "retreat hull-2 support-1 chaos none weapon-2"),
    "badger": _face("landship", 25, 5, "hull-1 hull-1 weapon-1 retreat none left"),
    "badgera": _face("landship", 25, 5, "none right retreat hull-1 weapon-1 weapon-1"),
    "badgerb": _face("landship", 25, 5, "hull-1 hull-1 weapon-1 retreat left none"),
    "bobcat": _face("landship", 20, 4, "right none retreat hull-1 weapon-1 support-1"),
    "lightart": _face("artillery", 18, 3, "none spotters right spotters retreat support-1"),
    "medart": _face("artillery", 25, 4, "none right retreat support-1 spotters spotters"),
    "infantry": _face("infantry", 15, 3, "none right weapon-1 support-1 support-1 retreat"),
    "elite": _face("infantry", 20, 4, "hull-1 support-1 support-1 none left retreat"),
    "minefield": _face("hazard", 13, 2, "hull-2 none none hull-1 support-1 none"),
    "ambush": _face("hazard", 13, 1, "hull-2 hull-1 none weapon-2 hull-1 support-2"),
}

# 2.5
HOUSE_CARDS = [
    ("boar", "bison"),
    ("badger", "badgera"),
    ("badgerb", "bobcat"),
    ("lightart", "medart"),
    ("infantry", "elite"),
    ("minefield", "ambush"),
]

ACTION_WORDS = {
    "none", "hull-1", "hull-2", "weapon-1", "weapon-2", "support-1", "support-2",
    "chaos", "retreat", "left", "right", "spotters",
}  # fmt: skip

# ---------------------------------------------------------------------------------------------
# Own card sets, section 7
# ---------------------------------------------------------------------------------------------

KEYS = {
    "top": ["set", "card", "face"],
    "set": ["id", "title"],
    "card": ["a", "b"],
    "face": ["id", "name", "kind", "strength", "normal", "track", "actions"],
}


def read_set(text: str) -> dict[str, Any]:
    """Read an own card set: `id`, `title`, `faces`, `cards` and the TOML `text` itself."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ValueError("set: not valid TOML") from None
    head = _table(data.get("set"))
    cards = _tables(data.get("card"))
    faces = _tables(data.get("face"))
    _refuse_unknown_keys(data, head, cards, faces)
    _refuse_missing_keys(head, faces)
    if not _is_id(head["id"], 16) or head["id"] == "house":
        raise ValueError(f"set: bad id {head['id']}")
    defined: dict[str, Face] = {}
    for table in faces:
        _check_face(table, defined)
        defined[table["id"]] = {
            "kind": table["kind"],
            "strength": int(table["strength"].replace(".", "")),
            "track": table["track"],
            "actions": list(table["actions"]),
        }
    known = HOUSE_FACES | defined
    if len(cards) != 6:
        raise ValueError(f"set: six cards are needed, found {len(cards)}")
    _check_cards(cards, known)
    return {
        "id": head["id"],
        "title": head["title"],
        "faces": known,
        "cards": [(card["a"], card["b"]) for card in cards],
        "text": text,
    }


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _tables(value: Any) -> list[dict[str, Any]]:
    """The tables of an array of tables; what is not a table counts as an empty one."""
    if not isinstance(value, list):
        return []
    return [_table(entry) for entry in value]


def _refuse_unknown_keys(
    data: dict[str, Any],
    head: dict[str, Any],
    cards: list[dict[str, Any]],
    faces: list[dict[str, Any]],
) -> None:
    places = [("top", data), ("set", head)]
    places += [("card", card) for card in cards] + [("face", face) for face in faces]
    for place, table in places:
        for key in table:
            # A `face` that is no array cannot be read as faces, and must not pass unseen.
            shapeless = place == "top" and key == "face" and not isinstance(table[key], list)
            if key not in KEYS[place] or shapeless:
                raise ValueError(f"set: unknown key {key}")


def _refuse_missing_keys(head: dict[str, Any], faces: list[dict[str, Any]]) -> None:
    for key in KEYS["set"]:
        if key not in head:
            raise ValueError(f"set: missing key {key}")
    for number, face in enumerate(faces, start=1):
        for key in KEYS["face"]:
            if key not in face:
                raise ValueError(f"face {face.get('id', number)}: missing key {key}")


def _is_id(value: Any, longest: int) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(f"[a-z0-9]{{1,{longest}}}", value))


def _is_strength(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9]\.[0-9]", value)) and value != "0.0"


def _is_track(value: Any, kind: str) -> bool:
    most = 3 if kind == "hazard" else 7
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _check_face(face: dict[str, Any], before: dict[str, Face]) -> None:
    """Check one `[[face]]` table, in the order the document gives."""
    name = face["id"]
    if not _is_id(name, 12):
        raise ValueError(f"face {name}: bad id {name}")
    if name in before:
        raise ValueError(f"face {name}: defined twice")
    if face["kind"] not in ("landship", "artillery", "infantry", "hazard"):
        raise ValueError(f"face {name}: bad kind {face['kind']}")
    if not _is_strength(face["strength"]):
        raise ValueError(f"face {name}: bad strength {face['strength']}")
    if not _is_track(face["track"], face["kind"]):
        raise ValueError(f"face {name}: bad track {face['track']}")
    actions = face["actions"] if isinstance(face["actions"], list) else []
    if len(actions) != 6:
        raise ValueError(f"face {name}: six actions are needed, found {len(actions)}")
    for die, word in enumerate(actions, start=1):
        if not isinstance(word, str) or word not in ACTION_WORDS:
            raise ValueError(f"face {name}: unknown action {word} for die {die}")
    if face["kind"] == "hazard":
        if {"retreat", "left", "right"} & set(actions):
            raise ValueError(f"face {name}: a hazard cannot move")
    elif not any(word.startswith(("hull", "weapon", "spotters")) for word in actions):
        raise ValueError(f"face {name}: it could never hurt the landship")


def _check_cards(cards: list[dict[str, Any]], known: dict[str, Face]) -> None:
    """Check the six `[[card]]` tables, in the order the document gives."""
    owner: dict[str, int] = {}
    for number, card in enumerate(cards, start=1):
        if "a" not in card or "b" not in card or card["a"] == card["b"]:
            raise ValueError(f"card {number}: two different faces are needed")
        sides = [card["a"], card["b"]]
        for face in sides:
            if not isinstance(face, str) or face not in known:
                raise ValueError(f"card {number}: unknown face {face}")
        for face in sides:
            if face in owner:
                raise ValueError(f"card {number}: face {face} is already on card {owner[face]}")
        for face in sides:
            owner[face] = number


@cache
def _read_set_once(text: str) -> dict[str, Any]:
    return read_set(text)


def _book(set_text: str | None) -> dict[str, Any]:
    """Faces and cards in force: the own set's, or tables 2.4 and 2.5."""
    if set_text is None:
        return {"faces": HOUSE_FACES, "cards": HOUSE_CARDS}
    return _read_set_once(set_text)


def _kind(state: State, face: str) -> str:
    kind: str = _book(state.get("set"))["faces"][face]["kind"]
    return kind


def _track(state: State, face: str) -> int:
    track: int = _book(state.get("set"))["faces"][face]["track"]
    return track


def _action(state: State, face: str, die: int) -> str:
    word: str = _book(state.get("set"))["faces"][face]["actions"][die - 1]
    return word


def _mobile(state: State, face: str) -> bool:
    return _kind(state, face) != "hazard"


# ---------------------------------------------------------------------------------------------
# Options, section 8
# ---------------------------------------------------------------------------------------------

CHOICES = {
    "weapon": ["cannon", "corvette"],
    "support": ["sponsons", "troops"],
    "layout": ["shuffle", "listed"],
    "first": ["dice", "enemy", "player"],
    "pairing": ["cards", "free"],
    "trenches": ["all", "self"],
}
ENEMY_WORDS = ["normal", "alternate", "random"]


def _totals(book: dict[str, Any]) -> dict[str, int]:
    """Total strength in tenths of each of the 64 side choices, `aaaaaa` to `bbbbbb` (LS-R34)."""
    return {
        sides: sum(book["faces"][face]["strength"] for face in _faces_of(book, sides))
        for sides in ("".join(letters) for letters in itertools.product("ab", repeat=6))
    }


def _faces_of(book: dict[str, Any], sides: str) -> list[str]:
    return [card["ab".index(side)] for card, side in zip(book["cards"], sides, strict=True)]


def _candidates(book: dict[str, Any], wanted: str | int) -> list[str]:
    """The side choices that `pick` draws from (8.2)."""
    totals = _totals(book)
    if wanted == "random":
        return sorted(totals)
    assert isinstance(wanted, int)
    nearest = min(abs(total - wanted) for total in totals.values())
    return sorted(sides for sides, total in totals.items() if abs(total - wanted) == nearest)


def _checked_options(options: dict[str, Any], book: dict[str, Any]) -> dict[str, Any]:
    """All seven options with defaults filled in, or the refusals of 8.3."""
    full: dict[str, Any] = {"enemies": "normal"}
    full |= {name: values[0] for name, values in CHOICES.items()}
    for name, value in options.items():
        if name not in full:
            raise ValueError(f"unknown option {name}")
        if name != "enemies" and not (isinstance(value, str) and value in CHOICES[name]):
            raise ValueError(f"option {name}: bad value {value}")
        full[name] = value
    enemies = full["enemies"]
    if isinstance(enemies, list | tuple):
        full["enemies"] = _checked_list(list(enemies), full["pairing"], book)
    elif type(enemies) is int:  # True and False are no numbers here
        totals = _totals(book).values()
        if not min(totals) <= enemies <= max(totals):
            raise ValueError(f"option enemies: {enemies} is out of range")
    elif not (isinstance(enemies, str) and enemies in ENEMY_WORDS):
        raise ValueError(f"option enemies: bad value {enemies}")
    if full["pairing"] == "free" and not isinstance(full["enemies"], list):
        raise ValueError("option pairing: free needs a list of enemies")  # 8.1
    return full


def _checked_list(faces: list[Any], pairing: str, book: dict[str, Any]) -> list[str]:
    if len(faces) != 6:
        raise ValueError("option enemies: six faces are needed")
    on_cards = [face for card in book["cards"] for face in card]
    for face in faces:
        if not isinstance(face, str) or face not in on_cards:
            raise ValueError(f"option enemies: unknown face {face}")
    if len(set(faces)) != 6:
        raise ValueError("option enemies: a face is listed twice")
    if pairing == "cards" and any(set(card) <= set(faces) for card in book["cards"]):
        raise ValueError("option enemies: two faces of one card")  # LS-2
    return faces


# ---------------------------------------------------------------------------------------------
# Set-up: new, pick, deal, first
# ---------------------------------------------------------------------------------------------


def new(options: dict[str, Any] | None = None, set_text: str | None = None) -> State:
    """The start state; ValueError if the options or the set are refused."""
    book = _book(set_text)
    full = _checked_options(options or {}, book)
    state: State = {
        "game": "landship",
        "options": full,
        "phase": "pick",
        "round": 1,
        "first": None,
        "deck": [],
        "front": [None, None, None],
        "back": [None, None, None],
        # LS-3, LS-12
        "own": {card: START[card] for card in ("hull", full["weapon"], full["support"])},
        "final": False,
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
    if set_text is not None:
        state["set"] = set_text
    enemies = full["enemies"]
    if isinstance(enemies, list):
        _faces_chosen(state, enemies)
    elif enemies == "normal":
        _faces_chosen(state, _faces_of(book, "aaaaaa"))  # LS-8
    elif enemies == "alternate":
        _faces_chosen(state, _faces_of(book, "bbbbbb"))
    return state


def _faces_chosen(state: State, faces: list[str]) -> None:
    """The six faces are known: lay them out as listed, or make the deck (LS-9)."""
    if state["options"]["layout"] == "listed":
        for face in faces:
            _lay(state, face)
        _dealt(state)
    else:
        printed = [face for card in _book(state.get("set"))["cards"] for face in card]
        state["deck"] = sorted(faces, key=printed.index)
        state["phase"] = "deal"


def _lay(state: State, face: str) -> None:
    """Put a face on the first free position, its cube on the start (LS-10)."""
    cell = [face, _track(state, face) if _mobile(state, face) else 0]
    row = state["front"] if None in state["front"] else state["back"]
    row[row.index(None)] = cell


def _dealt(state: State) -> None:
    if state["options"]["first"] == "dice":
        state["phase"] = "first"
    else:
        _first_turn(state, state["options"]["first"])


def _first_turn(state: State, side: str) -> None:
    state["first"] = side
    if side == "enemy":
        state["phase"] = "enemy"
    else:
        _start_player_turn(state)


def _do_pick(state: State, words: list[str]) -> None:
    _faces_chosen(state, _faces_of(_book(state.get("set")), words[1]))


def _do_deal(state: State, words: list[str]) -> None:
    state["deck"].remove(words[1])
    _lay(state, words[1])
    if len(state["deck"]) == 1:  # the sixth card needs no node
        _lay(state, state["deck"].pop())
        _dealt(state)


def _do_first(state: State, words: list[str]) -> None:
    total = sum(int(word) for word in words[1:])
    _first_turn(state, "enemy" if total % 2 == 0 else "player")  # LS-13


# ---------------------------------------------------------------------------------------------
# The public questions
# ---------------------------------------------------------------------------------------------


def to_move(state: State) -> int | str | None:
    """0 (the player), "chance", or None when the game is over."""
    if state["phase"] in ("repair", "place", "act"):
        return 0
    return None if state["phase"] == "over" else "chance"


def legal(state: State) -> list[str]:
    """Seat 0's legal moves, sorted as strings; empty at a chance node and at the end."""
    if state["phase"] == "repair":
        return sorted(_repairs(state))
    if state["phase"] == "place":
        return sorted(_placements(state))
    if state["phase"] == "act":
        return sorted([*_uses(state), "end"])  # LS-35
    return []


def chances(state: State) -> dict[str, Fraction]:
    """Exact probabilities of a chance node; empty elsewhere."""
    phase = state["phase"]
    if phase == "pick":
        sides = _candidates(_book(state.get("set")), state["options"]["enemies"])
        return {f"pick {letters}": Fraction(1, len(sides)) for letters in sides}
    if phase == "deal":
        return {f"deal {face}": Fraction(1, len(state["deck"])) for face in state["deck"]}
    if phase == "first":
        return _sorted_rolls("first", 3)
    if phase == "enemy":
        return _sorted_rolls("roll", len(_cards(state["front"])))  # LS-15, LS-71, LS-72
    if phase == "roll":
        return _sorted_rolls("roll", _dice(state) - len(state["fixed"]))  # LS-32, LS-37
    if phase == "reroll":
        return {f"reroll {value}": Fraction(1, 6) for value in range(1, 7)}
    return {}


def _sorted_rolls(word: str, dice: int) -> dict[str, Fraction]:
    return {
        " ".join([word, *map(str, roll)]): Fraction(count, 6**dice)
        for roll, count in _roll_counts(dice).items()
    }


@cache
def _roll_counts(dice: int) -> Counter[tuple[int, ...]]:
    """How many of the 6^n ordered rolls give each sorted one."""
    return Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, 7), repeat=dice))


def after(state: State, move: str) -> State:
    """The state after a move; ValueError if the move is not in the current list (8.3)."""
    if move not in legal(state) and move not in chances(state):
        raise ValueError(f"not legal now: {move}")
    child = copy.deepcopy(state)
    child["log"] = []
    do = {
        "pick": _do_pick,
        "deal": _do_deal,
        "first": _do_first,
        "enemy": _do_enemy,
        "repair": _do_repair,
        "roll": _do_roll,
        "place": _do_place,
        "act": _do_act,
        "reroll": _do_reroll,
    }
    do[state["phase"]](child, move.split())
    return child


# ---------------------------------------------------------------------------------------------
# The enemy's cards on the table
# ---------------------------------------------------------------------------------------------


def _cards(row: list[Any]) -> list[Any]:
    return [cell for cell in row if cell is not None]


def _enemies(state: State) -> int:
    return len(_cards(state["front"])) + len(_cards(state["back"]))


def _nearest(row: list[Any], column: int) -> int | None:
    """The occupied column nearest to `column`; the left one of two equally near (LS-R7)."""
    occupied = [index for index in range(3) if row[index] is not None]
    return min(occupied, key=lambda index: (abs(index - column), index), default=None)


def _exchange(row: list[Any], one: int, other: int) -> None:
    row[one], row[other] = row[other], row[one]


def _over(state: State, won: bool) -> None:
    state["phase"] = "over"
    state["result"] = [1 if won else 0]
    state["log"].append("win" if won else "loss")


def _is_over(state: State) -> bool:
    return bool(state["phase"] == "over")


def _check_final(state: State) -> None:
    """LS-69, LS-R10: at once, and for good."""
    alive = sum(strength > 0 for strength in state["own"].values())
    if not state["final"] and (_enemies(state) <= 3 or alive <= 2):
        state["final"] = True
        state["log"].append("final")


def _remove(state: State, row_name: str, column: int, dice: list[int | None]) -> None:
    """An enemy card leaves the game (LS-6); `dice` are the unspent dice over the front columns.

    A card that leaves in the enemy turn has just acted, so nothing waits in its column and the
    newcomer has no die (LS-R3).
    """
    row = state[row_name]
    state["log"].append(f"gone {row[column][0]}")
    row[column] = None
    if _enemies(state) == 0:  # LS-7
        _over(state, won=True)
        return
    if row_name == "front":  # LS-68; a gap in the back row stays (LS-R30)
        behind = _nearest(state["back"], column)
        if behind is not None:
            _bring_up(state, behind, column)
    _check_final(state)
    _close_ranks(state, dice)


def _bring_up(state: State, behind: int, column: int) -> None:
    state["front"][column] = state["back"][behind]
    state["back"][behind] = None
    state["log"].append(f"up {state['front'][column][0]} {FRONT[column]}")


def _close_ranks(state: State, dice: list[int | None]) -> None:
    """LS-71, LS-R27: the last two stand on fl and fr, in order and with their dice."""
    front = state["front"]
    if _enemies(state) != 2 or front[1] is None:
        return
    empty = 0 if front[0] is None else 2
    _exchange(front, 1, empty)
    _exchange(dice, 1, empty)
    state["log"].append(f"close {front[empty][0]} {FRONT[empty]}")


# ---------------------------------------------------------------------------------------------
# The enemy turn, 4.1
# ---------------------------------------------------------------------------------------------


def _do_enemy(state: State, words: list[str]) -> None:
    values = sorted(int(word) for word in words[1:])
    # LS-16, LS-R35: lowest to the leftmost card. A column without a card or whose die has acted
    # holds None, and so does a column into which a newcomer steps (LS-R3).
    dice: list[int | None] = [None if cell is None else values.pop(0) for cell in state["front"]]
    while not _is_over(state) and any(die is not None for die in dice):
        # LS-17, LS-21, LS-R4: always the leftmost unspent die
        column = next(index for index in range(3) if dice[index] is not None)
        _enemy_acts(state, column, dice)
    state["hunker"] = False  # LS-40, LS-62: for this turn only, however it ended
    state["trench"] = False
    if not _is_over(state):
        if state["first"] == "player":
            state["round"] += 1  # LS-14
        _start_player_turn(state)


def _enemy_acts(state: State, column: int, dice: list[int | None]) -> None:
    die = dice[column]
    assert die is not None
    dice[column] = None
    cell = state["front"][column]
    face = cell[0]
    state["log"].append(f"act {FRONT[column]} {face} {die}")
    _enemy_action(state, column, dice, _action(state, face, die))
    if _is_over(state):  # LS-R9: a loss comes before the hazard's count
        return
    if not _mobile(state, face):  # LS-30, even if the die did nothing
        cell[1] += 1
        state["log"].append(f"spent {face}")
        if cell[1] == _track(state, face):  # LS-31
            _remove(state, "front", column, dice)


def _enemy_action(state: State, column: int, dice: list[int | None], word: str) -> None:
    if word == "none":  # LS-28
        state["log"].append("none")
    elif word == "chaos":  # LS-27
        state["chaos"] += 1
        state["log"].append("chaos")
    elif word in ("left", "right"):
        _deploy(state, column, dice, word)
    elif word == "retreat":
        _retreat(state, column)
    elif word == "spotters":  # LS-26, LS-R28
        infantry = any(_kind(state, cell[0]) == "infantry" for cell in _cards(state["front"]))
        _enemy_damage(state, "hull", 2 if infantry else 1)
    else:  # LS-18, LS-19
        slot, amount = word.split("-")
        _enemy_damage(state, _card_in(state, slot), int(amount))


def _card_in(state: State, slot: str) -> str:
    card: str = "hull" if slot == "hull" else state["options"][slot]
    return card


def _deploy(state: State, column: int, dice: list[int | None], side: str) -> None:
    """LS-20, LS-22: change places with the next card on that side; the dice go along."""
    if side == "left":
        others = [index for index in reversed(range(column)) if state["front"][index] is not None]
    else:
        others = [index for index in range(column + 1, 3) if state["front"][index] is not None]
    if not others:
        state["log"].append("none")
        return
    other = others[0]  # with two enemies the empty centre does not count (LS-R6)
    _exchange(state["front"], column, other)
    _exchange(dice, column, other)
    _log_swap(state, column, other)


def _log_swap(state: State, one: int, other: int) -> None:
    state["log"].append(f"swap {FRONT[min(one, other)]} {FRONT[max(one, other)]}")


def _retreat(state: State, column: int) -> None:
    """LS-23, LS-24: straight back, mended by 1; the nearest back card comes to the front."""
    if state["final"] or _enemies(state) <= 3:  # LS-25, LS-70
        state["log"].append("none")
        return
    cell = state["front"][column]
    face = cell[0]
    behind = _nearest(state["back"], column)
    assert behind is not None
    if cell[1] < _track(state, face):  # LS-39, LS-R8
        cell[1] += 1
        state["log"].append(f"mend {face} 1")
    state["log"].append(f"retreat {face} {BACK[column]}")
    _bring_up(state, behind, column)
    state["back"][column] = cell


def _enemy_damage(state: State, card: str, amount: int) -> None:
    if state["own"][card] == 0:  # LS-R23: only the support can be gone
        state["log"].append("none")
    elif _covered(state, card):
        state["log"].append(f"blocked {card}")
    else:
        _hurt(state, card, amount)


def _covered(state: State, card: str) -> bool:
    if card == "hull" and state["hunker"]:  # LS-40
        return True
    # LS-62, LS-R17
    return state["trench"] and (state["options"]["trenches"] == "all" or card == "troops")


def _hurt(state: State, card: str, amount: int) -> None:
    """An own card loses strength (LS-18) and may be destroyed (LS-66, LS-67)."""
    lost = min(amount, state["own"][card])
    state["own"][card] -= lost
    state["log"].append(f"hurt {card} {lost}")
    if state["own"][card] == 0:
        state["log"].append(f"lost {card}")
        if card == state["options"]["support"]:
            _check_final(state)
        else:
            _over(state, won=False)


# ---------------------------------------------------------------------------------------------
# The player's turn: dice and Emergency Repair
# ---------------------------------------------------------------------------------------------


def _slots(state: State) -> list[str]:
    return ["hull", state["options"]["weapon"], state["options"]["support"]]


def _alive(state: State) -> list[str]:
    return [card for card in _slots(state) if state["own"][card] > 0]


def _damaged(state: State) -> list[str]:
    return [card for card in _alive(state) if state["own"][card] < START[card]]


def _free(state: State) -> list[str]:
    """Own cards that may take a die this turn (LS-38)."""
    return [card for card in _alive(state) if card not in state["fixed"]]


def _dice(state: State) -> int:
    """N of 4.2: LS-27, LS-32, LS-44, LS-R12."""
    lost: int = state["chaos"]
    return max(0, len(_alive(state)) + (1 if state["adrenaline"] else 0) - lost)


def _start_player_turn(state: State) -> None:
    if _dice(state) == 0:
        _skip(state)  # LS-R15
    elif not state["final"] and _damaged(state):  # LS-37, LS-70
        state["phase"] = "repair"
    else:
        state["phase"] = "roll"


def _skip(state: State) -> None:
    state["log"].append("skip")
    state["adrenaline"] = False  # LS-R32
    state["chaos"] = 0
    _end_player_turn(state)


def _end_player_turn(state: State) -> None:
    """4.5."""
    state["rolled"] = []
    state["placed"] = {}
    state["used"] = []
    state["fixed"] = []
    if state["first"] == "enemy":
        state["round"] += 1  # LS-14
    state["phase"] = "enemy"


def _repairs(state: State) -> list[str]:
    """LS-37, LS-R11: no repair, or up to three different damaged cards, a die each."""
    most = min(3, _dice(state))
    return ["roll"] + [
        " ".join(["repair", *cards])
        for count in range(1, most + 1)
        for cards in itertools.combinations(_damaged(state), count)
    ]


def _do_repair(state: State, words: list[str]) -> None:
    state["fixed"] = words[1:]
    for card in state["fixed"]:
        _fix(state, card, 1)
    if _dice(state) == len(state["fixed"]) or not _free(state):
        _skip(state)
    else:
        state["phase"] = "roll"


def _fix(state: State, card: str, amount: int) -> None:
    gained = min(amount, START[card] - state["own"][card])  # LS-39
    state["own"][card] += gained
    state["log"].append(f"fix {card} {gained}")


def _do_roll(state: State, words: list[str]) -> None:
    state["rolled"] = [int(word) for word in words[1:]]
    state["adrenaline"] = False
    state["chaos"] = 0
    state["phase"] = "place"


# ---------------------------------------------------------------------------------------------
# Placing the dice, 4.3
# ---------------------------------------------------------------------------------------------


def _placements(state: State) -> set[str]:
    """LS-33, LS-R13, LS-R14: as many dice as possible, one a card, every different way."""
    free = _free(state)
    count = min(len(state["rolled"]), len(free))
    moves = set()
    for cards in itertools.combinations(free, count):
        for dice in itertools.permutations(state["rolled"], count):
            placed = dict(zip(cards, dice, strict=True))
            moves.add(" ".join(["place", *(str(placed.get(c, "-")) for c in _slots(state))]))
    return moves


def _do_place(state: State, words: list[str]) -> None:
    state["placed"] = {
        card: int(word) for card, word in zip(_slots(state), words[1:], strict=True) if word != "-"
    }
    _go_on(state)


def _go_on(state: State) -> None:
    """After a placement, a use or a re-roll: act if anything is left to do (4.4)."""
    if _uses(state):
        state["phase"] = "act"
    else:
        _end_player_turn(state)


# ---------------------------------------------------------------------------------------------
# Uses, 4.4
# ---------------------------------------------------------------------------------------------


def _ready(state: State) -> list[str]:
    """Own cards with an unused die: these can be used, in any order (LS-34)."""
    return [c for c in _alive(state) if c in state["placed"] and c not in state["used"]]


def _uses(state: State) -> list[str]:
    return [move for card in _ready(state) for move in _uses_of(state, card)]


def _uses_of(state: State, card: str) -> list[str]:
    """The legal uses of one card; a use without a target is not offered (LS-R21)."""
    die = state["placed"][card]
    others = [other for other in _ready(state) if other != card]
    # Hunker down LS-40, Adrenaline LS-44, Into the trenches LS-62
    if (card, die) in [("hull", 1), ("hull", 5), ("troops", 2)]:
        return [f"use {card}"]
    if (card, die) == ("hull", 2):  # Ingenuity LS-41, LS-R18: no wrap-round
        up = [f"use hull {other}+" for other in others if state["placed"][other] < 6]
        down = [f"use hull {other}-" for other in others if state["placed"][other] > 1]
        return up + down
    if (card, die) == ("sponsons", 6):  # Desperation LS-54, LS-R19
        return [f"use sponsons {other}" for other in others]
    if (card, die) == ("corvette", 3):  # Out-maneuver LS-56, LS-57, LS-R29
        movable = [
            FRONT[column]
            for column in range(3)
            if state["front"][column] and _mobile(state, state["front"][column][0])
        ]
        return [f"use corvette {a} {b}" for a, b in itertools.combinations(movable, 2)]
    mended = [f"use {card} {other}" for other in _mends(state, card, die)]
    attacked = [f"use {card} {position}" for position in _attacks(state, card, die)]
    return mended + attacked


def _mends(state: State, card: str, die: int) -> dict[str, int]:
    """What each damaged own card would regain from this card's repair line."""
    # Hull 4 LS-43, Cannon 6 LS-50, Corvette 6 LS-60, Sponsons 2 LS-52, Troops 1 LS-61
    lines = [("hull", 4), ("cannon", 6), ("corvette", 6), ("sponsons", 2), ("troops", 1)]
    if (card, die) not in lines or state["final"]:  # LS-70
        return {}
    amounts = {other: 2 if other == card else 1 for other in _damaged(state)}  # LS-R20
    if card == "corvette":
        return {other: amount for other, amount in amounts.items() if other == card}
    return amounts


def _attacks(state: State, card: str, die: int) -> dict[str, int]:
    """Every position this card can hit with this die, and the damage there."""
    landship = ["landship"]
    soft = ["infantry", "artillery"]
    mobile = landship + soft  # LS-29: never a hazard
    table: dict[tuple[str, int], dict[str, int]] = {
        ("hull", 6): _aim(state, FRONT, soft, 1),  # LS-45
        ("cannon", 1): _aim(state, FRONT, landship, 1),  # LS-46
        ("cannon", 2): _aim(state, _column(state, "fc"), landship, 2),  # LS-47
        ("cannon", 3): _aim(state, FRONT, mobile, 1),  # LS-48
        ("cannon", 4): _aim(state, FRONT, mobile, 1),
        ("corvette", 1): _aim(state, FRONT, landship, 1),  # LS-55
        ("corvette", 2): _aim(state, FRONT, landship, 1),
        ("corvette", 4): _aim(state, FRONT, mobile, 1),  # LS-58
        ("sponsons", 3): _broadside(state, "fl"),  # LS-53
        ("sponsons", 4): _broadside(state, "fc"),
        ("sponsons", 5): _broadside(state, "fr"),
        ("troops", 3): _aim(state, FRONT, soft, 1),  # LS-63
        ("troops", 4): _aim(state, BACK, mobile, 1),  # LS-64
        ("troops", 5): _aim(state, FRONT, soft, 1),
        ("troops", 6): _aim(state, FRONT, soft, 2),  # LS-65
    }
    return table.get((card, die), {})


def _broadside(state: State, position: str) -> dict[str, int]:
    aimed = _column(state, position)
    return _aim(state, aimed, ["infantry", "artillery"], 2) | _aim(state, aimed, ["landship"], 1)


def _column(state: State, position: str) -> list[str]:
    """Where an attack on one column lands: the last enemy is hit wherever it is (LS-72, LS-R36)."""
    return FRONT if _enemies(state) == 1 else [position]


def _aim(state: State, positions: list[str], kinds: list[str], damage: int) -> dict[str, int]:
    hit = {}
    for position in positions:
        row, column = _place(position)
        cell = state[row][column]
        if cell is not None and _kind(state, cell[0]) in kinds:
            hit[position] = damage
    return hit


def _place(position: str) -> tuple[str, int]:
    if position in FRONT:
        return "front", FRONT.index(position)
    return "back", BACK.index(position)


def _do_act(state: State, words: list[str]) -> None:
    if words == ["end"]:
        _end_player_turn(state)
        return
    card = words[1]
    die: int = state["placed"][card]
    # Looked up before the card counts as used.
    mends, attacks = _mends(state, card, die), _attacks(state, card, die)
    state["used"] = [c for c in _slots(state) if c in state["used"] or c == card]
    if len(words) == 2:
        _set_effect(state, card, die)
    elif (card, die) == ("hull", 2):
        step = 1 if words[2].endswith("+") else -1
        _set_die(state, words[2][:-1], state["placed"][words[2][:-1]] + step)
    elif (card, die) == ("sponsons", 6):
        state["reroll"] = words[2]
        state["phase"] = "reroll"
        return
    elif (card, die) == ("corvette", 3):
        one, other = FRONT.index(words[2]), FRONT.index(words[3])
        _exchange(state["front"], one, other)
        _log_swap(state, one, other)
    elif words[2] in mends:
        _fix(state, words[2], mends[words[2]])
    else:
        _hit(state, words[2], attacks[words[2]])
        if (card, die) == ("troops", 6) and not _is_over(state):
            _hurt(state, "troops", 1)  # LS-65, LS-R22: the trenches do not stop it
    if not _is_over(state):
        _go_on(state)


def _set_effect(state: State, card: str, die: int) -> None:
    effect = {("hull", 1): "hunker", ("hull", 5): "adrenaline", ("troops", 2): "trench"}[card, die]
    state[effect] = True
    state["log"].append(effect)


def _set_die(state: State, card: str, value: int) -> None:
    state["placed"][card] = value
    state["log"].append(f"set {card} {value}")


def _hit(state: State, position: str, damage: int) -> None:
    """LS-36; excess damage is lost (LS-R23)."""
    row, column = _place(position)
    cell = state[row][column]
    lost = min(damage, cell[1])
    cell[1] -= lost
    state["log"].append(f"hit {cell[0]} {lost}")
    if cell[1] == 0:
        _remove(state, row, column, [None, None, None])


def _do_reroll(state: State, words: list[str]) -> None:
    card = state["reroll"]
    state["reroll"] = None
    _set_die(state, card, int(words[1]))
    _go_on(state)


# ---------------------------------------------------------------------------------------------
# Random legal options and sets, for comparisons
# ---------------------------------------------------------------------------------------------


def random_options(rng: random.Random, set_text: str | None = None) -> dict[str, Any]:
    """Random legal options; each one may be left out. For an own set give its text."""
    book = _book(set_text)
    options: dict[str, Any] = {}
    for name, values in CHOICES.items():
        if name != "pairing" and rng.random() < 0.7:
            options[name] = rng.choice(values)
    how = rng.choice(["default", "word", "number", "cards", "free"])
    if how == "word":
        options["enemies"] = rng.choice(ENEMY_WORDS)
    elif how == "number":
        totals = _totals(book).values()
        options["enemies"] = rng.randint(min(totals), max(totals))
    elif how == "cards":
        options["enemies"] = rng.sample([rng.choice(card) for card in book["cards"]], 6)
    elif how == "free":
        options["enemies"] = rng.sample([face for card in book["cards"] for face in card], 6)
        options["pairing"] = "free"
    if how != "free" and rng.random() < 0.3:
        options["pairing"] = "cards"
    return options


def random_set(rng: random.Random) -> str:
    """The TOML text of a random legal own set, with new and corrected faces."""
    fresh = [f"new{number}" for number in range(rng.randint(0, 12))]
    corrected = rng.sample(sorted(HOUSE_FACES), rng.randint(0, 6))
    printed = rng.sample(sorted(HOUSE_FACES) + fresh, 12)
    lines = ["[set]", f'id = "own{rng.randint(0, 999)}"', 'title = "A random set"']
    for number in range(6):
        lines += ["[[card]]", f'a = "{printed[2 * number]}"', f'b = "{printed[2 * number + 1]}"']
    for face in rng.sample(fresh + corrected, len(fresh) + len(corrected)):
        lines += _random_face(rng, face)
    return "\n".join(lines) + "\n"


def _random_face(rng: random.Random, face: str) -> list[str]:
    kind = rng.choice(["landship", "artillery", "infantry", "hazard"])
    if kind == "hazard":
        words = sorted(ACTION_WORDS - {"retreat", "left", "right"})
        track = rng.randint(1, 3)
        actions = rng.choices(words, k=6)
    else:
        track = rng.randint(1, 7)
        actions = rng.choices(sorted(ACTION_WORDS), k=6)
        hurting = ["hull-1", "hull-2", "weapon-1", "weapon-2", "spotters"]
        actions[rng.randrange(6)] = rng.choice(hurting)
    tenths = rng.randint(1, 99)
    return [
        "[[face]]",
        f'id = "{face}"',
        f'name = "Random {face}"',
        f'kind = "{kind}"',
        f'strength = "{tenths // 10}.{tenths % 10}"',
        f"normal = {rng.choice(['true', 'false'])}",
        f"track = {track}",
        "actions = [" + ", ".join(f'"{word}"' for word in actions) + "]",
    ]
