"""The fuzzing tool: a short run over all doors, and that it finds what is wrong."""

from __future__ import annotations

import importlib.util
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pocketlib
from pocketlib import Game
from pocketlib.contract import State
from pocketlib.record import Record
from pocketlib.text import Session

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("fuzz", ROOT / "tools" / "fuzz.py")
assert _spec is not None and _spec.loader is not None
tool: Any = importlib.util.module_from_spec(_spec)
sys.modules["fuzz"] = tool
_spec.loader.exec_module(tool)

TRIES = 600


@pytest.mark.parametrize("id", pocketlib.catalogue())
def test_no_door_gives_way(id: str) -> None:
    known = tool.known(pocketlib.game(id))
    tries, faults = tool.fuzz(known, 1, iter(range(TRIES)), 60)
    assert faults == {}
    assert set(tries) == {door.__name__.removeprefix("door_") for door in tool.DOORS}


def test_a_game_with_secrets_gives_way_neither(bluff: Game, tmp_path: Path) -> None:
    doors = ("moves", "reading", "load", "options", "code", "record")
    known = tool.known(bluff)
    known.codes = tuple(record.code(spectator=True) for record in known.records)
    for number in range(300):
        rng = Random(number)
        getattr(tool, f"door_{rng.choice(doors)}")(known, rng, tmp_path)


def broken_parse(self: State, text: str) -> object:
    return self.options_now()[0] if text.startswith("roll") else {}[text]


def slow(*_: object, **__: object) -> object:
    for _ in range(10**7):
        pass
    return ()


@pytest.mark.parametrize(
    ("owner", "name", "how", "kind"),
    [
        (State, "parse", broken_parse, "KeyError"),
        (Session, "do", lambda self, line: None, "the answer to"),
        (Record, "from_code", lambda text, find: {}[text], "KeyError"),
        (Record, "from_json", lambda data, find: 1 / 0, "ZeroDivisionError"),
        (type(pocketlib.game("landship")), "read_set", lambda self, text: int(text), "ValueError"),
        (type(pocketlib.game("landship")), "load", lambda self, dump, set=None: self.new(), "load"),
    ],
)
def test_faults_are_found(
    owner: Any, name: str, how: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = tool.known(pocketlib.game("landship"))
    monkeypatch.setattr(owner, name, how)
    _, faults = tool.fuzz(known, 1, iter(range(120)), 60)
    assert any(found.startswith(kind) for found in faults), faults.keys()


def test_a_slow_door_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    known = tool.known(pocketlib.game("landship"))
    monkeypatch.setattr(tool, "BOUND", 0.01)
    monkeypatch.setattr(tool, "DOORS", (tool.door_set,))
    monkeypatch.setattr(type(known.game), "read_set", slow)
    _, faults = tool.fuzz(known, 1, iter(range(2)), 60)
    assert any("took" in fault for fault in faults.values())


def test_a_try_depends_on_seed_and_number_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Session, "do", lambda self, line: None)
    assert tool.main(["--seed", "5", "--seconds", "2", "--game", "landship"]) == 1
    told = capsys.readouterr().out.split("try ", 1)[1]
    number = told.split(":")[0]
    assert tool.main(["--seed", "5", "--only", number, "--game", "landship"]) == 1
    assert told.splitlines()[0] in capsys.readouterr().out


def test_the_time_is_kept() -> None:
    known = tool.known(pocketlib.game("landship"))
    tries, _ = tool.fuzz(known, 2, count(), 0.2)
    assert 0 < tries.total() < 5000
