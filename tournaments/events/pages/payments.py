"""For the director: who owes what, and who has paid."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.core.pages.common import (
    actor_of,
    members_page,
    rows_file,
    show,
)
from tournaments.core.rules.names import sort_key
from tournaments.events.access import event_for_director
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs.debts import debts_of, sums_of

if TYPE_CHECKING:
    from tournaments.events.verbs.debts import Debtor


@members_page
def payments(request: HttpRequest, ref: str) -> HttpResponse:
    """The list for the treasurer, to print."""
    event = event_for_director(actor_of(request), ref)
    debts = list(debts_of(event))
    return show(
        request,
        "events/payments.html",
        manage_frame(request, event, "people")
        | {"replies": _those_who_matter(event, debts), "totals": sums_of(debts)},
    )


@members_page
def payments_file(request: HttpRequest, ref: str) -> HttpResponseBase:
    """The list for the treasurer as CSV. It has no contacts."""
    event = event_for_director(actor_of(request), ref)
    rows = [
        (
            reply.number,
            reply.called,
            _("withdrawn") if reply.withdrawn else reply.get_answer_display(),
            *(Decimal(amount).scaleb(-2) for amount in (reply.owes, reply.paid, reply.rest, reply.over)),
            reply.paid_noted_by.get_username() if reply.paid_noted_by else "",
            timezone.localtime(reply.paid_noted_at).strftime("%Y-%m-%d %H:%M") if reply.paid_noted_at else "",
        )
        for reply in _those_who_matter(event, debts_of(event))
    ]
    return rows_file(f"{event.slug}-payments", "csv", [str(head) for head in COLUMNS], rows)


COLUMNS = (
    gettext_lazy("Number"), gettext_lazy("Name"), pgettext_lazy("noun", "Answer"), gettext_lazy("To pay"),
    gettext_lazy("Paid"), gettext_lazy("Open"), gettext_lazy("Too much"), gettext_lazy("Noted by"),
    gettext_lazy("Noted at"),
)  # fmt: skip


def _those_who_matter(event: Event, debts: Iterable[Debtor]) -> list[Debtor]:
    """Those who owe or have paid, by name, and all who come where nobody owes anything."""
    listed = [
        reply
        for reply in debts
        if reply.owes
        or reply.paid
        or (not event.price and reply.answer == Answer.YES and not reply.withdrawn)
    ]
    return sorted(listed, key=lambda reply: sort_key(reply.called))
