"""The guide for adding a game: its code is a game, and what it shows is what comes out."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pocketlib import Game, commands, registry
from pocketlib.testing import check
from pocketlib.text import Session

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"(?:<!-- (\w+): (.*?) -->\n)?```(\w*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """A block of code, with the mark above it: what it is, and of what."""

    mark: str
    of: str
    language: str
    text: str


BLOCKS = [Block(*found) for found in BLOCK.findall(GUIDE.read_text("utf-8"))]


def marked(mark: str) -> list[Block]:
    return [block for block in BLOCKS if block.mark == mark]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The files that the guide writes, piece by piece."""
    texts: dict[str, str] = {}
    for block in marked("file"):
        texts[block.of] = f"{texts[block.of]}\n\n{block.text}" if block.of in texts else block.text
    return texts


@pytest.fixture
def pennies(
    files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Game]:
    """The guide's game in which something is hidden."""
    tmp_path.joinpath("pennies.py").write_text(files["pennies.py"], "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Game = importlib.import_module("pennies").GAME
    yield game
    del sys.modules["pennies"]


@pytest.fixture
def climb(files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The guide's game, found by its entry point."""
    project = tomllib.loads(files["pyproject.toml"])["project"]
    info = tmp_path / f"climb_game-{project['version']}.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    ((group, points),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{id} = {at}" for id, at in points.items())]
    info.joinpath("entry_points.txt").write_text("\n".join(lines))
    tmp_path.joinpath("climb.py").write_text(files["climb.py"], "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.game.cache_clear()
    yield registry.game("climb")
    registry.game.cache_clear()
    del sys.modules["climb"]


def test_the_guide_writes_these_files(files: dict[str, str]) -> None:
    assert list(files) == ["pyproject.toml", "climb.py", "pennies.py"]
    wheel = tomllib.loads(files["pyproject.toml"])["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["climb.py"]


def test_every_block_in_a_language_is_tested() -> None:
    known = {"file", "check", "session", "run", "from"}
    assert [block.text for block in BLOCKS if block.language and block.mark not in known] == []


def test_the_games_keep_the_contract_as_the_guide_says(climb: Game, pennies: Game) -> None:
    shown = {block.of: block.text for block in marked("check")}
    assert shown == {game.id: f"{check(game)}\n" for game in (climb, pennies)}


def test_the_game_is_played_as_the_guide_says(climb: Game) -> None:
    (shown,) = marked("session")
    id, seed = shown.of.split()
    session = Session.new(id, seed=int(seed))
    lines = [commands.situation(session)]
    for line in shown.text.splitlines():
        if line.startswith("> "):
            lines += [line, session.do(line[2:])]
    assert "\n".join(lines) + "\n" == shown.text


def test_what_the_guide_runs_gives_what_it_shows(climb: Game) -> None:
    runs = marked("run")
    assert len(runs) == 6
    for number, block in enumerate(runs):
        if block.language == "pycon":
            parsed = doctest.DocTestParser().get_doctest(block.text, {}, "guide", str(GUIDE), 0)
            assert parsed.examples
            assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
        else:
            names: dict[str, object] = {}
            exec(compile(block.text, f"{GUIDE}, run {number}", "exec"), names)
            for name, made in names.items():
                if name.startswith("test_") and callable(made):
                    made()


def test_what_the_guide_quotes_stands_there() -> None:
    quotes = marked("from")
    assert len(quotes) == 2
    for block in quotes:
        assert block.text in (ROOT / block.of).read_text("utf-8")


def test_the_links_of_the_guide_lead_to_files() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", GUIDE.read_text("utf-8")):
        assert (GUIDE.parent / link).is_file(), link
