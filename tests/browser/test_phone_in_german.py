"""German words are long. On a phone no main page is wider than the screen, also when all is unfolded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import resolve, reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests import catalogs
from tests.browser.acting import sign_in
from tests.browser.barriers import barriers
from tests.builders import make_member, play, published_round, running_event, the_table
from tests.offering import offering
from tests.tournaments.seasons import a_club, played, started
from tournaments.standings.verbs.standings import refresh

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

OF_A_CLUB = (
    "club", "players", "members", "keys", "webhooks", "club_settings", "new_event", "new_simulation",
    "simulations", "web_site",
)  # fmt: skip
OF_AN_EVENT = (
    "event", "rules", "standings", "standings_by_round", "rounds", "find", "projector", "score", "manage",
    "paper", "edit_event", "entries", "stages", "wishes", "adjustments", "event_log", "invitation",
    "prizes", "again",
)  # fmt: skip
OF_A_SEASON = (
    *("season", "season_rules", "season_evenings", "manage_season", "season_settings", "season_members"),
)
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
WITHOUT_BARRIERS = {
    *("home", "club", "new_event", "event", "standings", "rounds", "manage", "entries", "season", "record")
}
"""The pages on which axe looks for barriers here. At night other tests look at all main pages."""


def test_no_main_page_is_wider_than_a_phone_and_ten_have_no_barrier(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    club, players = a_club(8)
    season = started(club, [played(club, players)])
    make_member(club, "owner", "dora")
    event = running_event(8, club=club)
    table = the_table(published_round(event))
    play(table)
    refresh(event.pk)
    addresses = [
        *(reverse(name) for name in ("home", "presets", "account", "devices", "second_factor")),
        reverse("preset", args=["pagat"]),
        *(reverse(name, args=[club.slug]) for name in OF_A_CLUB),
        *(reverse(name, args=[event.ref]) for name in OF_AN_EVENT),
        *(reverse(name, args=[season.slug]) for name in OF_A_SEASON),
        reverse("person", args=[players[0]]),
        reverse("edit_player", args=[players[0]]),
        reverse("table", args=[table.pk]),
        reverse("deal", args=[table.pk, 1]),
        reverse("record", args=[table.pk]),
    ]
    too_wide = []
    in_the_way: dict[str, list[str]] = {}
    with offering(tmp_path, {"de": catalogs.read("de")}):
        context = new_context(viewport={"width": 360, "height": 740}, locale="de-DE")
        # No page renews itself while axe looks at it.
        context.route("**/renew/**", lambda route: route.fulfill(status=204))
        phone = context.new_page()
        sign_in(phone, f"{live_server.url}/sign-in/", "dora")
        expect(phone.get_by_text("Abmelden")).to_be_visible()
        for address in addresses:
            phone.goto(live_server.url + address)
            expect(phone.locator("html")).to_have_attribute("lang", "de")
            if resolve(address).url_name in WITHOUT_BARRIERS:
                in_the_way[address] = barriers(phone)
            phone.evaluate(OPEN_ALL)
            if phone.evaluate("document.documentElement.scrollWidth") > 360:
                too_wide.append(address)
    assert too_wide == []
    assert in_the_way == {address: [] for address in in_the_way}
    assert len(in_the_way) == len(WITHOUT_BARRIERS)
