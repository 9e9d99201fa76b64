"""The check of the outbox: each row has a subject, and each duty that can be derived has its row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db.models import Model, QuerySet

from tournaments.clubs.models import Club
from tournaments.core.models.log import OutboxTask
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.draw.models import DrawSearch, SearchStatus
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Reply
from tournaments.programs.fsck.damage import Damage, Place, Scope, waiting
from tournaments.programs.webhooks.models import DeliveryStatus, Webhook, WebhookDelivery
from tournaments.seasons.models import Season
from tournaments.simulations.models import Simulation
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import table_state, unfinished_tables

SUBJECTS: Mapping[str, type[Model]] = {
    "standings.refresh": Event,
    "seasons.refresh": Season,
    "seasons.tell": Season,
    "ratings.refresh": Club,
    "rounds.advance": Event,
    "announcements.mail": Event,
    "replies.confirm": Reply,
    "events.encore": Event,
    "feed.tell": Event,
    "bots.play_deal": Table,
    "webhooks.wake": Webhook,
    "webhooks.deliver": WebhookDelivery,
    "draws.search": DrawSearch,
    "simulations.spread": Simulation,
    "demo.play": Club,
}
"""The model whose id is the first argument of each task."""

MAY_BE_GONE = frozenset({"webhooks.deliver", "replies.confirm", "draws.search", "simulations.spread"})
"""The subjects of these tasks can be deleted while their row waits. Then the task does nothing."""


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check the tasks of the scope that are not done, then the duties of its rows. Counts the tasks."""
    for row in scope.rows(OutboxTask).filter(done_at=None).order_by("pk").iterator(chunk_size=1000):
        counts["outbox"] += 1
        model = SUBJECTS.get(row.task)
        if model is None or not (
            row.task in MAY_BE_GONE or model._base_manager.filter(pk=row.args[0]).exists()
        ):
            yield Damage("task_without_duty", at=row.created_at, task=row.task, args=", ".join(row.args))
    for model, duty in DUTIES.items():
        if scope.has(model):
            yield from duty(scope.rows(model))


def _missing(task: str, subject: str, place: Place) -> Damage:
    return Damage("duty_without_task", place, task=task, subject=subject)


def _bots(tables: QuerySet[Table]) -> Iterator[Damage]:
    """A table of bots that is not over has a task for its next deal."""
    open_tables = list(
        tables.filter(
            seats__number=0,
            closed_at=None,
            round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
            round__event__status=EventStatus.RUNNING,
        )
        .exclude(seats__entry__player__bot="")
        .select_related("round__event__club")
    )
    rows = OutboxTask.objects.filter(task="bots.play_deal", done_at=None).values_list("args", flat=True)
    tasks = {tuple(args[:2]) for args in rows} if open_tables else ()
    for table in open_tables:
        state = table_state(table)
        task = (str(table.pk), str(state.next_number))
        if not state.is_over and task not in tasks:
            round_ = table.round
            place = Place.of(round_.event, round=round_.number, table=table.number, table_id=table.pk)
            yield _missing("bots.play_deal", ", ".join(task), place)


def _rounds(rounds: QuerySet[Round]) -> Iterator[Damage]:
    """A played round of an event that runs by itself has a task that closes it."""
    for round_ in rounds.filter(
        event__auto_draw=True,
        event__status=EventStatus.RUNNING,
        status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
    ).select_related("event__club"):
        event = round_.event
        if not unfinished_tables(round_) and str(event.pk) not in waiting("rounds.advance"):
            place = Place.of(event, round=round_.number)
            yield _missing("rounds.advance", str(event.pk), place)


def _messages(messages: QuerySet[WebhookDelivery]) -> Iterator[Damage]:
    """A pending message of a webhook in service has a task that sends it, now or after its pause."""
    pending = list(
        messages.filter(
            status=DeliveryStatus.PENDING, webhook__paused_at=None, webhook__removed_at=None
        ).values_list("pk", "webhook_id", "webhook__club__name", "webhook__club_id")
    )
    asked = waiting("webhooks.deliver", "webhooks.wake") if pending else ()
    for pk, webhook, club, club_id in pending:
        if str(pk) not in asked and str(webhook) not in asked:
            yield _missing("webhooks.deliver", str(pk), Place(club, club_id))


def _searches(searches: QuerySet[DrawSearch]) -> Iterator[Damage]:
    """A search for a draw that runs has its task."""
    running = list(searches.filter(status=SearchStatus.RUNNING).values_list("pk", flat=True))
    asked = waiting("draws.search") if running else ()
    for pk in running:
        if str(pk) not in asked:
            yield _missing("draws.search", str(pk), Place())


DUTIES: Mapping[type[Model], Callable[[QuerySet[Any]], Iterator[Damage]]] = {
    Table: _bots,
    Round: _rounds,
    WebhookDelivery: _messages,
    DrawSearch: _searches,
}
"""What looks for the duties of the rows of each model."""
