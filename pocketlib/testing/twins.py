"""Two games that one seat can't tell apart: they differ only in what is hidden from it.

From a game that was played another one is made, move by move: where chance or another seat moves,
something else is played now and then, or something more, or nothing, and everything is kept that
looks to the seat as the game itself did.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from pocketlib.contract import Move, Seat, State
from pocketlib.record import Record

TRIES = 12
"""So many other moves are tried in place of one that does not fit."""
PATIENCE = 1200
"""After so many positions the search for a twin ends where it is."""
MORE = 3
"""A twin has at most so many hidden moves more in a row than the game itself."""


class Sight(NamedTuple):
    """What a seat came to see, and the plies of the game at which it saw no more than that."""

    seen: str
    first: int
    last: int


class Twins(NamedTuple):
    """Two games that ``seat`` can't tell apart."""

    seat: Seat
    one: Record
    other: Record

    @property
    def differ(self) -> bool:
        """Are they in different positions, or did they come there by different moves?"""
        return self.one.moves != self.other.moves


def look(state: State, seat: Seat) -> str:
    """Return all that tells positions apart for ``seat``, without what the last move caused."""
    return json.dumps([state.to_move, state.observe(seat)], sort_keys=True)


def sights(record: Record, seat: Seat) -> list[Sight]:
    """Return what ``seat`` has seen in a game, one entry as long as nothing changed for it."""
    found = [Sight(look(record.at(0), seat), 0, 0)]
    for ply in range(1, record.ply + 1):
        state = record.at(ply)
        seen = look(state, seat)
        if seen == found[-1].seen and not state.events(seat):
            found[-1] = found[-1]._replace(last=ply)
        else:
            found.append(Sight(seen, ply, ply))
    return found


def twins(record: Record, seat: Seat, rng: Random) -> Iterator[Twins]:
    """Yield pairs of the game so far and of another one, at some positions on the way.

    They are as long as the twin that was found: what comes to light may end it early.
    """
    way = sights(record, seat)
    twin, reached = _Search(record, seat, way, rng).run()
    for at in {reached, rng.randint(0, reached)}:
        mine, others = way[at], sights(twin, seat)[at]
        one = record.branch(rng.randint(mine.first, mine.last))
        yield Twins(seat, one, twin.branch(rng.randint(others.first, others.last)))


@dataclass
class _Frame:
    """A position of the twin: how far it has come, and what may still be tried there.

    ``at`` is the entry of the way, ``step`` how many of the game's own hidden moves there are
    behind it, ``hidden`` how many of the twin's.
    """

    state: State
    at: int
    step: int
    hidden: int
    ways: Iterator[tuple[Move, int]]


class _Search:
    def __init__(self, record: Record, seat: Seat, way: list[Sight], rng: Random) -> None:
        self.record, self.seat, self.way, self.rng = record, seat, way, rng
        plies = sum(state.to_move != seat for state in record.states[:-1])
        self.often = min(0.5, 4 / (plies + 1))
        """How often another move is tried first."""

    def run(self) -> tuple[Record, int]:
        """Return the longest twin found, and the entry of the way that it has come to."""
        start = self._frame(self.record.at(0), 0, 0, 0)
        frames, moves = [start], list[Move]()
        best, reached = list[Move](), 0
        for _ in range(PATIENCE):
            if not frames or reached == len(self.way) - 1:
                break
            frame = frames[-1]
            found = next(frame.ways, None)
            if found is None:
                frames.pop()
                if moves:
                    moves.pop()
                continue
            move, step = found
            after = self._judged(frame, move, step)
            if after is not None:
                frames.append(after)
                moves.append(move)
                if after.at > reached:
                    best, reached = [*moves], after.at
        twin = self.record.branch(0)
        for move in best:
            twin.play(move)
        return twin, reached

    def _frame(self, state: State, at: int, step: int, hidden: int) -> _Frame:
        return _Frame(state, at, step, hidden, self._ways(state, at, step))

    def _judged(self, frame: _Frame, move: Move, step: int) -> _Frame | None:
        """Return where ``move`` leads if that looks to the seat like the game, else None."""
        state = frame.state.after(move)
        seen, quiet = look(state, self.seat), not state.events(self.seat)
        here = self.way[frame.at]
        if quiet and seen == here.seen and frame.state.to_move != self.seat:
            hidden = frame.hidden + 1
            fits = hidden <= here.last - here.first + MORE
            return self._frame(state, frame.at, step, hidden) if fits else None
        if frame.at + 1 == len(self.way) or seen != self.way[frame.at + 1].seen:
            return None
        true = self.record.at(self.way[frame.at + 1].first)
        if state.events(self.seat) != true.events(self.seat):
            return None
        return self._frame(state, frame.at + 1, 0, 0)

    def _ways(self, state: State, at: int, step: int) -> Iterator[tuple[Move, int]]:
        """Yield the moves to try, each with the game's own hidden moves that are behind it then."""
        here = self.way[at]
        options = state.options_now()
        ply = min(here.first + step, here.last)
        own = self.record.moves[ply : here.last + 1]
        if state.to_move == self.seat:
            yield from ((move, step + 1) for move in own[:1] if move in options)
            return
        others = self.rng.sample(options, min(TRIES, len(options)))
        if self.rng.random() < self.often:
            yield from ((move, step + self.rng.randint(0, 1)) for move in others[: TRIES // 3])
            own = own[self.rng.randint(0, 1) :]
        yield from ((move, step + 1 + skipped) for skipped, move in enumerate(own[:2])
                    if move in options)  # fmt: skip
        yield from ((move, step + 1) for move in self.record.moves[here.first : here.last + 1]
                    if move in options)  # fmt: skip
        yield from ((move, step + 1) for move in others)
