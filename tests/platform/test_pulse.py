"""A Celery worker is healthy while it takes messages; if it takes none, it ends."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery.worker import state
from django.test import override_settings

from pochleague import celery
from pochleague.celery import Pulse


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock, which stands still."""
    clock = SimpleNamespace(time=1000.0)
    monkeypatch.setattr(celery, "time", SimpleNamespace(monotonic=lambda: clock.time, sleep=lambda _s: None))
    return clock


@pytest.fixture
def worker(now: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Pulse:
    """A worker that has just taken a message."""
    worker = Pulse(celery.app, "celery@here")
    monkeypatch.setattr(celery._Worker, "pulse", worker)
    monkeypatch.setattr(state, "active_requests", [])
    return worker


def is_touched(file: Path) -> bool:
    file.unlink(missing_ok=True)
    with override_settings(HEARTBEAT=file):
        celery.touch_heartbeat()
    return file.exists()


def test_a_worker_that_takes_no_messages_does_not_touch_its_file(
    worker: Pulse, now: SimpleNamespace, tmp_path: Path
) -> None:
    assert is_touched(tmp_path / "heartbeat")
    now.time += 25
    assert not is_touched(tmp_path / "heartbeat")
    celery.note_message()
    assert is_touched(tmp_path / "heartbeat")


def test_a_worker_that_takes_no_messages_ends_within_a_minute(
    worker: Pulse, now: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    acts: list[Any] = []
    monkeypatch.setattr(celery.app, "send_task", lambda name, **_options: acts.append(name))
    monkeypatch.setattr(os, "kill", lambda _pid, number: acts.append(number))
    monkeypatch.setattr(os, "_exit", acts.append)
    now.time += 40
    worker.beat()
    assert acts == ["worker.pulse"]
    now.time += 10
    worker.beat()
    assert acts[1:3] == [signal.SIGTERM, 1]
    assert "This worker takes no messages." in caplog.text


def test_a_worker_whose_children_are_busy_may_take_nothing_until_their_time_limit(
    worker: Pulse, now: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = SimpleNamespace(time_limits=(None, None), task=SimpleNamespace(time_limit=240))
    monkeypatch.setattr(state, "active_requests", [chunk])
    now.time += 250
    assert worker.is_healthy()
    now.time += 60
    assert not worker.is_healthy()
