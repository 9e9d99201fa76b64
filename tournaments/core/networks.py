"""The address and the network of a client, as far as they can be trusted."""

from __future__ import annotations

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
