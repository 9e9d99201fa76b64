"""The calendar of a season, and the records of a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access import club_for_viewer, not_found
from tournaments.clubs.models.people import Player
from tournaments.clubs.pages.frame import club_frame, clubs_of_user, refs_of
from tournaments.core.numbers import number
from tournaments.core.pages.common import actor_of, attempt, members_act, page, show
from tournaments.events.access import event_for_scorer
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.pages.kept import kept
from tournaments.events.verbs import replies
from tournaments.events.verbs.arrivals import answer_as_member
from tournaments.seasons.access import season_for_viewer
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.pages.frame import season_frame, shows
from tournaments.seasons.verbs.checks import counts_now
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.seasons.verbs.figures import club_records, events_with_records
from tournaments.seasons.words.ending import record_lines
from tournaments.seasons.words.table import title_of


@dataclass(frozen=True)
class CalendarLine:
    """An evening in the calendar. answer: of the visitor's own player; asks: whether they can answer now."""

    evening: Evening
    title: str
    link: str
    is_over: bool
    answer: str
    asks: bool
    signs_up: bool

    @property
    def weight(self) -> str:
        """The weight as people write it."""
        return number(self.evening.weight, 3)


@page
@kept()
def season_evenings(request: HttpRequest, season_ref: str) -> HttpResponse:
    """All evenings in their order. A member says at each whether they come."""
    season = season_for_viewer(actor_of(request), season_ref)
    frame = season_frame(request, season, "evenings")
    evenings = list(evenings_of(season).defer("worth__data"))
    return show(request, "seasons/evenings.html", frame | {"lines": _lines(request, evenings)})


@members_act
def answer_evening(request: HttpRequest, season_ref: str, event_ref: str) -> HttpResponse:
    """ "I come" or "I cannot", for the player of the user."""
    season: Season = season_for_viewer(actor_of(request), season_ref)
    event = event_for_scorer(actor_of(request), event_ref)
    if not Evening.objects.filter(season=season, event=event).exists():
        raise not_found()
    comes = request.POST.get("comes") == "yes"
    attempt(
        request,
        lambda: answer_as_member(event, actor_of(request), comes=comes),
        _("Your answer is saved."),
    )
    return redirect("season_evenings", season.ref)


def _lines(request: HttpRequest, evenings: Sequence[Evening]) -> list[CalendarLine]:
    may_see = shows(request)
    events = [evening.event_id for evening in evenings]
    answers: dict[object, str] = {}
    clubs: set[object] = set()
    if request.user.is_authenticated:
        own = Player.objects.filter(user=request.user.pk, removed_at=None)
        clubs = set(own.values_list("club", flat=True))
        rows = Reply.objects.filter(event__in=events, player__user=request.user.pk)
        answers = dict(rows.values_list("event", "answer"))
    lines = []
    for evening in evenings:
        event, sees = evening.event, may_see(evening)
        is_over = counts_now(evening)
        is_open = sees and not is_over and not replies.why_closed(event)
        asks = is_open and event.club_id in clubs and answers.get(event.pk) != Answer.REFUSED
        lines.append(
            CalendarLine(
                evening=evening,
                title=title_of(evening, shows=sees),
                link=event.ref if sees else "",
                is_over=is_over,
                answer=answers.get(event.pk, ""),
                asks=asks,
                signs_up=is_open and not asks,
            )
        )
    return lines


@page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """The records of the events that the visitor may see, each with a link to its deal."""
    club = club_for_viewer(slug)
    mine = clubs_of_user(request)
    frame = club_frame(request, club, "seasons")
    newest = events_with_records(club, mine)
    found = club_records(newest)
    players = Player.objects.select_related("club").in_bulk({record.player for record in found})
    refs = refs_of(request, players.values())
    shown = newest.filter(pk__in={record.event for record in found}).in_bulk()
    return show(request, "seasons/records.html", frame | {"kinds": record_lines(found, players, shown, refs)})
