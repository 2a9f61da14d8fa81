"""What one may ask odds about, and a simple valuation for the greedy player (section 12)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pocketlib.chance import Chance
from pocketlib.contract import Measure, Move, Seat
from pocketlib.games.mission_command.content import NEIGHBOURS, SEATS, STRIDE, squares_of
from pocketlib.games.mission_command.moves import Roll, rolls
from pocketlib.games.mission_command.table import Side

if TYPE_CHECKING:
    from pocketlib.games.mission_command.node import Node


def _tanks(side: Side) -> int:
    return len(side.tanks)


def _chips(side: Side) -> int:
    return sum(tank.chips for tank in side.tanks)


def _heli(side: Side) -> int:
    return 0 if side.heli is None else side.heli[1]


def _guns(side: Side) -> int:
    return len(side.art) + (side.launcher is not None)


def _sites(side: Side) -> int:
    return side.sites.bit_count()


_COUNTS: Final = {
    "tanks": ("tanks left", _tanks),
    "chips": ("chips left on the tanks", _chips),
    "heli": ("chips of the helicopter", _heli),
    "guns": ("guns left", _guns),
    "sites": ("installations left", _sites),
}


def _of_side(count: Callable[[Side], int], seat: Seat) -> Callable[[Any], int]:
    def of(node: Node) -> int:
        return count(node.table.sides[seat])

    return of


def _measures() -> dict[str, Measure]:
    found = {}
    for seat, name in enumerate(SEATS):
        for key, (words, of) in _COUNTS.items():
            found[f"{name} {key}"] = Measure(f"{name.capitalize()}: {words}", _of_side(of, seat))
    found["battles"] = Measure("battles still to be fought", lambda node: len(node.pairs))
    return found


MEASURES: Final = _measures()

# --- the valuation -----------------------------------------------------------------------------

WON: Final = 1000.0
TANK, CHIP, HELI_CHIP, GUN, SITE = 1.5, 1.0, 0.5, 1.0, 1.2
"""What a piece is worth, roughly in chips."""
ADVANCE, FIGHT = 0.1, 4.0
"""What a row gained is worth, and how much a sure win of a battle to come."""


@cache
def win_chance(attacker: int, defender: int, reds: int, blues: int) -> float:
    """Return the chance that a tank with so many chips beats another that it attacks.

    A double miss changes nothing, so it is divided out. Floats: this only guides a player.
    """
    hits = _hit_chances(rolls(3, reds, blues))
    total = 0.0
    for first, chance in enumerate(hits):
        if first >= defender:
            total += chance
            continue
        for second, other in enumerate(hits):
            if second < attacker and (first or second):
                after = win_chance(attacker - second, defender - first, reds, blues)
                total += chance * other * after
    return total / (1 - hits[0] ** 2)


def _hit_chances(roll: Chance[Move]) -> list[float]:
    """Return the chances of 0 to 3 red dice."""
    found = [0.0] * 4
    for outcome in roll:
        if isinstance(outcome, Roll):
            found[outcome.reds] += float(roll.probability(outcome))
    return found


def value(node: Node, seat: Seat) -> float:
    """Return how good the position is for ``seat``: won 1000, lost -1000."""
    result = node.result
    if result is not None:
        return WON * result[seat]
    table = node.table
    mine, theirs = (_worth(table.sides[s], table.kit.end_rows[s][0]) for s in (seat, 1 - seat))
    outlook = _outlook(node)
    return mine - theirs + (outlook if seat == table.mover else -outlook)


def _worth(side: Side, back_row: int) -> float:
    worth = TANK * _tanks(side) + CHIP * _chips(side) + HELI_CHIP * _heli(side)
    worth += GUN * _guns(side) + SITE * _sites(side)
    return worth + ADVANCE * sum(abs(tank.at // STRIDE - back_row) for tank in side.tanks)


def _outlook(node: Node) -> float:
    """Return what the mover may hope for from the battles that its moved tanks will have."""
    table, going = node.table, node.going
    if going is None or table.turn <= 2 or node.phase not in ("move", "shots"):
        return 0.0
    side, other = table.sides[table.mover], table.sides[1 - table.mover]
    dice = table.kit.options["reds"], table.kit.options["blues"]
    guns, outlook = other.gun_squares(), 0.0
    for tank in side.tanks:
        if tank.id in going.moved:
            near = NEIGHBOURS[tank.at] & other.units
            outlook += GUN * (near & guns).bit_count()
            outlook += SITE * (other.sites >> tank.at & 1)
            for at in squares_of(near & ~guns):
                enemy = other.tank_at(at)
                if enemy is not None:
                    chance = win_chance(tank.chips, enemy.chips, *dice)
                    outlook += FIGHT * (chance - 0.5)
    return outlook
