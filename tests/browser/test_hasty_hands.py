"""A double click, Back, a form that is sent again: the change is made once (F15)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import running_event
from tournaments.models import Adjustment, Club, Event

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(director: Page) -> Event:
    return running_event(4, club=Club.objects.get())


@pytest.fixture(autouse=True)
def form(director: Page, live_server: LiveServer, event: Event) -> None:
    """The director sees a form with a penalty of five chips, which is not sent yet."""
    director.goto(f"{live_server.url}/events/{event.ref}/manage/adjustments/")
    director.get_by_label("Player").select_option(index=0)
    director.get_by_label("Chips").fill("-5")
    director.get_by_label("Reason").fill("late")


def penalties(event: Event) -> int:
    return Adjustment.objects.filter(event=event).count()


def test_a_double_click_gives_one_penalty(director: Page, event: Event) -> None:
    with director.expect_navigation():
        director.get_by_role("button", name="Give the adjustment").dblclick()
    expect(director.get_by_text("The adjustment is added")).to_be_visible()
    assert penalties(event) == 1


def test_a_form_whose_response_was_lost_counts_once_when_it_is_sent_again(
    director: Page, event: Event
) -> None:
    def lose_the_response(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort("aborted")

    director.route("**/adjustments/", lose_the_response)
    with director.expect_event("requestfailed"):
        director.get_by_role("button", name="Give the adjustment").click(no_wait_after=True)
    assert penalties(event) == 1
    director.unroute("**/adjustments/")
    with director.expect_navigation():
        director.locator("form", has_text="Give the adjustment").evaluate("form => form.submit()")
    expect(director.get_by_text("This form was sent twice. The second time changed nothing.")).to_be_visible()
    assert penalties(event) == 1
