"""The watchdog reports a row that no worker takes, and acts without the workers and the beat."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from celery import current_app
from django.utils import timezone

from tournaments.core import outbox, watchdog
from tournaments.core.watchdog import Watchdog
from tournaments.models import OutboxTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent_rows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows for which a message was sent."""
    rows: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda _task, args, **_options: rows.extend(args))
    monkeypatch.setattr(outbox._Broker, "silent_until", 0.0)
    return rows


def a_row_due_for(seconds: int) -> OutboxTask:
    due = timezone.now() - timedelta(seconds=seconds)
    return OutboxTask.objects.create(task="a.task", not_before=due)


def reports(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [
        (entry.levelno, entry.getMessage()) for entry in caplog.records if entry.name == watchdog.__name__
    ]


def test_a_row_that_nobody_does_is_reported_once_in_a_while_and_its_message_is_sent_again(
    sent_rows: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    row, healed = a_row_due_for(40), list[int]()
    dog = Watchdog(lambda: healed.append(1))
    seen = dog.look()
    assert seen is not None
    assert (seen.id, healed, sent_rows) == (row.pk, [1], [str(row.pk)])
    ((level, line),) = reports(caplog)
    assert level == logging.WARNING
    assert line.startswith(f"Task a.task of row {row.pk} has been due for 4")
    dog.look()
    assert (len(reports(caplog)), healed, len(sent_rows)) == (1, [1, 1], 1)


def test_after_a_minute_the_report_is_an_error(
    caplog: pytest.LogCaptureFixture, sent_rows: list[str]
) -> None:
    row = a_row_due_for(70)
    Watchdog().look()
    assert [level for level, _line in reports(caplog)] == [logging.ERROR]
    assert sent_rows == [str(row.pk)]
