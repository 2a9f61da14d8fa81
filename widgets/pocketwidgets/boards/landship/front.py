"""Parts of the board, as large as on it, for questions that need no more.

The front row alone is for questions about the enemy's dice; where it is narrow its cards stand
below each other, so that the actions can still be read. The two lines that fight are for
questions about the player's turn.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pocketlib.games.landship.content import ENEMY_ACTIONS, FRONT, OWN_CARDS
from pocketwidgets import parts
from pocketwidgets.boards.landship.layout import Layout, layout
from pocketwidgets.boards.landship.picture import Board, Marks
from pocketwidgets.boards.landship.seen import View, told
from pocketwidgets.palette import PAPER
from pocketwidgets.scene import Font, Layer, Scene

WIDTHS: Final = (820, 360)
_CARD_H: Final = 152
_HEAD: Final = 40
_NAMES: Final = {
    1: ("the die",),
    2: ("lower die", "higher die"),
    3: ("lowest die", "middle die", "highest die"),
}


def front_scene(view: View, *, width: float = WIDTHS[0], theme: str = "light") -> Scene:
    """Return the picture of the front row, with the name of the die that each card gets."""
    narrow = width < 640
    taken = [n for n, cell in enumerate(view["front"]) if cell]
    rows = len(taken) if narrow else 1
    margin = 14 if narrow else 24
    height = 16 + rows * (_HEAD + _CARD_H) + 20
    at = _layout(width, margin, height)
    own = [OWN_CARDS[id] for id in view["own"]]
    board = Board(view, at, told(view), own, Marks())
    s = board.sketch
    s.height = height
    parts.table(s, rim=7, corner=14)
    with s.on(Layer.PIECES):
        for n, column in enumerate(taken):
            x = margin if narrow else at.x(column)
            y = 12 + _HEAD + (n * (_HEAD + _CARD_H) if narrow else 0)
            font = Font(15, italic=True, serif=True, anchor="middle")
            s.text(x + at.card_w / 2, y - 11, _NAMES[len(taken)][n], font, PAPER)
            board.enemy_place(FRONT[column], view["front"][column], x, y)
    return s.scene("The enemy's front row", _words(board, taken), "landship", theme)


def lines_scene(view: View, question: str = "", words: str = "", theme: str = "light") -> Scene:
    """Return the picture of the front row and the own cards; ``words`` describe it."""
    own = [OWN_CARDS[id] for id in sorted(view["own"], key=lambda id: OWN_CARDS[id].slot)]
    wide = layout(WIDTHS[0], own)
    # the front row's place follows from that of the back row, which is left out
    at = replace(wide, top=26 - wide.enemy_h - wide.row_gap)
    board = Board(view, at, told(view), own, Marks())
    board.sketch.height = at.height
    board.draw_lines(question)
    described = " ".join(words.split())
    return board.sketch.scene("The front row and your cards", described, "landship", theme)


def _layout(width: float, margin: float, height: float) -> Layout:
    if width >= 640:
        return Layout(width, width, margin, 14, 0, _CARD_H, 0, 0, 0)
    # three cards as wide as the picture: the board is as wide as if they stood side by side
    return Layout(width, 3 * (width - 2 * margin), 0, 0, 0, _CARD_H, 0, 0, 0)


def _words(board: Board, taken: list[int]) -> str:
    """Return what each card does for each die, for who does not see the picture."""
    told_cards = []
    for n, column in enumerate(taken):
        face = board.cards.faces[board.view["front"][column][0]]
        does = ", ".join(
            f"{die} {'nothing' if action == 'none' else ENEMY_ACTIONS[action]}"
            for die, action in enumerate(face.actions, 1)
        )
        told_cards.append(f"{_NAMES[len(taken)][n]}: {face.short} ({does})")
    return "; ".join(told_cards) + "."
