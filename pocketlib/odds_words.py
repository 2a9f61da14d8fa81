"""The answers to the command ``odds``, as work that may take long: each yields how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pocketlib import asking, winning
from pocketlib.asking import Foreseen, foresee_work
from pocketlib.commands import LISTED, both, first_lines, meant, name_of
from pocketlib.contract import CHANCE, Game, IllegalMove, Measure, Move, State
from pocketlib.graph import Endless, Work
from pocketlib.reading import simplified, understand

if TYPE_CHECKING:
    from pocketlib.text import Session

_NO_CHANCE: Final = "no chance before the next decision"


def answer_work(session: Session, rest: str) -> Work[str]:
    """Work out the answer to ``odds`` with ``rest`` typed behind it; somebody is to choose.

    Raises Refusal for what can't be asked.
    """
    try:
        answer = yield from _answer_work(session, rest)
    except Endless as endless:
        raise IllegalMove(f"No odds can be told here: {endless}.") from None
    return answer


def _answer_work(session: Session, rest: str) -> Work[str]:
    game, state = session.game, session.state
    if game.hidden:
        raise IllegalMove(asking.HIDDEN)
    measure, move = asking.asked_measure(game.measures, rest)
    if measure is not None:
        if move or state.to_move == CHANCE:
            return (yield from _of_one(session, measure, move))
        return (yield from _of_all(game, state, measure))
    words = simplified(rest).split()
    if words[:1] == [winning.WIN]:
        if winning.offered(game):
            return (yield from _of_winning(game, state, " ".join(rest.split()[1:])))
        if not any(winning.WIN in simplified(both(state, m)) for m in state.options_now()):
            raise IllegalMove(winning.NOT_OFFERED)
    if not rest and game.measures:
        return (yield from _in_short(game, state, next(iter(game.measures.values()))))
    if state.to_move == CHANCE:
        return _of_outcomes(state, words)
    if rest:
        return (yield from _of_all_numbers(session, meant(session, rest)))
    lines = [f"{name_of(state, m)}: {_what_follows(state.after(m))}" for m in state.offered()]
    listing = first_lines(lines, "type odds after playing one of them")
    return "\n".join(line for line in (listing, _what_to_ask(game)) if line)


# --- numbers of the game -----------------------------------------------------------------------


def _in_short(game: Game, state: State, measure: Measure) -> Work[str]:
    """Tell in a sentence or two what comes of the number that is asked for most."""
    ask = _what_to_ask(game)
    if state.to_move == CHANCE:
        found = yield from _foreseen(game, state, measure, None)
        return "\n".join([found.sentence, ask])
    after: dict[Move, Foreseen] = {}
    for move in state.offered():
        after[move] = yield from _foreseen(game, state, measure, move)
        yield len(after)
    means = {move: mean for move, found in after.items() if (mean := found.mean) is not None}
    if len(means) < len(after):  # what is no number has no average
        return (yield from _of_all(game, state, measure))
    least, most = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    if means[least] == means[most]:
        told = f"{asking.number(means[most])} after every move."
    else:
        told = (
            f"at most {asking.number(means[most])}, after: {_said(state, most)}; "
            f"at least {asking.number(means[least])}, after: {_said(state, least)}."
        )
    assumed = next((found.assumption for found in after.values() if found.guided), "")
    return "\n".join(
        line for line in (f"{_on_average(game, measure)}: {told}", assumed, ask) if line
    )


def _said(state: State, move: Move) -> str:
    return str(state.say(move)).rstrip(".")


def _of_one(session: Session, measure: Measure, text: str) -> Work[str]:
    """Tell the whole distribution after a move (without one: of what the dice bring)."""
    move = meant(session, text) if text else None
    found = yield from _foreseen(session.game, session.state, measure, move)
    head = [] if move is None else [f"{name_of(session.state, move)}."]
    told = (found.sentence, found.assumption)
    return "\n".join(line for line in (*head, *found.lines(LISTED), *told) if line)


def _of_all(game: Game, state: State, measure: Measure) -> Work[str]:
    """Tell the average after each move."""
    lines: list[str] = []
    assumption = ""
    moves = state.offered()
    for move in moves[:LISTED]:
        found = yield from _foreseen(game, state, measure, move)
        assumption = assumption or found.assumption
        mean = found.mean
        told = found.sentence if mean is None else asking.number(mean)
        lines.append(f"{name_of(state, move)}: {told}")
        yield len(lines)
    if len(lines) < len(moves):
        lines.append(f"And {len(moves) - len(lines)} more: type odds, the measure and a move.")
    told_of = f"{_on_average(game, measure)}."
    return "\n".join(line for line in (*lines, told_of, assumption) if line)


def _on_average(game: Game, measure: Measure) -> str:
    title = measure.title[:1].upper() + measure.title[1:]
    return f"{title}, on average, {asking.STOPS[asking.stops(game)[0]]}"


def _of_all_numbers(session: Session, move: Move) -> Work[str]:
    """Tell in short what comes of every number of the game after a move."""
    game, state = session.game, session.state
    answers: list[Foreseen] = []
    for measure in game.measures.values():
        answers.append((yield from _foreseen(game, state, measure, move)))
    told = [f"{answer.told}." for answer in answers]
    head = name_of(state, move)
    if answers:
        head += f", {asking.STOPS[answers[0].stop]}"
    assumed = {answer.assumption: None for answer in answers if answer.assumption}
    lines = [f"{head}:" if told else f"{head}.", *told, *assumed, _what_to_ask(game)]
    return "\n".join(line for line in lines if line)


def _foreseen(game: Game, state: State, measure: Measure, move: Move | None) -> Work[Foreseen]:
    stop = asking.stops(game)[0]
    return (yield from foresee_work(game, state, move, measure, stop))


# --- what comes next ---------------------------------------------------------------------------


def _of_outcomes(state: State, words: list[str]) -> str:
    """List the outcomes of chance in whose names these words are, each with its probability."""
    chance = state.chances()
    named = [(name_of(state, o), asking.odds(chance, o)) for o in chance]
    lines = [f"{name}: {p}" for name, p in named if all(word in simplified(name) for word in words)]
    return first_lines(lines, "type odds and a word or number to look for")


def _what_follows(after: State) -> str:
    if after.to_move is None:
        return "the game is over then"
    if after.to_move != CHANCE:
        return _NO_CHANCE
    chance = after.chances()
    if len(chance) == 1:
        return f"then surely {name_of(after, chance.outcomes[0])}"
    likely = max(chance.outcomes, key=chance.weight)
    if all(chance.weight(o) == chance.weight(likely) for o in chance):
        return f"then {len(chance)} outcomes, equally likely ({asking.odds(chance, likely)} each)"
    told = asking.odds(chance, likely)
    return f"then one of {len(chance)} outcomes, most likely {name_of(after, likely)}: {told}"


def _what_to_ask(game: Game) -> str:
    names = [*([winning.WIN] if winning.offered(game) else []), *game.measures]
    if not names:
        return ""
    return (
        f"For more, type odds, a number of the game ({', '.join(names)}) and, if you like, a move."
    )


# --- winning -----------------------------------------------------------------------------------


def _of_winning(game: Game, state: State, text: str) -> Work[str]:
    """Tell the chance to win after a move, or after each, with the best and how sure it is."""
    move = understand(state, text) if text and state.to_move != CHANCE else None
    found = yield from winning.outlook_work(game, state)
    if move is not None:
        return f"{name_of(state, move)}: {found.moves[move].told}\n{found.how}"
    if not found.moves:
        return f"Chance to win: {found.worth.told}\n{found.how}"
    best = found.best_moves
    mark = "best" if found.kind != winning.ESTIMATE else "perhaps the best"
    lines = [
        f"{name_of(state, move)}: {worth.told}{f', {mark}' if move in best else ''}"
        for move, worth in found.moves.items()
    ]
    listing = first_lines(lines, "type odds win and a move")
    return "\n".join(line for line in (listing, found.line_told(state), found.how) if line)
