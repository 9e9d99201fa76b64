"""Runs all checks in one snapshot of the database."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model, Q
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models import Club, ClubPicture
from tournaments.core.models.log import AuditEntry, OutboxTask
from tournaments.events.models.events import Event
from tournaments.programs.fsck import (
    draws,
    duties,
    logs,
    pictures,
    ratings,
    references,
    seasons,
    standings,
    tables,
)
from tournaments.programs.fsck.damage import Damage, Scope
from tournaments.ratings.models import RatedEvent
from tournaments.seasons.models import Season
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table

Check = Callable[[Scope, Counter[str]], Iterator[Damage]]

CHECKS: Mapping[Check, tuple[type[Model], ...]] = {
    references.check: tuple(apps.get_app_config("tournaments").get_models()),
    tables.check: (Table,),
    logs.check: (Club, Event),
    pictures.check: (Club, ClubPicture),
    standings.check: (Event,),
    seasons.check: (Season,),
    ratings.check: (Club, RatedEvent),
    draws.check: (Event,),
    duties.check: (OutboxTask, *duties.DUTIES),
}
"""All checks, each with the models whose rows it checks."""

NOT_PROMISED = _(
    "fsck does not promise that rights, consents, addresses, contact data and payments are right: nothing "
    "else says what they were."
)
"""What a clean report does not mean. The README of this room has the whole list."""

MOST_DAMAGE = 1000
"""A run ends after so many: somebody must look then."""


@dataclass
class Report:
    """The result of a run. `checked` counts rows by kind; `newest` is the newest audit entry that it saw."""

    checked: Counter[str] = field(default_factory=Counter)
    damage: list[Damage] = field(default_factory=list)
    seconds: float = 0.0
    newest: int = 0

    @property
    def is_clean(self) -> bool:
        return not self.damage

    def as_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "ok": self.is_clean,
            "checked": dict(sorted(self.checked.items())),
            "damage": [damage.as_json() for damage in self.damage],
            "newest": self.newest,
            "seconds": round(self.seconds, 3),
            "not_promised": NOT_PROMISED,
        }


def run(since: int | None = None) -> Report:
    """Check everything, or what changed after the audit entry `since`. Reads one state of the database."""
    with snapshot():
        report = run_scope(Scope() if since is None else scope_since(since))
        report.newest = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        return report


def run_scope(scope: Scope) -> Report:
    """Check the parts of this scope, in one snapshot."""
    report, begin = Report(), time.monotonic()
    with snapshot():
        for check in (check for check, models in CHECKS.items() if scope.has(*models)):
            for damage in check(scope, report.checked):
                report.damage.append(damage)
                if len(report.damage) >= MOST_DAMAGE:
                    break
    report.seconds = time.monotonic() - begin
    return report


def scope_since(since: int) -> Scope:
    """The events, rounds, tables and clubs that audit entries after `since` are about."""
    events: set[UUID] = set()
    found: dict[str, set[str]] = {"table": set(), "deal": set(), "round": set()}
    newer = AuditEntry.objects.filter(pk__gt=since).order_by()
    clubs = set(newer.filter(event__isnull=True).values_list("club_id", flat=True))
    for event, target, data in (
        newer.filter(event__isnull=False).values_list("event_id", "target", "data").iterator(chunk_size=2000)
    ):
        events.add(event)
        kind, _space, pk = target.partition(" ")
        if kind in found:
            found[kind].add(pk)
        if isinstance(data.get("table"), str):
            found["table"].add(data["table"])
    touched = set(Deal.objects.filter(pk__in=found["deal"]).values_list("table_id", flat=True))
    touched |= set(
        Table.objects.filter(round__in={UUID(pk) for pk in found["round"]}).values_list("pk", flat=True)
    )
    touched |= {UUID(pk) for pk in found["table"]}
    return Scope(
        {
            Event: Q(pk__in=events),
            Round: Q(event__in=events),
            Table: Q(pk__in=touched),
            Club: Q(pk__in=clubs),
        }
    )


@contextmanager
def snapshot(alias: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Read one state of a database while the block runs. Takes no lock that a writer waits for."""
    connection = connections[alias]
    # SQLite can be in a transaction that this function began, which Django does not know.
    is_reading = connection.vendor == "sqlite" and getattr(connection.connection, "in_transaction", False)
    if connection.in_atomic_block or is_reading:  # inside an outer snapshot, or in a test
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(alias), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
            yield
    else:
        # A SAVEPOINT outside of a transaction begins one that only reads. `atomic` would take the write lock.
        with connection.cursor() as cursor:
            cursor.execute("SAVEPOINT poch_fsck")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
