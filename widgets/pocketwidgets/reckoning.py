"""Answers to typed lines that take long: the table goes on meanwhile, and can stop them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import ipywidgets as w

from pocketlib.contract import Refusal, State
from pocketlib.graph import Work, how_far
from pocketwidgets import markup
from pocketwidgets.choices import button, row, show
from pocketwidgets.working import Working

LATER: Final = "This is being worked out. The answer comes by itself; the button Stop ends it."
"""What is answered at once."""
STOPPED: Final = "Stopped."
_REPAINT: Final = 0.25
"""Seconds between two words on how far it is."""

logger = logging.getLogger(__name__)


class Reckoning(w.VBox):
    """How far the work on an answer is, and a button that stops it; nothing while there is none.

    ``tell`` is called with an answer that comes late, and must not raise.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._working = Working(self._progress, self._failed)
        self._state: State | None = None
        self._starting = False
        self._found: str | Exception = LATER
        self._shown = 0.0
        self._how_far = w.HTML()
        self.stop = button("Stop", self._stopped)
        self.stop.add_class("pk-passing")  # the focus stays beside it when it goes
        super().__init__([row(self._how_far, self.stop)])
        self._show()

    def take(self, work: Work[str], state: State) -> str:
        """Begin work on an answer about ``state``, instead of what was worked on before.

        Returns the answer if it is there at once, else that it will come. Raises what the work
        raises at once.
        """
        self._state, self._found, self._starting = state, LATER, True
        try:
            self._working.start(work, self._done)
        finally:
            self._starting = False
        self._show()
        if isinstance(self._found, Exception):
            raise self._found
        return self._found

    def at(self, state: State) -> None:
        """Stop work on an answer about another position: it would come too late."""
        if state is not self._state:
            self._working.cancel()
            self._show()

    @property
    def busy(self) -> bool:
        """Is an answer being worked out?"""
        return self._working.busy

    def _done(self, answer: str) -> None:
        if self._starting:
            self._found = answer
        else:
            self._show()
            self._tell(answer)

    def _failed(self, error: Exception) -> None:
        if self._starting:
            self._found = error
            return
        self._show()
        if isinstance(error, Refusal):
            self._tell(str(error))
        else:  # it would vanish in the browser's console
            logger.error("the odds failed", exc_info=error)
            self._tell(f"The odds could not be worked out ({type(error).__name__}: {error}).")

    def _stopped(self) -> None:
        self._working.cancel()
        self._show()
        self._tell(STOPPED)

    def _progress(self, number: int) -> None:
        if perf_counter() - self._shown > _REPAINT:
            self._show(f", {how_far(number)}")

    def _show(self, told: str = "") -> None:
        self._shown = perf_counter()
        self._how_far.value = markup.note(f"Working it out{told} …") if self.busy else ""
        show(self, self.busy)

    def close(self) -> Any:
        """Stop: the table is put away."""
        self._working.cancel()
        return super().close()
