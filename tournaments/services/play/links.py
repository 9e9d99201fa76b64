"""Table links: one secret (a QR code) and one PIN for each table, good until its round closes.

The secret is of 128 random bits and nobody guesses it. The PIN is of six digits and anybody might: so it is
good with its table alone, ten wrong tries burn it, and when too many go wrong anywhere in a minute, every
table asks for its QR code. One network is not heard any more before it could do either alone: a phone outside
burns no PIN, and pauses none. The tries are counted in the database, under the lock of the link: what cannot
be counted is not let in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, NotAllowed, TooMany
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_round
from tournaments.kernel.networks import network_of
from tournaments.kernel.secrets import digest, new_pin, new_secret
from tournaments.models import (
    EventStatus,
    PinFailure,
    Round,
    RoundStatus,
    Table,
    TableGuest,
    TableLink,
    parse_id,
)

OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
"""The rounds whose tables' links are good."""

PIN_TRIES = 10
"""So many wrong PINs burn a table's PIN: a guess of six digits has then had one chance in 100,000."""

TRIES_OF_ONE_NETWORK = 5
"""So many wrong PINs at one table, and its next ones are not judged for an hour, or until a new card."""

ONE_NETWORK_IN_A_MINUTE = 30
"""So many wrong PINs within a minute from one network, at whatever tables, and none of its is judged."""

WRONG_IN_A_MINUTE = 200
"""So many wrong PINs within a minute, at whatever tables, and none is taken."""

REMEMBERED = timedelta(hours=1)
"""For so long a wrong PIN counts against where it came from."""

SECRET_BYTES = 16
TOKEN_PREFIX = "table_"  # noqa: S105 - what a token begins with is no secret
"""How the token of a guest begins: no key of a club does."""


@dataclass(frozen=True)
class NewLink:
    """A link with what is shown once and never stored."""

    link: TableLink
    secret: str
    pin: str


@dataclass(frozen=True)
class Entered:
    """A guest who has just been let in, with the token that says so: of it, too, only a digest is stored."""

    guest: TableGuest
    token: str


def make_link(table: Table, actor: Actor) -> NewLink:
    """A new link of a table; the one before opens nothing any more. Conflict unless its round is open."""
    [made] = make_links(table.round, actor, [table])
    return made


def make_links(round_: Round, actor: Actor, tables: Sequence[Table] | None = None) -> list[NewLink]:
    """New links of these tables of a round, in their order; of all with people at them, if none are named."""
    if tables is None:
        tables = list(round_.tables.filter(seats__entry__player__bot="").distinct().order_by("number"))
    # The hash takes its time on purpose: it is made before anything is locked.
    drawn = [
        (table, new_secret(size=SECRET_BYTES), pin, make_password(pin))
        for table in tables
        for pin in [new_pin()]
    ]
    with transaction.atomic():
        of = lock_round(round_)
        if of.status not in OPEN or of.event.status != EventStatus.RUNNING:
            raise Conflict(
                "round_not_open",
                _("Links are good while a round is played: publish the round, then make them."),
            )
        now = timezone.now()
        TableLink.objects.filter(table__in=tables, revoked_at__isnull=True).update(revoked_at=now)
        made = []
        for table, secret, pin, pin_hash in drawn:
            link = TableLink.objects.create(
                table=table, secret_digest=digest(secret), pin_hash=pin_hash, created_by=actor.user
            )
            log(actor, "make_link", link, of=of.event, number=table.number)
            made.append(NewLink(link, secret, pin))
        return made


@transaction.atomic
def revoke_link(table: Table, actor: Actor) -> None:
    """End a table's link, if it has one, and with it whoever came in by it."""
    of = lock_round(table.round)
    for link in TableLink.objects.filter(table=table, revoked_at__isnull=True):
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        log(actor, "revoke_link", link, of=of.event, number=table.number)


def link_of(table: Table) -> TableLink | None:
    """The link of a table that is good now."""
    return _good().filter(table=table).first()


def any_link_in(round_: Round) -> bool:
    """Whether some table of a round has a link that is good now."""
    return round_.status in OPEN and _good().filter(table__round=round_).exists()


def burnt_in(round_: Round) -> list[Table]:
    """The tables of a round whose PIN was tried wrongly too often: each needs a new link."""
    burnt = _good().filter(table__round=round_, pin_failures__gte=PIN_TRIES).order_by("table__number")
    return [link.table for link in burnt]


def enter_by_secret(secret: str, table: object = None, *, phone: str = "") -> Entered:
    """Let a phone in that has scanned a table's QR code: the table with this id, if one is named.

    phone: what it says wherever it comes in, so that it is known as the same one when it scans again.
    NotAllowed for a secret that opens nothing.
    """
    link = _good().filter(secret_digest=digest(secret)).first()
    if link is None or (table is not None and parse_id(table) != link.table_id):
        raise NotAllowed(
            "link_ended",
            _("This code opens nothing (any more): scan the newest card of a round that is played."),
        )
    return _let_in(link, phone)


def enter_by_pin(table: object, pin: str, *, address: str = "", phone: str = "") -> Entered:
    """Let a phone in that knows the PIN of the table with this id (which there need not be).

    address: where it comes from. NotAllowed for a wrong PIN, in the same words and as late for a table that
    is not there; Conflict when the table's PIN is burnt; TooMany while every table asks for its QR code, or
    when too many wrong ones came from there.
    """
    key, network = parse_id(table), network_of(address)
    # Durable: a caller's transaction, rolled back, would forget the wrong try.
    with transaction.atomic(durable=True):
        _refuse_while_many_are_wrong()
        link = None if key is None else _good().select_for_update(of=("self",)).filter(table=key).first()
        if link is not None and link.pin_failures >= PIN_TRIES:
            raise Conflict(
                "pin_burnt",
                _("This table's PIN was tried wrongly too often. Scan the QR code, or ask for a new card."),
            )
        _refuse_who_errs_too_often(network, key, link)
        fits = check_password(pin, nobodys_hash() if link is None else link.pin_hash)
        if link is not None and fits:
            return _let_in(link, phone)
        if link is not None:
            link.pin_failures += 1
            link.save(update_fields=["pin_failures"])
        PinFailure.objects.filter(at__lt=timezone.now() - REMEMBERED).delete()
        PinFailure.objects.create(table=key, network=network)
    raise NotAllowed(
        "pin_wrong",
        _("This is not the PIN of a table that plays now. Look at the card on the table once more."),
    )


def guest_of_token(token: str) -> TableGuest | None:
    """Whose token this is, their table loaded with its event; None once they or the link are gone."""
    if not token.startswith(TOKEN_PREFIX):
        return None
    return (
        TableGuest.objects.select_related("link__table__round__event__club")
        .filter(
            digest=digest(token),
            left_at__isnull=True,
            link__revoked_at__isnull=True,
            link__table__round__status__in=OPEN,
            link__table__round__event__status=EventStatus.RUNNING,
        )
        .first()
    )


@cache
def nobodys_hash() -> str:
    """A hash to compare with where there is no table: it takes as long."""
    return make_password(new_secret())


def _good() -> QuerySet[TableLink]:
    return TableLink.objects.select_related("table__round__event__club").filter(
        revoked_at__isnull=True,
        table__round__status__in=OPEN,
        table__round__event__status=EventStatus.RUNNING,
    )


def _let_in(link: TableLink, phone: str) -> Entered:
    token = new_secret(TOKEN_PREFIX)
    guest = TableGuest.objects.create(link=link, digest=digest(token), phone=digest(phone or token))
    return Entered(guest, token)


def _refuse_while_many_are_wrong() -> None:
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    if PinFailure.objects.filter(at__gt=a_minute_ago).count() >= WRONG_IN_A_MINUTE:
        raise TooMany(
            "pins_paused",
            _("Too many wrong PINs are being tried at the moment. Scan the QR code of your table instead."),
        )


def _refuse_who_errs_too_often(network: str, key: UUID | None, link: TableLink | None) -> None:
    """TooMany for a network whose PINs were wrong too often, here since the table's card was made."""
    now = timezone.now()
    since = now - REMEMBERED if link is None else max(link.created_at, now - REMEMBERED)
    wrong = PinFailure.objects.filter(network=network)
    for_an_hour = wrong.filter(table=key, at__gt=since).count() >= TRIES_OF_ONE_NETWORK
    if for_an_hour or wrong.filter(at__gt=now - timedelta(minutes=1)).count() >= ONE_NETWORK_IN_A_MINUTE:
        refusal = TooMany(
            "pins_paused",
            _("Too many wrong PINs came from where you are. Scan the QR code of your table instead."),
        )
        if for_an_hour:
            refusal.retry_after = round(REMEMBERED.total_seconds())
        raise refusal
