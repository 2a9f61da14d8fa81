"""What a person types for a move: notation, dice in any order, a beginning, or plain words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from pocketlib.contract import (
    CHANCE,
    MOVE_LENGTH,
    BadNotation,
    IllegalMove,
    Move,
    Refusal,
    State,
)

SHOWN: Final = 8
"""How many moves an ambiguity lists."""

_NUMBERS: Final = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_FILLERS: Final = frozenset([
    "a", "an", "and", "at", "by", "for", "from", "i", "im", "in", "into", "it", "let", "lets", "me",
    "my", "of", "on", "onto", "please", "the", "then", "to", "us", "want", "will", "with", "would",
    "like",
])  # fmt: skip
_ANSWERS: Final = (["yes"], ["no"])
"""What says nothing about a move, unless it is the notation of one."""
_SHORTEST_STEM = 3
_FEW: Final = 3
"""No more moves than this are named beside a reason."""

Synonyms: TypeAlias = Mapping[str, tuple[str, ...]]
Pair: TypeAlias = tuple[str, tuple[str, ...]]
"""What lies on what: a word, and the words for where it lies."""


class Ambiguous(BadNotation):
    """The text fits several legal moves, ``candidates``."""

    def __init__(self, text: str, state: State, candidates: Sequence[Move]) -> None:
        lines = [f"{move}: {state.say(move)}" for move in candidates[:SHOWN]]
        more = len(candidates) - len(lines)
        if more:
            lines.append(f"and {more} more")
        head = f"{text!r} fits {len(candidates)} moves; say which:"
        super().__init__("\n".join([head, *lines]), key=text)
        self.candidates = tuple(candidates)


def understand(state: State, text: str, synonyms: Synonyms | None = None) -> Move:
    """Return the one legal move or outcome that ``text`` means.

    Tried in turn: exact notation; notation but for case, spaces, commas and words such as "the";
    for an outcome of chance its numbers in any order; the beginning of a single move; words that
    all occur in the notation and the sentence of a single move, or that the game's ``synonyms``
    mean. Words such as "1 on the hull" fit only moves whose parts have that pair; the whole of a
    sentence, or of an outcome's name in the notation, means that one, even if a longer one begins
    so. Raises Ambiguous, BadNotation or
    IllegalMove.
    """
    text = text.strip()
    if len(text) > MOVE_LENGTH or not text:
        raise state.refusal(text) if text else BadNotation("Type a move, or help.", key=text)
    options = state.options_now()
    if text in options:
        return options[options.index(text)]
    typed = simplified(text)
    notations = [(simplified(move), move) for move in options]
    if not any(simple == typed for simple, _ in notations):
        typed = " ".join(_NUMBERS.get(word, word) for word in typed.split())
    plain = " ".join(word for word in typed.split() if word not in _FILLERS)
    found = [move for simple, move in notations if simple == typed]
    found = found or [move for simple, move in notations if simple == plain]
    if not found and state.to_move == CHANCE:
        found = _same_numbers(typed, notations)
        if not found and (wrong := _wrong_dice(typed, options)):
            raise BadNotation(wrong, key=text)
    if not found:
        found = [move for simple, move in notations if _begins(simple, typed)]
    if not found:
        refusal = _refusal(state, (text, typed, plain))
        found = _same_words(state, typed, options, synonyms or {})
        if isinstance(refusal, IllegalMove) and refusal.rule:
            # a move of this game is explained, never taken for another one
            raise _with_others(refusal, state, found)
        if not found:
            raise refusal
    if len(found) > 1 and state.to_move == CHANCE:
        found = [move for move in found if simplified(move).split()[1:] == plain.split()] or found
    if len(found) > 1:
        found = _whole(state, typed, found) or found
    if len(found) > 1:
        raise Ambiguous(text, state, found)
    return found[0]


def thrown(state: State, digits: str) -> Move | None:
    """Return the outcome of chance whose dice are these ``digits``, in any order; None if none."""
    notations = [(simplified(move), move) for move in state.chances()]
    found = _same_numbers(digits, notations)
    return found[0] if len(found) == 1 else None


def is_throw(outcomes: Sequence[Move]) -> bool:
    """Is every outcome a word and equally many numbers: the dice of a throw?"""
    throws = [outcome.split()[1:] for outcome in outcomes]
    same = len({len(throw) for throw in throws}) == 1
    return same and throws[0] != [] and all(all(map(str.isdigit, throw)) for throw in throws)


def _wrong_dice(typed: str, outcomes: Sequence[Move]) -> str:
    """Return why nothing but numbers can't be the dice of a throw; "" if it is no such throw."""
    if not is_throw(outcomes):
        return ""
    throws = [outcome.split()[1:] for outcome in outcomes]
    wanted, faces = len(throws[0]), {die for throw in throws for die in throw}
    dice = [*typed.replace(" ", "")] if max(map(len, faces)) == 1 else typed.split()
    if not all(map(str.isdigit, dice)):
        return ""
    if len(dice) != wanted:
        needed = "One die is" if wanted == 1 else f"{wanted} dice are"
        return f"{needed} thrown; you have typed {len(dice)}: {', '.join(dice)}."
    odd = [die for die in dice if die not in faces]
    least, most = min(faces, key=int), max(faces, key=int)
    return f"No die shows {odd[0]}: dice are {least} to {most}." if odd else ""


def simplified(text: str) -> str:
    """Return ``text`` in lower case, commas and runs of white space being one space."""
    return " ".join(text.casefold().replace(",", " ").split())


def _refusal(state: State, forms: Sequence[str]) -> Refusal:
    """Return the reason against the first form that is a move of the game, else against any."""
    refusals = [state.refusal(form) for form in dict.fromkeys(forms) if form]
    return next((r for r in refusals if isinstance(r, IllegalMove)), refusals[0])


def _with_others(refusal: Refusal, state: State, others: Sequence[Move]) -> Refusal:
    """Return the refusal with the moves that the same words would fit, if they are few."""
    if not 0 < len(others) <= _FEW:
        return refusal
    meant = " ".join(f"{str(state.say(move)).rstrip('.')} ({move})." for move in others)
    return IllegalMove(f"{refusal} But possible is: {meant}", rule=refusal.rule, key=refusal.key)


def _whole(state: State, typed: str, found: Iterable[Move]) -> list[Move]:
    """Return the moves of whose sentences nothing is missing but the verb of the notation."""
    words = Counter(_words(typed))
    whole = []
    for move in found:
        verb = _words(move)[:1]
        sentence = [w for w in _words(state.say(move)) if w not in _FILLERS and w not in verb]
        if sentence and not Counter(sentence) - words:
            whole.append(move)
    return whole


def _same_numbers(typed: str, notations: Iterable[tuple[str, Move]]) -> list[Move]:
    """Return the outcomes with the typed numbers; those in the typed order, if there are any."""
    words, numbers = _split(typed)
    if not numbers:
        return []
    found: dict[bool, list[Move]] = {True: [], False: []}
    for simple, move in notations:
        own_words, own_numbers = _split(simple)
        same = sorted(own_numbers) in (sorted(numbers), sorted("".join(numbers)))
        if same and (not words or words == own_words):
            found[own_numbers == numbers].append(move)
    return found[True] or found[False]


def _split(simple: str) -> tuple[list[str], list[str]]:
    words = simple.split()
    return [w for w in words if not w.isdigit()], [w for w in words if w.isdigit()]


def _begins(simple: str, typed: str) -> bool:
    """Does the notation begin so? A number must be whole: "move 1" does not begin "move 10"."""
    rest = simple[len(typed) :]
    return simple.startswith(typed) and not (typed[-1:].isdigit() and rest[:1].isdigit())


def _same_words(
    state: State, typed: str, options: Iterable[Move], synonyms: Synonyms
) -> list[Move]:
    """Return the moves in whose notation and sentence every typed word has a place of its own.

    The words may come in any order, numbers only in that of the notation or the sentence, unless
    it is said what each of them lies on.
    """
    all_words = _words(typed)
    words = [word for word in all_words if word not in _FILLERS]
    if not words or words in _ANSWERS:
        return []
    pairs = [
        (what, (*where, *(s for w in where for s in synonyms.get(w, ()))))
        for what, where in _pairs(all_words)
    ]
    loose = {word for word in words if word.isdigit()} - {what for what, _ in pairs}
    found = []
    for move in options:
        texts = _words(move), _words(state.say(move))
        if not _all_in(words, texts, synonyms):
            continue
        ordered = any(_numbers_in_order(words, text) for text in texts)
        if pairs and (laid := _laid(move, texts[1])):
            ordered = (ordered or not loose) and all(_lies(pair, laid) for pair in pairs)
        if ordered:
            found.append(move)
    return found


def _pairs(words: Sequence[str]) -> list[Pair]:
    """Return what is said to lie on what: "1 on the hull and 3 on the cannon" are two pairs."""
    places = [i for i, word in enumerate(words) if word in ("on", "onto")]
    pairs = []
    for place, after in pairwise([*places, len(words) + 1]):
        where = [word for word in words[place + 1 : after - 1] if word not in _FILLERS]
        if place and where:
            pairs.append((words[place - 1], tuple(where)))
    return pairs


def _laid(move: Move, sentence: Sequence[str]) -> list[Pair]:
    """Return what a move lays on what, by its parts and in the words of its sentence."""
    parts = move.parts if isinstance(move.parts, frozenset) else ()
    named = [(what, tuple(_words(part[1]))) for part in parts if len(part) == 2
             for what in _words(part[0])]  # fmt: skip
    return [*named, *_pairs(sentence)]


def _lies(pair: Pair, laid: Iterable[Pair]) -> bool:
    what, where = pair
    return any(
        what == found and any(w == b or _stem(w, b) for w in where for b in below)
        for found, below in laid
    )


def _numbers_in_order(words: Iterable[str], text: Iterable[str]) -> bool:
    left = iter(text)
    return all(word in left for word in words if word.isdigit())  # "in" uses up what it passes


def _words(text: str) -> list[str]:
    plain = re.sub(r"['\u2019]", "", text.casefold())
    return [_NUMBERS.get(word, word) for word in re.findall(r"[^\W_]+", plain)]


def _all_in(words: Sequence[str], texts: Iterable[Sequence[str]], synonyms: Synonyms) -> bool:
    """Does every word, or one that it means, stand in one of the texts, as often as typed?"""
    most: Counter[str] = Counter()
    for text in texts:
        most |= Counter(text)
    left = list(most.elements())
    for word in sorted(words, key=len, reverse=True):
        meant = (word, *synonyms.get(word, ()))
        fits = [w for w in left if w in meant] or [w for w in left if _stem(word, w)]
        if not fits:
            return False
        left.remove(fits[0])
    return True


def _stem(typed: str, word: str) -> bool:
    return len(typed) >= _SHORTEST_STEM and typed.isalpha() and word.startswith(typed)
