"""Divisions of seasons. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_division_stays',)


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    """Triggers go with their table; functions stay."""
    if schema_editor.connection.vendor == 'postgresql':
        for name in FUNCTIONS:
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0050_seasons'),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='divisions', to='tournaments.season')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=100)),
                ('size', models.PositiveSmallIntegerField(blank=True, help_text='how many people it has in the next season; null: as many as now', null=True)),
                ('up', models.PositiveSmallIntegerField(default=0, help_text='so many go up')),
                ('down', models.PositiveSmallIntegerField(default=0, help_text='so many go down')),
                ('play_off', models.PositiveSmallIntegerField(default=0, help_text='so many pairs play with the one below')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('season', 'number'), name='division_number_once'), models.UniqueConstraint(fields=('season', 'name'), name='division_name_once')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
