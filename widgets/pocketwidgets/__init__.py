"""The notebook front end of the pocket games.

>>> from pocketwidgets import PlayTable
>>> PlayTable("landship", seed=7)
<PlayTable: Pocket Landship>

Scenes, painters and boards need no Jupyter; only what is named here does, and is loaded when it
is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pocketwidgets.lesson import Exercise, Question
    from pocketwidgets.lessons import check
    from pocketwidgets.minute import OneMinute
    from pocketwidgets.replay import Replay
    from pocketwidgets.table import PlayTable

__all__ = ["Exercise", "OneMinute", "PlayTable", "Question", "Replay", "check"]

_HOMES = {
    "Exercise": "pocketwidgets.lesson",
    "OneMinute": "pocketwidgets.minute",
    "PlayTable": "pocketwidgets.table",
    "Question": "pocketwidgets.lesson",
    "Replay": "pocketwidgets.replay",
    "check": "pocketwidgets.lessons",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
