"""What dealt hands were worth: the weights that bots measure, and the worth of each recorded deal."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from .ledger import Deal


class HandWeights(models.Model):
    """The measuring of the weights of one table size under some rules (`games/engine/luck`).

    It depends on `spec` only, so all events with these rules share it. It is played chunk by chunk. The sums
    here are over the chunks that are stored.
    """

    id = models.BigAutoField(primary_key=True)
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the spec")
    spec = models.JSONField(help_text="poch-hands-spec/1")
    chunks_planned = models.PositiveIntegerField()
    chunks_done = models.PositiveIntegerField(default=0)
    sums = models.JSONField(null=True, blank=True, help_text="the sums of the chunks; null before the first")
    weights = models.JSONField(
        null=True,
        blank=True,
        help_text='once it is done: {"melding": [...], "hands": [...]}, in thousandths of a chip',
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(weights__isnull=False, chunks_done=F("chunks_planned"))
                | Q(weights__isnull=True, chunks_done__lt=F("chunks_planned")),
                name="hand_weights_once_done",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.spec['seats']} / {self.spec['rules'].get('preset', '')}"


class KnownBy(models.TextChoices):
    """What is known of the cards of a deal. For programs only."""

    MELDING = "melding"
    HANDS = "hands"


class HandWorth(models.Model):
    """What the dealt cards of a deal were worth to each seat, by the weights of its event.

    It can be computed again. Deals and weights never change, so it never changes either. Workers
    judge deals as they come. What is missing when the round closes is judged then. It is shown in standings
    of closed rounds only.
    """

    deal = models.OneToOneField(Deal, primary_key=True, on_delete=models.PROTECT, related_name="hand_worth")
    known_by = models.CharField(max_length=10, choices=KnownBy.choices)
    seats = models.JSONField(help_text='by the number of the seat, in thousandths of a chip: {"0": 1250}')

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(known_by__in=KnownBy.values), name="hand_worth_known")
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.seats}"
