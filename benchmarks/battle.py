"""Measure how the Final Battle of Pocket Landship is reckoned: time, pauses, memory, bounds.

Every measurement runs in a process of its own, with an empty cache folder. ``--three`` adds the
largest battle against three enemies, which takes minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final

import pocketlib
from pocketlib import shelf

LOADOUTS: Final = [
    {"weapon": weapon, "support": support}
    for weapon in ("cannon", "corvette")
    for support in ("sponsons", "troops")
]
THREE: Final = {
    "a usual battle": ({"boar": 4, "badger": 3, "minefield": 0}, (4, 3, 2)),
    "the largest": ({"boar": 6, "badger": 5, "badgerb": 5}, (6, 4, 3)),
}
MIB: Final = 2**20


def timed(work: Generator[int, None, Any]) -> tuple[str, Any]:
    """Run work through; return the figures as a line, and what it returned."""
    wall, cpu = perf_counter(), process_time()
    last, slowest = cpu, 0.0
    while True:
        try:
            next(work)
        except StopIteration as done:
            return (
                f"{perf_counter() - wall:7.1f} s, {process_time() - cpu:6.1f} s of a processor, "
                f"{peak() / MIB:5.0f} MiB at most, longest step {slowest * 1e3:4.0f} ms"
            ), done.value
        now = process_time()
        slowest, last = max(slowest, now - last), now


def peak() -> int:
    """Return the most memory this process ever had, in bytes; 0 where that can't be told."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def three(title: str) -> Generator[int, None, Any]:
    """Return the work for a battle against three enemies."""
    enemies, own = THREE[title]
    game = pocketlib.game("landship")
    dump = game.new(layout="listed", first="enemy", enemies="normal").dump()
    dump |= {"front": [list(cell) for cell in enemies.items()], "back": [None] * 3, "final": True}
    dump["own"] = dict(zip(dump["own"], own, strict=True))
    work = game.bounds_work(game.load(dump))
    assert work is not None
    return work


def one_process(what: str) -> None:
    """Take one measurement and print it."""
    with TemporaryDirectory() as folder:
        shelf.cache_folder = lambda: Path(folder)
        if what in THREE:
            print(f"three enemies, {what}: {timed(three(what))[0]}")
            return
        options = LOADOUTS[int(what)]
        work = pocketlib.game("landship").reckon_work(**options)
        assert work is not None
        figures, told = timed(work)
        print(f"{' + '.join(options.values())}: {figures}\n    {told}")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--three", action="store_true", help="the largest battle, too")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        one_process(asked.one)
        return 0
    names = [*map(str, range(len(LOADOUTS))), *(THREE if asked.three else [*THREE][:1])]
    for name in names:
        subprocess.run([sys.executable, __file__, "--one", name], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
