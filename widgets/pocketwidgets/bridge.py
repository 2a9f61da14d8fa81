"""The few lines that must run in the browser: what a screen reader hears, and where the focus is.

Widgets of ipywidgets replace their whole content when they change, and a button that disappears
takes the keyboard focus with it. This small widget keeps one live element for good, keeps the
keys from JupyterLab and brings the focus back when it was lost. A second one stands beside the
canvas of a board: the canvas alone has no name, keeps every key and sends every movement of the
mouse.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets

from pocketwidgets.palette import INK, PAPER
from pocketwidgets.rows import ROWS_JS, Rows


class StatusLine(anywidget.AnyWidget):
    """What has happened, seen and spoken; ``ask`` is spoken only: it stands on the page as well.

    While it is ``unseen``, what has happened is spoken only, too: the board is still showing it.

    It also looks after the keys and the focus of the whole box of class "pocket" that it stands
    in, which ``title`` gives a name. ``turn`` is raised when the moves at hand have changed;
    ``opened`` is the name of the sheet that is open, which then gets the focus. ``home`` is raised
    when another game is on the table, which is then brought into view.
    """

    _esm = Path(__file__).with_name("status.js").read_text("utf-8")
    title = traitlets.Unicode("").tag(sync=True)
    say = traitlets.Unicode("").tag(sync=True)
    ask = traitlets.Unicode("").tag(sync=True)
    unseen = traitlets.Bool(False).tag(sync=True)
    turn = traitlets.Int(0).tag(sync=True)
    opened = traitlets.Unicode("").tag(sync=True)
    home = traitlets.Int(0).tag(sync=True)

    def answered(self) -> None:
        """A typed line was answered in the element of class "pk-answers": bring it into view.

        This is a message and no number, which would tell one side how much the other has typed.
        """
        self.send("answered")


_BOARD_CSS: Final = f"""
.pk-live {{ position: relative; width: 100%; min-width: 0; overflow: visible;
  display: flex; flex-flow: column nowrap; align-items: center; }}
.pk-live canvas {{ border-radius: 12px; touch-action: manipulation; }}
.pk-live canvas:focus {{ outline: none; }}
.pk-live canvas:focus-visible {{ outline: 3px solid {INK} !important;
  outline-offset: -3px !important; box-shadow: none !important; }}
.pk-live .pk-hidden {{ position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }}
.pk-over {{ position: absolute; pointer-events: none; overflow: visible; }}
.pk-over polygon {{ fill: none; stroke-linejoin: round; vector-effect: non-scaling-stroke; }}
.pk-over .pk-hover {{ stroke: {INK}; stroke-width: 2; }}
.pk-over .pk-down {{ stroke: {INK}; stroke-width: 3; fill: {INK}; fill-opacity: .12; }}
.pk-over .pk-ring-out {{ stroke: {PAPER}; stroke-width: 8; filter: drop-shadow(0 0 1px {INK}); }}
.pk-over .pk-ring-in {{ stroke: {INK}; stroke-width: 2.5; }}
@media (prefers-reduced-motion: no-preference) {{
  .pk-over .pk-hover, .pk-over .pk-down {{ filter: drop-shadow(0 3px 5px rgba(26, 21, 16, .4)); }}
}}
"""


class BoardBridge(Rows):
    """Keys, names, focus, hover and touch for the canvas in the same box of class "pk-live".

    Its rows are regions: (key, spoken words, (x1, y1, x2, y2, ...), the move a press completes) in
    board units, in reading order; ``opened`` are the keys of those that may be pressed,
    ``chosen`` of those that were; ``size`` is the board's, ``asked`` what is to be decided. While
    it is ``resting``, the picture is one of the past.

    It sends {event: "press", x, y} or {event: "press", key}, {event: "back"} (Escape),
    {event: "about", key} (D), {event: "skip"} (a key while resting), and when the page is another
    one or has changed {event: "page", width, height, pixels, dark, calm}.
    """

    _esm = ROWS_JS + Path(__file__).with_name("bridge.js").read_text("utf-8")
    _css = _BOARD_CSS
    label = traitlets.Unicode("").tag(sync=True)
    opened: traitlets.List[str] = traitlets.List().tag(sync=True)
    chosen: traitlets.List[str] = traitlets.List().tag(sync=True)
    asked = traitlets.Unicode("").tag(sync=True)
    resting = traitlets.Bool(False).tag(sync=True)
    size: traitlets.List[float] = traitlets.List([1.0, 1.0]).tag(sync=True)
