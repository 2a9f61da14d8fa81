"""Sample games and worked examples of Mission Command Land's rules document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mission_command_help import BOTH, GAME, play

from pocketlib import State

VECTORS = Path(__file__).parents[1] / "data" / "mission_command_vectors.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_sample_game_is_replayed(number: int) -> None:
    sample = GAMES[number]
    state = GAME.new(**sample["options"])
    for move, step in zip(sample["moves"], sample["steps"], strict=True):
        assert state.dump() == step["dump"]
        if "legal" in step:
            assert list(state.moves()) == step["legal"]
        else:
            chance = state.chances()
            assert {o: str(chance.probability(o)) for o in chance} == step["chance"]
        for seat, seen in enumerate(step.get("observe", [])):
            assert state.observe(seat) == seen
        state = state.after(move)
    assert state.dump() == sample["end"]["dump"]
    assert [str(number) for number in state.result or ()] == sample["result"]


# --- the worked examples (section 9) -----------------------------------------------------------


def example(text: str, *moves: str) -> State:
    return play(GAME.new(position=json.loads(text)), *moves)


def at(state: State, path: str) -> Any:
    found: Any = state.dump()
    for key in path.split("."):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found


@pytest.mark.rule("MC-34", "MC-14", "MC-31")
def test_9_1_a_tank_shot_destroys_a_tank() -> None:
    state = example(
        '{"turn": 3, "sides": [{"tanks": [{"at": "d4", "strength": 2}, {"at": "a4", "strength": '
        '6}]}, {"tanks": [{"at": "h12", "strength": 6}]}]}',
        "tank d5", "mv d4 d5", "end", "rrb",
    )  # fmt: skip
    assert at(state, "sides.0.lost.4") == {"id": "A", "strength": 2}
    assert (state.phase, at(state, "turn"), state.to_move) == ("plot", 4, 0)
    assert (at(state, "hot"), at(state, "quiet")) == (False, 0)


@pytest.mark.rule("MC-38", "MC-35")
def test_9_2_a_missile_hits_once() -> None:
    state = example(
        '{"turn": 3, "sides": [{"pad": "c2", "heli": {"at": "d5"}, "tanks": [{"at": "a4", '
        '"strength": 6}]}, {"ammo": "e11", "launcher": "f11", "tanks": [{"at": "h12", '
        '"strength": 6}]}]}',
        "done", "missile e6", "done", "mv a4 a5", "fly e6", "end", "rb",
    )  # fmt: skip
    assert at(state, "sides.0.heli") == {"at": "e6", "chips": 3}
    assert at(state, "turn") == 4


@pytest.mark.rule("MC-42")
def test_9_3_an_artillery_shot_hits() -> None:
    state = example(
        '{"turn": 3, "sides": [{"tanks": [{"at": "d4", "strength": 3}]}, {"art": ["a10"], '
        '"tanks": [{"at": "h12", "strength": 6}]}]}',
        "done", "art d5", "mv d4 d5", "end", "r",
    )  # fmt: skip
    assert at(state, "sides.0.tanks.0.chips") == 2
    assert at(state, "turn") == 4


@pytest.mark.rule("MC-43", "MC-46", "MC-47", "MC-48", "MC-49", "MC-50")
def test_9_4_six_attacks_four() -> None:
    state = example(
        '{"turn": 3, "sides": [{"tanks": [{"at": "d5", "strength": 6}]}, {"tanks": [{"at": "d8", '
        '"strength": 4}, {"at": "h12", "strength": 1}]}]}',
        "done", "mv d5 d7", "end", "attack d7 d8", "rrb", "rrr", "rrb",
    )  # fmt: skip
    assert at(state, "sides.0.tanks.0.chips") == 3
    assert at(state, "sides.0.tanks.0.known") is True
    assert at(state, "sides.1.tanks") == [
        {"id": "B", "at": "h12", "strength": 1, "chips": 1, "heading": "out", "known": False}
    ]
    assert (at(state, "turn"), state.phase) == (4, "plot")


@pytest.mark.rule("MC-44", "MC-53", "MC-54", "MC-55", "MC-51")
def test_9_5_a_helicopter_attacks() -> None:
    state = example(
        '{"turn": 3, "sides": [{"pad": "c2", "heli": {"at": "d5"}, "tanks": [{"at": "a4", '
        '"strength": 6}]}, {"tanks": [{"at": "d9", "strength": 2}, {"at": "h12", "strength": '
        "1}]}]}",
        "done", "mv a4 a5", "fly d8", "end", "attack d8 d9", "rb", "rrr", "rb",
    )  # fmt: skip
    assert at(state, "sides.0.heli") == {"at": "d8", "chips": 1}
    assert at(state, "sides.1.lost.4") == {"id": "A", "strength": 2}
    assert at(state, "turn") == 4


@pytest.mark.rule("MC-45", "MC-56", "MC-57", "MC-58", "MC-60")
def test_9_6_a_tank_attacks_a_gun() -> None:
    state = example(
        '{"turn": 3, "sides": [{"tanks": [{"at": "d5", "strength": 3}]}, {"art": ["e7", "a10"], '
        '"tanks": [{"at": "h12", "strength": 1}]}]}',
        "done", "done", "mv d5 d6", "end", "attack d6 e7", "rrb",
    )  # fmt: skip
    assert at(state, "sides.1.art") == ["a10"]
    assert at(state, "sides.0.tanks.0.chips") == 3
    assert at(state, "sides.0.tanks.0.known") is True
    assert at(state, "turn") == 4


FUEL = (
    '{"turn": 3, "sides": [{"tanks": [{"at": "d6", "strength": 3}]}, {"fuel": "d8", "art": '
    '["e9"], "tanks": [{"at": "h12", "strength": 1}]}]}'
)


@pytest.mark.rule("MC-65", "MC-66", "MC-63")
def test_9_7_taking_a_fuel_depot() -> None:
    state = example(FUEL, "done", "done", "mv d6 d8", "end")
    assert at(state, "sides.1.fuel") is None
    assert state.phase == "attack"
    assert state.moves() == ("attack d8 e9",)


@pytest.mark.rule("MC-67", "MC-68", "MC-69", "MC-70")
def test_9_8_scuttling_a_depot_under_a_tank() -> None:
    state = example(FUEL, "tank d8", "done", "mv d6 d8", "end")
    assert at(state, "sides.1.fuel") is None
    assert at(state, "sides.0.tanks.0.chips") == 2
    assert state.phase == "attack"
    assert at(state, "sides.0.tanks.0.known") is False


def test_the_example_of_the_dump() -> None:
    state = GAME.new(layouts=BOTH).after("mv a1 a4")
    dump = state.dump()
    assert list(dump) == [
        "game", "options", "phase", "step", "to_move", "turn", "mover", "sides", "move", "plots",
        "shots", "battles", "battle", "quiet", "hot", "result",
    ]  # fmt: skip
    assert dump["options"] == {
        "army": "full", "cols": 8, "rows": 12, "reds": 4, "blues": 2, "stacks": "hidden",
        "scuttle": "always", "quiet_limit": 40, "formations": None,
    }  # fmt: skip
    green, tan = dump["sides"]
    assert (green["pad"], green["heli"]) == ("d2", {"at": "d2", "chips": 4})
    assert (tan["pad"], tan["ammo"], tan["fuel"], tan["launcher"]) == ("e11", "d10", "f9", "c11")
    assert tan["art"] == ["d8", "f8", "c9", "e9", "g10"]
    assert [(t["id"], t["at"], t["strength"]) for t in tan["tanks"]] == [
        ("A", "c12", 6), ("B", "d12", 5), ("C", "e12", 4), ("D", "f12", 3), ("E", "g12", 2),
        ("F", "h12", 1),
    ]  # fmt: skip
    assert dump["move"] == {"left": 5, "moved": ["A"], "flown": False, "forward": True}
    assert (dump["phase"], dump["turn"], dump["mover"], dump["quiet"]) == ("move", 1, 0, 0)
