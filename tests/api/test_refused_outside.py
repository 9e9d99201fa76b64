"""Every refusal under `/api/` is a problem document, also those of Django and its middleware."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from pytest_django import Settings

from api.codes import titles
from tests.api.client import Client
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

PROBLEM = "application/problem+json"


def assert_problem(answer: Any, status: int, code: str) -> None:
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == PROBLEM
    problem = answer.json()
    assert (problem["status"], problem["code"], problem["title"]) == (status, code, titles()[code])


def test_an_address_without_the_api_version_is_not_found(anybody: Client, subtests: pytest.Subtests) -> None:
    for path in ["/api/", "/api/v2/", "/api/v2/events/", "/api/admin.php"]:
        for method in ["GET", "POST"]:
            with subtests.test(f"{path} {method}"):
                assert_problem(anybody.generic(method, path), 404, "no_such_route")


def test_outside_the_api_a_missing_page_is_an_html_page(anybody: Client, collected_static: None) -> None:
    answer = anybody.get("http://localhost:8000/nowhere/at/all")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_a_foreign_host_is_a_bad_request(anybody: Client) -> None:
    assert_problem(anybody.get("/rules/", HTTP_HOST="evil.example"), 400, "bad_request")
    for host in ["localhost:8001", "localhost", "localhost:99999"]:
        assert_problem(anybody.get("/rules/", HTTP_HOST=host), 400, "bad_request")
    assert anybody.get("/rules/", HTTP_HOST="localhost:8000").status_code == 200


def test_too_many_parameters_are_a_bad_request(
    anybody: Client, owner: Client, club: Club, settings: Settings
) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    query = "&".join(f"a{number}=1" for number in range(20))
    assert_problem(anybody.get(f"/rules/?{query}"), 400, "bad_request")
    assert_problem(owner.send("POST", f"/clubs/{club.slug}/players/?{query}", {}), 400, "bad_request")


def test_a_crash_before_any_route_is_a_problem_without_details(anybody: Client) -> None:
    with patch("django.middleware.locale.LocaleMiddleware.process_request", side_effect=RuntimeError("oh")):
        answer = anybody.get("/rules/")
    assert_problem(answer, 500, "internal")
    assert b"oh" not in answer.content


def test_a_database_that_is_gone_before_the_transaction_begins_is_unavailable(
    director: Client, event: Event
) -> None:
    with patch("api.resources.transaction.atomic", side_effect=OperationalError("gone")):
        answer = director.send("POST", f"/events/{event.slug}/finish/", {}, **{"Idempotency-Key": "1"})
    assert_problem(answer, 503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_client_that_disconnects_in_its_body_causes_no_crash(director: Client, event: Event) -> None:
    class Cut:
        def read(self, _size: int = -1) -> bytes:
            raise OSError("reset by peer")

        readline = read

    answer = director.generic(
        "PATCH",
        f"/events/{event.slug}/",
        b"",
        "application/json",
        **{"wsgi.input": Cut(), "CONTENT_LENGTH": "9"},
    )
    assert_problem(answer, 400, "bad_request")


@pytest.mark.parametrize("path", ["/schema/", "/docs/"])
def test_routes_that_return_other_formats_refuse_in_json(path: str, anybody: Client) -> None:
    assert_problem(anybody.send("DELETE", path), 405, "method_not_allowed")
    assert anybody.send("DELETE", path).headers["Allow"]


def test_an_unknown_format_of_the_schema_is_not_acceptable(anybody: Client) -> None:
    answer = anybody.get("/schema/", headers={"Accept": "image/png"})
    assert_problem(answer, 406, "not_acceptable")


# Random requests

PIECES = [
    "v1", "clubs", "events", "tables", "rounds", "deals", "players", "rules", "replay", "errors", "wishes",
    "", ".", "..", "%00", "%ff", "%", "%2e%2e", "%2F", "a b", "é", "\u202e", "<script>", "1", "-1", "9" * 40,
    "01980000-0000-7000-8000-000000000000", "correction", "schema", "x" * 300, "{}", "*", ";", "\\",
]  # fmt: skip
QUERIES = ["", "?", "?limit=", "?limit=x", "?cursor=%ff", "?cursor=%00", "?dry_run="]
QUERIES += ["?%ff=%ff", "?a=1;b", "?[]=1"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "CONNECT"]
HEADERS: list[dict[str, str]] = [
    {},
    {"Accept": "text/html"},
    {"Accept": ""},
    {"Accept-Language": "\u202e"},
    {"Authorization": "Bearer"},
    {"Authorization": "Basic eDp5"},
    {"Authorization": "Bearer \x00"},
    {"Authorization": "Bearer guest_x"},
    {"If-Match": "*, *"},
    {"If-None-Match": 'W/"'},
    {"Idempotency-Key": "\u00e9"},
    {"Cookie": "\x00=;"},
    {"X-Forwarded-For": ", ,"},
]
BODIES = [b"", b"{}", b"\xff", b"[" * 20_000, b'{"a":1,"a":2}', b"NaN", b"null", b"\xef\xbb\xbf{}"]


@pytest.mark.parametrize("times", [200, pytest.param(1500, marks=pytest.mark.nightly)])
def test_no_route_under_the_api_returns_a_page(
    director: Client, event: Event, club: Club, times: int
) -> None:
    chance = random.Random(5)
    pieces = [*PIECES, event.slug, club.slug, str(event.pk)]
    wrong = []
    anybody = Client(careful=False)
    director.careful = False
    for _ in range(times):
        path = "/api/" + "/".join(chance.choices(pieces, k=chance.randint(0, 6))) + chance.choice(["", "/"])
        path = path.replace("docs", "rules") + chance.choice(QUERIES)
        request = (
            chance.choice(METHODS),
            path,
            chance.choice(BODIES),
            chance.choice(["application/json", "", "x/y"]),
        )
        headers = chance.choice(HEADERS)
        answer = chance.choice([anybody, director]).generic(*request, headers=headers)
        kind = answer.headers.get("Content-Type", "")
        fine = kind == "" or kind.startswith(("application/", "text/event-stream"))
        if answer.status_code >= 400:
            fine = kind == PROBLEM and (not answer.content or answer.json()["code"] in titles())
        if answer.status_code >= 500 or not (fine or answer.status_code == 304):
            wrong.append((request, headers, answer.status_code, kind))
    assert wrong == []
