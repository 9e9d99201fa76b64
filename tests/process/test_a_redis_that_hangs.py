"""A Redis that accepts connections but does not answer.

Meanwhile limits are not counted and workers are not woken. Requests take only a moment longer. Afterwards
everything works as before.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from celery import Celery

from tests.platform.processes import TIMEOUT, until
from tests.plugins.launch import Server, start_redis
from tests.process.service import Service, wait_until
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
    site.environ["DJANGO_SETTINGS_MODULE"] = "tests.process.a_patient_broker"
    return site


def ask(site: Site, method: str, path: str, body: str = "") -> tuple[int, bool]:
    """Return the status of a response and whether a limit was counted."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=TIMEOUT)
    headers = {
        "Host": site.host,
        "Authorization": f"Bearer {site.key}",
        "Content-Type": "application/json",
    }
    connection.request(method, f"/api/v1{path}", body, headers)
    try:
        answer = connection.getresponse()
        return answer.status, answer.headers["RateLimit"] is not None
    finally:
        connection.close()


def record(site: Site, number: int) -> tuple[int, bool]:
    document = json.dumps({"document": site.documents[number - 1]})
    return ask(site, "PUT", f"/tables/{site.table}/deals/{number}/", document)


def test_requests_are_answered_without_redis_and_counted_again_when_it_is_back(
    site: Site, redis: Server
) -> None:
    event = f"/events/{site.event}/"
    with site.server("--workers=1"), ThreadPoolExecutor(16) as readers:
        assert record(site, 1)[0] == 201
        until(lambda: ask(site, "GET", event) == (200, True))
        redis.process.send_signal(signal.SIGSTOP)
        requests = [readers.submit(ask, site, "GET", event) for _ in range(16)]
        assert record(site, 2) == (201, False)
        assert [request.result() for request in requests] == [(200, False)] * 16
        assert [record(site, number) for number in range(3, DEALS + 1)] == [(201, False)] * (DEALS - 2)
        redis.process.send_signal(signal.SIGCONT)
        until(lambda: ask(site, "GET", event) == (200, True))


@pytest.mark.parametrize("children", [1, 2])
@pytest.mark.parametrize("hangs", [1, 20])
def test_a_worker_takes_messages_within_a_minute_after_redis_hung(
    migrated_url: str, redis: Server, tmp_path: Path, children: int, hangs: int
) -> None:
    service = Service(migrated_url, redis.url, tmp_path)
    service.environment |= {
        "DJANGO_SETTINGS_MODULE": "tests.process.settings",
        "WORKER_IMPORTS": "tests.process.slow_sweeps",
    }
    sender = Celery(broker=redis.url)

    def send(messages: int) -> None:
        for _ in range(messages):
            sender.send_task("sweep.outbox", queue="default", retry=False)

    def is_taken() -> bool:
        return service.broker.llen("default") == 0

    with service.celery("worker", "--queues=default", f"--concurrency={children}"):
        for _ in range(hangs):
            send(4 * children)
            wait_until(lambda: service.broker.llen("default") <= 2 * children)
            # All children are busy now, so their acknowledgements are lost.
            with stopped(redis):
                threading.Event().wait(HANG)
            send(4 * children)
            wait_until(is_taken, 60)
    service.database.close()


def test_a_worker_that_takes_no_messages_any_more_ends(
    migrated_url: str, redis: Server, tmp_path: Path
) -> None:
    service = Service(migrated_url, redis.url, tmp_path)
    service.environment |= {
        "DJANGO_SETTINGS_MODULE": "tests.process.settings",
        "WORKER_IMPORTS": "tests.process.deaf",
    }
    log = tmp_path / "log"
    with service.celery("worker", "--queues=webhooks", "--concurrency=1", log=log) as worker:
        worker.wait(TIMEOUT)
    assert "This worker takes no messages." in log.read_text()
    service.database.close()


@contextlib.contextmanager
def stopped(server: Server) -> Iterator[None]:
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)
