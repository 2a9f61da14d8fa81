"""All faces by column: what each enemy card does on the left, in the centre, on the right."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final, NamedTuple

from pocketlib.games.landship.content import ENEMY_ACTIONS
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Column, html_table
from pocketwidgets.lessons.landship.positions import (
    PLACES,
    SHORT,
    alone,
    damage,
    die_at,
    face_of,
)

_WORDS: Final = {**ENEMY_ACTIONS, "none": "nothing"}


class FaceRow(NamedTuple):
    """One card in one column: ways of each action, and damage to the three cards, in 216ths."""

    face: str
    column: str
    ways: dict[str, int]
    hull: int
    weapon: int
    support: int

    @property
    def actions(self) -> str:
        """The actions in words, the likeliest first."""
        return ", ".join(f"{action} {ways}" for action, ways in self.ways.items())


@cache
def face_rows() -> tuple[FaceRow, ...]:
    """Return all rows: the engine throws the dice for each card between two that do nothing."""
    return tuple(_row(face, column) for face in SHORT for _, column in PLACES)


def _row(face: str, column: int) -> FaceRow:
    state = alone(face, column)
    actions = face_of(face).actions
    found: Counter[str] = Counter()
    sums = [0, 0, 0]
    for roll, ways in state.chances().items():
        after = state.after(roll)
        found[_WORDS[actions[die_at(after, column) - 1]]] += ways
        for i, card in enumerate(("hull", "cannon", "sponsons")):
            sums[i] += ways * damage(after, card)
    ordered = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    return FaceRow(face, PLACES[column][0], ordered, *sums)


_COLUMNS: Final = (
    Column("card", LABEL),
    Column("column", LABEL),
    Column("ways of its actions, of 216", LABEL),
    Column("hull", NUMBER),
    Column("weapon", NUMBER),
    Column("support", NUMBER),
    Column("damage in all", FRACTION),
)


class AllFaces:
    """The table of all faces by column, worked out by the engine when it is shown."""

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Return the table's rows as texts."""
        return tuple(
            (
                SHORT[row.face],
                row.column,
                row.actions,
                str(row.hull),
                str(row.weapon),
                str(row.support),
                f"{row.hull + row.weapon + row.support}/216",
            )
            for row in face_rows()
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        caption = "Damage in 216ths; without the extra damage when Infantry spots"
        table = html_table(caption, _COLUMNS, self.rows())
        words = "\n".join("  ".join(row) for row in self.rows())
        return {"text/html": table, "text/plain": f"{caption}\n{words}"}

    def __repr__(self) -> str:
        return "<all faces by column>"
