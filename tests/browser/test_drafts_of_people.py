"""A draft belongs to the person who typed it: nobody else sees it in the same browser, or sends it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.acting import press, sign_in, wait_until
from tests.browser.drafting import (
    NOT_SENT,
    a_table,
    check,
    check_and_record,
    drafts_in,
    expect_ready,
    expect_recorded,
    expect_told,
    form_of,
    open_form,
    send_without_network,
)
from tests.browser.network import Network
from tests.browser.test_evening import fill_in
from tests.builders import next_document
from tournaments.models import Deal, Table

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return a_table()


def sign_in_as(page: Page, secure_site: str, table: Table, name: str) -> None:
    """Sign out, and sign in as another user, who opens the form."""
    press(page.get_by_role("button", name="Sign out"))
    sign_in(page, f"{secure_site}/sign-in/?next=/tables/{table.pk}/scorecard/", name)


def expect_empty(page: Page, secure_site: str) -> None:
    """Wait until the form is complete, and assert that nothing is filled in."""
    expect_ready(page, secure_site)
    expect(page.locator("form.scorecard :checked:not([value=''])")).to_have_count(0)
    expect(page.locator("[data-draft-note]")).to_be_hidden()


def test_another_user_gets_an_empty_form_and_the_first_one_finds_the_draft(
    new_context: Callable[..., BrowserContext], secure_site: str, table: Table
) -> None:
    page = open_form(new_context, secure_site, table)
    document = next_document(table)
    fill_in(page, document)
    expect_told(page, NOT_SENT)
    sign_in_as(page, secure_site, table, "anna")
    expect_empty(page, secure_site)
    sign_in_as(page, secure_site, table, "sven")
    expect_told(page, NOT_SENT)
    check_and_record(page)
    expect_recorded(page)
    assert Deal.objects.get().recorded_by.username == "sven"  # type: ignore[union-attr]


@pytest.mark.nightly
def test_a_deal_that_waits_is_not_sent_by_another_user(
    new_context: Callable[..., BrowserContext], secure_site: str, network: Network, table: Table
) -> None:
    page = open_form(new_context, secure_site, table)
    fill_in(page, next_document(table))
    check(page)
    send_without_network(page, network)
    # The other person comes by another page of the same browser, before the first page asks again.
    other = page.context.new_page()
    page.close()
    network.restore()
    other.context.clear_cookies()
    sign_in(other, f"{secure_site}/sign-in/?next=/tables/{table.pk}/scorecard/", "anna")
    expect_empty(other, secure_site)
    other.goto(f"{secure_site}/tables/{table.pk}/")
    expect(other.get_by_role("link", name="Enter deal 1")).to_be_visible()
    expect(other.locator("[data-draft-note]")).to_be_hidden()
    assert not Deal.objects.exists()
    assert [draft["phase"] for draft in drafts_in(other)] == ["sending"]
    sign_in_as(other, secure_site, table, "sven")
    expect_recorded(other)
    assert Deal.objects.get().recorded_by.username == "sven"  # type: ignore[union-attr]


@pytest.mark.nightly
def test_the_form_of_one_person_does_not_open_without_network_for_the_next(
    new_context: Callable[..., BrowserContext], secure_site: str, network: Network, table: Table
) -> None:
    page = open_form(new_context, secure_site, table)
    page.goto(f"{secure_site}/")
    press(page.get_by_role("button", name="Sign out"))
    page.goto(f"{secure_site}/sign-in/")
    expect(page.get_by_label("Password")).to_be_visible()
    wait_until(
        page,
        "async () => (await Promise.all((await caches.keys()).map(async name =>"
        " (await (await caches.open(name)).keys()).map(request => request.url)))).flat()"
        ".every(address => !address.endsWith('/scorecard/'))",
    )
    network.cut()
    page.goto(form_of(secure_site, table))
    expect(page.get_by_role("heading", name="Without network")).to_be_visible()
