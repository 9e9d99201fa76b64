"""The club's face on its pages, the parts for its web site, and link previews."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries as NumQueries

from tests.builders import (
    SMALL_PICTURE,
    make_event,
    make_member,
    owner_of,
    play_round,
    published_round,
)
from tests.builders import running_event as running
from tests.web.conftest import client_of
from tournaments.clubs.verbs import clubs
from tournaments.core import kept
from tournaments.events.verbs import marks
from tournaments.events.verbs.events import change_settings
from tournaments.models import Club
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each mark anew, and begin with an empty memory."""
    monkeypatch.setattr(marks, "FRESH_FOR", 0.0)
    monkeypatch.setattr(kept, "REST", 0)
    kept.SHELF.clear()


@pytest.fixture
def owner(club: Club) -> Client:
    return client_of(make_member(club, "owner").user)


def text(answer: Any) -> str:
    return str(answer.content.decode())


class TestSettings:
    def test_an_owner_gives_the_club_a_face(self, owner: Client, club: Club) -> None:
        address = reverse("club_settings", args=[club.slug])
        file = SimpleUploadedFile("club.png", SMALL_PICTURE, "image/png")
        sent = owner.post(reverse("set_picture", args=[club.slug]), {"picture": file})
        assert sent.headers["Location"] == address
        form = {"accent": "#2f7a4d", "links": "https://example.org/ Our house\n\nhttps://poch.example Poch"}
        assert owner.post(reverse("change_face", args=[club.slug]), form).headers["Location"] == address
        club.refresh_from_db()
        assert [link["title"] for link in club.links] == ["Our house", "Poch"]
        page = text(owner.get(address))
        assert "https://example.org/ Our house\nhttps://poch.example Poch" in page
        assert reverse("picture", args=[club.picture]) in page
        assert owner.post(reverse("remove_picture", args=[club.slug])).status_code == 302
        assert "club-picture" not in text(owner.get(address))


def test_a_new_face_is_on_kept_pages_at_once(club: Club) -> None:
    event = make_event(club)
    addresses = [
        reverse("event", args=[event.ref]),
        reverse("standings", args=[event.ref]),
        reverse("club", args=[club.slug]),
        reverse("embed_standings", args=[event.ref]),
    ]
    before = [text(Client().get(address)) for address in addresses]
    assert not any("2f7a4d" in page for page in before)
    clubs.change_face(
        club, owner_of(club), accent="#2f7a4d", links=[{"title": "House", "url": "https://example.org/"}]
    )
    club = clubs.set_picture(club, owner_of(club), SMALL_PICTURE)
    for address in addresses:
        page = text(Client().get(address))
        assert 'href="/accents/2f7a4d.css"' in page, address
        if "embed" not in address:
            assert 'href="https://example.org/"' in page, address
    assert reverse("picture", args=[club.picture]) in text(Client().get(addresses[0]))


def test_a_picture_is_kept_for_ever_at_its_own_address(
    club: Club, django_assert_num_queries: NumQueries
) -> None:
    club = clubs.set_picture(club, owner_of(club), SMALL_PICTURE)
    address = reverse("picture", args=[club.picture])
    with django_assert_num_queries(1):
        answer = Client().get(address)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not answer.cookies
    assert Client().get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert Client().get(reverse("picture", args=["0" * 64])).status_code == 404
    assert text(Client().get("/accents/2f7a4d.css")) == ":root { --club-accent: #2f7a4d; }\n"
    assert Client().get("/accents/2f7a4d;}.css").status_code == 404


class TestEmbedded:
    def test_a_frame_of_any_site_may_show_them_and_no_other_page(self, club: Club) -> None:
        event = running(4, club=club)
        for _again in range(2):
            answer = Client().get(reverse("embed_standings", args=[event.ref]))
            assert answer.status_code == 200
            assert "X-Frame-Options" not in answer.headers
            assert "frame-ancestors *" in answer["Content-Security-Policy"]
            assert "frame-ancestors 'none'" not in answer["Content-Security-Policy"]
            assert "script-src 'self'" in answer["Content-Security-Policy"], "the rest stays strict"
        for name, ref in (("club", club.slug), ("standings", event.ref), ("event", event.ref)):
            answer = Client().get(reverse(name, args=[ref]))
            assert answer["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]

    def test_only_public_things_are_shown(self, owner: Client, club: Club) -> None:
        event = running(4, club=club)
        address = reverse("embed_standings", args=[event.pk])
        assert Client().get(address).status_code == 200
        for visibility in ("unlisted", "private"):
            change_settings(event, owner_of(club), {"visibility": visibility})
            for browser in (Client(), owner):
                answer = browser.get(address)
                assert answer.status_code == 404
                assert event.name not in text(answer)
                assert "frame-ancestors *" in answer["Content-Security-Policy"], "the frame says why"

    def test_a_standing_has_places_names_and_scores_and_is_kept(
        self, club: Club, django_assert_num_queries: NumQueries, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event = running(24, club=club, deals_per_round=1)
        play_round(published_round(event))
        refresh(event.pk)
        address = reverse("embed_standings", args=[event.ref])
        monkeypatch.setattr(marks, "FRESH_FOR", 60.0)
        monkeypatch.setattr(kept, "REST", 20)
        page = Client().get(address)
        assert len(re.findall("<tr>", text(page))) == 1 + 20
        assert "4 more players" in re.sub(r"\s+", " ", text(page))
        assert len(page.content) < 8_000
        with django_assert_num_queries(0):
            again = Client().get(address, headers={"If-None-Match": page["ETag"]})
        assert again.status_code == 304
        assert page["Refresh"] == again["Refresh"] == "60", "the browser asks again without a script"


def test_members_find_lines_that_work(owner: Client, club: Club) -> None:
    event = running(4, club=club, name="An <b>evening</b>")
    page = text(owner.get(reverse("web_site", args=[club.slug]), headers={"Host": "localhost:8000"}))
    lines = [unescape(block) for block in re.findall(r'<pre class="code"[^>]*>(.*?)</pre>', page, re.DOTALL)]
    (line,) = lines
    source = re.search(r'src="http://localhost:8000(/embed/[^"]+)"', line)
    assert source is not None
    assert Client().get(source[1]).status_code == 200
    assert f'title="{event.name}"' in unescape(line), "names stay text where they are pasted"
    assert "<b>" not in line


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
