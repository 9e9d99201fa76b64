"""Penalties and bonuses, the prizes of an event, and the tags of its entries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.clubs.verbs.people import PlayerAnonymous
from tournaments.core.change import Actor, bump, change, lock_event, log
from tournaments.core.refreshes import queue_refresh
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.names import name_key, sort_key
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import EventStatus
from tournaments.core.rules.units import written_amount
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.people import clean_tags, tag_keys
from tournaments.events.rules.phases.events import verify_adjust, verify_register
from tournaments.events.rules.phases.facts import RoundFacts
from tournaments.events.verbs.plans import event_facts
from tournaments.standings.models import Standing
from tournaments.standings.rules.prizes import Award, Placed, PrizeList, awards
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs.standings import current_standing
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
        adjustment.cancelled_at, adjustment.cancelled_by = timezone.now(), actor.user
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


# ---- The prizes of an event, the tags of its entries, and who wins what.
#
# Prizes and tags can change until the event is finished: what was announced at the end stays as it was. Only
# members see tags. Awards are not stored, so they follow each correction.


class PrizesChanged(Conflict):
    """Somebody else has changed the prizes."""

    sentence = gettext_noop(
        "Somebody else has changed the prizes meanwhile. Look at them again, then repeat your change."
    )


class AnonymousPrize(PlayerAnonymous):
    """This person was made anonymous."""

    sentence = gettext_noop("%(name)s was made anonymous and gets no tags any more.")


def set_prizes(event: Event, actor: Actor, plan: PrizeList, *, seen: str | None = None) -> Event:
    """Replace the whole list of prizes. Idempotent.

    seen: the `digest` of the list that the actor has changed. Raises PrizesChanged if another one is stored
    now, Conflict if the event is finished.
    """
    with change(event, actor, "set_prizes", records=["prizes"]) as event:
        verify_register(event_facts(event))
        if seen is not None and seen != prizes_of(event).digest:
            raise PrizesChanged
        event.prizes = plan.stored
    return event


def remove_prize(event: Event, actor: Actor, *, number: int, seen: str) -> Event:
    """Take the prize of this number, from 1, out of the list. Raises as `set_prizes` does."""
    return set_prizes(event, actor, prizes_of(event).replaced(number), seen=seen)


def set_tags(entry: Entry, actor: Actor, tags: Sequence[str]) -> Entry:
    """Replace the tags of an entry. Idempotent. The log does not say which they are.

    Raises Conflict if the event is finished, PlayerAnonymous, and as `clean_tags` does.
    """
    with change(entry, actor, "set_tags") as entry:
        verify_register(event_facts(entry.event))
        with at("tags"):
            entry.tags = clean_tags(tags)
        if entry.tags and entry.player.anonymised_at is not None:
            raise AnonymousPrize(name=entry.player.name)
    return entry


def prizes_of(event: Event) -> PrizeList:
    """The list of prizes of an event; an empty one if it has none."""
    return PrizeList.read({"prizes": [], **event.prizes})


def holders_of_tags(event: Event) -> dict[str, list[str]]:
    """The names of the players with each tag, in alphabetical order of the tags. Only for members."""
    spelled: dict[str, str] = {}
    holders: dict[str, list[str]] = defaultdict(list)
    tagged = Entry.objects.filter(event=event).exclude(tags=[]).order_by("player__sort_key", "number")
    for tags, name in tagged.values_list("tags", "player__name"):
        for tag in tags:
            holders[spelled.setdefault(name_key(tag), tag)].append(name)
    return dict(sorted(holders.items(), key=lambda item: sort_key(item[0])))


def tags_of_nobody(event: Event) -> list[str]:
    """The tags in the list of prizes that no entry has: perhaps one of them has a typing mistake."""
    wanted = {prize.key: prize.tag for prize in prizes_of(event).prizes if prize.tag}
    held = {name_key(tag) for tag in holders_of_tags(event)} if wanted else ()
    return [tag for key, tag in wanted.items() if key not in held]


def awards_of(
    event: Event,
    tags: Mapping[UUID, Collection[str]] | None = None,
    *,
    newest: Standing | None = None,
    entries: Iterable[Entry] | None = None,
) -> list[Award]:
    """The awards, as if the event ended now. Only directors may see those of an unfinished event.

    Bots win no prize, and neither does an entry without a place or a deal: those behind move up. `tags`
    replaces the tags of these entries. newest: the newest standing, if it is at hand. entries: all of them by
    number, with their players, if they are at hand. At most two queries; none without prizes.
    """
    plan = prizes_of(event)
    standing = (newest or current_standing(event)) if plan.prizes else None
    if standing is None:
        return []
    if entries is None:
        entries = Entry.objects.filter(event=event).select_related("player").order_by("number")
    people = {str(entry.pk): entry for entry in entries if not entry.player.is_bot}
    rows = {row["entry"]: row for row in standing.rows if row["deals"] and row["place"] is not None}
    placed = [
        Placed(pk, rows[pk]["place"], tag_keys((tags or {}).get(entry.pk, entry.tags)))
        for pk, entry in people.items()
        if pk in rows
    ]
    return awards(plan, placed)


def final_awards(event: Event, *, newest: Standing | None = None) -> list[Award]:
    """The awards that everybody may see: none before the event is finished."""
    return awards_of(event, newest=newest) if event.status == EventStatus.FINISHED else []


def award_as_data(award: Award) -> dict[str, Any]:
    """An award for programs and documents, with amounts such as "12.50", or null."""
    paid = any(award.amounts)
    amounts = [written_amount(amount) if paid else None for amount in award.amounts]
    lists = {"entries": list(award.entries), "each": list(award.each), "together": list(award.together)}
    return {"tag": award.tag, "first": award.first, "last": award.last, **lists, "amounts": amounts}
