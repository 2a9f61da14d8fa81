"""A game at the terminal: plain lines in, plain lines out, nothing lost on the way."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from pocketlib import commands
from pocketlib.contract import SET_BYTES, BadDump, BadSet, Game, Refusal
from pocketlib.folders import OURS, data_folder
from pocketlib.graph import how_far
from pocketlib.record import Record, from_home, is_saved_game, reason
from pocketlib.registry import NO_GAMES, catalogue, game
from pocketlib.save_files import keep_beside, kept_beside, same_file, save_file
from pocketlib.setting_up import ask_options, describe_options, read_options
from pocketlib.text import Session

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells expect it."""
COMMAND: Final = "POCKET_GAMES_COMMAND"
"""The environment variable in which start.py says how it was called, to play."""
_REDRAW: Final = 0.5
"""Seconds between two looks at how far work is."""
_SCREEN: Final = 60
"""Empty lines that push a secret off the screen when it is handed over."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give ``parser`` the arguments of ``play``."""
    parser.add_argument("game", nargs="?", help="the id of a game; see the command games")
    parser.add_argument("--seed", type=int, help="a whole number; the same seed, the same dice")
    parser.add_argument("--companion", action="store_true", help="you type in your own dice")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE",
                        help="an option of the game; may be given several times")  # fmt: skip
    parser.add_argument("--options", action="store_true", help="list the game's options and stop")
    parser.add_argument("--set", metavar="FILE", help="a set of your own, as a TOML file")
    parser.add_argument("--write-set", metavar="FILE",
                        help="write the game's set into this file, and stop")  # fmt: skip
    parser.add_argument("--load", metavar="FILE", help="go on with the game saved in this file")
    parser.add_argument("--resume", action="store_true", help="go on with the saved game, unasked")
    parser.add_argument("--save", metavar="FILE", help="where the game is saved after every move")


def play(argv: Sequence[str] | None = None) -> int:
    """Play one game as the command line ``argv`` says; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m pocketlib play")
    add_arguments(parser)
    return run(parser.parse_args(argv))


def run(arguments: argparse.Namespace) -> int:
    """Play the game that the parsed ``arguments`` describe; return the exit code.

    Raises Refusal or UnknownGame for arguments that fit no game.
    """
    _read_and_write_anything()
    try:
        if arguments.options:
            found = _named_game(arguments)
            say(describe_options(found.schema(set=checked_set(found, arguments.set))))
            return 0
        if arguments.write_set:
            say(write_set(_named_game(arguments), arguments.write_set))
            return 0
        session = open_session(arguments)
    except (EOFError, KeyboardInterrupt):
        say("\nNo game was begun.")
        return INTERRUPTED
    return converse(session)


def converse(session: Session) -> int:
    """Read lines and answer them until someone says quit; return the exit code."""
    say(f"{session.game.title}. Type help for all commands, quit to stop.")
    if session.saved:
        say(f"The game is saved after every move, in {session.save_path}")
    if session.trouble is not None:
        say(f"Warning: {session.trouble}")
    session.progress = line = ProgressLine()
    try:
        if session.goes_on:
            say(session.arrival)
        say(commands.situation(session))
        while not session.done:
            _answer_one(session, line)
    except EOFError:
        say("\n" + _farewell(session))
    except KeyboardInterrupt:
        say("\n" + _farewell(session))
        return INTERRUPTED
    return 0


def _answer_one(session: Session, progress: ProgressLine) -> None:
    """Read one line and print the answer; push secrets off the screen when it is handed over."""
    line = _ask("> ")
    covered_before = session.covered
    text = session.do(line)
    progress.clear()
    if session.covered and not covered_before:
        say("\n" * _SCREEN)
    if line.strip():
        say(text)


def _farewell(session: Session) -> str:
    session.autosave()
    if session.save_path is None:
        return "Stopped. This game was not saved."
    if not session.saved:
        return f"Stopped. {session.trouble}"
    told = "" if session.trouble is None else f" {session.trouble}"
    return (
        f"Stopped.{told} Nothing is lost: the game is in {session.save_path}. To go on, type: "
        f'{this_command()} --load "{session.save_path.resolve()}"'
    )


def this_command() -> str:
    """Return what this person types to play, as far as can be told."""
    if given := os.environ.get(COMMAND):
        return given
    program = Path(sys.argv[0] if sys.argv else "").name
    if program.removesuffix(".exe") == "pocket-games":
        return "pocket-games play"
    python = Path(sys.executable or "python")
    found = shutil.which(python.stem)  # the same one that its name alone starts?
    same = found is not None and os.path.abspath(found) == os.path.abspath(python)
    return f"{python.stem if same else _quoted(str(python))} -m pocketlib play"


def _quoted(path: str) -> str:
    return f'"{path}"' if " " in path else path


# --- starting or going on ----------------------------------------------------------------------


def open_session(arguments: argparse.Namespace) -> Session:
    """Return the session that the parsed ``arguments`` ask for; may ask the person at a terminal.

    Raises Refusal or UnknownGame for what does not fit.
    """
    _check_that_all_counts(arguments)
    if arguments.load:
        return _loaded(arguments)
    found = _named_game(arguments)
    path = save_file(arguments.save) if arguments.save else autosave_path(found.id)
    if path is not None and path.is_file() and not _wants_new(arguments):
        if arguments.resume or _wants_to_resume(path):
            return _resumed(path, arguments)
    elif arguments.resume:
        earlier = "" if path is None else _kept_before(path)
        say(f"There is no saved game to go on with; a new one begins.{earlier}")
    own_set = checked_set(found, arguments.set)
    options = read_options(found.schema(set=own_set), arguments.option)
    if not arguments.option and sys.stdin.isatty():
        say(found.title + (f": {found.blurb}" if found.blurb else ""))
        options = ask_options(found, _ask, say, own_set)
    kept = None
    if path is not None and not arguments.save and not is_saved_game(path):
        kept = keep_beside(path, whatever=True)  # our own file, which somebody has broken
    session = Session.new(
        found,
        options,
        set=own_set,
        seed=arguments.seed,
        companion=arguments.companion,
        save=path,
    )
    if kept := kept or session.kept:
        say(kept.told)
    return session


def _resumed(path: Path, arguments: argparse.Namespace) -> Session:
    try:
        return Session.resume(path, companion=arguments.companion or None)
    except BadDump as bad:
        raise BadDump(f"{bad}{_kept_before(path)}", key=bad.key, rule=bad.rule) from None


def _kept_before(path: Path) -> str:
    """Return which game was kept beside ``path`` last, and how to go on with it; "" if none was."""
    with contextlib.suppress(OSError):
        if games := kept_beside(path):
            return (
                f" An earlier game is in {games[-1]}. To go on with that one, type: "
                f'{this_command()} --load "{games[-1].resolve()}"'
            )
    return ""


def _named_game(arguments: argparse.Namespace) -> Game:
    if not arguments.game:
        raise Refusal(f"Say which game: {', '.join(catalogue())}." if catalogue() else NO_GAMES)
    return game(arguments.game)


def _loaded(arguments: argparse.Namespace) -> Session:
    """Return a session with the game of --load, saved there again unless --save names a file."""
    record = Record.load(arguments.load)
    if arguments.game and arguments.game != record.game.id:
        raise Refusal(
            f"{arguments.load} holds a game of {record.game.id}, not of {arguments.game}.",
            key="load",
        )
    path = save_file(arguments.save or arguments.load)
    if not same_file(path, save_file(arguments.load)) and (kept := keep_beside(path)):
        say(kept.told)
    companion = arguments.companion or record.seed is None
    return Session(record, companion=companion, save=path)


def _check_that_all_counts(arguments: argparse.Namespace) -> None:
    """Raise Refusal if a saved game is asked for, and with it what only a new one takes."""
    going_on = "--load" if arguments.load else "--resume"
    given = {
        "--resume": arguments.resume and arguments.load,
        "--seed": arguments.seed is not None,
        "--option": arguments.option,
        "--set": arguments.set,
    }
    if (arguments.load or arguments.resume) and any(given.values()):
        other = next(name for name, there in given.items() if there)
        raise Refusal(f"{going_on} goes on with a saved game; leave {other} away, or {going_on}.")


def _wants_new(arguments: argparse.Namespace) -> bool:
    """Do the arguments describe a new game?"""
    return bool(arguments.option or arguments.set or arguments.seed is not None)


def _wants_to_resume(path: Path) -> bool:
    """Ask whether to go on with the game saved at ``path``; False if nobody is there to ask."""
    if not sys.stdin.isatty():
        return False
    try:
        record = Record.load(path)
    except Refusal as refusal:
        say(f"{refusal} It is kept as it is, and a new game begins.{_kept_before(path)}")
        return False
    if record.state.to_move is None:
        return False
    # with hidden information the number of moves would tell how often the other side has moved
    long = "" if record.game.hidden else f", {record.ply} moves long"
    say(f"A game of {record.game.title} is saved{long}.")
    while True:
        answer = _ask("Press Enter to go on with it, or type new: ").strip().casefold()
        if answer in ("", "y", "yes", "go on"):
            return True
        if answer in ("new", "n", "no"):
            return False
        say(f"{answer[:40]!r} is no answer to this.")


def write_set(found: Game, name: str) -> str:
    """Write the game's example of a set into a new file; return what to do with it.

    Raises BadSet if that can't be, and if the file is there already.
    """
    text = found.example_set()
    try:
        with open(from_home(name), "x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise BadSet(f"{name}: the set can't be written: {reason(error)}.", key="set") from None
    return (
        f"The set of {found.title} is now in {name}. Change it in any editor for plain text; "
        f"it explains itself. Then play with:  --set {name}"
    )


def checked_set(found: Game, name: str | None) -> str | None:
    """Return the text of an owner's set that the game can read. Raises BadSet, with the file."""
    text = _read_set(name)
    if text is not None:
        try:
            found.read_set(text)
        except BadSet as bad:
            problems = [f"{name}: {problem}" for problem in bad.problems]
            sentence = (
                f"{name}: {bad}. To get a set that is whole, and can be changed, type: "
                f"{this_command()} {found.id} --write-set FILE"
            ).replace("..", ".")
            raise BadSet(sentence, code=bad.code, key=bad.key, problems=problems) from None
    return text


def _read_set(name: str | None) -> str | None:
    """Return the text of an owner's set. Raises BadSet if the file can't be read as one."""
    if name is None:
        return None
    try:
        with open(from_home(name), "rb") as file:
            data = file.read(SET_BYTES + 1)
        if len(data) > SET_BYTES:
            raise BadSet(f"{name}: the file is too large; a set has at most {SET_BYTES} bytes.")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, Refusal):
            raise
        why = reason(error) if isinstance(error, OSError) else "it is no UTF-8 text"
        raise BadSet(f"{name}: the set can't be read: {why}.", key="set") from None


# --- where games are kept ----------------------------------------------------------------------


def autosave_path(game_id: str) -> Path | None:
    """Return where a game is saved if nothing else is said; None if nowhere can be written."""
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: no home folder is known
        folder = data_folder() / OURS
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder / f"{game_id}.json"
    with contextlib.suppress(OSError):
        if os.access(Path.cwd(), os.W_OK):
            return Path.cwd() / f"{game_id}.json"
    return None


# --- lines -------------------------------------------------------------------------------------


class ProgressLine:
    """A line of the terminal that says how far work is, drawn again and again in its place.

    It is seen only where a person looks on, and only once the work takes long.
    """

    def __init__(self) -> None:
        self._drawn = ""
        self._last: float | None = None

    def __call__(self, number: int) -> None:
        """Take notice of how far the work is."""
        now = perf_counter()
        if self._last is None:
            self._last = now
        if now - self._last < _REDRAW or not sys.stderr.isatty():
            return
        self._last = now
        self._draw(f"Working it out: {how_far(number)} (Ctrl-C stops it)")

    def clear(self) -> None:
        """Take the line away; the work is done."""
        self._last = None
        if self._drawn:
            self._draw("")
            self._drawn = ""

    def _draw(self, text: str) -> None:
        print(f"\r{text:{len(self._drawn)}}\r{text}", end="", file=sys.stderr, flush=True)
        self._drawn = text


def say(text: str) -> None:
    """Print ``text``, without control characters, in what the terminal can show."""
    print("".join(sign for sign in text if sign.isprintable() or sign in "\n\t"), flush=True)


def _ask(prompt: str) -> str:
    return input(prompt)


def _read_and_write_anything() -> None:
    """Let no character stop the game that the terminal can't show or that it sends by mistake."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
