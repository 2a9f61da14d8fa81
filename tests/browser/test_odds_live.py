"""The odds panel in a real JupyterLab: pointing at a move shows its odds, light and dark."""

TABLE = (
    "from pocketwidgets import PlayTable\n"
    "table = PlayTable('landship', seed=7)\n"
    "while table.session.state.phase != 'place':\n"
    "    table.play(table.session.state.moves()[0])\n"
    "table"
)
CHART = """
from fractions import Fraction
from pocketlib import dice
from pocketwidgets import charts
charts.bars(dice.order_statistic(3, 3), title='Highest', prediction={6: Fraction(1, 3)})
"""
MOVES = ".pk-moves button.pk-move:visible"
SAID = "(document.querySelector('.pk-said')?.textContent ?? '')"  # made when it is opened first
PICTURE = "[...document.querySelectorAll('.pk-chart svg')].find(s => s.clientWidth)"
FILL = f"(b => b && getComputedStyle(b.querySelector('rect')).fill)({PICTURE})"
STILL = """() => {
  const { top } = document.querySelector('.pk-moves button.pk-move').getBoundingClientRect();
  const now = performance.now();
  if (top !== window.seenTop) { window.seenTop = top; window.seenAt = now; }
  return now - window.seenAt > 300;
}"""


def says(page, words: str) -> None:
    page.wait_for_function(f"words => {SAID}.includes(words)", arg=words)


def open_odds(page) -> None:
    """Open the sheet, and wait until the moves stay where they are: it scrolls into view."""
    page.get_by_role("button", name="Odds").click()
    says(page, "Choose a move")  # the sheet is there and listens
    page.wait_for_function(STILL)


def test_pointing_at_a_move_or_focusing_it_shows_its_odds(open_cells):
    page = open_cells(TABLE)
    page.locator(MOVES).first.wait_for()
    page.locator(MOVES).first.hover()
    open_odds(page)
    page.locator(MOVES).first.hover()
    says(page, "on average 905/216")
    assert page.get_by_label("After").input_value().startswith("1. ")
    page.locator(MOVES).nth(1).focus()
    says(page, "on average 1121/216")
    page.get_by_label("Odds of").select_option(label="enemy cards left")
    says(page, "Enemy cards left: 5 for certain")
    page.get_by_role("button", name="Compare all moves").click()
    page.locator(".pk-numbers:visible", has_text="Enemy cards left, on average").wait_for()


def test_a_page_that_shifts_under_a_resting_mouse_is_not_pointing(open_cells):
    page = open_cells(TABLE)
    open_odds(page)
    page.locator(MOVES).first.hover()
    says(page, "on average 905/216")
    page.locator(MOVES).nth(1).focus()
    says(page, "on average 1121/216")
    watch = "document.addEventListener('pointerover', e => entered.push(e.target))"
    page.evaluate(f"window.entered = []; {watch}")
    page.traffic.clear()
    for shift, on_a_move in (("9em", False), ("0", True)):
        page.evaluate(f"document.querySelector('.pk-moves').style.marginTop = '{shift}'")
        page.wait_for_function(
            "on => entered.length && entered.at(-1).matches('.pk-move') === on", arg=on_a_move
        )
    page.wait_for_timeout(500)  # the browser waits 120 ms itself before it tells the kernel
    assert [way for way, _ in page.traffic if way == "out"] == []


def test_the_picture_follows_the_page(open_cells):
    page = open_cells(TABLE, width=800)
    page.get_by_role("button", name="Odds").click()
    page.locator(MOVES).first.focus()
    says(page, "on average")
    page.wait_for_function(f"{FILL} === 'rgb(250, 251, 247)'")
    wide = "(() => { const r = document.querySelector('.pocket'); "
    assert page.evaluate(wide + "return r.scrollWidth <= r.clientWidth + 1; })()")
    dark = "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    page.evaluate(dark)
    page.wait_for_function(f"{FILL} === 'rgb(38, 34, 28)'")
    page.evaluate(dark.replace("Dark", "Light"))


def test_a_chart_is_an_output_with_picture_and_table(open_cells):
    page = open_cells(CHART)
    picture = page.locator(".jp-OutputArea img")
    picture.wait_for()
    assert picture.get_attribute("alt").startswith("Highest. Most likely: 6 (91/216")
    assert page.evaluate("document.querySelector('.jp-OutputArea img').naturalWidth") > 700
    page.get_by_text("The numbers as a table").click()
    assert page.locator(".jp-OutputArea td", has_text="91/216").is_visible()


BATTLE = """
import pocketlib
from pocketlib import shelf
from pathlib import Path
from tempfile import mkdtemp
from pocketwidgets import PlayTable
folder = Path(mkdtemp())
shelf.cache_folder = lambda: folder
options = dict(enemies=['badger', 'infantry', 'boar', 'badgerb', 'lightart', 'minefield'],
               layout='listed', first='player')
game = pocketlib.game('landship')
dump = game.new(**options).dump()
dump |= {'front': [['badger', 5], None, ['infantry', 3]], 'back': [None] * 3, 'final': True,
         'own': {'hull': 4, 'cannon': 2, 'sponsons': 2}}
dump = game.load(dump).after('roll 2 4 6').dump()
table = PlayTable(position=dump, seed=1)
table
"""


def test_the_chance_to_win_comes_with_progress_its_label_and_the_best_line(open_cells):
    page = open_cells(BATTLE)
    page.get_by_role("button", name="Odds").click()
    page.get_by_label("Odds of").select_option(label="winning the game")
    page.get_by_text("Working it out, ").wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Work it out").click()
    page.get_by_text("% …").wait_for()
    page.locator(MOVES).first.wait_for()  # the table is alive meanwhile
    page.wait_for_function(f"() => {SAID}.includes('to within a billionth')", timeout=120_000)
    page.locator(".pk-numbers:visible", has_text="Chance to win, to within a billionth").wait_for()
    assert page.get_by_text("Best play: ").is_visible()
    page.locator(MOVES).nth(1).focus()
    says(page, "Chance to win after: ")
    page.get_by_label("Odds of").select_option(label="enemy cards left")
    page.get_by_role("button", name="Why?").is_hidden()


def test_why_lists_the_rolls_behind_a_number(open_cells):
    page = open_cells(TABLE)
    page.locator(MOVES).first.wait_for()
    page.get_by_role("button", name="Odds").click()
    page.locator(MOVES).first.focus()
    says(page, "on average 905/216")
    page.get_by_role("button", name="Why?").click()
    fold = page.locator(".pk-why details").first
    fold.wait_for()
    assert "of 216 equally likely outcomes" in fold.locator("summary").inner_text()
    fold.locator("summary").click()
    assert "way" in fold.locator("p").inner_text()
