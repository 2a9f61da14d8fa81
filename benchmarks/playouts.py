"""How fast random games are played: our games beside two games of OpenSpiel.

    python -m pip install -e ".[bench]"
    python benchmarks/playouts.py

A step is one move or one outcome of chance. Every game is played to its end, with uniform moves
and with chance drawn by its weights; all of it is driven from Python, one call at a time, and the
time counted is that of the processor. The games take turns, so that a computer that slows down
slows all of them; each figure is the median of the rounds.

The two sides differ: OpenSpiel changes a state in place, in C++, while here each step makes a new
state, in Python, and the old one stays as it was. The games differ, too, so the ratio tells
whether the speed is of the same order, not which library is better.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any, Final

import pocketlib

OURS: Final = ("landship", "mission_command")
YARDSTICK: Final = "backgammon"
THEIRS: Final = ("pig", YARDSTICK)
NO_OPENSPIEL: Final = (
    "OpenSpiel is not installed, so there is nothing to compare with. Install it, in the "
    "project's folder, by:\n"
    '    python -m pip install -e ".[bench]"\n'
    "Some computers have no wheels of it; only our own speed can be measured there."
)

Playout = Callable[[Random], int]
"""Plays one game and returns its number of steps."""


def our_playout(name: str) -> Playout:
    """Return what plays one game of ours."""
    new = pocketlib.game(name).new
    chance = pocketlib.CHANCE

    def playout(rng: Random) -> int:
        random = rng.random
        state = new()
        steps = 0
        while True:
            to_move = state.to_move
            if to_move == chance:
                state = state.after(state.chances().sample(rng))
            elif to_move is None:
                return steps
            else:
                moves = state.moves()
                state = state.after(moves[int(random() * len(moves))])
            steps += 1

    return playout


def their_playout(pyspiel: ModuleType, name: str) -> Playout:
    """Return what plays one game of OpenSpiel."""
    new = pyspiel.load_game(name).new_initial_state

    def playout(rng: Random) -> int:
        random = rng.random
        state = new()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                at = random()  # for so few outcomes faster than random.choices
                for action, probability in state.chance_outcomes():  # noqa: B007
                    at -= probability
                    if at < 0:
                        break
            else:
                actions = state.legal_actions()
                action = actions[int(random() * len(actions))]
            state.apply_action(action)
            steps += 1
        return steps

    return playout


def steps_per_second(playout: Playout, rng: Random, seconds: float) -> tuple[float, int]:
    """Play whole games for so long; return the steps per second of processor, and the games."""
    steps = games = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        steps += playout(rng)
        games += 1
    return steps / spent, games


def measure(
    playouts: dict[str, Playout], rounds: int, seconds: float, seed: int
) -> dict[str, list[float]]:
    """Return the steps per second of each game, round by round."""
    rates: dict[str, list[float]] = {name: [] for name in playouts}
    for playout in playouts.values():  # what is made only once is made now
        steps_per_second(playout, Random(seed), seconds / 5)
    for turn in range(rounds):
        for name, playout in playouts.items():
            rate, _ = steps_per_second(playout, Random(seed + turn), seconds)
            rates[name].append(rate)
    return rates


def table(rates: dict[str, list[float]]) -> str:
    """Return the rates as lines for people."""
    lines = [f"{'game':24}{'steps/s (median)':>18}{'slowest':>12}{'fastest':>12}"]
    for name, found in rates.items():
        low, high = min(found), max(found)
        lines.append(f"{name:24}{median(found):>18,.0f}{low:>12,.0f}{high:>12,.0f}")
    return "\n".join(lines)


def open_spiel() -> ModuleType | None:
    """Return OpenSpiel's module, or None if it is not there."""
    try:
        import pyspiel
    except ImportError:
        return None
    found: Any = pyspiel
    return found


def open_spiel_version() -> str:
    """Return the version of OpenSpiel."""
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "of unknown version"


def positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    """Return what reads a positive number, for the parser."""

    def number(text: str) -> float:
        value = kind(text)
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is not positive")
        return value

    return number


def main() -> int:
    """Measure as the command line says and print the figures."""
    parser = argparse.ArgumentParser(description="Measure random games, beside OpenSpiel's.")
    parser.add_argument("--rounds", type=positive(int), default=7, help="rounds (default: 7)")
    parser.add_argument("--seconds", type=positive(float), default=1.0,
                        help="seconds of processor for a game and round (default: 1)")  # fmt: skip
    parser.add_argument("--seed", type=int, default=1, help="seed of the random games")
    asked = parser.parse_args()

    pyspiel = open_spiel()
    playouts = {name: our_playout(name) for name in OURS}
    if pyspiel is not None:
        playouts |= {f"OpenSpiel {name}": their_playout(pyspiel, name) for name in THEIRS}
    rates = measure(playouts, int(asked.rounds), asked.seconds, asked.seed)

    beside = "" if pyspiel is None else f", OpenSpiel {open_spiel_version()}"
    print(f"Python {sys.version.split()[0]}{beside}")
    print(table(rates))
    if pyspiel is None:
        print(NO_OPENSPIEL)
        return 0
    for name in OURS:
        pairs = zip(rates[name], rates[f"OpenSpiel {YARDSTICK}"], strict=True)
        ratio = median(ours / theirs for ours, theirs in pairs)
        print(f"{name} : OpenSpiel {YARDSTICK} = {ratio:.2f} (median of the rounds)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
