"""Questions 1 to 4, 10 and 12: sorted dice, and what one of them tells about another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

from pocketlib import odds
from pocketlib.chance import Chance, percent
from pocketlib.contract import State
from pocketlib.dice import order_statistic, sorted_rolls, total
from pocketwidgets.answers import NUMBER, Slip, shown
from pocketwidgets.charts import explained, grid, two_way
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.landship import pictures
from pocketwidgets.lessons.landship.positions import (
    PARADE,
    PLACES,
    SHORT,
    after_draw,
    alone,
    at_once,
    changed,
    die_at,
    drawn,
    face_of,
    listed,
)
from pocketwidgets.lessons.plan import (
    Ask,
    Control,
    Plan,
    Reason,
    Spread,
    Table,
)

ROLLS: Final = tuple(product(range(1, 7), repeat=3))
RANKS: Final = (("lowest", 0), ("middle", 1), ("highest", 2))
SIXTH: Final = Fraction(1, 6)


def said(p: Fraction) -> str:
    """Return a chance as it stands in a sentence: "5/27, about 18.5 %"."""
    return shown(p, "chance")


def counted(event: Callable[..., object]) -> Fraction:
    """Return the chance that ``event`` is true of three dice, by counting all 216 rolls."""
    return Fraction(sum(bool(event(*roll)) for roll in ROLLS), len(ROLLS))


# --- 1: who starts -----------------------------------------------------------------------------

ENEMY, YOU = "the enemy", "you"


def _starter(state: State) -> str:
    return ENEMY if state.phase == "enemy" else YOU


def who_starts(dice: int = 3, sides: int = 6) -> Spread:
    """The enemy starts if the sum of the dice is even."""
    state = listed(first="dice")
    if (dice, sides) == (3, 6):
        chance: Chance[str] = after_draw(state, _starter)
    else:
        sums = total(dice, sides)
        chance = sums.map(lambda s: YOU if s % 2 else ENEMY)
        if len(chance) == 2:
            chance = Chance(sorted(chance.items()))

    def play(rng: Random) -> str:
        if (dice, sides) == (3, 6):
            return _starter(drawn(state, rng))
        return chance.sample(rng)

    p = chance.probability(ENEMY)
    number = "One die" if dice == 1 else f"{dice} dice"
    return Spread(
        state=state,
        picture=pictures.lines,
        ask="How likely is it that the enemy starts?",
        sentence=f"{number} with {sides} sides: the sum is even with chance {said(p)}.",
        title="Who starts?",
        chance=chance,
        lit=ENEMY,
        play=play,
        sampled="throws of the engine" if (dice, sides) == (3, 6) else "throws",
    )


def _why_1() -> tuple[Reason, ...]:
    return (
        "Look at two dice first: whatever they show, the third die makes the sum even with three "
        "of its faces and odd with the other three. So the other dice don't matter at all, and "
        "the answer is the same for one die, for two or for ten.",
        grid(
            lambda a, b, c: (a + b + c) % 2 == 0,
            dice=3,
            title="The 216 rolls: an even sum is filled",
        ),
    )


def _odd_product() -> Fraction:
    return counted(lambda a, b, c: a * b * c % 2 == 1)


WHO_STARTS: Final = Plan(
    Ask(
        "LS-10.1",
        "Three dice are thrown. If their sum is even, the enemy starts; if it is odd, you start. "
        "How likely is it that the enemy starts?",
        lambda: who_starts().exact,
        hints=(
            "Throw only one die. How many of its faces are even?",
            "Now the sum of two dice: fix the first one, and look at what the second one does.",
        ),
        because=lambda: "The last die alone decides whether the sum is even.",
    ),
    "Who starts?",
    who_starts,
    _why_1,
    (
        Control("dice", "Number of dice", tuple((str(n), n) for n in range(1, 7)), 3),
        Control("sides", "Sides of a die", tuple((str(n), n) for n in (4, 5, 6, 7, 8, 20)), 6),
    ),
    (
        Ask(
            "LS-10.1a",
            "A house rule: the three numbers are multiplied, and the enemy starts if the product "
            "is odd. How likely is that?",
            _odd_product,
            hints=(
                "A product is odd only if every factor is odd.",
                "Each die is odd with chance 1/2, and the three dice know nothing of each other.",
            ),
            slips=lambda: (
                Slip(
                    Fraction(1, 2),
                    "Sum and product are mixed up",
                    "one even die is enough to make the product even.",
                ),
                Slip(
                    1 - _odd_product(),
                    "The other case",
                    "this is the chance that the product is even.",
                ),
            ),
            because=lambda: "All three dice must be odd: 1/2 · 1/2 · 1/2.",
        ),
    ),
)


# --- 2: lowest, middle, highest ----------------------------------------------------------------


def ranked(rank: int = 2, value: int = 6, dice: int = 3) -> Spread:
    """The chance of each value of the lowest, middle or highest die."""
    state = listed()
    places = {0: 1, 1: (dice + 1) // 2, 2: dice}
    name = RANKS[rank][0]
    real = dice == 3
    chance: Chance[int] = (
        after_draw(state, lambda s: die_at(s, rank))
        if real
        else order_statistic(dice, places[rank])
    )
    hands = sorted_rolls(dice)

    def play(rng: Random) -> int:
        return die_at(drawn(state, rng), rank) if real else hands.sample(rng)[places[rank] - 1]

    p = chance.probability(value)
    return Spread(
        state=state,
        picture=pictures.front if real else None,
        ask=f"How likely is it that the {name} of {dice} dice is a {value}?",
        sentence=f"The {name} of {dice} dice is a {value} with chance {said(p)}; "
        f"on average it is {shown(chance.mean(), NUMBER)}.",
        title=f"The {name} of {dice} dice",
        chance=chance,
        lit=value,
        dice=True,
        play=play,
        sampled="enemy turns" if real else "throws",
    )


def order_table() -> Table:
    """Return how many of the 216 rolls give each value, for each of the three dice."""
    columns = (
        Column("die", LABEL),
        *(Column(str(value), NUMBERS) for value in range(1, 7)),
        Column("mean", FRACTION),
    )
    rows = []
    for name, rank in RANKS:
        chance = ranked(rank).chance
        ways = [str(int(chance.probability(v) * 216)) for v in range(1, 7)]
        rows.append((name, *ways, str(chance.mean())))
    return Table("Of 216 rolls, how many give the value", columns, tuple(rows))


def _why_2() -> tuple[Reason, ...]:
    p = ranked().exact
    return (
        "“The highest is a 6” means “there is at least one 6”. It is easier to count the rolls "
        "without any 6: 5 · 5 · 5 = 125. The others are 216 − 125 = 91.",
        grid(lambda *roll: max(roll) == 6, dice=3, title="The 216 rolls: at least one 6 is filled"),
        f"Three times 1/6 would be 1/2. That counts a roll with two sixes twice, and one with "
        f"three sixes three times; the true answer is {said(p)}. In the same way the lowest die "
        "is at least k exactly if all three are: (7 − k)/6 to the power of three.",
        order_table(),
    )


def at_least_three() -> Fraction:
    """Return the chance that the lowest die is a 3 or more."""
    return ranked(0).chance.p(lambda die: die >= 3)


RANKED: Final = Plan(
    Ask(
        "LS-10.2",
        "Three enemy cards stand in front, so three dice are thrown and sorted: the lowest goes "
        "to the card on the left, the highest to the card on the right. How likely is it that "
        "the card on the right gets a 6?",
        lambda: ranked().exact,
        hints=(
            "The highest die is a 6 as soon as one of the three is.",
            "Count the rolls with no 6 at all.",
        ),
        slips=lambda: (
            Slip(SIXTH, "One die only", "that is the chance of a 6 with a single die."),
            Slip(
                Fraction(1, 2),
                "Counted twice",
                "3 · 1/6 counts a roll with two sixes twice.",
            ),
        ),
        because=lambda: "125 of the 216 rolls have no 6, so 91 have at least one.",
    ),
    "Lowest, middle, highest",
    ranked,
    _why_2,
    (
        Control("rank", "Which die", RANKS, 2),
        Control("value", "Shows a", tuple((str(n), n) for n in range(1, 7)), 6),
        Control("dice", "Number of dice", tuple((str(n), n) for n in (2, 3, 4, 5)), 3),
    ),
    (
        Ask(
            "LS-10.2a",
            "How likely is it that the lowest of the three dice is a 3 or more?",
            at_least_three,
            hints=(
                "If the lowest is 3 or more, what do you know about the other two?",
                "Each of the three dice must be a 3, 4, 5 or 6.",
            ),
            slips=lambda: (
                Slip(
                    Fraction(2, 3),
                    "One die only",
                    "the lowest is 3 or more only if all three dice are.",
                ),
                Slip(
                    1 - at_least_three(),
                    "The other case",
                    "this is the chance that the lowest is a 1 or a 2.",
                ),
            ),
            because=lambda: "All three dice must be 3 or more: 4/6 · 4/6 · 4/6.",
        ),
    ),
)


# --- 3: where is the Boar most dangerous? ------------------------------------------------------

DOES: Final = {
    "none": "nothing",
    "hull-1": "1 damage to the hull",
    "hull-2": "2 damage to the hull",
    "weapon-1": "1 damage to the weapon",
    "weapon-2": "2 damage to the weapon",
    "support-1": "1 damage to the support",
    "support-2": "2 damage to the support",
    "chaos": "Chaos",
    "retreat": "retreat and repair",
    "left": "moves left",
    "right": "moves right",
    "spotters": "shells the hull",
}


def acting(face: str = "boar", column: int = 0) -> Spread:
    """The chance of each action of a card in a column of the front row."""
    actions = face_of(face).actions
    state = (
        listed(_with_first_at(face, column))
        if face in PARADE
        else alone(face, column)  # cards that do nothing stand beside it
    )

    def does(after: State) -> str:
        return DOES[actions[die_at(after, column) - 1]]

    # first the dice, so that the actions come in the order of the card
    chance = after_draw(state, lambda s: die_at(s, column)).map(lambda die: DOES[actions[die - 1]])
    first = DOES[actions[0]]
    p = chance.probability(first)
    place = PLACES[column][0]
    return Spread(
        state=state,
        picture=pictures.front,
        ask=f"How likely is it that the {SHORT[face]} acts with a 1?",
        sentence=f"{SHORT[face]}, {place}: “{first}” has the chance {said(p)}.",
        title=f"What the {SHORT[face]} does, front {place}",
        chance=chance,
        lit=first,
        play=lambda rng: does(drawn(state, rng)),
        sampled="enemy turns",
    )


def _with_first_at(face: str, column: int) -> tuple[str, ...]:
    """Return the enemies of Parade, with ``face`` in this column of the front row."""
    others = [id for id in PARADE if id != face]
    others.insert(column, face)
    return tuple(others)


def boar_table() -> Table:
    """Return the chances of two actions of the Boar in each column."""
    columns = (
        Column("column", LABEL),
        Column("2 damage to the hull", FRACTION),
        Column("percent", NUMBERS),
        Column("retreat", FRACTION),
        Column("percent", NUMBERS),
    )
    rows = []
    for name, column in PLACES:
        chance = acting("boar", column).chance
        hit, away = chance.probability(DOES["hull-2"]), chance.probability(DOES["retreat"])
        rows.append((name, str(hit), percent(hit), str(away), percent(away)))
    return Table("The Boar in each column", columns, tuple(rows))


def _why_3() -> tuple[Reason, ...]:
    state = listed()
    found = odds.explain(state, lambda s: die_at(s, 0) == 1, until=at_once)
    return (
        "On the left the Boar gets the lowest die. It does 2 damage with a 1, so it is enough "
        "that one of the three dice shows a 1: 216 − 125 = 91 rolls. These are the sorted rolls, "
        "each with the number of ways to throw it:",
        explained(found, title="The lowest die is a 1", what="rolls"),
        "In the centre two of the three dice must be 1 (16 rolls), on the right all three (1 "
        "roll). So the same card is a danger on the left, and nearly harmless on the right; there "
        "it would rather retreat.",
        boar_table(),
    )


def retreat_in_the_centre() -> Fraction:
    """Return the chance that the Boar retreats from the centre."""
    return acting("boar", 1).chance.probability(DOES["retreat"])


MOST_DANGEROUS: Final = Plan(
    Ask(
        "LS-10.3",
        "The Boar does 2 damage to your hull if its die is a 1. It stands on the left, where the "
        "lowest of three dice goes. How likely are the 2 damage?",
        lambda: acting().exact,
        hints=(
            "The Boar's die is a 1 as soon as any of the three dice is a 1.",
            "How many of the 216 rolls have no 1?",
        ),
        slips=lambda: (
            Slip(SIXTH, "One die only", "the Boar gets the lowest of three dice, not one die."),
            Slip(Fraction(1, 2), "Counted twice", "3 · 1/6 counts a roll with two 1s twice."),
        ),
        because=lambda: "91 of the 216 rolls have at least one 1.",
    ),
    "Where is the Boar most dangerous?",
    acting,
    _why_3,
    (
        Control("face", "Card", tuple((name, id) for id, name in SHORT.items()), "boar"),
        Control("column", "Column", PLACES, 0),
    ),
    (
        Ask(
            "LS-10.3a",
            "Now the Boar stands in the centre and gets the middle die. With a 5 it retreats. How "
            "likely is that?",
            retreat_in_the_centre,
            hints=(
                "The middle die is 5 or less if two or three dice are 5 or less. And 4 or less?",
                "Count the rolls with middle die at most 5 (200), and those with at most 4 (160).",
            ),
            slips=lambda: (
                Slip(SIXTH, "One die only", "values in the middle are likelier than 1 or 6."),
                Slip(
                    acting("boar", 2).chance.probability(DOES["retreat"]),
                    "The wrong die",
                    "that is the chance for the highest die.",
                ),
            ),
            because=lambda: "The middle die is a 5 in 200 − 160 = 40 of the 216 rolls.",
        ),
    ),
)


# --- 4: which column was it? -------------------------------------------------------------------

HEARD: Final = (("Chaos", "chaos"), ("2 damage to the hull", "hull-2"), ("a retreat", "retreat"))
PRIORS: Final = (
    ("every column equally likely", (1, 1, 1)),
    ("left twice as likely", (2, 1, 1)),
    ("right twice as likely", (1, 1, 2)),
    ("never on the right", (1, 1, 0)),
)
COLUMNS: Final = ("left", "centre", "right")


def which_column(heard: str = "chaos", prior: tuple[int, int, int] = (1, 1, 1)) -> Spread:
    """The chance of each column, once it is known what the Boar did."""
    states = [listed(_with_first_at("boar", column)) for _, column in PLACES]
    before = Chance((c, ways) for c, ways in enumerate(prior) if ways)
    wanted = DOES[heard]

    def both(column: int) -> Chance[tuple[int, str]]:
        return acting("boar", column).chance.map(lambda does: (column, does))

    after = before.then(both).given(lambda pair: pair[1] == wanted)
    chance = after.map(lambda pair: COLUMNS[pair[0]])
    actions = face_of("boar").actions

    def play(rng: Random) -> str:
        while True:  # games in which something else was heard don't count
            column = before.sample(rng)
            die = die_at(drawn(states[column], rng), column)
            if actions[die - 1] == heard:
                return COLUMNS[column]

    lit = "centre"
    p = chance.probability(lit)
    return Spread(
        state=states[1],
        picture=pictures.front,
        ask=f"You hear: {wanted}. How likely is it that the Boar stood in the centre?",
        sentence=f"Once you have heard “{wanted}”, the centre has the chance {said(p)}.",
        title=f"Where did the Boar stand, if it was “{wanted}”?",
        chance=chance,
        lit=lit,
        play=play,
        sampled="enemy turns in which it was heard",
    )


def boar_ways() -> Chance[tuple[Any, ...]]:
    """Return column and action of the Boar together, every column equally likely."""
    columns = Chance.even(range(3))
    chaos = DOES["chaos"]
    return columns.then(
        lambda c: acting("boar", c).chance.map(
            lambda does: (COLUMNS[c], "Chaos" if does == chaos else "no Chaos")
        )
    )


def _why_4() -> tuple[Reason, ...]:
    found = which_column()
    return (
        "Think of 648 enemy turns: 216 with the Boar in each column. With a 3 it causes Chaos. "
        "The lowest die is a 3 in 37 of 216 turns, the middle die in 52, the highest in 19.",
        two_way(
            boar_ways(),
            title="Columns and Chaos, in 648 turns",
            rows="column",
            columns="what is heard",
            event=lambda _, heard: heard == "Chaos",
        ),
        "You heard Chaos, so only these 37 + 52 + 19 = 108 turns are left, and in 52 of them the "
        f"Boar stood in the centre: {said(found.exact)}. This is Bayes' theorem: weigh each "
        "possibility by how well it explains what was heard.",
    )


def left_after_damage() -> Fraction:
    """Return the chance that the Boar stood on the left, if it did 2 damage to the hull."""
    return which_column("hull-2").chance.probability("left")


WHICH_COLUMN: Final = Plan(
    Ask(
        "LS-10.4",
        "The Boar stood in one of the three front columns, each equally likely. You were not "
        "looking, and hear: “Chaos!”. It causes Chaos with a 3. How likely is it that it stood in "
        "the centre?",
        lambda: which_column().exact,
        hints=(
            "Where does a 3 come most often: as the lowest, the middle or the highest die?",
            "The three columns give Chaos in 37, 52 and 19 of 216 turns.",
        ),
        slips=lambda: (
            Slip(
                Fraction(1, 3),
                "What was heard is not used",
                "before, it was 1/3; but a 3 fits some columns better than others.",
            ),
            Slip(
                acting("boar", 1).chance.probability(DOES["chaos"]),
                "The wrong way round",
                "this is the chance of Chaos if the Boar stands in the centre.",
            ),
        ),
        because=lambda: "Of 37 + 52 + 19 = 108 turns with Chaos, 52 come from the centre.",
    ),
    "Which column was it?",
    which_column,
    _why_4,
    (
        Control("heard", "You hear", HEARD, "chaos"),
        Control("prior", "Before that", PRIORS, (1, 1, 1)),
    ),
    (
        Ask(
            "LS-10.4a",
            "This time you hear: “2 damage to the hull!” (a 1). Every column was equally likely. "
            "How likely is it that the Boar stood on the left?",
            left_after_damage,
            hints=(
                "A 1 comes in 91, 16 and 1 of 216 turns.",
                "Only the turns in which it happened count: how many are these in all?",
            ),
            slips=lambda: (
                Slip(
                    acting().exact,
                    "The wrong way round",
                    "this is the chance of the damage if the Boar stands on the left.",
                ),
                Slip(Fraction(1, 3), "What was heard is not used", "a 1 fits the left best."),
            ),
            because=lambda: "91 of the 91 + 16 + 1 turns with 2 damage come from the left.",
        ),
    ),
)


# --- 10: at least one six ----------------------------------------------------------------------


def at_least_one(dice: int = 3, value: int = 6) -> Spread:
    """The chance that a number is among the player's dice."""
    more: dict[int, dict[str, Any]] = {2: {"chaos": 1}, 3: {}, 4: {"adrenaline": True}}
    state = changed(listed(first="player"), **more[dice])
    yes, no = f"at least one {value}", f"no {value}"

    def among(after: State) -> str:
        return yes if value in after.observe()["rolled"] else no

    chance = after_draw(state, among)
    p = chance.probability(yes)
    return Spread(
        state=state,
        picture=pictures.lines,
        ask=f"How likely is at least one {value} with {dice} dice?",
        sentence=f"{dice} dice: at least one {value} has the chance {said(p)}.",
        title=f"A {value} among {dice} dice",
        chance=chance,
        lit=yes,
        play=lambda rng: among(drawn(state, rng)),
        sampled="throws of the engine",
    )


def _why_10() -> tuple[Reason, ...]:
    rows = []
    for dice, when in ((2, "after Chaos"), (3, "as usual"), (4, "with Adrenaline")):
        p = at_least_one(dice).exact
        rows.append((f"{dice} dice, {when}", f"{5**dice}/{6**dice}", str(p), percent(p)))
    columns = (
        Column("dice", LABEL),
        Column("no six", FRACTION),
        Column("at least one", FRACTION),
        Column("percent", NUMBERS),
    )
    return (
        "“At least one” can happen in many ways; its opposite in one only: no six on any die. A "
        "die shows no six with chance 5/6, and the dice know nothing of each other. So multiply "
        "5/6 for every die, and take it from 1.",
        Table("One minus no six", columns, tuple(rows)),
        "Each further die helps, but less than the one before: it only counts in the throws that "
        "have no six yet.",
    )


AT_LEAST_ONE: Final = Plan(
    Ask(
        "LS-10.10",
        "You want a 6 for the hull's machine gun. In your turn you throw three dice. How likely "
        "is it that at least one of them is a 6?",
        lambda: at_least_one().exact,
        hints=("What is the opposite of “at least one 6”?", "One die is no 6 with chance 5/6."),
        slips=lambda: (
            Slip(Fraction(1, 2), "Added up", "3 · 1/6 counts a throw with two sixes twice."),
            Slip(Fraction(125, 216), "The other case", "this is the chance of no 6 at all."),
        ),
        because=lambda: "No 6 at all: 5/6 · 5/6 · 5/6 = 125/216.",
    ),
    "At least one six",
    at_least_one,
    _why_10,
    (
        Control("dice", "Dice", (("2, after Chaos", 2), ("3", 3), ("4, with Adrenaline", 4)), 3),
        Control("value", "Wanted number", tuple((str(n), n) for n in range(1, 7)), 6),
    ),
    (
        Ask(
            "LS-10.10a",
            "With Adrenaline you throw four dice. How likely is at least one 6 now?",
            lambda: at_least_one(4).exact,
            hints=("Again: first the chance of no 6.", "5/6 to the power of four."),
            slips=lambda: (
                Slip(Fraction(2, 3), "Added up", "4 · 1/6; with seven dice that would be over 1."),
                Slip(Fraction(625, 1296), "The other case", "this is the chance of no 6 at all."),
            ),
            because=lambda: "1 − 625/1296.",
        ),
    ),
)


# --- 12: neighbours are not independent --------------------------------------------------------


@cache
def both_dice() -> Chance[tuple[int, int]]:
    """Return the lowest and the highest die of an enemy turn together."""
    return after_draw(listed(), lambda s: (die_at(s, 0), die_at(s, 2)))


def given_right(right: int = 4) -> Spread:
    """The chance of each value of the left die, if the right one is known."""
    state = listed()
    chance = both_dice().given(lambda pair: pair[1] == right).map(lambda pair: pair[0])

    def play(rng: Random) -> int:
        while True:  # turns with another die on the right don't count
            after = drawn(state, rng)
            if die_at(after, 2) == right:
                return die_at(after, 0)

    p = chance.probability(1)
    return Spread(
        state=state,
        picture=pictures.front,
        ask=f"On the right lies a {right}. How likely is a 1 on the left?",
        sentence=f"With a {right} on the right, the left die is a 1 with chance {said(p)}, and "
        f"{shown(chance.mean(), NUMBER)} on average.",
        title=f"The left die, if a {right} lies on the right",
        chance=chance,
        lit=1,
        dice=True,
        play=play,
        sampled=f"enemy turns with a {right} on the right",
    )


def covariance() -> Fraction:
    """Return the covariance of the lowest and the highest die."""
    both = both_dice()
    product_mean = both.mean(lambda pair: pair[0] * pair[1])
    return product_mean - both.mean(lambda pair: pair[0]) * both.mean(lambda pair: pair[1])


def variance(column: int) -> Fraction:
    """Return the variance of the lowest (0) or the highest (1) die."""
    return both_dice().variance(lambda pair: pair[column])


def correlation() -> Fraction:
    """Return the correlation; the two variances are equal, so no root is left."""
    assert variance(0) == variance(1)
    return covariance() / variance(0)


def _why_12() -> tuple[Reason, ...]:
    chance = given_right().chance
    parts = ", ".join(f"{die}: {chance.probability(die)}" for die in chance)
    return (
        "The rolls whose highest die is a 4 are 37: 4 · 4 · 4 with nothing above 4, less the "
        "3 · 3 · 3 with nothing above 3. Read them in the column of the 4:",
        two_way(
            both_dice(),
            title="Lowest and highest die, in 216 rolls",
            rows="lowest",
            columns="highest",
            event=lambda low, high: high == 4 and low == 1,
        ),
        f"So the left die, given a 4 on the right, is {parts}. Without knowing the right die, a 1 "
        f"has the chance {said(ranked(0).chance.probability(1))}: a low die on the right pulls the "
        "left one down.",
        f"One number for it: the covariance of the two is {shown(covariance(), NUMBER)}, the "
        f"variance of each {shown(variance(0), NUMBER)}, so the correlation is "
        f"{shown(correlation(), NUMBER)}. The dice are independent when they are thrown; once "
        "sorted, they are not.",
    )


NOT_INDEPENDENT: Final = Plan(
    Ask(
        "LS-10.12",
        "Three dice are thrown and sorted. The card on the right got a 4. How likely is it that "
        "the card on the left got a 1?",
        lambda: given_right().exact,
        hints=(
            "How many rolls have the highest die 4? Take “nothing above 4” less “nothing above 3”.",
            "And how many of these have a 1? Take away those with only 2, 3 and 4.",
        ),
        slips=lambda: (
            Slip(
                ranked(0).chance.probability(1),
                "What is known is not used",
                "this is the chance of a 1 on the left when nothing is known of the right.",
            ),
            Slip(Fraction(1, 4), "One die only", "1 to 4 are not equally likely for the lowest."),
        ),
        because=lambda: "Of the 37 rolls with highest die 4, 18 have a 1 as the lowest.",
    ),
    "Neighbours are not independent",
    given_right,
    _why_12,
    (Control("right", "On the right", tuple((str(n), n) for n in range(1, 7)), 4),),
    (
        Ask(
            "LS-10.12a",
            "What is the left die on average, if a 4 lies on the right?",
            lambda: given_right().chance.mean(),
            NUMBER,
            hints=(
                "Of the 37 rolls, 18 have a 1 on the left, 12 a 2, 6 a 3 and 1 a 4.",
                "Add up value times number of rolls, and divide by 37.",
            ),
            slips=lambda: (
                Slip(
                    ranked(0).chance.mean(),
                    "What is known is not used",
                    "that is the mean of the lowest die when nothing is known of the right.",
                ),
                Slip(Fraction(5, 2), "Not equally likely", "1, 2, 3 and 4 have different chances."),
            ),
            because=lambda: "(18 · 1 + 12 · 2 + 6 · 3 + 1 · 4)/37.",
        ),
        Ask(
            "LS-10.12b",
            "For university: what is the correlation of the lowest and the highest die?",
            correlation,
            NUMBER,
            hints=(
                "Covariance: the mean of the product less the product of the means.",
                "Both dice have the same variance, so no square root is left.",
            ),
            slips=lambda: (
                Slip(Fraction(0), "Independent?", "the dice were, but they have been sorted."),
                Slip(covariance(), "Not divided", "this is the covariance."),
            ),
            because=lambda: f"{covariance()} divided by {variance(0)}.",
        ),
    ),
)

PLANS: Final = (WHO_STARTS, RANKED, MOST_DANGEROUS, WHICH_COLUMN, AT_LEAST_ONE, NOT_INDEPENDENT)
