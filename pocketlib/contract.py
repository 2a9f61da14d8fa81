"""What every game is: a tree of immutable states, and the words to speak about it.

A game package provides one :class:`Game` and a :class:`State` class for each kind of node. At a
state a seat chooses among ``moves()``, or chance draws from ``chances()``, or the game is over.
Boards, texts, records, odds, players and tests know nothing else about a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeAlias, cast

from pocketlib.chance import Chance

if TYPE_CHECKING:
    from random import Random

CHANCE: Final = -1
"""``to_move`` of a state at which chance draws."""

Seat: TypeAlias = int
Dump: TypeAlias = dict[str, Any]
Event: TypeAlias = tuple[str | int, ...]
"""What a move caused, in the game's own words and numbers, as in ("reveals", "Ann", 3)."""
Parts: TypeAlias = tuple[str, ...] | frozenset[tuple[str, ...]]

MOVE_LENGTH: Final = 200
"""No notation of a move is longer; longer texts are refused unread."""
OPTIONS_NAMED: Final = 8
"""A refusal names at most so many of the moves that would be possible."""
FEW_OPTIONS: Final = 2
"""No more moves than this are all named in words."""
SET_BYTES: Final = 64 * 1024
"""The largest text of an owner's set, in UTF-8 bytes."""
SET_DOTS: Final = 64
"""The most dots in one line of a set, comments aside. A key with thousands of parts ("a.a.a...")
keeps Python's reader of TOML busy for many seconds."""


# --- words -------------------------------------------------------------------------------------


class Sentence(str):
    """A sentence in plain English, with the ids of the rules behind it.

    ``by`` says who acted, as the reader sees it: "you", "them" (the other side, also one that
    only follows its rules) or "table" (dice, rounds, set-up).
    """

    __slots__ = ("by", "rules")

    rules: tuple[str, ...]
    by: str

    def __new__(cls, text: str, rules: Sequence[str] = (), by: str = "table") -> Sentence:
        self = super().__new__(cls, text)
        self.rules = tuple(rules)
        self.by = by
        return self

    @property
    def stopped(self) -> Sentence:
        """The same with a full stop, so that others can follow; unless it ends already."""
        if not self or self[-1] in ".!?":
            return self
        return Sentence(f"{self}.", self.rules, self.by)


GAME_OVER: Final = Sentence("The game is over.")
"""What is said at the end by a game that has no words for its result."""


class Rule(NamedTuple):
    """One numbered rule or ruling: ``text`` is one or two sentences."""

    id: str
    text: str


def read_rules(package: str) -> dict[str, Rule]:
    """Return the rules by id from the file ``rules.toml`` of a game's package."""
    import tomllib  # slow to import, and needed when a rule is shown only
    from importlib.resources import files

    text = (files(package) / "rules.toml").read_text(encoding="utf-8")
    return {id: Rule(id, words) for id, words in tomllib.loads(text).items()}


# --- moves -------------------------------------------------------------------------------------


class Move(str):
    """A move or an outcome of chance. Its text is the canonical notation, so it equals its text.

    ``parts`` names the regions of the board that the move is made of: a tuple is an ordered path
    ("piece, then space"), a frozenset of tuples is what may be laid in any order ("die on card").
    """

    __slots__ = ("parts",)

    parts: Parts

    def __new__(cls, text: str, parts: Parts = ()) -> Move:
        self = super().__new__(cls, text)
        self.parts = parts
        return self


# --- refusals ----------------------------------------------------------------------------------


class Refusal(ValueError):
    """Something was refused. ``str(error)`` is a sentence: what, where, what was expected.

    ``code`` is the rules document's own code where it has one, ``rule`` the id of the rule behind
    it, ``key`` the option, key or text at fault, ``problems`` every problem found.
    """

    def __init__(
        self,
        sentence: str,
        *,
        code: str | None = None,
        rule: str | None = None,
        key: str | None = None,
        problems: Iterable[str] = (),
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule
        self.key = key
        self.problems = tuple(problems) or (sentence,)

    @property
    def sentence(self) -> Sentence:
        """The reason in words, with the rule id behind it."""
        return Sentence(str(self), () if self.rule is None else (self.rule,))


class BadNotation(Refusal):
    """The text is no move of this game."""


class IllegalMove(Refusal):
    """The text is a move of this game, but not a legal one now."""


class BadOptions(Refusal):
    """The options are refused."""


class BadSet(Refusal):
    """An owner's set is refused."""


class BadDump(Refusal):
    """A dump (or another saved thing) is refused."""


class Problem(str):
    """One of the ``problems`` of a refusal, with the ``key`` of the field it belongs to."""

    __slots__ = ("key",)

    key: str | None

    def __new__(cls, text: str, key: str | None = None) -> Problem:
        self = super().__new__(cls, text)
        self.key = key
        return self


# --- options -----------------------------------------------------------------------------------


class Choice(NamedTuple):
    """One value an option may have, with its words for a menu."""

    value: str | int | bool | None
    label: str
    help: str = ""


class Option(NamedTuple):
    """One option of a game: its values in plain words, the default first.

    ``integers`` allows any whole number from first to last as well, which people see and type
    divided by ``scale`` (10: in tenths); ``pick`` allows a list of exactly that many different
    entries of ``pick_from`` (ids with their labels). ``data`` allows lists and tables of the
    game's own form, which no menu can offer (a position for a lesson): it returns what is wrong
    with one, or None.
    """

    id: str
    title: str
    choices: tuple[Choice, ...]
    help: str = ""
    rule: str | None = None
    integers: tuple[int, int] | None = None
    integers_label: str = ""
    integers_help: str = ""
    scale: int = 1
    pick: int = 0
    pick_from: tuple[Choice, ...] = ()
    pick_label: str = ""
    data: Callable[[object], str | None] | None = None

    @property
    def default(self) -> str | int | bool | None:
        """The value used when nothing is said."""
        return self.choices[0].value

    @property
    def range(self) -> str:
        """The whole numbers as people see them: "13.1 to 16.8"."""
        low, high = self.integers or (0, 0)
        return f"{self.seen(low)} to {self.seen(high)}"

    def seen(self, number: int) -> str:
        """Return a whole number as people see it."""
        return str(number) if self.scale == 1 else f"{number / self.scale:g}"

    def problem(self, value: object) -> str | None:
        """Return what is wrong with ``value`` as a sentence, or None."""
        if isinstance(value, list | tuple) and self.pick:
            return self._list_problem(value)
        if isinstance(value, list | tuple | Mapping) and self.data:
            problem = self.data(value)
            return None if problem is None else f"option {self.id}: {problem}"
        if any(type(c.value) is type(value) and c.value == value for c in self.choices):
            return None
        if self.integers and type(value) is int:
            low, high = self.integers
            if low <= value <= high:
                return None
            return f"option {self.id}: {shown(value)} is not from {low} to {high}"
        return f"option {self.id}: {shown(value)} is not possible; expected {self._expected()}"

    def _list_problem(self, value: Sequence[object]) -> str | None:
        if len(value) != self.pick:
            return f"option {self.id}: {self.pick} entries are needed, found {len(value)}"
        known = [c.value for c in self.pick_from]
        seen: list[object] = []
        for entry in value:
            if not isinstance(entry, str) or entry not in known:
                return f"option {self.id}: unknown entry {shown(entry)}{_near(entry, known)}"
            if entry in seen:
                return f"option {self.id}: {shown(entry)} is listed twice"
            seen.append(entry)
        return None

    def _expected(self) -> str:
        ways = [shown(c.value) for c in self.choices]
        if self.integers:
            ways.append(f"a whole number from {self.integers[0]} to {self.integers[1]}")
        if self.pick:
            ways.append(f"a list of {self.pick} ids")
        return ", ".join(ways[:-1]) + " or " + ways[-1] if len(ways) > 1 else ways[0]


class Conflict(NamedTuple):
    """Options that do not go together: ``clash(options)`` is true when they are refused."""

    clash: Callable[[Mapping[str, Any]], bool]
    text: str
    key: str
    rule: str | None = None


class Preset(NamedTuple):
    """Options under one name, for a menu ("First game")."""

    title: str
    options: Mapping[str, Any]
    help: str = ""


def check_options(
    schema: Sequence[Option], conflicts: Sequence[Conflict], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return ``given`` with the defaults filled in, in the order of ``schema``.

    Lists are copied. Raises BadOptions that names every problem; ``key`` and ``rule`` are those of
    the first.
    """
    if not isinstance(given, Mapping):
        raise BadOptions(f"{shown(given)} is not a table of options by id", key="options")
    known = {option.id: option for option in schema}
    problems: list[tuple[str, str | None, str]] = [
        (shown(name, str), None, f"unknown option {shown(name)}{_near(name, known)}")
        for name in given
        if name not in known
    ]
    full: dict[str, Any] = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        full[name] = list(value) if isinstance(value, list | tuple) else value
        if problem := option.problem(value):
            problems.append((name, option.rule, problem))
    if not problems:
        problems = [(c.key, c.rule, c.text) for c in conflicts if c.clash(full)]
    if problems:
        texts = [text for _, _, text in problems]
        key, rule, _ = problems[0]
        raise BadOptions("; ".join(texts), key=key, rule=rule, problems=texts)
    return full


def shown(value: object, write: Callable[[object], str] = repr) -> str:
    """Return ``value`` for a message: cut to 40 characters, whatever it is."""
    try:
        text = write(value)
    except (RecursionError, ValueError):  # nested too deeply; an int of thousands of digits
        return f"<{type(value).__name__} too large to show>"
    return text if len(text) <= 40 else text[:37] + "..."


def _near(name: object, known: Iterable[object]) -> str:
    names = [str(k) for k in known]
    close = nearest(name, names)
    return f"; did you mean {close!r}?" if close else f"; known are {', '.join(names)}"


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the one of ``known`` that looks most like ``name``, if one does."""
    from difflib import get_close_matches  # slow to import, and needed after a slip only

    return next(iter(get_close_matches(shown(name, str), list(known), n=1)), None)


# --- positions set up by hand ------------------------------------------------------------------

Value: TypeAlias = str | int | bool | None


class PositionField(NamedTuple):
    """One thing to say about a position that is set up by hand, for a form.

    ``choices`` are the values it may have; without any it is a whole number within ``bounds``.
    ``group`` is the heading it stands under. When the field ``follows`` changes, this one takes
    its default again.
    """

    id: str
    title: str
    group: str
    default: Value
    choices: tuple[Choice, ...] = ()
    bounds: tuple[int, int] = (0, 0)
    help: str = ""
    follows: str = ""

    def problem(self, value: object) -> Problem | None:
        """Return what is wrong with ``value``, or None."""
        if self.choices:
            if any(type(c.value) is type(value) and c.value == value for c in self.choices):
                return None
            return Problem(f"{self.title}: {shown(value)} is none of the choices", self.id)
        low, high = self.bounds
        if type(value) is int and low <= value <= high:
            return None
        text = f"{self.title}: a whole number from {low} to {high} is needed, not {shown(value)}"
        return Problem(text, self.id)


# --- measures ----------------------------------------------------------------------------------


class Measure(NamedTuple):
    """A number one may ask odds about: ``of(state)`` is exact (int or Fraction)."""

    title: str
    of: Callable[[Any], Any]
    unit: str = ""


# --- states ------------------------------------------------------------------------------------

Groups: TypeAlias = "Sequence[tuple[str, Sequence[Move]]]"
"""Moves under headings."""


def under_headings(moves: Iterable[Move], heading: Callable[[Move], str]) -> Groups:
    """Return the moves under the heading that each has; those without one ("") are the last.

    Headings come as they are met first.
    """
    found: dict[str, list[Move]] = {}
    for move in moves:
        found.setdefault(heading(move), []).append(move)
    return sorted(found.items(), key=lambda group: not group[0])


class _ClassName:
    """The name of the class that is asked, in small letters."""

    def __get__(self, state: State | None, kind: type[State]) -> str:
        return kind.__name__.lower()


class State:
    """One position. Immutable; every kind of node is a subclass with its ``phase``.

    Of a frozen dataclass ``key``, ``dump`` and ``Game.load`` come by themselves, from its fields
    (see :mod:`pocketlib.fields`). Where nothing is hidden, so does ``observe``.
    """

    __slots__ = ()

    to_move: int | None
    """Of the class where it is always the same, else of the object."""
    phase: ClassVar[str] = cast(str, _ClassName())
    """The kind of node; unless it is given, the name of the class in small letters."""
    game: ClassVar[str]
    """The id of the game, for a ``dump`` that comes by itself."""
    asks_with_draw: ClassVar[bool] = False
    """Does the question name what chance has just drawn? It is not told before it, then."""

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves of the seat to move, in the game's order; () for others."""
        return ()

    def chances(self) -> Chance[Move]:
        """Return outcome -> weight. Raises IllegalMove when chance is not to move."""
        raise IllegalMove("Nothing is left to chance here.")

    def after(self, move: str) -> State:
        """Return the next state; ``move`` is a Move or its exact notation.

        Raises BadNotation or IllegalMove; this state stays untouched. Where the game is over,
        nothing else is needed than this refusal of everything.
        """
        raise self.refusal(move)

    def stages(self, move: str) -> tuple[State, ...]:
        """Return how the table looks on the way to ``after(move)``, where much happens at once.

        They are only to be looked at and told (``observe``, ``story``): each one's events are the
        beginning of those of the next one, at last of those of ``after(move)``, which is not among
        them. () where nothing lies between. Raises as ``after`` does.
        """
        return ()

    @property
    def result(self) -> tuple[int, ...] | None:
        """None while the game runs, else one number a seat."""
        return None

    def events(self, seat: Seat | None = None) -> tuple[Event, ...]:
        """Return what the last move caused, as far as ``seat`` may know (None: a spectator).

        () says nothing beyond the move itself, which is then told as ``say`` has it.
        """
        return ()

    def shows(self, seat: Seat) -> bool:
        """Has the last move, one of ``seat``'s own, shown it what it could not foresee?

        If not, it may take the move back as long as nobody else has seen it. Unless the game says
        otherwise, whatever causes an event for the seat counts.
        """
        return bool(self.events(seat))

    def observe(self, seat: Seat | None = None) -> Dump:
        """Return what ``seat`` may know, as plain data (None: a spectator after the game)."""
        return self.dump()

    def key(self) -> Hashable:
        """Return everything that the future depends on, and nothing else."""
        from pocketlib.fields import values_of  # only some games need it

        return (self.phase, *values_of(self).values())

    def dump(self) -> Dump:
        """Return the whole state as plain JSON data."""
        from pocketlib.fields import plain_of  # only some games need it

        return {"game": self.game, "phase": self.phase, **plain_of(self)}

    def impossible(self) -> str | None:
        """Return why no game can come to this position, as a sentence, or None.

        It is asked of what ``Game.load`` made of a dump, whose values have the right types.
        """
        return None

    def into(self, kind: type[State], **changes: Any) -> State:
        """Return a node of another kind with the fields of this one, but for ``changes``.

        Both are dataclasses; fields that are in neither key nor dump take their defaults.
        """
        from pocketlib.fields import must_have, values_of  # only some games need it

        try:
            return kind(**{**values_of(self), **changes})
        except TypeError:
            must_have(kind, changes)
            raise

    # words

    def options_now(self) -> tuple[Move, ...]:
        """Return what may happen next: the moves, or the outcomes of chance."""
        return self.chances().outcomes if self.to_move == CHANCE else self.moves()

    def grouped(self) -> Groups:
        """Return the options now under headings, in the order in which people are offered them.

        What needs no heading stands under "". Buttons and lists of moves follow this order.
        """
        return (("", self.options_now()),)

    def offered(self) -> tuple[Move, ...]:
        """Return the options now, one after another as people are offered them."""
        return tuple(move for _, moves in self.grouped() for move in moves)

    def parse(self, text: str) -> Move:
        """Return the legal move or outcome written ``text`` in canonical notation.

        Raises BadNotation (not a move of this game) or IllegalMove (not now), with the reason.
        """
        for move in self.options_now():
            if move == text:
                return move
        raise self.refusal(text)

    def why_not(self, text: str) -> Sentence | None:
        """Return why ``text`` is refused, in plain English with the rule id; None if legal."""
        try:
            self.parse(text)
        except Refusal as refusal:
            return refusal.sentence
        return None

    def refusal(self, text: str) -> Refusal:
        """Return the error that says why ``text`` (not in ``options_now()``) is refused."""
        if len(text) > MOVE_LENGTH:
            return BadNotation(f"A move has at most {MOVE_LENGTH} signs; this is longer.")
        if self.to_move is None:
            return IllegalMove("The game is over; there are no more moves.")
        options = self.options_now()
        known = ", ".join(options[:OPTIONS_NAMED])
        more = ", ..." if len(options) > OPTIONS_NAMED else ""
        return IllegalMove(
            f"{shown(text)} is not possible now; possible are: {known}{more}.", key=text
        )

    @property
    def for_example(self) -> str:
        """What is possible now, as a sentence: all if it is little, else one of it."""
        options = self.options_now()
        few = len(options) <= FEW_OPTIONS
        named = options if few else (options[len(options) // 2],)
        told = ", or: ".join(str(self.say(move)).rstrip(".") for move in named)
        return f"Possible is{'' if few else ', for example'}: {told}."

    def say(self, move: Move) -> Sentence:
        """Return ``move`` in plain English, as a button or a list shows it."""
        return Sentence(str(move))

    def actor(self, move: Move) -> str:
        """Return the name of what acts by ``move``, for the head of a log line; "" for none."""
        return ""

    def story(self, seat: Seat | None = None) -> tuple[Sentence, ...]:
        """Return ``events(seat)`` in plain English, one sentence an event."""
        return tuple(Sentence(" ".join(map(str, event))) for event in self.events(seat))

    def summary(self, seat: Seat | None = None) -> Sentence:
        """Return one sentence for all that the last move caused; "" if nothing."""
        story = [sentence.stopped for sentence in self.story(seat)]
        return Sentence(" ".join(story), tuple(r for s in story for r in s.rules))

    def question(self, seat: Seat | None = None) -> Sentence:
        """Return what is to be decided now and by whom, as one sentence."""
        if self.to_move is None:
            return GAME_OVER
        if self.to_move == CHANCE:
            return Sentence("The dice decide.")
        return Sentence("Your move." if seat in (None, self.to_move) else "The other side's move.")

    def when(self) -> str:
        """Return which round or turn it is, as in "Round 4"; "" where none is counted.

        All seats may know it. When it changes, that is told after the move that has changed it,
        unless the words of the move name it themselves.
        """
        return ""

    def words(self, topic: str, seat: Seat | None = None) -> str:
        """Return the position in words: one of the game's ``topics``, "look" for all of it."""
        return "\n".join(f"{key}: {value}" for key, value in self.observe(seat).items())

    def explain(self, part: str) -> tuple[Sentence, ...]:
        """Return what each sign printed on a part of the table means, with the rules behind it.

        ``part`` is a name from the ``parts`` of moves; () where nothing is to be explained. It
        tells no more than is printed there for all to see.
        """
        return ()

    # equality is that of the future; what was said on the way does not matter

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


# --- games -------------------------------------------------------------------------------------


class Game:
    """A game: what it is, how it starts, how it is loaded."""

    id: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str] = ""
    """One or two sentences for a menu."""
    seats: ClassVar[tuple[str, ...]]
    """The names of the seats, by number."""
    utilities: ClassVar[tuple[int, int]]
    """The least and the most a seat can have as its result."""
    kind: ClassVar[str]
    """"solitaire", "zero-sum", "co-operative" or "neither"."""
    hidden: ClassVar[bool] = False
    """Is anything hidden from a seat?"""
    has_sets: ClassVar[bool] = False
    """Can owners bring their own set?"""
    options: ClassVar[tuple[Option, ...]] = ()
    conflicts: ClassVar[tuple[Conflict, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    topics: ClassVar[Mapping[str, str]] = {"look": "the whole position"}
    """What ``State.words`` can tell, with a line of help each; "look" is always there."""
    synonyms: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Word that people type (small letters, no apostrophe) -> words of its moves that it means."""
    sorted_moves: ClassVar[bool] = True
    """Does ``moves()`` come sorted by its texts? False: in the order of the game's document."""
    longest: ClassVar[int | None] = None
    """The most moves a game can have; None if there is no bound."""
    states: ClassVar[tuple[type[State], ...]] = ()
    """The kinds of node, for a ``load`` that comes by itself: dataclasses."""

    def new(self, *, set: str | None = None, **options: Any) -> State:
        """Return the start. Raises BadOptions; BadSet for the text of an own ``set``."""
        if set is not None:
            self.read_set(set)
        return self.start(**check_options(self.options, self.conflicts, options))

    def start(self, **options: Any) -> State:
        """Return the start with these options, checked and all there.

        A game with sets defines ``new`` instead.
        """
        raise NotImplementedError(f"class {type(self).__name__} has no start()")

    def load(self, dump: Dump, *, set: str | None = None) -> State:
        """Return the state that ``dump`` describes. Raises BadDump. ``dump`` is untrusted."""
        from pocketlib.fields import Misfit, read  # only some games need it

        if set is not None:
            self.read_set(set)
        kind = self._kind_of(dump)
        try:
            state = kind(**read(kind, dump, also=("game", "phase")))
        except Misfit as misfit:
            found = f", found {shown(dump[misfit.key])}" if misfit.key in dump else ""
            raise BadDump(f"{shown(misfit.key, str)}: {misfit}{found}.", key=misfit.key) from None
        if problem := state.impossible():
            raise BadDump(problem)
        return state

    def _kind_of(self, dump: object) -> type[State]:
        """Return the class that a dump's entries "game" and "phase" name. Raises BadDump."""
        if not isinstance(dump, Mapping):
            raise BadDump(f"{shown(dump)} is no position of {self.title}; a table was expected.")
        if dump.get("game") != self.id:
            raise BadDump(f"game: {shown(dump.get('game'))} is not {self.id!r}.", key="game")
        for kind in self.states:
            if kind.phase == dump.get("phase"):
                return kind
        known = ", ".join(kind.phase for kind in self.states)
        raise BadDump(f"phase: {shown(dump.get('phase'))} is none of {known}.", key="phase")

    def schema(self, *, set: str | None = None) -> tuple[Option, ...]:
        """Return the options as they are with an own ``set`` (ids and ranges may follow it)."""
        return self.options

    def position_fields(
        self, values: Mapping[str, Any] | None = None, *, set: str | None = None
    ) -> tuple[PositionField, ...]:
        """Return the fields of a form for a position; () if this game has no such form.

        Which fields there are and what they may hold may depend on ``values`` (field id to
        value), which may be incomplete or wrong; what is missing counts as its default. Raises
        BadSet.
        """
        return ()

    def position(self, values: Mapping[str, Any], *, set: str | None = None) -> State:
        """Return the state that the values of ``position_fields`` describe.

        Raises BadDump with all ``problems``, each a Problem that names its field; BadSet.
        """
        raise BadDump(f"No position of {self.title} can be set up by hand.")

    def position_values(self, state: State) -> dict[str, Value]:
        """Return the values for the form that come nearest to ``state``; {} without a form."""
        return {}

    def read_set(self, text: str) -> Any:
        """Return an owner's set, checked. Raises BadSet. ``text`` is untrusted."""
        raise BadSet(f"{self.title} has no card sets of one's own.")

    def example_set(self) -> str:
        """Return a set that ``read_set`` takes, with comments: what an owner starts from.

        Its cards are those of the house set. Raises BadSet for a game without sets.
        """
        raise BadSet(f"{self.title} has no card sets of one's own.")

    def guess(self, observation: Dump, history: Sequence[Dump], rng: Random) -> State:
        """Return a full state that a seat could be in, from a documented prior.

        Only for games with ``hidden``; others hide nothing, so the observation is the state.
        """
        return self.load(observation)

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules by id."""
        return {}

    @property
    def rule_names(self) -> Mapping[str, str]:
        """Rule id -> the names printed on cards or boards for what the rule tells, to find it."""
        return {}

    @property
    def measures(self) -> Mapping[str, Measure]:
        """What may be asked odds about."""
        return {}

    def bounds_work(
        self, state: State
    ) -> Generator[int, None, Callable[[State], tuple[float, float]]] | None:
        """Return work that finds the chance to win under best play, between two bounds.

        It returns a function that gives a lower and an upper bound, rounding included and at most
        1e-9 apart, for every position that can follow ``state``. None where this game knows no
        better way than to walk its tree. Work of this kind yields how far it is, at least every
        20 ms.
        """
        return None

    def reckon_work(
        self, *, set: str | None = None, **options: Any
    ) -> Generator[int, None, str] | None:
        """Return work that makes all tables of such a game that can be made in advance.

        It returns what was done, as a sentence. None if there are none. Raises as ``new`` does.
        """
        return None

    def value(self, state: State, seat: Seat) -> float:
        """Return a simple valuation of ``state`` for ``seat``, for the greedy player."""
        result = state.result
        return 0.0 if result is None else float(result[seat])


def check_set_size(text: object) -> str:
    """Return ``text`` if it can be read as a set at all; raises BadSet."""
    if not isinstance(text, str):
        raise BadSet("set: a text was expected", key="set")
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError:
        raise BadSet("set: not valid UTF-8", key="set") from None
    if size > SET_BYTES:
        raise BadSet(f"set: {size} bytes; at most {SET_BYTES} are read", key="set")
    for number, line in enumerate(text.split("\n"), start=1):
        dots = 0 if line.lstrip().startswith("#") else line.count(".")
        if dots > SET_DOTS:
            raise BadSet(
                f"set: line {number} has {dots} dots; at most {SET_DOTS} are read", key="set"
            )
    return text


RULE_ID = re.compile(r"[A-Z]{2}-R?\d+")
"""The form of a rule id; a letter R before the number marks a ruling."""
