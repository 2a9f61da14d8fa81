"""Pictures of chance: what they say is exact, everybody can read it, and nothing breaks them."""

import base64
import re
import subprocess
import sys
from fractions import Fraction as F
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pocketlib import Chance, Move, dice, odds
from pocketlib.chain import Chain, chain_of, mdp_of
from pocketlib.contract import CHANCE, State
from pocketlib.graph import Choice, End, explore, finish
from pocketwidgets import charts, palette
from pocketwidgets.charts.chart import MIDDLE, MOST_ROWS, NARROW, WIDE, words_of
from pocketwidgets.charts.paper import DARK
from pocketwidgets.metrics import width as text_width
from pocketwidgets.scene import Circle, Rect, Text
from pocketwidgets.style import CSS

ROLLS = [*product(range(1, 7), repeat=3)]
HIGHEST = Chance((face, sum(max(roll) == face for roll in ROLLS)) for face in range(1, 7))
PAIRS = Chance.even(product(range(1, 7), repeat=2))
SIX = Chance({"six": 1, "other": 5})
WIDTHS = (NARROW, MIDDLE, WIDE)
HOSTILE = "<script>alert('x')</script>&\" onload=\"\x00\u202e"


class Thrown(State):
    """Two dice are about to be thrown, or lie there."""

    phase = "dice"

    def __init__(self, rolled: tuple[int, ...] = ()) -> None:
        self.rolled = rolled
        self.to_move = 0 if rolled else CHANCE

    def chances(self):
        return Chance.even(Move(f"roll {a} {b}") for a, b in product(range(1, 7), repeat=2))

    def after(self, move):
        return Thrown(tuple(map(int, move.split()[1:])))

    def events(self, seat=None):
        return ()

    def observe(self, seat=None):
        return {}

    dump = observe

    def key(self):
        return self.rolled


def explained(event):
    return charts.explained(odds.explain(Thrown(), event), title="Why", what="rolls")


HITS = dice.count(3, lambda face: face <= 4)


def duel(green: int, tan: int) -> Chain:
    """Return the chain of a duel: chips of both, and who throws."""

    def step(at):
        a, b, attacks = at
        if not a or not b:
            return End("green out" if b else "tan out")
        if attacks:
            return HITS.map(lambda hits: (a, max(b - hits, 0), False))
        return HITS.map(lambda hits: (max(a - hits, 0), b, True))

    graph = finish(explore((green, tan, True), step))
    return chain_of(graph, lambda at: f"{at[0]}:{at[1]} {'green' if at[2] else 'tan'}")


def walk(goal: int, start: int) -> Chain:
    def step(at):
        return End(HOSTILE if at else "broke") if at in (0, goal) else Chance.even([at - 1, at + 1])

    return chain_of(finish(explore(start, step)), lambda at: f"{at} {HOSTILE}")


DARE = {
    "start": Choice([("stop", "one"), ("dare", "dice")]),
    "dice": Chance({"six": 1, "nothing": 2, "start": 2, "dice": 1}),
    "one": End(1),
    "six": End(6),
    "nothing": End(0),
}

EVERY = {
    "bars": charts.bars(
        HIGHEST,
        title="The highest of three dice",
        simulated=dict(zip(range(1, 7), (51, 330, 880, 1722, 2810, 4207), strict=True)),
        prediction={6: F(1, 3)},
        highlight=6,
        dice=True,
    ),
    "rows": charts.bars(Chance({HOSTILE: 2, "a long sentence that goes on and on": 1})),
    "grid": charts.grid(lambda a, b: a + b == 6, title="Sum 6", show=lambda a, b: a + b),
    "grid of three": charts.grid(lambda *roll: 6 in roll, dice=3),
    "tree": charts.tree(SIX, lambda a: SIX, lambda a, b: SIX, event=lambda *path: "six" in path),
    "two-way": charts.two_way(PAIRS, event=lambda a, b: a + b >= 10),
    "frequencies": charts.frequencies(F(91, 216), words="show at least one six"),
    "dots": charts.dots(dice.total(2), event=lambda total: total >= 10),
    "explained": explained(lambda state: sum(state.rolled) == 6),
    "duel": charts.network(duel(1, 1), title="One chip each"),
    "ladder": charts.network(duel(3, 2)),
    "walk": charts.network(walk(8, 3)),
    "process": charts.network(mdp_of(finish(explore("start", DARE.__getitem__))), title="Dare"),
}
each = pytest.mark.parametrize("chart", EVERY.values(), ids=EVERY)


def rows_of(chart):
    return {row[0]: row[1:] for row in chart.rows}


# --- the numbers -------------------------------------------------------------------------------


def test_bars_hold_the_exact_chances_the_simulation_and_the_prediction():
    chart = EVERY["bars"]
    for face in range(1, 7):
        ways = sum(max(roll) == face for roll in ROLLS)
        assert rows_of(chart)[str(face)][0] == str(F(ways, 216))
    assert rows_of(chart)["6"] == ("91/216", "42.1 %", "4,207", "42.1 %", "33.3 %")
    assert chart.sentence == "The chance of 6 is 91/216, about 42.1 %."
    texts = [*chart.scene().texts()]
    assert "You said 33.3 %: 8.8 points low" in texts
    assert "simulated: 4,207 of 10,000, 42.1 % ± 1.0" in texts


def test_bars_are_as_high_as_their_chances():
    chart = charts.bars(HIGHEST)
    solid = [
        shape.h
        for shape in chart.scene().shapes
        if isinstance(shape, Rect) and shape.ink.fill == palette.PENCIL
    ]
    assert len(solid) == 6
    assert solid[5] / solid[4] == pytest.approx(91 / 61)


def test_a_right_prediction_is_said_to_be_right():
    chart = charts.bars(SIX, prediction={"six": F(1, 6)}, highlight="six")
    assert "You said 16.7 %: exactly right" in chart.scene().texts()


LONG = F(291841181607577165497, 308184696497866080256)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_fraction_that_has_no_room_is_rounded_in_the_picture(width):
    chance = Chance.of({"the attacker wins": LONG, "the defender wins": 1 - LONG})
    chart = charts.bars(chance, highlight="the attacker wins")
    for shape in chart.scene(width).shapes:
        if isinstance(shape, Text):
            wide = text_width(shape.text, shape.font)
            left = shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.font.anchor]
            assert left >= 0
            assert left + wide <= width
    assert "94.7 %" in chart.scene(width).texts()
    assert chart.rows[0][1] == str(LONG)


def test_a_fraction_makes_no_label_unreadable():
    half = F(1232010027, 1350399232)
    chance = Chance.of({"the attacker wins": half, "the defender wins": 1 - half})
    texts = [*charts.bars(chance, highlight="the attacker wins").scene(NARROW).texts()]
    assert {"the attacker wins", "the defender wins"} <= {*texts}
    assert str(half) in [*charts.bars(chance).scene(WIDE).texts()]


def test_what_cannot_happen_is_refused():
    with pytest.raises(ValueError, match="'seven' cannot happen"):
        charts.bars(SIX, simulated={"seven": 3})
    with pytest.raises(ValueError, match="'seven' cannot happen"):
        charts.bars(SIX, prediction={"seven": F(1, 2)})


def test_a_simulation_that_never_ran_is_left_out():
    chart = charts.bars(SIX, simulated={})
    assert [column.head for column in chart.columns] == ["outcome", "exact", "percent"]
    assert [*charts.bars(SIX, simulated={"six": 0}).rows] == [*chart.rows]


def test_many_outcomes_are_cut_and_the_rest_is_added_up():
    chance = dice.total(20)
    chart = charts.bars(chance)
    texts = [*chart.scene().texts()]
    assert f"and {len(chance) - 11} more" in texts
    shown = {int(text) for text in texts if text.isdigit()}
    rest = chance.p(lambda total: total not in shown)
    assert str(rest) in texts
    assert f"and {len(chance) - MOST_ROWS} more" in chart.table()
    assert f"and {len(chance) - MOST_ROWS} more" in chart.words()


def test_the_grid_fills_and_counts_the_favourable_squares():
    chart = EVERY["grid"]
    assert chart.sentence == "5 of these 36 rolls: 5/36, 13.9 %."
    assert [row[-1] for row in chart.rows] == ["1 of 6"] * 5 + ["0 of 6"]
    assert chart.rows[0][5] == "yes (6)"
    filled = [s for s in chart.scene().shapes if getattr(s.ink, "fill", "") == palette.PENCIL]
    assert len(filled) == 5


def test_the_grid_of_three_dice_counts_all_rolls():
    chart = EVERY["grid of three"]
    assert chart.sentence == "91 of these 216 rolls: 91/216, 42.1 %."
    texts = [*chart.scene().texts()]
    assert texts.count("11 of 36") == 5
    assert texts.count("36 of 36") == 1
    with pytest.raises(ValueError, match="2 or 3 dice"):
        charts.grid(lambda *_: True, dice=4)


def test_a_fraction_that_can_be_reduced_shows_both():
    chart = charts.grid(lambda a, b: a == b)
    assert chart.sentence == "6 of these 36 rolls: 6/36 = 1/6, 16.7 %."


def test_the_tree_multiplies_along_its_paths_and_adds_up():
    chart = EVERY["tree"]
    assert len(chart.rows) == 8
    assert rows_of(chart)["other, other, other"] == ("125/216", "57.9 %")
    assert rows_of(chart)["six, other, six (counts)"] == ("5/216", "2.3 %")
    assert chart.sentence == "7 of the 8 paths count: 91/216, 42.1 %."
    with pytest.raises(ValueError, match="three stages"):
        charts.tree(SIX, *[lambda *_: SIX] * 3)


def test_the_second_stage_of_a_tree_may_depend_on_the_first():
    urn = Chance({"red": 2, "blue": 1})
    left = {"red": Chance({"red": 1, "blue": 1}), "blue": Chance({"red": 2})}
    chart = charts.tree(urn, left.__getitem__, event=lambda a, b: a == b)
    assert chart.sentence == "1 of the 3 paths counts: 1/3, 33.3 %."
    impossible = charts.tree(urn, left.__getitem__, event=lambda a, b: a == "green")
    assert impossible.sentence == "None of the 3 paths counts: it can't happen."


def test_a_wide_tree_is_cut_but_its_table_is_not():
    chart = charts.tree(dice.die(20), lambda a: dice.die(6))
    assert "and 15 more" in chart.scene().texts()
    assert len(chart.rows) == 120


def test_the_two_way_table_has_its_sums():
    chart = charts.two_way(Chance({("ill", "+"): 9, ("ill", "-"): 1, ("well", "+"): 90,
                                   ("well", "-"): 900}), rows="person", columns="test")  # fmt: skip
    assert rows_of(chart) == {
        "ill": ("9", "1", "10"),
        "well": ("90", "900", "990"),
        "sum": ("99", "901", "1000"),
    }
    assert EVERY["two-way"].sentence == "6 of 36 ways are filled: 1/6, 16.7 %."
    with pytest.raises(TypeError, match="pairs"):
        charts.two_way(dice.die())


def test_frequencies_are_counted_things():
    chart = EVERY["frequencies"]
    assert chart.sentence == "Of 216 rolls, 91 show at least one six: 91/216, 42.1 %."
    filled = [s for s in chart.scene().shapes if getattr(s.ink, "fill", "") == palette.PENCIL]
    assert len(filled) == 91


@pytest.mark.parametrize(
    ("p", "told"),
    [
        (F(0), "Of 10 rolls, 0 are such: 0, 0.0 %."),
        (F(1), "Of 10 rolls, 10 are such: 1, 100.0 %."),
        (F(1, 6), "Of 12 rolls, 2 are such: 1/6, 16.7 %."),
        (F(1234, 7776), "Of 100 rolls, about 16 are such: 617/3888, 15.9 %."),
        (F(1, 46656), "Of 46,656 rolls, 1 is such: 1/46656, < 0.1 %."),
    ],
)
def test_frequencies_choose_a_number_that_can_be_pictured(p, told):
    chart = charts.frequencies(p)
    assert chart.sentence == told
    assert len(chart.scene().shapes) < 1100


def test_frequencies_refuse_what_is_no_probability():
    for p in (F(-1, 2), F(3, 2)):
        with pytest.raises(ValueError, match="0 to 1"):
            charts.frequencies(p)
    with pytest.raises(ValueError, match="at least one"):
        charts.frequencies(F(1, 2), of=0)


def test_a_dot_is_a_way():
    chart = EVERY["dots"]
    marks = [
        s for s in chart.scene().shapes if isinstance(s, Circle) and palette.PENCIL in str(s.ink)
    ]
    assert len(marks) == 36
    assert sum(s.ink.fill == palette.PENCIL for s in marks) == 6
    assert chart.sentence == "Each dot is one way out of 36; 6 of them are filled: 1/6, 16.7 %."
    assert charts.dots(dice.total(6)).sentence == "Each dot is 241 ways out of 46,656."


def test_the_outcomes_behind_a_chance_are_listed_and_counted():
    chart = EVERY["explained"]
    assert chart.sentence == "5 of these 36 rolls: 5/36, 13.9 %."
    wanted = {f"roll {a} {6 - a}" for a in range(1, 6)}
    assert set(rows_of(chart)) == wanted
    assert all(row == ("1", "1", "100.0 %") for row in rows_of(chart).values())
    never = explained(lambda state: sum(state.rolled) == 13)
    assert never.sentence == "None of these 36 rolls: it can't happen."


def test_a_long_list_of_outcomes_is_cut():
    chart = explained(lambda state: True)
    assert chart.sentence == "36 of these 36 rolls: 36/36 = 1, 100.0 %."
    many = tuple((Move(f"card {n}"), 1, F(1)) for n in range(60))
    texts = [*charts.explained(odds.Explained(F(1), many, 60)).scene().texts()]
    assert "card 34" in texts
    assert "card 35" not in texts
    assert "and 25 more" in texts


def test_outcomes_that_only_leave_a_chance_say_so():
    found = odds.Explained(F(1, 4), ((Move("heads"), 1, F(1, 2)),), 2)
    chart = charts.explained(found, what="coins")
    assert chart.sentence == "1 of these 2 coins leave a chance; in all it is 1/4, 25.0 %."
    assert "1 way, then 1/2" in chart.scene().texts()


def test_the_graph_of_a_duel_has_its_states_probabilities_and_ends():
    chart = charts.network(duel(1, 1))
    assert chart.rows == (
        ("1:1 green", "1:1 tan", "1/27", "3.7 %"),
        ("1:1 green", "tan out", "26/27", "96.3 %"),
        ("1:1 tan", "1:1 green", "1/27", "3.7 %"),
        ("1:1 tan", "green out", "26/27", "96.3 %"),
    )
    assert "tan out (27/28), green out (1/28)" in chart.sentence
    texts = [*chart.scene().texts()]
    assert texts.count("1/27") == texts.count("26/27") == 2
    assert {"1:1 green", "1:1 tan", "tan out", "green out"} <= {*texts}


def test_the_graph_of_a_process_has_its_actions_and_rewards():
    chart = EVERY["process"]
    assert chart.rows[:2] == (("start", "stop", "one", "1"), ("start", "dare", "dice", "1"))
    assert {"stop →", "pays 1", "dare", "1/6", "1/3"} <= {*chart.scene().texts()}


def boxes_of(scene):
    return [s for s in scene.shapes if isinstance(s, Rect) and s.ink.line == palette.INK]


def overlap(one, other):
    return (
        one.x < other.x + other.w
        and other.x < one.x + one.w
        and one.y < other.y + other.h
        and other.y < one.y + one.h
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["duel", "ladder", "walk", "process"])
def test_no_two_states_of_a_graph_overlap(name, width):
    boxes = boxes_of(EVERY[name].scene(width))
    assert len(boxes) == {"duel": 2, "ladder": 12, "walk": 7, "process": 2}[name]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[i + 1 :] if overlap(a, b)]


def test_the_sides_of_a_duel_stand_side_by_side_where_there_is_room():
    for width, expected in ((WIDE, [2, 4, 4, 2]), (NARROW, [2] * 6)):
        rows = sorted(box.y for box in boxes_of(EVERY["ladder"].scene(width)))
        assert [rows.count(y) for y in dict.fromkeys(rows)] == expected


def test_a_graph_that_nobody_can_read_is_refused():
    with pytest.raises(ValueError, match="A graph of 48 states can't be read"):
        charts.network(duel(6, 4))


@pytest.mark.parametrize(("width", "most"), [(NARROW, 2), (WIDE, 5)])
def test_states_that_have_no_room_side_by_side_stand_below(width, most):
    star = chain_of(
        finish(
            explore(
                "hub",
                lambda at: Chance.even("abcdefgh") if at == "hub" else End(1) if at == 1
                else Chance.sure(1),
            )
        )
    )  # fmt: skip
    rows = [box.y for box in boxes_of(charts.network(star).scene(width))]
    assert len(rows) == 9
    assert max(rows.count(y) for y in rows) == most


# --- words, tables, outputs --------------------------------------------------------------------


@each
def test_every_picture_has_words_and_a_table(chart):
    assert chart.sentence in chart.alt
    assert chart.sentence in chart.words()
    scene = chart.scene()
    assert scene.title
    assert scene.description == chart.sentence
    table = ElementTree.fromstring(chart.table())
    assert len(table.findall("./tbody/tr")) == len(chart.rows)
    for row in table.findall("./tbody/tr"):
        assert row.find("th").get("scope") == "row"
        assert len(row) == len(chart.columns)
        for cell, column in zip(row, chart.columns, strict=True):
            right = column.kind in ("number", "fraction")
            assert ("text-align:right" in cell.get("style")) == right
            if column.kind == "fraction":
                assert "font-weight:700" in cell.get("style")


@each
def test_a_reader_without_a_kernel_gets_picture_words_and_table(chart):
    data, metadata = chart._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == chart.alt
    assert data["text/plain"] == chart.words()
    html = ElementTree.fromstring(f"<div>{data['text/html']}</div>")
    assert html.find(".//table") is not None
    image = html.find("picture/img")
    assert image.get("alt") == chart.alt.replace("\x00", "\ufffd")
    found = {html.find("picture/source").get("srcset"), image.get("src")}
    kind = "data:image/svg+xml;base64,"
    assert {base64.b64decode(link.removeprefix(kind)).decode() for link in found} == {
        chart.svg(NARROW, "light"),
        chart.svg(WIDE, "light"),
    }


@each
@pytest.mark.parametrize("width", WIDTHS)
def test_every_picture_is_sound_svg_without_nan(chart, width):
    for theme in ("light", "dark", "page"):
        text = chart.svg(width, theme)
        ElementTree.fromstring(text)
        assert "nan" not in re.sub(r">[^<]*<", "><", text).lower()
        assert "inf" not in re.sub(r">[^<]*<", "><", text).lower()


@each
@pytest.mark.parametrize("width", WIDTHS)
def test_texts_are_large_enough_and_stay_on_the_sheet(chart, width):
    scene = chart.scene(width)
    assert scene.width == width
    for shape in scene.shapes:
        if isinstance(shape, Text):
            assert shape.font.size >= 13
            assert 0 <= shape.x <= width
            assert 0 <= shape.y <= scene.height
        if isinstance(shape, Rect):
            assert shape.x >= 0
            assert shape.w >= 0
            assert shape.h >= 0
            assert shape.x + shape.w <= width + 0.01
            assert shape.y + shape.h <= scene.height


def test_the_same_chart_is_drawn_the_same():
    assert charts.bars(HIGHEST).svg() == charts.bars(HIGHEST).svg()


def test_svg_needs_neither_numpy_nor_matplotlib():
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['matplotlib'] = None\n"
        "from pocketwidgets import charts; from pocketlib import dice\n"
        "c = charts.bars(dice.die()); assert c.svg().startswith('<svg')\n"
        "data, _ = c._repr_mimebundle_(); assert 'image/png' not in data\n"
        "assert '<table' in data['text/html']"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- colours -----------------------------------------------------------------------------------


@each
def test_all_colours_follow_the_page(chart):
    scene = chart.scene(theme="dark")
    light = set(DARK)
    for shape in scene.shapes:
        if shape.layer == 0:
            assert not {shape.ink.fill, shape.ink.line} & light


def test_the_style_sheet_has_every_property_of_the_pictures():
    for name, dark in DARK.values():
        assert f"--pk-{name}: {dark}" in CSS
    for light, (name, _) in DARK.items():
        assert f"--pk-{name}: {light}" in CSS


def test_simulated_and_exact_differ_by_more_than_colour():
    chart = EVERY["bars"]
    exact = [s for s in chart.scene().shapes if s.ink.fill == palette.PENCIL]
    hatched = [s for s in chart.scene().shapes if s.ink.line == palette.CHALK]
    assert exact
    assert hatched
    assert all(s.ink.fill != palette.CHALK for s in hatched)


# --- hostile and odd outcomes ------------------------------------------------------------------


def test_hostile_outcomes_are_only_text():
    chance = Chance({HOSTILE: 1, "b": 2})
    found = [
        charts.bars(chance, title=HOSTILE, aside=HOSTILE),
        charts.dots(chance, title=HOSTILE),
        charts.tree(chance, lambda _: chance, title=HOSTILE),
        charts.two_way(chance.map(lambda o: (o, HOSTILE)), title=HOSTILE, rows=HOSTILE),
        charts.frequencies(F(1, 3), words=HOSTILE, things=HOSTILE, title=HOSTILE),
        charts.explained(odds.Explained(F(1), ((Move(HOSTILE), 1, F(1)),), 1), what=HOSTILE),
    ]
    for chart in found:
        data, _ = chart._repr_mimebundle_()
        for text in (chart.live(), data["text/html"]):
            assert "<script" not in text
            assert "\x00" not in text
            assert ' onload="' not in text


@pytest.mark.parametrize(
    ("outcome", "label"),
    [
        (-3, "\N{MINUS SIGN}3"),
        (F(1, 2), "1/2"),
        ((1, 2), "1, 2"),
        ((), "none"),
        (None, "none"),
        (True, "yes"),
        (Move("place 1 2"), "place 1 2"),
        ("", "(empty)"),
        ("a\nb", "a b"),
    ],
)
def test_outcomes_of_any_kind_have_a_label(outcome, label):
    assert words_of(outcome) == label
    assert label in charts.bars(Chance.sure(outcome)).words()


def test_one_outcome_is_certain():
    chart = charts.bars(Chance.sure("x"))
    assert chart.sentence == "x, for certain."
    assert charts.dots(Chance.sure("x")).scene()
    assert charts.two_way(Chance.sure((1, 2))).scene()
    assert charts.tree(Chance.sure("x")).sentence == "There is one path only."


outcomes = st.one_of(
    st.text(max_size=60),
    st.integers(),
    st.none(),
    st.booleans(),
    st.fractions(),
    st.tuples(st.integers(), st.text(max_size=5)),
)
chances = st.dictionaries(outcomes, st.integers(1, 10**30), min_size=1, max_size=30).map(Chance)


@settings(max_examples=40, deadline=None)
@given(chances, st.sampled_from(WIDTHS), st.randoms(use_true_random=False))
def test_any_chance_can_be_drawn(chance, width, rng):
    some = rng.choice(chance.outcomes)
    for chart in (
        charts.bars(chance, simulated={some: 7}, prediction={some: F(1, 7)}, highlight=some),
        charts.dots(chance, event=lambda o: o == some),
        charts.frequencies(chance.probability(some)),
        charts.tree(chance, lambda _: chance),
        charts.two_way(chance.map(lambda o: (o, o))),
    ):
        ElementTree.fromstring(chart.svg(width))
        assert chart.words()
