"""Actions in a browser. Each waits until it is done, since tests read the database afterwards.

Tests read pages by `expect`, which waits. They use `all_inner_texts` only on pages that do not renew
themselves, after `expect` has seen that the page is complete.
"""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import TIMEOUT
from tests.builders import PASSWORD


def press(button: Locator) -> None:
    """Click a button or link and wait for the next page."""
    with button.page.expect_navigation():
        button.click()


def sign_in(page: Page, address: str, name: str) -> None:
    """Sign in at this address, in any language."""
    page.goto(address)
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    with page.expect_navigation():
        page.locator("[name=password]").press("Enter")


def expect_to_fit(page: Page, width: int = 360) -> None:
    """Assert that the page is no wider than its window."""
    expect(page.locator("body")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def wait_until(page: Page, expression: str) -> None:
    """Wait until this JavaScript is true in the page.

    Playwright's `wait_for_function` needs eval, which the pages forbid.
    """
    end = time.monotonic() + TIMEOUT / 1000
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"Not true in time on {page.url}: {expression}"
        page.wait_for_timeout(50)
