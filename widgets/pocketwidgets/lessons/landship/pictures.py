"""How positions of Pocket Landship are shown: the front row, the lines that fight, or all."""

from __future__ import annotations

from pocketlib.contract import Seat, State
from pocketwidgets.boards import landship
from pocketwidgets.boards.landship.front import WIDTHS as FRONT_WIDTHS
from pocketwidgets.boards.landship.front import front_scene, lines_scene
from pocketwidgets.scene import Scene


def front(state: State, seat: Seat | None, theme: str) -> list[Scene]:
    """Draw the enemy's front row."""
    view = state.observe(seat)
    return [front_scene(view, width=width, theme=theme) for width in FRONT_WIDTHS]


def lines(state: State, seat: Seat | None, theme: str) -> list[Scene]:
    """Draw the front row and the own cards; on a phone the whole table."""
    words, asked = _told(state)
    drawn = lines_scene(state.observe(seat), asked, words, theme)
    return [drawn, table(state, seat, theme)[-1]]


def table(state: State, seat: Seat | None, theme: str) -> list[Scene]:
    """Draw the whole table."""
    words, asked = _told(state)
    return [
        landship.scene(state.observe(seat), width=width, theme=theme, words=words, question=asked)
        for width in landship.WIDTHS[1:]
    ]


def _told(state: State) -> tuple[str, str]:
    return state.words("look"), str(state.question())
