"""Pocket Landship in plain English: moves, what happened, why not, the table."""

from pocketlib.games.landship.words.describing import explain, position, question
from pocketlib.games.landship.words.grouping import grouped
from pocketlib.games.landship.words.refusing import refusal
from pocketlib.games.landship.words.saying import say
from pocketlib.games.landship.words.summing_up import summary
from pocketlib.games.landship.words.telling import story

__all__ = ["explain", "grouped", "position", "question", "refusal", "say", "story", "summary"]
