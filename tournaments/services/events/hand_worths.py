"""What the dealt cards of recorded deals were worth, by the weights of their event."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

import games.services as games
from tournaments.models import Deal, Event, HandWorth, Occupant, RoundStatus


def deals_to_judge(event: Event) -> QuerySet[Deal]:
    """The deals of closed rounds that count and can have a worth: all but totals."""
    return (
        Deal.objects.effective()
        .single()
        .filter(table__round__event=event, table__round__status=RoundStatus.CLOSED)
    )


def fill(event: Event) -> int:
    """Judge the deals of closed rounds that have no worth yet. Return the number of new worths.

    The event is locked. Without weights there is nothing to do.
    """
    if event.hand_weights is None:
        return 0
    missing = deals_to_judge(event).filter(hand_worth__isnull=True)
    return len(HandWorth.objects.bulk_create(_worths(event, missing), batch_size=500))


def worth_of(event: Event, deal: Deal) -> HandWorth | None:
    """The unsaved worth of a deal; None if the event has no weights for so many seats."""
    weights = (event.hand_weights or {}).get(str(len(deal.document["chips"])))
    if weights is None:
        return None
    worth = games.hand_worth(deal.document, deal.result, weights)
    seats = {str(seat): value for seat, value in zip(deal.places, worth.seats, strict=True)}
    return HandWorth(deal=deal, known_by=worth.by, seats=seats)


def _worths(event: Event, deals: QuerySet[Deal]) -> Iterator[HandWorth]:
    """The unsaved worths of deals (two queries)."""
    emptied = set(
        Occupant.objects.filter(round__event=event, entry=None).values_list("seat__table_id", flat=True)
    )
    for deal in deals.iterator(chunk_size=500):
        if deal.table_id not in emptied:
            deal.places = list(range(len(deal.document["chips"])))  # as the property finds it with a query
        if (worth := worth_of(event, deal)) is not None:
            yield worth
