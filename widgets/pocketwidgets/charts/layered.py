"""Where the states of a small graph stand: in rows, so that arrows lead downwards as far as may be.

Two states that lead to one another (the two sides of a duel that may both miss) stand side by
side; larger circles are spread over rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

Links: TypeAlias = Sequence[Sequence[int]]
"""For each node the nodes it leads to."""
Rows: TypeAlias = list[list[int]]
_SIDE_BY_SIDE: Final = 2
_SWEEPS: Final = 4


def rows_of(links: Links, most: int) -> Rows:
    """Return the nodes row by row, at most ``most`` (2 or more) beside one another."""
    groups = _groups(links)
    if max(map(len, groups)) > _SIDE_BY_SIDE:
        groups = [{i} for i in range(len(links))]
    return _ordered(_levels(links, groups, most), groups, links)


def _reached(links: Links, start: int) -> set[int]:
    found, waiting = set(), [start]
    while waiting:
        for j in links[waiting.pop()]:
            if j not in found:
                found.add(j)
                waiting.append(j)
    return found


def _groups(links: Links) -> list[set[int]]:
    """Return the groups of nodes that lead round to one another, those of one node too."""
    reach = [_reached(links, i) for i in range(len(links))]
    found: list[set[int]] = []
    for i in range(len(links)):
        if not any(i in group for group in found):
            found.append({i} | {j for j in reach[i] if i in reach[j]})
    return found


def _levels(links: Links, groups: Sequence[set[int]], most: int) -> Mapping[int, int]:
    """Return the level of each node: below all that leads to it, where there is room.

    Arrows to a group on the way that one came lead back, and don't count.
    """
    ahead, order = _forward(links, groups)
    level = [0] * len(groups)
    filled: Counter[int] = Counter()
    for k in order:
        while filled[level[k]] + len(groups[k]) > most:
            level[k] += 1
        filled[level[k]] += len(groups[k])
        for other in ahead[k]:
            level[other] = max(level[other], level[k] + 1)
    return {i: level[k] for k, group in enumerate(groups) for i in group}


def _forward(links: Links, groups: Sequence[set[int]]) -> tuple[list[list[int]], list[int]]:
    """Return the groups that each group leads on to, and all of them in such an order."""
    group_of = {i: k for k, group in enumerate(groups) for i in group}
    ahead: list[list[int]] = [[] for _ in groups]
    left: list[int] = []
    on_the_way: dict[int, bool] = {}

    def visit(k: int) -> None:
        on_the_way[k] = True
        for other in [group_of[j] for i in sorted(groups[k]) for j in links[i]]:
            if not on_the_way.get(other):
                ahead[k].append(other)
                if other not in on_the_way:
                    visit(other)
        on_the_way[k] = False
        left.append(k)

    for k in range(len(groups)):
        if k not in on_the_way:
            visit(k)
    return ahead, left[::-1]


def _ordered(levels: Mapping[int, int], groups: Sequence[set[int]], links: Links) -> Rows:
    """Return the rows: nodes near the middle of those above that lead to them, groups together."""
    group_of = {i: k for k, group in enumerate(groups) for i in group}
    rows: Rows = [[] for _ in range(max(levels.values()) + 1)]
    for i in sorted(levels):
        rows[levels[i]].append(i)
    for _ in range(_SWEEPS):
        place = {i: at - len(row) / 2 for row in rows for at, i in enumerate(row)}
        for number, row in enumerate(rows):
            pull = {i: (_pull(i, number, levels, links, place), group_of[i]) for i in row}
            row.sort(key=pull.__getitem__)
            place |= {i: at - len(row) / 2 for at, i in enumerate(row)}
    return rows


def _pull(
    i: int, row: int, levels: Mapping[int, int], links: Links, place: Mapping[int, float]
) -> float:
    """Return the middle of what leads to a node from above, or to what leads to it in its row."""
    beside = {k for k in levels if levels[k] == row and i in links[k]}
    for into in ({i}, beside):
        above = [place[k] for k in levels if levels[k] < row and into & {*links[k]}]
        if above:
            return sum(above) / len(above)
    return place[i]
