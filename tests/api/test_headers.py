"""The headers that the document promises are sent, and those of what goes in are looked at."""

from __future__ import annotations

import gzip

import pytest
from django.db import transaction

from tests.api.client import Client
from tests.api.contract import operation_of
from tests.api.world import World
from tests.builders import make_club, make_key
from tests.rights import rows_of

SOMETIMES = {"Idempotency-Replayed", "Link", "Retry-After"}
"""Of a retry, of a list that goes on, of a wait."""


@pytest.mark.django_db
@pytest.mark.nightly
def test_every_success_has_the_headers_that_the_document_names(world: World) -> None:
    missing = set()
    for row in rows_of("api"):
        operation = operation_of(row.method, world.fill(row.address))
        for caller in row.who_may():
            with transaction.atomic():
                answer = world.ask(caller, row)
                transaction.set_rollback(True)
            promised = set(operation["responses"][str(answer.status_code)].get("headers", {})) - SOMETIMES
            missing |= {f"{operation['operationId']}: {name}" for name in promised - set(answer.headers)}
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.django_db
def test_the_list_of_clubs_has_an_etag() -> None:
    client = Client(make_key(make_club(), "owner", "read"))
    seen = client.get("/clubs/").headers["ETag"]
    again = client.get("/clubs/", headers={"If-None-Match": seen})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", seen)


@pytest.mark.django_db
def test_encoded_bodies_and_other_charsets_are_refused_with_advice(subtests: pytest.Subtests) -> None:
    club = make_club()
    client = Client(make_key(club, "owner", "club"))
    cases: list[tuple[str, str]] = [
        ("", ""),
        ("text/plain", ""),
        ("application/merge-patch+json", ""),
        ("application/json; charset=iso-8859-1", ""),
        ('application/json; Charset="UTF-16"', ""),
        ("application/json", "gzip"),
        ("application/json", "br"),
    ]
    for content_type, encoding in cases:
        with subtests.test(f"{content_type} {encoding}"):
            body = gzip.compress(b'{"name": "Anew"}') if encoding == "gzip" else b'{"name": "Anew"}'
            headers = {"Content-Encoding": encoding} if encoding else {}
            answer = client.generic("PATCH", f"/clubs/{club.slug}/", body, content_type, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
            assert answer.headers["Accept"] == "application/json"
            detail = answer.json()["detail"]
            assert ("Content-Encoding" if encoding else "application/json") in detail
            club.refresh_from_db()
            assert club.name != "Anew"


@pytest.mark.django_db
def test_every_spelling_of_the_json_media_type_is_accepted(subtests: pytest.Subtests) -> None:
    club = make_club()
    client = Client(make_key(club, "owner", "club"))
    cases: list[str] = [
        "application/json",
        "Application/JSON; charset=UTF-8",
        'application/json;charset="utf-8"',
    ]
    for content_type in cases:
        with subtests.test(content_type):
            body = '{"name": "Café"}'.encode()
            headers = {"Content-Encoding": "identity"}
            answer = client.generic("PATCH", f"/clubs/{club.slug}/", body, content_type, headers=headers)
            assert (answer.status_code, answer.json()["name"]) == (200, "Café")
