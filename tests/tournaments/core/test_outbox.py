"""The outbox: a task that must run is a row, and a Celery message wakes a worker for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from celery import current_app
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from pochleague.celery import another
from tournaments.core import outbox
from tournaments.core.outbox import WorkerNotifier
from tournaments.models import OutboxTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent_rows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows for which a message was sent."""
    rows: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda _task, args, **_options: rows.append(args[0]))
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)
    return rows


def a_row(due: timedelta = timedelta(0)) -> OutboxTask:
    return OutboxTask.objects.create(task="a.task", args=["7"], not_before=timezone.now() + due)


def test_a_task_runs_once_however_many_messages_are_sent() -> None:
    row = a_row()
    done: list[str] = []
    assert outbox.run(row.pk, done.append)
    assert not outbox.run(row.pk, done.append)
    assert done == ["7"]


def test_a_task_that_fails_is_rolled_back_and_retried_later() -> None:
    row = a_row()

    def fails(_argument: str) -> None:
        OutboxTask.objects.create(task="what it did", not_before=timezone.now())
        raise ValueError("no luck")

    for attempt in (1, 2):
        with pytest.raises(ValueError, match="no luck"):
            outbox.run(row.pk, fails)
        row.refresh_from_db()
        assert (row.attempts, row.error, row.done_at) == (attempt, "ValueError: no luck", None)
        assert row.not_before > timezone.now()
    assert OutboxTask.objects.count() == 1


def test_the_sweep_sends_a_lost_message_again_when_its_row_is_overdue(sent_rows: list[str]) -> None:
    row, young = a_row(), a_row(due=timedelta(seconds=5))
    assert outbox.sweep(row.not_before + timedelta(seconds=9)) == 0
    now = row.not_before + timedelta(seconds=11)
    assert (outbox.sweep(now), outbox.sweep(now)) == (1, 0)
    assert sent_rows == [str(row.pk)]
    assert outbox.sweep(now + timedelta(seconds=11)) == 2
    assert sorted(sent_rows) == sorted([str(row.pk), str(row.pk), str(young.pk)])


def test_rows_from_before_the_clock_was_set_back_are_overdue(sent_rows: list[str]) -> None:
    written, sent, later = a_row(), a_row(), a_row()
    now = written.not_before - timedelta(hours=2)
    OutboxTask.objects.filter(pk=sent.pk).update(
        not_before=now - timedelta(minutes=1),
        created_at=now - timedelta(minutes=1),
        message_sent_at=sent.not_before,
    )
    OutboxTask.objects.filter(pk=later.pk).update(created_at=now - timedelta(minutes=1))
    assert (outbox.sweep(now), outbox.sweep(now)) == (2, 0)
    assert sorted(sent_rows) == sorted([str(written.pk), str(sent.pk)])


def test_old_done_rows_are_deleted() -> None:
    row, undone = a_row(), a_row()
    outbox.run(row.pk, lambda _argument: None)
    assert outbox.forget_old(timezone.now() + timedelta(days=1)) == 0
    assert outbox.forget_old(timezone.now() + timedelta(days=3)) == 1
    assert list(OutboxTask.objects.all()) == [undone]


def test_a_broker_that_is_down_is_tried_once_and_then_left_alone_for_a_while(
    sent_rows: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = []

    def down(*_args: object, **_options: object) -> None:
        attempts.append(1)
        raise ConnectionError("nobody there")

    with monkeypatch.context() as patch:
        patch.setattr(current_app, "send_task", down)
        for _ in range(50):
            outbox.notify(a_row())
    assert len(attempts) == 1
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)  # a while later
    outbox.notify(row := a_row())
    assert sent_rows == [str(row.pk)]


def test_an_application_for_a_further_worker_does_not_send_the_messages_of_this_process() -> None:
    sender = current_app.main
    assert another("bystander").main != sender
    assert current_app.main == sender


PATIENCE = 60.0
"""Seconds that a test waits for a thread at most."""

BATCHED = "standings.refresh"


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> SimpleQueue[tuple[str, list[str]]]:
    """The messages that are sent to the workers: each task with the ids of its rows."""
    sent: SimpleQueue[tuple[str, list[str]]] = SimpleQueue()
    monkeypatch.setattr(current_app, "send_task", lambda task, args, **_options: sent.put((task, args)))
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)
    return sent


@pytest.fixture
def notifier() -> Iterator[WorkerNotifier]:
    """A notifier that sends one batch, and the next one only when it is stopped."""
    notifier = WorkerNotifier(interval=PATIENCE)
    notifier.start()
    yield notifier
    notifier.stop(PATIENCE)


def some_rows(task: str, number: int, due: timedelta = timedelta(0)) -> list[OutboxTask]:
    return [OutboxTask.objects.create(task=task, not_before=timezone.now() + due) for _ in range(number)]


def ids_of(rows: list[OutboxTask]) -> list[str]:
    return [str(row.pk) for row in rows]


def test_due_rows_of_a_batched_task_share_one_message(
    messages: SimpleQueue[tuple[str, list[str]]],
) -> None:
    due, later = some_rows(BATCHED, 3), some_rows(BATCHED, 2, timedelta(seconds=20))
    others = some_rows("bots.play_deal", 2)
    outbox.send_messages([*due, *later, *others])
    sent = [messages.get_nowait() for _ in range(5)]
    assert sent == [
        (BATCHED, ids_of(due)),
        *((BATCHED, [row_id]) for row_id in ids_of(later)),
        *(("bots.play_deal", [row_id]) for row_id in ids_of(others)),
    ]
    assert messages.empty()


def test_a_row_that_fails_does_not_stop_the_other_rows_of_its_message() -> None:
    rows = [OutboxTask.objects.create(task=BATCHED, args=[word], not_before=timezone.now()) for word in "abc"]
    done: list[str] = []

    def verb(word: str) -> None:
        if word == "b":
            raise ValueError("no luck")
        done.append(word)

    with pytest.raises(ValueError, match="no luck"):
        outbox.run_each(ids_of(rows), verb)
    assert done == ["a", "c"]
    assert list(OutboxTask.objects.filter(done_at=None)) == [rows[1]]
    assert outbox.run_each(ids_of(rows), done.append) == 1


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_if_the_database_does_not_answer_the_rows_stay_as_they_are(error: type[Exception]) -> None:
    rows = some_rows(BATCHED, 3)
    attempts: list[int] = []

    def verb() -> None:
        attempts.append(1)
        raise error("database is locked")

    with pytest.raises(error, match="locked"):
        outbox.run_each(ids_of(rows), verb)
    assert len(attempts) == 1
    unchanged = OutboxTask.objects.filter(attempts=0, error="", done_at=None)
    assert set(unchanged.values_list("pk", "not_before")) == {(row.pk, row.not_before) for row in rows}
    assert outbox.run_each(ids_of(rows), lambda: None) == 3


def test_a_task_whose_time_is_over_begins_no_further_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = some_rows(BATCHED, 3)
    monkeypatch.setattr(outbox, "RUN_BUDGET", -1.0)
    assert outbox.run_each(ids_of(rows), lambda: None) == 0
    monkeypatch.setattr(outbox, "RUN_BUDGET", PATIENCE)

    def verb() -> None:
        monkeypatch.setattr(
            outbox, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 2 * PATIENCE)
        )

    assert outbox.run_each(ids_of(rows), verb) == 1
    assert OutboxTask.objects.filter(done_at=None).count() == 2


def test_each_periodic_task_is_a_message_of_its_own(settings: Any) -> None:
    """So a part that fails or hangs does not stop the others."""
    current_app.loader.import_default_modules()
    periodic = {name for name in current_app.tasks if name.startswith(("sweep.", "forget.", "fsck."))}
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} == periodic
    assert periodic


def test_the_first_row_is_sent_at_once_and_the_rows_after_it_together(
    messages: SimpleQueue[tuple[str, list[str]]], notifier: WorkerNotifier
) -> None:
    (first, *meanwhile) = some_rows(BATCHED, 4)
    outbox.notify(first)
    assert messages.get(timeout=PATIENCE) == (BATCHED, [str(first.pk)])
    for row in meanwhile:
        outbox.notify(row)
    assert messages.empty()
    notifier.stop(PATIENCE)  # it sends the rows that are left
    assert messages.get_nowait() == (BATCHED, ids_of(meanwhile))
    outbox.notify(first)
    assert messages.get_nowait() == (BATCHED, [str(first.pk)])
