"""The chance to win the Final Battle from every position, between two bounds.

For each group of up to three enemy faces there is a table of all positions at the start of the
enemy's turn. It is filled block by block, fewest and weakest enemies first: see :mod:`.block` for
how, and for what is guaranteed. All other positions are a walk of at most one round away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from math import prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from pocketlib.contract import CHANCE, State
from pocketlib.games.landship.battle.block import (
    Block,
    EnemyTurn,
    Floats,
    Given,
    enemy_turns_work,
    rounding,
    widened,
)
from pocketlib.games.landship.battle.turns import (
    AfterTurn,
    BeforeRoll,
    Effects,
    Front,
    Menu,
    Own,
    PlayerTurns,
    after_turn,
)
from pocketlib.games.landship.content import HULL, SUPPORT, WEAPON, Face
from pocketlib.games.landship.nodes import Enemy, Node
from pocketlib.games.landship.table import Kit
from pocketlib.graph import Work, finish

Left: TypeAlias = tuple[int, ...]
"""What is left of each face of a group: its strength, or (a hazard) its uses to come."""

FULL_DICE: Final = 3


class Pair(NamedTuple):
    """The chance to win lies between these two."""

    low: float
    high: float


class Group:
    """The table of one group of faces.

    ``values`` is indexed by what is left of each face (less 1), the place in ``orders``, effects,
    support, hull and weapon (less 1), and 0 for the lower or 1 for the upper bound. ``done`` are
    the blocks that have been worked out.
    """

    def __init__(self, faces: tuple[Face, ...], own: Own, effects: int) -> None:
        self.faces = faces
        self.orders = tuple(permutations(range(len(faces))))
        hull, weapon, support = own
        self.shape = (*_tracks(faces), len(self.orders), effects, support + 1, hull, weapon, 2)
        self.values: Floats = np.full(self.shape, np.nan)
        self.done: set[Left] = set()

    def all_blocks(self) -> set[Left]:
        """Return all blocks that there are."""
        return set(product(*(range(1, track + 1) for track in _tracks(self.faces))))

    def front(self, left: Left, order: Sequence[int]) -> Front:
        """Return the enemies from left to right."""
        return tuple((self.faces[i], number_or_left(self.faces[i], left[i])) for i in order)

    @property
    def complete(self) -> bool:
        """Has everything been worked out?"""
        return len(self.done) == prod(_tracks(self.faces))

    @property
    def block_size(self) -> int:
        """The number of positions in a block."""
        return prod(self.shape[len(self.faces) : -1])


def number_or_left(face: Face, number: int) -> int:
    """Turn the number on a card into what is left of it, or back."""
    return face.track - number if face.hazard else number


def full(face: Face) -> tuple[Face, int]:
    """Return the card with its starting number (LS-10)."""
    return face, number_or_left(face, face.track)


def _mean(ways: Iterable[tuple[Menu, int]], worth: Mapping[Menu, Floats]) -> Floats:
    """Return the mean of menus with their ways."""
    ways = list(ways)
    total = sum(number for _, number in ways)
    parts = [worth[menu] * (number / total) for menu, number in ways]
    found: Floats = np.add.reduce(parts)
    return found


def _tracks(faces: Iterable[Face]) -> tuple[int, ...]:
    return tuple(face.track for face in faces)


class Battle:
    """The tables of one loadout, as far as they have been worked out.

    They hold all positions with own cards of at most ``own`` (without it: of any strength); own
    cards only lose strength in the Final Battle, so that nothing else can follow.
    """

    def __init__(self, kit: Kit, own: Own | None = None) -> None:
        self.kit = kit
        self.own = kit.tracks if own is None else own
        self.groups: dict[frozenset[Face], Group] = {}
        self.effects: dict[Effects, int] = {}
        self._turns = PlayerTurns(kit)
        self._ends: dict[int, Floats] = {}
        self._size = self.own[HULL] * self.own[WEAPON]
        self._enemy: dict[Front, EnemyTurn] = {}
        self._rolled: dict[BeforeRoll, Floats] = {}

    # --- tables and blocks

    def group(self, faces: Iterable[Face]) -> Group:
        """Return the table of a group of faces, an empty one if there is none yet."""
        key = frozenset(faces)
        found = self.groups.get(key)
        if found is None:
            in_order = tuple(sorted(key, key=lambda face: face.id))
            if not self.effects:
                self._find_effects(in_order[0])
            found = self.groups[key] = Group(in_order, self.own, len(self.effects))
        return found

    def _find_effects(self, face: Face) -> None:
        """Number the effects that a turn can set; none of them needs a target (4.4)."""
        at = BeforeRoll((full(face),), self.kit.tracks[SUPPORT], FULL_DICE)
        ends: set[Effects] = set()
        waiting = list(finish(self._turns.after_roll(at)))
        for menu in waiting:
            waiting += self._turns.inner(menu)
            ends |= {self._turns.ends[i].effects for i in self._turns.menus[menu] if i >= 0}
        self.effects = {effects: i for i, effects in enumerate(sorted(ends))}

    def blocks(self, front: Front) -> list[tuple[Group, Left]]:
        """Return the blocks still to be worked out for ``front``, in an order that will do."""
        group, most, _ = self._place(front)
        found = []
        for size in range(1, len(front) + 1):
            for chosen in combinations(range(len(front)), size):
                smaller = self.group(group.faces[i] for i in chosen)
                lefts = product(*(range(1, most[i] + 1) for i in chosen))
                found += [(smaller, left) for left in sorted(lefts, key=sum)]
        return [(smaller, left) for smaller, left in found if left not in smaller.done]

    def solve(self, group: Group, left: Left) -> Iterator[int]:
        """Work out a block, with pauses. What it leads to must have been worked out."""
        fronts = [group.front(left, order) for order in group.orders]
        turns, ends = self._turns, self._ends  # they may be forgotten during a pause
        given = Given(
            turns,
            fronts,
            self.effects,
            self.own,
            self.enemy,
            self.rolled,
            lambda end: self._end(end, turns, ends),
        )
        block = Block(given)
        yield from block.work()
        values = group.values[tuple(n - 1 for n in left)]
        values[...] = block.bounds.reshape(values.shape)
        group.done.add(left)

    def forget_turns(self) -> None:
        """Let go what only helps to work out more blocks, and takes most of the memory."""
        self._turns = PlayerTurns(self.kit)
        self._ends = {}

    # --- what blocks are made from

    def vector(self, at: AfterTurn) -> Floats:
        """Return the bounds for all hulls and weapons, in a row: low, high, low, high ..."""
        if not at.front:
            return np.ones(2 * self._size)
        group, left, order = self._place(at.front)
        at_left = group.values[tuple(n - 1 for n in left)]
        found: Floats = at_left[order, self.effects[at.effects], at.support]
        return found.reshape(-1)

    def _end(self, end: int, turns: PlayerTurns, ends: dict[int, Floats]) -> Floats:
        """Return the bounds at an end of a turn by its number; ``ends`` keeps them."""
        found = ends.get(end)
        if found is None:
            found = ends[end] = self.vector(turns.ends[end])
        return found

    def _place(self, front: Front) -> tuple[Group, Left, int]:
        group = self.group(face for face, _ in front)
        numbers = dict(front)
        left = tuple(number_or_left(face, numbers[face]) for face in group.faces)
        order = tuple(group.faces.index(face) for face, _ in front)
        return group, left, group.orders.index(order)

    def rolled(self, at: BeforeRoll) -> Work[Floats]:
        """Return the bounds where the player rolls, in a row, from blocks that are done."""
        if not at.front:
            return np.ones(2 * self._size)
        found = self._rolled.get(at)
        if found is None:
            turns, ends = self._turns, self._ends  # they may be forgotten during a pause
            ways = yield from turns.after_roll(at)
            known: dict[Menu, Floats] = {}
            for menu in ways:
                self._worth(menu, known, turns, ends)
                yield menu
            depth = max(turns.depths[menu] for menu in ways)
            found = widened(_mean(ways.items(), known), rounding(len(ways), depth))
            self._rolled[at] = found
        return found

    def _worth(
        self, menu: Menu, known: dict[Menu, Floats], turns: PlayerTurns, ends: dict[int, Floats]
    ) -> Floats:
        found = known.get(menu)
        if found is None:
            for inner in turns.inner(menu):
                self._worth(inner, known, turns, ends)
            parts = [
                _mean(turns.averages[~item], known) if item < 0 else self._end(item, turns, ends)
                for item in turns.menus[menu]
            ]
            found = known[menu] = np.maximum.reduce(parts)
        return found

    def enemy(self, front: Front) -> Work[EnemyTurn]:
        """Return the enemy's turn for a front, whatever its mobile enemies have lost."""
        shape = tuple((f, n if f.hazard else f.track) for f, n in front)
        found = self._enemy.get(shape)
        if found is None:
            found = yield from enemy_turns_work(self.kit, shape, self.effects, self.own)
            self._enemy[shape] = found
        return found

    # --- single positions

    def bounds(self, state: State, known: dict[State, Pair]) -> Pair:
        """Return the bounds at any position for which the tables are there.

        The engine's tree is walked to the next enemy turn. ``known`` keeps what was met.
        """
        found = known.get(state)
        if found is None:
            found = known[state] = self._bounds(state, known)
        return found

    def _bounds(self, state: State, known: dict[State, Pair]) -> Pair:
        if state.result is not None:
            return Pair(float(state.result[0]), float(state.result[0]))
        if isinstance(state, Enemy):
            end = after_turn(state)
            if end.effects in self.effects and not state.table.chaos:
                hull, weapon, _ = state.table.own
                at = 2 * ((hull - 1) * self.own[WEAPON] + weapon - 1)
                low, high = self.vector(end)[at : at + 2]
                return Pair(float(low), float(high))
        later = [self.bounds(state.after(move), known) for move in state.options_now()]
        if state.to_move != CHANCE:
            return Pair(max(p.low for p in later), max(p.high for p in later))
        chances = state.chances()
        off = rounding(len(later), 0)
        shares = [ways / chances.total for _, ways in chances.items()]
        low = sum(share * p.low for share, p in zip(shares, later, strict=True))
        high = sum(share * p.high for share, p in zip(shares, later, strict=True))
        return Pair(max(low - off, 0.0), min(high + off, 1.0))


def in_reach(node: Node) -> bool:
    """Is this a position of the Final Battle against three enemies at most?

    They all stand in the front row then (LS-R30), and nobody mends or retreats (LS-25, LS-70).
    """
    return node.table.final and 0 < node.table.enemies() <= 3
