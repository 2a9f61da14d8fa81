"""The chance to win: exact, between bounds or estimated, and never without saying which."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from fractions import Fraction as F
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from landship_help import GAME as LANDSHIP
from landship_help import board, hand

import pocketlib
from pocketlib import (
    CHANCE,
    Chance,
    Game,
    Move,
    Sentence,
    State,
    commands,
    shelf,
    terminal,
    winning,
)
from pocketlib.__main__ import main
from pocketlib.graph import Progress, finish, how_far
from pocketlib.record import Record
from pocketlib.text import Session
from pocketlib.winning import ESTIMATE, EXACT, WITHIN, Outlook, Worth, outlook_work


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path / "cache")


class Toss(State):
    """Toss for it: a bold try wins with 1 in 4, a careful one with 1 in 3 but may be repeated."""

    def __init__(self, at: str = "choose", left: int = 3) -> None:
        self.at, self.left = at, left
        over = at in ("won", "lost")
        self.to_move = None if over else 0 if at == "choose" else CHANCE  # type: ignore[misc]

    phase = "toss"

    def moves(self) -> tuple[Move, ...]:
        return (Move("bold"), Move("careful")) if self.to_move == 0 else ()

    def chances(self) -> Chance[Move]:
        wins = {"bold": (1, 3), "careful": (1, 2)}[self.at]
        return Chance({Move("hit"): wins[0], Move("miss"): wins[1]})

    def after(self, move: str) -> State:
        move = self.parse(move)
        if self.to_move == 0:
            return type(self)(str(move), self.left)
        if move == "hit":
            return type(self)("won", 0)
        return type(self)("choose", self.left - 1) if self.left > 1 else type(self)("lost", 0)

    @property
    def result(self) -> tuple[int, ...] | None:
        return None if self.to_move is not None else (int(self.at == "won"),)

    def key(self) -> tuple[Any, ...]:
        return self.at, self.left

    def dump(self) -> dict[str, Any]:
        return {"at": self.at, "left": self.left}

    def say(self, move: Move) -> Sentence:
        return Sentence(f"You are {move}.")


class Tosses(Game):
    id = "tosses"
    title = "Tosses"
    seats = ("You",)
    utilities = (0, 1)
    kind = "solitaire"

    def new(self, *, set: str | None = None, **options: Any) -> State:
        return Toss()

    def load(self, dump: dict[str, Any], *, set: str | None = None) -> State:
        return Toss(**dump)


class Bounded(Tosses):
    """Knows bounds."""

    def bounds_work(
        self, state: State
    ) -> Generator[int, None, Callable[[State], tuple[float, float]]] | None:
        def work() -> Generator[int, None, Callable[[State], tuple[float, float]]]:
            yield Progress(1, 2)
            return lambda node: (worth(node) - 4e-10, worth(node) + 4e-10)

        return work()


def worth(node: State) -> float:
    """Return the chance to win: careful each time, unless it is to be bold now."""
    assert isinstance(node, Toss)
    if node.result is not None:
        return float(node.result[0])
    miss = 0.75 if node.at == "bold" else 2 / 3
    return 1 - miss * (2 / 3) ** (node.left - 1)


TOSSES, BOUNDED = Tosses(), Bounded()


def outlook(state: State, game: Game = TOSSES) -> Outlook:
    return finish(outlook_work(game, state))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even the smallest game is too large to be solved exactly."""
    monkeypatch.setattr(winning, "EXACT_MOST", 2)


def test_a_small_game_is_solved_exactly() -> None:
    found = outlook(Toss())
    assert found.kind == EXACT
    assert found.worth.about == F(19, 27)
    assert {str(m): w.about for m, w in found.moves.items()} == {
        "bold": F(2, 3),
        "careful": F(19, 27),
    }
    assert found.best_moves == ("careful",)
    assert found.line == ("careful",)
    assert found.worth.told == "19/27 (70.4 %), exact"
    assert found.how.startswith("Exact")
    assert found.line_told(Toss()) == "Best play: You are careful."


@pytest.mark.usefixtures("large")
def test_a_larger_one_lies_between_bounds_where_the_game_knows_them() -> None:
    found = outlook(Toss(), BOUNDED)
    assert found.kind == WITHIN
    assert found.worth.low <= F(19, 27) <= found.worth.high
    assert found.worth.told == "70.4 % (0.703703704, to within a billionth)"
    assert found.best_moves == ("careful",)
    assert found.line == ("careful",)
    assert "0.000000001" in found.how


@pytest.mark.usefixtures("large")
def test_moves_that_can_not_be_told_apart_are_all_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.worth", lambda node: 0.5)
    found = outlook(Toss(), BOUNDED)
    assert found.best_moves == ("bold", "careful")
    assert found.line == ("bold",)  # the first among equals


@pytest.mark.usefixtures("large")
def test_bounds_that_are_too_far_apart_are_no_answer() -> None:
    class Loose(Bounded):
        def bounds_work(self, state: State) -> Any:
            def work() -> Any:
                yield 1
                return lambda node: (0.2, 0.3)

            return work()

    with pytest.raises(ArithmeticError, match="apart"):
        outlook(Toss(), Loose())


@pytest.mark.usefixtures("large")
def test_else_it_is_an_estimate_and_says_so() -> None:
    found = outlook(Toss())
    assert found.kind == ESTIMATE
    assert found.line == ()
    assert found.line_told(Toss()) == ""
    assert "estimate" in found.how
    assert found == outlook(Toss())  # the same position, the same answer
    truth = {"bold": 2 / 3, "careful": 19 / 27}  # the player goes on carefully
    for move, worth_ in found.moves.items():
        assert worth_.low < truth[str(move)] < worth_.high
        assert worth_.low < worth_.about < worth_.high
        assert worth_.told.startswith("about ")
        assert "(estimate: " in worth_.told


def test_an_interval_holds_the_truth_19_times_out_of_20() -> None:
    rng, p, games, held = Random(5), 0.3, 400, 0
    for _ in range(1000):
        wins = sum(rng.random() < p for _ in range(games))
        found = winning._estimated(wins, games)
        held += found.low <= p <= found.high
    assert abs(held / 1000 - 0.95) < 3.3 * sqrt(0.95 * 0.05 / 1000)
    assert winning._estimated(0, 400)[:2] == (0, 0)
    assert 0 < winning._estimated(0, 400).high < 0.01
    assert winning._estimated(400, 400).high == 1


def test_where_chance_draws_it_is_the_chance_from_here() -> None:
    found = outlook(Toss("careful", 1))
    assert (found.worth.about, found.moves, found.line) == (F(1, 3), {}, ())


def test_it_is_offered_where_one_side_wins_or_loses_and_nothing_is_hidden() -> None:
    class Hidden(Tosses):
        hidden = True

    class Duel(Tosses):
        kind = "zero-sum"

    class Points(Tosses):
        utilities = (0, 10)

    assert winning.offered(LANDSHIP)
    assert winning.offered(TOSSES)
    assert not any(winning.offered(kind()) for kind in (Hidden, Duel, Points))
    assert not winning.offered(pocketlib.game("mission_command"))


# --- Landship ----------------------------------------------------------------------------------


def test_the_three_kinds_in_landship() -> None:
    last = board("infantry:1 - - / - - -", "roll", (1, 1, 0))
    found = finish(outlook_work(LANDSHIP, last))
    assert found.worth.about == F(27270, 28129)
    assert found.worth.told == "27270/28129 (96.9 %), exact"

    longer = board("infantry:2 - - / - - -", "roll", (2, 2, 1))
    found = finish(outlook_work(LANDSHIP, longer))
    assert found.kind == EXACT
    assert isinstance(found.worth.about, F)
    assert found.worth.told == (
        f"about {float(found.worth.about):.9f} (> 99.9 %), exact, rounded here"
    )

    pair = hand("badger:3 - infantry:2 / - - -", "2 4 6", (3, 2, 2))
    found = finish(outlook_work(LANDSHIP, pair))
    assert found.kind == WITHIN
    assert set(found.moves) == set(pair.moves())
    assert found.worth.high == max(w.high for w in found.moves.values())
    assert found.line[0] == found.best_moves[0]
    node: State = pair
    for move in found.line:
        node = node.after(move)
    assert node.to_move in (None, CHANCE)


def test_the_planner_plays_the_turn_out_and_looks_through_a_re_roll() -> None:
    player = winning._Planner(LANDSHIP)
    state = hand("boar badger lightart / badgerb infantry minefield", "6 2 3")
    gone = state.after(player.move(state))
    while gone.to_move == 0:
        gone = gone.after(player.move(gone))
    left = LANDSHIP.measures["enemy strength"]
    assert left.of(state) - left.of(gone) == 4  # question 8
    jammed = hand("boar:1 - lightart:1 / - - -", "3 5 6", (2, 2, 1))
    assert jammed.moves() == ("end", "use sponsons cannon", "use sponsons hull")
    assert player.move(jammed) == "use sponsons cannon"  # it hits with 1, 3, 4; the hull with 6


# --- in words ----------------------------------------------------------------------------------


def session(state: State | None = None, game: Game = TOSSES) -> Session:
    return Session(Record(game, {}, state or Toss()), companion=True)


def test_odds_win_tells_all_moves_the_best_line_and_how_sure_it_is() -> None:
    assert session().do("odds win").splitlines() == [
        "You are bold (bold): 2/3 (66.7 %), exact",
        "You are careful (careful): 19/27 (70.4 %), exact, best",
        "Best play: You are careful.",
        "Exact: every position that can follow was solved, with best play.",
    ]
    assert session().do("odds WIN bold").splitlines()[0] == (
        "You are bold (bold): 2/3 (66.7 %), exact"
    )
    assert session(Toss("careful", 1)).do("odds win").splitlines()[0] == (
        "Chance to win: 1/3 (33.3 %), exact"
    )
    assert "fly" in session().do("odds win fly")


@pytest.mark.usefixtures("large")
def test_an_estimate_is_called_one_in_words() -> None:
    lines = session().do("odds win").splitlines()
    assert all("estimate" in line for line in lines[:2])
    assert "perhaps the best" in "".join(lines)
    assert "best play wins at least as often" in lines[-1]


def test_no_chance_to_win_where_it_is_not_offered() -> None:
    class Points(Tosses):
        utilities = (0, 10)

    assert "win" not in session(game=Points()).do("odds")
    assert "chance to win" not in session(game=Points()).do("odds win").casefold()


def slow(seen: list[int]) -> Callable[..., Any]:
    def work(game: Game, state: State) -> Generator[int, None, Outlook]:
        for number in range(50):
            seen.append(number)
            yield Progress(number, 50)
        return Outlook(Worth(F(1, 2), F(1, 2), F(1, 2), EXACT), {}, ())

    return work


def test_without_progress_there_is_little_patience_with_it_there_is_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(commands, "_PATIENCE", -1.0)
    told: list[int] = []
    monkeypatch.setattr(winning, "outlook_work", slow([]))
    playing = session()
    assert playing.do("odds win").startswith("Too much can follow from here")
    playing.progress = told.append
    assert playing.do("odds win").startswith("Chance to win: 1/2")
    assert told == list(range(50))


def test_ctrl_c_stops_the_work_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(winning, "outlook_work", slow(seen))
    playing = session()

    def interrupted(number: int) -> None:
        if number == 3:
            raise KeyboardInterrupt

    playing.progress = interrupted
    assert playing.do("odds win") == "Stopped; nothing was changed."
    assert seen == [0, 1, 2, 3]
    assert playing.do("odds").startswith("You are bold")


def test_the_terminal_draws_progress_in_one_line_and_takes_it_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "_REDRAW", 0.0)
    line = terminal.ProgressLine()
    line(Progress(1, 4))
    assert capsys.readouterr().err == ""  # nobody looks on
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    line(Progress(1, 4))
    assert capsys.readouterr().err.endswith("\rWorking it out: 25 % (Ctrl-C stops it)")
    line(1234)
    assert "1,234 positions so far" in capsys.readouterr().err
    line.clear()
    assert capsys.readouterr().err.rstrip("\r").strip("\r ") == ""
    line.clear()
    assert capsys.readouterr().err == ""


def test_how_far_work_is() -> None:
    assert how_far(Progress(0, 0)) == "0 %"
    assert how_far(Progress(199, 200)) == "99 %"
    assert how_far(12000) == "12,000 positions so far"


# --- the command -------------------------------------------------------------------------------


def test_reckon_tells_what_was_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Any] = []

    def reckon(self: Any, *, set: str | None = None, **options: Any) -> Any:
        asked.append((set, options))

        def work() -> Any:
            yield Progress(1, 2)
            return "Made."

        return work()

    monkeypatch.setattr(type(LANDSHIP), "reckon_work", reckon)
    assert main(["reckon", "landship", "--option", "weapon=corvette"]) == 0
    assert capsys.readouterr().out.startswith("Made. It took ")
    assert asked == [(None, {"weapon": "corvette"})]
    assert main(["reckon", "mission_command"]) == 0
    assert "no tables" in capsys.readouterr().out
    assert main(["reckon", "landship", "--option", "weapon=spoon"]) == 1
    assert "spoon" in capsys.readouterr().err
