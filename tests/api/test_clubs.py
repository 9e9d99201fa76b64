"""What is of a club, over REST: its face, its language and that of its readers, its pack, its time zone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client as Browser

from tests.api.client import Client
from tests.builders import SMALL_PICTURE, a_table, make_key
from tests.offering import offering
from tournaments.models import Club, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club: Club) -> Client:
    return Client(make_key(club, "owner", "club"))


def test_everybody_reads_the_face_and_an_owner_changes_it(owner: Client, anybody: Client, club: Club) -> None:
    address = f"/clubs/{club.slug}/face/"
    plain: dict[str, Any] = {"club": club.slug, "name": club.name, "accent": "", "links": [], "picture": None}
    assert anybody.get(address).json() == plain
    links = [{"title": "Our house", "url": "https://example.org/house"}]
    changed = owner.send("PATCH", address, {"accent": "#2F7A4D", "links": links})
    assert changed.status_code == 200
    assert anybody.get(address).json() == plain | {"accent": "#2f7a4d", "links": links}


@pytest.mark.usefixtures("collected_static")
def test_a_picture_comes_and_goes(owner: Client, club: Club) -> None:
    address = f"/clubs/{club.slug}/face/picture/"
    given = owner.send("PUT", address, {"data": b64encode(SMALL_PICTURE).decode()})
    assert given.status_code == 200
    picture = Browser().get(given.json()["picture"])
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert owner.delete(address).status_code == 204
    assert owner.get(f"/clubs/{club.slug}/face/").json()["picture"] is None
    assert Browser().get(given.json()["picture"]).status_code == 404


GERMAN = {
    "The thing does not exist, or you may not see it.": "Das gibt es nicht, oder du darfst es nicht sehen.",
    "The document does not match the schema.": "Das Dokument passt nicht zum Schema.",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    with offering(tmp_path, {"de": GERMAN}):
        yield


@pytest.mark.usefixtures("german", "db")
def test_a_refusal_is_in_the_language_of_who_asks(anybody: Client) -> None:
    said = {
        language: anybody.send("GET", "/events/nothing/", **{"Accept-Language": language})
        for language in ("en", "de", "fr")
    }
    assert [answer.headers["Content-Language"] for answer in said.values()] == ["en", "de", "en"]
    assert {answer.json()["code"] for answer in said.values()} == {"not_found"}
    assert said["de"].json()["title"] == "Das gibt es nicht, oder du darfst es nicht sehen."
    assert said["fr"].json()["title"] == "The thing does not exist, or you may not see it."
    assert "Accept-Language" in said["de"].headers["Vary"]


@pytest.mark.usefixtures("german", "db")
def test_a_cookie_counts_for_the_pages_of_the_api_alone(collected_static: None) -> None:
    """A page that asks the API sends the cookie of its reader, too."""
    browser = Browser()
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    english = {"Accept-Language": "en"}
    refused = browser.get("/api/v1/events/nothing/", headers=english)
    assert refused.json()["title"] == "The thing does not exist, or you may not see it."
    page = browser.get("/api/v1/errors/not_found/", headers={**english, "Accept": "text/html"})
    assert (page.status_code, page.headers["Content-Language"]) == (200, "de")


def test_an_owner_chooses_the_language_of_the_club(owner: Client, club: Club, german: None) -> None:
    address = f"/clubs/{club.slug}/"
    assert owner.get(address).json()["language"] == ""
    changed = owner.send("PATCH", address, {"language": "de"})
    assert (changed.status_code, changed.json()["language"]) == (200, "de")
    assert changed.json()["name"] == club.name
    assert owner.send("PATCH", address, {"language": ""}).json()["language"] == ""


@pytest.fixture
def table() -> Table:
    return a_table()


@pytest.fixture
def of_table(table: Table) -> Client:
    return Client(make_key(table.round.event.club, "owner"))


def test_a_club_has_a_pack_and_a_time_zone(of_table: Client, table: Table) -> None:
    address = f"/clubs/{table.round.event.club.slug}/"
    assert [of_table.get(address).json()[name] for name in ("pack", "time_zone")] == ["french", "UTC"]
    wanted = {"pack": "german", "time_zone": "Europe/Berlin"}
    changed = of_table.send("PATCH", address, wanted)
    assert (changed.status_code, {name: changed.json()[name] for name in wanted}) == (200, wanted)
    for body, status in (({"pack": "tarot"}, 400), ({"time_zone": "Mars/Olympus"}, 422)):
        refused = of_table.send("PATCH", address, body)
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (
            status,
            f"/{next(iter(body))}",
        )


def test_an_event_has_that_of_its_club_or_its_own_also_while_it_runs(of_table: Client, table: Table) -> None:
    address = f"/events/{table.round.event.slug}/"
    assert of_table.get(address).json()["pack"] == ""
    for pack in ("german", ""):
        changed = of_table.send("PATCH", address, {"pack": pack})
        assert (changed.status_code, changed.json()["pack"]) == (200, pack)
