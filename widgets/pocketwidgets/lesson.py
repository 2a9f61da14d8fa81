"""Questions with a prediction first, and exercises that are checked, as widgets.

>>> from pocketwidgets import Exercise, Question
>>> Question("LS-10.3")
<Question LS-10.3: Where is the Boar most dangerous?>

The same answers can be checked by a plain function, ``pocketwidgets.check``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Final

import anywidget
import ipywidgets as w

from pocketlib.graph import Work
from pocketwidgets import markup
from pocketwidgets.answers import CHANCE, CHOICE, Typed, off, read_answer, shown
from pocketwidgets.bridge import StatusLine
from pocketwidgets.choices import button, row, show
from pocketwidgets.lesson_style import LESSON_CSS
from pocketwidgets.lessons import asks, plan_of
from pocketwidgets.lessons import page as pages
from pocketwidgets.lessons.plan import Ask, Case, Plan, simulation_work
from pocketwidgets.line import Line
from pocketwidgets.paint import clean
from pocketwidgets.picture import Picture
from pocketwidgets.style import CSS, ROOT
from pocketwidgets.working import Working

RUNS: Final = pages.RUNS
_WHAT_IF_RUNS: Final = 500
_STEPS: Final = ("predict", "reveal", "why", "change it")
_LINE: Final = (14, 216)
"""Where the line of chances begins and ends."""


def chance_line(value: Fraction | None) -> str:
    """Return the line from never to certain, with a pointer at ``value``; a picture only."""
    left, right = _LINE
    ticks = "".join(
        f"M{left + (right - left) * i / 10:g} 18v{10 if i % 5 == 0 else 6}" for i in range(11)
    )
    pointer = ""
    if value is not None:
        x = left + (right - left) * float(value)
        pointer = f'<polygon points="{x:g},17 {x - 7:g},4 {x + 7:g},4"/>'
    return (
        '<svg class="pk-line" viewBox="0 0 230 46" aria-hidden="true">'
        f'<line x1="{left}" y1="18" x2="{right}" y2="18" stroke-width="1.6"/>'
        f'<path d="{ticks}" stroke-width="1.2"/>{pointer}'
        f'<text x="{left}" y="43">never</text>'
        f'<text x="{right}" y="43" text-anchor="end">certain</text></svg>'
    )


class KeysStay(anywidget.AnyWidget):
    """Lets the arrow keys choose among the answers in its box.

    The widget's own radio buttons are no group for the browser, and JupyterLab takes the keys.
    """

    _esm = """
    export default {
      render({ el }) {
        const mark = () => {
          const box = el.closest('.pk-predict');
          const radios = box ? [...box.querySelectorAll('input[type=radio]')] : [];
          if (radios.length) {
            for (const radio of radios) radio.name = group;
            box.addEventListener('keydown', e => step(e, radios));
          } else if (tries--) setTimeout(mark, 50);
        };
        const step = (e, radios) => {
          const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
          const at = radios.indexOf(e.target);
          if (!by || at < 0) return;
          e.preventDefault();
          e.stopPropagation();
          const next = radios[(at + by + radios.length) % radios.length];
          if (!next.disabled) { next.focus(); next.click(); }
        };
        const group = `pk-${Math.random()}`;
        let tries = 40;
        mark();
      }
    };
    """


class AnswerField(w.VBox):
    """Where an answer is typed or chosen. ``enter`` is called when Enter is pressed."""

    def __init__(self, ask: Ask, label: str, enter: Callable[[], None]) -> None:
        self.ask = ask
        self.input: Line | w.RadioButtons
        if ask.kind == CHOICE:
            options = [(text, value) for value, text in ask.choices]
            self.input = w.RadioButtons(description=label, options=options, index=None)
            super().__init__([self.input, KeysStay()])
            return
        example = "1/4, 0.25 or 25 %" if ask.kind == CHANCE else "3/2 or 1.5"
        self._line = w.HTML()
        follow = self._point if ask.kind == CHANCE else lambda: None
        self.input = Line(label, example, entered=lambda _: enter(), typed=follow)
        super().__init__([row(self.input, self._line)])
        follow()

    @property
    def typed(self) -> str:
        """What was typed, or the choice; "" for nothing."""
        return str(self.input.value or "").strip()

    def read(self) -> Typed | str:
        """Return the answer: a number or a choice. Raises ValueError with a friendly sentence."""
        if self.ask.kind == CHOICE:
            if not self.typed:
                raise ValueError("Choose one of them first.")
            return self.typed
        return read_answer(self.typed, self.ask.kind)

    def close_input(self) -> None:
        """Take no other answer."""
        self.input.disabled = True

    def _point(self) -> None:
        try:
            value = read_answer(self.typed, CHANCE).value
        except ValueError:
            value = None
        self._line.value = chance_line(value)


class Hints(w.VBox):
    """Hints, one at a time."""

    def __init__(self, found: tuple[str, ...], say: Callable[..., None]) -> None:
        self._found = found
        self._say = say
        self.given = 0
        self._list = w.HTML()
        self.button = button("Hint", self.give)
        super().__init__([self._list])
        show(self._list, False)
        show(self.button, bool(found))

    def give(self) -> None:
        """Give the next one."""
        if self.given < len(self._found):
            self.given += 1
            self._list.value = pages.hints(self._found[: self.given])
            show(self._list, True)
            self._say(f"Hint {self.given} of {len(self._found)}.", self._found[self.given - 1])
        else:
            self._say("That was the last hint.")
        left = len(self._found) - self.given
        self.button.description = f"Next hint ({left} more)" if left else "No more hints"


class WhatIf(w.VBox):
    """The controls of a question: another position, worked out and played at once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.case: Case | None = None
        self.counts: Counter[Any] = Counter()
        self._working = Working(self._progress, self._failed)
        self.fields = {
            control.name: w.Dropdown(
                description=control.label, options=control.options, value=control.value
            )
            for control in plan.controls
        }
        fields = w.VBox([*self.fields.values()])
        fields.add_class("pk-fields")
        self._status = StatusLine()
        self._cancel = button("Stop", self.cancel)
        self._shown = w.HTML()
        head = markup.heading("Change it")
        ask = markup.note("Choose something else. It is worked out and played at once.")
        super().__init__([w.HTML(head + ask), fields, self._status, row(self._cancel), self._shown])
        self.add_class("pk-change")
        show(self._cancel, False)
        for field in self.fields.values():
            field.observe(lambda _: self.recompute(), "value")

    def recompute(self) -> None:
        """Work out the case that is chosen now; an older one that is not ready is dropped."""
        values = {name: field.value for name, field in self.fields.items()}
        self._status.say = "Working it out ..."
        show(self._cancel, True)
        self._working.start(self._work(values), self._done)

    def _work(self, values: dict[str, Any]) -> Work[Case]:
        case = yield from self.plan.case_work(**values)
        self.counts = Counter()
        yield from simulation_work(case, Random(self.plan.seed), _WHAT_IF_RUNS, self.counts)
        return case

    def cancel(self) -> None:
        """Stop working; what was shown before stays."""
        self._working.cancel()
        show(self._cancel, False)
        self._status.say = "Stopped. What is shown is the last one that was ready."

    def _progress(self, number: int) -> None:
        self._status.say = f"Working it out: {number:,} steps so far."

    def _failed(self, error: Exception) -> None:
        show(self._cancel, False)
        self._status.say = f"This can't be worked out: {error}"

    def _done(self, case: Case) -> None:
        self.case = case
        show(self._cancel, False)
        charts = "".join(pages.chart(one, True) for one in case.charts(self.counts))
        asked = f"<p>{clean(case.ask)}</p>" if case.ask else ""
        self._shown.value = pages.position(case) + asked + charts
        self._status.say = case.sentence


class Question(w.VBox):
    """A question about a position: predict, see the exact answer and why, change something.

    ``id`` is that of the answer key, for example "LS-10.3". Nothing of the answer is shown before
    a prediction is kept; ``seed`` makes the simulation the same each time.
    """

    def __init__(self, id: str, *, seed: int | None = None) -> None:
        self.plan = plan_of(id)
        self.ask = self.plan.ask
        self.prediction: Fraction | str | None = None
        self.counts: Counter[Any] = Counter()
        self._rng = Random(self.plan.seed if seed is None else seed)
        self._case = self.plan.start()
        self._working = Working(self._progress, self._failed)
        self._build()
        sheet = w.VBox(self._parts)
        sheet.add_class("pk-sheet")
        super().__init__([w.HTML(f"<style>{CSS}{LESSON_CSS}</style>"), sheet])
        self.add_class(ROOT)
        self.add_class("pk-lesson")
        self._step(0)

    @property
    def exact(self) -> Fraction | str:
        """The right answer."""
        return self.ask.exact

    @property
    def said(self) -> str:
        """What the status line says."""
        return str(self._status.say)

    def _build(self) -> None:
        self._head = w.HTML()
        self._status = StatusLine()
        self.field = AnswerField(self.ask, "Your prediction", self.keep)
        self.hints = Hints(self.ask.hints, self._say)
        self._keep = button("Keep my prediction", self.keep, "pk-move")
        predict = w.VBox(
            [
                w.HTML(markup.heading("Predict first")),
                self.field,
                row(self._keep, self.hints.button),
                self.hints,
                self._status,
            ]
        )
        predict.add_class("pk-predict")
        self._answer = w.HTML()
        self._more = button(f"Play {RUNS:,} more", self.play_more, "pk-move")
        self._stop = button("Stop", self.stop)
        buttons = row(self._more, self._stop)
        buttons.add_class("pk-moves")
        self._why = w.HTML()
        self.what_if = WhatIf(self.plan)
        self._reveal = w.VBox([self._answer, buttons, self._why, self.what_if])
        self._reveal.add_class("pk-reveal")
        show(self._reveal, False)
        show(self._stop, False)
        asked = f'<p class="pk-question">{clean(self.ask.words)}</p>'
        picture = w.HTML(pages.position(self._case))
        rules = w.HTML(pages.rules(self.plan))
        show(rules, bool(self.plan.rules))
        self._parts = [self._head, picture, rules, w.HTML(asked), predict, self._reveal]

    # --- what people do

    def keep(self) -> None:
        """Take the prediction and show the answer."""
        if self.prediction is not None:
            return
        try:
            read = self.field.read()
        except ValueError as error:
            self._say(str(error))
            return
        self.prediction = read if isinstance(read, str) else read.value
        self.field.close_input()
        self._keep.disabled = True
        self._keep.description = "Kept"
        show(self.hints.button, False)
        self._say(f"Kept. {self._verdict()}")
        self._why.value = markup.heading("Why") + pages.reasons(self.plan.why(), True)
        show(self._reveal, True)
        show(self.what_if, bool(self.plan.controls))
        self._step(len(_STEPS))
        self._show_answer()
        self._status.turn += 1
        self.play_more()

    def play_more(self) -> None:
        """Play the position again and again with the real engine."""
        if self._case.play is None or self._working.busy:
            return
        show(self._stop, True)
        self._more.disabled = True
        work = simulation_work(self._case, self._rng, RUNS, self.counts)
        self._working.start(work, lambda _: self._played())

    def stop(self) -> None:
        """Stop playing; what has been played counts."""
        self._working.cancel()
        self._played()

    # --- what is shown

    def _say(self, text: str, spoken: str = "") -> None:
        """Say something; what is ``spoken`` only stands elsewhere on the page as well."""
        self._status.say = text
        self._status.ask = spoken

    def _progress(self, number: int) -> None:
        self._more.description = f"{number:,} of {RUNS:,} played"

    def _failed(self, error: Exception) -> None:
        self._played()
        self._say(f"The simulation stopped: {error}")

    def _played(self) -> None:
        show(self._stop, False)
        self._more.disabled = False
        self._more.description = f"Play {RUNS:,} more"
        self._show_answer()

    def _verdict(self) -> str:
        if isinstance(self.prediction, str):
            if self.prediction == self.exact:
                return "That is the best one."
            chosen = self.ask.shown_choice(self.prediction)
            return f"You said: {chosen}. The answer is another one."
        assert self.prediction is not None
        assert isinstance(self.exact, Fraction)
        return off(self.prediction, self.exact, self.ask.kind)

    def _remark(self) -> str:
        """Return the name of the mistake behind a typical wrong prediction."""
        if self.prediction is None or self.prediction == self.exact:
            return ""
        typed = self.field.read()
        for slip in self.ask.slips():
            value = slip.value
            same = typed == value if isinstance(typed, str) else _means(typed, value)
            if same:
                return f'<p class="pk-remark"><b>{clean(slip.name)}:</b> {clean(slip.words)}</p>'
        return ""

    def _show_answer(self) -> None:
        found = self._case.charts(self.counts, self.prediction)
        charts = "".join(pages.chart(one, True) for one in found)
        head = markup.heading("Reveal")
        told = f'<p class="pk-told">{clean(self._case.sentence)}</p>'
        self._answer.value = f"{head}{told}{self._remark()}{charts}"

    def _step(self, now: int) -> None:
        """Tell how far one has come; ``now`` beyond the last: all is there to be used."""
        items = ""
        for number, name in enumerate(_STEPS):
            kind, spoken = ("pk-done", " (done)") if number < now else ("", "")
            if number == now or (now >= len(_STEPS) and number == len(_STEPS) - 1):
                kind, spoken = "pk-now", " (now)"
            items += f'<li class="{kind}">{name}<span class="pk-hidden">{spoken}</span></li>'
        # the question's title is the heading of the notebook above it
        name = f"Steps of: {clean(self.plan.title)}"
        self._head.value = f'<ol class="pk-steps" aria-label="{name}">{items}</ol>'

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and the whole question for readers without a kernel."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        drawn = pages.scenes(self._case, "light")
        words = f"{self.plan.title}\n{self.ask.words}"
        more, about = Picture(drawn[0], words).bundle() if drawn else ({"text/plain": words}, {})
        more["text/html"] = pages.saved_question(self.plan)
        return {**data, **more}, {**metadata, **about}

    def __repr__(self) -> str:
        return f"<Question {self.ask.id}: {self.plan.title}>"


def _means(typed: Typed, value: Fraction | str) -> bool:
    return isinstance(value, Fraction) and typed.means(value)


class Exercise(w.VBox):
    """Something to try as often as one likes, with hints; checked by the engine's own answer."""

    def __init__(self, id: str) -> None:
        found = asks()
        if id not in found:
            raise LookupError(f"there is no exercise {id!r}; there are {', '.join(found)}")
        self.ask = found[id]
        self.tries = 0
        self.solved = False
        self._status = StatusLine()
        self.field = AnswerField(self.ask, "Your answer", self.check)
        self._verdict = ""
        """Why the answer is right, once it is: nothing that is asked later takes it away."""
        self.hints = Hints(self.ask.hints, self._tell_more)
        self._open = button("Show the answer", self.show_answer)
        self._open.disabled = True
        self._answer = w.HTML()
        show(self._answer, False)
        check = button("Check", self.check, "pk-move")
        box = w.VBox(
            [
                self.field,
                row(check, self.hints.button, self._open),
                self.hints,
                self._status,
                self._answer,
            ]
        )
        box.add_class("pk-predict")
        asked = f'<p class="pk-question">{clean(self.ask.words)}</p>'
        sheet = w.VBox([w.HTML(markup.heading("Exercise")), w.HTML(asked), box])
        sheet.add_class("pk-sheet")
        super().__init__([w.HTML(f"<style>{CSS}{LESSON_CSS}</style>"), sheet])
        self.add_class(ROOT)
        self.add_class("pk-lesson")

    @property
    def said(self) -> str:
        """What the status line says."""
        return str(self._status.say)

    def check(self) -> None:
        """Check what is typed. A try is what can be read as an answer."""
        try:
            self.field.read()
        except ValueError as error:
            self._say(str(error))
            return
        self.tries += 1
        self._open.disabled = False
        found = self.ask.judge(self.field.typed)
        self.solved = self.solved or found.right
        if found.right:
            self._verdict = f"{found.words} {self.ask.because()}".strip()
        self._say(self._verdict if found.right else found.words)

    def show_answer(self) -> None:
        """Show the answer; only after a try."""
        if self.tries:
            self._answer.value = f"<p><b>{clean(self._right)}</b> {clean(self.ask.because())}</p>"
            show(self._answer, True)
            self._tell_more(f"The answer: {self._right}.")

    def _tell_more(self, text: str, spoken: str = "") -> None:
        """Tell what was asked for; beside a right answer it is spoken only."""
        if self._verdict:
            self._say(self._verdict, f"{text} {spoken}".strip())
        else:
            self._say(text, spoken)

    @property
    def _right(self) -> str:
        exact = self.ask.exact
        if isinstance(exact, str):
            return self.ask.shown_choice(exact)
        return shown(exact, self.ask.kind)

    def _say(self, text: str, spoken: str = "") -> None:
        """Say something; what is ``spoken`` only stands elsewhere on the page as well."""
        self._status.say = text
        self._status.ask = spoken

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and the exercise for readers without a kernel."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        saved = pages.saved_exercise(self.ask, self._right)
        return {**data, "text/plain": f"Exercise: {self.ask.words}", "text/html": saved}, metadata

    def __repr__(self) -> str:
        return f"<Exercise {self.ask.id}>"
