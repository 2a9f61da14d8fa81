"""Chains and decision processes: exact objects that solve to the same odds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from landship_help import GAME
from test_odds import lone

from pocketlib import odds
from pocketlib.chain import Chain, chain_of, mdp_of
from pocketlib.chance import Chance
from pocketlib.graph import Choice, End, Endless, explore, finish

HALF = Fraction(1, 2)


def ruin(chips: int, goal: int) -> Any:
    if chips in (0, goal):
        return End("rich" if chips else "broke")
    return Chance({chips - 1: 1, chips + 1: 1})


def walk(goal: int, start: int) -> Chain:
    return chain_of(finish(explore(start, lambda n: ruin(n, goal))), lambda n: f"{n} chips")


def test_the_gamblers_ruin() -> None:
    found = walk(5, 2)
    assert found.names[0] == "2 chips"
    assert sorted(found.absorbing) == ["broke", "rich"]
    rich = found.absorbing.index("rich")
    for i in range(found.transient):
        chips = int(found.names[i].split()[0])
        assert found.absorption()[i][rich] == Fraction(chips, 5)
        assert found.steps()[i] == chips * (5 - chips)


def test_the_fundamental_matrix_counts_visits() -> None:
    found = walk(3, 1)
    assert found.fundamental() == [
        [Fraction(4, 3), Fraction(2, 3)],
        [Fraction(2, 3), Fraction(4, 3)],
    ]
    assert all(sum(row) == 1 for row in found.matrix())


def test_numpy_solves_what_is_exported() -> None:
    import numpy as np

    found = walk(6, 2)
    matrix = found.to_numpy()
    q, r = (
        matrix[: found.transient, : found.transient],
        matrix[: found.transient, found.transient :],
    )
    ends = np.linalg.solve(np.eye(found.transient) - q, r)
    exact = [[float(p) for p in row] for row in found.absorption()]
    assert np.allclose(ends, exact)


def test_json_is_plain_and_exact() -> None:
    found = json.loads(walk(3, 1).to_json())
    assert found["names"][:2] == ["1 chips", "2 chips"]
    assert set(found["rows"][0].values()) == {"1/2"}


def test_the_chain_of_a_position_gives_its_odds() -> None:
    state = lone("minefield", 0, 1, 1, "enemy")

    def first(node: Any) -> Any:
        return node.moves()[0]

    found = odds.chain(state, policy=first, end=lambda s: s.result)
    exact = odds.after(state, None, lambda s: s.result, policy=first)
    for k, name in enumerate(found.absorbing):
        result = (1,) if name == "(1,)" else (0,)
        assert found.absorption()[0][k] == exact.probability(result)


def test_a_chain_needs_a_policy_and_an_end() -> None:
    with pytest.raises(ValueError, match="has no choices"):
        chain_of(finish(explore("a", {"a": Choice([("b", "b")]), "b": End(1)}.__getitem__)))
    with pytest.raises(ValueError, match="never left"):
        chain_of(finish(explore("a", {"a": Chance.sure("a")}.__getitem__))).fundamental()
    with pytest.raises(Endless):
        odds.chain(GAME.new(), policy=odds.at_random)


def solved_by_hand(found: Any, sweeps: int) -> float:
    """Return the value of the start, by value iteration from the exported numbers."""
    exported = json.loads(found.to_json())
    rewards = [None if r is None else float(Fraction(r)) for r in exported["rewards"]]
    values = [0.5 if r is None else r for r in rewards]
    for _ in range(sweeps):
        for i, options in enumerate(exported["actions"]):
            if options:
                worth = [
                    sum(float(Fraction(p)) * values[int(j)] for j, p in a["to"].items())
                    for a in options
                ]
                sign = exported["signs"][i]
                values[i] = sign * max(sign * x for x in worth)
    return values[0]


def test_a_process_solved_by_hand_gives_the_best_value() -> None:
    state = lone("minefield", 0, 2, 1, "enemy")
    found = odds.mdp(state, odds.winning())
    assert abs(solved_by_hand(found, 300) - 155 / 216) < 1e-12


def test_a_process_stops_and_follows_as_best_does() -> None:
    state = lone("infantry", 1, 1, 1, "roll")
    until = odds.phase("enemy")
    found = odds.mdp(state, odds.winning(), until=until)
    assert solved_by_hand(found, 60) == pytest.approx(
        float(odds.best(state, odds.winning(), until=until).value)
    )


RISK = {
    "start": Choice([("stop", "small"), ("dare", "dice")]),
    "small": End(1),
    "dice": Chance({"big": 1, "none": 2, "start": 3}),
    "big": End(6),
    "none": End(0),
}


def test_backing_up_ends_at_the_values_of_best_play() -> None:
    found = mdp_of(finish(explore("start", RISK.__getitem__)))
    values = [Fraction(0)] * len(found)
    for _ in range(50):
        values = found.backup(values)
    named = dict(zip(found.names, values, strict=True))
    # to dare pays d = (6 + 0 + 0 + 3 d) / 6 = 2
    assert float(named["start"]) == pytest.approx(2)
    assert found.worth(found.names.index("start"), values) == [1, named["dice"]]
    assert (named["small"], named["big"], named["none"]) == (1, 6, 0)


def test_numpy_solves_the_process_that_is_exported() -> None:
    import numpy as np

    found = mdp_of(finish(explore("start", RISK.__getitem__)))
    moves, paid = found.to_numpy()
    assert np.allclose(moves.sum(axis=2), 1)
    values = np.zeros(len(found))
    for _ in range(200):
        values = (paid + moves @ values).max(axis=0)
    assert values[0] == pytest.approx(2)
    assert paid[1, found.names.index("dice")] == -np.inf


def test_chains_and_processes_print_as_tables() -> None:
    small = walk(3, 1)
    assert str(small).splitlines()[:2] == [
        "from     1 chips  2 chips  broke  rich",
        "1 chips  0        1/2      1/2    0",
    ]
    assert small._repr_html_().count("<tr>") == 5
    large = walk(60, 2)
    assert str(large).splitlines()[1] == "2 chips   1 chips: 1/2, 3 chips: 1/2"
    assert str(large).endswith("and 19 more states")
    assert "and 19 more states" in large._repr_html_()
    found = mdp_of(finish(explore("start", RISK.__getitem__)))
    assert str(found).splitlines()[:4] == [
        "state  action  to, or reward",
        "start  stop    small: 1",
        "start  dare    dice: 1",
        "small  end     1",
    ]
    assert found._repr_html_().count("<tr>") == 7


def test_names_are_escaped() -> None:
    found = chain_of(finish(explore("<b>", {"<b>": Chance({"x": 1, "y": 1}), "x": End("<i>"),
                                            "y": End("&")}.__getitem__)))  # fmt: skip
    assert "<b>" not in found._repr_html_()
    assert "&lt;i&gt;" in found._repr_html_()
    assert found.rows[0] == {1: HALF, 2: HALF}
