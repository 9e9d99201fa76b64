"""What people do in a browser. Each waits until it is done: what comes next may look into the database.

A page is read by `expect`, which waits for what it names. What has to be read at once (`all_inner_texts`) is
read of pages that renew themselves no more, after `expect` has seen that they are whole.
"""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.builders import PASSWORD


def press(button: Locator) -> None:
    """Click what sends a form or leads elsewhere, and wait until the page is there that comes of it."""
    with button.page.expect_navigation():
        button.click()


def sign_in(page: Page, address: str, name: str) -> None:
    """At this address, which asks for it."""
    page.goto(address)
    page.get_by_label("Name", exact=False).first.fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in"))


def expect_to_fit(page: Page, width: int = 360) -> None:
    """The page is no wider than its window, so that nobody has to push it to and fro."""
    expect(page.locator("body")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
