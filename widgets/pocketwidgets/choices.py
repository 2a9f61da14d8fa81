"""The moves as buttons in plain words, in groups; dice from a real table as taps on numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import ipywidgets as w

from pocketlib.contract import Move
from pocketwidgets import markup
from pocketwidgets.paint import clean

MANY = 18
"""More moves than this in one group become a list to choose from."""


class Group(NamedTuple):
    """Moves that belong together: a heading ("" for none), and label and move of each."""

    heading: str
    moves: tuple[tuple[str, Move], ...]


def row(*children: w.Widget) -> w.Box:
    """Return a box whose children stand side by side and wrap."""
    box = w.Box(list(children))
    box.add_class("pk-row")
    return box


def button(label: str, press: Callable[[], None], kind: str = "pk-service") -> w.Button:
    """Return a button; ``press`` must not raise."""
    made = w.Button(description=label)
    made.add_class(kind)
    made.on_click(lambda _: press())
    return made


def show(widget: w.Widget, visible: bool) -> None:
    """Show or hide a widget; its place among its neighbours stays."""
    widget.layout.display = None if visible else "none"


class _GroupBox(w.VBox):
    """One group. Its buttons are kept and given new labels, so that the focus stays."""

    def __init__(self, play: Callable[[Move], None]) -> None:
        self._play = play
        self._moves: tuple[Move, ...] = ()
        self._buttons: list[w.Button] = []
        self._heading = w.HTML()
        self._row = row()
        self._list = w.Dropdown(description="Your move", options=[("", 0)])
        self._choose = button("Play it", self._chosen, "pk-move")
        self._listing = row(self._list, self._choose)
        super().__init__([self._heading, self._row, self._listing])

    def fill(self, group: Group) -> None:
        self._moves = tuple(move for _, move in group.moves)
        self._heading.value = f'<p class="pk-group">{clean(group.heading)}</p>'
        show(self._heading, bool(group.heading))
        many = len(group.moves) > MANY
        show(self._listing, many)
        show(self._row, not many)
        if many:
            self._list.options = [(label, i) for i, (label, _) in enumerate(group.moves)]
            self._list.value = 0
            return
        while len(self._buttons) < len(group.moves):
            self._buttons.append(self._button(len(self._buttons)))
            self._row.children = self._buttons
        for i, one in enumerate(self._buttons):
            if i < len(group.moves):
                one.description = group.moves[i][0]
            show(one, i < len(group.moves))

    def _button(self, i: int) -> w.Button:
        return button("", lambda: self._play(self._moves[i]), "pk-move")

    def _chosen(self) -> None:
        self._play(self._moves[self._list.value])


class Choices(w.VBox):
    """All moves at hand. ``play`` is called with the chosen one and must not raise."""

    def __init__(self, play: Callable[[Move], None]) -> None:
        self._play = play
        self._groups: list[_GroupBox] = []
        self.groups: tuple[Group, ...] = ()
        super().__init__()
        self.add_class("pk-moves")

    def fill(self, groups: Sequence[Group]) -> None:
        """Offer these moves instead of those before."""
        self.groups = tuple(groups)
        if len(groups) > len(self._groups):
            self._groups += [_GroupBox(self._play) for _ in range(len(groups) - len(self._groups))]
            self.children = self._groups
        for i, box in enumerate(self._groups):
            show(box, i < len(groups))
            if i < len(groups):
                box.fill(groups[i])


# --- real dice ---------------------------------------------------------------------------------


class Throw(NamedTuple):
    """What people may throw: the outcome's word and how many dice."""

    word: str
    dice: int


def throw_of(outcomes: Sequence[Move]) -> Throw | None:
    """Return what is thrown if every outcome is a word and equally many dice, else None."""
    found = {
        (match[1], len(match[2].split()))
        for match in (re.fullmatch(r"([a-z]+)((?: [1-6])+)", move) for move in outcomes)
        if match
    }
    whole = all(re.fullmatch(r"[a-z]+(?: [1-6])+", move) for move in outcomes)
    return Throw(*found.pop()) if whole and len(found) == 1 else None


class RealDice(w.VBox):
    """Buttons 1 to 6 for the dice that lie on a real table; ``enter`` gets the numbers typed."""

    def __init__(self, enter: Callable[[str], None]) -> None:
        self._enter = enter
        self._wanted = 0
        self.dice: list[int] = []
        self._words = w.HTML()
        self._faces = [self._face(value) for value in range(1, 7)]
        self._done = button("These are my dice", self._enter_dice, "pk-move")
        self._clear = button("Start again", self._restart)
        faces = w.Box(self._faces)
        faces.add_class("pk-dice")
        super().__init__([self._words, faces, row(self._done, self._clear)])
        self.add_class("pk-moves")

    def ask(self, throw: Throw) -> None:
        """Wait for the dice of a throw."""
        self._wanted = throw.dice
        self._restart()

    def tap(self, value: int) -> None:
        """Add a die."""
        if len(self.dice) < self._wanted:
            self.dice.append(value)
        self._tell()

    def _face(self, value: int) -> w.Button:
        made = button(str(value), lambda: self.tap(value), "pk-move")
        made.add_class("pk-die")
        made.add_class(f"pk-die-{value}")
        return made

    def _restart(self) -> None:
        self.dice = []
        self._tell()

    def _tell(self) -> None:
        missing = self._wanted - len(self.dice)
        so_far = ", ".join(map(str, self.dice)) or "none yet"
        ask = f"{missing} to go" if missing else "complete"
        number = "one die" if self._wanted == 1 else f"{self._wanted} dice"
        self._words.value = markup.note(
            f"Throw {number} and tap what they show, in any order. So far: {so_far} ({ask})."
        )
        self._done.disabled = bool(missing)
        self._clear.disabled = not self.dice
        for face in self._faces:
            face.disabled = not missing

    def _enter_dice(self) -> None:
        if len(self.dice) == self._wanted:
            self._enter(" ".join(map(str, self.dice)))


def labelled(moves: Sequence[Move], say: Callable[[Move], Any]) -> tuple[tuple[str, Move], ...]:
    """Return each move with its sentence, as a button shows it."""
    return tuple((str(say(move)), move) for move in moves)
