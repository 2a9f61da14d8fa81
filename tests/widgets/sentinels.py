"""Mission Command Land with a word of its own for each strength, so that secrets can be searched.

A strength is still the number it is; only its text is a random word, another one for each side.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from random import Random

import pocketlib
from pocketlib.contract import CHANCE, Move
from pocketlib.record import Record
from pocketlib.text import Session
from pocketwidgets import PlayTable

LAYOUTS = [
    {"form": "bastion", "tanks": ["a1", "b1", "c1", "d1", "e1", "f1"]},
    {"form": "wings", "tanks": ["f1", "c1", "e1", "a1", "b1", "h1"]},
]
SEED = 4
MOVES = 40


class Strength(int):
    """A number that is written as a word."""

    word: str

    def __new__(cls, value: int, word: str) -> Strength:
        self = super().__new__(cls, value)
        self.word = word
        return self

    def __str__(self) -> str:
        return self.word

    def __format__(self, how: str) -> str:
        return self.word


def start(words: list[list[str]]) -> Record:
    """Return a game set up by both sides; ``words`` are those of green's strengths and of tan's."""
    game = pocketlib.game("mission_command")
    options = {"layouts": LAYOUTS}
    first = game.new(**options)
    for side, names in zip(first.table.sides, words, strict=True):
        named = {n: Strength(n, name) for n, name in enumerate(names, start=1)}
        side.tanks = tuple(
            tank._replace(strength=named[tank.strength], chips=named[tank.chips])
            for tank in side.tanks
        )
    return Record(game, options, first, seed=SEED)


def quiet_line(record: Record) -> list[Move]:
    """Return moves after which nothing has come to light, both sides' plots among them."""
    for attempt in range(1000):
        rng = Random(attempt)
        line: list[Move] = []
        twin = record.branch(0)
        while len(line) < MOVES and not _revealed(twin):
            line.append(twin.play(rng.choice(twin.state.moves())) and twin.moves[-1])
            while twin.state.to_move == CHANCE:
                twin.draw()
        if not _revealed(twin):
            return line
    raise AssertionError("something always comes to light")


def _revealed(record: Record) -> bool:
    table = record.state.table
    return any(side.lost or any(tank.known for tank in side.tanks) for side in table.sides)


def table(file: str) -> PlayTable:
    """Return a table for two after its first move; the words are written to ``file``."""
    words = [[f"q{secrets.token_hex(4)}" for _ in range(6)] for _ in range(2)]
    record = start(words)
    line = quiet_line(record)
    Path(file).write_text(json.dumps({"words": words, "line": [list(m.parts) for m in line]}))
    made = PlayTable("mission_command")
    made._go_on(Session(record, save=f"game-{file}"))
    made.play(line[0])
    made._telling.pace.value = "Off"
    return made
