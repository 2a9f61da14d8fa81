"""What all positions of Mission Command Land have in common, and their dump (section 5)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pocketlib.contract import CHANCE, Dump, Event, Groups, Move, Refusal, Seat, Sentence, State
from pocketlib.games.mission_command import grouping, seen, why, words
from pocketlib.games.mission_command.content import KINDS, NAMES, Mask, Square, squares_of
from pocketlib.games.mission_command.march import Going
from pocketlib.games.mission_command.moves import Attack, Roll
from pocketlib.games.mission_command.table import Heard, Side, Table

Plots: TypeAlias = tuple[Mask, Mask, Mask]
"""The squares of the tank, missile and artillery markers."""
Shot: TypeAlias = tuple[str, Square]
"""A marker that found something, by its kind; or ("scuttle", where)."""

NO_PLOTS: Final[Plots] = (0, 0, 0)


class Fight(NamedTuple):
    """A battle: from where to where, "tank" or "heli" against "tank", "art" or "launcher"."""

    start: Square
    to: Square
    attacker: str
    target: str


class Node(State):
    """A position: the table, what the last move caused, and what the subclass adds.

    The attributes that a kind of node lacks have their empty value here.
    """

    __slots__ = ("log", "table")

    step: str | None = None
    going: Going | None = None
    plots: Plots = NO_PLOTS
    shots: tuple[Shot, ...] = ()
    pairs: tuple[Attack, ...] = ()
    """The battles not yet fought."""
    fight: Fight | None = None

    if TYPE_CHECKING:
        table: Table
        log: Sequence[Heard]

        def __setattr__(self, name: str, value: Any) -> None: ...

    def events(self, seat: Seat | None = None) -> tuple[Event, ...]:
        return tuple(event for who, event in self.log if seat is None or who is None or who == seat)

    def shows(self, seat: Seat) -> bool:
        return seen.shows(self, seat)

    def observe(self, seat: Seat | None = None) -> Dump:
        return seen.observe(self, seat)

    def key(self) -> Hashable:
        t = self.table
        turn = t.turn if t.turn < 3 else 3  # only the first two turns are special (MC-17)
        sides = t.sides[0].key(), t.sides[1].key()
        common = (self.phase, self.step, t.kit.key, turn, t.mover, sides, t.quiet, t.hot)
        return (*common, *self._own_key())

    def _own_key(self) -> tuple[Hashable, ...]:
        """Return what this kind of node adds to the key."""
        return ()

    def dump(self) -> Dump:
        t = self.table
        options = dict(t.kit.options)
        if options["formations"] is not None:
            options["formations"] = [form.plain() for form in t.kit.formations.values()]
        return {
            "game": "mission_command",
            "options": options,
            "phase": self.phase,
            "step": self.step,
            "to_move": "chance" if self.to_move == CHANCE else self.to_move,
            "turn": t.turn,
            "mover": None if t.turn == 0 else t.mover,
            "sides": [plain_side(side) for side in t.sides],
            "move": None if self.going is None else _going(self.going),
            "plots": {
                kind: [NAMES[sq] for sq in squares_of(mask)]
                for kind, mask in zip(KINDS, self.plots, strict=True)
            },
            "shots": [[kind, NAMES[sq]] for kind, sq in self.shots],
            "battles": [[NAMES[pair.start], NAMES[pair.to]] for pair in self.pairs],
            "battle": None if self.fight is None else _fight(self.fight),
            "quiet": t.quiet,
            "hot": t.hot,
            "result": None if t.result is None else list(t.result),
        }

    # words

    def refusal(self, text: str) -> Refusal:
        return why.refusal(self, text) or super().refusal(text)

    def grouped(self) -> Groups:
        return grouping.grouped(self)

    def say(self, move: Move) -> Sentence:
        return words.say(self, move)

    def story(self, seat: Seat | None = None) -> tuple[Sentence, ...]:
        return words.story(self, seat)

    def summary(self, seat: Seat | None = None) -> Sentence:
        return words.summary(self, seat)

    def question(self, seat: Seat | None = None) -> Sentence:
        return words.question(self, seat)

    def when(self) -> str:
        return f"Turn {self.table.turn}" if self.table.turn else ""

    def words(self, topic: str, seat: Seat | None = None) -> str:
        return words.position(self, topic, seat)

    def __repr__(self) -> str:
        return f"<mission_command {self.phase}, turn {self.table.turn}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # by way of the dump, so that moves stay the shared objects they are
        from pocketlib.games.mission_command.loading import load

        return load, (self.dump(),)


def _name(sq: Square | None) -> str | None:
    return None if sq is None else NAMES[sq]


def plain_side(side: Side) -> Dump:
    """Return a side as a dump holds it."""
    heli = side.heli
    return {
        "pad": _name(side.pad),
        "ammo": _name(side.ammo),
        "fuel": _name(side.fuel),
        "art": [NAMES[sq] for sq in side.art],
        "launcher": _name(side.launcher),
        "heli": None if heli is None else {"at": NAMES[heli[0]], "chips": heli[1]},
        "tanks": [
            {
                "id": tank.id or None,
                "at": NAMES[tank.at],
                "strength": tank.strength,
                "chips": tank.chips,
                "heading": "home" if tank.home else "out",
                "known": tank.known,
            }
            for tank in side.tanks
        ],
        "lost": [{"id": id or None, "strength": strength} for id, strength in side.lost],
    }


def _going(going: Going) -> Dump:
    return {
        "left": going.left,
        "moved": list(going.moved),
        "flown": going.flown,
        "forward": going.forward,
    }


def _fight(fight: Fight) -> Dump:
    return {
        "from": NAMES[fight.start],
        "to": NAMES[fight.to],
        "attacker": fight.attacker,
        "target": fight.target,
    }


class SeatNode(Node):
    """A node at which a seat chooses; ``choice`` are its moves once they were asked for."""

    __slots__ = ("choice", "to_move")

    if TYPE_CHECKING:
        to_move: Seat
        choice: tuple[Move, ...] | None

    def moves(self) -> tuple[Move, ...]:
        choice = self.choice
        if choice is None:
            choice = self.choice = self._list()
        return choice

    def _list(self) -> tuple[Move, ...]:
        """Return the moves, in the document's order."""
        raise NotImplementedError

    def _find(self, move: str) -> tuple[int, Any]:
        """Return the place of a legal move among all, and the shared object that it is."""
        choice = self.choice or self.moves()
        if choice[-1] is move:  # "end" and "done" are the last
            return len(choice) - 1, move
        try:
            at = choice.index(move)
        except ValueError:
            raise self.refusal(move) from None
        return at, choice[at]


class ChanceNode(Node):
    """A node at which dice are thrown."""

    __slots__ = ()

    to_move = CHANCE

    def _rolled(self, move: str) -> Roll:
        """Return the outcome that ``move`` is or names."""
        if type(move) is Roll and move in self.chances().weights:
            return move
        found = self.parse(move)
        assert isinstance(found, Roll)  # for the type checker: all outcomes are rolls
        return found
