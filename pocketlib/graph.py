"""Trees of chance and choice as graphs, solved exactly, loops included.

A node is anything hashable. ``expand(node)`` says what it is: a :class:`~pocketlib.chance.Chance`
over nodes, a :class:`Choice` among nodes, or an :class:`End` with a value. Equal nodes are merged,
so a loop is a loop and is solved as one: by elimination (state reduction), in Fractions, never by
cutting it off at a depth.

What may take long is a generator: it yields the number of nodes done so far, at least every 20
milliseconds, and returns its result; :func:`finish` runs it through.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import lcm
from time import perf_counter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from pocketlib.chance import Chance

N = TypeVar("N", bound=Hashable)
R = TypeVar("R")

PAUSE: Final = 0.015
"""Seconds of work between two yields of a generator."""
MOST_NODES: Final = 2_000_000


class Choice(NamedTuple):
    """A decision: (label, node) for each option; ``sign`` +1 seeks the most, -1 the least."""

    options: Sequence[tuple[Any, Any]]
    sign: int = 1


class End(NamedTuple):
    """Where a tree stops, and what it is worth or what came out."""

    value: Any


Node: TypeAlias = "Chance[Any] | Choice | End"
Work: TypeAlias = Generator[int, None, R]
"""Work that can be interrupted between two yields."""


class Progress(int):
    """How far work has come, where it is known how much there is in all: ``total``."""

    total: int

    def __new__(cls, done: int, total: int) -> Progress:
        """Make the number ``done`` of ``total``."""
        self = super().__new__(cls, done)
        self.total = total
        return self


def how_far(number: int) -> str:
    """Return in words what work yielded: a share of it, or how many positions so far."""
    if isinstance(number, Progress):
        return f"{100 * number // max(number.total, 1)} %"
    return f"{number:,} positions so far"


class Endless(ValueError):
    """A loop that is never left has no value; or there is more than can be searched."""


def finish(work: Work[R]) -> R:
    """Run ``work`` through and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: R = done.value
            return result


class Graph(Generic[N]):
    """All nodes that can be reached from a start. Node 0 is the start.

    ``parts[i]`` is what node i is, with the numbers of nodes instead of nodes: a list of
    (number, weight) and their total, a Choice, or an End. ``groups`` are the strongly connected
    groups of nodes; whatever a group leads to comes before it.
    """

    def __init__(self) -> None:
        self.nodes: list[N] = []
        self.parts: list[_Draw | Choice | End] = []
        self.groups: list[list[int]] = []

    def successors(self, i: int) -> list[int]:
        """Return the numbers of the nodes that node ``i`` leads to."""
        part = self.parts[i]
        if isinstance(part, End):
            return []
        if isinstance(part, Choice):
            return [j for _, j in part.options]
        return [j for j, _ in part.edges]


class _Draw(NamedTuple):
    edges: list[tuple[int, int]]
    total: int


def explore(start: N, expand: Callable[[N], Node], most: int = MOST_NODES) -> Work[Graph[N]]:
    """Return the graph of all that can follow ``start``. Raises Endless beyond ``most`` nodes."""
    graph: Graph[N] = Graph()
    number: dict[N, int] = {start: 0}
    graph.nodes.append(start)
    pause = Pause()
    done = 0
    while done < len(graph.nodes):
        part = expand(graph.nodes[done])
        if isinstance(part, End):
            graph.parts.append(part)
        else:
            weighed = part.items() if isinstance(part, Chance) else part.options
            edges: list[tuple[Any, Any]] = []
            for a, b in weighed:
                node: Any
                node, beside = (a, b) if isinstance(part, Chance) else (b, a)
                found = number.setdefault(node, len(graph.nodes))
                if found == len(graph.nodes):
                    graph.nodes.append(node)
                edges.append((found, beside))
            if isinstance(part, Chance):
                graph.parts.append(_Draw(edges, part.total))
            else:
                graph.parts.append(Choice([(label, j) for j, label in edges], part.sign))
        done += 1
        if len(graph.nodes) > most:
            raise Endless(
                f"more than {most} positions can follow from here; stop earlier, and see whether "
                "some number in a position can grow for ever"
            )
        if pause.due():
            yield done
    graph.groups = _strongly_connected(graph)
    return graph


class Pause:
    """Says when a generator should yield: ``due()`` is true every ``PAUSE`` seconds."""

    def __init__(self) -> None:
        self._last = perf_counter()

    def due(self) -> bool:
        """Has it been that long since this was true?"""
        now = perf_counter()
        if now - self._last < PAUSE:
            return False
        self._last = now
        return True


def _strongly_connected(graph: Graph[Any]) -> list[list[int]]:
    """Return the groups, those that others lead to first (Tarjan 1972)."""
    size = len(graph.nodes)
    order = [-1] * size
    low = [0] * size
    on_stack = [False] * size
    stack: list[int] = []
    groups: list[list[int]] = []
    counter = 0
    for root in range(size):
        if order[root] >= 0:
            continue
        order[root] = low[root] = counter
        counter += 1
        stack.append(root)
        on_stack[root] = True
        path = [(root, iter(graph.successors(root)))]
        while path:
            i, rest = path[-1]
            for j in rest:
                if order[j] < 0:
                    order[j] = low[j] = counter
                    counter += 1
                    stack.append(j)
                    on_stack[j] = True
                    path.append((j, iter(graph.successors(j))))
                    break
                if on_stack[j]:
                    low[i] = min(low[i], order[j])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[i])
                if low[i] == order[i]:
                    group: list[int] = []
                    while not group or group[-1] != i:
                        group.append(stack.pop())
                        on_stack[group[-1]] = False
                    groups.append(group)
    return groups


def _loops(graph: Graph[Any], group: list[int]) -> bool:
    return len(group) > 1 or group[0] in graph.successors(group[0])


# --- what comes out, under a policy ------------------------------------------------------------


def outcome(graph: Graph[N], policy: Mapping[int, int] | None = None) -> Work[Chance[Any]]:
    """Return the exact chance of the values of the ends.

    ``policy`` is the place of the option taken, by the number of the choice; it is needed for
    every choice that can be reached. Raises Endless if a loop is never left.
    """
    policy = policy or {}
    mass: dict[int, tuple[int, int]] = {0: (1, 1)}
    found: dict[Any, tuple[int, int]] = {}
    pause = Pause()
    for done, group in enumerate(reversed(graph.groups)):
        if not any(i in mass for i in group):
            continue
        if _loops(graph, group):
            _leave(graph, group, policy, mass)
        else:
            part = graph.parts[group[0]]
            n, d = mass.pop(group[0])
            if isinstance(part, End):
                found[part.value] = _plus(found.get(part.value), (n, d))
            elif isinstance(part, Choice):
                j = part.options[policy[group[0]]][1]
                mass[j] = _plus(mass.get(j), (n, d))
            else:
                for j, weight in part.edges:
                    mass[j] = _plus(mass.get(j), (n * weight, d * part.total))
        if pause.due():
            yield done
    total = lcm(*(d for _, d in found.values()))
    return Chance((value, n * (total // d)) for value, (n, d) in found.items())


def _plus(a: tuple[int, int] | None, b: tuple[int, int]) -> tuple[int, int]:
    """Add two fractions that mostly have the same denominator; reducing them can wait."""
    if a is None:
        return b
    if a[1] == b[1]:
        return a[0] + b[0], a[1]
    total = lcm(a[1], b[1])
    return a[0] * (total // a[1]) + b[0] * (total // b[1]), total


def _leave(
    graph: Graph[Any],
    group: list[int],
    policy: Mapping[int, int],
    mass: dict[int, tuple[int, int]],
) -> None:
    """Carry the mass that came into a group of loops out of it."""
    inside = set(group)
    rows = {i: _row(graph.parts[i], policy.get(i)) for i in group}
    weight = {i: Fraction(*mass.pop(i)) for i in group if i in mass}
    reached = _reached(rows, weight)
    rows = {i: row for i, row in rows.items() if i in reached}
    out: dict[int, Fraction] = {}
    for i, row in _eliminated(rows):
        mine = weight.pop(i, None)
        if mine is not None:
            for j, p in row.items():
                to = weight if j in inside else out
                to[j] = to.get(j, Fraction(0)) + mine * p
    for j, amount in out.items():
        mass[j] = _plus(mass.get(j), (amount.numerator, amount.denominator))


def _reached(rows: Mapping[int, Mapping[int, Fraction]], start: Mapping[int, Any]) -> set[int]:
    found = set(start)
    waiting = list(found)
    while waiting:
        for j in rows[waiting.pop()]:
            if j in rows and j not in found:
                found.add(j)
                waiting.append(j)
    return found


def _row(part: _Draw | Choice | End, taken: int | None) -> dict[int, Fraction]:
    if isinstance(part, _Draw):
        return {j: Fraction(weight, part.total) for j, weight in part.edges}
    if isinstance(part, Choice) and taken is not None:
        return {part.options[taken][1]: Fraction(1)}
    raise Endless("a loop of decisions needs a policy for each of them")


def _eliminated(
    rows: dict[int, dict[int, Fraction]],
) -> list[tuple[int, dict[int, Fraction]]]:
    """Take the nodes out of a group one by one; return each with the row it had then.

    When a node goes, what leads to it leads to where it would have gone on: state reduction
    (Grassmann, Taksar, Heyman 1985). A row names only nodes that go later, or others. Those with
    few neighbours go first, which keeps the rows short.
    """
    into: dict[int, set[int]] = {i: set() for i in rows}
    for i, row in rows.items():
        for j in row:
            if j in into:
                into[j].add(i)
    heap = [(len(into[i]) * len(rows[i]), i) for i in rows]
    heapify(heap)
    gone: list[tuple[int, dict[int, Fraction]]] = []
    while heap:
        cost, i = heappop(heap)
        now = len(into[i]) * len(rows[i])
        if now > cost:
            heappush(heap, (now, i))
            continue
        row = rows.pop(i)
        stay = row.pop(i, None)
        if stay is not None:
            if stay == 1:
                raise Endless("a loop is never left, so nothing comes of it")
            row = {j: p / (1 - stay) for j, p in row.items()}
        for j in row:
            if j in into:
                into[j].discard(i)
        for k in into.pop(i):
            if k == i:
                continue
            above = rows[k]
            share = above.pop(i)
            for j, p in row.items():
                if j in above:
                    above[j] += share * p
                else:
                    above[j] = share * p
                    if j in into:
                        into[j].add(k)
        gone.append((i, row))
    return gone


# --- best play ---------------------------------------------------------------------------------


class Solved(NamedTuple):
    """Exact values by node, and the option (its place) that each choice takes."""

    values: list[Fraction]
    policy: dict[int, int]


def solve(graph: Graph[N], worth: Callable[[Any], Any] | None = None) -> Work[Solved]:
    """Return the value of every node under best play.

    An end is worth ``worth(value)``, an exact number (its value itself, if nothing is said).

    Loops are solved by policy iteration (Howard 1960): a first policy from rough values, then
    exact evaluation and exact improvement until nothing improves. Of equally good options the
    first is taken. Raises Endless if best play never ends.
    """
    values: list[Fraction] = [Fraction(0)] * len(graph.nodes)
    policy: dict[int, int] = {}
    pause = Pause()
    for done, group in enumerate(graph.groups):
        if _loops(graph, group):
            yield from _solve_loop(graph, group, values, policy)
        else:
            i = group[0]
            part = graph.parts[i]
            if isinstance(part, End):
                values[i] = _exact(part.value if worth is None else worth(part.value))
            elif isinstance(part, Choice):
                policy[i] = _best_place(part, values)
                values[i] = values[part.options[policy[i]][1]]
            else:
                values[i] = _average(part, values)
        if pause.due():
            yield done
    return Solved(values, policy)


def _exact(value: Any) -> Fraction:
    if not isinstance(value, int | Fraction):
        raise TypeError(f"{value!r} is no exact number; an int or a Fraction was expected")
    return Fraction(value)


def _average(part: _Draw, values: Sequence[Fraction]) -> Fraction:
    shared = lcm(*(values[j].denominator for j, _ in part.edges))
    ways = sum(
        weight * values[j].numerator * (shared // values[j].denominator) for j, weight in part.edges
    )
    return Fraction(ways, shared * part.total)


def _best_place(part: Choice, values: Sequence[Any]) -> int:
    """Return the place of the best option, the first among equals."""
    worth = [part.sign * values[j] for _, j in part.options]
    return worth.index(max(worth))


def _solve_loop(
    graph: Graph[Any], group: list[int], values: list[Fraction], policy: dict[int, int]
) -> Work[None]:
    yield from _rough(graph, group, values, policy)
    while True:
        rows = {i: _row(graph.parts[i], policy.get(i)) for i in group}
        for i, row in reversed(_eliminated(rows)):
            values[i] = sum((p * values[j] for j, p in row.items()), Fraction(0))
        yield len(group)
        if not _improved(graph, group, values, policy):
            return


def _improved(
    graph: Graph[Any], group: list[int], values: Sequence[Fraction], policy: dict[int, int]
) -> bool:
    """Switch every choice to an option that is truly better; were there any?"""
    switched = False
    for i in group:
        part = graph.parts[i]
        if isinstance(part, Choice):
            best = _best_place(part, values)
            now = part.options[policy[i]][1]
            if part.sign * values[part.options[best][1]] > part.sign * values[now]:
                policy[i] = best
                switched = True
    return switched


_SWEEPS: Final = 2000
_CLOSE: Final = 1e-12


def _rough(
    graph: Graph[Any], group: list[int], exact: Sequence[Fraction], policy: dict[int, int]
) -> Work[None]:
    """Find a good first policy by value iteration in floats; it need not be exact."""
    inside = set(group)
    rough = {j: float(exact[j]) for i in group for j in graph.successors(i) if j not in inside}
    middle = sum(rough.values()) / len(rough) if rough else 0.0
    rough |= dict.fromkeys(group, middle)
    pause = Pause()
    for sweep in range(_SWEEPS):
        most = 0.0
        for i in group:
            part = graph.parts[i]
            if isinstance(part, Choice):
                new = part.sign * max(part.sign * rough[j] for _, j in part.options)
            elif isinstance(part, _Draw):
                new = sum(w * rough[j] for j, w in part.edges) / part.total
            else:
                raise AssertionError("an end is in no loop")
            most = max(most, abs(new - rough[i]))
            rough[i] = new
            if pause.due():
                yield sweep
        if most < _CLOSE:
            break
    for i in group:
        part = graph.parts[i]
        if isinstance(part, Choice):
            worth = [part.sign * rough[j] for _, j in part.options]
            # among equals one that leaves the loop, so that nothing goes round for ever
            top = max(worth) - 10 * _CLOSE
            good = [place for place, x in enumerate(worth) if x >= top]
            leaving = [place for place in good if part.options[place][1] not in inside]
            policy[i] = (leaving or good)[0]
