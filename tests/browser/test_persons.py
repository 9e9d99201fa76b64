"""Names that lead to persons, and the account of a player, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.barriers import expect_no_barrier
from tests.builders import make_club, make_member, make_user, play, published_round, the_table
from tests.tournaments.seasons import more_players, played, standing, started
from tournaments.clubs.verbs.people import ask_for_player
from tournaments.core.audit import Actor
from tournaments.models import Club, Event, Player
from tournaments.standings.verbs.standings import refresh

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

SIZES = ((360, 740), (1280, 800))


@pytest.fixture
def bern(live_server: LiveServer) -> Club:
    club = make_club("Bern")
    make_member(club, "owner", "olga")
    return club


def a_running_event(club: Club, people: list[str]) -> Event:
    """A round closed, a deal of the second played."""
    event = played(club, people, finish=False, rounds_planned=2, deals_per_round=1)
    play(the_table(published_round(event)), seed=3)
    refresh(event.pk)
    return event


def test_a_name_leads_to_the_person_and_a_director_answers_who_asks(
    bern: Club, page: Page, live_server: LiveServer, new_context: Callable[..., BrowserContext]
) -> None:
    people = more_players(bern, 4)
    season = started(
        bern,
        [played(bern, people)],
        scheme={"worth": "points", "points": [0], "ties": ["play_off", "shared"]},
    )
    standing(season)
    event = a_running_event(bern, people)
    anna = Player.objects.get(pk=people[0])
    ask_for_player(anna, Actor(make_user("anna"), "page"))
    sign_in(page, f"{live_server.url}/sign-in/", "olga")
    page.goto(f"{live_server.url}/events/{event.slug}/standings/")
    press(page.locator("table.standings").get_by_role("link", name=anna.public_name))
    round_ = event.rounds.latest("number")
    table = the_table(round_)
    looked_at = [
        f"/people/{anna.pk}/",
        "/account/",
        f"/events/{event.slug}/",
        f"/events/{event.slug}/rounds/",
        f"/tables/{table.pk}/",
        f"/tables/{table.pk}/deals/1/",
        f"/seasons/{season.slug}/",
        f"/seasons/{season.slug}/manage/play-offs/",
        f"/players/{anna.pk}/",
    ]
    state = page.context.storage_state()
    for (width, height), scheme in product(SIZES, ("light", "dark")):
        context = new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, storage_state=state
        )
        looking = context.new_page()
        for address in looked_at:
            looking.goto(live_server.url + address)
            expect_to_fit(looking, width)
            expect_no_barrier(looking)
    page.goto(f"{live_server.url}/players/{anna.pk}/")
    press(page.get_by_role("button", name="Yes, this is them"))
    expect(page.get_by_text("This is anna.")).to_be_visible()
    press(page.get_by_role("button", name="Undo"))
    expect(page.get_by_text("has no account now")).to_be_visible()
