"""The wall in Chromium: no line is cut off, no text is too small, and its pages turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import boss, published_round, running_event
from tournaments.desk.verbs.clocks import start_clock
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.events.verbs.announcements import announce
from tournaments.models import Round
from tournaments.standings.verbs.standings import refresh

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

SCREENS = [(1920, 1080), (1280, 720), (3840, 2160)]

FAULTS = """() => {
  const faults = [], seen = [];
  const least = innerHeight / 35 - 0.01;
  const visible = (node) => node.getClientRects().length > 0;
  for (const node of document.querySelectorAll("main *")) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (own && visible(node) && parseFloat(getComputedStyle(node).fontSize) < least)
      faults.push(`small: ${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 30)}`);
  }
  for (const list of document.querySelectorAll(".wall-lines")) {
    if (!visible(list)) continue;
    const box = list.getBoundingClientRect();
    if (box.bottom > innerHeight) faults.push("the list leaves the screen");
    for (const line of list.children) {
      const rects = line.getClientRects();
      if (rects.length > 1) faults.push(`broken: ${line.innerText}`);
      const at = line.getBoundingClientRect();
      if (at.right <= box.left + 1 || at.left >= box.right - 1) continue;
      const inside = at.left >= box.left - 1 && at.right <= box.right + 1 && at.top >= box.top - 1 &&
        at.bottom <= box.bottom + 1;
      if (inside) seen.push(line.innerText.replace(/\\s+/g, " "));
      else faults.push(`cut: ${line.innerText}`);
    }
  }
  return { faults, seen, number: document.querySelector(".wall-number").textContent };
}"""


def screens_of(page: Page) -> list[dict[str, Any]]:
    """What each screen of the wall shows, once through all of them."""
    expect(page.locator("html.turning")).to_have_count(1)
    screens = []
    for _turn in range(100):
        screens.append(page.evaluate(FAULTS))
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.querySelector('.wall-number').textContent").startswith("1/"):
            return screens
        if not screens[0]["number"]:
            return screens
    raise AssertionError("the wall never comes back to its first screen")


def a_wall(players: int) -> Round:
    """A round that was just published, with a clock, an announcement and a fixed table."""
    event = running_event(players, rounds_planned=4, name="Autumn cup of the Café Rochester")
    first = event.entries.order_by("number")[0]
    add_wishes(event.club, boss(event), "table", [first.player_id], event=event, number=2)
    for entry in event.entries.select_related("player").order_by("number"):
        entry.player.public_name = f"{entry.player.name} of the Upper Village"
        entry.player.save()
    round_ = published_round(event)
    start_clock(round_, boss(event), 40)
    announce(event, boss(event), "The kitchen closes at nine. Order your soup before the last deal.")
    refresh(event.pk)
    return round_


@pytest.mark.parametrize("players", [8, 40, 200])
@pytest.mark.nightly
def test_no_line_is_cut_off_and_no_text_is_too_small(
    new_context: Callable[..., BrowserContext], live_server: LiveServer, players: int
) -> None:
    event = a_wall(players).event
    for width, height in SCREENS:
        page = new_context(viewport={"width": width, "height": height}).new_page()
        page.goto(f"{live_server.url}/events/{event.slug}/projector/")
        screens = screens_of(page)
        assert [fault for screen in screens for fault in screen["faults"]] == [], (width, height)
        seen = [line for screen in screens for line in screen["seen"]]
        # Everybody is there twice: with a seat, and in the standings.
        assert len({line for line in seen if "Table" in line}) == players, (width, height)
        assert len({line for line in seen if "Table" not in line}) == players, (width, height)
        assert sum("●" in line for line in set(seen)) == 1
        page.close()


def test_the_buttons_hide_until_somebody_moves(page: Page, live_server: LiveServer) -> None:
    event = a_wall(8).event
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"{live_server.url}/events/{event.slug}/projector/")
    controls = page.locator(".wall-controls")
    expect(controls).to_have_css("opacity", "1")
    page.clock.run_for(6_000)
    expect(controls).to_have_css("opacity", "0")
    page.mouse.move(200, 200)
    expect(controls).to_have_css("opacity", "1")


def test_pages_turn_by_themselves_and_stop_for_a_reader(page: Page, live_server: LiveServer) -> None:
    event = a_wall(8).event
    page.set_viewport_size({"width": 1280, "height": 720})
    page.clock.install()
    page.goto(f"{live_server.url}/events/{event.slug}/projector/")
    number = page.locator(".wall-number")
    expect(number).to_have_text(re.compile(r"^1/"))
    page.clock.run_for(15_000)
    expect(number).to_have_text(re.compile(r"^2/"))
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text(re.compile(r"^1/"))
    page.clock.run_for(25_000)
    expect(number).to_have_text(re.compile(r"^1/"))
    page.clock.run_for(20_000)
    expect(number).not_to_have_text(re.compile(r"^1/"))
    page.get_by_role("button", name="Pause").click()
    stopped = number.inner_text()
    page.clock.run_for(120_000)
    expect(number).to_have_text(stopped)
    sound = page.locator('[data-wall="sound"]')
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
