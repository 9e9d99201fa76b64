"""Webhooks: where a club wants to be told of what happens, and the log of what was told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import Club, User
from .events import Event
from .ids import new_id


class PausedFor(models.TextChoices):
    HAND = "hand", _("paused by hand")
    GONE = "gone", _("the receiver said that it is gone")
    FAILING = "failing", _("nothing was delivered for days")


class Webhook(models.Model):
    """An address that is told of a club's events, or of one event alone (Standard Webhooks 1.0)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    url = models.URLField(max_length=500)
    types = models.JSONField(help_text="round.published, deal.recorded, ...")
    secrets = models.JSONField(help_text="those in force, the newest first: [{secret, made_at, expires_at}]")
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    since = models.DateTimeField(help_text="what happened before is not told: when it was made, or resumed")
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_for = models.CharField(max_length=10, choices=PausedFor.choices, blank=True, default="")
    failures = models.PositiveIntegerField(default=0, help_text="attempts in a row that failed")
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(
        null=True, blank=True, help_text="after failures: nothing is sent to it before"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True, paused_for="")
                | Q(paused_at__isnull=False, paused_for__in=PausedFor.values),
                name="webhook_paused_for_something",
            )
        ]

    def __str__(self) -> str:
        return self.url

    def secrets_in_force(self, now: datetime) -> list[dict[str, Any]]:
        """Those that a message is signed with, the newest first."""
        return [
            kept
            for kept in self.secrets
            if kept["expires_at"] is None or datetime.fromisoformat(kept["expires_at"]) > now
        ]


class DeliveryStatus(models.TextChoices):
    PENDING = "pending", _("to be sent")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


class WebhookDelivery(models.Model):
    """One message to one webhook; its id is the message's, the same at every attempt."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    type = models.CharField(max_length=40)
    payload = models.JSONField()
    status = models.CharField(max_length=10, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer_status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["webhook", "-created_at"], name="delivery_log"),
            models.Index(fields=["created_at"], name="delivery_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="delivery_status_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} -> {self.webhook}"


class FeedMark(models.Model):
    """How far an event's changes have been told to webhooks: the position in its feed.

    Per event, since only within an event are entries of the log committed in the order of their ids.
    """

    event = models.OneToOneField(Event, primary_key=True, on_delete=models.CASCADE, related_name="+")
    entry = models.BigIntegerField(help_text="the last entry of the audit log that was told")
    version = models.PositiveBigIntegerField(help_text="the version of the last standing that was told")

    def __str__(self) -> str:
        return f"{self.event_id} told to {self.entry}"
