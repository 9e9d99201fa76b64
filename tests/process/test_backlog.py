"""After an outage many rows are due. Workers do them in small tasks, and no child process stays stuck."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.platform.processes import until
from tests.process.service import Service, installed

pytestmark = [pytest.mark.process, pytest.mark.postgres, pytest.mark.nightly]

EVENT = """
from tests.builders import running_event
running_event(8)
"""

POISON = ("another command is already in progress", "Cannot open a new connection in an atomic block")
"""Errors of each further task in a child whose transaction was interrupted."""


class Backlog:
    """An installation with an event, its due rows, and the log of its worker."""

    def __init__(self, service: Service, folder: Path) -> None:
        self.service = service
        self.hangs = folder / "hangs"
        self.log = ""
        service.environ |= {"DISTURBED": "backlog", "MOMENT": "0.005", "HANGS": str(self.hangs)}

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

    def work(self, *, beat: bool = True) -> None:
        """Let a worker do all rows. Keep what it has printed."""
        worker = self.service.celery("worker", "--queues=default,standings", "--concurrency=2")
        with worker as program, self.service.beat() if beat else nullcontext():
            until(lambda: self.service.undone() == 0)
            self.log = program.printed


@pytest.fixture
def backlog(migrated_url: str, redis_url: str, tmp_path: Path) -> Iterator[Backlog]:
    with installed(migrated_url, redis_url, tmp_path, EVENT) as service:
        service.broker.flushdb()  # the messages are lost
        yield Backlog(service, tmp_path)


def test_1500_due_rows_are_done_in_small_tasks(backlog: Backlog) -> None:
    backlog.grow(1500)
    backlog.work()
    assert "Traceback" not in backlog.log


def test_a_task_that_hangs_costs_its_child_process_and_nothing_else(backlog: Backlog) -> None:
    backlog.service.environ["HARD_LIMIT"] = "5"
    backlog.hangs.touch()
    backlog.grow(100)
    backlog.work()
    assert not backlog.hangs.exists()
    assert "Hard time limit (5s) exceeded" in backlog.log
    assert not any(poison in backlog.log for poison in POISON)


def test_without_the_beat_the_watchdog_of_the_worker_sends_lost_messages_again(backlog: Backlog) -> None:
    backlog.grow(50)
    backlog.work(beat=False)
    assert "Task standings.refresh of row" in backlog.log
