"""A Swiss with a final, and a knockout, in a real browser, with late, leaving and missing players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.builders import play_round
from tournaments.models import Entry, Event, Round, Seat
from tournaments.standings.verbs.standings import refresh

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

NAMES = ["Anna", "Ben", "Carla", "David", "Eva", "Frank", "Greta", "Hugo"]


@pytest.fixture
def complaints(director: Page) -> Iterator[list[str]]:
    """The errors of the browser, above all of the content security policy. There must be none."""
    heard: list[str] = []
    director.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    director.on("pageerror", lambda error: heard.append(str(error)))
    yield heard
    assert heard == []


def make_event(page: Page, live_server: LiveServer, name: str, format_: str, rounds: int | None) -> Event:
    page.goto(f"{live_server.url}/clubs/kartenfreunde/events/new/")
    page.locator("[name=name]").fill(name)
    page.get_by_text("Tables and rounds").click()
    # The inputs are hidden below drawn cards.
    page.locator(f"[name=format][value={format_}]").check(force=True)
    if rounds is None:
        expect(page.locator("[name=rounds_planned]")).to_be_hidden()
    else:
        page.locator("[name=rounds_planned]").fill(str(rounds))
    page.locator("[name=deals_per_round]").fill("1")
    press(page.get_by_role("button", name="Create a draft"))
    return Event.objects.get(name=name)


def enter_and_start(page: Page, manage: str, names: list[str]) -> None:
    enter(page, manage, names)
    press(page.get_by_role("button", name="Open the event"))
    page.goto(f"{manage}players/")
    page.get_by_role("button", name="Check everybody in").click()
    expect(page.get_by_role("heading", name=f"{len(names)} players here")).to_be_visible()
    page.goto(manage)
    press(page.get_by_role("button", name="Start the event"))


def enter(page: Page, manage: str, names: list[str]) -> None:
    page.goto(f"{manage}players/")
    page.locator("textarea").first.fill("\n".join(names))
    press(page.get_by_role("button", name="Enter the players"))


def draw(page: Page, manage: str, number: int) -> None:
    page.goto(manage)
    press(page.get_by_role("button", name=f"Draw round {number}"))
    expect(page.locator(".verdict")).to_be_visible()


def publish_and_play(page: Page, event: Event, number: int) -> Round:
    press(page.get_by_role("button", name=f"Publish round {number}"))
    expect(page.get_by_text("is published")).to_be_visible()
    played = play_round(Round.objects.get(event=event, number=number), seed=number)
    refresh(event.pk)
    return played


def seated(round_: Round) -> set[str]:
    return set(Seat.objects.filter(round=round_).values_list("entry__player__name", flat=True))


def two_rounds_with_comings_and_goings(
    page: Page, live_server: LiveServer, manage: str, event: Event
) -> tuple[Round, Round]:
    """Play two rounds: Anna misses the first, then she and Ida come late, and Ben leaves."""
    draw(page, manage, 1)
    press(page.get_by_role("button", name="Publish round 1"))
    first = Round.objects.get(event=event)
    page.goto(f"{live_server.url}/rounds/{first.pk}/draw/")
    anna = Entry.objects.get(event=event, player__name="Anna")
    page.locator("#missing-out").select_option(str(anna.pk))
    press(page.get_by_role("button", name="Play without the missing player"))
    expect(page.get_by_text("The table now plays with one seat less.")).to_be_visible()
    assert seated(first) == set(NAMES) - {"Anna"}
    play_round(first)

    enter(page, manage, ["Ida"])
    page.get_by_role("button", name="Check everybody in").click()
    expect(page.get_by_role("heading", name="9 players here")).to_be_visible()
    line = page.locator("#roster li", has_text="Ben")
    line.locator(".menu > summary").click()
    line.get_by_role("button", name="Leaves the event").click()
    expect(page.get_by_role("heading", name="8 players here")).to_be_visible()
    draw(page, manage, 2)
    second = publish_and_play(page, event, 2)
    assert seated(second) == {*NAMES, "Ida"} - {"Ben"}
    return first, second


def finish(page: Page, manage: str) -> None:
    page.goto(manage)
    press(page.locator("#overview").get_by_role("button", name="Finish the event"))
    expect(page.get_by_text("The event is finished.")).to_be_visible()


def test_two_swiss_rounds_and_a_final_of_four(
    director: Page, complaints: list[str], live_server: LiveServer, phone: Page
) -> None:
    page = director
    event = make_event(page, live_server, "Winter cup", "swiss", 2)
    manage = f"{live_server.url}/events/{event.slug}/manage/"
    page.goto(f"{manage}stages/")
    press(page.get_by_role("link", name="Final"))
    expect(page.locator("[name=cut]")).to_have_value("4")
    expect(page.locator("[name=advance]")).to_be_hidden()
    press(page.get_by_role("button", name="Add the stage"))
    expect(page.get_by_role("heading", name="Final of 4")).to_be_visible()
    enter_and_start(page, manage, NAMES)

    first, second = two_rounds_with_comings_and_goings(page, live_server, manage, event)
    assert first.stage_id == second.stage_id

    draw(page, manage, 3)
    expect(page.get_by_role("heading", name="Final of 4 · round 3")).to_be_visible()
    expect(page.locator(".cut")).to_contain_text("went on")
    final = publish_and_play(page, event, 3)
    assert len(seated(final)) == 4
    finish(page, manage)

    # A phone shows who was in the final and who won.
    refresh(event.pk)
    phone.goto(f"{live_server.url}/events/{event.slug}/standings/")
    lines = phone.locator(".standings tbody tr")
    expect(lines.nth(0)).to_contain_text("Final of 4")
    expect(lines.nth(5)).to_contain_text("Swiss")
    assert set(lines.locator("bdi").all_inner_texts()[:4]) == seated(final)
    for address in ("", "standings/", "rounds/"):
        phone.goto(f"{live_server.url}/events/{event.slug}/{address}")
        expect_to_fit(phone)


def test_a_knockout_until_one_table_is_left(
    director: Page, complaints: list[str], live_server: LiveServer
) -> None:
    page = director
    event = make_event(page, live_server, "Knockout night", "knockout", None)
    manage = f"{live_server.url}/events/{event.slug}/manage/"
    enter_and_start(page, manage, NAMES)
    page.goto(f"{manage}players/seeding/")
    page.locator("textarea").fill("Hugo\nGreta")
    press(page.get_by_role("button", name="Save this order"))
    expect(page.get_by_text("2 players are seeded.")).to_be_visible()

    draw(page, manage, 1)
    first = publish_and_play(page, event, 1)
    strong = Seat.objects.filter(round=first, entry__player__name__in=["Hugo", "Greta"])
    assert strong.values("table").distinct().count() == 2, "the strongest do not meet at once"
    draw(page, manage, 2)
    last = publish_and_play(page, event, 2)
    assert len(seated(last)) == 4
    finish(page, manage)

    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/events/{event.slug}/rounds/")
    columns = page.locator(".bracket section")
    expect(columns).to_have_count(2)
    expect(columns.last).to_contain_text("The final table")
    assert set(columns.first.locator(".on bdi").all_inner_texts()) == seated(last)
    expect_to_fit(page)
