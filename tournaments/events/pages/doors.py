"""The code at the door: its page to print, and the page that it opens."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_form,
    open_form,
    show,
)
from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import client_address, outside_address
from tournaments.core.rules.refusals import Conflict, TooMany
from tournaments.events.access import event_for_director
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs import arrivals
from tournaments.events.verbs.arrivals import (
    LEAST_LETTERS,
    find_expected,
)


@members_form
def door(request: HttpRequest, ref: str) -> HttpResponse:
    """The code at the door, to print. A new one ends the one before."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST":
        attempt(
            request,
            lambda: arrivals.make_door(event, actor_of(request)),
            _("The code is made. Print this page. A code that was printed before does not work any more."),
        )
        return redirect("door", event.ref)
    secret = arrivals.secret_of(event)
    address = outside_address(request, reverse("here", args=[secret])) if secret else ""
    return show(
        request,
        "events/door.html",
        manage_frame(request, event, "people")
        | {
            "address": address,
            "qr": qr_of(address) if address else "",
        },
    )


@never_cache
@open_form
def here(request: HttpRequest, secret: str) -> HttpResponse:
    """Find a name by three letters; the button checks this person in."""
    event = arrivals.event_of_door(secret)
    if request.method == "POST":
        kind, ref = request.POST.get("kind", ""), request.POST.get("id", "")
        try:
            entry = arrivals.arrive(secret, kind, ref, address=client_address(request))
        except (Conflict, TooMany) as refusal:
            messages.error(request, refusal.detail)
        else:
            messages.success(
                request, _("%(name)s is here. Have a good evening!") % {"name": entry.player.public_name}
            )
        return redirect("here", secret)
    searched = request.GET.get("name", "").strip()[:100]
    return show(
        request,
        "events/here.html",
        {
            "event": event,
            "searched": searched,
            "people": find_expected(event, searched),
            "too_short": bool(searched) and len(searched) < LEAST_LETTERS,
            "least": LEAST_LETTERS,
        },
    )
