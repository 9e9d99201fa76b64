"""Sentences of the API are in the language of who asks. A club has a language of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client as Browser

from tests.api.client import Client
from tests.builders import make_key
from tests.offering import offering
from tournaments.models import Club

pytestmark = pytest.mark.django_db

GERMAN = {
    "The thing does not exist, or you may not see it.": "Das gibt es nicht, oder du darfst es nicht sehen.",
    "The document does not match the schema.": "Das Dokument passt nicht zum Schema.",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    with offering(tmp_path, {"de": GERMAN}):
        yield


@pytest.fixture
def owner(club: Club) -> Client:
    return Client(make_key(club, "owner", "club"))


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
