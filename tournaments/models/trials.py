"""Trials of schemes: seasons of a club that workers play to see how often the best person wins."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import User
from .ids import new_id
from .seasons import Season


class TrialStatus(models.TextChoices):
    RUNNING = "running", _("being played")
    DONE = "done", _("done")
    STOPPED = "stopped", _("stopped")


class SchemeTrial(models.Model):
    """A scheme that is tried for a season (`rules.season.trial`). The outcome depends on its row alone."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="trials")
    scheme = models.JSONField(help_text="the scheme that is tried")
    spread = models.JSONField(help_text="the spread of results of the club: `rules.season.trial.Club`")
    evenings = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    planned = models.PositiveIntegerField(help_text="seasons to play")
    done = models.PositiveIntegerField(default=0)
    wins = models.JSONField(default=list, help_text="seasons won, the best person first")
    wins_without_final = models.JSONField(
        null=True, blank=True, help_text="the same without the final; null: the scheme has none"
    )
    status = models.CharField(max_length=10, choices=TrialStatus.choices, default=TrialStatus.RUNNING)
    started_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=TrialStatus.values), name="trial_status_known"),
            models.CheckConstraint(condition=Q(done__lte=F("planned")), name="trial_plays_what_is_planned"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.done}/{self.planned}"

    @property
    def percent(self) -> int:
        """How much is played."""
        return 100 * self.done // max(self.planned, 1)
