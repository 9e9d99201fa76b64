"""The cards of the tables, for scorers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_form,
    show,
)
from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import is_only_here, outside_address
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import event_for_host
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame
from tournaments.play.verbs import cards, phones
from tournaments.tables.access import table_for_host
from tournaments.tables.verbs.tables import tables_with_seats


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
    attempt(
        request,
        lambda: cards.revoke_card(event, actor_of(request), number),
        _("The card of table %(number)d is revoked.") % {"number": number},
    )
    return redirect("table_cards", event.ref)


@members_act
def free_seat(request: HttpRequest, table_id: str) -> HttpResponse:
    """End the access of the phone at a seat."""
    table = table_for_host(actor_of(request), table_id)
    seat = request.POST.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    attempt(
        request,
        lambda: phones.free_seat(table, actor_of(request), number),
        _("Seat %(number)d of table %(table)d is free for another phone.")
        % {"number": number + 1, "table": table.number},
    )
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
    return show(
        request,
        "play/cards.html",
        event_frame(request, event, "score")
        | {
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
        },
    )
