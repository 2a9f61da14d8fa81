"""Lists of which only what has changed is sent: a page that follows has the same rows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pocketlib.contract import Rule, Sentence
from pocketwidgets.logbook import Log
from pocketwidgets.rows import Rows, splices

ROW = [(name, (1, 2)) for name in "abcdefgh"]


class Page:
    """What a page does with the messages, as the lines in JavaScript do it."""

    def __init__(self, widget: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
        self.widget = widget
        self.patches = 0
        self.edition, self.rows = widget.get_state()["rows"]
        monkeypatch.setattr(widget, "_send", self._hear)

    def ask(self) -> None:
        self.widget._handle_custom_msg({"have": self.edition}, [])

    def _hear(self, message: dict[str, Any], buffers: Any = None) -> None:
        if message["method"] == "update":
            self.edition, self.rows = message["state"].get("rows", (self.edition, self.rows))
            return
        told = message["content"]
        if told["edition"] > self.edition + 1:
            self.ask()
        elif told["edition"] == self.edition + 1:
            rows = [*self.rows]
            for at, drop, put in reversed(told["splices"]):
                rows[at : at + drop] = put
            self.patches += 1
            self.edition, self.rows = told["edition"], tuple(rows)


@pytest.mark.parametrize("seed", range(30))
def test_splices_make_one_list_into_the_other(seed):
    rng = Random(seed)
    before, after = ([*rng.choices(ROW, k=rng.randrange(8))] for _ in range(2))
    rows = [*before]
    for at, drop, put in reversed(splices(before, after)):
        rows[at : at + drop] = put
    assert rows == after


def test_a_page_that_follows_gets_what_has_changed_only(monkeypatch):
    widget = Rows(rows=tuple(ROW[:2]))
    page = Page(widget, monkeypatch)
    page.ask()
    for rows in ((ROW[2], *ROW[:2]), (ROW[2], ROW[1]), (), tuple(ROW)):
        widget.rows = rows
        assert page.rows == rows
    assert page.patches == 4


def test_a_page_that_was_loading_asks_for_all(monkeypatch):
    widget = Rows(rows=tuple(ROW[:2]))
    page = Page(widget, monkeypatch)
    widget.rows = tuple(ROW[:3])  # nobody follows yet: sent whole
    assert (page.rows, page.patches) == (tuple(ROW[:3]), 0)
    page.ask()
    page.edition, page.rows = 0, ()  # another page, which has missed something
    widget.rows = tuple(ROW[:4])
    assert (page.rows, page.patches) == (tuple(ROW[:4]), 0)
    page.edition, page.rows = 0, ()
    page.ask()
    assert page.rows == tuple(ROW[:4])


def test_a_page_that_opens_while_changes_are_held_back_gets_them(monkeypatch):
    widget = Rows(rows=tuple(ROW[:2]))
    page = Page(widget, monkeypatch)
    page.ask()
    with widget.hold_sync():
        widget.rows = tuple(ROW[:5])
        assert [*widget.get_state()["rows"]] == [page.edition, page.rows]
    assert page.rows == tuple(ROW[:5])


def test_the_log_holds_who_acted_and_the_texts_of_its_rules():
    log = Log()
    entry = Sentence("It hits <b>.", ("X-1", "X-2", "X-1"), "them")
    log.show([entry], {"X-1": Rule("X-1", "Text.")})
    assert log.rows == (("them", "The enemy: ", "It hits <b>.", (("X-1", "Text."),)),)
