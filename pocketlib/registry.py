"""The games that are installed, ours and other people's, found by entry points."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from pocketlib.contract import Game

GROUP = "pocketlib.games"
"""A package adds a game with an entry point of this group: ``id = "package.module:GAME"``."""


class UnknownGame(LookupError):
    """No installed game has this id."""


def catalogue() -> tuple[str, ...]:
    """Return the ids of all installed games, sorted. Loads none of them."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def game(id: str) -> Game:
    """Return the game with this id. Raises UnknownGame."""
    points: list[EntryPoint] = [p for p in entry_points(group=GROUP) if p.name == id]
    if not points:
        known = catalogue()
        near = get_close_matches(str(id)[:40], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"installed are: {', '.join(known)}"
        raise UnknownGame(f"There is no game {str(id)[:40]!r}; {hint or 'no game is installed'}")
    try:
        found = points[0].load()
    except Exception as error:  # somebody else's package may fail in any way
        raise UnknownGame(
            f"The game {id!r} can't be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(found, Game):
        raise UnknownGame(f"The entry point {points[0].value!r} is not a Game but {type(found)}.")
    return found
