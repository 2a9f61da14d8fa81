"""A widget with a list of rows of which only what has changed is sent to the page.

ipywidgets sends a changed list whole. Here a page that has the list gets the few rows that differ,
numbered by edition; one that has missed some (it was still loading) says which edition it has, and
gets the whole list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

import anywidget
import traitlets

ROWS_JS: Final = """
const rowsOf = model => model.get('rows')[1];
const initialize = ({ model }) => {
  const have = () => model.send({ have: model.get('rows')[0] });
  model.on('msg:custom', told => {
    if (!told.splices) return;
    const [edition, rows] = model.get('rows');
    if (told.edition > edition + 1) have();
    if (told.edition !== edition + 1) return;
    const now = [...rows];
    // from the end, so that the places before it stay the same
    [...told.splices].reverse().forEach(([at, drop, put]) => now.splice(at, drop, ...put));
    model.set({ ...told.state, rows: [told.edition, now] });
  });
  have();
};
"""
"""Comes before the rest of a module in JavaScript, which exports ``initialize`` and uses rowsOf."""


def splices(before: Sequence[Any], after: Sequence[Any]) -> list[list[Any]]:
    """Return what makes one list of hashable rows into another: [place, how many go, new rows]."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        [start, end - start, [*after[first:last]]]
        for kind, start, end, first, last in matcher.get_opcodes()
        if kind != "equal"
    ]


class Rows(anywidget.AnyWidget):
    """``rows`` are tuples, all the way down; the page gets them as [edition, rows]."""

    rows = traitlets.Tuple().tag(sync=True, to_json=lambda rows, self: self._whole(rows))

    def __init__(self, **traits: Any) -> None:
        self._edition = 0
        self._sent: tuple[Any, ...] | None = None
        self._followed = False
        super().__init__(**traits)
        self._sent = self.rows

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send traits; of the rows only what is new, once a page has said that it follows."""
        keys = set(self.keys if key is None else [key] if isinstance(key, str) else key)
        if "rows" not in keys:
            super().send_state(keys)
            return
        self._edition += 1
        before, self._sent = self._sent, self.rows
        if key is None or before is None or not self._followed:
            super().send_state(keys)
            return
        told = {"edition": self._edition, "splices": splices(before, self.rows)}
        self.send({**told, "state": self.get_state(keys - {"rows"})})

    def _whole(self, rows: tuple[Any, ...]) -> list[Any]:
        """Return the rows as the pages have them; changes may still be held back."""
        return [self._edition, rows if self._sent is None else self._sent]

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Keep what a page says about its rows from those who listen to the widget."""
        if isinstance(content, dict) and "have" in content:
            self._followed = True
            if content["have"] != self._edition:
                super().send_state()
            return
        super()._handle_custom_msg(content, buffers)
