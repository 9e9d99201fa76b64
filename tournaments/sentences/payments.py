"""What people owe and have paid, for the list of replies and for the treasurer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournaments.models import Answer, Event, Reply
from tournaments.rules.prizes import written_amount
from tournaments.services.events.prizes import prizes_of
from tournaments.services.events.replies import Counts

from .prizes import money

COLUMNS = ("number", "name", "answer", "owes", "paid", "open", "noted_by", "noted_at")


@dataclass(frozen=True)
class PaymentLine:
    """A person: the reply, and amounts as texts; empty where there is nothing to say.

    owes: in hundredths. whole, noted, open: what is owed in all, was paid, and
    is still owed, as forms write it.
    """

    reply: Reply
    owes: int
    paid: str
    rest: str
    whole: str
    noted: str
    open: str


@dataclass(frozen=True)
class Totals:
    """The sums, as texts; empty without a price and payments."""

    owed: str
    paid: str
    rest: str


@dataclass(frozen=True)
class Payments:
    """The lines of an event."""

    event: Event
    currency: str
    lines: list[PaymentLine]

    def __iter__(self) -> Iterator[PaymentLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def those_who_matter(self) -> list[PaymentLine]:
        """Those who come or have paid, by name."""
        lines = [line for line in self.lines if line.reply.answer == Answer.YES or line.reply.paid]
        return sorted(lines, key=lambda line: line.reply.called.casefold())

    def totals(self, counts: Counts) -> Totals:
        """The sums for all replies of the event."""
        owed = (self.event.price or 0) * counts.coming
        if not owed and not counts.paid:
            return Totals("", "", "")
        rest = max(0, owed - counts.paid)
        return Totals(*(money(amount, self.currency) for amount in (owed, counts.paid, rest)))


def payments_of(event: Event, replies: Sequence[Reply]) -> Payments:
    """What each of these people owes and has paid. No query."""
    currency = prizes_of(event).currency
    return Payments(event, currency, [_line(event, reply, currency) for reply in replies])


def payment_rows(payments: Payments) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The columns and rows of the list as a file, without contacts."""
    return COLUMNS, [
        (
            line.reply.number,
            line.reply.called,
            line.reply.answer,
            written_amount(line.owes),
            written_amount(line.reply.paid),
            line.open,
            line.reply.paid_noted_by.get_username() if line.reply.paid_noted_by else "",
            timezone.localtime(line.reply.paid_noted_at).isoformat("T", "minutes")
            if line.reply.paid_noted_at
            else "",
        )
        for line in payments.those_who_matter()
    ]


def _line(event: Event, reply: Reply, currency: str) -> PaymentLine:
    owes = (event.price or 0) if reply.answer == Answer.YES else 0
    rest = max(0, owes - reply.paid)
    return PaymentLine(
        reply,
        owes,
        paid=money(reply.paid, currency) if reply.paid else "",
        rest=money(rest, currency) if rest else "",
        whole=written_amount(owes),
        noted=written_amount(reply.paid),
        open=written_amount(rest),
    )
