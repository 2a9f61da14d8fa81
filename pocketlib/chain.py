"""The objects behind the odds: Markov chains and decision processes, with names and exact numbers.

A :class:`Chain` has named states and a transition matrix of Fractions, and can be solved step by
step; a :class:`DecisionProcess` has also actions and rewards. Of a position they are made by
``odds.chain`` and ``odds.mdp``. Both print as tables, and export as JSON or numpy arrays.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pocketlib.graph import Choice, End, Graph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Matrix: TypeAlias = list[list[Fraction]]
CHANCE: Final = "chance"
"""The only action of a state in which nobody decides."""
_SHOWN: Final = 40
"""A table shows no more states than these."""
_MATRIX: Final = 12
"""Up to so many states the table is the matrix itself."""


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

    def __str__(self) -> str:
        return _plain(*self._table())

    def _repr_html_(self) -> str:
        return _html(*self._table())

    def _table(self) -> _Table:
        """Return the transition matrix; of many states, where each one leads to."""
        names = self.names
        if len(self) <= _MATRIX:
            lines = [(name, *map(str, row)) for name, row in zip(names, self.matrix(), strict=True)]
            return ("from", *names), lines, 0
        rows = [(names[i], _leads_to(names, row)) for i, row in enumerate(self.rows)]
        return ("from", "to"), rows[:_SHOWN], len(rows) - _SHOWN


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


class DecisionProcess:
    """A Markov decision process with rewards at its ends; the start is state 0.

    ``actions[i]`` are the actions of state i (() for an end; a single one, ``CHANCE``, where
    nobody decides); ``rewards[i]`` is what is paid on reaching an end, None elsewhere;
    ``signs[i]`` is +1 where the most is sought, -1 where the least is.
    """

    def __init__(
        self,
        names: Sequence[str],
        actions: Sequence[Sequence[Action]],
        rewards: Sequence[Fraction | None],
        signs: Sequence[int],
    ) -> None:
        self.names = tuple(names)
        self.actions = tuple(tuple(a) for a in actions)
        self.rewards = tuple(rewards)
        self.signs = tuple(signs)

    def worth(self, i: int, values: Sequence[Fraction]) -> list[Fraction]:
        """Return what each action of state ``i`` is worth if the states are worth ``values``."""
        return [sum((p * values[j] for j, p in a.to.items()), Fraction(0)) for a in self.actions[i]]

    def backup(self, values: Sequence[Fraction]) -> list[Fraction]:
        """Return the values one step better: every state takes its best action (Bellman 1957).

        An end has its reward. Begun with any values and done again and again, this comes as close
        as one likes to those of best play, if that always ends.
        """
        found = []
        for i, reward in enumerate(self.rewards):
            sign = self.signs[i]
            best = max((sign * x for x in self.worth(i, values)), default=Fraction(0))
            found.append(sign * best if reward is None else reward)
        return found

    def to_numpy(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return probabilities (actions, states, states) and rewards (actions, states) as floats.

        Actions are those of each state by their places. One that a state does not have stays where
        it is and pays minus infinity (plus infinity where the least is sought), an end stays for
        nothing: the mean reward of an action is paid when it is taken.
        """
        import numpy as np

        size, most = len(self), max((1, *map(len, self.actions)))
        moves = np.zeros((most, size, size))
        paid = np.zeros((most, size))
        for i, options in enumerate(self.actions):
            moves[:, i, i] = 1
            if options:
                paid[len(options) :, i] = -self.signs[i] * np.inf
            for k, action in enumerate(options):
                moves[k, i, i] = 0
                for j, p in action.to.items():
                    moves[k, i, j] = float(p)
                    paid[k, i] += float(p * (self.rewards[j] or 0))
        return moves, paid

    def to_json(self) -> str:
        """Return the process as JSON; exact numbers are texts like "1/36"."""
        actions = [
            [{"name": a.name, "to": {str(j): str(p) for j, p in a.to.items()}} for a in options]
            for options in self.actions
        ]
        rewards = [None if v is None else str(v) for v in self.rewards]
        found = {"names": self.names, "actions": actions, "rewards": rewards, "signs": self.signs}
        return json.dumps(found)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<decision process of {len(self)} states>"

    def __str__(self) -> str:
        return _plain(*self._table())

    def _repr_html_(self) -> str:
        return _html(*self._table())

    def _table(self) -> _Table:
        rows: list[tuple[str, ...]] = []
        for i in range(min(len(self), _SHOWN)):
            rows += self._lines(i)
        return ("state", "action", "to, or reward"), rows, len(self) - _SHOWN

    def _lines(self, i: int) -> Iterator[tuple[str, ...]]:
        if self.rewards[i] is not None:
            yield self.names[i], "end", str(self.rewards[i])
        for action in self.actions[i]:
            yield self.names[i], action.name, _leads_to(self.names, action.to)


def mdp_of(graph: Graph[Any], name: Callable[[Any], str] = str) -> DecisionProcess:
    """Return the decision process of a graph; the value of an end is its reward."""
    actions: list[list[Action]] = []
    for part in graph.parts:
        if isinstance(part, End):
            actions.append([])
        elif isinstance(part, Choice):
            actions.append([Action(str(m), {j: Fraction(1)}) for m, j in part.options])
        else:
            to = {j: Fraction(weight, part.total) for j, weight in part.edges}
            actions.append([Action(CHANCE, to)])
    return DecisionProcess(
        [name(node) for node in graph.nodes],
        actions,
        [Fraction(part.value) if isinstance(part, End) else None for part in graph.parts],
        [part.sign if isinstance(part, Choice) else 1 for part in graph.parts],
    )


# --- tables ------------------------------------------------------------------------------------

_Table: TypeAlias = tuple[Sequence[str], Sequence[Sequence[str]], int]
"""The heads of the columns, the rows, and how many more states there are."""


def _leads_to(names: Sequence[str], row: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{names[j]}: {p}" for j, p in row.items())


def _more(states: int) -> str:
    return f"and {states} more states" if states > 0 else ""


def _plain(heads: Sequence[str], rows: Sequence[Sequence[str]], more: int) -> str:
    wide = [max(map(len, texts)) for texts in zip(heads, *rows, strict=True)]
    lines = (
        "  ".join(text.ljust(room) for text, room in zip(row, wide, strict=True)).rstrip()
        for row in (heads, *rows)
    )
    return "\n".join((*lines, *filter(None, [_more(more)])))


def _html(heads: Sequence[str], rows: Sequence[Sequence[str]], more: int) -> str:
    from html import escape  # notebooks only

    def cells(texts: Iterable[str]) -> str:
        return "".join(f'<td style="text-align:left">{escape(text)}</td>' for text in texts)

    head = "".join(f'<th scope="col" style="text-align:left">{escape(h)}</th>' for h in heads)
    body = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(first)}</th>{cells(rest)}</tr>'
        for first, *rest in rows
    )
    rest = f"<p>{_more(more)}</p>" if _more(more) else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"
