"""What the standings of an event can tell about chance: computed by workers, stored beside the standing.

Only the standing that was kept at the close of a round has chances, because they follow from closed rounds. A
standing of a round that is being played shows those of the round before. The source of chance is the seed of
the event and the number of the round, so they can be computed again.

`Standing.chances` has `places` (by entry the first and the last place of its range), `lead` (`entry`, `by`,
`percent`; null: nobody leads alone, or the lead cannot be judged), `share` (percent: low, middle, high). It
is empty if there are too few results to tell. Nothing here is locked while a worker computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from tournaments.kernel import outbox
from tournaments.kernel.refreshes import CHANCES_TASK, stale_chances
from tournaments.models import Entry, Event, OutboxTask, Standing
from tournaments.rules.chances import LEAST_ROUNDS, is_enough
from tournaments.services.standings.standings import exact_places

LEAST = LEAST_ROUNDS
"""Fewer rounds, or evenings of a season, are too few to tell anything."""

MOST_AT_ONCE = 100
"""A sweep asks for the chances of so many events, the newest first."""


STANDINGS_AT_ONCE = 4
"""A task computes the chances of so many standings, the newest first, and queues the next task. In a large
event one takes a second or two, and a task has a time limit."""


@dataclass(frozen=True)
class Computed:
    """The chances of a standing, and the version of the event that they cover."""

    standing: UUID
    covers: int
    chances: dict[str, Any]


def compute(standing: Standing) -> dict[str, Any]:
    """The chances of a standing that was kept at the close of a round (eight queries)."""
    # numpy is slow to import, and only workers and checks need it.
    from tournaments.rules.chances.standing import chances_of  # noqa: PLC0415

    if standing.round is None:
        return {}
    event = standing.event
    placed, tallies, by = exact_places(event, kept=standing)
    ranked = {line.ranked.entry: float(line.ranked.score) for line in placed if not line.below}
    there = {line.ranked.entry for line in placed}
    order = Entry.objects.filter(event=event).order_by("number").values_list("pk", flat=True)
    found = chances_of(
        [str(pk) for pk in order if str(pk) in there],
        tallies,
        by,
        {tally.round for tally in tallies if tally.table},
        ranked,
        f"{event.seed} {standing.round.number}",
    )
    return {} if found is None else found.as_json()


def compute_stale(event_id: UUID | str) -> list[Computed]:
    """The newest missing or outdated chances of this event. It may take seconds, and stores nothing."""
    standings = stale_chances().filter(event=UUID(str(event_id))).select_related("round", "event")
    return [
        Computed(standing.pk, standing.covers, compute(standing))
        for standing in standings.order_by("-version")[:STANDINGS_AT_ONCE]
    ]


def keep(computed: Sequence[Computed], event_id: UUID | str) -> int:
    """Store these chances with their standings. Return their number.

    A standing that has been corrected since, or is gone, is passed over: its change has queued another task.
    """
    kept = 0
    with transaction.atomic():
        rows = {
            row.pk: row
            for row in Standing.objects.select_for_update()
            .filter(event=UUID(str(event_id)), pk__in=[each.standing for each in computed])
            .defer("rows")
        }
        for each in computed:
            row = rows.get(each.standing)
            if row is None or row.covers != each.covers:
                continue
            row.chances, row.chances_cover = each.chances, each.covers
            row.save(update_fields=["chances", "chances_cover"])
            kept += 1
        if kept == STANDINGS_AT_ONCE and stale_chances().filter(event=UUID(str(event_id))).exists():
            outbox.add(CHANCES_TASK, event_id)
    return kept


def ask_for_missing() -> int:
    """Queue the chances of events that lack some. Return the number of events.

    With an intact outbox none are missing.
    """
    waiting = OutboxTask.objects.filter(task=CHANCES_TASK, done_at__isnull=True)
    queued = {args[0] for args in waiting.values_list("args", flat=True)}
    stale = stale_chances().order_by("-event").values_list("event", flat=True)
    events = [pk for pk in stale.distinct()[: MOST_AT_ONCE + len(queued)] if str(pk) not in queued]
    with transaction.atomic():
        for pk in events[:MOST_AT_ONCE]:
            outbox.add(CHANCES_TASK, pk)
    return len(events[:MOST_AT_ONCE])


def with_chances(standings: Sequence[Standing]) -> Standing | None:
    """The newest of these standings (newest first) that was kept at the close of a round."""
    return next((standing for standing in standings if standing.round_id is not None), None)


def chances_after(event: Event, round_number: int | None = None) -> Standing | None:
    """The standing at the close of this round, or of the last closed one, with its round (one query)."""
    kept = Standing.objects.filter(event=event, round__isnull=False).select_related("round").defer("rows")
    if round_number is not None:
        kept = kept.filter(round__number=round_number)
    return kept.order_by("-version").first()


def is_computing(standing: Standing) -> bool:
    """Whether this standing of a closed round has no chances yet, and can have them.

    In a rehearsal no worker computes them (`refreshes.stale_chances`).
    """
    return standing.chances is None and standing.round is not None and is_enough(standing.round.number)


def newest_versions(event: Event) -> tuple[int | None, int]:
    """The version of the newest standing, and the one that its chances cover (0: none), for readers that
    poll (one query)."""
    newest = Standing.objects.filter(event=event).order_by("-version")
    rows: list[tuple[int, Any, int | None]] = list(
        newest.values_list("version", "round", "chances_cover")[:2]
    )
    if not rows:
        return None, 0
    return rows[0][0], next((covers or 0 for _version, round_, covers in rows if round_ is not None), 0)
