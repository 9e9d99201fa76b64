"""Table links: a secret (a QR code) or a PIN that opens one table to who sits there."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .clubs import User
from .ids import new_id
from .rounds import Table


class TableLink(models.Model):
    """A table's link. Of the secret only a digest is stored, of the PIN a salted hash."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    secret_digest = models.CharField(max_length=64, unique=True)
    pin_hash = models.CharField(max_length=200)
    pin_failures = models.PositiveSmallIntegerField(default=0, help_text="wrong tries; ten burn the PIN")
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
    """A phone that was let in by a table's link: its cookie or token, as a digest."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    link = models.ForeignKey(TableLink, on_delete=models.CASCADE, related_name="guests")
    digest = models.CharField(max_length=64, unique=True)
    phone = models.CharField(
        max_length=64, help_text="digest of what the phone says at every table it comes to, or of its token"
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="who they say they are, from 0")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    left_at = models.DateTimeField(null=True, blank=True, help_text="from when on it is let in no more")

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
        """Four characters by which people tell phones apart; nothing can be done with them."""
        return mark_of(self.phone)


def mark_of(phone: str) -> str:
    """The mark of a phone that is known by this digest; empty where it was none."""
    return phone[:4]


class PinFailure(models.Model):
    """A wrong PIN: at which table it was tried, there or not, and from where. Kept for an hour."""

    id = models.BigAutoField(primary_key=True)
    table = models.UUIDField(null=True, help_text="what was named, which need not be a table")
    network = models.CharField(max_length=60, help_text="the address that it came from; of IPv6 its network")
    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["network", "at"], name="pin_failure_by_network")]

    def __str__(self) -> str:
        return f"{self.at}"
