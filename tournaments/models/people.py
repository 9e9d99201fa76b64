"""The roster of a club: its players, people and bots."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .clubs import Club, User
from .ids import new_id


class Player(models.Model):
    """A person or a bot in the roster of a club. A person may be linked to a user."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=100, help_text="the name that the club uses")
    name_key = models.CharField(
        max_length=200, editable=False, help_text="normalised name, to find duplicates"
    )
    public_name = models.CharField(max_length=100, help_text="the name that the public sees")
    bot = models.CharField(max_length=20, blank=True, default="", help_text="a bot's policy; empty: a person")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="when it left the roster; past events keep it"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=Q(anonymised_at__isnull=True, removed_at__isnull=True),
                name="player_name_once_in_a_club",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)
