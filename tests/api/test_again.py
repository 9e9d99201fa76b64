"""Events like an earlier one, over REST: days or a series, tried and done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tournaments.models import Event

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]
SERIES = {"first": "2026-12-03", "every": "month", "step": 1, "count": 3}


def test_a_series_is_tried_and_then_created(director: Client, event: Event, stored: Stored) -> None:
    path = f"/events/{event.pk}/again/"
    before = stored()
    tried = director.send("POST", f"{path}?dry_run=true", {"series": SERIES, "players": True})
    assert (tried.status_code, stored()) == (200, before)
    done = director.send("POST", path, {"series": SERIES, "players": True})
    assert (done.status_code, breaches("POST", path, done)) == (201, [])
    for answer in (tried, done):
        made = answer.json()["results"]
        assert [one["starts_on"] for one in made] == ["2026-12-03", "2027-01-07", "2027-02-04"]
        assert {one["status"] for one in made} == {"open"}
    last = Event.objects.get(pk=done.json()["results"][-1]["id"])
    assert last.entries.filter(status="registered").count() == 4


def test_a_request_without_sense_is_refused_and_names_its_place(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[Any, str, str]] = [
        ({}, "dates_or_series", "/dates"),
        ({"dates": ["2026-12-03"], "series": SERIES}, "dates_or_series", "/dates"),
        ({"series": {"first": "2026-12-03"}}, "rhythm_endless", "/series"),
        ({"series": {"first": "2026-12-03", "until": "2026-12-02"}}, "rhythm_ends_early", "/series"),
        ({"series": {"first": "2026-12-03", "until": "2029-12-02"}}, "too_many_days", "/series"),
        ({"series": {"first": "3000-12-03", "count": 1}}, "date_out_of_range", "/series"),
        ({"series": SERIES | {"step": 13}}, "bad_body", "/series/step"),
        ({"dates": []}, "bad_body", "/dates"),
        ({"dates": ["3.12.2026"]}, "bad_body", "/dates/0"),
    ]
    for body, code, pointer in cases:
        with subtests.test(f"{body} {code}"):
            answer = director.send("POST", f"/events/{event.pk}/again/", body)
            problem = answer.json()
            assert (problem["code"], problem["errors"][0]["pointer"]) == (code, pointer)
            assert Event.objects.count() == 1
