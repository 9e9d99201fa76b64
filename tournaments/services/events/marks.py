"""The mark of an event: it changes with each change that its public pages show.

A process reads a mark at most once a second for all its strangers, so an idle stranger costs no query.
Actors read the database itself.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Subquery, TextField
from django.db.models.functions import Cast

from tournaments.models import AuditEntry, Event, Player, Standing, parse_id

FRESH_FOR = 1.0
"""Seconds for which a mark is not read again."""

MOST = 2000
"""Marks that a process remembers."""

Kind = Literal["event", "round", "table"]


class Mark(NamedTuple):
    """Everything that changes when the public pages of an event change.

    Each verb of the event adds an audit entry. Version and standing also change when a worker has computed
    standings, and when a player of the event gets another name.
    """

    event: UUID
    status: str
    visibility: str
    club_name: str
    club_slug: str
    club_accent: str
    club_links: str
    club_picture: str
    anonymised_at: datetime | None
    version: int
    standing: int | None
    entry: int | None

    @property
    def access(self) -> Hashable:
        """What must count at once: who may see the event, and the newest person who became anonymous."""
        return self[:-3]


_marks: OrderedDict[Hashable, tuple[float, Mark]] = OrderedDict()
_guard = threading.Lock()


def mark_of(kind: Kind, ref: str) -> Mark | None:
    """The mark of the event with this slug or id, or with this round or table; None if there is no event.

    It says nothing about rights.
    """
    pk = parse_id(ref)
    key = (kind, pk or ref)
    with _guard:
        read_at, mark = _marks.get(key, (0.0, None))
    if mark is not None and time.monotonic() - read_at < FRESH_FOR:
        return mark
    began = time.monotonic()
    mark = _read(kind, ref, pk)
    with _guard:
        _marks.pop(key, None)
        if mark is not None:
            _marks[key] = (began, mark)
        while len(_marks) > MOST:
            _marks.popitem(last=False)
    return mark


def _read(kind: Kind, ref: str, pk: UUID | None) -> Mark | None:
    wanted: dict[str, Any]
    if kind == "event":
        wanted = {"pk": pk} if pk else {"slug": ref}
    elif pk is None:
        return None
    else:
        wanted = {"rounds__pk": pk} if kind == "round" else {"rounds__tables__pk": pk}
    standings = Standing.objects.filter(event=OuterRef("pk")).order_by("-version")
    anonymous = Player.objects.filter(club=OuterRef("club"), anonymised_at__isnull=False)
    entries = AuditEntry.objects.filter(event=OuterRef("pk")).order_by("-id")
    rows = (
        Event.objects.filter(**wanted)
        .annotate(
            newest_standing=Subquery(standings.values("version")[:1]),
            newest_anonymous=Subquery(anonymous.order_by("-anonymised_at").values("anonymised_at")[:1]),
            newest_entry=Subquery(entries.values("id")[:1]),
        )
        .values_list(
            "pk", "status", "visibility", "club__name", "club__slug",
            "club__accent", Cast("club__links", TextField()), "club__picture", "newest_anonymous",
            "version", "newest_standing", "newest_entry",
        )
    )  # fmt: skip
    return next((Mark(*row) for row in rows[:1]), None)
