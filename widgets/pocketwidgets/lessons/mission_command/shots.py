"""Questions 1 to 5: shots, counting, and the secret tank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from pocketlib import odds
from pocketlib.chance import Chance, percent
from pocketlib.contract import Move, State
from pocketlib.graph import Work, finish
from pocketwidgets.answers import NUMBER, Slip, shown
from pocketwidgets.charts import tree, two_way
from pocketwidgets.charts.chart import FRACTION, LABEL, Column
from pocketwidgets.charts.chart import NUMBER as NUMBERS
from pocketwidgets.lessons.mission_command import pictures
from pocketwidgets.lessons.mission_command.positions import (
    CHIPS,
    GAME,
    GREEN,
    REDS,
    TAN,
    USUAL_REDS,
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
)
from pocketwidgets.lessons.plan import Ask, Compared, Control, Plan, Reason, Spread, Table

REDS_CONTROL: Final = Control("reds", "Red faces", numbers(REDS), USUAL_REDS)
FAR: Final = {"tanks": [tank("h12", 6)]}


def times(number: int) -> str:
    """Return how many hits, in words."""
    return "no hit" if not number else "1 hit" if number == 1 else f"{number} hits"


# --- 1: how good is a tank shot? ---------------------------------------------------------------

TANK, ART, MISSILE = "tank", "art", "missile"
SHOTS: Final = (("tank shot", TANK), ("artillery shot", ART), ("missile shot", MISSILE))
NAMES: Final = {kind: name for name, kind in SHOTS}


@cache
def shot(kind: str = TANK, reds: int = USUAL_REDS) -> State:
    """Return a shot before its roll; what is shot at has enough chips for any roll."""
    if kind == MISSILE:
        start = position(
            {"pad": "c2", "heli": {"at": "d3"}, "tanks": [tank("a4", 6)]},
            {"ammo": "e11", "launcher": "f11", "tanks": [tank("h12", 6)]},
            reds=reds,
        )
        marked = play(start, "done", "missile d5", "done")
        return play(marked, "mv a4 a5", "fly d5", "end")
    tan = FAR if kind == TANK else {**FAR, "art": ["a10"]}
    start = position({"tanks": [tank("d4", 6), tank("a4", 1)]}, tan, reds=reds)
    marked = play(start, "tank d5") if kind == TANK else play(start, "done", "art d5")
    return play(plotted(marked), "mv d4 d5", "end")


def lost_at_d5(state: State) -> int:
    """Return how many chips the piece on d5 has lost."""
    found = tank_at(state, GREEN, "d5")
    if found is not None:
        return int(found["strength"] - found["chips"])
    return 4 - int(side(state, GREEN)["heli"]["chips"])


@cache
def hits_of(kind: str, reds: int = USUAL_REDS) -> Chance[int]:
    """Return the chance of the hits of a shot, on the engine's tree."""
    return odds.after(shot(kind, reds), None, lost_at_d5)


def hits(kind: str = TANK, reds: int = USUAL_REDS, wanted: int = 2) -> Spread:
    """The chance of exactly so many hits."""
    state = shot(kind, reds)
    chance = hits_of(kind, reds)
    p = chance.probability(wanted)
    return Spread(
        state=state,
        picture=pictures.rows(3, 7),
        ask=f"How likely is exactly {times(wanted)}?",
        sentence=f"A {NAMES[kind]} brings exactly {times(wanted)} with chance {said(p)}; on "
        f"average it brings {shown(chance.mean(), NUMBER)}.",
        title=f"Hits of a {NAMES[kind]}",
        chance=chance.map(times),
        lit=times(wanted),
        play=lambda rng: times(lost_at_d5(played(state, rng))),
        sampled="shots of the engine",
    )


def shot_table() -> Table:
    """Return the chances of all three kinds of shots."""
    rows = []
    for name, kind in SHOTS:
        chance = hits_of(kind)
        cells = [str(chance.probability(n)) if n in chance else "" for n in range(4)]
        rows.append((name, *cells, str(chance.p(lambda n: n > 0)), str(chance.mean())))
    heads = [times(n) for n in range(4)]
    columns = [Column("", LABEL), *(Column(h, FRACTION) for h in (*heads, "one or more", "mean"))]
    return Table("The three kinds of shots", tuple(columns), tuple(rows))


def _why_1() -> tuple[Reason, ...]:
    die = Chance({"red": 4, "not": 2})
    return (
        "Each die is red with chance 2/3, whatever the others do. Follow the branches of the tree "
        "and multiply: every path with two reds has 2/3 · 2/3 · 1/3 = 4/27, and there are three "
        "such paths, for the one that is not red can be any of the three dice.",
        tree(
            die,
            lambda a: die,
            lambda a, b: die,
            title="Three dice, one after the other",
            event=lambda *path: path.count("red") == 2,
        ),
        "This is the binomial distribution: number of paths times chance of one path. For the mean "
        "no paths are needed: three dice with 2/3 of a hit each make 3 · 2/3 = 2.",
        shot_table(),
    )


GOOD_SHOT: Final = Plan(
    Ask(
        "MC-10.1",
        "Tan has plotted a tank marker on d5, and there stops green's tank. The three dice are "
        "about to be thrown; each has four red faces of six. How likely are exactly two hits?",
        lambda: hits().exact,
        hints=(
            "One die is red with chance 4/6 = 2/3.",
            "“Red, red, not red” has the chance 2/3 · 2/3 · 1/3. In how many orders can it come?",
        ),
        slips=lambda: (
            Slip(Fraction(4, 27), "One order only", "any of the three dice can be the miss."),
            Slip(Fraction(2, 3), "One die only", "that is the chance of a red on a single die."),
            Slip(
                hits_of(TANK).p(lambda n: n >= 2),
                "At least two",
                "three hits were counted, too; exactly two are asked for.",
            ),
        ),
        because=lambda: "3 · (2/3)² · (1/3) = 12/27.",
    ),
    "How good is a tank shot?",
    hits,
    _why_1,
    (
        Control("kind", "Shot", SHOTS, TANK),
        REDS_CONTROL,
        Control("wanted", "Hits", numbers(range(4)), 2),
    ),
    (
        Ask(
            "MC-10.1a",
            "How likely is at least one hit with a tank shot (three dice, 2/3 red)?",
            lambda: hits_of(TANK).p(lambda n: n > 0),
            hints=("What is the opposite of “at least one”?", "All three dice miss: (1/3)³."),
            slips=lambda: (
                Slip(Fraction(1, 27), "The other case", "this is the chance of no hit at all."),
                Slip(hits_of(TANK).probability(1), "Exactly one", "two and three count as well."),
            ),
            because=lambda: "1 − (1/3)³.",
        ),
        Ask(
            "MC-10.1b",
            "A missile is rolled with two dice. How many hits does it bring on average?",
            lambda: hits_of(MISSILE).mean(),
            NUMBER,
            hints=("One die brings 2/3 of a hit on average.", "Means may be added up."),
            slips=lambda: (
                Slip(Fraction(1), "Half of the dice", "a die has four red faces, not three."),
                Slip(Fraction(2), "The tank shot", "that is three dice; a missile has two."),
            ),
            because=lambda: "2 · 2/3; a tank shot brings 2, an artillery shot 2/3.",
        ),
    ),
    rules("MC-34", "MC-42", "MC-38"),
)


# --- 2: where can it be? -----------------------------------------------------------------------

STARTS: Final = ("a5", "b5", "c5", "d5")
FOUND, MISSED = "found", "not found"


@cache
def ready(start: str = "d5") -> State:
    """Return green's movement before any marker: another tank has made the advance."""
    tan = {
        "tanks": [tank("f12", 1), tank("g12", 2), tank("h12", 3)],
        "art": ["a12", "b12", "c12", "d12", "e12"],
    }
    state = position({"tanks": [tank(start, 6), tank("h1", 1)]}, tan)
    return play(plotted(state), "mv h1 h2")


@cache
def reach(start: str = "d5") -> tuple[str, ...]:
    """Return the spaces where the tank can stop."""
    words = [move.split() for move in ready(start).moves()]
    return tuple(w[2] for w in words if w[:2] == ["mv", start])


@cache
def hunted(start: str, tanks: int, arts: int) -> State:
    """Return green's movement with so many markers on different spaces within reach."""
    before = ready(start).dump()
    drawn = Random(3).sample(reach(start), tanks + arts)
    tank_marks, art_marks = (
        [sq for sq in reach(start) if sq in taken] for taken in (drawn[:tanks], drawn[tanks:])
    )
    plots = {"tank": tank_marks, "missile": [], "art": art_marks}
    return GAME.load({**before, "plots": plots})


def anywhere(start: str) -> odds.Policy:
    """Return the policy "stop on any space within reach, all equally likely"."""

    def choose(state: State) -> Chance[Move]:
        if tank_at(state, GREEN, start) is None:
            return Chance.sure(state.parse("end"))
        return Chance.even(state.parse(f"mv {start} {to}") for to in reach(start))

    return choose


def hidden(start: str = "d5", tanks: int = 3, arts: int = 5) -> Spread:
    """The chance that a marker finds a tank that stops anywhere within reach."""
    state = hunted(start, tanks, arts)
    until = odds.phase("shots", "plot")
    stop = odds.after(
        state, None, lambda s: s.phase == "shots", policy=anywhere(start), until=until
    )
    chance = Chance(
        (found, stop.weight(is_shot))
        for found, is_shot in ((FOUND, True), (MISSED, False))
        if stop.weight(is_shot)
    )
    p = chance.probability(FOUND)

    def once(rng: Random) -> str:
        end = play(state, f"mv {start} {rng.choice(reach(start))}", "end")
        return FOUND if end.phase == "shots" else MISSED

    return Spread(
        state=state,
        picture=pictures.rows(4, 10, reach(start)),
        ask=f"How likely does one of the {tanks + arts} markers find the tank?",
        sentence=f"From {start} the tank can stop on {len(reach(start))} spaces, and "
        f"{tanks + arts} of them are marked: it is found with chance {said(p)}, and loses "
        f"{shown(chips_lost(start, tanks, arts), NUMBER)} chips on average.",
        title="Does a marker find it?",
        chance=chance,
        lit=FOUND,
        play=once,
        sampled="moves of the engine",
    )


@cache
def chips_lost(start: str = "d5", tanks: int = 3, arts: int = 5) -> Fraction:
    """Return how many chips the tank, of strength 6, loses on average."""
    return odds.after(
        hunted(start, tanks, arts),
        None,
        lambda s: sum(t["strength"] - t["chips"] for t in side(s, GREEN)["tanks"]),
        policy=anywhere(start),
        until=odds.phase("plot"),
    ).mean()


def _why_2() -> tuple[Reason, ...]:
    by_row = [sum(int(sq[1:]) == row for sq in reach("d5")) for row in range(5, 10)]
    rows = tuple((start, str(len(reach(start)))) for start in STARTS)
    return (
        "Count row by row. Every step forward leaves one step less for going sideways: from d5 "
        f"there are {by_row[0]} spaces in its own row (eight, if the board did not end at column "
        f"a), then {by_row[1]}, {by_row[2]}, {by_row[3]} and {by_row[4]}: "
        f"{sum(by_row)} in all. The dots on the board show them.",
        Table(
            "Spaces within four steps",
            (Column("from", LABEL), Column("spaces", NUMBERS)),
            rows,
        ),
        "If each space is equally likely, the chance to be found is the number of marked spaces "
        "out of all: 8/23. And the mean loss adds up space by space: on three of the 23 it costs "
        "2 chips on average, on five of them 2/3: (3 · 2 + 5 · 2/3)/23 = 28/69.",
        "A tank in the middle of the board has more places to hide. That it may also move "
        "sideways counts only because another tank has advanced already (look at h2).",
    )


WHERE: Final = Plan(
    Ask(
        "MC-10.2",
        "Green's tank on d5 will stop on one of the dotted spaces, each equally likely. Tan has "
        "three tank markers and five artillery markers, each on another of these spaces. How "
        "likely is it that a marker finds the tank?",
        lambda: hidden().exact,
        hints=(
            "How many dotted spaces are there? Count row by row.",
            "Eight of the spaces are marked.",
        ),
        slips=lambda: (
            Slip(Fraction(8, 24), "The own space", "staying on d5 was counted, too."),
            Slip(Fraction(3, 23), "Tank markers only", "artillery markers find it as well."),
            Slip(Fraction(1, 2), "Found or not", "the two are not equally likely."),
        ),
        because=lambda: "8 marked spaces of 23.",
    ),
    "Where can it be?",
    hidden,
    _why_2,
    (
        Control("start", "The tank stands on", tuple((s, s) for s in STARTS), "d5"),
        Control("tanks", "Tank markers", numbers(range(4)), 3),
        Control("arts", "Artillery markers", numbers(range(1, 6)), 5),
    ),
    (
        Ask(
            "MC-10.2a",
            "On how many spaces could the tank stop if it stood on a5, at the edge?",
            lambda: Fraction(len(reach("a5"))),
            NUMBER,
            hints=(
                "In its own row it has four spaces to the right, and none to the left.",
                "4 + 4 + 3 + 2 + 1: why is it 4 in the next row, too?",
            ),
            slips=lambda: (
                Slip(Fraction(len(reach("d5"))), "The middle", "that is the number from d5."),
                Slip(Fraction(15), "The own space", "staying on a5 was counted, too."),
            ),
            because=lambda: "4 in its own row, then 4, 3, 2 and 1.",
        ),
        Ask(
            "MC-10.2b",
            "Back on d5, with three tank markers (2 chips on average) and five artillery markers "
            "(2/3 of a chip): how many chips does the tank lose on average?",
            chips_lost,
            NUMBER,
            hints=("Each space has the chance 1/23.", "(3 · 2 + 5 · 2/3)/23."),
            slips=lambda: (
                Slip(Fraction(28, 3), "Not divided", "the tank stops on one space only."),
                Slip(Fraction(28, 24), "If it is found", "often it is not found at all."),
            ),
            because=lambda: "(3 · 2 + 5 · 2/3)/23.",
        ),
    ),
    rules("MC-20", "MC-21", "MC-22", "MC-31"),
)


# --- 3: how many armies? -----------------------------------------------------------------------

SITES, TANKS = "the three installations", "all tanks in the back row"
ARMIES: Final = (("full, six tanks", "full"), ("patrol, three tanks", "patrol"))


def ways_work(state: State, done: str) -> Work[int]:
    """Count the ways to place pieces one by one, up to the step ``done``, with pauses."""
    if state.dump()["step"] == done or state.to_move != GREEN:
        return 1
    moves = [move for move in state.moves() if not move.startswith("form")]
    after = state.after(moves[0])
    if after.dump()["step"] == done or after.to_move != GREEN:
        return len(moves)
    found = 0
    for move in moves:
        found += yield from ways_work(state.after(move), done)
        yield found
    return found


@cache
def _set_up(army: str, cols: int, rows: int) -> State:
    return GAME.new(army=army, cols=cols, rows=rows)


@cache
def _tanks_next(army: str, cols: int, rows: int) -> State:
    """Return the first step of the tanks, with no gun in the back row."""
    state = _set_up(army, cols, rows)
    while not str(state.dump()["step"]).startswith("tank"):
        moves = [m for m in state.moves() if not m.startswith("form") and not m.endswith("1")]
        state = state.after(moves[0])
    return state


def armies(army: str = "full", cols: int = 8, rows: int = 12) -> Work[Compared]:
    """The number of ways to place installations and tanks."""
    state = _set_up(army, cols, rows)
    sites = yield from ways_work(state, "art")
    tanks = yield from ways_work(_tanks_next(army, cols, rows), "")
    half = rows // 2
    squares = [f"{'abcdefghij'[c]}{r}" for r in range(2, half + 1) for c in range(cols)]
    triples = len(squares) * (len(squares) - 1) * (len(squares) - 2)

    def once(rng: Random) -> tuple[str, int]:
        node = state
        for kind, square in zip(("pad", "ammo", "fuel"), rng.sample(squares, 3), strict=True):
            if f"{kind} {square}" not in node.moves():
                return SITES, 0
            node = node.after(f"{kind} {square}")
        return SITES, triples

    return Compared(
        state=state,
        seat=GREEN,
        picture=pictures.rows(1, half + 1),
        sentence=f"On {cols} columns and {rows} rows there are {sites:,} ways to place the three "
        f"installations, and {tanks:,} ways to place all tanks.",
        title="Ways to set up",
        kind=NUMBER,
        values={SITES: Fraction(sites), TANKS: Fraction(tanks)},
        lit=SITES,
        play=once,
        sampled=f"triples of spaces, tried on the engine (it takes some of the {triples:,})",
    )


@cache
def ways(what: str, army: str = "full", cols: int = 8, rows: int = 12) -> Fraction:
    """Return one of the two numbers."""
    found = finish(armies(army, cols, rows))
    return found.values[what]


def _why_3() -> tuple[Reason, ...]:
    return (
        "Place them one after the other. The first installation has 5 rows (not the back row) and "
        "8 columns; the second one row and one column less, the third again: "
        "(5 · 4 · 3) · (8 · 7 · 6) = 20,160.",
        "The tanks are all different, and stand in the back row: the first has 8 spaces, the "
        "second 7, and so on: 8 · 7 · 6 · 5 · 4 · 3 = 20,160. The same number, by chance: "
        "5 · 4 · 3 happens to be the same as 5 · 4 · 3.",
        "Ordered choices without putting back are called permutations. The simulation finds the "
        "number in quite another way: it throws three installations anywhere, sees how often the "
        "engine allows it, and multiplies.",
    )


HOW_MANY: Final = Plan(
    Ask(
        "MC-10.3",
        "Green sets up: first its three installations, on the lit half of the board. In how many "
        "ways can they be placed?",
        lambda: ways(SITES),
        NUMBER,
        hints=(
            "The first one has 5 rows and 8 columns to choose from.",
            "The second may use neither the row nor the column of the first: 4 rows, 7 columns.",
        ),
        slips=lambda: (
            Slip(
                Fraction(6 * 5 * 4 * 8 * 7 * 6),
                "The back row",
                "no installation stands in it, so five rows are left.",
            ),
            Slip(
                Fraction(40 * 39 * 38),
                "Rows and columns are free",
                "the three share neither a row nor a column.",
            ),
            Slip(
                Fraction(20160, 6),
                "Three that look the same",
                "heli-pad, ammunition and fuel are different things; swapping them counts.",
            ),
        ),
        because=lambda: "(5 · 4 · 3) · (8 · 7 · 6).",
    ),
    "How many armies?",
    armies,
    _why_3,
    (
        Control("army", "Army", ARMIES, "full"),
        Control("cols", "Columns", numbers(range(6, 10)), 8),
        Control("rows", "Rows", numbers((8, 10, 12)), 12),
    ),
    (
        Ask(
            "MC-10.3a",
            "A patrol has three tanks on a board with six columns. In how many ways can they be "
            "placed in the back row?",
            lambda: ways(TANKS, "patrol", 6, 8),
            NUMBER,
            hints=("The first tank has six spaces.", "Then five are left, then four."),
            slips=lambda: (
                Slip(Fraction(20), "Which spaces only", "the tanks are different: order counts."),
                Slip(Fraction(216), "With putting back", "a space takes one tank only."),
            ),
            because=lambda: "6 · 5 · 4.",
        ),
    ),
    rules("MC-6", "MC-7", "MC-8", "MC-R4", "MC-12", "MC-13"),
)


# --- 4 and 5: the secret tank ------------------------------------------------------------------

DEAD, ALIVE = "destroyed", "lives on"
_BEHIND: Final = ("a1", "b1", "c1", "e1", "f1")


@cache
def secret_shot(
    strength: int, chips: int | None = None, kind: str = TANK, reds: int = USUAL_REDS
) -> State:
    """Return a shot at a tank whose strength tan does not know; five others wait behind."""
    others = (
        tank(at, n) for at, n in zip(_BEHIND, (n for n in CHIPS if n != strength), strict=True)
    )
    green = {"tanks": [tank("d4", strength, chips), *others]}
    tan = FAR if kind == TANK else {**FAR, "art": ["a10"]}
    start = position(green, tan, reds=reds)
    marked = play(start, "tank d5") if kind == TANK else play(start, "done", "art d5")
    return play(plotted(marked), "mv d4 d5", "end")


def fate(state: State) -> str:
    """Is the tank on d5 still there?"""
    return DEAD if tank_at(state, GREEN, "d5") is None else ALIVE


@cache
def dies(
    strength: int, chips: int | None = None, kind: str = TANK, reds: int = USUAL_REDS
) -> Fraction:
    """Return the chance that a shot destroys a tank of that strength."""
    return odds.after(secret_shot(strength, chips, kind, reds), None, fate).probability(DEAD)


def _fates(p: Fraction) -> Chance[str]:
    return Chance.of({DEAD: p, ALIVE: 1 - p})


def secret(kind: str = TANK, reds: int = USUAL_REDS) -> Spread:
    """The chance that a shot destroys a tank of unknown strength."""
    p = sum((dies(n, None, kind, reds) for n in CHIPS), Fraction(0)) / 6
    mean = hits_of(kind, reds).mean()
    return Spread(
        state=secret_shot(4, None, kind, reds),
        seat=TAN,
        picture=pictures.rows(3, 7),
        ask=f"How likely does the {NAMES[kind]} destroy the tank?",
        sentence=f"The {NAMES[kind]} destroys the unknown tank with chance {said(p)}: a sixth of "
        f"its mean number of hits, {shown(mean, NUMBER)}.",
        title="The unknown tank",
        chance=_fates(p),
        lit=DEAD,
        play=lambda rng: fate(played(secret_shot(rng.choice(CHIPS), None, kind, reds), rng)),
        sampled="tanks drawn by lot, and shots",
    )


def _why_4() -> tuple[Reason, ...]:
    columns = (
        Column("strength", LABEL),
        Column("hits needed", NUMBERS),
        Column("destroyed", FRACTION),
        Column("percent", NUMBERS),
    )
    rows = [(str(n), str(n), str(dies(n)), percent(dies(n))) for n in CHIPS]
    total = secret().exact
    rows.append(("unknown: the average", "", str(total), percent(total)))
    return (
        "Go through the six strengths, each with chance 1/6 (total probability). A tank of "
        "strength k dies if the shot has at least k hits.",
        Table("A tank shot at an undamaged tank", columns, tuple(rows)),
        "Now look at the sum: P(at least 1) + P(at least 2) + P(at least 3) + ... A roll of two "
        "hits is counted in the first two of them, one of three hits in the first three. So the "
        "sum counts every hit once: it is the mean number of hits, here 2 (the tail-sum formula). "
        "Divided by six: 1/3.",
        "The surprise: only the mean matters. Any dice with a mean of two hits (and never more "
        "than six) give the same chance.",
    )


SECRET: Final = Plan(
    Ask(
        "MC-10.4",
        "You are tan. Your tank shot has found a green tank that you know nothing about: any "
        "strength from 1 to 6, each equally likely, and no chip lost so far. How likely does the "
        "shot destroy it?",
        lambda: secret().exact,
        hints=(
            "With chance 1/6 it has strength 1: then one hit or more is enough, 26/27.",
            "For strength 2 it takes two hits or more, 20/27; for strength 3 all three, 8/27.",
            "Strengths 4, 5 and 6 survive any single shot.",
        ),
        slips=lambda: (
            Slip(Fraction(26, 27), "Any hit", "one hit destroys only a tank of strength 1."),
            Slip(
                Fraction(1, 2),
                "Three of six strengths",
                "strengths 1 to 3 may survive, if the dice are bad.",
            ),
            Slip(Fraction(54, 27) / 3, "Three strengths only", "there are six strengths."),
        ),
        because=lambda: "(26/27 + 20/27 + 8/27 + 0 + 0 + 0)/6.",
    ),
    "The secret tank",
    secret,
    _why_4,
    (Control("kind", "Shot", SHOTS[:2], TANK), REDS_CONTROL),
    (
        Ask(
            "MC-10.4a",
            "You have seen the tank's strength before: it is 2. How likely does the tank shot "
            "destroy it now?",
            lambda: dies(2),
            hints=("It takes two or three hits.", "4/9 and 8/27."),
            slips=lambda: (
                Slip(Fraction(4, 9), "Exactly two", "three hits destroy it as well."),
                Slip(secret().exact, "What is known is not used", "the strength is 2, for sure."),
            ),
            because=lambda: "4/9 + 8/27.",
        ),
    ),
    rules("MC-13", "MC-14", "MC-34", "MC-R25", "MC-R32"),
)

PRIORS: Final = (
    ("all strengths equally likely", "even"),
    ("strong tanks go first (s/21)", "strong"),
)
WEIGHTS: Final[Mapping[str, Chance[int]]] = {
    "even": Chance.even(CHIPS),
    "strong": Chance((n, n) for n in CHIPS),
}


@cache
def hits_and_fate(strength: int) -> Chance[tuple[int, str]]:
    """Return the chance of a tank shot's (hits, what becomes of the tank)."""
    state = secret_shot(strength)
    return state.chances().map(lambda roll: (roll.count("r"), fate(state.after(roll))))


@cache
def after_hits(hits: int = 2, prior: str = "even") -> Chance[int]:
    """Return the chance of each strength, once the tank has survived so many hits."""
    both = WEIGHTS[prior].then(lambda n: hits_and_fate(n).map(lambda found: (n, *found)))
    left = both.given(lambda found: found[1:] == (hits, ALIVE))
    return left.map(lambda found: found[0])


def second_shot(hits: int = 2, prior: str = "even") -> Spread:
    """The chance that a further tank shot destroys a tank that has survived so many hits."""
    strengths = after_hits(hits, prior)
    p = sum((strengths.probability(n) * dies(n, n - hits) for n in strengths), Fraction(0))

    def once(rng: Random) -> str:
        while True:  # tanks that died, or took another number of hits, don't count
            n = WEIGHTS[prior].sample(rng)
            end = played(secret_shot(n), rng)
            left = tank_at(end, GREEN, "d5")
            if left is not None and n - left["chips"] == hits:
                return fate(played(secret_shot(n, left["chips"]), rng))

    known = ", ".join(f"{n}: {strengths.probability(n)}" for n in strengths)
    return Spread(
        state=secret_shot(6, 6 - hits),
        seat=TAN,
        picture=pictures.rows(3, 7),
        ask=f"It has survived {times(hits)}. How likely does the next tank shot destroy it?",
        sentence=f"After {times(hits)} its strength is {known}; the next tank shot destroys it "
        f"with chance {said(p)}.",
        title=f"The next shot, after {times(hits)}",
        chance=_fates(p),
        lit=DEAD,
        play=once,
        sampled="tanks that survived, shot at again",
    )


def _first_shots() -> Iterator[tuple[tuple[str, str], int]]:
    joint = WEIGHTS["even"].then(lambda n: hits_and_fate(n).map(lambda found: (n, *found)))
    for (strength, number, end), weight in joint.items():
        yield (str(strength), f"{number}, {'dead' if end == DEAD else 'alive'}"), weight


@cache
def _two_hits() -> Chance[tuple[str, str]]:
    """Return strength and first shot together, for the table."""
    return Chance(
        ((strength, "2 hits, alive" if told == "2, alive" else "anything else"), weight)
        for (strength, told), weight in _first_shots()
    )


def _why_5() -> tuple[Reason, ...]:
    columns = (
        Column("strength", LABEL),
        Column("before", FRACTION),
        Column("after two hits", FRACTION),
        Column("strong first: before", FRACTION),
        Column("after two hits", FRACTION),
    )
    even, strong = WEIGHTS["even"], WEIGHTS["strong"]
    rows = tuple(
        (
            str(n),
            str(even.probability(n)),
            str(after_hits().probability(n)),
            str(strong.probability(n)),
            str(after_hits(2, "strong").probability(n)),
        )
        for n in CHIPS
    )
    return (
        "Two hits destroy the strengths 1 and 2, so they are out. The strengths 3, 4, 5 and 6 all "
        "survive two hits, and each is hit twice with the same chance, 4/9. So what was seen does "
        "not prefer any of the four: they stay equally likely, 1/4 each.",
        two_way(
            _two_hits(),
            title="Strength and first shot, in 54 shots",
            rows="strength",
            columns="the first shot",
            event=lambda _, told: told == "2 hits, alive",
        ),
        "These tanks have 1, 2, 3 and 4 chips left. The next shot destroys them with 26/27, 20/27, "
        "8/27 and 0: on average 1/2.",
        "If tan believes that strong tanks are sent first, the four keep the proportions of that "
        "belief, too: 3 : 4 : 5 : 6. That is Bayes' theorem: belief before, times how well each "
        "possibility explains what was seen, made to sum to one.",
        Table("Two beliefs, before and after", columns, rows),
    )


SURVIVED: Final = Plan(
    Ask(
        "MC-10.5",
        "The unknown tank took exactly two hits, and lives. You get another tank shot at it. How "
        "likely does this one destroy it?",
        lambda: second_shot().exact,
        hints=(
            "Which strengths survive two hits? Are they still equally likely?",
            "3, 4, 5 or 6, so 1, 2, 3 or 4 chips are left, each with chance 1/4.",
        ),
        slips=lambda: (
            Slip(
                Fraction(1, 3),
                "What was seen is not used",
                "that was the chance before the first shot.",
            ),
            Slip(
                Fraction(3, 4),
                "Three of four",
                "three of the four strengths can be destroyed, but not for sure.",
            ),
            Slip(Fraction(26, 27), "Any hit", "that is enough only if one chip is left."),
        ),
        because=lambda: "(26/27 + 20/27 + 8/27 + 0)/4.",
    ),
    "It survived two hits",
    second_shot,
    _why_5,
    (
        Control("hits", "It survived", tuple((times(n), n) for n in range(4)), 2),
        Control("prior", "Before", PRIORS, "even"),
    ),
    (
        Ask(
            "MC-10.5a",
            "After these two hits, how likely is it that the tank has strength 6?",
            lambda: after_hits().probability(6),
            hints=("Four strengths are possible.", "Nothing prefers one of the four."),
            slips=lambda: (
                Slip(Fraction(1, 6), "What was seen is not used", "1 and 2 are out."),
                Slip(Fraction(1, 2), "Six or not", "3, 4 and 5 are each as likely as 6."),
            ),
            because=lambda: "3, 4, 5 and 6 are equally likely.",
        ),
        Ask(
            "MC-10.5b",
            "Tan believes that green sends a tank of strength s to the front with probability "
            "s/21. How likely is strength 6 after the two hits, with this belief?",
            lambda: after_hits(2, "strong").probability(6),
            hints=("Before, strengths 3 to 6 have 3/21, 4/21, 5/21, 6/21.", "3 + 4 + 5 + 6 = 18."),
            slips=lambda: (
                Slip(Fraction(2, 7), "What was seen is not used", "that was the belief before."),
                Slip(Fraction(1, 4), "The belief is not used", "6 was likelier to begin with."),
            ),
            because=lambda: "6 of 3 + 4 + 5 + 6.",
        ),
    ),
    rules("MC-14", "MC-34", "MC-R25", "MC-R32"),
)

PLANS: Final = (GOOD_SHOT, WHERE, HOW_MANY, SECRET, SURVIVED)
