"""A Redis that accepts connections but does not answer.

Meanwhile limits are not counted and workers are not woken. Requests take only a moment longer.
"""

from __future__ import annotations

import http.client
import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.platform.processes import TIMEOUT, until
from tests.plugins.launch import Server, start_redis
from tests.process.web import DEALS, Site, prepare

pytestmark = [pytest.mark.process, pytest.mark.nightly]


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
