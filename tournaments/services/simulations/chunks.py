"""How workers play a simulation: in chunks that are each counted once, then as a report.

A message contains only the id of the simulation and the number of a chunk. The worker plays the chunk without
locks and stores it in one short transaction, with the counts of the simulation. A second delivery finds the
row and changes nothing. The sweep sends the missing chunks of a simulation again when it makes no progress.

At most `WINDOW` chunks are sent at a time. So several simulations share the workers, and the queue stays
short when a simulation is sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app, group, signature
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

import games.services as games
from tournaments.kernel import outbox
from tournaments.models import Simulation, SimulationChunk, SimulationStart, SimulationStatus

from .failures import Failure, failure, failure_sentence
from .process import ChunkProcessError, ServerStopsError
from .simulations import deals_of, end

WINDOW = 64
"""The most chunks of a simulation that are sent and not stored: enough for thirty processors."""

RETRIES = 3
"""How often a chunk that could not be played is tried again before its simulation fails."""

MOST_STARTS = 8
"""How often a chunk may be started. A worker that is killed raises no exception and only leaves its starts.
Each further time that the simulation is sent allows one start more: so many workers may each have a copy of a
message and start at the same moment."""

READ_AT_ONCE = 50
"""Chunks that are in memory together while a report is made."""

LONGEST_STALL = 64
"""A simulation without progress is sent again after 1, 2, 4, ... times `SIMULATION_STALL`, at most this many
times: messages do not pile up when there is no worker."""

Outcome = list[dict[str, Any]]
ChunkPlayer = Callable[[dict[str, Any], int], Outcome]


class SimulationError(Exception):
    """A chunk could not be played, or the report could not be made. `failure` says why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return failure_sentence(self.failure)


class _Current:
    """The function that plays chunks in this process."""

    play: ChunkPlayer | None = None


def play_with(player: ChunkPlayer | None) -> None:
    """Play chunks with this function from now on; None: in this process."""
    _Current.play = player


def play(spec: dict[str, Any], number: int) -> Outcome:
    """Play a chunk: in this process, or where `play_with` says.

    Raises EngineError, ChunkProcessError and ServerStopsError.
    """
    return (_Current.play or games.play_chunk)(spec, number)


def warm_up() -> None:
    """Load the compiled core, if it is installed, so that the first chunk does not wait for it."""
    seats = ["cautious"] * 4
    spec = games.simulation_spec([{"rules": {"preset": "pagat"}, "seats": seats}], deals=4, seed=0)
    games.play_chunk(spec, 0)


def send_chunks(simulation_id: UUID | str) -> int:
    """Send all chunks of the current window that have no row, and return their number."""
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return 0
        simulation.chunks_sent = max(simulation.chunks_sent, _window_end(simulation))
        simulation.times_sent += 1
        simulation.moved_at = timezone.now()
        simulation.save(update_fields=["chunks_sent", "times_sent", "moved_at"])
        stored_numbers = set(simulation.chunks.values_list("number", flat=True))
        missing = [number for number in range(simulation.chunks_sent) if number not in stored_numbers]
        if len(stored_numbers) == simulation.chunks_planned:
            missing = [simulation.chunks_planned - 1]  # only the report is missing: this message makes it
        # Inside the transaction: if the broker does not answer, the row of the outbox stays pending.
        _send(simulation.pk, missing)
        return len(missing)


def play_chunk(simulation_id: UUID | str, number: int) -> bool:
    """Play a chunk and store its outcome; after the last chunk, make the report.

    Return False if there was nothing to do: the chunk is stored, the simulation does not run, or the server
    stops. Raises SimulationError.
    """
    simulation = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING).first()
    if simulation is None:
        return False
    if simulation.chunks.filter(number=number).exists():
        # A second delivery; or the worker that stored the last chunk ended before it made the report.
        return simulation.chunks_done == simulation.chunks_planned and finish(simulation)
    start = _start(simulation, number)
    if start is None:
        return False
    began = timezone.now()
    try:
        outcome = play(simulation.spec, number)
    except ServerStopsError:
        start.delete()
        return False
    except Exception as error:
        start.delete()  # only a worker that was killed leaves its start
        raise SimulationError(_failure(error, number)) from error
    current = store_chunk(simulation.pk, number, outcome, began)
    if current is not None and current.chunks_done == current.chunks_planned:
        finish(current)
    return current is not None


def store_chunk(
    simulation_id: UUID | str, number: int, outcome: Outcome, began: datetime
) -> Simulation | None:
    """Store the outcome of a chunk that was started at `began`, and send the next chunks.

    Return the simulation as it is now; None if this chunk was stored already or the simulation is over.
    """
    deals = deals_of(outcome)
    try:
        with transaction.atomic():
            # The long row comes before the lock, so that workers store their rows at the same time.
            SimulationChunk.objects.create(
                simulation_id=simulation_id, number=number, deals=deals, outcome=outcome
            )
            simulation = _locked(simulation_id)
            if simulation is None:
                transaction.set_rollback(True)
                return None
            _count(simulation, deals, began)
    except IntegrityError:
        running = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING).exists()
        if (
            running
            and not SimulationChunk.objects.filter(simulation_id=simulation_id, number=number).exists()
        ):
            raise
        return None
    return simulation


def finish(simulation: Simulation) -> bool:
    """Make the report of a simulation with all its chunks; False if another worker has made it.

    Nothing is locked meanwhile: stored chunks never change. Raises SimulationError; and DatabaseError, which
    does not fail the simulation.
    """
    try:
        report = games.simulation_report(simulation.spec, _outcomes(simulation))
    except DatabaseError:
        raise
    except Exception as error:
        raise SimulationError(_failure(error)) from error
    with transaction.atomic():
        locked = _locked(simulation.pk)
        if locked is None or locked.chunks_done < locked.chunks_planned:
            return False
        end(locked, SimulationStatus.DONE, report=report)
    return True


def fail(simulation_id: UUID | str, failure: Failure) -> bool:
    """End a simulation as failed, with the reason; False if it does not run."""
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return False
        end(simulation, SimulationStatus.FAILED, failure=failure)
    return True


def sweep(now: datetime | None = None) -> int:
    """Send the missing chunks of running simulations without progress. Return the number of simulations."""
    now = now or timezone.now()
    stall = timedelta(seconds=settings.SIMULATION_STALL)
    stalled = Simulation.objects.filter(status=SimulationStatus.RUNNING, moved_at__lte=now - stall)
    if not stalled.exists():
        return 0
    sent = 0
    with transaction.atomic():
        for simulation in _short(stalled).select_for_update(skip_locked=True, no_key=True):
            if simulation.moved_at <= now - stall * min(2**simulation.stalls, LONGEST_STALL):
                simulation.stalls = min(simulation.stalls + 1, 100)
                simulation.moved_at = now
                simulation.save(update_fields=["stalls", "moved_at"])
                outbox.add("simulations.spread", simulation.pk)
                sent += 1
    return sent


def _start(simulation: Simulation, number: int) -> SimulationStart | None:
    """Store that a chunk is started; None if it was started too often, which fails its simulation.

    The message of a worker that was killed goes to the next worker, or the sweep sends the chunk again. The
    rows of the starts end that loop. They are counted under the lock, so workers that start at the same time
    see each other's rows.
    """
    with transaction.atomic():
        locked = _locked(simulation.pk)
        if locked is None:
            return None
        starts = locked.starts.filter(number=number).count()
        if starts < MOST_STARTS + max(locked.times_sent - 1, 0):
            return SimulationStart.objects.create(simulation=locked, number=number)
        fail(simulation.pk, failure("part_lost_often", part=number + 1, starts=starts))
    return None


def _short(simulations: QuerySet[Simulation]) -> QuerySet[Simulation]:
    return simulations.defer("spec", "report")


def _locked(simulation_id: UUID | str) -> Simulation | None:
    """Lock and return the simulation if it runs. The lock lets others insert its chunks."""
    running = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING)
    return _short(running).select_for_update(no_key=True).first()


def _window_end(simulation: Simulation) -> int:
    return min(simulation.chunks_planned, simulation.chunks_done + WINDOW)


def _count(simulation: Simulation, deals: int, began: datetime) -> None:
    """Count a stored chunk; send more chunks when half of the window is free."""
    simulation.chunks_done += 1
    simulation.deals_done += deals
    simulation.began_at = min(simulation.began_at or began, began)
    simulation.moved_at = timezone.now()
    simulation.stalls = 0
    first, after = simulation.chunks_sent, _window_end(simulation)
    if after >= first + WINDOW // 2 or first < after == simulation.chunks_planned:
        simulation.chunks_sent = after
        # The sweep sends the chunks again if this message is lost.
        transaction.on_commit(lambda: _send(simulation.pk, range(first, after)), robust=True)
    simulation.save(
        update_fields=["chunks_done", "deals_done", "began_at", "moved_at", "stalls", "chunks_sent"]
    )


def _send(simulation_id: UUID, numbers: Iterable[int]) -> None:
    app = current_app
    group(
        [
            signature("simulations.play_chunk", args=(str(simulation_id), number), app=app)
            for number in numbers
        ],
        app=app,
    ).apply_async(retry=False)


def _outcomes(simulation: Simulation) -> Iterator[Outcome]:
    """The outcomes of all chunks by their numbers; a few of them are in memory at a time."""
    chunks = SimulationChunk.objects.filter(simulation=simulation).order_by("number")
    for first in range(0, simulation.chunks_planned, READ_AT_ONCE):
        batch = chunks.filter(number__gte=first, number__lt=first + READ_AT_ONCE)
        yield from batch.values_list("outcome", flat=True)


def _failure(error: Exception, number: int | None = None) -> Failure:
    """Why chunk `number` could not be played, or without a number, why the report could not be made."""
    cause = error if isinstance(error, games.EngineError) else None
    text = f"{type(error).__name__}: {error}"[:300]
    if number is None:
        return failure("report_refused", cause) if cause else failure("report_broken", error=text)
    part = number + 1
    if isinstance(error, SoftTimeLimitExceeded):
        return failure("part_too_slow", part=part, seconds=settings.SIMULATION_CHUNK_LIMIT)
    if isinstance(error, ChunkProcessError):
        return failure("part_lost", part=part)
    if cause:
        return failure("part_refused", cause, part=part)
    return failure("part_broken", part=part, error=text)
