"""``poch-simulation/1``: the results of a simulation, in sections of rows with stable keys.

Whole numbers are exact sums. A mean is in ``value`` or under a name of its own, with ``standard_error``,
``low`` and ``high`` of its 95 % interval. These are null with fewer than two batches, and the mean is null
without data. A share of 0 or 1 has a standard error of 0 and an interval by the rule of three: 0 to 3/n, or
1 - 3/n to 1, for n deals.

If a bot has several seats, each deal counts once for each seat. ``chips_per_deal`` is for one seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.simulation import counts
from games.engine.simulation.differences import differences
from games.engine.simulation.estimates import Estimate
from games.engine.simulation.lengths import lengths
from games.engine.simulation.plan import layout
from games.engine.simulation.playing import Outcome
from games.engine.simulation.sample import Count, Sample, samples
from games.engine.simulation.spec import Spec
from games.engine.switches import POOLS

REPORT_FORMAT = "poch-simulation/1"
CONFIDENCE = 95
"""The confidence of the intervals, in percent."""

Row = dict[str, Any]
Report = dict[str, Any]


def simulation_report(spec: Spec, outcomes: Iterable[Outcome]) -> Report:
    """The report of a simulation, from the outcomes of all chunks in the order of their numbers.

    Raises ``EngineError`` ``simulation_incomplete``.
    """
    sides = samples(spec, outcomes)
    cut = layout(spec)
    report: Report = {
        "format": REPORT_FORMAT,
        "spec": spec,
        "confidence": CONFIDENCE,
        "batches": cut.batches,
        "orders": [list(order) for order in cut.orders],
        "sides": [side_report(sample) for sample in sides],
    }
    if len(sides) == 2:
        report["differences"] = differences(*sides)
    return report


def side_report(sample: Sample) -> Report:
    """All sections of one side."""
    return {
        "rules_name": sample.side["rules_name"],
        "seats": sample.side["seats"],
        "bots": bots(sample),
        "positions": positions(sample),
        "bots_at_positions": bots_at_positions(sample),
        "sources": sources(sample),
        "pools": pools(sample),
        "betting": betting(sample),
        "sets": sets(sample),
        "lengths": lengths(sample),
        "checks": checks(sample),
    }


def bots(sample: Sample) -> list[Row]:
    """What each bot wins per deal."""
    return [
        {"bot": bot, "seats": seats, **_chips(sample, counts.chips_of(seats), counts.deals_of(seats))}
        for bot, seats in sample.bots.items()
    ]


def positions(sample: Sample) -> list[Row]:
    """What all bots win at each place in the order of play."""
    everybody = range(sample.seats)
    return [
        {"position": name, **_chips(sample, counts.chips_at(everybody, place), counts.deals)}
        for place, name in enumerate(counts.positions(sample.seats))
    ]


def bots_at_positions(sample: Sample) -> list[Row]:
    """What each bot wins at each place."""
    return [
        {
            "bot": bot,
            "position": name,
            **_chips(sample, counts.chips_at(seats, place), counts.deals_at(seats, place)),
        }
        for bot, seats in sample.bots.items()
        for place, name in enumerate(counts.positions(sample.seats))
    ]


def sources(sample: Sample) -> list[Row]:
    """The sources of each bot's chips. The rows of a bot add up to what it wins per deal."""
    return [
        {"bot": bot, "source": source, **_chips(sample, count, counts.deals_of(seats))}
        for bot, seats in sample.bots.items()
        for source, count in counts.sources(sample.record, seats).items()
    ]


def pools(sample: Sample) -> list[Row]:
    """How often each pool is won and carried over, and the chips that a deal leaves in it."""
    rows = []
    dressed = sample.record.dressed[: sample.record.dressed_size]
    for pool in sample.record.board[: sample.record.board_size]:
        row: Row = {
            "pool": POOLS[pool],
            "dressed": pool in dressed,
            "deals": sample.totals.deals,
            "won": sample.totals.pool_won[pool],
            "carried": sample.totals.pool_carried[pool],
        }
        for measure in counts.POOL_COUNTS:
            mean_of = sample.share if measure.endswith("_share") else sample.mean
            mean = mean_of(counts.pool_count(measure, pool), counts.deals)
            row |= {measure: mean.value, f"{measure}_low": mean.low, f"{measure}_high": mean.high}
        rows.append(row | {"chips_left_highest": sample.totals.pool_highest[pool]})
    return rows


def betting(sample: Sample) -> list[Row]:
    """The ends of the Pochen as shares of all deals, and the mean highest stake of the deals with a bet."""
    rows: list[Row] = []
    for name, ending in counts.ENDINGS.items():
        deals = sample.totals.betting[ending]
        mean = sample.share(counts.deals_ending(ending), counts.deals)
        rows.append({"what": name, "deals": deals, **_estimate(mean)})
    stake = sample.mean(counts.staked, counts.deals_bet)
    rows.append({"what": "highest_stake", "deals": counts.deals_bet(sample.totals), **_estimate(stake)})
    return rows


def sets(sample: Sample) -> list[Row]:
    """The sets in showdowns: the share of each kind among the hands, and how many of these won."""
    rows = []
    for name, kind in counts.sets(sample.record).items():
        shown, won = _nth("sets_shown", kind), _nth("sets_won", kind)
        share = sample.share(shown, lambda totals: sum(totals.sets_shown))
        winning = sample.share(won, shown)
        rows.append(
            {
                "set": name,
                "shown": shown(sample.totals),
                "share": share.value,
                "share_low": share.low,
                "share_high": share.high,
                "won": won(sample.totals),
                "won_share": winning.value,
                "won_share_low": winning.low,
                "won_share_high": winning.high,
            }
        )
    return rows


def checks(sample: Sample) -> Row:
    """The checks of the deals. ``refused`` and ``unbalanced`` must be 0.

    ``chips_left`` are the chips in the pools when the tables end: the loss of all seats together.
    """
    totals = sample.totals
    return {
        "tables": totals.tables,
        "deals": totals.deals,
        "actions": totals.actions,
        "chips_left": -sum(totals.chips),
        "refused": totals.refused,
        "unbalanced": totals.unbalanced,
    }


def _chips(sample: Sample, chips: Count, deals: Count) -> Row:
    mean = sample.mean(chips, deals)
    return {
        "deals": deals(sample.totals),
        "chips": chips(sample.totals),
        "chips_per_deal": mean.value,
        "standard_error": mean.standard_error,
        "low": mean.low,
        "high": mean.high,
    }


def _estimate(mean: Estimate) -> Row:
    return mean._asdict()


def _nth(name: str, at: int) -> Count:
    return lambda totals: int(getattr(totals, name)[at])
