"""Bluff: two cups of dice, a bid on what is under both, and a call that it is a lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, ClassVar, NamedTuple

from pocketlib import (
    CHANCE,
    BadDump,
    BadNotation,
    Chance,
    Game,
    IllegalMove,
    Move,
    Refusal,
    Sentence,
    State,
)
from pocketlib.contract import Choice, Conflict, Dump, Event, Measure, Option, Rule, check_options

NAMES = ("Ann", "Bob")
RULES = {
    "BL-1": "Each seat rolls its dice and looks at them in secret.",
    "BL-2": "Then each seat may turn one of its dice over, still in secret.",
    "BL-3": "A bid says how many dice show a face at least. It must be higher than the last one.",
    "BL-4": "Instead of bidding a seat may call the last bid a lie; whoever is right wins.",
}


class Table(NamedTuple):
    """All there is: the options, the dice under each cup (None: not rolled), the highest bid."""

    dice: int
    faces: int
    hands: tuple[tuple[int, ...] | None, ...] = (None, None)
    bid: tuple[int, int] = (0, 0)
    turn: int = 0

    def dice_of(self, seat: int) -> tuple[int, ...]:
        """Return the rolled dice of a seat."""
        return self.hands[seat] or ()

    def with_hand(self, hand: Sequence[int]) -> Table:
        """Return the table with other dice under the cup of the seat whose turn it is."""
        hands = list(self.hands)
        hands[self.turn] = tuple(sorted(hand))
        return self._replace(hands=tuple(hands))


class Bluff(State):
    """A position; ``heard`` are the events of the last move with the one seat that saw them."""

    __slots__ = ("heard", "table")

    def __init__(self, table: Table, heard: tuple[tuple[int | None, Event], ...] = ()) -> None:
        self.table = table
        self.heard = heard

    def after(self, move: str) -> State:
        return self.then(self.parse(move))

    def then(self, move: Move) -> State:
        raise NotImplementedError

    def refusal(self, text: str) -> Refusal:
        if self.to_move is None or len(text) > 9:
            return super().refusal(text)
        if re.fullmatch(r"[1-9]x[1-9]", text):
            return IllegalMove(f"The bid {text} is not higher or too high.", rule="BL-3", key=text)
        if re.fullmatch(r"t[1-9]|keep", text):
            return IllegalMove(
                "Only one own die can be turned, before bids.", rule="BL-2", key=text
            )
        if text == "liar":
            return IllegalMove("There is no bid to call a lie.", rule="BL-4", key=text)
        return BadNotation(f"{text!r} is no move; those are keep, t3, 2x5, liar.", key=text)

    def events(self, seat: int | None = None) -> tuple[Event, ...]:
        return tuple(event for who, event in self.heard if None in (who, seat) or who == seat)

    def observe(self, seat: int | None = None) -> Dump:
        seen = self.dump()
        if seat is not None and self.to_move is not None:
            other = 1 - seat
            seen["hands"][other] = seen["hands"][other] and "hidden"
        return seen

    def key(self) -> Hashable:
        return self.phase, self.table

    def dump(self) -> Dump:
        table = self.table
        return {
            "game": "bluff",
            "options": {"dice": table.dice, "faces": table.faces},
            "phase": self.phase,
            "hands": [hand and list(hand) for hand in table.hands],
            "bid": list(table.bid),
            "turn": table.turn,
        }

    def say(self, move: Move) -> Sentence:
        kind = re.sub(r"[1-9]", "", move)
        texts = {
            "keep": ("Keep the dice as they are", "BL-2"),
            "t": (f"Turn a die that shows {move[1:]} over", "BL-2"),
            "x": (f"Bid at least {move[0]} dice showing {move[-1]}", "BL-3"),
            "liar": ("Call the bid a lie", "BL-4"),
        }
        text, rule = texts.get(kind, (f"{NAMES[self.table.turn]} rolls {move[1:]}", "BL-1"))
        return Sentence(text, [rule])

    def story(self, seat: int | None = None) -> tuple[Sentence, ...]:
        return tuple(Sentence(f"{who}: {what}.") for who, what in self.events(seat))

    def question(self, seat: int | None = None) -> Sentence:
        return Sentence({
            "roll": "Dice are rolled under a cup.",
            "secret": f"{NAMES[self.table.turn]} may turn a die over in secret.",
            "bid": f"{NAMES[self.table.turn]} bids or calls a lie.",
            "over": "The cups are lifted; the game is over.",
        }[self.phase])  # fmt: skip

    def words(self, topic: str, seat: int | None = None) -> str:
        seen = self.observe(seat)
        lines = [f"{name} has: {hand}" for name, hand in zip(NAMES, seen["hands"], strict=True)]
        lines.append(f"The bid (number, face): {seen['bid']}")
        return "\n".join(lines if topic == "look" or seat is None else [lines[seat]])


class Roll(Bluff):
    """Chance: the dice of one seat (BL-1)."""

    __slots__ = ()
    to_move = CHANCE
    phase = "roll"

    def chances(self) -> Chance[Move]:
        rolls = Counter(
            tuple(sorted(roll))
            for roll in product(range(1, self.table.faces + 1), repeat=self.table.dice)
        )
        return Chance({Move("r" + "".join(map(str, r))): w for r, w in sorted(rolls.items())})

    def then(self, move: Move) -> State:
        table = self.table.with_hand([int(value) for value in move[1:]])
        heard = ((table.turn, (NAMES[table.turn], "rolled " + move[1:])),)
        if table.turn == 0:
            return Roll(table._replace(turn=1), heard)
        return SECRET[0](table._replace(turn=0), heard)


class Secret(Bluff):
    """A seat may turn one die over, unseen (BL-2)."""

    __slots__ = ()
    phase = "secret"

    def moves(self) -> tuple[Move, ...]:
        turns = (f"t{value}" for value in sorted(set(self.table.dice_of(self.table.turn))))
        return (Move("keep"), *(Move(turn, (f"die {turn[1:]}",)) for turn in turns))

    def then(self, move: Move) -> State:
        table = self.table
        if move != "keep":
            hand = list(table.dice_of(table.turn))
            hand.remove(int(move[1:]))
            table = table.with_hand([*hand, table.faces + 1 - int(move[1:])])
        if table.turn == 0:
            return SECRET[1](table._replace(turn=1))
        return BID[0](table._replace(turn=0))


class Bid(Bluff):
    """A seat bids higher or calls the bid a lie (BL-3, BL-4)."""

    __slots__ = ()
    phase = "bid"

    def moves(self) -> tuple[Move, ...]:
        table = self.table
        bids = product(range(1, 2 * table.dice + 1), range(1, table.faces + 1))
        higher = [
            Move(f"{n}x{face}", (f"number {n}", f"face {face}"))
            for n, face in bids
            if (n, face) > table.bid
        ]
        return tuple(higher) if table.bid == (0, 0) else (*higher, Move("liar"))

    def then(self, move: Move) -> State:
        seat, other = self.table.turn, 1 - self.table.turn
        heard = ((None, (NAMES[seat], str(move))),)
        if move == "liar":
            return Over(self.table, heard)
        bid = (int(move[0]), int(move[2]))
        return BID[other](self.table._replace(bid=bid, turn=other), heard)


class Over(Bluff):
    """Someone called a lie and the cups are lifted; ``turn`` is the caller (BL-4)."""

    __slots__ = ()
    to_move = None
    phase = "over"

    @property
    def result(self) -> tuple[int, ...]:
        number, face = self.table.bid
        shown = sum(self.table.dice_of(seat).count(face) for seat in (0, 1))
        return (1, -1) if (shown < number) == (self.table.turn == 0) else (-1, 1)


class Secret0(Secret):
    __slots__ = ()
    to_move = 0


class Secret1(Secret):
    __slots__ = ()
    to_move = 1


class Bid0(Bid):
    __slots__ = ()
    to_move = 0


class Bid1(Bid):
    __slots__ = ()
    to_move = 1


SECRET: tuple[type[Bluff], ...] = (Secret0, Secret1)
BID: tuple[type[Bluff], ...] = (Bid0, Bid1)
KINDS: dict[str, tuple[type[Bluff], ...]] = {
    "roll": (Roll, Roll),
    "secret": SECRET,
    "bid": BID,
    "over": (Over, Over),
}


class BluffGame(Game):
    """The rules of Bluff as a game of the catalogue."""

    id = "bluff"
    title = "Bluff"
    blurb = "Two cups of dice and a lie."
    seats = NAMES
    utilities = (-1, 1)
    kind = "zero-sum"
    hidden = True
    options = (
        Option("dice", "Dice for each seat", (Choice(1, "one die"), Choice(2, "two dice"))),
        Option("faces", "Faces of a die", (Choice(6, "six"), Choice(4, "four")), integers=(2, 6)),
    )
    conflicts = (
        Conflict(lambda o: o["dice"] * o["faces"] > 10, "two dice have at most 5 faces", "faces"),
    )
    topics: ClassVar[Mapping[str, str]] = {"look": "cups and bid", "mine": "your own dice"}
    longest = 4 + 4 * 6 + 1

    def new(self, *, set: str | None = None, **options: Any) -> State:
        if set is not None:
            self.read_set(set)
        return Roll(Table(**check_options(self.options, self.conflicts, options)))

    def load(self, dump: Dump, *, set: str | None = None) -> State:
        try:
            options = check_options(self.options, self.conflicts, dump["options"])
            hands = tuple(None if h is None else tuple(h) for h in dump["hands"])
            table = Table(**options, hands=hands, bid=tuple(dump["bid"]), turn=dump["turn"])
            state = KINDS[dump["phase"]][table.turn](table)
            if len(table.hands) != 2 or state.dump() != dump or not _possible(table, state.phase):
                raise BadDump("This is no position of Bluff.")
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BadDump(f"This is no position of Bluff: {error}.") from None
        return state

    def guess(self, observation: Dump, history: Sequence[Dump], rng: Random) -> State:
        """Draw what is under the other cup from fair dice, whatever was bid."""
        faces, dice = (observation["options"][name] for name in ("faces", "dice"))
        fair = [sorted(rng.randint(1, faces) for _ in range(dice)) for _ in NAMES]
        hands = observation["hands"]
        hands = [f if hand == "hidden" else hand for hand, f in zip(hands, fair, strict=True)]
        state: State = self.load({**observation, "hands": hands})
        return state

    @property
    def rules(self) -> Mapping[str, Rule]:
        return {id: Rule(id, text) for id, text in RULES.items()}

    @property
    def measures(self) -> Mapping[str, Measure]:
        return {"bid": Measure("Number of dice in the bid", lambda state: state.table.bid[0])}


def _possible(table: Table, phase: str) -> bool:
    """Could these dice lie there, and this bid be made, in that phase?"""
    faces = [str(face) for face in range(1, table.faces + 1)]
    rolled = table.turn if phase == "roll" else 2
    if str(table.turn) not in ("0", "1"):
        return False
    for seat, hand in enumerate(table.hands):
        if (hand is not None) != (seat < rolled):
            return False
        if hand is not None and (len(hand) != table.dice or list(hand) != sorted(hand)):
            return False
        if hand is not None and not {str(value) for value in hand} <= {*faces}:
            return False
    number, face = table.bid
    if table.bid == (0, 0):
        return phase in ("roll", "secret") or (phase == "bid" and table.turn == 0)
    made = str(number) in map(str, range(1, 2 * table.dice + 1)) and str(face) in faces
    return made and phase in ("bid", "over")


GAME = BluffGame()
