"""Deals that two people must agree on (`Event.two_agree`): claimed by one, confirmed or disputed by another.

A claim is no deal: nothing of it is in the ledger. It is made of the table's next deal, whose result is
counted when it is made, so that the second person agrees to payouts and not to a riddle. Confirming it
records it as `record_deal` does, in the same transaction, and only if it comes out as it was shown. Whoever
entered it never confirms it: not as the same user, not for the same seat, not by the same phone that has
scanned the code once more. A constraint holds that, too.
A disputed claim waits for a director, who confirms it after all, records what is right, or throws it away.
What changes the table in the meantime withdraws what would not come out any more as it was shown, or was said
by who sits there no more; the claim then says what it was.

A director's own deals are recorded at once: they are who a dispute would come to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Conflict, Invalid, NotAllowed, ServiceError
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_table
from tournaments.kernel.reasons import clean_reason
from tournaments.kernel.refusals import sentence
from tournaments.models import (
    ClaimStatus,
    Deal,
    DealClaim,
    Event,
    Overtaken,
    Round,
    Table,
)

from .phones import look_again, take_seat
from .results import Recorded, canonical, preview_deal, record_deal, recorded_already

OPEN = (ClaimStatus.PENDING, ClaimStatus.DISPUTED)


def submit_deal(
    table: Table,
    actor: Actor,
    number: int,
    document: Mapping[str, Any],
    *,
    seat: int | None = None,
    at_once: bool,
) -> Recorded | DealClaim:
    """What every door does with a deal that somebody sends: record it, or where two must agree, claim it.

    at_once: the actor is a director, whose word is enough; an open claim of that deal is confirmed with it if
    it is the same, and else withdrawn. What was recorded already is answered, or refused, as `record_deal`
    does. Raises as that and `claim_deal` do.
    """
    if not table.round.event.two_agree:
        return record_deal(table, actor, number, document)
    if at_once:
        with transaction.atomic():
            recorded = record_deal(table, actor, number, document)
            if recorded.created:
                for claim in DealClaim.objects.filter(table=table, number=number, status__in=OPEN):
                    _decide(claim, actor, recorded)
            return recorded
    # Not `record_deal`: if the deal is voided at this moment, one person would record it anew.
    return recorded_already(table, number, document) or claim_deal(table, actor, number, document, seat=seat)


@transaction.atomic
def claim_deal(
    table: Table, actor: Actor, number: int, document: Mapping[str, Any], *, seat: int | None = None
) -> DealClaim:
    """Enter this table's next deal for somebody else to confirm, speaking for `seat` (from 0) or for none.

    The same document again is the same claim; from somebody else it confirms the claim. Raises what
    `record_deal` raises for the document and its number; Conflict where another claim of this deal waits, or
    where the event does not ask for two people; Invalid for a seat that there is not.
    """
    table = lock_table(table)
    if not table.round.event.two_agree:
        raise Conflict("two_agree_off", _("In this event one person is enough: record the deal itself."))
    seat = _seat(table, actor, seat)
    preview = preview_deal(table, document, number)
    waiting = DealClaim.objects.filter(table=table, number=number, status__in=OPEN).first()
    if waiting is not None and _outdated(table, waiting):
        _overtake(waiting, actor, Overtaken.OUTDATED)
        waiting = None
    if waiting is not None:
        return _again(waiting, actor, seat, document)
    claim = DealClaim.objects.create(
        table=table,
        number=number,
        document=dict(document),
        result=preview.result,
        by_user=actor.user,
        by_seat=seat,
        by_phone=_phone(actor),
    )
    _log(claim, actor, "claim_deal", seat=seat)
    return claim


@transaction.atomic
def confirm_claim(
    claim: DealClaim, actor: Actor, *, seat: int | None = None, as_director: bool = False
) -> DealClaim:
    """Agree to a claim as somebody else than who made it: it becomes a deal.

    as_director: the actor is one, and may confirm what is disputed. Raises Conflict when it is settled, or
    does not fit the table any more; NotAllowed for who made it.
    """
    table, claim = _locked(claim)
    seat = _seat(table, actor, seat)
    _refuse_settled(claim)
    if claim.status == ClaimStatus.DISPUTED and not as_director:
        raise Conflict("claim_disputed", _("This deal is disputed: a director decides about it."))
    _refuse_same_person(claim, actor, seat)
    try:
        with transaction.atomic():
            recorded = record_deal(table, actor, claim.number, claim.document)
            if not recorded.created or recorded.deal.result != _kept(claim.result):
                raise Conflict(
                    "claim_outdated",
                    _("Something at the table has changed since, and it would not come out as it was shown."),
                )
    except (ServiceError, games.EngineError) as refusal:
        raise Conflict(
            "claim_outdated",
            _("Deal %(number)d cannot be recorded as it was entered: %(why)s Withdraw it and enter it again.")
            % {"number": claim.number, "why": sentence(refusal)},
        ) from refusal
    claim.deal = recorded.deal
    _settle(claim, actor, seat, ClaimStatus.CONFIRMED)
    _log(claim, actor, "confirm_claim", seat=seat)
    return claim


@transaction.atomic
def dispute_claim(claim: DealClaim, actor: Actor, reason: str, *, seat: int | None = None) -> DealClaim:
    """Say that a claim is not right, and why: a director decides about it.

    Raises Conflict when it is settled or disputed already; NotAllowed for who made it, who withdraws it.
    """
    reason = clean_reason(reason)
    table, claim = _locked(claim)
    seat = _seat(table, actor, seat)
    _refuse_settled(claim)
    if claim.status == ClaimStatus.DISPUTED:
        raise Conflict("claim_disputed", _("This deal is disputed: a director decides about it."))
    _refuse_same_person(claim, actor, seat)
    claim.note = reason
    _settle(claim, actor, seat, ClaimStatus.DISPUTED)
    _log(claim, actor, "dispute_claim", seat=seat, reason=reason)
    return claim


@transaction.atomic
def withdraw_claim(
    claim: DealClaim, actor: Actor, *, seat: int | None = None, as_director: bool = False
) -> DealClaim:
    """Take back one's own claim; a director throws any away. Raises Conflict when it is settled."""
    table, claim = _locked(claim)
    seat = _seat(table, actor, seat)
    _refuse_settled(claim)
    if not as_director and not is_same_person(claim, actor, seat):
        raise NotAllowed(
            "claim_of_another", _("Whoever entered this deal withdraws it; you can confirm or dispute it.")
        )
    _settle(claim, actor, seat, ClaimStatus.WITHDRAWN)
    _log(claim, actor, "withdraw_claim", seat=seat)
    return claim


def withdraw_outdated(table: Table, actor: Actor, why: Overtaken) -> None:
    """Withdraw what waits at a table and would not come out any more as it was shown.

    In the transaction of what changed the table's state, which has locked it.
    """
    for claim in DealClaim.objects.filter(table=table, status__in=OPEN):
        if _outdated(table, claim):
            _overtake(claim, actor, why)


def withdraw_all(at: Table | Round | Event, actor: Actor, why: Overtaken) -> None:
    """Withdraw what waits at a table, or at every table of a round or an event, which is locked."""
    of = {Table: "table", Round: "table__round", Event: "table__round__event"}[type(at)]
    for claim in DealClaim.objects.filter(**{of: at}, status__in=OPEN).select_related("table__round__event"):
        _overtake(claim, actor, why)


def is_same_person(claim: DealClaim, actor: Actor, seat: int | None) -> bool:
    """Whether this is who made the claim: the same user, phone or seat, whatever else is named."""
    made = (claim.by_user_id, claim.by_phone, claim.by_seat)
    here = (None if actor.user is None else actor.user.pk, _phone(actor), seat)
    return any(one not in (None, "") and one == other for one, other in zip(made, here, strict=True))


def _phone(actor: Actor) -> str:
    return actor.phone if actor.guest is None else actor.guest.phone


def _again(waiting: DealClaim, actor: Actor, seat: int | None, document: Mapping[str, Any]) -> DealClaim:
    """What a claim means where one of this deal waits: the same, a confirmation of it, or a refusal."""
    if waiting.status == ClaimStatus.PENDING and canonical(waiting.document) == canonical(document):
        if is_same_person(waiting, actor, seat):
            return waiting
        return confirm_claim(waiting, actor, seat=seat)
    if waiting.status == ClaimStatus.DISPUTED:
        raise Conflict("claim_disputed", _("This deal is disputed: a director decides about it."))
    raise Conflict(
        "claim_waits",
        _("Deal %(number)d was entered already, and not like this: confirm that, dispute it, or withdraw it.")
        % {"number": waiting.number},
    )


def _outdated(table: Table, claim: DealClaim) -> bool:
    """Whether a claim would not come out as it was shown: a deal before it was voided or corrected."""
    shown: dict[str, Any] = claim.result
    try:
        return preview_deal(table, claim.document, claim.number).result != shown
    except (ServiceError, games.EngineError):
        return True


def _seat(table: Table, actor: Actor, seat: int | None) -> int | None:
    """The seat that the actor speaks for; a guest of the (locked) table for their own, once and for all."""
    if actor.guest is not None:
        look_again(actor.guest)
        seat = actor.guest.seat if seat is None else take_seat(actor.guest, seat).seat
        if seat is None:
            raise Invalid("seat_missing", _("Say first which seat is yours."), field="seat")
    elif seat is not None and not table.seats.filter(number=seat).exists():
        raise Invalid("no_such_seat", _("There is no such seat at this table."), field="seat")
    return seat


def _locked(claim: DealClaim) -> tuple[Table, DealClaim]:
    """The claim's table and the claim, read afresh and locked."""
    table = lock_table(claim.table)
    fresh = DealClaim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
    fresh.table = table
    return table, fresh


def _refuse_settled(claim: DealClaim) -> None:
    if claim.status not in OPEN:
        raise Conflict(
            "claim_settled",
            _("This was settled already: it is %(status)s.") % {"status": claim.get_status_display()},
            expected=claim.status,
        )


def _refuse_same_person(claim: DealClaim, actor: Actor, seat: int | None) -> None:
    if is_same_person(claim, actor, seat):
        raise NotAllowed(
            "claim_of_ones_own", _("Somebody else says whether this is right: two people must agree.")
        )


def _settle(claim: DealClaim, actor: Actor, seat: int | None, status: ClaimStatus) -> None:
    claim.status, claim.settled_at = status, timezone.now()
    claim.settled_by_user, claim.settled_by_seat, claim.settled_by_phone = actor.user, seat, _phone(actor)
    claim.save()


def _overtake(claim: DealClaim, actor: Actor, why: Overtaken) -> None:
    """Withdraw a claim that something else has settled."""
    claim.overtaken_by = why
    _settle(claim, actor, None, ClaimStatus.WITHDRAWN)
    _log(claim, actor, "withdraw_claim", seat=None, overtaken=str(why))


def _decide(claim: DealClaim, actor: Actor, recorded: Recorded) -> None:
    """Settle a claim by the deal that a director has just recorded in its place, or as it."""
    try:
        recorded_already(claim.table, claim.number, claim.document)
    except (ServiceError, games.EngineError):
        is_same = False
    else:
        is_same = not is_same_person(claim, actor, None)
    if not is_same:
        _overtake(claim, actor, Overtaken.RECORDED)
        return
    claim.deal = recorded.deal
    _settle(claim, actor, None, ClaimStatus.CONFIRMED)
    _log(claim, actor, "confirm_claim", seat=None)


def _log(claim: DealClaim, actor: Actor, verb: str, **data: Any) -> None:
    log(
        actor,
        verb,
        claim,
        of=claim.table.round.event,
        table=str(claim.table_id),
        number=claim.number,
        **data,
    )


def _kept(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result as a deal keeps it: the transfers are the ledger's."""
    return {key: value for key, value in result.items() if key != "transfers"}


def claims_of(table: Table) -> QuerySet[DealClaim]:
    """What was entered at a table for a second person to confirm, settled or not."""
    return DealClaim.objects.filter(table=table)


def disputed_in(round_: Round) -> QuerySet[DealClaim]:
    """The disputed claims of a round, which wait for a director."""
    return (
        DealClaim.objects.filter(table__round=round_, status="disputed")
        .select_related("table")
        .order_by("table__number")
    )


def waiting_in(round_: Round) -> QuerySet[DealClaim]:
    """The claims of a round that wait for a second person, with the names of who sits there."""
    return (
        DealClaim.objects.filter(table__round=round_, status="pending")
        .select_related("table", "by_user")
        .prefetch_related("table__seats__entry__player")
        .order_by("table__number")
    )


def claim_behind(deal: Deal) -> DealClaim | None:
    """The claim that became this deal, with who made and who confirmed it."""
    return DealClaim.objects.filter(deal=deal).select_related("by_user", "settled_by_user").first()
