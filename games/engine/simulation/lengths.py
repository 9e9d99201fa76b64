"""How long deals are: actions, from the first word of the betting to the last card."""

from __future__ import annotations

from typing import Any

from games.engine.bulk_totals import LENGTHS
from games.engine.simulation import counts
from games.engine.simulation.sample import Sample

MOST_BINS = 30


def lengths(sample: Sample) -> dict[str, Any]:
    """Mean with its interval, median, the length that nine deals in ten do not pass, the longest, and bins.

    Deals of ``LENGTHS - 1`` actions or more are counted together: ``open`` says that there were any, and then
    what is as long may be longer.
    """
    counted = sample.totals.lengths
    mean = sample.mean(counts.actions, counts.deals)
    return {
        "mean": mean.value,
        "standard_error": mean.standard_error,
        "low": mean.low,
        "high": mean.high,
        "median": quantile(counted, 1, 2),
        "p90": quantile(counted, 9, 10),
        "longest": max(length for length, deals in enumerate(counted) if deals),
        "open": counted[LENGTHS - 1] > 0,
        "bins": bins(counted),
    }


def quantile(counted: list[int], part: int, whole: int) -> int:
    """The least length that so large a part of the deals do not pass."""
    deals = sum(counted)
    up_to = 0
    for length, number in enumerate(counted):
        up_to += number
        if up_to * whole >= deals * part:
            return length
    return len(counted)


def bins(counted: list[int]) -> list[dict[str, Any]]:
    """A histogram: lengths ``least`` to ``most`` in steps of one width, so that there are at most 30."""
    deals = sum(counted)
    seen = [length for length, number in enumerate(counted) if number]
    width = (seen[-1] - seen[0]) // MOST_BINS + 1
    found = []
    for least in range(seen[0], seen[-1] + 1, width):
        number = sum(counted[least : least + width])
        found.append({"least": least, "most": least + width - 1, "deals": number, "share": number / deals})
    return found
