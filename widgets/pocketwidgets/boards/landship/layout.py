"""Where things stand on the board of Pocket Landship, at every width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pocketlib.games.landship.content import Action, OwnCard
from pocketwidgets import parts
from pocketwidgets.metrics import cut
from pocketwidgets.metrics import width as text_width
from pocketwidgets.scene import Font

COLUMN_FROM: Final = 1100
"""From this width on the picture has a column with the log of its own."""
DENSE_FROM: Final = 500
"""A narrower board is a phone's."""
WIDE_FROM: Final = 760
"""A board from DENSE_FROM to this width has little cards with everything on them."""
DENSE_ROW: Final = Font(13, bold=True)
"""A line of an own card on a small board, where it is the one in force."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things stand on a board of one width."""

    width: float
    board: float
    margin: float
    gap: float
    top: float
    enemy_h: float
    row_gap: float
    own_h: float
    tray_h: float
    rim: float = 10
    rows: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    @property
    def compact(self) -> bool:
        """True for a phone's board."""
        return self.board < DENSE_FROM

    @property
    def dense(self) -> bool:
        """True for a board that is small, and yet says what every die does."""
        return DENSE_FROM <= self.board < WIDE_FROM

    @property
    def card_w(self) -> float:
        """Width of every card."""
        return (self.board - 2 * self.margin - 2 * self.gap) / 3

    @property
    def front_y(self) -> float:
        """Top of the enemy's front row."""
        return self.top + self.enemy_h + self.row_gap

    @property
    def land_y(self) -> float:
        """The line of the trench."""
        return self.front_y + self.enemy_h + (17 if self.board < WIDE_FROM else 30)

    @property
    def own_y(self) -> float:
        """Top of the own cards."""
        return self.land_y + (15 if self.board < WIDE_FROM else 26)

    @property
    def tray_y(self) -> float:
        """Top of the tray."""
        return self.own_y + self.own_h + (10 if self.board < WIDE_FROM else 14)

    @property
    def height(self) -> float:
        """Height of the whole picture."""
        return self.tray_y + self.tray_h + (14 if self.board < WIDE_FROM else 20)

    def x(self, column: int) -> float:
        """Return the left edge of a column of cards."""
        return self.margin + column * (self.card_w + self.gap)


def layout(width: float, own: Sequence[OwnCard]) -> Layout:
    """Return the layout for a width of the whole picture."""
    if width < DENSE_FROM:
        return Layout(width, width, 14, 7, 56, 106, 10, 104, 50, rim=5)
    if width < WIDE_FROM:
        room = (width - 2 * 13 - 2 * 10) / 3 - 31 - 6
        lines = {card.id: tuple((_line(action, room),) for action in card.actions) for card in own}
        return Layout(width, width, 13, 10, 48, 106, 11, 224, 50, rows=lines, rim=5)
    board = width - 332 if width >= COLUMN_FROM else width
    wide = board >= 900
    margin = 34 if wide else 24
    card_w = (board - 2 * margin - 28) / 3
    rows = {card.id: _rows(card, card_w - 60) for card in own}
    tallest = max(sum(map(row_height, card_rows)) for card_rows in rows.values())
    return Layout(
        width=width,
        board=board,
        margin=margin,
        gap=14,
        top=82 if wide else 106,
        enemy_h=152,
        row_gap=16,
        own_h=62 + tallest + 55,
        tray_h=50,
        rows=rows,
    )


def _rows(card: OwnCard, room: float) -> tuple[tuple[str, ...], ...]:
    """Return the card's six lines, in two after the name where they do not fit even in bold."""
    rows: list[tuple[str, ...]] = []
    for action in card.actions:
        if text_width(action.title, parts.STRONG) <= room * 0.94 or not action.text:
            rows.append((action.title,))
        else:
            rows.append((f"{action.name}:", cut(action.text, parts.STRONG, room)))
    return tuple(rows)


def _line(action: Action, room: float) -> str:
    """Return a line of an own card for little room: without its name, if there is none for it."""
    fits = text_width(action.title, DENSE_ROW) <= room
    return action.title if fits or not action.text else action.text


def row_height(row: tuple[str, ...]) -> float:
    """Return the height of a line of an own card, which may be broken in two."""
    return 23.5 if len(row) == 1 else 39
