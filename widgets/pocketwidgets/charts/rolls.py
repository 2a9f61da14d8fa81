"""Rolls that are counted: the grid of two or three dice, and the outcomes behind a chance."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple

from pocketlib.chance import percent
from pocketlib.odds import Explained
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column, words_of
from pocketwidgets.charts.paper import SMALL, STRONG, TRACK, Sheet, room_for
from pocketwidgets.metrics import cut
from pocketwidgets.palette import GRAPH_EDGE, INK, INK_SOFT, PAPER, PENCIL
from pocketwidgets.scene import Font, Ink, Scene

FACES: Final = range(1, 7)
_CHIPS: Final = 36
"""So many favourable outcomes are drawn at most."""


class Squares(NamedTuple):
    """One grid of 36: which squares are filled, what is printed in each, which third die."""

    filled: frozenset[tuple[int, int]]
    printed: dict[tuple[int, int], str]
    third: int | None = None


def grid(
    event: Callable[..., object],
    *,
    title: str = "",
    dice: int = 2,
    show: Callable[[int, int], object] | None = None,
    sentence: str = "",
) -> Chart:
    """Return the picture of all rolls of two (or three) dice, the favourable ones filled.

    ``event`` gets the faces one by one; ``show`` is what is printed in the squares of two dice,
    for example the sum. Raises ValueError for other numbers of dice.
    """
    if dice not in (2, 3):
        raise ValueError(f"a grid shows 2 or 3 dice, not {dice!r}")
    thirds: list[int | None] = [None] if dice == 2 else [*FACES]
    grids = []
    for third in thirds:
        last = () if third is None else (third,)
        pairs = [*product(FACES, FACES)]
        filled = frozenset(pair for pair in pairs if event(*last, *pair))
        printed = {pair: words_of(show(*pair)) for pair in pairs} if show else {}
        grids.append(Squares(filled, printed, third))
    ways, total = sum(len(g.filled) for g in grids), 6**dice
    p = Fraction(ways, total)
    told = sentence or f"{ways} of these {total} rolls: {_fraction(ways, total)}, {percent(p)}."
    columns = (
        Column("first die", LABEL),
        *(Column(f"{face}", NUMBER) for face in FACES),
        Column("favourable", FRACTION),
    )
    return Chart(title, told, columns, tuple(_rows(grids)), partial(_draw_grid, title, told, grids))


def _fraction(ways: int, total: int) -> str:
    p = Fraction(ways, total)
    return f"{ways}/{total}" if p.denominator == total else f"{ways}/{total} = {p}"


def _rows(grids: list[Squares]) -> list[tuple[str, ...]]:
    rows = []
    for g in grids:
        for a in FACES:
            cells = [
                ("yes" if (a, b) in g.filled else "no")
                + (f" ({g.printed[a, b]})" if g.printed else "")
                for b in FACES
            ]
            count = sum((a, b) in g.filled for b in FACES)
            label = f"{a}" if g.third is None else f"{g.third}, then {a}"
            rows.append((label, *cells, f"{count} of 6"))
    return rows


def _draw_grid(title: str, told: str, grids: list[Squares], width: float) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    if grids[0].third is None:
        side = min(44.0, (sheet.room - 34) / 6)
        _large(sheet, grids[0], side)
    else:
        across = 6 if width >= 560 else 3
        for at in range(0, len(grids), across):
            _small(sheet, grids[at : at + across], across)
    sheet.y += 4
    sheet.write(told, STRONG)
    return sheet.scene(title, told)


def _large(sheet: Sheet, g: Squares, side: float) -> None:
    top = sheet.y + 32
    for face in FACES:
        sheet.die(sheet.left + 34 + side * (face - 0.5) - 11, top - 28, 22, face)
        sheet.die(sheet.left, top + side * (face - 0.5) - 11, 22, face)
    for a, b in product(FACES, FACES):
        x, y = sheet.left + 34 + side * (b - 1), top + side * (a - 1)
        filled = (a, b) in g.filled
        _square(sheet, x, y, side, filled)
        middle, base = x + side / 2, y + side / 2 + 5
        if g.printed:
            font = Font(14, bold=filled, anchor="middle")
            text = cut(g.printed[a, b], font, side - 6)
            sheet.s.text(middle, base, text, font, PAPER if filled else INK)
        elif filled:
            d = f"M{middle - 6:.4g} {base - 5:.4g}l4.5 5l8 -10"
            sheet.s.path(d, Ink(line=PAPER, width=2.4))
    sheet.y = top + 6 * side + 6


def _square(sheet: Sheet, x: float, y: float, side: float, filled: bool) -> None:
    ink = Ink(PENCIL) if filled else Ink(TRACK, GRAPH_EDGE, 1.2)
    sheet.s.rect(x + 1, y + 1, side - 2, side - 2, min(4, side / 6), ink=ink)


def _small(sheet: Sheet, grids: list[Squares], across: int) -> None:
    gap = 20
    side = min(18.0, (sheet.room - gap * (across - 1)) / across / 6)
    step = (sheet.room - 6 * side * across) / max(1, across - 1) + 6 * side
    top = sheet.y + 32
    for i, g in enumerate(grids):
        left = sheet.left + i * step
        assert g.third is not None
        sheet.die(left + 3 * side - 11, top - 28, 22, g.third)
        for a, b in product(FACES, FACES):
            _square(sheet, left + side * (b - 1), top + side * (a - 1), side, (a, b) in g.filled)
        place = Font(13, bold=True, anchor="middle")
        sheet.s.text(left + 3 * side, top + 6 * side + 18, f"{len(g.filled)} of 36", place)
    sheet.y = top + 6 * side + 26


# --- the outcomes behind a chance --------------------------------------------------------------


def explained(
    found: Explained,
    *,
    title: str = "",
    what: str = "outcomes",
    labels: Callable[[Any], str] = words_of,
) -> Chart:
    """Return the favourable outcomes of :func:`pocketlib.odds.explain`, listed and counted.

    ``what`` is what they are called ("rolls"). Outcomes that are a word and dice are drawn as dice.
    """
    ways = sum(count for _, count, _ in found.favourable)
    p = found.probability
    if not found.favourable:
        told = f"None of these {found.total} {what}: it can't happen."
    elif all(left == 1 for _, _, left in found.favourable):
        counted = _fraction(ways, found.total)
        told = f"{ways} of these {found.total} {what}: {counted}, {percent(p)}."
    else:
        told = (
            f"{ways} of these {found.total} {what} leave a chance; in all it is {p}, {percent(p)}."
        )
    columns = (
        Column("outcome", LABEL),
        Column(f"ways, of {found.total}", NUMBER),
        Column("chance after it", FRACTION),
        Column("percent", NUMBER),
    )
    rows = tuple(
        (labels(move), str(count), str(left), percent(left))
        for move, count, left in found.favourable
    )
    return Chart(title, told, columns, rows, partial(_draw_explained, title, told, found, labels))


def _draw_explained(
    title: str, told: str, found: Explained, labels: Callable[[Any], str], width: float
) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    sheet.write(told, STRONG)
    sheet.y += 10
    x = sheet.left
    shown = found.favourable if len(found.favourable) <= _CHIPS else found.favourable[: _CHIPS - 1]
    for move, ways, left in shown:
        note = f"{ways} {'way' if ways == 1 else 'ways'}" + ("" if left == 1 else f", then {left}")
        dice = _dice(move)
        text = "" if dice else cut(labels(move), STRONG, sheet.room * 0.55)
        body = 24 * len(dice) if dice else room_for(text, STRONG) + 4
        wide = body + room_for(note, SMALL) + 16
        if x > sheet.left and x + wide > sheet.right:
            x, sheet.y = sheet.left, sheet.y + 44
        _chip(sheet, x, (wide, body), dice, text, note)
        x += wide + 6
    if shown:
        sheet.y += 44
    if len(shown) < len(found.favourable):
        sheet.write(f"and {len(found.favourable) - len(shown)} more", SMALL, INK_SOFT)
    return sheet.scene(title, told)


def _chip(
    sheet: Sheet, x: float, size: tuple[float, float], dice: list[int], text: str, note: str
) -> None:
    wide, body = size
    sheet.s.rect(x, sheet.y, wide, 38, 6, ink=Ink(TRACK, PENCIL, 1.6))
    for i, face in enumerate(dice):
        sheet.die(x + 6 + 24 * i, sheet.y + 8, 22, face)
    if text:
        sheet.s.text(x + 10, sheet.y + 24, text, STRONG)
    sheet.s.text(x + body + 10, sheet.y + 24, note, SMALL, INK_SOFT)


def _dice(move: str) -> list[int]:
    """Return the dice of an outcome like "roll 1 6"; none if it is something else."""
    match = re.fullmatch(r"[a-z]+((?: [1-6]){1,4})", move)
    return [int(face) for face in match[1].split()] if match else []
