"""The sheets of the two squadrons: strengths, chips, losses, and what else is left of a side."""

from __future__ import annotations

from pocketwidgets import parts
from pocketwidgets.boards.mission_command import tokens
from pocketwidgets.boards.mission_command.layout import Box, Layout
from pocketwidgets.boards.mission_command.seen import HELI_CHIPS, SEATS, Piece, Seen, guess
from pocketwidgets.metrics import lines, width
from pocketwidgets.palette import INK, INK_SOFT, LINE, PAPER_DIM
from pocketwidgets.scene import Font, Ink, Sketch

_BOLD = Font(14, bold=True)
_NARROW = 280
"""A sheet that is narrower has room for the name of a side, and for small signs."""


def sheet(s: Sketch, seen: Seen, at: Layout, seat: int, box: Box) -> None:
    """Draw the sheet of a seat."""
    x, y, w, h = box
    mine = seat == seen.seat
    name = SEATS[seat].capitalize()
    open_to_all = seen.seat is None or seen.phase == "over"
    head = f"You, {SEATS[seat]}" if mine else name if open_to_all else f"{name}, as you know"
    side = seen.view["sides"][seat]
    narrow = w < _NARROW
    if narrow:
        head = head.partition(", as")[0]
    aside = "" if side is None else _aside(seen, seat)
    parts.sheet(s, x, y, w, h, head, aside.replace("strength, ", "") if narrow else aside)
    if side is None:
        words = "Sets up unseen. Both armies are shown when both are complete."
        font = Font(14, italic=True)
        for n, row in enumerate(lines(words, font, (w - 32) * 0.94, 3)):
            s.text(x + 16, y + 66 + 19 * n, row, font, INK_SOFT)
        return
    entries = _entries(seen, seat)
    if at.compact:
        step = (w - 24) / max(len(entries), 6)
        for i, (tank, id, strength) in enumerate(entries):
            left = x + 12 + i * step
            _small(s, tank, id, strength, seat, left, y + 47, step, not seen.setup)
        _rest(s, seen, seat, x + 12, y + h - 30, w - 24, 20 if narrow else 24)
        return
    half = (w - 24) / 2
    for i, (tank, id, strength) in enumerate(entries):
        left, top = x + 16 + i % 2 * half, y + 49 + i // 2 * at.pitch
        _entry(s, seen, tank, id, strength, seat, left, top, half - 8)
    _rest(s, seen, seat, x + 16, y + h - 38, w - 32, 28)


def _aside(seen: Seen, seat: int) -> str:
    """Return what stands at the right of the head."""
    if seen.setup:
        return "strength"
    stacks = seen.view["sides"][seat].get("stacks")
    if stacks:
        return "stacks " + "  ".join(f"{left}/{strength}" for strength, left in stacks.items())
    hidden = seen.hidden(seat)
    if seat == seen.seat or not hidden:
        return "strength, chips left"
    return "hidden: " + " ".join(map(str, hidden))


def _entries(seen: Seen, seat: int) -> list[tuple[Piece | None, str, int | None]]:
    """Return the tanks by letter, lost ones too: the tank or None, its letter, its strength."""
    tanks = [p for p in seen.pieces if p.seat == seat and p.kind == "tank"]
    found: list[tuple[Piece | None, str, int | None]] = [
        (tank, tank.id or "", tank.strength) for tank in tanks
    ]
    lost = seen.view["sides"][seat]["lost"]
    found += [(None, tank["id"] or "", tank["strength"]) for tank in lost]
    if seen.setup:
        placed = {tank.strength for tank in tanks}
        found += [(None, "", strength) for strength in seen.strengths if strength not in placed]
    return sorted(found, key=lambda entry: (entry[1] or "Z", entry[2] or 0))


def _entry(
    s: Sketch,
    seen: Seen,
    tank: Piece | None,
    id: str,
    strength: int | None,
    seat: int,
    x: float,
    y: float,
    w: float,
) -> None:
    size = 42
    tokens.token(
        s,
        x,
        y,
        size,
        seat,
        "tank",
        id if tank else "",
        turned=tank is not None and tank.home,
        ghost=tank is None,
        struck=not seen.setup,
    )
    left, room = x + size + 10, w - size - 10
    if tank is None:
        s.text(left, y + 18, f"{id}, strength {strength}".lstrip(", "), parts.BODY, INK_SOFT)
        words = "to be placed" if seen.setup else "out of the game"
        if width(words, parts.SMALL) > room:
            words = "to come" if seen.setup else "lost"
        s.text(left, y + 36, words, parts.SMALL, INK_SOFT)
    elif tank.strength is not None:
        s.text(left, y + 17, f"strength {strength}", _BOLD)
        if tank.known and seat == seen.seat and not seen.setup:
            _eye(s, left + width(f"strength {strength}", _BOLD) * 1.06 + 6, y + 12)
        r = min(6.0, (room / tank.strength - 1.6) / 2)
        tokens.chip_row(s, left + r, y + 32, tank.chips or 0, tank.strength, r)
    else:
        if not tank.hits:
            s.text(left, y + 26, "not hit yet", parts.BODY)
            return
        first, _, more = guess(tank.hits).partition(": ")
        s.text(left, y + 18, f"{first}:", parts.BODY)
        s.text(left, y + 36, more, _BOLD)


def _eye(s: Sketch, x: float, y: float) -> None:
    """Draw an eye: the other side knows this strength."""
    s.path(f"M{x:.4g} {y:.4g}q8 -8 16 0q-8 8 -16 0z", Ink(line=INK, width=1.4))
    s.circle(x + 8, y, 2.4, Ink(INK))


def _small(
    s: Sketch,
    tank: Piece | None,
    id: str,
    strength: int | None,
    seat: int,
    x: float,
    y: float,
    step: float,
    struck: bool,
) -> None:
    """Draw a tank of a phone's sheet: token, below it chips left and strength."""
    size = min(36.0, step - 6)
    turned = tank is not None and tank.home
    left = x + (step - size) / 2
    letter = id if tank else ""
    tokens.token(s, left, y, size, seat, "tank", letter, turned, tank is None, struck)
    font = Font(14, bold=tank is not None, anchor="middle")
    if tank is None:
        words = str(strength)
    elif strength is not None:
        words = f"{tank.chips}/{strength}"
    else:
        words = f"{tank.hits + 1}+" if tank.hits else "?"
    s.text(x + step / 2, y + size + 17, words, font, INK if tank else INK_SOFT)


def _rest(s: Sketch, seen: Seen, seat: int, x: float, y: float, w: float, size: float) -> None:
    """Draw what else a side has: helicopter, guns, installations; what is lost is struck out."""
    side = seen.view["sides"][seat]
    s.line((x, y - 6), (x + w, y - 6), Ink(line=PAPER_DIM, width=1.4))
    guns = len(side["art"])
    found = [
        ("heli", f"{side['heli']['chips']}/{HELI_CHIPS}" if side["heli"] else "", side["heli"]),
        ("art", f"{guns}/{seen.guns}", guns),
        ("launcher", "", side["launcher"]),
        ("pad", "", side["pad"]),
        ("ammo", "", side["ammo"]),
        ("fuel", "", side["fuel"]),
    ]
    wide = [size + (width(text, _BOLD) * 1.06 + 5 if text else 0) for _, text, _ in found]
    gap = (w - sum(wide)) / (len(found) - 1)
    for (kind, text, there), room in zip(found, wide, strict=True):
        if kind in ("pad", "ammo", "fuel"):
            if there:
                tokens.site(s, x, y, size, seat, kind)
            else:
                _gone(s, x, y, size, kind, not seen.setup)
        else:
            tokens.token(s, x, y, size, seat, kind, ghost=not there, struck=not seen.setup)
        if text:
            s.text(x + size + 5, y + size / 2 + 5, text, _BOLD, INK if there else INK_SOFT)
        x += room + gap


def _gone(s: Sketch, x: float, y: float, size: float, kind: str, struck: bool) -> None:
    s.rect(x, y, size, size, 3, ink=Ink(PAPER_DIM, LINE, 1.2, dash=(4, 3)))
    k = size * 0.14
    s.silhouette(kind, x + k, y + k, size - 2 * k, "#8A8071", PAPER_DIM)
    if struck:
        s.line((x + 4, y + size - 4), (x + size - 4, y + 4), Ink(line=INK_SOFT, width=2))
