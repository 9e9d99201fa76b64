"""Rate limits: requests per minute for each key and each phone, otherwise for each address.

Every response states the remaining quota (`RateLimit`, `RateLimit-Policy`, see
draft-ietf-httpapi-ratelimit-headers). If Redis is down, all requests are allowed, so that an evening can
continue. Passwords and PINs are protected by counts in the database, not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.counting import Uncounted, count
from api.retries import principal_of
from tournaments.core.networks import client_address, network_of

MINUTE = 60

READING = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Quota:
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
        most = settings.API_RATES[policy]
        try:
            counted = count(f"api:{policy}:{name}", MINUTE)
        except Uncounted:
            return True
        self.quota = Quota(policy, most, most - counted.done, counted.seconds_left)
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
