"""A list over all clubs walks an index and stops, however many events there are."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from tests.api.client import Client
from tests.builders import make_event, owner_of
from tournaments.core.change import log
from tournaments.core.models.columns import new_id
from tournaments.events.verbs.calendars import dated_events, revision_of
from tournaments.events.verbs.events import near_events, public_events
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.both]

EVENTS = 200


@pytest.fixture
def event() -> Event:
    """An open event among so many finished ones, and a few that run."""
    event = make_event(starts_on=timezone.localdate())
    values = {field.attname: getattr(event, field.attname) for field in Event._meta.concrete_fields}
    values |= {"frozen_rules": {}, "finished_at": timezone.now()}
    Event.objects.bulk_create(
        Event(**values | {"id": new_id(), "slug": f"copy-{number}", "status": status})
        for number in range(EVENTS)
        for status in ["finished" if number % 50 else "running"]
    )
    analyze()
    return event


def analyze() -> None:
    """Let PostgreSQL count the rows, or it guesses from what other tests have left."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def plans(call: Callable[[], object]) -> list[str]:
    """The plans of the statements that `call` runs, of all values that they could have."""
    statements: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        call()
    word, found = "EXPLAIN QUERY PLAN", []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            word = "EXPLAIN (COSTS OFF)"
            # So few rows are read as a whole, whatever indexes there are.
            cursor.execute("SET LOCAL enable_seqscan = off")
        for sql, params in statements:
            cursor.execute(f"{word} {sql}", params)
            found.append("\n".join(str(row[-1]) for row in cursor.fetchall()))
    return found


READS_ALL = re.compile(r"Seq Scan on tournaments_event\b|SCAN tournaments_event(?! USING INDEX)")
SORTS = re.compile(r"^Sort\b|-> +Sort\b|B-TREE FOR ORDER")


@pytest.mark.parametrize("query", ["", "status=finished", "search=even"])
def test_a_list_of_all_events_begins_with_the_newest_and_stops(event: Event, query: str) -> None:
    (plan,) = plans(partial(read_list, query))
    assert not READS_ALL.search(plan)
    assert not SORTS.search(plan)


def test_the_events_that_run_are_found_among_all(event: Event) -> None:
    (plan,) = plans(partial(read_list, "status=running"))
    assert ("event_running" if connection.vendor == "postgresql" else "event_public") in plan


def read_list(query: str) -> None:
    assert Client().get(f"/events/?limit=5&{query}").status_code == 200


def test_home_asks_for_the_next_and_the_last_events_only(event: Event) -> None:
    assert len(near_events(public_events(), 1)) == 3
    read = plans(lambda: near_events(public_events(), 1))
    assert [plan for plan in read if READS_ALL.search(plan)] == []


def test_a_calendar_asks_the_log_for_changes_of_settings_only(event: Event) -> None:
    for _number in range(300):
        log(owner_of(event.club), "record_deal", event, within=event)
    analyze()
    version, *events = plans(lambda: (revision_of(event.club), list(dated_events(event.club))))
    assert "audit_of_a_calendar" in version
    assert "audit_of_settings" in events[0]
