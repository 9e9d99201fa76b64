"""Tasks that must run are rows, written in the transaction that makes them necessary.

After the commit, a thread sends a Celery message that wakes a worker for the row (`notify`, `send_messages`),
so no request waits for the broker. The message may be lost: the broker is down, or the worker dies. The sweep
then sends another one. A worker commits the effect of a task together with `done_at`, so a task takes effect
once, however many messages are sent for it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from tournaments.core.models.log import OutboxTask
from tournaments.core.requests import current_request_id, of_request

logger = logging.getLogger(__name__)

RESEND_AFTER = timedelta(seconds=10)
"""The sweep sends a message for a row that is this long overdue, and again after the same time."""

KEEP_DONE = timedelta(days=2)
"""How long done rows are kept for inspection."""

SWEEP_LIMIT = 500
"""The most rows for which one sweep sends messages."""

LONGEST_BACKOFF = timedelta(minutes=10)

LONGEST_COUNTDOWN = 60.0
"""The longest countdown of a message, in seconds. The sweep sends the message of a row that is due later: a
worker would hold a message with a long countdown, and the broker would deliver it a second time."""

BROKER_PAUSE = 10.0
"""For so many seconds a process sends nothing to a broker that failed: requests must not wait for it."""

BATCHED_TASKS = frozenset({"standings.refresh"})
"""Tasks that take several rows in one message: one run for an event serves all its rows."""

MESSAGE_ROWS = 20
"""The most rows in one message, so that after an outage many workers share many small tasks."""

RUN_BUDGET = 10.0
"""Seconds after which `run_each` begins no further row. A task is killed after `CELERY_TASK_TIME_LIMIT`."""


UNAVAILABLE = (OperationalError, InterfaceError)
"""Errors of a database that is locked, down or overloaded. They are no failures of a row: it stays due, and
writing to the database now would only wait again."""


class _Broker:
    """The state of the message broker, as this process sees it."""

    silent_until = 0.0
    """Nothing is sent before this time of the monotonic clock."""

    notifier: Callable[[OutboxTask], object] | None = None
    """Sends the messages of this process; None: `notify` sends them itself."""


@dataclass(frozen=True)
class TaskCall:
    """A task that must run once the transaction is committed, `delay` later."""

    task: str
    args: tuple[Any, ...]
    delay: timedelta = timedelta(0)


@dataclass(frozen=True)
class DueRow:
    """A row that is due and not done: its id, its task, and how long it has been due."""

    id: UUID
    task: str
    age: timedelta


def add(task: str, *args: Any, delay: timedelta = timedelta(0)) -> OutboxTask:
    """Make sure that `task` runs with `args` once this transaction is committed (`delay` later)."""
    (row,) = add_all([TaskCall(task, args, delay)])
    return row


def add_all(calls: Iterable[TaskCall]) -> list[OutboxTask]:
    """Do the same as `add` for several tasks, in one statement."""
    now = timezone.now()
    rows = OutboxTask.objects.bulk_create(
        OutboxTask(
            task=call.task,
            args=[str(arg) for arg in call.args],
            request_id=current_request_id(),
            not_before=now + call.delay,
        )
        for call in calls
    )
    for row in rows:
        transaction.on_commit(partial(notify, row), robust=True)
    return rows


def add_for_each(task: str, subjects: QuerySet[Any]) -> int:
    """Make sure that `task` runs for each of these rows that has no such task; return how many were added.

    It adds at most `SWEEP_LIMIT`. The ORDER BY and the LIMIT let PostgreSQL read the index of what is due: it
    guesses that a comparison of two columns holds for a third of all rows.
    """
    waiting = OutboxTask.objects.filter(task=task, done_at__isnull=True)
    queued = {args[0] for args in waiting.values_list("args", flat=True)}
    due = subjects.exclude(pk__in=queued).order_by("pk").values_list("pk", flat=True)[:SWEEP_LIMIT]
    with transaction.atomic():
        return len(add_all([TaskCall(task, (pk,)) for pk in due]))


def notify(row: OutboxTask) -> None:
    """Wake a worker for `row`: by the notifier of this process, or directly if it has none."""
    if (notifier := _Broker.notifier) is not None:
        notifier(row)
    else:
        send_messages([row])


def set_notifier(notifier: Callable[[OutboxTask], object] | None) -> None:
    """Pass the rows of this process to `notifier`. None: `notify` sends their messages itself."""
    _Broker.notifier = notifier


def send_messages(rows: Sequence[OutboxTask]) -> None:
    """Send the messages that wake workers for these rows; due rows of a batched task share messages.

    An unreachable broker is not an error: the sweep finds the rows.
    """
    now = timezone.now()
    batches: dict[str, list[str]] = {}
    others: list[tuple[OutboxTask, float]] = []
    for row in rows:
        wait = (row.not_before - now).total_seconds()
        if wait > LONGEST_COUNTDOWN:
            continue
        if row.task in BATCHED_TASKS and wait <= 0:
            batches.setdefault(row.task, []).append(str(row.id))
        else:
            others.append((row, max(0.0, wait)))
    for task, row_ids in batches.items():
        for first in range(0, len(row_ids), MESSAGE_ROWS):
            _send(task, row_ids[first : first + MESSAGE_ROWS], 0.0)
    for row, wait in others:
        _send(row.task, [str(row.id)], wait)


def _send(task: str, row_ids: list[str], wait: float) -> None:
    if time.monotonic() < _Broker.silent_until:
        return
    try:
        current_app.send_task(task, args=row_ids, countdown=wait, retry=False)
    except Exception as error:  # noqa: BLE001 - whatever the broker's fault is, the rows are stored
        _Broker.silent_until = time.monotonic() + BROKER_PAUSE
        logger.warning("No message could be sent for %s (%s): %s", task, ", ".join(row_ids), error)


def run_each(row_ids: Iterable[str], verb: Callable[..., object]) -> int:
    """`run` each of these rows in a transaction of its own; return how many ran now.

    If some fail, the others still run. The last error is raised at the end. But if the database does not
    answer, or after `RUN_BUDGET` seconds, the remaining rows wait for the next sweep.
    """
    ran = 0
    failure: Exception | None = None
    end = time.monotonic() + RUN_BUDGET
    for row_id in row_ids:
        if time.monotonic() > end:
            break
        try:
            ran += run(row_id, verb)
        except UNAVAILABLE:
            raise
        except Exception as error:  # noqa: BLE001 - raised after the other rows have run
            failure = error
    if failure is not None:
        raise failure
    return ran


def run(row_id: str | UUID, verb: Callable[..., object]) -> bool:
    """Run `verb` with the arguments of the row; its effect and `done_at` commit together.

    Return False if the row is done, or if another worker runs it. If `verb` raises, its effect is rolled
    back, and the row keeps the error and a later time for the next attempt. If the database does not answer,
    the row stays as it is.
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
            with of_request(row.request_id or current_request_id()):
                _run_verb(row, verb)
            row.done_at = timezone.now()
            row.save(update_fields=["done_at"])
            return True
    except UNAVAILABLE:
        raise
    except Exception as error:
        record_failure(row_id, error)
        raise


def _run_verb(row: OutboxTask, verb: Callable[..., object]) -> None:
    try:
        verb(*row.args)
    except UNAVAILABLE:
        raise
    except Exception as error:
        # The worker logs the traceback. This line has the id of the request.
        logger.warning("Task %s of row %s failed: %s", row.task, row.id, type(error).__name__)
        raise


def pending_args(row_id: str | UUID) -> list[str] | None:
    """The arguments of a row that is not done, for work before `run`; None if it is done."""
    args: list[str] | None = (
        OutboxTask.objects.filter(id=row_id, done_at__isnull=True).values_list("args", flat=True).first()
    )
    return args


def failed_attempts(row_id: str | UUID) -> int:
    """How often a row has failed."""
    return OutboxTask.objects.values_list("attempts", flat=True).get(id=row_id)


def record_failure(row_id: str | UUID, error: Exception) -> None:
    """Store the error with an undone row, and delay its next attempt: longer after each failure."""
    with transaction.atomic():
        row = OutboxTask.objects.select_for_update().get(id=row_id)
        row.attempts += 1
        row.error = f"{type(error).__name__}: {error}"
        row.not_before = timezone.now() + min(LONGEST_BACKOFF, timedelta(seconds=2 ** min(row.attempts, 10)))
        row.save(update_fields=["attempts", "error", "not_before"])


def oldest_due(now: datetime | None = None) -> DueRow | None:
    """Return the row that has been due for the longest time, or None if no row is due.

    A failed row is due again at the time of its next attempt.
    """
    now = now or timezone.now()
    due = OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=now).order_by("not_before")
    row = due.values_list("id", "task", "not_before").first()
    return None if row is None else DueRow(row[0], row[1], now - row[2])


def due_by_task(now: datetime | None = None) -> dict[str, int]:
    """Return how many rows of each task are due and not done."""
    due = OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=now or timezone.now())
    return dict(due.values_list("task").annotate(rows=Count("pk")).order_by("task"))


def failing() -> int:
    """Return how many rows have failed and wait for another attempt."""
    return OutboxTask.objects.filter(done_at__isnull=True, attempts__gt=0).count()


def try_to_write() -> None:
    """Write a row and remove it again. Raises DatabaseError if the database stores nothing.

    Only a COMMIT shows that the disk takes the data.
    """
    with transaction.atomic():
        now = timezone.now()
        OutboxTask.objects.create(task="none", not_before=now, done_at=now).delete()


def sweep(now: datetime | None = None) -> int:
    """Send messages for overdue rows; return their number.

    A row with a time in the future (written or last sent) is overdue as well: the clock was set back, and the
    row may have been due at once. A row that really is due later may run early in this case.
    """
    now = now or timezone.now()
    past, future = now - RESEND_AFTER, now + RESEND_AFTER
    overdue = OutboxTask.objects.filter(
        Q(not_before__lte=past) | Q(created_at__gt=future),
        Q(message_sent_at__isnull=True) | Q(message_sent_at__lte=past) | Q(message_sent_at__gt=future),
        done_at__isnull=True,
    )
    # Rows that no worker takes (a queue may have no worker) must not hold up the others.
    least_recently_sent = overdue.order_by(F("message_sent_at").asc(nulls_first=True), "not_before")
    with transaction.atomic():
        # A locked row is being run by a worker.
        rows = list(least_recently_sent.select_for_update(skip_locked=True)[:SWEEP_LIMIT])
        OutboxTask.objects.filter(id__in=[row.id for row in rows]).update(message_sent_at=now)
    send_messages(rows)
    return len(rows)


def forget_old(now: datetime | None = None) -> int:
    """Delete rows that were done `KEEP_DONE` ago; return their number."""
    old = OutboxTask.objects.filter(done_at__lte=(now or timezone.now()) - KEEP_DONE)
    return old.delete()[0]


# ---- A thread that sends the messages for outbox rows, so that no request waits for the broker.
#
# Sending a message takes a third of a millisecond of processor time, a seventh of the time for a whole deal.
# The message for a single row is sent at once. While many rows come, those that are committed within
# `INTERVAL` are sent together, and the standings of several events are counted with one message.


INTERVAL = 0.05
"""Seconds between two batches: one twentieth of the permitted delay of a standing."""


class WorkerNotifier:
    """The thread, from `start` to `stop`. It sends all rows of its queue before it ends."""

    def __init__(self, interval: float = INTERVAL) -> None:
        self._interval = interval
        self._rows: SimpleQueue[OutboxTask | None] = SimpleQueue()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="worker-notifier", daemon=True)

    def start(self) -> None:
        """Send the messages of this process from now on."""
        self._thread.start()
        set_notifier(self._rows.put)

    def stop(self, timeout: float) -> None:
        """Send what is left and end within `timeout` seconds. `outbox.notify` then sends messages itself."""
        set_notifier(None)
        self._ending.set()
        self._rows.put(None)
        self._thread.join(timeout)

    def _work(self) -> None:
        is_last = False
        while not is_last:
            rows = [self._rows.get(), *self._waiting_rows()]
            is_last = None in rows
            send_messages([row for row in rows if row is not None])
            self._ending.wait(self._interval)

    def _waiting_rows(self) -> list[OutboxTask | None]:
        rows: list[OutboxTask | None] = []
        try:
            while True:
                rows.append(self._rows.get_nowait())
        except Empty:
            return rows
