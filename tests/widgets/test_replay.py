"""Replay: positions one after the other, with what led to each and the rules behind it."""

from __future__ import annotations

import base64
from html import unescape

import pytest

from pocketlib import BadOptions, IllegalMove, UnknownGame, game
from pocketwidgets import Replay

POSITION = {
    "turn": 3,
    "sides": [
        {"tanks": [{"at": "d5", "strength": 6}]},
        {"tanks": [{"at": "d8", "strength": 4}, {"at": "h12", "strength": 1}]},
    ],
}
MOVES = "done, mv d5  d7,\n end, attack d7 d8, rrb, rrr, rrb"


def battle(**more) -> Replay:
    return Replay("mission_command", MOVES, title="Six against four", position=POSITION, **more)


def test_the_moves_lead_from_position_to_position():
    replay = battle(at=3)
    assert replay.record.ply == 7
    assert (replay.at, replay.record.moves[1]) == (3, "mv d5 d7")
    replay.buttons["Forward"].click()
    assert replay._status.say == (
        "4 of 7: Green's piece on d7 attacks d8. Green's tank A shows its strength: 6. "
        "Tan's tank A shows its strength: 4."
    )
    replay.buttons["Last"].click()
    assert replay.at == 7
    replay.buttons["Back"].click()
    assert replay.at == 6
    replay.buttons["First"].click()
    assert replay.at == 0
    assert replay._status.say.startswith("0 of 7: Tan: where will the enemy stop?")


def test_it_stops_at_both_ends():
    replay = battle()
    assert [name for name, one in replay.buttons.items() if one.disabled] == ["First", "Back"]
    replay.go(-3)
    assert replay.at == 0
    replay.go(99)
    assert replay.at == 7
    assert [name for name, one in replay.buttons.items() if one.disabled] == ["Forward", "Last"]


def test_a_roll_is_told_with_what_it_did_and_both_their_rules():
    replay = battle()
    told = replay.told(5)
    assert told == "2 red and 1 blue: 2 hits. Tan's tank A loses 2 chips."
    before = replay.record.at(4)
    said = before.say(replay.record.moves[4]).rules
    assert told.rules == (*said, *replay.record.at(5).summary().rules)
    assert said


def test_the_rules_are_the_games_own_words():
    replay = battle(at=4)
    for id in replay.told(4).rules:
        assert id in replay._rules.value
        assert game("mission_command").rules[id].text in unescape(replay._rules.value)


def test_the_picture_shows_both_sides():
    replay = battle(at=4)
    for width in (768, 360):
        words = replay.scene(width).description
        assert "Green's tank A on d7: strength 6" in words
        assert "Tan's tank A on d8: strength 4" in words
    assert replay._picture.value.count("<svg") == 2


def test_a_reader_without_a_kernel_has_the_picture_and_all_steps_in_words():
    replay = battle(at=5)
    data, metadata = replay._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"].startswith("Mission Command Land, turn 3. ")
    lines = data["text/plain"].splitlines()
    assert lines[0] == "Six against four"
    assert [line.partition(".")[0] for line in lines[1:8]] == list("1234567")
    assert lines[3] == "3. End the movement. [MC-20, MC-25]"
    rules = game("mission_command").rules
    for line in lines[8:]:
        id, _, text = line.partition(": ")
        assert text == rules[id].text
    assert "view" in "".join(data)
    assert replay.picture().words == data["text/plain"]


def test_any_game_can_be_gone_through(bluff):
    for one in (game("landship"), bluff):  # the second has no board of its own
        start = one.new()
        outcome = start.options_now()[0]
        replay = Replay(one, outcome, at=1)
        assert replay.record.state == start.after(outcome)
        assert replay.told(1).startswith(str(start.say(outcome)))
        assert replay._picture.value.count("<svg") == 2


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        (("no_such_game", "done"), {}, UnknownGame),
        (("mission_command", "end"), {"position": POSITION}, IllegalMove),
        (("mission_command", "done, mv d5 d4"), {"position": POSITION}, IllegalMove),
        (("mission_command", "form picket"), {"army": "navy"}, BadOptions),
    ],
)
def test_what_is_no_game_is_refused(arguments, options, error):
    with pytest.raises(error):
        Replay(*arguments, **options)
