"""Deals by table size: everybody deals so many times, or every table plays so many deals.

SQLite makes the tables of events, stages and tables again. That loses their triggers, and it does not allow
triggers that name a missing table. So all triggers that name one of them are dropped before and created again
afterwards.
"""

import re

from django.db import migrations, models

NAMED = re.compile(r'\btournaments_(event|stage|table)\b')
CHOICES = [('table', 'the deals at each table'), ('seat', 'how many times everybody deals')]

dropped = []


def drop(apps, schema_editor):
    """Drop the triggers that name these tables, on SQLite."""
    if schema_editor.connection.vendor != 'sqlite':
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
        triggers = [row for row in cursor.fetchall() if NAMED.search(row[1])]
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
        ('tournaments', '0014_void_rounds'),
    ]

    operations = [
        migrations.RunPython(drop, create),
        migrations.AddField(
            model_name='event',
            name='deals_per',
            field=models.CharField(choices=CHOICES, db_default='table', default='table', help_text='what deals_per_round counts', max_length=5),
        ),
        migrations.AddField(
            model_name='stage',
            name='deals_per',
            field=models.CharField(choices=CHOICES, db_default='table', default='table', help_text='what its own deals_per_round counts', max_length=5),
        ),
        migrations.AddField(
            model_name='round',
            name='deals_each',
            field=models.PositiveSmallIntegerField(blank=True, help_text='how often everybody deals; null: all tables play as many deals', null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='event_deals_per_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='stage_deals_per_known'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('deals_planned__gte', 1), ('deals_planned__lte', 200)), name='table_deals_in_range'),
        ),
        migrations.RunPython(create, drop),
    ]
