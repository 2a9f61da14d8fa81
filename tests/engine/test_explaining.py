"""What is printed on a card is explained, sign by sign, with the rules behind it."""

from __future__ import annotations

import pytest

import pocketlib
from pocketlib.games.landship.content import ENEMY_ACTIONS, HOUSE, NARROW_ACTIONS, OWN_CARDS, PLACES
from pocketlib.text import Session

GAME = pocketlib.game("landship")


def test_every_sign_of_every_enemy_card_is_explained() -> None:
    seen = set()
    for seed in range(40):
        state = Session.new(GAME, {"enemies": "random", "first": "player"}, seed=seed).state
        for place in PLACES:
            lines = state.explain(place)
            assert len(lines) == 6
            for die, line in enumerate(lines, 1):
                assert line.startswith(f"{die}: ")
                assert line.rules and set(line.rules) <= GAME.rules.keys()
                seen.update(line[3:].partition(" means ")[0].split(" or "))
    printed = {ENEMY_ACTIONS[word] for face in HOUSE.faces.values() for word in face.actions}
    assert seen == {*printed, *NARROW_ACTIONS.values()}


@pytest.mark.parametrize("weapon", ["cannon", "corvette"])
@pytest.mark.parametrize("support", ["sponsons", "troops"])
def test_every_line_of_an_own_card_is_explained(weapon: str, support: str) -> None:
    state = Session.new(GAME, {"weapon": weapon, "support": support}, seed=1).state
    for id in ("hull", weapon, support):
        lines = state.explain(id)
        assert [line[3:-1] for line in lines] == [a.title for a in OWN_CARDS[id].actions]
        assert all(line.rules and set(line.rules) <= GAME.rules.keys() for line in lines)


def test_what_is_no_card_has_nothing_to_explain() -> None:
    state = Session.new(GAME, seed=1).state
    assert state.explain("roll") == state.explain("corvette") == ()
    assert Session.new("mission_command", seed=1).state.explain("a1") == ()
