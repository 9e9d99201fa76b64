"""The periodic check: what changed lately each minute, and everything once a day, in short slices.

A slice checks the next rows of a model, with all that follows from them; then come those of the next model.
So each row of each table has its turn, whatever it belongs to. A slice reads one state of the database and
takes no lock, so it does not delay anybody's writes. Damage is an error in the log of the program.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.db.models import Model, Q
from django.utils import timezone

from tournaments.clubs.models import Club
from tournaments.core.models.log import AuditEntry, CheckMark
from tournaments.events.models.events import Event
from tournaments.programs.fsck.damage import Scope
from tournaments.programs.fsck.run import Report, run, run_scope
from tournaments.ratings.models import RatedEvent
from tournaments.seasons.models import Season
from tournaments.tables.models.rounds import Table

logger = logging.getLogger(__name__)

SLICE = 0.25
"""Seconds. A slice goes on to further rows while they will fit, to judge by those before them."""

ROWS = 4000
"""Rows of a model that are checked together, in a tenth of a second."""

ROWS_OF: Mapping[type[Model], int] = {Club: 1, Event: 1, RatedEvent: 4, Season: 1, Table: 4}
"""The same for models from whose rows much follows."""

SHARE = 0.1
"""The most of a processor that slices take. What is too much for a day takes several days."""

ROUND = timedelta(hours=22)
"""In this time the slices are spread. A check of everything begins a day after the one before."""

DAY = timedelta(days=1)

AFTER_DAMAGE = timedelta(hours=1)
"""After a full check that found damage the next one begins this soon, so that a repair is noticed."""

LONGEST_SLICE = timedelta(minutes=10)
"""A worker that checks a slice for longer is dead. Then the slice is checked again."""

SETTLED = timedelta(minutes=2)
"""No transaction takes this long, so older audit entries have no gap that is filled later."""

MOST_STORED = 100
"""Damages that are stored with a mark."""


@dataclass(frozen=True)
class LastCheck:
    """The result of the newest checks. Times are None before the first check."""

    recent_at: datetime | None
    since: datetime | None
    """Each row was checked after this time: the begin of the newest check of everything that has ended."""
    damage: list[dict[str, Any]]
    """As in the report of fsck; of both checks."""

    @property
    def is_clean(self) -> bool:
        return not self.damage


def last_check() -> LastCheck:
    """The result of the newest checks (one query)."""
    marks = {mark.kind: mark for mark in CheckMark.objects.all()}
    recent, full = marks.get(CheckMark.Kind.RECENT), marks.get(CheckMark.Kind.FULL)
    return LastCheck(
        None if recent is None else recent.at,
        None if full is None else full.since,
        [damage for mark in marks.values() for damage in mark.damage],
    )


def check_recent(now: datetime | None = None) -> None:
    """Check what changed since the last clean mark."""
    now = now or timezone.now()
    mark, _new = CheckMark.objects.get_or_create(
        kind=CheckMark.Kind.RECENT, defaults={"entry": _settled(now)}
    )
    settled = _settled(now)
    report = run(mark.entry)
    if report.is_clean:
        mark.entry = max(mark.entry, settled)
    mark.damage, mark.begun_at, mark.at = _stored(report), now, timezone.now()
    mark.save()
    _alarm(report)


def _settled(now: datetime) -> int:
    """The newest audit entry before which every entry is visible."""
    entries = AuditEntry.objects.filter(at__lte=now - SETTLED).order_by("-pk")
    return entries.values_list("pk", flat=True).first() or 0


def check_slice(now: datetime | None = None) -> bool:
    """Check the next slice of everything. Return False if it is not due, or another worker checks it."""
    now = now or timezone.now()
    mark, _new = CheckMark.objects.get_or_create(
        kind=CheckMark.Kind.FULL, defaults={"begun_at": now, "next_at": now}
    )
    if mark.at <= now < mark.next_at:  # else the clock was set back
        return False
    mine = CheckMark.objects.filter(kind=mark.kind, next_at=mark.next_at)
    if not mine.update(next_at=now + LONGEST_SLICE):
        return False
    begin, longest = time.monotonic(), 0.0
    if not mark.model:
        # What the check before has found stays until this one has ended.
        mark.damage = [{**damage, "earlier": True} for damage in mark.damage]
        mark.begun_at, mark.model, mark.slices_before, mark.slices = now, FIRST, mark.slices, 0
    while mark.model and (not longest or time.monotonic() - begin + longest <= SLICE):
        report = run_scope(_next_rows(mark))
        longest = max(longest, report.seconds)
        _keep(mark, report)
    mark.slices, mark.at = mark.slices + 1, timezone.now()
    mark.next_at = _next_slice(mark, now, time.monotonic() - begin)
    if not mark.model:
        mark.damage = [damage for damage in mark.damage if "earlier" not in damage]
        mark.since = mark.begun_at
    mark.save()
    return True


FIRST = " "
"""Comes before the names of all models."""


def _next_rows(mark: CheckMark) -> Scope:
    """The rows that are checked next. The mark goes to the last of them."""
    models = {model.__name__: model for model in apps.get_app_config("tournaments").get_models()}
    later = sorted(name for name in models if name >= mark.model)
    if later[0] != mark.model:
        mark.model, mark.cursor = later[0], ""
    model = models[mark.model]
    here = Q(pk__gt=mark.cursor) if mark.cursor else Q()
    size = ROWS_OF.get(model, ROWS)
    pks = model._base_manager.filter(here).order_by("pk").values_list("pk", flat=True)
    for last in pks[size - 1 : size]:
        mark.cursor = str(last)
        return Scope({model: here & Q(pk__lte=last)})
    mark.model, mark.cursor = later[1] if later[1:] else "", ""
    return Scope({model: here})


def _next_slice(mark: CheckMark, now: datetime, seconds: float) -> datetime:
    """When the next slice is due: so many follow as in the check before, in the rest of the round."""
    if not mark.model:
        return mark.begun_at + (AFTER_DAMAGE if mark.damage else DAY)
    pause = seconds / SHARE
    left = mark.slices_before - mark.slices
    if left > 0 and not mark.damage:
        pause = max(pause, (mark.begun_at + ROUND - now).total_seconds() / left)
    return now + timedelta(seconds=pause)


def _keep(mark: CheckMark, report: Report) -> None:
    mark.damage = [*_stored(report), *mark.damage][:MOST_STORED]
    _alarm(report)


def _stored(report: Report) -> list[dict[str, Any]]:
    return [damage.as_json() for damage in report.damage[:MOST_STORED]]


def _alarm(report: Report) -> None:
    for damage in report.damage[:5]:
        logger.error("fsck: %s: %s (%s)", damage.place.words, damage.detail, damage.code)
    if len(report.damage) > 5:
        logger.error("fsck: %d more damages. Run ./poch manage fsck", len(report.damage) - 5)
