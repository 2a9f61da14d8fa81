"""The engine and the naive resolver, move by move, over all options and own sets."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import naive_mission_command as naive
import pytest

import pocketlib

GAME = pocketlib.game("mission_command")
SEEDS = 10
GAMES_A_SEED = 30
LONGEST = 220


def compare_game(rng: random.Random, small: bool) -> naive.State:
    """Play one random game in both; return its last position."""
    set_text = naive.random_set(rng) if rng.random() < 0.2 else None
    options = naive.random_options(rng, set_text, small=small)
    state = GAME.new(set=set_text, **options)
    plain = naive.new(options, set_text)
    history: list[str] = []
    for _ in range(LONGEST):
        where = (set_text, options, history)
        compare_position(state, plain, where)
        if naive.to_move(plain) is None:
            break
        move = naive.random_move(rng, plain)
        history.append(move)
        state = state.after(move)
        plain = naive.after(plain, move)
    return plain


def compare_position(state: pocketlib.State, plain: naive.State, where: Any) -> None:
    assert state.dump() == plain, where
    for seat in (0, 1, None):
        assert state.observe(seat) == naive.observe(plain, seat), (seat, where)
    mover = naive.to_move(plain)
    assert state.to_move == (pocketlib.CHANCE if mover == "chance" else mover), where
    assert list(state.moves()) == naive.legal(plain), where
    assert (state.result and list(state.result)) == plain["result"], where
    if mover == "chance":
        weights = state.chances()
        found = {str(outcome): weights.probability(outcome) for outcome in weights}
        assert found == naive.chances(plain), where


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_move_chance_dump_and_observation_agrees(seed: int) -> None:
    rng = random.Random(seed)
    ends = Counter(
        compare_game(rng, small=number % 4 > 0)["phase"] == "over" for number in range(GAMES_A_SEED)
    )
    assert ends[True] > GAMES_A_SEED / 2  # else the bias of the random play has gone
