"""Records: replay, undo, files, codes, and everything untrusted that may come in their place."""

from __future__ import annotations

import base64
import json
import os
import random
import stat
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pocketlib import (
    CHANCE,
    BadDump,
    BadOptions,
    BadSet,
    Game,
    IllegalMove,
    UnknownGame,
    short_code,
)
from pocketlib import record as records
from pocketlib.record import NotSaved, Record, draw

FIXTURE_ONCE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def played(game: Game, seed: int = 1, **options: Any) -> Record:
    """Return a whole random game."""
    record = Record.start(game, options, seed=seed)
    rng = random.Random(seed)
    while record.state.to_move is not None:
        if record.state.to_move == CHANCE:
            record.draw()
        else:
            record.play(rng.choice(record.state.moves()))
    return record


def bids(game: Game, *moves: str) -> Record:
    """Return a game up to the bids, and the moves after that."""
    record = Record.start(game, {"dice": 2, "faces": 4}, seed=7)
    for move in ("r12", "r34", "keep", "keep", *moves):
        record.play(move)
    return record


# --- the line of play --------------------------------------------------------------------------


def test_a_game_is_found_by_its_id_or_given(bluff: Game) -> None:
    assert Record.start("bluff").state == Record.start(bluff).state
    with pytest.raises(UnknownGame):
        Record.start("blufff")


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"dice": 9}},
        {"options": {"self": 1}},
        {"options": {"set": "x"}},
        {"options": {"faces": 10**5000}},
        {"options": {10**5000: 1}},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": True},
        {"seed": "1"},
    ],
)
def test_a_bad_start_is_refused(bluff: Game, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        Record.start(bluff, **wrong)


def test_a_set_for_a_game_without_sets_is_refused(bluff: Game) -> None:
    with pytest.raises(BadSet, match="Bluff has no card sets"):
        Record.start(bluff, set="[cards]")


def test_options_are_kept_as_given_and_not_shared(bluff: Game) -> None:
    options = {"dice": 2, "faces": 5}
    record = Record.start(bluff, options)
    options["dice"] = 1
    assert record.options == {"dice": 2, "faces": 5}
    record.to_json()["options"]["dice"] = 7
    assert record.options == {"dice": 2, "faces": 5}


def test_lists_among_the_options_are_not_shared(bluff: Game) -> None:
    forces = ["boar", "bison"]
    record = Record(bluff, {"forces": forces}, bluff.new())
    forces.clear()
    assert record.options == {"forces": ["boar", "bison"]}


def test_states_at_every_ply(bluff: Game) -> None:
    record = bids(bluff, "1x1")
    assert record.ply == 5
    assert record.at(0) == bluff.new(dice=2, faces=4)
    assert record.at(5) == record.state == record.states[-1]
    assert [record.at(ply).after(m) for ply, m in enumerate(record.moves)] == [*record.states[1:]]
    for ply in (-1, 6):
        with pytest.raises(IndexError):
            record.at(ply)


def test_a_refused_move_changes_nothing(bluff: Game) -> None:
    record = bids(bluff, "2x2")
    before = record.to_json(), record.state
    with pytest.raises(IllegalMove):
        record.play("1x1")
    assert (record.to_json(), record.state) == before


def test_undo_and_redo_ply_by_ply(bluff: Game) -> None:
    record = bids(bluff, "1x1", "2x2")
    states = record.states
    assert [record.undo() for _ in range(3)] == ["2x2", "1x1", "keep"]
    assert record.state == states[3]
    assert record.can_redo
    assert [record.redo() for _ in range(3)] == ["keep", "1x1", "2x2"]
    assert record.states == states
    assert not record.can_redo
    with pytest.raises(IllegalMove, match="nothing to play again"):
        record.redo()
    while record.ply:
        record.undo()
    with pytest.raises(IllegalMove, match="nothing to take back"):
        record.undo()


def test_another_move_forgets_what_was_undone_the_same_one_keeps_it(bluff: Game) -> None:
    record = bids(bluff, "1x1", "2x2", "3x3")
    for _ in range(3):
        record.undo()
    record.play("1x1")
    assert record.can_redo
    record.play("4x4")
    assert not record.can_redo


def test_comments_go_with_their_moves(bluff: Game) -> None:
    record = bids(bluff, "1x1", "2x2")
    record.comment(0, "a start")
    record.comment(6, "bold")
    record.undo()
    assert record.to_json()["comments"] == {"0": "a start"}
    record.redo()
    assert record.comments == {0: "a start", 6: "bold"}
    record.undo()
    record.play("3x3")
    assert record.comments == {0: "a start"}
    record.comment(0, "")
    assert record.comments == {}
    with pytest.raises(IndexError):
        record.comment(7, "nowhere")


@pytest.mark.parametrize("text", ["x" * 2001, "a\x1b[2Jb", "\0", "\ud800", "\u202etxt.exe", 5])
def test_a_comment_is_plain_and_short(bluff: Game, text: Any) -> None:
    record = bids(bluff)
    with pytest.raises(BadDump):
        record.comment(0, text)
    assert record.comments == {}


def test_comments_of_a_game_are_limited_together(
    bluff: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "COMMENTS_BYTES", 10)
    record = bids(bluff)
    record.comment(0, "12345")
    with pytest.raises(BadDump, match="at most 10 bytes; these would take 11"):
        record.comment(1, "\u00e9\u00e9\u00e9")
    assert record.comments == {0: "12345"}


def test_a_branch_leaves_the_old_line_alone(bluff: Game) -> None:
    record = bids(bluff, "1x1", "2x2")
    record.comment(5, "here")
    record.comment(6, "there")
    before = record.to_json()
    branch = record.branch(5)
    branch.play("4x4")
    branch.comment(5, "elsewhere")
    assert record.to_json() == before
    assert branch.moves == (*record.moves[:5], "4x4")
    assert branch.seed == record.seed
    with pytest.raises(IndexError):
        record.branch(7)


def test_a_game_has_an_end(bluff: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOVES_LIMIT", 4)
    record = bids(bluff)
    with pytest.raises(IllegalMove, match="at most 4 moves"):
        record.play("1x1")
    assert record.ply == 4


# --- seeds -------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_dice_at_the_same_ply(bluff: Game) -> None:
    state = bluff.new(dice=2, faces=5)
    assert [draw(state, 3, ply) for ply in range(20)] == [draw(state, 3, ply) for ply in range(20)]
    assert len({draw(state, 3, ply) for ply in range(40)}) > 5
    assert len({draw(state, seed, 0) for seed in range(40)}) > 5


def test_undo_and_redraw_see_the_same_dice(bluff: Game) -> None:
    record = Record.start(bluff, {"dice": 2, "faces": 5}, seed=11)
    record.draw()
    record.draw()
    moves = record.moves
    record.undo()
    record.undo()
    record.draw()
    record.draw()
    assert record.moves == moves


def test_drawn_dice_have_the_right_odds(bluff: Game) -> None:
    state = bluff.new(dice=2, faces=2)
    found = [draw(state, 5, ply) for ply in range(4000)]
    assert 1880 < found.count("r12") < 2120  # 1/2; four standard deviations are 126
    assert 890 < found.count("r11") < 1110  # 1/4; four standard deviations are 110


def test_without_a_seed_people_throw_the_dice(bluff: Game) -> None:
    record = Record.start(bluff)
    with pytest.raises(IllegalMove, match="thrown by people"):
        record.draw()
    record.play("r3")
    assert record.to_json()["seed"] is None


# --- plain data --------------------------------------------------------------------------------


@given(seed=st.integers(0, 2**63 - 1), dice=st.sampled_from([1, 2]))
@FIXTURE_ONCE
def test_every_game_comes_back_from_json_and_from_its_code(
    bluff: Game, seed: int, dice: int
) -> None:
    record = played(bluff, seed, dice=dice, faces=5)
    record.comment(3, 'so \u00bd "what"\n')
    assert Record.from_json(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    decoded = Record.from_code(record.code())
    defaults = {option.id: option.default for option in bluff.options}
    assert decoded.moves == record.moves
    assert {**defaults, **decoded.options} == {**defaults, **record.options}
    assert decoded.seed is None
    assert decoded.comments == {}


def test_repr_rebuilds_the_record(bluff: Game) -> None:
    record = bids(bluff, "1x1")
    assert eval(repr(record), {"Record": Record}) == record


def changed(record: Record, **entries: Any) -> dict[str, Any]:
    return {**record.to_json(), **entries}


@pytest.mark.parametrize(
    ("entries", "key", "words"),
    [
        ({"format": "chess"}, "format", "no saved game"),
        ({"version": 3}, "version", "reads version 1"),
        ({"version": True}, "version", "reads version 1"),
        ({"game": "nosuch"}, "game", "There is no game 'nosuch'"),
        ({"game": 5}, "game", "id of a game"),
        ({"options": []}, "options", "an object of options"),
        ({"options": {"dice": 3}}, "options", "option dice: 3 is not possible"),
        ({"options": {"dice": True}}, "options", "option dice"),
        ({"options": {"self": 1}}, "options", "unknown option 'self'"),
        ({"set": 5}, "set", "the text of a set"),
        ({"set": "[x]"}, "set", "no card sets"),
        ({"seed": -1}, "seed", "whole number from 0"),
        ({"seed": True}, "seed", "whole number from 0"),
        ({"moves": "r12"}, "moves", "list of texts"),
        ({"moves": ["r12", 5]}, "moves[1]", "Move 2 is no text"),
        ({"moves": ["r12", "x" * 201]}, "moves[1]", "longer than 200"),
        ({"moves": ["r12", "r34", "keep", "keep", "9x9"]}, "moves[4]", "Move 5, '9x9', is refused"),
        ({"moves": ["r12 "]}, "moves[0]", "Move 1"),
        ({"comments": []}, "comments", "object of texts"),
        ({"comments": {"6": "x"}}, "comments", "the game has 5"),
        ({"comments": {"01": "x"}}, "comments", "no ply"),
        ({"comments": {"-1": "x"}}, "comments", "no ply"),
        ({"comments": {"9" * 5000: "x"}}, "comments", "no ply"),
        ({"comments": {"1": 5}}, "comments", "is a text"),
        ({"comments": {"1": "\x07"}}, "comments", r"U\+0007"),
        ({"spy": 1}, "spy", "unknown entry 'spy'"),
    ],
)  # fmt: skip
def test_a_changed_record_is_refused_with_its_key(
    bluff: Game, entries: dict[str, Any], key: str, words: str
) -> None:
    with pytest.raises(BadDump, match=words) as caught:
        Record.from_json(changed(bids(bluff, "1x1"), **entries))
    assert caught.value.key == key


@pytest.mark.parametrize("missing", ["format", "version", "game", "options", "moves"])
def test_a_missing_entry_is_named(bluff: Game, missing: str) -> None:
    data = bids(bluff).to_json()
    del data[missing]
    with pytest.raises(BadDump, match=f"no '{missing}'"):
        Record.from_json(data)


def test_set_seed_and_comments_may_be_left_out(bluff: Game) -> None:
    data = bids(bluff).to_json()
    for key in ("set", "seed", "comments"):
        del data[key]
    assert Record.from_json(data).ply == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The file is empty"),
        (" \n", "The file is empty"),
        ("garbage", "^This is no saved game, or a damaged one. .This is not JSON"),
        ('{"a": 1}', "^This is no saved game. .It has no 'format'"),
        ('{"format": "pocket-games record"}', "^This saved game is damaged: it has no 'version'"),
        ("{", "not JSON: .* line 1, column 2"),
        ("[]", "a JSON object"),
        ("7", "a JSON object"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1.5}', "1.5"),
        ('{"a": 1e999}', "1e999"),
        ('{"a": 1, "a": 2}', "'a' is there twice"),
        ('{"x": {"b": 1, "b": 1}}', "'b' is there twice"),
        ("[" * 100_000, "nested more than 16 deep"),
        ('{"a":' * 100_000, "nested more than 16 deep"),
        ("[" * 17 + "]" * 17, "nested more than 16 deep"),
        ('{"seed": ' + "9" * 10_000 + "}", "10000 digits"),
        ('{"seed": 9223372036854775808}', "number too large"),
        ('{"a": "\\ud800"}', "not valid Unicode"),
        ('{"\\ud800": 1}', "names are texts"),
        ("[" + "0," * 100_000 + "0]", "more than 100000 values"),
        (" " * (records.FILE_BYTES + 1), "too large"),
    ],
)
def test_bad_json_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(BadDump, match=words):
        Record.from_json(text)


def test_a_dict_that_holds_itself_or_a_set_is_refused(bluff: Game) -> None:
    data = bids(bluff).to_json()
    data["options"]["dice"] = data
    with pytest.raises(BadDump, match="nested more"):
        Record.from_json(data)
    with pytest.raises(BadDump, match="not plain JSON"):
        Record.from_json(changed(bids(bluff), moves={"r12"}))


def test_too_many_moves_are_refused_before_any_is_played(bluff: Game) -> None:
    with pytest.raises(BadDump, match="20001 moves; at most 20000") as caught:
        Record.from_json(changed(bids(bluff), moves=["r12"] * 20_001))
    assert caught.value.key == "moves"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(
    entries=st.dictionaries(
        st.sampled_from(["format", "version", "game", "options", "set", "seed", "moves"])
        | st.text(max_size=5),
        json_values,
    )
)
@FIXTURE_ONCE
def test_whatever_is_loaded_is_refused_or_comes_back(bluff: Game, entries: dict[str, Any]) -> None:
    data = changed(bids(bluff), **entries)
    for given_data in (data, json.dumps(data)):
        try:
            record = Record.from_json(given_data)
        except BadDump as bad:
            assert str(bad).strip()
        else:
            assert Record.from_json(record.to_json()) == record


@given(text=st.text(max_size=60))
@FIXTURE_ONCE
def test_any_text_is_refused_as_json_and_as_code(bluff: Game, text: str) -> None:
    with pytest.raises(BadDump):
        Record.from_json(text)
    with pytest.raises(BadDump):
        Record.from_code(text)


# --- codes -------------------------------------------------------------------------------------


def test_a_code_is_short_and_named(bluff: Game) -> None:
    code = played(bluff, 3).code()
    assert code.startswith("PG1-bluff-")
    assert len(code) < 60
    assert all(len(group) <= 5 for group in code.split("-"))


def test_options_as_they_are_by_default_do_not_lengthen_a_code(bluff: Game) -> None:
    defaults = {option.id: option.default for option in bluff.options}
    assert played(bluff, 3, **defaults).code() == played(bluff, 3).code()
    assert played(bluff, 3, dice=2, faces=5).code() != played(bluff, 3).code()


def test_every_mistyped_sign_of_a_code_is_noticed(bluff: Game) -> None:
    code = played(bluff, 3, dice=2, faces=5).code()
    for at, sign in enumerate(code):
        for other in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567":
            if other.casefold() != sign.casefold():
                with pytest.raises(BadDump):
                    Record.from_code(code[:at] + other + code[at + 1 :])


def test_a_code_with_a_sign_missing_or_swapped_is_noticed(bluff: Game) -> None:
    code = played(bluff, 3, dice=2, faces=5).code()
    for at, sign in enumerate(code):
        if sign != "-":
            with pytest.raises(BadDump):
                Record.from_code(code[:at] + code[at + 1 :])
        if at and "-" not in (sign, code[at - 1]) and sign != code[at - 1]:
            with pytest.raises(BadDump):
                Record.from_code(code[: at - 1] + sign + code[at - 1] + code[at + 1 :])


def test_white_space_line_breaks_case_and_long_dashes_do_not_matter(bluff: Game) -> None:
    record = played(bluff, 3, dice=2, faces=5)
    code = record.code()
    for text in (
        f"  {code}\n",
        code[:20] + "\r\n   " + code[20:],
        code[:20] + "\u00a0\u200b" + code[20:],
        code.lower(),
        code.upper(),
        code.replace("-", "\u2013"),
        code[:12] + code[12:].replace("-", ""),
    ):
        assert Record.from_code(text).moves == record.moves


@pytest.mark.parametrize("sign", ["\u0130", "\u0131", "\u017f", "\u212a"])
def test_letters_that_are_only_nearly_those_of_a_code_are_refused(bluff: Game, sign: str) -> None:
    code = played(bluff, 3).code()
    for text in (code[:12] + sign + code[12:], f"PG1-{sign}-AAAAA", code + sign):
        with pytest.raises(BadDump):
            Record.from_code(text)


def test_a_running_game_with_secrets_has_no_code_but_for_spectators(bluff: Game) -> None:
    record = bids(bluff, "1x1")
    with pytest.raises(IllegalMove, match="show the other side what is hidden"):
        record.code()
    assert Record.from_code(record.code(spectator=True)).moves == record.moves


def test_a_code_holds_no_seed(bluff: Game) -> None:
    one, other = bids(bluff, "1x1"), bids(bluff, "1x1")
    other.seed = 123_456_789
    assert one.code(spectator=True) == other.code(spectator=True)


def rebuilt(game: str, rest: bytes) -> str:
    """Return a code with a right checksum around arbitrary bytes."""
    data = short_code._checksum(game, rest) + rest
    return f"PG1-{game}-" + base64.b32encode(data).decode().rstrip("=")


def test_a_bomb_in_a_code_is_not_unpacked(bluff: Game) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b" " * 60_000_000) + packer.flush()
    rest = b"\0\0\0" + short_code._varint(len(bomb)) + bomb
    with pytest.raises(BadDump, match="too large or cut off"):
        Record.from_code(rebuilt("bluff", rest))


@given(rest=st.binary(max_size=40))
@FIXTURE_ONCE
def test_a_right_checksum_around_anything_is_still_refused(bluff: Game, rest: bytes) -> None:
    try:
        record = Record.from_code(rebuilt("bluff", rest))
    except BadDump as bad:
        assert str(bad).strip()
    else:
        assert Record.from_json(record.to_json()) == record


def test_a_code_of_other_rules_is_refused(bluff: Game) -> None:
    moves = [(0, 6), (0, 6)]
    start = {"options": {}, "set": None}
    assert Record.from_code(short_code.write("bluff", start, moves, ["r1", "r1"])).ply == 2
    with pytest.raises(BadDump, match="other rules"):
        Record.from_code(short_code.write("bluff", start, moves, ["roll 1", "roll 1"]))


def test_a_code_with_something_left_over_is_refused(bluff: Game) -> None:
    whole = short_code.write("bluff", {"options": {}, "set": None}, [(0, 6), (5, 6)], ["r1", "r6"])
    code = short_code.read(whole)
    code._number += 36
    assert [code.next_place(6), code.next_place(6)] == [0, 5]
    with pytest.raises(BadDump, match="other rules"):
        code.finish(["r1", "r6"])


def test_a_code_that_goes_on_after_the_end_is_refused(bluff: Game) -> None:
    record = played(bluff, 3)
    places = [(s.options_now().index(m), len(s.options_now()))
              for s, m in zip(record.states, record.moves, strict=False)]  # fmt: skip
    code = short_code.write("bluff", {"options": {}, "set": None}, [*places, (0, 1)], ["x"])
    with pytest.raises(BadDump, match="after the end"):
        Record.from_code(code)


def test_a_code_of_an_unknown_game_says_so(bluff: Game) -> None:
    with pytest.raises(BadDump, match="There is no game 'nosuch'"):
        Record.from_code(rebuilt("nosuch", b"\0\0\0\0"))


def test_a_huge_text_is_no_code() -> None:
    with pytest.raises(BadDump, match="longer than"):
        Record.from_code("PG1-bluff-" + "A" * 500_000)


# --- files -------------------------------------------------------------------------------------


def test_a_saved_game_comes_back(bluff: Game, tmp_path: Path) -> None:
    record = bids(bluff, "1x1")
    record.comment(5, "gr\u00fc\u00dfe")
    path = tmp_path / "my game.json"
    record.save(path)
    assert Record.load(path) == record
    assert [*tmp_path.iterdir()] == [path]
    assert Record.load(tmp_path / "my game", lambda _: bluff) == Record.load(path, lambda _: bluff)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as some editors write it
    assert Record.load(path) == record


def test_a_failing_save_leaves_the_old_file(
    bluff: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    bids(bluff).save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, full)
            with pytest.raises(NotSaved, match="no space left on device"):
                bids(bluff, "1x1").save(path)
        assert path.read_bytes() == before
        assert [*tmp_path.iterdir()] == [path]


def test_saving_where_nothing_can_be_written_says_why(bluff: Game, tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="no such file or directory"):
        bids(bluff).save(tmp_path / "missing" / "game.json")
    with pytest.raises(NotSaved, match="is a folder"):
        bids(bluff).save(tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "x" * 5000])
def test_saving_under_a_name_that_no_file_can_have_says_why(
    bluff: Game, tmp_path: Path, name: str
) -> None:
    with pytest.raises(NotSaved, match=r"no name of a file|name too long"):
        bids(bluff).save(tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_saving_keeps_a_link_a_link(bluff: Game, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    bids(bluff).save(real)
    link.symlink_to(real)
    bids(bluff, "1x1").save(link)
    assert link.is_symlink()
    assert Record.load(real).ply == 5


def test_a_game_too_large_to_load_is_not_saved(
    bluff: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    bids(bluff).save(path)
    before = path.read_bytes()
    monkeypatch.setattr(records, "FILE_BYTES", 10)
    with pytest.raises(NotSaved, match="grown beyond 10 bytes"):
        bids(bluff, "1x1").save(path)
    assert path.read_bytes() == before


def test_files_that_are_no_saved_games_are_refused_in_words(bluff: Game, tmp_path: Path) -> None:
    def refused(path: str | Path, words: str) -> None:
        with pytest.raises(BadDump, match=words) as caught:
            Record.load(path)
        assert str(path)[:40] in str(caught.value)

    refused(tmp_path, "this is a folder")
    refused(tmp_path / "none.json", "no such file")
    refused("bad\0name", "no name of a file")
    refused("x" * 5000, "can't be read: file name too long")
    file = tmp_path / "file.json"
    file.write_bytes(b"\xff\xfe\x00binary")
    refused(file, "no text")
    file.write_bytes(b"")
    refused(file, "The file is empty")
    file.write_bytes(b"x" * (records.FILE_BYTES + 1))
    refused(file, "too large")
    if hasattr(os, "mkfifo"):  # Windows has no such files
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        refused(pipe, "no ordinary file")
    file.write_text(bids(bluff).to_text()[:-40])
    refused(file, "not JSON")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0,
    reason="Windows has no such modes, and the superuser may read everything",
)
def test_a_file_that_may_not_be_read(bluff: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    bids(bluff).save(path)
    path.chmod(0)
    with pytest.raises(BadDump, match="permission denied"):
        Record.load(path)
    path.chmod(stat.S_IRUSR)


def test_a_process_killed_while_saving_leaves_a_whole_file(
    bluff: Game, tmp_path: Path, environment: dict[str, str]
) -> None:
    path = tmp_path / "game.json"
    program = (
        "import sys; from pocketlib.record import Record\n"
        "record = Record.start('bluff', seed=1)\n"
        "record.draw()\n"
        "while True:\n"
        "    record.comment(1, 'x' * 2000)\n"
        "    record.save(sys.argv[1])\n"
        "    print('saved', flush=True)\n"
    )
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(path)], env=environment, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        for _ in range(random.randint(1, 40)):
            child.stdout.readline()
        child.kill()
        child.wait()
        child.stdout.close()
        assert Record.load(path).ply == 1
