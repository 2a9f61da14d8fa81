"""The command line: ``python -m pocketlib`` or ``pocket-games``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from pocketlib import terminal
from pocketlib.contract import Refusal
from pocketlib.registry import NO_GAMES, UnknownGame, catalogue, game
from pocketlib.setting_up import read_options

FAILED = 1
"""The exit code when something the person asked for could not be done."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command line; return the exit code. What was wrong is said in a sentence."""
    parser = _parser()
    try:
        arguments = parser.parse_args(argv)
        if arguments.run is None:
            parser.print_help()
            return 0
        return int(arguments.run(arguments))
    except SystemExit as stop:  # argparse has said what was wrong, or printed its help
        return stop.code if isinstance(stop.code, int) else FAILED
    except (Refusal, UnknownGame) as fault:
        print(str(fault), file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # the reader has gone, as in "... | head"; that is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return terminal.INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pocket-games", description="Small tabletop games, played and reckoned exactly."
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    games = commands.add_parser("games", help="list the installed games")
    games.set_defaults(run=_games)

    play = commands.add_parser("play", help="play a game in words")
    terminal.add_arguments(play)
    play.set_defaults(run=terminal.run)

    reckon = commands.add_parser("reckon", help="make the tables that odds are taken from")
    reckon.add_argument("game", metavar="GAME", help="the id of the game")
    reckon.add_argument("--option", action="append", default=[], metavar="KEY=VALUE",
                        help="an option of the game; may be given several times")  # fmt: skip
    reckon.add_argument("--set", metavar="FILE", help="a set of your own, as a TOML file")
    reckon.set_defaults(run=_reckon)

    notebooks = commands.add_parser("notebooks", help="copy the notebooks into a folder")
    notebooks.add_argument("folder", metavar="DIR", type=Path, help="where to put them")
    notebooks.set_defaults(run=_notebooks)

    check = commands.add_parser("check", help="test a game package against the contract")
    check.add_argument("game", metavar="GAME", help="the id of the game")
    check.add_argument("--games", type=int, default=50, help="how many games are played")
    check.add_argument("--seed", type=int, default=0, help="seed of the random games")
    check.set_defaults(run=_check)
    return parser


def _games(arguments: argparse.Namespace) -> int:
    names = catalogue()
    for name in names:
        try:
            found = game(name)
        except UnknownGame as broken:  # somebody else's package; the rest is listed all the same
            print(f"{name}: {broken}")
        else:
            seats = "1 seat" if len(found.seats) == 1 else f"{len(found.seats)} seats"
            print(f"{name}: {found.title}, {seats}. {found.blurb}".rstrip())
    if not names:
        print(NO_GAMES)
    return 0


def _reckon(arguments: argparse.Namespace) -> int:
    found = game(arguments.game)
    text = terminal.checked_set(found, arguments.set)
    options = read_options(found.schema(set=text), arguments.option)
    work = found.reckon_work(set=text, **options)
    if work is None:
        print(f"{found.title} has no tables that are made in advance.")
        return 0
    line = terminal.ProgressLine()
    start = perf_counter()
    while True:
        try:
            line(next(work))
        except StopIteration as done:
            line.clear()
            print(f"{done.value} It took {perf_counter() - start:.1f} seconds.")
            return 0


def _notebooks(arguments: argparse.Namespace) -> int:
    from pocketlib.notebook_files import copy_notebooks  # needed by this command alone

    print(copy_notebooks(arguments.folder))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from pocketlib.testing import ContractBroken, check  # needed by this command alone

    try:
        report = check(game(arguments.game), games=arguments.games, seed=arguments.seed)
    except ContractBroken as broken:
        print(f"The contract is broken. {broken}", file=sys.stderr)
        return FAILED
    print(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
