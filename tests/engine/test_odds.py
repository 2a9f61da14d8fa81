"""Odds over the engines' own trees: against the published answers, simulation, plain recursion."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from landship_help import GAME, PARADE

from pocketlib import odds
from pocketlib.chance import Chance
from pocketlib.contract import CHANCE, IllegalMove, State
from pocketlib.graph import Choice, End, Endless, explore, finish, outcome, solve

M = GAME.measures


def parade(**options: Any) -> State:
    return GAME.new(layout="listed", enemies=PARADE.replace("/", " ").split(), **options)


def enemy_strength(state: State) -> int:
    """Return the sum of the enemies' strengths; hazards have none."""
    dump = state.dump()
    hazards = ("minefield", "ambush")
    return sum(c[1] for c in (*dump["front"], *dump["back"]) if c and c[0] not in hazards)


# --- the answers of the rules document, section 10 ---------------------------------------------


def test_how_much_the_first_enemy_turn_hurts() -> None:
    state = parade(first="enemy")
    hull = odds.after(state, None, M["hull"])
    assert 6 - hull.mean() == Fraction(353, 216)
    assert 4 - odds.after(state, None, M["weapon"]).mean() == Fraction(53, 216)
    assert 3 - odds.after(state, None, M["support"]).mean() == Fraction(91, 216)
    spread = {6: "19/72", 5: "7/36", 4: "29/108", 3: "41/216", 2: "1/12"}
    assert {h: hull.probability(h) for h in hull} == {h: Fraction(p) for h, p in spread.items()}


def test_the_best_way_to_place_2_3_6() -> None:
    state = parade(first="player")
    before = enemy_strength(state)
    found = odds.best(
        state.after("roll 2 3 6"),
        lambda s: before - enemy_strength(s),
        until=odds.phase("enemy"),
    )
    expected = {"6 2 3": 4, "2 3 6": 3, "3 2 6": Fraction(13, 6), "6 3 2": 2, "2 6 3": 1,
                "3 6 2": 0}  # fmt: skip
    assert {str(m).removeprefix("place "): v for m, v in found.moves.items()} == expected
    assert found.best_moves == ("place 6 2 3",)
    assert found.line[0] == "place 6 2 3"
    assert found.value == 4


@pytest.mark.parametrize(
    ("adrenaline", "chaos", "mean"),
    [(False, 1, "22/9"), (False, 0, "4031/1296"), (True, 0, "27371/7776")],
)
def test_what_a_die_is_worth(adrenaline: bool, chaos: int, mean: str) -> None:
    state = GAME.load({**parade(first="player").dump(), "adrenaline": adrenaline, "chaos": chaos})
    before = enemy_strength(state)
    value = odds.best(state, lambda s: before - enemy_strength(s), until=odds.phase("enemy")).value
    assert value == Fraction(mean)


@pytest.mark.parametrize(
    ("hull", "rolled", "repaired"),
    [
        (1, "2147/2592", "2411/3888"),
        (2, "64753/69984", "1631/1944"),
        (3, "22813/23328", "235/243"),
    ],
)
def test_whether_an_emergency_repair_is_worth_it(hull: int, rolled: str, repaired: str) -> None:
    dump = parade(first="player").dump()
    state = GAME.load({**dump, "phase": "repair", "own": {**dump["own"], "hull": hull}})

    def next_turn(later: State) -> bool:
        return later.dump()["round"] > 1

    def alive(later: State) -> int:
        return 0 if later.result == (0,) else 1

    for move, chance in (("roll", rolled), ("repair hull", repaired)):
        assert odds.best(state.after(move), alive, until=next_turn).value == Fraction(chance)


def lone(face: str, number: int, hull: int, cannon: int, phase: str) -> State:
    """Return the Final Battle of hull and cannon against a single card."""
    dump = {
        **parade(first="player").dump(),
        "front": [[face, number], None, None],
        "back": [None, None, None],
        "own": {"hull": hull, "cannon": cannon, "sponsons": 0},
        "final": True,
        "phase": phase,
    }
    return GAME.load(dump)


@pytest.mark.parametrize(
    ("state", "chance"),
    [
        (("infantry", 1, 1, 1, "roll"), "27270/28129"),
        (
            ("badger", 2, 2, 2, "roll"),
            "12021599763370538409846788/12195166806026580854551329",
        ),
        (("minefield", 0, 1, 1, "enemy"), "83/162"),
        (("minefield", 0, 2, 1, "enemy"), "155/216"),
        (("minefield", 0, 3, 1, "enemy"), "407/432"),
        (("minefield", 0, 4, 1, "enemy"), "1271/1296"),
    ],
)
def test_the_last_duel(state: tuple[str, int, int, int, str], chance: str) -> None:
    assert odds.best(lone(*state), odds.winning()).value == Fraction(chance)


def test_the_last_duel_in_floats() -> None:
    # a second algorithm: value iteration over the tree, without elimination or policies
    state = lone("infantry", 1, 1, 1, "roll")
    values: dict[State, float] = {}
    waiting = [state]
    while waiting:
        node = waiting.pop()
        if node not in values:
            values[node] = 0.0 if node.result is None else float(node.result[0])
            waiting += [node.after(m) for m in node.options_now()]
    for _ in range(200):
        for node in values:
            if node.to_move == CHANCE:
                chances = node.chances()
                total = sum(w * values[node.after(m)] for m, w in chances.items())
                values[node] = total / chances.total
            elif node.to_move is not None:
                values[node] = max(values[node.after(m)] for m in node.moves())
    assert abs(values[state] - 27270 / 28129) < 1e-12


# --- the same by playing -----------------------------------------------------------------------


def test_a_simulation_of_the_engine_agrees() -> None:
    state = parade(first="enemy")
    exact = odds.after(state, None, M["hull"])
    rng = Random(20)
    throws = 4000
    seen = Counter(state.after(state.chances().sample(rng)).table.own[0] for _ in range(throws))
    for hull in exact:
        p = float(exact.probability(hull))
        assert abs(seen[hull] - throws * p) < 4.5 * (throws * p * (1 - p)) ** 0.5


def test_random_play_to_the_end_of_a_turn_is_the_mean_of_its_paths() -> None:
    state = parade(first="player").after("roll 2 3 6")

    def mean(node: State) -> Fraction:
        if node.phase in ("enemy", "over"):
            return Fraction(enemy_strength(node))
        options = node.options_now()
        if node.to_move == CHANCE:
            return sum(
                (node.chances().probability(m) * mean(node.after(m)) for m in options), Fraction(0)
            )
        return sum((mean(node.after(m)) for m in options), Fraction(0)) / len(options)

    found = odds.after(
        state, None, enemy_strength, until=odds.phase("enemy"), policy=odds.at_random
    )
    assert found.mean() == mean(state)


# --- stopping, explaining, refusing ------------------------------------------------------------


def test_without_a_policy_it_stops_at_the_next_decision() -> None:
    state = parade(first="player")
    assert odds.after(state, None, lambda s: s.phase) == Chance.sure("place")
    assert odds.after(state, "roll 2 3 6", lambda s: s.phase) == Chance.sure("place")


def test_the_favourable_outcomes_are_counted() -> None:
    state = parade(first="enemy")
    found = odds.explain(state, lambda s: s.table.own[0] == 2)
    assert found.probability == Fraction(1, 12)
    assert sum(ways for _, ways, _ in found.favourable) == 18
    assert str(found) == "18 of these 216: 1/12, 8.3 %"
    with pytest.raises(IllegalMove):
        odds.explain(state.after("roll 1 3 6"), bool)


def test_a_bad_move_is_refused_as_by_the_engine() -> None:
    with pytest.raises(IllegalMove):
        odds.after(parade(first="player"), "end")


# --- graphs ------------------------------------------------------------------------------------


def test_long_work_can_be_watched_and_stopped() -> None:
    def expand(n: int) -> Any:
        return End(n) if n == 60_000 else Chance.sure(n + 1)

    work = explore(0, expand)
    assert next(work) < 60_000
    work.close()


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(Endless, match="more than 50 positions"):
        finish(explore(0, lambda n: Chance.even([n + 1, n + 2]), most=50))


def test_best_play_in_a_loop_knows_when_to_leave_it() -> None:
    # one may toss again as often as one likes, but each toss may lose all
    tree = {
        "toss": Chance({"lost": 1, "two": 1, "five": 2}),
        "lost": End(0),
        "two": Choice([("stop", "end 2"), ("again", "toss")]),
        "five": Choice([("again", "toss"), ("stop", "end 5")]),
        "end 2": End(2),
        "end 5": End(5),
    }
    graph = finish(explore("toss", tree.__getitem__))
    solved = finish(solve(graph))
    # x = 1/4 * 0 + 1/4 * max(2, x) + 1/2 * 5, so x = 10/3 and a two is thrown again
    assert solved.values[0] == Fraction(10, 3)
    assert finish(outcome(graph, solved.policy)) == Chance({0: 1, 5: 2})


@pytest.mark.parametrize("sign", [1, -1])
def test_a_choice_between_going_round_for_ever_and_leaving(sign: int) -> None:
    tree = {
        "a": Choice([("on", "b"), ("leave", "one")], sign),
        "b": Choice([("on", "a"), ("leave", "two")], sign),
        "one": End(1),
        "two": End(2),
    }
    solved = finish(solve(finish(explore("a", tree.__getitem__))))
    assert solved.values[0] == (2 if sign == 1 else 1)


# --- what an end counts ------------------------------------------------------------------------


class Ended(State):
    to_move = None

    def __init__(self, *result: int) -> None:
        self.numbers = result

    @property
    def result(self) -> tuple[int, ...] | None:
        return self.numbers or None


@pytest.mark.parametrize(
    ("result", "won"),
    [
        ((1, -1), (1, 0)),
        ((-1, 1), (0, 1)),
        ((0, 0), (0, 0)),  # a draw
        ((1, 1), (1, 1)),  # both together
        ((3, 7, 7), (0, 1, 1)),
        ((1,), (1,)),
        ((0,), (0,)),
        ((-1,), (0,)),
        ((), (0, 0)),  # not over
    ],
)
def test_winning_is_a_chance_and_the_result_is_not(
    result: tuple[int, ...], won: tuple[int, ...]
) -> None:
    state = Ended(*result)
    for seat in range(len(won)):
        assert odds.winning(seat)(state) == won[seat]
        assert odds.result(seat)(state) == (result[seat] if result else 0)
