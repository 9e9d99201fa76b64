"""The total of a table is never lost: it stays on the phone until the server has it, and is recorded once.

Each test runs on plain http, and where the browser has a service worker.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.acting import sign_in
from tests.browser.chromium import TIMEOUT
from tests.browser.drafting import PHONE, a_table, expect_no_draft, expect_ready, expect_told
from tests.browser.network import Network
from tournaments.models import Deal, Table

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NET = [14, -6, 3, -11]
KEPT = "The total is kept on this device."
OFFLINE = "Without network: the total is not sent yet."


@pytest.fixture
def table() -> Table:
    return a_table()


def form_of(site: str, table: Table) -> str:
    return f"{site}/tables/{table.pk}/count/"


def open_total(new_context: Callable[..., BrowserContext], site: str, table: Table) -> Page:
    """The form of the total on the phone of a scorer, ready for a cut of the network."""
    page = new_context(viewport=PHONE).new_page()
    sign_in(page, f"{site}/sign-in/?next=/tables/{table.pk}/count/", "sven")
    expect_ready(page, site)
    return page


def fill_in_total(page: Page) -> None:
    for seat, chips in enumerate(NET):
        page.locator(f"[name=seat_{seat}]").fill(str(chips))
    page.locator("[name=deals]").fill("12")
    expect_told(page, KEPT)


def record(page: Page) -> None:
    page.get_by_role("button", name="Record the total").click(no_wait_after=True)


def expect_one_total(page: Page) -> None:
    """Wait until the total is recorded, and assert that it was recorded once and nothing is kept any more."""
    expect(page.get_by_text("Only the total of 12 deals was entered")).to_be_visible()
    assert Deal.objects.get().result["net"] == NET
    expect_no_draft(page)


def test_the_answer_is_lost(
    new_context: Callable[..., BrowserContext], site: str, network: Network, table: Table
) -> None:
    phone = open_total(new_context, site, table)
    fill_in_total(phone)
    network.lose_the_answer_to(f"POST /tables/{table.pk}/count/")
    record(phone)
    network.wait_until_lost(TIMEOUT / 1000)
    expect_told(phone, OFFLINE)
    network.restore()
    expect_one_total(phone)
