"""How often something was done in the present stretch of time, counted for all processes together.

In Redis where there is one, in one step; else in memory, for the one process that there is then. Redis is
asked with little patience: nobody waits for a count, and one that does not answer is left alone for a while.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from threading import Lock

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

PATIENCE = 0.25
"""Seconds that a request waits for Redis."""

SILENCE = 10.0
"""Seconds for which a Redis that did not answer is left alone: no second request waits for it."""


ADD_ONE = """
local done = redis.call('INCR', KEYS[1])
if done == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return done
"""
"""Both or neither: a count that nobody forgets would stay for ever. (To make a pipeline takes longer.)"""


class Uncounted(Exception):
    """Nobody can count at the moment."""


@dataclass(frozen=True)
class Count:
    """How often it was done in this stretch, this time too, and when the next one begins."""

    done: int
    seconds_left: int


def count(name: str, seconds: int) -> Count:
    """Count what is done now under `name`, in stretches of so many seconds. Uncounted if nobody can."""
    now = time.time()
    stretch = int(now // seconds)
    left = max(1, round((stretch + 1) * seconds - now))
    counter = _in_redis(settings.REDIS_URL) if settings.REDIS_URL else _MEMORY
    return Count(counter.add_one(f"{name}:{stretch}", seconds), left)


class _InMemory:
    """Counts of the present stretches."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}

    def add_one(self, name: str, seconds: int) -> int:
        now = time.time()
        with self._lock:
            if len(self._counts) >= 10_000:
                self._counts = {key: kept for key, kept in self._counts.items() if kept[1] > now}
            done, until = self._counts.get(name, (0, now + seconds))
            self._counts[name] = (done + 1, until)
            return done + 1


class _InRedis:
    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self._add_one = self._redis.register_script(ADD_ONE)
        self._silent_until = 0.0

    def add_one(self, name: str, seconds: int) -> int:
        if time.monotonic() < self._silent_until:
            raise Uncounted
        try:
            done = self._add_one(keys=[f"poch:count:{name}"], args=[2 * seconds])
        except RedisError as error:
            self._silent_until = time.monotonic() + SILENCE
            raise Uncounted from error
        return int(done)


_MEMORY = _InMemory()


@cache
def _in_redis(url: str) -> _InRedis:
    return _InRedis(url)
