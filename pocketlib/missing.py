"""What a game's classes lack: which class, what is missing, what was expected."""

from __future__ import annotations

import dataclasses
from typing import Final

from pocketlib import fields
from pocketlib.contract import Game, State

FACTS: Final = {
    "id": "a short name of small letters, as in its entry point",
    "title": "its name for people",
    "seats": 'the names of the seats, as in ("Ann", "Bob")',
    "utilities": "the least and the most a seat can have as its result, as in (-1, 1)",
    "kind": '"solitaire", "zero-sum", "co-operative" or "neither"',
}
"""What each Game class must say about itself."""


def missing(game: Game) -> list[str]:
    """Return all that the classes of ``game`` lack, a sentence each; [] if they are complete."""
    name = type(game).__name__
    found = [
        f"class {name} has no {fact}; expected: {expected}"
        for fact, expected in FACTS.items()
        if not hasattr(game, fact)
    ]
    if _is_default(game, "start") and _is_default(game, "new"):
        found.append(f"class {name} has no start(); expected: the first position, by the options")
    if _is_default(game, "load") and not game.states:
        found.append(f"class {name} has no states; expected: all its State classes, as in "
                     "(Throw, Choose, Over), or a load() of its own")  # fmt: skip
    if game.hidden and _is_default(game, "guess"):
        found.append(f"class {name} is hidden and has no guess(); expected: a position that a seat "
                     "could be in, by what it has seen")  # fmt: skip
    for kind in game.states:
        found += _missing_in(kind)
    phases = [kind.phase for kind in game.states]
    twins = sorted({phase for phase in phases if phases.count(phase) > 1})
    if twins:
        found.append(f"two states of {name} have the phase {twins[0]!r}; expected: one each")
    return found


def _missing_in(kind: type[State]) -> list[str]:
    name = kind.__name__
    found = []
    declared: list[str] = []
    if dataclasses.is_dataclass(kind):
        declared = [field.name for field in dataclasses.fields(kind)]
    if not hasattr(kind, "to_move") and "to_move" not in declared:
        found.append(f"class {name} has no to_move; expected: the number of a seat, CHANCE, or "
                     "None when the game is over")  # fmt: skip
    if kind.after is State.after and getattr(kind, "to_move", 0) is not None:
        found.append(f"class {name} has no after(); expected: the next position, by the move")
    if kind.key is not State.key and kind.dump is not State.dump:
        return found
    if not declared:
        return [*found, f"class {name} is no dataclass; expected: @dataclass(frozen=True) above "
                "the class that declares what a position is"]  # fmt: skip
    if not hasattr(kind, "game"):
        found.append(f'class {name} has no game; expected: the game\'s id, as in game = "climb"')
    return found + fields.bad_fields(kind)


def _is_default(game: Game, method: str) -> bool:
    return getattr(type(game), method) is getattr(Game, method)
