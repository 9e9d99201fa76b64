"""Check-in at the door: the director's list of people, and the code by which people do it themselves."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import (
    entry_for_director,
    event_for_director,
    not_found,
    reply_for_director,
)
from tournaments.models import Event
from tournaments.services.events import door as doors
from tournaments.services.events import entries
from tournaments.services.events.arrivals import check_in_reply, expected_at
from tournaments.views.common import actor_of, attempt, members_form, show
from tournaments.views.outside import is_only_here, outside_address
from tournaments.views.persons import player_refs
from tournaments.views.qr import qr_of

from .entries import may_start
from .overview import manage_frame


@members_form
def arrivals(request: HttpRequest, ref: str) -> HttpResponse:
    """All people who may come, with a search; a button checks somebody in, or undoes it."""
    actor = actor_of(request)
    event = event_for_director(actor, ref)
    if request.method == "POST":
        return _act(request, event)
    searched = request.GET.get("name", "").strip()[:100]
    everybody = expected_at(event)
    return show(
        request,
        "director/arrivals.html",
        manage_frame(request, event, "replies")
        | {
            "people": [person for person in everybody if not searched or person.is_called(searched)],
            "persons": player_refs(request, event, [person.player for person in everybody]),
            "searched": searched,
            "here": sum(person.is_here for person in everybody),
            "count": len(everybody),
            "may_start": may_start(event, Counter(event.entries.values_list("status", flat=True))),
        },
    )


def _act(request: HttpRequest, event: Event) -> HttpResponse:
    actor, ref = actor_of(request), request.POST.get("id", "")
    act = request.POST.get("act", "")
    if act == "reply":
        reply = reply_for_director(actor, ref)
        if reply.event_id != event.pk:
            raise not_found()
        same_name = request.POST.get("same_name") == "yes"
        attempt(request, lambda: check_in_reply(reply, actor, same_name=same_name, as_director=True))
    elif act in ("entry", "undo"):
        entry = entry_for_director(actor, ref)
        if entry.event_id != event.pk:
            raise not_found()
        verb = entries.check_in if act == "entry" else entries.undo_check_in
        attempt(request, lambda: verb(entry, actor))
    else:
        raise not_found()
    address = reverse("arrivals", args=[event.ref])
    searched = request.POST.get("name", "")
    return redirect(f"{address}?{urlencode({'name': searched})}" if searched else address)


@members_form
def door(request: HttpRequest, ref: str) -> HttpResponse:
    """The code at the door, to print. A new one ends the one before."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST":
        attempt(
            request,
            lambda: doors.make_door(event, actor_of(request)),
            _("The code is made. Print this page. A code that was printed before does not work any more."),
        )
        return redirect("door", event.ref)
    secret = doors.secret_of(event)
    address = outside_address(request, reverse("here", args=[secret])) if secret else ""
    return show(
        request,
        "director/door.html",
        manage_frame(request, event, "replies")
        | {
            "address": address,
            "qr": qr_of(address) if address else "",
            "only_here": bool(address) and is_only_here(address),
        },
    )
