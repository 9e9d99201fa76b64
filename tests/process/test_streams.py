"""Streams of the real web server: what is recorded by REST arrives in each, and nothing is lost."""

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
                reader.until_told(list(range(1, number + 1)))
        # The server closes them when it is told to stop, and does not wait for them.
        assert server.stop(signal.SIGTERM) == 0, server.printed
        for reader in readers:
            reader.until_closed()
        assert "Cancel" not in server.printed
        assert "Traceback" not in server.printed


def test_a_reader_that_comes_back_again_and_again_loses_and_doubles_nothing(site: Site) -> None:
    """It hangs up, and the server is killed, restarted, stopped: it goes on from where it was."""
    heard: list[int] = []
    position: str | None = "0"
    number = 0

    def hear(more: int) -> None:
        nonlocal position, number
        reader = EventSource(site, position)
        for _ in range(more):
            number += 1
            assert site.record(number) == 201
        reader.until_told(list(range(len(heard) + 1, number + 1)))
        heard.extend(reader.deals)
        position = reader.last_event_id
        reader.close()

    with site.server("--workers=1") as server:
        hear(2)
        number += 1
        assert site.record(number) == 201  # nobody listens
        hear(1)
        server.stop(signal.SIGKILL)
    until(site.is_free)  # its processes do not outlive it
    with site.server("--workers=2"):
        while number < DEALS:
            hear(min(2, DEALS - number))
    assert heard == list(range(1, DEALS + 1))


def test_streams_hold_no_thread_and_no_connection(site: Site, postgres_url: str) -> None:
    with site.server("--workers=1"):
        readers = [EventSource(site) for _ in range(40)]
        assert [reader.status for reader in readers] == [200] * 40
        assert site.record(1) == 201
        for reader in readers:
            reader.until_told([1])
        # Eight threads keep one each, and the poller has one.
        until(lambda: connections_to(postgres_url) <= 9)
        for reader in readers:
            reader.close()
        assert site.record(2) == 201
        until(lambda: connections_to(postgres_url) <= 8)


def test_one_address_has_so_many_streams_and_no_more(site: Site) -> None:
    with site.server("--workers=1"):
        readers = [EventSource(site) for _ in range(50)]
        refused = EventSource(site)
        assert refused.status == 429
        readers[0].close()

        def is_let_in() -> bool:
            return EventSource(site).status == 200

        until(is_let_in)
