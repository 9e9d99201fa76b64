"""The feed: what happened in an event or a season, in order, for webhooks and streams.

It is read from the audit log. Every verb writes its entry while it locks the event, or the club of a season,
so the ids of its entries are in the order of the commits. Standings are not in the log; the newest one
follows from its version. A cursor contains both. Intermediate standings are left out.

A change contains ids and numbers, never names or reasons. A reader gets the rest from the API, which checks
the rights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Max, QuerySet

from tournaments.core.models.log import AuditEntry
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Event
from tournaments.programs.webhooks.models import ChangeType
from tournaments.seasons.models import Season, SeasonStatus
from tournaments.tables.models.ledger import Deal

TYPE_OF_VERB = {
    "publish_round": ChangeType.ROUND_PUBLISHED,
    "record_deal": ChangeType.DEAL_RECORDED,
    "void_deal": ChangeType.DEAL_CORRECTED,
    "correct_deal": ChangeType.DEAL_CORRECTED,
    "record_count": ChangeType.COUNT_RECORDED,
    "void_count": ChangeType.COUNT_CORRECTED,
    "correct_count": ChangeType.COUNT_CORRECTED,
    "finish_event": ChangeType.EVENT_FINISHED,
    "end_season": ChangeType.SEASON_FINISHED,
}
"""The entries of the audit log that are changes in the feed."""

AT_ONCE = 200
"""The most changes that are read at a time."""


@dataclass(frozen=True, order=True)
class Cursor:
    """A place in the feed of an event or a season. As text: `entry-version`."""

    entry: int = 0
    """The id of the last entry in the audit log."""
    version: int = -1
    """The version of the last standing; -1 before the first."""

    def __str__(self) -> str:
        return f"{self.entry}-{self.version}" if self.version >= 0 else f"{self.entry}"

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        """Parse a cursor; None if the text is not a cursor."""
        match = re.fullmatch(r"([0-9]{1,18})(?:-([0-9]{1,18}))?", text, re.ASCII)
        if match is None:
            return None
        return cls(int(match[1]), -1 if match[2] is None else int(match[2]))


@dataclass(frozen=True)
class Change:
    """Something that happened in an event or a season, and the cursor after it."""

    cursor: Cursor
    type: str
    at: datetime
    data: dict[str, Any]
    """Ids and numbers as JSON; always with `event` or `season`, its id."""

    @property
    def is_standing(self) -> bool:
        """Whether the cursor moves by its version, and not by its entry."""
        return self.type in (ChangeType.STANDING_CHANGED, ChangeType.SEASON_STANDING)


def newest_cursor(source: Event | Season) -> Cursor:
    """The cursor after the newest change (two queries)."""
    entry = _log(source).aggregate(last=Max("id"))["last"]
    version = source.standings.aggregate(last=Max("version"))["last"]
    return Cursor(entry or 0, -1 if version is None else version)


def valid_cursor(source: Event | Season, cursor: Cursor) -> Cursor:
    """The cursor of a reader, or the newest cursor if that is earlier (two queries).

    A cursor can be invented, or newer than a restored backup. The reader still gets all later changes.
    """
    newest = newest_cursor(source)
    return Cursor(min(cursor.entry, newest.entry), min(cursor.version, newest.version))


def changes(source: Event | Season, after: Cursor) -> list[Change]:
    """The changes after a cursor, in order, at most AT_ONCE; the newest standing is the last.

    Two queries when there are no changes.
    """
    newer = _log(source).filter(id__gt=after.entry, verb__in=TYPE_OF_VERB)
    entries = list(newer.order_by("id")[:AT_ONCE])
    deals = _deals(entries)
    page = [
        Change(
            Cursor(entry.pk, after.version),
            TYPE_OF_VERB[entry.verb],
            entry.at,
            _ids(source) | _about(entry, deals),
        )
        for entry in entries
    ]
    if len(page) < AT_ONCE:
        entry = page[-1].cursor.entry if page else after.entry
        newest = standing_change(source, entry, version__gt=after.version)
        page += [] if newest is None else [newest]
    return page


def standing_change(source: Event | Season, entry: int = 0, **which: int | str) -> Change | None:
    """The change of the newest of these standings, if there is one. entry: the last one of the audit log."""
    closed = {"closed_round": F("round__number")} if isinstance(source, Event) else {}
    rows = source.standings.filter(**which).order_by("-version")
    row: Mapping[str, Any] | None = rows.values("computed_at", "version", **closed).first()
    if row is None:
        return None
    type_ = ChangeType.STANDING_CHANGED if closed else ChangeType.SEASON_STANDING
    data = {name: row[name] for name in ("version", *closed)}
    return Change(Cursor(entry, row["version"]), type_, row["computed_at"], _ids(source) | data)


def end_change(season: Season) -> Change | None:
    """The change of the last end of a season."""
    entry = _log(season).order_by("-id").first()
    return None if entry is None else Change(Cursor(), ChangeType.SEASON_FINISHED, entry.at, _ids(season))


@dataclass(frozen=True)
class FeedPage:
    """The changes after a cursor, and the state of the event or season."""

    changes: list[Change]
    is_over: bool
    """Whether no further changes can follow: it is finished and its last standing was read."""
    visibility: str
    """Who may follow it now."""


def read(event_id: UUID, after: Cursor) -> FeedPage | None:
    """The changes after a cursor; None if the event no longer exists (three queries)."""
    # The event is read before its changes, so that a finished event has its last change among them.
    event = Event.objects.only("status", "version", "visibility").filter(pk=event_id).first()
    if event is None:
        return None
    new = changes(event, after)
    is_over = not new and event.status == EventStatus.FINISHED and after.version >= event.version
    return FeedPage(new, is_over, event.visibility)


def read_season(season_id: UUID, after: Cursor) -> FeedPage | None:
    """The changes after a cursor; None if the season no longer exists (three queries).

    A finished season is not over: a corrected deal can still move its table.
    """
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None:
        return None
    visibility = "draft" if season.status == SeasonStatus.DRAFT else season.visibility
    return FeedPage(changes(season, after), is_over=False, visibility=visibility)


def _log(source: Event | Season) -> QuerySet[AuditEntry]:
    """The entries of the audit log about an event, or about the ends of a season."""
    if isinstance(source, Event):
        return AuditEntry.objects.filter(event=source)
    own = AuditEntry.objects.filter(club=source.league.club_id, event=None)
    return own.filter(verb="end_season", target=f"season {source.pk}")


def _ids(source: Event | Season) -> dict[str, Any]:
    if isinstance(source, Event):
        return {"event": str(source.pk)}
    return {"season": str(source.pk), "league": str(source.league_id)}


def _about(entry: AuditEntry, deals: dict[UUID, Deal]) -> dict[str, Any]:
    """The ids and numbers of an entry."""
    if entry.verb == "publish_round":
        return {"round": _target(entry), "number": entry.data["number"]}
    if entry.verb in ("finish_event", "end_season"):
        return {}
    deal = deals[UUID(_target(entry))]
    data: dict[str, Any] = {
        "round": str(deal.table.round_id),
        "table": str(deal.table_id),
        "table_number": deal.table.number,
        "deal": str(deal.pk),
        "number": deal.number,
        "revision": deal.revision,
        "version": deal.event_version,
    }
    if deal.counted is not None:
        data["deals"] = deal.counted
    if TYPE_OF_VERB[entry.verb] in (ChangeType.DEAL_CORRECTED, ChangeType.COUNT_CORRECTED):
        data["counts"] = deal.kind != "void"
        # The deal that counted before. A corrected deal replaces a void that came between.
        data["replaces"] = entry.data.get("old", str(deal.replaces_id))
        # The later deals at the table were replayed, so they have new revisions too.
        data["later"] = [{"deal": new, "replaces": old} for old, new in entry.data.get("later", [])]
    return data


def _target(entry: AuditEntry) -> str:
    return entry.target.rpartition(" ")[2]


def _deals(entries: list[AuditEntry]) -> dict[UUID, Deal]:
    """The deals of these entries, by id (one query if there are any)."""
    wanted = [_target(entry) for entry in entries if entry.target.startswith("deal ")]
    if not wanted:
        return {}
    rows = Deal.objects.filter(pk__in=wanted).select_related("table")
    return {deal.pk: deal for deal in rows.defer("document", "result")}
