"""Calls: a table asks the director to come."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models.clubs import User
from tournaments.core.models.ids import new_id
from tournaments.tables.models.rounds import Table

CALL_KINDS = [
    ("rules", _("a question about the rules")),
    ("dispute", _("we do not agree about a deal")),
    ("player", _("somebody is missing or must leave")),
    ("other", _("something else")),
]


class Call(models.Model):
    """A table asks the director to come: open until somebody ends it, one at a time.

    `answered_at` says when a director answered "on my way". Old calls are deleted.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text="who called, from 0")
    by_user = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, blank=True, choices=CALL_KINDS)
    opened_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="call_open_once_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(kind="") | Q(kind__in=[kind for kind, _about in CALL_KINDS]),
                name="call_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}"
