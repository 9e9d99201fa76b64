"""Who is asking: the client's address, as far as it can be believed, and the network that it is of."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of the client as the outermost trusted proxy saw it.

    Each proxy appends the address it was called from to X-Forwarded-For, so with N trusted proxies the Nth
    entry from the right is true and everything left of it is hearsay. With none, or with fewer entries than
    proxies, the address of the connection is all that is known.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    trusted: int = settings.PROXIES
    if trusted == 0 or len(hops) < trusted:
        return direct
    return hops[-trusted]


def network_of(told: str) -> str:
    """The address; of IPv6 the network, since every house has all of its own. Anything else, cut short."""
    try:
        address = ip_address(told)
    except ValueError:
        return told[:60]
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
