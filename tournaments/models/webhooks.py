"""Webhooks: where a club wants to be told of what happens, and the log of what was told."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .clubs import Club, User
from .events import Event
from .ids import new_id


class Webhook(models.Model):
    """An address that is told of a club's events, or of one event alone (Standard Webhooks 1.0)."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    url = models.URLField(max_length=500)
    types = models.JSONField(help_text="round.published, deal.recorded, ...")
    secrets = models.JSONField(help_text="those in force, the newest first: [{secret, made_at, expires_at}]")
    told_to = models.BigIntegerField(default=0, help_text="the last audit entry that was looked at")
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    paused_at = models.DateTimeField(null=True, blank=True, help_text="by hand, or after days of failure")
    removed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.url


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
    created_at = models.DateTimeField(auto_now_add=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["webhook", "-created_at"], name="delivery_log")]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="delivery_status_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} -> {self.webhook}"
