"""What happens in an event, as programs outside may follow it: by webhooks, or by a stream.

The feed is read from the audit log: every verb writes its entry while it holds the event's lock, so that
within an event the ids of the log are in the order of the commits, and nothing can appear behind a reader's
back. Standings are not in the log; the newest one follows from its version. Together they make a position,
from which a reader goes on; standings in between, which nobody can look at any more, are left out.

A change tells ids and numbers, never names or reasons: whoever wants more asks the API, which knows what
they may see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max

from tournaments.models import AuditEntry, Deal, Event, EventStatus, Standing

ROUND_PUBLISHED = "round.published"
DEAL_RECORDED = "deal.recorded"
DEAL_CORRECTED = "deal.corrected"
STANDING_CHANGED = "standing.changed"
EVENT_FINISHED = "event.finished"

TYPES = (ROUND_PUBLISHED, DEAL_RECORDED, DEAL_CORRECTED, STANDING_CHANGED, EVENT_FINISHED)
"""The types of changes. More may come: a reader passes over those it does not know."""

TYPE_OF_VERB = {
    "publish_round": ROUND_PUBLISHED,
    "record_deal": DEAL_RECORDED,
    "void_deal": DEAL_CORRECTED,
    "correct_deal": DEAL_CORRECTED,
    "finish_event": EVENT_FINISHED,
}
"""Which entries of the audit log are changes that may be followed."""

AT_ONCE = 200
"""So many changes are read at a time."""


@dataclass(frozen=True, order=True)
class Position:
    """How far somebody has read an event's feed. As text: `entry-version`."""

    entry: int = 0
    """The id of the last entry of the audit log."""
    version: int = -1
    """The version of the last standing; -1: none yet."""

    def __str__(self) -> str:
        return f"{self.entry}-{self.version}" if self.version >= 0 else f"{self.entry}"

    @classmethod
    def parse(cls, text: str) -> Position | None:
        """The position of this text; None for what is none."""
        found = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", text, re.ASCII)
        if found is None:
            return None
        return cls(int(found[1]), -1 if found[2] is None else int(found[2]))


@dataclass(frozen=True)
class Change:
    """Something that happened in an event, and the reader's position after it."""

    position: Position
    type: str
    at: datetime
    data: dict[str, Any]
    """Ids and numbers, as JSON has them; always with `event`, its id."""


def here(event: Event) -> Position:
    """The position after all that has happened so far (two queries)."""
    entry = AuditEntry.objects.filter(event=event).aggregate(last=Max("id"))["last"]
    version = Standing.objects.filter(event=event).aggregate(last=Max("version"))["last"]
    return Position(entry or 0, -1 if version is None else version)


def reached(event: Event, told: Position) -> Position:
    """The position that a reader tells, or where the event is if that is not as far (two queries).

    Whatever they made up, or remember from before a backup was restored, nobody waits for what was passed.
    """
    last = here(event)
    return Position(min(told.entry, last.entry), min(told.version, last.version))


def changes(event: Event, after: Position) -> list[Change]:
    """What happened since, in order, at most AT_ONCE; empty when there is nothing new.

    Two queries when nothing is new. The newest standing comes last, once every other change is told.
    """
    entries = list(
        AuditEntry.objects.filter(event=event, id__gt=after.entry, verb__in=TYPE_OF_VERB).order_by("id")[
            :AT_ONCE
        ]
    )
    deals = _deals(entries)
    found = [
        Change(
            Position(entry.pk, after.version),
            TYPE_OF_VERB[entry.verb],
            entry.at,
            {"event": str(event.pk), **_about(entry, deals)},
        )
        for entry in entries
    ]
    if len(found) < AT_ONCE:
        found += _newest_standing(event, found[-1].position if found else after)
    return found


@dataclass(frozen=True)
class Look:
    """What somebody sees who looks at a feed from a position."""

    changes: list[Change]
    is_over: bool
    """Whether there is nothing new and never will be: the event is finished, its last standing told."""
    visibility: str
    """Who may follow the event at present."""


def look(event_id: UUID, after: Position) -> Look | None:
    """What happened in the event since; None when there is no such event any more (three queries)."""
    # The event before its changes: what is finished now has told of its end in what is read next.
    event = Event.objects.only("status", "version", "visibility").filter(pk=event_id).first()
    if event is None:
        return None
    new = changes(event, after)
    is_over = not new and event.status == EventStatus.FINISHED and after.version >= event.version
    return Look(new, is_over, event.visibility)


def _newest_standing(event: Event, after: Position) -> list[Change]:
    newest = (
        Standing.objects.filter(event=event, version__gt=after.version)
        .order_by("-version")
        .values_list("version", "computed_at", "round__number")
        .first()
    )
    if newest is None:
        return []
    version, computed_at, round_number = newest
    data = {"event": str(event.pk), "version": version, "closed_round": round_number}
    return [Change(Position(after.entry, version), STANDING_CHANGED, computed_at, data)]


def _about(entry: AuditEntry, deals: dict[UUID, Deal]) -> dict[str, Any]:
    """What is told of an entry: its ids and numbers."""
    if entry.verb == "publish_round":
        return {"round": _target(entry), "number": entry.data["number"]}
    if entry.verb == "finish_event":
        return {}
    deal = deals[UUID(_target(entry))]
    told: dict[str, Any] = {
        "round": str(deal.table.round_id),
        "table": str(deal.table_id),
        "table_number": deal.table.number,
        "deal": str(deal.pk),
        "number": deal.number,
        "revision": deal.revision,
        "version": deal.event_version,
    }
    if TYPE_OF_VERB[entry.verb] == DEAL_CORRECTED:
        told["counts"] = deal.kind != "void"
        # The deal that counted before; a correction's own revision takes the place of a void in between.
        told["replaces"] = entry.data.get("old", str(deal.replaces_id))
        # What came after a corrected deal at its table was replayed, and has new revisions as well.
        told["later"] = [{"deal": new, "replaces": old} for old, new in entry.data.get("later", [])]
    return told


def _target(entry: AuditEntry) -> str:
    return entry.target.rpartition(" ")[2]


def _deals(entries: list[AuditEntry]) -> dict[UUID, Deal]:
    """The deals that entries are about, by id (one query if there are any)."""
    wanted = [_target(entry) for entry in entries if entry.target.startswith("deal ")]
    if not wanted:
        return {}
    rows = Deal.objects.filter(pk__in=wanted).select_related("table")
    return {deal.pk: deal for deal in rows.defer("document", "result")}
