"""Counters for rate limits, shared by all processes.

The counters are in Redis, or in memory if there is no Redis (then there is one process). A request waits for
Redis only briefly. If Redis does not respond, no request uses it for a few seconds.
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

REDIS_TIMEOUT = 0.25
"""Seconds that a request waits for Redis."""

PAUSE = 10.0
"""Seconds without requests to Redis after it did not respond."""

ADD_ONE = """
local done = redis.call('INCR', KEYS[1])
if done == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return done
"""
"""One atomic step, because a counter without an expiry time would stay for ever. (A pipeline is slower.)"""


class Uncounted(Exception):
    """Redis does not respond."""


@dataclass(frozen=True)
class Count:
    """The number of calls in this interval, and the seconds until the next one begins."""

    done: int
    seconds_left: int


def count(name: str, seconds: int) -> Count:
    """Add one to the counter `name`, which restarts after `seconds`. Raises Uncounted if Redis fails."""
    now = time.time()
    interval = int(now // seconds)
    left = max(1, round((interval + 1) * seconds - now))
    counter = _in_redis(settings.REDIS_URL) if settings.REDIS_URL else _MEMORY
    return Count(counter.add_one(f"{name}:{interval}", seconds), left)


class _InMemory:
    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, tuple[int, float]] = {}

    def add_one(self, name: str, seconds: int) -> int:
        now = time.time()
        with self._lock:
            if len(self._counts) >= 10_000:
                self._counts = {key: entry for key, entry in self._counts.items() if entry[1] > now}
            done, until = self._counts.get(name, (0, now + seconds))
            self._counts[name] = (done + 1, until)
            return done + 1


class _InRedis:
    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=REDIS_TIMEOUT,
            socket_connect_timeout=REDIS_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
        self._add_one = self._redis.register_script(ADD_ONE)
        self._paused_until = 0.0

    def add_one(self, name: str, seconds: int) -> int:
        if time.monotonic() < self._paused_until:
            raise Uncounted
        try:
            done = self._add_one(keys=[f"poch:count:{name}"], args=[2 * seconds])
        except RedisError as error:
            self._paused_until = time.monotonic() + PAUSE
            raise Uncounted from error
        return int(done)


_MEMORY = _InMemory()


@cache
def _in_redis(url: str) -> _InRedis:
    return _InRedis(url)
