"""Fixtures of the front end's tests; none of them needs a browser."""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pocketlib import registry
from pocketlib.contract import Game
from pocketwidgets.table import PlayTable

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture(autouse=True)
def no_live_tables() -> Iterator[None]:
    """Leave no table open from one test to the next."""
    yield
    for table in [*PlayTable._live.values()]:
        table.put_away()
    PlayTable._live.clear()


@pytest.fixture
def bluff(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A small game for two with hidden dice."""
    monkeypatch.syspath_prepend(str(HERE.parent / "toy_game"))
    game: Game = importlib.import_module("bluff").GAME
    return game


@pytest.fixture
def toy_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the toy game found by its id, as if it were installed."""
    here = [EntryPoint("toy", "toy:GAME", registry.GROUP)]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: here)
    registry.game.cache_clear()
    yield
    registry.game.cache_clear()
