"""What follows by itself when a table's deals have changed, whoever changed them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from tournaments.kernel import outbox
from tournaments.kernel.outbox import Errand
from tournaments.models import Event, OutboxTask, Seat, Table


def whose_turn(table: Table, next_number: int, *, over: bool) -> None:
    """Queue the next deal of a table of bots, or, when its game is over, the next step of `auto_draw`.

    `table` is locked, with its round and event loaded. A deal queued twice is played once.
    """
    bots = not over and Seat.objects.filter(table=table, number=0).exclude(entry__player__bot="").exists()
    outbox.add_all(next_errands(table, next_number, over=over, has_bots=bots))


def next_errands(table: Table, next_number: int, *, over: bool, has_bots: bool) -> list[Errand]:
    """What `whose_turn` queues (no query)."""
    event = table.round.event
    if over:
        return [Errand("rounds.advance", (event.pk,))] if event.auto_draw else []
    if not has_bots:
        return []
    pace = timedelta(milliseconds=event.pace_ms)
    return [Errand("bots.play_deal", (table.pk, next_number), pace)]


def keep_pace(event: Event) -> int:
    """Let the tables of bots that wait go on at the event's pace, if that is sooner; returns how many do.

    `event` is locked. Of a slower pace they hear with their next deal: a worker has been told of this one.
    """
    soonest = timezone.now() + timedelta(milliseconds=event.pace_ms)
    tables = {
        str(pk)
        for pk in Table.objects.filter(round__event=event, closed_at=None).values_list("pk", flat=True)
    }
    waiting = [
        row
        # Who plays one of them at this moment waits for the event, and is not waited for.
        for row in OutboxTask.objects.select_for_update(skip_locked=True).filter(
            task="bots.play_deal", done_at__isnull=True, not_before__gt=soonest
        )
        if row.args[0] in tables
    ]
    for row in waiting:
        row.not_before = soonest
        transaction.on_commit(partial(outbox.ring, row), robust=True)
    OutboxTask.objects.bulk_update(waiting, ["not_before"])
    return len(waiting)
