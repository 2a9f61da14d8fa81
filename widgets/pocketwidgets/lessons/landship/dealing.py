"""Questions 5, 7 and 13: what may be dealt, and what all the 720 deals do to you."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, Final, NamedTuple

from pocketlib import odds
from pocketlib.chance import Chance, percent
from pocketlib.contract import State
from pocketlib.games.landship.content import HOUSE
from pocketlib.graph import Work, finish
from pocketwidgets.answers import CHOICE, NUMBER, Slip, shown
from pocketwidgets.charts import explained, frequencies
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.landship import pictures
from pocketwidgets.lessons.landship.positions import (
    GAME,
    SHORT,
    after_draw,
    at_once,
    damage,
    deals,
    dealt,
    drawn,
    face_of,
    listed,
    lost,
    order,
)
from pocketwidgets.lessons.plan import (
    Ask,
    Compared,
    Control,
    Plan,
    Reason,
    Spread,
    Table,
)

NORMAL: Final = tuple(a.id for a, _ in HOUSE.cards)
ALTERNATE: Final = tuple(b.id for _, b in HOUSE.cards)


def said(p: Fraction) -> str:
    """Return a chance as it stands in a sentence."""
    return shown(p, "chance")


# --- 5: the deal -------------------------------------------------------------------------------

KINDS: Final = (("landships", "landship"), ("artillery", "artillery"), ("infantry", "infantry"))


def dealing(kind: str = "landship", wanted: int = 2, enemies: str = "normal") -> Spread:
    """The number of cards of a kind that are dealt to the front row."""
    state = GAME.new(enemies=enemies, first="enemy")

    def number(after: State) -> int:
        return sum(face_of(cell[0]).kind == kind for cell in after.observe()["front"])

    chance = Chance(sorted(Chance.even(deals(state)).map(number).items()))
    p = chance.probability(wanted)
    name = {b: a for a, b in KINDS}[kind]
    return Spread(
        state=state,
        picture=pictures.table,
        ask=f"How likely are exactly {wanted} {name} in the front row?",
        sentence=f"Exactly {wanted} {name} in the front row: {said(p)}.",
        title=f"How many {name} stand in front",
        chance=chance,
        lit=wanted,
        play=lambda rng: number(dealt(state, rng)),
        sampled="deals of the engine",
    )


def together(one: str = "infantry", other: str = "lightart") -> Fraction:
    """Return the chance that two cards are both dealt to the front row."""
    state = GAME.new(first="enemy")
    found = [{cell[0] for cell in d.observe()["front"]} >= {one, other} for d in deals(state)]
    return Fraction(sum(found), len(found))


def _why_5() -> tuple[Reason, ...]:
    return (
        "Which three of the six cards come to the front? There are 20 such choices, all equally "
        "likely. Two of the three landships can be chosen in 3 ways, one of the three other cards "
        "in 3 ways: 3 · 3 = 9 of 20.",
        frequencies(
            dealing().exact, of=20, things="choices of three cards", words="have two landships"
        ),
        "This is drawing without putting back, the hypergeometric law. Because there are as many "
        "landships as other cards, the picture is symmetric: 0 is as likely as 3, and 1 as 2.",
    )


DEAL: Final = Plan(
    Ask(
        "LS-10.5",
        "The six enemy cards of the first game are shuffled: three landships (Boar, Badger, "
        "Badger B), Light Artillery, Infantry and Mine Field. Three of them are dealt to the "
        "front row. How likely is it that exactly two landships stand in front?",
        lambda: dealing().exact,
        hints=(
            "How many ways are there to choose three cards of six?",
            "Choose two landships of three, and one other card of three.",
        ),
        slips=lambda: (
            Slip(
                Fraction(3, 8),
                "As if with coins",
                "the cards are not put back: after a landship, the next one is less likely.",
            ),
            Slip(Fraction(1, 4), "Equally likely?", "0, 1, 2 and 3 are not equally likely."),
        ),
        because=lambda: "3 · 3 of the 20 choices have two landships.",
    ),
    "The deal",
    dealing,
    _why_5,
    (
        Control("kind", "Count", KINDS, "landship"),
        Control("wanted", "Exactly", tuple((str(n), n) for n in range(4)), 2),
        Control("enemies", "Cards", (("normal", "normal"), ("alternate", "alternate")), "normal"),
    ),
    (
        Ask(
            "LS-10.5a",
            "Infantry in the front row spots for artillery in the front row: then its shells do "
            "more. How likely is it that both, Infantry and Light Artillery, are dealt to the "
            "front row?",
            together,
            hints=(
                "The Infantry is in front with chance 1/2.",
                "Then two front places are left among the other five places.",
            ),
            slips=lambda: (
                Slip(
                    Fraction(1, 4),
                    "As if independent",
                    "if the Infantry has taken a front place, fewer are left for the artillery.",
                ),
                Slip(Fraction(1, 2), "One card only", "both must be in front."),
            ),
            because=lambda: "1/2 · 2/5.",
        ),
    ),
)


# --- 7 and 13: all deals -----------------------------------------------------------------------


class Hurt(NamedTuple):
    """What the first enemy turn does on average, from a deal: damage by card, and P(lost)."""

    hull: Fraction
    weapon: Fraction
    support: Fraction
    lost: Fraction

    @property
    def total(self) -> Fraction:
        """The damage to all three cards."""
        return self.hull + self.weapon + self.support


@cache
def hurt(enemies: tuple[str, ...]) -> Hurt:
    """Return what the first enemy turn does against six cards in this order."""
    state = listed(enemies)
    chances = state.chances()
    sums = [0, 0, 0, 0]
    for roll, ways in chances.items():
        after = state.after(roll)
        for i, card in enumerate(("hull", "cannon", "sponsons")):
            sums[i] += ways * damage(after, card)
        sums[3] += ways * lost(after)
    return Hurt(*(Fraction(s, chances.total) for s in sums))


_HURT: dict[tuple[str, ...], dict[tuple[str, ...], Hurt]] = {}


def all_hurt_work(cards: tuple[str, ...]) -> Work[dict[tuple[str, ...], Hurt]]:
    """Work out :func:`hurt` for all 720 deals of six cards, with pauses; it is kept."""
    if cards not in _HURT:
        found = {}
        for done, deal in enumerate(permutations(cards)):
            found[deal] = hurt(deal)
            yield done + 1
        _HURT[cards] = found
    return _HURT[cards]


def average(hurts: dict[tuple[str, ...], Hurt], what: str) -> Fraction:
    """Return the average of a number of :class:`Hurt` over all deals."""
    return sum((getattr(h, what) for h in hurts.values()), Fraction(0)) / len(hurts)


def extremes(hurts: dict[tuple[str, ...], Hurt], what: str) -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest over all deals."""
    found = [getattr(h, what) for h in hurts.values()]
    return min(found), max(found)


def fronts(hurts: dict[tuple[str, ...], Hurt], what: str, value: Fraction) -> list[tuple[str, ...]]:
    """Return the front rows of the deals with this value."""
    return sorted({deal[:3] for deal, h in hurts.items() if getattr(h, what) == value})


SETS: Final = (("normal", NORMAL), ("alternate", ALTERNATE))
WHAT: Final = (
    ("damage in all", "total"),
    ("damage to the hull", "hull"),
    ("damage to the cannon", "weapon"),
    ("damage to the sponsons", "support"),
)
WORST_ROW: Final = ("boar", "infantry", "lightart")
ROWS: Final = (
    WORST_ROW,
    ("boar", "badger", "lightart"),
    ("minefield", "boar", "lightart"),
    ("infantry", "boar", "badger"),
)
AVERAGE: Final = "average of all 720 deals"


def _row_mean(hurts: dict[tuple[str, ...], Hurt], front: tuple[str, ...], what: str) -> Fraction:
    found = [getattr(h, what) for deal, h in hurts.items() if deal[:3] == front]
    return sum(found, Fraction(0)) / len(found)


def worst_layout(cards: tuple[str, ...] = NORMAL, what: str = "total") -> Work[Compared]:
    """The average damage of the first enemy turn: by front row, and over all 720 deals."""
    hurts = yield from all_hurt_work(cards)
    least, most = extremes(hurts, what)
    mild, hard = fronts(hurts, what, least), fronts(hurts, what, most)
    mean = average(hurts, what)
    values = {AVERAGE: mean, f"worst: {order(hard[0])}": most}
    if cards == NORMAL and what == "total":
        values |= {order(row): _row_mean(hurts, row, what) for row in ROWS if row != WORST_ROW}
    values[f"mildest: {order(mild[0])}"] = least
    state = GAME.new(enemies="normal" if cards == NORMAL else "alternate", first="enemy")
    card = {"hull": "hull", "weapon": "cannon", "support": "sponsons"}.get(what, "")

    def play(rng: Random) -> tuple[str, int]:
        return AVERAGE, damage(drawn(dealt(state, rng), rng), card)

    name = {b: a for a, b in WHAT}[what]
    return Compared(
        state=listed((*hard[0], *(id for id in cards if id not in hard[0]))),
        picture=pictures.front,
        sentence=f"First enemy turn, {name}: {shown(mean, NUMBER)} on average over all deals; "
        f"from {shown(least, NUMBER)} ({order(mild[0])} in front) to {shown(most, NUMBER)} "
        f"({order(hard[0])} in front).",
        title="Average damage in the first enemy turn",
        kind=NUMBER,
        values=dict(sorted(values.items(), key=lambda item: -item[1])),
        lit=f"worst: {order(hard[0])}",
        choice=order(WORST_ROW),
        play=play,
        sampled="deals and enemy turns",
    )


def _why_7() -> tuple[Reason, ...]:
    hurts = finish(all_hurt_work(NORMAL))
    columns = (
        Column("damage to", LABEL),
        Column("average of all deals", FRACTION),
        Column("about", NUMBERS),
        Column("least", FRACTION),
        Column("most", FRACTION),
    )
    rows = []
    for name, what in WHAT:
        mean = average(hurts, what)
        least, most = extremes(hurts, what)
        rows.append((name, str(mean), f"{float(mean):.4f}", str(least), str(most)))
    mildest = " or ".join(order(row) for row in fronts(hurts, "total", extremes(hurts, "total")[0]))
    return (
        "There are 6 · 5 · 4 · 3 · 2 · 1 = 720 deals, and each has 56 different sorted rolls. The "
        "engine has played all of them.",
        Table("The first enemy turn, over all 720 deals", columns, tuple(rows)),
        "The worst row has three reasons. The Boar stands on the left, where a 1 is most likely. "
        "The Light Artillery shells with a 2 and a 4, and stands on the right. And the Infantry "
        f"beside it spots, which makes each shell worse. The mildest front row is {mildest}.",
    )


WORST: Final = Plan(
    Ask(
        "LS-10.7",
        "The six cards of the first game can be dealt in 720 orders. Which of these front rows "
        "(left, centre, right) does you the most damage in the first enemy turn, on average?",
        lambda: finish(worst_layout()).exact,
        CHOICE,
        tuple((order(row), order(row)) for row in sorted(ROWS)),
        hints=(
            "The Boar does 2 damage with a 1. Where do 1s go?",
            "Infantry in the front row makes the shells of the artillery worse.",
        ),
        slips=lambda: (
            Slip(
                order(("infantry", "boar", "badger")),
                "Where does the 1 go?",
                "in the centre the Boar seldom gets a 1.",
            ),
        ),
    ),
    "Which layout is worst?",
    worst_layout,
    _why_7,
    (Control("cards", "Cards", SETS, NORMAL), Control("what", "Count", WHAT, "total")),
    (
        Ask(
            "LS-10.7a",
            "How likely is a deal with exactly the worst front row: Boar left, Infantry centre, "
            "Light Artillery right?",
            lambda: Fraction(
                sum(deal[:3] == WORST_ROW for deal in permutations(NORMAL)),
                len([*permutations(NORMAL)]),
            ),
            hints=(
                "The left place gets the Boar with chance 1/6.",
                "Then five cards are left for the centre, and four for the right.",
            ),
            slips=lambda: (
                Slip(
                    Fraction(1, 20),
                    "The order counts",
                    "that is the chance of these three cards in any order.",
                ),
                Slip(Fraction(1, 216), "With putting back", "a card can be dealt only once."),
                Slip(Fraction(1, 720), "The back row is free", "only the front row is asked for."),
            ),
            because=lambda: "1/6 · 1/5 · 1/4: 6 of the 720 deals.",
        ),
    ),
)


# --- 13: sudden death --------------------------------------------------------------------------

DEADLY: Final = ("badgera", "ambush", "bison")
_FRONT_OPTIONS: Final = tuple((SHORT[id], id) for id in ALTERNATE)


def sudden_death(left: str = "badgera", centre: str = "ambush", right: str = "bison") -> Spread:
    """The chance to lose in the first enemy turn, against three cards of the alternate set."""
    front = _distinct((left, centre, right))
    state = _against(front)
    gone, alive = "lost at once", "still in the game"
    chance = Chance(
        sorted(after_draw(state, lambda s: gone if lost(s) else alive).items(), reverse=True)
    )
    p = chance.probability(gone)
    return Spread(
        state=state,
        picture=pictures.front,
        ask=f"How likely is it that you lose at once against {order(front)}?",
        sentence=f"Against {order(front)} the game is lost at once with chance {said(p)}."
        + ("" if front == (left, centre, right) else " (A card can stand in one place only.)"),
        title="The first enemy turn",
        chance=chance,
        lit=gone,
        play=lambda rng: gone if lost(drawn(state, rng)) else alive,
        sampled="enemy turns",
    )


def _distinct(front: tuple[str, ...]) -> tuple[str, ...]:
    """Return three different cards: a card that is named again makes room for one that is not."""
    found: list[str] = []
    for id in front:
        spare: Iterator[str] = (c for c in ALTERNATE if c not in found and c not in front)
        found.append(id if id not in found else next(spare))
    return tuple(found)


def _against(front: tuple[str, ...]) -> State:
    return listed((*front, *(id for id in ALTERNATE if id not in front)))


def deadly_rows() -> dict[Fraction, list[tuple[str, ...]]]:
    """Return the front rows by their chance of a sudden death, the worst first."""
    found: dict[Fraction, set[tuple[str, ...]]] = defaultdict(set)
    for deal, h in finish(all_hurt_work(ALTERNATE)).items():
        found[h.lost].add(deal[:3])
    return {p: sorted(found[p]) for p in sorted(found, reverse=True)}


def sudden_death_on_average(cards: tuple[str, ...] = ALTERNATE) -> Fraction:
    """Return the chance of a sudden death over all deals of six cards."""
    return average(finish(all_hurt_work(cards)), "lost")


def _why_13() -> tuple[Reason, ...]:
    state = _against(DEADLY)
    found = odds.explain(state, lost, until=at_once)
    rows = deadly_rows()
    worst = next(iter(rows))
    columns = (Column("worst front rows", LABEL), Column("lost", FRACTION), Column("", NUMBERS))
    table = Table(
        "The worst front rows of the alternate set",
        columns,
        tuple((order(row), str(worst), percent(worst)) for row in rows[worst]),
    )
    return (
        "The cannon has strength 4. With a 4 the Ambush does it 2 damage, with a 6 the Bison does "
        "it another 2. So the middle die must be a 4 and the highest a 6. The lowest may be 1, 2, "
        "3 (6 orders each) or 4 (3 orders): 21 of 216 rolls.",
        explained(found, title="The rolls that end the game", what="rolls"),
        table,
        f"Over all 720 deals of the alternate cards the chance is {said(sudden_death_on_average())}"
        f"; with the normal cards it is {sudden_death_on_average(NORMAL)}: it can't happen.",
    )


SUDDEN_DEATH: Final = Plan(
    Ask(
        "LS-10.13",
        "The alternate cards are harder. In front stand Badger A, Ambush and Bison, and the enemy "
        "starts. You lose at once if your cannon (strength 4) is destroyed: the Ambush does it 2 "
        "damage with a 4, the Bison 2 with a 6. How likely is that?",
        lambda: sudden_death().exact,
        hints=(
            "The middle die must be a 4, and the highest a 6.",
            "What may the lowest die be? Count the orders of each of these rolls.",
        ),
        slips=lambda: (
            Slip(
                Fraction(1, 36),
                "Two dice thrown in order",
                "any of the three dice may become the middle or the highest one.",
            ),
            Slip(
                Fraction(4 * 6, 216),
                "The equal dice",
                "a roll like 4, 4, 6 has only 3 orders, not 6.",
            ),
        ),
        because=lambda: "6 + 6 + 6 + 3 = 21 of the 216 rolls.",
    ),
    "Sudden death",
    sudden_death,
    _why_13,
    (
        Control("left", "Front left", _FRONT_OPTIONS, "badgera"),
        Control("centre", "Front centre", _FRONT_OPTIONS, "ambush"),
        Control("right", "Front right", _FRONT_OPTIONS, "bison"),
    ),
    (
        Ask(
            "LS-10.13a",
            "Four cards on the left are equally bad beside Ambush (centre) and Bison (right). How "
            "likely is it that one of these four worst front rows is dealt?",
            lambda: Fraction(
                len([d for d in permutations(ALTERNATE) if d[:3] in _worst_rows()]), 720
            ),
            hints=(
                "The left place may get 4 of the 6 cards; then the centre must get the Ambush.",
                "The Ambush is one of 6 cards for the centre, the Bison one of the 5 others.",
            ),
            slips=lambda: (
                Slip(Fraction(4, 720), "The back row is free", "its three cards have 6 orders."),
                Slip(Fraction(1, 36), "With putting back", "a card can be dealt only once."),
            ),
            because=lambda: (
                "1/6 · 1/5: whatever else is dealt, the left place gets one of the four others."
            ),
        ),
    ),
)


def _worst_rows() -> list[Any]:
    rows = deadly_rows()
    return rows[next(iter(rows))]


PLANS: Final = (DEAL, WORST, SUDDEN_DEATH)
