"""How a broken contract is reported: what, where, what was expected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pocketlib import plain_json
from pocketlib.authoring import raised
from pocketlib.contract import BadDump
from pocketlib.record import Record

MOVES_TOLD: Final = 60
"""A report tells at most so many moves, the last ones."""


class ContractBroken(AssertionError):
    """A game does not keep the contract; the message says what, where and what was expected."""


def broken(where: Record | str, what: str, expected: str) -> ContractBroken:
    """Return the error for ``where``: a game up to the fault, or a few words."""
    if isinstance(where, Record):
        moves = ", ".join(where.moves[-MOVES_TOLD:]) or "none"
        if where.ply > MOVES_TOLD:
            moves = f"({where.ply - MOVES_TOLD} before these) {moves}"
        where = f"{where.game.id} {where.options}, phase {where.state.phase}, moves: {moves}"
    return ContractBroken(f"{what}. Expected: {expected}. Where: {where}.")


def failed(where: Record | str, error: Exception) -> ContractBroken:
    """Return the error for a game that raised ``error``, which nothing expected."""
    return broken(where, f"{raised(error)} was raised", "no error")


def plain_text(data: Any, where: Record | str, name: str) -> str:
    """Return ``data`` as JSON text in one order, which tells True from 1; it must be plain."""
    try:
        plain_json.check(data)
    except BadDump as bad:
        raise broken(where, f"{name} is no plain JSON data: {bad}", "dicts, lists, texts, ints, "
                     "bools and None only") from None  # fmt: skip
    return json.dumps(data, sort_keys=True)


def must_equal(where: Record | str, what: str, found: object, expected: object) -> None:
    """Raise ContractBroken unless ``found`` equals ``expected``."""
    if found != expected:
        raise broken(where, f"{what} is {_short(found)}", _short(expected))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 600 else text[:600] + "..."


def first_difference(found: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    """Return the first key on which two dumps differ, with both values."""
    for key in {**expected, **found}:
        if json.dumps(found.get(key)) != json.dumps(expected.get(key)):
            return f"{key!r}: {found.get(key)!r} instead of {expected.get(key)!r}"
    return "the order of keys"
