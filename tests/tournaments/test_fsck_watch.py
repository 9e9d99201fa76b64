"""The periodic check: what changed lately each minute, everything once a day, and an alarm for damage."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import a_table, play
from tests.tournaments.test_fsck_damage import switch_triggers_off
from tournaments.models import AuditEntry, CheckMark, Event, SeatResult, Table
from tournaments.services.fsck import run, watch
from tournaments.services.fsck.damage import Scope

pytestmark = pytest.mark.django_db

LATER = timedelta(minutes=10)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table with two deals of an evening that was checked. A slice takes as long as it needs."""
    monkeypatch.setattr(watch, "SLICE", 3600.0)
    table = a_table()
    play(table, 2)
    watch.check_now(timezone.now() + LATER)
    return table


def forge(table: Table) -> None:
    switch_triggers_off()
    SeatResult.objects.filter(deal__table=table, deal__number=1).update(net=3)


def checked_events(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The events of each scope that is checked from now on."""
    scopes: list[object] = []
    check = run.run_scope

    def note(scope: Scope) -> run.Report:
        scopes.append(scope.events)
        return check(scope)

    monkeypatch.setattr(watch, "run_scope", note)
    return scopes


def test_before_the_first_check_there_is_no_result() -> None:
    last = watch.last_check()
    assert (last.recent_at, last.full_at, last.is_clean) == (None, None, True)


def test_a_clean_check_moves_the_mark(table: Table) -> None:
    assert CheckMark.objects.get(kind="recent").entry == AuditEntry.objects.latest("pk").pk
    assert watch.last_check().is_clean


def test_damage_in_what_changed_lately_is_an_alarm(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    before = CheckMark.objects.get(kind="recent").entry
    play(table)
    forge(table)
    with caplog.at_level(logging.ERROR):
        watch.check_now(timezone.now() + LATER)
    assert "A seat result differs from this deal." in caplog.text
    assert {damage["code"] for damage in watch.last_check().damage} >= {"seat_result_differs"}
    assert CheckMark.objects.get(kind="recent").entry == before


def test_old_damage_is_found_at_night(table: Table) -> None:
    forge(table)
    watch.check_now(timezone.now() + LATER)
    assert watch.last_check().is_clean
    watch.check_now(timezone.now() + watch.FULL_AT_LATEST)
    last = watch.last_check()
    assert not last.is_clean
    assert last.full_at is not None


def test_damage_stays_known_until_a_later_full_check_has_ended(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = list(SeatResult.objects.filter(deal__table=table, deal__number=1))
    forge(table)
    found = timezone.now() + watch.FULL_AT_LATEST
    watch.check_now(found)
    SeatResult.objects.bulk_update(results, ["net"])  # somebody repairs it
    for at, slice_seconds, is_clean in (
        (watch.FULL_AFTER_DAMAGE - LATER, 3600.0, False),
        (watch.FULL_AFTER_DAMAGE, 0.0, False),
        (watch.FULL_AFTER_DAMAGE, 3600.0, True),
    ):
        monkeypatch.setattr(watch, "SLICE", slice_seconds)
        watch.check_now(found + at)
        assert watch.last_check().is_clean == is_clean


def test_a_full_check_stops_between_events_and_continues(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(a_table())
    monkeypatch.setattr(watch, "SLICE", 0.0)
    scopes = checked_events(monkeypatch)
    first, second = Event.objects.order_by("pk").values_list("pk", flat=True)
    night = timezone.now() + watch.FULL_AT_LATEST
    mark = CheckMark.objects.get(kind="full")
    for _ in range(2):
        # A slice without time checks nothing more than the part that belongs to no event.
        watch.check_now(night)
    assert scopes == [()]
    monkeypatch.setattr(watch, "SLICE", 3600.0)
    watch.check_now(night)
    assert scopes == [(), [first], [second]]
    mark.refresh_from_db()
    assert (mark.is_running, mark.begun_at) == (False, night)
