"""PlayTable: a game in a notebook, with its picture, its moves as buttons, and its words."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from itertools import islice
from typing import Any, ClassVar

import ipywidgets as w

import pocketlib
from pocketlib.commands import READY
from pocketlib.contract import (
    CHANCE,
    BadDump,
    BadOptions,
    Dump,
    Game,
    IllegalMove,
    Move,
    Refusal,
    Sentence,
    State,
)
from pocketlib.graph import Work
from pocketlib.reading import understand
from pocketlib.record import NotSaved
from pocketlib.text import Session, Step, save_file
from pocketwidgets import markup
from pocketwidgets.boards import board_of, cover
from pocketwidgets.bridge import StatusLine
from pocketwidgets.choices import (
    MANY,
    Choices,
    Fold,
    Group,
    RealDice,
    button,
    labelled,
    opener,
    row,
    show,
    throw_of,
)
from pocketwidgets.editing import PositionEditor
from pocketwidgets.entering import Entry, PartsEntry
from pocketwidgets.keeping import Keeping, LookingBack
from pocketwidgets.line import Line
from pocketwidgets.logbook import Log
from pocketwidgets.odds_panel import OddsPanel
from pocketwidgets.picture import Picture
from pocketwidgets.playing import PlayingBoard, Pressed
from pocketwidgets.reckoning import Reckoning
from pocketwidgets.scene import Scene
from pocketwidgets.selecting import Selecting
from pocketwidgets.setup import Setup, Start
from pocketwidgets.sheets_style import SHEETS_CSS
from pocketwidgets.style import CSS, ROOT
from pocketwidgets.telling import Telling, Told

TYPE = "Type a move"
"""The name of the text field while there are moves."""
POSITION = "Set up a position"
"""The name of the sheet with the position editor."""
SAVING = "Save and go on"
"""The name of the sheet for saving and loading."""
_SAID = 600
"""News of so many signs are all said in the status line."""
_LOGGED = 80
"""How many lines the log shows."""
_SPOKEN = 900
"""So many signs of an answer are spoken at once; what is longer is read on the page."""

logger = logging.getLogger(__name__)


class PlayTable(w.VBox):
    """A table at which a game is played.

    ``game`` is the id of a game or the Game itself; ``options`` are the game's own, for example
    ``weapon="corvette"``. With ``save``, the game is saved to that file after every move; if the
    file is there already, its game goes on. ``companion`` is for a game that lies on a real
    table: the dice are typed in. ``position``, a dump, is where the game starts instead of at its
    beginning; it holds the options. When the cell is run again, its old table is closed; a game
    that is under way there goes on, if it is the same call.
    """

    _live: ClassVar[dict[str, PlayTable]] = {}

    def __init__(
        self,
        game: str | Game = "landship",
        *,
        seed: int | None = None,
        set: str | None = None,
        companion: bool = False,
        save: str | os.PathLike[str] | None = None,
        position: Dump | None = None,
        **options: Any,
    ) -> None:
        self.game = pocketlib.game(game) if isinstance(game, str) else game
        self.board = board_of(self.game.id)
        file = None if save is None else str(save)
        start = self._called = Start(options, set, seed, companion, file, position)
        trouble = ""
        if running := self._running_here():
            trouble = "The game that was under way here goes on. For another one, press New game."
            self.session, start = _taken_over(running.session), running._start
        else:
            try:
                self.session = self._taken_up(start)
            except (BadDump, NotSaved) as bad:
                trouble = f"{bad} A new game was started; it is in no file yet."
                start = replace(start, save=None)
                self.session = _session(self.game, start)
        self._views: dict[tuple[int, int], tuple[object, Any]] = {}
        self._start = start
        self._build()
        self.session.background, self.session.only = self._take_work, self.game
        super().__init__([self._style, self._main])
        self.add_class(ROOT)
        self._take_the_cell()
        if self.session.goes_on:
            arrival = trouble if running else f"{trouble} {self.session.arrival}".lstrip()
            trouble = self._news(arrival)
        self._say(trouble, f"The table of {self.game.title} is ready. {self._asked_aloud}")
        self.refresh()

    def _running_here(self) -> PlayTable | None:
        """Return the table that the same call in the same cell has made, if its game is running.

        Cells are run again when buttons don't answer; nobody wants to lose a game by that.
        """
        old = self._live.get(_running_cell() or "")
        if old is None or old.game is not self.game or old._called != self._called:
            return None
        return None if old._may_leave else old

    def _taken_up(self, start: Start) -> Session:
        """Return the game of the save file, if there is one, else a new one."""
        path = None if start.save is None else save_file(start.save)
        if path is None or not path.exists():
            return _session(self.game, start)
        return self._ours(Session.resume(path))

    def _ours(self, session: Session) -> Session:
        """Return the session if it is of this table's game; raises BadDump."""
        if session.game is not self.game:
            raise BadDump(
                f"This is a game of {session.game.title}; this table is for {self.game.title}."
            )
        return session

    # --- parts

    def _build(self) -> None:
        self._acting = False
        self._step: Step | None = None
        """The step that is being told, while steps are told."""
        self.interrupted = False
        """Did what a person does now end the telling of steps?"""
        self._style = w.HTML(f"<style>{CSS}{SHEETS_CSS}</style>")
        self._status = StatusLine(title=f"The table of {self.game.title}")
        self._telling = Telling()
        self._picture = PlayingBoard(self)
        self._choices = Choices(self.play, getattr(self.board, "LISTED", MANY))
        self._dice = RealDice(self._throw, self._hear)
        self._parts = PartsEntry(self._throw)
        self._uncover = button("", self.uncover, "pk-move")
        self._uncover.add_class("pk-hand")
        self._line = Line(TYPE, "a move, or: help", entered=self._typed, empties=True)
        self._answer = w.HTML()
        self._answer.add_class("pk-answers")
        self._answered = ""
        self._reckoning = Reckoning(self._answer_late)
        self._log = Log()
        self._log.add_class("pk-sheet")
        # a position that hides nothing can be set up by hand; another one would tell its secrets
        editable = bool(self.game.position_fields()) and not self.game.hidden
        self._folds = {
            "New game": Fold(lambda: self._setup),
            **({POSITION: Fold(lambda: self._editor)} if editable else {}),
            SAVING: Fold(lambda: self._keeping),
            "In words": Fold(lambda: self._look),
            "Look back": Fold(lambda: self._back),
            "Odds": Fold(lambda: self._odds),
        }
        self._switches = {name: self._switch(name) for name in self._folds}
        self._undo = button("Undo", lambda: self._safely(self._take_back))
        self._redo = button("Redo", lambda: self._safely(self._play_again))
        self._mend = button(
            "That was wrong: change the last entry", lambda: self._safely(self._mend_entry)
        )
        decision = w.VBox(
            [
                row(self._undo, self._redo),  # above all that has another length after every move
                self._status,
                self._choices,  # and the question above them
                self._uncover,
                self._dice,
                self._parts,
                row(self._mend),
                self._telling,  # below the moves, which thus stay where they are
                row(self._line, button("Do it", self._do_typed), button("Why not?", self._ask_why)),
                self._answer,
                self._reckoning,
                row(*self._switches.values()),
            ]
        )
        decision.add_class("pk-sheet")
        left = w.VBox([self._picture, *self._folds.values()])
        left.add_class("pk-left")
        decision.add_class("pk-decision")
        self._log.add_class("pk-record")
        self._main = w.Box([left, decision, self._log])
        self._main.add_class("pk-main")

    # the sheets are made when they are opened first: most widgets of a table would be theirs

    @cached_property
    def _setup(self) -> Setup:
        return Setup(self.game, self._start, self._begin, lambda: self._may_leave, self._hear)

    @cached_property
    def _editor(self) -> PositionEditor:
        return PositionEditor(
            self.game,
            self._begin,
            lambda: self._may_leave,
            lambda: self._start,
            lambda: self.session.state,
            self._preview,
            lambda: self._setup.set_in_use,
        )

    @cached_property
    def _keeping(self) -> Keeping:
        return Keeping(self._go_on, self._safely, lambda: self._may_leave)

    @cached_property
    def _odds(self) -> OddsPanel:
        return OddsPanel()

    @cached_property
    def _look(self) -> w.HTML:
        look = w.HTML()
        look.add_class("pk-sheet")
        return look

    @cached_property
    def _back(self) -> LookingBack:
        return LookingBack(
            self._picture_of,
            self._told,
            lambda ply: self._safely(lambda: self._go_back_to(ply)),
            self._hear,
        )

    def _switch(self, name: str) -> w.ToggleButton:
        switch = opener(name)
        switch.observe(lambda change: self._safely(lambda: self._folded(name, change.new)), "value")
        return switch

    # --- what people do

    def play(self, move: str) -> None:
        """Play a legal move (or a real throw); what is refused is said in the status line."""
        self._safely(lambda: self._play(move))

    def do(self, line: str) -> str:
        """Carry out a typed line, a move or a command, and return the answer."""
        self._safely(lambda: self._do(line))
        return self.answer

    def uncover(self) -> None:
        """Hand the table over, or show it to who sits there now, once it was handed over."""
        self._safely(self._show_now)

    def consider(self, move: str | None) -> None:
        """Show the odds of a move that is thought about, if the odds are open."""
        if self._folds["Odds"].made:
            self._safely(lambda: self._odds.show(move))

    def unfold(self, fold: str) -> None:
        """Open one of the sheets.

        They are "New game", "Set up a position" (of games that have a form for it), "Save and go
        on", "In words", "Look back" and "Odds".
        """
        self._switches[fold].value = True

    @property
    def answer(self) -> str:
        """The last answer to a typed line."""
        return self._answered

    @property
    def status(self) -> str:
        """What the status line says, and then asks."""
        return f"{self._status.say} {self._status.ask}".strip()

    def press(self, label: str) -> None:
        """Press the button of the move with this label. Raises LookupError if there is none."""
        self._choices.press(label)

    def _play(self, move: str) -> None:
        self.session.play(move)
        self._told_now()

    def _throw(self, numbers: str) -> None:
        self._safely(lambda: self._play(understand(self.session.state, numbers)))

    def _take_back(self) -> None:
        self._gone_back(self.session.undo())

    def _play_again(self) -> None:
        self.session.redo()
        self._told_now()

    def _mend_entry(self) -> None:
        self._gone_back(self.session.mend())

    def _gone_back(self, told: str) -> None:
        """Show a position to which the game has gone back, and say how."""
        self._telling.tell([], lambda: None)  # what was told has not happened now
        self._say(told, self._asked_aloud)
        self.refresh()

    def _go_back_to(self, ply: int) -> None:
        self.session.go_back_to(ply)
        self._switches["Look back"].value = False
        back = " Redo leads back along the old line." if self.session.record.can_redo else ""
        self._gone_back(f"The game goes on from position {ply}.{back}")

    def _show_now(self) -> None:
        if self.session.closing:
            self.session.hand_over()
        else:
            self.session.uncover()
        self._told_now()

    def _typed(self, line: str) -> None:
        if line.strip():
            self.do(line.strip())
        else:
            self._answer.value = ""  # it answered another line
            typable = self._line.placeholder.replace("or: ", "or ")
            self._hear(f"{self._asked_aloud} Type {typable}.")

    def _do_typed(self) -> None:
        line, self._line.value = self._line.value, ""
        self._typed(line)

    def _ask_why(self) -> None:
        """Answer why what is typed in the line is not possible."""
        self.do(f"why {self._line.value.strip()}".strip())

    def _do(self, line: str) -> None:
        record = self.session.record
        before = record.moves
        self._answered = self.session.do(line)
        if self.session.done:
            self.session.done = False
            self._answered += " This table stays here; the page may be closed."
        after = self.session.record.moves
        if self.session.record is not record:
            self._told_now(self.session.arrival, keep_answer=True)
        elif after == before[: len(after)]:  # nothing was played; what was taken back is no news
            self._hear(_spoken(self._answered))  # it is seen below
            self.refresh()
        else:
            self._told_now(keep_answer=True)
        self._show_answer()

    def _show_answer(self) -> None:
        """Show what was answered, but for what is to be seen above."""
        seen = f"{self._status.say}\n{self._asked}"
        lines = [line for line in self._answered.splitlines() if line and line not in seen]
        self._answer.value = markup.answer("\n".join(lines))
        if lines:
            self._status.answered()

    def _take_work(self, work: Work[str]) -> str:
        return self._reckoning.take(work, self.session.state)

    def _answer_late(self, answer: str) -> None:
        """Tell an answer that has come while the person did something else."""
        with self._status.hold_sync():
            self._answered = answer
            self._hear(_spoken(answer))
            self._show_answer()

    def _begin(self, start: Start) -> None:
        session = _session(self.game, start)
        self._start = start
        self._safely(lambda: self._go_on(session))

    def _go_on(self, session: Session) -> None:
        self.session = self._ours(session)
        self.session.background, self.session.only = self._take_work, self.game
        self._start = replace(self._start, companion=session.companion)
        self._views.clear()
        for name in self._switches.keys() & {"New game", POSITION, SAVING}:
            self._switches[name].value = False
        self._told_now(session.arrival)
        self._status.ask = ""  # the question gets the focus, and is spoken for that
        self._status.home += 1

    @property
    def _may_leave(self) -> bool:
        """True if nothing is lost when another game starts here."""
        session = self.session
        return session.over or not session.begun

    def _safely(self, action: Callable[[], None]) -> None:
        """Carry out what a person asked for. Whatever happens, the game stays and is told."""
        outermost, self._acting = not self._acting, True
        if outermost:
            self.interrupted = self._telling.running
        with self._status.hold_sync():  # it speaks once, when all is there
            try:
                self._telling.skip()
                action()
            except Refusal as refusal:
                self._say(str(refusal))
            except Exception as error:  # a callback's exception would vanish in the console
                logger.exception("a callback of the table failed")
                self._say(
                    f"Something went wrong here ({type(error).__name__}: {error}). Your game is "
                    "unharmed; try another way, or save it and run this cell again."
                )
            finally:
                self._acting = not outermost

    # --- what is shown

    def _say(self, text: str, question: str = "") -> None:
        trouble = self.session.trouble  # the game is not being saved: never without a word
        if trouble and str(trouble) not in text:
            text = f"{text} Warning: {trouble}".strip()
        if (text, question) == (self._status.say, self._status.ask) != ("", ""):
            # what was answered last time is an answer again, and has to be spoken
            question = f"{question}\u00a0"
        self._status.say = text
        self._status.ask = question

    def _hear(self, text: str) -> None:
        """Speak what stands elsewhere on the page."""
        self._say("", text)

    def _told_now(self, first: str = "", keep_answer: bool = False) -> None:
        """Show the position and tell the news, after what is to be said ``first``."""
        session = self.session
        if not keep_answer:
            self._answered = ""
            self._answer.value = ""
        if session.covered:
            self._hand_over()
        self._say(self._news(first), self._asked_aloud)
        steps = [] if session.covered else session.steps
        told = [Told(step.told, partial(self._show_step, step)) for step in steps]
        # it paints: now, or when the steps have been told one by one
        self._telling.tell(told, self._arrive, session.by_chance)
        if self._telling.running:
            self._picture.wait()
            self._status.unseen = True
        self._show(*self._all_but_the_board)

    def _news(self, first: str) -> str:
        """Return the news in short, after what is to be said first."""
        news = "" if self.session.covered else _in_short(self.session)
        return f"{first} {news}".strip()

    def _arrive(self) -> None:
        """Show how the game stands, now that the steps have been told."""
        self._status.unseen = False
        self._show(self._paint, self._show_log)

    def refresh(self) -> None:
        """Show the position as it is now. What can't be shown is told; the rest is shown."""
        if self.session.covered:
            self._hand_over()
        self._show(self._show_picture, *self._all_but_the_board)

    @property
    def _all_but_the_board(self) -> tuple[Callable[[], None], ...]:
        return self._show_services, self._fill_choices, self._show_log, self._refresh_folds

    def _show(self, *parts: Callable[[], None]) -> None:
        """Bring parts of the table up to date, each on its own; what fails is told."""
        failed = [error for part in parts if (error := _failing(part))]
        if failed:
            told = f"A part of the table can't be shown ({type(failed[0]).__name__}: {failed[0]})."
            self._status.say = f"{self._status.say} {told} Your game is unharmed.".strip()
        # a count of what the other side did would tell how often it moved
        self._status.turn = 0 if self.session.covered else self._status.turn + 1

    def _hand_over(self) -> None:
        """Leave nothing on the page of who sat at the screen: what is only hidden is still there.

        All else is filled anew for who sits there next.
        """
        self._line.value = self._answer.value = ""
        for switch in self._switches.values():
            switch.value = False
        if self._folds["In words"].made:
            self._look.value = ""
        if self._folds["Look back"].made:
            self._back.clear()

    def _show_picture(self) -> None:
        if not self._telling.running:
            self._paint()

    def _show_services(self) -> None:
        session = self.session
        self._reckoning.at(session.state)
        show(self._uncover, session.covered or session.closing)
        self._uncover.description = self._uncovering
        self._undo.disabled = session.why_no_undo is not None
        self._redo.disabled = not session.record.can_redo
        show(self._mend, self._may_mend)

    def _show_log(self) -> None:
        if self._telling.running:
            return  # it would tell the end before the steps do
        entries = [] if self.session.covered else [*islice(self._entries(), _LOGGED)]
        self._log.show(entries, self.game.rules)
        show(self._log, not self.session.covered)

    def _show_step(self, step: Step) -> None:
        """Paint how the table looked at a step that is being told."""
        self._step = step
        _failing(self._picture.view.repaint)  # the last picture tells what goes wrong

    def _paint(self) -> None:
        """Paint the position as it is now."""
        self._step = None
        self._picture.show_position()

    @property
    def _may_mend(self) -> bool:
        """Is there an entry to be mended, and is none being mended now?"""
        session = self.session
        mending = session.record.can_redo and session.state.to_move == CHANCE
        return session.why_no_mending is None and not mending

    @property
    def _asked(self) -> Sentence:
        if self.session.covered:
            return Sentence(f"It is the turn of {self.game.seats[self.session.viewer]}.")
        return self.session.question

    @property
    def _asked_aloud(self) -> str:
        """What is asked, and where dice are to be typed in, how many; that is seen elsewhere."""
        state = self.session.state
        throw = throw_of(state.options_now()) if state.to_move == CHANCE else None
        if throw is None or self.session.covered:
            return str(self._asked)
        what = "one die and type what it shows"
        if throw.dice > 1:
            what = f"{throw.dice} dice and type what they show"
        return f"{self._asked} Throw {what}."

    def _fill_choices(self) -> None:
        session, state = self.session, self.session.state
        mine = not session.covered and state.to_move in (session.viewer, CHANCE)
        options = state.options_now() if mine else ()
        throw = throw_of(options) if options and state.to_move == CHANCE else None
        entry = self._entry_of(options) if options and state.to_move == CHANCE else None
        show(self._dice, throw is not None)
        show(self._parts, entry is not None)
        if throw is not None:
            self._dice.ask(throw)
        elif entry is not None:
            self._parts.ask(entry)
        self._line.description, self._line.placeholder = self._typable(throw is not None)
        by_hand = throw is not None or entry is not None
        groups = [] if by_hand else _buttons(state) if options else []
        self._choices.fill(groups, markup.question(self._asked, self.game.rules))

    def _typable(self, dice: bool) -> tuple[str, str]:
        """Return the name of the text field, and what can be typed into it now."""
        if self.session.over:
            return "Type a command", "undo, log, code, new, or: help"
        if self.session.covered or self.session.closing:
            return TYPE, f"{READY}, or: help"
        return TYPE, "the dice, or: help" if dice else "a move, or: help"

    def _entry_of(self, outcomes: tuple[Move, ...]) -> Entry | None:
        """Return the outcome as the board wants it typed in, part by part; None if it does not."""
        offered = getattr(self.board, "entry", None)
        entry: Entry | None = offered and offered(self._view(self.session.record.ply), outcomes)
        return entry

    def _folded(self, name: str, opened: bool) -> None:
        """Open one sheet only: a phone's page stays short. None opens on a covered table."""
        if opened and self.session.covered:
            self._switches[name].value = False
            told = f"The table is covered. {self._asked} First press: {self._uncovering}."
            raise IllegalMove(told)
        if opened:
            for other, switch in self._switches.items():
                switch.value = switch.value and other == name
        self._refresh_folds()
        self._status.opened = next((n for n, switch in self._switches.items() if switch.value), "")

    def _refresh_folds(self) -> None:
        # while the screen is handed over, no sheet is filled for anybody
        opened = {
            name
            for name, switch in self._switches.items()
            if switch.value and not self.session.covered
        }
        for name, fold in self._folds.items():
            if name in opened:
                fold.unfold()
            show(fold, name in opened)
        if "New game" not in opened and self._folds["New game"].made:
            self._setup.calm()
        if POSITION in opened:
            self._editor.show_form()
        elif POSITION in self._folds and self._folds[POSITION].made:
            self._editor.calm()
        if SAVING in opened:
            self._keeping.show_session(self.session)
        elif self._folds[SAVING].made:
            self._keeping.calm()
        if "In words" in opened:
            words = self._words(self.session.record.ply)
            self._look.value = markup.heading("The table in words") + markup.answer(words)
        if self._folds["Odds"].made:
            self._odds.at(self.game, self.session.state, opened="Odds" in opened)
        if "Look back" in opened:
            may_branch = not self.game.hidden or self.session.over
            self._back.show_game(self.session.plies, may_branch)

    def _entries(self) -> Iterator[Sentence]:
        """Yield what has happened, the newest first."""
        for ply in range(self.session.record.ply, 0, -1):
            if told := self.session.told(ply):
                yield told

    def _told(self, ply: int) -> str:
        return str(self.session.told(ply))

    def _view(self, ply: int) -> Any:
        """Return what the viewer may know at a ply, asked of the engine only once."""
        state, key = self.session.record.at(ply), (ply, self.session.viewer)
        known = self._views.get(key)
        if known is None or known[0] is not state:
            known = self._views[key] = (state, state.observe(self.session.viewer))
        return known[1]

    def _words(self, ply: int) -> str:
        return self.session.record.at(ply).words("look", self.session.viewer)

    # --- pictures

    def scene(
        self,
        width: float,
        ply: int | None = None,
        theme: str = "light",
        pressed: Pressed | None = None,
    ) -> Scene:
        """Return the picture of the table (at a ply: now, if none is given)."""
        if ply is None and self._step is not None:
            return self._scene_of(self._step, width, theme)
        session = self.session
        at = session.record.ply if ply is None else ply
        now = at == session.record.ply
        state = session.record.at(at)
        news = [(told.by, str(told)) for told in self._entries()] if now else []
        asked = str(session.question if now else state.question(session.viewer))
        if pressed is None:
            moves = state.moves() if now and state.to_move == session.viewer else ()
            pressed = Pressed(Selecting(moves).targets)
        elif self._quiet:
            asked = ""
        return self.board.scene(
            self._view(at),
            width=width,
            past=[self._view(earlier) for earlier in range(at)],
            legal=pressed.legal,
            selected=pressed.selected,
            laid=pressed.laid,
            theme=theme,
            question=pressed.told or asked,
            news=news,
            words=self._words(at),
        )

    def _scene_of(self, step: Step, width: float, theme: str) -> Scene:
        """Return the picture of a step of a move; its first line stands where the question does."""
        viewer = self.session.viewer
        return self.board.scene(
            step.state.observe(viewer),
            width=width,
            past=[self._view(earlier) for earlier in range(step.ply)],
            theme=theme,
            question="" if self._quiet else " ".join(map(str, step.told)),
            words=step.state.words("look", viewer),
        )

    @property
    def _quiet(self) -> bool:
        """Does the board leave it to what stands beside it to ask and to tell?"""
        return getattr(self.board, "QUIET", False)

    def cover(self, width: float, theme: str) -> Scene:
        """Return the picture while the screen is handed over."""
        seat, words = self.game.seats[self.session.viewer], self._uncovering
        cloth = self.board.CLOTH
        return cover.scene(width, self.game.title, seat, words, cloth=cloth, theme=theme)

    @property
    def _uncovering(self) -> str:
        if self.session.closing:
            return "I have seen it: cover the table"
        return f"I am {self.game.seats[self.session.viewer]}: show me the table"

    def words_now(self) -> str:
        """Return the position and the question as plain text."""
        return _plain(self.session)

    def tell(self, text: str) -> None:
        """Say something in the status line; the question at its end stands below it anyway."""
        asked = str(self._asked)
        if text.endswith(asked):
            self._say(text.removesuffix(asked).strip(), asked)
        else:
            self._say(text)

    def hear(self, text: str) -> None:
        """Speak what is to be seen on the board."""
        self._hear(text)

    def safely(self, action: Callable[[], None]) -> None:
        """Carry out an action; whatever happens, the game stays and is told."""
        self._safely(action)

    def _picture_of(self, ply: int) -> str:
        return markup.board([self.scene(width, ply, "page") for width in self.board.WIDTHS])

    def _preview(self, state: State) -> str:
        """Return a small picture of a position that is not on the table."""
        viewer = self.session.viewer
        scene = self.board.scene(
            state.observe(viewer),
            width=self.board.WIDTHS[-1],
            theme="page",
            question=str(state.question(viewer)),
            words=state.words("look", viewer),
        )
        return markup.board([scene])

    def picture(self) -> Picture:
        """Return the table as it is now as a picture with words, for paper and print.

        Raises IllegalMove while the screen is handed over.
        """
        if self.session.covered:
            raise IllegalMove(f"The board is covered. {self._asked}")
        return Picture(self.scene(self.board.PRINT_WIDTH), _plain(self.session))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live widget, and for readers without a kernel picture and words.

        All sides read the file of the notebook: while one of them hides something, the words tell
        whose turn it is and no more.
        """
        found = super()._repr_mimebundle_(**kwargs)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        session = self.session
        if session.covered or (self.game.hidden and session.record.ply and not session.over):
            return {**data, "text/plain": _turn_of(session)}, metadata
        more, about = self.picture().bundle()
        return {**data, **more}, {**metadata, **about}

    def __repr__(self) -> str:
        return f"<PlayTable: {self.game.title}>"

    # --- one live table a cell

    def _take_the_cell(self) -> None:
        """Close the table that this cell made before: no two live games."""
        key = _running_cell()
        if key is None:
            return
        old = self._live.pop(key, None)
        if old is not None:
            old.put_away()
        self._live[key] = self

    def put_away(self) -> None:
        """Close this table and everything in it; its save file stays."""
        for widget in [*_inside(self)]:
            widget.close()


def _spoken(answer: str) -> str:
    """Return as much of an answer as is spoken by itself, line by line a sentence.

    What stands behind an empty line is there to be read, and never spoken by itself.
    """
    head, _, rest = answer.partition("\n\n")
    lines = [line if line[-1:] in ".:;,?!" else f"{line}." for line in head.splitlines() if line]
    told, count = 0, len(lines)
    for number, line in enumerate(lines):
        told += len(line)
        if told > _SPOKEN and number:
            count = number
            break
    more = len(lines) - count + len(rest.splitlines())
    stand = "line stands" if more == 1 else "lines stand"
    end = [f"{more} more {stand} below the text field."] if more else []
    return " ".join([*lines[:count], *end])


def _failing(part: Callable[[], None]) -> Exception | None:
    """Carry out a part of a refresh; return its error, so that the other parts go on."""
    try:
        part()
    except Exception as error:  # else the table would be left half as it was before
        logger.exception("a part of the table can't be shown")
        return error
    return None


def _in_short(session: Session) -> str:
    """Return the news for the status line: the last ones, if they are long."""
    news = session.news
    first = 0
    while first < len(news) - 1 and sum(map(len, news[first:])) > _SAID:
        first += 1
    last = " ".join(news[first:])
    if not first:
        return last
    since = "Since your last move" if session.has_decided else "Till now"
    return f"{since} {len(news)} things have happened; here are the last. The log tells all. {last}"


def _buttons(state: State) -> list[Group]:
    return [Group(head, labelled(moves, state.say)) for head, moves in state.grouped()]


def _taken_over(session: Session) -> Session:
    """Return a session that goes on with the same record; who sits at the screen, is not known."""
    return Session(
        session.record, companion=session.companion, seat=session.seat, save=session.save_path
    )


def _session(game: Game, start: Start) -> Session:
    if start.position is not None and start.options:
        raise BadOptions("A game from a position has no other options: the position holds them.")
    return Session.new(
        game,
        start.options,
        set=start.set,
        seed=start.seed,
        companion=start.companion,
        save=start.save,
        position=start.position,
    )


def _plain(session: Session) -> str:
    """Return the position and the question as plain text, the same for the same game."""
    if session.covered:
        return _turn_of(session)
    words = session.state.words("look", session.viewer)
    return f"{session.game.title}\n{words}\n{session.question}"


def _turn_of(session: Session) -> str:
    mover = session.state.to_move
    seat = session.viewer if mover is None or mover == CHANCE else mover
    return f"{session.game.title}. It is the turn of {session.game.seats[seat]}."


def _inside(widget: w.Widget) -> Iterator[w.Widget]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _inside(child)


def _running_cell() -> str | None:
    """Return a name of the notebook cell that runs now; None outside of notebooks."""
    try:
        from IPython import get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None:
        return None
    metadata = kernel.get_parent("shell").get("metadata", {})
    known = metadata.get("cellId") or metadata.get("cell_id")
    return str(known or shell.user_ns.get("In", [""])[-1])
