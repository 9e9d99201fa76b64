"""Whether ratings tell people apart, on simulated evenings of people whose strength is known.

    python -m tests.bench.ratings                     # 100 clubs for each spread of strength
    python -m tests.bench.ratings --clubs 20 --evenings 40
    python -m tests.bench.ratings --speed 5000        # the time of so many rounds, in a fixed loop

People of a club differ: each has a strength, in chips for a round of 12 deals. The strengths are normal with
the spread of the line. A round adds chance with a deviation of 47 chips, as twelve deals of bots under
`pagat` with limit 10 do. Each evening, seven people in ten come, and play four rounds at tables of four.

Each line: the mean log-loss of "all are equal" and of the ratings, on evenings not seen, with two standard
errors of the gain; and in how many of 100 clubs the verdict is that the ratings tell people apart. With
spread 0 this is how often chance alone gives that verdict.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean, stdev

from tournaments.rules.ratings.evaluation import CalibrationClass, EventScore, calibration, follow, report
from tournaments.rules.ratings.history import EventResult, TableResult
from tournaments.rules.ratings.strength import rate

CHANCE = 47.0
COMES = 0.7
ROUNDS = 4
SIZE = 4
SPREADS = (0, 5, 10, 15, 25)
ADDITIONS = 1_000_000


@dataclass(frozen=True)
class Hall:
    """A club that does not exist. spread: deviation of the strengths, in chips for a round."""

    people: int
    spread: float
    evenings: int
    seed: int


def play(hall: Hall) -> Iterator[EventResult]:
    """Play the evenings of a club, one a week. The same seed gives the same evenings."""
    chance = Random(hall.seed)
    strengths = {f"p{number}": chance.gauss(0, hall.spread) for number in range(hall.people)}
    for number in range(hall.evenings):
        here = [person for person in strengths if chance.random() < COMES]
        tables = [table for _round in range(ROUNDS) for table in _round_of(here, strengths, chance)]
        yield EventResult(str(number), 7 * number, tuple(tables))


def _round_of(here: list[str], strengths: dict[str, float], chance: Random) -> Iterator[TableResult]:
    chance.shuffle(here)
    for first in range(0, len(here) - SIZE + 1, SIZE):
        people = tuple(here[first : first + SIZE])
        scores = tuple(float(round(strengths[person] + chance.gauss(0, CHANCE))) for person in people)
        yield TableResult(people, scores)


def main() -> None:
    options = argparse.ArgumentParser(description="Judge ratings on simulated evenings.")
    options.add_argument("--clubs", type=int, default=100, help="so many for each spread (100)")
    options.add_argument("--people", type=int, default=20)
    options.add_argument("--evenings", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--speed", type=int, help="measure the time of so many rounds instead")
    asked = options.parse_args()
    if asked.speed:
        sys.stdout.write(speed(asked.speed))
        return
    for line in judge(asked.clubs, asked.people, asked.evenings, asked.seed):
        sys.stdout.write(line)
        sys.stdout.flush()


def judge(clubs: int, people: int, evenings: int, seed: int) -> Iterator[str]:
    """Return the lines of the table, then the calibration over all spreads but 0."""
    yield f"{clubs} clubs of {people} people, {evenings} evenings each\n"
    yield f"{'spread':>6} {'equal':>8} {'ratings':>8} {'gain':>8} {'2 se':>8} {'told apart':>11}\n"
    apart: list[EventScore] = []
    for spread in SPREADS:
        halls = [Hall(people, spread, evenings, seed * 1_000_000 + number) for number in range(clubs)]
        scores = [[score for score, _after in follow(list(play(hall)))] for hall in halls]
        reports = [report(each) for each in scores]
        gains = [each.gain.mean or 0.0 for each in reports]
        error = 2 * stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
        equal, loss = (mean(getattr(each, name) for each in reports) for name in ("equal", "loss"))
        told = 100 * mean(each.tells_apart for each in reports)
        yield f"{spread:>6} {equal:>8.4f} {loss:>8.4f} {mean(gains):>8.4f} {error:>8.4f} {told:>9.0f} %\n"
        if spread:
            apart.extend(score for each in scores for score in each)
    yield "\npredicted  happened  predictions\n"
    yield from map(_line, calibration([each for score in apart for each in score.predictions]))


def _line(each: CalibrationClass) -> str:
    return f"{each.likely:>9.3f} {each.happened:>9.3f} {each.number:>12}\n"


def speed(rounds: int) -> str:
    """Return the processor time of rating so many rounds from scratch, also with predictions."""
    evenings = list(play(Hall(20, 10, -(-rounds // 12), 1)))
    tables = sum(len(event.tables) for event in evenings)
    fixed = _seconds(lambda: sum(range(ADDITIONS)))
    lines = []
    for name, work in (
        ("rated", lambda: rate(evenings)),
        ("rated and predicted", lambda: list(follow(evenings))),
    ):
        took = _seconds(work)
        lines.append(f"{tables} rounds {name}: {took:.2f} s, {took / fixed:.0f} times a million additions\n")
    return "".join(lines)


def _seconds(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    main()
