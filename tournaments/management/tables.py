"""A clear error for a command that runs before the database has tables."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.db import connection

from tournaments.events.models.events import Event


def need_tables() -> None:
    """Raise CommandError if the database has no tables yet."""
    if Event._meta.db_table not in connection.introspection.table_names():
        raise CommandError(
            "The database is empty. Run ./poch serve once, or set the location of your data: "
            "POCH_DATA for a folder, DATABASE_URL for PostgreSQL."
        )
