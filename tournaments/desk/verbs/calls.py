"""Calls: a table asks the director to come.

A table has one open call, until a director ends it. A director answers "on my way", and ends the call when
the matter is settled. The end of the round makes its calls pointless: they are shown while it is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.clubs.models import User
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock_table, log
from tournaments.core.rules.refusals import Conflict, Invalid, TooMany, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event
from tournaments.play.verbs.cards import OPEN
from tournaments.play.verbs.phones import refresh
from tournaments.tables.models.rounds import CALL_KINDS, Call, Table, somebody_sits, who_sits

IN_TEN_MINUTES = 3
"""A table calls so often in ten minutes. The next call is refused."""

TEN_MINUTES = timedelta(minutes=10)

KEPT = timedelta(days=30)
"""How long calls are kept."""


@dataclass(frozen=True)
class Called:
    """The open call of a table. `created` is False if it was open before."""

    call: Call
    created: bool


class TooManyCalls(TooMany):
    """The table has called too often in the last ten minutes."""

    sentence = gettext_noop("This table has called three times in ten minutes. Go and ask a director.")


class RoundNotOpen(Conflict):
    """A table can call the director while its round is played."""

    sentence = gettext_noop("A table calls the director while its round is played. Ask a director there.")


class CallKindUnknown(Invalid):
    """No call has this reason."""

    sentence = gettext_noop("Choose one of the reasons, or none.")


@transaction.atomic
def call_director(table: Table, actor: Actor, kind: str = "") -> Called:
    """Call the director to a table. If its call is open already, return that one.

    kind: one of CALL_KINDS, or empty. Raises Conflict `round_not_open`; Invalid `call_kind_unknown`; TooMany
    `too_many_calls`; NotAllowed if the actor is a phone that has lost its access.
    """
    if kind and kind not in dict(CALL_KINDS):
        raise CallKindUnknown(field="kind")
    table = lock_table(table)
    if actor.phone is not None:
        refresh(actor.phone)
    if table.round.status not in OPEN or table.round.event.status != EventStatus.RUNNING:
        raise RoundNotOpen
    if (call := Call.objects.filter(table=table, ended_at__isnull=True).first()) is not None:
        return Called(call, created=False)
    if Call.objects.filter(table=table, opened_at__gt=timezone.now() - TEN_MINUTES).count() >= IN_TEN_MINUTES:
        refusal = TooManyCalls()
        refusal.retry_after = round(TEN_MINUTES.total_seconds())
        raise refusal
    seat = actor.phone.seat if actor.phone is not None else seat_of_user(table, actor.user)
    call = Call.objects.create(table=table, seat=seat, by_user=actor.user, kind=kind)
    log(actor, "call_director", call, within=table.round.event, **_logged(call))
    return Called(call, created=True)


def answer_call(call: Call, actor: Actor) -> Call:
    """Say that a director is on the way. A call that is answered or ended stays as it is."""
    with change(call, actor, "answer_call", **_logged(call)) as call:
        if call.answered_at is None and call.ended_at is None:
            call.answered_at, call.answered_by = timezone.now(), actor.user
    return call


def end_call(call: Call, actor: Actor) -> Call:
    """End a call: its matter is settled. A call that is ended stays as it is."""
    with change(call, actor, "end_call", **_logged(call)) as call:
        if call.ended_at is None:
            call.ended_at = timezone.now()
            if call.answered_at is None:
                call.answered_at, call.answered_by = call.ended_at, actor.user
    return call


def calls_of(event: Event) -> QuerySet[Call]:
    """All calls of an event that are kept."""
    return Call.objects.filter(table__round__event=event).select_related("table")


def open_calls(event: Event) -> QuerySet[Call]:
    """The open calls of the round that is played, the longest waiting first."""
    calls = calls_of(event).filter(ended_at__isnull=True, table__round__status__in=OPEN)
    return calls.select_related("table", "by_user", "answered_by").order_by("opened_at")


def calls_at(table: Table) -> QuerySet[Call]:
    """All calls of a table that are kept."""
    return Call.objects.filter(table=table).select_related("table")


def last_call(table: Table) -> Call | None:
    """The newest call of a table."""
    return Call.objects.filter(table=table).select_related("answered_by").order_by("opened_at").last()


def seat_of_user(table: Table, user: User | None) -> int | None:
    """The seat (from 0) at which the player of this user sits now; None if they do not."""
    if user is None or not user.is_authenticated:
        return None
    own = Entry.objects.filter(player__user=user, event=table.round.event_id).values("pk")
    seats = table.seats.filter(somebody_sits()).annotate(now=who_sits()).filter(now__in=own)
    return seats.values_list("number", flat=True).first()


def may_call(table: Table, actor: Actor) -> bool:
    """Whether the actor may call the director: a phone of the table, a member, a player who sits there."""
    if actor.phone is not None:
        return actor.is_phone_at(table)
    if actor.user is None or not actor.user.is_authenticated:
        return False
    return actor.member_of(table.round.event.club) is not None or seat_of_user(table, actor.user) is not None


def forget_old(now: datetime | None = None) -> int:
    """Delete old calls; return their number."""
    return Call.objects.filter(opened_at__lt=(now or timezone.now()) - KEPT).delete()[0]


def _logged(call: Call) -> dict[str, Any]:
    return {"number": call.table.number, "kind": call.kind}
