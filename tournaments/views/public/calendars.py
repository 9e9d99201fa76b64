"""Calendar feeds of a club and of an event. A calendar program asks for them without a cookie."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control

from tournaments.access import (
    club_for,
    club_for_calendar,
    club_for_viewer,
    event_for_viewer,
    need_role,
)
from tournaments.models import Event, Role
from tournaments.sentences.calendars import feed
from tournaments.services.clubs.calendars import renew_calendar
from tournaments.services.events.calendars import dated_events, with_revisions
from tournaments.views.common import actor_of, members_form, page, show
from tournaments.views.frames import club_frame


@page
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The public events of a club. It is the same for everybody, members too."""
    club = club_for_viewer(slug)
    return calendar_file(request, club.slug, club.name, dated_events(club.pk))


@page
def member_calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """All events of a club, for the calendar of a member: the secret stands for the sign-in."""
    club = club_for_calendar(secret)
    return calendar_file(request, club.slug, club.name, dated_events(club.pk, for_members=True))


@members_form
def calendars(request: HttpRequest, slug: str) -> HttpResponse:
    """The addresses of the feeds of a club. The private one is shown once, after it was made."""
    club = club_for(actor_of(request), slug)
    member = need_role(actor_of(request), club, Role.SCORER)
    link = None
    if request.method == "POST":
        secret = renew_calendar(member, actor_of(request))
        link = request.build_absolute_uri(reverse("member_calendar", args=[secret]))
    return show(
        request,
        "club/calendars.html",
        club_frame(request, club, "events")
        | {
            "link": link,
            "has_link": member.calendar_digest is not None,
            "public_link": request.build_absolute_uri(reverse("club_calendar", args=[club.slug])),
        },
    )


@page
def event_calendar(request: HttpRequest, ref: str) -> HttpResponse:
    """One event that the visitor may see. Without a day the calendar is empty."""
    event = event_for_viewer(actor_of(request), ref)
    events = with_revisions(Event.objects.filter(pk=event.pk, starts_on__isnull=False))
    return calendar_file(request, event.slug, event.name, events)


def calendar_file(request: HttpRequest, slug: str, name: str, events: Iterable[Event]) -> HttpResponse:
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
