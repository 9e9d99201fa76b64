"""A simulation in words, and its report: who wins, where the chips come from, and how long a deal is.

Each picture is a chart, a description of it, and a table of the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

import games.services as games
from tournaments.core.numbers import number
from tournaments.core.words import charts
from tournaments.core.words.words import apart, pool_name, value_in_words
from tournaments.simulations.verbs.simulations import bots_text

Row = Mapping[str, Any]
Draw = Callable[[Sequence[charts.Value], charts.Scale], charts.Chart]
NOTHING: Final = "\N{EN DASH}"
MOST_LISTED: Final = 3
"""Longer lists of rules end with the number of the other rules."""

POSITIONS: Final = {
    "forehand": gettext_lazy("Forehand"),
    "second": gettext_lazy("Second"),
    "third": gettext_lazy("Third"),
    "fourth": gettext_lazy("Fourth"),
    "fifth": gettext_lazy("Fifth"),
    "sixth": gettext_lazy("Sixth"),
    "seventh": gettext_lazy("Seventh"),
    "eighth": gettext_lazy("Eighth"),
    "ninth": gettext_lazy("Ninth"),
    "dealer": gettext_lazy("Dealer"),
}

SOURCES: Final = {
    "antes": gettext_lazy("Antes"),
    "upcard": gettext_lazy("Upcard"),
    "pochen": gettext_lazy("Pochen, less stakes"),
    "stops": gettext_lazy("Ends of runs"),
    "going_out": gettext_lazy("Going out"),
    "most_cards": gettext_lazy("Most cards left"),
    "leftover": gettext_lazy("Unclaimed pools shared"),
}


@dataclass(frozen=True)
class Figure:
    """One chart with its table. description: the chart in words, for screen readers."""

    title: str
    chart: charts.Chart
    description: str
    heads: list[str]
    rows: list[tuple[str, list[str]]]

    @property
    def labelled(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The rows, each cell with the head of its column: a phone shows the cells as lines."""
        return [(name, list(zip(self.heads, cells, strict=True))) for name, cells in self.rows]


def spec_text(spec: Row) -> dict[str, Any]:
    """The spec of a simulation in words. amount: "4 000 tables of 50 deals"."""
    tables, deals = spec["tables"], spec["deals_each"]
    amount = ngettext("%(count)s table of %(deals)s deals", "%(count)s tables of %(deals)s deals", tables)
    return {
        "game": _game_name(spec["rules"]),
        "bots": bots_text(spec["seats"]),
        "amount": amount % {"count": number(tables), "deals": number(deals)},
        "seed": spec["seed"],
    }


def report_page(report: Row) -> dict[str, Any]:
    """The report of a simulation in words and figures: the headline, the figures of each subject, checks."""
    bots = [{**row, "name": _bot_name(row)} for row in report["bots"]]
    places = [{**row, "name": str(POSITIONS[row["position"]])} for row in report["positions"]]
    winners = [*bots, *places] if len(bots) > 1 else places
    scale = _scale(report["sources"])
    sections = [
        {
            "key": "winners",
            "title": gettext("Who wins"),
            "about": gettext("Chips a deal, by bot and by place in the order of play."),
            "figures": [_means(gettext("Chips a deal"), winners, _scale(winners), charts.dots)],
        },
        {
            "key": "sources",
            "title": gettext("Where the chips come from"),
            "about": gettext("Chips a deal by source. The sources of a bot add up to its result."),
            "figures": [_means(bot["name"], _sources(report, bot), scale, charts.diverging) for bot in bots],
        },
        {
            "key": "lengths",
            "title": gettext("How long a deal is"),
            "about": gettext("Actions, from the first bet or pass to the last card."),
            "figures": [_lengths(report["lengths"])],
        },
    ]
    labels = {
        "deals": gettext("Deals"),
        "tables": gettext("tables"),
        "actions": gettext("actions"),
        "refused": gettext("refused by the rules"),
        "unbalanced": gettext("out of balance"),
    }
    checks = [(label, number(report["checks"][name])) for name, label in labels.items()]
    return {
        "headline": _headline(bots if len(bots) > 1 else places),
        "sections": sections,
        "batches": report["batches"],
        "checks": checks,
    }


def _headline(rows: Sequence[Row]) -> str:
    """The best bot; with the same bot at every seat, the best place."""
    best = max(rows, key=lambda row: row["chips_per_deal"])
    decimals = _decimals(rows)
    if best["low"] is not None and best["low"] > 0:
        headline = gettext("%(who)s wins %(chips)s chips a deal (%(interval)s)")
    elif best["high"] is not None and best["high"] < 0:
        headline = gettext("Nobody wins; %(who)s loses least, %(chips)s chips a deal (%(interval)s)")
    else:
        headline = gettext("No clear winner; %(who)s comes closest (%(interval)s)")
    return headline % {
        "who": best["name"],
        "chips": number(abs(best["chips_per_deal"]), decimals, fixed=True),
        "interval": _between(best, decimals),
    }


def _sources(report: Row, bot: Row) -> list[Row]:
    return [
        {**row, "name": str(SOURCES.get(row["source"]) or pool_name(row["source"]))}
        for row in report["sources"]
        if row["bot"] == bot["bot"]
    ]


def _means(title: str, rows: Sequence[Row], scale: charts.Scale, draw: Draw) -> Figure:
    """The mean chips a deal of each row, with the interval."""
    decimals = _decimals(rows)
    values = [
        charts.Value(
            row["name"],
            number(row["chips_per_deal"], decimals, plus=True, fixed=True),
            row["chips_per_deal"],
            row["low"],
            row["high"],
        )
        for row in rows
    ]
    intervals = [_between(row, decimals) for row in rows]
    sentence = gettext("%(name)s: %(chips)s chips a deal (%(interval)s).")
    return Figure(
        title=title,
        chart=draw(values, scale),
        description=" ".join(
            sentence % {"name": value.label, "chips": value.text, "interval": interval}
            for value, interval in zip(values, intervals, strict=True)
        ),
        heads=[gettext("chips a deal"), gettext("95% interval"), gettext("deals")],
        rows=[
            (value.label, [value.text, interval, number(row["deals"])])
            for value, interval, row in zip(values, intervals, rows, strict=True)
        ],
    )


def _lengths(lengths: Row) -> Figure:
    """The last bin can be open: then the longest deal has at least its length."""
    longest = str(lengths["longest"])
    if lengths["open"]:
        longest = gettext("%(count)d or more") % {"count": lengths["longest"]}
    bins = lengths["bins"]
    median = gettext("median %(count)d") % {"count": lengths["median"]}
    return Figure(
        title=gettext("Actions in a deal, share of all deals"),
        chart=charts.columns(
            [(row["least"], row["most"], row["share"]) for row in bins], (lengths["median"], median)
        ),
        description=gettext(
            "A deal takes %(mean)s actions on average. Half of the deals take at most %(median)d, "
            "nine in ten take at most %(p90)d, the longest takes %(longest)s."
        )
        % {**lengths, "mean": number(lengths["mean"], fixed=True), "longest": longest},
        heads=[gettext("of all deals"), gettext("deals")],
        rows=[
            (
                str(row["least"]) if row["least"] == row["most"] else f"{row['least']}{NOTHING}{row['most']}",
                [f"{number(row['share'] * 100, fixed=True)} %", number(row["deals"])],
            )
            for row in bins
        ],
    )


def _scale(rows: Sequence[Row]) -> charts.Scale:
    return charts.scale_of(row[end] for row in rows for end in ("chips_per_deal", "low", "high"))


def _decimals(rows: Sequence[Row]) -> int:
    """The number of decimals of chips that the standard errors support."""
    return (
        3 if all(row["standard_error"] is not None and row["standard_error"] < 0.004 for row in rows) else 2
    )


def _between(row: Row, decimals: int) -> str:
    """An interval in words. Equal ends are no interval: all batches of tables gave the same mean."""
    if row["low"] is None:
        return NOTHING
    if row["low"] == row["high"]:
        return gettext("no spread")
    ends = {end: number(row[end], decimals, plus=True, fixed=True) for end in ("low", "high")}
    return gettext("%(low)s to %(high)s") % ends


def _bot_name(row: Row) -> str:
    name, count = bots_text([row["bot"]]), len(row["seats"])
    return name if count == 1 else gettext("%(bot)s, each of %(count)d") % {"bot": name, "count": count}


def _game_name(switches: Mapping[str, Any]) -> str:
    """The title of the nearest preset, with the rules that differ from it."""
    document = games.nearest_preset(switches)
    title = gettext(games.preset_info(document["preset"]).title)
    kinds = {switch.name: switch for switch in games.switches()}
    texts = [
        gettext("{}: {}").format(gettext(kinds[name].label), value_in_words(kinds[name].kind, value, name))
        for name, value in document.items()
        if name != "preset"
    ]
    if len(texts) > MOST_LISTED:
        more = len(texts) - MOST_LISTED + 1
        texts[MOST_LISTED - 1 :] = [
            ngettext("%(count)d other rule", "%(count)d other rules", more) % {"count": more}
        ]
    if not texts:
        return title
    return gettext("%(game)s, with %(rules)s") % {"game": title, "rules": apart(texts)}
