"""A game as a list of moves: replayed, undone, saved, sent as a short code.

A record holds the game's id, the options as given (with the text of an own set) or the position it
starts from, the seed if the computer draws, and every move and outcome of chance in canonical
notation. All that is loaded is untrusted: it is measured first, then replayed move by move, and
refused with a reason.
"""

from __future__ import annotations

import copy
import json
import os
import secrets
import stat
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from pocketlib import plain_json, sealed, short_code
from pocketlib.contract import (
    CHANCE,
    MOVE_LENGTH,
    BadDump,
    BadOptions,
    BadSet,
    Dump,
    Game,
    IllegalMove,
    Move,
    Refusal,
    State,
    check_options,
    check_set_size,
)
from pocketlib.registry import UnknownGame
from pocketlib.registry import game as installed_game

FORMAT: Final = "pocket-games record"
VERSION: Final = 1
VERSION_WITH_POSITION: Final = 2
"""The version of records that start from a position; all others can be read by version 1."""
VERSION_SEALED: Final = 3
"""The version of records whose entries are packed, so that no side reads the other's secrets."""
FILE_BYTES: Final = 2 * 1024 * 1024
"""No saved game is larger; larger files are refused unread."""
MOVES_LIMIT: Final = 20_000
COMMENT_LENGTH: Final = 2_000
COMMENTS_BYTES: Final = 512 * 1024
"""The most that all comments of a game may take, in UTF-8 bytes."""
SEEDS: Final = 2**63
"""Seeds are whole numbers from 0 up to, not including, this one."""

FindGame: TypeAlias = Callable[[str], Game]

_NEEDED = ("format", "version", "game", "options", "moves")
_POSSIBLE = (*_NEEDED, "set", "seed", "comments")
_POSITION = "position"
_SEALED = "sealed"
_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class NotSaved(Refusal):
    """A game could not be written to its file; the file that was there is as it was."""


def fresh_seed() -> int:
    """Return a seed nobody can foresee."""
    return secrets.randbelow(SEEDS)


def draw(state: State, seed: int, ply: int) -> Move:
    """Return the outcome of chance at ``state``, the ``ply``-th position of a game.

    It depends on nothing else, so undo, redo and resuming see the same dice again. Raises
    IllegalMove when chance is not to move.
    """
    return state.chances().sample(Random(f"{seed}:{ply}"))


def check_comment(text: object) -> str:
    """Return ``text`` if it may be a comment; raises BadDump that says why not."""
    if not isinstance(text, str):
        raise BadDump("A comment is a text.", key="comments")
    if len(text) > COMMENT_LENGTH:
        raise BadDump(
            f"A comment has at most {COMMENT_LENGTH} characters; this is longer.",
            key="comments",
        )
    for sign in text:
        control = unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t"
        if control or sign in _DIRECTION_MARKS:
            raise BadDump(
                f"A comment holds the control character U+{ord(sign):04X}; plain text is needed.",
                key="comments",
            )
    return text


def check_seed(seed: object) -> int:
    """Return ``seed`` if it is one; raises BadOptions."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadOptions(f"A seed is a whole number from 0 to {SEEDS - 1}.", key="seed")
    return seed


class Record:
    """One game and how it came about. Positions are counted in plies: 0 is the start.

    ``comments`` maps a ply to the words about the move that led there (0: about the start).
    ``seed`` is None as long as people type in their own dice. ``position`` is the dump that the
    game starts from, None for a game from its beginning.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        start: State,
        set: str | None = None,
        seed: int | None = None,
        position: Dump | None = None,
    ) -> None:
        """Take the position ``start`` that the rest gives; see ``start`` and ``from_position``."""
        self.game = game
        self.position = copy.deepcopy(position)
        self.options: dict[str, Any] = copy.deepcopy(dict(options))
        self.set = set
        self.seed = seed
        self.comments: dict[int, str] = {}
        self._moves: list[Move] = []
        self._states: list[State] = [start]
        self._undone: list[Move] = []

    @classmethod
    def start(
        cls,
        game: str | Game,
        options: Mapping[str, Any] | None = None,
        set: str | None = None,
        seed: int | None = None,
    ) -> Record:
        """Return the record of a new game, ``game`` being its id or the Game itself.

        Raises UnknownGame, BadOptions (also for a seed that is none) or BadSet.
        """
        found = installed_game(game) if isinstance(game, str) else game
        given = dict(options or {})
        if seed is not None:
            check_seed(seed)
        if set is not None:
            check_set_size(set)
            if not found.has_sets:
                raise BadSet(f"{found.title} has no card sets of one's own.", key="set")
        # checked before the call: an option named like a parameter of new() would confuse Python
        check_options(found.schema(set=set), found.conflicts, given)
        return cls(found, given, found.new(set=set, **copy.deepcopy(given)), set, seed)

    @classmethod
    def from_position(
        cls,
        game: str | Game,
        position: Dump,
        set: str | None = None,
        seed: int | None = None,
    ) -> Record:
        """Return the record of a game that starts from the dump ``position``.

        It has no options: they are part of the position. Raises UnknownGame, BadOptions (for a
        seed that is none), BadSet or BadDump; also for the middle of a game with hidden
        information, whose record would show each side what the other holds.
        """
        found = installed_game(game) if isinstance(game, str) else game
        if seed is not None:
            check_seed(seed)
        if set is not None:
            check_set_size(set)
        plain_json.check(position)
        start = found.load(copy.deepcopy(position), set=set)
        if found.hidden and start.to_move is not None:
            raise BadDump(
                "A game with hidden information can't start from the middle of a game.",
                key=_POSITION,
            )
        return cls(found, {}, start, set, seed, position)

    def again(self, seed: int | None = None) -> Record:
        """Return the record of another game from the same start, with no move played."""
        return Record(self.game, self.options, self._states[0], self.set, seed, self.position)

    # --- the line of play

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves and outcomes so far; number n (from 0) leads from ply n to ply n + 1."""
        return tuple(self._moves)

    @property
    def ply(self) -> int:
        """How many moves and outcomes have been played."""
        return len(self._moves)

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """All positions from the start to now."""
        return tuple(self._states)

    @property
    def decided(self) -> bool:
        """Has any seat made a move, and not only chance?"""
        return any(state.to_move != CHANCE for state in self._states[:-1])

    def at(self, ply: int) -> State:
        """Return the position after ``ply`` moves. Raises IndexError if there is none."""
        if not 0 <= ply <= self.ply:
            raise IndexError(f"ply {ply} is not from 0 to {self.ply}")
        return self._states[ply]

    def play(self, move: str) -> State:
        """Play a legal move or outcome, in canonical notation; return the position after it.

        What was undone is forgotten, unless ``move`` is the next of it. Raises BadNotation or
        IllegalMove; then nothing has changed.
        """
        if self.ply >= MOVES_LIMIT:
            raise IllegalMove(f"A game has at most {MOVES_LIMIT} moves here; this one is full.")
        known = self.state.parse(move)
        after = self.state.after(known)
        if self._undone and self._undone[-1] == known:
            self._undone.pop()
        else:
            self._undone.clear()
            self.comments = {ply: c for ply, c in self.comments.items() if ply <= self.ply}
        self._moves.append(known)
        self._states.append(after)
        return after

    def draw(self) -> State:
        """Let chance draw by the seed; return the position after it.

        Raises IllegalMove when chance is not to move or no seed was given.
        """
        if self.seed is None:
            raise IllegalMove("This game has no seed: its dice are thrown by people.")
        return self.play(draw(self.state, self.seed, self.ply))

    def undo(self) -> Move:
        """Take back the last move or outcome and return it. Raises IllegalMove at the start."""
        if not self._moves:
            raise IllegalMove("There is nothing to take back; this is the start of the game.")
        move = self._moves.pop()
        self._states.pop()
        self._undone.append(move)
        return move

    def redo(self) -> Move:
        """Play again what was taken back last and return it. Raises IllegalMove if nothing was."""
        if not self._undone:
            raise IllegalMove("There is nothing to play again; no move was taken back.")
        move = self._undone[-1]
        self.play(move)
        return move

    @property
    def can_redo(self) -> bool:
        """Was something taken back that can be played again?"""
        return bool(self._undone)

    def branch(self, at: int) -> Record:
        """Return a new record that shares the first ``at`` plies; this one stays as it is.

        Raises IndexError if there is no such ply.
        """
        self.at(at)
        twin = self.again(self.seed)
        twin._moves = self._moves[:at]
        twin._states = self._states[: at + 1]
        twin.comments = {ply: text for ply, text in self.comments.items() if ply <= at}
        return twin

    def comment(self, ply: int, text: str) -> None:
        """Put words to the move that led to ``ply``; an empty text takes them away.

        Raises IndexError if there is no such ply, BadDump for a text too long or not plain.
        """
        self.at(ply)
        check_comment(text)
        comments = {**self.comments, ply: text}
        if not text:
            del comments[ply]
        check_comments_size(comments)
        self.comments = comments

    # --- plain data

    def to_json(self) -> Dump:
        """Return the record as plain JSON data; what was undone is not in it."""
        from_position = self.position is not None
        return {
            "format": FORMAT,
            "version": VERSION_WITH_POSITION if from_position else VERSION,
            "game": self.game.id,
            **({_POSITION: copy.deepcopy(self.position)} if from_position else {}),
            "options": copy.deepcopy(self.options),
            "set": self.set,
            "seed": self.seed,
            "moves": [str(move) for move in self._moves],
            "comments": {str(p): c for p, c in sorted(self.comments.items()) if p <= self.ply},
        }

    def to_text(self) -> str:
        """Return the record as the JSON text that a save file holds.

        As long as a game with hidden information runs, its entries are packed: whoever opens the
        file can't read what the other side hides.
        """
        whole = self.to_json()
        if not self.game.hidden or self.state.to_move is None:
            return plain_json.write(whole)
        cover = {"format": FORMAT, "version": VERSION_SEALED, "game": self.game.id}
        return plain_json.write({**cover, _SEALED: sealed.seal(whole)})

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any], find: FindGame = installed_game) -> Record:
        """Return the record that ``data`` (JSON text, or the data in it) describes.

        Every move is checked. ``find`` finds the game by its id. Raises BadDump, whose ``key``
        names the entry at fault.
        """
        if isinstance(data, str):
            if len(data) > FILE_BYTES:
                raise BadDump(f"The record is too large; at most {FILE_BYTES} bytes are read.")
            data = _read(data)
        checked = _checked(data)
        try:
            game = find(checked["game"])
        except UnknownGame as unknown:
            raise BadDump(f"{unknown}.".replace("..", "."), key="game") from None
        record = _started(game, checked)
        for text in checked["moves"]:
            record._replay(text)
        record.comments = _comments(checked.get("comments", {}), record.ply)
        return record

    def _replay(self, text: str) -> None:
        number = self.ply + 1
        try:
            self.play(text)
        except Refusal as refusal:
            raise BadDump(
                f"Move {number}, {plain_json.shown(text)}, is refused: {refusal}",
                key=f"moves[{number - 1}]",
                rule=refusal.rule,
            ) from None

    # --- short code

    def code(self, *, spectator: bool = False) -> str:
        """Return the game as a short code to copy and paste, with a checksum.

        It holds set, moves, and the options that differ from their defaults, but neither seed nor
        comments. Raises IllegalMove for a
        running game with hidden information, unless it is meant for a ``spectator``.
        """
        if self.game.hidden and self.state.to_move is not None and not spectator:
            raise IllegalMove(
                "A code would show the other side what is hidden; it can be made when the game "
                "is over."
            )
        places = []
        for state, move in zip(self._states, self._moves, strict=False):
            options = state.options_now()
            places.append((options.index(move), len(options)))
        if self.position is not None:  # it holds the options, too, and must go with them
            start = {"options": self.options, "set": self.set, _POSITION: self.position}
        else:
            start = {"options": self._chosen(), "set": self.set}
        return short_code.write(self.game.id, start, places, [str(move) for move in self._moves])

    def _chosen(self) -> dict[str, Any]:
        """Return the options that are not the defaults; 1 and True are told apart."""
        defaults = {option.id: option.default for option in self.game.schema(set=self.set)}
        return {
            k: v
            for k, v in self.options.items()
            if plain_json.write(v) != plain_json.write(defaults[k])
        }

    @classmethod
    def from_code(cls, text: str, find: FindGame = installed_game) -> Record:
        """Return the record that a code describes. White space and line breaks are ignored.

        Raises BadDump for anything else than a whole and unaltered code.
        """
        code = short_code.read(text)
        try:
            game = find(code.game)
        except UnknownGame as unknown:
            raise BadDump(f"{unknown}.".replace("..", "."), key="code") from None
        if code.count > MOVES_LIMIT:
            raise BadDump(f"The code holds more than {MOVES_LIMIT} moves.", key="code")
        plain_json.check(code.start)
        record = _started(game, code.start)
        for _ in range(code.count):
            options = record.state.options_now()
            if not options:
                raise BadDump("The code goes on after the end of its game.", key="code")
            record.play(options[code.next_place(len(options))])
        code.finish([str(move) for move in record.moves])
        return record

    # --- files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to ``path`` at one stroke: the old file stays until the new is whole.

        Raises NotSaved with the reason, also where something else than a saved game is there.
        """
        data = self.to_text().encode("utf-8")
        if len(data) > FILE_BYTES:
            raise NotSaved(f"The game has grown beyond {FILE_BYTES} bytes and was not saved.")
        check_replaceable(path)
        try:
            target = Path(os.path.realpath(path))
            temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(6)}.tmp")
            try:
                with open(temporary, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
        except (OSError, ValueError) as error:
            raise NotSaved(
                f"The game was not saved to {path}: {reason(error)}. It goes on here; choose "
                "another file.",
                key=str(path),
            ) from None

    @classmethod
    def load(cls, path: str | os.PathLike[str], find: FindGame = installed_game) -> Record:
        """Return the record saved at ``path``; ".json" may be left out, as when it was saved.

        Raises BadDump with the reason.
        """
        try:
            return cls.from_json(_file_text(_named(from_home(path))), find)
        except BadDump as bad:
            raise BadDump(
                f"{path}: {bad}", key=bad.key, rule=bad.rule, problems=bad.problems
            ) from None

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a record changes

    def __repr__(self) -> str:
        return f"Record.from_json({self.to_json()!r})"


# --- files that may be replaced ----------------------------------------------------------------


def from_home(path: str | os.PathLike[str]) -> Path:
    """Return the file that ``path`` names; ~ at its beginning is the person's home folder."""
    try:
        return Path(path).expanduser()
    except RuntimeError:  # no home folder is known
        return Path(path)


def _named(path: Path) -> Path:
    """Return the file that a person means who may leave ".json" out."""
    return path if path.suffix or os.path.exists(path) else path.with_name(f"{path.name}.json")


def is_saved_game(path: str | os.PathLike[str]) -> bool:
    """Is a saved game at ``path``, of whatever game and version?"""
    try:
        data = json.loads(_file_text(Path(path)))
    except (BadDump, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def check_replaceable(path: str | os.PathLike[str]) -> None:
    """Raise NotSaved if something is at ``path`` that is not a saved game: it is left alone."""
    if os.path.isdir(path):
        raise NotSaved(f"{path} is a folder; the name of a file was expected.", key=str(path))
    if os.path.exists(path) and not is_saved_game(path):
        raise NotSaved(
            f"{path} is there already and is not a saved game, so it was left alone. "
            "Choose another name for the game.",
            key=str(path),
        )


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused a file, in a few words."""
    if isinstance(error, ValueError):  # a null character in the name, or half of a character
        return "that is no name of a file"
    return (error.strerror or type(error).__name__).lower()


# --- checks of what is loaded: first what a player understands, then in brackets what helps others


def _read(text: str) -> Any:
    """Return the data in the text of a file. Raises BadDump if it is no plain JSON."""
    if not text.strip():
        raise BadDump("The file is empty: there is no game in it.")
    try:
        return plain_json.read(text)
    except BadDump as bad:
        raise BadDump(f"This is no saved game, or a damaged one. ({bad})", key=bad.key) from None


def _checked(data: object) -> dict[str, Any]:
    """Return ``data`` if it has the form of a record; the moves are not replayed yet."""
    if not isinstance(data, Mapping):
        raise BadDump("This is no saved game. (That would be a JSON object.)")
    record = _opened(dict(data))
    plain_json.check(record)
    if record.get("format") != FORMAT:
        had = f"Its 'format' is not {FORMAT!r}" if "format" in record else "It has no 'format'"
        raise BadDump(f"This is no saved game. ({had}.)", key="format")
    for key in _NEEDED:
        if key not in record:
            raise BadDump(f"This saved game is damaged: it has no {key!r}.", key=key)
    possible = _POSSIBLE if record["version"] == VERSION else (*_POSSIBLE, _POSITION)
    for key in record:
        if key not in possible:
            raise BadDump(
                "This saved game was changed, or made by a later version: it has an unknown entry "
                f"{plain_json.shown(key)}.",
                key=key,
            )
    version = record["version"]
    if type(version) is not int or version not in (VERSION, VERSION_WITH_POSITION):
        raise BadDump(
            f"'version' is {plain_json.shown(version)}; this program reads version {VERSION} and "
            f"{VERSION_WITH_POSITION}.",
            key="version",
        )
    if version == VERSION_WITH_POSITION and _POSITION not in record:
        raise BadDump("The record has no 'position' that its game starts from.", key=_POSITION)
    if not isinstance(record["game"], str):
        raise BadDump("'game' is the id of a game, as a text.", key="game")
    _check_moves(record["moves"])
    return record


def _opened(record: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a record, unpacked if they were packed."""
    if _SEALED not in record:
        return record
    cover = {"format": FORMAT, "version": VERSION_SEALED}
    if record.keys() != {*cover, "game", _SEALED} or not cover.items() <= record.items():
        raise BadDump("A packed record has a format, a version and a game beside it.", key=_SEALED)
    inside = sealed.unseal(record[_SEALED], FILE_BYTES)
    if inside.get("game") != record["game"]:
        raise BadDump("The packed part of the record is of another game.", key=_SEALED)
    return inside


def _check_moves(moves: object) -> None:
    if not isinstance(moves, list):
        raise BadDump("'moves' is a list of texts.", key="moves")
    if len(moves) > MOVES_LIMIT:
        raise BadDump(
            f"The record has {len(moves)} moves; at most {MOVES_LIMIT} are read.", key="moves"
        )
    for number, move in enumerate(moves, start=1):
        key = f"moves[{number - 1}]"
        if not isinstance(move, str):
            raise BadDump(f"Move {number} is no text: {plain_json.shown(move)}.", key=key)
        if len(move) > MOVE_LENGTH:
            raise BadDump(f"Move {number} is longer than {MOVE_LENGTH} characters.", key=key)


def _started(game: Game, data: Mapping[str, Any]) -> Record:
    """Return the start that the entries options, set, seed and position of ``data`` describe."""
    options, own_set, seed = data.get("options"), data.get("set"), data.get("seed")
    if not isinstance(options, dict):
        raise BadDump("'options' is an object of options by id.", key="options")
    if own_set is not None and not isinstance(own_set, str):
        raise BadDump("'set' is the text of a set, or null.", key="set")
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
        raise BadDump(f"'seed' is a whole number from 0 to {SEEDS - 1}, or null.", key="seed")
    try:
        if _POSITION in data:
            return _from_position(game, options, data[_POSITION], own_set, seed)
        return Record.start(game, options, own_set, seed)
    except BadDump:
        raise
    except Refusal as refusal:
        key = "set" if isinstance(refusal, BadSet) else "options"
        raise BadDump(
            f"The game can't be set up: {refusal}", key=key, problems=refusal.problems
        ) from None


def _from_position(
    game: Game, options: dict[str, Any], position: object, own_set: str | None, seed: int | None
) -> Record:
    if options:
        raise BadDump("'options' is empty beside a 'position', which holds them.", key="options")
    if not isinstance(position, dict):
        raise BadDump("'position' is an object, the dump of a position.", key=_POSITION)
    try:
        return Record.from_position(game, position, own_set, seed)
    except BadDump as bad:
        raise BadDump(
            f"The position that the game starts from is refused: {bad}",
            key=_POSITION,
            problems=bad.problems,
        ) from None


def _comments(data: object, plies: int) -> dict[int, str]:
    if not isinstance(data, dict):
        raise BadDump("'comments' is an object of texts by ply.", key="comments")
    comments: dict[int, str] = {}
    for key, text in data.items():
        if not (key.isascii() and key.isdigit() and str(int(key[:9])) == key):
            raise BadDump(f"{plain_json.shown(key)} is no ply of a comment.", key="comments")
        if int(key) > plies:
            raise BadDump(f"There is a comment on ply {key}; the game has {plies}.", key="comments")
        comments[int(key)] = check_comment(text)
    check_comments_size(comments)
    return comments


def check_comments_size(comments: Mapping[int, str]) -> None:
    """Raise BadDump if the comments of a game take too much room together."""
    size = sum(len(text.encode("utf-8")) for text in comments.values())
    if size > COMMENTS_BYTES:
        raise BadDump(
            f"The comments of a game take at most {COMMENTS_BYTES} bytes; these would take {size}.",
            key="comments",
        )


def _file_text(path: Path) -> str:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None
    if stat.S_ISDIR(mode):
        raise BadDump("this is a folder; the file of a saved game was expected")
    if not stat.S_ISREG(mode):
        raise BadDump("this is no ordinary file; the file of a saved game was expected")
    try:
        with open(path, "rb") as file:
            data = file.read(FILE_BYTES + 1)
    except OSError as error:
        raise _unreadable(error) from None
    if len(data) > FILE_BYTES:
        raise BadDump(f"the file is too large for a saved game; at most {FILE_BYTES} bytes fit")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadDump("the file is no text; the file of a saved game was expected") from None


def _unreadable(error: OSError | ValueError) -> BadDump:
    return BadDump(f"the file can't be read: {reason(error)}")
