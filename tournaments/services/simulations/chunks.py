"""How a simulation is played by the workers: sent out in chunks, each counted exactly once, then reported.

A message names a chunk and nothing else. The chunk is played with nothing locked, and stored in one short
transaction: its row, and the simulation's numbers beside it. A second delivery finds the row and changes
nothing. Whatever becomes of messages and workers, a simulation that has not moved for a while is sent again,
as far as rows are missing.

Not all chunks are sent at once, but some `WINDOW` of them, and more as they come back: several simulations
share the workers then, however long one of them is, and a queue that is sent again stays short.
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
from .process import LostError
from .simulations import deals_of, end

WINDOW = 64
"""Chunks of a simulation that are under way at most: enough for thirty processors until more are sent."""

RETRIES = 3
"""A chunk that could not be played is tried so often again before its simulation fails."""

MOST_STARTS = 8
"""A chunk that was taken up so often, did not come back and is not stored fails its simulation: whoever plays
it is killed, of which no exception tells. With every further time that the simulation is sent one more may
be: of a message that waited in several copies, so many workers take one each at the same moment."""

READ_AT_ONCE = 50
"""Chunks that are in memory together while a report is made."""

LONGEST_STALL = 64
"""A simulation that does not move is sent again after 1, 2, 4, ... times `SIMULATION_STALL`, at most so many:
where nobody takes simulations, messages do not pile up."""

Outcome = list[dict[str, Any]]
Player = Callable[[dict[str, Any], int], Outcome]


class NotPlayed(Exception):
    """A chunk could not be played, or the report could not be made. `failure` says why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure

    def __str__(self) -> str:
        return failure_sentence(self.failure)


class _Here:
    """How this process plays a chunk."""

    play: Player | None = None


def play_by(player: Player | None) -> None:
    """Have chunks played by `player` from now on, instead of in this process itself (None)."""
    _Here.play = player


def get_ready() -> None:
    """Load the compiled core, where it is installed, so that the first chunk need not wait for it."""
    seats = ["cautious"] * 4
    spec = games.simulation_spec([{"rules": {"preset": "pagat"}, "seats": seats}], deals=4, seed=0)
    games.play_chunk(spec, 0)


def spread(simulation_id: UUID | str) -> int:
    """Send the workers all chunks whose turn it is and that have no row, as one group; returns how many."""
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return 0
        simulation.chunks_sent = max(simulation.chunks_sent, _turn(simulation))
        simulation.times_sent += 1
        simulation.moved_at = timezone.now()
        simulation.save(update_fields=["chunks_sent", "times_sent", "moved_at"])
        stored = set(simulation.chunks.values_list("number", flat=True))
        missing = [number for number in range(simulation.chunks_sent) if number not in stored]
        if len(stored) == simulation.chunks_planned:
            missing = [simulation.chunks_planned - 1]  # only the report is: whoever gets this makes it
        # A worker that is quicker than this transaction needs nothing of it. And if the broker does not
        # answer, the row of the outbox is not done.
        _send(simulation.pk, missing)
        return len(missing)


def play_chunk(simulation_id: UUID | str, number: int) -> bool:
    """Play a chunk and store what came of it; whoever stores the last one makes the report.

    False if there was nothing to do: it is stored already, or the simulation does not run (any more). Raises
    NotPlayed.
    """
    simulation = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING).first()
    if simulation is None:
        return False
    if simulation.chunks.filter(number=number).exists():
        # Its message came twice. Or it is the last, and whoever stored it did not live to make the report.
        return simulation.chunks_done == simulation.chunks_planned and finish(simulation)
    start = _take_up(simulation, number)
    if start is None:
        return False
    began = timezone.now()
    try:
        outcome = (_Here.play or games.play_chunk)(simulation.spec, number)
    except Exception as error:
        start.delete()  # whoever played it is there to tell
        raise NotPlayed(_failed(error, number)) from error
    stored = keep_chunk(simulation.pk, number, outcome, began)
    if stored is not None and stored.chunks_done == stored.chunks_planned:
        finish(simulation)
    return stored is not None


def keep_chunk(
    simulation_id: UUID | str, number: int, outcome: Outcome, began: datetime
) -> Simulation | None:
    """Store what came of a chunk that was taken up at `began`, and send the next ones if it is time.

    Returns the simulation as it is now; None if this chunk was stored already, or the simulation is over.
    """
    deals = deals_of(outcome)
    try:
        with transaction.atomic():
            # The row first: it is long, and until the simulation is locked others store theirs beside it.
            SimulationChunk.objects.create(
                simulation_id=simulation_id, number=number, deals=deals, outcome=outcome
            )
            simulation = _locked(simulation_id)
            if simulation is None:
                transaction.set_rollback(True)
                return None
            _count(simulation, deals, began)
    except IntegrityError:
        if _is_settled(simulation_id, number):
            return None
        raise
    return simulation


def finish(simulation: Simulation) -> bool:
    """Make the report of a simulation whose chunks are all stored; False if somebody else has done it.

    It is made with nothing locked: chunks do not change any more. Raises NotPlayed; and DatabaseError, where
    the report is not to blame.
    """
    try:
        report = games.simulation_report(simulation.spec, _outcomes(simulation))
    except DatabaseError:
        raise
    except Exception as error:
        raise NotPlayed(_failed(error)) from error
    with transaction.atomic():
        locked = _locked(simulation.pk)
        if locked is None or locked.chunks_done < locked.chunks_planned:
            return False
        end(locked, SimulationStatus.DONE, report=report)
    return True


def give_up(simulation_id: UUID | str, failure: Failure) -> bool:
    """End a simulation as failed. Return False if it no longer runs."""
    with transaction.atomic():
        simulation = _locked(simulation_id)
        if simulation is None:
            return False
        end(simulation, SimulationStatus.FAILED, failure=failure)
    return True


def sweep(now: datetime | None = None) -> int:
    """Have every simulation sent again that runs and has not moved for long; returns how many."""
    now = now or timezone.now()
    stall = timedelta(seconds=settings.SIMULATION_STALL)
    still = Simulation.objects.filter(status=SimulationStatus.RUNNING, moved_at__lte=now - stall)
    if not still.exists():
        return 0
    sent = 0
    with transaction.atomic():
        for simulation in _bare(still).select_for_update(skip_locked=True, no_key=True):
            if simulation.moved_at <= now - stall * min(2**simulation.stalls, LONGEST_STALL):
                simulation.stalls = min(simulation.stalls + 1, 100)
                simulation.moved_at = now
                simulation.save(update_fields=["stalls", "moved_at"])
                outbox.add("simulations.spread", simulation.pk)
                sent += 1
    return sent


def _take_up(simulation: Simulation, number: int) -> SimulationStart | None:
    """Note that a chunk is begun; None where it was begun too often, which fails its simulation.

    A worker that is killed (for want of memory, say) tells nobody. Its message comes back to the next one,
    or the sweep sends the chunk anew, and so on for ever: the rows of its starts are what remains of them.
    Those of workers that are at it now look the same, and are as many as the message has copies at most.
    They are counted with the simulation locked: copies that are taken up at once see each other's.
    """
    with transaction.atomic():
        locked = _locked(simulation.pk)
        if locked is None:
            return None
        begun = locked.starts.filter(number=number).count()
        if begun < MOST_STARTS + max(locked.times_sent - 1, 0):
            return SimulationStart.objects.create(simulation=locked, number=number)
        give_up(simulation.pk, failure("part_lost_often", part=number + 1, starts=begun))
    return None


def _bare(simulations: QuerySet[Simulation]) -> QuerySet[Simulation]:
    """Without what is long in them."""
    return simulations.defer("spec", "report")


def _locked(simulation_id: UUID | str) -> Simulation | None:
    """The simulation, locked, if it runs. Its chunks may be inserted meanwhile (no key changes)."""
    running = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING)
    return _bare(running).select_for_update(no_key=True).first()


def _turn(simulation: Simulation) -> int:
    """The chunks that may have been sent by now: those that came back, and as many as are under way."""
    return min(simulation.chunks_planned, simulation.chunks_done + WINDOW)


def _count(simulation: Simulation, deals: int, began: datetime) -> None:
    """Count a chunk that is stored in this transaction; have more sent once half of those sent are back."""
    simulation.chunks_done += 1
    simulation.deals_done += deals
    simulation.began_at = min(simulation.began_at or began, began)
    simulation.moved_at = timezone.now()
    simulation.stalls = 0
    before, turn = simulation.chunks_sent, _turn(simulation)
    if turn >= before + WINDOW // 2 or before < turn == simulation.chunks_planned:
        simulation.chunks_sent = turn
        # A message that is lost is found to be missing by the sweep, as any other.
        transaction.on_commit(lambda: _send(simulation.pk, range(before, turn)), robust=True)
    simulation.save(
        update_fields=["chunks_done", "deals_done", "began_at", "moved_at", "stalls", "chunks_sent"]
    )


def _send(simulation_id: UUID, numbers: Iterable[int]) -> None:
    """Wake workers for these chunks."""
    app = current_app
    group(
        [
            signature("simulations.play_chunk", args=(str(simulation_id), number), app=app)
            for number in numbers
        ],
        app=app,
    ).apply_async(retry=False)


def _is_settled(simulation_id: UUID | str, number: int) -> bool:
    """Whether nothing is left to do for this chunk."""
    running = Simulation.objects.filter(pk=simulation_id, status=SimulationStatus.RUNNING).exists()
    return not running or SimulationChunk.objects.filter(simulation_id=simulation_id, number=number).exists()


def _outcomes(simulation: Simulation) -> Iterator[Outcome]:
    """What came of each chunk, in the order of their numbers; few of them are in memory at a time."""
    chunks = SimulationChunk.objects.filter(simulation=simulation).order_by("number")
    for first in range(0, simulation.chunks_planned, READ_AT_ONCE):
        some = chunks.filter(number__gte=first, number__lt=first + READ_AT_ONCE)
        yield from some.values_list("outcome", flat=True)


def _failed(error: Exception, number: int | None = None) -> Failure:
    """Why chunk `number` could not be played, or without a number, why the report could not be made."""
    cause = error if isinstance(error, games.EngineError) else None
    text = f"{type(error).__name__}: {error}"[:300]
    if number is None:
        return failure("report_refused", cause) if cause else failure("report_broken", error=text)
    part = number + 1
    if isinstance(error, SoftTimeLimitExceeded):
        return failure("part_too_slow", part=part, seconds=settings.SIMULATION_CHUNK_LIMIT)
    if isinstance(error, LostError):
        return failure("part_lost", part=part)
    if cause:
        return failure("part_refused", cause, part=part)
    return failure("part_broken", part=part, error=text)
