"""Whose network an address is of: what is counted by address is counted by that."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def network_of(told: str) -> str:
    """The address; of IPv6 the network, since every house has all of its own. Anything else, cut short."""
    try:
        address = ip_address(told)
    except ValueError:
        return told[:60]
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
