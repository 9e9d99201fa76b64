"""Acts on the list of people: answers, who somebody is, what people paid; and the code at the door."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

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
from tournaments.events.access import event_for_director, reply_for_director
from tournaments.events.forms.replies import PaidForm
from tournaments.events.models.replies import Reply
from tournaments.events.pages.entries import back_to_entries, say_taken_in
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs import door as doors
from tournaments.events.verbs import replies as verbs
from tournaments.events.verbs.arrivals import check_in_reply, same_person, take_in
from tournaments.events.verbs.debts import debts_of
from tournaments.events.words.payments import payment_rows, payments_of


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
    lines = payments_of(event, list(debts_of(event)))
    return show(
        request,
        "events/payments.html",
        manage_frame(request, event, "players")
        | {"lines": lines.those_who_matter(), "totals": lines.totals()},
    )


@members_page
def payments_file(request: HttpRequest, ref: str) -> HttpResponseBase:
    """The list for the treasurer as CSV. It has no contacts."""
    event = event_for_director(actor_of(request), ref)
    columns, rows = payment_rows(payments_of(event, list(debts_of(event))))
    return rows_file(f"{event.slug}-payments", "csv", columns, rows)


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
