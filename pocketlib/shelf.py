"""Tables of numbers that took long to work out, kept in files until they are no longer true.

A file is a line of JSON (what the numbers are for, their shape, a checksum) and then the numbers
as they lie in memory, 8 bytes each, little-endian: nothing in it is ever run. Whatever is not
exactly as expected is left alone and worked out again, without a word: a file is only ever a
short cut. It is replaced in one step, so that nobody reads half of one.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import sha256
from math import prod
from pathlib import Path
from stat import S_ISREG
from tempfile import mkstemp
from typing import TYPE_CHECKING, Final

from pocketlib.folders import cache_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_HEAD: Final = 1024
"""The first line of a file is not longer (bytes)."""
_NUMBER: Final = "<f8"


def digest(text: str) -> str:
    """Return what stands for ``text`` in keys."""
    return sha256(text.encode("utf-8")).hexdigest()


def path_of(key: str) -> Path:
    """Return the file for ``key``, a digest of everything that the numbers depend on."""
    return cache_folder() / f"{key[:32]}.table"


def fetch(key: str, shape: tuple[int, ...]) -> NDArray[np.float64] | None:
    """Return the numbers kept for ``key``; None if there are none, or not quite these."""
    import numpy as np  # slow to import, and needed for tables only

    body = _body(key, shape)
    if body is None:
        return None
    return np.frombuffer(body, _NUMBER).reshape(shape).astype(np.float64)


def _body(key: str, shape: tuple[int, ...]) -> bytes | None:
    size = 8 * prod(shape)
    try:
        path = path_of(key)
        kind = path.stat()  # before it is opened: a pipe would never end
        if not S_ISREG(kind.st_mode) or not size < kind.st_size <= size + _HEAD:
            return None
        with path.open("rb") as file:
            head, body = file.readline(_HEAD), file.read(size + 1)
    except (OSError, RuntimeError):
        return None
    return body if len(body) == size and head == _head(key, shape, body) else None


def keep(key: str, numbers: NDArray[np.float64]) -> Path | None:
    """Keep the numbers for ``key``; return the file, None if nothing can be written there."""
    body = numbers.astype(_NUMBER).tobytes()
    draft = None
    try:
        path = path_of(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = mkstemp(dir=path.parent, prefix=path.stem)
        with os.fdopen(handle, "wb") as file:
            file.write(_head(key, numbers.shape, body))
            file.write(body)
        os.replace(draft, path)
    except (OSError, RuntimeError):  # a full or locked disk; RuntimeError: no home is known
        if draft is not None:
            with contextlib.suppress(OSError):
                os.unlink(draft)
        return None
    return path


def _head(key: str, shape: tuple[int, ...], body: bytes) -> bytes:
    head = {"key": key, "shape": list(shape), "sha256": sha256(body).hexdigest()}
    return json.dumps(head).encode("ascii") + b"\n"
