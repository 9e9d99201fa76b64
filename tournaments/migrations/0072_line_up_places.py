"""Who plays in a line-up, and substitutes. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_line_up_place_of_its_team', 'poch_tournaments_lineupplace_stays',)


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
        ('tournaments', '0071_line_ups'),
    ]

    operations = [
        migrations.CreateModel(
            name='LineUpPlace',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('line_up', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.lineup')),
                ('number', models.PositiveSmallIntegerField(help_text='the place, from 1')),
                ('from_series', models.PositiveSmallIntegerField(default=1, help_text='1: they were handed in; later: a substitute from this series on')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='tournaments.teammember')),
            ],
            options={
                'ordering': ['number', 'from_series'],
                'constraints': [
                    models.UniqueConstraint(fields=('line_up', 'number', 'from_series'), name='line_up_place_once_from_a_series'),
                    models.UniqueConstraint(fields=('line_up', 'member', 'from_series'), name='line_up_member_once_from_a_series'),
                    models.CheckConstraint(condition=models.Q(('from_series__gte', 1), ('number__gte', 1)), name='line_up_place_from_one'),
                ],
            },
        ),
        migrations.RunPython(create, drop),
    ]
