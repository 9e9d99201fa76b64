"""How workers play a simulation: in chunks that are each counted once, then as a report.

A message contains only the id of the simulation and the number of a chunk. The worker notes the start, plays
the chunk without locks, and stores its outcome in one short transaction with the counts of the simulation. A
second delivery finds the outcome and changes nothing. The sweep sends the missing chunks of a simulation
again when it makes no progress.

Few chunks wait in the queue (`WINDOW`): whoever starts one sends the next one, of the club that has the
fewest chunks in the queue and in play. So clubs take turns, a single club keeps all workers busy, and a
simulation that starts behind large ones of other clubs waits for few chunks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import current_app, group, signature
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

import games.services as games
from tournaments.core import outbox
from tournaments.simulations.models import Simulation, SimulationChunk, SimulationStatus
from tournaments.simulations.verbs.simulations import (
    ChunkProcessError,
    Failure,
    ServerStopsError,
    end,
    failure_of,
    spec_of,
)

WINDOW = 8
"""The most chunks of all simulations that wait in the queue: workers that start at once find one each."""

RETRIES = 3
"""How often a chunk that could not be played is tried again before its simulation fails."""

MOST_STARTS = 8
"""How often a chunk may be started. A worker that is killed raises no exception and only leaves its start.
Each further time that the simulation is sent allows one start more: so many workers may each have a copy of a
message and start at the same moment."""

READ_AT_ONCE = 50
"""Chunks that are in memory together while a report is made."""

LONGEST_STALL = 64
"""A simulation without progress is sent again after 1, 2, 4, ... times `SIMULATION_STALL`, at most this many
times: messages do not pile up when there is no worker."""

TURN = ("club", "chunks_planned", "chunks_sent", "chunks_started", "chunks_done", "moved_at")
"""What decides whose turn it is."""

Outcome = list[dict[str, Any]]
ChunkPlayer = Callable[[Mapping[str, Any], int], Outcome]


class SimulationError(Exception):
    """A chunk could not be played, or the report could not be made. `failure` says why."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.failure = failure_of(error)


class _Current:
    """The function that plays chunks in this process."""

    play: ChunkPlayer | None = None


def play_with(player: ChunkPlayer | None) -> None:
    """Play chunks with this function from now on; None: in this process."""
    _Current.play = player


def warm_up() -> None:
    """Load the compiled core, if it is installed, so that the first chunk does not wait for it."""
    games.play_chunk(spec_of(rules={"preset": "pagat"}, seats=["cautious"] * 4, deals=4, seed=0), 0)


def send_chunks(simulation_id: UUID | str) -> int:
    """Send the chunks whose turn it is; before them, those that a simulation without progress lacks.

    Return the number of all.
    """
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return 0
        missing: list[int] = []
        if simulation.chunks_done == simulation.chunks_planned:
            missing = [simulation.chunks_planned - 1]  # only the report is missing: this message makes it
        elif simulation.stalls:
            stored = set(simulation.chunks.filter(outcome__isnull=False).values_list("number", flat=True))
            missing = [number for number in range(simulation.chunks_sent) if number not in stored]
        if missing:
            simulation.times_sent += 1
            simulation.moved_at = timezone.now()
            simulation.save(update_fields=["times_sent", "moved_at"])
            # Inside the transaction: if the broker does not answer, the row of the outbox stays pending.
            _send(simulation.pk, missing)
    return len(missing) + send_next()


def send_next() -> int:
    """Send chunks until `WINDOW` of them wait, each of the club whose turn it is. Return their number."""
    sent = 0
    while (simulation := _next_in_turn()) is not None:
        number = simulation.chunks_sent
        with transaction.atomic():
            # Another worker may have sent this chunk just now.
            mine = Simulation.objects.filter(
                pk=simulation.pk, chunks_sent=number, status=SimulationStatus.RUNNING
            )
            if mine.update(chunks_sent=number + 1, moved_at=timezone.now()):
                _send(simulation.pk, [number])
                sent += 1
    return sent


def _next_in_turn() -> Simulation | None:
    """The simulation that sends the next chunk; None if enough chunks wait, or none is left.

    It is the turn of the club with the fewest chunks that are sent and not stored, and then of the one that
    has waited longest; within the club likewise.
    """
    running = list(Simulation.objects.filter(status=SimulationStatus.RUNNING).only(*TURN))
    if sum(each.chunks_sent - each.chunks_started for each in running) >= WINDOW:
        return None
    shares: Counter[UUID | None] = Counter()
    for each in running:
        shares[each.club_id] += each.chunks_sent - each.chunks_done
    left = [each for each in running if each.chunks_sent < each.chunks_planned]
    return min(
        left,
        key=lambda each: (shares[each.club_id], each.chunks_sent - each.chunks_done, each.moved_at),
        default=None,
    )


def play_chunk(simulation_id: UUID | str, number: int) -> bool:
    """Play a chunk and store its outcome; after the last chunk, make the report.

    Return False if there was nothing to do: the chunk is stored, the simulation does not run, or the server
    stops. Raises SimulationError.
    """
    began = timezone.now()
    simulation = start_chunk(simulation_id, number)
    if simulation is None:
        return False
    if simulation.chunks_done == simulation.chunks_planned:
        # The worker that stored the last chunk ended before it made the report.
        return finish(simulation)
    try:
        outcome = (_Current.play or games.play_chunk)(simulation.spec, number)
    except Exception as error:
        # Only a worker that was killed leaves its start.
        simulation.chunks.filter(number=number).update(starts=F("starts") - 1)
        if isinstance(error, ServerStopsError):
            return False
        raise SimulationError(error) from error
    current = store_chunk(simulation.pk, number, outcome, began)
    if current is not None and current.chunks_done == current.chunks_planned:
        finish(current)
    return current is not None


def start_chunk(simulation_id: UUID | str, number: int) -> Simulation | None:
    """Note that a chunk is started, and return its simulation, unless there is nothing to do.

    The message of a worker that was killed goes to the next worker, or the sweep sends the chunk again. The
    number of starts ends that loop: too many fail the simulation.
    """
    with transaction.atomic():
        # Whatever becomes of this message, it no longer waits. The sweep replaces a message that is lost.
        transaction.on_commit(send_next, robust=True)
        simulation = _locked(simulation_id)
        if simulation is None:
            return None
        if simulation.chunks_done == simulation.chunks_planned:
            return simulation
        chunk, is_new = simulation.chunks.get_or_create(number=number)
        if is_new:
            simulation.chunks_started += 1
            simulation.save(update_fields=["chunks_started"])
        if chunk.outcome is not None:
            return None
        if chunk.starts >= MOST_STARTS + simulation.times_sent:
            end(simulation, SimulationStatus.FAILED, failure=failure_of(ChunkProcessError()))
            return None
        chunk.starts += 1
        chunk.save(update_fields=["starts"])
    return simulation


def store_chunk(
    simulation_id: UUID | str, number: int, outcome: Outcome, began: datetime
) -> Simulation | None:
    """Store the outcome of a chunk that was started at `began`.

    Return the simulation as it is now; None if this chunk was stored already or the simulation is over.
    """
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return None
        if not simulation.chunks.filter(number=number, outcome__isnull=True).update(outcome=outcome):
            return None
        simulation.chunks_done += 1
        simulation.deals_done += sum(batch["deals"] for batch in outcome)
        simulation.began_at = min(simulation.began_at or began, began)
        simulation.moved_at = timezone.now()
        simulation.stalls = 0
        simulation.save(update_fields=["chunks_done", "deals_done", "began_at", "moved_at", "stalls"])
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
        raise SimulationError(error) from error
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
        for simulation in stalled.select_for_update(skip_locked=True, no_key=True):
            if simulation.moved_at <= now - stall * min(2**simulation.stalls, LONGEST_STALL):
                simulation.stalls = min(simulation.stalls + 1, 100)
                simulation.moved_at = now
                simulation.save(update_fields=["stalls", "moved_at"])
                outbox.add("simulations.spread", simulation.pk)
                sent += 1
    return sent


def _locked(simulation_id: UUID | str) -> Simulation | None:
    """Lock and return the simulation if it runs."""
    running = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING)
    return running.select_for_update(no_key=True).first()


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
        yield from (outcome or [] for outcome in batch.values_list("outcome", flat=True))
