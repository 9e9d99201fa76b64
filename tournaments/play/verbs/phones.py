"""Phones: which phone speaks for which seat of a table.

A phone is a browser (or an API client) that came in through the card of a table (`cards`). Its row belongs to
that card and to the table of one round: in the next round it comes in and chooses a seat again. The client
keeps a token for it, in a cookie or otherwise, and the row only a digest. A phone says once which seat it
speaks for. One seat has one phone until that phone leaves or a scorer frees the seat. A browser that scans
the code again gets a new row with the same `identity`, the digest of a cookie that it keeps for 30 days. So a
browser is always the same phone: when its new row takes a seat, its earlier row leaves, and it never confirms
the claim that it made itself. An API client has no such cookie: each of its tokens is a phone. Nothing proves
that a seat belongs to a phone, but the others at the table see it if somebody takes theirs. The audit log has
an entry for each seat that is taken, left or freed, with the mark of the phone.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.core.actors import Actor
from tournaments.core.change import lock_round, log
from tournaments.core.rules.refusals import Conflict, NotAllowed, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.rules.check import NoSuchSeat
from tournaments.events.models.events import Event
from tournaments.play.verbs.cards import LinkEnded
from tournaments.tables.models.cards import Phone
from tournaments.tables.models.rounds import Round, Seat, Table, somebody_sits, who_sits

ENDED = (RoundStatus.CLOSED, RoundStatus.VOID)
"""The rounds in which no phone speaks for a seat any more."""


class SeatTaken(Conflict):
    """Another phone speaks for this seat."""

    sentence = gettext_noop("Another phone has this seat. If the seat is yours, ask the director to free it.")


class SeatChosen(Conflict):
    """This phone has already chosen a seat."""

    sentence = gettext_noop(
        "This phone already has another seat. Forget the table on it, then scan the code again."
    )


@transaction.atomic
def take_seat(phone: Phone, number: int) -> Phone:
    """Store the seat (from 0) for which a phone speaks. It cannot choose another one later.

    Raises Invalid if the table lacks this seat; Conflict if this phone has another seat, or if another phone
    has this seat; NotAllowed if the phone has lost its access, also because its round has just ended.
    """
    table = phone.table
    if not table.seats.filter(somebody_sits(), number=number).exists():
        raise NoSuchSeat(sentence=gettext_noop("This table does not have that seat."), field="seat")
    locked = lock_round(table.round)
    refresh(phone)
    if locked.status in ENDED:
        raise _ended()
    if phone.seat == number:
        return phone
    if phone.seat is not None:
        raise SeatChosen(stated=number, expected=phone.seat)
    if _rows_beside(phone).filter(seat=number).exclude(identity=phone.identity).exists():
        raise SeatTaken(stated=number)
    _end_earlier(phone)
    phone.seat = number
    phone.save(update_fields=["seat"])
    _log(phone, Actor.of_phone(phone), "take_seat")
    return phone


@transaction.atomic
def leave(phone: Phone) -> None:
    """End the access of a phone and free its seat."""
    lock_round(phone.table.round)
    _end(phone, Actor.of_phone(phone), "leave_seat")


@transaction.atomic
def free_seat(table: Table, actor: Actor, number: int) -> None:
    """End the access of the phone that speaks for this seat (from 0) of a table, if there is one."""
    lock_round(table.round)
    for phone in phones_at(table).filter(seat=number).select_related("table__round__event"):
        _end(phone, actor, "free_seat")


def refresh(phone: Phone) -> None:
    """Read a phone again, under the lock of its round. NotAllowed if it has lost its access meanwhile."""
    rows = Phone.objects.filter(pk=phone.pk, left_at__isnull=True, card__revoked_at__isnull=True)
    row = rows.values_list("seat").first()
    if row is None:
        raise _ended()
    phone.seat = row[0]


def phones_at(table: Table) -> QuerySet[Phone]:
    """The phones that speak for a seat of a table now, by seat."""
    return _seated().filter(table=table)


def phones_in(round_: Round) -> QuerySet[Phone]:
    """The phones that speak for a seat of any table of a round now, by seat."""
    return _seated().filter(table__round=round_)


def seated_player(phone: Phone) -> str:
    """The public name of the player for whose seat a phone speaks; empty while it has no seat."""
    if phone.seat is None:
        return ""
    seats = phone.table.seats.filter(somebody_sits(), number=phone.seat)
    return seats.values_list(who_sits("player__public_name"), flat=True).first() or ""


def entry_of_phone(phone: Phone, event: Event) -> str | None:
    """The id of the entry for whose seat a phone speaks. None without a seat, or in another event."""
    if phone.seat is None:
        return None
    here = Seat.objects.filter(somebody_sits(), table=phone.table_id, number=phone.seat)
    seats = here.filter(round__event=event)
    entry = seats.values_list(who_sits(), flat=True).first()
    return None if entry is None else str(entry)


def clear_seats(table: Table, seats: Iterable[int]) -> None:
    """Free these seats, so that their phones choose again: other players sit there now."""
    phones_at(table).filter(seat__in=list(seats)).update(seat=None)


def _ended() -> NotAllowed:
    return LinkEnded(
        sentence=gettext_noop(
            "This phone has no access now: it left the table, or its seat was freed. Scan the code again."
        )
    )


def _seated() -> QuerySet[Phone]:
    rows = Phone.objects.filter(card__revoked_at__isnull=True, seat__isnull=False, left_at__isnull=True)
    return rows.order_by("seat")


def _rows_beside(phone: Phone) -> QuerySet[Phone]:
    """The phones that came in through the same card in the same round, and this one."""
    return Phone.objects.filter(card=phone.card_id, table=phone.table_id, left_at__isnull=True)


def _end_earlier(phone: Phone) -> None:
    """End the access of the earlier rows of a phone that has come in again."""
    earlier = _rows_beside(phone).filter(identity=phone.identity).exclude(pk=phone.pk)
    for row in earlier.select_related("table__round__event"):
        _end(row, Actor.of_phone(row), "leave_seat")


def _end(phone: Phone, actor: Actor, verb: str) -> None:
    phone.left_at = timezone.now()
    phone.save(update_fields=["left_at"])
    if phone.seat is not None:
        _log(phone, actor, verb)


def _log(phone: Phone, actor: Actor, verb: str) -> None:
    table = phone.table
    log(actor, verb, table, within=table.round.event, number=table.number, seat=phone.seat, phone=phone.mark)
