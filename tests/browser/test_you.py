"""Who I am in an event, in Chromium: "That's me", the strip on every page, and forgetting it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import play, published_round, running_event, the_table
from tournaments.models import Seat
from tournaments.standings.verbs.standings import refresh

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_whoever_says_who_they_are_is_shown_on_all_pages_until_they_forget_it(
    phone: Page, live_server: LiveServer, without_faults: Callable[[Page], Page]
) -> None:
    event = running_event(8)
    table = the_table(published_round(event))
    play(table)
    refresh(event.pk)
    seat = Seat.objects.select_related("entry__player").get(table=table, number=1)
    name = seat.entry.player.public_name
    without_faults(phone)
    pages = f"{live_server.url}/events/{event.ref}/"
    phone.goto(pages + "standings/")
    strip = phone.locator("#you")
    expect(strip).to_be_hidden()
    line = phone.locator(f'[data-entry="{seat.entry_id}"]')
    line.locator("summary").click()
    line.get_by_role("button", name="That's me").click()
    expect(line).to_have_attribute("aria-current", "true")
    for address in ("standings/", "", "rounds/", "rules/"):
        phone.goto(pages + address)
        expect(strip).to_contain_text(f"Table {table.number}, seat 2")
        expect(strip).to_contain_text(name)
    strip.locator("summary").click()
    strip.get_by_role("button", name="That's not me").click()
    expect(strip).to_be_hidden()
    phone.goto(pages)
    expect(phone.locator("[data-entry][aria-current]")).to_have_count(0)
    expect(strip).to_be_hidden()
