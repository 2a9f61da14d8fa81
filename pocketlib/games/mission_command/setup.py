"""The options of Mission Command Land (section 8) as a schema, and their check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pocketlib.contract import (
    BadOptions,
    BadSet,
    Choice,
    Conflict,
    Option,
    Preset,
    check_options,
)
from pocketlib.games.mission_command.content import (
    ARMIES,
    RANGES,
    Fault,
    Formation,
    OwnSet,
    check_fits,
    read_formations,
)
from pocketlib.games.mission_command.positions import (
    MOST,
    form_problem,
    read_layouts,
    read_position,
    turn_of,
)
from pocketlib.games.mission_command.table import Kit, Table, empty_table

IN_DUMP: Final = (
    "army", "cols", "rows", "reds", "blues", "stacks", "scuttle", "quiet_limit", "formations",
)  # fmt: skip
"""The options that a dump holds; the others shape only the first state."""
NOTHING: Final = OwnSet({}, None)


def _formations_problem(value: object) -> str | None:
    try:
        read_formations(value)
    except Fault as fault:
        return str(fault)
    return None


_ARMY: Final = Option(
    "army",
    "Army",
    (
        Choice("full", "full", "six tanks and five guns a side; about half an hour"),
        Choice("patrol", "patrol", "three tanks and two guns a side; for a first game"),
    ),
    rule="MC-3",
)
_COLS: Final = Option(
    "cols",
    "Columns",
    (Choice(None, "as the army wants", "full 8, patrol 6"),),
    rule="MC-R1",
    integers=RANGES["cols"],
    integers_label="number of columns",
)
_ROWS: Final = Option(
    "rows",
    "Rows",
    (Choice(None, "as the army wants", "full 12, patrol 8"),),
    rule="MC-R1",
    integers=RANGES["rows"],
    integers_label="number of rows",
)
_REDS: Final = Option(
    "reds",
    "Red faces of a die",
    (Choice(4, "4"), Choice(3, "3, even dice"), *(Choice(n, str(n)) for n in (1, 2, 5))),
    rule="MC-R2",
)
_BLUES: Final = Option(
    "blues",
    "Blue faces of a die",
    (Choice(None, "all that are not red"), *(Choice(n, str(n)) for n in range(1, 6))),
    rule="MC-R2",
)
_STACKS: Final = Option(
    "stacks",
    "Chip stacks",
    (
        Choice("hidden", "hidden", "only battles tell how strong a tank is"),
        Choice("open", "open", "stacks lie open, and a loss tells which tank was hit"),
    ),
    rule="MC-R32",
)
_SCUTTLE: Final = Option(
    "scuttle",
    "A shot on an own installation destroys it",
    (
        Choice("always", "always"),
        Choice("onhit", "only if an enemy tank has come"),
    ),
    rule="MC-R28",
)
_QUIET: Final = Option(
    "quiet_limit",
    "Turns without a loss until a draw",
    (Choice(40, "40"), Choice(20, "20")),
    rule="MC-R34",
    integers=(10, MOST),
    integers_label="number of turns, 10 or more",
)
_FORMATIONS: Final = Option(
    "formations",
    "Formations on offer",
    (Choice(None, "the house formations"),),
    data=_formations_problem,
)
_LAYOUTS: Final = Option(
    "layouts",
    "Set-up",
    (Choice(None, "each side places its pieces"),),
    rule="MC-5",
    data=lambda value: form_problem("layouts", value),
)
_POSITION: Final = Option(
    "position",
    "Beginning",
    (Choice(None, "from the set-up on"),),
    data=lambda value: form_problem("position", value),
)

OPTIONS: Final = (
    _ARMY, _COLS, _ROWS, _REDS, _BLUES, _STACKS, _SCUTTLE, _QUIET, _FORMATIONS, _LAYOUTS, _POSITION,
)  # fmt: skip


def schema(own: OwnSet = NOTHING) -> tuple[Option, ...]:
    """Return the options; what an own set fills in comes first, as the default."""
    return tuple(_with_default(option, own) for option in OPTIONS)


def _with_default(option: Option, own: OwnSet) -> Option:
    filled = own.options()
    if option.id not in filled:
        return option
    value = filled[option.id]
    words = ", ".join(form["name"] for form in value) if option.id == "formations" else value
    first = Choice(value, f"as in your set: {words}")
    others = tuple(
        c for c in option.choices if type(c.value) is not type(value) or c.value != value
    )
    return Option(
        option.id,
        option.title,
        (first, *others),
        rule=option.rule,
        integers=option.integers,
        integers_label=option.integers_label,
        data=option.data,
    )


def _too_many_faces(options: Mapping[str, Any]) -> bool:
    return options["blues"] is not None and options["reds"] + options["blues"] > 6


CONFLICTS: Final = (
    Conflict(_too_many_faces, "option blues: a die has six faces", "blues", "MC-R2"),
    Conflict(
        lambda options: options["layouts"] is not None and options["position"] is not None,
        "option position: it does not go together with layouts",
        "position",
    ),
)

PRESETS: Final = (
    Preset("First game", {"army": "patrol"}, "the small army on a small board"),
    Preset("Full army", {}, "the whole game"),
    Preset("Even dice", {"reds": 3}, "as many blue faces as red ones"),
    Preset("Open stacks", {"stacks": "open"}, "every loss tells which tank was hit"),
)


def resolved(given: Mapping[str, Any], own: OwnSet = NOTHING) -> dict[str, Any]:
    """Return all options with nothing left open, what the set says filled in.

    ``formations`` are Formation objects or None. Raises BadOptions, or BadSet where the set's
    formations are at fault.
    """
    options = check_options(schema(own), CONFLICTS, given)
    army = ARMIES[options["army"]]
    for key, usual in (("cols", army.cols), ("rows", army.rows), ("blues", 6 - options["reds"])):
        if options[key] is None:
            options[key] = usual
    if options["formations"] is not None:
        from_set = "formations" not in given
        options["formations"] = _fitting(options, from_set)
    return options


def _fitting(options: Mapping[str, Any], from_set: bool) -> tuple[Formation, ...]:
    try:
        formations = read_formations(options["formations"])
        for form in formations:
            what = f"formation {form.name}"
            check_fits(form, options["army"], options["cols"], options["rows"], what)
    except Fault as fault:
        kind = BadSet if from_set else BadOptions
        raise kind(str(fault), key="formations", rule=fault.rule) from None
    return formations


def first_table(given: Mapping[str, Any], own: OwnSet = NOTHING) -> Table:
    """Return what stands on the board when a game begins, with its turn. See ``resolved``."""
    options = resolved(given, own)
    table = empty_table(Kit({key: options[key] for key in IN_DUMP}, options["formations"]))
    try:
        if options["layouts"] is not None:
            read_layouts(options["layouts"], table)
        if options["position"] is not None:
            read_position(options["position"], table)
            table.turn = turn_of(options["position"]) - 1
    except Fault as fault:
        raise BadOptions(f"option {fault.key}: {fault}", key=fault.key, rule=fault.rule) from None
    return table
