"""One block of the Final Battle: positions that can lead to each other, solved between two bounds.

A block holds all positions with the same strengths on the same enemies, whatever their order, the
own strengths and the effects. Once an enemy is weaker, it never comes back, so that blocks are
worked out one after the other.

Within a block two sequences of bounds are iterated, one from 0 upwards and one from 1 downwards
(interval value iteration, Haddad and Monmege 2018). Let T be a round of best play: the enemy's
turn, then the player's. The chance to win under best play is a fixed point of T, and T keeps
order; so what is below it stays below, and what is above it stays above, however often T is
applied.

What is guaranteed for every position: ``low <= chance to win under best play <= high``, and
``high - low <= TOLERANCE``. Rounding is included: each application of T in floats moves low down
and high up by more than its largest possible rounding error (see :func:`rounding`), and a block is
computed from the bounds, not from values, of those that follow it. Bounds that don't come that
close are an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pocketlib.games.landship.battle.turns import (
    AfterTurn,
    BeforeRoll,
    Effects,
    Front,
    Menu,
    Own,
    PlayerTurns,
    enemy_turn,
)
from pocketlib.games.landship.table import Kit
from pocketlib.graph import Work

Floats: TypeAlias = "NDArray[np.float64]"
Ints: TypeAlias = "NDArray[np.intp]"

TOLERANCE: Final = 1e-9
_SETTLED: Final = 1e-13
"""Bounds that move less than this in a sweep have settled."""


# --- rounding ----------------------------------------------------------------------------------


def rounding(terms: int, means: int) -> float:
    """Return more than the rounding error of a weighted mean of ``terms`` means of means.

    The numbers lie between 0 and 1, the weights sum to 1. A mean of n numbers is off by less than
    (n + 3) u / (1 - (n + 3) u), u = 2 ** -53, in whatever order it is summed (Higham, Accuracy and
    Stability, 2002, section 3.1; the 3 are for the weights). The errors of means of means add up;
    ``means`` is how many follow each other below, each of 6 numbers at most. A maximum adds none.
    Twice the sum is more than enough.
    """
    return 2 * (terms + 3 + 9 * means) * 2.0**-53


def widened(bounds: Floats, by: float) -> Floats:
    """Move low down and high up, within 0 and 1; the array is changed and returned."""
    pairs = bounds.reshape(-1, 2)
    pairs[:, 0] = np.maximum(pairs[:, 0] - by, 0.0)
    pairs[:, 1] = np.minimum(pairs[:, 1] + by, 1.0)
    return bounds


# --- the enemy's half of a round ---------------------------------------------------------------


class EnemyTurn:
    """What the enemy's turn leads to from a front, for all effects and own strengths.

    Entry i leads from ``start[i]`` (effects, support, hull, weapon, as one number) to
    ``kinds[kind[i]]`` with hull and weapon ``own[i]`` (as one number), with chance ``p[i]``. Rolls
    that lose the game are left out. ``most`` is the largest number of entries of a start.
    """

    def __init__(self, kinds: Sequence[BeforeRoll], entries: Sequence[_Entry], most: int) -> None:
        self.kinds = kinds
        self.most = most
        self.start: Ints = np.array([entry.start for entry in entries], dtype=np.intp)
        self.kind: Ints = np.array([entry.kind for entry in entries], dtype=np.intp)
        self.own: Ints = np.array([entry.own for entry in entries], dtype=np.intp)
        self.p: Floats = np.array([entry.p for entry in entries], dtype=np.float64)


class _Entry(NamedTuple):
    start: int
    kind: int
    own: int
    p: float


def enemy_turns_work(
    kit: Kit, front: Front, effects: Iterable[Effects], own: Own
) -> Work[EnemyTurn]:
    """Return the enemy's turn from ``front`` for these effects and own strengths up to ``own``."""
    hull, weapon, support = own
    numbers: dict[BeforeRoll, int] = {}
    entries: list[_Entry] = []
    total = 6 ** len(front)
    strengths = (range(support + 1), range(1, hull + 1), range(1, weapon + 1))
    most = 0
    for start, (effect, s, h, w) in enumerate(product(effects, *strengths)):
        hits = enemy_turn(kit, front, (h, w, s), effect)
        for hit, ways in hits.items():
            kind = numbers.setdefault(hit.then, len(numbers))
            to = (hit.hull - 1) * weapon + hit.weapon - 1
            entries.append(_Entry(start, kind, to, ways / total))
        most = max(most, len(hits))
        yield start
    return EnemyTurn(list(numbers), entries, most)


# --- weighted means and best choices of rows ---------------------------------------------------


class _Means:
    """Weighted means of rows of a matrix; each mean maps rows to weights."""

    def __init__(self, means: Sequence[Mapping[int, float]]) -> None:
        self._rows: Ints = np.array([row for mean in means for row in mean], dtype=np.intp)
        weights = [weight for mean in means for weight in mean.values()]
        self._weights: Floats = np.array(weights, dtype=np.float64)[:, None]
        self._starts = np.cumsum([0, *map(len, means[:-1])]) if means else None

    def of(self, matrix: Floats) -> Floats:
        """Return the means, one a row."""
        if self._starts is None:
            return matrix[:0]
        found: Floats = np.add.reduceat(self._weights * matrix[self._rows], self._starts)
        return found


class _Level(NamedTuple):
    """Menus of one depth, and the averages that stand in them: consecutive rows of the pool."""

    averages: slice
    means: _Means
    menus: slice
    outside: Floats
    """By menu: the best of what leads out of the block."""
    rows: Ints
    """The rows among which the menus choose, one menu after the other."""
    starts: Ints

    def fill(self, pool: Floats) -> None:
        """Work out these rows of the pool from those before them."""
        pool[self.averages] = self.means.of(pool)
        best = np.maximum.reduceat(pool[self.rows], self.starts)
        np.maximum(self.outside, best, out=pool[self.menus])


class Given(NamedTuple):
    """What a block is made from."""

    turns: PlayerTurns
    fronts: Sequence[Front]
    effects: Mapping[Effects, int]
    own: Own
    enemy: Callable[[Front], Work[EnemyTurn]]
    rolled: Callable[[BeforeRoll], Work[Floats]]
    """The bounds of other blocks where the player rolls."""
    end: Callable[[int], Floats]
    """The bounds of other blocks at an end of the player's turn, by its number."""


class Block:
    """A block while it is worked out; then ``bounds`` has a row (low, high) for each position.

    The positions go by order, effects, support, hull, weapon. The rows of the pool are vectors
    over hull and weapon, low and high: first the positions, then averages and menus by depth.
    """

    def __init__(self, given: Given) -> None:
        self._given = given
        self._turns = given.turns
        self._inside = {front: i for i, front in enumerate(given.fronts)}
        hull, weapon, support = given.own
        self._size = hull * weapon
        self._supports = support + 1
        self._per_front = len(given.effects) * self._supports
        self._positions = len(given.fronts) * self._per_front
        self._rolls: dict[BeforeRoll, int] = {}
        self._rows: dict[int, int] = {}
        self._best_outside: dict[tuple[int, ...], Floats] = {}
        self.bounds: Floats = np.zeros((self._positions * self._size, 2))

    def work(self) -> Iterator[int]:
        """Find the bounds, with pauses. Raises ArithmeticError if they don't meet."""
        yield from self._lay_out_enemy()
        # with a hazard in front, every enemy turn advances its cube (LS-30); nothing else changes
        assert not (self._rolls and self._outside.any()), "some enemy turns leave the block"
        if self._rolls:
            yield from self._lay_out_player()
            yield from self._iterate()
        else:
            self.bounds = widened(self._outside, rounding(self._most_hits, 0))
        gap = float((self.bounds[:, 1] - self.bounds[:, 0]).max())
        if not gap <= TOLERANCE:
            raise ArithmeticError(f"the bounds of a block stay {gap} apart")

    # --- the enemy's turn as one sparse matrix

    def _lay_out_enemy(self) -> Iterator[int]:
        every = self._positions * self._size
        self._outside: Floats = np.zeros((every, 2))
        self._most_hits = 0
        # an entry of no weight for each position, so that each has one
        starts, cols, ps = [np.arange(every)], [np.zeros(every, np.intp)], [np.zeros(every)]
        for i, front in enumerate(self._given.fronts):
            turn = yield from self._given.enemy(front)
            first = i * self._per_front * self._size
            rows = yield from self._rows_of_kinds(turn, front, self._outside[first:])
            here = rows[turn.kind] >= 0
            starts.append(first + turn.start[here])
            cols.append(rows[turn.kind[here]] * self._size + turn.own[here])
            ps.append(turn.p[here])
            self._most_hits = max(self._most_hits, turn.most)
            yield i
        start = np.concatenate(starts)
        in_order = np.argsort(start, kind="stable")
        self._cols: Ints = np.concatenate(cols)[in_order]
        self._ps: Floats = np.concatenate(ps)[in_order][:, None]
        self._starts: Ints = np.searchsorted(start[in_order], np.arange(every))

    def _rows_of_kinds(self, turn: EnemyTurn, front: Front, outside: Floats) -> Work[Ints]:
        """Return where the kinds of a turn lead: a roll of this block, or -1.

        What they bring by leading out of the block is added to ``outside``.
        """
        strengths = {face: n for face, n in front if not face.hazard}
        rows: Ints = np.full(len(turn.kinds), -1, dtype=np.intp)
        for k, kind in enumerate(turn.kinds):
            then = kind._replace(front=tuple((f, strengths.get(f, n)) for f, n in kind.front))
            if then.front in self._inside:
                rows[k] = self._rolls.setdefault(then, len(self._rolls))
            else:
                worth = (yield from self._given.rolled(then)).reshape(-1, 2)
                here = turn.kind == k
                gain = turn.p[here, None] * worth[turn.own[here]]
                np.add.at(outside, turn.start[here], gain)
        return rows

    # --- the player's turn as levels of menus

    def _lay_out_player(self) -> Iterator[int]:
        ways = []
        for at in self._rolls:
            found = yield from self._turns.after_roll(at)
            ways.append(found)
        by_depth: dict[int, list[Menu]] = {}
        for menu in self._closure(ways):
            by_depth.setdefault(self._turns.depths[menu], []).append(menu)
        self._levels: list[_Level] = []
        row_of: dict[Menu, int] = {}
        row_of_average: dict[int, int] = {}
        size = self._positions
        for depth in sorted(by_depth):
            level = yield from self._level(by_depth[depth], size, row_of, row_of_average)
            self._levels.append(level)
            size = level.menus.stop
        self._pool: Floats = np.zeros((size, 2 * self._size))
        self._roll = _Means([self._mean(menus.items(), row_of) for menus in ways])
        self._slack = rounding(self._most_hits + max(map(len, ways)) + 4, len(self._levels))

    def _closure(self, ways: Iterable[Iterable[Menu]]) -> list[Menu]:
        """Return these menus and all that re-rolls in them lead to."""
        found = dict.fromkeys(menu for menus in ways for menu in menus)
        waiting = list(found)
        while waiting:
            for menu in self._turns.inner(waiting.pop()):
                if menu not in found:
                    found[menu] = None
                    waiting.append(menu)
        return list(found)

    def _level(
        self,
        menus: Sequence[Menu],
        first: int,
        row_of: dict[Menu, int],
        row_of_average: dict[int, int],
    ) -> Work[_Level]:
        """Lay out the menus of one depth from row ``first`` on; equal ones share a row."""
        items = dict.fromkeys(i for menu in menus for i in self._turns.menus[menu] if i < 0)
        new = [item for item in items if item not in row_of_average]
        means = _Means([self._mean(self._turns.averages[~item], row_of) for item in new])
        row_of_average.update((item, first + n) for n, item in enumerate(new))
        second = first + len(new)
        seen: dict[tuple[bytes, tuple[int, ...]], int] = {}
        outside: list[Floats] = []
        rows: list[int] = []
        starts: list[int] = []
        for menu in menus:
            best, inside = self._split(menu, row_of_average)
            row = seen.setdefault((best.tobytes(), inside), second + len(seen))
            if row == second + len(outside):
                outside.append(best)
                starts.append(len(rows))
                # a menu without a way inside chooses from its own row, which never sinks
                rows += inside or (row,)
            row_of[menu] = row
            yield row
        return _Level(
            slice(first, second),
            means,
            slice(second, second + len(outside)),
            np.array(outside),
            np.array(rows, dtype=np.intp),
            np.array(starts, dtype=np.intp),
        )

    def _mean(
        self, ways: Iterable[tuple[Menu, int]], row_of: Mapping[Menu, int]
    ) -> dict[int, float]:
        """Return a mean of menus by their rows."""
        ways = list(ways)
        total = sum(number for _, number in ways)
        mean: dict[int, float] = {}
        for menu, number in ways:
            row = row_of[menu]
            mean[row] = mean.get(row, 0.0) + number / total
        return mean

    def _split(self, menu: Menu, averages: Mapping[int, int]) -> tuple[Floats, tuple[int, ...]]:
        """Return the best of what leads out of the block, and the rows of all else."""
        inside: list[int] = []
        outside: list[int] = []
        for item in self._turns.menus[menu]:
            if item < 0:
                inside.append(averages[item])
            elif (row := self._row(item)) >= 0:
                inside.append(row)
            else:
                outside.append(item)
        key = tuple(outside)
        best = self._best_outside.get(key)
        if best is None:
            ends = [self._given.end(end) for end in outside]
            best = np.maximum.reduce(ends) if ends else np.zeros(2 * self._size)
            self._best_outside[key] = best
        return best, tuple(sorted(inside))

    def _row(self, end: int) -> int:
        """Return the row of an end of a turn; -1 if it leads out of the block."""
        row = self._rows.get(end)
        if row is None:
            at: AfterTurn = self._turns.ends[end]
            front = self._inside.get(at.front, -1)
            effect = self._given.effects[at.effects]
            row = front * self._per_front + effect * self._supports + at.support
            row = self._rows[end] = row if front >= 0 else -1
        return row

    # --- both halves, again and again

    def _iterate(self) -> Iterator[int]:
        """Bring the bounds together, starting from 0 and 1, which are always true."""
        self.bounds[:, 1] = 1.0
        moved, sweeps = 1.0, 0
        while moved > _SETTLED:
            new = self._round(self.bounds)
            moved = float(np.abs(new - self.bounds).max())
            self.bounds = new
            sweeps += 1
            yield sweeps

    def _round(self, bounds: Floats) -> Floats:
        """Apply a round of best play to the bounds, and widen them by its rounding."""
        pool = self._pool
        pool[: self._positions] = bounds.reshape(self._positions, -1)
        for level in self._levels:
            level.fill(pool)
        rolled = self._roll.of(pool).reshape(-1, 2)
        new: Floats = np.add.reduceat(self._ps * rolled[self._cols], self._starts)
        # what was true before stays true: the bounds never move apart
        new[:, 0] = np.maximum(new[:, 0] - self._slack, bounds[:, 0])
        new[:, 1] = np.minimum(new[:, 1] + self._slack, bounds[:, 1])
        return new
