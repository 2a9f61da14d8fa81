"""A table that is shared shows each side the same, whatever the other side hides.

Two games that one seat can't tell apart are played at two tables, with the other seat looking at
all it may see in between. Then everything is compared that is on the page, or could be: pictures,
buttons, every widget's state, answers, files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from ipywidgets import Widget

import pocketlib
from pocketlib.contract import CHANCE, Game
from pocketlib.record import Record
from pocketlib.testing.twins import Twins, twins
from pocketlib.text import Session
from pocketwidgets.line import Line
from pocketwidgets.rows import Rows
from pocketwidgets.table import PlayTable, _inside

BEFORE = 14
"""So many plies are played at the table before both games are compared."""
SHEETS = ("In words", "Look back", "Odds", "Save and go on", "New game")
LINES = ("look", "mine", "enemy", "board", "moves", "last", "more", "log", "why x", "odds",
         "code", "comment x", "redo", "save", "x")  # fmt: skip


def a_game(game: Game, seed: int, **options: Any) -> Record:
    """A random game, broken off somewhere."""
    rng = Random(f"table:{seed}")
    record = Record.start(game, options, seed=seed)
    stop = rng.randint(5, 120)
    while record.state.to_move is not None and record.ply < stop:
        if record.state.to_move == CHANCE:
            record.draw()
        else:
            record.play(rng.choice(record.state.moves()))
    return record


def some_twins(game: Game, number: int, **options: Any) -> Iterator[Twins]:
    """Pairs of games that differ, in which the seat is to move."""
    found = 0
    for seed in range(20 * number):
        record = a_game(game, seed, **options)
        for seat in (0, 1):
            for pair in twins(record, seat, Random(f"pairs:{seed}")):
                if pair.differ and pair.one.state.to_move == seat:
                    yield pair
                    found += 1
                    if found == number:
                        return


# --- two people at one table -------------------------------------------------------------------


class Shared:
    """A table at which a game is played again, the last part of it by pressing."""

    def __init__(self, record: Record, seat: int, file: Path, sheet: str) -> None:
        start = max(0, record.ply - BEFORE)
        moves = record.moves[start:]
        self.seat = seat
        self.file = file
        self.sheet = sheet
        self.table = PlayTable(record.game)
        played = record.branch(start)
        played.draw = lambda: played.play(record.moves[played.ply])  # type: ignore[method-assign]
        if played.state.to_move == CHANCE:
            played.draw()
            moves = moves[1:]
        self.table._go_on(Session(played, save=file))
        for move in moves:
            if played.ply < record.ply and record.moves[played.ply] == move:
                self._turn()
                if played.state.to_move != CHANCE:
                    self.table.play(move)

    def _turn(self) -> None:
        """Let whoever is to move look around first."""
        while self.table.session.closing or self.table.session.covered:
            self.table._uncover.click()
        if self.table.session.viewer != self.seat:
            self.table.unfold(self.sheet)
            self.table.do("mine")
            self.table._line.value = "tank"
        else:
            self._close()

    def _close(self) -> None:
        for switch in self.table._switches.values():
            switch.value = False

    def shown(self) -> Iterator[tuple[str, object]]:
        """Yield all that the seat can see, before and after it takes the screen over."""
        if self.table.session.closing:
            self.table._uncover.click()
        if self.table.session.covered:
            yield from self._page("covered")
            yield "covered: bundle", bundle(self.table)
            self.table._uncover.click()
        self._close()
        yield from self._page("open")
        yield "bundle", bundle(self.table)
        yield "file", {k: v for k, v in json.loads(self.file.read_text()).items() if k != "sealed"}
        yield "size of the file", self.file.stat().st_size
        for width in (*self.table.board.WIDTHS, self.table.board.PRINT_WIDTH):
            yield f"picture {width}", self.table.scene(width)
        for name in self.table._folds:
            self.table.unfold(name)
            yield from self._page(name)
        for at in range(len(self.table.session.plies)):
            self.table._back.go(at)
            yield f"position {at}", self.table._back._board.value
        self._close()
        for line in LINES:
            yield f"answer to {line}", self.table.do(line)
        yield from self._page("after the answers")
        press_all = self.table._picture.selecting
        for key in sorted(press_all.targets)[:3]:
            self.table._picture.press(key) if press_all.press(key).play is None else None
            yield from self._page(f"{key} pressed")

    def _page(self, when: str) -> Iterator[tuple[str, object]]:
        table = self.table
        yield f"{when}: words", (table.status, table.answer, table.words_now())
        yield f"{when}: buttons", [*table._choices.rows]
        yield f"{when}: scene", table._picture.view.scene
        for number, widget in enumerate(_inside(table)):
            yield f"{when}: widget {number}, {type(widget).__name__}", state_of(widget)


COUNTED = {"rows": Rows, "text": Line}
"""What is sent with a number, by which the page knows that it was sent anew."""


def state_of(widget: Widget) -> dict[str, object]:
    """What a page is sent of a widget, without the ids of others and the numbers of messages."""
    return {
        name: value[1] if isinstance(widget, COUNTED.get(name, ())) else value
        for name, value in widget.get_state().items()
        if "IPY_MODEL_" not in str(value) and not name.startswith("_model")
    }


def bundle(table: PlayTable) -> dict[str, object]:
    data, _ = table._repr_mimebundle_()
    return {k: v for k, v in data.items() if "widget-view" not in k}


def must_be_alike(pair: Twins, folder: Path, sheet: str) -> None:
    """Play both games at tables of their own, and compare all that is seen of them.

    ``sheet`` is what the other seat leaves open.
    """
    pages = []
    for number, record in enumerate((pair.one, pair.other)):
        file = folder / f"{number}" / "game.json"
        file.parent.mkdir(exist_ok=True)
        file.unlink(missing_ok=True)
        table = Shared(record, pair.seat, file, sheet)
        assert table.table.session.record.moves == record.moves
        pages.append([
            (name, str(value).replace(str(file), "FILE")) for name, value in table.shown()
        ])  # fmt: skip
        table.table.put_away()
    assert [name for name, _ in pages[0]] == [name for name, _ in pages[1]]
    for (name, here), (_, there) in zip(*pages, strict=True):
        assert here == there, name


@pytest.mark.parametrize("options", [{"army": "patrol"}, {}])
def test_no_side_can_tell_twins_apart(tmp_path: Path, options: dict[str, str]) -> None:
    game = pocketlib.game("mission_command")
    sheets = cycle(SHEETS)
    for pair in some_twins(game, 8, **options):
        must_be_alike(pair, tmp_path, next(sheets))


def test_the_same_for_any_game(bluff: Game, tmp_path: Path) -> None:
    sheets = cycle(SHEETS)
    for pair in some_twins(bluff, 10, dice=2, faces=4):
        must_be_alike(pair, tmp_path, next(sheets))


# --- these tests can fail ----------------------------------------------------------------------


def every_ply(session: Session) -> list[int]:
    return [*range(session.record.ply + 1)]


def with_the_dump(table: PlayTable, ply: int) -> str:
    return str(table.session.record.at(ply).dump())


def a_bundle_of_all(table: PlayTable) -> tuple[dict[str, str], dict[str, str]]:
    return {"text/plain": str(table.session.record.moves)}, {}


LEAKS: dict[str, tuple[type, str, Any]] = {
    "sheets stay as they are": (PlayTable, "_hand_over", lambda self: None),
    "looking back counts hidden moves": (Session, "plies", property(every_ply)),
    "the words are of the whole position": (PlayTable, "_words", with_the_dump),
    "the notebook's file tells the moves": (PlayTable, "_repr_mimebundle_", a_bundle_of_all),
    "the screen is not covered": (Session, "covered", property(lambda self: False)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(*LEAKS[leak])
    game = pocketlib.game("mission_command")
    with pytest.raises(AssertionError):
        for pair in some_twins(game, 12, army="patrol"):
            must_be_alike(pair, tmp_path, "In words")
