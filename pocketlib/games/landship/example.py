"""The house set as the text of an own set, for owners to change."""

from __future__ import annotations

from typing import Final

from pocketlib.games.landship.content import HOUSE, KINDS, Face
from pocketlib.games.landship.words.names import ENEMY_WORDS

_HEAD: Final = """\
# A set of cards for Pocket Landship, to be changed by you.
#
# It is a text file in the form TOML: lines "key = value"; what follows a # is not read. As it is,
# it holds the cards that the game comes with. If you own the game, correct what differs from your
# cards; then choose this file in "New game" at the table, or in the terminal with --set FILE.

[set]
id = "mine"  # small letters and digits
title = "My own set"


# --- Cards: which two faces are the two sides of one card. Six cards are needed.
# Side a are the normal enemies, side b the alternate ones.
"""
_FACES: Final = """

# --- Faces: what is printed on each side. A face that is as here may be left out of the file.
#
# id        small letters and digits; the cards above name it
# kind      {kinds}
# strength  the number that the strengths of six enemies are added up from
# normal    true or false: is it marked as a normal enemy?
# track     the strength it starts with, 1 to 7; of a hazard how often it acts, 1 to 3
# actions   what it does for the dice 1, 2, 3, 4, 5, 6; the words for it are:
{actions}
"""


def example_set() -> str:
    """Return the house set as TOML with comments; read back, it has the same cards."""
    parts = [_HEAD]
    for a, b in HOUSE.cards:
        parts.append(f'\n[[card]]\na = "{a.id}"\nb = "{b.id}"\n')
    width = max(map(len, ENEMY_WORDS))
    actions = (f"#   {word:<{width}}  {says}" for word, (says, _) in ENEMY_WORDS.items())
    parts.append(_FACES.format(kinds=", ".join(KINDS), actions="\n".join(actions)))
    parts += map(_face, HOUSE.faces.values())
    return "".join(parts)


def _face(face: Face) -> str:
    actions = ", ".join(f'"{word}"' for word in face.actions)
    lines = [
        "[[face]]",
        f'id = "{face.id}"',
        f'name = "{face.name}"',
        f'kind = "{face.kind}"',
        f'strength = "{face.strength // 10}.{face.strength % 10}"',
        f"normal = {str(face.normal).lower()}",
        f"track = {face.track}",
        f"actions = [{actions}]",
    ]
    return "\n" + "\n".join(lines) + "\n"
