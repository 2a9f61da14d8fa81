"""Moves and outcomes of Pocket Landship, and the tables of them (sections 4.2 to 4.4).

All moves are shared objects, made once; a move of a table is recognised by its type and text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial
from typing import Final, TypeAlias

from pocketlib.chance import Chance
from pocketlib.contract import Move, Parts
from pocketlib.games.landship.content import HULL, SLOTS, SUPPORT, WEAPON, Face

Dice: TypeAlias = tuple[int, ...]
Placed: TypeAlias = tuple[int, int, int]
"""The die on each own card by slot, 0 for none."""
Names: TypeAlias = tuple[str, str, str]
"""The ids of the own cards by slot."""
Target: TypeAlias = int | tuple[int, int] | None


class Pick(Move):
    """The faces that chance picks: six letters, the side of card 1 to 6 (8.2)."""

    __slots__ = ("letters",)

    letters: str

    @classmethod
    def of(cls, letters: str) -> Pick:
        self = cls(f"pick {letters}")
        self.letters = letters
        return self


class Deal(Move):
    """The next card dealt (LS-9)."""

    __slots__ = ("face",)

    face: Face

    @classmethod
    def of(cls, face: Face) -> Deal:
        self = cls(f"deal {face.id}", (face.id,))
        self.face = face
        return self


class Roll(Move):
    """Dice thrown, sorted from low to high; also the three dice for who starts (LS-13)."""

    __slots__ = ("dice",)

    dice: Dice

    @classmethod
    def of(cls, dice: Dice, verb: str = "roll") -> Roll:
        self = cls(" ".join([verb, *map(str, dice)]))
        self.dice = dice
        return self


class Repair(Move):
    """Emergency Repair (LS-37): the slots repaired; none for ``roll``."""

    __slots__ = ("slots",)

    slots: tuple[int, ...]

    @classmethod
    def of(cls, names: Names, slots: tuple[int, ...]) -> Repair:
        text = " ".join(["repair", *(names[s] for s in slots)]) if slots else "roll"
        self = cls(text, frozenset((names[s],) for s in slots) if slots else ("roll",))
        self.slots = slots
        return self


class Place(Move):
    """Dice laid on the own cards (LS-33)."""

    __slots__ = ("placed",)

    placed: Placed

    @classmethod
    def of(cls, names: Names, placed: Placed) -> Place:
        laid = zip(names, placed, strict=True)
        parts = frozenset((f"die {die}", name) for name, die in laid if die)
        self = cls("place " + " ".join(str(die) if die else "-" for die in placed), parts)
        self.placed = placed
        return self


class Use(Move):
    """A card acts (LS-34); slot -1 is ``end``.

    ``target`` is a column, a slot, a slot with +1 or -1 (Ingenuity), or two columns.
    """

    __slots__ = ("slot", "target")

    slot: int
    target: Target

    @classmethod
    def of(cls, text: str, parts: Parts, slot: int, target: Target = None) -> Use:
        self = cls(text, parts)
        self.slot = slot
        self.target = target
        return self


END: Final = Use.of("end", ("end",), -1)
"""Gives up all unused dice (LS-35)."""


# --- tables ------------------------------------------------------------------------------------


def ways(dice: Dice) -> int:
    """Return how many ordered rolls give the sorted ``dice``: the multinomial weight."""
    count = factorial(len(dice))
    for same in Counter(dice).values():
        count //= factorial(same)
    return count


def _rolls(number: int, verb: str = "roll") -> Chance[Move]:
    sorted_dice = combinations_with_replacement(range(1, 7), number)
    return Chance((Roll.of(dice, verb), ways(dice)) for dice in sorted_dice)


ROLLS: Final = {number: _rolls(number) for number in range(1, 5)}
"""The throw of 1 to 4 dice by their number (LS-4: never more)."""
FIRST: Final = _rolls(3, "first")
"""The three dice for who starts (LS-13)."""
REROLL: Final[Chance[Move]] = Chance.even(Roll.of((die,), "reroll") for die in range(1, 7))
"""One die thrown again (LS-54)."""


class Placements(dict[tuple[Dice, tuple[int, ...], bool], tuple[Place, ...]]):
    """(dice, slots under repair, is the support left) -> every way to lay the dice (LS-R13).

    As many as possible are laid. ``names`` are the ids of the own cards; entries are made when
    first asked for.
    """

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, key: tuple[Dice, tuple[int, ...], bool]) -> tuple[Place, ...]:
        dice, fixed, support = key
        free = [slot for slot in SLOTS if slot not in fixed and (support or slot != SUPPORT)]
        number = min(len(dice), len(free))
        found: set[Placed] = set()
        for slots in combinations(free, number):
            for chosen in permutations(dice, number):
                on = dict(zip(slots, chosen, strict=True))
                found.add((on.get(HULL, 0), on.get(WEAPON, 0), on.get(SUPPORT, 0)))
        moves = self[key] = tuple(sorted(_place(self._names, placed) for placed in found))
        return moves


@cache
def _place(names: Names, placed: Placed) -> Place:
    return Place.of(names, placed)


class Repairs(dict[tuple[tuple[int, ...], int], tuple[Repair, ...]]):
    """(strengths, dice) -> ``roll`` and every Emergency Repair with so many dice (LS-37).

    () where nothing is damaged. ``names`` and ``tracks`` are the own cards' ids and starts.
    """

    def __init__(self, names: Names, tracks: tuple[int, ...]) -> None:
        super().__init__()
        self._names = names
        self._tracks = tracks

    def __missing__(self, key: tuple[tuple[int, ...], int]) -> tuple[Repair, ...]:
        own, dice = key
        damaged = below_start(own, self._tracks)
        moves = self[key] = tuple(
            sorted(
                _repair(self._names, slots)
                for number in range(min(dice, len(damaged)) + 1)
                for slots in combinations(damaged, number)
            )
            if damaged and dice
            else ()
        )
        return moves


def below_start(own: Sequence[int], tracks: Sequence[int]) -> tuple[int, ...]:
    """Return the slots whose strength is below its start, but not destroyed."""
    return tuple(slot for slot in SLOTS if 0 < own[slot] < tracks[slot])


@cache
def _repair(names: Names, slots: tuple[int, ...]) -> Repair:
    return Repair.of(names, slots)


@cache
def deals(deck: tuple[Face, ...]) -> Chance[Move]:
    """Return the next card from the shuffled ``deck``: each equally likely."""
    return Chance.even(sorted(_deal(face) for face in deck))


@cache
def _deal(face: Face) -> Deal:
    return Deal.of(face)


@cache
def picks(candidates: tuple[str, ...]) -> Chance[Move]:
    """Return the pick among ``candidates``: each equally likely (8.2)."""
    return Chance.even(Pick.of(letters) for letters in candidates)
