"""Numbers side by side on squared paper: exact, simulated with its margin, and predicted.

They need not sum to one: means, or chances at different positions.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from pocketlib.asking import decimal
from pocketlib.chance import percent
from pocketwidgets.answers import CHANCE, LONGEST
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column
from pocketwidgets.charts.paper import LABEL as PLAIN
from pocketwidgets.charts.paper import SMALL_STRONG, SPARE, STRONG, TRACK, Sheet, room_for
from pocketwidgets.metrics import lines
from pocketwidgets.palette import CHALK, GRAPH, GRAPH_EDGE, INK, INK_SOFT, LIT_WASH, PENCIL
from pocketwidgets.scene import Font, Ink, Scene

_HIGH: Final = 12


class Estimate(NamedTuple):
    """What a simulation says: the mean of ``runs`` results, and the margin to both sides."""

    mean: Fraction
    margin: float
    runs: int

    def shown(self, kind: str) -> str:
        """Return it in words: "simulated: 42.3 % ± 1.0"."""
        if kind == CHANCE:
            return f"simulated: {percent(self.mean)} ± {self.margin * 100:.1f}"
        return f"simulated: {decimal(self.mean)} ± {self.margin:.2f}"


class Row(NamedTuple):
    """One number: its name, the exact value, the simulated one, one's own prediction."""

    label: str
    exact: Fraction
    simulated: Estimate | None = None
    predicted: Fraction | None = None
    lit: bool = False


def scale(
    rows: tuple[Row, ...], kind: str, *, title: str = "", aside: str = "", sentence: str = ""
) -> Chart:
    """Return the picture of several numbers; ``kind`` says whether they are chances."""
    columns = [Column("", LABEL), Column("exact", FRACTION), Column(_about(kind), NUMBER)]
    if any(row.simulated for row in rows):
        columns.append(Column("simulated", NUMBER))
    body = []
    for row in rows:
        cells = [row.label, str(row.exact), _rounded(row.exact, kind)]
        if len(columns) > 3:
            told = row.simulated.shown(kind).removeprefix("simulated: ") if row.simulated else ""
            cells.append(told)
        body.append(tuple(cells))
    draw = partial(_draw, rows, kind, title, aside, sentence)
    return Chart(title, sentence, tuple(columns), tuple(body), draw, written=False)


def _about(kind: str) -> str:
    return "percent" if kind == CHANCE else "about"


def _rounded(value: Fraction, kind: str) -> str:
    return percent(value) if kind == CHANCE else decimal(value)


def _draw(
    rows: tuple[Row, ...], kind: str, title: str, aside: str, sentence: str, wide: float
) -> Scene:
    sheet = Sheet(wide)
    legend = ["exact"]
    if any(row.simulated for row in rows):
        legend.append("simulated")
    if any(row.predicted is not None for row in rows):
        legend.append("your prediction")
    sheet.head(title, aside, legend if len(legend) > 1 else ())
    top = _top(rows, kind)
    for row in rows:
        _draw_row(sheet, row, kind, top)
    if kind == CHANCE:
        _ends(sheet, "never", "certain")
    else:
        _ends(sheet, "0", decimal(top).removesuffix(".00"))
    return sheet.scene(title, sentence)


def _top(rows: tuple[Row, ...], kind: str) -> Fraction:
    """Return the number at the right end of all bars."""
    if kind == CHANCE:
        return Fraction(1)
    found = [row.exact for row in rows]
    found += [row.predicted for row in rows if row.predicted is not None]
    found += [row.simulated.mean for row in rows if row.simulated]
    return Fraction(max(1, -(-max(found) // 1)))


def _draw_row(sheet: Sheet, row: Row, kind: str, top: Fraction) -> None:
    s, start = sheet.s, sheet.y
    exact = str(row.exact) if len(str(row.exact)) <= LONGEST else ""
    rounded = _rounded(row.exact, kind)
    if row.exact.denominator == 1 and kind != CHANCE:
        rounded = ""
    needed = room_for(exact, STRONG) + room_for(rounded, PLAIN) + 22
    beside = room_for(row.label, STRONG) + needed <= sheet.room
    font = STRONG if row.lit else PLAIN
    told = [row.label] if beside else lines(row.label, font, sheet.room / SPARE, 3)
    body = _HIGH + 4 + (_HIGH + 4 + 18 if row.simulated else 0)
    pointer = 0 if row.predicted is None else 8  # room between the writing and the bar
    high = 18 * len(told) + (6 if beside else 26) + pointer + body + 6
    if row.lit:
        s.rect(sheet.left - 8, start, sheet.room + 16, high, 4, ink=Ink(LIT_WASH))
    for n, line in enumerate(told):
        s.text(sheet.left, start + 18 * (n + 1), line, font)
    y = start + 18 * len(told) + (0 if beside else 20)
    s.text(sheet.right, y, rounded, Font(14, anchor="end"), INK_SOFT)
    x = sheet.right - (room_for(rounded, PLAIN) + 10 if rounded else 0)
    s.text(x, y, exact, Font(14, bold=True, anchor="end"))
    y += 8 + pointer
    _bar(sheet, y, row.exact / top, hatched=False)
    low = y + _HIGH
    if row.simulated:
        _bar(sheet, y + _HIGH + 4, row.simulated.mean / top, hatched=True)
        s.text(sheet.left, y + 2 * _HIGH + 19, row.simulated.shown(kind), SMALL_STRONG, CHALK)
        low += _HIGH + 4
    if row.predicted is not None:
        at = sheet.left + sheet.room * float(min(Fraction(1), row.predicted / top))
        s.line((at, y - 4), (at, low + 3), Ink(line=INK, width=2, dash=(5, 3), cap="butt"))
        s.polygon(((at, y - 1), (at - 5, y - 9), (at + 5, y - 9)), Ink(INK))
    sheet.y = start + high + 4


def _bar(sheet: Sheet, y: float, part: Fraction, hatched: bool) -> None:
    ink = Ink(GRAPH if hatched else TRACK, GRAPH_EDGE)
    sheet.s.rect(sheet.left, y, sheet.room, _HIGH, 2, ink=ink)
    wide = sheet.room * float(min(Fraction(1), max(Fraction(0), part)))
    if hatched and wide >= 1:
        sheet.hatched(sheet.left, y, wide, _HIGH)
    elif part > 0:
        sheet.s.rect(sheet.left, y, max(wide, 1.5), _HIGH, 2, ink=Ink(PENCIL))


def _ends(sheet: Sheet, left: str, right: str) -> None:
    """Write what the ends of the bars stand for."""
    sheet.y += 14
    sheet.s.text(sheet.left, sheet.y, left, Font(13), INK_SOFT)
    sheet.s.text(sheet.right, sheet.y, right, Font(13, anchor="end"), INK_SOFT)
