"""Chunks of a simulation whose players are killed: taken up again a few times, and then no more."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tests.builders import fresh, make_simulation
from tournaments.kernel.audit import COMMAND
from tournaments.models import SimulationStart
from tournaments.services.simulations import chunks, simulations
from tournaments.services.simulations.failures import why_failed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("compiled_core", "sent")]


class Killed(BaseException):
    """Nothing that is caught: what follows is not done, as in a process that is killed."""


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whoever plays is killed; which chunks they had begun."""
    begun: list[int] = []

    def play(_spec: object, number: int) -> Any:
        begun.append(number)
        raise Killed

    monkeypatch.setattr(chunks._Current, "play", play)
    return begun


def test_a_chunk_that_kills_its_workers_is_retried_a_few_times_and_fails_its_simulation(
    killing: list[int],
) -> None:
    simulation = make_simulation()
    for _ in range(chunks.MOST_STARTS):
        with pytest.raises(Killed):
            chunks.play_chunk(simulation.pk, 1)
        assert fresh(simulation).status == "running"
    assert not chunks.play_chunk(simulation.pk, 1)
    failed = fresh(simulation)
    assert failed.status == "failed"
    assert why_failed(failed) == (
        "Part 2 of the deals was started 8 times, and its process was killed each time. It may have run out "
        "of memory. Try fewer deals at each table."
    )
    assert killing == [1] * chunks.MOST_STARTS
    assert not SimulationStart.objects.exists()


def test_kills_are_counted_for_each_chunk_by_itself_and_some_are_survived(killing: list[int]) -> None:
    simulation = make_simulation(4_000)
    for number in (0, 1):
        for _ in range(chunks.MOST_STARTS - 1):
            with pytest.raises(Killed):
                chunks.play_chunk(simulation.pk, number)
    chunks.play_with(None)
    for number in (0, 1):
        assert chunks.play_chunk(simulation.pk, number)
    assert fresh(simulation).report == simulations.run_here(simulation.spec)


def test_a_chunk_that_raises_has_come_back_and_tells_why_however_often_it_was_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That is to be read, and not that nothing came back."""

    def play(_spec: object, _number: int) -> Any:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(chunks._Current, "play", play)
    simulation = make_simulation()
    for _ in range(chunks.MOST_STARTS + 2):
        with pytest.raises(chunks.SimulationError, match="took more than 240 seconds"):
            chunks.play_chunk(simulation.pk, 1)
    assert not SimulationStart.objects.exists()


def test_as_many_workers_as_a_message_has_copies_may_be_at_a_chunk_at_once() -> None:
    """Nobody took simulations for a night, and then a large machine does: nobody is gone who is at it now."""
    simulation = make_simulation(2_000)
    copies = 2 * chunks.MOST_STARTS
    for _ in range(copies):
        assert chunks.send_chunks(simulation.pk) == 1
    for _ in range(copies - 1):
        SimulationStart.objects.create(simulation=simulation, number=0)
    assert chunks.play_chunk(simulation.pk, 0)
    assert fresh(simulation).status == "done"


def test_a_simulation_that_was_sent_again_gives_a_deadly_chunk_up_after_so_many_more_starts(
    killing: list[int],
) -> None:
    simulation = make_simulation()
    for _ in range(3):
        chunks.send_chunks(simulation.pk)
    while fresh(simulation).status == "running":
        with suppress(Killed):
            chunks.play_chunk(simulation.pk, 1)
    assert len(killing) == chunks.MOST_STARTS + 2
    assert "was started 10 times" in why_failed(fresh(simulation))


def test_starts_are_forgotten_with_the_end_of_their_simulation() -> None:
    for end in (
        lambda started: chunks.play_chunk(started.pk, 0),
        lambda started: simulations.cancel_simulation(started, COMMAND),
    ):
        simulation = make_simulation(2_000)
        SimulationStart.objects.create(simulation=simulation, number=0)
        end(simulation)
        assert not SimulationStart.objects.exists()
