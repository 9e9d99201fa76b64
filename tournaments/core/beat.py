"""The last time that the beat and a worker were seen at work."""

from __future__ import annotations

import time
from contextlib import suppress

from django.core.cache import cache
from redis.exceptions import RedisError

KEY = "beat-seen"


def note_beat() -> None:
    """Note that a worker runs the periodic sweep. All processes see it."""
    with suppress(RedisError):  # the sweep does its work without Redis, too
        cache.set(KEY, time.time(), timeout=None)


def seconds_since_beat() -> float | None:
    """Return the seconds since the last sweep began; None if none has begun since the start."""
    seen: float | None = cache.get(KEY)
    return None if seen is None else max(0.0, time.time() - seen)
