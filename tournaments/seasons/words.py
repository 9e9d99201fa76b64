"""Words of seasons that several pages say: evenings, moves, the rules of a season."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
from tournaments.seasons.rules import scheme as switches
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.rules.scheme import SWITCHES, described

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
    switches.EVENINGS_WON: _("evenings won"),
    switches.COUNTBACK: _("the better places"),
    switches.SHARED_TABLES: _("points at shared tables"),
    switches.NET: _("net chips"),
    switches.LAST_EVENING: _("the last evening"),
    switches.PLAY_OFF: _("a play-off"),
    switches.SHARED: _("nothing more: the place is shared"),
    switches.LOTS: _("lots at the end"),
}

WORTHS: Final[Mapping[str, tuple[Any, Any]]] = {
    switches.LINEAR: (_("Place, in equal steps"), _("The first of an evening gets 1000 points, the last 0.")),
    switches.POINTS: (_("Points by place"), _("You write the list: so many for the first place, and so on.")),
    switches.ROOT: (_("Place, by roots"), _("A good place counts more among many people than among few.")),
    switches.TABLES: (
        _("Places at the tables"),
        _("The sum of the places at the tables: from 1 down to 0 at each."),
    ),
    switches.SCORE: (_("The score of the evening"), _("Chips or points, just as the evening counts them.")),
    switches.EVEN: (_("Evened chips"), _("Chips, comparable between tables of different sizes.")),
    switches.NET_ROOT: (_("Root of the chips"), _("One lucky evening does not decide the season.")),
}
"""The name and a sentence of each way to make an evening worth something."""

ABSENCES: Final = (
    (NOTHING, _("nothing")),
    (MEAN, _("one's own mean")),
    (FIXED, _("a fixed number of points")),
)

CHOICES: Final[Mapping[str, Sequence[tuple[str, Any]]]] = {
    "worth": [(value, name) for value, (name, _about) in WORTHS.items()],
    "among": [
        (switches.ALL, _("among all who played")),
        (switches.MEMBERS, _("among the members of the season alone")),
    ],
    "least_in": [(switches.EVENINGS, _("evenings")), (switches.DEALS, _("deals"))],
    "excused": ABSENCES,
    "unexcused": ABSENCES,
    "organiser": ABSENCES,
    "carry": [
        (switches.NOT, _("nothing: everybody starts at 0")),
        (switches.HALF, _("half of their points")),
        (switches.FULL, _("all their points")),
        (switches.BY_LIST, _("points by their place")),
    ],
}
"""The values of each switch that has some, as forms name them."""

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
    if (name := str(params.get("name"))) in SWITCHES:
        switch, params["name"] = name, gettext(SWITCHES[name]["label"])
    if (reason := str(params.get("reason"))) in SWITCHES:
        switch, params["reason"] = f"{reason}_points", gettext(SWITCHES[reason]["label"])
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
