"""Checks of what a game says about itself and of the ways it can start."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from pocketlib.authoring import missing
from pocketlib.contract import (
    RULE_ID,
    BadOptions,
    BadSet,
    Game,
    Option,
    Refusal,
    State,
)
from pocketlib.testing.verdict import broken

LISTS = 60
"""How many random lists are tried for an option that takes a list."""
KINDS = ("solitaire", "zero-sum", "co-operative", "neither")
JUNK: tuple[Any, ...] = (None, "", "no such value", -1, 10**30, 2.5, float("nan"), [], ["x"], {})


def check_facts(game: Game) -> None:
    """Check the declared facts of a game."""
    where = str(getattr(game, "id", game))
    if lacks := missing(game):
        raise broken(where, ". ".join(lacks), "a complete game")

    def need(condition: object, what: str, expected: str) -> None:
        if not condition:
            raise broken(where, what, expected)

    need(
        re.fullmatch(r"[a-z][a-z0-9_]*", game.id),
        f"the id is {game.id!r}",
        "lower case letters, digits and underscores",
    )
    need(game.title.strip(), "the title is empty", "a title for menus")
    need(game.seats and len({*game.seats}) == len(game.seats), f"the seats are {game.seats!r}",
         "one name for each seat, all different")  # fmt: skip
    need(game.utilities[0] < game.utilities[1], f"utilities are {game.utilities}", "least < most")
    need(game.kind in KINDS, f"the kind is {game.kind!r}", f"one of {KINDS}")
    need("look" in game.topics, f"the topics are {list(game.topics)}", "'look' among them")
    ids = [option.id for option in game.options]
    need(len(ids) == len({*ids}), f"the options are {ids}", "all different")
    for option in game.options:
        need(option.title.strip(), f"option {option.id} has no title", "words for a menu")
        problem = option.problem(option.default)
        need(problem is None, f"the default of {option.id} is refused: {problem}", "a legal value")
    for id, rule in game.rules.items():
        need(RULE_ID.fullmatch(id), f"a rule's id is {id!r}", f"the form {RULE_ID.pattern}")
        need(rule.id == id and rule.text.strip(), f"rule {id} is {rule!r}", "its id and a sentence")
    for name, measure in game.measures.items():
        need(measure.title.strip(), f"measure {name} has no title", "words for a menu")


def check_options(game: Game, rng: Random) -> list[dict[str, Any]]:
    """Check that every value of every option can start a game; return options that can."""
    starts: list[dict[str, Any]] = [{}]
    _start(game, {}, "the defaults")
    for preset in game.presets:
        starts.append(dict(preset.options))
        _start(game, starts[-1], f"the preset {preset.title!r}")
    for option in game.options:
        found = [_start_with(game, option, value, rng) for value in _values(option, rng)]
        starts += [options for options in found if options is not None]
        if option.pick and not any(isinstance(o and o[option.id], list) for o in found):
            raise broken(game.id, f"no list for option {option.id} was accepted", "some to be")
        for value in _bad_values(option):
            _must_refuse(game, {option.id: value})
    for option in game.options:
        _must_matter(game, option, rng)
    _must_refuse(game, {"no_such_option": 1})
    if game.has_sets:
        try:
            game.new(set=game.example_set())
        except BadSet as refusal:
            told = f"example_set() is refused: {refusal}"
            raise broken(game.id, told, "a set to start from") from None
    for text in ("\0 = [", "x" * 70_000) if game.has_sets else ("",):
        try:
            game.new(set=text)
        except BadSet:
            continue
        raise broken(game.id, f"the set {text[:20]!r} was accepted", "BadSet")
    return starts


def _values(option: Option, rng: Random) -> Iterator[Any]:
    """Yield the values to try: all choices, the ends of the integers, and some lists."""
    for choice in option.choices:
        yield choice.value
    if option.integers:
        low, high = option.integers
        yield from (low, high, rng.randint(low, high))
    ids = [choice.value for choice in option.pick_from]
    for _ in range(LISTS if option.pick else 0):
        yield rng.sample(ids, option.pick)


def _bad_values(option: Option) -> Iterator[Any]:
    beyond = [option.integers[0] - 1, option.integers[1] + 1] if option.integers else []
    twice = [[option.pick_from[0].value] * option.pick] if option.pick > 1 else []
    for value in (*JUNK, *beyond, *twice):
        if option.problem(value) is not None:
            yield value


def _start(game: Game, options: Mapping[str, Any], what: str) -> State:
    try:
        return game.new(**options)
    except Refusal as refusal:
        raise broken(game.id, f"{what} {options} can't start: {refusal}", "a game") from None


def _start_with(game: Game, option: Option, value: Any, rng: Random) -> dict[str, Any] | None:
    """Return options with this value that can start: others change only if they must.

    None if ``value`` is a list that the game refuses: which entries go together it alone knows.
    """
    defaults = {o.id: o.default for o in game.options}
    others = [o for o in game.options if o.id != option.id]
    for changes in _changes(others, rng):
        options = {option.id: value, **changes}
        if any(conflict.clash({**defaults, **options}) for conflict in game.conflicts):
            _must_refuse(game, options)
            continue
        try:
            game.new(**options)
        except BadOptions as refusal:
            if not any(isinstance(v, list) for v in options.values()):
                raise broken(
                    game.id, f"{options} can't start: {refusal}", "a game, or one of its conflicts"
                ) from None
        else:
            return options
    if isinstance(value, list):
        return None
    raise broken(game.id, f"option {option.id}={value!r} goes with nothing", "a way to use it")


def _changes(options: Sequence[Option], rng: Random) -> Iterator[dict[str, Any]]:
    """Yield changes of no option, of one, of two."""
    values = [(option.id, value) for option in options for value in _values(option, rng)]
    yield {}
    for id, value in values:
        yield {id: value}
    for (id, value), (other, another) in combinations(values, 2):
        if id != other:
            yield {id: value, other: another}


def _must_matter(game: Game, option: Option, rng: Random) -> None:
    """Check that two values of an option are not the same, beside some other options at least.

    The key of a position has all that its future depends on: an option that leaves no trace in the
    key of any start, and does not even say which others go with it, changes nothing.
    """
    values = list(_values(option, rng))
    if len(values) < 2:
        return
    for changes in _changes([o for o in game.options if o.id != option.id], rng):
        starts = {_key(game, {option.id: value, **changes}) for value in values}
        if len(starts) > 1:
            return
    raise broken(game.id, f"option {option.id} has no effect: key() is the same with each value",
                 "start() to put it into a field, as in Choose(**options)")  # fmt: skip


def _key(game: Game, options: Mapping[str, Any]) -> Hashable:
    """Return the key of the start with these options; None if they are refused."""
    try:
        return game.new(**options).key()
    except BadOptions:
        return None


def _must_refuse(game: Game, options: Mapping[str, Any]) -> None:
    try:
        game.new(**options)
    except BadOptions as refusal:
        if not str(refusal).strip():
            raise broken(game.id, f"{options} are refused without a word", "a sentence") from None
        return
    raise broken(game.id, f"the options {options} were accepted", "BadOptions")
