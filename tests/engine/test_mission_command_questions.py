"""The answers to questions 1 to 5 and 14 of Mission Command Land (section 10 of its rules).

Every number is worked out by the odds layer on the engine's own tree, and confirmed in a way that
shares no code with it: by playing the engine with fixed seeds, by another algorithm written down
here, or by icepool and dyce.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, permutations
from math import perm
from random import Random
from typing import Any

import dyce
import icepool
import pytest
from confirming import agrees
from mission_command_help import (
    GAME,
    chance_of,
    green,
    moving,
    play,
    played,
    position,
    targets,
    to_move,
)

from pocketlib import CHANCE, Chance, State, odds

F = Fraction
CHIPS = range(1, 7)


def reds_of(dice: int, reds: int = 4) -> Any:
    return dice @ icepool.Die({0: 6 - reds, 1: reds})


# --- 1: how good is a shot? --------------------------------------------------------------------


def tank_shot(strength: int = 6) -> State:
    return play(position({"tanks": f"d4:{strength} a4:1"}), "tank d5", "mv d4 d5", "end")


def art_shot() -> State:
    return play(position({"tanks": "d4:6"}, {"tanks": "h12:6", "art": "a10"}),
                "done", "art d5", "mv d4 d5", "end")  # fmt: skip


def missile_shot() -> State:
    return play(
        position({"tanks": "a4:6", "pad": "c2", "heli": "d5"},
                 {"tanks": "h12:6", "ammo": "e11", "launcher": "f11"}),
        "done", "missile e6", "done", "mv a4 a5", "fly e6", "end",
    )  # fmt: skip


def tank_loss(state: State) -> int:
    return next(t["strength"] - t["chips"] for t in green(state)["tanks"] if t["at"] == "d5")


SHOTS: dict[str, tuple[Callable[[], State], Callable[[State], int], int, list[str], str]] = {
    "tank": (tank_shot, tank_loss, 3, ["1/27", "2/9", "4/9", "8/27"], "2"),
    "art": (art_shot, tank_loss, 1, ["1/3", "2/3"], "2/3"),
    "missile": (
        missile_shot,
        lambda state: 4 - green(state)["heli"]["chips"],
        2,
        ["1/9", "4/9", "4/9"],
        "4/3",
    ),
}


@pytest.mark.parametrize("kind", SHOTS)
def test_question_1_how_good_is_a_shot(kind: str) -> None:
    start, lost, dice, chances, mean = SHOTS[kind]
    state = start()
    assert (state.phase, state.dump()["step"]) == ("shots", kind)
    found = odds.after(state, None, lost)
    assert [found.probability(n) for n in range(dice + 1)] == [F(p) for p in chances]
    assert found.mean() == F(mean)
    assert found.p(lambda n: n >= 1) == 1 - F(chances[0])
    pool = reds_of(dice)
    assert [F(pool.probability(n)) for n in range(dice + 1)] == [F(p) for p in chances]
    thrown = dice @ dyce.H({0: 2, 1: 4})
    assert {n: F(c, sum(thrown.counts())) for n, c in thrown.items()} == {
        n: F(p) for n, p in enumerate(chances)
    }
    rng = Random(1)
    results = [float(lost(played(state, rng))) for _ in range(8000)]
    assert agrees(F(mean), results, 0.04)


def test_question_1_example_9_1_has_the_same_dice() -> None:
    hits = tank_shot(strength=2).chances().map(lambda roll: roll.count("r"))
    assert hits.weights == {3: 8, 2: 12, 1: 6, 0: 1}
    assert hits.p(lambda n: n > 0) == F(26, 27)


# --- 2: where can it be? -----------------------------------------------------------------------


def reach_by_counting(column: int, row: int, cols: int) -> set[tuple[int, int]]:
    """Return the spaces within four steps forward and sideways, from the step on."""
    found, edge = {(column, row)}, {(column, row)}
    for _ in range(4):
        edge = {
            (c + dc, r + dr)
            for c, r in edge
            for dc, dr in ((0, 1), (1, 0), (-1, 0))
            if 0 <= c + dc < cols
        }
        found |= edge
    return found - {(column, row)}


def with_a_pioneer(start: str, **options: Any) -> State:
    """Return green's movement after another tank has made the advance (MC-20, MC-R13)."""
    last = "abcdefghij"[options.get("cols", 8) - 1]
    state = moving({"tanks": f"{start}:6 {last}1:1"}, {"tanks": "a12:6"}, **options)
    return state.after(f"mv {last}1 {last}2")


@pytest.mark.parametrize(
    ("start", "cols", "spaces"),
    [("a5", 8, 14), ("b5", 8, 18), ("c5", 8, 21), ("d5", 8, 23), ("e5", 9, 24)],
)
def test_question_2_where_can_it_be(start: str, cols: int, spaces: int) -> None:
    found = targets(with_a_pioneer(start, cols=cols), "mv", start)
    assert len(found) == spaces
    column = "abcdefghi".index(start[0])
    counted = reach_by_counting(column, 5, cols)
    assert {("abcdefghi".index(sq[0]), int(sq[1:])) for sq in found} == counted


def hunted() -> State:
    """Return green's movement with three tank and five artillery markers within reach of d5."""
    tan_side = {"tanks": "f12:1 g12:2 h12:3", "art": "a12 b12 c12 d12 e12"}
    state = position({"tanks": "d5:6 h1:1"}, tan_side)
    for square in ("d6", "d9", "b5"):
        state = state.after(f"tank {square}")
    for square in ("c6", "e6", "h5", "d8", "f7"):
        state = state.after(f"art {square}")
    return state.after("mv h1 h2")


def test_question_2_does_a_marker_find_it() -> None:
    state = hunted()
    spaces = targets(state, "mv", "d5")
    assert len(spaces) == 23

    def anywhere(node: State) -> Chance[Any]:
        if node.dump()["move"]["moved"] == ["A", "B"]:
            return Chance.sure(node.parse("end"))
        return Chance.even([node.parse(f"mv d5 {square}") for square in spaces])

    shot = odds.after(state, None, lambda s: s.phase == "shots", policy=anywhere,
                      until=lambda s: s.phase != "move")  # fmt: skip
    assert shot.probability(True) == F(8, 23)
    lost = odds.after(state, None, lambda s: 6 - green(s)["tanks"][0]["chips"], policy=anywhere,
                      until=odds.phase("plot"))  # fmt: skip
    assert lost.mean() == F(28, 69) == (3 * F(2) + 5 * F(2, 3)) / 23
    rng = Random(2)
    found, chips = [], []
    for _ in range(8000):
        node = play(state, f"mv d5 {rng.choice(spaces)}", "end")
        found.append(float(node.phase == "shots"))
        chips.append(float(6 - green(played(node, rng))["tanks"][0]["chips"]))
    assert agrees(F(8, 23), found)
    assert agrees(F(28, 69), chips, 0.04)


# --- 3: how many armies? -----------------------------------------------------------------------


def test_question_3_how_many_armies() -> None:
    start = GAME.new()

    def pieces(state: State) -> Chance[Any]:
        return Chance.even(move for move in state.moves() if not move.startswith("form"))

    # all equally likely, because every choice has the same number of choices after it
    sites = odds.after(start, policy=pieces, until=lambda s: s.dump()["step"] == "art")
    assert {*sites.weights.values()} == {1}
    assert len(sites) == 20160
    assert len({(g["pad"], g["ammo"], g["fuel"]) for g in map(green, sites)}) == 20160
    squares = [(column, row) for row in range(2, 7) for column in range(8)]
    assert (
        sum(
            len({c for c, _ in three}) == 3 == len({r for _, r in three})
            for three in permutations(squares, 3)
        )
        == 20160
    )
    tanks = odds.after(start, "form bastion", lambda s: str(green(s)["tanks"]), policy=pieces,
                       until=lambda s: s.to_move == 1)  # fmt: skip
    assert {*tanks.weights.values()} == {1}
    assert len(tanks) == 20160 == perm(8, 6)


# --- 4 and 5: the secret tank ------------------------------------------------------------------


def shot_at(strength: int, chips: int | None = None) -> State:
    """Return tan's tank shot at a tank of that strength; green keeps another tank."""
    left = f"/{chips}" if chips else ""
    other = 1 if strength > 1 else 2
    state = position({"tanks": f"d4:{strength}{left} a4:{other}"})
    return play(state, "tank d5", "mv d4 d5", "end")


def hits_and_death(strength: int) -> Chance[tuple[int, bool]]:
    """Return the chance of (hits of the roll, is the tank destroyed)."""
    state = shot_at(strength)

    def dead(after: State) -> bool:
        return all(t["at"] != "d5" for t in green(after)["tanks"])

    return state.chances().map(lambda roll: (roll.count("r"), dead(state.after(roll))))


def dies(strength: int, chips: int | None = None) -> Fraction:
    state = shot_at(strength, chips)
    return chance_of(state, lambda s: all(t["at"] != "d5" for t in green(s)["tanks"]))


def test_question_4_the_secret_tank() -> None:
    secret = Chance.even(CHIPS)
    found = secret.then(hits_and_death)
    assert found.p(lambda pair: pair[1]) == F(1, 3)
    assert [dies(n) for n in CHIPS] == [F(26, 27), F(20, 27), F(8, 27), 0, 0, 0]
    rng = Random(4)
    states = [shot_at(n) for n in CHIPS]
    results = [
        float(all(t["at"] != "d5" for t in green(played(rng.choice(states), rng))["tanks"]))
        for _ in range(8000)
    ]
    assert agrees(F(1, 3), results)


def test_question_4_only_the_mean_counts() -> None:
    rng = Random(41)
    for _ in range(200):
        weights = Chance((hits, rng.randint(1, 9)) for hits in range(7))
        kills = sum(weights.p(lambda h, k=k: h >= k) for k in CHIPS) / 6
        assert kills == weights.mean() / 6  # the tail sum E[H] = sum of P(H >= k)
    two = Chance({0: 2, 6: 1})
    assert two.mean() == 2
    assert sum(two.p(lambda h, k=k: h >= k) for k in CHIPS) / 6 == F(1, 3)


def test_question_5_it_survived_two_hits() -> None:
    def after_two(prior: Chance[int]) -> Chance[int]:
        both = prior.then(lambda n: hits_and_death(n).map(lambda pair: (n, *pair)))
        return both.given(lambda found: found[1:] == (2, False)).map(lambda found: found[0])

    even = after_two(Chance.even(CHIPS))
    assert {n: even.probability(n) for n in even} == dict.fromkeys((3, 4, 5, 6), F(1, 4))
    again = sum(even.probability(n) * dies(n, n - 2) for n in even)
    assert again == F(1, 2)
    assert [dies(n, n - 2) for n in (3, 4, 5, 6)] == [F(26, 27), F(20, 27), F(8, 27), 0]
    stronger = after_two(Chance((n, n) for n in CHIPS))
    assert Chance((n, n) for n in CHIPS).probability(6) == F(2, 7)
    assert [stronger.probability(n) for n in (3, 4, 5, 6)] == [F(n, 18) for n in (3, 4, 5, 6)]
    assert stronger.probability(6) == F(1, 3)


@pytest.mark.parametrize(("weighted", "strongest"), [(False, F(1, 4)), (True, F(1, 3))])
def test_question_5_by_playing(weighted: bool, strongest: Fraction) -> None:
    rng = Random(5)
    states = {n: shot_at(n) for n in CHIPS}
    survivors: list[tuple[int, bool]] = []
    while len(survivors) < 4000:
        n = rng.choices(CHIPS, CHIPS if weighted else None)[0]
        after = played(states[n], rng)
        left = next((t["chips"] for t in green(after)["tanks"] if t["at"] == "d5"), 0)
        if left and n - left == 2:
            second = played(shot_at(n, left), rng)
            survivors.append((n, all(t["at"] != "d5" for t in green(second)["tanks"])))
    assert agrees(strongest, [float(n == 6) for n, _ in survivors], 0.031)
    if not weighted:
        assert agrees(F(1, 2), [float(dead) for _, dead in survivors], 0.032)


def test_question_5_what_tan_may_guess() -> None:
    # six secret tanks; the engine's own guesses, from what tan has seen
    green_side = {"tanks": "d4:6 a1:1 b1:2 c1:3 e1:4 f1:5"}
    state = play(position(green_side), "tank d5", "mv d4 d5", "end", "rrb")
    seen = state.observe(1)
    assert next(t for t in seen["sides"][0]["tanks"] if t["at"] == "d5")["hits"] == 2
    rng = Random(55)
    drawn = Counter(green(GAME.guess(seen, (), rng))["tanks"][0]["strength"] for _ in range(4000))
    assert {*drawn} == {3, 4, 5, 6}
    for n in drawn:
        assert agrees(F(1, 4), [1.0] * drawn[n] + [0.0] * (4000 - drawn[n]), 0.03)


# --- 14: the guessing game ---------------------------------------------------------------------

NEAR_THE_GUNS = ({"tanks": "d6:6"}, {"tanks": "h12:6", "art": "c9 e9", "launcher": "d9"})
TAN_MIX = {"d8": F(5, 6), "c8": F(1, 12), "e8": F(1, 12)}
"""Tan's tank marker; the two artillery markers go to the other two spaces."""
GREEN_MIX = dict.fromkeys(("d8", "c8", "e8"), F(1, 3))


def guns_near(state: State, square: str) -> int:
    """Return how many battles await the tank when it stops there."""
    after = play(state, f"mv d6 {square}", "end")
    return len(after.moves()) if after.phase == "attack" else 0


def mean_loss(kind: str, square: str) -> Fraction:
    """Return how many chips a marker of this kind takes on average from a tank that stops there."""
    state = position(*NEAR_THE_GUNS)
    state = (
        state.after(f"tank {square}") if kind == "tank" else play(state, "done", f"art {square}")
    )
    while state.phase == "plot":
        state = state.after("done")
    shot = play(state, f"mv d6 {square}", "end")
    assert shot.phase == "shots"
    stop = odds.phase("attack", "plot")
    return odds.after(shot, None, lambda s: 6 - green(s)["tanks"][0]["chips"], until=stop).mean()


def marked(plot: Mapping[str, str]) -> State:
    """Return green's movement after tan has plotted {square: kind}."""
    state = position(*NEAR_THE_GUNS)
    for kind in ("tank", "art"):
        for square in (sq for sq, k in plot.items() if k == kind):
            state = state.after(f"{kind} {square}")
    return to_move(state)


def test_question_14_the_guessing_game() -> None:
    state = to_move(position(*NEAR_THE_GUNS))
    stops = targets(state, "mv")
    guns = {square: guns_near(state, square) for square in stops}
    assert {square: n for square, n in guns.items() if n > 1} == {"d8": 3, "c8": 2, "e8": 2}
    value = F(11, 9)
    loss = {"tank": F(2), "art": F(2, 3)}
    for square in stops:
        assert {kind: mean_loss(kind, square) for kind in loss} == loss

    def pays(stop: str, plot: Mapping[str, str]) -> Fraction:
        return guns[stop] - (loss[plot[stop]] if stop in plot else 0)

    plots = {t: {sq: "tank" if sq == t else "art" for sq in TAN_MIX} for t in TAN_MIX}
    # no stop of green's does better than the value against tan's mixture ...
    against_tan = {
        stop: sum(p * pays(stop, plots[t]) for t, p in TAN_MIX.items()) for stop in stops
    }
    assert max(against_tan.values()) == value
    assert {stop for stop, v in against_tan.items() if v == value} == {*GREEN_MIX}
    # ... and no plot of tan's does better against green's; what lies elsewhere hits nothing
    spaces = [*GREEN_MIX, "elsewhere", "far away", "nowhere"]
    against_green = []
    for tank in spaces:
        for arts in combinations([sq for sq in spaces if sq != tank], 2):
            plot = {tank: "tank", **dict.fromkeys(arts, "art")}
            against_green.append(sum(p * pays(stop, plot) for stop, p in GREEN_MIX.items()))
    assert min(against_green) == value


def test_question_14_by_playing() -> None:
    rng = Random(14)
    states = {t: marked({sq: "tank" if sq == t else "art" for sq in TAN_MIX}) for t in TAN_MIX}
    results = []
    for _ in range(12000):
        tank = rng.choices([*TAN_MIX], [float(p) for p in TAN_MIX.values()])[0]
        node = play(states[tank], f"mv d6 {rng.choice([*GREEN_MIX])}", "end")
        while node.to_move == CHANCE:
            node = node.after(node.chances().sample(rng))
        results.append(float(len(node.moves()) - (6 - green(node)["tanks"][0]["chips"])))
    assert agrees(F(11, 9), results, 0.05)
