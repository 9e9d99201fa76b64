"""Penalties and bonuses that a director gives."""

from __future__ import annotations

from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet

from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import bump, lock_event, log
from tournaments.core.refreshes import queue_refresh
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases.events import verify_adjust
from tournaments.events.rules.phases.facts import RoundFacts
from tournaments.events.verbs.plans import event_facts
from tournaments.standings.rules.scoring import unit_of
from tournaments.tables.models.ledger import Adjustment
from tournaments.tables.models.rounds import Round

MOST = 1_000_000
"""Chips or points of one adjustment."""
DECIMALS = 2
"""Of points."""


class NotOfThisEvent(Invalid):
    """The entry or round does not belong to this event."""

    sentence = gettext_noop("This entry or round belongs to another event.")


class AdjustmentInPlayOff(Conflict):
    """A play-off counts for no score, so an adjustment cannot count in it."""

    sentence = gettext_noop(
        "A play-off counts for no score. Give the adjustment without a round, or correct a deal."
    )


@transaction.atomic
def add_adjustment(
    event: Event,
    actor: Actor,
    entry: Entry,
    reason: str,
    *,
    chips: int | None = None,
    points: Decimal | None = None,
    played_round: Round | None = None,
) -> Adjustment:
    """Add to the score of an entry (negative: subtract), in a published round or in none.

    Where places make the score an adjustment has points, else chips. The result of the table stays.
    """
    event = lock_event(event)
    round_ = None if played_round is None else Round.objects.filter(pk=played_round.pk, event=event).first()
    if entry.event_id != event.pk or (played_round is not None and round_ is None):
        raise NotOfThisEvent(field="entry")
    verify_adjust(event_facts(event), None if round_ is None else RoundFacts(round_.number, round_.status))
    if round_ is not None and round_.stage.play_off:
        raise AdjustmentInPlayOff
    check_amount(event, chips, points)
    reason = clean_reason(reason)
    adjustment = Adjustment.objects.create(
        event=event, entry=entry, round=round_, chips=chips, points=points, reason=reason, author=actor.user
    )
    bump(event)
    log(
        actor,
        "add_adjustment",
        adjustment,
        within=event,
        entry=str(entry.pk),
        reason=reason,
        **adjustment.amounts,
    )
    queue_refresh(event.pk)
    return adjustment


@transaction.atomic
def cancel_adjustment(adjustment: Adjustment, actor: Actor) -> Adjustment:
    """Cancel an adjustment. It stays in the list. Idempotent."""
    event = lock_event(adjustment.event_id)
    verify_adjust(event_facts(event))
    adjustment = Adjustment.objects.select_for_update().get(pk=adjustment.pk)
    if adjustment.cancelled_at is None:
        adjustment.cancelled_at, adjustment.cancelled_by = moments.now(), actor.user
        adjustment.save(update_fields=["cancelled_at", "cancelled_by"])
        bump(event)
        log(actor, "cancel_adjustment", adjustment, within=event)
        queue_refresh(event.pk)
    return adjustment


class PointsOutOfRange(Invalid):
    """The points are outside the allowed range, or have more than two decimals."""

    sentence = gettext_noop("Enter 0.01 to %(most)d points to give or to take, with two decimals at most.")


class ChipsOutOfRange(Invalid):
    """The number of chips is outside the allowed range."""

    sentence = gettext_noop("Enter 1 to %(most)d chips to give or to take.")


class AdjustmentInPoints(Invalid):
    """Places make the score of this event, so an adjustment has points, not chips."""

    sentence = gettext_noop("Places make the score of this event. Give points, not chips.")


class AdjustmentInChips(Invalid):
    """Chips make the score of this event, so an adjustment has chips, not points."""

    sentence = gettext_noop("Chips make the score of this event. Give chips, not points.")


def check_amount(event: Event, chips: int | None, points: Decimal | None) -> None:
    """Raise Invalid unless exactly one is given, in the unit of the event's score, and in the range.

    Codes: `adjustment_in_points`, `adjustment_in_chips`, `chips_out_of_range`, `points_out_of_range`.
    """
    unit = unit_of(event.scoring)
    if unit == "points" and chips is not None:
        raise AdjustmentInPoints(field="chips")
    if unit == "chips" and points is not None:
        raise AdjustmentInChips(field="points")
    if unit == "chips" and (not chips or abs(chips) > MOST):
        raise ChipsOutOfRange(most=MOST, field="chips")
    if unit == "points" and (
        not points or not points.is_finite() or abs(points) > MOST or points != round(points, DECIMALS)
    ):
        raise PointsOutOfRange(most=MOST, field="points")


def adjustments_of(event: Event) -> QuerySet[Adjustment]:
    """The adjustments of an event, including cancelled ones."""
    return Adjustment.objects.filter(event=event).select_related(
        "entry__player", "round", "author", "cancelled_by"
    )
