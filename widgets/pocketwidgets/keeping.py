"""Saving and going on: a file, a download, a short code to copy; and looking back at a game."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import ipywidgets as w

from pocketlib.contract import BadDump, IllegalMove, Refusal
from pocketlib.record import FILE_BYTES, Record, is_saved_game
from pocketlib.text import Session
from pocketwidgets import markup
from pocketwidgets.choices import button, row, show
from pocketwidgets.line import Line
from pocketwidgets.paint import clean

_LISTED = 30
"""How many of the games saved in the folder are offered."""
_SURE = "Yes, leave the running game and go on with the other one"


class Door(w.VBox):
    """What leads to another game, and below it, where who has pressed looks, what is the matter.

    ``leave`` is called when the running game is left on purpose; it must not raise.
    """

    def __init__(self, parts: Sequence[w.Widget], leave: Callable[[], None]) -> None:
        self._told = w.HTML()
        self.sure = button(_SURE, leave, "pk-move")
        self.sure.add_class("pk-sure")
        super().__init__([*parts, self._told, row(self.sure)])
        self.add_class("pk-fields")
        self.calm()

    def calm(self) -> None:
        """Tell nothing and ask nothing any more."""
        self._told.value = ""
        show(self._told, False)
        show(self.sure, False)
        self.sure.remove_class("pk-asking")

    def tell(self, text: str) -> None:
        """Tell why it leads nowhere."""
        self._told.value = markup.note(text, "bad")
        show(self._told, True)

    def ask(self) -> None:
        """Ask whether the running game is to be left."""
        show(self.sure, True)
        self.sure.add_class("pk-asking")  # the page brings it into view


class Keeping(w.VBox):
    """The sheet "Save and go on". ``go_on`` takes a new session; ``run`` catches refusals.

    ``leave`` says whether nothing is lost when another game comes to the table.
    """

    def __init__(
        self,
        go_on: Callable[[Session], None],
        run: Callable[[Callable[[], None]], None],
        leave: Callable[[], bool],
    ) -> None:
        self._go_on = go_on
        self._run = run
        self._leave = leave
        self._waiting: Callable[[], Session] | None = None
        self._session: Session | None = None
        self._where = w.HTML()
        self._path = Line("File", "for example my-game.json", typed=self.calm)
        self._here = w.Dropdown(description="Saved here")
        self._here.observe(lambda change: self._named(change.new), "value")
        self._download = w.HTML()
        self._code = w.Textarea(description="Code of this game")
        self._paste = w.Textarea(description="Paste a code", placeholder="PG1-...")
        self._upload = w.FileUpload(
            accept=".json", multiple=False, description="Upload a saved game"
        )
        self._upload.observe(lambda change: change.new and self._enter("upload"), "value")
        doors: dict[str, list[w.Widget]] = {
            "file": [
                row(
                    button("Save here from now on", lambda: self._enter("file", self._save)),
                    button("Go on with this file", lambda: self._enter("file")),
                )
            ],
            "upload": [self._upload],
            "code": [row(button("Go on with this code", lambda: self._enter("code")))],
        }
        self._doors = {name: Door(parts, self._leave_it) for name, parts in doors.items()}
        super().__init__(
            [
                w.HTML(markup.heading("Save and go on")),
                self._where,
                self._here,
                self._path,
                self._doors["file"],
                self._download,
                self._doors["upload"],
                self._code,
                self._paste,
                self._doors["code"],
            ]
        )
        self.add_class("pk-sheet")
        self.calm()

    def calm(self) -> None:
        """Ask again before a running game is left."""
        self._waiting = None
        for door in self._doors.values():
            door.calm()

    def _enter(self, name: str, action: Callable[[], None] | None = None) -> None:
        """Do what a door is for; what it refuses is told at it, and to those who listen."""
        entering = {"file": self._resume, "upload": self._uploaded, "code": self._pasted}
        self._run(lambda: self._through(self._doors[name], action or entering[name]))

    def _through(self, door: Door, action: Callable[[], None]) -> None:
        self.calm()  # what was agreed to before is not what is wanted now
        try:
            action()
        except Refusal as refusal:
            door.tell(str(refusal))
            if self._waiting:
                door.ask()
            raise

    def _offer(self, other: Callable[[], Session]) -> None:
        """Go on with another game, but ask first if one is running. Raises IllegalMove then."""
        if self._leave():
            self._go_on(other())
            return
        self._waiting = other
        raise IllegalMove(f"This game is not over. To leave it, press: {_SURE}")

    def _leave_it(self) -> None:
        other = self._waiting
        self.calm()
        if other:
            self._run(lambda: self._go_on(other()))

    def show_session(self, session: Session) -> None:
        """Bring the sheet up to date."""
        self._session = session
        self._list_games()
        path = session.save_path
        if session.trouble:
            self._where.value = markup.note(str(session.trouble), "bad")
        elif path is not None:
            kept = f" {session.kept.told}" if session.kept else ""
            self._where.value = markup.note(f"Saved after every move in: {path}{kept}", "good")
        else:
            secret = session.game.hidden and not session.over
            how = "Save it here." if secret else "Save it here, download it, or copy its code."
            self._where.value = markup.note(f"This game is in no file yet. {how}{_hub()}")
        data = base64.b64encode(session.record.to_text().encode("utf-8")).decode("ascii")
        self._download.value = self._link(session, data)
        self._code.value = self._short_code(session)

    @staticmethod
    def _link(session: Session, data: str) -> str:
        if session.game.hidden and not session.over:
            return markup.note("A download is possible when the game is over: it shows everything.")
        name = f"{session.game.id}-game.json"
        return (
            f'<a class="pk-button" download="{clean(name)}" '
            f'href="data:application/json;base64,{data}">Download this game</a>'
        )

    @staticmethod
    def _short_code(session: Session) -> str:
        try:
            return session.record.code()
        except IllegalMove as refusal:
            return str(refusal)

    def _list_games(self) -> None:
        """Offer the saved games of the folder that the page works in, the newest first."""
        found = [path for path in Path.cwd().glob("*.json") if is_saved_game(path)]
        found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        names = [path.name for path in found[:_LISTED]]
        options = [("choose one of them", ""), *((name, name) for name in names)]
        if options != [*self._here.options]:
            self._here.options = options
            self._here.value = ""
        show(self._here, bool(names))

    def _named(self, name: str) -> None:
        if name:
            self.calm()
            self._path.value = name

    def _save(self) -> None:
        path = self._path.value.strip()
        if not path:
            raise BadDump("Type the name of a file first, for example my-game.json.")
        if self._session is not None:
            self._session.save_as(path)
            self.show_session(self._session)

    def _resume(self) -> None:
        path = self._path.value.strip()
        if not path:
            raise BadDump("Type the name of the file with the saved game first.")
        Record.load(path)  # a file that is none is told before anything else is asked
        self._offer(lambda: Session.resume(path))

    def _pasted(self) -> None:
        text = self._paste.value.strip()
        if not text:
            raise BadDump("Paste a code first; it begins with PG1-.")
        companion = self._session.companion if self._session is not None else False
        record = Record.from_code(text)
        self._paste.value = ""
        self._offer(lambda: Session(record, companion=companion))

    def _uploaded(self) -> None:
        content = bytes(self._upload.value[0]["content"])
        self._upload.value = ()  # the same file can be chosen again
        if len(content) > FILE_BYTES:
            raise BadDump(f"The file is too large for a saved game ({len(content)} bytes).")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadDump("The file is no text; a saved game was expected.") from None
        record = Record.from_json(text)
        self._offer(lambda: Session(record, companion=record.seed is None))


def _hub() -> str:
    """Return a warning for those who work on a hub, and not on a computer of their own."""
    if not any(name.startswith(("BINDER_", "JUPYTERHUB_")) for name in os.environ):
        return ""
    return " This is a hub: it may forget its files when it is closed."


class LookingBack(w.VBox):
    """The sheet "Look back": the positions of the game one by one.

    ``go_on`` takes the ply from which the game is to go on, and must not raise; ``hear`` takes
    what is to be spoken.
    """

    def __init__(
        self,
        picture: Callable[[int], str],
        told: Callable[[int], str],
        go_on: Callable[[int], None],
        hear: Callable[[str], None],
    ) -> None:
        self._picture = picture
        self._hear = hear
        self._told = told
        self._plies = [0]
        self._may_branch = True
        self.at = 0
        """The position that is looked at; they are counted from 0."""
        self.number = w.BoundedIntText(0, 0, 0, description="Position")
        self.number.observe(lambda _: self._typed(), "value")
        self.go_on = button("Go on from here", lambda: go_on(self.ply))
        self._board = w.HTML()
        self._words = w.HTML()
        steps = {
            "First": lambda: 0,
            "Back": lambda: self.at - 1,
            "Forward": lambda: self.at + 1,
            "Last": lambda: len(self._plies) - 1,
        }
        self.buttons = {
            name: button(name, lambda to=to: self._step(to()))  # type: ignore[misc]
            for name, to in steps.items()
        }
        super().__init__(
            [
                w.HTML(markup.heading("Look back")),
                row(*self.buttons.values(), self.number),
                self._words,
                self._board,
                row(self.go_on),
            ]
        )
        self.add_class("pk-sheet")

    @property
    def ply(self) -> int:
        """The ply of the position that is looked at."""
        return self._plies[self.at]

    def show_game(self, plies: Sequence[int], may_branch: bool = True) -> None:
        """Look at a game with positions at these plies, at the last of them.

        ``may_branch``: may people go on from an earlier one?
        """
        self._plies = list(plies)
        self._may_branch = may_branch
        self.number.max = len(plies) - 1
        self.go(len(plies) - 1)

    def clear(self) -> None:
        """Show nothing."""
        self._plies, self.at = [0], 0
        self.number.value = self.number.max = 0
        self._words.value = self._board.value = ""

    def _typed(self) -> None:
        if self.number.value != self.at:
            self._step(self.number.value)

    def _step(self, at: int) -> None:
        self.go(at)
        self._hear(self.told)

    @property
    def told(self) -> str:
        """Which position is looked at, and what led to it."""
        words = self._told(self.ply) if self.ply else "The start."
        return f"{self.at} of {len(self._plies) - 1}: {words}"

    def go(self, at: int) -> None:
        """Look at a position."""
        last = len(self._plies) - 1
        self.at = min(max(at, 0), last)
        self.number.value = self.at
        self._words.value = markup.note(self.told, "answer")
        self._board.value = self._picture(self.ply)
        at_start, at_end = self.at == 0, self.at == last
        self.go_on.disabled = at_end or not self._may_branch
        for name, one in self.buttons.items():
            one.disabled = at_start if name in ("First", "Back") else at_end
