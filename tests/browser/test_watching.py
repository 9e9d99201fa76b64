"""The deal viewer in Chromium: by keyboard alone, playing, by swipes, following bots."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import a_table, play
from tournaments.models import Table
from tournaments.play.verbs.results import deal_steps

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    """A table with one deal."""
    table = a_table(bot="bold")
    play(table)
    return table


def steps_of(table: Table) -> list[dict[str, Any]]:
    deal = table.deals.get()
    steps: list[dict[str, Any]] = deal_steps(deal)["steps"]
    return steps


def watch(page: Page, live_server: LiveServer, table: Table, query: str = "") -> None:
    page.goto(f"{live_server.url}/tables/{table.pk}/deals/1/steps/{query}")
    # The script shows this button when it is ready.
    expect(play_button(page)).to_be_visible()


def play_button(page: Page) -> Locator:
    return page.locator("[data-play]")


def expect_step(page: Page, number: int) -> None:
    expect(page.locator(".viewer-step")).to_have_attribute("data-number", str(number))
    expect(page).to_have_url(re.compile(rf"[?]step={number}(&|$)"))


def test_the_viewer_is_used_by_keyboard_alone(page: Page, live_server: LiveServer, table: Table) -> None:
    count = len(steps_of(table))
    watch(page, live_server, table, "?step=1")
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    expect(page.get_by_role("status").filter(has_text="a card is turned up")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    page.keyboard.press("End")
    expect_step(page, count)
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect_step(page, 1)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    # Links and folds by Tab and Enter.
    page.get_by_role("link", name="Next", exact=True).focus()
    page.keyboard.press("Enter")
    expect_step(page, 5)
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_focused()
    page.locator("[data-ledger] summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-ledger]")).to_have_attribute("open", "")
    page.keyboard.press("ArrowRight")
    expect_step(page, 6)
    expect(page.locator("[data-ledger]")).to_have_attribute("open", "")
    expect(page.locator("[data-ledger] summary")).to_be_focused()


@pytest.mark.nightly
def test_playing_goes_to_the_last_step_and_stops(page: Page, live_server: LiveServer, table: Table) -> None:
    count = len(steps_of(table))
    watch(page, live_server, table, f"?step={count - 3}")
    page.get_by_label("Speed").select_option("0.4")
    page.locator("h2").first.click()
    page.keyboard.press("Space")
    expect(play_button(page)).to_have_attribute("aria-pressed", "true")
    expect_step(page, count)
    expect(play_button(page)).to_have_attribute("aria-pressed", "false")
    expect(play_button(page)).to_have_text("Play")


@pytest.mark.nightly
def test_a_table_of_bots_is_followed_from_deal_to_deal(
    page: Page, live_server: LiveServer, table: Table
) -> None:
    count = len(steps_of(table))
    watch(page, live_server, table, f"?step={count}&follow=1")
    expect(play_button(page)).to_have_attribute("aria-pressed", "true")
    play(table)
    expect(page).to_have_url(re.compile("/deals/2/steps/"))
    expect(play_button(page)).to_have_attribute("aria-pressed", "true")
