"""How positions of Mission Command Land are shown: the rows of the board that matter."""

from __future__ import annotations

from collections.abc import Collection

from pocketlib.contract import Seat, State
from pocketwidgets.boards.mission_command.ground import WIDTHS, ground_scene
from pocketwidgets.lessons.plan import Drawer
from pocketwidgets.scene import Scene


def rows(low: int, high: int, marked: Collection[str] = ()) -> Drawer:
    """Return what draws these rows, with dots on the squares of ``marked``."""

    def draw(state: State, seat: Seat | None, theme: str) -> list[Scene]:
        words = state.words("look", seat)
        view = state.observe(seat)
        return [
            ground_scene(view, (low, high), legal=marked, width=width, theme=theme, words=words)
            for width in WIDTHS
        ]

    return draw
