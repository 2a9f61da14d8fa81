"""Chance in stages: the tree with its branches, and the two-way table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from pocketlib.asking import likeliest
from pocketlib.chance import Chance, percent
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Chart, Column, words_of
from pocketwidgets.charts.paper import LABEL as PLAIN
from pocketwidgets.charts.paper import SMALL_STRONG, STRONG, TRACK, Sheet, room_for
from pocketwidgets.metrics import cut
from pocketwidgets.palette import GRAPH, GRAPH_EDGE, INK, INK_SOFT, PAPER, PENCIL
from pocketwidgets.scene import Font, Ink, Scene

MOST_BRANCHES: Final = 6
"""A node of a tree has at most so many; the last one stands for all others."""
MOST_SIDES: Final = 6
"""A two-way table has at most so many rows and columns besides the sums."""
_STEP: Final = 34


class Branch(NamedTuple):
    """What may come at a stage, its chance there, and what may follow."""

    label: str
    p: Fraction
    then: tuple[Branch, ...]
    path: tuple[Any, ...]
    others: int = 0
    """How many outcomes it stands for, if it stands for several."""


def tree(
    first: Chance[Any],
    *then: Callable[..., Chance[Any]],
    title: str = "",
    event: Callable[..., object] | None = None,
    labels: Callable[[Any], str] = words_of,
    sentence: str = "",
) -> Chart:
    """Return the tree of two or three stages (one is allowed), with a fraction on each branch.

    Each function of ``then`` gets what has come so far and returns the chance of the next stage;
    ``event`` gets a whole path, and the paths for which it is true are marked and added up.
    Raises ValueError for more than three stages.
    """
    if len(then) > 2:
        raise ValueError("a tree has at most three stages")
    branches = _grown(first, then, (), labels)
    paths = [*_paths(first, then, ())]
    columns = (Column("path", LABEL), Column("chance", FRACTION), Column("percent", NUMBER))
    marked = [(path, p) for path, p in paths if event is not None and event(*path)]
    told = sentence or _tree_sentence(len(paths), event is not None, [p for _, p in marked])
    hits = frozenset(path for path, _ in marked)
    rows = tuple(
        (", ".join(map(labels, path)) + (" (counts)" if path in hits else ""), str(p), percent(p))
        for path, p in paths
    )
    draw = partial(_draw_tree, title, told, branches, hits, len(then) + 1)
    return Chart(title, told, columns, rows, draw)


def _paths(
    chance: Chance[Any], then: tuple[Callable[..., Chance[Any]], ...], before: tuple[Any, ...]
) -> list[tuple[tuple[Any, ...], Fraction]]:
    found = []
    for outcome in chance:
        p, path = chance.probability(outcome), (*before, outcome)
        if then:
            rest = _paths(then[0](*path), then[1:], path)
            found += [(whole, p * q) for whole, q in rest]
        else:
            found.append((path, p))
    return found


def _grown(
    chance: Chance[Any],
    then: tuple[Callable[..., Chance[Any]], ...],
    before: tuple[Any, ...],
    labels: Callable[[Any], str],
) -> tuple[Branch, ...]:
    shown, others = likeliest(chance, MOST_BRANCHES)
    found = []
    for outcome in shown:
        path = (*before, outcome)
        rest = _grown(then[0](*path), then[1:], path, labels) if then else ()
        found.append(Branch(labels(outcome), chance.probability(outcome), rest, path))
    if others:
        p = chance.p(lambda outcome: outcome in others)
        found.append(Branch(f"and {len(others)} more", p, (), before, len(others)))
    return tuple(found)


def _tree_sentence(paths: int, asked: bool, hits: list[Fraction]) -> str:
    if paths == 1:
        return "There is one path only" + (", and it counts." if hits else ".")
    if not asked:
        return f"{paths} paths; multiply along a path to get its chance."
    total = sum(hits, Fraction(0))
    if not hits:
        return f"None of the {paths} paths counts: it can't happen."
    added = " + ".join(map(str, hits)) + " = " if 1 < len(hits) <= 4 else ""
    count = f"{len(hits)} of the {paths} paths {'counts' if len(hits) == 1 else 'count'}"
    return f"{count}: {added}{total}, {percent(total)}."


def _draw_tree(
    title: str,
    told: str,
    branches: tuple[Branch, ...],
    hits: frozenset[tuple[Any, ...]],
    stages: int,
    width: float,
) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    drawing = _Tree(sheet, hits, stages, branches)
    sheet.y += 4
    drawing.draw(branches)
    sheet.write(told, STRONG)
    return sheet.scene(title, told)


class _Tree:
    """Draws from the leaves back, so that a node stands in the middle of its branches."""

    def __init__(
        self,
        sheet: Sheet,
        hits: frozenset[tuple[Any, ...]],
        stages: int,
        branches: tuple[Branch, ...],
    ) -> None:
        self.sheet = sheet
        self.hits = hits
        chances = max(room_for(text, STRONG) for text in _leaf_chances(branches, Fraction(1))) + 15
        room = sheet.room - 5 - chances
        wanted = [*_label_rooms(branches, stages)]
        # a branch needs room for its fraction; the labels share the rest
        least = 10 + max(room_for(text, SMALL_STRONG) for text in _branch_chances(branches))
        share = min(1.0, (room - least * stages) / sum(wanted))
        self.labels = [max(20.0, wide * share) for wide in wanted]
        self.line = max(least, (room - sum(self.labels)) / stages)
        self.starts = [
            sheet.left + 5 + sum(self.labels[:stage]) + self.line * stage for stage in range(stages)
        ]

    def draw(self, branches: tuple[Branch, ...]) -> None:
        root = self._node(branches, 0, Fraction(1))
        self.sheet.s.circle(self.sheet.left + 5, root, 4.5, Ink(INK))
        self.sheet.y += 6

    def _node(self, branches: tuple[Branch, ...], stage: int, p: Fraction) -> float:
        """Draw what follows a node, and return the height of the node."""
        ends = [(self._branch(branch, stage, p * branch.p), branch) for branch in branches]
        y = (ends[0][0] + ends[-1][0]) / 2
        x = self.starts[stage]
        for end, branch in ends:
            self._line((x, y), (x + self.line - 2, end), branch)
        return y

    def _branch(self, branch: Branch, stage: int, p: Fraction) -> float:
        s, sheet = self.sheet.s, self.sheet
        x = self.starts[stage] + self.line
        room = self.labels[stage] - 4
        if branch.then:
            y = self._node(branch.then, stage + 1, p)
        else:
            y = sheet.y + _STEP / 2
            sheet.y += _STEP
            hit = branch.path in self.hits and not branch.others
            if hit:
                wide = room_for(str(p), STRONG) + 12
                s.rect(sheet.right - wide, y - 12, wide, 24, 4, ink=Ink(PENCIL))
            place = Font(14, bold=True, anchor="end")
            s.text(sheet.right - 6, y + 5, str(p), place, PAPER if hit else INK)
        s.text(x + 2, y + 5, cut(branch.label, PLAIN, room), PLAIN)
        return y

    def _line(self, start: tuple[float, float], end: tuple[float, float], branch: Branch) -> None:
        s = self.sheet.s
        s.line(start, end, Ink(line=PENCIL, width=1.8))
        text = str(branch.p)
        wide = room_for(text, SMALL_STRONG) + 6
        x = start[0] + (end[0] - start[0]) * 0.56
        y = start[1] + (end[1] - start[1]) * 0.56
        s.rect(x - wide / 2, y - 9, wide, 18, 3, ink=Ink(GRAPH))
        s.text(x, y + 5, text, Font(13, bold=True, anchor="middle"), PENCIL)


def _leaf_chances(branches: tuple[Branch, ...], p: Fraction) -> Iterator[str]:
    for branch in branches:
        if branch.then:
            yield from _leaf_chances(branch.then, p * branch.p)
        else:
            yield str(p * branch.p)


def _branch_chances(branches: tuple[Branch, ...]) -> Iterator[str]:
    for branch in branches:
        yield str(branch.p)
        yield from _branch_chances(branch.then)


def _label_rooms(branches: tuple[Branch, ...], stages: int) -> Iterator[float]:
    """Yield how much room the labels of each stage would like to have."""
    for _ in range(stages):
        yield max((room_for(branch.label, PLAIN) for branch in branches), default=0.0) + 8
        branches = tuple(after for branch in branches for after in branch.then)


# --- two-way table -----------------------------------------------------------------------------


def two_way(
    chance: Chance[tuple[Any, Any]],
    *,
    title: str = "",
    rows: str = "first",
    columns: str = "second",
    labels: Callable[[Any], str] = words_of,
    event: Callable[[Any, Any], object] | None = None,
    sentence: str = "",
) -> Chart:
    """Return the two-way table of a chance of pairs: ways in the cells, sums at the margins.

    ``rows`` and ``columns`` say what the two are; cells for which ``event`` is true are filled.
    Raises TypeError if the outcomes are no pairs.
    """
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in chance):
        raise TypeError("a two-way table needs outcomes that are pairs")
    down, across = _sides(chance, 0, labels), _sides(chance, 1, labels)
    cells = [[sum(chance.weight((a, b)) for a in r for b in c) for _, c in across] for _, r in down]
    marks = [
        [event is not None and _marked(chance, event, r, c) for _, c in across] for _, r in down
    ]
    told = sentence or _two_way_sentence(chance, event)
    found = _Table(
        rows, columns, [n for n, _ in down], [n for n, _ in across], cells, marks, chance.total
    )
    head = (
        Column(f"{rows} / {columns}", LABEL),
        *(Column(name, NUMBER) for name in found.across),
        Column("sum", FRACTION),
    )
    body = tuple(
        (name, *map(str, line), str(sum(line)))
        for name, line in zip(found.down, cells, strict=True)
    )
    foot = ("sum", *(str(sum(column)) for column in zip(*cells, strict=True)), str(chance.total))
    return Chart(title, told, head, (*body, foot), partial(_draw_two_way, title, told, found))


class _Table(NamedTuple):
    rows: str
    columns: str
    down: list[str]
    across: list[str]
    cells: list[list[int]]
    marks: list[list[bool]]
    total: int


def _sides(
    chance: Chance[Any], place: int, labels: Callable[[Any], str]
) -> list[tuple[str, list[Any]]]:
    """Return label and values of each row (place 0) or column (place 1)."""
    side = chance.map(lambda pair: pair[place])
    shown, others = likeliest(side, MOST_SIDES)
    found = [(labels(value), [value]) for value in shown]
    if others:
        found.append((f"{len(others)} more", [v for v in side if v in others]))
    return found


def _marked(
    chance: Chance[Any], event: Callable[[Any, Any], object], rows: list[Any], columns: list[Any]
) -> bool:
    """Is every pair of the cell that can happen favourable?"""
    pairs = [(a, b) for a in rows for b in columns if (a, b) in chance]
    return bool(pairs) and all(event(a, b) for a, b in pairs)


def _two_way_sentence(chance: Chance[Any], event: Callable[[Any, Any], object] | None) -> str:
    if event is None:
        return f"Ways out of {chance.total:,}; the sums stand at the margins."
    p = chance.p(lambda pair: event(*pair))
    return f"{int(p * chance.total):,} of {chance.total:,} ways are filled: {p}, {percent(p)}."


def _draw_two_way(title: str, told: str, found: _Table, width: float) -> Scene:
    sheet = Sheet(width)
    sheet.head(title)
    s = sheet.s
    names = (*found.down, found.rows, "sum")
    head = min(sheet.room * 0.3, max(room_for(name, STRONG) for name in names) + 10)
    wide = min(86.0, (sheet.room - head) / (len(found.across) + 1))
    left, top = sheet.left + head, sheet.y + 46
    s.text(left, top - 26, cut(found.columns, STRONG, sheet.right - left), STRONG, INK_SOFT)
    s.text(sheet.left, top - 7, cut(found.rows, STRONG, head - 8), STRONG, INK_SOFT)
    for j, name in enumerate((*found.across, "sum")):
        place = Font(14, anchor="middle")
        s.text(left + wide * (j + 0.5), top - 7, cut(name, place, wide), place)
    for i, name in enumerate((*found.down, "sum")):
        sheet.fitted(sheet.left, top + 34 * i + 22, name, head - 6)
    for i, line in enumerate(found.cells):
        for j, ways in enumerate(line):
            x, y, filled = left + wide * j, top + 34 * i, found.marks[i][j]
            ink = Ink(PENCIL, GRAPH_EDGE) if filled else Ink(TRACK, GRAPH_EDGE, 1.2)
            s.rect(x + 1, y + 1, wide - 2, 32, 3, ink=ink)
            place = Font(14, bold=filled, anchor="middle")
            s.text(x + wide / 2, y + 22, _short(ways), place, PAPER if filled else INK)
    sums = [*map(sum, found.cells), found.total]
    bold = Font(14, bold=True, anchor="middle")
    for i, ways in enumerate(sums):
        s.text(left + wide * (len(found.across) + 0.5), top + 34 * i + 22, _short(ways), bold)
    for j, column in enumerate(zip(*found.cells, strict=True)):
        s.text(left + wide * (j + 0.5), top + 34 * len(found.cells) + 22, _short(sum(column)), bold)
    y = top + 34 * len(found.cells)
    s.line((sheet.left, y), (left + wide * (len(found.across) + 1), y), Ink(line=INK, width=1.4))
    sheet.y = y + 38
    sheet.write(told, STRONG)
    return sheet.scene(title, told)


def _short(ways: int) -> str:
    """Return a number of ways as a cell can hold it; the table has it in full."""
    if ways < 100_000:
        return str(ways)
    power = len(str(ways)) - 1
    return f"{ways // 10 ** (power - 1) / 10} E{power}"
