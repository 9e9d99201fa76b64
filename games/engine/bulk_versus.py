"""``python -m games.engine versus``: what each bot wins at a table where each sits once, under every preset.

The bots play sessions, so that pools nobody wins are carried over as the rules say: in a single deal they
would be lost to all. Every order round the table is played as often as every other, and the deal goes round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial

from games.engine import bots, bulk
from games.engine.bulk_totals import Totals
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches
from games.engine.simulation.estimates import Estimate, estimate_of_squares

DEALS_EACH = 100
"""Deals of one session."""
BET_LIMIT = 10
"""The most one may stake, where the rules have no limit."""
ENOUGH = 4
"""Standard errors above zero by which the expert must win."""
ORDER = tuple(reversed(bots.NAMES))


def versus(deals: int, seed: int, tell: Callable[[str], None]) -> bool:
    """Let the bots play so many deals of every preset (or somewhat more, each order having as many) and tell
    the table of results, in Markdown; whether the expert is clearly above zero everywhere.
    """
    tell(f"| preset | {' | '.join(ORDER)} | {ORDER[0]} above zero by |")
    tell("|---" * (len(ORDER) + 2) + "|")
    enough = True
    for name in PRESETS:
        standings = mixed_table(name, deals, seed, deals_each=DEALS_EACH)
        expert = standings[ORDER[0]]
        means = " | ".join(told(standings[bot]) for bot in ORDER)
        tell(f"| `{name}` | {means} | {errors_above_zero(expert):.0f} standard errors |")
        enough = enough and errors_above_zero(expert) > ENOUGH
    return enough


def mixed_table(preset: str, deals: int, seed: int, *, deals_each: int) -> dict[str, Estimate]:
    """How each bot does at a table of them all, over at least so many deals in sessions of ``deals_each``."""
    rules = preset_switches(preset)
    if rules["bet_limit"] is None:
        rules["bet_limit"] = BET_LIMIT
    tables = -(-deals // (deals_each * factorial(len(ORDER))))
    chips = dict.fromkeys(ORDER, 0)
    squared = dict.fromkeys(ORDER, 0)
    for at, order in enumerate(permutations(ORDER)):
        totals = bulk.play(bulk.job(rules, order, seed=seed, deals_each=deals_each), at * tables, tables)
        add_seats(totals, order, chips, squared)
    played = tables * factorial(len(ORDER))
    # By the spread of whole tables: their deals share pools.
    return {name: estimate_of_squares(chips[name], squared[name], played, deals_each) for name in ORDER}


def add_seats(totals: Totals, order: Sequence[str], chips: dict[str, int], squared: dict[str, int]) -> None:
    """Add what was counted at each seat to what was counted of the bot that sat there."""
    for seat, name in enumerate(order):
        chips[name] += totals.chips[seat]
        squared[name] += totals.chips_squared[seat]


def told(standing: Estimate) -> str:
    """A mean with its standard error."""
    return f"{standing.value:+.2f} ± {standing.standard_error:.2f}"


def errors_above_zero(standing: Estimate) -> float:
    """How many standard errors a mean is above zero; none where no error is known."""
    if standing.value is None or not standing.standard_error:
        return 0.0
    return standing.value / standing.standard_error
