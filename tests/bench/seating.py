"""Measure draws of many events: Q compared with the best known Q, and the time of each draw.

    python -m tests.bench.seating             # every kind of event, a few minutes
    python -m tests.bench.seating others      # 6 to 60 players at tables of 3 to 6: many minutes

The best known Q are those of a compiled prototype with up to five seconds for each event. Times are also
printed as multiples of a yardstick, a fixed calculation that is timed in the same run, to compare machines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import MOVES, Request
from tournaments.events.rules.tables import split

MOST_ROUNDS = {
    3: dict(zip(range(2, 13), (1, 4, 4, 7, 8, 10, 11, 13, 14, 16, 17), strict=True)),
    4: dict(zip(range(2, 13), (1, 1, 5, 5, 7, 9, 10, 11, 13, 14, 15), strict=True)),
    5: dict(zip(range(2, 13), (1, 1, 1, 6, 6, 7, 8, 9, 9, 11, 12), strict=True)),
    6: dict(zip(range(2, 13), (1, 1, 1, 1, 3, 7, 8, 9, 8, 11, 13), strict=True)) | {14: 13, 15: 11, 20: 15},
}
"""The most known rounds without a repeat, by the size and the number of the tables."""

_CLUBS = (8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 100)
_ABOVE_BOUND = {(8, 9): 160, (8, 10): 204, (20, 6): 6, (24, 8): 18, (32, 10): 20}
"""Q of the prototype by players and rounds at tables of four, where it was above its bound."""

_FOURS_AND_THREES = {
    13: (0, 0, 3, 12, 27, 42),
    17: (0, 0, 0, 2, 13, 32),
    22: (0, 0, 0, 0, 0, 17),
    29: (0, 0, 0, 0, 0, 0),
    37: (0, 0, 0, 0, 0, 0),
}
"""Q of the prototype for 3 to 8 rounds, by the number of players."""

_SIXES = {18: (27, 54, 90, 135, 261), 24: (24, 48, 80, 120, 225), 30: (15, 30, 50, 75, 173)}
"""Q of the prototype for 3, 4, 5, 6 and 8 rounds at tables of six, by the number of players."""


@dataclass(frozen=True, slots=True)
class BenchEvent:
    """An event to measure. best_q: the best known Q; None: the bound. prefer: as in a request."""

    players: int
    size: int
    rounds: int
    best_q: int | None = None
    prefer: str = "fair"


def cells() -> Iterator[BenchEvent]:
    """Full tables for the most known rounds without a repeat."""
    for size, row in MOST_ROUNDS.items():
        for tables, rounds in row.items():
            yield BenchEvent(tables * size, size, rounds, 0)


def clubs() -> Iterator[BenchEvent]:
    """The 88 club events."""
    for players in _CLUBS:
        for rounds in range(3, 11):
            yield BenchEvent(players, 4, rounds, _ABOVE_BOUND.get((players, rounds)))


def mixed() -> Iterator[BenchEvent]:
    """Tables of four and three."""
    for players, row in _FOURS_AND_THREES.items():
        for rounds, best_q in enumerate(row, 3):
            yield BenchEvent(players, 4, rounds, best_q)


def sixes() -> Iterator[BenchEvent]:
    """Tables of six for few players, who must meet often."""
    for players, row in _SIXES.items():
        for rounds, best_q in zip((3, 4, 5, 6, 8), row, strict=True):
            yield BenchEvent(players, 6, rounds, best_q)


def large() -> Iterator[BenchEvent]:
    """Large events."""
    for players in (500, 1_000, 1_001, 10_000, 10_001):
        yield BenchEvent(players, 4, 10, 0)


def others() -> Iterator[BenchEvent]:
    """All numbers of players from 6 to 60 at tables of 3 to 6."""
    for players in range(6, 61):
        for size in (3, 4, 5, 6):
            for rounds in range(3, 11):
                yield BenchEvent(players, size, rounds)


def small() -> Iterator[BenchEvent]:
    """Fairness and repeats pull apart: the fair plans, then the plans with the fewest repeats."""
    for prefer in ("fair", "repeats"):
        for players, size, rounds in ((11, 4, 5), (14, 5, 8), (31, 6, 5)):
            yield BenchEvent(players, size, rounds, prefer=prefer)


GROUPS = {
    "cells": cells,
    "clubs": clubs,
    "mixed": mixed,
    "sixes": sixes,
    "large": large,
    "small": small,
    "others": others,
}
_USUAL = [name for name in GROUPS if name != "others"]


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The measurements of one event."""

    event: BenchEvent
    q: int
    best_q: int
    bound: int
    proved: bool
    repeats: int
    small_spread: list[int]
    milliseconds: float

    def line(self, yardstick: float) -> str:
        """Return a line of the table, with a star if the prototype was better."""
        event = self.event
        return (
            f"{event.players:7} {event.size:4} {event.rounds:6} {self.q:5} {self.best_q:5} {self.bound:5} "
            f"{'yes' if self.proved else 'no':>6} {self.repeats:5} "
            f"{self.small_spread[0]:3}-{self.small_spread[1]:<2} "
            f"{self.milliseconds:7.1f} {self.milliseconds / yardstick:6.2f}"
            f"{' *' if self.q > self.best_q else ''}"
        )


def _measured(event: BenchEvent, seed: int, moves: int) -> BenchResult:
    request = Request(
        players=tuple(str(number) for number in range(event.players)),
        sizes=tuple(split(event.players, event.size, 3, 6)),
        rounds_left=event.rounds,
        prefer=event.prefer,
        seed=seed,
        moves=moves,
    )
    began = perf_counter()
    plan = draw(request)
    milliseconds = 1_000 * (perf_counter() - began)
    figures = audit(request, plan)["outlook"]
    return BenchResult(
        event=event,
        q=figures["q"],
        best_q=figures["bound"] if event.best_q is None else event.best_q,
        bound=figures["bound"],
        proved=figures["proved"],
        repeats=figures["repeats"],
        small_spread=figures["small_spread"],
        milliseconds=milliseconds,
    )


def _yardstick() -> float:
    """Return the milliseconds of a million additions and look-ups, the best of three runs."""
    table = list(range(256))
    times = []
    for _ in range(3):
        began, total = perf_counter(), 0
        for number in range(1_000_000):
            total += table[number & 255]
        times.append(1_000 * (perf_counter() - began))
    return min(times)


def _sum_up(measured: list[BenchResult], yardstick: float) -> None:
    times = sorted(result.milliseconds / yardstick for result in measured)
    _write(
        f"{len(measured)} events: {sum(result.proved for result in measured)} proved optimal, "
        f"{sum(result.q > result.best_q + 2 for result in measured)} more than 2 above the best known Q, "
        f"{sum(result.q < result.best_q for result in measured)} below it; "
        f"Q {sum(result.q for result in measured)}, "
        f"best known {sum(result.best_q for result in measured)}; "
        f"median {median(times):.1f}, longest {times[-1]:.1f} yardsticks"
    )


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Print the measurements of each group."""
    parser = argparse.ArgumentParser(description="Measure draws and compare them with the best known ones.")
    parser.add_argument("groups", nargs="*", default=_USUAL, help=f"some of {', '.join(GROUPS)}")
    parser.add_argument("--seed", type=int, default=0, help="the seed of every draw")
    parser.add_argument("--moves", type=int, default=MOVES, help="the moves of every draw")
    options = parser.parse_args()
    yardstick = _yardstick()
    _write(f"yardstick {yardstick:.1f} ms, seed {options.seed}, moves {options.moves}")
    for name in options.groups:
        _write(f"\n{name}: {(GROUPS[name].__doc__ or '').strip().splitlines()[0]}")
        _write("players size rounds     Q known bound proved     E  small      ms  yards")
        measured = []
        for event in GROUPS[name]():
            result = _measured(event, options.seed, options.moves)
            measured.append(result)
            _write(result.line(yardstick))
        _sum_up(measured, yardstick)


if __name__ == "__main__":
    main()
