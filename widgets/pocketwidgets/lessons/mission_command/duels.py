"""Questions 6 to 10: battles to the death, as geometric series and as Markov chains."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from pocketlib import odds
from pocketlib.chain import Chain
from pocketlib.chance import Chance, percent
from pocketlib.contract import State
from pocketlib.games.mission_command.words import listed
from pocketwidgets.answers import CHANCE, CHOICE, Slip
from pocketwidgets.charts import network
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.mission_command import pictures
from pocketwidgets.lessons.mission_command.positions import (
    CHIPS,
    REDS,
    USUAL_REDS,
    attacker_wins,
    duel,
    gun_duel,
    gun_wins,
    heli_duel,
    heli_wins,
    numbers,
    played,
    rolling,
    rules,
    said,
    win,
)
from pocketwidgets.lessons.plan import Ask, Compared, Control, Plan, Reason, Spread, Table

REDS_CONTROL: Final = Control("reds", "Red faces", numbers(REDS), USUAL_REDS)
NEAR: Final = pictures.rows(5, 9)


def two(event: str, other: str, p: Fraction) -> Chance[str]:
    """Return the chance of an event and its opposite; what can't happen is left out."""
    return Chance.of({event: p, other: 1 - p})


# --- 6: can a gun win? -------------------------------------------------------------------------

GUN, TANK = "the gun wins", "the tank wins"


@cache
def gun_chance(chips: int = 1, reds: int = USUAL_REDS) -> Fraction:
    """Return the chance that an artillery piece destroys an attacking tank."""
    return odds.after(gun_duel(chips, reds), None, gun_wins).probability(True)


def gun(chips: int = 1, reds: int = USUAL_REDS) -> Spread:
    """The chance that an artillery piece destroys a tank that attacks it."""
    p = gun_chance(chips, reds)
    state = gun_duel(chips, reds)
    return Spread(
        state=state,
        picture=NEAR,
        ask="How likely does the artillery piece win?",
        sentence=f"Against a tank with {chips} chip{'' if chips == 1 else 's'} the artillery piece "
        f"wins with chance {said(p)}.",
        title="Tank against gun",
        chance=two(GUN, TANK, p),
        lit=GUN,
        play=lambda rng: GUN if gun_wins(played(state, rng)) else TANK,
        sampled="battles of the engine",
    )


def gun_chain() -> Chain:
    """Return the battle of a tank with one chip against a gun, as a chain."""

    def name(state: State) -> str:
        return "the tank rolls" if state.dump()["step"] == "attacker" else "the gun rolls"

    return odds.chain(gun_duel(1), name=name, end=lambda s: GUN if gun_wins(s) else TANK)


def _why_6() -> tuple[Reason, ...]:
    columns = (
        Column("chips of the tank", LABEL),
        Column("the gun wins", FRACTION),
        Column("as a power of 1/40", FRACTION),
    )
    rows = tuple((str(c), str(gun_chance(c)), f"(1/40)^{c}") for c in (1, 2, 3))
    return (
        "The gun gets to roll only if the tank misses with all three dice: 1/27. Then it hits with "
        "2/3, or misses too, with 1/3, and all is as before. So x = 1/27 · 2/3 + 1/27 · 1/3 · x, "
        "which is a geometric series: x = (2/81)/(1 − 1/81) = 2/80.",
        network(gun_chain(), title="One chip: the tank's roll, the gun's roll"),
        "For each further chip the gun has to do the same again, from the same position: the "
        "chances are multiplied.",
        Table("More chips", columns, rows),
    )


GUN_WINS: Final = Plan(
    Ask(
        "MC-10.6",
        "A tank with a single chip left attacks an artillery piece, and they fight it out. How "
        "likely does the gun win?",
        lambda: gun().exact,
        hints=(
            "The tank misses with all three dice with chance (1/3)³ = 1/27.",
            "Then the gun hits with 2/3. And if it doesn't, everything begins again.",
        ),
        slips=lambda: (
            Slip(Fraction(2, 81), "The first round only", "both may miss, and then it goes on."),
            Slip(Fraction(1, 27), "The tank's miss", "the gun still has to hit."),
            Slip(Fraction(2, 3), "The gun's hit", "the gun seldom gets to roll."),
        ),
        because=lambda: "(1/27 · 2/3)/(1 − 1/27 · 1/3) = 2/80.",
    ),
    "Can a gun win?",
    gun,
    _why_6,
    (Control("chips", "Chips of the tank", numbers(range(1, 5)), 1), REDS_CONTROL),
    (
        Ask(
            "MC-10.6a",
            "And if the tank has two chips?",
            lambda: gun_chance(2),
            hints=("To lose the first chip has the chance 1/40.", "The second one as well."),
            slips=lambda: (
                Slip(Fraction(1, 20), "Added up", "both chips must be lost, one after the other."),
                Slip(Fraction(1, 80), "Halved", "the second chip is as hard to take as the first."),
            ),
            because=lambda: "1/40 · 1/40.",
        ),
    ),
    rules("MC-58", "MC-59"),
)


# --- 7: who shoots first? ----------------------------------------------------------------------

WON, LOST = "the attacker wins", "the defender wins"


def first_shot(reds: int = USUAL_REDS) -> Spread:
    """The chance of the attacker, if both tanks have one chip."""
    p = win(1, 1, reds)
    state = duel(1, 1, reds)
    return Spread(
        state=state,
        picture=NEAR,
        ask="How likely does the attacker win?",
        sentence=f"With {reds} red face{'' if reds == 1 else 's'} the attacker wins with chance "
        f"{said(p)}.",
        title="One chip each",
        chance=two(WON, LOST, p),
        lit=WON,
        play=lambda rng: WON if attacker_wins(played(state, rng)) else LOST,
        sampled="battles of the engine",
    )


def tank_chain(attacker: int, defender: int, reds: int = USUAL_REDS) -> Chain:
    """Return the battle of two tanks as a chain; green attacks."""
    return odds.chain(
        duel(attacker, defender, reds),
        name=rolling,
        end=lambda s: "tan destroyed" if attacker_wins(s) else "green destroyed",
    )


def _why_7() -> tuple[Reason, ...]:
    columns = (
        Column("red faces", LABEL),
        Column("p: a red in three dice", FRACTION),
        Column("1/(2 − p)", FRACTION),
        Column("percent", NUMBERS),
    )
    rows = []
    for reds in REDS:
        p = 1 - Fraction(6 - reds, 6) ** 3
        rows.append((str(reds), str(p), str(1 / (2 - p)), percent(win(1, 1, reds))))
    return (
        "Let p be the chance of at least one red in three dice: 1 − (1/3)³ = 26/27. The attacker "
        "wins at once with p. If both miss, with (1 − p)², all is as before. So "
        "w = p + (1 − p)² · w, and w = p/(1 − (1 − p)²) = 1/(2 − p).",
        network(tank_chain(1, 1), title="One chip each: a chain of two states"),
        "The worse the dice, the less it matters who is first: with very small p both sides miss "
        "for long, and the chance comes close to 1/2.",
        Table("The same with other dice", columns, tuple(rows)),
    )


FIRST_SHOT: Final = Plan(
    Ask(
        "MC-10.7",
        "Two tanks fight, each with one chip left. How likely does the attacker win?",
        lambda: first_shot().exact,
        hints=(
            "A roll hits with chance 26/27. What if both miss?",
            "w = 26/27 + 1/27 · 1/27 · w.",
        ),
        slips=lambda: (
            Slip(Fraction(26, 27), "The first roll only", "after two misses there is another."),
            Slip(Fraction(1, 2), "Equal strengths", "the first roll is worth much."),
            Slip(Fraction(2, 3), "One die only", "three dice are rolled, and one red is enough."),
        ),
        because=lambda: "1/(2 − 26/27).",
    ),
    "Who shoots first?",
    first_shot,
    _why_7,
    (REDS_CONTROL,),
    (
        Ask(
            "MC-10.7a",
            "How likely does the attacker win if the dice have three red faces only?",
            lambda: win(1, 1, 3),
            hints=("Three dice miss with (1/2)³ = 1/8.", "1/(2 − p) with p = 7/8."),
            slips=lambda: (
                Slip(Fraction(7, 8), "The first roll only", "after two misses it goes on."),
                Slip(win(1, 1), "Four red faces", "that was the question before."),
            ),
            because=lambda: "1/(2 − 7/8).",
        ),
    ),
    rules("MC-47", "MC-48", "MC-49", "MC-50"),
)


# --- 8: the duel table -------------------------------------------------------------------------


def battle(attacker: int = 6, defender: int = 4, reds: int = USUAL_REDS) -> Spread:
    """The chance that an attacking tank destroys another."""
    p = win(attacker, defender, reds)
    state = duel(attacker, defender, reds)
    return Spread(
        state=state,
        picture=NEAR,
        ask="How likely does the attacker win?",
        sentence=f"{attacker} chip{'' if attacker == 1 else 's'} attacking {defender}: the "
        f"attacker wins with chance {said(p)}.",
        title=f"{attacker} against {defender}",
        chance=two(WON, LOST, p),
        lit=WON,
        play=lambda rng: WON if attacker_wins(played(state, rng)) else LOST,
        sampled="battles of the engine",
    )


def duel_table() -> Table:
    """Return the attacker's chance for all chips."""
    columns = [Column("attacker", LABEL)]
    columns += [Column(f"against {b}", NUMBERS) for b in CHIPS]
    rows = tuple((str(a), *(f"{float(win(a, b)):.4f}" for b in CHIPS)) for a in CHIPS)
    return Table("W(a, b): the attacker with a chips beats b chips", tuple(columns), rows)


@cache
def sample_battle() -> Fraction:
    """Return the chance of exactly the hits 2, 3, 2 at the beginning of 6 against 4."""
    state, p = duel(6, 4), Fraction(1)
    for hits in (2, 3, 2):
        chances = state.chances()
        roll = next(r for r in chances if r.count("r") == hits)
        p *= chances.probability(roll)
        state = state.after(roll)
    return p


def _why_8() -> tuple[Reason, ...]:
    big = tank_chain(6, 4)
    return (
        "A position of the battle is: chips of the one, chips of the other, and who rolls. From "
        "each of them the dice lead on with fixed chances, and it does not matter how one got "
        "there: a Markov chain. Here is a small one, 2 against 1.",
        network(tank_chain(2, 1), title="2 against 1, as a chain"),
        "Solve it backwards. In the last pair of states nothing but the double miss leads back; "
        "divide it out, as in question 2. Then the states above it follow, one after the other. "
        f"6 against 4 has {big.transient} states that are left again and {len(big.absorbing)} "
        "ends; nothing else is different.",
        duel_table(),
        f"The exact value for 6 against 4 is {win(6, 4).numerator} / {win(6, 4).denominator}.",
    )


DUELS: Final = Plan(
    Ask(
        "MC-10.8",
        "A fresh tank of strength 6 attacks a fresh tank of strength 4. How likely does the "
        "attacker win?",
        lambda: battle().exact,
        hints=(
            "Each roll takes two chips on average: how many rolls does each side need?",
            "The attacker needs about two rolls, the defender three, and the attacker is first.",
        ),
        slips=lambda: (
            Slip(Fraction(6, 10), "As their strengths", "six to four is far from the truth."),
            Slip(
                1 - win(4, 6),
                "The wrong one attacks",
                "that is the chance of the 6 if it is attacked by the 4.",
            ),
        ),
        because=lambda: "The value of the first state of the chain.",
    ),
    "The duel table",
    battle,
    _why_8,
    (
        Control("attacker", "Chips of the attacker", numbers(CHIPS), 6),
        Control("defender", "Chips of the defender", numbers(CHIPS), 4),
        REDS_CONTROL,
    ),
    (
        Ask(
            "MC-10.8a",
            "How likely does the battle of 6 against 4 begin with exactly these rolls: the "
            "attacker hits twice, the defender three times, the attacker twice (and wins)?",
            sample_battle,
            hints=("Two hits: 4/9. Three hits: 8/27.", "The rolls know nothing of each other."),
            slips=lambda: (
                Slip(Fraction(32, 243), "One roll is missing", "there are three rolls."),
                Slip(Fraction(16, 81), "The defender is missing", "it rolls as well."),
            ),
            because=lambda: "4/9 · 8/27 · 4/9.",
        ),
        Ask(
            "MC-10.8b",
            "For university: with one chip you attack a tank with two chips. How likely do you "
            "win? (A fraction, or at least two digits.)",
            lambda: win(1, 2),
            hints=(
                "You win at once with two or three reds: 20/27.",
                "With one red you need its miss, 1/27; then it is one chip each, and your roll.",
                "With no red and its miss you are where you began.",
            ),
            slips=lambda: (
                Slip(Fraction(20, 27), "The first roll only", "sometimes you get another one."),
                Slip(win(2, 1), "The other way round", "you have one chip, it has two."),
            ),
            because=lambda: "(20/27 + 6/27 · 1/27 · 27/28)/(1 − 1/27 · 1/27).",
        ),
    ),
    rules("MC-47", "MC-48", "MC-49", "MC-50"),
)


# --- 9: what is the first roll worth? ----------------------------------------------------------

LESS, EQUAL, MORE = "one chip less", "equally many chips", "one chip more"
AGAINST: Final = ((LESS, 1), (EQUAL, 0), (MORE, -1))
ALWAYS, NEVER = "with every number of chips", "with none"
SOME: Final = "with 1, 3 and 4 chips"
FEW: Final = "with 1 and 2 chips"


def first_roll(against: int = 1, reds: int = USUAL_REDS) -> Compared:
    """The attacker's chance by its chips, the defender having more, as many or fewer."""
    pairs = [(a, a + against) for a in CHIPS if a + against in CHIPS]
    values = {f"{a} attacks {b}": win(a, b, reds) for a, b in pairs}
    favourite = [str(a) for a, b in pairs if win(a, b, reds) > Fraction(1, 2)]
    lit = next(iter(values))
    states = {f"{a} attacks {b}": duel(a, b, reds) for a, b in pairs}

    def once(rng: Random) -> tuple[str, int]:
        name = rng.choice([*states])
        return name, int(attacker_wins(played(states[name], rng)))

    name = {b: a for a, b in AGAINST}[against]
    return Compared(
        state=states[lit],
        picture=NEAR,
        sentence=f"With {name} the attacker is the favourite with "
        f"{listed(favourite) or 'no number of'} chip{'' if favourite == ['1'] else 's'}.",
        title=f"The attacker has {name}",
        kind=CHANCE,
        values=values,
        lit=lit,
        choice=SOME if against == 1 and reds == USUAL_REDS else lit,
        play=once,
        sampled="battles of the engine",
    )


def attacking_gain(attacker: int = 6, defender: int = 4) -> Fraction:
    """Return how much likelier a tank wins if it attacks than if it is attacked."""
    return win(attacker, defender) - (1 - win(defender, attacker))


def _why_9() -> tuple[Reason, ...]:
    columns = (Column("chips", LABEL), *(Column(f"{k}", NUMBERS) for k in CHIPS))
    equal = ("attacks as many", *(f"{float(win(k, k)):.4f}" for k in CHIPS))
    more = ("attacks one more", *(f"{float(win(k, k + 1)):.4f}" for k in range(1, 6)), "")
    return (
        "Read it in the duel table, just right of the diagonal.",
        Table("The attacker's chance", columns, (equal, more)),
        "All these chances are near 1/2: the first roll is worth about one chip. Yet they jump up "
        "and down, and so does the row for equal strengths. A roll takes two chips on average, so "
        "a stack of three needs two rolls as often as a stack of four: the third chip is a good "
        "one to have, the fourth is worth less.",
        f"For 6 against 4 the attacker wins with {float(win(6, 4)):.4f}; attacked by the 4 the "
        f"same tank wins with {float(1 - win(4, 6)):.4f}.",
    )


FIRST_ROLL: Final = Plan(
    Ask(
        "MC-10.9",
        "You attack a tank that has exactly one chip more than yours. With how many chips of your "
        "own are you the favourite?",
        lambda: first_roll().exact,
        CHOICE,
        tuple((text, text) for text in (ALWAYS, SOME, FEW, NEVER)),
        hints=(
            "A roll takes two chips on average. When does that finish the other one off?",
            "Try 1 against 2: two reds or more are enough, 20/27.",
        ),
        slips=lambda: (
            Slip(ALWAYS, "Nearly", "with 2 against 3 a roll of three reds is needed at once."),
            Slip(NEVER, "The first roll", "it is worth about one chip, sometimes more."),
            Slip(FEW, "Not so simple", "with 2 against 3 you need all three dice."),
        ),
        because=lambda: "0.7497, 0.4544, 0.5069, 0.5177, 0.4949 for 1 to 5 chips.",
    ),
    "What is the first roll worth?",
    first_roll,
    _why_9,
    (Control("against", "You have", AGAINST, 1), REDS_CONTROL),
    (
        Ask(
            "MC-10.9a",
            "A tank of strength 6 meets one of strength 4. It wins with 0.9470 if it attacks, and "
            "the 4 would win with 0.2798 if that one attacked. How much likelier does the 6 win "
            "if it is the one that attacks?",
            attacking_gain,
            hints=(
                "If the 4 attacks and wins with 0.2798, how often does the 6 win?",
                "0.9470 less what the 6 has when it is attacked.",
            ),
            slips=lambda: (
                Slip(win(6, 4) - win(4, 6), "The wrong one", "0.2798 is the chance of the 4."),
                Slip(1 - win(4, 6), "Not yet compared", "that is the 6 when it is attacked."),
            ),
            because=lambda: "0.9470 − (1 − 0.2798).",
        ),
    ),
    rules("MC-47", "MC-49"),
)


# --- 10: should the helicopter attack? ---------------------------------------------------------

FLIES, FALLS = "the helicopter wins", "the tank wins"


@cache
def heli_chance(chips: int = 1, reds: int = USUAL_REDS) -> Fraction:
    """Return the chance that a fresh helicopter destroys a tank."""
    return odds.after(heli_duel(chips, reds), None, heli_wins).probability(True)


def heli(chips: int = 1, reds: int = USUAL_REDS) -> Spread:
    """The chance that a fresh helicopter destroys a tank with so many chips."""
    p = heli_chance(chips, reds)
    state = heli_duel(chips, reds)
    return Spread(
        state=state,
        picture=pictures.rows(7, 10),
        ask="How likely does the helicopter win?",
        sentence=f"Against {chips} chip{'' if chips == 1 else 's'}, with {reds} red and "
        f"{6 - reds} blue face{'' if reds == 5 else 's'}, the helicopter wins with chance "
        f"{said(p)}.",
        title="Helicopter against tank",
        chance=two(FLIES, FALLS, p),
        lit=FLIES,
        play=lambda rng: FLIES if heli_wins(played(state, rng)) else FALLS,
        sampled="battles of the engine",
    )


def _why_10() -> tuple[Reason, ...]:
    columns = [Column("chips of the tank", LABEL), *(Column(str(b), NUMBERS) for b in CHIPS)]
    rows = tuple(
        (
            f"{reds} red, {6 - reds} blue",
            *(f"{float(heli_chance(b, reds)):.4f}" for b in CHIPS),
        )
        for reds in (4, 3)
    )
    return (
        "It is the same kind of chain, but the two sides have different dice: the helicopter rolls "
        "two and needs blue (1/3 each, 2/3 of a hit on average); the tank rolls three and needs "
        "red (2 hits on average). The helicopter has four chips: about two rolls of the tank.",
        Table("The helicopter's chance", tuple(columns), rows),
        "With the usual dice it is the favourite against one chip only. With as many blue faces as "
        "red ones it may take on three.",
    )


HELICOPTER: Final = Plan(
    Ask(
        "MC-10.10",
        "A fresh helicopter attacks a tank that has one chip left. The dice have four red faces "
        "and two blue ones. How likely does the helicopter win?",
        lambda: heli().exact,
        hints=(
            "One roll of the helicopter hits with 1 − (2/3)² = 5/9.",
            "The tank needs four hits: two rolls at least. So the helicopter has two rolls for "
            "sure, and often a third.",
        ),
        slips=lambda: (
            Slip(
                Fraction(5, 9), "The first roll only", "the helicopter survives the first answer."
            ),
            Slip(Fraction(65, 81), "Two rolls only", "often it gets a third one, or more."),
            Slip(win(4, 1), "A tank's dice", "the helicopter hits with blue, and with two dice."),
        ),
        because=lambda: "More than 1 − (4/9)², the chance to hit in the first two rolls.",
    ),
    "Should the helicopter attack?",
    heli,
    _why_10,
    (Control("chips", "Chips of the tank", numbers(CHIPS), 1), REDS_CONTROL),
    (
        Ask(
            "MC-10.10a",
            "How likely does the helicopter have at least one hit in its first two rolls?",
            lambda: 1 - Fraction(2, 3) ** 4,
            hints=("Two rolls of two dice are four dice.", "No blue on four dice: (2/3)⁴."),
            slips=lambda: (
                Slip(Fraction(16, 81), "The other case", "that is the chance of no hit."),
                Slip(Fraction(5, 9), "One roll only", "there are two rolls."),
            ),
            because=lambda: "1 − (2/3)⁴.",
        ),
    ),
    rules("MC-15", "MC-54", "MC-55"),
)

PLANS: Final = (GUN_WINS, FIRST_SHOT, DUELS, FIRST_ROLL, HELICOPTER)
