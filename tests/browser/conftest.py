"""Browser tests use the installed Chromium. Without one they are skipped.

With `REQUIRE_BROWSER=1` (as in `.ci/run`) they fail instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import override_settings
from django.test.testcases import LiveServerThread
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import chromium
from tests.browser.acting import sign_in
from tests.browser.chromium import TIMEOUT
from tests.browser.network import Network
from tests.browser.site import Server
from tests.builders import make_club, make_member


@pytest.fixture(scope="session", autouse=True)
def browser_is_there() -> Iterator[None]:
    """Skip or fail if there is no Chromium."""
    if chromium.PROGRAM is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail("REQUIRE_BROWSER is set, and there is no Chromium on the PATH.")
        pytest.skip("There is no Chromium on the PATH (on Debian: apt install chromium libatomic1).")
    # Playwright runs an event loop in this thread, so Django would refuse queries.
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
    """Serve the site with its static files by WhiteNoise, as in production."""
    with (
        patch("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda application: application),
        patch.object(LiveServerThread, "server_class", Server),
    ):
        server = LiveServer("localhost")
    with override_settings(ORIGINS=[*settings.ORIGINS, server.url]):
        yield server
    server.stop()


@pytest.fixture(autouse=True)
def wait_for_browsers(transactional_db: None, live_server: LiveServer) -> Iterator[None]:
    """Wait for the end of all requests before the database is emptied after a test."""
    yield
    server = live_server.thread.httpd
    assert isinstance(server, Server)
    server.wait_until_left()


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Open another browser context, which ends with the test."""

    def patient(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(TIMEOUT)
        return context

    return patient


@pytest.fixture
def without_faults() -> Iterator[Callable[[Page], Page]]:
    """``without_faults(page)``: at the end of the test, this page has neither failed nor complained."""
    faults: list[str] = []

    def note(answer: Response) -> None:
        if answer.status >= 400:
            faults.append(f"{answer.status} {answer.url}")

    def hear(message: ConsoleMessage) -> None:
        # A page that renews itself says so if somebody leaves it at that moment.
        if message.type == "error" and not message.text.startswith("htmx:send"):
            faults.append(message.text)

    def watch(page: Page) -> Page:
        page.on("response", note)
        page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield watch
    assert faults == []


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A page with the size of a phone."""
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


@pytest.fixture
def network(live_server: LiveServer) -> Iterator[Network]:
    """The network of the phones of a test."""
    made = Network(live_server.thread.host, live_server.thread.port)
    yield made
    made.stop()


@pytest.fixture
def secure_site(network: Network, settings: Any) -> str:
    """The address of the site where the browser has a service worker."""
    address = f"http://localhost:{network.port}"
    settings.ORIGINS = [*settings.ORIGINS, address]
    return address


@pytest.fixture(params=["plain", "worker"])
def site(request: pytest.FixtureRequest, network: Network, settings: Any) -> str:
    """The address of the site: on plain http, or where the browser has a service worker, as with https."""
    settings.ALLOWED_HOSTS = ["localhost", "club-laptop.test"]
    host = "club-laptop.test" if request.param == "plain" else "localhost"
    address = f"http://{host}:{network.port}"
    settings.ORIGINS = [*settings.ORIGINS, address]
    return address
