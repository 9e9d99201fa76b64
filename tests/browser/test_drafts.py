"""A scorecard is never lost: the network is cut at each moment of it, and the deal is recorded once.

Each test runs on plain http, and where the browser has a service worker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import games.services as games
from tests.browser.acting import press
from tests.browser.drafting import (
    NOT_SENT,
    RECORD,
    WITHOUT_NETWORK,
    a_table,
    check,
    check_and_record,
    drafts_in,
    expect_no_draft,
    expect_ready,
    expect_recorded,
    expect_told,
    form_of,
    has_worker,
    open_form,
    send_without_answer,
    send_without_network,
)
from tests.browser.network import Network
from tests.browser.test_evening import fill_in
from tests.builders import boss, next_document, play
from tournaments.models import Deal, Session, Table
from tournaments.play.verbs import corrections

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return a_table()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], site: str, table: Table) -> Page:
    """A scorer's phone with the form of the first deal."""
    return open_form(new_context, site, table)


def expect_one_deal(page: Page, result: dict[str, Any]) -> None:
    """Wait until the deal is recorded, and assert that it was recorded once and nothing is kept any more."""
    expect_recorded(page)
    deal = Deal.objects.get()
    assert deal.result["net"] == result["net"]
    expect_no_draft(page)


def test_cut_while_somebody_types(phone: Page, site: str, network: Network, table: Table) -> None:
    document = next_document(table)
    upcard = games.stages(document, games.replay(document))["upcard"]
    rank = phone.locator(f"[name=rank][value='{upcard[0]}']")
    rank.check(force=True)
    expect_told(phone, NOT_SENT)
    network.cut()
    if has_worker(site):
        phone.reload()
        expect(phone.get_by_text("this page comes from the memory of your device")).to_be_visible()
        expect(rank).to_be_checked()
        fill_in(phone, document)
    network.restore()
    phone.goto(form_of(site, table))
    expect(rank).to_be_checked()
    result = fill_in(phone, document)
    check_and_record(phone)
    expect_one_deal(phone, result)


def test_cut_as_the_deal_is_sent(phone: Page, network: Network, table: Table) -> None:
    result = fill_in(phone, next_document(table))
    check(phone)
    send_without_network(phone, network)
    assert not Deal.objects.exists()
    network.restore()
    expect_one_deal(phone, result)


def test_cut_before_the_answer_comes(phone: Page, network: Network, table: Table) -> None:
    result = fill_in(phone, next_document(table))
    check(phone)
    send_without_answer(phone, network)
    assert Deal.objects.count() == 1
    expect_told(phone, WITHOUT_NETWORK)
    network.restore()
    expect_one_deal(phone, result)


def test_a_deal_that_waited_while_the_browser_was_closed_is_sent_when_it_opens(
    phone: Page, site: str, network: Network, table: Table
) -> None:
    result = fill_in(phone, next_document(table))
    check(phone)
    send_without_network(phone, network)
    again = phone.context.new_page()
    phone.close()
    network.restore()
    again.goto(f"{site}/tables/{table.pk}/")
    expect_one_deal(again, result)


@pytest.mark.nightly
def test_a_deal_waits_until_its_person_has_signed_in_again(
    phone: Page, site: str, network: Network, table: Table
) -> None:
    result = fill_in(phone, next_document(table))
    check(phone)
    Session.objects.all().delete()
    phone.get_by_role("button", name=RECORD).click(no_wait_after=True)
    expect_told(phone, "this device has no access to the table now")
    assert not Deal.objects.exists()
    press(phone.locator("[data-draft-note]").get_by_role("link", name="Sign in"))
    phone.get_by_label("Name", exact=False).first.fill("sven")
    phone.get_by_label("Password").fill("a long pass phrase")
    phone.get_by_role("button", name="Sign in").click(no_wait_after=True)
    expect_one_deal(phone, result)


@pytest.mark.nightly
def test_a_voided_deal_does_not_come_back(phone: Page, site: str, network: Network, table: Table) -> None:
    """The answer was lost, and the deal was voided before the phone asked again."""
    fill_in(phone, next_document(table))
    check(phone)
    send_without_answer(phone, network)
    corrections.void(table, boss(table.round), 1, "wrong table")
    network.restore()
    expect(phone.get_by_role("link", name="Enter deal 1")).to_be_visible()
    assert Deal.objects.effective().single().count() == 0
    assert drafts_in(phone) == []
    phone.goto(form_of(site, table))
    expect_ready(phone, site)
    expect(phone.locator("[name=rank]:checked")).to_have_count(0)


def test_a_deal_that_waited_is_not_sent_as_another_one(phone: Page, network: Network, table: Table) -> None:
    """While it waited, somebody else entered a deal with its number, and it was voided."""
    fill_in(phone, next_document(table))
    check(phone)
    send_without_network(phone, network)
    play(table, 1)
    corrections.void(table, boss(table.round), 1, "wrong table")
    network.restore()
    expect_told(phone, "the table has changed since you typed it")
    assert Deal.objects.effective().single().count() == 0


def test_without_network_other_pages_list_the_forms_that_open_until_somebody_signs_out(
    phone: Page, site: str, network: Network, table: Table
) -> None:
    if not has_worker(site):
        pytest.skip("without https there is no worker")
    phone.goto(site)
    network.cut()
    phone.goto(f"{site}/rules/")
    press(phone.locator("main").get_by_role("link", name="Table 1, deal 1"))
    expect(phone.get_by_text("this page comes from the memory of your device")).to_be_visible()
    press(phone.get_by_role("button", name="Sign out"))
    expect(phone.get_by_role("heading", name="Without network")).to_be_visible()
    phone.goto(form_of(site, table))
    expect(phone.get_by_role("heading", name="Without network")).to_be_visible()
    expect(phone.locator("main").get_by_role("link", name="Table 1, deal 1")).to_have_count(0)
