"""Table links for scorers: making links, printing them as cards, revoking them, freeing seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access import round_for_scorer, table_for_host
from tournaments.errors import Conflict
from tournaments.models import Round, Table
from tournaments.sentences.stages import round_title
from tournaments.services.draw.tables import table_seats, tables_with_seats
from tournaments.services.play import links, phones
from tournaments.views.common import actor_of, attempt, members_act, members_form, show
from tournaments.views.frames import event_frame
from tournaments.views.qr import qr_of

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Card:
    """The printed card of a table. The secret and the PIN are not stored, so a new card needs a new link."""

    table: Table
    names: list[str]
    url: str
    qr: SafeString
    pin: str


@never_cache
@members_form
def table_links(request: HttpRequest, round_id: str) -> HttpResponse:
    """GET: the links of all tables of a round. POST: new links for all tables, as cards to print."""
    round_ = round_for_scorer(actor_of(request), round_id)
    if request.method == "POST":
        return _make(request, round_, None)
    return _overview(request, round_)


@never_cache
@members_act
def make_table_link(request: HttpRequest, table_id: str) -> HttpResponse:
    """A new link for one table. Its card is shown once."""
    table = table_for_host(actor_of(request), table_id)
    return _make(request, table.round, [table])


@members_act
def revoke_table_link(request: HttpRequest, table_id: str) -> HttpResponse:
    """Revoke the link of a table and the access of its phones."""
    table = table_for_host(actor_of(request), table_id)
    attempt(
        request,
        lambda: links.revoke_link(table, actor_of(request)),
        _("The link of table %(number)d is revoked.") % {"number": table.number},
    )
    return redirect("table_links", table.round_id)


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
    return redirect("table_links", table.round_id)


def _make(request: HttpRequest, round_: Round, tables: list[Table] | None) -> HttpResponse:
    """Make new links for these tables (None: all) and show their cards."""
    try:
        new_links = links.make_links(round_, actor_of(request), tables)
    except Conflict as refusal:
        return _overview(request, round_, refusal.detail)
    return _cards(request, round_, new_links)


def door_url(request: HttpRequest, secret: str) -> str:
    """The address in a QR code. The secret is behind the #: no browser sends it, so no server logs it."""
    return f"{_outside(request, reverse('enter_table'))}#{secret}"


def _overview(request: HttpRequest, round_: Round, refusal: str = "") -> HttpResponse:
    by_table = links.links_by_table(round_)
    tables = list(tables_with_seats().filter(round=round_))
    phone_at = {(phone.link.table_id, phone.seat): phone for phone in phones.phones_in(round_)}
    seated = {
        table.pk: [
            (phone, seat.sitting.player.public_name)
            for seat in table.seats.all()
            if (phone := phone_at.get((table.pk, seat.number)))
        ]
        for table in tables
    }
    return show(
        request,
        "scorer/links.html",
        _frame(request, round_)
        | {
            "lines": [(table, by_table.get(table.pk), seated[table.pk]) for table in tables],
            "open": round_.status in links.OPEN,
            "tries": links.PIN_TRIES,
            "refusal": refusal,
        },
    )


def _cards(request: HttpRequest, round_: Round, new_links: list[links.NewLink]) -> HttpResponse:
    cards = []
    for new in new_links:
        table, url = new.link.table, door_url(request, new.secret)
        names = [seat.sitting.player.public_name for seat in table_seats(table)]
        cards.append(Card(table, names, url, qr_of(url), f"{new.pin[:3]} {new.pin[3:]}"))
    by_pin = _outside(request, reverse("enter_pin", args=[round_.event.ref]))
    return show(
        request,
        "scorer/cards.html",
        _frame(request, round_)
        | {"cards": cards, "by_pin": by_pin, "only_here": any(f"//{name}" in by_pin for name in LOOPBACK)},
    )


def _outside(request: HttpRequest, path: str) -> str:
    """The address of a path for phones, also if this request came from the server's own machine."""
    outside = [origin for origin in settings.ORIGINS if not any(f"//{name}" in origin for name in LOOPBACK)]
    if outside and request.get_host().partition(":")[0] in LOOPBACK:
        return outside[0] + path
    return request.build_absolute_uri(path)


def _frame(request: HttpRequest, round_: Round) -> dict[str, object]:
    several = round_.event.stages.count() > 1
    return event_frame(request, round_.event, "score") | {
        "round": round_,
        "round_title": round_title(round_, several=several),
    }
