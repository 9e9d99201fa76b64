"""Actions in a browser. Each waits until it is done, since tests read the database afterwards.

Tests read pages by `expect`, which waits. They use `all_inner_texts` only on pages that do not renew
themselves, after `expect` has seen that the page is complete.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.builders import PASSWORD


def press(button: Locator) -> None:
    """Click a button or link and wait for the next page."""
    with button.page.expect_navigation():
        button.click()


def sign_in(page: Page, address: str, name: str) -> None:
    """Sign in at this address."""
    page.goto(address)
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))


def expect_to_fit(page: Page, width: int = 360) -> None:
    """Assert that the page is no wider than its window."""
    expect(page.locator("body")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
