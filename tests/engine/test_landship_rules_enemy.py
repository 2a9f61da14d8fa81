"""The rules of Pocket Landship: the enemy turn."""

from __future__ import annotations

from random import Random

import pytest
from landship_help import (
    HAZARDS,
    PARADE,
    TRACK,
    board,
    fresh,
    log,
    own,
    part_of,
    play,
    rolls,
    start,
    table,
)

import pocketlib

# Table 2.4, written down a second time.
FACES = {
    "boar": "hull-2 hull-1 chaos none retreat weapon-1",
    "bison": "retreat hull-2 support-1 chaos none weapon-2",
    "badger": "hull-1 hull-1 weapon-1 retreat none left",
    "badgera": "none right retreat hull-1 weapon-1 weapon-1",
    "badgerb": "hull-1 hull-1 weapon-1 retreat left none",
    "bobcat": "right none retreat hull-1 weapon-1 support-1",
    "lightart": "none spotters right spotters retreat support-1",
    "medart": "none right retreat support-1 spotters spotters",
    "infantry": "none right weapon-1 support-1 support-1 retreat",
    "elite": "hull-1 support-1 support-1 none left retreat",
    "minefield": "hull-2 none none hull-1 support-1 none",
    "ambush": "hull-2 hull-1 none weapon-2 hull-1 support-2",
}
DICE = [
    (face, die, word)
    for face, words in FACES.items()
    for die, word in enumerate(words.split(), start=1)
]
LOADOUTS = [(w, s) for w in ("cannon", "corvette") for s in ("sponsons", "troops")]


# --- every face, every die --------------------------------------------------------------------


@pytest.mark.rule("LS-5", "LS-18", "LS-19", "LS-20", "LS-23", "LS-26", "LS-27", "LS-28", "LS-31")
@pytest.mark.parametrize(("weapon", "support"), LOADOUTS)
@pytest.mark.parametrize(("face", "die", "word"), DICE)
def test_every_face_does_what_its_card_says(
    face: str, die: int, word: str, weapon: str, support: str
) -> None:
    # The face stands in the centre, one point short of its track, between two hazards, with no
    # infantry beside it; everybody has the same die.
    number = fresh(face) if face in HAZARDS else TRACK[face] - 1
    left = "ambush" if face == "minefield" else "minefield"
    right = "boar" if face in HAZARDS else "ambush"
    back = [f for f in ("badger", "badgera", "bison", "badgerb") if f != face][:3]
    before = board(
        f"{left} {face}:{number} {right} / {' '.join(back)}", weapon=weapon, support=support
    )
    after = before.after(f"roll {die} {die} {die}")
    expected = {
        "none": ["none"],
        "hull-1": ["hurt hull 1"],
        "hull-2": ["hurt hull 2"],
        "weapon-1": [f"hurt {weapon} 1"],
        "weapon-2": [f"hurt {weapon} 2"],
        "support-1": [f"hurt {support} 1"],
        "support-2": [f"hurt {support} 2"],
        "chaos": ["chaos"],
        "spotters": ["hurt hull 1"],
        "left": ["swap fl fc"],
        "right": ["swap fc fr"],
        "retreat": [f"mend {face} 1", f"retreat {face} bc", f"up {back[1]} fc"],
    }[word]
    if face in HAZARDS:
        expected = [*expected, f"spent {face}"]
    if face == "ambush":
        expected = [*expected, "gone ambush", f"up {back[1]} fc"]
    assert part_of(log(after), f"act fc {face} {die}") == expected
    # What the log says really happened to the own cards, and nothing else did.
    strengths = own(before)
    for line in log(after):
        if line.startswith("hurt "):
            _, card, amount = line.split()
            strengths[card] -= int(amount)
    assert own(after) == strengths


@pytest.mark.rule("LS-18")
def test_damage_is_taken_off_the_cubes() -> None:
    # Hull 2 + 1 + 1 (spotters), then weapon, then support: each its own cube.
    assert own(start().after("roll 1 1 4")) == {"hull": 2, "cannon": 4, "sponsons": 3}
    state = start("ambush infantry boar / badger badgerb lightart").after("roll 4 5 6")
    assert own(state) == {"hull": 6, "cannon": 1, "sponsons": 2}


@pytest.mark.rule("LS-18", "LS-R23")
@pytest.mark.parametrize(
    ("front", "roll", "slot", "damage"),
    [
        ("boar badger minefield", "roll 2 5 6", 0, 1),
        ("boar badger minefield", "roll 1 5 6", 0, 2),
        ("badger boar minefield", "roll 5 6 6", 1, 1),
        ("boar ambush badger", "roll 4 4 5", 1, 2),
        ("boar badger infantry", "roll 4 5 5", 2, 1),
        ("boar badger ambush", "roll 4 5 6", 2, 2),
    ],
)
def test_damage_is_exactly_what_is_said_down_to_the_last_point(
    front: str, roll: str, slot: int, damage: int
) -> None:
    enemies = f"{front} / badgerb badgera bison"
    for strength in range(1, (6, 4, 3)[slot] + 1):
        strengths = [6, 4, 3]
        strengths[slot] = strength
        after = board(enemies, "enemy", strengths).after(roll)
        strengths[slot] = max(0, strength - damage)
        assert list(own(after).values()) == strengths


# --- dice and order ---------------------------------------------------------------------------


@pytest.mark.rule("LS-15", "LS-71", "LS-72")
@pytest.mark.parametrize(
    ("enemies", "dice"),
    [
        (PARADE, 3),
        ("boar badger lightart / - - -", 3),
        ("minefield ambush lightart / - infantry -", 3),
        ("boar - lightart / - - -", 2),
        ("boar - - / - - -", 1),
        ("- - boar / - - -", 1),
        ("- - ambush / - - -", 1),
    ],
)
def test_one_die_for_each_front_card(enemies: str, dice: int) -> None:
    state = board(enemies)
    assert (state.phase, state.to_move) == ("enemy", pocketlib.CHANCE)
    assert dict(state.chances().items()) == rolls(dice)
    assert state.chances().total == 6**dice


@pytest.mark.rule("LS-16", "LS-17")
def test_lowest_die_left_highest_right_and_acting_from_left_to_right() -> None:
    lines = log(start().after("roll 1 3 6"))
    assert [line for line in lines if line.startswith("act")] == [
        "act fl boar 1",
        "act fc badger 3",
        "act fr lightart 6",
    ]
    for unsorted in ("roll 6 3 1", "roll 3 1 6", "roll 1 6 3"):
        with pytest.raises(pocketlib.Refusal):
            start().after(unsorted)


@pytest.mark.rule("LS-R35", "LS-16")
def test_two_front_cards_get_the_low_die_left_and_the_high_die_right() -> None:
    state = board("boar - badger / - - -").after("roll 2 3")
    assert log(state) == ["act fl boar 2", "hurt hull 1", "act fr badger 3", "hurt cannon 1"]


@pytest.mark.rule("LS-R4", "LS-R3", "LS-17", "LS-21")
def test_always_the_leftmost_unspent_card_acts_and_nobody_acts_twice() -> None:
    # The log is played on a table of our own, for every roll on many tables.
    rng = Random(4)
    for _ in range(120):
        faces = rng.sample(sorted(TRACK), 6)
        # A few tables with gaps behind and few enemies left.
        holes = rng.choice([(), (), (3,), (4,), (5,), (3, 4), (3, 5), (4, 5), (3, 4, 5)])
        words = ["-" if i in holes else face for i, face in enumerate(faces)]
        state = board(" ".join(words[:3]) + " / " + " ".join(words[3:]))
        for roll in state.chances():
            check_order(faces, holes, [int(d) for d in roll.split()[1:]], state.after(roll))


def check_order(
    faces: list[str], holes: tuple[int, ...], dice: list[int], after: pocketlib.State
) -> None:
    """Follow the log of an enemy turn line by line."""
    place = dict(zip(("fl", "fc", "fr", "bl", "bc", "br"), faces, strict=True))
    for i in holes:
        place.pop(("fl", "fc", "fr", "bl", "bc", "br")[i])
    unspent = dict(zip(faces[:3], dice, strict=True))
    for line in log(after):
        word, *rest = line.split()
        if word == "act":
            pos, face, die = rest
            waiting = [p for p in ("fl", "fc", "fr") if place.get(p) in unspent]
            assert waiting[:1] == [pos]
            assert place[pos] == face
            assert unspent.pop(face) == int(die)
        elif word == "swap":
            a, b = rest
            assert ("fl", "fc", "fr").index(a) < ("fl", "fc", "fr").index(b)
            place[a], place[b] = place[b], place[a]
        elif word == "gone":
            place = {p: f for p, f in place.items() if f != rest[0]}
        elif word in ("retreat", "up", "close"):
            face, pos = rest
            old = next(p for p, f in place.items() if f == face)
            if word != "retreat":  # a retreat leaves the front first, then the other comes up
                del place[old]
                assert pos not in place
                place[pos] = face
            else:
                del place[old]
                back = place.pop(pos, None)
                place[pos] = face
                if back:
                    place["coming"] = back
    if after.result is None:
        assert unspent == {}
    dump = after.dump()
    for row, names in (("front", ("fl", "fc", "fr")), ("back", ("bl", "bc", "br"))):
        shown = [cell and cell[0] for cell in dump[row]]
        assert shown == [place.get(p) for p in names]


# --- Deploy -----------------------------------------------------------------------------------


@pytest.mark.rule("LS-20", "LS-21", "LS-R4")
def test_dice_slide_with_the_cards_that_deploy() -> None:
    # The boar comes to the left with its own 4 (nothing), not the 3 that lay there (Chaos).
    state = start("lightart boar badger / badgerb infantry minefield").after("roll 3 4 5")
    assert log(state) == [
        "act fl lightart 3",
        "swap fl fc",
        "act fl boar 4",
        "none",
        "act fr badger 5",
        "none",
    ]
    assert table(state) == "boar:6 lightart:3 badger:5 / badgerb:5 infantry:3 minefield:0"


@pytest.mark.rule("LS-20", "LS-21")
def test_deploy_from_the_centre_to_the_right_lets_the_right_card_act_next() -> None:
    state = start("boar lightart badger / badgerb infantry minefield").after("roll 2 3 5")
    assert log(state) == [
        "act fl boar 2",
        "hurt hull 1",
        "act fc lightart 3",
        "swap fc fr",
        "act fc badger 5",
        "none",
    ]


@pytest.mark.rule("LS-21", "LS-R4")
def test_a_card_that_was_exchanged_may_deploy_back_but_none_acts_twice() -> None:
    state = start("medart badgera boar / badgerb infantry minefield", pairing="free")
    state = state.after("roll 2 2 2")
    assert log(state) == [
        "act fl medart 2",
        "swap fl fc",
        "act fl badgera 2",
        "swap fl fc",
        "act fr boar 2",
        "hurt hull 1",
    ]
    assert table(state).startswith("medart:4 badgera:5 boar:6")


@pytest.mark.rule("LS-20", "LS-21")
def test_deploy_left_moves_a_card_that_has_acted_and_it_does_not_act_again() -> None:
    state = start().after("roll 1 6 6")
    assert log(state)[2:] == [
        "act fc badger 6",
        "swap fl fc",
        "act fr lightart 6",
        "hurt sponsons 1",
    ]
    assert table(state).startswith("badger:5 boar:6 lightart:3")
    # From the right, too: the centre card has acted, the left one is not touched.
    state = start("boar lightart badger / badgerb infantry minefield").after("roll 1 1 6")
    assert log(state)[-2:] == ["act fr badger 6", "swap fc fr"]
    assert table(state).startswith("boar:6 badger:5 lightart:3")


@pytest.mark.rule("LS-20", "LS-R6")
def test_who_deploys_takes_the_cube_along() -> None:
    state = board("lightart:1 boar:2 badger:3 / badgerb infantry minefield").after("roll 3 4 5")
    assert table(state) == "boar:2 lightart:1 badger:3 / badgerb:5 infantry:3 minefield:0"
    state = board("boar:2 - badger:3 / - - -").after("roll 4 6")
    assert table(state) == "badger:3 - boar:2 / - - -"


@pytest.mark.rule("LS-22")
@pytest.mark.parametrize(
    ("enemies", "roll", "act"),
    [
        ("badgerb boar badger / lightart infantry minefield", "roll 5 5 5", "act fl badgerb 5"),
        ("badger boar badgerb / lightart infantry minefield", "roll 6 6 6", "act fl badger 6"),
        ("elite boar badgerb / lightart badger minefield", "roll 5 5 5", "act fl elite 5"),
        (PARADE, "roll 3 3 3", "act fr lightart 3"),
        ("boar badger infantry / lightart badgerb minefield", "roll 2 2 2", "act fr infantry 2"),
        ("boar badger bobcat / lightart infantry minefield", "roll 1 1 1", "act fr bobcat 1"),
    ],
)
def test_deploy_does_not_wrap_round(enemies: str, roll: str, act: str) -> None:
    assert part_of(log(start(enemies).after(roll)), act) == ["none"]


@pytest.mark.rule("LS-R5", "LS-20")
def test_a_deploy_may_change_places_with_a_hazard_and_its_die_goes_with_it() -> None:
    state = start("lightart minefield boar / badger badgerb infantry").after("roll 3 4 4")
    assert log(state) == [
        "act fl lightart 3",
        "swap fl fc",
        "act fl minefield 4",
        "hurt hull 1",
        "spent minefield",
        "act fr boar 4",
        "none",
    ]
    assert table(state) == "minefield:1 lightart:3 boar:6 / badger:5 badgerb:5 infantry:3"


@pytest.mark.rule("LS-R5", "LS-R3", "LS-30")
def test_a_retreat_may_bring_a_hazard_forward_which_is_not_used_by_that() -> None:
    state = start("boar badger lightart / minefield infantry badgerb").after("roll 5 5 6")
    assert part_of(log(state), "act fl boar 5") == ["retreat boar bl", "up minefield fl"]
    assert table(state).startswith("minefield:0 ")


@pytest.mark.rule("LS-R6", "LS-71")
@pytest.mark.parametrize(
    ("front", "roll", "lines", "after"),
    [
        # The exchanged card, now on the left, still acts with its own die.
        (
            "lightart - boar",
            "roll 3 4",
            ["act fl lightart 3", "swap fl fr", "act fl boar 4", "none"],
            "boar:6 - lightart:3",
        ),
        (
            "boar - badger",
            "roll 4 6",
            ["act fl boar 4", "none", "act fr badger 6", "swap fl fr"],
            "badger:5 - boar:6",
        ),
        # Outwards there is nobody.
        (
            "badgerb - boar",
            "roll 5 5",
            ["act fl badgerb 5", "none", "act fr boar 5", "none"],
            "badgerb:5 - boar:6",
        ),
        (
            "boar - lightart",
            "roll 3 3",
            ["act fl boar 3", "chaos", "act fr lightart 3", "none"],
            "boar:6 - lightart:3",
        ),
    ],
)
def test_deploy_with_two_enemies(front: str, roll: str, lines: list[str], after: str) -> None:
    state = board(f"{front} / - - -").after(roll)
    assert log(state) == lines
    assert table(state) == f"{after} / - - -"


@pytest.mark.rule("LS-R6", "LS-R26", "LS-72", "LS-22")
@pytest.mark.parametrize("front", ["{} - -", "- - {}"])
@pytest.mark.parametrize(("face", "die"), [("lightart", 3), ("badger", 6), ("badgerb", 5)])
def test_a_lone_enemy_cannot_deploy(front: str, face: str, die: int) -> None:
    before = board(front.format(face) + " / - - -")
    after = before.after(f"roll {die}")
    assert log(after)[1:] == ["none"]
    assert table(after) == table(before)


# --- Retreat & Repair -------------------------------------------------------------------------


@pytest.mark.rule("LS-23")
def test_a_retreat_mends_one_and_changes_places_with_the_card_behind() -> None:
    state = board("boar:3 badger:1 lightart / badgerb:2 infantry minefield:1").after("roll 5 5 6")
    assert part_of(log(state), "act fl boar 5") == [
        "mend boar 1",
        "retreat boar bl",
        "up badgerb fl",
    ]
    assert table(state) == "badgerb:2 badger:1 lightart:3 / boar:4 infantry:3 minefield:1"


@pytest.mark.rule("LS-R8", "LS-23", "LS-39")
def test_a_retreat_at_full_strength_still_changes_places() -> None:
    state = start().after("roll 5 5 6")
    assert part_of(log(state), "act fl boar 5") == ["retreat boar bl", "up badgerb fl"]
    assert table(state).endswith("/ boar:6 infantry:3 minefield:0")


RETREATS = [  # column of the Medium Artillery, back row before, back row after, who comes up
    ("fl", "badgerb bobcat -", "medart bobcat -", "badgerb"),
    ("fl", "badgerb - bobcat", "medart - bobcat", "badgerb"),
    ("fl", "- badgerb bobcat", "medart - bobcat", "badgerb"),
    ("fl", "- badgerb -", "medart - -", "badgerb"),
    ("fl", "- - badgerb", "medart - -", "badgerb"),
    ("fc", "bobcat badgerb -", "bobcat medart -", "badgerb"),
    ("fc", "- badgerb bobcat", "- medart bobcat", "badgerb"),
    ("fc", "badgerb - bobcat", "- medart bobcat", "badgerb"),
    ("fc", "badgerb - -", "- medart -", "badgerb"),
    ("fc", "- - badgerb", "- medart -", "badgerb"),
    ("fr", "bobcat - badgerb", "bobcat - medart", "badgerb"),
    ("fr", "bobcat badgerb -", "bobcat - medart", "badgerb"),
    ("fr", "badgerb - -", "- - medart", "badgerb"),
    ("fr", "- badgerb -", "- - medart", "badgerb"),
]


@pytest.mark.rule("LS-24", "LS-R7", "LS-R3")
@pytest.mark.parametrize(("pos", "before", "after", "up"), RETREATS)
def test_with_a_gap_it_goes_straight_back_and_the_nearest_comes_up(
    pos: str, before: str, after: str, up: str
) -> None:
    column = ("fl", "fc", "fr").index(pos)
    front = ["boar", "minefield"]
    front.insert(column, "medart:2")
    state = board(f"{' '.join(front)} / {before}").after("roll 3 3 3")
    assert part_of(log(state), f"act {pos} medart 3") == [
        "mend medart 1",
        f"retreat medart b{pos[1]}",
        f"up {up} {pos}",
    ]
    back = [cell and cell[0] for cell in state.dump()["back"]]
    assert back == [None if word == "-" else word for word in after.split()]
    assert state.dump()["front"][column] == [up, TRACK[up]]
    # With a 3 who comes up would hurt the cannon, but has no die.
    assert own(state) == {"hull": 6, "cannon": 4, "sponsons": 3}


@pytest.mark.rule("LS-24", "LS-23", "LS-68")
def test_who_comes_forward_keeps_its_strength() -> None:
    state = board("medart:2 boar badger / - bobcat:1 -").after("roll 3 4 5")
    assert table(state) == "bobcat:1 boar:6 badger:5 / medart:3 - -"
    state = board("ambush boar badger / bobcat:1 lightart:2 -").after("roll 3 4 5")
    assert table(state) == "bobcat:1 boar:6 badger:5 / - lightart:2 -"


@pytest.mark.rule("LS-25", "LS-70")
@pytest.mark.parametrize(
    ("enemies", "strengths"),
    [
        ("medart:1 boar minefield / - - -", (6, 4, 3)),
        ("medart:1 - boar / - - -", (6, 4, 3)),
        ("medart:1 - - / - - -", (6, 4, 3)),
        ("medart:1 boar minefield / badger badgerb bobcat", (6, 4, 0)),
    ],
)
def test_no_retreat_with_three_enemies_or_in_the_final_battle(
    enemies: str, strengths: tuple[int, int, int]
) -> None:
    before = board(enemies, "enemy", strengths)
    roll = " ".join(["roll"] + ["3"] * sum(c is not None for c in before.dump()["front"]))
    after = before.after(roll)
    assert part_of(log(after), "act fl medart 3") == ["none"]
    assert table(after).split()[0] == "medart:1"


@pytest.mark.rule("LS-25")
def test_with_four_enemies_a_retreat_still_works() -> None:
    after = board("medart:1 boar minefield / - badger -").after("roll 3 3 3")
    assert table(after) == "badger:5 boar:6 minefield:1 / medart:2 - -"


@pytest.mark.rule("LS-R3", "LS-24")
def test_who_comes_forward_has_no_die_and_the_spent_die_does_not_stay() -> None:
    # Three retreats: the three newcomers would all hurt with a 3, 4 or 5, and do not act.
    state = start("badgera medart bobcat / badger badgerb infantry", pairing="free")
    state = state.after("roll 3 3 3")
    assert log(state) == [
        "act fl badgera 3",
        "retreat badgera bl",
        "up badger fl",
        "act fc medart 3",
        "retreat medart bc",
        "up badgerb fc",
        "act fr bobcat 3",
        "retreat bobcat br",
        "up infantry fr",
    ]
    assert own(state) == {"hull": 6, "cannon": 4, "sponsons": 3}


# --- Spotters, Chaos, nothing -----------------------------------------------------------------

SPOTTERS = [
    # Infantry in front, left or right of the spotters, either squad.
    ("infantry lightart boar / badger badgerb minefield", "roll 1 2 4", "act fc lightart 2", 2),
    ("elite lightart boar / badger badgerb minefield", "roll 4 4 4", "act fc lightart 4", 2),
    ("lightart boar infantry / badger badgerb minefield", "roll 2 4 5", "act fl lightart 2", 2),
    ("medart boar infantry / badger badgerb minefield", "roll 5 5 5", "act fl medart 5", 2),
    ("boar medart elite / badger badgerb minefield", "roll 4 6 6", "act fc medart 6", 2),
    # Only behind, or another artillery: not enough.
    (PARADE, "roll 4 4 4", "act fr lightart 4", 2),  # the badger's retreat brings the infantry
    (PARADE, "roll 2 2 2", "act fr lightart 2", 1),
    ("medart boar lightart / infantry elite badger", "roll 2 2 2", "act fr lightart 2", 1),
    # The infantry has just left.
    ("infantry medart boar / badger badgerb minefield", "roll 6 6 6", "act fc medart 6", 1),
]


@pytest.mark.rule("LS-26", "LS-R28")
@pytest.mark.parametrize(("enemies", "roll", "act", "damage"), SPOTTERS)
def test_spotters_do_two_if_infantry_is_in_front_at_that_moment(
    enemies: str, roll: str, act: str, damage: int
) -> None:
    assert part_of(log(board(enemies).after(roll)), act) == [f"hurt hull {damage}"]


@pytest.mark.rule("LS-26", "LS-67")
@pytest.mark.parametrize(
    ("right", "damage"), [("infantry", 2), ("elite", 2), ("boar", 1), ("minefield", 1)]
)
def test_spotters_hit_as_hard_whatever_the_hull_has_left(right: str, damage: int) -> None:
    enemies = f"lightart badger {right} / badgerb bobcat medart"
    for hull in range(1, 7):
        # a 5 does nothing on the badger, a 6 harms the hull nowhere
        after = board(enemies, "enemy", (hull, 4, 3)).after("roll 2 5 6")
        assert own(after)["hull"] == max(0, hull - damage)
        assert after.result == ((0,) if hull <= damage else None)


@pytest.mark.rule("LS-27", "LS-32", "LS-R14")
def test_chaos_costs_one_die_in_the_next_player_turn_only() -> None:
    state = start().after("roll 3 5 5")
    assert "chaos" in log(state)
    assert state.dump()["chaos"] == 1
    assert dict(state.chances().items()) == rolls(2)
    state = state.after("roll 1 5")
    assert state.dump()["chaos"] == 0
    state = play(state, "place - 5 1", "roll 4 5 6")
    assert state.phase == "roll"
    assert dict(state.chances().items()) == rolls(3)


@pytest.mark.rule("LS-28")
def test_an_empty_die_value_does_nothing() -> None:
    before = start("badgera infantry elite / boar badgerb minefield", pairing="free")
    after = before.after("roll 1 1 4")
    assert log(after)[1::2] == ["none", "none", "none"]
    assert (table(after), own(after)) == (table(before), own(before))
    # Nor is there anything that lasts: all is as before, but for whose turn it is.
    moved = {"phase": "roll", "log": after.dump()["log"]}
    assert after.dump() == before.dump() | moved


@pytest.mark.rule("LS-17")
def test_the_enemys_turn_has_a_stage_after_each_card_but_the_last():
    state = pocketlib.game("landship").new(layout="listed", first="enemy")
    assert state.stages("roll 6 6 6")[0].observe()["front"] == state.observe()["front"]
    retreat, moved = (stage.observe() for stage in state.stages("roll 1 4 6"))
    assert retreat["own"]["hull"] == 4 and retreat["front"][1] == ["badger", 5]
    assert moved["front"][1] == ["infantry", 3] and moved["back"][1] == ["badger", 5]
    assert [line.split()[0] for line in moved["log"]] == ["act", "hurt", "act", "retreat", "up"]
    assert state.after("roll 1 4 6").stages("roll") == ()
