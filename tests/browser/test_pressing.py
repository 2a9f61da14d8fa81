"""Pressing twice at the same place: what was pressed stays there, or nothing else is pressed."""

import pytest
from conftest import RUN_ALL, opener
from test_board import AGAIN, CANVAS, RUN, board, frames, opened, place, settled

MOVES = ".pk-moves button:visible"
UNDO = ".pocket button:text-is('Undo')"


@pytest.fixture(scope="module")
def one_page(lab, chromium):
    with opener(lab, chromium) as open_page:
        yield opened(open_page, width=1366, height=768)


@pytest.fixture
def page(one_page):
    """A page with a game of landship just begun."""
    one_page.evaluate(RUN, AGAIN)
    settled(one_page)
    one_page.evaluate("document.querySelector('.pocket').scrollIntoView()")
    one_page.wait_for_timeout(600)  # the presses of one test are no double click with the next
    return one_page


def moves_of(page) -> list[str]:
    found: str = page.evaluate(RUN, "print(*t.session.record.moves, sep='\\n')")
    return found.split("\n")[:-1]


def middle(page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_twice(page, at: tuple[float, float], wait: float) -> None:
    """Press twice at a place, as fast as people do, and let Python do what came of it."""
    for _ in range(2):
        page.mouse.click(*at)
        page.wait_for_timeout(wait)
    page.wait_for_timeout(600)
    settled(page)


def test_undo_stays_where_it_is(page):
    for move in ("roll", "place 2 3 4", "use cannon fc"):
        page.evaluate(RUN, f"t.do({move!r})")
        settled(page)
    before = board(page)["ply"]
    at, top = middle(page, UNDO), page.locator(UNDO).bounding_box()["y"]
    plies = []
    while page.locator(UNDO).is_enabled():
        page.mouse.click(*at)
        page.wait_for_timeout(50)
        settled(page)
        plies.append(board(page)["ply"])
        # its words are less bold, and narrower, when it can't be pressed
        assert page.locator(UNDO).bounding_box()["y"] == top
    assert before > plies[0]
    assert sorted(set(plies), reverse=True) == plies
    assert len(plies) == 3


@pytest.mark.parametrize("wait", [60, 180])
def test_a_double_click_plays_one_move(page, wait):
    before = moves_of(page)
    press_twice(page, middle(page, MOVES), wait)
    after = moves_of(page)
    assert after[len(before) :][0] == "roll"
    assert len(after) == len(before) + 2, "the roll, what it showed, and nothing more"


def test_a_double_click_on_the_board_plays_one_move(page):
    before = moves_of(page)
    spot, box = place(page, "roll"), page.locator(CANVAS).first.bounding_box()
    press_twice(page, (box["x"] + spot["x"], box["y"] + spot["y"]), 180)
    assert len(moves_of(page)) == len(before) + 2
    assert board(page)["picks"] == []


def test_a_press_is_no_second_one_after_a_while_or_by_a_key(page):
    at = middle(page, MOVES)
    page.mouse.click(*at)
    settled(page)
    page.wait_for_timeout(600)
    rolled = moves_of(page)
    page.locator(MOVES).first.focus()
    page.keyboard.press("Enter")
    frames(page)
    settled(page)
    assert len(moves_of(page)) > len(rolled)


def test_the_same_die_is_thrown_twice_by_a_double_click(open_cells):
    code = "from pocketwidgets import PlayTable\nt = PlayTable('landship', companion=True, "
    page = open_cells(code + "layout='listed', first='player')\nt")
    page.locator("button.pk-die-6").wait_for()
    at = middle(page, "button.pk-die-6")
    for _ in range(3):
        page.mouse.click(*at)
        page.wait_for_timeout(120)
    page.wait_for_timeout(500)
    assert page.evaluate(RUN, "print(t.session.record.moves[-1])").strip() == "roll 6 6 6"


def test_a_press_that_nobody_hears_is_told_until_the_page_is_live_again(open_cells):
    page = opened(open_cells)
    told = page.locator(".pocket [role=alert]")
    page.locator(MOVES).first.click()
    assert not told.is_visible()
    settled(page)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    page.locator(".jupyter-widgets-disconnected").first.wait_for(state="attached")
    page.locator(MOVES).first.click()
    told.wait_for()
    assert "Run All Cells" in told.inner_text()
    assert page.evaluate(RUN_ALL) == 0
    page.locator(MOVES).first.click()
    assert not told.is_visible()
