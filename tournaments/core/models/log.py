"""The outbox (tasks that must run), the audit log (who did what), sessions, and what checks have seen."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Any, cast

from django.contrib.auth import SESSION_KEY as USER
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.core.models.columns import Fixed, Keyed, text

SHOWN_IN_CALENDARS = reduce(
    or_,
    (
        Q(verb=Fixed(verb))
        for verb in (
            "create_event",
            "open_event",
            "edit_event",
            "add_stage",
            "edit_stage",
            "remove_stage",
            "add_play_off",
        )
    ),
)
"""The entries of the verbs that change what a calendar shows. Deals and standings do not.

(SQLite uses a partial index for a chain of OR, and not for IN.)
"""


class OutboxTask(Keyed):
    """A task that must run, written in the transaction that made it necessary.

    A Celery message only wakes a worker: if it is lost, the sweep finds the row.
    """

    task = models.CharField(max_length=60)
    args = models.JSONField(default=list)
    # The database has the default, so that a program of the version before can still write rows.
    request_id = models.CharField(
        max_length=64, blank=True, db_default="", help_text="of the request that wrote the row"
    )
    not_before = models.DateTimeField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    message_sent_at = models.DateTimeField(
        null=True, blank=True, help_text="when the sweep last sent a message"
    )
    attempts = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, default="")
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["not_before"], condition=Q(done_at__isnull=True), name="outbox_undone"),
            models.Index(fields=["done_at"], name="outbox_done"),
        ]

    def __str__(self) -> str:
        return f"{self.task}{self.args}"


class AuditEntry(models.Model):
    """One act by one actor. Append-only.

    The entries of an event are one log, and the other entries of a club are another log. Each log is a hash
    chain: `digest` covers this entry and the digest before it. The event or the club stores the length and
    the newest digest, so a changed, removed or inserted entry is found, and a cut tail as well.
    """

    id = models.BigAutoField(primary_key=True)
    club = models.ForeignKey("Club", on_delete=models.PROTECT, related_name="audit")
    event = models.ForeignKey(
        "Event",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="audit",
        db_index=False,
    )
    actor = models.ForeignKey(
        "User",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    via = models.CharField(max_length=10, help_text="page, api, command or task")
    verb = models.CharField(max_length=40)
    target = models.CharField(max_length=80, help_text="kind and id of the row that was acted on")
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now, editable=False)
    number = models.PositiveIntegerField(editable=False, help_text="1, 2, ... in its log")
    digest = models.CharField(
        max_length=64, editable=False, help_text="SHA-256, see tournaments.core.rules.chain"
    )

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["event", "-id"], name="audit_of_an_event"),
            models.Index(fields=["event", "id"], condition=SHOWN_IN_CALENDARS, name="audit_of_settings"),
            models.Index(fields=["club", "id"], condition=SHOWN_IN_CALENDARS, name="audit_of_a_calendar"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=Q(event__isnull=False),
                name="audit_number_once_in_an_event",
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=Q(event__isnull=True),
                name="audit_number_once_in_a_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.target}"


# ---- Sessions: Django's, with the user and the time of the last use, so that users can see and end their
# own.


USE_INTERVAL = timedelta(minutes=10)
"""A use is stored once in this time. Otherwise each page would write a row."""

MOST_NOTED = 10_000
"""Sessions whose last use a process remembers."""

_noted: dict[str, float] = {}
"""When this process stored a use, in seconds of the monotonic clock, by the key of the session."""


class Session(AbstractBaseSession):
    """A session of a browser. With a user it is a device of theirs. Without one somebody is signing in.

    Its key opens the site, so no page shows it and no backup contains it.
    """

    user = models.ForeignKey("User", null=True, on_delete=models.CASCADE, related_name="+")
    last_used_at = models.DateTimeField(default=timezone.now, help_text="at most ten minutes too early")

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore


class SessionStore(db.SessionStore):
    """Django's sessions in the database, in our table."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast("Session", super().create_model_instance(data))
        row.user_id = data.get(USER)
        _note_use(row.session_key)
        return row

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        key = self.session_key
        if USER in data and key is not None and _is_due(key):
            now = timezone.now()
            Session.objects.filter(pk=key, last_used_at__lt=now - USE_INTERVAL).update(last_used_at=now)
            _note_use(key)
        return data


def _is_due(key: str) -> bool:
    """Whether this process has stored no use of this session for `USE_INTERVAL`."""
    noted = _noted.get(key)
    return noted is None or time.monotonic() - noted >= USE_INTERVAL.total_seconds()


def _note_use(key: str) -> None:
    if len(_noted) >= MOST_NOTED:
        _noted.clear()
    _noted[key] = time.monotonic()


# ---- What the periodic checks of all records (`fsck`) have seen.


class CheckMark(models.Model):
    """The state of a periodic check: of everything, or of what changed lately. There is one row for each."""

    class Kind(models.TextChoices):
        FULL = "full"
        RECENT = "recent"

    kind = models.CharField(max_length=6, choices=Kind.choices, primary_key=True)
    at = models.DateTimeField(default=timezone.now, help_text="when the newest check ended")
    begun_at = models.DateTimeField(default=timezone.now, help_text="when the newest check began")
    entry = models.BigIntegerField(default=0, help_text="recent: what came before this audit entry was clean")
    model = text(40, "full: whose rows are checked next; empty: none now")
    cursor = text(64, "full: its last row that was checked")
    next_at = models.DateTimeField(default=timezone.now, help_text="full: when the next slice is due")
    slices = models.PositiveIntegerField(default=1000, help_text="full: its slices so far")
    slices_before = models.PositiveIntegerField(default=0, help_text="full: the slices of the check before")
    since = models.DateTimeField(null=True, blank=True, help_text="full: each row was checked after this")
    damage = models.JSONField(default=list, help_text="the damage that the newest check has found so far")

    def __str__(self) -> str:
        return f"{self.kind}: {len(self.damage)}"
