"""Signing up for an event, and the page of a personal link."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.clubs.access import not_found
from tournaments.clubs.models import Player
from tournaments.core.actors import Actor
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    open_form,
    show,
)
from tournaments.core.requests import client_address, outside_address
from tournaments.core.rules.refusals import TooMany
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.zones import today_of
from tournaments.events.access import event_for_viewer, may_see_event
from tournaments.events.forms.people import SignUpForm
from tournaments.events.models.replies import Answer, Reply
from tournaments.events.pages.frame import event_frame
from tournaments.events.verbs import replies
from tournaments.events.verbs.entries import entries_of
from tournaments.templatetags.poch import ONCE

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
