"""Checks of the settings: warnings about what is allowed but risky."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004 - Django's word


@register(Tags.security)
def plain_http_beyond_this_machine(**_kwargs: Any) -> list[CheckMessage]:
    """Warn if other machines reach the site over plain http (POCH_PLAIN_HTTP)."""
    if settings.HTTPS or not settings.PLAIN_HTTP:
        return []
    return [
        Warning(
            "The site uses plain http: everybody on the same network can read passwords.",
            hint="Use it only in the club's own network. With https in front, set POCH_ORIGIN=https://...",
            id="pochleague.W001",
        )
    ]
