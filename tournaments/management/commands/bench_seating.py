"""Measure the draws: every kind of event beside the best figures known, and how long each takes.

The figures to measure against were reached by a compiled prototype with up to five seconds for each
event. Times are of this process, start-up apart; they are told beside a yardstick, a fixed piece of
arithmetic timed in the same run, so that runs on different machines can be compared.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.rules.seating.certificate.audit import audit_rotation
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import MOVES, Request
from tournaments.rules.seating.sizes import split

MOST_ROUNDS = {
    3: dict(zip(range(2, 13), (1, 4, 4, 7, 8, 10, 11, 13, 14, 16, 17), strict=True)),
    4: dict(zip(range(2, 13), (1, 1, 5, 5, 7, 9, 10, 11, 13, 14, 15), strict=True)),
    5: dict(zip(range(2, 13), (1, 1, 1, 6, 6, 7, 8, 9, 9, 11, 12), strict=True)),
    6: dict(zip(range(2, 13), (1, 1, 1, 1, 3, 7, 8, 9, 8, 11, 13), strict=True)) | {14: 13, 15: 11, 20: 15},
}
"""The most rounds known in which nobody meets twice, by the size of the tables and their number."""

_CLUBS = (8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 100)
_ABOVE_BOUND = {(8, 9): 160, (8, 10): 204, (20, 6): 6, (24, 8): 18, (32, 10): 20}
"""Players and rounds at tables of four where the prototype stayed above its bound; else it was there."""

_FOURS_AND_THREES = {
    13: (0, 0, 3, 12, 27, 42),
    17: (0, 0, 0, 2, 13, 32),
    22: (0, 0, 0, 0, 0, 17),
    29: (0, 0, 0, 0, 0, 0),
    37: (0, 0, 0, 0, 0, 0),
}
"""The prototype's Q for 3 to 8 rounds, by the players."""

_SIXES = {18: (27, 54, 90, 135, 261), 24: (24, 48, 80, 120, 225), 30: (15, 30, 50, 75, 173)}
"""Its Q for 3, 4, 5, 6 and 8 rounds at tables of six."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event to measure; `known` is the Q to measure against, None where that is the bound."""

    players: int
    size: int
    rounds: int
    known: int | None = None


def cells() -> Iterator[Event]:
    """Full tables for the most rounds known in which nobody meets twice."""
    for size, row in MOST_ROUNDS.items():
        for tables, rounds in row.items():
            yield Event(tables * size, size, rounds, 0)


def clubs() -> Iterator[Event]:
    """The 88 club events."""
    for players in _CLUBS:
        for rounds in range(3, 11):
            yield Event(players, 4, rounds, _ABOVE_BOUND.get((players, rounds)))


def mixed() -> Iterator[Event]:
    """Tables of four and three."""
    for players, row in _FOURS_AND_THREES.items():
        for rounds, known in enumerate(row, 3):
            yield Event(players, 4, rounds, known)


def sixes() -> Iterator[Event]:
    """Tables of six for few players, who must meet again and again."""
    for players, row in _SIXES.items():
        for rounds, known in zip((3, 4, 5, 6, 8), row, strict=True):
            yield Event(players, 6, rounds, known)


def large() -> Iterator[Event]:
    """Events as large as a hall, and larger."""
    for players in (500, 1_000, 1_001, 10_000, 10_001):
        yield Event(players, 4, 10, 0)


def others() -> Iterator[Event]:
    """What else a club may ask: any number of players at tables of any size."""
    for players in range(6, 61):
        for size in (3, 4, 5, 6):
            for rounds in range(3, 11):
                yield Event(players, size, rounds)


GROUPS = {
    "cells": cells,
    "clubs": clubs,
    "mixed": mixed,
    "sixes": sixes,
    "large": large,
    "others": others,
}
_USUAL = [name for name in GROUPS if name != "others"]


class Command(BaseCommand):
    help = "Measure the draws beside the best figures known. Uses no database; about half a minute."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("groups", nargs="*", default=_USUAL, help=f"some of {', '.join(GROUPS)}")
        parser.add_argument("--seed", type=int, default=0, help="the seed of every draw")
        parser.add_argument("--moves", type=int, default=MOVES, help="the budget of every draw")

    def handle(self, *_args: Any, **options: Any) -> None:
        yardstick = _yardstick()
        self.stdout.write(f"yardstick {yardstick:.1f} ms, seed {options['seed']}, moves {options['moves']}")
        for name in options["groups"]:
            self.stdout.write(f"\n{name}: {(GROUPS[name].__doc__ or '').strip()}")
            self.stdout.write("players size rounds     Q known bound proved      F least      ms  yards")
            measured = []
            for event in GROUPS[name]():
                result = _measured(event, options["seed"], options["moves"])
                measured.append(result)
                self.stdout.write(result.line(yardstick))
            self._sum_up(measured)

    def _sum_up(self, measured: list[Result]) -> None:
        times = sorted(result.milliseconds for result in measured)
        self.stdout.write(
            f"{len(measured)} events: {sum(result.proved for result in measured)} proved optimal, "
            f"{sum(result.q > result.known + 2 for result in measured)} more than 2 above what is known, "
            f"{sum(result.q < result.known for result in measured)} below it; "
            f"Q {sum(result.q for result in measured)}, known {sum(result.known for result in measured)}; "
            f"median {median(times):.0f} ms, longest {times[-1]:.0f} ms"
        )


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured of one event."""

    event: Event
    q: int
    known: int
    bound: int
    proved: bool
    small: int
    small_bound: int
    milliseconds: float

    def line(self, yardstick: float) -> str:
        """One line of the table; a star where the prototype was better."""
        event = self.event
        return (
            f"{event.players:7} {event.size:4} {event.rounds:6} {self.q:5} {self.known:5} {self.bound:5} "
            f"{'yes' if self.proved else 'no':>6} {self.small:6} {self.small_bound:5} "
            f"{self.milliseconds:7.1f} {self.milliseconds / yardstick:6.2f}"
            f"{' *' if self.q > self.known else ''}"
        )


def _measured(event: Event, seed: int, moves: int) -> Result:
    request = Request(
        players=tuple(str(number) for number in range(event.players)),
        sizes=tuple(split(event.players, event.size, 3, 6)),
        rounds_left=event.rounds,
        seed=seed,
        moves=moves,
    )
    began = perf_counter()
    plan = draw(request)
    milliseconds = 1_000 * (perf_counter() - began)
    audit = audit_rotation(request, plan)
    return Result(
        event=event,
        q=audit["q"],
        known=audit["bound"] if event.known is None else event.known,
        bound=audit["bound"],
        proved=audit["proved"],
        small=audit["small"],
        small_bound=audit["small_bound"],
        milliseconds=milliseconds,
    )


def _yardstick() -> float:
    """Milliseconds of a million additions and look-ups, the best of three: how fast this machine is."""
    table = list(range(256))
    times = []
    for _ in range(3):
        began, total = perf_counter(), 0
        for number in range(1_000_000):
            total += table[number & 255]
        times.append(1_000 * (perf_counter() - began))
    return min(times)
