"""From an empty club to the first round: how many clicks it takes, and how much stands on a screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tournaments.models import Event

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]


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
