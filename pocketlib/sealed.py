"""A saved game put out of sight: what a file holds of a game whose sides hide things.

A running game has to be whole in its file, else it could not go on. So that nobody reads the
other side's secrets by opening the file, they are packed; all packets of ordinary games have one
size. This keeps secrets out of sight, not out of reach: whoever sits at the screen could as well
look at the other side's board.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from pocketlib import plain_json
from pocketlib.contract import BadDump

SIZE: Final = 6 * 1024
"""A packet's size in bytes is a multiple of this."""
_LENGTH: Final = 4
"""Bytes at the front that say how many of those behind it count."""


def seal(data: Mapping[str, Any]) -> str:
    """Return plain JSON data as a packet, a text of letters and digits."""
    packed = zlib.compress(json.dumps(data, ensure_ascii=False).encode("utf-8"), 9)
    whole = len(packed).to_bytes(_LENGTH, "big") + packed
    return base64.b64encode(whole + bytes(-len(whole) % SIZE)).decode("ascii")


def unseal(packet: object, most: int) -> dict[str, Any]:
    """Return the data of a packet; ``most`` bytes of it are read. Raises BadDump."""
    try:
        whole = base64.b64decode(packet if isinstance(packet, str) else "?", validate=True)
        length = int.from_bytes(whole[:_LENGTH], "big")
        reader = zlib.decompressobj()
        text = reader.decompress(whole[_LENGTH : _LENGTH + length], most)
        if not reader.eof:
            raise BadDump("The packed part of the record is not whole.", key="sealed")
        data = plain_json.read(text.decode("utf-8"))
    except (ValueError, zlib.error) as error:
        if isinstance(error, BadDump):
            raise
        raise BadDump("The packed part of the record is damaged.", key="sealed") from None
    if not isinstance(data, dict):
        raise BadDump("The packed part of the record is no JSON object.", key="sealed")
    return data
