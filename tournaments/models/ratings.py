"""Ratings of people: copies for reading, which can be computed again from the results of finished events."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .clubs import Club
from .events import Event
from .ids import new_id
from .people import Player


class RatedEvent(models.Model):
    """The results of a finished event that ratings count, at one version of it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rated")
    version = models.PositiveBigIntegerField(help_text="the version of the event that it covers")
    family = models.CharField(max_length=40, help_text="the rule family: the preset of the event")
    tables = models.JSONField(
        help_text="each round at each table of people: [[ids of the players], [their scores]]"
    )

    def __str__(self) -> str:
        return f"{self.event} at {self.version}"


class Rating(models.Model):
    """How strong a person is under one rule family (`rules.ratings.strength.Strength`).

    The players of one account have the same numbers. Nobody anonymous has a rating.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    family = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    rounds = models.PositiveIntegerField(help_text="so many were rated")
    rated_on = models.DateField(help_text="the day of the last one")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "family"], name="rating_once_for_a_player"),
            models.CheckConstraint(condition=Q(sigma__gt=0, rounds__gte=1), name="rating_of_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.family}"


class RatingReport(models.Model):
    """How well ratings predict the events of one club under one rule family (`rules.ratings.evaluation`)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rating_reports")
    family = models.CharField(max_length=40)
    tells_apart = models.BooleanField(help_text='whether it is better than "all are equal", beyond chance')
    figures = models.JSONField(help_text="`rules.ratings.evaluation.Report`")
    computed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "family"], name="rating_report_once_in_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.club}: {self.family}"
