"""Dumps, keys, secrets and refusals of Mission Command Land over random games."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mission_command_help import (
    BOTH,
    GAME,
    moving,
    of,
    play,
    play_line,
    position,
    random_options,
    walk,
)

from pocketlib import BadDump, State, plain_json
from pocketlib.contract import Refusal
from pocketlib.testing import perft


def random_games(number: int, seed: int) -> list[list[State]]:
    rng = Random(seed)
    games = []
    for _ in range(number):
        options = random_options(rng)
        games.append([*walk(GAME.new(**options), rng)])
    return games


GAMES = random_games(12, 7)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_dump_loads_to_the_same_state(number: int) -> None:
    for state in GAMES[number]:
        text = json.dumps(state.dump())
        loaded = GAME.load(json.loads(text))
        assert json.dumps(loaded.dump()) == text
        assert loaded == state
        assert loaded.options_now() == state.options_now()


def test_the_games_end_and_everybody_is_right_about_it() -> None:
    for states in GAMES:
        last = states[-1]
        standing = [bool(of(last, seat)["tanks"]) for seat in (0, 1)]
        expected = {(True, False): (1, -1), (False, True): (-1, 1), (True, True): (0, 0)}
        assert last.result == expected[standing[0], standing[1]]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_seat_never_sees_what_is_hidden(number: int) -> None:
    """Nothing that a seat can see or ask names a strength or a marker that it may not know."""
    for state in GAMES[number]:
        dump = state.dump()
        for seat in (0, 1):
            seen = state.observe(seat)
            enemy = seen["sides"][1 - seat]
            if state.phase == "setup":
                assert enemy is None
            elif state.phase != "over":
                for tank in enemy["tanks"]:
                    assert tank["known"] == (tank["strength"] is not None)
                    assert tank["known"] == (tank["chips"] is not None)
            if state.phase != "setup" and seat == dump["mover"]:
                assert seen["plots"] is None
            if state.phase == "plot" and seat == dump["mover"]:
                assert state.events(seat) == () or state.events(seat)[0][0] != "plot"
                assert not any("marker" in line for line in state.story(seat))


@pytest.mark.rule("MC-30", "MC-33", "MC-36", "MC-41", "MC-62")
@pytest.mark.parametrize("seed", range(6))
def test_a_guess_agrees_with_all_that_was_seen(seed: int) -> None:
    rng = Random(seed)
    states = [*walk(GAME.new(**random_options(rng)), rng)]
    for ply in range(0, len(states), 9):
        state = states[ply]
        for seat in (0, 1):
            history = [earlier.observe(seat) for earlier in states[:ply]]
            guessed = GAME.guess(state.observe(seat), history, rng)
            assert guessed.observe(seat) == state.observe(seat)
            assert guessed.to_move == state.to_move


@pytest.mark.rule("MC-13", "MC-14")
def test_guessed_strengths_are_uniform_over_what_is_possible() -> None:
    """A tank that took two hits and lives has one of four strengths (MC-Q5)."""
    state = GAME.new(layouts=BOTH)
    dump = state.dump()
    tanks = dump["sides"][0]["tanks"]
    tanks[5]["chips"] = 4  # strength 6, two hits
    state = GAME.load(dump)
    seen = state.observe(1)
    assert seen["sides"][0]["tanks"][5]["hits"] == 2
    rng = Random(1)
    drawn = [GAME.guess(seen, [], rng).dump()["sides"][0]["tanks"][5] for _ in range(400)]
    counts = {s: sum(t["strength"] == s for t in drawn) for s in range(1, 7)}
    assert counts[1] == counts[2] == 0
    assert all(60 < counts[s] < 140 for s in (3, 4, 5, 6))
    assert all(t["chips"] == t["strength"] - 2 for t in drawn)


def test_guessed_markers_are_where_they_could_have_been_plotted() -> None:
    green = {"tanks": "d4:3 a1:1", "pad": "c2", "heli": "d5"}
    start = position(green, {"tanks": "h12:6 g12:5", "art": "a12"})
    state = play(start, "tank d6", "tank d7", "art d8", "mv d4 d6")
    history = [start.observe(0)]
    rng = Random(2)
    marked = set()
    for _ in range(300):
        guessed = GAME.guess(state.observe(0), history, rng).dump()["plots"]
        assert [len(guessed[kind]) for kind in ("tank", "missile", "art")] == [2, 0, 1]
        marked |= {*guessed["tank"], *guessed["art"]}
    assert "d6" in marked  # where the tank is now
    assert not marked & {"d4", "a1", "d5", "h12", "a12"}  # where units stood then


@pytest.mark.rule("MC-17")
def test_equal_keys_leave_counters_out_that_do_not_matter() -> None:
    five = moving({"tanks": "a1:1 c1:2"}, turn=5)
    seven = moving({"tanks": "a1:1 c1:2"}, turn=7)
    assert five == seven
    assert five.dump() != seven.dump()
    assert moving({"tanks": "a1:1 c1:2"}, turn=1) != seven
    assert moving({"tanks": "a1:1 c1:2"}, quiet=3) != seven


def test_probabilities_sum_to_one() -> None:
    state = play(moving({"tanks": "d5:2"}, {"tanks": "d8:2"}), "mv d5 d7", "end", "attack d7 d8")
    assert perft(state, 4).probability == 1


def test_moves_are_shared_objects_with_their_path() -> None:
    state = moving({"tanks": "d5:2 a1:1", "pad": "c2", "heli": "c2"})
    drive = state.parse("mv d5 d7")
    assert drive.parts == ("d5", "d7")
    assert state.parse("fly c4").parts == ("c2", "c4")
    assert moving({"tanks": "d5:2 a1:1"}).parse("mv d5 d7") is drive


# --- dumps that are none -----------------------------------------------------------------------


def dump_in(phase: str, step: str | None = None) -> dict[str, Any]:
    """Return a dump of a random game in that phase."""
    for states in GAMES:
        for state in states:
            dump = state.dump()
            if dump["phase"] == phase and step in (None, dump["step"]):
                return dump
    raise LookupError(phase)


def fields(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all values of a dump."""
    found = [path] if path else []
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        inner = (*path, key)
        found += fields(value, inner) if isinstance(value, dict | list) else [inner]
    return found


JUNK = st.sampled_from(
    [None, True, False, -1, 0, 1, 3, 7, 10**12, 1.5, "", "x", "d5", "A", "out", [], {}, [None],
     [["tank", "d5"]], ["d5"], {"at": "d5", "chips": 1}]
)  # fmt: skip
PHASES = ("setup", "plot", "move", "shots", "attack", "battle", "over")


@given(st.sampled_from(PHASES), st.data())
def test_a_changed_dump_is_refused_or_taken_as_it_is(phase: str, data: st.DataObject) -> None:
    dump: Any = copy.deepcopy(dump_in(phase))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(fields(dump)))
        inner = dump
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = copy.deepcopy(data.draw(JUNK))  # it may be changed inside, too
    try:
        state = GAME.load(dump)
    except BadDump as refusal:
        assert str(refusal).strip()
        return
    assert json.dumps(state.dump(), sort_keys=True) == json.dumps(dump, sort_keys=True)
    for move in state.options_now()[:10]:
        state.after(move)


@pytest.mark.parametrize(
    ("phase", "change", "words"),
    [
        ("move", {"game": "landship"}, "'mission_command' was expected"),
        ("move", {"mover": None}, "mover: it does not agree"),
        ("move", {"to_move": "chance"}, "to_move: it does not agree"),
        ("move", {"step": "tank"}, "step: it does not agree"),
        ("move", {"quiet": 40}, "quiet"),
        ("move", {"hot": True}, "nothing is lost before the shots"),
        ("move", {"result": [1, -1]}, "null was expected while the game runs"),
        ("move", {"shots": [["tank", "d5"]]}, "shots"),
        ("move", {"battles": [["d5", "d6"]]}, "battles"),
        ("move", {"battle": {"from": "d5", "to": "d6", "attacker": "tank", "target": "tank"}},
         "null was expected in this phase"),
        ("plot", {"move": {"left": 8, "moved": [], "flown": False, "forward": False}},
         "null was expected in this phase"),
        ("over", {"result": None}, "was expected"),
        ("over", {"result": [0, 0]}, "does not agree|limit"),
        ("setup", {"turn": 1}, "turn"),
        ("shots", {"shots": []}, "shots are left in the phase shots"),
        ("attack", {"battles": []}, "without battles"),
    ],
)  # fmt: skip
def test_a_dump_is_refused_in_words(phase: str, change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadDump, match=words):
        GAME.load({**dump_in(phase), **change})


@pytest.mark.parametrize(
    "value",
    [{"a"}, 10**5000, 1.0, float("nan"), b"move"],
    ids=["set", "huge", "float", "nan", "bytes"],
)
@pytest.mark.parametrize("key", ["step", "quiet", "hot", "result", "battle", "turn"])
def test_values_that_are_no_json_are_refused(key: str, value: object) -> None:
    dump = dump_in("move")
    with pytest.raises(BadDump):
        GAME.load({**dump, key: value})


def test_what_is_equal_in_python_need_not_be_the_same_json() -> None:
    assert plain_json.same({"a": [1, None, True]}, {"a": (1, None, True)})
    for other in ({"a": [1, None, 1]}, {"a": [1.0, None, True]}, {"a": [1, None]}, {"b": []}, []):
        assert not plain_json.same({"a": [1, None, True]}, other)


def test_dumps_without_a_key_or_with_another() -> None:
    dump = dump_in("move")
    for key in dump:
        with pytest.raises(BadDump, match=f"{key}: this key is missing"):
            GAME.load({name: value for name, value in dump.items() if name != key})
    with pytest.raises(BadDump, match="unknown"):
        GAME.load({**dump, "speed": 1})
    with pytest.raises(BadDump):
        GAME.load([])  # type: ignore[arg-type]


@pytest.mark.rule("MC-30", "MC-R9")
def test_markers_on_units_are_refused() -> None:
    dump = play(position({"tanks": "d4:3 a1:1"}), "tank d5").dump()
    GAME.load(dump)
    for squares in (["a1"], ["d5", "d6"], ["h12"], ["d5", "d5"], ["i1"]):
        with pytest.raises(BadDump):
            GAME.load({**dump, "plots": {**dump["plots"], "tank": squares}})


@pytest.mark.rule("MC-R9")
def test_a_space_that_is_marked_is_not_open_after_loading() -> None:
    state = play(position(None, {"tanks": "h12:6", "art": "a12 b12"}), "done", "art d5")
    assert "art d5" not in GAME.load(state.dump()).moves()


GREEN = {"tanks": "d4:3 a1:1", "pad": "c2", "heli": "d6"}
TAN = {"tanks": "d7:6/5 h12:5", "ammo": "f10", "launcher": "g11", "art": "a12"}
PLOTTED = "tank d5, done, missile e8, done"
SHOOTING = f"{PLOTTED}, done, mv d4 d5, mv a1 a2, fly e8, end"
LINES: dict[str, tuple[Callable[[], State], str]] = {
    "placing": (GAME.new, "pad d2, ammo e3, fuel c4, art b3, art d5, art f4, art c5, art e5, "
                "launcher f2, tank1 a1, tank2 b1"),
    "tan placing": (lambda: GAME.new(layouts=[BOTH[0], None]), ""),
    "plotted": (lambda: position(GREEN, TAN), PLOTTED),
    "shooting": (lambda: position(GREEN, TAN), SHOOTING),
    "fighting": (lambda: position(GREEN, TAN), f"{SHOOTING}, bbb, bb, attack e8 d7"),
    "second turn": (lambda: moving(GREEN, TAN, turn=2), ""),
    "won": (lambda: moving({"tanks": "d5:6"}, {"tanks": "d8:1"}),
            "mv d5 d7, end, attack d7 d8, rrr"),
    "drawn": (lambda: moving({"tanks": "a1:6"}, quiet=9, quiet_limit=10), "mv a1 a2, end"),
}  # fmt: skip
"""A state to start from, and the moves after it."""


def changed(state: State, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the dump with values changed; a key such as "sides.0.pad" is the way to one."""
    dump = state.dump()
    for path, value in changes.items():
        inner: Any = dump
        *keys, last = path.split(".")
        for key in keys:
            inner = inner[int(key)] if isinstance(inner, list) else inner[key]
        inner[int(last) if isinstance(inner, list) else last] = value
    return dump


@pytest.mark.rule("MC-5", "MC-7", "MC-8", "MC-12", "MC-13", "MC-15", "MC-17", "MC-23", "MC-30",
                  "MC-31", "MC-36", "MC-46", "MC-61", "MC-67", "MC-71", "MC-R4", "MC-R5", "MC-R6",
                  "MC-R7", "MC-R9", "MC-R11", "MC-R14", "MC-R24", "MC-R27", "MC-R32",
                  "MC-R34")  # fmt: skip
@pytest.mark.parametrize(
    ("line", "changes", "rule"),
    [
        # the set-up
        ("placing", {"sides.0.ammo": None}, "MC-5"),
        ("placing", {"sides.0.launcher": None}, "MC-5"),
        ("placing", {"sides.0.tanks.1.at": "b2"}, "MC-12"),
        ("placing", {"sides.0.tanks.1.at": "a1"}, "MC-12"),
        ("placing", {"sides.0.launcher": "d5"}, "MC-R7"),
        ("placing", {"sides.0.launcher": "d2"}, "MC-R7"),
        ("placing", {"sides.0.art": ["g1", "h1", "b3", "f4", "c5"], "sides.0.launcher": "f1"},
         "MC-R6"),
        ("placing", {"sides.1.pad": "e11"}, "MC-R5"),
        ("tan placing", {"sides.0.heli.chips": 3}, "MC-15"),
        ("tan placing", {"sides.0.heli.at": "d6"}, "MC-15"),
        ("tan placing", {"sides.0.tanks.1.strength": 1, "sides.0.tanks.1.chips": 1}, "MC-13"),
        # what stands on the table
        ("plotted", {"sides.0.fuel": "b1"}, "MC-8"),
        ("plotted", {"sides.0.fuel": "c4"}, "MC-7"),
        ("plotted", {"sides.0.fuel": "b2"}, "MC-7"),
        ("plotted", {"sides.0.fuel": "b7"}, "MC-R4"),
        ("plotted", {"sides.0.pad": None}, "MC-61"),
        ("plotted", {"sides.0.tanks.1.strength": 7}, "MC-13"),
        ("plotted", {"sides.0.tanks.1.strength": 2}, "MC-13"),
        ("plotted", {"sides.0.tanks.1.heading": "home"}, "MC-R14"),
        ("plotted", {"options.stacks": "open"}, "MC-R32"),
        ("plotted", {"sides.0.tanks.1.at": "d4"}, "MC-23"),
        ("plotted", {"sides.0.tanks.1.at": "f10"}, "MC-R7"),
        ("plotted", {"sides.1.art": ["f10"]}, "MC-R7"),
        ("plotted", {"sides.0.heli.at": "f10"}, "MC-R7"),
        # markers and shots
        ("plotted", {"plots.art": ["d5"]}, "MC-R9"),
        ("plotted", {"plots.missile": ["f10"]}, "MC-R11"),
        ("plotted", {"plots.missile": ["c2"]}, "MC-R11"),
        ("plotted", {"plots.tank": ["d4"]}, "MC-30"),
        ("plotted", {"plots.art": ["d6"]}, "MC-30"),
        ("shooting", {"shots": [["missile", "e8"], ["tank", "d5"]]}, "MC-R27"),
        ("shooting", {"shots": [["tank", "d5"], ["scuttle", "e7"]]}, "MC-67"),
        ("shooting", {"shots": [["tank", "c5"]]}, "MC-31"),
        ("shooting", {"shots": [["missile", "d5"]]}, "MC-31"),
        ("shooting", {"shots": [["tank", "e8"]]}, "MC-31"),
        ("shooting", {"sides.1.launcher": None}, "MC-36"),
        # battles and the end
        ("fighting", {"battle.to": "h12"}, "MC-R24"),
        ("fighting", {"battle.from": "d5"}, "MC-R24"),
        ("fighting", {"battle.to": "a12"}, "MC-R24"),
        ("fighting", {"sides.1.tanks.0.known": False}, "MC-46"),
        ("fighting", {"turn": 1}, "MC-17"),
        ("second turn", {"sides.0.tanks": [], "sides.0.lost": [{"id": None, "strength": s} for s in
                                                       (2, 4, 5, 6)]
                 + [{"id": "A", "strength": 3}, {"id": "B", "strength": 1}]}, "MC-71"),
        ("won", {"result": [-1, 1]}, "MC-71"),
        ("won", {"result": [0, 0]}, "MC-71"),
        ("won", {"turn": 1}, "MC-17"),
        ("drawn", {"result": [1, -1]}, "MC-71"),
        ("drawn", {"quiet": 9}, "MC-R34"),
    ],
)  # fmt: skip
def test_a_dump_against_a_rule_is_refused(line: str, changes: dict[str, Any], rule: str) -> None:
    start, moves = LINES[line]
    state = play_line(start(), moves)
    assert GAME.load(state.dump()) == state
    with pytest.raises(BadDump) as caught:
        GAME.load(changed(state, changes))
    assert caught.value.rule == rule, caught.value


# --- notation ----------------------------------------------------------------------------------

NOTATION = st.one_of(
    st.text(max_size=20),
    st.from_regex(r"(mv|fly|tank|missile|art|attack|form|pad|tank3) [a-k][0-9]{1,2}( [a-j][1-9])?",
                  fullmatch=True),
    st.from_regex(r"[rbn]{1,4}", fullmatch=True),
)  # fmt: skip


@given(NOTATION, st.sampled_from(PHASES[:-1]))
def test_any_text_is_a_move_or_is_refused_with_a_rule(text: str, phase: str) -> None:
    state = GAME.load(dump_in(phase))
    why = state.why_not(text)
    assert (why is None) == (text in state.options_now())
    if why is None:
        assert state.after(text).dump()["game"] == "mission_command"
        return
    assert why.strip()
    with pytest.raises(Refusal):
        state.after(text)


def test_every_illegal_move_names_a_rule() -> None:
    every = sorted({str(move) for states in GAMES for s in states for move in s.options_now()})
    rng = Random(3)
    for states in GAMES:
        for state in states[:: max(1, len(states) // 40)]:
            if state.to_move is None:
                continue
            for text in rng.sample(every, 12):
                why = state.why_not(text)
                if why is not None:
                    assert why.rules and why.rules[0] in GAME.rules, (text, why)
