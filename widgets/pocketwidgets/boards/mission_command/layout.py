"""Where things stand on the board of Mission Command Land, at every width and board size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

COLUMN_FROM: Final = 1100
"""From this width on the picture has a column with the log of its own."""
LOW_FROM: Final = 560
"""From this width on the sheets stand beside the board, so that all is seen in a low window."""
SMALL: Final = 47
"""On smaller squares a tank shows its letter and chips left, without chips."""
_LARGEST: Final = 66
_MOST_HIGH: Final = 720


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of a picture of one width: the paper of the board, and what is around it."""

    width: float
    height: float
    main: float
    """Width without the column of the log."""
    square: float
    origin: tuple[float, float]
    """Upper left corner of the grid."""
    paper: Box
    panel: Box
    own: Box
    other: Box
    log: Box | None
    margin: float
    pitch: float
    """Height of a line of tanks on a squadron's sheet."""

    @property
    def compact(self) -> bool:
        """True for a phone's board."""
        return self.main < 640

    @property
    def small(self) -> bool:
        """True if tokens have no room for chips below them."""
        return self.square < SMALL


def layout(width: float, cols: int, rows: int, tanks: int) -> Layout:
    """Return the layout for a width of the whole picture and a board with so many tanks a side."""
    if width < LOW_FROM:
        return _phone(width, cols, rows)
    if width < 640:
        return _low(width, cols, rows)
    main = width - 332 if width >= COLUMN_FROM else width
    lines = (tanks + 1) // 2
    sheet = 48 + 50 * lines + 44
    if main >= 900:
        margin, gap, top = 34, 18, 82
        square = float(
            min(_LARGEST, _MOST_HIGH // rows, (main - 2 * margin - gap - 352 - 54) // cols)
        )
        paper_w, paper_h = cols * square + 54, rows * square + 48
        left = margin + paper_w + gap
        panel_h = max(216, paper_h - 2 * sheet - 32)
        high = max(paper_h, panel_h + 2 * sheet + 32)
        column = main - margin - left
        own = (left, top + panel_h + 16, column, sheet)
        other = (left, top + panel_h + sheet + 32, column, sheet)
        log = (main - 16, top, width - main - 18, high) if width > main else None
        return Layout(
            width,
            top + high + 26,
            main,
            square,
            (margin + 36, top + 16),
            (margin, top, paper_w, paper_h),
            (left, top, column, panel_h),
            own,
            other,
            log,
            margin,
            50,
        )
    margin, gap, top = 24, 14, 106
    square = float(min(_LARGEST, _MOST_HIGH // rows, (width - 2 * margin - gap - 204 - 54) // cols))
    paper_w, paper_h = cols * square + 54, max(rows * square + 48, 380)
    left = margin + paper_w + gap
    column = width - margin - left
    panel_h = min(paper_h, 380)
    log_h = paper_h - panel_h - 14
    half = (width - 2 * margin - gap) / 2
    below = top + paper_h + 14
    return Layout(
        width,
        below + sheet + 22,
        width,
        square,
        (margin + 36, top + 16),
        (margin, top, paper_w, rows * square + 48),
        (left, top, column, panel_h),
        (margin, below, half, sheet),
        (margin + half + gap, below, half, sheet),
        (left, top + panel_h + 14, column, log_h) if log_h >= 120 else None,
        margin,
        50,
    )


def _low(width: float, cols: int, rows: int) -> Layout:
    """Return the layout for a low window: small as on a phone, but side by side."""
    margin, gap, top = 12, 10, 52
    square = float(min(56, 528 // rows, (width - 2 * margin - gap - 220 - 24) // cols))
    paper_w, paper_h = cols * square + 24, rows * square + 28
    left = margin + paper_w + gap
    column = width - margin - left
    sheet = 145
    panel_h = max(246, paper_h - 2 * (sheet + gap))
    own = (left, top + panel_h + gap, column, sheet)
    other = (left, own[1] + sheet + gap, column, sheet)
    return Layout(
        width,
        top + max(paper_h, panel_h + 2 * (sheet + gap)) + 16,
        width,
        square,
        (margin + 18, top + 6),
        (margin, top, paper_w, paper_h),
        (left, top, column, panel_h),
        own,
        other,
        None,
        margin,
        0,
    )


def _phone(width: float, cols: int, rows: int) -> Layout:
    margin, top = 12, 52
    square = float(min(48, (width - 14 - 24) // cols))
    paper_w, paper_h = cols * square + 24, rows * square + 28
    left = (width - paper_w) / 2
    room = width - 2 * margin
    panel = (margin, top + paper_h + 10, room, 246)
    own = (margin, panel[1] + panel[3] + 10, room, 146)
    other = (margin, own[1] + own[3] + 10, room, 146)
    return Layout(
        width,
        other[1] + other[3] + 16,
        width,
        square,
        (left + 18, top + 6),
        (left, top, paper_w, paper_h),
        panel,
        own,
        other,
        None,
        margin,
        0,
    )
