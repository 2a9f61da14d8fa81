"""Checks of the form for positions set up by hand, of games that have one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pocketlib.contract import BadDump, Game, Problem
from pocketlib.record import Record
from pocketlib.testing.verdict import broken


def check_form(game: Game) -> None:
    """Check the fields of the form, and that its defaults are a position."""
    fields = game.position_fields()
    if not fields:
        return
    ids = [field.id for field in fields]
    if len(ids) != len({*ids}):
        raise broken(game.id, f"the fields of a position are {ids}", "all different")
    for field in fields:
        if not field.title.strip() or not field.group.strip():
            raise broken(game.id, f"field {field.id} has no title or group", "words for a form")
        if problem := field.problem(field.default):
            raise broken(game.id, f"the default of a field is refused: {problem}", "a legal value")
    try:
        state = game.position({})
    except BadDump as bad:
        raise broken(game.id, f"the form's defaults are refused: {bad}", "a position") from None
    if game.load(state.dump()) != state:
        raise broken(game.id, "a position of the form loads to another one", "the same")
    for values in ({"no such field": 1}, {fields[0].id: object()}):
        _must_refuse(game, values)


def _must_refuse(game: Game, values: Mapping[str, Any]) -> None:
    try:
        game.position(values)
    except BadDump:
        return
    raise broken(game.id, f"position({values!r}) is accepted", "BadDump")


def check_values(record: Record) -> None:
    """Check that a position's values fit the form, and that faults name their fields."""
    game, own_set = record.game, record.set
    if not game.position_fields(set=own_set):
        return
    values = game.position_values(record.state)
    fields = {field.id: field for field in game.position_fields(values, set=own_set)}
    for id, value in values.items():
        if id in fields and (problem := fields[id].problem(value)):
            raise broken(record, f"position_values() does not fit: {problem}", "legal values")
    try:
        game.position(values, set=own_set)
    except BadDump as bad:
        for told in bad.problems:
            key = told.key if isinstance(told, Problem) else None
            if key is not None and key not in fields:
                raise broken(record, f"the problem {told!r} names {key!r}", "a field") from None
