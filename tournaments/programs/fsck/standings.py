"""The check of standings: each is computed again from the ledger, also those kept at the close of a round.

The spreads of an event, which its standings follow from, must be those of its rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.core.models.log import OutboxTask
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.standings.models import Standing
from tournaments.standings.rules.scoring import Tally
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.spreads import spreads_of
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tallies import chips_on_boards, seat_tallies


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check the standings of the events of the scope. Counts standings."""
    events = scope.rows(Event).select_related("club").order_by("pk")
    asked = {
        str(args[0])
        for args in OutboxTask.objects.filter(task="standings.refresh", done_at=None).values_list(
            "args", flat=True
        )
    }
    for event in events.iterator(chunk_size=100):
        place = Place(event.club.name, event.club_id, event.name, event.pk)
        yield from _spreads(event, place)
        yield from guarded(partial(_of_event, event, place, counts), place)
        if str(event.pk) not in asked:
            yield from _stale(event, place)


def _stale(event: Event, place: Place) -> Iterator[Damage]:
    """An event that has no task for its standing has a standing of its version."""
    covered = standings.newest_standing_version(event) or 0
    if covered < event.version or event.covered not in (covered, event.version):
        yield Damage(
            "standing_without_task",
            _("The newest standing covers version %(covered)d of %(version)d, and no task computes another."),
            {"covered": covered, "version": event.version},
            place,
        )


def _spreads(event: Event, place: Place) -> Iterator[Damage]:
    """An event that has started has the spreads of its rules."""
    if event.started_at is not None and event.spreads != spreads_of(event):
        yield Damage(
            "event_spreads_differ",
            _("The spreads of the event differ from those that its rules give."),
            {},
            place,
            event.started_at,
        )


def _of_event(event: Event, place: Place, counts: dict[str, int]) -> Iterator[Damage]:
    kept: set[int] = set()
    tallies = seat_tallies(event)
    for standing in Standing.objects.filter(event=event).select_related("round", "event").order_by("version"):
        counts["standings"] = counts.get("standings", 0) + 1
        if standing.round is not None:
            kept.add(standing.round.number)
        yield from _rows(event, standing, tallies, place)
    for round_ in Round.objects.filter(event=event, status=RoundStatus.CLOSED).exclude(number__in=kept):
        yield Damage(
            "kept_standing_missing",
            _("The standing at the close of round %(number)d is missing."),
            {"number": round_.number},
            place,
            round_.closed_at,
        )


def _rows(event: Event, standing: Standing, tallies: list[Tally], place: Place) -> Iterator[Damage]:
    """A standing of an older version is computed again only if it was kept."""
    number = None if standing.round is None else standing.round.number
    where = Place(place.club, place.club_id, place.event, place.event_id, round=number)
    if standing.version > event.version:
        yield Damage(
            "standing_too_new",
            _("A standing has version %(version)d. Its event has version %(newest)d."),
            {"version": standing.version, "newest": event.version},
            where,
            standing.computed_at,
        )
    if standing.round is not None:
        rows = standings.compute(event, through_round=number, kept=standing, tallies=tallies)
    elif standing.version == event.version:
        rows = standings.compute(event, tallies=tallies)
    else:
        return
    if (_plain(rows), chips_on_boards(event, number)) != (standing.rows, standing.on_boards):
        yield Damage(
            "standing_differs",
            _("This standing differs from the standing that the deals and adjustments give."),
            {},
            where,
            standing.computed_at,
        )


def _plain(rows: Any) -> Any:
    """The rows as JSON returns them."""
    return json.loads(json.dumps(rows))
