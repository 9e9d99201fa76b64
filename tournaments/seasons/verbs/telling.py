"""The webhook messages of a season are queued here. `programs.webhooks.season_feed` writes them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.core import outbox
from tournaments.core.refreshes import SEASON_TELL_TASK
from tournaments.programs.webhooks.models import Webhook
from tournaments.seasons.models.seasons import LeagueClub, Season

END = "end"
"""What is told: the end of the season. Otherwise it is the version of a table."""


def tell(season: Season, about: str) -> None:
    """Queue the messages of a new table (its version) or of the `END` of a season, if it has webhooks."""
    if webhooks_of(season).exists():
        outbox.add(SEASON_TELL_TASK, season.pk, about)


def webhooks_of(season: Season) -> QuerySet[Webhook]:
    """The webhooks for all events of a club: of the club of the league, and of the clubs that take part."""
    joined = LeagueClub.objects.filter(league=season.league_id, left_at=None, agreed_at__isnull=False)
    clubs = Q(club=season.league.club_id) | Q(club__in=joined.values("club"))
    return Webhook.objects.filter(clubs, event=None, paused_at=None, removed_at=None)
