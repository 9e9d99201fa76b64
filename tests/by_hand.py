"""The database as somebody meets it who goes round the application."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import connection, models, transaction


def sqlite() -> bool:
    return connection.vendor == "sqlite"


def by_hand(sql: str, *params: Any) -> None:
    """Run SQL; its savepoint is undone if it is refused."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            sql, [param.hex if isinstance(param, uuid.UUID) and sqlite() else param for param in params]
        )


def write_again(row: models.Model, **changes: Any) -> None:
    """Write a row once more, under an id of its own, with these columns changed."""
    _write("INSERT", row, {"id": uuid.uuid4()} | changes)


def write_over(row: models.Model, **changes: Any) -> None:
    """SQLite's REPLACE: the row goes, and comes back with these columns changed."""
    _write("INSERT OR REPLACE", row, changes)


def _write(verb: str, row: models.Model, changes: dict[str, Any]) -> None:
    names = [field.column for field in row._meta.local_concrete_fields]
    if isinstance(row._meta.pk, models.AutoField):
        changes.pop("id", None)
        names.remove("id")
    values = ", ".join("%s" if name in changes else f'"{name}"' for name in names)
    columns = ", ".join(f'"{name}"' for name in names)
    table = row._meta.db_table
    by_hand(
        f"{verb} INTO {table} ({columns}) SELECT {values} FROM {table} WHERE id = %s",
        *(changes[name] for name in names if name in changes),
        row.pk,
    )
