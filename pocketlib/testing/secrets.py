"""Checks that no seat learns what is hidden from it.

``game.guess`` gives positions that a seat can't tell from the true one. Whatever the seat can see
or ask must be the same at both, and stay the same after the same move, as long as it sees no
difference. Where whole games count, their log and their files, two games that differ only in what
is hidden (see ``twins``) must be told to the seat in the same words.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random

from pocketlib.contract import CHANCE, BadDump, Dump, IllegalMove, Move, Seat, State
from pocketlib.record import Record
from pocketlib.testing.twins import Twins, twins
from pocketlib.testing.verdict import broken, first_difference, must_equal, plain_text
from pocketlib.text import Session

GUESSES = 4
"""How many positions each seat guesses at a time."""
LINES = ("moves", "moves 7", "odds", "why", "why x", "last", "more", "log", "log 999", "code",
         "comment x", "undo", "redo", "wrong", "save", "new", "x", "")  # fmt: skip
"""What people type; each line to a session of its own."""


def check_secrets(record: Record, rng: Random) -> int:
    """Check the present position of a game with hidden information for every seat.

    Returns how many guesses were not the true position.
    """
    others = 0
    for seat in range(len(record.game.seats)):
        seen = record.state.observe(seat)
        history = [state.observe(seat) for state in record.states[:-1]]
        for _ in range(GUESSES):
            guessed = _guess(record, seat, copy.deepcopy(seen), copy.deepcopy(history), rng)
            _must_look_alike(record, seat, record.state, guessed)
            _follow(record, seat, guessed, rng)
            others += guessed.key() != record.state.key()
    return others


def _guess(record: Record, seat: Seat, seen: Dump, history: list[Dump], rng: Random) -> State:
    try:
        guessed = record.game.guess(seen, history, rng)
    except BadDump as bad:
        raise broken(record, f"guess() of what seat {seat} sees makes a position that load() "
                     f"refuses: {bad}", "one that the seat could be in") from bad  # fmt: skip
    if not isinstance(guessed, State):
        raise broken(record, f"guess() gives {guessed!r}", "a State")
    return guessed


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
    mover = record.state.to_move
    if mover == seat and not true.shows(seat):
        _must_be_foreseen(record, seat, move, true, other)
    if plain_text(true.observe(seat), record, "observe()") != plain_text(
        other.observe(seat), record, "observe()"
    ):
        return  # the move has shown the difference, as it may
    by = "chance" if mover == CHANCE else f"seat {mover}"
    who = f"seat {seat} sees no difference after {str(move)!r} by {by}, but its"
    must_equal(record, f"{who} events()", other.events(seat), true.events(seat))
    must_equal(record, f"{who} story()", other.story(seat), true.story(seat))
    must_equal(record, f"{who} summary()", other.summary(seat), true.summary(seat))
    _must_look_alike(record, seat, true, other)


def _must_be_foreseen(record: Record, seat: Seat, move: Move, true: State, other: State) -> None:
    """Check that a move which may be taken back has told its seat nothing that was hidden."""
    here, there = ({**s.observe(seat), "events()": s.events(seat)} for s in (true, other))
    if here != there:
        what = (
            f"seat {seat} learns something hidden by its own move {str(move)!r}, and could take "
            f"the move back: it sees {first_difference(here, there)}, which would be so if "
            "something else were hidden"
        )
        raise broken(record, what, f"events({seat}) that tell of it, or shows({seat}) to be True; "
                     "then the move is not taken back")  # fmt: skip


# --- whole games -------------------------------------------------------------------------------


def check_games(record: Record, rng: Random) -> int:
    """Check that each seat is told the same of this game and of others that look like it.

    Returns how many of those differed from this one. Where each secret comes to light soon, a
    whole game has no other like it; so it is also looked at as it was at some moment.
    """
    others = 0
    for seat in range(len(record.game.seats)):
        for so_far in (record, record.branch(rng.randint(0, record.ply))):
            for pair in twins(so_far, seat, rng):
                # a game that is over is open
                if pair.differ and pair.one.state.to_move is not None:
                    must_be_told_alike(pair)
                    others += 1
    return others


def must_be_told_alike(pair: Twins) -> None:
    """Check that ``pair.seat`` can't tell its two games apart by anything it can see or ask."""
    one, other = told(pair.one, pair.seat), told(pair.other, pair.seat)
    for (name, here), (_, there) in zip(one, other, strict=True):
        if here != there:
            moves = ", ".join(pair.other.moves)
            who = f"seat {pair.seat} can tell this game from one with the moves {moves}: {name}"
            raise broken(pair.one, f"{who} is {there!r}", repr(here))


def told(record: Record, seat: Seat) -> Iterator[tuple[str, object]]:
    """Yield all that ``seat`` can see or ask of a running game, each with its name."""
    state = record.state
    yield "observe()", plain_text(state.observe(seat), record, "observe()")
    yield "to_move", state.to_move
    if state.to_move == seat:
        yield "moves()", [(str(move), move.parts, state.say(move)) for move in state.moves()]
    yield from _saved(record)
    for screen in ("own", "shared", "covered") if state.to_move == seat else ("own",):
        yield from _heard(record, seat, screen)


def _saved(record: Record) -> Iterator[tuple[str, object]]:
    """Yield what a saved game shows to who opens its file, and the code if there is one."""
    saved = json.loads(record.to_text())
    yield "the saved game", {key: value for key, value in saved.items() if key != "sealed"}
    yield "the size of the saved game", len(record.to_text())
    try:
        yield "the code", record.code()
    except IllegalMove as refusal:
        yield "the code", str(refusal)


def _heard(record: Record, seat: Seat, screen: str) -> Iterator[tuple[str, object]]:
    """Yield what a session tells the seat: at its own screen, or at one that all share."""

    def session() -> Session:
        # dice are typed in: those drawn by a seed would not be the same after other moves
        found = Session(record.branch(record.ply), companion=True,
                        seat=seat if screen == "own" else None)  # fmt: skip
        if screen == "shared":
            found.uncover()
        return found

    here = session()
    yield f"{screen} screen: who looks", (here.viewer, here.covered)
    if screen != "covered":
        yield f"{screen} screen: question", here.question
        yield f"{screen} screen: what happened", here.happened
        yield f"{screen} screen: details", here.details
        yield (
            f"{screen} screen: steps",
            [
                (step.told, plain_text(step.state.observe(seat), record, "observe()"))
                for step in here.steps
            ],
        )
        yield f"{screen} screen: has it run by itself?", here.by_chance
        yield f"{screen} screen: the game so far", [here.told(ply) for ply in here.plies if ply]
        yield (
            f"{screen} screen: looking back",
            [
                (state.observe(seat), state.words("look", seat))
                for state in map(here.record.at, here.plies)
            ],
        )
    yield f"{screen} screen: what can be taken back", (here.why_no_undo, here.record.can_redo)
    yield f"{screen} screen: why nothing can be mended", here.why_no_mending
    for line in (*LINES, *record.game.topics):
        yield f"{screen} screen: the answer to {line!r}", session().do(line)
