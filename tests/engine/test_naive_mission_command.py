"""Mission Command Land: sample games, the document's examples, and every rule and ruling.

Each test runs on the naive resolver and on the engine. All expectations come from the document
alone.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from pathlib import Path
from typing import Any

import naive_mission_command as naive
import pytest

import pocketlib

Dump = dict[str, Any]

VECTORS = Path(__file__).parents[1] / "data" / "mission_command_vectors.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


# --- the two resolvers behind one door --------------------------------------------------------


@dataclass(frozen=True)
class Naive:
    """A position of the naive resolver."""

    dump: Dump

    @classmethod
    def new(cls, set_text: str | None = None, **options: Any) -> Naive:
        return cls(naive.new(options, set_text))

    @classmethod
    def load(cls, dump: Dump) -> Naive:
        return cls(dump)

    @classmethod
    def read_set(cls, text: str) -> None:
        naive.read_set(text)

    @property
    def to_move(self) -> int | str | None:
        return naive.to_move(self.dump)

    @property
    def legal(self) -> list[str]:
        return naive.legal(self.dump)

    @property
    def chances(self) -> dict[str, Fraction]:
        return naive.chances(self.dump)

    def play(self, *moves: str) -> Naive:
        dump = self.dump
        for move in moves:
            dump = naive.after(dump, move)
        return Naive(dump)

    def observe(self, seat: int | None) -> Dump:
        return naive.observe(self.dump, seat)


@dataclass(frozen=True)
class Engine:
    """A position of the engine."""

    state: pocketlib.State

    @classmethod
    def new(cls, set_text: str | None = None, **options: Any) -> Engine:
        return cls(pocketlib.game("mission_command").new(set=set_text, **options))

    @classmethod
    def load(cls, dump: Dump) -> Engine:
        return cls(pocketlib.game("mission_command").load(dump))

    @classmethod
    def read_set(cls, text: str) -> None:
        pocketlib.game("mission_command").read_set(text)

    @property
    def dump(self) -> Dump:
        return self.state.dump()

    @property
    def to_move(self) -> int | str | None:
        mover = self.state.to_move
        return "chance" if mover == pocketlib.CHANCE else mover

    @property
    def legal(self) -> list[str]:
        return [str(move) for move in self.state.moves()]

    @property
    def chances(self) -> dict[str, Fraction]:
        if self.to_move != "chance":
            return {}
        weights = self.state.chances()
        return {str(outcome): weights.probability(outcome) for outcome in weights}

    def play(self, *moves: str) -> Engine:
        state = self.state
        for move in moves:
            state = state.after(move)
        return Engine(state)

    def observe(self, seat: int | None) -> Dump:
        return self.state.observe(seat)


@pytest.fixture(params=[Naive, Engine], ids=["naive", "engine"])
def game(request: pytest.FixtureRequest) -> Any:
    return request.param


# --- positions in few words -------------------------------------------------------------------


def side(tanks: str, art: str = "", heli: str | None = None, **places: str) -> Dump:
    """One side of a position; `d4:3/2!<` is a tank of strength 3 with 2 chips, known, home."""
    found: Dump = {"tanks": [_tank(word) for word in tanks.split()], "art": art.split(), **places}
    if heli is not None:
        at, _, chips = heli.partition("/")
        found["heli"] = {"at": at, "chips": int(chips or 4)}
    return found


def _tank(word: str) -> Dump:
    at, _, rest = word.rstrip("!<").partition(":")
    strength, _, chips = rest.partition("/")
    tank: Dump = {"at": at, "strength": int(strength), "chips": int(chips or strength)}
    if "!" in word:
        tank["known"] = True
    if "<" in word:
        tank["heading"] = "home"
    return tank


FAR = side("h12:6")  # an enemy that takes no part


def at(game: Any, green: Dump, tan: Dump = FAR, turn: int = 3, quiet: int = 0, **more: Any) -> Any:
    """A position of section 8."""
    return game.new(position={"turn": turn, "quiet": quiet, "sides": [green, tan]}, **more)


def unplotted(state: Any) -> Any:
    """Answer every plot step with `done`."""
    while state.dump["phase"] == "plot":
        state = state.play("done")
    return state


def squares(state: Any, words: str) -> list[str]:
    """The last words of the legal moves that begin with these words."""
    return [move.split()[-1] for move in state.legal if move.startswith(words + " ")]


def chips(state: Any, seat: int) -> dict[str, int]:
    return {tank["at"]: tank["chips"] for tank in state.dump["sides"][seat]["tanks"]}


def known(state: Any, seat: int) -> list[bool]:
    return [tank["known"] for tank in state.dump["sides"][seat]["tanks"]]


def refused(state: Any, *moves: str) -> None:
    for move in moves:
        with pytest.raises(ValueError):
            state.play(move)


FULL_SETUP = "pad d2,ammo e3,fuel c4,art b3,art d4,art f4,art c5,art e5,launcher f2"
GREEN_TANKS = [f"tank{n} {col}1" for n, col in enumerate("abcdef", start=1)]
TAN_TANKS = [f"tank{n} {col}12" for n, col in enumerate("hgfedc", start=1)]


def both_set_up(game: Any, **options: Any) -> Any:
    start = game.new(**options)
    return start.play("form bastion", *GREEN_TANKS, "form bastion", *TAN_TANKS)


# --- sample games -----------------------------------------------------------------------------


@pytest.mark.parametrize("sample", GAMES)
def test_sample_games(game: Any, sample: Dump) -> None:
    state = game.new(**sample["options"])
    for step, move in zip(sample["steps"], sample["moves"], strict=True):
        assert state.dump == step["dump"]
        assert state.to_move == step["to_move"]
        assert state.legal == step.get("legal", [])
        assert state.chances == {k: Fraction(p) for k, p in step.get("chance", {}).items()}
        for seat, seen in enumerate(step.get("observe", [])):
            assert state.observe(seat) == seen
        state = state.play(move)
    assert state.dump == sample["end"]["dump"]
    assert state.to_move is sample["end"]["to_move"] is None
    assert [str(n) for n in state.dump["result"]] == sample["result"]


def test_there_are_sample_games() -> None:
    assert len(GAMES) == 3
    assert sum(len(sample["moves"]) for sample in GAMES) == 744
    assert sum("observe" in step for sample in GAMES for step in sample["steps"]) == 76


# --- section 5 --------------------------------------------------------------------------------

EXAMPLE = """
{
  "game": "mission_command",
  "options": {"army": "full", "cols": 8, "rows": 12, "reds": 4, "blues": 2, "stacks": "hidden",
              "scuttle": "always", "quiet_limit": 40, "formations": null},
  "phase": "move", "step": null, "to_move": 0, "turn": 1, "mover": 0,
  "sides": [
    {"pad": "d2", "ammo": "e3", "fuel": "c4", "art": ["b3", "d4", "f4", "c5", "e5"],
     "launcher": "f2", "heli": {"at": "d2", "chips": 4},
     "tanks": [
       {"id": "A", "at": "a4", "strength": 1, "chips": 1, "heading": "out", "known": false},
       {"id": "B", "at": "b1", "strength": 2, "chips": 2, "heading": "out", "known": false},
       {"id": "C", "at": "c1", "strength": 3, "chips": 3, "heading": "out", "known": false},
       {"id": "D", "at": "d1", "strength": 4, "chips": 4, "heading": "out", "known": false},
       {"id": "E", "at": "e1", "strength": 5, "chips": 5, "heading": "out", "known": false},
       {"id": "F", "at": "f1", "strength": 6, "chips": 6, "heading": "out", "known": false}
     ], "lost": []},
    {"pad": "e11", "ammo": "d10", "fuel": "f9", "art": ["d8", "f8", "c9", "e9", "g10"],
     "launcher": "c11", "heli": {"at": "e11", "chips": 4},
     "tanks": [
       {"id": "A", "at": "c12", "strength": 6, "chips": 6, "heading": "out", "known": false},
       {"id": "B", "at": "d12", "strength": 5, "chips": 5, "heading": "out", "known": false},
       {"id": "C", "at": "e12", "strength": 4, "chips": 4, "heading": "out", "known": false},
       {"id": "D", "at": "f12", "strength": 3, "chips": 3, "heading": "out", "known": false},
       {"id": "E", "at": "g12", "strength": 2, "chips": 2, "heading": "out", "known": false},
       {"id": "F", "at": "h12", "strength": 1, "chips": 1, "heading": "out", "known": false}
     ], "lost": []}
  ],
  "move": {"left": 5, "moved": ["A"], "flown": false, "forward": true},
  "plots": {"tank": [], "missile": [], "art": []},
  "shots": [], "battles": [], "battle": null, "quiet": 0, "hot": false, "result": null
}
"""


def test_the_dump_of_section_5(game: Any) -> None:
    state = both_set_up(game).play("mv a1 a4")
    assert state.dump == json.loads(EXAMPLE)
    assert list(state.dump) == list(json.loads(EXAMPLE))  # "keys in this order"
    assert game.load(state.dump).dump == state.dump


# --- worked examples of section 9 -------------------------------------------------------------


@pytest.mark.rule("MC-14", "MC-31", "MC-34")
def test_9_1_tank_shot(game: Any) -> None:
    state = at(game, side("d4:2 a4:6"))
    state = state.play("tank d5", "mv d4 d5", "end", "rrb")
    dump = state.dump
    assert dump["sides"][0]["lost"][4] == {"id": "A", "strength": 2}
    assert (dump["phase"], dump["turn"], dump["to_move"]) == ("plot", 4, 0)
    assert (dump["hot"], dump["quiet"]) == (False, 0)


@pytest.mark.rule("MC-35", "MC-38")
def test_9_2_missile_shot(game: Any) -> None:
    state = at(game, side("a4:6", pad="c2", heli="d5"), side("h12:6", ammo="e11", launcher="f11"))
    state = state.play("done", "missile e6", "done", "mv a4 a5", "fly e6", "end", "rb")
    assert state.dump["sides"][0]["heli"] == {"at": "e6", "chips": 3}
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-42")
def test_9_3_artillery_shot(game: Any) -> None:
    state = at(game, side("d4:3"), side("h12:6", art="a10"))
    state = state.play("done", "art d5", "mv d4 d5", "end", "r")
    assert chips(state, 0) == {"d5": 2}
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-43", "MC-46", "MC-47", "MC-48", "MC-49", "MC-50")
def test_9_4_tank_battle(game: Any) -> None:
    state = at(game, side("d5:6"), side("d8:4 h12:1"))
    state = state.play("done", "mv d5 d7", "end", "attack d7 d8", "rrb", "rrr", "rrb")
    assert chips(state, 0) == {"d7": 3}
    assert known(state, 0) == [True]
    assert state.dump["sides"][1]["tanks"] == [
        {"id": "B", "at": "h12", "strength": 1, "chips": 1, "heading": "out", "known": False}
    ]
    assert (state.dump["turn"], state.dump["phase"]) == (4, "plot")


@pytest.mark.rule("MC-44", "MC-51", "MC-53", "MC-54", "MC-55")
def test_9_5_helicopter_battle(game: Any) -> None:
    state = at(game, side("a4:6", pad="c2", heli="d5"), side("d9:2 h12:1"))
    state = state.play("done", "mv a4 a5", "fly d8", "end", "attack d8 d9", "rb", "rrr", "rb")
    assert state.dump["sides"][0]["heli"] == {"at": "d8", "chips": 1}
    assert state.dump["sides"][1]["lost"][4] == {"id": "A", "strength": 2}
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-45", "MC-56", "MC-57", "MC-58", "MC-60")
def test_9_6_gun_battle(game: Any) -> None:
    state = at(game, side("d5:3"), side("h12:1", art="e7 a10"))
    state = state.play("done", "done", "mv d5 d6", "end", "attack d6 e7", "rrb")
    assert state.dump["sides"][1]["art"] == ["a10"]
    assert chips(state, 0) == {"d6": 3}
    assert known(state, 0) == [True]
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-63", "MC-65", "MC-66")
def test_9_7_taking_a_depot(game: Any) -> None:
    state = at(game, side("d6:3"), side("h12:1", art="e9", fuel="d8"))
    state = state.play("done", "done", "mv d6 d8", "end")
    assert state.dump["sides"][1]["fuel"] is None
    assert state.dump["phase"] == "attack"
    assert state.legal == ["attack d8 e9"]


@pytest.mark.rule("MC-67", "MC-68", "MC-69", "MC-70")
def test_9_8_scuttling(game: Any) -> None:
    state = at(game, side("d6:3"), side("h12:1", art="e9", fuel="d8"))
    state = state.play("tank d8", "done", "mv d6 d8", "end")
    assert state.dump["sides"][1]["fuel"] is None
    assert chips(state, 0) == {"d8": 2}
    assert state.dump["phase"] == "attack"
    assert known(state, 0) == [False]
    assert state.legal == ["attack d8 e9"]


# --- set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("MC-1", "MC-2", "MC-4", "MC-5", "MC-15", "MC-16")
def test_set_up_step_by_step(game: Any) -> None:
    state = game.new()
    steps = []
    for move in [*FULL_SETUP.split(","), *GREEN_TANKS]:
        assert state.to_move == 0
        steps.append(state.dump["step"])
        state = state.play(move)
    assert steps == [
        "pad", "ammo", "fuel", "art", "art", "art", "art", "art", "launcher",
        "tank1", "tank2", "tank3", "tank4", "tank5", "tank6",
    ]  # fmt: skip
    assert (state.to_move, state.dump["step"], state.dump["turn"]) == (1, "pad", 0)
    assert state.dump["mover"] is None
    green = state.dump["sides"][0]
    assert green["heli"] == {"at": "d2", "chips": 4}
    assert [tank["chips"] for tank in green["tanks"]] == [1, 2, 3, 4, 5, 6]
    state = state.play("form bastion", *TAN_TANKS)
    assert (state.to_move, state.dump["phase"], state.dump["turn"]) == (0, "move", 1)
    assert state.dump["mover"] == 0
    assert state.dump["sides"][0] == {**green}


@pytest.mark.rule("MC-3", "MC-13")
def test_the_armies(game: Any) -> None:
    state = game.new(army="patrol")
    assert (state.dump["options"]["cols"], state.dump["options"]["rows"]) == (6, 8)
    assert state.legal[:3] == ["form picket", "form corner", "pad a2"]
    state = state.play("form corner", "tank2 f1", "tank3 a1", "tank4 c1")
    tanks = state.dump["sides"][0]["tanks"]
    assert [(t["id"], t["at"], t["strength"]) for t in tanks] == [
        ("A", "a1", 3), ("B", "c1", 4), ("C", "f1", 2),
    ]  # fmt: skip
    state = state.play("pad a7", "ammo b6", "fuel c5", "art d5", "art f8", "launcher e8")
    state = state.play("tank2 d8", "tank3 a8", "tank4 b8")
    tan = state.dump["sides"][1]
    assert [(t["id"], t["at"]) for t in tan["tanks"]] == [("A", "a8"), ("B", "b8"), ("C", "d8")]
    assert tan["art"] == ["d5", "f8"]
    assert state.dump["turn"] == 1


@pytest.mark.rule("MC-6", "MC-7", "MC-8", "MC-R1", "MC-R4")
def test_where_installations_go(game: Any) -> None:
    state = game.new()
    assert state.legal[:5] == [
        f"form {name}" for name in ("bastion", "screen", "wings", "lure", "scatter")
    ]
    assert squares(state, "pad") == [f"{col}{row}" for row in range(2, 7) for col in "abcdefgh"]
    state = state.play("pad d2")
    assert squares(state, "ammo") == [f"{col}{row}" for row in range(3, 7) for col in "abcefgh"]
    state = state.play("ammo a4")
    assert squares(state, "fuel") == [f"{col}{row}" for row in (3, 5, 6) for col in "bcefgh"]


@pytest.mark.rule("MC-10", "MC-11", "MC-R6", "MC-R7")
def test_where_guns_go(game: Any) -> None:
    state = game.new().play("pad d2", "ammo e3", "fuel c4")
    half = [f"{col}{row}" for row in range(1, 7) for col in "abcdefgh"]
    free = [s for s in half if s not in ("d2", "e3", "c4")]
    assert squares(state, "art") == free
    state = state.play("art h1")
    assert squares(state, "art") == [s for s in free if s != "h1"]
    state = state.play("art a1")  # six empty spaces of the back row are left for six tanks
    assert squares(state, "art") == [s for s in free if not s.endswith("1")]
    state = state.play("art d4", "art f4", "art b3")
    taken = ["d4", "f4", "b3"]
    assert squares(state, "launcher") == [s for s in free if s[1:] != "1" and s not in taken]


@pytest.mark.rule("MC-12")
def test_where_tanks_go(game: Any) -> None:
    state = game.new().play("pad d2", "ammo e3", "fuel c4", "art h1", "art b3", "art d4")
    state = state.play("art f4", "art c5", "launcher e5")
    assert squares(state, "tank1") == ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
    assert squares(state.play("tank1 c1"), "tank2") == ["a1", "b1", "d1", "e1", "f1", "g1"]


def test_an_odd_board_has_a_middle_row(game: Any) -> None:
    state = game.new(cols=7, rows=9)
    assert squares(state, "pad") == [f"{col}{row}" for row in (2, 3, 4) for col in "abcdefg"]
    layouts = [
        {
            "pad": "a2",
            "ammo": "b3",
            "fuel": "c4",
            "launcher": "d4",
            "art": ["e4", "f4", "g4", "a1", "d3"],
            "tanks": [f"{c}1" for c in "bcdefg"],
        },
        None,
    ]
    state = game.new(cols=7, rows=9, layouts=layouts)
    assert state.to_move == 1
    assert squares(state, "pad") == [f"{col}{row}" for row in (6, 7, 8) for col in "abcdefg"]
    state = state.play("pad a6", "ammo b7", "fuel c8")
    assert squares(state, "art") == [
        f"{col}{row}" for row in (6, 7, 8, 9) for col in "abcdefg"
        if f"{col}{row}" not in ("a6", "b7", "c8")
    ]  # fmt: skip


@pytest.mark.rule("MC-R3", "MC-R5", "MC-13")
def test_set_up_is_hidden(game: Any) -> None:
    state = game.new().play("pad d2")
    assert state.observe(0)["sides"] == [state.dump["sides"][0], None]
    assert state.observe(0)["step"] == "ammo"
    assert state.observe(1)["sides"] == [None, state.dump["sides"][1]]
    assert state.observe(1)["step"] is None
    state = game.new().play("form bastion", *GREEN_TANKS, "form lure")
    assert state.observe(1)["sides"][0] is None  # even though complete
    assert state.observe(0)["sides"][1] is None
    assert (state.observe(0)["step"], state.observe(1)["step"]) == (None, "tank1")
    assert all("hits" not in tank for tank in state.observe(0)["sides"][0]["tanks"])
    state = state.play(*TAN_TANKS)
    seen = state.observe(0)["sides"][1]["tanks"]
    assert [(t["id"], t["at"], t["strength"], t["chips"], t["hits"]) for t in seen] == [
        (name, f"{col}12", None, None, 0) for name, col in zip("ABCDEF", "cdefgh", strict=True)
    ]
    assert [t["strength"] for t in state.observe(1)["sides"][1]["tanks"]] == [6, 5, 4, 3, 2, 1]


def test_layouts(game: Any) -> None:
    layout = {"form": "lure", "tanks": [f"{col}1" for col in "abcdef"]}
    state = game.new(layouts=[None, layout])
    assert state.to_move == 0
    assert state.dump["sides"][1]["pad"] == "c11"
    assert state.observe(0)["sides"][1] is None
    state = state.play("form lure", *GREEN_TANKS)
    assert state.dump["turn"] == 1
    tan = state.dump["sides"][1]
    assert tan["art"] == ["c8", "e8", "b9", "d9", "f9"]
    assert [t["at"] + str(t["strength"]) for t in tan["tanks"]] == [
        "c126", "d125", "e124", "f123", "g122", "h121",
    ]  # fmt: skip
    assert "layouts" not in state.dump["options"]


# --- turns ------------------------------------------------------------------------------------


@pytest.mark.rule("MC-17", "MC-18", "MC-16")
def test_first_turns_are_movement_only(game: Any) -> None:
    state = both_set_up(game).play("mv a1 a2", "fly a3", "end")
    assert (state.dump["turn"], state.dump["phase"], state.to_move) == (2, "move", 1)
    state = state.play("mv h12 h11", "fly h10", "end")
    assert (state.dump["turn"], state.dump["phase"], state.to_move) == (3, "plot", 1)
    assert (state.dump["step"], state.dump["mover"], state.dump["move"]) == ("tank", 0, None)
    assert state.dump["quiet"] == 2
    state = unplotted(state)
    assert (state.dump["phase"], state.to_move) == ("move", 0)
    assert state.dump["move"] == {"left": 8, "moved": [], "flown": False, "forward": False}


@pytest.mark.rule("MC-17", "MC-R8", "MC-R23")
def test_first_turn_next_to_enemies_and_on_installations(game: Any) -> None:
    green, tan = side("d6:3 a1:1"), side("e10:2", art="e7", fuel="c7", ammo="d8")
    state = at(game, green, tan, turn=1)
    assert "c7" not in squares(state, "mv d6")
    assert "c8" in squares(state, "mv d6")  # crossed
    assert "d8" not in squares(state, "mv d6")
    state = state.play("mv d6 d7", "end")
    assert (state.dump["turn"], state.dump["phase"]) == (2, "move")
    assert state.dump["sides"][1]["art"] == ["e7"]
    state = unplotted(state.play("mv e10 e9", "end"))
    # Only a piece that moves again has to fight.
    assert state.play("mv a1 a2", "end").dump["turn"] == 4
    taken = state.play("mv d7 c7", "mv a1 a2", "end")  # nothing beside c7
    assert (taken.dump["turn"], taken.dump["sides"][1]["fuel"]) == (4, None)
    assert state.play("mv d7 d8", "end").legal == ["attack d8 e7", "attack d8 e9"]


@pytest.mark.rule("MC-17", "MC-R8")
def test_the_second_turn_is_movement_only_too(game: Any) -> None:
    state = at(game, side("d6:3"), side("d9:2", art="a10", fuel="b10"), turn=2)
    assert (state.dump["phase"], state.to_move) == ("move", 1)
    state = state.play("mv d9 d7", "end")
    assert (state.dump["turn"], state.dump["phase"], state.to_move) == (3, "plot", 1)
    assert state.dump["quiet"] == 1


@pytest.mark.rule("MC-R40")
def test_still_beside_the_same_enemy(game: Any) -> None:
    state = unplotted(at(game, side("d6:3"), side("e7:2")))
    state = state.play("mv d6 d7", "end")
    assert state.legal == ["attack d7 e7"]


@pytest.mark.rule("MC-18")
def test_the_four_steps_in_order(game: Any) -> None:
    state = at(game, side("d6:3"), side("d9:2 a12:3"))
    phases = []
    for move in ["tank d8", "done", "mv d6 d8", "end", "bbb", "attack d8 d9", "rrr"]:
        phases.append(state.dump["phase"])
        state = state.play(move)
    assert phases == ["plot", "plot", "move", "move", "shots", "attack", "battle"]


# --- movement ---------------------------------------------------------------------------------


@pytest.mark.rule("MC-19", "MC-20", "MC-21", "MC-R15", "MC-R16")
def test_how_far_a_squadron_moves(game: Any) -> None:
    state = at(game, side("a3:1 c3:2 e3:3", fuel="h2"), turn=1)
    assert "end" not in state.legal  # a tank has to advance
    assert "a7" in squares(state, "mv a3")
    assert "a8" not in squares(state, "mv a3")
    state = state.play("mv a3 a7")
    assert state.dump["move"] == {"left": 4, "moved": ["A"], "flown": False, "forward": True}
    assert "end" in state.legal
    assert squares(state, "mv a7") == []
    state = state.play("mv e3 e6")
    assert state.dump["move"]["left"] == 1
    assert state.dump["move"]["moved"] == ["A", "C"]
    assert squares(state, "mv c3") == ["b3", "d3", "c4"]
    state = state.play("mv c3 c4")
    assert state.legal == ["end"]


@pytest.mark.rule("MC-63")
def test_movement_without_fuel(game: Any) -> None:
    state = at(game, side("a3:1 c3:2"), turn=1)
    assert state.dump["move"]["left"] == 5
    state = state.play("mv a3 a7")
    assert squares(state, "mv c3") == ["b3", "d3", "c4"]


@pytest.mark.rule("MC-22", "MC-23", "MC-R16")
def test_steps_and_obstacles(game: Any) -> None:
    state = at(game, side("d5:3 d7:1", fuel="h2"), side("e5:6", art="c7"), turn=1)
    reached = squares(state, "mv d5")
    # not back, not through own or enemy units, round the corner only in enough steps
    wanted = "a5 b5 c5 a6 b6 c6 d6 e6 f6 g6 b7 e7 f7 e8"
    assert " ".join(reached) == wanted
    assert state.play("mv d5 e6").dump["move"]["left"] == 6  # two steps by d6


@pytest.mark.rule("MC-9", "MC-10", "MC-11")
def test_installations_and_guns_never_move(game: Any) -> None:
    state = both_set_up(game)
    movers = {move.split()[1] for move in state.legal if move.startswith("mv")}
    assert movers == {"a1", "b1", "c1", "e1", "f1"}  # the helicopter shuts d1 in


@pytest.mark.rule("MC-23", "MC-R7", "MC-R17", "MC-R18")
def test_installations_may_be_entered_and_crossed(game: Any) -> None:
    green = side("d4:3 a1:1", pad="d5", heli="d5", ammo="c4")
    state = unplotted(at(game, green, side("h12:6", fuel="c7")))
    assert "d5" not in squares(state, "mv d4")  # the helicopter shields the pad
    assert "c4" in squares(state, "mv d4")
    assert "c5" in squares(state, "mv d4")
    state = state.play("fly f5")
    assert "d5" in squares(state, "mv d4")
    assert "d6" in squares(state, "mv d4")
    assert "c7" in squares(state, "mv d4")
    crossed = unplotted(at(game, side("c6:3"), side("h12:6", fuel="c7"))).play("mv c6 c8", "end")
    assert crossed.dump["sides"][1]["fuel"] == "c7"


@pytest.mark.rule("MC-24", "MC-R14")
def test_turning_round(game: Any) -> None:
    state = unplotted(at(game, side("d11:3 a10:2"), side("h9:6")))
    state = state.play("mv d11 d12")
    assert [t["heading"] for t in state.dump["sides"][0]["tanks"]] == ["home", "out"]
    state = unplotted(state.play("end"))
    state = unplotted(state.play("mv h9 h8", "end"))
    assert set(squares(state, "mv d12")) >= {"d8", "c12", "e11"}
    assert "end" in state.play("mv d12 d11").legal  # an advance of a tank on its way home
    assert "end" not in state.play("mv d12 c12").legal
    home = unplotted(at(game, side("d2:3<"), side("h9:6"))).play("mv d2 d1")
    assert home.dump["sides"][0]["tanks"][0]["heading"] == "out"
    tan = unplotted(at(game, side("a5:6"), side("d2:3"), turn=4)).play("mv d2 d1")
    assert tan.dump["sides"][1]["tanks"][0]["heading"] == "home"


@pytest.mark.rule("MC-20", "MC-R13")
def test_the_last_advance_may_not_be_used_up(game: Any) -> None:
    # A is the only one that can advance: B is shut in.
    state = unplotted(at(game, side("a5:3 h6:2", art="g6"), side("c12:6", art="h7")))
    assert squares(state, "mv h6") == []
    assert "a6" in squares(state, "mv a5")
    assert not {"b5", "c5", "d5", "e5"} & set(squares(state, "mv a5"))
    assert "end" not in state.legal
    assert "end" in state.play("mv a5 a6").legal


@pytest.mark.rule("MC-R13")
def test_a_sideways_move_may_not_block_the_last_advance(game: Any) -> None:
    # A can only go to a6 and on; C can only go sideways, to b6 or a6.
    green = side("a5:3 c6:2", art="b5 d6")
    state = unplotted(at(game, green, side("h12:6", art="a7 b7 c7")))
    assert squares(state, "mv c6") == ["b6"]
    assert squares(state, "mv a5") == ["a6", "b6"]
    assert squares(state.play("mv a5 b6"), "mv c6") == []
    assert state.play("mv c6 b6").legal == ["mv a5 a6"]


@pytest.mark.rule("MC-R13", "MC-25")
def test_the_helicopter_may_not_block_the_last_advance(game: Any) -> None:
    green = side("h5:3", pad="e2", heli="f5", art="g5")
    state = unplotted(at(game, green, side("a12:6")))
    assert "fly h6" not in state.legal
    assert "fly h7" in state.legal
    assert "fly h6" not in state.play("mv h5 h6").legal
    assert "fly h8" in state.play("mv h5 h6").legal


@pytest.mark.rule("MC-R13", "MC-20")
def test_the_duty_lapses_and_comes_back(game: Any) -> None:
    green = side("h6:3 h4:2", art="h5 g6")
    tan = side("a12:6", art="h7")
    state = unplotted(at(game, green, tan))
    assert squares(state, "mv h6") == []  # shut in
    assert "end" not in state.legal  # B still gets forward by g5
    blocked = unplotted(at(game, side("h6:3", art="g6"), tan))
    assert blocked.legal == ["end"]
    # B stands before A: only when B is out of the way is there an advance, and then it is owed.
    queue = unplotted(at(game, side("a6:1 a5:2", art="b5"), side("h12:6", art="a7")))
    assert squares(queue, "mv a6") == [
        "b6",
        "c6",
        "d6",
        "e6",
        "b7",
        "c7",
        "d7",
        "a8",
        "b8",
        "c8",
        "b9",
    ]


@pytest.mark.rule("MC-R13")
def test_a_sideways_move_can_bring_the_duty_back(game: Any) -> None:
    # Nobody can advance; A may step aside on row 6 and then B can and must advance.
    green = side("a6:1 a5:2", art="b5")
    tan = side("h12:6", art="a7 b7 c7 d7 e7")
    state = unplotted(at(game, green, tan))
    assert "end" in state.legal
    aside = state.play("mv a6 c6")
    assert aside.legal == ["mv a5 a6", "mv a5 b6"]


@pytest.mark.rule("MC-25", "MC-26", "MC-R19", "MC-R21")
def test_how_far_the_helicopter_flies(game: Any) -> None:
    state = at(game, side("a1:6", pad="c2", heli="d5"), turn=1)
    found = squares(state, "fly")
    ring = [f"{col}{row}" for row in range(2, 9) for col in "abcdefg"]
    assert found == [s for s in ring if s not in ("d5",)]  # its own pad among them
    assert "end" not in state.play("mv a1 a2").legal
    flown = state.play("fly g8")
    assert squares(flown, "fly") == []
    assert flown.dump["move"]["flown"] is True
    assert "end" in flown.play("mv a1 a2").legal


@pytest.mark.rule("MC-27", "MC-28")
def test_where_the_helicopter_does_not_land(game: Any) -> None:
    green = side("c5:6", pad="c4", heli="d5", ammo="d3", art="e5")
    tan = side("d7:1", pad="c8", fuel="b7", launcher="e7")
    found = squares(at(game, green, tan, turn=1), "fly")
    for barred in ("c5", "e5", "d3", "d7", "e7", "c8", "b7"):
        assert barred not in found
    assert "c4" in found
    assert "d6" in found
    assert "f5" in found  # over the gun


@pytest.mark.rule("MC-R20")
def test_no_flight_at_all(game: Any) -> None:
    # All 15 spaces around the corner are taken; a tank stands on the pad c3.
    green = side("c3:1 c4:2 b4:3 d3:4 d2:5 h5:6", art="d1 c1 a2 c2 a3", heli="a1", pad="c3",
                 launcher="b3", ammo="b2", fuel="d4")  # fmt: skip
    state = unplotted(at(game, green, side("a4:1 b1:2")))
    assert squares(state, "fly") == []
    assert state.play("mv h5 h6", "end").dump["turn"] == 4  # b1 is not attacked
    left = state.play("mv c4 c5")
    assert squares(left, "fly") == ["c4"]
    assert "end" not in left.legal


# --- plotting ---------------------------------------------------------------------------------


@pytest.mark.rule("MC-29", "MC-33", "MC-36", "MC-41", "MC-3")
def test_how_many_markers(game: Any) -> None:
    tan = side("h12:1 g12:2 f12:3 e12:4", art="a10 b10 c10 d10 e10", ammo="b9", launcher="a11")
    state = at(game, side("a1:6", pad="c2", heli="d5"), tan)
    assert state.dump["step"] == "tank"
    state = state.play("tank a2", "tank a3", "tank a4")
    assert state.dump["step"] == "missile"
    state = state.play("missile b2", "missile b3")
    assert state.dump["step"] == "art"
    state = state.play("art c1", "art c3", "art c4", "art c5")
    assert state.dump["plots"] == {
        "tank": ["a2", "a3", "a4"], "missile": ["b2", "b3"], "art": ["c1", "c3", "c4", "c5"],
    }  # fmt: skip
    assert state.play("art c6").dump["phase"] == "move"


@pytest.mark.rule("MC-33", "MC-36", "MC-41", "MC-60", "MC-62", "MC-R36", "MC-R12")
def test_fewer_markers(game: Any) -> None:
    flyer = side("a1:6", pad="c2", heli="d5")
    two = at(game, flyer, side("h12:1 g12:2"))
    assert two.play("tank a2", "tank a3").dump["phase"] == "move"
    assert at(game, flyer, side("h12:1", ammo="b9")).play("done").dump["phase"] == "move"
    assert at(game, flyer, side("h12:1", launcher="b9")).play("done").dump["phase"] == "move"
    armed = side("h12:1", ammo="b9", launcher="a10", art="c10")
    assert at(game, flyer, armed).play("done").dump["step"] == "missile"
    assert at(game, flyer, armed).play("done", "missile a5", "done").dump["step"] == "art"
    assert at(game, side("a1:6"), armed).play("done").dump["step"] == "art"
    assert at(game, side("a1:6"), armed).play("tank a5").dump["step"] == "art"


@pytest.mark.rule("MC-30", "MC-37", "MC-67", "MC-R9", "MC-R10", "MC-R11")
def test_where_markers_go(game: Any) -> None:
    green = side("a1:6", pad="c2", heli="d5", art="b3", ammo="e3")
    tan = side("h12:1 g12:2", art="a10", ammo="b9", launcher="a11", fuel="f8", pad="e10",
               heli="e9")  # fmt: skip
    state = at(game, green, tan)
    units = ["a1", "b3", "d5", "e9", "a10", "a11", "g12", "h12"]
    board = [f"{col}{row}" for row in range(1, 13) for col in "abcdefgh"]
    spaces = [s for s in board if s not in units]
    assert state.legal == [f"tank {s}" for s in spaces] + ["done"]
    state = state.play("tank f8", "done")
    places = ["c2", "e3", "b9", "f8", "e10"]
    assert state.legal == [f"missile {s}" for s in spaces if s not in places] + ["done"]
    state = state.play("missile d6", "done")
    assert state.legal == [f"art {s}" for s in spaces if s not in ("f8", "d6")] + ["done"]


@pytest.mark.rule("MC-30")
def test_a_space_just_vacated_is_safe(game: Any) -> None:
    state = at(game, side("d5:6 d4:5"))
    assert "tank d5" not in state.legal
    state = state.play("done", "mv d5 d6", "mv d4 d5", "end")
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-31", "MC-32", "MC-39", "MC-R31", "MC-35", "MC-40")
def test_markers_that_find_nothing(game: Any) -> None:
    green = side("d5:6", pad="c2", heli="f5")
    tan = side("h12:1", ammo="b9", launcher="a10", art="c10")
    state = at(game, green, tan).play("tank d6", "missile d7", "done", "art g5")
    # across d6 to d7, where only a missile waits; the helicopter on an artillery marker
    state = state.play("mv d5 d7", "fly g5", "end")
    assert (state.dump["turn"], state.dump["quiet"]) == (4, 1)
    assert state.dump["plots"] == {"tank": [], "missile": [], "art": []}
    other = at(game, green, tan).play("tank f6", "done", "done", "mv d5 d6", "fly f6", "end")
    assert other.dump["turn"] == 4


@pytest.mark.rule("MC-R37")
def test_safe_on_the_pad(game: Any) -> None:
    green = side("d5:6", pad="c2", heli="d2/2")
    state = at(game, green, side("h12:1", ammo="b9", launcher="a10")).play("done")
    assert "missile c2" not in state.legal
    state = state.play("done", "mv d5 d6", "fly c2", "end")
    assert state.dump["sides"][0]["heli"] == {"at": "c2", "chips": 2}


@pytest.mark.rule("MC-R31")
def test_plots_are_seen_by_the_plotter_only(game: Any) -> None:
    state = at(game, side("d5:6"), side("h12:1 a12:2 b12:3", art="c10")).play("tank d6")
    assert state.observe(1) == {**state.observe(1), "plots": state.dump["plots"], "step": "tank"}
    assert (state.observe(0)["plots"], state.observe(0)["step"]) == (None, None)
    state = state.play("done", "done")
    assert state.observe(1)["plots"] == {"tank": ["d6"], "missile": [], "art": []}
    assert state.observe(0)["plots"] is None


# --- shots ------------------------------------------------------------------------------------


@pytest.mark.rule("MC-34", "MC-38", "MC-42", "MC-R2")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ({}, {"tank": "8/27 4/9 2/9 1/27", "missile": "4/9 4/9 1/9", "art": "2/3 1/3"}),
        ({"reds": 3}, {"tank": "1/8 3/8 3/8 1/8", "missile": "1/4 1/2 1/4", "art": "1/2 1/2"}),
        (
            {"reds": 2, "blues": 1},
            {
                "tank": "1/27 1/18 1/6 1/36 1/6 1/4 1/216 1/24 1/8 1/8",
                "missile": "1/9 1/9 1/3 1/36 1/6 1/4",
                "art": "1/3 1/6 1/2",
            },
        ),
    ],
)
def test_shots_and_their_dice(game: Any, dice: Dump, expected: dict[str, str]) -> None:
    green = side("a5:6 c5:5", pad="c2", heli="f5")
    tan = side("h12:1 g12:2", ammo="b9", launcher="a10", art="c10")
    state = at(game, green, tan, **dice)
    state = state.play("tank a6", "done", "missile f6", "done", "art c6")
    state = state.play("mv a5 a6", "mv c5 c6", "fly f6", "end")
    assert state.dump["shots"] == [["tank", "a6"], ["art", "c6"], ["missile", "f6"]]
    for kind, letters in [("tank", 3), ("art", 1), ("missile", 2)]:
        assert (state.to_move, state.dump["phase"], state.dump["step"]) == ("chance", "shots", kind)
        texts = naive.itertools.combinations_with_replacement("rbn", letters)
        texts = ["".join(t) for t in texts if "blues" in dice or "n" not in t]
        odds = [Fraction(p) for p in expected[kind].split()]
        assert state.chances == dict(zip(texts, odds, strict=True))
        refused(state, "r" * letters + "r", "end", "br")
        state = state.play("r" * letters)
    assert chips(state, 0) == {"a6": 3, "c6": 4}
    assert state.dump["sides"][0]["heli"]["chips"] == 2


@pytest.mark.rule("MC-R27")
def test_shots_in_square_order(game: Any) -> None:
    state = at(game, side("a5:1 c3:2"), side("h12:1 g12:2", art="c10"))
    state = state.play("tank a6", "done", "art c4", "mv a5 a6", "mv c3 c4", "end")
    assert state.dump["shots"] == [["art", "c4"], ["tank", "a6"]]
    state = state.play("r")
    assert state.dump["shots"] == [["tank", "a6"]]


@pytest.mark.rule("MC-14", "MC-R25", "MC-71", "MC-R26")
def test_the_last_tank_shot(game: Any) -> None:
    state = at(game, side("d6:2"), side("d9:6 g12:2", fuel="c8"))
    state = state.play("tank c7", "done", "mv d6 c7", "end", "rrr")
    assert state.dump["result"] == [-1, 1]
    assert (state.dump["phase"], state.to_move) == ("over", None)
    assert (state.dump["step"], state.dump["move"], state.dump["battle"]) == (None, None, None)
    assert (state.dump["hot"], state.dump["turn"], state.dump["mover"]) == (True, 3, 0)
    assert state.dump["quiet"] == 0
    assert (state.legal, state.chances) == ([], {})
    refused(state, "end", "done", "rrr")


@pytest.mark.rule("MC-R27", "MC-71")
def test_no_shot_after_the_end(game: Any) -> None:
    green = side("d4:2", pad="c2", heli="f5")
    state = at(game, green, side("h12:1", ammo="b9", launcher="a10"))
    state = state.play("tank d5", "missile f6", "done", "mv d4 d5", "fly f6", "end")
    assert state.dump["shots"] == [["tank", "d5"], ["missile", "f6"]]
    state = state.play("rrr")
    assert (state.dump["result"], state.dump["shots"]) == ([-1, 1], [])
    assert state.dump["sides"][0]["heli"]["chips"] == 4


@pytest.mark.rule("MC-R26")
def test_a_tank_that_is_shot_destroys_nothing(game: Any) -> None:
    green = side("d6:2 a3:1")
    tan = side("d9:6 g12:2", art="h8", fuel="c8")
    state = at(game, green, tan)
    state = state.play("tank d8", "done", "done", "mv d6 d8", "end", "rrb")
    assert (state.dump["turn"], state.dump["sides"][1]["fuel"]) == (4, "c8")
    # An own installation of the mover does not protect his tank there.
    own = at(game, side("d4:3 a3:1", ammo="d5"), side("d9:6 g12:2"))
    own = own.play("tank d5", "done", "mv d4 d5", "end")
    assert own.dump["shots"] == [["tank", "d5"]]
    assert own.play("rbb").dump["sides"][0]["ammo"] == "d5"


@pytest.mark.rule("MC-R32", "MC-R33", "MC-46")
def test_who_sees_the_stacks(game: Any) -> None:
    for stacks in ("hidden", "open"):
        state = at(game, side("d4:6 a4:5"), side("h12:6 g12:2"), stacks=stacks)
        miss = state.play("tank d5", "done", "mv d4 d5", "end", "bbb")
        assert known(miss, 0) == [False, False]
        state = state.play("tank d5", "done", "mv d4 d5", "end", "rbb")
        assert known(state, 0) == [stacks == "open", False]
        seen = state.observe(1)["sides"][0]
        both = [(t["strength"], t["chips"], t["hits"]) for t in seen["tanks"]]
        assert both == [(6, 5, 1) if stacks == "open" else (None, None, 1), (None, None, 0)]
        assert seen.get("stacks") == ({"5": 5, "6": 5} if stacks == "open" else None)
        assert "stacks" not in state.observe(0)["sides"][0]
        assert [t["hits"] for t in state.observe(0)["sides"][0]["tanks"]] == [1, 0]


@pytest.mark.rule("MC-R33")
def test_what_stays_revealed(game: Any) -> None:
    state = unplotted(at(game, side("d6:6 a3:1"), side("d8:2 g12:3")))
    state = state.play("mv d6 d7", "end", "attack d7 d8", "rrr")
    assert known(state, 0) == [True, False]
    assert state.observe(1)["sides"][0]["tanks"][0]["strength"] == 6
    assert state.observe(0)["sides"][1]["lost"][-1] == {"id": "A", "strength": 2}


# --- scuttling --------------------------------------------------------------------------------


@pytest.mark.rule("MC-67", "MC-68", "MC-R28")
def test_scuttling_without_a_tank(game: Any) -> None:
    tan = side("h12:1 g12:2", fuel="d8", art="c10")
    for scuttle, left in [("always", None), ("onhit", "d8")]:
        for markers in (["tank d8", "done", "done"], ["done", "art d8"]):
            state = at(game, side("d4:6"), tan, scuttle=scuttle, quiet=5)
            state = state.play(*markers, "mv d4 d5", "end")
            assert state.dump["sides"][1]["fuel"] == left
            assert state.dump["quiet"] == (6 if left else 0)
            assert state.dump["turn"] == 4


@pytest.mark.rule("MC-69", "MC-70", "MC-R29")
def test_scuttling_under_a_tank_costs_one_chip(game: Any) -> None:
    tan = side("h12:1 g12:2", fuel="d8", art="e9")
    for scuttle in ("always", "onhit"):
        for markers in (["tank d8", "done", "done"], ["done", "art d8"]):
            state = at(game, side("d6:3 a1:2"), tan, scuttle=scuttle)
            state = state.play(*markers, "mv d6 d8", "end")
            assert state.dump["phase"] == "attack"
            assert chips(state, 0) == {"d8": 2, "a1": 2}
            assert state.dump["sides"][1]["fuel"] is None
    dead = at(game, side("d6:3/1"), tan).play("tank d8", "done", "done", "mv d6 d8", "end")
    assert dead.dump["result"] == [-1, 1]
    assert dead.dump["sides"][1]["fuel"] is None
    opened = at(game, side("d6:3 a1:2"), tan, stacks="open")
    assert known(opened.play("tank d8", "done", "done", "mv d6 d8", "end"), 0) == [True, False]


@pytest.mark.rule("MC-61", "MC-R39")
def test_scuttling_the_pad_costs_the_helicopter(game: Any) -> None:
    state = at(game, side("d4:6"), side("h12:1", pad="d8", heli="a9"))
    state = state.play("tank d8", "mv d4 d5", "end")
    assert state.dump["sides"][1]["pad"] is None
    assert state.dump["sides"][1]["heli"] is None


@pytest.mark.rule("MC-R30")
def test_scuttling_the_ammunition_does_not_stop_the_missiles(game: Any) -> None:
    green = side("d4:6", pad="c2", heli="f6")
    state = at(game, green, side("h12:1", ammo="d8", launcher="a10"))
    state = state.play("tank d8", "missile f9", "done", "mv d4 d5", "fly f9", "end")
    assert state.dump["sides"][1]["ammo"] is None
    assert state.dump["shots"] == [["missile", "f9"]]
    assert state.play("rb").dump["sides"][0]["heli"]["chips"] == 3


@pytest.mark.rule("MC-R38")
def test_shots_leave_the_movers_installations_and_guns_alone(game: Any) -> None:
    state = at(game, side("d4:6", fuel="d6", art="e4"), side("h12:1"))
    refused(state, "tank e4")
    state = state.play("tank d6", "mv d4 d5", "end")
    assert (state.dump["sides"][0]["fuel"], state.dump["quiet"]) == ("d6", 1)


# --- battles ----------------------------------------------------------------------------------


@pytest.mark.rule("MC-43", "MC-44", "MC-45", "MC-51", "MC-52", "MC-R22", "MC-R23", "MC-R24")
def test_who_has_to_fight(game: Any) -> None:
    green = side("d5:6 a6:5", pad="c2", heli="f6")
    tan = side("c8:1 a7:2", art="e8", launcher="d8", pad="g7", heli="e7", fuel="f9")
    state = unplotted(at(game, green, tan))
    state = state.play("mv d5 d7", "fly d9", "end")
    # not the helicopter beside it, not the tank that stayed, all eight neighbours
    assert state.legal == ["attack d7 c8", "attack d7 d8", "attack d7 e8", "attack d9 c8"]
    assert state.dump["battles"] == [["d7", "c8"], ["d7", "d8"], ["d7", "e8"], ["d9", "c8"]]
    state = state.play("attack d9 c8")
    assert state.dump["battle"] == {"from": "d9", "to": "c8", "attacker": "heli", "target": "tank"}
    assert known(state, 0) == [False, False]
    assert known(state, 1) == [True, False]
    state = state.play("rb")
    assert state.dump["sides"][1]["lost"][-1] == {"id": "A", "strength": 1}
    assert state.legal == ["attack d7 d8", "attack d7 e8"]
    state = state.play("attack d7 d8")
    assert state.dump["battle"]["target"] == "launcher"
    state = state.play("rbb")
    assert state.dump["sides"][1]["launcher"] is None
    assert state.play("attack d7 e8").dump["battle"]["target"] == "art"


@pytest.mark.rule("MC-47", "MC-49", "MC-50", "MC-54", "MC-55", "MC-59")
def test_dice_of_a_battle(game: Any) -> None:
    green, tan = side("d5:6", pad="c2", heli="f6"), side("d8:6 a12:5", art="e8")
    fly, drive = ["mv d5 d6", "fly e9", "end"], ["mv d5 d7", "fly f4", "end"]
    heli = unplotted(at(game, green, tan)).play(*fly, "attack e9 d8")
    assert (heli.dump["phase"], heli.dump["step"], heli.to_move) == ("battle", "attacker", "chance")
    assert heli.chances == {"rr": Fraction(4, 9), "rb": Fraction(4, 9), "bb": Fraction(1, 9)}
    heli = heli.play("rb")
    assert chips(heli, 1)["d8"] == 5
    assert heli.dump["step"] == "defender"
    assert len(heli.chances) == 4
    heli = heli.play("rrb")
    assert heli.dump["sides"][0]["heli"]["chips"] == 2
    assert heli.dump["step"] == "attacker"
    heli = heli.play("rr", "rrb")
    assert heli.dump["sides"][0]["heli"] is None
    assert heli.dump["turn"] == 4  # MC-15; nothing else to fight
    tank = unplotted(at(game, green, tan)).play(*drive, "attack d7 d8")
    assert len(tank.chances) == 4
    tank = tank.play("bbb")
    assert (chips(tank, 1)["d8"], tank.dump["step"]) == (6, "defender")
    assert len(tank.chances) == 4
    tank = tank.play("rbb")
    assert (chips(tank, 0), tank.dump["step"]) == ({"d7": 5}, "attacker")
    gun = unplotted(at(game, green, tan)).play(*drive, "attack d7 e8", "bbb")
    assert (gun.dump["step"], gun.chances) == (
        "defender", {"r": Fraction(2, 3), "b": Fraction(1, 3)},
    )  # fmt: skip
    gun = gun.play("r")
    assert (chips(gun, 0), gun.dump["step"]) == ({"d7": 5}, "attacker")
    assert known(gun, 1) == [False, False]
    assert known(gun, 0) == [True]


@pytest.mark.rule("MC-48", "MC-50", "MC-R24", "MC-R25")
def test_an_attacker_that_falls(game: Any) -> None:
    state = unplotted(at(game, side("d6:1 a4:2"), side("d8:6 g12:5", art="e8")))
    state = state.play("mv d6 d7", "end", "attack d7 d8", "bbb", "rrr")
    assert state.dump["sides"][0]["lost"][-1] == {"id": "A", "strength": 1}
    assert (state.dump["turn"], state.dump["battles"]) == (4, [])


@pytest.mark.rule("MC-R24")
def test_battles_are_listed_in_square_order(game: Any) -> None:
    state = unplotted(at(game, side("d9:6"), side("c11:6 c9:5", art="d11 e9")))
    state = state.play("mv d9 d10", "end")
    assert squares(state, "attack d10") == ["c9", "e9", "c11", "d11"]


@pytest.mark.rule("MC-R24")
def test_two_attackers_one_target(game: Any) -> None:
    state = unplotted(at(game, side("d6:1 a6:2", fuel="h2"), side("c8:6 g12:5")))
    state = state.play("mv d6 d7", "mv a6 b7", "end")
    assert state.legal == ["attack b7 c8", "attack d7 c8"]
    state = state.play("attack d7 c8", "bbb", "rrr")
    assert state.legal == ["attack b7 c8"]
    state = state.play("attack b7 c8", "rrr", "bbb", "rrr")
    assert state.dump["turn"] == 4


@pytest.mark.rule("MC-53", "MC-57", "MC-46")
def test_what_a_battle_reveals(game: Any) -> None:
    green, tan = side("d5:6 a4:1", pad="c2", heli="f5"), side("d8:6 a12:5", art="e8")
    state = unplotted(at(game, green, tan)).play("mv d5 d7", "fly f4", "end")
    assert (known(state, 0), known(state, 1)) == ([False, False], [False, False])
    gun = state.play("attack d7 e8")
    assert (known(gun, 0), known(gun, 1)) == ([True, False], [False, False])
    tank = state.play("attack d7 d8")
    assert (known(tank, 0), known(tank, 1)) == ([True, False], [True, False])


@pytest.mark.rule("MC-58", "MC-60", "MC-R41", "MC-41")
def test_a_lost_gun_counts_from_the_next_plot(game: Any) -> None:
    green = side("d5:6", pad="c2", heli="f5")
    tan = side("a12:5", launcher="d8", ammo="h9", art="h8")
    state = unplotted(at(game, green, tan)).play("mv d5 d7", "fly f4", "end")
    state = state.play("attack d7 d8", "rbb")
    state = unplotted(state).play("mv a12 a11", "end")
    assert state.dump["turn"] == 5
    assert state.play("done").dump["step"] == "art"  # no missiles any more


@pytest.mark.rule("MC-71", "MC-R35")
def test_the_last_tank_in_battle(game: Any) -> None:
    start = unplotted(at(game, side("d6:1"), side("d8:1", art="e8"))).play("mv d6 d7", "end")
    start = start.play("attack d7 d8")
    won, lost = start.play("rbb"), start.play("bbb", "rbb")
    assert (won.dump["result"], lost.dump["result"]) == ([1, -1], [-1, 1])
    assert won.dump["battles"] == []
    assert (won.dump["turn"], won.dump["hot"], won.dump["quiet"]) == (3, True, 0)
    # At the end all strengths are shown.
    assert won.observe(1)["sides"][0]["tanks"][0]["strength"] == 1


# --- installations ----------------------------------------------------------------------------


@pytest.mark.rule("MC-61", "MC-62", "MC-64", "MC-65", "MC-36")
@pytest.mark.parametrize("place", ["pad", "ammo", "fuel"])
def test_taking_an_installation(game: Any, place: str) -> None:
    heli = {"heli": "a9"} if place == "pad" else {}
    state = unplotted(at(game, side("d6:3"), side("h12:1", **{place: "d8"}, **heli)))
    state = state.play("mv d6 d8", "end")
    assert state.dump["sides"][1][place] is None
    assert state.dump["sides"][1]["heli"] is None
    assert chips(state, 0) == {"d8": 3}
    assert (state.dump["turn"], state.dump["quiet"]) == (4, 0)


@pytest.mark.rule("MC-64", "MC-52")
def test_only_tanks_take_installations(game: Any) -> None:
    green = side("d6:3", pad="c2", heli="f6")
    state = unplotted(at(game, green, side("h12:1", fuel="f8", art="f9")))
    refused(state, "fly f8")
    state = state.play("mv d6 d7", "fly f7", "end")
    assert state.dump["sides"][1]["fuel"] == "f8"
    assert state.dump["turn"] == 4  # the gun is no target for the helicopter


# --- quiet turns ------------------------------------------------------------------------------


@pytest.mark.rule("MC-R34")
def test_draw_by_quiet_turns(game: Any) -> None:
    state = unplotted(at(game, side("a3:1"), FAR, quiet=8, quiet_limit=10))
    state = state.play("mv a3 a4", "end")
    assert state.dump["quiet"] == 9
    state = unplotted(state).play("mv h12 h11", "end")
    assert state.dump["result"] == [0, 0]
    assert (state.dump["phase"], state.dump["quiet"], state.dump["turn"]) == ("over", 10, 4)
    assert state.dump["hot"] is False
    assert state.observe(0)["sides"][1]["tanks"][0]["strength"] == 6


@pytest.mark.rule("MC-R34")
def test_a_single_chip_is_no_quiet_turn(game: Any) -> None:
    state = at(game, side("a3:3"), FAR, quiet=9, quiet_limit=10).play("tank a4")
    hit = state.play("mv a3 a4", "end", "rbb")
    assert (hit.dump["quiet"], hit.dump["turn"], hit.dump["hot"]) == (0, 4, False)
    assert state.play("mv a3 a4", "end", "bbb").dump["result"] == [0, 0]


# --- positions --------------------------------------------------------------------------------


def test_what_a_position_fills_in(game: Any) -> None:
    green = side("d1:3<! d12:2/1 a5:6", art="c5 b3")
    green["tanks"][0]["heading"] = "home"
    state = at(game, green, FAR | {"fuel": None}, turn=6, quiet=3, stacks="open")
    dump = state.dump
    assert (dump["turn"], dump["mover"], dump["to_move"], dump["quiet"]) == (6, 1, 0, 3)
    assert (dump["phase"], dump["step"], dump["move"]) == ("plot", "tank", None)
    tanks = dump["sides"][0]["tanks"]
    assert [(t["id"], t["heading"], t["known"]) for t in tanks] == [
        ("A", "out", True), ("B", "home", True), ("C", "out", False),
    ]  # fmt: skip
    assert dump["sides"][0]["lost"] == [{"id": None, "strength": n} for n in (1, 4, 5)]
    assert dump["sides"][0]["art"] == ["b3", "c5"]
    assert "position" not in dump["options"]
    first = at(game, side("a3:1"), turn=2)
    assert (first.dump["phase"], first.to_move, first.dump["move"]["left"]) == ("move", 1, 5)


GOOD = {"turn": 3, "sides": [side("d4:2 a4:6"), side("h12:6")]}


def _changed(seat: int, **changes: Any) -> Dump:
    sides = json.loads(json.dumps(GOOD["sides"]))
    sides[seat] |= changes
    return {"turn": 3, "sides": sides}


def _tanks(*tanks: Dump) -> Dump:
    return _changed(0, tanks=[{"at": "d4", "strength": 2}, *tanks])


BAD_POSITIONS: list[Any] = [
    {**GOOD, "colour": 1},
    {"turn": 3},
    {**GOOD, "sides": GOOD["sides"][:1]},
    {**GOOD, "sides": GOOD["sides"] * 2},
    {**GOOD, "quiet": -1},
    {**GOOD, "quiet": 40},
    {**GOOD, "turn": 0},
    {**GOOD, "turn": True},
    {**GOOD, "turn": 3.0},
    _changed(0, tower="c3"),
    _changed(0, tanks=[]),
    _tanks({"at": "a1", "strength": 7}),
    _tanks({"at": "a1", "strength": 0}),
    _tanks({"at": "a1", "strength": 2}),
    _tanks({"at": "d4", "strength": 3}),
    _tanks({"at": "h12", "strength": 3}),
    _tanks({"at": "i1", "strength": 3}),
    _tanks({"at": "a13", "strength": 3}),
    _tanks({"at": "4d", "strength": 3}),
    _tanks({"at": "a1"}),
    _tanks({"at": "a1", "strength": 3, "wheels": 1}),
    _tanks({"at": "a1", "strength": 3, "chips": 0}),
    _tanks({"at": "a1", "strength": 3, "chips": 4}),
    _tanks({"at": "a1", "strength": 3, "heading": "left"}),
    _changed(0, art=["a2", "b2", "c2", "d2", "e2", "f2"]),
    _changed(0, art=["a2", "a2"]),
    _changed(0, art=["a4"]),
    _changed(0, art=["a7"]),
    _changed(1, art=["a6"]),
    _changed(0, launcher="a7"),
    _changed(0, launcher="d4"),
    _changed(0, fuel="a7"),
    _changed(0, fuel="a1"),
    _changed(1, fuel="a12"),
    _changed(0, fuel="a2", ammo="b2"),
    _changed(0, fuel="a2", ammo="a3"),
    _changed(0, fuel="a2", ammo="a2"),
    _changed(0, heli={"at": "c3", "chips": 4}),
    _changed(0, pad="b2", heli={"at": "c3", "chips": 0}),
    _changed(0, pad="b2", heli={"at": "c3", "chips": 5}),
    _changed(0, pad="b2", heli={"at": "c3", "fuel": 5}),
    _changed(0, pad="b2", heli={"at": "d4"}),
    _changed(0, pad="b2", ammo="c3", heli={"at": "c3"}),
    _changed(0, fuel="b2", art=["b2"]),
    _changed(0, fuel="b2", launcher="b2"),
    _changed(1, fuel="d8", pad="c9", heli={"at": "d8"}),
    _changed(0, pad="b2", heli={"at": "e8"}) | {"sides": [
        side("d4:2", pad="b2", heli="e8"), side("h12:6", fuel="e8")]},
    {"turn": 3, "sides": [side("d8:2"), side("h12:6", fuel="d8")]},
]  # fmt: skip


@pytest.mark.parametrize("position", BAD_POSITIONS)
def test_refused_positions(game: Any, position: Any) -> None:
    game.new(position=GOOD)
    with pytest.raises(ValueError):
        game.new(position=position)


def test_units_that_may_stand_on_installations(game: Any) -> None:
    green = side("c3:2 d4:3", pad="b2", heli="b2", fuel="c3", ammo="d4")
    assert at(game, green).dump["sides"][0]["heli"]["at"] == "b2"
    parked = side("b2:2", pad="b2", heli="h6")
    assert at(game, parked).dump["sides"][0]["tanks"][0]["at"] == "b2"


# --- options ----------------------------------------------------------------------------------

FORT = {
    "name": "fort", "pad": "d2", "ammo": "e3", "fuel": "c4", "launcher": "f2",
    "art": ["b3", "d4", "f4", "c5", "e5"],
}  # fmt: skip
LAYOUT = {"form": "lure", "tanks": ["a1", "b1", "c1", "d1", "e1", "f1"]}
PLACED = {key: FORT[key] for key in FORT if key != "name"} | {"tanks": LAYOUT["tanks"]}

BAD_OPTIONS: list[Dump] = [
    {"colour": "green"},
    *({name: value} for name in ("army", "stacks", "scuttle") for value in ("none", 1, None)),
    *({"cols": value} for value in (5, 11, "8", 8.0, True)),
    *({"rows": value} for value in (7, 17, "8", 8.0, True)),
    *({"reds": value} for value in (0, 6, None, True, "4")),
    *({"blues": value} for value in (0, 3, True, "1")),
    {"reds": 5, "blues": 2},
    *({"quiet_limit": value} for value in (9, None, True, "40", 40.0)),
    {"layouts": [None, None], "position": GOOD},
    {"formations": {}},
    {"formations": [1]},
    {"formations": [FORT, FORT]},
    {"formations": [FORT], "army": "patrol"},
    {"formations": [FORT], "rows": 8},
    {"formations": [{**FORT, "launcher": "g2"}], "cols": 6},
    *({"formations": [{**FORT, **change}]} for change in [
        {"title": "x"}, {"name": "Fort"}, {"name": "9"}, {"name": ""}, {"name": "a" * 21},
        {"name": 3}, {"pad": "d7"}, {"pad": "d1"}, {"pad": "d3"}, {"pad": "e2"}, {"pad": "4d"},
        {"pad": "i2"}, {"pad": None}, {"launcher": "d2"}, {"launcher": "b3"}, {"launcher": "h7"},
        {"art": ["b3", "d4", "f4", "c5"]}, {"art": ["b3", "d4", "f4", "c5", "c5"]},
        {"art": ["b3", "d4", "f4", "c5", "e5", "e6"]}, {"art": "b3"},
        {"art": ["a1", "b1", "c1", "d4", "e5"]}, {"art": ["a1", "b1", "f4", "d4", "e5"],
                                                  "launcher": "c1"},
    ]),
    {"formations": [{key: FORT[key] for key in FORT if key != "fuel"}]},
    {"layouts": [LAYOUT]},
    {"layouts": LAYOUT},
    {"layouts": [LAYOUT, None, None]},
    {"layouts": [LAYOUT, None], "cols": 9},
    *({"layouts": [{**LAYOUT, **change}, None]} for change in [
        {"form": "fort"}, {"pad": "d2"}, {"tanks": ["a1", "b1", "c1", "d1", "e1"]},
        {"tanks": ["a1", "b1", "c1", "d1", "e1", "e1"]},
        {"tanks": ["a1", "b1", "c1", "d1", "e1", "e2"]}, {"tanks": None},
    ]),
    *({"layouts": [None, {**PLACED, **change}]} for change in [
        {"pad": "d3"}, {"pad": "d1"}, {"art": []}, {"launcher": "a1"}, {"name": "fort"},
    ]),
    {"layouts": [{key: PLACED[key] for key in PLACED if key != "ammo"}, None]},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD_OPTIONS)
def test_refused_options(game: Any, options: Dump) -> None:
    with pytest.raises(ValueError):
        game.new(**options)


def test_options_filled_in(game: Any) -> None:
    nothing = dict.fromkeys(["cols", "rows", "blues", "formations", "layouts", "position"])
    assert game.new(**nothing).dump == game.new().dump
    assert game.new(reds=5).dump["options"]["blues"] == 1
    assert game.new(reds=1, blues=5).dump["options"]["blues"] == 5
    assert game.new(army="patrol", cols=10, rows=16).legal[0] == "pad a2"  # no formations on offer
    assert game.new(layouts=[PLACED, PLACED]).dump["turn"] == 1
    assert game.new(layouts=[None, None]).dump == game.new().dump
    fort = game.new(formations=[FORT])
    assert fort.dump["options"]["formations"] == [FORT]
    assert fort.legal[:2] == ["form fort", "pad a2"]
    assert fort.play("form fort").dump["step"] == "tank1"
    assert game.new(formations=[]).legal[0] == "pad a2"


# --- own sets ---------------------------------------------------------------------------------


def fort_text(**changes: Any) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in {**FORT, **changes}.items()]
    return "\n".join(["[[formation]]", *lines]) + "\n"


BAD_WITH_THE_OPTIONS = [
    "[dice]\nblues = 3\n",
    "[dice]\nreds = 5\nblues = 2\n",
    fort_text(pad="d7"),
    fort_text(art=["b3", "d4", "f4", "c5"]),
    fort_text(art=["a1", "b1", "c1", "d4", "e5"]),
]
"""What is wrong with these depends on army, board and dice, which options may still change."""

BAD_SETS = [
    "this is no TOML",
    "[map]\ncols = 8\n",
    "cols = 8\n",
    "[board]\ndepth = 8\n",
    "[dice]\ngreens = 1\n",
    "[board]\ncols = 11\n",
    "[board]\nrows = 7\n",
    "[board]\nrows = 12.0\n",
    "[board]\nrows = true\n",
    '[dice]\nreds = "4"\n',
    "[dice]\nreds = 6\n",
    "[dice]\nblues = 3\n",
    "[dice]\nreds = 5\nblues = 2\n",
    "board = 8\n",
    "[[board]]\ncols = 8\n",
    "formation = 3\n",
    "[formation]\n",
    fort_text() + fort_text(),
    fort_text(name="My fort"),
    fort_text(idea="ring"),
    fort_text(pad="d7"),
    fort_text(pad="dd"),
    fort_text(pad="d1"),
    fort_text(pad="e2"),
    fort_text(pad="d3"),
    fort_text(launcher="d2"),
    fort_text(art=["b3", "d4", "f4", "c5"]),
    fort_text(art=["a1", "b1", "c1", "d4", "e5"]),
    '[[formation]]\nname = "fort"\n',
    "# " + 64 * 1024 * "x",
    "# \ud800\n",
]


@pytest.mark.parametrize("text", BAD_SETS)
def test_refused_sets(game: Any, text: str) -> None:
    with pytest.raises(ValueError):
        game.new(text)
    if text not in BAD_WITH_THE_OPTIONS:
        with pytest.raises(ValueError):
            game.read_set(text)


def test_an_own_set_fills_in_options(game: Any) -> None:
    text = "[board]\ncols = 9\nrows = 14\n[dice]\nreds = 3\nblues = 1\n" + fort_text(name="own")
    game.read_set(text)
    state = game.new(text)
    wanted = {"cols": 9, "rows": 14, "reds": 3, "blues": 1, "formations": [{**FORT, "name": "own"}]}
    assert {key: state.dump["options"][key] for key in wanted} == wanted
    assert state.legal[0] == "form own"
    assert game.new(text, cols=10, reds=1).dump["options"]["cols"] == 10
    with pytest.raises(ValueError):  # the number of guns is that of the army chosen
        game.new(text, army="patrol")
    with pytest.raises(ValueError):  # checked after an option has won over the file
        game.new(text, reds=5, blues=2)
    assert game.new("").dump == game.new().dump
    assert game.new("[board]\n[dice]\n").legal[0] == "form bastion"
    patrol = fort_text(pad="b2", ammo="d3", fuel="e4", launcher="c2", art=["c4", "e3"])
    game.read_set(patrol)
    assert game.new(patrol, army="patrol").legal[0] == "form fort"


# --- questions of section 10 that need no search ----------------------------------------------


def test_q2_where_can_it_be(game: Any) -> None:
    for square, count in [("a5", 14), ("b5", 18), ("c5", 21), ("d5", 23)]:
        state = unplotted(at(game, side(f"{square}:6")))
        # the sideways moves are no advance, and it is the only tank
        sideways = {s for s in "abcdefgh" if 1 <= abs(ord(s) - ord(square[0])) <= 4}
        assert len(squares(state, f"mv {square}")) == count - len(sideways)
        reach = naive._reach(state.dump, state.dump["sides"][0]["tanks"][0])
        assert len(reach) == count


def test_q3_how_many_armies(game: Any) -> None:
    state = game.new()
    ways = 0
    for pad in squares(state, "pad"):
        one = state.play(f"pad {pad}")
        for ammo in squares(one, "ammo"):
            ways += len(squares(one.play(f"ammo {ammo}"), "fuel"))
    assert ways == 20160 == perm(8, 6) == perm(5, 3) * perm(8, 3)


def win_chance(game: Any, state: Any, seat: int, memory: dict[str, Fraction]) -> Fraction:
    """The chance that this seat wins the game by the battle that is on; the double miss divided."""
    if state.dump["phase"] != "battle":
        return Fraction((state.dump["result"] or [0, 0])[seat] == 1)
    key = json.dumps(state.dump)
    if key not in memory:
        again, won = Fraction(0), Fraction(0)
        for roll, chance in state.chances.items():
            next_ = state.play(roll)
            if state.dump["step"] == next_.dump["step"] or next_.dump["phase"] != "battle":
                won += chance * win_chance(game, next_, seat, memory)
                continue
            for answer, second in next_.chances.items():
                then = next_.play(answer)
                # `hot` says whether anything was ever lost, so it is no part of the position
                if {**then.dump, "hot": 0} == {**state.dump, "hot": 0}:
                    again += chance * second
                else:
                    won += chance * second * win_chance(game, then, seat, memory)
        memory[key] = won / (1 - again)
    return memory[key]


def duel(game: Any, a: int, b: int, reds: int = 4) -> Fraction:
    state = unplotted(at(game, side(f"d5:{a}"), side(f"d7:{b}"), reds=reds))
    state = state.play("mv d5 d6", "end", "attack d6 d7")
    return win_chance(game, state, 0, {})


@pytest.mark.rule("MC-47", "MC-48", "MC-49", "MC-50")
def test_q8_duels(game: Any) -> None:
    assert duel(game, 1, 1) == Fraction(27, 28)
    assert duel(game, 1, 2) == Fraction(7641, 10192)
    assert duel(game, 2, 1) == Fraction(9909, 10192)
    assert duel(game, 2, 2) == Fraction(114669, 142688)
    assert duel(game, 3, 3) == Fraction(13806578763, 18905589248)
    assert duel(game, 6, 4) == Fraction(291841181607577165497, 308184696497866080256)
    assert duel(game, 3, 3, reds=2) == Fraction(220579413543, 360247540625)


@pytest.mark.rule("MC-58", "MC-59")
def test_q6_can_a_gun_win(game: Any) -> None:
    for strength in (1, 2, 3):
        state = unplotted(at(game, side(f"d5:{strength}"), side("h12:6", art="d7")))
        state = state.play("mv d5 d6", "end", "attack d6 d7")
        assert win_chance(game, state, 1, {}) == Fraction(1, 40) ** strength


@pytest.mark.rule("MC-54", "MC-55")
def test_q10_helicopter(game: Any) -> None:
    state = unplotted(at(game, side("a2:6", pad="c2", heli="d5"), side("d9:1")))
    state = state.play("mv a2 a3", "fly d8", "end", "attack d8 d9")
    assert win_chance(game, state, 0, {}) == Fraction(2739777345, 3262808641)


def test_q1_hits(game: Any) -> None:
    state = at(game, side("d4:2 a4:6")).play("tank d5", "mv d4 d5", "end")
    assert [state.chances[roll] for roll in ("bbb", "rbb", "rrb", "rrr")] == [
        Fraction(comb(3, hits) * 2**hits, 27) for hits in range(4)
    ]


# --- random games -----------------------------------------------------------------------------


def check_position(dump: Dump) -> None:
    """What holds in every position, whatever happened before."""
    assert list(dump) == list(json.loads(EXAMPLE))
    assert json.loads(json.dumps(dump)) == dump
    army = dump["options"]["army"]
    standing = []
    for seat, side_ in enumerate(dump["sides"]):
        tanks = side_["tanks"]
        assert all(1 <= tank["chips"] <= tank["strength"] for tank in tanks)
        if dump["phase"] == "setup":
            continue
        strengths = [piece["strength"] for piece in tanks + side_["lost"]]
        assert sorted(strengths) == naive.STRENGTHS[army]
        assert tanks or dump["result"] == ([-1, 1] if seat == 0 else [1, -1])
        assert side_["heli"] is None or side_["pad"] is not None
        standing += [t["at"] for t in tanks] + side_["art"] + [side_["launcher"]]
        standing += [side_["heli"]["at"]] if side_["heli"] else []
    standing = [square for square in standing if square]
    assert len(set(standing)) == len(standing)
    for squares_ in (*dump["plots"].values(), *(side_["art"] for side_ in dump["sides"])):
        assert squares_ == sorted(squares_, key=lambda s: (int(s[1:]), s[0]))
    assert dump["quiet"] <= dump["options"]["quiet_limit"]


@pytest.mark.parametrize("seed", range(40))
def test_random_games_of_the_naive_resolver(seed: int) -> None:
    rng = random.Random(seed)
    text = naive.random_set(rng) if rng.random() < 0.3 else None
    if text is not None:
        naive.read_set(text)
    state = naive.new(naive.random_options(rng, text, small=seed % 2 == 0), text)
    for _ in range(1000):
        check_position(state)
        if naive.to_move(state) is None:
            break
        odds, moves = naive.chances(state), naive.legal(state)
        assert bool(odds) != bool(moves)
        assert not odds or sum(odds.values()) == 1
        assert len(set(moves)) == len(moves)
        before = json.dumps(state)
        after = naive.after(state, naive.random_move(rng, state))
        assert json.dumps(state) == before  # the input is untouched
        refused(Naive(state), "mv a1 a1", "nothing", "")
        state = after
    assert state["phase"] == "over"


def test_random_options_and_sets_cover_everything() -> None:
    rng = random.Random(1)
    seen: dict[str, set[Any]] = {}
    for _ in range(1500):
        text = naive.random_set(rng) if rng.random() < 0.5 else None
        if text is not None:
            naive.read_set(text)
        options = naive.random_options(rng, text, small=rng.choice([True, False, None]))
        for name, value in naive.new(options, text)["options"].items():
            seen.setdefault(name, set()).add(str(value) if name != "formations" else bool(value))
        for name in ("layouts", "position"):
            seen.setdefault(name, set()).add(name in options)
    assert seen["army"] == {"full", "patrol"}
    assert seen["cols"] == {str(n) for n in range(6, 11)}
    assert seen["rows"] == {str(n) for n in range(8, 17)}
    assert seen["reds"] == seen["blues"] == {str(n) for n in range(1, 6)}
    assert seen["stacks"] == {"hidden", "open"}
    assert seen["scuttle"] == {"always", "onhit"}
    assert {"10", "40"} < seen["quiet_limit"]
    assert seen["formations"] == seen["layouts"] == seen["position"] == {True, False}
