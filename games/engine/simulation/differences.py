"""What the second side of a comparison has more than the first, played on the same deals.

The batches of both sides are pairs of the same tables, so the luck of the cards, which both have, does not
count: the interval of a difference is narrower than the two intervals would make it.
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
    """Second less first: chips by bot and by position, the pools that both boards have, how the Pochen ends
    and how high its stakes are, and how long a deal is.

    Positions in the lists of seats that have the same two bots are one row of ``bots``.
    """
    return {
        "bots": bots(first, second),
        "positions": positions(first, second),
        "pools": pools(first, second),
        "betting": betting(first, second),
        "lengths": lengths(first, second),
    }


def bots(first: Sample, second: Sample) -> list[Row]:
    """Chips per deal of whoever sits in the same chairs."""
    chairs: dict[tuple[str, str], list[int]] = {}
    for index, pair in enumerate(zip(first.side["seats"], second.side["seats"], strict=True)):
        chairs.setdefault(pair, []).append(index)
    return [
        {
            "first_bot": one,
            "second_bot": other,
            "seats": seats,
            **_row(first, second, "chips_per_deal", counts.chips_of(seats), counts.deals_of(seats)),
        }
        for (one, other), seats in chairs.items()
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
    """How often each pool is won and carried, and what a deal leaves in it."""
    others = second.record.board[: second.record.board_size]
    return [
        {
            "pool": POOLS[pool],
            **_row(first, second, measure, counts.pool_count(measure, pool), counts.deals),
        }
        for pool in first.record.board[: first.record.board_size]
        if pool in others
        for measure in counts.POOL_COUNTS
    ]


def betting(first: Sample, second: Sample) -> list[Row]:
    """How the Pochen ends (shares of all deals), and the mean highest stake of the deals with a bet."""
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
    # Batch by batch, not only in the sum: what is compared does not touch this number. Nothing is left to
    # chance then, and an interval from zero to zero would say nothing.
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
    """What the interval shows: ``more`` or ``less`` if all of it lies on that side of nothing."""
    if more.low is not None and more.low > 0:
        return MORE
    if more.high is not None and more.high < 0:
        return LESS
    return NONE_SHOWN
