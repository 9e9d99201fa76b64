"""ETags and headers: what is unchanged is not sent again, a stale version is not changed."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.db import transaction

from api.resources import Resource
from api.simulations import SimulationOne
from api.urls import urlpatterns
from tests.api.client import Client, deal_path
from tests.api.contract import breaches, operation_of
from tests.api.world import World
from tests.builders import a_table, make_club, make_key, next_document, play
from tests.rights import rows_of
from tournaments.models import Club, Event, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = a_table(4)
    play(table)
    return table


@pytest.fixture
def client(table: Table) -> Client:
    return Client(make_key(table.round.event.club, "owner"))


SINGLE_THINGS = [
    "/clubs/{club}/",
    "/clubs/{club}/players/{player}/",
    "/events/{event}/",
    "/events/{event}/entries/{entry}/",
    "/events/{event}/seeding/",
    "/events/{event}/stages/{stage}/",
    "/wishes/{wish}/",
    "/events/{event}/standings/",
    "/rounds/{round}/",
    "/tables/{table}/",
    "/tables/{table}/deals/1/",
    "/rules/",
    "/rules/pagat/",
]


def test_an_unchanged_object_is_not_sent_again(
    client: Client, table: Table, subtests: pytest.Subtests
) -> None:
    event = table.round.event
    entry = event.entries.get(number=1)
    body = {"kind": "seat", "players": [str(entry.player_id)], "number": 0}
    (wish,) = client.send("POST", f"/events/{event.slug}/wishes/", body).json()["results"]
    names = {
        "wish": wish["id"],
        "club": event.club.slug, "player": entry.player_id, "event": event.slug, "entry": entry.pk,
        "stage": event.stages.get().pk, "round": table.round_id, "table": table.pk,
    }  # fmt: skip
    for thing in SINGLE_THINGS:
        with subtests.test(thing):
            path = thing.format(**names)
            etag = client.get(path).headers["ETag"]
            for seen in (etag, f"W/{etag}", f'"other", {etag}', "*"):
                again = client.get(path, headers={"If-None-Match": seen})
                assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
            assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_unchanged_list_is_not_sent_again(client: Client, table: Table) -> None:
    event = table.round.event
    for path in (
        f"/events/{event.slug}/entries/",
        f"/events/{event.slug}/rounds/?limit=1",
        f"/tables/{table.pk}/deals/",
        f"/tables/{table.pk}/ledger/?limit=3",
    ):
        etag = client.get(path).headers["ETag"]
        again = client.get(path, headers={"If-None-Match": etag})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    path = f"/tables/{table.pk}/deals/"
    etag = client.get(path).headers["ETag"]
    client.send("PUT", deal_path(table), {"document": next_document(table)})
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_responses_are_not_stored_in_shared_caches(client: Client, event: Event, anybody: Client) -> None:
    path = f"/events/{event.slug}/"
    with_key, without = client.get(path), anybody.get(path)
    assert "private" in with_key.headers["Cache-Control"]
    assert "private" not in without.headers["Cache-Control"]
    for answer in (with_key, without):
        assert "no-cache" in answer.headers["Cache-Control"]
        assert "Authorization" in answer.headers["Vary"]


def test_a_change_of_a_stale_version_is_refused(director: Client, event: Event, stored: Any) -> None:
    path = f"/events/{event.slug}/"
    seen = director.get(path).headers["ETag"]
    changed = director.send("PATCH", path, {"name": "By somebody else"}, **{"If-Match": seen})
    assert (changed.status_code, changed.headers["ETag"] != seen) == (200, True)
    before = stored()
    answer = director.send("PATCH", path, {"name": "By me"}, **{"If-Match": seen})
    assert (answer.status_code, answer.json()["code"]) == (412, "version_stale")
    assert answer.headers["ETag"] == director.get(path).headers["ETag"]
    assert stored() == before


def test_a_new_object_has_the_same_version_as_at_its_address(owner: Client, club: Club, event: Event) -> None:
    entry = str(event.entries.get(number=1).pk)
    made = [
        owner.send("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"}),
        owner.send("POST", f"/clubs/{club.slug}/events/", {"name": "Another"}),
        owner.send("POST", f"/events/{event.slug}/stages/", {"format": "final", "cut": 3}),
        owner.send(
            "POST", f"/events/{event.slug}/adjustments/", {"entry": entry, "chips": 1, "reason": "kind"}
        ),
        owner.send("POST", f"/events/{event.slug}/rounds/", {}),
    ]
    for answer in made:
        assert answer.status_code == 201, answer.content
        there = owner.get(answer.headers["Location"])
        assert (there.json(), there.headers["ETag"]) == (answer.json(), answer.headers["ETag"])


def test_a_change_accepts_the_version_of_get_and_no_other_and_not_none(
    changeable: tuple[Client, list[tuple[str, str, Any]]], stored: Any
) -> None:
    owner, requests = changeable
    before = stored()
    for method, path, body in requests:
        stale = owner.send(method, path, body, **{"If-Match": '"stale"'})
        assert stale.status_code == 412, (method, path)
        if method in ("PATCH", "DELETE"):
            seen = f'"other", {owner.get(path).headers["ETag"]}'
            tried = owner.send(method, f"{path}?dry_run=true", body, **{"If-Match": seen})
            assert tried.status_code in (200, 409), (method, path, tried.content)
            owner.careful = False
            answer = owner.send(method, path, body)
            owner.careful = True
            assert (answer.status_code, answer.json()["code"]) == (428, "version_required"), (method, path)
            assert "ETag" in answer.json()["detail"]
    assert stored() == before
    method, path, body = requests[-1]
    assert owner.send(method, path, body, **{"If-Match": "*"}).status_code == 200


def test_every_route_that_changes_or_removes_demands_a_version() -> None:
    for pattern in urlpatterns:
        view: Any = getattr(pattern.callback, "cls", type(None))
        # A simulation is cancelled whatever it has played meanwhile.
        if issubclass(view, Resource) and view is not SimulationOne:
            assert {"PATCH", "DELETE"} & set(view.methods) <= set(view.guarded), view


def test_a_missing_deal_matches_no_if_match(table: Table) -> None:
    client = Client(make_key(table.round.event.club, "scorer"))
    path, body = deal_path(table), {"document": next_document(table)}
    for expected in ('"of-another-table"', "*"):
        refused = client.send("PUT", path, body, **{"If-Match": expected})
        assert (refused.status_code, refused.json()["code"]) == (412, "version_stale")
        assert breaches("PUT", path, refused) == []
    assert client.get(path).status_code == 404
    recorded = client.send("PUT", path, body)
    again = client.send("PUT", path, body, **{"If-Match": recorded.headers["ETag"]})
    assert (recorded.status_code, again.status_code) == (201, 200)
    assert client.send("DELETE", deal_path(table, 9), **{"If-Match": "*"}).status_code == 404


@pytest.fixture
def changeable(owner: Client, club: Club, event: Event) -> tuple[Client, list[tuple[str, str, Any]]]:
    """An owner, and what changes or removes every kind of thing: method, path, body."""
    entry = event.entries.get(number=1)
    adjustment = owner.send(
        "POST", f"/events/{event.slug}/adjustments/", {"entry": str(entry.pk), "chips": 1, "reason": "kind"}
    ).json()
    family = [str(entry.player_id) for entry in event.entries.order_by("number")[:2]]
    (wish,) = owner.send(
        "POST", f"/clubs/{club.slug}/wishes/", {"kind": "apart", "players": family, "must": False}
    ).json()["results"]
    stage = owner.send("POST", f"/events/{event.slug}/stages/", {"format": "final", "cut": 3}).json()
    drawn = owner.send("POST", f"/events/{event.slug}/rounds/", {}).json()
    seats = [[seat["entry"] for seat in table["seats"]] for table in drawn["tables"]]
    owner.send("POST", f"/rounds/{drawn['id']}/search/", {"moves": 10})
    member = owner.get(f"/clubs/{club.slug}/members/").json()["results"][0]
    webhook = owner.send("POST", f"/clubs/{club.slug}/webhooks/", {"url": "https://one.example/"}).json()
    requests: list[tuple[str, str, Any]] = [
        ("PATCH", f"/clubs/{club.slug}/", {"name": "x"}),
        ("PATCH", f"/clubs/{club.slug}/members/{member['id']}/", {"role": "owner"}),
        ("PATCH", f"/webhooks/{webhook['id']}/", {"url": "https://other.example/"}),
        ("DELETE", f"/webhooks/{webhook['id']}/", None),
        ("PATCH", f"/clubs/{club.slug}/players/{entry.player_id}/", {"name": "x"}),
        ("PATCH", f"/events/{event.slug}/entries/{entry.pk}/", {"status": "withdrawn"}),
        ("DELETE", f"/events/{event.slug}/adjustments/{adjustment['id']}/", None),
        ("PUT", f"/events/{event.slug}/seeding/", {"order": []}),
        ("PATCH", f"/events/{event.slug}/stages/{stage['id']}/", {"cut": 4}),
        ("DELETE", f"/events/{event.slug}/stages/{stage['id']}/", None),
        ("POST", f"/events/{event.slug}/stages/{stage['id']}/end/", {}),
        ("DELETE", f"/wishes/{wish['id']}/", None),
        ("DELETE", f"/rounds/{drawn['id']}/", None),
        ("PUT", f"/rounds/{drawn['id']}/seating/", {"seats": seats}),
        ("POST", f"/rounds/{drawn['id']}/leave-out/", {"entry": str(entry.pk)}),
        ("POST", f"/rounds/{drawn['id']}/search/", {}),
        ("DELETE", f"/rounds/{drawn['id']}/search/", None),
        ("POST", f"/rounds/{drawn['id']}/publish/", {}),
    ]
    return owner, requests


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
