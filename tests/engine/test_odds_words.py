"""Odds in words: what is asked for, at which moment, and the lines and sentences that answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from landship_help import GAME as LANDSHIP
from landship_help import board

from pocketlib import CHANCE, Chance, Game, Move, Sentence, State, asking, commands
from pocketlib.asking import DICE, NEXT, Foreseen, asked_measure, decimal, foresee_work, number
from pocketlib.contract import Measure
from pocketlib.graph import finish
from pocketlib.record import Record
from pocketlib.text import Session

HULL = LANDSHIP.measures["hull"]


class Step(State):
    """Walk by a die, then choose whether to double the last step, three times over."""

    def __init__(self, at: int = 0, last: int = 0, turn: int = 0, kind: str = "walk") -> None:
        self.at, self.last, self.turn, self.kind = at, last, turn, kind
        self.to_move = None if turn == 3 else CHANCE if kind == "roll" else 0  # type: ignore[misc]

    phase = "step"

    def moves(self) -> tuple[Move, ...]:
        if self.to_move != 0:
            return ()
        names = {"walk": ("walk", "rest"), "double": ("double", "leave it")}
        return tuple(map(Move, names[self.kind]))

    def chances(self) -> Chance[Move]:
        return Chance.even(Move(f"roll {n}") for n in range(1, 5))

    def after(self, move: str) -> State:
        move = self.parse(move)
        if move == "walk":
            return Step(self.at, 0, self.turn, "roll")
        if move == "rest":
            return Step(self.at, 0, self.turn + 1)
        if move.startswith("roll"):
            n = int(move.split()[1])
            return Step(self.at + n, n, self.turn, "double")
        more = self.last if move == "double" else 0
        return Step(self.at + more, 0, self.turn + 1)

    @property
    def result(self) -> tuple[int, ...] | None:
        return (self.at,) if self.to_move is None else None

    def events(self, seat: int | None = None) -> tuple[Any, ...]:
        return ()

    def observe(self, seat: int | None = None) -> dict[str, Any]:
        return {"at": self.at, "last": self.last, "turn": self.turn, "kind": self.kind}

    dump = observe

    def key(self) -> tuple[Any, ...]:
        return self.at, self.last, self.turn, self.kind

    def say(self, move: Move) -> Sentence:
        return Sentence(f"You {move}.")


class Steps(Game):
    """A game with a valuation: further is better."""

    id = "steps"
    title = "Steps"
    seats = ("You",)
    utilities = (0, 24)
    kind = "solitaire"

    @property
    def measures(self) -> dict[str, Measure]:
        return {
            "way": Measure("steps walked", lambda s: s.at, "m"),
            "way left": Measure("turns left", lambda s: 3 - s.turn),
        }

    def new(self, *, set: str | None = None, **options: Any) -> State:
        return Step()

    def load(self, dump: dict[str, Any], *, set: str | None = None) -> State:
        return Step(**dump)

    def value(self, state: State, seat: int) -> float:
        return float(state.at)  # type: ignore[attr-defined]


STEPS = Steps()


class Blind(Steps):
    """The same game without a valuation."""

    id = "blind"
    value = Game.value


class Secret(Steps):
    """The same game, with something hidden."""

    id = "secret"
    hidden = True


class Named(Steps):
    """The same game, whose number is no number."""

    id = "named"

    @property
    def measures(self) -> dict[str, Measure]:
        return {"name": Measure("name of the place", lambda s: "ab"[s.at % 2])}


class Circling(Step):
    """Chance that leads back to itself for ever."""

    def after(self, move: str) -> State:
        return Circling(self.at, 0, 0, "roll")


def session(state: State | None = None, game: Game = STEPS) -> Session:
    return Session(Record(game, {}, state or Step()), companion=True)


def foresee(state: State, move: str | None, stop: str, game: Game = STEPS) -> asking.Foreseen:
    return finish(foresee_work(game, state, move, game.measures["way"], stop))


# --- working it out ----------------------------------------------------------------------------


def test_at_the_next_decision() -> None:
    found = foresee(Step(), "walk", NEXT)
    assert found.chance == Chance.even(range(1, 5))
    assert not found.guided
    assert foresee(Step(2, 3, 0, "double"), "double", NEXT).chance == Chance.sure(5)


def test_past_a_decision_the_simple_player_goes_on() -> None:
    doubled = foresee(Step(2, 3, 0, "double"), "double", DICE)
    # nobody has to roll: the simple player compares 5 with 5 and takes the first, "walk"
    assert doubled.chance == Chance.even(range(6, 10))
    assert doubled.guided
    assert (
        doubled.assumption == "Decisions before the dice are taken as a simple player takes them."
    )
    assert foresee(Step(), "walk", DICE).chance == Chance.even(range(1, 5))


def test_the_end_of_the_game_stops_everything() -> None:
    assert foresee(Step(4, 2, 2, "double"), "double", DICE).chance == Chance.sure(6)


def test_without_a_move_it_is_what_the_dice_bring() -> None:
    assert foresee(Step(3, 0, 0, "roll"), None, DICE).chance == Chance.even(range(4, 8))


def test_only_a_game_with_a_valuation_looks_past_a_decision() -> None:
    assert asking.stops(STEPS) == (DICE, NEXT)
    assert asking.stops(Blind()) == (NEXT,)
    assert asking.stops(LANDSHIP) == (DICE, NEXT)


def test_landship_after_placing_dice_agrees_with_a_count_of_all_enemy_rolls() -> None:
    state = board("boar - infantry / - - -", strengths=(6, 4, 3))
    while state.phase != "place":
        state = state.after(state.options_now()[-1])
    move = state.moves()[0]
    found = finish(foresee_work(LANDSHIP, state, move, HULL, DICE))
    node = state.after(move)
    while node.to_move == 0:
        node = node.after(asking.simple_move(LANDSHIP, node))
    counted: Counter[int] = Counter()
    for outcome, ways in node.chances().items():
        counted[HULL.of(node.after(outcome))] += ways
    assert found.chance == Chance(counted)
    assert sum(found.chance.probability(o) for o in found.chance) == 1


def test_work_can_be_interrupted() -> None:
    work = foresee_work(STEPS, Step(2, 3, 0, "double"), "double", STEPS.measures["way"], DICE)
    assert isinstance(next(work), int)
    work.close()


# --- the command -------------------------------------------------------------------------------


def test_odds_of_a_number_after_a_move() -> None:
    assert session().do("odds way walk").splitlines() == [
        "You walk (walk).",
        "1 m: 1/4 (25.0 %)",
        "2 m: 1/4 (25.0 %)",
        "3 m: 1/4 (25.0 %)",
        "4 m: 1/4 (25.0 %)",
        "Steps walked: 4 outcomes, equally likely (1/4, 25.0 % each), from 1 m to 4 m, "
        "on average 5/2 (about 2.50), at the next decision after dice or cards.",
    ]


def test_odds_of_a_number_after_every_move() -> None:
    assert session().do("odds way").splitlines() == [
        "You walk (walk): 5/2 (about 2.50)",
        "You rest (rest): 5/2 (about 2.50)",
        "Steps walked, on average, at the next decision after dice or cards.",
        "Decisions before the dice are taken as a simple player takes them.",
    ]


def test_odds_of_all_numbers_after_a_move() -> None:
    assert session().do("odds walk").splitlines() == [
        "You walk (walk), at the next decision after dice or cards:",
        "Steps walked: 4 outcomes, equally likely (1/4, 25.0 % each), from 1 m to 4 m, "
        "on average 5/2 (about 2.50).",
        "Turns left: 3 for certain.",
        "For more, type odds, a number of the game (way, way left) and, if you like, a move.",
    ]


ASK = "For more, type odds, a number of the game (way, way left) and, if you like, a move."


def test_odds_alone_tell_the_first_number_in_short() -> None:
    assert session().do("odds").splitlines() == [
        "Steps walked, on average, at the next decision after dice or cards: 5/2 (about 2.50) "
        "after every move.",
        "Decisions before the dice are taken as a simple player takes them.",
        ASK,
    ]
    doubling = session(Step(2, 3, 2, "double"))
    assert doubling.do("odds").splitlines() == [
        "Steps walked, on average, at the next decision after dice or cards: at most 5, after: "
        "You double; at least 2, after: You leave it.",
        ASK,
    ]
    assert session(Step(3, 0, 0, "roll")).do("odds").splitlines() == [
        "Steps walked: 4 outcomes, equally likely (1/4, 25.0 % each), from 4 m to 7 m, on average "
        "11/2 (about 5.50), at the next decision after dice or cards.",
        ASK,
    ]


def test_odds_alone_of_what_is_no_number_are_told_move_by_move() -> None:
    told = session(game=Named()).do("odds").splitlines()
    assert [line.partition(":")[0] for line in told[:2]] == ["You walk (walk)", "You rest (rest)"]
    assert "Name of the place: 2 outcomes, equally likely" in told[1]


def test_odds_before_a_real_throw() -> None:
    about = session(Step(3, 0, 0, "roll"))
    assert about.do("odds 2") == "You roll 2 (roll 2): 1/4 (25.0 %)"
    lines = about.do("odds way").splitlines()
    assert lines[:2] == ["4 m: 1/4 (25.0 %)", "5 m: 1/4 (25.0 %)"]
    assert about.do("odds way 2").splitlines()[1] == "5 m: 1 (100.0 %)"


def test_the_longest_name_of_a_number_is_meant() -> None:
    assert "Turns left" in session().do("odds WAY  LEFT walk")
    measures = STEPS.measures
    assert asked_measure(measures, "way walk") == (measures["way"], "walk")
    assert asked_measure(measures, "way left") == (measures["way left"], "")
    assert asked_measure(measures, "wayward") == (None, "wayward")


def test_a_bad_move_is_refused_with_its_reason() -> None:
    assert "fly" in session().do("odds way fly")
    assert "fly" in session().do("odds fly")


def test_no_odds_where_something_is_hidden() -> None:
    hidden = session(game=Secret())
    for line in ("odds", "odds way", "odds way walk"):
        assert hidden.do(line) == asking.HIDDEN


def test_a_loop_without_an_end_is_told() -> None:
    told = session(Circling(0, 0, 0, "roll")).do("odds way")
    assert told.startswith("No odds can be told here: ")


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "_PATIENCE", -1.0)
    assert session().do("odds way walk").startswith("Too much can follow from here")
    assert session().do("odds").startswith("Too much can follow from here")


def test_odds_in_landship() -> None:
    state = board("boar - infantry / - - -", strengths=(6, 4, 3))
    while state.phase != "place":
        state = state.after(state.options_now()[-1])
    told = session(state, LANDSHIP).do(f"odds hull {state.moves()[0]}")
    assert "Strength of the hull: " in told
    assert "%" in told


# --- numbers in words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (F(4), "4"),
        (3, "3"),
        (F(-7, 2), "-7/2 (about -3.50)"),
        (F(2, 3), "2/3 (about 0.67)"),
        (F(-1, 1000), "-1/1000 (about 0.00)"),
    ],
)
def test_numbers(value: F | int, told: str) -> None:
    assert number(value) == told


@given(st.fractions(-1000, 1000))
def test_decimals_are_at_most_half_a_hundredth_off(value: F) -> None:
    assert abs(F(decimal(value)) - value) <= F(1, 200)


def test_outcomes_that_are_no_numbers_have_no_average() -> None:
    measure = Measure("side of the coin", lambda state: "heads")
    found = asking.Foreseen(measure, Chance({"heads": 2, "tails": 1}), NEXT, False)
    assert found.mean is None
    assert found.sentence == (
        "Side of the coin: most likely heads (2/3, 66.7 %), at the next decision."
    )


def test_long_lists_are_cut_and_summed_up() -> None:
    sums = Chance((a + b, 1) for a, b in product(range(1, 21), repeat=2))
    found = asking.Foreseen(Measure("sum", lambda state: 0), sums, NEXT, False)
    lines = found.lines(5)
    assert len(lines) == 5
    assert lines[-1].startswith("and 35 more: ")
    shown, others = asking.likeliest(sums, 5)
    assert shown == [19, 20, 21, 22]
    assert {*shown} | others == set(sums)
    check: Callable[[int], bool] = others.__contains__
    assert str(sums.p(check)) in lines[-1]


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({1: 1, 2: 3, 4: 2}, "most likely 2 m (1/2, 50.0 %), from 1 m to 4 m,"),
        ({1: 1, 2: 3, 3: 3}, "most likely 2 m or 3 m (3/7, 42.9 % each), from 1 m to 3 m,"),
        ({1: 2, 2: 3, 3: 3, 4: 3, 5: 3}, "most likely one of 4 outcomes (3/14, 21.4 % each),"),
        ({0: 1, 6: 1}, "2 outcomes, equally likely (1/2, 50.0 % each), from 0 m to 6 m,"),
    ],
)
def test_what_is_most_likely_is_told_as_it_is(weights: dict[int, int], words: str) -> None:
    steps = Measure("Steps", lambda state: 0, "m")
    assert Foreseen(steps, Chance(weights), NEXT, False).sentence.startswith(f"Steps: {words}")
