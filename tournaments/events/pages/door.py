"""At the door: somebody scans the code, finds their name and says that they are here."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.errors import Conflict, TooMany
from tournaments.core.networks import client_address
from tournaments.core.pages.common import open_form, show
from tournaments.events.verbs import door
from tournaments.events.verbs.arrivals import LEAST_LETTERS, find_expected


@never_cache
@open_form
def here(request: HttpRequest, secret: str) -> HttpResponse:
    """Find a name by three letters; the button checks this person in."""
    event = door.event_of_door(secret)
    if request.method == "POST":
        kind, ref = request.POST.get("kind", ""), request.POST.get("id", "")
        try:
            entry = door.arrive(secret, kind, ref, address=client_address(request))
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
