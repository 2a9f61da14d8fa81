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
from pocketwidgets.boards.landship.picture import TITLE, Board, Marks
from pocketwidgets.boards.landship.seen import View, silhouette, told
from pocketwidgets.parts import News
from pocketwidgets.scene import Scene
from pocketwidgets.selecting import part_of

__all__ = [
    "CLOTH",
    "PRINT_WIDTH",
    "WIDTHS",
    "alt",
    "entry",
    "scene",
    "silhouette",
    "told",
]

CLOTH: Final = "landship"
WIDTHS: Final = (948, 640, 360)
"""The widths that the board is drawn for: with room, with little of it, on a phone."""
PRINT_WIDTH: Final = 1280


def scene(
    view: View,
    *,
    width: float = WIDTHS[0],
    past: Sequence[View] = (),
    legal: Collection[str] = (),
    selected: Collection[str] = (),
    laid: Sequence[tuple[str, ...]] = (),
    theme: str = "light",
    question: str = "",
    news: News = (),
    words: str = "",
) -> Scene:
    """Return the picture of an observation.

    ``past`` are the observations before it, oldest first: they tell what happened since the last
    decision. ``legal`` are the parts to mark as targets, ``selected`` the keys of what is chosen,
    ``laid`` the dice on their cards that wait for a confirmation. ``question`` and ``news`` are
    shown where there is room for them. ``words`` say the same as the picture; without them they
    are asked of the engine.
    """
    own = [OWN_CARDS[id] for id in sorted(view["own"], key=lambda id: OWN_CARDS[id].slot)]
    tried = {card: int(part_of(die).split()[1]) for die, card in (p for p in laid if len(p) == 2)}
    shown = {**view, "placed": {**view["placed"], **tried}} if tried else view
    marks = Marks(frozenset(legal), frozenset(selected), tuple(path[0] for path in laid))
    board = Board(shown, layout(width, own), told(view, past), own, marks)
    board.draw(question, news)
    return board.sketch.scene(
        f"{TITLE}, round {view['round']}", " ".join((words or alt(view)).split()), CLOTH, theme
    )


def alt(view: View) -> str:
    """Return the position in one paragraph, for who does not see the picture."""
    from pocketlib.games.landship import GAME

    return " ".join(GAME.load(dict(view), set=view.get("set")).words("look").split())
