"""Prizes of events, tags of entries, and the chips that stay on the boards.

SQLite makes the changed tables again. That loses their triggers, and it does not allow triggers that name
a missing table. So all triggers that name one of the tables are dropped before and created again afterwards.
"""

import re

from django.db import migrations, models

dropped = []


def drop(apps, schema_editor):
    """Drop the triggers that name one of the tables, on SQLite."""
    if schema_editor.connection.vendor != 'sqlite':
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
        triggers = [row for row in cursor.fetchall() if re.search(r'\btournaments_(event|entry|standing)\b', row[1])]
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
        ('tournaments', '0017_play_offs'),
    ]

    operations = [
        migrations.RunPython(drop, create),
        migrations.AddField(
            model_name='event',
            name='prizes',
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text='what there is to win (`rules.prizes.PrizeList`)'),
        ),
        migrations.AddField(
            model_name='entry',
            name='tags',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='such as “newcomer”, for prizes; only members see them'),
        ),
        migrations.AddField(
            model_name='standing',
            name='on_boards',
            field=models.BigIntegerField(db_default=0, default=0, help_text='chips in the pools of its rounds: minus the sum of all net chips'),
        ),
        migrations.RunPython(create, drop),
    ]
