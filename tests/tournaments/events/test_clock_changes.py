"""Nights on which the clock or the calendar does something special (row F11 of tests/faults/README.md)."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import nets_by_the_ledger, owner_of, play, published_round, running_event, the_table
from tournaments.desk.verbs.rounds import close_round
from tournaments.models import AuditEntry
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db

NIGHTS = {
    "an hour is left out": ("2027-03-28T01:59:58+01:00", "2027-03-28T03:00:02+02:00"),
    "an hour comes twice": ("2027-10-31T02:59:58+02:00", "2027-10-31T02:00:02+01:00"),
    "the clock is set back": ("2027-05-01T22:00:00+02:00", "2027-05-01T20:00:00+02:00"),
    "a leap day begins": ("2028-02-28T23:59:58+01:00", "2028-02-29T00:00:02+01:00"),
    "a leap day ends": ("2028-02-29T23:59:58+01:00", "2028-03-01T00:00:02+01:00"),
}
"""The time before and after, as clocks in Berlin show it."""


@pytest.mark.parametrize(("before", "after"), NIGHTS.values(), ids=NIGHTS)
def test_deals_of_a_special_night_stay_in_order_and_count_once(
    client: Client, collected_static: None, before: str, after: str
) -> None:
    with timezone.override("Europe/Berlin"), time_machine.travel(before, tick=False) as clock:
        event = running_event(4, deals_per_round=3)
        round_ = published_round(event)
        table = the_table(round_)
        first = play(table, 2)
        clock.move_to(after)
        deals = [*first, *play(table, 1)]
        close_round(round_, owner_of(event.club))
        standing = refresh(event.pk)
        assert client.get(reverse("table", args=[table.pk])).status_code == 200
        assert fsck.run().damage == []
    logged = AuditEntry.objects.filter(event=event, verb="record_deal").order_by("number")
    assert [entry.target.split()[-1] for entry in logged] == [str(deal.pk) for deal in deals]
    assert {row["entry"]: row["score"] for row in standing.rows} == nets_by_the_ledger(event)
