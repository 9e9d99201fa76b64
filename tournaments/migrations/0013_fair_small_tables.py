"""What comes first in a rotation: fair small tables or few repeats.

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
        ('tournaments', '0012_measured_spreads'),
    ]

    operations = [
        migrations.RunPython(drop, create),
        migrations.AddField(
            model_name='round',
            name='choice',
            field=models.JSONField(blank=True, help_text='the figures of the fair plan and of the plan with fewer repeats, where they differ', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='prefer',
            field=models.CharField(choices=[('fair', 'fairly shared small tables, even if more players meet again'), ('repeats', 'few repeats, even if some sit at small tables more often')], db_default='fair', default='fair', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('prefer__in', ['fair', 'repeats'])), name='stage_prefer_known'),
        ),
        migrations.RunPython(create, drop),
    ]
