"""A toy game for the tests of the table: throw two dice, keep one, twice; no board of its own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from pocketlib.chance import Chance
from pocketlib.contract import (
    CHANCE,
    BadSet,
    Choice,
    Dump,
    Event,
    Game,
    IllegalMove,
    Move,
    Option,
    Preset,
    Rule,
    Seat,
    Sentence,
    State,
    check_options,
)

ROLLS = Chance(
    (Move(f"roll {a} {b}"), 1 if a == b else 2)
    for a, b in combinations_with_replacement(range(1, 7), 2)
)


class Toy(State):
    """All nodes in one: ``dice`` are on the table, ``kept`` were kept."""

    __slots__ = ("dice", "goal", "kept", "names", "to_move")

    def __init__(
        self, goal: int, names: tuple[str, str], kept: tuple[int, ...] = (), dice=()
    ) -> None:
        self.goal, self.names, self.kept, self.dice = goal, names, kept, dice
        over = len(kept) == 2
        self.to_move = None if over else 0 if dice else CHANCE  # type: ignore[misc]

    phase: ClassVar[str] = "toy"

    def moves(self) -> tuple[Move, ...]:
        return (Move("keep high", ("dice",)), Move("keep low", ("dice",))) if self.dice else ()

    def chances(self) -> Chance[Move]:
        return ROLLS if self.to_move == CHANCE else super().chances()

    def after(self, move: str) -> Toy:
        known = self.parse(move)
        if self.dice:
            die = max(self.dice) if known == "keep high" else min(self.dice)
            return Toy(self.goal, self.names, (*self.kept, die))
        return Toy(self.goal, self.names, self.kept, tuple(map(int, known.split()[1:])))

    @property
    def result(self) -> tuple[int, ...] | None:
        return (int(sum(self.kept) >= self.goal),) if self.to_move is None else None

    def events(self, seat: Seat | None = None) -> tuple[Event, ...]:
        return (("dice", *self.dice),) if self.dice else (("kept", *self.kept[-1:]),)

    def observe(self, seat: Seat | None = None) -> Dump:
        return self.dump()

    def key(self) -> Hashable:
        return self.goal, self.kept, self.dice

    def dump(self) -> Dump:
        return {"goal": self.goal, "kept": [*self.kept], "dice": [*self.dice]}

    def summary(self, seat: Seat | None = None) -> Sentence:
        by = "table" if self.dice else "you"
        words = f"The dice show {self.dice}." if self.dice else f"You kept {self.kept[-1:]}."
        return Sentence(words, ("TO-1",), by)

    def say(self, move: Move) -> Sentence:
        which = {"keep high": self.names[0], "keep low": self.names[1]}
        return Sentence(which.get(move, f"Throw {move[5:]}"))

    def question(self, seat: Seat | None = None) -> Sentence:
        return Sentence("Over." if self.to_move is None else "Which die do you keep?", ("TO-1",))

    def words(self, topic: str, seat: Seat | None = None) -> str:
        return (
            f"Kept {list(self.kept)}, dice {list(self.dice)}, goal {self.goal} for {self.names[0]}."
        )


class ToyGame(Game):
    """Its set is one line of text: the words of the two moves, separated by a bar."""

    id = "toy"
    title = "Toy"
    seats = ("You",)
    utilities = (0, 1)
    kind = "solitaire"
    has_sets = True
    options = (
        Option(
            "goal",
            "Goal",
            (Choice("low", "Low", "7 points"), Choice("high", "High")),
            integers=(2, 12),
            integers_label="A number of points",
        ),
        Option(
            "order",
            "Order",
            (Choice("any", "Any"),),
            pick=2,
            pick_label="A list",
            pick_from=(Choice("a", "A"), Choice("b", "B"), Choice("c", "C")),
        ),
    )
    presets = (Preset("Hard", {"goal": 12}, "Both dice must be sixes."),)

    def new(self, *, set: str | None = None, **options: Any) -> Toy:
        full = check_options(self.options, self.conflicts, options)
        goal = {"low": 7, "high": 10}.get(full["goal"], full["goal"])
        return Toy(goal, self.read_set(set) if set else ("Keep the high one", "Keep the low one"))

    def load(self, dump: Dump, *, set: str | None = None) -> Toy:
        return Toy(dump["goal"], ("high", "low"), tuple(dump["kept"]), tuple(dump["dice"]))

    def read_set(self, text: str) -> tuple[str, str]:
        names = text.split("|")
        if len(names) != 2:
            raise BadSet("set: two names are needed", problems=["set: two names are needed"])
        return names[0], names[1]

    def example_set(self) -> str:
        return "Keep the high one|Keep the low one"

    @property
    def rules(self) -> Mapping[str, Rule]:
        return {"TO-1": Rule("TO-1", "Keep one die of <two>.")}


GAME = ToyGame()


class BrokenToy(ToyGame):
    """A game whose moves fail in a way nobody thought of."""

    id = "broken"

    def new(self, *, set: str | None = None, **options: Any) -> Toy:
        return Broken(7, ("high", "low"), (), (1, 2))


class Broken(Toy):
    """Raises what no engine should."""

    __slots__ = ()

    def after(self, move: str) -> Toy:
        if move == "keep low":
            raise KeyError("oops <b>")
        raise IllegalMove("Not today.", rule="TO-1")
