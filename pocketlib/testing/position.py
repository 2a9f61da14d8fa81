"""Checks of one position: its moves, its refusals, its dump, its words."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from pocketlib import fields
from pocketlib.authoring import raised
from pocketlib.chance import Chance
from pocketlib.contract import (
    CHANCE,
    MOVE_LENGTH,
    BadDump,
    BadNotation,
    IllegalMove,
    Move,
    Sentence,
    State,
)
from pocketlib.record import Record
from pocketlib.testing.verdict import (
    broken,
    first_difference,
    must_equal,
    plain_text,
)

TRIED = 24
"""Of so many moves at most the next position is looked at."""
ODD_TEXTS = ("", " ", "undo", "?", "\0", "\u2460", "m\u00f8ve", "x" * (MOVE_LENGTH + 1), "1" * 5000)


def check_moves(record: Record) -> None:
    """Check who is to move, what may happen, and the result."""
    state, game = record.state, record.game
    _check_kind(record)
    mover = state.to_move
    seats = range(len(game.seats))
    if mover is not None and mover != CHANCE and mover not in seats:
        raise broken(record, f"to_move is {mover!r}", f"None, CHANCE or one of {list(seats)}")
    moves = state.moves()
    if type(moves) is not tuple or not all(isinstance(move, Move) for move in moves):
        raise broken(record, f"moves() gives {moves!r}", "a tuple of Move")
    if (mover in seats) != bool(moves):
        raise broken(record, f"there are {len(moves)} moves, to_move is {mover}",
                     "moves if and only if a seat is to move")  # fmt: skip
    if game.sorted_moves and list(moves) != sorted(moves):
        raise broken(record, f"the order of moves() is {moves}", "sorted by their texts")
    _check_chances(record)
    options = state.options_now()
    if len(options) != len(set(options)):
        raise broken(record, f"two of the moves have one notation: {sorted(options)}", "no twins")
    for move in options:
        _check_notation(record, move)
    _check_result(record)


def _check_kind(record: Record) -> None:
    """Check a state whose dump and load come from its class and its fields."""
    kind, states = type(record.state), record.game.states
    if not states:
        return
    if kind not in states:
        known = ", ".join(one.__name__ for one in states)
        what = f"this position is a {kind.__name__}"
        raise broken(record, what, f"one of the game's states {known}")
    try:
        fields.check(record.state)
    except fields.Misfit as misfit:
        value = getattr(record.state, misfit.key)
        raise broken(record, f"{kind.__name__}.{misfit.key} is {value!r}",
                     str(misfit).removeprefix("expected ")) from None  # fmt: skip


def _check_chances(record: Record) -> None:
    try:
        chance = record.state.chances()
    except IllegalMove:
        if record.state.to_move == CHANCE:
            raise broken(record, "chances() refuses", "a Chance, as chance is to move") from None
        return
    if record.state.to_move != CHANCE:
        raise broken(record, "chances() gives something", "IllegalMove: chance is not to move")
    if not isinstance(chance, Chance):
        raise broken(record, f"chances() gives {type(chance).__name__}", "a Chance")
    for outcome, weight in chance.items():
        if not isinstance(outcome, Move) or type(weight) is not int or weight < 1:
            raise broken(record, f"outcome {outcome!r} has weight {weight!r}",
                         "a Move with a positive whole number")  # fmt: skip


def _check_notation(record: Record, move: Move) -> None:
    if not move or move != move.strip() or len(move) > MOVE_LENGTH or not move.isprintable():
        raise broken(record, f"a notation is {move!r}", f"1 to {MOVE_LENGTH} printable signs")
    flat = (move.parts,) if isinstance(move.parts, tuple) else move.parts
    if not isinstance(move.parts, tuple | frozenset) or not all(
        isinstance(group, tuple) and all(isinstance(name, str) for name in group) for group in flat
    ):
        raise broken(record, f"the parts of {move} are {move.parts!r}",
                     "a tuple of texts or a frozenset of such tuples")  # fmt: skip
    must_equal(record, f"parse({str(move)!r})", record.state.parse(str(move)), move)
    why = record.state.why_not(str(move))
    must_equal(record, f"why_not({str(move)!r}) of a legal move", why, None)


def _check_result(record: Record) -> None:
    result: Any = record.state.result
    game = record.game
    if record.state.to_move is not None:
        must_equal(record, "the result of a running game", result, None)
        return
    least, most = game.utilities
    if (
        not isinstance(result, tuple)
        or len(result) != len(game.seats)
        or not all(type(number) is int and least <= number <= most for number in result)
    ):
        raise broken(record, f"the result is {result!r}",
                     f"one whole number from {least} to {most} for each seat")  # fmt: skip
    if game.kind == "zero-sum" and sum(result):
        raise broken(record, f"the result is {result}", "a sum of 0")


# --- refusals ----------------------------------------------------------------------------------


def check_refusals(record: Record, others: Sequence[str], rng: Random) -> int:
    """Check that nothing but the legal moves is accepted; return how many texts were tried.

    Tried are odd texts, changed notations of legal moves, and ``others``: moves of other positions.
    """
    state = record.state
    legal = set(state.options_now())
    texts = {*ODD_TEXTS, *rng.sample(others, min(20, len(others)))}
    for move in rng.sample(sorted(legal), min(6, len(legal))):
        texts.update(_changed(move, rng))
    for text in sorted(texts - legal):
        _must_refuse(record, text, state.parse)
        _must_refuse(record, text, state.after)
        why = state.why_not(text)
        if why is None:
            raise broken(record, f"why_not({text!r}) is None", "a reason")
        check_sentence(record, f"why_not({text[:40]!r})", why)
    return len(texts - legal)


def _changed(move: str, rng: Random) -> Iterator[str]:
    at = rng.randrange(len(move))
    yield move[:at] + move[at + 1 :]
    yield move[:at] + rng.choice("0123456789abcxz -+") + move[at + 1 :]
    yield move[:at] + rng.choice("0123456789 ") + move[at:]
    yield from (move.upper(), f" {move}", f"{move} ", f"{move}\n", move.replace(" ", "  "))
    yield " ".join(reversed(move.split()))


def _must_refuse(record: Record, text: str, reader: Any) -> None:
    try:
        reader(text)
    except (BadNotation, IllegalMove):
        return
    except Exception as error:
        raise broken(record, f"{reader.__name__}({text[:60]!r}) raised {raised(error)}",
                     "BadNotation or IllegalMove") from error  # fmt: skip
    raise broken(record, f"{reader.__name__}({text!r}) was accepted",
                 "BadNotation or IllegalMove, as self.parse(move) raises them")  # fmt: skip


# --- dumps -------------------------------------------------------------------------------------


def check_dump(record: Record) -> None:
    """Check that a dump is plain data and loads to the same state; the same for pickle."""
    state = record.state
    dump = state.dump()
    text = plain_text(dump, record, "dump()")
    must_equal(record, "the dump's 'game'", dump.get("game"), record.game.id)
    _spoil(dump)
    if plain_text(state.dump(), record, "dump()") != text:
        raise broken(record, "changing a dump changed the state", "a fresh dump each time")
    dump = state.dump()
    if problem := state.impossible():
        raise broken(record, f"impossible() refuses a position that the game itself comes to: "
                     f"{problem!r}", "None for each that can be reached")  # fmt: skip
    try:
        loaded = record.game.load(copy.deepcopy(dump), set=record.set)
    except BadDump as bad:
        raise broken(record, f"load() refuses a position that the game itself comes to: {bad}",
                     "the same position") from bad  # fmt: skip
    _must_be_same(record, "load(dump())", loaded, text)
    _must_be_same(record, "the unpickled state", pickle.loads(pickle.dumps(state)), text)


def _must_be_same(record: Record, what: str, found: State, text: str) -> None:
    state = record.state
    if plain_text(found.dump(), record, what) != text:
        difference = first_difference(found.dump(), state.dump())
        raise broken(record, f"{what} has another dump: {difference}", "the same dump")
    must_equal(record, f"the key of {what}", found.key(), state.key())
    must_equal(record, f"the moves of {what}", found.options_now(), state.options_now())
    if found != state or hash(found) != hash(state):
        raise broken(record, f"{what} is not equal to the state", "equality and hash by key()")


def check_bad_dumps(record: Record, rng: Random) -> None:
    """Check that a changed dump is refused, or is exactly what the loaded state dumps."""
    dump = record.state.dump()
    changed: list[Any] = [None, [], {}, {**dump, "no such key": 1}]
    for key in dump:
        changed.append({name: value for name, value in dump.items() if name != key})
        junk: tuple[Any, ...] = (None, -1, 10**12, True, "x", [], {}, [None], [[]], {"x": 1}, 1.5)
        changed += [{**dump, key: value} for value in rng.sample(junk, 4)]
    changed += [_one_leaf_changed(dump, rng) for _ in range(10)]
    for bad in changed:
        kept = repr(bad)
        try:
            loaded = record.game.load(bad, set=record.set)
        except BadDump as refusal:
            check_sentence(record, "the reason of BadDump", refusal.sentence)
            continue
        except Exception as error:
            raise broken(record, f"load({kept}) raised {raised(error)}", "BadDump") from error
        if plain_text(loaded.dump(), record, "dump()") != plain_text(bad, record, "the dump"):
            difference = first_difference(loaded.dump(), bad)
            raise broken(record, f"load({kept}) repaired {difference}", "BadDump")
        _must_live(record, kept, loaded)


def _must_live(record: Record, dump: str, state: State) -> None:
    """Check that what was loaded can be played on."""
    try:
        for move in state.options_now()[:TRIED]:
            state.after(move)
    except Exception as error:
        raise broken(record, f"load({dump}) was accepted, then came {raised(error)}",
                     "BadDump for what is no position") from error  # fmt: skip


def _one_leaf_changed(dump: Any, rng: Random) -> Any:
    """Return a copy of ``dump`` with one inner value replaced."""
    twin = copy.deepcopy(dump)
    inner = twin
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = rng.choice(keys)
        if isinstance(inner[key], dict | list) and inner[key]:
            inner = inner[key]
            continue
        inner[key] = rng.choice((None, -1, 7, 10**12, True, "x", [], {}))
        return twin


def _spoil(data: Any) -> None:
    """Change every list and dict inside ``data``."""
    for inner in list(data.values()) if isinstance(data, dict) else list(data):
        if isinstance(inner, dict | list):
            _spoil(inner)
    data.clear()


# --- what follows ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Future:
    """What equal keys must have in common."""

    to_move: int | None
    options: tuple[str, ...]
    chances: Chance[Move] | None
    successors: tuple[Hashable, ...]
    result: tuple[int, ...] | None


def future(record: Record) -> Future:
    """Return the future of a position one move deep; its own dump must stay as it was."""
    state = record.state
    before = plain_text(state.dump(), record, "dump()"), state.key()
    options = state.options_now()
    successors = []
    for move in options[:: max(1, len(options) // TRIED)]:
        after = state.after(move)
        if not isinstance(after, State):
            raise broken(record, f"after({str(move)!r}) gives {after!r}", "a State")
        if (plain_text(state.dump(), record, "dump()"), state.key()) != before:
            raise broken(record, f"after({str(move)!r}) changed the state it was called on",
                         "an untouched parent")  # fmt: skip
        must_equal(record, f"the key after the text {str(move)!r}",
                   state.after(str(move)).key(), after.key())  # fmt: skip
        successors.append(after.key())
    chance = state.chances() if state.to_move == CHANCE else None
    return Future(
        state.to_move,
        tuple(map(str, options)),
        chance,
        tuple(successors),
        state.result,
    )


# --- words -------------------------------------------------------------------------------------


def check_words(record: Record) -> None:
    """Check every sentence that the position can say, for every seat and a spectator."""
    state, game = record.state, record.game
    options = state.options_now()
    for move in options:
        check_sentence(record, f"say({str(move)!r})", state.say(move))
    if sorted(state.offered()) != sorted(options):
        offered = ", ".join(state.offered())
        raise broken(record, f"grouped() offers: {offered}", "all that is possible now, each once")
    if not isinstance(state.when(), str) or not _is_plain(state.when(), ""):
        raise broken(record, f"when() is {state.when()!r}", 'a plain text, as "Round 4", or ""')
    for seat in (None, *range(len(game.seats))):
        check_sentence(record, f"question({seat})", state.question(seat))
        check_sentence(record, f"summary({seat})", state.summary(seat), may_be_empty=True)
        for sentence in state.story(seat):
            check_sentence(record, f"story({seat})", sentence)
        for topic in game.topics:
            text = state.words(topic, seat)
            if not isinstance(text, str) or not text.strip() or not _is_plain(text, "\n"):
                raise broken(record, f"words({topic!r}, {seat}) is {text!r}", "plain lines of text")
        seen = plain_text(state.observe(seat), record, f"observe({seat})")
        if not game.hidden and seen != plain_text(state.observe(), record, "observe()"):
            raise broken(record, f"observe({seat}) differs from observe(), as if something were "
                         "hidden", "hidden = True in the game, or the same for all")  # fmt: skip
        _check_events(record, state.events(seat))
    for seat in range(len(game.seats)):
        number = game.value(state, seat)
        if not isinstance(number, int | float | Fraction) or number != number:
            raise broken(record, f"value(state, {seat}) is {number!r}", "a number")
    for name, measure in game.measures.items():
        if type(number := measure.of(state)) not in (int, Fraction):
            raise broken(record, f"measure {name} is {number!r}", "an exact int or Fraction")


def check_stages(record: Record) -> None:
    """Check that the stages of each move tell the beginning of what the move causes."""
    for move in record.state.options_now()[:TRIED]:
        stages = record.state.stages(move)
        if stages:
            stages += (record.state.after(move),)
        for seat in (None, *range(len(record.game.seats))):
            for stage, later in itertools.pairwise(stages):
                events, more = stage.events(seat), later.events(seat)
                if len(events) >= len(more) or events != more[: len(events)]:
                    what = f"a stage of {str(move)!r} has the events {events}"
                    raise broken(record, what, f"the beginning of the next one's, {more}")
                plain_text(stage.observe(seat), record, f"observe({seat}) of a stage")


def check_sentence(
    record: Record, what: str, sentence: object, *, may_be_empty: bool = False
) -> None:
    """Check one sentence: plain words, known rules, a known speaker."""
    if not isinstance(sentence, Sentence):
        raise broken(record, f"{what} is a {type(sentence).__name__}", "a Sentence")
    if not may_be_empty and not sentence.strip():
        raise broken(record, f"{what} is empty", "a sentence in plain English")
    if sentence != sentence.strip() or not _is_plain(sentence, "\n"):
        raise broken(record, f"{what} is {str(sentence)!r}", "no spaces round it, no control signs")
    unknown = [rule for rule in sentence.rules if rule not in record.game.rules]
    if unknown:
        raise broken(record, f"{what} names the rules {unknown}", "ids that are in game.rules")
    if sentence.by not in ("you", "them", "table"):
        raise broken(record, f"{what} is by {sentence.by!r}", "'you', 'them' or 'table'")


def _is_plain(text: str, also: str) -> bool:
    return all(sign.isprintable() or sign in also for sign in text)


def _check_events(record: Record, events: Iterable[object]) -> None:
    for event in events:
        if type(event) is not tuple or not all(type(word) in (str, int) for word in event):
            raise broken(record, f"an event is {event!r}", "a tuple of texts and ints")
