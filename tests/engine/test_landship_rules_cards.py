"""The rules of Pocket Landship: what each own card does for each die."""

from __future__ import annotations

import pytest
from landship_help import (
    OWN_TRACK,
    PARADE,
    POSITIONS,
    TRACK,
    board,
    hand,
    log,
    own,
    play,
    start,
    table,
    uses,
)

import pocketlib

# --- every own card, every die ----------------------------------------------------------------

# Three tables, and what a lone die on each card can do there (table 2.3, written down a second
# time): move -> what it causes. The own cards have 3, 2 and 1 left on the first table (so that
# every repair is worth its full amount) and are whole on the others. W and S stand for the
# weapon and the support in play.
MIXED = "infantry boar lightart / badgerb medart minefield"
EDGES = "boar minefield bobcat / infantry ambush lightart"
SHIFTED = "lightart elite badger / minefield boar medart"

NOTHING: dict[str, list[str]] = {}


def hits(card: str, **amounts: int | str) -> dict[str, list[str]]:
    """Return the uses that hit: position -> "face amount"."""
    return {f"use {card} {pos}": [f"hit {what}"] for pos, what in amounts.items()}


ON_MIXED: dict[tuple[str, int], dict[str, list[str]]] = {
    ("hull", 1): {"use hull": ["hunker"]},
    ("hull", 2): NOTHING,
    ("hull", 3): NOTHING,
    ("hull", 4): {
        "use hull hull": ["fix hull 2"],
        "use hull W": ["fix W 1"],
        "use hull S": ["fix S 1"],
    },
    ("hull", 5): {"use hull": ["adrenaline"]},
    ("hull", 6): hits("hull", fl="infantry 1", fr="lightart 1"),
    ("cannon", 1): hits("cannon", fc="boar 1"),
    ("cannon", 2): hits("cannon", fc="boar 2"),
    ("cannon", 3): hits("cannon", fl="infantry 1", fc="boar 1", fr="lightart 1"),
    ("cannon", 4): hits("cannon", fl="infantry 1", fc="boar 1", fr="lightart 1"),
    ("cannon", 5): NOTHING,
    ("cannon", 6): {
        "use cannon hull": ["fix hull 1"],
        "use cannon cannon": ["fix cannon 2"],
        "use cannon S": ["fix S 1"],
    },
    ("corvette", 1): hits("corvette", fc="boar 1"),
    ("corvette", 2): hits("corvette", fc="boar 1"),
    ("corvette", 3): {
        "use corvette fl fc": ["swap fl fc"],
        "use corvette fl fr": ["swap fl fr"],
        "use corvette fc fr": ["swap fc fr"],
    },
    ("corvette", 4): hits("corvette", fl="infantry 1", fc="boar 1", fr="lightart 1"),
    ("corvette", 5): NOTHING,
    ("corvette", 6): {"use corvette corvette": ["fix corvette 2"]},
    ("sponsons", 1): NOTHING,
    ("sponsons", 2): {
        "use sponsons hull": ["fix hull 1"],
        "use sponsons W": ["fix W 1"],
        "use sponsons sponsons": ["fix sponsons 2"],
    },
    ("sponsons", 3): hits("sponsons", fl="infantry 2"),
    ("sponsons", 4): hits("sponsons", fc="boar 1"),
    ("sponsons", 5): hits("sponsons", fr="lightart 2"),
    ("sponsons", 6): NOTHING,
    ("troops", 1): {
        "use troops hull": ["fix hull 1"],
        "use troops W": ["fix W 1"],
        "use troops troops": ["fix troops 2"],
    },
    ("troops", 2): {"use troops": ["trench"]},
    ("troops", 3): hits("troops", fl="infantry 1", fr="lightart 1"),
    ("troops", 4): hits("troops", bl="badgerb 1", bc="medart 1"),
    ("troops", 5): hits("troops", fl="infantry 1", fr="lightart 1"),
    ("troops", 6): {  # the last point of the troops
        "use troops fl": ["hit infantry 2", "hurt troops 1", "lost troops", "final"],
        "use troops fr": ["hit lightart 2", "hurt troops 1", "lost troops", "final"],
    },
}
ON_EDGES: dict[tuple[str, int], dict[str, list[str]]] = {
    ("hull", 1): {"use hull": ["hunker"]},
    ("hull", 2): NOTHING,
    ("hull", 3): NOTHING,
    ("hull", 4): NOTHING,
    ("hull", 5): {"use hull": ["adrenaline"]},
    ("hull", 6): NOTHING,
    ("cannon", 1): hits("cannon", fl="boar 1", fr="bobcat 1"),
    ("cannon", 2): NOTHING,
    ("cannon", 3): hits("cannon", fl="boar 1", fr="bobcat 1"),
    ("cannon", 4): hits("cannon", fl="boar 1", fr="bobcat 1"),
    ("cannon", 5): NOTHING,
    ("cannon", 6): NOTHING,
    ("corvette", 1): hits("corvette", fl="boar 1", fr="bobcat 1"),
    ("corvette", 2): hits("corvette", fl="boar 1", fr="bobcat 1"),
    ("corvette", 3): {"use corvette fl fr": ["swap fl fr"]},
    ("corvette", 4): hits("corvette", fl="boar 1", fr="bobcat 1"),
    ("corvette", 5): NOTHING,
    ("corvette", 6): NOTHING,
    ("sponsons", 1): NOTHING,
    ("sponsons", 2): NOTHING,
    ("sponsons", 3): hits("sponsons", fl="boar 1"),
    ("sponsons", 4): NOTHING,
    ("sponsons", 5): hits("sponsons", fr="bobcat 1"),
    ("sponsons", 6): NOTHING,
    ("troops", 1): NOTHING,
    ("troops", 2): {"use troops": ["trench"]},
    ("troops", 3): NOTHING,
    ("troops", 4): hits("troops", bl="infantry 1", br="lightart 1"),
    ("troops", 5): NOTHING,
    ("troops", 6): NOTHING,
}
ON_SHIFTED: dict[tuple[str, int], dict[str, list[str]]] = {
    ("hull", 6): hits("hull", fl="lightart 1", fc="elite 1"),
    ("cannon", 1): hits("cannon", fr="badger 1"),
    ("cannon", 2): NOTHING,
    ("corvette", 1): hits("corvette", fr="badger 1"),
    ("corvette", 2): hits("corvette", fr="badger 1"),
    ("sponsons", 3): hits("sponsons", fl="lightart 2"),
    ("sponsons", 4): hits("sponsons", fc="elite 2"),
    ("sponsons", 5): hits("sponsons", fr="badger 1"),
    ("troops", 3): hits("troops", fl="lightart 1", fc="elite 1"),
    ("troops", 4): hits("troops", bc="boar 1", br="medart 1"),
    ("troops", 5): hits("troops", fl="lightart 1", fc="elite 1"),
    ("troops", 6): {
        "use troops fl": ["hit lightart 2", "hurt troops 1"],
        "use troops fc": ["hit elite 2", "hurt troops 1"],
    },
}
CASES = [
    (enemies, strengths, weapon, support, card, die, expected)
    for enemies, strengths, on in (
        (MIXED, (3, 2, 1), ON_MIXED),
        (EDGES, None, ON_EDGES),
        (SHIFTED, None, ON_SHIFTED),
    )
    for (card, die), expected in on.items()
    for weapon in ("cannon", "corvette")
    for support in ("sponsons", "troops")
    if card in ("hull", weapon, support)
]


@pytest.mark.rule("LS-40", "LS-41", "LS-42", "LS-43", "LS-44", "LS-45")
@pytest.mark.rule("LS-46", "LS-47", "LS-48", "LS-49", "LS-50")
@pytest.mark.rule("LS-51", "LS-52", "LS-53", "LS-54")
@pytest.mark.rule("LS-55", "LS-56", "LS-57", "LS-58", "LS-59", "LS-60")
@pytest.mark.rule("LS-61", "LS-62", "LS-63", "LS-64", "LS-65")
@pytest.mark.rule("LS-36", "LS-R30", "LS-29", "LS-R20", "LS-R21", "LS-R29", "LS-R22")
@pytest.mark.parametrize(
    ("enemies", "strengths", "weapon", "support", "card", "die", "expected"), CASES
)
def test_every_own_card_does_what_it_says(
    enemies: str,
    strengths: tuple[int, int, int] | None,
    weapon: str,
    support: str,
    card: str,
    die: int,
    expected: dict[str, list[str]],
) -> None:
    placed = " ".join(str(die) if slot == card else "-" for slot in ("hull", weapon, support))
    state = hand(enemies, placed, strengths, weapon=weapon, support=support)
    wanted = {
        move.replace("W", weapon).replace("S", support): [
            line.replace("W", weapon).replace("S", support) for line in lines
        ]
        for move, lines in expected.items()
    }
    assert uses(state) == wanted.keys()
    if not wanted:  # nothing to do: the turn has ended by itself
        assert (state.phase, log(state)) == ("enemy", [])
    for move, lines in wanted.items():
        after = state.after(move)
        assert log(after) == lines
        assert after.phase == "enemy"  # that was the only die
        check_numbers(state, after, lines)


def check_numbers(before: pocketlib.State, after: pocketlib.State, lines: list[str]) -> None:
    """The cubes moved as the log says, and no other cube did."""
    strengths = own(before)
    enemies = table(before)
    for word, *rest in (line.split() for line in lines):
        if word in ("fix", "hurt"):
            strengths[rest[0]] += int(rest[1]) * (1 if word == "fix" else -1)
        elif word == "hit":
            at = enemies.index(f"{rest[0]}:") + len(rest[0]) + 1
            left = int(enemies[at]) - int(rest[1])
            enemies = f"{enemies[:at]}{left}{enemies[at + 1 :]}"
        elif word == "swap":
            front = enemies.split()
            a, b = (("fl", "fc", "fr").index(pos) for pos in rest)
            front[a], front[b] = front[b], front[a]
            enemies = " ".join(front)
    assert own(after) == strengths
    assert table(after) == enemies
    flags = {key: after.dump()[key] for key in ("hunker", "trench", "adrenaline")}
    assert flags == {key: lines == [key] for key in flags}


@pytest.mark.rule("LS-42", "LS-49", "LS-51", "LS-59")
@pytest.mark.parametrize(
    ("card", "placed"),
    [("hull", "3 4 3"), ("cannon", "6 5 3"), ("corvette", "6 5 3"), ("sponsons", "6 4 1")],
)
def test_a_die_that_does_nothing_does_nothing_to_other_dice_either(card: str, placed: str) -> None:
    weapon = "corvette" if card == "corvette" else "cannon"
    state = hand(PARADE, placed, (3, 2, 1), weapon=weapon)
    acting = {use.split()[1] for use in uses(state)}
    assert acting == {"hull", weapon, "sponsons"} - {card}


# --- repairs ----------------------------------------------------------------------------------


@pytest.mark.rule("LS-39")
@pytest.mark.parametrize(
    ("placed", "weapon", "support", "strengths", "move", "line"),
    [
        ("4 - -", "cannon", "sponsons", (5, 3, 2), "use hull hull", "fix hull 1"),
        ("- 6 -", "cannon", "sponsons", (5, 3, 2), "use cannon cannon", "fix cannon 1"),
        ("- 6 -", "corvette", "sponsons", (5, 4, 2), "use corvette corvette", "fix corvette 1"),
        ("- - 2", "cannon", "sponsons", (5, 3, 2), "use sponsons sponsons", "fix sponsons 1"),
        ("- - 1", "cannon", "troops", (5, 3, 2), "use troops troops", "fix troops 1"),
    ],
)
def test_no_repair_lifts_a_card_above_its_start(
    placed: str,
    weapon: str,
    support: str,
    strengths: tuple[int, int, int],
    move: str,
    line: str,
) -> None:
    state = hand(PARADE, placed, strengths, weapon=weapon, support=support).after(move)
    assert log(state) == [line]
    card = move.split()[2]
    assert own(state)[card] == OWN_TRACK[card]


@pytest.mark.rule("LS-43", "LS-50", "LS-52", "LS-60", "LS-61")
@pytest.mark.parametrize(
    ("placed", "weapon", "support", "card"),
    [
        ("4 - -", "cannon", "sponsons", "hull"),
        ("- 6 -", "cannon", "sponsons", "cannon"),
        ("- 6 -", "corvette", "sponsons", "corvette"),
        ("- - 2", "cannon", "sponsons", "sponsons"),
        ("- - 1", "cannon", "troops", "troops"),
    ],
)
def test_a_card_with_one_point_left_mends_itself_by_two(
    placed: str, weapon: str, support: str, card: str
) -> None:
    state = hand(PARADE, placed, (1, 1, 1), weapon=weapon, support=support)
    assert own(state.after(f"use {card} {card}"))[card] == 3


@pytest.mark.rule("LS-43", "LS-50", "LS-52", "LS-R21")
def test_a_repair_names_a_damaged_card_and_ends_with_it_whole() -> None:
    state = hand(PARADE, "4 6 2", (4, 3, 2))
    cards = ("hull", "cannon", "sponsons")
    assert uses(state) == {f"use {a} {b}" for a in cards for b in cards}
    state = play(state, "use hull hull")
    assert uses(state) == {f"use {a} {b}" for a in cards[1:] for b in cards[1:]}
    state = play(state, "use cannon sponsons")
    assert uses(state) == {"use sponsons cannon"}
    state = play(state, "use sponsons cannon")
    assert own(state) == {"hull": 6, "cannon": 4, "sponsons": 3}


@pytest.mark.rule("LS-60", "LS-R20")
def test_the_corvette_repairs_itself_only_but_the_others_repair_it() -> None:
    state = hand(PARADE, "4 6 2", (4, 3, 1), weapon="corvette")
    assert {use for use in uses(state) if use.startswith("use corvette")} == {
        "use corvette corvette"
    }
    assert log(state.after("use corvette corvette")) == ["fix corvette 2"]
    assert log(state.after("use hull corvette")) == ["fix corvette 1"]
    assert log(state.after("use sponsons corvette")) == ["fix corvette 1"]
    state = hand(PARADE, "4 6 2", (4, 5, 1), weapon="corvette")
    assert not any(use.startswith("use corvette") for use in uses(state))


# --- Ingenuity and Desperation ----------------------------------------------------------------


@pytest.mark.rule("LS-41", "LS-R18")
def test_ingenuity_changes_another_unused_die_by_one() -> None:
    state = hand(PARADE, "2 3 4")
    ingenuity = {use for use in uses(state) if use.startswith("use hull")}
    assert ingenuity == {
        "use hull cannon+",
        "use hull cannon-",
        "use hull sponsons+",
        "use hull sponsons-",
    }
    after = state.after("use hull cannon-")
    assert log(after) == ["set cannon 2"]
    assert after.dump()["placed"] == {"hull": 2, "cannon": 2, "sponsons": 4}
    assert after.dump()["rolled"] == [2, 3, 4]
    assert uses(after) == {"use cannon fc", "use sponsons fc"}
    after = state.after("use hull sponsons+")
    assert log(after) == ["set sponsons 5"]
    assert "use sponsons fr" in uses(after)
    # A die that has been used cannot be changed.
    after = state.after("use cannon fl")
    assert {use for use in uses(after) if use.startswith("use hull")} == {
        "use hull sponsons+",
        "use hull sponsons-",
    }


@pytest.mark.rule("LS-R18", "LS-41")
def test_ingenuity_does_not_wrap_round_and_needs_a_die() -> None:
    assert {use for use in uses(hand(PARADE, "2 6 1")) if "hull" in use} == {
        "use hull cannon-",
        "use hull sponsons+",
    }
    assert {use for use in uses(hand(PARADE, "2 1 6")) if use.startswith("use hull")} == {
        "use hull cannon+",
        "use hull sponsons-",
    }
    assert {use for use in uses(hand(PARADE, "2 - 5")) if use.startswith("use hull")} == {
        "use hull sponsons+",
        "use hull sponsons-",
    }


@pytest.mark.rule("LS-41", "LS-R18")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("card", ["cannon", "sponsons"])
def test_ingenuity_turns_every_die_up_but_a_six_and_down_but_a_one(card: str, die: int) -> None:
    state = hand(PARADE, f"2 {die} -" if card == "cannon" else f"2 - {die}")
    turned = {use: use[-1] for use in uses(state) if use.startswith("use hull")}
    assert set(turned.values()) == {1: {"+"}, 6: {"-"}}.get(die, {"+", "-"})
    for use, sign in turned.items():
        value = die + 1 if sign == "+" else die - 1
        assert log(state.after(use)) == [f"set {card} {value}"]


@pytest.mark.rule("LS-R18", "LS-R19", "LS-54")
def test_ingenuity_can_turn_another_action_on() -> None:
    state = hand(PARADE, "2 5 5")
    assert "use sponsons cannon" not in uses(state)
    state = state.after("use hull sponsons+")
    assert uses(state) == {"use sponsons cannon"}  # the hull's die is used
    state = play(state, "use sponsons cannon", "reroll 2")
    assert uses(state) == {"use cannon fc"}
    assert log(state.after("use cannon fc")) == ["hit badger 2"]
    # The other way: the Sponsons' own 6 becomes a 5.
    state = play(hand(PARADE, "2 5 6"), "use hull sponsons-")
    assert log(state.after("use sponsons fr")) == ["hit lightart 2"]


@pytest.mark.rule("LS-54", "LS-R19")
def test_desperation_rolls_another_unused_die_again() -> None:
    state = hand(PARADE, "3 5 6")
    assert uses(state) == {"use sponsons hull", "use sponsons cannon"}
    state = state.after("use sponsons hull")
    assert (state.phase, state.to_move) == ("reroll", pocketlib.CHANCE)
    assert state.dump()["reroll"] == "hull"
    assert dict(state.chances().items()) == {f"reroll {v}": 1 for v in range(1, 7)}
    after = state.after("reroll 6")
    assert log(after) == ["set hull 6"]
    dump = after.dump()
    assert (dump["placed"]["hull"], dump["used"], dump["reroll"]) == (6, ["sponsons"], None)
    assert uses(after) == {"use hull fr"}
    # The new value stands, also a useless or the same one.
    after = state.after("reroll 3")
    assert (log(after), after.phase) == (["set hull 3"], "enemy")


@pytest.mark.rule("LS-R19", "LS-54")
def test_a_used_or_missing_die_cannot_be_rolled_again() -> None:
    state = hand(PARADE, "6 2 6").after("use cannon fc")
    assert {use for use in uses(state) if use.startswith("use sponsons")} == {"use sponsons hull"}
    state = state.after("use hull fr")
    assert state.phase == "enemy"  # nothing left to roll again
    state = hand(PARADE, "- 5 6")
    assert uses(state) == {"use sponsons cannon"}


@pytest.mark.rule("LS-R19")
def test_ingenuity_may_follow_a_re_roll_of_the_same_die() -> None:
    state = play(hand(PARADE, "2 5 6"), "use sponsons cannon", "reroll 1", "use hull cannon+")
    assert log(state) == ["set cannon 2"]
    assert log(state.after("use cannon fc")) == ["hit badger 2"]
    # And Desperation may roll a 2 of the hull away before it was used.
    state = play(hand(PARADE, "2 5 6"), "use sponsons hull", "reroll 5")
    assert uses(state) == {"use hull"}
    assert log(state.after("use hull")) == ["adrenaline"]


@pytest.mark.rule("LS-R13", "LS-R18", "LS-R19")
def test_dice_left_over_have_no_effect() -> None:
    state = play(board(PARADE, "roll", (6, 4, 0), adrenaline=True), "roll 2 5 6", "place 2 5 -")
    assert uses(state) == {"use hull cannon+", "use hull cannon-"}
    state = play(
        board(PARADE, "repair", (5, 4, 3), adrenaline=True),
        "repair hull",
        "roll 1 5 6",
        "place - 5 6",
    )
    assert uses(state) == {"use sponsons cannon"}


# --- attacks ----------------------------------------------------------------------------------


# One target of each kind of attack: card, die, position, face and the damage (table 2.3).
SHOTS = [
    ("hull", 6, "fl", "infantry", 1),
    ("hull", 6, "fl", "medart", 1),
    ("cannon", 1, "fl", "bison", 1),
    ("cannon", 2, "fc", "bison", 2),
    *(("cannon", die, "fl", face, 1) for die in (3, 4) for face in ("bison", "infantry", "medart")),
    *(("corvette", die, "fl", "bison", 1) for die in (1, 2)),
    *(("corvette", 4, "fl", face, 1) for face in ("bison", "infantry", "medart")),
    *(
        ("sponsons", die, pos, face, damage)
        for die, pos in ((3, "fl"), (4, "fc"), (5, "fr"))
        for face, damage in (("bison", 1), ("infantry", 2), ("medart", 2))
    ),
    *(("troops", die, "fl", face, 1) for die in (3, 5) for face in ("infantry", "medart")),
    *(("troops", 4, "bc", face, 1) for face in ("bison", "infantry", "medart")),
    *(("troops", 6, "fl", face, 2) for face in ("infantry", "medart")),
]


@pytest.mark.rule("LS-36", "LS-R23", "LS-45", "LS-46", "LS-47", "LS-48", "LS-53", "LS-55", "LS-58")
@pytest.mark.rule("LS-63", "LS-64", "LS-65")
@pytest.mark.parametrize(("card", "die", "pos", "face", "damage"), SHOTS)
def test_an_attack_takes_what_it_says_whatever_its_target_has_left(
    card: str, die: int, pos: str, face: str, damage: int
) -> None:
    weapon = "corvette" if card == "corvette" else "cannon"
    support = "troops" if card == "troops" else "sponsons"
    placed = " ".join(str(die) if slot == card else "-" for slot in ("hull", weapon, support))
    for strength in range(1, TRACK[face] + 1):
        faces = ["boar", "badger", "badgera", "badgerb", "bobcat"]
        faces.insert(POSITIONS.index(pos), f"{face}:{strength}")
        enemies = " ".join(faces[:3]) + " / " + " ".join(faces[3:])
        after = hand(enemies, placed, weapon=weapon, support=support).after(f"use {card} {pos}")
        left = [int(word[len(face) + 1 :]) for word in table(after).split() if f"{face}:" in word]
        assert left == ([strength - damage] if strength > damage else [])


@pytest.mark.rule("LS-R24", "LS-47", "LS-53")
def test_positional_attacks_look_at_the_table_when_they_are_used() -> None:
    state = hand("boar infantry:1 lightart / badger bobcat minefield", "6 2 4")
    assert "use cannon fc" not in uses(state)
    state = state.after("use hull fc")
    assert log(state) == ["hit infantry 1", "gone infantry", "up bobcat fc"]
    assert log(state.after("use cannon fc")) == ["hit bobcat 2"]
    assert log(state.after("use sponsons fc")) == ["hit bobcat 1"]


@pytest.mark.rule("LS-R24", "LS-56", "LS-R29")
def test_out_maneuver_moves_the_target() -> None:
    state = hand("boar infantry lightart / badger bobcat minefield", "6 3 4", weapon="corvette")
    assert log(state.after("use sponsons fc")) == ["hit infantry 2"]
    state = state.after("use corvette fl fc")
    assert table(state).startswith("infantry:3 boar:6 lightart:3 /")
    assert log(state.after("use sponsons fc")) == ["hit boar 1"]
    assert {use for use in uses(state) if "hull" in use} == {"use hull fl", "use hull fr"}
    # They need not be neighbours, but are named from left to right.
    state = hand("boar minefield bobcat / badger infantry lightart", "3 3 1", weapon="corvette")
    assert table(state.after("use corvette fl fr")).startswith("bobcat:4 minefield:0 boar:6 /")
    for text in ("use corvette fr fl", "use corvette fl fc", "use corvette fl fl"):
        with pytest.raises(pocketlib.Refusal):
            state.after(text)


@pytest.mark.rule("LS-57", "LS-R29")
def test_out_maneuver_needs_two_mobile_cards() -> None:
    state = hand("minefield ambush boar / badger infantry lightart", "- 3 -", weapon="corvette")
    assert state.phase == "enemy"
    state = hand("boar - bobcat / - - -", "- 3 -", weapon="corvette")
    assert uses(state) == {"use corvette fl fr"}
    state = hand("boar - - / - - -", "- 3 -", weapon="corvette")
    assert state.phase == "enemy"


@pytest.mark.rule("LS-29")
@pytest.mark.parametrize("hazard", ["minefield", "ambush"])
@pytest.mark.parametrize("pos", ["fl", "fc", "fr", "bl", "bc", "br"])
def test_no_die_at_all_attacks_a_hazard(hazard: str, pos: str) -> None:
    faces = ["boar", "infantry", "lightart", "badger", "medart"]
    faces.insert(("fl", "fc", "fr", "bl", "bc", "br").index(pos), hazard)
    enemies = " ".join(faces[:3]) + " / " + " ".join(faces[3:])
    for weapon in ("cannon", "corvette"):
        for support in ("sponsons", "troops"):
            for die in "123456":
                state = hand(enemies, f"{die} {die} {die}", weapon=weapon, support=support)
                assert not any(pos in use.split() for use in uses(state))


@pytest.mark.rule("LS-64", "LS-R30", "LS-68", "LS-69")
def test_infiltration_hits_the_back_row_and_leaves_a_gap() -> None:
    state = hand("boar badger bobcat / infantry:1 elite lightart", "3 5 4", support="troops")
    assert uses(state) == {"use troops bl", "use troops bc", "use troops br"}
    state = state.after("use troops bl")
    assert log(state) == ["hit infantry 1", "gone infantry"]
    assert table(state) == "boar:6 badger:5 bobcat:4 / - elite:4 lightart:3"
    # The fourth enemy, killed behind: the Final Battle begins.
    state = hand("boar badger bobcat / - infantry:1 -", "3 5 4", support="troops")
    assert log(state.after("use troops bc")) == ["hit infantry 1", "gone infantry", "final"]


@pytest.mark.rule("LS-65", "LS-R22")
def test_rush_hits_first_and_costs_the_troops_one() -> None:
    state = hand("infantry boar badger / bobcat lightart medart", "3 5 6", support="troops")
    state = state.after("use troops fl")
    assert log(state) == ["hit infantry 2", "hurt troops 1"]
    assert own(state) == {"hull": 6, "cannon": 4, "troops": 2}
    state = hand("infantry:1 boar badger / bobcat - -", "3 5 6", support="troops")
    assert log(state.after("use troops fl")) == [
        "hit infantry 1",
        "gone infantry",
        "up bobcat fl",
        "final",
        "hurt troops 1",
    ]


@pytest.mark.rule("LS-R22", "LS-66", "LS-69", "LS-R10")
def test_rush_may_destroy_the_troops() -> None:
    enemies = "infantry boar badger / bobcat lightart medart"
    state = hand(enemies, "4 3 6", (3, 4, 1), support="troops")
    assert "use hull hull" in uses(state)
    state = state.after("use troops fl")
    assert log(state) == ["hit infantry 2", "hurt troops 1", "lost troops", "final"]
    # The turn goes on, but nothing is repaired any more.
    assert uses(state) == {"use cannon fl", "use cannon fc", "use cannon fr"}


@pytest.mark.rule("LS-R22", "LS-R31", "LS-7")
def test_rush_that_wins_costs_nothing() -> None:
    state = hand("infantry:2 - - / - - -", "3 5 6", (6, 4, 1), support="troops")
    state = state.after("use troops fl")
    assert log(state) == ["hit infantry 2", "gone infantry", "win"]
    assert own(state)["troops"] == 1
    assert state.result == (1,)


@pytest.mark.rule("LS-R21", "LS-65")
def test_rush_without_a_target_cannot_be_chosen() -> None:
    state = hand("boar badger minefield / infantry lightart bobcat", "3 5 6", support="troops")
    assert state.phase == "enemy"
    assert own(state)["troops"] == 3


@pytest.mark.rule("LS-R17", "LS-R22")
@pytest.mark.parametrize("trenches", ["all", "self"])
def test_the_trenches_do_not_stop_the_rush_damage(trenches: str) -> None:
    # Not reachable in play (one die a card and turn) and so refused in a dump, but the ruling
    # says it: the trenches are occupied by hand.
    state = hand(MIXED, "3 5 6", support="troops", trenches=trenches)
    state.table.trench = True
    state = state.after("use troops fl")
    assert log(state) == ["hit infantry 2", "hurt troops 1"]
    assert own(state)["troops"] == 2


@pytest.mark.rule("LS-R21")
def test_without_a_legal_use_the_turn_ends_by_itself() -> None:
    state = play(start(first="player"), "roll 1 3 5", "place 3 5 1")
    assert (state.phase, log(state)) == ("enemy", [])
    # Also after the last use that could be made.
    state = hand(PARADE, "6 5 1").after("use hull fr")
    assert (state.phase, log(state)) == ("enemy", ["hit lightart 1"])
