"""The board of Mission Command Land: a picture of what a seat sees, and nothing else.

The seat that looks has its own back row at the bottom; squares keep their names. Whose eyes they
are is read from the observation: only the mover sees no markers at all. The whole of a position
(without ``hits``) is drawn for a spectator, with everything open.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pocketwidgets.boards.mission_command.layout import layout
from pocketwidgets.boards.mission_command.picture import TITLE, Board
from pocketwidgets.boards.mission_command.seen import Seen, View, seat_of
from pocketwidgets.parts import News
from pocketwidgets.scene import Scene

__all__ = ["CLOTH", "LISTED", "LOW_WIDTH", "PRINT_WIDTH", "WIDTHS", "alt", "scene", "seat_of"]

CLOTH: Final = "mission_command"
WIDTHS: Final = (948, 768, 360)
"""The widths that the board is drawn for: beside a column, alone, on a phone."""
LOW_WIDTH: Final = 632
"""The width of a board that is no higher than a low window, for playing there."""
PRINT_WIDTH: Final = 1280
LISTED: Final = 6
"""With a button for each of a tank's moves the page would be many screens high."""


def scene(
    view: View,
    *,
    width: float = WIDTHS[0],
    past: Sequence[View] = (),
    legal: Collection[str] = (),
    selected: Collection[str] = (),
    laid: Collection[Sequence[str]] = (),
    theme: str = "light",
    question: str = "",
    news: News = (),
    words: str = "",
) -> Scene:
    """Return the picture of an observation.

    ``past`` are the observations before it, oldest first: they tell what happened since the last
    decision. ``legal`` are the keys of regions to mark as targets, ``selected`` the chosen ones;
    ``laid`` is never used: no move of this game waits for a confirmation.
    ``question`` and ``news`` are shown where there is room for them. ``words`` say the same as
    the picture; without them the board finds its own.
    """
    seen = Seen(view, past)
    place = layout(width, seen.cols, seen.rows, len(seen.strengths))
    board = Board(seen, place, frozenset(legal), frozenset(selected))
    board.draw(question, news)
    title = f"{TITLE}, setting up" if seen.setup else f"{TITLE}, turn {view['turn']}"
    return board.sketch.scene(title, " ".join((words or seen.alt()).split()), CLOTH, theme)


def alt(view: View) -> str:
    """Return the position in one paragraph, for who does not see the picture."""
    return Seen(view).alt()
