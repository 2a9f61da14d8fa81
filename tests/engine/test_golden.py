"""Golden playthroughs: recorded games come out of the engine line by line as they were."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import pocketlib
from pocketlib import Game

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("golden", ROOT / "tools" / "golden.py")
assert _spec is not None and _spec.loader is not None
golden: Any = importlib.util.module_from_spec(_spec)
sys.modules["golden"] = golden
_spec.loader.exec_module(golden)

PATHS: list[Path] = golden.paths()
LANDSHIP = [path for path in PATHS if path.parent.name == "landship"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_game_comes_out_as_it_was(path: Path) -> None:
    assert golden.differences(path) == [], "python tools/golden.py writes the files anew"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_dump_is_in_the_file_and_loads(path: Path) -> None:
    lines = golden.read(path)
    record = golden.record_of(lines)
    dumps = list(golden.dumps_of(lines))
    assert dumps == [state.dump() for state in record.states]
    loaded = [record.game.load(dump, set=record.set) for dump in dumps]
    assert [state.dump() for state in loaded] == dumps
    assert record.game.id == path.parent.name
    assert record.state.to_move is None
    assert record.comments[0]


def test_every_game_has_some() -> None:
    assert {path.parent.name for path in PATHS} == set(pocketlib.catalogue())


@pytest.mark.parametrize("game", pocketlib.catalogue())
def test_they_are_small(game: str) -> None:
    assert sum(path.stat().st_size for path in PATHS if path.parent.name == game) < 300_000


# --- the tool ----------------------------------------------------------------------------------


def test_a_changed_line_is_shown_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "landship"
    folder.mkdir()
    copy = folder / "copy.jsonl"
    shutil.copy(LANDSHIP[0], copy)
    whole = copy.read_bytes()
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    lines = golden.read(copy)
    number = next(n for n, line in enumerate(lines) if '"hull":' in line and n > 5)
    data = json.loads(lines[number])
    data["changed"]["own"]["hull"] -= 1
    golden.write(copy, iter([*lines[:number], golden._line(data), *lines[number + 1 :]]))
    assert golden.main(["--check"]) == 1
    shown = capsys.readouterr().out
    hunks = [line for line in shown.splitlines() if line[:1] in "+-" and line[1:2] == "{"]
    assert len(hunks) == 2
    assert f'"ply":{number - 1}' in hunks[0]
    assert "copy.jsonl now" in shown
    assert copy.read_bytes() != whole
    assert golden.main([]) == 0
    assert copy.read_bytes() == whole
    assert golden.main(["--check"]) == 0
    assert "1 golden playthroughs, 0 changed." in capsys.readouterr().out


def test_a_new_one_is_found_in_any_game(
    bluff: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    golden.main(["--find", "bluff", "lie", "--option", "dice=2", "--option", "faces=4", "--result",
                 "-1", "--with", '"liar"', "--with", '"t1"', "--about", "A lie."])  # fmt: skip
    path = tmp_path / "bluff" / "lie.jsonl"
    record = golden.record_of(golden.read(path))
    assert record.state.result == (-1, 1)
    assert {"liar", "t1"} <= set(record.moves)
    assert record.options == {"dice": 2, "faces": 4}
    assert golden.paths() == [path]
    assert golden.differences(path) == []


# --- what the games of Pocket Landship show ----------------------------------------------------

SHOWN = (
    *("pick", "deal", "first", "enemy", "repair", "roll", "place", "act", "reroll", "over"),
    *("act", "hurt", "blocked", "lost", "chaos", "swap", "mend", "retreat", "up", "none"),
    *("spent", "gone", "final", "close", "hit", "fix", "hunker", "trench", "adrenaline", "set"),
    *("skip", "win", "loss"),
)


def test_the_games_of_landship_show_every_phase_and_every_event() -> None:
    dumps = [dump for path in LANDSHIP for dump in golden.dumps_of(golden.read(path))]
    phases = {dump["phase"] for dump in dumps}
    events = {line.split()[0] for dump in dumps for line in dump["log"]}
    assert phases | events == set(SHOWN)
    assert {tuple(dump["result"]) for dump in dumps if dump["result"]} == {(0,), (1,)}


def test_the_games_of_landship_show_every_option() -> None:
    starts = [next(golden.dumps_of(golden.read(path))) for path in LANDSHIP]
    options = [start["options"] for start in starts]
    loadouts = {(o["weapon"], o["support"]) for o in options}
    assert len(loadouts) == 4
    assert {type(o["enemies"]) for o in options} == {str, int, list}
    for key in ("layout", "first", "pairing", "trenches"):
        found = {o[key] for o in options}
        known = next(o for o in pocketlib.game("landship").options if o.id == key)
        assert found == {choice.value for choice in known.choices}, key
    assert any("set" in start for start in starts)


@pytest.mark.parametrize(
    "uses",
    [
        r"use corvette fl fr",  # Out-maneuver
        r"use troops b",  # Infiltration
        r"use sponsons (hull|cannon)",  # Desperation or a repair
        r"use hull (cannon|sponsons)[+-]",  # Ingenuity
    ],
)
def test_the_games_of_landship_show_the_special_actions(uses: str) -> None:
    records = [golden.record_of(golden.read(path)) for path in LANDSHIP]
    pattern = __import__("re").compile(uses)
    assert any(pattern.match(move) for record in records for move in record.moves)
