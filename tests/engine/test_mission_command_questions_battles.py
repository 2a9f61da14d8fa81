"""The answers to questions 6 to 13 and 15 of Mission Command Land: battles to the death.

Every number is worked out by the odds layer on the engine's own tree, and confirmed by playing the
engine, by a recursion written down here, and by icepool.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import icepool
import numpy as np
import pytest
from confirming import agrees
from mission_command_help import chance_of, green, moving, play, played, tan

from pocketlib import State, odds

F = Fraction
CHIPS = range(1, 7)


# --- duels: the engine's position, and two other ways to solve them ----------------------------


def duel(attacker: int, defender: int, **options: Any) -> State:
    """Return a battle of two tanks before its first roll; other tanks keep the game going."""
    return play(
        moving({"tanks": f"d5:6/{attacker} a1:1"}, {"tanks": f"d8:6/{defender} h12:1"}, **options),
        "mv d5 d7", "end", "attack d7 d8",
    )  # fmt: skip


def heli_duel(tank: int, **options: Any) -> State:
    """Return a fresh helicopter's battle against a tank, before its first roll."""
    return play(
        moving({"tanks": "a4:6", "pad": "c2", "heli": "d5"}, {"tanks": f"d9:6/{tank} h12:1"},
               **options),
        "mv a4 a5", "fly d8", "end", "attack d8 d9",
    )  # fmt: skip


def gun_duel(chips: int) -> State:
    """Return example 9.6 before its first roll, with a tank of so many chips."""
    return play(
        moving({"tanks": f"d5:3/{chips} a1:1"}, {"tanks": "h12:1", "art": "e7 a10"}),
        "mv d5 d6", "end", "attack d6 e7",
    )  # fmt: skip


def attacker_wins(state: State) -> bool:
    """Is the defender of d8 gone?"""
    return all(tank["at"] != "d8" for tank in tan(state)["tanks"])


def heli_wins(state: State) -> bool:
    return green(state)["heli"] is not None


def gun_wins(state: State) -> bool:
    return "e7" in tan(state)["art"]


@cache
def W(attacker: int, defender: int, reds: int = 4) -> Fraction:
    """Return the chance that the attacker wins, on the engine's tree."""
    return chance_of(duel(attacker, defender, reds=reds), attacker_wins)


def binomial(dice: int, p: Fraction) -> list[Fraction]:
    found = [F(1)]
    for _ in range(dice):
        found = [
            (found[k] if k < len(found) else F(0)) * (1 - p) + (found[k - 1] * p if k else F(0))
            for k in range(len(found) + 1)
        ]
    return found


@cache
def by_recursion(a: int, b: int, hit: tuple[Fraction, ...], back: tuple[Fraction, ...]) -> Fraction:
    """Return the attacker's chance by the document's method: the double miss is divided out."""
    total = F(0)
    for h, p in enumerate(hit):
        if h >= b:
            total += p
            continue
        for k, q in enumerate(back):
            if k < a and (h or k):
                total += p * q * by_recursion(a - k, b - h, hit, back)
    return total / (1 - hit[0] * back[0])


def tanks_by_recursion(a: int, b: int, reds: int = 4) -> Fraction:
    throw = tuple(binomial(3, F(reds, 6)))
    return by_recursion(a, b, throw, throw)


def by_icepool(a: int, b: int, hit: Any, back: Any) -> Fraction:
    """Return the attacker's chance as icepool finds it."""

    def turn(state: Any) -> Any:
        a, b, attacking = state
        if not a or not b:
            return (a, b, True)
        if attacking:
            return hit.map(lambda h: (a, max(b - h, 0), False))
        return back.map(lambda k: (max(a - k, 0), b, True))

    ends = icepool.Die([(a, b, True)]).map(turn, star=False, repeat="inf")
    return F(sum(ways for (left, *_), ways in ends.items() if left), ends.denominator())


def reds_of(dice: int, reds: int = 4) -> Any:
    return dice @ icepool.Die({0: 6 - reds, 1: reds})


# --- 6: can a gun win? -------------------------------------------------------------------------


def test_question_6_can_a_gun_win() -> None:
    x = F(1, 27) * F(2, 3) / (1 - F(1, 27) * F(1, 3))
    assert x == F(1, 40)
    for chips, told in ((1, "0.025"), (2, "0.000625"), (3, "0.000015625")):
        exact = chance_of(gun_duel(chips), gun_wins)
        assert exact == x**chips == F(told)
        one_hit_kills = icepool.Die({0: 1, 1: 26})
        assert 1 - by_icepool(chips, 1, one_hit_kills, reds_of(1)) == exact
    chain = odds.chain(gun_duel(1), end=gun_wins)
    assert (chain.transient, len(chain)) == (2, 4)
    assert chain.absorption()[0][chain.absorbing.index("True")] == F(1, 40)
    rng = Random(6)
    results = [float(gun_wins(played(gun_duel(1), rng))) for _ in range(6000)]
    assert agrees(F(1, 40), results, 0.01)


# --- 7: who shoots first? ----------------------------------------------------------------------

FIRST = {1: F(216, 341), 2: F(27, 35), 3: F(8, 9), 4: F(27, 28), 5: F(216, 217)}
FIRST_TOLD = {1: "0.6334", 2: "0.7714", 3: "0.8889", 4: "0.9643", 5: "0.9954"}


@pytest.mark.parametrize("reds", FIRST)
def test_question_7_who_shoots_first(reds: int) -> None:
    exact = W(1, 1, reds)
    assert exact == FIRST[reds]
    assert f"{float(exact):.4f}" == FIRST_TOLD[reds]
    p = 1 - (1 - F(reds, 6)) ** 3
    assert exact == p / (1 - (1 - p) ** 2) == 1 / (2 - p)
    assert exact == by_icepool(1, 1, reds_of(3, reds), reds_of(3, reds))
    state, rng = duel(1, 1, reds=reds), Random(7)
    assert agrees(exact, [float(attacker_wins(played(state, rng))) for _ in range(5000)])


def test_question_7_the_loop_of_a_duel_closes() -> None:
    state = duel(1, 1)
    twice_missed = play(state, "bbb", "bbb")
    assert twice_missed == state
    assert twice_missed.key() == state.key()


# --- 8: the duel table -------------------------------------------------------------------------

TABLE = """
0.9643 0.7497 0.3188 0.0256 0.0137 0.0040
0.9722 0.8036 0.4544 0.1814 0.1002 0.0331
0.9882 0.9123 0.7303 0.5069 0.2986 0.1205
0.9991 0.9876 0.9296 0.7706 0.5177 0.2798
0.9995 0.9932 0.9606 0.8659 0.6968 0.4949
0.9999 0.9979 0.9864 0.9470 0.8561 0.7039
"""
TOLD = {
    (a, b): told
    for a, line in enumerate(TABLE.split("\n")[1:7], 1)
    for b, told in enumerate(line.split(), 1)
}
EXACT = {
    (1, 1): F(27, 28),
    (1, 2): F(7641, 10192),
    (2, 1): F(9909, 10192),
    (2, 2): F(114669, 142688),
    (3, 3): F(13806578763, 18905589248),
    (6, 4): F(291841181607577165497, 308184696497866080256),
}


@pytest.mark.parametrize(("attacker", "defender"), TOLD)
def test_question_8_the_duel_table(attacker: int, defender: int) -> None:
    exact = W(attacker, defender)
    assert f"{float(exact):.4f}" == TOLD[attacker, defender]
    assert exact == EXACT.get((attacker, defender), exact)
    assert exact == tanks_by_recursion(attacker, defender)
    assert exact == by_icepool(attacker, defender, reds_of(3), reds_of(3))
    state, rng = duel(attacker, defender), Random(8)
    results = [float(attacker_wins(played(state, rng))) for _ in range(4500)]
    assert agrees(exact, results)


def test_question_8_numpy_solves_the_exported_chain() -> None:
    chain = odds.chain(duel(6, 4), end=attacker_wins)
    matrix = chain.to_numpy()
    q, r = (
        matrix[: chain.transient, : chain.transient],
        matrix[: chain.transient, chain.transient :],
    )
    ends = np.linalg.solve(np.eye(chain.transient) - q, r)
    won = chain.absorbing.index("True")
    assert ends[0, won] == pytest.approx(float(EXACT[6, 4]), abs=1e-12)
    assert chain.absorption()[0][won] == EXACT[6, 4]


def test_question_8_the_sequence_of_the_sample_battle() -> None:
    state, chance = duel(6, 4), F(1)
    for outcome in ("rrb", "rrr", "rrb"):
        chance *= state.chances().probability(state.parse(outcome))
        state = state.after(outcome)
    assert chance == F(128, 2187) == F(4, 9) * F(8, 27) * F(4, 9)
    assert attacker_wins(state)
    start, rng = duel(6, 4), Random(88)
    results = []
    for _ in range(8000):
        node, hits = start, []
        while node.phase == "battle" and len(hits) < 3:
            roll = node.chances().sample(rng)
            hits.append(roll.count("r"))
            node = node.after(roll)
        results.append(float(hits == [2, 3, 2]))
    assert agrees(chance, results)


# --- 9: what is the first roll worth? ----------------------------------------------------------


def test_question_9_what_is_the_first_roll_worth() -> None:
    one_more = [W(k, k + 1) for k in range(1, 6)]
    assert [f"{float(p):.4f}" for p in one_more] == ["0.7497", "0.4544", "0.5069", "0.5177",
                                                     "0.4949"]  # fmt: skip
    assert [p > F(1, 2) for p in one_more] == [True, False, True, True, False]
    assert [f"{float(p):.4f}" for p in (W(6, 4), 1 - W(4, 6))] == ["0.9470", "0.7202"]
    equal = [W(k, k) for k in CHIPS]
    assert [f"{float(p):.4f}" for p in equal] == ["0.9643", "0.8036", "0.7303", "0.7706", "0.6968",
                                                  "0.7039"]  # fmt: skip
    assert equal != sorted(equal, reverse=True)
    assert one_more == [tanks_by_recursion(k, k + 1) for k in range(1, 6)]
    assert equal == [tanks_by_recursion(k, k) for k in CHIPS]


# --- 10: should the helicopter attack? ---------------------------------------------------------

HELI = {
    4: ["0.8397", "0.4916", "0.1874", "0.0479", "0.0092", "0.0015"],
    3: ["0.9715", "0.8416", "0.5959", "0.3373", "0.1589", "0.0648"],
}


@pytest.mark.parametrize("reds", HELI)
@pytest.mark.parametrize("chips", CHIPS)
def test_question_10_should_the_helicopter_attack(reds: int, chips: int) -> None:
    exact = chance_of(heli_duel(chips, reds=reds), heli_wins)
    assert f"{float(exact):.4f}" == HELI[reds][chips - 1]
    blues = 6 - reds
    hit, back = tuple(binomial(2, F(blues, 6))), tuple(binomial(3, F(reds, 6)))
    assert exact == by_recursion(4, chips, hit, back)
    assert exact == by_icepool(4, chips, reds_of(2, blues), reds_of(3, reds))
    state, rng = heli_duel(chips, reds=reds), Random(10)
    assert agrees(exact, [float(heli_wins(played(state, rng))) for _ in range(4500)])


def test_question_10_against_one_chip_only() -> None:
    exact = [chance_of(heli_duel(chips), heli_wins) for chips in CHIPS]
    assert exact[0] == F(2739777345, 3262808641)
    assert [p > F(1, 2) for p in exact] == [True, *[False] * 5]


# --- 11: attack the unknown? -------------------------------------------------------------------


def test_question_11_attack_the_unknown() -> None:
    unknown = [sum(W(k, b) for b in CHIPS) / 6 for k in CHIPS]
    assert [f"{float(p):.4f}" for p in unknown] == ["0.3460", "0.4241", "0.5928", "0.7474",
                                                    "0.8351", "0.9152"]  # fmt: skip
    assert unknown[2] == F(4015212580542798981, 6773290032920133632)
    assert [p > F(1, 2) for p in unknown] == [False, False, True, True, True, True]
    damaged = [sum(W(k, b) for b in range(1, 5)) / 4 for k in CHIPS]
    assert [f"{float(p):.4f}" for p in damaged] == ["0.5146", "0.6029", "0.7844", "0.9217",
                                                    "0.9548", "0.9828"]  # fmt: skip
    at_random = sum(unknown) / 6
    assert at_random == F(8084316651043851672073785, 12564073706825004359876608)
    assert f"{float(at_random):.4f}" == "0.6434"
    rng = Random(11)
    states = {(a, b): duel(a, b) for a in CHIPS for b in CHIPS}
    for k in CHIPS:
        for most, exact in ((6, unknown[k - 1]), (4, damaged[k - 1])):
            results = [
                float(attacker_wins(played(states[k, rng.randint(1, most)], rng)))
                for _ in range(4500)
            ]
            assert agrees(exact, results)
    results = [
        float(attacker_wins(played(states[rng.randint(1, 6), rng.randint(1, 6)], rng)))
        for _ in range(6000)
    ]
    assert agrees(at_random, results)


# --- 12 and 13: in which order? ----------------------------------------------------------------


def lost_to(target: int, gun: bool) -> Iterator[tuple[int, Fraction]]:
    """Yield (chips that a tank without end would lose to the target, chance), up to six."""
    hit = [F(1, 27), F(26, 27)] if gun else binomial(3, F(2, 3))
    back = binomial(1 if gun else 3, F(2, 3))
    mass = {(target, 0): F(1)}
    gone: dict[int, Fraction] = {}
    while any(lost <= 6 for _, lost in mass):
        (chips, lost), p = min(mass.items(), key=lambda item: (-item[0][0], item[0][1]))
        del mass[chips, lost]
        p /= 1 - hit[0] * back[0]  # the double miss comes back here
        for h, q in enumerate(hit):
            if h >= chips:
                gone[lost] = gone.get(lost, F(0)) + p * q
                continue
            for k, r in enumerate(back):
                if (h or k) and lost + k <= 6:
                    key = (chips - h, lost + k)
                    mass[key] = mass.get(key, F(0)) + p * q * r
    yield from gone.items()


def wins_everything(chips: int, *targets: tuple[int, bool]) -> Fraction:
    """Return the chance that what all targets cost together stays below ``chips``."""
    costs = {0: F(1)}
    for target in targets:
        after: dict[int, Fraction] = {}
        for lost, p in costs.items():
            for more, q in lost_to(*target):
                after[lost + more] = after.get(lost + more, F(0)) + p * q
        costs = after
    return sum((p for lost, p in costs.items() if lost < chips), F(0))


def two_targets() -> State:
    state = moving({"tanks": "d5:3 a1:1"}, {"tanks": "e8:6/2 h12:1", "art": "c8"})
    return play(state, "mv d5 d7", "end")


def targets_left(state: State) -> tuple[bool, bool]:
    """Return whether (the gun, the tank) beside d7 is still there."""
    return "c8" in tan(state)["art"], any(t["at"] == "e8" for t in tan(state)["tanks"])


@pytest.mark.parametrize(
    ("first", "gun_first", "one"),
    [("attack d7 c8", True, F(63999, 64000)),
     ("attack d7 e8", False, F(1232010027, 1350399232))],
)  # fmt: skip
def test_question_12_in_which_order(first: str, gun_first: bool, one: Fraction) -> None:
    state = two_targets()
    assert {*state.moves()} == {"attack d7 c8", "attack d7 e8"}
    the_other = "attack d7 e8" if gun_first else "attack d7 c8"

    def then(node: State) -> Any:
        return node.parse(the_other)

    found = odds.after(state, first, targets_left, policy=then, until=odds.phase("plot"))
    assert found.p(lambda left: not left[0 if gun_first else 1]) == one
    both = F(377932039083, 415507456000)
    assert found.probability((False, False)) == both
    assert f"{float(both):.4f}" == "0.9096"
    gun, tank = (1, True), (2, False)
    assert one == wins_everything(3, gun if gun_first else tank)
    assert both == wins_everything(3, gun, tank)
    rng = Random(12)
    ends = [targets_left(played(state.after(first), rng, lambda s: the_other)) for _ in range(6000)]
    assert agrees(both, [float(left == (False, False)) for left in ends])
    if not gun_first:
        assert agrees(one, [float(not left[1]) for left in ends])


def test_question_12_the_best_order_is_either() -> None:
    found = odds.best(two_targets(), lambda s: int(targets_left(s) == (False, False)),
                      until=odds.phase("plot"))  # fmt: skip
    assert {*found.moves.values()} == {F(377932039083, 415507456000)}


def two_attackers() -> State:
    state = moving({"tanks": "c5:2 e5:5 a1:1", "fuel": "b2"}, {"tanks": "d8:6/4 h12:1"})
    return play(state, "mv c5 c7", "mv e5 e7", "end")


DIES = F(655242685658163740745, 663782423226173095936)
LOSSES = {
    "c7": (F(551927717059017480119, 663782423226173095936), "0.8315"),
    "e7": (F(97559348115504879395, 663782423226173095936), "0.1470"),
}


@pytest.mark.parametrize("opens", LOSSES)
def test_question_13_who_goes_first(opens: str) -> None:
    state = two_attackers()

    def ends(node: State) -> tuple[bool, int]:
        gone = all(t["at"] != "d8" for t in tan(node)["tanks"])
        return gone, 3 - len(green(node)["tanks"])

    found = odds.after(state, f"attack {opens} d8", ends, policy=lambda s: s.moves()[0],
                       until=odds.phase("plot"))  # fmt: skip
    losses, told = LOSSES[opens]
    assert found.p(lambda end: end[0]) == DIES
    assert f"{float(DIES):.4f}" == "0.9871"
    assert found.mean(lambda end: end[1]) == losses
    assert f"{float(losses):.4f}" == told
    # by hand: the second one fights what the first has left
    one, two = (2, 5) if opens == "c7" else (5, 2)
    assert losses == lost_by_hand(one, two)
    rng = Random(13)
    results = [
        ends(played(state.after(f"attack {opens} d8"), rng, lambda s: s.moves()[0]))
        for _ in range(6000)
    ]
    assert agrees(DIES, [float(gone) for gone, _ in results])
    assert agrees(losses, [float(lost) for _, lost in results], 0.04)


def lost_by_hand(one: int, two: int) -> Fraction:
    """Return how many of two tanks are lost on average against one with four chips.

    The defender throws for its life: what it has left when the first tank is gone is found
    backwards from the lost chips of that tank.
    """
    throw = binomial(3, F(2, 3))
    left: dict[int, Fraction] = {}
    mass = {(one, 4): F(1)}
    while mass:
        (a, b), p = max(mass.items(), key=lambda item: sum(item[0]))
        del mass[a, b]
        p /= 1 - throw[0] ** 2
        for h, q in enumerate(throw):
            for k, r in enumerate(throw):
                if h >= b or not (h or k):
                    continue
                if k >= a:
                    left[b - h] = left.get(b - h, F(0)) + p * q * r
                else:
                    key = (a - k, b - h)
                    mass[key] = mass.get(key, F(0)) + p * q * r
    first = sum(left.values(), F(0))
    return first + sum((p * (1 - tanks_by_recursion(two, b)) for b, p in left.items()), F(0))


# --- 15: the dice as a parameter ---------------------------------------------------------------

PARAMETER = {
    1: (F(1914659555325411456, 3474530048658940271), "0.5511"),
    2: (F(220579413543, 360247540625), "0.6123"),
    3: (F(56992, 83349), "0.6838"),
    4: (F(13806578763, 18905589248), "0.7303"),
    5: (F(28791880006681152, 38256394389117499), "0.7526"),
}


@pytest.mark.parametrize("reds", PARAMETER)
def test_question_15_the_dice_as_a_parameter(reds: int) -> None:
    exact, told = PARAMETER[reds]
    assert W(3, 3, reds) == exact
    assert f"{float(exact):.4f}" == told
    assert exact == tanks_by_recursion(3, 3, reds)
    assert exact == by_icepool(3, 3, reds_of(3, reds), reds_of(3, reds))
    state, rng = duel(3, 3, reds=reds), Random(15)
    assert agrees(exact, [float(attacker_wins(played(state, rng))) for _ in range(4500)])
