"""A real Chromium, Debian's or whatever is installed; where there is none, these tests are skipped.

`REQUIRE_BROWSER=1` (as in `.ci/run`) makes its absence a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.test.testcases import LiveServerThread
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import chromium
from tests.browser.acting import sign_in
from tests.browser.site import Server
from tests.builders import make_club, make_member

TIMEOUT = 120_000.0
"""Milliseconds until a browser is waited for no more: what comes on a slow and busy machine has come."""


@pytest.fixture(scope="session", autouse=True)
def browser_is_there() -> Iterator[None]:
    """Skip (or, when a browser is required, fail) without a Chromium."""
    if chromium.PROGRAM is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("REQUIRE_BROWSER is set, and there is no Chromium on the PATH.")
        pytest.skip("There is no Chromium on the PATH (on Debian: apt install chromium libatomic1).")
    # Playwright's synchronous face runs an event loop in this thread, from which Django would refuse queries.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=TIMEOUT)
    yield
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture(scope="session")
def live_server(collected_static: None) -> Iterator[LiveServer]:
    """The site as it is served in earnest: its static files by WhiteNoise, not by Django's test helper."""
    with (
        patch("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application),
        patch.object(LiveServerThread, "server_class", Server),
    ):
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def left(transactional_db: None, live_server: LiveServer) -> Iterator[None]:
    """Nobody asks for anything any more when the database is emptied after a test."""
    yield
    server = live_server.thread.httpd
    assert isinstance(server, Server)
    server.wait_until_left()


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Another browser, which ends with the test."""

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(TIMEOUT)
        return context

    return patient


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """Somebody's phone."""
    return new_context(viewport={"width": 360, "height": 740}).new_page()


@pytest.fixture
def without_scripts(new_context: Callable[..., BrowserContext]) -> Page:
    """A browser that runs no scripts."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium.PROGRAM, "args": chromium.OPTIONS}


@pytest.fixture
def director(page: Page, live_server: LiveServer) -> Page:
    """A director who has just signed in."""
    make_member(make_club("Kartenfreunde"), "director", "dora")
    sign_in(page, f"{live_server.url}/sign-in/", "dora")
    return page
