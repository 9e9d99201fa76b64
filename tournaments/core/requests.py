"""A request: the address and network of its client, as far as they can be trusted; its id; our address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of the client as the outermost trusted proxy saw it.

    Each proxy appends the address of its caller to X-Forwarded-For. With N trusted proxies the Nth entry from
    the right is true, and a client may have forged the entries to its left. Without proxies, or with fewer
    entries than proxies, this is the address of the connection.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    trusted: int = settings.PROXIES
    if trusted == 0 or len(hops) < trusted:
        return direct
    return hops[-trusted]


HOUSEHOLD = 64
"""Bits of the IPv6 network in which one household has all addresses."""
SITE = 48
"""Bits of the IPv6 network that one customer can rent: 65,536 networks of households."""


def network_of(text: str, bits: int = HOUSEHOLD) -> str:
    """An IPv4 address, or the network of an IPv6 address with this many bits.

    A text that is not an address is returned, cut to 60 characters.
    """
    try:
        address = ip_address(text)
    except ValueError:
        return text[:60]
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> (128 - bits) << (128 - bits)))
    return str(address)


# ---- The id of the request that the present code works for: `X-Request-Id`.
#
# Log lines and outbox rows contain it. So one can find what a request did, also in the tasks that came later.


_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the present request; empty if the code works for none."""
    return _request_id.get()


@contextmanager
def of_request(request_id: str) -> Iterator[None]:
    """Let this block work for the request with this id."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


def set_request_id(request_id: str) -> None:
    """Let this thread work for the request with this id from now on. Empty: for none."""
    _request_id.set(request_id)


# ---- Addresses for phones and papers, also if a director works on the server's own machine.


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
