"""Practices: somebody plays deals against bots, without an account and without a club."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.utils import timezone


class Practice(models.Model):
    """A session of deals of one person against bots. The person has seat 0.

    The engine replays the present deal from its start and its actions. Whoever knows the code can play, and
    the seed never leaves the server. Old rows are deleted.
    """

    code = models.CharField(
        max_length=40, primary_key=True, editable=False, help_text="a secret, in the address"
    )
    rules = models.JSONField(help_text="all switches")
    bots = models.JSONField(help_text="the bot of each seat; null for the person")
    seed = models.BigIntegerField()
    number = models.PositiveSmallIntegerField(default=1, help_text="the present deal, from 1")
    dealer = models.PositiveSmallIntegerField(help_text="the seat that deals the present deal")
    chips = models.JSONField(help_text="the purses before the present deal")
    pools = models.JSONField(default=dict, help_text="the pools before the present deal")
    actions = models.JSONField(default=list, help_text="the actions of the present deal, as in a record")
    nets = models.JSONField(default=list, help_text="the chips won by each seat, for each deal that is over")
    moves = models.PositiveIntegerField(default=0, help_text="how often the person has acted in all")
    taken_until = models.DateTimeField(default=timezone.now, help_text="see tournaments.core.pace")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    used_at = models.DateTimeField(
        default=timezone.now, db_index=True, help_text="when the person last acted"
    )

    def __str__(self) -> str:
        return f"deal {self.number}"

    @property
    def deal_is_over(self) -> bool:
        """Whether somebody went out in the present deal."""
        return len(self.nets) == self.number

    @property
    def totals(self) -> list[int]:
        """The chips won by each seat in all deals that are over."""
        nets: list[list[Any]] = self.nets
        return [sum(column) for column in zip(*nets, strict=True)] if nets else [0] * len(self.bots)
