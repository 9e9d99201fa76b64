"""The check of spreads: their sums give them, and the events of `even` have those of their rules."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from tournaments.models import Event, EventStatus, OutboxTask, Scoring, TableSpread
from tournaments.services.events import spreads

from .damage import Damage, Place, Scope


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check all measured spreads, then those of the started events of the scope. Counts measured spreads.

    The deals are not played again: without the compiled core that takes half a minute for each set of rules.
    """
    measured: dict[str, int | None] = {}
    for row in TableSpread.objects.order_by("pk"):
        counts["spreads"] = counts.get("spreads", 0) + 1
        measured[row.digest] = row.spread
        if spreads.digest(row.spec) != row.digest or (
            row.spread is not None and row.spread != spreads.result_of(row)
        ):
            yield Damage(
                "spread_differs",
                _("The spread %(spec)s differs from the spread that its deals give."),
                {"spec": str(row)},
                at=row.created_at,
            )
    events = Event.objects.filter(
        scoring=Scoring.EVEN, status__in=[EventStatus.RUNNING, EventStatus.FINISHED]
    ).select_related("club")
    if scope.events is not None:
        events = events.filter(pk__in=scope.events)
    for event in events.order_by("pk").iterator(chunk_size=100):
        yield from _of_event(event, measured)


def _of_event(event: Event, measured: dict[str, int | None]) -> Iterator[Damage]:
    place = Place(event.club.name, event.club_id, event.name, event.pk)
    by_rules = {
        str(seats): measured.get(spreads.digest(spec)) for seats, spec in spreads.specs_of(event).items()
    }
    if event.spreads is None:
        waits = OutboxTask.objects.filter(task__startswith="spreads.", done_at=None).exists()
        if not waits:
            yield Damage(
                "spreads_without_task",
                _("The event has no spreads, and no task measures them."),
                {},
                place,
                event.started_at,
            )
        return
    # A stage may have been changed or removed since, so the event may know more sizes than it needs.
    wrong = [
        seats
        for seats, value in by_rules.items()
        if event.spreads.get(seats) is None or value not in (None, event.spreads[seats])
    ]
    if wrong:
        yield Damage(
            "event_spreads_differ",
            _("The spreads of table sizes %(sizes)s differ from those that the rules of the event give."),
            {"sizes": ", ".join(wrong)},
            place,
            event.started_at,
        )
