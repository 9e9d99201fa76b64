"""A report as flat rows, for example for CSV: one number in each row, with its interval if it has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine.simulation.counts import POOL_COUNTS
from games.engine.simulation.report import Report


class FlatRow(NamedTuple):
    """``side`` is ``1``, ``2``, or ``2-1`` for differences. ``name`` says which bot, place, pool and so on.

    ``low`` and ``high`` are None without an interval. ``value`` is None without data.
    """

    section: str
    side: str
    name: str
    measure: str
    value: float | None
    low: float | None = None
    high: float | None = None


_NAMES = {
    "bots": ("bot",),
    "positions": ("position",),
    "bots_at_positions": ("bot", "position"),
    "sources": ("bot", "source"),
    "pools": ("pool",),
    "betting": ("what",),
    "sets": ("set",),
}
"""The sections, and the keys that name their rows."""

_CHIPS = {"deals": "", "chips": "", "chips_per_deal": "low high"}
_MEASURES: dict[str, dict[str, str]] = {
    "bots": _CHIPS,
    "positions": _CHIPS,
    "bots_at_positions": _CHIPS,
    "sources": _CHIPS,
    "pools": {
        "deals": "",
        "won": "",
        "carried": "",
        **{measure: f"{measure}_low {measure}_high" for measure in POOL_COUNTS},
        "chips_left_highest": "",
    },
    "betting": {"deals": "", "value": "low high"},
    "sets": {
        "shown": "",
        "share": "share_low share_high",
        "won": "",
        "won_share": "won_share_low won_share_high",
    },
}
"""The numbers in a row of each section, and the keys of their intervals."""

CHECKS = ("tables", "deals", "actions", "chips_left", "refused", "unbalanced")
DIFFERENCES = {"bots": "", "positions": "position", "pools": "pool", "betting": "what", "lengths": "what"}
"""The sections of a comparison, and the keys that name their rows. Rows of bots are named by both bots."""


def report_rows(report: Report) -> Iterator[FlatRow]:
    """Yield every number of a report, in a fixed order (a database may reorder the keys of an object)."""
    for number, side in enumerate(report["sides"], start=1):
        yield from _side(str(number), side)
    differences = report.get("differences", {})
    for section, key in DIFFERENCES.items() if differences else ():
        for row in differences[section]:
            name = row[key] if key else _pair(row)
            yield FlatRow(section, "2-1", name, row["measure"], row["difference"], row["low"], row["high"])


def _side(side: str, sections: dict[str, Any]) -> Iterator[FlatRow]:
    for section, names in _NAMES.items():
        for row in sections[section]:
            name = " ".join(row[key] for key in names)
            for measure, interval in _MEASURES[section].items():
                yield FlatRow(section, side, name, measure, row[measure], *map(row.get, interval.split()))
    lengths = sections["lengths"]
    yield FlatRow("lengths", side, "actions", "mean", lengths["mean"], lengths["low"], lengths["high"])
    for measure in ("median", "p90", "longest"):
        yield FlatRow("lengths", side, "actions", measure, lengths[measure])
    for row in lengths["bins"]:
        name = str(row["least"]) if row["least"] == row["most"] else f"{row['least']}-{row['most']}"
        for measure in ("deals", "share"):
            yield FlatRow("lengths", side, name, measure, row[measure])
    for measure in CHECKS:
        yield FlatRow("checks", side, "all", measure, sections["checks"][measure])


def _pair(row: dict[str, Any]) -> str:
    first, second = row["first_bot"], row["second_bot"]
    return first if first == second else f"{first} / {second}"
