"""The engine and the naive resolver, move by move, over all options and own sets."""

from __future__ import annotations

import random

import naive_landship as naive
import pytest

import pocketlib

GAMES_A_SEED = 60
LONGEST = 600


def compare_game(rng: random.Random) -> None:
    set_text = naive.random_set(rng) if rng.random() < 0.3 else None
    options = naive.random_options(rng, set_text)
    state = pocketlib.game("landship").new(set=set_text, **options)
    plain = naive.new(options, set_text)
    history: list[str] = []
    for _ in range(LONGEST):
        where = (options, history)
        assert state.dump() == plain, where
        mover = naive.to_move(plain)
        if mover is None:
            assert state.to_move is None and state.moves() == (), where
            assert list(state.result) == plain["result"], where
            return
        if mover == "chance":
            assert state.to_move == pocketlib.CHANCE, where
            chances = state.chances()
            found = {str(outcome): chances.probability(outcome) for outcome in chances}
            assert found == naive.chances(plain), where
            move = chances.sample(rng)
        else:
            assert list(state.moves()) == naive.legal(plain), where
            # mostly playing on reaches the late game more often
            busy = [m for m in state.moves() if m != "end"] if rng.random() < 0.9 else []
            move = rng.choice(busy or list(state.moves()))
        history.append(str(move))
        state = state.after(move)
        plain = naive.after(plain, str(move))


@pytest.mark.parametrize("seed", range(10))
def test_every_move_chance_and_dump_agrees(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(GAMES_A_SEED):
        compare_game(rng)
