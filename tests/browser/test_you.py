"""Who I am in an event, in Chromium: the strip on every page, the next table, and forgetting it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import press
from tests.builders import make_card, play, play_round, published_round, running_event, the_table
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
    assert phone.context.cookies() == [], "no request says who this is"
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


def test_a_known_phone_opens_its_next_table_by_one_press_and_stays_forgotten(
    phone: Page, live_server: LiveServer, without_faults: Callable[[Page], Page]
) -> None:
    event = running_event(8, rounds_planned=2, deals_per_round=1)
    first = published_round(event)
    new = [make_card(the_table(first, number)) for number in (1, 2)]
    without_faults(phone)
    phone.goto(f"{live_server.url}{reverse('enter_table')}#{new[0].secret}")
    press(phone.locator("[name=seat][value='1']"))
    strip = phone.locator("#you")
    expect(strip).to_contain_text("Table 1, seat 2")
    play_round(first)
    second = published_round(event)
    seat = Seat.objects.get(round=second, entry=the_table(first).seats.get(number=1).entry_id)
    phone.goto(f"{live_server.url}/events/{event.ref}/")
    press(strip.get_by_role("button", name="Open table"))
    assert phone.url.endswith(reverse("table", args=[seat.table_id]))
    expect(strip).to_contain_text(f"seat {seat.number + 1}")
    strip.locator("summary").click()
    strip.get_by_role("button", name="That's not me").click()
    for address in (phone.url, f"{live_server.url}/events/{event.ref}/standings/"):
        phone.goto(address)
        expect(phone.locator("body[data-nobody]")).to_have_count(1)
        expect(strip).to_be_hidden()
