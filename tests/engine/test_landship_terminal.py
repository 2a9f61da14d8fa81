"""Whole games of Pocket Landship in the terminal, played from the printed words alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from typing import NamedTuple

import pytest

from pocketlib.record import Record
from pocketlib.text import Session

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""After so many seconds a game that hangs is ended."""


class Listed(NamedTuple):
    """One line of the list of moves, as it is printed."""

    number: str
    words: str


class Terminal:
    """A person at a terminal: reads what is printed up to the next prompt, types a line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.printed = ""

    def read(self) -> str:
        """Return what was printed since the last line typed, without the prompt."""
        assert self.process.stdout is not None
        text = ""
        while not text.endswith("\n> ") and text != "> ":
            sign = self.process.stdout.read(1)
            if not sign:
                break
            text += sign
        self.printed += text
        return text.removesuffix("> ").rstrip("\n")

    def type(self, line: str) -> str:
        """Type a line; return the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.read()


@contextmanager
def terminal(folder: Path, *arguments: str) -> Iterator[Terminal]:
    """Run ``python -m pocketlib play landship`` with ``arguments`` in ``folder``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pocketlib", "play", "landship", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            "XDG_DATA_HOME": str(folder),
            "LOCALAPPDATA": str(folder),
        },
    )
    watch = Timer(PATIENCE, process.kill)
    watch.start()
    try:
        yield Terminal(process)
    finally:
        watch.cancel()
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def listed(answer: str) -> list[Listed]:
    """Return the moves in a printed list; the notation in brackets is not read."""
    lines = (re.fullmatch(r"(\d+)\. (.+?)(?: \([^()]+\))?", line) for line in answer.splitlines())
    return [Listed(match[1], match[2]) for match in lines if match]


def is_over(answer: str) -> bool:
    return re.search(r"^You have (won|lost)\.$", answer, re.MULTILINE) is not None


REFUSED = ("not possible", "is not a move", "fits no move", "There is no move", "say which")


class Player:
    """Chooses by what is printed, and types it as a person would; counts what was understood."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.by_words = self.by_number = self.by_part = self.asked_again = 0

    def move(self, screen: Terminal) -> str:
        """Look at the moves, choose one, type it; return the answer."""
        choices = listed(screen.type("moves"))
        assert choices, "no moves were listed"
        active = [choice for choice in choices if "End the turn" not in choice.words]
        chosen = self.rng.choice(active or choices)
        way = self.rng.randrange(3)
        if way == 0:
            self.by_number += 1
            return self.must_work(screen.type(chosen.number))
        typed = chosen.words if way == 1 else self._part(chosen.words)
        answer = screen.type(typed)
        if any(sign in answer for sign in REFUSED):
            assert "say which" in answer, f"{typed!r}: {answer}"
            self.asked_again += 1
            return self.must_work(screen.type(chosen.number))
        if way == 1:
            self.by_words += 1
        else:
            self.by_part += 1
        return answer

    def _part(self, words: str) -> str:
        """Return some of the words, in their order and without signs, as people say them."""
        plain = re.sub(r"[^\w\s&-]", " ", words).lower().split()
        start = self.rng.randrange(max(1, len(plain) - 4))
        return " ".join(plain[start:])

    @staticmethod
    def must_work(answer: str) -> str:
        assert not any(sign in answer for sign in REFUSED), answer
        return answer


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (5, []),
        (6, ["--option", "weapon=Corvette", "--option", "support=Shock Troops"]),
    ],
)
def test_a_whole_game_in_words(tmp_path: Path, seed: int, options: list[str]) -> None:
    player = Player(seed)
    save = tmp_path / "game.json"
    with terminal(tmp_path, "--seed", str(seed), "--save", str(save), *options) as screen:
        answer = screen.read()
        assert "Type help for all commands" in answer
        while not is_over(answer):
            answer = player.move(screen)
            assert answer.strip()
        assert re.search(r"You have (won|lost)\.\nType code", answer), "told once"
        assert "Round " in screen.type("look")
        code = screen.type("code")
        screen.type("quit")
        assert screen.process.wait(timeout=20) == 0
    assert player.by_words > 3 and player.by_number > 3 and player.by_part > 3
    record = Record.load(save)
    assert record.state.to_move is None
    assert record.seed == seed
    assert Record.from_code(code).moves == record.moves
    assert "Traceback" not in screen.printed


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six")


def test_a_whole_game_with_real_dice(tmp_path: Path) -> None:
    player, dice = Player(8), Random(8)
    save = tmp_path / "game.json"
    with terminal(tmp_path, "--companion", "--save", str(save)) as screen:
        answer = screen.read()
        thrown = 0
        while not is_over(answer):
            example = re.search(r"Type what your dice or cards show, for example: (.+)", answer)
            if example is None:
                answer = player.move(screen)
                continue
            number = len(re.findall(r"\d", example[1]))
            if not number:  # a card is turned up
                answer = player.must_work(
                    screen.type(dice.choice(listed(screen.type("moves"))).words)
                )
                continue
            values = [dice.randint(1, 6) for _ in range(number)]  # in the order they have fallen
            thrown += 1
            spoken = [
                " ".join(map(str, values)),
                ", ".join(map(str, values)),
                " ".join(NUMBERS[value] for value in values),
                "".join(map(str, values)),
            ]
            # a single number would be taken for one in the list of moves: a person says "reroll 4"
            line = dice.choice(spoken) if number > 1 else f"{example[1].split()[0]} {values[0]}"
            answer = player.must_work(screen.type(line))
        assert thrown > 5
        screen.type("quit")
    record = Record.load(save)
    assert record.state.to_move is None
    assert record.seed is None
    assert "Traceback" not in screen.printed


# --- killed in the middle ----------------------------------------------------------------------


@pytest.mark.parametrize("moves", [1, 6, 13])
def test_a_game_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path, moves: int) -> None:
    save = tmp_path / "my game.json"
    player = Player(moves)
    with terminal(tmp_path, "--seed", "31", "--save", str(save)) as screen:
        screen.read()
        for _ in range(moves):
            player.move(screen)
        position = [screen.type(topic) for topic in ("look", "mine", "moves", "log 99")]
        screen.process.kill()  # SIGKILL; on Windows the process is terminated
        screen.process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["my game.json"]
    with terminal(tmp_path, "--load", str(save)) as screen:
        screen.read()
        assert [screen.type(topic) for topic in ("look", "mine", "moves", "log 99")] == position
        player.move(screen)
        assert screen.type("undo").startswith("Taken back: ")
        assert screen.type("look") == position[0]
    with terminal(tmp_path, "--resume", "--save", str(save)) as screen:
        screen.read()
        assert screen.type("look") == position[0]


PROGRAM = """
import sys
from itertools import count
from pocketlib.text import Session
session = Session.new("landship", seed=int(sys.argv[2]), save=sys.argv[1])
for number in count():
    if session.over:
        session.undo()
    session.record.comment(0, str(number))
    session.play(session.state.moves()[number % len(session.state.moves())])
    print(number, flush=True)
"""


def test_a_session_killed_at_any_moment_leaves_a_whole_record(tmp_path: Path) -> None:
    rng = Random(4)
    numbers = set()
    for seed in range(12):
        save = tmp_path / "session.json"
        child = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(save), str(seed)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(rng.randint(1, 40))]
        time.sleep(rng.random() * 0.01)  # so that it ends anywhere in the saves that follow
        child.kill()
        child.wait()
        told += [int(line) for line in child.stdout.read().split()]
        child.stdout.close()
        record = Record.load(save)
        number = int(record.comments[0])
        assert number in (told[-1], told[-1] + 1)
        numbers.add(number)
        session = Session.resume(save)
        assert session.record.moves[: record.ply] == record.moves
        assert session.record.seed == seed
    assert len(numbers) > 3
