"""Rules of Mission Command Land: plotting and shots (MC-29 to MC-42, MC-67 to MC-70, rulings)."""

from __future__ import annotations

from typing import Any

import pytest
from mission_command_help import (
    FAR,
    GAME,
    LONE,
    of,
    play,
    position,
    refused,
    tank,
    targets,
    weights,
)

FULL_TAN = {"tanks": "h12:6 g12:5 f12:4 e12:3", "art": "a12 b12 c12 d12 a11", "ammo": "f10",
            "launcher": "g11"}  # fmt: skip
WITH_HELI = {"tanks": "a1:1 h1:2", "pad": "c2", "heli": "d5"}


def shots(state: Any, *moves: str) -> Any:
    """Return the state after ``moves`` and ``end``."""
    return play(state, *moves, "end")


# --- plotting ----------------------------------------------------------------------------------


@pytest.mark.rule("MC-29", "MC-33", "MC-36", "MC-41")
def test_up_to_three_two_and_five_markers() -> None:
    state = position(WITH_HELI, FULL_TAN)
    assert (state.to_move, state.dump()["step"]) == (1, "tank")
    state = play(state, "tank d6", "tank d7", "tank d8")
    assert state.dump()["step"] == "missile"
    state = play(state, "missile e6", "missile e7")
    assert state.dump()["step"] == "art"
    state = play(state, "art f6", "art f7", "art f8", "art g6", "art g7")
    assert (state.phase, state.to_move) == ("move", 0)
    assert state.dump()["plots"] == {
        "tank": ["d6", "d7", "d8"], "missile": ["e6", "e7"], "art": ["f6", "g6", "f7", "g7", "f8"]
    }  # fmt: skip


@pytest.mark.rule("MC-33")
def test_fewer_tanks_fewer_tank_markers() -> None:
    two = position(LONE, {"tanks": "h12:6 g12:5", "art": "a12"})
    assert play(two, "tank d6", "tank d7").dump()["step"] == "art"
    assert play(position(), "tank d6").phase == "move"
    patrol = position({"tanks": "a1:2"}, {"tanks": "f8:2 e8:3"}, army="patrol")
    assert play(patrol, "tank d6", "tank d5").phase == "move"


@pytest.mark.rule("MC-36", "MC-62", "MC-R36")
def test_missiles_need_launcher_depot_and_a_helicopter() -> None:
    assert play(position(WITH_HELI, FULL_TAN), "done").dump()["step"] == "missile"
    for missing in ("launcher", "ammo"):
        tan = {key: value for key, value in FULL_TAN.items() if key != missing}
        assert play(position(WITH_HELI, tan), "done").dump()["step"] == "art"
    assert play(position(LONE, FULL_TAN), "done").dump()["step"] == "art"


@pytest.mark.rule("MC-41")
def test_as_many_artillery_markers_as_pieces() -> None:
    state = play(position(LONE, {**FAR, "art": "a12 b12"}), "done", "art d6", "art d7")
    assert state.phase == "move"
    assert play(position(), "done").phase == "move"


@pytest.mark.rule("MC-30", "MC-R10")
def test_no_marker_on_a_unit() -> None:
    state = position({**WITH_HELI, "art": "b4"}, FULL_TAN)
    for square in ("a1", "h1", "d5"):
        refused(state, f"tank {square}", "MC-30")
    for square in ("b4", "h12", "a12", "g11"):
        refused(state, f"tank {square}", "MC-R10")
    # a piece that moves into a space just vacated is safe there
    state = play(position({"tanks": "d4:2 d5:3"}), "done", "mv d5 d6", "mv d4 d5", "end")
    assert (state.phase, state.dump()["turn"]) == ("plot", 4)


@pytest.mark.rule("MC-37", "MC-R11")
def test_no_missile_on_an_installation() -> None:
    green = {**WITH_HELI, "ammo": "d3"}
    state = play(position(green, {**FULL_TAN, "pad": "d11"}), "done")
    refused(state, "missile c2", "MC-37")
    refused(state, "missile d11", "MC-37")
    refused(state, "missile d3", "MC-R11")
    refused(state, "missile f10", "MC-R11")
    art = play(state, "done")
    assert {"c2", "d3", "f10", "d11"} <= {*targets(art, "art")}


@pytest.mark.rule("MC-R9")
def test_one_marker_on_a_space() -> None:
    state = play(position(WITH_HELI, FULL_TAN), "tank d6")
    refused(state, "tank d6", "MC-R9")
    state = play(state, "done")
    refused(state, "missile d6", "MC-R9")
    state = play(state, "missile d7", "done")
    refused(state, "art d6", "MC-R9")
    refused(state, "art d7", "MC-R9")


@pytest.mark.rule("MC-R12")
def test_done_at_any_time() -> None:
    state = position(WITH_HELI, FULL_TAN)
    assert state.moves()[-1] == "done"
    assert play(state, "tank d6").moves()[-1] == "done"
    assert play(state, "done", "done", "done").phase == "move"


@pytest.mark.rule("MC-R41")
def test_what_is_lost_counts_from_the_next_plot_on() -> None:
    # green takes tan's fuel depot in turn 3; tan's movement in turn 4 has five steps
    state = play(position({"tanks": "d6:3"}, {"tanks": "h12:6", "fuel": "d8"}),
                 "done", "mv d6 d8", "end", "done")  # fmt: skip
    assert (state.phase, state.dump()["move"]["left"]) == ("move", 5)
    # tan scuttles its own ammunition depot; the missile step of this very turn comes later
    state = play(position(WITH_HELI, {**FULL_TAN, "tanks": "h12:6"}), "tank f10")
    assert state.dump()["step"] == "missile"


# --- what a marker does ------------------------------------------------------------------------


@pytest.mark.rule("MC-31", "MC-R31")
def test_only_a_piece_that_ends_its_move_there_is_hit() -> None:
    state = position({"tanks": "d4:3 a1:1"}, {"tanks": "h12:6 g12:5 f12:4"})
    plotted = play(state, "tank d5", "tank d7", "tank g9")
    passed = shots(plotted, "mv d4 d6")
    assert (passed.phase, passed.dump()["turn"]) == ("plot", 4)
    assert passed.events() == (("turn", 4, "tan"),)  # of what found nothing, nothing is told
    found = shots(plotted, "mv d4 d5")
    assert found.dump()["shots"] == [["tank", "d5"]]
    assert [e for e in found.events(0) if e[0] == "found"] == [("found", "tan", "tank", "d5")]
    assert found.dump()["plots"] == {"tank": [], "missile": [], "art": []}


@pytest.mark.rule("MC-R31")
def test_only_the_plotter_is_told_what_it_plots() -> None:
    state = play(position({"tanks": "d4:3"}), "tank d5")
    assert state.events(0) == (("plotted", "tan"),)
    assert state.events(1) == (("plot", "tan", "tank", "d5"), ("plotted", "tan"))


@pytest.mark.rule("MC-32", "MC-40", "MC-39", "MC-35")
def test_tank_and_artillery_shots_hit_tanks_missiles_helicopters() -> None:
    state = position(WITH_HELI, FULL_TAN)
    state = play(state, "tank d6", "done", "missile a2", "done", "art e6", "done")
    for landing in ("d6", "e6"):
        after = shots(state, "mv h1 h2", f"fly {landing}")
        assert after.dump()["turn"] == 4
    tank_on_missile = shots(state, "mv a1 a2", "fly d4")
    assert tank_on_missile.dump()["turn"] == 4
    assert tank(tank_on_missile, 0, "A")["chips"] == 1


@pytest.mark.rule("MC-34", "MC-R25")
def test_a_tank_shot_is_three_dice() -> None:
    state = shots(play(position({"tanks": "d4:6 a1:1"}), "tank d5"), "mv d4 d5")
    assert weights(state) == {"rrr": 8, "rrb": 12, "rbb": 6, "bbb": 1}
    for outcome, left in (("bbb", 6), ("rbb", 5), ("rrb", 4), ("rrr", 3)):
        assert tank(state.after(outcome), 0, "A")["chips"] == left
    weak = shots(play(position({"tanks": "d4:6/2 a1:1"}), "tank d5"), "mv d4 d5")
    for outcome in ("rrb", "rrr"):  # equal is enough, surplus hits are lost
        assert of(weak.after(outcome), 0)["lost"][-1] == {"id": "A", "strength": 6}


@pytest.mark.rule("MC-38", "MC-R37", "MC-15")
def test_a_missile_is_two_dice() -> None:
    state = play(position({**WITH_HELI, "heli": "d5/2"}, FULL_TAN), "done", "missile e6", "done",
                 "done")  # fmt: skip
    state = shots(state, "mv a1 a2", "fly e6")
    assert weights(state) == {"rr": 4, "rb": 4, "bb": 1}
    assert of(state.after("rb"), 0)["heli"] == {"at": "e6", "chips": 1}
    assert of(state.after("rr"), 0)["heli"] is None
    assert of(state.after("bb"), 0)["heli"] == {"at": "e6", "chips": 2}
    back = shots(play(position({**WITH_HELI, "heli": "d5/2"}, FULL_TAN), "done", "done", "done"),
                 "mv a1 a2", "fly c2")  # fmt: skip
    assert of(back, 0)["heli"] == {"at": "c2", "chips": 2}  # the pad does not heal


@pytest.mark.rule("MC-42")
def test_an_artillery_shot_is_one_die() -> None:
    state = play(position({"tanks": "d4:6 a1:1"}, {**FAR, "art": "a12"}), "done", "art d5")
    state = shots(state, "mv d4 d5")
    assert weights(state) == {"r": 2, "b": 1}
    assert tank(state.after("r"), 0, "A")["chips"] == 5
    assert tank(state.after("b"), 0, "A")["chips"] == 6


@pytest.mark.rule("MC-R2")
@pytest.mark.parametrize(
    ("reds", "blues", "expected"),
    [
        (3, None, {"rrr": 1, "rrb": 3, "rbb": 3, "bbb": 1}),
        (1, 5, {"rrr": 1, "rrb": 15, "rbb": 75, "bbb": 125}),
        (1, 2, {"rrr": 1, "rrb": 6, "rrn": 9, "rbb": 12, "rbn": 36, "rnn": 27, "bbb": 8,
                "bbn": 36, "bnn": 54, "nnn": 27}),
    ],
)  # fmt: skip
def test_the_faces_of_the_dice(reds: int, blues: int | None, expected: dict[str, int]) -> None:
    state = position({"tanks": "d4:6 a1:1"}, reds=reds, blues=blues)
    assert weights(shots(play(state, "tank d5"), "mv d4 d5")) == expected


@pytest.mark.rule("MC-R2")
def test_the_default_dice() -> None:
    options = GAME.new().dump()["options"]
    assert (options["reds"], options["blues"]) == (4, 2)
    assert GAME.new(reds=3).dump()["options"]["blues"] == 3
    state = shots(play(position({"tanks": "d4:6 a1:1"}), "tank d5"), "mv d4 d5")
    refused(state, "rrn", "MC-R2")


@pytest.mark.rule("MC-R27", "MC-R35", "MC-71")
def test_shots_in_square_order_and_the_game_ends_at_the_first_loss() -> None:
    state = position({"tanks": "d4:1 f4:2"}, {"tanks": "h12:6 g12:5 f12:4"})
    state = shots(play(state, "tank f5", "tank d5", "tank a8"), "mv d4 d5", "mv f4 f5")
    assert state.dump()["shots"] == [["tank", "d5"], ["tank", "f5"]]
    last = play(state, "rrr")
    assert last.dump()["shots"] == [["tank", "f5"]]
    over = play(last, "rrr")
    assert (over.phase, over.result) == ("over", (-1, 1))


@pytest.mark.rule("MC-R27")
def test_square_order_goes_across_the_kinds_of_markers() -> None:
    plotted = play(position(WITH_HELI, FULL_TAN), "done", "missile d4", "done", "art h5", "done")
    state = shots(plotted, "mv h1 h5", "fly d4")
    assert state.dump()["shots"] == [["missile", "d4"], ["art", "h5"]]


@pytest.mark.rule("MC-R38")
def test_shots_harm_nothing_but_the_pieces_named() -> None:
    green = {"tanks": "d2:3 a1:1", "fuel": "d3", "art": "c4 e4", "launcher": "d4"}
    state = shots(play(position(green), "tank d3"), "mv d2 d3")
    assert state.dump()["shots"] == [["tank", "d3"]]
    empty = shots(play(position(green), "tank d3"), "mv a1 a2")
    for after in (play(state, "rrr"), empty):
        assert (of(after, 0)["fuel"], of(after, 0)["art"]) == ("d3", ["c4", "e4"])
        assert of(after, 0)["launcher"] == "d4"


# --- scuttling ---------------------------------------------------------------------------------

DEPOT = {"tanks": "h12:6 g12:5", "fuel": "d8", "art": "a12"}


@pytest.mark.rule("MC-67", "MC-68", "MC-R28")
def test_a_marker_on_the_own_installation_destroys_it() -> None:
    for moves in (("tank d8", "done", "done"), ("done", "art d8")):
        state = shots(play(position({"tanks": "d4:3 a1:1"}, DEPOT), *moves), "mv d4 d5")
        assert of(state, 1)["fuel"] is None
        assert (state.phase, state.dump()["quiet"]) == ("plot", 0)
        onhit = position({"tanks": "d4:3 a1:1"}, DEPOT, scuttle="onhit")
        assert of(shots(play(onhit, *moves), "mv d4 d5"), 1)["fuel"] == "d8"
        assert of(shots(play(onhit, *moves), "mv d4 d8"), 1)["fuel"] is None


@pytest.mark.rule("MC-69", "MC-R29", "MC-70")
def test_the_tank_there_loses_one_chip_without_dice() -> None:
    tan = {**DEPOT, "art": "e9"}
    for moves in (("tank d8", "done", "done"), ("done", "art d8")):
        state = shots(play(position({"tanks": "d4:3 a1:1"}, tan), *moves), "mv d4 d8")
        assert tank(state, 0, "A")["chips"] == 2
        assert (state.phase, state.moves()) == ("attack", ("attack d8 e9",))
    dead = shots(play(position({"tanks": "d4:3/1 a1:1"}, tan), "tank d8", "done", "done"),
                 "mv d4 d8")  # fmt: skip
    assert (dead.phase, of(dead, 0)["lost"][-1]) == ("plot", {"id": "A", "strength": 3})


@pytest.mark.rule("MC-69", "MC-71", "MC-R35")
def test_the_last_tank_may_die_on_a_scuttled_installation() -> None:
    state = play(position({"tanks": "d4:3/1"}, DEPOT), "tank d8", "tank a9", "done")
    over = shots(state, "mv d4 d8")
    assert (over.phase, over.result) == ("over", (-1, 1))
    assert of(over, 1)["fuel"] is None


@pytest.mark.rule("MC-61", "MC-R39")
def test_scuttling_the_pad_removes_the_helicopter() -> None:
    tan = {**DEPOT, "pad": "e10", "heli": "b9"}
    state = shots(play(position({"tanks": "d4:3 a1:1"}, tan), "tank e10", "done", "done"),
                  "mv d4 d5")  # fmt: skip
    assert (of(state, 1)["pad"], of(state, 1)["heli"]) == (None, None)


@pytest.mark.rule("MC-R39")
def test_in_its_own_turn_a_side_keeps_its_pad() -> None:
    green = {"tanks": "d4:3 a1:1", "pad": "d5", "heli": "d6"}
    state = play(position(green, {"tanks": "h12:6 g12:5"}), "tank d5", "done")
    for stop in ("d5", "e4"):  # its own tank on it, the enemy's marker on it
        after = shots(state, f"mv d4 {stop}", "mv a1 a2", "fly d7")
        if stop == "d5":
            after = play(after, "rbb")
        assert (of(after, 0)["pad"], of(after, 0)["heli"]) == ("d5", {"at": "d7", "chips": 4})


@pytest.mark.rule("MC-R30")
def test_missiles_out_still_count_when_the_depot_is_scuttled() -> None:
    state = play(position(WITH_HELI, {**FULL_TAN, "ammo": "f8"}),
                 "tank f8", "done", "missile e8", "done", "done")  # fmt: skip
    state = shots(state, "mv a1 a2", "fly e8")
    assert of(state, 1)["ammo"] == "f8"  # square order: the missile on e8 comes first
    assert of(play(state, "rr"), 1)["ammo"] is None
    early = play(position(WITH_HELI, {**FULL_TAN, "ammo": "d7"}),
                 "tank d7", "done", "missile e8", "done", "done")  # fmt: skip
    early = shots(early, "mv a1 a2", "fly e8")
    assert of(early, 1)["ammo"] is None
    assert (early.phase, early.dump()["step"]) == ("shots", "missile")
