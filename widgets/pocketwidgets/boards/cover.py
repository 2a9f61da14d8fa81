"""What lies over a board while the screen is handed over: nothing but whose turn it is."""

from __future__ import annotations

from typing import Final

from pocketwidgets import parts
from pocketwidgets.metrics import width as text_width
from pocketwidgets.palette import INK, INK_SOFT, LIT, PAPER
from pocketwidgets.scene import Font, Ink, Layer, Scene, Shadow, Sketch

SHOW: Final = "show"
"""The key of the region that shows the board to whoever sits there now."""
HEIGHT: Final = 380


def scene(width: float, game: str, seat: str, button: str, *, cloth: str, theme: str) -> Scene:
    """Return the picture for a seat, with ``button`` as the words of what shows the board."""
    s = Sketch(width, HEIGHT)
    small = width < 640
    if small:
        parts.table(s, rim=5, corner=12)
    else:
        parts.table(s)
    wide = min(width - (28 if small else 64), 460.0)
    left, top, middle = (width - wide) / 2, 62.0, width / 2
    with s.on(Layer.PIECES):
        parts.card_back(s, left + 12, top + 14, wide, 256)
        s.rect(left, top, wide, 256, 8, ink=Ink(PAPER, shadow=Shadow.RESTING))
        title = Font(26, bold=True, serif=True, anchor="middle")
        s.text(middle, top + 58, f"{seat}’s turn", title)
        body = Font(15, anchor="middle")
        for n, text in enumerate(("Hand the screen over.", f"Only {seat} looks from here on.")):
            s.text(middle, top + 96 + 22 * n, text, body, INK_SOFT)
        font = Font(15, bold=True, anchor="middle")
        w = min(wide - 32, text_width(button, font) * 1.1 + 40)
        x, y, h = middle - w / 2, top + 164, 48.0
        s.rect(x, y, w, h, 8, ink=Ink(LIT, INK, 1.5, shadow=Shadow.RESTING))
        s.text(middle, y + 29.5, button, font)
        s.box_region(SHOW, x, y, w, h, button)
    words = f"The board is covered. It is the turn of {seat}. Hand the screen over."
    return s.scene(f"{game}, covered", words, cloth, theme)
