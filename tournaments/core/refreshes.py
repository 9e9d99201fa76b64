"""The queue of standings and of what follows from them.

Each event is counted at most once a second, however many deals arrive. The first change is counted at once.
Later ones share one outbox row, which is due a second after the last count. A change needs no row of its own
while such a row waits: the refresh locks the event before it reads, so it counts every change that was
committed before. A row that failed, or that is due later, does not wait in this sense.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.core import outbox
from tournaments.core.change import bump
from tournaments.core.models.log import OutboxTask
from tournaments.core.outbox import TaskCall
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event
from tournaments.ratings.models import Rating
from tournaments.seasons.models import Evening
from tournaments.standings.models import Standing

TASK = "standings.refresh"

SEASON_TASK = "seasons.refresh"

SEASON_TELL_TASK = "seasons.tell"

RATINGS_TASK = "ratings.refresh"

INTERVAL = timedelta(seconds=1)
"""The least time between two counts of the standings of an event."""


@dataclass(frozen=True)
class RefreshQueue:
    """What is queued for the standings of an event. Valid while the event is locked."""

    waits: bool
    """Whether a row waits that will count the present changes."""
    counted_at: datetime | None
    """When the newest standing was counted; None before the first."""

    def calls(self, event_id: UUID) -> list[TaskCall]:
        """The task that a change of the event needs; empty if it waits already."""
        if self.waits:
            return []
        if self.counted_at is None:
            return [TaskCall(TASK, (event_id,))]
        wait = self.counted_at + INTERVAL - timezone.now()
        # If the clock was set back, `counted_at` lies in the future.
        return [TaskCall(TASK, (event_id,), min(max(wait, timedelta(0)), INTERVAL))]


def refresh_queue(event_id: UUID) -> RefreshQueue:
    """Read the queue of an event (two queries). `table_states` reads it together with a table."""
    waiting = OutboxTask.objects.filter(
        task=TASK,
        args=[str(event_id)],
        done_at__isnull=True,
        attempts=0,
        not_before__lte=timezone.now() + INTERVAL,
    )
    counted = Standing.objects.filter(event=event_id).order_by("-version")
    return RefreshQueue(waiting.exists(), counted.values_list("computed_at", flat=True).first())


def queue_refresh(event_id: UUID) -> None:
    """Make sure that the standings of this event are counted again. The event is locked."""
    outbox.add_all(refresh_queue(event_id).calls(event_id))


def count_again(event: Event) -> None:
    """Give the locked event its next version, and queue the count of its standings.

    With `auto_draw`, a running event also takes its next step by itself (`advance`): queue this, too.
    """
    bump(event)
    queue_refresh(event.pk)
    if event.auto_draw and event.is_running:
        outbox.add("rounds.advance", event.pk)


def queue_what_follows(event: Event) -> None:
    """Make sure that what is computed from the standing of this event is computed again (two queries)."""
    queue_seasons(event)
    queue_ratings(event)


def queue_seasons(event: Event) -> None:
    """Make sure that the seasons in which this event counts are counted again (one query, mostly)."""
    evenings = Evening.objects.filter(event=event)
    if event.status != EventStatus.FINISHED:
        evenings = evenings.filter(over_at__isnull=False)
    seasons = evenings.order_by("pk").values_list("season", flat=True)
    outbox.add_all(TaskCall(SEASON_TASK, (season,)) for season in seasons)


def queue_what_follows_days(club: Club) -> None:
    """Make sure that what is computed from the days of the club's events is computed again."""
    seasons = Evening.objects.filter(event__club=club).order_by("season").values_list("season", flat=True)
    outbox.add_all(TaskCall(SEASON_TASK, (season,)) for season in seasons.distinct())
    outbox.add(RATINGS_TASK, club.pk)


def queue_ratings(event: Event) -> None:
    """Make sure that the ratings of its club are computed again, if this event counts or has counted.

    One query. An event counts while it is finished, if people play it.
    """
    if event.status == EventStatus.FINISHED:
        counts = Entry.objects.filter(event=event, player__bot="").exists()
    else:
        counts = Rating.objects.filter(event=event).exists()
    if counts:
        outbox.add(RATINGS_TASK, event.club_id)
