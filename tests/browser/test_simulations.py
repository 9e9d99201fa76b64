"""A director starts a simulation in a real browser: a progress bar and charts."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.browser.barriers import expect_no_barrier
from tournaments.models import Simulation
from tournaments.simulations.verbs import chunks

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def complaints(director: Page) -> list[str]:
    """The errors of the browser: of scripts and of the content security policy."""
    errors: list[str] = []
    director.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    director.on("pageerror", lambda error: errors.append(str(error)))
    return errors


def ask(page: Page, live_server: LiveServer) -> Simulation:
    """Start a simulation with 10,000 deals, enough for several chunks."""
    page.goto(f"{live_server.url}/clubs/kartenfreunde/simulations/")
    press(page.get_by_role("link", name="New simulation"))
    page.locator("[name=deals]").fill("10000")
    press(page.get_by_role("button", name="Start the simulation"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    return Simulation.objects.get()


def play(simulation: Simulation, numbers: Any) -> None:
    for number in numbers:
        chunks.play_chunk(simulation.pk, number)


def test_a_simulation_is_started_watched_and_reported(
    director: Page, live_server: LiveServer, complaints: list[str]
) -> None:
    page = director
    simulation = ask(page, live_server)
    assert simulation.chunks_planned > 1
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", "0")
    page.get_by_role("button", name="Cancel").focus()
    play(simulation, [0])
    expect(bar).not_to_have_attribute("value", "0")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    play(simulation, range(1, simulation.chunks_planned))
    expect(page.locator(".headline")).to_contain_text("chips a deal")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_role("img", name="Who wins: Chips a deal")).to_be_visible()
    expect_no_barrier(page)
    for fold in page.locator("figure summary").all():
        fold.click()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        expect_to_fit(page, width)
        assert page.evaluate(CUT_OFF) == [], "a table of a chart is wider than the page"
        assert page.evaluate(OUTSIDE) == [], "every word of a chart stays within its sheet"
    assert complaints == []


CUT_OFF = """[...document.querySelectorAll('figure .scroll')].filter(
  (scroll) => scroll.scrollWidth > scroll.clientWidth
).map((scroll) => scroll.ariaLabel)"""

OUTSIDE = """[...document.querySelectorAll('.plot text')].filter((text) => {
  const sheet = text.closest('figure').getBoundingClientRect();
  const box = text.getBoundingClientRect();
  return box.left < sheet.left || box.right > sheet.right;
}).map((text) => text.textContent)"""
