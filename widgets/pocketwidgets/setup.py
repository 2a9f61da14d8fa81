"""The set-up of a game: every option of its schema in plain words, presets, seed, own set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import ipywidgets as w

from pocketlib.contract import SET_BYTES, Choice, Dump, Game, Option, Refusal
from pocketwidgets import markup
from pocketwidgets.choices import button, row, show
from pocketwidgets.line import Line

_NUMBER: Final = "(number)"
_LIST: Final = "(list)"
_NO_START: Final = "The game can't start like this:"


@dataclass(frozen=True, slots=True)
class Start:
    """How a game is to start. ``seed`` None: a fresh one; ``save`` None: kept in no file.

    With a ``position``, a dump which holds its options, there are no other ``options``.
    """

    options: dict[str, Any] = field(default_factory=dict)
    set: str | None = None
    seed: int | None = None
    companion: bool = False
    save: str | None = None
    position: Dump | None = None


def explained(field: w.Widget, words: str) -> w.VBox:
    """Return a field with words below it that are also spoken when it gets the focus."""
    told = w.HTML(markup.note(words))
    told.add_class("pk-explains")
    box = w.VBox([field, told])
    box.add_class("pk-option")
    return box


class OptionField(w.VBox):
    """The choice of one option; a number or a list of entries where the option allows them.

    ``changed`` is called whenever another value is chosen or put in.
    """

    def __init__(
        self, option: Option, value: Any = None, changed: Callable[[], None] = lambda: None
    ) -> None:
        self.option = option
        entries: list[tuple[str, Any]] = [(c.label, i) for i, c in enumerate(option.choices)]
        if option.integers:
            entries.append((f"{option.integers_label or 'A number'}, {option.range}", _NUMBER))
        if option.pick:
            entries.append((option.pick_label or f"A list of {option.pick}", _LIST))
        self._choice = w.Dropdown(description=option.title, options=entries)
        low, high = option.integers or (0, 0)
        scale = option.scale
        self._number = (
            w.BoundedIntText(low, low, high, description="Number")
            if scale == 1
            else w.BoundedFloatText(
                low / scale, min=low / scale, max=high / scale, step=1 / scale, description="Number"
            )
        )
        known = [(c.label, c.value) for c in option.pick_from]
        self._picks = [
            # spread over all entries: neighbours often exclude each other
            w.Dropdown(
                description=f"{n + 1}.",
                options=known,
                value=known[n * len(known) // option.pick][1],
            )
            for n in range(option.pick)
        ]
        self._list = w.VBox(self._picks)
        self._help = w.HTML()
        self._choice.observe(lambda _: self._refresh(), "value")
        super().__init__([self._choice, self._number, self._list, self._help])
        self.add_class("pk-option")
        self._help.add_class("pk-explains")
        self.value = option.default if value is None else value
        self._refresh()
        for part in (self._choice, self._number, *self._picks):
            part.observe(lambda _: changed(), "value")

    @property
    def value(self) -> Any:
        """The value as the game takes it."""
        chosen = self._choice.value
        if chosen == _NUMBER:
            return round(self._number.value * self.option.scale)
        if chosen == _LIST:
            return [pick.value for pick in self._picks]
        return self.option.choices[chosen].value

    @value.setter
    def value(self, value: Any) -> None:
        if self.option.problem(value):
            return
        if isinstance(value, list | tuple):
            self._choice.value = _LIST
            for pick, entry in zip(self._picks, value, strict=True):
                pick.value = entry
            return
        for i, choice in enumerate(self.option.choices):
            if type(choice.value) is type(value) and choice.value == value:
                self._choice.value = i
                return
        self._choice.value = _NUMBER
        scale = self.option.scale
        self._number.value = value if scale == 1 else value / scale

    def _refresh(self) -> None:
        chosen = self._choice.value
        show(self._number, chosen == _NUMBER)
        show(self._list, chosen == _LIST)
        more = {_NUMBER: self.option.integers_help, _LIST: ""}
        help_text = more[chosen] if chosen in more else _explained(self.option.choices[chosen])
        words = " ".join(text for text in (self.option.help, help_text) if text)
        self._help.value = markup.note(words)
        show(self._help, bool(words))


def _explained(choice: Choice) -> str:
    """Return what a choice means as a sentence that begins with its name."""
    name = choice.label[:1].upper() + choice.label[1:]
    return f"{name}: {choice.help.rstrip('.')}." if choice.help else ""


class Setup(w.VBox):
    """The form. ``begin`` is called with the wanted start and raises a Refusal if it can't be.

    ``leave`` says whether nothing is lost when another game starts; ``hear`` takes what is to be
    spoken.
    """

    def __init__(
        self,
        game: Game,
        start: Start,
        begin: Callable[[Start], None],
        leave: Callable[[], bool],
        hear: Callable[[str], None],
    ) -> None:
        self.game = game
        self._hear = hear
        self._begin = begin
        self._leave = leave
        self._set = start.set
        self.fields: dict[str, OptionField] = {}
        self._preset = w.Dropdown(
            description="Ready-made",
            options=[("Your own choice below", -1)]
            + [(preset.title, i) for i, preset in enumerate(game.presets)],
        )
        self._taking = False
        """Is a ready-made game being filled in?"""
        self._preset.observe(lambda _: self._take_preset(), "value")
        self._preset_help = w.HTML()
        self._options = w.VBox()
        self._options.add_class("pk-options")
        self._dice = w.Dropdown(
            description="Dice and cards",
            options=[
                ("The computer throws", False),
                ("I throw real ones and type them in", True),
            ],
            value=start.companion,
        )
        # empty, whatever the seed was: who asks for a new game wants another one
        self._seed = Line("Seed", "empty: different every time")
        self._save = Line(
            "Save to file",
            f"such as my-{game.id}-game.json; empty: not saved",
            start.save or "",
        )
        self._problems = w.HTML()
        self._sure = False
        self.start_button = button("Start this game", self._press, "pk-move")
        self._own_set = self._set_box() if game.has_sets else w.VBox()
        seed_help = (
            "The same seed and the same moves give the same game: for a class, or a rematch."
        )
        if start.seed is not None:
            seed_help += f" This page began with the seed {start.seed}."
        dice_help = (
            "With the real game before you, throw and deal yourself: the notebook asks what your "
            "dice and cards show, and keeps everything else."
        )
        parts = [
            w.HTML(markup.heading("A new game")),
            explained(self._dice, dice_help),
            *((self._preset, self._preset_help) if game.presets else ()),
            self._options,
            explained(self._seed, seed_help),
            self._save,
            self._own_set,
            self._problems,
            row(self.start_button),
        ]
        super().__init__(parts)
        self.add_class("pk-sheet")
        self._build(start.options)

    @property
    def set_in_use(self) -> str | None:
        """The text of the own set that the next game uses, None for the house set."""
        return self._set

    def _build(self, values: Mapping[str, Any]) -> None:
        schema = self.game.schema(set=self._set)
        self.fields = {o.id: OptionField(o, values.get(o.id), self._leave_preset) for o in schema}
        self._options.children = list(self.fields.values())

    def _take_preset(self) -> None:
        number = self._preset.value
        words = ""
        if number >= 0:
            preset = self.game.presets[number]
            words = preset.help
            self._taking = True
            for id, form in self.fields.items():
                value = preset.options.get(id, form.option.default)
                form.value = value
                if problem := form.option.problem(value):
                    words += f" With your set this can't be: {problem}."
            self._taking = False
        self._preset_help.value = markup.note(words)
        if words:
            self._hear(words)

    def _leave_preset(self) -> None:
        """What is chosen by hand now is no ready-made game any more."""
        if not self._taking:
            self._preset.value = -1

    # --- an own set

    def _set_box(self) -> w.VBox:
        self._upload = w.FileUpload(
            accept=".toml,.txt", multiple=False, description="Choose a file"
        )
        self._upload.observe(lambda _: self._uploaded(), "value")
        self._text = w.Textarea(
            description="Or paste it here", placeholder="[set] ...", value=self._set or ""
        )
        self._set_words = w.HTML()
        use = button("Check and use this set", self._use_set)
        example = button("Start from the house set", self._show_example)
        drop = button("Back to the house set", self._drop_set)
        help_text = (
            "If you own the game, you can type your own cards into a small text file (TOML). "
            'It is checked before it is used. "Start from the house set" shows what to write; '
            "change what is different on your cards."
        )
        box = w.VBox(
            [
                w.HTML(markup.heading("Your own set of cards (optional)", 4)),
                w.HTML(markup.note(help_text)),
                self._upload,
                self._text,
                row(example, use, drop),
                self._set_words,
            ]
        )
        box.add_class("pk-fields")
        return box

    def _uploaded(self) -> None:
        files = self._upload.value
        if not files:
            return
        content = bytes(files[0]["content"])
        if len(content) > SET_BYTES:
            told = f"{len(content)} bytes; at most {SET_BYTES} are read"
            self._tell_bad(self._set_words, "This file is too large.", [told])
            return
        try:
            self._text.value = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            told = "it is not plain text in UTF-8"
            self._tell_bad(self._set_words, "This file can't be read.", [told])
            return
        self._use_set()

    def _show_example(self) -> None:
        self._text.value = self.game.example_set()
        self._tell_set("This is the house set, as a text. Change it, then check it.")

    def _tell_set(self, words: str, kind: str = "help") -> None:
        self._set_words.value = markup.note(words, kind)
        self._hear(words)

    def _tell_bad(self, where: w.HTML, title: str, found: Sequence[str]) -> None:
        where.value = markup.problems(title, found)
        self._hear(f"{title} {'; '.join(found)}")

    def _use_set(self) -> None:
        text = self._text.value
        try:
            found = self.game.read_set(text)
        except Refusal as refusal:
            self._tell_bad(self._set_words, "This set can't be used yet:", refusal.problems)
            return
        self._set = text
        title = getattr(found, "title", "your set")
        self._tell_set(f"Used for the next game: {title}.", "good")
        self._build({id: form.value for id, form in self.fields.items()})

    def _drop_set(self) -> None:
        self._set = None
        self._text.value = ""
        self._tell_set("The next game is played with the house set.")
        self._build({id: form.value for id, form in self.fields.items()})

    def _set_taken(self) -> bool:
        """Is the set in the text box the one to play with? One not checked yet is checked now."""
        if self.game.has_sets and self._text.value != (self._set or ""):
            (self._use_set if self._text.value.strip() else self._drop_set)()
            return bool(self._text.value == (self._set or ""))
        return True

    # --- start

    def wanted(self) -> Start:
        """Return the start that the form asks for. Raises ValueError for a seed that is none."""
        seed_text = self._seed.value.strip()
        if seed_text and not (seed_text.isascii() and seed_text.isdigit()):
            raise ValueError("The seed is a whole number, or empty.")
        return Start(
            {id: form.value for id, form in self.fields.items()},
            self._set,
            int(seed_text[:30]) if seed_text else None,
            self._dice.value,
            self._save.value.strip() or None,
        )

    def _press(self) -> None:
        if not self._leave() and not self._sure:
            self._sure = True
            self.start_button.description = "Yes, leave the running game and start this one"
            self._hear(
                f"This game is not over. To leave it, press: {self.start_button.description}"
            )
            return
        self.calm()
        if not self._set_taken():
            told = "your own set can't be used yet, see above; empty the box to play the house set"
            self._tell_bad(self._problems, _NO_START, [told])
            return
        try:
            self._begin(self.wanted())
        except Refusal as refusal:
            self._tell_bad(self._problems, _NO_START, refusal.problems)
        except ValueError as error:
            self._tell_bad(self._problems, _NO_START, [str(error)])
        else:
            self._problems.value = ""
            if self.game.has_sets:
                self._set_words.value = ""

    def calm(self) -> None:
        """Ask again before a running game is left."""
        self._sure = False
        self.start_button.description = "Start this game"
