"""What the dealt cards of recorded deals were worth, by the weights of their event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from uuid import UUID

from django.db.models import QuerySet

import games.services as games
from tournaments.models import Deal, Event, HandWorth, Occupant, RoundStatus

MOST_AHEAD = 200
"""`fill_ahead` judges so many deals at once, the newest first. One takes a third of a millisecond."""

OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


def deals_to_judge(event: Event, *statuses: RoundStatus) -> QuerySet[Deal]:
    """The deals that count and can have a worth: all but totals.

    statuses: of their rounds; without it the rounds are closed.
    """
    return (
        Deal.objects.effective()
        .single()
        .filter(table__round__event=event, table__round__status__in=statuses or [RoundStatus.CLOSED])
    )


def fill(event: Event) -> int:
    """Judge the deals of closed rounds that have no worth yet. Return the number of new worths.

    The event is locked. Without weights there is nothing to do.
    """
    if event.hand_weights is None:
        return 0
    missing = deals_to_judge(event).filter(hand_worth__isnull=True)
    return _store(event, missing.iterator(chunk_size=500))


def fill_ahead(event: Event) -> int:
    """Judge deals of the round that is being played, so that its close has few left. Return their number.

    Nobody is shown these worths before the round is closed. The event is locked.
    """
    if event.hand_weights is None:
        return 0
    missing = deals_to_judge(event, *OPEN).filter(hand_worth__isnull=True)
    deals = list(missing.order_by("-recorded_at")[:MOST_AHEAD])
    return _store(event, deals) if deals else 0


def emptied_tables(event: Event) -> Collection[UUID]:
    """The tables of an event at which somebody left an empty seat (one query)."""
    left = Occupant.objects.filter(round__event=event, entry=None)
    return set(left.values_list("seat__table_id", flat=True))


def worth_of(event: Event, deal: Deal, emptied: Collection[UUID]) -> HandWorth | None:
    """The unsaved worth of a deal; None if the event has no weights for so many seats.

    emptied: the tables at which seats are empty (`emptied_tables`). Only for their deals it takes a query.
    """
    weights = (event.hand_weights or {}).get(str(len(deal.document["chips"])))
    if weights is None:
        return None
    worth = games.hand_worth(deal.document, deal.result, weights)
    places = deal.places if deal.table_id in emptied else range(len(worth.seats))
    seats = {str(seat): value for seat, value in zip(places, worth.seats, strict=True)}
    # Not with the deal itself: all new worths are in memory at once, and a deal has kilobytes.
    return HandWorth(deal_id=deal.pk, known_by=worth.by, seats=seats)


def _store(event: Event, deals: Iterable[Deal]) -> int:
    return len(HandWorth.objects.bulk_create(_worths(event, deals), batch_size=500))


def _worths(event: Event, deals: Iterable[Deal]) -> Iterator[HandWorth]:
    """The unsaved worths of deals (one query)."""
    emptied = emptied_tables(event)
    for deal in deals:
        if (worth := worth_of(event, deal, emptied)) is not None:
            yield worth
