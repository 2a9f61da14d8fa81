"""The wooden tray beside the board: the rack of markers, the movement, shots, the battle."""

from __future__ import annotations

from typing import Final

from pocketwidgets import parts
from pocketwidgets.boards.mission_command import tokens
from pocketwidgets.boards.mission_command.layout import Layout
from pocketwidgets.boards.mission_command.seen import (
    COLUMNS,
    DICE,
    HELI_CHIPS,
    KINDS,
    NAMES,
    ROLLS,
    SITES,
    Piece,
    Seen,
    chips,
    dice,
)
from pocketwidgets.metrics import cut, lines, width
from pocketwidgets.palette import CELL, INK, LINE, LIT_WASH, PAPER, PAPER_DIM, PAPER_EDGE
from pocketwidgets.scene import Font, Ink, Layer, Sketch

_HEAD: Final = Font(18, bold=True, serif=True)
_PLAIN: Final = Font(15)
_STRONG: Final = Font(15, bold=True)
_BODY: Final = Font(14)
_LABELS: Final = {"done": "Done with these", "end": "End the movement"}
_PLACES: Final = {
    "pad": "own half, not the back row",
    "ammo": "not the back row; a row and a column of its own",
    "fuel": "not the back row; a row and a column of its own",
    "art": "an empty space of your half",
    "launcher": "an empty space of your half",
    "tank": "a space of your back row",
}


def draw(s: Sketch, seen: Seen, at: Layout, legal: frozenset[str], question: str) -> None:
    """Draw the tray for the phase of the game."""
    Panel(s, seen, at, legal).draw(question)


class Panel:
    """The tray in the making; ``y`` goes down as it fills."""

    def __init__(self, s: Sketch, seen: Seen, at: Layout, legal: frozenset[str]) -> None:
        self.s = s
        self.seen = seen
        self.at = at
        self.legal = legal
        self.left, self.top, self.w, self.h = at.panel
        self.x = self.left + 16
        self.room = self.w - 32
        self.y = self.top + 34
        self.foot = self.top + self.h - 12

    def draw(self, question: str) -> None:
        """Draw the tray, and the question where there is room for it."""
        s, seen = self.s, self.seen
        with s.on(Layer.TABLE):
            parts.tray(s, self.left, self.top, self.w, self.h)
        self._buttons()
        head, fill = {
            "setup": ("The set-up", self._setup),
            "plot": ("", self._plot),
            "move": ("", self._move),
            "shots": ("Shots", self._shots),
            "attack": ("Battles owed", self._attack),
            "battle": ("", self._battle),
            "over": (seen.result if seen.phase == "over" else "", self._over),
        }[seen.phase]
        self._head(head or self._own_head())
        fill()
        self._question(question)

    def _own_head(self) -> str:
        seen, view = self.seen, self.seen.view
        mover = seen.mover or 0
        if seen.phase == "plot":
            if seen.seat == 1 - mover:
                return "Your plotting rack"
            return f"{seen.who(1 - mover)} plots" + (" unseen" if seen.seat is not None else "")
        if seen.phase == "move":
            return f"{seen.who(mover)} move{'' if seen.seat == mover else 's'}"
        return f"{view['battle']['from']} against {view['battle']['to']}"

    # --- frame

    def _head(self, text: str) -> None:
        small = self.at.compact
        self.s.text(self.x, self.top + (26 if small else 29), cut(text, _HEAD, self.room), _HEAD)
        self.y = self.top + (34 if small else 40)

    def _buttons(self) -> None:
        """Draw the buttons of moves that are no squares, at the foot."""
        for key in ("done", "end"):
            if key in self.legal:
                wide = min(self.room, width(_LABELS[key], _STRONG) * 1.06 + 36)
                self.foot -= 38
                tokens.button(self.s, self.x, self.foot, wide, 38, _LABELS[key], key)
                self.foot -= 8

    def _question(self, question: str) -> None:
        """Write the question between what is drawn and the buttons, if there is room."""
        font = Font(14, bold=True)
        most = min(5, int((self.foot - self.y - 4) // 18))
        if most < 1 or not question:
            return
        found = lines(question, font, self.room * 0.94, most)
        y = self.foot - 6 - 18 * (len(found) - 1)
        for n, text in enumerate(found):
            self.s.text(self.x, y + 18 * n, text, font)

    def _row(self, h: float, lit: bool = False) -> float:
        """Draw the ground of a line and return its top."""
        top = self.y
        ink = Ink(LIT_WASH, INK, 1.4) if lit else Ink("#C9A06B", opacity=0.7)
        self.s.rect(self.x - 4, top, self.room + 8, h, 6, ink=ink)
        self.y += h + 5
        return top

    def _line(self, text: str, font: Font = _BODY, most: int = 1) -> None:
        """Write a line, broken in ``most`` lines."""
        for row in lines(text, font, self.room * 0.96, most):
            self.s.text(self.x, self.y + 15, row, font)
            self.y += 19

    # --- setup

    def _setup(self) -> None:
        seen = self.seen
        step = seen.view["step"]
        seat = seen.view["to_move"]
        if step is None or seen.view["sides"][seat] is None:
            self._line(f"{seen.who(seat)} sets up behind a screen.", most=2)
            self._line("Nothing is shown until both are ready.", most=2)
            return
        kind = "tank" if step.startswith("tank") else step
        names = self._formations()
        if names and not seen.pieces:
            self._line("A whole formation, or the heli-pad first:", most=2)
            self._formation_buttons(names)
            return
        top = self._row(58, lit=True)
        if kind in SITES:
            tokens.site(self.s, self.x + 4, top + 7, 44, seat, kind)
        else:
            text = step[4:] if kind == "tank" else ""
            tokens.token(self.s, self.x + 4, top + 7, 44, seat, kind, text)
        name = f"strength {step[4:]}" if kind == "tank" else NAMES[kind]
        if kind == "art":
            stand = len(seen.view["sides"][seat]["art"])
            name = f"{NAMES[kind]}, {stand + 1} of {seen.guns}"
        self._beside(top, name, _PLACES[kind])
        self._placed(seat)

    def _beside(self, top: float, name: str, text: str) -> None:
        left, room = self.x + 58, self.room - 60
        self.s.text(left, top + 21, cut(name.capitalize(), _STRONG, room), _STRONG)
        for n, row in enumerate(lines(text, Font(13), room * 0.97, 2)):
            self.s.text(left, top + 37 + 15 * n, row, Font(13))

    def _placed(self, seat: int) -> None:
        """Draw what comes before and after, what stands with a tick."""
        side = self.seen.view["sides"][seat]
        stand = [(kind, "", bool(side[kind])) for kind in SITES]
        stand += [
            ("art", f"{len(side['art'])}/{self.seen.guns}", len(side["art"]) >= self.seen.guns)
        ]
        stand += [("launcher", "", bool(side["launcher"]))]
        tanks = len(side["tanks"])
        total = len(self.seen.strengths)
        stand += [("tank", f"{tanks}/{total}", tanks >= total)]
        x, y, size = self.x, self.y + 4, 28.0
        for kind, text, ready in stand:
            wide = size + (width(text, _BODY) * 1.06 + 5 if text else 0)
            if x + wide > self.x + self.room:
                x, y = self.x, y + size + 10
            if kind in SITES:
                tokens.site(self.s, x, y, size, seat, kind)
            else:
                tokens.token(self.s, x, y, size, seat, kind)
            if ready:
                tokens.done(self.s, x + size - 1, y + 1, 7)
            if text:
                self.s.text(x + size + 5, y + size / 2 + 5, text, _BODY)
            x += wide + 12
        self.y = y + size + 8

    def _formations(self) -> list[str]:
        plain = [key for key in self.legal if key not in _LABELS and not _is_square(key)]
        forms = self.seen.view["options"]["formations"]
        order = [form["name"] for form in forms] if forms else []
        return sorted(plain, key=lambda name: (order.index(name) if name in order else 99, name))

    def _formation_buttons(self, names: list[str]) -> None:
        """Draw a button for each formation, as far as there is room."""
        self.y += 4
        across = 3 if self.room >= 250 else 2
        gap, h = 8, 38
        w = (self.room - gap * (across - 1)) / across
        fit = int((self.foot - self.y + gap) // (h + gap)) * across
        shown = names if len(names) <= fit else names[: fit - 1]
        for i, name in enumerate(shown):
            x, y = self.x + i % across * (w + gap), self.y + i // across * (h + gap)
            label = cut(name.replace("_", " ").capitalize(), _STRONG, (w - 12) * 0.96)
            tokens.button(self.s, x, y, w, h, label, name)
        if len(shown) < len(names):
            i = len(shown)
            x, y = self.x + i % across * (w + gap), self.y + i // across * (h + gap)
            font = Font(14, anchor="middle")
            self.s.text(x + w / 2, y + 24, cut(f"{len(names) - i} more", font, w), font)
        self.y += -(-min(len(names), fit) // across) * (h + gap)

    # --- plotting

    def _plot(self) -> None:
        seen = self.seen
        seat = 1 - (seen.mover or 0)
        plots, step = seen.view["plots"], seen.view["step"]
        allowed = seen.allowance(seat)
        short = self.at.compact and self.room < 250  # there is no room for two lines a rack
        narrow = self.room < 250 and not short
        passed = step is not None
        for kind in KINDS:
            now = kind == step
            passed = passed and not now
            used = len(plots[kind]) if plots is not None else 0
            most = allowed[kind]
            name = NAMES[kind] if short else f"{NAMES[kind]}: {dice(DICE[kind])}"
            size = 28.0 if self.at.compact or narrow else 30.0
            tall = self.at.compact
            top = self._row(62 if narrow else 31 if tall else 36, lit=now)
            self.s.text(self.x + 6, top + (20 if tall else 23), name, _STRONG if now else _PLAIN)
            left = self.x + (6 if narrow else 80 if short else 128)
            pitch = min(size + 8, (self.x + self.room - left) / max(most, 1))
            size = min(size, pitch - 1)
            down = top + (30 if narrow else 1.5 if tall else 3)
            if not most:
                self.s.text(left, down + 20, "none", _BODY)
            for j in range(most):
                x = left + j * pitch
                if plots is None:
                    tokens.hole(self.s, x, down, size, "?")
                elif j < used:
                    tokens.hole(self.s, x, down, size)
                else:
                    tokens.marker(self.s, x, down, size, kind, 0.55 if passed else 1)

    # --- movement

    def _move(self) -> None:
        seen, s = self.seen, self.s
        move, seat = seen.view["move"], seen.mover or 0
        side = seen.view["sides"][seat]
        most = 8 if side["fuel"] else 5
        left = move["left"]
        words = f"{left} of {most} spaces left"
        whole = f"{words} for the tanks"
        self._line(whole if width(whole, _STRONG) <= self.room * 0.96 else words, _STRONG)
        cell = min(30.0, (self.room - 2) / most)
        for i in range(most):
            x, y = self.x + i * cell, self.y + 3
            used = i >= left
            s.rect(
                x,
                y,
                cell - 3,
                22,
                4,
                ink=Ink(PAPER_DIM if used else CELL, LINE if used else INK, 1.3),
            )
            if used:
                parts.hatch(s, x, y, cell - 3, 22, 6, 1)
            else:
                s.text(x + cell / 2 - 1.5, y + 16, str(i + 1), Font(14, bold=True, anchor="middle"))
        self.y += 32
        self._tick(move["forward"], "one tank has advanced", "a tank has to advance")
        if side["heli"]:
            self._tick(move["flown"], "the helicopter has flown", "the helicopter has to fly")

    def _tick(self, ready: bool, done: str, owed: str) -> None:
        y = self.y + 10
        if ready:
            tokens.done(self.s, self.x + 8, y, 8)
        else:
            self.s.circle(self.x + 8, y, 6.5, Ink(PAPER, INK, 1.6))
        self.s.text(self.x + 24, y + 5, cut(done if ready else owed, _BODY, self.room - 24), _BODY)
        self.y += 23

    # --- shots

    def _shots(self) -> None:
        seen, s = self.seen, self.s
        shots = seen.view["shots"]
        if not shots:
            return
        kind, square = shots[0]
        top = self._row(54, lit=True)
        tokens.marker(s, self.x + 2, top + 9, 36, kind)
        found = seen.units.get(square)
        if found is not None:
            x = self.x + 48
            text = found.id or "" if found.kind == "tank" else ""
            tokens.token(s, x, top + 7, 40, found.seat, found.kind, text, found.home)
        left = self.x + 98
        room = self.room - 98
        s.text(left, top + 23, cut(f"{square}: {dice(DICE[kind])}", _STRONG, room), _STRONG)
        s.text(left, top + 42, cut("each red: 1 chip", _BODY, room), _BODY)
        self._dice([""] * DICE[kind])
        rest = [f"{NAMES.get(k, 'own installation')} {sq}" for k, sq in shots[1:]]
        if rest:
            self._line(f"Then: {', '.join(rest)}", most=2)

    def _dice(self, faces: list[str], left: float | None = None, side: float = 30) -> None:
        """Draw dice to be thrown ("") or thrown, with the six faces of a die behind them."""
        s, x = self.s, self.x if left is None else left
        for face in faces:
            tokens.combat_die(s, x, self.y + 2, side, face)
            x += side + 7
        wide = 6 * 17 + 8
        if x + wide + 8 <= self.x + self.room:
            self._six(self.x + self.room - wide, self.y + 4)
        self.y += side + 8

    def _six(self, x: float, y: float) -> None:
        """Draw the six faces of a die."""
        options = self.seen.view["options"]
        reds, blues = options["reds"], options["blues"]
        six = "r" * reds + "b" * blues + "n" * (6 - reds - blues)
        self.s.rect(x, y, 6 * 17 + 8, 26, 5, ink=Ink(PAPER, PAPER_EDGE))
        for i, face in enumerate(six):
            tokens.combat_die(self.s, x + 5 + i * 17, y + 5.5, 15, face)

    # --- battles

    def _attack(self) -> None:
        seen = self.seen
        pairs = seen.view["battles"]
        narrow = self.room < 280
        h = 42.0
        fit = max(1, int((self.foot - self.y - 20) // (h + 5))) * (1 if narrow else 2)
        shown = pairs if len(pairs) <= fit else pairs[: fit - 1]
        across = 1 if narrow else 2
        wide = (self.room + 8 - 6 * (across - 1)) / across
        for i, (start, to) in enumerate(shown):
            x = self.x - 4 + i % across * (wide + 6)
            y = self.y + i // across * (h + 5)
            self._pair(x, y, wide, start, to)
        self.y += -(-len(shown) // across) * (h + 5)
        if len(shown) < len(pairs):
            self._line(f"and {len(pairs) - len(shown)} more")

    def _pair(self, x: float, y: float, wide: float, start: str, to: str) -> None:
        s = self.s
        s.rect(x, y, wide, 42, 6, ink=Ink(PAPER, PAPER_EDGE))
        left = x + 5
        for n, square in enumerate((start, to)):
            it = self.seen.units.get(square)
            if it is not None:
                text = (it.id or "") if it.kind == "tank" else ""
                tokens.token(s, left, y + 5, 32, it.seat, it.kind, text, it.home)
            s.text(left + 35, y + 26, square, _BODY)
            left += 35 + 28
            if n == 0:
                d = f"M{left:.4g} {y + 21:.4g}h9m-4 -4l4 4l-4 4"
                s.path(d, Ink(line=INK, width=2))
                left += 15

    def _battle(self) -> None:
        seen = self.seen
        fight, step = seen.view["battle"], seen.view["step"]
        for role, end, kind in (("attacker", "from", "attacker"), ("defender", "to", "target")):
            now = role == step
            it = seen.units.get(fight[end])
            if it is not None:
                self._fighter(it, ROLLS[fight[kind]], now, self._faces(role))
        hit = "blue" if fight["attacker"] == "heli" and step == "attacker" else "red"
        target = fight["target"] if step == "attacker" else fight["attacker"]
        effect = "the gun is gone" if target in ("art", "launcher") else "a chip each"
        if self.foot - self.y > 36:
            self._six(self.x, self.y + 4)
            left = self.x + 6 * 17 + 18
            room = self.x + self.room - left
            said = f"every {hit}: {effect}"
            if width(said, _BODY) <= room:
                self.s.text(left, self.y + 22, said, _BODY)
                said = ""
            self.y += 36
            if said and self.foot - self.y > 40:
                self._line(said.capitalize())

    def _faces(self, role: str) -> list[str]:
        """Return what the side threw last, as far as hits tell it."""
        found = self.seen.last_roll
        if found is None or found.step != role:
            return []
        options = self.seen.view["options"]
        hit, other = ("b", "r") if found.blue else ("r", "b")
        if options["reds"] + options["blues"] < 6:
            other = ""
        return [hit] * found.hits + [other] * (found.dice - found.hits)

    def _fighter(self, it: Piece, count: int, now: bool, faces: list[str]) -> None:
        s = self.s
        narrow = self.room < 250
        top = self._row((88 if now or faces else 54) if narrow else 52, lit=now)
        size = 40
        text = (it.id or "") if it.kind == "tank" else ""
        tokens.token(s, self.x + 2, top + 6, size, it.seat, it.kind, text, it.home)
        left = self.x + size + 12
        who = self.seen.owner(it.seat)
        font = Font(14, bold=now)
        room = self.room - size - 12 - (0 if narrow else 110)
        s.text(left, top + 21, cut(f"{who} {NAMES[it.kind]}".capitalize(), font, room), font)
        most = HELI_CHIPS if it.kind == "heli" else it.strength
        if most is None:
            words = "falls at one hit" if it.kind in ("art", "launcher") else chips(it.chips or 0)
            s.text(left, top + 40, words, _BODY)
        else:
            tokens.chip_row(s, left + 6, top + 36, it.chips or 0, most, 5.6)
        side = 28
        x = self.x + 6 if narrow else self.x + self.room - count * (side + 6)
        y = top + (54 if narrow else 12)
        for face in faces or [""] * count:
            if face or now:
                tokens.combat_die(s, x, y, side, face if not now else "")
            x += side + 6

    # --- the end

    def _over(self) -> None:
        view = self.seen.view
        for seat in (self.seen.bottom, 1 - self.seen.bottom):
            side = view["sides"][seat]
            name = "green" if seat == 0 else "tan"
            left, lost = len(side["tanks"]), len(side["lost"])
            top = self._row(52)
            tokens.token(self.s, self.x + 2, top + 6, 40, seat, "tank", ghost=not left)
            words = f"{name.capitalize()}: {left} tank{'' if left == 1 else 's'} left"
            self.s.text(self.x + 54, top + 23, words, _STRONG)
            self.s.text(self.x + 54, top + 42, f"{lost} out of the game", _BODY)
        self._line(f"After {view['turn']} turns.", _PLAIN)


def _is_square(key: str) -> bool:
    return len(key) in (2, 3) and key[0] in COLUMNS and key[1:].isdigit()
