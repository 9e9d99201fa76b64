"""Words of seasons that several pages say: moves, absences, tie-breaks, chips and shares, short tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Player
from tournaments.core.numbers import number, numbers
from tournaments.core.rules.means import Estimate
from tournaments.core.rules.refusals import LAST_OF_SEVERAL, listed
from tournaments.events.rules.counting import FIXED, NOTHING
from tournaments.seasons.models import Evening, Season, SeasonStanding
from tournaments.seasons.rules import counting, divisions
from tournaments.seasons.rules.scheme import ABSENT, CARRIES, DEALS, TIES, Scheme
from tournaments.seasons.verbs.tables import in_final_order

MOVES: Final[Mapping[str, Any]] = {
    divisions.UP: _("goes up"),
    divisions.DOWN: _("goes down"),
    divisions.STAYS: _("stays"),
    divisions.LEAVES: _("leaves"),
    divisions.NEW: _("is new"),
    divisions.SLIDES_UP: _("goes up, because somebody leaves"),
    divisions.SPARED: _("stays, because somebody leaves"),
    divisions.WON: _("won the play-off and goes up"),
    divisions.LOST: _("lost the play-off and goes down"),
}

ARROWS: Final[Mapping[str, str]] = {
    **dict.fromkeys((divisions.UP, divisions.SLIDES_UP, divisions.WON), "\N{UPWARDS ARROW}"),
    **dict.fromkeys((divisions.DOWN, divisions.LOST), "\N{DOWNWARDS ARROW}"),
}
"""The arrow of a move that leads to another division."""

MISSED_BY: Final[Mapping[str, Any]] = {
    counting.LATE: _("before they joined"),
    counting.EXCUSED: _("excused"),
    counting.UNEXCUSED: _("missed"),
    counting.ORGANISER: _("organised it"),
    counting.RESERVE: _("reserve"),
    counting.WITHDRAWN: _("had withdrawn"),
}


def title_of(evening: Evening, *, shows: bool) -> str:
    """The name of an evening; its number for who may not see its event."""
    if shows:
        return evening.event.name
    return gettext("Evening %(number)d") % {"number": evening.number}


def chips_text(estimate: Estimate) -> str:
    """A number of chips with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    if estimate.low is None or estimate.high is None:
        return number(estimate.mean, plus=True)
    ends = {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}
    return _between({name: number(value, plus=True) for name, value in ends.items()})


def share_text(estimate: Estimate) -> str:
    """A share in per cent."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    return gettext("%(share)d%%") % {"share": round(100 * estimate.mean)}


def _between(ends: Mapping[str, str]) -> str:
    return gettext("%(mean)s (%(low)s to %(high)s)") % ends


def short_tables(season: Season, newest: SeasonStanding, most: int) -> list[dict[str, Any]]:
    """The first `most` lines of each table, for the wall and for other web sites (two queries at most)."""
    shown = [in_final_order(each)[:most] for each in newest.tables]
    players = Player.objects.filter(pk__in=[line["player"] for lines in shown for line in lines])
    names = {str(pk): name for pk, name in players.values_list("pk", "public_name")}
    divisions = {}
    if any(each["division"] for each in newest.tables):
        divisions = {str(pk): name for pk, name in season.divisions.values_list("pk", "name")}
    return [
        {
            "season": season,
            "division": divisions.get(each["division"] or "", ""),
            "lines": [
                {
                    "place": line["final"] or line["place"],
                    "name": names[line["player"]],
                    "score": score,
                    "attended": line["attended"],
                }
                for line, score in zip(lines, numbers([line["score"] for line in lines]), strict=True)
                if line["player"] in names
            ],
            "more": len(each["lines"]) - len(lines),
            "after_final": any(line["final"] for line in each["lines"]),
        }
        for each, lines in zip(newest.tables, shown, strict=True)
    ]


def thousandths(points: int | Iterable[int]) -> str:
    """Write thousandths as points for people, with spaces between several of them."""
    listed = [points] if isinstance(points, int) else points
    return " ".join(number(Decimal(each) / 1000, 3) for each in listed)


def absences(scheme: Scheme) -> list[tuple[str, str]]:
    """What an absence is worth, of each kind that is worth anything: its name and the worth in words."""
    kinds = {
        "excused": gettext("Excused absence"),
        "unexcused": gettext("Absence without an excuse"),
        "organiser": gettext("Whoever organises the evening"),
    }
    in_points = gettext("%(number)s points")
    return [
        (title, in_points % {"number": thousandths(points)} if worth == FIXED else gettext(ABSENT[worth]))
        for kind, title in kinds.items()
        for worth, points in [(getattr(scheme, kind), getattr(scheme, f"{kind}_points"))]
        if worth != NOTHING
    ]


def least(scheme: Scheme, purpose: str) -> str:
    """How much somebody must have played for a place (``ranked``) or for the ``final``: "3 evenings"."""
    count = getattr(scheme, f"least_{purpose}") or 0
    if scheme.least_in == DEALS:
        return ngettext("%(deals)s deal", "%(deals)s deals", count) % {"deals": count}
    return ngettext("%(count)s evening", "%(count)s evenings", count) % {"count": count}


def carries(scheme: Scheme) -> str:
    """What finalists take along."""
    return gettext(CARRIES[scheme.carry])


def ties(names: Iterable[str]) -> str:
    """The tie-breaks of a scheme, as a list in words."""
    return listed([gettext(TIES[tie]) for tie in names], gettext(LAST_OF_SEVERAL))
