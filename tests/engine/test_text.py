"""Any game in words: what is understood, sessions, the terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from landship_help import GAME as LANDSHIP
from landship_help import board

import pocketlib.__main__
from pocketlib import (
    CHANCE,
    BadNotation,
    BadOptions,
    Chance,
    Game,
    IllegalMove,
    Move,
    Refusal,
    Sentence,
    State,
    folders,
    setting_up,
    terminal,
    winning,
)
from pocketlib.contract import Choice, Measure, Option, Preset, Rule
from pocketlib.reading import Ambiguous
from pocketlib.record import NotSaved, Record, is_saved_game
from pocketlib.text import Session, understand

FIXTURE_ONCE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


# --- understanding -----------------------------------------------------------------------------


class Choosing(State):
    """A position with given moves and what each says."""

    to_move = 0
    phase = "choosing"

    def __init__(self, **said: str) -> None:
        self.said = {notation.replace("_", " "): text for notation, text in said.items()}

    def moves(self) -> tuple[Move, ...]:
        return tuple(map(Move, self.said))

    def say(self, move: Move) -> Sentence:
        return Sentence(self.said[move])

    def after(self, move: str) -> State:
        raise NotImplementedError

    def events(self, seat: int | None = None) -> tuple[tuple[str | int, ...], ...]:
        return ()

    def observe(self, seat: int | None = None) -> dict[str, str]:
        return self.said

    def key(self) -> tuple[str, ...]:
        return tuple(self.said)

    def dump(self) -> dict[str, str]:
        return self.said


class Rolling(Choosing):
    """A position at which chance draws one of the given outcomes."""

    to_move = CHANCE

    def moves(self) -> tuple[Move, ...]:
        return ()

    def chances(self) -> Chance[Move]:
        return Chance.even(map(Move, self.said))


class Explaining(Choosing):
    """A position that knows why "use hull" is not possible."""

    def refusal(self, text: str) -> Refusal:
        if text == "use hull":
            return IllegalMove("The hull has no die.", rule="XX-1")
        return BadNotation("What is that?")


TURN = Choosing(
    place_3_2_1="Put the 3 on the hull, the 2 on the cannon, the 1 on the sponsons",
    place_1_2_3="Put the 1 on the hull, the 2 on the cannon, the 3 on the sponsons",
    use_cannon_fl="Cannon: 1 damage to the front left Boar",
    use_cannon_fr="Cannon: 1 damage to the front right Infantry",
    mv_d10="Go to d10",
    end="End the turn",
)
DICE = Rolling(roll_1_1_2="", roll_1_3_6="", roll_1_3_5="", roll_3_3_6="")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("end", "end"),
        ("  END ", "end"),
        ("place 3,2,1", "place 3 2 1"),
        ("Place  3 ,2 1", "place 3 2 1"),
        ("place three two one", "place 3 2 1"),
        ("place 1", "place 1 2 3"),
        ("e", "end"),
        ("mv d", "mv d10"),
        ("cannon boar", "use cannon fl"),
        ("cannon at the infantry", "use cannon fr"),
        ("3 hull 2 cannon", "place 3 2 1"),
        ("damage front right", "use cannon fr"),
        ("Infantry!", "use cannon fr"),
        ("infan", "use cannon fr"),
        ("end turn", "end"),
    ],
)
def test_a_move_is_understood(text: str, meant: str) -> None:
    assert understand(TURN, text) == meant
    assert isinstance(understand(TURN, text), Move)


@pytest.mark.parametrize(
    "text",
    ["place 3 1 2", "mv d1", "1 2 3 4", "fly", "end end", "cannon boar infantry", "the", "!"],
)
def test_what_fits_no_move_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="not possible now"):
        understand(TURN, text)


def test_an_ambiguity_lists_what_is_possible() -> None:
    with pytest.raises(Ambiguous) as caught:
        understand(TURN, "use cannon")
    assert caught.value.candidates == ("use cannon fl", "use cannon fr")
    assert "\nuse cannon fl: Cannon: 1 damage to the front left Boar" in str(caught.value)
    assert "fits 2 moves" in str(caught.value)


def test_the_whole_of_a_sentence_means_it_even_if_a_longer_one_begins_so() -> None:
    cards = Choosing(
        deal_badger="Deal the Badger Class Landship.",
        deal_badgerb="Deal the Badger Class Landship, version B.",
    )
    for text in (
        "Badger Class Landship",
        "deal the badger class landship",
        "Landship class badger",
    ):
        assert understand(cards, text) == "deal badger"
    assert understand(cards, "badger class landship version b") == "deal badgerb"
    with pytest.raises(Ambiguous):
        understand(cards, "badger")
    dealt = Rolling(**{move.replace(" ", "_"): said for move, said in cards.said.items()})
    for text in ("badger", "the Badger", "deal badger"):  # as the example of what to type
        assert understand(dealt, text) == "deal badger"


def test_a_long_ambiguity_lists_only_a_few() -> None:
    many = Choosing(**{f"go_{n}": f"Go to number {n}" for n in range(100, 150)})
    with pytest.raises(Ambiguous, match="\nand 42 more") as caught:
        understand(many, "go")
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("roll 1 3 6", "roll 1 3 6"),
        ("6 1 3", "roll 1 3 6"),
        ("roll 6,1,3", "roll 1 3 6"),
        ("six one three", "roll 1 3 6"),
        ("613", "roll 1 3 6"),
        ("3 6 3", "roll 3 3 6"),
    ],
)
def test_dice_are_understood_in_any_order(text: str, meant: str) -> None:
    assert understand(DICE, text) == meant


@pytest.mark.parametrize("text", ["1 3", "1 1 1", "6 6 1 3", "pick 6 1 3", "7"])
def test_dice_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        understand(DICE, text)


def test_the_order_of_dice_matters_where_it_makes_two_outcomes() -> None:
    battle = Rolling(battle_1_2="", battle_2_1="")
    assert understand(battle, "2 1") == "battle 2 1"
    assert understand(battle, "1 2") == "battle 1 2"


def test_the_order_of_numbers_matters_in_a_move() -> None:
    only = Choosing(place_3_2_1="")
    with pytest.raises(IllegalMove):
        understand(only, "place 1 2 3")


def test_a_move_with_a_reason_against_it_is_not_taken_for_another() -> None:
    state = Explaining(use_troops="Troops: use the hull as cover")
    with pytest.raises(IllegalMove, match="The hull has no die"):
        understand(state, "use hull")
    with pytest.raises(IllegalMove, match="The hull has no die"):
        understand(state, "USE  HULL")
    assert understand(state, "hull cover") == "use troops"
    with pytest.raises(BadNotation, match="What is that"):
        understand(state, "swim")


def test_nothing_and_too_much_are_refused(bluff: Game) -> None:
    with pytest.raises(BadNotation, match="Type a move, or help"):
        understand(bluff.new(), "   ")
    with pytest.raises(BadNotation, match="at most 200 signs; this is longer"):
        understand(bluff.new(), "r" * 10_000)


@given(text=st.text(max_size=30) | st.sampled_from(["1", "keep", "2x2", "r12", "turn die"]))
@FIXTURE_ONCE
def test_any_text_gives_a_legal_move_or_a_refusal(bluff: Game, text: str) -> None:
    state = bluff.new(dice=2, faces=4)
    for move in (None, "r12", "r34", "keep", "keep", "1x2"):
        state = state.after(move) if move else state
        try:
            assert understand(state, text) in state.options_now()
        except Refusal as refusal:
            assert str(refusal).strip()


# --- sessions ----------------------------------------------------------------------------------


class Walk(State):
    """An open game for one: walk (a die decides how far) or rest, to the tenth step."""

    phase = "walk"
    to_move = 0

    def __init__(self, steps: int = 0, told: tuple[tuple[str | int, ...], ...] = ()) -> None:
        self.steps = steps
        self.told = told

    def moves(self) -> tuple[Move, ...]:
        return (Move("rest"), Move("walk"))

    def after(self, move: str) -> State:
        if self.parse(move) == "rest":
            return Walk(self.steps)
        return Die(self.steps)

    def say(self, move: Move) -> Sentence:
        return Sentence(f"You {move}", ["WA-1"])

    def refusal(self, text: str) -> Refusal:
        if text == "fly":
            return IllegalMove("Nobody flies.", rule="WA-2")
        return super().refusal(text)

    def events(self, seat: int | None = None) -> tuple[tuple[str | int, ...], ...]:
        return self.told

    def summary(self, seat: int | None = None) -> Sentence:
        return Sentence(f"On you go by {len(self.told)}." if self.told else "")

    def observe(self, seat: int | None = None) -> dict[str, int]:
        return self.dump()

    def key(self) -> tuple[str, int]:
        return self.phase, self.steps

    def dump(self) -> dict[str, int]:
        return {"steps": self.steps}


class Die(Walk):
    phase = "die"
    to_move = CHANCE

    def moves(self) -> tuple[Move, ...]:
        return ()

    def chances(self) -> Chance[Move]:
        return Chance({Move("roll 1"): 1, Move("roll 2"): 2})

    def after(self, move: str) -> State:
        steps = int(self.parse(move)[5:])
        told = (("step",),) * steps
        at = self.steps + steps
        return Home(at, told) if at >= 10 else Walk(at, told)


class Home(Walk):
    phase = "home"
    to_move = None

    def moves(self) -> tuple[Move, ...]:
        return ()

    @property
    def result(self) -> tuple[int, ...]:
        return (1,)


class WalkGame(Game):
    id = "walk"
    title = "Walk"
    seats = ("You",)
    utilities = (0, 1)
    kind = "solitaire"

    def new(self, *, set: str | None = None, **options: object) -> State:
        return Walk()

    def load(self, dump: dict[str, int], *, set: str | None = None) -> State:
        return Walk(dump["steps"])

    @property
    def rules(self) -> dict[str, Rule]:
        return {"WA-1": Rule("WA-1", "Walk or rest."), "WA-2": Rule("WA-2", "No flying.")}


WALK = WalkGame()


def test_chance_runs_until_a_seat_must_choose() -> None:
    session = Session.new(WALK, seed=1)
    session.play("walk")
    assert session.record.ply == 2
    assert session.state.to_move == 0
    assert [*map(str, session.news)] == ["You walk.", f"On you go by {session.state.steps}."]
    assert [*map(str, session.details)] == ["step."] * session.state.steps


def test_the_same_seed_is_the_same_game() -> None:
    def moves(seed: int) -> tuple[Move, ...]:
        session = Session.new(WALK, seed=seed)
        while not session.over:
            session.play("walk")
        return session.record.moves

    assert moves(4) == moves(4)
    assert len({moves(seed) for seed in range(20)}) > 5


def test_a_seed_is_drawn_when_none_is_given() -> None:
    seeds = {Session.new(WALK).record.seed for _ in range(5)}
    assert None not in seeds
    assert len(seeds) == 5


def test_undo_goes_back_to_the_last_decision_and_redo_replays_it() -> None:
    session = Session.new(WALK, seed=1)
    first = session.play("walk")
    second = session.play("walk")
    news = session.news
    assert session.undo() == "Taken back: You walk"
    assert session.state is first
    session.undo()
    assert session.state == Walk()
    with pytest.raises(IllegalMove, match="no move to take back"):
        session.undo()
    assert session.redo() == first
    assert session.redo() == second
    assert session.news == news
    with pytest.raises(IllegalMove, match="nothing to play again"):
        session.redo()


def test_redo_replays_what_was_played_not_what_the_seed_says() -> None:
    record = Record.start(WALK)
    for move in ("walk", "roll 1", "walk", "roll 2", "walk", "roll 1"):
        record.play(move)
    session = Session(Record.from_code(record.code(), find=lambda _: WALK))
    for _ in range(3):
        session.undo()
    for _ in range(3):
        session.redo()
    assert session.record.moves == record.moves


def test_a_legal_move_comes_before_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "moves", lambda self: (Move("help"), Move("walk")))
    monkeypatch.setattr(Walk, "after", lambda self, move: Walk(self.steps + 1))
    session = Session.new(WALK)
    assert session.do("help") == "You help.\nYour move."
    assert "quit: stop here" in session.do("/help")
    assert session.record.moves == ("help",)


def test_undo_after_the_end(tmp_path: Path) -> None:
    session = Session.new(WALK, seed=1, save=tmp_path / "walk.json")
    while not session.over:
        session.play("walk")
    answer = session.do("undo")
    assert answer.startswith("Taken back: You walk")
    assert not session.over
    assert Record.load(session.save_path, find=lambda _: WALK).moves == session.record.moves


def test_companion_mode_waits_for_real_dice() -> None:
    session = Session.new(WALK, companion=True)
    assert session.record.seed is None
    answer = session.do("walk")
    assert "for example: roll 1" in answer
    assert session.state.to_move == CHANCE
    odds = session.do("odds")
    assert odds.splitlines() == [
        "You roll 1 (roll 1): 1/3 (33.3 %)",
        "You roll 2 (roll 2): 2/3 (66.7 %)",
    ]
    assert session.do("5").startswith("No die shows 5: dice are 1 to 2.")
    assert "On you go by 2" in session.do("roll 2")
    assert session.record.moves == ("walk", "roll 2")
    session.do("undo")  # a die typed wrongly is taken back alone
    assert session.record.moves == ("walk",)
    session.do("redo")
    assert session.record.moves == ("walk", "roll 2")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("14", "roll 1 4"),  # not number 14, which is roll 3 5
        ("41", "roll 1 4"),
        ("21", "roll 1 2"),
    ],
)
def test_digits_are_dice_and_no_number_in_the_list(typed: str, meant: str) -> None:
    two_dice = board("boar - infantry / - - -", strengths=(6, 4, 0))
    assert two_dice.options_now()[13] == "roll 3 5"
    session = Session(Record(LANDSHIP, {}, two_dice), companion=True)
    session.do(typed)
    assert session.record.moves == (meant,)


def test_a_throw_with_a_mistake_is_told_and_never_taken_for_a_line_of_a_list() -> None:
    state = LANDSHIP.new(layout="listed", first="player")
    session = Session(Record(LANDSHIP, {}, state), companion=True)
    for typed, told in (
        ("12", "3 dice are thrown; you have typed 2: 1, 2."),
        ("1", "3 dice are thrown; you have typed 1: 1."),
        ("777", "No die shows 7: dice are 1 to 6."),
        ("1234", "3 dice are thrown; you have typed 4: 1, 2, 3, 4."),
    ):
        for line in (typed, f"why {typed}"):
            assert session.do(line).startswith(told)
        assert session.record.ply == 0
    assert session.do("moves").startswith("You roll 1, 1 and 1. (roll 1 1 1)")


def test_odds_at_a_decision_tell_what_comes() -> None:
    session = Session.new(WALK, seed=1)
    assert session.do("odds").splitlines() == [
        "You rest (rest): no chance before the next decision",
        "You walk (walk): then one of 2 outcomes, most likely You roll 2 (roll 2): 2/3 (66.7 %)",
        "For more, type odds, a number of the game (win) and, if you like, a move.",
    ]


def test_the_commands_of_an_open_game(tmp_path: Path) -> None:
    session = Session.new(WALK, seed=1)
    assert session.do("look") == "steps: 0"
    assert session.do("moves") == "1. You rest (rest)\n2. You walk (walk)"
    assert session.do("moves walk") == "2. You walk (walk)"
    assert session.do("moves 2") == "2. You walk (walk)"
    assert session.do("moves fly") == "No move fits 'fly'; there are 2."
    assert session.do("last") == "Nothing has happened yet."
    assert session.do("more") == "There is nothing more to tell."
    assert session.do("log") == "Nothing has happened yet."
    assert session.do("1").startswith("You rest")
    assert session.do("why fly") == "Nobody flies.\nWA-2: No flying."
    assert session.do("why walk") == "walk is possible: You walk\nWA-1: Walk or rest."
    assert session.do("why") == "Type why and a move, for example: why rest"
    assert session.do("fly") == "Nobody flies."
    assert session.do("rules wa-1") == "WA-1: Walk or rest."
    assert session.do("rules flying") == "WA-2: No flying."
    assert session.do("rules swim") == "No rule has 'swim' in it; there are 2 rules."
    assert session.do("comment not tired") == "Noted."
    assert session.do("log") == "1. rest: You rest. Comment: not tired"
    assert session.do("comment a\x1b[2J").startswith("A comment holds the control character")
    assert session.do("save") == "Type save and the name of a file, for example: save mygame.json"
    path = tmp_path / "w.json"
    assert session.do(f"save {path}").startswith(f"Saved in {path}")
    assert session.save_path == path
    assert "no such file" in session.do(f"save {tmp_path}/missing/x.json")
    assert session.save_path == path
    assert session.do("help odds") == (
        "odds NUMBER MOVE: the chances of what is coming; of winning (odds win)"
    )
    assert session.do("help look") == "look: the whole position"
    assert "no command 'xyzzy'" in session.do("help xyzzy")
    assert session.do("99") == "There is no move number 99; they go from 1 to 2."
    assert session.do("").startswith("Type a move, or help")
    assert session.do("/quit").startswith(f"Goodbye. The game is saved in {path}")
    assert session.done


@pytest.mark.parametrize(
    "line",
    ["undo 3", "redo 2", "last 5", "more x", "code now", "ready go", "log abc", "log -1",
     "log 999999999", "log 1 2", "quit now", "new game"],
)  # fmt: skip
def test_what_stands_behind_a_command_is_never_passed_over(line: str) -> None:
    session = Session.new(WALK, seed=1)
    for _ in range(3):
        session.do("walk")
    before = session.record.moves
    assert (
        session.do(line)
        .lower()
        .partition("type ")[2]
        .startswith((f"just {line.split()[0]}", "log,"))
    )
    assert session.record.moves == before
    assert not session.done


def test_a_comment_is_seen_and_never_lost_by_a_glance() -> None:
    session = Session.new(WALK, seed=1)
    session.do("walk")
    assert session.do("comment").startswith("There is no comment on the last move.")
    assert session.do("comment not tired") == "Noted."
    for _ in "seen", "again":
        assert session.do("comment").startswith("The comment on the last move: not tired\n")
    assert session.do("comment tired") == "Noted. It was: not tired"
    assert session.do("comment -") == "The comment on the last move is gone. It was: tired"
    assert session.record.comments == {}


def test_a_question_mark_is_help(bluff: Game) -> None:
    session = Session.new(bluff, seed=1)
    for sign in ("?", "/?"):
        assert session.do(sign) == session.do("help")
        assert session.do(f"{sign} undo") == session.do("help undo")
    session.do("keep")
    assert session.covered
    assert session.do("?") == session.do("help")


def test_help_on_odds_names_what_this_game_has() -> None:
    coming = "the chances of what is coming"
    number = Measure("Steps", lambda state: state.steps)
    points = {"utilities": (0, 9)}
    for facts, told in (
        ({}, f"odds NUMBER MOVE: {coming}; of winning (odds win)"),
        (points, f"odds MOVE: {coming}"),
        ({**points, "measures": {"way": number}},
         f"odds NUMBER MOVE: {coming}; of a number of the game"),
        ({"measures": {"way": number}},
         f"odds NUMBER MOVE: {coming}; of a number of the game, or of winning (odds win)"),
    ):  # fmt: skip
        session = Session.new(type("Other", (WalkGame,), facts)(), seed=1)
        assert session.do("help odds") == told
        assert f"\n{told}\n" in session.do("help")


def test_where_winning_is_not_offered_it_is_no_move_either() -> None:
    session = Session.new(type("Other", (WalkGame,), {"utilities": (0, 9)})(), companion=True)
    for line in ("odds win", "odds win walk", "walk\nodds win"):
        *before, last = line.split("\n")
        for one in before:
            session.do(one)
        assert session.do(last) == winning.NOT_OFFERED
    assert "odds.best(state, odds.winning(seat=0))" in winning.NOT_OFFERED


class Picking(Walk):
    """A position whose moves are numbers, and not those of their places in a list."""

    phase = "picking"

    def moves(self) -> tuple[Move, ...]:
        return (Move("2"), Move("3"), Move("4"))

    def after(self, move: str) -> State:
        return Die(int(self.parse(move)))


def test_where_numbers_are_moves_none_is_a_place_in_the_list() -> None:
    game = type("Other", (WalkGame,), {"new": lambda self, *, set=None: Picking()})()
    session = Session.new(game, companion=True)
    assert session.do("moves") == "You 2 (2)\nYou 3 (3)\nYou 4 (4)"
    assert session.do("1").startswith("'1' is not possible now; possible are: 2, 3, 4.")
    assert session.do("-1").startswith("'-1' is not possible now")
    assert session.do("why 1").startswith("'1' is not possible now")
    assert session.do("why 3") == "3 is possible: You 3\nWA-1: Walk or rest."
    assert session.record.ply == 0
    session.do("3")
    assert session.state.steps == 3


class Tossing(Die):
    """A die whose outcomes are numbers alone."""

    phase = "tossing"

    def chances(self) -> Chance[Move]:
        return Chance.even(map(Move, "246"))


def test_a_number_that_the_die_has_not_is_told_as_such() -> None:
    game = type("Other", (WalkGame,), {"new": lambda self, *, set=None: Tossing()})()
    session = Session.new(game, companion=True)
    for typed in ("7", "1"):
        assert session.do(typed).startswith(f"'{typed}' is not possible now; possible are: 2, 4, 6")
    assert session.record.ply == 0


def test_help_names_every_command(bluff: Game) -> None:
    from pocketlib.commands import COMMANDS

    text = Session.new(bluff).do("help")
    for name in (*COMMANDS, *bluff.topics):
        assert f"\n{name}" in text
    assert all(len(line) < 100 for line in text.splitlines())
    assert "button" not in text, "a terminal has none"


def test_a_running_game_is_left_only_on_purpose(tmp_path: Path) -> None:
    session = Session.new(WALK, seed=1, save=tmp_path / "w.json")
    session.do("walk")
    old = session.record
    other = Record.start("landship", seed=1)
    path = tmp_path / "x.json"
    other.save(path)
    for line, again in (("new", "new yes"), (f"load {path}", f"load yes {path}")):
        assert session.do(line) == f"This game is not over. To leave it, type: {again}"
    assert "no such file" in session.do("load y.json"), "nobody is asked to leave a game for it"
    assert session.do("paste abc").startswith("This is no code of a game")
    assert "type: paste yes PG1-landship" in session.do(other.code())
    assert session.record is old
    assert "Walk." in session.do("new yes")
    assert session.record.ply == 0
    kept = Record.load(tmp_path / "w-previous.json", find=lambda _: WALK)
    assert kept.moves == old.moves


def test_a_game_that_is_in_no_file_is_not_left_as_if_it_were_saved(tmp_path: Path) -> None:
    assert Session.new(WALK, seed=1).do("quit") == "Goodbye.", "nobody has done anything in it"
    session = Session.new(WALK, seed=1)
    session.do("walk")
    for _ in "on", "over":
        assert "This game is in no file" in session.do("quit")
        assert not session.done
        while not session.over:
            session.do("walk")
    assert session.do("quit yes") == "Goodbye."
    assert session.done
    path = tmp_path / "w.json"
    session.do(f"save {path}")
    assert session.do("quit") == f"Goodbye. The game is saved in {path}."
    assert "in no file" in session.do("help quit")


def test_load_and_paste_go_on_with_another_game(bluff: Game, tmp_path: Path) -> None:
    other = Record.start(bluff, {"dice": 2, "faces": 4}, seed=5)
    for move in ("r12", "r34", "keep", "keep", "1x1", "liar"):
        other.play(move)
    session = Session.new(bluff, seed=1)
    session.play("keep")
    session.uncover()
    assert session.do("paste nonsense").startswith("This is no code of a game")
    assert "is not over" in session.do(f"paste {other.code()}")
    assert "Result: Bob wins" not in session.do("look")
    assert "the game is over" in session.do(f"paste yes {other.code()}")
    assert session.record.moves == other.moves
    assert session.record.seed is not None
    path = tmp_path / "other.json"
    other.save(path)
    assert "the game is over" in session.do(f'load "{path}"')
    assert session.record == other
    assert "no such file" in session.do("load /no/such/file.json")


def test_a_game_in_which_nobody_has_decided_anything_is_left_without_a_question() -> None:
    session = Session.new("landship", seed=1)
    assert session.record.ply, "chance has dealt the cards"
    assert "is not over" not in session.do("load missing.json")
    assert "is not over" not in session.do("new")
    session.play(session.state.moves()[0])
    assert "is not over" in session.do("new")


def test_a_loaded_game_with_real_dice_stays_one(bluff: Game, tmp_path: Path) -> None:
    other = Record.start(bluff)
    other.play("r3")
    other.save(tmp_path / "real.json")
    session = Session.new(bluff, seed=1)
    session.do(f"load yes {tmp_path / 'real.json'}")
    assert session.companion
    assert session.record.moves == ("r3",)
    assert Session.resume(tmp_path / "real.json").companion


def test_a_failing_autosave_is_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.new(WALK, seed=1, save=tmp_path / "w.json")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        answer = session.do("walk")
    assert "On you go" in answer
    assert "Warning: The game was not saved to" in answer
    assert "no space left on device" in answer
    assert session.record.ply == 2
    assert "Warning" not in session.do("walk")
    assert Record.load(tmp_path / "w.json", find=lambda _: WALK).ply == 4


def test_a_new_game_does_not_overwrite_the_saved_one(bluff: Game, tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    saved = []
    for seed in range(1, 5):
        session = Session.new(bluff, seed=seed, save=path)
        saved.append(path.read_bytes())
    kept = [tmp_path / f"b-previous{end}.json" for end in ("", "-2", "-3")]
    assert [file.read_bytes() for file in kept] == saved[:3], "no kept game is overwritten"
    assert session.kept is not None
    assert session.kept.path == kept[-1]
    with pytest.raises(NotSaved, match="is a folder"):
        Session.new(bluff, seed=2, save=tmp_path)


def test_saving_keeps_another_game_that_was_there(bluff: Game, tmp_path: Path) -> None:
    there = tmp_path / "b.json"
    Session.new(bluff, seed=1, save=there)
    old = there.read_bytes()
    session = Session.new(bluff, seed=2)
    assert "is now in" in session.do(f"save {there}")
    assert "is now in" not in session.do(f"save {there}"), "its own file is just saved again"
    assert (tmp_path / "b-previous.json").read_bytes() == old
    assert len([*tmp_path.iterdir()]) == 2


NOT_GAMES = {
    "notes.json": b'{"my": "notes"}',
    "2_play.ipynb": b'{"cells": []}',
    "README.md": b"# Read me",
    "plain": b"no suffix",
    "broken.json": b"{broken",
    "empty.json": b"",
    "format.json": b'["pocket-games record"]',
}


@pytest.mark.parametrize("name", NOT_GAMES)
@pytest.mark.parametrize("door", ["save_as", "do", "new", "save", "autosave", "resumed"])
def test_what_is_no_saved_game_is_never_replaced(
    bluff: Game, tmp_path: Path, name: str, door: str
) -> None:
    path = tmp_path / name
    path.write_bytes(NOT_GAMES[name])
    session = Session.new(bluff, seed=1)
    try:
        if door == "do":
            session.do(f"save {path}")
        elif door == "save_as":
            session.save_as(path)
        elif door == "new":
            Session.new(bluff, seed=1, save=path)
        elif door == "save":
            session.record.save(path)
        elif door == "autosave":
            session.save_path = path
            session.autosave()
            assert session.trouble is not None
        else:
            Session(session.record, save=path).replace(session.record)
    except NotSaved as refusal:
        assert name in str(refusal)
    assert path.read_bytes() == NOT_GAMES[name]
    new = {"plain.json", "plain-previous.json"} if name == "plain" else set()
    assert {file.name for file in tmp_path.iterdir()} - new == {name}


def test_a_saved_game_is_a_json_file(bluff: Game, tmp_path: Path) -> None:
    session = Session.new(bluff, seed=1)
    assert "mine.json" in session.do(f"save {tmp_path / 'mine'}")
    assert session.save_path == tmp_path / "mine.json"
    assert session.save_path.exists()
    for name in ("thesis.txt", "new.ipynb", "setup.py"):
        assert "ends in .json" in session.do(f"save {tmp_path / name}")
        assert not (tmp_path / name).exists()
    old = tmp_path / "old.game"  # a saved game may have any name, and is saved there again
    session.record.save(old)
    Session(Record.start(bluff), save=old)
    assert is_saved_game(old)


def test_the_home_folder_is_known_by_its_sign(
    bluff: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    session = Session.new(bluff, seed=1)
    assert session.do("save ~/mine").startswith(f"Saved in {tmp_path / 'mine.json'};")
    assert "saved after every move" in session.do("load ~/mine")
    assert Session.resume("~/mine.json").save_path == tmp_path / "mine.json"
    session.do("ready")
    assert "no such file" in session.do("load ~/other")
    assert "no such file" in session.do("save ~nobody-of-that-name/x")


@pytest.mark.parametrize(
    "name", ["a\0b", "\ud800", "x" * 5000, "x" * 5000 + ".json", "x" * 254 + "/y", ".", "", "a/"]
)
def test_save_under_a_name_that_no_file_can_have_is_refused(
    bluff: Game, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "game.json"
    session = Session.new(bluff, seed=1, save=path)
    typed = f"{tmp_path}/{name}"
    with pytest.raises(NotSaved):
        session.save_as(typed)
    assert len(session.do(f"save {typed}")) < 300 + 2 * len(typed)
    assert session.save_path == path
    assert [*tmp_path.iterdir()] == [path]
    with contextlib.suppress(NotSaved):
        assert Session.new(bluff, seed=1, save=typed).trouble
    assert [*tmp_path.iterdir()] == [path]


# --- the whole toy game in words ---------------------------------------------------------------


def test_a_whole_game_with_secrets_in_words(bluff: Game) -> None:
    record = Record.start(bluff, {"dice": 2, "faces": 4}, seed=5)
    record.play("r12")
    record.play("r34")
    session = Session(record)
    assert session.viewer == 0
    assert (
        session.do("look") == "It is the turn of Ann. Hand the screen over; Ann then types: ready"
    )
    session.do("ready")
    assert "Ann has: [1, 2]\nBob has: hidden" in session.do("look")
    assert session.do("mine") == "Ann has: [1, 2]"
    assert session.do("moves").splitlines()[1] == "2. Turn a die that shows 1 over (t1)"
    covered = "It is the turn of Bob. Hand the screen over; Bob then types: ready"
    assert session.do("turn 1 over") == covered
    for line in ("look", "moves", "log", "t3", "code", "1", "last"):
        assert session.do(line) == covered
    # while nobody has seen anything of it, the secret choice can be taken back
    assert "Ann may turn" in session.do("ready") or session.viewer == 1
    assert session.do("mine") == "Bob has: [3, 4]"
    assert "hidden" in session.do("look")
    assert session.do("undo") == NOTHING_OF_YOURS
    assert session.do("keep") == covered.replace("Bob", "Ann")
    assert "Ann bids" in session.do("ready")
    assert "Ann: " not in session.do("last")
    session.do("bid two showing 4")
    assert session.record.moves[-1] == "2x4"
    assert "Ann: 2x4." in session.do("ready")
    assert "depend on what is hidden" in session.do("odds")
    log = session.do("log")
    assert "t1" not in log
    assert "r12" not in log
    assert "other side" in session.do("comment a secret")
    assert "hidden" in session.do("code")
    assert "BL-3" in session.do("why 1x1")
    answer = session.do("call a lie")
    assert "Result: Ann wins (Ann 1, Bob -1)." in answer
    assert session.do("code").startswith("PG1-bluff-")
    assert "3. t1: Turn a die that shows 1 over" in session.do("log")
    assert session.do("2x5").startswith("The game is over")


NOTHING_OF_YOURS = "There is no move to take back."
"""The same whether the other side has made secret moves or not."""


def test_a_secret_choice_can_be_taken_back_until_the_screen_is_handed_over(bluff: Game) -> None:
    session = Session.new(bluff, seed=1)
    session.do("keep")
    assert session.covered
    assert session.do("undo").startswith("Taken back.\nIt is the turn of Ann")
    session.do("ready")
    assert session.record.ply == 2
    session.do("keep")
    session.do("ready")
    assert session.do("undo") == NOTHING_OF_YOURS


def test_a_bid_that_was_made_aloud_cannot_be_taken_back(bluff: Game) -> None:
    session = Session.new(bluff, seed=1)
    for line in ("keep", "ready", "keep", "ready", "1x1"):
        session.do(line)
    assert session.covered
    assert "With hidden information" in session.do("undo")
    assert session.record.moves[-1] == "1x1"


def test_one_seat_at_its_own_screen_sees_only_its_own_choices(bluff: Game) -> None:
    session = Session.new(bluff, seed=1, seat=1)
    assert session.viewer == 1
    assert session.do("moves") == "It is the turn of Ann."
    assert session.do("keep") == "It is the turn of Ann."
    assert session.do("why keep") == "It is the turn of Ann."
    session.play("keep")
    assert not session.covered
    assert session.do("moves").startswith("1. Keep the dice")
    with pytest.raises(IllegalMove, match=NOTHING_OF_YOURS):
        session.undo()


def test_a_view_tells_the_same_whatever_the_other_side_holds(bluff: Game) -> None:
    """Two games that differ only in what is hidden give the same answer to every command."""
    lines = ["look", "mine", "moves", "odds", "why 1x1", "why t1", "t2", "last", "more", "log",
             "code", "undo", "comment x", "help", "9"]  # fmt: skip
    answers = []
    for hidden in ("r11", "r24"):
        record = Record.start(bluff, {"dice": 2, "faces": 4}, seed=5)
        for move in (hidden, "r34", "keep"):
            record.play(move)
        answers.append([Session(record, seat=1).do(line) for line in lines])
    assert answers[0] == answers[1]


@given(lines=st.lists(st.sampled_from(
    ["1", "2", "keep", "undo", "redo", "ready", "2x2", "liar", "new", "new yes", "log", "moves",
     "comment hm", "more", "last", "odds", "why liar", "code", "look", "/help", "save", "load",
     "paste", "rules 1"]) | st.text(max_size=8), max_size=25))  # fmt: skip
@FIXTURE_ONCE
def test_a_session_answers_whatever_is_typed(bluff: Game, lines: list[str]) -> None:
    lines = [line for line in lines if not line.strip().casefold().startswith("save ")]
    session = Session.new(bluff, {"dice": 2, "faces": 3}, seed=3)
    for line in lines:
        assert isinstance(session.do(line), str)
        assert Record.from_json(session.record.to_text()) == session.record


# --- options from text -------------------------------------------------------------------------

FORCE = Option(
    "enemies",
    "Enemies",
    (Choice("normal", "Normal"), Choice("random", "Any")),
    integers=(131, 168),
    pick=2,
    pick_from=(Choice("boar", "Boar Class"), Choice("bison", "Bison Class")),
)
COUNT = Option("players", "Players", (Choice(1, "one"), Choice(2, "two")))
GUNS = Option("guns", "Guns", (Choice(False, "without"), Choice(True, "with")))
SCHEMA = (FORCE, COUNT, GUNS)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("enemies=normal", {"enemies": "normal"}),
        ("enemies = Random", {"enemies": "random"}),
        ("enemies=any", {"enemies": "random"}),
        ("enemies=140", {"enemies": 140}),
        ("enemies=boar,bison", {"enemies": ["boar", "bison"]}),
        ("enemies=Bison Class, Boar", {"enemies": ["bison", "boar"]}),
        ("players=2", {"players": 2}),
        ("guns=yes", {"guns": True}),
        ("guns=False", {"guns": False}),
        ("guns=with", {"guns": True}),
    ],
)
def test_an_option_is_read(text: str, options: dict[str, object]) -> None:
    found = setting_up.read_options(SCHEMA, [text])
    assert found == options
    assert [*map(type, found.values())] == [*map(type, options.values())]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["enemies"], "write key=value, the key being one of: enemies, players, guns"),
        (["enemy=normal"], "unknown option 'enemy'; did you mean 'enemies'"),
        (["enemies=130"], "130 is not from 131 to 168"),
        (["enemies=boar,boar"], "listed twice"),
        (["enemies=boar,rhino"], "unknown entry 'rhino'"),
        (["players=three"], "expected 1 or 2"),
        (["players=" + "9" * 5000], "expected 1 or 2"),
        (["guns=maybe"], "expected False or True"),
        (["players=1", "players=2"], "given twice"),
    ],
)
def test_a_bad_option_is_refused_in_words(texts: Sequence[str], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        setting_up.read_options(SCHEMA, texts)


def asked(game: Game, *answers: str) -> tuple[dict[str, object], list[str]]:
    """Return the options that a dialogue with these answers gives, and all that it said."""
    said: list[str] = []
    left = list(answers)

    def ask(prompt: str) -> str:
        said.append(prompt)
        return left.pop(0)

    options = setting_up.ask_options(game, ask, said.append)
    assert not left
    return options, said


def test_the_dialogue_takes_enter_for_the_default_and_asks_again(bluff: Game) -> None:
    options, said = asked(bluff, "", "nine", "4")
    assert options == {"dice": 1, "faces": 4}
    assert "  1: one die" in said
    assert any("nine" in line and "expected" in line for line in said)
    options, said = asked(bluff, "2", "6", "2", "5")
    assert options == {"dice": 2, "faces": 5}
    assert any("at most 5 faces. Once more" in line for line in said)


def test_the_dialogue_offers_presets(bluff: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    presets = (Preset("First game", {"dice": 1}), Preset("Long", {"dice": 2, "faces": 5}, "hard"))
    monkeypatch.setattr(type(bluff), "presets", presets)
    assert asked(bluff, "")[0] == {"dice": 1}
    options, said = asked(bluff, "7", "2")
    assert options == {"dice": 2, "faces": 5}
    assert said[:3] == ["1. First game", "2. Long: hard", "3. Choose every option"]
    assert asked(bluff, "3", "", "")[0] == {"dice": 1, "faces": 6}


# --- the terminal ------------------------------------------------------------------------------

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run ``python -m pocketlib`` with arguments, typing the given lines."""

    def run(*arguments: str, typed: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pocketlib", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment | changes,
            cwd=tmp_path,
            timeout=60,
        )

    return run


WHOLE_GAME = "keep\nready\nkeep\nready\n2x6\nready\nliar\ncode\nquit\n"


def test_a_whole_game_at_the_terminal(run: Run, tmp_path: Path) -> None:
    done = run("play", "bluff", "--seed", "3", typed=WHOLE_GAME)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Result: " in done.stdout
    code = next(line for line in done.stdout.splitlines() if "PG1-" in line)
    assert code.strip("> ").startswith("PG1-bluff-")
    saved = tmp_path / "data" / "pocket-games" / "bluff.json"
    assert f"saved after every move, in {saved}" in done.stdout
    assert '"seed": 3' in saved.read_text()
    again = run("play", "bluff", "--seed", "3", "--save", "other.json", typed=WHOLE_GAME)
    assert code in again.stdout
    assert (tmp_path / "other.json").exists()


def test_the_end_of_input_loses_nothing_and_resume_goes_on(run: Run) -> None:
    first = run("play", "bluff", "--seed", "3", typed="keep\nready\nkeep\nready\n2x6\n")
    assert first.returncode == 0
    assert "Nothing is lost" in first.stdout
    second = run("play", "bluff", "--resume", typed="ready\nlast\nliar\n")
    assert "Ann: 2x6." in second.stdout
    assert "Result: " in second.stdout
    third = run("play", "bluff", typed="quit\n")
    assert "is now in" in third.stdout
    assert "bluff-previous.json" in third.stdout


def test_a_game_killed_in_the_middle_is_resumed(
    environment: dict[str, str], tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "game.json"
    child = subprocess.Popen(
        [sys.executable, "-m", "pocketlib", "play", "bluff", "--seed", "9", "--save", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    for line in ("keep", "ready", "keep", "ready", "1x6"):
        child.stdin.write(line + "\n")
        child.stdin.flush()
    while "turn of Bob" not in child.stdout.readline() or len(Record.load(
        path, find=lambda _: __import__("bluff").GAME).moves) < 5:  # fmt: skip
        pass
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    done = run("play", "--load", str(path), typed="look\nready\nliar\nlook\nquit\n")
    before, _, after = done.stdout.partition("Ann: 1x6.")
    assert "Bob has" not in before
    assert "Bob has" in after
    assert "Result: " in done.stdout


def test_ctrl_c_loses_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    child = subprocess.Popen(
        [sys.executable, "-m", "pocketlib", "play", "bluff", "--seed", "9", "--save", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
        text=True, cwd=tmp_path,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("keep\n")
    child.stdin.flush()
    while "Hand the screen over" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130
    assert f'play --load "{path}"' in out
    assert err == ""


@pytest.mark.parametrize(
    ("given", "argv", "which", "typed"),
    [
        ("python3 start.py play", "x/__main__.py", None, "python3 start.py play"),
        ("", "/env/bin/pocket-games", None, "pocket-games play"),
        ("", "pocket-games.exe", None, "pocket-games play"),
        ("", "x/__main__.py", "/usr/bin/python3", "python3 -m pocketlib play"),
        ("", "x/__main__.py", "/other/python3", "/usr/bin/python3 -m pocketlib play"),
    ],
)
def test_the_hint_to_go_on_is_what_this_person_types(
    monkeypatch: pytest.MonkeyPatch, given: str, argv: str, which: str | None, typed: str
) -> None:
    monkeypatch.setenv(terminal.COMMAND, given)
    monkeypatch.setattr(sys, "argv", [argv])
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    monkeypatch.setattr(terminal.shutil, "which", lambda _: which)
    assert terminal.this_command() == typed


def test_a_python_without_any_game_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pocketlib.registry._points", tuple)
    for argv in (["play", "nosuch"], ["play"], ["games"]):
        pocketlib.__main__.main(argv)
        out, err = capsys.readouterr()
        assert "No game is installed in this Python" in out + err
        assert "python start.py play landship" in out + err


def test_companion_mode_at_the_terminal(run: Run, bluff: Game, tmp_path: Path) -> None:
    typed = "3\n1\nready\nr9\nr2\nkeep\n"
    done = run("play", "bluff", "--companion", typed=typed)
    assert done.returncode == 0
    assert "Type what your dice or cards show, for example: r1" in done.stdout
    assert "'r9' is no move" in done.stdout
    folder = tmp_path / "data" / "pocket-games"
    Record.start("bluff").save(folder / "start.json")
    loaded = run("play", "--load", str(folder / "start.json"))
    assert "Type what your dice or cards show" in loaded.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "blufff"], "There is no game 'blufff'; did you mean 'bluff'?"),
        (["play"], "Say which game: "),
        (["play", "bluff", "--option", "dice=9"], "option dice: '9' is not possible"),
        (["play", "bluff", "--option", "dice=2", "--option", "faces=6"], "at most 5 faces"),
        (["play", "bluff", "--option", "dic=1"], "did you mean 'dice'"),
        (["play", "bluff", "--seed", "-4"], "A seed is a whole number"),
        (["play", "bluff", "--resume", "--seed", "7"], "leave --seed away, or --resume"),
        (["play", "bluff", "--resume", "--option", "dice=2"], "leave --option away"),
        (["play", "bluff", "--load", "x.json", "--set", "x.toml"], "leave --set away, or --load"),
        (["play", "bluff", "--load", "x.json", "--resume"], "leave --resume away, or --load"),
        (["play", "bluff", "--load", "none.json"], "none.json: the file can't be read"),
        (["play", "bluff", "--load", "."], "this is a folder"),
        (["play", "bluff", "--set", "none.toml"], "none.toml: the set can't be read"),
        (["play", "bluff", "--set", "."], "the set can't be read: is a directory"),
        (["play", "bluff", "--save", "."], "is a folder"),
        (["check", "blufff"], "did you mean 'bluff'?"),
    ],
)
def test_a_fault_of_the_command_line_is_one_sentence(
    run: Run, arguments: list[str], words: str
) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_broken_game_is_refused_with_where_an_earlier_one_is(run: Run, tmp_path: Path) -> None:
    for seed in ("1", "2"):
        run("play", "bluff", "--seed", seed, typed="keep\n")
    saved = tmp_path / "data" / "pocket-games" / "bluff.json"
    saved.write_text("garbage")
    done = run("play", "bluff", "--resume")
    earlier = saved.with_name("bluff-previous.json")
    assert f"An earlier game is in {earlier}." in done.stderr
    saved.unlink()
    done = run("play", "bluff", "--resume", typed="quit\n")
    assert f"a new one begins. An earlier game is in {earlier}." in done.stdout


def test_unknown_arguments_are_explained_by_usage(run: Run) -> None:
    for arguments in (["fly"], ["play", "bluff", "--seed", "x"]):
        done = run(*arguments)
        assert done.returncode == 2
        assert "usage: pocket-games" in done.stderr
        assert "Traceback" not in done.stderr


def test_games_lists_also_a_package_that_is_broken(run: Run, toy_path: list[str]) -> None:
    done = run("games")
    assert "bluff: Bluff, 2 seats. Two cups of dice and a lie." in done.stdout
    points = Path(toy_path[0]) / "toy_bluff-1.dist-info" / "entry_points.txt"
    before = points.read_text()
    points.write_text(before + "wreck = no_such_module:GAME\n")
    try:
        done = run("games")
        assert "wreck: The game 'wreck' can't be loaded: ModuleNotFoundError" in done.stdout
        assert "bluff: Bluff" in done.stdout
        done = run("play", "wreck")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "can't be loaded" in done.stderr
    finally:
        points.write_text(before)


def test_the_options_of_a_game_are_listed(run: Run) -> None:
    done = run("play", "bluff", "--options")
    assert done.stdout.splitlines() == [
        "dice: Dice for each seat. 1 (one die); 2 (two dice)",
        "faces: Faces of a die. 6 (six); 4 (four); or a whole number from 2 to 6",
    ]


def test_the_cards_are_written_into_a_file_and_read_again(run: Run, tmp_path: Path) -> None:
    done = run("play", "landship", "--write-set", "mine.toml")
    assert "--set mine.toml" in done.stdout
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    again = run("play", "landship", "--write-set", "mine.toml")
    assert "mine.toml: the set can't be written: file exists" in again.stderr
    played = run("play", "landship", "--set", "mine.toml", "--save", "g.json", typed="quit\n")
    assert '"My own set' not in played.stderr
    assert Record.load(tmp_path / "g.json").set == text
    (tmp_path / "mine.toml").write_text(text.replace('b = "bison"', "b = bison"))
    for more in ([], ["--options"]):
        bad = run("play", "landship", "--set", "mine.toml", *more)
        assert "mine.toml: set: not valid TOML: Invalid value (at line 17, column 5)" in bad.stderr
    assert "no card sets of one's own" in run("play", "bluff", "--write-set", "x.toml").stderr
    assert not (tmp_path / "x.toml").exists()


def test_a_terminal_that_knows_only_ascii_can_play(run: Run) -> None:
    done = run("play", "bluff", "--seed", "3", typed="k\u00e9\u20ac\nkeep\nquit\n",
               PYTHONIOENCODING="ascii", LC_ALL="C")  # fmt: skip
    assert done.returncode == 0
    assert "is no move" in done.stdout
    assert "Hand the screen over" in done.stdout


def test_a_reader_that_goes_away_is_no_fault(environment: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m pocketlib play bluff --seed 3 --save g.json | head -n 1",
        shell=True, input="help\n" * 2000, capture_output=True, text=True, env=environment,
        cwd=tmp_path, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "Bluff" in done.stdout


def test_check_says_how_much_was_checked(run: Run) -> None:
    done = run("check", "bluff", "--games", "5")
    assert done.returncode == 0
    assert "bluff: the contract is kept. 5 games" in done.stdout


def test_what_is_said_holds_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say("a\x1b[2Jb\x07\ttab\nline\u202e")
    assert capsys.readouterr().out == "a[2Jb\ttab\nline\n"


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert terminal.autosave_path("walk") == tmp_path / "data" / "pocket-games" / "walk.json"
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    monkeypatch.chdir(tmp_path)
    assert terminal.autosave_path("walk") == tmp_path / "walk.json"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folders.data_folder() == Path.home() / ".local" / "share"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert folders.data_folder().parts[-2:] == ("Library", "Application Support")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", r"C:\data")
    assert str(folders.data_folder()) == r"C:\data"


def test_a_person_at_a_terminal_is_asked_whether_to_go_on(
    bluff: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)

    def typed(*lines: str) -> str:
        left = list(lines)

        def answer(prompt: str) -> str:
            print(prompt)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr(terminal, "_ask", answer)
        assert pocketlib.__main__.main(["play", "bluff"]) == 0
        return capsys.readouterr().out

    out = typed("", "4", "keep")  # one die, four faces
    assert "Press Enter for 1: " in out
    saved = Record.load(tmp_path / "pocket-games" / "bluff.json")
    assert saved.options == {"dice": 1, "faces": 4}
    assert saved.ply == 3
    # how many moves there were could tell what the other side has done unseen
    out = typed("banana", "", "ready", "keep")
    assert "A game of Bluff is saved.\n" in out
    assert "'banana' is no answer to this.\nPress Enter to go on with it, or type new: " in out
    assert Record.load(tmp_path / "pocket-games" / "bluff.json").ply == 4
    typed("new", "2", "5")
    assert Record.load(tmp_path / "pocket-games" / "bluff-previous.json").ply == 4
    assert Record.load(tmp_path / "pocket-games" / "bluff.json").options["dice"] == 2
    (tmp_path / "pocket-games" / "bluff.json").write_text("{broken")
    out = typed("", "")
    assert "bluff.json: This is no saved game, or a damaged one." in out
    earlier = tmp_path / "pocket-games" / "bluff-previous.json"
    assert f"An earlier game is in {earlier}. To go on with that one, type: " in out
    assert f'play --load "{earlier}"' in out
    assert (tmp_path / "pocket-games" / "bluff-previous-2.json").read_text() == "{broken"
    assert Record.load(tmp_path / "pocket-games" / "bluff-previous.json").ply == 4


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("2 4", "3 dice are thrown; you have typed 2: 2, 4."),
        ("24", "3 dice are thrown; you have typed 2: 2, 4."),
        ("1 1 1 1", "3 dice are thrown; you have typed 4: 1, 1, 1, 1."),
        ("2 4 9", "No die shows 9: dice are 1 to 6."),
    ],
)
def test_dice_that_cant_be_are_told_in_words(typed: str, why: str) -> None:
    state = LANDSHIP.new(layout="listed", first="player")
    with pytest.raises(BadNotation) as caught:
        understand(state, typed)
    assert str(caught.value) == why
    assert understand(state, "6 2 4") == "roll 2 4 6"
