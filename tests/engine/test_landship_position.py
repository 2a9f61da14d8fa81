"""Positions of Pocket Landship set up by hand: fields, values, and everything that is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pocketlib
from pocketlib.contract import CHANCE, BadDump, BadSet, Problem
from pocketlib.record import Record
from pocketlib.testing import ContractBroken
from pocketlib.testing.forms import check_form, check_values

GAME = pocketlib.game("landship")

OWN_SET = """
[set]
id = "mine"
title = "Mine"
[[face]]
id = "wolf"
name = "Wolf"
kind = "landship"
strength = "3.0"
normal = true
track = 7
actions = ["hull-1", "hull-1", "none", "none", "left", "right"]
[[card]]
a = "wolf"
b = "bison"
""" + "".join(
    f'[[card]]\na = "{a}"\nb = "{b}"\n'
    for a, b in (
        ("badger", "badgera"),
        ("badgerb", "bobcat"),
        ("lightart", "medart"),
        ("infantry", "elite"),
        ("minefield", "ambush"),
    )
)


def refused(**values: Any) -> tuple[Problem, ...]:
    with pytest.raises(BadDump) as caught:
        GAME.position(values)
    problems = caught.value.problems
    assert all(isinstance(problem, Problem) for problem in problems)
    return problems  # type: ignore[return-value]


def field(id: str, **values: Any):
    return {f.id: f for f in GAME.position_fields(values)}.get(id)


def test_the_defaults_are_a_fresh_normal_game_with_the_enemy_to_roll() -> None:
    state = GAME.position({})
    assert state.phase == "enemy"
    fresh = GAME.new(layout="listed", first="enemy")
    assert {**state.dump(), "options": None} == {**fresh.dump(), "options": None}


def test_every_field_has_a_default_that_it_allows() -> None:
    for values in ({}, {"turn": "player"}, {"support": "troops", "fl": "minefield"}):
        for one in GAME.position_fields(values):
            assert one.problem(one.default) is None
            assert one.title and one.group


def test_fields_follow_what_is_chosen() -> None:
    assert field("fl.number").bounds == (1, 6)
    assert field("fl.number", fl="minefield").bounds == (0, 1)
    assert "uses" in field("fl.number", fl="minefield").title
    assert field("fl.number", fl="ambush") is None, "it is used only once"
    assert field("fl.number", fl="") is None
    assert field("strength.weapon", weapon="corvette").bounds == (1, 5)
    assert field("trench") is None
    assert field("trench", support="troops") is not None
    assert field("chaos") is None
    assert field("chaos", turn="player").bounds == (0, 3)
    assert field("hunker", turn="player") is None


def test_a_game_in_its_middle() -> None:
    state = GAME.position(
        {
            "fl": "bison", "fl.number": 3, "fc": "minefield", "fc.number": 1, "fr": "elite",
            "bl": "", "bc": "lightart", "br": "", "weapon": "corvette", "strength.hull": 2,
            "turn": "player", "round": 5, "first": "player", "chaos": 1,
        }
    )  # fmt: skip
    dump = state.dump()
    assert dump["front"] == [["bison", 3], ["minefield", 1], ["elite", 4]]
    assert dump["back"] == [None, ["lightart", 3], None]
    assert dump["own"]["hull"] == 2
    assert (dump["phase"], dump["round"], dump["chaos"]) == ("repair", 5, 1)
    assert dump["options"]["enemies"] == "random"


def test_the_final_battle_and_the_phase_follow_from_the_rest() -> None:
    three = dict.fromkeys(("bl", "bc", "br"), "")
    state = GAME.position({**three, "turn": "player", "strength.hull": 3})
    assert state.dump()["final"]
    assert state.phase == "roll", "nobody repairs in the Final Battle"
    assert GAME.position({"strength.support": 0}).dump()["final"]


def test_all_problems_are_told_each_at_its_field() -> None:
    found = refused(fl="nobody", round=0, **{"strength.hull": 9}, chaos=True, turn="player")
    assert [p.key for p in found] == ["strength.hull", "fl", "round", "chaos"]
    found = refused(fl="boar", fc="boar", fr="", bl="bison", bc="badger")
    assert [(p.key, p.split(": ")[1]) for p in found] == [
        ("fc", "Boar is already front left"),
        ("bl", "Bison is the other side of Boar (front left)"),
        ("fr", "with three or more enemies the front row is full"),
    ]


def test_the_last_enemies_stand_left_and_right() -> None:
    none = dict.fromkeys(("fl", "fc", "fr", "bl", "bc", "br"), "")
    assert [p.key for p in refused(**none)] == ["fl"]
    assert [p.key for p in refused(**{**none, "fc": "boar", "br": "infantry"})] == ["fc", "br"]
    assert GAME.position({**none, "fr": "boar"}).dump()["front"][2] == ["boar", 6]


def test_a_turn_without_dice_is_refused() -> None:
    assert [p.key for p in refused(turn="player", chaos=3)] == ["chaos"]
    assert GAME.position({"turn": "player", "chaos": 3, "adrenaline": True})


def test_free_pairing_allows_both_sides_of_a_card() -> None:
    state = GAME.position({"fl": "boar", "bl": "bison", "pairing": "free"})
    assert len(state.dump()["options"]["enemies"]) == 6
    assert [p.key for p in refused(fl="boar", bl="boar", pairing="free")] == ["bl"]


def test_an_own_set_gives_the_faces() -> None:
    choices = {
        c.value for f in GAME.position_fields(set=OWN_SET) if f.id == "fl" for c in f.choices
    }
    assert "wolf" in choices and "boar" not in choices
    state = GAME.position({"fl": "wolf", "fl.number": 7}, set=OWN_SET)
    assert state.dump()["set"] == OWN_SET
    with pytest.raises(BadSet):
        GAME.position_fields(set="no set")
    with pytest.raises(BadDump):
        GAME.position({"fl": "boar"}, set=OWN_SET)


@pytest.mark.parametrize("values", [None, [], "x", {"nothing": 1}, {1: 2}, {"fl": []}, {"fl": {}}])
def test_nonsense_is_refused_with_words(values: Any) -> None:
    with pytest.raises(BadDump) as caught:
        GAME.position(values)
    assert str(caught.value)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.just([]),
    st.sampled_from(["boar", "bison", "ambush", "", "player", "troops", "free", 1, 2, 3]),
)  # fmt: skip
IDS = st.sampled_from([f.id for f in GAME.position_fields({"support": "troops"})] + ["chaos", "x"])


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(IDS, VALUES, max_size=12))
def test_whatever_is_typed_a_state_or_a_reason_comes_of_it(values: dict[str, Any]) -> None:
    GAME.position_fields(values)
    try:
        state = GAME.position(values)
    except BadDump as bad:
        assert bad.problems and all(bad.problems)
    else:
        assert GAME.load(state.dump()).dump() == state.dump()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_choices_of_the_form_never_surprise_the_loader(data: st.DataObject) -> None:
    """What passes the form's own checks must load: else its words would be those of a file."""
    values: dict[str, Any] = {}
    for _ in range(25):
        one = data.draw(st.sampled_from(GAME.position_fields(values)))
        numbers = st.integers(*one.bounds)
        wanted = st.sampled_from([c.value for c in one.choices]) if one.choices else numbers
        values[one.id] = data.draw(wanted)
    values = {f.id: values[f.id] for f in GAME.position_fields(values) if f.id in values}
    try:
        GAME.position(values)
    except BadDump as bad:
        assert not any("dump" in problem for problem in bad.problems)


@pytest.mark.parametrize("seed", range(12))
def test_the_values_of_a_position_give_it_back(seed: int) -> None:
    options = {
        "weapon": ["cannon", "corvette"][seed % 2],
        "support": ["sponsons", "troops"][seed // 6],
    }
    record = Record.start(
        GAME, {**options, "enemies": ["normal", "random"][seed % 3 > 0]}, seed=seed
    )
    rng = random.Random(seed)
    compared = 0
    while (mover := record.state.to_move) is not None:
        state = record.state
        if state.phase in ("enemy", "repair", "roll"):
            again = GAME.position(GAME.position_values(state))
            compared += again == state
            assert again == state or state.phase == "roll"  # after a repair, or none wanted
        elif state.phase in ("place", "act", "reroll"):
            GAME.position(GAME.position_values(state))
        record.draw() if mover == CHANCE else record.play(rng.choice(state.moves()))
    assert compared > 3


# --- the contract's own checks -----------------------------------------------------------------


class Forgetful(type(GAME)):  # type: ignore[misc]
    """Its form begins with a position that can't be, and its values do not fit."""

    def position_values(self, state: Any) -> dict[str, Any]:
        return {**super().position_values(state), "round": 0}

    def position(self, values: Any, *, set: str | None = None) -> Any:
        return super().position({**values, "strength.hull": 0}, set=set)


def test_a_form_that_breaks_the_contract_is_found() -> None:
    check_form(GAME)
    with pytest.raises(ContractBroken, match="defaults are refused"):
        check_form(Forgetful())
    with pytest.raises(ContractBroken, match="does not fit"):
        check_values(Record.start(Forgetful()))
