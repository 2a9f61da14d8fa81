"""What a seat may know (4.10), and positions it could be in.

The prior of :func:`guess`, the same for both seats:

* Strengths of tanks that are not known: every way to deal out the strengths that are left, each
  to a tank that has taken fewer hits, is equally likely.
* The other side's pieces during the set-up: each formation on offer is equally likely (without
  any, each piece goes to a random legal space), and so is each order of the tanks. If that side
  is still placing, any number of its pieces may stand; if its turn is to come, none do.
* Markers that are out: the full number of each kind, each on a random legal space. While they are
  being plotted, any step, and any number of markers in it, is equally likely.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

from pocketlib.contract import Dump, Seat
from pocketlib.games.mission_command.content import (
    BIT,
    KINDS,
    MISSILE_MARKERS,
    MOST_TANK_MARKERS,
    NAMES,
    NUMBERS,
    SITES,
    Mask,
    squares_of,
)

if TYPE_CHECKING:
    from pocketlib.games.mission_command.node import Node
    from pocketlib.games.mission_command.table import Kit, Side, Table


# --- observing ---------------------------------------------------------------------------------


def observe(node: Node, seat: Seat | None) -> Dump:
    """Return the dump as far as ``seat`` may know it; all of it for None."""
    seen = node.dump()
    if seat is None:
        return seen
    if node.phase == "setup":
        seen["sides"][1 - seat] = None
        if node.to_move != seat:
            seen["step"] = None
        return seen
    for side in seen["sides"]:
        for tank in side["tanks"]:
            tank["hits"] = tank["strength"] - tank["chips"]
    enemy = seen["sides"][1 - seat]
    if node.table.kit.open_stacks:
        stacks = sorted((tank["strength"], tank["chips"]) for tank in enemy["tanks"])
        enemy["stacks"] = {str(strength): chips for strength, chips in stacks}
    if node.phase != "over":
        for tank in enemy["tanks"]:
            if not tank["known"]:
                tank["strength"] = tank["chips"] = None
    if seat == node.table.mover:
        seen["plots"] = None
        if node.phase == "plot":
            seen["step"] = None
    return seen


def shows(node: Node, seat: Seat) -> bool:
    """Has the move to ``node``, one of ``seat``'s own, shown it what it could not foresee?

    Placing, plotting and moving pieces do not. The end of a movement does: it tells what the
    markers have found, even if that is nothing. So does the last piece placed: the armies are seen.
    """
    turn_begins = any(event[0] == "turn" for event in node.events(seat))
    return turn_begins or node.phase not in ("setup", "plot", "move")


# --- guessing ----------------------------------------------------------------------------------


def guess(observation: Dump, history: Sequence[Dump], rng: Random) -> Node:
    """Return a position that looks like ``observation`` to its seat; see above for the prior.

    ``history`` are the seat's earlier observations; from them comes where pieces stood when the
    markers were plotted. Raises BadDump if ``observation`` is none.
    """
    from pocketlib.games.mission_command.loading import load
    from pocketlib.games.mission_command.loading_table import kit_of

    whole = copy.deepcopy(observation)
    kit = kit_of(whole["options"])
    if whole["phase"] == "setup":
        _guess_setup(whole, kit, rng)
        return load(whole)
    for side in whole["sides"]:
        side.pop("stacks", None)
        _guess_strengths(side, kit, rng)
    if whole["plots"] is None:
        _guess_plots(whole, history, kit, rng)
    return load(whole)


def _guess_strengths(side: Dump, kit: Kit, rng: Random) -> None:
    tanks = side["tanks"]
    hits = [tank.pop("hits") for tank in tanks]
    secret = [(tank, hit) for tank, hit in zip(tanks, hits, strict=True) if not tank["strength"]]
    told = {tank["strength"] for tank in (*tanks, *side["lost"])}
    left = [strength for strength in kit.army.strengths if strength not in told]
    dealt = [
        order
        for order in permutations(left)
        if all(strength > hit for strength, (_, hit) in zip(order, secret, strict=True))
    ]
    for (tank, hit), strength in zip(secret, rng.choice(dealt), strict=True):
        tank["strength"], tank["chips"] = strength, strength - hit


def _guess_plots(whole: Dump, history: Sequence[Dump], kit: Kit, rng: Random) -> None:
    whole["plots"] = {kind: [] for kind in KINDS}
    if whole["turn"] <= 2 or whole["phase"] not in ("plot", "move"):
        return
    then = _when_plotted(whole, history)
    steps = list(_plot_steps(whole, then, kit))
    last = rng.randrange(len(steps)) if whole["phase"] == "plot" else len(steps)
    taken = 0
    for number, (kind, allowance, squares) in enumerate(steps[: last + 1]):
        free = squares_of(squares & ~taken)
        most = min(allowance, len(free))
        count = rng.randrange(most) if number == last else most
        marked = sorted(rng.sample(free, count))
        whole["plots"][kind] = [NAMES[sq] for sq in marked]
        for sq in marked:
            taken |= BIT[sq]
    if whole["phase"] == "plot":
        whole["step"] = steps[last][0]


def _when_plotted(whole: Dump, history: Sequence[Dump]) -> Dump:
    """Return the seat's view of the board when the markers were plotted, if it is on record."""
    for earlier in reversed(history):
        if earlier["turn"] != whole["turn"]:
            break
        if earlier["phase"] == "plot":
            return earlier
    return whole


def _plot_steps(whole: Dump, then: Dump, kit: Kit) -> Iterator[tuple[str, int, Mask]]:
    """Yield the steps that the plotter goes through: kind, allowance, legal spaces (4.3).

    Spaces on which pieces that have moved since stand now are open if they were so ``then``.
    """
    mover = whole["mover"]
    plotter = then["sides"][1 - mover]
    closed = sites = 0
    for seat, side in enumerate(then["sides"]):
        for name in _unit_squares(side, then["move"] if seat == mover else None):
            closed |= BIT[NUMBERS[name]]
        for piece in SITES:
            if side[piece] is not None:
                sites |= BIT[NUMBERS[side[piece]]]
    missiles = plotter["launcher"] and plotter["ammo"] and then["sides"][mover]["heli"]
    allowances = (
        min(MOST_TANK_MARKERS, len(plotter["tanks"])),
        MISSILE_MARKERS if missiles else 0,
        len(plotter["art"]),
    )
    for kind, allowance in zip(KINDS, allowances, strict=True):
        squares = kit.board & ~closed & ~(sites if kind == "missile" else 0)
        if allowance and squares:
            yield kind, allowance, squares


def _unit_squares(side: Dump, moved: Dump | None) -> Iterator[str]:
    """Yield the squares of the units of a side that have not moved."""
    yield from side["art"]
    if side["launcher"] is not None:
        yield side["launcher"]
    if side["heli"] is not None and not (moved and moved["flown"]):
        yield side["heli"]["at"]
    for tank in side["tanks"]:
        if moved is None or tank["id"] not in moved["moved"]:
            yield tank["at"]


def _guess_setup(whole: Dump, kit: Kit, rng: Random) -> None:
    from pocketlib.games.mission_command.node import plain_side

    other = whole["sides"].index(None)
    side = _drawn_side(kit, other, rng)
    if whole["to_move"] == other:
        pieces = 4 + kit.army.guns + len(kit.army.strengths)
        whole["step"] = _take_back(side, kit, rng.randrange(pieces))
    elif other == 1:
        _take_back(side, kit, 0)
    whole["sides"][other] = plain_side(side)


def _drawn_side(kit: Kit, seat: Seat, rng: Random) -> Side:
    """Return a complete side, drawn from the prior."""
    from pocketlib.games.mission_command.placing import next_piece
    from pocketlib.games.mission_command.table import empty_table

    table: Table = empty_table(kit)
    while table.sides[seat].heli is None:
        node = next_piece(table, seat)
        moves = node.moves()
        on_offer = kit.forms if node.step == "pad" and kit.forms else moves
        table = node.place(rng.choice(on_offer))
    return table.sides[seat]


def _take_back(side: Side, kit: Kit, stand: int) -> str:
    """Leave only the first ``stand`` pieces of a complete side; return the step that is next."""
    placing = sorted(side.tanks, key=lambda tank: tank.strength)
    guns = kit.army.guns
    side.heli = None
    tanks = max(0, stand - 4 - guns)
    side.tanks = tuple(tank._replace(id="") for tank in placing[:tanks])
    steps = [*SITES, *["art"] * guns, "launcher", *(f"tank{n}" for n in kit.army.strengths)]
    if stand < 4 + guns:
        side.launcher = None
    side.art = side.art[: max(0, stand - 3)]
    for number, piece in enumerate(SITES):
        if stand <= number:
            setattr(side, piece, None)
    return steps[stand]
