"""Loading a dump of Pocket Landship (section 5): everything is checked, nothing is repaired."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from pocketlib.contract import BadDump, BadOptions, BadSet, Event, shown
from pocketlib.games.landship.content import (
    COLUMNS,
    HOUSE,
    HULL,
    SLOTS,
    SUPPORT,
    WEAPON,
    CardSet,
    Face,
    read_set,
)
from pocketlib.games.landship.moves import Placed
from pocketlib.games.landship.nodes import (
    Act,
    Deal,
    Enemy,
    First,
    Node,
    Over,
    Pick,
    Place,
    Repair,
    Reroll,
    Roll,
    number_of_dice,
)
from pocketlib.games.landship.setup import check
from pocketlib.games.landship.table import LOST, WON, Cell, Kit, Lying, Own, Row, Table, fresh
from pocketlib.games.landship.uses import BIT, legal_uses

KEYS: Final = (
    "game", "options", "phase", "round", "first", "deck", "front", "back", "own", "final",
    "hunker", "trench", "adrenaline", "chaos", "fixed", "rolled", "placed", "used", "reroll",
    "result", "log",
)  # fmt: skip
SET_UP: Final = ("pick", "deal", "first")
WITH_DICE: Final = ("place", "act", "reroll")
PHASES: Final = (*SET_UP, "enemy", "repair", "roll", *WITH_DICE, "over")
MOST: Final = 10**9
"""No number of a dump is larger."""
LOG_LINES: Final = 60
"""No move causes more events."""


def load(dump: object, set: str | None = None) -> Node:
    """Return the node that ``dump`` describes. Raises BadDump that names the key at fault.

    ``set`` is the text of an own set where the dump does not hold it.
    """
    try:
        return _Reader(dump, set).node()
    except RecursionError:
        raise BadDump("dump: it is nested too deeply", key="game") from None


def _refuse(key: str, text: str) -> NoReturn:
    raise BadDump(f"dump: {key}: {text}", key=key)


class _Reader:
    """Reads one dump, key by key; every check names its key."""

    def __init__(self, dump: object, set: str | None) -> None:
        if not isinstance(dump, dict):
            _refuse("game", "an object with the keys of a state was expected")
        self.dump: dict[str, Any] = dump
        self._keys()
        self.kit = self._kit(set)
        self.ids = self.kit.ids
        self.faces = self.kit.cards.faces
        self.phase = self._phase()
        self.table = self._table()
        self.deck = self._deck()
        self._selection()
        self._geometry()
        self._effects()
        self.fixed = self._fixed()
        self.rolled = self._rolled()
        self.placed, self.used = self._placed()
        self.reroll = self._reroll()
        self._turn_effects()
        self.table.log.extend(self._log())

    def _keys(self) -> None:
        for key in KEYS:
            if key not in self.dump:
                _refuse(key, "this key is missing")
        for key in self.dump:
            if key not in KEYS and key != "set":
                _refuse(shown(key), "this key is unknown")
        if self.dump["game"] != "landship":
            _refuse("game", f"'landship' was expected, found {shown(self.dump['game'])}")

    def _kit(self, set: str | None) -> Kit:
        text = self.dump.get("set", set)
        if set is not None and text != set:
            _refuse("set", "it is not the set that was handed over")
        if "set" in self.dump and not isinstance(text, str):
            _refuse("set", "the text of a set was expected")
        options = self.dump["options"]
        if not isinstance(options, dict):
            _refuse("options", "an object was expected")
        try:
            cards: CardSet = HOUSE if text is None else read_set(text)
        except BadSet as error:
            _refuse("set", str(error))
        try:
            full = check(options, cards)
        except BadOptions as error:
            _refuse("options", str(error))
        if options != full:
            _refuse("options", "all seven options are expected")
        return Kit(full, cards)

    # --- single values ---

    def _int(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            _refuse(key, f"a whole number from {low} to {high} was expected, found {shown(value)}")
        return value

    def _flag(self, key: str) -> bool:
        value = self.dump[key]
        if type(value) is not bool:
            _refuse(key, f"true or false was expected, found {shown(value)}")
        return value

    def _list(self, key: str, most: int) -> list[Any]:
        value = self.dump[key]
        if not isinstance(value, list) or len(value) > most:
            _refuse(key, f"a list of at most {most} was expected, found {shown(value)}")
        return value

    def _slots(self, key: str) -> tuple[int, ...]:
        """Read a list of own cards in slot order."""
        names = self._list(key, 3)
        slots = [self.ids.index(n) for n in names if isinstance(n, str) and n in self.ids]
        if len(slots) < len(names) or slots != sorted(set_of(slots)):
            _refuse(key, f"own cards in slot order were expected, found {shown(names)}")
        return tuple(slots)

    # --- the table ---

    def _phase(self) -> str:
        phase = self.dump["phase"]
        if not isinstance(phase, str) or phase not in PHASES:
            _refuse("phase", f"one of {', '.join(PHASES)} was expected, found {shown(phase)}")
        return phase

    def _table(self) -> Table:
        lying = Lying(
            self.kit,
            self._row("front"),
            self._row("back"),
            self._own(),
            self._flag("final"),
            self._flag("hunker"),
            self._flag("trench"),
            self._flag("adrenaline"),
            self._int("chaos", self.dump["chaos"], 0, 3),
            self._int("round", self.dump["round"], 1, MOST),
            self._first(),
        )
        table = Table(lying)
        table.result = self._result()
        return table

    def _row(self, key: str) -> Row:
        cells = self._list(key, 3)
        if len(cells) != 3:
            _refuse(key, f"three cells were expected, found {len(cells)}")
        return [self._cell(key, cell) for cell in cells]

    def _cell(self, key: str, cell: object) -> Cell:
        if cell is None:
            return None
        if not isinstance(cell, list) or len(cell) != 2:
            _refuse(key, f"null or [face, number] was expected, found {shown(cell)}")
        face = self._face(key, cell[0])
        low, high = (0, face.track - 1) if face.hazard else (1, face.track)
        return face, self._int(key, cell[1], low, high)

    def _face(self, key: str, id: object) -> Face:
        if not isinstance(id, str) or id not in self.faces:
            _refuse(key, f"unknown face {shown(id)}")
        return self.faces[id]

    def _own(self) -> Own:
        own = self.dump["own"]
        if not isinstance(own, dict) or sorted(map(str, own)) != sorted(self.ids):
            _refuse("own", f"the strengths of {', '.join(self.ids)} were expected")
        return [self._int("own", own[self.ids[i]], 0, self.kit.tracks[i]) for i in SLOTS]

    def _first(self) -> str | None:
        first: object = self.dump["first"]
        if self.phase in SET_UP:
            if first is not None:
                _refuse("first", "null was expected before the first turn")
            return None
        option = self.kit.options["first"]
        allowed = ("enemy", "player") if option == "dice" else (option,)
        if not isinstance(first, str) or first not in allowed:
            _refuse("first", f"{' or '.join(allowed)} was expected, found {shown(first)}")
        return first

    def _result(self) -> tuple[int] | None:
        result = self.dump["result"]
        if self.phase != "over":
            if result is not None:
                _refuse("result", "null was expected while the game runs")
            return None
        if not isinstance(result, list) or len(result) != 1:
            _refuse("result", f"[0] or [1] was expected, found {shown(result)}")
        return (self._int("result", result[0], 0, 1),)

    def _deck(self) -> tuple[Face, ...]:
        deck = tuple(self._face("deck", id) for id in self._list("deck", 6))
        if (self.phase == "deal") != bool(deck) or len(deck) == 1:
            _refuse("deck", "two to six cards in the phase deal, none otherwise, were expected")
        order = list(self.faces.values())
        if list(deck) != sorted(deck, key=order.index):
            _refuse("deck", "the order of the cards was expected")
        return deck

    def _cells(self) -> list[tuple[Face, int]]:
        return [cell for cell in (*self.table.front, *self.table.back) if cell is not None]

    def _selection(self) -> None:
        """Are the faces in the game those that the options allow?"""
        faces = [cell[0] for cell in self._cells()] + list(self.deck)
        if any(n > 1 for n in Counter(faces).values()):
            _refuse("front", "a face is in the game twice")
        if not any(set_of(faces) <= set_of(chosen) for chosen in self._selections()):
            _refuse("front", "these faces are not in a game with these options")

    def _selections(self) -> Iterable[tuple[Face, ...]]:
        enemies, cards = self.kit.options["enemies"], self.kit.cards
        if isinstance(enemies, list):
            return [tuple(self.faces[id] for id in enemies)]
        if enemies == "normal" or enemies == "alternate":
            return [cards.side(("a" if enemies == "normal" else "b") * 6)]
        every = cards.selections() if enemies == "random" else cards.nearest(enemies)
        return [cards.side(letters) for letters in every]

    def _geometry(self) -> None:
        front, back = self.table.front, self.table.back
        if self.phase in SET_UP:
            self._set_up_geometry()
            return
        left = self.table.enemies()
        standing = [column for column in COLUMNS if front[column] is not None]
        if left == 0 and self.phase != "over":
            _refuse("front", "without enemies the game is over")
        if left >= 3 and len(standing) < 3:
            _refuse("front", "the front row is full while three or more enemies are left")
        if left < 3 and back.count(None) < 3:
            _refuse("back", "it is empty when fewer than three enemies are left")
        if (left == 2 and standing != [0, 2]) or standing == [1]:
            _refuse("front", "the last enemies stand left and right")

    def _set_up_geometry(self) -> None:
        cells = [*self.table.front, *self.table.back]
        dealt = {"pick": 0, "deal": 6 - len(self.deck), "first": 6}[self.phase]
        if any(cell is None for cell in cells[:dealt]) or cells[dealt:] != [None] * (6 - dealt):
            _refuse("front", f"{dealt} cards dealt in order were expected")
        if any(cell is not None and cell != fresh(cell[0]) for cell in cells):
            _refuse("front", "every card is at its start during set-up")
        if tuple(self.table.own) != self.kit.tracks:
            _refuse("own", "every card is at its start during set-up")
        if self.table.round != 1:
            _refuse("round", "it is 1 during set-up")
        options = self.kit.options
        drawn = options["enemies"] == "random" or isinstance(options["enemies"], int)
        possible = {
            "pick": drawn,
            "deal": options["layout"] == "shuffle",
            "first": options["first"] == "dice",
        }
        if not possible[self.phase]:
            _refuse("phase", "there is no such phase with these options")

    def _effects(self) -> None:
        table, phase, result = self.table, self.phase, self.table.result
        lost = table.own[HULL] == 0 or table.own[WEAPON] == 0
        if lost and result != LOST:
            _refuse("result", "the game is lost without hull or weapon")
        if result == LOST and not lost:
            _refuse("result", "hull and weapon are there, so the game is not lost")
        if result == WON and table.enemies():
            _refuse("result", "enemies are left, so the game is not won")
        if table.enemies() == 0 and phase == "over" and result != WON:
            _refuse("result", "no enemy is left, so the game is won")
        begun = table.enemies() <= 3 or table.own[SUPPORT] == 0
        if table.final != (begun and phase not in SET_UP):
            _refuse("final", "it begins at three enemies or two own cards")
        later = phase in ("act", "reroll", "enemy", "over")
        for key, holds in (("hunker", table.hunker), ("trench", table.trench)):
            if holds and (not later or result == LOST):
                _refuse(key, "it lasts from the own turn to the enemy's only")
        if table.trench and self.ids[SUPPORT] != "troops":
            _refuse("trench", "only Shock Troops dig trenches")
        if table.adrenaline and phase in (*SET_UP, "place"):
            _refuse("adrenaline", "it ends with the roll")
        if table.chaos and phase not in ("repair", "roll", "over"):
            _refuse("chaos", "it ends with the roll")

    # --- the dice ---

    def _fixed(self) -> tuple[int, ...]:
        fixed = self._slots("fixed")
        if fixed and self.phase not in ("roll", *WITH_DICE, "over"):
            _refuse("fixed", "there is no Emergency Repair in this phase")
        if fixed and self.table.final and self.phase in ("roll", "place"):
            _refuse("fixed", "nobody repairs in the Final Battle")
        if any(not self.table.own[slot] for slot in fixed) and self.phase != "over":
            _refuse("fixed", "a destroyed card cannot be repaired")
        return fixed

    def _rolled(self) -> tuple[int, ...]:
        rolled = [self._int("rolled", die, 1, 6) for die in self._list("rolled", 4)]
        if rolled != sorted(rolled):
            _refuse("rolled", "the dice are sorted from low to high")
        if self.phase != "over" and (self.phase in WITH_DICE) != bool(rolled):
            _refuse("rolled", "dice lie there in the phases place, act and reroll only")
        if self.table.result == LOST and rolled:
            _refuse("rolled", "the game is lost in the enemy's turn only")
        most = 4 if self.phase != "place" else len(self.table.living()) + 1
        if len(rolled) > most - len(self.fixed):
            _refuse("rolled", "these are more dice than there can be")
        return tuple(rolled)

    def _placed(self) -> tuple[Placed, int]:
        placed = self.dump["placed"]
        if not isinstance(placed, dict) or any(name not in self.ids for name in placed):
            _refuse("placed", f"own cards and their dice were expected, found {shown(placed)}")
        dice = [self._int("placed", placed.get(id, 1), 1, 6) if id in placed else 0
                for id in self.ids]  # fmt: skip
        used = self._slots("used")
        if any(not dice[slot] for slot in used):
            _refuse("used", "only a card with a die can be used")
        laid = [slot for slot in SLOTS if dice[slot]]
        if any(slot in self.fixed for slot in laid):
            _refuse("placed", "a card under Emergency Repair gets no die")
        if any(not self.table.own[slot] and not self._rushed(slot, used, dice) for slot in laid):
            _refuse("placed", "a destroyed card gets no die")
        if self.phase in ("act", "reroll") or (self.phase == "over" and self.rolled):
            free = [s for s in SLOTS if (self.table.own[s] or s in laid) and s not in self.fixed]
            if len(laid) != min(len(self.rolled), len(free)):
                _refuse("placed", "as many dice as possible are laid")
            turned = (HULL in used and dice[HULL] == 2) or self._desperate(used, dice)
            if not turned and Counter(dice[s] for s in laid) - Counter(self.rolled):
                _refuse("placed", "these are not the dice that were rolled")
        elif laid:
            _refuse("placed", "no dice are laid in this phase")
        bits = sum(BIT[slot] for slot in used)
        return (dice[0], dice[1], dice[2]), bits

    def _rushed(self, slot: int, used: tuple[int, ...], dice: list[int]) -> bool:
        """Have the troops destroyed themselves in this turn (LS-R22)?"""
        troops = self.ids[SUPPORT] == "troops"
        return slot == SUPPORT and troops and slot in used and dice[slot] == 6

    def _desperate(self, used: tuple[int, ...], dice: list[int]) -> bool:
        return self.ids[SUPPORT] == "sponsons" and SUPPORT in used and dice[SUPPORT] == 6

    def _reroll(self) -> int | None:
        name = self.dump["reroll"]
        if self.phase != "reroll":
            if name is not None:
                _refuse("reroll", "null was expected in this phase")
            return None
        if not isinstance(name, str) or name not in self.ids:
            _refuse("reroll", f"an own card was expected, found {shown(name)}")
        slot = self.ids.index(name)
        sponsons = bool(self.used & BIT[SUPPORT]) and self.placed[SUPPORT] == 6
        if self.ids[SUPPORT] != "sponsons" or not sponsons:
            _refuse("reroll", "the Sponsons have not used a 6")
        if not self.placed[slot] or self.used & BIT[slot]:
            _refuse("reroll", "this card has no unused die")
        return slot

    def _turn_effects(self) -> None:
        """During the own turn, is every effect set by the card that was used for it?"""
        table = self.table
        if table.result == LOST and self.fixed:
            _refuse("fixed", "the game is lost in the enemy's turn only")
        if self.phase not in ("act", "reroll") and not (self.phase == "over" and self.rolled):
            return
        if table.chaos:
            _refuse("chaos", "it ends with the roll")
        if self.phase == "over" and not self.used:
            _refuse("used", "a card that was used has won the game")
        troops = self.ids[SUPPORT] == "troops"
        for key, holds, slot, die in (
            ("hunker", table.hunker, HULL, 1),
            ("adrenaline", table.adrenaline, HULL, 5),
            ("trench", table.trench, SUPPORT, 2),
        ):
            done = bool(self.used & BIT[slot]) and self.placed[slot] == die
            if holds != (done and (slot == HULL or troops)):
                _refuse(key, "it is set by the card that was used for it, and by nothing else")

    # --- the log ---

    def _log(self) -> list[Event]:
        own, face = "|".join(self.ids), "|".join(map(re.escape, self.faces))
        front, back, n = "fl|fc|fr", "bl|bc|br", "[1-9]"
        line = re.compile(
            f"act (?:{front}) (?:{face}) [1-6]|(?:hurt|fix) (?:{own}) {n}"
            f"|(?:blocked|lost) (?:{own})|swap (?:{front}) (?:{front})|mend (?:{face}) 1"
            f"|retreat (?:{face}) (?:{back})|(?:up|close) (?:{face}) (?:{front})"
            f"|(?:spent|gone) (?:{face})|hit (?:{face}) {n}|set (?:{own}) [1-6]"
            "|chaos|none|final|hunker|trench|adrenaline|skip|win|loss"
        )
        events: list[Event] = []
        for text in self._list("log", LOG_LINES):
            if not isinstance(text, str) or not line.fullmatch(text):
                _refuse("log", f"unknown line {shown(text)}")
            events.append(self._event(text.split(" ")))
        return events

    def _event(self, words: list[str]) -> Event:
        # only the last word of these is a number; a face may be called "1"
        numbered = words[0] in ("act", "hurt", "fix", "mend", "hit", "set")
        return (*words[:-1], int(words[-1])) if numbered else tuple(words)

    # --- the node ---

    def node(self) -> Node:
        """Return the node, if the phase agrees with the rest."""
        node = self._build()
        if node.dump() != self.dump and not self._only_lacks_set(node):
            wrong = next(k for k, v in node.dump().items() if self.dump.get(k, v) != v)
            _refuse(wrong, "it does not agree with the rest of the state")
        return node

    def _only_lacks_set(self, node: Node) -> bool:
        return (
            "set" not in self.dump and {**self.dump, "set": node.dump().get("set")} == node.dump()
        )

    def _build(self) -> Node:
        table, phase = self.table, self.phase
        dice_lying = (self.fixed, self.rolled, self.placed, self.used)
        if phase == "pick":
            return Pick(table)
        if phase == "deal":
            return Deal(table, self.deck)
        if phase == "first":
            return First(table)
        if phase == "enemy":
            return Enemy(table, table.log)
        if phase == "over":
            return Over(table, table.log, (), *dice_lying)
        dice = number_of_dice(table)
        if phase == "repair":
            repairs = table.kit.repairs[(*table.own,), dice]
            if table.final or not repairs:
                _refuse("phase", "no Emergency Repair is possible here")
            return Repair(table, dice, repairs)
        if phase == "roll":
            if dice - len(self.fixed) < 1 or len(table.living()) <= len(self.fixed):
                _refuse("phase", "there are no dice to roll")
            return Roll(table, table.log, self.fixed, dice - len(self.fixed))
        place = Place(table, self.fixed, self.rolled)
        if phase == "place":
            if not place.moves() or len(table.living()) <= len(self.fixed):
                _refuse("phase", "no card is free for a die")
            return place
        if phase == "reroll" and self.reroll is not None:
            return Reroll(table, table.log, self.reroll, *dice_lying)
        uses = legal_uses(table, self.placed, self.used)
        if not uses:
            _refuse("phase", "no card can be used, so the turn is over")
        return Act(table, table.log, uses, *dice_lying)


def set_of(things: Iterable[Any]) -> set[Any]:
    """Return the set of ``things`` (the word ``set`` means a card set in this file)."""
    return {*things}
