"""Bluff: two cups of dice, a bid on what is under both, and a call that it is a lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any, ClassVar, Literal

from pocketlib import (
    CHANCE,
    BadNotation,
    Chance,
    Choice,
    Conflict,
    Dump,
    Event,
    Game,
    IllegalMove,
    Measure,
    Move,
    Option,
    Refusal,
    Rule,
    Sentence,
    State,
)

NAMES = ("Ann", "Bob")
RULES = {
    "BL-1": "Each seat rolls its dice and looks at them in secret.",
    "BL-2": "Then each seat may turn one of its dice over, still in secret.",
    "BL-3": "A bid says how many dice show a face at least. It must be higher than the last one.",
    "BL-4": "Instead of bidding a seat may call the last bid a lie; whoever is right wins.",
}


@dataclass(frozen=True)
class Bluff(State):
    """A position: the options, the dice under each cup (None: not rolled), the highest bid.

    ``heard`` are the events of the last move, each with the one seat that saw it (None: both).
    """

    game = "bluff"
    dice: int
    faces: int
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None] = (None, None)
    bid: tuple[int, int] = (0, 0)
    turn: Literal[0, 1] = 0
    heard: tuple[tuple[int | None, Event], ...] = field(default=(), compare=False)

    def dice_of(self, seat: int) -> tuple[int, ...]:
        """Return the rolled dice of a seat."""
        return self.hands[seat] or ()

    def with_hand(self, hand: Sequence[int]) -> tuple[tuple[int, ...] | None, ...]:
        """Return both hands with other dice under the cup of the seat whose turn it is."""
        hands = list(self.hands)
        hands[self.turn] = tuple(sorted(hand))
        return tuple(hands)

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

    def impossible(self) -> str | None:
        """Could these dice lie there, and this bid be made, in this phase?"""
        if not 1 <= self.dice <= 2 or not 2 <= self.faces <= 6 or self.dice * self.faces > 10:
            return "There are no such dice."
        rolled = self.turn if self.phase == "roll" else 2
        for seat, hand in enumerate(self.hands):
            if (hand is not None) != (seat < rolled):
                return "Each seat rolls in turn, and all before anything else."
            if hand is None:
                continue
            if len(hand) != self.dice or list(hand) != sorted(hand):
                return "Each seat has the same number of dice, listed from low to high."
            if not all(1 <= value <= self.faces for value in hand):
                return "A die shows a face that it doesn't have."
        number, face = self.bid
        if self.bid == (0, 0):
            fits = self.phase in ("roll", "secret") or (self.phase == "bid" and self.turn == 0)
        else:
            fits = 1 <= number <= 2 * self.dice and 1 <= face <= self.faces
            fits = fits and self.phase in ("bid", "over")
        return None if fits else "There can't be such a bid now."

    def say(self, move: Move) -> Sentence:
        kind = re.sub(r"[1-9]", "", move)
        texts = {
            "keep": ("Keep the dice as they are", "BL-2"),
            "t": (f"Turn a die that shows {move[1:]} over", "BL-2"),
            "x": (f"Bid at least {move[0]} dice showing {move[-1]}", "BL-3"),
            "liar": ("Call the bid a lie", "BL-4"),
        }
        text, rule = texts.get(kind, (f"{NAMES[self.turn]} rolls {move[1:]}", "BL-1"))
        return Sentence(text, [rule])

    def story(self, seat: int | None = None) -> tuple[Sentence, ...]:
        return tuple(Sentence(f"{who}: {what}.") for who, what in self.events(seat))

    def question(self, seat: int | None = None) -> Sentence:
        return Sentence({
            "roll": "Dice are rolled under a cup.",
            "secret": f"{NAMES[self.turn]} may turn a die over in secret.",
            "bid": f"{NAMES[self.turn]} bids or calls a lie.",
            "over": "The cups are lifted; the game is over.",
        }[self.phase])  # fmt: skip

    def words(self, topic: str, seat: int | None = None) -> str:
        seen = self.observe(seat)
        lines = [f"{name} has: {hand}" for name, hand in zip(NAMES, seen["hands"], strict=True)]
        lines.append(f"The bid (number, face): {seen['bid']}")
        return "\n".join(lines if topic == "look" or seat is None else [lines[seat]])


class Roll(Bluff):
    """Chance: the dice of one seat (BL-1)."""

    to_move = CHANCE

    def chances(self) -> Chance[Move]:
        faces = range(1, self.faces + 1)
        rolls = Counter(tuple(sorted(roll)) for roll in product(faces, repeat=self.dice))
        return Chance({Move("r" + "".join(map(str, r))): w for r, w in sorted(rolls.items())})

    def then(self, move: Move) -> State:
        hands = self.with_hand([int(value) for value in move[1:]])
        heard = ((self.turn, (NAMES[self.turn], "rolled " + move[1:])),)
        return self.into(Secret if self.turn else Roll, hands=hands, turn=1 - self.turn,
                         heard=heard)  # fmt: skip


class Secret(Bluff):
    """A seat may turn one die over, unseen (BL-2)."""

    @property
    def to_move(self) -> int:
        return self.turn

    def moves(self) -> tuple[Move, ...]:
        turns = (f"t{value}" for value in sorted(set(self.dice_of(self.turn))))
        return (Move("keep"), *(Move(turn, (f"die {turn[1:]}",)) for turn in turns))

    def then(self, move: Move) -> State:
        hand = list(self.dice_of(self.turn))
        if move != "keep":
            hand.remove(int(move[1:]))
            hand.append(self.faces + 1 - int(move[1:]))
        return self.into(Bid if self.turn else Secret, hands=self.with_hand(hand),
                         turn=1 - self.turn)  # fmt: skip


class Bid(Bluff):
    """A seat bids higher or calls the bid a lie (BL-3, BL-4)."""

    @property
    def to_move(self) -> int:
        return self.turn

    def moves(self) -> tuple[Move, ...]:
        bids = product(range(1, 2 * self.dice + 1), range(1, self.faces + 1))
        higher = [
            Move(f"{n}x{face}", (f"number {n}", f"face {face}"))
            for n, face in bids
            if (n, face) > self.bid
        ]
        return tuple(higher) if self.bid == (0, 0) else (*higher, Move("liar"))

    def then(self, move: Move) -> State:
        heard = ((None, (NAMES[self.turn], str(move))),)
        if move == "liar":
            return self.into(Over, heard=heard)
        bid = (int(move[0]), int(move[2]))
        return self.into(Bid, bid=bid, turn=1 - self.turn, heard=heard)


class Over(Bluff):
    """Someone called a lie and the cups are lifted; ``turn`` is the caller (BL-4)."""

    to_move = None

    @property
    def result(self) -> tuple[int, ...]:
        number, face = self.bid
        shown = sum(self.dice_of(seat).count(face) for seat in (0, 1))
        return (1, -1) if (shown < number) == (self.turn == 0) else (-1, 1)


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
    rules: ClassVar[Mapping[str, Rule]] = {id: Rule(id, text) for id, text in RULES.items()}
    measures: ClassVar[Mapping[str, Measure]] = {
        "bid": Measure("Number of dice in the bid", lambda state: state.bid[0])
    }
    states = (Roll, Secret, Bid, Over)

    def start(self, **options: Any) -> State:
        return Roll(**options)

    def guess(self, observation: Dump, history: Sequence[Dump], rng: Random) -> State:
        """Draw what is under the other cup from fair dice, whatever was bid."""
        faces, dice = observation["faces"], observation["dice"]
        fair = [sorted(rng.randint(1, faces) for _ in range(dice)) for _ in NAMES]
        hands = observation["hands"]
        hands = [f if hand == "hidden" else hand for hand, f in zip(hands, fair, strict=True)]
        return self.load({**observation, "hands": hands})


GAME = BluffGame()
