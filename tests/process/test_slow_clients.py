"""Slow clients do not block other clients."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.platform.processes import TIMEOUT, status, until
from tests.process.test_streams import THREADS
from tests.process.web import Site, connections_to, prepare

pytestmark = [pytest.mark.process, pytest.mark.nightly]

HALF_A_HEADER = b"GET /healthz HTTP/1.1\r\nHost: loc"
HALF_A_BODY = (
    b"POST /api/v1/replay/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 1000\r\n\r\n{"
)


@pytest.fixture
def site(migrated_url: str, tmp_path: Path) -> Site:
    return prepare(migrated_url, tmp_path)


def connect(port: int, data: bytes = b"") -> socket.socket:
    """Return a client that has sent this data and then stops."""
    client = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    client.sendall(data)
    return client


def ask(site: Site) -> int:
    """Return the status that another client gets."""
    return status(f"http://127.0.0.1:{site.port}/healthz", host=site.host)


@contextmanager
def dripping(clients: list[socket.socket]) -> Iterator[None]:
    """Send one byte after the other from each client during the block, until it is disconnected."""
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.2):
            for client in clients:
                try:
                    client.sendall(b"x")
                except OSError:
                    continue

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def test_fifty_slow_clients_of_each_kind_do_not_block_others(site: Site, migrated_url: str) -> None:
    with site.server("--workers=1"), slow_clients(site):
        until(
            lambda: connections_to(migrated_url) <= THREADS
        )  # a connection that is being closed still counts


def test_one_process_survives_slow_clients_by_itself(tmp_path: Path) -> None:
    site = prepare("", tmp_path)
    with site.one_process(), slow_clients(site):
        pass


@contextmanager
def slow_clients(site: Site) -> Iterator[None]:
    """Check that others are served beside slow clients, during and after the block, and how slow ones end."""
    with ExitStack() as stack:
        clients = {
            kind: [stack.enter_context(connect(site.port, words)) for _ in range(50)]
            for kind, words in (("mute", b""), ("slow header", HALF_A_HEADER), ("slow body", HALF_A_BODY))
        }
        with dripping(clients["slow header"] + clients["slow body"]):
            for number in range(1, 6):
                assert ask(site) == 200
                assert site.record(number) == 201
            yield
            # Each is disconnected in the end. The sender of a body gets the reason.
            for client in clients["slow body"]:
                assert client.recv(100).startswith(b"HTTP/1.1 408 ")
            for client in clients["mute"] + clients["slow header"]:
                with pytest.raises((ConnectionError, EOFError)):
                    _until_hung_up(client)
        assert ask(site) == 200


def _until_hung_up(client: socket.socket) -> None:
    """Read. Raises ConnectionError or EOFError when the server has disconnected."""
    while client.recv(1000):
        pass
    raise EOFError


def test_a_client_that_disconnects_in_the_middle_leaves_nothing_behind(site: Site, migrated_url: str) -> None:
    with site.server("--workers=1") as server:
        for words in (HALF_A_HEADER, HALF_A_BODY, b"") * 30:
            connect(site.port, words).close()
        assert ask(site) == 200
        until(lambda: connections_to(migrated_url) <= THREADS)
        assert "Traceback" not in server.printed
