"""The contract suite: random games, and all checks along them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from pocketlib.contract import CHANCE, Game
from pocketlib.record import Record
from pocketlib.testing import forms, position, secrets, start
from pocketlib.testing.tree import perft
from pocketlib.testing.verdict import ContractBroken, broken, failed, must_equal, plain_text

OFTEN = 12
"""Of the plies up to this one more than half are looked at in full; later ones less and less."""
FEW_GAMES = 8
"""In so few games it may be that none has a twin."""
FEW = 300
"""A tree is counted out two deep if it has about so many leaves."""


class Report(NamedTuple):
    """How much was checked."""

    game: str
    starts: int
    games: int
    positions: int
    merged: int
    """How often a key was seen again, so that its future could be compared."""
    refused: int

    def __str__(self) -> str:
        return (
            f"{self.game}: the contract is kept. {self.games} games from {self.starts} sets of "
            f"options, {self.positions} positions, {self.merged} of them seen before, "
            f"{self.refused} texts refused."
        )


def check(game: Game, games: int = 50, seed: int = 0) -> Report:
    """Check ``game`` against the contract by ``games`` random games; the same seed, the same games.

    Raises ContractBroken that says what is wrong, where, and what was expected.
    """
    try:
        start.check_facts(game)
        forms.check_form(game)
        starts = start.check_options(game, Random(f"options:{seed}"))
        suite = Suite()
        for number in range(games):
            # every start in turn, as far as the number of games goes; the defaults first
            suite.check_game(game, starts[number % len(starts)], Random(f"{seed}:{number}"))
        if game.hidden and games and not suite.other_guesses:
            raise broken(game.id, "every guess was the true position", "something to be hidden")
        if game.hidden and games > FEW_GAMES and not suite.other_games:
            raise broken(game.id, "no two games looked alike", "something to be hidden")
        if len(game.new().options_now()) ** 2 <= FEW:
            must_equal(game.id, "the sum of all probabilities", perft(game.new(), 2).probability, 1)
    except ContractBroken:
        raise
    except Exception as error:
        raise failed(game.id, error) from error
    return Report(game.id, len(starts), games, suite.positions, suite.merged, suite.refused)


class Suite:
    """What is remembered from game to game: the future behind each key, and notations seen."""

    def __init__(self) -> None:
        self.positions = self.merged = self.refused = self.other_guesses = self.other_games = 0
        self._futures: dict[Hashable, position.Future] = {}
        self._first: dict[Hashable, str] = {}
        self._notations: dict[str, None] = {}

    def check_game(self, game: Game, options: Mapping[str, Any], rng: Random) -> None:
        """Play one random game to its end and check it on the way."""
        seed = rng.randrange(2**32)
        record = Record.start(game, options, seed=seed)
        looked_at: dict[int, str] = {}
        try:
            for _ in _random_play(record):
                self._check_position(record)
                if rng.random() < OFTEN / (OFTEN + record.ply) or record.state.to_move is None:
                    looked_at[record.ply] = plain_text(record.state.dump(), record, "dump()")
                    self._look_closely(record, rng)
            _check_whole(record, looked_at)
            if game.hidden:
                self.other_games += secrets.check_games(record, rng)
        except ContractBroken:
            raise
        except Exception as error:
            raise failed(record, error) from error

    def _check_position(self, record: Record) -> None:
        self.positions += 1
        position.check_moves(record)
        self._notations.update(dict.fromkeys(map(str, record.state.options_now()[:50])))
        longest = record.game.longest
        if longest is not None and record.ply > longest:
            raise broken(record, f"the game has {record.ply} moves", f"at most {longest}")

    def _look_closely(self, record: Record, rng: Random) -> None:
        position.check_words(record)
        # first, for it plays on: dumps can't be blamed for what fails there
        self._check_key(record)
        position.check_stages(record)
        forms.check_values(record)
        position.check_dump(record)
        position.check_bad_dumps(record, rng)
        self.refused += position.check_refusals(record, list(self._notations), rng)
        if record.game.hidden:
            self.other_guesses += secrets.check_secrets(record, rng)

    def _check_key(self, record: Record) -> None:
        """Check that this key has always had the same future."""
        key = record.state.key()
        future = position.future(record)
        if key not in self._futures:
            self._futures[key] = future
            self._first[key] = f"{record.options} {', '.join(record.moves)}"
            return
        self.merged += 1
        if future != self._futures[key]:
            raise broken(
                record,
                f"the key {key!r} has the future {future}",
                f"{self._futures[key]}, as after {self._first[key]}",
            )


def _random_play(record: Record) -> Iterator[int]:
    """Play ``record`` to its end at random by its seed; yield at each position."""
    choices = Random(f"choices:{record.seed}")
    yield record.ply
    while record.state.to_move is not None:
        if record.state.to_move == CHANCE:
            record.draw()
        else:
            record.play(choices.choice(record.state.moves()))
        yield record.ply


def _check_whole(record: Record, looked_at: Mapping[int, str]) -> None:
    """Check a finished game: no parent changed, same seed same game, records come back."""
    for ply, text in looked_at.items():
        if plain_text(record.at(ply).dump(), record, "dump()") != text:
            raise broken(record, f"the position at ply {ply} has changed since", "it never does")
    twin = Record.start(record.game, record.options, seed=record.seed)
    for _ in _random_play(twin):
        pass
    must_equal(record, "the game played again with the same seed", twin.moves, record.moves)
    must_equal(record, "its last key", twin.state.key(), record.state.key())

    def find(_: str) -> Game:
        return record.game

    must_equal(record, "the saved record", Record.from_json(record.to_text(), find), record)
    decoded = Record.from_code(record.code(), find)
    must_equal(record, "the record from the code", decoded.moves, record.moves)
