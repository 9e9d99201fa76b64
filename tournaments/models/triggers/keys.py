"""Foreign keys that a trigger holds on PostgreSQL, where each row of one takes a look of its own at COMMIT.

A deal has some fifty transfers, and each had a table, a source and a target to look for: a sixth of all that
recording a deal took of the database. The guard of transfers (`poch_guard_transfer`) looks once for all rows
of a statement, and that is enough: it refuses a transfer whose two accounts are not there, at the transfer's
own table. An account is never removed, and never comes to another table (`poch_guard_account`); and it has a
foreign key to its own table.

SQLite keeps the foreign keys: there they cost next to nothing.
"""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HELD = {
    "table_id": "tournaments_table",
    "source_id": "tournaments_account",
    "target_id": "tournaments_account",
}
"""The columns of a transfer, and the table that each names a row of."""

TRANSFERS = "tournaments_transfer"


def drop(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: leave these foreign keys to the trigger."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, TRANSFERS)
    for name, constraint in constraints.items():
        if constraint["foreign_key"] and constraint["columns"][0] in HELD:
            quoted = connection.ops.quote_name(name)
            schema_editor.execute(f"ALTER TABLE {TRANSFERS} DROP CONSTRAINT {quoted}")


def restore(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step back: have the database hold them by itself again."""
    if schema_editor.connection.vendor != "postgresql":
        return
    for column, table in HELD.items():
        schema_editor.execute(
            f"ALTER TABLE {TRANSFERS} ADD FOREIGN KEY ({column}) REFERENCES {table} (id)"
            " DEFERRABLE INITIALLY DEFERRED"
        )
