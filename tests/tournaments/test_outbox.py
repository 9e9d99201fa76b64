"""The outbox: what must be done is a row, and Celery only rings the bell."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from tournaments import outbox
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
