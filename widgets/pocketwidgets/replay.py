"""Replay: a game, or a part of one, that was played already, to be gone through step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets as w

from pocketlib.contract import CHANCE, Game, Rule, Sentence
from pocketlib.record import Record
from pocketwidgets import markup
from pocketwidgets.boards import board_of
from pocketwidgets.bridge import StatusLine
from pocketwidgets.choices import button, row
from pocketwidgets.picture import Picture
from pocketwidgets.scene import Scene
from pocketwidgets.style import CSS, ROOT


class Replay(w.VBox):
    """Positions one after the other, each with what led to it and the rules behind that.

    ``game`` is the id of a game or the Game itself; ``moves`` are its moves and outcomes in their
    notation, with commas between them; ``options`` are its own and say where it starts. ``at`` is
    the step that is shown first. Seen with the eyes of a spectator: nothing is hidden here. Raises
    UnknownGame, BadOptions, BadNotation or IllegalMove.
    """

    def __init__(
        self,
        game: str | Game,
        moves: str,
        *,
        title: str = "Step by step",
        at: int = 0,
        **options: Any,
    ) -> None:
        self.record = Record.start(game, options)
        for move in moves.split(","):
            self.record.play(" ".join(move.split()))
        self.title = title
        self._board = board_of(self.record.game.id)
        self._views = [state.observe() for state in self.record.states]
        self._status = StatusLine()
        self._rules = w.HTML()
        self._picture = w.HTML()
        self.buttons = {
            "First": button("First", lambda: self.go(0)),
            "Back": button("Back", lambda: self.go(self.at - 1)),
            "Forward": button("Forward", lambda: self.go(self.at + 1)),
            "Last": button("Last", lambda: self.go(self.record.ply)),
        }
        sheet = w.VBox(
            [
                w.HTML(markup.heading(title)),
                row(*self.buttons.values()),
                self._status,
                self._rules,
                self._picture,
            ]
        )
        sheet.add_class("pk-sheet")
        super().__init__([w.HTML(f"<style>{CSS}</style>"), sheet])
        self.add_class(ROOT)
        self.go(at)

    def go(self, at: int) -> None:
        """Show the position after ``at`` moves; before the first and after the last, that one."""
        self.at = min(max(at, 0), self.record.ply)
        told = self.told(self.at)
        self._status.say = f"{self.at} of {self.record.ply}: {told}"
        self._rules.value = markup.rule_texts(told.rules, self.record.game.rules)
        scenes = [self.scene(width, "page") for width in self._board.WIDTHS[-2:]]
        self._picture.value = markup.board(scenes)
        for name, one in self.buttons.items():
            one.disabled = self.at == (0 if name in ("First", "Back") else self.record.ply)

    def told(self, at: int) -> Sentence:
        """Return what led to the position after ``at`` moves."""
        if at == 0:
            return self.record.at(0).question()
        before, move = self.record.at(at - 1), self.record.moves[at - 1]
        said, summary = before.say(move), self.record.at(at).summary()
        rules = dict.fromkeys((*said.rules, *summary.rules))
        if before.to_move == CHANCE:
            return Sentence(f"{said} {summary}".strip(), (*rules,), summary.by)
        return Sentence(summary or said, (*rules,), (summary or said).by)

    def scene(self, width: float, theme: str = "light") -> Scene:
        """Return the picture of the position that is shown."""
        state = self.record.at(self.at)
        told = (self.told(step) for step in range(self.at, 0, -1))
        return self._board.scene(
            self._views[self.at],
            width=width,
            past=self._views[: self.at],
            theme=theme,
            question=str(state.question()),
            news=[(sentence.by, str(sentence)) for sentence in told],
            words=state.words("look"),
        )

    def _lines(self) -> Iterator[str]:
        """Yield the steps in words, then the rules that they name."""
        yield self.title
        cited: dict[str, Rule] = {}
        for step in range(1, self.record.ply + 1):
            told = self.told(step)
            known = [id for id in dict.fromkeys(told.rules) if id in self.record.game.rules]
            cited |= {id: self.record.game.rules[id] for id in known}
            yield f"{step}. {told}" + (f" [{', '.join(known)}]" if known else "")
        yield from (f"{id}: {rule.text}" for id, rule in cited.items())

    def picture(self) -> Picture:
        """Return the position that is shown as a picture, with all steps in words."""
        return Picture(self.scene(self._board.WIDTHS[-2]), "\n".join(self._lines()))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and the picture and all steps in words."""
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        more, about = self.picture().bundle()
        return {**data, **more}, {**metadata, **about}

    def __repr__(self) -> str:
        return f"<Replay: {self.title}>"
