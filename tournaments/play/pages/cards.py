"""The cards of the tables, for scorers, and the phones that come in by them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    forget_pages,
    members_act,
    members_form,
    only_post,
    open_form,
    sent,
    show,
    submit,
)
from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import client_address, is_only_here, outside_address
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, TooMany
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import new_secret
from tournaments.events.access import event_for_host, event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame
from tournaments.play.forms.phones import PinForm, SeatForm
from tournaments.play.pages.frame import identity_cookie, phone_of
from tournaments.play.verbs import cards, phones
from tournaments.tables.access import table_for_host
from tournaments.tables.verbs.tables import table_seats, tables_with_seats


@never_cache
@members_form
def table_cards(request: HttpRequest, ref: str) -> HttpResponse:
    """GET: the cards of the tables. POST: new cards to print, for tables without one or (`all`) for all."""
    event = event_for_host(actor_of(request), ref)
    if request.method == "POST":
        return _make(request, event, cards.physical_tables(event) if "all" in request.POST else None)
    return _overview(request, event)


@never_cache
@members_act
def make_card(request: HttpRequest, ref: str, number: int) -> HttpResponse:
    """A new card for one table. It is shown once."""
    return _make(request, event_for_host(actor_of(request), ref), [number])


@members_act
def revoke_card(request: HttpRequest, ref: str, number: int) -> HttpResponse:
    """Revoke the card of a table and the access of its phones."""
    event = event_for_host(actor_of(request), ref)
    done = _("The card of table %(number)d is revoked.") % {"number": number}
    attempt(request, lambda: cards.revoke_card(event, actor_of(request), number), done)
    return redirect("table_cards", event.ref)


@members_act
def free_seat(request: HttpRequest, table_id: str) -> HttpResponse:
    """End the access of the phone at a seat."""
    table = table_for_host(actor_of(request), table_id)
    number = whole(request.POST.get("seat", ""), -1)
    places = {"number": number + 1, "table": table.number}
    done = _("Seat %(number)d of table %(table)d is free for another phone.") % places
    attempt(request, lambda: phones.free_seat(table, actor_of(request), number), done)
    return redirect("table_cards", table.round.event.ref)


def door_url(request: HttpRequest, secret: str) -> str:
    """The address in a QR code. The secret is behind the #: no browser sends it, so no server logs it."""
    return f"{outside_address(request, reverse('enter_table'))}#{secret}"


def _make(request: HttpRequest, event: Event, numbers: list[int] | None) -> HttpResponse:
    """Make cards for these tables (None: for all without one) and show them."""
    try:
        new_cards = cards.make_cards(event, actor_of(request), numbers)
    except (Conflict, Invalid) as refusal:
        return _overview(request, event, refusal.detail)
    if not new_cards:
        return redirect("table_cards", event.ref)
    printed = []
    for new in new_cards:
        url = door_url(request, new.secret)
        pin = f"{new.pin[:3]} {new.pin[3:]}"
        printed.append({"number": new.card.number, "qr": qr_of(url), "pin": pin})
    by_pin = outside_address(request, reverse("enter_pin", args=[event.ref]))
    return show(
        request,
        "play/cards_to_print.html",
        event_frame(request, event, "score") | {"cards": printed, "by_pin": by_pin},
    )


def _overview(request: HttpRequest, event: Event, refusal: str = "") -> HttpResponse:
    by_number, known = cards.cards_by_number(event), cards.physical_tables(event)
    round_ = cards.open_round(event)
    phone_at = {(phone.table_id, phone.seat): phone for phone in phones.phones_in(round_)} if round_ else {}
    tables = {table.number: table for table in tables_with_seats().filter(round=round_)} if round_ else {}
    seated = {
        table.number: [
            (phone_at[table.pk, seat.number], seat.sitting.player.public_name)
            for seat in table.seats.all()
            if (table.pk, seat.number) in phone_at
        ]
        for table in tables.values()
    }
    address = outside_address(request, "/")
    context = {
        "lines": [
            (number, by_number.get(number), tables.get(number), seated.get(number))
            for number in sorted({*known, *by_number})
        ],
        "known": known,
        "without": [number for number in known if number not in by_number],
        "have": by_number,
        "over": event.status == EventStatus.FINISHED,
        "plain": address.startswith("http:") and not is_only_here(address),
        "tries": cards.PIN_TRIES,
        "refusal": refusal,
    }
    return show(request, "play/cards.html", event_frame(request, event, "score") | context)


# ---- The phones that come in by a card: by QR code or PIN, taking a seat, leaving.


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
    context = {"at": phone.table if phone else None, "offer": phones.offer_to(identity_cookie(request))}
    return show(request, "play/door.html", context)


@sensitive_post_parameters("pin")
@never_cache
@open_form
def enter_pin(request: HttpRequest, ref: str) -> HttpResponse:
    """The number and the PIN of a table, instead of its QR code."""
    event = event_for_viewer(actor_of(request), ref)
    form = PinForm(sent(request))
    if form.is_bound and cards.open_round(event) is None:
        # The PIN is not looked at, so it does not count as a wrong one.
        form.add_error(
            None, _("No round is played now. The cards open their tables when the next one begins.")
        )
    elif form.is_bound and form.is_valid():
        table, pin = form.cleaned_data["table"], form.cleaned_data["pin"]
        identity, address = identity_cookie(request) or new_secret(), client_address(request)
        try:
            here = cards.open_table_id(event, table)
            new_phone = cards.enter_by_pin(here, pin, address=address, identity=identity)
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
    taken = set(others.values_list("seat", flat=True))
    form = SeatForm(names, taken, sent(request), empty=empty, initial={"seat": phone.seat})
    if submit(request, form, lambda: phones.take_seat(phone, form.cleaned_data["seat"])):
        return redirect("table", table.pk)
    sitting = None if phone.seat is None else names[phone.seat]
    context = {"table": table, "event": table.round.event, "sitting": sitting, "taken": taken}
    return show(request, "play/seat.html", context, form=form)


@only_post
def come_back(request: HttpRequest) -> HttpResponse:
    """Take the seat that this phone is offered in the next round."""
    identity = identity_cookie(request)
    try:
        new_phone = phones.come_back(identity)
    except Conflict as refusal:
        messages.error(request, refusal.detail)
        return redirect("enter_table")
    return _with_cookies(redirect("table", new_phone.phone.table_id), new_phone.token, identity)


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
    return _with_cookies(redirect("choose_seat"), token, identity)


def _with_cookies(response: HttpResponse, token: str, identity: str) -> HttpResponse:
    """Add the cookies of a phone. Scripts cannot read them, and other sites do not send them."""
    for name, value in ((settings.TABLE_COOKIE_NAME, token), (settings.PHONE_COOKIE_NAME, identity)):
        response.set_cookie(
            name, value, max_age=COOKIE_LASTS, path="/", secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return response
