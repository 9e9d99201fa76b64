"""Words of seasons that several pages say: evenings, moves, the rules of a season."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models.people import Player
from tournaments.core.numbers import number, numbers
from tournaments.core.refusals import sentence
from tournaments.core.rules.intervals import Estimate
from tournaments.core.rules.refusals import Invalid, Refusal
from tournaments.events.rules.counting import FIXED, MEAN, NOTHING
from tournaments.seasons.models import Evening, Season, SeasonStanding
from tournaments.seasons.rules import counting, divisions
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.rules.scheme import (
    ALL,
    BY_LIST,
    COUNTBACK,
    DEALS,
    EVEN,
    EVENINGS,
    EVENINGS_WON,
    FULL,
    HALF,
    LAST_EVENING,
    LINEAR,
    LOTS,
    MEMBERS,
    NET,
    NET_ROOT,
    NOT,
    PLAY_OFF,
    POINTS,
    ROOT,
    SCORE,
    SHARED,
    SHARED_TABLES,
    TABLES,
    described,
)

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

MISSED_BY: Final[Mapping[str, Any]] = {
    counting.LATE: _("before they joined"),
    counting.EXCUSED: _("excused"),
    counting.UNEXCUSED: _("missed"),
    counting.ORGANISER: _("organised it"),
    counting.RESERVE: _("reserve"),
    counting.WITHDRAWN: _("had withdrawn"),
}

LABELS: Final[Mapping[str, Any]] = {
    "worth": _("Worth of an evening"),
    "points": _("Points by place"),
    "beyond": _("Points after the list"),
    "among": _("Places count"),
    "planned": _("Planned evenings"),
    "best": _("Best evenings that count"),
    "struck": _("Worst evenings that are struck"),
    "mean_from": _("Evenings for a mean"),
    "decay": _("Old evenings"),
    "bonus": _("Bonus for coming"),
    "least_ranked": _("Minimum for a place"),
    "least_final": _("Minimum for the final"),
    "least_in": _("A minimum counts"),
    "excused": _("Excused absence"),
    "excused_points": _("Points for an excused absence"),
    "unexcused": _("Absence without an excuse"),
    "unexcused_points": _("Points for an absence without an excuse"),
    "organiser": _("Evening of the organiser"),
    "organiser_points": _("Points for the organiser"),
    "ties": _("Tie-breaks"),
    "final": _("People in the final"),
    "carry": _("Taken into the final"),
    "carry_points": _("Points by place for the final"),
    "carry_step": _("Rounding of what is taken along"),
}
"""The switches as forms name them. `seasons.rules.scheme.SWITCHES` explains each in a sentence."""

SWITCH_OF: Final[Mapping[str, str]] = {
    "season_points_missing": "points",
    "season_points_unused": "points",
    "season_best_and_struck": "struck",
    "season_mean_above_best": "mean_from",
    "season_bonus_negative": "bonus",
    "season_final_missing": "final",
    "season_carry_points_missing": "carry_points",
    "season_carry_points_unused": "carry_points",
    "season_carry_step_unknown": "carry_step",
}
"""The switch to change after a refusal that does not name one."""

TIES: Final[Mapping[str, Any]] = {
    EVENINGS_WON: _("evenings won"),
    COUNTBACK: _("the better places"),
    SHARED_TABLES: _("points at shared tables"),
    NET: _("net chips"),
    LAST_EVENING: _("the last evening"),
    PLAY_OFF: _("a play-off"),
    SHARED: _("nothing more: the place is shared"),
    LOTS: _("lots at the end"),
}

WORTHS: Final[Mapping[str, tuple[Any, Any]]] = {
    LINEAR: (_("Place, in equal steps"), _("The first of an evening gets 1000 points, the last 0.")),
    POINTS: (_("Points by place"), _("You write the list: so many for the first place, and so on.")),
    ROOT: (_("Place, by roots"), _("A good place counts more among many people than among few.")),
    TABLES: (_("Places at the tables"), _("The sum of the places at the tables: from 1 down to 0 at each.")),
    SCORE: (_("The score of the evening"), _("Chips or points, just as the evening counts them.")),
    EVEN: (_("Evened chips"), _("Chips, comparable between tables of different sizes.")),
    NET_ROOT: (_("Root of the chips"), _("One lucky evening does not decide the season.")),
}
"""The name and a sentence of each way to make an evening worth something."""

AMONG: Final = ((ALL, _("among all who played")), (MEMBERS, _("among the members of the season alone")))

LEAST_IN: Final = ((EVENINGS, _("evenings")), (DEALS, _("deals")))

ABSENCES: Final = (
    (NOTHING, _("nothing")),
    (MEAN, _("one's own mean")),
    (FIXED, _("a fixed number of points")),
)

CARRIES: Final = (
    (NOT, _("nothing: everybody starts at 0")),
    (HALF, _("half of their points")),
    (FULL, _("all their points")),
    (BY_LIST, _("points by their place")),
)

EXACT: Final = re.compile(r"-?[\d.]+( -?[\d.]+)*")
"""Exact numbers as rules write them (`seasons.rules.exact.written`)."""


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
    """A share in per cent with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    ends = {"mean": estimate.mean, "low": estimate.low or 0, "high": estimate.high or 0}
    share = gettext("%(share)d %%")
    return _between({name: share % {"share": round(100 * value)} for name, value in ends.items()})


def _between(ends: Mapping[str, str]) -> str:
    return gettext("%(mean)s (%(low)s to %(high)s)") % ends


def short_tables(season: Season, newest: SeasonStanding, most: int) -> list[dict[str, Any]]:
    """The first `most` lines of each table, for the wall and for other web sites (two queries at most)."""
    shown = [
        sorted(each["lines"], key=lambda line: line["final"] or len(each["lines"]) + 1)[:most]
        for each in newest.tables
    ]
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


def scheme_lines(season: Season) -> list[str]:
    """The rules of a season, a sentence each."""
    names = {tie: str(name) for tie, name in TIES.items()}
    return [
        sentence(Invalid("", template, **_in_figures(params)), names).strip()
        for template, params in described(read_scheme(season.scheme))
    ]


def refusal_of_scheme(error: Refusal) -> tuple[str, str]:
    """The switch to change after a refusal of a scheme, and its sentence with the labels of a form."""
    params = dict(error.params)
    switch = SWITCH_OF.get(error.code, "")
    if (name := str(params.get("name"))) in LABELS:
        switch, params["name"] = name, str(LABELS[name])
    if (reason := str(params.get("reason"))) in LABELS:
        switch, params["reason"] = f"{reason}_points", str(LABELS[reason])
    if error.code == "tie_break_twice":
        switch, params["name"] = "ties", str(TIES.get(name, name))
    return switch, sentence(Invalid(error.code, error.sentence, **_in_figures(params)))


def _in_figures(params: Mapping[str, Any]) -> dict[str, Any]:
    """Params in which exact numbers, such as "10 7.5 -1", are written as people do."""
    return {
        name: " ".join(number(Decimal(part), 3) for part in value.split())
        if isinstance(value, str) and EXACT.fullmatch(value)
        else value
        for name, value in params.items()
    }


def worth_choices() -> list[tuple[str, str, str]]:
    """What an evening can be worth: the value, a name and a sentence of each."""
    return [(value, str(name), str(about)) for value, (name, about) in WORTHS.items()]
