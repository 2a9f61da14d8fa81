"""The position editor: a table in mid-game set up by choosing, with a picture and every problem.

It knows nothing of any game: fields, values and reasons come from the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

import ipywidgets as w

from pocketlib.contract import Game, PositionField, Problem, Refusal, State
from pocketwidgets import markup
from pocketwidgets.choices import button, row, show
from pocketwidgets.setup import Start

PLAY: Final = "Play from here"
_SURE: Final = "Yes, leave the running game and play from here"


class FieldControl(w.VBox):
    """One field: a choice or a number, its help, and what is wrong with it."""

    def __init__(self, field: PositionField, changed: Callable[[str], None]) -> None:
        self.field = field
        self.input = _input(field)
        self._notes = w.HTML()
        self._shown: tuple[str, tuple[str, ...]] | None = None
        super().__init__([self.input, self._notes])
        self.add_class("pk-field")
        self.tell(())
        self.input.observe(lambda _: changed(self.field.id), "value")

    @property
    def value(self) -> Any:
        """What is chosen."""
        return self.input.value

    def take(self, field: PositionField, value: Any) -> None:
        """Become ``field`` (of the same kind), with ``value`` if it may have it."""
        value = value if field.problem(value) is None else field.default
        if field != self.field:
            self.field = field
            self.input.description = field.title
            _set_range(self.input, field)
        if self.input.value != value:
            self.input.value = value

    def tell(self, problems: tuple[str, ...]) -> None:
        """Show what is wrong, and the help."""
        if self._shown == (self.field.help, problems):
            return
        self._shown = (self.field.help, problems)
        wrong = "".join(markup.note(problem, "bad") for problem in problems)
        self._notes.value = wrong + markup.note(self.field.help)


def _input(field: PositionField) -> Any:
    if field.choices:
        options = [(choice.label, choice.value) for choice in field.choices]
        return w.Dropdown(description=field.title, options=options, value=field.default)
    low, high = field.bounds
    return w.BoundedIntText(field.default, low, high, description=field.title)


def _set_range(widget: Any, field: PositionField) -> None:
    if field.choices:
        options = [(choice.label, choice.value) for choice in field.choices]
        if options != [*widget.options]:
            widget.options = options
        return
    low, high = field.bounds
    # one assignment each, in the order in which the range never turns inside out
    if low > widget.max:
        widget.max, widget.min = high, low
    else:
        widget.min, widget.max = low, high


class FieldGroup(w.VBox):
    """Fields under one heading, a field that follows another one below it."""

    def __init__(self, heading: str) -> None:
        self._cells: dict[str, w.VBox] = {}
        self._grid = w.Box()
        self._grid.add_class("pk-grid")
        super().__init__([w.HTML(markup.heading(heading, 4)), self._grid])

    def arrange(
        self,
        fields: Sequence[PositionField],
        controls: Mapping[str, FieldControl],
        shown: Collection[str],
    ) -> None:
        """Show these fields in their order; those that are not ``shown`` only keep a place."""
        here = {field.id for field in fields}
        cells: dict[str, list[FieldControl]] = {}
        for field in fields:
            leader = field.follows if field.follows in here else field.id
            cells.setdefault(leader, []).append(controls[field.id])
        for leader, members in cells.items():
            cell = self._cells.get(leader)
            if cell is None:
                cell = self._cells[leader] = w.VBox()
                cell.add_class("pk-cell")
            if [*cell.children] != members:
                cell.children = members
            show(cell, leader in shown)
        order = [self._cells[leader] for leader in cells]
        if [*self._grid.children] != order:
            self._grid.children = order
        show(self, any(id in shown for id in here))


class PositionEditor(w.VBox):
    """The sheet "Set up a position".

    ``begin`` is called with the wanted start and raises a Refusal if it can't be; ``leave`` says
    whether nothing is lost by that; ``start`` is how the game on the table began, ``state`` its
    position; ``preview`` makes a picture of a state; ``own_set`` is the text of the set to use.
    """

    def __init__(
        self,
        game: Game,
        begin: Callable[[Start], None],
        leave: Callable[[], bool],
        start: Callable[[], Start],
        state: Callable[[], State],
        preview: Callable[[State], str],
        own_set: Callable[[], str | None],
    ) -> None:
        self.game = game
        self._begin = begin
        self._leave = leave
        self._start = start
        self._state = state
        self._preview_of = preview
        self._own_set = own_set
        self._set: str | None = None
        self._by_hand = start().companion
        self._busy = False
        self._sure = False
        self._position: State | None = None
        self.controls: dict[str, FieldControl] = {}
        self.problems: tuple[str, ...] = ()
        super().__init__()
        self.add_class("pk-sheet")

    # --- the form

    def show_form(self) -> None:
        """Bring the form up to date: built when it is first opened, and with the set in use."""
        if not self.controls:
            self._build()
        if self._by_hand != self._start().companion:  # another game has come to the table
            self._by_hand = self.companion.value = self._start().companion
        if self._set != self._own_set():
            self._set = self._own_set()
            self.fill({id: control.value for id, control in self.controls.items()})

    def _build(self) -> None:
        self._set = self._own_set()
        self._picture = w.HTML()
        self._summary = w.HTML()
        self._groups: dict[str, FieldGroup] = {}
        self._fields = w.VBox()
        self._fields.add_class("pk-edit-fields")
        self.companion = w.Dropdown(
            description="Dice and cards",
            options=[
                ("The computer throws", False),
                ("I throw real ones and type them in", True),
            ],
            value=self._by_hand,
        )
        self.play_button = button(PLAY, self._press, "pk-move")
        look = w.VBox([self._picture, self._summary, self.companion, row(self.play_button)])
        look.add_class("pk-edit-look")
        main = w.Box([self._fields, look])
        main.add_class("pk-edit")
        help_text = (
            "Choose what lies on your table. What can't be is said at its field; the picture "
            "follows. Nothing starts before you press the button."
        )
        self.children = [
            w.HTML(markup.heading("Set up a position")),
            w.HTML(markup.note(help_text)),
            row(
                button("As on the table now", self.take_table),
                button("A fresh game", lambda: self.fill({})),
            ),
            main,
        ]
        self.fill({})

    def take_table(self) -> None:
        """Fill in the position on the table."""
        self.fill(self.game.position_values(self._state()))

    def fill(self, values: Mapping[str, Any]) -> None:
        """Fill in these values; whatever is missing or wrong takes its default."""
        self._busy = True
        try:
            self._show_fields(values, follow=None)
        finally:
            self._busy = False
        self._check()

    def _changed(self, id: str) -> None:
        """Let the other fields follow a change, and look at the position again."""
        self.calm()
        if self._busy:
            return
        self._busy = True
        try:
            self._show_fields(self.values, follow=id)
        finally:
            self._busy = False
        self._check()

    @property
    def values(self) -> dict[str, Any]:
        """What is chosen in the fields that are shown."""
        return {
            id: control.value
            for id, control in self.controls.items()
            if control.layout.display != "none"
        }

    def _show_fields(self, values: Mapping[str, Any], follow: str | None) -> None:
        known = self.game.position_fields(values, set=self._set)
        for field in known:
            control = self.controls.get(field.id)
            if control is None:
                control = self.controls[field.id] = FieldControl(field, self._changed)
            follows = follow is not None and field.follows == follow
            value = field.default if follows else values.get(field.id, field.default)
            control.take(field, value)
        shown = {field.id for field in known}
        for id, control in self.controls.items():
            show(control, id in shown)
        self._place_groups(known)

    def _place_groups(self, fields: tuple[PositionField, ...]) -> None:
        """Put every field under the heading of its group; those that are hidden keep a place."""
        shown = {field.id for field in fields}
        hidden = [c.field for id, c in self.controls.items() if id not in shown]
        under: dict[str, list[PositionField]] = {}
        for field in (*fields, *hidden):
            under.setdefault(field.group, []).append(field)
        order: list[w.Widget] = []
        for heading, members in under.items():
            group = self._groups.setdefault(heading, FieldGroup(heading))
            group.arrange(members, self.controls, shown)
            order.append(group)
        if [*self._fields.children] != order:
            self._fields.children = order

    # --- the position

    def _check(self) -> None:
        """Look whether the position can be, and show the reasons or the picture."""
        try:
            state = self.game.position(self.values, set=self._set)
        except Refusal as refusal:
            self._position, self.problems = None, refusal.problems
        else:
            self._position, self.problems = state, ()
            self._picture.value = self._preview_of(state)
        by_field: dict[str, list[str]] = {}
        for problem in self.problems:
            key = problem.key if isinstance(problem, Problem) else None
            by_field.setdefault(key or "", []).append(problem)
        for id, control in self.controls.items():
            control.tell(tuple(by_field.get(id, ())))
        self._summary.value = self._summary_words()
        self.play_button.disabled = self._position is None

    def _summary_words(self) -> str:
        if not self.problems:
            return markup.note("This position can be played.", "good")
        count = len(self.problems)
        title = "One thing can't be so:" if count == 1 else f"{count} things can't be so:"
        return markup.problems(title, self.problems)

    def _press(self) -> None:
        state = self._position
        if state is None:
            return
        if not self._leave() and not self._sure:
            self._sure = True
            self.play_button.description = _SURE
            return
        self.calm()
        start = Start({}, self._set, None, self.companion.value, self._start().save, state.dump())
        try:
            self._begin(start)
        except Refusal as refusal:
            self._summary.value = markup.problems("The game can't start:", refusal.problems)

    def calm(self) -> None:
        """Ask again before a running game is left."""
        if self._sure:
            self._sure = False
            self.play_button.description = PLAY
