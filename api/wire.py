"""Parsing and rendering: JSON only. Answers to scripts of other web sites (CORS)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

import games.services as games
from api.problems import TooLarge


class StrictJSON(BaseParser):
    """Strict JSON: no duplicate key, no NaN, nothing after its end, at most `longest_body` bytes."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        _media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        longest: int = (parser_context or {})["view"].longest_body
        # Never read more than one byte too many, whatever Content-Length says.
        body = stream.read(longest + 1)
        if len(body) > longest:
            raise TooLarge(
                "body_too_large", _("This body may have at most %(most)d bytes.") % {"most": longest}
            )
        return games.parse_json(body) if body.strip() else {}


class Json(JSONRenderer):
    """JSON in ASCII, which can also repeat half of a surrogate pair that a client sent."""

    ensure_ascii = True
    charset = None


class AlwaysJSON(BaseContentNegotiation):
    """Accepts JSON bodies only, and always renders JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        content_type = request.content_type or ""
        media_type, _semicolon, parameters = content_type.partition(";")
        encoding = request.headers.get("Content-Encoding", "identity").lower()
        charset = re.search(r"charset\s*=\s*\"?([^\s;\"]+)", parameters, re.IGNORECASE)
        if encoding not in ("", "identity"):
            detail = _("The body is encoded (%(encoding)s). Send it without Content-Encoding.") % {
                "encoding": encoding
            }
        elif charset is not None and charset[1].lower() not in ("utf-8", "utf8", "us-ascii"):
            detail = _("Send JSON in UTF-8, with “Content-Type: application/json”.")
        else:
            for parser in parsers:
                if parser.media_type == media_type.strip().lower():
                    return parser
            detail = _("Send JSON, with “Content-Type: application/json”.")
        raise UnsupportedMediaType(content_type, detail)

    def select_renderer(
        self, _request: Request, renderers: Iterable[BaseRenderer], _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)


# ---- Requests from scripts of other web sites (CORS).
#
# Every site may read what is public, and use a key that its user gives to it: keys are headers, and the API
# ignores cookies, so a browser adds no right of its own. Two kinds of requests stay closed. `POST /replay/`
# and `POST /tables/{table}/session/` need no key and cost computing time or a guess of a PIN, so a site could
# let its visitors' browsers send them.


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
        does = getattr(getattr(view, "cls", None), "methods", None)
        if does is None:
            return None
        methods = methods_for_others(does)
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


def methods_for_others(does: Any) -> list[str]:
    """Return the methods of a route that scripts of other sites may use: reading, and what needs a key."""
    reading = ["GET", "HEAD"] if "GET" in does else []
    return reading + [name for name, method in does.items() if name != "GET" and method.right.needs_key]


def _open_methods(request: HttpRequest) -> list[str]:
    """The methods of the route; reading, where there is no route or an error came before it."""
    methods: list[str] = request.META.get(NOTED, ["GET", "HEAD"])
    return methods
