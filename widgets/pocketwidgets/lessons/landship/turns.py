"""Questions 6, 8, 9 and 11: what a turn does, and how to play it best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

from pocketlib import odds
from pocketlib.chance import percent
from pocketlib.contract import State
from pocketlib.graph import Work, finish
from pocketwidgets.answers import CHANCE, CHOICE, NUMBER, Slip, shown
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.landship import pictures
from pocketwidgets.lessons.landship.positions import (
    FULL,
    PARADE,
    SHORT,
    Played,
    after_draw,
    best_play_work,
    changed,
    damage,
    drawn,
    hull_at,
    listed,
    lost,
    order,
    play_on,
    strength,
)
from pocketwidgets.lessons.plan import (
    Ask,
    Compared,
    Control,
    Mean,
    Plan,
    Reason,
    Table,
)

# --- 6: how much will the first enemy turn hurt? -----------------------------------------------

CARDS: Final = (("Hull", "hull"), ("Cannon", "cannon"), ("Sponsons", "sponsons"), ("all", ""))
FRONT_ROWS: Final = (
    "boar badger lightart",
    "badger boar lightart",
    "badger lightart boar",
    "boar infantry lightart",
    "minefield boar infantry",
    "infantry badgerb boar",
)


def first_turn(card: str = "hull", front: str = FRONT_ROWS[0]) -> Mean:
    """The damage that an enemy turn does to a card."""
    row = tuple(front.split())
    state = listed((*row, *(id for id in PARADE if id not in row)))
    chance = after_draw(state, lambda s: damage(s, card))
    name = f"the {card}" if card else "all three cards"
    return Mean(
        state=state,
        picture=pictures.table,
        ask=f"How much damage does {name} take on average?",
        sentence=f"{order(row)}: {name} lose{'s' if card else ''} "
        f"{shown(chance.mean(), NUMBER)} strength on average.",
        title=f"Damage to {name} in one enemy turn",
        unit="damage",
        chance=chance,
        play=lambda rng: damage(drawn(state, rng), card),
        sampled="enemy turns",
    )


def by_card() -> dict[str, Fraction]:
    """Return how much of the hull's mean damage each card of Parade brings, spotters included."""
    state = listed()
    found: Counter[str] = Counter()
    for roll, ways in state.chances().items():
        acting = ""
        for event in state.after(roll).events():
            if event[0] == "act":
                acting = str(event[2])
            elif event[:2] == ("hurt", "hull"):
                found[acting] += ways * int(event[2])
    return {id: Fraction(found[id], state.chances().total) for id in PARADE[:3]}


def _why_6() -> tuple[Reason, ...]:
    columns = (Column("card", LABEL), Column("of 216", NUMBERS), Column("mean damage", FRACTION))
    shares = by_card()
    total = sum(shares.values(), Fraction(0))
    rows = [(SHORT[id], str(int(p * 216)), str(p)) for id, p in shares.items()]
    rows.append(("together", str(int(total * 216)), str(total)))
    cannon, support = (first_turn(card).exact for card in ("cannon", "sponsons"))
    return (
        "Means may be added up, card by card, even though the three dice hang together: that is "
        "the linearity of expectation. The Boar (lowest die) does 2 damage in 91 of 216 rolls and "
        "1 in 61: 2 · 91 + 61 = 243. The Badger (middle die) does 1 with a 1 or a 2: 56.",
        Table("Damage to the hull, by the card that does it", columns, tuple(rows)),
        "The artillery would bring 44 alone, for a 2 or a 4 on the highest die. The other 10 come "
        "from the Infantry: if the Badger retreats with a 4, the Infantry comes forward in time "
        "to spot for the artillery's 4.",
        f"In the same way the cannon loses {shown(cannon, NUMBER)} and the sponsons "
        f"{shown(support, NUMBER)}.",
    )


FIRST_TURN: Final = Plan(
    Ask(
        "LS-10.6",
        "The enemy is about to throw its dice for Boar, Badger and Light Artillery. How much "
        "damage will your hull take in this turn, on average?",
        lambda: first_turn().exact,
        NUMBER,
        hints=(
            "Take the cards one by one, and add up their means.",
            "The Boar does 2 damage with a 1 (91 of 216) and 1 with a 2 (61 of 216).",
            "The Badger does 1 damage in 56 of 216 rolls; the artillery shells in 44, and a bit "
            "more.",
        ),
        slips=lambda: (
            Slip(
                by_card()["boar"],
                "One card only",
                "that is what the Boar does; the other two shoot as well.",
            ),
            Slip(
                Fraction(243 + 56 + 44, 216),
                "The spotters are missing",
                "if the Badger retreats, the Infantry may come forward and spot.",
            ),
        ),
        because=lambda: "(243 + 56 + 44 + 10)/216.",
    ),
    "How much will it hurt?",
    first_turn,
    _why_6,
    (
        Control("card", "Your card", CARDS, "hull"),
        Control(
            "front",
            "Front row",
            tuple((order(row.split()), row) for row in FRONT_ROWS),
            FRONT_ROWS[0],
        ),
    ),
    (
        Ask(
            "LS-10.6a",
            "The sponsons are hurt only by the Light Artillery on the right: 1 damage with a 6. "
            "How much do they lose on average?",
            lambda: first_turn("sponsons").exact,
            NUMBER,
            hints=(
                "A mean of “1 or nothing” is the chance of the 1.",
                "The highest of three dice is a 6 in 91 of 216 rolls.",
            ),
            slips=lambda: (
                Slip(Fraction(1, 6), "One die only", "the right card gets the highest of three."),
                Slip(Fraction(1, 2), "Counted twice", "3 · 1/6 counts two sixes twice."),
            ),
            because=lambda: "1 · 91/216.",
        ),
    ),
)


# --- 8: the best way to place 2, 3, 6 ----------------------------------------------------------

END_OF_TURN: Final = odds.phase("enemy")
PLACED: Final = "hull {}, cannon {}, sponsons {}"


def placements(a: int = 2, b: int = 3, c: int = 6) -> Work[Compared]:
    """How much enemy strength each placement of three dice can remove in this turn."""
    before = listed(first="player")
    dice = " ".join(map(str, sorted((a, b, c))))
    state = before.after(f"roll {dice}")
    full = strength(before)
    values: dict[str, Fraction] = {}
    played: dict[str, tuple[State, Played]] = {}
    for move in state.moves():
        after = state.after(move)
        best = yield from best_play_work(after, lambda s: full - strength(s), END_OF_TURN)
        name = PLACED.format(*move.split()[1:])
        values[name], played[name] = best.value, (after, best)
    values = dict(sorted(values.items(), key=lambda item: -item[1]))
    best_name = next(iter(values))

    def play(rng: Random) -> tuple[str, int]:
        name = rng.choice([*values])
        after, best = played[name]
        return name, full - strength(play_on(after, best.moves, END_OF_TURN, rng))

    return Compared(
        state=state,
        picture=pictures.lines,
        ask=f"You have thrown {', '.join(dice.split())}. Which placement removes most?",
        sentence=f"Best: {best_name}, which removes {shown(values[best_name], NUMBER)}"
        f"{' on average' if values[best_name].denominator > 1 else ''}.",
        title=f"Enemy strength removed with {', '.join(dice.split())}",
        kind=NUMBER,
        values=values,
        lit=best_name,
        choice=best_name,
        play=play,
        sampled="turns played out",
    )


@cache
def _best_placing() -> Compared:
    return finish(placements())


def _why_8() -> tuple[Reason, ...]:
    best = _best_placing()
    assert isinstance(best, Compared)
    return (
        "Three different dice go on three cards in 3 · 2 · 1 = 6 ways: few enough to try them all "
        "and play each one to its end.",
        "With 6 on the hull the machine gun hits the artillery for 1. With 2 on the cannon the "
        "shot at the centre does 2. With 3 on the sponsons the left guns hit the Boar for 1. "
        "Together 4.",
        "Where a fraction stands, a die is thrown again (Desperation): then the mean over its six "
        "faces counts, with the best play after each.",
    )


BEST_PLACING: Final = Plan(
    Ask(
        "LS-10.8",
        "It is your turn, and you have thrown 2, 3 and 6. Which die goes where, if you want to "
        "remove as much enemy strength as possible in this turn?",
        lambda: str(_best_placing().exact),
        CHOICE,
        tuple(
            (PLACED.format(*p), PLACED.format(*p))
            for p in ("236", "263", "326", "362", "623", "632")
        ),
        hints=(
            "Read each card's line for 2, 3 and 6: which of them shoot?",
            "A 6 shoots on the hull only; on the cannon it repairs.",
        ),
        slips=lambda: (
            Slip(
                PLACED.format(*"236"),
                "Nearly",
                "the 6 on the sponsons is a second throw, not a shot.",
            ),
            Slip(
                PLACED.format(*"362"),
                "All three are wasted",
                "this is the one placement that hits nothing.",
            ),
        ),
        because=lambda: "Each of the three dice then shoots.",
    ),
    "The best way to place 2, 3, 6",
    placements,
    _why_8,
    tuple(
        Control(name, f"Die {i}", tuple((str(n), n) for n in range(1, 7)), value)
        for i, (name, value) in enumerate((("a", 2), ("b", 3), ("c", 6)), 1)
    ),
    (
        Ask(
            "LS-10.8a",
            "You have thrown 3, 3 and 6. How many different placements are there?",
            lambda: Fraction(len(listed(first="player").after("roll 3 3 6").moves())),
            NUMBER,
            hints=(
                "The two 3s look the same: swapping them changes nothing.",
                "It is enough to say where the 6 goes.",
            ),
            slips=lambda: (
                Slip(Fraction(6), "Counted twice", "swapping the two 3s gives the same placement."),
            ),
            because=lambda: "The 6 can go on any of the three cards.",
        ),
    ),
)


# --- 9: what is a die worth? -------------------------------------------------------------------

_MORE: Final[Mapping[int, Mapping[str, Any]]] = {
    2: {"chaos": 1},
    3: {},
    4: {"adrenaline": True},
}
_NAMES: Final = {2: "2 dice, after Chaos", 3: "3 dice", 4: "4 dice, with Adrenaline"}


@cache
def _turn(dice: int) -> State:
    return changed(listed(first="player"), **_MORE[dice])


_BEST: dict[int, Played] = {}


def best_turn_work(dice: int) -> Work[Played]:
    """Work out the best turn with 2, 3 or 4 dice; it is kept."""
    if dice not in _BEST:
        full = strength(_turn(dice))
        _BEST[dice] = yield from best_play_work(
            _turn(dice), lambda s: full - strength(s), END_OF_TURN
        )
    return _BEST[dice]


@cache
def blind() -> Fraction:
    """Return the mean if three dice are placed blindly and then used as well as possible."""
    state = _turn(3)
    full = strength(state)

    def after_roll(roll: str) -> Fraction:
        rolled = state.after(roll)
        moves = odds.best(rolled, lambda s: full - strength(s), until=END_OF_TURN).moves
        return sum(moves.values(), Fraction(0)) / len(moves)

    chances = state.chances()
    return sum((chances.probability(roll) * after_roll(roll) for roll in chances), Fraction(0))


def worth_of_dice(dice: int = 3) -> Work[Compared]:
    """The strength that a best turn removes, by the number of dice."""
    values = {}
    for number, name in _NAMES.items():
        values[name] = (yield from best_turn_work(number)).value
        yield number
    values["3 dice, placed blindly"] = blind()
    state = _turn(dice)
    full = strength(state)
    best = yield from best_turn_work(dice)

    def play(rng: Random) -> tuple[str, int]:
        return _NAMES[dice], full - strength(play_on(state, best.moves, END_OF_TURN, rng))

    return Compared(
        state=state,
        picture=pictures.lines,
        ask=f"How much does a best turn remove with {_NAMES[dice]}?",
        sentence=f"{_NAMES[dice]}: {shown(values[_NAMES[dice]], NUMBER)} strength on average, "
        "placed and used as well as possible.",
        title="Enemy strength removed in one turn",
        kind=NUMBER,
        values=values,
        lit=_NAMES[dice],
        play=play,
        sampled="turns, played best",
    )


@cache
def best_turn(dice: int) -> Fraction:
    """Return the mean strength that a best turn removes."""
    return finish(best_turn_work(dice)).value


def _why_9() -> tuple[Reason, ...]:
    two, three, four = (best_turn(dice) for dice in (2, 3, 4))
    return (
        "For each of the 56 sorted rolls the best placement is found, as in the question about 2, "
        "3 and 6; then the mean is taken over all rolls. First the dice, then the choice: it is a "
        "mean of maxima, not a maximum of means.",
        f"A die that Chaos takes away costs {shown(three - two, NUMBER)}. The extra die of "
        f"Adrenaline brings {shown(four - three, NUMBER)}, less than the third die: the cards stay "
        "three, so one die is left over.",
        f"To place the dice well is worth even more: placed blindly, three dice remove only "
        f"{shown(blind(), NUMBER)}.",
    )


DIE_WORTH: Final = Plan(
    Ask(
        "LS-10.9",
        "You are about to throw your three dice; all cards are at full strength. If you place and "
        "use them as well as possible, how much enemy strength do you remove on average?",
        lambda: best_turn(3),
        NUMBER,
        hints=(
            "The best placement of 2, 3 and 6 removes 4. Is that a good roll or a bad one?",
            "Each card may do 0, 1 or 2. Three good shots would make 5 or 6.",
        ),
        slips=lambda: (
            Slip(
                blind(),
                "Not chosen",
                "that is the mean if the dice are placed blindly; you may choose.",
            ),
            Slip(Fraction(4), "One good roll", "2, 3, 6 is better than most rolls."),
        ),
        because=lambda: "The mean, over all rolls, of the best placement of each.",
    ),
    "What is a die worth?",
    worth_of_dice,
    _why_9,
    (Control("dice", "You throw", tuple((name, n) for n, name in _NAMES.items()), 3),),
    (
        Ask(
            "LS-10.9a",
            "With 3 dice a best turn removes 4031/1296, with 2 dice (after Chaos) 22/9. How much "
            "strength does one Chaos cost you?",
            lambda: best_turn(3) - best_turn(2),
            NUMBER,
            hints=("Subtract.", "22/9 is 3168/1296."),
            slips=lambda: (
                Slip(best_turn(2), "Not subtracted", "that is what two dice remove."),
                Slip(best_turn(4) - best_turn(3), "The other die", "that is what Adrenaline adds."),
            ),
            because=lambda: "(4031 − 3168)/1296.",
        ),
    ),
)


# --- 11: is an Emergency Repair worth it? ------------------------------------------------------

ROLL, REPAIR = "throw three dice", "repair the hull first"
_MOVES: Final = {ROLL: "roll", REPAIR: "repair hull"}


def _next_round(state: State) -> bool:
    return bool(state.dump()["round"] > 2)


def _alive(state: State) -> int:
    return int(not lost(state))


def repair_or_roll(hull: int = 1) -> Work[Compared]:
    """The chance to survive the next enemy turn, with and without an Emergency Repair."""
    state = hull_at(hull, "repair")
    values, played = {}, {}
    for name, move in _MOVES.items():
        after = state.after(move)
        found = yield from best_play_work(after, _alive, _next_round)
        values[name], played[name] = found.value, (after, found.moves)

    def play(rng: Random) -> tuple[str, int]:
        name = rng.choice([*played])
        after, moves = played[name]
        return name, _alive(play_on(after, moves, _next_round, rng))

    best = max(values, key=lambda name: values[name])
    return Compared(
        state=state,
        picture=pictures.lines,
        ask=f"Hull at {hull}: throw all dice, or repair first?",
        sentence=f"Hull at {hull}: {_best_words(values)}.",
        title=f"Chance to survive the next enemy turn, hull at {hull}",
        values=values,
        lit=best,
        choice=best,
        play=play,
        sampled="turns of both sides",
    )


def _best_words(values: Mapping[str, Fraction]) -> str:
    most = max(values.values())
    best = [name for name, value in values.items() if value == most]
    told = "it makes no difference" if len(best) > 1 else f"best is to {best[0]}"
    return f"{told}; you survive the next enemy turn with chance {shown(most, CHANCE)}"


@cache
def loss_now(hull: int) -> Fraction:
    """Return the chance to lose if the enemy moves now."""
    return after_draw(hull_at(hull, "enemy"), lost).probability(True)


@cache
def survival(hull: int) -> Mapping[str, Fraction]:
    """Return the chance to survive by what is done first."""
    return finish(repair_or_roll(hull)).values


@cache
def after_repair() -> Fraction:
    """Return the strength that a best turn removes after an Emergency Repair of the hull."""
    state = hull_at(1, "repair").after("repair hull")
    full = strength(state)
    return odds.best(state, lambda s: full - strength(s), until=END_OF_TURN).value


def _why_11() -> tuple[Reason, ...]:
    columns = (
        Column("hull", LABEL),
        Column("lost, if the enemy moves now", FRACTION),
        Column("percent", NUMBERS),
        Column("survives: throw", FRACTION),
        Column("percent", NUMBERS),
        Column("survives: repair", FRACTION),
        Column("percent", NUMBERS),
    )
    rows = []
    for hull in range(1, 7):
        cells = [str(hull), str(loss_now(hull)), percent(loss_now(hull))]
        for name in (ROLL, REPAIR):
            p = survival(hull)[name] if hull < FULL["hull"] else None  # nothing to repair
            cells += ["–", "–"] if p is None else [str(p), percent(p)]
        rows.append(tuple(cells))
    return (
        "An Emergency Repair gives back 1 strength for sure, and costs a die. If the enemy moved "
        "now, a point of hull would be precious:",
        Table("The hull of Parade, by its strength", columns, tuple(rows)),
        "But it is your turn. A die can do more for you than one point: a 1 on the hull lets you "
        "hunker down, so that the hull takes no damage at all; a 4 repairs 2; and a destroyed "
        "enemy shoots no more. So three dice save you more often than two dice and a point.",
        f"The repair costs firepower, too: a best turn then removes only "
        f"{shown(after_repair(), NUMBER)} instead of {shown(best_turn(3), NUMBER)}.",
    )


EMERGENCY_REPAIR: Final = Plan(
    Ask(
        "LS-10.11",
        "Your hull is down to strength 1, and it is your turn. You only want to survive the next "
        "enemy turn. Do you make an Emergency Repair (hull +1, but one die less), or do you throw "
        "all three dice?",
        lambda: str(finish(repair_or_roll()).exact),
        CHOICE,
        ((ROLL, "Throw three dice"), (REPAIR, "Repair the hull first")),
        hints=(
            "Which numbers on your cards would protect the hull?",
            "A 1 on the hull: Hunker down, no damage at all. How likely is a 1 with three dice?",
        ),
        slips=lambda: (
            Slip(
                REPAIR,
                "The sure point",
                "it is only one point; a die may save the hull altogether.",
            ),
        ),
        because=lambda: "Three dice find a way to protect the hull more often than two.",
    ),
    "Is an Emergency Repair worth it?",
    repair_or_roll,
    _why_11,
    (Control("hull", "Hull", tuple((str(n), n) for n in range(1, 6)), 1),),
    (
        Ask(
            "LS-10.11a",
            "The hull is at 2, and the enemy moves now. You are lost if the hull takes 2 damage "
            "or more. With chance 19/72 it takes none, with chance 7/36 it takes 1. How likely "
            "are you lost?",
            lambda: loss_now(2),
            hints=("What is the opposite of “2 or more”?", "19/72 + 14/72 = 33/72."),
            slips=lambda: (
                Slip(1 - loss_now(2), "The other case", "this is the chance to survive."),
                Slip(loss_now(1), "One point too few", "with 1 damage the hull still stands."),
            ),
            because=lambda: "1 − 19/72 − 7/36.",
        ),
    ),
)

PLANS: Final = (FIRST_TURN, BEST_PLACING, DIE_WORTH, EMERGENCY_REPAIR)
