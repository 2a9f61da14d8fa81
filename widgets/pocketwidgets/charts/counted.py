"""Chance as things to be counted: natural frequencies, and dots above a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from pocketlib.asking import likeliest
from pocketlib.chance import Chance, percent
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column, words_of
from pocketwidgets.charts.paper import LABEL as PLAIN
from pocketwidgets.charts.paper import SMALL, SPARE, STRONG, TRACK, Sheet, room_for
from pocketwidgets.metrics import cut
from pocketwidgets.palette import GRAPH_EDGE, INK, INK_SOFT, PENCIL
from pocketwidgets.scene import Font, Ink, Scene

T = TypeVar("T", bound=Hashable)

MOST_THINGS: Final = 1000
_ROUND_NUMBERS: Final = (100, 1000)
_HIGHEST: Final = 18
"""No column of dots is higher."""
MOST_COLUMNS: Final = 24


def frequencies(
    probability: Fraction,
    *,
    of: int | None = None,
    things: str = "rolls",
    words: str = "",
    title: str = "",
) -> Chart:
    """Return natural frequencies: "Of 216 rolls, 91 show at least one six", each as a square.

    ``of`` is how many are thought of, by default as many as make the numbers whole or, rounded,
    100, 1000 or what it takes to have one. Of more than 1000 only the first are drawn. ``things``
    and ``words`` make the sentence ("rolls", "show at least one six"). Raises ValueError for what
    is no probability, or for an ``of`` below 1.
    """
    p = Fraction(probability)
    if not 0 <= p <= 1:
        raise ValueError(f"a probability lies from 0 to 1; {probability} does not")
    number = _of(p) if of is None else of
    if number < 1:
        raise ValueError(f"at least one thing was expected; {of!r} was given")
    exact = p * number
    count = int((exact * 2 + 1) // 2)
    such = "is such" if count == 1 else "are such"
    about = "" if exact == count else "about "
    told = f"Of {number:,} {things}, {about}{count:,} {words or such}: {p}, {percent(p)}."
    columns = (Column("", LABEL), Column(things, FRACTION), Column("percent", NUMBER))
    rows = (
        (words or "such", f"{about}{count:,}", percent(p)),
        ("others", f"{about}{number - count:,}", percent(1 - p)),
        ("all", f"{number:,}", percent(Fraction(1))),
    )
    return Chart(title, told, columns, rows, partial(_draw_frequencies, title, told, number, count))


def _of(p: Fraction) -> int:
    whole = p.denominator
    if whole <= MOST_THINGS:
        return whole if whole >= 10 else whole * -(-10 // whole)
    rarer = min(p, 1 - p)
    return next((n for n in _ROUND_NUMBERS if rarer * n >= 1), round(1 / rarer))


def _draw_frequencies(title: str, told: str, number: int, count: int, width: float) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    drawn = min(number, MOST_THINGS)
    pitch = 24 if drawn <= 60 else 18 if drawn <= 300 else 12
    fits = min(int(sheet.room // pitch), drawn)
    across = next((n for n in (50, 40, 36, 30, 25, 20, 18, 12, 10) if n <= fits), fits)
    top = sheet.y + 6
    for i in range(drawn):
        x, y = sheet.left + pitch * (i % across), top + pitch * (i // across)
        ink = Ink(PENCIL) if i < count else Ink(TRACK, GRAPH_EDGE, 1.2)
        sheet.s.rect(x, y, pitch - 3, pitch - 3, 2, ink=ink)
    sheet.y = top + pitch * -(-drawn // across) + 2
    sheet.write(told, STRONG)
    if drawn < number:
        sheet.write(f"Only {drawn:,} of the {number:,} are drawn.", SMALL, INK_SOFT)
    return sheet.scene(title, told)


# --- dots --------------------------------------------------------------------------------------


class Stack(NamedTuple):
    """A column of dots: its label, and its ways."""

    label: str
    ways: int


def dots(
    chance: Chance[T],
    *,
    title: str = "",
    labels: Callable[[T], str] = words_of,
    event: Callable[[T], object] | None = None,
    sentence: str = "",
) -> Chart:
    """Return a dot for each equally likely way, stacked above its outcome.

    Where there are too many ways, a dot stands for several, and an open one for what is left of
    them. The dots of outcomes for which ``event`` is true are filled, the others open rings.
    """
    shown, others = likeliest(chance, MOST_COLUMNS)
    stacks = [(Stack(labels(o), chance.weight(o)), event is None or bool(event(o))) for o in shown]
    if others:
        left = sum(chance.weight(o) for o in others)
        stacks.append((Stack(f"and {len(others)} more", left), event is None))
    per = max(1, -(-max(stack.ways for stack, _ in stacks) // _HIGHEST))
    told = sentence or _dots_sentence(chance, event, per)
    columns = (
        Column("outcome", LABEL),
        Column(f"ways, of {chance.total:,}", NUMBER),
        Column("probability", FRACTION),
        Column("percent", NUMBER),
    )
    rows = tuple(
        (labels(o), f"{ways:,}", str(chance.probability(o)), percent(chance.probability(o)))
        for o, ways in chance.items()
    )
    return Chart(title, told, columns, rows, partial(_draw_dots, title, told, stacks, per))


def _dots_sentence(chance: Chance[Any], event: Callable[[Any], object] | None, per: int) -> str:
    each = "one way" if per == 1 else f"{per} ways"
    told = f"Each dot is {each} out of {chance.total:,}"
    if event is None:
        return f"{told}."
    p = chance.p(event)
    ways = int(p * chance.total)
    return f"{told}; {ways:,} of them are filled: {p}, {percent(p)}."


def _draw_dots(
    title: str, told: str, stacks: list[tuple[Stack, bool]], per: int, width: float
) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    slot = sheet.room / len(stacks)
    pitch = min(16.0, slot)
    highest = max(-(-stack.ways // per) for stack, _ in stacks)
    base = sheet.y + max(4, highest) * pitch + 8
    widest = max(room_for(stack.label, PLAIN) for stack, _ in stacks)
    every = max(1, -(-int(widest + 6) // max(1, int(slot))))
    for i, (stack, filled) in enumerate(stacks):
        middle = sheet.left + slot * (i + 0.5)
        for n in range(-(-stack.ways // per)):
            whole = (n + 1) * per <= stack.ways
            _dot(sheet, middle, base - pitch * (n + 0.5) - 2, pitch * 0.42, filled, whole)
        if every == 1:
            sheet.s.text(middle, base + 20, stack.label, Font(14, anchor="middle"))
    sheet.s.line((sheet.left, base), (sheet.right, base), Ink(line=INK, width=1.6))
    sheet.y = base + 4
    if every == 1:
        sheet.y += 24
    else:
        _sparse_labels(sheet, [stack.label for stack, _ in stacks], every, base)
    sheet.write(told, SMALL, INK_SOFT)
    return sheet.scene(title, told)


def _sparse_labels(sheet: Sheet, labels: list[str], every: int, base: float) -> None:
    """Write some labels only; if not even these fit, the first and the last one."""
    slot = sheet.room / len(labels)
    if every > len(labels) // 2:
        sheet.y += 24
        half = sheet.room / 2 - 8
        sheet.fitted(sheet.left, base + 20, labels[0], half)
        last = Font(14, anchor="end")
        sheet.s.text(sheet.right, base + 20, cut(labels[-1], last, half / SPARE), last)
        return
    for i in range(0, len(labels), every):
        sheet.s.text(sheet.left + slot * (i + 0.5), base + 20, labels[i], Font(14, anchor="middle"))
    sheet.y += 24


def _dot(sheet: Sheet, x: float, y: float, r: float, filled: bool, whole: bool) -> None:
    if not whole:
        sheet.s.circle(x, y, r * 0.6, Ink(TRACK, PENCIL, 1.4))
    elif filled:
        sheet.s.circle(x, y, r, Ink(PENCIL))
    else:
        sheet.s.circle(x, y, r - 0.6, Ink(TRACK, PENCIL, 1.4))
