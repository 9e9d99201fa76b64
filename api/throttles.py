"""How often may be asked: so often a minute by each key and each table's guest, else by each address.

Every answer says how much is left (`RateLimit`, `RateLimit-Policy`: draft-ietf-httpapi-ratelimit-headers).
When nobody can count, everybody may: a Redis that is down must not end an evening. What guesses could break
(passwords, PINs) is not guarded here, but by counts in the database.
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
from tournaments.kernel.networks import client_address, network_of

MINUTE = 60

READING = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Taken:
    """What a request took of what it may."""

    policy: str
    most: int
    """So many requests a minute."""
    left: int
    """So many more until the next minute begins; below 0: this one was too many."""
    seconds: int
    """Until then."""


class Limit(BaseThrottle):
    """So many requests a minute: see `API_RATES` for how many."""

    taken: Taken | None = None

    def policy(self, request: Request) -> tuple[str, str]:
        """Which limit a request counts against, and under whose name."""
        principal = principal_of(request)
        if principal is None:
            return "address", address_of(request)
        return "reads" if request.method in READING else "writes", principal

    def allow_request(self, request: Request, view: Any) -> bool:
        return self.take(view, *self.policy(request))

    def take(self, view: Any, policy: str, name: str) -> bool:
        """Count this request; whether it may go on. The view's answer will say what is left."""
        most = settings.API_RATES[policy]
        try:
            counted = count(f"api:{policy}:{name}", MINUTE)
        except Uncounted:
            return True
        self.taken = Taken(policy, most, most - counted.done, counted.seconds_left)
        if isinstance(view, Limited):
            view.limits = (*view.limits, self.taken)
        return self.taken.left >= 0

    def wait(self) -> float | None:
        return None if self.taken is None else float(self.taken.seconds)


class ReplayLimit(Limit):
    """For what costs something and needs no key: so many replays a minute from one address."""

    def policy(self, request: Request) -> tuple[str, str]:
        return "replays", address_of(request)


class Limited(APIView):
    """A view whose answers say what is left of what may be asked."""

    throttle_classes = [Limit]
    limits: tuple[Taken, ...] = ()

    def perform_authentication(self, request: Request) -> None:
        """Whoever tries keys is counted by address, and told no more of them after a while."""
        try:
            super().perform_authentication(request)
        except APIException:
            limit = Limit()
            if not limit.take(self, "address", address_of(request)):
                self.throttled(request, limit.wait() or 1.0)
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if self.limits:
            response["RateLimit-Policy"] = ", ".join(
                f'"{taken.policy}";q={taken.most};w={MINUTE}' for taken in self.limits
            )
            response["RateLimit"] = ", ".join(
                f'"{taken.policy}";r={max(0, taken.left)};t={taken.seconds}' for taken in self.limits
            )
        return response


def address_of(request: Request) -> str:
    """Whose address it is: of IPv6 the network, since every house has all of its own."""
    return network_of(client_address(request._request))
