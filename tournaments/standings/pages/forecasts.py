"""What do I need? The chances before the last round of an event, and while it is played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.standings.verbs.forecasts import ending_of, last_round_of, needs_of
from tournaments.standings.verbs.standings import current_standing, newest_standing_version
from tournaments.standings.words.forecasts import needs_table, why_nothing

ON_THE_WALL = 16
"""The wall shows so many people."""


@page
@kept()
def what_do_i_need(request: HttpRequest, ref: str) -> HttpResponse:
    """What everybody needs in the last round, or why nothing is told yet."""
    event = event_for_viewer(actor_of(request), ref)
    frame = event_frame(request, event, "standings")
    return show(request, "standings/what_do_i_need.html", frame | _needs(request, event))


@page
@kept()
def needs_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The chances again, or 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("version") == _stamp(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    context = {"event": event} | _needs(request, event)
    return stamped(show(request, "standings/needs_table.html", context), context["stamp"])


@page
@kept()
def projector_needs(request: HttpRequest, ref: str) -> HttpResponse:
    """The chances as a further page of the wall; empty where nothing is told."""
    event = event_for_viewer(actor_of(request), ref)
    needs = needs_of(event, outline_of(event), current_standing(event))
    table = None if needs is None else needs_table(needs, ON_THE_WALL)
    return show(request, "standings/projector_needs.html", {"needs": table})


def _needs(request: HttpRequest, event: Event) -> dict[str, Any]:
    standing, outline = current_standing(event), outline_of(event)
    needs = needs_of(event, outline, standing)
    listed = None if needs is None else needs_table(needs)
    entries = [] if needs is None or listed is None else [needs.entries[line.entry] for line in listed.lines]
    return {
        "needs": listed,
        "why": "" if needs else _why(event, outline),
        "persons": entry_refs(request, event, entries),
        "stamp": _stamp(event, standing.version if standing else None),
        "renews": event.is_running,
    }


def _why(event: Event, outline: Outline) -> str:
    last = last_round_of(event, outline)
    closed = sum(round_.status == RoundStatus.CLOSED for round_ in outline.rounds)
    return why_nothing(
        last,
        is_over=event.status == EventStatus.FINISHED or (last is not None and closed >= last),
        comes_last=ending_of(event, outline) is not None,
    )


def _stamp(event: Event, standing: int | None) -> str:
    return f"{event.version}-{standing}-{event.status}"
