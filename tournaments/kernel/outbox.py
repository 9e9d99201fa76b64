"""Tasks that must run are rows, written in the transaction that made them necessary.

After the commit a worker is woken for the row (`ring`, `wake`); if that is lost (a broker that is down, a
worker that dies), the sweep finds the row undone and rings again. Running it commits its effect and
`done_at` together, so that however often it is woken, it happens once. Celery is only the doorbell.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.compiled import insert
from tournaments.models import OutboxTask

logger = logging.getLogger(__name__)

RING_AGAIN = timedelta(seconds=10)
"""A row that is this long undone after it was due, and after it was last rung, is rung again."""

KEEP_DONE = timedelta(days=2)
"""Done rows are kept this long, to be looked at."""

AT_ONCE = 500
"""So many rows are rung for by one sweep."""

LONGEST_BACKOFF = timedelta(minutes=10)

LONGEST_WAIT = 60.0
"""Seconds for which a doorbell may be rung in advance. For what is due later the sweep rings in its time: a
worker would hold the message for hours, and the broker deliver it again meanwhile."""

SILENCE = 10.0
"""Seconds for which a process leaves a broker alone that did not answer: no request waits for it twice."""


TOGETHER = frozenset({"standings.refresh"})
"""Tasks that take several rows with one message: the first of an event's does what the others are for."""


class _Broker:
    """What this process knows of the broker."""

    silent_until = 0.0
    """Until when it is left alone, by the monotonic clock."""

    ringer: Callable[[OutboxTask], object] | None = None
    """Who wakes workers for this process; None: whoever has something done, in person."""


def add(task: str, *args: Any, delay: timedelta = timedelta(0)) -> OutboxTask:
    """Make sure that `task` runs with `args` once this transaction is committed (`delay` later)."""
    (row,) = add_all([Errand(task, args, delay)])
    return row


@dataclass(frozen=True)
class Errand:
    """A task that must run once the transaction is committed, `delay` later."""

    task: str
    args: tuple[Any, ...]
    delay: timedelta = timedelta(0)


def add_all(errands: Iterable[Errand]) -> list[OutboxTask]:
    """`add` for several tasks, in one statement."""
    rows = rows_for(errands)
    insert(OutboxTask, rows)
    return rows


def rows_for(errands: Iterable[Errand]) -> list[OutboxTask]:
    """The rows of these tasks, unsaved: for who inserts them along with others, in this transaction."""
    now = timezone.now()
    rows = [
        OutboxTask(task=errand.task, args=[str(arg) for arg in errand.args], not_before=now + errand.delay)
        for errand in errands
    ]
    for row in rows:
        transaction.on_commit(partial(ring, row), robust=True)
    return rows


def ring(row: OutboxTask) -> None:
    """Have a worker woken for `row`: by who does that in this process (`leave_ringing_to`), else at once."""
    if (ringer := _Broker.ringer) is not None:
        ringer(row)
    else:
        wake([row])


def leave_ringing_to(ringer: Callable[[OutboxTask], object] | None) -> None:
    """From now on `ringer` is told of each row of this process that a worker is to be woken for; it `wake`s.

    None: whoever has something done wakes a worker in person again.
    """
    _Broker.ringer = ringer


def wake(rows: Sequence[OutboxTask]) -> None:
    """Send the messages that wake workers for these rows, for those of `TOGETHER` that are due one for all.

    A broker that cannot be reached is no error: the sweep will find the rows.
    """
    now = timezone.now()
    messages: dict[object, tuple[str, list[str], float]] = {}
    for row in rows:
        wait = (row.not_before - now).total_seconds()
        if wait > LONGEST_WAIT:
            continue
        one_for_all = row.task in TOGETHER and wait <= 0
        message = messages.setdefault(row.task if one_for_all else row.id, (row.task, [], max(0.0, wait)))
        message[1].append(str(row.id))
    for message in messages.values():
        _send(*message)


def _send(task: str, row_ids: list[str], wait: float) -> None:
    if time.monotonic() < _Broker.silent_until:
        return
    try:
        current_app.send_task(task, args=row_ids, countdown=wait, retry=False)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with the doorbell, the rows stand
        _Broker.silent_until = time.monotonic() + SILENCE
        logger.warning("No worker could be woken for %s (%s): %s", task, ", ".join(row_ids), error)


def run_each(row_ids: Iterable[str], verb: Callable[..., object]) -> int:
    """`run` for several rows, each by itself; returns how many ran now. One that fails stops no other."""
    ran = 0
    failed: Exception | None = None
    for row_id in row_ids:
        try:
            ran += run(row_id, verb)
        except Exception as error:  # noqa: BLE001 - it is raised once the others have had their turn
            failed = error
    if failed is not None:
        raise failed
    return ran


def run(row_id: str | UUID, verb: Callable[..., object]) -> bool:
    """Run `verb` with the row's arguments, once: its effect and `done_at` commit together.

    Returns whether it ran now: not if it is done already, or being done by another worker.
    If `verb` raises, nothing of it remains but the error and a later time at which to try again.
    """
    try:
        with transaction.atomic():
            row = (
                OutboxTask.objects.select_for_update(skip_locked=True)
                .filter(id=row_id, done_at__isnull=True)
                .first()
            )
            if row is None:
                return False
            verb(*row.args)
            row.done_at = timezone.now()
            row.save(update_fields=["done_at"])
            return True
    except Exception as error:
        put_off(row_id, error)
        raise


def args_of(row_id: str | UUID) -> list[str] | None:
    """The arguments of a row that is not done yet; else None. For what is worked out before `run`."""
    args: list[str] | None = (
        OutboxTask.objects.filter(id=row_id, done_at__isnull=True).values_list("args", flat=True).first()
    )
    return args


def attempts_of(row_id: str | UUID) -> int:
    """How often a row has failed."""
    return OutboxTask.objects.values_list("attempts", flat=True).get(id=row_id)


def put_off(row_id: str | UUID, error: Exception) -> None:
    """Keep with a row that is not done what went wrong, and have it tried again later, ever more rarely."""
    with transaction.atomic():
        row = OutboxTask.objects.select_for_update().get(id=row_id)
        row.attempts += 1
        row.error = f"{type(error).__name__}: {error}"
        row.not_before = timezone.now() + min(LONGEST_BACKOFF, timedelta(seconds=2 ** min(row.attempts, 10)))
        row.save(update_fields=["attempts", "error", "not_before"])


def sweep(now: datetime | None = None) -> int:
    """Ring again for rows that are overdue, forget old done ones; returns how many were rung.

    What was written or rung in the future is overdue, too: the clock has been set back since, and an hour is
    too long to wait for what was due at once. What was due later may come early then.
    """
    now = now or timezone.now()
    past, future = now - RING_AGAIN, now + RING_AGAIN
    overdue = OutboxTask.objects.filter(
        Q(not_before__lte=past) | Q(created_at__gt=future),
        Q(rung_at__isnull=True) | Q(rung_at__lte=past) | Q(rung_at__gt=future),
        done_at__isnull=True,
    )
    # Those that nobody does (a queue may have no worker) must not keep the others from being rung.
    by_turns = overdue.order_by(F("rung_at").asc(nulls_first=True), "not_before")
    with transaction.atomic():
        # What a worker holds is being done: there is no need to wait for it.
        rows = list(by_turns.select_for_update(skip_locked=True)[:AT_ONCE])
        OutboxTask.objects.filter(id__in=[row.id for row in rows]).update(rung_at=now)
    wake(rows)
    OutboxTask.objects.filter(done_at__lte=now - KEEP_DONE).delete()
    return len(rows)
