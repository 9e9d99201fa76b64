"""What each bot wins from the others, under every preset.

    python -m tests.bench.versus [--deals N] [--seed S]      # 200,000 deals, with the compiled core

The first table of results has all four bots at one table under a bet limit. Each order of the seats is played
equally often. The second has the bully among three experts, with a bet limit and without one. Compare the
bully with the experts beside it, not with zero, because chips stay in the pools. See
``games/engine/README.md``.

The bots play sessions of several deals, since the rules carry pools over that nobody wins. In single deals
those chips would be lost.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial
from typing import Any

from games.engine import bots, bulk
from games.engine.bulk_loop import Totals
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches
from games.engine.simulation.report import Estimate, estimate_of_squares

DEALS_EACH = 100
"""Deals of one session at the mixed table."""
BULLY_DEALS_EACH = 50
"""Deals of one session with the bully, as simulations play them."""
BET_LIMIT = 10
"""The highest stake in chips, if the preset has no limit."""
ENOUGH = 4
"""Standard errors above zero by which the expert must win."""
ORDER = tuple(reversed(bots.NAMES))

Write = Callable[[str], None]


def main() -> int:
    """Write the results as Markdown. Return 1 if the expert is not clearly above zero at a mixed table."""
    options = argparse.ArgumentParser(description="What does each bot win from the others?")
    options.add_argument("--deals", type=int, default=200_000, help="of every preset at each table")
    options.add_argument("--seed", type=int, default=1)
    arguments = options.parse_args()
    expert_wins = write_mixed_tables(arguments.deals, arguments.seed, _write)
    _write("")
    write_bully_tables(arguments.deals, arguments.seed, _write)
    return 0 if expert_wins else 1


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def write_mixed_tables(deals: int, seed: int, write: Write) -> bool:
    """Write what each bot wins at the mixed table. Return whether the expert is clearly above zero."""
    write(f"| preset | {' | '.join(ORDER)} | {ORDER[0]} above zero by |")
    write("|---" * (len(ORDER) + 2) + "|")
    enough = True
    for name in PRESETS:
        standings = mixed_table(name, deals, seed, deals_each=DEALS_EACH)
        expert = standings[ORDER[0]]
        means = " | ".join(with_error(standings[bot]) for bot in ORDER)
        write(f"| `{name}` | {means} | {errors_above_zero(expert):.0f} standard errors |")
        enough = enough and errors_above_zero(expert) > ENOUGH
    return enough


def write_bully_tables(deals: int, seed: int, write: Write) -> None:
    """Write what the bully wins per deal, and each of the three experts beside it."""
    write(f"| preset | bully, bet limit {BET_LIMIT} | expert | bully, no bet limit | expert |")
    write("|---|---|---|---|---|")
    for name in PRESETS:
        cells = [f"`{name}`"]
        for rules in (limited_switches(name), preset_switches(name) | {"bet_limit": None}):
            bully, expert = bully_among_experts(rules, deals, seed)
            cells += [with_error(bully), f"{expert:+.2f}"]
        write(f"| {' | '.join(cells)} |")


def limited_switches(preset: str) -> dict[str, Any]:
    """The switches of a preset, with a bet limit."""
    rules = preset_switches(preset)
    return rules if rules["bet_limit"] is not None else rules | {"bet_limit": BET_LIMIT}


def mixed_table(preset: str, deals: int, seed: int, *, deals_each: int) -> dict[str, Estimate]:
    """What each bot wins per deal at a table of all four, in sessions of ``deals_each`` deals."""
    rules = limited_switches(preset)
    tables = -(-deals // (deals_each * factorial(len(ORDER))))
    chips = dict.fromkeys(ORDER, 0)
    squared = dict.fromkeys(ORDER, 0)
    for at, order in enumerate(permutations(ORDER)):
        totals = bulk.play(bulk.job(rules, order, seed=seed, deals_each=deals_each), at * tables, tables)
        add_seats(totals, order, chips, squared)
    played = tables * factorial(len(ORDER))
    # The spread of whole tables counts, because the deals of a table share pools.
    return {name: estimate_of_squares(chips[name], squared[name], played, deals_each) for name in ORDER}


def bully_among_experts(rules: dict[str, Any], deals: int, seed: int) -> tuple[Estimate, float]:
    """What the bully wins per deal at a table with three experts, and the mean of the experts."""
    names = ["bully", "expert", "expert", "expert"]
    tables = max(2, -(-deals // BULLY_DEALS_EACH))
    job = bulk.job(rules, names, seed=seed, deals_each=BULLY_DEALS_EACH, bot_names=bots.OPPONENTS)
    totals = bulk.play(job, 0, tables)
    bully = estimate_of_squares(totals.chips[0], totals.chips_squared[0], tables, BULLY_DEALS_EACH)
    return bully, sum(totals.chips[1:4]) / (3 * totals.deals)


def add_seats(totals: Totals, order: Sequence[str], chips: dict[str, int], squared: dict[str, int]) -> None:
    """Add the sums of each seat to those of the bot that sat there."""
    for seat, name in enumerate(order):
        chips[name] += totals.chips[seat]
        squared[name] += totals.chips_squared[seat]


def with_error(standing: Estimate) -> str:
    """A mean with its standard error."""
    return f"{standing.value:+.2f} ± {standing.standard_error:.2f}"


def errors_above_zero(standing: Estimate) -> float:
    """How many standard errors a mean is above zero; 0 if the error is unknown."""
    if not standing.standard_error:
        return 0.0
    return standing.value / standing.standard_error


if __name__ == "__main__":
    sys.exit(main())
