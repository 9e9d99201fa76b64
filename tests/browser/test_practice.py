"""Somebody plays a session against bots in a real browser: by keyboard, on a phone."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from types import SimpleNamespace

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import press
from tests.browser.barriers import expect_no_barrier
from tournaments.core.pace import Pace
from tournaments.models import Practice
from tournaments.play.verbs import practices

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

MOST_ACTS = 400
"""A session has fewer acts."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run, and let a fast machine act faster than a person."""
    seeds = count(1)
    monkeypatch.setattr(practices, "secrets", SimpleNamespace(randbits=lambda _bits: 2**61 + next(seeds)))
    monkeypatch.setattr(practices, "OF_ACTS", Pace(burst=10_000, interval=timedelta(seconds=1)))


def begin(page: Page, live_server: LiveServer, game: str = "adpoker") -> None:
    """Start a practice. By this game each player has five cards, so a session is short."""
    page.goto(f"{live_server.url}/")
    press(page.get_by_role("link", name="Play against bots"))
    page.get_by_label("Game").select_option(game)
    press(page.get_by_role("button", name="Deal the cards"))
    expect(page.get_by_role("heading", name="Deal 1 of 10")).to_be_visible()


def first_act(page: Page) -> Locator:
    """The first button that the rules allow. At the end of a session there is none."""
    return page.locator("#practice-hand button:not(.forbidden, [value=again])").first


def moves(page: Page) -> Locator:
    """How often the person has acted, as the page knows it."""
    return page.locator("#practice-hand [name=moves]")


def test_a_session_of_ten_deals_by_keyboard_alone(page: Page, live_server: LiveServer) -> None:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    begin(page, live_server)
    looked: set[str] = set()
    for act in range(MOST_ACTS):
        expect(moves(page)).to_have_value(str(act))
        kind = first_act(page).get_attribute("class") if first_act(page).count() else "end"
        if kind not in looked:
            looked.add(str(kind))
            expect_no_barrier(page)
        if kind == "end":
            break
        first_act(page).focus()
        page.keyboard.press("Enter")
    expect(page.get_by_text("The session is over.")).to_be_visible()
    expect(page.get_by_role("heading", name="Deal 10 of 10")).to_be_visible()
    assert len(Practice.objects.get().nets) == 10
    press(page.get_by_role("button", name="Play again"))
    expect(page.get_by_role("heading", name="Deal 1 of 10")).to_be_visible()
    assert errors == []


def test_after_an_act_the_focus_is_at_the_next_one(page: Page, live_server: LiveServer) -> None:
    begin(page, live_server, "pagat")
    expect(moves(page)).to_have_value("0")
    first_act(page).focus()
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_value("1")
    expect(page.locator("#practice-hand :focus, #practice-stake :focus")).to_have_count(1)
