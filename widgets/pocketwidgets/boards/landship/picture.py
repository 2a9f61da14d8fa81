"""The picture of Pocket Landship, drawn from the table upwards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from pocketlib.games.landship.content import (
    BACK,
    ENEMY_ACTIONS,
    FRONT,
    NARROW_ACTIONS,
    PLACE_NAMES,
    PLACES,
    SLOT_NAMES,
    Face,
    OwnCard,
)
from pocketwidgets import parts
from pocketwidgets.boards.landship.layout import Layout, row_height
from pocketwidgets.boards.landship.seen import (
    OWN_SILHOUETTE,
    SETUP,
    Told,
    View,
    missing,
    phases,
    set_of,
    silhouette,
    status,
)
from pocketwidgets.metrics import SMALLEST, cut, lines, shortened, width
from pocketwidgets.palette import (
    CELL,
    ENEMY_CUBE,
    FERN,
    INK,
    INK_SOFT,
    LINE,
    LIT_WASH,
    OWN_CUBE,
    PAPER,
    PAPER_DIM,
    PAPER_RULE,
)
from pocketwidgets.scene import CLOTH_FILL, Font, Ink, Layer, Shadow, Sketch
from pocketwidgets.selecting import CONFIRM, TAKE_BACK, part_of

TITLE: Final = "Pocket Landship"
_DIE_SIZE: Final = 60
"""What is narrower is a die and has thinner marks."""
_UNHIT: Final = "can’t be hit"
_CODE_CELL: Final = 42
"""In narrower cells "chaos" is written as what it does: a die fewer."""

_BUTTONS: Final = {  # part or service -> on the button, on a phone's, spoken; is it a move?
    "roll": ("Roll the dice", "Roll", "Roll without a repair", True),
    "end": ("End the turn", "End", "End the turn and give up the unused dice", True),
    "+": ("Turn it up by 1", "+1", "Turn the die up by 1", True),
    "-": ("Turn it down by 1", "−1", "Turn the die down by 1", True),
    CONFIRM: ("Play it", "Play", "Play it", True),
    TAKE_BACK: ("Take back", "Back", "Take the last press back", False),
}


class Marks(NamedTuple):
    """What may be pressed, what is chosen, and which dice are laid but not confirmed."""

    legal: frozenset[str] = frozenset()
    selected: frozenset[str] = frozenset()
    laid: tuple[str, ...] = ()


class Board:
    """One picture in the making."""

    def __init__(
        self,
        view: View,
        place: Layout,
        found: Told,
        own: Sequence[OwnCard],
        marks: Marks,
    ) -> None:
        self.view = view
        self.at = place
        self.told = found
        self.own = own
        self.legal, self.selected, self.laid = marks
        self.cards = set_of(view)
        self.left = missing(view, found, self.cards)
        self.aiming = any(place in self.legal for place in PLACES)
        cells = [*view["front"], *view["back"]]
        dealt = sum(cell is not None for cell in cells)
        self.dealt_next = PLACES[dealt] if view["phase"] == "deal" else ""
        self.sketch = Sketch(place.width, place.height)

    def draw(self, question: str, news: parts.News) -> None:
        """Draw everything, from the table upwards."""
        s = self.sketch
        parts.table(s, self.at.rim, 18 if self.at.rim == 10 else 12)
        self._land()
        with s.on(Layer.PIECES):
            self._title()
            for row, y in (("back", self.at.top), ("front", self.at.front_y)):
                names = BACK if row == "back" else FRONT
                for column, place in enumerate(names):
                    self.enemy_place(place, self.view[row][column], self.at.x(column), y)
            self._notices()
            for card in self.own:
                self._own(card)
            self._tray(question)
            if self.at.width > self.at.board:
                self._column(news)

    def draw_lines(self, question: str) -> None:
        """Draw the two lines that fight, without the title and the back row."""
        parts.table(self.sketch)
        self._land()
        with self.sketch.on(Layer.PIECES):
            for column, place in enumerate(FRONT):
                cell = self.view["front"][column]
                self.enemy_place(place, cell, self.at.x(column), self.at.front_y)
            self._notices()
            for card in self.own:
                self._own(card)
            self._tray(question)

    # --- title and phases

    def _title(self) -> None:
        s, at, view = self.sketch, self.at, self.view
        names, now = phases(view)
        if at.compact:
            step = names[now] if now < len(names) else "Over"
            start = "" if view["phase"] in SETUP else f"Round {view['round']} · "
            s.text(18, 36, start + step, Font(18, bold=True, serif=True), PAPER)
            return
        if at.dense:
            font = Font(20, bold=True, serif=True)
            head = f"Round {view['round']}"
            s.text(at.margin + 4, 36, head, font, PAPER)
            x = at.margin + 4 + width(head, font) * 1.06 + 18
            parts.steps(s, x, 35, names, now, at.board - at.margin - x)
            return
        font = Font(26, bold=True, serif=True)
        x = at.margin
        s.text(x, 52, TITLE, font, PAPER)
        x += width(TITLE, font) * 1.06 + 14
        s.line((x, 32), (x, 58), Ink(line=PAPER, opacity=0.5))
        s.text(x + 14, 51, f"Round {view['round']}", Font(16), PAPER)
        x += 14 + 92
        if at.board >= 900:
            parts.steps(s, x, 51, names, now, at.board - at.margin - x)
        else:
            parts.steps(s, at.margin, 88, names, now, at.board - 2 * at.margin)

    # --- the enemy

    def enemy_place(self, place: str, cell: Sequence[Any] | None, x: float, y: float) -> None:
        """Draw a place of the enemy's with its upper left corner at (x, y)."""
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        named = PLACE_NAMES[place]
        if cell is not None:
            face = self.cards.faces[cell[0]]
            self._enemy(place, face, cell[1], x, y)
            amount = (
                f"{cell[1]} of {face.track} uses"
                if face.hazard
                else f"strength {cell[1]} of {face.track}"
            )
            s.box_region(place, x, y, w, h, f"{named}: {face.short}, {amount}")
        elif place == self.dealt_next:
            parts.empty_place(s, x, y, w, h, "", "dealt next")
            s.box_region(place, x, y, w, h, f"{named}: dealt next")
        elif self.view["phase"] in ("pick", "deal"):
            parts.card_back(s, x, y, w, h)
            s.box_region(place, x, y, w, h, f"{named}: not dealt yet")
        else:
            self._empty(x, y, named)
            s.box_region(place, x, y, w, h, f"{named}: empty")
        self._marks(place, x, y, w, h)

    def _empty(self, x: float, y: float, named: str) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        name = self.left.pop(0) if self.left else ""
        if self.at.compact:
            short = shortened(name, Font(14, italic=True), w - 14)
            parts.empty_place(s, x, y, w, h, short, "out" if name else "empty")
            return
        parts.empty_place(s, x, y, w, h, name, "out of the game" if name else "empty")
        if self.at.dense:
            return
        s.text(x + w - 16, y + 27, named, Font(13, anchor="end"), PAPER)

    def _enemy(self, place: str, face: Face, number: int, x: float, y: float) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        die = self.told.dice.get(face.id)
        dim = self.aiming and place not in self.legal
        if self.at.compact:
            self._small_enemy(face, number, x, y, die, dim)
        elif self.at.dense:
            self._dense_enemy(face, number, x, y, die, dim)
        else:
            self._large_enemy(face, number, x, y, die, dim, PLACE_NAMES[place])
        if dim:
            parts.veil(s, x, y, w, h)
        if change := self.told.changed.get(face.id):
            down = -14 if self.at.compact else 34 if self.at.dense else 48
            parts.flag(
                s, x + w + (1 if self.at.dense else 5), y + down, _signed(change), change > 0
            )

    def _large_enemy(
        self, face: Face, number: int, x: float, y: float, die: int | None, dim: bool, named: str
    ) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        parts.card(s, x, y, w, h)
        aside = Font(13, anchor="end")
        s.text(x + w - (52 if die else 16), y + 28, named, aside, INK if dim else INK_SOFT)
        room = w - 32 - width(named, aside) - 10 - (36 if die else 0)
        _name(s, x + 16, y + 29, face.short, room)
        if die:
            parts.die(s, x + w - 44, y + 10, 32, die, shadow=Shadow.FLAT)
        s.silhouette(silhouette(face), x + 16, y + 37, 60, INK_SOFT if dim else INK)
        cell = min(24, (w - 112) / (face.track + 1))
        parts.track(s, x + 96, y + 62, face.track, number, cell, 26, ENEMY_CUBE, face.hazard)
        at = 104 + cell * (face.track + 1)
        if dim and face.hazard and at + width(_UNHIT, Font(14, italic=True)) <= w - 8:
            s.text(x + at, y + 80, _UNHIT, Font(14, italic=True))
        self._strip(face, x + 12, y + h - 52, (w - 24) / 6, 42, die)

    def _dense_enemy(
        self, face: Face, number: int, x: float, y: float, die: int | None, dim: bool
    ) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        parts.card(s, x, y, w, h, margin=3.5)
        _name(s, x + 10, y + 20, face.short, w - 20 - (30 if die else 0))
        if die:
            parts.die(s, x + w - 33, y + 6, 26, die, shadow=Shadow.FLAT)
        s.silhouette(silhouette(face), x + 10, y + 23, 42, INK_SOFT if dim else INK)
        cell = min(20, (w - 70) // (face.track + 1))
        parts.track(s, x + 62, y + 39, face.track, number, cell, 22, ENEMY_CUBE, face.hazard)
        self._strip(face, x + 6, y + h - 40, (w - 12) / 6, 34, die)

    def _strip(self, face: Face, x: float, y: float, w: float, h: float, die: int | None) -> None:
        """Draw the six cells with the actions, the one in force on its wash."""
        s = self.sketch
        for value, action in enumerate(face.actions, 1):
            left = x + (value - 1) * w
            s.rect(left, y, w, h, ink=Ink(LIT_WASH if value == die else CELL, LINE))
            parts.die(s, left + w / 2 - 8, y + h / 2 - 17, 16, value)
            word = ENEMY_ACTIONS[action]
            if w < _CODE_CELL:
                word = NARROW_ACTIONS.get(action, word)
            font = Font(14, bold=1 < len(word) < (4 if self.at.dense else 5), anchor="middle")
            if width(word, font) > w - 5 or self.at.dense:
                font = Font(13, font.bold, anchor="middle")
            s.text(left + w / 2, y + h - 6, word, font, INK_SOFT if action == "none" else INK)
        if die:
            s.rect(x + (die - 1) * w, y, w, h, ink=Ink(line=INK, width=1.6))

    def _small_enemy(
        self, face: Face, number: int, x: float, y: float, die: int | None, dim: bool
    ) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.enemy_h
        parts.card(s, x, y, w, h, margin=3.5)
        font = Font(14, bold=True, serif=True)
        s.text(x + 9, y + 21, shortened(face.short, font, w - 16), font)
        s.silhouette(silhouette(face), x + 10, y + 27, 46, INK_SOFT if dim else INK)
        if die:
            parts.die(s, x + w - 36, y + 37, 26, die, shadow=Shadow.FLAT)
        left = face.track - number if face.hazard else number
        parts.pegs(s, x + 10, y + 79, face.track, left, ENEMY_CUBE[1], w - 46)
        font = Font(14, bold=True, anchor="end")
        s.text(x + w - 9, y + 93, f"{number}/{face.track}", font)

    # --- between the lines

    def _land(self) -> None:
        """Draw the pencilled trench, and in the middle what the strip is."""
        s, at = self.sketch, self.at
        long, short, high = (22, 11, 6) if at.compact else (30, 12.3, 9)
        right = at.board - at.margin
        d, x, up = f"M{at.margin} {at.land_y:g}", at.margin, True
        while x + long + short <= right:
            d += f"h{long}v{-high if up else high}h{short}"
            x += long + short
            up = not up
        s.path(d, Ink(line=PAPER, width=1.6, opacity=0.45))

    def _notices(self) -> None:
        """Write what is in force across no man's land, else its name."""
        s, at, view = self.sketch, self.at, self.view
        words = []
        if view["result"] is not None:
            self._verdict()
            return
        if view["final"]:
            words.append("Final Battle")
        if view["chaos"]:
            words.append(f"Chaos: −{view['chaos']} {'dice' if view['chaos'] > 1 else 'die'}")
        if view["adrenaline"]:
            words.append("Adrenaline: +1 die")
        if view["trench"]:
            words.append("In the trenches")
        middle = at.board / 2
        if not words:
            if not at.compact:
                s.rect(middle - 60, at.land_y - 16, 120, 24, 12, ink=Ink(CLOTH_FILL))
                font = Font(14, italic=True, serif=True, anchor="middle")
                s.text(middle, at.land_y + 1, "no man’s land", font, PAPER)
            return
        gap = 6 if at.compact else 12
        sizes = [width(word, parts.STRONG) * 1.08 + 22 for word in words]
        while at.compact and len(words) > 1 and sum(sizes) + gap * (len(words) - 1) > at.board - 20:
            words.pop()
            sizes.pop()
        x = middle - (sum(sizes) + gap * (len(words) - 1)) / 2
        for word in words:
            x += parts.pill(s, x, at.land_y - 17, word) + gap

    def _verdict(self) -> None:
        """Write across no man's land how the game has ended, and when."""
        s, at, won = self.sketch, self.at, self.view["result"] == [1]
        rounds = self.view["round"]
        text = f"{'You have won' if won else 'The landship is lost'} in round {rounds}"
        font = Font(17 if at.compact else 22, bold=True, serif=True, anchor="middle")
        w, h = width(text, font) * 1.06 + 40, 30 if at.compact else 40
        x, y = at.board / 2 - w / 2, at.land_y - 4 - h / 2
        with s.on(Layer.MARKS):
            s.rect(x, y, w, h, h / 2, ink=Ink(PAPER, FERN if won else INK, 3, shadow=Shadow.LIFTED))
            s.text(at.board / 2, y + h / 2 + font.size * 0.34, text, font)

    # --- one's own cards

    def _own(self, card: OwnCard) -> None:
        s, at, view = self.sketch, self.at, self.view
        x, y, w, h = at.x(card.slot), at.own_y, at.card_w, at.own_h
        key, left = card.id, view["own"][card.id]
        die = view["placed"].get(card.id)
        s.box_region(key, x, y, w, h, self._own_label(card, left, die))
        if key in self.selected:
            y -= 3 if at.compact else 6
        if left == 0:
            name = shortened(card.name, Font(14, italic=True), w - 14)
            parts.empty_place(s, x, y, w, h, name, "out" if at.compact else "out of the game")
        elif at.compact:
            self._small_own(card, left, die, x, y)
        elif at.dense:
            self._dense_own(card, left, die, x, y)
        else:
            self._large_own(card, left, die, x, y)
        change, safe = self.told.changed.get(card.id), card.id in self.told.safe
        if change or safe:
            down = -14 if at.compact else 46 if at.dense else 66
            word = _signed(change) if change else "safe"
            right = x + w + (1 if at.dense else 5)
            parts.flag(s, right, y + down, word, not change or change > 0)
        self._marks(key, x, y, w, h)

    def _own_label(self, card: OwnCard, left: int, die: int | None) -> str:
        words = f"{card.name}, strength {left} of {card.track}"
        words += f", die {die}: {card.action(die).title}" if die else ""
        return f"{words}, {status(self.view, card)}".rstrip(", ")

    def _lift(self, card: OwnCard) -> Shadow:
        return Shadow.LIFTED if card.id in self.selected else Shadow.RESTING

    def _large_own(self, card: OwnCard, left: int, die: int | None, x: float, y: float) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.own_h
        done = card.id in self.view["used"]
        parts.card(s, x, y, w, h, FERN, self._lift(card))
        parts.badge(s, x + 25, y + 26, SLOT_NAMES[card.slot][0].upper())
        _name(s, x + 46, y + 32, card.name, w - 46 - 62)
        s.text(
            x + 46,
            y + 51,
            status(self.view, card),
            Font(14, bold=not done),
            INK_SOFT if done else INK,
        )
        self._lines(card, die, done, x, y + 62)
        cell = min(28, (w - 90) / (card.track + 1))
        parts.track(s, x + 16, y + h - 38, card.track, left, cell)
        s.silhouette(OWN_SILHOUETTE[card.id], x + w - 62, y + h - 58, 46, FERN)
        parts.die(s, x + w - 60, y + 12, 44, die, shadow=Shadow.RESTING if die else Shadow.NONE)
        if done:
            parts.tick(s, x + w - 18, y + 54)

    def _dense_own(self, card: OwnCard, left: int, die: int | None, x: float, y: float) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.own_h
        done = card.id in self.view["used"]
        parts.card(s, x, y, w, h, FERN, self._lift(card), margin=3.5)
        parts.badge(s, x + 19, y + 20, SLOT_NAMES[card.slot][0].upper(), 11, 14)
        fits = width(card.name, Font(14, bold=True, serif=True)) <= w - 35 - 48
        _name(s, x + 35, y + 23, card.name if fits else card.name.split()[-1], w - 35 - 48)
        words = status(self.view, card)
        s.text(x + 35, y + 40, words, Font(13, bold=not done), INK_SOFT if done else INK)
        self._dense_lines(card, die, done, x, y + 51)
        cell = min(22, (w - 62) // (card.track + 1))
        parts.track(s, x + 12, y + h - 32, card.track, left, cell, 24)
        s.silhouette(OWN_SILHOUETTE[card.id], x + w - 47, y + h - 43, 38, FERN)
        parts.die(s, x + w - 44, y + 9, 36, die, shadow=Shadow.RESTING if die else Shadow.NONE)
        if done:
            parts.tick(s, x + w - 11, y + 43, 9)

    def _dense_lines(self, card: OwnCard, die: int | None, done: bool, x: float, y: float) -> None:
        """Draw the card's six lines on a small card, the one in force in a box."""
        s, w, h = self.sketch, self.at.card_w, 20
        for value, (text,) in enumerate(self.at.rows[card.id], 1):
            on = value == die
            if on:
                ink = Ink(PAPER_DIM, LINE, 1.2) if done else Ink(LIT_WASH, INK, 1.2)
                s.rect(x + 7, y, w - 14, h, 4, ink=ink)
            parts.die(s, x + 9, y + 2.5, 15, value)
            s.text(x + 31, y + 14.5, text, Font(13, bold=on))
            y += h

    def _lines(self, card: OwnCard, die: int | None, done: bool, x: float, y: float) -> None:
        """Draw the card's six lines, the one in force in a box."""
        s, w = self.sketch, self.at.card_w
        for value, row in enumerate(self.at.rows[card.id], 1):
            h = row_height(row)
            on = value == die
            if on:
                ink = Ink(PAPER_DIM, LINE, 1.2) if done else Ink(LIT_WASH, INK, 1.2)
                s.rect(x + 12, y, w - 24, h, 4, ink=ink)
            elif value < 6 and value + 1 != die:
                s.line((x + 42, y + h), (x + w - 18, y + h), Ink(line=PAPER_RULE))
            parts.die(s, x + 17, y + h / 2 - 8.5, 17, value)
            for n, text in enumerate(row):
                s.text(x + 42, y + 17 + 15.5 * n, text, Font(14, bold=on))
            y += h

    def _small_own(self, card: OwnCard, left: int, die: int | None, x: float, y: float) -> None:
        s, w, h = self.sketch, self.at.card_w, self.at.own_h
        parts.card(s, x, y, w, h, FERN, self._lift(card), margin=3.5)
        parts.badge(s, x + 17, y + 19, SLOT_NAMES[card.slot][0].upper(), 10, 13)
        font = Font(14, bold=True, serif=True)
        name = card.name if width(card.name, font) <= w - 36 else card.name.split()[-1]
        s.text(x + 30, y + 24, cut(name, font, w - 34), font)
        s.silhouette(OWN_SILHOUETTE[card.id], x + 8, y + 34, 38, FERN)
        parts.die(s, x + w - 48, y + 33, 38, die, shadow=Shadow.RESTING if die else Shadow.NONE)
        parts.pegs(s, x + 10, y + 79, card.track, left, OWN_CUBE[1], w - 46, 16)
        s.text(x + w - 9, y + 92, f"{left}/{card.track}", Font(14, bold=True, anchor="end"))
        if card.id in self.view["used"]:
            parts.tick(s, x + w - 12, y + 70, 9)

    # --- marks, tray, column

    def _marks(self, key: str, x: float, y: float, w: float, h: float) -> None:
        small = self.at.compact or self.at.dense
        if key in self.selected:
            parts.ring(self.sketch, x, y, w, h, gap=1 if small else 3)
        elif part_of(key) in self.legal:
            if w < _DIE_SIZE:
                parts.brackets(self.sketch, x, y, w, h, 1, 9, 3)
            elif small:
                parts.brackets(self.sketch, x, y, w, h, 1, 15, 4)
            else:
                parts.brackets(self.sketch, x, y, w, h)

    def _tray(self, question: str) -> None:
        """Draw the tray: the question, the dice that were rolled, the moves without a card."""
        s, at = self.sketch, self.at
        x, y, w = at.margin, at.tray_y, at.board - 2 * at.margin
        with s.on(Layer.TABLE):
            parts.tray(s, x, y, w, at.tray_h)
        before = len(s.regions)
        left = self._tray_buttons(x + w - 6, y + 6)
        buttons, s.regions[before:] = s.regions[before:][::-1], []
        left = self._tray_dice(left, y + 6)
        s.regions += buttons  # they are drawn from the right, but read from the left
        font, step, found = _tray_lines(question, (left - x - 26) * 0.94, 14 if at.compact else 15)
        first = y + 31 - (step // 2) * (len(found) - 1)
        for n, text in enumerate(found):
            s.text(x + 18, first + step * n, text, font)

    def _tray_buttons(self, right: float, y: float) -> float:
        """Draw the buttons of what may be pressed now; return where they begin."""
        for key in reversed([key for key in _BUTTONS if key in self.legal]):
            long, short, spoken, move = _BUTTONS[key]
            w = parts.button(self.sketch, right, y, short if self.at.compact else long, move)
            self.sketch.box_region(key, right - w, y, w, 38, spoken)
            right -= w + 8
        return right

    def _tray_dice(self, right: float, y: float) -> float:
        """Draw the rolled dice, a dashed place for those that are laid; return where they begin."""
        s, side, step = self.sketch, 38, 46
        rolled = [*self._rolled()]
        # when all are laid, the move that is to be confirmed needs the room
        places = not self.at.compact and not all(laid for _, _, laid in rolled)
        dice = [die for die in rolled if places or not die[2]]
        left = right - step * len(dice)
        for n, (key, value, laid) in enumerate(dice):
            x = left + n * step + 4
            resting = Shadow.NONE if laid else Shadow.RESTING
            parts.die(s, x, y, side, None if laid else value, shadow=resting, ghost=INK_SOFT)
            s.box_region(key, x, y, side, side, f"die {value}, {'laid' if laid else 'rolled'}")
            if not laid:
                self._marks(key, x, y, side, side)
        return left

    def _rolled(self) -> Iterator[tuple[str, int, bool]]:
        """Yield the rolled dice: key, value, and whether it is laid on a card."""
        rolled = self.view["rolled"] if self.view["phase"] == "place" else []
        nth: Counter[int] = Counter()
        keys = []
        for value in rolled:
            nth[value] += 1
            keys.append(f"die {value}" if nth[value] == 1 else f"die {value}#{nth[value]}")
        laid: set[str] = set()
        for wanted in self.laid:
            free = [key for key in keys if key not in laid]
            same = [key for key in free if part_of(key) == part_of(wanted)]
            laid.update([wanted] if wanted in free else same[:1])
        for key, value in zip(keys, rolled, strict=True):
            yield key, value, key in laid

    def _column(self, news: parts.News) -> None:
        """Draw the log at the right."""
        s, at = self.sketch, self.at
        x, y, w = at.board - 8, at.top, at.width - at.board - 24
        parts.log(s, x, y, w, at.tray_y + at.tray_h - y, news)


def _tray_lines(text: str, room: float, size: float) -> tuple[Font, int, list[str]]:
    """Return the words on the tray: font, distance of the lines, the lines.

    What does not fit is said in fewer words, and stands beside the board in full: without what is
    in brackets (it is marked on the cards), at last only its end, which says what to do.
    """
    bare = re.sub(r" \([^)]*\)", "", text)
    end = bare.rpartition(": ")[2]
    for words in (text, bare, end[:1].upper() + end[1:]):
        for font_size, step, most in ((size, 19, 2), (SMALLEST, 15, 3)):
            font = Font(font_size, bold=True)
            found = lines(words, font, room, most)
            if not any(line.endswith("…") for line in found):
                return font, step, found
    return font, step, found


def _name(s: Sketch, x: float, y: float, name: str, room: float) -> None:
    """Write a name as large as it fits, at last with fewer words."""
    sizes = (Font(size, bold=True, serif=True) for size in (18, 16, 14))
    font = next((f for f in sizes if width(name, f) <= room), Font(14, bold=True, serif=True))
    s.text(x, y, shortened(name, font, room), font)


def _signed(change: int) -> str:
    return f"+{change}" if change > 0 else f"−{-change}"
