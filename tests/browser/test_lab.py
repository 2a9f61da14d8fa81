"""The table in a real JupyterLab: mouse, keyboard, a narrow window, a cell run again."""

import pytest

TABLE = "from toy import ToyGame\nfrom pocketwidgets import PlayTable\nPlayTable(ToyGame(), seed=3)"
MOVES = ".pk-moves button:visible"
SAID = "document.querySelector('.pk-status').textContent"


def says(page, words: str) -> None:
    """Wait until the live region says this."""
    page.wait_for_function(f"words => {SAID}.includes(words)", arg=words)


def test_a_game_by_mouse(open_cells):
    page = open_cells(TABLE)
    page.get_by_role("button", name="Keep the high one").click()
    says(page, "You kept (3,)")
    page.get_by_role("button", name="Undo").click()
    says(page, "Taken back")
    page.get_by_role("button", name="Redo").click()
    says(page, "You kept (3,)")
    page.get_by_role("button", name="Keep the low one").click()
    page.wait_for_function("!document.querySelector('.pk-moves button')?.offsetParent")
    assert page.locator(".pk-question").inner_text() == "Over."


def test_a_game_by_keyboard_the_focus_is_never_lost(open_cells):
    page = open_cells(TABLE)
    page.get_by_role("button", name="Keep the high one").focus()
    page.keyboard.press("Enter")
    says(page, "You kept (3,)")
    assert page.evaluate("document.activeElement.textContent") == "Keep the high one"
    page.get_by_label("Type a move").fill("keep low")
    page.keyboard.press("Enter")
    says(page, "Over.")


def test_the_live_region_is_one_element_for_good(open_cells):
    page = open_cells(TABLE)
    page.evaluate("window.live = document.querySelector('.pk-status')")
    page.locator(MOVES).first.click()
    says(page, "You kept")
    assert page.evaluate("window.live.isConnected && window.live.getAttribute('role')") == "status"


@pytest.mark.parametrize("width", [1280, 800, 420, 320])
def test_one_board_is_shown_and_nothing_sticks_out(open_cells, width):
    page = open_cells(TABLE, width=width)
    page.wait_for_selector(MOVES)
    assert page.locator(".pk-live canvas:visible").count() == 1
    page.get_by_role("button", name="Look back").click()
    page.locator(".pk-board svg:visible").wait_for()
    assert page.locator(".pk-board svg:visible").count() == 1
    wide = "(() => { const r = document.querySelector('.pocket'); "
    assert page.evaluate(wide + "return r.scrollWidth <= r.clientWidth + 1; })()")
    sizes = "[...document.querySelectorAll('.pocket button')].filter(b => b.offsetParent)"
    heights = page.evaluate(sizes + ".map(b => b.offsetHeight)")
    assert min(heights) >= 44


def test_a_cell_run_again_leaves_one_live_table(open_cells):
    page = open_cells(TABLE)
    page.locator(MOVES).first.click()
    says(page, "You kept")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(f"!{SAID}.includes('You kept')")
    assert page.locator(".pocket").count() == 1
    page.get_by_role("button", name="Keep the high one").click()
    says(page, "You kept (3,)")


def test_the_sheets_open_and_a_new_game_starts(open_cells):
    page = open_cells(TABLE)
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Goal").select_option(label="High")
    page.get_by_label("Seed").fill("4")
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_function("document.querySelector('.pk-log').textContent.includes('The dice')")
    page.get_by_role("button", name="In words").click()
    page.locator(".pk-answer:visible", has_text="goal 10").wait_for()
    page.get_by_role("button", name="Save and go on").click()
    assert (
        page.get_by_role("link", name="Download this game")
        .get_attribute("href")
        .startswith("data:application/json;base64,")
    )


def test_the_page_follows_the_dark_theme(open_cells):
    page = open_cells(TABLE)
    page.wait_for_selector(MOVES)
    colour = "getComputedStyle(document.querySelector('.pk-sheet')).backgroundColor"
    assert page.evaluate(colour) == "rgb(251, 247, 236)"
    dark = "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    page.evaluate(dark)
    page.wait_for_function(f"{colour} === 'rgb(38, 34, 28)'")
    page.evaluate(dark.replace("Dark", "Light"))
