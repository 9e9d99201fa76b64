"""Table links for those who run the tables: making them, printing them as cards, ending them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.access import round_for_scorer, table_for_host
from tournaments.errors import Conflict
from tournaments.models import Round, Table, TableGuest, TableLink
from tournaments.sentences.stages import round_title
from tournaments.services.draw.tables import table_seats, tables_with_seats
from tournaments.services.play import links, phones
from tournaments.views.common import actor_of, attempt, members_act, members_form, show
from tournaments.views.frames import event_frame

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Card:
    """What is printed for a table. The secret and the PIN are nowhere else: another print is another link."""

    table: Table
    names: list[str]
    url: str
    qr: SafeString
    pin: str


@never_cache
@members_form
def table_links(request: HttpRequest, round_id: str) -> HttpResponse:
    """The links of a round's tables: who has one, and new ones for all of them, as cards to print."""
    of = round_for_scorer(actor_of(request), round_id)
    if request.method == "POST":
        try:
            made = links.make_links(of, actor_of(request))
        except Conflict as refusal:
            return _overview(request, of, refusal.detail)
        return _cards(request, of, made)
    return _overview(request, of)


@never_cache
@members_act
def make_table_link(request: HttpRequest, table_id: str) -> HttpResponse:
    """A new link for one table; its card is shown once."""
    table = table_for_host(actor_of(request), table_id)
    try:
        made = links.make_link(table, actor_of(request))
    except Conflict as refusal:
        return _overview(request, table.round, refusal.detail)
    return _cards(request, table.round, [made])


@members_act
def revoke_table_link(request: HttpRequest, table_id: str) -> HttpResponse:
    """End a table's link, and with it whoever came in by it."""
    table = table_for_host(actor_of(request), table_id)
    attempt(
        request,
        lambda: links.revoke_link(table, actor_of(request)),
        _("The link of table %(number)d opens nothing any more.") % {"number": table.number},
    )
    return redirect("table_links", table.round_id)


@members_act
def free_seat(request: HttpRequest, table_id: str) -> HttpResponse:
    """Let the phone in no more that speaks for a seat: another may take it."""
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


def _phones(of: Round, tables: list[Table]) -> dict[UUID, list[tuple[TableGuest, str]]]:
    """The phones that speak for a seat, with whose it is, by table."""
    names = {
        (table.pk, seat.number): seat.entry.player.public_name
        for table in tables
        for seat in table.seats.all()
    }
    seated: dict[UUID, list[tuple[TableGuest, str]]] = {}
    for guest in phones.phones_in(of):
        table, seat = guest.link.table_id, guest.seat
        if seat is not None:
            seated.setdefault(table, []).append((guest, names.get((table, seat), "")))
    return seated


def door_url(request: HttpRequest, secret: str) -> str:
    """What a table's QR code says. The secret is behind the #: no browser sends it, no server logs it."""
    return f"{_outside(request, reverse('guest_door'))}#{secret}"


def qr_of(url: str) -> SafeString:
    """The QR code of an address, as SVG inside the page, dark on light whatever the page's colours are."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(drawn)  # noqa: S308 - drawn from modules, of our own address


def _overview(request: HttpRequest, of: Round, refusal: str = "") -> HttpResponse:
    good = {
        link.table_id: link
        for link in TableLink.objects.filter(table__round=of, revoked_at__isnull=True).select_related(
            "created_by"
        )
    }
    tables = list(tables_with_seats().filter(round=of))
    seated = _phones(of, tables)
    return show(
        request,
        "scorer/links.html",
        _frame(request, of)
        | {
            "lines": [(table, good.get(table.pk), seated.get(table.pk, [])) for table in tables],
            "open": of.status in links.OPEN,
            "tries": links.PIN_TRIES,
            "refusal": refusal,
        },
    )


def _cards(request: HttpRequest, of: Round, made: list[links.NewLink]) -> HttpResponse:
    cards = []
    for new in made:
        table, url = new.link.table, door_url(request, new.secret)
        names = [seat.entry.player.public_name for seat in table_seats(table)]
        cards.append(Card(table, names, url, qr_of(url), f"{new.pin[:3]} {new.pin[3:]}"))
    by_pin = _outside(request, reverse("enter_pin", args=[of.event.ref]))
    return show(
        request,
        "scorer/cards.html",
        _frame(request, of)
        | {"cards": cards, "by_pin": by_pin, "only_here": any(f"//{name}" in by_pin for name in LOOPBACK)},
    )


def _outside(request: HttpRequest, path: str) -> str:
    """An address for a phone: made on the server's own machine, under the name by which others reach it."""
    outside = [origin for origin in settings.ORIGINS if not any(f"//{name}" in origin for name in LOOPBACK)]
    if outside and request.get_host().partition(":")[0] in LOOPBACK:
        return outside[0] + path
    return request.build_absolute_uri(path)


def _frame(request: HttpRequest, of: Round) -> dict[str, object]:
    several = of.event.stages.count() > 1
    return event_frame(request, of.event, "score") | {
        "round": of,
        "round_title": round_title(of, several=several),
    }
