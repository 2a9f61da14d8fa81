"""Golden playthroughs: recorded games with every state's dump, to be compared line by line.

    python tools/golden.py               write all of them anew from their records
    python tools/golden.py --check       say what would change; write nothing
    python tools/golden.py --find GAME NAME --option KEY=VALUE --result 1 --with TEXT
                                         look for a new one: games are played with one seed after
                                         the other until one ends so and has every TEXT in it

A file ``tests/golden/GAME/NAME.jsonl`` has the record in its first line, the dump of the start in
its second, and then a line a move: the move, and what it changed in the dump (top-level entries
that are new or different; the names of those that are gone). So every whole dump is there, and a
change of the engine shows in the one line where it begins.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from pocketlib import CHANCE, Game, State, game
from pocketlib.record import Record
from pocketlib.setting_up import read_options

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "golden"
HASTY = Fraction(1, 8)
"""How often the players of a search make any move instead of the best: games differ more."""


def paths() -> list[Path]:
    """Return the files of all golden playthroughs, sorted."""
    return sorted(FOLDER.glob("*/*.jsonl"))


# --- a record as lines -------------------------------------------------------------------------


def lines_of(record: Record) -> Iterator[str]:
    """Yield the lines of a golden playthrough."""
    yield _line({"record": record.to_json()})
    before = record.at(0).dump()
    yield _line({"start": before})
    for ply, move in enumerate(record.moves, start=1):
        dump = record.at(ply).dump()
        line: dict[str, Any] = {"ply": ply, "move": move, "changed": _changed(before, dump)}
        if gone := sorted(before.keys() - dump.keys()):
            line["gone"] = gone
        yield _line(line)
        before = dump


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in after.items() if key not in before or _differ(
        before[key], value)}  # fmt: skip


def _differ(one: object, other: object) -> bool:
    return json.dumps(one, sort_keys=True) != json.dumps(other, sort_keys=True)  # true is not 1


def _line(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"


def dumps_of(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the whole dump of every state, put together from the lines of a file."""
    dump: dict[str, Any] = json.loads(lines[1])["start"]
    yield dict(dump)
    for line in lines[2:]:
        data = json.loads(line)
        dump = {key: value for key, value in dump.items() if key not in data.get("gone", ())}
        dump |= data["changed"]
        yield dict(dump)


def record_of(lines: Sequence[str]) -> Record:
    """Return the record in the first line of a file, replayed. Raises BadDump."""
    return Record.from_json(json.loads(lines[0])["record"])


def read(path: Path) -> list[str]:
    """Return the lines of a file."""
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def differences(path: Path) -> list[str]:
    """Return a diff from the file to what the engine does now; [] if nothing has changed."""
    old = read(path)
    new = list(lines_of(record_of(old)))
    return list(unified_diff(old, new, f"{path.name} as it is", f"{path.name} now", n=1))


# --- the search for a new one ------------------------------------------------------------------


def find(found: Game, options: dict[str, Any], own_set: str | None, wanted: Wanted) -> Record:
    """Return the first game, by seed, that is as ``wanted``."""
    for seed in count(wanted.first_seed):
        record = Record.start(found, options, own_set, seed)
        _play_out(record, Random(f"players:{seed}"))
        if wanted.fits(record):
            return record
    raise AssertionError("seeds never end")


class Wanted:
    """What a game must be like: its result for the first seat, and texts that occur in it."""

    def __init__(self, result: int | None, texts: Sequence[str], first_seed: int) -> None:
        self.result = result
        self.texts = texts
        self.first_seed = first_seed

    def fits(self, record: Record) -> bool:
        """Is ``record`` such a game?"""
        result = record.state.result
        if self.result is not None and (result is None or result[0] != self.result):
            return False
        whole = "".join(lines_of(record)) if self.texts else ""
        return all(text in whole for text in self.texts)


def _play_out(record: Record, rng: Random) -> None:
    """Play ``record`` to its end: chance by its seed, the seats greedily but for a few moves."""
    while (mover := record.state.to_move) is not None:
        if mover == CHANCE:
            record.draw()
        elif rng.random() < HASTY:
            record.play(rng.choice(record.state.moves()))
        else:
            record.play(_best_move(record.game, record.state, mover))


def _best_move(found: Game, state: State, seat: int) -> str:
    """Return the move after which the position is worth most, averaged over the next chance."""
    return max(state.moves(), key=lambda move: _worth(found, state.after(move), seat))


def _worth(found: Game, state: State, seat: int) -> float:
    if state.to_move != CHANCE:
        return float(found.value(state, seat))
    chance = state.chances()
    worth = sum(w * found.value(state.after(outcome), seat) for outcome, w in chance.items())
    return worth / chance.total


# --- the command -------------------------------------------------------------------------------


def write(path: Path, lines: Iterator[str]) -> None:
    """Write a file, with the same line ends on every system."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the command line; return 1 if something has changed."""
    arguments = _arguments(argv)
    if arguments.find:
        _find(arguments)
        return 0
    changed = 0
    for path in paths():
        diff = differences(path)
        changed += bool(diff)
        sys.stdout.writelines(diff)
        if diff and not arguments.check:
            write(path, lines_of(record_of(read(path))))
    print(f"{len(paths())} golden playthroughs, {changed} changed.")
    return 1 if changed and arguments.check else 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Golden playthroughs of the games.")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--find", nargs=2, metavar=("GAME", "NAME"), help="look for a new one")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--set", type=Path, metavar="FILE", help="an own set")
    parser.add_argument("--result", type=int, help="what the first seat must have in the end")
    parser.add_argument("--with", dest="texts", action="append", default=[], metavar="TEXT",
                        help="a text that must be in the file")  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="the first seed that is tried")
    parser.add_argument("--about", default="", help="a comment on what the game shows")
    return parser.parse_args(argv)


def _find(arguments: argparse.Namespace) -> None:
    id, name = arguments.find
    own_set = arguments.set.read_text(encoding="utf-8") if arguments.set else None
    options = read_options(game(id).schema(set=own_set), arguments.option)
    wanted = Wanted(arguments.result, arguments.texts, arguments.seed)
    record = find(game(id), options, own_set, wanted)
    record.comment(0, arguments.about)
    path = FOLDER / id / f"{name}.jsonl"
    write(path, lines_of(record))
    print(
        f"{path.relative_to(ROOT)}: seed {record.seed}, {record.ply} moves, {record.state.result}"
    )


if __name__ == "__main__":
    sys.exit(main())
