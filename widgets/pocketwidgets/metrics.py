"""How wide a text will be, without asking any font: cut and broken so that it fits.

The browser's fonts differ from one computer to the next, so the widths are those of common ones
(Helvetica and its twins; DejaVu Serif Condensed, close to Georgia); leave some room to spare.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from pocketwidgets.scene import Font

SMALLEST: Final = 14
"""No text that matters is smaller, in CSS px of an unscaled picture."""


def _table(widths: str) -> dict[str, float]:
    return {chr(32 + i): int(width) / 1000 for i, width in enumerate(widths.split())}


_SANS: Final = _table("""
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556
    556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833
    722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556
    556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334
    260 334 584
""")
_SANS_BOLD: Final = _table("""
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556
    556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833
    722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611
    556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389
    280 389 584
""")
_SERIF: Final = _table("""
    286 362 414 754 573 855 801 247 351 351 450 754 286 304 286 303 573 573 573 573 573 573 573
    573 573 573 303 303 754 754 754 483 900 650 661 689 722 657 624 719 785 356 361 672 598 922
    788 738 606 738 678 617 600 758 650 925 641 594 625 351 303 351 754 450 450 537 576 504 576
    533 333 576 580 288 279 545 288 853 580 542 576 576 430 462 362 580 508 770 508 508 474 573
    303 573 754
""")
_SERIF_BOLD: Final = _table("""
    313 395 469 754 626 855 813 276 426 426 471 754 313 374 313 329 626 626 626 626 626 626 626
    626 626 626 332 332 754 754 754 527 900 698 761 716 780 686 639 769 850 421 426 782 633 996
    823 784 677 784 748 650 670 785 698 1011 698 642 657 426 329 426 754 450 450 583 629 548 629
    573 387 629 654 342 326 624 342 952 654 600 629 629 474 507 416 654 523 775 537 523 511 579
    327 579 754
""")


@lru_cache(maxsize=4096)
def width(text: str, font: Font) -> float:
    """Return the width of ``text`` in board units, about."""
    if font.serif:
        table = _SERIF_BOLD if font.bold else _SERIF
    else:
        table = _SANS_BOLD if font.bold else _SANS
    return font.size * sum(table.get(sign) or _other(sign) for sign in text)


def _other(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    wide = unicodedata.east_asian_width(sign) in "WF" or ord(sign) > 0x1F000
    return 1.0 if wide else 0.65


def cut(text: str, font: Font, room: float) -> str:
    """Return ``text``, cut with an ellipsis if it is wider than ``room``."""
    if width(text, font) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + "…", font) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def shortened(text: str, font: Font, room: float) -> str:
    """Return ``text``, if need be with fewer or shorter words: "Light Art.", "Infantry".

    A last word is shortened to three letters or more, else left out; at last the text is cut.
    """
    words = text.split()
    while words:
        whole = " ".join(words)
        if width(whole, font) <= room:
            return whole
        *before, last = words
        for letters in range(len(last) - 2, 2, -1):
            shorter = " ".join([*before, last[:letters] + "."])
            if before and width(shorter, font) <= room:
                return shorter
        words = before
    return cut(text, font, room)


def lines(text: str, font: Font, room: float, most: int = 99) -> list[str]:
    """Return ``text`` broken at spaces into at most ``most`` lines; the last one may be cut."""
    found: list[str] = []
    words = text.split()
    while words and len(found) < most - 1:
        count = 1
        while count < len(words) and width(" ".join(words[: count + 1]), font) <= room:
            count += 1
        found.append(cut(" ".join(words[:count]), font, room))
        words = words[count:]
    if words:
        found.append(cut(" ".join(words), font, room))
    return found
