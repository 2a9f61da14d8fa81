"""Sample games, worked examples and teaching answers of Mission Command Land's rules document."""

from __future__ import annotations

import json
from fractions import Fraction
from math import perm
from pathlib import Path
from typing import Any

import pytest
from mission_command_help import BOTH, GAME, moving, play, position, targets, to_move

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


# --- teaching answers that the engine's own nodes give (section 10) -----------------------------


def hits(state: State, letter: str = "r") -> list[Fraction]:
    """Return the probabilities of 0, 1, 2, ... hits at a chance node."""
    chance = state.chances()
    found = [Fraction(0)] * (max(o.count(letter) for o in chance) + 1)
    for outcome in chance:
        found[outcome.count(letter)] += chance.probability(outcome)
    return found


def mean(chances: list[Fraction]) -> Fraction:
    return sum((n * chance for n, chance in enumerate(chances)), Fraction(0))


def test_q1_how_good_is_a_shot() -> None:
    tank = play(position({"tanks": "d4:2 a4:6"}), "tank d5", "mv d4 d5", "end")
    assert (tank.phase, tank.dump()["step"]) == ("shots", "tank")
    assert hits(tank) == [Fraction(1, 27), Fraction(2, 9), Fraction(4, 9), Fraction(8, 27)]
    assert 1 - hits(tank)[0] == Fraction(26, 27)
    assert mean(hits(tank)) == 2
    art = play(position({"tanks": "d4:3"}, {"tanks": "h12:6", "art": "a10"}),
               "done", "art d5", "mv d4 d5", "end")  # fmt: skip
    assert hits(art) == [Fraction(1, 3), Fraction(2, 3)]
    missile = play(
        position({"tanks": "a4:6", "pad": "c2", "heli": "d5"},
                 {"tanks": "h12:6", "ammo": "e11", "launcher": "f11"}),
        "done", "missile e6", "done", "mv a4 a5", "fly e6", "end",
    )  # fmt: skip
    assert hits(missile) == [Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)]
    assert mean(hits(missile)) == Fraction(4, 3)


@pytest.mark.parametrize(("start", "spaces"), [("a5", 14), ("b5", 18), ("c5", 21), ("d5", 23)])
def test_q2_where_can_it_be(start: str, spaces: int) -> None:
    state = moving({"tanks": f"{start}:3"})
    row = int(start[1:])
    advances = [sq for sq in targets(state, "mv") if int(sq[1:]) > row]
    # sideways drives would use up the last advance (MC-R13), but the spaces are there
    columns = [ord(column) - ord(start[0]) for column in "abcdefgh"]
    sideways = sum(1 for step in columns if 0 < abs(step) <= 4)
    assert len(advances) + sideways == spaces


def test_q2_the_middle_column_of_nine() -> None:
    state = moving({"tanks": "e5:3"}, {"tanks": "i12:6"}, cols=9)
    assert len(targets(state, "mv")) == 24 - 8  # sideways drives would use the last advance up


def test_q3_how_many_armies() -> None:
    def ways(state: State, steps: int) -> int:
        if not steps:
            return 1
        moves = [move for move in state.moves() if not move.startswith("form")]
        return sum(ways(state.after(move), steps - 1) for move in moves)

    state = GAME.new()
    first = state.after("pad a2")
    assert len([m for m in state.moves() if m.startswith("pad")]) == 5 * 8
    assert len(first.moves()) == 4 * 7
    assert {len(first.after(move).moves()) for move in first.moves()} == {3 * 6}
    assert ways(first, 2) * 40 == 20160
    tanks = state.after("form bastion")
    number = 1
    for strength in range(1, 7):
        number *= len(tanks.moves())
        tanks = tanks.after(f"tank{strength} {'abcdef'[strength - 1]}1")
    assert number == 20160 == perm(8, 6)


def duel(attacker: int, defender: int, **options: Any) -> State:
    return play(
        moving({"tanks": f"d5:6/{attacker}"}, {"tanks": f"d8:6/{defender} h12:1"}, **options),
        "mv d5 d7", "end", "attack d7 d8",
    )  # fmt: skip


def test_q7_the_loop_of_a_duel_closes() -> None:
    state = duel(1, 1)
    twice_missed = play(state, "bbb", "bbb")
    assert twice_missed == state
    assert twice_missed.key() == state.key()
    p = 1 - hits(state)[0]
    assert p / (1 - (1 - p) ** 2) == Fraction(27, 28)


@pytest.mark.parametrize(
    ("reds", "chance"),
    [(1, Fraction(216, 341)), (2, Fraction(27, 35)), (3, Fraction(8, 9)), (4, Fraction(27, 28)),
     (5, Fraction(216, 217))],
)  # fmt: skip
def test_q7_who_shoots_first(reds: int, chance: Fraction) -> None:
    p = 1 - hits(duel(1, 1, reds=reds))[0]
    assert 1 / (2 - p) == chance


def win(state: State, memo: dict[Any, Fraction]) -> Fraction:
    """Return the chance that the attacker of a duel wins; a double miss is divided out."""
    if state.phase != "battle":
        return Fraction(state.dump()["sides"][0]["tanks"] != [])
    if state.key() in memo:
        return memo[state.key()]
    chance = state.chances()
    total = loop = Fraction(0)
    for first in chance:
        then = state.after(first)
        if then.phase != "battle":
            total += chance.probability(first) * win(then, memo)
            continue
        for second in then.chances():
            share = chance.probability(first) * then.chances().probability(second)
            after = then.after(second)
            if after == state:
                loop += share
            else:
                total += share * win(after, memo)
    memo[state.key()] = total / (1 - loop)
    return memo[state.key()]


def test_q8_some_duels() -> None:
    assert win(duel(1, 1), {}) == Fraction(27, 28)
    assert win(duel(1, 2), {}) == Fraction(7641, 10192)
    assert win(duel(2, 1), {}) == Fraction(9909, 10192)
    assert win(duel(2, 2), {}) == Fraction(114669, 142688)
    assert win(duel(3, 3), {}) == Fraction(13806578763, 18905589248)
    assert win(duel(6, 4), {}) == Fraction(291841181607577165497, 308184696497866080256)


def test_q8_the_sequence_of_the_sample_battle() -> None:
    state, chance = duel(6, 4), Fraction(1)
    for outcome in ("rrb", "rrr", "rrb"):
        chance *= state.chances().probability(state.parse(outcome))
        state = state.after(outcome)
    assert chance == Fraction(128, 2187)


def test_q6_can_a_gun_win() -> None:
    for chips in (1, 2, 3):
        state = play(
            moving({"tanks": f"d5:3/{chips} a1:1"}, {"tanks": "h12:1", "art": "e7 a10"}),
            "mv d5 d6", "end", "attack d6 e7",
        )  # fmt: skip
        assert gun_wins(state, {}) == Fraction(1, 40) ** chips


def gun_wins(state: State, memo: dict[Any, Fraction]) -> Fraction:
    if state.phase != "battle":
        return Fraction("e7" in state.dump()["sides"][1]["art"])
    if state.key() in memo:
        return memo[state.key()]
    chance, total, loop = state.chances(), Fraction(0), Fraction(0)
    for first in chance:
        then = state.after(first)
        if then.phase != "battle":
            continue
        for second in then.chances():
            share = chance.probability(first) * then.chances().probability(second)
            after = then.after(second)
            if after == state:
                loop += share
            else:
                total += share * gun_wins(after, memo)
    memo[state.key()] = total / (1 - loop)
    return memo[state.key()]


def test_q14_the_neighbours_of_the_guns() -> None:
    state = to_move(position({"tanks": "d6:6"}, {"tanks": "h12:6", "art": "c9 e9",
                                                 "launcher": "d9"}))  # fmt: skip
    guns = {}
    for square in targets(state, "mv"):
        after = play(state, f"mv d6 {square}", "end")
        guns[square] = len(after.moves()) if after.phase == "attack" else 0
    assert (guns["d8"], guns["c8"], guns["e8"]) == (3, 2, 2)
    assert max(n for square, n in guns.items() if square not in ("d8", "c8", "e8")) == 1
