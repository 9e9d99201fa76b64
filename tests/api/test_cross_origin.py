"""Scripts of other web sites: what they may read and send, and what stays closed to them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client as Browser

from api.schema import HEADERS
from api.wire import EXPOSED
from tests.builders import a_table, make_key
from tournaments.models import Event

pytestmark = pytest.mark.django_db

SITE = {"Origin": "https://club.example"}


def ask(path: str, method: str, **headers: str) -> Any:
    """Send the question that a browser asks before a request with a key or with JSON."""
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": "authorization"}
    return Browser().options(f"/api/v1{path}", headers=SITE | asked | headers)


def allowed(answer: Any) -> list[str]:
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    return str(answer["Access-Control-Allow-Methods"]).split(", ")


def test_every_site_may_read_what_is_public_with_its_version_and_its_limits(event: Event) -> None:
    answer = Browser().get(f"/api/v1/events/{event.slug}/entries/?limit=1", headers=SITE)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    exposed = answer["Access-Control-Expose-Headers"].split(", ")
    assert {"ETag", "Link", "RateLimit", "RateLimit-Policy"} <= set(exposed)
    assert all(name in answer.headers for name in ("ETag", "Link", "RateLimit"))
    assert not answer.cookies
    missing = Browser().get("/api/v1/nowhere/", headers=SITE)
    assert (missing.status_code, missing["Access-Control-Allow-Origin"]) == (404, "*")


def test_a_script_may_read_every_header_that_the_document_describes() -> None:
    assert set(HEADERS) <= set(EXPOSED)


def test_a_preflight_is_answered_without_a_key_and_lists_what_needs_one(event: Event) -> None:
    answer = ask(f"/events/{event.slug}/", "PATCH")
    assert allowed(answer) == ["GET", "HEAD", "PATCH"]
    assert {"Authorization", "If-Match", "Idempotency-Key"} <= set(
        answer["Access-Control-Allow-Headers"].split(", ")
    )
    assert int(answer["Access-Control-Max-Age"]) > 0
    table = a_table(4)
    assert allowed(ask(f"/tables/{table.pk}/deals/1/", "PUT")) == ["GET", "HEAD", "PUT", "DELETE"]
    assert allowed(ask("/events/there-is-none/", "GET")) == ["GET", "HEAD", "PATCH"], "it tells nothing"


def test_what_needs_no_key_and_is_no_reading_stays_closed() -> None:
    for path in ("/replay/", f"/tables/{a_table(4).pk}/session/"):
        assert "POST" not in allowed(ask(path, "POST"))
        sent = Browser().post(f"/api/v1{path}", {}, content_type="application/json", headers=SITE)
        assert "Access-Control-Allow-Origin" not in sent.headers


def test_a_key_works_from_another_site_and_a_cookie_does_not(event: Event) -> None:
    key = {"Authorization": f"Bearer {make_key(event.club, 'director')}"}
    body = {"name": "Anew"}
    path = f"/api/v1/events/{event.slug}/"
    answer = Browser().patch(path, body, "application/json", headers=SITE | key | {"If-Match": "*"})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    refused = Browser().patch(path, body, "application/json", headers=SITE | {"If-Match": "*"})
    assert (refused.status_code, refused["Access-Control-Allow-Origin"]) == (401, "*"), "it says why"


@pytest.mark.usefixtures("collected_static")
def test_pages_stay_closed(event: Event) -> None:
    page = Browser().get(f"/events/{event.slug}/", headers=SITE)
    assert "Access-Control-Allow-Origin" not in page.headers


def test_other_options_are_refused_as_before() -> None:
    assert Browser().options("/api/v1/rules/").status_code == 405
