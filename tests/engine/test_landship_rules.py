"""The rules of Pocket Landship: aim, parts, set-up, options and words."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from landship_help import (
    ALTERNATE,
    CARDS,
    GAME,
    NORMAL,
    OWN_TRACK,
    PARADE,
    STRENGTH,
    TRACK,
    board_dump,
    face,
    fresh,
    log,
    own,
    own_set,
    play,
    random_options,
    rolls,
    start,
    table,
    toml,
    walk,
)

import pocketlib

# --- aim and parts ----------------------------------------------------------------------------


@pytest.mark.rule("LS-1")
def test_one_seat_and_an_enemy_that_never_chooses() -> None:
    assert len(GAME.seats) == 1
    rng = Random(1)
    for _ in range(30):
        for state in walk(GAME.new(**random_options(rng)), rng):
            if state.phase in ("repair", "place", "act"):
                assert state.to_move == 0
            elif state.phase != "over":
                assert state.to_move == pocketlib.CHANCE
                assert state.moves() == ()


@pytest.mark.rule("LS-1")
def test_a_whole_enemy_turn_is_one_roll_of_the_dice() -> None:
    for roll in start().chances():
        assert start().after(roll).phase in ("repair", "roll")


@pytest.mark.rule("LS-2", "LS-R2", "LS-8", "LS-9")
def test_the_enemy_is_one_face_of_each_of_six_cards() -> None:
    state = GAME.new(enemies="random")
    assert (state.phase, state.dump()["deck"]) == ("pick", [])
    sides = {"".join(letters) for letters in product("ab", repeat=6)}
    assert dict(state.chances().items()) == {f"pick {letters}": 1 for letters in sides}
    for letters in sides:
        deck = state.after(f"pick {letters}").dump()["deck"]
        assert deck == [card["ab".index(side)] for card, side in zip(CARDS, letters, strict=True)]


@pytest.mark.rule("LS-R2", "LS-2")
@pytest.mark.parametrize("card", CARDS)
def test_two_faces_of_one_card_only_with_free_pairing(card: tuple[str, str]) -> None:
    others = [a for a, b in CARDS if a not in card][:4]
    with pytest.raises(pocketlib.BadOptions):
        GAME.new(enemies=[*card, *others])
    state = GAME.new(enemies=[*card, *others], pairing="free", layout="listed", first="enemy")
    assert table(state).split()[:2] == [f"{f}:{fresh(f)}" for f in card]


@pytest.mark.rule("LS-3", "LS-12", "LS-11")
@pytest.mark.parametrize("weapon", ["cannon", "corvette"])
@pytest.mark.parametrize("support", ["sponsons", "troops"])
def test_hull_one_weapon_and_one_support_on_their_starting_numbers(
    weapon: str, support: str
) -> None:
    cards = ("hull", weapon, support)
    assert list(own(start(weapon=weapon, support=support)).items()) == [
        (card, OWN_TRACK[card]) for card in cards
    ]


@pytest.mark.rule("LS-11", "LS-8")
def test_the_first_game_is_the_beginners_one() -> None:
    assert GAME.new().dump()["options"] == {
        "weapon": "cannon",
        "support": "sponsons",
        "enemies": "normal",
        "layout": "shuffle",
        "first": "dice",
        "pairing": "cards",
        "trenches": "all",
    }
    # From the easiest to the hardest, in the order of the menu.
    values = {option.id: [c.value for c in option.choices] for option in GAME.options}
    assert values["weapon"] == ["cannon", "corvette"]
    assert values["support"] == ["sponsons", "troops"]
    hardest = next(preset for preset in GAME.presets if preset.title == "Hardest landship")
    assert hardest.options == {"weapon": "corvette", "support": "troops"}


@pytest.mark.rule("LS-4")
def test_nobody_ever_rolls_more_than_four_dice_and_there_are_nine_cubes() -> None:
    rng = Random(4)
    dice = set()
    for _ in range(60):
        for state in walk(GAME.new(**random_options(rng)), rng):
            dump = state.dump()
            if state.phase in ("enemy", "roll"):
                dice |= {len(roll.split()) - 1 for roll in state.chances()}
            if state.phase not in ("pick", "deal"):
                assert sum(cell is not None for cell in dump["front"] + dump["back"]) <= 6
            assert len(dump["own"]) == 3
    assert dice == {1, 2, 3, 4}


@pytest.mark.rule("LS-5", "LS-10")
@pytest.mark.parametrize("name", TRACK)
def test_each_face_starts_on_its_outlined_number_and_a_hazard_on_zero(name: str) -> None:
    faces = [name, *(a for a, b in CARDS if name not in (a, b))]
    state = GAME.new(enemies=faces, layout="listed", first="enemy")
    assert state.dump()["front"][0] == [name, fresh(name)]


PRINTED = {  # name, kind, underlined: table 2.4, written down again
    "boar": ("Boar Class Landship", "landship", True),
    "bison": ("Bison Class Landship", "landship", False),
    "badger": ("Badger Class Landship", "landship", True),
    "badgera": ("Badger Class Landship, version A", "landship", False),
    "badgerb": ("Badger Class Landship, version B", "landship", False),
    "bobcat": ("Bobcat Class Landship", "landship", False),
    "lightart": ("Light Artillery", "artillery", True),
    "medart": ("Medium Artillery", "artillery", False),
    "infantry": ("Infantry Squad", "infantry", True),
    "elite": ("Elite Infantry Squad", "infantry", False),
    "minefield": ("Mine Field", "hazard", True),
    "ambush": ("Ambush", "hazard", False),
}


@pytest.mark.rule("LS-5", "LS-R1")
@pytest.mark.parametrize("name", PRINTED)
def test_each_face_has_its_printed_name_kind_strength_and_track(name: str) -> None:
    built_in = GAME.read_set(toml(own_set())).faces[name]  # the house's cards, no new face
    assert (built_in.name, built_in.kind, built_in.normal) == PRINTED[name]
    assert (built_in.strength, built_in.track) == (STRENGTH[name], TRACK[name])


@pytest.mark.rule("LS-R1")
def test_only_five_faces_are_underlined() -> None:
    faces = GAME.read_set(toml(own_set())).faces
    assert {name for name in faces if faces[name].normal} == set(NORMAL) - {"badgerb"}


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("normal", [True, False])
def test_an_own_face_is_read_as_it_is_written(normal: bool) -> None:
    words = ["hull-1", "none", "left", "chaos", "retreat", "spotters"]
    new = face("boar", name="Wolf", kind="infantry", strength="0.7", normal=normal, track=2)
    read = GAME.read_set(toml(own_set({**new, "actions": words}))).faces["boar"]
    assert (read.name, read.kind, read.normal) == ("Wolf", "infantry", normal)
    assert (read.strength, read.track, list(read.actions)) == (7, 2, words)


@pytest.mark.rule("LS-5")
def test_a_face_has_a_name_that_is_shown_and_six_actions() -> None:
    text = toml(own_set(face("boar", name="Zeppelin Class")))
    state = GAME.new(set=text, layout="listed", first="enemy")
    assert "Zeppelin Class" in state.words("look")
    for die in range(1, 7):
        assert state.after(f"roll {die} {die} {die}").dump()["log"][0] == f"act fl boar {die}"


@pytest.mark.rule("LS-5", "LS-R34", "LS-8")
def test_the_printed_strengths_choose_the_enemy() -> None:
    sums = {
        "".join(sides): sum(STRENGTH[c["ab".index(s)]] for c, s in zip(CARDS, sides, strict=True))
        for sides in product("ab", repeat=6)
    }
    assert (min(sums.values()), max(sums.values())) == (131, 168)
    assert (sums["a" * 6], sums["b" * 6]) == (136, 163)
    for total in range(131, 169):
        nearest = min(abs(s - total) for s in sums.values())
        state = GAME.new(enemies=total)
        assert dict(state.chances().items()) == {
            f"pick {sides}": 1 for sides, s in sums.items() if abs(s - total) == nearest
        }


@pytest.mark.rule("LS-R34")
def test_the_strengths_are_used_for_nothing_else() -> None:
    words = {
        "kind": "landship",
        "track": 6,
        "actions": ["hull-2", "hull-1", "chaos", "none", "retreat", "weapon-1"],
    }
    texts = [toml(own_set(face("boar", strength=s, **words))) for s in ("0.1", "9.9")]
    rng = Random(34)
    mended = 0
    for _ in range(40):
        options = {**random_options(rng), "enemies": PARADE.replace("/", "").split()}
        weak, strong = (GAME.new(set=text, **options) for text in texts)
        while weak.to_move is not None:
            assert set(weak.options_now()) == set(strong.options_now())
            move = rng.choice(weak.options_now())
            weak, strong = weak.after(move), strong.after(move)
            assert {k: v for k, v in weak.dump().items() if k != "set"} == {
                k: v for k, v in strong.dump().items() if k != "set"
            }
            mended += "mend boar 1" in log(weak)
    assert mended  # also what a face does only when it was hit is the same


@pytest.mark.rule("LS-R1")
def test_badger_b_is_printed_like_the_badger_but_for_five_and_six() -> None:
    faces = GAME.read_set(toml(own_set())).faces
    badger, badgerb = faces["badger"], faces["badgerb"]
    assert (badgerb.kind, badgerb.strength, badgerb.track) == ("landship", 25, badger.track)
    five, six = badger.actions[4:]
    assert badgerb.actions == (*badger.actions[:4], six, five)


# --- set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("LS-8", "LS-R1")
def test_the_named_enemies() -> None:
    assert GAME.new().dump()["deck"] == NORMAL
    assert NORMAL == ["boar", "badger", "badgerb", "lightart", "infantry", "minefield"]
    assert GAME.new(enemies="alternate").dump()["deck"] == ALTERNATE
    state = GAME.new(enemies="alternate", layout="listed", first="player")
    assert table(state) == "bison:7 badgera:5 bobcat:4 / medart:4 elite:4 ambush:0"


@pytest.mark.rule("LS-R1")
def test_the_sixth_face_is_the_badger_with_five_and_six_exchanged() -> None:
    badger = start("boar badger badgerb / lightart infantry minefield")
    for die in "1234":
        lines = log(badger.after(f"roll {die} {die} {die}"))
        first = lines.index(f"act fc badger {die}")
        second = lines.index(f"act fr badgerb {die}")
        assert [w.split()[0] for w in lines[first + 1 : second]] == [
            w.split()[0] for w in lines[second + 1 :]
        ]
    assert log(badger.after("roll 4 5 6"))[-1] == "none"
    assert log(badger.after("roll 4 5 5"))[-1] == "swap fc fr"
    assert log(badger.after("roll 4 6 6"))[-3:-1] == ["swap fl fc", "act fr badgerb 6"]


@pytest.mark.rule("LS-9", "LS-10")
def test_the_six_are_dealt_evenly_into_two_rows_of_three() -> None:
    rng = Random(9)
    for _ in range(20):
        state = GAME.new(first="player")
        left = list(NORMAL)
        for number in range(5):
            dump = state.dump()
            assert (state.phase, dump["deck"], dump["log"]) == ("deal", left, [])
            assert dict(state.chances().items()) == {f"deal {f}": 1 for f in left}
            dealt = [cell for cell in dump["front"] + dump["back"] if cell]
            assert dump["front"] + dump["back"] == dealt + [None] * (6 - number)
            choice = rng.choice(left)
            left.remove(choice)
            state = state.after(f"deal {choice}")
            cells = state.dump()["front"] + state.dump()["back"]
            assert cells[number] == [choice, fresh(choice)]
        # The sixth goes to the last place at once.
        assert state.dump()["back"][2] == [left[0], fresh(left[0])]
        assert (state.phase, state.dump()["deck"]) == ("roll", [])


@pytest.mark.rule("LS-9")
def test_a_listed_layout_is_laid_out_as_listed() -> None:
    faces = ["ambush", "elite", "boar", "lightart", "bobcat", "badger"]
    state = GAME.new(enemies=faces, layout="listed", first="enemy")
    dump = state.dump()
    assert [cell[0] for cell in dump["front"] + dump["back"]] == faces
    # A list that is shuffled lies in the deck in the order of the cards.
    state = GAME.new(enemies=faces)
    assert state.dump()["deck"] == ["boar", "badger", "bobcat", "lightart", "elite", "ambush"]
    state = GAME.new(enemies=["bison", "ambush", *NORMAL[:2], "minefield", "elite"], pairing="free")
    assert state.dump()["deck"] == ["boar", "bison", "badger", "elite", "minefield", "ambush"]
    state = GAME.new(enemies="random", layout="listed", first="enemy").after("pick abaaab")
    assert table(state) == "boar:6 badgera:5 badgerb:5 / lightart:3 infantry:3 ambush:0"


@pytest.mark.rule("LS-13")
def test_an_even_sum_of_three_dice_lets_the_enemy_go_first() -> None:
    state = GAME.new(layout="listed")
    assert (state.phase, state.dump()["first"]) == ("first", None)
    assert dict(state.chances().items()) == rolls(3, "first")
    assert state.chances().total == 216
    for roll in rolls(3, "first"):
        after = state.after(roll)
        even = sum(int(die) for die in roll.split()[1:]) % 2 == 0
        assert after.dump()["first"] == ("enemy" if even else "player")
        assert after.phase == ("enemy" if even else "roll")
        assert after.dump()["round"] == 1


@pytest.mark.rule("LS-14")
@pytest.mark.parametrize("first", ["enemy", "player"])
def test_turns_alternate_and_a_round_ends_after_the_second(first: str) -> None:
    state = start(first=first)
    seen = []
    if first == "enemy":
        state = state.after("roll 4 5 5")
    for _ in range(3):
        seen.append((state.phase, state.dump()["round"]))
        state = play(state, "roll 1 3 5", "place 3 5 1")
        seen.append((state.phase, state.dump()["round"]))
        state = state.after("roll 4 5 5")
        if state.phase == "repair":
            state = state.after("roll")
    if first == "enemy":
        expected = [("roll", 1), ("enemy", 2), ("roll", 2), ("enemy", 3), ("roll", 3), ("enemy", 4)]
    else:
        expected = [("roll", 1), ("enemy", 1), ("roll", 2), ("enemy", 2), ("roll", 3), ("enemy", 3)]
    assert seen == expected
    assert state.dump()["first"] == first


@pytest.mark.rule("LS-14")
@pytest.mark.parametrize(("first", "later"), [("enemy", 4), ("player", 3)])
def test_the_player_turn_ends_its_round_however_it_ends(first: str, later: int) -> None:
    dump = board_dump(PARADE, "repair", (5, 3, 2), first=first)
    dump["options"]["first"] = first
    mending = GAME.load(dump)
    acting = play(mending, "roll", "roll 1 5 6", "place 6 5 1")
    ends = [
        acting.after("use hull fr"),  # with the last die that can be used
        acting.after("end"),
        mending.after("repair hull cannon sponsons"),  # without a roll
        play(mending, "roll", "roll 1 3 5", "place 3 5 1"),  # with no use at all
    ]
    for end in ends:
        dump = end.dump()
        assert (dump["phase"], dump["round"], dump["first"]) == ("enemy", later, first)


BAD_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("colour", {"colour": "red"}),
    ("weapon", {"weapon": "sponsons"}),
    ("weapon", {"weapon": "Cannon"}),
    ("weapon", {"weapon": None}),
    ("support", {"support": "cannon"}),
    ("layout", {"layout": "random"}),
    ("first", {"first": 1}),
    ("pairing", {"pairing": True}),
    ("trenches", {"trenches": "none"}),
    ("enemies", {"enemies": 130}),
    ("enemies", {"enemies": 169}),
    ("enemies", {"enemies": 136.0}),
    ("enemies", {"enemies": True}),
    ("enemies", {"enemies": "hard"}),
    ("enemies", {"enemies": {}}),
    ("enemies", {"enemies": []}),
    ("enemies", {"enemies": NORMAL[:5]}),
    ("enemies", {"enemies": [*NORMAL, "ambush"]}),
    ("enemies", {"enemies": [*NORMAL[:5], "tiger"]}),
    ("enemies", {"enemies": [*NORMAL[:5], ["ambush"]]}),
    ("enemies", {"enemies": [*NORMAL[:5], "boar"]}),
    ("enemies", {"enemies": [*NORMAL[:5], "bison"]}),
    ("enemies", {"enemies": [*NORMAL[:5], "boar"], "pairing": "free"}),
    ("pairing", {"pairing": "free"}),
    ("pairing", {"pairing": "free", "enemies": "random"}),
    ("pairing", {"pairing": "free", "enemies": 136}),
]


@pytest.mark.rule("LS-8", "LS-R2")
@pytest.mark.parametrize(("key", "options"), BAD_OPTIONS)
def test_refused_options(key: str, options: dict[str, Any]) -> None:
    with pytest.raises(pocketlib.BadOptions) as refusal:
        GAME.new(**options)
    assert key in str(refusal.value)


@pytest.mark.rule("LS-8", "LS-11")
def test_all_options_go_together() -> None:
    rng = Random(8)
    for _ in range(200):
        options = random_options(rng)
        assert GAME.new(**options).dump()["options"] == options


# --- words ------------------------------------------------------------------------------------


@pytest.mark.rule("LS-34", "LS-35")
def test_every_move_and_refusal_is_said_in_words_with_rules_that_exist() -> None:
    rng = Random(35)
    texts = ["roll 1 2 3", "roll", "place 1 2 3", "use hull", "use cannon fc", "end", "repair hull"]
    texts += ["reroll 3", "use sponsons cannon", "use hull cannon+", "deal boar", "fly d4", ""]
    for _ in range(15):
        for state in walk(GAME.new(**random_options(rng)), rng):
            for move in state.options_now():
                assert state.why_not(move) is None
                sentence = state.say(move)
                assert sentence
                assert set(sentence.rules) <= GAME.rules.keys()
            for text in texts:
                why = state.why_not(text)
                assert (why is None) == (text in state.options_now())
                assert why is None or (why and set(why.rules) <= GAME.rules.keys())
            story = state.story()
            assert len(story) == len(state.events())
            assert all(line and set(line.rules) <= GAME.rules.keys() for line in story)
