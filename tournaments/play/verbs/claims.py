"""Claims: in some events (`Event.two_agree`) one person enters a deal and a second person confirms it.

Nothing of a claim is in the ledger. It is made for the next deal of its table, with the result of that deal,
so that the second person can check the payouts. Confirming it records the deal in the same transaction, if
the result is still the same. The person who made it cannot confirm it: the user, the seat and the phone must
all differ (a database constraint checks this as well). Only a director can confirm or replace a disputed
claim. A change of the table withdraws claims with an outdated result or with other people in the seats; the
claim stores the cause. The deal of a director is recorded at once: a director would also decide a dispute.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch, QuerySet

import games.services as games
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_table, log
from tournaments.core.refusals import clean_reason, sentence
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, Refusal, gettext_noop
from tournaments.draw.rules.check import NoSuchSeat
from tournaments.events.models.events import Event
from tournaments.play.models import ClaimStatus, DealClaim, WithdrawalCause
from tournaments.play.verbs.phones import refresh, take_seat
from tournaments.play.verbs.results import Recorded, canonical, preview, record, recorded_already
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table, somebody_sits
from tournaments.tables.verbs.table_states import TOTAL
from tournaments.tables.verbs.tables import seats_with_people

OPEN = (ClaimStatus.PENDING, ClaimStatus.DISPUTED)


def submit(
    table: Table,
    actor: Actor,
    number: int | None,
    document: Mapping[str, Any],
    *,
    seat: int | None = None,
    at_once: bool,
) -> Recorded | DealClaim:
    """Record a deal, or the total of a table, or claim it where two people must agree.

    at_once: the actor is a director, whose deal needs no second person. It confirms an open claim of the same
    deal, and withdraws any other one. Raises what `record` and `claim_deal` raise.
    """
    if not table.round.event.two_agree:
        return record(table, actor, number, document)
    if at_once:
        with transaction.atomic():
            recorded = record(table, actor, number, document)
            if recorded.created:
                for claim in open_claims(table):
                    if number in (TOTAL, claim.number):
                        _settle_by_deal(claim, actor, recorded.deal)
            return recorded
    # Not `record`: if the deal is voided at this moment, it would record the deal of one person.
    return recorded_already(table, number, document) or claim_deal(table, actor, number, document, seat=seat)


class TwoAgreeOff(Conflict):
    """The event does not require a second person."""

    sentence = gettext_noop("This event does not ask for a second person. Record the deal itself.")


@transaction.atomic
def claim_deal(
    table: Table,
    actor: Actor,
    number: int | None,
    document: Mapping[str, Any],
    *,
    seat: int | None = None,
) -> DealClaim:
    """Enter the next deal, or the total, of a table. It is recorded when a second person confirms it.

    number: of the deal. seat: the seat for which the actor speaks, from 0. The same document from the same
    person returns the same claim; from another person it confirms the claim.

    Raises what `record` raises for the document and its number; Conflict if another claim of this deal is
    open, or if the event does not ask for two people; Invalid if the table does not have this seat.
    """
    table = lock_table(table)
    if not table.round.event.two_agree:
        raise TwoAgreeOff
    seat = _seat(table, actor, seat)
    shown = preview(table, number, document)
    claim = open_claims(table).filter(number=shown.number).first()
    if claim is not None and not _is_outdated(table, claim):
        return _claim_again(claim, actor, seat, document)
    if claim is not None:
        _withdraw(claim, actor, WithdrawalCause.OUTDATED)
    claim = DealClaim.objects.create(
        table=table,
        number=shown.number,
        document=dict(document),
        result=shown.result,
        by_user=actor.user,
        by_seat=seat,
        by_phone=actor.phone_identity,
    )
    _log(claim, actor, "claim_deal", seat=seat)
    return claim


class ClaimOutdated(Conflict):
    """The deal does not fit the present state of the table."""

    sentence = gettext_noop(
        "Deal %(number)d cannot be recorded as it was entered. Withdraw it and enter it again. "
        "Reason: %(reason)s"
    )


@transaction.atomic
def confirm_claim(
    claim: DealClaim, actor: Actor, *, seat: int | None = None, as_director: bool = False
) -> DealClaim:
    """Confirm the claim of another person and record its deal.

    as_director: the actor is one, and may confirm a disputed claim. Raises Conflict if the claim is settled,
    disputed or outdated; NotAllowed if the actor made it.
    """
    claim, seat = _lock_open(claim, actor, seat)
    if claim.status == ClaimStatus.DISPUTED and not as_director:
        raise ClaimDisputed
    _refuse_same_person(claim, actor, seat)
    try:
        with transaction.atomic():
            recorded = record(claim.table, actor, number_of(claim), claim.document)
            shown = {key: value for key, value in claim.result.items() if key != "transfers"}
            if not recorded.created or recorded.deal.result != shown:
                raise ClaimOutdated(
                    sentence=gettext_noop(
                        "The table has changed, and the deal would have another result now."
                    )
                )
    except (Refusal, games.EngineError) as refusal:
        raise ClaimOutdated(number=claim.number, reason=sentence(refusal)) from refusal
    _settle(claim, actor, seat, ClaimStatus.CONFIRMED, {"deal": recorded.deal})
    return claim


@transaction.atomic
def dispute_claim(claim: DealClaim, actor: Actor, reason: str, *, seat: int | None = None) -> DealClaim:
    """Dispute the claim of another person, with a reason. A director then decides.

    Raises Conflict if the claim is settled or disputed; NotAllowed if the actor made it.
    """
    reason = clean_reason(reason)
    claim, seat = _lock_open(claim, actor, seat)
    if claim.status == ClaimStatus.DISPUTED:
        raise ClaimDisputed
    _refuse_same_person(claim, actor, seat)
    _settle(claim, actor, seat, ClaimStatus.DISPUTED, {"note": reason}, reason=reason)
    return claim


class ClaimOfAnother(NotAllowed):
    """Only the person who entered a deal can withdraw it."""

    sentence = gettext_noop(
        "Only the person who entered this deal can withdraw it. You can confirm or dispute it."
    )


@transaction.atomic
def withdraw_claim(
    claim: DealClaim, actor: Actor, *, seat: int | None = None, as_director: bool = False
) -> DealClaim:
    """Withdraw one's own claim; a director withdraws any. Raises Conflict if it is settled; NotAllowed."""
    claim, seat = _lock_open(claim, actor, seat)
    if not as_director and not is_same_person(claim, actor, seat):
        raise ClaimOfAnother
    _settle(claim, actor, seat, ClaimStatus.WITHDRAWN, {})
    return claim


def withdraw_outdated(table: Table, actor: Actor, cause: WithdrawalCause) -> None:
    """Withdraw the open claims of a table whose result has changed.

    Call it in the transaction that has locked and changed the table.
    """
    for claim in open_claims(table):
        if _is_outdated(table, claim):
            _withdraw(claim, actor, cause)


def withdraw_all(place: Table | Round | Event, actor: Actor, cause: WithdrawalCause) -> None:
    """Withdraw the open claims of a table, or of all tables of a round or an event, which is locked."""
    field = {Table: "table", Round: "table__round", Event: "table__round__event"}[type(place)]
    claims = DealClaim.objects.filter(**{field: place}, status__in=OPEN)
    for claim in claims.select_related("table__round__event"):
        _withdraw(claim, actor, cause)


def is_same_person(claim: DealClaim, actor: Actor, seat: int | None = None) -> bool:
    """Whether the actor, who speaks for `seat`, made the claim: the same user, phone or seat."""
    if seat is None and actor.phone is not None:
        seat = actor.phone.seat
    maker = (claim.by_user_id, claim.by_phone, claim.by_seat)
    person = (None if actor.user is None else actor.user.pk, actor.phone_identity, seat)
    return any(value not in (None, "") and value == other for value, other in zip(maker, person, strict=True))


def number_of(claim: DealClaim) -> int | None:
    """The number of the deal that a claim is about; TOTAL for the total of the table."""
    return TOTAL if games.is_count(claim.document) else claim.number


def claims_of(table: Table) -> QuerySet[DealClaim]:
    """All claims of a table, open and settled."""
    return DealClaim.objects.filter(table=table)


def open_claims(table: Table) -> QuerySet[DealClaim]:
    """The open claims of a table with the users who made them, oldest first."""
    return claims_of(table).filter(status__in=OPEN).select_related("by_user").order_by("created_at")


def last_claim(table: Table) -> DealClaim | None:
    """The newest claim of a table with the user who made it."""
    return claims_of(table).select_related("by_user").order_by("id").last()


def claim_statuses(table: Table) -> list[str]:
    """The statuses of all claims of a table, oldest first: they change with each step of a claim."""
    return list(claims_of(table).order_by("id").values_list("status", flat=True))


def disputed_in(round_: Round) -> QuerySet[DealClaim]:
    """The disputed claims of a round, by table."""
    return (
        DealClaim.objects.filter(table__round=round_, status=ClaimStatus.DISPUTED)
        .select_related("table")
        .order_by("table__number")
    )


def waiting_in(round_: Round) -> QuerySet[DealClaim]:
    """The claims of a round that wait for a second person, with the players of their tables."""
    return (
        DealClaim.objects.filter(table__round=round_, status=ClaimStatus.PENDING)
        .select_related("table", "by_user")
        .prefetch_related(Prefetch("table__seats", queryset=seats_with_people()))
        .order_by("table__number")
    )


def claim_behind(deal: Deal) -> DealClaim | None:
    """The claim that became this deal, with the users who made and confirmed it."""
    return DealClaim.objects.filter(deal=deal).select_related("by_user", "settled_by_user").first()


class ClaimWaits(Conflict):
    """Another claim for this deal, with a different document, is waiting."""

    sentence = gettext_noop(
        "Deal %(number)d was entered differently before. Confirm, dispute or withdraw that one first."
    )


def _claim_again(claim: DealClaim, actor: Actor, seat: int | None, document: Mapping[str, Any]) -> DealClaim:
    """Answer a claim of a deal that has an open claim: return that one, confirm it, or raise Conflict."""
    if claim.status == ClaimStatus.DISPUTED:
        raise ClaimDisputed
    if canonical(claim.document) != canonical(document):
        raise ClaimWaits(number=claim.number)
    return claim if is_same_person(claim, actor, seat) else confirm_claim(claim, actor, seat=seat)


def _is_outdated(table: Table, claim: DealClaim) -> bool:
    """Whether the deal of a claim would have another result now than when it was shown."""
    shown: dict[str, Any] = claim.result
    try:
        return preview(table, number_of(claim), claim.document).result != shown
    except (Refusal, games.EngineError):
        return True


class SeatMissing(Invalid):
    """The request does not say which seat you speak for."""

    sentence = gettext_noop("Choose your seat first.")


def _seat(table: Table, actor: Actor, seat: int | None) -> int | None:
    """The seat for which the actor speaks. A phone of the (locked) table takes `seat` if it has none."""
    if actor.phone is not None:
        refresh(actor.phone)
        seat = actor.phone.seat if seat is None else take_seat(actor.phone, seat).seat
        if seat is None:
            raise SeatMissing(field="seat")
    elif seat is not None and not table.seats.filter(somebody_sits(), number=seat).exists():
        raise NoSuchSeat(sentence=gettext_noop("This table does not have that seat."), field="seat")
    return seat


class ClaimSettled(Conflict):
    """The claim is already settled."""

    sentence = gettext_noop("This deal is already settled (%(status)s).")


def _lock_open(claim: DealClaim, actor: Actor, seat: int | None) -> tuple[DealClaim, int | None]:
    """The claim, read again and locked with its table, and the seat of the actor. Conflict if settled."""
    table = lock_table(claim.table)
    fresh = DealClaim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
    fresh.table = table
    seat = _seat(table, actor, seat)
    if fresh.status not in OPEN:
        raise ClaimSettled(status=fresh.get_status_display(), expected=fresh.status)
    return fresh, seat


class ClaimDisputed(Conflict):
    """The deal is disputed. A director decides."""

    sentence = gettext_noop("This deal is disputed. A director decides.")


class ClaimOfOnesOwn(NotAllowed):
    """A second person must confirm or dispute the deal."""

    sentence = gettext_noop(
        "This deal was entered from your account, seat or phone. Another person must confirm it."
    )


def _refuse_same_person(claim: DealClaim, actor: Actor, seat: int | None) -> None:
    if is_same_person(claim, actor, seat):
        raise ClaimOfOnesOwn


VERBS: Final = {
    ClaimStatus.CONFIRMED: "confirm_claim",
    ClaimStatus.DISPUTED: "dispute_claim",
    ClaimStatus.WITHDRAWN: "withdraw_claim",
}
"""The verbs in the log, by what becomes of a claim."""


def _settle(
    claim: DealClaim,
    actor: Actor,
    seat: int | None,
    status: ClaimStatus,
    columns: Mapping[str, Any],
    **logged: str,
) -> None:
    claim.status, claim.settled_at = status, moments.now()
    claim.settled_by_user, claim.settled_by_seat = actor.user, seat
    claim.settled_by_phone = actor.phone_identity
    for name, value in columns.items():
        setattr(claim, name, value)
    claim.save()
    _log(claim, actor, VERBS[status], seat=seat, **logged)


def _withdraw(claim: DealClaim, actor: Actor, cause: WithdrawalCause) -> None:
    _settle(claim, actor, None, ClaimStatus.WITHDRAWN, {"overtaken_by": cause}, overtaken=str(cause))


def _settle_by_deal(claim: DealClaim, actor: Actor, deal: Deal) -> None:
    """Confirm a claim if a director has just recorded the same deal; else withdraw it."""
    try:
        recorded = recorded_already(claim.table, number_of(claim), claim.document)
        is_same = recorded is not None and not is_same_person(claim, actor)
    except (Refusal, games.EngineError):
        is_same = False
    if is_same:
        _settle(claim, actor, None, ClaimStatus.CONFIRMED, {"deal": deal})
    else:
        _withdraw(claim, actor, WithdrawalCause.RECORDED)


def _log(claim: DealClaim, actor: Actor, verb: str, **data: Any) -> None:
    event, table = claim.table.round.event, str(claim.table_id)
    log(actor, verb, claim, within=event, table=table, number=claim.number, **data)
