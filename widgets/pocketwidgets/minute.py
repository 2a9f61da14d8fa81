"""One minute to try: throw three dice, predict a chance, see the exact answer.

The count of the throws is made here and now, so that the answer is worked out, not written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import ipywidgets as w

from pocketlib.chance import Chance
from pocketwidgets import markup, parts
from pocketwidgets.answers import read_chance
from pocketwidgets.bridge import StatusLine
from pocketwidgets.choices import button, row, show
from pocketwidgets.line import Line
from pocketwidgets.metrics import width
from pocketwidgets.paint import clean
from pocketwidgets.palette import GRAPH, GRAPH_EDGE, INK, INK_SOFT, PAPER, PENCIL
from pocketwidgets.picture import Picture
from pocketwidgets.scene import Font, Ink, Layer, Scene, Shadow, Sketch
from pocketwidgets.style import CSS, ROOT

DICE = 3
_ASK = "What is the chance of at least one six with three dice?"


def three_dice() -> Chance[tuple[int, ...]]:
    """Return the sorted throws of three dice with their weights out of 216."""
    weights: dict[tuple[int, ...], int] = {}
    for number in range(6**DICE):
        throw = tuple(sorted(number // 6**i % 6 + 1 for i in range(DICE)))
        weights[throw] = weights.get(throw, 0) + 1
    return Chance(sorted(weights.items()))


def percent(value: Fraction) -> str:
    """Return a chance as a percentage with one decimal."""
    return f"{float(value) * 100:.1f} %"


def dice_scene(dice: Sequence[int]) -> Scene:
    """Return three dice on the cloth; dashed places before they are thrown."""
    s = Sketch(360, 112)
    parts.table(s, rim=5, corner=12)
    with s.on(Layer.PIECES):
        for i in range(DICE):
            value = dice[i] if dice else None
            shadow = Shadow.RESTING if value else Shadow.NONE
            parts.die(s, 80 + 72 * i, 30, 52, value, shadow=shadow, ghost=PAPER)
    told = f"Three dice: {', '.join(map(str, dice))}" if dice else "Three dice, not thrown yet"
    return s.scene("Three dice", f"{told}.", "lesson", "page")


def bar_scene(exact: Fraction, guess: Fraction) -> Scene:
    """Return the exact chance as a pencilled bar on squared paper, with the prediction on it."""
    s = Sketch(360, 96)
    s.rect(0, 0, 360, 96, 4, ink=Ink(GRAPH, GRAPH_EDGE))
    for name, value, y in (("exact", exact, 34), ("your prediction", guess, 76)):
        s.text(14, y - 8, name, Font(14), INK)
        s.text(346, y - 8, percent(value), Font(14, anchor="end"), INK_SOFT)
        s.rect(14, y, 332, 10, 2, ink=Ink("#FFFFFF", GRAPH_EDGE))
        long = max(2.0, 332 * float(value))
        if value == exact and name == "exact":
            s.rect(14, y, long, 10, 2, ink=Ink(PENCIL))
            s.text(
                346 - width(percent(value), Font(14)) - 12,
                y - 8,
                str(value),
                Font(14, bold=True, anchor="end"),
            )
        else:
            s.rect(14, y, long, 10, 2, ink=Ink(line=INK, width=1.6, dash=(5, 3)))
    told = f"Exact chance {exact}, {percent(exact)}; your prediction {percent(guess)}."
    return s.scene("Exact chance and prediction", told, "lesson", "page")


class OneMinute(w.VBox):
    """Throw, predict, see. ``seed`` makes the throws the same each time."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = Random(seed)
        self._chance = three_dice()
        sixes = sum(weight for throw, weight in self._chance.items() if 6 in throw)
        self.exact = Fraction(sixes, 6**DICE)
        self._thrown = self._with_six = 0
        self._dice = w.HTML()
        self._tally = w.HTML()
        self._line = StatusLine()
        self._field = Line("Your prediction", "1/4, 0.25 or 25 %", entered=lambda _: self.keep())
        self._answer = w.HTML()
        sheet = w.VBox(
            [
                w.HTML(markup.heading("One minute: at least one six?")),
                self._dice,
                row(button("Throw three dice", lambda: self.throw(), "pk-move")),
                self._tally,
                w.HTML(f'<p class="pk-question">{_ASK}</p>'),
                row(self._field, button("Keep my prediction", self.keep, "pk-move")),
                self._line,
                self._answer,
            ]
        )
        sheet.add_class("pk-sheet")
        super().__init__([w.HTML(f"<style>{CSS}</style>"), sheet])
        self.add_class(ROOT)
        show(self._answer, False)
        self._show(())

    def throw(self) -> None:
        """Throw the dice once and count."""
        throw = self._chance.sample(self._rng)
        self._thrown += 1
        self._with_six += 6 in throw
        self._show(throw)
        self._line.say = f"The dice show {', '.join(map(str, throw))}."

    def keep(self) -> None:
        """Take the prediction and show the exact answer beside it."""
        try:
            guess = read_chance(self._field.value)
        except ValueError as error:
            self._line.say = str(error)
            return
        off = abs(float(guess - self.exact)) * 100
        verdict = "Exactly right." if guess == self.exact else f"You were {off:.1f} points off."
        all_throws, none = 6**DICE, 5**DICE
        why = (
            f"Of the {all_throws} equally likely throws, {none} (5 × 5 × 5) show no six, so "
            f"{all_throws - none} show at least one: {self.exact}, about {percent(self.exact)}."
        )
        self._line.say = f"Kept: {percent(guess)}. {verdict}"
        picture = markup.board([bar_scene(self.exact, guess)])
        self._answer.value = f"{picture}<p>{clean(why)}</p>"
        show(self._answer, True)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and a picture and words for readers without a kernel."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        more, about = Picture(dice_scene(()), f"One minute to try. {_ASK}").bundle()
        return {**data, **more}, {**metadata, **about}

    def _show(self, throw: Sequence[int]) -> None:
        self._dice.value = markup.board([dice_scene(throw)])
        told = (
            f"{self._thrown} thrown, {self._with_six} of them with at least one six."
            if self._thrown
            else "Throw a few times and watch how often a six is among them."
        )
        self._tally.value = markup.note(told)
