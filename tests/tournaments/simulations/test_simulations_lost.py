"""Chunks of a simulation whose players are killed: taken up again a few times, and then no more."""

from __future__ import annotations

from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tests.builders import fresh, make_simulation
from tournaments.models import SimulationChunk
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import failure_of, why_failed

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
    assert "was killed each time. It may have run out of memory." in why_failed(failed)
    assert killing == [1] * chunks.MOST_STARTS
    assert not SimulationChunk.objects.exists()


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
        with pytest.raises(chunks.SimulationError):
            chunks.play_chunk(simulation.pk, 1)
    assert SimulationChunk.objects.get().starts == 0
    chunks.fail(simulation.pk, failure_of(SoftTimeLimitExceeded()))
    assert "took more than 240 seconds" in why_failed(fresh(simulation))
