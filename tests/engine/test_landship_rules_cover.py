"""The rules of Pocket Landship: hazards, and what happens to your own cards in an enemy turn."""

from __future__ import annotations

from collections import Counter

import pytest
from landship_help import (
    GAME,
    PARADE,
    board,
    board_dump,
    log,
    own,
    part_of,
    play,
    rolls,
    start,
    table,
)

# --- hazards ----------------------------------------------------------------------------------


@pytest.mark.rule("LS-30", "LS-31", "LS-R9")
def test_a_mine_field_counts_every_die_and_goes_after_the_second() -> None:
    state = start("minefield boar badger / badgerb infantry lightart").after("roll 2 4 5")
    assert log(state)[:3] == ["act fl minefield 2", "none", "spent minefield"]
    assert table(state).startswith("minefield:1 ")
    state = play(state, "roll 1 3 5", "place 3 5 1", "roll 1 4 5")
    # The action comes first, then the cube, then the removal.
    assert log(state)[:5] == [
        "act fl minefield 1",
        "hurt hull 2",
        "spent minefield",
        "gone minefield",
        "up badgerb fl",
    ]
    assert "minefield" not in table(state)


@pytest.mark.rule("LS-31", "LS-69", "LS-68", "LS-R30", "LS-R10", "LS-25")
def test_an_ambush_goes_after_its_first_die_and_counts_as_gone() -> None:
    # The fourth enemy card: with it gone the Final Battle begins.
    state = board("ambush boar badger / - infantry -").after("roll 3 5 5")
    assert log(state) == [
        "act fl ambush 3",
        "none",
        "spent ambush",
        "gone ambush",
        "up infantry fl",
        "final",
        "act fc boar 5",
        "none",
        "act fr badger 5",
        "none",
    ]
    assert table(state) == "infantry:3 boar:6 badger:5 / - - -"


@pytest.mark.rule("LS-7", "LS-31", "LS-72", "LS-R31")
@pytest.mark.parametrize(("front", "die"), [("ambush - -", 3), ("- - minefield:1", 6)])
def test_a_hazard_used_up_as_the_last_enemy_wins(front: str, die: int) -> None:
    state = board(f"{front} / - - -").after(f"roll {die}")
    assert log(state)[-2:] == [f"gone {front.strip(' -').split(':')[0]}", "win"]
    assert (state.phase, state.to_move, state.result) == ("over", None, (1,))


@pytest.mark.rule("LS-30", "LS-31")
def test_a_lone_mine_field_with_one_use_left_stays() -> None:
    state = board("minefield - - / - - -").after("roll 3")
    assert table(state) == "minefield:1 - - / - - -"
    assert state.result is None


@pytest.mark.rule("LS-R9", "LS-R31", "LS-67")
@pytest.mark.parametrize(
    ("face", "die", "strengths", "lines"),
    [
        ("ambush", 1, (2, 4, 3), ["hurt hull 2", "lost hull", "loss"]),
        ("ambush", 4, (6, 2, 3), ["hurt cannon 2", "lost cannon", "loss"]),
        ("minefield:1", 4, (1, 4, 3), ["hurt hull 1", "lost hull", "loss"]),
    ],
)
def test_a_hazard_that_destroys_hull_or_weapon_wins_even_as_the_last(
    face: str, die: int, strengths: tuple[int, int, int], lines: list[str]
) -> None:
    state = board(f"{face} - - / - - -", "enemy", strengths).after(f"roll {die}")
    assert log(state)[1:] == lines
    assert state.result == (0,)


@pytest.mark.rule("LS-R7", "LS-68", "LS-R3")
def test_when_a_hazard_leaves_the_centre_the_left_one_of_two_comes_up() -> None:
    state = board("boar ambush badger / infantry - lightart").after("roll 4 4 5")
    assert part_of(log(state), "act fc ambush 4")[-2:] == ["gone ambush", "up infantry fc"]
    assert table(state) == "boar:6 infantry:3 badger:5 / - - lightart:3"
    # The ambush did 2 to the cannon; the infantry has no die and does nothing.
    assert log(state)[-2:] == ["act fr badger 5", "none"]
    assert own(state) == {"hull": 6, "cannon": 2, "sponsons": 3}


# --- what covers you --------------------------------------------------------------------------


@pytest.mark.rule("LS-40", "LS-R16")
@pytest.mark.parametrize("first", ["player", "enemy"])
def test_hunker_down_covers_the_hull_for_one_enemy_turn(first: str) -> None:
    state = start(first=first)
    if first == "enemy":
        state = state.after("roll 4 5 5")
    state = play(state, "roll 1 5 5", "place 1 5 5", "use hull")
    assert log(state) == ["hunker"]
    assert state.dump()["hunker"] is True
    if state.phase == "act":
        state = state.after("end")
    assert state.dump()["hunker"] is True
    # Every hit of the turn is stopped, and only those on the hull.
    if first == "enemy":  # the artillery has gone back, the mine field stands on the right
        state = state.after("roll 1 3 4")
        assert log(state) == [
            "act fl boar 1",
            "blocked hull",
            "act fc badger 3",
            "hurt cannon 1",
            "act fr minefield 4",
            "blocked hull",
            "spent minefield",
        ]
    else:
        state = state.after("roll 1 2 6")
        assert log(state)[1::2] == ["blocked hull", "blocked hull", "hurt sponsons 1"]
    assert own(state)["hull"] == 6
    assert state.dump()["hunker"] is False
    # And no longer than that.
    state = play(state, "roll", "roll 1 3 5", "place 3 5 1", "roll 1 1 1")
    assert "hurt hull 2" in log(state)


@pytest.mark.rule("LS-R16", "LS-40")
def test_hunker_down_ends_even_if_it_was_not_needed_or_the_game_ended() -> None:
    state = board(hunker=True).after("roll 4 5 6")
    assert state.dump()["hunker"] is False
    state = board(PARADE, "enemy", (6, 1, 3), hunker=True).after("roll 1 3 3")
    assert (state.phase, state.dump()["hunker"]) == ("over", False)


@pytest.mark.rule("LS-62", "LS-R17")
def test_the_trenches_cover_all_own_cards_but_chaos_still_works() -> None:
    before = board("boar badger infantry / badgerb lightart ambush", support="troops", trench=True)
    after = before.after("roll 2 3 5")
    assert log(after)[1::2] == ["blocked hull", "blocked cannon", "blocked troops"]
    assert own(after) == own(before)
    assert after.dump()["trench"] is False
    assert log(before.after("roll 3 3 5"))[:4] == [
        "act fl boar 3",
        "chaos",
        "act fc badger 3",
        "blocked cannon",
    ]
    assert before.after("roll 3 3 5").dump()["chaos"] == 1
    # The next enemy turn hurts again.
    again = play(after, "roll 3 3 5", "place 3 5 3", "end", "roll 2 3 5")
    assert own(again) == {"hull": 5, "cannon": 3, "troops": 2}


@pytest.mark.rule("LS-40", "LS-62", "LS-26")
def test_cover_saves_the_last_point_and_stops_spotters() -> None:
    enemies = "lightart infantry boar / badgerb badger ambush"
    dug_in = board(enemies, "enemy", (1, 1, 1), support="troops", trench=True)
    after = dug_in.after("roll 2 4 6")
    assert log(after)[1::2] == ["blocked hull", "blocked troops", "blocked cannon"]
    assert (own(after), after.result) == (own(dug_in), None)
    after = board(enemies, "enemy", (1, 2, 2), hunker=True).after("roll 2 4 6")
    assert log(after)[1::2] == ["blocked hull", "hurt sponsons 1", "hurt cannon 1"]
    assert own(after) == {"hull": 1, "cannon": 1, "sponsons": 1}


@pytest.mark.rule("LS-62", "LS-R17", "LS-30")
def test_the_trenches_do_not_keep_a_hazard_from_being_used() -> None:
    state = board(
        "boar ambush badger / badgerb lightart infantry",
        weapon="corvette",
        support="troops",
        trench=True,
    ).after("roll 4 4 5")
    assert part_of(log(state), "act fc ambush 4") == [
        "blocked corvette",
        "spent ambush",
        "gone ambush",
        "up lightart fc",
    ]


@pytest.mark.rule("LS-R17")
def test_with_the_narrow_reading_only_the_troops_are_covered() -> None:
    state = board(
        "boar badger infantry / badgerb lightart ambush",
        support="troops",
        trenches="self",
        trench=True,
    ).after("roll 2 3 5")
    assert log(state)[1::2] == ["hurt hull 1", "hurt cannon 1", "blocked troops"]
    assert state.dump()["trench"] is False


@pytest.mark.rule("LS-62", "LS-R17")
@pytest.mark.parametrize("first", ["player", "enemy"])
def test_the_trenches_set_by_the_troops_last_for_the_next_enemy_turn(first: str) -> None:
    state = start(first=first, support="troops")
    if first == "enemy":
        state = state.after("roll 4 5 5")
    state = play(state, "roll 2 3 5", "place 3 5 2", "use troops")
    assert log(state) == ["trench"]
    assert state.dump()["trench"] is True
    assert state.phase == "enemy"
    state = state.after("roll 1 3 6")
    assert own(state) == {"hull": 6, "cannon": 4, "troops": 3}
    assert state.dump()["trench"] is False


@pytest.mark.rule("LS-R23", "LS-19", "LS-66")
def test_excess_damage_is_lost_and_a_lost_support_cannot_be_hurt() -> None:
    state = board("bison ambush boar / - infantry -", "enemy", (1, 4, 1)).after("roll 4 6 6")
    assert part_of(log(state), "act fc ambush 6")[:3] == [
        "hurt sponsons 1",
        "lost sponsons",
        "final",
    ]
    assert own(state) == {"hull": 1, "cannon": 3, "sponsons": 0}
    state = board("infantry medart elite / boar badger badgerb", "enemy", (6, 4, 0))
    lines = log(state.after("roll 4 4 4"))
    assert lines[:4] == ["act fl infantry 4", "none", "act fc medart 4", "none"]
    state = board(PARADE, "enemy", (1, 4, 3)).after("roll 1 1 1")
    assert log(state) == ["act fl boar 1", "hurt hull 1", "lost hull", "loss"]
    assert own(state)["hull"] == 0


@pytest.mark.rule("LS-R10", "LS-69", "LS-25")
def test_the_final_battle_begins_in_the_middle_of_an_enemy_turn() -> None:
    # Before the support is lost the boar still retreats, after it the infantry does not.
    dump = board_dump("infantry boar:3 ambush / badger badgerb lightart", "enemy", (6, 4, 1))
    state = GAME.load(dump).after("roll 5 5 5")
    assert log(state)[:6] == [
        "act fl infantry 5",
        "hurt sponsons 1",
        "lost sponsons",
        "final",
        "act fc boar 5",
        "none",
    ]
    dump = board_dump("boar:3 infantry badger / ambush badgerb lightart", "enemy", (6, 4, 1))
    state = GAME.load(dump).after("roll 5 5 5")
    assert log(state)[:7] == [
        "act fl boar 5",
        "mend boar 1",
        "retreat boar bl",
        "up ambush fl",
        "act fc infantry 5",
        "hurt sponsons 1",
        "lost sponsons",
    ]
    assert state.dump()["final"] is True


@pytest.mark.rule("LS-R27", "LS-71")
@pytest.mark.parametrize(
    ("front", "roll", "lines", "after"),
    [
        (
            "minefield:1 boar badger",
            "roll 2 4 5",
            [
                "act fl minefield 2",
                "none",
                "spent minefield",
                "gone minefield",
                "close boar fl",
                "act fl boar 4",
                "none",
                "act fr badger 5",
                "none",
            ],
            "boar:6 - badger:5",
        ),
        (
            "boar ambush badger",
            "roll 3 3 5",
            [
                "act fl boar 3",
                "chaos",
                "act fc ambush 3",
                "none",
                "spent ambush",
                "gone ambush",
                "act fr badger 5",
                "none",
            ],
            "boar:6 - badger:5",
        ),
        (
            "boar badger ambush",
            "roll 3 3 3",
            [
                "act fl boar 3",
                "chaos",
                "act fc badger 3",
                "hurt cannon 1",
                "act fr ambush 3",
                "none",
                "spent ambush",
                "gone ambush",
                "close badger fr",
            ],
            "boar:6 - badger:5",
        ),
        (  # the left one of two goes: the other stays where it is, with its die
            "ambush - badger",
            "roll 3 5",
            ["act fl ambush 3", "none", "spent ambush", "gone ambush", "act fr badger 5", "none"],
            "- - badger:5",
        ),
    ],
)
def test_down_to_two_the_cards_close_up_and_keep_their_dice(
    front: str, roll: str, lines: list[str], after: str
) -> None:
    state = board(f"{front} / - - -").after(roll)
    assert log(state) == lines
    assert table(state) == f"{after} / - - -"


@pytest.mark.rule("LS-R15", "LS-27")
def test_two_chaos_in_one_turn_cost_two_dice() -> None:
    state = start("boar bison medart / badger badgerb infantry", pairing="free")
    state = state.after("roll 3 4 4")
    assert state.dump()["chaos"] == 2
    assert set(state.moves()) == {"roll", "repair sponsons"}
    assert dict(state.after("roll").chances().items()) == rolls(1)


@pytest.mark.rule("LS-R15")
def test_without_any_die_the_players_turn_passes() -> None:
    before = board("boar bison medart / badger badgerb infantry", "enemy", (5, 3, 0))
    after = before.after("roll 3 4 4")
    assert log(after)[-3:] == ["act fr medart 4", "none", "skip"]
    dump = after.dump()
    assert (dump["phase"], dump["chaos"], dump["round"]) == ("enemy", 0, 4)


@pytest.mark.rule("LS-R31", "LS-17", "LS-67")
@pytest.mark.parametrize(
    ("strengths", "roll", "lines"),
    [
        ((2, 4, 3), "roll 1 3 6", ["act fl boar 1", "hurt hull 2", "lost hull", "loss"]),
        (
            (6, 1, 3),
            "roll 2 3 6",
            [
                "act fl boar 2",
                "hurt hull 1",
                "act fc badger 3",
                "hurt cannon 1",
                "lost cannon",
                "loss",
            ],
        ),
    ],
)
def test_a_loss_stops_the_enemy_turn_at_once(
    strengths: tuple[int, int, int], roll: str, lines: list[str]
) -> None:
    state = board(PARADE, "enemy", strengths).after(roll)
    assert log(state) == lines
    assert own(state)["sponsons"] == 3


@pytest.mark.rule("LS-R31")
def test_the_log_counts_really_lost_points_in_every_roll_of_a_weak_side() -> None:
    before = board(PARADE, "enemy", (2, 1, 1))
    ends: Counter[tuple[int, ...] | None] = Counter()
    for roll, weight in before.chances().items():
        after = before.after(roll)
        ends[after.result] += weight
        lines = log(after)
        assert all(strength >= 0 for strength in own(after).values())
        assert (lines[-1] == "loss") == (after.result == (0,))
        assert ("loss" in lines) == (after.result == (0,))
    assert ends[(0,)] > 0
    assert ends[None] > 0
