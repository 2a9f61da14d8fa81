"""What a question shows, as HTML: for the live page, and folded up for a page without a kernel.

Pictures of the saved page are SVG in an ``<img>``: they are the same on every computer, and
readers of notebooks that take scripts and styles out of HTML leave them in.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, Final

from pocketlib.graph import finish
from pocketwidgets import markup
from pocketwidgets.charts import Chart
from pocketwidgets.charts.chart import WIDE, html_table
from pocketwidgets.lessons.plan import Ask, Case, Plan, Reason, Table, simulation_work
from pocketwidgets.paint import clean, svg
from pocketwidgets.scene import Scene

RUNS: Final = 2000
"""How often is played at a time."""


def scenes(case: Case, theme: str = "page") -> list[Scene]:
    """Return the picture of the position in its widths, the widest first; none if it has none."""
    if case.state is None or case.picture is None:
        return []
    return case.picture(case.state, case.seat, theme)


def position(case: Case) -> str:
    """Return the position for the live page: its picture, and the table in words, folded."""
    found = scenes(case)
    if not found:
        return ""
    assert case.state is not None
    words = clean(case.state.words("look", case.seat))
    fold = f'<details class="pk-words"><summary>The table in words</summary><div>{words}</div>'
    return f"{markup.board(found)}{fold}</details>"


def rules(plan: Plan) -> str:
    """Return the rules that one has to know, each by its id; "" if there are none."""
    if not plan.rules:
        return ""
    texts = "".join(f"<dt>{clean(rule.id)}</dt><dd>{clean(rule.text)}</dd>" for rule in plan.rules)
    return f'<dl class="pk-quoted" aria-label="The rules you need">{texts}</dl>'


def reasons(found: Iterable[Reason], live: bool) -> str:
    """Return the reasoning: paragraphs, pictures and tables."""
    return "".join(_reason(one, live) for one in found)


def _reason(one: Reason, live: bool) -> str:
    if isinstance(one, Chart):
        return chart(one, live)
    if isinstance(one, Table):
        table = html_table(one.caption, one.columns, one.rows)
        region = f'class="pk-scroll" tabindex="0" role="region" aria-label="{clean(one.caption)}"'
        return f"<div {region}>{table}</div>"
    return f"<p>{clean(one)}</p>"


def chart(one: Chart, live: bool) -> str:
    """Return a picture of chance; on a saved page as an image."""
    if live:
        return one.live(sentence=False)
    return (
        f"<p>{image(one.scene(WIDE))}</p>"
        f"<details><summary>The numbers as a table</summary>{one.table()}</details>"
    )


def image(scene: Scene) -> str:
    """Return a scene as an ``<img>`` that needs nothing else."""
    data = base64.b64encode(svg(scene).encode()).decode("ascii")
    alt = clean(f"{scene.title}. {scene.description}")
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}" '
        f'width="{round(scene.width)}" style="max-width:100%;height:auto"/>'
    )


def fold(summary: str, body: str) -> str:
    """Return what opens only when it is asked for."""
    return f"<details><summary>{clean(summary)}</summary>{body}</details>"


def hints(found: Iterable[str]) -> str:
    """Return hints as a list."""
    items = "".join(f"<li>{clean(hint)}</li>" for hint in found)
    return f'<ol class="pk-hints">{items}</ol>' if items else ""


# --- saved pages -------------------------------------------------------------------------------


def saved_question(plan: Plan) -> str:
    """Return the question for a page without a kernel, its answer folded up."""
    case = plan.start()
    counts: Counter[Any] = Counter()
    finish(simulation_work(case, Random(plan.seed), RUNS, counts))
    pictures = "".join(image(scene) for scene in scenes(case, "light")[:1])
    answer = f"<p><strong>{clean(case.sentence)}</strong></p>"
    answer += "".join(chart(one, False) for one in case.charts(counts))
    return (
        f"{pictures}{rules(plan)}<p>{_asked(plan.ask)}</p>"
        + _saved_hints(plan.ask)
        + fold("The answer (predict first)", answer + reasons(plan.why(), False))
    )


def saved_exercise(ask: Ask, right: str) -> str:
    """Return an exercise for a page without a kernel, its answer folded up."""
    answer = f"<p><strong>{clean(right)}</strong></p><p>{clean(ask.because())}</p>"
    return f"<p>{_asked(ask)}</p>{_saved_hints(ask)}{fold('The answer (try first)', answer)}"


def _asked(ask: Ask) -> str:
    choices = "".join(f"<br/>• {clean(label)}" for _, label in ask.choices)
    return f"<strong>{clean(ask.words)}</strong>{choices}"


def _saved_hints(ask: Ask) -> str:
    return fold("Hints", hints(ask.hints)) if ask.hints else ""
