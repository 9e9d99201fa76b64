"""The events of a calendar feed, with what changed in them and when."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from django.db.models import Count, DateTimeField, IntegerField, Max, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.clubs.models import Club
from tournaments.core.models.log import SHOWN_IN_CALENDARS, AuditEntry
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event, Stage
from tournaments.events.verbs.events import public_events

A_YEAR: Final = timedelta(days=366)

MOST_IN_A_FEED: Final = 500
"""The most events in a feed. Those with the newest days come first."""


SHOWN: Final = ("slug", "visibility", "name", "place", "about", "starts_on", "starts_at")
OF_A_PLAN: Final = ("size", "deals_per_round", "deals_per")
"""The columns that a feed reads. All others, such as rules, are large."""


def first_day(club: Club) -> date:
    """The first day of the feed of a club: a year ago."""
    return today_of(club) - A_YEAR


def dated_events(club: Club) -> QuerySet[Event]:
    """The public events of a club since a year ago, without drafts."""
    events = public_events().filter(club=club, starts_on__gte=first_day(club))
    return with_revisions(events).order_by("-starts_on", "-id")[:MOST_IN_A_FEED]


def revision_of(club: Club) -> int | None:
    """The id of the newest audit entry that changed the calendar of a club; None if there is none."""
    newest: int | None = AuditEntry.objects.filter(SHOWN_IN_CALENDARS, club=club).aggregate(n=Max("pk"))["n"]
    return newest


def with_revisions(events: QuerySet[Event]) -> QuerySet[Event]:
    """Add to the events how often they were changed (`revisions`) and when last (`revised_at`)."""
    entries = AuditEntry.objects.filter(SHOWN_IN_CALENDARS, event=OuterRef("pk")).order_by()
    counted = entries.values("event").annotate(count=Count("pk")).values("count")
    plans = Stage.objects.only("event", "rounds_planned", *OF_A_PLAN)
    return (
        events.select_related(None)
        .only("club", *SHOWN, "clock_minutes", *OF_A_PLAN)
        .prefetch_related("club", Prefetch("stages", plans))
        .annotate(
            revisions=Coalesce(Subquery(counted, output_field=IntegerField()), 0),
            revised_at=Coalesce(
                Subquery(entries.order_by("-id").values("at")[:1], output_field=DateTimeField()), "created_at"
            ),
        )
    )
