"""The log of the web server."""

from __future__ import annotations

import http.client
import signal
from pathlib import Path

import pytest

from tests.platform.processes import TIMEOUT
from tests.process.web import Site, prepare

pytestmark = pytest.mark.process


@pytest.fixture
def site(migrated_url: str, tmp_path: Path) -> Site:
    return prepare(migrated_url, tmp_path)


def test_the_log_contains_no_addresses_since_some_are_secret(site: Site) -> None:
    """The address of an invitation is an example."""
    with site.server("--workers=1") as server:
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=TIMEOUT)
        connection.request("GET", "/healthz?canary", headers={"Host": site.host})
        assert connection.getresponse().status == 200
        connection.close()
        assert server.stop(signal.SIGTERM) == 0
        assert "canary" not in server.printed
