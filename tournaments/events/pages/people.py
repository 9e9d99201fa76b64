"""Who comes: the invitation and its replies, acts on the list of people, and the door of an evening."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.clubs.access import not_found
from tournaments.clubs.models import Player, User
from tournaments.clubs.verbs.clubs import memberships
from tournaments.core.actors import Actor
from tournaments.core.forms import guarded
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    members_page,
    open_form,
    rows_file,
    show,
)
from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import client_address, outside_address
from tournaments.core.rules.names import sort_key
from tournaments.core.rules.refusals import Conflict, TooMany
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.zones import today_of
from tournaments.desk.verbs import lifecycle
from tournaments.events.access import event_for_director, event_for_viewer, may_see_event, reply_for_director
from tournaments.events.forms.people import InvitationForm, PaidForm, SignUpForm
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.pages.entries import back_to_entries, say_taken_in
from tournaments.events.pages.frame import event_frame, manage_frame
from tournaments.events.verbs import arrivals, replies
from tournaments.events.verbs.arrivals import (
    LEAST_LETTERS,
    check_in_reply,
    find_expected,
    same_person,
    take_in,
)
from tournaments.events.verbs.debts import debts_of, sums_of
from tournaments.events.verbs.entries import entries_of
from tournaments.templatetags.poch import ONCE

if TYPE_CHECKING:
    from tournaments.events.verbs.debts import Debtor


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
            lambda: arrivals.make_door(event, actor_of(request)),
            _("The code is made. Print this page. A code that was printed before does not work any more."),
        )
        return redirect("door", event.ref)
    secret = arrivals.secret_of(event)
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


@members_form
def invitation(request: HttpRequest, ref: str) -> HttpResponse:
    """Change the invitation of an event."""
    event = event_for_director(actor_of(request), ref)
    form = guarded(InvitationForm(request.POST if request.method == "POST" else None, event=event))
    if request.method == "POST" and form.is_valid():
        changed = attempt_form(form, lambda: lifecycle.edit_event(event, actor_of(request), **form.values()))
        if changed is not None:
            messages.success(request, _("The invitation is saved."))
            return redirect("invitation", changed.ref)
    return show(request, "events/edit_invitation.html", manage_frame(request, event, "invitation"), form=form)


BY_LINK = Actor(None, "reply")
"""Somebody who has the personal link of a reply."""


@never_cache
@open_form
def sign_up(request: HttpRequest, ref: str) -> HttpResponse:
    """Sign up: oneself, or for members anybody."""
    event = event_for_viewer(actor_of(request), ref)
    frame = event_frame(request, event, "event")
    is_director = frame["is_director"] and event.status != EventStatus.FINISHED
    closed = "" if is_director else replies.why_closed(event)
    own: Player | None = None
    players: list[Player] = []
    if frame["is_scorer"] and not closed:
        players = replies.players_to_sign_up(event)
        own = next((player for player in players if player.user_id == request.user.pk), None)
    form = SignUpForm(players, request.POST if request.method == "POST" else None, own=own)
    if request.method == "POST" and form.is_valid():
        signed_in = request.user.is_authenticated
        actor = actor_of(request) if signed_in else Actor(None, "page")

        def sign() -> Reply:
            return replies.sign_up(
                event,
                actor,
                **form.values(),
                as_director=is_director,
                address="" if frame["is_scorer"] else client_address(request),
                once=request.POST.get(ONCE, "")[:100],
            )

        try:
            reply = attempt_form(form, sign)
        except TooMany as refusal:
            form.add_error(None, refusal.detail)
            reply = None
        if reply is not None and is_director:
            messages.success(request, _("%(name)s is on the list.") % {"name": reply.called})
            return redirect("entries", event.ref)
        if reply is not None:
            return redirect("own_reply", replies.token_of(reply))
    return show(
        request,
        "events/sign_up.html",
        frame
        | {
            "closed": closed,
            "counts": replies.counts_of(event),
            "full": replies.is_full(event),
        },
        form=form,
    )


@never_cache
@open_form
def own_reply(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a personal link: the answer, and a button to change it."""
    reply = replies.reply_of_token(token)
    if reply is None:
        raise not_found()
    event = reply.event
    if request.method == "POST":
        comes = request.POST.get("coming") == "yes"
        attempt(
            request,
            lambda: (
                replies.say_yes(reply, BY_LINK) if comes else replies.say_no(reply, BY_LINK, by_link=True)
            ),
            _("Your answer is saved."),
        )
        return redirect("own_reply", token)
    entry = entries_of(event).filter(player=reply.player_id, player__isnull=False).first()
    is_past = event.starts_on is not None and event.starts_on < today_of(event.club)
    when = (
        "now" if event.is_running else "over" if is_past or event.status == EventStatus.FINISHED else "before"
    )
    is_here = entry is not None and entry.status != EntryStatus.REGISTERED
    place = replies.place_in_line(reply) if reply.answer == Answer.WAITING else None
    return show(
        request,
        "events/own_reply.html",
        {
            "event": event,
            "reply": reply,
            "when": when,
            "entry": entry,
            "place": place,
            "closed": replies.why_closed(event),
            "can_change": when != "over" and reply.answer != Answer.REFUSED and not is_here,
            "sees_event": may_see_event(actor_of(request), event, by_slug=False),
            "link": outside_address(request, reverse("own_reply", args=[token])),
            "mailed": settings.SENDS_MAIL and "@" in reply.contact,
        },
    )


@never_cache
@open_form
def here(request: HttpRequest, secret: str) -> HttpResponse:
    """Find a name by three letters; the button checks this person in."""
    event = arrivals.event_of_door(secret)
    if request.method == "POST":
        kind, ref = request.POST.get("kind", ""), request.POST.get("id", "")
        try:
            entry = arrivals.arrive(secret, kind, ref, address=client_address(request))
        except (Conflict, TooMany) as refusal:
            messages.error(request, refusal.detail)
        else:
            messages.success(
                request, _("%(name)s is here. Have a good evening!") % {"name": entry.player.public_name}
            )
        return redirect("here", secret)
    searched = request.GET.get("name", "").strip()[:100]
    return show(
        request,
        "events/here.html",
        {
            "event": event,
            "searched": searched,
            "people": find_expected(event, searched),
            "too_short": bool(searched) and len(searched) < LEAST_LETTERS,
            "least": LEAST_LETTERS,
        },
    )


def first_page(user: User) -> str:
    """The address of the only club of the user, or of the only one that plays today; else of the home page.

    The page of a club begins with its events of today, so their next step is one click away.
    """
    clubs = [member.club for member in memberships(user)]
    if len(clubs) > 1:
        today = [Q(club=club, starts_on=today_of(club)) for club in clubs]
        waiting = Q(Q(*today, _connector=Q.OR), status=EventStatus.OPEN)
        playing = set(
            Event.objects.filter(
                waiting | Q(status=EventStatus.RUNNING),
                club__in=[club.pk for club in clubs],
                rehearsal_of=None,
            ).values_list("club_id", flat=True)
        )
        clubs = [club for club in clubs if club.pk in playing]
    return reverse("club", args=[clubs[0].slug]) if len(clubs) == 1 else reverse("home")
