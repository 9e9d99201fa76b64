"""An evening in a real browser: from signing in to the final standings, with scorecards from a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

import games.services as games
from tests.browser.acting import expect_to_fit, press
from tests.builders import (
    enter,
    nets_by_the_ledger,
    next_document,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
    work,
)
from tournaments.models import Event, Round, Table
from tournaments.sentences.phrases import figure
from tournaments.services.evening.lifecycle import open_event, start_event
from tournaments.services.standings.standings import refresh
from tournaments.services.standings.table_states import table_state

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NAMES = ["Anna", "Ben", "Carla", "David"]


def make_event(page: Page, live_server: LiveServer, name: str) -> Event:
    page.goto(f"{live_server.url}/clubs/kartenfreunde/events/new/")
    page.locator("[name=name]").fill(name)
    page.get_by_text("Tables and rounds").click()
    page.locator("[name=rounds_planned]").fill("1")
    page.locator("[name=deals_per_round]").fill("2")
    press(page.get_by_role("button", name="Create a draft"))
    return Event.objects.get(name=name)


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


@pytest.mark.nightly
def test_an_evening_from_the_list_of_names_to_the_final_standings(
    director: Page, live_server: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    page = director
    event = make_event(page, live_server, "Winter cup")
    manage = f"{live_server.url}/events/{event.slug}/manage/"

    page.goto(f"{manage}players/")
    page.locator("textarea").first.fill("\n".join(NAMES))
    press(page.get_by_role("button", name="Enter the players"))
    expect(page.locator("#roster")).to_contain_text("Carla")
    press(page.get_by_role("button", name="Open the event"))
    page.goto(f"{manage}players/")
    page.get_by_role("button", name="Check everybody in").click()
    expect(page.get_by_role("heading", name="4 players here")).to_be_visible()

    page.goto(manage)
    press(page.get_by_role("button", name="Start the event"))
    page.goto(manage)
    press(page.get_by_role("button", name=re.compile("Draw")))
    round_ = Round.objects.get(event=event)
    page.goto(f"{live_server.url}/rounds/{round_.pk}/draw/")
    press(page.get_by_role("button", name="Publish round 1"))
    table = the_table(round_)

    # A phone at the table.
    phone = new_context(
        viewport={"width": 360, "height": 740}, storage_state=page.context.storage_state()
    ).new_page()
    send_a_scorecard(phone, live_server, table, seed=1)
    expect_to_fit(phone)
    second = send_a_scorecard(phone, live_server, table, seed=2)

    # The second deal was wrong. It is voided and entered again.
    phone.goto(f"{live_server.url}/tables/{table.pk}/")
    phone.locator("details", has=phone.locator("form[action$='/void/']")).evaluate("d => d.open = true")
    phone.locator("form[action$='/void/'] [name=reason]").fill("Ben held the ace")
    press(phone.locator("form[action$='/void/'] button"))
    assert table_state(table).next_number == 2
    again = send_a_scorecard(phone, live_server, table, seed=3)
    assert again["net"] != second["net"]

    page.goto(f"{live_server.url}/rounds/{round_.pk}/draw/")
    press(page.get_by_role("button", name=re.compile("Close round 1")).first)
    page.goto(manage)
    press(page.locator("#overview").get_by_role("button", name="Finish the event"))

    event.refresh_from_db()
    assert event.status == "finished"
    scores = [figure(row["score"]) for row in refresh(event.pk).rows]
    page.goto(f"{live_server.url}/events/{event.slug}/standings/")
    expect(page.locator("tbody tr .score > span:first-child")).to_have_text(scores)


@pytest.mark.nightly
def test_an_impossible_scorecard_keeps_its_input_and_shows_the_reason(
    director: Page, live_server: LiveServer
) -> None:
    page = director
    event = make_event(page, live_server, "Winter cup")
    open_event(event, owner_of(event.club))
    enter(event, 4)
    table = the_table(published_round(start_event(event, owner_of(event.club))))
    page.goto(f"{live_server.url}/tables/{table.pk}/scorecard/")
    result = fill_in(page, next_document(table))
    loser = result["shedding"]["left"].index(max(result["shedding"]["left"]))
    page.locator(f"[name=left_{loser}]").fill("29")
    press(page.get_by_role("button", name="Check the payouts"))
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.locator(f"[name=left_{loser}]")).to_have_value("29")
    assert table_state(table).next_number == 1


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
    expect(page.locator("tbody tr").first).to_contain_text(best)
    without_scripts.goto(address)
    expect(without_scripts.locator("tbody tr").first).to_contain_text(best)


@pytest.mark.nightly
def test_an_event_of_bots_runs_while_a_browser_shows_it(page: Page, live_server: LiveServer) -> None:
    """Fourteen bots play three rounds of four deals. The shown standings equal the ledger."""
    event = running_event(14, bot="cautious", deals_per_round=4, rounds_planned=3, auto_draw=True, pace_ms=0)
    page.goto(f"{live_server.url}/events/{event.slug}/standings/")
    work()
    event.refresh_from_db()
    assert event.status == "finished"
    nets = nets_by_the_ledger(event)
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(14)
    # The page renews itself. Wait for each row, since the page may still show the previous score.
    for entry in event.entries.select_related("player"):
        row = rows.filter(has=page.get_by_text(entry.player.public_name, exact=True))
        expect(row.locator(".score > span").first).to_have_text(figure(nets[str(entry.pk)]))


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
