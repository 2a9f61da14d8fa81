"""The chance to win the Final Battle under best play, against three enemies or fewer.

Tables for one and two enemies hold every position of their faces and are kept in files; for three
they are worked out for what can follow the position at hand, and kept while the program runs.
How, and what is guaranteed, is told in :mod:`.block`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np

from pocketlib import shelf
from pocketlib.contract import State
from pocketlib.games.landship.battle.block import TOLERANCE, Floats
from pocketlib.games.landship.battle.tables import Battle, Group, Left, Pair, in_reach
from pocketlib.games.landship.battle.turns import Front, Own, standing
from pocketlib.games.landship.content import HULL, SUPPORT, WEAPON, Face
from pocketlib.games.landship.nodes import Node, Pick, start
from pocketlib.games.landship.table import Kit
from pocketlib.graph import Pause, Progress, Work

__all__ = ["TOLERANCE", "Battle", "Pair", "bounds_work", "in_reach", "reckon_work"]

KEPT_IN_FILES: Final = 2
"""Tables of at most so many enemies are worked out whole and kept in files."""
_LOADOUTS: Final = 4
"""So many loadouts are remembered while the program runs."""


class _Known:
    """What has been worked out for a loadout: whole tables, and those of a battle at hand."""

    def __init__(self, kit: Kit) -> None:
        self.whole = Battle(kit)
        self._at_hand: Battle | None = None

    def covering(self, own: Own, front: Front) -> Battle | None:
        """Return tables that hold all that can follow, if there are some."""
        known = [self.whole] if len(front) <= KEPT_IN_FILES else []
        if self._at_hand is not None:
            known.append(self._at_hand)
        for battle in known:
            strong = all(n <= most for n, most in zip(own, battle.own, strict=True))
            if strong and not battle.blocks(front):
                return battle
        return None

    def at_hand(self, own: Own) -> Battle:
        """Return the tables for a battle with these own cards: the last ones, or new ones."""
        if self._at_hand is None or self._at_hand.own != own:
            self._at_hand = Battle(self.whole.kit, own)
        return self._at_hand


_known: dict[Hashable, _Known] = {}


def _known_for(kit: Kit) -> _Known:
    found = _known.pop(kit.key, None) or _Known(kit)
    _known[kit.key] = found  # the last one asked for goes last
    while len(_known) > _LOADOUTS:
        del _known[next(iter(_known))]
    return found


def bounds_work(state: Node) -> Work[Callable[[State], Pair]]:
    """Return bounds for every position that can follow ``state``, which must be ``in_reach``.

    Stopped half way, it goes on from there when it is asked again.
    """
    table = state.table
    front = standing(table)
    known = _known_for(table.kit)
    own = (table.own[HULL], table.own[WEAPON], table.own[SUPPORT])
    battle = known.covering(own, front)
    if battle is None and len(front) <= KEPT_IN_FILES:
        battle = known.whole
        yield from _fill(battle, _groups(face for face, _ in front))
    elif battle is None:
        battle = known.at_hand(own)
        yield from _solve(battle, battle.blocks(front))
        battle.forget_turns()
    return partial(battle.bounds, known={})


def reckon_work(kit: Kit) -> Work[str]:
    """Fill the tables of all pairs of enemies that a game with these options can come to.

    Returns what was done, in words.
    """
    battle = _known_for(kit).whole
    pairs = {pair for faces in _selections(kit) for pair in combinations(faces, KEPT_IN_FILES)}
    groups = list(dict.fromkeys(g for pair in pairs for g in _groups(pair)))
    groups.sort(key=lambda group: (len(group), sorted(face.id for face in group)))
    yield from _fill(battle, groups)
    tables = [battle.group(group) for group in groups]
    positions = sum(table.values.size // 2 for table in tables)
    gap = max(float((table.values[..., 1] - table.values[..., 0]).max()) for table in tables)
    paths = [path for table in tables if (path := _path(battle, table))]
    kept = sum(path.stat().st_size for path in paths if path.exists())
    where = f"in {paths[0].parent} ({kept / 1e6:.1f} MB)" if kept else "in no file"
    return (
        f"Final Battle against one or two enemies, {' + '.join(kit.ids)}: {len(tables)} tables, "
        f"{positions:,} positions at the start of the enemy's turn. The chance to win under best "
        f"play is known to within {gap:.1e} at most. Kept {where}."
    )


def _selections(kit: Kit) -> Iterator[tuple[Face, ...]]:
    """Yield the six faces of each game that these options allow."""
    first = start(kit)
    if isinstance(first, Pick):
        yield from (kit.cards.side(str(move).split()[1]) for move in first.chances())
    else:
        cells = (*first.table.front, *first.table.back)
        yield first.deck or tuple(cell[0] for cell in cells if cell is not None)


def _groups(faces: Iterable[Face]) -> list[frozenset[Face]]:
    """Return all groups of these faces, the smaller ones first."""
    every = list(faces)
    sizes = range(1, len(every) + 1)
    return [frozenset(group) for size in sizes for group in combinations(every, size)]


# --- working out, and files --------------------------------------------------------------------


def _fill(battle: Battle, groups: Sequence[frozenset[Face]]) -> Work[None]:
    """Fill whole tables, from files where they are kept."""
    missing: list[tuple[Group, Left]] = []
    for faces in groups:
        group = battle.group(faces)
        if not group.complete and not _fetched(battle, group):
            left = group.all_blocks() - group.done
            missing += [(group, block) for block in sorted(left, key=sum)]
    yield from _solve(battle, missing, lambda group: _keep(battle, group))


def _keep(battle: Battle, group: Group) -> None:
    if key := _key(battle, group):
        shelf.keep(key, group.values)


def _solve(
    battle: Battle,
    blocks: Sequence[tuple[Group, Left]],
    completed: Callable[[Group], None] = lambda group: None,
) -> Work[None]:
    """Work out blocks, with progress in positions; ``completed`` hears of whole tables."""
    total = sum(group.block_size for group, _ in blocks)
    done = 0
    pause = Pause()
    for group, left in blocks:
        for _ in battle.solve(group, left):
            if pause.due():
                yield Progress(done, total)
        done += group.block_size
        if group.complete:
            completed(group)


def _fetched(battle: Battle, group: Group) -> bool:
    """Take a table from its file; is it there, and can it be true?"""
    key = _key(battle, group)
    values = shelf.fetch(key, group.shape) if key else None
    if values is None or not _possible(values):
        return False
    group.values[...] = values
    group.done = group.all_blocks()
    return True


def _possible(values: Floats) -> bool:
    low, high = values[..., 0], values[..., 1]
    ordered = (low >= 0) & (low <= high) & (high <= 1) & (high - low <= TOLERANCE)
    return bool(np.all(ordered))  # false for what is no number


def _path(battle: Battle, group: Group) -> Path | None:
    key = _key(battle, group)
    return shelf.path_of(key) if key else None


def _key(battle: Battle, group: Group) -> str | None:
    """Return what stands for all that a table depends on; None if that can't be told.

    Names and printed strengths play no part: sets that differ only in them share their tables.
    """
    rules = _rules_digest()
    if rules is None:
        return None
    faces = [(face.kind, face.track, face.actions) for face in group.faces]
    kit = battle.kit
    return shelf.digest(json.dumps([rules, kit.ids, kit.tracks, kit.trench_all, faces]))


@cache
def _rules_digest() -> str | None:
    """Return what stands for the rules and the way of solving: the text of the programs."""
    package = Path(__file__).parents[1]
    sources = [*sorted(package.glob("*.py")), *sorted(package.glob("battle/*.py"))]
    try:
        texts = [source.read_text("utf-8") for source in sources]
    except OSError:
        return None
    return shelf.digest("\0".join(texts)) if texts else None
