"""The options of Pocket Landship (section 8) as a schema, and their check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pocketlib.contract import Choice, Conflict, Option, Preset, check_options
from pocketlib.games.landship.content import HOUSE, CardSet

WEAPON_OPTION: Final = Option(
    "weapon",
    "Main weapon",
    (
        Choice("cannon", "Forward Cannon", "the beginner's one; repairs other cards, too"),
        Choice("corvette", "Corvette", "stronger plating, harder to play; mends only itself"),
    ),
    help="The second of your three cards.",
    rule="LS-3",
)
SUPPORT_OPTION: Final = Option(
    "support",
    "Support",
    (
        Choice("sponsons", "Sponsons", "the beginner's one: three fixed guns"),
        Choice("troops", "Shock Troops", "infiltrate, rush and dig in"),
    ),
    help="The third of your three cards.",
    rule="LS-3",
)
LAYOUT_OPTION: Final = Option(
    "layout",
    "Deal",
    (
        Choice("shuffle", "shuffled", "the six cards are dealt by chance"),
        Choice("listed", "as listed", "front left, centre, right, then the back row"),
    ),
    help="How the six enemy cards get to their places.",
    rule="LS-9",
)
FIRST_OPTION: Final = Option(
    "first",
    "Who starts",
    (
        Choice("dice", "three dice decide", "even: the enemy, odd: you"),
        Choice("enemy", "the enemy"),
        Choice("player", "you"),
    ),
    help="Whose turn is the first one.",
    rule="LS-13",
)
PAIRING_OPTION: Final = Option(
    "pairing",
    "Faces of a card",
    (
        Choice("cards", "one face of each card"),
        Choice("free", "any six of the twelve", "a variant; needs a list of faces"),
    ),
    help=(
        "Each enemy card has a face on both sides, and one of them is in the game. To take any six "
        "faces, list them under Enemies, as your own six."
    ),
    rule="LS-R2",
)
TRENCHES_OPTION: Final = Option(
    "trenches",
    "Into the trenches covers",
    (
        Choice("all", "all your cards"),
        Choice("self", "the Shock Troops only", "a variant, harder"),
    ),
    help="What the Shock Troops protect with a 2, for one enemy turn.",
    rule="LS-R17",
)


def schema(cards: CardSet = HOUSE) -> tuple[Option, ...]:
    """Return the seven options; faces and totals follow the set."""
    low, high = cards.range
    enemies = Option(
        "enemies",
        "Enemies",
        (
            Choice("normal", "normal", "side a of every card; for a first game"),
            Choice("alternate", "alternate", "side b of every card"),
            Choice("random", "random", "one side of each card by chance"),
        ),
        help="Each of the six enemy cards has two sides; which of them are against you?",
        rule="LS-8",
        integers=(low, high),
        integers_label="total strength",
        integers_help=(
            "A side of each card is picked, so that their six printed strengths add up to this, or "
            "as near as can be. The higher, the harder."
        ),
        scale=10,
        pick=6,
        pick_from=tuple(Choice(face.id, face.name) for face in cards.faces.values()),
        pick_label="your own six",
    )
    return (
        WEAPON_OPTION,
        SUPPORT_OPTION,
        enemies,
        LAYOUT_OPTION,
        FIRST_OPTION,
        PAIRING_OPTION,
        TRENCHES_OPTION,
    )


def _free_without_list(options: Mapping[str, Any]) -> bool:
    return options["pairing"] == "free" and not isinstance(options["enemies"], list)


CONFLICTS: Final = (
    Conflict(
        _free_without_list,
        "option pairing: free pairing needs enemies as a list of six faces",
        "pairing",
        "LS-R2",
    ),
)

PRESETS: Final = (
    Preset("First game", {}, "normal enemies, Cannon and Sponsons"),
    Preset("Easy", {"enemies": 131}, "the weakest enemies"),
    Preset("Hard", {"enemies": 150}, "enemies of a total strength of 15"),
    Preset("Brutal", {"enemies": 163}, "enemies of a total strength of 16.3"),
    Preset(
        "Hardest landship",
        {"weapon": "corvette", "support": "troops"},
        "Corvette and Shock Troops",
    ),
)


def check(options: Mapping[str, Any], cards: CardSet) -> dict[str, Any]:
    """Return the options with defaults filled in. Raises BadOptions (8.3)."""

    def two_faces_of_one_card(full: Mapping[str, Any]) -> bool:
        chosen = full["enemies"]
        if full["pairing"] == "free" or not isinstance(chosen, list):
            return False
        return any(a.id in chosen and b.id in chosen for a, b in cards.cards)

    one_face_each = Conflict(
        two_faces_of_one_card,
        "option enemies: two faces of one card are listed; one of each card is expected, "
        "or the option pairing = free",
        "enemies",
        "LS-2",
    )
    return check_options(schema(cards), (*CONFLICTS, one_face_each), options)
