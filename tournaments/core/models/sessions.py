"""Sessions: Django's, with the user and the time of the last use, so that users can see and end their own."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, cast

from django.contrib.auth import SESSION_KEY as USER
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

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
