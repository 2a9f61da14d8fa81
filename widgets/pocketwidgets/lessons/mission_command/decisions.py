"""Questions 11 to 15: what to attack, in which order, and where to shoot and stop."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final, NamedTuple

from pocketlib import odds
from pocketlib.chance import Chance, percent
from pocketlib.contract import CHANCE as DICE
from pocketlib.contract import State
from pocketlib.games.mission_command.words import listed
from pocketwidgets.answers import CHANCE, CHOICE, NUMBER, Slip, shown
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.mission_command import pictures
from pocketwidgets.lessons.mission_command.duels import LOST, REDS_CONTROL, WON, two
from pocketwidgets.lessons.mission_command.positions import (
    CHIPS,
    GREEN,
    REDS,
    TAN,
    USUAL_REDS,
    attacker_wins,
    duel,
    numbers,
    play,
    played,
    plotted,
    position,
    rules,
    said,
    side,
    tank,
    tank_at,
    win,
)
from pocketwidgets.lessons.plan import Ask, Compared, Control, Mean, Plan, Reason, Spread, Table

OVER: Final = odds.phase("plot")
"""The stopping point "when the turn is over"."""

# --- 11: attack the unknown? -------------------------------------------------------------------

KNOWN: Final = (("nothing", 0), ("it survived two hits", 2))


def chips_left(hits: int) -> Chance[int]:
    """Return what an unknown tank may have left after so many hits, every strength as likely."""
    return Chance.even(range(1, 7 - hits))


@cache
def unknown_win(chips: int, hits: int = 0, reds: int = USUAL_REDS) -> Fraction:
    """Return the chance to beat a tank of unknown strength that has taken so many hits."""
    left = chips_left(hits)
    return sum((left.probability(b) * win(chips, b, reds) for b in left), Fraction(0))


@cache
def against_unknown(chips: int, hits: int = 0) -> State:
    """Return the attack before it is begun: tan's tank on d8 is unknown to green."""
    others = zip(("a12", "b12", "c12", "e12", "f12"), (1, 2, 3, 4, 5), strict=True)
    tan = {"tanks": [tank("d8", 6, 6 - hits), *(tank(at, n) for at, n in others)]}
    green = {"tanks": [tank("d5", max(chips, 2), chips), tank("a1", 1)]}
    return play(plotted(position(green, tan)), "mv d5 d7", "end")


def unknown(chips: int = 3, hits: int = 0, reds: int = USUAL_REDS) -> Spread:
    """The chance to beat a tank of unknown strength."""
    p = unknown_win(chips, hits, reds)

    def once(rng: Random) -> str:
        defender = chips_left(hits).sample(rng)
        return WON if attacker_wins(played(duel(chips, defender, reds), rng)) else LOST

    return Spread(
        state=against_unknown(chips, hits),
        seat=GREEN,
        picture=pictures.rows(5, 9),
        ask="How likely does green's tank win?",
        sentence=f"{chips} chip{'' if chips == 1 else 's'} against an unknown tank"
        f"{' that survived two hits' if hits else ''}: green wins with chance {said(p)}.",
        title="Attacking the unknown",
        chance=two(WON, LOST, p),
        lit=WON,
        play=once,
        sampled="battles against a tank drawn by lot",
    )


@cache
def at_random() -> Fraction:
    """Return the chance of a random attacker against a random defender."""
    return sum((unknown_win(k) for k in CHIPS), Fraction(0)) / 6


def _why_11() -> tuple[Reason, ...]:
    columns = [Column("your chips", LABEL), *(Column(str(k), NUMBERS) for k in CHIPS)]
    rows = tuple(
        (name, *(f"{float(unknown_win(k, hits)):.4f}" for k in CHIPS))
        for name, hits in (("against the unknown", 0), ("after two hits", 2))
    )
    parts = " + ".join(f"{float(win(3, b)):.4f}" for b in CHIPS)
    return (
        "Total probability: each of the six strengths has chance 1/6, and for each the duel table "
        f"has the answer. With three chips: ({parts})/6.",
        Table("Your chance to win", tuple(columns), rows),
        "From three chips on you are the favourite, although the unknown tank is as strong as any "
        "on average: you roll first. If you know from an earlier shot that it has lost two chips "
        "and lives, only 1 to 4 chips are possible, each with 1/4, and you may be bolder.",
        "If neither side knows its own tank, the attacker wins with chance "
        f"{float(at_random()):.4f}.",
    )


UNKNOWN: Final = Plan(
    Ask(
        "MC-10.11",
        "Your tank with three chips stands beside an enemy tank that nobody has seen yet: any "
        "strength from 1 to 6, each equally likely, undamaged. If you attack, how likely do you "
        "win?",
        lambda: unknown().exact,
        hints=(
            "Go through the six strengths, each with chance 1/6.",
            "Three chips beat 1, 2, ..., 6 chips with 0.99, 0.91, 0.73, 0.51, 0.30, 0.12.",
        ),
        slips=lambda: (
            Slip(Fraction(1, 2), "As good as each other", "you roll first."),
            Slip(
                win(3, 3),
                "The average tank",
                "the mean of the chances is not the chance against the mean strength.",
            ),
            Slip(Fraction(5, 12), "Counting strengths", "a stronger tank is not sure to win."),
        ),
        because=lambda: "The mean of six numbers of the duel table.",
    ),
    "Attack the unknown?",
    unknown,
    _why_11,
    (
        Control("chips", "Your chips", numbers(CHIPS), 3),
        Control("hits", "Known of it", KNOWN, 0),
        REDS_CONTROL,
    ),
    (
        Ask(
            "MC-10.11a",
            "Now you know that it has taken two hits and lives. How likely do you win with your "
            "three chips?",
            lambda: unknown_win(3, 2),
            hints=(
                "It has 1, 2, 3 or 4 chips left, each with chance 1/4.",
                "0.9882, 0.9123, 0.7303 and 0.5069.",
            ),
            slips=lambda: (
                Slip(unknown_win(3), "What is known is not used", "5 and 6 chips are out."),
                Slip(win(3, 4), "The worst case", "it may have fewer than four chips."),
            ),
            because=lambda: "The mean of the four numbers.",
        ),
    ),
    rules("MC-13", "MC-43", "MC-46", "MC-47"),
    seed=11,  # with the usual one the first 2,000 are four standard errors off, a rare confusion
)


# --- 12: in which order? -----------------------------------------------------------------------

GUN_FIRST, TANK_FIRST, SAME = "the gun first", "the tank first", "it makes no difference"
_GUN, _TANK = "attack d7 c8", "attack d7 e8"


@cache
def two_targets(chips: int = 3, defender: int = 2) -> State:
    """Return the attacks of a tank on d7, between a gun on c8 and a tank on e8."""
    green = {"tanks": [tank("d5", max(chips, 2), chips), tank("a1", 1)]}
    tan = {"art": ["c8"], "tanks": [tank("e8", max(defender, 2), defender), tank("h12", 1)]}
    return play(plotted(position(green, tan)), "mv d5 d7", "end")


def _left(state: State) -> tuple[bool, bool]:
    """Return whether the gun and the tank are still there."""
    return "c8" in side(state, TAN)["art"], tank_at(state, TAN, "e8") is not None


def both_gone(state: State) -> int:
    """Return 1 if both targets are destroyed, else 0."""
    return int(_left(state) == (False, False))


def described(state: State) -> str:
    """Name a position of this turn: what is fought, who rolls, what is left beside d7."""
    gun, tank_left = _left(state)
    beside = listed([name for name, there in (("gun", gun), ("tank", tank_left)) if there])
    if state.phase == "attack":
        return f"choose: {beside}"
    if state.phase != "battle":
        lost = "" if tank_at(state, GREEN, "d7") else "; you are lost"
        return f"over, {beside or 'nothing'} left{lost}"
    seen = state.dump()
    other = "tank" if seen["battle"]["target"] == "tank" else "gun"
    roller = "you roll" if seen["step"] == "attacker" else f"the {other} rolls"
    more = "" if not seen["battles"] else f", {'gun' if other == 'tank' else 'tank'} to come"
    return f"against the {other}{more}: {roller}"


@cache
def in_order(first: str, chips: int = 3, defender: int = 2) -> Chance[tuple[bool, bool]]:
    """Return the chance of what is left of gun and tank, if ``first`` is attacked first."""
    return odds.after(
        two_targets(chips, defender), first, _left, policy=lambda s: s.moves()[0], until=OVER
    )


def both(first: str, chips: int = 3, defender: int = 2) -> Fraction:
    """Return the chance to destroy both."""
    return in_order(first, chips, defender).probability((False, False))


def order(chips: int = 3, defender: int = 2) -> Compared:
    """The chances to destroy the first target and both, in either order."""
    gun, tanks = (in_order(first, chips, defender) for first in (_GUN, _TANK))
    values = {
        f"{GUN_FIRST}: both": both(_GUN, chips, defender),
        f"{TANK_FIRST}: both": both(_TANK, chips, defender),
        f"{GUN_FIRST}: the gun": gun.p(lambda left: not left[0]),
        f"{TANK_FIRST}: the tank": tanks.p(lambda left: not left[1]),
    }
    state = two_targets(chips, defender)

    def once(rng: Random) -> tuple[str, int]:
        name, first = rng.choice(((GUN_FIRST, _GUN), (TANK_FIRST, _TANK)))
        end = played(state.after(first), rng, lambda s: s.moves()[0])
        return f"{name}: both", both_gone(end)

    return Compared(
        state=state,
        picture=pictures.rows(5, 9),
        sentence=f"For both together {SAME}: they are destroyed with chance "
        f"{said(values[f'{GUN_FIRST}: both'])} in either order.",
        title=f"{chips} chips against a gun and a tank with {defender}",
        values=values,
        lit=f"{GUN_FIRST}: both",
        choice=SAME,
        play=once,
        sampled="turns of the engine, half of them in each order",
    )


def _why_12() -> tuple[Reason, ...]:
    gun, tanks = in_order(_GUN), in_order(_TANK)
    return (
        "Imagine a tank with chips without end. The gun would cost it some of them, a number that "
        "depends on dice only; so would the tank. Your tank destroys both exactly if the two costs "
        "together stay below its own chips. A sum does not depend on the order of its parts.",
        "What does depend on it is what you have done if your tank is lost on the way: gun first, "
        f"the gun is gone with {said(gun.p(lambda left: not left[0]))}; tank first, the tank is "
        f"gone with {said(tanks.p(lambda left: not left[1]))}. So begin with what is worth more to "
        "you, or costs less.",
        "The distribution of a sum of independent numbers is called a convolution.",
    )


ORDER: Final = Plan(
    Ask(
        "MC-10.12",
        "Your tank has three chips and stands beside an artillery piece and a tank with two "
        "chips. It has to fight both. Which order gives you the better chance to destroy both?",
        lambda: SAME,
        CHOICE,
        tuple((text, text) for text in (GUN_FIRST, TANK_FIRST, SAME)),
        hints=(
            "What does the gun cost you, on average? And the tank?",
            "You destroy both if the two costs together stay below three chips.",
        ),
        slips=lambda: (
            Slip(GUN_FIRST, "The sure one first", "it is surer to get the gun, but both?"),
            Slip(TANK_FIRST, "Fresh against the stronger", "the same chips are spent later."),
        ),
        because=lambda: "The sum of the costs does not depend on the order.",
    ),
    "In which order?",
    order,
    _why_12,
    (
        Control("chips", "Your chips", numbers(CHIPS), 3),
        Control("defender", "Chips of the tank", numbers(CHIPS), 2),
    ),
    (
        Ask(
            "MC-10.12a",
            "If you take the tank first, how likely do you destroy the tank? (Three chips against "
            "two; the duel table knows it.)",
            lambda: in_order(_TANK).p(lambda left: not left[1]),
            hints=("The gun comes later and can't change this.", "W(3, 2) in the duel table."),
            slips=lambda: (
                Slip(both(_TANK), "Both targets", "only the tank is asked for."),
                Slip(win(2, 3), "The other way round", "you have three chips, it has two."),
            ),
            because=lambda: "W(3, 2).",
        ),
    ),
    rules("MC-43", "MC-45", "MC-R24"),
)


# --- 13: who goes first? -----------------------------------------------------------------------

_FIGHTERS: Final = {"c7": "the tank on c7", "e7": "the tank on e7"}


@cache
def two_attackers(one: int = 2, two: int = 5, defender: int = 4) -> State:
    """Return the attacks of two tanks, on c7 and e7, against a tank on d8."""
    green = {"fuel": "b2", "tanks": [tank("c5", one), tank("e5", two)]}
    spare = next(n for n in CHIPS if n not in (one, two))
    green["tanks"] = [tank("c5", one), tank("e5", two), tank("a1", spare)]
    other = 1 if defender > 1 else 2
    tan = {"tanks": [tank("d8", defender), tank("h12", other)]}
    return play(plotted(position(green, tan)), "mv c5 c7", "mv e5 e7", "end")


class Outcome(NamedTuple):
    """What the turn brought: is the target gone, and how many own tanks were lost."""

    gone: bool
    lost: int


def _outcome(state: State) -> Outcome:
    return Outcome(tank_at(state, TAN, "d8") is None, 3 - len(side(state, GREEN)["tanks"]))


@cache
def opened(by: str, one: int = 2, two: int = 5, defender: int = 4) -> Chance[Outcome]:
    """Return the chance of the outcome if the tank on ``by`` attacks first."""
    return odds.after(
        two_attackers(one, two, defender),
        f"attack {by} d8",
        _outcome,
        policy=lambda s: s.moves()[0],
        until=OVER,
    )


def who_first(one: int = 2, two: int = 5, defender: int = 4) -> Compared:
    """The tanks lost on average, by which of two opens."""
    if one == two:
        two = one % 6 + 1  # every tank of a side has another strength
    strengths = {"c7": one, "e7": two}
    names = {by: f"the {strength} opens" for by, strength in strengths.items()}
    found = {by: opened(by, one, two, defender) for by in names}
    values = {names[by]: chance.mean(lambda o: o.lost) for by, chance in found.items()}
    gone = found["c7"].p(lambda o: o.gone)
    state = two_attackers(one, two, defender)

    def once(rng: Random) -> tuple[str, int]:
        by = rng.choice([*names])
        end = played(state.after(f"attack {by} d8"), rng, lambda s: s.moves()[0])
        return names[by], _outcome(end).lost

    best = min(values, key=values.__getitem__)
    return Compared(
        state=state,
        picture=pictures.rows(5, 9),
        sentence=f"The target is destroyed with chance {said(gone)} either way; green loses fewer "
        f"tanks if {best}: {shown(values[best], NUMBER)} on average.",
        title="Own tanks lost on average",
        kind=NUMBER,
        values=values,
        lit=best,
        choice=best,
        play=once,
        sampled="turns of the engine",
    )


def _why_13() -> tuple[Reason, ...]:
    columns = (
        Column("", LABEL),
        Column("target destroyed", NUMBERS),
        Column("own tanks lost", NUMBERS),
    )
    rows = tuple(
        (
            name,
            f"{float(opened(by).p(lambda o: o.gone)):.4f}",
            f"{float(opened(by).mean(lambda o: o.lost)):.4f}",
        )
        for by, name in (("c7", "the 2 opens"), ("e7", "the 5 opens"))
    )
    return (
        "Seen from the target it is the same thought as before: it dies exactly if what it can "
        "take from you before that stays below 2 + 5 chips. Both orders have that chance.",
        Table("The two orders", columns, rows),
        "But your losses differ. The 2 is likely to be lost if it opens; if the 5 opens, there is "
        "mostly nothing left for the 2 to do.",
    )


WHO_FIRST: Final = Plan(
    Ask(
        "MC-10.13",
        "Your tanks of strength 2 and 5 both stopped beside a tank with four chips. They attack "
        "one after the other. Which one opens, if you want to lose few tanks?",
        lambda: str(who_first().exact),
        CHOICE,
        (
            ("the 2 opens", "the 2 opens"),
            ("the 5 opens", "the 5 opens"),
            (SAME, SAME),
        ),
        hints=(
            "How likely does the 2 win alone? And the 5?",
            "W(2, 4) = 0.18 and W(5, 4) = 0.87.",
        ),
        slips=lambda: (
            Slip("the 2 opens", "Softening it up", "it costs you the 2 most of the time."),
            Slip(SAME, "For the target", "it dies as often; but what do you lose?"),
        ),
        because=lambda: "0.15 tanks on average instead of 0.83.",
    ),
    "Who goes first?",
    who_first,
    _why_13,
    (
        Control("one", "Tank on c7", numbers(CHIPS), 2),
        Control("two", "Tank on e7", numbers(CHIPS), 5),
        Control("defender", "The target", numbers(CHIPS), 4),
    ),
    (
        Ask(
            "MC-10.13a",
            "How likely is it that the target survives both attacks? (At least two digits; it "
            "does not matter who opens. The target is destroyed with chance 0.9871.)",
            lambda: 1 - opened("e7").p(lambda o: o.gone),
            hints=("It survives or it does not.", "1 − 0.9871."),
            slips=lambda: (
                Slip(opened("e7").p(lambda o: o.gone), "The other case", "that is its end."),
                Slip(1 - win(5, 4), "The 5 alone", "the 2 attacks as well."),
            ),
            because=lambda: "1 − 0.9871.",
        ),
    ),
    rules("MC-43", "MC-50", "MC-R24"),
)


# --- 14: the guessing game ---------------------------------------------------------------------

SPACES: Final = ("c8", "d8", "e8")
MIX: Final = "mixed"
TAN_BEST: Final = {"d8": Fraction(5, 6), "c8": Fraction(1, 12), "e8": Fraction(1, 12)}
"""Where tan's tank marker goes; the two artillery markers take the other two spaces."""
GREEN_BEST: Final = dict.fromkeys(SPACES, Fraction(1, 3))


@cache
def marked(at: str) -> State:
    """Return green's movement, with tan's tank marker on ``at`` and artillery on the others."""
    green = {"tanks": [tank("d6", 6)]}
    tan = {"art": ["c9", "e9"], "launcher": "d9", "tanks": [tank("h12", 6)]}
    arts = [f"art {square}" for square in SPACES if square != at]
    return plotted(play(position(green, tan), f"tank {at}", *arts))


@cache
def payoff(stop: str, at: str) -> Chance[int]:
    """Return the chance of (guns beside the tank - chips lost), on the engine's tree."""
    shot = play(marked(at), f"mv d6 {stop}", "end")
    return odds.after(shot, None, _balance, until=odds.phase("attack", "plot"))


def _balance(state: State) -> int:
    tanks = side(state, GREEN)["tanks"]
    return len(state.moves()) - int(tanks[0]["strength"] - tanks[0]["chips"])


def mixture(where: str, best: Mapping[str, Fraction]) -> Chance[str]:
    """Return the best mixture, or one space for sure."""
    return Chance.of(best) if where == MIX else Chance.sure(where)


def guess(tan: str = MIX, green: str = MIX) -> Mean:
    """What green gets on average, by the mixtures of both."""
    marks, stops = mixture(tan, TAN_BEST), mixture(green, GREEN_BEST)
    chance = marks.then(lambda at: stops.then(lambda stop: payoff(stop, at)))
    chance = Chance(sorted(chance.items()))

    def once(rng: Random) -> int:
        state = play(marked(marks.sample(rng)), f"mv d6 {stops.sample(rng)}", "end")
        while state.to_move == DICE:
            state = state.after(state.chances().sample(rng))
        return _balance(state)

    return Mean(
        state=marked("d8" if tan == MIX else tan),
        picture=pictures.rows(5, 10),
        ask="What does green get on average?",
        sentence=f"Green gets {shown(chance.mean(), NUMBER)} on average: guns beside its tank, "
        "less the chips it loses.",
        title="Guns, less chips lost",
        chance=chance,
        unit="result",
        play=once,
        sampled="turns of the engine",
    )


def _why_14() -> tuple[Reason, ...]:
    columns = (
        Column("green stops on", LABEL),
        *(Column(f"tan's tank marker on {at}", FRACTION) for at in SPACES),
        Column("against tan's best mixture", FRACTION),
    )
    rows = []
    for stop in SPACES:
        means = [payoff(stop, at).mean() for at in SPACES]
        mixed = sum((TAN_BEST[at] * payoff(stop, at).mean() for at in SPACES), Fraction(0))
        rows.append((stop, *map(str, means), str(mixed)))
    best = tuple(
        str(sum((payoff(stop, at).mean() for stop in SPACES), Fraction(0)) / 3) for at in SPACES
    )
    rows.append(("a third each", *best, str(guess().exact)))
    return (
        "Write down what green gets on average, for each of its stops and each place of the tank "
        "marker. A tank shot costs 2 chips on average, an artillery shot 2/3; d8 has three guns "
        "beside it, c8 and e8 have two.",
        Table("The matrix of the game", columns, tuple(rows)),
        "Nobody can be predictable here. If tan always marks d8 with its tank marker, c8 is "
        "better for green; if green always goes to c8, tan follows. Tan's best mixture makes all "
        "three stops worth the same, so green can't gain by choosing. Green's best mixture makes "
        "all three places of the marker cost the same. Where both meet is the value of the game "
        "(the minimax theorem).",
        "The surprise: green goes to d8, which is worth more, no more often than to the others. "
        "It is tan that guards d8 more, with 5/6.",
    )


GUESSING: Final = Plan(
    Ask(
        "MC-10.14",
        "Tan has a tank marker and two artillery markers; green's tank will stop on c8, d8 or e8. "
        "Count for green the guns beside its stop (two, three, two), less the chips it loses to "
        "shots on average. Tan marks all three spaces, the tank marker on d8 with 5/6, on c8 and "
        "e8 with 1/12 each; green stops on each with 1/3. What does green get on average?",
        lambda: guess().exact,
        NUMBER,
        hints=(
            "A tank shot costs 2 chips on average, an artillery shot 2/3.",
            "Guns: (2 + 3 + 2)/3. Chips: green stops on the tank marker with chance 1/3.",
        ),
        slips=lambda: (
            Slip(Fraction(7, 3), "The shots are missing", "that is the mean number of guns."),
            Slip(Fraction(1, 3), "A tank shot each time", "two of the three are artillery."),
            Slip(Fraction(5, 3), "Artillery each time", "one of the three is a tank shot."),
        ),
        because=lambda: "7/3 guns less (2 + 2/3 + 2/3)/3 chips.",
    ),
    "The guessing game",
    guess,
    _why_14,
    (
        Control("tan", "Tan's tank marker", ((MIX, MIX), *((s, s) for s in SPACES)), MIX),
        Control("green", "Green stops on", ((MIX, MIX), *((s, s) for s in SPACES)), MIX),
    ),
    (
        Ask(
            "MC-10.14a",
            "If tan always marks d8 with its tank marker and c8 and e8 with artillery, what does "
            "green get on average by stopping on c8?",
            lambda: payoff("c8", "d8").mean(),
            NUMBER,
            hints=("Two guns are beside c8.", "Less one artillery shot."),
            slips=lambda: (
                Slip(Fraction(2), "The shot is missing", "there is a marker on c8, too."),
                Slip(Fraction(0), "A tank shot", "on c8 lies an artillery marker."),
            ),
            because=lambda: "2 − 2/3: more than the value of the game, so tan must mix.",
        ),
    ),
    rules("MC-29", "MC-34", "MC-42", "MC-45"),
)


# --- 15: the dice as a parameter ---------------------------------------------------------------


def parameter(attacker: int = 3, defender: int = 3) -> Compared:
    """The attacker's chance for every number of red faces."""
    values = {_faces(reds): win(attacker, defender, reds) for reds in REDS}

    def once(rng: Random) -> tuple[str, int]:
        reds = rng.choice(REDS)
        return _faces(reds), int(attacker_wins(played(duel(attacker, defender, reds), rng)))

    return Compared(
        state=duel(attacker, defender),
        picture=pictures.rows(5, 9),
        sentence=f"{attacker} against {defender}: the attacker's chance is "
        f"{listed(percent(p) for p in values.values())} for one to five red faces.",
        title=f"W({attacker}, {defender}) by the dice",
        kind=CHANCE,
        values=values,
        lit=_faces(3),
        play=once,
        sampled="battles of the engine",
    )


def _faces(reds: int) -> str:
    return f"{reds} red face{'' if reds == 1 else 's'}"


def _why_15() -> tuple[Reason, ...]:
    columns = (Column("red faces", LABEL), Column("W(3, 3)", FRACTION), Column("percent", NUMBERS))
    rows = tuple((str(reds), str(win(3, 3, reds)), percent(win(3, 3, reds))) for reds in REDS)
    return (
        "The chain stays the same: the same states, the same arrows. Only the numbers on the "
        "arrows change with the dice, and with them the solution. The chance to win is a fraction "
        "of two polynomials in the chance of a red.",
        Table("Equal stacks of three", columns, rows),
        "With bad dice a battle is long, and the first roll matters little; with good dice the "
        "defender often has no time to answer.",
    )


PARAMETER: Final = Plan(
    Ask(
        "MC-10.15",
        "Two tanks with three chips each. With four red faces the attacker wins with 73.0 %. How "
        "likely does it win if the dice have only three red faces?",
        lambda: win(3, 3, 3),
        hints=(
            "Worse dice make battles longer. Does the first roll then matter more, or less?",
            "It lies between 1/2 and 73.0 %. Try the control of question 2.",
        ),
        slips=lambda: (
            Slip(win(3, 3), "Four red faces", "that is the chance with the usual dice."),
            Slip(Fraction(1, 2), "Even dice", "the first roll is still worth something."),
        ),
        because=lambda: "56992/83349 solves the same chain, with 1/2 instead of 2/3.",
    ),
    "The dice as a parameter",
    parameter,
    _why_15,
    (
        Control("attacker", "Chips of the attacker", numbers(CHIPS), 3),
        Control("defender", "Chips of the defender", numbers(CHIPS), 3),
    ),
    (
        Ask(
            "MC-10.15a",
            "And with two red faces?",
            lambda: win(3, 3, 2),
            hints=("It is nearer to 1/2 than with three.", "61 per cent and a bit."),
            slips=lambda: (
                Slip(win(3, 3, 3), "Three red faces", "that was the question before."),
                Slip(win(3, 3, 1), "One red face", "that is even nearer to 1/2."),
            ),
            because=lambda: "The same chain, with 1/3 instead of 2/3.",
        ),
    ),
    rules("MC-47", "MC-49", "MC-R2"),
)

PLANS: Final = (UNKNOWN, ORDER, WHO_FIRST, GUESSING, PARAMETER)
