"""The check of the outbox: each row has a subject, and each duty that can be derived has its row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.db.models import Model
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    Club,
    DeliveryStatus,
    DrawSearch,
    Event,
    EventStatus,
    OutboxTask,
    Reply,
    Round,
    RoundStatus,
    SearchStatus,
    Season,
    Simulation,
    Table,
    Webhook,
    WebhookDelivery,
)
from tournaments.services.standings.table_states import table_state, unfinished_tables

from .damage import Damage, Place, Scope

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
}
"""The model whose id is the first argument of each task."""

MAY_BE_GONE = frozenset({"webhooks.deliver", "replies.confirm", "draws.search", "simulations.spread"})
"""The subjects of these tasks can be deleted while their row waits. Then the task does nothing."""


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check the rows that are not done, then the duties. Counts the rows."""
    if not scope.duties:
        return
    waiting: set[tuple[str, ...]] = set()
    for row in OutboxTask.objects.filter(done_at=None).order_by("pk").iterator(chunk_size=1000):
        counts["outbox"] = counts.get("outbox", 0) + 1
        model = SUBJECTS.get(row.task)
        waiting.add((row.task, *row.args))
        if model is None or not (
            row.task in MAY_BE_GONE or model._base_manager.filter(pk=row.args[0]).exists()
        ):
            yield Damage(
                "task_without_duty",
                _("The outbox has the task %(task)s(%(args)s). Its subject does not exist."),
                {"task": row.task, "args": ", ".join(row.args)},
                at=row.created_at,
            )
    yield from _bots(waiting)
    yield from _rounds(waiting)
    yield from _messages(waiting)
    for pk in DrawSearch.objects.filter(status=SearchStatus.RUNNING).values_list("pk", flat=True):
        if not any(row[:2] == ("draws.search", str(pk)) for row in waiting):
            yield _missing("draws.search", str(pk), Place())


def _missing(task: str, subject: str, place: Place) -> Damage:
    return Damage(
        "duty_without_task",
        _("The task %(task)s(%(subject)s) must run. The outbox does not have it."),
        {"task": task, "subject": subject},
        place,
    )


def _bots(waiting: set[tuple[str, ...]]) -> Iterator[Damage]:
    """A table of bots that is not over has a task for its next deal."""
    tables = (
        Table.objects.filter(
            seats__number=0,
            closed_at=None,
            round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
            round__event__status=EventStatus.RUNNING,
        )
        .exclude(seats__entry__player__bot="")
        .select_related("round__event__club")
    )
    for table in tables:
        state = table_state(table)
        task = ("bots.play_deal", str(table.pk), str(state.next_number))
        if not state.is_over and task not in waiting:
            event = table.round.event
            place = Place(
                event.club.name,
                event.club_id,
                event.name,
                event.pk,
                table.round.number,
                table.number,
                table.pk,
            )
            yield _missing(task[0], f"{task[1]}, {task[2]}", place)


def _rounds(waiting: set[tuple[str, ...]]) -> Iterator[Damage]:
    """A played round of an event that runs by itself has a task that closes it."""
    for round_ in Round.objects.filter(
        event__auto_draw=True,
        event__status=EventStatus.RUNNING,
        status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING],
    ).select_related("event__club"):
        event = round_.event
        if not unfinished_tables(round_) and ("rounds.advance", str(event.pk)) not in waiting:
            place = Place(event.club.name, event.club_id, event.name, event.pk, round_.number)
            yield _missing("rounds.advance", str(event.pk), place)


def _messages(waiting: set[tuple[str, ...]]) -> Iterator[Damage]:
    """A pending message of a webhook in service has a task that sends it, now or after its pause."""
    for pk, webhook, club, club_id in WebhookDelivery.objects.filter(
        status=DeliveryStatus.PENDING, webhook__paused_at=None, webhook__removed_at=None
    ).values_list("pk", "webhook_id", "webhook__club__name", "webhook__club_id"):
        if not any(
            row[:2] in (("webhooks.deliver", str(pk)), ("webhooks.wake", str(webhook))) for row in waiting
        ):
            yield _missing("webhooks.deliver", str(pk), Place(club, club_id))
