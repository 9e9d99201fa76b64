"""The health checks, for Docker, a proxy, a monitor, or a person with curl.

`/healthz` says whether the process is alive. `/readyz` says whether the service does its work.
"""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from tournaments.core import outbox
from tournaments.core.watchdog import seconds_since_beat
from tournaments.programs.fsck import watch

logger = logging.getLogger(__name__)

LONGEST_DUE = timedelta(minutes=1)
"""The age of a due task that needs a person."""
LONGEST_SILENCE = 30.0
"""Seconds without a sweep. The beat starts it every 5 seconds."""
FRESH = 1.0
"""Seconds for which the results count."""
LEAST_SPACE = 100 * 1024 * 1024
"""Bytes that must be free on the disk of SQLite's file."""


class Unhealthy(Exception):
    """A check has failed. The text says what is wrong, and what a person can do."""


def check_write() -> str:
    outbox.try_to_write()
    return "The database stores changes."


def check_migrations() -> str:
    if not _migrated.is_set():
        executor = MigrationExecutor(connection)
        if missing := len(executor.migration_plan(executor.loader.graph.leaf_nodes())):
            raise Unhealthy(f"Missing migrations: {missing}. Run `./poch manage migrate`.")
        _migrated.set()
    return "All migrations are done."


def check_tasks() -> str:
    oldest = outbox.oldest_due()
    if oldest is None:
        return "No task waits."
    seconds = int(oldest.age.total_seconds())
    if oldest.age <= LONGEST_DUE:
        return f"The oldest task waits for {seconds} seconds."
    raise Unhealthy(
        f"The task {oldest.task} waits for {seconds} seconds. "
        "Look at the log of the workers, and whether all workers run.",
    )


def check_beat() -> str:
    seconds = seconds_since_beat()
    if seconds is None:
        raise Unhealthy("No sweep has run since the start. Look whether the beat and a worker run.")
    if seconds > LONGEST_SILENCE:
        raise Unhealthy(f"The last sweep was {int(seconds)} s ago. Look whether the beat and a worker run.")
    return f"The last sweep was {int(seconds)} s ago."


def check_disk() -> str:
    """Look at the disk of SQLite's file. The disk of PostgreSQL belongs to another machine or container."""
    if connection.vendor != "sqlite":
        return "The database is on another machine or in another container."
    free = shutil.disk_usage(settings.DATA_DIR).free
    megabytes = free // 1024**2
    if free < LEAST_SPACE:
        raise Unhealthy(f"Only {megabytes} MB are free on the disk of the database. Make room there.")
    return f"{megabytes} MB are free."


def check_records() -> str:
    last = watch.last_check()
    if last.damage:
        raise Unhealthy(f"The periodic check has found damage: {len(last.damage)}. Run `./poch manage fsck`.")
    since = "" if last.since is None else f" Everything was checked after {last.since:%Y-%m-%d %H:%M} UTC."
    return f"The periodic check has found no damage.{since}"


CHECKS: Mapping[str, Callable[[], str]] = {
    "write": check_write,
    "migrations": check_migrations,
    "tasks": check_tasks,
    "beat": check_beat,
    "disk": check_disk,
    "records": check_records,
}

_busy = threading.Lock()
_migrated = threading.Event()
"""Set when all migrations are done. They stay done while the process runs."""


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Return 200: the process is alive. This asks neither the database nor the disk."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Return 200 if all checks are good, else 503, with a sentence for each check."""
    # One at a time, because a check can wait for a lock of the database while `/healthz` must answer.
    if not _busy.acquire(blocking=False):
        return _answer({"write": {"ok": False, "detail": "An earlier check still waits for the database."}})
    try:
        if time.monotonic() >= _latest.until:
            _latest.results = {name: _result_of(check) for name, check in CHECKS.items()}
            _latest.until = time.monotonic() + FRESH
        return _answer(_latest.results)
    finally:
        _busy.release()


class _Latest:
    """The results of the checks, kept for a moment, because anybody may ask and a check writes a row."""

    results: Mapping[str, dict[str, Any]] = {}
    until = 0.0


_latest = _Latest()


def _answer(results: Mapping[str, dict[str, Any]]) -> JsonResponse:
    ready = all(result["ok"] for result in results.values())
    return JsonResponse(
        {"status": "ok" if ready else "unavailable", "checks": results}, status=200 if ready else 503
    )


def _result_of(check: Callable[[], str]) -> dict[str, Any]:
    """Whether a check is good, with a sentence for a person."""
    try:
        return {"ok": True, "detail": check()}
    except Unhealthy as error:
        detail = str(error)
    except DatabaseError:
        logger.exception("The database refuses a health check")
        # The message of the error can contain a host or a user, so it goes to the log only.
        detail = "The database refuses this. The log says why."
    except (OSError, RedisError):
        logger.exception("A health check failed")
        detail = "The check failed. The log says why."
    return {"ok": False, "detail": detail}
