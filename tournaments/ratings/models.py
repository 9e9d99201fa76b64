"""Ratings of people: copies for reading, which can be computed again from the results of finished events."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.clubs.models import Player
from tournaments.core.models.columns import Keyed, checks
from tournaments.events.models.events import Event
from tournaments.ratings.rules import Strength


class Rating(Keyed):
    """How strong a player was after an event, by the rule family of it. Nobody anonymous has a rating."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    family = models.CharField(max_length=40, help_text="the preset of the event")
    mu = models.FloatField()
    sigma = models.FloatField()
    events = models.PositiveIntegerField(help_text="so many were rated, this one included")

    class Meta:
        indexes = [models.Index(fields=["player", "family", "events"], name="rating_newest_of_a_player")]
        constraints = [
            models.UniqueConstraint(fields=["player", "event"], name="rating_once_for_an_event"),
            *checks(rating_of_events=Q(sigma__gt=0, events__gte=1)),
        ]

    @property
    def strength(self) -> Strength:
        """This rating as a `Strength`, which the rules use."""
        return Strength(self.mu, self.sigma, self.events)


class RatedEvent(models.Model):
    """A finished event that the ratings of its club count: the point from which later events are counted."""

    event = models.OneToOneField(Event, primary_key=True, on_delete=models.CASCADE, related_name="rated")
    number = models.PositiveIntegerField(help_text="0, 1, ... in the order of the club's finished events")
    version = models.PositiveBigIntegerField(help_text="the version of the event that was counted")
    people = models.PositiveIntegerField(help_text="so many ratings it gave")
    total = models.FloatField(help_text="their numbers, added up")

    def __str__(self) -> str:
        return f"{self.event_id} at {self.version}"
