"""The differences of a comparison: the second side minus the first, on the same deals.

The batches of both sides form pairs of the same tables. The luck of the cards is the same in both, so the
interval of a difference is narrower than the intervals of the two sides suggest.
"""

from __future__ import annotations

from typing import Any

from games.engine.simulation import counts
from games.engine.simulation.estimates import Estimate, difference
from games.engine.simulation.sample import Count, Sample
from games.engine.switches import POOLS

MORE, LESS, NONE_SHOWN, SAME = "more", "less", "no_difference_shown", "same"

Row = dict[str, Any]


def differences(first: Sample, second: Sample) -> dict[str, list[Row]]:
    """Second minus first: chips by bot and by position, common pools, Pochen and stakes, lengths.

    Seats with the same pair of bots share one row of ``bots``.
    """
    return {
        "bots": bots(first, second),
        "positions": positions(first, second),
        "pools": pools(first, second),
        "betting": betting(first, second),
        "lengths": lengths(first, second),
    }


def bots(first: Sample, second: Sample) -> list[Row]:
    """Chips per deal for each pair of bots that sit in the same seats."""
    chairs: dict[tuple[str, str], list[int]] = {}
    for index, pair in enumerate(zip(first.side["seats"], second.side["seats"], strict=True)):
        chairs.setdefault(pair, []).append(index)
    return [
        {
            "first_bot": first_bot,
            "second_bot": second_bot,
            "seats": seats,
            **_row(first, second, "chips_per_deal", counts.chips_of(seats), counts.deals_of(seats)),
        }
        for (first_bot, second_bot), seats in chairs.items()
    ]


def positions(first: Sample, second: Sample) -> list[Row]:
    """Chips per deal at each place in the order of play."""
    everybody = range(first.seats)
    return [
        {
            "position": name,
            **_row(first, second, "chips_per_deal", counts.chips_at(everybody, place), counts.deals),
        }
        for place, name in enumerate(counts.positions(first.seats))
    ]


def pools(first: Sample, second: Sample) -> list[Row]:
    """How often each pool is won and carried over, and the chips that a deal leaves in it."""
    others = second.record.board[: second.record.board_size]
    return [
        {"pool": POOLS[pool], **_row(first, second, measure, counts.pool_count(measure, pool), counts.deals)}
        for pool in first.record.board[: first.record.board_size]
        if pool in others
        for measure in counts.POOL_COUNTS
    ]


def betting(first: Sample, second: Sample) -> list[Row]:
    """The ends of the Pochen as shares of all deals, and the mean highest stake of the deals with a bet."""
    rows = [
        {"what": name, **_row(first, second, "deals_share", counts.deals_ending(ending), counts.deals)}
        for name, ending in counts.ENDINGS.items()
    ]
    stake = _row(first, second, "chips", counts.staked, counts.deals_bet)
    return [*rows, {"what": "highest_stake", **stake}]


def lengths(first: Sample, second: Sample) -> list[Row]:
    """The actions of a deal."""
    return [{"what": "actions", **_row(first, second, "mean", counts.actions, counts.deals)}]


def _row(first: Sample, second: Sample, measure: str, sums: Count, numbers: Count) -> Row:
    ours, theirs = first.series(sums, numbers), second.series(sums, numbers)
    more = difference(ours, theirs, first.strata)
    # If all batches are equal, the compared setting has no effect on this number. An interval from zero to
    # zero would be misleading.
    same = ours == theirs and more.standard_error is not None
    if same:
        more = more._replace(low=None, high=None)
    return {
        "measure": measure,
        "first": first.mean(sums, numbers).value,
        "second": second.mean(sums, numbers).value,
        "difference": more.value,
        "standard_error": more.standard_error,
        "low": more.low,
        "high": more.high,
        "verdict": SAME if same else verdict(more),
    }


def verdict(more: Estimate) -> str:
    """``more`` or ``less`` if the whole interval lies on one side of zero."""
    if more.low is not None and more.low > 0:
        return MORE
    if more.high is not None and more.high < 0:
        return LESS
    return NONE_SHOWN
