"""Streams of the real web server: each receives every deal that is recorded over REST."""

from __future__ import annotations

import signal
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from pochleague.bridge import EXPORTS, READ_THREADS, WRITE_THREADS
from pochleague.live import PER_ADDRESS
from tests.platform.processes import TIMEOUT, status, until
from tests.process.web import DEALS, EventSource, Site, prepare

pytestmark = [pytest.mark.process, pytest.mark.postgres]

THREADS = READ_THREADS + EXPORTS + WRITE_THREADS + 1
"""Threads of a web process that use the database. One answers health checks."""


@pytest.fixture
def site(migrated_url: str, tmp_path: Path) -> Site:
    return prepare(migrated_url, tmp_path)


def test_a_deal_arrives_in_every_stream_of_every_process(site: Site) -> None:
    with site.server("--workers=2") as server:
        readers = [EventSource(site) for _ in range(8)]
        assert [reader.status for reader in readers] == [200] * 8
        for number in (1, 2):
            assert site.record(number) == 201
            for reader in readers:
                reader.until_received(list(range(1, number + 1)))
        assert status(f"http://127.0.0.1:{site.port}/healthz?canary", host=site.host) == 200
        # A server that stops closes its streams and does not wait for them.
        assert server.stop(signal.SIGTERM) == 0
        for reader in readers:
            reader.until_closed()
        assert "Cancel" not in server.printed
        assert "Traceback" not in server.printed
        assert "canary" not in server.printed, "some addresses are secret, for instance of invitations"


@pytest.mark.nightly
def test_a_reader_that_reconnects_receives_each_deal_once(site: Site) -> None:
    """It disconnects, and the server is killed, restarted and stopped. The reader resumes each time."""
    heard: list[int] = []
    position: str | None = "0"
    number = 0

    def hear(more: int) -> None:
        nonlocal position, number
        reader = EventSource(site, position)
        for _ in range(more):
            number += 1
            assert site.record(number) == 201
        reader.until_received(list(range(len(heard) + 1, number + 1)))
        heard.extend(reader.deals)
        position = reader.last_event_id
        reader.close()

    with site.server("--workers=1") as server:
        hear(2)
        number += 1
        assert site.record(number) == 201  # no stream is open
        hear(1)
        server.stop(signal.SIGKILL)
    until(site.is_free)  # its child processes have ended
    with site.server("--workers=2"):
        while number < DEALS:
            hear(min(2, DEALS - number))
    assert heard == list(range(1, DEALS + 1))


@pytest.mark.nightly
def test_the_400_phones_of_a_club_share_one_address_and_all_hold_streams(site: Site) -> None:
    with site.server("--workers=1"), ExitStack() as stack:
        request = f"GET {site.stream} HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()

        def phones(count: int) -> list[socket.socket]:
            """Connect this many phones at once. Return those that got a stream."""
            asking = [stack.enter_context(_stream(site.port, request)) for _ in range(count)]
            statuses = [phone.recv(12) for phone in asking]
            assert set(statuses) <= {b"HTTP/1.1 200", b"HTTP/1.1 503"}
            return [phone for phone, status in zip(asking, statuses, strict=True) if status.endswith(b"200")]

        held: list[socket.socket] = []
        while len(held) < PER_ADDRESS:  # a busy server may let some of them wait
            held += phones(PER_ADDRESS - len(held))
        assert len(held) > 400
        assert _stream(site.port, request).recv(12) == b"HTTP/1.1 429"
        assert site.record(1) == 201
        for phone in held:
            _until_received(phone, b"event: deal.recorded")
        # All phones lose their network and connect again. The old streams give their places back.
        for phone in held:
            phone.close()

        def is_let_in() -> bool:
            return EventSource(site).status == 200

        until(is_let_in)


def _stream(port: int, request: bytes) -> socket.socket:
    phone = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    phone.sendall(request)
    return phone


def _until_received(phone: socket.socket, text: bytes) -> None:
    received = b""
    while text not in received:
        part = phone.recv(10_000)
        assert part, "the stream was closed"
        received += part
