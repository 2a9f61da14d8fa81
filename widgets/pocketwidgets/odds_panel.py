"""The odds at the table: what may come of a move, exactly, as a picture, a table and a sentence."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import Any, Final

import anywidget
import ipywidgets as w
import traitlets

from pocketlib import winning
from pocketlib.asking import HIDDEN, OVER, STOPS, Foreseen, decimal, foresee_work, stops, why_work
from pocketlib.chance import Chance
from pocketlib.contract import CHANCE, Game, Measure, Move, Refusal, State
from pocketlib.graph import Work, how_far
from pocketlib.odds import Endless
from pocketlib.winning import Outlook, outlook_work
from pocketwidgets import charts, markup, outlook_view
from pocketwidgets.charts.chart import FRACTION, LABEL, NUMBER, Column, html_table, words_of
from pocketwidgets.choices import button, row, show
from pocketwidgets.working import Working

logger = logging.getLogger(__name__)

_MOST_MOVES: Final = 300
"""A list to choose from is not longer; other moves are pointed at or typed."""
_MEANS: Final = (Column("move", LABEL), Column("exact", FRACTION), Column("about", NUMBER))
_REPAINT: Final = 0.25
"""Seconds between two pictures of a comparison that is under way."""

_ESM: Final = """
export default {
  render({ model, el }) {
    const said = document.createElement('div');
    said.setAttribute('role', 'status');
    said.className = 'pk-said';
    const after = document.createElement('span'), say = document.createElement('span');
    after.className = 'pk-hidden';
    said.append(after, ' ', say);
    el.append(said);
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    const tell_all = () => { put(after, model.get('after')); put(say, model.get('say')); };
    tell_all();
    model.on('change:say change:after', tell_all);

    let timer = 0;
    const tell = text => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (el.offsetParent !== null) {
          model.set('label', text);
          model.save_changes();
        }
      }, 120);
    };
    // the sheet is made late and put into the table later still, so the whole page is listened to
    const here = e => {
      const root = el.closest('.pocket');
      return root && e.target.closest && root.contains(e.target);
    };
    const over = e => {
      const b = here(e) && e.target.closest('.pk-moves button.pk-move');
      if (b) tell(b.textContent.trim());
    };
    // when the page shifts under a mouse at rest, the browser reports what lies there now as if
    // the mouse had moved; that is not pointing, and must not take the answer from the keyboard
    let at = '', last = null;
    const moved = e => {
      const before = at, on = e.target;
      at = `${e.screenX} ${e.screenY}`;
      if (at === before || on === last) return;
      last = on;
      over(e);
    };
    const focused = e => { last = null; over(e); };
    const chosen = e => {
      if (here(e) && e.target.matches('.pk-moves select')) {
        tell(e.target.selectedOptions[0].textContent.trim());
      }
    };
    const kinds = [['pointermove', moved], ['focusin', focused], ['change', chosen]];
    kinds.forEach(([kind, heard]) => document.addEventListener(kind, heard));
    // a move may have had the focus before there was a sheet
    const begin = setTimeout(() => over({ target: document.activeElement }), 100);
    return () => {
      clearTimeout(begin);
      clearTimeout(timer);
      kinds.forEach(([kind, heard]) => document.removeEventListener(kind, heard));
    };
  }
};
"""


class OddsLine(anywidget.AnyWidget):
    """The answer as a sentence, seen and spoken.

    ``after`` is spoken before it, and stands elsewhere on the page. While it can be seen,
    ``label`` is the text of the move's button that is pointed at or focused.
    """

    _esm = _ESM
    say = traitlets.Unicode("").tag(sync=True)
    after = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)


class OddsPanel(w.VBox):
    """The exact chance of a measure of the game after a move.

    ``at`` says where the game stands, ``show`` which move is asked about. Nothing is worked out
    while the panel is closed, and what takes long never holds the page up.
    """

    def __init__(self) -> None:
        self._game: Game | None = None
        self._state: State | None = None
        self._asked: Move | None = None
        self._opened = False
        self._found: dict[tuple[Any, ...], Foreseen] = {}
        self._outlook: Outlook | None = None
        self._filling = False
        self._working = Working(self._tell_progress, self._tell_failure)
        self._comparing = Working(self._compared_so_far, self._tell_failure)
        self._foreseeing_the_end = Working(self._tell_progress, self._tell_failure)
        self._reasoning = Working(self._tell_progress, self._tell_failure)
        self._means: list[tuple[Move, Foreseen]] = []
        self._painted = 0.0
        self._build()
        super().__init__([self._head, self._words, self._form])
        self.add_class("pk-sheet")

    def _build(self) -> None:
        self._head = w.HTML(markup.heading("Odds"))
        self._words = w.HTML()
        self._number = w.Dropdown(description="Odds of")
        self._stop = w.Dropdown(description="Looked at")
        self._move = w.Dropdown(description="After")
        self._line = OddsLine()
        self._note = w.HTML()
        self._cancel = button("Stop", self.cancel)
        self._answer = w.HTML()
        self._coming = w.HTML()
        self._go = button("Work it out", self._work_out_winning)
        self._why = button("Why?", self._reason)
        self._reasons = w.HTML()
        self._compare = button("Compare all moves", self.compare)
        self._table = w.HTML()
        for field in (self._number, self._stop, self._move):
            field.observe(self._chosen, "value")
        self._line.observe(self._pointed, "label")
        self._form = w.VBox(
            [
                self._coming,
                self._number,
                self._stop,
                self._move,
                self._line,
                row(self._note, self._cancel, self._go),
                self._answer,
                row(self._why, self._compare),
                self._reasons,
                self._table,
            ]
        )

        self._form.add_class("pk-fields")

    # --- what the table says

    def at(self, game: Game, state: State, *, opened: bool) -> None:
        """Take up a position; while not ``opened``, nothing is worked out or shown."""
        same = game is self._game and state is self._state and opened == self._opened
        if same:
            return
        self.cancel()
        self._game, self._state, self._opened = game, state, opened
        self._asked = None
        self._found.clear()
        self._outlook = None
        self._means.clear()
        self._table.value = self._answer.value = self._coming.value = ""
        self._say("")
        self._forget_reasons()
        if opened:
            self._fill(game, state)
            self.show(None)

    def show(self, move: str | None) -> None:
        """Show the odds after ``move`` (None: of what comes without one). Never raises for it.

        The newest request wins; a move that is not legal now is passed over.
        """
        game, state = self._game, self._state
        if game is None or state is None or not self._opened or game.hidden:
            return
        known = None
        if move is not None:
            known = next((m for m in state.options_now() if m == move), None)
            if known is None:
                return
        self._asked = known
        self._select(known)
        self._work_out(game, state, known)

    def compare(self) -> None:
        """Work out the average of the measure after every move, one by one."""
        game, state, measure = self._game, self._state, self._measure
        if game is None or state is None or measure is None or game.hidden:
            return
        self._means = []
        self._painted = 0.0
        work = self._all_means(game, state, measure, self._stop.value)
        self._comparing.start(work, lambda _: self._compared())
        self._tell_work()

    def cancel(self) -> None:
        """Stop working; what was found so far stays."""
        comparing = self._comparing.busy
        for working in self._all_work:
            working.cancel()
        if comparing:
            self._show_means("Stopped.")
        self._tell_work()

    def close(self) -> None:
        """Close the panel, and stop what it works out."""
        self.cancel()
        super().close()

    @property
    def busy(self) -> bool:
        """Is something being worked out?"""
        return any(working.busy for working in self._all_work)

    @property
    def _all_work(self) -> tuple[Working, ...]:
        return self._working, self._comparing, self._foreseeing_the_end, self._reasoning

    @property
    def sentence(self) -> str:
        """The answer as one sentence, as it is seen and spoken."""
        return str(self._line.say)

    # --- the form

    def _fill(self, game: Game, state: State) -> None:
        over = state.to_move is None
        told = OVER if over else HIDDEN
        show(self._words, game.hidden or over)
        show(self._form, not (game.hidden or over))
        self._words.value = markup.note(told) if game.hidden or over else ""
        if game.hidden or over:
            return
        self._filling = True
        try:
            self._fill_fields(game, state)
        finally:
            self._filling = False
        if state.to_move == CHANCE:
            self._coming.value = _coming(state).live()

    def _fill_fields(self, game: Game, state: State) -> None:
        numbers = [(measure.title, name) for name, measure in game.measures.items()]
        if winning.offered(game):
            numbers = numbers or [("what comes next", "")]
            numbers.append(("winning the game", winning.WIN))
        _offer(self._number, numbers)
        _offer(self._stop, [(STOPS[stop], stop) for stop in stops(game)])
        moves = state.offered()[:_MOST_MOVES]
        listed = [(f"{n}. {state.say(move)}", str(move)) for n, move in enumerate(moves, 1)]
        self._move.options = [("choose a move, or point at one", ""), *listed]
        self._move.value = ""
        chance = state.to_move == CHANCE
        show(self._number, bool(numbers))
        show(self._move, not chance)
        self._fit_fields()

    def _fit_fields(self) -> None:
        """Show what goes with the number that is asked for."""
        chance = self._state is not None and self._state.to_move == CHANCE
        numbers = self._measure is not None
        show(self._stop, len(self._stop.options) > 1 and numbers and not chance)
        show(self._compare, numbers and not chance)

    def _select(self, move: Move | None) -> None:
        """Let the list agree with what was pointed at; long lists may lack the move."""
        wanted = "" if move is None else str(move)
        self._filling = True
        try:
            if any(value == wanted for _, value in self._move.options):
                self._move.value = wanted
        finally:
            self._filling = False

    def _chosen(self, change: Any) -> None:
        if self._filling or self._state is None:
            return
        if change.owner is self._move:
            self.show(change.new or None)
            return
        for working in self._all_work:
            working.cancel()
        self._means.clear()
        self._table.value = ""
        self._fit_fields()
        self.show(self._asked)

    def _pointed(self, change: Any) -> None:
        state = self._state
        if state is None or not change.new or not self._opened:
            return
        label = " ".join(change.new.split())
        for move in state.moves():
            if " ".join(str(state.say(move)).split()) == label:
                self.show(move)
                return

    @property
    def _measure(self) -> Measure | None:
        if self._game is None:
            return None
        return self._game.measures.get(self._number.value)

    def _say(self, told: str, after: str = "") -> None:
        """Say it, with the move's name: odds like the last ones are not the same words then."""
        with self._line.hold_sync():
            self._line.after = after
            self._line.say = told

    # --- one move

    def _work_out(self, game: Game, state: State, move: Move | None) -> None:
        self._working.cancel()
        self._forget_reasons()
        if self._number.value == winning.WIN:
            self._show_winning(state, move)
            return
        measure = self._measure
        if move is None and state.to_move != CHANCE:
            self._answer.value = ""
            self._say("Choose a move, or point at one, to see what may come of it.")
            self._tell_work()
            return
        if measure is None:
            self._show_draw(state, move)
            return
        stop = self._stop.value
        key = (move, self._number.value, stop)
        known = self._found.get(key)
        if known is not None:
            self._show_found(known)
            return

        def done(found: Foreseen) -> None:
            self._found[key] = found
            self._show_found(found)

        self._working.start(foresee_work(game, state, move, measure, stop), done)
        self._tell_work()

    def _show_found(self, found: Foreseen) -> None:
        state, move = self._state, self._asked
        assert state is not None
        after = "" if move is None else f"After: {state.say(move)}"
        title = found.measure.title[:1].upper() + found.measure.title[1:]
        self._say(" ".join(filter(None, [found.sentence, found.assumption])), after)
        chart = charts.bars(
            found.chance,
            title=title,
            aside=after,
            labels=lambda outcome: f"{words_of(outcome)} {found.measure.unit}".rstrip(),
            sentence=found.sentence,
        )
        self._answer.value = chart.live(sentence=False)
        show(self._why, found.throw is not None and len(found.chance) > 1)
        self._tell_work()

    def _show_draw(self, state: State, move: Move | None) -> None:
        """Without a measure: what is drawn right after the move."""
        if move is None:
            self._say("")
            return
        after = state.after(move)
        if after.to_move == CHANCE:
            chart = _coming(after)
            self._answer.value = chart.live(sentence=False)
            self._say(chart.sentence)
        else:
            self._answer.value = ""
            self._say("Nothing is left to chance before the next decision.")

    # --- why

    def _forget_reasons(self) -> None:
        self._reasoning.cancel()
        self._reasons.value = ""
        show(self._why, False)

    def _reason(self) -> None:
        """List and count the rolls behind each value of what was asked last."""
        key = (self._asked, self._number.value, self._stop.value)
        found = self._found.get(key)
        if found is None or found.throw is None:
            return
        throw = found.throw

        def done(brought: Any) -> None:
            self._reasons.value = outlook_view.why(throw, brought, found.shown)
            show(self._why, False)
            self._tell_work()

        self._reasoning.start(why_work(throw, found.measure), done)
        self._tell_work()

    # --- winning

    def _show_winning(self, state: State, move: Move | None) -> None:
        """Show the chance to win; it is worked out once for all moves."""
        if self._outlook is not None:
            self._say(outlook_view.sentence(state, self._outlook, move))
            self._answer.value = outlook_view.winning_table(state, self._outlook)
        elif not self._foreseeing_the_end.busy:
            self._answer.value = ""
            self._say("")
            self._work_out_winning()
        self._tell_work()

    def _work_out_winning(self) -> None:
        game, state = self._game, self._state
        assert game is not None and state is not None

        def done(outlook: Outlook) -> None:
            self._outlook = outlook
            self._show_winning(state, self._asked)

        self._foreseeing_the_end.start(outlook_work(game, state), done)
        self._tell_work()

    # --- all moves

    def _all_means(self, game: Game, state: State, measure: Measure, stop: str) -> Work[None]:
        for move in state.offered():
            found = yield from foresee_work(game, state, move, measure, stop)
            self._means.append((move, found))
            yield len(self._means)

    def _compared_so_far(self, _: int) -> None:
        if perf_counter() - self._painted > _REPAINT:
            self._show_means(f"{len(self._means)} of {self._moves_now} moves so far.")
        self._tell_work()

    def _compared(self) -> None:
        self._show_means("")
        self._tell_work()

    @property
    def _moves_now(self) -> int:
        return 0 if self._state is None else len(self._state.moves())

    def _show_means(self, note: str) -> None:
        state, measure = self._state, self._measure
        self._painted = perf_counter()
        if state is None or measure is None:
            return
        rows = [_mean_row(str(state.say(move)), found) for move, found in self._means]
        assumed = next((found.assumption for _, found in self._means if found.guided), "")
        title = f"{measure.title[:1].upper()}{measure.title[1:]}, on average"
        table = html_table(f"{title}, {STOPS[self._stop.value]}", _MEANS, rows)
        notes = markup.note(assumed) + markup.note(note)
        self._table.value = f'<div class="pk-table">{table}</div>{notes}'

    # --- what goes on

    def _tell_progress(self, number: int) -> None:
        self._tell_work(number)

    def _tell_work(self, number: int = 0) -> None:
        """Say that something is being worked out, and offer to stop it; or that nothing is."""
        show(self._cancel, self.busy)
        waiting = self._number.value == winning.WIN and self._outlook is None and not self.busy
        show(self._go, waiting)
        counted = f", {how_far(number)}" if number and not self._comparing.busy else ""
        self._note.value = markup.note(f"Working it out{counted} …") if self.busy else ""

    def _tell_failure(self, error: Exception) -> None:
        if isinstance(error, Refusal | Endless):
            self._say(f"No odds can be told here: {error}")
        else:  # an exception of a callback would vanish in the browser's console
            logger.error("the odds failed", exc_info=error)
            self._say(f"The odds could not be worked out ({type(error).__name__}: {error}).")
        self._answer.value = ""
        self._tell_work()


def _offer(field: w.Dropdown, options: list[tuple[str, str]]) -> None:
    """Offer these options; what was chosen stays chosen, if it is still there."""
    if list(field.options) == options:
        return
    before = field.value
    field.options = options
    values = [value for _, value in options]
    field.value = before if before in values else next(iter(values), None)


def _coming(state: State) -> charts.Chart:
    """Return the picture of what chance draws at ``state``."""
    chance: Chance[Move] = state.chances()
    return charts.bars(chance, title="What comes", labels=lambda o: str(state.say(o)))


def _mean_row(label: str, found: Foreseen) -> tuple[str, str, str]:
    mean = found.mean
    return (label, "", "") if mean is None else (label, str(mean), decimal(mean))
