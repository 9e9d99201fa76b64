"""Words of seasons that several pages say: evenings, moves, the rules of a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Player
from tournaments.core.numbers import number, numbers
from tournaments.core.rules.means import Estimate
from tournaments.core.rules.refusals import LAST_OF_SEVERAL, listed
from tournaments.events.rules.counting import FIXED, MEAN, NOTHING
from tournaments.seasons.models import Evening, Season, SeasonStanding
from tournaments.seasons.rules import counting, divisions
from tournaments.seasons.rules import scheme as switches
from tournaments.seasons.rules.scheme import Scheme

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


_WORTH: Final[Mapping[str, Any]] = {
    switches.POINTS: _("Places make points: %(points)s, then %(beyond)s for each further place."),
    switches.LINEAR: _("The first of an evening gets 1000 points, the last 0, the others in equal steps."),
    switches.ROOT: _(
        "A place is worth 10 times the root of the number of people, divided by the root of the place."
    ),
    switches.TABLES: _("An evening is worth the sum of the place points at its tables, from 1 down to 0."),
    switches.EVEN: _("An evening is worth the chips won, comparable between tables of different sizes."),
    switches.NET_ROOT: _("An evening is worth the square root of the chips won, with its sign."),
    switches.SCORE: _("An evening is worth the score in its own standing."),
}
_ABSENCE: Final[Mapping[tuple[str, str], Any]] = {
    ("excused", NOTHING): _("An excused absence is worth nothing."),
    ("excused", MEAN): _("An excused absence is worth one's own mean."),
    ("excused", FIXED): _("Points for an excused absence: %(points)s."),
    ("unexcused", NOTHING): _("An absence without an excuse is worth nothing."),
    ("unexcused", MEAN): _("An absence without an excuse is worth one's own mean."),
    ("unexcused", FIXED): _("Points for an absence without an excuse: %(points)s."),
    ("organiser", NOTHING): _("Whoever organises an evening gets nothing for it."),
    ("organiser", MEAN): _("Whoever organises an evening gets their own mean for it."),
    ("organiser", FIXED): _("Points for whoever organises an evening: %(points)s."),
}
_CARRY: Final[Mapping[str, Any]] = {
    switches.FULL: _("Finalists take all their points into the final."),
    switches.HALF: _("Finalists take half of their points into the final."),
    switches.BY_LIST: _("Finalists take points by their place into the final: %(points)s."),
    switches.NOT: _("The final starts at 0 for everybody."),
}


def in_points(*thousandths: int) -> str:
    """Write thousandths as points for people, with spaces between several of them."""
    return " ".join(number(Decimal(value) / 1000, 3) for value in thousandths)


def scheme_lines(season: Season) -> list[str]:
    """The rules of a season, a sentence each."""
    scheme = Scheme.read(season.scheme)
    points, beyond = in_points(*scheme.points), in_points(scheme.beyond)
    said = [_WORTH[scheme.worth] % {"points": points, "beyond": beyond}]
    if scheme.among == switches.MEMBERS:
        said.append(
            gettext(
                "Places count among the members alone, without guests; with divisions, within each division."
            )
        )
    said += [*_counting(scheme), *_attendance(scheme)]
    ties = listed([gettext(switches.TIES[tie]) for tie in scheme.ties], gettext(LAST_OF_SEVERAL))
    said.append(gettext("Equal points are separated by: %(ties)s.") % {"ties": ties})
    if scheme.final is not None:
        said.append(gettext("People who play the final: %(final)d.") % {"final": scheme.final})
        said.append(_CARRY[scheme.carry] % {"points": in_points(*scheme.carry_points)})
    return said


def _counting(scheme: Scheme) -> Iterator[str]:
    if scheme.best is not None and scheme.planned is not None:
        numbers = {"best": scheme.best, "planned": scheme.planned}
        yield gettext("Evenings that count: the best %(best)d of %(planned)d.") % numbers
    elif scheme.best is not None:
        yield gettext("Evenings that count: the best %(best)d.") % {"best": scheme.best}
    elif scheme.struck is not None:
        yield gettext("Worst evenings that are struck: %(struck)d.") % {"struck": scheme.struck}
    else:
        yield gettext("All evenings count.")
    if scheme.mean_from is not None:
        mean = gettext("The score is their mean. Evenings that are missing to %(mean)d count 0.")
        yield mean % {"mean": scheme.mean_from}
    for days, factor in scheme.decay:
        aged = gettext("Of an evening of more than %(days)d days ago, %(factor)s counts.")
        yield aged % {"days": days, "factor": str(factor)}


def _attendance(scheme: Scheme) -> Iterator[str]:
    if scheme.bonus:
        bonus = in_points(scheme.bonus)
        yield gettext("Points for each evening that somebody attends: %(bonus)s.") % {"bonus": bonus}
    for reason in switches.ABSENCES:
        worth, fixed = scheme.of_absence(reason)
        yield _ABSENCE[reason, worth] % {"points": in_points(fixed or 0)}
    in_deals = scheme.least_in == switches.DEALS
    if scheme.least_ranked is not None:
        sentence = gettext("Evenings that somebody needs for a place: %(least)d.")
        if in_deals:
            sentence = gettext("Deals that somebody needs for a place: %(least)d.")
        yield sentence % {"least": scheme.least_ranked}
    if scheme.least_final is not None:
        sentence = gettext("Evenings that somebody needs for the final: %(least)d.")
        if in_deals:
            sentence = gettext("Deals that somebody needs for the final: %(least)d.")
        yield sentence % {"least": scheme.least_final}
