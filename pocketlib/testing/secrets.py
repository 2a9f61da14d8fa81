"""Checks that no seat learns what is hidden from it.

``game.guess`` gives positions that a seat can't tell from the true one. Whatever the seat can see
or ask must be the same at both, and stay the same after the same move, as long as it sees no
difference.
"""

from __future__ import annotations

import copy
from random import Random

from pocketlib.contract import CHANCE, Seat, State
from pocketlib.record import Record
from pocketlib.testing.verdict import broken, must_equal, plain_text

GUESSES = 4
"""How many positions each seat guesses at a time."""


def check_secrets(record: Record, rng: Random) -> int:
    """Check the present position of a game with hidden information for every seat.

    Returns how many guesses were not the true position.
    """
    others = 0
    for seat in range(len(record.game.seats)):
        seen = record.state.observe(seat)
        history = [state.observe(seat) for state in record.states[:-1]]
        for _ in range(GUESSES):
            guessed = record.game.guess(copy.deepcopy(seen), copy.deepcopy(history), rng)
            if not isinstance(guessed, State):
                raise broken(record, f"guess() gives {guessed!r}", "a State")
            _must_look_alike(record, seat, record.state, guessed)
            _follow(record, seat, guessed, rng)
            others += guessed.key() != record.state.key()
    return others


def _must_look_alike(record: Record, seat: Seat, true: State, guessed: State) -> None:
    """Check that seat can't tell the two positions apart by anything it can see or ask."""
    who = f"for seat {seat}, which can't tell the positions apart,"
    seen = plain_text(true.observe(seat), record, "observe()")
    if plain_text(guessed.observe(seat), record, "observe()") != seen:
        raise broken(record, f"a guess {who} looks different: {guessed.observe(seat)}", seen)
    must_equal(record, f"{who} to_move", guessed.to_move, true.to_move)
    must_equal(record, f"{who} question()", guessed.question(seat), true.question(seat))
    for topic in record.game.topics:
        must_equal(record, f"{who} words({topic!r})",
                   guessed.words(topic, seat), true.words(topic, seat))  # fmt: skip
    if true.to_move == seat:
        must_equal(record, f"{who} moves()", guessed.moves(), true.moves())
        for move in true.moves():
            must_equal(record, f"{who} the parts of {move}",
                       [m.parts for m in guessed.moves() if m == move], [move.parts])  # fmt: skip
            must_equal(record, f"{who} say({str(move)!r})", guessed.say(move), true.say(move))
        for text in {*record.moves, "x"}:
            must_equal(record, f"{who} why_not({text!r})",
                       guessed.why_not(text), true.why_not(text))  # fmt: skip


def _follow(record: Record, seat: Seat, guessed: State, rng: Random) -> None:
    """Play one move that is possible in both; what seat is told must not betray the difference."""
    here = guessed.options_now()
    common = [move for move in record.state.options_now() if move in here]
    if not common:
        return
    move = rng.choice(common)
    true, other = record.state.after(move), guessed.after(move)
    if plain_text(true.observe(seat), record, "observe()") != plain_text(
        other.observe(seat), record, "observe()"
    ):
        return  # the move has shown the difference, as it may
    mover = record.state.to_move
    by = "chance" if mover == CHANCE else f"seat {mover}"
    who = f"seat {seat} sees no difference after {str(move)!r} by {by}, but its"
    must_equal(record, f"{who} events()", other.events(seat), true.events(seat))
    must_equal(record, f"{who} story()", other.story(seat), true.story(seat))
    must_equal(record, f"{who} summary()", other.summary(seat), true.summary(seat))
    _must_look_alike(record, seat, true, other)
