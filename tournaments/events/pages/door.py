"""The door of an evening: who comes in, and who says so."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.clubs.models.clubs import User
from tournaments.clubs.verbs.clubs import memberships
from tournaments.core.networks import client_address
from tournaments.core.pages.common import open_form, show
from tournaments.core.rules.refusals import Conflict, TooMany
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event
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


def first_page(user: User) -> str:
    """The address of the only club of the user, or of the only one that plays today; else of the home page.

    The page of a club begins with its events of today, so their next step is one click away.
    """
    clubs = [member.club for member in memberships(user)]
    if len(clubs) > 1:
        today = [Q(club=club, starts_on=today_of(club)) for club in clubs]
        waiting = Q(Q(*today, _connector=Q.OR), status=EventStatus.OPEN)
        playing = set(
            Event.objects.filter(
                waiting | Q(status=EventStatus.RUNNING),
                club__in=[club.pk for club in clubs],
                rehearsal_of=None,
            ).values_list("club_id", flat=True)
        )
        clubs = [club for club in clubs if club.pk in playing]
    return reverse("club", args=[clubs[0].slug]) if len(clubs) == 1 else reverse("home")
