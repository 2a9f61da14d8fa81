"""The moves of Mission Command Land under headings."""

from __future__ import annotations

from collections.abc import Sequence

from pocketlib.contract import Move
from pocketwidgets.boards.mission_command.seen import NAMES, Seen, View


def groups(view: View, moves: Sequence[Move]) -> list[tuple[str, list[Move]]]:
    """Return the moves under headings: by the piece that moves, or what is placed."""
    seen = Seen(view)
    found: dict[str, list[Move]] = {}
    for move in moves:
        found.setdefault(_heading(seen, move.split()), []).append(move)
    return list(found.items())


def _heading(seen: Seen, words: Sequence[str]) -> str:
    kind, *squares = words
    if kind == "form":
        return "A whole formation"
    if kind in ("done", "end") or not squares:
        return ""
    if kind == "fly":
        heli = next(
            (p for p in seen.units.values() if p.kind == "heli" and p.seat == seen.mover), None
        )
        return f"Helicopter from {heli.at}" if heli else "Helicopter"
    if kind in ("mv", "attack"):
        it = seen.units.get(squares[0])
        if it is None:
            return ""
        what = f"Tank {it.id}, strength {it.strength}," if it.kind == "tank" else "Helicopter"
        where = f"on {squares[0]}"
        return f"{what} {where} attacks" if kind == "attack" else f"{what} {where}"
    if seen.phase == "plot":
        return f"{NAMES[kind].capitalize()} marker on"
    if kind.startswith("tank"):
        return f"Tank of strength {kind[4:]} on"
    return f"{NAMES[kind].capitalize()} on"
