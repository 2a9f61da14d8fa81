"""Exact odds over any game of the contract: what may come of a move, and what is best.

Everything walks the engine's own tree: no rule is told a second time. Positions with equal
``key()`` are merged, so a measure may look only at what the key covers (not at the log or at
counters that are no part of it). Functions that may take long have a twin that ends in ``_work``:
a generator that can be interrupted, see :mod:`pocketlib.graph`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from pocketlib.chain import Chain, DecisionProcess, chain_of, mdp_of
from pocketlib.chance import Chance, percent
from pocketlib.contract import CHANCE, Measure, Move, Seat, State
from pocketlib.graph import (
    MOST_NODES,
    Choice,
    End,
    Endless,
    Graph,
    Node,
    Work,
    explore,
    finish,
    outcome,
    solve,
)

Until: TypeAlias = Callable[[State], bool]
"""Where to stop: true for a position that is not played on."""
Policy: TypeAlias = Callable[[State], "Move | Chance[Move]"]
"""How a seat plays: a move, or a chance of moves."""
Value: TypeAlias = Callable[[State], "Fraction | int"]
"""What a position is worth where the search stops: an exact number."""
Asked: TypeAlias = "Measure | Callable[[Any], Hashable]"
Name: TypeAlias = Callable[[State], str]
"""How a position is called."""

__all__ = [
    "Best",
    "Endless",
    "Explained",
    "after",
    "after_work",
    "at_random",
    "best",
    "best_work",
    "chain",
    "explain",
    "mdp",
    "phase",
    "result",
    "winning",
]


# --- words for stopping points, players and values ---------------------------------------------


def phase(*names: str) -> Until:
    """Return the stopping point "in one of these phases"; the end of the game always stops."""
    return lambda state: state.phase in names


def never(state: State) -> bool:
    """The stopping point "at the end of the game only"."""
    return False


def at_random(state: State) -> Chance[Move]:
    """Play a uniformly random move."""
    return Chance.even(state.moves())


def winning(seat: Seat = 0) -> Value:
    """Return the value "1 if ``seat`` has won, else 0"; its mean is the chance to win.

    A seat has won when its result is above 0 and no other seat has more: a draw of 0 to 0 is not
    won, and seats that play together win together. A game that is not over counts as 0. Where the
    result is a number of points, :func:`result` says more.
    """

    def won(state: State) -> int:
        found = state.result
        return int(found is not None and 0 < found[seat] == max(found))

    return won


def result(seat: Seat = 0) -> Value:
    """Return the value "the result of ``seat``", whose mean is no chance if it can be below 0.

    A game that is not over counts as 0.
    """
    return lambda state: 0 if state.result is None else state.result[seat]


# --- how the engine's tree is walked -----------------------------------------------------------


def walking(
    end: Callable[[State], Any],
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
) -> Callable[[State], Node]:
    """Return what ``graph.explore`` asks of a position when no decision is left open.

    It ends, with ``end(position)``, where ``until`` is true, where a seat without ``policy``
    decides, and at the end of the game.
    """

    def expand(node: State) -> Node:
        mover = node.to_move
        if mover is None or (until is not None and until(node)):
            return End(end(node))
        if mover == CHANCE:
            return node.chances().map(node.after)
        plays = policy.get(mover) if isinstance(policy, Mapping) else policy
        return End(end(node)) if plays is None else _played(node, plays)

    return expand


def deciding(
    value: Value,
    until: Until = never,
    seat: Seat = 0,
    policy: Mapping[Seat, Policy] | None = None,
    start: State | None = None,
) -> Callable[[State], Node]:
    """Return what ``graph.explore`` asks of a position when seats play as well as they can.

    ``seat`` seeks the most of ``value``, the others the least; seats with a ``policy`` follow it.
    It ends where ``until`` is true (though not at ``start``) and at the end of the game.
    """
    plays = policy or {}

    def expand(node: State) -> Node:
        mover = node.to_move
        if mover is None or (node is not start and until(node)):
            return End(value(node))
        if mover == CHANCE:
            return node.chances().map(node.after)
        if mover in plays:
            return _played(node, plays[mover])
        options = [(move, node.after(move)) for move in node.moves()]
        return Choice(options, 1 if mover == seat else -1)

    return expand


def _played(node: State, plays: Policy) -> Chance[State]:
    move = plays(node)
    return move.map(node.after) if isinstance(move, Chance) else Chance.sure(node.after(move))


# --- what comes of it --------------------------------------------------------------------------


def after(
    state: State,
    move: str | None = None,
    measure: Asked | None = None,
    *,
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
) -> Chance[Any]:
    """Return the exact chance of ``measure`` after ``move`` (None: from ``state`` itself).

    It is measured at the stopping point: where ``until`` is true, where a seat must decide that
    has no ``policy`` (one for all, or one by seat), or at the end of the game. Without a measure
    the positions themselves come out. Loops are solved exactly. Raises Refusal for a bad move,
    Endless where play never stops.
    """
    return finish(after_work(state, move, measure, until=until, policy=policy))


def after_work(
    state: State,
    move: str | None = None,
    measure: Asked | None = None,
    *,
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
) -> Work[Chance[Any]]:
    """Work out what :func:`after` returns, with pauses."""
    start = state if move is None else state.after(move)
    graph = yield from explore(start, walking(_measuring(measure), until, policy))
    found = yield from outcome(graph)
    return _in_order(found)


def _measuring(measure: Asked | None) -> Callable[[State], Hashable]:
    if measure is None:
        return lambda state: state
    return measure.of if isinstance(measure, Measure) else measure


def _in_order(found: Chance[Any]) -> Chance[Any]:
    """Put numbers (and what else can be sorted) in order; leave the rest as it came."""
    try:
        return Chance(sorted(found.items()))
    except TypeError:
        return found


# --- why: the favourable outcomes --------------------------------------------------------------


class Explained(NamedTuple):
    """A chance, and the outcomes behind it.

    ``favourable`` are the outcomes at hand with their ways, after each the chance that is left
    then (1: for certain); ``total`` is the number of all ways.
    """

    probability: Fraction
    favourable: tuple[tuple[Move, int, Fraction], ...]
    total: int

    @classmethod
    def of(cls, favourable: tuple[tuple[Move, int, Fraction], ...], total: int) -> Explained:
        """Return the chance that these outcomes make together."""
        ways = sum((ways * p for _, ways, p in favourable), Fraction(0))
        return cls(ways / total, favourable, total)

    def __str__(self) -> str:
        if all(p == 1 for _, _, p in self.favourable):
            ways = sum(ways for _, ways, _ in self.favourable)
            return f"{ways} of these {self.total}: {self.probability}, {percent(self.probability)}"
        return f"{self.probability}, {percent(self.probability)}"


def explain(
    state: State,
    event: Callable[[State], object],
    *,
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
) -> Explained:
    """Return the chance of ``event`` at the stopping point, outcome by outcome of the next draw.

    ``state`` is one at which chance draws. Raises IllegalMove elsewhere.
    """
    chances = state.chances()
    favourable = []
    for move, ways in chances.items():
        true = after(state, move, lambda s: bool(event(s)), until=until, policy=policy)
        p = true.probability(True)
        if p:
            favourable.append((move, ways, p))
    return Explained.of(tuple(favourable), chances.total)


# --- best play ---------------------------------------------------------------------------------


class Best(NamedTuple):
    """What is best, and what every move is worth.

    ``moves`` are the moves at hand (or the outcomes, where chance draws), in the game's order, with
    their values; ``line`` is best play from here, as far as no chance comes between.
    """

    value: Fraction
    moves: dict[Move, Fraction]
    line: tuple[Move, ...]

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The moves with the best value, in the game's order."""
        return tuple(move for move, value in self.moves.items() if value == self.value)


def best(
    state: State,
    value: Value,
    *,
    until: Until = never,
    seat: Seat = 0,
    policy: Mapping[Seat, Policy] | None = None,
) -> Best:
    """Return the exact value of ``state`` and of each move under best play up to ``until``.

    ``seat`` seeks the most of the mean of ``value``; seats with a ``policy`` follow it, all
    others seek the least. Only for games without hidden information, or for positions in which
    nothing hidden matters. Raises Endless where best play never stops.
    """
    return finish(best_work(state, value, until=until, seat=seat, policy=policy))


def best_work(
    state: State,
    value: Value,
    *,
    until: Until = never,
    seat: Seat = 0,
    policy: Mapping[Seat, Policy] | None = None,
    most: int = MOST_NODES,
) -> Work[Best]:
    """Work out what :func:`best` returns, with pauses. Raises Endless beyond ``most`` positions."""
    graph = yield from explore(state, deciding(value, until, seat, policy, start=state), most)
    values, taken = yield from solve(graph)
    numbers = {node: i for i, node in enumerate(graph.nodes)}
    first = {m: values[numbers[state.after(m)]] for m in state.options_now()}
    return Best(values[0], first, _line(graph, taken))


_LINE_MOST: Final = 100


def _line(graph: Graph[State], taken: Mapping[int, int]) -> tuple[Move, ...]:
    line: list[Move] = []
    at = 0
    while isinstance(part := graph.parts[at], Choice) and len(line) < _LINE_MOST:
        move, at = part.options[taken[at]]
        line.append(move)
    return tuple(line)


# --- the objects behind it ---------------------------------------------------------------------

MOST_STATES: Final = 2000
"""No more states than these: nobody looks at a larger matrix."""
_LONGEST_NAME: Final = 200


def _named(state: State) -> str:
    return f"{state.phase}: {' '.join(map(str, state.words('look').split()))}"[:_LONGEST_NAME]


def chain(
    state: State,
    *,
    until: Until | None = None,
    policy: Policy | Mapping[Seat, Policy] | None = None,
    name: Name = _named,
    end: Callable[[State], Any] | None = None,
) -> Chain:
    """Return the absorbing Markov chain that starts at ``state``; a step is one draw or one move.

    It ends where ``until`` is true, where a seat without ``policy`` decides, or when the game is
    over. ``name`` names a state; ends are merged by ``end(state)`` and named by it (without it by
    ``name``). Raises Endless for more than ``MOST_STATES`` states.
    """
    ending = name if end is None else end
    expand = walking(lambda node: str(ending(node)), until, policy)
    return chain_of(finish(explore(state, expand, MOST_STATES)), name)


def mdp(
    state: State,
    value: Value,
    *,
    until: Until = never,
    seat: Seat = 0,
    policy: Mapping[Seat, Policy] | None = None,
    name: Name = _named,
) -> DecisionProcess:
    """Return the Markov decision process behind :func:`best`, which takes the same arguments.

    ``value`` is what an end pays. Raises Endless for more than ``MOST_STATES`` states.
    """
    expand = deciding(value, until, seat, policy, start=state)
    return mdp_of(finish(explore(state, expand, MOST_STATES)), name)
