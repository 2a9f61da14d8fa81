"""Games are found by entry points, ours and other people's."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import pocketlib
from pocketlib import Game, UnknownGame, registry

Points = Callable[..., None]


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Points:
    """Take the given ``id = value`` pairs for all entry points there are."""

    def points(**values: str) -> None:
        found = [EntryPoint(id, value, registry.GROUP) for id, value in values.items()]
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: found)
        registry.game.cache_clear()

    return points


def test_a_real_entry_point_is_found(bluff: Game) -> None:
    assert "bluff" in pocketlib.catalogue()
    assert pocketlib.game("bluff") is bluff
    assert bluff.new().phase == "roll"


def test_the_catalogue_is_sorted_names_each_game_once_and_loads_none(points: Points) -> None:
    points(walk="no_such_module:GAME", chess="no_such_module:GAME")
    assert pocketlib.catalogue() == ("chess", "walk")


def test_an_unknown_game_is_refused_with_the_nearest_name(bluff: Game) -> None:
    with pytest.raises(UnknownGame, match="There is no game 'bluf'; did you mean 'bluff'"):
        pocketlib.game("bluf")


def test_an_unknown_game_is_refused_with_all_names(points: Points) -> None:
    points(walk="x:GAME", chess="x:GAME")
    with pytest.raises(UnknownGame, match="There is no game 'zzz'; installed are: chess, walk"):
        pocketlib.game("zzz")
    points()
    with pytest.raises(UnknownGame, match="installed"):
        pocketlib.game("zzz")


def test_a_long_name_is_cut_short(bluff: Game) -> None:
    with pytest.raises(UnknownGame) as caught:
        pocketlib.game("z" * 10_000)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("pocketlib.registry:GROUP", "not a Game but <class 'str'>"),
        ("no_such_module:GAME", r"The game 'odd' can't be loaded: ModuleNotFoundError\("),
        ("pocketlib.registry:NO_SUCH_NAME", r"The game 'odd' can't be loaded: AttributeError\("),
    ],
)
def test_a_package_that_is_broken_is_named(points: Points, value: str, words: str) -> None:
    points(odd=value)
    with pytest.raises(UnknownGame, match=words):
        pocketlib.game("odd")


def test_an_error_on_import_is_told_with_its_line(
    points: Points, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("fails_on_import.py").write_text("DICE = 6\nHALF = DICE // 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    points(odd="fails_on_import:GAME")
    with pytest.raises(UnknownGame) as unknown:
        pocketlib.game("odd")
    assert "ZeroDivisionError(" in str(unknown.value)
    assert "(fails_on_import.py, line 2, in <module>: HALF = DICE // 0)" in str(unknown.value)
