"""The commands of a session: each takes the session and the words after it, and answers in text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from pocketlib.contract import (
    CHANCE,
    FEW_OPTIONS,
    GAME_OVER,
    BadNotation,
    Game,
    IllegalMove,
    Move,
    Refusal,
    Seat,
    State,
)
from pocketlib.reading import Ambiguous, is_throw, simplified, thrown, understand
from pocketlib.record import Record
from pocketlib.save_files import same_file, save_file

if TYPE_CHECKING:
    from pocketlib.graph import Work
    from pocketlib.text import Session

LISTED: Final = 30
"""How many lines a list has at most; the rest is asked for."""
_PATIENCE: Final = 3.0
"""Seconds after which an answer about odds is given up, where nobody sees how far it is."""
_WIDE: Final = 96
"""So many signs of the help stand in a line."""
READY: Final = "ready"
"""What the next person types once the screen was handed over."""


_NONE: Final = "-"
"""What is typed for no text."""
HELP: Final = "help"
_SIGNS: Final = {"?": HELP}
"""What people type for a command that has another name."""


class Command(NamedTuple):
    """A command: what carries it out, how it is typed, what it does.

    ``alone``: does it take nothing behind its name?
    """

    run: Callable[[Session, str], str]
    usage: str
    help: str
    alone: bool = False


def answer(session: Session, line: str) -> str:
    """Return the answer to one typed line: a command, a topic, a number of the list, or a move.

    A legal move in exact notation comes first; a slash before a command makes sure of it. Raises
    Refusal that says what was wrong.
    """
    line = line.strip()
    word, _, rest = line.lstrip("/").partition(" ")
    name, rest = _SIGNS.get(word, word.casefold()), rest.strip()
    if session.covered and name not in (HELP, "quit", "undo"):
        return _hand_over(session, name)
    if line in _choices(session):
        return _play(session, line)
    if name in COMMANDS:
        return _carried_out(session, name, rest)
    if name in session.game.topics and not rest:
        return session.state.words(name, session.viewer) + _also_meant(session, line)
    if line[:4].upper() == "PG1-":
        return _paste(session, line)
    _must_choose(session)
    if line.isascii() and line.isdigit():
        return _pick(session, line)
    signed = line.isascii() and line[:1] in ("-", "+") and line[1:].isdigit()
    if signed and not _numbers_mean_moves(session):
        raise _no_number(session, line)
    return _play(session, meant(session, line))


def _carried_out(session: Session, name: str, rest: str) -> str:
    command = COMMANDS[name]
    if command.alone and rest:
        raise BadNotation(f"Nothing was done: type just {name} ({command.help}).")
    return command.run(session, rest)


def situation(session: Session, told: Sequence[str] = ()) -> str:
    """Return what has happened since the last decision, and what is to be decided now.

    What else is to be ``told`` stands between the two.
    """
    if session.covered:
        return "\n".join([*told, _hand_over(session, "")])
    return "\n".join([*session.news, *told, *_now(session)])


def result_words(game: Game, state: State, viewer: Seat) -> str:
    """Return the result of a game that is over, in words."""
    result = state.result
    if result is None:
        return "The game is not over yet."
    least, most = game.utilities
    if game.kind == "co-operative" or len(result) == 1:
        whole = {least: "Lost.", most: "Won!"}
        if result[viewer] in whole and len(set(result)) == 1:
            return f"Result: {whole[result[viewer]]}"
    numbers = ", ".join(f"{n} {r}" for n, r in zip(game.seats, result, strict=True))
    best = [game.seats[seat] for seat, r in enumerate(result) if r == max(result)]
    if len(result) > 1 and game.kind != "co-operative":
        winner = f"{best[0]} wins" if len(best) == 1 else "a draw"
        return f"Result: {winner} ({numbers})."
    return f"Result: {numbers}."


# --- the turn ----------------------------------------------------------------------------------


def _now(session: Session) -> Iterator[str]:
    yield session.question
    if session.closing:
        yield f"To cover the screen for the other side, type: {READY}"
    elif session.over:
        if session.state.question(session.viewer) != GAME_OVER and not _told_alone(session):
            yield result_words(session.game, session.state, session.viewer)
        yield "Type code for a short code of this game, log to review it, or new for another one."
    elif session.state.to_move == CHANCE:
        example = session.state.options_now()[0]
        yield f"Type what your dice or cards show, for example: {example}"


def _told_alone(session: Session) -> bool:
    """Has the question, "You have won." for instance, told all that the result would?"""
    game = session.game
    together = game.kind == "co-operative" or len(game.seats) == 1
    return together and game.utilities == (0, 1)


def _hand_over(session: Session, word: str) -> str:
    if word == READY:
        session.uncover()
        return situation(session)
    name = session.game.seats[session.viewer]
    return f"It is the turn of {name}. Hand the screen over; {name} then types: {READY}"


def _ready(session: Session, rest: str) -> str:
    if session.closing:
        session.hand_over()
        return _hand_over(session, "")
    return "\n".join(["The screen is yours already.", *_now(session)])


def _may_choose(session: Session) -> bool:
    return session.state.to_move in (session.viewer, CHANCE)


def _choices(session: Session) -> tuple[Move, ...]:
    return session.state.offered() if _may_choose(session) else ()


def _must_choose(session: Session) -> None:
    """Raise IllegalMove unless whoever types has something to choose."""
    mover = session.state.to_move
    if mover is None:
        raise IllegalMove("The game is over. Type new for another game, or help.")
    if session.closing:
        raise IllegalMove("\n".join(_now(session)))
    if not _may_choose(session):
        raise IllegalMove(f"It is the turn of {session.game.seats[mover]}.")


def _play(session: Session, move: str) -> str:
    session.play(move)
    return situation(session)


def meant(session: Session, text: str) -> Move:
    """Return the move that ``text`` means; what means none is told with what is asked for."""
    try:
        return understand(session.state, text, session.game.synonyms)
    except Ambiguous:
        raise
    except BadNotation as refusal:
        told = session.state.to_move == CHANCE or len(_choices(session)) <= FEW_OPTIONS
        more = "" if told else " Type moves for all that is possible."
        raise BadNotation(f"{refusal}{more} {session.question}", key=refusal.key) from None


def _also_meant(session: Session, topic: str) -> str:
    """Return the move that the name of a topic could mean as well, if it is one; else ""."""
    if session.closing or not _may_choose(session):
        return ""
    try:
        move = understand(session.state, topic, session.game.synonyms)
    except Refusal:
        return ""
    return f"\nIf you mean this: {name_of(session.state, move)}, type: {move}"


def _pick(session: Session, line: str) -> str:
    return _play(session, _numbered(session, line))


def _numbered(session: Session, line: str) -> Move:
    """Return the move with this number in the list, or the outcome of these dice."""
    if session.state.to_move == CHANCE and (outcome := thrown(session.state, line)):
        return outcome
    choices = _choices(session)
    if _numbers_mean_moves(session):
        return meant(session, line)
    number = int(line[:9])
    if 1 <= number <= len(choices):
        return choices[number - 1]
    raise _no_number(session, line)


def _numbers_mean_moves(session: Session) -> bool:
    """Is a number a move, or dice that are thrown? Then it is never a place in the list."""
    choices = _choices(session)
    if session.state.to_move == CHANCE and is_throw(choices):
        return True  # "12" is a throw with a die forgotten, rather than number 12
    return any(move.isascii() and move.isdigit() for move in choices)


def _no_number(session: Session, line: str) -> BadNotation:
    last = len(_choices(session))
    return BadNotation(f"There is no move number {line[:9]}; they go from 1 to {last}.")


# --- looking -----------------------------------------------------------------------------------


def _moves(session: Session, rest: str) -> str:
    _must_choose(session)
    first = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 9 else 1
    words = [] if rest.isdigit() else simplified(rest).split()
    lines = []
    choices = _choices(session)
    numbered = not _numbers_mean_moves(session)
    for number, move in enumerate(choices, start=1):
        line = f"{number}. " * numbered + both(session.state, move)
        if number >= first and all(word in simplified(line) for word in words):
            lines.append(line)
    if not lines:
        return f"No move fits {rest!r}; there are {len(choices)}."
    return first_lines(lines, f"type moves {first + LISTED}, or moves and a word to look for")


def both(state: State, move: Move) -> str:
    """Return a move in words, its notation behind it unless they are the same."""
    sentence = str(state.say(move))
    return sentence if sentence == move else f"{sentence} ({move})"


def name_of(state: State, move: Move) -> str:
    """Return the same for the middle of a sentence: without its full stop."""
    sentence = str(state.say(move)).rstrip(".")
    return sentence if sentence == move else f"{sentence} ({move})"


def first_lines(lines: Sequence[str], how: str) -> str:
    """Return as many lines as a list has at most, and ``how`` to have the others."""
    shown = list(lines[:LISTED])
    if len(lines) > LISTED:
        shown.append(f"And {len(lines) - LISTED} more: {how}.")
    return "\n".join(shown)


def _odds(session: Session, rest: str) -> str:
    from pocketlib import odds_words  # slow to import, and needed for odds only

    _must_choose(session)
    return _worked_out(session, odds_words.answer_work(session, rest))


def _worked_out(session: Session, work: Work[str]) -> str:
    """Run work on an answer through, as long as there is patience for it, or hand it on.

    Raises IllegalMove if it is given up.
    """
    if session.background is not None:
        return session.background(work)
    until = perf_counter() + _PATIENCE
    try:
        while session.progress is not None or perf_counter() < until:
            number = next(work)
            if session.progress is not None:
                session.progress(number)
    except StopIteration as done:
        answer: str = done.value
        return answer
    except KeyboardInterrupt:
        raise IllegalMove("Stopped; nothing was changed.") from None
    raise IllegalMove(
        "Too much can follow from here; no odds were found in the time given. In the terminal and "
        "at the table it may take as long as you wait."
    )


def _why(session: Session, rest: str) -> str:
    _must_choose(session)
    if not rest:
        return "Type why and a move, for example: why " + _choices(session)[0]
    try:
        if rest.isascii() and rest.isdigit():
            move = _numbered(session, rest)
        else:
            move = meant(session, rest)
    except Refusal as refusal:
        return "\n".join([str(refusal), *_rule_lines(session.game, refusal.sentence.rules)])
    sentence = session.state.say(move)
    return "\n".join(
        [f"{move} is possible: {sentence}", *_rule_lines(session.game, sentence.rules)]
    )


def _rule_lines(game: Game, ids: Sequence[str]) -> list[str]:
    return [f"{id}: {game.rules[id].text}" for id in ids if id in game.rules]


def _last(session: Session, rest: str) -> str:
    return "\n".join(session.happened) or "Nothing has happened yet."


def _more(session: Session, rest: str) -> str:
    return "\n".join(session.details) or "There is nothing more to tell."


def _log(session: Session, rest: str) -> str:
    if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 9):
        raise BadNotation("Type log, or log and how many of the last moves, for example: log 10")
    record = session.record
    secret = session.game.hidden and not session.over
    lines = []
    for number, ply in enumerate(session.plies):
        told = session.told(ply) if ply else ""
        comment = "" if secret else record.comments.get(ply, "")
        if ply and not secret:
            told = f"{record.moves[ply - 1]}: {told}"
        if told or comment:
            lines.append(f"{number}. {told}" + (f" Comment: {comment}" if comment else ""))
    most = int(rest) if rest else LISTED
    earlier = len(lines) - most
    head = [f"{earlier} earlier ones: type log {len(lines)}."] if earlier > 0 else []
    return "\n".join([*head, *lines[max(0, earlier) :]]) or "Nothing has happened yet."


def _rules(session: Session, rest: str) -> str:
    rules = session.game.rules
    if not rules:
        return "This game brings no texts of its rules."
    wanted = simplified(rest)
    for id, rule in rules.items():
        if simplified(id) == wanted:
            return f"{id}: {rule.text}"
    names = session.game.rule_names
    found = [
        f"{id}{f' ({names[id]})' if id in names else ''}: {rule.text}"
        for id, rule in rules.items()
        if all(word in simplified(f"{id} {names.get(id)} {rule.text}") for word in wanted.split())
    ]
    if not found:
        return f"No rule has {rest!r} in it; there are {len(rules)} rules."
    return first_lines(found, "type rules and an id, or words to look for")


def _help(session: Session, rest: str) -> str:
    name = rest.casefold().lstrip("/")
    topics = session.game.topics
    if name in COMMANDS:
        return _help_for(session.game, name)
    if name in topics:
        return f"{name}: {topics[name]}"
    if name:
        return f"There is no command {rest!r}. Type help for all of them."
    lines = [
        "Type a move: words of it in any order, its number in the list of moves, or its notation;",
        "or a command. To hear what a command does, type help and its name: help moves, say.",
        *wrap(f"The commands are {', '.join([*topics, *COMMANDS])}.", _WIDE),
        "",
    ]
    lines += [f"{topic}: {text}" for topic, text in topics.items()]
    return "\n".join(lines + [_help_for(session.game, name) for name in COMMANDS])


def _help_for(game: Game, name: str) -> str:
    """Return the line of help on a command, without what this game doesn't have."""
    from pocketlib import winning

    usage, what = COMMANDS[name].usage, COMMANDS[name].help
    if name == "odds":
        asked = ["of a number of the game"] if game.measures else []
        asked += [f"of winning ({name} {winning.WIN})"] if winning.offered(game) else []
        usage = usage if asked else f"{name} MOVE"
        what = "; ".join(filter(None, [what, ", or ".join(asked)]))
    return f"{usage}: {what}"


# --- going back, writing down ------------------------------------------------------------------


def _undo(session: Session, rest: str) -> str:
    told = session.undo()
    now = [_hand_over(session, "")] if session.covered else _now(session)
    return "\n".join([told, *now])


def _wrong(session: Session, rest: str) -> str:
    before = session.record.ply
    told = session.mend()
    if not rest:
        return "\n".join([told, *_now(session)])
    try:
        return _play(session, meant(session, rest))
    except Refusal:
        while session.record.ply < before:
            session.redo()
        raise


def _redo(session: Session, rest: str) -> str:
    session.redo()
    return situation(session)


def _comment(session: Session, rest: str) -> str:
    if session.game.hidden and not session.over:
        raise IllegalMove("The other side would read it; comments can be made after the game.")
    record = session.record
    before = record.comments.get(record.ply, "")
    if not rest:
        if not before:
            return "There is no comment on the last move. To write one, type comment and a text."
        return f"The comment on the last move: {before}\nTo take it away, type: comment {_NONE}"
    record.comment(record.ply, "" if rest == _NONE else rest)
    session.autosave()
    told = "The comment on the last move is gone." if rest == _NONE else "Noted."
    return f"{told} It was: {before}" if before else told


def _save(session: Session, rest: str) -> str:
    path = rest.strip("\"'") or session.save_path
    if path is None:
        raise BadNotation("Type save and the name of a file, for example: save mygame.json")
    session.save_as(path)
    kept = f" {session.kept.told}" if session.kept else ""
    return f"Saved in {session.save_path}; it is kept up to date from now on.{kept}"


def _code(session: Session, rest: str) -> str:
    return session.record.code()


def _load(session: Session, rest: str) -> str:
    name = _but_yes(rest)
    if not name:
        raise BadNotation("Type load and the name of a file with a saved game.")
    name = name.strip("\"'")
    record = Record.load(name)
    session.check_game(record)
    _sure(session, "load", rest)
    return _go_on_with(session, record, companion=record.seed is None, file=name)


def _paste(session: Session, rest: str) -> str:
    code = _but_yes(rest)
    if not code:
        raise BadNotation("Type paste and the code of a game; it begins with PG1-.")
    record = Record.from_code(code)
    session.check_game(record)
    _sure(session, "paste", rest)
    return _go_on_with(session, record, companion=session.companion)


def _new(session: Session, rest: str) -> str:
    if _but_yes(rest):
        raise BadNotation("Type just new for another game from the same start.")
    _sure(session, "new", rest)
    return _go_on_with(session, session.record.again(), companion=session.companion)


def _but_yes(rest: str) -> str:
    """Return what was typed after "yes", or all of it."""
    return rest.partition(" ")[2].strip() if _said_yes(rest) else rest


def _sure(session: Session, command: str, rest: str) -> None:
    """Raise IllegalMove unless "yes" was typed: a running game is left only by that."""
    if session.over or session.untouched or _said_yes(rest):
        return
    raise IllegalMove(
        f"This game is not over. To leave it, type: {f'{command} yes {rest}'.strip()}"
    )


def _said_yes(rest: str) -> bool:
    return rest.partition(" ")[0].casefold() == "yes"


def _go_on_with(
    session: Session, record: Record, *, companion: bool, file: str | None = None
) -> str:
    before = session.save_path
    session.replace(record, companion=companion, file=file)
    told = []
    if file is not None and session.saved:
        told.append(f"It is saved after every move in {session.save_path}.")
        if before is not None and not same_file(before, save_file(file)):
            told.append(f"The game before it is in {before}.")
    elif session.kept:
        told.append(session.kept.told)
    return "\n".join([session.arrival, situation(session, told)])


def _quit(session: Session, rest: str) -> str:
    if rest and not _said_yes(rest):
        raise BadNotation("Nothing was done: type just quit.")
    session.autosave()
    if not session.saved and not session.untouched and not _said_yes(rest):
        raise IllegalMove(
            "This game is in no file. To keep it, type save and the name of a file; to leave it, "
            "type: quit yes"
        )
    session.done = True
    return f"Goodbye. The game is saved in {session.save_path}." if session.saved else "Goodbye."


COMMANDS: Final = {
    "moves": Command(_moves, "moves", "all legal moves; with a word, those with that word"),
    "odds": Command(_odds, "odds NUMBER MOVE", "the chances of what is coming"),
    "why": Command(_why, "why MOVE", "why not? The reason, or the rules a move rests on"),
    "last": Command(_last, "last", "what has happened since your last decision", alone=True),
    "more": Command(_more, "more", "the same step by step", alone=True),
    "undo": Command(_undo, "undo", "take your last decision back", alone=True),
    "wrong": Command(
        _wrong, "wrong DICE", "the last dice or cards were typed in wrong: these are right"
    ),
    "redo": Command(_redo, "redo", "play again what was taken back", alone=True),
    "log": Command(_log, "log", "the moves so far; with a number, that many of them"),
    "comment": Command(
        _comment,
        "comment TEXT",
        "write something about the last move; alone, what is written there",
    ),
    "rules": Command(
        _rules, "rules ID", "the text of a rule; or words to look for, also names on the cards"
    ),
    "save": Command(_save, "save FILE", "save the game in a file"),
    "load": Command(_load, "load FILE", "go on with a saved game, in its own file"),
    "code": Command(_code, "code", "the whole game as a text, to send or to keep", alone=True),
    "paste": Command(_paste, "paste CODE", "go on with the game of a code"),
    "new": Command(
        _new, "new", "another game from the same start; the one before is kept beside its file"
    ),
    READY: Command(
        _ready, READY, "hand the screen over; show the game to whoever has it now", alone=True
    ),
    HELP: Command(_help, f"{HELP} COMMAND", "what a command does; ? is the same"),
    "quit": Command(_quit, "quit", "stop here; a game that is in no file is left only by quit yes"),
}
"""The commands by name; a game's topics ("look", "mine", ...) are commands, too."""
