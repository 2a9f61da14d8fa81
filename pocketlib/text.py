"""Any game in words: a session that reads lines and answers in plain sentences.

A session does no input and no output of its own but for its save file. The terminal and the
text field of the table both speak to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pocketlib import commands
from pocketlib.contract import (
    CHANCE,
    GAME_OVER,
    BadDump,
    Dump,
    Game,
    IllegalMove,
    Refusal,
    Seat,
    Sentence,
    State,
)
from pocketlib.reading import Ambiguous, understand
from pocketlib.record import NotSaved, Record, fresh_seed
from pocketlib.save_files import Kept, content, free_name, keep_beside, same_file, save_file

if TYPE_CHECKING:
    from pocketlib.graph import Work

__all__ = ["Ambiguous", "Session", "save_file", "understand"]


class Step(NamedTuple):
    """What one stage of a move looks like, and what it tells.

    ``ply`` is that of the whole move; ``state`` is only to be looked at (``State.stages``).
    """

    ply: int
    state: State
    told: tuple[Sentence, ...]


class Session:
    """One game being played: its record, who looks at it, and what was last told.

    Without ``companion`` chance is drawn by the record's seed (a fresh one, if it has none) until
    a seat must choose. With it, people type in the dice that lie on their table, as moves.

    ``seat`` is who looks at the game; None means whoever is to move, in turn (one screen for all).
    ``save`` is the file that is kept up to date after every move.
    """

    def __init__(
        self,
        record: Record,
        *,
        companion: bool = False,
        seat: Seat | None = None,
        save: str | os.PathLike[str] | None = None,
    ) -> None:
        self.save_path = None if save is None else save_file(save)
        self.kept: Kept | None = None
        """Where the game is kept that was in the save file before, if there was one to keep."""
        self.companion = companion
        self.seat = seat
        self.done = False
        """Has someone said "quit"?"""
        self.trouble: NotSaved | None = None
        """Why the last save failed or went elsewhere, if it did."""
        self._written: bytes | None = None
        """What this session has written into its save file; None before the first time."""
        self.progress: Callable[[int], None] | None = None
        """Hears how far work is that may take long; without it, work is soon given up."""
        self.only: Game | None = None
        """The game whose table this is; any game may be loaded, if it is None."""
        self.background: Callable[[Work[str]], str] | None = None
        """Takes over work on an answer that may take long; returns what is answered now."""
        self.record = record
        self._looker: Seat = 0
        self._covered = False
        self._closing = False
        self.goes_on = False
        """Had the game begun before it came here?"""
        self._begin()

    @classmethod
    def new(
        cls,
        game: str | Game,
        options: Mapping[str, Any] | None = None,
        *,
        set: str | None = None,
        seed: int | None = None,
        companion: bool = False,
        seat: Seat | None = None,
        save: str | os.PathLike[str] | None = None,
        position: Dump | None = None,
    ) -> Session:
        """Return a session with a new game, ``game`` being its id or the Game itself.

        With the dump ``position``, which holds its options, the game starts there. A game that
        is already in the file ``save`` is kept beside it (see ``keep_beside``). Raises
        UnknownGame, BadOptions, BadSet, BadDump or NotSaved.
        """
        if position is None:
            record = Record.start(game, options, set, seed)
        else:
            record = Record.from_position(game, position, set, seed)
        kept = None if save is None else keep_beside(save_file(save))
        session = cls(record, companion=companion, seat=seat, save=save)
        session.kept = kept
        return session

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        *,
        companion: bool | None = None,
        seat: Seat | None = None,
    ) -> Session:
        """Return a session that goes on with the game saved at ``path``, and saves there.

        Whether it is played in companion mode is seen from the record (it has no seed then),
        unless ``companion`` says so. Raises BadDump.
        """
        record = Record.load(path)
        by_hand = record.seed is None if companion is None else companion
        return cls(record, companion=by_hand, seat=seat, save=path)

    def _begin(self) -> None:
        """Take up the record where it stands."""
        if not self.companion and self.record.seed is None:
            self.record.seed = fresh_seed()
        self.goes_on = self.record.ply > 0
        self._draw()
        self._looker = self._next_looker()
        self._closing = False
        # who sits at the screen when a game goes on?
        self._covered = self.goes_on and self.game.hidden and self.seat is None and not self.over
        self.autosave()

    # --- the position

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def state(self) -> State:
        """The position now. What it holds may be more than ``viewer`` may know."""
        return self.record.state

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return self.state.to_move is None

    @property
    def viewer(self) -> Seat:
        """The seat whose eyes the texts are for."""
        return self._looker if self.seat is None else self.seat

    @property
    def covered(self) -> bool:
        """Must the screen be handed over first? Only with hidden information on one screen."""
        return self._covered

    @property
    def closing(self) -> bool:
        """Does who has moved still see what came of it, before the screen is handed over?"""
        return self._closing

    def hand_over(self) -> None:
        """Cover the screen for who is to move: the other one has seen what came of the move."""
        self._closing = False
        self._covered = True
        self._looker = self._next_looker()

    def uncover(self) -> None:
        """The right person sits at the screen now."""
        self._covered = False

    def _next_looker(self) -> Seat:
        mover = self.state.to_move
        return self._looker if mover is None or mover == CHANCE else mover

    # --- playing

    def play(self, move: str) -> State:
        """Play a legal move or (in companion mode) outcome, then let chance run.

        Returns the position at which a seat must choose, dice must be typed in, or the game is
        over. Raises BadNotation or IllegalMove; then nothing has changed.
        """
        if self._closing:
            self.hand_over()
        self.record.play(move)
        self._draw()
        looker = self._next_looker()
        if looker != self._looker and self._shared and not self.over and self._was_shown():
            self._closing = True
        else:
            self._turn_to(looker)
        self.autosave()
        return self.state

    @property
    def _shared(self) -> bool:
        """Do people who hide something from each other share the screen?"""
        return self.game.hidden and self.seat is None

    def _was_shown(self) -> bool:
        """Has who looks come to know anything by the move that was just made?

        Of a game that does not say what its moves show (``State.shows``), only dice and cards that
        came after them count.
        """
        seat, ply = self._looker, self.record.ply
        own = next((n for n in range(ply, 0, -1) if self.record.at(n - 1).to_move == seat), ply)
        after = self.record.at(own)
        said = type(after).shows is not State.shows and after.shows(seat)
        return said or any(self.record.at(n).events(seat) for n in range(own + 1, ply + 1))

    def _draw(self) -> None:
        if not self.companion:
            while self.state.to_move == CHANCE:
                self.record.draw()

    def _draw_as_before(self) -> None:
        """Let chance run on along the line that was taken back: its seed may not be ours."""
        while not self.companion and self.record.can_redo and self.state.to_move == CHANCE:
            self.record.redo()
        self._draw()

    def _turn_to(self, looker: Seat) -> None:
        self._closing = False
        if looker != self._looker and self.seat is None:
            self._covered = self.game.hidden and not self.over
        self._looker = looker

    @property
    def why_no_undo(self) -> Sentence | None:
        """Why nothing can be taken back now, in words; None if it can."""
        decision = self._undo_ply()
        allowed = decision is not None and (not self.game.hidden or self._unseen_since(decision))
        if not allowed and not self.has_decided:
            return Sentence("There is no move to take back.")
        if not allowed:
            return Sentence(
                "With hidden information only your own last move can be taken back, and only "
                "while it has shown nobody anything."
            )
        return None

    @property
    def has_decided(self) -> bool:
        """Has anybody made a move; with hidden information, has the viewer?"""
        return self.viewer in self._movers if self.game.hidden else self.begun

    @property
    def begun(self) -> bool:
        """Has anybody made a move? In companion mode, has anything been typed in?"""
        return self.record.ply > 0 if self.companion else self.record.decided

    @property
    def untouched(self) -> bool:
        """Would nobody miss this game, since nobody has done anything in it?

        Whether others have moved unseen is told to nobody: with hidden information and screens of
        their own the answer is no.
        """
        alone = self.seat is None or not self.game.hidden
        return alone and not self.begun

    @property
    def _movers(self) -> set[str | Seat | None]:
        """Who has moved so far, chance included."""
        return {state.to_move for state in self.record.states[:-1]}

    def _unseen_since(self, decision: int) -> bool:
        """Is the last ply the viewer's own choice, and has no seat come to know anything by it?

        On one screen the others have seen nothing yet; elsewhere they see what is public at once.
        """
        mover = self.record.at(decision).to_move
        if mover is None or mover == CHANCE or decision < self.record.ply - 1:
            return False
        still_there = mover == self.viewer or (self.seat is None and self._covered)
        others = [] if self.seat is None else [*range(len(self.game.seats))]
        told = any(self.state.events(seat) for seat in others if seat != mover)
        return still_there and not told and not self.state.shows(mover)

    def undo(self) -> Sentence:
        """Go back to the last decision, in companion mode by one entry; return what went.

        With hidden information only over one's own last move that has shown nobody anything; it
        is not named, for somebody else may look by now. Raises IllegalMove that says why not.
        """
        if why := self.why_no_undo:
            raise IllegalMove(why)
        target = self._undo_ply() or 0
        gone = "" if self.game.hidden else self._played(target + 1)
        while self.record.ply > target:
            self.record.undo()
        self._moved()
        return Sentence(f"Taken back: {gone}" if gone else "Taken back.")

    def redo(self) -> State:
        """Play what was taken back, up to the next decision (companion mode: one entry).

        Raises IllegalMove if nothing was taken back.
        """
        self.record.redo()
        self._draw_as_before()
        self._moved()
        return self.state

    @property
    def why_no_mending(self) -> Sentence | None:
        """Why no entry of dice or cards can be mended now, in words; None if one can."""
        if not self.companion:
            return Sentence("The computer throws here: there is no entry of yours to mend.")
        if self.game.hidden:
            return Sentence("With hidden information entries can't be mended afterwards.")
        if self._last_entry() is None:
            return Sentence("Nothing has been entered yet.")
        return None

    def mend(self) -> Sentence:
        """Go back to where the last dice or cards were typed in, so that others can be.

        Returns what was taken back, own moves after the entry by their names. Raises IllegalMove
        that says why not.
        """
        target = self._last_entry()
        if (why := self.why_no_mending) or target is None:
            raise IllegalMove(why or "")
        entry, *moves = [self._played(ply) for ply in range(target + 1, self.record.ply + 1)]
        while self.record.ply > target:
            self.record.undo()
        self._moved()
        also = f" With it went what came after it: {' '.join(moves)}" if moves else ""
        return Sentence(f"Taken back: {entry}{also} Enter what really lies there.")

    def _last_entry(self) -> int | None:
        """Return the last ply at which chance was to move before now; None if there was none."""
        plies = range(self.record.ply - 1, -1, -1)
        return next((ply for ply in plies if self.record.at(ply).to_move == CHANCE), None)

    def _played(self, ply: int) -> str:
        """Return the move that led to ``ply`` as a sentence."""
        return str(self.record.at(ply - 1).say(self.record.moves[ply - 1]))

    def go_back_to(self, ply: int) -> State:
        """Go on from an earlier position of this game; ``redo`` leads on along the old line.

        The game so far is kept beside its save file. Without ``companion`` chance runs on as it
        did. Raises IllegalMove for a game with hidden information that is not over, IndexError
        if there is no such ply, NotSaved; then nothing has changed.
        """
        self.record.at(ply)
        if self.game.hidden and not self.over:
            raise IllegalMove("With hidden information a game goes on from its last position only.")
        if ply == self.record.ply:
            return self.state
        if self.save_path is not None:
            self.kept = keep_beside(self.save_path)
        while self.record.ply > ply:
            self.record.undo()
        self._draw_as_before()
        self._moved()
        return self.state

    def _moved(self) -> None:
        self._turn_to(self._next_looker())
        self.autosave()

    def _undo_ply(self) -> int | None:
        """Return the ply to go back to; None if there is none."""
        if self.companion:
            return self.record.ply - 1 if self.record.ply else None
        return self._decision_before(self.record.ply)

    def _decision_before(self, ply: int) -> int | None:
        """Return the last ply before ``ply`` at which a seat chose; None if there was none."""
        for earlier in range(ply - 1, -1, -1):
            if self.record.at(earlier).to_move != CHANCE:
                return earlier
        return None

    @property
    def _known(self) -> int:
        """The ply up to which everything was told: the last decision, else the start.

        With hidden information it is the viewer's own: others decide out of sight.
        """
        for ply in range(self.record.ply - 1, -1, -1):
            mover = self.record.at(ply).to_move
            if self.companion if mover == CHANCE else mover == self.viewer or not self.game.hidden:
                return ply
        return 0

    # --- what happened

    @property
    def happened(self) -> list[Sentence]:
        """What has happened since the last decision: one sentence a move or outcome.

        With it is told which round has begun.
        """
        return self._told(range(self._known + 1, self.record.ply + 1))

    @property
    def news(self) -> list[Sentence]:
        """The same to be told before the question, without what the question tells itself."""
        ply = self.record.ply
        drawn = ply > 0 and self.record.at(ply - 1).to_move == CHANCE
        told_again = drawn and self.state.asks_with_draw
        return self._told(range(self._known + 1, ply + (not told_again)))

    def _told(self, plies: range) -> list[Sentence]:
        return [sentence for ply in plies if (sentence := self._new(ply))]

    def _new(self, ply: int) -> Sentence:
        """Return what the move to ``ply`` did, and which round or turn it has begun, if one."""
        told = self.told(ply)
        when = self.record.at(ply).when()
        if when == self.record.at(ply - 1).when() or self.over or when in told:
            return told
        return Sentence(f"{told} {when}.".lstrip(), told.rules, told.by)

    @property
    def arrival(self) -> Sentence:
        """Which game this is and how it came here, to be told before the news of it."""
        title = self.game.title
        if not self.goes_on:
            position = "" if self.record.position is None else ", from a position that was set up"
            return Sentence(f"A new game of {title}{position}.")
        if self.covered:
            return Sentence(f"The game is loaded: {title}.")
        when = self.state.when()
        at = f", {when[0].lower()}{when[1:]}" if when else ""
        last = " This happened last:" if self.news else ""
        return Sentence(f"The game is loaded: {title}{at}.{last}")

    @property
    def details(self) -> list[Sentence]:
        """What has ``happened`` step by step, an automatic turn in full."""
        plies = range(self._known + 1, self.record.ply + 1)
        return [s.stopped for ply in plies for s in self.record.at(ply).story(self.viewer) if s]

    @property
    def steps(self) -> list[Step]:
        """What has ``happened``, event by event; [] where that would tell no more."""
        plies = filter(self._is_new, range(self._known + 1, self.record.ply + 1))
        steps = [step for ply in plies for step in self._steps(ply)]
        return steps if sum(len(step.told) for step in steps) > len(self.happened) else []

    def _steps(self, ply: int) -> Iterator[Step]:
        """Yield the stages of the move to ``ply``, each with what it adds to the story."""
        stages = self.record.at(ply - 1).stages(self.record.moves[ply - 1])
        told = 0
        for state in (*stages, self.record.at(ply)):
            story = state.story(self.viewer)
            lines = story[told:] if story else (self.told(ply),)
            told = len(story)
            yield Step(ply, state, tuple(line.stopped for line in lines if line))

    @property
    def by_chance(self) -> bool:
        """Has chance caused several events among the news: has something run by itself?"""
        return any(
            self.record.at(ply - 1).to_move == CHANCE
            and len(self.record.at(ply).story(self.viewer)) > 1
            for ply in range(self._known + 1, self.record.ply + 1)
        )

    def told(self, ply: int) -> Sentence:
        """Return in one sentence what the move to ``ply`` did, as far as the viewer may know.

        "" if that is nothing.
        """
        summary = self.record.at(ply).summary(self.viewer)
        before = self.record.at(ply - 1)
        secret = self.game.hidden and not self.over and before.to_move != self.viewer
        if secret:
            return summary
        move = self.record.moves[ply - 1]
        if not summary:
            return before.say(move).stopped
        actor = before.actor(move)
        return Sentence(f"{actor}: {summary}", summary.rules, summary.by) if actor else summary

    @property
    def plies(self) -> list[int]:
        """The plies at which there was something new for the viewer, from the start on.

        How often others have moved unseen in between is no business of the viewer's.
        """
        return [0, *(ply for ply in range(1, self.record.ply + 1) if self._is_new(ply))]

    def _is_new(self, ply: int) -> bool:
        """Has the move to ``ply`` shown the viewer anything?"""
        if not self.game.hidden or self.over:
            return True
        state, before = self.record.at(ply), self.record.at(ply - 1)
        if state.events(self.viewer):
            return True
        return state.observe(self.viewer) != before.observe(self.viewer)

    @property
    def question(self) -> Sentence:
        """What is to be decided now and by whom; the result, when the game is over."""
        if self._closing:
            name = self.game.seats[self._next_looker()]
            how = f"When you have seen it, hand the screen over to {name}."
            return Sentence(f"This is how your turn ended. {how}")
        asked = self.state.question(self.viewer)
        if asked != GAME_OVER:
            return asked
        return Sentence(f"{asked} {commands.result_words(self.game, self.state, self.viewer)}")

    # --- lines of text

    def do(self, line: str) -> str:
        """Carry out one typed line, a command or a move, and return the answer.

        Never raises for what a person typed: the answer says what was wrong.
        """
        try:
            answer = commands.answer(self, line)
        except Refusal as refusal:
            answer = str(refusal)
        if self.trouble:
            answer += f"\nWarning: {self.trouble}"
        return answer

    # --- files

    @property
    def saved(self) -> bool:
        """Is the game, as it stands, in its save file?"""
        return self.save_path is not None and self._written == self._content

    @property
    def _content(self) -> bytes:
        return self.record.to_text().encode("utf-8")

    def autosave(self) -> None:
        """Bring the save file up to date, if there is one; a failure is kept in ``trouble``.

        A file that somebody else has changed meanwhile is left to them: this game goes on in
        another one, which ``trouble`` tells.
        """
        self.trouble = None
        if self.save_path is None:
            return
        there = None if self._written is None else content(self.save_path)
        theirs = there is not None and there != self._written
        target = free_name(self.save_path) if theirs else self.save_path
        try:
            self._write(target)
        except NotSaved as trouble:
            self.trouble = trouble
        else:
            if theirs:
                self.trouble = NotSaved(
                    f"{self.save_path} was changed elsewhere meanwhile, perhaps in another window; "
                    f"it was left as it is. This game is now saved in {target}."
                )
            self.save_path = target

    def _write(self, target: Path) -> None:
        self.record.save(target)
        self._written = self._content

    def save_as(self, path: str | os.PathLike[str]) -> None:
        """Save to ``path`` now and from now on; another game that is there is kept beside it.

        Raises NotSaved; then the old file stays in use.
        """
        target = save_file(path)
        same = self.save_path is not None and same_file(target, self.save_path)
        self.kept = None if same else keep_beside(target)
        self._write(target)
        self.save_path = target
        self.trouble = None

    def check_game(self, record: Record) -> None:
        """Raise BadDump if this is the table of another game than that of ``record``."""
        if self.only is not None and record.game is not self.only:
            raise BadDump(
                f"This is a game of {record.game.title}; this table is for {self.only.title}."
            )

    def replace(
        self,
        record: Record,
        *,
        companion: bool | None = None,
        file: str | os.PathLike[str] | None = None,
    ) -> None:
        """Go on with another record, the one that is saved in ``file`` if that is given.

        The game so far stays in its own file then; else it is kept beside it. ``companion`` None
        leaves the mode as it is. Raises NotSaved; then the old game goes on.
        """
        self.kept = None
        if file is not None:
            self.save_path, self._written = save_file(file), None
        elif self.save_path is not None:
            self.kept = keep_beside(self.save_path)
        self.record = record
        self.companion = self.companion if companion is None else companion
        self._looker = 0
        self._begin()
