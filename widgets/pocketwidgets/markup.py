"""Pieces of HTML for the table: the board in its widths, questions, lists of problems.

Every text that may come from a player, a set or a saved game goes through ``clean``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pocketlib.contract import Rule, Sentence
from pocketwidgets.paint import clean, svg
from pocketwidgets.palette import CLOTH, CLOTH_DARK
from pocketwidgets.scene import Scene


def board(scenes: Sequence[Scene]) -> str:
    """Return the pictures of one board, the widest first; the page shows the one that fits."""
    cloth = scenes[0].cloth
    kinds = {1: "pk-board pk-single", 2: "pk-board"}
    kind = kinds.get(len(scenes), "pk-board pk-three")
    style = f"--pk-cloth:{CLOTH[cloth]};--pk-cloth-dark:{CLOTH_DARK[cloth]}"
    return f'<div class="{kind}" style="{style}">{"".join(map(svg, scenes))}</div>'


def rule_texts(ids: Sequence[str], rules: Mapping[str, Rule]) -> str:
    """Return the ids of rules as a fold that opens on their texts."""
    known = [id for id in dict.fromkeys(ids) if id in rules]
    if not known:
        return ""
    texts = "".join(f"<dt>{clean(id)}</dt><dd>{clean(rules[id].text)}</dd>" for id in known)
    names = clean(", ".join(known))
    spoken = f"Rule{'s' if len(known) > 1 else ''} {names}"
    return (
        f'<details class="pk-rules"><summary aria-label="{spoken}">{names}</summary>'
        f"<dl>{texts}</dl></details>"
    )


def heading(text: str, level: int = 3) -> str:
    """Return the heading of a sheet."""
    return f'<h{level} class="pk-head">{clean(text)}</h{level}>'


def question(sentence: Sentence, rules: Mapping[str, Rule]) -> str:
    """Return what is to be decided, with its rules."""
    return f'<p class="pk-question">{clean(sentence)}</p>{rule_texts(sentence.rules, rules)}'


def note(text: str, kind: str = "help") -> str:
    """Return a paragraph: "help", "good" or "bad"."""
    return f'<p class="pk-{kind}">{clean(text)}</p>' if text else ""


def dice(shown: Sequence[int], wanted: int) -> str:
    """Return the dice that were entered so far as pictures, and dashed places for the others."""
    faces = "".join(f'<span class="pk-got pk-die-{value}"></span>' for value in shown)
    places = '<span class="pk-got"></span>' * (wanted - len(shown))
    so_far = ", ".join(map(str, shown)) or "none yet"
    label = f"So far: {so_far} ({wanted - len(shown)} to go)"
    return f'<div class="pk-thrown" role="img" aria-label="{label}">{faces}{places}</div>'


def answer(text: str) -> str:
    """Return what the table answers to a typed line, line by line."""
    lines = "".join(f"<p>{clean(line)}</p>" for line in text.splitlines())
    return f'<div class="pk-answer">{lines}</div>' if text else ""


def explained(title: str, lines: Sequence[Sentence], rules: Mapping[str, Rule]) -> str:
    """Return what is printed on a part of the table, line by line, each with its rules in full."""
    items = ""
    for line in lines:
        texts = " ".join(clean(rules[id].text) for id in line.rules if id in rules)
        behind = f"{texts} ({clean(', '.join(line.rules))})" if texts else ""
        items += f'<li>{clean(line)} <span class="pk-help">{behind}</span></li>'
    return f'<div class="pk-answer">{heading(title, 4)}<ul>{items}</ul></div>'


def problems(title: str, found: Sequence[str]) -> str:
    """Return a list of what is wrong."""
    items = "".join(f"<li>{clean(problem)}</li>" for problem in found)
    return f'<div class="pk-bad"><p>{clean(title)}</p><ul>{items}</ul></div>'
