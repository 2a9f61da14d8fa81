"""The boards: for each game a function from what a seat sees to a picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from pocketwidgets.boards import plain
from pocketwidgets.scene import Scene


class Board(Protocol):
    """What a module of a board offers.

    ``WIDTHS`` are the widths it draws well on a page, the widest first; ``PRINT_WIDTH`` is that of
    a picture which stands alone; ``CLOTH`` is a name of the palette. It may also offer ``LISTED``:
    more moves than this under one heading are a list to choose from; ``QUIET = True``: at the
    table the question stands beside the board only, and so do the steps that are told;
    ``LOW_WIDTH``: a width more, at which the live board is no higher than a low window; and
    ``entry(view, outcomes)``: an outcome of chance as an ``entering.Entry``, to be typed in part
    by part, or None.

    ``scene`` is given ``legal``, the parts of moves that may be pressed now (and the services
    CONFIRM and TAKE_BACK of ``selecting``, for boards that draw buttons for them), ``selected``,
    the keys of the regions that are chosen, and ``laid``, whole paths to be confirmed.
    """

    WIDTHS: tuple[int, ...]
    PRINT_WIDTH: int
    CLOTH: str

    @staticmethod
    def scene(
        view: Mapping[str, Any],
        *,
        width: float = ...,
        past: Sequence[Mapping[str, Any]] = ...,
        legal: Collection[str] = ...,
        selected: Collection[str] = ...,
        laid: Sequence[tuple[str, ...]] = ...,
        theme: str = ...,
        question: str = ...,
        news: Sequence[tuple[str, str]] = ...,
        words: str = ...,
    ) -> Scene:
        """Return the picture of an observation."""


def board_of(game_id: str) -> Board:
    """Return the board of a game, the plain one if it has none of its own."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", game_id) and game_id not in ("cover", "plain"):
        name = f"pocketwidgets.boards.{game_id}"
        try:
            return cast(Board, import_module(name))
        except ModuleNotFoundError as missing:
            if missing.name != name:
                raise
    return cast(Board, plain)
