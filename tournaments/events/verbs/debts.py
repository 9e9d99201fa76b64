"""What people owe for an event: the price of its invitation, for who comes and for who has played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict

from django.db.models import (
    BigIntegerField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Greatest

from tournaments.core.rules.statuses import EntryStatus
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.verbs.replies import replies_of
from tournaments.tables.models.rounds import COUNTED, Occupant, Seat


class Figures(TypedDict):
    """What `debts_of` adds to a reply, in hundredths. rest: still to pay; over: paid too much.

    withdrawn: whether the entry of the person is.
    """

    owes: int
    rest: int
    over: int
    withdrawn: bool


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    Debtor = WithAnnotations[Reply, Figures]


def debts_of(event: Event) -> QuerySet[Debtor]:
    """The replies of an event with their `Figures`.

    Who comes owes the price. Who withdraws owes nothing, unless they have sat at a table. Without a price
    nobody owes anything, and nobody has paid too much.
    """
    entries = Entry.objects.filter(event=event, player=OuterRef("player"))
    sat = Seat.objects.filter(entry__event=event, entry__player=OuterRef("player"))
    took_over = Occupant.objects.filter(entry__event=event, entry__player=OuterRef("player"))
    owing = Q(answer=Answer.YES, withdrawn=False) | Q(
        Exists(sat.filter(round__status__in=COUNTED)) | Exists(took_over.filter(round__status__in=COUNTED))
    )
    replies = replies_of(event).annotate(
        withdrawn=Exists(entries.filter(status=EntryStatus.WITHDRAWN)),
        owes=Case(
            When(owing, then=Value(event.price or 0)), default=Value(0), output_field=BigIntegerField()
        ),
    )
    over = Value(0, BigIntegerField()) if event.price is None else _at_least_0(F("paid") - F("owes"))
    return replies.annotate(rest=_at_least_0(F("owes") - F("paid")), over=over)


def sums_of(debts: Sequence[Debtor]) -> dict[str, int]:
    """What all of these people together owe, have paid, still owe, and paid too much, in hundredths.

    What some paid too much does not make up for what others owe. debts: of `debts_of`. No query.
    """
    names = ("owes", "paid", "rest", "over")
    return {name: sum(getattr(reply, name) for reply in debts) for name in names}


def _at_least_0(amount: CombinedExpression) -> Greatest:
    whole = BigIntegerField()
    return Greatest(ExpressionWrapper(amount, whole), Value(0, whole), output_field=whole)
