"""The numbers of a person, and the charts: form, ratings, and chips by part of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.words.charts import Chart, Value, dots, percent, rem, scale_of
from tournaments.events.words.games import preset_name
from tournaments.ratings.models import Rating
from tournaments.seasons.verbs.figures import BestDeal, Opponent, PartOfGame
from tournaments.seasons.verbs.results import EveningResult
from tournaments.seasons.words import chips_text
from tournaments.standings.words.crosstable import PART_NAMES

TOP: Final = 1.0
HIGH: Final = 9.0
"""Rems above a chart, and of the chart itself (`person_chart.html`)."""
MEDALS: Final = 3
IN_CHART: Final = 20
"""A chart has so many evenings, the newest ones."""


def numbers_of(
    evenings: Sequence[EveningResult], met: Sequence[Opponent], deals: Sequence[BestDeal]
) -> list[tuple[str, int]]:
    """The five numbers of a person, each with what it counts; none before the first evening."""
    if not evenings:
        return []
    pots = [deal.value for deal in deals if deal.kind == "pot"]
    places = [each.place for each in evenings if each.place is not None]
    return [
        (pgettext("in general", "Evenings"), len(evenings)),
        (pgettext("of a person", "Won"), places.count(1)),
        (_("Among the first three"), sum(place <= MEDALS for place in places)),
        (_("Opponents"), len(met)),
        (_("Largest pot"), max(pots, default=0)),
    ]


def form_chart(results: Sequence[EveningResult]) -> list[dict[str, Any]]:
    """The chart of the newest evenings with a place: the first place is on top, the last below."""
    return _chart(
        _("Form: the place on each evening"),
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
        top=1,
        bottom=pgettext("of the places", "last"),
    )


def rating_charts(curves: Mapping[tuple[str, str], Sequence[Rating]]) -> list[dict[str, Any]]:
    """The curves of somebody's ratings, for each club and rule family."""
    charts = []
    for (club, family), rows in curves.items():
        now = rows[-1].strength
        caption = _("Rating: %(points)d ± %(around)d") % {"points": now.points, "around": now.around}
        if len(curves) > 1:
            which = {"rating": caption, "club": club, "game": preset_name(family)}
            caption = _("%(rating)s at %(club)s, %(game)s") % which
        if now.is_provisional:
            caption = _("%(rating)s (provisional)") % {"rating": caption}
        shown = [(row.strength.points, row.event.name) for row in rows]
        low, high = min(shown)[0], max(shown)[0]
        charts += _chart(
            caption,
            _("From the oldest evening on the left to the newest, between %(low)d and %(high)d points.")
            % {"low": low, "high": high},
            [((points - low) / max(high - low, 1), f"{event}: {points}") for points, event in shown],
            top=high,
            bottom=low,
        )
    return charts


def _chart(
    caption: str, about: str, shown: Sequence[tuple[float, str]], *, top: int, bottom: int | str
) -> list[dict[str, Any]]:
    """A line through heights from 0 to 1 with their words, from the oldest on; none with fewer than two.

    top, bottom: what stands beside the highest and the lowest line.
    """
    if len(shown) < 2:
        return []
    step = 82 / (len(shown) - 1)
    points = [
        {"x": percent(16 + step * index), "y": rem(TOP + HIGH * (1 - height)), "words": words}
        for index, (height, words) in enumerate(shown)
    ]
    chart = {"caption": caption, "about": about, "points": points, "top": top, "bottom": bottom}
    return [chart | {"lines": list(pairwise(points))}]


def parts_chart(parts: Sequence[PartOfGame]) -> Chart:
    """The parts of the game as a chart: of the person, then of everybody."""
    values = [
        Value(name, chips_text(of), of.mean, of.low, of.high)
        for part in parts
        for name, of in ((str(PART_NAMES[part.name]), part.own), (_("everybody"), part.all))
    ]
    ends = [end for value in values for end in (value.value, value.low, value.high, 0.0)]
    return dots(values, scale_of(ends))
