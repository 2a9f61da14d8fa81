"""One minute to try: what people type for a chance, and what they are told."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocketwidgets.answers import read_chance
from pocketwidgets.minute import OneMinute, bar_scene, percent


@pytest.mark.parametrize("text", ["1/4", "0.25", ".25", "0,25", "25 %", "25%", "25", " 2 / 8 "])
def test_every_right_form_is_read(text):
    assert read_chance(text) == Fraction(1, 4)


@pytest.mark.parametrize("text", ["", "often", "1/0", "-1", "5/4", "140 %", "1/2/3", "9" * 30, "٣"])
def test_others_are_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match=r"[A-Z].*\.$"):
        read_chance(text)


@pytest.mark.parametrize("text", ["1", "2", "1.0", "9.5", "1,5"])
def test_a_small_number_is_asked_back(text):
    with pytest.raises(ValueError, match=r"per cent\? Then type .* %. If you mean .*, type"):
        read_chance(text)
    assert read_chance(f"{text} %") == Fraction(text.replace(",", ".")) / 100


@pytest.mark.parametrize(
    "text, value", [("0", 0), ("100", 1), ("100 %", 1), ("1/1", 1), ("10", Fraction(1, 10))]
)
def test_what_can_mean_one_thing_only_is_taken(text, value):
    assert read_chance(text) == value


@given(st.text(max_size=12))
def test_any_text_is_a_chance_or_refused(text):
    try:
        assert 0 <= read_chance(text) <= 1
    except ValueError as error:
        assert str(error)


def test_the_answer_is_worked_out_and_shown_only_after_a_prediction():
    minute = OneMinute(1)
    assert minute.exact == Fraction(91, 216)
    assert minute._answer.value == ""
    minute.keep()
    assert minute._answer.value == ""
    minute._field.value = "1/2"
    minute.keep()
    assert minute._line.say == "Kept: 50.0 %. You were 7.9 points off."
    assert "91/216" in minute._answer.value
    minute._field.value = "91/216"
    minute.keep()
    assert "Exactly right." in minute._line.say


def test_throws_are_counted_and_told():
    minute = OneMinute(1)
    for _ in range(20):
        minute.throw()
    assert "20 thrown" in minute._tally.value
    assert minute._line.say.startswith("The dice show ")


def test_the_bar_says_what_it_shows():
    scene = bar_scene(Fraction(91, 216), Fraction(1, 2))
    assert scene.description == "Exact chance 91/216, 42.1 %; your prediction 50.0 %."
    assert "91/216" in scene.texts()
    assert percent(Fraction(1, 3)) == "33.3 %"


def test_a_reader_without_a_kernel_gets_dice_and_the_question():
    data, metadata = OneMinute(1)._repr_mimebundle_()
    assert "at least one six" in data["text/plain"]
    assert metadata["image/png"]["alt"] == "Three dice. Three dice, not thrown yet."
