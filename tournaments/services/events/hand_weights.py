"""What dealt hands are worth under the rules of an event: measuring the weights, as `spreads` does it.

The weights of an event depend on its rules, the size of the table and, where purses are per table, its
starting chips. They are measured when the event is opened, so before the first deal, and are the same for
all events with these rules. A worker plays chunk by chunk; each chunk is one outbox row and counts once.

They decide nothing: no start, no close and no finish waits for them. If they come late, the deals that are
recorded by then are judged with the same weights, and the standings of closed rounds are computed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from json import dumps
from typing import Any

from django.conf import settings
from django.db import transaction

import games.services as games
from tournaments.kernel import outbox
from tournaments.kernel.audit import SYSTEM, log
from tournaments.kernel.locks import bump, lock_event
from tournaments.kernel.refreshes import queue_refresh
from tournaments.models import Event, EventStatus, HandWeights, Round, RoundStatus

from .spreads import sizes_of

TASK, TELL, STORE = "hands.measure", "hands.tell", "hands.store"
"""The tasks: play a chunk, find the events that wait for weights, set the weights of an event."""

ROUNDING = 1
"""In thousandths of a chip: by so much weights from the same sums can differ on two machines."""

Weights = dict[str, dict[str, list[int]]]
"""`HandWeights.weights` by the number of seats."""


def specs_of(event: Event) -> dict[int, dict[str, Any]]:
    """What measures each table size; empty if nothing is measured or such deals cannot be played."""
    rules = event.frozen_rules or games.resolve_rules(event.rules)
    if not settings.MEASURE_HANDS or not games.has_rules(rules):
        return {}
    chips = event.starting_chips if rules["purse"] == "table" else 0
    try:
        return {seats: games.hands_spec(rules, seats, chips) for seats in sizes_of(event)}
    except games.EngineError:
        return {}


def digest(spec: Mapping[str, Any]) -> str:
    """The digest that identifies a spec."""
    return sha256(dumps(spec, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def measure(event: Event) -> None:
    """Set the weights of a locked event if they are known, and let the workers measure the missing ones."""
    specs = specs_of(event)
    digests = {digest(spec): spec for spec in specs.values()}
    known = set(HandWeights.objects.filter(digest__in=digests).values_list("digest", flat=True))
    HandWeights.objects.bulk_create(
        [
            HandWeights(digest=key, spec=spec, chunks_planned=games.HANDS_CHUNKS)
            for key, spec in digests.items()
            if key not in known
        ],
        ignore_conflicts=True,
    )
    for row in HandWeights.objects.filter(digest__in=set(digests) - known).order_by("pk"):
        outbox.add(TASK, row.pk, row.chunks_done)
    if not _has_closed_rounds(event):
        _set(event, weights_of(specs))
    if specs and event.hand_weights is None:
        # `tell_events` does not see an event whose transaction is not committed. And `store` judges the
        # rounds that are over.
        outbox.add(STORE, event.pk)


def settings_changed(event: Event) -> None:
    """`measure` again for an open event. Once it has started, its weights are fixed."""
    if event.status == EventStatus.OPEN or (event.is_running and event.hand_weights is None):
        measure(event)


def weights_of(specs: Mapping[int, Mapping[str, Any]]) -> Weights | None:
    """The measured weights by table size; None until all are measured."""
    found = dict(
        HandWeights.objects.filter(
            digest__in=[digest(spec) for spec in specs.values()], weights__isnull=False
        ).values_list("digest", "weights")
    )
    weights = {str(seats): found.get(digest(spec)) for seats, spec in specs.items()}
    return None if not weights or None in weights.values() else weights  # type: ignore[return-value]


# What the workers do


def spec_to_play(pk: str, number: str) -> dict[str, Any] | None:
    """The spec of a chunk; None if this is not the next chunk."""
    row = HandWeights.objects.filter(pk=pk, chunks_done=number, weights__isnull=True).first()
    return None if row is None else dict(row.spec)


@transaction.atomic
def keep_chunk(outcome: Sequence[Mapping[str, Any]] | None, pk: str, number: str) -> bool:
    """Count a chunk, and queue the next one. Return False if it was counted before."""
    row = (
        HandWeights.objects.select_for_update()
        .filter(pk=pk, chunks_done=number, weights__isnull=True)
        .first()
    )
    if row is None or outcome is None:
        return False
    for sums in outcome:
        row.sums = games.add_hands_sums(row.sums, sums)
    row.chunks_done += 1
    if row.chunks_done == row.chunks_planned:
        row.weights = result_of(row)
    row.save()
    if row.weights is None:
        outbox.add(TASK, row.pk, row.chunks_done)
    else:
        # In a transaction of its own: an event that is opened now reads these weights or is found then.
        outbox.add(TELL, row.pk)
    return True


@transaction.atomic
def tell_events(pk: str) -> int:  # noqa: ARG001 - any size can be the last one that an event waits for
    """Queue the storing for each event that waits for weights. Return their number."""
    waiting = Event.objects.filter(
        status__in=[EventStatus.OPEN, EventStatus.RUNNING], hand_weights__isnull=True
    )
    return len(outbox.add_all(outbox.TaskCall(STORE, (pk,)) for pk in waiting.values_list("pk", flat=True)))


@transaction.atomic
def store(event_id: str) -> bool:
    """Set the weights of an event that waits for them. Return False if there is nothing to set.

    `standings.store_measured` then judges the deals that are over, and computes the standings again.
    """
    event = lock_event(event_id)
    if event.hand_weights is not None or event.status not in (EventStatus.OPEN, EventStatus.RUNNING):
        return False
    measured = weights_of(specs_of(event))
    if measured is None:
        return False
    _set(event, measured)
    log(SYSTEM, "measure_hands", event, within=event, sizes=sorted(int(seats) for seats in measured))
    if _has_closed_rounds(event):
        bump(event)
        queue_refresh(event.pk)
    return True


def result_of(row: HandWeights) -> dict[str, list[int]]:
    """The weights that the sums of a measuring with all its chunks give."""
    return games.fitted_weights(row.sums or {}, row.spec["seats"])


def agree(one: Mapping[str, Sequence[int]], other: Mapping[str, Sequence[int]]) -> bool:
    """Whether weights of one table size can come from the same sums.

    They are fitted in floats, whose last digits depend on the machine and its libraries. So a weight that is
    nearly between two units may be rounded to either: a difference of one unit (`ROUNDING`) is none.
    """
    return one.keys() == other.keys() and all(
        len(weights) == len(other[by])
        and all(abs(mine - its) <= ROUNDING for mine, its in zip(weights, other[by], strict=True))
        for by, weights in one.items()
    )


def _has_closed_rounds(event: Event) -> bool:
    return Round.objects.filter(event=event, status=RoundStatus.CLOSED).exists()


def _set(event: Event, weights: Weights | None) -> None:
    if event.hand_weights != weights:
        event.hand_weights = weights
        event.save(update_fields=["hand_weights"])
