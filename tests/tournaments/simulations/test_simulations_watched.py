"""Simulations that fail, are cancelled, are watched; and whose they are."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from celery.exceptions import Retry
from django.db import OperationalError
from django.utils import timezone

from tests.builders import fresh, make_club, make_simulation, owner_of
from tournaments import tasks
from tournaments.models import AuditEntry, Simulation, SimulationChunk, SimulationStatus
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import why_failed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("compiled_core")]


# What goes wrong


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Chunks cannot be played; which ones it was tried with."""
    tried: list[int] = []

    def play(_spec: object, number: int) -> Any:
        tried.append(number)
        raise ZeroDivisionError("by a bot")

    monkeypatch.setattr(chunks._Current, "play", play)
    return tried


def attempt(simulation: Simulation, retries: int) -> None:
    """What a worker does with the message of chunk 0 that was sent again so often."""
    tasks.play_chunk.push_request(
        args=[str(simulation.pk), 0], kwargs={}, retries=retries, called_directly=False, id="an id"
    )
    try:
        tasks.play_chunk.run(str(simulation.pk), 0)
    finally:
        tasks.play_chunk.pop_request()


def test_a_chunk_that_raises_is_tried_again_and_then_its_simulation_fails_and_says_why(
    sent: list[int], broken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = make_simulation()
    monkeypatch.setattr(current_app.amqp, "send_task_message", lambda *_args, **_options: None)
    for retries in range(chunks.RETRIES):
        with pytest.raises(Retry):
            attempt(simulation, retries)
        assert fresh(simulation).status == "running"
    with pytest.raises(chunks.SimulationError):
        attempt(simulation, chunks.RETRIES)
    failed = fresh(simulation)
    assert (failed.status, failed.report, broken) == ("failed", None, [0] * (chunks.RETRIES + 1))
    assert why_failed(failed) == (
        "The deals could not be played because of an error in the program (ZeroDivisionError: by a bot)."
    )
    assert not chunks.play_chunk(simulation.pk, 1)


def test_a_database_that_was_away_while_the_report_was_made_fails_no_simulation(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_simulation: Simulation) -> Any:
        raise OperationalError

    simulation = make_simulation()
    chunks.send_chunks(simulation.pk)
    with monkeypatch.context() as patch:
        patch.setattr(chunks, "_outcomes", away)
        for number in (0, 1, 2):
            chunks.play_chunk(simulation.pk, number)
        with pytest.raises(OperationalError):
            chunks.play_chunk(simulation.pk, 3)
    # It is no chunk that could not be played, for which it would be given up: the sweep sends it once more.
    assert chunks.send_chunks(simulation.pk) == 1
    assert chunks.play_chunk(simulation.pk, sent[-1])
    assert fresh(simulation).status == "done"


# Cancelled


def test_a_cancelled_simulation_stops_at_the_next_chunk_and_twice_is_once(sent: list[int]) -> None:
    club = make_club()
    simulation = make_simulation(club=club)
    chunks.play_chunk(simulation.pk, 0)
    for _ in range(2):
        cancelled = simulations.cancel_simulation(simulation, owner_of(club))
        assert cancelled.status == SimulationStatus.CANCELLED
    assert not chunks.play_chunk(simulation.pk, 1)
    assert chunks.send_chunks(simulation.pk) == 0
    assert not SimulationChunk.objects.exists()
    assert fresh(simulation).finished_at is not None
    assert AuditEntry.objects.filter(verb="cancel_simulation").count() == 1


# Watched


# Whose it is


def test_simulations_of_commands_and_without_a_report_are_deleted_a_month_after_their_end(
    sent: list[int],
) -> None:
    club = make_club()
    ended, read, cancelled, running = (make_simulation(2_000, each) for each in (None, club, club, None))
    for simulation in (ended, read):
        chunks.play_chunk(simulation.pk, 0)
    simulations.cancel_simulation(cancelled, owner_of(club))
    now = timezone.now()
    assert simulations.forget_old(now + timedelta(days=29)) == 0
    assert simulations.forget_old(now + timedelta(days=31)) == 2
    assert set(Simulation.objects.all()) == {read, running}
