"""Refusals are problem documents, wherever they come from, and every code is explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, InternalError, OperationalError

from api.codes import titles
from tests.api.client import Client
from tournaments.models import Club, Event

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db


def test_a_refusal_is_a_problem_document(anybody: Client, subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, str, int, str]] = [
        ("GET", "/", 404, "no_such_route"),
        ("GET", "/nowhere/", 404, "no_such_route"),
        ("POST", "/nowhere/", 404, "no_such_route"),
        ("GET", "/events/a b/", 404, "no_such_route"),
        ("GET", "/rules", 404, "no_such_route"),
        ("GET", "/events/nothing/", 404, "not_found"),
        ("GET", "/tables/01980000-0000-7000-8000-000000000000/", 404, "not_found"),
        ("GET", "/rounds/not-an-id/", 404, "not_found"),
        ("GET", "/rules/whist/", 404, "no_such_preset"),
        ("GET", "/errors/whatever/", 404, "not_found"),
        ("DELETE", "/rules/", 405, "method_not_allowed"),
        ("OPTIONS", "/rules/", 405, "method_not_allowed"),
        ("PUT", "/replay/", 405, "method_not_allowed"),
        ("GET", "/clubs/", 401, "key_missing"),
    ]
    for method, path, status, code in cases:
        with subtests.test(f"{method} {path}"):
            answer = anybody.generic(method, path)
            assert answer.status_code == status
            assert answer.headers["Content-Type"] == "application/problem+json"
            problem = answer.json()
            assert problem["code"] == code
            assert problem["title"] == titles()[code]
            explained = anybody.get(problem["type"]).json()
            assert (explained["code"], explained["title"]) == (code, titles()[code])
            if status == 405:
                assert method not in answer.headers["Allow"]


def test_unknown_fields_are_refused_and_named(director: Client, event: Event, stored: Any) -> None:
    before = stored()
    answer = director.send("PATCH", f"/events/{event.slug}/", {"name": "x", "version": 0, "club/": "mine"})
    assert answer.status_code == 400
    assert {fault["pointer"]: fault["code"] for fault in answer.json()["errors"]} == {
        "/version": "unknown_field",
        "/club~1": "unknown_field",
    }
    assert stored() == before


def test_the_refusal_of_an_unknown_field_lists_the_known_fields(director: Client, event: Event) -> None:
    mistyped = director.send("POST", f"/events/{event.slug}/start/?dryrun=true").json()
    assert mistyped["errors"][0]["detail"] == "This field is unknown. The fields are: dry_run."
    wrapped = director.send("POST", f"/clubs/{event.club.slug}/events/import/", {"body": "x"}).json()
    assert wrapped["errors"][0]["detail"].endswith("The fields are: event, document, again.")
    detail = director.send("PATCH", f"/events/{event.slug}/", {"version": 0}).json()["errors"][0]["detail"]
    assert "rounds_planned" in detail
    assert "created_at" not in detail, "that is told, not taken"


NOT_OF_THE_SCHEMA: list[Any] = [
    {"size": "4"},
    {"size": True},
    {"name": ""},
    {"name": "a\u0000b"},
    {"auto_draw": 1},
    {"visibility": "secret"},
    {"starts_on": "tomorrow"},
    {"points": {"4": ["5", 3, 2, 1]}},
    {"tie_breaks": "lots"},
    {"status": "running"},
    {"club": "another"},
    [],
]


def test_a_body_that_does_not_match_the_schema_is_refused(
    director: Client, event: Event, stored: Any, subtests: pytest.Subtests
) -> None:
    before = stored()
    for body in NOT_OF_THE_SCHEMA:
        with subtests.test(ascii(body)):
            answer = director.send("PATCH", f"/events/{event.slug}/", body)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_body"), answer.content
            assert stored() == before


def test_a_broken_rule_is_refused_with_its_place(
    director: Client, club: Club, stored: Any, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[Any, str, str]] = [
        ({"size": 99}, "number_out_of_range", "/size"),
        ({"name": "\u202eevil"}, "name_control_character", "/name"),
        ({"rules": {"preset": "pagat", "stake": 0}}, "bad_switch_value", "/rules/stake"),
        ({"tie_breaks": ["lots", "out"]}, "lots_not_last", "/tie_breaks"),
        ({"least": 5}, "bad_table_sizes", "/size"),
        ({"scoring": "points"}, "points_incomplete", "/points"),
    ]
    for body, code, pointer in cases:
        with subtests.test(f"{body} {code}"):
            before = stored()
            answer = director.send("POST", f"/clubs/{club.slug}/events/", {"name": "An event", **body})
            assert (answer.status_code, answer.json()["code"]) == (422, code), answer.content
            assert answer.json()["errors"][0]["pointer"] == pointer
            assert stored() == before


def test_opening_and_renaming_an_event_is_all_or_nothing(director: Client, event: Event, stored: Any) -> None:
    before = stored()
    answer = director.send("PATCH", f"/events/{event.slug}/", {"name": "Anew", "status": "open"})
    assert (answer.status_code, answer.json()["code"]) == (409, "event_not_draft")
    assert stored() == before


def test_a_crash_is_a_problem_too_and_is_logged(anybody: Client, caplog: pytest.LogCaptureFixture) -> None:
    with patch("api.rules.games.presets", side_effect=RuntimeError("oh")):
        answer = anybody.get("/rules/")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "oh" not in answer.content.decode()
    assert any(record.exc_info for record in caplog.records)


def caused(error: DatabaseError, cause: Exception) -> DatabaseError:
    error.__cause__ = cause
    return error


def test_what_the_database_cannot_do_has_its_own_problem(
    anybody: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """A replica raises another kind of error than a database that is away."""
    read_only = psycopg.errors.ReadOnlySqlTransaction()
    for error, status, code in (
        (OperationalError("gone"), 503, "unavailable"),
        (caused(OperationalError("could not extend file"), psycopg.errors.DiskFull()), 503, "disk_full"),
        (caused(InternalError("cannot execute UPDATE"), read_only), 503, "unavailable"),
        (IntegrityError("append_only"), 500, "internal"),
    ):
        with patch("api.rules.games.presets", side_effect=error):
            answer = anybody.get("/rules/")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert status == 500 or int(answer.headers["Retry-After"]) > 0
    assert any("The disk of the database is full" in line for line in caplog.messages)


def test_a_name_taken_in_the_same_moment_is_a_conflict(director: Client, club: Club) -> None:
    director.send("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"})
    with patch("tournaments.clubs.verbs.people._refuse_taken_name"):
        answer = director.send("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"})
    assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
