"""What a person has played, in words and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.numbers import counted_as, number
from tournaments.core.rules.means import Estimate
from tournaments.core.words.charts import Rows, Value, dots, percent, rem, scale_of
from tournaments.events.words.games import preset_name
from tournaments.ratings.models import Rating
from tournaments.seasons.verbs.figures import BestDeal, Opponent, PartOfGame
from tournaments.seasons.verbs.results import EveningResult, SeasonResult
from tournaments.seasons.words import MOVES, chips_text, share_text
from tournaments.standings.words.crosstable import PART_NAMES

HIGH: Final = 9.0
"""Rems of a chart, without the space around it."""
ABOVE: Final = 1.0
IN_CHART: Final = 20
"""A chart has so many evenings, the newest ones."""

ENOUGH_TABLES: Final = 5
"""With fewer tables the interval of a difference in chips says nothing."""

DEALS: Final = {
    "pot": gettext_lazy("Largest pots"),
    "four": gettext_lazy("Four of a kind"),
    "pools": gettext_lazy("Most pools in one deal"),
}


@dataclass(frozen=True)
class Point:
    """An evening in a chart. words: for who cannot see it."""

    x: str
    y: str
    words: str


@dataclass(frozen=True)
class Chart:
    """A line from the oldest to the newest evening."""

    caption: str
    about: str
    height: str
    top: str
    middle: str
    foot: str
    points: Sequence[Point]
    lines: Sequence[tuple[Point, Point]]


def form_chart(results: Sequence[EveningResult]) -> list[Chart]:
    """The chart of the newest evenings with a place: the first place is on top, the last below."""
    return _chart(
        _("Form: the place among all people of each evening"),
        _(
            "From the oldest evening on the left to the newest. The first place is on top, the last below. "
            "The list has the same places."
        ),
        [
            (
                each.form,
                _("%(event)s: place %(place)d of %(people)d")
                % {"event": each.event.name, "place": each.place or 0, "people": each.people},
            )
            for each in reversed([each for each in results if each.form is not None][:IN_CHART])
            if each.form is not None
        ],
    )


def rating_charts(curves: Mapping[tuple[str, str], Sequence[Rating]]) -> list[Chart]:
    """The curves of somebody's ratings, for each club and rule family."""
    charts = []
    for (club, family), rows in curves.items():
        now = rows[-1].strength
        caption = _("Rating at %(club)s, %(game)s: %(points)d ± %(around)d") % {
            "club": club,
            "game": preset_name(family),
            "points": now.points,
            "around": now.around,
        }
        if now.is_provisional:
            caption = _("%(rating)s (provisional)") % {"rating": caption}
        shown = [(row.strength.points, row.event.name) for row in rows]
        low, high = min(shown)[0], max(shown)[0]
        charts += _chart(
            caption,
            _("From the oldest evening on the left to the newest, between %(low)d and %(high)d points.")
            % {"low": low, "high": high},
            [((points - low) / max(high - low, 1), f"{event}: {points}") for points, event in shown],
        )
    return charts


def _chart(caption: str, about: str, shown: Sequence[tuple[float, str]]) -> list[Chart]:
    """A chart of heights from 0 to 1 with their words, from the oldest on; none with fewer than two."""
    if len(shown) < 2:
        return []
    points = [
        Point(percent(5 + 90 * index / (len(shown) - 1)), rem(ABOVE + HIGH * (1 - height)), words)
        for index, (height, words) in enumerate(shown)
    ]
    return [
        Chart(
            caption,
            about,
            height=rem(HIGH + 2 * ABOVE),
            top=rem(ABOVE),
            middle=rem(ABOVE + HIGH / 2),
            foot=rem(ABOVE + HIGH),
            points=points,
            lines=list(pairwise(points)),
        )
    ]


@dataclass(frozen=True)
class SeasonOfPerson:
    """A season in a list. place, points: in words."""

    result: SeasonResult
    place: str
    points: str
    move: str


def season_lines(results: Sequence[SeasonResult]) -> list[SeasonOfPerson]:
    """The seasons of a person in words."""
    lines = []
    for each in results:
        place = ""
        if each.place is not None:
            place = _("place %(place)d of %(people)d") % {"place": each.place, "people": each.people}
        points = ""
        if each.points is not None:
            each_points = Fraction(each.points, 1000)
            points = ngettext("%(points)s point", "%(points)s points", counted_as(each_points, 0))
            points = points % {"points": number(each_points, 0)}
        move = str(MOVES[each.move]) if each.move and each.division else ""
        lines.append(SeasonOfPerson(each, place, points, move))
    return lines


@dataclass(frozen=True)
class PartLine:
    """A part of the game: chips in each deal of the person and of all people, with their intervals."""

    name: str
    own: str
    everybody: str


@dataclass(frozen=True)
class Parts:
    """The parts of the game as a chart and as lines."""

    chart: Rows
    lines: Sequence[PartLine]


def parts_of(parts: Sequence[PartOfGame]) -> Parts | None:
    """The parts of the game that anybody had chips in; None before the first deal."""
    shown = [part for part in parts if part.own.mean is not None and (part.own.mean or part.all.mean)]
    if not shown:
        return None
    values = []
    for part in shown:
        name = str(PART_NAMES[part.name])
        values.append(Value(name, chips_text(part.own), part.own.mean, part.own.low, part.own.high))
        values.append(Value(_("everybody"), chips_text(part.all), part.all.mean, part.all.low, part.all.high))
    ends = [end for value in values for end in (value.value, value.low, value.high, 0.0)]
    lines = [
        PartLine(str(PART_NAMES[part.name]), chips_text(part.own), chips_text(part.all)) for part in shown
    ]
    return Parts(dots(values, scale_of(ends)), lines)


@dataclass(frozen=True)
class OpponentLine:
    """Somebody met, with how often one was ahead and by how many chips."""

    opponent: Opponent
    ahead: str
    difference: str


def opponent_lines(opponents: Sequence[Opponent]) -> list[OpponentLine]:
    """The opponents in words."""
    lines = []
    for each in opponents:
        shown = each.difference
        if each.tables < ENOUGH_TABLES:
            shown = Estimate(shown.mean)
        lines.append(OpponentLine(each, share_text(each.ahead), chips_text(shown)))
    return lines


@dataclass(frozen=True)
class BestLine:
    """One of the best deals. what: its value in words."""

    deal: BestDeal
    what: str


def best_lines(deals: Sequence[BestDeal]) -> list[tuple[str, list[BestLine]]]:
    """The best deals by kind, each kind with its heading."""
    kinds: dict[str, list[BestLine]] = {}
    for deal in deals:
        if deal.kind == "pools":
            what = _("%(count)s pools") % {"count": number(deal.value)}
        else:
            what = _("%(count)s chips") % {"count": number(deal.value)}
        kinds.setdefault(deal.kind, []).append(BestLine(deal, what))
    return [(str(DEALS[kind]), lines) for kind, lines in kinds.items()]
