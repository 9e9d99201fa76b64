"""Streams of the real web server: each receives every deal that is recorded over REST."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.platform.processes import until
from tests.process.web import DEALS, EventSource, Site, connections_to, prepare

pytestmark = pytest.mark.process


@pytest.fixture
def site(postgres_url: str, tmp_path: Path) -> Site:
    return prepare(postgres_url, tmp_path)


def test_a_deal_arrives_in_every_stream_of_every_process(site: Site) -> None:
    with site.server("--workers=2") as server:
        readers = [EventSource(site) for _ in range(8)]
        assert [reader.status for reader in readers] == [200] * 8
        for number in (1, 2):
            assert site.record(number) == 201
            for reader in readers:
                reader.until_received(list(range(1, number + 1)))
        # A server that stops closes its streams and does not wait for them.
        assert server.stop(signal.SIGTERM) == 0, server.printed
        for reader in readers:
            reader.until_closed()
        assert "Cancel" not in server.printed
        assert "Traceback" not in server.printed


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


def test_streams_use_no_thread_and_no_connection(site: Site, postgres_url: str) -> None:
    with site.server("--workers=1"):
        readers = [EventSource(site) for _ in range(40)]
        assert [reader.status for reader in readers] == [200] * 40
        assert site.record(1) == 201
        for reader in readers:
            reader.until_received([1])
        # Eight threads have one connection each, and the poller has one.
        until(lambda: connections_to(postgres_url) <= 9)
        for reader in readers:
            reader.close()
        assert site.record(2) == 201
        until(lambda: connections_to(postgres_url) <= 8)


def test_the_number_of_streams_of_one_address_is_limited(site: Site) -> None:
    with site.server("--workers=1"):
        readers = [EventSource(site) for _ in range(50)]
        refused = EventSource(site)
        assert refused.status == 429
        readers[0].close()

        def is_let_in() -> bool:
            return EventSource(site).status == 200

        until(is_let_in)
