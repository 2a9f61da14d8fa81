"""The fifteen questions of probability in Pocket Landship (section 10 of its rules document)."""

from __future__ import annotations

from typing import Final

from pocketwidgets.lessons.landship import dealing, dice, duels, turns
from pocketwidgets.lessons.plan import Plan

_FOUND: Final = (*dice.PLANS, *dealing.PLANS, *turns.PLANS, *duels.PLANS)
PLANS: Final[tuple[Plan, ...]] = tuple(
    sorted(_FOUND, key=lambda plan: int(plan.ask.id.rpartition(".")[2]))
)
"""In the order of their numbers."""
