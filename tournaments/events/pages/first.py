"""The page that somebody sees first after signing in."""

from __future__ import annotations

from django.db.models import Q
from django.urls import reverse

from tournaments.clubs.models import User
from tournaments.clubs.verbs.clubs import memberships
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event


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
