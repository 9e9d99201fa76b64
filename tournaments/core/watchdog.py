"""The heart-beat of the workers, and the thread that watches all tasks that are due.

It does not use the workers or the beat, so it works while they are stuck.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.core.cache import cache
from django.db import connections
from redis.exceptions import RedisError

from tournaments.core import outbox

KEY = "beat-seen"


def note_beat() -> None:
    """Note that a worker runs the periodic sweep. All processes see it."""
    with suppress(RedisError):  # the sweep does its work without Redis, too
        cache.set(KEY, time.time(), timeout=None)


def seconds_since_beat() -> float | None:
    """Return the seconds since the last sweep began; None if none has begun since the start."""
    seen: float | None = cache.get(KEY)
    return None if seen is None else max(0.0, time.time() - seen)


logger = logging.getLogger(__name__)

UNTOUCHED = timedelta(seconds=30)
"""A row that has been due for so long is reported, and the watchdog acts."""

ALARM = timedelta(minutes=1)
"""A row that has been due for so long is reported as an error."""

LOOK_EVERY = 5.0
"""Seconds between two looks."""

SILENCE = 30.0
"""Seconds between two reports."""


class Watchdog:
    """The thread, from `start` to `stop`. `heal` replaces what hangs in this process."""

    def __init__(self, heal: Callable[[], object] = lambda: None) -> None:
        self._heal = heal
        self._silent_until = 0.0
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="watchdog", daemon=True)

    def start(self) -> None:
        """Look every `INTERVAL` seconds from now on."""
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """End within `timeout` seconds."""
        self._ending.set()
        self._thread.join(timeout)

    def look(self) -> outbox.DueRow | None:
        """Look once, and act if a row has been due for too long. Return this row."""
        row = outbox.oldest_due()
        if row is None or row.age < UNTOUCHED:
            return None
        if time.monotonic() >= self._silent_until:
            self._silent_until = time.monotonic() + SILENCE
            level = logging.ERROR if row.age >= ALARM else logging.WARNING
            message = "Task %s of row %s has been due for %.0f seconds, and no worker has done it."
            logger.log(level, message, row.task, row.id, row.age.total_seconds())
        self._heal()
        outbox.sweep()
        return row

    def _work(self) -> None:
        while not self._ending.wait(LOOK_EVERY):
            try:
                self.look()
            except Exception:
                logger.exception("The watchdog could not look for due rows")
            finally:
                # A worker forks its children from this process. They must not inherit a connection.
                connections.close_all()
