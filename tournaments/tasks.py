"""The workers' doors: each task runs a verb for a row of the outbox, once.

A task is given the row's id alone, or the ids of several. Which verb a row names, and in which queue it
waits, stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from celery import shared_task
from celery.app.task import Task
from django.conf import settings

from tournaments.services.draw import searches
from tournaments.services.evening import bots, rounds
from tournaments.services.rehearsals import rehearsals
from tournaments.services.simulations import chunks, simulations
from tournaments.services.standings import standings
from tournaments.services.webhooks import deliveries

from .kernel import outbox, stored_responses


def _door(name: str, verb: Callable[..., object]) -> Callable[[str], bool]:
    @shared_task(name=name)
    def task(row_id: str) -> bool:
        return outbox.run(row_id, verb)

    return task


@shared_task(name="standings.refresh")
def refresh_standings(*row_ids: str) -> int:
    """Count standings: one message for all that was recorded in a moment (`outbox.BATCHED_TASKS`)."""
    return outbox.run_each(row_ids, standings.refresh)


play_bot_deal = _door("bots.play_deal", bots.play_deal)
advance_event = _door("rounds.advance", rounds.advance)
begin_encore = _door("events.encore", rounds.encore)
tell_webhooks = _door("feed.tell", deliveries.tell)
wake_webhook = _door("webhooks.wake", deliveries.wake)
spread_simulation = _door("simulations.spread", chunks.send_chunks)


@shared_task(name="draws.search")
def search_draw(row_id: str) -> bool:
    """A slice of a longer search. It takes about a second, so it is made before anything is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    try:
        found = searches.search_slice(*args)
    except Exception as error:
        outbox.record_failure(row_id, error)
        raise
    return outbox.run(row_id, partial(searches.keep_slice, found))


@shared_task(name="bots.rehearse")
def rehearse(row_id: str) -> bool:
    """A step of a rehearsal. If a round is to be drawn, it is before anything else is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    if outbox.failed_attempts(row_id) >= rehearsals.MOST_ATTEMPTS:
        return outbox.run(row_id, rehearsals.give_up)
    try:
        refused = rehearsals.prepare_step(*args)
    except Exception as error:
        outbox.record_failure(row_id, error)
        raise
    return outbox.run(row_id, partial(rehearsals.take_step, refused))


@shared_task(name="webhooks.deliver")
def deliver_message(row_id: str) -> bool:
    """An attempt to deliver a message. It may take seconds, so it is made before anything is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    return outbox.run(row_id, partial(deliveries.keep, deliveries.attempt(*args)))


@shared_task(
    name="simulations.play_chunk",
    bind=True,
    max_retries=chunks.RETRIES,
    soft_time_limit=settings.SIMULATION_CHUNK_LIMIT,
    time_limit=settings.SIMULATION_CHUNK_LIMIT + 20,
)
def play_chunk(self: Task[..., bool], simulation_id: str, number: int) -> bool:
    """Play a chunk of a simulation unless its row shows that it is played.

    A database error fails no simulation: the sweep sends the chunk again.
    """
    try:
        return chunks.play_chunk(simulation_id, number)
    except chunks.SimulationError as error:
        if self.request.retries < chunks.RETRIES:
            raise self.retry(countdown=2**self.request.retries) from error
        chunks.fail(simulation_id, error.failure)
        raise


@shared_task(name="outbox.sweep")
def sweep() -> dict[str, Any]:
    """Every few seconds: ring again for what is overdue, ask for what lags behind or stands still, forget."""
    return {
        "sent": outbox.sweep(),
        "stale": standings.ask_for_stale(),
        "still": chunks.sweep(),
        "forgotten": deliveries.forget_old() + stored_responses.forget_old() + simulations.forget_old(),
    }
