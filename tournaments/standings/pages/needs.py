"""What do I need? The chances before the last round of an event, and while it is played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import (
    actor_of,
    page,
    show,
)
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.events.access import (
    event_for_viewer,
)
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.standings.rules.forecasts.facts import Outlook
from tournaments.standings.verbs.forecasts import Needs, ending_of, last_round_of, needs_of
from tournaments.standings.verbs.standings import (
    current_standing,
    newest_standing_version,
)
from tournaments.standings.words.chances import LEAST

ON_THE_PAGE, ON_THE_WALL = 60, 16
"""So many people are shown."""


@page
@kept()
def what_do_i_need(request: HttpRequest, ref: str) -> HttpResponse:
    """What everybody needs in the last round, or why the page cannot say it yet."""
    event = event_for_viewer(actor_of(request), ref)
    frame = event_frame(request, event, "standings")
    return show(request, "standings/what_do_i_need.html", frame | _needs(request, event))


@page
@kept()
def needs_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The newest chances, for a page that is open; 204 if nothing has changed since ``?version=``."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("version") == _stamp_of_needs(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    context = {"event": event} | _needs(request, event)
    return stamped(show(request, "standings/needs_table.html", context), context["stamp"])


@page
@kept()
def projector_needs(request: HttpRequest, ref: str) -> HttpResponse:
    """The chances as one more page of the wall. It is empty while no chances can be computed."""
    event = event_for_viewer(actor_of(request), ref)
    needs = needs_of(event, outline_of(event), current_standing(event))
    context = {"needs": needs, "listed": [] if needs is None else _likely(needs)[:ON_THE_WALL]}
    return show(request, "standings/projector_needs.html", context)


def _needs(request: HttpRequest, event: Event) -> dict[str, Any]:
    standing, outline = current_standing(event), outline_of(event)
    needs = needs_of(event, outline, standing)
    context = {
        "needs": needs,
        "stamp": _stamp_of_needs(event, standing.version if standing else None),
        "renews": event.is_running,
    }
    if needs is None:
        return context | _why_nothing(event, outline)
    listed = _likely(needs)[:ON_THE_PAGE]
    return context | {
        "listed": listed,
        "others": len(needs.forecast.outlooks) - len(listed),
        "persons": entry_refs(request, event, [needs.entries[outlook.entry] for outlook in listed]),
    }


def _likely(needs: Needs) -> list[Outlook]:
    """Those who have more than hardly a chance."""
    return [each for each in needs.forecast.outlooks if max(each.win.share, each.top.share) >= LEAST]


def _why_nothing(event: Event, outline: Outline) -> dict[str, Any]:
    """The context that says why there are no chances now, and when there will be."""
    last = last_round_of(event, outline)
    closed = sum(round_.status == RoundStatus.CLOSED for round_ in outline.rounds)
    is_over = event.status == EventStatus.FINISHED or (last is not None and closed >= last)
    comes_last = ending_of(event, outline) is not None
    return {"last": last, "before_last": (last or 0) - 1, "is_over": is_over, "comes_last": comes_last}


def _stamp_of_needs(event: Event, standing: int | None) -> str:
    return f"{event.version}-{standing}-{event.status}"
