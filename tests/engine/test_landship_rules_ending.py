"""The rules of Pocket Landship: losses, the Final Battle, and how the game ends."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest
from landship_help import (
    CARDS,
    GAME,
    MOBILE,
    OWN_TRACK,
    PARADE,
    POSITIONS,
    TRACK,
    board,
    board_dump,
    face,
    hand,
    log,
    own,
    own_set,
    play,
    random_options,
    rolls,
    table,
    toml,
    uses,
    walk,
)

import pocketlib

# --- losses -----------------------------------------------------------------------------------


@pytest.mark.rule("LS-66", "LS-69", "LS-70", "LS-6", "LS-R11")
def test_a_lost_support_is_gone_for_good() -> None:
    state = board(PARADE, "enemy", (5, 3, 1)).after("roll 4 5 6")
    # The boar does nothing, the badger neither, the artillery hits the last point.
    assert log(state)[-3:] == ["hurt sponsons 1", "lost sponsons", "final"]
    assert own(state) == {"hull": 5, "cannon": 3, "sponsons": 0}
    # No Emergency Repair, two dice, nothing for the card that is gone, no repair by other cards.
    assert state.phase == "roll"
    assert dict(state.chances().items()) == rolls(2)
    state = state.after("roll 4 6")
    assert set(state.moves()) == {"place 4 6 -", "place 6 4 -"}
    assert uses(state.after("place 4 6 -")) == set()
    state = play(state, "place 6 4 -", "end", "roll 4 5 5")
    assert dict(state.chances().items()) == rolls(2)


@pytest.mark.rule("LS-67", "LS-R31")
@pytest.mark.parametrize(
    ("enemies", "strengths", "weapon", "roll", "lines"),
    [
        (PARADE, (1, 4, 3), "cannon", "roll 2 5 5", ["hurt hull 1", "lost hull", "loss"]),
        (PARADE, (6, 1, 3), "cannon", "roll 6 6 6", ["hurt cannon 1", "lost cannon", "loss"]),
        (PARADE, (6, 1, 3), "corvette", "roll 6 6 6", ["hurt corvette 1", "lost corvette", "loss"]),
    ],
)
def test_losing_hull_or_weapon_loses_the_game(
    enemies: str, strengths: tuple[int, int, int], weapon: str, roll: str, lines: list[str]
) -> None:
    state = board(enemies, "enemy", strengths, weapon=weapon).after(roll)
    assert log(state)[1:] == lines
    assert (state.phase, state.to_move, state.result) == ("over", None, (0,))
    dump = state.dump()
    assert (dump["result"], dump["round"], dump["final"]) == ([0], 3, False)


@pytest.mark.rule("LS-66", "LS-67")
def test_losing_the_support_does_not_lose_the_game() -> None:
    state = board(PARADE, "enemy", (6, 4, 1), support="troops").after("roll 4 5 6")
    assert state.result is None
    assert state.phase == "roll"


@pytest.mark.rule("LS-6", "LS-36")
def test_at_zero_a_unit_is_destroyed_and_at_one_it_is_not() -> None:
    state = hand("boar:2 badger lightart / badgerb infantry minefield", "- - 3")
    assert log(state.after("use sponsons fl")) == ["hit boar 1"]
    state = hand("boar:1 badger lightart / badgerb infantry minefield", "- - 3")
    assert "boar" not in table(state.after("use sponsons fl"))
    # It does not come back, not even where the back row has room.
    state = hand("boar:1 badger lightart / - infantry minefield", "- - 3")
    state = state.after("use sponsons fl")
    assert table(state) == "infantry:3 badger:5 lightart:3 / - - minefield:0"
    # Own cards are destroyed at zero, too, and not before.
    state = board(PARADE, "enemy", (3, 2, 2)).after("roll 1 3 6")
    assert own(state) == {"hull": 1, "cannon": 1, "sponsons": 1}
    assert not any(line.startswith("lost") for line in log(state))


REPLACED = [  # column hit, back row, who comes up, back row after
    ("fl", "badger lightart medart", "badger", "- lightart:3 medart:4"),
    ("fc", "badger lightart medart", "lightart", "badger:5 - medart:4"),
    ("fr", "badger lightart medart", "medart", "badger:5 lightart:3 -"),
    ("fl", "- lightart medart", "lightart", "- - medart:4"),
    ("fl", "- - medart", "medart", "- - -"),
    ("fc", "badger - medart", "badger", "- - medart:4"),  # equally near: the left one
    ("fc", "- - medart", "medart", "- - -"),
    ("fc", "badger - -", "badger", "- - -"),
    ("fr", "badger lightart -", "lightart", "badger:5 - -"),
    ("fr", "badger - -", "badger", "- - -"),
]


@pytest.mark.rule("LS-68", "LS-R7", "LS-R30", "LS-69")
@pytest.mark.parametrize(("pos", "back", "up", "after"), REPLACED)
def test_the_nearest_back_card_takes_the_place_of_a_lost_front_card(
    pos: str, back: str, up: str, after: str
) -> None:
    front = ["boar", "bobcat"]
    front.insert(("fl", "fc", "fr").index(pos), "infantry:1")
    state = hand(f"{' '.join(front)} / {back}", "- 3 -").after(f"use cannon {pos}")
    final = ["final"] if back.count("-") == 2 else []  # four were left
    assert log(state) == ["hit infantry 1", "gone infantry", f"up {up} {pos}", *final]
    assert state.dump()["final"] is bool(final)
    assert table(state).split("/")[1].strip() == after
    assert state.dump()["front"][POSITIONS.index(pos)] == [up, TRACK[up]]


# --- the Final Battle -------------------------------------------------------------------------


@pytest.mark.rule("LS-69", "LS-R10")
def test_the_final_battle_begins_once_and_never_ends() -> None:
    state = hand("lightart:1 infantry:1 boar / badger - -", "- 3 3")
    assert state.dump()["final"] is False
    state = state.after("use cannon fc")
    assert log(state) == ["hit infantry 1", "gone infantry", "up badger fc", "final"]
    state = state.after("use sponsons fl")
    assert log(state) == ["hit lightart 1", "gone lightart", "close badger fl"]
    assert state.dump()["final"] is True


@pytest.mark.rule("LS-70", "LS-37", "LS-25", "LS-R21")
@pytest.mark.parametrize(
    ("enemies", "strengths"),
    [
        ("boar badger infantry / - - -", (3, 2, 1)),
        (PARADE, (3, 2, 0)),
        ("boar - - / - - -", (3, 2, 1)),
    ],
)
def test_nobody_repairs_in_the_final_battle(enemies: str, strengths: tuple[int, int, int]) -> None:
    dump = board_dump(enemies, "enemy", strengths)
    front = sum(cell is not None for cell in dump["front"])
    after = GAME.load(dump).after("roll " + " ".join("5" * front))
    assert after.phase == "roll"  # no Emergency Repair
    for weapon, support in product(("cannon", "corvette"), ("sponsons", "troops")):
        last = "1" if support == "troops" else "2"
        placed = f"4 6 {last if strengths[2] else '-'}"
        state = hand(enemies, placed, strengths, weapon=weapon, support=support)
        assert uses(state) == set()


@pytest.mark.rule("LS-R10", "LS-69", "LS-70")
def test_shooting_first_takes_the_repair_away_but_not_the_other_way_round() -> None:
    state = hand("lightart:1 boar badger / - minefield -", "4 3 1", (3, 4, 3))
    assert "use hull hull" in uses(state)
    shot = state.after("use cannon fl")
    assert shot.phase == "enemy"  # nothing left to do
    assert own(shot)["hull"] == 3
    mended = play(state, "use hull hull", "use cannon fl")
    assert own(mended)["hull"] == 5
    assert mended.dump()["final"] is True


@pytest.mark.rule("LS-71", "LS-R25")
def test_with_two_enemies_nothing_aims_at_the_centre() -> None:
    state = board("boar - badger / - - -")
    assert len(state.chances()) == 21
    for placed, weapon in (("- 2 -", "cannon"), ("- - 4", "cannon")):
        state = hand("boar - badger / - - -", placed, weapon=weapon)
        assert (state.phase, uses(state)) == ("enemy", set())
    assert uses(hand("boar - badger / - - -", "- 1 3")) == {
        "use cannon fl",
        "use cannon fr",
        "use sponsons fl",
    }
    assert uses(hand("boar - infantry / - - -", "6 3 5")) == {
        "use hull fr",
        "use cannon fl",
        "use cannon fr",
        "use sponsons fr",
    }


@pytest.mark.rule("LS-71", "LS-R27")
@pytest.mark.parametrize(
    ("front", "pos", "lines", "after"),
    [
        ("infantry:1 boar badger", "fl", ["close boar fl"], "boar:6 - badger:5"),
        ("boar infantry:1 badger", "fc", [], "boar:6 - badger:5"),
        ("boar badger infantry:1", "fr", ["close badger fr"], "boar:6 - badger:5"),
    ],
)
def test_two_enemies_stand_left_and_right(
    front: str, pos: str, lines: list[str], after: str
) -> None:
    state = hand(f"{front} / - - -", "- 3 -").after(f"use cannon {pos}")
    assert log(state) == ["hit infantry 1", "gone infantry", *lines]
    assert table(state) == f"{after} / - - -"


@pytest.mark.rule("LS-R26", "LS-72", "LS-15")
@pytest.mark.parametrize(
    ("front", "pos", "after", "where"),
    [
        ("infantry:1 - boar", "fl", "- - boar:6", "fr"),
        ("boar - infantry:1", "fr", "boar:6 - -", "fl"),
    ],
)
def test_the_last_enemy_stays_in_its_column(front: str, pos: str, after: str, where: str) -> None:
    state = hand(f"{front} / - - -", "- 3 -").after(f"use cannon {pos}")
    assert log(state) == ["hit infantry 1", "gone infantry"]
    assert table(state) == f"{after} / - - -"
    assert dict(state.chances().items()) == rolls(1)
    assert log(state.after("roll 1")) == [f"act {where} boar 1", "hurt hull 2"]


# What each die of each card does to a lone enemy: damage by kind (table 2.3 with LS-R36).
LONE = {
    ("hull", 6): {"infantry": 1, "artillery": 1},
    ("cannon", 1): {"landship": 1},
    ("cannon", 2): {"landship": 2},
    ("cannon", 3): {"landship": 1, "infantry": 1, "artillery": 1},
    ("cannon", 4): {"landship": 1, "infantry": 1, "artillery": 1},
    ("corvette", 1): {"landship": 1},
    ("corvette", 2): {"landship": 1},
    ("corvette", 4): {"landship": 1, "infantry": 1, "artillery": 1},
    ("sponsons", 3): {"landship": 1, "infantry": 2, "artillery": 2},
    ("sponsons", 4): {"landship": 1, "infantry": 2, "artillery": 2},
    ("sponsons", 5): {"landship": 1, "infantry": 2, "artillery": 2},
    ("troops", 3): {"infantry": 1, "artillery": 1},
    ("troops", 5): {"infantry": 1, "artillery": 1},
    ("troops", 6): {"infantry": 2, "artillery": 2},
}
FLAGS = {("hull", 1), ("hull", 5), ("troops", 2)}


@pytest.mark.rule("LS-72", "LS-R25", "LS-R36", "LS-R26", "LS-29", "LS-64")
@pytest.mark.parametrize("where", ["fl", "fr"])
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("badger", "landship"),
        ("elite", "infantry"),
        ("medart", "artillery"),
        ("minefield", "hazard"),
    ],
)
def test_every_attack_that_fits_the_kind_hits_the_lone_enemy(
    where: str, name: str, kind: str
) -> None:
    front = f"{name} - -" if where == "fl" else f"- - {name}"
    for card in OWN_TRACK:
        weapon = "corvette" if card == "corvette" else "cannon"
        support = "troops" if card == "troops" else "sponsons"
        for die in range(1, 7):
            placed = " ".join(str(die) if c == card else "-" for c in ("hull", weapon, support))
            state = hand(f"{front} / - - -", placed, weapon=weapon, support=support)
            damage = LONE.get((card, die), {}).get(kind)
            if (card, die) in FLAGS:
                assert uses(state) == {f"use {card}"}
            elif damage is None:
                assert uses(state) == set()
            else:
                assert uses(state) == {f"use {card} {where}"}
                lines = log(state.after(f"use {card} {where}"))
                assert lines[0] == f"hit {name} {damage}"


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.rule("LS-7", "LS-R31")
def test_the_last_enemy_gone_wins_at_once() -> None:
    state = hand("boar:1 - - / - - -", "3 1 3").after("use cannon fl")
    assert log(state) == ["hit boar 1", "gone boar", "win"]
    assert (state.phase, state.to_move, state.result) == ("over", None, (1,))
    assert state.moves() == ()
    dump = state.dump()
    assert dump["result"] == [1]
    assert dump["front"] == dump["back"] == [None, None, None]
    # Nothing is cleared and no turn begins.
    assert (dump["rolled"], dump["used"], dump["round"]) == ([1, 3, 3], ["cannon"], 3)
    assert dump["placed"] == {"hull": 3, "cannon": 1, "sponsons": 3}
    for text in ("use sponsons fl", "end", "roll 1"):
        with pytest.raises(pocketlib.IllegalMove):
            state.after(text)
    with pytest.raises(pocketlib.IllegalMove):
        state.chances()


@pytest.mark.rule("LS-7")
def test_two_left_are_not_a_win() -> None:
    state = hand("boar:1 - badger / - - -", "- 1 -").after("use cannon fl")
    assert log(state) == ["hit boar 1", "gone boar"]
    assert (state.result, state.phase) == (None, "enemy")
    # A hazard that is left counts as well: all six have to go.
    for enemies in ("boar:1 - minefield / - - -", "boar:1 - ambush / - - -"):
        state = hand(enemies, "- 1 -").after("use cannon fl")
        assert log(state) == ["hit boar 1", "gone boar"]
        assert (state.result, state.phase) == (None, "enemy")


@pytest.mark.rule("LS-R30", "LS-R26", "LS-71", "LS-69", "LS-R31")
def test_what_holds_in_every_position_of_random_games() -> None:
    rng = Random(30)
    starts = [GAME.new(**random_options(rng)) for _ in range(150)]
    # Random play seldom gets to the last enemies, so some games begin with few and weak ones.
    few = "boar:1 infantry:1 minefield:1 / - lightart:1 -"
    for support in ("sponsons", "troops"):
        starts += [board(few, "roll", (6, 4, 2), support=support)] * 30
    for start_ in starts:
        final = False
        for state in walk(start_, rng):
            dump = state.dump()
            if state.phase in ("pick", "deal"):
                continue
            front, back = dump["front"], dump["back"]
            enemies = sum(cell is not None for cell in front + back)
            alive = sum(strength > 0 for strength in dump["own"].values())
            assert [cell is not None for cell in front] in {
                0: [[False, False, False]],
                1: [[True, False, False], [False, False, True]],
                2: [[True, False, True]],
            }.get(enemies, [[True, True, True]])
            assert enemies >= 3 or back == [None, None, None]
            if state.result is None:
                assert dump["final"] == (enemies <= 3 or alive <= 2)
                assert enemies > 0
            assert dump["final"] >= final
            final = dump["final"]
            weapon = dump["options"]["weapon"]
            lost = dump["own"]["hull"] == 0 or dump["own"][weapon] == 0
            assert state.result == ((0,) if lost else (1,) if enemies == 0 else None)


@pytest.mark.rule("LS-R33")
def test_there_is_no_turn_limit() -> None:
    assert GAME.longest is None
    state = board(round=1_000_000).after("roll 4 5 5")
    state = play(state, "roll 1 3 5", "place 3 5 1")
    assert (state.phase, state.dump()["round"]) == ("enemy", 1_000_001)


@pytest.mark.rule("LS-R33")
def test_every_mobile_front_row_can_hurt_more_than_an_emergency_repair_mends() -> None:
    full = {"hull": 6, "cannon": 4, "sponsons": 3}
    harmless: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for front in permutations(MOBILE, 3):
        third = next(f for f in ("badger", "badgera", "badgerb", "bobcat") if f not in front)
        state = board(f"{' '.join(front)} / minefield ambush {third}")
        rows = set()
        worst = 0
        for roll in state.chances():
            after = state.after(roll).dump()
            worst = max(worst, *(full[c] - after["own"][c] for c in ("hull", "cannon")))
            rows.add(tuple(cell[0] for cell in after["front"]))
        if worst < 2:
            harmless[front] = {row for row in rows if set(row) == set(front)}
    assert len(harmless) == 8
    assert all(rows - harmless.keys() for rows in harmless.values())


@pytest.mark.rule("LS-R33")
def test_random_games_end() -> None:
    rng = Random(33)
    for _ in range(100):
        *_, last = walk(GAME.new(**random_options(rng)), rng)
        assert last.result in ((0,), (1,))


# --- own sets that the house set cannot show --------------------------------------------------


@pytest.mark.rule("LS-R15", "LS-27")
def test_three_chaos_leave_no_dice_even_for_a_repair() -> None:
    words = ["chaos", "chaos", "hull-1", "none", "none", "none"]
    faces = [face(f"noise{i}", actions=words) for i in (1, 2, 3)]
    cards = [("noise1", "boar"), ("noise2", "badger"), ("noise3", "badgerb"), *CARDS[3:]]
    text = toml(own_set(*faces, cards=cards))
    state = GAME.new(set=text, enemies="normal", layout="listed", first="enemy")
    state = play(state, "roll 3 3 3")  # damage first
    assert own(state)["hull"] == 3
    state = play(state, "roll", "roll 1 3 5", "place 3 5 1", "roll 1 1 2")
    assert log(state) == [
        "act fl noise1 1",
        "chaos",
        "act fc noise2 1",
        "chaos",
        "act fr noise3 2",
        "chaos",
        "skip",
    ]
    assert (state.phase, state.dump()["chaos"], state.dump()["round"]) == ("enemy", 0, 3)
    # Without the support three Chaos cost the two dice that there are, and nothing more.
    dump = state.dump() | {"own": {"hull": 3, "cannon": 4, "sponsons": 0}, "final": True, "log": []}
    state = play(GAME.load(dump), "roll 1 1 1")
    assert (state.phase, log(state)[-1]) == ("enemy", "skip")
    state = state.after("roll 4 5 6")
    assert dict(state.chances().items()) == rolls(2)
