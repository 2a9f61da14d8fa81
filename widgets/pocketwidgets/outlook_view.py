"""Pieces of HTML for the odds: the chance to win after every move, and why a number comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from pocketlib import winning
from pocketlib.chance import percent
from pocketlib.contract import Move, State
from pocketlib.odds import Explained
from pocketlib.winning import Outlook
from pocketwidgets import markup
from pocketwidgets.charts.chart import LABEL, NUMBER, Column, html_table, words_of
from pocketwidgets.paint import clean

_COLUMNS: Final = {
    winning.EXACT: "exactly",
    winning.WITHIN: "more closely",
    winning.ESTIMATE: "95 % interval",
}
"""What stands over the column that tells more than the percentage, by how sure it is."""


def sentence(state: State, outlook: Outlook, move: Move | None) -> str:
    """Return the chance to win after ``move`` (None: from here) as a sentence."""
    worth = outlook.worth if move is None else outlook.moves[move]
    after = "" if move is None else f" after: {str(state.say(move)).rstrip('.')}"
    return f"Chance to win{after}: {worth.told}."


def winning_table(state: State, outlook: Outlook) -> str:
    """Return the chances of all moves, the best marked, with best play and how sure it is."""
    best = outlook.best_moves
    sure = outlook.kind != winning.ESTIMATE
    # where most moves may be the best, marks would say nothing
    marked = best if len(best) < len(outlook.moves) else ()
    rows = [
        (str(state.say(move)), worth.percent, worth.closer, _mark(move in marked, sure))
        for move, worth in outlook.moves.items()
    ]
    columns = (
        Column("move", LABEL),
        Column("chance to win", NUMBER),
        Column(_COLUMNS[outlook.kind], NUMBER),
        Column("", LABEL),
    )
    caption = f"Chance to win, {outlook.kind}"
    table = f'<div class="pk-table">{html_table(caption, columns, rows)}</div>' if rows else ""
    line = f'<p class="pk-help">{clean(outlook.line_told(state))}</p>' if outlook.line else ""
    return table + line + markup.note(outlook.how)


def _mark(best: bool, sure: bool) -> str:
    if not best:
        return ""
    return "best" if sure else "perhaps the best"


def why(
    throw: State, brought: Mapping[Any, Explained], shown: Callable[[object], str] = words_of
) -> str:
    """Return a fold for each value: how many of all rolls bring it about, and which."""
    folds = "".join(
        f"<details><summary>{clean(shown(value))}: {clean(_counted(explained))}</summary>"
        f"<p>{clean(_listed(throw, explained))}</p></details>"
        for value, explained in brought.items()
    )
    return f'<div class="pk-why">{folds}</div>'


def _counted(explained: Explained) -> str:
    """Count as in "91 of 216 equally likely outcomes"; parts of outcomes are said as a chance."""
    if all(p == 1 for _, _, p in explained.favourable):
        ways = sum(ways for _, ways, _ in explained.favourable)
        share = percent(explained.probability)
        return f"{ways} of {explained.total} equally likely outcomes ({share})"
    return f"{explained.probability} ({percent(explained.probability)})"


def _listed(throw: State, explained: Explained) -> str:
    """List the outcomes in notation, without the word that all of them begin with."""
    first = {str(move).partition(" ")[0] for move in throw.chances()}
    parts = []
    for move, ways, p in explained.favourable:
        rest = str(move).partition(" ")[2]
        name = rest if rest and len(first) == 1 else str(move)
        counted = "1 way" if ways == 1 else f"{ways} ways"
        then = "" if p == 1 else f", then {Fraction(p)}"
        parts.append(f"{name} ({counted}{then})")
    return "; ".join(parts)
