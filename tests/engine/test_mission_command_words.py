"""Mission Command Land in words: the rules that are named for moves, events and questions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from mission_command_help import GAME, moving, play_line, position

from pocketlib import State

PIECES = "pad d2, ammo e3, fuel c4, art b3, art d4, art f4, art c5, art e5, launcher f2"
TANKS = "tank1 a1, tank2 b1, tank3 c1, tank4 d1, tank5 e1, tank6 f1"
GREEN = {"tanks": "d5:6 a1:1", "pad": "c2", "heli": "e6", "fuel": "h3"}
TAN = {"tanks": "d9:6 h12:5", "art": "c8", "launcher": "e8", "ammo": "g9", "pad": "f10",
       "heli": "h9", "fuel": "d8"}  # fmt: skip

STARTS: dict[str, Callable[[], State]] = {
    "set-up": GAME.new,
    "plot": lambda: position(GREEN, TAN),
    "move": lambda: moving(GREEN, TAN),
    "home": lambda: moving({"tanks": "d11:1 a1:2"}),
    "one chip": lambda: position({"tanks": "d5:6/1", "pad": "c2", "heli": "e6/1"}, TAN),
    "sites": lambda: moving({"tanks": "d6:1 f6:2 b6:3", "fuel": "h2"},
                    {"tanks": "h12:6", "pad": "d7", "heli": "h8", "ammo": "f8", "fuel": "b9"}),
    "quiet": lambda: moving({"tanks": "a1:6"}, quiet=39),
}  # fmt: skip
FOUND = "tank d7, done, missile e9, done, art a3, mv d5 d7, mv a1 a3, fly e9, end"
BATTLES = "mv d5 d7, fly e9, end"


def at(start: str, line: str = "") -> State:
    """Return the state after a line of moves."""
    return play_line(STARTS[start](), line)


@pytest.mark.rule("MC-5", "MC-6", "MC-7", "MC-8", "MC-10", "MC-11", "MC-12", "MC-13", "MC-20",
                  "MC-21", "MC-22", "MC-25", "MC-26", "MC-29", "MC-33", "MC-36", "MC-37", "MC-41",
                  "MC-65", "MC-66", "MC-R12", "MC-R24")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "line", "move", "rules"),
    [
        ("set-up", "", "form bastion", "MC-5 MC-10"),
        ("set-up", "", "pad d2", "MC-5 MC-6 MC-7 MC-8"),
        ("set-up", "pad d2", "ammo e3", "MC-5 MC-6 MC-7 MC-8"),
        ("set-up", "pad d2, ammo e3", "fuel c4", "MC-5 MC-6 MC-7 MC-8"),
        ("set-up", "pad d2, ammo e3, fuel c4", "art b3", "MC-10"),
        ("set-up", PIECES.removesuffix(", launcher f2"), "launcher f2", "MC-11"),
        ("set-up", PIECES, "tank1 a1", "MC-12 MC-13"),
        ("plot", "", "tank d7", "MC-29 MC-33"),
        ("plot", "done", "missile e9", "MC-29 MC-36 MC-37"),
        ("plot", "done, done", "art a3", "MC-29 MC-41"),
        ("plot", "", "done", "MC-R12"),
        ("move", "", "mv d5 d7", "MC-21 MC-22"),
        ("move", "", "mv d5 d8", "MC-22 MC-65"),
        ("move", "", "fly e9", "MC-25 MC-26"),
        ("move", "mv d5 d7, fly e9", "end", "MC-20 MC-25"),
        ("move", BATTLES, "attack d7 c8", "MC-66 MC-R24"),
    ],
)
def test_the_rules_of_a_move(start: str, line: str, move: str, rules: str) -> None:
    state = at(start, line)
    assert " ".join(state.say(state.parse(move)).rules) == rules


@pytest.mark.rule("MC-34", "MC-38", "MC-42", "MC-47", "MC-48", "MC-49", "MC-50", "MC-54", "MC-55",
                  "MC-58", "MC-59")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "line", "rules"),
    [
        ("plot", f"{FOUND}, r", "MC-34"),
        ("plot", f"{FOUND}, r, rrr", "MC-38"),
        ("plot", FOUND, "MC-42"),
        ("move", "mv d5 d8, fly e5, end, attack d8 d9", "MC-47 MC-48"),
        ("move", "mv d5 d8, fly e5, end, attack d8 d9, bbb", "MC-49 MC-50"),
        ("move", f"{BATTLES}, attack e9 d9", "MC-54"),
        ("move", f"{BATTLES}, attack e9 d9, rr", "MC-55"),
        ("move", f"{BATTLES}, attack d7 e8", "MC-58"),
        ("move", f"{BATTLES}, attack d7 e8, bbb", "MC-59"),
    ],
)
def test_the_rules_of_a_roll(start: str, line: str, rules: str) -> None:
    state = at(start, line)
    assert {" ".join(state.say(outcome).rules) for outcome in state.chances()} == {rules}
    assert " ".join(state.question().rules) == rules


@pytest.mark.rule("MC-5", "MC-6", "MC-7", "MC-8", "MC-10", "MC-11", "MC-12", "MC-13", "MC-14",
                  "MC-15", "MC-16", "MC-22", "MC-24", "MC-26", "MC-29", "MC-31", "MC-33", "MC-36",
                  "MC-37", "MC-41", "MC-46", "MC-53", "MC-57", "MC-60", "MC-61", "MC-62", "MC-63",
                  "MC-65", "MC-67", "MC-68", "MC-71", "MC-R5", "MC-R14", "MC-R24", "MC-R33",
                  "MC-R34")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "line", "told"),
    [
        ("set-up", "form bastion", {"form": "MC-5"}),
        ("set-up", "pad d2", {"put": "MC-5 MC-6 MC-7 MC-8"}),
        ("set-up", "pad d2, ammo e3, fuel c4, art b3", {"put": "MC-10"}),
        ("set-up", PIECES, {"put": "MC-11"}),
        ("set-up", f"{PIECES}, {TANKS}", {"put": "MC-12 MC-13", "ready": "MC-5 MC-R5"}),
        ("plot", "tank d7", {"plot": "MC-29 MC-33"}),
        ("plot", "done, missile e9", {"plot": "MC-29 MC-36 MC-37"}),
        ("plot", "done, done, art a3", {"plot": "MC-29 MC-41", "plotted": "MC-29"}),
        ("move", "mv d5 d7", {"drive": "MC-22"}),
        ("home", "mv d11 d12", {"turned": "MC-24 MC-R14"}),
        ("move", "fly e9", {"flight": "MC-26"}),
        ("plot", FOUND, {"found": "MC-31"}),
        ("plot", "tank d8, done, done, done, mv d5 d6, fly e9, end",
         {"found": "MC-67 MC-68", "gone": "MC-63"}),
        ("plot", f"{FOUND}, b", {"miss": "MC-14"}),
        ("plot", f"{FOUND}, r", {"hit": "MC-14", "destroyed": "MC-14 MC-R33"}),
        ("plot", f"{FOUND}, b, bbb, rb", {"hit": "MC-15"}),
        ("one chip", "done, missile e9, done, done, mv d5 d6, fly e9, end, rb", {"gone": "MC-15"}),
        ("sites", "mv d6 d7, end", {"taken": "MC-65", "gone": "MC-61 MC-15"}),
        ("sites", "mv f6 f8, end", {"gone": "MC-62", "turn": "MC-16"}),
        ("sites", "mv b6 b9, end", {"gone": "MC-63"}),
        ("move", f"{BATTLES}, attack d7 e8", {"battle": "MC-R24", "known": "MC-46 MC-53 MC-57"}),
        ("move", f"{BATTLES}, attack d7 e8, rrr", {"gone": "MC-60"}),
        ("move", f"{BATTLES}, attack d7 c8, rrr", {"gone": "MC-60"}),
        ("one chip", "tank d7, done, done, done, mv d5 d7, fly e9, end, rrr", {"win": "MC-71"}),
        ("quiet", "mv a1 a2, end", {"draw": "MC-R34"}),
    ],
)  # fmt: skip
def test_the_rules_of_an_event(start: str, line: str, told: dict[str, str]) -> None:
    state = at(start, line)
    found: dict[str, list[str]] = {}
    for event, sentence in zip(state.events(), state.story(), strict=True):
        found.setdefault(str(event[0]), []).extend(sentence.rules)
    assert {name: " ".join(dict.fromkeys(found[name])) for name in told} == told


@pytest.mark.rule("MC-5", "MC-10", "MC-11", "MC-12", "MC-13", "MC-18", "MC-19", "MC-20", "MC-21",
                  "MC-25", "MC-29", "MC-33", "MC-36", "MC-37", "MC-41", "MC-66", "MC-71",
                  "MC-R24", "MC-R34")  # fmt: skip
@pytest.mark.parametrize(
    ("start", "line", "rules"),
    [
        ("set-up", "", "MC-5"),
        ("set-up", "pad d2, ammo e3, fuel c4", "MC-10"),
        ("set-up", PIECES.removesuffix(", launcher f2"), "MC-11"),
        ("set-up", PIECES, "MC-12 MC-13"),
        ("plot", "", "MC-29 MC-33"),
        ("plot", "done", "MC-29 MC-36 MC-37"),
        ("plot", "done, done", "MC-29 MC-41"),
        ("move", "", "MC-19 MC-21 MC-25 MC-20"),
        ("move", "mv d5 d6", "MC-19 MC-21 MC-25"),
        ("move", "fly e9", "MC-19 MC-21 MC-20"),
        ("move", "mv d5 d6, fly e9", "MC-19 MC-21"),
        ("move", BATTLES, "MC-66 MC-R24"),
        ("one chip", "tank d7, done, done, done, mv d5 d7, fly e9, end, rrr", "MC-71"),
        ("quiet", "mv a1 a2, end", "MC-R34"),
    ],
)
def test_the_rules_of_a_question(start: str, line: str, rules: str) -> None:
    state = at(start, line)
    assert " ".join(state.question().rules) == rules
    if isinstance(state.to_move, int) and state.to_move >= 0:
        assert state.question(1 - state.to_move).rules == ("MC-18",)
