"""Addresses for phones and papers, also if a director works on the server's own machine."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def outside_address(request: HttpRequest, path: str) -> str:
    """The address of a path for others."""
    outside = [origin for origin in settings.ORIGINS if not any(f"//{name}" in origin for name in LOOPBACK)]
    if outside and request.get_host().partition(":")[0] in LOOPBACK:
        return outside[0] + path
    return request.build_absolute_uri(path)


def is_only_here(address: str) -> bool:
    """Whether other devices cannot open this address."""
    return any(f"//{name}" in address for name in LOOPBACK)
