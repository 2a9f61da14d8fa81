"""Where programs of this person keep their data and what they can make again, by custom."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

OURS: Final = "pocket-games"


def data_folder() -> Path:
    """Return the folder for data of programs. Raises RuntimeError if no home folder is known."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")


def cache_folder() -> Path:
    """Return our folder for what can be made again. Raises RuntimeError if no home is known."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / OURS / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / OURS
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / OURS
