"""The odds sheet tells the chance to win, how sure that is, and why a number comes out."""

import asyncio

import pytest
from toy import Toy, ToyGame

import pocketlib
from pocketlib import Chance, Move, shelf, winning
from pocketlib.asking import why_work
from pocketlib.contract import Measure
from pocketlib.graph import Progress, finish
from pocketwidgets import odds_panel, outlook_view
from pocketwidgets.odds_panel import OddsPanel

LANDSHIP = pocketlib.game("landship")
OPTIONS = {
    "enemies": ["badger", "infantry", "boar", "badgerb", "lightart", "minefield"],
    "layout": "listed",
    "first": "player",
}


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path / "cache")


def battle(left, dice, own=(2, 1, 0)):
    """Two enemies of Landship or one, the player's dice rolled."""
    dump = LANDSHIP.new(**OPTIONS).dump()
    names = list(dump["own"])
    row = [[face, n] for face, n in left]
    front = [row[0], None, row[1] if len(row) > 1 else None]
    dump |= {"front": front, "back": [None] * 3, "final": True, "phase": "roll", "log": []}
    dump["own"] = dict(zip(names, own, strict=True))
    return LANDSHIP.load(dump).after(f"roll {dice}")


LAST = battle([("infantry", 1)], "3 6")
PAIR = battle([("badger", 3), ("infantry", 3)], "3 4 6", (5, 3, 2))


def panel(state, game=LANDSHIP) -> OddsPanel:
    made = OddsPanel()
    made.at(game, state, opened=True)
    return made


def visible(widget) -> bool:
    return widget.layout.display != "none"


def test_winning_can_be_asked_for_where_it_is_offered():
    assert "win" in [value for _, value in panel(LAST)._number.options]

    class Points(ToyGame):
        utilities = (0, 100)

    assert "win" not in [
        value for _, value in panel(Toy(7, ("high", "low")), Points())._number.options
    ]


def test_an_exact_answer_for_every_move_with_best_play():
    odds = panel(LAST)
    odds._number.value = "win"
    assert not odds.busy
    assert not visible(odds._stop)
    assert not visible(odds._compare)
    assert not visible(odds._go)
    assert "exact" in odds.sentence
    assert odds.sentence.startswith("Chance to win: ")
    table = odds._answer.value
    assert all(str(LAST.say(move)).rstrip(".") in table for move in LAST.moves())
    assert "best" in table
    assert "Best play: " in table
    assert "Exact: every position" in table
    move = LAST.moves()[0]
    odds.show(move)
    assert odds.sentence.startswith(f"Chance to win after: {str(LAST.say(move)).rstrip('.')}: ")
    odds._number.value = "hull"
    assert visible(odds._stop)
    assert "Best play" not in odds._answer.value


def test_bounds_and_estimates_carry_their_label(monkeypatch):
    monkeypatch.setattr(winning, "EXACT_MOST", 2)
    odds = panel(LAST)
    odds._number.value = "win"
    assert "to within a billionth" in odds.sentence
    assert "Chance to win, to within a billionth" in odds._answer.value
    monkeypatch.setattr(type(LANDSHIP), "bounds_work", lambda self, state: None)
    monkeypatch.setattr(winning, "GAMES", 40)
    again = panel(LAST)
    again._number.value = "win"
    assert "estimate" in again.sentence
    assert "Chance to win, estimate" in again._answer.value
    assert "Only an estimate" in again._answer.value


def slow(steps):
    """Return work on the outlook that takes ``steps`` and counts how often it began."""
    begun = []

    def work(game, state):
        begun.append(state)
        for number in range(steps):
            yield Progress(number, steps)
        some = winning.Worth(0.25, 0.25, 0.25, winning.WITHIN)
        return winning.Outlook(some, dict.fromkeys(state.moves(), some), ())

    return work, begun


async def passes(seconds):
    await asyncio.sleep(seconds)


def test_it_shows_progress_can_be_stopped_and_begun_again(monkeypatch):
    work, begun = slow(10**9)
    monkeypatch.setattr(odds_panel, "outlook_work", work)

    async def look():
        odds = panel(PAIR)
        odds._number.value = "win"
        await passes(0.05)
        assert odds.busy
        assert visible(odds._cancel)
        assert "%" in odds._note.value
        odds.show(PAIR.moves()[0])  # to look at another move does not begin again
        odds.show(PAIR.moves()[1])
        await passes(0.02)
        assert len(begun) == 1
        odds.cancel()
        assert not odds.busy
        assert visible(odds._go)
        assert not visible(odds._cancel)
        odds._go.click()
        assert odds.busy
        assert not visible(odds._go)
        odds._number.value = "hull"
        await passes(0.05)
        assert not visible(odds._go)
        odds.at(LANDSHIP, LAST, opened=True)
        assert len(begun) == 2
        odds.close()

    asyncio.run(look())


def test_a_new_position_is_worked_out_anew_and_the_old_one_forgotten(monkeypatch):
    work, begun = slow(1)
    monkeypatch.setattr(odds_panel, "outlook_work", work)
    odds = panel(PAIR)
    odds._number.value = "win"
    odds.at(LANDSHIP, LAST, opened=True)
    assert begun == [PAIR, LAST]
    assert str(LAST.say(LAST.moves()[0])).rstrip(".") in odds._answer.value


def test_a_failure_is_told(monkeypatch):
    def work(game, state):
        yield 1
        raise ArithmeticError("the bounds are 0.1 apart")

    monkeypatch.setattr(odds_panel, "outlook_work", work)
    odds = panel(LAST)
    odds._number.value = "win"
    assert "the bounds are 0.1 apart" in odds.sentence


# --- why ---------------------------------------------------------------------------------------


def enemy_to_come():
    """A decision after which the enemy rolls: the last enemy, a die that does nothing."""
    state = battle([("badger", 3)], "3 5")
    return state, state.moves()[0]


def test_why_lists_and_counts_the_rolls_behind_each_value():
    state, move = enemy_to_come()
    odds = panel(state)
    odds._number.value = "hull"
    assert not visible(odds._why)
    odds.show(move)
    assert visible(odds._why)
    assert odds._reasons.value == ""
    odds._why.click()
    reasons = odds._reasons.value
    assert reasons.index("<summary>1: ") < reasons.index("<summary>2: ")
    assert "<p>1 (1 way); 2 (1 way)</p>" in reasons
    # badger: 1 and 2 hurt the hull by 1, the others do not
    assert "1: 2 of 6 equally likely outcomes (33.3 %)" in reasons
    assert "2: 4 of 6 equally likely outcomes (66.7 %)" in reasons
    assert reasons.count("1 way") == 6
    assert "<summary>" in reasons
    assert not visible(odds._why)
    odds.show(None)
    assert odds._reasons.value == ""


def test_no_why_where_nothing_is_left_to_chance():
    state, move = enemy_to_come()
    odds = panel(state)
    odds._number.value = "enemies"
    odds.show(move)
    assert not visible(odds._why)


def test_text_of_a_game_is_escaped(monkeypatch):
    hostile = "<img src=x onerror=alert(1)>"
    state = Toy(7, ("high", "low"), (), (2, 5))
    some = winning.Worth(0.5, 0.5, 0.5, winning.WITHIN)
    outlook = winning.Outlook(some, dict.fromkeys(state.moves(), some), state.moves()[:1])
    monkeypatch.setattr(Toy, "say", lambda self, move: pocketlib.Sentence(hostile))
    throw = Toy(7, ("high", "low"))
    monkeypatch.setattr(Toy, "chances", lambda self: Chance.even([Move(hostile), Move("roll 1 2")]))
    monkeypatch.setattr(Toy, "after", lambda self, move: state)
    brought = finish(why_work(throw, Measure("x", lambda s: hostile)))
    for html in (outlook_view.winning_table(state, outlook), outlook_view.why(throw, brought)):
        assert "<img" not in html
        assert "&lt;img" in html
