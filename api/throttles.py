"""Rate limits: requests per minute for each key and each phone, otherwise for each address.

Every response states the remaining quota (`RateLimit`, `RateLimit-Policy`, see
draft-ietf-httpapi-ratelimit-headers). If Redis is down, all requests are allowed, so that an evening can
continue. Passwords and PINs are protected by counts in the database, not here.
"""

from __future__ import annotations

import time
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.retries import principal_of
from tournaments.core.requests import client_address, network_of

# ---- Counters for rate limits, shared by all processes.
#
# The counters are in Redis, or in memory if there is no Redis (then there is one process). A request waits
# for Redis only briefly. If Redis does not respond, no request uses it for a few seconds.


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

MINUTE = 60

READING = ("GET", "HEAD", "OPTIONS")


class Uncounted(Exception):
    """Redis does not respond."""


class InMemory:
    """The counters of one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute, self._counts = 0, dict[str, int]()

    def add_one(self, name: str, minute: int) -> int:
        with self._lock:
            if minute != self._minute:
                self._minute, self._counts = minute, {}
            self._counts[name] = self._counts.get(name, 0) + 1
            return self._counts[name]


class InRedis:
    """The counters of all processes."""

    def __init__(self, url: str) -> None:
        waits = {"socket_timeout": REDIS_TIMEOUT, "socket_connect_timeout": REDIS_TIMEOUT}
        self._add_one = Redis.from_url(url, **waits, retry=Retry(NoBackoff(), 0)).register_script(ADD_ONE)
        self._paused_until = 0.0

    def add_one(self, name: str, minute: int) -> int:
        """Raises Uncounted if Redis does not respond."""
        if time.monotonic() < self._paused_until:
            raise Uncounted
        try:
            return int(self._add_one(keys=[f"poch:count:{name}:{minute}"], args=[2 * MINUTE]))
        except RedisError as error:
            self._paused_until = time.monotonic() + PAUSE
            raise Uncounted from error


@cache
def counters(redis: str) -> InMemory | InRedis:
    """Return the counters of this process. redis: the address of Redis, if there is one."""
    return InRedis(redis) if redis else InMemory()


class Quota(NamedTuple):
    """The quota that a request counted against."""

    policy: str
    most: int
    """Requests a minute."""
    left: int
    """Requests left in this minute. Below 0: the request is refused."""
    seconds: int
    """Seconds until the next minute begins."""


class Limit(BaseThrottle):
    """Limits requests by the setting `API_RATES`."""

    quota: Quota | None = None

    def policy(self, request: Request) -> tuple[str, str]:
        """Return the name of the limit, and the principal or address that it counts."""
        principal = principal_of(request)
        if principal is None:
            return "address", address_of(request)
        return "reads" if request.method in READING else "writes", principal

    def allow_request(self, request: Request, view: Any) -> bool:
        return self.take(view, *self.policy(request))

    def take(self, view: Any, policy: str, name: str) -> bool:
        """Count this request, and return whether it is allowed."""
        minute, passed = divmod(time.time(), MINUTE)
        try:
            done = counters(settings.REDIS_URL).add_one(f"{policy}:{name}", int(minute))
        except Uncounted:
            return True
        most = settings.API_RATES[policy]
        self.quota = Quota(policy, most, most - done, max(1, round(MINUTE - passed)))
        if isinstance(view, Limited):
            view.quotas = (*view.quotas, self.quota)
        return self.quota.left >= 0

    def wait(self) -> float | None:
        return None if self.quota is None else float(self.quota.seconds)


class ReplayLimit(Limit):
    """Limits replays by address. A replay needs no key, but much computing time."""

    def policy(self, request: Request) -> tuple[str, str]:
        return "replays", address_of(request)


class Limited(APIView):
    """A view whose responses state the remaining quota."""

    throttle_classes = [Limit]
    quotas: tuple[Quota, ...] = ()

    def perform_authentication(self, request: Request) -> None:
        """Count requests with a bad key by address, so that guessing keys is slow."""
        try:
            super().perform_authentication(request)
        except APIException:
            limit = Limit()
            if not limit.take(self, "address", address_of(request)):
                self.throttled(request, limit.wait() or 1.0)
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.quotas:
            response["RateLimit-Policy"] = ", ".join(
                f'"{quota.policy}";q={quota.most};w={MINUTE}' for quota in self.quotas
            )
            response["RateLimit"] = ", ".join(
                f'"{quota.policy}";r={max(0, quota.left)};t={quota.seconds}' for quota in self.quotas
            )
        return response


def address_of(request: Request) -> str:
    """Return the address of the client; for IPv6 its network, because one client has many addresses."""
    return network_of(client_address(request._request))
