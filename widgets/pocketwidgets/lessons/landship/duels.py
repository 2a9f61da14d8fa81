"""Questions 14 and 15: the Final Battle against a single card."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

from pocketlib import odds
from pocketlib.chance import Chance, percent
from pocketlib.contract import State
from pocketlib.graph import Work, finish
from pocketwidgets.answers import CHANCE, Slip, shown
from pocketwidgets.charts import tree
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.landship import pictures
from pocketwidgets.lessons.landship.positions import (
    SHORT,
    Played,
    best_play_work,
    face_of,
    lone,
    play_on,
)
from pocketwidgets.lessons.plan import Ask, Compared, Control, Plan, Reason, Table

WON, LOST = "won", "lost"
FACES: Final = ("infantry", "badger", "lightart", "boar", "elite", "bobcat")

_PLAYED: dict[State, Played] = {}


def battle_work(state: State) -> Work[Played]:
    """Work out best play to the end of the game; it is kept."""
    if state not in _PLAYED:
        _PLAYED[state] = yield from best_play_work(state, odds.winning(), odds.never)
    return _PLAYED[state]


def _battle(state: State, ask: str, told: str) -> Work[Compared]:
    played = yield from battle_work(state)

    def play(rng: Random) -> tuple[str, int]:
        end = play_on(state, played.moves, odds.never, rng)
        return WON, int(end.result == (1,))

    return Compared(
        state=state,
        picture=pictures.lines,
        ask=ask,
        sentence=f"{told}: best play wins with chance {shown(played.value, CHANCE)}.",
        title="The last fight, played best",
        values={WON: played.value, LOST: 1 - played.value},
        lit=WON,
        play=play,
        sampled="battles, played best",
    )


# --- 14: the last duel -------------------------------------------------------------------------


def duel(face: str = "infantry", number: int = 1, hull: int = 1, cannon: int = 1) -> Work[Compared]:
    """The chance to win against one last enemy, the player to move."""
    number = min(number, face_of(face).track)
    state = lone(face, number, hull, cannon)
    told = f"{SHORT[face]} at {number} against hull {hull} and cannon {cannon}"
    return (yield from _battle(state, "How likely is it that you win?", told))


@cache
def win(face: str, number: int, hull: int, cannon: int, phase: str = "roll") -> Fraction:
    """Return the exact chance to win under best play."""
    return finish(battle_work(lone(face, number, hull, cannon, phase))).value


@cache
def at_once() -> Fraction:
    """Return the chance to destroy the lone infantry in the first turn, if only that counts."""
    state = lone("infantry", 1, 1, 1)
    return odds.best(state, odds.winning(), until=odds.phase("enemy")).value


def _why_14() -> tuple[Reason, ...]:
    state = lone("infantry", 1, 1, 1)
    found = finish(battle_work(state))
    big = finish(battle_work(lone("badger", 2, 2, 2)))
    columns = (
        Column("last enemy", LABEL),
        Column("hull, cannon", NUMBERS),
        Column("won", FRACTION),
        Column("percent", NUMBERS),
        Column("positions", NUMBERS),
    )
    rows = (
        ("Infantry Squad at 1", "1, 1", str(found.value), percent(found.value), _number(found)),
        ("Badger at 2", "2, 2", str(big.value), percent(big.value), _number(big)),
    )
    return (
        "The duel can go round and round: both sides may miss for many turns. Yet nothing is "
        "repaired for ever, so the positions form levels. From each position the dice lead to "
        "others with fixed chances: it is a Markov chain, with a best choice wherever you decide.",
        "On each level the values are the unknowns of a system of linear equations: the value of "
        "a position is the mean of the values of what follows. It is solved with fractions, and "
        "with the best choices until none can be bettered.",
        Table("Two duels, solved exactly", columns, rows),
        "The second fraction has 26 digits above and below the line, and is still exact: about "
        f"{float(big.value):.6f}.",
    )


def _number(played: Played) -> str:
    return f"{played.positions:,}"


LAST_DUEL: Final = Plan(
    Ask(
        "LS-10.14",
        "The last enemy is an Infantry Squad with strength 1. You have hull and cannon left, each "
        "with strength 1, and it is your turn. If you play as well as possible to the end, how "
        "likely is it that you win?",
        lambda: win("infantry", 1, 1, 1),
        hints=(
            "Look at your first turn only: many dice destroy it at once.",
            "Your first turn wins with chance 5/6. Is that the whole chance, or less?",
        ),
        slips=lambda: (
            Slip(
                at_once(),
                "The first turn only",
                "if you miss, the game goes on, and often you get another turn.",
            ),
            Slip(Fraction(1, 2), "Equal strengths", "you choose your dice; the enemy does not."),
        ),
        because=lambda: "The value of the first position of the chain.",
    ),
    "The last duel",
    duel,
    _why_14,
    (
        Control("face", "Last enemy", tuple((SHORT[id], id) for id in FACES), "infantry"),
        Control("number", "Its strength", tuple((str(n), n) for n in range(1, 5)), 1),
        Control("hull", "Your hull", tuple((str(n), n) for n in range(1, 5)), 1),
        Control("cannon", "Your cannon", tuple((str(n), n) for n in range(1, 4)), 1),
    ),
    (
        Ask(
            "LS-10.14a",
            "How likely is it that you destroy this Infantry Squad in your very first turn, if "
            "that is all you aim at? You throw two dice. Only these rolls can't hit it, however "
            "you place them: 1 and 1, 1 and 2, 1 and 5, 5 and 5.",
            at_once,
            hints=(
                "Of the 36 rolls of two dice, how many are a 1 and a 2? And two 1s?",
                "1 + 2 + 2 + 1 rolls miss.",
            ),
            slips=lambda: (
                Slip(1 - at_once(), "The other case", "this is the chance of a miss."),
                Slip(
                    Fraction(17, 21),
                    "Not equally likely",
                    "a 1 and a 2 can be thrown in two ways, two 1s in one way only.",
                ),
                Slip(
                    win("infantry", 1, 1, 1), "The whole duel", "only the first turn is asked for."
                ),
            ),
            because=lambda: "30 of the 36 rolls.",
        ),
    ),
)


# --- 15: only the mine field is left -----------------------------------------------------------


def mines(hull: int = 1, count: int = 0) -> Work[Compared]:
    """The chance to win if only the mine field is left, the enemy to move."""
    state = lone("minefield", count, hull, 1, "enemy")
    told = f"Hull {hull}, the mine field {'used once' if count else 'not used yet'}"
    return (yield from _battle(state, "How likely is it that you win?", told))


def _why_15() -> tuple[Reason, ...]:
    first = Chance({"hull hit": 2, "no hit": 4})
    die = Chance({"dead": 2, "safe": 4})

    def second(before: str) -> Chance[Any]:
        if before == "hull hit":
            return Chance.sure("lost")
        return Chance({"a 1: hunker down": 11, "no 1": 25})

    def third(before: str, mine: str) -> Chance[Any]:
        return die if mine == "no 1" else Chance.sure("lost" if mine == "lost" else "safe")

    columns = (Column("hull", LABEL), Column("won", FRACTION), Column("percent", NUMBERS))
    rows = []
    for hull in range(1, 5):
        p = win("minefield", 0, hull, 1, "enemy")
        rows.append((str(hull), str(p), percent(p)))
    return (
        "The mine field acts twice and is then used up, and you win. It hits the hull with a 1 or "
        "a 4. Between its two turns you throw two dice: with a 1 you hunker down, and the second "
        "turn can't hurt you.",
        tree(
            first,
            second,
            third,
            title="Hull at 1: two turns of the mine field",
            event=lambda *path: path[-1] == "safe",
        ),
        "Survive, then a 1 among two dice, or survive again: "
        f"4/6 · (11/36 + 25/36 · 4/6) = {shown(win('minefield', 0, 1, 1, 'enemy'), CHANCE)}.",
        Table("The same for a stronger hull", columns, tuple(rows)),
    )


MINES: Final = Plan(
    Ask(
        "LS-10.15",
        "Only the Mine Field is left; it acts twice, then it is used up and you win. It hits your "
        "hull (strength 1) with a 1 or a 4. The enemy moves first; in between you throw two dice, "
        "and a 1 protects the hull. How likely is it that you win?",
        lambda: win("minefield", 0, 1, 1, "enemy"),
        hints=(
            "You must survive the first turn: 4 of 6 faces leave you alone.",
            "Then a 1 among two dice (11/36) makes you safe. Otherwise survive once more.",
        ),
        slips=lambda: (
            Slip(
                Fraction(4, 9),
                "Your own turn is missing",
                "that is 4/6 · 4/6; but you may hunker down in between.",
            ),
            Slip(Fraction(2, 3), "One turn only", "the mine field acts twice."),
        ),
        because=lambda: "4/6 · (11/36 + 25/36 · 4/6).",
    ),
    "Only the mine field is left",
    mines,
    _why_15,
    (
        Control("hull", "Your hull", tuple((str(n), n) for n in range(1, 7)), 1),
        Control("count", "Mine field used", (("not yet", 0), ("once", 1)), 0),
    ),
    (
        Ask(
            "LS-10.15a",
            "The hull has strength 2 now. (A 1 does 2 damage, a 4 does 1; in your turn a 1 on the "
            "hull protects it, and a 4 on the hull repairs it.) How likely is it that you win?",
            lambda: win("minefield", 0, 2, 1, "enemy"),
            hints=(
                "Three cases for the first turn: 1 (lost), 4 (hull at 1), others (hull at 2).",
                "With the hull at 2, only a 1 in the second turn can end it.",
                "Work backwards: what is the second turn worth with the hull at 1, at 2, at 3?",
            ),
            slips=lambda: (
                Slip(
                    win("minefield", 0, 1, 1, "enemy"),
                    "The old hull",
                    "that is the chance with strength 1.",
                ),
                Slip(Fraction(25, 36), "Your own turn is missing", "you may protect or repair."),
            ),
            because=lambda: "The engine has tried every choice in your turn.",
        ),
    ),
)

PLANS: Final = (LAST_DUEL, MINES)
