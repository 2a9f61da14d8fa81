"""Plain JSON from untrusted hands: read strictly, measured before it is used."""

from __future__ import annotations

import json
from typing import Any, Final

from pocketlib.contract import BadDump

DEPTH_LIMIT: Final = 16
VALUES_LIMIT: Final = 100_000
INTEGERS: Final = 2**63
"""Whole numbers must be smaller than this, and larger than its negative."""

_INTEGER_DIGITS = len(str(INTEGERS)) + 1


def shown(value: object) -> str:
    """Return ``value`` for an error message, cut short."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def write(data: object) -> str:
    """Return ``data`` as JSON text with a line break at the end."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def same(ours: object, theirs: object) -> bool:
    """Return whether plain data from outside is the same JSON as our own.

    True is not 1, and 1 is not 1.0; a tuple counts as a list. ``theirs`` may be anything.
    """
    if isinstance(ours, dict):
        return (
            isinstance(theirs, dict)
            and ours.keys() == theirs.keys()
            and all(same(value, theirs[key]) for key, value in ours.items())
        )
    if isinstance(ours, list):
        return (
            isinstance(theirs, list | tuple)
            and len(ours) == len(theirs)
            and all(map(same, ours, theirs))
        )
    if isinstance(ours, str):
        return isinstance(theirs, str) and ours == theirs
    return type(ours) is type(theirs) and ours == theirs


def read(text: str) -> Any:
    """Return the data of a JSON text.

    Raises BadDump for text that is not JSON, an entry named twice, fractions, NaN, Infinity,
    numbers too large or nesting too deep.
    """
    try:
        data = json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_int=_small_integer,
            parse_float=_no_fraction,
            parse_constant=_no_fraction,
        )
    except json.JSONDecodeError as error:
        raise BadDump(
            f"This is not JSON: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise BadDump(f"The data is nested more than {DEPTH_LIMIT} deep.") from None
    check(data)
    return data


def check(data: object) -> None:
    """Raise BadDump unless ``data`` is plain JSON without fractions, of bearable size."""
    level, depth, count = [data], 0, 0
    while level:
        depth, count = depth + 1, count + len(level)
        if depth > DEPTH_LIMIT:
            raise BadDump(f"The data is nested more than {DEPTH_LIMIT} deep.")
        if count > VALUES_LIMIT:
            raise BadDump(f"The data holds more than {VALUES_LIMIT} values.")
        level = [inner for value in level for inner in _inside(value)]


def _inside(value: object) -> list[object]:
    """Return what a list or an object holds; [] for a plain value."""
    if value is None or type(value) is bool:
        return []
    if isinstance(value, str):
        return [] if _is_unicode(value) else _refuse("a text that is not valid Unicode")
    if type(value) is int:
        return [] if -INTEGERS < value < INTEGERS else _refuse("a number too large")
    if type(value) is list:
        return list(value)
    if type(value) is dict:
        for key in value:
            if not isinstance(key, str) or not _is_unicode(key):
                _refuse(f"the name {shown(key)}; names are texts")
        return list(value.values())
    return _refuse(f"{shown(value)}, which is not plain JSON data")


def _is_unicode(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def _refuse(what: str) -> list[object]:
    raise BadDump(f"The data holds {what}.")


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twin = next(name for name in names if names.count(name) > 1)
        raise BadDump(f"The entry {shown(twin)} is there twice.", key=twin)
    return data


def _small_integer(digits: str) -> int:
    if len(digits) > _INTEGER_DIGITS:
        raise BadDump(f"The data holds a number of {len(digits)} digits; that is too large.")
    return int(digits)


def _no_fraction(text: str) -> float:
    raise BadDump(f"The data holds {shown(text)}; only whole numbers are expected.")
