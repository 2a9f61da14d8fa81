"""What every picture of chance has: a title, a sentence, numbers as a table, and its drawing."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pocketwidgets.charts.paper import recoloured
from pocketwidgets.paint import clean, png, svg
from pocketwidgets.scene import Scene

WIDE: Final = 720
MIDDLE: Final = 520
NARROW: Final = 300
"""Widths in CSS px: a page of text, a sheet of the table, a phone of 360 without margins.

On a page the widest that fits is shown, so that no text becomes smaller than it was drawn.
"""
MOST_ROWS: Final = 40
"""A table has at most so many rows; the last one says how many more there are."""

LABEL: Final = "label"
FRACTION: Final = "fraction"
NUMBER: Final = "number"
_ALIGNED: Final = {
    LABEL: "text-align:left;font-weight:400",
    FRACTION: "text-align:right;font-weight:700",
    NUMBER: "text-align:right;opacity:.85",
}


class Column(NamedTuple):
    """A column of a table: its heading, and whether it holds labels, fractions or other numbers."""

    head: str
    kind: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture with its words.

    ``draw`` makes the picture for a width; ``columns`` and ``rows`` are its numbers;
    ``written`` says whether the sentence stands in the picture already.
    """

    title: str
    sentence: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    draw: Callable[[float], Scene]
    written: bool = True

    @property
    def alt(self) -> str:
        """The picture in words, for those who don't see it."""
        return f"{self.title}. {self.sentence}" if self.title else self.sentence

    def scene(self, width: float = WIDE, theme: str = "light") -> Scene:
        """Return the picture; ``theme`` is "light", "dark" or, for SVG on a page, "page"."""
        return recoloured(self.draw(width), theme)

    def svg(self, width: float = WIDE, theme: str = "page") -> str:
        """Return the picture as an ``<svg>`` element, ``width`` px wide."""
        return svg(self.scene(width, theme))

    def table(self) -> str:
        """Return the numbers as an HTML table with a caption."""
        cut = f"<p>{self._cut_words()}</p>" if self._cut_words() else ""
        return html_table(self.title, self.columns, self._shown_rows()) + cut

    def _shown_rows(self) -> tuple[tuple[str, ...], ...]:
        return self.rows[:MOST_ROWS]

    def _cut_words(self) -> str:
        more = len(self.rows) - MOST_ROWS
        return f"and {more} more" if more > 0 else ""

    def live(self, sentence: bool = True) -> str:
        """Return picture, sentence and folded table for a page with our style sheet.

        Without ``sentence`` if it stands on the page already.
        """
        pictures = "".join(self.svg(width) for width in (WIDE, MIDDLE, NARROW))
        told = self._told() if sentence else ""
        return (
            f'<div class="pk-chart">{pictures}</div>{told}'
            f'<details class="pk-table"><summary>The numbers as a table</summary>{self.table()}'
            "</details>"
        )

    def _told(self) -> str:
        return "" if self.written else f"<p>{clean(self.sentence)}</p>"

    def words(self) -> str:
        """Return everything as plain text, the columns one below the other."""
        rows = [tuple(c.head for c in self.columns), *self._shown_rows()]
        widths = [max(map(len, texts)) for texts in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            cells = [
                text.ljust(room) if column.kind == LABEL else text.rjust(room)
                for text, room, column in zip(row, widths, self.columns, strict=True)
            ]
            lines.append("  ".join(cells).rstrip())
        found = (self.title, self.sentence, *lines, self._cut_words())
        return "\n".join(line for line in found if line)

    def bundle(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the data and the metadata by MIME type; no PNG without matplotlib.

        The HTML holds the picture, too, because readers of notebooks prefer HTML to a PNG. It is
        an embedded SVG: the same on every computer, and let through where notebooks of others
        are cleaned of what could do harm.
        """
        scene = self.scene()
        width, height = round(scene.width), round(scene.height)
        data = {
            "text/plain": self.words(),
            "text/html": f"{self._embedded(width)}{self._told()}"
            f"<details><summary>The numbers as a table</summary>{self.table()}</details>",
        }
        try:
            data["image/png"] = base64.b64encode(png(scene)).decode("ascii")
        except ImportError:
            return data, {}
        return data, {"image/png": {"alt": self.alt, "width": width, "height": height}}

    def _embedded(self, width: int) -> str:
        """Return the picture as an image that needs no style sheet; narrow pages get their own."""
        wide, narrow = (
            "data:image/svg+xml;base64,"
            + base64.b64encode(self.svg(size, "light").encode()).decode("ascii")
            for size in (WIDE, NARROW)
        )
        return (
            f'<picture><source media="(max-width: 560px)" srcset="{narrow}"/><img src="{wide}" '
            f'alt="{clean(self.alt)}" style="width:{width}px;max-width:100%;height:auto"/>'
            "</picture>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, str], dict[str, Any]]:
        return self.bundle()

    def __repr__(self) -> str:
        return f"<chart: {self.title or self.sentence}>"


def html_table(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; fractions stand out, numbers are aligned to the right. All is escaped."""
    head = "".join(
        f'<th scope="col" style="{_ALIGNED[column.kind]};font-weight:400">{clean(column.head)}</th>'
        for column in columns
    )
    body = "".join(_row(columns, row) for row in rows)
    return (
        f'<table class="pk-numbers"><caption style="text-align:left">{clean(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _row(columns: Sequence[Column], row: Sequence[str]) -> str:
    first, *others = row
    cells = "".join(
        f'<td style="{_ALIGNED[column.kind]}">{clean(text)}</td>'
        for column, text in zip(columns[1:], others, strict=True)
    )
    return f'<tr><th scope="row" style="{_ALIGNED[LABEL]}">{clean(first)}</th>{cells}</tr>'


def words_of(outcome: object) -> str:
    """Return an outcome of any kind as a label."""
    if isinstance(outcome, bool):
        return "yes" if outcome else "no"
    if outcome is None:
        return "none"
    if isinstance(outcome, int | Fraction):
        return str(outcome).replace("-", "\N{MINUS SIGN}")
    if isinstance(outcome, tuple | frozenset):
        return ", ".join(map(words_of, outcome)) or "none"
    return " ".join(str(outcome).split()) or "(empty)"
