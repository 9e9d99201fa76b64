"""An installation with processes of its own: its settings, its database as seen from outside, its workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import redis

from tests.platform.processes import TIMEOUT, check_semaphores

ROOT = Path(__file__).resolve().parents[2]


class Service:
    """The settings of one installation, and its database as seen from outside."""

    def __init__(self, database: str, broker: str, folder: Path) -> None:
        check_semaphores()
        self.environment = os.environ | {
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "POCH_DATA": str(folder),
            "POCH_LOG_LEVEL": "WARNING",
        }
        self.database = psycopg.connect(database, autocommit=True)
        self.broker = redis.Redis.from_url(broker)

    def manage(self, *words: str, given: str | None = None) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            check=True,
            input=given,
            text=True,
        )

    @contextmanager
    def celery(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "pochleague", *words],
            cwd=ROOT,
            env=self.environment,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            kill(process)

    @contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        queues = "--queues=default,standings,bots,searches,webhooks,simulations,rehearsals"
        with self.celery("worker", queues, "--concurrency=2") as process:
            yield process

    @contextmanager
    def beat(self) -> Iterator[subprocess.Popen[bytes]]:
        schedule = str(Path(self.environment["POCH_DATA"]) / "beat")
        with self.celery("beat", f"--schedule={schedule}") as process:
            yield process

    def number(self, sql: str) -> int:
        row = self.database.execute(sql).fetchone()
        assert row is not None
        return int(row[0])

    def deals(self) -> int:
        return self.number("SELECT count(*) FROM tournaments_deal WHERE kind = 'recorded'")

    def is_over(self) -> bool:
        return self.number("SELECT count(*) FROM tournaments_event WHERE status = 'finished'") == 1

    def check_the_end(self) -> None:
        """Every deal was played once, nothing is left to do, the standing is the last version's."""
        assert self.deals() == 2 * 2 * 4
        undone = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL"
        wait_until(lambda: self.number(undone) == 0)
        newest = "(SELECT max(version) FROM tournaments_standing)"
        lag = f"SELECT version - {newest} FROM tournaments_event"
        assert self.number(lag) == 0
        assert self.number("SELECT sum(balance) FROM tournaments_account") == 0


def kill(process: subprocess.Popen[bytes]) -> None:
    """kill -9 the process with its children."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(true: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    """Return as soon as `true()`; fail when that takes so long that it will not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.05)
