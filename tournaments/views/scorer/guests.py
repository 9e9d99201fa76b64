"""Coming in by a table's link: the QR code, the PIN, and which seat is one's own."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tournaments.access import event_for_viewer
from tournaments.errors import Conflict, NotAllowed, TooMany
from tournaments.forms.guests import PinForm, SeatForm
from tournaments.kernel.networks import client_address
from tournaments.models import Event, Table
from tournaments.services.draw.tables import table_seats
from tournaments.services.play import links, phones
from tournaments.views.common import actor_of, attempt_form, open_form, show
from tournaments.views.frames import event_frame

from .at_table import guest_of, keep_token, phone_of

SHUT = (NotAllowed, Conflict, TooMany)


@sensitive_post_parameters("secret")
@never_cache
@open_form
def door(request: HttpRequest) -> HttpResponse:
    """Where a table's QR code leads: its secret is behind the #, which a script of ours posts."""
    if request.method == "POST":
        phone = phone_of(request)
        entered = links.enter_by_secret(request.POST.get("secret", "")[:200], phone=phone)
        return keep_token(redirect("guest_seat"), entered.token, phone)
    guest = guest_of(request)
    return show(request, "scorer/door.html", {"at": guest.link.table if guest else None})


@sensitive_post_parameters("pin")
@never_cache
@open_form
def enter_pin(request: HttpRequest, ref: str) -> HttpResponse:
    """A table's number and PIN instead of its QR code."""
    event = event_for_viewer(actor_of(request), ref)
    form = PinForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        phone = phone_of(request)
        try:
            entered = links.enter_by_pin(
                _open_table(event, form.cleaned_data["table"]),
                form.cleaned_data["pin"],
                address=client_address(request),
                phone=phone,
            )
        except SHUT as refusal:
            form.add_error("pin", refusal.detail)
        else:
            return keep_token(redirect("guest_seat"), entered.token, phone)
    return show(request, "scorer/pin.html", event_frame(request, event, "event"), form=form)


@never_cache
@open_form
def seat(request: HttpRequest) -> HttpResponse:
    """Which seat is yours: asked once, kept with the phone's token."""
    guest = guest_of(request)
    if guest is None:
        return redirect("guest_door")
    table = guest.link.table
    names = [seat.entry.player.public_name for seat in table_seats(table)]
    others = phones.phones_at(table).exclude(phone=guest.phone)
    taken = set(others.values_list("seat", flat=True))
    data = request.POST if request.method == "POST" else None
    form = SeatForm(names, taken, data, initial={"seat": guest.seat})
    if request.method == "POST" and form.is_valid():
        taken = attempt_form(form, lambda: phones.take_seat(guest, form.cleaned_data["seat"]))
        if taken is not None:
            return redirect("table", table.pk)
    sitting = None if guest.seat is None else names[guest.seat]
    return show(
        request,
        "scorer/seat.html",
        {"table": table, "event": table.round.event, "sitting": sitting},
        form=form,
    )


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Forget the table on this phone."""
    response = redirect("guest_door")
    if (guest := guest_of(request)) is not None:
        phones.leave(guest)
    messages.success(request, _("This phone has forgotten the table."))
    response.delete_cookie(settings.TABLE_COOKIE_NAME, path="/", samesite="Lax")
    return response


def _open_table(event: Event, number: int) -> object:
    """The id of the table with this number in the round being played; None if there is none."""
    return (
        Table.objects.filter(round__event=event, round__status__in=links.OPEN, number=number)
        .order_by("-round__number")
        .values_list("pk", flat=True)
        .first()
    )
