"""A season from its form to its last evening, as a director and the people of a club see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.builders import make_event, work
from tests.tournaments.seasons import more_players, play_to_the_end
from tournaments.models import Club, Season

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

EVENINGS, PEOPLE = 10, 30
ONE_ROUND = {"rounds_planned": 1, "deals_per_round": 1}


def expect_good(page: Page, width: int = 360) -> None:
    """Assert that the page fits, also with all its lines open, and that axe has no complaint."""
    page.evaluate(
        "document.querySelectorAll('main details').forEach((each) => {"
        " each.removeAttribute('name'); each.open = true; })"
    )
    expect_to_fit(page, width)
    assert Axe().run(page, options={"preload": False}).response["violations"] == [], page.url


def tick(page: Page, ids: list[str], name: str) -> None:
    for each in ids:
        page.locator(f'input[name="{name}"][value="{each}"]').check()


def test_a_season_of_ten_evenings_with_two_divisions(
    director: Page, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    club = Club.objects.get(name="Kartenfreunde")
    people = more_players(club, PEOPLE)
    events = [
        make_event(club, name=f"Evening no. {number}", **ONE_ROUND) for number in range(1, EVENINGS + 1)
    ]
    # A draft: name, evenings, points, the best seven of ten, a final with half carried.
    director.goto(f"{live_server.url}/clubs/{club.slug}/")
    press(director.get_by_role("link", name="Seasons"))
    press(director.get_by_role("link", name="New season"))
    director.get_by_label("Name", exact=True).fill("Winter 2026/27")
    tick(director, [str(event.pk) for event in events], "events")
    director.locator('label[for="worth-points"]').click()
    director.get_by_label("The points of each place, the first place first.").fill(
        "30 25 20 16 13 10 8 6 4 2"
    )
    director.get_by_label("How many evenings the season has.").fill("10")
    director.get_by_label("Only so many of the best evenings count.").fill("7")
    director.get_by_text("A final", exact=False).first.click()
    director.get_by_label("How many people play the final.").fill("4")
    director.get_by_label("What finalists take into the final.", exact=True).select_option("half")
    director.get_by_label("Points that finalists take along are rounded to a multiple of this.").fill("1")
    expect_good(director, 1280)
    press(director.get_by_role("button", name="Create a draft"))
    season = Season.objects.get()
    manage = f"{live_server.url}/seasons/{season.slug}/manage/"
    # Two divisions, three go up and down; half of the people in each.
    director.goto(manage + "divisions/")
    for row, name, up, down in ((0, "First", 0, 3), (1, "Second", 3, 0)):
        director.locator(f'[name="row{row}-name"]').fill(name)
        director.locator(f'[name="row{row}-up"]').fill(str(up))
        director.locator(f'[name="row{row}-down"]').fill(str(down))
    press(director.get_by_role("button", name="Save the divisions"))
    for name, part in (("First", people[: PEOPLE // 2]), ("Second", people[PEOPLE // 2 :])):
        director.goto(manage + "members/")
        tick(director, part, "players")
        director.get_by_label("Division").select_option(label=name)
        press(director.get_by_role("button", name="Add these members"))
    expect_good(director, 1280)
    director.goto(manage)
    press(director.get_by_role("button", name="Start the season"))
    for number, event in enumerate(events[:-1], 1):
        # Each evening some others are missing.
        here = [player for index, player in enumerate(people) if (index + number) % 10]
        play_to_the_end(event, here, seed=number)
    work()
    # On a phone a line opens its evenings, also without scripts.
    phone = new_context(viewport={"width": 360, "height": 740}, java_script_enabled=False).new_page()
    phone.goto(f"{live_server.url}/seasons/{season.slug}/")
    line = phone.locator(".season-lines > li").first
    expect(line.locator(".season-line")).not_to_be_visible()
    line.locator("summary").click()
    expect(line.locator(".season-line")).to_contain_text("struck")
    expect(phone.get_by_text("What the first ten need to reach the final").first).to_be_visible()
    looking = new_context(viewport={"width": 360, "height": 740}, color_scheme="dark").new_page()
    for address in ("", "evenings/", "divisions/", "rules/"):
        looking.goto(f"{live_server.url}/seasons/{season.slug}/{address}")
        expect_good(looking)
    play_to_the_end(events[-1], people, seed=EVENINGS)
    work()
    looking.goto(f"{live_server.url}/seasons/{season.slug}/")
    expect(looking.locator(".season-lines > li")).to_have_count(PEOPLE)
    expect(looking.get_by_text("What the first ten need")).to_have_count(0)
