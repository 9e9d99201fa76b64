"""A season from its form to the draft of the next one, as a director and the people of a club see it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.browser.barriers import expect_no_barrier
from tests.builders import make_event, owner_of, play_round, published_round, work
from tests.tournaments.seasons import more_players, play_to_the_end
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.events.verbs.entries import check_in_all
from tournaments.models import Adjustment, Club, Event, Honour, Season
from tournaments.seasons.verbs.tables import newest_standing

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

EVENINGS, PEOPLE = 10, 30
POINTS = (30, 25, 20, 16, 13, 10, 8, 6, 4, 2)
ONE_ROUND = {"rounds_planned": 1, "deals_per_round": 1, "tie_breaks": ["net"]}


def expect_good(page: Page, width: int = 360) -> None:
    """Assert that the page fits, also with all its lines open, and that axe has no complaint."""
    page.evaluate(
        "document.querySelectorAll('main details').forEach((each) => {"
        " each.removeAttribute('name'); each.open = true; })"
    )
    expect_to_fit(page, width)
    expect_no_barrier(page)


def tick(page: Page, ids: list[str], name: str) -> None:
    for each in ids:
        page.locator(f'input[name="{name}"][value="{each}"]').check()


def play_final(event: Event, director: Page, address: str) -> None:
    """Enter the finalists, give them half of their points, and play."""
    director.goto(address)
    expect(director.locator('input[name="here"]')).to_have_count(PEOPLE // 2)
    press(director.get_by_role("button", name="Enter the finalists"))
    check_in_all(event, owner_of(event.club))
    start_event(Event.objects.get(pk=event.pk), owner_of(event.club))
    director.goto(address)
    press(director.get_by_role("button", name="Give the points"))
    assert Adjustment.objects.filter(event=event).count() == 4
    event = Event.objects.select_related("club").get(pk=event.pk)
    play_round(published_round(event), seed=99)
    finish_event(Event.objects.select_related("club").get(pk=event.pk), owner_of(event.club))
    work()


def test_a_season_of_ten_evenings_with_two_divisions_and_a_final(
    director: Page, new_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    club = Club.objects.get(name="Kartenfreunde")
    people = more_players(club, PEOPLE)
    events = [
        make_event(club, name=f"Evening no. {number}", **ONE_ROUND) for number in range(1, EVENINGS + 1)
    ]
    # A draft: name, evenings, points, the best seven of ten, a final with half carried.
    director.goto(f"{live_server.url}/clubs/{club.slug}/")
    press(director.get_by_role("link", name="Season", exact=True))
    press(director.get_by_role("link", name="New season"))
    director.get_by_label("Name", exact=True).fill("Winter 2026/27")
    tick(director, [str(event.pk) for event in events], "events")
    director.locator('label[for="worth-points"]').click()
    director.get_by_label("Points by place", exact=True).fill(" ".join(str(points) for points in POINTS))
    director.get_by_label("Planned evenings").fill("10")
    director.get_by_label("Best evenings that count").fill("7")
    director.get_by_text("A final", exact=False).first.click()
    director.get_by_label("People in the final").fill("4")
    director.get_by_label("Taken into the final").select_option("half")
    director.get_by_label("Rounding of what is taken along").fill("1")
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
    line = phone.locator(".ranks > ol > li").first
    expect(line.locator(".opened")).not_to_be_visible()
    line.locator("summary").click()
    expect(line.locator(".opened")).to_contain_text("struck")
    expect(phone.get_by_text("What the first ten need to reach the final").first).to_be_visible()
    looking = new_context(viewport={"width": 360, "height": 740}, color_scheme="dark").new_page()
    for address in ("", "evenings/", "divisions/", "rules/"):
        looking.goto(f"{live_server.url}/seasons/{season.slug}/{address}")
        expect_good(looking)
    play_to_the_end(events[-1], people, seed=EVENINGS)
    work()
    # The final is one more event.
    final = make_event(club, name="The final", **ONE_ROUND)
    director.goto(manage + "evenings/")
    tick(director, [str(final.pk)], "events")
    director.get_by_label("What they are for").select_option("final")
    press(director.get_by_role("button", name="Add these evenings"))
    evening = season.evenings.get(event=final)
    play_final(final, director, f"{live_server.url}/evenings/{evening.pk}/final/")
    # The end: every move is shown before anything happens.
    director.goto(manage)
    press(director.get_by_role("link", name="Look at the end"))
    press(director.get_by_role("button", name="Show every move"))
    assert Honour.objects.count() == 0
    expect(director.locator(".season-moves .moves")).to_have_count(6)
    expect_good(director, 1280)
    press(director.get_by_role("button", name="Finish the season"))
    assert Honour.objects.count() == PEOPLE
    champions = Honour.objects.filter(place=1).count()
    expect(director.locator(".season-final tbody tr.first")).to_have_count(champions)
    following = Season.objects.get(previous=season)
    assert (following.name, following.status, following.members.count()) == ("Winter 2027/28", "draft", 30)
    newest = newest_standing(season)
    assert newest is not None
    upper, lower = ([line["player"] for line in each["lines"]] for each in newest.tables)
    first, second = (
        [str(pk) for pk in each.members.order_by("position").values_list("player", flat=True)]
        for each in following.divisions.all()
    )
    assert set(lower[:3]) <= set(first)
    assert set(second[:3]) <= set(upper)
    assert re.search(r"goes (up|down)", director.content())
    expect_good(director, 1280)
