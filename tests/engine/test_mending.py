"""Entries of real dice mended in one step; going on from an earlier position."""

from __future__ import annotations

from pathlib import Path

import pytest

import pocketlib
from pocketlib import Game, IllegalMove
from pocketlib.record import Record
from pocketlib.text import Session

GAME = pocketlib.game("landship")
OPENING = ("roll 1 3 6", "repair hull", "roll 2 4", "place - 4 2", "use cannon fc")


def battle(**options: object) -> Session:
    """A game in companion mode after five moves, two of them throws."""
    session = Session.new(GAME, {"layout": "listed", "first": "enemy", **options}, companion=True)
    for move in OPENING:
        session.play(move)
    return session


def test_a_wrong_entry_is_mended_in_one_step_and_what_went_with_it_is_named() -> None:
    session = battle()
    told = session.mend()
    assert session.state.phase == "roll"
    assert session.record.moves == OPENING[:2]
    assert told.startswith("Taken back: You roll 2 and 4. With it went")
    assert "Lay 4 on the Forward Cannon" in told
    assert "Forward Cannon" in told.split("Lay")[1]
    assert "Emergency Repair" in session.mend()
    assert session.record.moves == ()
    with pytest.raises(IllegalMove, match="Nothing has been entered"):
        session.mend()


def test_the_command_mends_at_once() -> None:
    session = battle()
    assert "You have rolled 3 and 5" in session.do("wrong 5 3")
    assert session.record.moves[-1] == "roll 3 5"
    assert "Taken back" in session.do("wrong")
    assert session.state.phase == "roll"
    moves = session.record.moves
    answer = session.do("wrong 9 9")
    assert "9, 9" in answer and "Taken back" not in answer
    assert session.record.moves == moves, "what was right is not lost by it"


def test_what_was_mended_can_be_played_again_as_it_was() -> None:
    session = battle()
    before = session.state
    session.mend()
    for _ in OPENING[2:]:
        session.redo()
    assert session.state == before


def test_only_entries_of_people_can_be_mended(bluff: Game) -> None:
    by_computer = Session.new(GAME, seed=1)
    with pytest.raises(IllegalMove, match="computer throws"):
        by_computer.mend()
    hidden = Session.new(bluff, companion=True)
    hidden.play(hidden.state.options_now()[0])
    with pytest.raises(IllegalMove, match="hidden"):
        hidden.mend()
    assert hidden.record.ply == 1


# --- going on from an earlier position ---------------------------------------------------------


def test_a_game_goes_on_from_an_earlier_position(tmp_path: Path) -> None:
    session = battle()
    session.save_as(tmp_path / "game.json")
    session.go_back_to(1)
    assert session.record.ply == 1
    assert Session.resume(tmp_path / "game-previous.json").record.ply == 5
    assert Session.resume(tmp_path / "game.json").record.ply == 1
    session.redo()
    assert session.record.moves == OPENING[:2], "nothing is lost until another move is played"


def test_the_computer_throws_the_same_dice_again() -> None:
    session = Session.new(GAME, seed=5)
    while session.record.ply < 14:
        session.play(session.state.moves()[0])
    moves = session.record.moves
    session.go_back_to(3)
    assert session.state.to_move == 0
    assert session.record.moves == moves[: session.record.ply]


@pytest.mark.parametrize("ply", [0, 1, 2, 6, 13])
def test_a_game_from_a_code_goes_back_without_new_dice_and_redo_leads_on(ply: int) -> None:
    first = Session.new(GAME, {"layout": "shuffle"}, seed=5)
    while first.record.ply < 14:
        first.play(first.state.moves()[0])
    session = Session(Record.from_code(first.record.code()))  # a code has no seed
    moves = session.record.moves
    session.go_back_to(ply)
    assert session.state.to_move == 0
    assert session.record.moves == moves[: session.record.ply]
    while session.record.can_redo:
        session.redo()
    assert session.record.moves == moves


def test_hidden_games_go_back_at_their_end_only(bluff: Game) -> None:
    session = Session.new(bluff, {"dice": 1, "faces": 2}, seed=1)
    session.play(session.state.moves()[0])
    with pytest.raises(IllegalMove):
        session.go_back_to(0)
    with pytest.raises(IndexError):
        session.go_back_to(99)
