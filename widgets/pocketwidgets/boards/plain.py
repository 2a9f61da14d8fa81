"""The board of a game that brings no picture of its own: its words on a sheet of paper."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from pocketwidgets import parts
from pocketwidgets.metrics import SMALLEST, cut, lines
from pocketwidgets.palette import PAPER
from pocketwidgets.scene import Font, Layer, Scene, Sketch

WIDTHS: Final = (768, 360)
PRINT_WIDTH: Final = 768
CLOTH: Final = "lesson"
QUIET: Final = True
_LINES_MOST: Final = 60


def scene(
    view: Mapping[str, Any],
    *,
    width: float = WIDTHS[0],
    past: Sequence[Mapping[str, Any]] = (),
    legal: Collection[str] = (),
    selected: Collection[str] = (),
    laid: Sequence[tuple[str, ...]] = (),
    theme: str = "light",
    question: str = "",
    news: Sequence[tuple[str, str]] = (),
    words: str = "",
) -> Scene:
    """Return ``words`` on a sheet, the question above it; without words, the observation."""
    small = width < 640
    margin = 14 if small else 32
    font = Font(SMALLEST if small else 15)
    room = (width - 2 * margin - 32) * 0.94
    told = words or "\n".join(f"{key}: {value}" for key, value in view.items())
    rows: list[str] = []
    for paragraph in told.splitlines()[:_LINES_MOST]:
        rows += lines(paragraph, font, room, 6) or [""]
    lead = font.size * 1.4
    top = 62.0 if question else float(margin)
    height = top + 30 + lead * max(len(rows), 1) + margin + 20
    s = Sketch(width, height)
    if small:
        parts.table(s, rim=5, corner=12)
    else:
        parts.table(s)
    with s.on(Layer.PIECES):
        title = Font(18 if small else 22, bold=True, serif=True)
        if question:
            s.text(margin, 42, cut(question, title, room + 32), title, PAPER)
        parts.sheet(s, margin, top, width - 2 * margin, height - top - margin)
        for n, row in enumerate(rows):
            s.text(margin + 16, top + 30 + n * lead, row, font)
    return s.scene("The position in words", " ".join(told.split()), CLOTH, theme)
