"""The house formations as the text of an own set, for owners to change."""

from __future__ import annotations

from typing import Final

from pocketlib.games.mission_command.content import HOUSE, IDEAS, SITES, Formation

_HEAD: Final = """\
# A set for Mission Command Land, to be changed by you.
#
# It is a text file in the form TOML: lines "key = value"; what follows a # is not read. As it is,
# it holds board, dice and formations of the full game as they come with this program. If you own
# the game, correct what differs; then choose this file in "New game" at the table, or in the
# terminal with --set FILE. Every table and every key of the first two may be left out.

[board]
cols = 8  # 6 to 10
rows = 12  # 8 to 16

[dice]
reds = 4  # red faces of a die, 1 to 5
blues = 2  # blue faces; what is left is blank


# --- Formations: where installations, missile launcher and guns stand. Any number; squares are
# seen from the owner's side, whose back row is row 1. Installations stand in three different rows
# and columns, none of them in row 1; everything stands in the own half, one piece on a square.
"""


def example_set() -> str:
    """Return board, dice and formations of the full game as TOML with comments."""
    return _HEAD + "".join(map(_formation, HOUSE["full", 8, 12]))


def _formation(formation: Formation) -> str:
    plain = formation.plain()
    pieces = "\n".join(f'{piece} = "{plain[piece]}"' for piece in (*SITES, "launcher"))
    guns = ", ".join(f'"{square}"' for square in plain["art"])
    idea = IDEAS[formation.name]
    return f'\n[[formation]]\nname = "{formation.name}"  # {idea}\n{pieces}\nart = [{guns}]\n'
