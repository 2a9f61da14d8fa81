"""Fixtures for all engine tests: the toy game, found as a real entry point but not installed."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pocketlib import Game, registry

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy_game"


@pytest.fixture(scope="session")
def toy_path(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Folders for a search path on which the toy game looks like an installed package."""
    project = tomllib.loads((TOY / "pyproject.toml").read_text("utf-8"))["project"]
    folder = tmp_path_factory.mktemp("site")
    info = folder / f"toy_bluff-{project['version']}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = ["[pocketlib.games]"]
    lines += [f"{id} = {at}" for id, at in project["entry-points"]["pocketlib.games"].items()]
    info.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n")
    return [str(folder), str(TOY)]


@pytest.fixture
def bluff(toy_path: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy game, found by its id."""
    for folder in toy_path:
        monkeypatch.syspath_prepend(folder)
    registry.game.cache_clear()
    yield registry.game("bluff")
    registry.game.cache_clear()


@pytest.fixture
def environment(toy_path: list[str], tmp_path: Path) -> dict[str, str]:
    """The environment for a Python of its own that finds the toy game and keeps games here."""
    paths = [str(ROOT), *toy_path]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "PYTHONUNBUFFERED": "1",
    }
