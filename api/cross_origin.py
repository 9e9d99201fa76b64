"""Requests from scripts of other web sites (CORS).

Every site may read what is public, and use a key that its user gives to it: keys are headers, and the API
ignores cookies, so a browser adds no right of its own. Two kinds of requests stay closed. `POST /replay/` and
`POST /tables/{table}/session/` need no key and cost computing time or a guess of a PIN, so a site could let
its visitors' browsers send them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

ROOT = "/api/"

NOTED = "pochleague.cross_origin"
"""Where a request keeps the methods of its route that other sites may use."""

MAX_AGE = 2 * 60 * 60
"""Seconds for which a browser may remember a preflight. No browser remembers the rights of a key by that."""

ALLOWED = ("Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Last-Event-ID")
"""The request headers that a script may send."""

EXPOSED = (
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
)
"""The response headers that a script may read."""


class CrossOrigin:
    """Let scripts of every origin read responses of the API, and answer their preflights."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.path.startswith(ROOT) and request.method in _open_methods(request):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = ", ".join(EXPOSED)
        return response

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponseBase | None:
        """Note what other sites may do with this route. Answer a preflight without calling the view."""
        rights = getattr(getattr(view, "cls", None), "rights", None)
        if rights is None:
            return None
        methods = methods_for_others(rights)
        if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
            request.META[NOTED] = methods
            return None
        request.META[NOTED] = ["OPTIONS"]
        response = HttpResponse(
            status=204,
            headers={
                "Access-Control-Allow-Methods": ", ".join(methods),
                "Access-Control-Allow-Headers": ", ".join(ALLOWED),
                "Access-Control-Max-Age": str(MAX_AGE),
            },
        )
        patch_vary_headers(response, ["Access-Control-Request-Method"])
        return response


def methods_for_others(rights: Any) -> list[str]:
    """Return the methods of a route that scripts of other sites may use: reading, and what needs a key."""
    reading = ["GET", "HEAD"] if "GET" in rights else []
    return reading + [method for method, right in rights.items() if method != "GET" and right.needs_key]


def _open_methods(request: HttpRequest) -> list[str]:
    """The methods of the route; reading, where there is no route or an error came before it."""
    methods: list[str] = request.META.get(NOTED, ["GET", "HEAD"])
    return methods
