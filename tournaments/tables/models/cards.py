"""The cards of physical tables, the phones that came in through them, and wrong PINs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.clubs.models import User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Table


class TableCard(Keyed):
    """The card of a physical table for an event: a digest of its secret, and a salted hash of its PIN.

    It opens the table with its number in whatever round is played.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField(help_text="the number of the physical table")
    secret_digest = models.CharField(max_length=64, unique=True)
    pin_hash = models.CharField(max_length=200)
    pin_failures = models.PositiveSmallIntegerField(
        default=0, help_text="wrong attempts; the tenth locks the PIN"
    )
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=Q(revoked_at__isnull=True), name="card_one_at_a_time"
            )
        ]


class Phone(Keyed):
    """A browser that came in through a card, for one round. See `tournaments/play/verbs/phones.py`."""

    card = models.ForeignKey(TableCard, on_delete=models.CASCADE, related_name="phones")
    table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        related_name="phones",
        help_text="the table of the round in which it came in",
    )
    token_digest = models.CharField(max_length=64, unique=True)
    identity = models.CharField(max_length=64, help_text="digest of the identity cookie, or of the token")
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the seat that it speaks for, from 0"
    )
    created_at = models.DateTimeField(default=moments.now, editable=False)
    left_at = models.DateTimeField(null=True, blank=True, help_text="when its access ended")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["card", "table", "seat"],
                condition=Q(seat__isnull=False, left_at__isnull=True),
                name="phone_one_at_a_seat",
            )
        ]

    @property
    def mark(self) -> str:
        """Four characters that tell phones apart on screens. They give no access."""
        return mark_of(self.identity)


def mark_of(identity: str) -> str:
    """The mark of the phone with this identity; empty for no phone."""
    return identity[:4]


class PinFailure(models.Model):
    """A wrong PIN: the physical table (which may not exist) and the network. Kept for an hour."""

    id = models.BigAutoField(primary_key=True)
    table = models.UUIDField(null=True, help_text="made of the event and the number of the table")
    network = models.CharField(max_length=60, help_text="the IPv4 address or the IPv6 network of the sender")
    at = models.DateTimeField(default=moments.now, editable=False, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["network", "at"], name="pin_failure_by_network")]

    def __str__(self) -> str:
        return f"{self.at}"
