"""The canvas painter: one scene on an ipycanvas, in one held batch. Nobody else needs ipycanvas.

Three canvases lie on each other: the table, which stays the same while a game goes on; the pieces;
veils, marks and flags. Of each only what has changed is painted again, clipped to whole pixels,
so that the result is the same as if all were painted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from math import ceil
from secrets import token_hex
from threading import RLock
from typing import Any, Final, NamedTuple

from ipycanvas import Canvas, MultiCanvas, Path2D, canvas, hold_canvas
from ipycanvas.canvas import LinearGradient, RadialGradient
from ipywidgets import Widget

from pocketwidgets import pathdata
from pocketwidgets.changes import SPARE, Box, box_of, changed, in_few_styles, placed, touching
from pocketwidgets.metrics import width as text_width
from pocketwidgets.paint import SANS, SERIF, SHADOWS
from pocketwidgets.palette import SHADOW, WOOD, WOOD_LIGHT
from pocketwidgets.scene import (
    CLOTH_FILL,
    GRADIENTS,
    Circle,
    Font,
    Ink,
    Path,
    Point,
    Rect,
    Scene,
    Shadow,
    Shape,
    Text,
)

MOST_PIXELS: Final = 3.0
"""No more pixels than this a CSS pixel: more can't be seen and cost time."""
_LONG: Final = 60
_OFTEN: Final = 3
"""Path data of so many letters is kept in the browser; so is what occurs so often."""
_UPRIGHT: Final = (1.0, 0.0, 0.0, 1.0)
_CLEAR: Final = "rgba(0,0,0,0)"
_TURN: Final = 6.2832


_one_at_a_time = RLock()
"""All canvases share one manager, and messages of widgets may come in a thread of their own."""


@contextmanager
def held() -> Iterator[None]:
    """Send all drawing inside as one message; after an error nothing, and drawing goes on."""
    manager = canvas._CANVAS_MANAGER
    _one_at_a_time.acquire()
    try:
        with hold_canvas():
            yield
    except BaseException:
        # hold_canvas has no "finally": without this the kernel would collect commands for good
        manager._caching = False
        manager._commands_cache = []
        manager._buffers_cache = []
        manager._current_canvas = None
        raise
    finally:
        _one_at_a_time.release()


class Size(NamedTuple):
    """How large a scene is shown: ``css`` pixels wide, with ``pixels`` to each of them."""

    css: float
    pixels: float = 1.0


@dataclass(frozen=True, slots=True)
class _Painted:
    """What the canvases show: two of the same ``frame`` differ in single shapes only."""

    frame: tuple[object, ...]
    layers: tuple[tuple[Shape, ...], ...]


_LAYERS: Final = 3


def _layers(scene: Scene) -> tuple[tuple[Shape, ...], ...]:
    """Return the shapes of each canvas: the table, the pieces, all that lies above."""
    found: tuple[list[Shape], ...] = tuple([] for _ in range(_LAYERS))
    for shape in scene.shapes:
        found[min(shape.layer, _LAYERS - 1)].append(shape)
    return tuple(map(tuple, found))


class Painter:
    """Paints scenes on ``widget``, a canvas that one can put into a box."""

    def __init__(self) -> None:
        self.widget = MultiCanvas(_LAYERS, width=1, height=1)
        self._painted: _Painted | None = None

    def paint(self, scene: Scene, size: Size) -> None:
        """Show the scene. What is on the canvas already is not sent again."""
        with _one_at_a_time:
            self._paint(scene, size)

    def _paint(self, scene: Scene, size: Size) -> None:
        size = Size(round(size.css), min(size.pixels, MOST_PIXELS))
        scale = _short(size.css * size.pixels / scene.width, 4)
        now = _Painted((size, scene.width, scene.height, scene.ground), _layers(scene))
        before = self._painted if self._painted and self._painted.frame == now.frame else None
        if before == now:
            return
        self._fit(size, round(scene.height * scale))
        with held():
            for n, shapes in enumerate(now.layers):
                old = before.layers[n] if before else None
                if old != shapes:
                    boxes = None if old is None else changed(old, shapes, scale)
                    _Pen(self.widget[n], scene, scale).repaint(shapes, boxes)
        self._painted = now

    def clear(self) -> None:
        """Show nothing."""
        with held():
            if self._painted is not None:
                self.widget.clear()
            self._painted = None

    def forget(self) -> None:
        """Paint all of the next scene: a page has come that shows nothing yet."""
        with _one_at_a_time:
            self._painted = None
            # else the next drawing would not say on which canvas it is
            canvas._CANVAS_MANAGER._current_canvas = None

    def close(self) -> None:
        """Close the canvases. Paths and gradients are shared and stay."""
        for layer in self.widget._canvases:
            layer.close()
        self.widget.close()

    def _fit(self, size: Size, height: int) -> None:
        width = round(size.css * size.pixels)
        if (self.widget.width, self.widget.height) != (width, height):
            self.widget.width, self.widget.height = width, height
        layout = self.widget.layout
        if layout.width != f"{size.css}px":
            with layout.hold_sync():
                layout.width, layout.height = f"{size.css}px", "auto"
                layout.max_width, layout.flex = "100%", "0 0 auto"


# --- what the browser keeps --------------------------------------------------------------------

_MOST_PATHS: Final = 1000
_paths: dict[str, _KeptPath] = {}
_names = (f"{token_hex(2)}{number:x}" for number in count())


class _KeptPath(Path2D):
    """A path with a short name: it is sent with every use. No other kernel's paths have it."""

    def __init__(self, value: str) -> None:
        self.set_trait("value", value)
        Widget.__init__(self, model_id=next(_names))


def _path2d(d: str) -> Path2D | None:
    """Return the path as the browser keeps it; None if it keeps enough of them."""
    known = _paths.get(d)
    if known is None or known.comm is None:  # someone may have closed all widgets
        if len(_paths) >= _MOST_PATHS:
            return None
        known = _paths[d] = _KeptPath(d)
    return known


_gradients: dict[str, Any] = {}


def _gradient(name: str) -> Any:
    """Return a named gradient over a square of 1 by 1."""
    known = _gradients.get(name)
    if known is None or known.comm is None:
        known = _gradients[name] = _new_gradient(name)
    return known


def _new_gradient(name: str) -> Any:
    if name == "lamp":
        light = [(0, "rgba(255,246,220,0.13)"), (1, "rgba(0,0,0,0.16)")]
        return RadialGradient(0.42, 0.38, 0, 0.42, 0.38, 0.8, light)
    stops: dict[str, list[tuple[float, str]]] = {
        "wood": [(0, WOOD), (0.5, "#A87B4B"), (1, "#8D6238")],
        "tray": [(0, "#C79A66"), (1, WOOD_LIGHT)],
        "gloss": [
            (0, "rgba(255,255,255,0.22)"),
            (0.55, "rgba(255,255,255,0)"),
            (1, "rgba(0,0,0,0.1)"),
        ],
    }
    return LinearGradient(0, 0, 0, 1, stops[name])


# --- drawing -----------------------------------------------------------------------------------


class _Pen:
    """Draws shapes on one canvas and sends only those settings that change."""

    def __init__(self, on: Canvas, scene: Scene, scale: float) -> None:
        self.on = on
        self.scene = scene
        self.scale = scale
        self.settings: dict[str, object] = {}
        self.turned: tuple[float, float, float, float] | None = None
        self.origin: Point = (0, 0)
        self.traced: object = None
        """The outline that the browser has as its current path."""
        self.often: Counter[str] = Counter()
        """How often an outline is on a canvas that is painted as a whole."""

    def repaint(self, shapes: Sequence[Shape], boxes: Sequence[Box] | None = None) -> None:
        """Paint the shapes anew, inside of the boxes (in pixels) or everywhere."""
        on = self.on
        on.save()
        on.set_transform(1, 0, 0, 1, 0, 0)
        if boxes is not None:
            on.begin_path()
            for left, top, right, bottom in boxes:
                on.rect(left, top, right - left, bottom - top)
            on.clip()
            shapes = touching(shapes, boxes, self.scale)
        else:
            self.often = Counter(filter(None, map(_kept_outline, shapes)))
        on.clear_rect(0, 0, on.width, on.height)
        self._set("line_join", "round")
        for shape in in_few_styles(shapes):
            self.draw(shape)
        on.restore()

    def draw(self, shape: Shape) -> None:
        """Draw one shape."""
        self._set("global_alpha", shape.ink.opacity)
        if isinstance(shape, Text):
            self._text(shape)
            return
        if shape.ink.fill is not None:
            self._shadow(shape.ink.shadow)
            self._fill(shape)
            self._shadow(Shadow.NONE)
        if shape.ink.line is not None:
            self._line(shape.ink, caps=isinstance(shape, Path))
            self._stroke(shape)

    # settings

    def _set(self, name: str, value: Any) -> None:
        if name not in self.settings or self.settings[name] != value:
            setattr(self.on, name, value)
            self.settings[name] = value

    def _base(self) -> Point:
        """Draw in board units; return the point of the board that now counts as (0, 0)."""
        if self.turned != _UPRIGHT:
            self._move(*_UPRIGHT, 0, 0)
        return self.origin

    def _at(self, x: float, y: float) -> Point:
        """Return a point of the board as it is to be sent now."""
        left, top = self._base()
        x, y = _rounded(x, y)
        return _short(x - left), _short(y - top)

    def _move(self, a: float, b: float, c: float, d: float, x: float, y: float) -> None:
        """Scale and turn by the matrix, and let (x, y) count as (0, 0).

        Places are rounded before anything is done with them: the order of drawing moves nothing.
        """
        k, (x, y) = self.scale, _rounded(x, y)
        if self.turned != (a, b, c, d) or b or c:
            turned = (_short(k * value, 4) for value in (a, b, c, d))
            self.on.set_transform(*turned, _short(k * x, 4), _short(k * y, 4))
            self.turned = (a, b, c, d)
        elif (x, y) != self.origin:
            digits = 2 if a == d == 1 else 4
            across, down = (x - self.origin[0]) / a, (y - self.origin[1]) / d
            self.on.translate(_short(across, digits), _short(down, digits))
        self.origin = x, y

    def _colour(self, colour: str) -> Any:
        if colour in GRADIENTS:
            return _gradient(colour)
        return self.scene.ground if colour == CLOTH_FILL else colour

    def _shadow(self, level: Shadow) -> None:
        if level == Shadow.NONE:
            if "shadow_color" in self.settings:
                self._set("shadow_color", _CLEAR)
            return
        below, reach, strength = SHADOWS[level]
        red, green, blue = (int(SHADOW[i : i + 2], 16) for i in (1, 3, 5))
        # shadows are counted in pixels whatever the transform
        self._set("shadow_offset_y", _short(below * self.scale))
        self._set("shadow_blur", _short(reach * self.scale))
        self._set("shadow_color", f"rgba({red},{green},{blue},{strength})")

    def _line(self, ink: Ink, caps: bool) -> None:
        self._set("stroke_style", self._colour(str(ink.line)))
        self._set("line_width", ink.width)
        self._set("line_cap", ink.cap if caps else "butt")
        if self.settings.get("dash", ()) != ink.dash:
            self.on.set_line_dash(list(ink.dash))
            self.settings["dash"] = ink.dash

    # outlines

    def _fill(self, shape: Rect | Circle | Path) -> None:
        self._set("fill_style", self._colour(str(shape.ink.fill)))
        if shape.ink.fill in GRADIENTS:
            self._trace(shape)
            left, top, right, bottom = _bare_box(shape)
            # the path stays where it is; only the gradient's square is laid over its box
            self._move(right - left, 0, 0, bottom - top, left, top)
            self.on.fill()
            return
        kept = self._kept(shape)
        if kept is not None:
            self.on.fill(kept)
        elif isinstance(shape, Rect) and not shape.r:
            self.on.fill_rect(*self._at(shape.x, shape.y), *_rounded(shape.w, shape.h))
        elif isinstance(shape, Circle):
            self.on.fill_circle(*self._at(shape.x, shape.y), _short(shape.r))
            self.traced = None
        else:
            self._trace(shape)
            self.on.fill()

    def _stroke(self, shape: Rect | Circle | Path) -> None:
        kept = self._kept(shape)
        if kept is not None:
            self.on.stroke(kept)
        elif isinstance(shape, Rect) and not shape.r:
            self.on.stroke_rect(*self._at(shape.x, shape.y), *_rounded(shape.w, shape.h))
        elif isinstance(shape, Circle):
            self.on.stroke_circle(*self._at(shape.x, shape.y), _short(shape.r))
            self.traced = None
        else:
            self._trace(shape)
            self.on.stroke()

    def _kept(self, shape: Rect | Circle | Path) -> Path2D | None:
        """Return the outline as the browser keeps it, and go to where it is to be drawn."""
        d = _kept_outline(shape)
        if d is None:
            return None
        long = isinstance(shape, Path) and len(d) >= _LONG
        if not (long or d in _paths or self.often[d] >= _OFTEN):
            return None
        kept = _path2d(d)
        if kept is not None:
            if isinstance(shape, Path):
                self._move(*placed(shape))
            else:
                self._move(*_UPRIGHT, shape.x, shape.y)
        return kept

    def _trace(self, shape: Rect | Circle | Path) -> None:
        """Make the outline the browser's current path."""
        if isinstance(shape, Path):
            self._move(*placed(shape))
            outline: object = (shape.d, placed(shape))
        else:
            self._base()
            outline = _bare_box(shape), getattr(shape, "r", 0)
        if outline == self.traced:
            return
        self.traced = outline
        self.on.begin_path()
        if isinstance(shape, Path):
            self._segments(pathdata.parse(shape.d))
            return
        if isinstance(shape, Circle):
            self.on.arc(*self._at(shape.x, shape.y), _short(shape.r), 0, _TURN)
        elif shape.r:
            self._round_corners(shape)
        else:
            self.on.rect(*self._at(shape.x, shape.y), *_rounded(shape.w, shape.h))

    def _round_corners(self, shape: Rect) -> None:
        r = _short(min(shape.r, shape.w / 2, shape.h / 2))
        x, y = self._at(shape.x, shape.y)
        right, bottom = self._at(shape.x + shape.w, shape.y + shape.h)
        self.on.move_to(_short(x + r), y)
        self.on.arc_to(right, y, right, bottom, r)
        self.on.arc_to(right, bottom, x, bottom, r)
        self.on.arc_to(x, bottom, x, y, r)
        self.on.arc_to(x, y, right, y, r)
        self.on.close_path()

    def _segments(self, segments: Iterable[pathdata.Segment]) -> None:
        on = self.on
        steps = {"M": on.move_to, "L": on.line_to, "C": on.bezier_curve_to, "Z": on.close_path}
        for command, points in segments:
            steps[command](*(_short(value) for point in points for value in point))

    def _text(self, shape: Text) -> None:
        font = shape.font
        self._set("fill_style", self._colour(str(shape.ink.fill)))
        self._set("font", _css_font(font))
        self._set("text_align", _ALIGN[font.anchor])
        most = ceil(text_width(shape.text, font) * SPARE) + 1
        self.on.fill_text(shape.text, *self._at(shape.x, shape.y), most)


_ALIGN: Final = {"start": "left", "middle": "center", "end": "right"}


@cache
def _css_font(font: Font) -> str:
    style = ("italic " if font.italic else "") + ("700 " if font.bold else "")
    return f"{style}{font.size:g}px {SERIF if font.serif else SANS}"


def _bare_box(shape: Rect | Circle | Path) -> Box:
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.w, shape.y + shape.h
    if isinstance(shape, Circle):
        return shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r
    left, top, right, bottom = box_of(Path(shape.d, Ink(""), shape.layer, *_place_of(shape)))
    return left + 1, top + 1, right - 1, bottom - 1


def _place_of(shape: Path) -> tuple[float, float, float, float]:
    return shape.x, shape.y, shape.scale, shape.turn


@lru_cache(maxsize=4096)
def _kept_outline(shape: Shape) -> str | None:
    """Return the path data, free of its place, that may be used again; None if it is of no use."""
    if isinstance(shape, Path):
        return shape.d if shape.x or shape.y or shape.scale != 1 else None
    if isinstance(shape, Rect) and shape.r and shape.ink.fill not in GRADIENTS:
        w, h = shape.w, shape.h
        r = min(shape.r, w / 2, h / 2)
        across, down, arc = w - 2 * r, h - 2 * r, f"a{r:.4g} {r:.4g} 0 0 1"
        return (
            f"M{r:.4g} 0h{across:.5g}{arc} {r:.4g} {r:.4g}v{down:.5g}{arc} {-r:.4g} {r:.4g}"
            f"h{-across:.5g}{arc} {-r:.4g} {-r:.4g}v{-down:.5g}{arc} {r:.4g} {-r:.4g}z"
        )
    return None


def _short(value: float, digits: int = 2) -> float:
    """Return a number that is short when it is sent."""
    value = round(value, digits)
    return int(value) if value == int(value) else value


def _rounded(*values: float) -> tuple[float, ...]:
    return tuple(map(_short, values))
