"""Which format finds the best player? The advisor beside figures that another program found.

    python -m tests.bench.advisor                    # 64 people, tables of 4, six rounds: ten seconds
    python -m tests.bench.advisor --people 24 --tables 6 --rounds 5 --events 3000

The reference is an earlier prototype: 1,500 events of 64 people at tables of 4, luck 1.5 times strength, six
rounds that count places at the tables. Its standard error is 0.012. "Best wins" is how often the best player
has the first place, "in top 4" how often one of the first four.
"""

from __future__ import annotations

import argparse
import sys

from tournaments.rules.forecasts.advisor import Advice, advise

REFERENCE = {
    "swiss": (0.32, 0.64),
    "rotation": (0.27, 0.62),
    "new_final": (0.25, 0.58),
    "knockout_two": (0.24, 0.48),
    "knockout_one": (0.27, 0.46),
}
"""By format: how often the best player won, and was one of the first four."""

CASE = (64, 16, 6)
"""People, tables and rounds of the reference."""


def main() -> None:
    options = argparse.ArgumentParser(description="Which format finds the best player?")
    options.add_argument("--people", type=int, default=CASE[0])
    options.add_argument("--tables", type=int, default=CASE[1])
    options.add_argument("--rounds", type=int, default=CASE[2])
    options.add_argument("--events", type=int, default=6_000)
    options.add_argument("--chips", action="store_true", help="rounds count chips, not places")
    options.add_argument("--seed", type=int, default=18)
    arguments = options.parse_args()
    advice = advise(
        arguments.people,
        arguments.tables,
        arguments.rounds,
        top=4,
        by_place=not arguments.chips,
        seed=arguments.seed,
        events=arguments.events,
    )
    case = (arguments.people, arguments.tables, arguments.rounds)
    sys.stdout.write("\n".join(report(advice, beside=case == CASE and not arguments.chips)) + "\n")


def report(advice: Advice, *, beside: bool) -> list[str]:
    """Return the lines of a table. beside: with the figures of the reference."""
    lines = [f"{sum(advice.sizes)} people, {advice.rounds} rounds, {advice.events} events for each format"]
    for option in advice.options:
        wide, narrow = option.of("wide"), option.of("narrow")
        line = (
            f"  {option.format:<15} wide: best wins {wide.win:.2f}, in top 4 {wide.top:.2f}   "
            f"narrow: {narrow.win:.2f}, {narrow.top:.2f}"
        )
        if beside and option.format in REFERENCE:
            win, top = REFERENCE[option.format]
            line += f"   reference (wide): {win:.2f}, {top:.2f}"
        lines.append(line)
    for spread in ("wide", "narrow"):
        best = ", ".join(option.format for option in advice.best(spread))
        lines.append(f"  {spread}: not to be told apart from the best: {best}")
    return lines


if __name__ == "__main__":
    main()
