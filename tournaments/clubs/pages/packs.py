"""Each request is answered in the pack of its reader, whose browser keeps their choice in a cookie, and in
the time zone of the club that it shows.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.core import packs, zones

Answer = Callable[[HttpRequest], HttpResponse]


def pack_of_reader(get_response: Answer) -> Answer:
    """The middleware. The API ignores cookies: its sentences have the pack of the event or club."""

    def answer(request: HttpRequest) -> HttpResponse:
        of_program = request.path.startswith("/api/")
        chosen = "" if of_program else request.COOKIES.get(settings.PACK_COOKIE_NAME, "")
        with packs.reading(chosen), zones.showing():
            return get_response(request)

    return answer
