"""Chunks of a simulation finish at the same moment, on PostgreSQL."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.utils import timezone

import games.services as games
from tests.builders import fresh, make_club, make_simulation, owner_of, simulation_spec
from tests.race.together import at_once, meet, meet_across
from tournaments.core.audit import COMMAND
from tournaments.core.rules.refusals import Conflict
from tournaments.models import Simulation, SimulationChunk
from tournaments.simulations.verbs import chunks, simulations

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
    stored_at_once(simulation, 0, 1, 2, 3)
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (4, 8_000)


def test_a_chunk_that_two_workers_finish_at_once_counts_once(simulation: Simulation) -> None:
    for number in range(3):
        kept = stored_at_once(simulation, number, number, number)
        assert sorted(chunk is None for chunk in kept) == [False, True, True]
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (3, 6_000)


def test_exactly_one_worker_sees_that_its_chunk_is_the_last(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, chunks, "_locked", times=4)
    kept = stored_at_once(simulation, 0, 1, 2, 3)
    assert sorted(row.chunks_done for row in kept) == [1, 2, 3, 4]


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


def test_the_number_of_running_simulations_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club()
    boss = owner_of(club)
    start = partial(simulations.start_simulation, club, boss, simulation_spec(10))
    for _ in range(simulations.MOST_RUNNING - 1):
        start()
    meet(monkeypatch, simulations, "_check_room")
    results = at_once(start, start)
    assert sorted(isinstance(result, Conflict) for result in results) == [False, True]
