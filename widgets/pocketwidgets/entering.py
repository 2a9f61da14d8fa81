"""What lies on a real table, entered piece by piece: for each card of a deal the side it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import ipywidgets as w

from pocketwidgets import markup
from pocketwidgets.choices import button, row


class Part(NamedTuple):
    """One piece of an outcome: its title, and label and piece of notation of every choice."""

    title: str
    choices: tuple[tuple[str, str], ...]


class Entry(NamedTuple):
    """An outcome made of parts: what to do, how its notation begins, the parts."""

    ask: str
    head: str
    parts: tuple[Part, ...]


class PartsEntry(w.VBox):
    """A choice for every part; ``enter`` gets the notation and must not raise."""

    def __init__(self, enter: Callable[[str], None]) -> None:
        self._enter = enter
        self._entry = Entry("", "", ())
        self._ask = w.HTML()
        self._rows = w.VBox()
        self._rows.add_class("pk-parts")
        self.choices: list[w.Dropdown] = []
        self.done = button("That is what lies there", self._press, "pk-move")
        super().__init__([self._ask, self._rows, row(self.done)])
        self.add_class("pk-moves")

    def ask(self, entry: Entry) -> None:
        """Ask for an outcome; choices made for the same one stay."""
        if entry == self._entry:
            return
        self._entry = entry
        self._ask.value = markup.note(entry.ask)
        self.choices = [
            # no ToggleButtons: they don't tell a screen reader which one is pressed
            w.Dropdown(description=part.title, options=[*part.choices])
            for part in entry.parts
        ]
        for old in self._rows.children:
            old.close()
        self._rows.children = self.choices

    @property
    def notation(self) -> str:
        """What is chosen now, in notation."""
        return self._entry.head + "".join(choice.value for choice in self.choices)

    def _press(self) -> None:
        self._enter(self.notation)
