"""The events of a calendar feed, with what changed in them and when."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db.models import Count, DateTimeField, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import AuditEntry, Event

from .events import public_events

SHOWN_IN_CALENDARS: Final = (
    "create_event",
    "open_event",
    "edit_event",
    "add_stage",
    "edit_stage",
    "remove_stage",
)
"""The verbs that change what a calendar shows. Deals and standings do not."""

MOST_IN_A_FEED: Final = 500
"""A feed has so many events, the newest days first."""


def dated_events(club_id: UUID) -> QuerySet[Event]:
    """The public events of a club that have a day. No drafts."""
    events = public_events().filter(club=club_id, starts_on__isnull=False)
    return with_revisions(events).order_by("-starts_on", "-id")[:MOST_IN_A_FEED]


def with_revisions(events: QuerySet[Event]) -> QuerySet[Event]:
    """The events with stages, `revisions`, how often they were changed, and `revised_at`, when at last."""
    entries = AuditEntry.objects.filter(event=OuterRef("pk"), verb__in=SHOWN_IN_CALENDARS).order_by()
    counted = entries.values("event").annotate(count=Count("pk")).values("count")
    return (
        events.select_related("club")
        .prefetch_related("stages")
        .annotate(
            revisions=Coalesce(Subquery(counted, output_field=IntegerField()), 0),
            revised_at=Coalesce(
                Subquery(entries.order_by("-id").values("at")[:1], output_field=DateTimeField()), "created_at"
            ),
        )
    )
