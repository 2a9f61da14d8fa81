"""The answers of section 10 of Pocket Landship once more, without the engine or by playing it.

What dice alone decide, and best play within a turn, is found with the naive resolver, which shares
no code with the engine. The duels, which go round, are played by the engine with the best moves.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

import naive_landship as naive
import pytest
from confirming import agrees
from landship_help import ALTERNATE, HAZARDS, NORMAL, PARADE, board, board_dump

from pocketlib import CHANCE, State, odds
from pocketlib.graph import Choice, explore, finish, solve

F = Fraction
Plain = dict[str, Any]
THREE = [*product(range(1, 7), repeat=3)]


def start(enemies: tuple[str, ...] = tuple(PARADE.replace("/", " ").split()), **more: Any) -> Plain:
    return naive.new({"enemies": list(enemies), "layout": "listed", "first": "enemy", **more})


def spread(state: Plain, measure: Callable[[Plain], Any]) -> dict[Any, Fraction]:
    """Return the chance of ``measure`` after the draw of ``state``."""
    found: dict[Any, Fraction] = {}
    for outcome, p in naive.chances(state).items():
        value = measure(naive.after(state, outcome))
        found[value] = found.get(value, F(0)) + p
    return found


def mean(state: Plain, measure: Callable[[Plain], Any]) -> Fraction:
    return sum((p * value for value, p in spread(state, measure).items()), F(0))


def lines_of(state: Plain, word: str) -> list[list[str]]:
    return [line.split() for line in state["log"] if line.startswith(f"{word} ")]


def die_of(name: str) -> Callable[[Plain], int]:
    return lambda state: next(int(act[3]) for act in lines_of(state, "act") if act[2] == name)


# --- dice alone --------------------------------------------------------------------------------


def test_question_1_who_starts() -> None:
    even = sum(sum(roll) % 2 == 0 for roll in THREE)
    assert F(even, 216) == F(1, 2)
    state = naive.new({"layout": "listed"})
    assert spread(state, lambda s: s["phase"] == "enemy")[True] == F(1, 2)


def test_question_2_lowest_middle_highest() -> None:
    for rank, name in enumerate(("boar", "badger", "lightart")):
        counted = Counter(sorted(roll)[rank] for roll in THREE)
        found = spread(start(), die_of(name))
        assert {die: p * 216 for die, p in found.items()} == counted
    assert [Counter(map(min, THREE))[n] for n in range(1, 7)] == [91, 61, 37, 19, 7, 1]
    middle = Counter(sorted(roll)[1] for roll in THREE)
    assert [middle[n] for n in range(1, 7)] == [16, 40, 52, 52, 40, 16]
    assert F(sum(map(min, THREE)), 216) == F(49, 24)
    assert F(sum(map(max, THREE)), 216) == F(119, 24)


def test_questions_3_and_4_the_boar() -> None:
    ones, threes, fives = (
        [sum(sorted(roll)[rank] == face for roll in THREE) for rank in range(3)]
        for face in (1, 3, 5)
    )
    assert [F(n, 216) for n in ones] == [F(91, 216), F(2, 27), F(1, 216)]
    assert [F(n, 216) for n in fives] == [F(7, 216), F(5, 27), F(61, 216)]
    assert [F(n, sum(threes)) for n in threes] == [F(37, 108), F(13, 27), F(19, 108)]


def test_question_5_the_deal() -> None:
    ships = Counter[int]()
    together = 0
    for deal in permutations(NORMAL):
        ships[sum(face in ("boar", "badger", "badgerb") for face in deal[:3])] += 1
        together += {"infantry", "lightart"} <= {*deal[:3]}
    assert [F(ships[n], 720) for n in range(4)] == [F(1, 20), F(9, 20), F(9, 20), F(1, 20)]
    assert F(together, 720) == F(1, 5)


@cache
def hurts(faces: tuple[str, ...]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return mean damage to hull, cannon, sponsons in the first turn, and P(lost)."""
    sums = [F(0)] * 4
    for outcome, p in naive.chances(state := start(faces)).items():
        after = naive.after(state, outcome)
        for i, (card, full) in enumerate((("hull", 6), ("cannon", 4), ("sponsons", 3))):
            sums[i] += p * (full - after["own"][card])
        sums[3] += p * (after["result"] is not None)
    return sums[0], sums[1], sums[2], sums[3]


def test_question_6_the_first_enemy_turn() -> None:
    assert hurts(tuple(PARADE.replace("/", " ").split()))[:3] == (
        F(353, 216),
        F(53, 216),
        F(91, 216),
    )
    hull = spread(start(), lambda s: 6 - s["own"]["hull"])
    assert [hull[n] for n in range(5)] == [F(19, 72), F(7, 36), F(29, 108), F(41, 216), F(1, 12)]


def test_question_7_all_deals() -> None:
    found = {deal: hurts(deal) for deal in permutations(NORMAL)}
    averages = [sum(h[i] for h in found.values()) / 720 for i in range(4)]
    assert averages == [F(769, 720), F(1, 3), F(1, 3), 0]
    totals = {deal: sum(h[:3], F(0)) for deal, h in found.items()}
    assert sum(totals.values()) / 720 == F(1249, 720)
    assert (min(totals.values()), max(totals.values())) == (F(89, 108), F(21, 8))
    worst = {deal[:3] for deal, total in totals.items() if total == F(21, 8)}
    assert worst == {("boar", "infantry", "lightart")}


def test_question_13_sudden_death() -> None:
    lost = {deal: hurts(deal)[3] for deal in permutations(ALTERNATE)}
    assert sum(lost.values()) / 720 == F(43, 6480)
    assert max(lost.values()) == F(7, 72)
    counted = sum(sorted(roll)[1:] == [4, 6] for roll in THREE)
    assert F(counted, 216) == F(7, 72)


def test_question_10_at_least_one_six() -> None:
    for dice, told in ((2, F(11, 36)), (3, F(91, 216)), (4, F(671, 1296))):
        assert 1 - F(5, 6) ** dice == told
    state = board_dump(PARADE, "roll")
    assert spread(state, lambda s: 6 in s["rolled"])[True] == F(91, 216)


def test_question_12_neighbours() -> None:
    low, high = [min(roll) for roll in THREE], [max(roll) for roll in THREE]

    def average(values: list[int]) -> Fraction:
        return F(sum(values), 216)

    covariance = average([a * b for a, b in zip(low, high, strict=True)])
    covariance -= average(low) * average(high)
    variance = average([a * a for a in low]) - average(low) ** 2
    assert (covariance, variance) == (F(707, 1728), F(2261, 1728))
    assert covariance / variance == F(101, 323)
    four = [a for a, b in zip(low, high, strict=True) if b == 4]
    assert [F(four.count(n), len(four)) for n in (1, 2, 3, 4)] == [
        F(18, 37),
        F(12, 37),
        F(6, 37),
        F(1, 37),
    ]


# --- best play within a turn, on the naive resolver's own tree ---------------------------------


Worth = Callable[[Plain], "Fraction | None"]
"""What a state is worth; None on the way."""


def best(state: Plain, value: Worth, known: dict[str, Fraction]) -> Fraction:
    """Return the worth under best play."""
    key = json.dumps({**state, "log": [], "options": None}, sort_keys=True)
    if key in known:
        return known[key]

    def worth(move: str) -> Fraction:
        return best(naive.after(state, move), value, known)

    now = value(state)
    if now is None and naive.to_move(state) == "chance":
        now = sum((p * worth(roll) for roll, p in naive.chances(state).items()), F(0))
    elif now is None:
        now = max(map(worth, naive.legal(state)))
    known[key] = now
    return now


def strength_left(state: Plain) -> int:
    return sum(c[1] for c in state["front"] + state["back"] if c and c[0] not in HAZARDS)


def removed(state: Plain) -> Fraction | None:
    return F(22 - strength_left(state)) if state["phase"] in ("enemy", "over") else None


def test_question_8_placing_2_3_6() -> None:
    state = naive.after(start(first="player"), "roll 2 3 6")
    known: dict[str, Fraction] = {}
    found = {m: best(naive.after(state, m), removed, known) for m in naive.legal(state)}
    assert found == {
        "place 6 2 3": 4,
        "place 2 3 6": 3,
        "place 3 2 6": F(13, 6),
        "place 6 3 2": 2,
        "place 2 6 3": 1,
        "place 3 6 2": 0,
    }


def test_question_9_what_a_die_is_worth() -> None:
    known: dict[str, Fraction] = {}
    assert best(board_dump(PARADE, "roll", chaos=1), removed, known) == F(22, 9)
    three = start(first="player")
    assert best(three, removed, known) == F(4031, 1296)
    blind = F(0)
    for roll, p in naive.chances(three).items():
        placed = naive.after(three, roll)
        worth = [best(naive.after(placed, move), removed, known) for move in naive.legal(placed)]
        blind += p * sum(worth, F(0)) / len(worth)
    assert blind == F(152, 81)


def test_question_9_a_fourth_die_by_playing() -> None:
    state = board(PARADE, "roll", adrenaline=True)
    exact = F(27371, 7776)

    def engines(after: State) -> Fraction:
        return F(22 - strength_left(after.dump()))

    until = odds.phase("enemy")
    results = [float(engines(end)) for end in ends(state, engines, until, 6000)]
    assert agrees(exact, results, 0.12)


def lost(state: Plain) -> bool:
    return state["result"] == [0]


@pytest.mark.parametrize(
    ("hull", "told"),
    [(1, "53/72"), (2, "13/24"), (3, "59/216"), (4, "1/12"), (5, "0"), (6, "0")],
)
def test_question_11_how_near_the_end_is(hull: int, told: str) -> None:
    state = board_dump(PARADE, "enemy", (hull, 4, 3))
    assert spread(state, lost).get(True, F(0)) == F(told)


def survives(state: Plain) -> Fraction | None:
    if state["phase"] == "enemy":
        return spread(state, lost).get(False, F(0))
    return None if state["result"] is None else F(int(state["result"][0]))


@pytest.mark.parametrize(
    ("hull", "rolling", "repairing"),
    [(1, "2147/2592", "2411/3888"), (2, "64753/69984", "1631/1944"), (3, "22813/23328", "235/243")],
)
def test_question_11_roll_or_repair(hull: int, rolling: str, repairing: str) -> None:
    state = board_dump(PARADE, "repair", (hull, 4, 3))
    known: dict[str, Fraction] = {}
    assert best(naive.after(state, "roll"), survives, known) == F(rolling)
    assert best(naive.after(state, "repair hull"), survives, known) == F(repairing)
    known.clear()
    assert best(naive.after(state, "repair hull"), removed, known) == F(467, 216)


# --- duels: the engine is played with the best moves -------------------------------------------


def ends(state: State, value: odds.Value, until: odds.Until, games: int) -> list[State]:
    """Return where ``games`` games end that are played with the best moves."""
    graph = finish(explore(state, odds.deciding(value, until)))
    moves = {}
    for i, place in finish(solve(graph)).policy.items():
        part = graph.parts[i]
        assert isinstance(part, Choice)
        moves[graph.nodes[i]] = part.options[place][0]
    rng = Random(14)
    found = []
    for _ in range(games):
        node = state
        while node.to_move is not None and not until(node):
            node = node.after(node.chances().sample(rng) if node.to_move == CHANCE else moves[node])
        found.append(node)
    return found


@pytest.mark.parametrize(
    ("enemies", "phase", "strengths", "told"),
    [
        ("infantry:1 - - / - - -", "roll", (1, 1, 0), "27270/28129"),
        (
            "badger:2 - - / - - -",
            "roll",
            (2, 2, 0),
            "12021599763370538409846788/12195166806026580854551329",
        ),
        ("minefield - - / - - -", "enemy", (1, 1, 0), "83/162"),
        ("minefield - - / - - -", "enemy", (2, 1, 0), "155/216"),
        ("minefield - - / - - -", "enemy", (3, 1, 0), "407/432"),
        ("minefield - - / - - -", "enemy", (4, 1, 0), "1271/1296"),
    ],
)
def test_questions_14_and_15_by_playing(
    enemies: str, phase: str, strengths: tuple[int, int, int], told: str
) -> None:
    state = board(enemies, phase, strengths)
    over = ends(state, odds.winning(), odds.never, 5000)
    assert agrees(F(told), [float(end.result == (1,)) for end in over])
