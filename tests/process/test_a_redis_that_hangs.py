"""A Redis that accepts connections but does not answer.

Meanwhile limits are not counted and workers are not woken. Requests take only a moment longer. Afterwards
everything works as before.
"""

from __future__ import annotations

import contextlib
import http.client
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from celery import Celery

from tests.platform.processes import until
from tests.plugins.launch import Server, start_redis
from tests.process.service import Service
from tests.process.web import DEALS, Site, prepare

pytestmark = [pytest.mark.process, pytest.mark.nightly]

HANG = 12.0
"""Seconds. Acknowledgements of a worker wait for at most five."""


@pytest.fixture
def redis() -> Iterator[Server]:
    """A Redis that the test may stop."""
    server = start_redis()
    yield server
    server.process.send_signal(signal.SIGCONT)
    server.stop()


@pytest.fixture
def site(migrated_url: str, redis: Server, tmp_path: Path) -> Site:
    site = prepare(migrated_url, tmp_path)
    site.environ["REDIS_URL"] = redis.url
    # With the broker timeouts of a worker no request would be answered.
    site.environ |= {"DJANGO_SETTINGS_MODULE": "tests.process.settings", "PATIENT_BROKER": "1"}
    return site


def counted(answer: http.client.HTTPResponse) -> tuple[int, bool]:
    """Return the status of a response and whether a limit was counted."""
    return answer.status, answer.headers["RateLimit"] is not None


def test_requests_are_answered_without_redis_and_counted_again_when_it_is_back(
    site: Site, redis: Server
) -> None:
    def read() -> tuple[int, bool]:
        return counted(site.ask("GET", f"/events/{site.event}/"))

    def record(number: int) -> tuple[int, bool]:
        return counted(site.put(number))

    with site.server("--workers=1"), ThreadPoolExecutor(16) as readers:
        assert record(1)[0] == 201
        until(lambda: read() == (200, True))
        redis.process.send_signal(signal.SIGSTOP)
        requests = [readers.submit(read) for _ in range(16)]
        assert record(2) == (201, False)
        assert [request.result() for request in requests] == [(200, False)] * 16
        assert [record(number) for number in range(3, DEALS + 1)] == [(201, False)] * (DEALS - 2)
        redis.process.send_signal(signal.SIGCONT)
        until(lambda: read() == (200, True))


@pytest.mark.parametrize("children", [1, 2])
@pytest.mark.parametrize("hangs", [1, 20])
def test_a_worker_takes_messages_within_a_minute_after_redis_hung(
    migrated_url: str, redis: Server, tmp_path: Path, children: int, hangs: int
) -> None:
    service = Service(migrated_url, redis.url, tmp_path, DISTURBED="slow_sweeps")
    sender = Celery(broker=redis.url)

    def send(messages: int) -> None:
        for _ in range(messages):
            sender.send_task("sweep.outbox", queue="default", retry=False)

    def is_taken() -> bool:
        return service.broker.llen("default") == 0

    with service.celery("worker", "--queues=default", f"--concurrency={children}"):
        for _ in range(hangs):
            send(4 * children)
            until(lambda: service.broker.llen("default") <= 2 * children)
            # All children are busy now, so their acknowledgements are lost.
            with stopped(redis):
                threading.Event().wait(HANG)
            send(4 * children)
            until(is_taken)
    service.close()


@contextlib.contextmanager
def stopped(server: Server) -> Iterator[None]:
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)
