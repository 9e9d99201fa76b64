"""Cards: a secret (in the QR code) and a PIN for each physical table, valid until the event is finished.

A card names a physical table of an event. In each round it opens the table with its number: a phone that
comes in gets a token for this round, and chooses its seat. Between two rounds a card opens nothing.

The secret has 128 random bits, so nobody can guess it. The PIN has six digits, so three limits on wrong PINs
protect it: ten at a physical table lock its PIN, too many from a network block it for a while, and after too
many in the whole service every table asks for its QR code. The limit of a network is the lowest, so that a
single attacker can neither lock a PIN nor pause all of them. Wrong PINs are counted in the database, under
the lock of the card: if the count cannot be stored, no phone gets access.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID, uuid5

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.models.columns import parse_id
from tournaments.core.requests import network_of
from tournaments.core.rules.refusals import Conflict, NotAllowed, TooMany, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.core.secrets import digest, new_pin, new_secret
from tournaments.draw.rules.check import NoSuchTable
from tournaments.events.models.events import Event
from tournaments.tables.models.cards import Phone, PinFailure, TableCard
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.tables import TablePlay

OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
"""The rounds whose tables the cards open."""

PIN_TRIES = 10
"""Wrong PINs that lock the PIN of a card. The chance of a correct guess is then 1 in 100,000."""

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
class NewCard:
    """A new card with its secret and its PIN, which are shown once and not stored."""

    card: TableCard
    secret: str
    pin: str


@dataclass(frozen=True)
class NewPhone:
    """A phone that has just come in, with its token, which is not stored."""

    phone: Phone
    token: str


class CardsTooEarly(Conflict):
    """The event has no published round with people yet."""

    sentence = gettext_noop("There are no tables for people yet. Publish a round, then make cards.")


class CardsOver(Conflict):
    """The event is finished, and so are its cards."""

    sentence = gettext_noop("The event is finished, so its cards open nothing. Reopen the event first.")


def make_cards(event: Event, actor: Actor, numbers: Collection[int] | None = None) -> list[NewCard]:
    """Make cards for these physical tables and revoke their earlier ones; by default, for those without one.

    Raises Conflict `cards_too_early` before the first round and `cards_over` after the event; Invalid
    `no_such_table`.
    """
    wanted = sorted(set(_without_card(event) if numbers is None else numbers))
    # Hashing is slow on purpose, so it is done before anything is locked.
    pins = {number: new_pin() for number in wanted}
    hashes = {number: make_password(pin) for number, pin in pins.items()}
    with transaction.atomic():
        fresh = lock_event(event)
        if fresh.status == EventStatus.FINISHED:
            raise CardsOver
        known = physical_tables(fresh)
        if not known:
            raise CardsTooEarly
        if unknown := set(wanted) - set(known):
            raise NoSuchTable(
                sentence=gettext_noop("No round of this event has a table %(number)d for people."),
                number=min(unknown),
                field="tables",
            )
        # By default: somebody else may have made some of them meanwhile.
        numbers = set(wanted) & set(_without_card(fresh) if numbers is None else wanted)
        _revoke(fresh, sorted(numbers))
        new_cards = []
        for number in sorted(numbers):
            secret = new_secret(size=SECRET_BYTES)
            about = {"secret_digest": digest(secret), "pin_hash": hashes[number], "created_by": actor.user}
            card = TableCard.objects.create(event=fresh, number=number, **about)
            log(actor, "make_card", card, within=fresh, number=number)
            new_cards.append(NewCard(card, secret, pins[number]))
        return new_cards


@transaction.atomic
def revoke_card(event: Event, actor: Actor, number: int) -> None:
    """Revoke the card of a physical table, if it has one, and the access of all phones that came by it."""
    fresh = lock_event(event)
    for card in _revoke(fresh, [number]):
        log(actor, "revoke_card", card, within=fresh, number=number)


def physical_tables(event: Event) -> list[int]:
    """The numbers of the tables with people in the published rounds of an event."""
    tables = Table.objects.filter(round__event=event, seats__entry__player__bot="").exclude(
        round__status__in=(RoundStatus.DRAWN, RoundStatus.VOID)
    )
    return sorted(tables.values_list("number", flat=True).distinct())


def cards_by_number(event: Event) -> dict[int, TableCard]:
    """The cards of an event that are not revoked, with their authors, by the number of the table."""
    return {card.number: card for card in live_cards(event).select_related("created_by")}


def live_cards(event: Event) -> QuerySet[TableCard]:
    """The cards of an event that are not revoked, by the number of the table."""
    return TableCard.objects.filter(event=event, revoked_at__isnull=True).order_by("number")


def table_of(card: TableCard) -> Table | None:
    """The table that a card opens now. At most one round of an event is open."""
    tables = Table.objects.select_related("round__event__club")
    return tables.filter(round__event=card.event_id, round__status__in=OPEN, number=card.number).first()


def any_card_in(round_: Round, tables: Sequence[TablePlay]) -> bool:
    """Whether a card opens some table of a round now. tables: all of the round."""
    return _is_open(round_) and any(table.wrong_pins is not None for table in tables)


def tables_with_locked_pin(round_: Round, tables: Sequence[TablePlay]) -> list[TablePlay]:
    """The tables of a round whose PIN is locked. Each needs a new card."""
    return [table for table in tables if _is_open(round_) and (table.wrong_pins or 0) >= PIN_TRIES]


def open_round(event: Event) -> Round | None:
    """The round that is played now, whose tables the cards open."""
    if event.status != EventStatus.RUNNING:
        return None
    return Round.objects.filter(event=event, status__in=OPEN).first()


def tables_by_number(round_: Round) -> dict[int, UUID]:
    """The ids of the tables of a round, by their numbers."""
    return dict(Table.objects.filter(round=round_).values_list("number", "pk"))


def open_table_id(event: Event, number: int) -> UUID | None:
    """The id of the table with this number in the round that is played; None if it does not exist."""
    tables = Table.objects.filter(round__event=event, round__status__in=OPEN, number=number)
    return tables.values_list("pk", flat=True).first()


class LinkEnded(NotAllowed):
    """The code or token is not valid, or not valid any longer."""

    sentence = gettext_noop("This code is wrong or has expired. Scan the newest card on your table.")


class BetweenRounds(Conflict):
    """Nothing is played at the table now."""

    sentence = gettext_noop(
        "Nothing is played at table %(number)d now. Its card opens the table when the round begins."
    )


def enter_by_secret(secret: str, table: object = None, *, identity: str = "") -> NewPhone:
    """Give access to a phone that has scanned the QR code of a table (of `table`, if that is set).

    identity: the identity cookie of the browser. Raises NotAllowed `link_ended`; Conflict `between_rounds`
    while nothing is played at the table.
    """
    card = _valid_cards().filter(secret_digest=digest(secret)).first()
    here = None if card is None else table_of(card)
    if card is None or (table is not None and (here is None or parse_id(table) != here.pk)):
        raise LinkEnded
    if here is None:
        raise BetweenRounds(number=card.number)
    return let_in(card, here, identity)


class PinWrong(NotAllowed):
    """The PIN does not belong to this table."""

    sentence = gettext_noop(
        "This PIN is wrong, or the table is not playing now. Check the card on your table."
    )


class PinBurnt(Conflict):
    """The PIN of the table is blocked after too many wrong attempts."""

    sentence = gettext_noop(
        "Too many wrong PINs were entered for this table. Scan the QR code, or ask the "
        "director for a new card."
    )


def enter_by_pin(table: object, pin: str, *, address: str = "", identity: str = "") -> NewPhone:
    """Give access to a phone that knows the PIN of the table with this id.

    address: the IP address of the client. identity: the identity cookie of the browser. Raises NotAllowed for
    a wrong PIN (for an unknown table with the same text and after the same time); Conflict if the PIN of the
    table is locked; TooMany if the network or the whole service has entered too many wrong PINs.
    """
    key, network, now = parse_id(table), network_of(address), timezone.now()
    tables = Table.objects.select_related("round__event__club")
    here = None if key is None else tables.filter(pk=key).first()
    if here is not None:
        key = _physical(here.round.event_id, here.number)
    # Durable: the rollback of an outer transaction would lose the count of wrong PINs.
    with transaction.atomic(durable=True):
        _refuse_while_paused(now)
        card = None
        if here is not None and _is_open(here.round):
            cards = _valid_cards().filter(event=here.round.event_id, number=here.number)
            card = cards.select_for_update(of=("self",)).first()
        if card is not None and card.pin_failures >= PIN_TRIES:
            raise PinBurnt
        _refuse_network(network, key, card, now)
        is_correct = check_password(pin, dummy_hash() if card is None else card.pin_hash)
        if card is not None and here is not None and is_correct:
            return let_in(card, here, identity)
        if card is not None:
            card.pin_failures += 1
            card.save(update_fields=["pin_failures"])
        PinFailure.objects.filter(at__lt=now - REMEMBERED).delete()
        PinFailure.objects.create(table=key, network=network)
    raise PinWrong


def phone_of_token(token: str) -> Phone | None:
    """The phone with this token, with its table and event; None if it has lost its access."""
    if not token.startswith(TOKEN_PREFIX):
        return None
    phones = Phone.objects.select_related("table__round__event__club").filter(
        token_digest=digest(token), left_at=None, card__revoked_at=None
    )
    return phones.filter(
        table__round__status__in=OPEN, table__round__event__status=EventStatus.RUNNING
    ).first()


@cache
def dummy_hash() -> str:
    """The hash of no PIN, for unknown tables: checking it takes as long as checking a PIN."""
    return make_password(new_secret())


def _is_open(round_: Round) -> bool:
    return round_.status in OPEN and round_.event.status == EventStatus.RUNNING


def _valid_cards() -> QuerySet[TableCard]:
    return TableCard.objects.select_related("event__club").filter(
        revoked_at__isnull=True, event__status=EventStatus.RUNNING
    )


def _without_card(event: Event) -> list[int]:
    have = live_cards(event).values_list("number", flat=True)
    return sorted(set(physical_tables(event)) - set(have))


def _physical(event: UUID, number: int) -> UUID:
    """The key under which wrong PINs of a physical table are counted, in all its rounds."""
    return uuid5(event, str(number))


def _revoke(event: Event, numbers: Sequence[int]) -> list[TableCard]:
    cards = list(live_cards(event).filter(number__in=numbers))
    TableCard.objects.filter(pk__in=[card.pk for card in cards]).update(revoked_at=timezone.now())
    return cards


def let_in(card: TableCard, table: Table, identity: str) -> NewPhone:
    """Make the row of a phone that comes in by this card. Its rights were checked."""
    token = new_secret(TOKEN_PREFIX)
    phone = Phone.objects.create(
        card=card, table=table, token_digest=digest(token), identity=digest(identity or token)
    )
    return NewPhone(phone, token)


class PinsPaused(TooMany):
    """PINs are paused after too many wrong attempts. Scan the QR code."""

    sentence = gettext_noop("Too many wrong PINs are being entered. Scan the QR code of your table instead.")


def _refuse_while_paused(now: datetime) -> None:
    if PinFailure.objects.filter(at__gt=now - timedelta(minutes=1)).count() >= WRONG_IN_A_MINUTE:
        raise PinsPaused


def _refuse_network(network: str, key: UUID | None, card: TableCard | None, now: datetime) -> None:
    """Raise TooMany if the network has entered too many wrong PINs (at a table: since its card was made)."""
    since = now - REMEMBERED if card is None else max(card.created_at, now - REMEMBERED)
    wrong = PinFailure.objects.filter(network=network)
    for_an_hour = wrong.filter(table=key, at__gt=since).count() >= TRIES_OF_ONE_NETWORK
    if for_an_hour or wrong.filter(at__gt=now - timedelta(minutes=1)).count() >= ONE_NETWORK_IN_A_MINUTE:
        refusal = PinsPaused(
            sentence=gettext_noop(
                "Too many wrong PINs came from your network. Scan the QR code of your table instead."
            )
        )
        if for_an_hour:
            refusal.retry_after = round(REMEMBERED.total_seconds())
        raise refusal
