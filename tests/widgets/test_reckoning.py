"""An answer to a typed line that takes long comes by itself, and can be stopped."""

import asyncio

import pytest

from pocketlib import winning
from pocketlib.contract import IllegalMove
from pocketlib.graph import Progress
from pocketwidgets.reckoning import LATER, STOPPED
from pocketwidgets.table import PlayTable


def slow(steps, error=None):
    """Work that takes so many steps, instead of the chance to win."""

    def work(game, state):
        for number in range(steps):
            yield Progress(number, steps)
        if error is not None:
            raise error
        some = winning.Worth(0.25, 0.25, 0.25, winning.WITHIN)
        return winning.Outlook(some, dict.fromkeys(state.moves(), some), ())

    return work


@pytest.fixture
def table(toy_installed, monkeypatch) -> PlayTable:
    monkeypatch.setattr(winning, "outlook_work", slow(10**9))
    return PlayTable("toy", seed=3)


def visible(widget) -> bool:
    return widget.layout.display != "none"


def test_the_odds_of_winning_come_while_the_table_goes_on(table, monkeypatch):
    monkeypatch.setattr(winning, "outlook_work", slow(30_000))

    async def look():
        assert table.do("odds win") == LATER
        assert table.status == LATER
        assert visible(table._reckoning)
        assert table.do("look") == table.session.do("look"), "the table is not blocked"
        await asyncio.sleep(0)
        assert table._reckoning.busy, "another line does not stop it"
        while table._reckoning.busy:
            await asyncio.sleep(0.01)
        assert table.answer.startswith("Keep the high one (keep high): 25.0 % ")
        assert table.status.startswith("Keep the high one (keep high): 25.0 % ")
        assert "Keep the high one (keep high): 25.0 % " in table._answer.value
        assert not visible(table._reckoning)

    asyncio.run(look())


def test_it_says_how_far_it_is_and_can_be_stopped(table):
    async def look():
        table.do("odds win")
        while "0 %" not in table._reckoning._how_far.value:
            await asyncio.sleep(0.01)
        table._reckoning.stop.click()
        assert not table._reckoning.busy
        assert table.status == STOPPED
        assert STOPPED in table._answer.value
        assert not visible(table._reckoning)

    asyncio.run(look())


@pytest.mark.parametrize("leave", ["keep high", "new yes"])
def test_it_stops_when_the_position_is_past(table, leave):
    async def look():
        table.do("odds win")
        table.do(leave)
        said = table.status
        assert not table._reckoning.busy
        assert not visible(table._reckoning)
        await asyncio.sleep(0.02)
        assert table.status == said

    asyncio.run(look())


def test_what_is_there_at_once_is_answered_at_once(table, monkeypatch):
    monkeypatch.setattr(winning, "outlook_work", slow(1))

    async def look():
        assert table.do("odds win").startswith("Keep the high one (keep high): 25.0 % ")
        assert table.do("odds fly").startswith("'fly' is not possible now")

    asyncio.run(look())


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (IllegalMove("Not today."), "Not today."),
        (ArithmeticError("0.1 apart"), "could not be worked out (ArithmeticError: 0.1 apart)."),
    ],
)
def test_a_failure_is_told_when_it_comes(table, monkeypatch, error, told):
    monkeypatch.setattr(winning, "outlook_work", slow(30_000, error))

    async def look():
        assert table.do("odds win") == LATER
        while table._reckoning.busy:
            await asyncio.sleep(0.01)
        assert table.answer.endswith(told)
        assert table.status.endswith(told)

    asyncio.run(look())
