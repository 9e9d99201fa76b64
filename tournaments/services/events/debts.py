"""What people owe for an event: the price of its invitation, for who comes and for who has played."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import (
    BigIntegerField,
    Case,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Greatest

from tournaments.models import UNCOUNTED, Answer, Entry, EntryStatus, Event, Occupant, Reply, Seat

from .replies import replies_of


@dataclass(frozen=True)
class Sums:
    """What all people together owe and have paid, in hundredths.

    rest: what those who paid too little still owe. over: what others paid too much, mostly because they do
    not come after all. One does not make up for the other.
    """

    owed: int
    paid: int
    rest: int
    over: int


def debts_of(event: Event) -> QuerySet[Reply]:
    """The replies of an event with `owes`, in hundredths, and `withdrawn`, whether their entry is.

    Who comes owes the price. Who withdraws owes nothing, unless they have sat at a table.
    """
    entries = Entry.objects.filter(event=event, player=OuterRef("player"))
    sat = Seat.objects.filter(entry__event=event, entry__player=OuterRef("player"))
    took_over = Occupant.objects.filter(entry__event=event, entry__player=OuterRef("player"))
    owing = Q(answer=Answer.YES, withdrawn=False) | Q(
        Exists(sat.exclude(round__status__in=UNCOUNTED))
        | Exists(took_over.exclude(round__status__in=UNCOUNTED))
    )
    return replies_of(event).annotate(
        withdrawn=Exists(entries.filter(status=EntryStatus.WITHDRAWN)),
        owes=Case(
            When(owing, then=Value(event.price or 0)), default=Value(0), output_field=BigIntegerField()
        ),
    )


def sums_of(event: Event) -> Sums:
    """The sums for all replies of an event (one query)."""
    sums = debts_of(event).aggregate(
        owed=Sum("owes", default=0),
        together=Sum("paid", default=0),
        rest=Sum(_at_least_0(F("owes") - F("paid")), default=0),
        over=Sum(_at_least_0(F("paid") - F("owes")), default=0),
    )
    # Without a price nobody can have paid too much.
    return Sums(sums["owed"], sums["together"], sums["rest"], sums["over"] if event.price is not None else 0)


def _at_least_0(amount: CombinedExpression) -> Greatest:
    whole = BigIntegerField()
    return Greatest(ExpressionWrapper(amount, whole), Value(0, whole), output_field=whole)
