"""Ratings, and the results that they count. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_ratedevent_stays', 'poch_tournaments_rating_stays',)


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
        ('tournaments', '0072_line_up_places'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatedEvent',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('version', models.PositiveBigIntegerField(help_text='the version of the event that it covers')),
                ('family', models.CharField(help_text='the rule family: the preset of the event', max_length=40)),
                ('tables', models.JSONField(help_text='each round at each table of people: [[ids of the players], [their scores]]')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('family', models.CharField(max_length=40)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('rounds', models.PositiveIntegerField(help_text='so many were rated')),
                ('rated_on', models.DateField(help_text='the day of the last one')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='tournaments.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'family'), name='rating_once_for_a_player'), models.CheckConstraint(condition=models.Q(('rounds__gte', 1), ('sigma__gt', 0)), name='rating_of_rounds')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
