"""Short codes of games, to copy and paste: ``PG1-landship-ABCDE-FGHIJ-...``.

A code spells bytes in base 32: a checksum over all the rest, the number of moves, a second
checksum over their notation (it notices a game whose rules have changed since), the options (or
the position the game starts from), and one big number in mixed radix: each move is its place
among what was possible.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

from pocketlib import plain_json
from pocketlib.contract import BadDump

PREFIX: Final = "PG1"
TEXT_LIMIT: Final = 400_000
"""Longer texts are refused unread."""
START_LIMIT: Final = 256 * 1024
"""The most that options and set may take once unpacked, in bytes."""
GROUP: Final = 5

_CHECK_BYTES = 5
_MOVES_CHECK_BYTES = 2
_RAW = -zlib.MAX_WBITS  # deflate without header and checksum: the code has its own
_PLAIN_START: Final[Mapping[str, Any]] = {"options": {}, "set": None}
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_UNSEEN = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


def write(
    game: str, start: Mapping[str, Any], places: Sequence[tuple[int, int]], moves: Iterable[str]
) -> str:
    """Return the code of a game.

    ``places`` gives for each move its place and the number of possibilities there; ``start`` has
    the options, the set and maybe a position. Raises BadDump if the start is too large for a code.
    """
    packed = b"" if start == _PLAIN_START else _pack(start)
    number = 0
    for place, possible in reversed(places):
        number = number * possible + place
    rest = (
        _varint(len(places))
        + _digest(moves, _MOVES_CHECK_BYTES)
        + _varint(len(packed))
        + packed
        + number.to_bytes((number.bit_length() + 7) // 8, "little")
    )
    body = base64.b32encode(_checksum(game, rest) + rest).decode("ascii").rstrip("=")
    groups = [body[at : at + GROUP] for at in range(0, len(body), GROUP)]
    return "-".join([PREFIX, game, *groups])


class Code:
    """A code that was read: its game, its start, and its moves one by one."""

    def __init__(self, game: str, rest: bytes) -> None:
        self.game = game
        self.count, rest = _read_varint(rest)
        self._moves_check, rest = rest[:_MOVES_CHECK_BYTES], rest[_MOVES_CHECK_BYTES:]
        size, rest = _read_varint(rest)
        self.start: dict[str, Any] = _unpack(rest[:size]) if size else dict(_PLAIN_START)
        self._number = int.from_bytes(rest[size:], "little")

    def next_place(self, possible: int) -> int:
        """Return the place of the next move among ``possible`` ones."""
        self._number, place = divmod(self._number, possible)
        return place

    def finish(self, moves: Iterable[str]) -> None:
        """Check the moves that were found; raises BadDump if they are not those of the sender."""
        if self._number or _digest(moves, _MOVES_CHECK_BYTES) != self._moves_check:
            raise BadDump(
                "The code was made by a version of the game with other rules; use the saved file.",
                key="code",
            )


def read(text: str) -> Code:
    """Return the code in ``text``; white space, line breaks and case do not matter.

    Raises BadDump for any other difference from what was written.
    """
    if len(text) > TEXT_LIMIT:
        raise BadDump(f"The code is longer than {TEXT_LIMIT} characters.", key="code")
    joined = "".join(text.translate(_DASHES).translate(_UNSEEN).split())
    # re.ASCII: without it, the dotless i and the like are letters from a to z, too
    form = rf"{PREFIX}-([a-z0-9_.]+)-([a-z2-7-]+)"
    head = re.fullmatch(form, joined, re.IGNORECASE | re.ASCII)
    if head is None:
        raise BadDump(
            f"This is no code of a game; one begins with {PREFIX}-, the game's name and a dash, "
            "then has letters and the digits 2 to 7 only.",
            key="code",
        )
    game, body = head[1].lower(), head[2].replace("-", "").upper()
    data = _from_base32(body)
    check, rest = data[:_CHECK_BYTES], data[_CHECK_BYTES:]
    if check != _checksum(game, rest):
        raise BadDump(
            "The checksum of the code is wrong: a character is missing, added or mistyped. "
            "Copy the whole code once more.",
            key="code",
        )
    return Code(game, rest)


def _from_base32(body: str) -> bytes:
    try:
        data = base64.b32decode(body + "=" * (-len(body) % 8))
    except binascii.Error:
        data = b""
    if base64.b32encode(data).decode("ascii").rstrip("=") != body:
        raise BadDump("The code is cut off or mistyped at its end. Copy it once more.", key="code")
    return data


def _checksum(game: str, rest: bytes) -> bytes:
    return blake2b(game.encode("utf-8") + b"\0" + rest, digest_size=_CHECK_BYTES).digest()


def _digest(moves: Iterable[str], size: int) -> bytes:
    return blake2b("\n".join(moves).encode("utf-8"), digest_size=size).digest()


def _varint(number: int) -> bytes:
    """Return ``number`` in bytes of 7 bits, the lowest first; all but the last have bit 8 set."""
    data = bytearray()
    while number >= 0x80:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*data, number))


def _read_varint(data: bytes) -> tuple[int, bytes]:
    number = 0
    for at, byte in enumerate(data[:5]):
        number |= (byte & 0x7F) << 7 * at
        if byte < 0x80:
            return number, data[at + 1 :]
    raise BadDump("The code is cut off.", key="code")


def _pack(start: Mapping[str, Any]) -> bytes:
    """Return options, set and position, deflated; what is missing at the end is left out."""
    entries = [start["options"], start["set"], start.get("position")]
    while entries[-1] is None:
        entries.pop()
    data = json.dumps(entries, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    if len(data) > START_LIMIT:
        raise BadDump(f"Options, set and position take more than {START_LIMIT} bytes.", key="code")
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    return packer.compress(data) + packer.flush()


def _unpack(packed: bytes) -> dict[str, Any]:
    unpacker = zlib.decompressobj(_RAW)
    try:
        text = unpacker.decompress(packed, START_LIMIT).decode("utf-8")
    except (zlib.error, UnicodeDecodeError):
        raise BadDump("The options in the code can't be read.", key="code") from None
    if not unpacker.eof or unpacker.unused_data:
        raise BadDump("The options in the code are too large or cut off.", key="code")
    entries = plain_json.read(text)
    if not isinstance(entries, list) or len(entries) not in (1, 2, 3):
        raise BadDump("The options in the code can't be read.", key="code")
    start = {"options": entries[0], "set": entries[1] if len(entries) > 1 else None}
    return start if len(entries) < 3 else {**start, "position": entries[2]}
