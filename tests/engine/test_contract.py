"""Every game keeps the contract, and the suite notices games that do not."""

from __future__ import annotations

import dataclasses
import pickle
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

import pocketlib
from pocketlib import CHANCE, Game, IllegalMove, Move, Sentence, State
from pocketlib.contract import Choice, Conflict, Option, check_options
from pocketlib.testing import ContractBroken, check, perft

GAMES = [id for id in pocketlib.catalogue() if id != "bluff"]


@pytest.mark.parametrize("id", GAMES)
def test_every_game_of_the_catalogue_keeps_the_contract(id: str) -> None:
    game = pocketlib.game(id)
    # with secrets each position is compared with others that a seat can't tell from it
    report = check(game, games=12 if game.hidden else 30)
    assert report.positions > 100


def test_the_toy_game_keeps_the_contract(bluff: Game) -> None:
    report = check(bluff, games=60)
    assert report.starts >= 8
    assert report.positions > 400
    assert report.merged > 50  # else the futures of equal keys were never compared
    assert report.refused > 5000


def test_the_same_seed_checks_the_same_games(bluff: Game) -> None:
    assert check(bluff, games=5, seed=3) == check(bluff, games=5, seed=3)
    assert check(bluff, games=5, seed=3) != check(bluff, games=5, seed=4)


def test_perft_counts_leaves_whose_probabilities_sum_to_one(bluff: Game) -> None:
    start = bluff.new(dice=1, faces=2)
    assert perft(start, 0) == (1, 1)
    assert perft(start, 2) == (4, 1)
    # keep, or turn the one die that one has: 2 choices a seat
    assert perft(start, 4) == (16, Fraction(1))
    # 2 dice with 2 faces: the first bid is one of 4
    assert perft(start, 5) == (64, Fraction(1))


def test_perft_counts_lines_that_end_early(bluff: Game) -> None:
    state = bluff.new(dice=1, faces=2)
    for move in ("r1", "r1", "keep", "keep", "2x2"):
        state = state.after(move)
    assert state.moves() == ("liar",)
    assert perft(state, 1) == perft(state, 5) == (1, 1)


# --- games that break it -----------------------------------------------------------------------

Patch = Callable[[pytest.MonkeyPatch], None]
MUTANTS: dict[str, tuple[Patch, str]] = {}


def mutant(expected: str) -> Callable[[Patch], Patch]:
    """Note a way to break the toy game, with words that the report must have."""

    def note(patch: Patch) -> Patch:
        MUTANTS[patch.__name__] = patch, expected
        return patch

    return note


@mutant("sorted by their texts")
def unsorted_moves(patch: pytest.MonkeyPatch) -> None:
    import bluff

    moves = bluff.Bid.moves
    patch.setattr(bluff.Bid, "moves", lambda self: moves(self)[::-1])


@mutant("no twins")
def a_move_twice(patch: pytest.MonkeyPatch) -> None:
    import bluff

    moves = bluff.Bid.moves
    patch.setattr(bluff.Bid, "moves", lambda self: (moves(self)[0], *moves(self)))


@mutant("a Chance")
def chances_that_are_a_dict(patch: pytest.MonkeyPatch) -> None:
    import bluff

    chances = bluff.Roll.chances
    patch.setattr(bluff.Roll, "chances", lambda self: dict(chances(self).items()))


@mutant("untouched parent")
def a_parent_that_changes(patch: pytest.MonkeyPatch) -> None:
    import bluff

    then = bluff.Bid.then

    def changing(self: State, move: Move) -> State:
        after = then(self, move)
        object.__setattr__(self, "bid", after.bid)
        return after

    patch.setattr(bluff.Bid, "then", changing)


@mutant("has changed since")
def an_ancestor_that_changes(patch: pytest.MonkeyPatch) -> None:
    import bluff

    born: list[State] = []
    then, new = bluff.Bid.then, bluff.BluffGame.new

    def noting(self: Game, *, set: str | None = None, **options: object) -> State:
        born.append(new(self, set=set, **options))
        return born[-1]

    def changing(self: State, move: Move) -> State:
        object.__setattr__(born[-1], "bid", (9, 9))
        return then(self, move)

    patch.setattr(bluff.BluffGame, "new", noting)
    patch.setattr(bluff.Bid, "then", changing)


@mutant("has the future")
def a_key_without_the_bid(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(
        bluff.Bluff, "key", lambda self: (self.phase, self.hands, self.turn, self.faces, self.dice)
    )


@mutant("something to be hidden")
def an_observation_of_all_dice(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "observe", lambda self, seat=None: self.dump())


@mutant("can't tell the positions apart, words(")
def words_about_the_other_cup(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "words", lambda self, topic, seat=None: str(self.dump()["hands"]))


@mutant("events()")
def events_that_tell_a_secret(patch: pytest.MonkeyPatch) -> None:
    import bluff

    then = bluff.Secret.then

    def telling(self: State, move: Move) -> State:
        after = then(self, move)
        return dataclasses.replace(after, heard=((None, ("Bob", sum(after.hands[1]))),))

    patch.setattr(bluff.Secret, "then", telling)


@mutant("moves()")
def moves_that_depend_on_the_other_cup(patch: pytest.MonkeyPatch) -> None:
    import bluff

    def moves(self: State) -> tuple[Move, ...]:
        dice = {*self.dice_of(0), *self.dice_of(1)}
        return (Move("keep"), *(Move(f"t{value}") for value in sorted(dice)))

    def then(self: State, move: Move) -> State:
        return self.into(bluff.Bid if self.turn else bluff.Secret, turn=1 - self.turn)

    patch.setattr(bluff.Secret, "moves", moves)
    patch.setattr(bluff.Secret, "then", then)


@mutant("looks different")
def a_guess_against_what_was_seen(patch: pytest.MonkeyPatch) -> None:
    import bluff

    guess = bluff.BluffGame.guess

    def careless(self: Game, seen: dict, history: list, rng: random.Random) -> State:
        return guess(self, {**seen, "hands": [h and "hidden" for h in seen["hands"]]}, [], rng)

    patch.setattr(bluff.BluffGame, "guess", careless)


@mutant("repaired")
def a_load_that_repairs(patch: pytest.MonkeyPatch) -> None:
    import bluff

    load = bluff.BluffGame.load

    def lenient(self: Game, dump: dict, *, set: str | None = None) -> State:
        return load(self, {k: v for k, v in dump.items() if k != "no such key"} if dump else dump)

    patch.setattr(bluff.BluffGame, "load", lenient)


@mutant("BadDump")
def a_load_that_trusts(patch: pytest.MonkeyPatch) -> None:
    import bluff

    def trusting(self: Game, dump: dict, *, set: str | None = None) -> State:
        values = {k: v for k, v in dump.items() if k not in ("game", "phase")}
        values |= {"hands": tuple(h and tuple(h) for h in dump["hands"]), "bid": (*dump["bid"],)}
        return {kind.phase: kind for kind in self.states}[dump["phase"]](**values)

    patch.setattr(bluff.BluffGame, "load", trusting)


@mutant("a fresh dump each time")
def a_dump_that_shares_a_list(patch: pytest.MonkeyPatch) -> None:
    import bluff

    dump, shared = bluff.Bluff.dump, {}

    def sharing(self: State) -> dict:
        hands = shared.setdefault(id(self), dump(self)["hands"])
        shared[id(self), "alive"] = self
        return {**dump(self), "hands": hands}

    patch.setattr(bluff.Bluff, "dump", sharing)


@mutant("ids that are in game.rules")
def a_rule_that_does_not_exist(patch: pytest.MonkeyPatch) -> None:
    import bluff

    say = bluff.Bluff.say
    patch.setattr(bluff.Bluff, "say", lambda self, move: Sentence(say(self, move), ["BL-99"]))


@mutant("is empty")
def a_silent_question(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "question", lambda self, seat=None: Sentence(""))


@mutant("all that is possible now, each once")
def a_move_under_no_heading(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "grouped", lambda self: (("Now", self.options_now()[1:]),))


@mutant('a plain text, as "Round 4"')
def a_round_that_is_a_number(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "when", lambda self: 4)


@mutant("from -1 to 1 for each seat")
def a_result_beyond_the_utilities(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Over, "result", property(lambda self: (5, -5)))


@mutant("a sum of 0")
def two_winners(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Over, "result", property(lambda self: (1, 1)))


@mutant("the result of a running game")
def a_result_before_the_end(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bid, "result", property(lambda self: (0, 0)), raising=False)


@mutant("was accepted")
def a_sloppy_parser(patch: pytest.MonkeyPatch) -> None:
    import bluff

    parse = bluff.Bluff.parse
    patch.setattr(bluff.Bluff, "parse", lambda self, text: parse(self, text.strip().lower()))


@mutant("BadNotation or IllegalMove")
def a_bare_error_for_an_illegal_move(patch: pytest.MonkeyPatch) -> None:
    import bluff

    moves = bluff.Bid.moves
    patch.setattr(bluff.Bid, "after", lambda self, move: self.then(
        {m: m for m in moves(self)}[move]))  # fmt: skip


@mutant("the key after the text")
def dice_from_elsewhere(patch: pytest.MonkeyPatch) -> None:
    import bluff

    then = bluff.Roll.then

    def loaded_dice(self: State, move: Move) -> State:
        return then(self, random.choice(self.chances().outcomes))

    patch.setattr(bluff.Roll, "then", loaded_dice)


@mutant("can't start")
def an_option_that_cannot_start(patch: pytest.MonkeyPatch) -> None:
    import bluff

    new = bluff.BluffGame.new

    def refusing(self: Game, *, set: str | None = None, **options: object) -> State:
        if options.get("faces") == 4:
            raise pocketlib.BadOptions("no four faces")
        return new(self, set=set, **options)

    patch.setattr(bluff.BluffGame, "new", refusing)


@mutant("the options")
def an_option_that_is_never_checked(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.BluffGame, "new", lambda self, *, set=None, **o: bluff.Roll(2, 4))


@mutant("was accepted")
def an_own_set_that_is_ignored(patch: pytest.MonkeyPatch) -> None:
    import bluff

    new = bluff.BluffGame.new
    patch.setattr(bluff.BluffGame, "new", lambda self, *, set=None, **options: new(self, **options))


@mutant("option faces has no effect")
def an_option_that_changes_nothing(patch: pytest.MonkeyPatch) -> None:
    import bluff

    start = bluff.BluffGame.start
    # a conflict would be an effect
    patch.setattr(bluff.BluffGame, "conflicts", ())
    patch.setattr(bluff.BluffGame, "start", lambda self, **o: start(self, **{**o, "faces": 4}))


@mutant("impossible() refuses a position that the game itself comes to: 'No high bids.'")
def a_true_position_called_impossible(patch: pytest.MonkeyPatch) -> None:
    import bluff

    impossible = bluff.Bluff.impossible

    def narrow(self: State) -> str | None:
        return "No high bids." if self.bid[0] > 1 else impossible(self)

    patch.setattr(bluff.Bluff, "impossible", narrow)


@mutant("load() refuses a position that the game itself comes to: no bids")
def a_load_that_refuses_a_true_position(patch: pytest.MonkeyPatch) -> None:
    import bluff

    load = bluff.BluffGame.load

    def strict(self: Game, dump: dict, *, set: str | None = None) -> State:
        if isinstance(dump, dict) and dump.get("phase") == "bid":
            raise pocketlib.BadDump("no bids")
        return load(self, dump, set=set)

    patch.setattr(bluff.BluffGame, "load", strict)


@mutant("makes a position that load() refuses: A die shows a face that it doesn't have.")
def a_guess_that_is_no_position(patch: pytest.MonkeyPatch) -> None:
    import bluff

    guess = bluff.BluffGame.guess

    def odd(self: Game, seen: dict, history: list, rng: random.Random) -> State:
        hands = [hand and [9] * seen["dice"] for hand in seen["hands"]]
        return guess(self, {**seen, "hands": hands}, [], rng)

    patch.setattr(bluff.BluffGame, "guess", odd)


@mutant("class BluffGame has a guess(), as if something were hidden; expected: hidden = True")
def a_hidden_game_that_does_not_say_so(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.BluffGame, "hidden", False)


@mutant("observe(1) differs from observe(), as if something were hidden")
def an_observation_that_hides_in_an_open_game(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.BluffGame, "hidden", False)
    patch.setattr(bluff.BluffGame, "guess", Game.guess)


@mutant("by its own move 'liar', and could take the move back: it sees 'hands': ")
def a_call_that_could_be_taken_back(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bluff, "shows", lambda self, seat: False)


@mutant("at most 6")
def a_game_longer_than_declared(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.BluffGame, "longest", 6)


@mutant("PicklingError")
def a_state_that_cannot_be_pickled(patch: pytest.MonkeyPatch) -> None:
    import bluff

    def refuse(self: State, protocol: int) -> None:
        raise pickle.PicklingError("no")

    patch.setattr(bluff.Bluff, "__reduce_ex__", refuse)


@mutant("IllegalMove: chance is not to move")
def chances_all_the_time(patch: pytest.MonkeyPatch) -> None:
    import bluff

    patch.setattr(bluff.Bid, "chances", lambda self: self.into(bluff.Roll).chances())


@mutant("the beginning of the next one's")
def a_stage_that_tells_something_else(patch: pytest.MonkeyPatch) -> None:
    import bluff

    # the position after itself is no way to it
    patch.setattr(bluff.Bid, "stages", lambda self, move: (self.after(move),))


@mutant("an exact int or Fraction")
def a_measure_with_a_float(patch: pytest.MonkeyPatch) -> None:
    import bluff

    from pocketlib.contract import Measure

    measures = {"bid": Measure("Bid", lambda state: state.bid[0] / 2)}
    patch.setattr(bluff.BluffGame, "measures", measures)


@mutant("the default of dice is refused")
def a_bad_default(patch: pytest.MonkeyPatch) -> None:
    import bluff

    class Odd(Option):
        def problem(self, value: object) -> str | None:
            return "no"

    patch.setattr(bluff.BluffGame, "options", (Odd("dice", "Dice", (Choice(1, "one"),)),))


@pytest.mark.parametrize("name", MUTANTS)
def test_the_suite_notices(name: str, bluff: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, expected = MUTANTS[name]
    patch(monkeypatch)
    with pytest.raises(ContractBroken) as caught:
        check(bluff, games=40)
    assert expected in str(caught.value)
    assert "Where:" in str(caught.value)


def test_the_report_names_the_game_and_its_moves(
    bluff: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_winners(monkeypatch)
    with pytest.raises(ContractBroken, match=r"bluff .*phase over, moves: r\d+, r\d+, .*liar"):
        check(bluff, games=3)


# --- the defaults of the contract --------------------------------------------------------------


def test_the_contract_speaks_for_a_game_without_words(bluff: Game) -> None:
    state = bluff.new()
    assert State.question(state) == "The dice decide."
    assert "phase: roll" in State.words(state, "look")
    assert State.say(state, Move("r1")) == "r1"
    with pytest.raises(IllegalMove, match="Nothing is left to chance"):
        State.chances(state)
    assert state.to_move == CHANCE


def test_stories_are_sentences_with_full_stops(
    bluff: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [Sentence(text).stopped for text in ("", "a", "b.", "c!", "d?")] == [
        "", "a.", "b.", "c!", "d?"
    ]  # fmt: skip
    stopped = Sentence("a", ["BL-1"], "you").stopped
    assert (stopped.rules, stopped.by) == (("BL-1",), "you")
    state = bluff.new(dice=1).after("r3").after("r4")
    monkeypatch.setattr(type(state), "story", State.story)
    assert state.story(1) == ("Bob rolled 4",)
    assert state.summary(1) == "Bob rolled 4."


@pytest.mark.parametrize("id", ["landship", "mission_command"])
def test_a_refused_option_names_its_rule(id: str) -> None:
    game = pocketlib.game(id)
    ruled = 0
    for option in game.options:
        with pytest.raises(pocketlib.BadOptions) as refused:
            game.new(**{option.id: 1.5})
        assert (refused.value.key, refused.value.rule) == (option.id, option.rule)
        ruled += option.rule is not None
    assert ruled > 3


def test_options_that_do_not_go_together_name_their_rule() -> None:
    one_or_two = Option("n", "Number", (Choice(1, "one"), Choice(2, "two")))
    conflict = Conflict(lambda options: options["n"] == 2, "not two", "n", "XX-1")
    assert check_options([one_or_two], [conflict], {}) == {"n": 1}
    with pytest.raises(pocketlib.BadOptions) as refused:
        check_options([one_or_two], [conflict], {"n": 2})
    assert (refused.value.key, refused.value.rule) == ("n", "XX-1")
