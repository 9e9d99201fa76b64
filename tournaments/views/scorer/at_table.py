"""Who comes to a table's pages: a member, a guest whom the table's link let in, or anybody."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.kernel.audit import LINK, Actor
from tournaments.kernel.secrets import digest, new_secret
from tournaments.models import TableGuest
from tournaments.services.play.links import guest_of_token
from tournaments.views.common import actor_of, open_form
from tournaments.views.frames import membership

COOKIE_LASTS = timedelta(days=30)
"""The link ends when its round is closed; the cookie need only outlive a long one."""


def phone_of(request: HttpRequest) -> str:
    """What this phone is known by, also when it forgets a table and comes again; new for one unknown."""
    return request.COOKIES.get(settings.PHONE_COOKIE_NAME, "")[:100] or new_secret()


def keep_token(response: HttpResponse, token: str, phone: str) -> HttpResponse:
    """Let the phone keep its token, and what it is known by, unread by scripts, unsent by other sites."""
    for name, value in ((settings.TABLE_COOKIE_NAME, token), (settings.PHONE_COOKIE_NAME, phone)):
        response.set_cookie(
            name,
            value,
            max_age=COOKIE_LASTS,
            path="/",
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
    return response


def guest_of(request: HttpRequest) -> TableGuest | None:
    """The guest whose cookie came, if their table's link is still good. (No query without the cookie.)"""
    token = request.COOKIES.get(settings.TABLE_COOKIE_NAME, "")
    return guest_of_token(token) if token else None


def actor_at(request: HttpRequest, table_id: str) -> Actor:
    """Who looks at this table, or enters its deals: a member as such, even with the table's cookie.

    A member's phone is known, too, if it was at a table before: whoever sat there is not a second person.
    """
    guest = guest_of(request)
    if (
        guest is None
        or str(guest.link.table_id) != table_id
        or membership(request, guest.link.table.round.event.club) is not None
    ):
        known = request.COOKIES.get(settings.PHONE_COOKIE_NAME, "")[:100]
        return replace(actor_of(request), phone=digest(known) if known else "")
    return Actor(None, LINK, guest=guest)


def table_form(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[..., HttpResponseBase]:
    """A page with a form about a table (GET and POST), for those who are signed in and for its guests."""
    shown = open_form(view)

    @require_http_methods(["GET", "POST"])
    @wraps(view)
    def answer(request: HttpRequest, table_id: str) -> HttpResponseBase:
        guest = guest_of(request)
        if guest is not None or request.user.is_authenticated:
            return shown(request, table_id)
        if request.COOKIES.get(settings.TABLE_COOKIE_NAME):
            messages.warning(
                request,
                _(
                    "Your table lets this phone in no more: its round is closed, it has a new card, or the "
                    "seat was freed."
                ),
            )
            return redirect("guest_door")
        return redirect_to_login(request.get_full_path())

    return answer
