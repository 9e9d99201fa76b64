"""For the director: acts on the people who have replied."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournaments.clubs.access import not_found
from tournaments.core.actors import Actor
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
)
from tournaments.events.access import event_for_director, reply_for_director
from tournaments.events.forms.people import PaidForm
from tournaments.events.models.replies import Reply
from tournaments.events.pages.entries import back_to_entries, say_taken_in
from tournaments.events.verbs import replies
from tournaments.events.verbs.arrivals import (
    check_in_reply,
    same_person,
    take_in,
)


def _let_come(reply: Reply, actor: Actor) -> object:
    return replies.say_yes(reply, actor, as_director=True)


def _check_in(reply: Reply, actor: Actor) -> object:
    return check_in_reply(reply, actor, same_name=True, as_director=True)


ACTS: dict[str, Callable[[Reply, Actor], object]] = {
    "check_in": _check_in,
    "same": same_person,
    "approve": replies.approve_reply,
    "refuse": replies.refuse_reply,
    "let_in": replies.let_in,
    "no": replies.say_no,
    "yes": _let_come,
    "remove": replies.remove_reply,
}


@members_act
def act_on_reply(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Approve, refuse, let in, check in, remove, or change the answer of somebody, or say who they are."""
    actor, name = actor_of(request), request.POST.get("other_name", "")
    reply = reply_for_director(actor, reply_id)
    act = ACTS.get(request.POST.get("act", ""))
    if request.POST.get("act") == "other":
        attempt(request, lambda: replies.rename_reply(reply, actor, name[:400]))
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
        paid = form.cleaned_data["paid"] or 0
        attempt(request, lambda: replies.note_payment(reply, actor_of(request), paid))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["paid"]))
    return back_to_entries(request, reply.event)


@members_act
def take_everybody_in(request: HttpRequest, ref: str) -> HttpResponse:
    """Make players of the event of all who said yes."""
    event = event_for_director(actor_of(request), ref)
    attempt(request, lambda: say_taken_in(request, take_in(event, actor_of(request), same_names=True)))
    return back_to_entries(request, event)
