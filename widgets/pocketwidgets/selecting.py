"""What was pressed on the board narrows the legal moves, until one is left.

Nothing here knows a widget or a game: a move says in its ``parts`` which regions it is made of.
A tuple is an ordered path ("piece, then space"); a frozenset of tuples is a set of paths that
may be laid in any order ("die on card") and waits for a confirmation.

Two regions that stand for the same part (two dice with a 3) have different keys: what follows
``#`` in a key tells them apart and is no part of the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from pocketlib.contract import Move

Path: TypeAlias = tuple[str, ...]

CONFIRM: Final = "confirm"
"""The key of the region that plays what is laid."""
TAKE_BACK: Final = "back"
"""The key of the region that takes the last press back."""


def part_of(key: str) -> str:
    """Return the part of a move that a region stands for: "die 3" for "die 3#2"."""
    return key.partition("#")[0]


class Answer(NamedTuple):
    """What a press led to: the presses that now stand, and the move to be played, if any.

    ``refused`` is true if the press fits no legal move; then nothing has changed.
    """

    now: Selecting
    play: Move | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Selecting:
    """The legal moves, and the keys of the regions pressed so far, oldest first."""

    moves: tuple[Move, ...] = ()
    picks: tuple[str, ...] = ()

    # --- what the presses mean

    @property
    def fits(self) -> tuple[Move, ...]:
        """The legal moves that the presses still allow, in their order."""
        if not self.picks:
            return self.moves
        laid, begun = self._split()
        return tuple(m for m in self.moves if self._allows(m, laid, begun))

    def _allows(self, move: Move, laid: tuple[Path, ...], begun: Path) -> bool:
        if isinstance(move.parts, tuple):
            return move.parts[: len(self.picks)] == _parts(self.picks)
        done = Counter(map(_parts, laid))
        if not done <= Counter(move.parts):
            return False
        left = move.parts - done.keys()
        start = _parts(begun)
        return not begun or any(path[: len(start)] == start for path in left)

    def _split(self) -> tuple[tuple[Path, ...], Path]:
        """Return the presses as whole paths of composite moves, and the path begun last."""
        known = {p for m in self.moves if not isinstance(m.parts, tuple) for p in m.parts}
        laid: list[Path] = []
        begun: Path = ()
        for key in self.picks:
            if _parts(begun) in known and not _leads_on(known, (*begun, key)):
                laid.append(begun)
                begun = ()
            begun = (*begun, key)
            if _parts(begun) in known and not any(_longer(p, _parts(begun)) for p in known):
                laid.append(begun)
                begun = ()
        return tuple(laid), begun

    @property
    def laid(self) -> tuple[Path, ...]:
        """The whole paths of a composite move, those that only one place is left for included."""
        if not self.picks or any(isinstance(m.parts, tuple) for m in self.fits):
            return ()
        laid, begun = self._split()
        whole = self.settled.parts if self.settled else frozenset()
        if isinstance(whole, tuple) or not whole:
            return laid
        found = [*laid, begun] if _parts(begun) in whole else [*laid]
        return (*found, *sorted(whole - {_parts(path) for path in found}))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The pressed keys that are to be marked: those of no finished pair."""
        if any(isinstance(m.parts, tuple) for m in self.fits):
            return self.picks
        settled = () if self.settled else self._split()[1]
        return (*(path[0] for path in self.laid if len(path) == 1), *settled)

    @property
    def targets(self) -> frozenset[str]:
        """The parts that may be pressed next."""
        fits = self.fits
        if self.picks and len(fits) == 1 and not isinstance(fits[0].parts, tuple):
            return frozenset()  # all of it is laid
        laid, begun = self._split()
        done, start = {_parts(path) for path in laid}, _parts(begun)
        found: set[str] = set()
        for move in fits:
            if isinstance(move.parts, tuple):
                found.update(move.parts[len(self.picks) :][:1])
            else:
                left = move.parts - done
                found.update(path[len(start)] for path in left if _longer(path, start))
                if start in left:  # it may stand as it is, and another one begin
                    found.update(path[0] for path in left if path and path != start)
        return frozenset(found)

    @property
    def settled(self) -> Move | None:
        """The move that is complete and waits for a confirmation."""
        if not self.picks:
            return None
        fits = self.fits
        composite = [m for m in fits if not isinstance(m.parts, tuple)]
        if len(fits) == 1 and composite:
            return fits[0]
        laid, begun = self._split()
        pairs = frozenset(map(_parts, (*laid, begun) if begun else laid))
        whole = [m for m in fits if m.parts in (_parts(self.picks), pairs)]
        return whole[0] if len(whole) == 1 else None

    @property
    def open_keys(self) -> frozenset[str]:
        """The parts and services that may be pressed now."""
        services = {CONFIRM} if self.settled else set()
        return self.targets | services | ({TAKE_BACK} if self.picks else set())

    # --- pressing

    def press(self, key: str) -> Answer:
        """Return what it means that the region ``key`` was pressed."""
        if key == CONFIRM:
            return Answer(self, self.settled, self.settled is None)
        if key == TAKE_BACK:
            return Answer(self.back(), refused=not self.picks)
        laid, begun = self._split()
        again = key in self.picks
        if again and not begun and any(key in path for path in laid):
            return Answer(self._without(key))
        if part_of(key) in self.targets:
            return self._picked(key)
        if again:
            return Answer(self._without(key))
        return self._instead(key)

    def _picked(self, key: str) -> Answer:
        now = replace(self, picks=(*self.picks, key))
        fits = now.fits
        ends = len(fits) == 1 and isinstance(fits[0].parts, tuple)
        return Answer(now, fits[0] if ends else None)

    def _instead(self, key: str) -> Answer:
        """Choose something else in place of what was begun; refuse what can't begin a move."""
        whole = tuple(k for path in self._split()[0] for k in path)
        for picks in (whole, ()):
            before = replace(self, picks=picks)
            if len(picks) < len(self.picks) and part_of(key) in before.targets:
                return before._picked(key)
        auto = next((path for path in self.laid if key in path), None)
        return Answer(self.back(), refused=False) if auto else Answer(self, refused=True)

    def back(self) -> Selecting:
        """Return it without the last press."""
        return replace(self, picks=self.picks[:-1])

    def _without(self, key: str) -> Selecting:
        """Return it without the path that the key belongs to."""
        laid, begun = self._split()
        if key in begun or all(isinstance(m.parts, tuple) for m in self.fits):
            return replace(self, picks=self.picks[: self.picks.index(key)])
        kept = [path for path in laid if key not in path]
        return replace(self, picks=(*(k for path in kept for k in path), *begun))

    # --- words

    def wordings(self, key: str) -> Iterator[str]:
        """Yield notations that a refused press may have meant, so that it can be explained.

        They are those of moves at hand, the part that was due replaced by the pressed one.
        """
        depth = len(self.picks)
        for move in self.fits:
            if not isinstance(move.parts, tuple) or len(move.parts) <= depth:
                continue
            words, due = move.split(), move.parts[depth]
            places = [at for at, word in enumerate(words) if word == due]
            if places:  # what is pressed first stands first, what is pressed later last
                words[places[-1 if depth else 0]] = part_of(key)
                yield " ".join(words)


def _parts(keys: Iterable[str]) -> Path:
    return tuple(map(part_of, keys))


def _longer(path: Path, start: Path) -> bool:
    return len(path) > len(start) and path[: len(start)] == start


def _leads_on(known: Iterable[Path], keys: Path) -> bool:
    start = _parts(keys)
    return any(path[: len(start)] == start for path in known)
