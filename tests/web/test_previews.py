"""Link previews: the tags of public pages, and the picture that they name."""

from __future__ import annotations

import io
import re
from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.builders import make_event, owner_of, play_round, published_round, running_event
from tournaments.core.pages import picture
from tournaments.core.pages.picture import Preview
from tournaments.desk.verbs.lifecycle import edit_event, finish_event
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def tags(client: Client, route: str, ref: str) -> dict[str, str]:
    page = client.get(reverse(route, args=[ref])).content.decode()
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))


def test_a_public_event_says_what_it_is(client: Client, club: Club) -> None:
    event = make_event(club, name="Herbst & Co", starts_on=date(2026, 11, 26), place="The Lion")
    for route in ("event", "standings"):
        said = tags(client, route, event.ref)
        assert said["og:title"] == "Herbst &amp; Co"
        assert "Nov. 26, 2026 · The Lion · Poch Club Bern" in said["og:description"]
        assert said["og:image"].startswith(f"{settings.ORIGINS[0]}/events/{event.slug}/preview.png")
    assert tags(client, "club", club.slug)["og:title"] == "Poch Club Bern"


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_other_events_say_nothing_and_have_no_picture(
    client: Client, director: Client, club: Club, visibility: str
) -> None:
    event = make_event(club, visibility=visibility)
    for browser in (client, director):
        assert browser.get(reverse("event_preview", args=[event.ref])).status_code == 404
    assert tags(director, "event", event.ref) == {}


def test_a_picture_has_the_size_that_networks_ask_for_and_a_browser_keeps_it(
    client: Client, club: Club
) -> None:
    event = running_event(4, club=club)
    address = reverse("event_preview", args=[event.ref])
    answer = client.get(address)
    image = Image.open(io.BytesIO(answer.content))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    assert len(answer.content) < 100_000
    etag = answer.headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    edit_event(event, owner_of(club), name="Another name")
    assert client.get(address).headers["ETag"] != etag


def test_a_finished_event_names_its_winner(
    client: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Preview] = []

    def draw(preview: Preview) -> bytes:
        shown.append(preview)
        return b"png"

    monkeypatch.setattr("tournaments.desk.pages.previews.picture_of", draw)
    event = running_event(4, club=club, deals_per_round=1, rounds_planned=1)
    client.get(reverse("event_preview", args=[event.ref]))
    play_round(published_round(event))
    finish_event(event, owner_of(club))
    client.get(reverse("event_preview", args=[event.ref]))
    before, after = shown
    assert (before.seal, after.seal) == (False, True)
    assert after.lines[-1].startswith("Won by ")


def test_the_font_that_comes_along_has_the_letters_of_europe() -> None:
    for name in ("DejaVuSans", "DejaVuSerif-Bold"):
        font = picture._font(name, 40)
        missing = bytes(font.getmask("\ue000"))
        for letter in "äöüßÄÖÜéèêëçñåøæœłżźćśčřžőűğışțΑλΩЖя„“”€":
            assert bytes(font.getmask(letter)) != missing, letter
