"""The cards of a real game of Pocket Landship, entered side by side."""

from __future__ import annotations

from collections.abc import Sequence

from pocketlib.contract import Move
from pocketwidgets.boards.landship.seen import View, set_of
from pocketwidgets.entering import Entry, Part

_ASK = "Which side of each card is up?"


def entry(view: View, outcomes: Sequence[Move]) -> Entry | None:
    """Return the choice of a side of each card, where that is what chance decides."""
    if view["phase"] != "pick":
        return None
    parts = tuple(
        Part(f"Card {number}", ((a.short, "a"), (b.short, "b")))
        for number, (a, b) in enumerate(set_of(view).cards, 1)
    )
    ask = _ASK
    if len(outcomes) < 2 ** len(parts):
        ask += f" With this total strength, {len(outcomes)} choices are possible."
    return Entry(ask, "pick ", parts)
