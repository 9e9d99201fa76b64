"""The Celery tasks. Each one runs the verb of an outbox row, once.

The argument of a task is the id of the row, or the ids of several rows. This module says which verb belongs
to which task.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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


@shared_task(name="draws.search")
def search_draw(row_id: str) -> bool:
    """One slice of a longer search. It takes about a second, so it runs before anything is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    try:
        result = searches.search_slice(*args)
    except Exception as error:
        outbox.record_failure(row_id, error)
        raise
    return outbox.run(row_id, partial(searches.keep_slice, result))


@shared_task(name="announcements.mail")
def mail_announcement(row_id: str) -> bool:
    """Send the letters of an announcement. A mail server may take seconds, so nothing is locked meanwhile."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    try:
        announcements.mail(*args)
    except Exception as error:
        outbox.record_failure(row_id, error)
        raise
    return outbox.run(row_id, announcements.note_mailed)


@shared_task(name="webhooks.deliver")
def deliver_message(row_id: str) -> bool:
    """One attempt to deliver a message. It may take seconds, so it runs before anything is locked."""
    args = outbox.pending_args(row_id)
    if args is None:
        return False
    return outbox.run(row_id, partial(deliveries.store_attempt, deliveries.attempt(*args)))


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


# Each periodic task has a message of its own, so one that fails or hangs does not stop the others.


@shared_task(name="sweep.outbox")
def sweep_outbox() -> int:
    """Send the messages of overdue rows again."""
    note_beat()
    return outbox.sweep()


@shared_task(name="sweep.standings")
def sweep_standings() -> int:
    """Queue stale standings."""
    return standings.ask_for_stale()


@shared_task(name="sweep.seasons")
def sweep_seasons() -> int:
    """Queue stale tables of seasons."""
    return tables.ask_for_stale()


@shared_task(name="sweep.simulations")
def sweep_simulations() -> int:
    """Send lost chunks again."""
    return chunks.sweep()


@shared_task(name="forget.rows")
def forget_rows() -> int:
    """Delete old done rows of the outbox."""
    return outbox.forget_old()


@shared_task(name="forget.deliveries")
def forget_deliveries() -> int:
    """Delete old messages of webhooks."""
    return deliveries.forget_old()


@shared_task(name="forget.responses")
def forget_responses() -> int:
    """Delete old stored responses."""
    return stored_responses.forget_old()


@shared_task(name="forget.attempts")
def forget_attempts() -> int:
    """Delete what slows no sign-in any more."""
    return second_factors.forget_old()


@shared_task(name="forget.sessions")
def forget_sessions() -> int:
    """Delete sessions that have expired."""
    return accounts.forget_old()


@shared_task(name="forget.contacts")
def forget_contacts() -> int:
    """Forget how to reach people, 30 days after their event."""
    return privacy.forget_old()


@shared_task(name="forget.calls")
def forget_calls() -> int:
    """Delete old calls of the director."""
    return calls.forget_old()


@shared_task(name="forget.practices")
def forget_practices() -> int:
    """Delete practices against bots that rested for a day."""
    return practices.forget_old()


@shared_task(name="forget.simulations")
def forget_simulations() -> int:
    """Delete old simulations of commands, and those without a report."""
    return simulations.forget_old()


@shared_task(name="fsck.recent", time_limit=600)
def check_recent() -> None:
    """Check what changed lately. Reads only, so it may take long."""
    watch.check_recent()


@shared_task(name="fsck.slice", time_limit=int(watch.LONGEST_SLICE.total_seconds()))
def check_slice() -> bool:
    """Check a slice of everything, if it is due. Reads only."""
    return watch.check_slice()
