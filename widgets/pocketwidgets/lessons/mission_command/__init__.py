"""The questions of probability in Mission Command Land (section 10 of its rules document)."""

from __future__ import annotations

from typing import Final

from pocketwidgets.lessons.mission_command import decisions, duels, shots
from pocketwidgets.lessons.plan import Plan

PLANS: Final[tuple[Plan, ...]] = (*shots.PLANS, *duels.PLANS, *decisions.PLANS)
"""In the order of their numbers."""
