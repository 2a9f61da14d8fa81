"""Questions in a real JupyterLab: predicted by keyboard, answered, changed; also when narrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

QUESTION = 'from pocketwidgets import Question\n\nQuestion("LS-10.2")'
DUEL = 'from pocketwidgets import Question\n\nQuestion("MC-10.8")'
CHOICE = 'from pocketwidgets import Question\n\nQuestion("LS-10.11")'
EXERCISE = 'from pocketwidgets import Exercise\n\nExercise("LS-10.3a")'
SAID = "words => document.querySelector('.pk-predict .pk-status').textContent.includes(words)"
STICKS_OUT = """[...document.querySelectorAll('.pocket')]
  .some(r => r.scrollWidth > r.clientWidth + 1)"""

OpenCells = Callable[..., Any]


def predicted(page: Any, text: str) -> None:
    """Type a prediction and press Enter; the field may still be on its way to the page."""
    field = page.get_by_label("Your prediction")
    field.fill(text)
    field.press("Enter")
    page.wait_for_function(SAID, arg="Kept.")


def test_a_prediction_by_keyboard_and_the_answer(open_cells: OpenCells) -> None:
    page = open_cells(QUESTION)
    page.get_by_label("Your prediction").fill("often")
    page.keyboard.press("Enter")
    page.wait_for_function(SAID, arg="Type a chance like")
    assert not page.get_by_text("91/216").first.is_visible()
    predicted(page, "1/2")
    page.wait_for_function(SAID, arg="You said 50.0 %: 7.9 points high.")
    page.get_by_role("button", name="Play 2,000 more").wait_for()
    assert page.evaluate("document.activeElement.textContent") != ""
    pictures = page.locator(".pk-chart svg:visible")
    assert "91/216" in pictures.first.text_content()
    page.get_by_label("Number of dice").select_option(label="5")
    page.get_by_text("4651/7776, about 59.8 %").first.wait_for()


def test_hints_and_checks_of_an_exercise(open_cells: OpenCells) -> None:
    page = open_cells(EXERCISE)
    answer = page.get_by_role("button", name="Show the answer")
    assert answer.is_disabled()
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function(SAID, arg="Hint 1 of 2.")
    page.get_by_label("Your answer").fill("1/6")
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_function(SAID, arg="One die only")
    assert answer.is_enabled()
    page.get_by_label("Your answer").fill("18.5 %")
    page.keyboard.press("Enter")
    page.wait_for_function(SAID, arg="Right, rounded. Exactly: 5/27")


@pytest.mark.parametrize("width", [1280, 420])
@pytest.mark.parametrize("question", [QUESTION, DUEL], ids=["bars", "rules, graph, long numbers"])
def test_everything_fits_and_axe_finds_nothing(
    open_cells: OpenCells, question: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_cells(question, EXERCISE, width=width)
    predicted(page, "1/3")
    page.get_by_role("button", name="Play 2,000 more").wait_for()
    assert not page.evaluate(STICKS_OUT)
    found = axe.run(page, context=".jp-OutputArea-output .pocket")
    # headings are judged within the page they stand in, and the notebook is not on this one
    wrong = [v for v in found.response["violations"] if v["id"] != "heading-order"]
    assert wrong == []


def test_a_choice_is_made_by_arrow_keys(open_cells: OpenCells) -> None:
    page = open_cells(CHOICE)
    page.wait_for_function("document.querySelector('.pk-predict input[type=radio]').name")
    page.get_by_label("Repair the hull first").check()
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Keep my prediction").click()
    page.wait_for_function(SAID, arg="That is the best one.")
