"""Backups at regular times into a folder, which keeps the newest ones."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import DatabaseError, connections
from django.utils import timezone

from pochleague import backups
from pochleague.failures import sentence_for

PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
RETRY = timedelta(minutes=10)
"""The time after a backup that failed, for instance because the disk was full."""

_NAME = "poch-%Y%m%d-%H%M%S.poch"
_NAMED = re.compile(r"poch-\d{8}-\d{6}\.poch")
_LONGEST_SLEEP = 60.0
"""Seconds. A laptop that was asleep looks at the clock soon after it wakes up."""


def run(folder: Path, every: timedelta, keep: int, say: Callable[[str], object]) -> None:
    """Make a backup whenever the newest one is `every` old. Keep the newest `keep` files. It never returns.

    `say` gets a sentence for each backup, and for each failure.
    """
    failed: datetime | None = None
    while True:
        now = timezone.now()
        at = due(folder, every, now)
        if failed is not None:
            at = max(at, failed + RETRY)
        if at > now:
            time.sleep(min((at - now).total_seconds(), _LONGEST_SLEEP))
            continue
        failed = None
        try:
            say(f"{make_next(folder, keep, now)} is written. The next backup is due in one {_word(every)}.")
        except (backups.BackupError, DatabaseError, OSError) as error:
            failed = now
            say(
                f"No backup: {sentence_for(error) or error} The next try is in {RETRY.seconds // 60} minutes."
            )
        finally:
            connections.close_all()


def due(folder: Path, every: timedelta, now: datetime) -> datetime:
    """Return when the next backup is due: `every` after the newest one, or now if there is none.

    A newest backup in the future comes from a wrong clock, and counts as none.
    """
    made = [datetime.strptime(file.name, _NAME).replace(tzinfo=UTC) for file in _kept(folder)]
    newest = max((moment for moment in made if moment <= now), default=None)
    return now if newest is None else newest + every


def make_next(folder: Path, keep: int, now: datetime) -> Path:
    """Write a backup into the folder, then remove all but the newest `keep` backups there. Return its file.

    Other files of the folder stay. Raises what `backups.make` raises; then no backup is removed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / now.astimezone(UTC).strftime(_NAME)
    backups.make(file)
    for old in _kept(folder)[:-keep]:
        old.unlink()
    return file


def _kept(folder: Path) -> list[Path]:
    """Return the backups of this folder, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if _NAMED.fullmatch(file.name))


def _word(every: timedelta) -> str:
    return next(word for word, period in PERIODS.items() if period == every)
