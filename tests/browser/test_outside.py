"""What the club's own web site shows: scripts that use the API, and parts in a frame."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.api.test_first_result import counted_at_once, page_of, script_of  # noqa: F401 - a fixture
from tests.builders import (
    make_club,
    make_key,
)
from tournaments.models import Deal, Event

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


class OtherSite(BaseHTTPRequestHandler):
    """The web site of a club, at another origin."""

    content = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>A club</title>{self.content}".encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def other_site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.usefixtures("counted_at_once")
def test_the_script_of_the_first_page_runs_in_a_page_of_another_site(
    page: Page, live_server: LiveServer, other_site: str
) -> None:
    club = make_club()
    own = {"POCH": live_server.url, "CLUB": club.slug, "KEY": make_key(club, "director", "events", "results")}
    script = script_of(page_of("first_result"), "javascript", **own)
    page.goto(other_site)
    printed: list[str] = []
    page.on("console", lambda message: printed.append(message.text))
    page.evaluate("(script) => eval(`(async () => { ${script} })()`)", script)
    assert Event.objects.count() == 1
    net = sorted(Deal.objects.get().result["net"], reverse=True)
    assert [int(line.rpartition(" ")[2]) for line in printed] == net
