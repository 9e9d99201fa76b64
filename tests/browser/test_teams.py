"""The pages of teams on a phone, for a director and strangers: they fit, and axe is content."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, sign_in
from tests.browser.barriers import expect_no_barrier_by_day_and_night
from tests.builders import make_member, play_round, published_round, work
from tests.tournaments.teams import League, a_league, begin, finish
from tournaments.models import Evening
from tournaments.seasons.verbs.seasons import start_season
from tournaments.teams.verbs import teams

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

PHONE = {"width": 360, "height": 740}
LONG_NAME = "Kartenspielgemeinschaft Oberpfaffenhofen von 1899"


@pytest.fixture
def league() -> League:
    """Four teams of five in a running season; one has a long name."""
    league = a_league(result="match")
    league.season = start_season(league.season, league.director)
    teams.edit_team(league.teams[2], league.director, name=LONG_NAME)
    return league


def a_match_day(league: League) -> Evening:
    """A match day that is over, of one series."""
    evening = league.evening(name="First match day", rounds_planned=1)
    league.hand_in(evening)
    play_round(published_round(begin(evening, league.players)))
    finish(evening.event)
    work()
    return evening


def expect_good(page: Page, language: str) -> None:
    """Assert that a page fits, and once, in English, that it has no barrier."""
    expect_to_fit(page)
    if language == "en":
        expect_no_barrier_by_day_and_night(page)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_pages_of_teams_fit_on_a_phone(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, league: League, language: str
) -> None:
    over = a_match_day(league)
    coming = league.evening(name="Second match day")
    season, team = league.season, league.teams[2]
    phone = new_context(viewport=PHONE, locale=language).new_page()
    for name, references in (
        ("season_teams", [season.ref]),
        ("team", [season.ref, team.pk]),
        ("team_evening", [season.ref, over.pk]),
        ("team_evening", [season.ref, coming.pk]),
        ("season_evenings", [season.ref]),
    ):
        phone.goto(live_server.url + reverse(name, args=references))
        expect(phone.locator("html")).to_have_attribute("lang", language)
        expect_good(phone, language)
    director = make_member(league.club).user
    sign_in(phone, f"{live_server.url}/sign-in/", director.username)
    for name, ids in (
        ("manage_teams", [season.ref]),
        ("manage_team", [team.pk]),
        ("line_up", [team.pk, coming.pk]),
    ):
        phone.goto(live_server.url + reverse(name, args=ids))
        expect_good(phone, language)
