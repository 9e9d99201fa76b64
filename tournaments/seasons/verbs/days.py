"""Which evenings of a season are over, and how long ago they were."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from tournaments.core.rules.statuses import EventStatus
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event
from tournaments.seasons.models.seasons import Evening, EveningKind


def counts_now(evening: Evening) -> bool:
    """Whether an evening is a part of its season: its event is finished, or was finished once."""
    return evening.over_at is not None or evening.event.status == EventStatus.FINISHED


def ages(evenings: Iterable[Evening]) -> dict[UUID, int]:
    """The days from each evening that is over, and gives something, to the last one of them, for decay."""
    over = [evening for evening in evenings if counts_now(evening) and evening.kind != EveningKind.FRIENDLY]
    days = {evening.pk: day_of(evening.event) for evening in over}
    last = max(days.values(), default=None)
    return {} if last is None else {pk: (last - day).days for pk, day in days.items()}


def day_of(event: Event) -> date:
    """The day of an event: as planned, else when it was started or made, in its club."""
    return event.starts_on or today_of(event.club, event.started_at or event.created_at)
