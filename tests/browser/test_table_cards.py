"""A phone opens the QR code of a table in a real browser: the table, the seat, the scorecard."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.test_evening import send_a_scorecard
from tests.builders import boss, make_club, make_member, published_round, running_event, the_table
from tournaments.core.pages.picture import qr_of
from tournaments.desk.verbs.rounds import close_round
from tournaments.models import Deal, Table
from tournaments.play.pages import cards as pages

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    return the_table(published_round(running_event(4, club=make_club("Kartenfreunde"))))


def address_in_code(page: Page, live_server: LiveServer, table: Table) -> str:
    """Return the address in the QR code of a printed card."""
    make_member(table.round.event.club, "scorer", "sven")
    sign_in(page, f"{live_server.url}/sign-in/?next=/events/{table.round.event.ref}/cards/", "sven")
    urls: list[str] = []

    def note(url: str) -> object:
        urls.append(url)
        return qr_of(url)

    with patch.object(pages, "qr_of", note):
        press(page.get_by_role("button", name="Make 1 card"))
        expect(page.locator(".pin-card svg.qr")).to_have_count(1)
    [url] = urls
    return url


def test_a_phone_scans_the_code_takes_a_seat_and_sends_a_scorecard(
    page: Page, phone: Page, live_server: LiveServer, table: Table
) -> None:
    url = address_in_code(page, live_server, table)
    secret = url.partition("#")[2]
    requests: list[str] = []
    complaints: list[str] = []
    phone.on(
        "request", lambda request: requests.append(f"{request.url} {request.headers.get('referer', '')}")
    )
    phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    phone.goto(url)
    expect(phone.get_by_text("Who are you?")).to_be_visible()
    expect_to_fit(phone)
    press(phone.locator("[name=seat][value='2']"))
    expect(phone.get_by_role("link", name="Change seat")).to_be_visible()
    result = send_a_scorecard(phone, live_server, table, seed=1)
    deal = Deal.objects.get()
    assert (deal.via, deal.result["net"]) == ("link", result["net"])
    assert [address for address in requests if secret in address.replace(url, "", 1)] == []
    phone.go_back()
    assert secret not in phone.url
    assert complaints == []


@pytest.mark.nightly
def test_a_phone_that_scans_between_rounds_opens_the_table_when_the_round_begins(
    page: Page, phone: Page, live_server: LiveServer, table: Table
) -> None:
    url = address_in_code(page, live_server, table)
    close_round(table.round, boss(table.round), early=True)
    phone.goto(url)
    expect(phone.get_by_text("Nothing is played at table 1 now")).to_be_visible()
    expect_to_fit(phone)
    published_round(table.round.event)
    expect(phone.get_by_text("Who are you?")).to_be_visible()
    assert url.partition("#")[2] not in phone.url
