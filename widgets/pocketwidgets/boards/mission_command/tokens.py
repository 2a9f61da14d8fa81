"""The pieces of Mission Command Land: tokens, installations, chips, markers, combat dice."""

from __future__ import annotations

from functools import cache
from typing import Final

from pocketwidgets import pathdata, silhouettes
from pocketwidgets.boards.mission_command.seen import HELI_CHIPS, Piece
from pocketwidgets.palette import (
    CELL,
    DEF,
    FERN,
    GOOD,
    INK,
    INK_SOFT,
    LINE,
    LIT,
    OFF,
    PAPER,
    PAPER_DIM,
    TAN,
    TAN_LINE,
)
from pocketwidgets.scene import Font, Ink, Layer, Shadow, Sketch
from pocketwidgets.silhouettes import BOX

BODY: Final = (FERN, TAN)
PRINT: Final = (PAPER, INK)
EDGE: Final = ("#053B2D", "#6B4A12")
FLAT: Final = (FERN, TAN_LINE)
"""The colour in which a seat's installations are printed."""
SILHOUETTE: Final = {"heli": "helicopter", "art": "artillery"}
_FADED: Final = "#8A8071"


@cache
def _mirrored(d: str) -> str:
    """Return a path of the silhouettes' box, left and right exchanged."""
    return "".join(
        command + " ".join(f"{BOX - x:.4g} {y:.4g}" for x, y in points)
        for command, points in pathdata.parse(d)
    )


def silhouette(
    s: Sketch, kind: str, x: float, y: float, size: float, body: str, ground: str, turned: bool
) -> None:
    """Draw the silhouette of a piece; ``turned`` looks the other way."""
    name = SILHOUETTE.get(kind, kind)
    if not turned:
        s.silhouette(name, x, y, size, body, ground)
        return
    for part in silhouettes.SILHOUETTES[name]:
        ink = Ink(ground if part.role == silhouettes.DETAIL else body)
        if part.role in silhouettes.LINE_WIDTH:
            ink = Ink(line=body, width=silhouettes.LINE_WIDTH[part.role])
        s.path(_mirrored(part.path), ink, (x, y), size / BOX)


def token(
    s: Sketch,
    x: float,
    y: float,
    size: float,
    seat: int,
    kind: str,
    text: str = "",
    turned: bool = False,
    ghost: bool = False,
    struck: bool = True,
) -> None:
    """Draw a wooden token: green dark with round corners, tan light with cut ones.

    A ``ghost`` is not there: ``struck`` if it is out of the game.
    """
    body, print_, edge = BODY[seat], PRINT[seat], EDGE[seat]
    ink = Ink(body, edge, 1.5, shadow=Shadow.FLAT)
    if ghost:
        body, print_ = PAPER_DIM, _FADED
        ink = Ink(PAPER_DIM, LINE, 1.2, dash=(4, 3))
    if seat == 0:
        s.rect(x, y, size, size, size * 0.26, ink=ink)
        if not ghost:
            s.rect(x, y, size, size, size * 0.26, ink=Ink("gloss"))
    else:
        k = size * 0.24
        corners = (
            *((x + k, y), (x + size - k, y), (x + size, y + k), (x + size, y + size - k)),
            *((x + size - k, y + size), (x + k, y + size), (x, y + size - k), (x, y + k)),
        )
        s.polygon(corners, ink)
        if not ghost:
            s.polygon(corners, Ink("gloss"))
    if text:
        font = Font(max(12, round(size * 0.3)), bold=True, anchor="middle")
        across = size * 0.66 if size >= 36 else size * 0.6
        left = x + (size - across) / 2
        silhouette(s, kind, left, y + size * 0.02, across, print_, body, turned)
        s.text(x + size / 2, y + size * 0.92, text, font, print_)
    else:
        k = 0.12 * size
        silhouette(s, kind, x + k, y + 0.1 * size, size - 2 * k, print_, body, turned)
    if ghost and struck:
        slash = f"M{x + size * 0.14:.4g} {y + size * 0.86:.4g}l{size * 0.72:.4g} {-size * 0.72:.4g}"
        s.path(slash, Ink(line=INK_SOFT, width=2))


def site(s: Sketch, x: float, y: float, size: float, seat: int, kind: str) -> None:
    """Draw an installation: printed flat, a solid frame for green, a dashed one for tan."""
    colour = FLAT[seat]
    s.rect(x, y, size, size, 3, ink=Ink(PAPER, colour, 2, dash=(6, 3) if seat else ()))
    k = size * 0.14
    s.silhouette(kind, x + k, y + k, size - 2 * k, colour, PAPER)


def chip_row(
    s: Sketch, x: float, y: float, left: int, most: int, r: float, middle: bool = False
) -> None:
    """Draw a stack of chips as a row: those left with a core, those lost as dashed outlines."""
    step = 2 * r + (1.6 if r > 5 else 0.4)
    if middle:
        x -= (most - 1) * step / 2
    for i in range(most):
        at = x + i * step
        if i < left:
            s.circle(at, y, r, Ink(PAPER, INK, 1.5 if r > 5 else 1.3))
            s.circle(at, y, r * 0.42, Ink(INK))
        else:
            s.circle(at, y, r - 0.5, Ink(PAPER_DIM, INK_SOFT, 1.2, dash=(2, 2)))


def hit_row(s: Sketch, x: float, y: float, hits: int, r: float) -> None:
    """Draw the hits that an unknown tank has taken, the row's middle at ``x``: red diamonds."""
    step = 2 * r + 1
    x -= (hits - 1) * step / 2
    for i in range(hits):
        at = x + i * step
        points = ((at, y - r), (at + r, y), (at, y + r), (at - r, y))
        s.polygon(points, Ink(OFF, PAPER, 1))


def marker(s: Sketch, x: float, y: float, size: float, kind: str, opacity: float = 1) -> None:
    """Draw a marker: cross-hair for a tank, triangle for a missile, square for artillery."""
    cx, cy, r = x + size / 2, y + size / 2, size / 2
    line = max(1.6, 3 * size / 33)
    s.circle(cx, cy, r - line / 2, Ink(PAPER, OFF, line, opacity, shadow=Shadow.FLAT))
    k = r * 0.56
    fill = Ink(OFF, opacity=opacity)
    if kind == "tank":
        thin = Ink(line=OFF, width=line * 0.66, opacity=opacity, cap="butt")
        s.circle(cx, cy, k * 0.75, thin)
        out, inner = r - line, k * 0.28
        d = (
            f"M{cx:.4g} {cy - out:.4g}V{cy - inner:.4g}M{cx:.4g} {cy + inner:.4g}V{cy + out:.4g}"
            f"M{cx - out:.4g} {cy:.4g}H{cx - inner:.4g}M{cx + inner:.4g} {cy:.4g}H{cx + out:.4g}"
        )
        s.path(d, thin)
    elif kind == "missile":
        s.polygon(((cx, cy - k * 1.1), (cx + k, cy + k * 0.8), (cx - k, cy + k * 0.8)), fill)
    else:
        s.rect(cx - k * 0.75, cy - k * 0.75, k * 1.5, k * 1.5, 1, ink=fill)


def hole(s: Sketch, x: float, y: float, size: float, text: str = "") -> None:
    """Draw a hole of the plotting rack without a marker."""
    r = size / 2
    s.circle(x + r, y + r, r - 1, Ink("#9C7446", "#5A3C20", 1.2))
    if text:
        font = Font(14, bold=True, anchor="middle")
        s.text(x + r, y + r + 5, text, font, INK)


def combat_die(s: Sketch, x: float, y: float, side: float, face: str) -> None:
    """Draw a combat die: "r" red diamond, "b" blue dot, "n" blank, "" not thrown yet."""
    if not face:
        dashed = Ink(CELL, INK_SOFT, 1.4, dash=(4, 3))
        s.rect(x, y, side, side, side * 0.2, ink=dashed)
        return
    body, edge, corner = {
        "r": (OFF, "#6E1F0D", 0.1),
        "b": (DEF, "#06395C", 0.32),
        "n": (CELL, "#8F8672", 0.2),
    }[face]
    s.rect(x, y, side, side, side * corner, ink=Ink(body, edge, 1.4, shadow=Shadow.FLAT))
    s.rect(x, y, side, side, side * corner, ink=Ink("gloss"))
    cx, cy, r = x + side / 2, y + side / 2, side * 0.15
    if face == "r":
        r *= 1.3
        s.polygon(((cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)), Ink(PAPER))
    elif face == "b":
        s.circle(cx, cy, r, Ink(PAPER))


def done(s: Sketch, x: float, y: float, r: float) -> None:
    """Draw the small disc with a tick: has moved."""
    k = r / 11
    d = f"M{x - 5 * k:.4g} {y:.4g}l{4 * k:.4g} {4 * k:.4g}l{7 * k:.4g} {-8 * k:.4g}"
    with s.on(Layer.FLAGS):
        s.circle(x, y, r, Ink(GOOD, PAPER, 1.6))
        s.path(d, Ink(line=PAPER, width=2.6 * k))


def homeward(s: Sketch, x: float, y: float, r: float, up: bool) -> None:
    """Draw the disc with an arrow: turned round, this way is forward."""
    k = r * 0.62 * (-1 if up else 1)
    points = ((x - abs(k), y - k * 0.6), (x + abs(k), y - k * 0.6), (x, y + k))
    with s.on(Layer.FLAGS):
        s.circle(x, y, r, Ink(PAPER, INK, 1.3))
        s.polygon(points, Ink(INK))


def button(s: Sketch, x: float, y: float, w: float, h: float, label: str, key: str) -> None:
    """Draw a button that is a move, and name its region."""
    s.rect(x, y, w, h, 8, ink=Ink(LIT, INK, 1.5, shadow=Shadow.RESTING))
    s.rect(x + 2.5, y + 2.5, w - 5, h - 5, 6, ink=Ink(line="#FFFFFF", width=1.2, opacity=0.6))
    s.text(x + w / 2, y + h / 2 + 5.4, label, Font(15, bold=True, anchor="middle"))
    s.box_region(key, x, y, w, h, label)


def piece(s: Sketch, it: Piece, x: float, y: float, square: float, small: bool, moved: bool,
          up: bool) -> None:  # fmt: skip
    """Draw a unit on its square, with all that may be known of it."""
    size = round(square * (0.84 if small else 0.755))
    left = x + (square - size) / 2
    stack = it.kind in ("tank", "heli") and (it.chips is not None or it.hits > 0)
    top = y + (2 if stack and not small else (square - size) / 2)
    text = ""
    if it.kind == "tank":
        number = it.chips if small else it.strength
        shown = "?" if number is None else str(number)
        text = f"{it.id or ''}{'' if small else ' '}{shown}".strip()
    elif it.kind == "heli" and small:
        text = str(it.chips)
    token(s, left, top, size, it.seat, it.kind, text, it.home)
    if stack and not small:
        r, row = 3.7 * square / 53, y + square - 3.7 * square / 53 - 2.2
        if it.kind == "heli":
            chip_row(s, x + square / 2, row, it.chips or 0, HELI_CHIPS, r, middle=True)
        elif it.strength is not None:
            chip_row(s, x + square / 2, row, it.chips or 0, it.strength, r, middle=True)
        else:
            hit_row(s, x + square / 2, row, it.hits, r)
    elif stack and it.kind == "tank" and it.strength is None:
        hit_row(s, x + square / 2, top + 1, it.hits, 3.4)
    r = 6 if small else 7.5
    if moved:
        done(s, left + size - 1, top + 2, r)
    if it.home:
        homeward(s, left + 1, top + 2, r, up)


def lost_here(s: Sketch, x: float, y: float, square: float) -> None:
    """Mark a square on which something has just been destroyed."""
    k = square * 0.2
    with s.on(Layer.PIECES):
        s.rect(x + k, y + k, square - 2 * k, square - 2 * k, 5,
               ink=Ink(line=INK_SOFT, width=1.4, dash=(4, 3)))  # fmt: skip
        a, b = square * 0.34, square * 0.32
        d = f"M{x + a:.4g} {y + a:.4g}l{b:.4g} {b:.4g}m0 {-b:.4g}l{-b:.4g} {b:.4g}"
        s.path(d, Ink(line=OFF, width=2.4))
