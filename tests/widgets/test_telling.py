"""Steps told one after another: paced by tasks, skipped by acting, off where nobody watches."""

import asyncio

import pytest

from pocketlib.contract import Sentence
from pocketwidgets.table import PlayTable
from pocketwidgets.telling import PACES, Telling, Told

LINES = [Sentence("The enemy acts.", by="them"), Sentence("You lose 1."), Sentence("Over <b>.")]


def told(telling: Telling, **k) -> list[str]:
    """Tell the lines in two steps; return the list of what is shown and, at last, "done"."""
    done: list[str] = []
    steps = [Told(LINES[:2], lambda: done.append("one")), Told(LINES[2:], lambda: None)]
    telling.tell(steps, lambda: done.append("done"), **k)
    return done


def shown(widget) -> bool:
    return widget.layout.display != "none"


def test_without_a_browser_nothing_is_waited_for():
    telling = Telling()
    assert told(telling) == ["done"]
    assert not telling.running
    assert shown(telling)
    assert not shown(telling.lines)
    telling.more.value = True
    assert shown(telling.lines)


def test_without_a_running_loop_nothing_is_waited_for():
    telling = Telling()
    telling.lines.motion = True
    assert told(telling) == ["done"]


def test_lines_are_told_one_after_another(monkeypatch):
    monkeypatch.setitem(PACES, "Fast", 0.01)

    async def run():
        telling = Telling()
        telling.lines.motion = True
        telling.pace.value = "Fast"
        seen = []
        telling.lines.observe(lambda change: seen.append(change.new), "at")
        done = told(telling)
        assert done == [] and telling.running
        assert shown(telling.skip_button) and shown(telling.lines)
        await asyncio.sleep(0.15)
        assert done == ["one", "done"] and not telling.running
        assert seen == [0, 1, 2, -1]
        assert not shown(telling.skip_button) and not shown(telling.lines)

    asyncio.run(run())


def test_skipping_tells_all_at_once_and_only_once():
    async def run():
        telling = Telling()
        telling.lines.motion = True
        done = told(telling)
        telling.skip_button.click()
        telling.skip()
        assert done == ["done"]
        first = told(telling)
        second = told(telling)
        assert first == ["done"], "what is told next ends what is being told"
        telling.close()
        await asyncio.sleep(0)
        assert second == [], "a table that is put away paints no more"

    asyncio.run(run())


@pytest.mark.parametrize("how", ["pace", "motion", "not by chance", "one line"])
def test_it_is_off_where_it_is_not_wanted(how):
    async def run():
        telling = Telling()
        telling.lines.motion = how != "motion"
        telling.pace.value = "Off" if how == "pace" else "Normal"
        done: list[int] = []
        lines = LINES[:1] if how == "one line" else LINES
        steps = [Told(lines, lambda: done.append(0))]
        telling.tell(steps, lambda: done.append(1), how != "not by chance")
        assert done == [1]

    asyncio.run(run())


def test_no_wait_is_longer_than_it_may_be():
    assert PACES["Normal"] <= 0.3


def to_an_enemy_turn(table: PlayTable) -> None:
    """Play until the enemy's turn has just been told."""
    for _ in range(60):
        if table.session.by_chance or table.session.over:
            return
        table.play(table.session.state.moves()[-1])


def test_the_picture_waits_for_the_end_and_acting_skips():
    async def run():
        table = PlayTable("landship", seed=7, layout="listed", first="player")
        table._telling.lines.motion = True
        before = table._picture.view.scene
        to_an_enemy_turn(table)
        assert table._telling.running
        waiting = table._picture.view.scene
        assert len(table._telling.lines.lines) > 3
        assert "enemy's dice" in table.status, "the summary is said at once"
        assert table._status.unseen, "but who sees the steps does not read the end before them"
        assert len(table._log.rows) < table.session.record.ply
        logged = len(table._log.rows)
        table._telling.skip_button.click()
        assert table._picture.view.scene not in (before, waiting)
        assert not table._status.unseen
        assert len(table._log.rows) > logged
        table._take_back()
        table._play_again()
        assert table._telling.running
        ply = table.session.record.ply
        table.play(table.session.state.moves()[0])
        assert not table._telling.running or table.session.by_chance
        assert table.session.record.ply > ply
        table.unfold("Look back")
        assert not table._telling.running
        assert table._picture.view.scene.shapes == table.scene(table.board.WIDTHS[0]).shapes

    asyncio.run(run())


def test_each_card_that_acts_has_a_picture_of_its_own(monkeypatch):
    """Boar (die 1) hurts the hull, Badger (die 4) retreats, Badger B (die 6) does nothing."""
    monkeypatch.setitem(PACES, "Fast", 0.001)

    async def run():
        table = PlayTable("landship", companion=True, layout="listed", first="enemy")
        table._telling.lines.motion = True
        table._telling.pace.value = "Fast"
        view = table._picture.view
        seen: list[tuple[str, ...]] = []
        paint = view.repaint

        def painted() -> None:
            paint()
            seen.append(tuple(view.scene.region(key).label for key in ("hull", "fc")))

        monkeypatch.setattr(view, "repaint", painted)
        table.play("roll 1 4 6")
        while table._telling.running:
            assert view.bridge.opened == []
            await asyncio.sleep(0.001)
        hull, badger = "Landship Hull, strength 4 of 6", "front centre: Badger"
        infantry = "front centre: Infantry Squad"
        # one after each card, and the position itself
        assert [h for h, _ in seen] == [hull] * 4
        assert [c.split(",")[0] for _, c in seen] == [badger, infantry, infantry, infantry]
        assert view.bridge.opened, "now it is the player's turn"

    asyncio.run(run())


def test_a_picture_of_a_step_says_what_happens_in_it():
    async def run():
        table = PlayTable("landship", companion=True, layout="listed", first="enemy")
        table._telling.lines.motion = True
        table.play("roll 1 4 6")
        await asyncio.sleep(0)
        assert "Boar, front left, die 1" in " ".join(table._picture.view.scene.texts())
        table._telling.close()

    asyncio.run(run())


def test_the_words_under_a_step_are_all_that_has_happened_in_its_picture():
    async def run():
        table = PlayTable("landship", seed=7)
        table._telling.lines.motion = True
        to_an_enemy_turn(table)
        words = [str(line) for step in table.session.steps for line in step.told[1:]]
        assert words, "a step of more than one line"
        for step in table.session.steps:
            shown = " ".join(table._scene_of(step, 948, "light").texts())
            squeezed = shown.replace(" ", "")
            for line in step.told:
                assert str(line).replace(" ", "") in squeezed, line
        table._telling.close()

    asyncio.run(run())


def test_a_press_on_the_board_of_the_past_only_ends_the_telling():
    async def run():
        table = PlayTable("landship", seed=7, layout="listed", first="player")
        table._telling.lines.motion = True
        to_an_enemy_turn(table)
        board, ply = table._picture, table.session.record.ply
        assert board.view.bridge.opened == []
        board.view.press_region("hull")
        assert not table._telling.running
        assert (table.session.record.ply, board.selecting.picks) == (ply, ())
        assert table.status.startswith(str(table.session.question))
        assert board.view.bridge.opened
        board.view.press_region("roll")
        assert table.session.record.ply > ply

    asyncio.run(run())


def test_hidden_tables_tell_nothing(bluff):
    table = PlayTable(bluff, seed=1)
    while not table.session.covered:
        table.play(table.session.state.moves()[0])
    assert table._telling.lines.lines == []


def test_what_was_taken_back_is_told_no_more():
    table = PlayTable("landship", companion=True, layout="listed", first="enemy")
    for back in (table._mend_entry, table._take_back, lambda: table._go_back_to(0)):
        table.play("roll 1 4 6")
        assert table._telling.lines.lines
        back()
        assert table._telling.lines.lines == []
        assert not shown(table._telling)
