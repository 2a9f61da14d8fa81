"""Files that games are saved to: which game goes where, and that none is lost without a word."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pocketlib import save_files
from pocketlib.record import Record
from pocketlib.text import Session


def begun(path: Path, moves: int = 1, seed: int = 1) -> Session:
    """Return a session, saved at ``path``, in which somebody has decided something."""
    session = Session.new("landship", seed=seed, save=path)
    for _ in range(moves):
        session.play(session.state.moves()[0])
    return session


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def test_a_loaded_game_goes_on_in_its_own_file(tmp_path: Path) -> None:
    monday, tuesday = tmp_path / "monday.json", tmp_path / "tuesday.json"
    session = begun(monday)
    session.play(session.state.moves()[0])
    session.do(f"save {tuesday}")
    session.play(session.state.moves()[0])
    at_tuesday = tuesday.read_bytes()
    answer = session.do(f"load yes {tmp_path / 'monday'}")  # the ending may be left out
    assert f"saved after every move in {monday}" in answer
    assert f"The game before it is in {tuesday}" in answer
    session.play(session.state.moves()[0])
    assert Record.load(monday) == session.record
    assert tuesday.read_bytes() == at_tuesday
    assert files(tmp_path) == {"monday.json", "tuesday.json"}


def test_a_game_without_a_file_has_one_once_it_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "monday.json"
    begun(path)
    session = Session.new("landship", seed=2)
    session.do(f"load {path}")
    session.play(session.state.moves()[-1])
    assert Record.load(path) == session.record


def test_the_same_file_may_be_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "monday.json"
    session = begun(path, moves=3)
    before = session.record
    assert "before" not in session.do(f"load yes {path}")
    assert session.record == before
    assert files(tmp_path) == {"monday.json"}


def test_a_game_in_which_nobody_has_done_anything_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    session = Session.new("landship", seed=1, save=path)
    for _ in range(5):
        assert "is now in" not in session.do("new")
    assert files(tmp_path) == {"con.json"}
    session.play(session.state.moves()[0])
    played = session.record
    assert f"is now in {tmp_path / 'con-previous.json'}" in session.do("new yes")
    assert Record.load(tmp_path / "con-previous.json") == played


@pytest.mark.parametrize("what", ["comment", "dice of one's own", "position"])
def test_what_a_person_has_put_into_a_game_is_kept(tmp_path: Path, what: str) -> None:
    path = tmp_path / "con.json"
    if what == "comment":
        Session.new("landship", seed=1, save=path).do("comment a good start")
    elif what == "position":
        dump = Record.start("landship", seed=1).state.dump()
        Session.new("landship", position=dump, save=path)
    else:
        Session.new("landship", companion=True, save=path).do("1")
    there = path.read_bytes()
    Session.new("landship", seed=2, save=path)
    assert (tmp_path / "con-previous.json").read_bytes() == there


def test_what_is_hidden_is_kept_whoever_has_moved(tmp_path: Path, bluff: object) -> None:
    path = tmp_path / "b.json"
    Session.new("bluff", seed=1, save=path)
    Session.new("bluff", seed=2, save=path)
    assert files(tmp_path) == {"b.json", "b-previous.json"}


def test_no_more_games_are_kept_than_said_and_the_oldest_goes_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(save_files, "KEPT", 3)
    path = tmp_path / "con.json"
    (tmp_path / "con-previous-9.json").write_text("{my notes")  # no game: neither counted nor gone
    session = begun(path)
    games, answers = [session.record], []
    for number in range(1, 5):
        answers.append(session.do("new yes"))
        assert session.kept is not None
        os.utime(session.kept.path, (number, number))
        session.play(session.state.moves()[0])
        games.append(session.record)
    assert ["oldest" in answer for answer in answers] == [False, False, False, True]
    kept = [tmp_path / f"con-previous{number}.json" for number in ("", "-2", "-3")]
    assert files(tmp_path) == {"con.json", "con-previous-9.json", *(file.name for file in kept)}
    assert (tmp_path / "con-previous-9.json").read_text() == "{my notes"
    assert f"is now in {kept[0]}" in answers[-1]
    assert [Record.load(file) for file in kept] == [games[3], games[1], games[2]]


def test_going_on_from_an_earlier_position_says_where_the_game_so_far_is(tmp_path: Path) -> None:
    session = begun(tmp_path / "con.json", moves=3)
    whole = session.record.moves
    session.go_back_to(2)
    assert session.kept is not None
    assert Record.load(session.kept.path).moves == whole


# --- two sessions, one file ---------------------------------------------------------------------


def test_two_sessions_on_one_file_lose_nothing_and_are_told(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    begun(path)
    one, two = Session.resume(path), Session.resume(path)
    first, last = one.state.moves()[0], one.state.moves()[-1]
    assert "Warning" not in one.do(first), "nobody else has played yet"
    answer = two.do(last)
    other = tmp_path / "con-2.json"
    assert f"Warning: {path} was changed elsewhere" in answer
    assert f"This game is now saved in {other}." in answer
    for session in (one, two, one, two):
        assert "Warning" not in session.do(session.state.moves()[0]), "it is told once"
    assert one.do("quit") == f"Goodbye. The game is saved in {path}."
    assert two.do("quit") == f"Goodbye. The game is saved in {other}."
    assert Record.load(path) == one.record
    assert Record.load(other) == two.record
    assert one.record.moves != two.record.moves
    assert files(tmp_path) == {"con.json", "con-2.json"}


def test_a_third_session_has_a_third_file(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    begun(path)
    sessions = [Session.resume(path) for _ in range(3)]
    for session in sessions:
        session.play(session.state.moves()[0])
    names = [session.save_path.name for session in sessions if session.save_path]
    assert names == ["con.json", "con-2.json", "con-3.json"]


def test_a_change_elsewhere_is_noticed_when_one_quits(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    begun(path)
    one, two = Session.resume(path), Session.resume(path)
    two.do("undo")
    answer = one.do("quit")
    assert one.done
    assert answer.startswith(f"Goodbye. The game is saved in {tmp_path / 'con-2.json'}.")
    assert "was changed elsewhere" in answer
    assert Record.load(tmp_path / "con-2.json") == one.record


def test_a_file_that_is_gone_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    session = begun(path)
    path.unlink()
    assert "Warning" not in session.do(session.state.moves()[0])
    assert Record.load(path) == session.record


def test_two_tables_that_begin_anew_in_one_file_keep_all_games(tmp_path: Path) -> None:
    path = tmp_path / "con.json"
    begun(path)
    one, two = Session.resume(path), Session.resume(path)
    games = []
    for session in (one, two, one, two):
        session.play(session.state.moves()[0])
        games.append(session.record)
        session.do("new yes")
        session.play(session.state.moves()[0])
    games += [one.record, two.record]
    found = [Record.load(file).moves for file in tmp_path.iterdir()]
    for game in games:
        assert game.moves in found
