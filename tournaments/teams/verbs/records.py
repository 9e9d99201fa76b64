"""What is recorded of a season and follows from nothing else: the log of its club says it, for `fsck`."""

from __future__ import annotations

from typing import Any

from tournaments.core.secrets import digest
from tournaments.seasons.models import Season
from tournaments.seasons.verbs.ending import frozen_honours
from tournaments.teams.models import LineUp, TeamScheme
from tournaments.teams.verbs.line_ups import places_in
from tournaments.teams.verbs.teams import SCHEME_SETTINGS


def records_of(season: Season) -> dict[str, Any]:
    """The records of a season as JSON, for the log. Of the seed only the digest: lots come from it.

    A line-up is in it once everybody sees it.
    """
    shown = LineUp.objects.filter(team__season=season, revealed_at__isnull=False)
    return {
        "seed": digest(str(season.seed)),
        "scheme": season.scheme,
        "play_offs": season.play_offs,
        "team_scheme": TeamScheme.objects.filter(season=season).values(*SCHEME_SETTINGS).first() or {},
        "honours": frozen_honours(season),
        **places_in(shown),
    }
