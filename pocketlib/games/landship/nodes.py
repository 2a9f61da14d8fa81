"""The rules of Pocket Landship as a tree: one class per kind of node, in the order of play."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pocketlib.chance import Chance
from pocketlib.contract import (
    CHANCE,
    Dump,
    Event,
    IllegalMove,
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
    TRENCH,
    Deed,
    Face,
    Mend,
    Shot,
)
from pocketlib.games.landship.moves import Dice, Placed
from pocketlib.games.landship.table import EMPTY, Cell, EnemyTurn, Kit, Row, Table, fresh
from pocketlib.games.landship.uses import bit, legal_uses

PLAYER: Final = 0
NO_DICE: Final[Placed] = (0, 0, 0)


# --- what all nodes share ----------------------------------------------------------------------


class Node(State):
    """A position: the table, what the last move caused, and what the subclass adds.

    The attributes that a kind of node lacks have their empty value here.
    """

    __slots__ = ("log", "table")

    move_type: ClassVar[type[Move]]
    deck: tuple[Face, ...] = ()
    fixed: tuple[int, ...] = ()
    rolled: Dice = ()
    placed: Placed = NO_DICE
    used: int = 0
    reroll: int | None = None

    if TYPE_CHECKING:
        table: Table
        log: tuple[Event, ...]

        def __setattr__(self, name: str, value: Any) -> None: ...

    def after(self, move: str) -> Node:
        if type(move) is not self.move_type or move not in self._legal():
            move = self.parse(move)
        return self._next(move)

    def _legal(self) -> tuple[Move, ...] | Chance[Move]:
        raise NotImplementedError

    def _next(self, move: Any) -> Node:
        """Return the state after a legal ``move`` of ``move_type``."""
        raise NotImplementedError

    def events(self, seat: Seat | None = None) -> tuple[Event, ...]:
        return self.log

    def observe(self, seat: Seat | None = None) -> Dump:
        return self.dump()  # nothing is hidden (4.6)

    def key(self) -> Hashable:
        t = self.table
        lasting = (t.final, t.hunker, t.trench, t.adrenaline, t.chaos)
        return (self.phase, t.kit.key, t.front, t.back, t.own, lasting, *self._own_key())

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
            "used": [ids[slot] for slot in SLOTS if self.used & bit(slot)],
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

    def say(self, move: Move) -> Sentence:
        return words.say(self, move)

    def story(self, seat: Seat | None = None) -> tuple[Sentence, ...]:
        return words.story(self)

    def summary(self, seat: Seat | None = None) -> Sentence:
        return words.summary(self)

    def question(self, seat: Seat | None = None) -> Sentence:
        return words.question(self)

    def words(self, topic: str, seat: Seat | None = None) -> str:
        return words.position(self, topic)

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

    def _legal(self) -> Chance[Move]:
        return self.chances()


class SeatNode(Node):
    """A node at which the player chooses."""

    __slots__ = ("_moves",)

    to_move = PLAYER

    if TYPE_CHECKING:
        _moves: tuple[Move, ...]

    def moves(self) -> tuple[Move, ...]:
        return self._moves

    _legal = moves


# --- set-up ------------------------------------------------------------------------------------


def start(kit: Kit) -> Node:
    """Return the first node of a game: pick, deal, or straight on (section 4)."""
    table = Table(kit, EMPTY, EMPTY, kit.tracks)
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
    table = table.draft()
    table.front = _row(chosen[:3])
    table.back = _row(chosen[3:])
    return settle_first(table)


def _row(faces: tuple[Face, ...]) -> Row:
    return fresh(faces[0]), fresh(faces[1]), fresh(faces[2])


def settle_first(table: Table) -> Node:
    """Roll for who starts (LS-13), or begin at once where that is fixed."""
    if table.kit.options["first"] == "dice":
        return First(table)
    return begin(table, table.kit.options["first"])


def begin(table: Table, first: str) -> Node:
    """Begin the first turn of the game."""
    table = table.draft()
    table.first = first
    return Enemy(table, ()) if first == "enemy" else player_turn(table)


class Pick(ChanceNode):
    """Which faces are in the game: a random selection, or one near a total (LS-8, 8.2)."""

    __slots__ = ()

    phase = "pick"
    move_type = m.Pick

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = ()

    def chances(self) -> Chance[Move]:
        enemies, cards = self.table.kit.options["enemies"], self.table.kit.cards
        every = enemies == "random"
        return m.picks(tuple(cards.selections()) if every else cards.nearest(enemies))

    def _next(self, move: m.Pick) -> Node:
        return set_up(self.table, self.table.kit.cards.side(move.letters))

    def _own_key(self) -> tuple[Hashable, ...]:
        options = self.table.kit.options
        return options["enemies"], options["layout"], options["first"]


class Deal(ChanceNode):
    """The next card is dealt into fl fc fr bl bc; the sixth goes to br by itself (LS-9)."""

    __slots__ = ("deck",)

    phase = "deal"
    move_type = m.Deal

    def __init__(self, table: Table, deck: tuple[Face, ...]) -> None:
        self.table = table
        self.log = ()
        self.deck = deck

    def chances(self) -> Chance[Move]:
        return m.deals(self.deck)

    def _next(self, move: m.Deal) -> Node:
        table = self.table.draft()
        deck = tuple(face for face in self.deck if face is not move.face)
        _deal_to(table, 6 - len(self.deck), move.face)
        if len(deck) > 1:
            return Deal(table, deck)
        _deal_to(table, 5, deck[0])
        return settle_first(table)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.deck, self.table.kit.options["first"]


def _deal_to(table: Table, place: int, face: Face) -> None:
    table.set_cell("front" if place < 3 else "back", place % 3, fresh(face))


class First(ChanceNode):
    """Three dice: even and the enemy goes first, odd and the player does (LS-13)."""

    __slots__ = ()

    phase = "first"
    move_type = m.Roll

    def __init__(self, table: Table) -> None:
        self.table = table
        self.log = ()

    def chances(self) -> Chance[Move]:
        return m.FIRST

    def _next(self, move: m.Roll) -> Node:
        return begin(self.table, "player" if sum(move.dice) % 2 else "enemy")


# --- the enemy's turn --------------------------------------------------------------------------


class Enemy(ChanceNode):
    """The enemy rolls one die per front card (LS-15); its whole turn follows at once (4.1)."""

    __slots__ = ()

    phase = "enemy"
    move_type = m.Roll

    def __init__(self, table: Table, log: tuple[Event, ...]) -> None:
        self.table = table
        self.log = log

    def chances(self) -> Chance[Move]:
        return rolls(3 - self.table.front.count(None))

    def _next(self, move: m.Roll) -> Node:
        turn = EnemyTurn(self.table, move.dice)
        turn.play()
        if turn.result:
            return Over(turn)
        if turn.first == "player":
            turn.round += 1  # the enemy's was the second turn of the round (LS-14)
        return player_turn(turn)


def rolls(number: int) -> Chance[Move]:
    """Return the throw of 1 to 4 dice."""
    chance = m.ROLLS[number]
    if chance is None:
        raise IllegalMove("There are no dice to roll.")
    return chance


# --- the player's turn -------------------------------------------------------------------------


def player_turn(table: Table) -> Node:
    """Begin the player's turn with N dice (4.2); ``table`` is a draft."""
    dice = number_of_dice(table)
    if dice and not table.final:  # LS-70: no Emergency Repair in the Final Battle
        damaged = table.damaged()
        if damaged:
            return Repair(table, m.repairs(table.kit.ids, damaged, dice))
    return roll_or_skip(table, (), dice)


def number_of_dice(table: Table) -> int:
    """Return N: a die per own card, one more or fewer (LS-32, LS-44, LS-27, LS-R12)."""
    return max(0, table.alive() + table.adrenaline - table.chaos)


def roll_or_skip(table: Table, fixed: tuple[int, ...], dice: int) -> Node:
    """Go on to the roll, or pass where there is nothing to roll or no card free (4.2)."""
    if dice and table.alive() > len(fixed):
        return Roll(table, fixed)
    table.adrenaline = False
    table.chaos = 0
    table.log.append(("skip",))
    return end_of_turn(table)


def end_of_turn(table: Table) -> Node:
    """Go on to the enemy's turn (4.5); ``table`` is a draft or not to be changed any more."""
    log = tuple(table.log)
    if table.first == "enemy":
        table = table.draft()
        table.round += 1
    return Enemy(table, log)


def act_on(table: Table, node: Node, placed: Placed, used: int) -> Node:
    """Go on with the cards that can still be used, or end the turn by itself (4.4)."""
    uses = legal_uses(table, placed, used)
    if uses:
        return Act(table, node.fixed, node.rolled, placed, used, uses)
    return end_of_turn(table)


class Repair(SeatNode):
    """Emergency Repair or a plain roll (LS-37, LS-R11)."""

    __slots__ = ()

    phase = "repair"
    move_type = m.Repair

    def __init__(self, table: Table, moves: tuple[m.Repair, ...]) -> None:
        self.table = table
        self.log = tuple(table.log)
        self._moves = moves

    def _next(self, move: m.Repair) -> Node:
        table = self.table.draft()
        for slot in move.slots:
            table.fix(slot, 1)
        return roll_or_skip(table, move.slots, number_of_dice(table) - len(move.slots))


class Roll(ChanceNode):
    """The player rolls; cards under Emergency Repair take one die away each (LS-32, LS-38)."""

    __slots__ = ("fixed",)

    phase = "roll"
    move_type = m.Roll

    def __init__(self, table: Table, fixed: tuple[int, ...]) -> None:
        self.table = table
        self.log = tuple(table.log)
        self.fixed = fixed

    def chances(self) -> Chance[Move]:
        return rolls(number_of_dice(self.table) - len(self.fixed))

    def _next(self, move: m.Roll) -> Node:
        table = self.table.draft()
        table.adrenaline = False  # LS-R32
        table.chaos = 0
        return Place(table, self.fixed, move.dice)

    def _own_key(self) -> tuple[Hashable, ...]:
        return (self.fixed,)


class Place(SeatNode):
    """Which die goes on which card (LS-33, LS-R13, LS-R14)."""

    __slots__ = ("fixed", "rolled")

    phase = "place"
    move_type = m.Place

    def __init__(self, table: Table, fixed: tuple[int, ...], rolled: Dice) -> None:
        self.table = table
        self.log = ()
        self.fixed = fixed
        self.rolled = rolled
        own = table.own
        free = tuple(slot for slot in SLOTS if own[slot] and slot not in fixed)
        self._moves = m.placements(table.kit.ids, rolled, free)

    def _next(self, move: m.Place) -> Node:
        table = self.table
        return act_on(table, self, move.placed, 0)

    def _own_key(self) -> tuple[Hashable, ...]:
        return self.fixed, self.rolled


class Act(SeatNode):
    """The cards act, in any order, each at most once (LS-34, LS-35)."""

    __slots__ = ("fixed", "placed", "rolled", "used")

    phase = "act"
    move_type = m.Use

    def __init__(
        self,
        table: Table,
        fixed: tuple[int, ...],
        rolled: Dice,
        placed: Placed,
        used: int,
        moves: tuple[m.Use, ...],
    ) -> None:
        self.table = table
        self.log = tuple(table.log)
        self.fixed = fixed
        self.rolled = rolled
        self.placed = placed
        self.used = used
        self._moves = moves

    def deed(self, slot: int) -> Deed:
        """Return what the card in ``slot`` does for its die."""
        return self.table.kit.own[slot].action(self.placed[slot]).deed

    def _next(self, move: m.Use) -> Node:
        table = self.table.draft()
        if move is m.END:
            return end_of_turn(table)
        placed = self.placed
        used = self.used | bit(move.slot)
        deed = self.deed(move.slot)
        target: Any = move.target
        if isinstance(deed, Shot):
            table.fire(deed, target)
            if table.result:
                return Over(table, self.fixed, self.rolled, placed, used)
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
            return Reroll(table, self.fixed, self.rolled, placed, used, target)
        return act_on(table, self, placed, used)

    def _own_key(self) -> tuple[Hashable, ...]:
        # a die that lies on a used card has no future
        return tuple(0 if self.used & bit(slot) else self.placed[slot] for slot in SLOTS)


def set_die(table: Table, placed: Placed, slot: int, die: int) -> Placed:
    """Turn the die on an own card to another value (LS-R18, LS-R19)."""
    table.log.append(("set", table.kit.ids[slot], die))
    dice = [*placed]
    dice[slot] = die
    return dice[0], dice[1], dice[2]


class Reroll(ChanceNode):
    """Desperation: one die is rolled again (LS-54)."""

    __slots__ = ("fixed", "placed", "reroll", "rolled", "used")

    phase = "reroll"
    move_type = m.Roll

    def __init__(
        self,
        table: Table,
        fixed: tuple[int, ...],
        rolled: Dice,
        placed: Placed,
        used: int,
        slot: int,
    ) -> None:
        self.table = table
        self.log = tuple(table.log)
        self.fixed = fixed
        self.rolled = rolled
        self.placed = placed
        self.used = used
        self.reroll = slot

    def chances(self) -> Chance[Move]:
        return m.REROLL

    def _next(self, move: m.Roll) -> Node:
        table = self.table.draft()
        slot = self.reroll
        if slot is None:
            raise IllegalMove("No die is being rolled again.")
        return act_on(table, self, set_die(table, self.placed, slot, move.dice[0]), self.used)

    def _own_key(self) -> tuple[Hashable, ...]:
        live = (0 if self.used & bit(slot) else self.placed[slot] for slot in SLOTS)
        return self.reroll, tuple(live)


# --- the end -----------------------------------------------------------------------------------


class Over(Node):
    """Won (LS-7) or lost (LS-67); a turn cut short leaves its dice lying (4.5)."""

    __slots__ = ("fixed", "placed", "rolled", "used")

    to_move = None
    phase = "over"
    move_type = Move

    def __init__(
        self,
        table: Table,
        fixed: tuple[int, ...] = (),
        rolled: Dice = (),
        placed: Placed = NO_DICE,
        used: int = 0,
    ) -> None:
        self.table = table
        self.log = tuple(table.log)
        self.fixed = fixed
        self.rolled = rolled
        self.placed = placed
        self.used = used

    @property
    def result(self) -> tuple[int, ...] | None:
        return self.table.result

    def _legal(self) -> tuple[Move, ...]:
        return ()
