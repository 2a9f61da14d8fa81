"""Bars: the exact chance of each outcome, a simulation and one's own prediction beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Final, NamedTuple, TypeVar

from pocketlib.asking import likeliest
from pocketlib.chance import Chance, percent
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column, words_of
from pocketwidgets.charts.paper import (
    BIG,
    SMALL,
    SMALL_STRONG,
    STRONG,
    TRACK,
    Sheet,
    room_for,
)
from pocketwidgets.charts.paper import LABEL as PLAIN
from pocketwidgets.metrics import cut, width
from pocketwidgets.palette import (
    CHALK,
    GRAPH,
    GRAPH_EDGE,
    INK,
    INK_SOFT,
    LIT_WASH,
    PENCIL,
)
from pocketwidgets.scene import Font, Ink, Point, Scene

T = TypeVar("T", bound=Hashable)

MOST_BARS: Final = 12
_HIGH: Final = 168
_AXIS: Final = 48
_LEAST_LABEL: Final = 90
"""A label is not cut below this for the sake of a fraction."""
_STEPS: Final = (
    Fraction(1, 100),
    Fraction(1, 50),
    Fraction(1, 20),
    Fraction(1, 10),
    Fraction(1, 5),
)


class Bar(NamedTuple):
    """One outcome: its label, its exact chance, the simulated part, the prediction."""

    label: str
    exact: Fraction
    simulated: Fraction | None
    predicted: Fraction | None
    lit: bool = False
    face: int | None = None

    @property
    def most(self) -> Fraction:
        """The highest of the three."""
        return max(p for p in (self.exact, self.simulated, self.predicted) if p is not None)


class Plan(NamedTuple):
    """All that a picture of bars shows; ``runs`` is how often was simulated."""

    title: str
    aside: str
    sentence: str
    bars: tuple[Bar, ...]
    runs: int

    @property
    def lit(self) -> Bar | None:
        """The bar in question."""
        return next((bar for bar in self.bars if bar.lit), None)

    @property
    def legend(self) -> tuple[str, ...]:
        """The names of what is drawn; none if there are exact bars only."""
        found = ["exact"]
        if self.runs:
            found.append("simulated")
        if any(bar.predicted is not None for bar in self.bars):
            found.append("your prediction")
        return tuple(found) if len(found) > 1 else ()


def bars(
    chance: Chance[T],
    *,
    title: str = "",
    aside: str = "",
    labels: Callable[[T], str] = words_of,
    simulated: Mapping[T, int] | None = None,
    prediction: Mapping[T, Fraction] | None = None,
    highlight: T | None = None,
    dice: bool = False,
    sentence: str = "",
    most: int = MOST_BARS,
) -> Chart:
    """Return a picture of the chance of each outcome.

    ``simulated`` is how often each outcome came in a simulation, ``prediction`` what somebody
    expected of some outcomes, ``highlight`` the outcome in question; with ``dice``, outcomes from
    1 to 6 are drawn as dice. Of more than ``most`` outcomes the likeliest are shown, the others
    together. Raises ValueError if something was simulated or predicted that cannot happen.
    """
    counts, guesses = dict(simulated or {}), dict(prediction or {})
    for outcome in (*counts, *guesses):
        if outcome not in chance:
            raise ValueError(f"{outcome!r} cannot happen in this chance")
    runs = sum(counts.values())

    def bar(label: str, outcomes: list[Any], face: int | None = None) -> Bar:
        exact = Fraction(sum(chance.weight(o) for o in outcomes), chance.total)
        came = Fraction(sum(counts.get(o, 0) for o in outcomes), runs) if runs else None
        guessed = guesses.get(outcomes[0]) if len(outcomes) == 1 else None
        lit = highlight is not None and outcomes == [highlight]
        return Bar(label, exact, came, None if guessed is None else Fraction(guessed), lit, face)

    shown, others = likeliest(chance, most)
    drawn = [bar(labels(o), [o], _face(o) if dice else None) for o in shown]
    if others:
        drawn.append(bar(f"and {len(others)} more", [*others]))
    every = [bar(labels(o), [o]) for o in chance]
    told = sentence or _sentence(every)
    plan = Plan(title, aside, told, tuple(drawn), runs)
    columns, rows = _numbers(plan, every)
    return Chart(title, told, columns, rows, partial(_draw, plan), written=False)


def _face(outcome: object) -> int | None:
    return outcome if type(outcome) is int and 1 <= outcome <= 6 else None


def _sentence(every: list[Bar]) -> str:
    lit = next((bar for bar in every if bar.lit), None)
    if lit is not None:
        return f"The chance of {lit.label} is {lit.exact}, about {percent(lit.exact)}."
    if len(every) == 1:
        return f"{every[0].label}, for certain."
    top = max(bar.exact for bar in every)
    best = [bar.label for bar in every if bar.exact == top]
    if len(best) == len(every):
        return f"All {len(every)} outcomes are equally likely: {top} each, {percent(top)}."
    if len(best) > 3:
        told = f"{len(best)} of the {len(every)} outcomes are likeliest"
        return f"{told}: {top} each, {percent(top)}."
    each = " each" if len(best) > 1 else ""
    return f"Most likely: {' and '.join(best)} ({top}{each}, {percent(top)})."


def _numbers(
    plan: Plan, every: list[Bar]
) -> tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]:
    columns = [Column("outcome", LABEL), Column("exact", FRACTION), Column("percent", NUMBER)]
    if plan.runs:
        columns.append(Column(f"simulated, of {plan.runs:,}", NUMBER))
        columns.append(Column("simulated, percent", NUMBER))
    predicted = "your prediction" in plan.legend
    if predicted:
        columns.append(Column("your prediction", NUMBER))
    rows = []
    for bar in every:
        row = [bar.label, str(bar.exact), percent(bar.exact)]
        if bar.simulated is not None:
            row += [f"{int(bar.simulated * plan.runs):,}", percent(bar.simulated)]
        if predicted:
            row.append("" if bar.predicted is None else percent(bar.predicted))
        rows.append(tuple(row))
    return tuple(columns), tuple(rows)


# --- drawing -----------------------------------------------------------------------------------


def _draw(plan: Plan, wide: float) -> Scene:
    sheet = Sheet(wide)
    sheet.head(plan.title, plan.aside, plan.legend)
    if plan.lit is not None:
        _headline(sheet, plan, plan.lit)
    if _stand(plan, sheet.room - _AXIS):
        _columns(sheet, plan)
    else:
        for bar in plan.bars:
            _row(sheet, plan, bar)
    return sheet.scene(plan.title, plan.sentence)


def _stand(plan: Plan, room: float) -> bool:
    """Do the labels and fractions fit below and above standing bars?"""
    needed = 26.0
    for bar in plan.bars:
        label = 0.0 if bar.face is not None else room_for(bar.label, PLAIN)
        needed = max(needed, label, room_for(str(bar.exact), SMALL_STRONG))
    return len(plan.bars) > 1 and (needed + 6) * len(plan.bars) <= room


def _headline(sheet: Sheet, plan: Plan, bar: Bar) -> None:
    """Write the number in question large, and how far off a prediction was.

    A fraction that is too long is rounded here; the table has it.
    """
    s, top = sheet.s, sheet.y
    fits = room_for(str(bar.exact), BIG) <= sheet.room
    big = str(bar.exact) if fits else percent(bar.exact)
    s.text(sheet.left, top + 38, big, BIG, PENCIL)
    x = sheet.left + width(big, BIG) * 1.06 + 16
    told = "" if bar.simulated is None else _simulated(bar.simulated, plan.runs)
    beside = x + max(120, room_for(told, SMALL_STRONG)) <= sheet.right
    if not beside:
        x, top = sheet.left, top + 42
    about = f"about {percent(bar.exact)}" if fits else "rounded"
    s.text(x, top + 18, about, Font(16, bold=True))
    if told:
        s.text(x, top + 38, cut(told, SMALL_STRONG, sheet.right - x), SMALL_STRONG, CHALK)
    sheet.y = top + 50
    if bar.predicted is not None:
        _verdict(sheet, bar, x + max(120, width(told, SMALL_STRONG) * 1.06) + 10)


def _simulated(part: Fraction, runs: int) -> str:
    """Return the simulated part with its margin: 19 of 20 simulations are as close as that."""
    p = float(part)
    margin = 1.96 * sqrt(p * (1 - p) / runs) * 100
    return f"simulated: {int(part * runs):,} of {runs:,}, {percent(part)} ± {margin:.1f}"


def _verdict(sheet: Sheet, bar: Bar, x: float) -> None:
    assert bar.predicted is not None
    off = bar.predicted - bar.exact
    points = f"{float(abs(off)) * 100:.1f} points {'high' if off > 0 else 'low'}"
    told = f"You said {percent(bar.predicted)}: {points if off else 'exactly right'}"
    wide = width(told, STRONG) * 1.06 + 28
    if x + wide <= sheet.right:
        x, y = sheet.right - wide, sheet.y - 48
    else:
        x, y = sheet.left, sheet.y + 4
        sheet.y += 44
    sheet.s.rect(x, y, wide, 34, 8, ink=Ink(LIT_WASH, INK, 1.2))
    sheet.s.text(x + 14, y + 22, told, STRONG)


def _columns(sheet: Sheet, plan: Plan) -> None:
    s = sheet.s
    sheet.y += 22
    base = sheet.y + _HIGH
    scale, step = _scale(max(bar.most for bar in plan.bars))
    level = Fraction(0)
    while level <= scale:
        y = base - _HIGH * float(level / scale)
        place = Font(13, anchor="end")
        s.text(sheet.left + _AXIS - 8, y + 5, f"{int(level * 100)} %", place, INK_SOFT)
        s.line((sheet.left + _AXIS, y), (sheet.right, y), Ink(line=GRAPH_EDGE, width=1.2))
        level += step
    slot = (sheet.room - _AXIS) / len(plan.bars)
    told = slot >= max(room_for(percent(bar.exact), SMALL) for bar in plan.bars)
    for i, bar in enumerate(plan.bars):
        middle = sheet.left + _AXIS + slot * (i + 0.5)
        if bar.lit:
            box = (middle - slot / 2 + 1, base - _HIGH - 22, slot - 2, _HIGH + (72 if told else 52))
            s.rect(*box, 4, ink=Ink(LIT_WASH))
        _column(sheet, plan, bar, middle, slot, (base, scale))
        if told:
            place = Font(13, anchor="middle")
            s.text(middle, base + 45, percent(bar.exact), place, INK_SOFT)
    s.line((sheet.left + _AXIS, base), (sheet.right, base), Ink(line=INK, width=1.6))
    sheet.y = base + (50 if told else 34)


def _scale(most: Fraction) -> tuple[Fraction, Fraction]:
    """Return the top of the axis and the step between its lines."""
    step = next((step for step in _STEPS if most <= 5 * step), _STEPS[-1])
    return max(step, -(-most // step) * step), step


def _column(
    sheet: Sheet,
    plan: Plan,
    bar: Bar,
    middle: float,
    slot: float,
    axis: tuple[float, Fraction],
) -> None:
    s, (base, scale) = sheet.s, axis

    def high(p: Fraction) -> float:
        return _HIGH * float(p / scale)

    wide = min(40.0, slot * (0.36 if plan.runs else 0.6))
    x = middle - wide - 2 if plan.runs else middle - wide / 2
    up = max(high(bar.exact), 1.0)
    s.rect(x, base - up, wide, up, 1, ink=Ink(PENCIL))
    highest = up
    if bar.simulated is not None:
        up = high(bar.simulated)
        sheet.hatched(middle + 2, base - up, wide, up)
        highest = max(highest, up)
    # above both bars, so that no neighbour's number is touched
    place = Font(13, bold=True, anchor="middle")
    room = width(str(bar.exact), place) + 4
    ground = Ink(LIT_WASH if bar.lit else GRAPH)
    s.rect(middle - room / 2, base - highest - 18, room, 16, 2, ink=ground)
    s.text(middle, base - highest - 6, str(bar.exact), place, PENCIL)
    if bar.predicted is not None:
        y = base - high(bar.predicted)
        _dashed(sheet, (middle - slot / 2 + 3, y), (middle + slot / 2 - 9, y))
        edge = middle + slot / 2
        s.polygon(((edge - 9, y), (edge - 1, y - 5), (edge - 1, y + 5)), Ink(INK))
    if bar.face is not None:
        sheet.die(middle - 11, base + 7, 22, bar.face)
    else:
        s.text(middle, base + 21, bar.label, Font(14, bold=bar.lit, anchor="middle"))


def _dashed(sheet: Sheet, start: Point, end: Point) -> None:
    """Draw a prediction: dashed ink on a light line, which keeps it apart from the bars."""
    sheet.s.line(start, end, Ink(line=GRAPH, width=5, cap="butt"))
    sheet.s.line(start, end, Ink(line=INK, width=2, dash=(5, 3), cap="butt"))


def _row(sheet: Sheet, plan: Plan, bar: Bar) -> None:
    """Draw an odds row: label, fraction, percentage, the bars below."""
    s, top = sheet.s, sheet.y
    low = top + 30 + (13 if plan.runs else 0)
    if bar.lit:
        s.rect(sheet.left - 8, top + 2, sheet.room + 16, low - top + 6, 4, ink=Ink(LIT_WASH))
    told = percent(bar.exact)
    s.text(sheet.right, top + 20, told, Font(14, anchor="end"), INK_SOFT)
    x = sheet.right - max(room_for("< 0.1 %", PLAIN), room_for(told, PLAIN)) - 8
    exact, room = str(bar.exact), x - sheet.left - 10
    if room_for(exact, STRONG) + min(_LEAST_LABEL, room_for(bar.label, STRONG)) > room:
        exact = ""
    s.text(x, top + 20, exact, Font(14, bold=True, anchor="end"))
    room -= room_for(exact, STRONG)
    if bar.face is not None:
        sheet.die(sheet.left, top + 3, 22, bar.face)
    else:
        sheet.fitted(sheet.left, top + 20, bar.label, room, STRONG if bar.lit else PLAIN)
    _track(sheet, top + 27, bar.exact, hatched=False)
    if bar.simulated is not None:
        _track(sheet, top + 40, bar.simulated, hatched=True)
    if bar.predicted is not None:
        x = sheet.left + sheet.room * float(bar.predicted)
        _dashed(sheet, (x, top + 24), (x, low + 8))
        s.polygon(((x, top + 26), (x - 5, top + 18), (x + 5, top + 18)), Ink(INK))
    sheet.y = low + 10


def _track(sheet: Sheet, y: float, part: Fraction, hatched: bool) -> None:
    s = sheet.s
    s.rect(sheet.left, y, sheet.room, 9, 2, ink=Ink(GRAPH if hatched else TRACK, GRAPH_EDGE))
    wide = sheet.room * float(part)
    if hatched and part:
        sheet.hatched(sheet.left, y, wide, 9)
    elif part:
        s.rect(sheet.left, y, max(wide, 1.5), 9, 2, ink=Ink(PENCIL))
