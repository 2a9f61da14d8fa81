"""Positions of Mission Command Land that the questions are about, and playing them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

import pocketlib
from pocketlib import odds
from pocketlib.contract import CHANCE, Rule, State
from pocketwidgets.answers import shown

GAME: Final = pocketlib.game("mission_command")
CHIPS: Final = range(1, 7)
REDS: Final = range(1, 6)
USUAL_REDS: Final = 4
GREEN, TAN = 0, 1


def rules(*ids: str) -> tuple[Rule, ...]:
    """Return rules by their ids, in the words of the engine."""
    return tuple(GAME.rules[id] for id in ids)


def said(p: Fraction) -> str:
    """Return a chance as it stands in a sentence."""
    return shown(p, "chance")


def position(green: dict[str, Any], tan: dict[str, Any], **options: Any) -> State:
    """Return the beginning of turn 3: tan is about to plot, green to move."""
    return GAME.new(position={"turn": 3, "sides": [green, tan]}, **options)


def tank(at: str, strength: int, chips: int | None = None) -> dict[str, Any]:
    """Return a tank of a position."""
    return {"at": at, "strength": strength, "chips": chips or strength}


def play(state: State, *moves: str) -> State:
    """Return the state after ``moves``."""
    for move in moves:
        state = state.after(move)
    return state


def plotted(state: State) -> State:
    """Return the state after the plotting, with nothing plotted beyond what is."""
    while state.phase == "plot":
        state = state.after("done")
    return state


def side(state: State, seat: int) -> Any:
    """Return a side, with all that is hidden."""
    return state.dump()["sides"][seat]


def tank_at(state: State, seat: int, square: str) -> Any:
    """Return the tank on a square, or None."""
    return next((t for t in side(state, seat)["tanks"] if t["at"] == square), None)


def played(state: State, rng: Random, choose: Callable[[State], str] | None = None) -> State:
    """Throw the dice of the engine, and decide by ``choose``, up to the next turn."""
    while state.phase not in ("plot", "over"):
        if state.to_move == CHANCE:
            state = state.after(state.chances().sample(rng))
        elif choose is None:
            return state
        else:
            state = state.after(choose(state))
    return state


def numbers(found: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """Return the values of a control."""
    return tuple((str(n), n) for n in found)


# --- battles, before their first roll ----------------------------------------------------------


def _fighting(at: str, chips: int) -> dict[str, Any]:
    """Return a tank with so many chips; strength 1 belongs to one that is out of the way."""
    return tank(at, max(chips, 2), chips)


@cache
def duel(attacker: int, defender: int, reds: int = USUAL_REDS) -> State:
    """Return green's tank on d7 attacking tan's on d8, each with so many chips."""
    start = position(
        {"tanks": [_fighting("d5", attacker), tank("a1", 1)]},
        {"tanks": [_fighting("d8", defender), tank("h12", 1)]},
        reds=reds,
    )
    return play(plotted(start), "mv d5 d7", "end", "attack d7 d8")


@cache
def heli_duel(chips: int, reds: int = USUAL_REDS) -> State:
    """Return green's fresh helicopter on d8 attacking tan's tank on d9."""
    start = position(
        {"pad": "c2", "heli": {"at": "d5"}, "tanks": [tank("a4", 6)]},
        {"tanks": [_fighting("d9", chips), tank("h12", 1)]},
        reds=reds,
    )
    return play(plotted(start), "mv a4 a5", "fly d8", "end", "attack d8 d9")


@cache
def gun_duel(chips: int, reds: int = USUAL_REDS) -> State:
    """Return green's tank on d6 attacking tan's artillery piece on e7."""
    start = position(
        {"tanks": [_fighting("d5", chips), tank("a1", 1)]},
        {"art": ["e7", "a10"], "tanks": [tank("h12", 1)]},
        reds=reds,
    )
    return play(plotted(start), "mv d5 d6", "end", "attack d6 e7")


def attacker_wins(state: State) -> bool:
    """Is the tank on d8 gone?"""
    return tank_at(state, TAN, "d8") is None


def heli_wins(state: State) -> bool:
    """Does the helicopter fly on?"""
    return side(state, GREEN)["heli"] is not None


def gun_wins(state: State) -> bool:
    """Is the artillery piece on e7 still there?"""
    return "e7" in side(state, TAN)["art"]


@cache
def win(attacker: int, defender: int, reds: int = USUAL_REDS) -> Fraction:
    """Return the chance that an attacking tank beats another: W(attacker, defender)."""
    return odds.after(duel(attacker, defender, reds), None, attacker_wins).probability(True)


def rolling(state: State) -> str:
    """Name a state of a battle of tanks: the chips of both, and who throws next."""
    by = "green" if state.dump()["step"] == "attacker" else "tan"
    green, tan = (tank_at(state, seat, at)["chips"] for seat, at in ((GREEN, "d7"), (TAN, "d8")))
    return f"{green} : {tan}, {by} rolls"
