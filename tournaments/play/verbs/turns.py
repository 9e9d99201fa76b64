"""The tasks that follow a change of the deals of a table: the next deal of the bots, the next draw."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from tournaments.core import outbox
from tournaments.core.models.log import OutboxTask
from tournaments.core.outbox import TaskCall
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Seat, Table


def queue_next_step(table: Table, next_number: int, *, over: bool) -> None:
    """Queue the next deal of a table of bots, or the step of `auto_draw` after the last deal.

    `table` is locked, with its round and event loaded. A deal that is queued twice is played once.
    """
    bots = not over and Seat.objects.filter(table=table, number=0).exclude(entry__player__bot="").exists()
    outbox.add_all(next_tasks(table, next_number, over=over, has_bots=bots))


def next_tasks(table: Table, next_number: int, *, over: bool, has_bots: bool) -> list[TaskCall]:
    """Return the tasks that `queue_next_step` queues (no query)."""
    event = table.round.event
    if over:
        return [TaskCall("rounds.advance", (event.pk,))] if event.auto_draw else []
    if not has_bots:
        return []
    pace = timedelta(milliseconds=event.pace_ms)
    return [TaskCall("bots.play_deal", (table.pk, next_number), pace)]


def keep_pace(event: Event) -> int:
    """Move queued deals of bots to an earlier time, at the pace of the event. Return their number.

    `event` is locked. A slower pace applies from the next deal on: the messages for these deals may be sent.
    """
    soonest = timezone.now() + timedelta(milliseconds=event.pace_ms)
    tables = {
        str(pk)
        for pk in Table.objects.filter(round__event=event, closed_at=None).values_list("pk", flat=True)
    }
    waiting = [
        row
        # A worker that plays one of these deals has locked its row and waits for the event.
        for row in OutboxTask.objects.select_for_update(skip_locked=True).filter(
            task="bots.play_deal", done_at__isnull=True, not_before__gt=soonest
        )
        if row.args[0] in tables
    ]
    for row in waiting:
        row.not_before = soonest
        transaction.on_commit(partial(outbox.notify, row), robust=True)
    OutboxTask.objects.bulk_update(waiting, ["not_before"])
    return len(waiting)
