"""The ports of the site. Django's ALLOWED_HOSTS has only names."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

USUAL = {"http": 80, "https": 443}
"""The port of an origin that names none."""


def refuse_unknown_ports(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse a Host that has a name of the site with a wrong port.

    Kept answers would show its port in their links to everybody.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not _is_known(request.get_host()):
            raise DisallowedHost("The Host header has a port that POCH_ORIGIN does not name.")
        return get_response(request)

    return middleware


def _is_known(host: str) -> bool:
    asked, origins = urlsplit(f"//{host}"), [urlsplit(origin) for origin in settings.ORIGINS]
    try:
        port = asked.port or USUAL[origins[0].scheme]
    except ValueError:  # no port has this number
        return False
    ports = [origin.port or USUAL[origin.scheme] for origin in origins if origin.hostname == asked.hostname]
    return not ports or port in ports
