"""Who has won, for lists of events: a part of their query."""

from __future__ import annotations

from typing import Any

from django.db.models import Func, OuterRef, QuerySet, Subquery, UUIDField
from django.db.models.fields.json import KT

from tournaments.events.models.events import Entry, Event
from tournaments.standings.models import Standing


class _IdOfText(Func):
    """An id that JSON holds as a text. SQLite stores ids without hyphens."""

    template = "CAST(%(expressions)s AS uuid)"
    output_field = UUIDField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, template="REPLACE(%(expressions)s, '-', '')", **extra)


def with_winner(events: QuerySet[Event]) -> QuerySet[Event]:
    """These events, each with its `winner` (or leader); None if several share the first place.

    It costs no query of its own.
    """
    newest = Standing.objects.filter(event=OuterRef(OuterRef("pk")), version=OuterRef(OuterRef("covered")))
    alone = newest.filter(rows__0__place=1).exclude(rows__1__place=1)
    first = _IdOfText(Subquery(alone.annotate(entry=KT("rows__0__entry")).values("entry")[:1]))
    return events.annotate(winner=Subquery(Entry.objects.filter(pk=first).values("player__public_name")[:1]))
