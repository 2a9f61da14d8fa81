"""Pocket Landship in words: what a turn is summed up to, and the rules that are named for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from landship_help import GAME, PARADE, board, hand, play, start
from test_golden import LANDSHIP, golden

from pocketlib import CHANCE, State
from pocketlib.contract import Sentence
from pocketlib.reading import Ambiguous, understand


def told(state: State, kind: str) -> Sentence:
    """Return the sentence about the first event of a kind."""
    return next(
        sentence
        for event, sentence in zip(state.events(), state.story(), strict=True)
        if event[0] == kind
    )


# --- the summary -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (
            play(start(), "roll 1 3 6"),
            "The enemy's dice 1, 3 and 6: 2 damage to the Landship Hull (4 left), 1 to the "
            "Forward Cannon (3 left) and 1 to the Sponsons (2 left).",
        ),
        (
            play(start(), "roll 2 4 4"),
            "The enemy's dice 2, 4 and 4: 3 damage to the Landship Hull (3 left); Badger goes to "
            "back centre; Infantry Squad comes up to front centre.",
        ),
        (
            play(board("boar:4 badger:2 lightart / badgerb minefield infantry"), "roll 5 5 5"),
            "The enemy's dice 5, 5 and 5: Boar goes to back left and regains 1; Badger B comes up "
            "to front left; Light Artillery goes to back right; Infantry Squad comes up to front "
            "right.",
        ),
        (
            play(start("lightart boar badger / badgerb infantry minefield"), "roll 3 3 3"),
            "The enemy's dice 3, 3 and 3: 1 damage to the Forward Cannon (3 left); Chaos, you roll "
            "one die fewer next time; Light Artillery deploys to front centre.",
        ),
        (
            play(start("boar badger lightart / badgerb infantry minefield"), "roll 4 6 6"),
            "The enemy's dice 4, 6 and 6: 1 damage to the Sponsons (2 left); Badger deploys to "
            "front left.",
        ),
        (
            play(board("bison boar badger / - lightart -"), "roll 4 4 5"),
            "The enemy's dice 4, 4 and 5: Chaos, you roll one die fewer next time.",
        ),
        (
            play(board("bison boar badger / - lightart -"), "roll 4 4 4"),
            "The enemy's dice 4, 4 and 4: Chaos, you roll one die fewer next time; Badger goes to "
            "back right; Light Artillery comes up to front right.",
        ),
        (
            play(board("bison boar badger / - lightart -"), "roll 5 5 5"),
            "The enemy's dice 5, 5 and 5: Boar goes to back centre; Light Artillery comes up to "
            "front centre.",
        ),
        (
            play(board("minefield boar badger / - lightart -"), "roll 2 4 5"),
            "The enemy's dice 2, 4 and 5: Mine Field is used (1 of 2).",
        ),
        (
            play(board("minefield:1 boar badger / badgerb lightart -"), "roll 2 4 5"),
            "The enemy's dice 2, 4 and 5: Mine Field is used up; Badger B comes up to front left.",
        ),
        (
            play(board("badger - boar / - - -"), "roll 5 5"),
            "The enemy's dice 5 and 5: nothing happens.",
        ),
        (
            play(board("boar - - / - - -", strengths=(1, 1, 0)), "roll 1"),
            "The enemy's die 1: 1 damage to the Landship Hull (destroyed); the landship is lost, "
            "the enemy has won.",
        ),
        (
            play(start("medart ambush infantry / boar badger badgerb"), "roll 4 6 6"),
            "The enemy's dice 4, 6 and 6: 3 damage to the Sponsons (destroyed); the Final Battle "
            "begins, nobody can repair any more; Ambush is used up; Badger comes up to front "
            "centre.",
        ),
        (
            play(board("boar badger lightart / badgerb infantry -", hunker=True), "roll 1 3 6"),
            "The enemy's dice 1, 3 and 6: 1 damage to the Forward Cannon (3 left) and 1 to the "
            "Sponsons (2 left); no damage to the Landship Hull (covered).",
        ),
        (
            play(board(PARADE, "repair", (3, 4, 1)), "repair hull sponsons"),
            "1 repaired on the Landship Hull (now 4) and 1 on the Sponsons (now 2).",
        ),
        (play(hand(PARADE, "6 5 1"), "use hull fr"), "Light Artillery loses 1 (2 left)."),
        (
            play(hand("boar badger lightart:1 / badgerb infantry -", "6 5 1"), "use hull fr"),
            "Light Artillery loses 1 and is out of the game. Infantry Squad comes up to front "
            "right.",
        ),
        (
            play(hand(PARADE, "3 5 6", support="troops"), "use troops fr"),
            "1 damage to the Shock Troops (2 left). Light Artillery loses 2 (1 left).",
        ),
        (
            play(hand(PARADE, "3 3 5", weapon="corvette"), "use corvette fl fr"),
            "Light Artillery and Boar change places.",
        ),
        (play(hand(PARADE, "1 5 1"), "use hull"), "The hull is covered in the next enemy turn."),
        (play(hand(PARADE, "5 5 1"), "use hull"), "You roll one die more next turn."),
        (play(hand(PARADE, "2 1 1"), "use hull cannon+"),
            "The die on the Forward Cannon is now 2."),
        (
            play(hand("- - infantry:1 / - - -", "6 5 -", (2, 1, 0)), "use hull fr"),
            "Infantry Squad loses 1 and is out of the game. All six enemies are gone, you have "
            "won.",
        ),
    ],
)  # fmt: skip
def test_a_turn_is_summed_up(state: State, text: str) -> None:
    assert state.summary() == text


def test_down_to_two_is_summed_up() -> None:
    state = play(hand("boar infantry:1 badger / - - -", "6 5 1"), "use hull fc")
    assert state.summary() == "Infantry Squad loses 1 and is out of the game."
    state = play(hand("infantry:1 boar badger / - - -", "6 5 1"), "use hull fl")
    assert "Boar moves to front left." in state.summary()


def test_two_chaos_are_told_as_one() -> None:
    state = play(board("bison boar:2 badger / - lightart -"), "roll 3 3 4")
    assert "Chaos" in state.summary() and "one die fewer" in state.summary()
    loud = play(board("boar bison badger / - lightart -"), "roll 3 4 5")
    assert "Chaos, you roll 2 dice fewer next time" in loud.summary()


def test_a_summary_is_there_whenever_something_has_happened() -> None:
    for outcome in start().chances():
        state = start().after(outcome)
        moved = [event for event in state.events() if event[0] not in ("act", "none")]
        assert ("nothing happens" in state.summary()) == (not moved)


@pytest.mark.parametrize(
    "log",
    [
        ["hit ambush 1"],
        ["gone boar"],
        ["mend boar 1"],
        ["retreat boar bl"],
        ["swap fl fc"],
        ["act fl boar 1", "swap fc fr", "spent ambush"],
        ["set hull 3"],
        ["blocked hull", "lost hull", "chaos"],
    ],
)
def test_a_log_that_cannot_be_is_put_in_words_all_the_same(log: list[str]) -> None:
    dump = start().dump()
    state = GAME.load({**dump, "log": log})
    assert state.summary().strip()
    assert all(sentence.strip() for sentence in state.story())


# --- the rule that applied ---------------------------------------------------------------------


@pytest.mark.rule("LS-40", "LS-62", "LS-R17")
@pytest.mark.parametrize(
    ("enemies", "roll", "changes", "rules"),
    [
        # Without Shock Troops, or with troops that cover themselves alone, the hull hunkers down.
        (PARADE, "roll 1 3 6", {"hunker": True}, ["LS-40"]),
        (PARADE, "roll 1 5 5", {"hunker": True, "support": "troops", "trenches": "self"},
         ["LS-40"]),
        # The weapon was hurt, so nobody was in the trenches.
        (PARADE, "roll 1 3 5", {"hunker": True, "support": "troops"}, ["LS-40"]),
        # The weapon was covered, too: that is the trenches.
        (PARADE, "roll 1 3 5", {"trench": True, "support": "troops"}, ["LS-62", "LS-62"]),
        (PARADE, "roll 4 6 6", {"trench": True, "support": "troops", "trenches": "self"},
         ["LS-62"]),
        # The hull alone, with troops alive: nothing on the table tells which it was.
        (PARADE, "roll 1 5 5", {"trench": True, "support": "troops"}, ["LS-40 LS-62"]),
        (PARADE, "roll 1 5 5", {"hunker": True, "support": "troops"}, ["LS-40 LS-62"]),
        (PARADE, "roll 1 5 5", {"hunker": True, "support": "troops", "strengths": (6, 4, 0)},
         ["LS-40"]),
    ],
)  # fmt: skip
def test_a_cover_is_told_with_the_rule_that_applied(
    enemies: str, roll: str, changes: dict[str, object], rules: list[str]
) -> None:
    state = play(board(enemies, **changes), roll)
    story = zip(state.events(), state.story(), strict=True)
    assert [" ".join(s.rules) for event, s in story if event[0] == "blocked"] == rules


@pytest.mark.rule("LS-41", "LS-54")
@pytest.mark.parametrize(
    ("dice", "moves", "rules"),
    [
        ("2 4 3", ["use hull cannon+"], ("LS-41",)),
        ("2 4 3", ["use hull sponsons+"], ("LS-41",)),
        ("3 4 6", ["use sponsons cannon", "reroll 3"], ("LS-54",)),
        ("2 4 6", ["use sponsons hull", "reroll 4"], ("LS-54",)),
        ("2 4 6", ["use sponsons cannon", "reroll 3"], ("LS-54",)),
        ("2 4 6", ["use hull cannon-"], ("LS-41",)),
        ("2 5 5", ["use hull sponsons+", "use sponsons cannon", "reroll 3"], ("LS-41", "LS-54")),
        ("1 4 6", ["use hull", "use sponsons cannon", "reroll 3"], ("LS-54",)),
        ("2 5 5", ["use hull sponsons-"], ("LS-41",)),
    ],
)
def test_a_changed_die_is_told_with_the_rule_that_applied(
    dice: str, moves: list[str], rules: tuple[str, ...]
) -> None:
    assert told(play(hand(PARADE, dice), *moves), "set").rules == rules


@pytest.mark.rule("LS-41", "LS-54")
def test_the_rule_of_a_changed_die_when_that_ended_the_turn() -> None:
    enemies = "boar bison badger / - lightart -"
    over = play(hand(enemies, "3 5 6"), "use sponsons hull", "reroll 3")
    assert over.phase == "enemy"
    assert told(over, "set").rules == ("LS-54",)
    turned = play(hand(enemies, "2 4 -", (6, 4, 0)), "use hull cannon+")
    assert turned.phase == "enemy"
    assert told(turned, "set").rules == ("LS-41",)
    troops = play(hand(enemies, "2 4 -", support="troops"), "use hull cannon+")
    assert troops.phase == "enemy"
    assert told(troops, "set").rules == ("LS-41",)
    either = play(hand(enemies, "2 4 -"), "use hull cannon+")
    assert told(either, "set").rules == ("LS-41", "LS-54")  # nothing on the table tells


@pytest.mark.rule("LS-R17", "LS-62")
def test_the_trenches_cover_in_words_what_they_cover_in_play() -> None:
    for trenches, who in (("all", "our cards"), ("self", "he Shock Troops")):
        state = hand(PARADE, "3 5 2", support="troops", trenches=trenches)
        use = next(move for move in state.moves() if move == "use troops")
        assert f"no damage to {'y' if trenches == 'all' else 't'}{who} in" in state.say(use)
        dug = state.after(use)
        assert f"{who} are covered in the next enemy turn." in dug.summary()
        assert f"{who} are covered in the next enemy turn." in told(dug, "trench")
        assert f"{who} are covered in the next enemy turn." in dug.words("look")


# --- why not now -------------------------------------------------------------------------------

REPAIR = board(PARADE, "repair", (3, 4, 1))
ROLL = board(PARADE, "roll")
PLACE = play(ROLL, "roll 2 3 6")
ACT = hand(PARADE, "2 4 6")
REROLL = play(ACT, "use sponsons hull")
FINAL = board("boar - badger / - - -", "roll", (3, 4, 0))


@pytest.mark.parametrize(
    ("state", "move", "rule", "words"),
    [
        (GAME.new(), "roll 1 2 3", "LS-9", "Which card is dealt to front left?"),
        (GAME.new(enemies="random"), "deal boar", "LS-8", "Which enemies?"),
        (start(first="dice"), "use hull", "LS-13", "who starts"),
        (start(), "place 1 2 3", "LS-15", "The enemy rolls"),
        (start(), "repair hull", "LS-15", "The enemy rolls"),
        (start(), "end", "LS-15", "The enemy rolls"),
        (REPAIR, "use hull", "LS-37", "Emergency Repair, or roll?"),
        (REPAIR, "place 1 2 3", "LS-37", "Emergency Repair, or roll?"),
        (ROLL, "use hull", "LS-32", "You roll."),
        (ROLL, "repair hull", "LS-37", "decided before rolling"),
        (PLACE, "use hull", "LS-33", "Which die on which card?"),
        (PLACE, "end", "LS-33", "Which die on which card?"),
        (PLACE, "repair hull", "LS-37", "decided before rolling"),
        (ACT, "place 2 4 6", "LS-34", "Which card acts?"),
        (ACT, "roll 1 2 3", "LS-34", "Which card acts?"),
        (ACT, "repair hull", "LS-37", "decided before rolling"),
        (REROLL, "use hull", "LS-54", "One die is rolled again."),
        (FINAL, "repair hull", "LS-70", "In the Final Battle nothing can be repaired"),
    ],
)
@pytest.mark.rule("LS-34", "LS-37", "LS-70")
def test_a_move_of_another_phase_is_refused_by_the_rule_of_this_one(
    state: State, move: str, rule: str, words: str
) -> None:
    why = state.why_not(move)
    assert why is not None
    assert why.rules == (rule,)
    assert words.casefold() in why.casefold()


# --- moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["1 1 1", "2 2 2", "3 3 3", "4 4 4", "5 5 5", "6 6 6"])
@pytest.mark.parametrize("weapon", ["cannon", "corvette"])
@pytest.mark.parametrize("support", ["sponsons", "troops"])
def test_every_use_says_what_it_does(dice: str, weapon: str, support: str) -> None:
    state = hand(PARADE, dice, (3, 2, 1), weapon=weapon, support=support)
    uses = [] if state.to_move in (CHANCE, None) else [m for m in state.moves() if m != "end"]
    said = [state.say(move) for move in uses]
    assert len(set(said)) == len(uses)
    for sentence in said:
        name, _, deed = sentence.partition(": ")
        assert name.count(", ") == 1
        assert len(deed) > 5 and deed.endswith(".")
        assert sentence.rules


@pytest.mark.parametrize("path", LANDSHIP, ids=lambda path: path.stem)
def test_every_move_is_understood_by_what_it_is_called(path: Path) -> None:
    """Its sentence means the move; only names that begin another name ask which is meant."""
    record = golden.record_of(golden.read(path))
    for state in record.states[::5]:
        for move in state.options_now():
            assert understand(state, f" {move.upper().replace(' ', ',  ')} ") == move
            try:
                assert understand(state, state.say(move)) == move
            except Ambiguous as ambiguous:
                assert move in ambiguous.candidates
                assert move.startswith(("deal badger", "pick"))
