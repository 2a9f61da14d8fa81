"""The board of a table: what is pressed on it narrows the legal moves until one is played.

The table stays the one that plays, tells and draws; this is only the way from presses to moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

import ipywidgets as w

from pocketlib.contract import BadNotation, Move, Refusal, Sentence, State
from pocketwidgets import markup
from pocketwidgets.board import BoardView
from pocketwidgets.boards.cover import SHOW
from pocketwidgets.choices import MANY, Group, Moves, show
from pocketwidgets.scene import Region, Scene
from pocketwidgets.selecting import CONFIRM, TAKE_BACK, Path, Selecting, part_of

_NAMED: Final = 3
"""So many targets are named after a press; of more only the number is told."""


class Pressed(NamedTuple):
    """What a picture of the board is to show of the presses.

    ``legal`` are the parts that may be pressed next, ``selected`` the keys of what is chosen,
    ``laid`` whole paths that wait for a confirmation; ``told`` stands in place of the question.
    """

    legal: frozenset[str] = frozenset()
    selected: tuple[str, ...] = ()
    laid: tuple[Path, ...] = ()
    told: str = ""


class Host(Protocol):
    """What the board needs of its table."""

    session: Any
    board: Any
    interrupted: bool

    def play(self, move: str) -> None:
        """Play a legal move and show the position after it."""

    def consider(self, move: str) -> None:
        """Show the odds of a move that is thought about, if the odds are open."""

    def uncover(self) -> None:
        """Show the table: the right person sits at the screen now."""

    def cover(self, width: float, theme: str) -> Scene:
        """Return the picture while the screen is handed over."""

    def tell(self, text: str) -> None:
        """Say a sentence in the status line."""

    def hear(self, text: str) -> None:
        """Speak what is to be seen on the board."""

    def safely(self, action: Any) -> None:
        """Carry out an action; whatever happens, the game stays and is told."""

    def scene(
        self, width: float, ply: int | None, theme: str, pressed: Pressed | None = None
    ) -> Scene:
        """Return the picture of a position (None: of that now)."""

    def words_now(self) -> str:
        """Return the position in words."""


def _low(board: Any) -> tuple[int, ...]:
    """Return the width that a board has for low windows only, if it has one."""
    width: int | None = getattr(board, "LOW_WIDTH", None)
    return () if width is None else (width,)


class PlayingBoard(w.VBox):
    """The live board of a table, and below it buttons for what the board has no place for."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.selecting = Selecting()
        self._guide = ""
        self._firsts: set[str] = set()
        self.more = Moves(lambda move: host.safely(lambda: self._chosen(move)))
        self.view = BoardView(
            self._scene,
            sorted({*host.board.WIDTHS, *_low(host.board)}, reverse=True),
            self.press,
            lambda: self.press(TAKE_BACK),
            host.safely,
            host.words_now,
            self._does,
            self._about,
        )
        self.meaning = w.HTML()
        """What stands on the card that was pressed or asked about last, explained."""
        self.meaning.add_class("pk-sheet")
        super().__init__([self.view, self.more, self.meaning])
        show(self.meaning, False)

    # --- showing

    def show_position(self) -> None:
        """Show the position as it is now; nothing is pressed yet."""
        show(self.meaning, False)
        session = self.host.session
        mine = not session.covered and session.state.to_move == session.viewer
        moves = session.state.moves() if mine else ()
        self._firsts |= {m.parts[0] for m in moves if isinstance(m.parts, tuple) and m.parts}
        self._show(Selecting(moves))

    def wait(self) -> None:
        """Let nothing be pressed until the position is shown: what is seen is past."""
        self.selecting, self._guide = Selecting(), ""
        self.view.rest()

    def _show(self, selecting: Selecting) -> None:
        self.selecting = selecting
        self._guide = self._told(selecting) if selecting.picks else ""
        state = self.host.session.state
        called = {CONFIRM: f"Play it: {state.say(selecting.settled)}"} if selecting.settled else {}
        pressed = {*selecting.chosen, *(key for path in selecting.laid for key in path)}
        if self.host.session.covered:
            opened, asked = frozenset((SHOW,)), ""
        else:
            opened = selecting.open_keys
            asked = self._guide or str(self.host.session.question)
        self.view.show(opened, pressed, called, asked)
        self._offer_the_rest()
        if selecting.picks and len(selecting.fits) == 1:
            self.host.consider(selecting.fits[0])

    def _scene(self, width: float, theme: str) -> Scene:
        if self.host.session.covered:
            return self.host.cover(width, theme)
        now = self.selecting
        pressed = Pressed(now.open_keys, now.chosen, now.laid, self._guide)
        return self.host.scene(width, None, theme, pressed)

    def _offer_the_rest(self) -> None:
        """Offer as buttons what a press has opened and the board has no region for."""
        now, scene, say = self.selecting, self.view.scene, self.host.session.state.say
        there = {part_of(region.key) for region in scene.regions} if scene else set()
        offered: list[tuple[str, Move]] = []
        if now.picks:
            if not now.targets & there and now.settled is None:
                offered = [(str(say(move)), move) for move in now.fits[:MANY]]
            if now.settled is not None and CONFIRM not in there:
                offered.append((f"Play it: {say(now.settled)}", now.settled))
            if TAKE_BACK not in there:
                offered.append(("Take the last press back", Move(TAKE_BACK)))
        self.more.fill([Group("", tuple(offered))])

    def _chosen(self, move: Move) -> None:
        self.press(TAKE_BACK) if move == TAKE_BACK else self.host.play(move)

    # --- pressing

    def press(self, key: str | None) -> None:
        """Carry out that a region was pressed; None is a place beside all of them."""
        if self.host.session.covered:
            if key == SHOW:
                self.host.uncover()
            return
        if self.host.interrupted:  # what was pressed is in a picture of the past
            self.host.tell(str(self.host.session.question))
            return
        if key is None or key == TAKE_BACK:
            self._take_back()
            return
        self._explain(key)
        answer = self.selecting.press(key)
        if answer.play is not None:
            self.host.play(answer.play)
        elif answer.refused:
            self.host.tell(self._why_not(key))
        else:
            self._show(answer.now)
            self.host.tell(self._guide or self._told(answer.now))

    def _take_back(self) -> None:
        if self.selecting.picks:
            self._show(self.selecting.back())
            self.host.tell(f"The last press is taken back. {self._told(self.selecting)}")
        else:
            self.host.tell("Nothing is chosen on the board.")

    # --- words

    def _does(self, key: str) -> str:
        """Return the move that a press of the region completes, as a sentence; "" for none."""
        answer = self.selecting.press(key)
        move = answer.play or answer.now.settled
        return "" if move is None else str(self.host.session.state.say(move)).rstrip(".")

    def _about(self, key: str) -> None:
        """Speak all that the words of the game tell about a region."""
        region = self._region(key)
        if region is not None and not self.host.session.covered:
            lines = self._explain(key)
            told = " ".join(map(str, lines)) or self._words_on(region)
            self.host.hear(f"{self._region_title(key)}. {told}" if lines else told or region.label)

    def _explain(self, key: str) -> tuple[Sentence, ...]:
        """Show below the board what is printed on a card, each sign in words and with its rule."""
        session = self.host.session
        lines: tuple[Sentence, ...] = session.state.explain(part_of(key))
        show(self.meaning, bool(lines))
        if lines:
            title = self._region_title(key)
            self.meaning.value = markup.explained(title, lines, session.game.rules)
        return lines

    def _region_title(self, key: str) -> str:
        region = self._region(key)
        return _upper(region.label) if region else part_of(key)

    def _words_on(self, region: Region) -> str:
        """Return the longest line that the words of the game have on a region; "" for none."""
        session = self.host.session
        name = re.split(r"[:,]", region.label)[0].casefold()
        lines = [
            line
            for topic in session.game.topics
            for line in session.state.words(topic, session.viewer).splitlines()
            if re.match(rf"{re.escape(name)}\b", line.casefold())
        ]
        return max(lines, key=len, default="")

    def _region(self, key: str) -> Region | None:
        scene = self.view.scene
        return None if scene is None else scene.region(key)

    def _told(self, now: Selecting) -> str:
        """Return what stands now and what may be pressed next, in one or two sentences."""
        if not now.picks:
            return str(self.host.session.question)
        if now.settled is not None:
            more = ", or press further" if now.targets else ""
            words = str(self.host.session.state.say(now.settled)).rstrip(".")
            return f"{words}: confirm it{more}."
        stands = self._standing(now)
        scene = self.view.scene
        names = [
            region.label.split(",")[0]
            for region in (scene.regions if scene else ())
            if part_of(region.key) in now.targets and region.key not in now.picks
        ]
        if not names:
            return f"{stands} Now choose one of the buttons."
        if len(names) > _NAMED:
            return f"{stands} Now press one of {len(names)} marked places."
        return f"{stands} Now press {_listed(names)}."

    def _standing(self, now: Selecting) -> str:
        """Return what is laid on what, and what is chosen but not laid yet."""
        laid = [" on ".join(map(self._name, path)) for path in now.laid if len(path) > 1]
        begun = [key for key in now.picks if not any(key in path for path in now.laid)]
        chosen = [f"{self._name(key)} is chosen" for key in begun[-1:]]
        return _upper("; ".join([*laid, *chosen]) + ".")

    def _name(self, key: str) -> str:
        """Return the short name of a region: what its label says first."""
        region = self._region(key)
        return region.label.split(",")[0] if region else part_of(key)

    def _why_not(self, key: str) -> str:
        """Return why a region can't be pressed now, or what is on it.

        The game's own reason comes first, if it has one.
        """
        state = self.host.session.state
        if not self.selecting.moves:
            return str(self.host.session.question)
        if self.selecting.picks or part_of(key) in self._firsts:
            for text in self.selecting.wordings(key):
                why = _reason(state, text)
                if why:
                    return why
        ask = self._told(self.selecting)
        region = self._region(key)
        if region is not None and not self.selecting.picks and (on_it := self._words_on(region)):
            return f"{on_it} {ask}"  # a small board has no room for all that is on a card
        return f"{_upper(self._name(key))} can’t be pressed now. {ask}"


def _reason(state: State, text: str) -> str:
    """Return why a notation is refused; "" if it is none of this game."""
    try:
        state.parse(text)
    except BadNotation:
        return ""
    except Refusal as refusal:
        reason = str(refusal)
        # the notation was made up from presses: only the reason behind it says something
        _, cut, rest = reason.partition(" is not possible: ")
        return _upper(rest) if cut else reason
    return ""


def _listed(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
