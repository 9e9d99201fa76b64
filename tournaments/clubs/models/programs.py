"""Rows for API clients: grants of limited keys, and responses stored for retries."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.clubs.models.clubs import ApiKey
from tournaments.core.models.columns import new_id


class KeyGrant(models.Model):
    """An event, or one table, whose results a key with the scope `results` may enter.

    A key without grants is valid for all tables of its club. A key with grants has `limited` set, so other
    keys need no query for grants.
    """

    id = models.BigAutoField(primary_key=True)
    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="grants", db_index=False)
    event = models.ForeignKey("Event", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey("Table", null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True, table__isnull=False)
                | Q(event__isnull=False, table__isnull=True),
                name="grant_of_an_event_or_a_table",
            ),
            models.UniqueConstraint(fields=["key", "event"], name="grant_event_once"),
            models.UniqueConstraint(fields=["key", "table"], name="grant_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.event_id or self.table_id}"


class StoredAnswer(models.Model):
    """The answer to a POST with an `Idempotency-Key`, stored in the transaction of its effect."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    principal = models.CharField(
        max_length=80, help_text="the client that sent the key; clients do not share keys"
    )
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=64, help_text="SHA-256 of method, path, query and body")
    status = models.PositiveSmallIntegerField()
    sealed = models.TextField(help_text="headers and body, encrypted with the key")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="stored_answer_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["principal", "key"], name="stored_answer_once_for_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.principal} {self.key}"
