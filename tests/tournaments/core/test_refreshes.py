"""Standings are counted at most once a second for each event, however many deals arrive."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

import pytest
import time_machine
from django.utils import timezone

from tests.builders import DOORS, play, published_round, running_event, the_table
from tournaments.core import outbox, refreshes
from tournaments.models import Event, OutboxTask, Table
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db

TABLES = 5
START = datetime(2026, 11, 22, 20, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until the test moves it."""
    with time_machine.travel(START, tick=False) as clock:
        yield clock


@pytest.fixture
def tables(clock: time_machine.Traveller) -> list[Table]:
    """The tables of a round. Its standing was counted a minute ago, and nothing waits."""
    round_ = published_round(running_event(4 * TABLES, deals_per_round=20))
    work()
    clock.shift(60)
    return [the_table(round_, number) for number in range(1, TABLES + 1)]


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The times at which standings were counted."""
    times: list[datetime] = []
    compute = standings.compute

    def noted(*args: object, **options: object) -> object:
        times.append(timezone.now())
        return compute(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(standings, "compute", noted)
    return times


def work() -> None:
    """Run the rows that are due now, as a worker does."""
    while row := OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=timezone.now()).first():
        DOORS[row.task](str(row.pk))


def waiting_rows() -> int:
    return OutboxTask.objects.filter(task=refreshes.TASK, done_at__isnull=True).count()


def is_current(table: Table) -> bool:
    event = Event.objects.get(pk=table.round.event_id)
    return standings.newest_standing_version(event) == event.version


def play_for(seconds: int, tables: list[Table], clock: time_machine.Traveller) -> int:
    """Record ten deals a second, each followed by a worker. Return the number of deals."""
    for number in range(10 * seconds):
        play(tables[number % len(tables)])
        work()
        clock.shift(0.1)
    return 10 * seconds


def test_deals_in_one_second_are_counted_at_once_and_once_more(
    tables: list[Table], clock: time_machine.Traveller, counts: list[datetime]
) -> None:
    for table in tables * 4:
        play(table)
        work()
    assert (len(counts), waiting_rows(), is_current(tables[0])) == (1, 1, False)
    clock.shift(1)
    work()
    assert (len(counts), waiting_rows(), is_current(tables[0])) == (2, 0, True)


def test_standings_are_counted_once_a_second_while_deals_arrive(
    tables: list[Table], clock: time_machine.Traveller, counts: list[datetime]
) -> None:
    deals = play_for(4, tables, clock)
    clock.shift(1)
    work()
    assert is_current(tables[0])
    assert (deals, len(counts)) == (40, 5)
    assert all(after - before >= refreshes.INTERVAL for before, after in pairwise(counts))


def test_a_row_that_failed_does_not_hold_up_later_changes(
    tables: list[Table], clock: time_machine.Traveller
) -> None:
    play(tables[0])
    row = OutboxTask.objects.get(task=refreshes.TASK, done_at__isnull=True)
    outbox.record_failure(row.pk, ValueError("no luck"))
    row.refresh_from_db()
    clock.move_to(row.not_before)
    play(tables[1])
    assert waiting_rows() == 2
    OutboxTask.objects.filter(pk=row.pk).delete()
    work()
    assert is_current(tables[0])


def test_after_the_clock_was_set_back_a_change_waits_a_second_at_most(
    tables: list[Table], clock: time_machine.Traveller
) -> None:
    play(tables[0])
    work()
    clock.shift(-3600)
    play(tables[1])
    clock.shift(1)
    work()
    assert is_current(tables[0])
