"""No main page is wider than its screen, also when all is unfolded, and none has a barrier, in any language.

The pages are those of `to_show`, which the screenshots show, and all others that people need. German words
are long, so the gate looks at them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser import to_show
from tests.browser.acting import sign_in
from tests.browser.barriers import barriers
from tests.builders import make_user, owner_of, played_simulation
from tournaments.clubs.verbs.people import edit_player
from tournaments.models import Event, Player, Table

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WITHOUT_NAMES = ("home", "presets", "practice", "account", "devices", "second_factor")
OF_A_CLUB = (
    "club", "players", "members", "keys", "webhooks", "club_settings", "new_event", "new_simulation",
    "simulations", "web_site", "ratings",
)  # fmt: skip
OF_AN_EVENT = (
    "event", "rules", "rounds", "paper", "edit_event", "stages", "wishes", "adjustments", "event_log",
    "entries", "manage", "standings",
)  # fmt: skip
LOOKED_AT = {
    *("home", "club", "new_event", "event", "standings", "rounds", "manage", "entries", "record"),
    "winter-2026-27.season_rules",
}
"""The pages on which axe looks for barriers in the gate. At night it looks at all of them."""
LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänswitwe"
OPEN_ALL = "document.querySelectorAll('details').forEach((fold) => { fold.open = true; })"
BROKEN = """() => {
    const broken = [];
    for (const name of document.querySelectorAll("bdi")) {
        const text = [...name.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
        if (!text || !name.checkVisibility()) continue;
        for (const word of text.data.matchAll(/[^\\s-]+/g)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (word[0].length <= 15 && tops.size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""
"""The words of up to fifteen letters in names that are on two lines."""


def make_pages() -> dict[str, str]:
    """Make clubs with all that has a page, for the user `demo`. Return the addresses by their names."""
    make_user("demo")
    pages = to_show.make()
    event = Event.objects.select_related("club").get(name="Poch tonight")
    club = event.club
    someone = Player.objects.get(club=club, name="Anna Keller")
    edit_player(someone, owner_of(club), name=f"Anna {LONG_WORD}", public_name=LONG_WORD)
    table = Table.objects.filter(round__event=event, deals__isnull=False).order_by(
        "-round__number", "number"
    )[0]
    pages |= {name: reverse(name) for name in WITHOUT_NAMES}
    pages |= {name: reverse(name, args=[club.slug]) for name in OF_A_CLUB}
    pages |= {name: reverse(name, args=[event.ref]) for name in OF_AN_EVENT}
    pages["record"] = reverse("record", args=[table.pk])
    pages |= {name: reverse(name, args=[table.pk, 1]) for name in ("deal", "deal_steps")}
    pages["round"] = reverse("round", args=[table.round_id])
    pages["preset"] = reverse("preset", args=["pagat"])
    pages["edit_player"] = reverse("edit_player", args=[someone.pk])
    pages["simulation"] = reverse("simulation", args=[played_simulation(club).pk])
    return {name: address for name, address in pages.items() if "print" not in name}


@pytest.mark.parametrize(
    ("language", "width", "scheme", "looked_at"),
    [
        ("de", 360, "light", LOOKED_AT),
        pytest.param("de", 360, "light", None, marks=pytest.mark.nightly),
        pytest.param("fr", 360, "dark", None, marks=pytest.mark.nightly),
        pytest.param("en", 1280, "dark", None, marks=pytest.mark.nightly),
    ],
)
def test_no_main_page_is_wider_than_its_screen_or_has_a_barrier(
    new_context: Callable[..., BrowserContext],
    live_server: LiveServer,
    language: str,
    width: int,
    scheme: str,
    looked_at: set[str] | None,
) -> None:
    pages = make_pages()
    context = new_context(viewport={"width": width, "height": 740}, locale=language, color_scheme=scheme)
    # No page renews itself while axe looks at it.
    context.route("**/renew/**", lambda route: route.fulfill(status=204))
    page = context.new_page()
    sign_in(page, f"{live_server.url}/sign-in/", "demo")
    faults: dict[tuple[str, str], object] = {}
    for name, address in pages.items():
        page.goto(live_server.url + address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if looked_at is None or name in looked_at:
            faults[name, "barriers"] = barriers(page)
        page.evaluate(OPEN_ALL)
        faults[name, "is too wide"] = page.evaluate(f"document.documentElement.scrollWidth > {width}")
        faults[name, "breaks words"] = page.evaluate(BROKEN)
    assert {at: fault for at, fault in faults.items() if fault} == {}
