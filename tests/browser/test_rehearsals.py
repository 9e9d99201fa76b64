"""A director rehearses an evening in a real browser: a button, a progress bar and a report."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.browser.barriers import expect_no_barrier
from tests.builders import DOORS, work
from tournaments.kernel.audit import Actor
from tournaments.models import Club, Event, Member, OutboxTask, Rehearsal
from tournaments.services.events.entries import add_entries
from tournaments.services.events.events import create_event

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

NAMES = ["Anna", "Ben", "Carla", "David", "Eva", "Felix", "Greta", "Hannes", "Ida", "Jakob"]


@pytest.fixture
def draft() -> Event:
    """A draft of an evening with ten players and room for more."""
    club = Club.objects.get(slug="kartenfreunde")
    actor = Actor(Member.objects.get(user__username="dora").user, "page")
    stages = [{"format": "swiss", "rounds_planned": 2}, {"format": "final", "cut": 4}]
    event = create_event(club, actor, "Autumn evening", stages=stages, scoring="chips", deals_per_round=2)
    add_entries(event, actor, NAMES)
    return event


def steps(count: int) -> None:
    """Run this number of steps, as a worker does."""
    for _step in range(count):
        row = OutboxTask.objects.filter(task="bots.rehearse", done_at__isnull=True).latest("created_at")
        DOORS[row.task](str(row.pk))


def test_a_draft_is_rehearsed_with_one_button(director: Page, live_server: LiveServer, draft: Event) -> None:
    page = director
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(f"{live_server.url}/events/{draft.slug}/manage/")
    page.get_by_label("Players").fill("14")
    press(page.get_by_role("button", name="Start the rehearsal"))
    expect(page.get_by_role("heading", name="The rehearsal is running")).to_be_visible()
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", "0")
    steps(4)
    expect(page.get_by_text("Round 1 of 3")).to_be_visible()
    expect(bar).not_to_have_attribute("value", "0")
    work()
    expect(page.get_by_role("heading", name="How the evening will go")).to_be_visible()
    expect(page.get_by_role("heading", name="What to check before the evening")).to_be_visible()
    expect(page.locator(".evening-rounds > li")).to_have_count(3)
    expect_no_barrier(page)
    page.set_viewport_size({"width": 360, "height": 740})
    for fold in page.locator(".evening-rounds summary").all():
        fold.click()
    expect(page.locator(".sit-where").last).to_be_visible()
    expect_to_fit(page)
    page.set_viewport_size({"width": 1280, "height": 720})
    press(page.get_by_role("link", name="The rehearsed event"))
    expect(page.get_by_role("note")).to_contain_text("Rehearsal of Autumn evening")
    press(page.get_by_role("note").get_by_role("link"))
    press(page.get_by_role("button", name="Put this rehearsal away"))
    expect(page.get_by_text("The rehearsal is put away.")).to_be_visible()
    assert Rehearsal.objects.get().put_away_at is not None
    assert complaints == []
