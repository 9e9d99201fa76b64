"""Workers finish chunks and count standings while others write, on PostgreSQL."""

from __future__ import annotations

from functools import partial
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

import games.services as games
from tests.builders import (
    fresh,
    make_simulation,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tests.platform.processes import until
from tests.race.together import TIMEOUT, at_once, meet, meet_across
from tests.tournaments.seasons import a_club, played, started
from tournaments import tasks
from tournaments.core import refreshes
from tournaments.core.actors import COMMAND
from tournaments.desk.verbs.lifecycle import reopen_event
from tournaments.models import (
    Event,
    OutboxTask,
    Simulation,
    SimulationChunk,
)
from tournaments.seasons.verbs import tables
from tournaments.seasons.verbs.facts import read_facts
from tournaments.simulations.verbs import chunks, simulations
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture(autouse=True)
def unsent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send no messages, since the tests are the workers, and compile the core first."""
    monkeypatch.setattr(chunks, "_send", lambda _simulation, _numbers: None)
    chunks.warm_up()


@pytest.fixture
def simulation() -> Simulation:
    """Four chunks of 2,000 deals, which are started."""
    simulation = make_simulation()
    for number in range(4):
        assert chunks.start_chunk(simulation.pk, number)
    return simulation


def stored_at_once(simulation: Simulation, *numbers: int) -> list[Any]:
    """Store the outcomes of these chunks at the same time."""
    outcomes = {number: games.play_chunk(simulation.spec, number) for number in set(numbers)}
    now = timezone.now()
    return at_once(
        *(partial(chunks.store_chunk, simulation.pk, number, outcomes[number], now) for number in numbers)
    )


def test_chunks_that_finish_at_once_are_all_counted(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, chunks, "_locked", times=4)
    kept = stored_at_once(simulation, 0, 1, 2, 3)
    assert sorted(row.chunks_done for row in kept) == [1, 2, 3, 4], "exactly one is the last"
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (4, 8_000)


def test_a_chunk_that_two_workers_finish_at_once_counts_once(simulation: Simulation) -> None:
    for number in range(3):
        kept = stored_at_once(simulation, number, number, number)
        assert sorted(chunk is None for chunk in kept) == [False, True, True]
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (3, 6_000)


def test_two_reports_made_at_once_are_stored_once(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored_at_once(simulation, 0, 1, 2, 3)
    meet(monkeypatch, games, "simulation_report")
    made = at_once(partial(chunks.finish, simulation), partial(chunks.finish, simulation))
    assert all(isinstance(outcome, bool | chunks.SimulationError) for outcome in made)
    assert [outcome for outcome in made if outcome is True] == [True]
    done = fresh(simulation)
    assert (done.status, done.failure) == ("done", None)
    assert done.report is not None
    assert not SimulationChunk.objects.exists()


def test_a_chunk_that_finishes_during_a_cancel_leaves_nothing(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = games.play_chunk(simulation.spec, 0)
    # The chunk waits for the lock, which the cancel has.
    meet_across(monkeypatch, (chunks, "_locked"), (simulations, "end"))
    results = at_once(
        partial(chunks.store_chunk, simulation.pk, 0, outcome, timezone.now()),
        partial(simulations.cancel_simulation, simulation, COMMAND),
    )
    assert not any(isinstance(result, Exception) for result in results)
    assert fresh(simulation).status == "cancelled"
    assert not SimulationChunk.objects.exists()


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_a_refresh_counts_a_deal_that_has_read_that_it_waits_and_is_not_committed() -> None:
    """A deal adds no outbox row because a refresh waits, while a worker runs that refresh."""
    OutboxTask.objects.all().delete()
    round_ = published_round(running_event(8, deals_per_round=4))
    play(the_table(round_, 1))
    (row,) = OutboxTask.objects.filter(task=refreshes.TASK, done_at__isnull=True)
    has_read, refreshed = Signal(), Signal()

    def deal() -> None:
        with transaction.atomic():
            play(the_table(round_, 2))
            has_read.set()
            until(lambda: refreshed.is_set() or waits_for_a_lock())

    def refresh() -> None:
        assert has_read.wait(TIMEOUT)
        tasks.refresh_standings(str(row.pk))
        refreshed.set()

    assert at_once(deal, refresh) == [None, None]
    assert not OutboxTask.objects.filter(task=refreshes.TASK, done_at__isnull=True).exists()
    event = Event.objects.get(pk=round_.event_id)
    assert standings.newest_standing_version(event) == event.version


def test_an_evening_is_corrected_while_the_table_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    actor, has_counted, corrected = owner_of(season.league.club), Signal(), Signal()
    event = reopen_event(Event.objects.get(), actor, "wrong chips")
    real = tables.tables_of

    def count(*args: Any, **how: Any) -> Any:
        counted = real(*args, **how)
        has_counted.set()
        until(lambda: corrected.is_set() or waits_for_a_lock())
        return counted

    def correct() -> None:
        assert has_counted.wait(TIMEOUT)
        add_adjustment(event, actor, event.entries.order_by("number")[0], "late", chips=-7)
        corrected.set()

    monkeypatch.setattr(tables, "tables_of", count)
    table, _none = at_once(lambda: tables.refresh(season.pk), correct)
    assert table.covers == {str(event.pk): Event.objects.get().version}, "no lock, and it counts again"
    assert table.tables == real(read_facts(season))
