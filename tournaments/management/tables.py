"""A clear error for a command that runs before the database has tables."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.db import connection

from tournaments.models import Event


def need_tables() -> None:
    """Raise CommandError unless the database has our tables."""
    if Event._meta.db_table not in connection.introspection.table_names():
        raise CommandError(
            "There is no club's data here yet. Start ./poch serve once, or say where the data is: "
            "POCH_DATA for a folder, DATABASE_URL for PostgreSQL."
        )
