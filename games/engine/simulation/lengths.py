"""The lengths of deals, in actions, from the first bet or pass to the last card."""

from __future__ import annotations

from typing import Any

from games.engine.bulk_totals import LENGTHS
from games.engine.simulation import counts
from games.engine.simulation.sample import Sample

MOST_BINS = 30


def lengths(sample: Sample) -> dict[str, Any]:
    """Mean with interval, median, 90 % quantile, longest deal, and a histogram.

    Deals of ``LENGTHS - 1`` or more actions share one counter. ``open`` says whether there were any. Then the
    longest deal may be longer than ``longest``.
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
    """The smallest length that ``part`` of ``whole`` deals do not exceed."""
    deals = sum(counted)
    up_to = 0
    for length, number in enumerate(counted):
        up_to += number
        if up_to * whole >= deals * part:
            return length
    return len(counted)


def bins(counted: list[int]) -> list[dict[str, Any]]:
    """A histogram with at most ``MOST_BINS`` bins of equal width, each for lengths ``least`` to ``most``."""
    deals = sum(counted)
    seen = [length for length, number in enumerate(counted) if number]
    width = (seen[-1] - seen[0]) // MOST_BINS + 1
    rows = []
    for least in range(seen[0], seen[-1] + 1, width):
        number = sum(counted[least : least + width])
        rows.append({"least": least, "most": least + width - 1, "deals": number, "share": number / deals})
    return rows
