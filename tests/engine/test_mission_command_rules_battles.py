"""Rules of Mission Command Land: battles, installations, winning (MC-43 to MC-71, rulings)."""

from __future__ import annotations

from typing import Any

import pytest
from mission_command_help import (
    GAME,
    moving,
    of,
    play,
    position,
    refused,
    tank,
    targets,
    to_move,
    weights,
)


def stop(green: dict[str, Any], tan: dict[str, Any], *moves: str, **more: Any) -> Any:
    """Return the state after green's ``moves`` and ``end``; nothing is plotted."""
    return play(moving(green, tan, **more), *moves, "end")


NEAR = {"tanks": "d8:4 h12:1"}

# --- who has to fight --------------------------------------------------------------------------


@pytest.mark.rule("MC-43", "MC-R23")
def test_a_tank_that_stops_next_to_a_tank_fights() -> None:
    for square in ("c7", "d7", "e7", "c8", "e8"):
        state = stop({"tanks": "d5:6 a1:1"}, NEAR, f"mv d5 {square}")
        assert (state.phase, state.to_move) == ("attack", 0)
        assert state.moves() == (f"attack {square} d8",)
    refused(state, "attack c7 d8", "MC-43")
    refused(state, "attack e8 h12", "MC-43")
    assert stop({"tanks": "d5:6 a1:1"}, NEAR, "mv d5 d6").phase == "plot"
    still = stop({"tanks": "d7:6 a1:1"}, NEAR, "mv a1 a2")
    assert (still.phase, still.dump()["turn"]) == ("plot", 4)
    both = stop({"tanks": "d7:6 b5:1"}, {"tanks": "d8:4 a8:3"}, "mv b5 b7")
    refused(both, "attack d7 d8", "MC-R23")


@pytest.mark.rule("MC-43")
@pytest.mark.parametrize("square", ["c7", "d7", "e7", "c8", "e8", "c9", "d9", "e9"])
def test_all_eight_neighbours_fight(square: str) -> None:
    beside = chr(ord(square[0]) - 1) + square[1] if square != "e8" else "f8"
    state = stop({"tanks": f"{beside}:6 a1:1"}, NEAR, f"mv {beside} {square}", "mv a1 a2")
    assert state.moves() == (f"attack {square} d8",)


@pytest.mark.rule("MC-R40")
def test_still_next_to_the_same_enemy() -> None:
    assert stop({"tanks": "d7:6 a1:1"}, NEAR, "mv d7 e7", "mv a1 a2").moves() == ("attack e7 d8",)
    heli = stop({"tanks": "a1:1", "pad": "c2", "heli": "d7"}, NEAR, "mv a1 a2", "fly e7")
    assert heli.moves() == ("attack e7 d8",)


@pytest.mark.rule("MC-44", "MC-R22", "MC-51", "MC-52")
def test_a_helicopter_next_to_a_tank_has_to_fight() -> None:
    green = {"tanks": "a1:1", "pad": "c2", "heli": "d5"}
    state = stop(green, {"tanks": "d8:4 h12:1", "art": "e8"}, "mv a1 a2", "fly d7")
    assert state.moves() == ("attack d7 d8",)  # no end, and not the gun
    refused(state, "attack d7 e8", "MC-52")
    guns = stop(green, {"tanks": "h12:1", "art": "e8", "fuel": "c8"}, "mv a1 a2", "fly d7")
    assert guns.phase == "plot"
    assert of(guns, 1)["fuel"] == "c8"


@pytest.mark.rule("MC-51")
def test_tanks_never_attack_a_helicopter() -> None:
    state = stop({"tanks": "d5:6 a1:1"}, {"tanks": "h12:1", "pad": "b9", "heli": "d8"}, "mv d5 d7")
    assert state.phase == "plot"
    both = stop({"tanks": "d5:6 a1:1"}, {"tanks": "e8:1", "pad": "b9", "heli": "d8"}, "mv d5 d7")
    refused(both, "attack d7 d8", "MC-51")


@pytest.mark.rule("MC-51", "MC-52")
def test_helicopters_never_fight_each_other() -> None:
    green = {"tanks": "a1:1", "pad": "c2", "heli": "d5"}
    tan = {"tanks": "h12:1", "pad": "b9", "heli": "d8"}
    assert stop(green, tan, "mv a1 a2", "fly d7").phase == "plot"
    both = stop(green, {**tan, "tanks": "e8:1"}, "mv a1 a2", "fly d7")
    assert both.moves() == ("attack d7 e8",)
    refused(both, "attack d7 d8", "MC-51")


@pytest.mark.rule("MC-45", "MC-56")
def test_a_tank_next_to_a_gun_fights_and_guns_never_attack() -> None:
    state = stop({"tanks": "d5:6 a1:1"}, {"tanks": "h12:1", "art": "e8", "launcher": "c8"},
                 "mv d5 d7")  # fmt: skip
    assert state.moves() == ("attack d7 c8", "attack d7 e8")
    # tan's tank far away moves; the guns next to green's tank do nothing
    tan = play(to_move(GAME.new(position={"turn": 4, "sides": [
        {"tanks": [{"at": "d7", "strength": 6}]},
        {"tanks": [{"at": "h12", "strength": 1}], "art": ["e8"], "launcher": "c8"},
    ]})), "mv h12 h11", "end")  # fmt: skip
    assert (tan.phase, tan.dump()["turn"]) == ("plot", 5)


@pytest.mark.rule("MC-66", "MC-R24")
def test_every_pair_is_fought_in_any_order() -> None:
    state = stop({"tanks": "d5:6 e5:5"}, {"tanks": "d8:4 h12:1", "art": "e8"}, "mv d5 d7",
                 "mv e5 e6")  # fmt: skip
    assert state.moves() == ("attack d7 d8", "attack d7 e8")
    state = stop({"tanks": "d5:6 e4:5", "fuel": "h2"}, {"tanks": "d8:4 h12:1", "art": "e8"},
                 "mv d5 d7", "mv e4 e7")  # fmt: skip
    assert state.moves() == ("attack d7 d8", "attack d7 e8", "attack e7 d8", "attack e7 e8")
    fight = play(state, "attack e7 d8")
    assert fight.dump()["battles"] == [["d7", "d8"], ["d7", "e8"], ["e7", "e8"]]
    state = play(fight, "bbb", "bbb", "rrr", "bbb", "rrr")
    assert state.moves() == ("attack d7 e8", "attack e7 e8")  # switch, the dead one is left out
    state = play(state, "attack d7 e8", "rrr")
    assert (state.phase, state.dump()["turn"]) == ("plot", 4)


@pytest.mark.rule("MC-R24", "MC-50")
def test_a_battle_is_fought_to_its_end_before_the_next() -> None:
    state = stop({"tanks": "d5:6 a1:1"}, {"tanks": "d8:4 h12:1", "art": "e8"}, "mv d5 d7")
    state = play(state, "attack d7 d8", "rbb", "rbb")
    assert (state.phase, state.dump()["step"]) == ("battle", "attacker")
    assert state.dump()["battle"]["to"] == "d8"
    assert play(state, "rrr").moves() == ("attack d7 e8",)


# --- battles -----------------------------------------------------------------------------------

DUEL = stop({"tanks": "d5:6 a1:1"}, NEAR, "mv d5 d7")


@pytest.mark.rule("MC-46", "MC-R33")
def test_a_tank_battle_reveals_both_strengths() -> None:
    assert DUEL.observe(0)["sides"][1]["tanks"][0]["strength"] is None
    state = play(DUEL, "attack d7 d8")
    for seat in (0, 1):
        seen = state.observe(seat)["sides"]
        assert (seen[0]["tanks"][0]["strength"], seen[1]["tanks"][0]["strength"]) == (6, 4)
        assert seen[1 - seat]["tanks"][1]["strength"] is None
    later = play(state, "rrr", "bbb", "rrr", "done")
    assert later.observe(1)["sides"][0]["tanks"][0]["strength"] == 6
    assert {"id": "A", "strength": 4} in later.observe(0)["sides"][1]["lost"]
    # nor is it forgotten when the tank moves again
    moved = play(later, "mv h12 h11", "end", "done", "mv d7 d8")
    assert moved.observe(1)["sides"][0]["tanks"][0]["strength"] == 6


@pytest.mark.rule("MC-47", "MC-48", "MC-49", "MC-50")
def test_attacker_first_three_dice_each_until_one_is_gone() -> None:
    state = play(DUEL, "attack d7 d8")
    three = {"rrr": 8, "rrb": 12, "rbb": 6, "bbb": 1}
    assert (state.dump()["step"], weights(state)) == ("attacker", three)
    state = play(state, "rrb")
    assert tank(state, 1, "A")["chips"] == 2
    assert (state.dump()["step"], weights(state)) == ("defender", three)
    state = play(state, "rbb")
    assert tank(state, 0, "A")["chips"] == 5
    assert state.dump()["step"] == "attacker"
    dead = play(state, "rrb")  # used up: it does not roll
    assert [t["id"] for t in of(dead, 1)["tanks"]] == ["B"]
    assert (dead.phase, tank(dead, 0, "A")["chips"]) == ("plot", 5)
    other = play(state, "bbb", "rrr", "bbb", "rrb")
    assert of(other, 0)["lost"][-1] == {"id": "A", "strength": 6}
    assert other.phase == "plot"


@pytest.mark.rule("MC-53", "MC-54", "MC-55", "MC-15")
def test_a_helicopter_battle() -> None:
    green = {"tanks": "a1:1", "pad": "c2", "heli": "d5"}
    state = stop(green, NEAR, "mv a1 a2", "fly d7")
    assert state.observe(0)["sides"][1]["tanks"][0]["strength"] is None
    state = play(state, "attack d7 d8")
    assert state.observe(0)["sides"][1]["tanks"][0]["strength"] == 4
    assert weights(state) == {"rr": 4, "rb": 4, "bb": 1}
    assert tank(state.after("rr"), 1, "A")["chips"] == 4
    assert tank(state.after("bb"), 1, "A")["chips"] == 2  # blue hits
    assert play(state, "bb", "bbb", "bb").phase == "plot"
    state = play(state, "rb")
    assert tank(state, 1, "A")["chips"] == 3
    assert weights(state) == {"rrr": 8, "rrb": 12, "rbb": 6, "bbb": 1}
    state = play(state, "rrr")
    assert of(state, 0)["heli"]["chips"] == 1
    assert state.dump()["step"] == "attacker"
    gone = play(state, "rr", "rbb")
    assert (of(gone, 0)["heli"], of(gone, 0)["pad"], gone.phase) == (None, "c2", "plot")


@pytest.mark.rule("MC-57", "MC-58", "MC-59")
@pytest.mark.parametrize(
    ("piece", "there", "gone"), [("art", ["e8"], []), ("launcher", "e8", None)]
)
def test_a_gun_battle(piece: str, there: Any, gone: Any) -> None:
    state = stop({"tanks": "d5:3 a1:1"}, {"tanks": "h12:1", piece: "e8"}, "mv d5 d7")
    assert state.observe(1)["sides"][0]["tanks"][0]["strength"] is None
    state = play(state, "attack d7 e8")
    assert state.observe(1)["sides"][0]["tanks"][0]["strength"] == 3
    assert weights(state) == {"rrr": 8, "rrb": 12, "rbb": 6, "bbb": 1}
    for outcome in ("rrr", "rrb", "rbb"):  # one red or more
        hit = state.after(outcome)
        assert (of(hit, 1)[piece], hit.phase) == (gone, "plot")
        assert tank(hit, 0, "A")["chips"] == 3
    state = state.after("bbb")
    assert weights(state) == {"r": 2, "b": 1}
    assert tank(state.after("b"), 0, "A")["chips"] == 3
    state = state.after("r")
    assert (tank(state, 0, "A")["chips"], state.dump()["step"]) == (2, "attacker")
    dead = play(state, "bbb", "r", "bbb", "r")
    assert of(dead, 0)["lost"][-1] == {"id": "A", "strength": 3}
    assert of(dead, 1)[piece] == there


@pytest.mark.rule("MC-60")
def test_what_a_lost_gun_means() -> None:
    tan = {"tanks": "h12:1", "art": "e8 a10", "launcher": "c8", "ammo": "b9"}
    green = {"tanks": "d5:3 a1:1", "pad": "h3", "heli": "h3"}
    state = stop(green, tan, "mv d5 d7", "fly h5")
    state = play(state, "attack d7 c8", "rrr", "attack d7 e8", "rrr")
    assert (of(state, 1)["launcher"], of(state, 1)["art"]) == (None, ["a10"])
    # turn 4 is tan's; in turn 5 tan plots one artillery marker and no missile
    state = play(to_move(state), "mv h12 h11", "end")
    assert (state.dump()["turn"], state.dump()["step"]) == (5, "tank")
    state = state.after("done")
    assert state.dump()["step"] == "art"
    assert state.after("art d9").phase == "move"


# --- installations -----------------------------------------------------------------------------


@pytest.mark.rule("MC-61", "MC-62", "MC-63", "MC-65")
@pytest.mark.parametrize("piece", ["pad", "ammo", "fuel"])
def test_a_tank_that_stops_on_an_enemy_installation_destroys_it(piece: str) -> None:
    tan = {"tanks": "h12:1", "pad": "b9", "ammo": "f10", "fuel": "g11", "launcher": "a7",
           "heli": "g7"}  # fmt: skip
    tan[piece] = "d8"
    state = stop({"tanks": "d5:3 a1:1", "pad": "h3", "heli": "h2"}, tan, "mv d5 d8", "fly h4")
    left = of(state, 1)
    assert left[piece] is None
    assert (left["heli"] is None) == (piece == "pad")  # it was far from its pad
    assert tank(state, 0, "A")["known"] is False
    assert (state.phase, state.dump()["turn"]) == ("plot", 4)
    tans_turn = to_move(state)
    assert tans_turn.dump()["move"]["left"] == (5 if piece == "fuel" else 8)
    drive = next(m for m in tans_turn.moves() if m.startswith("mv h12 h11"))
    flight = next((m for m in tans_turn.moves() if m.startswith("fly e")), None)
    later = play(tans_turn, drive, *([flight] if flight else []), "end", "done")
    assert (later.dump()["step"] == "missile") == (piece != "ammo")


@pytest.mark.rule("MC-65", "MC-68")
def test_where_an_installation_stood_is_a_space_like_any_other() -> None:
    green = {"tanks": "d6:3 a1:1", "pad": "c3", "heli": "f6"}
    tan = {"tanks": "h12:1", "fuel": "d8", "ammo": "e9"}
    state = to_move(play(moving(green, tan), "mv d6 d8", "fly f7", "end"))
    state = play(state, "mv h12 h11", "end", "tank e9")
    state = play(to_move(state), "mv d8 d9")
    assert "d8" in targets(state, "fly")
    assert "e9" not in targets(state, "fly")
    state = to_move(play(state, "fly f8", "end"))
    assert "e9" in targets(to_move(play(state, "mv h11 h10", "end")), "fly")


@pytest.mark.rule("MC-61", "MC-62", "MC-63", "MC-65")
def test_tan_destroys_installations_too() -> None:
    green = {"tanks": "a1:1", "pad": "d5", "heli": "g7", "ammo": "e4", "launcher": "h2",
             "fuel": "f3"}  # fmt: skip
    state = to_move(position(green, {"tanks": "d7:6 f5:5 e7:4", "fuel": "h10"}, turn=4))
    left = of(play(state, "mv d7 d5", "end"), 0)
    assert (left["pad"], left["heli"]) == (None, None)
    assert (left["ammo"], left["fuel"], left["launcher"]) == ("e4", "f3", "h2")
    dry = to_move(play(state, "mv f5 f3", "end"))
    assert (of(dry, 0)["fuel"], dry.dump()["move"]["left"]) == (None, 5)
    left = of(play(state, "mv e7 e4", "end"), 0)
    assert (left["ammo"], left["heli"]) == (None, {"at": "g7", "chips": 4})


@pytest.mark.rule("MC-64")
def test_only_tanks_attack_installations() -> None:
    tan = {"tanks": "h12:1", "fuel": "d8"}
    beside = stop({"tanks": "d5:3 a1:1"}, tan, "mv d5 d7")
    assert (beside.phase, of(beside, 1)["fuel"]) == ("plot", "d8")
    guns = stop({"tanks": "a1:1", "art": "d6", "launcher": "e6"}, {**tan, "fuel": "d7"},
                "mv a1 a2")  # fmt: skip
    assert (guns.phase, of(guns, 1)["fuel"]) == ("plot", "d7")
    heli = moving({"tanks": "a1:1", "pad": "c2", "heli": "d6"}, tan)
    refused(heli, "fly d8", "MC-28")
    pair = stop({"tanks": "d5:3 a1:1"}, {"tanks": "e8:1", "fuel": "d8"}, "mv d5 d7")
    refused(pair, "attack d7 d8", "MC-64")


@pytest.mark.rule("MC-66", "MC-65")
def test_then_it_attacks_every_target_next_to_it() -> None:
    state = stop({"tanks": "d6:3"}, {"tanks": "h12:1 c9:2", "fuel": "d8", "art": "e9"}, "mv d6 d8")
    assert state.moves() == ("attack d8 c9", "attack d8 e9")


# --- winning, hidden stacks, draws -------------------------------------------------------------


@pytest.mark.rule("MC-71", "MC-R35")
def test_whoever_has_destroyed_all_tanks_wins() -> None:
    state = stop({"tanks": "d5:6"}, {"tanks": "d8:1"}, "mv d5 d7")
    over = play(state, "attack d7 d8", "rbb")
    assert (over.phase, over.to_move, over.result) == ("over", None, (1, -1))
    dump = over.dump()
    assert (dump["step"], dump["move"], dump["battle"], dump["hot"]) == (None, None, None, True)
    lost = stop({"tanks": "d5:6/1"}, {"tanks": "d8:2"}, "mv d5 d7")
    assert play(lost, "attack d7 d8", "bbb", "rbb").result == (-1, 1)
    assert over.moves() == ()


@pytest.mark.rule("MC-71")
def test_who_has_only_tanks_left_plays_on() -> None:
    green = {"tanks": "a1:6", "pad": "c2", "heli": "d5/1"}
    state = play(stop(green, NEAR, "mv a1 a2", "fly d7"), "attack d7 d8", "rr", "rbb")
    assert of(state, 0)["heli"] is None
    assert (state.phase, state.result) == ("plot", None)


@pytest.mark.rule("MC-R25", "MC-14")
def test_surplus_hits_are_lost() -> None:
    state = play(stop({"tanks": "d5:6"}, {"tanks": "d8:1 h12:2"}, "mv d5 d7"), "attack d7 d8")
    for outcome in ("rbb", "rrb", "rrr"):
        after = state.after(outcome)
        assert of(after, 1)["lost"][-1] == {"id": "A", "strength": 1}
        assert ("hit", "tan", "A", 1) in after.events()
        assert tank(after, 1, "B")["chips"] == 2


@pytest.mark.rule("MC-14", "MC-4")
def test_the_chips_left_are_what_remains_of_a_tank() -> None:
    state = play(stop({"tanks": "d5:6"}, {"tanks": "d8:4 c9:2"}, "mv d5 d7"), "attack d7 d8")
    for outcome, left in (("bbb", 4), ("rbb", 3), ("rrb", 2), ("rrr", 1)):
        hit = tank(state.after(outcome), 1, "A")
        assert (hit["strength"], hit["chips"]) == (4, left)
    dead = play(state, "rrr", "bbb", "rbb")
    assert [t["id"] for t in of(dead, 1)["tanks"]] == ["B"]
    # it has left the board: its space is free
    assert "d8" in targets(to_move(dead), "mv", "c9")


@pytest.mark.rule("MC-R32")
def test_hidden_and_open_stacks() -> None:
    assert GAME.new().dump()["options"]["stacks"] == "hidden"
    for stacks in ("hidden", "open"):
        state = GAME.new(stacks=stacks, position={"sides": [
            {"tanks": [{"at": "d4", "strength": 4}, {"at": "a1", "strength": 6}]},
            {"tanks": [{"at": "h12", "strength": 6}]},
        ]})  # fmt: skip
        state = play(state, "tank d5", "mv d4 d5", "end", "rbb")
        hit = state.observe(1)["sides"][0]["tanks"][0]
        assert hit["hits"] == 1
        if stacks == "hidden":
            assert (hit["known"], hit["strength"], hit["chips"]) == (False, None, None)
            assert "stacks" not in state.observe(1)["sides"][0]
        else:
            assert (hit["known"], hit["strength"], hit["chips"]) == (True, 4, 3)
            assert state.observe(1)["sides"][0]["stacks"] == {"4": 3, "6": 6}


@pytest.mark.rule("MC-R34")
def test_a_draw_after_quiet_turns() -> None:
    state = GAME.new(quiet_limit=10, position={"quiet": 8, "sides": [
        {"tanks": [{"at": "a1", "strength": 6}]}, {"tanks": [{"at": "h12", "strength": 6}]},
    ]})  # fmt: skip
    state = play(to_move(state), "mv a1 a2", "end")
    assert (state.phase, state.dump()["quiet"]) == ("plot", 9)
    over = play(to_move(state), "mv h12 h11", "end")
    assert (over.phase, over.result, over.dump()["quiet"]) == ("over", (0, 0), 10)
    hot = play(state, "tank h11", "mv h12 h11", "end", "rbb")
    assert (hot.phase, hot.dump()["quiet"]) == ("plot", 0)
    assert GAME.new().dump()["options"]["quiet_limit"] == 40


@pytest.mark.rule("MC-R34")
def test_every_turn_without_a_loss_is_quiet_the_first_two_too() -> None:
    state = play(position({"tanks": "a1:6"}, turn=1), "mv a1 a2", "end")
    assert state.dump()["quiet"] == 1
    assert play(state, "mv h12 h11", "end").dump()["quiet"] == 2
    miss = play(position({"tanks": "d4:6"}, quiet=5), "tank d5", "mv d4 d5", "end", "bbb")
    assert miss.dump()["quiet"] == 6


@pytest.mark.rule("MC-R34")
@pytest.mark.parametrize(
    "moves",
    [
        ("done", "missile e6", "done", "done", "mv d5 d6", "fly e6", "end", "rb"),
        ("done", "done", "done", "mv d5 c7", "fly e6", "end", "attack c7 b8", "rbb"),
        ("done", "done", "done", "mv d5 d8", "fly e6", "end"),
        ("tank d8", "done", "done", "mv d5 d6", "fly e6", "end"),
    ],
    ids=["helicopter", "gun", "installation", "scuttled"],
)
def test_a_loss_of_any_kind_ends_the_quiet(moves: tuple[str, ...]) -> None:
    green = {"tanks": "d5:6 a1:1", "pad": "e4", "heli": "e4"}
    tan = {"tanks": "h12:6", "art": "b8", "launcher": "h10", "ammo": "g11", "fuel": "d8"}
    state = position(green, tan, quiet=5)
    assert play(to_move(state), "mv d5 d6", "fly e6", "end").dump()["quiet"] == 6
    after = play(state, *moves)
    assert (after.dump()["turn"], after.dump()["quiet"]) == (4, 0)
