"""The board of Pocket Landship: a picture of what the player sees, and nothing else.

Names, tracks and the words on the cards come from the engine's content; what has just happened
is read from the log lines of the observation (and of the observations before it).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pocketlib.games.landship.content import OWN_CARDS
from pocketwidgets.boards.landship.entry import entry
from pocketwidgets.boards.landship.layout import layout
from pocketwidgets.boards.landship.picture import TITLE, Board, News
from pocketwidgets.boards.landship.seen import View, groups, silhouette, told
from pocketwidgets.scene import Scene

__all__ = [
    "CLOTH",
    "PRINT_WIDTH",
    "WIDTHS",
    "alt",
    "entry",
    "groups",
    "scene",
    "silhouette",
    "told",
]

CLOTH: Final = "landship"
WIDTHS: Final = (948, 768, 360)
"""The widths that the board is drawn for: beside a column, alone, on a phone."""
PRINT_WIDTH: Final = 1280


def scene(
    view: View,
    *,
    width: float = WIDTHS[0],
    past: Sequence[View] = (),
    legal: Collection[str] = (),
    selected: str | None = None,
    theme: str = "light",
    question: str = "",
    news: News = (),
    words: str = "",
) -> Scene:
    """Return the picture of an observation.

    ``past`` are the observations before it, oldest first: they tell what happened since the last
    decision. ``legal`` are the keys of regions to mark as targets, ``selected`` the chosen one.
    ``question`` and ``news`` are shown where there is room for them. ``words`` say the same as
    the picture; without them they are asked of the engine.
    """
    own = [OWN_CARDS[id] for id in sorted(view["own"], key=lambda id: OWN_CARDS[id].slot)]
    board = Board(view, layout(width, own), told(view, past), own, frozenset(legal), selected)
    board.draw(question, news)
    return board.sketch.scene(
        f"{TITLE}, round {view['round']}", " ".join((words or alt(view)).split()), CLOTH, theme
    )


def alt(view: View) -> str:
    """Return the position in one paragraph, for who does not see the picture."""
    from pocketlib.games.landship import GAME

    return " ".join(GAME.load(dict(view), set=view.get("set")).words("look").split())
