"""The frame of the pages of a table: who sees them, a member or a phone, and what they may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.clubs.pages.frame import membership
from tournaments.core.actors import Actor
from tournaments.core.pages.common import actor_of, open_form
from tournaments.core.secrets import digest
from tournaments.events.access import may_see_event
from tournaments.events.pages.frame import event_frame, notices_of
from tournaments.play.verbs import cards, phones
from tournaments.tables.models.cards import Phone
from tournaments.tables.models.rounds import Table


def actor_at(request: HttpRequest, table_id: str) -> Actor:
    """The actor who sees this table or enters its deals.

    A member acts as a member, even with a cookie of the table. If this browser was at a table before, the
    actor also has the identity of that phone.
    """
    phone = phone_of(request)
    if (
        phone is not None
        and str(phone.table_id) == table_id
        and membership(request, phone.table.round.event.club) is None
    ):
        return Actor.of_phone(phone)
    identity = identity_cookie(request)
    return replace(actor_of(request), phone_identity=digest(identity) if identity else "")


def table_frame(request: HttpRequest, actor: Actor, table: Table, tab: str) -> dict[str, Any]:
    """The context of the pages of a table, with what the actor may do: enter deals, and see other pages."""
    event, phone = table.round.event, actor.phone
    frame = event_frame(request, event, tab, table)
    return frame | {
        "table": table,
        "round": table.round,
        "notices": notices_of(event, table.extra_seconds),
        "phone": phone,
        "enters": phone is not None or frame["is_scorer"],
        "table_alone": phone is not None and not may_see_event(actor, event, by_slug=False),
        "sitting": phones.seated_player(phone) if phone is not None else "",
    }


def table_form(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page with a form about a table (GET and POST), for phones and for users who are signed in."""
    form_view = open_form(view)

    @require_http_methods(["GET", "POST"])
    @wraps(view)
    def checked(request: HttpRequest, table_id: str, **how: Any) -> HttpResponseBase:
        if phone_of(request) is not None or request.user.is_authenticated:
            return form_view(request, table_id, **how)
        if not request.COOKIES.get(settings.TABLE_COOKIE_NAME):
            return redirect_to_login(request.get_full_path())
        messages.warning(
            request,
            _(
                "This phone has no access to its table now: the round is closed, the table has a new card, "
                "or your seat was freed. Scan the card on your table. Between rounds it opens nothing."
            ),
        )
        return redirect("enter_table")

    return checked


def phone_of(request: HttpRequest) -> Phone | None:
    """The phone whose token is in the cookie, if it still has access. (No query without the cookie.)"""
    token = request.COOKIES.get(settings.TABLE_COOKIE_NAME, "")
    return cards.phone_of_token(token) if token else None


def identity_cookie(request: HttpRequest) -> str:
    """The cookie that a browser keeps when it leaves a table; empty if it never was at one."""
    return request.COOKIES.get(settings.PHONE_COOKIE_NAME, "")[:100]
