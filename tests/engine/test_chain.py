"""Chains and decision processes: exact objects that solve to the same odds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from landship_help import GAME
from test_odds import lone

from pocketlib import odds
from pocketlib.chain import Chain, chain, chain_of, process
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

    found = chain(state, policy=first, end=lambda s: s.result)
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
        chain(GAME.new(), policy=odds.at_random)


def test_a_process_solved_by_hand_gives_the_best_value() -> None:
    state = lone("minefield", 0, 2, 1, "enemy")
    found = process(state, odds.winning())
    values = [float(v) if v is not None else 0.5 for v in found.values]
    for _ in range(300):
        for i, actions in enumerate(found.actions):
            if actions:
                worth = [sum(float(p) * values[j] for j, p in a.to.items()) for a in actions]
                values[i] = found.signs[i] * max(found.signs[i] * x for x in worth)
    assert abs(values[0] - 155 / 216) < 1e-12
    exported = json.loads(found.to_json())
    assert exported["signs"] == list(found.signs)
    assert len(exported["actions"]) == len(found)


def test_names_are_escaped() -> None:
    found = chain_of(finish(explore("<b>", {"<b>": Chance({"x": 1, "y": 1}), "x": End("<i>"),
                                            "y": End("&")}.__getitem__)))  # fmt: skip
    assert "<b>" not in found._repr_html_()
    assert "&lt;i&gt;: 1/2" in found._repr_html_()
    assert found.rows[0] == {1: HALF, 2: HALF}
