"""Dataclasses whose fields give a key, a dump as plain data, and a strict reader of dumps.

States of a game can be such classes (see the contract, which stands on this).

A field holds an int, a text, a bool, None, or a tuple of these; its annotation says which, and a
``Literal`` or a union narrows it. A field with ``compare=False`` holds what is told about the last
move and nothing that the future depends on: it is in neither key nor dump.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

_PLAIN = (int, str, bool, NoneType)


class Misfit(ValueError):
    """Data do not fit the fields: the text says how, ``key`` names the entry at fault."""

    def __init__(self, text: str, key: str) -> None:
        super().__init__(text)
        self.key = key


def values_of(thing: Any) -> dict[str, Any]:
    """Return the fields by name, in order. Raises TypeError if ``thing`` is no dataclass."""
    return {name: getattr(thing, name) for name in names(thing.__class__)}


def plain_of(thing: Any) -> dict[str, Any]:
    """Return the fields as plain data, tuples as lists. Raises TypeError as ``values_of``."""
    return {name: _plain(value) for name, value in values_of(thing).items()}


def read(kind: type, plain: Mapping[str, Any], also: Sequence[str] = ()) -> dict[str, Any]:
    """Return the values for the fields of ``kind`` from what ``plain_of`` gave.

    The entries must be exactly those of the fields and the names in ``also``, which are not
    looked at. Raises Misfit.
    """
    wanted = (*also, *names(kind))
    for name in wanted:
        if name not in plain:
            raise Misfit("missing", name)
    for name in plain:
        if name not in wanted:
            raise Misfit("unknown entry", name)
    return {name: _read(plain[name], hint, name) for name, hint in _hints(kind).items()}


def check(thing: Any) -> None:
    """Raise Misfit if a field holds something else than its annotation says."""
    for name, hint in _hints(thing.__class__).items():
        _read(getattr(thing, name), hint, name, tuple)


@cache
def names(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields that key and dump are made of. Raises TypeError."""
    if not dataclasses.is_dataclass(kind):
        raise TypeError(
            f"the class {kind.__name__} has no key() and dump() of its own, and it is no dataclass "
            "whose fields could be those: write @dataclass(frozen=True) above the class that "
            "declares the fields, or define both"
        )
    return tuple(field.name for field in dataclasses.fields(kind) if field.compare)


def must_have(kind: Any, wanted: Iterable[str]) -> None:
    """Raise TypeError that says why, if one of the ``wanted`` names is no field of ``kind``."""
    fields = [field.name for field in dataclasses.fields(kind)]
    for name in wanted:
        if name not in fields:
            # names without an annotation are overlooked by dataclasses
            why = f": it has no annotation, as in {name}: int = 0" if hasattr(kind, name) else ""
            raise TypeError(f"{name} is no field of {kind.__name__}{why}") from None


def bad_fields(kind: type) -> list[str]:
    """Return what can't be dumped and loaded again among the fields, as sentences."""
    try:
        hints = _hints(kind)
    except NameError as unknown:
        return [f"an annotation can't be read: {unknown}"]
    return [
        f"{name} is declared as {_named(hint)}; expected: int, str, bool, None, Literal, or tuples "
        "and unions of these"
        for name, hint in hints.items()
        if not _is_plain(hint)
    ]


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names(kind)}


def _is_plain(hint: Any) -> bool:
    if hint in _PLAIN or get_origin(hint) is Literal:
        return True
    inner = [part for part in get_args(hint) if part is not Ellipsis]
    return get_origin(hint) in (tuple, Union, UnionType) and all(map(_is_plain, inner))


def _plain(value: object) -> object:
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def _read(value: object, hint: Any, name: str, row: type = list) -> object:
    try:
        return _fitting(value, hint, row)
    except TypeError as misfit:
        raise Misfit(str(misfit), name) from None


def _fitting(value: object, hint: Any, row: type) -> object:
    """Return ``value``, whose tuples come as ``row``, with tuples. Raises TypeError."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _PLAIN and type(value) is hint:
        return value
    if origin is Literal:
        for known in inner:
            if type(known) is type(value) and known == value:
                return value
    if origin in (Union, UnionType):
        for one in inner:
            try:
                return _fitting(value, one, row)
            except TypeError:
                continue
    if origin is tuple and isinstance(value, row):
        values = cast("Sequence[object]", value)
        hints = [inner[0]] * len(values) if inner[1:] == (Ellipsis,) else inner
        if len(hints) == len(values):
            return tuple(_fitting(one, h, row) for one, h in zip(values, hints, strict=True))
    raise TypeError(f"expected {_named(hint)}")


def _named(hint: Any) -> str:
    named = isinstance(hint, type) and not get_args(hint)
    text: str = hint.__name__ if named else str(hint).replace("typing.", "")
    return text.replace("NoneType", "None")
