"""The feed of a season: its tables and its end, in order, for webhooks and streams.

The newest table follows from its version; tables between are left out. The end is read from the audit log of
the club of the league, which is in the order of the commits. A change contains ids and numbers only.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from tournaments.core.models.log import AuditEntry
from tournaments.programs.webhooks.deliveries import payload, send
from tournaments.programs.webhooks.feed import (
    AT_ONCE,
    SEASON_FINISHED,
    SEASON_STANDING,
    Change,
    Cursor,
    FeedPage,
)
from tournaments.programs.webhooks.models import WebhookDelivery
from tournaments.seasons.models import Season, SeasonStanding, SeasonStatus
from tournaments.seasons.verbs.tables import END, webhooks_of

VERB = "end_season"
"""It finishes a season."""


def newest_cursor(season: Season) -> Cursor:
    """The cursor after the newest change (two queries)."""
    entry = _ends(season).order_by("-id").values_list("id", flat=True).first()
    version = _standings(season).order_by("-version").values_list("version", flat=True).first()
    return Cursor(entry or 0, -1 if version is None else version)


def valid_cursor(season: Season, cursor: Cursor) -> Cursor:
    """The cursor of a reader, or the newest cursor if that is earlier: a cursor can be invented."""
    newest = newest_cursor(season)
    return Cursor(min(cursor.entry, newest.entry), min(cursor.version, newest.version))


def changes(season: Season, after: Cursor) -> list[Change]:
    """The changes after a cursor, in order: its ends, then the newest table (two queries)."""
    entries = _ends(season).filter(id__gt=after.entry).order_by("id")[:AT_ONCE]
    page = [
        Change(Cursor(entry.pk, after.version), SEASON_FINISHED, entry.at, _about(season))
        for entry in entries
    ]
    newest = _standings(season).filter(version__gt=after.version).order_by("-version")
    standing = newest.values_list("version", "computed_at").first()
    if standing is not None:
        entry = page[-1].cursor.entry if page else after.entry
        page.append(_of_standing(season, *standing, entry=entry))
    return page


def read(season_id: UUID, after: Cursor) -> FeedPage | None:
    """The changes after a cursor; None if the season no longer exists (three queries).

    A finished season is not over: a corrected deal can still move its table.
    """
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None:
        return None
    visibility = "draft" if season.status == SeasonStatus.DRAFT else season.visibility
    return FeedPage(changes(season, after), is_over=False, visibility=visibility)


@transaction.atomic
def write_messages(season_id: str | UUID, about: str) -> int:
    """Write the messages of one change of a season, and return how many.

    about: the version of a table, or `END`. The task runs once, so each message is written once.
    """
    season = Season.objects.select_related("league").filter(pk=season_id).first()
    if season is None:
        return 0
    if about == END:
        entry = _ends(season).order_by("-id").first()
        change = None if entry is None else Change(Cursor(), SEASON_FINISHED, entry.at, _about(season))
    else:
        standing = _standings(season).filter(version=about).values_list("version", "computed_at").first()
        change = None if standing is None else _of_standing(season, *standing)
    if change is None:
        return 0
    messages = [
        WebhookDelivery(
            webhook=webhook, type=change.type, payload=payload(change.type, change.at, change.data)
        )
        for webhook in webhooks_of(season)
        if change.type in webhook.types and change.at >= webhook.since
    ]
    send(WebhookDelivery.objects.bulk_create(messages))
    return len(messages)


def _of_standing(season: Season, version: int, computed_at: datetime, *, entry: int = 0) -> Change:
    return Change(
        Cursor(entry, version), SEASON_STANDING, computed_at, {**_about(season), "version": version}
    )


def _about(season: Season) -> dict[str, Any]:
    return {"season": str(season.pk), "league": str(season.league_id)}


def _ends(season: Season) -> QuerySet[AuditEntry]:
    own = AuditEntry.objects.filter(club=season.league.club_id, event=None)
    return own.filter(verb=VERB, target=f"season {season.pk}")


def _standings(season: Season) -> QuerySet[SeasonStanding]:
    return SeasonStanding.objects.filter(season=season)
