"""A picture as plain data: shapes in board units, in painting order, and named regions.

A board is a function that makes a :class:`Scene` from what a seat may see. Painters turn scenes
into SVG, PNG or canvas commands; tests read them. Nothing here knows Jupyter or a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, TypeAlias

from pocketwidgets import silhouettes
from pocketwidgets.palette import CLOTH, CLOTH_DARK, INK, PAPER

Point: TypeAlias = tuple[float, float]

CLOTH_FILL: Final = "cloth"
"""The colour that is not fixed: the scene's cloth, lighter or darker with the surroundings."""
GRADIENTS: Final = ("wood", "tray", "lamp", "gloss")
"""Fills that are named; every other fill is ``#RRGGBB``."""


class Layer(IntEnum):
    """Height above the table. Everything on TABLE stays the same while a game goes on."""

    TABLE = 0
    PIECES = 1
    VEILS = 2
    MARKS = 3
    FLAGS = 4


class Shadow(IntEnum):
    """How far a body lies above the ground below it."""

    NONE = 0
    FLAT = 1
    RESTING = 2
    LIFTED = 3


@dataclass(frozen=True, slots=True)
class Ink:
    """How a shape is drawn. ``dash`` and ``width`` are in board units."""

    fill: str | None = None
    line: str | None = None
    width: float = 1
    opacity: float = 1
    dash: tuple[float, ...] = ()
    cap: str = "round"
    shadow: Shadow = Shadow.NONE


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle from its upper left corner, with rounded corners of radius ``r``."""

    x: float
    y: float
    w: float
    h: float
    r: float
    ink: Ink
    layer: Layer


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round its centre."""

    x: float
    y: float
    r: float
    ink: Ink
    layer: Layer


@dataclass(frozen=True, slots=True)
class Path:
    """An SVG path ``d``: turned, scaled, then moved to (x, y).

    It is turned by ``turn`` degrees about the middle of the silhouettes' box.
    """

    d: str
    ink: Ink
    layer: Layer
    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0


@dataclass(frozen=True, slots=True)
class Font:
    """``anchor`` is "start", "middle" or "end" of the line."""

    size: float = 14
    bold: bool = False
    italic: bool = False
    serif: bool = False
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on the base line ``y``."""

    x: float
    y: float
    text: str
    font: Font
    ink: Ink
    layer: Layer


Shape: TypeAlias = Rect | Circle | Path | Text


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that a move may be made of: ``label`` is what is spoken."""

    key: str
    outline: tuple[Point, ...]
    label: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The smallest upright rectangle round it: x, y, width, height."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def contains(self, x: float, y: float) -> bool:
        """Return whether the point is inside the outline (even-odd)."""
        inside = False
        ahead = (*self.outline[1:], self.outline[0])
        for (x1, y1), (x2, y2) in zip(self.outline, ahead, strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
        return inside


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. ``shapes`` are in painting order; later regions lie above earlier ones."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]
    regions: tuple[Region, ...] = ()
    cloth: str = "lesson"
    theme: str = "light"

    @property
    def ground(self) -> str:
        """The colour of the cloth."""
        return (CLOTH_DARK if self.theme == "dark" else CLOTH)[self.cloth]

    @property
    def fixed(self) -> tuple[Shape, ...]:
        """The shapes that a painter may keep from one picture to the next."""
        return tuple(shape for shape in self.shapes if shape.layer == Layer.TABLE)

    @property
    def moving(self) -> tuple[Shape, ...]:
        """All other shapes."""
        return tuple(shape for shape in self.shapes if shape.layer != Layer.TABLE)

    def at(self, x: float, y: float) -> Region | None:
        """Return the topmost region at a point."""
        return next((r for r in reversed(self.regions) if r.contains(x, y)), None)

    def region(self, key: str) -> Region | None:
        """Return the region with this key."""
        return next((r for r in self.regions if r.key == key), None)

    def texts(self) -> Iterator[str]:
        """Yield every text in the picture."""
        return (shape.text for shape in self.shapes if isinstance(shape, Text))


@dataclass(slots=True)
class Sketch:
    """Collects shapes and regions; ``scene`` puts them together."""

    width: float
    height: float
    layer: Layer = Layer.TABLE
    shapes: list[Shape] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)

    @contextmanager
    def on(self, layer: Layer) -> Iterator[None]:
        """Draw on another layer for a while."""
        before, self.layer = self.layer, layer
        try:
            yield
        finally:
            self.layer = before

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, *, ink: Ink | None = None
    ) -> None:
        """Draw a rectangle."""
        self.shapes.append(Rect(x, y, w, h, r, ink or Ink(PAPER), self.layer))

    def circle(self, x: float, y: float, r: float, ink: Ink) -> None:
        """Draw a circle."""
        self.shapes.append(Circle(x, y, r, ink, self.layer))

    def path(
        self,
        d: str,
        ink: Ink,
        at: Point = (0, 0),
        scale: float = 1,
        turn: float = 0,
    ) -> None:
        """Draw an SVG path."""
        self.shapes.append(Path(d, ink, self.layer, at[0], at[1], scale, turn))

    def polygon(self, points: Iterable[Point], ink: Ink) -> None:
        """Draw a closed polygon."""
        self.path("M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in points) + "Z", ink)

    def line(self, start: Point, end: Point, ink: Ink) -> None:
        """Draw a straight line."""
        self.path(f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}", ink)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: Font | None = None,
        colour: str = INK,
        opacity: float = 1,
    ) -> None:
        """Write one line of text on the base line ``y``."""
        ink = Ink(colour, opacity=opacity)
        self.shapes.append(Text(x, y, text, font or Font(), ink, self.layer))

    def silhouette(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        body: str = INK,
        ground: str = PAPER,
        turn: float = 0,
    ) -> None:
        """Draw a silhouette in a box of ``size``; "infantry" is three soldiers."""
        if name == "infantry":
            self._infantry(x, y, size, body, ground)
            return
        for part in silhouettes.SILHOUETTES[name]:
            if part.role in silhouettes.LINE_WIDTH:
                ink = Ink(line=body, width=silhouettes.LINE_WIDTH[part.role])
            else:
                ink = Ink(body if part.role == silhouettes.BODY else ground)
            self.path(part.path, ink, (x, y), size / silhouettes.BOX, turn)

    def _infantry(self, x: float, y: float, size: float, body: str, ground: str) -> None:
        # the outer two first; the middle one in front, with a rim of the ground round it
        self.silhouette("soldier", x - 0.02 * size, y + 0.22 * size, 0.62 * size, body, ground)
        self.silhouette("soldier", x + 0.40 * size, y + 0.22 * size, 0.62 * size, body, ground)
        self.silhouette("soldier", x + 0.14 * size, y + 0.1 * size, 0.74 * size, ground, ground)
        self.silhouette("soldier", x + 0.165 * size, y + 0.125 * size, 0.68 * size, body, ground)

    def region(self, key: str, outline: Sequence[Point], label: str) -> None:
        """Name a part of the board."""
        self.regions.append(Region(key, tuple(outline), label))

    def box_region(self, key: str, x: float, y: float, w: float, h: float, label: str) -> None:
        """Name an upright rectangle."""
        self.region(key, ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), label)

    def scene(self, title: str, description: str, cloth: str, theme: str = "light") -> Scene:
        """Return the picture, lower layers first."""
        shapes = tuple(sorted(self.shapes, key=lambda shape: shape.layer))
        return Scene(
            self.width,
            self.height,
            title,
            description,
            shapes,
            tuple(self.regions),
            cloth,
            theme,
        )
