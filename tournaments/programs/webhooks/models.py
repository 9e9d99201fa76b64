"""Webhooks of a club, and the log of their deliveries."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club, User
from tournaments.core.models.columns import Keyed, checks, optional, text
from tournaments.events.models.events import Event


class PausedFor(models.TextChoices):
    HAND = "hand", _("paused by hand")
    GONE = "gone", _("the receiver answered that its address no longer exists")
    FAILING = "failing", _("nothing was delivered for days")
    NO_SECRET = "no_secret", _("its secret cannot be decrypted any more")


class ChangeType(models.TextChoices):
    """The changes that are sent; the last two are of seasons. The labels follow “Send a message when”.

    More may be added: readers must ignore types that they do not know.
    """

    ROUND_PUBLISHED = "round.published", _("a round is published")
    DEAL_RECORDED = "deal.recorded", _("a deal is recorded")
    DEAL_CORRECTED = "deal.corrected", _("a deal is voided or corrected")
    COUNT_RECORDED = "count.recorded", _("the total of a table is entered")
    COUNT_CORRECTED = "count.corrected", _("the total of a table is voided or corrected")
    STANDING_CHANGED = "standing.changed", _("standings change")
    EVENT_FINISHED = "event.finished", _("an event is finished")
    SEASON_STANDING = "season.standing", _("the table of a season changes")
    SEASON_FINISHED = "season.finished", _("a season is finished")


class SendFailure(models.TextChoices):
    """Why there was no response."""

    UNKNOWN_HOST = "unknown_host", _("the host is unknown")
    NOT_PUBLIC = "not_public", _("the host is not on the public internet")
    UNREACHABLE = "unreachable", _("no connection")
    BAD_CERTIFICATE = "bad_certificate", _("the certificate is not valid")
    TOO_SLOW = "too_slow", _("no response within five seconds")
    NOT_HTTP = "not_http", _("the response is not HTTP")


class Webhook(Keyed):
    """An address that receives the changes of all events of a club, or of one (Standard Webhooks 1.0)."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="webhooks")
    event = optional(Event)
    url = models.URLField(max_length=500)
    types = models.JSONField(help_text="round.published, deal.recorded, ...")
    secrets = models.JSONField(help_text="valid, the newest first: [{encrypted, made_at, expires_at}]")
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    since = models.DateTimeField(help_text="earlier changes are not sent: when it was created or resumed")
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_for = models.CharField(max_length=10, choices=PausedFor.choices, blank=True, default="")
    failures = models.PositiveIntegerField(default=0, help_text="failed attempts in a row")
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True, help_text="after failures: when to send again")
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = checks(
            webhook_paused_for_something=Q(paused_at__isnull=True, paused_for="")
            | Q(paused_at__isnull=False, paused_for__in=PausedFor.values),
        )

    def __str__(self) -> str:
        return self.url

    def secrets_in_force(self, now: datetime) -> list[dict[str, Any]]:
        """Return the secrets that sign a message at this time, the newest first."""
        return [
            secret
            for secret in self.secrets
            if secret["expires_at"] is None or datetime.fromisoformat(secret["expires_at"]) > now
        ]


class DeliveryStatus(models.TextChoices):
    PENDING = "pending", _("to be sent")
    DELIVERED = "delivered", _("delivered")
    FAILED = "failed", _("given up")


class WebhookDelivery(Keyed):
    """One message to one webhook. Its id is the id of the message, the same in every attempt."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    type = models.CharField(max_length=40)
    payload = models.JSONField()
    status = models.CharField(max_length=10, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    answer_status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = text(200)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_try_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["webhook", "-created_at"], name="delivery_log"),
            models.Index(fields=["created_at"], name="delivery_by_age"),
        ]
        constraints = checks(delivery_status_known=Q(status__in=DeliveryStatus.values))


class FeedMark(models.Model):
    """The position in the feed of an event up to which its changes were sent to webhooks.

    There is one for each event: only within an event are audit entries committed in the order of their ids.
    """

    event = models.OneToOneField(Event, primary_key=True, on_delete=models.CASCADE, related_name="+")
    entry = models.BigIntegerField(help_text="the last audit entry that was sent")
    version = models.PositiveBigIntegerField(help_text="the version of the last standing that was sent")

    def __str__(self) -> str:
        return f"{self.event_id} sent up to {self.entry}"
