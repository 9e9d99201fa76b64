"""The periodic check: what changed lately each minute, and everything once a day, in short slices.

A slice reads one state of the database and takes no lock, so it does not delay anybody's writes. Damage is
an error in the log of the program, each minute until it is repaired.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from tournaments.models import AuditEntry, CheckMark, Event, Table

from .damage import Scope
from .run import Report, run, run_scope

logger = logging.getLogger(__name__)

SLICE = 3.0
"""Seconds. No further event is checked in a slice that has taken this long."""

FULL_AFTER = timedelta(hours=20)
"""A full check begins this long after the one before, at night."""

FULL_AFTER_DAMAGE = timedelta(hours=1)
"""After a full check that found damage the next one begins this soon, so that a repair is noticed."""

FULL_AT_LATEST = timedelta(days=3)
"""A machine that is off at night begins a full check after this time, at any hour."""

NIGHT = range(2, 6)
"""Hours of the time zone of the site."""

SETTLED = timedelta(minutes=2)
"""No transaction takes this long, so older audit entries have no gap that is filled later."""

MOST_STORED = 100
"""Damages that are stored with a mark."""


@dataclass(frozen=True)
class LastCheck:
    """The result of the newest checks. Times are None before the first check."""

    recent_at: datetime | None
    full_at: datetime | None
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
        None if full is None or full.is_running else full.at,
        [damage for mark in marks.values() for damage in mark.damage],
    )


def check_now(now: datetime | None = None) -> None:
    """Check what changed since the last clean mark, then a slice of the full check if it is due."""
    now = now or timezone.now()
    _check_recent(now)
    full, _new = CheckMark.objects.get_or_create(
        kind=CheckMark.Kind.FULL, defaults={"at": now - FULL_AFTER, "begun_at": now - FULL_AFTER}
    )
    if full.is_running or _is_due(full, now):
        _check_slice(full, now)


def _check_recent(now: datetime) -> None:
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


def _is_due(full: CheckMark, now: datetime) -> bool:
    age = now - full.begun_at
    if full.damage and age >= FULL_AFTER_DAMAGE:
        return True
    return age >= FULL_AT_LATEST or (
        age >= FULL_AFTER and timezone.localtime(now, timezone.get_default_timezone()).hour in NIGHT
    )


def _check_slice(mark: CheckMark, now: datetime) -> None:
    """Check the next events; the first slice checks what belongs to no event as well."""
    begin = time.monotonic()
    if not mark.is_running:
        # What the check before has found stays until this one has ended.
        mark.damage = [{**damage, "earlier": True} for damage in mark.damage]
        mark.is_running, mark.cursor, mark.begun_at = True, None, now
        _keep(mark, run_scope(Scope(events=(), tables=())))
    while mark.is_running and time.monotonic() - begin < SLICE:
        events = Event.objects.order_by("pk") if mark.cursor is None else _after(mark.cursor)
        event = events.values_list("pk", flat=True).first()
        if event is None:
            mark.is_running = False
            mark.damage = [damage for damage in mark.damage if "earlier" not in damage]
            break
        tables = list(Table.objects.filter(round__event=event).values_list("pk", flat=True))
        _keep(mark, run_scope(Scope([event], tables, (), references=False, duties=False)))
        mark.cursor = event
    mark.at = timezone.now()
    mark.save()


def _after(cursor: UUID) -> Any:
    return Event.objects.filter(pk__gt=cursor).order_by("pk")


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
