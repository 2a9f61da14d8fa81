"""Options, layouts, positions and set files of Mission Command Land, with every refusal."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mission_command_help import BASTION, BOTH, GAME, ROW, of, play

from pocketlib import BadOptions, BadSet
from pocketlib.contract import Refusal

FORT = """
[board]
cols = 8
rows = 12
[dice]
reds = 3
blues = 2
[[formation]]
name = "my_fort"
pad = "d2"
ammo = "e3"
fuel = "c4"
launcher = "f2"
art = ["b3", "d4", "f4", "c5", "e5"]
"""


# --- set files (7.2) ---------------------------------------------------------------------------


def test_a_set_file_fills_in_the_options() -> None:
    state = GAME.new(set=FORT)
    options = state.dump()["options"]
    assert (options["cols"], options["rows"], options["reds"], options["blues"]) == (8, 12, 3, 2)
    assert options["formations"] == [{"name": "my_fort", **BASTION}]
    assert [m for m in state.moves() if m.startswith("form")] == ["form my_fort"]
    placed = of(state.after("form my_fort"), 0)
    assert (placed["pad"], placed["art"]) == ("d2", ["b3", "d4", "f4", "c5", "e5"])
    assert GAME.load(state.dump()) == state
    assert GAME.load(state.dump(), set=FORT) == state


def test_options_win_over_the_file() -> None:
    options = GAME.new(set=FORT, reds=4, formations=None, cols=9).dump()["options"]
    assert (options["reds"], options["blues"], options["cols"]) == (4, 2, 9)
    assert options["formations"] is None
    with pytest.raises(BadOptions):
        GAME.new(set=FORT, reds=5)  # with the file's two blues that is seven faces


def test_everything_in_a_file_may_be_left_out() -> None:
    assert GAME.new(set="") == GAME.new()
    assert GAME.new(set="[dice]\nreds = 2").dump()["options"]["blues"] == 4
    assert "form bastion" in GAME.new(set="[board]\n[dice]").moves()
    assert "form bastion" not in GAME.new(cols=9).moves()


def test_the_schema_follows_the_set() -> None:
    defaults = {option.id: option.default for option in GAME.schema(set=FORT)}
    assert (defaults["cols"], defaults["reds"], defaults["blues"]) == (8, 3, 2)
    assert defaults["formations"] == [{"name": "my_fort", **BASTION}]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[board]", "[bord]", "unknown key 'bord'"),
        ("cols = 8", "colums = 8", "unknown key 'colums'"),
        ("reds = 3", "green = 3", "unknown key 'green'"),
        ("cols = 8", "cols = 8.0", "cols: a whole number"),
        ("cols = 8", "cols = true", "cols: a whole number"),
        ("reds = 3", 'reds = "3"', "reds: a whole number from 1 to 5"),
        ('"my_fort"', '"My_fort"', "bad name"),
        ('"my_fort"', '"1fort"', "bad name"),
        ('"my_fort"', '""', "bad name"),
        ('"my_fort"', '"' + "a" * 21 + '"', "bad name"),
        ('"my_fort"', "3", "bad name"),
        ('pad = "d2"', 'pad = "d0"', "'d0' is no square"),
        ('pad = "d2"', 'pad = "D2"', "'D2' is no square"),
        ('pad = "d2"', 'pad = "d02"', "'d02' is no square"),
        ('pad = "d2"', "pad = 2", "2 is no square"),
        ('name = "my_fort"', "", "bad name"),
        ('pad = "d2"', 'pad = "d2"\nidea = "x"', "unknown key 'idea'"),
        ('art = ["b3", "d4", "f4", "c5", "e5"]', 'art = "b3"', "a list of squares was expected"),
        ("[[formation]]", "[formation]", "a list of tables was expected"),
        ("[board]", "board = 1\n[bord]", "unknown key"),
        ("[board]\ncols = 8\nrows = 12", "board = 1", r"\[board\]: a table was expected"),
        ("reds = 3", "reds = ", "not valid TOML"),
        ("reds = 3", "reds = " + "9" * 5000, "not valid TOML"),
    ],
)
def test_a_set_file_is_refused(old: str, new: str, words: str) -> None:
    assert old in FORT
    with pytest.raises(BadSet, match=words) as caught:
        GAME.new(set=FORT.replace(old, new, 1))
    assert str(caught.value)


@pytest.mark.rule("MC-3", "MC-6", "MC-7", "MC-8", "MC-10", "MC-11", "MC-R4", "MC-R6")
@pytest.mark.parametrize(
    ("old", "new", "words", "rule"),
    [
        ('pad = "d2"', "", "pad is missing", "MC-3"),
        ('"c5", "e5"]', '"c5"]', "5 artillery pieces are needed, found 4", "MC-3"),
        ('"c5", "e5"]', '"c5", "e5", "h5"]', "5 artillery pieces are needed, found 6", "MC-3"),
        ('launcher = "f2"', 'launcher = "e3"', "two pieces on e3", "MC-6"),
        ('art = ["b3"', 'art = ["d4"', "two pieces on d4", "MC-6"),
        ('pad = "d2"', 'pad = "e3"', "two pieces on e3", "MC-6"),
        ('ammo = "e3"', 'ammo = "e2"', "share a row or a column", "MC-7"),
        ('ammo = "e3"', 'ammo = "d3"', "share a row or a column", "MC-7"),
        ('pad = "d2"', 'pad = "d1"', "an installation stands in row 1", "MC-8"),
        ('fuel = "c4"', 'fuel = "c7"', "c7 is outside own half", "MC-R4"),
        ('art = ["b3"', 'art = ["i3"', "i3 is outside own half", "MC-R4"),
        ('launcher = "f2"', 'launcher = "f7"', "f7 is outside own half", "MC-R4"),
        ('art = ["b3", "d4", "f4"', 'art = ["a1", "b1", "c1"', "back row too full", "MC-R6"),
    ],
)
def test_a_set_file_against_a_rule_is_refused(old: str, new: str, words: str, rule: str) -> None:
    assert old in FORT
    with pytest.raises(BadSet, match=words) as caught:
        GAME.new(set=FORT.replace(old, new, 1))
    assert caught.value.rule == rule


@pytest.mark.rule("MC-R6")
def test_guns_may_stand_in_the_back_row_while_the_tanks_have_room() -> None:
    state = GAME.new(set=FORT.replace('art = ["b3", "d4"', 'art = ["a1", "h1"'))
    placed = of(state.after("form my_fort"), 0)
    assert placed["art"] == ["a1", "h1", "f4", "c5", "e5"]


def test_a_name_twice_is_refused() -> None:
    twice = FORT + FORT[FORT.index("[[formation]]") :]
    with pytest.raises(BadSet, match="the name my_fort is there twice"):
        GAME.read_set(twice)


def test_a_file_that_is_too_large_or_not_text_is_refused() -> None:
    with pytest.raises(BadSet, match="at most 65536"):
        GAME.read_set("#" * 65537)
    GAME.read_set("#" * 65536)
    with pytest.raises(BadSet, match="UTF-8"):
        GAME.read_set("# \ud800")


def test_the_number_of_guns_is_checked_against_the_army() -> None:
    small = FORT.replace('art = ["b3", "d4", "f4", "c5", "e5"]', 'art = ["b3", "d4"]')
    assert GAME.new(set=small, army="patrol").dump()["options"]["army"] == "patrol"
    with pytest.raises(BadSet, match="5 artillery pieces"):
        GAME.new(set=small)
    with pytest.raises(BadSet, match="2 artillery pieces"):
        GAME.new(set=FORT, army="patrol")


def test_blues_of_the_file_and_reds_do_not_go_together() -> None:
    with pytest.raises(BadOptions, match="six faces"):
        GAME.new(set="[dice]\nreds = 4\nblues = 3")


@given(st.text(max_size=200) | st.text('[]"=\n abcdeforsu0123456789', max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        GAME.new(set=text)
    except Refusal as refusal:
        assert str(refusal).strip()


HOUSE = """
bastion d2 e3 c4 f2 b3 d4 f4 c5 e5
screen b2 g3 d4 e2 a5 c6 d6 f6 h5
wings b3 g2 f4 h3 a4 c4 e5 g5 g4
lure f2 c3 e6 g2 d5 f5 c4 e4 g4
scatter g3 b4 d2 h2 a3 c5 e3 f5 h4
picket b2 d3 e4 c2 c4 e3
corner e2 f3 b4 f2 d3 a3
"""


@pytest.mark.parametrize("line", HOUSE.strip().splitlines())
def test_the_house_formations(line: str) -> None:
    name, pad, ammo, fuel, launcher, *art = line.split()
    army = "patrol" if len(art) == 2 else "full"
    placed = of(GAME.new(army=army).after(f"form {name}"), 0)
    assert (placed["pad"], placed["ammo"], placed["fuel"]) == (pad, ammo, fuel)
    assert placed["launcher"] == launcher
    assert {*placed["art"]} == {*art}


def test_house_formations_are_offered_only_for_their_army_and_board() -> None:
    assert [m for m in GAME.new().moves() if m.startswith("form")] == [
        "form bastion", "form screen", "form wings", "form lure", "form scatter",
    ]  # fmt: skip
    patrol = [m for m in GAME.new(army="patrol").moves() if m.startswith("form")]
    assert patrol == ["form picket", "form corner"]
    for options in ({"rows": 13}, {"army": "patrol", "cols": 8}, {"cols": 6, "rows": 8}):
        assert not [m for m in GAME.new(**options).moves() if m.startswith("form")]


# --- options (8) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"army": "small"}, {"army": None}, {"cols": True}, {"rows": 8.0}, {"reds": None},
        {"reds": True}, {"blues": 3}, {"reds": 5, "blues": 2}, {"blues": True},
        {"stacks": "closed"}, {"stacks": None}, {"scuttle": "never"}, {"scuttle": None},
        {"quiet_limit": None}, {"quiet_limit": "40"}, {"speed": 1},
        {"formations": {}}, {"formations": [1]}, {"formations": [{}]},
        {"formations": [{"name": "x", **BASTION, "idea": "y"}]},
        {"formations": [{"name": "x", **BASTION}, {"name": "x", **BASTION}]},
        {"layouts": []}, {"layouts": [None]}, {"layouts": {}}, {"layouts": [1, None]},
        {"position": []}, {"position": {"sides": []}},
        {"layouts": [None, None], "position": {"sides": [{"tanks": []}] * 2}},
    ],
)  # fmt: skip
def test_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.new(**options)
    assert str(caught.value).strip()


@pytest.mark.rule("MC-R1", "MC-R2", "MC-R34")
@pytest.mark.parametrize(
    ("option", "ends", "beyond"),
    [
        ("cols", (6, 10), (5, 11)),
        ("rows", (8, 16), (7, 17)),
        ("reds", (1, 5), (0, 6)),
        ("blues", (1, 5), (0, 6)),
        ("quiet_limit", (10, 1000), (9,)),
    ],
)
def test_where_the_values_of_an_option_end(
    option: str, ends: tuple[int, ...], beyond: tuple[int, ...]
) -> None:
    more = {"reds": 1} if option == "blues" else {}
    for value in ends:
        assert GAME.new(**{option: value}, **more).dump()["options"][option] == value
    for value in beyond:
        with pytest.raises(BadOptions, match=f"option {option}: {value} is not"):
            GAME.new(**{option: value}, **more)


@pytest.mark.rule("MC-R1", "MC-R2")
@pytest.mark.parametrize(
    ("table", "key", "ends", "beyond"),
    [
        ("board", "cols", (6, 10), (5, 11)),
        ("board", "rows", (8, 16), (7, 17)),
        ("dice", "reds", (1, 5), (0, 6)),
        ("dice", "blues", (1, 5), (0, 6)),
    ],
)
def test_where_the_numbers_of_a_set_end(
    table: str, key: str, ends: tuple[int, int], beyond: tuple[int, int]
) -> None:
    for value in ends:
        assert GAME.read_set(f"[{table}]\n{key} = {value}").options() == {key: value}
    for value in beyond:
        with pytest.raises(BadSet, match=f"{key}: a whole number from {ends[0]} to {ends[1]}"):
            GAME.read_set(f"[{table}]\n{key} = {value}")


def test_null_means_the_default() -> None:
    nulls = dict.fromkeys(("cols", "rows", "blues", "formations", "layouts", "position"))
    assert GAME.new(**nulls) == GAME.new()
    assert GAME.new(blues=1).dump()["options"]["blues"] == 1


# --- layouts -----------------------------------------------------------------------------------


def test_layouts_skip_the_set_up_of_a_seat() -> None:
    named = {"form": "wings", "tanks": ["c1", "d1", "a1", "e1", "b1", "h1"]}
    both = GAME.new(layouts=[named, named])
    assert (both.phase, both.dump()["turn"]) == ("move", 1)
    first = GAME.new(layouts=[named, None])
    assert (first.phase, first.to_move) == ("setup", 1)
    assert of(first, 0)["heli"] == {"at": "b3", "chips": 4}
    assert first.observe(1)["sides"][0] is None
    second = GAME.new(layouts=[None, named])
    assert (second.phase, second.to_move, second.dump()["step"]) == ("setup", 0, "pad")
    assert second.observe(0)["sides"][1] is None
    tanks = [f"tank{n} {c}1" for n, c in zip(range(1, 7), "cdaebh", strict=True)]
    assert play(second, "form wings", *tanks) == both


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"form": "castle"}, "no formation 'castle' is on offer"),
        ({"form": 3}, "no formation 3"),
        ({"tanks": [*ROW[:5], "x"]}, "'x' is no square"),
        ({"pad": "d2"}, "unknown key 'pad'"),
    ],
)
def test_a_layout_is_refused(change: dict[str, Any], words: str) -> None:
    layout = {"form": "bastion", "tanks": ROW, **change}
    with pytest.raises(BadOptions, match=words):
        GAME.new(layouts=[None, layout])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "x"}, "unknown key"),
    ],
)
def test_a_layout_of_pieces_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        GAME.new(layouts=[{**BOTH[0], **change}, None])


@pytest.mark.rule("MC-3", "MC-7", "MC-12", "MC-R4")
@pytest.mark.parametrize(
    ("change", "words", "rule"),
    [
        ({"tanks": ROW[:5]}, "a list of 6 squares", "MC-12"),
        ({"tanks": [*ROW[:5], "a1"]}, "a1 is occupied", "MC-12"),
        ({"tanks": [*ROW[:5], "f2"]}, "f2 is not in the back row", "MC-12"),
        ({"tanks": [*ROW[:5], "i1"]}, "i1 is not in the back row", "MC-12"),
        ({"art": ["f1", "d4", "f4", "c5", "e5"]}, "f1 is occupied", "MC-12"),
        ({"pad": "d7"}, "outside own half", "MC-R4"),
        ({"pad": "e4"}, "share a row or a column", "MC-7"),
        ({"art": ["b3"]}, "5 artillery pieces", "MC-3"),
    ],
)
def test_a_layout_against_a_rule_is_refused(change: dict[str, Any], words: str, rule: str) -> None:
    layout = {**BOTH[0], **change}
    for layouts in ([layout, None], [None, layout]):
        with pytest.raises(BadOptions, match=words) as caught:
            GAME.new(layouts=layouts)
        assert caught.value.rule == rule


# --- positions ---------------------------------------------------------------------------------

PLAIN: dict[str, Any] = {
    "turn": 3,
    "quiet": 2,
    "sides": [
        {"pad": "d2", "ammo": "e3", "fuel": None, "launcher": "f2", "art": ["b3"],
         "heli": {"at": "d6"}, "tanks": [{"at": "a4", "strength": 6, "chips": 3}]},
        {"tanks": [{"at": "h12", "strength": 2}, {"at": "a1", "strength": 5, "known": True}]},
    ],
}  # fmt: skip


@pytest.mark.rule("MC-4", "MC-14", "MC-24", "MC-R14", "MC-R32")
def test_a_position_is_laid_out() -> None:
    state = GAME.new(position=PLAIN)
    green, tan = state.dump()["sides"]
    assert green["tanks"] == [{"id": "A", "at": "a4", "strength": 6, "chips": 3,
                               "heading": "out", "known": False}]  # fmt: skip
    assert green["lost"] == [{"id": None, "strength": n} for n in (1, 2, 3, 4, 5)]
    assert green["heli"] == {"at": "d6", "chips": 4}
    assert [tank["heading"] for tank in tan["tanks"]] == ["out", "home"]
    assert [tank["chips"] for tank in tan["tanks"]] == [2, 5]
    back = GAME.new(position=changed("sides.1.tanks.0.heading", "home"))
    assert back.dump()["sides"][1]["tanks"][0]["heading"] == "out"  # on its own back row
    assert (state.dump()["quiet"], state.dump()["turn"], state.phase) == (2, 3, "plot")
    assert GAME.new(position=PLAIN, stacks="open").dump()["sides"][0]["tanks"][0]["known"]
    assert GAME.new(position={**PLAIN, "turn": 2}).phase == "move"
    assert GAME.new(position={**PLAIN, "turn": 8}).to_move == 0
    assert GAME.load(state.dump()) == state


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return PLAIN with one value changed; ``path`` such as "sides.0.pad"."""
    data: Any = copy.deepcopy(PLAIN)
    inner = data
    *keys, last = path.split(".")
    for key in keys:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    inner[int(last) if isinstance(inner, list) else last] = value
    found: dict[str, Any] = data
    return found


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("speed", 1, "unknown key 'speed'"),
        ("sides.0.tank", [], "unknown key 'tank'"),
        ("sides.0.tanks.0.id", "A", "unknown key 'id'"),
        ("sides.0.heli.id", "A", "unknown key 'id'"),
        ("sides", [{}], "exactly two sides"),
        ("sides", [PLAIN["sides"][1]] * 3, "exactly two sides"),
        ("quiet", 40, "quiet: a whole number from 0 to 39"),
        ("quiet", -1, "quiet"),
        ("quiet", True, "quiet"),
        ("turn", 0, "turn: a whole number from 1"),
        ("turn", "3", "turn"),
        ("sides.0.tanks.0.at", "i3", "i3 is not on this board"),
        ("sides.0.tanks.0.at", None, "None is no square"),
        ("sides.0.pad", 3, "3 is no square"),
        ("sides.0", None, "None is no side"),
        ("sides.0.heli", 3, "heli"),
        ("sides.0.art", "b3", "a list of squares"),
        ("sides.0.tanks.0", 3, "keys and values"),
    ],
)
def test_a_position_is_refused(path: str, value: Any, words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        GAME.new(position=changed(path, value))


@pytest.mark.rule("MC-3", "MC-4", "MC-7", "MC-8", "MC-10", "MC-11", "MC-13", "MC-14", "MC-15",
                  "MC-23", "MC-24", "MC-28", "MC-61", "MC-R4", "MC-R7", "MC-R33")  # fmt: skip
@pytest.mark.parametrize(
    ("path", "value", "words", "rule"),
    [
        ("sides.0.tanks", [], "1 to 6 tanks", "MC-3"),
        ("sides.0.tanks", [{"at": "a1", "strength": 1}] * 7, "1 to 6 tanks", "MC-3"),
        ("sides.0.tanks.0.strength", 7, "strength 7 is not in the army", "MC-13"),
        ("sides.0.tanks.0.strength", True, "strength True is not in the army", "MC-13"),
        ("sides.1.tanks.1.strength", 2, "strength 2 is there twice", "MC-13"),
        ("sides.0.tanks.0.chips", 0, "chips: a whole number from 1 to 6", "MC-14"),
        ("sides.0.tanks.0.chips", 7, "chips: a whole number from 1 to 6", "MC-14"),
        ("sides.1.tanks.0.chips", 3, "chips: a whole number from 1 to 2", "MC-14"),
        ("sides.0.heli.chips", 0, "chips: a whole number from 1 to 4", "MC-4"),
        ("sides.0.heli.chips", 5, "chips: a whole number from 1 to 4", "MC-4"),
        ("sides.0.tanks.0.heading", "back", "heading is out or home", "MC-24"),
        ("sides.0.tanks.0.known", 1, "known is true or false", "MC-R33"),
        ("sides.0.art", ["a2", "b2", "c2", "e2", "a3", "b3"], "at most 5", "MC-3"),
        ("sides.0.art", ["f2"], "two units stand on f2", "MC-23"),
        ("sides.0.art", ["a4"], "two units stand on a4", "MC-23"),
        ("sides.0.art", ["d6"], "two units stand on d6", "MC-23"),
        ("sides.1.tanks.0.at", "a4", "two units stand on a4", "MC-23"),
        ("sides.0.art", ["b7"], "b7 is outside own half", "MC-R4"),
        ("sides.0.launcher", "b7", "b7 is outside own half", "MC-R4"),
        ("sides.0.fuel", "b7", "b7 is outside own half", "MC-R4"),
        ("sides.1.fuel", "b6", "b6 is outside own half", "MC-R4"),
        ("sides.0.fuel", "b1", "b1 is in the back row", "MC-8"),
        ("sides.0.fuel", "c2", "share a row or a column", "MC-7"),
        ("sides.0.fuel", "d4", "share a row or a column", "MC-7"),
        ("sides.0.pad", None, "no helicopter without its pad", "MC-61"),
        ("sides.0.art", ["e3"], "a unit stands on the installation on e3", "MC-R7"),
        ("sides.0.heli.at", "e3", "a unit stands on the installation on e3", "MC-R7"),
        ("sides.1.tanks.0.at", "e3", "a unit stands on the installation on e3", "MC-R7"),
    ],
)
def test_a_position_against_a_rule_is_refused(path: str, value: Any, words: str, rule: str) -> None:
    with pytest.raises(BadOptions, match=words) as caught:
        GAME.new(position=changed(path, value))
    assert caught.value.rule == rule


@pytest.mark.rule("MC-R7")
def test_own_tanks_may_stand_on_own_installations_and_the_helicopter_on_its_pad() -> None:
    GAME.new(position=changed("sides.0.tanks.0.at", "e3"))
    GAME.new(position=changed("sides.0.heli.at", "d2"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 20) | st.sampled_from(["d2", "a1", "out", "full"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["turn", "sides", "tanks", "at", "strength", "heli", "form", "art", "pad"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from(["formations", "layouts", "position"]), JSON)
def test_any_data_is_taken_or_refused(option: str, data: Any) -> None:
    try:
        GAME.new(**{option: data})
    except BadOptions as refusal:
        assert str(refusal).strip()
