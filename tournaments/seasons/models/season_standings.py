"""The computed table of a season: copies for reading, which can be computed again."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.core.models.ids import new_id
from tournaments.seasons.models.seasons import Evening, Season


class EveningWorth(models.Model):
    """What an evening gives each player, at one version of its event (`seasons.rules.worth.EveningWorth`)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="worth")
    version = models.PositiveBigIntegerField(help_text="the version of the event that it covers")
    key = models.CharField(max_length=64, help_text="what it depends on besides the event, as a digest")
    data = models.JSONField()

    def __str__(self) -> str:
        return f"{self.evening} at {self.version}"


class SeasonStanding(models.Model):
    """The table of a season at one version, and who moved since the version before.

    Only the newest one has its tables.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="standings", db_index=False)
    version = models.PositiveBigIntegerField(help_text="the version of the season that it covers")
    covers = models.JSONField(help_text="the version of each event that counts, by its id")
    tables = models.JSONField(help_text="one for each division: see `seasons.verbs.tables`")
    moves = models.JSONField(default=list, help_text="who moved since the version before")
    computed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "version"], name="season_standing_once_for_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.season} at {self.version}"
