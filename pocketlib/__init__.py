"""Exact engines of small tabletop games.

>>> import pocketlib
>>> game = pocketlib.game("landship")
>>> state = game.new(weapon="corvette")
>>> state.phase
'deal'
"""

from pocketlib.chance import Chance
from pocketlib.contract import (
    CHANCE,
    BadDump,
    BadNotation,
    BadOptions,
    BadSet,
    Choice,
    Conflict,
    Dump,
    Event,
    Game,
    IllegalMove,
    Measure,
    Move,
    Option,
    Preset,
    Refusal,
    Rule,
    Sentence,
    State,
)
from pocketlib.registry import UnknownGame, catalogue, game

__all__ = [
    "CHANCE",
    "BadDump",
    "BadNotation",
    "BadOptions",
    "BadSet",
    "Chance",
    "Choice",
    "Conflict",
    "Dump",
    "Event",
    "Game",
    "IllegalMove",
    "Measure",
    "Move",
    "Option",
    "Preset",
    "Refusal",
    "Rule",
    "Sentence",
    "State",
    "UnknownGame",
    "catalogue",
    "game",
]
