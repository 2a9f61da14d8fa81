"""The few lines that must run in the browser: what a screen reader hears, and where the focus is.

Widgets of ipywidgets replace their whole content when they change, and a button that disappears
takes the keyboard focus with it. This small widget keeps one live element for good, and brings
the focus back to the first move when it was lost. A second one stands beside the canvas of a
board: the canvas alone has no name, keeps every key and sends every movement of the mouse.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import anywidget
import traitlets

from pocketwidgets.palette import INK, PAPER
from pocketwidgets.rows import ROWS_JS, Rows

_ESM = """
export default {
  render({ model, el }) {
    const live = document.createElement('div');
    live.setAttribute('role', 'status');
    live.className = 'pk-status';
    const seen_too = document.createElement('span');
    const heard_only = document.createElement('span');
    heard_only.className = 'pk-hidden';
    live.append(seen_too, ' ', heard_only);
    el.append(live);
    const tell = () => {
      seen_too.textContent = model.get('say');
      heard_only.textContent = model.get('ask');
    };
    tell();
    model.on('change:say change:ask', tell);

    const root = () => el.closest('.pocket');
    let inside = false;
    const seen = e => { inside = !!root() && root().contains(e.target); };
    document.addEventListener('focusin', seen);
    const lost = () => {
      const now = document.activeElement;
      return !now || now === document.body || now.offsetParent === null || now.disabled;
    };
    const bring = () => setTimeout(() => {
      if (!inside || !root() || !lost()) return;
      const all = [...root().querySelectorAll('.pk-moves button, .pk-moves select')];
      const first = all.find(b => b.offsetParent !== null && !b.disabled);
      if (first) first.focus({ preventScroll: true });
    }, 60);
    model.on('change:turn', bring);
    model.on('change:fold', () => setTimeout(() => {
      const open = root() && [...root().querySelectorAll('.pk-fold')].find(f => f.offsetParent);
      if (open) open.scrollIntoView({ block: 'nearest' });
    }, 60));
    return () => document.removeEventListener('focusin', seen);
  }
};
"""


class StatusLine(anywidget.AnyWidget):
    """What has happened, seen and spoken; ``ask`` is spoken only: it stands on the page as well.

    ``turn`` is raised when the moves at hand have changed, ``fold`` when a sheet was opened.
    """

    _esm = _ESM
    say = traitlets.Unicode("").tag(sync=True)
    ask = traitlets.Unicode("").tag(sync=True)
    turn = traitlets.Int(0).tag(sync=True)
    fold = traitlets.Int(0).tag(sync=True)


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

    Its rows are regions: (key, spoken words, (x1, y1, x2, y2, ...)) in board units, in reading
    order; ``opened`` are the keys of those that may be pressed, ``chosen`` of those that were;
    ``size`` is the board's. It sends
    {event: "press", x, y} or {event: "press", key}, {event: "back"} (Escape), and when the page
    is another one or has changed {event: "page", width, pixels, dark, calm}.
    """

    _esm = ROWS_JS + Path(__file__).with_name("bridge.js").read_text("utf-8")
    _css = _BOARD_CSS
    label = traitlets.Unicode("").tag(sync=True)
    opened: traitlets.List[str] = traitlets.List().tag(sync=True)
    chosen: traitlets.List[str] = traitlets.List().tag(sync=True)
    size: traitlets.List[float] = traitlets.List([1.0, 1.0]).tag(sync=True)
