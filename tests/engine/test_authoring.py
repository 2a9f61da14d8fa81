"""What a game's classes lack is said by name: in the check, and wherever a game is asked for."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from pocketlib import Choice, Game, Move, Option, State, UnknownGame, catalogue, game, registry
from pocketlib.authoring import missing
from pocketlib.testing import ContractBroken, check


@dataclass(frozen=True)
class Count(State):
    game = "count"
    left: int = 2


class Turn(Count):
    to_move = 0

    def moves(self) -> tuple[Move, ...]:
        return (Move("go"),)

    def after(self, move: str) -> State:
        self.parse(move)
        return self.into(Turn if self.left > 1 else Over, left=self.left - 1)


class Over(Count):
    to_move = None
    result = (1,)


class Counting(Game):
    id = "count"
    title = "Count"
    seats = ("Ann",)
    utilities = (0, 1)
    kind = "solitaire"
    states: tuple[type[State], ...] = (Turn, Over)

    def start(self, **options: Any) -> State:
        return Turn()


def test_a_complete_game_lacks_nothing_and_keeps_the_contract() -> None:
    assert missing(Counting()) == []
    assert check(Counting(), games=2).positions == 6


def test_no_installed_game_lacks_anything() -> None:
    assert [missing(game(id)) for id in catalogue()] == [[] for _ in catalogue()]


def class_without(fact: str) -> Game:
    facts = {name: value for name, value in vars(Counting).items() if name != fact}
    return type("Bad", (Game,), facts)()


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("id", "class Bad has no id; expected: a short name"),
        ("title", "class Bad has no title; expected: its name for people"),
        ("seats", "class Bad has no seats; expected: the names"),
        ("utilities", "class Bad has no utilities; expected: the least and the most"),
        ("kind", 'class Bad has no kind; expected: "solitaire"'),
        ("start", "class Bad has no start(); expected: the first position"),
        ("states", "class Bad has no states; expected: all its State classes"),
    ],
)
def test_what_a_game_lacks_is_named(fact: str, sentence: str) -> None:
    (told,) = missing(class_without(fact))
    assert told.startswith(sentence)
    with pytest.raises(ContractBroken) as broken:
        check(class_without(fact))
    assert sentence in str(broken.value)


def test_a_hidden_game_needs_guesses() -> None:
    hidden = type("Bad", (Counting,), {"hidden": True})()
    (told,) = missing(hidden)
    assert told.startswith("class Bad is hidden and has no guess(); expected:")


def test_a_guess_in_an_open_game_is_asked_about() -> None:
    guessing = type("Bad", (Counting,), {"guess": lambda self, seen, history, rng: Turn()})()
    assert missing(guessing) == [
        "class Bad has a guess(), as if something were hidden; expected: hidden = True in the "
        "class, or no guess()"
    ]


class Lost(Count):
    to_move = 0


class Nowhere(Count):
    def after(self, move: str) -> State:
        return self


class Loose(State):
    to_move = None


@dataclass(frozen=True)
class Nameless(State):
    left: int
    to_move: int | None


@dataclass(frozen=True)
class Listed(Over):
    dice: list[int] = field(default_factory=list)


@dataclass
class Thawed(State):
    game = "count"
    to_move = None
    left: int = 2


class AnotherTurn(Turn):
    phase = "turn"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Lost, "class Lost: no after(); expected: the next position, by the move"),
        (Nowhere, "class Nowhere: no to_move; expected: the number of a seat, CHANCE, or"),
        (Loose, "class Loose: no dataclass; expected: @dataclass(frozen=True) above"),
        (Thawed, "class Thawed: its dataclass is not frozen; expected: @dataclass(frozen=True)"),
        (Listed, "class Listed: dice is declared as list[int]; expected: int, str, bool,"),
        (AnotherTurn, "2 states have the phase 'turn'; expected: one for each"),
    ],
)
def test_what_a_kind_of_state_lacks_is_named(kind: type[State], sentence: str) -> None:
    (told,) = missing(type("Bad", (Counting,), {"states": (Turn, Over, kind)})())
    assert told.startswith(sentence)


class Methods(Over):
    def result(self) -> tuple[int, ...]:  # type: ignore[override]
        return (1,)


def test_a_method_that_should_be_a_property_is_named() -> None:
    (told,) = missing(type("Bad", (Counting,), {"states": (Turn, Methods)})())
    assert told == (
        "class Methods: result is a method; expected: a property, with @property in the line above "
        "it"
    )


ONE = (Choice(1, "one"),)


@pytest.mark.parametrize(
    ("fact", "value", "sentence"),
    [
        ("seats", "Ann", 'class Bad has seats of another form; expected: a tuple, as in ("Ann"'),
        ("utilities", (0, 0.5), "class Bad has utilities of another form"),
        ("options", Option("a", "A", ONE), "class Bad has options of another form"),
        ("options", (Option("a", "A", (1, 2)),), "option a has choices of another form"),
        ("options", (Option("a", "A", Choice(1, "one")),), "option a has choices of another form"),
        ("options", (Option("a", "A", ()),), "option a has choices of another form"),
        ("presets", ({"a": 1},), "class Bad has presets of another form"),
        ("conflicts", (lambda options: True,), "class Bad has conflicts of another form"),
        ("rules", {"CO-1": "text"}, "class Bad has rules of another form; expected: a table"),
        ("rules", lambda self: {}, "class Bad has rules of another form"),
        ("measures", {"left": lambda state: 1}, "class Bad has measures of another form"),
    ],
)
def test_a_fact_of_another_form_is_named(fact: str, value: object, sentence: str) -> None:
    (told,) = missing(type("Bad", (Counting,), {fact: value})())
    assert told.startswith(sentence)


class Listing(Turn):
    def after(self, move: str) -> State:
        self.parse(move)
        return self.into(Over, left=[1])


class Stray(Turn):
    def after(self, move: str) -> State:
        self.parse(move)
        return self.into(Turn)


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ((Listing, Over), "Over.left is [1]. Expected: int."),
        ((Stray, Over), "this position is a Turn. Expected: one of the game's states Stray, Over"),
    ],
)
def test_a_state_that_could_not_be_loaded_is_named(
    kinds: tuple[type[State], ...], sentence: str
) -> None:
    wrong = type("Bad", (Counting,), {"states": kinds, "start": lambda self: kinds[0]()})()
    with pytest.raises(ContractBroken) as broken:
        check(wrong, games=1)
    assert str(broken.value).startswith(sentence)


def test_all_that_is_missing_is_told_at_once() -> None:
    found = missing(type("Bad", (Counting,), {"states": (Lost, Nameless)})())
    assert [told.partition(";")[0] for told in found] == [
        "classes Lost, Nameless: no after()",
        "class Nameless: no game",
    ]


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (class_without("kind"), "The game 'count' is not complete. class Bad has no kind;"),
        (Counting, "class 'type'>; an object of that class is expected, as in GAME = Counting()"),
        (type("Bad", (Counting,), {"id": "other"})(), "leads to a game whose id is 'other'"),
    ],
)
def test_a_game_that_is_asked_for_says_what_it_lacks(
    made: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EntryPoint, "load", lambda point: made)
    points = [EntryPoint("count", "counting:GAME", registry.GROUP)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    registry.game.cache_clear()
    with pytest.raises(UnknownGame) as unknown:
        game("count")
    assert words in str(unknown.value)
    registry.game.cache_clear()


class Wrong(Turn):
    def after(self, move: str) -> State:
        self.parse(move)
        return Over(1 // 0)


def test_an_error_in_a_game_is_told_with_its_line() -> None:
    wrong = type("Bad", (Counting,), {"states": (Wrong, Over), "start": lambda self: Wrong()})()
    with pytest.raises(ContractBroken) as broken:
        check(wrong)
    assert "ZeroDivisionError" in str(broken.value)
    assert "(test_authoring.py, line " in str(broken.value)
    assert ", in after: return Over(1 // 0)) was raised" in str(broken.value)
