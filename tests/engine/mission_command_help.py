"""Short words for the tests of Mission Command Land: all of it goes through the public contract.

The pieces of a side are written ``tanks="d4:2 a4:6/3" pad="c2" heli="d5" art="a10 b10"``: a tank is
square:strength, with its chips behind a slash if some are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pocketlib
from pocketlib import CHANCE, IllegalMove, State, odds

GAME = pocketlib.game("mission_command")
FAR = {"tanks": "h12:6"}
"""A tan side that is out of the way."""
LONE = {"tanks": "a1:6"}
"""A green side that is out of the way."""


def side(tanks: str = "", art: str = "", heli: str | None = None, **pieces: Any) -> dict[str, Any]:
    """Return a side of the option ``position``."""
    found: dict[str, Any] = dict(pieces)
    found["tanks"] = []
    for word in tanks.split():
        at, _, number = word.partition(":")
        strength, _, chips = number.partition("/")
        tank: dict[str, Any] = {"at": at, "strength": int(strength)}
        if chips:
            tank["chips"] = int(chips)
        found["tanks"].append(tank)
    if art:
        found["art"] = art.split()
    if heli:
        at, _, chips = heli.partition("/")
        found["heli"] = {"at": at, "chips": int(chips)} if chips else {"at": at}
    return found


def position(
    green: dict[str, Any] | None = None,
    tan: dict[str, Any] | None = None,
    *,
    turn: int = 3,
    quiet: int = 0,
    **options: Any,
) -> State:
    """Return the beginning of a turn with these pieces; turn 3 begins with tan's plotting."""
    sides = [side(**(green or LONE)), side(**(tan or FAR))]
    data = {"turn": turn, "quiet": quiet, "sides": sides}
    return GAME.new(position=data, **options)


def play(state: State, *moves: str) -> State:
    """Return the state after ``moves``."""
    for move in moves:
        state = state.after(move)
    return state


def play_line(state: State, line: str) -> State:
    """Return the state after a line of moves with commas between them."""
    return play(state, *(move for move in line.split(", ") if move))


def to_move(state: State) -> State:
    """Return the state after the plotting, in which nothing is plotted."""
    while state.phase == "plot":
        state = state.after("done")
    return state


def moving(green: dict[str, Any], tan: dict[str, Any] | None = None, **more: Any) -> State:
    """Return green's movement in turn 3, unless ``more`` says otherwise; nothing is plotted."""
    return to_move(position(green, tan, **more))


def targets(state: State, verb: str, start: str = "") -> list[str]:
    """Return the squares to which ``verb`` (from ``start``) can go now, in order."""
    words = [move.split() for move in state.moves()]
    return [w[-1] for w in words if w[0] == verb and (not start or w[1] == start)]


def tank(state: State, seat: int, id: str) -> dict[str, Any]:
    """Return a tank of the dump."""
    found: list[dict[str, Any]] = state.dump()["sides"][seat]["tanks"]
    return next(t for t in found if t["id"] == id)


def of(state: State, seat: int) -> Any:
    """Return a side of the dump."""
    return state.dump()["sides"][seat]


def green(state: State) -> Any:
    """Return green's side of the dump."""
    return state.dump()["sides"][0]


def tan(state: State) -> Any:
    """Return tan's side of the dump."""
    return state.dump()["sides"][1]


def chance_of(state: State, event: Callable[[State], bool]) -> Fraction:
    """Return the exact chance of ``event`` at the next decision."""
    return odds.after(state, None, event).probability(True)


def refused(state: State, move: str, rule: str) -> str:
    """Check that ``move`` is refused because of ``rule``; return the reason."""
    assert move not in state.options_now()
    try:
        state.after(move)
    except IllegalMove as refusal:
        assert refusal.rule == rule, f"{refusal} ({refusal.rule})"
        assert state.why_not(move) == str(refusal)
        return str(refusal)
    raise AssertionError(f"{move} was accepted")


def weights(state: State) -> dict[str, int]:
    """Return outcome -> weight."""
    return {str(outcome): weight for outcome, weight in state.chances().items()}


def played(state: State, rng: Random, choose: Callable[[State], str] | None = None) -> State:
    """Let chance draw, and ``choose`` decide, to the next turn or decision that is open."""
    while state.phase not in ("plot", "over"):
        if state.to_move == CHANCE:
            state = state.after(state.chances().sample(rng))
        elif choose is None:
            break
        else:
            state = state.after(choose(state))
    return state


def walk(state: State, rng: Random) -> Iterator[State]:
    """Yield ``state`` and every later state of a random game."""
    yield state
    while state.to_move is not None:
        chance = state.to_move == CHANCE
        move = state.chances().sample(rng) if chance else rng.choice(state.moves())
        state = state.after(move)
        yield state


def random_options(rng: Random) -> dict[str, Any]:
    """Return options drawn over what section 8 offers, without layouts and positions."""
    reds = rng.randint(1, 5)
    return {
        "army": rng.choice(["full", "patrol"]),
        "cols": rng.choice([None, 6, 7, 8, 9, 10]),
        "rows": rng.choice([None, 8, 9, 11, 12, 16]),
        "reds": reds,
        "blues": rng.choice([None, rng.randint(1, 6 - reds)]),
        "stacks": rng.choice(["hidden", "open"]),
        "scuttle": rng.choice(["always", "onhit"]),
        "quiet_limit": rng.choice([10, 20, 40]),
    }


BASTION = {"pad": "d2", "ammo": "e3", "fuel": "c4", "launcher": "f2",
           "art": ["b3", "d4", "f4", "c5", "e5"]}  # fmt: skip
ROW = ["a1", "b1", "c1", "d1", "e1", "f1"]
BOTH = [{**BASTION, "tanks": ROW}, {**BASTION, "tanks": ROW}]
"""The layouts of the document's example (section 5)."""
