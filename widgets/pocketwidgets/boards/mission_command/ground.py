"""A part of the board, as large as on it, for questions that need no more: some of its rows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from pocketwidgets.boards.mission_command.layout import layout
from pocketwidgets.boards.mission_command.picture import Board
from pocketwidgets.boards.mission_command.seen import COLUMNS, Seen, View
from pocketwidgets.palette import INK, INK_SOFT, PAPER
from pocketwidgets.scene import Font, Ink, Layer, Scene, Sketch

WIDTHS: Final = (620, 360)
_MOST: Final = 66
_SIDE, _TOP, _BOTTOM = 34, 14, 32
_NARROW_SIDE: Final = 24


def ground_scene(
    view: View,
    rows: tuple[int, int],
    *,
    legal: Collection[str] = (),
    width: float = WIDTHS[0],
    theme: str = "light",
    words: str = "",
) -> Scene:
    """Return the picture of the rows from ``rows[0]`` to ``rows[1]``, with a margin of paper.

    The squares of ``legal`` are marked. Who looks has its own back row at the bottom, as on the
    whole board; ``words`` describe all of the position.
    """
    seen = Seen(view)
    side = _NARROW_SIDE if width < 400 else _SIDE
    square = float(min(_MOST, (width - side - 12) // seen.cols))
    low, high = rows
    ahead = low - 1 if seen.bottom else seen.rows - high
    left = (width - seen.cols * square + side - 12) / 2
    whole = layout(width, seen.cols, seen.rows, len(seen.strengths))
    at = replace(whole, square=square, origin=(left, _TOP - ahead * square), log=None)
    board = Board(seen, at, frozenset(legal), frozenset())
    s = board.sketch
    s.height = _TOP + (high - low + 1) * square + _BOTTOM
    board.draw_ground()
    with s.on(Layer.FLAGS):
        _mat(s, (left, _TOP, seen.cols * square, (high - low + 1) * square))
        _names(s, seen, square, left, rows)
    title = f"Rows {low} to {high} of the board"
    return s.scene(title, " ".join((words or seen.alt()).split()), "mission_command", theme)


def _mat(s: Sketch, window: tuple[float, float, float, float]) -> None:
    """Lay paper round the window, so that only it is seen of the board."""
    x, y, w, h = window
    paper = Ink(PAPER)
    s.rect(0, 0, s.width, y, ink=paper)
    s.rect(0, y + h, s.width, s.height - y - h, ink=paper)
    s.rect(0, 0, x, s.height, ink=paper)
    s.rect(x + w, 0, s.width - x - w, s.height, ink=paper)
    s.rect(x, y, w, h, ink=Ink(line=INK, width=2))


def _names(s: Sketch, seen: Seen, square: float, left: float, rows: tuple[int, int]) -> None:
    """Write the letters of the columns below, the numbers of the rows on the left."""
    font = Font(14, bold=True, anchor="middle")
    for i in range(seen.cols):
        name = COLUMNS[seen.cols - 1 - i if seen.bottom else i]
        s.text(left + (i + 0.5) * square, s.height - 10, name, font, INK_SOFT)
    numbers = range(rows[0], rows[1] + 1)
    for j, number in enumerate(numbers if seen.bottom else reversed(numbers)):
        s.text(left - 13, _TOP + (j + 0.5) * square + 5, str(number), font, INK_SOFT)
