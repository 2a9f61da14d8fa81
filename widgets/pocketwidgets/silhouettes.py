"""The silhouettes of units, weapons and ships, as paths in a box of 64 by 64, ground at y = 54.

Toys cut out with scissors and printed in one ink: no faces, no insignia.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

BOX: Final = 64
"""Side of the box that every silhouette is drawn in."""

BODY, DETAIL, LINE, THIN = "body", "detail", "line", "thin"
LINE_WIDTH: Final = {LINE: 3.0, THIN: 1.4}


class Part(NamedTuple):
    """One path. BODY and the lines take the ink's colour, DETAIL that of the ground below it."""

    role: str
    path: str


def disc(x: float, y: float, r: float) -> str:
    """Return the path of a disc."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def discs(*circles: tuple[float, float, float]) -> str:
    """Return one path of several discs ``(x, y, r)``."""
    return "".join(disc(*circle) for circle in circles)


def _landship(funnels: int) -> tuple[Part, ...]:
    tops = {1: (31,), 2: (25, 34), 3: (21, 29, 37)}[funnels]
    chimneys = "".join(f"M{x - 2.5} 30V{15 - 2 * i}h6V30Z" for i, x in enumerate(tops))
    last = tops[-1]
    return (
        Part(BODY, chimneys),
        Part(BODY, discs((last + 3, 8 - funnels, 3.5), (last + 10, 5 - funnels / 2, 2.6))),
        Part(
            BODY,
            "M3 43L12 32H20L22 26H43L46 32H53L61 42L57 50Q55 54 50 54H14Q9 54 7 50Z",
        ),
        Part(BODY, "M42 26.5H63V30H43Z"),
        Part(BODY, "M13 33V20L4 23.2L13 26.4Z"),
        Part(DETAIL, discs(*((x, 45.5, 3.6) for x in (15, 26, 37, 48)))),
        Part(DETAIL, "M27 30h5v3h-5zM35 30h5v3h-5z"),
    )


def _spoke(eighth: int) -> tuple[float, float, float]:
    angle = eighth * pi / 4
    return 32 + 22 * sin(angle), 32 - 22 * cos(angle), 5


SILHOUETTES: Final[dict[str, tuple[Part, ...]]] = {
    "landship": _landship(1),
    "landship2": _landship(2),
    "landship3": _landship(3),
    "artillery": (
        Part(BODY, "M17 38L57 15L60.5 21L22 44Z"),
        Part(BODY, "M33 16L38 15L44 41L38.5 42.5Z"),
        Part(BODY, "M28 40L3 50.5L4.5 54L32 47Z"),
        Part(BODY, discs((29, 43, 11))),
        Part(DETAIL, discs((29, 43, 7.6))),
        Part(BODY, "M28 35.5h2v15h-2zM21.5 42h15v2h-15z"),
        Part(BODY, discs((29, 43, 2.8))),
    ),
    "mine": (
        Part(BODY, discs((32, 38, 13))),
        Part(LINE, "M32 25V17M21.5 29L15.5 22.5M42.5 29L48.5 22.5M19 38H11M45 38H53"),
        Part(BODY, discs((32, 16, 3), (15, 22, 3), (49, 22, 3), (10, 38, 3), (54, 38, 3))),
        Part(BODY, "M4 54C10 46 18 50 24 49C32 44 40 50 46 48C54 47 58 50 60 54Z"),
        Part(DETAIL, "M24 36C24 31 28 29 32 29V32C29 32 27 33 27 36Z"),
    ),
    "ambush": (
        Part(
            BODY,
            "M6 54C2 46 7 39 13 38C11 28 20 22 27 25C32 15 46 18 46 28"
            "C55 28 58 36 54 41C60 44 61 50 58 54Z",
        ),
        Part(
            DETAIL,
            "M21 38C23 34 28 34 30 38C28 42 23 42 21 38ZM36 38C38 34 43 34 45 38"
            "C43 42 38 42 36 38Z",
        ),
        Part(BODY, discs((25.5, 38, 1.8), (40.5, 38, 1.8))),
    ),
    "tank": (
        Part(BODY, "M4 42L11 34H52L60 42Q60 54 49 54H15Q4 54 4 42Z"),
        Part(BODY, "M17 34L21 22H40L45 34Z"),
        Part(BODY, "M41 24H63V28.5H43Z"),
        Part(DETAIL, discs((15, 45, 3.8), (26.5, 45, 3.8), (38, 45, 3.8), (49, 45, 3.8))),
    ),
    "helicopter": (
        Part(
            BODY,
            "M5 36C5 26 15 22 25 22H33C40 22 42 28 46 29L60 26V32L42 41"
            "C38 45 31 47 22 47C12 47 5 43 5 36Z",
        ),
        Part(BODY, "M1 12H51V15.2H1Z"),
        Part(BODY, "M24 13H28V23H24Z"),
        Part(BODY, "M57.5 17H61V40H57.5Z"),
        Part(BODY, "M7 51.5H39V54.5H7Z"),
        Part(LINE, "M14 46V52M31 45V52"),
        Part(DETAIL, "M9.5 35C9.5 29 15 26 21.5 26V35Z"),
    ),
    "launcher": (
        Part(BODY, "M5 50L9 44H56V50Z"),
        Part(BODY, discs((17, 51, 5), (30, 51, 5), (46, 51, 5))),
        Part(DETAIL, discs((17, 51, 2), (30, 51, 2), (46, 51, 2))),
        Part(BODY, "M12 35L42 14C48 10 54 8 59 7C57 12 54 17 48 22L19 43Z"),
        Part(BODY, "M12 35L6 33L10 30L18 31ZM19 43L19 50L23 46L24 39Z"),
        Part(DETAIL, "M40 19l4 5.5-2.4 1.7-4-5.5z"),
    ),
    "pad": (
        Part(BODY, discs((32, 32, 26))),
        Part(DETAIL, discs((32, 32, 21.5))),
        Part(BODY, "M21 19h6.5v9.5h9V19H43v26h-6.5v-9.7h-9V45H21z"),
    ),
    "ammo": (
        Part(
            BODY,
            "M12 28V19C12 12 15 9 17 7C19 9 22 12 22 19V28ZM27 28V19C27 12 30 9 32 7"
            "C34 9 37 12 37 19V28ZM42 28V19C42 12 45 9 47 7C49 9 52 12 52 19V28Z",
        ),
        Part(BODY, "M6 30H58V54H6Z"),
        Part(DETAIL, "M10 36h44v2.6H10zM10 45h44v2.6H10z"),
    ),
    "fuel": (
        Part(BODY, "M14 12Q14 8 32 8Q50 8 50 12V51Q50 55 32 55Q14 55 14 51Z"),
        Part(
            DETAIL,
            "M14 18.5Q32 22.5 50 18.5V21Q32 25 14 21Z M14 44.5Q32 48.5 50 44.5V47Q32 51 14 47Z",
        ),
        Part(
            DETAIL,
            "M32 25C36 31 38.5 33.5 38.5 36.5A6.5 6.5 0 0 1 25.5 36.5C25.5 33.5 28 31 32 25Z",
        ),
    ),
    "soldier": (
        Part(BODY, "M21 23C21 11 43 11 43 23L47 24.5V27H17V24.5Z"),
        Part(BODY, "M25.5 28H38.5C38.5 38 25.5 38 25.5 28Z"),
        Part(BODY, "M19 54C19 41 23 37.5 32 37.5C41 37.5 45 41 45 54Z"),
    ),
    "jumper": (
        Part(
            BODY,
            "M5 25C5 3 59 3 59 25C54 21 47 21 43.5 25C39 21 25 21 20.5 25C17 21 10 21 5 25Z",
        ),
        Part(THIN, "M6 25L29 40M20.5 25L31 40M43.5 25L33 40M58 25L35 40"),
        Part(BODY, "M26.5 41C26.5 35 37.5 35 37.5 41L39 42H25Z"),
        Part(BODY, discs((32, 43.5, 3.4))),
        Part(BODY, "M24 60C24 52 27 48 32 48C37 48 40 52 40 60Z"),
    ),
    "mothership": (
        Part(BODY, discs((32, 32, 19))),
        Part(BODY, discs(*(_spoke(a) for a in range(8)))),
    ),
    "scout": (Part(BODY, "M32 5C37 18 40 30 45 54L32 46L19 54C24 30 27 18 32 5Z"),),
    "lancer": (Part(BODY, "M32 3L43 20L41 44L48 60H16L23 44L21 20Z"),),
    "dart": (Part(BODY, "M5 9L32 22L59 9L47 40L32 60L17 40Z"),),
    "cruiser": (
        Part(BODY, "M24 5Q32 1 40 5V24H59Q63 32 59 40H40V59Q32 63 24 59V40H5Q1 32 5 24H24Z"),
    ),
    "fighter": (Part(BODY, "M8 4L32 17L56 4L60 8L48 32L60 56L56 60L32 48L8 60L4 56L16 32L4 8Z"),),
    "bomber": (Part(BODY, "M32 6L62 36L57 51L43 46L32 55L21 46L7 51L2 36Z"),),
    "guard": (Part(BODY, "M32 4L57 12V33C57 46 46 55 32 61C18 55 7 46 7 33V12Z"),),
    "sword": (
        Part(BODY, "M29 4H35V38H29ZM20 38H44V43H20ZM29.5 43H34.5V56H29.5Z"),
        Part(BODY, discs((32, 58, 4.5))),
    ),
    "pike": (
        Part(BODY, "M30 18H34V62H30Z"),
        Part(BODY, "M32 2L41 17L32 25L23 17Z"),
        Part(BODY, "M21 27H43V31H21Z"),
    ),
    "bow": (
        Part(LINE, "M20 8C50 16 50 48 20 56M20 8V56"),
        Part(BODY, "M12 30H50V34H12Z"),
        Part(BODY, "M60 32L46 24V40Z"),
    ),
    "banner": (
        Part(BODY, "M14 4H18.5V62H14Z"),
        Part(BODY, "M18 6H56L46 19L56 32H18Z"),
    ),
    "flame": (
        Part(
            BODY,
            "M34 4C38 18 54 24 52 42C51 54 42 61 32 61C21 61 12 54 12 42"
            "C12 32 20 28 20 18C26 20 29 25 29 30C34 24 36 14 34 4Z",
        ),
        Part(
            DETAIL,
            "M32 36C36 42 40 44 40 49C40 54 36 56 32 56C28 56 24 53 24 49C24 44 29 42 32 36Z",
        ),
    ),
    "crown": (
        Part(BODY, "M8 18L20 32L32 10L44 32L56 18L52 52H12Z"),
        Part(DETAIL, "M14 43H50V46H14Z"),
    ),
    "paw": (
        Part(
            BODY,
            "M32 30C42 30 52 44 46 53C42 59 37 54 32 54C27 54 22 59 18 53C12 44 22 30 32 30Z",
        ),
        Part(BODY, discs((13, 31, 6), (25, 17, 6.6), (39, 17, 6.6), (51, 31, 6))),
    ),
    "wing": (
        Part(
            BODY,
            "M32 40C26 18 12 12 3 14C5 32 16 44 29 45ZM32 40C38 18 52 12 61 14C59 32 48 44 35 45Z",
        ),
        Part(BODY, discs((32, 30, 5)) + "M29 36H35L33.5 58H30.5Z"),
    ),
    "hat": (
        Part(
            BODY,
            "M6 50C14 44 20 44 22 42L30 8L44 20L38 22L44 42C46 44 52 44 58 50C50 60 14 60 6 50Z",
        ),
        Part(DETAIL, "M22 40L21 45C28 48 37 48 44.5 45L43.5 40C36 43 28 43 22 40Z"),
    ),
    "antler": (
        Part(BODY, "M24 62V46C24 40 40 40 40 46V62C37 66 27 66 24 62Z"),
        Part(
            LINE,
            "M27 42C10 36 10 20 14 8M13 26L4 18M16 34L24 20M37 42C54 36 54 20 50 8"
            "M51 26L60 18M48 34L40 20",
        ),
    ),
}
