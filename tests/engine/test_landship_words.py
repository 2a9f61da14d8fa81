"""Pocket Landship in words: what a turn is summed up to, and the rules that are named for it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from landship_help import GAME, PARADE, board, hand, play, start
from test_golden import LANDSHIP, golden

from pocketlib import CHANCE, State
from pocketlib.contract import Move, Refusal, Sentence
from pocketlib.games.landship.content import HOUSE, OWN_CARDS
from pocketlib.games.landship.words.telling import EVENT_WORDS
from pocketlib.reading import Ambiguous, understand
from pocketlib.text import Session


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
            "one die fewer next time; Light Artillery deploys to front centre and Boar to front "
            "left.",
        ),
        (
            play(start("boar badger lightart / badgerb infantry minefield"), "roll 4 6 6"),
            "The enemy's dice 4, 6 and 6: 1 damage to the Sponsons (2 left); Badger deploys to "
            "front left and Boar to front centre.",
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
        assert f"{'y' if trenches == 'all' else 't'}{who} are safe in the next" in state.say(use)
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


# --- nothing is left out -----------------------------------------------------------------------

TOLD = {
    "hurt": r"\d (damage )?to the", "hit": "loses", "fix": "repaired on", "lost": "destroyed",
    "swap": "deploys to|change places", "blocked": "no damage to", "set": "is now",
    "chaos": "Chaos",
    "mend": "regains", "retreat": "goes to", "up": "comes up to", "close": "moves to",
    "spent": "is used", "gone": "is out of the game|is used up", "final": "Final Battle",
    "hunker": "hull is covered", "trench": "covered in the next", "adrenaline": "one die more",
    "skip": "passes without dice", "win": "you have won", "loss": "the enemy has won",
}  # fmt: skip
"""Event -> what a summary says of it. Acts and those without effect change nothing on the table."""


def test_summary_and_story_tell_every_event() -> None:
    missing = {*EVENT_WORDS} - {"act", "none"} - {*TOLD}
    assert not missing
    seen: set[str] = set()
    for seed in range(150):
        rng = Random(seed)
        state = GAME.new(
            enemies="random",
            weapon=rng.choice(["cannon", "corvette"]),
            support=rng.choice(["sponsons", "troops"]),
        )
        while state.to_move is not None:
            if state.to_move == CHANCE:
                state = state.after(state.chances().sample(rng))
            elif seed % 2:  # who plays so wins now and then
                state = max(map(state.after, state.moves()), key=lambda s: GAME.value(s, 0))
            else:
                state = state.after(rng.choice(state.moves()))
            summary = str(state.summary())
            assert len(state.story()) == len(state.events())
            for kind, *names in state.events():
                seen.add(str(kind))
                if kind in TOLD:
                    assert re.search(TOLD[str(kind)], summary), (kind, summary)
                    faces = [HOUSE.faces[n].short for n in names if n in HOUSE.faces]
                    assert all(name in summary for name in faces), (kind, summary)
    assert seen >= {*EVENT_WORDS} - {"lost", "skip", "win"}


def test_both_cards_of_a_swap_are_named_where_they_are_then() -> None:
    swaps = 0
    for seed in range(100):
        rng = Random(seed)
        state = GAME.new(enemies="random")
        while state.to_move is not None:
            chance = state.to_move == CHANCE
            state = state.after(
                state.chances().sample(rng) if chance else rng.choice(state.moves())
            )
            summary = str(state.summary())
            assert "the card there" not in summary
            if [event[0] for event in state.events()].count("swap") != 1:
                continue
            if {event[0] for event in state.events()} & {"retreat", "up", "close", "spent"}:
                continue
            swaps += 1
            for place, cell in zip(("left", "centre", "right"), state.dump()["front"], strict=True):
                name = HOUSE.faces[cell[0]].short if cell else "nobody"
                if f"front {place}" in summary:
                    assert re.search(rf"{name} (deploys )?to front {place}", summary), summary
    assert swaps > 30


# --- what people type --------------------------------------------------------------------------


def typed(session: Session, text: str) -> Move:
    return understand(session.state, text, GAME.synonyms)


@pytest.fixture
def session() -> Session:
    enemies = ["boar", "badger", "infantry", "lightart", "bobcat", "minefield"]
    options = {"first": "player", "enemies": enemies, "layout": "listed"}
    found = Session.new(GAME, options, seed=4)
    assert found.state.dump()["rolled"] == [1, 4, 5]
    return found


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("place 1 on hull", ["place 1 4 5", "place 1 5 4"]),
        ("1 on the Landship Hull", ["place 1 4 5", "place 1 5 4"]),
        ("put the 5 onto the weapon", ["place 1 5 4", "place 4 5 1"]),
        ("place 5 on cannon and 1 on the hull", ["place 1 5 4"]),
        ("lay 4 on the sponsons, 5 on the cannon", ["place 1 5 4"]),
        ("four on the support and one on my hull please", ["place 1 5 4"]),
        ("1 on the hull, 4 on the hull", []),
        ("6 on the hull", []),
    ],
)
def test_a_die_is_laid_on_a_card_in_words(session: Session, text: str, moves: list[str]) -> None:
    try:
        found = [typed(session, text)]
    except Ambiguous as several:
        found = [*several.candidates]
    except Refusal:
        found = []
    assert found == moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("shoot the badger", "use cannon fc"),
        ("fire cannon at the badger", "use cannon fc"),
        ("fire the cannon at the boar", "use cannon fl"),
        ("attack the infantry with the sponsons", "use sponsons fr"),
        ("let the weapon hit the infantry", "use cannon fr"),
        ("pass", "end"),
        ("i'm done", "end"),
        ("damage boar", "use cannon fl"),
    ],
)
def test_an_attack_is_understood_as_people_say_it(session: Session, text: str, move: str) -> None:
    session.play("place 1 4 5")
    assert typed(session, text) == move


@pytest.mark.parametrize("verb", ["fire", "shoot", "attack", "damage"])
@pytest.mark.parametrize("support", ["sponsons", "troops"])
def test_to_fire_is_never_to_take_cover(verb: str, support: str) -> None:
    third = 4 if support == "sponsons" else 2  # fire at the centre, or dig trenches
    state = hand(
        "boar badger lightart / badgerb infantry minefield", f"1 3 {third}", support=support
    )
    covers = {"use hull", "use troops"}
    assert covers & {*state.moves()}
    with pytest.raises(Ambiguous) as several:
        understand(state, verb, GAME.synonyms)
    assert not covers & {*several.value.candidates}
    assert all("damage to" in state.say(move) for move in several.value.candidates)


@pytest.mark.parametrize("text", ["don't repair", "don\u2019t repair", "no repair"])
def test_no_is_no(session: Session, text: str) -> None:
    session.play("place 1 4 5")
    with pytest.raises(Refusal):
        typed(session, "don't fire the cannon at the badger")
    session.play("end")
    assert session.state.phase == "repair"
    assert typed(session, text) == "roll"


def test_to_fix_is_to_repair(session: Session) -> None:
    session.play("place 1 4 5")
    assert session.do("end").endswith("Emergency Repair, or roll?")
    with pytest.raises(Ambiguous):
        typed(session, "fix")
    assert typed(session, "fix the hull and the sponsons") == "repair hull sponsons"


def test_numbers_with_a_sign_and_why_with_a_number(session: Session) -> None:
    assert session.do("-1") == "There is no move number -1; they go from 1 to 6."
    assert session.do("why 3").startswith("place 4 1 5 is possible: Lay 4 on the Landship Hull")
    assert session.do("why 9") == "There is no move number 9; they go from 1 to 6."
    assert "in any order" in session.do("help")


def test_rules_are_found_by_the_names_on_the_cards(session: Session) -> None:
    found = session.do("rules pierce")
    assert "LS-46 (Forward Cannon: Pierce): " in found
    assert "LS-47" in found
    for card in OWN_CARDS.values():
        for action in card.actions:
            assert action.rules[0] in session.do(f"rules {action.name}")
    assert "LS-27" in session.do("rules chaos")
    assert {*GAME.rule_names} <= {*GAME.rules}


def test_the_log_says_which_card_did_it(session: Session) -> None:
    session.play("place 1 4 5")
    assert "Forward Cannon: Boar loses 1 (5 left)." in session.do("shoot the boar")
    assert session.told(session.record.ply).by == "you"
    session.do("end")
    assert not str(session.told(session.record.ply)).startswith("Forward Cannon")


def test_the_next_card_is_asked_for_with_its_place() -> None:
    session = Session.new(GAME, companion=True)
    asked = []
    while session.state.phase == "deal":
        asked.append(str(session.question))
        session.play(session.state.options_now()[0])
    assert asked == [
        f"Which card is dealt to {place}?"
        for place in ("front left", "front centre", "front right", "back left", "back centre")
    ]


def test_a_card_whose_name_is_a_topic_too_is_named_beside_it() -> None:
    session = Session.new(GAME, companion=True)
    answer = session.do("mine")
    assert answer.startswith("Landship Hull: 6 of 6.")
    assert answer.endswith(
        "If you mean this: Deal the Mine Field (deal minefield), type: deal minefield"
    )
    assert "If you mean" not in session.do("enemy") + session.do("look")
    session.do("deal minefield")
    assert "If you mean" not in session.do("mine")


# --- what can't be played now is told with what can ---------------------------------------------


def test_what_is_no_move_is_told_with_what_is_asked() -> None:
    session = Session.new(GAME, {"layout": "listed", "first": "enemy"}, seed=7)
    for line in ("fire the cannon at the badger", "why fire", "blubb"):
        answer = session.do(line)
        assert "is not a move here and now" in answer
        assert answer.endswith(str(session.question))


@pytest.mark.parametrize("lines", [[], ["roll"], ["roll", "place 2 3 4"]])
def test_what_is_no_move_is_answered_without_notation(lines: list[str]) -> None:
    session = Session.new(GAME, seed=7)
    for line in lines:
        session.do(line)
    options = session.state.options_now()
    for line in ("blubb", "fire the dragon", "first 1 1 1"):
        answer = session.do(line)
        assert not [move for move in options if " " in move and f"'{move}'" in answer]
        named = [move for move in options if str(session.state.say(move)).rstrip(".") in answer]
        assert len(named) == (2 if len(options) == 2 else 1)


def test_a_repair_of_the_cards_own_is_named_when_the_emergency_repair_is_over() -> None:
    session = Session.new(GAME, {"layout": "listed", "first": "enemy"}, companion=True)
    for line in ("1 3 6", "roll", "4 1 2", "hull 4 cannon 1 sponsons 2"):
        session.do(line)
    answer = session.do("repair hull")
    assert "Emergency Repair is decided before rolling." in answer
    assert "But possible is: Landship Hull, Repair: mend " in answer
    assert "(use hull hull)" in answer and "(use sponsons hull)." in answer


def test_a_die_that_can_do_nothing_is_not_offered_as_unused() -> None:
    session = Session.new(GAME, {"layout": "listed", "first": "enemy"}, companion=True)
    for line in ("1 3 6", "roll", "3 4 2", "hull 3 cannon 4 sponsons 2"):
        session.do(line)
    assert "Stuck in the mud" in session.do("mine")
    assert session.question == "Which card acts? Ready: Forward Cannon 4 and Sponsons 2."


# --- the last point ----------------------------------------------------------------------------

HULL_ALARM = "The Landship Hull is at its last point: one damage more and you have lost."
CANNON_ALARM = "The Forward Cannon is at its last point: one damage more and you have lost."


@pytest.mark.rule("LS-67")
@pytest.mark.parametrize(
    ("strengths", "alarms"),
    [
        ((4, 3, 3), []),
        ((3, 3, 2), [HULL_ALARM]),
        ((4, 2, 2), [CANNON_ALARM]),
        ((3, 2, 3), [HULL_ALARM, CANNON_ALARM]),
        ((2, 2, 3), []),  # the game is over
    ],
)
def test_a_card_that_may_not_be_hurt_again_is_told(strengths: Any, alarms: list[str]) -> None:
    # 2 damage to the hull, 1 to the weapon, 1 to the support
    state = play(board(PARADE, "enemy", strengths), "roll 1 3 6")
    told = state.summary()
    assert [a for a in (HULL_ALARM, CANNON_ALARM) if a in told] == alarms
    assert [a for a in (HULL_ALARM, CANNON_ALARM) if a in state.words("look")] == alarms
    assert told.endswith(alarms[-1] if alarms else ".")
    assert not alarms or "LS-67" in told.rules


@pytest.mark.rule("LS-67")
def test_the_last_point_is_told_when_it_is_news_and_looked_at_always() -> None:
    state = play(board("bison boar badger / - lightart -", "enemy", (1, 3, 1)), "roll 4 4 5")
    assert "last point" not in state.summary()
    assert HULL_ALARM in state.words("look").splitlines()


# --- words between the words of the notation ----------------------------------------------------


@pytest.mark.parametrize("text", ["repair the hull", "Repair my hull, please", "repair hull"])
def test_little_words_in_the_notation_change_nothing(text: str) -> None:
    session = Session.new(GAME, seed=7)
    assert "the Forward Cannon is not damaged" in session.do("repair the cannon")
    assert "the Forward Cannon is not damaged" in session.do("why repair the cannon")
    session.do(text)
    assert session.record.moves[-2] == "repair hull"


def test_yes_and_no_are_no_moves() -> None:
    session = Session.new(GAME, seed=7)
    for text in ("no", "No.", "yes"):
        assert "is not a move here and now" in session.do(text)
    session.do("no repair")
    assert session.record.moves[-2] == "roll"


def test_a_word_that_is_no_card_is_not_taken_for_one() -> None:
    session = Session.new(GAME, seed=7)
    for text in ("repair the dragon", "repair dragon", "use dragon", "use hull and dragon"):
        assert "you have no" not in session.do(text)
    assert "you have no corvette; your cards are hull" in session.do("repair the corvette")


def test_a_target_is_understood_though_another_move_lays_something_on_something() -> None:
    session = Session.new(GAME, seed=7)
    for line in ("roll", "place 2 3 4"):
        session.do(line)
    assert any("the 3 on the Forward Cannon" in session.state.say(m) for m in session.state.moves())
    assert typed(session, "use the cannon on the badger") == "use cannon fc"
