"""Long work in small slices: the page stays alive, and what is no longer asked for stops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from pocketlib.graph import Work

_SLICE: Final = 0.004
"""Seconds after which a slice ends. A step of work takes up to 15 ms, so a slice stays below 20."""


class Working:
    """Does one piece of work at a time; the newest wins.

    ``progress`` is called with the number the work yields, after every slice that did not end it;
    ``failed`` with the exception that stopped it.
    """

    def __init__(
        self, progress: Callable[[int], None], failed: Callable[[Exception], None]
    ) -> None:
        self._progress = progress
        self._failed = failed
        self._work: Work[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Is something being worked out?"""
        return self._work is not None

    def start(self, work: Work[Any], done: Callable[[Any], None]) -> None:
        """Begin ``work`` instead of what was being done; ``done`` gets its result.

        A slice is done at once. Where no event loop runs (a script, a test), all of it is.
        """
        self.cancel()
        self._work = work
        if self._slice(work, done):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while not self._slice(work, done):
                pass
            return
        self._task = loop.create_task(self._go_on(work, done))

    def cancel(self) -> None:
        """Stop what is being done; neither ``done`` nor ``failed`` will hear of it."""
        work, task = self._work, self._task
        self._work = self._task = None
        if task is not None:
            task.cancel()
        if work is not None:
            # a callback of the work itself may be what cancels it
            with contextlib.suppress(ValueError):
                work.close()

    async def _go_on(self, work: Work[Any], done: Callable[[Any], None]) -> None:
        while self._work is work:
            await asyncio.sleep(0)
            if self._work is not work or self._slice(work, done):
                return

    def _slice(self, work: Work[Any], done: Callable[[Any], None]) -> bool:
        """Do a slice; is nothing left to do?"""
        until = perf_counter() + _SLICE
        try:
            number = next(work)
            while perf_counter() < until:
                number = next(work)
        except StopIteration as end:
            self._work = self._task = None
            done(end.value)
            return True
        except Exception as error:  # told to whoever asked; a task's exception would be lost
            self._work = self._task = None
            self._failed(error)
            return True
        self._progress(number)
        return self._work is not work
