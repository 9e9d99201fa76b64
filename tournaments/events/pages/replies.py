"""Acts on the list of people: answers, who somebody is, what people paid; and the code at the door."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.clubs.access import not_found
from tournaments.core.audit import Actor
from tournaments.core.outside import outside_address
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_form,
    members_page,
    rows_file,
    show,
)
from tournaments.core.pages.qr import qr_of
from tournaments.core.rules.names import sort_key
from tournaments.events.access import event_for_director, reply_for_director
from tournaments.events.forms.replies import PaidForm
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.pages.entries import back_to_entries, say_taken_in
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs import door as doors
from tournaments.events.verbs import replies as verbs
from tournaments.events.verbs.arrivals import check_in_reply, same_person, take_in
from tournaments.events.verbs.debts import debts_of, sums_of

if TYPE_CHECKING:
    from tournaments.events.verbs.debts import Debtor


def _let_come(reply: Reply, actor: Actor) -> object:
    return verbs.say_yes(reply, actor, as_director=True)


def _check_in(reply: Reply, actor: Actor) -> object:
    return check_in_reply(reply, actor, same_name=True, as_director=True)


ACTS: dict[str, Callable[[Reply, Actor], object]] = {
    "check_in": _check_in,
    "same": same_person,
    "approve": verbs.approve_reply,
    "refuse": verbs.refuse_reply,
    "let_in": verbs.let_in,
    "no": verbs.say_no,
    "yes": _let_come,
    "remove": verbs.remove_reply,
}


@members_act
def act_on_reply(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Approve, refuse, let in, check in, remove, or change the answer of somebody, or say who they are."""
    actor, name = actor_of(request), request.POST.get("other_name", "")
    reply = reply_for_director(actor, reply_id)
    act = ACTS.get(request.POST.get("act", ""))
    if request.POST.get("act") == "other":
        attempt(request, lambda: verbs.rename_reply(reply, actor, name[:400]))
    elif act is None:
        raise not_found()
    else:
        attempt(request, lambda: act(reply, actor))
    return back_to_entries(request, reply.event)


@members_act
def note_payment(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Note what somebody has paid in all."""
    reply = reply_for_director(actor_of(request), reply_id)
    form = PaidForm(request.POST)
    if form.is_valid():
        attempt(request, lambda: verbs.note_payment(reply, actor_of(request), form.cleaned_data["paid"] or 0))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["paid"]))
    return back_to_entries(request, reply.event)


@members_act
def take_everybody_in(request: HttpRequest, ref: str) -> HttpResponse:
    """Make players of the event of all who said yes."""
    event = event_for_director(actor_of(request), ref)
    attempt(request, lambda: say_taken_in(request, take_in(event, actor_of(request), same_names=True)))
    return back_to_entries(request, event)


@members_page
def payments(request: HttpRequest, ref: str) -> HttpResponse:
    """The list for the treasurer, to print."""
    event = event_for_director(actor_of(request), ref)
    debts = list(debts_of(event))
    return show(
        request,
        "events/payments.html",
        manage_frame(request, event, "players")
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


@members_form
def door(request: HttpRequest, ref: str) -> HttpResponse:
    """The code at the door, to print. A new one ends the one before."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST":
        attempt(
            request,
            lambda: doors.make_door(event, actor_of(request)),
            _("The code is made. Print this page. A code that was printed before does not work any more."),
        )
        return redirect("door", event.ref)
    secret = doors.secret_of(event)
    address = outside_address(request, reverse("here", args=[secret])) if secret else ""
    return show(
        request,
        "events/door.html",
        manage_frame(request, event, "players")
        | {
            "address": address,
            "qr": qr_of(address) if address else "",
        },
    )
