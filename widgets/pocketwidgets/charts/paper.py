"""Squared paper from an exercise book, and what is written on every sheet of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pocketwidgets import palette as p
from pocketwidgets import parts
from pocketwidgets.metrics import cut, lines, width
from pocketwidgets.palette import (
    CHALK,
    GRAPH,
    GRAPH_EDGE,
    GRAPH_LINE,
    INK,
    INK_SOFT,
    LIT_WASH,
    PAPER,
    PENCIL,
)
from pocketwidgets.scene import Font, Ink, Layer, Path, Scene, Shadow, Shape, Sketch

_MARGIN: Final = 16
_NARROW_MARGIN: Final = 12
SQUARE: Final = 14
TRACK: Final = "#FFFFFF"
HOLE: Final = "#C3C7C8"
_GLUE: Final = "\ue000"
"""Stands for a space at which no line is broken while lines are made."""
SPARE: Final = 1.12
"""The browser's fonts may be so much wider than what we count with."""

TITLE: Final = Font(16, bold=True, serif=True)
BIG: Final = Font(40, bold=True, serif=True)
LABEL: Final = Font(14)
STRONG: Final = Font(14, bold=True)
SMALL: Final = Font(13)
SMALL_STRONG: Final = Font(13, bold=True)

DARK: Final = {
    GRAPH: ("graph", p.SHEET_DARK),
    GRAPH_LINE: ("graph-line", p.GRAPH_LINE_DARK),
    GRAPH_EDGE: ("graph-edge", p.LINE_DARK),
    HOLE: ("graph-hole", p.PAGE_DARK),
    TRACK: ("track", p.PAGE_DARK),
    PAPER: ("on-pencil", p.PAGE_DARK),
    INK: ("text", p.TEXT_DARK),
    INK_SOFT: ("soft", p.SOFT_DARK),
    PENCIL: ("pencil", p.PENCIL_DARK),
    CHALK: ("chalk", p.CHALK_DARK),
    LIT_WASH: ("wash", p.WASH_DARK),
}
"""Colour on a light page -> the name of its property in the style sheet, and the dark colour."""


def recoloured(scene: Scene, theme: str) -> Scene:
    """Return the scene for a "light", "dark" or "page" (it follows the page's properties) theme.

    Dice keep their colours: they are things, not writing.
    """
    if theme == "light":
        return scene
    named = {
        light: dark if theme == "dark" else f"var(--pk-{name},{light})"
        for light, (name, dark) in DARK.items()
    }
    shapes = tuple(_recoloured(shape, named) for shape in scene.shapes)
    return replace(scene, shapes=shapes, theme=theme)


def _recoloured(shape: Shape, named: dict[str, str]) -> Shape:
    if shape.layer == Layer.PIECES:
        return shape
    ink = shape.ink
    fill = named.get(ink.fill, ink.fill) if ink.fill else None
    line = named.get(ink.line, ink.line) if ink.line else None
    return replace(shape, ink=replace(ink, fill=fill, line=line))


def room_for(text: str, font: Font) -> float:
    """Return how much room a text needs, with some to spare for other fonts."""
    return width(text, font) * SPARE


@dataclass(slots=True)
class Sheet:
    """A sheet that grows downwards: ``y`` is where the next thing goes."""

    width: float
    y: float = 18
    s: Sketch = field(init=False)

    def __post_init__(self) -> None:
        self.s = Sketch(self.width, 0)

    @property
    def left(self) -> float:
        """Where writing begins."""
        return _MARGIN if self.width > 400 else _NARROW_MARGIN

    @property
    def right(self) -> float:
        """Where writing ends."""
        return self.width - self.left

    @property
    def room(self) -> float:
        """How wide the writing may be."""
        return self.width - 2 * self.left

    def head(self, title: str, aside: str = "", legend: Sequence[str] = ()) -> None:
        """Write the title, an aside, and the legend: "exact", "simulated", "your prediction"."""
        if not (title or legend):
            return
        wide = sum(24 + room_for(name, SMALL) + 14 for name in legend)
        beside = room_for(title, TITLE) + wide + 16 <= self.room
        for line in lines(title, TITLE, self.room / SPARE, 3) if title else ():
            self.y += 20
            self.s.text(self.left, self.y, line, TITLE)
        x = self.left + room_for(title, TITLE) + 14
        if aside and beside and x + room_for(aside, SMALL) + wide <= self.right:
            self.s.text(x, self.y, aside, SMALL, INK_SOFT)
            aside = ""
        if legend and beside:
            self._legend(self.right - wide + 14, legend)
        for line in lines(aside, SMALL, self.room / SPARE, 3) if aside else ():
            self.y += 20
            self.s.text(self.left, self.y, line, SMALL, INK_SOFT)
        if legend and not beside:
            self.y += 24
            self._legend(self.left, legend)
        self.y += 12

    def _legend(self, x: float, names: Sequence[str]) -> None:
        for name in names:
            wide = 24 + room_for(name, SMALL)
            if x > self.left and x + wide > self.right:
                x, self.y = self.left, self.y + 20
            place = (x, self.y - 12, 16, 14)
            if name == "exact":
                self.s.rect(*place, 2, ink=Ink(PENCIL))
            elif name == "simulated":
                self.hatched(*place)
            else:
                y = self.y - 5
                self.s.line((x, y), (x + 17, y), Ink(line=INK, width=2, dash=(4, 3), cap="butt"))
            self.s.text(x + 23, self.y, name, SMALL)
            x += wide + 14

    def hatched(self, x: float, y: float, w: float, h: float) -> None:
        """Draw a simulated bar: an outline in chalk with slanted lines."""
        if w < 1 or h < 1:
            self.s.rect(x, y, max(w, 1), max(h, 1), ink=Ink(CHALK))
            return
        self.s.rect(x, y, w, h, 1, ink=Ink(GRAPH, CHALK, 1.4))
        parts.hatch(self.s, x, y, w, h, 6, 1.4, CHALK)

    def write(self, text: str, font: Font = LABEL, colour: str = INK, most: int = 9) -> None:
        """Write a paragraph."""
        glued = text.replace(" %", f"{_GLUE}%").replace("< ", f"<{_GLUE}")
        for line in lines(glued, font, self.room / SPARE, most):
            self.y += round(font.size * 1.4)
            self.s.text(self.left, self.y, line.replace(_GLUE, " "), font, colour)

    def fitted(self, x: float, y: float, text: str, room: float, font: Font = LABEL) -> None:
        """Write one line, cut to the room it has."""
        self.s.text(x, y, cut(text, font, room / SPARE), font)

    def die(self, x: float, y: float, side: float, value: int) -> None:
        """Draw a die."""
        with self.s.on(Layer.PIECES):
            parts.die(self.s, x, y, side, value)

    def scene(self, title: str, description: str) -> Scene:
        """Return the finished sheet."""
        self.s.height = round(self.y + _MARGIN)
        written = self.s.shapes
        self.s.shapes = []
        self._paper()
        self.s.shapes += written
        return self.s.scene(title or "A picture of chance", description, "lesson")

    def _paper(self) -> None:
        w, h = self.width, self.s.height
        edge = Ink(GRAPH, GRAPH_EDGE, 1.4, shadow=Shadow.FLAT)
        self.s.rect(1, 1, w - 2, h - 6, 4, ink=edge)
        across = "".join(f"M{x} 2V{h - 6:g}" for x in range(SQUARE, int(w) - 2, SQUARE))
        down = "".join(f"M2 {y}H{w - 2:g}" for y in range(SQUARE, int(h) - 6, SQUARE))
        self.s.shapes.append(
            Path(across + down, Ink(line=GRAPH_LINE, width=0.8, cap="butt"), Layer.TABLE)
        )
        for x in range(2 * SQUARE, int(w) - SQUARE, 2 * SQUARE):
            self.s.circle(x, 9, 3, Ink(HOLE))
