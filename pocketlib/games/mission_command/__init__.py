"""Mission Command Land: hidden tanks, secret plots and battles to the death, for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import Any, ClassVar

from pocketlib.contract import Dump, Game, Measure, Option, Rule, State, read_rules
from pocketlib.games.mission_command import measures, seen, setup
from pocketlib.games.mission_command.content import OwnSet, read_set
from pocketlib.games.mission_command.example import example_set
from pocketlib.games.mission_command.loading import load
from pocketlib.games.mission_command.node import Node
from pocketlib.games.mission_command.nodes import begin_turn
from pocketlib.games.mission_command.placing import set_up


class MissionCommand(Game):
    """The game as the contract wants it."""

    id = "mission_command"
    title = "Mission Command Land"
    blurb = (
        "Six tanks of secret strengths, a helicopter and guns on each side. Guess where the enemy "
        "will stop, then fight it out; about 30 minutes, for two."
    )
    seats = ("Green", "Tan")
    utilities = (-1, 1)
    kind = "zero-sum"
    hidden = True
    has_sets = True
    sorted_moves = False
    options = setup.schema()
    conflicts = setup.CONFLICTS
    presets = setup.PRESETS
    topics: ClassVar[Mapping[str, str]] = {
        "look": "the whole position",
        "mine": "your own pieces",
        "enemy": "the enemy's pieces, as far as you know them",
        "board": "the board, row by row",
    }

    def new(self, *, set: str | None = None, **options: Any) -> State:
        if set is None and not options:
            return _usual_start()
        return _start(options, setup.NOTHING if set is None else read_set(set))

    def load(self, dump: Dump, *, set: str | None = None) -> State:
        return load(dump, set)

    def schema(self, *, set: str | None = None) -> tuple[Option, ...]:
        return self.options if set is None else setup.schema(read_set(set))

    def read_set(self, text: str) -> OwnSet:
        return read_set(text)

    def example_set(self) -> str:
        return example_set()

    def guess(self, observation: Dump, history: Sequence[Dump], rng: Random) -> State:
        return seen.guess(observation, history, rng)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        return read_rules(__name__)

    @property
    def measures(self) -> Mapping[str, Measure]:
        return measures.MEASURES

    def value(self, state: State, seat: int) -> float:
        if not isinstance(state, Node):
            raise TypeError(f"a state of {self.title} was expected, not {type(state).__name__}")
        return measures.value(state, seat)


def _start(options: Mapping[str, Any], own: OwnSet) -> Node:
    table = setup.first_table(options, own)
    return begin_turn(table) if options.get("position") is not None else set_up(table)


@lru_cache(maxsize=1)
def _usual_start() -> Node:
    """Return the start without options; who plays many games makes it only once."""
    return _start({}, setup.NOTHING)


GAME = MissionCommand()
