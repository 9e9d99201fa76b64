"""What people owe and have paid, for the list of replies and for the treasurer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.core.numbers import money, typed_amount
from tournaments.core.rules.names import sort_key
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer
from tournaments.events.verbs.debts import sums_of

if TYPE_CHECKING:
    from tournaments.events.verbs.debts import Debtor

COLUMNS = (
    _("Number"), _("Name"), pgettext_lazy("noun", "Answer"), _("To pay"), _("Paid"), _("Open"), _("Too much"),
    _("Noted by"), _("Noted at"),
)  # fmt: skip


@dataclass(frozen=True)
class PaymentLine:
    """A person: the reply, and amounts as texts; empty where there is nothing to say.

    owes: in hundredths. withdrawn: the entry in the event is. whole, noted, open, too_much: what is owed in
    all, was paid, is still owed, and was paid too much, as forms write it.
    """

    reply: Debtor
    owes: int
    withdrawn: bool
    paid: str
    rest: str
    over: str
    whole: str
    noted: str
    open: str
    too_much: str


@dataclass(frozen=True)
class Totals:
    """The sums, as texts; empty without a price and payments, `over` also if nobody paid too much."""

    owed: str = ""
    paid: str = ""
    rest: str = ""
    over: str = ""


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
        """Those who owe or have paid, by name, and all who come where nobody owes anything."""
        lines = [line for line in self.lines if line.owes or line.reply.paid or self._comes_for_free(line)]
        return sorted(lines, key=lambda line: sort_key(line.reply.called))

    def _comes_for_free(self, line: PaymentLine) -> bool:
        return not self.event.price and line.reply.answer == Answer.YES and not line.withdrawn

    def totals(self) -> Totals:
        """The sums of all lines."""
        sums = sums_of([line.reply for line in self.lines])
        if not sums.owed and not sums.paid:
            return Totals()
        return Totals(
            owed=money(sums.owed, self.currency),
            paid=money(sums.paid, self.currency),
            rest=money(sums.rest, self.currency),
            over=money(sums.over, self.currency) if sums.over else "",
        )


def payments_of(event: Event, replies: Sequence[Debtor]) -> Payments:
    """What each of these people owes and has paid. replies: of `debts_of`. No query."""
    currency = event.currency
    return Payments(event, currency, [_line(reply, currency) for reply in replies])


def payment_rows(payments: Payments) -> tuple[Sequence[str], list[Sequence[Any]]]:
    """The columns and rows of the list as a file, without contacts."""
    return [str(head) for head in COLUMNS], [
        (
            line.reply.number,
            line.reply.called,
            gettext("withdrawn") if line.withdrawn else Answer(line.reply.answer).label,
            Decimal(line.owes).scaleb(-2),
            Decimal(line.reply.paid).scaleb(-2),
            Decimal(line.reply.rest).scaleb(-2),
            Decimal(line.reply.over).scaleb(-2),
            line.reply.paid_noted_by.get_username() if line.reply.paid_noted_by else "",
            timezone.localtime(line.reply.paid_noted_at).strftime("%Y-%m-%d %H:%M")
            if line.reply.paid_noted_at
            else "",
        )
        for line in payments.those_who_matter()
    ]


def _line(reply: Debtor, currency: str) -> PaymentLine:
    return PaymentLine(
        reply,
        reply.owes,
        reply.withdrawn,
        paid=money(reply.paid, currency) if reply.paid else "",
        rest=money(reply.rest, currency) if reply.rest else "",
        over=money(reply.over, currency) if reply.over else "",
        whole=typed_amount(reply.owes),
        noted=typed_amount(reply.paid),
        open=typed_amount(reply.rest),
        too_much=typed_amount(reply.over),
    )
