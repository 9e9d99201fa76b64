"""The rounds of a score in the standings: they unfold, and stay so when the page renews itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit
from tests.builders import owner_of
from tests.tournaments.events.test_stages import season
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.standings.verbs.standings import refresh

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]


def test_unfolded_rounds_stay_unfolded_when_the_standings_renew(phone: Page, live_server: LiveServer) -> None:
    event = season(rounds_planned=4)
    refresh(event.pk)
    phone.goto(f"{live_server.url}/events/{event.slug}/standings/")
    row = phone.locator("tr", has_text=event.entries.get(number=8).player.public_name)
    expect(row.get_by_text("missed").first).not_to_be_visible()
    row.get_by_text("Rounds").click()
    expect(row.get_by_text("missed").first).to_be_visible()
    expect_to_fit(phone)
    add_adjustment(event, owner_of(event.club), event.entries.get(number=8), "late", chips=-1234)
    refresh(event.pk)
    expect(row.get_by_text("penalties and bonuses")).to_be_visible()
    expect(phone.locator("details[open]")).to_have_count(1)
