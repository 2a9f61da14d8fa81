"""What one may ask odds about, and a simple valuation for the greedy player (section 12)."""

from __future__ import annotations

from typing import Any, Final

from pocketlib.contract import Measure
from pocketlib.games.landship.content import HULL, SUPPORT, WEAPON
from pocketlib.games.landship.table import Table

_WORTH: Final = ((2.0, 10.8, 0.55), (2.0, 10.8, 0.55), (1.6, 5.4, 0.6))
"""For hull, weapon and support at strength s: a s + b (1 - c^s)."""


def enemy_strength(state: Any) -> int:
    """Return the sum of the strengths that are left on the mobile enemies."""
    cells = (*state.table.front, *state.table.back)
    return sum(cell[1] for cell in cells if cell is not None and not cell[0].hazard)


MEASURES: Final = {
    "hull": Measure("strength of the hull", lambda state: state.table.own[HULL]),
    "weapon": Measure("strength of the main weapon", lambda state: state.table.own[WEAPON]),
    "support": Measure("strength of the support", lambda state: state.table.own[SUPPORT]),
    "enemies": Measure("enemy cards left", lambda state: state.table.enemies()),
    "enemy strength": Measure("strength left on the enemies that can be hit", enemy_strength),
    "chaos": Measure("dice lost to Chaos", lambda state: state.table.chaos),
}


def value(table: Table) -> float:
    """Return how good the position is for the player: won 1000, lost -300."""
    if table.result is not None:
        return 1000.0 if table.result[0] else -300.0
    own = sum(a * s + b * (1 - c**s) for s, (a, b, c) in zip(table.own, _WORTH, strict=True) if s)
    enemy = 0.0
    for cell in (*table.front, *table.back):
        if cell is not None:
            face, number = cell
            if face.hazard:
                enemy += 2.7 * (face.track - number)
            else:
                enemy += 0.16 * face.strength + 2 * number
    return own - enemy + 2.7 * table.adrenaline - 3 * table.chaos
