"""What axe finds on a page that stands in the way of people."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MOST_PLACES = 4
"""How many places of a barrier are named."""


def barriers(page: Page) -> list[str]:
    """Return the rules of axe that a page breaks, with the places."""
    options = {"preload": False, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{barrier['id']}: {[node['target'] for node in barrier['nodes']][:MOST_PLACES]}" for barrier in found
    ]


def expect_no_barrier(page: Page) -> None:
    """Assert that axe has no complaint of the page as it is shown."""
    found = barriers(page)
    assert found == [], (page.url, found)
