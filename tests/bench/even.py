"""Simulate whole events of equal bots, and count which table sizes the first places come from.

    python -m tests.bench.even                                       # 14 players at 4 4 3 3: half a minute
    python -m tests.bench.even --sizes 6 5 4 3 --preferred 4         # other tables

Every player is the same bot and keeps the table, so nobody deserves to win more often than anybody else. A
table of n has n of the players and should have that share of the first places. For each scoring the bench
prints the share that it has, and the p-value of a chi-square test against the share that it should have. The
aims are p < 0.001 with `chips` and p > 0.01 with `even`. "not from the mean" is `even` without one of its two
parts: the chips that stay on the board then count as lost, and a seat of a small table loses less of them.

The seed was chosen before the first run. It needs the compiled core (`./poch fast`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt
from pathlib import Path

import games.services as games
from games.engine import bulk
from tournaments.events.rules import spreads
from tournaments.events.rules.deals import SEAT, TABLE, Deals
from tournaments.standings.rules.scoring import Tally, rows

SCORINGS = ("chips", "even", "not from the mean", "root", "average", "place")

SMALLEST = 1e-9
"""Smaller p-values are not told apart: they are the difference of two numbers near 1."""


def main() -> None:
    options = argparse.ArgumentParser(description="Which table sizes do first places come from?")
    options.add_argument("--events", type=int, default=2_000)
    options.add_argument("--sizes", type=int, nargs="+", default=[4, 4, 3, 3], help="the tables (4 4 3 3)")
    options.add_argument("--preferred", type=int, default=4)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--deals", type=int, default=12, help="deals of a table in a round")
    options.add_argument("--each", type=int, help="everybody deals so many times in a round instead")
    options.add_argument("--preset", default="pagat")
    options.add_argument("--seed", type=int, default=14)
    arguments = options.parse_args()
    if not bulk.is_compiled():
        raise SystemExit("The compiled core is not installed: ./poch fast adds it.")
    rules = games.resolve_rules({"preset": arguments.preset})
    sizes = sorted({*arguments.sizes, arguments.preferred})
    arguments.lengths = Deals(arguments.each or arguments.deals, SEAT if arguments.each else TABLE)
    table = json.loads(Path(spreads.__file__).with_suffix(".json").read_text())
    measured = spreads.spreads_of(table, arguments.preset, rules, 0, arguments.lengths)
    worth = spreads.weights(measured, arguments.preferred, arguments.lengths.per)
    for seats in sizes:
        round_spread = measured[seats] / 1000 * sqrt(arguments.lengths.at(seats))
        _write(
            f"table of {seats}: spread {measured[seats] / 1000:.2f} a deal, {round_spread:.0f} a round; "
            f"a chip counts {float(worth[seats]):.3f}"
        )
    firsts = first_places(rules, arguments, worth)
    seats_of = {seats: seats * arguments.sizes.count(seats) for seats in sorted(set(arguments.sizes))}
    players = sum(seats_of.values())
    _write(f"{arguments.events} events of {arguments.rounds} rounds, seed {arguments.seed}; first places:")
    for scoring in SCORINGS:
        expected = {seats: arguments.events * Fraction(count, players) for seats, count in seats_of.items()}
        found = firsts[scoring]
        square = float(sum((found[seats] - number) ** 2 / number for seats, number in expected.items()))
        shares = ", ".join(
            f"tables of {seats} {float(found[seats]):.0f} for {float(number):.0f} "
            f"({float(found[seats] / number) - 1:+.1%}, ±{196 * _deviation(number, arguments.events):.1f})"
            for seats, number in expected.items()
        )
        p = p_value(square, len(expected) - 1)
        shown = f"p = {p:.2g}" if p > SMALLEST else f"p < {SMALLEST:g}"
        _write(f"  {scoring:<18}{shares}; chi-square {square:.2f}, {shown}")


def first_places(
    rules: Mapping[str, object], arguments: argparse.Namespace, worth: Mapping[int, Fraction]
) -> dict[str, dict[int, Fraction]]:
    """Play the events. Return the first places by scoring and table size; a shared one counts in parts."""
    firsts: dict[str, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    jobs = {
        seats: bulk.job(
            rules,
            ["expert"] * seats,
            seed=arguments.seed,
            deals_each=arguments.lengths.at(seats),
        )
        for seats in set(arguments.sizes)
    }
    played = dict.fromkeys(jobs, 0)
    for _event in range(arguments.events):
        tallies = []
        for number in range(1, arguments.rounds + 1):
            for table, seats in enumerate(arguments.sizes):
                totals = bulk.play(jobs[seats], played[seats], 1)
                played[seats] += 1
                tallies += [
                    Tally(f"{table} {seat}", number, str(table), totals.chips[seat], deals=totals.deals)
                    for seat in range(seats)
                ]
        for scoring in SCORINGS:
            winners = best(tallies, scoring, arguments.sizes, worth)
            for entry in winners:
                firsts[scoring][arguments.sizes[int(entry.split()[0])]] += Fraction(1, len(winners))
    return firsts


def best(
    tallies: Sequence[Tally], scoring: str, sizes: Sequence[int], worth: Mapping[int, Fraction]
) -> list[str]:
    """The entries with the highest score."""
    entries = {tally.entry: sizes[int(tally.table)] for tally in tallies}
    if scoring == "not from the mean":
        scores = {row.entry: row.score * worth[entries[row.entry]] for row in rows(entries, tallies)}
    else:
        by_round = {tally.round: worth for tally in tallies}
        scores = {row.entry: row.score for row in rows(entries, tallies, scoring, weights=by_round)}
    highest = max(scores.values())
    return [entry for entry, score in scores.items() if score == highest]


def p_value(square: float, freedom: int) -> float:
    """The chance of a chi-square of this or more with so many degrees of freedom."""
    if freedom == 1:
        return erfc(sqrt(square / 2))
    if square <= 0:
        return 1.0
    # The series of the lower incomplete gamma function.
    half, term, total, k = square / 2, 1.0, 1.0, freedom / 2
    while term > total * 1e-16:
        k += 1
        term *= half / k
        total += term
    return max(0.0, 1 - total * exp(freedom / 2 * log(half) - half - lgamma(freedom / 2 + 1)))


def _deviation(expected: Fraction, events: int) -> float:
    """The standard deviation of a number of first places by chance, as a part of the expected number."""
    return sqrt(expected * (1 - expected / events)) / float(expected)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
