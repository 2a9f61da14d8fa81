"""The Final Battle between two bounds: against exact solutions, games played, and its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from landship_help import GAME, HAZARDS, MOBILE, TRACK, board, board_dump, face, own_set, toml, walk

from pocketlib import CHANCE, State, folders, odds, shelf
from pocketlib.games.landship import battle
from pocketlib.games.landship.battle.block import TOLERANCE, rounding
from pocketlib.games.landship.battle.tables import Battle
from pocketlib.games.landship.battle.turns import AfterTurn, BeforeRoll, PlayerTurns, standing
from pocketlib.games.landship.nodes import Node
from pocketlib.graph import Progress, explore, finish, solve

Bounds = Callable[[State], tuple[float, float]]


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is known yet, in memory or in files."""
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(battle, "_known", {})


def bounds_at(state: State) -> Bounds:
    """Return the bounds for all that can follow ``state``."""
    assert isinstance(state, Node)
    return finish(battle.bounds_work(state))


def rows(*cells: str) -> str:
    """Return a front row of one, two or three enemies as the tests write it."""
    front = {1: [*cells, "-", "-"], 2: [cells[0], "-", cells[-1]], 3: [*cells]}[len(cells)]
    return f"{' '.join(front)} / - - -"


# --- the two halves of a round -----------------------------------------------------------------


@st.composite
def battles(draw: st.DrawFn) -> tuple[list[str], dict[str, Any], tuple[int, int, int]]:
    """Draw enemies, a loadout and own strengths."""
    count = draw(st.integers(1, 3))
    names = draw(st.permutations([*MOBILE, *sorted(HAZARDS)]))[:count]
    cells = []
    for name in names:
        low, high = (0, TRACK[name] - 1) if name in HAZARDS else (1, TRACK[name])
        cells.append(f"{name}:{draw(st.integers(low, high))}")
    weapon = draw(st.sampled_from(["cannon", "corvette"]))
    kit = {
        "weapon": weapon,
        "support": draw(st.sampled_from(["sponsons", "troops"])),
        "trenches": draw(st.sampled_from(["all", "self"])),
    }
    top = 4 if weapon == "cannon" else 5
    own = (draw(st.integers(1, 6)), draw(st.integers(1, top)), draw(st.integers(0, 3)))
    return cells, kit, own


def end_of_turn(state: State) -> AfterTurn:
    assert isinstance(state, Node)
    table = state.table
    if state.result is not None:
        return AfterTurn((), 0, (False, False, False))
    return AfterTurn(standing(table), table.own[2], (table.hunker, table.trench, table.adrenaline))


def some_worth(end: AfterTurn) -> int:
    """Return a number that has nothing to do with how good an end is, but hangs on all of it."""
    front = [(f.id, n) for f, n in end.front]
    return Random(repr((front, end.support, end.effects))).randrange(1000)


def walked(state: State) -> Fraction:
    """Return the worth of best play to the end of the turn, by the engine alone."""
    if state.phase in ("enemy", "over"):
        return Fraction(some_worth(end_of_turn(state)))
    if state.to_move == CHANCE:
        return state.chances().mean(lambda o: walked_once(state.after(o)))
    return max(walked_once(state.after(move)) for move in state.moves())


_walked: dict[State, Fraction] = {}


def walked_once(state: State) -> Fraction:
    if state not in _walked:
        _walked[state] = walked(state)
    return _walked[state]


def by_menus(turns: PlayerTurns, menu: int) -> Fraction:
    """Return the same from the menus."""
    parts = []
    for item in turns.menus[menu]:
        if item >= 0:
            parts.append(Fraction(some_worth(turns.ends[item])))
        else:
            average = turns.averages[~item]
            total = sum(ways for _, ways in average)
            parts.append(sum(by_menus(turns, m) * Fraction(w, total) for m, w in average))
    return max(parts)


@pytest.mark.rule("LS-70")
@given(battles(), st.integers(0, 1), st.booleans())
@settings(max_examples=40, deadline=None)
def test_menus_are_what_the_engine_can_do_whatever_hull_and_weapon_are(
    drawn: tuple[list[str], dict[str, Any], tuple[int, int, int]], chaos: int, adrenaline: bool
) -> None:
    cells, kit, own = drawn
    _walked.clear()
    state = board(rows(*cells), "roll", own, chaos=chaos, adrenaline=adrenaline, **kit)
    assert isinstance(state, Node)
    turns = PlayerTurns(state.table.kit)
    dice = (3 if own[2] else 2) + adrenaline - chaos
    ways = finish(turns.after_roll(BeforeRoll(standing(state.table), own[2], dice)))
    found = sum(by_menus(turns, menu) * n for menu, n in ways.items()) / Fraction(
        sum(ways.values())
    )
    assert found == walked(state)


@pytest.mark.rule("LS-25", "LS-70")
@given(battles(), st.tuples(*[st.booleans()] * 3), st.data())
@settings(max_examples=60, deadline=None)
def test_the_enemys_turn_does_not_ask_what_mobile_enemies_have_lost(
    drawn: tuple[list[str], dict[str, Any], tuple[int, int, int]],
    effects: tuple[bool, bool, bool],
    data: st.DataObject,
) -> None:
    cells, kit, own = drawn
    hunker, trench, adrenaline = effects
    more = {
        "hunker": hunker,
        "trench": trench and kit["support"] == "troops",
        "adrenaline": adrenaline,
    }
    names = [cell.split(":")[0] for cell in cells]
    weaker = [
        cell if name in HAZARDS else f"{name}:{data.draw(st.integers(1, TRACK[name]))}"
        for cell, name in zip(cells, names, strict=True)
    ]
    lost = {n: s.split(":")[1] for n, s in zip(names, weaker, strict=True) if n not in HAZARDS}
    one, other = (board(rows(*c), "enemy", own, **more, **kit) for c in (cells, weaker))
    for roll in one.chances():
        first, second = one.after(roll).dump(), other.after(roll).dump()
        for cell in first["front"]:
            if cell and cell[0] in lost:
                cell[1] = int(lost[cell[0]])
        assert first == {**second, "options": first["options"]}


# --- against exact solutions -------------------------------------------------------------------

WEAK = own_set(
    face("cart", track=2, actions=["hull-1", "weapon-1", "none", "left", "support-1", "chaos"]),
    face("mob", kind="infantry", track=1,
         actions=["none", "right", "weapon-1", "support-2", "hull-2", "none"]),
    face("pit", kind="hazard", track=2,
         actions=["hull-1", "none", "chaos", "support-1", "none", "weapon-1"]),
    cards=[("boar", "bison"), ("badger", "badgera"), ("badgerb", "bobcat"),
           ("cart", "medart"), ("mob", "elite"), ("pit", "ambush")],
)  # fmt: skip
WEAK_FACES = ["cart", "mob", "pit"]


def weak(cells: str, phase: str, own: tuple[int, int, int], **more: Any) -> State:
    """Return a position against weak enemies of an own set."""
    dump = board_dump("boar / - - -", phase, own, **more)
    row = [None if c == "-" else [c.split(":")[0], int(c.split(":")[1])] for c in cells.split()]
    left = sum(cell is not None for cell in row)
    options = {**dump["options"], "pairing": "cards",
               "enemies": ["boar", "badger", "badgerb", *WEAK_FACES]}  # fmt: skip
    final = left <= 3 or not own[2]
    return GAME.load(
        {**dump, "options": options, "front": row, "back": [None] * 3, "final": final,
         "set": toml(WEAK)}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "own", "loadout"),
    [
        ("cart:2 - -", (2, 1, 1), {}),
        ("mob:1 - cart:1", (1, 2, 1), {}),
        ("pit:0 - mob:1", (2, 1, 1), {"support": "troops"}),
        ("cart:1 - pit:1", (1, 1, 1), {"weapon": "corvette", "support": "troops"}),
        ("cart:1 - mob:1", (2, 1, 1), {"weapon": "corvette", "trenches": "self",
                                       "support": "troops"}),
        ("mob:1 pit:1 cart:1", (1, 1, 0), {}),
    ],
)  # fmt: skip
def test_the_bounds_hold_the_exact_chance_at_every_position(
    cells: str, own: tuple[int, int, int], loadout: dict[str, str]
) -> None:
    start = weak(cells, "enemy", own, **loadout)
    graph = finish(explore(start, odds.deciding(odds.winning())))
    exact = finish(solve(graph)).values
    bounds = at_hand(start)
    for state, value in zip(graph.nodes, exact, strict=True):
        low, high = bounds(state)
        assert Fraction(low) <= value <= Fraction(high)
        assert high - low <= TOLERANCE
    assert len(graph.nodes) > 400
    assert 0 < exact[0] < 1


@pytest.mark.rule("LS-72", "LS-R33", "LS-70", "LS-31")
@pytest.mark.parametrize(
    ("enemy", "phase", "own", "expected"),
    [
        ("infantry:1", "roll", (1, 1, 0), Fraction(27270, 28129)),
        ("badger:2", "roll", (2, 2, 0),
         Fraction(12021599763370538409846788, 12195166806026580854551329)),
        ("minefield:0", "enemy", (1, 1, 0), Fraction(83, 162)),
        ("minefield:0", "enemy", (4, 1, 0), Fraction(1271, 1296)),
    ],
)  # fmt: skip
def test_questions_14_and_15_lie_between_the_bounds(
    enemy: str, phase: str, own: tuple[int, int, int], expected: Fraction
) -> None:
    state = board(rows(enemy), phase, own)
    low, high = bounds_at(state)(state)
    assert Fraction(low) <= expected <= Fraction(high)
    assert high - low <= TOLERANCE


@given(st.lists(st.integers(1, 50), min_size=1, max_size=126), st.integers(0, 2**32))
def test_rounding_is_less_than_what_the_bounds_are_widened_by(
    weights: list[int], seed: int
) -> None:
    rng, total = Random(seed), sum(weights)
    values = [rng.random() for _ in weights]
    found = sum(v * (w / total) for v, w in zip(values, weights, strict=True))
    exact = sum(Fraction(v) * Fraction(w, total) for v, w in zip(values, weights, strict=True))
    assert abs(Fraction(found) - exact) < Fraction(rounding(len(weights), 0))


# --- against the engine, played ----------------------------------------------------------------


@pytest.fixture(scope="module")
def duel() -> tuple[State, Bounds]:
    """A battle against two enemies, and the bounds at all that can follow."""
    start = board(rows("badger:3", "infantry:2"), "roll", (3, 1, 2))
    return start, at_hand(start)


def at_hand(start: State) -> Bounds:
    """Return the bounds, worked out for what can follow ``start`` and no more."""
    assert isinstance(start, Node)
    tables = Battle(start.table.kit, tuple(start.table.own))  # type: ignore[arg-type]
    for group, left in tables.blocks(standing(start.table)):
        for _ in tables.solve(group, left):
            pass
    return partial(tables.bounds, known={})


def test_best_play_wins_as_often_as_the_table_says(duel: tuple[State, Bounds]) -> None:
    start, bounds = duel
    best: dict[State, Any] = {}
    wins, games = 0, 1500
    for seed in range(games):
        rng, state = Random(seed), start
        while state.result is None:
            if state.to_move == CHANCE:
                state = state.after(state.chances().sample(rng))
            else:
                if state not in best:
                    best[state] = max(state.moves(), key=lambda m: bounds(state.after(m))[0])
                state = state.after(best[state])
        wins += state.result[0]
    low, high = bounds(start)
    off = 3.3 * (high * (1 - high) / games) ** 0.5
    assert 0.3 < high < 0.9
    assert low - off < wins / games < high + off


def test_a_draw_is_worth_the_mean_and_a_decision_the_best_of_what_follows(
    duel: tuple[State, Bounds],
) -> None:
    start, bounds = duel
    phases = set()
    for seed in range(30):
        for state in walk(start, Random(seed)):
            phases.add(state.phase)
            low, high = bounds(state)
            assert high - low <= TOLERANCE
            if state.result is not None:
                assert low == high == state.result[0]
                continue
            later = [Fraction(sum(bounds(state.after(o))) / 2) for o in state.options_now()]
            if state.to_move == CHANCE:
                weighed = zip(later, state.chances().weights.values(), strict=True)
                worth = sum(value * n for value, n in weighed) / state.chances().total
            else:
                worth = max(later)
            assert low - TOLERANCE <= worth <= high + TOLERANCE
    assert phases == {"enemy", "roll", "place", "act", "reroll", "over"}


# --- work: progress, stopping, going on --------------------------------------------------------


def test_progress_rises_to_the_total_and_a_stopped_work_goes_on() -> None:
    state = board(rows("infantry:1", "minefield:0"), "enemy", (2, 2, 1))
    assert isinstance(state, Node)
    work = battle.bounds_work(state)
    seen = []
    for number in work:
        assert isinstance(number, Progress)
        seen.append((int(number), number.total))
        if number > 0:
            break
    work.close()
    tables = battle._known_for(state.table.kit).whole
    blocks = {group: set(group.done) for group in tables.groups.values()}
    assert any(blocks.values())
    assert not shelf.path_of("x").parent.exists() or not any(
        group.complete and len(group.faces) == 2 for group in tables.groups.values()
    )
    rest = [(int(n), n.total) for n in battle.bounds_work(state)]  # type: ignore[attr-defined]
    assert rest == sorted(rest)
    assert rest[0][1] < seen[0][1]  # what was done is not done again
    assert all(number <= total for number, total in seen + rest)
    assert bounds_at(state)(state)[1] <= 1


def test_three_enemies_are_solved_for_what_can_follow_and_remembered() -> None:
    state = board(rows("infantry:1", "minefield:1", "lightart:1"), "enemy", (2, 1, 1))
    bounds = bounds_at(state)
    low, high = bounds(state)
    assert 0 < low <= high < 1
    assert high - low <= TOLERANCE
    later = state.after("roll 2 2 3")
    assert isinstance(later, Node)
    assert list(battle.bounds_work(later)) == []  # nothing is left to do
    assert bounds_at(later)(later) == bounds(later)
    assert not list(folders_files())


def test_only_the_last_enemies_are_in_reach() -> None:
    def reached(state: State) -> bool:
        return GAME.bounds_work(state) is not None

    assert reached(board("boar badger infantry / - - -", "enemy"))
    assert not reached(board("boar badger infantry / elite - -", "enemy"))
    assert not reached(board("boar badger infantry / elite - -", "enemy", (3, 3, 0)))
    assert not reached(GAME.new())


# --- files -------------------------------------------------------------------------------------

AT: dict[str, Any] = {"enemies": rows("infantry:1"), "strengths": (2, 2, 1)}


def position(**more: Any) -> Node:
    state = board(AT["enemies"], "enemy", AT["strengths"], **more)
    assert isinstance(state, Node)
    return state


def folders_files() -> Iterator[Path]:
    folder = shelf.path_of("x").parent
    return iter(sorted(folder.iterdir()) if folder.exists() else [])


def solved_again(state: Node, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Is anything worked out when this process knows nothing?"""
    solved = []
    solve_block = Battle.solve

    def counting(self: Battle, group: Any, left: Any) -> Iterator[int]:
        solved.append(left)
        return solve_block(self, group, left)

    with monkeypatch.context() as patch:
        patch.setattr(battle, "_known", {})
        patch.setattr(Battle, "solve", counting)
        finish(battle.bounds_work(state))
    return bool(solved)


def test_a_table_is_worked_out_once_and_then_read(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position()
    first = bounds_at(state)(state)
    assert len([*folders_files()]) == 1
    assert not solved_again(state, monkeypatch)
    monkeypatch.setattr(battle, "_known", {})
    assert bounds_at(state)(state) == first


def damaged(path: Path, how: str) -> None:
    data = path.read_bytes()
    head, _, _ = data.partition(b"\n")
    other = bytearray(data)
    other[len(head) + 9] ^= 1
    changes: dict[str, bytes] = {
        "a bit": bytes(other),
        "cut": data[:-8],
        "longer": data + b"\0" * 8,
        "empty": b"",
        "no line": b"x" * len(data),
        "another key": data.replace(b'"key": "', b'"key": "0', 1),
        "text": b"chances to win\n" * 40,
    }
    if how == "folder":
        path.unlink()
        path.mkdir()
    elif how == "pipe":
        path.unlink()
        os.mkfifo(path)
    else:
        path.write_bytes(changes[how])


@pytest.mark.parametrize(
    "how",
    ["a bit", "cut", "longer", "empty", "no line", "another key", "text", "folder", "pipe"],
)
def test_a_damaged_or_foreign_file_is_refused_and_made_again(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how == "pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with a name")
    state = position()
    first = bounds_at(state)(state)
    (path,) = folders_files()
    damaged(path, how)
    assert solved_again(state, monkeypatch)
    monkeypatch.setattr(battle, "_known", {})
    assert bounds_at(state)(state) == first
    if how != "folder":  # a folder of that name stays, and there is no file
        assert not solved_again(state, monkeypatch)


@given(st.binary(max_size=400), st.integers(0, 400), st.sampled_from([(1, 2), (3, 4)]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_other_bytes_are_taken_for_a_table(data: bytes, at: int, shape: tuple[int, ...]) -> None:
    key = shelf.digest("a table")
    path = shelf.keep(key, np.zeros(shape))
    assert path
    right = path.read_bytes()
    wrong = right[:at] + data + right[at + len(data) :]
    path.write_bytes(wrong)
    found = shelf.fetch(key, shape)
    assert (found is None) == (wrong != right)
    assert shelf.fetch(key, (2, 2, 2)) is None


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), 0.5])
def test_numbers_that_can_not_be_true_are_refused(
    value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position()
    bounds_at(state)(state)
    tables = battle._known_for(state.table.kit).whole
    (group,) = tables.groups.values()
    wrong = group.values.copy()
    wrong[..., 0].flat[3] = value  # 0.5: below its upper bound by more than is allowed
    key = battle._key(tables, group)
    assert key
    assert shelf.keep(key, wrong)
    assert solved_again(state, monkeypatch)


def test_what_changes_the_numbers_changes_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def key(state: State) -> str | None:
        assert isinstance(state, Node)
        tables = Battle(state.table.kit)
        return battle._key(tables, tables.group(f for f, _ in standing(state.table)))

    keys = [
        key(position()),
        key(position(weapon="corvette")),
        key(position(support="troops")),
        key(position(support="troops", trenches="self")),
        key(board(rows("elite:1"), "enemy", (2, 2, 1))),
        key(weak("mob:1 - -", "enemy", (2, 1, 1))),
    ]
    monkeypatch.setattr(battle, "_rules_digest", lambda: "other rules")
    keys.append(key(position()))
    assert None not in keys
    assert len({*keys}) == len(keys)
    monkeypatch.setattr(battle, "_rules_digest", lambda: None)
    assert key(position()) is None
    state = position()
    assert bounds_at(state)(state)[0] > 0  # without files it works all the same


def test_the_same_cards_share_a_file_in_any_set() -> None:
    def key(state: State) -> str | None:
        assert isinstance(state, Node)
        tables = Battle(state.table.kit)
        return battle._key(tables, tables.group(f for f, _ in standing(state.table)))

    own = weak("boar:1 - -", "enemy", (2, 1, 1))
    assert key(own) == key(board(rows("boar:1"), "enemy", (2, 1, 1)))


def test_where_nothing_can_be_written_it_works_without_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(shelf, "cache_folder", lambda: blocked / "cache")
    state = position()
    assert bounds_at(state)(state)[0] > 0
    assert blocked.read_text() == ""

    def nowhere() -> Path:
        raise RuntimeError("no home folder is known")

    monkeypatch.setattr(shelf, "cache_folder", nowhere)
    monkeypatch.setattr(battle, "_known", {})
    assert bounds_at(state)(state)[0] > 0


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folders.cache_folder() == tmp_path / "pocket-games"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert folders.cache_folder() == Path.home() / ".cache" / "pocket-games"
    monkeypatch.setattr("sys.platform", "darwin")
    assert folders.cache_folder() == Path.home() / "Library" / "Caches" / "pocket-games"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "data")
    assert folders.cache_folder() == Path("data") / "pocket-games" / "Cache"


# --- all tables of a game ----------------------------------------------------------------------

TINY = own_set(
    *(
        face(f"tiny{i}", track=1, kind=kind, actions=["hull-2", "weapon-2", *["none"] * 4])
        for i, kind in enumerate(["landship"] * 3 + ["infantry"] * 3)
    ),
    cards=[(f"tiny{i}", b) for i, b in enumerate(["boar", "badger", "bobcat", "medart", "elite",
                                                  "ambush"])],
)  # fmt: skip


def test_reckon_makes_the_tables_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    work = GAME.reckon_work(set=toml(TINY), enemies="normal")
    assert work is not None
    told = finish(work)
    assert "21 tables" in told
    # faces that do the same share a file: landship, infantry, and the pairs of these two kinds
    assert len([*folders_files()]) == 5
    monkeypatch.setattr(battle, "_known", {})
    again = GAME.reckon_work(set=toml(TINY), enemies="normal")
    assert again is not None
    assert [*again] == []  # all was read
