"""A whole game of Mission Command Land for two at one terminal, in typed words."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from pocketlib.contract import CHANCE
from pocketlib.record import Record
from pocketlib.text import Session

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""After so many seconds a game that hangs is ended."""


def played() -> Record:
    """Return a game between two who choose at random."""
    rng = Random("line:219")
    record = Record.start("mission_command", {"army": "patrol"}, seed=7)
    while record.state.to_move is not None:
        moves = record.state.moves()
        if record.state.to_move == CHANCE:
            record.draw()
        else:
            record.play(rng.choice(moves[:2] if not record.ply else moves))
    return record


def typed(record: Record) -> list[str]:
    """Return what both type: words or notation, and a look around after each hand-over."""
    lines = []
    handed = dict(hand_overs(record))
    session = Session(Record.start(record.game, record.options, seed=record.seed))
    for ply, move in enumerate(record.moves):
        state = record.at(ply)
        if state.to_move == CHANCE:
            continue
        if ply in handed:
            lines += ["look", "mine", "ready", "last", "mine", "enemy"]
        lines.append(str(state.say(move)) if ply % 2 else str(move))
        session.play(move)
        if session.closing:
            lines.append("ready")
    return [*lines, "log 999", "code", "quit"]


def test_a_whole_game_for_two_at_a_terminal(tmp_path: Path) -> None:
    record = played()
    file = tmp_path / "game.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pocketlib", "play", "mission_command", "--seed", "7"),
            *("--option", "army=patrol", "--save", str(file)),
        ],
        input="\n".join(typed(record)) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "won: all enemy tanks are destroyed" in done.stdout
    code = re.search(r"PG1-mission_command-[A-Z0-9-]+", done.stdout)
    assert code is not None
    assert Record.from_code(code[0]).moves == record.moves
    assert Record.load(file).moves == record.moves
    told_to_the_right_one(done.stdout, record)


def told_to_the_right_one(printed: str, record: Record) -> None:
    """Check what was printed between two hand-overs: all of the own side, nothing of the other."""
    parts = re.split(r"Hand the screen over; (?:Green|Tan) then types: ready", printed)
    turns = hand_overs(record)
    assert len(parts) == 1 + 3 * len(turns), "told at once, and again for look and mine"
    assert len(turns) >= 5
    for number, (ply, seat) in enumerate(turns):
        asked_too_early, screen = parts[3 * number + 1 : 3 * number + 3], parts[3 * number + 3]
        assert not any("tank" in part for part in asked_too_early)
        state = record.at(ply)
        assert state.words("mine", seat) in screen
        assert state.words("enemy", seat) in screen
        others = state.words("mine", 1 - seat).splitlines()
        secret = [line for line in others if "strength" in line and "known to both" not in line]
        assert secret
        assert not any(line in screen for line in secret)


def hand_overs(record: Record) -> list[tuple[int, int]]:
    """Return at which plies the screen goes to which seat."""
    found, looker = [], 0
    for ply in range(record.ply):
        mover = record.at(ply).to_move
        if mover not in (looker, CHANCE, None):
            looker = mover
            found.append((ply, mover))
    return found
