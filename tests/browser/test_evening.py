"""Standings that renew themselves, and scorecards that other tests fill in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

import games.services as games
from tests.browser.acting import press
from tests.builders import next_document, play, published_round, running_event, the_table
from tournaments.models import Table
from tournaments.standings.verbs.standings import refresh
from tournaments.tables.verbs.table_states import table_state

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def fill_in(page: Page, document: dict[str, Any]) -> dict[str, Any]:
    """Fill in the scorecard of this deal as a scorer would. Return its result."""
    result = games.replay(document)
    fields = page.get_by_role("button", name="Fill in the fields instead")
    # The browser keeps this choice.
    if fields.is_visible():
        fields.click()

    def tap(name: str, value: object) -> None:
        # The inputs are hidden below drawn keys.
        page.locator(f"[name={name}][value='{value}']").check(force=True)

    rank, suit = games.stages(document, result)["upcard"]
    tap("rank", rank)
    tap("suit", suit)
    for meld in result["melds"]:
        tap(f"meld_{meld['pool']}", meld["seat"])
    for seat, stake in enumerate(result["pochen"]["stakes"]):
        page.locator(f"[name=stake_{seat}]").fill(str(stake))
    for shown in result["pochen"]["showdown"]:
        page.locator("details.cards-shown").nth(shown["seat"]).evaluate("details => details.open = true")
        for card in shown["cards"].split():
            tap(f"shown_{shown['seat']}", card)
    tap("out", result["shedding"]["out"])
    for seat, left in enumerate(result["shedding"]["left"]):
        page.locator(f"[name=left_{seat}]").fill(str(left))
    return result


def send_a_scorecard(page: Page, live_server: LiveServer, table: Table, seed: int) -> dict[str, Any]:
    page.goto(f"{live_server.url}/tables/{table.pk}/scorecard/")
    result = fill_in(page, next_document(table, seed=seed))
    press(page.get_by_role("button", name="Check the payouts"))
    for net in result["net"]:
        expect(page.locator(".preview-table")).to_contain_text(f"{abs(net)}")
    assert table_state(table).purses != result["chips"], "nothing is recorded before it is sent"
    press(page.get_by_role("button", name=re.compile("^Record deal")))
    expect(page.get_by_text(re.compile("is recorded"))).to_be_visible()
    assert table_state(table).purses == result["chips"]
    return result


def test_standings_renew_themselves_and_work_without_javascript(
    page: Page, without_scripts: Page, live_server: LiveServer
) -> None:
    event = running_event(4)
    table = the_table(published_round(event))
    refresh(event.pk)
    address = f"{live_server.url}/events/{event.slug}/standings/"
    page.goto(address)
    play(table)
    standing = refresh(event.pk)
    best = str(standing.rows[0]["score"])
    expect(page.locator(".ranks > ol > li").first).to_contain_text(best)
    without_scripts.goto(address)
    expect(without_scripts.locator(".ranks > ol > li").first).to_contain_text(best)


def test_no_page_breaks_the_content_security_policy(page: Page, live_server: LiveServer) -> None:
    event = running_event(6)
    table = the_table(published_round(event))
    play(table)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for address in (
        "/",
        f"/events/{event.slug}/",
        f"/events/{event.slug}/standings/",
        f"/events/{event.slug}/projector/",
        f"/events/{event.slug}/rounds/",
        f"/events/{event.slug}/rules/",
        f"/tables/{table.pk}/",
        f"/tables/{table.pk}/deals/1/",
        "/sign-in/",
        "/api/v1/docs/",
    ):
        page.goto(live_server.url + address)
    assert complaints == []
