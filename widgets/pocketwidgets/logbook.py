"""The log of a game: what has happened, newest first, the rules behind each line one press away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pocketlib.contract import Rule, Sentence
from pocketwidgets.rows import ROWS_JS, Rows

_SPOKEN: Final = {"you": "You", "them": "The enemy", "table": ""}
"""Who acted, as it is spoken before a line that does not begin with it."""

_ESM: Final = """
const make = (tag, kind, ...inside) => {
  const made = document.createElement(tag);
  made.className = kind;
  made.append(...inside);
  return made;
};

const line = ([by, spoken, text, rules]) => {
  const made = make('li', `pk-${by}`, spoken && make('span', 'pk-hidden', spoken), `${text} `);
  if (rules.length) {
    const names = rules.map(([name]) => name).join(', ');
    const texts = rules.flatMap(([name, rule]) => [make('dt', '', name), make('dd', '', rule)]);
    const summary = make('summary', '', names);
    summary.setAttribute('aria-label', `Rule${rules.length > 1 ? 's' : ''} ${names}`);
    made.append(make('details', 'pk-rules', summary, make('dl', '', ...texts)));
  }
  return made;
};

export default {
  initialize,
  render({ model, el }) {
    const none = make('p', 'pk-help', 'Nothing has happened yet.'), list = make('ul', '');
    const box = make('div', 'pk-log', none, list);
    box.setAttribute('role', 'region');
    box.setAttribute('aria-label', 'Log');
    box.tabIndex = 0;
    el.append(make('h3', 'pk-head', 'Log, newest first'), box);
    // one Tab stop for the rules of all lines: the arrow keys go from one to the next
    const links = () => [...list.querySelectorAll('summary')];
    const reach = one => links().forEach(link => { link.tabIndex = link === one ? 0 : -1; });
    list.addEventListener('focusin', e => e.target.matches('summary') && reach(e.target));
    list.addEventListener('keydown', e => {
      const all = links(), at = all.indexOf(e.target), end = all.length - 1;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: end }[e.key];
      if (at < 0 || to === undefined) return;
      e.preventDefault();
      all[Math.min(Math.max(to, 0), end)].focus();
    });
    let lines = new Map();  // row -> its line: what was opened or has the focus stays so
    const fill = () => {
      const rows = rowsOf(model);
      lines = new Map(rows.map(row => [row, lines.get(row) || line(row)]));
      const wanted = new Set(lines.values());
      [...list.children].forEach(child => wanted.has(child) || child.remove());
      let at = list.firstChild;
      wanted.forEach(one => {
        if (one === at) at = at.nextSibling;
        else list.insertBefore(one, at);
      });
      none.hidden = rows.length > 0;
      if (!links().some(link => link === document.activeElement)) reach(links()[0]);
    };
    fill();
    model.on('change:rows', fill);
    return () => model.off('change:rows', fill);
  },
};
"""


class Log(Rows):
    """The log. All texts go to the page as text, never as HTML."""

    _esm = ROWS_JS + _ESM
    rows: Any  # (who acted, how that is spoken, text, ((id of a rule, its text), ...))

    def show(self, entries: Iterable[Sentence], rules: Mapping[str, Rule]) -> None:
        """Show these lines, the newest first."""
        self.rows = tuple(_row(entry, rules) for entry in entries)


def _row(entry: Sentence, rules: Mapping[str, Rule]) -> tuple[Any, ...]:
    by = entry.by if entry.by in _SPOKEN else "table"
    cited = tuple((id, rules[id].text) for id in dict.fromkeys(entry.rules) if id in rules)
    who = _SPOKEN[by]
    spoken = f"{who}: " if who and not entry.startswith(who) else ""
    return by, spoken, str(entry), cited
