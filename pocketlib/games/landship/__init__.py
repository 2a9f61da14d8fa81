"""Pocket Landship: a solitaire dice battle of three cards against six."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from pocketlib.contract import (
    Dump,
    Game,
    Measure,
    Option,
    PositionField,
    Rule,
    State,
    Value,
    read_rules,
)
from pocketlib.games.landship import measures, position, setup
from pocketlib.games.landship.content import HOUSE, CardSet, read_set
from pocketlib.games.landship.example import example_set
from pocketlib.games.landship.loading import load
from pocketlib.games.landship.nodes import Node, start
from pocketlib.games.landship.table import Kit
from pocketlib.games.landship.words.names import SYNONYMS, rule_names


class Landship(Game):
    """The game as the contract wants it."""

    id = "landship"
    title = "Pocket Landship"
    blurb = (
        "Command a landship of three cards against six enemies in two rows. "
        "You choose which die goes on which card; about 15 minutes, for one."
    )
    seats = ("Landship",)
    utilities = (0, 1)
    kind = "solitaire"
    has_sets = True
    options = setup.schema()
    conflicts = setup.CONFLICTS
    presets = setup.PRESETS
    topics: ClassVar[Mapping[str, str]] = {
        "look": "the whole table",
        "mine": "your three cards and what their dice do",
        "enemy": "the enemy's cards and what their dice do",
    }

    synonyms = SYNONYMS

    def new(self, *, set: str | None = None, **options: Any) -> State:
        given = (*options.values(),) if set is None else (set, *options.values())
        only_texts = all(type(value) is str for value in given)
        return _first_state(set, **options) if only_texts else _made(set, options)

    def load(self, dump: Dump, *, set: str | None = None) -> State:
        return load(dump, set)

    def schema(self, *, set: str | None = None) -> tuple[Option, ...]:
        return setup.schema(HOUSE if set is None else read_set(set))

    def position_fields(
        self, values: Mapping[str, Any] | None = None, *, set: str | None = None
    ) -> tuple[PositionField, ...]:
        return position.fields(values or {}, HOUSE if set is None else read_set(set))

    def position(self, values: Mapping[str, Any], *, set: str | None = None) -> State:
        return position.position(values, HOUSE if set is None else read_set(set))

    def position_values(self, state: State) -> dict[str, Value]:
        return position.values_of(self._own(state))

    def read_set(self, text: str) -> CardSet:
        return read_set(text)

    def example_set(self) -> str:
        return example_set()

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        return read_rules(__name__)

    @property
    def rule_names(self) -> Mapping[str, str]:
        return rule_names()

    @property
    def measures(self) -> Mapping[str, Measure]:
        return measures.MEASURES

    def bounds_work(
        self, state: State
    ) -> Generator[int, None, Callable[[State], tuple[float, float]]] | None:
        from pocketlib.games.landship import battle  # numpy is slow to import

        node = self._own(state)
        return battle.bounds_work(node) if battle.in_reach(node) else None

    def reckon_work(
        self, *, set: str | None = None, **options: Any
    ) -> Generator[int, None, str] | None:
        from pocketlib.games.landship import battle  # numpy is slow to import

        return battle.reckon_work(self._own(self.new(set=set, **options)).table.kit)

    def value(self, state: State, seat: int) -> float:
        return measures.value(self._own(state).table)

    def _own(self, state: State) -> Node:
        if not isinstance(state, Node):
            raise TypeError(f"a state of {self.title} was expected, not {type(state).__name__}")
        return state


def _made(set: str | None, options: Mapping[str, Any]) -> Node:
    cards = HOUSE if set is None else read_set(set)
    return start(Kit(setup.check(options, cards), cards))


@lru_cache(maxsize=16, typed=True)
def _first_state(set: str | None, /, **options: str) -> Node:
    """Return the start of a game; who plays many games from one start makes it only once."""
    return _made(set, options)


GAME = Landship()
