"""The pages of the phones that come in by a card: coming in by QR code or PIN, taking a seat, leaving."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.core.pages.common import (
    actor_of,
    attempt_form,
    forget_pages,
    only_post,
    open_form,
    show,
)
from tournaments.core.requests import client_address
from tournaments.core.rules.refusals import Conflict, NotAllowed, TooMany
from tournaments.core.secrets import new_secret
from tournaments.events.access import event_for_viewer
from tournaments.events.pages.frame import event_frame
from tournaments.play.forms.phones import PinForm, SeatForm
from tournaments.play.pages.frame import identity_cookie, phone_of
from tournaments.play.verbs import cards, phones
from tournaments.tables.verbs.tables import table_seats

COOKIE_LASTS = timedelta(days=30)
"""A cookie must outlast the longest round. The server ends the access when the round is closed."""


@sensitive_post_parameters("secret")
@never_cache
@open_form
def enter_table(request: HttpRequest) -> HttpResponse:
    """The page of a QR code. The secret is behind the # of the address, and a script posts it."""
    if request.method == "POST":
        identity = identity_cookie(request) or new_secret()
        secret = request.POST.get("secret", "")[:200]
        try:
            new_phone = cards.enter_by_secret(secret, identity=identity)
        except Conflict as refusal:
            return show(request, "play/between.html", {"refusal": refusal.detail, "secret": secret})
        return _choose_seat(new_phone.token, identity)
    phone = phone_of(request)
    return show(request, "play/door.html", {"at": phone.table if phone else None})


@sensitive_post_parameters("pin")
@never_cache
@open_form
def enter_pin(request: HttpRequest, ref: str) -> HttpResponse:
    """The number and the PIN of a table, instead of its QR code."""
    event = event_for_viewer(actor_of(request), ref)
    form = PinForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and cards.open_round(event) is None:
        # The PIN is not looked at, so it does not count as a wrong one.
        form.add_error(
            None, _("No round is played now. The cards open their tables when the next one begins.")
        )
    elif request.method == "POST" and form.is_valid():
        identity = identity_cookie(request) or new_secret()
        table_id = cards.open_table_id(event, form.cleaned_data["table"])
        address = client_address(request)
        try:
            new_phone = cards.enter_by_pin(
                table_id, form.cleaned_data["pin"], address=address, identity=identity
            )
            return _choose_seat(new_phone.token, identity)
        except (NotAllowed, Conflict, TooMany) as refusal:
            form.add_error("pin", refusal.detail)
    return show(request, "play/pin.html", event_frame(request, event, "event"), form=form)


@never_cache
@open_form
def choose_seat(request: HttpRequest) -> HttpResponse:
    """The seat for which the phone speaks. It is chosen once."""
    phone = phone_of(request)
    if phone is None:
        return redirect("enter_table")
    table = phone.table
    names = [seat.sitting.player.public_name for seat in table_seats(table)]
    empty = {seat.number for seat in table_seats(table) if seat.empty_from is not None}
    others = phones.phones_at(table).exclude(identity=phone.identity)
    data = request.POST if request.method == "POST" else None
    form = SeatForm(
        names, set(others.values_list("seat", flat=True)), data, empty=empty, initial={"seat": phone.seat}
    )
    if request.method == "POST" and form.is_valid():
        seated = attempt_form(form, lambda: phones.take_seat(phone, form.cleaned_data["seat"]))
        if seated is not None:
            return redirect("table", table.pk)
    sitting = None if phone.seat is None else names[phone.seat]
    return show(
        request,
        "play/seat.html",
        {"table": table, "event": table.round.event, "sitting": sitting},
        form=form,
    )


@only_post
def leave_table(request: HttpRequest) -> HttpResponse:
    """Forget the table on this phone."""
    if (phone := phone_of(request)) is not None:
        phones.leave(phone)
    messages.success(request, _("This phone has forgotten the table."))
    response = redirect("enter_table")
    response.delete_cookie(settings.TABLE_COOKIE_NAME, path="/", samesite="Lax")
    return forget_pages(response)


def _choose_seat(token: str, identity: str) -> HttpResponse:
    """Redirect to the choice of a seat. The cookies are not readable by scripts or sent by other sites."""
    response = redirect("choose_seat")
    for name, value in ((settings.TABLE_COOKIE_NAME, token), (settings.PHONE_COOKIE_NAME, identity)):
        response.set_cookie(
            name, value, max_age=COOKIE_LASTS, path="/", secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return response
