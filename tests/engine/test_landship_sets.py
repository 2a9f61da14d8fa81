"""Own card sets of Pocket Landship: what section 7 refuses and in which order, and their use."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from landship_help import (
    ALTERNATE,
    CARDS,
    GAME,
    NORMAL,
    STRENGTH,
    face,
    log,
    own_set,
    play,
    rolls,
    table,
    toml,
    walk,
)

import pocketlib
from pocketlib.games.landship.content import ENEMY_ACTIONS, HOUSE, KINDS, CardSet
from pocketlib.setting_up import describe_options, read_options

Data = dict[str, Any]
HEADER = '[set]\nid = "mine"\ntitle = "t"\n'


def refusal(text: Any) -> str:
    """Return the message with which ``text`` is refused; ``new`` must refuse it the same way."""
    with pytest.raises(pocketlib.BadSet) as refused:
        GAME.read_set(text)
    if text is not None:  # None asks for the house set
        with pytest.raises(pocketlib.BadSet) as again:
            GAME.new(set=text)
        assert str(again.value) == str(refused.value)
    return str(refused.value)


def tiger(id: str = "tiger", **changes: Any) -> str:
    """Return a set whose Boar's card has a new face, with ``changes``."""
    return toml(own_set(face(id, **changes), cards=[("tiger", "bison"), *CARDS[1:]]))


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("text", ["[set", "[set]\nid = ", "\x00", "[set]\nid = 'a'\nid = 'b'"])
def test_not_toml(text: str) -> None:
    assert refusal(text).startswith("set: not valid TOML: ")
    with pytest.raises(pocketlib.BadSet) as refused:
        GAME.read_set(text)
    assert refused.value.code == "set: not valid TOML"


def test_a_fault_in_toml_is_told_with_its_line() -> None:
    lines = GAME.example_set().splitlines()
    lines[20] = "a boar"
    assert "line 21, column 3" in refusal("\n".join(lines))
    assert len(refusal("[" + "a" * 500 + "]\n[" + "a" * 500 + "]")) < 200


def test_the_example_is_the_house_set_to_start_from() -> None:
    example = GAME.read_set(GAME.example_set())
    assert example.id == "mine"

    def printed(cards: CardSet) -> list[tuple[object, ...]]:
        return [
            (f.id, f.name, f.kind, f.strength, f.normal, f.track, f.actions, f.short)
            for f in cards.faces.values()
        ]

    assert printed(example) == printed(HOUSE)
    assert [(a.id, b.id) for a, b in example.cards] == [(a.id, b.id) for a, b in HOUSE.cards]
    for word in ENEMY_ACTIONS:
        assert f"#   {word} " in GAME.example_set(), "every action is explained"
    for kind in KINDS:
        assert kind in GAME.example_set()


@pytest.mark.rule("LS-R2", "LS-2")
def test_the_number_of_cards() -> None:
    assert refusal(toml(own_set(cards=CARDS[:5]))) == "set: six cards are needed, found 5"
    seven = [*CARDS, ("tiger", "lion")]
    text = toml(own_set(face("tiger"), face("lion"), cards=seven))
    assert refusal(text) == "set: six cards are needed, found 7"
    assert refusal(HEADER) == "set: six cards are needed, found 0"


@pytest.mark.rule("LS-R2", "LS-2")
@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("card", [{}, {"a": "boar"}, {"b": "boar"}, {"a": "boar", "b": "boar"}])
def test_a_card_needs_two_different_faces(number: int, card: dict[str, str]) -> None:
    data = own_set()
    data["card"][number - 1] = card
    assert refusal(toml(data)) == f"card {number}: two different faces are needed"


@pytest.mark.rule("LS-R2", "LS-2")
def test_a_face_on_two_cards() -> None:
    cards = [*CARDS[:4], ("badger", "elite"), CARDS[5]]
    assert refusal(toml(own_set(cards=cards))) == "card 5: face badger is already on card 2"
    cards = [*CARDS[:4], ("infantry", "bison"), CARDS[5]]
    assert refusal(toml(own_set(cards=cards))) == "card 5: face bison is already on card 1"


@pytest.mark.rule("LS-R2")
def test_an_unknown_face_on_a_card() -> None:
    cards = [*CARDS[:3], ("lightart", "tiger"), *CARDS[4:]]
    assert refusal(toml(own_set(cards=cards))) == "card 4: unknown face tiger"
    cards = [("Boar", "bison"), *CARDS[1:]]
    assert refusal(toml(own_set(cards=cards))) == "card 1: unknown face Boar"


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("number", [0, 1, 5, 7, 12])
def test_the_number_of_actions(number: int) -> None:
    text = tiger(actions=["hull-1"] * number)
    assert refusal(text) == f"face tiger: six actions are needed, found {number}"


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("word", ["hull", "hull-3", "Hull-1", "spot", "retreat ", "", "-"])
def test_an_unknown_action(die: int, word: str) -> None:
    actions = ["hull-1"] * 6
    actions[die - 1] = word
    assert refusal(tiger(actions=actions)) == f"face tiger: unknown action {word} for die {die}"


@pytest.mark.rule("LS-R5", "LS-57")
@pytest.mark.parametrize("word", ["retreat", "left", "right"])
def test_a_hazard_cannot_move(word: str) -> None:
    text = tiger(kind="hazard", track=2, actions=["hull-1"] * 5 + [word])
    assert refusal(text) == "face tiger: a hazard cannot move"


@pytest.mark.rule("LS-R33")
def test_a_mobile_face_must_be_able_to_hurt() -> None:
    harmless = ["support-1", "support-2", "chaos", "retreat", "left", "right"]
    for kind in ("landship", "artillery", "infantry"):
        text = tiger(kind=kind, actions=harmless)
        assert refusal(text) == "face tiger: it could never hurt the landship"
        for word in ("hull-1", "hull-2", "weapon-1", "weapon-2", "spotters"):
            GAME.read_set(tiger(kind=kind, actions=[word, *harmless[1:]]))
    # A hazard uses itself up, so it may be harmless.
    GAME.read_set(tiger(kind="hazard", track=1, actions=["none"] * 6))


BAD_VALUES = [
    *(("kind", value) for value in ("", "tank", "Landship", "landship ", "mobile")),
    *(
        ("strength", value)
        for value in ("", "4", "4.", ".4", "4.00", "04.0", "10.0", "0.0", "-1.0", "+1.0", "1,5")
    ),
    *(
        ("strength", value)
        for value in ("nan", "1e1", " 1.0", "1.0 ", "1.0\n", "\u0664.\u0660", "\u00b2._", "1_0")
    ),
    *(("track", value) for value in (0, 8, -1, 100)),
]


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize(("key", "value"), BAD_VALUES)
def test_kind_strength_or_track_out_of_range(key: str, value: Any) -> None:
    assert refusal(tiger(**{key: value})) == f"face tiger: bad {key} {value}"


@pytest.mark.rule("LS-31", "LS-5")
def test_the_limits_of_track_and_strength_are_in_range() -> None:
    for track in range(1, 8):
        GAME.read_set(tiger(track=track))
    for uses in (1, 2, 3):
        GAME.read_set(tiger(kind="hazard", track=uses))
    for uses in (0, 4, 7):
        assert refusal(tiger(kind="hazard", track=uses)) == f"face tiger: bad track {uses}"
    for strength in ("0.1", "9.9", "1.0"):
        GAME.read_set(tiger(strength=strength))


BAD_IDS = ["", "Tiger", "tiger-2", "ti ger", "tiger\n", "tigér", "t" * 17, "\u0663"]


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("id", [*BAD_IDS, "house"])
def test_bad_set_ids(id: str) -> None:
    assert refusal(toml(own_set(id=id))) == f"set: bad id {id}"


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("id", [*BAD_IDS, "t" * 13])
def test_bad_face_ids(id: str) -> None:
    assert refusal(tiger(id=id)) == f"face {id}: bad id {id}"


@pytest.mark.rule("LS-R2")
def test_the_limits_of_ids_are_in_range() -> None:
    for id in ("a", "0", "m" * 16, "houses"):
        GAME.read_set(toml(own_set(id=id)))
    for id in ("t", "9", "t" * 12, "house"):
        GAME.read_set(toml(own_set(face(id), cards=[(id, "bison"), *CARDS[1:]])))


@pytest.mark.rule("LS-5")
def test_a_face_defined_twice() -> None:
    text = toml(own_set(face("boar"), face("tiger"), face("boar")))
    assert refusal(text) == "face boar: defined twice"


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("where", ["", "set", "card", "face"])
def test_unknown_keys(where: str) -> None:
    data = own_set(face("tiger"))
    if not where:
        data = {"extra": {"x": 1}, **data}
    elif where == "set":
        data["set"]["extra"] = 1
    else:
        data[where][-1]["extra"] = 1
    assert refusal(toml(data)) == "set: unknown key extra"


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("key", ["id", "title"])
def test_missing_keys_of_the_set(key: str) -> None:
    data = own_set()
    del data["set"][key]
    assert refusal(toml(data)) == f"set: missing key {key}"


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("key", ["id", "name", "kind", "strength", "normal", "track", "actions"])
def test_missing_keys_of_a_face(key: str) -> None:
    # Complete also when it corrects a built-in face.
    data = own_set(face("tiger"), face("boar"))
    del data["face"][1][key]
    who = "2" if key == "id" else "boar"
    assert refusal(toml(data)) == f"face {who}: missing key {key}"


# --- the order of the checks ------------------------------------------------------------------


def changed(**changes: Any) -> Callable[[Data], None]:
    """Return a fault of the first face."""
    return lambda data: data["face"][0].update(changes)


def drop_a_card(data: Data) -> None:
    """Leave five cards."""
    del data["card"][5]


ORDER: list[tuple[Callable[[Data], object], str]] = [
    (lambda data: data["card"][0].update(extra=1), "set: unknown key extra"),
    (lambda data: data["set"].update(id="House"), "set: bad id House"),
    (changed(id="Tiger"), "face Tiger: bad id Tiger"),
    (changed(kind="tank"), "face {id}: bad kind tank"),
    (changed(strength="40"), "face {id}: bad strength 40"),
    (changed(track=9), "face {id}: bad track 9"),
    (changed(actions=["hull-1"] * 5), "face {id}: six actions are needed, found 5"),
    (lambda data: data["face"][1].update(track=0), "face lion: bad track 0"),
    (drop_a_card, "set: six cards are needed, found 5"),
    (lambda data: data["card"][0].update(a="bison"), "card 1: two different faces are needed"),
    (lambda data: data["card"][1].update(a="puma"), "card 2: unknown face puma"),
    (lambda data: data["card"][2].update(a="bison"), "card 3: face bison is already on card 1"),
]


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("pair", list(combinations(range(len(ORDER)), 2)))
def test_of_two_faults_the_earlier_check_is_reported(pair: tuple[int, int]) -> None:
    data = own_set(face("tiger"), face("lion"))
    for number in reversed(pair):
        ORDER[number][0](data)
    assert refusal(toml(data)) == ORDER[pair[0]][1].format(id="tiger")


@pytest.mark.rule("LS-R2")
def test_the_order_inside_a_face() -> None:
    # Twice, before its other faults.
    text = toml(own_set(face("tiger"), face("tiger", kind="tank", track=9)))
    assert refusal(text) == "face tiger: defined twice"
    # The faces in the order of the file.
    text = toml(own_set(face("lion", track=9), face("tiger", kind="tank")))
    assert refusal(text) == "face lion: bad track 9"
    # The dice from 1 to 6, before what the words mean.
    words = ["left", "x", "hull-1", "y", "retreat", "right"]
    assert refusal(tiger(kind="hazard", track=2, actions=words)) == (
        "face tiger: unknown action x for die 2"
    )
    harmless = ["none"] * 5 + ["?"]
    assert refusal(tiger(actions=harmless)) == "face tiger: unknown action ? for die 6"
    # The number of actions before the words, the kind before the track that depends on it.
    assert refusal(tiger(actions=["x"] * 7)) == "face tiger: six actions are needed, found 7"
    assert refusal(tiger(kind="mine", track=4)) == "face tiger: bad kind mine"


@pytest.mark.rule("LS-R2")
def test_the_order_inside_a_card() -> None:
    # Two different faces, then unknown, then already used; side a before side b.
    cards = [("puma", "puma"), *CARDS[1:]]
    assert refusal(toml(own_set(cards=cards))) == "card 1: two different faces are needed"
    cards = [*CARDS[:2], ("boar", "puma"), *CARDS[3:]]
    assert refusal(toml(own_set(cards=cards))) == "card 3: unknown face puma"
    cards = [*CARDS[:2], ("boar", "badger"), *CARDS[3:]]
    assert refusal(toml(own_set(cards=cards))) == "card 3: face boar is already on card 1"


# --- hostile texts ----------------------------------------------------------------------------


DEEP = ".x" * 2_000
HUGE = "0x" + "f" * 50_000
FACE = toml({"face": [face("tiger")]})


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize(
    "text",
    [
        # Values that are too deep or too large to be printed or compared.
        f"[set]\nid{DEEP} = 1\ntitle = 't'",
        f"[set]\nid = {HUGE}\ntitle = 't'",
        HEADER + FACE.replace('"tiger"', HUGE),
        HEADER + FACE.replace("track = 4", f"track = {HUGE}"),
        HEADER + FACE.replace("normal = false", f"normal = {HUGE}"),
        HEADER + FACE.replace('"landship"', HUGE),
        HEADER + FACE.replace('"3.0"', HUGE),
        HEADER + FACE.replace('"hull-1"', HUGE),
        *(HEADER + FACE.replace(f"{key} =", f"{key}{DEEP} =") for key in face("tiger")),
        HEADER + f"[[card]]\na{DEEP} = 1\nb{DEEP} = 1\n" + "[[card]]\n" * 5,
        HEADER + f"[[card]]\na = {HUGE}\nb = 1\n" + "[[card]]\n" * 5,
        HEADER + f"[[face]]\nid = {HUGE}\n",
        HEADER + f"[[face]]\nid{DEEP} = 1\n",
        f"x{DEEP} = 1",
        None,
        5,
        b"[set]",
        [],
        "\ud800",
        '[set]\nid = "\udfff"',
        "#" * (64 * 1024 + 1),
        "#" + "é" * (32 * 1024),  # 65,537 bytes in UTF-8
        "a = " + "[" * 20_000,
        "a = " + "[" * 20_000 + "]" * 20_000,
        "a = " + "{b = " * 9_000 + "1" + "}" * 9_000,
        ".".join(["a"] * 2_000) + " = 1",
        "[" + ".".join(["a"] * 2_000) + "]",
        HEADER + "[set.id]\n",
        "a = " + "9" * 60_000,
        "a = 0x" + "f" * 60_000,
        "a = 1e999999",
        "a = 2024-02-31",
        "set = 5",
        "set = []",
        "[[set]]\nid = 'mine'\ntitle = 't'",
        HEADER + "[card]\na = 'boar'",
        HEADER + "[face]\nid = 'boar'",
        "card = 5\n" + HEADER,
        "card = [1, 2, 3, 4, 5, 6]\n" + HEADER,
        "card = [[], [], [], [], [], []]\n" + HEADER,
        "face = 'boar'\n" + HEADER,
        "face = [1]\n" + HEADER,
        "face = [[]]\n" + HEADER,
        "",
        "\ufeff" + HEADER,
    ],
    ids=lambda text: repr(text)[:30],
)
def test_hostile_texts_are_refused_like_any_other(text: Any) -> None:
    message = refusal(text)
    assert 0 < len(message) < 500


@pytest.mark.rule("LS-R2")
def test_a_set_of_the_largest_size_is_read() -> None:
    text = toml(own_set())
    full = text + "#" * (64 * 1024 - len(text))
    GAME.read_set(full)
    refusal(full + "#")


@pytest.mark.rule("LS-R2")
@pytest.mark.parametrize("parts", ["a.", '"".', "a . ", "'a'."])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "x = {{{} = 1}}"])
def test_keys_of_many_parts_are_refused_at_once(parts: str, form: str) -> None:
    key = parts * (60_000 // len(parts)) + "a"
    started = time.process_time()
    message = refusal(HEADER + form.format(key))
    assert time.process_time() - started < 0.5
    assert message == f"set: line 4 has {60_000 // len(parts)} dots; at most 64 are read"


@pytest.mark.rule("LS-R2")
def test_keys_of_many_parts_over_many_lines_are_refused_soon() -> None:
    key = ".".join(["a"] * 65)
    texts = [f"[{key}]\n" + "x.y = 1\n" * 7_000]
    texts += ["".join(f"{key[:-6]}.x{line}.y = 1\n" for line in range(460))]
    for text in texts:
        started = time.process_time()
        refusal(text)
        assert time.process_time() - started < 0.5


@pytest.mark.rule("LS-R2")
def test_dots_in_comments_and_names_do_no_harm() -> None:
    text = toml(own_set(title="." * 60))
    GAME.read_set("# " + "." * 500 + "\n" + text + "  # " + "." * 64 + "\n")
    GAME.read_set(text.replace('"boar"', '"boar" # ' + "." * 64))


WRONG = ["5", "5.5", "true", "nan", "inf", "-inf", "[]", "{}", '["boar"]', "[[]]", "1979-05-27"]
WRONG += ["07:32:00", "1979-05-27T07:32:00Z", '""', '"\\u0000"', "[{}]", "99999999999999999999"]


@pytest.mark.rule("LS-R2", "LS-5")
@pytest.mark.parametrize("where", ["set", "card", "face"])
def test_wrong_types_are_refused_with_the_place(where: str) -> None:
    proper = {"track": ["5"], "normal": ["true"], "actions": []}
    for key in own_set(face("tiger"))[where][0] if where != "set" else own_set()["set"]:
        for value in WRONG:
            if value in proper.get(key, []) or (key in ("title", "name") and value[0] == '"'):
                continue
            data = own_set(face("tiger"), cards=[("tiger", "bison"), *CARDS[1:]])
            table_ = data["set"] if where == "set" else data[where][0]
            table_[key] = "@@"
            message = refusal(toml(data).replace('"@@"', value))
            place = {"set": "set:", "card": "card 1:", "face": "face "}[where]
            assert message.startswith(place)


@settings(deadline=None)
@given(st.text())
@pytest.mark.rule("LS-R2")
def test_no_text_makes_the_reader_fail_otherwise(text: str) -> None:
    said = []
    for candidate in (text, HEADER + text, toml(own_set(face("tiger"))) + text):
        try:
            GAME.read_set(candidate)
        except pocketlib.BadSet as refused:
            said.append(str(refused))
    assert all(said)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def inline(value: Any) -> str:
    """Return ``value`` as it stands in a line of TOML."""
    if isinstance(value, dict):
        items = [f"{json.dumps(k)} = {inline(v)}" for k, v in value.items() if v is not None]
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(inline(v) for v in value if v is not None) + "]"
    return json.dumps(value)


@settings(deadline=None)
@given(st.data())
@pytest.mark.rule("LS-R2")
def test_no_value_anywhere_makes_the_reader_fail_otherwise(data: st.DataObject) -> None:
    whole = own_set(face("tiger"), face("boar"))
    where = data.draw(st.sampled_from(["set", "card", "face"]))
    tables = [whole["set"]] if where == "set" else whole[where]
    chosen = data.draw(st.sampled_from(tables))
    key = data.draw(st.sampled_from(sorted(chosen)))
    value = data.draw(VALUES)
    before = copy.deepcopy(whole)
    chosen[key] = "@@"
    text = toml(whole).replace('"@@"', inline("" if value is None else value))
    try:
        GAME.read_set(text)
    except pocketlib.BadSet:
        return
    # What is accepted is of the right type.
    old = next(t for t in ([before["set"]] if where == "set" else before[where]) if key in t)[key]
    assert type(value) is type(old) or (value is None and isinstance(old, str))


# --- own sets in play -------------------------------------------------------------------------

PRINTED = own_set(
    face("tiger", kind="artillery", strength="9.9", track=1, actions=["spotters"] * 6),
    face("pit", kind="hazard", strength="0.1", track=3, actions=["none"] * 5 + ["weapon-2"]),
    face("boar", strength="5.0", track=7, actions=["left"] * 5 + ["hull-2"]),
    cards=[
        ("infantry", "boar"),
        ("pit", "minefield"),
        ("badger", "tiger"),
        ("bobcat", "medart"),
        ("elite", "badgera"),
        ("badgerb", "bison"),
    ],
)
TEXT = toml(PRINTED)
SIDES_A = ["infantry", "pit", "badger", "bobcat", "elite", "badgerb"]
SIDES_B = ["boar", "minefield", "tiger", "medart", "badgera", "bison"]
PRINTED_STRENGTH = {**STRENGTH, "tiger": 99, "pit": 1, "boar": 50}


@pytest.mark.rule("LS-R2", "LS-8", "LS-10")
def test_normal_and_alternate_are_the_sides_of_the_set() -> None:
    assert GAME.new(set=TEXT).dump()["deck"] == SIDES_A
    assert GAME.new(set=TEXT, enemies="alternate").dump()["deck"] == SIDES_B
    state = GAME.new(set=TEXT, enemies="alternate", layout="listed", first="enemy")
    assert table(state) == "boar:7 minefield:0 tiger:1 / medart:4 badgera:5 bison:7"


@pytest.mark.rule("LS-R2", "LS-9")
def test_a_deal_from_another_set_is_taken_by_its_text() -> None:
    state = GAME.new(set=TEXT, enemies="alternate")  # here the boar is a new face
    house = GAME.new(enemies=[*ALTERNATE[1:], "boar"])
    outcomes = {str(outcome): outcome for outcome in house.chances()}
    after = state.after(outcomes["deal boar"])
    assert after.dump() == state.after("deal boar").dump()
    assert after.dump()["front"][0] == ["boar", 7]
    with pytest.raises(pocketlib.IllegalMove):
        state.after(outcomes["deal elite"])


@pytest.mark.rule("LS-R2", "LS-9")
def test_the_deck_is_read_by_card_side_a_first() -> None:
    faces = ["bison", "tiger", "medart", "badgera", "boar", "pit"]
    assert GAME.new(set=TEXT, enemies=faces).dump()["deck"] == [
        "boar",
        "pit",
        "tiger",
        "medart",
        "badgera",
        "bison",
    ]
    faces = ["bison", "tiger", "medart", "badgerb", "boar", "badger"]
    state = GAME.new(set=TEXT, enemies=faces, pairing="free")
    assert state.dump()["deck"] == ["boar", "badger", "tiger", "medart", "badgerb", "bison"]
    state = GAME.new(set=TEXT, enemies="random").after("pick babbab")
    assert state.dump()["deck"] == ["boar", "pit", "tiger", "medart", "elite", "bison"]


@pytest.mark.rule("LS-R2", "LS-2")
def test_the_pairing_of_the_set_counts() -> None:
    # Boar and Bison share a card in the house set, Boar and Infantry in this one.
    GAME.new(set=TEXT, enemies=["boar", "bison", "badger", "medart", "badgera", "pit"])
    for pair in (["infantry", "boar"], ["tiger", "badger"]):
        others = [f for f in SIDES_A if f not in pair][:4]
        with pytest.raises(pocketlib.BadOptions):
            GAME.new(set=TEXT, enemies=[*pair, *others])
        GAME.new(set=TEXT, enemies=[*pair, *others], pairing="free")


@pytest.mark.rule("LS-R34", "LS-8")
def test_the_totals_follow_from_the_set() -> None:
    sums = {}
    for number in range(64):
        sides = [number >> i & 1 for i in range(6)]
        names = [(SIDES_A, SIDES_B)[side][i] for i, side in enumerate(sides)]
        letters = "".join("ab"[side] for side in sides)
        sums[letters] = sum(PRINTED_STRENGTH[f] for f in names)
    low, high = min(sums.values()), max(sums.values())
    for total in range(low, high + 1):
        nearest = min(abs(s - total) for s in sums.values())
        state = GAME.new(set=TEXT, enemies=total)
        assert dict(state.chances().items()) == {
            f"pick {letters}": 1 for letters, s in sums.items() if abs(s - total) == nearest
        }
    for total in (low - 1, high + 1):
        with pytest.raises(pocketlib.BadOptions):
            GAME.new(set=TEXT, enemies=total)


@pytest.mark.rule("LS-5", "LS-31", "LS-26", "LS-22")
def test_new_and_corrected_faces_in_play() -> None:
    faces = ["boar", "pit", "tiger", "medart", "elite", "bison"]
    state = GAME.new(set=TEXT, enemies=faces, layout="listed", first="enemy")
    assert table(state) == "boar:7 pit:0 tiger:1 / medart:4 elite:4 bison:7"
    state = state.after("roll 1 5 6")
    assert log(state) == [
        "act fl boar 1",
        "none",
        "act fc pit 5",
        "none",
        "spent pit",
        "act fr tiger 6",
        "hurt hull 1",
    ]
    # The tiger is artillery: the Sponsons' gun does 2 to it, one is enough. Three uses for the pit.
    state = play(state, "roll", "roll 3 5 5", "place 3 5 5", "use sponsons fr")
    assert log(state) == ["hit tiger 1", "gone tiger", "up bison fr"]
    state = state.after("roll 5 5 5")
    assert table(state).startswith("boar:7 pit:2 ")
    assert dict(state.after("roll").chances().items()) == rolls(3)


@pytest.mark.rule("LS-R2")
def test_faces_that_are_on_no_card_are_not_in_the_set() -> None:
    cards = [("tiger", "bison"), *CARDS[1:]]
    text = toml(own_set(face("tiger"), cards=cards))
    with pytest.raises(pocketlib.BadOptions):
        GAME.new(set=text, enemies=[*NORMAL])
    GAME.new(set=text, enemies=["tiger", *NORMAL[1:]])


@pytest.mark.rule("LS-R2")
def test_the_dump_holds_the_text_and_can_be_loaded() -> None:
    assert "set" not in GAME.new().dump()
    rng = Random(7)
    for state in walk(GAME.new(set=TEXT, enemies="random"), rng):
        dump = state.dump()
        assert dump["set"] == TEXT
        for again in (GAME.load(dump), GAME.load(dump, set=TEXT)):
            assert again.dump() == dump
            assert again == state
            assert set(again.options_now()) == set(state.options_now())


@pytest.mark.rule("LS-R2")
def test_a_dump_with_a_bad_set_or_another_set_is_refused() -> None:
    dump = GAME.new(set=TEXT, layout="listed", first="enemy").dump()
    others: list[Any] = ["[set", "", 5, None, toml(own_set()), []]
    for bad in others:
        with pytest.raises((pocketlib.BadDump, pocketlib.BadSet)):
            GAME.load({**dump, "set": bad})
    without = {key: value for key, value in dump.items() if key != "set"}
    with pytest.raises(pocketlib.BadDump):
        GAME.load(without)
    with pytest.raises(pocketlib.BadOptions):
        GAME.new(enemies=SIDES_B)
    assert GAME.new(enemies="alternate").dump()["deck"] == ALTERNATE


@pytest.mark.rule("LS-R2")
def test_the_house_set_written_down_is_the_house_set() -> None:
    rng = Random(1)
    house, mine = GAME.new(), GAME.new(set=toml(own_set()))
    while house.to_move is not None:
        assert set(house.options_now()) == set(mine.options_now())
        move = rng.choice(house.options_now())
        house, mine = house.after(move), mine.after(move)
        assert {k: v for k, v in mine.dump().items() if k != "set"} == house.dump()


def test_problems_name_every_face_and_card_at_fault() -> None:
    text = toml(own_set(face("tiger", track=9), face("lion", kind="cat"), cards=CARDS[:5]))
    with pytest.raises(pocketlib.BadSet) as caught:
        GAME.read_set(text)
    assert caught.value.problems == (
        "face tiger: bad track 9",
        "face lion: bad kind cat",
        "set: six cards are needed, found 5",
    )
    cards = [("boar", "boar"), ("boar", "bison"), ("nobody", "badger"), *CARDS[3:]]
    with pytest.raises(pocketlib.BadSet) as caught:
        GAME.read_set(toml(own_set(cards=cards)))
    assert caught.value.problems == (
        "card 1: two different faces are needed",
        "card 3: unknown face nobody",
    )


def test_the_problem_of_a_text_that_is_no_toml_names_its_line() -> None:
    with pytest.raises(pocketlib.BadSet) as caught:
        GAME.read_set("[set]\nid = \n")
    assert "line 2" in caught.value.problems[0]


# --- the options in words ----------------------------------------------------------------------


def test_every_option_and_preset_explains_itself() -> None:
    for option in GAME.options:
        assert option.help, option.id
    for preset in GAME.presets:
        assert preset.help, preset.title


@pytest.mark.parametrize(
    ("text", "value"), [("15", 150), ("15.0", 150), ("150", 150), ("13.1", 131)]
)
def test_a_total_strength_is_typed_as_it_is_printed(text: str, value: int) -> None:
    assert read_options(GAME.options, [f"enemies={text}"]) == {"enemies": value}


@pytest.mark.parametrize("text", ["12", "13.15", "1.5", "169", "16.9", "9" * 30, "1.", "-15"])
def test_another_number_is_no_total_strength(text: str) -> None:
    with pytest.raises(pocketlib.BadOptions):
        read_options(GAME.options, [f"enemies={text}"])


def test_totals_are_shown_as_they_are_printed() -> None:
    assert "a number from 13.1 to 16.8 (total strength)" in describe_options(GAME.options)
