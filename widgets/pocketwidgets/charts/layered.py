"""Where the states of a small graph stand: in rows, so that arrows lead downwards as far as may be.

States that lead round to one another (the two sides of a duel that both miss) stand side by side
where there is room, else below one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

Links: TypeAlias = Sequence[Sequence[int]]
"""For each node the nodes it leads to."""
Rows: TypeAlias = list[list[int]]
_SIDE_BY_SIDE: Final = 2
"""Larger groups are spread over rows, too."""
_SWEEPS: Final = 4


def rows_of(links: Links, most: int) -> Rows | None:
    """Return the nodes row by row, at most ``most`` beside one another; None if they don't fit."""
    groups = _groups(links)
    single = [{i} for i in range(len(links))]
    for grouped in (groups, single) if max(map(len, groups)) <= _SIDE_BY_SIDE else (single,):
        rows = _ordered(_levels(links, grouped), links)
        if max(map(len, rows)) <= most:
            return rows
    return None


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


def _levels(links: Links, groups: Sequence[set[int]]) -> Mapping[int, int]:
    """Return the level of each node: the length of the longest way to its group.

    Arrows to a group on the way that one came lead back, and don't count.
    """
    group_of = {i: k for k, group in enumerate(groups) for i in group}
    level = [0] * len(groups)
    ahead: list[list[int]] = [[] for _ in groups]
    order: list[int] = []
    state: dict[int, str] = {}

    def visit(k: int) -> None:
        state[k] = "open"
        for other in [group_of[j] for i in sorted(groups[k]) for j in links[i]]:
            if state.get(other) != "open":
                ahead[k].append(other)
                if other not in state:
                    visit(other)
        state[k] = "done"
        order.append(k)

    for k in range(len(groups)):
        if k not in state:
            visit(k)
    for k in reversed(order):
        for other in ahead[k]:
            level[other] = max(level[other], level[k] + 1)
    return {i: level[k] for i, k in group_of.items()}


def _ordered(levels: Mapping[int, int], links: Links) -> Rows:
    """Return the rows, each node near the middle of those above it that lead to it."""
    rows: Rows = [[] for _ in range(max(levels.values()) + 1)]
    for i in sorted(levels):
        rows[levels[i]].append(i)
    for _ in range(_SWEEPS):
        place = {i: at - len(row) / 2 for row in rows for at, i in enumerate(row)}
        for number, row in enumerate(rows):
            pull = {i: _pull(i, number, levels, links, place) for i in row}
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
