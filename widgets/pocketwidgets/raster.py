"""The PNG painter, on matplotlib's Agg: anti-aliased paths, and the fonts that it brings along.

No font of the computer is asked, so that the picture is the same on every system: DejaVu, made
narrower to the widths that ``metrics`` counts with.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Final

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as MplPath
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D, IdentityTransform, TransformedPath
from PIL import Image

from pocketwidgets import pathdata
from pocketwidgets.paint import SHADOWS
from pocketwidgets.palette import SHADOW, WOOD, WOOD_LIGHT
from pocketwidgets.scene import (
    CLOTH_FILL,
    GRADIENTS,
    Circle,
    Ink,
    Path,
    Rect,
    Scene,
    Shadow,
    Shape,
    Text,
)

_CODES: Final = {
    "M": [MplPath.MOVETO],
    "L": [MplPath.LINETO],
    "C": [MplPath.CURVE4] * 3,
    "Z": [MplPath.CLOSEPOLY],
}
_CAPS: Final[dict[str, Any]] = {"round": "round", "butt": "butt", "square": "projecting"}
_NARROW: Final = {False: 0.9, True: 0.87}
"""How much narrower DejaVu is drawn, plain and bold, to be as wide as Helvetica."""
_SERIF_NARROW: Final = 0.9
_SHADOW_RINGS: Final = 12


def paint(scene: Scene, scale: float) -> bytes:
    """Return the scene as PNG, ``scale`` pixels a board unit."""
    width, height = round(scene.width * scale), round(scene.height * scale)
    agg: Any = RendererAgg(width, height, 72)  # type: ignore[no-untyped-call]
    canvas = _Canvas(scene, agg, scale, height)
    for shape in scene.shapes:
        canvas.draw(shape)
    image = Image.fromarray(np.asarray(agg.buffer_rgba()))
    file = io.BytesIO()
    image.save(file, format="PNG", compress_level=6)  # 9 makes 3 % less in six times the time
    return file.getvalue()


class _Canvas:
    """One picture in the making. Agg counts y upwards and, at 72 dpi, lines in pixels."""

    def __init__(self, scene: Scene, agg: Any, scale: float, height: int) -> None:
        self.scene = scene
        self.agg = agg
        self.scale = scale
        self.height = height
        self.kept: list[MplPath] = []
        self.to_pixels = Affine2D().scale(scale, -scale).translate(0, height)

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Text):
            self._text(shape)
        elif isinstance(shape, Path):
            path = _path(pathdata.parse(shape.d))
            place = Affine2D()
            if shape.turn:
                place.rotate_deg_around(32, 32, shape.turn)
            place.scale(shape.scale).translate(shape.x, shape.y)
            self._fill(path.transformed(place), shape.ink, shape.scale)
        else:
            self._body_shadow(shape)
            self._fill(_path(_outline(shape)), shape.ink)

    def _fill(self, path: MplPath, ink: Ink, scale: float = 1) -> None:
        if ink.fill in GRADIENTS:
            self._gradient(path, str(ink.fill), ink.opacity)
        fill = None if ink.fill in GRADIENTS else self._rgba(ink.fill, ink.opacity)
        context = self.agg.new_gc()
        context.set_snap(False)
        context.set_joinstyle("round")
        context.set_capstyle(_CAPS[ink.cap])
        line = self._rgba(ink.line, ink.opacity)
        if line is None:
            context.set_linewidth(0)
        else:
            context.set_linewidth(ink.width * scale * self.scale)
            context.set_foreground(line, isRGBA=True)
            if ink.dash:
                context.set_dashes(0, [d * self.scale for d in ink.dash])
        if fill is not None or line is not None:
            self.agg.draw_path(context, path, self.to_pixels, fill)
        context.restore()

    def _rgba(self, colour: str | None, opacity: float) -> tuple[float, float, float, float] | None:
        if colour is None:
            return None
        return to_rgba(self.scene.ground if colour == CLOTH_FILL else colour, opacity)

    def _body_shadow(self, shape: Rect | Circle) -> None:
        """Lay rings of growing reach on each other: soft at the edge, dark in the middle."""
        if shape.ink.shadow == Shadow.NONE:
            return
        below, reach, strength = SHADOWS[shape.ink.shadow]
        ink = Ink(SHADOW, opacity=1 - (1 - strength) ** (1 / _SHADOW_RINGS))
        for ring in range(_SHADOW_RINGS):
            grow = reach * (1 - 2 * (ring + 0.5) / _SHADOW_RINGS) * 0.75
            self._fill(_path(_outline(shape, grow, below)), ink)

    def _gradient(self, path: MplPath, name: str, opacity: float) -> None:
        outline = path.transformed(self.to_pixels)
        box = outline.get_extents()
        left, bottom = int(np.floor(box.x0)), int(np.floor(box.y0))
        across, up = int(np.ceil(box.x1)) - left, int(np.ceil(box.y1)) - bottom
        if across < 1 or up < 1:
            return
        colours = _GRADIENT[name](across, up)
        colours[..., 3] *= opacity
        pixels = np.broadcast_to(np.rint(colours * 255).astype(np.uint8), (up, across, 4))
        # Agg knows its last clip path by its address: none may be freed before the end
        self.kept.append(outline)
        context = self.agg.new_gc()
        context.set_clip_path(TransformedPath(outline, IdentityTransform()))
        # Agg's images, unlike its paths, start at the top
        self.agg.draw_image(context, left, bottom, np.ascontiguousarray(pixels[::-1]))
        context.restore()

    def _text(self, shape: Text) -> None:
        font = shape.font
        written = _written(shape.text, font.bold, font.italic, font.serif)
        if written is None:
            return
        outline, right = written
        size = font.size / text_to_path.FONT_SCALE
        narrow = _SERIF_NARROW if font.serif else _NARROW[font.bold]
        x = shape.x
        if font.anchor != "start":
            wide = right * size * narrow
            x -= wide / 2 if font.anchor == "middle" else wide
        place = Affine2D().scale(size * narrow, -size).translate(x, shape.y)
        self._fill(outline.transformed(place), shape.ink)


def _path(segments: Iterable[pathdata.Segment]) -> MplPath:
    points: list[pathdata.Point] = []
    codes: list[Any] = []
    for command, ends in segments:
        points += ends or [(0.0, 0.0)]
        codes += _CODES[command]
    return MplPath(points, codes)


def _outline(
    shape: Rect | Circle, grow: float = 0, lower: float = 0
) -> tuple[pathdata.Segment, ...]:
    if isinstance(shape, Rect):
        w, h = max(shape.w + 2 * grow, 1), max(shape.h + 2 * grow, 1)
        r = max(shape.r + grow, 0) if shape.r else max(grow, 0)
        return pathdata.rounded(shape.x - grow, shape.y - grow + lower, w, h, r)
    r = max(shape.r + grow, 0.5)
    return pathdata.rounded(shape.x - r, shape.y - r + lower, 2 * r, 2 * r, r)


@cache
def _font(bold: bool, italic: bool, serif: bool) -> FontProperties:
    family = "DejaVuSerif" if serif else "DejaVuSans"
    slant = "Italic" if serif else "Oblique"
    style = ("Bold" if bold else "") + (slant if italic else "")
    folder = FilePath(matplotlib.get_data_path(), "fonts", "ttf")
    return FontProperties(fname=str(folder / f"{family}{'-' + style if style else ''}.ttf"))


@cache
def _written(text: str, bold: bool, italic: bool, serif: bool) -> tuple[MplPath, float] | None:
    """Return the outline of a text at Agg's font scale, and its right edge; None if it is blank."""
    font = _font(bold, italic, serif)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # signs that DejaVu does not have become boxes
        points, codes = text_to_path.get_text_path(font, text, ismath=False)
    if not len(codes):
        return None
    return MplPath(points, codes), float(max(x for x, _ in points))


# --- gradients: (height, width or 1, 4) arrays of 0 to 1, the first row on top -----------------


def _steps(up: int, stops: list[tuple[float, str, float]]) -> Any:
    """Return a gradient from top to bottom, one pixel wide: stops are (place, colour, opacity)."""
    at = (np.arange(up) + 0.5) / up
    places = [place for place, _, _ in stops]
    colours = np.array([to_rgba(colour, opacity) for _, colour, opacity in stops])
    return np.stack([np.interp(at, places, colours[:, i]) for i in range(4)], axis=1)[:, None, :]


def _wood(_: int, up: int) -> Any:
    return _steps(up, [(0, WOOD, 1), (0.5, "#A87B4B", 1), (1, "#8D6238", 1)])


def _tray(_: int, up: int) -> Any:
    return _steps(up, [(0, "#C79A66", 1), (1, WOOD_LIGHT, 1)])


def _gloss(_: int, up: int) -> Any:
    return _steps(up, [(0, "#FFFFFF", 0.22), (0.55, "#FFFFFF", 0), (1, "#000000", 0.1)])


_LAMP: Final = (("#FFF6DC", 0.13), ("#000000", 0.16))


def _lamp(across: int, up: int) -> Any:
    x = (np.arange(across) + 0.5) / across - 0.42
    y = (np.arange(up) + 0.5) / up - 0.38
    far = np.clip(np.hypot(x[None, :], y[:, None]) / 0.8, 0, 1)[..., None].astype(np.float32)
    near, edge = (np.array(to_rgba(*ink), np.float32) for ink in _LAMP)
    return near + far * (edge - near)


_GRADIENT: Final = {"wood": _wood, "tray": _tray, "gloss": _gloss, "lamp": _lamp}
