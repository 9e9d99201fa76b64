"""What people need in a season, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.numbers import counted_as, number
from tournaments.core.rules.intervals import Estimate
from tournaments.core.rules.statuses import EventStatus
from tournaments.seasons.models import Evening, EveningKind, Season
from tournaments.seasons.rules.needs import Need
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.verbs.checks import counts_now
from tournaments.seasons.verbs.finals import LastEvening
from tournaments.seasons.words.table import Reader, Shows, title_of
from tournaments.standings.words.forecasts import chance_in_words


def chips_text(estimate: Estimate) -> str:
    """A number of chips with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    if estimate.low is None or estimate.high is None:
        return number(estimate.mean, plus=True)
    return _("%(mean)s (%(low)s to %(high)s)") % {
        "mean": number(estimate.mean, plus=True),
        "low": number(estimate.low, plus=True),
        "high": number(estimate.high, plus=True),
    }


def share_text(estimate: Estimate) -> str:
    """A share in per cent with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    values = {"mean": estimate.mean, "low": estimate.low or 0, "high": estimate.high or 0}
    return _("%(mean)s (%(low)s to %(high)s)") % {
        name: _("%(share)d %%") % {"share": round(100 * value)} for name, value in values.items()
    }


@dataclass(frozen=True)
class NeedLine:
    """One person and what they need. chance: to reach the goal; empty if nothing can be told."""

    name: str
    what: str
    chance: str = ""


@dataclass(frozen=True)
class LastNight:
    """The last evening of a table: a heading, a sentence about it, and a line for each of the first ones."""

    division: str
    title: str
    about: str
    lines: Sequence[NeedLine]


def last_night(last: LastEvening, reader: Reader) -> LastNight:
    """The last evening in words."""
    name = title_of(last.evening, shows=reader.shows(last.evening))
    title = (
        _("What the first ten need to reach the final") if last.final else _("What the first ten need to win")
    )
    by_place = last.people is not None
    if by_place:
        about = _("If %(evening)s is the last evening, as long as the director changes nothing.")
    else:
        about = _("If %(evening)s is the last evening. Points are counted from the one at the line.")
    lines = [
        NeedLine(
            reader.name(need.person),
            _by_place(last, need) if by_place else _by_points(need),
            _chance(last, need),
        )
        for need in last.needs
    ]
    division = "" if last.division is None else last.division.name
    return LastNight(division, title, about % {"evening": name}, lines)


def _chance(last: LastEvening, need: Need) -> str:
    """The chance; empty where nothing can be told, or where the need says that it is certain."""
    share = last.chances.get(need.person)
    is_certain = need.sure == last.people or (last.people is not None and need.possible is None)
    if share is None or is_certain:
        return ""
    return _("Chance: %(chance)s.") % {"chance": chance_in_words(share)}


def _by_points(need: Need) -> str:
    missing = need.missing
    if missing > 0:
        return ngettext(
            "%(points)s point is missing.", "%(points)s points are missing.", counted_as(missing)
        ) % {"points": number(missing)}
    return ngettext(
        "Is there now, %(points)s point ahead.",
        "Is there now, %(points)s points ahead.",
        counted_as(-missing),
    ) % {"points": number(-missing)}


def _by_place(last: LastEvening, need: Need) -> str:
    sure, possible = need.sure, need.possible
    places = {"sure": sure, "possible": possible}
    if possible is None:
        return _("Out of reach.")
    if sure == last.people:
        return _("Any place is enough.")
    if sure is None and possible == 1:
        return _("Must win the evening, and the others do badly enough.")
    if sure is None:
        return _("Place %(possible)d or better, if the others do badly enough.") % places
    if need.alone:
        enough = _("Place %(sure)d, not shared, is enough.")
    elif sure == 1:
        enough = _("Winning the evening is enough.")
    else:
        enough = _("Place %(sure)d is enough.")
    sentences = [enough]
    if possible == last.people:
        sentences.append(_("Else it depends on the others."))
    elif possible > sure:
        sentences.append(_("Down to place %(possible)d it depends on the others."))
    return " ".join(sentences) % places


@dataclass(frozen=True)
class Step:
    """One step: a heading, a sentence, and a link, or a button that does it."""

    what: str
    why: str
    label: str
    url: str
    post: bool = False
    urgent: bool = False


def steps_of(
    season: Season, evenings: Sequence[Evening], members: int, following: Season | None, shows: Shows
) -> list[Step]:
    """What a director does next, the most urgent first. shows: which events the director may know."""
    if season.is_over:
        return _afterwards(season, following)
    if season.is_planned:
        return _before(season, evenings, members)
    return _meanwhile(season, evenings, shows)


def _before(season: Season, evenings: Sequence[Evening], members: int) -> list[Step]:
    ref = [season.ref]
    steps = []
    if not evenings:
        steps.append(
            Step(
                _("No evening counts yet"),
                _("Choose the events of this season. You can add more at any time."),
                _("Choose the evenings"),
                reverse("manage_evenings", args=ref),
                urgent=True,
            )
        )
    if not members and not season.enrols:
        steps.append(
            Step(
                _("Nobody is a member yet"),
                _("Choose who plays, or let everybody who plays become a member."),
                _("Choose the members"),
                reverse("season_members", args=ref),
                urgent=True,
            )
        )
    start = Step(
        _("Start the season"),
        _("Its rules are frozen then. Evenings that are over count at once."),
        _("Start the season"),
        reverse("start_season", args=ref),
        post=True,
        urgent=not steps,
    )
    steps.append(start)
    if season.status == "draft":
        steps.append(
            Step(
                _("Announce the season"),
                _("Others see a draft only when it is announced. Its rules can still change then."),
                _("Announce it"),
                reverse("open_season", args=ref),
                post=True,
            )
        )
    return steps


def _meanwhile(season: Season, evenings: Sequence[Evening], shows: Shows) -> list[Step]:
    ref = [season.ref]
    playing = [evening for evening in evenings if evening.event.status == EventStatus.RUNNING]
    waiting = [
        evening
        for evening in evenings
        if evening.kind != EveningKind.FRIENDLY and evening.event.status != EventStatus.FINISHED
    ]
    finals = [evening for evening in evenings if evening.kind == EveningKind.FINAL]
    scheme = read_scheme(season.scheme)
    has_final = scheme.final is not None
    counting = {evening.number for evening in evenings if evening.kind == EveningKind.COUNTING}
    are_missing = scheme.planned is not None and len(counting) < scheme.planned
    steps = [
        Step(
            _("%(event)s is being played") % {"event": title_of(evening, shows=shows(evening))},
            _("Note at the door who is excused. When the evening is finished, it counts by itself."),
            _("Absences"),
            reverse("absences", args=[evening.pk]),
        )
        for evening in playing[:3]
    ]
    if waiting:
        count = len(waiting)
        steps.append(
            Step(
                ngettext("%(count)d evening is to come", "%(count)d evenings are to come", count)
                % {"count": count},
                _("The next one is %(event)s.") % {"event": title_of(waiting[0], shows=shows(waiting[0]))},
                _("The evenings"),
                reverse("manage_evenings", args=ref),
            )
        )
        return steps
    if has_final and not finals:
        steps.append(
            Step(
                _("The final"),
                _("The rules of this season have a final. Add its event as the final."),
                _("Choose the event"),
                reverse("manage_evenings", args=ref),
                urgent=True,
            )
        )
    if not are_missing and any(counts_now(evening) for evening in evenings):
        steps.append(
            Step(
                _("All evenings are over"),
                _("Look at the end of the season: who goes up and down, before anything happens."),
                _("Look at the end"),
                reverse("end_season", args=ref),
                urgent=not (has_final and not finals),
            )
        )
    steps.append(
        Step(
            _("More evenings"),
            _("Add the next events, also those that are not planned in detail yet."),
            _("Choose the evenings"),
            reverse("manage_evenings", args=ref),
            urgent=are_missing or not evenings,
        )
    )
    return steps


def _afterwards(season: Season, following: Season | None) -> list[Step]:
    steps = [
        Step(
            _("The season is finished"),
            _("Its honours stay as they were announced, also if a deal is corrected later."),
            _("Print the table"),
            reverse("season_to_print", args=[season.ref]),
        )
    ]
    if following is not None:
        steps.insert(
            0,
            Step(
                _("%(season)s is prepared") % {"season": following.name},
                _("It has the same rules, and its members are in their new divisions. Choose its evenings."),
                _("Go to the next season"),
                reverse("manage_season", args=[following.ref]),
                urgent=True,
            ),
        )
    return steps
