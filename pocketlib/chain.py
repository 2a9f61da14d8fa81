"""The objects behind the odds: Markov chains and decision processes, with names and exact numbers.

A :class:`Chain` has named states and a transition matrix of Fractions, and can be solved step by
step; a :class:`Process` has also actions and values at the end. Both are made from a position by
:func:`chain` and :func:`process`, print as tables, and export as JSON or numpy arrays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pocketlib.contract import Seat, State
from pocketlib.graph import Choice, End, Graph, explore, finish
from pocketlib.odds import Policy, Until, Value, deciding, never, walking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Matrix: TypeAlias = list[list[Fraction]]
Name: TypeAlias = Callable[[State], str]

MOST_STATES: Final = 2000
"""No more states than these: nobody looks at a larger matrix."""
_SHOWN: Final = 40


def _named(state: State) -> str:
    return f"{state.phase}: {' '.join(map(str, state.words('look').split()))}"[:200]


# --- chains ------------------------------------------------------------------------------------


class Chain:
    """An absorbing Markov chain. Its transient states come first, the start is state 0.

    ``names`` are the names of all states; ``transient`` is the number of states that are left
    again; ``rows[i]`` are the transition probabilities of a transient state, by number.
    """

    def __init__(
        self, names: Sequence[str], transient: int, rows: Sequence[Mapping[int, Fraction]]
    ) -> None:
        self.names = tuple(names)
        self.transient = transient
        self.rows = tuple(dict(row) for row in rows)

    @property
    def absorbing(self) -> tuple[str, ...]:
        """The names of the states in which the chain ends."""
        return self.names[self.transient :]

    def matrix(self) -> Matrix:
        """Return the whole transition matrix; rows and columns as in ``names``."""
        size = len(self.names)
        found = [[Fraction(0)] * size for _ in range(size)]
        for i in range(size):
            for j, p in self.rows[i].items() if i < self.transient else [(i, Fraction(1))]:
                found[i][j] = p
        return found

    def fundamental(self) -> Matrix:
        """Return N = (I - Q)^-1: how often, on average, each transient state is visited.

        Q is the part of the matrix among transient states (Kemeny and Snell 1960).
        """
        size = self.transient
        left = [
            [Fraction(i == j) - self.rows[i].get(j, Fraction(0)) for j in range(size)]
            for i in range(size)
        ]
        return _solved(left, [[Fraction(i == j) for j in range(size)] for i in range(size)])

    def absorption(self) -> Matrix:
        """Return B = N R: row i, column k is the chance to end in ``absorbing[k]`` from i."""
        size = self.transient
        left = [
            [Fraction(i == j) - self.rows[i].get(j, Fraction(0)) for j in range(size)]
            for i in range(size)
        ]
        ends = range(size, len(self.names))
        return _solved(left, [[row.get(k, Fraction(0)) for k in ends] for row in self.rows])

    def steps(self) -> list[Fraction]:
        """Return the mean number of steps until the chain ends, by transient state."""
        return [sum(row, Fraction(0)) for row in self.fundamental()]

    def to_numpy(self) -> NDArray[np.float64]:
        """Return the transition matrix as an array of floats, shape (states, states)."""
        import numpy as np

        return np.array([[float(p) for p in row] for row in self.matrix()])

    def to_json(self) -> str:
        """Return names and transitions as JSON; probabilities are texts like "1/36"."""
        rows = [{str(j): str(p) for j, p in row.items()} for row in self.rows]
        return json.dumps({"names": self.names, "transient": self.transient, "rows": rows})

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        ends = len(self.names) - self.transient
        return f"<chain of {self.transient} transient and {ends} absorbing states>"

    def _repr_html_(self) -> str:
        from html import escape  # notebooks only

        lines = [
            f'<tr><th scope="row" style="text-align:left">{escape(self.names[i])}</th>'
            f'<td style="text-align:left">'
            + ", ".join(f"{escape(self.names[j])}: {p}" for j, p in row.items())
            + "</td></tr>"
            for i, row in enumerate(self.rows[:_SHOWN])
        ]
        more = self.transient - _SHOWN
        rest = f"<p>and {more} more states</p>" if more > 0 else ""
        head = '<tr><th scope="col">from</th><th scope="col">to</th></tr>'
        return f"<table>{head}{''.join(lines)}</table>{rest}"


def _solved(left: Matrix, right: Matrix) -> Matrix:
    """Return X with left X = right, by Gauss and Jordan; ``left`` is changed.

    Raises ValueError if a state is never left (then ``left`` has no inverse).
    """
    size = len(left)
    for k in range(size):
        pivot = next((i for i in range(k, size) if left[i][k]), None)
        if pivot is None:
            raise ValueError("a loop is never left, so this chain has no end")
        left[k], left[pivot] = left[pivot], left[k]
        right[k], right[pivot] = right[pivot], right[k]
        scale = 1 / left[k][k]
        left[k] = [x * scale for x in left[k]]
        right[k] = [x * scale for x in right[k]]
        for i in range(size):
            factor = left[i][k]
            if i != k and factor:
                for side in (left, right):
                    side[i] = [a - factor * b for a, b in zip(side[i], side[k], strict=True)]
    return right


def chain(
    state: State,
    *,
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
    name: Name = _named,
    end: Callable[[State], Any] | None = None,
) -> Chain:
    """Return the chain that starts at ``state``; a step is one draw or one move.

    It ends where ``until`` is true, where a seat without ``policy`` decides, or when the game is
    over. ``name`` names a state; ends are merged by ``end(state)`` and named by it (without it by
    ``name``). Raises Endless for more than ``MOST_STATES`` states.
    """
    ending = name if end is None else end
    expand = walking(lambda node: str(ending(node)), until, policy)
    return chain_of(finish(explore(state, expand, MOST_STATES)), name)


def chain_of(graph: Graph[Any], name: Callable[[Any], str] = str) -> Chain:
    """Return the chain of a graph without choices; ends with equal values are one state."""
    inner = [i for i, part in enumerate(graph.parts) if not isinstance(part, End)]
    place = {i: at for at, i in enumerate(inner)}
    names = [str(name(graph.nodes[i])) for i in inner]
    ends: dict[Any, int] = {}
    for i, part in enumerate(graph.parts):
        if isinstance(part, End):
            place[i] = ends.setdefault(part.value, len(inner) + len(ends))
    rows = []
    for i in inner:
        part = graph.parts[i]
        if isinstance(part, Choice | End):
            raise ValueError("a chain has no choices; a policy is needed")
        row: dict[int, Fraction] = {}
        for j, weight in part.edges:
            row[place[j]] = row.get(place[j], Fraction(0)) + Fraction(weight, part.total)
        rows.append(row)
    return Chain([*names, *map(str, ends)], len(inner), rows)


# --- decision processes ------------------------------------------------------------------------


class Action(NamedTuple):
    """What may be done in a state, and where it leads: probabilities by number of the state."""

    name: str
    to: dict[int, Fraction]


class Process:
    """A Markov decision process with values at its ends; the start is state 0.

    ``actions[i]`` are the actions of state i (() for an end; a single one, "chance", where
    nobody decides); ``values[i]`` is the value of an end, None elsewhere; ``signs[i]`` is +1
    where the most is sought, -1 where the least is.
    """

    def __init__(
        self,
        names: Sequence[str],
        actions: Sequence[Sequence[Action]],
        values: Sequence[Fraction | None],
        signs: Sequence[int],
    ) -> None:
        self.names = tuple(names)
        self.actions = tuple(tuple(a) for a in actions)
        self.values = tuple(values)
        self.signs = tuple(signs)

    def to_json(self) -> str:
        """Return the process as JSON; exact numbers are texts like "1/36"."""
        actions = [
            [{"name": a.name, "to": {str(j): str(p) for j, p in a.to.items()}} for a in options]
            for options in self.actions
        ]
        values = [None if v is None else str(v) for v in self.values]
        found = {"names": self.names, "actions": actions, "values": values, "signs": self.signs}
        return json.dumps(found)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<decision process of {len(self.names)} states>"


def process(
    state: State,
    value: Value,
    *,
    until: Until | None = None,
    seat: Seat = 0,
    name: Name = _named,
) -> Process:
    """Return the decision process behind best play from ``state`` up to ``until``.

    Raises Endless for more than ``MOST_STATES`` states.
    """
    expand = deciding(lambda node: Fraction(value(node)), until or never, seat)
    graph = finish(explore(state, expand, MOST_STATES))
    actions: list[list[Action]] = []
    for part in graph.parts:
        if isinstance(part, End):
            actions.append([])
        elif isinstance(part, Choice):
            actions.append([Action(str(m), {j: Fraction(1)}) for m, j in part.options])
        else:
            to = {j: Fraction(weight, part.total) for j, weight in part.edges}
            actions.append([Action("chance", to)])
    return Process(
        [name(node) for node in graph.nodes],
        actions,
        [part.value if isinstance(part, End) else None for part in graph.parts],
        [part.sign if isinstance(part, Choice) else 1 for part in graph.parts],
    )
