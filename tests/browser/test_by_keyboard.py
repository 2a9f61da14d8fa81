"""The table by keyboard alone: keys, focus, and what is spoken, in a real JupyterLab."""

import pytest
from conftest import opener
from test_board import AGAIN, GAME, RUN, opened, settled

STATUS = ".pk-status"
SPOKEN = ".pk-live [role=status]"
CELLS = "window.jupyterapp.shell.currentWidget.content.widgets.length"
FOCUSED = "(e => e.textContent.trim() || e.value || e.tagName)(document.activeElement)"


@pytest.fixture(scope="module")
def one_page(lab, chromium):
    with opener(lab, chromium) as open_page:
        yield opened(open_page)


@pytest.fixture
def page(one_page):
    """A page with a game of landship just begun, and no sheet open."""
    one_page.evaluate("document.activeElement.blur()")
    one_page.evaluate(RUN, "for s in t._switches.values(): s.value = False")
    one_page.evaluate(RUN, AGAIN)
    settled(one_page)
    return one_page


def button(page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def open_sheet(page, name: str) -> None:
    button(page, name).focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "name => document.activeElement.getAttribute('aria-label') === name", arg=name
    )


def says(page, words: str) -> None:
    """Wait until the live region says this; some of it is spoken only, and not seen."""
    said = f"document.querySelector('{STATUS}').textContent"
    page.wait_for_function(f"words => {said}.includes(words)", arg=words, timeout=10_000)


def test_plain_keys_on_the_table_are_no_commands_of_jupyterlab(page):
    before = page.evaluate(CELLS)
    for place in (button(page, "Odds"), page.locator(".pk-log summary").first):
        place.focus()
        for key in ("a", "b", "x", "c", "v", "d", "d", "m", "ArrowLeft", "ArrowUp", "Shift+M"):
            page.keyboard.press(key)
        assert page.evaluate(CELLS) == before
        assert page.evaluate("document.querySelector('.pocket').offsetParent !== null")
        assert page.evaluate("!!document.activeElement.closest('.pocket')")


def test_arrow_keys_choose_in_a_list_and_what_is_chosen_is_explained(page):
    open_sheet(page, "New game")
    weapon = page.get_by_label("Main weapon")
    weapon.focus()
    page.keyboard.press("ArrowDown")
    assert weapon.evaluate("e => e.selectedOptions[0].textContent") == "Corvette"
    words = "document.getElementById(document.activeElement.getAttribute('aria-describedby'))"
    page.wait_for_function(f"{words}.textContent.includes('stronger plating')")


def test_a_sheet_that_opens_has_the_focus_and_escape_goes_back(page):
    assert button(page, "Look back").get_attribute("aria-expanded") == "false"
    open_sheet(page, "Look back")
    assert button(page, "Look back").get_attribute("aria-expanded") == "true"
    assert not button(page, "Look back").get_attribute("title")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "First"
    page.keyboard.press("Escape")
    page.locator(".pk-fold:visible").wait_for(state="detached")
    assert page.evaluate(FOCUSED) == "Look back"


def test_a_sheet_that_opens_late_does_not_take_the_focus_from_who_types(page):
    page.evaluate(f"() => {{ window.busy = ({RUN})('import time; time.sleep(0.5)'); }}")
    button(page, "Look back").click()
    page.get_by_label("Type a move").focus()
    page.locator(".pk-fold:visible").wait_for()
    page.wait_for_timeout(200)  # the page waits 60 ms itself before it moves the focus
    assert page.evaluate("document.activeElement.tagName") == "INPUT"


def test_the_focus_stays_beside_a_button_that_can_no_longer_be_pressed(page):
    open_sheet(page, "Look back")
    button(page, "First").focus()
    page.keyboard.press("Enter")
    says(page, "0 of 7: The start.")
    page.wait_for_function(f"{FOCUSED} === 'Forward'")
    page.keyboard.press("Enter")
    says(page, "1 of 7: ")


def test_a_line_that_is_typed_fast_is_taken_whole(page):
    page.get_by_label("Type a move").focus()
    # as fast as the browser can, while the kernel has other things to do
    page.evaluate(f"() => {{ window.busy = ({RUN})('import time; time.sleep(0.3)'); }}")
    for line in ("moves", "look"):
        page.keyboard.type(line, delay=0)
        page.keyboard.press("Enter")
    page.evaluate("() => window.busy")
    says(page, "Back right: Boar, 6 of 6.")
    assert page.get_by_label("Type a move").input_value() == ""


def test_each_event_is_put_into_the_live_region_once(page):
    page.evaluate(
        """() => {
          window.put = [];
          new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(
            node => window.put.push(node.textContent)))).observe(
              document.querySelector('.pk-status'), { subtree: true, childList: true });
        }"""
    )
    page.get_by_role("button", name="Roll the dice").focus()
    page.keyboard.press("Enter")
    says(page, "You have rolled")
    settled(page)
    assert len(page.evaluate("window.put")) == 2, "what has happened and what is asked"


def test_the_board_says_what_is_asked_and_what_a_part_is(page):
    board = page.get_by_role("application")
    page.locator(".pk-asked summary").focus()
    page.keyboard.press("Shift+Tab")
    assert board.evaluate("e => e === document.activeElement")
    assert page.locator(SPOKEN).inner_text().startswith("Emergency Repair, or roll? Landship Hull")
    page.keyboard.press("d")
    says(page, "1: Hunker down: hull safe next turn")
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    says(page, "You have rolled 2, 3 and 4")
    for words in (
        "Die 2 is chosen.",
        "Die 2 on Landship Hull.",
        "Die 2 on Landship Hull; die 3 is chosen.",
        "confirm it.",
    ):
        page.keyboard.press("n")
        assert "Take the last press back" not in page.locator(SPOKEN).inner_text()
        page.keyboard.press("Enter")
        says(page, words)
        settled(page)
    page.keyboard.press("Enter")  # the cursor is there already
    says(page, "Which card acts?")


def test_keys_on_the_board_end_the_telling_of_steps(page):
    page.evaluate(RUN, "t._telling.pace.value = 'Slow'")
    page.get_by_label("Type a move").focus()
    for line in ("roll", "1", "end"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    page.locator(".pk-story .pk-now").wait_for()
    page.get_by_role("application").focus()
    page.keyboard.press("n")
    page.locator(".pk-story .pk-now").wait_for(state="detached")
    page.wait_for_function(f"document.querySelector('{SPOKEN}').textContent.includes('; Enter: ')")
    assert "round 2" in page.get_by_role("application").get_attribute("aria-label")
    page.evaluate(RUN, "t._telling.pace.value = 'Fast'")


def test_a_covered_board_leaves_no_word_of_the_side_before(open_cells):
    page = open_cells("from pocketwidgets import PlayTable\nPlayTable('mission_command', seed=3)")
    page.get_by_role("button", name="Place the formation bastion").click()
    for number in range(1, 6):
        page.get_by_label("Type a move").fill(f"tank{number} {'abcde'[number - 1]}1")
        page.keyboard.press("Enter")
        says(page, f"Place your tank of strength {number + 1}")
    page.get_by_role("application").focus()
    page.keyboard.press("Home")
    page.wait_for_function(f"document.querySelector('{SPOKEN}').textContent")
    page.get_by_label("Type a move").fill("tank6 f1")
    page.keyboard.press("Enter")
    says(page, "It is the turn of Tan.")
    page.wait_for_function(f"document.querySelector('{SPOKEN}').textContent === ''")
    page.get_by_label("Type a move").fill("ready")
    page.keyboard.press("Enter")
    says(page, "Choose a formation, or place your heli-pad.")


def test_the_rules_of_the_log_are_one_stop_and_have_names(page):
    links = page.locator(".pk-log summary")
    assert [links.nth(i).get_attribute("tabindex") for i in range(3)] == ["0", "-1", "-1"]
    assert links.first.get_attribute("aria-label").startswith("Rules LS-")
    links.first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Rule LS-13"


def test_the_table_is_a_region_with_a_name_and_tells_that_it_is_ready(open_cells):
    page = open_cells(GAME)
    page.get_by_role("region", name="The table of Pocket Landship").wait_for()
    says(page, "The table of Pocket Landship is ready. Emergency Repair, or roll?")


def test_a_prediction_that_is_typed_fast_is_kept_whole(open_cells):
    page = open_cells("from pocketwidgets import OneMinute\nOneMinute(seed=1)")
    page.get_by_label("Your prediction").focus()
    page.keyboard.type("91/216", delay=0)
    page.keyboard.press("Enter")
    says(page, "Exactly right.")


def test_a_game_that_is_loaded_is_told_and_its_question_has_the_focus(page):
    page.evaluate(RUN, "from pocketlib.text import Session\ncode = Session.new('landship', seed=3)")
    code = page.evaluate(RUN, "code.play('roll'); print(code.record.code())").strip()
    open_sheet(page, "Save and go on")
    page.get_by_label("Paste a code").fill(code)
    button(page, "Go on with this code").focus()
    page.keyboard.press("Enter")
    says(page, "The game is loaded: Pocket Landship, round 1. This happened last: ")
    asked = "document.activeElement.getAttribute('aria-label')"
    page.wait_for_function(f"{asked}?.endsWith('Which die on which card?')")
    page.wait_for_timeout(300)  # what has lost the focus gets it back after 60 ms
    assert page.evaluate(asked).endswith("Which die on which card?")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.pk-asked') !== null")


def test_odds_that_take_long_come_by_themselves_and_can_be_stopped(page):
    page.get_by_label("Type a move").focus()
    page.keyboard.type("odds win")
    page.keyboard.press("Enter")
    says(page, "This is being worked out. The answer comes by itself; the button Stop ends it.")
    page.keyboard.type("mine")
    page.keyboard.press("Enter")
    says(page, "Landship Hull: ")
    for name in ("Do it", "Why not?", "Stop"):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == name
    page.keyboard.press("Enter")
    says(page, "Stopped.")
    page.wait_for_function(f"{FOCUSED} === 'New game'")  # the next thing, not a move


def test_at_the_end_the_keys_for_the_next_part_tell_the_result(page):
    page.evaluate(RUN, "while not t.session.over: t.session.play(t.session.state.moves()[0])")
    page.evaluate(RUN, "t.safely(t._told_now)")
    result = page.evaluate(RUN, "print(t.session.question)").strip()
    assert result in ("You have won.", "You have lost.")
    says(page, result)
    page.wait_for_function("!document.querySelector('.pk-story .pk-now')")
    settled(page)
    page.get_by_role("application").focus()
    for key in ("Home", "n", "ArrowRight", "p"):
        page.keyboard.press(key)
        said = page.locator(SPOKEN).inner_text().replace("\u00a0", "")
        assert (said == result) == (key in "np"), (key, said)


@pytest.mark.parametrize("line", ["help", "look"])
def test_an_answer_is_read_from_its_beginning_wherever_the_window_ends(page, line):
    page.set_viewport_size({"width": 1280, "height": 600})
    field = page.get_by_label("Type a move")
    field.evaluate("e => e.scrollIntoView({ block: 'end' })")
    field.focus()
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    answer = page.locator(".pk-answers p").first
    answer.wait_for()
    page.wait_for_timeout(400)  # the page waits 120 ms itself before it moves
    window = page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    box = answer.bounding_box()
    assert window["y"] <= box["y"]
    last = page.locator(".pk-answers p").last if line == "look" else answer
    foot = last.bounding_box()
    assert foot["y"] + foot["height"] <= window["y"] + window["height"] + 1
    page.set_viewport_size({"width": 1280, "height": 900})
