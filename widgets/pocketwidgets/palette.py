"""The colours of the boards and of the page around them, and how well they are told apart.

Paper, ink and wood on a cloth for what one plays with; pencil on squared paper for what one
reckons with. A colour never says anything alone: outline, pattern, sign or word says it too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

INK: Final = "#2A2521"
INK_SOFT: Final = "#5E554B"
PAPER: Final = "#FBF7EC"
PAPER_DIM: Final = "#EFE7D5"
PAPER_EDGE: Final = "#B8A680"
PAPER_RULE: Final = "#D9CDB4"
CELL: Final = "#FFFDF6"
KRAFT: Final = "#DCC9A3"
LINE: Final = "#8A7754"
WOOD_LIGHT: Final = "#DDB98C"
WOOD: Final = "#B98A57"
WOOD_DARK: Final = "#6B4A2B"
SHADOW: Final = "#1A1510"

LIT: Final = "#F5B82E"
"""What may be pressed now; never without a line of INK round it."""
LIT_PRESSED: Final = "#E9A91C"
LIT_WASH: Final = "#FCE7B0"
"""The row that applies."""

FERN: Final = "#0B6850"
"""Seat 0: dark, round outline, PAPER print."""
TAN: Final = "#E6B85C"
"""Seat 1: light, cut corners, INK print."""
TAN_LINE: Final = "#7A5416"
SEA: Final = "#56B4E9"
PLUM: Final = "#D9A0C4"
OFF: Final = "#B23A1E"
"""Red dice: diamond pips, sharp corners."""
DEF: Final = "#0A5C94"
"""Blue dice: round pips, soft corners."""

PENCIL: Final = "#2B5797"
"""Exact odds, drawn solid."""
CHALK: Final = "#9A5B00"
"""Simulated odds, drawn hatched."""
GRAPH: Final = "#FAFBF7"
GRAPH_LINE: Final = "#D3DEE8"
GRAPH_EDGE: Final = "#A9B8C6"
GOOD: Final = "#0B6850"
BAD: Final = "#A8321A"

CLOTH: Final = {
    "landship": "#49563F",
    "mission_command": "#6A5638",
    "invaders": "#27314F",
    "tactics": "#584560",
    "airborne": "#3C5561",
    "lesson": "#49563F",
}
CLOTH_DARK: Final = {
    "landship": "#343E2D",
    "mission_command": "#4B3D28",
    "invaders": "#1B2338",
    "tactics": "#3F3145",
    "airborne": "#2A3D46",
    "lesson": "#343E2D",
}

SPACE: Final = "#18203A"
SPACE_LINE: Final = "#7C8AB5"
SHIP: Final = {
    "m": "#F0A030",
    "s": "#F3E65A",
    "l": "#FFFFFF",
    "d": "#EDB3D0",
    "c": "#7CC4F0",
    "f": "#6CCBA4",
    "b": "#F0896B",
    "g": "#BFA3DD",
}
JADE: Final = "#1F8A6B"
RUBY: Final = "#C2415C"
GOLD: Final = "#C98A1B"
GROUND: Final = {
    "field": "#E6DBA6",
    "forest": "#AFC99B",
    "hill": "#E2C59A",
    "rock": "#D2CCC2",
    "ruins": "#E5D6C8",
    "swamp": "#BCC4A4",
    "water": "#B5D8E8",
}
PATTERN: Final = {
    "field": "#8B7A35",
    "forest": "#3F6B3A",
    "hill": "#8A6330",
    "rock": "#6A625A",
    "ruins": "#7D5A48",
    "swamp": "#55633A",
    "water": "#2C6C8E",
}
OUTSIDE: Final = "#CFD9AE"
ROAD: Final = "#F4E8C8"
INSIDE: Final = "#D7DCDF"
WALL: Final = "#454D54"

OWN_CUBE: Final = ("#E9C48F", "#C5935A", "#9C6D3B")
"""The three faces of a wooden cube that one sees: top, left, right."""
ENEMY_CUBE: Final = ("#E58B6B", "#C2502F", "#8E3319")

PAGE_LIGHT: Final = "#FFFFFF"
TEXT_LIGHT: Final = INK
PAGE_DARK: Final = "#17150F"
SHEET_DARK: Final = "#26221C"
BUTTON_DARK: Final = "#3A352C"
TEXT_DARK: Final = "#EFE8D8"
SOFT_DARK: Final = "#B9AE9B"
LINE_DARK: Final = "#8F8470"
PENCIL_DARK: Final = "#8DB8F0"
CHALK_DARK: Final = "#F0B25A"
GOOD_DARK: Final = "#6FCBA9"
BAD_DARK: Final = "#F2937A"
GRAPH_LINE_DARK: Final = "#38332B"
WASH_DARK: Final = "#4A3B17"


# --- contrast ----------------------------------------------------------------------------------


class Pair(NamedTuple):
    """A foreground on a background, and the least contrast the two must have."""

    what: str
    front: str
    back: str
    least: float


TEXT_RATIO: Final = 4.5
SHAPE_RATIO: Final = 3.0


def luminance(colour: str) -> float:
    """Return the relative luminance (0 to 1) of ``#RRGGBB``, as WCAG defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio (1 to 21) of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pairs() -> tuple[Pair, ...]:
    """Return every pair of colours that the boards and pages rely on."""
    text, shape = TEXT_RATIO, SHAPE_RATIO
    found = [
        Pair("print", INK, back, text)
        for back in (
            *(PAPER, PAPER_DIM, CELL, KRAFT, GRAPH, LIT_WASH, LIT, LIT_PRESSED, TAN),
            *(OUTSIDE, ROAD, INSIDE, WOOD_LIGHT, WOOD),
            *SHIP.values(),
            *GROUND.values(),
        )
    ]
    found += [
        Pair("secondary print", INK_SOFT, back, text)
        for back in (PAPER, PAPER_DIM, CELL, GRAPH, LIT_WASH)
    ]
    for cloth in (*CLOTH.values(), *CLOTH_DARK.values()):
        found += [Pair("print on cloth", PAPER, cloth, text)]
        found += [Pair("legal mark on cloth", LIT, cloth, shape)]
    for piece in (FERN, OFF, DEF):
        found += [Pair("print on a piece", PAPER, piece, text)]
        found += [Pair("piece on its ground", piece, back, shape) for back in (PAPER, KRAFT)]
    for mark in (PENCIL, CHALK, GOOD, BAD):
        found += [Pair("odds and marks", mark, back, text) for back in (GRAPH, PAPER)]
    found += [Pair("flag", PAPER, back, text) for back in (GOOD, BAD)]
    found += [Pair("line", LINE, back, shape) for back in (PAPER, PAPER_DIM)]
    found += [Pair("dashed frame", TAN_LINE, PAPER, shape)]
    found += [
        Pair("in space", front, SPACE, shape)
        for front in (*SHIP.values(), SPACE_LINE, JADE, RUBY, GOLD, PAPER, SEA, PLUM, TAN)
    ]
    found += [Pair("pattern", PATTERN[name], ground, shape) for name, ground in GROUND.items()]
    found += [Pair("wall", WALL, back, shape) for back in (INSIDE, PAPER)]
    found += [Pair("page", TEXT_LIGHT, PAGE_LIGHT, text), Pair("page", TEXT_DARK, PAGE_DARK, text)]
    for front in (TEXT_DARK, SOFT_DARK, PENCIL_DARK, CHALK_DARK, GOOD_DARK, BAD_DARK):
        found += [Pair("dark sheet", front, SHEET_DARK, text)]
    found += [Pair("dark button", TEXT_DARK, back, text) for back in (BUTTON_DARK, WASH_DARK)]
    found += [Pair("dark button", LINE_DARK, BUTTON_DARK, shape)]
    found += [Pair("dark sheet", front, SHEET_DARK, shape) for front in (LIT, LINE_DARK)]
    for front in (TEXT_DARK, SOFT_DARK, PENCIL_DARK):
        found += [Pair("dark row that applies", front, WASH_DARK, text)]
    for front, back in ((PAPER, PENCIL), (PAGE_DARK, PENCIL_DARK)):
        found += [Pair("print on pencil", front, back, text)]
    for front in (PENCIL, CHALK):
        found += [Pair("odds on white", front, "#FFFFFF", text)]
    found += [Pair("odds in the row that applies", PENCIL, LIT_WASH, text)]
    for front in (PENCIL_DARK, CHALK_DARK):
        found += [Pair("odds in the dark", front, PAGE_DARK, text)]
    return tuple(found)
