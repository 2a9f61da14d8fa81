"""Records that start from a position: saved, coded, replayed; and hostile ones refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_landship_position import OWN_SET

import pocketlib
from pocketlib import BadDump, BadOptions, Game
from pocketlib.record import Record
from pocketlib.text import Session

GAME = pocketlib.game("landship")


def position(**values: Any) -> dict[str, Any]:
    return GAME.position({"strength.hull": 2, "turn": "player", **values}).dump()


def test_a_record_starts_from_a_position_and_comes_back_by_file_and_code(tmp_path: Path) -> None:
    record = Record.from_position(GAME, position(), seed=4)
    record.play("repair hull")
    record.draw()
    record.comment(0, "It looked bad.")
    file = tmp_path / "game.json"
    record.save(file)
    again = Record.load(file)
    assert again == record
    assert again.at(0).dump() == position()
    by_code = Record.from_code(record.code())
    assert by_code.moves == record.moves
    assert by_code.state == record.state
    assert by_code.code() == record.code()


def test_only_such_records_have_the_new_version() -> None:
    assert Record.from_position(GAME, position()).to_json()["version"] == 2
    plain = Record.start(GAME).to_json()
    assert plain["version"] == 1
    assert "position" not in plain


def test_the_position_is_nobody_elses_data() -> None:
    given = position()
    record = Record.from_position(GAME, given)
    given["own"]["hull"] = 5
    record.to_json()["position"]["own"]["hull"] = 6
    assert record.to_json()["position"]["own"]["hull"] == 2


def test_branches_and_games_again_start_there_too() -> None:
    record = Record.from_position(GAME, position(), seed=4)
    record.play("roll")
    assert record.branch(0).to_json() == {**record.to_json(), "moves": []}
    assert record.again(9).state.dump() == position()
    session = Session(record)
    assert "Emergency Repair" in session.do("new yes") or "Landship" in session.do("new yes")
    assert session.record.at(0).dump() == position()


def test_an_own_set_goes_along() -> None:
    dump = GAME.position({"fl": "wolf"}, set=OWN_SET).dump()
    record = Record.from_position(GAME, dump, set=OWN_SET, seed=1)
    record.draw()
    assert Record.from_code(record.code()).state == record.state
    assert Record.from_json(record.to_text()) == record


def test_a_session_starts_from_a_position(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    session = Session.new(GAME, position=position(turn="enemy"), seed=1, save=file)
    assert session.state.phase == "repair", "the computer has thrown for the enemy"
    assert Session.resume(file).state == session.state
    by_hand = Session.new(GAME, position=position(turn="enemy"), companion=True)
    assert by_hand.state.phase == "enemy"


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"position": None}, "is an object"),
        ({"position": []}, "is an object"),
        ({"position": "landship"}, "is an object"),
        ({"position": {}}, "this key is missing"),
        ({"position": {"game": "bluff"}}, "refused"),
        ({"options": {"weapon": "cannon"}}, "'options' is empty"),
        ({"version": 1}, "unknown entry 'position'"),
        ({"set": "[set]"}, "refused|set up"),
        ({"moves": ["roll", "roll 1 2 3", "place 3 2 1", "win"]}, "Move"),
    ],
)
def test_hostile_records_are_refused_with_words(changes: dict[str, Any], words: str) -> None:
    data = {**Record.from_position(GAME, position()).to_json(), **changes}
    with pytest.raises(BadDump, match=words):
        Record.from_json(json.dumps(data))


def test_a_position_changed_by_hand_is_checked_by_the_game() -> None:
    for key, value in (("round", 0), ("front", [None] * 3), ("own", {"hull": 99}), ("final", True)):
        data = Record.from_position(GAME, position()).to_json()
        data["position"][key] = value
        with pytest.raises(BadDump, match=key) as caught:
            Record.from_json(data)
        assert caught.value.key == "position"


def test_a_huge_position_is_refused_unread() -> None:
    data = Record.from_position(GAME, position()).to_json()
    data["position"]["log"] = [["x"]] * 200_000
    with pytest.raises(BadDump):
        Record.from_json(data)
    deep: Any = []
    for _ in range(40):
        deep = [deep]
    with pytest.raises(BadDump):
        Record.from_position(GAME, {"game": deep})


def test_the_seed_is_checked() -> None:
    with pytest.raises(BadOptions):
        Record.from_position(GAME, position(), seed=-1)


def test_hidden_games_start_from_their_end_only(bluff: Game) -> None:
    session = Session.new(bluff, {"dice": 1, "faces": 2}, seed=1)
    with pytest.raises(BadDump, match="hidden information"):
        Record.from_position(bluff, session.state.dump())
    while not session.over:
        session.uncover()
        session.play(session.state.moves()[-1])
    assert Record.from_position(bluff, session.state.dump()).state.to_move is None
