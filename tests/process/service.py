"""An installation with separate processes: its settings, database and workers."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.platform.processes import PYTHON, Running, check_semaphores, running, succeed, until


class Service:
    """The settings and the database of one installation."""

    def __init__(self, database: str, broker: str, folder: Path, **environ: str) -> None:
        check_semaphores()
        self.environ = {
            "DATABASE_URL": database,
            "REDIS_URL": broker,
            "SECRET_KEY": os.environ["SECRET_KEY"],
            "POCH_DATA": str(folder),
            "POCH_LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "tests.process.settings",
            **environ,
        }
        self.database = psycopg.connect(database, autocommit=True)
        self.broker = redis.Redis.from_url(broker)
        self._folder = folder
        self._numbers = itertools.count(1)

    def manage(self, *words: str, stdin: str = "") -> str:
        return succeed(PYTHON, "manage.py", *words, environ=self.environ, stdin=stdin)

    @contextmanager
    def celery(self, *words: str) -> Iterator[Running]:
        """Run a command of Celery during the block."""
        command: list[str | Path] = [PYTHON, "-m", "celery", "-A", "pochleague", *words]
        output = self._folder / f"celery.{next(self._numbers)}"
        with running(*command, output=output, environ=self.environ) as program:
            yield program

    @contextmanager
    def worker(self) -> Iterator[Running]:
        queues = "--queues=default,standings,bots,searches,webhooks,simulations,background"
        with self.celery("worker", queues, "--concurrency=2") as program:
            yield program

    @contextmanager
    def beat(self) -> Iterator[Running]:
        with self.celery("beat", f"--schedule={self._folder / 'beat'}") as program:
            yield program

    def row(self, sql: str) -> tuple[Any, ...]:
        """Return the first row of a SELECT."""
        row = self.database.execute(sql.encode()).fetchone()
        assert row is not None
        return row

    def number(self, sql: str) -> int:
        return int(self.row(sql)[0])

    def deals(self) -> int:
        return self.number("SELECT count(*) FROM tournaments_deal WHERE kind = 'recorded'")

    def is_over(self) -> bool:
        return self.number("SELECT count(*) FROM tournaments_event WHERE status = 'finished'") == 1

    def undone(self) -> int:
        """Return how many rows of the outbox are not done."""
        return self.number("SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL")

    def check_the_end(self) -> None:
        """Assert that each deal was played once, no task is left, and the standing has the last version."""
        assert self.deals() == 2 * 2 * 4
        until(lambda: self.undone() == 0)
        newest = "(SELECT max(version) FROM tournaments_standing)"
        assert self.number(f"SELECT version - {newest} FROM tournaments_event") == 0
        assert self.number("SELECT sum(balance) FROM tournaments_account") == 0

    def close(self) -> None:
        self.broker.close()
        self.database.close()


@contextmanager
def installed(database: str, broker: str, folder: Path, script: str, **environ: str) -> Iterator[Service]:
    """An installation in which this script has run, and no worker yet."""
    service = Service(database, broker, folder, **environ)
    service.broker.flushdb()
    service.manage("shell", "--no-imports", stdin=script)
    yield service
    service.broker.flushdb()
    service.close()
