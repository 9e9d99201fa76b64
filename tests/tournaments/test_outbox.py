"""The outbox: what must be done is a row, and Celery only rings the bell."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from queue import SimpleQueue

import pytest
from celery import current_app
from django.utils import timezone

from tournaments.kernel import outbox
from tournaments.kernel.wakeups import Bellman
from tournaments.models import OutboxTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows that a worker was woken for."""
    rung: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda _task, args, **_options: rung.append(args[0]))
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)
    return rung


def a_row(due: timedelta = timedelta(0)) -> OutboxTask:
    return OutboxTask.objects.create(task="a.task", args=["7"], not_before=timezone.now() + due)


def test_a_task_is_done_once_however_often_it_is_rung() -> None:
    row = a_row()
    done: list[str] = []
    assert outbox.run(row.pk, done.append)
    assert not outbox.run(row.pk, done.append)
    assert done == ["7"]


def test_a_task_that_fails_leaves_nothing_but_its_error_and_is_tried_later() -> None:
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


def test_a_lost_wake_up_is_rung_again_once_it_is_overdue(bell: list[str]) -> None:
    row, young = a_row(), a_row(due=timedelta(seconds=5))
    assert outbox.sweep(row.not_before + timedelta(seconds=9)) == 0
    now = row.not_before + timedelta(seconds=11)
    assert (outbox.sweep(now), outbox.sweep(now)) == (1, 0)
    assert bell == [str(row.pk)]
    assert outbox.sweep(now + timedelta(seconds=11)) == 2
    assert sorted(bell) == sorted([str(row.pk), str(row.pk), str(young.pk)])


def test_rows_that_nobody_does_keep_no_others_from_being_rung(
    bell: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "AT_ONCE", 2)
    stuck = [a_row() for _ in range(4)]
    last = a_row(due=timedelta(seconds=1))
    now = last.not_before + timedelta(seconds=11)
    for sweep in range(3):
        outbox.sweep(now + sweep * timedelta(seconds=11))
    assert set(bell) == {str(row.pk) for row in [*stuck, last]}


def test_what_was_written_or_rung_before_the_clock_was_set_back_does_not_wait_for_it(bell: list[str]) -> None:
    written, rung, later = a_row(), a_row(), a_row()
    now = written.not_before - timedelta(hours=2)
    OutboxTask.objects.filter(pk=rung.pk).update(
        not_before=now - timedelta(minutes=1), created_at=now - timedelta(minutes=1), rung_at=rung.not_before
    )
    OutboxTask.objects.filter(pk=later.pk).update(created_at=now - timedelta(minutes=1))
    assert (outbox.sweep(now), outbox.sweep(now)) == (2, 0)
    assert sorted(bell) == sorted([str(written.pk), str(rung.pk)])


def test_rows_done_long_ago_are_forgotten(bell: list[str]) -> None:
    row = a_row()
    outbox.run(row.pk, lambda _argument: None)
    outbox.sweep(timezone.now() + timedelta(days=1))
    assert OutboxTask.objects.count() == 1
    outbox.sweep(timezone.now() + timedelta(days=3))
    assert OutboxTask.objects.count() == 0
    assert bell == []


def test_a_broker_that_is_down_is_asked_once_and_then_left_alone(
    bell: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def down(*_args: object, **_options: object) -> None:
        asked.append(1)
        raise ConnectionError("nobody there")

    with monkeypatch.context() as patch:
        patch.setattr(current_app, "send_task", down)
        for _ in range(50):
            outbox.ring(a_row())
    assert len(asked) == 1
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)  # a while later
    outbox.ring(row := a_row())
    assert bell == [str(row.pk)]


PATIENCE = 60.0
"""Seconds that a test waits for a thread at most."""

TOGETHER = "standings.refresh"


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> SimpleQueue[tuple[str, list[str]]]:
    """What is sent to the workers: each task with its rows."""
    sent: SimpleQueue[tuple[str, list[str]]] = SimpleQueue()
    monkeypatch.setattr(current_app, "send_task", lambda task, args, **_options: sent.put((task, args)))
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)
    return sent


@pytest.fixture
def bellman() -> Iterator[Bellman]:
    """One who, having sent something, sends no more until he is stopped."""
    bellman = Bellman(a_moment=PATIENCE)
    bellman.start()
    yield bellman
    bellman.stop(PATIENCE)


def some_rows(task: str, number: int, due: timedelta = timedelta(0)) -> list[OutboxTask]:
    return [OutboxTask.objects.create(task=task, not_before=timezone.now() + due) for _ in range(number)]


def ids_of(rows: list[OutboxTask]) -> list[str]:
    return [str(row.pk) for row in rows]


def test_what_is_done_for_all_with_the_first_goes_in_one_message_if_it_is_due(
    messages: SimpleQueue[tuple[str, list[str]]],
) -> None:
    due, later = some_rows(TOGETHER, 3), some_rows(TOGETHER, 2, timedelta(seconds=20))
    others = some_rows("bots.play_deal", 2)
    outbox.wake([*due, *later, *others])
    sent = [messages.get_nowait() for _ in range(5)]
    assert sent == [
        (TOGETHER, ids_of(due)),
        *((TOGETHER, [one]) for one in ids_of(later)),
        *(("bots.play_deal", [one]) for one in ids_of(others)),
    ]
    assert messages.empty()


def test_a_row_that_fails_stops_none_that_came_with_it() -> None:
    rows = [
        OutboxTask.objects.create(task=TOGETHER, args=[word], not_before=timezone.now()) for word in "abc"
    ]
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


def test_who_comes_alone_has_a_worker_woken_at_once_and_who_comes_meanwhile_goes_together(
    messages: SimpleQueue[tuple[str, list[str]]], bellman: Bellman
) -> None:
    (first, *meanwhile) = some_rows(TOGETHER, 4)
    outbox.ring(first)
    assert messages.get(timeout=PATIENCE) == (TOGETHER, [str(first.pk)])
    for row in meanwhile:
        outbox.ring(row)
    assert messages.empty()
    bellman.stop(PATIENCE)  # what is left is sent before he goes
    assert messages.get_nowait() == (TOGETHER, ids_of(meanwhile))
    outbox.ring(first)
    assert messages.get_nowait() == (TOGETHER, [str(first.pk)])
