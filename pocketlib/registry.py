"""The games that are installed, ours and other people's, found by entry points."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pocketlib.contract import Game, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "pocketlib.games"
"""A package adds a game with an entry point of this group: ``id = "package.module:GAME"``."""
NO_GAMES = (
    "No game is installed in this Python. In the project's folder, type: python start.py play "
    "landship, which installs all that is needed; or: python -m pip install ."
)


class UnknownGame(LookupError):
    """No installed game has this id."""


def catalogue() -> tuple[str, ...]:
    """Return the ids of all installed games, sorted. Loads none of them."""
    return tuple(sorted({point.name for point in _points()}))


def _points() -> EntryPoints:
    from importlib.metadata import entry_points  # a third of the time that `import pocketlib` took

    return entry_points(group=GROUP)


@cache
def game(id: str) -> Game:
    """Return the game with this id. Raises UnknownGame."""
    points = [point for point in _points() if point.name == id]
    if not points:
        known = catalogue()
        if not known:
            raise UnknownGame(f"There is no game {str(id)[:40]!r}. {NO_GAMES}")
        near = nearest(id, known)
        hint = f"did you mean {near!r}?" if near else f"installed are: {', '.join(known)}"
        raise UnknownGame(f"There is no game {str(id)[:40]!r}; {hint}")
    from pocketlib.authoring import missing, raised  # imports more than the list of games needs

    try:
        found = points[0].load()
    except Exception as error:  # somebody else's package may fail in any way
        raise UnknownGame(f"The game {id!r} can't be loaded: {raised(error)}") from error
    if not isinstance(found, Game):
        raise UnknownGame(
            f"The entry point {points[0].value!r} is not a Game but {type(found)}{_hint(found)}."
        )
    if lacks := missing(found):
        raise UnknownGame(f"The game {id!r} is not complete. {'. '.join(lacks)}.")
    if found.id != id:
        raise UnknownGame(f"The entry point {id!r} leads to a game whose id is {found.id!r}.")
    return found


def _hint(found: object) -> str:
    """Return what may have been meant by an entry point that is not a Game."""
    if isinstance(found, type) and issubclass(found, Game):
        return f"; an object of that class is expected, as in GAME = {found.__name__}()"
    return ""
