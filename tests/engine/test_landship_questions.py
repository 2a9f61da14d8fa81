"""The answers to the probability questions of Pocket Landship (section 10 of its rules)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from landship_help import (
    ALTERNATE,
    CARDS,
    GAME,
    HAZARDS,
    NORMAL,
    PARADE,
    board,
    face,
    log,
    own,
    own_set,
    start,
    toml,
)

from pocketlib import CHANCE, State

# --- section 10: chance alone -----------------------------------------------------------------


def mean(state: State, value: Callable[[State], Fraction | int]) -> Fraction:
    """Return the expectation of ``value`` after the chance of ``state``."""
    chances = state.chances()
    return sum((chances.probability(o) * value(state.after(o)) for o in chances), Fraction(0))


def chance_of(state: State, event: Callable[[State], bool]) -> Fraction:
    """Return the probability of ``event`` after the chance of ``state``."""
    return mean(state, lambda after: int(event(after)))


def spread(state: State, measure: Callable[[State], Any]) -> dict[Any, Fraction]:
    """Return the distribution of ``measure`` after the chance of ``state``."""
    found: dict[Any, Fraction] = {}
    for outcome in state.chances():
        value = measure(state.after(outcome))
        found[value] = found.get(value, Fraction(0)) + state.chances().probability(outcome)
    return found


def die_of(name: str) -> Callable[[State], int]:
    """Return the function that tells which die ``name`` acted for."""

    def die(after: State) -> int:
        acts = [line.split() for line in log(after) if line.startswith("act ")]
        return next(int(value) for _, _, acting, value in acts if acting == name)

    return die


@pytest.mark.rule("LS-13")
def test_question_1_who_starts() -> None:
    state = GAME.new(layout="listed")
    assert chance_of(state, lambda after: after.phase == "enemy") == Fraction(108, 216)


COLUMNS = {
    "fl": ([91, 61, 37, 19, 7, 1], Fraction(49, 24)),
    "fc": ([16, 40, 52, 52, 40, 16], Fraction(7, 2)),
    "fr": ([1, 7, 19, 37, 61, 91], Fraction(119, 24)),
}


@pytest.mark.rule("LS-15", "LS-16")
def test_question_2_lowest_middle_highest() -> None:
    state = start()
    for pos, name in zip(COLUMNS, ("boar", "badger", "lightart"), strict=True):
        counts, expected = COLUMNS[pos]
        found = spread(state, die_of(name))
        assert [found[die] * 216 for die in range(1, 7)] == counts
        assert mean(state, die_of(name)) == expected
    lowest = spread(state, die_of("boar"))
    for k in range(1, 7):
        assert sum(lowest[die] for die in range(k, 7)) == Fraction(7 - k, 6) ** 3


BOAR = {
    "fl": "boar badger lightart / badgerb infantry minefield",
    "fc": "badger boar lightart / badgerb infantry minefield",
    "fr": "badger lightart boar / badgerb infantry minefield",
}


@pytest.mark.rule("LS-16", "LS-23")
@pytest.mark.parametrize(
    ("pos", "hit", "retreat"),
    [
        ("fl", Fraction(91, 216), Fraction(7, 216)),
        ("fc", Fraction(2, 27), Fraction(5, 27)),
        ("fr", Fraction(1, 216), Fraction(61, 216)),
    ],
)
def test_question_3_where_is_the_boar_most_dangerous(
    pos: str, hit: Fraction, retreat: Fraction
) -> None:
    state = start(BOAR[pos])
    # The boar's own 2 damage, not that of spotters.
    assert chance_of(state, lambda a: f"act {pos} boar 1" in log(a)) == hit
    assert all(
        log(a)[log(a).index(f"act {pos} boar 1") + 1] == "hurt hull 2"
        for a in map(state.after, state.chances())
        if f"act {pos} boar 1" in log(a)
    )
    assert chance_of(state, lambda a: any("retreat boar" in line for line in log(a))) == retreat


@pytest.mark.rule("LS-16", "LS-27")
def test_question_4_which_column_was_it() -> None:
    chaos = {
        pos: chance_of(start(enemies), lambda after: "chaos" in log(after))
        for pos, enemies in BOAR.items()
    }
    total = sum(chaos.values())
    assert [chaos[pos] / total for pos in ("fl", "fc", "fr")] == [
        Fraction(37, 108),
        Fraction(13, 27),
        Fraction(19, 108),
    ]


@pytest.mark.rule("LS-9")
def test_question_5_the_deal() -> None:
    landships = dict.fromkeys(range(4), Fraction(0))
    together = Fraction(0)
    leaves: list[tuple[State, Fraction]] = [(GAME.new(first="enemy"), Fraction(1))]
    while leaves:
        state, weight = leaves.pop()
        if state.phase == "deal":
            chances = state.chances()
            leaves += [(state.after(o), weight * chances.probability(o)) for o in chances]
            continue
        front = [cell[0] for cell in state.dump()["front"]]
        landships[sum(f in ("boar", "badger", "badgerb") for f in front)] += weight
        together += weight if {"infantry", "lightart"} <= set(front) else 0
    assert landships == {
        0: Fraction(1, 20),
        1: Fraction(9, 20),
        2: Fraction(9, 20),
        3: Fraction(1, 20),
    }
    assert together == Fraction(1, 5)


@pytest.mark.rule("LS-18", "LS-26", "LS-R28")
def test_question_6_how_much_will_the_first_enemy_turn_hurt() -> None:
    state = start()
    assert mean(state, lambda a: 6 - own(a)["hull"]) == Fraction(353, 216)
    assert mean(state, lambda a: 4 - own(a)["cannon"]) == Fraction(53, 216)
    assert mean(state, lambda a: 3 - own(a)["sponsons"]) == Fraction(91, 216)
    assert spread(state, lambda a: 6 - own(a)["hull"]) == {
        0: Fraction(19, 72),
        1: Fraction(7, 36),
        2: Fraction(29, 108),
        3: Fraction(41, 216),
        4: Fraction(1, 12),
    }
    columns = Counter[str]()
    for roll, weight in state.chances().items():
        acting = ""
        for line in log(state.after(roll)):
            word, *rest = line.split()
            if word == "act":
                acting = rest[1]
            elif word == "hurt" and rest[0] == "hull":
                columns[acting] += weight * int(rest[1])
    assert columns == {"boar": 243, "badger": 56, "lightart": 54}  # 44, and 10 with the infantry


@cache
def hurts(faces: tuple[str, ...]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return the expected damage to hull, cannon, sponsons in the first turn, and P(lost)."""
    state = start(" ".join(faces))
    sums = [0, 0, 0, 0]
    for roll, weight in state.chances().items():
        after = state.after(roll)
        left = own(after)
        for i, (card, full) in enumerate((("hull", 6), ("cannon", 4), ("sponsons", 3))):
            sums[i] += weight * (full - left[card])
        sums[3] += weight * (after.result is not None)
    return tuple(Fraction(s, 216) for s in sums)  # type: ignore[return-value]


@pytest.mark.rule("LS-9", "LS-16", "LS-18")
def test_question_7_which_layout_is_worst() -> None:
    deals = list(permutations(NORMAL))
    assert len(deals) == 720
    for i, expected in enumerate((Fraction(769, 720), Fraction(1, 3), Fraction(1, 3))):
        assert sum(hurts(deal)[i] for deal in deals) / 720 == expected
    totals = {deal: sum(hurts(deal)[:3], Fraction(0)) for deal in deals}
    assert sum(totals.values()) / 720 == Fraction(1249, 720)
    least, most = min(totals.values()), max(totals.values())
    assert (least, most) == (Fraction(89, 108), Fraction(21, 8))
    mildest = {deal[:3] for deal, total in totals.items() if total == least}
    assert mildest == {("infantry", "boar", "badger"), ("infantry", "boar", "badgerb")}
    worst = {deal[:3] for deal, total in totals.items() if total == most}
    assert worst == {("boar", "infantry", "lightart")}
    hull = [hurts(deal)[0] for deal in deals]
    assert (min(hull), max(hull)) == (Fraction(8, 27), Fraction(427, 216))


@pytest.mark.rule("LS-67", "LS-R9")
def test_question_13_sudden_death() -> None:
    deals = list(permutations(ALTERNATE))
    lost = {deal: hurts(deal)[3] for deal in deals}
    assert sum(lost.values()) / 720 == Fraction(43, 6480)
    assert max(lost.values()) == Fraction(7, 72)
    worst = {deal[:3] for deal, p in lost.items() if p == Fraction(7, 72)}
    assert worst == {(f, "ambush", "bison") for f in ("badgera", "bobcat", "medart", "elite")}
    assert all(hurts(deal)[3] == 0 for deal in permutations(NORMAL))


@pytest.mark.rule("LS-32", "LS-44", "LS-27")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"chaos": 1}, Fraction(11, 36)),
        ({}, Fraction(91, 216)),
        ({"adrenaline": True}, Fraction(671, 1296)),
    ],
)
def test_question_10_at_least_one_six(more: dict[str, object], expected: Fraction) -> None:
    state = board(PARADE, "roll", **more)
    assert chance_of(state, lambda after: 6 in after.dump()["rolled"]) == expected


@pytest.mark.rule("LS-16")
def test_question_12_neighbours_are_not_independent() -> None:
    state = start()
    low, high = die_of("boar"), die_of("lightart")
    covariance = mean(state, lambda a: low(a) * high(a)) - mean(state, low) * mean(state, high)
    variance = mean(state, lambda a: low(a) ** 2) - mean(state, low) ** 2
    assert covariance == Fraction(707, 1728)
    assert variance == Fraction(2261, 1728)
    assert mean(state, lambda a: high(a) ** 2) - mean(state, high) ** 2 == variance
    assert covariance / variance == Fraction(101, 323)
    both = spread(state, lambda a: (low(a), high(a)))
    four = spread(state, high)[4]
    assert {die: p / four for (die, right), p in both.items() if right == 4} == {
        1: Fraction(18, 37),
        2: Fraction(12, 37),
        3: Fraction(6, 37),
        4: Fraction(1, 37),
    }


ALL_FACES = """
boar left: H2 91, H1 61, chaos 37, - 19, R&R 7, W1 1 | 243 1 0
boar center: chaos 52, - 52, H1 40, R&R 40, H2 16, W1 16 | 72 16 0
boar right: W1 91, R&R 61, - 37, chaos 19, H1 7, H2 1 | 9 91 0
bison left: R&R 91, H2 61, S1 37, chaos 19, - 7, W2 1 | 122 2 37
bison center: S1 52, chaos 52, H2 40, - 40, R&R 16, W2 16 | 80 32 52
bison right: W2 91, - 61, chaos 37, S1 19, H2 7, R&R 1 | 14 182 19
badger left: H1 152, W1 37, R&R 19, - 7, left 1 | 152 37 0
badger center: H1 56, W1 52, R&R 52, - 40, left 16 | 56 52 0
badger right: left 91, - 61, R&R 37, W1 19, H1 8 | 8 19 0
badgera left: - 91, right 61, R&R 37, H1 19, W1 8 | 19 8 0
badgera center: W1 56, R&R 52, H1 52, right 40, - 16 | 52 56 0
badgera right: W1 152, H1 37, R&R 19, right 7, - 1 | 37 152 0
badgerb left: H1 152, W1 37, R&R 19, left 7, - 1 | 152 37 0
badgerb center: H1 56, W1 52, R&R 52, left 40, - 16 | 56 52 0
badgerb right: - 91, left 61, R&R 37, W1 19, H1 8 | 8 19 0
bobcat left: right 91, - 61, R&R 37, H1 19, W1 7, S1 1 | 19 7 1
bobcat center: R&R 52, H1 52, - 40, W1 40, right 16, S1 16 | 52 40 16
bobcat right: S1 91, W1 61, H1 37, R&R 19, - 7, right 1 | 37 61 91
lightart left: - 91, spot 80, right 37, R&R 7, S1 1 | 80 0 1
lightart center: spot 92, right 52, R&R 40, - 16, S1 16 | 92 0 16
lightart right: S1 91, R&R 61, spot 44, right 19, - 1 | 44 0 91
medart left: - 91, right 61, R&R 37, S1 19, spot 8 | 8 0 19
medart center: spot 56, R&R 52, S1 52, right 40, - 16 | 56 0 52
medart right: spot 152, S1 37, R&R 19, right 7, - 1 | 152 0 37
infantry left: - 91, right 61, W1 37, S1 26, R&R 1 | 0 37 26
infantry center: S1 92, W1 52, right 40, - 16, R&R 16 | 0 52 92
infantry right: S1 98, R&R 91, W1 19, right 7, - 1 | 0 19 98
elite left: S1 98, H1 91, - 19, left 7, R&R 1 | 91 0 98
elite center: S1 92, - 52, left 40, H1 16, R&R 16 | 16 0 92
elite right: R&R 91, left 61, - 37, S1 26, H1 1 | 1 0 26
minefield left: - 99, H2 91, H1 19, S1 7 | 201 0 7
minefield center: - 108, H1 52, S1 40, H2 16 | 84 0 40
minefield right: - 117, S1 61, H1 37, H2 1 | 39 0 61
ambush left: H2 91, H1 68, - 37, W2 19, S2 1 | 250 38 2
ambush center: H1 80, - 52, W2 52, H2 16, S2 16 | 112 104 32
ambush right: S2 91, H1 68, W2 37, - 19, H2 1 | 70 74 182
"""


def among_idlers(name: str, column: int) -> State:
    """Return a table where ``name`` stands between two hazards of an own set that do nothing."""
    nothing = ["none"] * 6
    idle = [face(f"idle{i}", kind="hazard", track=3, actions=nothing) for i in (1, 2)]
    spare = next(card for card in CARDS if name not in card)
    cards = [("idle1", "idle2"), *(card for card in CARDS if card != spare)]
    front = ["idle1", "idle2"]
    front.insert(column, name)
    back = [a for a, b in cards[1:] if name not in (a, b)][:3]
    text = toml(own_set(*idle, cards=cards))
    options = {"layout": "listed", "first": "enemy", "pairing": "free"}
    return GAME.new(set=text, enemies=[*front, *back], **options)


@cache
def word_of(name: str, die: int) -> str:
    """Return the abbreviation of what ``name`` does for ``die``, seen in the centre."""
    lines = log(among_idlers(name, 1).after(f"roll {die} {die} {die}"))
    effect = lines[lines.index(f"act fc {name} {die}") + 1].split()
    if effect[0] == "hurt":
        if name in ("lightart", "medart") and effect[1] == "hull":
            return "spot"
        return {"hull": "H", "cannon": "W", "sponsons": "S"}[effect[1]] + effect[2]
    if effect[0] == "swap":
        return "left" if effect[1] == "fl" else "right"
    return {"none": "-", "retreat": "R&R", "chaos": "chaos"}[effect[0]]


@pytest.mark.rule("LS-16", "LS-18", "LS-5")
@pytest.mark.parametrize("row", ALL_FACES.strip().splitlines())
def test_all_faces_by_column(row: str) -> None:
    label, rest = row.split(": ")
    actions, damage = rest.split(" | ")
    name, column = label.split()
    state = among_idlers(name, ("left", "center", "right").index(column))
    found = Counter[str]()
    sums = Counter({"hull": 0, "cannon": 0, "sponsons": 0})
    for roll, weight in state.chances().items():
        after = state.after(roll)
        found[word_of(name, die_of(name)(after))] += weight
        for card, full in (("hull", 6), ("cannon", 4), ("sponsons", 3)):
            sums[card] += weight * (full - own(after)[card])
    assert found == {a.rsplit(" ", 1)[0]: int(a.rsplit(" ", 1)[1]) for a in actions.split(", ")}
    assert list(sums.values()) == [int(n) for n in damage.split()]


# --- section 10: best play --------------------------------------------------------------------


def best_play(value: Callable[[State], Fraction | int | None]) -> Callable[[State], Fraction]:
    """Return the exact worth of a state under best play, where ``value`` is None on the way."""

    @cache
    def worth(state: State) -> Fraction:
        known = value(state)
        if known is not None:
            return Fraction(known)
        if state.to_move == CHANCE:
            return mean(state, worth)
        return max(worth(state.after(move)) for move in state.moves())

    return worth


def strength_left(state: State) -> int:
    """Return what is left of the mobile enemies."""
    dump = state.dump()
    return sum(c[1] for c in dump["front"] + dump["back"] if c and c[0] not in HAZARDS)


removed = best_play(lambda s: 22 - strength_left(s) if s.phase in ("enemy", "over") else None)
"""Most enemy strength removed in this turn; Parade has 22."""


@pytest.mark.rule("LS-33", "LS-34", "LS-45", "LS-47", "LS-53", "LS-54")
def test_question_8_best_way_to_place_2_3_6() -> None:
    state = start(first="player").after("roll 2 3 6")
    assert {move: removed(state.after(move)) for move in state.moves()} == {
        "place 6 2 3": 4,
        "place 2 3 6": 3,
        "place 3 2 6": Fraction(13, 6),
        "place 6 3 2": 2,
        "place 2 6 3": 1,
        "place 3 6 2": 0,
    }


@pytest.mark.rule("LS-44", "LS-27", "LS-33")
def test_question_9_what_is_a_die_worth() -> None:
    assert removed(board(PARADE, "roll", chaos=1)) == Fraction(22, 9)
    three = start(first="player")
    assert removed(three) == Fraction(4031, 1296)
    assert removed(board(PARADE, "roll", adrenaline=True)) == Fraction(27371, 7776)
    blind = mean(
        three, lambda s: sum(removed(s.after(m)) for m in s.moves()) / Fraction(len(s.moves()))
    )
    assert blind == Fraction(152, 81)


def survives(state: State) -> Fraction | int | None:
    """Return the chance not to be lost after the enemy turn at hand."""
    if state.phase == "enemy":
        return chance_of(state, lambda after: after.result != (0,))
    return None if state.result is None else state.result[0]


@pytest.mark.rule("LS-37", "LS-40", "LS-43")
@pytest.mark.parametrize(
    ("hull", "lost", "rolling", "repairing"),
    [
        (1, Fraction(53, 72), Fraction(2147, 2592), Fraction(2411, 3888)),
        (2, Fraction(13, 24), Fraction(64753, 69984), Fraction(1631, 1944)),
        (3, Fraction(59, 216), Fraction(22813, 23328), Fraction(235, 243)),
        (4, Fraction(1, 12), None, None),
        (5, Fraction(0), None, None),
        (6, Fraction(0), None, None),
    ],
)
def test_question_11_is_an_emergency_repair_worth_it(
    hull: int, lost: Fraction, rolling: Fraction | None, repairing: Fraction | None
) -> None:
    strengths = (hull, 4, 3)
    assert chance_of(board(PARADE, "enemy", strengths), lambda a: a.result == (0,)) == lost
    if rolling is not None:
        state = board(PARADE, "repair", strengths)
        survival = best_play(survives)
        assert survival(state.after("roll")) == rolling
        assert survival(state.after("repair hull")) == repairing
        assert removed(state.after("repair hull")) == Fraction(467, 216)


@pytest.mark.rule("LS-30", "LS-31", "LS-40", "LS-R9")
@pytest.mark.parametrize(
    ("hull", "expected"),
    [
        (1, Fraction(83, 162)),
        (2, Fraction(155, 216)),
        (3, Fraction(407, 432)),
        (4, Fraction(1271, 1296)),
    ],
)
def test_question_15_only_the_mine_field_is_left(hull: int, expected: Fraction) -> None:
    win = best_play(lambda s: None if s.result is None else s.result[0])
    assert win(board("minefield - - / - - -", "enemy", (hull, 1, 0))) == expected


# Question 14: the duel can go round in circles, so the values of the player's turns are unknowns
# of a linear system, solved again until best play with these values no longer changes them.

Form = tuple[Fraction, dict[State, Fraction]]
"""A constant and a multiple of the value of each later turn."""


def chance_to_win(duel: State) -> Fraction:
    """Return the exact probability to win from ``duel``, a roll of the player, by best play."""
    seen, waiting = {duel}, [duel]
    while waiting:
        state = waiting.pop()
        later = {state.after(move) for move in state.options_now()} - seen
        seen |= later
        waiting += later
    values = {state: Fraction(0) for state in seen if state.phase == "roll"}
    while True:
        solved = solve({turn: turn_form(turn, values) for turn in values})
        if solved == values:
            return solved[duel]
        values = solved


def turn_form(turn: State, values: dict[State, Fraction]) -> Form:
    """Return the worth of ``turn`` in terms of later turns, playing best for ``values``."""

    @cache
    def worth(state: State) -> Fraction:
        constant, later = form(state)
        return sum((p * values[s] for s, p in later.items()), constant)

    @cache
    def form(state: State) -> Form:
        if state.result is not None:
            return Fraction(state.result[0]), {}
        if state.phase == "roll" and state is not turn:
            return Fraction(0), {state: Fraction(1)}
        if state.to_move != CHANCE:
            return form(max((state.after(move) for move in state.moves()), key=worth))
        constant = Fraction(0)
        later: dict[State, Fraction] = {}
        for outcome in state.chances():
            p = state.chances().probability(outcome)
            c, more = form(state.after(outcome))
            constant += p * c
            for s, q in more.items():
                later[s] = later.get(s, Fraction(0)) + p * q
        return constant, later

    return form(turn)


def solve(forms: dict[State, Form]) -> dict[State, Fraction]:
    """Return the values that satisfy all ``forms``, by elimination."""
    done: list[tuple[State, Form]] = []
    rest = dict(forms)
    while rest:
        state, (constant, later) = rest.popitem()
        loop = 1 - later.pop(state, Fraction(0))
        constant, later = constant / loop, {s: p / loop for s, p in later.items()}
        done.append((state, (constant, later)))
        for other, (c, more) in rest.items():
            if q := more.pop(state, None):
                c += q * constant
                for s, p in later.items():
                    more[s] = more.get(s, Fraction(0)) + q * p
                rest[other] = c, more
    values: dict[State, Fraction] = {}
    for state, (constant, later) in reversed(done):
        values[state] = sum((p * values[s] for s, p in later.items()), constant)
    return values


@pytest.mark.rule("LS-72", "LS-R36", "LS-R33", "LS-70")
@pytest.mark.parametrize(
    ("enemy", "strengths", "expected"),
    [
        ("infantry:1", (1, 1, 0), Fraction(27270, 28129)),
        (
            "badger:2",
            (2, 2, 0),
            Fraction(12021599763370538409846788, 12195166806026580854551329),
        ),
    ],
)
def test_question_14_the_last_duel(
    enemy: str, strengths: tuple[int, int, int], expected: Fraction
) -> None:
    assert chance_to_win(board(f"{enemy} - - / - - -", "roll", strengths)) == expected
