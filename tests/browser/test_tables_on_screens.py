"""Long tables fit every screen and have no barriers: standings, needs, ratings, a season."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit
from tests.browser.barriers import expect_no_barrier
from tests.builders import owner_of, play_round, published_round, running_event, work
from tests.tournaments.seasons import more_players, played, started
from tournaments.clubs.verbs.people import edit_player
from tournaments.models import Club, Player
from tournaments.standings.verbs.standings import refresh

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

LONG_NAME = "W" * 60
SCREENS = ((320, 640, "light", "de"), (360, 740, "dark", "fr"), (1280, 800, "dark", "en"))


@dataclass
class Shown:
    """A club with three finished evenings, an event before its last round, and addresses of pages."""

    event: str
    still: list[str]
    """Pages that do not renew themselves."""
    phone: list[str]
    """Pages whose tables are no wider than a phone."""


@pytest.fixture
def shown(director: Page) -> Shown:
    club = Club.objects.get()
    people = more_players(club, 4)
    season = started(club, [played(club, people, seed=seed) for seed in (1, 2, 3)])
    event = running_event(8, club=club, rounds_planned=4, deals_per_round=2)
    entry = event.entries.select_related("player")[0]
    edit_player(Player.objects.get(pk=entry.player_id), owner_of(club), name=LONG_NAME)
    for seed in (1, 2, 3):
        play_round(published_round(event), seed=seed)
    refresh(event.pk)
    work()
    needs = f"/events/{event.slug}/needs/"
    still = [
        f"/events/{event.slug}/standings/?round=3",
        f"/clubs/{club.slug}/ratings/",
        f"/people/{people[0]}/",
        f"/seasons/{season.slug}/",
    ]
    return Shown(event.slug, [*still, needs], [needs])


def stand_still(route: Route) -> None:
    """Answer that there is nothing new."""
    route.fulfill(status=204)


def test_long_tables_fit_and_have_no_barriers(
    director: Page, shown: Shown, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    state = director.context.storage_state()
    for width, height, scheme, language in SCREENS:
        context = new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=language,
            storage_state=state,
        )
        context.route("**/renew/**", stand_still)
        page = context.new_page()
        for address in shown.still:
            page.goto(live_server.url + address)
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect_to_fit(page, width)
            expect_no_barrier(page)
            if address in shown.phone:
                expect(page.locator(".scroll table")).to_be_visible()
                too_wide = "(parts) => parts.some((part) => part.scrollWidth > part.clientWidth)"
                assert not page.locator(".scroll").evaluate_all(too_wide), (page.url, width, language)
        page.close()
