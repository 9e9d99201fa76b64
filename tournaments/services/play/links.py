"""Table links: a secret (in the QR code) and a PIN for each table, valid until the round closes.

The secret has 128 random bits, so nobody can guess it. The PIN has six digits, so three limits on wrong PINs
protect it: ten at a table lock its PIN, too many from a network block it for a while, and after too many in
the whole service every table asks for its QR code. The limit of a network is the lowest, so that a single
attacker can neither lock a PIN nor pause all of them. Wrong PINs are counted in the database, under the lock
of the link: if the count cannot be stored, no phone gets access.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict, NotAllowed, TooMany
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_round
from tournaments.kernel.networks import network_of
from tournaments.kernel.secrets import digest, new_pin, new_secret
from tournaments.models import (
    Event,
    EventStatus,
    Phone,
    PinFailure,
    Round,
    RoundStatus,
    Table,
    TableLink,
    parse_id,
)
from tournaments.services.draw.tables import TablePlay

OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
"""The rounds in which table links are valid."""

PIN_TRIES = 10
"""Wrong PINs that lock the PIN of a table. The chance of a correct guess is then 1 in 100,000."""

TRIES_OF_ONE_NETWORK = 5
"""Wrong PINs of one network at one table. Its next ones are refused for an hour, or until a new card."""

ONE_NETWORK_IN_A_MINUTE = 30
"""Wrong PINs of one network at all tables within a minute. Its next ones are refused."""

WRONG_IN_A_MINUTE = 200
"""Wrong PINs of all networks at all tables within a minute. All PINs are refused."""

REMEMBERED = timedelta(hours=1)
"""How long a wrong PIN counts against its network."""

SECRET_BYTES = 16
TOKEN_PREFIX = "table_"  # noqa: S105 - a prefix is not a secret
"""The prefix of the tokens of phones. API keys have another one."""


@dataclass(frozen=True)
class NewLink:
    """A new link with its secret and its PIN, which are shown once and not stored."""

    link: TableLink
    secret: str
    pin: str


@dataclass(frozen=True)
class NewPhone:
    """A phone that has just come in, with its token, which is not stored."""

    phone: Phone
    token: str


def make_link(table: Table, actor: Actor) -> NewLink:
    """Make a new link for a table and revoke the earlier one. Conflict unless its round is open."""
    [new_link] = make_links(table.round, actor, [table])
    return new_link


def make_links(round_: Round, actor: Actor, tables: Sequence[Table] | None = None) -> list[NewLink]:
    """Make new links for these tables of a round; by default, for all its tables with people.

    Raises Conflict `round_not_open`.
    """
    if tables is None:
        tables = list(round_.tables.filter(seats__entry__player__bot="").distinct().order_by("number"))
    # Hashing is slow on purpose, so it is done before anything is locked.
    secrets = [
        (table, new_secret(size=SECRET_BYTES), pin, make_password(pin))
        for table in tables
        for pin in [new_pin()]
    ]
    with transaction.atomic():
        fresh = lock_round(round_)
        if not _is_open(fresh):
            raise Conflict(
                "round_not_open",
                _("Table links work while a round is played. Publish the round, then make the links."),
            )
        TableLink.objects.filter(table__in=tables, revoked_at__isnull=True).update(revoked_at=timezone.now())
        new_links = []
        for table, secret, pin, pin_hash in secrets:
            link = TableLink.objects.create(
                table=table, secret_digest=digest(secret), pin_hash=pin_hash, created_by=actor.user
            )
            log(actor, "make_link", link, within=fresh.event, number=table.number)
            new_links.append(NewLink(link, secret, pin))
        return new_links


@transaction.atomic
def revoke_link(table: Table, actor: Actor) -> None:
    """Revoke the link of a table, if it has one, and the access of all phones that came in through it."""
    event = lock_round(table.round).event
    for link in TableLink.objects.filter(table=table, revoked_at__isnull=True):
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        log(actor, "revoke_link", link, within=event, number=table.number)


def link_of(table: Table) -> TableLink | None:
    """The valid link of a table."""
    return _valid_links().filter(table=table).first()


def links_by_table(round_: Round) -> dict[UUID, TableLink]:
    """The links of a round that are not revoked, with their authors, by the id of the table."""
    rows = TableLink.objects.filter(table__round=round_, revoked_at__isnull=True)
    return {link.table_id: link for link in rows.select_related("created_by")}


def any_link_in(round_: Round, tables: Sequence[TablePlay]) -> bool:
    """Whether some table of a round has a valid link. tables: all of the round."""
    return _is_open(round_) and any(table.wrong_pins is not None for table in tables)


def tables_with_locked_pin(round_: Round, tables: Sequence[TablePlay]) -> list[TablePlay]:
    """The tables of a round whose PIN is locked. Each needs a new link."""
    return [table for table in tables if _is_open(round_) and (table.wrong_pins or 0) >= PIN_TRIES]


def open_table_id(event: Event, number: int) -> UUID | None:
    """The id of the table with this number in the round that is played; None if it does not exist."""
    tables = Table.objects.filter(round__event=event, round__status__in=OPEN, number=number)
    return tables.order_by("-round__number").values_list("pk", flat=True).first()


def enter_by_secret(secret: str, table: object = None, *, identity: str = "") -> NewPhone:
    """Give access to a phone that has scanned the QR code of a table (of `table`, if that is set).

    identity: the identity cookie of the browser. Raises NotAllowed `link_ended`.
    """
    link = _valid_links().filter(secret_digest=digest(secret)).first()
    if link is None or (table is not None and parse_id(table) != link.table_id):
        raise NotAllowed(
            "link_ended", _("This code is wrong or has expired. Scan the newest card on your table.")
        )
    return _let_in(link, identity)


def enter_by_pin(table: object, pin: str, *, address: str = "", identity: str = "") -> NewPhone:
    """Give access to a phone that knows the PIN of the table with this id.

    address: the IP address of the client. identity: the identity cookie of the browser. Raises NotAllowed for
    a wrong PIN (for an unknown table with the same text and after the same time); Conflict if the PIN of the
    table is locked; TooMany if the network or the whole service has entered too many wrong PINs.
    """
    key, network, now = parse_id(table), network_of(address), timezone.now()
    # Durable: the rollback of an outer transaction would lose the count of wrong PINs.
    with transaction.atomic(durable=True):
        _refuse_while_paused(now)
        link = (
            None if key is None else _valid_links().select_for_update(of=("self",)).filter(table=key).first()
        )
        if link is not None and link.pin_failures >= PIN_TRIES:
            raise Conflict(
                "pin_burnt",
                _(
                    "Too many wrong PINs were entered for this table. Scan the QR code, or ask a scorer for "
                    "a new card."
                ),
            )
        _refuse_network(network, key, link, now)
        is_correct = check_password(pin, dummy_hash() if link is None else link.pin_hash)
        if link is not None and is_correct:
            return _let_in(link, identity)
        if link is not None:
            link.pin_failures += 1
            link.save(update_fields=["pin_failures"])
        PinFailure.objects.filter(at__lt=now - REMEMBERED).delete()
        PinFailure.objects.create(table=key, network=network)
    raise NotAllowed(
        "pin_wrong", _("This PIN is wrong, or the table is not playing now. Check the card on your table.")
    )


def phone_of_token(token: str) -> Phone | None:
    """The phone with this token, with its table and event; None if it or its link has lost its access."""
    if not token.startswith(TOKEN_PREFIX):
        return None
    return (
        Phone.objects.select_related("link__table__round__event__club")
        .filter(
            token_digest=digest(token),
            left_at__isnull=True,
            link__revoked_at__isnull=True,
            link__table__round__status__in=OPEN,
            link__table__round__event__status=EventStatus.RUNNING,
        )
        .first()
    )


@cache
def dummy_hash() -> str:
    """The hash of no PIN, for unknown tables: checking it takes as long as checking a PIN."""
    return make_password(new_secret())


def _is_open(round_: Round) -> bool:
    return round_.status in OPEN and round_.event.status == EventStatus.RUNNING


def _valid_links() -> QuerySet[TableLink]:
    return TableLink.objects.select_related("table__round__event__club").filter(
        revoked_at__isnull=True,
        table__round__status__in=OPEN,
        table__round__event__status=EventStatus.RUNNING,
    )


def _let_in(link: TableLink, identity: str) -> NewPhone:
    token = new_secret(TOKEN_PREFIX)
    phone = Phone.objects.create(link=link, token_digest=digest(token), identity=digest(identity or token))
    return NewPhone(phone, token)


def _refuse_while_paused(now: datetime) -> None:
    if PinFailure.objects.filter(at__gt=now - timedelta(minutes=1)).count() >= WRONG_IN_A_MINUTE:
        raise TooMany(
            "pins_paused", _("Too many wrong PINs are being entered. Scan the QR code of your table instead.")
        )


def _refuse_network(network: str, key: UUID | None, link: TableLink | None, now: datetime) -> None:
    """Raise TooMany if the network has entered too many wrong PINs (at a table: since its link was made)."""
    since = now - REMEMBERED if link is None else max(link.created_at, now - REMEMBERED)
    wrong = PinFailure.objects.filter(network=network)
    for_an_hour = wrong.filter(table=key, at__gt=since).count() >= TRIES_OF_ONE_NETWORK
    if for_an_hour or wrong.filter(at__gt=now - timedelta(minutes=1)).count() >= ONE_NETWORK_IN_A_MINUTE:
        refusal = TooMany(
            "pins_paused",
            _("Too many wrong PINs came from your network. Scan the QR code of your table instead."),
        )
        if for_an_hour:
            refusal.retry_after = round(REMEMBERED.total_seconds())
        raise refusal
