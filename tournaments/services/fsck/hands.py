"""The check of what hands are worth: the sums give the weights, and the weights the worth of each deal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.utils.translation import gettext_noop as _

from tournaments.models import Event, HandWeights, HandWorth
from tournaments.services.events import hand_weights, hand_worths

from .damage import Damage, Place, Scope, guarded


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check all measured weights, then the events of the scope that have some. Counts both kinds of rows.

    The deals of bots are not played again, as with spreads.
    """
    measured: dict[str, dict[str, list[int]]] = {}
    for row in HandWeights.objects.order_by("pk"):
        counts["hand_weights"] = counts.get("hand_weights", 0) + 1
        if row.weights is not None:
            measured[row.digest] = row.weights
        if hand_weights.digest(row.spec) != row.digest or (
            row.weights is not None and not hand_weights.agree(row.weights, hand_weights.result_of(row))
        ):
            yield Damage(
                "hand_weights_differ",
                _("The weights of hands %(spec)s differ from those that their deals give."),
                {"spec": str(row)},
                at=row.created_at,
            )
    events = Event.objects.filter(hand_weights__isnull=False).select_related("club").order_by("pk")
    if scope.events is not None:
        events = events.filter(pk__in=scope.events)
    for event in events.iterator(chunk_size=100):
        place = Place(event.club.name, event.club_id, event.name, event.pk)
        yield from _of_event(event, measured, place)
        yield from guarded(partial(_worths, event, place, counts), place)


def _of_event(event: Event, measured: dict[str, dict[str, list[int]]], place: Place) -> Iterator[Damage]:
    """The weights of an event are those of its rules, where these were measured here.

    A stage that was changed after the start can have table sizes that the event has no weights for.
    """
    known = event.hand_weights or {}
    wrong = [
        str(seats)
        for seats, spec in hand_weights.specs_of(event).items()
        if (ours := measured.get(hand_weights.digest(spec))) is not None
        and str(seats) in known
        and not hand_weights.agree(ours, known[str(seats)])
    ]
    if wrong:
        yield Damage(
            "event_hand_weights_differ",
            _("The weights of hands at table sizes %(sizes)s differ from those of the rules of the event."),
            {"sizes": ", ".join(wrong)},
            place,
            event.started_at,
        )


def _worths(event: Event, place: Place, counts: dict[str, int]) -> Iterator[Damage]:
    """Each deal of a closed round that counts has the worth that its cards and the weights give."""
    deals = hand_worths.deals_to_judge(event).select_related("table__round", "hand_worth").order_by("pk")
    emptied = hand_worths.emptied_tables(event)
    for deal in deals.iterator(chunk_size=500):
        counts["hand_worths"] = counts.get("hand_worths", 0) + 1
        stored: HandWorth | None = getattr(deal, "hand_worth", None)
        computed = hand_worths.worth_of(event, deal, emptied)
        if _figures(stored) != _figures(computed):
            yield Damage(
                "hand_worth_differs",
                _("What the cards of the deal were worth differs from what its document gives."),
                {},
                Place(
                    place.club, place.club_id, place.event, place.event_id, deal.table.round.number,
                    deal.table.number, deal.table_id, deal.number, deal.pk,
                ),
                deal.recorded_at,
            )  # fmt: skip


def _figures(worth: HandWorth | None) -> tuple[str, dict[str, int]] | None:
    return None if worth is None else (str(worth.known_by), worth.seats)
