"""Verbs can be told what time it is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.builders import make_event, play_round, published_round, running_event
from tournaments.core import moments
from tournaments.models import AuditEntry, Deal, Event, Standing

AUTUMN = datetime(2025, 10, 3, 19, tzinfo=UTC)


@pytest.mark.django_db
def test_an_evening_of_last_autumn_has_no_moment_of_today() -> None:
    today = make_event()
    with moments.at(AUTUMN):
        event = running_event(rounds_planned=1, deals_per_round=1)
        round_ = play_round(published_round(event))
    told = [round_.drawn_at, round_.published_at, round_.closed_at]
    told += AuditEntry.objects.filter(event=event).values_list("at", flat=True)
    told += Deal.objects.values_list("recorded_at", flat=True)
    told += Standing.objects.filter(event=event).values_list("computed_at", flat=True)
    told += Event.objects.filter(pk=event.pk).values_list("created_at", "started_at").get()
    assert {moment.date() for moment in told if moment} == {AUTUMN.date()}
    assert moments.now() > today.created_at, "afterwards it is today again"
