"""The face of a club through the API."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from django.test import Client as Browser

from tests.api.client import Client
from tests.builders import SMALL_PICTURE, make_key
from tournaments.models import Club

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


def test_a_colour_is_refused_with_one_that_would_do(owner: Client, club: Club) -> None:
    refused = owner.send("PATCH", f"/clubs/{club.slug}/face/", {"accent": "#ffe000"})
    assert (refused.status_code, refused.json()["code"]) == (422, "accent_contrast")
    assert refused.json()["errors"][0]["pointer"] == "/accent"
    assert "would do" in refused.json()["detail"]


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


def test_other_data_is_refused(owner: Client, club: Club, subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, int, str]] = [
        ("not Base64!", 400, "bad_body"),
        (b64encode(b"<svg/>").decode(), 422, "picture_unreadable"),
        (b64encode(b"x" * (2 * 1024 * 1024 + 1)).decode(), 422, "picture_too_large"),
        ("A" * (3 * 1024 * 1024), 413, "body_too_large"),
    ]
    for data, status, code in cases:
        with subtests.test(f"{data} {status}"):
            refused = owner.send("PUT", f"/clubs/{club.slug}/face/picture/", {"data": data})
            assert (refused.status_code, refused.json()["code"]) == (status, code)
