"""A second, naive resolver of Mission Command Land, written from the rules document alone.

It shares no code with the engine and is only there to disagree with it. A state is the JSON dump
of section 5 as a plain dict; every move copies the whole dict. Nothing here is meant to be fast.
The document defines no events, so there are none here.
"""

from __future__ import annotations

import itertools
import json
import marshal
import math
import random
import re
import tomllib
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

State = dict[str, Any]
Side = dict[str, Any]
Options = dict[str, Any]

# ---------------------------------------------------------------------------------------------
# Tables of section 2
# ---------------------------------------------------------------------------------------------

STRENGTHS = {"full": [1, 2, 3, 4, 5, 6], "patrol": [2, 3, 4]}  # 2.1
GUNS = {"full": 5, "patrol": 2}
COLS = {"full": 8, "patrol": 6}  # section 8
ROWS = {"full": 12, "patrol": 8}
HELI_CHIPS = 4  # MC-4
KINDS = ["tank", "missile", "art"]  # 4.3
PLACES = ["pad", "ammo", "fuel"]  # the installations
PIECES = ["pad", "ammo", "fuel", "launcher", "art"]


def _formation(name: str, pad: str, ammo: str, fuel: str, launcher: str, art: str) -> dict:
    squares = {"pad": pad, "ammo": ammo, "fuel": fuel, "launcher": launcher}
    return {"name": name, **squares, "art": art.split()}


# 7.1
HOUSE = {
    ("full", 8, 12): [
        _formation("bastion", "d2", "e3", "c4", "f2", "b3 d4 f4 c5 e5"),
        _formation("screen", "b2", "g3", "d4", "e2", "a5 c6 d6 f6 h5"),
        _formation("wings", "b3", "g2", "f4", "h3", "a4 c4 e5 g5 g4"),
        _formation("lure", "f2", "c3", "e6", "g2", "d5 f5 c4 e4 g4"),
        _formation("scatter", "g3", "b4", "d2", "h2", "a3 c5 e3 f5 h4"),
    ],
    ("patrol", 6, 8): [
        _formation("picket", "b2", "d3", "e4", "c2", "c4 e3"),
        _formation("corner", "e2", "f3", "b4", "f2", "d3 a3"),
    ],
}

# ---------------------------------------------------------------------------------------------
# Squares, section 2.4
# ---------------------------------------------------------------------------------------------


def _parse(square: Any) -> tuple[int, int]:
    """Column and row, counted from 1; ValueError if this is no square of any board."""
    if not isinstance(square, str) or not re.fullmatch("[a-j][1-9][0-9]?", square):
        raise ValueError(f"not a square: {square}")
    return _place(square)


@cache
def _place(square: str) -> tuple[int, int]:
    return "abcdefghij".index(square[0]) + 1, int(square[1:])


@cache
def _square(col: int, row: int) -> str:
    return "abcdefghij"[col - 1] + str(row)


def _row(square: str) -> int:
    return _place(square)[1]


def _order(square: str) -> tuple[int, int]:
    """The key of the square order."""
    col, row = _place(square)
    return row, col


def _sorted(squares: Iterable[str]) -> list[str]:
    return sorted(squares, key=_order)


@cache
def _all_squares(cols: int, rows: int) -> list[str]:
    """In square order."""
    return [_square(col, row) for row in range(1, rows + 1) for col in range(1, cols + 1)]


def _board(options: Options) -> list[str]:
    return _all_squares(options["cols"], options["rows"])


def _on_board(options: Options, square: str) -> bool:
    col, row = _parse(square)
    return col <= options["cols"] and row <= options["rows"]


def _turned(options: Options, seat: int, square: str) -> str:
    """A seat's own-frame square as a board square, or the other way round."""
    col, row = _place(square)
    if seat == 0:
        return square
    return _square(options["cols"] + 1 - col, options["rows"] + 1 - row)


def _back_row(options: Options, seat: int) -> int:
    return 1 if seat == 0 else options["rows"]


def _own_half(options: Options, seat: int) -> list[str]:
    deep = options["rows"] // 2
    return [s for s in _board(options) if abs(_row(s) - _back_row(options, seat)) < deep]


def _distance(one: str, other: str) -> int:
    """King moves (MC-R21)."""
    (a, b), (c, d) = _place(one), _place(other)
    return max(abs(a - c), abs(b - d))


# ---------------------------------------------------------------------------------------------
# What stands where
# ---------------------------------------------------------------------------------------------


def _units(state: State) -> dict[str, tuple[int, str]]:
    """Square to (seat, `tank`, `heli`, `art` or `launcher`)."""
    found = {}
    for seat, side in enumerate(state["sides"]):
        for tank in side["tanks"]:
            found[tank["at"]] = (seat, "tank")
        for square in side["art"]:
            found[square] = (seat, "art")
        if side["launcher"]:
            found[side["launcher"]] = (seat, "launcher")
        if side["heli"]:
            found[side["heli"]["at"]] = (seat, "heli")
    return found


def _installations(state: State) -> dict[str, tuple[int, str]]:
    """Square to (seat, `pad`, `ammo` or `fuel`)."""
    sides = enumerate(state["sides"])
    return {side[p]: (seat, p) for seat, side in sides for p in PLACES if side[p]}


def _tank_at(side: Side, square: str) -> dict[str, Any] | None:
    return next((tank for tank in side["tanks"] if tank["at"] == square), None)


def _copy(state: State) -> State:
    """A deep copy of plain data (far faster than `copy.deepcopy`)."""
    child: State = marshal.loads(marshal.dumps(state))
    return child


def _is_over(state: State) -> bool:
    return bool(state["phase"] == "over")


# ---------------------------------------------------------------------------------------------
# The public questions
# ---------------------------------------------------------------------------------------------


def to_move(state: State) -> int | str | None:
    """0, 1, "chance", or None when the game is over."""
    mover: int | str | None = state["to_move"]
    return mover


def legal(state: State) -> list[str]:
    """The legal moves of the seat to move, in the document's order; else empty."""
    lists: dict[str, Callable[[State], list[str]]] = {
        "setup": _setup_moves,
        "plot": _plot_moves,
        "move": _move_moves,
        "attack": lambda state: [f"attack {a} {b}" for a, b in state["battles"]],
    }
    return lists[state["phase"]](state) if state["phase"] in lists else []


def chances(state: State) -> dict[str, Fraction]:
    """Exact probabilities of a chance node; empty elsewhere (4.9)."""
    if state["to_move"] != "chance":
        return {}
    dice = _dice(state)
    reds, blues = state["options"]["reds"], state["options"]["blues"]
    sixths = {"r": reds, "b": blues, "n": 6 - reds - blues}
    found = {}
    for letters in itertools.combinations_with_replacement("rbn", dice):
        ways = math.factorial(dice)
        for letter in "rbn":
            ways //= math.factorial(letters.count(letter))
        weight = Fraction(ways * math.prod(sixths[letter] for letter in letters), 6**dice)
        if weight:
            found["".join(letters)] = weight
    return found


def _dice(state: State) -> int:
    """2.3."""
    if state["phase"] == "shots":
        return {"tank": 3, "missile": 2, "art": 1}[state["step"]]  # MC-34, MC-38, MC-42
    if state["step"] == "attacker":
        return {"tank": 3, "heli": 2}[state["battle"]["attacker"]]  # MC-47, MC-58; MC-54
    return 3 if state["battle"]["target"] == "tank" else 1  # MC-49, MC-55; MC-59


def after(state: State, move: str) -> State:
    """The state after a move; ValueError if the move is not in the current list (section 4)."""
    if move not in legal(state) and move not in chances(state):
        raise ValueError(f"not legal now: {move}")
    child = _copy(state)
    do = {
        "setup": _do_setup,
        "plot": _do_plot,
        "move": _do_move,
        "shots": _do_shot,
        "attack": _do_attack,
        "battle": _do_roll,
    }
    do[state["phase"]](child, move.split())
    return child


# ---------------------------------------------------------------------------------------------
# Set-up, 4.1
# ---------------------------------------------------------------------------------------------


def _empty_side() -> Side:
    return {
        "pad": None, "ammo": None, "fuel": None, "art": [], "launcher": None,
        "heli": None, "tanks": [], "lost": [],
    }  # fmt: skip


def new(options: Options | None = None, set_text: str | None = None) -> State:
    """The start state; ValueError if the options or the set are refused."""
    full = _with_set(options or {}, set_text)
    full = _checked_options(full)
    layouts, position = full.pop("layouts"), full.pop("position")
    state: State = {
        "game": "mission_command",
        "options": full,
        "phase": "setup",
        "step": None,
        "to_move": None,
        "turn": 0,
        "mover": None,
        "sides": [_empty_side(), _empty_side()],
        "move": None,
        "plots": {"tank": [], "missile": [], "art": []},
        "shots": [],
        "battles": [],
        "battle": None,
        "quiet": 0,
        "hot": False,
        "result": None,
    }
    if position is not None:
        _set_position(state, position)
        return state
    for seat in (0, 1):
        if layouts is not None and layouts[seat] is not None:
            _set_layout(state, seat, layouts[seat])
    _next_setup(state)
    return state


def _offered(options: Options) -> list[dict[str, Any]]:
    """The formations on offer, in file order."""
    if options["formations"] is not None:
        found: list[dict[str, Any]] = options["formations"]
        return found
    return HOUSE.get((options["army"], options["cols"], options["rows"]), [])


def _next_setup(state: State) -> None:
    """Ask the first seat that is not complete, or begin turn 1 (MC-R5, MC-16)."""
    for seat in (0, 1):
        if state["sides"][seat]["heli"] is None:
            state["to_move"] = seat
            state["step"] = _setup_step(state, seat)
            return
    _begin_turn(state, 1)


def _setup_step(state: State, seat: int) -> str:
    """What this seat has to place next (MC-5)."""
    side, army = state["sides"][seat], state["options"]["army"]
    for place in PLACES:
        if side[place] is None:
            return place
    if len(side["art"]) < GUNS[army]:
        return "art"
    if side["launcher"] is None:
        return "launcher"
    return f"tank{STRENGTHS[army][len(side['tanks'])]}"


def _setup_moves(state: State) -> list[str]:
    step = state["step"]
    moves = []
    if step == "pad":
        moves += [f"form {formation['name']}" for formation in _offered(state["options"])]
    return moves + [f"{step} {square}" for square in _setup_squares(state, state["to_move"], step)]


def _setup_squares(state: State, seat: int, step: str) -> list[str]:
    options, side = state["options"], state["sides"][seat]
    back = _back_row(options, seat)
    taken = {**_units(state), **_installations(state)}
    empty = [square for square in _own_half(options, seat) if square not in taken]
    empty_back = [square for square in empty if _row(square) == back]
    if step in PLACES:  # MC-6, MC-7, MC-8, MC-R4
        placed = [_place(side[place]) for place in PLACES if side[place]]
        cols, rows = [col for col, _ in placed], [row for _, row in placed]
        return [
            square
            for square in empty
            if _row(square) != back and _place(square)[0] not in cols and _row(square) not in rows
        ]
    if step in ("art", "launcher"):  # MC-10, MC-11, MC-R6
        room = len(empty_back) > len(STRENGTHS[options["army"]])
        return [square for square in empty if room or square not in empty_back]
    return empty_back  # MC-12


def _do_setup(state: State, words: list[str]) -> None:
    seat = state["to_move"]
    if words[0] == "form":
        formation = next(f for f in _offered(state["options"]) if f["name"] == words[1])
        _set_formation(state, seat, formation)
    else:
        _put(state, seat, words[0], words[1])
    _complete_side(state, seat)
    _next_setup(state)


def _set_formation(state: State, seat: int, formation: dict[str, Any]) -> None:
    """Place installations and guns, given in the seat's own frame."""
    for piece in [*PLACES, "launcher"]:
        _put(state, seat, piece, _turned(state["options"], seat, formation[piece]))
    for square in formation["art"]:
        _put(state, seat, "art", _turned(state["options"], seat, square))


def _put(state: State, seat: int, step: str, square: str) -> None:
    side = state["sides"][seat]
    if step == "art":
        side["art"] = _sorted([*side["art"], square])
    elif step.startswith("tank"):
        side["tanks"].append(_tank(None, square, int(step[4:])))
    else:
        side[step] = square


def _tank(name: str | None, square: str, strength: int) -> dict[str, Any]:
    return {
        "id": name, "at": square, "strength": strength, "chips": strength,
        "heading": "out", "known": False,
    }  # fmt: skip


def _complete_side(state: State, seat: int) -> None:
    """After the last tank: names from column a on, and the helicopter (MC-13, MC-15)."""
    side = state["sides"][seat]
    if len(side["tanks"]) < len(STRENGTHS[state["options"]["army"]]):
        return
    side["tanks"].sort(key=lambda tank: _place(tank["at"])[0])
    for name, tank in zip("ABCDEF", side["tanks"], strict=False):
        tank["id"] = name
    side["heli"] = {"at": side["pad"], "chips": HELI_CHIPS}


def _set_layout(state: State, seat: int, layout: dict[str, Any]) -> None:
    options = state["options"]
    formation = layout
    if "form" in layout:
        formation = next(f for f in _offered(options) if f["name"] == layout["form"])
    _set_formation(state, seat, formation)
    for strength, square in zip(STRENGTHS[options["army"]], layout["tanks"], strict=True):
        _put(state, seat, f"tank{strength}", _turned(options, seat, square))
    _complete_side(state, seat)


def _set_position(state: State, position: dict[str, Any]) -> None:
    """Start at the beginning of a turn in mid-game (section 8)."""
    options = state["options"]
    for seat in (0, 1):
        given, side = position["sides"][seat], state["sides"][seat]
        for piece in [*PLACES, "launcher"]:
            side[piece] = given.get(piece)
        side["art"] = _sorted(given.get("art", []))
        if given.get("heli") is not None:
            side["heli"] = {"at": given["heli"]["at"], "chips": given["heli"].get("chips", 4)}
        for name, entry in zip("ABCDEF", given["tanks"], strict=False):
            side["tanks"].append(_position_tank(options, seat, name, entry))
        present = [tank["strength"] for tank in side["tanks"]]
        for strength in STRENGTHS[options["army"]]:
            if strength not in present:
                side["lost"].append({"id": None, "strength": strength})
    state["quiet"] = position.get("quiet", 0)
    _begin_turn(state, position.get("turn", 3))


def _position_tank(options: Options, seat: int, name: str, entry: dict[str, Any]) -> dict[str, Any]:
    tank = _tank(name, entry["at"], entry["strength"])
    tank["chips"] = entry.get("chips", entry["strength"])
    tank["heading"] = entry.get("heading", "out")
    tank["known"] = entry.get("known", False)
    _turn_round(options, seat, tank)
    if options["stacks"] == "open" and tank["chips"] < tank["strength"]:
        tank["known"] = True
    return tank


# ---------------------------------------------------------------------------------------------
# Turns, 4.2 and 4.7, and the end, 4.8
# ---------------------------------------------------------------------------------------------


def _begin_turn(state: State, turn: int) -> None:
    state["turn"] = turn
    state["mover"] = 0 if turn % 2 == 1 else 1  # MC-16
    state["hot"] = False
    state["move"] = None
    if turn <= 2:  # MC-17
        _begin_move(state)
    else:  # MC-18
        _next_plot(state, KINDS)


def _end_turn(state: State) -> None:
    state["quiet"] = 0 if state["hot"] else state["quiet"] + 1
    if state["quiet"] == state["options"]["quiet_limit"]:  # MC-R34
        _over(state, [0, 0])
    else:
        _begin_turn(state, state["turn"] + 1)


def _over(state: State, result: list[int]) -> None:
    state["phase"] = "over"
    state["to_move"] = None
    state["result"] = result
    for key in ("step", "move", "battle"):
        state[key] = None
    state["shots"] = []
    state["battles"] = []
    state["plots"] = {"tank": [], "missile": [], "art": []}


# ---------------------------------------------------------------------------------------------
# Losses
# ---------------------------------------------------------------------------------------------


def _hurt_tank(state: State, seat: int, square: str, hits: int) -> None:
    """A tank loses chips and perhaps leaves (MC-14, MC-R25); the last one ends the game."""
    side = state["sides"][seat]
    tank = _tank_at(side, square)
    assert tank is not None
    if hits == 0:
        return
    state["hot"] = True
    tank["chips"] = max(0, tank["chips"] - hits)
    if state["options"]["stacks"] == "open":  # MC-R32
        tank["known"] = True
    if tank["chips"] == 0:
        side["tanks"].remove(tank)
        side["lost"].append({"id": tank["id"], "strength": tank["strength"]})
        if not side["tanks"]:  # MC-71, MC-R35
            _over(state, [-1, 1] if seat == 0 else [1, -1])


def _hurt_heli(state: State, seat: int, hits: int) -> None:
    side = state["sides"][seat]
    if hits == 0:
        return
    state["hot"] = True
    side["heli"]["chips"] = max(0, side["heli"]["chips"] - hits)
    if side["heli"]["chips"] == 0:  # MC-15
        side["heli"] = None


def _lose_gun(state: State, seat: int, square: str) -> None:
    side = state["sides"][seat]
    state["hot"] = True
    if side["launcher"] == square:
        side["launcher"] = None
    else:
        side["art"].remove(square)


def _lose_installation(state: State, seat: int, place: str) -> None:
    state["hot"] = True
    state["sides"][seat][place] = None
    if place == "pad":  # MC-61
        state["sides"][seat]["heli"] = None


# ---------------------------------------------------------------------------------------------
# Plotting, 4.3
# ---------------------------------------------------------------------------------------------


def _allowance(state: State, kind: str) -> int:
    """How many markers of this kind the plotter has this turn (2.2)."""
    side = state["sides"][1 - state["mover"]]
    if kind == "tank":  # MC-33
        return min(3, len(side["tanks"]))
    if kind == "missile":  # MC-36, MC-60, MC-62
        return 2 if side["launcher"] and side["ammo"] else 0
    return len(side["art"])  # MC-41


def _plot_spaces(state: State, kind: str) -> list[str]:
    """MC-30, MC-37, MC-67, MC-R9, MC-R10, MC-R11."""
    barred = set(_units(state)).union(*state["plots"].values())
    if kind == "missile":
        barred |= set(_installations(state))
    return [square for square in _board(state["options"]) if square not in barred]


def _may_plot(state: State, kind: str) -> bool:
    """Is there a marker of this kind left, and a space for it?"""
    if kind == "missile" and state["sides"][state["mover"]]["heli"] is None:  # MC-R36
        return False
    unused = _allowance(state, kind) - len(state["plots"][kind])
    return unused > 0 and bool(_plot_spaces(state, kind))


def _next_plot(state: State, kinds: list[str]) -> None:
    """Go to the first of these steps that can be entered, or on to the movement."""
    for kind in kinds:
        if _may_plot(state, kind):
            state["phase"] = "plot"
            state["step"] = kind
            state["to_move"] = 1 - state["mover"]
            return
    _begin_move(state)


def _plot_moves(state: State) -> list[str]:
    kind = state["step"]
    return [f"{kind} {square}" for square in _plot_spaces(state, kind)] + ["done"]  # MC-R12


def _do_plot(state: State, words: list[str]) -> None:
    kind = state["step"]
    later = KINDS[KINDS.index(kind) + 1 :]
    if words == ["done"]:
        _next_plot(state, later)
    else:
        state["plots"][kind] = _sorted([*state["plots"][kind], words[1]])
        _next_plot(state, [kind, *later])


# ---------------------------------------------------------------------------------------------
# Movement, 4.4
# ---------------------------------------------------------------------------------------------


def _begin_move(state: State) -> None:
    fuel = state["sides"][state["mover"]]["fuel"]
    state["phase"] = "move"
    state["step"] = None
    state["to_move"] = state["mover"]
    # MC-19, MC-63
    state["move"] = {"left": 8 if fuel else 5, "moved": [], "flown": False, "forward": False}


def _ahead(seat: int, tank: dict[str, Any]) -> int:
    """The row step that is forward for this tank."""
    out = 1 if seat == 0 else -1
    return out if tank["heading"] == "out" else -out


def _reach(state: State, tank: dict[str, Any]) -> dict[str, int]:
    """Every square this tank can stop on, with the shortest number of steps (MC-R16)."""
    options, seat = state["options"], state["mover"]
    units, most = _units(state), min(4, state["move"]["left"])  # MC-21
    ahead = _ahead(seat, tank)
    steps = {tank["at"]: 0}
    edge = [tank["at"]]
    for length in range(1, most + 1):
        found = []
        for square in edge:
            col, row = _place(square)
            for c, r in [(col, row + ahead), (col - 1, row), (col + 1, row)]:  # MC-22
                if not (1 <= c <= options["cols"] and 1 <= r <= options["rows"]):
                    continue
                target = _square(c, r)
                if target not in units and target not in steps:  # MC-23, MC-R18
                    steps[target] = length
                    found.append(target)
        edge = found
    del steps[tank["at"]]
    if state["turn"] <= 2:  # MC-R8
        barred = [s for s, (owner, _) in _installations(state).items() if owner != seat]
        return {square: length for square, length in steps.items() if square not in barred}
    return steps


def _gains(seat: int, tank: dict[str, Any], target: str) -> bool:
    """Is this at least one row further in the tank's heading?"""
    return (_row(target) - _row(tank["at"])) * _ahead(seat, tank) > 0


def _waiting(state: State) -> list[dict[str, Any]]:
    """The mover's tanks that have not moved this turn, by id (MC-R15)."""
    tanks = state["sides"][state["mover"]]["tanks"]
    return [tank for tank in tanks if tank["id"] not in state["move"]["moved"]]


def _landings(state: State) -> list[str]:
    """MC-25 to MC-28, MC-R7, MC-R19, MC-R21."""
    side = state["sides"][state["mover"]]
    if side["heli"] is None or state["move"]["flown"]:
        return []
    barred = {*_units(state), *(s for s in _installations(state) if s != side["pad"])}
    return [
        square
        for square in _board(state["options"])
        if square not in barred and 1 <= _distance(side["heli"]["at"], square) <= 3
    ]


def _can_advance(state: State) -> bool:
    """F of section 4.4."""
    seat = state["mover"]
    return any(
        _gains(seat, tank, target) for tank in _waiting(state) for target in _reach(state, tank)
    )


def _owed(state: State) -> bool:
    """MC-20, MC-R13."""
    return not state["move"]["forward"] and _can_advance(state)


def _move_moves(state: State) -> list[str]:
    moves = [
        f"mv {tank['at']} {target}"
        for tank in _waiting(state)
        for target in _sorted(_reach(state, tank))
    ]
    landings = _landings(state)
    moves += [f"fly {target}" for target in landings]
    if _owed(state):
        return [move for move in moves if not _forfeits(state, move)]
    return moves if landings else [*moves, "end"]  # MC-25, MC-R20


def _forfeits(state: State, move: str) -> bool:
    """Would this use up or block the last advance that is owed (MC-R13)?"""
    words = move.split()
    if words[0] == "mv":
        seat = state["mover"]
        tank = _tank_at(state["sides"][seat], words[1])
        assert tank is not None
        if _gains(seat, tank, words[2]):  # it is the advance itself
            return False
    child = _copy(state)
    _carry_out(child, words)
    return not _can_advance(child)


def _carry_out(state: State, words: list[str]) -> None:
    """A `mv` or a `fly`."""
    seat, move = state["mover"], state["move"]
    side = state["sides"][seat]
    if words[0] == "fly":
        side["heli"]["at"] = words[1]
        move["flown"] = True
        return
    tank = _tank_at(side, words[1])
    assert tank is not None
    move["left"] -= _reach(state, tank)[words[2]]
    move["moved"] = sorted([*move["moved"], tank["id"]])
    if _gains(seat, tank, words[2]):
        move["forward"] = True
    tank["at"] = words[2]
    _turn_round(state["options"], seat, tank)


def _turn_round(options: Options, seat: int, tank: dict[str, Any]) -> None:
    """MC-24, MC-R14."""
    if _row(tank["at"]) == _back_row(options, 1 - seat):
        tank["heading"] = "home"
    elif _row(tank["at"]) == _back_row(options, seat):
        tank["heading"] = "out"


def _do_move(state: State, words: list[str]) -> None:
    if words != ["end"]:
        _carry_out(state, words)
    elif state["turn"] <= 2:  # MC-17
        _end_turn(state)
    else:
        _begin_shots(state)


# ---------------------------------------------------------------------------------------------
# Shots, 4.5
# ---------------------------------------------------------------------------------------------


def _begin_shots(state: State) -> None:
    shots = []
    for kind in KINDS:
        for square in state["plots"][kind]:
            found = _finds(state, kind, square)
            if found is not None:
                shots.append([found, square])
    state["shots"] = sorted(shots, key=lambda shot: _order(shot[1]))  # MC-R27
    state["plots"] = {"tank": [], "missile": [], "art": []}  # MC-R31
    _next_shot(state)


def _finds(state: State, kind: str, square: str) -> str | None:
    """The kind of the entry in `shots` that a marker makes, if any."""
    mover = state["mover"]
    side = state["sides"][mover]
    if kind == "missile":  # MC-35, MC-39
        return "missile" if side["heli"] and side["heli"]["at"] == square else None
    tank = _tank_at(side, square)  # MC-31, MC-32, MC-40
    if _installations(state).get(square, (mover, ""))[0] != mover:  # MC-67
        always = state["options"]["scuttle"] == "always"  # MC-R28
        return "scuttle" if always or tank else None
    return kind if tank else None


def _next_shot(state: State) -> None:
    """Carry out what needs no dice, up to the next roll or the attacks."""
    while state["shots"] and not _is_over(state):
        kind, square = state["shots"][0]
        if kind != "scuttle":
            state["phase"] = "shots"
            state["step"] = kind
            state["to_move"] = "chance"
            return
        state["shots"].pop(0)
        _scuttle(state, square)
    if not _is_over(state):
        _begin_attack(state)


def _scuttle(state: State, square: str) -> None:
    """MC-68, MC-69, MC-R29."""
    mover = state["mover"]
    _lose_installation(state, 1 - mover, _installations(state)[square][1])
    if _tank_at(state["sides"][mover], square):
        _hurt_tank(state, mover, square, 1)


def _do_shot(state: State, words: list[str]) -> None:
    kind, square = state["shots"].pop(0)
    hits = words[0].count("r")
    if kind == "missile":
        _hurt_heli(state, state["mover"], hits)
    else:
        _hurt_tank(state, state["mover"], square, hits)
    if not _is_over(state):
        _next_shot(state)


# ---------------------------------------------------------------------------------------------
# Attacks and battles, 4.6
# ---------------------------------------------------------------------------------------------


def _begin_attack(state: State) -> None:
    mover, enemy = state["mover"], 1 - state["mover"]
    for tank in _moved_tanks(state):
        owner, place = _installations(state).get(tank["at"], (mover, ""))
        if owner == enemy:  # MC-64, MC-65, MC-R26
            _lose_installation(state, enemy, place)
    state["battles"] = _all_battles(state)
    _next_battle(state)


def _moved_tanks(state: State) -> list[dict[str, Any]]:
    tanks = state["sides"][state["mover"]]["tanks"]
    return [tank for tank in tanks if tank["id"] in state["move"]["moved"]]  # MC-R23


def _all_battles(state: State) -> list[list[str]]:
    """MC-43, MC-44, MC-45, MC-66, MC-70, MC-R22, MC-R24, MC-R40."""
    enemy = state["sides"][1 - state["mover"]]
    tanks = [tank["at"] for tank in enemy["tanks"]]
    guns = enemy["art"] + ([enemy["launcher"]] if enemy["launcher"] else [])
    pairs = [
        [tank["at"], target]
        for tank in _moved_tanks(state)
        for target in tanks + guns
        if _distance(tank["at"], target) == 1
    ]
    heli = state["sides"][state["mover"]]["heli"]
    if heli and state["move"]["flown"]:  # MC-51, MC-52
        pairs += [[heli["at"], target] for target in tanks if _distance(heli["at"], target) == 1]
    return sorted(pairs, key=lambda pair: (_order(pair[0]), _order(pair[1])))


def _next_battle(state: State) -> None:
    """Drop what can't be fought any more, then ask for the next battle or end the turn."""
    units = _units(state)
    state["battle"] = None
    state["battles"] = [pair for pair in state["battles"] if pair[0] in units and pair[1] in units]
    if state["battles"]:
        state["phase"] = "attack"
        state["step"] = None
        state["to_move"] = state["mover"]
    else:
        _end_turn(state)


def _do_attack(state: State, words: list[str]) -> None:
    mover = state["mover"]
    start, target = words[1], words[2]
    units = _units(state)
    battle = {"from": start, "to": target, "attacker": units[start][1], "target": units[target][1]}
    state["battles"].remove([start, target])
    state["battle"] = battle
    if battle["attacker"] == "tank":  # MC-46, MC-57, MC-R33
        _reveal(state["sides"][mover], start)
    if battle["target"] == "tank":  # MC-46, MC-53
        _reveal(state["sides"][1 - mover], target)
    state["phase"] = "battle"
    state["step"] = "attacker"
    state["to_move"] = "chance"


def _reveal(side: Side, square: str) -> None:
    tank = _tank_at(side, square)
    assert tank is not None
    tank["known"] = True


def _do_roll(state: State, words: list[str]) -> None:
    battle = state["battle"]
    if state["step"] == "attacker":
        colour = "b" if battle["attacker"] == "heli" else "r"
        _hit_target(state, words[0].count(colour))
    else:
        _hit_attacker(state, words[0].count("r"))
    if _is_over(state):
        return
    units = _units(state)
    if battle["from"] not in units or battle["to"] not in units:  # MC-48, MC-50, MC-58
        _next_battle(state)
    else:
        state["step"] = "defender" if state["step"] == "attacker" else "attacker"


def _hit_target(state: State, hits: int) -> None:
    enemy, battle = 1 - state["mover"], state["battle"]
    if battle["target"] == "tank":  # MC-47, MC-54
        _hurt_tank(state, enemy, battle["to"], hits)
    elif hits > 0:  # MC-58
        _lose_gun(state, enemy, battle["to"])


def _hit_attacker(state: State, hits: int) -> None:
    battle = state["battle"]
    if battle["attacker"] == "tank":  # MC-49, MC-59
        _hurt_tank(state, state["mover"], battle["from"], hits)
    else:  # MC-55
        _hurt_heli(state, state["mover"], hits)


# ---------------------------------------------------------------------------------------------
# Observation, 4.10
# ---------------------------------------------------------------------------------------------


def observe(state: State, seat: int | None) -> State:
    """What a seat may know; a spectator (None) sees all, which is the dump itself."""
    seen = _copy(state)
    if seat is None:
        return seen
    if state["phase"] == "setup":
        seen["sides"][1 - seat] = None
        seen["step"] = state["step"] if state["to_move"] == seat else None
        return seen
    for side in seen["sides"]:
        for tank in side["tanks"]:
            tank["hits"] = tank["strength"] - tank["chips"]
    _hide_enemy(seen, seat)
    if state["mover"] == seat:
        seen["plots"] = None
        if state["phase"] == "plot":
            seen["step"] = None
    return seen


def _hide_enemy(seen: State, seat: int) -> None:
    enemy = seen["sides"][1 - seat]
    if seen["options"]["stacks"] == "open":
        enemy["stacks"] = {str(tank["strength"]): tank["chips"] for tank in enemy["tanks"]}
    for tank in enemy["tanks"]:
        if not tank["known"] and not _is_over(seen):
            tank["strength"] = None
            tank["chips"] = None


# ---------------------------------------------------------------------------------------------
# Own sets, 7.2
# ---------------------------------------------------------------------------------------------

FORMATION_KEYS = ["name", "pad", "ammo", "fuel", "launcher", "art"]


def read_set(text: str) -> dict[str, Any]:
    """Read an own set: the options that it fills in.

    The army is not in the file, so a set is refused here only if no army could use it; the
    error is then that of the full army, or of the patrol if its formations have patrol guns.
    """
    filled = _toml(text)
    first = (filled.get("formations") or [{}])[0]
    guns = first.get("art") if isinstance(first, dict) else None
    patrol = isinstance(guns, list) and len(guns) == GUNS["patrol"]
    _checked_options({**filled, "army": "patrol" if patrol else "full"})
    return filled


def _with_set(options: Options, text: str | None) -> Options:
    """The options, completed by a set; what is given explicitly wins."""
    return dict(options) if text is None else {**_toml(text), **options}


def _toml(text: str) -> dict[str, Any]:
    """The options in a set's text; everything but tables and keys is still unchecked."""
    if not isinstance(text, str):
        raise ValueError("set: not a text")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise ValueError("set: not UTF-8") from None
    if size > 64 * 1024:
        raise ValueError("set: larger than 64 KiB")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ValueError("set: not valid TOML") from None
    filled: dict[str, Any] = {}
    for name, table in data.items():
        if name == "formation":
            if not isinstance(table, list):
                raise ValueError("set: formation is no list of tables")
            filled["formations"] = table
        elif name in ("board", "dice"):
            filled |= _numbers(name, table)
        else:
            raise ValueError(f"set: unknown table {name}")
    return filled


def _numbers(name: str, table: Any) -> dict[str, Any]:
    keys = {"board": ["cols", "rows"], "dice": ["reds", "blues"]}[name]
    if not isinstance(table, dict):
        raise ValueError(f"set: {name} is no table")
    for key in table:
        if key not in keys:
            raise ValueError(f"set: unknown key {key}")
    return dict(table)


# ---------------------------------------------------------------------------------------------
# Options, section 8
# ---------------------------------------------------------------------------------------------

WORDS = {"army": ["full", "patrol"], "stacks": ["hidden", "open"], "scuttle": ["always", "onhit"]}
NAMES = [
    "army", "cols", "rows", "reds", "blues", "stacks", "scuttle", "quiet_limit", "formations",
    "layouts", "position",
]  # fmt: skip
NULLABLE = ["cols", "rows", "blues", "formations", "layouts", "position"]


def _checked_options(options: Options) -> Options:
    """All options with defaults filled in, or the refusals of section 8."""
    for name, value in options.items():
        if name not in NAMES:
            raise ValueError(f"unknown option {name}")
        if value is None and name not in NULLABLE:
            raise ValueError(f"option {name}: null is refused")
    given = {name: value for name, value in options.items() if value is not None}
    full: Options = {name: given.get(name, values[0]) for name, values in WORDS.items()}
    for name, values in WORDS.items():
        if full[name] not in values:
            raise ValueError(f"option {name}: bad value {full[name]}")
    army = full["army"]
    full["cols"] = _whole("option cols", given.get("cols", COLS[army]), 6, 10)
    full["rows"] = _whole("option rows", given.get("rows", ROWS[army]), 8, 16)
    full["reds"] = _whole("option reds", given.get("reds", 4), 1, 5)
    most = 6 - full["reds"]
    full["blues"] = _whole("option blues", given.get("blues", most), 1, most)
    full["quiet_limit"] = _whole("option quiet_limit", given.get("quiet_limit", 40), 10)
    full["formations"] = None
    if "formations" in given:
        full["formations"] = _checked_formations(full, given["formations"])
    full["layouts"] = full["position"] = None
    if "layouts" in given and "position" in given:
        raise ValueError("options layouts and position do not go together")
    if "layouts" in given:
        full["layouts"] = _checked_layouts(full, given["layouts"])
    if "position" in given:
        _check_position(full, given["position"])
        full["position"] = given["position"]
    return full


def _whole(what: str, value: Any, low: int, high: int | None = None) -> int:
    if type(value) is not int:  # True and False are no numbers here
        raise ValueError(f"{what}: {value} is not a whole number")
    if value < low or (high is not None and value > high):
        raise ValueError(f"{what}: {value} is out of range")
    return value


def _keys(what: str, value: Any, needed: list[str], others: Iterable[str] = ()) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{what}: not an object")
    for key in value:
        if key not in needed and key not in others:
            raise ValueError(f"{what}: unknown key {key}")
    for key in needed:
        if key not in value:
            raise ValueError(f"{what}: missing key {key}")


def _list(what: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{what}: not a list")
    return list(value)


def _checked_formations(options: Options, value: Any) -> list[dict[str, Any]]:
    formations: list[dict[str, Any]] = []
    for entry in _list("option formations", value):
        _keys("formation", entry, FORMATION_KEYS)
        name = entry["name"]
        if not isinstance(name, str) or not re.fullmatch("[a-z][a-z0-9_]{0,19}", name):
            raise ValueError(f"formation: bad name {name}")
        if name in [formation["name"] for formation in formations]:
            raise ValueError(f"formation {name}: name used twice")
        art = _list(f"formation {name}: art", entry["art"])
        _check_formation(options, f"formation {name}", {**entry, "art": art})
        formations.append({**entry, "art": art})
    return formations


def _check_formation(options: Options, what: str, formation: dict[str, Any]) -> None:
    """Installations and guns in the own frame."""
    guns = [formation["launcher"], *formation["art"]]
    for square in [*(formation[place] for place in PLACES), *guns]:
        if not _on_board(options, square) or square not in _own_half(options, 0):
            raise ValueError(f"{what}: {square} is outside own half")
    everything = [*(formation[place] for place in PLACES), *guns]
    if len(set(everything)) < len(everything):
        raise ValueError(f"{what}: two pieces on one space")
    if len(formation["art"]) != GUNS[options["army"]]:
        raise ValueError(f"{what}: wrong number of artillery pieces")
    _check_installations(options, what, 0, [formation[place] for place in PLACES])
    if options["cols"] - sum(_row(gun) == 1 for gun in guns) < len(STRENGTHS[options["army"]]):
        raise ValueError(f"{what}: back row too full")


def _check_installations(options: Options, what: str, seat: int, squares: list[str]) -> None:
    """MC-7, MC-8."""
    if any(_row(square) == _back_row(options, seat) for square in squares):
        raise ValueError(f"{what}: an installation in the back row")
    for axis in (0, 1):
        used = [_place(square)[axis] for square in squares]
        if len(set(used)) < len(used):
            raise ValueError(f"{what}: installations share a {['column', 'row'][axis]}")


def _checked_layouts(options: Options, value: Any) -> list[Any]:
    layouts = _list("option layouts", value)
    if len(layouts) != 2:
        raise ValueError("option layouts: not exactly two")
    for layout in layouts:
        if layout is not None:
            _check_layout(options, layout)
    return layouts


def _check_layout(options: Options, layout: Any) -> None:
    what = "layout"
    if isinstance(layout, dict) and "form" in layout:
        _keys(what, layout, ["form", "tanks"])
        formation = next((f for f in _offered(options) if f["name"] == layout["form"]), None)
        if formation is None:
            raise ValueError(f"{what}: unknown formation {layout['form']}")
    else:
        _keys(what, layout, [*PIECES, "tanks"])
        formation = {**layout, "art": _list(f"{what}: art", layout["art"])}
        _check_formation(options, what, formation)
    tanks = _list(f"{what}: tanks", layout["tanks"])
    if len(tanks) != len(STRENGTHS[options["army"]]):
        raise ValueError(f"{what}: wrong number of tanks")
    for square in tanks:
        if not _on_board(options, square) or _row(square) != 1:
            raise ValueError(f"{what}: tank on {square} is not in the back row")
    if len({*tanks, formation["launcher"], *formation["art"]}) < len(tanks) + 1 + len(
        formation["art"]
    ):
        raise ValueError(f"{what}: two pieces on one space")


def _check_position(options: Options, position: Any) -> None:
    _keys("position", position, ["sides"], ["turn", "quiet"])
    sides = _list("position: sides", position["sides"])
    if len(sides) != 2:
        raise ValueError("position: not exactly two sides")
    _whole("position: quiet", position.get("quiet", 0), 0, options["quiet_limit"] - 1)
    _whole("position: turn", position.get("turn", 3), 1)
    units: list[tuple[str, int, str]] = []
    for seat, side in enumerate(sides):
        units += _check_position_side(options, seat, side)
    squares = [square for square, _, _ in units]
    if len(set(squares)) < len(squares):
        raise ValueError("position: two units on a space")
    for square, owner, kind in units:
        for seat, side in enumerate(sides):
            for place in PLACES:
                if side.get(place) == square and not (
                    owner == seat and (kind == "tank" or (kind == "heli" and place == "pad"))
                ):
                    raise ValueError(f"position: a unit on the installation {square}")


def _check_position_side(options: Options, seat: int, side: Any) -> list[tuple[str, int, str]]:
    """Check one side and return its units: (square, seat, kind)."""
    _keys("position", side, ["tanks"], [*PIECES, "heli"])
    half = _own_half(options, seat)
    places = [side[place] for place in PLACES if side.get(place) is not None]
    guns = _list("position: art", side.get("art", []))
    if len(guns) > GUNS[options["army"]]:
        raise ValueError("position: too many artillery pieces")
    units = [(square, seat, "art") for square in guns]
    if side.get("launcher") is not None:
        units.append((side["launcher"], seat, "launcher"))
    for square in [*places, *(square for square, _, _ in units)]:
        if not _on_board(options, square) or square not in half:
            raise ValueError(f"position: {square} is outside own half")
    _check_installations(options, "position", seat, places)
    if side.get("heli") is not None:
        units.append((_checked_heli(options, side), seat, "heli"))
    tanks = _list("position: tanks", side["tanks"])
    for square in _checked_tanks(options, tanks):
        units.append((square, seat, "tank"))
    return units


def _checked_heli(options: Options, side: Side) -> str:
    heli = side["heli"]
    _keys("position: heli", heli, ["at"], ["chips"])
    _whole("position: heli chips", heli.get("chips", HELI_CHIPS), 1, HELI_CHIPS)
    if side.get("pad") is None:
        raise ValueError("position: a helicopter without its pad")
    return _checked_square(options, heli["at"])


def _checked_square(options: Options, square: Any) -> str:
    if not _on_board(options, square):
        raise ValueError(f"position: {square} is not on the board")
    return str(square)


def _checked_tanks(options: Options, tanks: list[Any]) -> list[str]:
    strengths = STRENGTHS[options["army"]]
    if not tanks:
        raise ValueError("position: no tanks")
    if len(tanks) > len(strengths):
        raise ValueError("position: too many tanks")
    seen: list[int] = []
    squares = []
    for tank in tanks:
        _keys("position: tank", tank, ["at", "strength"], ["chips", "heading", "known"])
        strength = _whole("position: strength", tank["strength"], 1)
        if strength not in strengths:
            raise ValueError(f"position: strength {strength} is not in the army")
        if strength in seen:
            raise ValueError(f"position: strength {strength} is repeated")
        seen.append(strength)
        _whole("position: chips", tank.get("chips", strength), 1, strength)
        if tank.get("heading", "out") not in ("out", "home"):
            raise ValueError(f"position: bad heading {tank['heading']}")
        if type(tank.get("known", False)) is not bool:
            raise ValueError(f"position: bad known {tank['known']}")
        squares.append(_checked_square(options, tank["at"]))
    return squares


# ---------------------------------------------------------------------------------------------
# Random legal options and sets, for comparisons
# ---------------------------------------------------------------------------------------------


def random_options(
    rng: random.Random, set_text: str | None = None, small: bool | None = None
) -> Options:
    """Random legal options; each one may be left out. For an own set give its text.

    `small` asks for a patrol on a small board (True) or for any army and board (False).
    """
    filled = {} if set_text is None else _toml(set_text)
    options: Options = {"army": _random_army(rng, filled, small)}
    army = options["army"]
    if small:
        options["cols"], options["rows"] = rng.randint(6, 7), rng.randint(8, 9)
    elif "formations" not in filled:
        options |= _some(rng, {"cols": rng.randint(6, 10), "rows": rng.randint(8, 16)})
    if small and "formations" in filled:
        del options["cols"], options["rows"]  # its squares fit the board of the set only
    options |= _random_dice(rng, filled)
    words = {"stacks": rng.choice(["hidden", "open"]), "scuttle": rng.choice(["always", "onhit"])}
    options |= _some(rng, words)
    if rng.random() < 0.5:
        options["quiet_limit"] = rng.choice([10, 11, 15, 20, 40, 60])
    cols = options.get("cols", filled.get("cols", COLS[army]))
    rows = options.get("rows", filled.get("rows", ROWS[army]))
    board = {"army": army, "cols": cols, "rows": rows, "formations": filled.get("formations")}
    if "formations" not in filled and rng.random() < 0.3:
        options["formations"] = board["formations"] = _random_formations(rng, board)
    how = rng.random()
    if how < 0.25:
        options["layouts"] = [
            _random_layout(rng, board) if rng.random() < 0.8 else None for _ in range(2)
        ]
    elif how < 0.6:
        options["position"] = _random_position(rng, board, options.get("quiet_limit", 40))
    if army == "full" and rng.random() < 0.5:
        del options["army"]
    return options


def _random_army(rng: random.Random, filled: Options, small: bool | None) -> str:
    if filled.get("formations"):
        return "patrol" if len(filled["formations"][0]["art"]) == GUNS["patrol"] else "full"
    return "patrol" if small or rng.random() < 0.4 else "full"


def _some(rng: random.Random, options: Options) -> Options:
    """Each of these with a chance of three in five."""
    return {name: value for name, value in options.items() if rng.random() < 0.6}


def _random_dice(rng: random.Random, filled: Options) -> Options:
    if "reds" in filled or "blues" in filled or rng.random() < 0.4:
        return {}
    reds = rng.randint(1, 5)
    return {"reds": reds} | _some(rng, {"blues": rng.randint(1, 6 - reds)})


def _random_formation(rng: random.Random, board: Options) -> dict[str, Any]:
    """Installations and guns in the own frame, without a name."""
    deep = board["rows"] // 2
    cols = rng.sample(range(1, board["cols"] + 1), 3)
    rows = rng.sample(range(2, deep + 1), 3)
    places = [_square(col, row) for col, row in zip(cols, rows, strict=True)]
    number = GUNS[board["army"]] + 1
    room = board["cols"] - len(STRENGTHS[board["army"]])
    front = [s for s in _own_half(board, 0) if _row(s) > 1 and s not in places]
    back = rng.randint(0, min(room, number)) if rng.random() < 0.5 else 0
    guns = rng.sample([s for s in _own_half(board, 0) if _row(s) == 1], back)
    guns += rng.sample(front, number - back)
    rng.shuffle(guns)
    return {**dict(zip(PLACES, places, strict=True)), "launcher": guns[0], "art": guns[1:]}


def _random_formations(rng: random.Random, board: Options) -> list[dict[str, Any]]:
    names = rng.sample(
        ["my_fort", "bastion", "a", "z9", "long_name_of_20_signs"], rng.randint(0, 3)
    )
    return [{"name": name[:20], **_random_formation(rng, board)} for name in names]


def _random_layout(rng: random.Random, board: Options) -> dict[str, Any]:
    offered = _offered(board)
    if offered and rng.random() < 0.4:
        formation = rng.choice(offered)
        layout = {"form": formation["name"]}
    else:
        formation = _random_formation(rng, board)
        layout = dict(formation)
    guns = [formation["launcher"], *formation["art"]]
    free = [s for s in _own_half(board, 0) if _row(s) == 1 and s not in guns]
    return {**layout, "tanks": rng.sample(free, len(STRENGTHS[board["army"]]))}


def _random_position(rng: random.Random, board: Options, quiet_limit: int) -> dict[str, Any]:
    """A position in mid-game, the tanks mostly near the middle."""
    sides = []
    formations = [_random_formation(rng, board) for _ in range(2)]
    barred: set[str] = set()
    for seat, formation in enumerate(formations):
        side: Side = {}
        for piece in [*PLACES, "launcher"]:
            if rng.random() < 0.7:
                side[piece] = _turned(board, seat, formation[piece])
            elif rng.random() < 0.5:
                side[piece] = None
        guns = [_turned(board, seat, s) for s in formation["art"]]
        if rng.random() < 0.9:
            side["art"] = rng.sample(guns, rng.randint(0, len(guns)))
        barred |= {s for s in side.values() if isinstance(s, str)} | set(side.get("art", []))
        sides.append(side)
    free = [square for square in _board(board) if square not in barred]
    jam = rng.random() < 0.3
    for seat, side in enumerate(sides):
        if side.get("pad") and rng.random() < 0.8:
            side["heli"] = _random_heli(rng, side, free)
        side["tanks"] = _random_tanks(rng, board, free, seat if jam else None)
    _park(rng, sides)
    position: dict[str, Any] = {"sides": sides}
    if rng.random() < 0.7:
        position["turn"] = rng.choice([1, 2, 3, 4, 5, 6, 17])
    if rng.random() < 0.4:
        position["quiet"] = quiet_limit - 1 - rng.choice([0, 1, rng.randint(0, quiet_limit - 1)])
    return position


def _random_heli(rng: random.Random, side: Side, free: list[str]) -> dict[str, Any] | None:
    if rng.random() < 0.1:
        return None
    at = side["pad"]
    if rng.random() < 0.6:
        at = rng.choice(free)
        free.remove(at)
    return {"at": at} | _some(rng, {"chips": rng.randint(1, 4)})


def _random_tanks(
    rng: random.Random, board: Options, free: list[str], jammed: int | None
) -> list[dict[str, Any]]:
    """Tanks near the middle, or (of the seat `jammed`) most of them behind something."""
    strengths = STRENGTHS[board["army"]]
    tanks = []
    for strength in rng.sample(strengths, rng.randint(1, len(strengths))):
        near = free
        if rng.random() < 0.8:
            middle = sorted(free, key=lambda s: abs(2 * _row(s) - board["rows"] - 1))
            near = middle[: max(6, len(middle) // 2)]
        if jammed is not None and rng.random() < 0.9:
            near = [s for s in free if _square_ahead(jammed, s) not in free] or near
        square = rng.choice(near)
        free.remove(square)
        extra = {
            "chips": rng.randint(1, strength),
            "heading": rng.choice(["out", "home"]) if jammed is None else "out",
            "known": rng.choice([True, False]),
        }
        tanks.append({"at": square, "strength": strength, **_some(rng, extra)})
    return tanks


def _square_ahead(seat: int, square: str) -> str:
    col, row = _place(square)
    return _square(col, row + 1 if seat == 0 else row - 1)


def _park(rng: random.Random, sides: list[Side]) -> None:
    """Now and then move a tank onto an installation of its own."""
    for side in sides:
        pad = [] if (side.get("heli") or {}).get("at") == side.get("pad") else ["pad"]
        parking = [side[p] for p in [*pad, "ammo", "fuel"] if side.get(p)]
        if parking and rng.random() < 0.3:
            rng.choice(side["tanks"])["at"] = rng.choice(parking)


def random_set(rng: random.Random) -> str:
    """The TOML text of a random legal own set."""
    army = rng.choice(["full", "patrol"])
    board = {"army": army, "cols": rng.randint(6, 10), "rows": rng.randint(8, 16)}
    lines: list[str] = []
    if rng.random() < 0.6:
        lines += ["[board]", f"cols = {board['cols']}", f"rows = {board['rows']}"]
    else:
        board |= {"cols": COLS[army], "rows": ROWS[army]}
    reds = rng.randint(1, 5)
    dice = [f"reds = {reds}", *_some(rng, {f"blues = {rng.randint(1, 6 - reds)}": 0})]
    if rng.random() < 0.5:
        lines += ["[dice]", *dice]
    if rng.random() < 0.8:
        for formation in _random_formations(rng, board):
            lines.append("[[formation]]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in formation.items()]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------
# Random play that reaches shots, battles and ends
# ---------------------------------------------------------------------------------------------


def random_move(rng: random.Random, state: State) -> str:
    """A random move or outcome; the moves are biased towards hits, battles and losses."""
    odds = chances(state)
    if odds:
        return rng.choices(list(odds), [float(p) for p in odds.values()])[0]
    moves = legal(state)
    if state["phase"] == "plot" and rng.random() < 0.3:
        return "done"
    weigh = {"plot": _plot_weight, "move": _move_weight}.get(state["phase"])
    if weigh is None or rng.random() < 0.1:
        return rng.choice(moves)
    units, places = _units(state), _installations(state)
    return rng.choices(moves, [weigh(state, move.split(), units, places) for move in moves])[0]


Where = dict[str, tuple[int, str]]


def _plot_weight(state: State, words: list[str], units: Where, places: Where) -> float:
    """Mostly spaces just by the pieces that may be hit, and own installations."""
    if words == ["done"]:
        return 0.1
    kind = "heli" if words[0] == "missile" else "tank"
    wanted = [s for s, unit in units.items() if unit == (state["mover"], kind)]
    near = sum(_distance(square, words[1]) <= 2 for square in wanted)
    return 0.1 + 2 * near + (2 if words[1] in places else 0)


def _move_weight(state: State, words: list[str], units: Where, places: Where) -> float:
    """Mostly spaces that are marked, beside the enemy, or on his installations."""
    if words == ["end"]:
        return 3
    target, enemy = words[-1], 1 - state["mover"]
    beside = sum(
        owner == enemy and kind != "heli" and _distance(square, target) == 1
        for square, (owner, kind) in units.items()
    )
    marked = any(target in squares for squares in state["plots"].values())
    weight = 0.3 + 3 * beside + 6 * marked + (6 if target in places else 0)
    if words[0] == "mv":
        return weight + _distance(words[1], target) / 2
    return weight
