"""Fuzzing over all doors by which something from outside comes into a game.

    python tools/fuzz.py --seconds 60 --seed 1
    python tools/fuzz.py --seed 1 --only 4711       once more, one try that found a fault

Each try draws a position of a known game and one door, and hands the door something random or
something right that was changed. A fault is any error but the documented refusals, a call that
takes more than BOUND seconds of processor time, something that was changed although it was refused,
and something accepted that can't be played on. A try depends on the seed and its number alone.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from pocketlib import (
    CHANCE,
    BadDump,
    BadNotation,
    BadOptions,
    BadSet,
    Game,
    IllegalMove,
    Refusal,
    Sentence,
    State,
    catalogue,
    game,
)
from pocketlib.commands import COMMANDS
from pocketlib.contract import SET_BYTES
from pocketlib.reading import understand
from pocketlib.record import Record
from pocketlib.text import Session

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
BOUND = 1.0
"""The most processor time, in seconds, that one call may take on whatever input.

The slowest right ones are to read a set of the largest size and to replay a long record: about a
tenth of this. What breaks the bound grows faster than its input does."""
PLAYED_ON = 12
"""So many moves are played on from what was accepted."""


class Fault(Exception):
    """A door did something that is not documented."""


# --- what is known: the right things that are changed ------------------------------------------


class Known:
    """Finished games of one game, and everything that occurs in them."""

    def __init__(self, found: Game, records: Sequence[Record]) -> None:
        self.game = found
        self.records = tuple(records)
        self.states = tuple(state for record in records for state in record.states)
        moves = {str(move) for record in records for move in record.moves}
        self.moves = tuple(sorted(moves))
        self.sets = tuple(sorted({record.set for record in records if record.set}))
        self.codes = tuple(record.code() for record in records)
        self.texts = tuple(record.to_text() for record in records)
        said = {str(r.at(p).say(m)) for r in records for p, m in enumerate(r.moves)}
        self.said = tuple(sorted(said))
        self.values = tuple(c.value for option in found.options for c in option.choices)

    def find(self, id: str) -> Game:
        """Return the game by its id, whether it is installed or not."""
        return self.game if id == self.game.id else game(id)


def known(found: Game, games: int = 8) -> Known:
    """Return what is known of a game: its golden playthroughs, if it has any, or random games."""
    paths = sorted(GOLDEN.glob(f"{found.id}/*.jsonl"))
    if not paths:
        return Known(found, [_random_game(found, seed) for seed in range(games)])
    first_lines = (path.read_text(encoding="utf-8").partition("\n")[0] for path in paths)
    return Known(found, [Record.from_json(json.loads(line)["record"]) for line in first_lines])


def _random_game(found: Game, seed: int) -> Record:
    record, rng = Record.start(found, seed=seed), Random(seed)
    while record.state.to_move is not None:
        chance = record.state.to_move == CHANCE
        record.draw() if chance else record.play(rng.choice(record.state.moves()))
    return record


# --- changing texts ----------------------------------------------------------------------------

ODD = (
    *("", " ", "\n", "\t", "\0", "\x1b[2J", "\r", "\ud800", "\u202e", "\u2460", "\u0663", "\u00b2"),
    *("\ufeff", "\U0001f3b2", "e\u0301", "ß", "İ", "'", '"', "\\", "/", "-", "--", ".", ",", "{}"),
    *("%s", "{0}", "None", "NaN", "1e999", "-0", "0x1f", "1_0", "9" * 5000, "2024-02-31", "#"),
)


def changed_text(text: str, others: Sequence[str], rng: Random) -> str:
    """Return ``text`` with one to four changes, some of them wild."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        text = rng.choice(TEXT_CHANGES)(text, others, rng)
    return text


def _cut(text: str, rng: Random) -> tuple[str, str, str]:
    one, other = sorted(rng.randint(0, len(text)) for _ in range(2))
    if rng.random() < 0.7:
        other = min(other, one + 3)
    return text[:one], text[one:other], text[other:]


def _without(text: str, others: Sequence[str], rng: Random) -> str:
    before, _, after = _cut(text, rng)
    return before + after


def _twice(text: str, others: Sequence[str], rng: Random) -> str:
    before, middle, after = _cut(text, rng)
    return before + middle * 2 + after


def _many_times(text: str, others: Sequence[str], rng: Random) -> str:
    before, middle, after = _cut(text, rng)
    middle = (middle or rng.choice(ODD))[:40]
    return before + middle * rng.choice((10, 300, 3000)) + after


def _with_odd(text: str, others: Sequence[str], rng: Random) -> str:
    before, _, after = _cut(text, rng)
    return before + rng.choice((rng.choice(ODD), chr(rng.randrange(0x3000)))) + after


def _with_another(text: str, others: Sequence[str], rng: Random) -> str:
    other = rng.choice(others) if others else ""
    before, _, after = _cut(text, rng)
    return before + rng.choice((other, "".join(_cut(other, rng)[1]))) + after


def _shuffled(text: str, others: Sequence[str], rng: Random) -> str:
    separator = rng.choice((" ", "\n", "=", ","))
    parts = text.split(separator)
    rng.shuffle(parts)
    return separator.join(parts)


def _other_case(text: str, others: Sequence[str], rng: Random) -> str:
    return rng.choice((text.upper(), text.title(), text.swapcase()))


def _other_number(text: str, others: Sequence[str], rng: Random) -> str:
    digits = [at for at, sign in enumerate(text) if sign.isdigit()]
    if not digits:
        return text + str(rng.randrange(10))
    at = rng.choice(digits)
    return text[:at] + rng.choice(("0", "7", "-1", "9" * 30, "1.5", "٣")) + text[at + 1 :]


TEXT_CHANGES: tuple[Callable[[str, Sequence[str], Random], str], ...] = (
    _without, _twice, _many_times, _with_odd, _with_another, _shuffled, _other_case, _other_number,
)  # fmt: skip


def random_text(rng: Random) -> str:
    """Return a text of any signs."""
    top = rng.choice((128, 128, 0x3000, 0x110000))
    return "".join(chr(rng.randrange(top)) for _ in range(rng.choice((1, 5, 30, 300))))


# --- changing data -----------------------------------------------------------------------------


def junk(rng: Random) -> Any:
    """Return a value that nobody expects."""
    deep: Any = []
    for _ in range(rng.choice((3, 30, 3000))):
        deep = rng.choice(([deep], {"x": deep}))
    return rng.choice((
        None, True, False, 0, 1, -1, 3, 10**12, 10**5000, 0.5, float("nan"), float("inf"), "", "x",
        "0", b"x", (), (1,), [], [[]], [None] * 3, {}, {"x": 1}, {1: 2}, {None: 0}, object(), deep,
        "x" * 100_000, [0] * 50_000, {"a", "b"}, range(3), rng.randint(-5, 9), random_text(rng),
    ))  # fmt: skip


def changed_data(data: Any, other: Any, rng: Random) -> Any:
    """Return a copy of ``data`` with one to three inner changes; ``other`` is like it."""
    twin = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        twin = _change_inside(twin, other, rng)
    return twin


def _change_inside(data: Any, other: Any, rng: Random) -> Any:
    place = data
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            place = inner
            other = _inside(other, key)
            continue
        _change_entry(place, key, other, rng)
        return data
    return junk(rng)


def _inside(data: Any, key: Any) -> Any:
    try:
        return data[key]
    except (LookupError, TypeError):
        return None


def _change_entry(place: Any, key: Any, other: Any, rng: Random) -> None:
    way = rng.randrange(5)
    if way == 0:
        del place[key]
    elif way == 1 and isinstance(place, dict):
        place[rng.choice((random_text(rng), "x", 5, None, f"{key} "))] = place[key]
    elif way == 1:
        place.insert(key, place[key])
    elif way == 2:
        place[key] = copy.deepcopy(_inside(other, key))
    elif way == 3 and isinstance(place[key], bool):
        place[key] = not place[key]
    elif way == 3 and isinstance(place[key], int):
        place[key] += rng.choice((-1, 1, 2))
    elif way == 3 and isinstance(place[key], str):
        place[key] = changed_text(place[key], (), rng)
    else:
        place[key] = junk(rng)


# --- the doors ---------------------------------------------------------------------------------


def door_moves(k: Known, rng: Random, folder: Path) -> None:
    """Hand a text to parse, after and why_not."""
    state = rng.choice(k.states)
    text = _move_text(k, state, rng)
    same = _unchanged(state)
    legal = text in state.options_now()
    parsed = _call(state.parse, text, refusals=(BadNotation, IllegalMove))
    after = _call(state.after, text, refusals=(BadNotation, IllegalMove))
    why = _call(state.why_not, text)
    accepted = [not isinstance(parsed, Refusal), isinstance(after, State), why is None]
    _expect(accepted == [legal] * 3, f"{text!r}: legal {legal}, accepted {accepted}")
    _expect(why is None or (isinstance(why, Sentence) and bool(why.strip())), f"{why!r} says why")
    same()


def door_reading(k: Known, rng: Random, folder: Path) -> None:
    """Hand what a person types to ``understand``."""
    state = rng.choice(k.states)
    text = _move_text(k, state, rng)
    same = _unchanged(state)
    move = _call(understand, state, text, refusals=(BadNotation, IllegalMove))
    _expect(isinstance(move, Refusal) or move in state.options_now(), f"{move!r} is not legal")
    same()


def _move_text(k: Known, state: State, rng: Random) -> str:
    options = state.options_now()
    here = [str(rng.choice(options)), str(state.say(rng.choice(options)))] if options else []
    text = rng.choice([*here, rng.choice(k.moves), rng.choice(k.said), random_text(rng)])
    return text if rng.random() < 0.2 else changed_text(text, k.moves, rng)


def door_session(k: Known, rng: Random, folder: Path) -> None:
    """Type a few lines into a session that saves its game."""
    record = rng.choice(k.records)
    path = folder / "session.json"
    session = Session(
        record.branch(rng.randint(0, record.ply)), companion=rng.random() < 0.3, save=path
    )
    for _ in range(rng.randint(1, 6)):
        line = _line(k, session.state, rng)
        before, moves = _unchanged(session.state), session.record.moves
        answer = _call(session.do, line)
        _expect(isinstance(answer, str), f"the answer to {line!r} is {answer!r}")
        before()
        whole = moves[: session.record.ply] == session.record.moves[: len(moves)]
        _expect(whole or _may_leave(line), f"{line!r} changed earlier moves")
    _expect(session.trouble is None, f"not saved: {session.trouble}")
    if session.save_path is not None:
        saved = _call(Record.load, session.save_path, k.find)
        _expect(saved.moves == session.record.moves, "the saved game is another one")


def _line(k: Known, state: State, rng: Random) -> str:
    word = rng.choice([*COMMANDS, *k.game.topics])
    rest = rng.choice([
        "", "yes", "1", "30", "game.json", rng.choice(k.codes), rng.choice(k.moves),
        rng.choice([*k.game.rules, ""]), _move_text(k, state, rng),
    ])  # fmt: skip
    line = rng.choice(
        [_move_text(k, state, rng), word, f"{word} {rest}", rest, str(rng.randint(0, 60))]
    )
    if rng.random() < 0.3:
        line = changed_text(line, k.moves, rng)
    # files are written in this folder alone
    return line[:1] + line[1:].replace("/", "_").replace("\\", "_").replace(":", "_")


def _may_leave(line: str) -> bool:
    """Can this line begin another game, or go back in this one?"""
    text = line.strip().lstrip("/").casefold()
    return text.startswith(("new", "load", "paste", "pg1-", "undo", "wrong"))


def door_load(k: Known, rng: Random, folder: Path) -> None:
    """Load a changed dump."""
    record = rng.choice(k.records)
    dump = rng.choice(record.states).dump()
    bad = changed_data(dump, rng.choice(k.states).dump(), rng)
    kept = _text_of(bad)
    own_set = record.set if rng.random() < 0.5 else None
    state = _call(k.game.load, bad, set=own_set, refusals=(BadDump,))
    _expect(_text_of(bad) == kept, "load() changed the dump it was given")
    if isinstance(state, State):
        again = {key: v for key, v in state.dump().items() if key != "set" or "set" in bad}
        _expect(_text_of(again) == kept, f"load() repaired {kept[:300]}")
        _play_on(state, rng)


def door_options(k: Known, rng: Random, folder: Path) -> None:
    """Begin a game with changed options."""
    record = rng.choice(k.records)
    options = changed_data(dict(record.options), {}, rng) if rng.random() < 0.5 else {}
    options = options if isinstance(options, dict) else {"x": options}
    for option in rng.sample(k.game.options, rng.randint(0, len(k.game.options))):
        values = [choice.value for choice in option.choices]
        picked = rng.sample([c.value for c in option.pick_from], option.pick)
        near = [rng.randint(low - 2, high + 2) for low, high in [option.integers or (0, 3)]]
        options[option.id] = rng.choice([*values, picked, *near, junk(rng), rng.choice(k.values)])
    kept = _text_of(options)
    own_set = rng.choice([None, record.set])
    started = _call(Record.start, k.game, options, own_set, refusals=(BadOptions, BadSet))
    if not any(key in ("self", "set") or not isinstance(key, str) for key in options):
        state = _call(k.game.new, set=own_set, refusals=(BadOptions, BadSet), **options)
        _expect(
            isinstance(state, State) == isinstance(started, Record), f"{kept[:200]}: new, start"
        )
    _expect(_text_of(options) == kept, "the options were changed")
    if isinstance(started, Record):
        _play_on(started.state, rng)


def door_set(k: Known, rng: Random, folder: Path) -> None:
    """Read a changed set."""
    text = rng.choice(k.sets) if k.sets else random_text(rng)
    if rng.random() < 0.95:
        text = changed_text(text, [*k.sets, *TOML], rng)
    if rng.random() < 0.05:  # up to the largest size, all of one piece
        piece = rng.choice([*TOML, *ODD]) or "x"
        text = (piece * SET_BYTES)[: SET_BYTES - 200]
    read = _call(k.game.read_set, text, refusals=(BadSet,))
    started = _call(k.game.new, set=text, refusals=(BadSet,))
    _expect(isinstance(read, BadSet) == isinstance(started, BadSet), "read_set() and new() differ")
    if isinstance(started, State):
        _play_on(started, rng)


TOML = (
    *("a.", '"a".', "a = 1\n", "[a.b]\n", "[[card]]\n", "[[face]]\n", "a.b = 1\n", "x = [["),
    *('"""', "'''", '"\\u0041', "a = '", "= ", "#.", "a = 1.", "[a]\nb.c = 1\n", "\\", "1_"),
    *("{a={", "0x", "] [", ("a." * 60)[:-1] + " = 1\n"),
)  # fmt: skip


def door_record(k: Known, rng: Random, folder: Path) -> None:
    """Read a changed record: as data, as text, from a file."""
    record = rng.choice(k.records)
    way = rng.randrange(3)
    if way == 0:
        data = changed_data(record.to_json(), rng.choice(k.records).to_json(), rng)
        read = _call(Record.from_json, data, k.find, refusals=(BadDump,))
    elif way == 1:
        text = changed_text(record.to_text(), [*k.texts, *k.moves], rng)
        read = _call(Record.from_json, text, k.find, refusals=(BadDump,))
    else:
        path = folder / "changed.json"
        path.write_bytes(_changed_bytes(record.to_text().encode(), rng))
        read = _call(Record.load, path, k.find, refusals=(BadDump,))
        _call(_resume, path, k, refusals=(BadDump,))
    if isinstance(read, Record):
        again = _call(Record.from_json, read.to_text(), k.find)
        _expect(again == read, "a record does not come back from its own text")
        _play_on(read.state, rng)


def _resume(path: Path, k: Known) -> Session:
    return Session(Record.load(path, k.find), save=path)


def _changed_bytes(data: bytes, rng: Random) -> bytes:
    array = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(array))
        way = rng.randrange(4)
        if way == 0:
            array[at] = rng.randrange(256)
        elif way == 1:
            del array[at : at + rng.choice((1, 5, 500))]
        elif way == 2:
            array[at:at] = rng.choice((b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"9" * 30, b"[" * 900))
        array = array or bytearray(b"x")
    return bytes(array)


def door_code(k: Known, rng: Random, folder: Path) -> None:
    """Read a changed code; with a right checksum, too, as from somebody who means harm."""
    code = rng.choice(k.codes)
    if rng.random() < 0.6:
        code = changed_text(code, k.codes, rng)
    else:
        code = _sealed(k.game.id, _changed_bytes(_unsealed(code), rng))
    read = _call(Record.from_code, code, k.find, refusals=(BadDump,))
    if isinstance(read, Record):
        again = _call(Record.from_code, read.code(spectator=True), k.find)
        _expect(again == read, "a record does not come back from its own code")
        _play_on(read.state, rng)


def _unsealed(code: str) -> bytes:
    from base64 import b32decode

    body = code.split("-", 2)[2].replace("-", "")
    return b32decode(body + "=" * (-len(body) % 8))[5:]


def _sealed(id: str, rest: bytes) -> str:
    from base64 import b32encode
    from hashlib import blake2b

    check = blake2b(id.encode() + b"\0" + rest, digest_size=5).digest()
    return f"PG1-{id}-" + b32encode(check + rest).decode().rstrip("=")


DOORS = (
    door_moves, door_reading, door_session, door_load, door_options, door_set, door_record,
    door_code,
)  # fmt: skip


# --- what is looked at -------------------------------------------------------------------------


def _call(door: Callable[..., Any], *given: Any, refusals: tuple[type[Refusal], ...] = (),
          **named: Any) -> Any:  # fmt: skip
    """Return what ``door`` gives, or the documented refusal that it raised. Raises Fault."""
    start = time.process_time()
    try:
        answer = door(*given, **named)
    except refusals as refusal:
        answer = refusal
        _expect(bool(str(refusal).strip()), "a refusal without a word")
        _expect(len(str(refusal)) < 5000, f"a refusal of {len(str(refusal))} signs")
    except Exception as error:
        name = getattr(door, "__qualname__", str(door))
        raise Fault(f"{name} raised {error!r:.300} on {_short(given, named)}") from error
    spent = time.process_time() - start
    name = getattr(door, "__qualname__", str(door))
    _expect(spent < BOUND, f"{name} took {spent:.1f} s on {_short(given, named)}")
    return answer


def _short(given: Sequence[Any], named: dict[str, Any]) -> str:
    texts = []
    for value in [*given, *named.values()]:
        try:
            text = repr(value)
        except (RecursionError, ValueError):
            text = f"<{type(value).__name__}>"
        texts.append(text if len(text) < 400 else f"{text[:300]} ... {text[-80:]}")
    return ", ".join(texts)


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise Fault(what)


def _unchanged(state: State) -> Callable[[], None]:
    """Return a check that ``state`` is still what it is now."""
    before = _text_of(state.dump()), state.key(), state.options_now()

    def check() -> None:
        now = _text_of(state.dump()), state.key(), state.options_now()
        _expect(now == before, f"the state was changed: {before[0][:300]}")

    return check


def _text_of(data: Any) -> str:
    """Return a text that two pieces of data share only if they are the same, types included."""
    try:
        return repr(data)
    except (RecursionError, ValueError):
        return "<too deep or too large>"


def _play_on(state: State, rng: Random) -> None:
    """Play a few moves from what was accepted, and let it say all it can say."""
    for _ in range(PLAYED_ON):
        for move in state.options_now()[:3]:
            _call(state.say, move)
        for words in (state.question, state.summary, state.story):
            _call(words, 0)
        _call(state.words, "look", 0)
        if state.to_move is None:
            return
        state = _call(state.after, rng.choice(state.options_now()))


# --- the command -------------------------------------------------------------------------------


def one_try(k: Known, seed: int, number: int, folder: Path) -> str:
    """Carry out one try; return the name of its door. Raises Fault."""
    rng = Random(f"{seed}:{number}")
    door = rng.choice(DOORS)
    door(k, rng, folder)
    return door.__name__.removeprefix("door_")


def fuzz(
    k: Known, seed: int, numbers: Iterator[int], seconds: float
) -> tuple[Counter[str], dict[str, str]]:
    """Try until the time is over; return tries by door, and the first of each kind of fault."""
    tries: Counter[str] = Counter()
    faults: dict[str, str] = {}
    end = time.monotonic() + seconds
    home = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number in numbers:
                if time.monotonic() > end:
                    break
                try:
                    tries[one_try(k, seed, number, Path(folder))] += 1
                except Fault as fault:
                    faults.setdefault(_kind(fault), f"try {number}: {fault}")
                except Exception as error:  # on the way to a door
                    faults.setdefault(_kind(error), f"try {number}: {error!r:.300}")
        finally:
            os.chdir(home)
    return tries, faults


def _kind(fault: Exception) -> str:
    """Return where a fault comes from, so that each kind is told once."""
    cause = fault.__cause__ if isinstance(fault, Fault) else fault
    if cause is None:
        return " ".join(str(fault).split()[:3])
    frame = traceback.extract_tb(cause.__traceback__)[-1]
    return f"{type(cause).__name__} at {frame.filename}:{frame.lineno}"


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the command line; return 1 if a fault was found."""
    parser = argparse.ArgumentParser(description="Fuzzing over all doors of the games.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="one try alone")
    parser.add_argument("--game", action="append", choices=catalogue(), help="default: all")
    arguments = parser.parse_args(argv)
    ids = arguments.game or catalogue()
    found = False
    for id in ids:
        only = arguments.only is not None
        numbers = iter([arguments.only]) if only else count()
        tries, faults = fuzz(known(game(id)), arguments.seed, numbers, arguments.seconds / len(ids))
        doors = ", ".join(f"{door} {number}" for door, number in sorted(tries.items()))
        print(
            f"{id}: {tries.total()} tries without a fault ({doors}); {len(faults)} kinds of fault."
        )
        for kind, fault in faults.items():
            print(f"\n{kind}\n  {fault}")
        found = found or bool(faults)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
