"""Where two people must agree: the claim of one phone appears on the other, which confirms it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.acting import expect_to_fit, press
from tests.browser.drafting import (
    RECORD,
    WITHOUT_NETWORK,
    a_table,
    check,
    check_and_record,
    expect_no_draft,
    expect_recorded,
    expect_told,
    form_of,
    open_form,
)
from tests.browser.network import Network
from tests.browser.test_evening import fill_in
from tests.builders import next_document
from tournaments.models import Deal, DealClaim, Table

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WAITS = "Deal 1 waits for a second person"


@pytest.fixture
def table() -> Table:
    return a_table(two_agree=True)


@pytest.fixture
def first(new_context: Callable[..., BrowserContext], secure_site: str, table: Table) -> Page:
    """The phone of sven, with the form of the first deal."""
    return open_form(new_context, secure_site, table)


@pytest.fixture
def second(new_context: Callable[..., BrowserContext], secure_site: str, table: Table) -> Page:
    """The phone of anna, with the form of the first deal."""
    return open_form(new_context, secure_site, table, "anna")


def rank_of(page: Page) -> str:
    """The rank of the upcard in the form."""
    value: str = page.locator("[name=rank]:checked").get_attribute("value") or ""
    return value


def test_the_second_phone_confirms_what_the_first_has_sent(first: Page, second: Page, table: Table) -> None:
    result = fill_in(first, next_document(table))
    check_and_record(first)
    expect(first.get_by_role("heading", name=WAITS)).to_be_visible()
    claim = second.locator(".claim")
    expect(claim.get_by_role("heading", name=WAITS)).to_be_visible()
    expect(claim.locator(".told")).to_have_count(3)
    expect(claim.get_by_text("Something is wrong with this deal")).to_be_visible()
    expect_to_fit(second)
    press(claim.get_by_role("button", name="Confirm this deal"))
    expect_recorded(second)
    expect_recorded(first)
    assert Deal.objects.get().result["net"] == result["net"]
    expect_no_draft(first)


@pytest.mark.nightly
def test_a_deal_that_its_person_takes_back_is_not_sent_again_by_itself(
    first: Page, secure_site: str, table: Table
) -> None:
    fill_in(first, next_document(table))
    rank = rank_of(first)
    check_and_record(first)
    press(first.get_by_role("button", name="Withdraw this deal"))
    first.goto(form_of(secure_site, table))
    expect_told(first, "Somebody withdrew deal 1")
    assert rank_of(first) == rank, "what was typed is not lost"
    first.reload()
    expect_told(first, "Somebody withdrew deal 1")
    assert [claim.status for claim in DealClaim.objects.all()] == ["withdrawn"]
    check_and_record(first)
    expect(first.get_by_role("heading", name=WAITS)).to_be_visible()
    assert sorted(claim.status for claim in DealClaim.objects.all()) == ["pending", "withdrawn"]


def test_both_enter_the_same_deal_while_the_network_of_one_is_away(
    first: Page, second: Page, network: Network, table: Table
) -> None:
    document = next_document(table)
    fill_in(first, document)
    check(first)
    fill_in(second, document)
    check(second)
    network.cut()
    for phone in (first, second):
        phone.get_by_role("button", name=RECORD).click(no_wait_after=True)
        expect_told(phone, WITHOUT_NETWORK)
    network.restore()
    for phone in (first, second):
        expect_recorded(phone)
    assert Deal.objects.count() == 1
    assert [claim.status for claim in DealClaim.objects.all()] == ["confirmed"]
