"""The chance to win the Final Battle from every position, between two bounds.

For each group of enemy faces there is a table of all positions at the start of the enemy's turn.
It is filled block by block, what comes later in a battle first: a block holds all positions with
the same strengths on the same enemies, whatever their order, the own strengths and the effects;
nothing of it can come back once an enemy is weaker. Within a block two sequences of bounds are
iterated, one from 0 upwards and one from 1 downwards (interval value iteration): with the operator
T of best play, T maps lower bounds to lower bounds and upper to upper ones.

What is guaranteed: ``lower <= chance under best play <= upper`` for each position, and
``upper - lower <= TOLERANCE``. Rounding is included: each application of T in floats widens both
bounds by more than its largest possible rounding error (``_rounding``), and a block is computed
from the bounds, not the values, of the blocks that follow it. A block that does not come that
close raises an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pocketlib.games.landship.battle.turns import (
    AfterTurn,
    Average,
    BeforeRoll,
    Effects,
    Front,
    Menu,
    PlayerTurns,
    enemy_turn,
)
from pocketlib.games.landship.content import SUPPORT, Face
from pocketlib.games.landship.table import Kit

Floats: TypeAlias = "NDArray[np.float64]"
Left: TypeAlias = tuple[int, ...]
"""What is left of each face of a group: its strength, or (a hazard) its uses to come."""

TOLERANCE: Final = 1e-9
_SETTLED: Final = 1e-13
"""Bounds that move less than this in a sweep have settled."""
_SWEEPS: Final = 100_000


class Group:
    """The table of one group of faces; ``values`` is indexed by what is left of each (less 1),
    order, effects, support, hull and weapon (less 1), and lower or upper bound.
    """

    def __init__(self, faces: tuple[Face, ...], kit: Kit, effects: int) -> None:
        self.faces = faces
        self.orders = tuple(permutations(range(len(faces))))
        hull, weapon, support = kit.tracks
        tracks = tuple(face.track for face in faces)
        shape = (*tracks, len(self.orders), effects, support + 1, hull, weapon, 2)
        self.values: Floats = np.full(shape, np.nan)
        self.done: set[Left] = set()

    def front(self, left: Left, order: Sequence[int]) -> Front:
        return tuple((self.faces[i], _number(self.faces[i], left[i])) for i in order)


def _number(face: Face, left: int) -> int:
    """Turn what is left into the number on the card, or back."""
    return face.track - left if face.hazard else left


class Battle:
    """The tables of one loadout and card set, as far as they have been worked out."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.turns = PlayerTurns(kit)
        hull, weapon, support = kit.tracks
        self._size = hull * weapon
        self.groups: dict[frozenset[Face], Group] = {}
        self._effects: dict[Effects, int] = {}
        self._enemy: dict[Front, _EnemyTurn] = {}
        self._rolled: dict[BeforeRoll, Floats] = {}
        self._vectors: dict[int, Floats] = {}

    # --- what has been worked out

    def bounds(self, at: AfterTurn) -> Floats:
        """Return the bounds by hull and weapon (less 1)."""
        return self._vector(at).reshape(*self.kit.tracks[:SUPPORT], 2)

    def _vector(self, at: AfterTurn) -> Floats:
        """Return the bounds of all strengths of hull and weapon, in a row."""
        if not at.front:
            return np.ones(2 * self._size)
        group, left, order = self._place(at.front)
        found: Floats = group.values[
            (*(n - 1 for n in left), order, self._effects[at.effects], at.support)
        ]
        return found.reshape(-1)

    def _vector_of(self, end: int) -> Floats:
        """Return the bounds of an end of a turn (its number), kept for the next time."""
        found = self._vectors.get(end)
        if found is None:
            found = self._vectors[end] = self._vector(self.turns.ends[end])
        return found

    def _place(self, front: Front) -> tuple[Group, Left, int]:
        group = self.group(face for face, _ in front)
        order = tuple(group.faces.index(face) for face, _ in front)
        left = tuple(
            _number(face, n) for face, n in sorted(front, key=lambda c: group.faces.index(c[0]))
        )
        return group, left, group.orders.index(order)

    def group(self, faces: Iterable[Face]) -> Group:
        """Return the table of a group of faces, an empty one if there is none."""
        key = frozenset(faces)
        found = self.groups.get(key)
        if found is None:
            if not self._effects:
                self._find_effects(next(iter(key)))
            in_order = tuple(sorted(key, key=lambda face: face.id))
            found = self.groups[key] = Group(in_order, self.kit, len(self._effects))
        return found

    def _find_effects(self, face: Face) -> None:
        """Number the effects that a turn can set; none of them needs a target (4.4)."""
        at = BeforeRoll(((face, _number(face, face.track)),), self.kit.tracks[SUPPORT], 3)
        ends: set[Effects] = set()
        waiting = list(self.turns.after_roll(at))
        for menu in waiting:
            waiting += self.turns.inner(menu)
            ends |= {self.turns.ends[i].effects for i in self.turns.menus[menu] if i >= 0}
        self._effects = {effects: i for i, effects in enumerate(sorted(ends))}

    # --- working out

    def blocks(self, front: Front) -> list[tuple[Group, Left]]:
        """Return what has to be worked out for ``front``, in order; what is done is left out."""
        _, most, _ = self._place(front)
        faces = self.group(face for face, _ in front).faces
        found = []
        for size in range(1, len(faces) + 1):
            for chosen in combinations(range(len(faces)), size):
                group = self.group(faces[i] for i in chosen)
                ranges = [range(1, most[i] + 1) for i in chosen]
                lefts = sorted(product(*ranges), key=sum)
                found += [(group, left) for left in lefts if left not in group.done]
        return found

    def solve(self, group: Group, left: Left) -> Iterator[int]:
        """Work out a block; yields now and then."""
        block = _Block(self, group, left)
        yield from block.prepare()
        yield from block.iterate()
        group.done.add(left)

    def rolled(self, at: BeforeRoll) -> Floats:
        """Return the bounds where the player rolls, in a row, from blocks that are done."""
        found = self._rolled.get(at)
        if found is None:
            if not at.front:
                return np.ones(2 * self._size)
            known: dict[Menu, Floats] = {}
            ways = self.turns.after_roll(at)
            total = sum(ways.values())
            found = sum((self._worth(menu, known) * (n / total) for menu, n in ways.items()))
            found = self._rolled[at] = _widened(found, _rounding(len(ways) + 40))
        return found

    def _worth(self, menu: Menu, known: dict[Menu, Floats]) -> Floats:
        found = known.get(menu)
        if found is None:
            parts = []
            for item in self.turns.menus[menu]:
                if item >= 0:
                    parts.append(self._vector_of(item))
                else:
                    average = self.turns.averages[~item]
                    total = sum(n for _, n in average)
                    parts.append(sum(self._worth(m, known) * (n / total) for m, n in average))
            found = known[menu] = np.maximum.reduce(parts)
        return found

    def enemy(self, front: Front) -> _EnemyTurn:
        """Return the enemy's turn for a front with mobile enemies of any strength."""
        shape = tuple((f, n if f.hazard else f.track) for f, n in front)
        found = self._enemy.get(shape)
        if found is None:
            found = self._enemy[shape] = _EnemyTurn(self.kit, shape, self._effects)
        return found


def _rounding(terms: int) -> float:
    """Return more than the rounding error of weighted means of ``terms`` numbers in all.

    The numbers lie between 0 and 1 and the weights sum to 1. A mean of n of them is off by less
    than (n + 3) / (1 - (n + 3) u) u with u = 2 ** -53, whatever the order of the sum (Higham 2002,
    section 3.1; three more for the weights). Means of means add up.
    """
    return 2 * terms * 2.0**-53


def _widened(bounds: Floats, by: float) -> Floats:
    pairs = bounds.reshape(-1, 2)
    pairs[:, 0] = np.maximum(pairs[:, 0] - by, 0.0)
    pairs[:, 1] = np.minimum(pairs[:, 1] + by, 1.0)
    return bounds


class _Means:
    """Weighted means of rows of a matrix; each mean is a mapping from row to weight."""

    def __init__(self, means: Sequence[Mapping[int, float]]) -> None:
        self.rows = np.array([row for mean in means for row in mean], dtype=np.intp)
        weights = [weight for mean in means for weight in mean.values()]
        self.weights = np.array(weights, dtype=np.float64)[:, None]
        self.starts = np.cumsum([0, *map(len, means[:-1])]) if means else None

    def of(self, matrix: Floats) -> Floats:
        """Return the means, one a row."""
        if self.starts is None:
            return matrix[:0]
        found: Floats = np.add.reduceat(self.weights * matrix[self.rows], self.starts)
        return found


class _EnemyTurn:
    """What the enemy's turn leads to, for all effects and own strengths.

    An entry leads from ``start`` (effects, support, hull, weapon, as one number) to ``kinds[kind]``
    with hull and weapon ``own``, with probability ``p``.
    """

    def __init__(self, kit: Kit, front: Front, effects: Iterable[Effects]) -> None:
        hull, weapon, support = kit.tracks
        self.kinds: list[BeforeRoll] = []
        numbers: dict[BeforeRoll, int] = {}
        entries: list[tuple[int, int, int, float]] = []
        total = 6 ** len(front)
        start = 0
        for effect in effects:
            for s, h, w in product(range(support + 1), range(1, hull + 1), range(1, weapon + 1)):
                for hit, ways in enemy_turn(kit, front, (h, w, s), effect).items():
                    kind = numbers.setdefault(hit.then, len(numbers))
                    own = (hit.hull - 1) * weapon + hit.weapon - 1
                    entries.append((start, kind, own, ways / total))
                start += 1
        self.kinds = list(numbers)
        self.starts = start
        columns = list(zip(*entries, strict=True)) if entries else [(), (), (), ()]
        self.start = np.array(columns[0], dtype=np.intp)
        self.kind = np.array(columns[1], dtype=np.intp)
        self.own = np.array(columns[2], dtype=np.intp)
        self.p = np.array(columns[3], dtype=np.float64)


class _Block:
    """One block while it is worked out.

    The rows of ``pool`` are vectors over hull and weapon, lower and upper bound: first the unknown
    positions (order, effects, support), then menus and averages, by depth.
    """

    def __init__(self, battle: Battle, group: Group, left: Left) -> None:
        self.battle = battle
        self.turns = battle.turns
        self.view: Floats = group.values[tuple(n - 1 for n in left)]
        self.fronts = [group.front(left, order) for order in group.orders]
        self.inside = {front: i for i, front in enumerate(self.fronts)}
        self.per_front = self.view.shape[1] * self.view.shape[2]
        self.supports = self.view.shape[2]
        self.unknown = len(self.fronts) * self.per_front
        self.width = 2 * battle._size
        self.rolls: dict[BeforeRoll, int] = {}
        self.constants: dict[tuple[int, ...], Floats] = {}
        self.rows: dict[int, int] = {}

    def prepare(self) -> Iterator[int]:
        yield from self._prepare_enemy()
        yield from self._prepare_player()

    # --- the enemy's half

    def _prepare_enemy(self) -> Iterator[int]:
        """Lay the enemy's turns out as one sparse matrix, and what leads out of the block."""
        size = self.battle._size
        rows, cols, ps = [], [], []
        self.outside = np.zeros((self.unknown * size, 2))
        for i, front in enumerate(self.fronts):
            turn = self.battle.enemy(front)
            yield i
            numbers = {f: n for f, n in front if not f.hazard}
            base = i * self.per_front * size
            targets = np.zeros(len(turn.kinds), dtype=np.intp)
            inside = np.zeros(len(turn.kinds), dtype=bool)
            for k, kind in enumerate(turn.kinds):
                then = kind._replace(front=tuple((f, numbers.get(f, n)) for f, n in kind.front))
                if then.front in self.inside:
                    inside[k] = True
                    targets[k] = self.rolls.setdefault(then, len(self.rolls))
                else:
                    worth = self.battle.rolled(then).reshape(-1, 2)
                    here = turn.kind == k
                    gain = turn.p[here, None] * worth[turn.own[here]]
                    np.add.at(self.outside, base + turn.start[here], gain)
            here = inside[turn.kind]
            rows.append(base + turn.start[here])
            cols.append(targets[turn.kind[here]] * size + turn.own[here])
            ps.append(turn.p[here])
            yield i
        # an entry without weight for every row, so that each has one
        rows.append(np.arange(self.unknown * size))
        cols.append(np.zeros(self.unknown * size, dtype=np.intp))
        ps.append(np.zeros(self.unknown * size))
        row = np.concatenate(rows)
        by_row = np.argsort(row, kind="stable")
        self.col = np.concatenate(cols)[by_row]
        self.p = np.concatenate(ps)[by_row][:, None]
        self.offsets = np.searchsorted(row[by_row], np.arange(self.unknown * size))
        self.most_hits = int(np.diff(np.append(self.offsets, len(row))).max()) + 20

    # --- the player's half

    def _prepare_player(self) -> Iterator[int]:
        ways = []
        for n, at in enumerate(self.rolls):
            ways.append(self.turns.after_roll(at))
            yield n
        needed = self._closure(ways)
        by_depth: dict[int, list[Menu]] = {}
        for menu in needed:
            by_depth.setdefault(self.turns.depths[menu], []).append(menu)
        self.pool_rows = self.unknown
        row_of: dict[Menu, int] = {}
        average_row: dict[int, int] = {}
        fixed: list[tuple[int, Floats]] = []
        self.levels: list[tuple[Any, ...]] = []
        for depth in sorted(by_depth):
            averages = dict.fromkeys(
                item for menu in by_depth[depth] for item in self.turns.menus[menu] if item < 0
            )
            new = [a for a in averages if a not in average_row]
            first = self.pool_rows
            for a in new:
                average_row[a] = self.pool_rows
                self.pool_rows += 1
            mean = _Means([self._mean(self.turns.averages[~a], row_of) for a in new])
            seen: dict[tuple[Any, ...], int] = {}
            start = self.pool_rows
            consts, idx, offs = [], [], []
            for menu in by_depth[depth]:
                const, rows = self._split(menu, average_row)
                key = (const.tobytes(), rows)
                row = seen.get(key)
                if row is None:
                    row = seen[key] = self.pool_rows
                    self.pool_rows += 1
                    consts.append(const)
                    offs.append(len(idx))
                    # without an unknown: its own row, which holds the constant
                    idx += rows or (row,)
                    if not rows:
                        fixed.append((row, const))
                row_of[menu] = row
            yield depth
            self.levels.append(
                (first, mean, start, self.pool_rows, np.array(consts), np.array(idx, dtype=np.intp),
                 np.array(offs, dtype=np.intp))
            )  # fmt: skip
        self.pool: Floats = np.zeros((self.pool_rows, self.width))
        for row, const in fixed:
            self.pool[row] = const
        self.roll = _Means([self._mean(menus.items(), row_of) for menus in ways])
        terms = self.most_hits + max(map(len, ways), default=0) + 10 * (1 + len(self.levels))
        self.slack = _rounding(terms)

    def _closure(self, ways: Iterable[Iterable[Menu]]) -> list[Menu]:
        found = dict.fromkeys(menu for menus in ways for menu in menus)
        waiting = list(found)
        while waiting:
            for menu in self.turns.inner(waiting.pop()):
                if menu not in found:
                    found[menu] = None
                    waiting.append(menu)
        return list(found)

    def _mean(self, ways: Iterable[tuple[Menu, int]], row_of: Mapping[Menu, int]) -> dict[int, float]:
        """Return a mean of menus by their rows."""
        ways = list(ways)
        total = sum(number for _, number in ways)
        mean: dict[int, float] = {}
        for menu, number in ways:
            row = row_of[menu]
            mean[row] = mean.get(row, 0.0) + number / total
        return mean

    def _split(self, menu: Menu, average_row: dict[int, int]) -> tuple[Floats, tuple[int, ...]]:
        """Return the best of what leads out of the block, and the rows of the rest."""
        rows, outside = [], []
        for item in self.turns.menus[menu]:
            if item < 0:
                rows.append(average_row[item])
                continue
            row = self.rows.get(item)
            if row is None:
                row = self.rows[item] = self._row(self.turns.ends[item])
            if row < 0:
                outside.append(item)
            else:
                rows.append(row)
        key = tuple(outside)
        const = self.constants.get(key)
        if const is None:
            vectors = [self.battle._vector_of(end) for end in outside]
            const = np.maximum.reduce(vectors) if vectors else np.zeros(self.width)
            self.constants[key] = const
        return const, tuple(sorted(rows))

    def _row(self, end: AfterTurn) -> int:
        """Return the row of an end of a turn; -1 if it leads out of the block."""
        front = self.inside.get(end.front)
        if front is None:
            return -1
        effect = self.battle._effects[end.effects]
        return front * self.per_front + effect * self.supports + end.support

    # --- both

    def iterate(self) -> Iterator[int]:
        """Bring the bounds together, starting from 0 and 1, which are always true."""
        x: Floats = np.zeros((self.unknown * self.battle._size, 2))
        x[:, 1] = 1.0
        if not self.rolls:  # the next round is another block's
            x = _widened(self.outside, _rounding(self.most_hits))
        for sweep in range(_SWEEPS if self.rolls else 0):
            new = self._sweep(x)
            moved = float(np.abs(new - x).max())
            x = new
            if moved < _SETTLED:
                break
            if sweep % 8 == 7:
                yield sweep
        gap = float((x[:, 1] - x[:, 0]).max())
        if not gap <= TOLERANCE:
            raise ArithmeticError(f"the bounds of a block are {gap} apart")
        self.view[...] = x.reshape(self.view.shape)

    def _sweep(self, x: Floats) -> Floats:
        """Apply one round of best play to the bounds, widened by its rounding."""
        pool, unknown = self.pool, self.unknown
        pool[:unknown] = x.reshape(unknown, self.width)
        for first, mean, start, end, const, idx, offs in self.levels:
            pool[first:start] = mean.of(pool)
            np.maximum(const, np.maximum.reduceat(pool[idx], offs), out=pool[start:end])
        rolled = self.roll.of(pool).reshape(-1, 2)
        new: Floats = np.add.reduceat(self.p * rolled[self.col], self.offsets)
        new += self.outside
        new[:, 0] = np.maximum(new[:, 0] - self.slack, x[:, 0])
        new[:, 1] = np.minimum(new[:, 1] + self.slack, x[:, 1])
        return new
