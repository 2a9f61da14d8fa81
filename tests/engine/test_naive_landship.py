"""The naive resolver of Pocket Landship against sample games and the document's own examples."""

from __future__ import annotations

import copy
import itertools
import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import naive_landship as naive
import pytest

State = dict[str, Any]

VECTORS = Path(__file__).parents[1] / "data" / "landship_vectors.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]

PARADE = "boar badger lightart / badgerb infantry minefield"

DUMP_KEYS = {
    "game", "options", "phase", "round", "first", "deck", "front", "back", "own", "final",
    "hunker", "trench", "adrenaline", "chaos", "fixed", "rolled", "placed", "used", "reroll",
    "result", "log",
}  # fmt: skip


def start(layout: str = PARADE, first: str = "player", **options: str) -> State:
    """A listed layout, written as in section 9: front row / back row."""
    faces = layout.replace("/", " ").split()
    return naive.new({"enemies": faces, "layout": "listed", "first": first, **options})


def play(state: State, script: str) -> State:
    """Play moves separated by commas."""
    for move in script.split(","):
        state = naive.after(state, move.strip())
    return state


def logs(state: State, script: str) -> list[str]:
    """All log lines that the moves cause."""
    lines = []
    for move in script.split(","):
        state = naive.after(state, move.strip())
        lines += state["log"]
    return lines


def faces(row: list[Any]) -> list[str | None]:
    return [None if cell is None else cell[0] for cell in row]


# --- sample games -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_sample_games(game: dict[str, Any]) -> None:
    state = naive.new(game["options"])
    assert len(game["steps"]) == len(game["moves"])
    for step, move in zip(game["steps"], game["moves"], strict=True):
        assert state == step["dump"]
        assert naive.to_move(state) == step["to_move"]
        assert set(naive.legal(state)) == set(step.get("legal", []))
        expected = {text: Fraction(p) for text, p in step.get("chance", {}).items()}
        assert naive.chances(state) == expected
        state = naive.after(state, move)
    assert state == game["end"]["dump"]
    assert naive.to_move(state) is game["end"]["to_move"] is None
    assert [str(n) for n in state["result"]] == game["result"]


def test_there_are_sample_games() -> None:
    assert len(GAMES) == 6
    assert sum(len(game["moves"]) for game in GAMES) == 205


# --- worked examples of section 9 -------------------------------------------------------------


def test_e1_sorted_dice_and_the_dump_of_section_5() -> None:
    state = play(start(first="enemy"), "roll 1 3 6")
    example = """
    {"game": "landship", "options": {"enemies": ["boar", "badger", "lightart", "badgerb",
     "infantry", "minefield"], "first": "enemy", "layout": "listed", "pairing": "cards",
     "support": "sponsons", "trenches": "all", "weapon": "cannon"},
     "phase": "repair", "round": 1, "first": "enemy", "deck": [],
     "front": [["boar", 6], ["badger", 5], ["lightart", 3]],
     "back": [["badgerb", 5], ["infantry", 3], ["minefield", 0]],
     "own": {"hull": 4, "cannon": 3, "sponsons": 2}, "final": false, "hunker": false,
     "trench": false, "adrenaline": false, "chaos": 0,
     "fixed": [], "rolled": [], "placed": {}, "used": [], "reroll": null, "result": null,
     "log": ["act fl boar 1", "hurt hull 2", "act fc badger 3", "hurt cannon 1",
     "act fr lightart 6", "hurt sponsons 1"]}
    """
    assert state == json.loads(example)


def test_e2_deploy_right() -> None:
    first = start("lightart boar badger / badgerb infantry minefield", "enemy")
    state = play(first, "roll 3 3 3")
    assert state["log"] == [
        "act fl lightart 3", "swap fl fc", "act fl boar 3", "chaos", "act fr badger 3",
        "hurt cannon 1",
    ]  # fmt: skip
    assert faces(state["front"]) == ["boar", "lightart", "badger"]
    assert state["chaos"] == 1


def test_e3_deploy_left() -> None:
    state = play(start(first="enemy"), "roll 1 6 6")
    assert state["log"] == [
        "act fl boar 1", "hurt hull 2", "act fc badger 6", "swap fl fc", "act fr lightart 6",
        "hurt sponsons 1",
    ]  # fmt: skip
    assert faces(state["front"]) == ["badger", "boar", "lightart"]


def test_e4_no_wrap_round() -> None:
    state = play(start(first="enemy"), "roll 3 3 3")
    assert state["log"] == [
        "act fl boar 3", "chaos", "act fc badger 3", "hurt cannon 1", "act fr lightart 3", "none",
    ]  # fmt: skip
    assert faces(state["front"]) == ["boar", "badger", "lightart"]


def test_e5_retreat_with_a_full_back_row() -> None:
    state = play(start(first="enemy"), "roll 5 5 5")
    assert state["log"] == [
        "act fl boar 5", "retreat boar bl", "up badgerb fl", "act fc badger 5", "none",
        "act fr lightart 5", "retreat lightart br", "up minefield fr",
    ]  # fmt: skip
    assert state["front"] == [["badgerb", 5], ["badger", 5], ["minefield", 0]]
    assert state["back"] == [["boar", 6], ["infantry", 3], ["lightart", 3]]


def test_e6_retreat_with_a_gap() -> None:
    state = start("boar badger lightart / badgerb minefield infantry")
    state = play(state, "roll 2 5 6, place 6 2 5, use hull fr, use sponsons fr")
    assert state["log"] == ["hit lightart 2", "gone lightart", "up infantry fr"]
    assert state["back"] == [["badgerb", 5], ["minefield", 0], None]
    state = play(state, "end, roll 4 5 6")
    assert state["log"] == [
        "act fl boar 4", "none", "act fc badger 5", "none",
        "act fr infantry 6", "retreat infantry br", "up minefield fr",
    ]  # fmt: skip
    assert state["front"] == [["boar", 6], ["badger", 5], ["minefield", 0]]
    assert state["back"] == [["badgerb", 5], None, ["infantry", 3]]


def test_e7_mine_field_used_twice() -> None:
    state = start("minefield boar badger / badgerb infantry lightart", "enemy")
    state = play(state, "roll 2 4 5")
    assert state["log"] == [
        "act fl minefield 2", "none", "spent minefield",
        "act fc boar 4", "none", "act fr badger 5", "none",
    ]  # fmt: skip
    state = play(state, "roll 1 3 5, place 3 5 1")
    assert state["phase"] == "enemy"
    assert state["log"] == []
    assert state["round"] == 2
    state = play(state, "roll 2 4 5")
    assert state["log"] == [
        "act fl minefield 2", "none", "spent minefield", "gone minefield", "up badgerb fl",
        "act fc boar 4", "none", "act fr badger 5", "none",
    ]  # fmt: skip
    assert state["front"] == [["badgerb", 5], ["boar", 6], ["badger", 5]]
    assert state["back"] == [None, ["infantry", 3], ["lightart", 3]]


def test_e8_adrenaline() -> None:
    state = play(start(), "roll 5 5 5, place 5 5 5, use hull, end, roll 4 5 5")
    assert state["phase"] == "roll"
    assert len(naive.chances(state)) == 126
    state = play(state, "roll 1 2 3 4")
    assert len(naive.legal(state)) == 24
    assert state["adrenaline"] is False


def test_e9_support_lost_in_the_middle_of_an_enemy_turn() -> None:
    state = start("medart ambush infantry / boar badger badgerb", "enemy")
    state = play(state, "roll 4 6 6")
    assert state["log"] == [
        "act fl medart 4", "hurt sponsons 1", "act fc ambush 6", "hurt sponsons 2",
        "lost sponsons", "final", "spent ambush", "gone ambush", "up badger fc",
        "act fr infantry 6", "none",
    ]  # fmt: skip
    assert state["phase"] == "roll"
    assert state["own"] == {"hull": 6, "cannon": 4, "sponsons": 0}
    assert len(naive.chances(state)) == 21


def test_e10_two_enemies_left() -> None:
    state = start("boar lightart badger / badgerb infantry minefield")
    state = play(state, "roll 3 4 6, place 6 3 4, use hull fc, use sponsons fc")
    assert state["log"] == ["hit lightart 2", "gone lightart", "up infantry fc"]
    # The infantry steps up and is shot too; the turn ends with the third use.
    state = play(state, "use cannon fc, roll 4 6 6, roll 1 2 4, place 1 2 4, use cannon fc")
    state = play(state, "use sponsons fc, end, roll 4 5 6")
    state = play(state, "roll 2 4 6, place 6 2 4, use cannon fc, use hull fc, use sponsons fc")
    assert state["log"] == ["hit infantry 2", "gone infantry", "up minefield fc", "final"]
    assert state["front"] == [["boar", 6], ["minefield", 0], ["badgerb", 5]]
    assert state["back"] == [None, None, None]
    state = play(state, "roll 5 5 5")
    assert state["log"] == [
        "act fl boar 5", "none", "act fc minefield 5", "hurt sponsons 1", "spent minefield",
        "act fr badgerb 5", "swap fc fr",
    ]  # fmt: skip
    state = play(state, "roll 1 3 5, place 3 5 1, roll 4 6 6")
    assert state["log"][-2:] == ["gone minefield", "close badgerb fr"]
    assert faces(state["front"]) == ["boar", None, "badgerb"]
    state = play(state, "roll 1 3 5, place 3 5 1")
    assert state["phase"] == "enemy"
    assert len(naive.chances(state)) == 21


def test_e11_lost_before_the_first_decision() -> None:
    state = play(start("badgera ambush bison / badgerb lightart infantry", "enemy"), "roll 1 4 6")
    assert state["log"] == [
        "act fl badgera 1", "none", "act fc ambush 4", "hurt cannon 2", "spent ambush",
        "gone ambush", "up lightart fc", "act fr bison 6", "hurt cannon 2", "lost cannon", "loss",
    ]  # fmt: skip
    assert (state["phase"], state["result"], state["round"]) == ("over", [0], 1)
    assert naive.to_move(state) is None
    assert naive.legal(state) == []
    with pytest.raises(ValueError, match="not legal"):
        naive.after(state, "roll")


# --- scripts of section 11 --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "options", "script", "line"),
    [
        ("player", {}, "roll 1 2 3, place 3 2 1, use cannon fc", "hit badger 2"),
        ("player", {}, "roll 2 5 6, place 6 2 5, use hull fr, use sponsons fr", "gone lightart"),
        ("enemy", {}, "roll 2 4 4", "hurt hull 2"),
        ("enemy", {}, "roll 3 5 5", "chaos"),
        ("enemy", {}, "roll 1 3 6, roll, roll 2 4 6, place 4 6 2, use hull hull", "fix hull 2"),
        ("enemy", {}, "roll 1 3 6, repair hull cannon", "fix cannon 1"),
        ("player", {}, "roll 1 5 5, place 1 5 5, use hull", "hunker"),
        (
            "player", {},
            "roll 2 5 5, place 2 5 5, use hull sponsons+, use sponsons cannon, reroll 5",
            "set cannon 5",
        ),
        (
            "player", {"weapon": "corvette"},
            "roll 3 3 5, place 3 3 5, use corvette fl fr", "swap fl fr",
        ),
        (
            "enemy", {"weapon": "corvette"},
            "roll 1 3 6, roll, roll 1 3 6, place 3 6 1, use corvette corvette",
            "fix corvette 1",
        ),
        (
            "player", {"support": "troops"},
            "roll 3 4 5, place 3 5 4, use troops bc", "hit infantry 1",
        ),
        (
            "player", {"support": "troops"},
            "roll 2 3 5, place 2 3 5, use troops fr", "hit lightart 1",
        ),
        (
            "enemy", {"support": "troops"},
            "roll 1 3 6, roll, roll 1 3 5, place 3 5 1, use troops troops", "fix troops 1",
        ),
        (
            "player", {"support": "troops"},
            "roll 3 5 6, place 3 5 6, use troops fr", "hurt troops 1",
        ),
        ("player", {"support": "troops"}, "roll 2 3 5, place 3 5 2, use troops", "trench"),
    ],
)  # fmt: skip
def test_walkthrough_scripts(first: str, options: dict[str, str], script: str, line: str) -> None:
    assert line in logs(start(first=first, **options), script)


# --- rules that the examples leave out --------------------------------------------------------


def scene(state: State, **changes: Any) -> State:
    """A position reached by editing the dump."""
    return {**copy.deepcopy(state), **changes}


def test_hunker_and_trenches_last_one_enemy_turn() -> None:
    state = play(start(), "roll 1 5 5, place 1 5 5, use hull, end, roll 1 3 6")
    assert state["log"][1] == "blocked hull"
    assert state["own"] == {"hull": 6, "cannon": 3, "sponsons": 2}
    assert state["hunker"] is False


@pytest.mark.parametrize(
    ("scope", "blocked"), [("all", ["hull", "cannon", "troops"]), ("self", ["troops"])]
)
def test_scope_of_the_trenches(scope: str, blocked: list[str]) -> None:
    dug_in = start(support="troops", trenches=scope)
    dug_in = play(dug_in, "roll 2 3 5, place 3 5 2, use troops")
    assert dug_in["trench"] is True
    state = play(dug_in, "roll 1 3 6")
    assert [line.split()[1] for line in state["log"] if line.startswith("blocked")] == blocked
    assert state["trench"] is False


def test_chaos_and_adrenaline_add_up() -> None:
    idle = start(first="enemy")
    both = play(scene(idle, adrenaline=True, chaos=1), "roll 1 3 6")
    assert len(naive.legal(both)) == 8  # three dice: any of the three damaged cards
    assert len(naive.chances(play(both, "roll"))) == 56
    assert len(naive.chances(play(both, "repair hull cannon"))) == 6
    dazed = play(scene(idle, chaos=1), "roll 1 3 6")
    assert len(naive.legal(dazed)) == 7  # two dice: not all three
    # Two dice on three cards: the player also chooses which card stays empty.
    assert len(naive.legal(play(dazed, "roll, roll 1 2"))) == 6


def test_turns_without_dice_pass() -> None:
    idle = start(first="enemy")
    stunned = play(scene(idle, chaos=3), "roll 1 3 6")
    assert stunned["log"][-1] == "skip"
    assert (stunned["phase"], stunned["chaos"], stunned["round"]) == ("enemy", 0, 2)
    # Three repaired cards leave no card for a die, though Adrenaline leaves a die.
    eager = play(scene(idle, adrenaline=True), "roll 1 3 6, repair hull cannon sponsons")
    assert eager["log"] == ["fix hull 1", "fix cannon 1", "fix sponsons 1", "skip"]
    assert (eager["phase"], eager["adrenaline"], eager["fixed"]) == ("enemy", False, [])
    # The only die is given up for a repair.
    dazed = play(scene(idle, chaos=2), "roll 1 3 6, repair hull")
    assert dazed["log"] == ["fix hull 1", "skip"]
    assert (dazed["phase"], dazed["chaos"]) == ("enemy", 0)


def test_rush_can_cost_the_troops() -> None:
    state = start(support="troops")
    state = play(state, "roll 4 5 6, place 5 4 6")
    state = scene(state, own={"hull": 6, "cannon": 4, "troops": 1})
    state = play(state, "use troops fr")
    assert state["log"] == ["hit lightart 2", "hurt troops 1", "lost troops", "final"]
    assert state["phase"] == "act"  # the other dice can still be used
    assert "use cannon fc" in naive.legal(state)


def test_rush_that_wins_does_not_hurt() -> None:
    state = play(start(support="troops"), "roll 4 5 6, place 5 4 6")
    state = scene(
        state,
        own={"hull": 6, "cannon": 4, "troops": 1},
        front=[None, None, ["lightart", 1]],
        back=[None, None, None],
        final=True,
    )
    state = play(state, "use troops fr")
    assert state["log"] == ["hit lightart 1", "gone lightart", "win"]
    assert (state["result"], state["own"]["troops"]) == ([1], 1)


def test_one_enemy_left_is_hit_from_every_column() -> None:
    state = play(start(), "roll 2 3 4, place 3 2 4")
    empty = [None, None, None]
    boar = scene(state, front=[["boar", 6], None, None], back=empty, final=True)
    assert naive.legal(boar) == ["end", "use cannon fl", "use sponsons fl"]
    infantry = scene(state, front=[None, None, ["infantry", 3]], back=empty, final=True)
    assert naive.legal(infantry) == ["end", "use sponsons fr"]
    # With two enemies the centre is empty and neither card has a target.
    two = scene(state, front=[["boar", 6], None, ["badger", 5]], back=empty, final=True)
    assert naive.legal(two) == ["end"]


def test_infiltration_leaves_a_gap_and_nearest_ties_go_left() -> None:
    state = play(start(support="troops"), "roll 4 5 6, place 6 5 4")
    state = scene(
        state,
        front=[["boar", 6], ["lightart", 1], ["badger", 5]],
        back=[["badgerb", 5], ["infantry", 1], ["minefield", 0]],
    )
    assert "use troops br" not in naive.legal(state)  # a hazard
    assert play(state, "use troops bl")["log"] == ["hit badgerb 1"]
    state = play(state, "use troops bc")
    assert state["log"] == ["hit infantry 1", "gone infantry"]
    assert faces(state["back"]) == ["badgerb", None, "minefield"]
    assert play(state, "use hull fc")["log"] == ["hit lightart 1", "gone lightart", "up badgerb fc"]


def test_retreat_mends_one() -> None:
    state = scene(start(first="enemy"), front=[["boar", 5], ["badger", 5], ["lightart", 3]])
    state = play(state, "roll 5 5 6")
    assert state["log"][:4] == ["act fl boar 5", "mend boar 1", "retreat boar bl", "up badgerb fl"]


def test_spotters_see_who_stands_there_at_that_moment() -> None:
    # The badger's retreat brings the infantry forward before the artillery looks.
    assert "hurt hull 2" in logs(start(first="enemy"), "roll 3 4 4")
    assert "hurt hull 1" in logs(start(first="enemy"), "roll 3 3 4")


def test_last_two_deploy_over_the_empty_centre() -> None:
    state = scene(
        start(first="enemy"),
        front=[["infantry", 3], None, ["badger", 5]],
        back=[None, None, None],
        final=True,
    )
    state = play(state, "roll 2 5")
    assert state["log"] == ["act fl infantry 2", "swap fl fr", "act fl badger 5", "none"]


def test_the_last_two_close_ranks_with_their_dice() -> None:
    state = scene(
        start(first="enemy"),
        front=[["minefield", 1], ["boar", 6], ["badger", 5]],
        back=[None, None, None],
        final=True,
    )
    state = play(state, "roll 2 3 5")
    assert state["log"] == [
        "act fl minefield 2", "none", "spent minefield", "gone minefield", "close boar fl",
        "act fl boar 3", "chaos", "act fr badger 5", "none",
    ]  # fmt: skip


def test_nobody_is_repaired_in_the_final_battle() -> None:
    # The cannon brings the enemy down to three; a repair line drawn later in the turn is dead.
    state = play(start(first="enemy"), "roll 1 3 6, roll, roll 2 3 4, place 4 3 2")
    state = scene(
        state,
        front=[["boar", 6], ["badger", 1], ["lightart", 3]],
        back=[["badgerb", 5], None, None],
    )
    assert {"use hull cannon", "use sponsons hull"} <= set(naive.legal(state))
    state = play(state, "use cannon fc")
    assert state["log"] == ["hit badger 1", "gone badger", "up badgerb fc", "final"]
    assert state["phase"] == "enemy"
    # Nor is there an Emergency Repair at the start of the next turn.
    assert play(state, "roll 4 5 5")["phase"] == "roll"


def test_last_hazard_used_up_wins_in_the_enemy_turn() -> None:
    state = scene(
        start(first="enemy"),
        front=[None, None, ["minefield", 1]],
        back=[None, None, None],
        final=True,
        hunker=True,
    )
    won = play(state, "roll 1")
    assert won["log"] == [
        "act fr minefield 1", "blocked hull", "spent minefield", "gone minefield", "win",
    ]  # fmt: skip
    assert (won["result"], won["round"], won["hunker"]) == ([1], 1, False)
    lost = play(scene(state, hunker=False, own={"hull": 2, "cannon": 1, "sponsons": 0}), "roll 1")
    assert lost["log"] == ["act fr minefield 1", "hurt hull 2", "lost hull", "loss"]
    assert lost["front"] == [None, None, ["minefield", 1]]


# --- set-up and options -----------------------------------------------------------------------


def test_pick_candidates() -> None:
    assert len(naive.chances(naive.new({"enemies": "random"}))) == 64
    easiest = naive.chances(naive.new({"enemies": 131}))
    assert set(easiest) == {"pick aabaaa", "pick abbaaa", "pick aabaab", "pick abbaab"}
    assert set(easiest.values()) == {Fraction(1, 4)}
    hardest = naive.chances(naive.new({"enemies": 168}))
    assert set(hardest) == {"pick baabba", "pick bbabba", "pick baabbb", "pick bbabbb"}
    picked = naive.after(naive.new({"enemies": "random"}), "pick abbaab")
    assert picked["deck"] == ["boar", "badgera", "bobcat", "lightart", "infantry", "ambush"]


def test_first_roll_is_even_or_odd() -> None:
    state = naive.new({"layout": "listed"})
    rolls = naive.chances(state)
    assert rolls["first 1 2 3"] == Fraction(6, 216)
    enemy = [roll for roll in rolls if naive.after(state, roll)["first"] == "enemy"]
    assert sum(rolls[roll] for roll in enemy) == Fraction(1, 2)
    assert naive.after(state, "first 1 2 3")["phase"] == "enemy"
    assert naive.after(state, "first 1 1 3")["phase"] == "roll"


NORMAL = ["boar", "badger", "badgerb", "lightart", "infantry", "minefield"]


@pytest.mark.parametrize(
    "options",
    [
        {"colour": "red"},
        {"weapon": "sponsons"},
        {"weapon": None},
        {"enemies": "easy"},
        {"enemies": 130},
        {"enemies": 169},
        {"enemies": True},
        {"enemies": 136.0},
        {"enemies": NORMAL[:5]},
        {"enemies": [*NORMAL[:5], "zebra"]},
        {"enemies": [*NORMAL[:5], "boar"]},
        {"enemies": [*NORMAL[:5], "bison"]},
        {"enemies": [*NORMAL[:5], "bison"], "pairing": "cards"},
        {"pairing": "free"},
        {"pairing": "free", "enemies": "random"},
    ],
)
def test_refused_options(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        naive.new(options)


def test_free_pairing_takes_two_faces_of_one_card() -> None:
    state = naive.new({"enemies": [*NORMAL[:5], "bison"], "pairing": "free"})
    assert state["deck"] == ["boar", "bison", "badger", "badgerb", "lightart", "infantry"]


# --- own card sets, section 7 -----------------------------------------------------------------

HEAD = '[set]\nid = "mine"\ntitle = "My printed copy"\n'
CARDS = [f'[[card]]\na = "{a}"\nb = "{b}"\n' for a, b in naive.HOUSE_CARDS]
FACE = {
    "id": '"fox"',
    "name": '"Fox"',
    "kind": '"landship"',
    "strength": '"3.0"',
    "normal": "true",
    "track": "5",
    "actions": '["hull-2", "hull-1", "chaos", "none", "retreat", "weapon-1"]',
}


def own_set(*extra: str, head: str = HEAD, cards: list[str] = CARDS) -> str:
    return head + "".join(cards) + "".join(extra)


def face(**changes: str | None) -> str:
    """One `[[face]]` table; None leaves the key out."""
    table = {**FACE, **changes}
    return "[[face]]\n" + "".join(f"{k} = {v}\n" for k, v in table.items() if v is not None)


def hazard(*words: str) -> str:
    return face(kind='"hazard"', track="2", actions=json.dumps(list(words)))


REFUSED = [
    ("no toml [", "set: not valid TOML"),
    (own_set(cards=CARDS[:5]), "set: six cards are needed, found 5"),
    (own_set(cards=CARDS + CARDS[:1]), "set: six cards are needed, found 7"),
    (HEAD, "set: six cards are needed, found 0"),
    (own_set(cards=['[[card]]\na = "boar"\n', *CARDS[1:]]),
     "card 1: two different faces are needed"),
    (own_set(cards=[*CARDS[:5], '[[card]]\na = "ambush"\nb = "ambush"\n']),
     "card 6: two different faces are needed"),
    (own_set(cards=[*CARDS[:5], '[[card]]\na = "ambush"\nb = "badger"\n']),
     "card 6: face badger is already on card 2"),
    (own_set(cards=[*CARDS[:5], '[[card]]\na = "ambush"\nb = "fox"\n']),
     "card 6: unknown face fox"),
    (own_set(face(actions='["hull-1"]')), "face fox: six actions are needed, found 1"),
    (own_set(face(actions='["hull-1", "none", "none", "jam", "boom", "none"]')),
     "face fox: unknown action jam for die 4"),
    (own_set(hazard("hull-1", "none", "none", "none", "none", "left")),
     "face fox: a hazard cannot move"),
    (own_set(face(kind='"tank"')), "face fox: bad kind tank"),
    (own_set(face(strength='"10.0"')), "face fox: bad strength 10.0"),
    (own_set(face(strength='"0.0"')), "face fox: bad strength 0.0"),
    (own_set(face(strength='"3"')), "face fox: bad strength 3"),
    (own_set(face(track="8")), "face fox: bad track 8"),
    (own_set(face(track="0")), "face fox: bad track 0"),
    (own_set(face(kind='"hazard"', track="4")), "face fox: bad track 4"),
    (own_set(face(id='"Fox"')), "face Fox: bad id Fox"),
    (own_set(face(id='"abcdefghijklm"')), "face abcdefghijklm: bad id abcdefghijklm"),
    (own_set(face(actions='["none", "chaos", "support-2", "left", "right", "retreat"]')),
     "face fox: it could never hurt the landship"),
    (own_set(face(), face()), "face fox: defined twice"),
    (own_set(face(colour='"red"')), "set: unknown key colour"),
    (own_set(head='deck = 1\n' + HEAD), "set: unknown key deck"),
    (own_set(head=HEAD + 'year = 1\n'), "set: unknown key year"),
    (own_set('[[card]]\nc = "boar"\n'), "set: unknown key c"),
    (own_set(head='[set]\nid = "mine"\n'), "set: missing key title"),
    (own_set(head='[set]\ntitle = "mine"\n'), "set: missing key id"),
    (own_set(head=""), "set: missing key id"),
    (own_set(face(track=None)), "face fox: missing key track"),
    (own_set(face(), face(id=None)), "face 2: missing key id"),
    (own_set(face(id='"boar"', name=None)), "face boar: missing key name"),
    (own_set(head='[set]\nid = "house"\ntitle = ""\n'), "set: bad id house"),
    (own_set(head='[set]\nid = "My set"\ntitle = ""\n'), "set: bad id My set"),
    (own_set(head='[set]\nid = "abcdefghijklmnopq"\ntitle = ""\n'),
     "set: bad id abcdefghijklmnopq"),
    # The order of the checks
    (own_set(face(track=None), face(colour="1"), head='[set]\nid = "house"\n'),
     "set: unknown key colour"),
    (own_set(face(track="9"), head='[set]\nid = "house"\ntitle = ""\n'), "set: bad id house"),
    (own_set(face(track="9"), cards=CARDS[:5]), "face fox: bad track 9"),
    (own_set(face(track="9", strength='"x"', kind='"tank"')), "face fox: bad kind tank"),
    (own_set(face(track="9", strength='"x"')), "face fox: bad strength x"),
    (own_set(face(track="9", actions="[]")), "face fox: bad track 9"),
    (own_set(face(), face(kind='"tank"')), "face fox: defined twice"),
    (own_set(hazard("left", "none", "none", "none", "none", "jam")),
     "face fox: unknown action jam for die 6"),
    (own_set(cards=[*CARDS[:5], '[[card]]\na = "boar"\nb = "fox"\n']),
     "card 6: unknown face fox"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused_sets(text: str, message: str) -> None:
    whole = f"^{re.escape(message)}$"
    with pytest.raises(ValueError, match=whole):
        naive.read_set(text)
    with pytest.raises(ValueError, match=whole):
        naive.new({}, text)


def test_own_set_in_play() -> None:
    cards = ['[[card]]\na = "fox"\nb = "boar"\n', *CARDS[1:]]
    text = own_set(face(), face(id='"badger"', track="7"), cards=cards)
    state = naive.new({"layout": "listed", "first": "enemy"}, text)
    assert state["set"] == text
    assert state["front"] == [["fox", 5], ["badger", 7], ["badgerb", 5]]
    assert "hurt hull 2" in naive.after(state, "roll 1 1 1")["log"]
    # The range of totals follows: the fox has 3.0 and the corrected badger 3.0.
    lowest = 30 + 25 + 20 + 18 + 15 + 13
    highest = 40 + 30 + 25 + 25 + 20 + 13
    for total in (lowest, highest):
        assert naive.to_move(naive.new({"enemies": total}, text)) == "chance"
    for total in (lowest - 1, highest + 1):
        with pytest.raises(ValueError, match="out of range"):
            naive.new({"enemies": total}, text)
    with pytest.raises(ValueError, match="unknown face bison"):
        naive.new({"enemies": ["bison", *NORMAL[1:]]}, text)
    assert "set" not in naive.new()


# --- teaching answers of section 10 that need no search ---------------------------------------


def test_first_enemy_turn_of_the_parade() -> None:
    state = start(first="enemy")
    mean = {"hull": Fraction(0), "cannon": Fraction(0), "sponsons": Fraction(0)}
    hull = dict.fromkeys(range(5), Fraction(0))
    for roll, chance in naive.chances(state).items():
        after = naive.after(state, roll)
        for card in mean:
            mean[card] += chance * (state["own"][card] - after["own"][card])
        hull[6 - after["own"]["hull"]] += chance
    assert mean == {
        "hull": Fraction(353, 216), "cannon": Fraction(53, 216), "sponsons": Fraction(91, 216),
    }  # fmt: skip
    assert list(hull.values()) == [
        Fraction(19, 72), Fraction(7, 36), Fraction(29, 108), Fraction(41, 216), Fraction(1, 12),
    ]  # fmt: skip


def enemy_strength(state: State) -> int:
    return sum(
        cell[1]
        for cell in state["front"] + state["back"]
        if cell is not None and cell[0] not in ("minefield", "ambush")
    )


def best_damage(state: State, memory: dict[str, Fraction]) -> Fraction:
    """Enemy strength removed by the end of the own turn with best play, averaged over re-rolls."""
    if state["phase"] in ("enemy", "over"):
        return Fraction(-enemy_strength(state))
    key = json.dumps(state)
    if key not in memory:
        chances = naive.chances(state)
        values = {
            move: best_damage({**naive.after(state, move), "log": []}, memory)
            for move in [*chances, *naive.legal(state)]
        }
        memory[key] = (
            sum((chances[move] * value for move, value in values.items()), Fraction(0))
            if chances
            else max(values.values())
        )
    return memory[key]


def test_best_placement_of_2_3_6() -> None:
    state = play(start(), "roll 2 3 6")
    total = enemy_strength(state)
    found = {move: total + best_damage(naive.after(state, move), {}) for move in naive.legal(state)}
    assert found == {
        "place 6 2 3": 4, "place 2 3 6": 3, "place 3 2 6": Fraction(13, 6),
        "place 6 3 2": 2, "place 2 6 3": 1, "place 3 6 2": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("chaos", "mean"), [(1, Fraction(22, 9)), (0, Fraction(4031, 1296))])
def test_worth_of_a_die(chaos: int, mean: Fraction) -> None:
    state = scene(start(), chaos=chaos)
    assert enemy_strength(state) + best_damage(state, {}) == mean


def test_chance_of_loss_in_the_next_enemy_turn() -> None:
    state = start(first="enemy")
    lost = []
    for hull in range(1, 7):
        weak = scene(state, own={"hull": hull, "cannon": 4, "sponsons": 3})
        rolls = naive.chances(weak)
        lost.append(sum(p for roll, p in rolls.items() if naive.after(weak, roll)["result"]))
    assert lost == [Fraction(53, 72), Fraction(13, 24), Fraction(59, 216), Fraction(1, 12), 0, 0]


# --- random games -----------------------------------------------------------------------------


def random_game(rng: random.Random) -> list[tuple[State, str]]:
    """A whole random game, the position before each move; the last one has no move."""
    text = naive.random_set(rng) if rng.random() < 0.5 else None
    state = naive.new(naive.random_options(rng, text), text)
    line: list[tuple[State, str]] = []
    while naive.to_move(state) is not None and len(line) < 2000:
        odds = naive.chances(state)
        moves = list(odds) if odds else naive.legal(state)
        assert not odds or sum(odds.values()) == 1
        assert moves
        move = rng.choices(moves, [float(odds[m]) for m in moves])[0] if odds else rng.choice(moves)
        line.append((state, move))
        state = naive.after(state, move)
    assert text or state["phase"] == "over"  # LS-R33 speaks of the built-in faces only
    return [*line, (state, "")]


def check_position(state: State) -> None:
    """What holds in every position, whatever happened before."""
    assert set(state) - {"set"} == DUMP_KEYS
    assert json.loads(json.dumps(state)) == state
    assert set(state["options"]) == set(naive.CHOICES) | {"enemies"}
    assert all(0 <= n <= naive.START[card] for card, n in state["own"].items())
    if state["phase"] in ("pick", "deal"):
        return
    front, back = faces(state["front"]), faces(state["back"])
    left = 6 - front.count(None) - back.count(None)
    assert front.count(None) == max(0, 3 - left)  # LS-R30
    assert left != 2 or front[1] is None  # LS-71
    weak = sum(n > 0 for n in state["own"].values()) <= 2
    assert state["final"] or (left > 3 and not weak) or state["result"]
    book = naive.read_set(state["set"])["faces"] if "set" in state else naive.HOUSE_FACES
    for cell in state["front"] + state["back"]:
        if cell is not None:
            name, number = cell
            low, high = (0, -1) if book[name]["kind"] == "hazard" else (1, 0)
            assert low <= number <= book[name]["track"] + high


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed: int) -> None:
    for state, move in random_game(random.Random(seed)):
        check_position(state)
        if move:
            before = copy.deepcopy(state)
            naive.after(state, move)
            assert state == before  # the input is untouched
            with pytest.raises(ValueError, match="not legal"):
                naive.after(state, move.upper() + " ")


def test_random_options_and_sets_cover_everything() -> None:
    rng = random.Random(1)
    seen: set[str] = set()
    for _ in range(300):
        options = naive.random_options(rng)
        naive.new(options)
        for name, value in options.items():
            seen.add(f"{name} {value if isinstance(value, str) else type(value).__name__}")
        text = naive.random_set(rng)
        own = naive.read_set(text)
        naive.new(naive.random_options(rng, text), text)
        seen |= {f"{f['kind']} {f['track']}" for f in own["faces"].values()}
    expected = {f"{name} {value}" for name, values in naive.CHOICES.items() for value in values}
    expected |= {f"enemies {word}" for word in [*naive.ENEMY_WORDS, "int", "list"]}
    kinds = itertools.product(["landship", "artillery", "infantry"], range(1, 8))
    expected |= {f"{kind} {track}" for kind, track in kinds}
    expected |= {"hazard 1", "hazard 2", "hazard 3"}
    assert seen == expected
