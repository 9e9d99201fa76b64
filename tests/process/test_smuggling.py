"""A request whose length has two readings hides no second request."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from tests.platform.processes import TIMEOUT
from tests.process.web import Site, prepare

pytestmark = [pytest.mark.process, pytest.mark.nightly]

QUIET = 3.0
"""Seconds without a further response."""

TWO_READINGS = {
    "a length and chunks": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and a length": b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 0\r\nContent-Length: 43\r\n\r\n",
    "a length with a sign": b"Content-Length: +0\r\n\r\n",
    "a length in hexadecimal": b"Content-Length: 0x0\r\n\r\n",
    "an unknown coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a space before the colon": b"Content-Length : 0\r\n\r\n",
    "a bare line feed": b"X-Note: one\nContent-Length: 43\r\n\r\n",
}


def responses(site: Site, headers: bytes) -> list[int]:
    """Send a POST with these headers and a second request behind it. Return the statuses of all responses."""
    hidden = f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), timeout=TIMEOUT) as connection:
        start = f"POST /api/v1/replay/ HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: application/json\r\n"
        connection.sendall(start.encode() + headers + hidden.encode())
        connection.settimeout(QUIET)
        received = b""
        with suppress(TimeoutError, ConnectionResetError):
            while part := connection.recv(65536):
                received += part
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def test_a_request_with_two_readings_hides_no_second_request(migrated_url: str, tmp_path: Path) -> None:
    site = prepare(migrated_url, tmp_path)
    with site.server("--workers=1"):
        assert responses(site, b"Content-Length: 0\r\n\r\n") == [400, 200], "two plain requests are answered"
        found = {name: responses(site, headers) for name, headers in TWO_READINGS.items()}
    assert {name: statuses for name, statuses in found.items() if set(statuses) - {400}} == {}
