"""Send a message to an address that a user has named.

Such a user could make this server send requests to its own network: databases, routers, the metadata of
a cloud. So the host name is resolved once. If one of its addresses is not public, nothing is sent. The
connection uses a checked address, and the certificate must match the host name. Redirects are not followed.
Only the status and `Retry-After` of a response are kept. The timeout includes the name lookup.
"""

from __future__ import annotations

import ipaddress
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import h11
from django.conf import settings

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.programs.webhooks.models import SendFailure

TIMEOUT = 5.0
"""Seconds for a whole request."""
CONNECT_TIMEOUT = 2.0
"""Seconds for a connection to one address of a host; then the next address is tried."""
MOST_READ = 64 * 1024
"""The most bytes of the headers of a response that are read."""
LAST_STATUS = 599
LONGEST_URL = 500
PORTS = (443, 8443)

NOT_PUBLIC = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # special protocols, and the metadata of a cloud
        "192.88.99.0/24",  # relays of 6to4
        "168.63.129.16/32",  # inside of a cloud, although it looks public
        "2001::/23",  # Teredo and other special protocols
        "2002::/16",  # 6to4: contains an IPv4 address
        "3fff::/20",  # documentation
    )
]
"""Networks that `is_global` accepts in a supported version of Python."""
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

_lookup = socket.getaddrinfo


class SendError(Exception):
    """The request was not sent, or there was no readable response."""

    def __init__(self, failure: SendFailure) -> None:
        super().__init__(failure.value)
        self.failure = failure


class Target(NamedTuple):
    """The parts of a URL."""

    secure: bool
    host: str
    """A name in ASCII, or an IP address without brackets."""
    port: int
    path: str
    """With the query."""

    @property
    def authority(self) -> str:
        """The value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


class Reply(NamedTuple):
    """The parts of a response that are kept."""

    status: int
    retry_after: float | None
    """Seconds for which the receiver wants no requests."""


class WebhookPort(Invalid):
    """The address of a webhook must use port 443 or 8443."""

    sentence = gettext_noop("Use port 443 or 8443 for a webhook.")


class WebhookPasswordInUrl(Invalid):
    """The address of a webhook must not contain a password."""

    sentence = gettext_noop(
        "Remove the user name and password from the address. Messages are signed instead."
    )


class WebhookNotPublic(Invalid):
    """The address of a webhook must be on the public internet."""

    sentence = gettext_noop("This address is not on the public internet.")


class WebhookNotHttps(Invalid):
    """The address of a webhook must begin with https."""

    sentence = gettext_noop("The address must begin with https://.")


def target_of(url: str) -> Target:
    """Parse a URL. Raises Invalid unless it has https, port 443 or 8443, and no password.

    With POCH_WEBHOOK_HTTP, for tests and demos on one computer, http and other ports are allowed too.
    """
    if len(url) > LONGEST_URL or re.search(r"[^!-~\u00a1-\uffff]|\\", url):
        raise WebhookUrlMalformed(field="url")
    try:
        parts = urlsplit(url)
        port, name = parts.port, (parts.hostname or "").rstrip(".")
        host = name if ":" in name else name.encode("idna").decode("ascii")
    except ValueError as error:  # UnicodeError is one
        raise WebhookUrlMalformed(field="url") from error
    if not host or parts.scheme not in ("http", "https"):
        raise WebhookUrlMalformed(field="url")
    secure = parts.scheme == "https"
    if not secure and not settings.WEBHOOK_HTTP:
        raise WebhookNotHttps(field="url")
    if "@" in parts.netloc:
        raise WebhookPasswordInUrl(field="url")
    port = (443 if secure else 80) if port is None else port
    if port not in PORTS and not settings.WEBHOOK_HTTP:
        raise WebhookPort(field="url")
    if (literal := _address(host)) is not None and not _is_allowed(literal, secure=secure):
        raise WebhookNotPublic(field="url")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Target(secure, host, port, f"{path}?{query}" if query else path)


def post(url: str, headers: Mapping[str, str], body: bytes) -> Reply:
    """Send `body` and return the response. Raises SendError if there is no response in time."""
    until = time.monotonic() + TIMEOUT
    try:
        target = target_of(url)
    except Invalid as refusal:
        raise SendError(SendFailure.NOT_PUBLIC) from refusal
    wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
    lines = {"Host": target.authority, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    request = h11.Request(method="POST", target=target.path, headers=list(lines.items()))
    data = b"".join(wire.send(event) or b"" for event in (request, h11.Data(body), h11.EndOfMessage()))
    try:
        with _connect(target, _addresses(target, until), until) as connection:
            connection.settimeout(_left(until))
            connection.sendall(data)
            # Informational responses come before the one that counts. Its body is not read.
            while not isinstance(event := wire.next_event(), h11.Response):
                if event is h11.NEED_DATA:
                    connection.settimeout(_left(until))
                    wire.receive_data(connection.recv(4096))
    except ssl.SSLCertVerificationError as error:
        raise SendError(SendFailure.BAD_CERTIFICATE) from error
    except TimeoutError as error:
        raise SendError(SendFailure.TOO_SLOW) from error
    except OSError as error:
        raise SendError(SendFailure.UNREACHABLE) from error
    except h11.RemoteProtocolError as error:
        raise SendError(SendFailure.NOT_HTTP) from error
    if event.status_code > LAST_STATUS:
        raise SendError(SendFailure.NOT_HTTP)
    return Reply(event.status_code, _retry_after(dict(event.headers).get(b"retry-after", b"")))


def is_public(address: str) -> bool:
    """Whether this is a public IP address, also inside of an IPv6 address."""
    ip = _address(address)
    return ip is not None and _is_public(ip)


class WebhookUrlMalformed(Invalid):
    """The address is not a valid URL."""

    sentence = gettext_noop("Enter an address such as https://example.org/poch.")


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _is_public(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or (ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None)
        if inner is not None:
            return _is_public(inner)
        if ip not in GLOBAL_UNICAST or ip.scope_id is not None:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in NOT_PUBLIC)


def _is_allowed(ip: ipaddress.IPv4Address | ipaddress.IPv6Address, *, secure: bool) -> bool:
    """Public and with https; or this computer, if the settings allow it."""
    return (secure and _is_public(ip)) or (settings.WEBHOOK_HTTP and ip.is_loopback)


def _addresses(target: Target, until: float) -> list[Any]:
    """Look up the addresses of the host, once. Raises SendError if one of them is not allowed."""
    results: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            results.put(_lookup(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))
        except (OSError, UnicodeError) as error:
            results.put(error)

    # In a thread, because a lookup has no timeout.
    threading.Thread(target=look_up, name="lookup", daemon=True).start()
    try:
        rows = results.get(timeout=_left(until))
    except queue.Empty:
        raise SendError(SendFailure.TOO_SLOW) from None
    if isinstance(rows, Exception) or not rows:
        raise SendError(SendFailure.UNKNOWN_HOST)
    for _family, _kind, _proto, _name, address in rows:
        ip = _address(address[0])
        if ip is None or not _is_allowed(ip, secure=target.secure):
            raise SendError(SendFailure.NOT_PUBLIC)
    return list(rows)


def _connect(target: Target, addresses: list[Any], until: float) -> socket.socket:
    """Connect to the first address that accepts, with TLS for the host name if the URL has https."""
    problem: OSError = TimeoutError()
    for *_kind, address in addresses:
        try:
            plain = socket.create_connection(address[:2], min(CONNECT_TIMEOUT, _left(until)))
        except OSError as error:
            problem = error
            continue
        plain.settimeout(_left(until))
        return _tls().wrap_socket(plain, server_hostname=target.host) if target.secure else plain
    raise problem


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _retry_after(value: bytes) -> float | None:
    """Parse seconds or a date; return seconds from now."""
    text = value[:60].decode("latin-1").strip()
    if re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _left(until: float) -> float:
    """The seconds that remain. Raises TimeoutError if there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
