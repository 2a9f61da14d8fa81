"""Two games that a seat can't tell apart are told to it in the same words; leaks are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest

import pocketlib
from pocketlib import plain_json, text
from pocketlib.contract import CHANCE, Game, Move, State
from pocketlib.games.mission_command import node, seen, words
from pocketlib.record import Record
from pocketlib.testing import ContractBroken, check, secrets
from pocketlib.testing.twins import Twins, look, twins

GAMES = 24


@pytest.fixture
def mission() -> Game:
    return pocketlib.game("mission_command")


def some_games(game: Game, number: int, **options: object) -> Iterator[Record]:
    """Random games, broken off somewhere."""
    for seed in range(number):
        rng = Random(f"twins:{seed}")
        record = Record.start(game, options, seed=seed)
        stop = rng.randint(5, 220)
        while record.state.to_move is not None and record.ply < stop:
            if record.state.to_move == CHANCE:
                record.draw()
            else:
                record.play(rng.choice(record.state.moves()))
        yield record


def some_twins(game: Game, number: int, **options: object) -> Iterator[Twins]:
    """Pairs of running games that differ."""
    for record in some_games(game, number, **options):
        rng = Random(f"pairs:{record.seed}")
        for seat in (0, 1):
            for pair in twins(record, seat, rng):
                if pair.differ and pair.one.state.to_move is not None:
                    yield pair


def test_twins_look_alike_and_hide_something(mission: Game) -> None:
    strengths = plots = steps = 0
    for pair in some_twins(mission, GAMES, army="patrol"):
        one, other = pair.one.state, pair.other.state
        assert look(one, pair.seat) == look(other, pair.seat)
        hidden = [d["sides"][1 - pair.seat]["tanks"] for d in (one.dump(), other.dump())]
        strengths += hidden[0] != hidden[1]
        plots += one.dump()["plots"] != other.dump()["plots"]
        steps += pair.one.ply != pair.other.ply
    assert min(strengths, plots, steps) >= 5, "all that can be hidden differs in some pairs"


@pytest.mark.parametrize("options", [{}, {"army": "patrol"}, {"army": "patrol", "stacks": "open"}])
def test_no_seat_can_tell_twins_apart(mission: Game, options: dict[str, object]) -> None:
    pairs = list(some_twins(mission, GAMES, **options))
    assert len(pairs) >= GAMES / 2
    for pair in pairs:
        secrets.must_be_told_alike(pair)


def logged_by_ply(session: text.Session) -> list[int]:
    return [*range(session.record.ply + 1)]


def told_by_anybody(session: text.Session) -> int:
    return max(0, session.record.ply - 1)


def every_step(session: text.Session) -> list[text.Step]:
    plies = range(session._known + 1, session.record.ply + 1)
    return [step for ply in plies for step in session._steps(ply)]


def all_events(state: node.Node, seat: int | None = None) -> tuple[object, ...]:
    return tuple(event for _, event in state.log)


def enemy_strengths(state: node.Node, topic: str, seat: int | None) -> str:
    tanks = [] if seat is None else state.table.sides[1 - seat].tanks
    return words.position(state, topic, seat) + str([tank.strength for tank in tanks])


Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: dict[str, Leak] = {
    "the log counts hidden moves": lambda patch: patch.setattr(
        text.Session, "plies", property(logged_by_ply)
    ),
    "the news begin at the last move of anybody": lambda patch: patch.setattr(
        text.Session, "_known", property(told_by_anybody)
    ),
    "the steps of the news count hidden moves": lambda patch: patch.setattr(
        text.Session, "steps", property(every_step)
    ),
    "a file holds the moves": lambda patch: patch.setattr(
        Record, "to_text", lambda self: plain_json.write(self.to_json())
    ),
    "a code can be made": lambda patch: patch.setattr(
        Record, "code", lambda self: ",".join(self.moves)
    ),
    "what others do is told": lambda patch: patch.setattr(
        words, "story",
        lambda state, seat: tuple(words._told(event, seat) for event in all_events(state)),
    ),
    "words tell strengths": lambda patch: patch.setattr(node.Node, "words", enemy_strengths),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(mission: Game, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    LEAKS[leak](monkeypatch)
    with pytest.raises(ContractBroken):
        for pair in some_twins(mission, GAMES, army="patrol"):
            secrets.must_be_told_alike(pair)


def test_undoing_what_shows_something_is_found(
    mission: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "shows", lambda state, seat: bool(state.events(seat)))
    with pytest.raises(ContractBroken, match="learns something hidden by its own move"):
        for record in some_games(mission, GAMES, army="patrol"):
            for ply in range(record.ply):
                secrets.check_secrets(record.branch(ply), Random(ply))


def test_own_secret_moves_can_be_taken_back_one_by_one(mission: Game) -> None:
    session = text.Session.new(mission, {"army": "patrol"}, seed=5)
    while not session.covered:
        session.play(session.state.moves()[0])
    placed = session.record.ply
    assert session.why_no_undo is None, "nobody has seen it: the screen was not handed over"
    session.undo()
    assert session.covered
    assert (session.viewer, session.record.ply) == (0, placed - 1)
    session.uncover()
    while session.why_no_undo is None:
        session.undo()
    assert session.record.ply == 0


# --- a game whose secrets come to light at once --------------------------------------------------


@dataclass(frozen=True)
class Pick(State):
    """Two seats pick a letter each, the first in secret; twice."""

    game = "picks"
    rounds: int = 2
    picked: str | None = None
    shown: tuple[str, ...] = ()

    def observe(self, seat: int | None = None) -> dict[str, object]:
        seen = {**self.dump(), "seat": seat}
        return {**seen, "picked": "hidden"} if seat == 1 and self.picked else seen

    def events(self, seat: int | None = None) -> tuple[tuple[str, ...], ...]:
        return (self.shown,) if self.phase != "second" and self.shown else ()

    def moves(self) -> tuple[Move, ...]:
        return (Move("a"), Move("b"))

    def words(self, topic: str, seat: int | None = None) -> str:
        return f"Picked is {self.observe(seat)['picked']}."

    def impossible(self) -> str | None:
        fits = self.picked in ("a", "b") if self.phase == "second" else self.picked is None
        return None if fits else "A letter is picked first."


class First(Pick):
    to_move = 0

    def after(self, move: str) -> State:
        return self.into(Second, picked=str(self.parse(move)))


class Second(Pick):
    to_move = 1

    def after(self, move: str) -> State:
        shown = (str(self.picked), str(self.parse(move)))
        kind = First if self.rounds > 1 else Over
        return self.into(kind, rounds=self.rounds - 1, picked=None, shown=shown)


class Over(Pick):
    to_move = None
    result = (0, 0)

    def moves(self) -> tuple[Move, ...]:
        return ()


class Picks(Game):
    id = "picks"
    title = "Picks"
    seats = ("Ann", "Bob")
    utilities = (-1, 1)
    kind = "neither"
    hidden = True
    states = (First, Second, Over)

    def start(self, **options: object) -> State:
        return First()

    def guess(self, seen: dict, history: object, rng: Random) -> State:
        whole = {key: value for key, value in seen.items() if key != "seat"}
        hidden = seen["picked"] == "hidden"
        return self.load({**whole, "picked": rng.choice("ab")} if hidden else whole)


def test_twins_are_found_where_each_secret_comes_to_light_soon() -> None:
    assert check(Picks(), games=20).positions == 100


def test_leaks_are_found_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pick, "words", lambda self, topic, seat=None: f"Picked is {self.picked}.")
    with pytest.raises(ContractBroken, match="can't tell the positions apart"):
        check(Picks(), games=20)


def test_steps_do_not_count_what_the_other_side_does_unseen(mission: Game) -> None:
    rolls = 0
    for record in some_games(mission, GAMES, army="patrol"):
        for seat in (0, 1):
            session = text.Session(record.branch(record.ply), seat=seat)
            assert {step.ply for step in session.steps} <= {*session.plies}
            rolls += bool(session.steps)
    assert rolls, "some steps were told"
