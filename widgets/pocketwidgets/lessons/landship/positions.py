"""Positions of Pocket Landship that the questions are about, and playing them again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pocketlib
from pocketlib.chance import Chance
from pocketlib.contract import CHANCE, Move, State
from pocketlib.games.landship.content import HOUSE, Face
from pocketlib.graph import Choice, Work, explore, solve
from pocketlib.odds import Until, Value, deciding

GAME: Final = pocketlib.game("landship")
PARADE: Final = ("boar", "badger", "lightart", "badgerb", "infantry", "minefield")
"""The six enemies of most questions: the front row from left to right, then the back row."""
FULL: Final = {"hull": 6, "cannon": 4, "sponsons": 3}
PLACES: Final = (("left", 0), ("centre", 1), ("right", 2))
SHORT: Final = {id: face.short for id, face in HOUSE.faces.items()}


@cache
def listed(enemies: tuple[str, ...] = PARADE, first: str = "enemy") -> State:
    """Return the start of a game with these enemies in this order."""
    return GAME.new(layout="listed", enemies=list(enemies), first=first)


def changed(state: State, **changes: Any) -> State:
    """Return the position with other values in its dump; ``own`` adds to what is there."""
    dump = state.dump()
    own = {**dump["own"], **changes.pop("own", {})}
    return GAME.load({**dump, **changes, "own": own})


def hull_at(hull: int, phase: str) -> State:
    """Return Parade with the hull at this strength."""
    return changed(listed(first="player"), phase=phase, round=2, own={"hull": hull})


@cache
def lone(face: str, number: int, hull: int, cannon: int, phase: str = "roll") -> State:
    """Return the Final Battle of hull and cannon against a single card."""
    return changed(
        listed(first="player"),
        front=[[face, number], None, None],
        back=[None, None, None],
        own={"hull": hull, "cannon": cannon, "sponsons": 0},
        final=True,
        phase=phase,
        options={**listed(first="player").dump()["options"], **_options_with(face)},
    )


def _options_with(face: str) -> dict[str, Any]:
    """Return the options of a game in which ``face`` takes part."""
    others = [id for id in HOUSE.faces if id != face]
    return {"pairing": "free", "enemies": [face, *others[:5]]}


_IDLE: Final = """
[[face]]
id = "idle{n}"
name = "Idle {n}"
kind = "hazard"
strength = "1.0"
normal = false
track = 3
actions = ["none", "none", "none", "none", "none", "none"]
"""


@cache
def alone(face: str, column: int) -> State:
    """Return a table where ``face`` stands in the front row between two cards that do nothing."""
    cards = [(a.id, b.id) for a, b in HOUSE.cards]
    spare = next(card for card in cards if face not in card)
    pairs = [("idle1", "idle2"), *(card for card in cards if card != spare)]
    text = '[set]\nid = "alone"\ntitle = "One card alone"\n'
    text += "".join(_IDLE.format(n=n) for n in (1, 2))
    text += "".join(f'[[card]]\na = "{a}"\nb = "{b}"\n' for a, b in pairs)
    front = ["idle1", "idle2"]
    front.insert(column, face)
    back = [a for a, b in pairs[1:] if face not in (a, b)][:3]
    return GAME.new(
        set=text, enemies=[*front, *back], layout="listed", first="enemy", pairing="free"
    )


# --- what is read from a position --------------------------------------------------------------


def die_at(state: State, column: int) -> int:
    """Return the die of the card that stood in ``column`` when the enemy's dice were thrown.

    The dice are sorted, and stand in the lines of the cards in order.
    """
    dice = sorted(int(event[3]) for event in state.events() if event[0] == "act")
    return dice[column]


def damage(state: State, card: str = "") -> int:
    """Return how much strength an own card (or all of them) has lost since the start."""
    own: Mapping[str, int] = dict(zip(FULL, state.table.own, strict=True))  # type: ignore[attr-defined]
    return FULL[card] - own[card] if card else sum(FULL.values()) - sum(own.values())


def lost(state: State) -> bool:
    """Is the game lost?"""
    return state.result == (0,)


def strength(state: State) -> int:
    """Return the strength left on the enemies that can be hit."""
    found: int = GAME.measures["enemy strength"].of(state)
    return found


def face_of(id: str) -> Face:
    """Return a face of the house set."""
    return HOUSE.faces[id]


# --- deals -------------------------------------------------------------------------------------


def after_draw(state: State, measure: Callable[[State], Any]) -> Chance[Any]:
    """Return the chance of ``measure`` right after the next draw, in order."""
    found = state.chances().map(lambda outcome: measure(state.after(outcome)))
    return Chance(sorted(found.items()))


def at_once(state: State) -> bool:
    """The stopping point "right after the draw"."""
    return True


def deals(state: State) -> Iterator[State]:
    """Yield every position that can come of the deal, each equally likely."""
    if state.phase != "deal":
        yield state
        return
    for outcome in state.chances():
        yield from deals(state.after(outcome))


def drawn(state: State, rng: Random) -> State:
    """Let chance draw once."""
    return state.after(state.chances().sample(rng))


def dealt(state: State, rng: Random) -> State:
    """Return one of the deals by chance."""
    while state.phase == "deal":
        state = drawn(state, rng)
    return state


def order(enemies: Sequence[str]) -> str:
    """Return the cards of a row in words."""
    return ", ".join(SHORT.get(id, id) for id in enemies)


# --- best play ---------------------------------------------------------------------------------


class Played(NamedTuple):
    """The value of a position under best play, and the best move wherever a decision is."""

    value: Fraction
    moves: Mapping[State, Move]
    positions: int


def best_play_work(state: State, value: Value, until: Until) -> Work[Played]:
    """Work out best play from ``state`` up to ``until``, with all decisions on the way."""
    graph = yield from explore(state, deciding(value, until))
    solved = yield from solve(graph)
    moves = {}
    for i, place in solved.policy.items():
        part = graph.parts[i]
        assert isinstance(part, Choice)
        moves[graph.nodes[i]] = part.options[place][0]
    return Played(solved.values[0], moves, len(graph.nodes))


def play_on(state: State, moves: Mapping[State, Move], until: Until, rng: Random) -> State:
    """Play from ``state``, with these moves, to the first position where ``until`` is true."""
    while state.to_move is not None and not until(state):
        state = drawn(state, rng) if state.to_move == CHANCE else state.after(moves[state])
    return state
