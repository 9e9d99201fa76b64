"""Phones: which phone speaks for which seat of a table.

A phone is a browser (or an API client) that came in through the card of a table (`cards`). Its row belongs to
that card and to the table of one round. In the next round a browser is offered the seat of the same entry
(`offer_to`), if it kept its seat to the end and no other phone has the new one. Others come in and choose
again.

The client keeps a token for it, in a cookie or otherwise, and the row only a digest. A phone says once which
seat it speaks for. One seat has one phone until that phone leaves or a scorer frees the seat. A browser that
scans the code again gets a new row with the same `identity`, the digest of a cookie that it keeps for 30
days. So a browser is always the same phone: when its new row takes a seat, its earlier row leaves, and it
never confirms the claim that it made itself. An API client has no such cookie: each of its tokens is a phone.
Nothing proves that a seat belongs to a phone, but the others at the table see it if somebody takes theirs.
The audit log has an entry for each seat that is taken, left or freed, with the mark of the phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.clubs.models import Player
from tournaments.core.actors import Actor
from tournaments.core.change import lock_round, log
from tournaments.core.rules.refusals import Conflict, NotAllowed, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.secrets import digest
from tournaments.draw.rules.check import NoSuchSeat
from tournaments.events.models.events import Event
from tournaments.play.verbs.cards import LinkEnded, NewPhone, let_in, live_cards, open_round
from tournaments.tables.models.cards import Phone, TableCard
from tournaments.tables.models.rounds import Round, Seat, Table, somebody_sits, who_sits
from tournaments.tables.verbs.tables import seats_by_entry

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


class NothingOffered(Conflict):
    """This phone is offered no seat in this round."""

    sentence = gettext_noop("This phone cannot go on without the card. Scan the card on your table.")


@dataclass(frozen=True)
class Offer:
    """The seat of an entry in a new round, for the phone that spoke for the entry in the round before.

    seat: from 0. name: the public name of the player.
    """

    card: TableCard
    table: Table
    seat: int
    name: str


def offer_to(identity: str) -> Offer | None:
    """The seat that the browser with this identity cookie may take without a scan; None without one.

    Nothing is offered between rounds, and nothing to a phone that left its seat or whose seat was freed. The
    same holds if the card of the old table was revoked, the new table has no card, or another phone has the
    seat.
    """
    rows = Phone.objects.filter(identity=digest(identity), seat__isnull=False)
    rows = rows.select_related("card", "table__round__event")
    last = rows.order_by("-pk").first() if identity else None
    if last is None or last.left_at is not None or last.card.revoked_at is not None:
        return None
    before, event = last.table.round, last.table.round.event
    round_, entry = open_round(event), entry_of_phone(last, event)
    # A void round has the number of the one that follows it.
    if round_ is None or entry is None or round_.pk == before.pk or round_.number > before.number + 1:
        return None
    seat = seats_by_entry(round_, [entry]).get(entry)
    card = None if seat is None else live_cards(event).filter(number=seat.table.number).first()
    if seat is None or card is None or phones_at(seat.table).filter(seat=seat.number).exists():
        return None
    seat.table.round, round_.event = round_, event
    name = Player.objects.values_list("public_name", flat=True).get(entries__pk=entry)
    return Offer(card, seat.table, seat.number, name)


@transaction.atomic
def come_back(identity: str) -> NewPhone:
    """Give the browser with this identity cookie the seat that it is offered.

    Raises NothingOffered if it is offered none, also because somebody has just taken it.
    """
    if (offer := offer_to(identity)) is not None:
        lock_round(offer.table.round)
    if offer is None or offer_to(identity) != offer:
        raise NothingOffered
    new = let_in(offer.card, offer.table, identity)
    take_seat(new.phone, offer.seat, comes_back=True)
    return new


@transaction.atomic
def take_seat(phone: Phone, number: int, *, comes_back: bool = False) -> Phone:
    """Store the seat (from 0) for which a phone speaks. It cannot choose another one later.

    comes_back: without the card, from the round before. Only the log makes a difference.

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
    if comes_back:
        _log(phone, Actor.of_phone(phone), "come_back")
    else:
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
