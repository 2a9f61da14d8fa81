"""The few lines that must run in the browser: what a screen reader hears, and where the focus is.

Widgets of ipywidgets replace their whole content when they change, and a button that disappears
takes the keyboard focus with it. This small widget keeps one live element for good, and brings
the focus back to the first move when it was lost.
"""

from __future__ import annotations

import anywidget
import traitlets

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
