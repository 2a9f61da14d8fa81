"""Options of a game from what people type: ``key=value`` on the command line, or a dialogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from pocketlib.contract import BadOptions, Choice, Game, Option, Preset, Refusal, check_options

Ask = Callable[[str], str]
Say = Callable[[str], None]

_TRUE: Final = ("yes", "y", "on", "true")
_FALSE: Final = ("no", "n", "off", "false")


def read_value(option: Option, text: str) -> Any:
    """Return the value of ``option`` that ``text`` means.

    A value or its label, in any case; a whole number; yes or no; ids with commas between them for
    an option that takes a list. Raises BadOptions.
    """
    text = text.strip()
    for choice in option.choices:
        if text.casefold() in (str(choice.value).casefold(), choice.label.casefold()):
            return choice.value
    value: object = text
    switch = dict.fromkeys(_TRUE, True) | dict.fromkeys(_FALSE, False)
    if any(isinstance(choice.value, bool) for choice in option.choices):
        value = switch.get(text.casefold(), text)
    if option.integers and len(text) < 20 and re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        value = _number(option, text)
    if option.pick and "," in text:
        value = [_entry(option, part.strip()) for part in text.split(",")]
    if problem := option.problem(value):
        if option.scale != 1 and type(value) is int:  # told as people see it
            problem = f"option {option.id}: {text} is not from {option.range}"
        raise BadOptions(f"{problem}.", key=option.id)
    return value


def _number(option: Option, text: str) -> object:
    """Return the whole number that ``text`` means: as people see it, or the number itself."""
    exact = Fraction(text) * option.scale
    whole = "." not in text
    if exact.denominator == 1 and (not whole or not option.problem(int(exact))):
        return int(exact)
    return int(text) if whole else text


def _entry(option: Option, text: str) -> object:
    """Return the entry of a list that ``text`` means, by id or label; else the text itself."""
    for choice in option.pick_from:
        if text.casefold() in (str(choice.value).casefold(), choice.label.casefold()):
            return choice.value
    return text


def read_options(schema: Sequence[Option], texts: Sequence[str]) -> dict[str, Any]:
    """Return the options that texts of the form ``key=value`` give. Raises BadOptions."""
    known = {option.id: option for option in schema}
    options: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals:
            raise BadOptions(
                f"{text!r} is no option; write key=value, the key being one of: {', '.join(known)}."
            )
        if key not in known:
            check_options(schema, (), {key: value})  # says which keys there are
        if key in options:
            raise BadOptions(f"The option {key} is given twice.", key=key)
        options[key] = read_value(known[key], value)
    return options


def describe_options(schema: Sequence[Option]) -> str:
    """Return all options with their values, one line each."""
    lines = []
    for option in schema:
        ways = [f"{_typed(choice)} ({choice.label})" for choice in option.choices]
        lines.append(f"{option.id}: {option.title}. {'; '.join([*ways, *_other_ways(option)])}")
    return "\n".join(lines)


def _typed(choice: Choice) -> str:
    """Return what a person types for a choice."""
    if isinstance(choice.value, bool):
        return "yes" if choice.value else "no"
    return str(choice.value)


def _other_ways(option: Option) -> list[str]:
    ways = []
    if option.integers:
        label = f" ({option.integers_label})" if option.integers_label else ""
        whole = "whole number" if option.scale == 1 else "number"
        ways.append(f"or a {whole} from {option.range}{label}")
    if option.pick:
        ids = ", ".join(str(choice.value) for choice in option.pick_from)
        ways.append(f"or {option.pick} of these, with commas between them: {ids}")
    return ways


# --- the dialogue ------------------------------------------------------------------------------


def ask_options(game: Game, ask: Ask, say: Say, set: str | None = None) -> dict[str, Any]:
    """Return the options that a person chooses; Enter takes the default each time.

    ``ask`` shows a prompt and returns a line, ``say`` shows a line. Options that do not go
    together are asked for again.
    """
    schema = game.schema(set=set)
    if not schema:
        return {}
    while True:
        preset = _ask_preset(game.presets, ask, say)
        options = dict(preset.options) if preset else _ask_each(schema, ask, say)
        try:
            check_options(schema, game.conflicts, options)
        except Refusal as refusal:
            say(f"These do not go together: {refusal}. Once more, please.")
        else:
            return options


def _ask_preset(presets: Sequence[Preset], ask: Ask, say: Say) -> Preset | None:
    """Return the preset that is chosen; None if every option is to be asked for."""
    if not presets:
        return None
    for number, preset in enumerate(presets, start=1):
        say(f"{number}. {preset.title}" + (f": {preset.help}" if preset.help else ""))
    say(f"{len(presets) + 1}. Choose every option")
    while True:
        typed = ask(f"Which game, 1 to {len(presets) + 1}? Press Enter for 1: ").strip() or "1"
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= len(presets) + 1:
            number = int(typed)
            return presets[number - 1] if number <= len(presets) else None
        say(f"A number from 1 to {len(presets) + 1} was expected.")


def _ask_each(schema: Sequence[Option], ask: Ask, say: Say) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in schema:
        say(f"{option.title}." + (f" {option.help}" if option.help else ""))
        for choice in option.choices:
            say(f"  {_typed(choice)}: {choice.label}" + (f". {choice.help}" if choice.help else ""))
        for way in _other_ways(option):
            say(f"  {way}")
        chosen[option.id] = _ask_value(option, ask, say)
    return chosen


def _ask_value(option: Option, ask: Ask, say: Say) -> Any:
    while True:
        typed = ask(f"Press Enter for {_typed(option.choices[0])}: ").strip()
        if not typed:
            return option.default
        try:
            return read_value(option, typed)
        except BadOptions as refusal:
            say(str(refusal))
