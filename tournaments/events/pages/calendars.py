"""Calendar feeds of a club and of an event. A calendar program asks for them without a cookie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.clubs.access import club_for_viewer
from tournaments.core.kept import SHELF, Answer
from tournaments.core.pages.common import actor_of, page
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.kept import reply
from tournaments.events.verbs.calendars import dated_events, first_day, revision_of, with_revisions
from tournaments.events.words.calendars import feed

KEPT_FOR = 3600.0
"""Seconds for which the calendar of a club is kept, while nothing changes in it."""


@page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The public events of a club since a year ago. It is the same for everybody."""
    club = club_for_viewer(slug)
    # All of it is in the key, so that an event which is no longer public is gone at once.
    version = (revision_of(club), first_day(club), club.name, club.time_zone)
    key = ("club_calendar", club.pk, request.build_absolute_uri("/"), *version)
    made = SHELF.find_or_make(key, None, lambda: _answer(request, club.name, dated_events(club)))
    return _file(request, club.slug, cast("Answer", made))


@page
def event_calendar(request: HttpRequest, ref: str) -> HttpResponse:
    """One event that the visitor may see. Without a day the calendar is empty."""
    event = event_for_viewer(actor_of(request), ref)
    events = with_revisions(Event.objects.filter(pk=event.pk, starts_on__isnull=False))
    return _file(request, event.slug, _answer(request, event.name, events))


def _answer(request: HttpRequest, name: str, events: Iterable[Event]) -> Answer:
    content = feed(name, events, lambda event: request.build_absolute_uri(reverse("event", args=[event.ref])))
    answer = Answer.of_text(None, content, "text/calendar; charset=utf-8", status=200, etag="")
    return replace(answer, lasts=KEPT_FOR)


def _file(request: HttpRequest, slug: str, answer: Answer) -> HttpResponse:
    """The answer of a feed; 304 if the calendar has it already."""
    response = reply(request, answer)
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response
