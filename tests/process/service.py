"""An installation with separate processes: its settings, database and workers."""

from __future__ import annotations

import itertools
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
from tests.plugins.outputs import watch

ROOT = Path(__file__).resolve().parents[2]


class Service:
    """The settings and the database of one installation."""

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
        self._numbers = itertools.count(1)

    def manage(self, *words: str, stdin: str | None = None) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment,
            check=True,
            input=stdin,
            text=True,
        )

    @contextmanager
    def celery(self, *words: str, log: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command of Celery during the block; `log` is a file for its output."""
        output = log or Path(self.environment["POCH_DATA"]) / f"celery.{next(self._numbers)}"
        with output.open("ab") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "pochleague", *words],
                cwd=ROOT,
                env=self.environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        watch(["celery", *words], lambda: output.read_text(errors="replace"), lambda: process.poll() is None)
        try:
            yield process
        finally:
            kill(process)

    @contextmanager
    def worker(self) -> Iterator[subprocess.Popen[bytes]]:
        queues = "--queues=default,standings,bots,searches,webhooks,simulations,background"
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
        """Assert that each deal was played once, no task is left, and the standing has the last version."""
        assert self.deals() == 2 * 2 * 4
        undone = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL"
        wait_until(lambda: self.number(undone) == 0)
        newest = "(SELECT max(version) FROM tournaments_standing)"
        lag = f"SELECT version - {newest} FROM tournaments_event"
        assert self.number(lag) == 0
        assert self.number("SELECT sum(balance) FROM tournaments_account") == 0


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and its children (SIGKILL)."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(is_true: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    """Wait until the condition is true. Fail if it takes too long."""
    end = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.05)
