"""What the database says about an error."""

from __future__ import annotations

import sqlite3

from django.db import IntegrityError, OperationalError


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
