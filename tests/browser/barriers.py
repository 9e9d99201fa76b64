"""What axe finds on a page that stands in the way of people."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MOST_PLACES = 4
"""How many places of a barrier are named."""


def barriers(page: Page, *, colours_alone: bool = False) -> list[str]:
    """Return the rules of axe that a page breaks, with the places. colours_alone: look at contrast only."""
    options = {"preload": False, "resultTypes": ["violations"]} | (
        {"runOnly": ["color-contrast"]} if colours_alone else {}
    )
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{barrier['id']}: {[node['target'] for node in barrier['nodes']][:MOST_PLACES]}" for barrier in found
    ]


def expect_no_barrier(page: Page) -> None:
    """Assert that axe has no complaint of the page as it is shown."""
    found = barriers(page)
    assert found == [], (page.url, found)


def expect_no_barrier_by_day_and_night(page: Page) -> None:
    """Assert that axe has no complaint of the page in either colour scheme."""
    found: dict[str, list[str]] = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        # Only the colours differ.
        found[scheme] = barriers(page, colours_alone=scheme != SCHEMES[0])
    page.emulate_media(color_scheme=SCHEMES[0])
    assert found == {scheme: [] for scheme in SCHEMES}, (page.url, found)
