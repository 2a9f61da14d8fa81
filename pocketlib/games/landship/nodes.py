"""The rules of Pocket Landship as a tree: one class per kind of node, in the order of play."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, Final

from pocketlib.chance import Chance
from pocketlib.contract import (
    CHANCE,
    Dump,
    Event,
    Groups,
    Move,
    Refusal,
    Seat,
    Sentence,
    State,
)
from pocketlib.games.landship import moves as m
from pocketlib.games.landship import words
from pocketlib.games.landship.content import (
    ADRENALINE,
    DESPERATION,
    HUNKER,
    INGENUITY,
    OUTMANEUVER,
    SLOTS,
    SUPPORT,
    TRENCH,
    Deed,
    Face,
    Mend,
    Shot,
)
from pocketlib.games.landship.enemy import enemy_acts
from pocketlib.games.landship.moves import Dice, Placed
from pocketlib.games.landship.table import Cell, Kit, Lying, Table, fresh
from pocketlib.games.landship.uses import BIT, legal_uses

PLAYER: Final = 0
NO_DICE: Final[Placed] = (0, 0, 0)


# --- what all nodes share ----------------------------------------------------------------------


class Node(State):
    """A position: the table, what the last move caused, and what the subclass adds.

    ``choice`` is what may happen next: a chance, moves, or nothing. ``after`` of each kind of node
    takes a shared move as it is and looks up any other text.
    The attributes that a kind of node lacks have their empty value here.
    """

    __slots__ = ("choice", "log", "table")

    deck: tuple[Face, ...] = ()
    fixed: tuple[int, ...] = ()
    rolled: Dice = ()
    placed: Placed = NO_DICE
    used: int = 0
    reroll: int | None = None

    if TYPE_CHECKING:
        table: Table
        log: Sequence[Event]
        choice: Chance[Move] | tuple[Move, ...]

        def __setattr__(self, name: str, value: Any) -> None: ...

    def events(self, seat: Seat | None = None) -> tuple[Event, ...]:
        return tuple(self.log)

    def observe(self, seat: Seat | None = None) -> Dump:
        return self.dump()  # nothing is hidden (4.6)

    def key(self) -> Hashable:
        t = self.table
        lasting = (t.final, t.hunker, t.trench, t.adrenaline, t.chaos)
        cards = (tuple(t.front), tuple(t.back), tuple(t.own))
        return (self.phase, t.kit.key, cards, lasting, *self._own_key())

    def _own_key(self) -> tuple[Hashable, ...]:
        """Return what this kind of node adds to the key."""
        return ()

    def dump(self) -> Dump:
        t = self.table
        ids = t.kit.ids
        dump: Dump = {
            "game": "landship",
            "options": {k: _plain(v) for k, v in t.kit.options.items()},
            "phase": self.phase,
            "round": t.round,
            "first": t.first,
            "deck": [face.id for face in self.deck],
            "front": [_cell(cell) for cell in t.front],
            "back": [_cell(cell) for cell in t.back],
            "own": dict(zip(ids, t.own, strict=True)),
            "final": t.final,
            "hunker": t.hunker,
            "trench": t.trench,
            "adrenaline": t.adrenaline,
            "chaos": t.chaos,
            "fixed": [ids[slot] for slot in self.fixed],
            "rolled": list(self.rolled),
            "placed": {ids[slot]: die for slot, die in enumerate(self.placed) if die},
            "used": [ids[slot] for slot in SLOTS if self.used & BIT[slot]],
            "reroll": None if self.reroll is None else ids[self.reroll],
            "result": None if self.result is None else list(self.result),
            "log": [" ".join(map(str, event)) for event in self.log],
        }
        if t.kit.cards.text is not None:
            dump["set"] = t.kit.cards.text
        return dump

    # words

    def refusal(self, text: str) -> Refusal:
        return words.refusal(self, text) or super().refusal(text)

    def grouped(self) -> Groups:
        return words.grouped(self)

    def say(self, move: Move) -> Sentence:
        return words.say(self, move)

    def actor(self, move: Move) -> str:
        if isinstance(move, m.Use) and move.slot >= 0:
            return self.table.kit.own[move.slot].name
        return ""

    def story(self, seat: Seat | None = None) -> tuple[Sentence, ...]:
        return words.story(self)

    def summary(self, seat: Seat | None = None) -> Sentence:
        return words.summary(self)

    def question(self, seat: Seat | None = None) -> Sentence:
        return words.question(self)

    def when(self) -> str:
        return f"Round {self.table.round}"

    def words(self, topic: str, seat: Seat | None = None) -> str:
        return words.position(self, topic)

    def explain(self, part: str) -> tuple[Sentence, ...]:
        return words.explain(self, part)

    def __repr__(self) -> str:
        return f"<landship {self.phase}, round {self.table.round}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # by way of the dump, so that faces and moves stay the shared objects they are
        from pocketlib.games.landship.loading import load

        return load, (self.dump(),)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value


def _cell(cell: Cell) -> list[str | int] | None:
    return None if cell is None else [cell[0].id, cell[1]]


class ChanceNode(Node):
    """A node at which chance draws."""

    __slots__ = ()

    to_move = CHANCE

    if TYPE_CHECKING:
        choice: Chance[Move]

    def chances(self) -> Chance[Move]:
        return self.choice


class SeatNode(Node):
    """A node at which the player chooses."""

    __slots__ = ()

    to_move = PLAYER

    if TYPE_CHECKING:
        choice: tuple[Move, ...]

    def moves(self) -> tuple[Move, ...]:
        return self.choice


# --- set-up ------------------------------------------------------------------------------------


def start(kit: Kit) -> Node:
    """Return the first node of a game: pick, deal, or straight on (section 4)."""
    table = Table(Lying(kit, [None] * 3, [None] * 3, [*kit.tracks]))
    enemies = kit.options["enemies"]
    if enemies == "random" or isinstance(enemies, int):
        return Pick(table)
    if enemies == "normal":
        return set_up(table, kit.cards.side("aaaaaa"))
    if enemies == "alternate":
        return set_up(table, kit.cards.side("bbbbbb"))
    faces = kit.cards.faces
    return set_up(table, tuple(faces[id] for id in enemies))


def set_up(table: Table, chosen: tuple[Face, ...]) -> Node:
    """Shuffle and deal the six faces (LS-9), or lay them out as listed."""
    if table.kit.options["layout"] == "shuffle":
        in_order = tuple(face for face in table.kit.cards.faces.values() if face in chosen)
        return Deal(table, in_order)
    table = Table(table)
    table.front = [fresh(face) for face in chosen[:3]]
    table.back = [fresh(face) for face in chosen[3:]]
    return settle_first(table)


def settle_first(table: Table) -> Node:
    """Roll for who starts (LS-13), or begin at once where that is fixed."""
    if table.kit.options["first"] == "dice":
        return First(table)
    return begin(table, table.kit.options["first"])


def begin(table: Table, first: str) -> Node:
    """Begin the first turn of the game."""
    table = Table(table)
    table.first = first
    return Enemy(table, ()) if first == "enemy" else player_turn(table)


class Pick(ChanceNode):
    """Which faces are in the game: a random selection, or one near a total (LS-8, 8.2)."""

    __slots__ = ()

    phase = "pick"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = ()
        enemies, cards = table.kit.options["enemies"], table.kit.cards
        every = enemies == "random"
        self.choice = m.picks(tuple(cards.selections()) if every else cards.nearest(enemies))

    def after(self, move: Any) -> Node:
        if type(move) is not m.Pick or move not in self.choice.weights:
            move = self.parse(move)
        return set_up(self.table, self.table.kit.cards.side(move.letters))

    def _own_key(self) -> tuple[Hashable, ...]:
        options = self.table.kit.options
        return options["enemies"], options["layout"], options["first"]


class Deal(ChanceNode):
    """The next card is dealt into fl fc fr bl bc; the sixth goes to br by itself (LS-9).

    Every game from the same start comes by these few positions, so they are kept once made.
    """

    __slots__ = ("_dealt", "deck")

    phase = "deal"

    def __init__(self, table: Table, deck: tuple[Face, ...]) -> None:
        self.table = table
        self.log = ()
        self.deck = deck
        self.choice = m.deals(deck)
        self._dealt: dict[Face, Node] = {}

    def after(self, move: Any) -> Node:
        # by its face, not its text: another set may have a face of the same id
        if type(move) is not m.Deal or move.face not in self.deck:
            move = self.parse(move)
        node = self._dealt.get(move.face)
        if node is None:
            node = self._dealt[move.face] = self._deal(move.face)
        return node

    def _deal(self, dealt: Face) -> Node:
        table = Table(self.table)
        deck = tuple(face for face in self.deck if face is not dealt)
        _lay(table, 6 - len(self.deck), dealt)
        if len(deck) > 1:
            return Deal(table, deck)
        _lay(table, 5, deck[0])
        return settle_first(table)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.deck, self.table.kit.options["first"]


def _lay(table: Table, place: int, face: Face) -> None:
    row = table.front if place < 3 else table.back
    row[place % 3] = fresh(face)


class First(ChanceNode):
    """Three dice: even and the enemy goes first, odd and the player does (LS-13).

    What follows is kept, as for deals.
    """

    __slots__ = ("_begun",)

    phase = "first"

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = ()
        self.choice = m.FIRST
        self._begun: dict[str, Node] = {}

    def after(self, move: Any) -> Node:
        if type(move) is not m.Roll or move not in self.choice.weights:
            move = self.parse(move)
        first = "player" if sum(move.dice) % 2 else "enemy"
        node = self._begun.get(first)
        if node is None:
            node = self._begun[first] = begin(self.table, first)
        return node


# --- the enemy's turn --------------------------------------------------------------------------


class Enemy(ChanceNode):
    """The enemy rolls one die per front card (LS-15); its whole turn follows at once (4.1)."""

    __slots__ = ()

    phase = "enemy"

    def __init__(self, table: Table, log: Sequence[Event]) -> None:
        self.table = table
        self.log = log
        self.choice = m.ROLLS[3 - table.front.count(None)]

    def after(self, move: Any) -> Node:
        if type(move) is not m.Roll or move not in self.choice.weights:
            move = self.parse(move)
        table = Table(self.table)
        enemy_acts(table, move.dice)
        if table.result is not None:
            return Over(table, table.log, ())
        if table.first == "player":
            table.round += 1  # the enemy's was the second turn of the round (LS-14)
        return player_turn(table)

    def stages(self, move: str) -> tuple[State, ...]:
        """Return the table after each card that acts but the last one (LS-17)."""
        roll: Any = self.parse(move)
        table = Table(self.table)
        seen: list[State] = []
        enemy_acts(table, roll.dice, lambda: seen.append(Enemy(Table(table), (*table.log,))))
        return tuple(seen[:-1])


# --- the player's turn -------------------------------------------------------------------------


def player_turn(table: Table) -> Node:
    """Begin the player's turn with N dice (4.2); ``table`` is a draft."""
    dice = number_of_dice(table)
    if dice and not table.final:  # LS-70: no Emergency Repair in the Final Battle
        repairs = table.kit.repairs[(*table.own,), dice]
        if repairs:
            return Repair(table, dice, repairs)
    return roll_or_skip(table, (), dice)


def number_of_dice(table: Table) -> int:
    """Return N: a die per own card, one more or fewer (LS-32, LS-44, LS-27, LS-R12)."""
    dice = (3 if table.own[SUPPORT] else 2) + table.adrenaline - table.chaos
    return dice if dice > 0 else 0


def roll_or_skip(table: Table, fixed: tuple[int, ...], dice: int) -> Node:
    """Go on to the roll, or pass where there is nothing to roll or no card free (4.2)."""
    if dice and (not fixed or len(table.living()) > len(fixed)):
        return Roll(table, table.log, fixed, dice)
    table.adrenaline = False
    table.chaos = 0
    table.log.append(("skip",))
    return end_of_turn(table)


def end_of_turn(table: Table) -> Node:
    """Go on to the enemy's turn (4.5); ``table`` is a draft."""
    if table.first == "enemy":
        table.round += 1
    return Enemy(table, table.log)


def end_unchanged(table: Table) -> Node:
    """Go on to the enemy's turn without an event; ``table`` need not be a draft."""
    if table.first == "enemy":
        table = Table(table)
        table.round += 1
    return Enemy(table, ())


def act_on(table: Table, node: OwnDice, placed: Placed, used: int) -> Node:
    """Go on with the cards that can still be used, or end the turn by itself (4.4).

    ``table`` is a draft.
    """
    uses = legal_uses(table, placed, used)
    if uses:
        return Act(table, table.log, uses, node.fixed, node.rolled, placed, used)
    return end_of_turn(table)


class Repair(SeatNode):
    """Emergency Repair or a plain roll (LS-37, LS-R11)."""

    __slots__ = ("dice",)

    phase = "repair"

    def __init__(self, table: Table, dice: int, moves: tuple[m.Repair, ...]) -> None:
        self.table = table
        self.log = table.log
        self.dice = dice
        self.choice = moves

    def after(self, move: Any) -> Node:
        if type(move) is not m.Repair or move not in self.choice:
            move = self.parse(move)
        if not move.slots:
            return Roll(self.table, (), (), self.dice)
        table = Table(self.table)
        for slot in move.slots:
            table.fix(slot, 1)
        return roll_or_skip(table, move.slots, self.dice - len(move.slots))


class Roll(ChanceNode):
    """The player rolls; cards under Emergency Repair take one die away each (LS-32, LS-38)."""

    __slots__ = ("fixed",)

    phase = "roll"

    def __init__(
        self, table: Table, log: Sequence[Event], fixed: tuple[int, ...], dice: int
    ) -> None:
        self.table = table
        self.log = log
        self.fixed = fixed
        self.choice = m.ROLLS[dice]

    def after(self, move: Any) -> Node:
        if type(move) is not m.Roll or move not in self.choice.weights:
            move = self.parse(move)
        table = self.table
        if table.adrenaline or table.chaos:
            table = Table(table)
            table.adrenaline = False  # LS-R32
            table.chaos = 0
        return Place(table, self.fixed, move.dice)

    def _own_key(self) -> tuple[Hashable, ...]:
        return (self.fixed,)


class Place(SeatNode):
    """Which die goes on which card (LS-33, LS-R13, LS-R14)."""

    __slots__ = ("fixed", "rolled")

    phase = "place"
    asks_with_draw = True

    def __init__(self, table: Table, fixed: tuple[int, ...], rolled: Dice) -> None:
        self.table = table
        self.log = ()
        self.fixed = fixed
        self.rolled = rolled
        self.choice = table.kit.placements[rolled, fixed, table.own[SUPPORT] > 0]

    def after(self, move: Any) -> Node:
        if type(move) is not m.Place or move not in self.choice:
            move = self.parse(move)
        uses = legal_uses(self.table, move.placed, 0)
        if uses:
            return Act(self.table, (), uses, self.fixed, self.rolled, move.placed)
        return end_unchanged(self.table)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.fixed, self.rolled


class OwnDice(Node):
    """A node with dice on the own cards; its subclasses bring the slots."""

    __slots__ = ()

    def __init__(
        self,
        table: Table,
        log: Sequence[Event],
        choice: Chance[Move] | tuple[Move, ...],
        fixed: tuple[int, ...] = (),
        rolled: Dice = (),
        placed: Placed = NO_DICE,
        used: int = 0,
    ) -> None:
        self.table = table
        self.log = log
        self.choice = choice
        self.fixed = fixed
        self.rolled = rolled
        self.placed = placed
        self.used = used

    def unused(self) -> Placed:
        """Return the dice that still have a future: not those of used cards."""
        h, w, s = (0 if self.used & BIT[slot] else self.placed[slot] for slot in SLOTS)
        return h, w, s


class Act(OwnDice, SeatNode):
    """The cards act, in any order, each at most once (LS-34, LS-35)."""

    __slots__ = ("fixed", "placed", "rolled", "used")

    phase = "act"

    def deed(self, slot: int) -> Deed:
        """Return what the card in ``slot`` does for its die."""
        return self.table.kit.own[slot].actions[self.placed[slot] - 1].deed

    def after(self, move: Any) -> Node:
        if type(move) is not m.Use or move not in self.choice:
            move = self.parse(move)
        if move.slot < 0:  # END, or a copy of it from another process
            return end_unchanged(self.table)
        table = Table(self.table)
        placed = self.placed
        used = self.used | BIT[move.slot]
        deed = table.kit.own[move.slot].actions[placed[move.slot] - 1].deed
        target: Any = move.target
        if isinstance(deed, Shot):
            table.fire(deed, target)
            if table.result:
                return Over(table, table.log, (), self.fixed, self.rolled, placed, used)
        elif isinstance(deed, Mend):
            table.fix(target, deed.amounts[target])
        elif deed is HUNKER:
            table.hunker = True
            table.log.append(("hunker",))
        elif deed is TRENCH:
            table.trench = True
            table.log.append(("trench",))
        elif deed is ADRENALINE:
            table.adrenaline = True
            table.log.append(("adrenaline",))
        elif deed is OUTMANEUVER:
            table.swap(*target)
        elif deed is INGENUITY:
            slot, step = target
            placed = set_die(table, placed, slot, placed[slot] + step)
        elif deed is DESPERATION:
            return Reroll(table, table.log, target, self.fixed, self.rolled, placed, used)
        return act_on(table, self, placed, used)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.unused()


def set_die(table: Table, placed: Placed, slot: int, die: int) -> Placed:
    """Turn the die on an own card to another value (LS-R18, LS-R19)."""
    table.log.append(("set", table.kit.ids[slot], die))
    dice = [*placed]
    dice[slot] = die
    return dice[0], dice[1], dice[2]


class Reroll(OwnDice, ChanceNode):
    """Desperation: one die is rolled again (LS-54)."""

    __slots__ = ("fixed", "placed", "reroll", "rolled", "used")

    phase = "reroll"

    def __init__(
        self,
        table: Table,
        log: Sequence[Event],
        reroll: int,
        fixed: tuple[int, ...],
        rolled: Dice,
        placed: Placed,
        used: int,
    ) -> None:
        super().__init__(table, log, m.REROLL, fixed, rolled, placed, used)
        self.reroll: int = reroll

    def after(self, move: Any) -> Node:
        if type(move) is not m.Roll or move not in self.choice.weights:
            move = self.parse(move)
        table = Table(self.table)
        placed = set_die(table, self.placed, self.reroll, move.dice[0])
        return act_on(table, self, placed, self.used)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.reroll, self.unused()


# --- the end -----------------------------------------------------------------------------------


class Over(OwnDice):
    """Won (LS-7) or lost (LS-67); a turn cut short leaves its dice lying (4.5)."""

    __slots__ = ("fixed", "placed", "rolled", "used")

    to_move = None
    phase = "over"

    def after(self, move: str) -> Node:
        raise self.refusal(move)

    @property
    def result(self) -> tuple[int, ...] | None:
        return self.table.result
