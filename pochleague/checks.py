"""Checks of the settings: what is allowed, but has to be said aloud."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's word


@register(Tags.security)
def plain_http_beyond_this_machine(**_kwargs: Any) -> list[CheckMessage]:
    """Warn while other machines reach the site over plain http: POCH_PLAIN_HTTP was asked for by name."""
    if settings.HTTPS or not settings.PLAIN_HTTP:
        return []
    return [
        Warning(
            "The site is served over plain http: whoever is on the same network can read passwords.",
            hint="Use it on a club's own network only. With https in front, set POCH_ORIGIN=https://...",
            id="pochleague.W001",
        )
    ]
