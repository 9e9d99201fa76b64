"""Pages on a phone: whole names, one line of tabs, tonight's event first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, sign_in
from tests.builders import (
    make_club,
    make_member,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.clubs.verbs.people import edit_player
from tournaments.models import Event, Player, Table
from tournaments.standings.verbs.standings import refresh

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

NAMES = (
    "Maximilian Oberhuber", "Wilhelmine Kastenbauer", "Konstantin Schwarzenegger", "Friederike Hohenlohe",
    "Bartholomäus Zimmermann", "Annemarie Leutheusser", "Christopher Wagenknecht", "Kunigunde Strasser",
)  # fmt: skip

BROKEN = """() => {
    const broken = [];
    for (const name of document.querySelectorAll("bdi")) {
        const text = [...name.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
        if (!text || !name.checkVisibility()) continue;
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (word[0].length <= 15 && tops.size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""
"""The words of up to fifteen letters in names that are on two lines."""


@pytest.fixture
def event() -> Event:
    """A running event of eight people with long names, after a round and a deal."""
    event = running_event(8, club=make_club("Kartenfreunde"), rounds_planned=3, deals_per_round=2)
    for player, name in zip(Player.objects.filter(club=event.club).order_by("pk"), NAMES, strict=True):
        edit_player(player, owner_of(event.club), name=name)
    play_round(published_round(event))
    refresh(event.pk)
    return event


@pytest.fixture
def table(event: Event) -> Table:
    table = the_table(published_round(event))
    play(table)
    refresh(event.pk)
    return table


@pytest.fixture
def director_phone(phone: Page, live_server: LiveServer, event: Event) -> Page:
    make_member(event.club, "director", "dora")
    sign_in(phone, f"{live_server.url}/sign-in/", "dora")
    return phone


def test_no_name_breaks_within_a_word(
    director_phone: Page, live_server: LiveServer, event: Event, table: Table
) -> None:
    for address in (
        f"/events/{event.ref}/",
        f"/events/{event.ref}/standings/",
        f"/events/{event.ref}/rounds/",
        f"/rounds/{table.round.pk}/",
        f"/tables/{table.pk}/",
        f"/tables/{table.pk}/scorecard/",
        f"/tables/{table.pk}/deals/1/",
        f"/events/{event.ref}/manage/",
        f"/events/{event.ref}/manage/players/",
        f"/clubs/{event.club.slug}/roster/",
    ):
        director_phone.goto(live_server.url + address)
        expect_to_fit(director_phone)
        assert director_phone.evaluate(BROKEN) == [], address


def test_a_director_has_one_line_of_tabs(director_phone: Page, live_server: LiveServer, event: Event) -> None:
    page = director_phone
    page.goto(f"{live_server.url}/events/{event.ref}/manage/players/")
    expect(page.get_by_role("navigation", name="Pages of this event")).to_be_hidden()
    parts = page.get_by_role("navigation", name="Pages for directors")
    expect(parts.get_by_role("link", name="Event", exact=True)).to_be_visible()
    box = parts.bounding_box()
    assert box is not None
    assert box["height"] < 60
    expect_to_fit(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("navigation", name="Pages of this event")).to_be_visible()
    expect(parts.get_by_role("link", name="Event", exact=True)).to_be_hidden()


def test_tabs_have_one_line_and_show_that_of_the_page(
    director_phone: Page, live_server: LiveServer, event: Event
) -> None:
    page, club = director_phone, event.club.slug
    for address, name, tab in (
        (f"/events/{event.ref}/rules/", "Pages of this event", "How we play"),
        (f"/clubs/{club}/web-site/", "Pages of this club", "For your web site"),
        (f"/events/{event.ref}/manage/log/", "Pages for directors", "Log"),
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
