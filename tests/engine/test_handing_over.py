"""One screen for two who hide something: what came of a turn is seen before it is handed over."""

from __future__ import annotations

from typing import Any

import pytest

from pocketlib import CHANCE, Chance, Game, Move, State
from pocketlib.commands import READY
from pocketlib.record import Record
from pocketlib.text import Session


class Turn(State):
    """Two take turns; a throw of the dice follows what is thrown, and nothing a pass."""

    def __init__(self, seat: int = 0, thrown: bool = False, told: tuple[Any, ...] = ()) -> None:
        self.seat, self.thrown, self.told = seat, thrown, told
        self.to_move = CHANCE if thrown else seat  # type: ignore[misc]

    phase = "turn"

    def moves(self) -> tuple[Move, ...]:
        return () if self.thrown else (Move("pass"), Move("throw"))

    def chances(self) -> Chance[Move]:
        return Chance.even(Move(f"roll {n}") for n in (1, 2))

    def after(self, move: str) -> State:
        move = self.parse(move)
        if move == "throw":
            return type(self)(self.seat, True)
        told = (("passes",),) if move == "pass" else (("dice", move[5:]),)
        return type(self)(1 - self.seat, False, told)

    def events(self, seat: int | None = None) -> tuple[Any, ...]:
        return self.told

    def observe(self, seat: int | None = None) -> dict[str, Any]:
        return {"seat": self.seat, "thrown": self.thrown}

    dump = observe

    def key(self) -> tuple[Any, ...]:
        return self.seat, self.thrown


class Turns(Game):
    id = "turns"
    title = "Turns"
    seats = ("Ann", "Bob")
    utilities = (0, 1)
    kind = "neither"
    hidden = True

    def new(self, *, set: str | None = None, **options: Any) -> State:
        return Turn()


class Saying(Turn):
    """Says itself that a pass shows something."""

    def shows(self, seat: int) -> bool:
        return bool(self.told)


def session(state: State, **how: Any) -> Session:
    return Session(Record(Turns(), {}, state), **how)


def test_dice_are_seen_before_the_screen_is_handed_over() -> None:
    game = session(Turn())
    told = game.do("throw").splitlines()
    assert told[-2:] == [
        "This is how your turn ended. When you have seen it, hand the screen over to Bob.",
        "To cover the screen for the other side, type: ready",
    ]
    assert told[1].startswith("dice ")
    assert (game.closing, game.covered, game.viewer) == (True, False, 0)
    assert game.do("pass").splitlines() == told[-2:], "the other one's moves are not played here"
    assert game.do("last").splitlines()[1] == told[1]
    assert game.why_no_undo is not None
    assert game.do(READY) == "It is the turn of Bob. Hand the screen over; Bob then types: ready"
    assert (game.closing, game.covered, game.viewer) == (False, True, 1)
    assert game.do(READY).splitlines()[-1] == "Your move."
    assert not game.covered


def test_what_shows_nothing_is_covered_at_once() -> None:
    game = session(Turn())
    assert game.do("pass").startswith("It is the turn of Bob.")
    assert (game.closing, game.covered) == (False, True)


def test_a_game_may_say_that_a_move_shows_something() -> None:
    assert session(Saying()).do("pass").splitlines()[-1].endswith("type: ready")


def test_a_move_played_on_hands_the_screen_over() -> None:
    game = session(Turn())
    game.play("throw")
    game.play("throw")
    assert (game.closing, game.viewer) == (True, 1)


@pytest.mark.parametrize("how", [{"seat": 0}, {"seat": 1}])
def test_a_screen_of_ones_own_is_never_handed_over(how: dict[str, int]) -> None:
    game = session(Turn(), **how)
    game.play("throw")
    assert (game.closing, game.covered) == (False, False)


def test_the_armies_are_seen_when_the_last_piece_is_placed() -> None:
    game = Session.new("mission_command", {"army": "patrol"}, seed=3)
    while not game.closing:
        game.uncover()
        game.play(game.state.moves()[-1])
    assert game.game.seats[game.viewer] == "Tan"
    assert game.news[-1].endswith("You have placed everything. Turn 1: the enemy moves.")
    assert "tank" in game.do("enemy")
    game.hand_over()
    assert game.game.seats[game.viewer] == "Green"
