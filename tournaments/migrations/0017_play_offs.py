"""A stage can be a play-off.

SQLite makes the table of the stages again. That loses its triggers, and it does not allow triggers that name
a missing table. So all triggers that name the table are dropped before and created again afterwards.
"""

import re

from django.db import migrations, models

dropped = []


def drop(apps, schema_editor):
    """Drop the triggers that name the table of the stages, on SQLite."""
    if schema_editor.connection.vendor != 'sqlite':
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
        triggers = [row for row in cursor.fetchall() if re.search(r'\btournaments_stage\b', row[1])]
    dropped[:] = [sql for _name, sql in triggers]
    for name, _sql in triggers:
        schema_editor.execute(f'DROP TRIGGER {name}', params=None)


def create(apps, schema_editor):
    """Create them again as they were."""
    for sql in dropped:
        schema_editor.execute(sql, params=None)
    dropped.clear()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_counting_rounds'),
    ]

    operations = [
        migrations.RunPython(drop, create),
        migrations.AddField(
            model_name='stage',
            name='play_off',
            field=models.BooleanField(db_default=False, default=False, help_text='a final among players who are equal after the stage before; it counts nowhere else'),
        ),
        migrations.RunPython(create, drop),
    ]
