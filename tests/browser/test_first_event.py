"""From an empty club to the first round: how many clicks it takes, and how much stands on a screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import press
from tests.builders import PASSWORD, make_club, make_member
from tournaments.models import Event, Round

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

MOST_CLICKS = 9
"""The clicks from signing in to a published round. Earlier it took 14."""


class Clicks:
    """Counts the clicks of a new user."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, button: Locator) -> None:
        self.count += 1
        press(button)


def test_from_an_empty_club_to_a_running_event_it_takes_few_clicks(
    page: Page, live_server: LiveServer
) -> None:
    """Each button is where the page before has led: no address is typed and no page looked for."""
    make_member(make_club("Kartenfreunde"), "director", "dora")
    click = Clicks()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("Name", exact=False).first.fill("dora")
    page.get_by_label("Password").fill(PASSWORD)
    click(page.get_by_role("button", name="Sign in"))
    click(page.get_by_role("link", name="New event"))
    page.get_by_label("Name", exact=True).fill("Club night")
    click(page.get_by_role("button", name="Create the event"))
    page.get_by_label("Names").fill("Anna\nBen\nCarla\nDavid\nEva\nFrank\nGreta\nHugo")
    click(page.get_by_role("button", name="Enter and check in"))
    click(page.get_by_role("button", name="Start the event"))
    click(page.get_by_role("button", name="Draw round 1"))
    click(page.get_by_role("button", name="Publish round 1").first)
    event = Event.objects.get(name="Club night")
    assert (event.status, event.entries.filter(status="checked_in").count()) == ("running", 8)
    assert Round.objects.get(event=event).is_public
    assert click.count <= MOST_CLICKS


def test_a_game_is_chosen_by_keyboard_and_an_error_opens_its_fold(
    director: Page, live_server: LiveServer
) -> None:
    page = director
    page.goto(f"{live_server.url}/clubs/kartenfreunde/events/new/")
    page.get_by_label("Name", exact=True).fill("Club night")
    page.get_by_role("radio", name=re.compile("Modern German Poch")).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=re.compile("nine cups"))).to_be_checked()
    rounds = page.locator("[name=rounds_planned]")
    expect(rounds).to_be_hidden()
    rounds.evaluate("field => field.value = '500'")
    page.get_by_role("button", name="Create the event").click()
    expect(rounds).to_be_visible()
    assert not Event.objects.exists()
    page.locator("[name=format][value=knockout]").check(force=True)  # below a drawn card
    expect(rounds).to_be_hidden()
