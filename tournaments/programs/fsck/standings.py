"""The check of standings: each is computed again from the ledger, also those kept at the close of a round.

The spreads of an event, which its standings follow from, must be those of its rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event
from tournaments.programs.documents.parts import plain
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded, waiting
from tournaments.standings.models import Standing
from tournaments.standings.rules.scoring import Tally
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.spreads import spreads_of
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tallies import chips_on_boards, seat_tallies


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check the standings of the events of the scope. Counts standings."""
    events = scope.rows(Event).select_related("club").order_by("pk")
    asked = waiting("standings.refresh")
    for event in events.iterator(chunk_size=100):
        place = Place.of(event)
        yield from _spreads(event, place)
        yield from guarded(partial(_of_event, event, place, counts), place)
        if str(event.pk) not in asked:
            yield from _stale(event, place)


def _stale(event: Event, place: Place) -> Iterator[Damage]:
    """An event that has no task for its standing has a standing of its version."""
    covered = standings.newest_standing_version(event) or 0
    if covered < event.version or event.covered not in (covered, event.version):
        yield Damage("standing_without_task", place, covered=covered, version=event.version)


def _spreads(event: Event, place: Place) -> Iterator[Damage]:
    """An event that has started has the spreads of its rules."""
    if event.started_at is not None and event.spreads != spreads_of(event):
        yield Damage("event_spreads_differ", place, at=event.started_at)


def _of_event(event: Event, place: Place, counts: Counter[str]) -> Iterator[Damage]:
    kept: set[int] = set()
    tallies = seat_tallies(event)
    for standing in Standing.objects.filter(event=event).select_related("round", "event").order_by("version"):
        counts["standings"] += 1
        if standing.round is not None:
            kept.add(standing.round.number)
        yield from _rows(event, standing, tallies, place)
    for round_ in Round.objects.filter(event=event, status=RoundStatus.CLOSED).exclude(number__in=kept):
        yield Damage("kept_standing_missing", place, at=round_.closed_at, number=round_.number)


def _rows(event: Event, standing: Standing, tallies: list[Tally], place: Place) -> Iterator[Damage]:
    """A standing of an older version is computed again only if it was kept."""
    number = None if standing.round is None else standing.round.number
    where = replace(place, round=number)
    if standing.version > event.version:
        yield Damage(
            "standing_too_new", where, at=standing.computed_at, version=standing.version, newest=event.version
        )
    if standing.round is not None:
        rows = standings.compute(event, through_round=number, kept=standing, tallies=tallies)
    elif standing.version == event.version:
        rows = standings.compute(event, tallies=tallies)
    else:
        return
    if (plain(rows), chips_on_boards(event, number)) != (standing.rows, standing.on_boards):
        yield Damage("standing_differs", where, at=standing.computed_at)
