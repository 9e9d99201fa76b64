"""The next steps of the directors of a season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.rules.statuses import EventStatus
from tournaments.seasons.models.seasons import Evening, EveningKind, Season
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.verbs.days import counts_now
from tournaments.seasons.words.table import Shows, title_of


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
