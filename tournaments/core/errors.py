"""Refusals of the services: a stable code for programs, and a sentence for people.

The API turns a refusal into a problem document, the pages turn it into a message. Both use its HTTP `status`.
Errors of the game come from the engine (`games.services.EngineError`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, OperationalError
from django.utils.translation import gettext


class ServiceError(Exception):
    """A refusal. Nothing was changed."""

    status = 400
    retry_after: int | None = None
    """Seconds after which a retry may succeed."""

    def __init__(
        self, code: str, template: str, params: Mapping[str, object] | None = None, **extra: Any
    ) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = str(template)
        self.params = dict(params or {})
        self.extra = extra

    @property
    def detail(self) -> str:
        """The sentence in the reader's language, with the placeholders filled."""
        text = gettext(self.template)
        return text % self.params if self.params else text

    def __str__(self) -> str:
        return self.detail


class NotAllowed(ServiceError):
    """The actor may see this, but not do it."""

    status = 403


class NotFound(ServiceError):
    """The thing does not exist, or the actor may not see it."""

    status = 404


class Conflict(ServiceError):
    """The request disagrees with the present state; `stated` and `expected` say where."""

    status = 409

    def __init__(
        self,
        code: str,
        template: str,
        params: Mapping[str, object] | None = None,
        *,
        stated: Any = None,
        expected: Any = None,
    ) -> None:
        extra = {} if stated is None and expected is None else {"stated": stated, "expected": expected}
        super().__init__(code, template, params, **extra)


class Invalid(ServiceError):
    """The input is well formed, but breaks a rule. `field` names the form field or the JSON key."""

    status = 422

    def __init__(
        self,
        code: str,
        template: str,
        params: Mapping[str, object] | None = None,
        *,
        field: str | None = None,
    ) -> None:
        super().__init__(code, template, params)
        self.field = field


class TooMany(ServiceError):
    """Too many attempts. A later attempt may succeed."""

    status = 429
    retry_after = 60


def is_a_twin(error: IntegrityError) -> bool:
    """Return whether a unique constraint refused a row (PostgreSQL, then SQLite).

    This happens when another transaction inserts the same row after a verb has looked for it.
    """
    return getattr(error.__cause__, "sqlstate", None) == "23505" or "UNIQUE constraint failed" in str(error)


def is_unavailable(error: BaseException | None) -> bool:
    """Return whether the database does not respond, or takes no changes at the moment (a replica)."""
    read_only = getattr(getattr(error, "__cause__", None), "sqlstate", None) == "25006"
    return isinstance(error, OperationalError) or read_only


def is_out_of_space(error: BaseException | None) -> bool:
    """Return whether the disk of the database is full (PostgreSQL, then SQLite)."""
    cause = getattr(error, "__cause__", None)
    in_sqlite = getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return in_sqlite or getattr(cause, "sqlstate", None) == "53100"
