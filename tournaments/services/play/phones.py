"""Whose phone speaks for which seat of a table: one phone for a seat, and one seat for a phone, at a time.

A table has one secret, and who holds it is let in; what seat they say is theirs is their word. It is worth
something because the others sit there, too: a seat that somebody has taken cannot be taken by who sits in it,
who will say so. Then a scorer frees it. Every seat that is taken, left or freed is in the log, with the mark
of the phone.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.kernel.audit import LINK, Actor, log
from tournaments.kernel.locks import lock_round
from tournaments.models import Round, Table, TableGuest


@transaction.atomic
def take_seat(guest: TableGuest, number: int) -> TableGuest:
    """Note which seat (from 0) of their table a guest says is theirs.

    Said once: or one phone would be the two people who must agree. A phone that has come in again is no more
    who it was before. Invalid for a seat that there is not; Conflict for another than they said, and for one
    for which another phone speaks.
    """
    table = guest.link.table
    if not table.seats.filter(number=number).exists():
        raise Invalid("no_such_seat", _("There is no such seat at this table."), field="seat")
    # Of two phones that take a seat at once, one is the first.
    lock_round(table.round)
    look_again(guest)
    if guest.seat == number:
        return guest
    if guest.seat is not None:
        raise Conflict(
            "seat_chosen",
            _("This phone sits in another seat: forget the table on it, and scan the code again."),
            stated=number,
            expected=guest.seat,
        )
    if _here(guest).filter(seat=number).exclude(phone=guest.phone).exists():
        raise Conflict(
            "seat_taken",
            _(
                "Another phone speaks for this seat: if it is not yours, or not any more, ask a scorer to "
                "free it."
            ),
            stated=number,
        )
    _leave_as_before(guest)
    guest.seat = number
    guest.save(update_fields=["seat"])
    _log(Actor(None, LINK, guest=guest), "take_seat", guest, number)
    return guest


@transaction.atomic
def leave(guest: TableGuest) -> None:
    """Let a phone in no more that has forgotten its table: the seat is free for another."""
    lock_round(guest.link.table.round)
    _leave(guest)


@transaction.atomic
def free_seat(table: Table, actor: Actor, number: int) -> None:
    """Let the phone in no more that speaks for this seat (from 0) of a table: another may take it.

    Nothing happens where none does.
    """
    lock_round(table.round)
    for guest in phones_at(table).filter(seat=number).select_related("link__table__round__event"):
        _end(guest)
        _log(actor, "free_seat", guest, number)


def look_again(guest: TableGuest) -> None:
    """Read which seat is theirs once more, under the round's lock: another request may have said it just now.

    NotAllowed where the phone is let in no more since it came.
    """
    guest.refresh_from_db(fields=["seat", "left_at"])
    if guest.left_at is not None:
        raise NotAllowed(
            "link_ended",
            _("This phone is let in no more: its seat was freed, or left. Scan the code of the table again."),
        )


def phones_at(table: Table) -> QuerySet[TableGuest]:
    """The phones that speak for a seat of a table now, by seat."""
    return _seated().filter(link__table=table)


def phones_in(round_: Round) -> QuerySet[TableGuest]:
    """The phones that speak for a seat of any table of a round now, with their link, by seat."""
    return _seated().filter(link__table__round=round_).select_related("link")


def ask_again(table: Table, seats: Iterable[int]) -> None:
    """Forget who the phones at these seats are: somebody else sits there now."""
    phones_at(table).filter(seat__in=list(seats)).update(seat=None)


def _seated() -> QuerySet[TableGuest]:
    return TableGuest.objects.filter(
        link__revoked_at__isnull=True, seat__isnull=False, left_at__isnull=True
    ).order_by("seat")


def _here(guest: TableGuest) -> QuerySet[TableGuest]:
    return TableGuest.objects.filter(link=guest.link_id, left_at__isnull=True)


def _leave_as_before(guest: TableGuest) -> None:
    """The phone has come in again: it is no more who it was."""
    before = _here(guest).filter(phone=guest.phone).exclude(pk=guest.pk)
    for one in before.select_related("link__table__round__event"):
        _leave(one)


def _leave(guest: TableGuest) -> None:
    _end(guest)
    if guest.seat is not None:
        _log(Actor(None, LINK, guest=guest), "leave_seat", guest, guest.seat)


def _end(guest: TableGuest) -> None:
    guest.left_at = timezone.now()
    guest.save(update_fields=["left_at"])


def _log(actor: Actor, verb: str, guest: TableGuest, seat: int) -> None:
    table = guest.link.table
    log(actor, verb, table, of=table.round.event, number=table.number, seat=seat, phone=guest.mark)
