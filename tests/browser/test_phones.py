"""Pages on a phone: one line of tabs, and tonight's event first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, sign_in
from tests.builders import (
    make_club,
    make_member,
    running_event,
)
from tournaments.models import Event

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def event() -> Event:
    return running_event(4, club=make_club("Kartenfreunde"))


@pytest.fixture
def director_phone(phone: Page, live_server: LiveServer, event: Event) -> Page:
    make_member(event.club, "director", "dora")
    sign_in(phone, f"{live_server.url}/sign-in/", "dora")
    return phone


def test_tabs_have_one_line_and_show_that_of_the_page(
    director_phone: Page, live_server: LiveServer, event: Event
) -> None:
    page, club = director_phone, event.club.slug
    for address, name, tab in (
        (f"/events/{event.ref}/rules/", "Pages of this event", "Rules"),
        (f"/clubs/{club}/web-site/", "Pages of this club", "Club"),
        (f"/events/{event.ref}/manage/log/", "Pages for directors", "Settings"),
    ):
        page.goto(live_server.url + address)
        tabs = page.get_by_role("navigation", name=name)
        box = tabs.bounding_box()
        assert box is not None
        assert box["height"] < 60, address
        expect(tabs.get_by_role("link", name=tab)).to_be_in_viewport(ratio=1)
        expect_to_fit(page)


def test_home_on_a_phone_begins_with_the_event_of_tonight(
    phone: Page, live_server: LiveServer, event: Event, new_context: Callable[..., BrowserContext]
) -> None:
    laptop = new_context(viewport={"width": 1280, "height": 800}).new_page()
    for page, first in ((phone, True), (laptop, False)):
        page.goto(live_server.url)
        tonight = page.get_by_role("heading", name="Running").bounding_box()
        welcome = page.get_by_role("heading", level=1).bounding_box()
        assert tonight is not None
        assert welcome is not None
        assert (tonight["y"] < welcome["y"]) is first
