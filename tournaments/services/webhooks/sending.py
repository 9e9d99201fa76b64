"""Requests to addresses that users name: to the open internet alone, and never for long.

Whoever may name an address that this server asks could otherwise make it ask its own neighbours: databases,
routers, a cloud's metadata. So a name is resolved once; if any of its addresses is not public, nothing is
sent; the connection goes to the very address that was looked at, whatever the name says a moment later, and
the certificate must be the name's. Redirects are not followed, nothing is kept of what an answer says but its
status, and all of it together, name, handshake and answer, takes a few seconds at most.
"""

from __future__ import annotations

import ipaddress
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import cache
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.errors import Invalid

PATIENCE = 5.0
"""Seconds for everything."""
CONNECT_PATIENCE = 2.0
"""Seconds for one of the name's addresses: another may answer."""
MOST_READ = 64 * 1024
"""Bytes of an answer."""
LONGEST_URL = 500
PORTS = (443, 8443)

NOT_PUBLIC = [
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocols' own, a cloud's metadata among them
        "192.88.99.0/24",  # relays of 6to4
        "168.63.129.16/32",  # a cloud's inside, though it looks public
        "2001::/23",  # Teredo and other protocols' own
        "2002::/16",  # 6to4: an IPv4 address in disguise
        "3fff::/20",  # documentation
    )
]
"""What Python's `is_global` lets pass, in some version."""
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

_lookup = socket.getaddrinfo


class Fault(StrEnum):
    """Why nothing was answered."""

    UNKNOWN_HOST = "unknown_host"
    NOT_PUBLIC = "not_public"
    UNREACHABLE = "unreachable"
    BAD_CERTIFICATE = "bad_certificate"
    TOO_SLOW = "too_slow"
    NOT_HTTP = "not_http"


class Unanswered(Exception):
    """The request was not sent, or nothing came back that could be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True)
class Place:
    """Where a URL leads."""

    secure: bool
    host: str
    """A name in ASCII, or an address without brackets."""
    port: int
    path: str
    """With its query."""

    @property
    def authority(self) -> str:
        """As the header Host has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


@dataclass(frozen=True)
class Answer:
    """What is kept of an answer."""

    status: int
    retry_after: float | None
    """Seconds that the receiver asks to be left alone."""


def place_of(url: str) -> Place:
    """Where `url` leads; Invalid unless it may be asked: https, a usual port, no password in it.

    With POCH_WEBHOOK_HTTP, for tests and demos on one machine: also http, and any port. Looks no name up.
    """
    if len(url) > LONGEST_URL or re.search(r"[^!-~\u00a1-\uffff]|\\", url):
        raise _malformed()
    try:
        parts = urlsplit(url)
        port, name = parts.port, (parts.hostname or "").rstrip(".")
        host = name if ":" in name else name.encode("idna").decode("ascii")
    except ValueError as error:  # UnicodeError is one
        raise _malformed() from error
    if not host or parts.scheme not in ("http", "https"):
        raise _malformed()
    secure = parts.scheme == "https"
    if not secure and not settings.WEBHOOK_HTTP:
        raise Invalid("webhook_not_https", _("A webhook's address begins with https://."), field="url")
    if "@" in parts.netloc:
        raise Invalid(
            "webhook_password_in_url",
            _("An address with a name or password in it is not taken: messages are signed instead."),
            field="url",
        )
    port = (443 if secure else 80) if port is None else port
    if port not in PORTS and not settings.WEBHOOK_HTTP:
        raise Invalid("webhook_port", _("A webhook is reached at port 443 or 8443."), field="url")
    if (literal := _address(host)) is not None and not _may_be_asked(literal, secure=secure):
        raise Invalid("webhook_not_public", _("This address is not one of the open internet."), field="url")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Place(secure, host, port, f"{path}?{query}" if query else path)


def post(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send `body`; whatever is answered, its status. Raises Unanswered when nothing is, in time."""
    until = time.monotonic() + PATIENCE
    try:
        place = place_of(url)
    except Invalid as refusal:
        raise Unanswered(Fault.NOT_PUBLIC) from refusal
    lines = {"Host": place.authority, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    head = f"POST {place.path} HTTP/1.1\r\n" + "".join(f"{name}: {lines[name]}\r\n" for name in lines)
    try:
        with _connected(place, _addresses(place, until), until) as connection:
            connection.settimeout(_left(until))
            connection.sendall(head.encode("ascii") + b"\r\n" + body)
            return _read_answer(lambda most: _receive(connection, most, until))
    except ssl.SSLCertVerificationError as error:
        raise Unanswered(Fault.BAD_CERTIFICATE) from error
    except TimeoutError as error:
        raise Unanswered(Fault.TOO_SLOW) from error
    except OSError as error:
        raise Unanswered(Fault.UNREACHABLE) from error


def is_public(address: str) -> bool:
    """Whether this is an address of the open internet, however it is dressed."""
    ip = _address(address)
    return ip is not None and _is_public(ip)


def _malformed() -> Invalid:
    return Invalid(
        "webhook_url_malformed", _("This is no address such as https://example.org/poch."), field="url"
    )


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


def _may_be_asked(ip: ipaddress.IPv4Address | ipaddress.IPv6Address, *, secure: bool) -> bool:
    """Public and by https; or, where that is allowed, this very machine."""
    return (secure and _is_public(ip)) or (settings.WEBHOOK_HTTP and ip.is_loopback)


def _addresses(place: Place, until: float) -> list[Any]:
    """What the name stands for, looked up once; Unanswered if any of it may not be asked."""
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found.put(_lookup(place.host, place.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP))
        except (OSError, UnicodeError) as error:
            found.put(error)

    # In a thread, since a lookup knows no time limit of its own.
    threading.Thread(target=look_up, name="lookup", daemon=True).start()
    try:
        rows = found.get(timeout=_left(until))
    except queue.Empty:
        raise Unanswered(Fault.TOO_SLOW) from None
    if isinstance(rows, Exception) or not rows:
        raise Unanswered(Fault.UNKNOWN_HOST)
    for _family, _kind, _proto, _name, where in rows:
        ip = _address(where[0])
        if ip is None or not _may_be_asked(ip, secure=place.secure):
            raise Unanswered(Fault.NOT_PUBLIC)
    return list(rows)


@contextmanager
def _connected(place: Place, addresses: list[Any], until: float) -> Iterator[socket.socket]:
    """A connection to the first of these addresses that takes one, with TLS for the name if need be."""
    plain = _connect(addresses, until)
    try:
        if not place.secure:
            yield plain
            return
        plain.settimeout(_left(until))
        with _tls().wrap_socket(plain, server_hostname=place.host) as connection:
            yield connection
    finally:
        plain.close()


def _connect(addresses: list[Any], until: float) -> socket.socket:
    problem: OSError = TimeoutError()
    for family, kind, proto, _name, where in addresses:
        connection = socket.socket(family, kind, proto)
        try:
            connection.settimeout(min(CONNECT_PATIENCE, _left(until)))
            connection.connect(where)
        except OSError as error:
            connection.close()
            problem = error
        else:
            return connection
    raise problem


@cache
def _tls() -> ssl.SSLContext:
    """What certificates are held against: those that this machine trusts."""
    return ssl.create_default_context()


def _receive(connection: socket.socket, most: int, until: float) -> bytes:
    connection.settimeout(_left(until))
    return connection.recv(most)


def _read_answer(receive: Callable[[int], bytes]) -> Answer:
    """The status and the wish for a rest; the body is left where it is."""
    read, total = b"", 0
    while True:
        while b"\r\n\r\n" not in read:
            part = receive(min(4096, MOST_READ - total)) if total < MOST_READ else b""
            if not part:
                raise Unanswered(Fault.NOT_HTTP)
            read, total = read + part, total + len(part)
        head, _end, read = read.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?: |\r|$)", head)
        if status is None:
            raise Unanswered(Fault.NOT_HTTP)
        if not status[1].startswith(b"1"):
            return Answer(int(status[1]), _retry_after(head))


def _retry_after(head: bytes) -> float | None:
    """Seconds from now, of a number or a date."""
    found = re.search(rb"\r\nretry-after:[ \t]*([^\r\n]{1,60})", head, re.IGNORECASE)
    if found is None:
        return None
    value = found[1].decode("latin-1").strip()
    if re.fullmatch(r"[0-9]{1,9}", value, re.ASCII):
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _left(until: float) -> float:
    """Seconds that are left; TimeoutError when there are none."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
