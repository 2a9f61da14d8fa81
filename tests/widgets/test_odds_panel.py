"""The odds panel: exact, in words and tables, in slices that can be stopped, honest."""

import asyncio
import re
import time
from collections.abc import Generator
from itertools import count, product

from toy import Toy, ToyGame

import pocketlib
from pocketlib import CHANCE, Chance, Move, asking
from pocketlib.contract import Game, Measure, Sentence, State
from pocketlib.odds import Endless
from pocketlib.record import Record
from pocketwidgets import odds_panel, working
from pocketwidgets.odds_panel import OddsPanel
from pocketwidgets.table import PlayTable
from pocketwidgets.working import Working

HOSTILE = "<img src=x onerror=alert(1)>"


class Weighed(ToyGame):
    """The toy game with measures and a valuation."""

    @property
    def measures(self):
        return {
            "kept": Measure("sum of the dice kept", lambda s: sum(s.kept), "points"),
            "on the table": Measure("dice on the table", lambda s: sum(s.dice)),
        }

    def value(self, state, seat):
        return float(sum(state.kept))


GAME = Weighed()
FIRST = Toy(7, ("high", "low"), (), (2, 5))


def panel(state=FIRST, game=GAME) -> OddsPanel:
    made = OddsPanel()
    made.at(game, state, opened=True)
    return made


def visible(widget) -> bool:
    return widget.layout.display != "none"


def placing():
    """A Landship position with dice to be placed and most cards in play."""
    game = pocketlib.game("landship")
    record = Record.start(game, {}, None, 11)
    while record.state.phase != "place" or len(record.state.moves()) < 4:
        state = record.state
        if state.to_move == CHANCE:
            record.draw()
        else:
            record.play(state.moves()[-1])
    return game, record.state


# --- one move ----------------------------------------------------------------------------------


def test_the_chances_are_exact_and_said_in_a_sentence():
    odds = panel()
    odds._number.value = "on the table"
    odds.show("keep high")
    counted = Chance((a + b, 1) for a, b in product(range(1, 7), repeat=2))
    for total in counted:
        assert f">{counted.probability(total)}</td>" in odds._answer.value
    assert odds.sentence == (
        "Dice on the table: most likely 7 (1/6, 16.7 %), from 2 to 12, on average 7, at the next "
        "decision after dice or cards."
    )


def test_nothing_is_shown_before_a_move_was_chosen():
    odds = panel()
    assert odds.sentence == "Choose a move, or point at one, to see what may come of it."
    assert odds._answer.value == ""


def test_the_answer_has_a_picture_and_a_table():
    odds = panel()
    odds.show("keep low")
    assert odds._answer.value.count("<svg") == 3
    assert '<th scope="row"' in odds._answer.value
    assert odds.sentence.startswith("Sum of the dice kept: 2 points for certain")


def test_what_was_pointed_at_is_chosen_in_the_list_and_back():
    odds = panel()
    odds.show("keep high")
    assert odds._move.value == "keep high"
    odds._move.value = "keep low"
    assert odds.sentence.startswith("Sum of the dice kept: 2 points")
    odds._line.label = "high"
    assert odds._move.value == "keep high"
    assert odds.sentence.startswith("Sum of the dice kept: 5 points")
    odds._line.label = "no such button"
    assert odds._move.value == "keep high"
    odds._move.value = ""
    assert odds.sentence.startswith("Choose a move")


def test_a_move_of_another_position_is_passed_over():
    odds = panel()
    odds.show("keep high")
    before = odds.sentence
    odds.show("roll 1 1")
    assert odds.sentence == before


def test_the_stopping_point_is_chosen_in_plain_words():
    odds = panel()
    assert [label for label, _ in odds._stop.options] == [
        "at the next decision after dice or cards",
        "at the next decision",
    ]
    odds.show("keep high")
    odds._stop.value = asking.NEXT
    assert odds.sentence.endswith("at the next decision.")


def test_a_choice_of_number_survives_the_next_position():
    odds = panel()
    odds._number.value = "on the table"
    odds.at(GAME, Toy(7, ("high", "low"), (2,), (3, 3)), opened=True)
    assert odds._number.value == "on the table"
    assert odds.sentence.startswith("Choose a move")


def test_before_a_real_throw_it_is_what_comes():
    odds = panel(Toy(7, ("high", "low"), (2,)))
    assert "What comes" in odds._coming.value
    assert "and 10 more" in odds._coming.value
    assert "1/18" in odds._coming.value
    assert not visible(odds._move)
    assert not visible(odds._compare)
    assert odds.sentence == (
        "Sum of the dice kept: 2 points for certain at the next decision after dice or cards."
    )


def test_a_game_without_measures_shows_what_is_drawn():
    odds = panel(game=ToyGame())
    odds.show("keep high")
    assert "What comes" in odds._answer.value
    assert [value for _, value in odds._number.options] == ["", "win"]
    assert not visible(odds._compare)
    odds.at(ToyGame(), Toy(7, ("high", "low"), (2,), (3, 3)), opened=True)
    odds.show("keep high")
    assert odds.sentence == "Nothing is left to chance before the next decision."


def test_when_the_game_is_over_it_says_so():
    odds = panel(Toy(7, ("high", "low"), (2, 3)))
    assert not visible(odds._form)
    assert "The game is over" in odds._words.value


def test_hostile_names_are_only_text():
    odds = panel(Toy(7, (HOSTILE, HOSTILE + "2"), (), (2, 5)))
    odds.show("keep high")
    odds.compare()
    for text in (odds._answer.value, odds._table.value, odds._coming.value):
        assert "<img" not in text


# --- all moves ---------------------------------------------------------------------------------


def test_every_move_is_compared_by_its_exact_mean():
    odds = panel()
    assert odds._table.value == ""
    odds.compare()
    cells = re.findall(r"<th scope=\"row\"[^>]*>([^<]*)</th><td[^>]*>([^<]*)<", odds._table.value)
    assert cells == [("high", "5"), ("low", "2")]
    odds._number.value = "on the table"
    assert odds._table.value == "", "it was for another number"


# --- hidden information ------------------------------------------------------------------------


def test_with_hidden_information_it_says_why_there_are_none(bluff):
    state = bluff.new()
    while state.to_move == CHANCE:
        state = state.after(state.options_now()[0])
    odds = panel(state, bluff)
    assert "would depend on what is hidden" in odds._words.value
    assert not visible(odds._form)
    odds.show(state.moves()[0])
    odds.compare()
    assert odds._answer.value == odds._table.value == odds.sentence == odds._coming.value == ""


def test_when_a_game_with_hidden_information_is_over_it_says_so(bluff):
    state = bluff.new()
    while state.to_move is not None:
        state = state.after(state.options_now()[-1])
    odds = panel(state, bluff)
    assert not visible(odds._form)
    assert "The game is over" in odds._words.value
    assert "hidden" not in odds._words.value


# --- at the table ------------------------------------------------------------------------------


def test_the_table_has_the_odds_folded_away():
    table = PlayTable(Weighed(), seed=3)
    odds = table._odds
    assert not visible(table._folds["Odds"])
    odds.show("keep high")
    assert odds.sentence == "", "off by default"
    table.unfold("Odds")
    assert visible(table._folds["Odds"])
    table.consider("keep high")
    assert "Sum of the dice kept" in odds.sentence
    table.play("keep high")
    assert odds.sentence.startswith("Choose a move")
    table._switches["Odds"].value = False
    assert not visible(table._folds["Odds"])
    assert odds._answer.value == ""


def test_a_covered_table_shows_no_odds(bluff):
    table = PlayTable(bluff, seed=1)
    table.unfold("Odds")
    while not table.session.covered:
        table.play(table.session.state.moves()[0])
    assert not visible(table._folds["Odds"])


def test_every_placement_of_landship_is_answered():
    game, state = placing()
    odds = panel(state, game)
    for move in state.moves():
        odds.show(move)
        assert odds.sentence.startswith("Strength of the hull")


# --- slices ------------------------------------------------------------------------------------


class Slow(State):
    """Chance counts down from ``left``; each position takes a while."""

    phase = "slow"

    def __init__(self, left: int = 400, to_move: int | None = 0) -> None:
        self.left, self.to_move = left, to_move

    def moves(self):
        return (Move("go"), Move("stop")) if self.to_move == 0 else ()

    def chances(self):
        return Chance.even([Move("down")])

    def after(self, move):
        time.sleep(0.002)
        if move == "stop":
            return Slow(-1, None)
        return Slow(self.left - 1, CHANCE) if self.left else Slow(0, None)

    def events(self, seat=None):
        return ()

    def observe(self, seat=None):
        return {}

    dump = observe

    def key(self):
        return self.left, self.to_move

    def say(self, move):
        return Sentence(f"{move.capitalize()}!")


class SlowGame(Weighed):
    id = "slow"

    @property
    def measures(self):
        return {"left": Measure("steps left", lambda s: s.left)}

    value = Game.value


def test_without_an_event_loop_it_runs_to_the_end():
    odds = panel(Slow(30), SlowGame())
    odds.show("go")
    assert odds.sentence == "Steps left: 0 for certain at the next decision."
    assert not odds.busy
    assert not visible(odds._cancel)


def test_the_page_stays_alive_and_progress_is_shown():
    async def scene() -> None:
        odds = panel(Slow(), SlowGame())
        odds.show("go")
        assert odds.busy, "the call itself does not wait"
        assert visible(odds._cancel)
        seen = set()
        while odds.busy:
            await asyncio.sleep(0)
            seen.add(odds._note.value)
        assert any("positions so far" in note for note in seen)
        assert odds.sentence == "Steps left: 0 for certain at the next decision."
        assert odds._note.value == ""
        assert not visible(odds._cancel)

    asyncio.run(scene())


def test_the_newest_request_wins():
    async def scene() -> None:
        odds = panel(Slow(), SlowGame())
        odds.show("go")
        odds.show("stop")
        assert not odds.busy
        assert "-1 for certain" in odds.sentence
        await asyncio.sleep(0.1)
        assert "-1 for certain" in odds.sentence

    asyncio.run(scene())


def test_it_can_be_stopped():
    async def scene() -> None:
        odds = panel(Slow(), SlowGame())
        odds.show("go")
        await asyncio.sleep(0)
        odds._cancel.click()
        assert not odds.busy
        assert odds._note.value == ""
        await asyncio.sleep(0.1)
        assert odds._answer.value == ""

    asyncio.run(scene())


def test_a_comparison_comes_move_by_move_and_keeps_what_it_has_when_stopped():
    class Backwards(Slow):
        def moves(self):
            return (Move("stop"), Move("go")) if self.to_move == 0 else ()

    async def scene() -> None:
        odds = panel(Backwards(), SlowGame())
        odds.compare()
        assert odds.busy
        assert "Stop!" in odds._table.value
        assert "1 of 2 moves so far." in odds._table.value
        odds._cancel.click()
        assert not odds.busy
        assert "Stop!" in odds._table.value
        assert "Stopped." in odds._table.value

    asyncio.run(scene())


def test_closing_the_panel_stops_the_work():
    async def scene() -> None:
        odds = panel(Slow(), SlowGame())
        odds.show("go")
        odds.at(SlowGame(), Slow(), opened=False)
        assert not odds.busy

    asyncio.run(scene())


def test_a_closed_table_works_on_nothing():
    async def scene() -> None:
        odds = panel(Slow(), SlowGame())
        odds.show("go")
        odds.close()
        assert not odds.busy

    asyncio.run(scene())


def test_what_was_found_is_not_worked_out_again(monkeypatch):
    odds = panel(Slow(30), SlowGame())
    odds.show("go")
    odds.show("stop")
    monkeypatch.setattr(odds_panel, "foresee_work", None)
    odds.show("go")
    assert "0 for certain" in odds.sentence


def test_a_failure_is_told_and_the_panel_goes_on(caplog):
    class Failing(Slow):
        def after(self, move):
            if move == "go":
                raise KeyError(HOSTILE)
            return super().after(move)

    odds = panel(Failing(), SlowGame())
    odds.show("go")
    assert "could not be worked out (KeyError" in odds.sentence
    assert "the odds failed" in caplog.text
    odds.show("stop")
    assert "-1 for certain" in odds.sentence


# --- working -----------------------------------------------------------------------------------


def counting(steps: int, seconds: float = 0.0) -> Generator[int, None, str]:
    for n in range(steps):
        time.sleep(seconds)
        yield n
    return "done"


def test_work_reports_its_result_or_its_failure():
    found, failed = [], []
    work = Working(lambda n: None, failed.append)
    work.start(counting(5), found.append)
    assert found == ["done"]

    def breaking() -> Generator[int, None, str]:
        yield 1
        raise Endless("for ever")

    work.start(breaking(), found.append)
    assert [str(error) for error in failed] == ["for ever"]
    assert not work.busy


def test_no_slice_is_much_longer_than_a_step_of_work(monkeypatch):
    clock = count(0, 0.003)  # seconds: every look at it is a step of work later
    monkeypatch.setattr(working, "perf_counter", lambda: next(clock))
    done, seen = [], []

    async def scene() -> None:
        work = Working(seen.append, lambda error: None)
        work.start(counting(20), done.append)
        while work.busy:
            await asyncio.sleep(0)

    asyncio.run(scene())
    assert done == ["done"]
    assert seen == [*range(1, 20, 2)], "two steps a slice, and the page has its turn between them"


def test_progress_may_cancel_the_work():
    found = []
    work = Working(lambda n: work.cancel(), lambda error: None)
    work.start(counting(60, 0.002), found.append)
    assert found == []
    assert not work.busy


def test_a_result_may_start_other_work():
    found = []
    work = Working(lambda n: None, lambda error: None)

    def again(result: str) -> None:
        found.append(result)
        if len(found) < 3:
            work.start(counting(3), again)

    work.start(counting(3), again)
    assert found == ["done"] * 3


def test_what_is_laid_on_the_board_is_shown_before_it_is_played():
    table = PlayTable("landship", seed=7)
    while table.session.state.phase != "place":
        table.play(table.session.state.moves()[0])
    table.unfold("Odds")
    ply = table.session.record.ply
    move = table.session.state.moves()[1]
    for path in sorted(move.parts):
        for key in path:
            if table.session.record.ply == ply and table._odds._asked is None:
                table._picture.press(key)
    assert table.session.record.ply == ply
    assert table._odds._asked == move
    assert "on average 1121/216" in table._odds.sentence


def test_odds_are_spoken_with_the_name_of_the_move():
    odds = panel(Slow(), SlowGame())
    odds.show("go")
    assert odds._line.after == "After: Go!"
    odds.show(None)
    assert odds._line.after == ""
