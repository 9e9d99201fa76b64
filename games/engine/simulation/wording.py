"""A report as English text, for terminals of 80 columns.

Each text is a whole sentence or title with named placeholders, so that it can be translated later.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from games.engine.simulation.report import Report

_WORDS = {
    "nobody_bet": "nobody bet",
    "one_left": "one was left",
    "showdown": "showdown",
    "two_pairs": "two pairs",
    "none": "no set",
    "going_out": "going out",
    "most_cards": "most cards",
    "chips_per_deal": "chips per deal",
    "won_share": "won",
    "carried_share": "carried over",
    "chips_left": "chips left",
    "more": "more",
    "less": "less",
    "no_difference_shown": "not shown",
    "same": "equal",
    "highest_stake": "mean highest stake",
    "deals_share": "share of deals",
}
_EACH_LINE_ALONE = (
    "Each line is tested alone. Of twenty lines without a real difference, one shows a difference by chance."
)
_TOTALS = "Deals: %(deals)s. Tables: %(tables)s. Refused deals: %(refused)s. Wrong ledgers: %(unbalanced)s."
_CHIPS_LEFT = "Chips left in the pools at the end, per deal: %(chips)s"
_JOB = "Seed: %(seed)s. Deals at each table: %(deals_each)s. Orders of the seats: %(orders)s."
_INTERVALS = "Confidence of the intervals: %(confidence)s %%. Batches: %(batches)s."
_LENGTHS = "mean %(mean)s (%(interval)s), median %(median)s, 90 %% up to %(p90)s, longest %(longest)s"
_BAR = 40
_COLUMNS = 80

Cells = list[str]


def report_text(report: Report) -> str:
    """The whole report. The differences of a comparison come before its two sides."""
    spec = report["spec"]
    lines = []
    if "differences" in report:
        lines += ["SECOND SIDE MINUS FIRST SIDE, on the same deals"]
        for name, side in zip(("First", "Second"), report["sides"], strict=True):
            lines += _wrapped(f"{name}: {_played(side)}")
        lines += _differences(report["differences"])
        lines += ["", *_wrapped(_EACH_LINE_ALONE)]
    for number, side in enumerate(report["sides"]):
        if "differences" in report:
            lines += ["", "", ("FIRST SIDE", "SECOND SIDE")[number]]
        lines += _side(side)
    lines += ["", _JOB % {**spec, "orders": len(report["orders"])}, _INTERVALS % report]
    return "\n".join(lines) + "\n"


def _side(side: dict[str, Any]) -> Iterator[str]:
    checks = side["checks"]
    yield from _wrapped(_played(side))
    yield _TOTALS % {name: f"{number:,}" for name, number in checks.items()}
    if checks["chips_left"]:
        yield _CHIPS_LEFT % {"chips": _plain(checks["chips_left"] / checks["deals"])}
    yield from _section("Bots", ["chips per deal", "interval", "deals"], map(_bot, side["bots"]))
    yield from _section(
        "Positions",
        ["chips per deal", "interval"],
        ([row["position"], *_chips(row)] for row in side["positions"]),
    )
    if len(side["bots"]) > 1:
        yield from _section(
            "Bots at positions",
            ["chips per deal", "interval"],
            ([f"{row['bot']}, {row['position']}", *_chips(row)] for row in side["bots_at_positions"]),
        )
    yield from _section(
        "Sources of the chips, per deal", [row["bot"] for row in side["bots"]], _sources(side)
    )
    yield from _section("Pools", ["won", "interval", "carried over"], map(_pool, side["pools"]))
    yield from _section(
        "Chips left in the pools after a deal", ["mean", "interval", "highest"], map(_left, side["pools"])
    )
    yield from _section("Pochen", ["", "interval", "deals"], map(_ending, side["betting"]))
    yield from _section(
        "Sets at showdowns",
        ["shown", "share", "interval", "of these won"],
        (
            [
                _word(row["set"]),
                f"{row['shown']:,}",
                _share(row["share"]),
                _interval(row["share_low"], row["share_high"], _share),
                _share(row["won_share"]),
            ]
            for row in side["sets"]
        ),
    )
    yield from _lengths(side["lengths"])


def _bot(row: dict[str, Any]) -> Cells:
    name = row["bot"] if len(row["seats"]) == 1 else f"{row['bot']} (each of {len(row['seats'])})"
    return [name, *_chips(row), f"{row['deals']:,}"]


def _sources(side: dict[str, Any]) -> Iterator[Cells]:
    """One row for each source, one column for each bot. The last row is the sum."""
    by_source: dict[str, Cells] = {}
    for row in side["sources"]:
        by_source.setdefault(row["source"], []).append(_signed(row["chips_per_deal"]))
    for source, cells in by_source.items():
        yield [_word(source), *cells]
    yield ["sum", *(_signed(row["chips_per_deal"]) for row in side["bots"])]


def _pool(row: dict[str, Any]) -> Cells:
    return [
        row["pool"],
        _share(row["won_share"]),
        _interval(row["won_share_low"], row["won_share_high"], _share),
        _share(row["carried_share"]),
    ]


def _left(row: dict[str, Any]) -> Cells:
    return [
        row["pool"],
        _plain(row["chips_left"]),
        _interval(row["chips_left_low"], row["chips_left_high"], _plain),
        f"{row['chips_left_highest']:,}",
    ]


def _ending(row: dict[str, Any]) -> Cells:
    written = _plain if row["what"] == "highest_stake" else _share
    return [
        _word(row["what"]),
        written(row["value"]),
        _interval(row["low"], row["high"], written),
        f"{row['deals']:,}",
    ]


def _lengths(lengths: dict[str, Any]) -> Iterator[str]:
    longest = f"{lengths['longest']} or more" if lengths["open"] else str(lengths["longest"])
    mean = _plain(lengths["mean"])
    interval = _interval(lengths["low"], lengths["high"], _plain) or "no interval"
    yield ""
    yield "Length of a deal, in actions"
    yield "  " + _LENGTHS % {**lengths, "mean": mean, "interval": interval, "longest": longest}
    highest = max(row["share"] for row in lengths["bins"])
    for row in lengths["bins"]:
        name = str(row["least"]) if row["least"] == row["most"] else f"{row['least']}-{row['most']}"
        bar = "#" * round(row["share"] / highest * _BAR)
        yield f"  {name:>9} {_share(row['share']):>8} {bar}".rstrip()


def _differences(differences: dict[str, Any]) -> Iterator[str]:
    """A table for each section; for pools and Pochen a table for each measure."""
    heads = ["first", "second", "difference", "interval", ""]
    for section, title in (("bots", "Bots, chips per deal"), ("positions", "Positions, chips per deal")):
        yield from _section(title, heads, map(_difference, differences[section]))
    for section, title in (("pools", "Pools"), ("betting", "Pochen")):
        for measure in dict.fromkeys(row["measure"] for row in differences[section]):
            rows = (row for row in differences[section] if row["measure"] == measure)
            template = "%(title)s, %(measure)s"
            if measure.endswith("_share"):
                template = "%(title)s, %(measure)s (differences in percentage points)"
            heading = template % {"title": title, "measure": _word(measure)}
            yield from _section(heading, heads, map(_difference, rows))
    yield from _section("Length of a deal", heads, map(_difference, differences["lengths"]))


def _difference(row: dict[str, Any]) -> Cells:
    if "first_bot" in row:
        first, second = row["first_bot"], row["second_bot"]
        name = first if first == second else f"{first} / {second}"
    else:
        name = row.get("position") or row.get("pool") or _word(row["what"])
    written = _share if row["measure"].endswith("_share") else _plain
    return [
        name,
        written(row["first"]),
        written(row["second"]),
        "0" if row["verdict"] == "same" else _signed(row["difference"], share=written is _share),
        _interval(row["low"], row["high"], lambda value: _signed(value, share=written is _share)),
        _word(row["verdict"]),
    ]


# --- Tables and numbers


def _section(title: str, heads: Cells, rows: Iterable[Cells]) -> Iterator[str]:
    """A table with a title: names on the left, numbers on the right. It is empty if there is no row."""
    table = [["", *heads], *rows]
    if len(table) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    yield ""
    yield title
    for row in table:
        name, *cells = (
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"  {name}  {'  '.join(cells)}".rstrip()


def _played(side: dict[str, Any]) -> str:
    return f"{side['rules_name']}: {', '.join(side['seats'])}"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _COLUMNS, subsequent_indent="  ")


def _chips(row: dict[str, Any]) -> Cells:
    return [_signed(row["chips_per_deal"]), _interval(row["low"], row["high"], _signed)]


def _interval(low: float | None, high: float | None, written: Any) -> str:
    if low is None or high is None:
        return ""
    return "no spread" if low == high else f"{written(low)} to {written(high)}"


def _signed(value: float | None, *, share: bool = False) -> str:
    if value is None:
        return "none"
    return f"{value * 100:+.2f}" if share else f"{value:+,.3f}"


def _plain(value: float | None) -> str:
    return "none" if value is None else f"{value:,.3f}"


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value * 100:.2f} %"


def _word(key: str) -> str:
    return _WORDS.get(key, key)
