"""The home page and the page of a club."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournaments.clubs.access import club_for_viewer
from tournaments.clubs.models.clubs import Club, Member
from tournaments.clubs.pages.frame import club_frame
from tournaments.clubs.verbs.clubs import memberships
from tournaments.core.pages.common import page, show
from tournaments.events.verbs.events import IN_A_LIST, events_of, events_to_show, near_events, public_events
from tournaments.events.words.calendars import agenda, event_with_rules
from tournaments.seasons.verbs.seasons import seasons_to_show

WELCOME = {
    "ace": 4,
    "king": 12,
    "queen": 8,
    "jack": 4,
    "ten": 16,
    "marriage": 24,
    "sequence": 37,
    "poch": 8,
    "centre": 4,
}
"""The chips on the board of the home page."""

EVENTS_ON_PAGE = 50
"""A page of a club lists so many events."""

NEAR_EVENTS = 10
"""Home lists so many events that run, that come and that were played last; as many of the own clubs."""

LISTED_SEASONS = 5
"""The page of a club lists so many seasons, the newest ones."""


@page
def home(request: HttpRequest) -> HttpResponse:
    """Running, coming and finished events, and the clubs."""
    mine: list[Member] = []
    if request.user.is_authenticated:
        mine = list(memberships(request.user))
    own = near_events(events_of([member.club_id for member in mine]), NEAR_EVENTS) if mine else []
    others = near_events(public_events(), NEAR_EVENTS)
    return show(
        request,
        "site/home.html",
        agenda({event.pk: event for event in [*own, *others]}.values())
        | {
            "memberships": mine,
            "clubs": Club.objects.only("slug", "name").order_by("sort_key")[:100],
            "welcome_board": WELCOME,
        },
    )


@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club with its events, some on a page."""
    club = club_for_viewer(slug)
    frame = club_frame(request, club, "events")
    events = events_to_show(club, is_member=frame["is_member"]).only(*IN_A_LIST)
    pages = Paginator(events, EVENTS_ON_PAGE).get_page(request.GET.get("page"))
    newest = seasons_to_show(club, is_member=frame["is_member"])[:LISTED_SEASONS]
    listed = agenda(pages)
    context = {"pages": pages, "seasons": list(newest), "with_rules": event_with_rules(listed)}
    return show(request, "site/club.html", frame | listed | context)
