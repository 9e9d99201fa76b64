"""Who comes: the replies to the invitation, what people paid, and taking everybody in."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import event_for_director, not_found, reply_for_director
from tournaments.forms.replies import PaidForm, SignUpForm, TakeInForm
from tournaments.kernel.audit import Actor
from tournaments.kernel.row_files import MEDIA_TYPES, file_chunks
from tournaments.models import Event, Reply
from tournaments.sentences.payments import payment_rows, payments_of
from tournaments.services.clubs.players import called
from tournaments.services.events import replies as verbs
from tournaments.services.events.arrivals import TakenIn, take_in
from tournaments.services.events.debts import debts_of, sums_of
from tournaments.templatetags.poch import ONCE
from tournaments.views.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    members_page,
    show,
)
from tournaments.views.outside import outside_address
from tournaments.views.persons import player_refs

from .overview import manage_frame

REPLIES_ON_PAGE = 100


def _let_come(reply: Reply, actor: Actor) -> object:
    return verbs.say_yes(reply, actor, as_director=True)


ACTS: dict[str, Callable[[Reply, Actor], object]] = {
    "approve": verbs.approve_reply,
    "refuse": verbs.refuse_reply,
    "let_in": verbs.let_in,
    "no": verbs.say_no,
    "yes": _let_come,
    "remove": verbs.remove_reply,
}


@members_form
def replies(request: HttpRequest, ref: str) -> HttpResponse:
    """Everybody who answered, and a form to add somebody."""
    event = event_for_director(actor_of(request), ref)
    form = SignUpForm(verbs.players_to_sign_up(event), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = attempt_form(
            form,
            lambda: verbs.sign_up(
                event,
                actor_of(request),
                **form.values(),
                as_director=True,
                once=request.POST.get(ONCE, "")[:100],
            ),
        )
        if made is not None:
            messages.success(request, _("%(name)s is on the list.") % {"name": made.called})
            return redirect("replies", event.ref)
    searched = request.GET.get("name", "").strip()[:100]
    listed = debts_of(event).select_related("player", "paid_noted_by")
    if searched:
        listed = listed.filter(called(searched) | called(searched, "player__"))
    pages = Paginator(listed, REPLIES_ON_PAGE).get_page(request.GET.get("page"))
    counts, shown = verbs.counts_of(event), list(pages.object_list)
    return show(
        request,
        "director/replies.html",
        manage_frame(request, event, "replies")
        | {
            "lines": payments_of(event, shown),
            "persons": player_refs(request, event, [reply.player for reply in shown]),
            "pages": pages,
            "searched": searched,
            "long": counts.answers.total() > REPLIES_ON_PAGE,
            "counts": counts,
            "totals": payments_of(event, []).totals(sums_of(event)),
            "take_in_form": TakeInForm(),
            "address": outside_address(request, reverse("sign_up", args=[event.ref])),
        },
        form=form,
    )


@members_act
def act_on_reply(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Approve, refuse, let in, remove, or change the answer of somebody."""
    reply = reply_for_director(actor_of(request), reply_id)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise not_found()
    attempt(request, lambda: act(reply, actor_of(request)))
    return _back(request, reply.event)


@members_act
def note_payment(request: HttpRequest, reply_id: str) -> HttpResponse:
    """Note what somebody has paid in all."""
    reply = reply_for_director(actor_of(request), reply_id)
    form = PaidForm(request.POST)
    if form.is_valid():
        attempt(request, lambda: verbs.note_payment(reply, actor_of(request), form.cleaned_data["paid"] or 0))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["paid"]))
    return _back(request, reply.event)


@members_act
def take_everybody_in(request: HttpRequest, ref: str) -> HttpResponse:
    """Make players of the event of all who come."""
    event = event_for_director(actor_of(request), ref)
    form = TakeInForm(request.POST)
    form.is_valid()

    def take() -> None:
        _say(request, take_in(event, actor_of(request), same_names=form.cleaned_data["same_names"]))

    attempt(request, take)
    return _back(request, event)


@members_page
def payments(request: HttpRequest, ref: str) -> HttpResponse:
    """The list for the treasurer, to print."""
    event = event_for_director(actor_of(request), ref)
    lines = payments_of(event, list(debts_of(event)))
    return show(
        request,
        "director/payments.html",
        manage_frame(request, event, "replies")
        | {"lines": lines.those_who_matter(), "totals": lines.totals(sums_of(event))},
    )


@members_page
def payments_file(request: HttpRequest, ref: str) -> HttpResponseBase:
    """The list for the treasurer as CSV. It has no contacts."""
    event = event_for_director(actor_of(request), ref)
    columns, rows = payment_rows(payments_of(event, list(debts_of(event))))
    return StreamingHttpResponse(
        file_chunks("csv", columns, rows),
        content_type=MEDIA_TYPES["csv"],
        headers={"Content-Disposition": f'attachment; filename="{event.slug}-payments.csv"'},
    )


def _say(request: HttpRequest, taken: TakenIn) -> None:
    count = len(taken.entries)
    messages.success(
        request,
        ngettext("%(count)d player is entered.", "%(count)d players are entered.", count) % {"count": count},
    )
    for name in taken.left:
        messages.warning(
            request,
            _("%(name)s is not entered: a player of the club has the same name.") % {"name": name},
        )


def _back(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirect to the part of the list where the button was pressed."""
    part = {name: request.POST[name] for name in ("name", "page") if request.POST.get(name)}
    address = reverse("replies", args=[event.ref])
    return redirect(f"{address}?{urlencode(part)}" if part else address)
