"""A real Chromium, Debian's or whatever is installed; where there is none, these tests are skipped.

`REQUIRE_BROWSER=1` (as in `.ci/run`) makes its absence a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.builders import PASSWORD, make_club, make_member

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# A test machine may have no network and no other user than root.
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session", autouse=True)
def chromium() -> Iterator[None]:
    """Skip (or, when a browser is required, fail) without a Chromium."""
    if CHROMIUM is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("REQUIRE_BROWSER is set, and there is no Chromium on the PATH.")
        pytest.skip("There is no Chromium on the PATH (on Debian: apt install chromium libatomic1).")
    # Playwright's synchronous face runs an event loop in this thread, from which Django would refuse queries.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="session")
def live_server(collected_static: None) -> Iterator[LiveServer]:
    """The site as it is served in earnest: its static files by WhiteNoise, not by Django's test helper."""
    with patch("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application):
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture
def director(page: Page, live_server: LiveServer) -> Page:
    """A director who has just signed in."""
    club = make_club("Kartenfreunde")
    make_member(club, "director", "dora")
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("Name", exact=False).first.fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    return page
