"""The one writer of standings.

A standing is a pure function of the deals that count and of the adjustments; it can always be had again
from them. `refresh` writes it for the event's present version, and does nothing when that is done, so
that it may be called as often as one likes.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max
from django.db.models.functions import Coalesce

from . import outbox
from .models import Adjustment, Entry, Event, OutboxTask, Round, Standing
from .rules.ranking import rank
from .rules.scoring import Row, Tally, rows
from .selectors import current_standing, seat_tallies

METRICS = ("net", "pochen", "out", "pools", "showdowns", "best_round", "rounds_won")
"""What every row of a standing shows, whatever its tie-breaks."""


def compute(event: Event) -> list[dict[str, Any]]:
    """The rows of the event's standing as of now, best first, from the ledger alone.

    A row: `place`, `entry` (id), `score`, `deals`, `rounds`, `metrics` (of METRICS and of the tie-breaks),
    `decided_by`, and `last`: net chips in the newest round that the entry played.
    """
    # Everybody is ranked who has a right to a place: whoever is entered, and whoever has played.
    tallies = seat_tallies(event)
    played = {tally.entry for tally in tallies}
    entries = [
        str(pk)
        for pk, status in Entry.objects.filter(event=event).order_by("number").values_list("pk", "status")
        if status != "withdrawn" or str(pk) in played
    ]
    tallies += [
        Tally(str(entry), number or 0, "", adjusted=chips)
        for entry, number, chips in Adjustment.objects.filter(
            event=event, cancelled_at__isnull=True
        ).values_list("entry_id", "round__number", "chips")
    ]
    points = {int(size): event.points[size] for size in event.points} if event.scoring == "points" else None
    scored = {row.entry: row for row in rows(entries, tallies, event.scoring, points)}
    return [
        {
            "place": line.place,
            "entry": line.entry,
            "score": _number(line.score),
            "deals": scored[line.entry].deals,
            "rounds": len({number for number, _table in scored[line.entry].tables}),
            "metrics": {name: getattr(scored[line.entry], name) for name in METRICS} | dict(line.metrics),
            "decided_by": line.decided_by,
            "last": _last_round(scored[line.entry]),
        }
        for line in rank(scored.values(), event.tie_breaks, event.seed)
    ]


def refresh(event_id: UUID | str) -> Standing:
    """Make sure that there is a standing of the event's present version, and return it."""
    with transaction.atomic():
        # The lock keeps deals out while the ledger is read, so that the version says what was counted.
        event = Event.objects.select_for_update().get(pk=event_id)
        return write(event)


def write(event: Event, *, kept_for: Round | None = None) -> Standing:
    """`refresh` for an event that the caller has locked; with `kept_for`, as the standing of its close."""
    standing = current_standing(event)
    if standing is None or standing.version != event.version:
        standing = Standing.objects.create(event=event, version=event.version, rows=compute(event))
        # Standings in between are nobody's business any more.
        Standing.objects.filter(event=event, round__isnull=True, version__lt=event.version).delete()
    if kept_for is not None and standing.round_id is None:
        standing.round = kept_for
        standing.save(update_fields=["round"])
    return standing


def ask_for_stale() -> int:
    """Ask for the standing of every event whose newest one lags behind; returns how many.

    With the outbox intact there are none: this is for what was done to the database by other hands.
    """
    waiting = OutboxTask.objects.filter(task="standings.refresh", done_at__isnull=True)
    asked = {args[0] for args in waiting.values_list("args", flat=True)}
    stale = (
        Event.objects.annotate(covered=Coalesce(Max("standings__version"), 0))
        .filter(version__gt=F("covered"))
        .exclude(pk__in=asked)
        .values_list("pk", flat=True)
    )
    with transaction.atomic():
        for pk in (found := list(stale)):
            outbox.add("standings.refresh", pk)
    return len(found)


def _number(score: Fraction) -> int | float:
    """A score as JSON has it. What ranks is the exact fraction; this is for reading."""
    return score.numerator if score.denominator == 1 else round(float(score), 3)


def _last_round(row: Row) -> int | None:
    newest = max((number for number, _table in row.tables), default=None)
    return sum(net for (number, _table), net in row.tables.items() if number == newest) if newest else None
