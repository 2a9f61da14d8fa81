"""The worked examples of Pocket Landship, line by line."""

from __future__ import annotations

from itertools import permutations

import pytest
from landship_help import (
    GAME,
    log,
    own,
    play,
    rolls,
    start,
    table,
)

# --- section 5 and section 9 ------------------------------------------------------------------


@pytest.mark.rule("LS-15", "LS-16", "LS-17", "LS-18")
def test_e1_sorted_dice() -> None:
    state = start().after("roll 1 3 6")
    assert state.dump() == {
        "game": "landship",
        "options": {
            "enemies": ["boar", "badger", "lightart", "badgerb", "infantry", "minefield"],
            "first": "enemy",
            "layout": "listed",
            "pairing": "cards",
            "support": "sponsons",
            "trenches": "all",
            "weapon": "cannon",
        },
        "phase": "repair",
        "round": 1,
        "first": "enemy",
        "deck": [],
        "front": [["boar", 6], ["badger", 5], ["lightart", 3]],
        "back": [["badgerb", 5], ["infantry", 3], ["minefield", 0]],
        "own": {"hull": 4, "cannon": 3, "sponsons": 2},
        "final": False,
        "hunker": False,
        "trench": False,
        "adrenaline": False,
        "chaos": 0,
        "fixed": [],
        "rolled": [],
        "placed": {},
        "used": [],
        "reroll": None,
        "result": None,
        "log": [
            "act fl boar 1",
            "hurt hull 2",
            "act fc badger 3",
            "hurt cannon 1",
            "act fr lightart 6",
            "hurt sponsons 1",
        ],
    }
    assert state.observe(0) == state.dump()
    assert GAME.load(state.dump()).dump() == state.dump()


@pytest.mark.rule("LS-20", "LS-21")
def test_e2_deploy_right() -> None:
    state = start("lightart boar badger / badgerb infantry minefield").after("roll 3 3 3")
    assert log(state) == [
        "act fl lightart 3",
        "swap fl fc",
        "act fl boar 3",
        "chaos",
        "act fr badger 3",
        "hurt cannon 1",
    ]
    assert table(state) == "boar:6 lightart:3 badger:5 / badgerb:5 infantry:3 minefield:0"
    assert state.dump()["chaos"] == 1


@pytest.mark.rule("LS-20", "LS-21")
def test_e3_deploy_left() -> None:
    state = start().after("roll 1 6 6")
    assert log(state) == [
        "act fl boar 1",
        "hurt hull 2",
        "act fc badger 6",
        "swap fl fc",
        "act fr lightart 6",
        "hurt sponsons 1",
    ]
    assert table(state) == "badger:5 boar:6 lightart:3 / badgerb:5 infantry:3 minefield:0"


@pytest.mark.rule("LS-22")
def test_e4_no_wrap_round() -> None:
    state = start().after("roll 3 3 3")
    assert log(state) == [
        "act fl boar 3",
        "chaos",
        "act fc badger 3",
        "hurt cannon 1",
        "act fr lightart 3",
        "none",
    ]
    assert table(state) == "boar:6 badger:5 lightart:3 / badgerb:5 infantry:3 minefield:0"


@pytest.mark.rule("LS-23", "LS-R8", "LS-R3")
def test_e5_retreat_with_a_full_back_row() -> None:
    state = start().after("roll 5 5 5")
    assert log(state) == [
        "act fl boar 5",
        "retreat boar bl",
        "up badgerb fl",
        "act fc badger 5",
        "none",
        "act fr lightart 5",
        "retreat lightart br",
        "up minefield fr",
    ]
    assert table(state) == "badgerb:5 badger:5 minefield:0 / boar:6 infantry:3 lightart:3"


@pytest.mark.rule("LS-24")
def test_e6_retreat_with_a_gap() -> None:
    state = start("boar badger lightart / badgerb minefield infantry", first="player")
    state = play(state, "roll 2 5 6", "place 6 2 5", "use hull fr")
    assert log(state) == ["hit lightart 1"]
    state = state.after("use sponsons fr")
    assert log(state) == ["hit lightart 2", "gone lightart", "up infantry fr"]
    assert table(state).endswith("/ badgerb:5 minefield:0 -")
    state = play(state, "end", "roll 4 5 6")
    assert log(state) == [
        "act fl boar 4",
        "none",
        "act fc badger 5",
        "none",
        "act fr infantry 6",
        "retreat infantry br",
        "up minefield fr",
    ]
    assert table(state) == "boar:6 badger:5 minefield:0 / badgerb:5 - infantry:3"


@pytest.mark.rule("LS-30", "LS-31", "LS-R3")
def test_e7_mine_field_used_twice() -> None:
    state = start("minefield boar badger / badgerb infantry lightart").after("roll 2 4 5")
    assert log(state) == [
        "act fl minefield 2",
        "none",
        "spent minefield",
        "act fc boar 4",
        "none",
        "act fr badger 5",
        "none",
    ]
    assert table(state).startswith("minefield:1 ")
    state = play(state, "roll 1 3 5", "place 3 5 1")
    assert (state.phase, log(state)) == ("enemy", [])
    state = state.after("roll 2 4 5")
    assert log(state) == [
        "act fl minefield 2",
        "none",
        "spent minefield",
        "gone minefield",
        "up badgerb fl",
        "act fc boar 4",
        "none",
        "act fr badger 5",
        "none",
    ]
    assert table(state) == "badgerb:5 boar:6 badger:5 / - infantry:3 lightart:3"


@pytest.mark.rule("LS-44")
def test_e8_adrenaline() -> None:
    state = play(start(first="player"), "roll 5 5 5", "place 5 5 5", "use hull")
    assert log(state) == ["adrenaline"]
    state = play(state, "end", "roll 4 5 5")
    assert state.phase == "roll"
    assert len(state.chances()) == 126
    state = state.after("roll 1 2 3 4")
    assert len(state.moves()) == 24
    assert set(state.moves()) == {" ".join(["place", *p]) for p in permutations("1234", 3)}


@pytest.mark.rule("LS-66", "LS-69", "LS-25")
def test_e9_support_lost_in_the_middle_of_an_enemy_turn() -> None:
    state = start("medart ambush infantry / boar badger badgerb").after("roll 4 6 6")
    assert log(state) == [
        "act fl medart 4",
        "hurt sponsons 1",
        "act fc ambush 6",
        "hurt sponsons 2",
        "lost sponsons",
        "final",
        "spent ambush",
        "gone ambush",
        "up badger fc",
        "act fr infantry 6",
        "none",
    ]
    assert state.phase == "roll"
    assert dict(state.chances().items()) == rolls(2)


@pytest.mark.rule("LS-71", "LS-R27", "LS-R10")
def test_e10_two_enemies_left() -> None:
    state = start("boar lightart badger / badgerb infantry minefield", first="player")
    state = play(state, "roll 3 4 6", "place 6 3 4", "use hull fc", "use sponsons fc")
    assert log(state) == ["hit lightart 2", "gone lightart", "up infantry fc"]
    state = play(state, "use cannon fc", "roll 4 6 6")
    assert log(state) == [  # nobody is straight behind the infantry: the left one comes up
        "act fl boar 4",
        "none",
        "act fc infantry 6",
        "mend infantry 1",
        "retreat infantry bc",
        "up badgerb fc",
        "act fr badger 6",
        "swap fc fr",
    ]
    assert state.phase == "roll"
    state = play(state, "roll 1 2 4", "place 1 2 4", "use cannon fc", "use sponsons fc", "end")
    state = play(state, "roll 4 5 6", "roll 2 4 6", "place 6 2 4")
    state = play(state, "use cannon fc", "use hull fc", "use sponsons fc")
    assert log(state) == ["hit infantry 2", "gone infantry", "up minefield fc", "final"]
    assert table(state) == "boar:6 minefield:0 badgerb:5 / - - -"
    state = state.after("roll 5 5 5")
    assert log(state) == [
        "act fl boar 5",
        "none",
        "act fc minefield 5",
        "hurt sponsons 1",
        "spent minefield",
        "act fr badgerb 5",
        "swap fc fr",
    ]
    state = play(state, "roll 1 3 5", "place 3 5 1", "roll 4 6 6")
    assert log(state) == [
        "act fl boar 4",
        "none",
        "act fc badgerb 6",
        "none",
        "act fr minefield 6",
        "none",
        "spent minefield",
        "gone minefield",
        "close badgerb fr",
    ]
    assert table(state) == "boar:6 - badgerb:5 / - - -"
    state = play(state, "roll 1 3 5", "place 3 5 1")
    assert len(state.chances()) == 21


@pytest.mark.rule("LS-67")
def test_e11_lost_before_the_first_decision() -> None:
    state = start("badgera ambush bison / badgerb lightart infantry").after("roll 1 4 6")
    assert log(state) == [
        "act fl badgera 1",
        "none",
        "act fc ambush 4",
        "hurt cannon 2",
        "spent ambush",
        "gone ambush",
        "up lightart fc",
        "act fr bison 6",
        "hurt cannon 2",
        "lost cannon",
        "loss",
    ]
    assert (state.result, state.dump()["result"]) == ((0,), [0])


@pytest.mark.rule("LS-9", "LS-13", "LS-37")
def test_the_example_opening_of_the_notation() -> None:
    state = play(
        GAME.new(),
        *("deal boar", "deal badger", "deal lightart", "deal badgerb", "deal infantry"),
        *("first 1 2 3", "roll 1 3 6", "repair hull", "roll 2 4", "place - 4 2"),
    )
    assert set(state.moves()) == {
        "use cannon fl",
        "use cannon fc",
        "use cannon fr",
        "use sponsons hull",
        "use sponsons cannon",
        "use sponsons sponsons",
        "end",
    }
    state = play(state, "use cannon fc", "use sponsons hull")
    assert log(state) == ["fix hull 1"]
    assert own(state) == {"hull": 6, "cannon": 3, "sponsons": 2}
    assert table(state) == "boar:6 badger:4 lightart:3 / badgerb:5 infantry:3 minefield:0"
