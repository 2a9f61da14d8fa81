"""BoardView: a scene as a live widget, painted from the full state, pressed by mouse, touch, keys.

It knows no game and no session: it is given a function that makes the scene and is told when to
show it again. How the page is (its width, its theme, the pixels of its screen) is what the
browser reported last.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any, Final, TypeAlias

import ipywidgets as w

from pocketwidgets.bridge import BoardBridge
from pocketwidgets.canvas import Painter, Size
from pocketwidgets.picture import Picture
from pocketwidgets.scene import Region, Scene
from pocketwidgets.selecting import part_of

SceneOf: TypeAlias = Callable[[float, str], Scene | None]
"""Makes the scene for a width and a theme ("light" or "dark"); None: nothing is to be seen."""
Safely: TypeAlias = Callable[[Callable[[], None]], None]
"""Carries out what a person asked for and tells what went wrong."""

SHRUNK: Final = 0.9
"""A scene is shown smaller than this only if there is no narrower one."""
GROWN: Final = 1.35
"""A scene is shown at most so much larger than it is."""
_UNKNOWN: Final = float("inf")
"""The height of a scene that was not made yet: it fits nowhere."""
_TWICE_SECONDS: Final = 0.4
"""A second press of the same place within this time, from another source, is the same press."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the browser has reported: room in CSS pixels, pixels to each, dark theme, no motion.

    ``height`` is that of the part of the page that is seen at once; 0 where it is not known.
    """

    width: float = 0.0
    pixels: float = 1.0
    dark: bool = False
    calm: bool = False
    height: float = 0.0

    @property
    def theme(self) -> str:
        """The theme of a scene on this page."""
        return "dark" if self.dark else "light"

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Page:
        """Return the page that a message tells of. Raises ValueError or TypeError."""
        width, pixels = float(told["width"]), float(told["pixels"])
        sane = max(100.0, min(width, 4000.0)), max(0.5, min(pixels, 4.0))
        height = max(0.0, min(float(told["height"]), 4000.0))
        return cls(*sane, bool(told["dark"]), bool(told["calm"]), height)


def fitting(heights: Mapping[int, float], room: float, height: float = 0.0) -> tuple[int, float]:
    """Return the width of the scene for so much room, and how wide it is shown there.

    ``heights`` are the widths that there are scenes for, each with the scene's height; without
    known room the widest is taken. The whole board is to be seen at once in ``height``, if that
    is known; only if a scene fits that is not the narrowest, which is for phones.
    """
    ordered = sorted(heights, reverse=True)
    if not room:
        return ordered[0], ordered[0]
    for width in ordered[:-1] if height else ():
        shown = min(room, GROWN * width, height * width / heights[width])
        if shown >= SHRUNK * width:
            return width, shown
    width = next((one for one in ordered if room >= SHRUNK * one), ordered[-1])
    return width, min(room, GROWN * width)


class BoardView(w.Box):
    """A board that can be pressed.

    ``press`` is called with the key of the pressed region (None: beside all of them), ``back``
    when Escape was pressed, ``about`` with the key of a region that is asked about. ``does``
    returns in words what it does to press a region, "" if that leads to no move yet; ``words``
    the board as text. ``opened`` of ``show`` are the parts that may be pressed now.
    """

    def __init__(
        self,
        scene: SceneOf,
        widths: Sequence[int],
        press: Callable[[str | None], None],
        back: Callable[[], None],
        safely: Safely,
        words: Callable[[], str] = str,
        does: Callable[[str], str] = lambda key: "",
        about: Callable[[str], None] = lambda key: None,
    ) -> None:
        self.page = Page()
        self.scene: Scene | None = None
        self._scene_of = scene
        self._heights = dict.fromkeys(widths, _UNKNOWN)
        self._press = press
        self._back = back
        self._safely = safely
        self._words = words
        self._does = does
        self._about = about
        self._asked = ""
        self._opened: frozenset[str] = frozenset()
        self._chosen: frozenset[str] = frozenset()
        self._called: Mapping[str, str] = {}
        self._last = (0.0, "", 0.0, 0.0)
        self._painting = RLock()
        self.painter = Painter()
        self.bridge = BoardBridge()
        super().__init__([self.painter.widget, self.bridge])
        self.add_class("pk-live")
        self._listen()

    def _listen(self) -> None:
        """Begin to answer. Messages may come in another thread, so all must be there by now."""
        canvas = self.painter.widget
        canvas.on_client_ready(lambda: self._safely(self._new_client))
        # the bridge keeps these events from the canvas; they come only if it could not be loaded
        canvas.on_mouse_down(lambda x, y: self._on_canvas("mouse", x, y))
        canvas.on_touch_start(lambda at: self._on_canvas("touch", *at[0]))
        self.bridge.on_msg(lambda _, told, __: self._safely(lambda: self._told(told)))

    # --- showing

    def show(
        self,
        opened: Collection[str] = (),
        chosen: Collection[str] = (),
        called: Mapping[str, str] | None = None,
        asked: str = "",
    ) -> None:
        """Paint the position as it is now.

        ``opened`` are the parts that may be pressed, ``chosen`` the keys of those that were;
        ``called`` are words for regions that say more than the scene's own, ``asked`` is what is
        to be decided.
        """
        self._asked = asked
        self._opened, self._chosen = frozenset(opened), frozenset(chosen)
        self._called = called or {}
        self.repaint()
        self.bridge.resting = False

    def rest(self) -> None:
        """Say that nothing can be pressed, without painting, until the board is shown again."""
        self._opened = frozenset()
        with self.bridge.hold_sync():
            self.bridge.opened = []
            self.bridge.resting = True

    def repaint(self) -> None:
        """Paint the scene for the page as it is. A new page may ask for it in another thread."""
        with self._painting:
            self._repaint()

    def _repaint(self) -> None:
        scene, css = None, 0.0
        try:
            if self.page.height:
                self._measure()
            width, css = fitting(self._heights, self.page.width, self.page.height)
            scene = self._scene_of(width, self.page.theme)
        finally:  # what can't be drawn leaves nothing, not the position before
            self.scene = scene
            self._paint(css)

    def _measure(self) -> None:
        """Find out how high the scenes are; they hardly change from one position to the next."""
        for width, height in self._heights.items():
            if height == _UNKNOWN and (scene := self._scene_of(width, self.page.theme)):
                self._heights[width] = scene.height

    def _paint(self, css: float) -> None:
        if self.scene is None:
            self.painter.clear()
        else:
            self.painter.paint(self.scene, Size(css, self.page.pixels))
        self._tell_bridge()

    def _tell_bridge(self) -> None:
        scene, bridge = self.scene, self.bridge
        with bridge.hold_sync():
            bridge.label = f"{scene.title}: the board" if scene else "The board is covered"
            bridge.size = [scene.width, scene.height] if scene else [1.0, 1.0]
            regions = scene.regions if scene else ()
            bridge.rows = tuple(map(self._named, regions))
            bridge.asked = self._asked
            bridge.opened = [r.key for r in regions if part_of(r.key) in self._opened]
            bridge.chosen = [r.key for r in regions if r.key in self._chosen]

    def _named(self, region: Region) -> tuple[Any, ...]:
        spoken = self._called.get(region.key, region.label)
        outline = tuple(round(v, 1) for point in region.outline for v in point)
        does = self._does(region.key) if part_of(region.key) in self._opened else ""
        return region.key, spoken.rstrip("."), outline, does

    def _new_client(self) -> None:
        """A page has opened (or was loaded again): pixels are no state, so paint all of them."""
        self.painter.forget()
        self.repaint()

    # --- pressing

    def press(self, x: float, y: float, source: str = "") -> None:
        """Press a point of the board, in board units. Mouse and touch both come in here."""
        now = time.monotonic()
        at, by, last_x, last_y = self._last
        twice = now - at < _TWICE_SECONDS and by != source
        if twice and abs(x - last_x) + abs(y - last_y) < 8:
            return
        self._last = (now, source, x, y)
        region = self.scene.at(x, y) if self.scene else None
        self.press_region(region.key if region else None)

    def press_region(self, key: str | None) -> None:
        """Press a region; None is a place beside all of them."""
        self._safely(lambda: self._press(key))

    def _on_canvas(self, source: str, x: float, y: float) -> None:
        if self.scene is not None and self.painter.widget.width:
            scale = self.scene.width / self.painter.widget.width
            self.press(x * scale, y * scale, source)

    def _told(self, told: Any) -> None:
        """Carry out a message of the bridge; what makes no sense is left alone."""
        event = told.get("event") if isinstance(told, dict) else None
        if event == "page":
            self._on_page(Page.of(told))
        elif event == "back":
            self._back()
        elif event == "skip":
            self._safely(lambda: None)  # whatever a person does ends the telling of steps
        elif event == "about" and self._region_told(told):
            self._safely(lambda: self._about(str(told["key"])))
        elif event == "press" and "key" in told:
            if self._region_told(told):
                self.press_region(str(told["key"]))
        elif event == "press":
            self.press(float(told["x"]), float(told["y"]), "bridge")

    def _region_told(self, told: Mapping[str, Any]) -> Region | None:
        return self.scene.region(str(told.get("key"))) if self.scene else None

    def _on_page(self, page: Page) -> None:
        if page != self.page:
            self.page = page
            self.repaint()

    # --- for readers without a kernel

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and picture and words of the same."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        if self.scene is None:
            return data, metadata
        more, about = Picture(self.scene, self._words() or self.scene.description).bundle()
        return {**data, **more}, {**metadata, **about}

    def close(self) -> None:
        """Close the canvas, the bridge and the box."""
        self.painter.close()
        self.bridge.close()
        super().close()
