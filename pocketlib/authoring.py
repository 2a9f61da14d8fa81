"""What the author of a game is told: what its classes lack, and where its code failed."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from traceback import extract_tb
from typing import Final

from pocketlib import fields
from pocketlib.contract import Choice, Conflict, Game, Measure, Option, Preset, Rule, State

FACTS: Final = {
    "id": "a short name of small letters, as in its entry point",
    "title": "its name for people",
    "seats": 'the names of the seats, as in ("Ann", "Bob")',
    "utilities": "the least and the most a seat can have as its result, as in (-1, 1)",
    "kind": '"solitaire", "zero-sum", "co-operative" or "neither"',
}
"""What each Game class must say about itself."""
_HERE, _PYTHON = Path(__file__).parent, Path(dataclasses.__file__).parent
_OTHERS: Final = (
    _HERE, _HERE / "testing", _PYTHON, _PYTHON / "importlib", _PYTHON / "importlib" / "metadata",
)  # fmt: skip
"""Folders with code that stands between a game's own and whoever asks it."""


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
    if not game.hidden and not _is_default(game, "guess"):
        found.append(f"class {name} has a guess(), as if something were hidden; expected: "
                     "hidden = True in the class, or no guess()")  # fmt: skip
    return [*found, *_misshapen(game), *_missing_in_states(game)]


def raised(error: Exception) -> str:
    """Return ``error`` with the last line of the game's own code that it came through."""
    lines = [
        f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}: {frame.line}"
        for frame in extract_tb(error.__traceback__)
        if frame.line and Path(frame.filename).parent not in _OTHERS
    ]
    return f"{error!r} ({lines[-1]})" if lines else repr(error)


def _misshapen(game: Game) -> Iterator[str]:
    """Yield which of the facts have not the form that all who use them rely on."""
    name = type(game).__name__
    for fact, kind, example in (
        ("seats", str, '("Ann", "Bob")'),
        ("utilities", int, "(-1, 1)"),
        ("options", Option, '(Option("goal", "Points to win", (Choice(100, "100 points"),)),)'),
        ("conflicts", Conflict, "(Conflict(...),)"),
        ("presets", Preset, '(Preset("Quick", {"goal": 20}),)'),
    ):
        if not _all_of(getattr(game, fact, ()), kind):
            yield f"class {name} has {fact} of another form; expected: a tuple, as in {example}"
    for option in game.options if _all_of(game.options, Option) else ():
        if not option.choices or not _all_of(option.choices, Choice):
            yield (
                f"option {option.id} has choices of another form; expected: a tuple, as in "
                '(Choice(100, "100 points"), Choice(20, "20 points"))'
            )
    for fact, entry, example in (
        ("rules", Rule, '{"PG-1": Rule("PG-1", "Who throws a 1 loses the pot.")}'),
        ("measures", Measure, '{"pot": Measure("Points in the pot", lambda state: state.pot)}'),
    ):
        table = getattr(game, fact)
        if not isinstance(table, Mapping) or not _all_of(tuple(table.values()), entry):
            yield f"class {name} has {fact} of another form; expected: a table, as in {example}"


def _all_of(values: object, kind: type) -> bool:
    return isinstance(values, tuple) and all(isinstance(value, kind) for value in values)


def _missing_in_states(game: Game) -> list[str]:
    """Return what the kinds of states lack, one sentence for all that lack the same."""
    lacking: dict[str, list[str]] = {}
    for kind in game.states:
        for lack in _missing_in(kind):
            lacking.setdefault(lack, []).append(kind.__name__)
    found = [
        f"{'class' if len(names) == 1 else 'classes'} {', '.join(names)}: {lack}"
        for lack, names in lacking.items()
    ]
    for phase, number in Counter(kind.phase for kind in game.states).items():
        if number > 1:
            found.append(f"{number} states have the phase {phase!r}; expected: one for each")
    return found


def _missing_in(kind: type[State]) -> Iterator[str]:
    declared: list[str] = []
    if dataclasses.is_dataclass(kind):
        declared = [field.name for field in dataclasses.fields(kind)]
    if not hasattr(kind, "to_move") and "to_move" not in declared:
        yield "no to_move; expected: the number of a seat, CHANCE, or None when the game is over"
    if kind.after is State.after and getattr(kind, "to_move", 0) is not None:
        yield "no after(); expected: the next position, by the move"
    for name in ("to_move", "result"):
        if callable(getattr(kind, name, None)):
            yield f"{name} is a method; expected: a property, with @property in the line above it"
    if kind.key is not State.key and kind.dump is not State.dump:
        return
    if not declared:
        yield (
            "no dataclass; expected: @dataclass(frozen=True) above the class that declares what a "
            "position is"
        )
        return
    if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield "its dataclass is not frozen; expected: @dataclass(frozen=True)"
    if not hasattr(kind, "game"):
        yield 'no game; expected: the id of the game, as in game = "climb"'
    yield from fields.bad_fields(kind)


def _is_default(game: Game, method: str) -> bool:
    return getattr(type(game), method) is getattr(Game, method)
