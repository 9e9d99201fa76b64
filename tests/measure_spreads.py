"""Measure how far chips spread at tables of each size, for `even`: the table `events/rules/spreads.json`.

    .venv/bin/python -m tests.measure_spreads      # a quarter of an hour

Equal bots play rounds under each preset, limit of bets and kind of purse, until the standard error of each
spread is at most 0.8 percent. Never change a number that a release had: points of played events come from it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import games.services as games
from tournaments.events.rules import spreads
from tournaments.events.rules.spreads import LIMITS, PURSE, ROUNDS, UNLIMITED, Table
from tournaments.simulations.rules import Spec

FILE: Final = Path(spreads.__file__).with_suffix(".json")
BOT: Final = "expert"
DEALS: Final = 40_000
"""Deals of a measuring. It is done again with twice as many while its standard error is over `ERROR`."""
ERROR: Final = 0.008


def main() -> None:
    """Write the table."""
    table: Table = {}
    for preset in games.presets():
        table[preset] = {
            purse: {str(limit): dict(_sizes(preset, limit, chips)) for limit in LIMITS}
            for purse, chips in (("credit", 0), ("table", PURSE))
        }
        _say(preset)
        FILE.write_text(_written(table))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _sizes(preset: str, limit: int, chips: int) -> Iterator[tuple[str, list[int]]]:
    rules = games.resolve_rules(
        {
            "preset": preset,
            "bet_limit": None if limit == UNLIMITED else limit,
            "purse": "table" if chips else "credit",
        }
    )
    least, most = games.seats_range(rules)
    for seats in range(least, most + 1):
        yield str(seats), [spread_of(rules, seats, chips, deals) for deals in ROUNDS]


def spread_of(rules: dict[str, Any], seats: int, chips: int, deals: int) -> int:
    """The standard deviation of a round's result, by the root of its deals, in thousandths of a chip.

    chips: of a purse at the start of the round.
    """
    tables = DEALS // deals
    while True:
        spec = Spec(
            rules=rules, seats=[BOT] * seats, chips=chips, tables=tables, deals_each=deals, seed=1
        ).model_dump()
        batches = [
            batch
            for number in range(games.simulation_chunks(spec))
            for batch in games.play_chunk(spec, number)
        ]
        results = tables * seats
        mean = sum(sum(batch["chips"]) for batch in batches) / results
        parts = [sum(batch["chips_squared"]) / (batch["tables"] * seats) - mean * mean for batch in batches]
        variance = fmean(parts)
        if stdev(parts) / sqrt(len(parts)) <= 2 * ERROR * variance:
            return round(1000 * sqrt(variance / deals))
        tables *= 2


def _written(table: Table) -> str:
    """The table as JSON, with a line for each limit."""
    presets = (
        f'"{preset}": {{\n' + ",\n".join(_purse(name, by_limit) for name, by_limit in purses.items()) + "\n}"
        for preset, purses in table.items()
    )
    return "{\n" + ",\n".join(presets) + "\n}\n"


def _purse(name: str, by_limit: dict[str, dict[str, list[int]]]) -> str:
    lines = (f'  "{limit}": {json.dumps(by_seats)}' for limit, by_seats in by_limit.items())
    return f' "{name}": {{\n' + ",\n".join(lines) + "\n }"


if __name__ == "__main__":
    main()
