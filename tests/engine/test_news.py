"""What is told by itself after a move: the news, in the real games."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from pocketlib import CHANCE, terminal
from pocketlib.games.landship.words.names import listed
from pocketlib.text import Session


def landship(**options: object) -> Session:
    return Session.new("landship", options, seed=7)


def rounds(told: str) -> list[str]:
    return re.findall(r"\b(?:Round|Turn) \d+\b", told)


def test_a_round_that_begins_is_told_once() -> None:
    session = landship()
    told = [session.do(line) for line in ("roll", "1", "end", "roll", "1", "end")]
    assert [rounds(answer) for answer in told] == [[], [], ["Round 2"], [], [], ["Round 3"]]
    assert told[2].startswith("End the turn; unused dice are given up. Round 2.\n")
    assert rounds(session.do("last")) == ["Round 3"]
    assert rounds(session.do("log")) == [], "the log tells what was done"
    assert rounds(session.do("undo")) == [], "which has not begun now"


def test_a_round_is_told_where_the_enemy_ends_it() -> None:
    session = landship(first="player")
    session.do("roll")
    session.do("1")
    news = session.do("end").splitlines()
    assert [rounds(line) for line in news] == [[], ["Round 2"], []]
    assert news[1].startswith("The enemy's dice ")


def test_no_round_begins_when_the_game_is_over() -> None:
    session = landship()
    told = ""
    while not session.over:
        told = session.do(session.state.moves()[0])
    assert "You have " in told
    assert rounds(told) == []


def test_a_turn_whose_beginning_the_game_tells_itself_is_told_once() -> None:
    session = Session.new("mission_command", {"army": "patrol"}, seed=3)
    told = []
    while session.state.when() != "Turn 4":
        waits = session.covered or session.closing
        answer = session.do("ready" if waits else session.state.moves()[-1])
        told.append(rounds(answer))
    assert all(len(turns) == len({*turns}) for turns in told)
    assert {turn for turns in told for turn in turns} == {"Turn 1", "Turn 2", "Turn 3", "Turn 4"}


@pytest.mark.parametrize("companion", [False, True])
def test_a_roll_is_told_once(companion: bool) -> None:
    session = Session.new("landship", {"first": "player"}, seed=7, companion=companion)
    while session.state.phase != "repair":
        session.do(session.state.options_now()[0])
    told = session.do("roll")
    told = session.do("2 3 4") if companion else told
    dice = listed(session.state.dump()["rolled"])
    assert told.count(dice) == 1
    assert told.splitlines()[-1] == f"You have rolled {dice}. Which die on which card?"
    assert session.do("last").splitlines()[-1] == f"You roll {dice}."
    assert f"You roll {dice}." in session.do("log")


def test_a_game_that_is_loaded_says_so_and_where_it_stands(tmp_path: Path) -> None:
    session = landship()
    for line in ("roll", "1", "end", f"save {tmp_path / 'g'}", "roll"):
        session.do(line)
    head, *news, file, question = session.do(f"load yes {tmp_path / 'g.json'}").splitlines()
    assert head == "The game is loaded: Pocket Landship, round 2. This happened last:"
    assert news == session.news
    assert file == f"It is saved after every move in {tmp_path / 'g.json'}."
    assert question == session.question
    assert Session.resume(tmp_path / "g.json").arrival == head
    code = session.do("code")
    assert landship().do(f"paste {code}").splitlines()[0] == head
    assert session.do("new yes").splitlines()[0] == "A new game of Pocket Landship."


def test_a_new_game_from_a_position_says_that_it_is_one() -> None:
    state = landship().state
    session = Session.new("landship", position=state.dump(), seed=1)
    told = "A new game of Pocket Landship, from a position that was set up."
    assert session.arrival == told


def test_a_loaded_game_with_secrets_tells_only_that_it_is_there(tmp_path: Path) -> None:
    session = Session.new("mission_command", {"army": "patrol"}, seed=3)
    session.do(session.state.moves()[-1])
    session.save_as(tmp_path / "g.json")
    loaded = Session.resume(tmp_path / "g.json")
    assert loaded.covered
    assert loaded.arrival == "The game is loaded: Mission Command Land."


@pytest.mark.rule("MC-71")
def test_the_last_tank_of_a_side_is_told_when_the_others_are_lost() -> None:
    found = 0
    for seed in range(6):
        session = Session.new("mission_command", {"army": "patrol"}, seed=seed, seat=0)
        rng = Random(seed)
        while not session.over:
            attacks = [m for m in session.state.moves() if m.startswith("attack")]
            session.play(rng.choice(attacks or session.state.moves()))
            for ply in range(session.record.ply, 0, -1):
                if session.record.at(ply - 1).to_move != CHANCE:
                    break
                state = session.record.at(ply)
                for seat, has in ((0, "You have"), (1, "The enemy has")):
                    last = len(state.dump()["sides"][seat]["tanks"]) == 1 and not session.over
                    lost = any(
                        e[:2] == ("destroyed", ("green", "tan")[seat]) for e in state.events(0)
                    )
                    told = f"{has} one tank left; without it {has[0].lower()}{has[1:]} lost."
                    assert (told in state.summary(0)) == (last and lost)
                    found += last and lost
    assert found >= 3


def test_the_terminal_says_that_a_game_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    session = landship()
    terminal.converse(session)
    assert "The game is loaded" not in capsys.readouterr().out
    session.do("roll")
    session.save_as(tmp_path / "g.json")
    terminal.converse(Session.resume(tmp_path / "g.json"))
    told = capsys.readouterr().out.splitlines()
    assert told[2] == "The game is loaded: Pocket Landship, round 1. This happened last:"
    assert told[3] == "Roll the dice, without Emergency Repair."
