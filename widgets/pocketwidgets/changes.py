"""What of a picture is to be painted again, and in which order with the fewest changes of style.

It needs numpy and is of use to the canvas painter only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, floor, radians, sin
from typing import Any, Final, TypeAlias

import numpy as np

from pocketwidgets import pathdata
from pocketwidgets.metrics import width as text_width
from pocketwidgets.paint import SHADOWS
from pocketwidgets.scene import Circle, Path, Rect, Shape, Text
from pocketwidgets.silhouettes import BOX

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Matrix: TypeAlias = tuple[float, float, float, float, float, float]

SPARE: Final = 1.12
"""A text may be so much wider than measured; beyond that the browser narrows it."""


def changed(
    before: Sequence[Shape], after: Sequence[Shape], scale: float
) -> tuple[Box, ...] | None:
    """Return the boxes to be painted again, in whole pixels; None if all is to be painted."""
    numbers: dict[Shape, int] = {}  # shapes are slow to compare
    old, new = ([numbers.setdefault(s, len(numbers)) for s in shapes] for shapes in (before, after))
    had, have = Counter(old), Counter(new)
    if _only(old, had & have) != _only(new, had & have):
        return None  # the same shapes in another order may cover each other differently
    other = (had - have) + (have - had)
    boxes = {_pixels(box_of(shape), scale) for shape, n in numbers.items() if n in other}
    return tuple(sorted(box for box in boxes if not any(_within(box, o) for o in boxes)))


def _within(box: Box, other: Box) -> bool:
    left, top = box[0] >= other[0], box[1] >= other[1]
    return box != other and left and top and box[2] <= other[2] and box[3] <= other[3]


def _only(numbers: Sequence[int], wanted: Counter[int]) -> list[int]:
    left = Counter(wanted)
    found = []
    for number in numbers:
        if left[number] > 0:
            left[number] -= 1
            found.append(number)
    return found


def _pixels(box: Box, scale: float) -> Box:
    left, top, right, bottom = (value * scale for value in box)
    return floor(left) - 1, floor(top) - 1, ceil(right) + 1, ceil(bottom) + 1


@lru_cache(maxsize=4096)
def box_of(shape: Shape) -> Box:
    """Return a box in board units that the shape, its line and its shadow do not leave."""
    if isinstance(shape, Rect):
        box = (shape.x, shape.y, shape.x + shape.w, shape.y + shape.h)
        pad = shape.ink.width / 2
    elif isinstance(shape, Circle):
        box = (shape.x - shape.r, shape.y - shape.r, shape.x + shape.r, shape.y + shape.r)
        pad = shape.ink.width / 2
    elif isinstance(shape, Path):
        a, b, c, d, e, f = placed(shape)
        points = [point for _, ends in pathdata.parse(shape.d) for point in ends]
        xs = [a * x + c * y + e for x, y in points]
        ys = [b * x + d * y + f for x, y in points]
        box = (min(xs), min(ys), max(xs), max(ys))
        pad = shape.ink.width * shape.scale * 0.75  # square caps reach out at the corners
    else:
        wide = text_width(shape.text, shape.font) * SPARE
        left = shape.x - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.font.anchor]
        size = shape.font.size
        box = (left, shape.y - 1.1 * size, left + wide, shape.y + 0.4 * size)
        pad = 0.2 * size  # slanted letters and accents
    pad = (pad if shape.ink.line or isinstance(shape, Text) else 0) + 1
    below, reach, _ = SHADOWS.get(shape.ink.shadow, (0.0, 0.0, 0.0))
    pad += 1.6 * reach
    return box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad + below


def touching(shapes: Sequence[Shape], boxes: Sequence[Box], scale: float) -> list[Shape]:
    """Return the shapes that reach into one of the boxes, which are in pixels."""
    if not shapes or not boxes:
        return []
    own: Any = np.array([_pixels(box_of(shape), scale) for shape in shapes])[:, None, :]
    other: Any = np.array(boxes)[None, :, :]
    over = (own[..., :2] < other[..., 2:]).all(axis=2) & (other[..., :2] < own[..., 2:]).all(axis=2)
    return [shape for shape, near in zip(shapes, over.any(axis=1), strict=True) if near]


def in_few_styles(shapes: Sequence[Shape]) -> list[Shape]:
    """Return the shapes in an order that shows the same picture with fewer changes of style.

    Only shapes that do not touch each other change places.
    """
    boxes = np.array([box_of(shape) for shape in shapes]).reshape(-1, 4)
    left, top, right, bottom = boxes.T
    over = (left[:, None] < right) & (left < right[:, None])
    over &= (top[:, None] < bottom) & (top < bottom[:, None])
    above = [np.flatnonzero(row[at + 1 :]) + at + 1 for at, row in enumerate(over)]
    waits_for = np.triu(over, 1).sum(axis=0)
    styles = [_style(shape) for shape in shapes]
    ready: dict[object, list[int]] = {}
    for first in np.flatnonzero(waits_for == 0):
        ready.setdefault(styles[first], []).append(int(first))
    found: list[Shape] = []
    while ready:
        style = max(ready, key=lambda one: len(ready[one]))
        queue = ready[style]
        for at in queue:  # it may grow while it is worked off
            found.append(shapes[at])
            waits_for[above[at]] -= 1
            for next_one in above[at][waits_for[above[at]] == 0]:
                ready.setdefault(styles[next_one], []).append(int(next_one))
        del ready[style]
    return found


@lru_cache(maxsize=4096)
def _style(shape: Shape) -> object:
    if isinstance(shape, Text):
        return shape.font, shape.ink
    return shape.ink, shape.scale if isinstance(shape, Path) else 1


@lru_cache(maxsize=4096)
def placed(shape: Path) -> Matrix:
    """Return the matrix of a path: turned about the middle of its box, scaled, then moved."""
    turn, k, middle = radians(shape.turn), shape.scale, BOX / 2
    c, s = cos(turn) * k, sin(turn) * k
    x = shape.x + k * middle - c * middle + s * middle
    y = shape.y + k * middle - s * middle - c * middle
    return c, s, -s, c, x, y
