"""The moves as buttons in plain words, in groups; dice from a real table as taps on numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import ipywidgets as w
import traitlets

from pocketlib.contract import Move
from pocketwidgets import markup
from pocketwidgets.rows import ROWS_JS, Rows

MANY = 18
"""More moves than this in one group become a list to choose from."""

_ESM: Final = """
const make = (tag, kind, ...inside) => {
  const made = document.createElement(tag);
  made.className = kind;
  made.append(...inside);
  return made;
};
const BUTTON = 'jupyter-widgets jupyter-button widget-button pk-move';

// Show as many children as there are words, each with its words; what is there stays.
const label = (parent, words, add) => {
  while (parent.children.length > words.length) parent.lastChild.remove();
  while (parent.children.length < words.length) parent.append(add(parent.children.length));
  [...parent.children].forEach((child, i) => {
    if (child.textContent !== words[i]) child.textContent = words[i];
  });
};

class Group {
  constructor(press) {
    this.heading = make('p', 'pk-group');
    this.buttons = make('div', 'pk-row');
    this.choice = make('select', '');
    this.name = make('span', 'widget-label');
    this.field = make('label', 'jupyter-widgets widget-dropdown', this.name, this.choice);
    this.chosen = make('button', BUTTON, 'Play it');
    this.chosen.onclick = () => press(this.moves[this.choice.selectedIndex][2]);
    this.list = make('div', 'pk-row', this.field, this.chosen);
    this.el = make('div', 'pk-choice', this.heading, this.buttons, this.list);
    this.button = i => {
      const made = make('button', BUTTON);
      made.onclick = () => press(this.moves[i][2]);
      return made;
    };
  }

  fill(moves, many) {
    const words = moves.map(move => move[1]), long = moves.length > many;
    this.moves = moves;
    const [heading] = moves[0], name = heading || 'Your move';
    this.heading.textContent = heading;
    this.heading.hidden = long || !heading;  // it is the name of the list then
    this.name.textContent = name;
    this.chosen.setAttribute('aria-label', heading ? `Play it: ${heading}` : 'Play it');
    this.list.hidden = !long;
    label(this.buttons, long ? [] : words, this.button);
    label(this.choice, long ? words : [], () => make('option', ''));
    this.choice.selectedIndex = 0;
  }
}

export default {
  initialize,
  render({ model, el }) {
    const asked = make('div', 'pk-asked'), box = make('div', 'pk-choices');
    el.append(asked, box);
    const groups = [];
    asked.tabIndex = -1;  // where the focus is put when another game comes
    asked.setAttribute('role', 'group');
    const ask = () => {
      asked.innerHTML = model.get('asked');  // cleaned by who wrote it
      asked.setAttribute('aria-label', asked.querySelector('p')?.textContent || '');
    };
    const fill = () => {
      const found = [];
      for (const row of rowsOf(model)) {
        if (found.length && found.at(-1)[0][0] === row[0]) found.at(-1).push(row);
        else found.push([row]);
      }
      while (groups.length < found.length) {
        groups.push(new Group(move => model.send({ play: move })));
        box.append(groups.at(-1).el);
      }
      // hidden ones would still hold what the other side of a game could choose
      groups.splice(found.length).forEach(group => group.el.remove());
      groups.forEach((group, i) => group.fill(found[i], model.get('many')));
    };
    ask();
    fill();
    model.on('change:asked', ask);
    model.on('change:rows', fill);
    return () => { model.off('change:asked', ask); model.off('change:rows', fill); };
  },
};
"""


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


def opener(label: str) -> w.ToggleButton:
    """Return a button that opens and closes something; it tells whether that is open."""
    made = w.ToggleButton(value=False, description=label, tooltip="")  # else it is read as "null"
    made.add_class("pk-opener")
    return made


def show(widget: w.Widget, visible: bool) -> None:
    """Show or hide a widget; its place among its neighbours stays."""
    widget.layout.display = None if visible else "none"


class Fold(w.VBox):
    """A sheet that is made when it is unfolded for the first time."""

    def __init__(self, make: Callable[[], w.Widget]) -> None:
        self._make = make
        super().__init__()
        self.add_class("pk-fold")

    @property
    def made(self) -> bool:
        """Is the sheet there?"""
        return bool(self.children)

    def unfold(self) -> None:
        """Make the sheet, if it is not there yet."""
        if not self.made:
            self.children = [self._make()]


class Moves(Rows):
    """Buttons of moves, made in the browser: a move is one row of text and no widget of its own.

    ``play`` is called with the chosen move and must not raise. ``asked`` is HTML above them. More
    than ``many`` moves in one group are a list to choose from. When other moves come, the
    elements stay and get new labels, so that the focus stays.
    """

    _esm = ROWS_JS + _ESM
    rows: Any  # (heading, label, move); those with the same heading in a row are a group
    asked = traitlets.Unicode("").tag(sync=True)
    many = traitlets.Int(MANY).tag(sync=True)

    def __init__(self, play: Callable[[Move], None]) -> None:
        self._play = play
        self.groups: tuple[Group, ...] = ()
        super().__init__()
        self.on_msg(lambda _, told, __: self._told(told))

    def fill(self, groups: Sequence[Group], asked: str = "") -> None:
        """Offer these moves instead of those before."""
        self.groups = tuple(groups)
        with self.hold_sync():
            self.asked = asked
            self.rows = tuple(
                (group.heading, label, str(move)) for group in groups for label, move in group.moves
            )

    def press(self, label: str) -> None:
        """Press the button with this label. Raises LookupError if there is none."""
        for group in self.groups:
            for text, move in group.moves:
                if text == label:
                    self._play(move)
                    return
        raise LookupError(f"there is no move {label!r} now")

    def _told(self, told: Any) -> None:
        """Play what a page says was pressed, if it is still offered."""
        wanted = told.get("play") if isinstance(told, dict) else None
        offered = {str(move): move for group in self.groups for _, move in group.moves}
        if wanted in offered:
            self._play(offered[wanted])


class Choices(Moves):
    """All moves at hand, and the question above them."""

    def __init__(self, play: Callable[[Move], None], many: int = MANY) -> None:
        super().__init__(play)
        self.many = many
        self.add_class("pk-moves")


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
    """Buttons 1 to 6 for the dice that lie on a real table; ``enter`` gets the numbers typed.

    ``hear`` gets what is to be spoken after each die but the last.

    They are made when a throw is asked for: most tables throw their own dice.
    """

    def __init__(self, enter: Callable[[str], None], hear: Callable[[str], None]) -> None:
        self._enter = enter
        self._hear = hear
        self._wanted = 0
        self.dice: list[int] = []
        super().__init__()
        self.add_class("pk-moves")

    def _build(self) -> None:
        self._words = w.HTML()
        self._faces = [self._face(value) for value in range(1, 7)]
        # it is never disabled: the focus stays, and a die can be typed at once
        self._back = button("Take the last die back", self._take_back)
        faces = w.Box(self._faces)
        faces.add_class("pk-dice")
        self.children = [self._words, faces, row(self._back)]

    def ask(self, throw: Throw) -> None:
        """Wait for the dice of a throw."""
        self._wanted = throw.dice
        if not self.children:
            self._build()
        self.dice = []
        self._tell()

    def tap(self, value: int) -> None:
        """Add a die; the last one enters the throw."""
        if len(self.dice) == self._wanted:
            return  # pressed once too often, before the page knew
        self.dice.append(value)
        if len(self.dice) < self._wanted:
            self._tell()
            self._hear(self._so_far)
        else:
            self._enter(" ".join(map(str, self.dice)))

    def _face(self, value: int) -> w.Button:
        made = button(str(value), lambda: self.tap(value), "pk-move")
        made.add_class("pk-die")
        made.add_class(f"pk-die-{value}")
        return made

    def _take_back(self) -> None:
        self.dice = self.dice[:-1]
        self._tell()
        self._hear(self._so_far)

    @property
    def _so_far(self) -> str:
        so_far = ", ".join(map(str, self.dice)) or "none"
        return f"So far: {so_far}; {self._wanted - len(self.dice)} more."

    def _tell(self) -> None:
        number = "one die" if self._wanted == 1 else f"{self._wanted} dice"
        order = "" if self._wanted == 1 else ", in any order"
        ask = f"Throw {number} and press what they show, or type the numbers{order}."
        self._words.value = markup.note(ask) + markup.dice(self.dice, self._wanted)


def labelled(moves: Sequence[Move], say: Callable[[Move], Any]) -> tuple[tuple[str, Move], ...]:
    """Return each move with its sentence, as a button shows it."""
    return tuple((str(say(move)), move) for move in moves)
