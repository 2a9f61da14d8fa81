"""A Markov chain or a decision process as a graph: states in boxes, probabilities on arrows.

The ends are no boxes of their own: each box says with which probability it leads to an end. So
the picture stays readable, and the arrows show how play goes round.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import hypot
from typing import Final, NamedTuple, TypeAlias

from pocketlib.chain import CHANCE, Chain, DecisionProcess
from pocketlib.chance import percent
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column
from pocketwidgets.charts.layered import Rows, rows_of
from pocketwidgets.charts.paper import SMALL, SMALL_STRONG, SPARE, TRACK, Sheet, room_for
from pocketwidgets.metrics import lines
from pocketwidgets.palette import GRAPH, INK, INK_SOFT, LIT_WASH, PENCIL
from pocketwidgets.scene import Font, Ink, Point, Scene

MOST_STATES: Final = 12
"""No more boxes than these are drawn."""
_LEAST_BOX: Final = 84
_GAP: Final = 56
"""Between boxes side by side: room for an arrow with its probability."""
_MOST_BOX: Final = 190
_LINE: Final = 17
_BENDS: Final = tuple(sign * bend for bend in range(20, 125, 6) for sign in (1, -1))
_PLACES: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78)
_POINTS: Final = 80

Place: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""


class _State(NamedTuple):
    name: str
    ends: tuple[tuple[str, str], ...]
    """Where it ends at once: the name of the end, and what is written beside it."""


class _Arrow(NamedTuple):
    start: int
    to: int
    text: str


def network(found: Chain | DecisionProcess, *, title: str = "", sentence: str = "") -> Chart:
    """Return the graph of a small chain or decision process.

    Raises ValueError for more than ``MOST_STATES`` states that don't end; tables show them all.
    """
    if isinstance(found, Chain):
        states, arrows, rows = _of_chain(found)
        columns = ("from", LABEL), ("to", LABEL), ("probability", FRACTION), ("percent", NUMBER)
        told = sentence or _chain_sentence(found)
    else:
        states, arrows, rows = _of_process(found)
        columns = ("state", LABEL), ("action", LABEL), ("to", LABEL), ("probability", FRACTION)
        told = sentence or f"{len(states)} states; {found.names[0]} is the first."
    if len(states) > MOST_STATES:
        raise ValueError(
            f"A graph of {len(states)} states can't be read; {MOST_STATES} are the most. "
            "Print it: its table shows them all."
        )
    draw = partial(_draw, states, arrows, title, told)
    return Chart(title, told, tuple(Column(*c) for c in columns), rows, draw)


def _of_chain(
    found: Chain,
) -> tuple[tuple[_State, ...], tuple[_Arrow, ...], tuple[tuple[str, ...], ...]]:
    inner = found.transient
    states, arrows, rows = [], [], []
    for i, row in enumerate(found.rows):
        ends = tuple((found.names[j], str(p)) for j, p in row.items() if j >= inner)
        states.append(_State(found.names[i], ends))
        arrows += [_Arrow(i, j, str(p)) for j, p in row.items() if j < inner]
        rows += [(found.names[i], found.names[j], str(p), percent(p)) for j, p in row.items()]
    return tuple(states), tuple(arrows), tuple(rows)


def _chain_sentence(found: Chain) -> str:
    from_start = found.absorption()[0]
    ends = [f"{name} ({p})" for name, p in zip(found.absorbing, from_start, strict=True)]
    return (
        f"{found.transient} states that are left again; from {found.names[0]} the chain ends in "
        f"{', '.join(ends[:3])}{'' if len(ends) <= 3 else ' and others'}."
    )


def _of_process(
    found: DecisionProcess,
) -> tuple[tuple[_State, ...], tuple[_Arrow, ...], tuple[tuple[str, ...], ...]]:
    inner = [i for i, reward in enumerate(found.rewards) if reward is None]
    place = {i: at for at, i in enumerate(inner)}
    states, arrows, rows = [], [], []
    for i in inner:
        ends = []
        for action in found.actions[i]:
            for j, p in action.to.items():
                words = _words(action.name, p)
                rows.append((found.names[i], action.name, found.names[j], str(p)))
                if j in place:
                    arrows.append(_Arrow(place[i], place[j], words))
                else:
                    ends.append((f"{words} \N{RIGHTWARDS ARROW}", f"pays {found.rewards[j]}"))
        states.append(_State(found.names[i], tuple(ends)))
    return tuple(states), tuple(arrows), tuple(rows)


def _words(action: str, p: Fraction) -> str:
    if action == CHANCE:
        return str(p)
    return action if p == 1 else f"{action} {p}"


# --- where the boxes stand ---------------------------------------------------------------------


def _links(states: Sequence[_State], arrows: Sequence[_Arrow]) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in states]
    for arrow in arrows:
        found[arrow.start].append(arrow.to)
    return found


class _Box(NamedTuple):
    place: Place
    name: list[str]
    ends: list[tuple[list[str], str]]

    @property
    def middle(self) -> Point:
        x, y, w, h = self.place
        return x + w / 2, y + h / 2


def _boxes(states: Sequence[_State], rows: Rows, sheet: Sheet) -> tuple[dict[int, _Box], float]:
    """Return the boxes and where the sheet goes on below them."""
    widest = max(map(len, rows))
    wide = min(_MOST_BOX, (sheet.room - _GAP * (widest - 1)) / widest)
    found: dict[int, _Box] = {}
    y = sheet.y + 8
    for row in rows:
        start = sheet.left + (sheet.room - len(row) * wide - (len(row) - 1) * _GAP) / 2
        tallest = 0.0
        for at, i in enumerate(row):
            name, ends = _written(states[i], wide)
            high = 12 + _LINE * (len(name) + sum(_height(end) for end in ends)) + 8 * bool(ends)
            found[i] = _Box((start + at * (wide + _GAP), y, wide, high), name, ends)
            tallest = max(tallest, high)
        y += tallest + 64
    return found, y - 64 + 30


def _written(state: _State, wide: float) -> tuple[list[str], list[tuple[list[str], str]]]:
    room = (wide - 14) / SPARE
    name = lines(state.name, SMALL_STRONG, room, 5)
    return name, [(lines(end, SMALL, room, 2), p) for end, p in state.ends]


def _height(end: tuple[list[str], str]) -> int:
    return len(end[0]) + 1


# --- drawing -----------------------------------------------------------------------------------


def _draw(
    states: Sequence[_State], arrows: Sequence[_Arrow], title: str, told: str, width: float
) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    most = int((sheet.room + _GAP) // (_LEAST_BOX + _GAP))
    rows = rows_of(_links(states, arrows), most)
    boxes, below = _boxes(states, rows, sheet)
    taken = [box.place for box in boxes.values()]
    pairs = {(arrow.start, arrow.to) for arrow in arrows}
    labels: list[tuple[Point, str]] = []
    for arrow in arrows:
        both = (arrow.to, arrow.start) in pairs
        way = _way(arrow, boxes, both, sheet)
        _arrow(sheet, way)
        at = _label_place(arrow.text, way, taken)
        taken.append(_around(at, arrow.text))
        labels.append((at, arrow.text))
    for i, box in boxes.items():
        _box(sheet, box, first=i == 0)
    for at, text in labels:
        x, y, w, h = _around(at, text)
        sheet.s.rect(x, y, w, h, 3, ink=Ink(GRAPH))
        sheet.s.text(at[0], at[1] + 5, text, Font(13, bold=True, anchor="middle"), PENCIL)
    sheet.y = below
    sheet.write(told, SMALL, INK_SOFT)
    return sheet.scene(title or "A graph of states", told)


def _box(sheet: Sheet, box: _Box, first: bool) -> None:
    s, (x, y, w, h) = sheet.s, box.place
    s.rect(x, y, w, h, 6, ink=Ink(TRACK, INK, 2.4 if first else 1.2))
    middle = Font(13, bold=True, anchor="middle")
    at = y + 4
    for line in box.name:
        at += _LINE
        s.text(x + w / 2, at, line, middle)
    if not box.ends:
        return
    at += 8
    s.rect(x + 3, at, w - 6, y + h - 3 - at, 4, ink=Ink(LIT_WASH))
    for end, p in box.ends:
        for line in end:
            at += _LINE
            s.text(x + w / 2, at - 2, line, Font(13, anchor="middle"))
        at += _LINE
        s.text(x + w / 2, at - 2, p, middle)


def _way(arrow: _Arrow, boxes: dict[int, _Box], both: bool, sheet: Sheet) -> list[Point]:
    """Return the points of an arrow: the least bent way of those that are hidden least."""
    start, to = boxes[arrow.start], boxes[arrow.to]
    if arrow.start == arrow.to:
        return _loop(start)
    others = [b.place for i, b in boxes.items() if i not in (arrow.start, arrow.to)]

    def hidden(way: Sequence[Point]) -> int:
        off = sum(not 4 < x < sheet.width - 4 for x, _ in way)
        return off + sum(_in(p, other, 3) for p in way for other in others)

    bends = [b for b in _BENDS if b > 0] if both else (0, *_BENDS)
    return min((_bent(start, to, bend) for bend in bends), key=hidden)


def _loop(box: _Box) -> list[Point]:
    x, y, w, _ = box.place
    ts = [i / _POINTS for i in range(_POINTS + 1)]
    return [(x + w - 30 + 20 * t, y - 88 * t * (1 - t)) for t in ts]


def _bent(start: _Box, to: _Box, bend: float) -> list[Point]:
    """Return the points of a curve between two boxes, outside of both."""
    (x1, y1), (x2, y2) = start.middle, to.middle
    away = hypot(x2 - x1, y2 - y1)
    cx = (x1 + x2) / 2 + (y2 - y1) / away * bend * 2
    cy = (y1 + y2) / 2 - (x2 - x1) / away * bend * 2
    found = []
    for i in range(_POINTS + 1):
        t = i / _POINTS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2))
    return [p for p in found if not _in(p, start.place, 1) and not _in(p, to.place, 3)]


def _in(point: Point, place: Place, margin: float) -> bool:
    x, y, w, h = place
    return -margin <= point[0] - x <= w + margin and -margin <= point[1] - y <= h + margin


def _arrow(sheet: Sheet, way: Sequence[Point]) -> None:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in way)
    sheet.s.path(path, Ink(line=PENCIL, width=1.6))
    (x1, y1), (x2, y2) = way[-min(8, len(way))], way[-1]
    away = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / away, (y2 - y1) / away
    back = (x2 - 9 * dx, y2 - 9 * dy)
    wings = [(back[0] - k * dy, back[1] + k * dx) for k in (4.5, -4.5)]
    sheet.s.polygon(((x2, y2), *wings), Ink(PENCIL))


def _label_place(text: str, way: Sequence[Point], taken: Sequence[Place]) -> Point:
    """Return the first place on the way where the text covers nothing; else its middle."""
    spots = [way[round(t * (len(way) - 1))] for t in _PLACES]
    return next((spot for spot in spots if not _covers(_around(spot, text), taken)), spots[0])


def _around(at: Point, text: str) -> Place:
    wide = room_for(text, SMALL_STRONG) + 6
    return at[0] - wide / 2, at[1] - 9, wide, 18


def _covers(one: Place, others: Sequence[Place]) -> bool:
    x, y, w, h = one
    return any(x < a + c and a < x + w and y < b + d and b < y + h for a, b, c, d in others)
