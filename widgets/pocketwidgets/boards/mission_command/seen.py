"""What a picture of Mission Command Land needs to know, read from the observation alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

View: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[int, str]
"""A seat and the letter of its tank, or "heli"."""

SEATS: Final = ("green", "tan")
ARMIES: Final = {"full": ((1, 2, 3, 4, 5, 6), 5), "patrol": ((2, 3, 4), 2)}
"""Strengths of the tanks and number of artillery pieces of a side, by option ``army``."""
SITES: Final = ("pad", "ammo", "fuel")
KINDS: Final = ("tank", "missile", "art")
"""The kinds of markers, in plotting order."""
DICE: Final = {"tank": 3, "missile": 2, "art": 1}
"""Dice of a shot by its kind."""
ROLLS: Final = {"tank": 3, "heli": 2, "art": 1, "launcher": 1}
"""Dice of a piece in a battle."""
HELI_CHIPS: Final = 4
NAMES: Final = {
    "tank": "tank",
    "heli": "helicopter",
    "art": "artillery",
    "launcher": "launcher",
    "pad": "heli-pad",
    "ammo": "ammunition depot",
    "fuel": "fuel depot",
    "missile": "missile",
}
COLUMNS: Final = "abcdefghij"


def spot(square: str) -> tuple[int, int]:
    """Return column and row of a square, counted from 0."""
    return COLUMNS.index(square[0]), int(square[1:]) - 1


def dice(number: int) -> str:
    """Return how many dice, in words."""
    return "1 die" if number == 1 else f"{number} dice"


def chips(number: int) -> str:
    """Return how many chips, in words."""
    return "1 chip" if number == 1 else f"{number} chips"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board, as far as it is known."""

    seat: int
    kind: str
    at: str
    id: str | None = None
    strength: int | None = None
    chips: int | None = None
    hits: int = 0
    home: bool = False
    known: bool = False

    @property
    def site(self) -> bool:
        """True for an installation: it lies flat, and others may stand on it."""
        return self.kind in SITES

    @property
    def key(self) -> Key | None:
        """What it is called for good; None for pieces that never move."""
        if self.kind == "heli":
            return self.seat, "heli"
        return (self.seat, self.id) if self.id else None


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of a battle: who threw, how many dice, how many hits; ``sure`` if not even more."""

    step: str
    dice: int
    hits: int
    blue: bool


@dataclass(slots=True)
class News:
    """What changed since the last decision of who looks."""

    lost: dict[str, int] = field(default_factory=dict)
    """Square -> chips that the piece there lost."""
    gone: dict[str, Piece] = field(default_factory=dict)
    """Square -> what stood there and is out of the game."""


class Seen:
    """An observation, with what can be read from it and from those before it (oldest first)."""

    def __init__(self, view: View, past: Sequence[View] = ()) -> None:
        self.view = view
        self.past = past
        options = view["options"]
        self.cols: int = options["cols"]
        self.rows: int = options["rows"]
        self.strengths, self.guns = ARMIES[options["army"]]
        self.phase: str = view["phase"]
        self.mover: int | None = view["mover"]
        self.seat = seat_of(view)
        self.bottom = self.seat or 0
        """The seat whose back row is drawn at the bottom."""
        self.setup = self.phase == "setup"

    # --- who

    def owner(self, seat: int) -> str:
        """Return whose a piece is: "your", "tan" or "green"."""
        return "your" if seat == self.seat else SEATS[seat]

    def who(self, seat: int) -> str:
        """Return who acts, to begin a sentence with: "You", "Tan" or "Green"."""
        return "You" if seat == self.seat else SEATS[seat].capitalize()

    def does(self, seat: int, plain: str) -> str:
        """Return who does what: "You plot", "Tan plots"."""
        return f"{self.who(seat)} {plain}{'' if seat == self.seat else 's'}"

    # --- pieces

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Everything on the board that may be seen, installations first."""
        return tuple(_pieces(self.view))

    @cached_property
    def units(self) -> dict[str, Piece]:
        """The unit on each square that has one."""
        return {piece.at: piece for piece in self.pieces if not piece.site}

    @cached_property
    def sites(self) -> dict[str, Piece]:
        """The installation on each square that has one."""
        return {piece.at: piece for piece in self.pieces if piece.site}

    @cached_property
    def markers(self) -> dict[str, str]:
        """The markers that may be seen: square -> kind."""
        plots = self.view["plots"] or {}
        return {at: kind for kind in KINDS for at in plots.get(kind, ())}

    def moved(self, piece: Piece) -> bool:
        """Return whether it has moved this turn."""
        move = self.view["move"]
        if move is None or piece.seat != self.mover:
            return False
        if piece.kind == "heli":
            return bool(move["flown"])
        return piece.kind == "tank" and piece.id in move["moved"]

    def allowance(self, seat: int) -> dict[str, int]:
        """Return how many markers of each kind a seat may plot this turn."""
        side = self.view["sides"][seat]
        other = self.view["sides"][1 - seat]
        missiles = side["launcher"] and side["ammo"] and other["heli"]
        tanks = min(3, len(side["tanks"]))
        return {"tank": tanks, "missile": 2 if missiles else 0, "art": len(side["art"])}

    def hidden(self, seat: int) -> list[int]:
        """Return the strengths that the unknown tanks of a seat have between them."""
        side = self.view["sides"][seat]
        told = {tank["strength"] for tank in (*side["tanks"], *side["lost"])}
        return [strength for strength in self.strengths if strength not in told]

    def forward_up(self, piece: Piece) -> bool:
        """Return whether the tank's way forward is up in the picture."""
        return (piece.seat == self.bottom) != piece.home

    # --- what has happened

    @cached_property
    def news(self) -> News:
        """What changed since the last decision of who looks (for a spectator: just now)."""
        before = self._last_decision()
        found = News()
        if before is None or None in before["sides"] or None in self.view["sides"]:
            return found
        now = {_name(piece): piece for piece in self.pieces}
        for piece in _pieces(before):
            here = now.get(_name(piece))
            if here is None:
                found.gone[piece.at] = piece
            elif here.kind == "heli" and here.chips != piece.chips:
                found.lost[here.at] = (piece.chips or 0) - (here.chips or 0)
            elif here.kind == "tank" and here.hits != piece.hits:
                found.lost[here.at] = here.hits - piece.hits
        return found

    def _last_decision(self) -> View | None:
        for view in reversed(self.past):
            if view["phase"] == "setup":
                return None
            if self.seat is None or view["to_move"] == self.seat:
                return view
        return None

    @cached_property
    def trails(self) -> list[tuple[int, str, str]]:
        """Whose piece went from where to where: this turn, while plotting the turn before."""
        if self.setup or self.phase == "over":
            return []
        turn = self.view["turn"] - (self.phase == "plot")
        start = next((v for v in self.past if v["turn"] == turn and None not in v["sides"]), None)
        if start is None or turn < 1:
            return []
        before = {piece.key: piece.at for piece in _pieces(start) if piece.key}
        return [
            (piece.seat, before[piece.key], piece.at)
            for piece in self.pieces
            if piece.key in before and before[piece.key] != piece.at
        ]

    @cached_property
    def last_roll(self) -> Roll | None:
        """The last roll of the battle in course."""
        fight = self.view["battle"]
        if fight is None or not self.past or self.past[-1]["battle"] != fight:
            return None
        before = self.past[-1]
        attacking = before["step"] == "attacker"
        victim = fight["to"] if attacking else fight["from"]
        roller = fight["attacker"] if attacking else fight["target"]
        units = {piece.at: piece for piece in _pieces(before) if not piece.site}
        was, now = units[victim], self.units[victim]
        hits = (was.chips or 0) - (now.chips or 0)
        return Roll(before["step"], ROLLS[roller], hits, attacking and roller == "heli")

    # --- the turn

    @cached_property
    def phases(self) -> tuple[list[str], int]:
        """The phases in their order, and which of them it is."""
        if self.setup:
            names = [
                f"{self.who(seat)} set{'' if seat == self.seat else 's'} up" for seat in (0, 1)
            ]
            return [*names, "Battle"], int(self.view["to_move"] or 0)
        mover = self.mover or 0
        moves = self.does(mover, "move")
        if self.view["turn"] <= 2:
            return [moves], 1 if self.phase == "over" else 0
        names = [self.does(1 - mover, "plot"), moves, "Shots", "Battles"]
        order = ("plot", "move", "shots", "attack", "over")
        return names, order.index("attack" if self.phase == "battle" else self.phase)

    @property
    def result(self) -> str:
        """How it ended."""
        result = self.view["result"]
        if result[0] == result[1]:
            return "A draw"
        winner = 0 if result[0] > result[1] else 1
        if self.seat is None:
            return f"{self.who(winner)} has won"
        return "You have won" if winner == self.seat else f"{self.who(winner)} has won"

    # --- words

    def tell(self, piece: Piece, whose: bool = True) -> str:
        """Return a piece in words."""
        words = [f"{self.owner(piece.seat)} " if whose else ""]
        words.append(NAMES[piece.kind])
        if piece.kind == "tank":
            words.append(f" {piece.id}" if piece.id else "")
            words.append(f", {self.strength(piece)}")
            if piece.home:
                words.append(", heading home")
        elif piece.kind == "heli":
            words.append(f", {chips(piece.chips or 0)} left of {HELI_CHIPS}")
        if self.moved(piece):
            words.append(", has flown" if piece.kind == "heli" else ", has moved")
        return "".join(words)

    def strength(self, tank: Piece) -> str:
        """Return what is known of a tank's strength, in words."""
        if tank.strength is None:
            return f"strength unknown, {guess(tank.hits)}"
        return f"strength {tank.strength}, {chips(tank.chips or 0)} left"

    def label(self, square: str) -> str:
        """Return what stands on a square, as it is spoken."""
        found = [self.tell(each[square]) for each in (self.units, self.sites) if square in each]
        if square in self.markers:
            found.append(f"your {NAMES[self.markers[square]]} marker")
            if self.seat is None:
                found[-1] = f"{NAMES[self.markers[square]]} marker"
        found += [f"{NAMES.get(k, k)} shot to be rolled" for k, at in self.view["shots"]
                  if at == square and k != "scuttle"]  # fmt: skip
        owed = [to if at == square else at for at, to in self.view["battles"] if square in (at, to)]
        if owed:
            found.append(f"has to battle {', '.join(owed)}")
        fight = self.view["battle"]
        if fight is not None and square in (fight["from"], fight["to"]):
            found.append(f"in battle with {fight['to' if square == fight['from'] else 'from']}")
        if square in self.news.gone and square not in self.units:
            found.append(f"{self.tell(self.news.gone[square])}: out of the game")
        return f"{square}: {'; '.join(found) or 'empty'}"

    def alt(self) -> str:
        """Return the position in one paragraph, for who does not see the picture."""
        names, now = self.phases
        step = self.result if self.phase == "over" else names[min(now, len(names) - 1)]
        said = [f"Turn {self.view['turn']}, {step}." if not self.setup else f"{step}."]
        for seat in (self.bottom, 1 - self.bottom):
            side = self.view["sides"][seat]
            if side is None:
                said.append(f"{SEATS[seat].capitalize()} sets up unseen.")
                continue
            here = [p for p in self.pieces if p.seat == seat]
            told = [f"{self.tell(piece, whose=False)} on {piece.at}" for piece in here]
            lost = [f"{tank['strength']}" for tank in side["lost"]]
            said.append(f"{self.owner(seat).capitalize()} pieces: {'; '.join(told) or 'none yet'}.")
            if lost:
                said.append(f"Tanks out of the game: strength {', '.join(lost)}.")
        if self.markers:
            marks = [f"{NAMES[kind]} {at}" for at, kind in self.markers.items()]
            said.append(f"Markers: {', '.join(marks)}.")
        return " ".join(said)


def guess(hits: int) -> str:
    """Return in few words what hits tell of an unknown strength."""
    if not hits:
        return "not hit yet"
    times = {1: "once", 2: "twice"}.get(hits, f"{hits} times")
    return f"hit {times}: {hits + 1} or more"


def seat_of(view: View) -> int | None:
    """Return which seat an observation is of; None for the whole of a position."""
    sides = view["sides"]
    if None in sides:
        return 0 if sides[1] is None else 1
    if not any("hits" in tank for side in sides for tank in side["tanks"]):
        return None
    mover = view["mover"]
    if view["plots"] is None:
        return int(mover)
    return 1 - int(mover)


def _pieces(view: View) -> Iterator[Piece]:
    for seat, side in enumerate(view["sides"]):
        if side is None:
            continue
        for site in SITES:
            if side[site]:
                yield Piece(seat, site, side[site])
        for at in side["art"]:
            yield Piece(seat, "art", at)
        if side["launcher"]:
            yield Piece(seat, "launcher", side["launcher"])
        if side["heli"]:
            yield Piece(seat, "heli", side["heli"]["at"], chips=side["heli"]["chips"])
        for tank in side["tanks"]:
            strength, left = tank["strength"], tank["chips"]
            hits = tank.get("hits", (strength or 0) - (left or 0))
            home = tank["heading"] == "home"
            id, at = tank["id"], tank["at"]
            yield Piece(seat, "tank", at, id, strength, left, hits, home, tank["known"])


def _name(piece: Piece) -> tuple[Any, ...]:
    """Return what makes a piece the same one as before."""
    return (piece.seat, piece.kind, piece.id) if piece.key else (piece.seat, piece.kind, piece.at)
