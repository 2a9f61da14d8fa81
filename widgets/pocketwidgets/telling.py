"""What happened, told and shown step by step, line after line, at a pace that people choose.

The kernel never sleeps: the lines are shown by a task with short waits. Where no browser has said
that it shows them and likes motion (in tests, when notebooks are run without one, under "reduced
motion"), nothing is waited for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import anywidget
import ipywidgets as w
import traitlets

from pocketlib.contract import Sentence
from pocketwidgets.choices import button, opener, row, show

PACES: Final = {"Off": 0.0, "Slow": 0.6, "Normal": 0.3, "Fast": 0.12}
"""Name of a pace -> seconds that each line stands alone."""

_ESM = """
export default {
  render({ model, el }) {
    const list = document.createElement('ol');
    list.className = 'pk-story';
    list.setAttribute('aria-label', 'What happened, step by step');
    el.append(list);
    const mark = () => {
      const at = model.get('at');
      [...list.children].forEach((line, i) => {
        line.classList.toggle('pk-now', i === at);
        line.classList.toggle('pk-later', at >= 0 && i > at);
      });
    };
    const fill = () => {
      list.replaceChildren(...model.get('lines').map(([by, text]) => {
        const line = document.createElement('li');
        line.className = 'pk-' + by;
        line.textContent = text;
        return line;
      }));
      mark();
    };
    fill();
    model.on('change:lines', fill);
    model.on('change:at', mark);

    const still = window.matchMedia('(prefers-reduced-motion: reduce)');
    const report = () => { model.set('motion', !still.matches); model.save_changes(); };
    report();
    still.addEventListener('change', report);
    return () => still.removeEventListener('change', report);
  }
};
"""


class Told(NamedTuple):
    """Lines that belong together, and what shows the picture of them."""

    lines: Sequence[Sentence]
    show: Callable[[], None]


class StoryLines(anywidget.AnyWidget):
    """The lines, each with who acted. ``at`` is the line told now; -1: all have been told.

    ``motion`` is set by the browser that shows them, unless its user wants no motion.
    """

    _esm = _ESM
    lines: Any = traitlets.List().tag(sync=True)
    at = traitlets.Int(-1).tag(sync=True)
    motion = traitlets.Bool(False).tag(sync=True)


class Telling(w.VBox):
    """The lines of what happened, a switch to see them all at once, "Skip", and the pace."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._done: Callable[[], None] | None = None
        self.lines = StoryLines()
        self.more = opener("List of all steps")
        self.more.observe(lambda _: self._arrange(), "value")
        self.skip_button = button("Skip", self.skip)
        self.pace = w.Dropdown(description="Pace", options=[*PACES], value="Normal")
        super().__init__([row(self.more, self.skip_button, self.pace), self.lines])
        self.add_class("pk-telling")
        self._arrange()

    @property
    def running(self) -> bool:
        """Are lines still to be told?"""
        return self._done is not None

    def tell(
        self, steps: Sequence[Told], done: Callable[[], None], step_by_step: bool = True
    ) -> None:
        """Tell the steps, one line after another if wanted and possible, then call ``done``.

        Each step's picture is shown when its first line is told. What is still being told is
        brought to its end first. What is called here must not raise.
        """
        self.skip()
        lines = [line for step in steps for line in step.lines]
        loop = self._loop() if step_by_step and len(lines) > 1 else None
        with self.lines.hold_sync():
            self.lines.lines = [[line.by, str(line)] for line in lines]
            self.lines.at = -1 if loop is None else 0
        if loop is None:
            self._arrange()
            done()
            return
        self._done = done
        self._arrange()
        self._task = loop.create_task(self._walk(steps, PACES[self.pace.value]))

    def skip(self) -> None:
        """Tell all the rest at once; nothing happens when nothing is being told."""
        done, self._done = self._done, None
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        if done is not None:
            self.lines.at = -1
            self._arrange()
            done()

    def _loop(self) -> asyncio.AbstractEventLoop | None:
        """Return the loop in which steps can be timed; None if they are not wanted."""
        if not self.lines.motion or not PACES[self.pace.value]:
            return None
        try:
            return asyncio.get_running_loop()
        except RuntimeError:
            return None

    async def _walk(self, steps: Sequence[Told], seconds: float) -> None:
        at = 0
        for step in steps:
            step.show()
            for _ in step.lines:
                self.lines.at = at
                at += 1
                await asyncio.sleep(seconds)
        self._task = None  # the task ends by itself; it must not cancel itself
        self.skip()

    def _arrange(self) -> None:
        """Show what there is to see: nothing, the switches, or the lines, too."""
        show(self, bool(self.lines.lines))
        show(self.lines, self.more.value or self.running)
        show(self.skip_button, self.running)

    def close(self) -> Any:
        """Stop telling: the table is put away."""
        self._done = None
        self.skip()
        return super().close()
