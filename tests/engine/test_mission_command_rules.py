"""Rules of Mission Command Land: set-up, turns, movement (MC-1 to MC-28 and their rulings)."""

from __future__ import annotations

import pytest
from mission_command_help import (
    BASTION,
    BOTH,
    GAME,
    ROW,
    moving,
    of,
    play,
    position,
    refused,
    tank,
    targets,
    to_move,
)

TANKS = [f"tank{n} {column}1" for n, column in zip(range(1, 7), "abcdef", strict=True)]

# --- set-up ------------------------------------------------------------------------------------


@pytest.mark.rule("MC-1", "MC-16", "MC-R3")
def test_two_seats_green_first() -> None:
    assert GAME.seats == ("Green", "Tan")
    state = GAME.new(layouts=BOTH)
    assert (state.to_move, state.dump()["turn"], state.dump()["mover"]) == (0, 1, 0)
    second = play(state, "mv a1 a2", "fly d5", "end")
    assert (second.to_move, second.dump()["turn"]) == (1, 2)
    third = play(second, "mv h12 h11", "fly e8", "end")
    assert (third.dump()["turn"], third.dump()["mover"], third.to_move) == (3, 0, 1)


@pytest.mark.rule("MC-2", "MC-12", "MC-13", "MC-14")
def test_tanks_start_in_the_own_back_row_each_strength_once() -> None:
    state = GAME.new().after("form bastion")
    assert state.moves() == tuple(f"tank1 {c}1" for c in "abcdefgh")
    refused(state, "tank1 a2", "MC-12")
    state = play(state, "tank1 a1")
    refused(state, "tank2 a1", "MC-12")
    assert state.moves() == tuple(f"tank2 {c}1" for c in "bcdefgh")
    tan = play(state, *TANKS[1:], "form bastion")
    assert tan.to_move == 1
    assert tan.moves() == tuple(f"tank1 {c}12" for c in "abcdefgh")
    placed = of(tan, 0)["tanks"]
    assert sorted(t["strength"] for t in placed) == [1, 2, 3, 4, 5, 6]
    assert all(t["chips"] == t["strength"] for t in placed)


@pytest.mark.rule("MC-3", "MC-4", "MC-15")
def test_what_a_side_has() -> None:
    full, patrol = of(GAME.new(layouts=BOTH), 0), GAME.new(army="patrol")
    assert len(full["tanks"]) == 6
    assert len(full["art"]) == 5
    assert None not in (full["pad"], full["ammo"], full["fuel"], full["launcher"])
    assert full["heli"] == {"at": full["pad"], "chips": 4}
    assert sum(t["chips"] for t in full["tanks"]) + 4 == 25
    patrol = play(patrol, "form picket", "tank2 a1", "tank3 b1")
    assert patrol.dump()["step"] == "tank4"
    patrol = play(patrol, "tank4 c1")
    small = of(patrol, 0)
    assert (len(small["tanks"]), len(small["art"])) == (3, 2)
    assert [t["strength"] for t in small["tanks"]] == [2, 3, 4]


@pytest.mark.rule("MC-5")
def test_the_placing_order() -> None:
    state = GAME.new()
    refused(state, "form castle", "MC-5")
    steps = []
    for move in ("pad d2", "ammo e3", "fuel c4", "art b3", "art d4", "art f4", "art c5", "art e5",
                 "launcher f2", *TANKS):  # fmt: skip
        steps.append(state.dump()["step"])
        refused(state, "mv a1 a2", "MC-5" if steps[-1] == "pad" else _placing_rule(steps[-1]))
        state = state.after(move)
    assert steps == ["pad", "ammo", "fuel", *["art"] * 5, "launcher",
                     *(f"tank{n}" for n in range(1, 7))]  # fmt: skip
    assert (state.to_move, state.dump()["step"]) == (1, "pad")


def _placing_rule(step: str) -> str:
    return {"art": "MC-10", "launcher": "MC-11"}.get(step, "MC-12" if "tank" in step else "MC-5")


@pytest.mark.rule("MC-6", "MC-7", "MC-8", "MC-R4")
def test_where_installations_go() -> None:
    state = GAME.new()
    assert [m for m in state.moves() if m.startswith("pad")] == [
        f"pad {c}{r}" for r in range(2, 7) for c in "abcdefgh"
    ]
    refused(state, "pad a1", "MC-8")
    refused(state, "pad a7", "MC-R4")
    state = state.after("pad d2")
    refused(state, "ammo d2", "MC-6")
    refused(state, "ammo d5", "MC-7")
    refused(state, "ammo f2", "MC-7")
    state = state.after("ammo e3")
    assert not {"d", "e"} & {sq[0] for sq in targets(state, "fuel")}
    assert not {"2", "3"} & {sq[1] for sq in targets(state, "fuel")}


@pytest.mark.rule("MC-R4")
def test_the_middle_row_of_an_odd_board_is_nobodys() -> None:
    state = GAME.new(rows=13)
    assert {int(sq[1:]) for sq in targets(state, "pad")} == {2, 3, 4, 5, 6}
    tan = GAME.new(rows=13, layouts=[{**BASTION, "tanks": ROW}, None])
    assert {int(sq[1:]) for sq in targets(tan, "pad")} == {8, 9, 10, 11, 12}


@pytest.mark.rule("MC-7", "MC-8", "MC-10", "MC-11", "MC-12", "MC-R4", "MC-R6")
def test_tan_places_on_its_own_side() -> None:
    state = GAME.new(layouts=[BOTH[0], None])
    half = [f"{c}{r}" for r in range(7, 13) for c in "abcdefgh"]
    assert targets(state, "pad") == [sq for sq in half if not sq.endswith("12")]
    refused(state, "pad a12", "MC-8")
    refused(state, "pad a6", "MC-R4")
    state = state.after("pad e11")
    refused(state, "ammo a11", "MC-7")
    refused(state, "ammo e10", "MC-7")
    state = play(state, "ammo d10", "fuel f9")
    free = [sq for sq in half if sq not in ("e11", "d10", "f9")]
    assert targets(state, "art") == free
    refused(state, "art a6", "MC-10")
    state = play(state, "art a12", "art b12")  # six spaces are left for six tanks
    refused(state, "art c12", "MC-R6")
    state = play(state, "art a11", "art b11", "art c11")
    assert targets(state, "launcher") == [
        sq for sq in free if sq not in ("a11", "b11", "c11") and not sq.endswith("12")
    ]
    refused(state, "launcher a6", "MC-11")
    assert targets(state.after("launcher g11"), "tank1") == [f"{c}12" for c in "cdefgh"]


@pytest.mark.rule("MC-9")
def test_an_installation_stays_when_a_piece_leaves_it() -> None:
    state = moving({"tanks": "d3:1 a1:2", "fuel": "d3", "pad": "f4", "heli": "f4"})
    state = play(state, "mv d3 d5", "fly f6")
    assert (of(state, 0)["fuel"], of(state, 0)["pad"]) == ("d3", "f4")


@pytest.mark.rule("MC-9", "MC-10", "MC-11")
def test_guns_and_installations_never_move() -> None:
    state = GAME.new(layouts=BOTH)
    fixed = {of(state, 0)[p] for p in ("ammo", "fuel", "launcher")} | {*of(state, 0)["art"]}
    starts = {move.split()[1] for move in state.moves() if move.startswith("mv")}
    assert not starts & fixed
    gun = play(GAME.new(), "pad d2", "ammo e3", "fuel c4")
    assert gun.dump()["step"] == "art"
    own_half = {f"{c}{r}" for r in range(1, 7) for c in "abcdefgh"}
    assert {*targets(gun, "art")} == own_half - {"d2", "e3", "c4"}
    refused(gun, "art a7", "MC-10")
    launcher = play(gun, "art b3", "art d4", "art f4", "art c5", "art e5")
    occupied = {"d2", "e3", "c4", "b3", "d4", "f4", "c5", "e5"}
    assert {*targets(launcher, "launcher")} == own_half - occupied
    refused(launcher, "launcher a7", "MC-11")
    refused(launcher, "launcher e5", "MC-R7")


@pytest.mark.rule("MC-R7")
def test_no_gun_on_an_installation_but_later_an_own_tank() -> None:
    gun = play(GAME.new(), "pad d2", "ammo e3", "fuel c4")
    refused(gun, "art d2", "MC-R7")
    refused(gun.after("art d4"), "art d4", "MC-R7")
    tank_on_it = play(moving({"tanks": "d2:6", "fuel": "d3"}), "mv d2 d3", "end")
    assert of(tank_on_it, 0)["fuel"] == "d3"


@pytest.mark.rule("MC-R5")
def test_the_other_sides_pieces_are_hidden_during_the_set_up() -> None:
    state = play(GAME.new(), "pad d2")
    assert state.observe(1)["sides"][0] is None
    assert state.observe(1)["step"] is None
    assert state.events(1) == ()
    tan = play(GAME.new(), "form bastion", *TANKS)
    assert tan.to_move == 1
    assert tan.observe(1)["sides"][0] is None
    assert tan.observe(0)["sides"][1] is None
    assert tan.observe(0)["step"] is None


@pytest.mark.rule("MC-13", "MC-R5")
def test_the_other_side_is_not_told_what_is_placed() -> None:
    state = GAME.new().after("form bastion")
    assert state.events(1) == ()
    assert state.events(0) == (("form", "green", "bastion"),)
    state = state.after("tank1 a1")
    assert state.events(1) == ()
    assert state.events(0) == (("put", "green", "tank1", "a1"),)


@pytest.mark.rule("MC-R6")
def test_guns_leave_the_back_row_to_the_tanks() -> None:
    state = play(GAME.new(), "pad d2", "ammo e3", "fuel c4", "art a1")
    assert "b1" in targets(state, "art")
    state = state.after("art b1")  # six spaces are left for six tanks
    refused(state, "art c1", "MC-R6")
    assert not [sq for sq in targets(state, "art") if sq.endswith("1")]
    patrol = play(GAME.new(army="patrol"), "pad b2", "ammo d3", "fuel e4", "art a1", "art b1")
    assert "launcher c1" in patrol.moves()  # three spaces are left for three tanks


@pytest.mark.rule("MC-R1", "MC-2")
def test_the_board_sizes() -> None:
    for army, cols, rows in (("full", 8, 12), ("patrol", 6, 8)):
        options = GAME.new(army=army).dump()["options"]
        assert (options["cols"], options["rows"]) == (cols, rows)
    big = GAME.new(cols=10, rows=16)
    assert {sq[0] for sq in targets(big, "pad")} == {*"abcdefghij"}
    assert {int(sq[1:]) for sq in targets(big, "pad")} == {*range(2, 9)}
    refused(GAME.new(cols=6), "pad g2", "MC-R1")


# --- turns -------------------------------------------------------------------------------------


@pytest.mark.rule("MC-17")
def test_the_first_two_turns_are_movement_only() -> None:
    state = position({"tanks": "d5:6"}, {"tanks": "d8:6"}, turn=1)
    assert state.phase == "move"
    after = play(state, "mv d5 d7", "end")
    assert (after.phase, after.dump()["turn"], after.to_move) == ("move", 2, 1)
    third = play(after, "mv d8 e7", "end")
    assert (third.phase, third.dump()["turn"]) == ("plot", 3)


@pytest.mark.rule("MC-18", "MC-R26")
def test_the_four_steps_of_a_turn() -> None:
    state = position({"tanks": "d4:3 a1:1"}, {"tanks": "d8:6 h12:1"})
    phases = []
    for move in ("tank d7", "done", "mv d4 d7", "end", "rbb", "attack d7 d8"):
        phases.append(state.phase)
        state = state.after(move)
    assert phases == ["plot", "plot", "move", "move", "shots", "attack"]
    assert (state.phase, state.dump()["step"]) == ("battle", "attacker")


@pytest.mark.rule("MC-R26")
def test_a_piece_that_a_shot_destroys_fights_nothing_and_destroys_nothing() -> None:
    state = play(position({"tanks": "d6:2 a1:1"}, {"tanks": "h12:6", "art": "e9"}),
                 "tank d8", "done", "mv d6 d8", "end")  # fmt: skip
    assert play(state, "rrr").phase == "plot"
    assert play(state, "rbb").moves() == ("attack d8 e9",)
    green = {"tanks": "d4:2 a1:1", "pad": "c3", "heli": "d6/1"}
    tan = {"tanks": "e9:6 h12:5", "ammo": "f10", "launcher": "g11"}
    flown = play(position(green, tan), "done", "missile e8", "done", "mv d4 d5", "fly e8", "end")
    assert play(flown, "bb").moves() == ("attack e8 e9",)
    assert play(flown, "rb").phase == "plot"
    # as long as there are shots to roll, nothing is taken
    shot = play(position({"tanks": "d6:2 a1:1"}, {"tanks": "h12:6", "fuel": "d8"}),
                "tank a2", "mv d6 d8", "mv a1 a2", "end")  # fmt: skip
    assert (shot.phase, of(shot, 1)["fuel"]) == ("shots", "d8")
    assert of(play(shot, "bbb"), 1)["fuel"] is None


# --- tanks -------------------------------------------------------------------------------------


@pytest.mark.rule("MC-19", "MC-R41")
def test_eight_spaces_together() -> None:
    state = moving({"tanks": "a1:1 c1:2 e1:3", "fuel": "h3"})
    assert state.dump()["move"]["left"] == 8
    state = play(state, "mv a1 a4", "mv c1 c4")
    assert state.dump()["move"]["left"] == 2
    assert targets(state, "mv", "e1") == ["c1", "d1", "f1", "g1", "d2", "e2", "f2", "e3"]
    refused(state, "mv e1 e4", "MC-19")
    refused(state, "mv b1 b2", "MC-19")
    gun = play(moving({"tanks": "a1:1 c1:2 e1:3", "art": "e2", "fuel": "h3"}), "mv a1 a4",
               "mv c1 c4")  # fmt: skip
    refused(gun, "mv e1 e3", "MC-19")  # two spaces away, but four round the gun
    assert play(state, "mv e1 e3").moves() == ("end",)


@pytest.mark.rule("MC-63", "MC-19")
def test_five_spaces_without_the_fuel_depot() -> None:
    state = moving({"tanks": "a1:1 c1:2"})
    assert state.dump()["move"]["left"] == 5
    assert "a5" in targets(state, "mv", "a1")  # four for one tank still hold
    assert targets(play(state, "mv a1 a5"), "mv") == ["b1", "d1", "c2"]


@pytest.mark.rule("MC-20")
def test_a_tank_has_to_advance() -> None:
    state = moving({"tanks": "a1:1 c1:2"})
    assert "end" not in state.moves()
    refused(state, "end", "MC-20")
    assert "end" in play(state, "mv a1 a2").moves()
    aside = play(state, "mv a1 b1")
    refused(aside, "end", "MC-20")
    assert "end" in play(aside, "mv c1 c2").moves()


@pytest.mark.rule("MC-21")
def test_four_spaces_for_one_tank() -> None:
    state = moving({"tanks": "d3:1", "fuel": "h3"})
    assert "d7" in targets(state, "mv")
    refused(state, "mv d3 d8", "MC-21")
    refused(state, "mv d3 f6", "MC-21")
    refused(state, "mv d3 d3", "MC-21")
    assert play(moving({"tanks": "d3:1 a1:2"}), "mv d3 d4").moves()[-1] == "end"  # a1 stays put


@pytest.mark.rule("MC-22")
def test_forward_or_sideways() -> None:
    state = moving({"tanks": "d5:1 a1:2"})
    refused(state, "mv d5 d4", "MC-22")
    refused(state, "mv d5 e4", "MC-22")
    assert {"c5", "e5", "d6"} <= {*targets(state, "mv", "d5")}
    near = moving({"tanks": "a1:1 h1:2"}, {"tanks": "a2:6 b1:5"})
    assert targets(near, "mv", "a1") == []  # no diagonal step to b2
    tan = play(to_move(position({"tanks": "a1:1"}, {"tanks": "d8:6 h12:1"}, turn=4)))
    assert {int(sq[1:]) for sq in targets(tan, "mv", "d8")} == {4, 5, 6, 7, 8}


@pytest.mark.rule("MC-23")
def test_occupied_spaces_are_walls_installations_are_not() -> None:
    state = moving({"tanks": "d3:1 a1:2", "art": "d4 c3 e3"})
    assert targets(state, "mv", "d3") == []
    refused(state, "mv d3 d4", "MC-23")
    refused(state, "mv d3 d5", "MC-23")
    foe = moving({"tanks": "d6:1 a1:2"}, {"tanks": "c6:6", "art": "d7", "launcher": "e8"})
    refused(foe, "mv d6 d7", "MC-23")
    assert targets(foe, "mv", "d6") == ["e6", "f6", "g6", "h6", "e7", "f7", "g7", "f8"]
    helis = moving({"tanks": "d6:1 a1:2", "pad": "c3", "heli": "c6"},
                   {"tanks": "h12:6", "pad": "c9", "heli": "d7"})  # fmt: skip
    refused(helis, "mv d6 d7", "MC-23")
    refused(helis, "mv d6 c6", "MC-23")
    site = moving({"tanks": "d3:1 a1:2", "fuel": "d4", "art": "c3 e3 c4 e4 h6"})
    assert {"d4", "d5", "d6"} <= {*targets(site, "mv", "d3")}
    enemy = moving({"tanks": "d6:1 a1:2", "art": "c6 e6"},
                   {"tanks": "h12:6", "fuel": "d7", "art": "c7 e7"})  # fmt: skip
    assert {"d7", "d8"} <= {*targets(enemy, "mv", "d6")}


@pytest.mark.rule("MC-24", "MC-R14")
def test_turning_round() -> None:
    state = moving({"tanks": "d11:1 a1:2"})
    far = play(state, "mv d11 d12")
    assert tank(far, 0, "A")["heading"] == "home"
    refused(far, "mv d12 d11", "MC-R15")
    state = moving({"tanks": "d12:1 b2:2"})
    assert tank(state, 0, "A")["heading"] == "home"
    assert "d11" in targets(state, "mv", "d12")
    home = GAME.new(position={"sides": [
        {"tanks": [{"at": "d2", "strength": 1, "heading": "home"}]},
        {"tanks": [{"at": "h12", "strength": 6}]},
    ]})  # fmt: skip
    back = play(to_move(home), "mv d2 d1")
    assert tank(back, 0, "A")["heading"] == "out"
    assert tank(play(to_move(home), "mv d2 e1"), 0, "A")["heading"] == "out"


@pytest.mark.rule("MC-24", "MC-R14")
def test_a_drive_along_an_end_row_turns_no_tank() -> None:
    state = moving({"tanks": "d12:1 b1:2 f5:3", "fuel": "h3"})
    assert [tank(state, 0, id)["heading"] for id in "AB"] == ["home", "out"]
    state = play(state, "mv d12 e12", "mv b1 a1")
    assert [tank(state, 0, id)["heading"] for id in "AB"] == ["home", "out"]
    assert not [event for event in state.events() if event[0] == "turned"]


@pytest.mark.rule("MC-22", "MC-24", "MC-R14")
def test_tans_tanks_turn_round_too() -> None:
    tan = {"tanks": [{"at": "d2", "strength": 1}, {"at": "e9", "strength": 2, "heading": "home"}]}
    sides = [{"tanks": [{"at": "a5", "strength": 6}]}, tan]
    state = to_move(GAME.new(position={"turn": 4, "sides": sides}))
    assert {int(sq[1:]) for sq in targets(state, "mv", "d2")} == {1, 2}
    assert {int(sq[1:]) for sq in targets(state, "mv", "e9")} == {9, 10, 11, 12}
    assert tank(play(state, "mv d2 d1"), 1, "A")["heading"] == "home"
    assert tank(play(state, "mv e9 e12"), 1, "B")["heading"] == "out"


@pytest.mark.rule("MC-R8", "MC-17")
def test_no_stop_on_an_enemy_installation_in_the_first_two_turns() -> None:
    state = position({"tanks": "d6:1"}, {"tanks": "d9:6", "fuel": "d7"}, turn=1)
    refused(state, "mv d6 d7", "MC-R8")
    assert "d8" in targets(state, "mv")  # crossing it, and next to an enemy
    state = play(state, "mv d6 d8", "end", "mv d9 e7", "end")
    state = to_move(state)
    # the two that met do not fight until one of them moves again
    assert state.dump()["turn"] == 3
    assert "d7" in targets(to_move(position({"tanks": "d6:1"}, {"tanks": "d9:6", "fuel": "d7"})),
                           "mv")  # fmt: skip
    second = position({"tanks": "a1:1", "fuel": "d6"}, {"tanks": "d7:6"}, turn=2)
    refused(second, "mv d7 d6", "MC-R8")
    assert "d5" in targets(second, "mv")


@pytest.mark.rule("MC-R13")
def test_one_drive_can_use_up_one_advance_and_block_another() -> None:
    # B, between guns on d3 and f3, can only go by e4
    state = moving({"tanks": "d4:1 e3:2", "art": "d3 f3"})
    refused(state, "mv d4 e4", "MC-R13")
    assert {"c4", "f4", "d5"} <= {*targets(state, "mv", "d4")}


@pytest.mark.rule("MC-R13", "MC-20")
def test_the_last_advance_is_kept() -> None:
    lone = moving({"tanks": "d5:1"})
    assert {int(sq[1:]) for sq in targets(lone, "mv")} == {6, 7, 8, 9}
    refused(lone, "mv d5 e5", "MC-R13")
    # both sideways: the other tank can still advance, so one of them may
    assert "e5" in targets(moving({"tanks": "d5:1 a1:2"}), "mv", "d5")
    # four of five steps sideways leave one; then the other has to advance with it
    state = play(moving({"tanks": "d5:1 h1:2"}), "mv d5 h5")
    assert targets(state, "mv") == ["h2"]
    # who has moved can't make up for it
    state = play(moving({"tanks": "d5:1 a1:2", "fuel": "h3"}), "mv d5 e5")
    refused(state, "mv a1 b1", "MC-R13")
    flown = play(moving({"tanks": "d5:1", "pad": "a2", "heli": "a2"}), "fly a4")
    refused(flown, "mv d5 e5", "MC-R13")
    refused(flown, "end", "MC-20")


@pytest.mark.rule("MC-R13")
def test_the_last_advance_may_not_be_blocked() -> None:
    # the tank on a1 can only go to a2; no other tank can advance
    walled = {"tanks": "a1:1 c1:2", "art": "b1 c2 b2 d1 a3"}
    state = moving(walled)
    assert targets(state, "mv", "a1") == ["a2"]
    assert targets(state, "mv", "c1") == []
    heli = moving({**walled, "pad": "b4", "heli": "c4"})
    assert "a2" not in targets(heli, "fly")
    refused(heli, "fly a2", "MC-R13")
    assert "a4" in targets(heli, "fly")


@pytest.mark.rule("MC-R13")
def test_the_last_step_is_kept_for_an_advance() -> None:
    state = play(moving({"tanks": "a2:1 h4:2 a6:3 b6:4", "fuel": "h2"}), "mv a2 e2")
    assert state.dump()["move"] == {"left": 4, "moved": ["A"], "flown": False, "forward": False}
    refused(state, "mv h4 d4", "MC-R13")
    assert {"e4", "d5"} & {*targets(state, "mv", "h4")} == {"e4"}


@pytest.mark.rule("MC-R13")
def test_two_advances_to_one_space_are_blocked_by_one_piece() -> None:
    # A on d5 goes out, B on d7 comes home: both can only begin with d6
    green = {"tanks": [{"at": "d5", "strength": 1}, {"at": "d7", "strength": 2, "heading": "home"},
                       {"at": "e6", "strength": 3}], "art": ["c5", "e5"], "fuel": "h2"}  # fmt: skip
    tan = {"tanks": [{"at": "h12", "strength": 6}], "art": ["c7", "e7"]}
    state = to_move(GAME.new(position={"sides": [green, tan]}))
    for start in ("d5", "d7"):
        assert "d6" in targets(state, "mv", start)
        assert not {"c5", "e5", "c7", "e7"} & {*targets(state, "mv", start)}
    assert {"f6", "f7"} <= {*targets(state, "mv", "e6")}
    refused(state, "mv e6 d6", "MC-R13")


@pytest.mark.rule("MC-R13")
def test_without_any_advance_the_duty_lapses() -> None:
    state = moving({"tanks": "a1:1", "art": "a2 b2 c1"})
    assert state.moves() == ("mv a1 b1", "end")
    three = moving({"tanks": "a1:1 b1:2 c1:3", "art": "a2 b2 c2 d1"})
    assert three.moves() == ("end",)


@pytest.mark.rule("MC-R13", "MC-R8")
def test_an_installation_on_which_no_tank_may_stop_is_no_advance() -> None:
    # each of the three stands before an installation; around them are only units
    green = {"tanks": "d6:1 e7:2 f8:3", "art": "c6 e6"}
    tan = {"tanks": "f10:6", "pad": "d7", "ammo": "e8", "fuel": "f9", "art": "c7 d8 f7 e9 g8",
           "launcher": "g9"}  # fmt: skip
    assert position(green, tan, turn=1).moves() == ("end",)
    later = moving(green, tan)
    assert later.moves() == ("mv d6 d7", "mv e7 d7", "mv e7 e8", "mv f8 e8", "mv f8 f9")


@pytest.mark.rule("MC-R15")
def test_each_piece_moves_once_in_any_order() -> None:
    state = moving({"tanks": "a1:1 c1:2", "pad": "e3", "heli": "e3", "fuel": "h4"})
    assert "end" in play(state, "fly e5", "mv a1 a2", "mv c1 c2").moves()
    state = play(state, "mv c1 c2", "fly e5", "mv a1 a2")
    assert state.moves() == ("end",)
    refused(state, "mv c2 c3", "MC-R15")
    refused(state, "fly e6", "MC-R15")


@pytest.mark.rule("MC-19", "MC-R16")
def test_a_drive_within_a_row_costs_its_columns() -> None:
    state = moving({"tanks": "d4:1 a1:2"})
    assert play(state, "mv d4 g4").dump()["move"]["left"] == 2


@pytest.mark.rule("MC-R16")
def test_the_shortest_legal_path_counts() -> None:
    state = moving({"tanks": "d3:1 a1:2", "fuel": "h3", "art": "d4"})
    assert play(state, "mv d3 e4").dump()["move"]["left"] == 6
    assert play(state, "mv d3 d5").dump()["move"]["left"] == 4  # round the gun


@pytest.mark.rule("MC-R17")
def test_crossing_an_installation_does_not_harm_it() -> None:
    state = play(moving({"tanks": "d6:1"}, {"tanks": "h12:6", "fuel": "d7"}), "mv d6 d8", "end")
    assert of(state, 1)["fuel"] == "d7"


@pytest.mark.rule("MC-R18")
def test_a_helicopter_on_its_pad_shields_it() -> None:
    state = moving({"tanks": "d7:1 a1:2"}, {"tanks": "h12:6", "pad": "d8", "heli": "d8"})
    refused(state, "mv d7 d8", "MC-23")
    assert "d8" in targets(moving({"tanks": "d7:1"}, {"tanks": "h12:6", "pad": "d8"}), "mv")


# --- the helicopter ----------------------------------------------------------------------------

HELI = {"tanks": "a1:1 h1:2", "pad": "d3"}


@pytest.mark.rule("MC-25", "MC-26", "MC-R21", "MC-R19")
def test_one_to_three_king_moves() -> None:
    state = moving({**HELI, "heli": "d6"})
    expected = {f"{c}{r}" for c in "abcdefg" for r in range(3, 10) if (c, r) != ("d", 6)}
    assert {*targets(state, "fly")} == expected  # with its own pad, d3
    refused(state, "fly d6", "MC-R19")
    refused(moving({**HELI, "heli": "d3"}), "fly d3", "MC-R19")
    refused(state, "fly d10", "MC-25")
    refused(state, "fly h6", "MC-25")
    moved = play(state, "mv a1 a2")
    refused(moved, "end", "MC-25")
    assert "end" in play(moved, "fly g9").moves()


@pytest.mark.rule("MC-15")
def test_without_a_helicopter_nothing_flies() -> None:
    refused(moving({"tanks": "a1:1 h1:2", "pad": "d3"}), "fly d5", "MC-15")


@pytest.mark.rule("MC-25")
def test_it_has_to_fly_even_when_no_steps_are_left() -> None:
    state = play(moving({"tanks": "a1:1 c1:2", "pad": "d3", "heli": "d6"}), "mv a1 a5", "mv c1 c2")
    assert state.dump()["move"]["left"] == 0
    refused(state, "end", "MC-25")
    assert state.after("fly d7").moves() == ("end",)
    tan = {"tanks": "h12:6", "pad": "d10", "heli": "d9"}
    refused(play(to_move(position(None, tan, turn=4)), "mv h12 h11"), "end", "MC-25")


@pytest.mark.rule("MC-27")
def test_it_flies_over_units_that_shut_it_in() -> None:
    shut_in = {"tanks": "a2:1 h1:2", "art": "b1", "pad": "c3", "heli": "a1"}
    state = moving(shut_in, {"tanks": "b2:6"})
    assert {"a3", "c1", "b3", "c2", "c3", "d4"} <= {*targets(state, "fly")}


@pytest.mark.rule("MC-28")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("piece", ["pad", "ammo", "fuel"])
def test_on_which_installation_it_lands(seat: int, piece: str) -> None:
    sides: list[dict[str, str]] = [{**HELI, "heli": "d6"}, {"tanks": "h12:6"}]
    at = sides[seat][piece] = ["e5", "e7"][seat]
    own_pad = seat == 0 and piece == "pad"
    assert (at in targets(moving(*sides), "fly")) == own_pad


@pytest.mark.rule("MC-27", "MC-28")
def test_where_it_lands() -> None:
    state = moving({**HELI, "heli": "d4", "art": "d5 e4", "ammo": "c2"},
                   {"tanks": "h12:6 e7:1", "fuel": "f7"})  # fmt: skip
    refused(state, "fly d5", "MC-27")
    refused(state, "fly e7", "MC-27")
    refused(state, "fly c2", "MC-28")
    refused(state, "fly f7", "MC-28")
    assert "d3" in targets(state, "fly")  # the own pad
    assert "d6" in targets(state, "fly")  # over the gun on d5
    assert "f4" in targets(state, "fly")  # over the gun on e4


@pytest.mark.rule("MC-R20", "MC-R23")
def test_no_legal_flight_and_the_duty_lapses() -> None:
    # in the corner it could reach 15 squares; units and installations stand on all of them
    green = {"tanks": "b1:1 c1:2 d1:3 a3:4 a4:5 f1:6", "art": "b2 b3 b4 c2 c3", "launcher": "d2",
             "ammo": "c4", "fuel": "d3", "pad": "e2", "heli": "a1"}  # fmt: skip
    state = moving(green, {"tanks": "a2:1 d4:2"}, cols=6, rows=8)
    assert targets(state, "fly") == []
    advanced = play(state, "mv f1 f2")
    assert "end" in advanced.moves()
    after = advanced.after("end")  # neither does it attack the tank on a2
    assert (after.phase, after.dump()["turn"]) == ("plot", 4)
    assert "d4" in targets(moving(green, {"tanks": "a2:1 f8:2"}, cols=6, rows=8), "fly")
