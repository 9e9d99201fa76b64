"""Table links: a secret (a QR code) or a PIN that lets the players of a table enter its deals."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .clubs import User
from .ids import new_id
from .rounds import Table


class TableLink(models.Model):
    """The link of a table. Only a digest of its secret and a salted hash of its PIN are stored."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    secret_digest = models.CharField(max_length=64, unique=True)
    pin_hash = models.CharField(max_length=200)
    pin_failures = models.PositiveSmallIntegerField(
        default=0, help_text="wrong attempts; the tenth blocks the PIN"
    )
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="table_link_one_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table}"


class TableGuest(models.Model):
    """A phone that used the link of a table. Only a digest of its cookie or token is stored."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="guests")
    digest = models.CharField(max_length=64, unique=True)
    phone = models.CharField(
        max_length=64, help_text="digest of the secret that the phone sends at every table, or of its token"
    )
    seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the seat that the phone speaks for, from 0"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    left_at = models.DateTimeField(null=True, blank=True, help_text="when its access ended")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["link", "seat"],
                condition=Q(seat__isnull=False, left_at__isnull=True),
                name="table_guest_one_phone_for_a_seat",
            )
        ]

    def __str__(self) -> str:
        return f"{self.link}"

    @property
    def mark(self) -> str:
        """Four characters by which people distinguish phones. They give no access."""
        return mark_of(self.phone)


def mark_of(phone: str) -> str:
    """Return the mark of the phone with this digest; empty for no phone."""
    return phone[:4]


class PinFailure(models.Model):
    """An attempt with a wrong PIN: the table and the network. Kept for an hour."""

    id = models.BigAutoField(primary_key=True)
    table = models.UUIDField(null=True, help_text="the id that was sent; such a table may not exist")
    network = models.CharField(max_length=60, help_text="the IPv4 address or the IPv6 network of the sender")
    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["network", "at"], name="pin_failure_by_network")]

    def __str__(self) -> str:
        return f"{self.at}"
