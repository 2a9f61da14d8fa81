"""Files that games are saved to: their names, and how one game makes room for another."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from pocketlib.contract import Refusal
from pocketlib.record import (
    FILE_BYTES,
    NotSaved,
    Record,
    check_replaceable,
    from_home,
    is_saved_game,
    reason,
)

KEPT: Final = 10
"""So many games are kept beside a save file."""


class Kept(NamedTuple):
    """A saved game that made room: where it is now, and whether an older one had to go for it."""

    path: Path
    last: bool

    @property
    def told(self) -> str:
        """Where the game is, as a sentence; with what had to go, if anything had."""
        gone = f" {KEPT} games are kept so; the oldest of them is gone for it." if self.last else ""
        return f"The game that was there before is now in {self.path}.{gone}"


def same_file(one: Path, other: Path) -> bool:
    """Do both names lead to one file?"""
    return os.path.realpath(one) == os.path.realpath(other)


def save_file(path: str | os.PathLike[str]) -> Path:
    """Return the file that a game is saved to when a person names ``path``.

    A name without a suffix gets ".json"; a file that holds a saved game may have any name. Raises
    NotSaved for a folder, and for a name with another suffix.
    """
    target = from_home(path)
    try:
        if b"\0" in os.fsencode(path):
            raise ValueError("a null character")
        if target.is_dir() or str(path).endswith(("/", os.sep)):
            raise NotSaved(f"{path} is a folder; the name of a file was expected.", key=str(path))
        if target.suffix.casefold() == ".json" or is_saved_game(target):
            return target
    except NotSaved:
        raise  # a ValueError, too
    except (OSError, ValueError) as error:
        raise NotSaved(
            f"No game can be saved to {str(path)[:80]!r}: {reason(error)}. Choose another name.",
            key=str(path),
        ) from None
    if target.suffix in ("", "."):
        return target.with_name(f"{target.name.rstrip('.')}.json")
    raise NotSaved(
        f"A saved game has a name that ends in .json, for example {target.stem}.json; {target.name}"
        " is no such name.",
        key=str(path),
    )


def keep_beside(path: Path, *, whatever: bool = False) -> Kept | None:
    """Rename the saved game at ``path``, so that a new game does not overwrite it.

    Its new name is one that nothing had; once there are ``KEPT`` of them, that of the game that
    was played longest ago. Returns None if there was nothing to keep: no file, or a game in which
    nobody has done anything yet. Raises NotSaved if that fails, or if something else than a saved
    game is at ``path``; with ``whatever``, any file that is there is renamed.
    """
    try:
        if not whatever:
            check_replaceable(path)
        if not os.path.lexists(path) or (not whatever and _is_untouched(path)):
            return None
        games = kept_beside(path)
        if len(games) >= KEPT:
            os.replace(path, games[0])
            return Kept(games[0], last=True)
        for number in count(1):
            name = f"{path.stem}-previous{'' if number == 1 else f'-{number}'}{path.suffix}"
            kept = path.with_name(name)
            with suppress(FileExistsError):
                kept.open("xb").close()  # the name is ours now, whoever else looks for one
                break
        try:
            os.replace(path, kept)
        except BaseException:
            kept.unlink(missing_ok=True)
            raise
    except NotSaved:
        raise  # a ValueError, too
    except (OSError, ValueError) as error:
        raise NotSaved(
            f"The game saved at {path} can't be kept beside it: {reason(error)}. "
            "Choose another file to save to.",
            key=str(path),
        ) from None
    return Kept(kept, last=False)


def content(path: Path) -> bytes | None:
    """Return what is in a file, as much as a game may have and a byte more; None if that fails."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return file.read(FILE_BYTES + 1)
    except (OSError, ValueError):
        return None


def free_name(path: Path) -> Path:
    """Return ``path`` with the first number behind it that no file has, from 2 on."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))


def _is_untouched(path: Path) -> bool:
    """Is nothing lost with the game at ``path``, since nobody has done anything in it?

    Of a game with hidden information it is told to nobody whether the other side has moved.
    """
    try:
        record = Record.load(path)
    except Refusal:  # a game that is not installed, say
        return False
    if record.comments or record.position is not None:
        return False
    by_hand = record.seed is None
    return not (record.ply if by_hand or record.game.hidden else record.decided)


def kept_beside(path: Path) -> list[Path]:
    """Return the games that are kept beside ``path``, the one played longest ago first.

    Raises OSError if the folder can't be read.
    """
    form = re.compile(rf"{re.escape(path.stem)}-previous(?:-\d+)?{re.escape(path.suffix)}")
    found = [file for file in path.parent.iterdir() if form.fullmatch(file.name)]
    return sorted(filter(is_saved_game, found), key=lambda file: file.stat().st_mtime_ns)
