"""How fast exact odds are found: pocketlib beside icepool and dyce, in the same run.

    python -m pip install -e ".[bench]"
    python benchmarks/odds.py

Every task is solved in a new process, so that the first call is cold: nothing is remembered, only
the import is done (it has a row of its own). The second call of the same process is warm. Each
figure is the median of several processes, and the libraries take turns. Answers are compared as
exact fractions; a difference stops the run.

Peers are asked in the way their own documentation would do it. A dash means that a library has no
exact way to say the task.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib.util import find_spec
from statistics import median
from time import perf_counter
from typing import Any, Final

LIBRARIES: Final = ("pocketlib", "icepool", "dyce")
Answer = dict[str, str]
"""Outcome -> probability, both as texts."""


def plain(pairs: Mapping[Any, int]) -> Answer:
    """Return weights as probabilities, with outcomes written the same for all libraries."""
    total = sum(pairs.values())
    return {str(outcome): str(Fraction(ways, total)) for outcome, ways in pairs.items() if ways}


# --- pocketlib ---------------------------------------------------------------------------------


def ours() -> dict[str, Callable[[], Any]]:
    """Return the tasks as pocketlib does them."""
    from pocketlib import dice

    def hits() -> Any:
        return dice.count(3, lambda face: face <= 4)

    def duel() -> Any:
        return dice.duel(6, 4, hits()).weights

    sizes = range(4)
    return {
        "joint": lambda: dice.sorted_rolls(3).weights,
        "assault": lambda: dice.assault(3, 3, 3, 3).weights,
        "assaults": lambda: [
            dice.assault(a, b, c, d).weights
            for a in sizes for b in sizes for c in sizes for d in sizes
        ],
        "pairs": duel,
        "turns": duel,
        "keep3": lambda: dice.keep_highest(10, 3).weights,
        "keep5": lambda: dice.keep_highest(20, 5).weights,
    }  # fmt: skip


# --- icepool -----------------------------------------------------------------------------------


def icepools() -> dict[str, Callable[[], Any]]:
    """Return the tasks as icepool does them."""
    import icepool
    from icepool import Die, d6

    def wins(red: int, blue: int) -> Any:
        if not red or not blue:
            return Die([red > 0])
        return icepool.map(
            lambda r, b: r[::-1] > b[::-1], d6.pool(red).expand(), d6.pool(blue).expand()
        )

    def assault(a: int, b: int, c: int, d: int, known: Mapping[Any, Any]) -> Any:
        return dict(icepool.tupleize(known[a, b], known[c, d]).items())

    def all_assaults() -> Any:
        known = {(r, b): wins(r, b) for r in range(4) for b in range(4)}
        sizes = range(4)
        return [
            assault(a, b, c, d, known)
            for a in sizes for b in sizes for c in sizes for d in sizes
        ]  # fmt: skip

    def hits() -> Any:
        return 3 @ Die({0: 1, 1: 2})

    def pairs() -> Any:
        throw = hits()

        def round_of(state: Any) -> Any:
            a, b = state
            if not a or not b:
                return state
            return icepool.map(
                lambda h, k: (a, 0) if h >= b else (max(a - k, 0), b - h), throw, throw
            )

        return dict(Die([(6, 4)]).map(round_of, star=False, repeat="inf").items())

    def turns() -> Any:
        throw = hits()

        def turn(state: Any) -> Any:
            a, b, attacking = state
            if not a or not b:
                return (a, b, True)
            if attacking:
                return throw.map(lambda h: (a, max(b - h, 0), False))
            return throw.map(lambda k: (max(a - k, 0), b, True))

        ends = Die([(6, 4, True)]).map(turn, star=False, repeat="inf")
        return dict(ends.map(lambda a, b, _: (a, b), star=True).items())

    return {
        "joint": lambda: dict(d6.pool(3).expand().items()),
        "assault": lambda: assault(3, 3, 3, 3, {(3, 3): wins(3, 3)}),
        "assaults": all_assaults,
        "pairs": pairs,
        "turns": turns,
        "keep3": lambda: dict(d6.highest(10, 3).items()),
        "keep5": lambda: dict(d6.highest(20, 5).items()),
    }


# --- dyce --------------------------------------------------------------------------------------


def dyces() -> dict[str, Callable[[], Any]]:
    """Return the tasks as dyce does them; it has no chains that go on until the end."""
    from dyce import P

    def keep(number: int, best: int) -> Any:
        found: dict[int, int] = {}
        for roll, ways in P(*[6] * number).rolls_with_counts(slice(-best, None)):
            found[sum(roll)] = found.get(sum(roll), 0) + ways
        return found

    def wins(red: int, blue: int) -> dict[bool, int]:
        if not red or not blue:
            return {red > 0: 1}
        found = {True: 0, False: 0}
        others = [(b[::-1], ways) for b, ways in P(*[6] * blue).rolls_with_counts()]
        for r, ways in P(*[6] * red).rolls_with_counts():
            hand = r[::-1]
            for other, more in others:
                found[hand > other] += ways * more
        return found

    def both(one: dict[bool, int], other: dict[bool, int]) -> Any:
        return {(x, y): v * w for x, v in one.items() for y, w in other.items()}

    def all_assaults() -> Any:
        known = {(r, b): wins(r, b) for r in range(4) for b in range(4)}
        sizes = range(4)
        return [
            both(known[a, b], known[c, d])
            for a in sizes for b in sizes for c in sizes for d in sizes
        ]  # fmt: skip

    def joint() -> Any:
        found: dict[Any, int] = {}
        for roll, ways in P(6, 6, 6).rolls_with_counts():
            found[roll] = found.get(roll, 0) + ways
        return found

    def one() -> Any:
        known = wins(3, 3)
        return both(known, known)

    return {
        "joint": joint,
        "assault": one,
        "assaults": all_assaults,
        "keep3": lambda: keep(10, 3),
        "keep5": lambda: keep(20, 5),
    }


# --- the run -----------------------------------------------------------------------------------

TASKS: Final = {
    "import": "import of the library",
    "joint": "lowest, middle, highest of 3d6 jointly",
    "assault": "assault, 3 red + 3 blue against 3 + 3",
    "assaults": "all 256 assaults",
    "pairs": "duel 6 v 4, a round of both throws a step",
    "turns": "duel 6 v 4, the throw handed over each step",
    "keep3": "10d6, the 3 highest",
    "keep5": "20d6, the 5 highest",
}
MAKERS: Final = {"pocketlib": ours, "icepool": icepools, "dyce": dyces}


def one_process(library: str, task: str) -> None:
    """Solve a task in this new process and print the times (ms) and the answer as JSON."""
    start = perf_counter()
    __import__(library)
    imported = (perf_counter() - start) * 1e3
    if task == "import":
        print(json.dumps({"cold": imported, "warm": None, "answer": None}))
        return
    work = MAKERS[library]().get(task)
    if work is None:
        print("null")
        return
    times = []
    for _ in range(2):
        start = perf_counter()
        answer = work()
        times.append((perf_counter() - start) * 1e3)
    found = [plain(a) for a in answer] if isinstance(answer, list) else plain(answer)
    print(json.dumps({"cold": times[0], "warm": times[1], "answer": found}))


def measured(library: str, task: str) -> Any:
    """Return what a new process found, or None where the library can't do it."""
    command = [sys.executable, __file__, "--one", library, task]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{library} failed at {task}:\n{done.stderr}")
    return json.loads(done.stdout)


def compare(task: str, libraries: list[str], rounds: int) -> dict[str, tuple[float, float | None]]:
    """Return the median times of a task by library; all answers must be the same."""
    cold: dict[str, list[float]] = {}
    warm: dict[str, list[float]] = {}
    answers: dict[str, Any] = {}
    for _ in range(rounds):
        for library in libraries:
            found = measured(library, task)
            if found is None:
                continue
            cold.setdefault(library, []).append(found["cold"])
            if found["warm"] is not None:
                warm.setdefault(library, []).append(found["warm"])
            answers[library] = found["answer"]
    for library, answer in answers.items():
        if answer != answers["pocketlib"]:
            raise SystemExit(f"{library} and pocketlib differ at: {TASKS[task]}")
    return {
        library: (median(times), median(warm[library]) if library in warm else None)
        for library, times in cold.items()
    }


def main() -> int:
    """Print the table; 1 if a peer is ahead in a row, cold."""
    parser = argparse.ArgumentParser(description="Time exact odds beside icepool and dyce.")
    parser.add_argument("--rounds", type=int, default=5, help="processes a task (default: 5)")
    parser.add_argument("--one", nargs=2, metavar=("LIBRARY", "TASK"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        one_process(*asked.one)
        return 0
    libraries = [name for name in LIBRARIES if find_spec(name)]
    print(
        f"{'ms, cold (warm)':46}" + "".join(f"{name:>20}" for name in libraries) + f"{'ratio':>9}"
    )
    behind = 0
    for task, words in TASKS.items():
        times = compare(task, libraries, max(1, asked.rounds))
        cells = []
        for name in libraries:
            cold, warm = times.get(name, (None, None))
            text = "-" if cold is None else f"{cold:.3f}"
            cells.append(f"{text if warm is None else f'{text} ({warm:.3f})':>20}")
        peers = [cold for name, (cold, _) in times.items() if name != "pocketlib"]
        ratio = min(peers) / times["pocketlib"][0] if peers else None
        behind += ratio is not None and ratio < 1
        print(f"{words:46}{''.join(cells)}{'' if ratio is None else f'{ratio:>8.1f}x'}")
    if len(libraries) < len(LIBRARIES):
        print('Some peers are not installed: python -m pip install -e ".[bench]"')
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
