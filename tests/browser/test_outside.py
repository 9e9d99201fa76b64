"""What the club's own web site shows: scripts that use the API, and parts in a frame."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.api.test_first_result import counted_at_once, page_of, script_of  # noqa: F401 - a fixture
from tests.browser.acting import expect_to_fit
from tests.browser.barriers import expect_no_barrier
from tests.builders import (
    SMALL_PICTURE,
    make_club,
    make_key,
    owner_of,
    play_round,
    published_round,
    running_event,
)
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.people import edit_player
from tournaments.models import Deal, Event, Player
from tournaments.site import pages
from tournaments.standings.verbs import standings

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


class OtherSite(BaseHTTPRequestHandler):
    """The web site of a club, at another origin."""

    content = ""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<!doctype html><title>A club</title>{self.content}".encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def other_site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.usefixtures("counted_at_once")
def test_the_script_of_the_first_page_runs_in_a_page_of_another_site(
    page: Page, live_server: LiveServer, other_site: str
) -> None:
    club = make_club()
    own = {"POCH": live_server.url, "CLUB": club.slug, "KEY": make_key(club, "director", "events", "results")}
    script = script_of(page_of("first_result"), "javascript", **own)
    page.goto(other_site)
    printed: list[str] = []
    page.on("console", lambda message: printed.append(message.text))
    page.evaluate("(script) => eval(`(async () => { ${script} })()`)", script)
    assert Event.objects.count() == 1
    net = sorted(Deal.objects.get().result["net"], reverse=True)
    assert [int(line.rpartition(" ")[2]) for line in printed] == net


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.nightly
def test_the_parts_stand_in_a_frame_and_the_pages_do_not(
    new_context: Callable[..., BrowserContext],
    live_server: LiveServer,
    other_site: str,
    scheme: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club("Kartenfreunde")
    clubs.change_face(club, owner_of(club), accent="#2f7a4d")
    clubs.set_picture(club, owner_of(club), SMALL_PICTURE)
    event = running_event(8, club=club, name="The league", deals_per_round=1)
    play_round(published_round(event))
    standings.refresh(event.pk)
    context = new_context(viewport={"width": 360, "height": 740}, color_scheme=scheme)
    page = context.new_page()
    OtherSite.content = "".join(
        f'<iframe name="{name}" src="{live_server.url}{address}" width="330" height="500"></iframe>'
        for name, address in (
            ("standings", f"/embed/events/{event.slug}/standings/"),
            ("page", f"/events/{event.slug}/"),
        )
    )
    with monkeypatch.context() as often:
        often.setattr(pages, "RENEWED", 1)
        page.goto(other_site)
        expect(page.frame_locator("[name=standings]").get_by_role("row")).to_have_count(9)
        expect(page.frame_locator("[name=page]").get_by_role("link", name="The league")).to_have_count(0)
        leader = page.frame_locator("[name=standings]").get_by_role("row").nth(1)
        name = leader.get_by_role("rowheader").inner_text()
        edit_player(
            Player.objects.get(club=club, public_name=name), owner_of(club), public_name="Somebody else"
        )
        expect(leader).to_contain_text("Somebody else")  # the frame renews itself
    assert context.cookies() == []
    # From here on, pages are opened that do not renew themselves so soon: axe fails on a page that is left.
    frame = page.frame("standings")
    assert frame is not None
    alone = context.new_page()
    alone.goto(frame.url)
    expect_to_fit(alone)
    dark = alone.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(25, 19, 14)"
    assert dark is (scheme == "dark")
    line = alone.evaluate("() => getComputedStyle(document.body).borderTopColor")
    assert line == "rgb(47, 122, 77)", "the colour of the club"
    expect_no_barrier(alone)
