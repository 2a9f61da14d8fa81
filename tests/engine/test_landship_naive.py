"""The engine and the naive resolver, move by move, over all options and own sets."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import naive_landship as naive
import pytest

import pocketlib

GAMES_A_SEED = 60
LATE_GAMES_A_SEED = 100
LONGEST = 600
GAME = pocketlib.game("landship")


def compare(state: pocketlib.State, plain: naive.State, rng: random.Random, *where: Any) -> Any:
    """Play on at random in both; return the result, None if the game grew too long."""
    history: list[str] = []
    for _ in range(LONGEST):
        at = (*where, history)
        assert state.dump() == plain, at
        mover = naive.to_move(plain)
        if mover is None:
            assert state.to_move is None and state.moves() == (), at
            assert list(state.result) == plain["result"], at
            return state.result
        if mover == "chance":
            assert state.to_move == pocketlib.CHANCE, at
            chances = state.chances()
            found = {str(outcome): chances.probability(outcome) for outcome in chances}
            assert found == naive.chances(plain), at
            move = chances.sample(rng)
        else:
            assert list(state.moves()) == naive.legal(plain), at
            # mostly playing on reaches the late game more often
            busy = [m for m in state.moves() if m != "end"] if rng.random() < 0.9 else []
            move = rng.choice(busy or list(state.moves()))
        history.append(str(move))
        state = state.after(move)
        plain = naive.after(plain, str(move))
    return None


@pytest.mark.parametrize("seed", range(10))
def test_every_move_chance_and_dump_agrees(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(GAMES_A_SEED):
        set_text = naive.random_set(rng) if rng.random() < 0.3 else None
        options = naive.random_options(rng, set_text)
        state = GAME.new(set=set_text, **options)
        compare(state, naive.new(options, set_text), rng, options)


def late_position(rng: random.Random) -> naive.State:
    """The start of an enemy turn with one to four enemies left; random play seldom gets there."""
    set_text = naive.random_set(rng) if rng.random() < 0.3 else None
    faces = naive.HOUSE_FACES if set_text is None else naive.read_set(set_text)["faces"]
    cards = naive.HOUSE_CARDS if set_text is None else naive.read_set(set_text)["cards"]
    options: dict[str, Any] = {name: rng.choice(naive.CHOICES[name]) for name in naive.CHOICES}
    enemies = rng.sample([face for card in cards for face in card], 6)
    options |= {"enemies": enemies, "pairing": "free", "layout": "listed"}
    options["first"] = rng.choice(["enemy", "player"])
    plain = naive.new(options, set_text)

    def cell(name: str) -> list[Any]:
        track = faces[name]["track"]
        hazard = faces[name]["kind"] == "hazard"
        return [name, rng.randrange(track) if hazard else rng.randint(1, track)]

    left = rng.randint(1, 4)
    front = [cell(name) for name in enemies[: min(left, 3)]]
    back = [cell(name) for name in enemies[3:left]]
    back += [None] * (3 - len(back))
    rng.shuffle(back)
    if left == 2:
        front.insert(1, None)
    elif left == 1:
        front = [*front, None, None] if rng.random() < 0.5 else [None, None, *front]
    hull, weapon, support = plain["own"]
    own = {hull: rng.randint(1, 6), weapon: rng.randint(1, 4), support: rng.randint(0, 3)}
    plain |= {"phase": "enemy", "first": options["first"], "round": rng.randint(1, 30)}
    plain |= {"front": front, "back": back, "own": own, "final": left <= 3 or own[support] == 0}
    plain |= {"hunker": rng.random() < 0.2, "adrenaline": rng.random() < 0.2}
    plain["trench"] = support == "troops" and own[support] > 0 and rng.random() < 0.2
    return plain


@pytest.mark.parametrize("seed", range(5))
def test_late_positions_agree(seed: int) -> None:
    rng = random.Random(seed)
    results: Counter[Any] = Counter()
    for _ in range(LATE_GAMES_A_SEED):
        plain = late_position(rng)
        results[compare(GAME.load(copy.deepcopy(plain)), plain, rng, copy.deepcopy(plain))] += 1
    assert min(results[(0,)], results[(1,)]) > LATE_GAMES_A_SEED // 5
