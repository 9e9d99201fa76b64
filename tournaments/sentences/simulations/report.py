"""The page of a simulation's report: a headline first, then the sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from tournaments.sentences.phrases import grouped

from . import figures
from .differences import difference_section, headline_of_two
from .figures import Section
from .numbers import between, decimals_of, plain, signed
from .words import bot_name, position_name

Row = Mapping[str, Any]


@dataclass(frozen=True)
class ReportPage:
    """The texts and figures of the page. more: the line below the headline; checks: labels and counts."""

    headline: str
    more: str
    sections: list[Section]
    batches: int
    checks: list[tuple[str, str]]


def report_page(report: Row) -> ReportPage:
    """The report of a simulation or comparison in words and figures."""
    sides = report["sides"]
    two = len(sides) == 2
    headline, more = headline_of_two(report) if two else headline_of_one(sides[0])
    sections = _sections(sides)
    if two:
        sections = [difference_section(report["differences"]), *map(_in_pairs, sections)]
    return ReportPage(headline, more, sections, report["batches"], _checks(sides))


def headline_of_one(side: Row) -> tuple[str, str]:
    """Return the best bot and the others; with the same bot at every seat, the best place."""
    several = len(side["bots"]) > 1

    def label(row: Row) -> str:
        return bot_name(row["bot"]) if several else position_name(row["position"])

    ordered = sorted(
        (row for row in side["bots" if several else "positions"] if row["chips_per_deal"] is not None),
        key=lambda row: row["chips_per_deal"],
        reverse=True,
    )
    if not ordered:
        return gettext("No deal was played"), ""
    best = ordered[0]
    decimals = decimals_of(ordered)
    if best["low"] is not None and best["low"] > 0:
        headline = gettext("%(who)s wins %(chips)s chips a deal (%(interval)s)")
    elif best["high"] is not None and best["high"] < 0:
        headline = gettext("Nobody wins; %(who)s loses least, %(chips)s chips a deal (%(interval)s)")
    else:
        headline = gettext("No clear winner; %(who)s comes closest (%(interval)s)")
    more = ", ".join(f"{label(row)} {signed(row['chips_per_deal'], decimals)}" for row in ordered[1:])
    return headline % {
        "who": label(best),
        "chips": plain(abs(best["chips_per_deal"]), decimals),
        "interval": between(best["low"], best["high"], lambda value: signed(value, decimals)),
    }, more


def _sections(sides: Sequence[Row]) -> list[Section]:
    several = any(len(side["bots"]) > 1 for side in sides)
    sections = [
        Section(
            "bots",
            gettext("What each bot wins"),
            gettext("Mean chips a deal, with the interval."),
            figures.bot_means(sides),
        ),
        Section(
            "positions",
            gettext("What each place wins"),
            gettext("Chips a deal in the order of play, over all bots."),
            figures.position_means(sides),
        ),
        Section(
            "bots_at_positions",
            gettext("Each bot at each place"),
            gettext("Chips a deal, in the order of play."),
            figures.bots_at_places(sides) if several else [],
            wide=True,
        ),
        Section(
            "sources",
            gettext("Where the chips come from"),
            gettext("Chips a deal by source. The sources of a bot add up to its result."),
            figures.sources(sides),
            wide=True,
        ),
        Section(
            "pools_won",
            gettext("How often a pool is won"),
            gettext("Share of all deals. A pool that nobody wins carries over to the next deal."),
            figures.pools_won(sides),
        ),
        Section(
            "pools_left",
            gettext("How high a pool grows"),
            gettext("Chips in the pool after a deal, on average and at most."),
            figures.pools_left(sides),
        ),
        Section("betting", gettext("The Pochen"), _stakes(sides), figures.betting(sides)),
        Section(
            "sets",
            gettext("Sets at showdown"),
            gettext("Share of the hands that were shown."),
            figures.shown_sets(sides),
        ),
        Section(
            "lengths",
            gettext("How long a deal is"),
            gettext("Actions, from the first bet or pass to the last card."),
            figures.lengths(sides),
            wide=True,
            note=" / ".join(_length(side["lengths"]) for side in sides),
        ),
    ]
    return [section for section in sections if section.figures]


def _in_pairs(section: Section) -> Section:
    """The section with the figures of both sides next to each other, each with the name of its side."""
    names = (gettext("First side"), gettext("Second side"))
    numbered = [(figure.number or place, figure) for place, figure in enumerate(section.figures, 1)]
    named = [replace(figure, number=number, side=names[number - 1]) for number, figure in numbered]
    return replace(section, figures=named, wide=True)


def _stakes(sides: Sequence[Row]) -> str:
    means = [row for side in sides for row in side["betting"] if row["what"] == "highest_stake"]
    return gettext("The highest stake of a deal with a bet: %(chips)s chips on average.") % {
        "chips": " / ".join(plain(row["value"]) for row in means)
    }


def _length(length: Row) -> str:
    return gettext(
        "%(mean)s on average; nine deals in ten take at most %(p90)s, the longest takes %(longest)s."
    ) % {"mean": plain(length["mean"], 1), "p90": length["p90"], "longest": figures.longest(length)}


def _checks(sides: Sequence[Row]) -> list[tuple[str, str]]:
    labels = {
        "deals": gettext("Deals"),
        "tables": gettext("tables"),
        "actions": gettext("actions"),
        "refused": gettext("refused by the rules"),
        "unbalanced": gettext("out of balance"),
    }
    return [(label, grouped(sum(side["checks"][name] for side in sides))) for name, label in labels.items()]
