"""Forgetting how to reach people, and the names of those who never became players.

A contact is for one event. Thirty days after it, nobody needs it. Names of people who did not come go then
too, unless they paid: the treasurer must account for that money.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tournaments.clubs.models.clubs import Club
from tournaments.clubs.models.people import Player
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of
from tournaments.events.models.replies import Reply

KEPT = timedelta(days=30)
"""How long a contact is kept after the event."""

KEPT_WITHOUT_DAY = timedelta(days=365)
"""How long it is kept after the reply, for an event that has no day and is never finished."""


def forget_old(now: datetime | None = None) -> int:
    """Forget the contacts of past events, and delete replies by name that led to nothing. Count the rows."""
    now = now or timezone.now()
    long_ago = [
        Q(event__club__time_zone=zone, event__starts_on__lt=today_of(Club(time_zone=zone), now - KEPT))
        for zone in Club.objects.values_list("time_zone", flat=True).distinct()
    ]
    past = (
        Q(event__finished_at__lt=now - KEPT)
        | Q(Q(*long_ago, _connector=Q.OR), event__finished_at__isnull=True)
        | Q(
            event__finished_at__isnull=True,
            event__starts_on__isnull=True,
            created_at__lt=now - KEPT_WITHOUT_DAY,
        )
    )
    old = Reply.objects.filter(past).exclude(event__status=EventStatus.RUNNING)
    strangers, _models = old.filter(player__isnull=True, paid=0).delete()
    return strangers + old.exclude(contact="").update(contact="")


def forget_contact(player: Player) -> None:
    """Forget how to reach a person who becomes anonymous."""
    Reply.objects.filter(player=player).update(contact="")
