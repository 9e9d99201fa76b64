"""The Celery tasks. Each one runs the verb of an outbox row, once.

The argument of a task is the id of the row, or the ids of several rows. This module says which verb belongs
to which task.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from celery import shared_task
from celery.app.task import Task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from tournaments.clubs.verbs import accounts, second_factors
from tournaments.core import outbox, stored_responses
from tournaments.core.watchdog import note_beat
from tournaments.desk.verbs import calls, rounds
from tournaments.draw.verbs import searches
from tournaments.events.verbs import announcements
from tournaments.events.words import mails
from tournaments.play.verbs import bots, practices
from tournaments.programs import privacy
from tournaments.programs.fsck import watch
from tournaments.programs.webhooks import deliveries
from tournaments.ratings import verbs as ratings
from tournaments.seasons.verbs import tables
from tournaments.simulations.verbs import chunks, simulations
from tournaments.site.demo import play as demo
from tournaments.standings.verbs import standings


def _task(name: str, verb: Callable[..., object]) -> Callable[[str], bool]:
    @shared_task(name=name)
    def task(row_id: str) -> bool:
        return outbox.run(row_id, verb)

    return task


@shared_task(name="standings.refresh")
def refresh_standings(*row_ids: str) -> int:
    """Compute standings: one message can hold several rows (`outbox.BATCHED_TASKS`)."""
    return outbox.run_each(row_ids, standings.refresh)


play_bot_deal = _task("bots.play_deal", bots.play_deal)
refresh_season = _task("seasons.refresh", tables.refresh)
refresh_ratings = _task("ratings.refresh", ratings.count_on)
advance_event = _task("rounds.advance", rounds.advance)
begin_encore = _task("events.encore", rounds.encore)
tell_webhooks = _task("feed.tell", deliveries.write_messages)
tell_of_season = _task("seasons.tell", deliveries.write_season_messages)
wake_webhook = _task("webhooks.wake", deliveries.end_backoff)
play_demo = _task("demo.play", demo.play_on)
spread_simulation = _task("simulations.spread", chunks.send_chunks)


@shared_task(name="replies.confirm")
def confirm_reply(row_id: str) -> bool:
    """Send somebody a mail about their reply. It may take seconds, so it runs before anything is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    mail = mails.confirmation_of(*args)
    if mail is not None and outbox.failed_attempts(row_id) < mails.MOST_ATTEMPTS:
        try:
            mail.send()
        except mails.MailError as error:
            outbox.record_failure(row_id, error)
            raise
    return outbox.run(row_id, lambda _reply: None)


def _slow_task(name: str, work: Callable[..., Any], verb: Callable[..., object]) -> Callable[[str], bool]:
    """A task whose work may take seconds, so it runs before anything is locked.

    verb: stores the result. It gets the result, then the arguments of the row.
    """

    @shared_task(name=name)
    def task(row_id: str) -> bool:
        args = outbox.pending_args(row_id)
        if args is None:
            return False
        try:
            result = work(*args)
        except Exception as error:
            outbox.record_failure(row_id, error)
            raise
        return outbox.run(row_id, partial(verb, result))

    return task


search_draw = _slow_task("draws.search", searches.search_slice, searches.keep_slice)
mail_announcement = _slow_task("announcements.mail", announcements.mail, lambda *_mailed: None)
deliver_message = _slow_task("webhooks.deliver", deliveries.attempt, deliveries.store_attempt)


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
    except SoftTimeLimitExceeded:
        # It may have interrupted a statement or a transaction. This process must not use that connection.
        del connections[DEFAULT_DB_ALIAS]
        raise
    except chunks.SimulationError as error:
        if self.request.retries < chunks.RETRIES:
            raise self.retry(countdown=2**self.request.retries) from error
        chunks.fail(simulation_id, error.failure)
        raise


def _periodic(name: str, verb: Callable[[], object], **options: Any) -> Callable[[], object]:
    """A periodic task: `settings.PERIODIC` says how often.

    Each has a message of its own, so one that fails or hangs does not stop the others.
    """

    @shared_task(name=name, **options)
    def task() -> object:
        return verb()

    return cast("Callable[[], object]", task)


@shared_task(name="sweep.outbox")
def sweep_outbox() -> int:
    """Send the messages of overdue rows again."""
    note_beat()
    return outbox.sweep()


sweep_standings = _periodic("sweep.standings", standings.ask_for_stale)
sweep_seasons = _periodic("sweep.seasons", tables.ask_for_stale)
sweep_simulations = _periodic("sweep.simulations", chunks.sweep)
forget_rows = _periodic("forget.rows", outbox.forget_old)
forget_deliveries = _periodic("forget.deliveries", deliveries.forget_old)
forget_responses = _periodic("forget.responses", stored_responses.forget_old)
forget_attempts = _periodic("forget.attempts", second_factors.forget_old)
forget_sessions = _periodic("forget.sessions", accounts.forget_old)
forget_contacts = _periodic("forget.contacts", privacy.forget_old)
forget_calls = _periodic("forget.calls", calls.forget_old)
forget_practices = _periodic("forget.practices", practices.forget_old)
forget_simulations = _periodic("forget.simulations", simulations.forget_old)
# These only read, so they may take long.
check_recent = _periodic("fsck.recent", watch.check_recent, time_limit=600)
check_slice = _periodic("fsck.slice", watch.check_slice, time_limit=int(watch.LONGEST_SLICE.total_seconds()))
