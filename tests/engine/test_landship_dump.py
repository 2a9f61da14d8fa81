"""Loading dumps of Pocket Landship: what is not a position is refused, and never repaired."""

from __future__ import annotations

import copy
import json
import pickle
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from landship_help import GAME, PARADE, board, board_dump, play, random_options, start, walk

import pocketlib

Dump = dict[str, Any]
KEYS = {
    "game",
    "options",
    "phase",
    "round",
    "first",
    "deck",
    "front",
    "back",
    "own",
    "final",
    "hunker",
    "trench",
    "adrenaline",
    "chaos",
    "fixed",
    "rolled",
    "placed",
    "used",
    "reroll",
    "result",
    "log",
}


def exact(dump: Any) -> str:
    """Return the JSON text of ``dump``, which tells 1, 1.0 and true apart."""
    return json.dumps(dump, sort_keys=True)


def refuse(dump: Any, *keys: str) -> None:
    """Check that ``dump`` is refused and that one of ``keys`` is named."""
    with pytest.raises(pocketlib.BadDump) as refused:
        GAME.load(dump)
    message = str(refused.value)
    assert message
    assert not keys or refused.value.key in keys or any(key in message for key in keys)


@cache
def samples() -> tuple[Dump, ...]:
    """Return dumps of every phase, with flags, repairs, re-rolls and losses among them."""
    found: dict[Any, Dump] = {}
    rng = Random(5)
    for _ in range(120):
        for state in walk(GAME.new(**random_options(rng)), rng):
            dump = state.dump()
            kind = [dump[key] for key in ("phase", "final", "hunker", "trench", "adrenaline")]
            kind += [bool(dump[key]) for key in ("chaos", "fixed", "used", "deck")]
            found.setdefault(exact(kind), dump)
    won = board("boar:1 - - / - - -", "roll", chaos=2)
    won = play(won, "roll 1", "place - 1 -", "use cannon fl")
    return (*found.values(), won.dump())


def sample(phase: str, **wanted: Any) -> Dump:
    """Return a dump of ``phase`` in which the keys of ``wanted`` have these values."""
    return copy.deepcopy(
        next(
            d
            for d in samples()
            if d["phase"] == phase and all(d[key] == value for key, value in wanted.items())
        )
    )


# --- what is accepted -------------------------------------------------------------------------


@pytest.mark.rule("LS-10", "LS-12")
def test_every_dump_of_a_game_has_the_keys_and_loads_to_itself() -> None:
    assert {dump["phase"] for dump in samples()} == {
        *("pick", "deal", "first", "enemy", "repair", "roll", "place", "act", "reroll", "over")
    }
    for dump in samples():
        assert dump.keys() == KEYS
        again = GAME.load(json.loads(exact(dump)))
        assert exact(again.dump()) == exact(dump)


@pytest.mark.rule("LS-14")
def test_a_loaded_game_goes_on_like_the_first() -> None:
    rng = Random(11)
    for _ in range(12):
        for state in walk(GAME.new(**random_options(rng)), rng):
            again = GAME.load(state.dump())
            assert again == state
            assert again.key() == state.key()
            assert (again.phase, again.to_move, again.result) == (
                state.phase,
                state.to_move,
                state.result,
            )
            assert again.events() == state.events()
            assert set(again.options_now()) == set(state.options_now())
            if state.to_move == pocketlib.CHANCE:
                assert again.chances() == state.chances()
            for move in rng.sample(sorted(state.options_now()), min(3, len(state.options_now()))):
                assert exact(again.after(move).dump()) == exact(state.after(move).dump())


@pytest.mark.rule("LS-9", "LS-35")
def test_a_move_that_was_pickled_does_the_same() -> None:
    rng = Random(12)
    seen = set()
    for _ in range(40):
        for state in walk(GAME.new(**random_options(rng)), rng):
            for move in rng.sample(sorted(state.options_now()), min(3, len(state.options_now()))):
                copied = pickle.loads(pickle.dumps(move))
                assert exact(state.after(copied).dump()) == exact(state.after(str(move)).dump())
                seen.add(move.split()[0])
    verbs = {"pick", "deal", "first", "roll", "repair", "place", "use", "end", "reroll"}
    assert seen == verbs


def test_dumps_are_copies() -> None:
    state = play(start(), "roll 1 3 6", "repair hull", "roll 2 4", "place - 4 2", "use cannon fc")
    before = exact(state.dump())
    given_ = state.dump()
    loaded = GAME.load(given_)
    for dump in (given_, state.dump()):
        dump["options"]["weapon"] = "corvette"
        dump["options"]["enemies"].clear()
        dump["front"][0][1] = 1
        dump["own"]["hull"] = 1
        for key in ("fixed", "rolled", "used", "log", "back"):
            dump[key].clear()
        dump["placed"].clear()
    assert exact(state.dump()) == before
    assert exact(loaded.dump()) == before


# --- keys and types ---------------------------------------------------------------------------


@pytest.mark.parametrize("dump", [None, 5, "x", [], [1], {}, {1: 2}, {"game": "landship"}])
def test_no_dump_at_all(dump: Any) -> None:
    refuse(dump)


@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_missing_key(key: str) -> None:
    for dump in samples():
        refuse({k: v for k, v in dump.items() if k != key}, key)


@pytest.mark.parametrize("key", ["extra", "Round", "", 5, None])
def test_an_extra_key(key: Any) -> None:
    for dump in samples():
        refuse({**dump, key: 1}, str(key) if key else "key")


INTEGERS = ["1", 1.0, 1.5, True, None, [], {}, [1], float("nan"), float("inf")]
BOOLEANS = [0, 1, "true", None, [], {}]
LISTS = [None, "x", "", 0, True, {}, {"0": 1}, 1.5]
WRONG: dict[str, list[Any]] = {
    "game": ["airborne", "Landship", "", None, 5, ["landship"], {}],
    "options": [None, [], "x", 5, {}],
    "phase": ["", "Enemy", "battle", None, 5, ["enemy"], {}],
    "round": [*INTEGERS, 0, -1],
    "first": ["", "me", 5, True, ["enemy"], {}],
    "deck": [*LISTS, [5], [None], [["boar"]], ["tiger"]],
    "front": [*LISTS, [], [None], [None] * 4, [5, 5, 5], ["boar", "boar", "boar"], [[], [], []]],
    "back": [*LISTS, [], [None], [None] * 4, [5, 5, 5], ["boar", "boar", "boar"], [[], [], []]],
    "own": [None, [], 5, "x", {}, {"hull": 1}],
    "final": BOOLEANS,
    "hunker": BOOLEANS,
    "trench": BOOLEANS,
    "adrenaline": BOOLEANS,
    "chaos": [*INTEGERS, -1, 7],
    "fixed": [*LISTS, [5], ["tank"], [None], [["hull"]], ["hull", "hull"]],
    "rolled": [*LISTS, [0], [7], ["1"], [1.0], [True], [None], [[1]], [1, 1, 1, 1, 1]],
    "placed": [
        None,
        [],
        5,
        "x",
        {"hull": 0},
        {"hull": 7},
        {"hull": "1"},
        {"tank": 1},
        {"hull": True},
        {"hull": 1.0},
        {"hull": None},
        {"hull": [1]},
        {5: 1},
    ],
    "used": [*LISTS, [5], ["tank"], [None], [["hull"]], ["hull", "hull"]],
    "reroll": ["tank", "", 5, True, [], ["hull"], {}],
    "result": [0, 1, True, "won", [], [2], [True], [1.0], [0, 0], [None], {}, ["1"]],
    "log": [*LISTS, [5], [None], [["act"]]],
}


@pytest.mark.rule("LS-10", "LS-12")
@pytest.mark.parametrize("key", sorted(WRONG))
def test_a_value_of_the_wrong_kind_is_refused_and_its_key_named(key: str) -> None:
    for dump in samples():
        for value in WRONG[key]:
            refuse({**dump, key: value}, key)


@pytest.mark.rule("LS-8", "LS-11")
@pytest.mark.parametrize(
    "option", ["weapon", "support", "enemies", "layout", "first", "pairing", "trenches"]
)
def test_the_options_of_a_dump_are_checked(option: str) -> None:
    for dump in samples():
        options = dump["options"]
        less = {k: v for k, v in options.items() if k != option}
        for wrong in (less, {**options, option: "x"}, {**options, option: None}):
            refuse({**dump, "options": wrong}, "options", option)
        refuse({**dump, "options": {**options, "extra": 1}}, "options", "extra")


@pytest.mark.rule("LS-39")
@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ("front", ["boar"]),
        ("front", ["boar", 6, 6]),
        ("front", ["boar", "6"]),
        ("front", ["boar", 6.0]),
        ("front", ["boar", True]),
        ("front", ["boar", None]),
        ("front", [None, 6]),
        ("front", [6, "boar"]),
        ("front", [["boar"], 6]),
        ("front", {"boar": 6}),
        ("front", "boar"),
        ("front", ["boar", 0]),
        ("front", ["boar", 7]),
        ("front", ["boar", -1]),
        ("front", ["tiger", 3]),
        ("front", ["Boar", 6]),
    ],
)
def test_a_bad_cell(row: str, cell: Any) -> None:
    dump = start().after("roll 1 3 6").dump()
    dump[row][0] = cell
    refuse(dump, row)


@pytest.mark.rule("LS-12", "LS-39")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("hull", 7),
        ("hull", -1),
        ("hull", 4.0),
        ("hull", True),
        ("hull", "4"),
        ("hull", None),
        ("cannon", 5),
        ("sponsons", 4),
        ("sponsons", -1),
        ("corvette", 3),
        ("tank", 1),
    ],
)
def test_a_bad_strength(card: str, value: Any) -> None:
    dump = start().after("roll 1 3 6").dump()
    dump["own"][card] = value
    refuse(dump, "own", card)


@pytest.mark.rule("LS-3")
def test_the_own_cards_must_be_those_of_the_options() -> None:
    dump = start().dump()
    refuse({**dump, "own": {"hull": 6, "corvette": 5, "sponsons": 3}}, "own")
    refuse({**dump, "own": {"hull": 6, "cannon": 4}}, "own")
    refuse({**dump, "options": {**dump["options"], "support": "troops"}}, "own")


# --- what does not fit together ---------------------------------------------------------------


@pytest.mark.rule("LS-R30", "LS-71", "LS-R26", "LS-R27")
@pytest.mark.parametrize(
    "enemies",
    [
        "boar - badger / infantry - lightart",  # four enemies and a hole in front
        "- boar badger / infantry - -",
        "boar badger - / - - -",  # two, but not left and right
        "- boar badger / - - -",
        "boar - - / badger - -",  # front row not full, but somebody behind
        "boar - badger / lightart - -",
        "- boar - / - - -",  # a lone one in the centre
        "- - - / boar - -",
    ],
)
def test_holes_where_there_can_be_none(enemies: str) -> None:
    refuse(board_dump(enemies), "front", "back")


@pytest.mark.rule("LS-2", "LS-10", "LS-31")
def test_faces_that_cannot_be_on_the_table() -> None:
    dump = start().dump()
    # Twice, not among the enemies chosen, a hazard that was used up, and a face back in the deck.
    for row, cell in (("front", ["boar", 3]), ("back", ["boar", 6])):
        again = copy.deepcopy(dump)
        again[row][2] = cell
        refuse(again, "front", "back")
    other = copy.deepcopy(dump)
    other["front"][0] = ["bison", 7]
    refuse(other, "front")
    used = copy.deepcopy(dump)
    used["back"][2] = ["minefield", 2]
    refuse(used, "back")
    refuse({**dump, "deck": ["boar"]}, "deck", "front")
    refuse(board_dump("ambush:1 boar badger / - - -"), "front")
    assert GAME.load(board_dump("minefield:1 boar badger / - - -")).phase == "enemy"


@pytest.mark.rule("LS-69", "LS-R10")
def test_the_final_battle_must_fit_the_numbers() -> None:
    refuse(board_dump(PARADE, final=True), "final")
    refuse(board_dump("boar badger bobcat / - - -", final=False), "final")
    refuse(board_dump(PARADE, "enemy", (6, 4, 0), final=False), "final")
    for dump in samples():
        if dump["phase"] != "over":
            refuse({**dump, "final": not dump["final"]}, "final")


@pytest.mark.rule("LS-7", "LS-67", "LS-R31")
def test_the_result_must_fit_the_table() -> None:
    for dump in samples():
        other: list[Any] = [[0], [1], None]
        other.remove(dump["result"])
        for result in other:
            refuse({**dump, "result": result}, "result", "phase")
    for strengths in ((0, 4, 3), (6, 0, 3)):
        refuse(board_dump(PARADE, "enemy", strengths), "own", "phase", "result")
    refuse(board_dump("- - - / - - -"), "front", "phase", "result")
    refuse(board_dump(PARADE, "over"), "phase", "result")
    refuse(board_dump(PARADE, "over", result=[0]), "phase", "result")
    refuse(board_dump(PARADE, "over", result=[1]), "phase", "result")
    lost = board_dump(PARADE, "over", (0, 4, 3), result=[0], final=False)
    assert GAME.load(lost).result == (0,)
    refuse({**lost, "result": [1]}, "result")
    # A game is lost in an enemy turn, when nothing of the player's turn lies on the table.
    for key, value in (("fixed", ["hull"]), ("rolled", [1]), ("placed", {"hull": 1})):
        refuse({**lost, key: value}, key, "result")
        late = board_dump("boar badger bobcat / - - -", "over", (0, 4, 3), result=[0])
        refuse({**late, key: value}, key, "result")


@pytest.mark.rule("LS-13", "LS-14")
def test_who_goes_first_must_be_known_in_a_turn_and_fit_the_options() -> None:
    for dump in samples():
        if dump["first"] is not None:
            refuse({**dump, "first": None}, "first")
        else:
            refuse({**dump, "first": "enemy"}, "first")
        if dump["options"]["first"] != "dice" and dump["first"] is not None:
            other = {"enemy": "player", "player": "enemy"}[dump["first"]]
            refuse({**dump, "first": other}, "first")


@pytest.mark.rule("LS-9")
def test_the_phases_before_the_first_turn() -> None:
    start_ = GAME.new(enemies="random").dump()
    refuse({**start_, "deck": ["boar"]}, "deck")
    refuse({**start_, "options": {**start_["options"], "enemies": "normal"}}, "phase", "deck")
    refuse({**start_, "round": 2}, "round")
    deal = play(GAME.new(), "deal badger", "deal boar").dump()
    assert GAME.load(deal).phase == "deal"
    refuse({**deal, "deck": deal["deck"][::-1]}, "deck")
    refuse({**deal, "deck": deal["deck"][1:]}, "deck", "front")
    refuse({**deal, "deck": [*deal["deck"], "boar"]}, "deck", "front")
    refuse({**deal, "front": [["badger", 5], None, ["boar", 6]]}, "front")
    refuse({**deal, "front": [["badger", 4], ["boar", 6], None]}, "front")
    refuse({**deal, "own": {"hull": 5, "cannon": 4, "sponsons": 3}}, "own")
    refuse({**deal, "chaos": 1}, "chaos")
    refuse({**deal, "options": {**deal["options"], "layout": "listed"}}, "phase", "deck", "layout")
    first = GAME.new(layout="listed").dump()
    refuse({**first, "options": {**first["options"], "first": "enemy"}}, "phase", "first")
    refuse({**first, "adrenaline": True}, "adrenaline")
    for phase in ("pick", "deal", "first"):
        refuse(board_dump(PARADE, phase), "phase", "first")


@pytest.mark.rule("LS-37", "LS-70", "LS-R11")
def test_a_repair_needs_damage_dice_and_no_final_battle() -> None:
    refuse(board_dump(PARADE, "repair"), "phase")
    refuse(board_dump(PARADE, "repair", (5, 4, 0)), "phase")
    refuse(board_dump("boar badger bobcat / - - -", "repair", (5, 4, 3)), "phase")
    assert GAME.load(board_dump(PARADE, "repair", (5, 4, 3))).phase == "repair"
    refuse(board_dump(PARADE, "repair", (5, 4, 3), fixed=["hull"]), "fixed")


@pytest.mark.rule("LS-38", "LS-R11")
def test_repaired_cards_must_be_possible() -> None:
    fixed: Dump = {"phase": "roll", "strengths": (5, 4, 3)}
    assert GAME.load(board_dump(PARADE, **fixed, fixed=["hull"])).phase == "roll"
    refuse(board_dump(PARADE, **fixed, fixed=["sponsons", "hull"]), "fixed")
    refuse(board_dump(PARADE, **fixed, fixed=["corvette"]), "fixed")
    # No die or no free card would be left to roll for.
    refuse(board_dump(PARADE, **fixed, fixed=["hull", "cannon", "sponsons"]), "fixed", "phase")
    refuse(
        board_dump(PARADE, **fixed, fixed=["hull", "cannon"], chaos=1), "fixed", "chaos", "phase"
    )
    refuse(board_dump(PARADE, "roll", (6, 4, 0), chaos=2), "chaos", "phase")
    refuse(board_dump(PARADE, **fixed | {"phase": "enemy"}, fixed=["hull"]), "fixed")


TURN: Dump = {"rolled": [2, 4, 6], "placed": {"hull": 4, "cannon": 2, "sponsons": 6}}


@pytest.mark.rule("LS-32", "LS-33", "LS-R13")
@pytest.mark.parametrize(
    ("phase", "changes", "keys"),
    [
        ("act", {"rolled": [6, 4, 2]}, ("rolled",)),
        ("act", {"rolled": []}, ("rolled", "placed")),
        ("act", {"placed": {}}, ("placed",)),
        ("act", {"placed": {"hull": 4, "cannon": 2}}, ("placed",)),
        ("act", {"placed": {"hull": 4, "cannon": 2, "sponsons": 5}}, ("placed", "rolled")),
        ("act", {"placed": {"hull": 4, "corvette": 2, "sponsons": 6}}, ("placed",)),
        ("act", {"fixed": ["hull"]}, ("fixed", "placed")),
        ("act", {"used": ["cannon", "hull"]}, ("used",)),
        ("act", {"used": ["hull", "cannon", "sponsons"]}, ("used", "phase")),
        ("act", {"reroll": "cannon"}, ("reroll", "phase")),
        ("act", {"chaos": 1}, ("chaos",)),
        ("reroll", {}, ("reroll", "phase")),
        ("reroll", {"used": ["sponsons"]}, ("reroll", "phase")),
        ("reroll", {"used": ["hull", "sponsons"], "reroll": "hull"}, ("reroll", "used")),
        ("reroll", {"used": ["sponsons"], "reroll": "sponsons"}, ("reroll", "used")),
        ("place", {}, ("placed", "phase")),
        ("place", {"placed": {}, "used": ["hull"]}, ("used",)),
        ("place", {"placed": {}, "rolled": []}, ("rolled",)),
        ("enemy", {}, ("rolled", "placed", "phase")),
        ("enemy", {"placed": {}}, ("rolled", "phase")),
        ("enemy", {"rolled": []}, ("placed", "phase")),
        ("roll", {}, ("rolled", "placed", "phase")),
        ("repair", {}, ("rolled", "placed", "phase")),
        ("enemy", {"rolled": [], "placed": {}, "used": ["hull"]}, ("used",)),
        ("enemy", {"rolled": [], "placed": {}, "reroll": "hull"}, ("reroll",)),
    ],
)
def test_dice_that_do_not_fit(phase: str, changes: Dump, keys: tuple[str, ...]) -> None:
    good = board_dump(PARADE, "act", (5, 3, 2), **TURN)
    assert GAME.load(good).phase == "act"
    refuse({**good, "phase": phase, **changes}, *keys)


@pytest.mark.rule("LS-R16", "LS-R17", "LS-R32", "LS-44")
def test_flags_need_the_card_that_set_them() -> None:
    # Hunker down and the trenches end with the enemy turn, Adrenaline with the roll: until a
    # card of this turn sets them again they are off.
    phases: list[tuple[str, Dump]] = [
        ("repair", {}),
        ("roll", {}),
        ("place", {"rolled": [2, 4, 6]}),
    ]
    for phase, more in phases:
        dump = board_dump(PARADE, phase, (5, 3, 2), support="troops", **more)
        for flag in ("hunker", "trench"):
            refuse({**dump, flag: True}, flag)
    refuse({**board_dump(PARADE, "place", rolled=[2, 4, 6]), "adrenaline": True}, "adrenaline")
    for flag in ("hunker", "trench", "adrenaline"):
        refuse({**board_dump(PARADE, "act", (5, 3, 2), **TURN), flag: True}, flag)
    refuse(board_dump(PARADE, "enemy", trench=True), "trench")  # there are no troops
    for die, flag in ((1, "hunker"), (5, "adrenaline")):
        turn: Dump = {"rolled": sorted([die, 3, 3])}
        turn["placed"] = {"hull": die, "cannon": 3, "sponsons": 3}
        dump = board_dump(PARADE, "act", **turn)
        assert GAME.load({**dump, "used": ["hull"], flag: True}).phase == "act"
        refuse({**dump, flag: True}, flag)
        refuse({**dump, "used": ["hull"]}, flag, "used")


@pytest.mark.rule("LS-7", "LS-R31")
def test_a_game_won_by_a_use_shows_how() -> None:
    won = play(board("boar:1 - - / - - -", "roll"), "roll 1 1 3", "place 3 1 1", "use cannon fl")
    assert GAME.load(won.dump()).result == (1,)
    changes: list[tuple[str, Any]] = [("used", []), ("chaos", 1), ("adrenaline", True)]
    changes += [("hunker", True), ("trench", True), ("fixed", ["hull"]), ("rolled", [1, 3])]
    for key, value in changes:
        refuse({**won.dump(), key: value})


@pytest.mark.rule("LS-66", "LS-32")
def test_a_lost_support_has_no_die() -> None:
    turn: Dump = {"rolled": [2, 4], "placed": {"hull": 4, "sponsons": 2}}
    refuse(board_dump(PARADE, "act", (6, 4, 0), **turn), "placed")
    turn = {"rolled": [2, 2, 6], "placed": {"hull": 6, "cannon": 2}}
    assert GAME.load(board_dump(PARADE, "act", (6, 4, 0), **turn)).phase == "act"  # Adrenaline


@pytest.mark.rule("LS-R21")
def test_an_act_node_needs_a_legal_use() -> None:
    turn: Dump = {"rolled": [1, 3, 5], "placed": {"hull": 3, "cannon": 5, "sponsons": 1}}
    refuse(board_dump(PARADE, "act", **turn), "phase", "placed")


@pytest.mark.rule("LS-R18", "LS-R19")
def test_placed_dice_may_differ_from_the_roll_after_ingenuity_and_desperation() -> None:
    state = play(board(PARADE, "roll"), "roll 2 5 5", "place 2 5 5", "use hull sponsons+")
    dump = state.dump()
    assert (dump["rolled"], dump["placed"]["sponsons"]) == ([2, 5, 5], 6)
    assert exact(GAME.load(dump).dump()) == exact(dump)
    state = play(state, "use sponsons cannon")
    assert exact(GAME.load(state.dump()).dump()) == exact(state.dump())
    state = state.after("reroll 2")
    assert exact(GAME.load(state.dump()).dump()) == exact(state.dump())


# --- anything at all --------------------------------------------------------------------------


def accepts_or_refuses(dump: Any) -> None:
    """Check that ``dump`` is refused as such, or loads to exactly itself and can be played."""
    text = json.dumps(dump, sort_keys=True) if isinstance(dump, dict) else ""
    try:
        state = GAME.load(dump)
    except pocketlib.BadDump:
        return
    assert exact(state.dump()) == text
    for move in state.options_now()[:40]:
        state.after(move).dump()
    assert (state.result is None) == (state.to_move is not None)
    assert bool(state.options_now()) == (state.to_move is not None)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.floats()
    | st.sampled_from(["hull", "cannon", "boar", "act", "enemy", "minefield", "", "x"])
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["hull", "cannon", "sponsons", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything inside ``value``."""
    found = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += spots(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += spots(inner, (*path, index))
    return found


@settings(deadline=None)
@given(st.data())
def test_a_changed_dump_is_refused_or_loads_to_itself(data: st.DataObject) -> None:
    dump = copy.deepcopy(data.draw(st.sampled_from(samples())))
    other = data.draw(st.sampled_from(samples()))
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(spots(dump)[1:]))
        inside: Any = dump
        for step in path:
            inside = inside[step]
        if len(path) == 0 and data.draw(st.booleans()):
            inside[last] = copy.deepcopy(other[last])  # a value of another real dump
        elif data.draw(st.booleans()):
            inside[last] = data.draw(JSON)
        elif isinstance(inside[last], bool):
            inside[last] = not inside[last]
        elif isinstance(inside[last], int):
            inside[last] += data.draw(st.integers(-3, 3))
        else:
            del inside[last]
        if not spots(dump)[1:] or dump.keys() - KEYS or KEYS - dump.keys():
            break
    accepts_or_refuses(dump)


@settings(deadline=None)
@given(JSON)
def test_no_data_makes_the_loader_fail_otherwise(dump: Any) -> None:
    with pytest.raises(pocketlib.BadDump):
        GAME.load(dump)


def test_hostile_dumps() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    values = (deep, {"x": deep}, "x" * 1_000_000, [0] * 100_000, 10**5000, -(10**30))
    for key, value in product(sorted(KEYS), values):
        if key == "round" and isinstance(value, int) and value > 0:
            continue  # a round may have any number
        for phase in ("enemy", "act", "deal"):
            refuse({**sample(phase), key: value})
