"""Whether a simulation agrees with an exact number."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt


def agrees(exact: Fraction, results: list[float], widest: float = 0.03) -> bool:
    """Is the mean of ``results`` within four standard errors of ``exact``?

    The errors come from the exact chance if the results are 0 and 1, else from the results; an
    interval that reaches further than ``widest`` to each side would say nothing, and fails.
    """
    n = len(results)
    found = sum(results) / n
    if {*results} <= {0, 1}:
        variance = float(exact * (1 - exact))
    else:
        variance = sum((x - found) ** 2 for x in results) / n
    margin = 4 * sqrt(variance / n)
    assert 0 < margin <= widest
    return abs(found - float(exact)) <= margin
