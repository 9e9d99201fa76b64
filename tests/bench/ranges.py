"""Whether ranges of places hold what they promise: ``python -m tests.bench.ranges``.

Evenings of players with known strengths are simulated, and their ranges are compared with the places by
strength. The figures stand in tournaments/rules/chances/README.md.

A round of 12 deals has a standard deviation of 47 chips by luck alone, as bots have (44 to 50). The luck of a
deal is skewed: there are more small losses than great wins. Strengths are chips that a round brings on
average against the field. Tables have four seats and are drawn at random in each round.

Options: ``--evenings N`` for each spread (2,000), ``--people N`` (20), ``--rounds N`` (5), ``--seed N``,
``--bots``: evenings of bots with cards instead (slower, needs the compiled core), ``--leads``: how often a
lead of equal people is called rare, ``--seasons``: the share that would be there again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

import games.services as games
from games.engine import bulk
from tournaments.rules.chances.leads import Sums, lead_among_equals, scores, sheet_of
from tournaments.rules.chances.places import ranges
from tournaments.rules.chances.results import Result
from tournaments.rules.chances.season import again_of
from tournaments.rules.chances.strengths import Floats, measure

LUCK, DEALS = 47.0, 12
SPREADS = {"none": 0.0, "narrow": 6.0, "wide": 20.0}
"""The standard deviation of strengths, in chips for each round."""


BOTS = {
    "one kind": ("cautious",) * 20,
    "two kinds": ("cautious", "bold") * 10,
    "three kinds": ("expert", "cautious", "bold", "cautious") * 5,
}
"""The players of an evening of bots. Those of one kind are equal."""


class Evening(NamedTuple):
    """The strengths of the people p0, p1 ..., and their results."""

    strengths: Floats
    results: list[Result]


class Figures(NamedTuple):
    """covered: lines whose range meets the block of places by strength. whole: lines whose range has all of
    this block. width: the mean number of places in a range, as a part of all places."""

    evenings: int
    silent: int
    covered: float
    whole: float
    width: float


def luck(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """The luck of a round for each seat (last axis): skewed in each deal, and 0 for a table together."""
    drawn = rng.exponential(1.0, (DEALS, *shape)).sum(axis=0)
    drawn -= drawn.mean(axis=-1, keepdims=True)
    size = shape[-1]
    return np.asarray(drawn * LUCK / np.sqrt(DEALS * (size - 1) / size))


def evening(rng: np.random.Generator, people: int, rounds: int, spread: float) -> Evening:
    """An evening of people whose strengths have this standard deviation, at tables of four."""
    strengths = rng.normal(0.0, spread, people)
    results = []
    for number in range(1, rounds + 1):
        tables = rng.permutation(people).reshape(-1, 4)
        chips = luck(rng, tables.shape) + strengths[tables]
        chips -= chips.mean(axis=1, keepdims=True)
        for table, (who, won) in enumerate(zip(tables, np.rint(chips), strict=True)):
            results += [
                Result(f"p{person:03d}", f"{number} {table}", number, float(value), float(DEALS))
                for person, value in zip(who, won, strict=True)
            ]
    return Evening(strengths, results)


def evenings_of_bots(
    rng: np.random.Generator, number: int, rounds: int, kinds: Sequence[str], seed: int
) -> list[Evening]:
    """Evenings of these bots, at tables of four by `pagat`. The strength of a kind is what it won in all."""
    rules = games.resolve_rules({"preset": "pagat"})
    jobs: dict[tuple[str, ...], bulk.Job] = {}
    played: dict[tuple[str, ...], int] = {}
    won: dict[str, list[int]] = {kind: [] for kind in kinds}
    made = []
    for _evening in range(number):
        results = []
        for round_ in range(1, rounds + 1):
            for table, who in enumerate(rng.permutation(len(kinds)).reshape(-1, 4)):
                seats = tuple(kinds[person] for person in who)
                if seats not in jobs:
                    jobs[seats] = bulk.job(rules, list(seats), seed=seed + len(jobs), deals_each=DEALS)
                at = played.get(seats, 0)
                played[seats] = at + 1
                chips = bulk.play(jobs[seats], at, 1).chips
                for seat, person in enumerate(who):
                    won[kinds[person]].append(chips[seat])
                    results.append(
                        Result(
                            f"p{person:03d}", f"{round_} {table}", round_, float(chips[seat]), float(DEALS)
                        )
                    )
        made.append(results)
    strength = {kind: float(np.mean(chips)) for kind, chips in won.items()}
    say_aloud(
        ", ".join(
            f"{kind} {strength[kind]:+.1f} chips a round (deviation {np.std(won[kind]):.0f})"
            for kind in dict.fromkeys(kinds)
        )
    )
    return [Evening(np.array([strength[kind] for kind in kinds]), results) for results in made]


def blocks(strengths: Floats) -> list[tuple[int, int]]:
    """The places by strength, first and last; equal people share a block."""
    return [(1 + int((strengths > each).sum()), int((strengths >= each).sum())) for each in strengths]


def count(evenings: Iterator[Evening], rng: np.random.Generator) -> Figures:
    """Compare the ranges of these evenings with the places by strength."""
    number = silent = lines = covered = whole = 0
    width = 0.0
    for strengths, results in evenings:
        number += 1
        people = [f"p{person:03d}" for person in range(len(strengths))]
        measured = measure(results, people)
        if measured is None:
            silent += 1
            continue
        found = ranges(measured, rng)
        for person, (first, last) in zip(people, blocks(strengths), strict=True):
            low, high = found[person]
            lines += 1
            covered += low <= last and first <= high
            whole += low <= first and last <= high
            width += (high - low + 1) / len(people)
    return Figures(number, silent, covered / lines, whole / lines, width / lines)


def rare_leads(rng: np.random.Generator, number: int, people: int, rounds: int) -> dict[int, float]:
    """In how many evenings of equal people the lead is called as rare as 10, 25 or 50 of 100, or rarer.

    It should be in 10, 25 and 50 of 100 evenings.
    """
    called = []
    for _evening in range(number):
        _strengths, results = evening(rng, people, rounds, 0.0)
        sheet = sheet_of(results)
        second, first = np.sort(scores(sheet, sheet.values, Sums()))[-2:]
        called.append(lead_among_equals(sheet, Sums(), sheet.people, float(first - second), rng))
    return {percent: float(np.mean(np.array(called) <= percent / 100)) for percent in (10, 25, 50)}


def seasons(rng: np.random.Generator, number: int, spread: float) -> tuple[float, float]:
    """How often the share that would be there again is in its range, and how wide the range is on average.

    A season has 10 evenings of 20 people, each with two rounds in four evenings of five.
    """
    covered, width, told = 0, 0.0, 0
    luck_of_evening = LUCK * np.sqrt(2.0)
    for _season in range(number):
        strengths = rng.normal(0.0, 2 * spread, 20)
        there = rng.random((10, 20)) < 0.8
        points = strengths + rng.normal(0.0, luck_of_evening, (10, 20))
        again = again_of(
            [
                Result(f"p{person:03d}", str(night), night, float(points[night, person]))
                for night, person in zip(*np.nonzero(there), strict=True)
            ]
        )
        if again is None:
            continue
        told += 1
        truth = 100 * (2 * spread) ** 2 / ((2 * spread) ** 2 + luck_of_evening**2 / 8)
        covered += again.low - 1 <= truth <= again.high + 1
        width += again.high - again.low
    return covered / max(told, 1), width / max(told, 1)


def say_aloud(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(options: argparse.Namespace, say: Callable[[str], None] = say_aloud) -> dict[str, Figures]:
    """Print a line for each spread of strengths, and return the figures."""
    found = {}
    for name, spread in SPREADS.items():
        rng = np.random.Generator(np.random.PCG64(options.seed))
        begin = time.perf_counter()
        made = (evening(rng, options.people, options.rounds, spread) for _ in range(options.evenings))
        found[name] = figures = count(made, np.random.Generator(np.random.PCG64(options.seed + 1)))
        say(
            f"{name:>7} ({spread:4.1f}): {figures.evenings} evenings, covered {figures.covered:.1%}, "
            f"whole block {figures.whole:.1%}, width {figures.width:.0%} of the places, "
            f"{figures.silent} silent, {time.perf_counter() - begin:.0f} s"
        )
    return found


def run_bots(options: argparse.Namespace) -> None:
    """The same for bots, which play cards."""
    if not bulk.is_compiled():
        raise SystemExit("The compiled core is not installed: ./poch fast adds it.")
    for name, kinds in BOTS.items():
        rng = np.random.Generator(np.random.PCG64(options.seed))
        made = evenings_of_bots(rng, options.evenings, options.rounds, kinds, options.seed)
        figures = count(iter(made), rng)
        say_aloud(
            f"{name:>11}: {figures.evenings} evenings, covered {figures.covered:.1%}, "
            f"width {figures.width:.0%} of the places, {figures.silent} silent"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=2000)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seasons", action="store_true")
    parser.add_argument("--bots", action="store_true")
    parser.add_argument("--leads", action="store_true")
    options = parser.parse_args(arguments)
    if options.leads:
        rng = np.random.Generator(np.random.PCG64(options.seed))
        for percent, share in rare_leads(rng, options.evenings, options.people, options.rounds).items():
            say_aloud(f"called as rare as {percent} of 100: {share:.1%} of {options.evenings} evenings")
        return
    if options.bots:
        run_bots(options)
        return
    if not options.seasons:
        run(options)
        return
    for name, spread in SPREADS.items():
        rng = np.random.Generator(np.random.PCG64(options.seed))
        share, width = seasons(rng, options.evenings, spread)
        say_aloud(
            f"{name:>7} ({spread:4.1f}): {options.evenings} seasons, covered {share:.1%}, width {width:.0f}"
        )


if __name__ == "__main__":
    main()
