"""The picture of Mission Command Land, drawn from the table upwards."""

from __future__ import annotations

from math import hypot
from typing import Final

from pocketwidgets import parts
from pocketwidgets.boards.mission_command import armies, panel, tokens
from pocketwidgets.boards.mission_command.layout import Layout
from pocketwidgets.boards.mission_command.seen import COLUMNS, Seen, spot
from pocketwidgets.metrics import width
from pocketwidgets.palette import INK, INK_SOFT, LINE, LIT, LIT_WASH, OFF, PAPER, PAPER_DIM
from pocketwidgets.scene import Font, Ink, Layer, Point, Shadow, Sketch

TITLE: Final = "Mission Command Land"
GROUND, CHEQUER = "#F1E8CF", "#E7DBBB"
_HILLS: Final = (
    ((0, 0.32), (0.17, 0.28), (0.22, 0.39), (0.41, 0.32), (0.59, 0.25), (0.8, 0.29), (1, 0.36)),
    ((0, 0.37), (0.15, 0.34), (0.24, 0.44), (0.42, 0.42), (0.64, 0.3), (0.81, 0.34), (1, 0.41)),
    ((0.15, 0), (0.17, 0.09), (0.36, 0.1), (0.43, 0.04), (0.5, 0.01), (0.52, 0), (0.55, 0)),
    ((0, 0.79), (0.12, 0.73), (0.26, 0.78), (0.31, 0.86), (0.34, 0.93), (0.29, 0.97), (0.26, 1)),
    ((0.59, 1), (0.59, 0.89), (0.76, 0.86), (0.85, 0.89), (0.93, 0.92), (0.97, 0.88), (1, 0.86)),
)
"""Pencilled contour lines, in parts of the board's width and height: two curves each."""


class Board:
    """One picture in the making."""

    def __init__(
        self, seen: Seen, place: Layout, legal: frozenset[str], selected: frozenset[str]
    ) -> None:
        self.seen = seen
        self.at = place
        self.legal = legal
        self.selected = selected
        self.sketch = Sketch(place.width, place.height)

    def draw(self, question: str, news: parts.News) -> None:
        """Draw everything, from the table upwards."""
        s, at = self.sketch, self.at
        if at.compact:
            parts.table(s, rim=5, corner=12)
        else:
            parts.table(s)
        self._paper()
        with s.on(Layer.PIECES):
            self._title()
            self._on_the_board()
            self._regions()
            panel.draw(s, self.seen, at, self.legal, question)
            bottom = self.seen.bottom
            armies.sheet(s, self.seen, at, bottom, at.own)
            armies.sheet(s, self.seen, at, 1 - bottom, at.other)
            if at.log is not None:
                parts.log(s, *at.log, news)

    def draw_ground(self) -> None:
        """Draw the board alone, with all that stands on it."""
        self._paper()
        with self.sketch.on(Layer.PIECES):
            self._on_the_board()

    def _on_the_board(self) -> None:
        self._halves()
        self._trails()
        self._pieces()
        self._targets()
        self._flags()
        self._fights()

    # --- squares

    def corner(self, square: str) -> Point:
        """Return the upper left corner of a square in the picture."""
        column, row = spot(square)
        if self.seen.bottom:
            column = self.seen.cols - 1 - column
        else:
            row = self.seen.rows - 1 - row
        return self.at.origin[0] + column * self.at.square, self.at.origin[1] + row * self.at.square

    def centre(self, square: str) -> Point:
        """Return the middle of a square in the picture."""
        x, y = self.corner(square)
        return x + self.at.square / 2, y + self.at.square / 2

    def squares(self) -> list[str]:
        """Return all squares in square order."""
        seen = self.seen
        return [f"{COLUMNS[c]}{r + 1}" for r in range(seen.rows) for c in range(seen.cols)]

    def _regions(self) -> None:
        c = self.at.square
        for square in self.squares():
            x, y = self.corner(square)
            self.sketch.box_region(square, x, y, c, c, self.seen.label(square))

    # --- what never changes

    def _paper(self) -> None:
        s, at, seen = self.sketch, self.at, self.seen
        c, (x0, y0) = at.square, at.origin
        w, h = seen.cols * c, seen.rows * c
        s.rect(*at.paper, 4, ink=Ink(PAPER, shadow=Shadow.RESTING))
        s.rect(x0, y0, w, h, ink=Ink(GROUND))
        d = [
            f"M{x0 + i * c:g} {y0 + j * c:g}h{c:g}v{c:g}h{-c:g}z"
            for i in range(seen.cols)
            for j in range(seen.rows)
            if (i + j) % 2
        ]
        s.path("".join(d), Ink(CHEQUER))
        for hill in _HILLS:
            a, b1, b2, b, c1, c2, c3 = ((x0 + px * w, y0 + py * h) for px, py in hill)
            found = "".join(
                f"C{p[0]:.5g} {p[1]:.5g} {q[0]:.5g} {q[1]:.5g} {r[0]:.5g} {r[1]:.5g}"
                for p, q, r in ((b1, b2, b), (c1, c2, c3))
            )
            s.path(f"M{a[0]:.5g} {a[1]:.5g}{found}", Ink(line=LINE, width=1.2, opacity=0.4))
        grid = [f"M{x0 + i * c:g} {y0:g}v{h:g}" for i in range(seen.cols + 1)]
        grid += [f"M{x0:g} {y0 + j * c:g}h{w:g}" for j in range(seen.rows + 1)]
        s.path("".join(grid), Ink(line=LINE, opacity=0.8, cap="butt"))
        half = seen.rows // 2
        for row in {half, seen.rows - half}:
            y = y0 + row * c
            s.line((x0, y), (x0 + w, y), Ink(line=INK, width=2, dash=(2, 7)))
        s.rect(x0, y0, w, h, ink=Ink(line=INK, width=2))
        small = at.compact
        font = Font(13 if small else 14, bold=True, anchor="middle")
        for i in range(seen.cols):
            name = COLUMNS[seen.cols - 1 - i if seen.bottom else i]
            s.text(x0 + (i + 0.5) * c, y0 + h + (16 if small else 22), name, font, INK_SOFT)
        for j in range(seen.rows):
            number = j + 1 if seen.bottom else seen.rows - j
            x = x0 - (9 if small else 18)
            s.text(x, y0 + (j + 0.5) * c + 5, str(number), font, INK_SOFT)

    # --- title and phases

    def _title(self) -> None:
        s, at, seen = self.sketch, self.at, self.seen
        names, now = seen.phases
        turn = "" if seen.setup else f"Turn {seen.view['turn']}"
        if at.compact:
            step = names[now] if now < len(names) else "Over"
            if seen.phase == "over":
                step = seen.result
            s.text(
                16,
                35,
                " · ".join(filter(None, (turn, step))),
                Font(18, bold=True, serif=True),
                PAPER,
            )
            return
        font = Font(26, bold=True, serif=True)
        x = at.margin
        s.text(x, 52, TITLE, font, PAPER)
        x += width(TITLE, font) * 1.06 + 14
        if turn:
            s.line((x, 32), (x, 58), Ink(line=PAPER, opacity=0.5))
            s.text(x + 14, 51, turn, Font(16), PAPER)
            x += 14 + 76
        if at.main >= 900:
            parts.steps(s, x, 51, names, now, at.main - at.margin - x)
        else:
            parts.steps(s, at.margin, 88, names, now, at.main - 2 * at.margin)

    # --- the board

    def _halves(self) -> None:
        """During the set-up, light one's own half and cover the other."""
        seen, s = self.seen, self.sketch
        if not seen.setup:
            return
        c, (x0, y0) = self.at.square, self.at.origin
        half, w = seen.rows // 2 * c, seen.cols * c
        for seat in (0, 1):
            y = y0 + (seen.rows * c - half if seat == seen.bottom else 0)
            if seen.view["sides"][seat] is not None:
                s.rect(x0 + 2, y + 2, w - 4, half - 4, 4, ink=Ink(LIT_WASH, opacity=0.55))
                edge = Ink(line=tokens.FLAT[seat], width=3, dash=(9, 5) if seat else ())
                s.rect(x0 + 2, y + 2, w - 4, half - 4, 4, ink=edge)
                continue
            s.rect(x0 + 1, y + 1, w - 2, half - 2, ink=Ink(PAPER_DIM))
            parts.hatch(s, x0 + 1, y + 1, w - 2, half - 2, 12, 1)
            words = f"{seen.who(seat)} sets up unseen"
            font = Font(15, italic=True, serif=True, anchor="middle")
            wide = width(words, font) * 1.1 + 30
            s.rect(x0 + w / 2 - wide / 2, y + half / 2 - 18, wide, 34, 6, ink=Ink(PAPER, LINE))
            s.text(x0 + w / 2, y + half / 2 + 4, words, font)

    def _trails(self) -> None:
        """Draw dotted lines from where pieces stood to where they went."""
        s, c = self.sketch, self.at.square
        for _, start, to in self.seen.trails:
            (x1, y1), (x2, y2) = self.centre(start), self.centre(to)
            away = hypot(x2 - x1, y2 - y1)
            dx, dy = (x2 - x1) / away, (y2 - y1) / away
            r = c * 0.1
            s.circle(x1, y1, r, Ink(GROUND, INK_SOFT, 1.4))
            first = (x1 + dx * r, y1 + dy * r)
            s.line(first, (x2, y2), Ink(line=INK_SOFT, width=2, dash=(1, 5)))

    def _pieces(self) -> None:
        s, at, seen = self.sketch, self.at, self.seen
        c = at.square
        for square in seen.news.gone:
            if square not in seen.units and square not in seen.sites:
                tokens.lost_here(s, *self.corner(square), c)
        for square, it in seen.sites.items():
            x, y = self.corner(square)
            k = 0.08 * c
            tokens.site(s, x + k, y + k, c - 2 * k, it.seat, it.kind)
        for square, kind in seen.markers.items():
            if square not in seen.units and square not in seen.sites:
                x, y = self.corner(square)
                size = 0.63 * c
                tokens.marker(s, x + (c - size) / 2, y + (c - size) / 2, size, kind)
        for square, it in seen.units.items():
            up = seen.forward_up(it)
            tokens.piece(s, it, *self.corner(square), c, at.small, seen.moved(it), up)
        size = max(0.42 * c, 16)
        for square, kind in seen.markers.items():
            if square in seen.units or square in seen.sites:
                x, y = self.corner(square)
                at_unit = square in seen.units
                k = 0.0 if at_unit else c - size
                tokens.marker(s, x + k, y + k, size, kind)

    def _targets(self) -> None:
        """Mark what may be pressed: brackets on pieces, dots on empty squares."""
        s, seen, c = self.sketch, self.seen, self.at.square
        taken = {*seen.units, *seen.sites, *seen.markers}
        for square in self.squares():
            x, y = self.corner(square)
            if square in self.selected:
                parts.ring(s, x + 1, y + 1, c - 2, c - 2, gap=0)
            elif square in self.legal and square in taken:
                line = 4 if c > 44 else 3
                parts.brackets(s, x + 1, y + 1, c - 2, c - 2, 0, 0.24 * c, line)
            elif square in self.legal:
                r = min(8.0, max(6.0, 0.14 * c))
                s.circle(x + c / 2, y + c / 2, r, Ink(LIT, INK, 1.6))

    # --- shots and battles

    def _fights(self) -> None:
        view = self.seen.view
        for number, (kind, square) in enumerate(view["shots"]):
            self._shot(kind, square, number == 0)
        fight = view["battle"]
        for square in (fight["from"], fight["to"]) if fight else ():
            self._frame(square)
        for start, to in view["battles"]:
            self._arrow(start, to)
        if fight is not None:
            ends = (fight["from"], fight["to"])
            self._arrow(*(ends if view["step"] == "attacker" else ends[::-1]), large=True)

    def _frame(self, square: str) -> None:
        s, c = self.sketch, self.at.square
        x, y = self.corner(square)
        with s.on(Layer.MARKS):
            for ink in (Ink(line=PAPER, width=6), Ink(line=OFF, width=3)):
                s.rect(x - 1, y - 1, c + 2, c + 2, 7, ink=ink)

    def _shot(self, kind: str, square: str, now: bool) -> None:
        s, c = self.sketch, self.at.square
        x, y = self.corner(square)
        if now:
            self._frame(square)
        if kind in ("tank", "missile", "art"):
            size = max(0.46 * c, 18)
            with s.on(Layer.MARKS):
                tokens.marker(s, x - 3, y - 3, size, kind)

    def _arrow(self, start: str, to: str, large: bool = False) -> None:
        """Draw a short red arrow over the edge of two squares: has to battle."""
        s, c = self.sketch, self.at.square
        (x1, y1), (x2, y2) = self.centre(start), self.centre(to)
        away = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / away, (y2 - y1) / away
        # nearer to who attacks, so that two arrows over one corner do not cross
        part = 0.5 if large else 0.42
        mx, my = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
        half = c * (0.22 if large else 0.16)
        head = c * (0.16 if large else 0.13)
        tip = (mx + dx * half, my + dy * half)
        neck = (tip[0] - dx * head * 1.2, tip[1] - dy * head * 1.2)
        back = (mx - dx * half, my - dy * half)
        wings = [(neck[0] - dy * k, neck[1] + dx * k) for k in (head, -head)]
        with s.on(Layer.FLAGS):  # no tick of a moved piece may cover it
            for ink, line in ((Ink(line=PAPER, width=8), PAPER), (Ink(line=OFF, width=4), OFF)):
                s.line(back, neck, ink)
                edge = Ink(OFF, PAPER, 5) if line == PAPER else Ink(OFF)
                s.polygon((tip, *wings), edge)

    def _flags(self) -> None:
        """Draw flags for the chips that were just lost."""
        at, c = self.at, self.at.square
        for square, number in self.seen.news.lost.items():
            x, y = self.corner(square)
            down = -7.0 if y > at.origin[1] else 1.0
            if self.seen.phase in ("attack", "battle"):
                down = c - 18  # the arrows are above
            parts.flag(self.sketch, x + 29, y + down, f"−{number}", good=False)

    # --- the log
