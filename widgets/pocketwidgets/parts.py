"""The things that lie on every table: wood and cloth, dice, cubes, tracks, cards, marks.

Every function draws on a :class:`Sketch`; sizes are board units, the default sizes those of a
table 1280 wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from pocketwidgets.metrics import cut, lines, width
from pocketwidgets.palette import (
    BAD,
    CELL,
    DEF,
    FERN,
    GOOD,
    INK,
    INK_SOFT,
    KRAFT,
    LINE,
    LIT,
    LIT_WASH,
    OFF,
    OWN_CUBE,
    PAPER,
    PAPER_DIM,
    PAPER_EDGE,
    SHADOW,
    WOOD_DARK,
)
from pocketwidgets.scene import CLOTH_FILL, Font, Ink, Layer, Shadow, Sketch
from pocketwidgets.silhouettes import BOX, disc

News: TypeAlias = Sequence[tuple[str, str]]
"""Lines of the log, the newest first: who acted ("you", "them" or "table"), and a sentence."""

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Value of a die -> its pips, in steps from the middle."""
_DICE: Final = {  # body, pips, edge, corner radius as a part of the side
    "white": (CELL, INK, "#8F8672", 0.2),
    "red": (OFF, PAPER, "#6E1F0D", 0.1),
    "blue": (DEF, PAPER, "#06395C", 0.32),
}

BODY: Final = Font(14)
STRONG: Final = Font(14, bold=True)
SMALL: Final = Font(13)
MIDDLE: Final = Font(14, anchor="middle")


# --- the table ---------------------------------------------------------------------------------


def table(s: Sketch, rim: float = 10, corner: float = 18) -> None:
    """Draw the wooden rim and the hemmed cloth over the whole picture."""
    w, h = s.width, s.height
    inner_w, inner_h, inner = w - 2 * rim, h - 2 * rim, corner - 6
    s.rect(0, 0, w, h, corner, ink=Ink("wood"))
    s.rect(1, 1, w - 2, h - 2, corner - 1, ink=Ink(line="#FFFFFF", opacity=0.25))
    s.rect(rim, rim, inner_w, inner_h, inner, ink=Ink(CLOTH_FILL))
    s.rect(rim, rim, inner_w, inner_h, inner, ink=Ink("lamp"))
    edge = Ink(line=SHADOW, width=1.5, opacity=0.45)
    s.rect(rim + 0.75, rim + 0.75, inner_w - 1.5, inner_h - 1.5, inner - 1, ink=edge)
    stitches = Ink(line=PAPER, width=1.2, opacity=0.38, dash=(7, 6))
    s.rect(rim + 6, rim + 6, inner_w - 12, inner_h - 12, max(inner - 4, 2), ink=stitches)


def tray(s: Sketch, x: float, y: float, w: float, h: float) -> None:
    """Draw a shallow wooden tray."""
    s.rect(x, y, w, h, 8, ink=Ink("tray", WOOD_DARK, 1.2))
    s.line((x + 4, y + 2.5), (x + w - 4, y + 2.5), Ink(line="#5A3C20", width=3, opacity=0.35))


def steps(s: Sketch, x: float, y: float, names: Sequence[str], now: int, room: float) -> None:
    """Draw the phases in a line: done with a tick, ``now`` as a pill, then open circles."""
    widths = [width(n, STRONG if i == now else BODY) for i, n in enumerate(names)]
    fixed = sum(widths) + 14 * (len(names) - 1) + 30
    gap = min(26.0, max(6.0, (room - fixed) / max(1, len(names) - 1)))
    for i, name in enumerate(names):
        if i == now:
            s.rect(x, y - 17, widths[i] + 34, 26, 13, ink=Ink(LIT, INK, 1.5))
            s.path(f"M{x + 10:g} {y - 8.5:g}l7 4.5l-7 4.5z", Ink(INK))
            s.text(x + 23, y + 1, name, STRONG)
            x += widths[i] + 34
        else:
            if i < now:
                s.path(f"M{x:g} {y - 4:g}l4 4l7 -8", Ink(line=PAPER, width=2))
            else:
                s.circle(x + 5, y - 4, 4, Ink(line=PAPER, width=1.6))
            s.text(x + 15, y + 1, name, BODY, PAPER)
            x += widths[i] + 15
        if i < len(names) - 1:
            line = Ink(line=PAPER, width=1.2, opacity=0.6)
            s.line((x + 0.25 * gap, y - 4), (x + 0.75 * gap, y - 4), line)
            x += gap


# --- dice, cubes, tracks -----------------------------------------------------------------------


def die(
    s: Sketch,
    x: float,
    y: float,
    side: float,
    value: int | None,
    kind: str = "white",
    shadow: Shadow = Shadow.NONE,
    ghost: str = LINE,
) -> None:
    """Draw a die: "white", "red" (diamond pips), "blue"; a dashed place without a value."""
    if value is None:
        dashed = Ink(line=ghost, width=1.4, dash=(4, 3))
        s.rect(x, y, side, side, side * 0.2, ink=dashed)
        return
    body, pip, edge, corner = _DICE[kind]
    s.rect(x, y, side, side, side * corner, ink=Ink(body, edge, 1.4, shadow=shadow))
    if side >= 20:
        s.rect(x, y, side, side, side * corner, ink=Ink("gloss"))
    s.path(_pips(value, kind == "red"), Ink(pip), (x, y), side / BOX)


@cache
def _pips(value: int, diamonds: bool) -> str:
    """Return the pips of a die with the side of a silhouette's box."""
    d = []
    for across, down in PIPS[value]:
        x, y, r = BOX * (0.5 + across * 0.26), BOX * (0.5 + down * 0.26), BOX * 0.092
        if diamonds:
            r *= 1.35
            d.append(f"M{x:.4g} {y - r:.4g}l{r:.4g} {r:.4g}l{-r:.4g} {r:.4g}l{-r:.4g} {-r:.4g}z")
        else:
            d.append(disc(x, y, round(r, 2)))
    return "".join(d)


def cube(
    s: Sketch, x: float, y: float, side: float = 20, hue: tuple[str, str, str] = OWN_CUBE
) -> None:
    """Draw a tracking cube with its three visible faces."""
    h, half = side * 0.3, side / 2
    top = ((x, y + h), (x + half, y), (x + side, y + h), (x + half, y + 2 * h))
    foot = y + side + h * 0.6
    left = ((x, y + h), (x + half, y + 2 * h), (x + half, foot), (x, foot - h))
    right = ((x + side, y + h), (x + half, y + 2 * h), (x + half, foot), (x + side, foot - h))
    for points, colour in zip((top, left, right), hue, strict=True):
        s.polygon(points, Ink(colour, INK, 1.1))


def track(
    s: Sketch,
    x: float,
    y: float,
    most: int,
    now: int,
    cell: float = 24,
    h: float = 26,
    hue: tuple[str, str, str] = OWN_CUBE,
    upward: bool = False,
) -> None:
    """Draw a printed track from ``most`` down to a cross (or upward), the cube on ``now``."""
    values = list(range(most + 1)) if upward else list(range(most, -1, -1))
    for i, value in enumerate(values):
        passed = value < now if upward else value > now
        left = x + i * cell
        s.rect(left, y, cell, h, ink=Ink(PAPER_DIM if passed else CELL, LINE, 1.2))
        if passed:
            hatch(s, left, y, cell, h, 6)
            s.rect(left + cell / 2 - 7, y + h / 2 - 8, 14, 16, 3, ink=Ink(PAPER_DIM))
        middle = left + cell / 2
        if value == 0 and not upward:
            s.path(f"M{middle - 4:g} {y + h / 2 - 4:g}l8 8m0 -8l-8 8", Ink(line=INK, width=1.6))
        elif value != now:
            s.text(middle, y + h / 2 + 5, str(value), MIDDLE, INK_SOFT if passed else INK)
    left = x + values.index(now) * cell
    s.rect(left - 1, y - 1, cell + 2, h + 2, 3, ink=Ink(LIT_WASH, INK, 1.8))
    cube(s, left + cell / 2 - 10, y - 13, 20, hue)
    s.text(left + cell / 2, y + h - 3, str(now), Font(12, bold=True, anchor="middle"))


def pegs(
    s: Sketch, x: float, y: float, most: int, now: int, colour: str, room: float, h: float = 17
) -> None:
    """Draw a small track for a phone: a filled cell for each point that is left."""
    step = min(11.2, room / most)
    for i in range(most):
        left = i < now
        ink = Ink(colour, INK) if left else Ink(PAPER_DIM, LINE)
        s.rect(x + i * step, y, step - 2.2, h, 2, ink=ink)
        if not left:
            hatch(s, x + i * step, y, step - 2.2, h, 4, 1)


def hatch(
    s: Sketch,
    x: float,
    y: float,
    w: float,
    h: float,
    step: float = 5,
    line: float = 1.2,
    colour: str = LINE,
) -> None:
    """Draw slanted lines over a rectangle."""
    d = []
    at = step
    while at < w + h:
        x1, y1 = (at, 0.0) if at <= w else (w, at - w)
        x2, y2 = (0.0, at) if at <= h else (at - h, h)
        d.append(f"M{x1:.4g} {y1:.4g}L{x2:.4g} {y2:.4g}")
        at += step
    s.path("".join(d), Ink(line=colour, width=line, cap="butt"), (x, y))


# --- cards and sheets --------------------------------------------------------------------------


def card(
    s: Sketch,
    x: float,
    y: float,
    w: float,
    h: float,
    frame: str = INK,
    shadow: Shadow = Shadow.RESTING,
    margin: float = 5,
) -> None:
    """Draw an empty card with its printed frame: INK for the enemy, FERN for one's own."""
    s.rect(x, y, w, h, 8, ink=Ink(PAPER, PAPER_EDGE, shadow=shadow))
    ink = Ink(line=frame, width=0.8, opacity=0.45) if frame == INK else Ink(line=frame, width=1.2)
    s.rect(x + margin, y + margin, w - 2 * margin, h - 2 * margin, 4, ink=ink)


def card_back(s: Sketch, x: float, y: float, w: float, h: float) -> None:
    """Draw a card that lies face down."""
    s.rect(x, y, w, h, 8, ink=Ink(KRAFT, LINE, shadow=Shadow.RESTING))
    s.rect(x + 6, y + 6, w - 12, h - 12, 5, ink=Ink(line=INK, width=1.2, opacity=0.6))
    hatch(s, x + 10, y + 10, w - 20, h - 20, 9, 0.8)
    size = min(w, h) * 0.4
    s.circle(x + w / 2, y + h / 2, size * 0.72, Ink(KRAFT, LINE, 1.2))
    left, top = x + w / 2 - size / 2, y + h / 2 - size * 0.52
    s.silhouette("landship", left, top, size, INK, KRAFT)


def empty_place(
    s: Sketch, x: float, y: float, w: float, h: float, name: str = "", words: str = ""
) -> None:
    """Draw the dashed outline of a place whose card has left, with who left it."""
    dashed = Ink(line=PAPER, width=1.4, opacity=0.6, dash=(6, 6))
    s.rect(x, y, w, h, 8, ink=dashed)
    if name:
        font = Font(15, italic=True, anchor="middle")
        s.text(x + w / 2, y + h / 2 - 2, cut(name, font, w - 20), font, PAPER)
        s.text(x + w / 2, y + h / 2 + 18, words, MIDDLE, PAPER)
    elif words:
        s.text(x + w / 2, y + h / 2 + 5, words, MIDDLE, PAPER)


def badge(
    s: Sketch, x: float, y: float, letter: str, r: float = 13, size: float = 15, fill: str = FERN
) -> None:
    """Draw a disc with a letter."""
    s.circle(x, y, r, Ink(fill))
    font = Font(size, bold=True, anchor="middle")
    s.text(x, y + size * 0.36, letter, font, PAPER)


def sheet(
    s: Sketch, x: float, y: float, w: float, h: float, head: str = "", aside: str = ""
) -> None:
    """Draw a sheet of paper with a heading and a double rule below it."""
    s.rect(x, y, w, h, 8, ink=Ink(PAPER, PAPER_EDGE, shadow=Shadow.RESTING))
    if head:
        s.text(x + 16, y + 28, head, Font(16, bold=True, serif=True))
        s.text(x + w - 16, y + 28, aside, Font(13, anchor="end"), INK_SOFT)
        s.line((x + 16, y + 38), (x + w - 16, y + 38), Ink(line=INK, width=1.2))
        s.line((x + 16, y + 40.5), (x + w - 16, y + 40.5), Ink(line=INK, width=0.6))


def log(s: Sketch, x: float, y: float, w: float, h: float, news: News) -> None:
    """Draw the sheet of the log, with as many of the newest lines as it has room for."""
    sheet(s, x, y, w, h, "Log", "newest first")
    foot = y + h
    y += 64
    for by, sentence in news:
        rows = lines(sentence, BODY, (w - 51) * 0.94)
        if y + 18.5 * (len(rows) - 1) > foot - 14:
            break
        _log_mark(s, x + 16, y, by)
        for text in rows:
            s.text(x + 35, y, text, BODY)
            y += 18.5
        y += 6


def _log_mark(s: Sketch, x: float, y: float, by: str) -> None:
    """Draw the mark before a line of the log: who acted, "you", "them" or "table"."""
    if by == "you":
        s.circle(x + 5, y - 5, 4.6, Ink(FERN))
    elif by == "them":
        s.polygon(((x, y - 5), (x + 5, y - 10), (x + 10, y - 5), (x + 5, y)), Ink(BAD))
    else:
        s.line((x, y - 5), (x + 10, y - 5), Ink(line=INK_SOFT, width=2))


def pill(s: Sketch, x: float, y: float, text: str, fill: str = PAPER, colour: str = INK) -> float:
    """Draw a small label with round ends, its upper left corner at (x, y); return its width."""
    w = width(text, STRONG) * 1.08 + 22
    s.rect(x, y, w, 26, 13, ink=Ink(fill, INK, 1.2))
    s.text(x + w / 2, y + 18, text, Font(14, bold=True, anchor="middle"), colour)
    return w


def button(s: Sketch, right: float, y: float, text: str, move: bool, h: float = 38) -> float:
    """Draw a button, amber for a move, paper for a service; ``right`` is its right end.

    Returns its width.
    """
    font = Font(15, bold=True, anchor="middle")
    w = max(width(text, font) * 1.06 + 26, 44)
    fill = LIT if move else PAPER
    s.rect(right - w, y, w, h, 8, ink=Ink(fill, INK, 1.5, shadow=Shadow.FLAT))
    s.rect(right - w + 2, y + 2, w - 4, h - 4, 6, ink=Ink(line="#FFFFFF", width=1.5, opacity=0.5))
    s.text(right - w / 2, y + h / 2 + 5, text, font)
    return w


# --- states ------------------------------------------------------------------------------------


def brackets(
    s: Sketch,
    x: float,
    y: float,
    w: float,
    h: float,
    gap: float = 3,
    arm: float = 20,
    line: float = 5,
) -> None:
    """Mark a legal target: four open corners."""
    left, top, right, foot = x - gap, y - gap, x + w + gap, y + h + gap
    d = (
        f"M{left:g} {top + arm:g}V{top:g}H{left + arm:g}"
        f"M{right - arm:g} {top:g}H{right:g}V{top + arm:g}"
        f"M{right:g} {foot - arm:g}V{foot:g}H{right - arm:g}"
        f"M{left + arm:g} {foot:g}H{left:g}V{foot - arm:g}"
    )
    with s.on(Layer.MARKS):
        s.path(d, Ink(line=INK, width=line + 3, cap="square"))
        s.path(d, Ink(line=LIT, width=line, cap="square"))


def ring(
    s: Sketch, x: float, y: float, w: float, h: float, corner: float = 8, gap: float = 3
) -> None:
    """Mark what is selected: a closed ring."""
    box = (x - gap, y - gap, w + 2 * gap, h + 2 * gap, corner + gap)
    with s.on(Layer.MARKS):
        s.rect(*box, ink=Ink(line=INK, width=6))
        s.rect(*box, ink=Ink(line=LIT, width=3.5))


def veil(s: Sketch, x: float, y: float, w: float, h: float) -> None:
    """Dim what can't be chosen."""
    with s.on(Layer.VEILS):
        s.rect(x + 1, y + 1, w - 2, h - 2, 8, ink=Ink(PAPER_DIM, opacity=0.28))


def flag(s: Sketch, right: float, y: float, text: str, good: bool) -> None:
    """Draw the flag that says what has just changed; ``right`` is its right end."""
    w = width(text, STRONG) * 1.08 + 16
    with s.on(Layer.FLAGS):
        fill = GOOD if good else BAD
        s.rect(right - w, y, w, 24, 12, ink=Ink(fill, PAPER, 2, shadow=Shadow.FLAT))
        s.text(right - w / 2, y + 17, text, Font(14, bold=True, anchor="middle"), PAPER)


def tick(s: Sketch, x: float, y: float, r: float = 11) -> None:
    """Draw the disc with a tick: done."""
    s.circle(x, y, r, Ink(GOOD, PAPER, 2))
    k = r / 11
    d = f"M{x - 5 * k:.2f} {y:.2f}l{4 * k:.2f} {4 * k:.2f}l{7 * k:.2f} {-8 * k:.2f}"
    s.path(d, Ink(line=PAPER, width=2.4 * k))
