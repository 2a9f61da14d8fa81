"""SVG path data read into absolute lines and cubic curves, for painters that know no SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Segment: TypeAlias = tuple[str, tuple[Point, ...]]
"""A command M, L, C or Z with its 1, 1, 3 or 0 absolute points."""

_TOKEN: Final = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_JUNK: Final = re.compile(r"[\s,]*")
_COUNT: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
KAPPA: Final = 0.5522847498
"""Handle length of the cubic curve that is nearest to a quarter of a circle of radius 1."""


@lru_cache(maxsize=1024)
def parse(d: str) -> tuple[Segment, ...]:
    """Return the segments of an SVG path. Raises ValueError for what is no path data."""
    return tuple(_Reader().read(d))


def rounded(x: float, y: float, w: float, h: float, r: float) -> tuple[Segment, ...]:
    """Return the segments of a rectangle with rounded corners, clockwise."""
    r = max(0.0, min(r, w / 2, h / 2))
    right, bottom = x + w, y + h
    if not r:
        corners = ((x, y), (right, y), (right, bottom), (x, bottom))
        return (("M", corners[:1]), *(("L", (c,)) for c in corners[1:]), ("Z", ()))
    k = r * (1 - KAPPA)
    return (
        ("M", ((x + r, y),)),
        ("L", ((right - r, y),)),
        ("C", ((right - k, y), (right, y + k), (right, y + r))),
        ("L", ((right, bottom - r),)),
        ("C", ((right, bottom - k), (right - k, bottom), (right - r, bottom))),
        ("L", ((x + r, bottom),)),
        ("C", ((x + k, bottom), (x, bottom - k), (x, bottom - r))),
        ("L", ((x, y + r),)),
        ("C", ((x, y + k), (x + k, y), (x + r, y))),
        ("Z", ()),
    )


def _tokens(d: str) -> Iterator[str]:
    at = 0
    while at < len(d):
        at = _JUNK.match(d, at).end()  # type: ignore[union-attr]  # matches the empty text too
        if at == len(d):
            return
        found = _TOKEN.match(d, at)
        if found is None:
            raise ValueError(f"no path data: {d[at : at + 20]!r}")
        yield found.group()
        at = found.end()


class _Reader:
    """Where the pen is while a path is read, and the last handle (for S and T)."""

    def __init__(self) -> None:
        self.pen: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.handle: tuple[str, Point] = ("", (0.0, 0.0))

    def read(self, d: str) -> Iterator[Segment]:
        for command, numbers in _commands(d):
            yield from self._step(command, numbers)

    def _step(self, command: str, numbers: tuple[float, ...]) -> Iterator[Segment]:
        kind = command.upper()
        x0, y0 = self.pen if command.islower() else (0.0, 0.0)
        if kind == "Z":
            self.pen = self.start
            self.handle = ("", self.pen)
            yield "Z", ()
            return
        if kind == "H":
            points = [(x0 + numbers[0], self.pen[1])]
        elif kind == "V":
            points = [(self.pen[0], y0 + numbers[0])]
        elif kind == "A":
            points = [(x0 + numbers[5], y0 + numbers[6])]
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [(x0 + x, y0 + y) for x, y in pairs]
        end = points[-1]
        handle = ("", end)
        if kind == "M":
            self.start = end
            yield "M", (end,)
        elif kind in "LHV":
            yield "L", (end,)
        elif kind == "A":
            yield from _arc(self.pen, numbers, end)
        elif kind in "CS":
            first, second = points[:2] if kind == "C" else (self._mirrored("C"), points[0])
            handle = ("C", second)
            yield "C", (first, second, end)
        else:
            middle = points[0] if kind == "Q" else self._mirrored("Q")
            handle = ("Q", middle)
            yield "C", (_third(self.pen, middle), _third(end, middle), end)
        self.pen, self.handle = end, handle

    def _mirrored(self, kind: str) -> Point:
        of, (x, y) = self.handle
        return (2 * self.pen[0] - x, 2 * self.pen[1] - y) if of == kind else self.pen


def _commands(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; repeated numbers repeat the command (M as L)."""
    tokens = list(_split_flags(d))
    if not tokens or tokens[0] not in ("M", "m"):
        raise ValueError("path data begins with M")
    at, command = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        elif command.upper() == "Z":
            raise ValueError("path data: numbers after Z")
        count = _COUNT[command.upper()]
        numbers = tokens[at : at + count]
        if len(numbers) < count or any(n.isalpha() for n in numbers):
            raise ValueError(f"path data: {command} needs {count} numbers")
        yield command, tuple(map(float, numbers))
        at += count
        if command in "Mm":
            command = "L" if command == "M" else "l"


def _split_flags(d: str) -> Iterator[str]:
    """Yield the tokens; the two flags of an arc may stand without a space: "0 01 5 5"."""
    place, command = 0, ""
    for token in _tokens(d):
        if token.isalpha():
            place, command = 0, token
            yield token
            continue
        rest = token
        while command in "Aa" and place % 7 in (3, 4) and len(rest) > 1 and rest[0] in "01":
            yield rest[0]
            rest = rest[1:]
            place += 1
        yield rest
        place += 1


def _third(end: Point, middle: Point) -> Point:
    """Return the cubic handle at ``end`` of a quadratic curve with the handle ``middle``."""
    return end[0] + (middle[0] - end[0]) * 2 / 3, end[1] + (middle[1] - end[1]) * 2 / 3


def _arc(start: Point, numbers: tuple[float, ...], end: Point) -> Iterator[Segment]:
    """Yield the cubic curves of an elliptical arc (SVG 1.1, appendix F.6)."""
    rx, ry, tilt = abs(numbers[0]), abs(numbers[1]), radians(numbers[2])
    large, sweep = bool(numbers[3]), bool(numbers[4])
    if start == end:
        return
    if not rx or not ry:
        yield "L", (end,)
        return
    c, s = cos(tilt), sin(tilt)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    too_small = (x / rx) ** 2 + (y / ry) ** 2
    if too_small > 1:
        rx, ry = rx * sqrt(too_small), ry * sqrt(too_small)
    below = (rx * y) ** 2 + (ry * x) ** 2
    k = sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) * (-1 if large == sweep else 1)
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    middle = (
        c * cx - s * cy + (start[0] + end[0]) / 2,
        s * cx + c * cy + (start[1] + end[1]) / 2,
    )
    ux, uy, vx, vy = (x - cx) / rx, (y - cy) / ry, (-x - cx) / rx, (-y - cy) / ry
    first = _angle(1, 0, ux, uy)
    turn = _angle(ux, uy, vx, vy)
    if sweep and turn < 0:
        turn += 2 * pi
    elif not sweep and turn > 0:
        turn -= 2 * pi
    pieces = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / pieces
    k = 4 / 3 * tan(step / 4)

    def point(px: float, py: float) -> Point:
        return middle[0] + c * rx * px - s * ry * py, middle[1] + s * rx * px + c * ry * py

    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        yield (
            "C",
            (
                point(cos(a) - k * sin(a), sin(a) + k * cos(a)),
                point(cos(b) + k * sin(b), sin(b) - k * cos(b)),
                end if piece == pieces - 1 else point(cos(b), sin(b)),
            ),
        )


def _angle(ux: float, uy: float, vx: float, vy: float) -> float:
    cosine = (ux * vx + uy * vy) / (hypot(ux, uy) * hypot(vx, vy))
    angle = acos(max(-1.0, min(1.0, cosine)))
    return angle if ux * vy - uy * vx >= 0 else -angle
