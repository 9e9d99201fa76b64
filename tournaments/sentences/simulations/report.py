"""A simulation's report as a page tells it: one sentence first, then its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from tournaments.sentences.phrases import grouped

from . import figures
from .differences import difference_section, headline_of_two
from .figures import Figure, Section
from .numbers import between, decimals_of, plain, signed
from .words import bot_name, position_name

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Told:
    """What the page shows: the headline, what stands under it, sections, and that all was sound."""

    headline: str
    more: str
    sections: list[Section]
    batches: int
    checks: list[tuple[str, str]]


def told_of(report: Row) -> Told:
    """The report of a simulation or comparison, in words and figures."""
    sides = report["sides"]
    two = len(sides) == 2
    headline, more = headline_of_two(report) if two else headline_of_one(sides[0])
    sections = _sections(sides)
    if two:
        sections = [difference_section(report["differences"]), *map(_in_pairs, sections)]
    return Told(headline, more, sections, report["batches"], _checks(sides))


def headline_of_one(side: Row) -> tuple[str, str]:
    """Who wins how much a deal; with the same bot at every seat, which place does."""
    several = len(side["bots"]) > 1
    rows = side["bots" if several else "positions"]

    def named(row: Row) -> str:
        return bot_name(row["bot"]) if several else position_name(row["position"])

    ordered = sorted(
        (row for row in rows if row["chips_per_deal"] is not None),
        key=lambda row: row["chips_per_deal"],
        reverse=True,
    )
    if not ordered:
        return gettext("Nothing was played"), ""
    best = ordered[0]
    decimals = decimals_of(ordered)
    words = {
        "who": named(best),
        "chips": plain(abs(best["chips_per_deal"]), decimals),
        "interval": between(best["low"], best["high"], lambda value: signed(value, decimals)),
    }
    if best["low"] is not None and best["low"] > 0:
        headline = gettext("%(who)s wins %(chips)s chips a deal (%(interval)s)") % words
    elif best["high"] is not None and best["high"] < 0:
        headline = gettext("Nobody wins; %(who)s loses least, %(chips)s chips a deal (%(interval)s)") % words
    else:
        headline = gettext("Nobody is shown to win: %(who)s is nearest to it (%(interval)s)") % words
    more = ", ".join(f"{named(row)} {signed(row['chips_per_deal'], decimals)}" for row in ordered[1:])
    return headline, more


def _sections(sides: Sequence[Row]) -> list[Section]:
    first = sides[0]
    several = any(len(side["bots"]) > 1 for side in sides)
    found = [
        Section(
            "bots",
            gettext("What each bot wins"),
            gettext("Chips a deal, the mean and its interval."),
            figures.bot_means(sides),
        ),
        Section(
            "positions",
            gettext("What each place wins"),
            gettext("Chips a deal in the order of play, whoever sits there."),
            figures.position_means(sides),
        ),
    ]
    if several:
        found.append(
            Section(
                "bots_at_positions",
                gettext("Each bot at each place"),
                gettext("Chips a deal, in the order of play."),
                figures.bots_at_places(sides),
                wide=True,
            )
        )
    found += [
        Section(
            "sources",
            gettext("Where the chips come from"),
            gettext("Chips a deal by what brings and what takes them: together they are what the bot wins."),
            figures.sources(sides),
            wide=True,
        ),
        Section(
            "pools_won",
            gettext("How often a pool is won"),
            gettext("Of all deals. What nobody wins stays for the next."),
            figures.pools_won(sides),
        ),
        Section(
            "pools_left",
            gettext("How high a pool grows"),
            gettext("Chips that a deal leaves in it, on the average and at most."),
            figures.pools_left(sides),
        ),
        Section(
            "betting",
            gettext("The Pochen"),
            "",
            figures.betting(sides),
            note=_stakes(sides),
        ),
    ]
    if any(side["sets"] for side in sides):
        found.append(
            Section(
                "sets",
                gettext("Sets at showdown"),
                gettext("Of the hands that were shown."),
                figures.shown_sets(sides),
            )
        )
    if first["lengths"]["bins"]:
        found.append(
            Section(
                "lengths",
                gettext("How long a deal is"),
                gettext("Actions, from the first word of the betting to the last card."),
                figures.lengths(sides),
                wide=True,
                note=" / ".join(_length(side["lengths"]) for side in sides),
            )
        )
    return found


def _in_pairs(section: Section) -> Section:
    """Both sides of a section side by side, each with its name."""
    names = (gettext("First side"), gettext("Second side"))
    named: list[Figure] = []
    for place, figure in enumerate(section.figures):
        number = figure.number or place + 1
        named.append(replace(figure, number=number, side=names[number - 1]))
    return replace(section, figures=named, wide=True)


def _stakes(sides: Sequence[Row]) -> str:
    means = [row for side in sides for row in side["betting"] if row["what"] == "highest_stake"]
    told = " / ".join(plain(row["value"]) for row in means)
    return gettext("The highest stake of a deal with a bet: %(chips)s chips on the average.") % {
        "chips": told
    }


def _length(found: Row) -> str:
    return gettext(
        "%(mean)s on the average; nine deals in ten take at most %(p90)d, the longest %(longest)s."
    ) % {
        "mean": plain(found["mean"], 1),
        "p90": found["p90"],
        "longest": figures.longest(found),
    }


def _checks(sides: Sequence[Row]) -> list[tuple[str, str]]:
    def added(name: str) -> str:
        return grouped(sum(side["checks"][name] for side in sides))

    return [
        (gettext("Deals"), added("deals")),
        (gettext("tables"), added("tables")),
        (gettext("actions"), added("actions")),
        (gettext("refused by the rules"), added("refused")),
        (gettext("out of balance"), added("unbalanced")),
    ]
