"""The layout of pages, and the keyboard focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import owner_of
from tournaments.core.rules.lists import read_list
from tournaments.desk.verbs.lifecycle import open_event
from tournaments.events.verbs.events import create_event
from tournaments.events.verbs.lists import paste_entries
from tournaments.models import Club, Event

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def arriving(director: Page, live_server: LiveServer) -> Event:
    """An open event with three players to check in. The browser shows the list of players."""
    club = Club.objects.get()
    event = open_event(create_event(club, owner_of(club), "Club night"), owner_of(club))
    paste_entries(event, owner_of(club), read_list("Anna\nBen\nCarla"))
    director.goto(f"{live_server.url}/events/{event.slug}/manage/players/")
    return event


def test_after_a_check_in_by_keyboard_the_focus_stays_in_the_row(director: Page, arriving: Event) -> None:
    page = director
    ben = page.locator("#roster li", has_text="Ben")
    ben.get_by_role("button", name="Check in").focus()
    page.keyboard.press("Enter")
    expect(ben.locator(".menu > summary")).to_be_focused()
    carla = page.locator("#roster li", has_text="Carla")
    page.keyboard.press("Tab")
    expect(carla.get_by_role("link", name="Carla")).to_be_focused()
    page.keyboard.press("Tab")
    expect(carla.get_by_role("button", name="Check in")).to_be_focused()
    page.get_by_role("button", name="Check everybody in").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="3 players here")).to_be_visible()
    expect(page.locator("#roster :focus")).to_have_count(1)


@pytest.mark.nightly
def test_a_part_that_renews_itself_meanwhile_does_not_lose_the_focus(director: Page, arriving: Event) -> None:
    page = director
    expect(page.locator("#roster li")).to_have_count(3)
    # The notices ask for news after the list was swapped and before htmx has settled it.
    page.evaluate("""() => {
        const tell = (name, id) => document.dispatchEvent(
            new CustomEvent(name, { detail: { target: document.getElementById(id) } }));
        document.querySelector("#roster li button").focus();
        tell("htmx:beforeSwap", "roster");
        document.activeElement.blur();
        tell("htmx:beforeSwap", "messages");
        tell("htmx:afterSettle", "roster");
    }""")
    expect(page.locator("#roster li :focus")).to_have_count(1)


@pytest.mark.nightly
def test_the_focus_is_visible(director: Page, arriving: Event) -> None:
    page = director
    page.goto(re.sub("players/$", "settings/", page.url))
    page.locator(".event-form details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    what = "document.activeElement.type || document.activeElement.tagName"
    shown = """() => [document.activeElement, document.activeElement.nextElementSibling]
        .some((one) => one && getComputedStyle(one).boxShadow !== "none")"""
    page.locator("[name=name]").focus()
    reached = set()
    while (kind := page.evaluate(what)) != "submit":
        reached.add(kind)
        assert page.evaluate(shown), kind
        page.keyboard.press("Tab")
    assert page.evaluate(shown)
    assert {"text", "date", "radio", "checkbox", "number", "select-one", "textarea"} <= reached


@pytest.mark.nightly
def test_the_first_tab_leads_to_the_link_that_skips_the_navigation(director: Page, arriving: Event) -> None:
    page = director
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#main :focus")).to_have_count(1)
