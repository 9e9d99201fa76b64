"""What the tests of drafts share: the table, the form on a phone, sending a deal, and reading the form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.acting import press, sign_in, wait_until
from tests.browser.chromium import TIMEOUT
from tests.browser.network import Network
from tests.builders import make_club, make_member, published_round, running_event, the_table
from tournaments.models import Table

PHONE = {"width": 360, "height": 740}
RECORD = re.compile("^Record deal")

NOT_SENT = "not sent yet"
WITHOUT_NETWORK = "Without network: deal"


def has_worker(site: str) -> bool:
    return "localhost" in site


def a_table(**fields: Any) -> Table:
    """A table of a club with the scorers sven and anna."""
    club = make_club("Kartenfreunde")
    for name in ("sven", "anna"):
        make_member(club, "scorer", name)
    return the_table(published_round(running_event(4, club=club, **fields)))


def form_of(site: str, table: Table) -> str:
    return f"{site}/tables/{table.pk}/scorecard/"


def open_form(
    new_context: Callable[..., BrowserContext], site: str, table: Table, name: str = "sven"
) -> Page:
    """The form of the next deal on the phone of a scorer, ready for a cut of the network."""
    page = new_context(viewport=PHONE).new_page()
    show_fields(page)
    sign_in(page, f"{site}/sign-in/?next=/tables/{table.pk}/scorecard/", name)
    expect_ready(page, site)
    return page


def show_fields(page: Page) -> None:
    """Let the form show its fields, which `fill_in` uses, where it would show a board."""
    page.context.add_init_script("try { localStorage.setItem('poch-card', 'fields') } catch {}")


def expect_ready(page: Page, site: str) -> None:
    """Wait until the form says what works without network."""
    sentence = (
        "This page also opens without network." if has_worker(site) else "the page does not open without"
    )
    expect(page.get_by_text(sentence)).to_be_visible()


def expect_told(page: Page, sentence: str) -> None:
    """Wait until the page says this of the deal that the phone keeps."""
    expect(page.locator("[data-draft-note] p:visible").first).to_contain_text(sentence)


def check(page: Page) -> None:
    """Look at the payouts."""
    press(page.get_by_role("button", name="Check the payouts").last)


def check_and_record(page: Page) -> None:
    """Look at the payouts and send the deal."""
    check(page)
    page.get_by_role("button", name=RECORD).click(no_wait_after=True)


def send_without_network(page: Page, network: Network) -> None:
    """Cut the network, and send the deal whose payouts the page shows."""
    network.cut()
    page.get_by_role("button", name=RECORD).click(no_wait_after=True)
    expect_told(page, WITHOUT_NETWORK)


def send_without_answer(page: Page, network: Network) -> None:
    """Send the deal whose payouts the page shows. The network is cut before the answer comes."""
    network.lose_the_answer_to("POST /tables/")
    page.get_by_role("button", name=RECORD).click(no_wait_after=True)
    network.wait_until_lost(TIMEOUT / 1000)


def expect_recorded(page: Page, number: int = 1) -> None:
    """Wait for the page of the table after the deal was sent."""
    expect(page.locator(f"#deal-{number}")).to_be_visible()


def expect_no_draft(page: Page) -> None:
    """Wait until this browser keeps no deal of anybody any more."""
    wait_until(page, "Object.keys(localStorage).every(name => !name.startsWith('poch-draft '))")


def drafts_in(page: Page) -> list[dict[str, Any]]:
    """All drafts in this browser, of anybody."""
    kept: list[dict[str, Any]] = page.evaluate(
        "Object.keys(localStorage).filter(name => name.startsWith('poch-draft '))"
        ".map(name => JSON.parse(localStorage.getItem(name)))"
    )
    return kept
