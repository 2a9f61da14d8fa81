"""The questions of the lessons, with one answer key for all ways of checking.

>>> from pocketwidgets.lessons import check
>>> check("LS-10.3a", "1/6").right
False
"""

from __future__ import annotations

from typing import Any

from pocketwidgets.answers import Result
from pocketwidgets.lessons.plan import Ask, Plan

__all__ = ["asks", "check", "plan_of", "plans"]


def plans() -> dict[str, Plan]:
    """Return all questions by their ids."""
    from pocketwidgets.lessons import landship, mission_command  # the answers need the engines

    return {plan.ask.id: plan for plan in (*landship.PLANS, *mission_command.PLANS)}


def plan_of(id: str) -> Plan:
    """Return the question with this id. Raises LookupError with the ids that there are."""
    found = plans()
    if id not in found:
        raise LookupError(f"there is no question {id!r}; there are {', '.join(found)}")
    return found[id]


def asks() -> dict[str, Ask]:
    """Return all that is asked: the questions, and the exercises that follow them."""
    every = [ask for plan in plans().values() for ask in (plan.ask, *plan.exercises)]
    return {ask.id: ask for ask in every}


def check(id: str, answer: Any) -> Result:
    """Return whether ``answer`` is right, and a friendly sentence about it.

    ``answer`` is what one would type, or a number. Raises LookupError for an unknown ``id``.
    """
    found = asks()
    if id not in found:
        raise LookupError(f"there is no question {id!r}; there are {', '.join(found)}")
    return found[id].judge(answer)
