"""Keeps triggers while SQLite makes tables again. Never change this file: migrations must do the same in ten years.

To add a column, SQLite often makes a new table and copies the rows. That loses the triggers of the table, and
it does not allow triggers of other tables that name the missing one.
"""

import re

from django.db import migrations


def keep_triggers(*tables):
    """Return two operations: the first drops all triggers that name one of these tables, the second creates
    them again as they were. They do nothing on PostgreSQL.
    """
    names = re.compile(rf'\btournaments_({"|".join(tables)})\b')
    dropped = []

    def drop(apps, schema_editor):
        if schema_editor.connection.vendor != 'sqlite':
            return
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
            triggers = [(name, sql) for name, sql in cursor.fetchall() if names.search(sql)]
        dropped[:] = [sql for _name, sql in triggers]
        for name, _sql in triggers:
            schema_editor.execute(f'DROP TRIGGER {name}', params=None)

    def create(apps, schema_editor):
        for sql in dropped:
            schema_editor.execute(sql, params=None)
        dropped.clear()

    return migrations.RunPython(drop, create), migrations.RunPython(create, drop)
