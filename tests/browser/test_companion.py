"""A real table beside the screen: a mid-game set up, dice typed and mended, steps told."""

import pytest

from pocketwidgets.lesson_style import LESSON_CSS
from pocketwidgets.style import CSS

LANDSHIP = "from pocketwidgets import PlayTable\nPlayTable('landship', {})"
BY_HAND = LANDSHIP.format("companion=True, layout='listed', first='player'")
WATCHED = """from pocketwidgets import PlayTable
table = PlayTable('landship', companion=True, layout='listed', first='enemy')
table._telling.pace.value = 'Slow'
table"""
SAID = "document.querySelector('.pk-status').textContent"
NOW = "document.querySelector('.pk-story .pk-now')"
FOCUS = "document.activeElement.textContent"


def says(page, words: str) -> None:
    """Wait until the live region says this."""
    page.wait_for_function(f"words => {SAID}.includes(words)", arg=words)


def asks(page, words: str) -> None:
    """Wait until this is what is to be decided."""
    page.locator(".pk-question", has_text=words).wait_for()


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def throw(page, *dice: int) -> None:
    for die in dice:
        page.locator(f"button.pk-die-{die}").click()


STYLED = """() => [...document.querySelectorAll('.pocket *')].map(e => {
  const style = getComputedStyle(e);
  return e.className + [...style].map(name => `${name}: ${style[name]}`).join('; ');
})"""
ADD_STYLE = """text => {
  const style = document.createElement('style');
  style.textContent = text;
  document.body.append(style);
}"""


def test_the_style_of_another_page_of_the_same_jupyterlab_changes_nothing(open_cells):
    page = open_cells(BY_HAND)
    page.locator("button.pk-die-6").wait_for()
    editor(page)
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(5, 5)
    page.wait_for_timeout(400)  # until the buttons' shadows have changed
    before = page.evaluate(STYLED)
    assert any("data:image/svg+xml" in style for style in before)
    for other in (CSS, CSS + LESSON_CSS):
        page.evaluate(ADD_STYLE, other)
        assert page.evaluate(STYLED) == before


def editor(page):
    press(page, "Set up a position")
    page.get_by_role("button", name="Play from here").wait_for()
    return page.locator(".pk-edit")


def test_a_mid_game_is_set_up_and_played_on(open_cells):
    page = open_cells(BY_HAND)
    form = editor(page)
    form.get_by_label("Front left", exact=True).select_option(label="Bison")
    strength = form.get_by_label("Front left: strength", exact=True)
    page.wait_for_function("() => [...document.querySelectorAll('.pk-edit input')].some("
                           "i => i.value === '7')")  # fmt: skip
    strength.fill("3")
    strength.press("Tab")
    form.get_by_label("Back left", exact=True).select_option(label="no card")
    form.get_by_label("Landship Hull: strength").fill("2")
    form.get_by_label("Whose turn").select_option(label="yours")
    page.locator(".pk-edit svg", has_text="3/7").wait_for()
    press(page, "Play from here")
    asks(page, "Emergency Repair, or roll?")
    page.locator(".pk-moves button:visible", has_text="Roll the dice").click()
    asks(page, "You roll.")
    throw(page, 6, 1, 3)
    says(page, "You have rolled 1, 3 and 6")


def test_a_problem_stands_at_its_field_and_goes_away(open_cells):
    page = open_cells(BY_HAND)
    form = editor(page)
    form.get_by_label("Back left", exact=True).select_option(label="Bison")
    wrong = form.locator(".pk-field .pk-bad")
    wrong.wait_for()
    assert "other side of Boar" in wrong.inner_text()
    assert page.get_by_role("button", name="Play from here").is_disabled()
    form.get_by_label("Back left", exact=True).select_option(label="Medium Artillery")
    wrong.wait_for(state="detached")
    page.wait_for_function("![...document.querySelectorAll('button')].find("
                           "b => b.textContent === 'Play from here').disabled")  # fmt: skip


def test_a_companion_game_with_a_mended_entry_by_keyboard(open_cells):
    page = open_cells(BY_HAND)
    page.locator("button.pk-die-1").wait_for()
    throw(page, 1, 2, 3)
    asks(page, "Which die on which card?")
    page.locator(".pk-moves button:visible").first.click()
    says(page, "Lay ")
    page.get_by_role("button", name="That was wrong").focus()
    page.keyboard.press("Enter")
    says(page, "Taken back: You roll 1, 2 and 3. With it went")
    page.wait_for_function(f"{FOCUS}.trim() === '1'")  # the field is ready
    page.keyboard.press("Enter")
    page.get_by_role("img", name="So far: 1 (2 to go)").wait_for()
    press(page, "Take the last die back")
    page.get_by_role("img", name="So far: none yet (3 to go)").wait_for()
    page.keyboard.type("464")  # digits are dice wherever no text is typed
    says(page, "You have rolled 4, 4 and 6")
    press(page, "Undo")
    line = page.get_by_label("Type a move")
    line.fill("6 4 5")
    line.press("Enter")
    says(page, "You have rolled 4, 5 and 6")


def test_the_sides_of_the_cards_are_chosen_one_by_one(open_cells):
    page = open_cells(LANDSHIP.format("companion=True, enemies='random'"))
    page.get_by_label("Card 1").select_option(label="Bison")
    press(page, "That is what lies there")
    asks(page, "Which card is dealt to front left?")
    page.locator(".pk-moves button:visible", has_text="Bison").click()
    asks(page, "Which card is dealt to front centre?")


def enemy_turn(page) -> None:
    """Enter the enemy's dice: several things happen by themselves."""
    page.locator("button.pk-die-1").wait_for()
    throw(page, 1, 3, 6)
    says(page, "The enemy's dice 1, 3 and 6")


def test_steps_are_told_one_by_one_and_skipped(open_cells):
    page = open_cells(WATCHED)
    enemy_turn(page)
    page.wait_for_function(NOW)
    first = page.evaluate(f"{NOW}.textContent")
    shown = "document.querySelector('.pk-live canvas').toDataURL()"
    boar = page.evaluate(shown)
    page.wait_for_function(f"first => {NOW} && {NOW}.textContent !== first", arg=first)
    page.wait_for_function(f"{NOW} && {NOW}.textContent.startsWith('Badger')")
    page.wait_for_function(f"boar => {shown} !== boar", arg=boar)  # each card has its picture
    waiting = page.evaluate(shown)
    press(page, "Skip")
    page.wait_for_function(f"!{NOW}")
    page.wait_for_function(f"waiting => {shown} !== waiting", arg=waiting)
    press(page, "List of all steps")
    page.locator(".pk-story li:visible").first.wait_for()
    assert page.locator(".pk-story li:visible").count() > 3
    press(page, "List of all steps")
    page.locator(".pk-story").wait_for(state="hidden")


def test_acting_while_steps_are_told_skips_them(open_cells):
    page = open_cells(WATCHED)
    enemy_turn(page)
    page.wait_for_function(NOW)
    page.locator(".pk-moves button:visible", has_text="Roll the dice").click()
    page.wait_for_function(f"!{NOW}")
    asks(page, "You roll.")


def test_reduced_motion_tells_all_at_once(open_cells):
    page = open_cells(WATCHED)
    page.locator("button.pk-die-1").wait_for()
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.told = 0; new MutationObserver(() => { window.told += "
                  "!!document.querySelector('.pk-now') }).observe("
                  "document.querySelector('.pocket'), "
                  "{subtree: true, attributes: true, childList: true})")  # fmt: skip
    enemy_turn(page)
    press(page, "List of all steps")
    page.locator(".pk-story li:visible").first.wait_for()
    assert page.evaluate("window.told") == 0


def test_looking_back_and_going_on_from_there(open_cells):
    page = open_cells(WATCHED)
    enemy_turn(page)
    page.locator(".pk-moves button:visible", has_text="Roll the dice").click()
    asks(page, "You roll.")
    press(page, "Look back")
    number = page.get_by_label("Position", exact=True)
    number.fill("1")
    number.press("Tab")
    page.locator("p.pk-answer", has_text="1 of 2").wait_for()
    press(page, "Go on from here")
    says(page, "goes on from position 1")
    asks(page, "Emergency Repair, or roll?")
    press(page, "Redo")
    asks(page, "You roll.")


@pytest.mark.parametrize("width", [1280, 768, 360])
def test_nothing_sticks_out(open_cells, width):
    page = open_cells(BY_HAND, width=width)
    editor(page)
    wide = "(() => { const r = document.querySelector('.pocket'); "
    assert page.evaluate(wide + "return r.scrollWidth <= r.clientWidth + 1; })()")
    fields = "[...document.querySelectorAll('.pk-edit select, .pk-edit input, .pocket button')]"
    heights = page.evaluate(fields + ".filter(f => f.offsetParent).map(f => f.offsetHeight)")
    assert min(heights) >= 44
