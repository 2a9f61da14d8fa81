"""Mission Command Land in plain English: moves, what happened, what is to be decided, the board.

Everything is told to one seat and out of what it may know; for None (a spectator) nothing is
hidden and both sides are called by their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pocketlib.contract import CHANCE, Dump, Event, Move, Seat, Sentence
from pocketlib.games.mission_command import moves as m
from pocketlib.games.mission_command.content import (
    COLUMNS,
    DICE,
    IDEAS,
    KINDS,
    NAMES,
    NUMBERS,
    SEATS,
    SITES,
    STRIDE,
    Square,
)

if TYPE_CHECKING:
    from pocketlib.games.mission_command.node import Node

PIECES: Final = {
    "pad": "heli-pad",
    "ammo": "ammunition depot",
    "fuel": "fuel depot",
    "art": "artillery piece",
    "launcher": "missile launcher",
    "heli": "helicopter",
    "tank": "tank",
}
MARKERS: Final = {"tank": "tank marker", "missile": "missile marker", "art": "artillery marker"}
SHOTS: Final = {"tank": "tank shot", "missile": "missile shot", "art": "artillery shot"}
NUMBER_WORDS: Final = ("no", "one", "two", "three")
PLACING_RULES: Final = {
    "pad": ("MC-5", "MC-6", "MC-7", "MC-8"),
    "ammo": ("MC-5", "MC-6", "MC-7", "MC-8"),
    "fuel": ("MC-5", "MC-6", "MC-7", "MC-8"),
    "art": ("MC-10",),
    "launcher": ("MC-11",),
    "tank": ("MC-12", "MC-13"),
}
PLOTTING_RULES: Final = {
    "tank": ("MC-29", "MC-33"),
    "missile": ("MC-29", "MC-36", "MC-37"),
    "art": ("MC-29", "MC-41"),
}
SHOT_RULES: Final = {"tank": ("MC-34",), "missile": ("MC-38",), "art": ("MC-42",)}
LOSS_RULES: Final = {
    "pad": ("MC-61",),
    "ammo": ("MC-62",),
    "fuel": ("MC-63",),
    "art": ("MC-60",),
    "launcher": ("MC-60",),
    "heli": ("MC-15",),
}


# --- small helpers -----------------------------------------------------------------------------


def listed(things: Iterable[object]) -> str:
    """Return "a", "a and b" or "a, b and c"."""
    names = [str(thing) for thing in things]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def count(number: int, thing: str) -> str:
    """Return "1 chip", "2 chips"."""
    return f"{number} {thing}" + ("" if number == 1 else "s")


def who(side: Seat, seat: Seat | None) -> str:
    """Return what ``seat`` calls a side: "you", "the enemy", or its colour."""
    return SEATS[side].capitalize() if seat is None else "you" if side == seat else "the enemy"


def whose(side: Seat, seat: Seat | None) -> str:
    """Return the same as an owner: "your", "the enemy's", "Green's"."""
    return "your" if side == seat else f"{who(side, seat)}'s"


def speaker(side: Seat, seat: Seat | None) -> str:
    """Return who acts, for ``Sentence.by``."""
    return "table" if seat is None else "you" if side == seat else "them"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _verb(side: Seat, seat: Seat | None, plain: str, third: str) -> str:
    return f"{who(side, seat)} {plain if side == seat else third}"


def piece_on(node: Node, side: Seat, at: Square) -> str:
    """Return what stands on a square, without what may be hidden about it."""
    pieces = node.table.sides[side]
    tank = pieces.tank_at(at)
    if tank is not None:
        return f"tank {tank.id}"
    if pieces.heli is not None and pieces.heli[0] == at:
        return "helicopter"
    return PIECES["launcher" if pieces.launcher == at else "art"]


# --- moves -------------------------------------------------------------------------------------


def say(node: Node, move: Move) -> Sentence:
    """Return a move or an outcome as a sentence, with its rules."""
    if isinstance(move, m.Put):
        return _say_put(node, move)
    if isinstance(move, m.Drive):
        return _say_drive(node, move)
    if isinstance(move, m.Fly):
        text = f"Fly the helicopter from {NAMES[move.start]} to {NAMES[move.to]}."
        return Sentence(text, ("MC-25", "MC-26"), "you")
    if isinstance(move, m.Attack):
        mover = node.table.mover
        mine, theirs = piece_on(node, mover, move.start), piece_on(node, 1 - mover, move.to)
        text = f"Attack the {theirs} on {NAMES[move.to]} with the {mine} on {NAMES[move.start]}."
        return Sentence(text, ("MC-66", "MC-R24"), "you")
    if isinstance(move, m.Form):
        idea = f": {IDEAS[move.name]}" if move.name in IDEAS else ""
        return Sentence(f"Place the formation {move.name}{idea}.", ("MC-5", "MC-10"), "you")
    if isinstance(move, m.Roll):
        return _say_roll(node, move)
    if move == m.DONE:
        return Sentence(f"Plot no more {MARKERS[str(node.step)]}s.", ("MC-R12",), "you")
    return Sentence("End the movement.", ("MC-20", "MC-25"), "you")


def _say_put(node: Node, move: m.Put) -> Sentence:
    at = NAMES[move.at]
    if node.phase == "plot":
        text = f"Plot {_a(MARKERS[move.piece])} on {at}."
        return Sentence(text, PLOTTING_RULES[move.piece], "you")
    if move.piece in PIECES:
        kind, name = move.piece, PIECES[move.piece]
        article = "an" if kind == "art" else "the"
        return Sentence(f"Place {article} {name} on {at}.", PLACING_RULES[kind], "you")
    text = f"Place the tank of strength {move.piece[4:]} on {at}."
    return Sentence(text, PLACING_RULES["tank"], "you")


def _a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _say_drive(node: Node, move: m.Drive) -> Sentence:
    enemy = node.table.sides[1 - node.table.mover]
    text = f"Move {piece_on(node, node.table.mover, move.start)} from {NAMES[move.start]} to "
    text += NAMES[move.to]
    if enemy.sites >> move.to & 1:
        piece = PIECES[enemy.site_at(move.to)]
        return Sentence(f"{text}, on the enemy's {piece}.", ("MC-22", "MC-65"), "you")
    return Sentence(f"{text}.", ("MC-21", "MC-22"), "you")


def _say_roll(node: Node, move: m.Roll) -> Sentence:
    blanks = len(move) - move.reds - move.blues
    faces = ((move.reds, "red"), (move.blues, "blue"), (blanks, "blank"))
    shown = listed(f"{number} {colour}" for number, colour in faces if number)
    blue = node.fight is not None and node.step == "attacker" and node.fight.attacker == "heli"
    hits = move.blues if blue else move.reds
    rules = SHOT_RULES[str(node.step)] if node.phase == "shots" else _roll_rules(node)
    return Sentence(f"{_capital(shown)}: {count(hits, 'hit')}.", rules)


def _roll_rules(node: Node) -> tuple[str, ...]:
    """Return the rules of the roll of a battle."""
    fight, attacking = node.fight, node.step == "attacker"
    if fight is None:
        return ()
    if fight.target != "tank":
        return ("MC-58",) if attacking else ("MC-59",)
    if fight.attacker == "heli":
        return ("MC-54",) if attacking else ("MC-55",)
    return ("MC-47", "MC-48") if attacking else ("MC-49", "MC-50")


# --- what happened -----------------------------------------------------------------------------

Words: TypeAlias = tuple[str, tuple[str, ...]]
Teller: TypeAlias = Callable[[list[Any], Seat, Seat | None], Words]


def story(node: Node, seat: Seat | None) -> tuple[Sentence, ...]:
    """Return what the last move caused as far as ``seat`` may know, one sentence an event."""
    return tuple(_told(event, seat) for event in node.events(seat))


def _told(event: Event, seat: Seat | None) -> Sentence:
    name, *rest = event
    if name == "draw":
        text = f"{rest[0]} turns without a loss: the game is drawn."
        return Sentence(text, ("MC-R34",))
    if name == "turn":
        mover = SEATS.index(str(rest[1]))
        return Sentence(f"Turn {rest[0]}: {_verb(mover, seat, 'move', 'moves')}.", ("MC-16",))
    side = SEATS.index(str(rest[0]))
    text, rules = EVENT_WORDS[str(name)](rest[1:], side, seat)
    return Sentence(_capital(text), rules, speaker(side, seat))


def _placed(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
    piece = PIECES.get(rest[0], f"tank of strength {rest[0][4:]}")
    kind = rest[0] if rest[0] in PIECES else "tank"
    places = _verb(side, seat, "place", "places")
    return f"{places} the {piece} on {rest[1]}.", PLACING_RULES[kind]


def _found(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
    kind, at = rest
    if kind == "scuttle":
        has = _verb(side, seat, "have", "has")
        own = "your" if side == seat else "its"
        return f"{has} plotted on {own} own installation on {at}.", ("MC-67", "MC-68")
    return f"{whose(side, seat)} {MARKERS[kind]} on {at} has found something.", ("MC-31",)


def _hit(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
    unit, chips = rest
    name = PIECES["heli"] if unit == "heli" else f"tank {unit}"
    rules = ("MC-15",) if unit == "heli" else ("MC-14",)
    return f"{whose(side, seat)} {name} loses {count(chips, 'chip')}.", rules


def _gone(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
    piece, at = rest
    return f"{whose(side, seat)} {PIECES[piece]} on {at} is gone.", LOSS_RULES[piece]


def _owned(text: str, *rules: str) -> Teller:
    """Return the words of an event: {whose} is the owner, {0} and so on are its parts."""

    def tell(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
        return text.format(*rest, whose=whose(side, seat)), rules

    return tell


def _acted(plain: str, third: str, text: str, *rules: str) -> Teller:
    """Return the words of an event that begins with who acts."""

    def tell(rest: list[Any], side: Seat, seat: Seat | None) -> Words:
        return _verb(side, seat, plain, third) + text.format(*rest), rules

    return tell


EVENT_WORDS: Final[dict[str, Teller]] = {
    "form": _acted("place", "places", " the formation {0}.", "MC-5"),
    "put": _placed,
    "ready": _acted("have", "has", " placed everything.", "MC-5", "MC-R5"),
    "plot": lambda rest, side, seat: (
        f"{_verb(side, seat, 'plot', 'plots')} {_a(MARKERS[rest[0]])} on {rest[1]}.",
        PLOTTING_RULES[rest[0]],
    ),
    "plotted": _acted("have", "has", " finished plotting.", "MC-29"),
    "drive": _owned("{whose} tank {0} moves from {1} to {2}.", "MC-22"),
    "turned": _owned("{whose} tank {0} turns round.", "MC-24", "MC-R14"),
    "flight": _owned("{whose} helicopter flies from {0} to {1}.", "MC-26"),
    "found": _found,
    "miss": _acted("miss", "misses", ".", "MC-14"),
    "hit": _hit,
    "destroyed": _owned("{whose} tank {0} of strength {1} is destroyed.", "MC-14", "MC-R33"),
    "gone": _gone,
    "taken": _owned("{whose} tank {0} takes the installation on {1}.", "MC-65"),
    "battle": _owned("{whose} piece on {0} attacks {1}.", "MC-R24"),
    "known": _owned("{whose} tank {0} shows its strength: {1}.", "MC-46", "MC-53", "MC-57"),
    "win": _acted("have", "has", " won: all enemy tanks are destroyed.", "MC-71"),
}
"""Event -> its sentence and rules; every event but these begins with the side it is about."""


def summary(node: Node, seat: Seat | None) -> Sentence:
    """Return one sentence for what the last move caused; "" if nothing."""
    told = [*story(node, seat), *_alarms(node, seat)]
    by = next((sentence.by for sentence in told if sentence.by != "table"), "table")
    rules = dict.fromkeys(rule for sentence in told for rule in sentence.rules)
    return Sentence(" ".join(told), tuple(rules), by)


def _alarms(node: Node, seat: Seat | None) -> Iterator[Sentence]:
    """Yield a sentence for a side that has just lost its last tank but one."""
    losers = {SEATS.index(str(rest[0])) for name, *rest in node.events(seat) if name == "destroyed"}
    for side in sorted(losers):
        if node.result is None and len(node.table.sides[side].tanks) == 1:
            has = _verb(side, seat, "have", "has")
            text = f"{_capital(has)} one tank left; without it {has} lost."
            yield Sentence(text, ("MC-71",), speaker(side, seat))


# --- what is to be decided ---------------------------------------------------------------------


def question(node: Node, seat: Seat | None) -> Sentence:
    """Return what is to be decided now, to ``seat``."""
    if node.phase == "over":
        text, rules = _outcome(node, seat)
        return Sentence(text, rules)
    if node.to_move == CHANCE:
        text, rules = _dice(node, seat)
        return Sentence(text, rules)
    chooser = node.to_move or 0
    if seat is not None and seat != chooser:
        doing = {"setup": "placing its pieces", "plot": "plotting its shots", "move": "moving"}
        text = f"The enemy is {doing.get(node.phase, 'choosing the next battle')}."
        return Sentence(text, ("MC-18",), "them")
    text, rules = _choice(node)
    asked = f"{SEATS[chooser].capitalize()}: {text}" if seat is None else _capital(text)
    return Sentence(asked, rules, speaker(chooser, seat))


def _outcome(node: Node, seat: Seat | None) -> Words:
    result = node.result or (0, 0)
    if result == (0, 0):
        return "The game is drawn.", ("MC-R34",)
    winner = result.index(1)
    return f"{_capital(_verb(winner, seat, 'have', 'has'))} won.", ("MC-71",)


def _dice(node: Node, seat: Seat | None) -> Words:
    mover = node.table.mover
    if node.phase == "shots":
        kind, at = node.shots[0]
        dice = f"{NUMBER_WORDS[DICE[kind]]} dice" if DICE[kind] > 1 else "one die"
        target = f"{whose(mover, seat)} {piece_on(node, mover, at)} on {NAMES[at]}"
        return f"{_capital(_a(SHOTS[kind]))} at {target}: {dice}, red hits.", SHOT_RULES[kind]
    if node.fight is None:
        return "The dice decide.", ()
    attacking = node.step == "attacker"
    side, at = (mover, node.fight.start) if attacking else (1 - mover, node.fight.to)
    kind = node.fight.attacker if attacking else node.fight.target
    number = {"tank": 3, "heli": 2}.get(kind, 1)
    colour = "blue" if kind == "heli" else "red"
    dice = f"{NUMBER_WORDS[number]} dice" if number > 1 else "one die"
    roller = f"{whose(side, seat)} {piece_on(node, side, at)} on {NAMES[at]}"
    return f"{_capital(roller)} rolls {dice}; {colour} hits.", _roll_rules(node)


def _choice(node: Node) -> Words:
    if node.phase == "setup":
        step = str(node.step)
        if step == "pad" and node.table.kit.forms:
            return "choose a formation, or place your heli-pad.", ("MC-5",)
        if step in PIECES:
            return f"place your {PIECES[step]}.", PLACING_RULES[step]
        return f"place your tank of strength {step[4:]}.", PLACING_RULES["tank"]
    if node.phase == "plot":
        kind = str(node.step)
        left: int = getattr(node, "left", 0)
        text = f"where will the enemy stop? Plot {_a(MARKERS[kind])} ({left} left), or be done."
        return text, PLOTTING_RULES[kind]
    if node.phase == "move":
        return _movement(node)
    return "choose the battle that is fought next.", ("MC-66", "MC-R24")


def _movement(node: Node) -> Words:
    going = node.going
    left = 0 if going is None else going.left
    text = f"move your tanks ({count(left, 'step')} left)"
    rules = ["MC-19", "MC-21"]
    legal = node.moves()
    if m.END in legal:
        return f"{text}, or end.", tuple(rules)
    if any(isinstance(move, m.Fly) for move in legal):
        text += "; the helicopter has to fly"
        rules.append("MC-25")
    if going is not None and not going.forward and any(type(move) is m.Drive for move in legal):
        text += "; a tank has to advance if one can"
        rules.append("MC-20")
    return f"{text}.", tuple(rules)


# --- the position in words ---------------------------------------------------------------------


def position(node: Node, topic: str, seat: Seat | None) -> str:
    """Return the position in words: "look", "mine", "enemy" or "board"."""
    seen = node.observe(seat)
    mine = 0 if seat is None else seat
    if topic == "mine":
        return "\n".join(_side_lines(seen, mine, seat))
    if topic == "enemy":
        return "\n".join(_side_lines(seen, 1 - mine, seat))
    if topic == "board":
        return "\n".join(_board_lines(seen, seat))
    lines = [_when(seen, seat), question(node, seat)]
    for side in (mine, 1 - mine):
        lines += _side_lines(seen, side, seat)
    return "\n".join([*lines, *_pending(seen)])


def _when(seen: Dump, seat: Seat | None) -> str:
    if seen["phase"] == "setup":
        return "The pieces are being placed."
    mover = _verb(seen["mover"], seat, "move", "moves")
    move = seen["move"]
    steps = "" if move is None else f", {count(move['left'], 'step')} left"
    return f"Turn {seen['turn']}: {mover}{steps}."


def _side_lines(seen: Dump, side: Seat, seat: Seat | None) -> Iterator[str]:
    name = _capital(whose(side, seat))
    pieces = seen["sides"][side]
    if pieces is None:
        yield f"{name} pieces are not to be seen yet."
        return
    sites = [f"{PIECES[piece]} {pieces[piece] or 'none'}" for piece in SITES]
    yield f"{name} installations: {', '.join(sites)}."
    guns = ", ".join(pieces["art"]) or "none"
    yield f"{name} artillery: {guns}; missile launcher: {pieces['launcher'] or 'none'}."
    heli = pieces["heli"]
    told = "none" if heli is None else f"on {heli['at']}, {count(heli['chips'], 'chip')}"
    yield f"{name} helicopter: {told}."
    for tank in pieces["tanks"]:
        yield f"{name} {_tank_words(tank, side)}."
    if not pieces["tanks"]:
        yield f"{name} tanks: none."
    if stacks := pieces.get("stacks"):
        told = ", ".join(f"strength {s}: {count(chips, 'chip')}" for s, chips in stacks.items())
        yield f"{name} stacks: {told}."
    if pieces["lost"]:
        strengths = listed(sorted(tank["strength"] for tank in pieces["lost"]))
        yield f"{name} losses: strengths {strengths}."


def _tank_words(tank: Dump, side: Seat) -> str:
    name = "tank" if tank["id"] is None else f"tank {tank['id']}"
    up = (tank["heading"] == "out") == (side == 0)
    heading = f"heading for {'higher' if up else 'lower'} rows"
    if tank["strength"] is None:
        taken = f", {count(tank['hits'], 'hit')} taken" if tank["hits"] else ""
        return f"{name} on {tank['at']}: strength unknown{taken}, {heading}"
    known = ", known to both" if tank["known"] else ""
    strength = f"strength {tank['strength']}, {count(tank['chips'], 'chip')} left{known}"
    return f"{name} on {tank['at']}: {strength}, {heading}"


def _pending(seen: Dump) -> Iterator[str]:
    """Yield what is still to come in this turn: markers, shots, battles."""
    for kind in KINDS:
        if seen["plots"] and seen["plots"][kind]:
            yield f"{_capital(MARKERS[kind])}s: {', '.join(seen['plots'][kind])}."
    if seen["shots"]:
        shots = (f"{'scuttling' if k == 'scuttle' else SHOTS[k]} {at}" for k, at in seen["shots"])
        yield f"Shots to come: {', '.join(shots)}."
    if seen["battle"]:
        yield f"Battle: {seen['battle']['from']} against {seen['battle']['to']}."
    if seen["battles"]:
        battles = (f"{start} against {to}" for start, to in seen["battles"])
        yield f"Battles to come: {', '.join(battles)}."


def _board_lines(seen: Dump, seat: Seat | None) -> Iterator[str]:
    """Yield what stands in each row, the farthest first; empty rows are left out."""
    on: dict[int, list[str]] = {}
    for side, pieces in enumerate(seen["sides"]):
        for name, at in _standing(pieces or {}):
            on.setdefault(NUMBERS[at], []).append(f"{whose(side, seat)} {name}")
    rows = sorted({sq // STRIDE for sq in on}, reverse=seat != 1)
    for row in rows:
        here = (sq for sq in sorted(on) if sq // STRIDE == row)
        told = (f"{COLUMNS[sq % STRIDE]} {listed(on[sq])}" for sq in here)
        yield f"Row {row + 1}: {'; '.join(told)}."
    if not on:
        yield "The board is empty, as far as you can see."


def _standing(pieces: Dump) -> Iterator[tuple[str, str]]:
    for piece in (*SITES, "launcher"):
        if pieces.get(piece):
            yield PIECES[piece], pieces[piece]
    for at in pieces.get("art", ()):
        yield PIECES["art"], at
    if pieces.get("heli"):
        yield PIECES["heli"], pieces["heli"]["at"]
    for tank in pieces.get("tanks", ()):
        yield f"tank {tank['id']}" if tank["id"] else f"tank of {tank['strength']}", tank["at"]
