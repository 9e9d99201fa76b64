"""Calendar feeds of a club and of an event. A calendar program asks for them without a cookie."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control

from tournaments.access import club_for_viewer, event_for_viewer
from tournaments.models import Event
from tournaments.sentences.calendars import feed
from tournaments.services.events.calendars import dated_events, with_revisions
from tournaments.views.common import actor_of, page


@page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The public events of a club. It is the same for everybody, members too."""
    club = club_for_viewer(slug)
    return _file(request, club.slug, club.name, dated_events(club.pk))


@page
def event_calendar(request: HttpRequest, ref: str) -> HttpResponse:
    """One event that the visitor may see. Without a day the calendar is empty."""
    event = event_for_viewer(actor_of(request), ref)
    events = with_revisions(Event.objects.filter(pk=event.pk, starts_on__isnull=False))
    return _file(request, event.slug, event.name, events)


def _file(request: HttpRequest, slug: str, name: str, events: Iterable[Event]) -> HttpResponse:
    """The answer of a feed; 304 if the calendar has it already."""
    listed = list(events)
    content = feed(name, listed, lambda event: request.build_absolute_uri(reverse("event", args=[event.ref])))
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(
        content,
        content_type="text/calendar; charset=utf-8",
        headers={"ETag": etag, "Content-Disposition": f'inline; filename="{slug}.ics"'},
    )
    patch_cache_control(response, private=True, no_cache=True)
    return cast("HttpResponse", get_conditional_response(request, etag=etag, response=response))
