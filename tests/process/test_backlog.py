"""After an outage many rows are due. Workers do them in small tasks, and no child process stays stuck."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.process.service import Service, wait_until

pytestmark = [pytest.mark.process, pytest.mark.postgres, pytest.mark.nightly]

EVENT = """
from tests.builders import running_event
running_event(8)
"""
UNDONE = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL"

POISON = ("another command is already in progress", "Cannot open a new connection in an atomic block")
"""Errors of each further task in a child whose transaction was interrupted."""


class Backlog:
    """An installation with an event, its due rows, and the log of its worker."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service = service
        self.hangs, self._log = folder / "hangs", folder / "worker.log"
        service.environment |= {
            "DJANGO_SETTINGS_MODULE": "tests.process.settings",
            "WORKER_IMPORTS": "tests.process.backlog",
            "MOMENT": "0.005",
            "HANGS": str(self.hangs),
        }

    def grow(self, rows: int) -> None:
        """Add rows that became due a minute ago."""
        self.service.database.execute(
            "INSERT INTO tournaments_outboxtask"
            " (id, task, args, request_id, not_before, created_at, attempts, error)"
            " SELECT gen_random_uuid(), 'standings.refresh', jsonb_build_array(event.id::text), '',"
            " now() - interval '1 minute', now() - interval '1 minute', 0, ''"
            " FROM tournaments_event event, generate_series(1, %s)",
            [rows],
        )

    @contextmanager
    def worker(self) -> Iterator[None]:
        words = ("worker", "--queues=default,standings", "--concurrency=2")
        with self.service.celery(*words, log=self._log):
            yield

    @contextmanager
    def worker_and_beat(self) -> Iterator[None]:
        with self.worker(), self.service.beat():
            yield

    @property
    def undone(self) -> int:
        return self.service.number(UNDONE)

    @property
    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


@pytest.fixture
def backlog(migrated_url: str, redis_url: str, tmp_path: Path) -> Iterator[Backlog]:
    service = Service(migrated_url, redis_url, tmp_path)
    service.manage("shell", "--no-imports", stdin=EVENT)
    service.broker.flushdb()  # the messages are lost
    yield Backlog(service, tmp_path)
    service.broker.flushdb()
    service.database.close()


def test_1500_due_rows_are_done_in_small_tasks(backlog: Backlog) -> None:
    backlog.grow(1500)
    with backlog.worker_and_beat():
        wait_until(lambda: backlog.undone == 0)
    assert "Traceback" not in backlog.log


def test_a_task_that_hangs_costs_its_child_process_and_nothing_else(backlog: Backlog) -> None:
    backlog.service.environment["HARD_LIMIT"] = "5"
    backlog.hangs.touch()
    backlog.grow(100)
    with backlog.worker_and_beat():
        wait_until(lambda: backlog.undone == 0)
    assert not backlog.hangs.exists()
    assert "Hard time limit (5s) exceeded" in backlog.log
    assert not any(poison in backlog.log for poison in POISON)


def test_without_the_beat_the_watchdog_of_the_worker_sends_lost_messages_again(backlog: Backlog) -> None:
    backlog.grow(50)
    with backlog.worker():
        wait_until(lambda: backlog.undone == 0)
    assert "Task standings.refresh of row" in backlog.log
