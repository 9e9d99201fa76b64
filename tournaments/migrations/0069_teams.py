"""Teams of a season, and how they count. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_team_of_its_league', 'poch_tournaments_teamscheme_stays', 'poch_tournaments_team_stays',)


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
        ('tournaments', '0068_packs_of_events'),
    ]

    operations = [
        migrations.CreateModel(
            name='TeamScheme',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='team_scheme', to='tournaments.season')),
                ('result', models.CharField(choices=[('best', 'the sum of its best members'), ('match', 'series points in matches of teams')], default='best', max_length=10)),
                ('best', models.PositiveSmallIntegerField(default=3, help_text='with `best`: so many members of a team count')),
                ('size', models.PositiveSmallIntegerField(default=4, help_text='so many people play for a team at once')),
                ('least', models.PositiveSmallIntegerField(default=3, help_text='with fewer, a team does not play')),
                ('substitutions', models.PositiveSmallIntegerField(default=3, help_text='the most that a team makes on a match day')),
                ('points', models.JSONField(blank=True, default=list, help_text='series points by place, in thousandths; empty: n - 1 to 0')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('result__in', ['best', 'match'])), name='team_result_known'),
                    models.CheckConstraint(condition=models.Q(('best__gte', 1), ('least__gte', 1), ('least__lte', models.F('size'))), name='team_scheme_counts_somebody'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.season')),
                ('number', models.PositiveSmallIntegerField(help_text='the order in which equal ones are listed')),
                ('name', models.CharField(max_length=100)),
                ('short_name', models.CharField(help_text='for narrow tables', max_length=12)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='tournaments.club')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['number', 'id'],
                'constraints': [
                    models.UniqueConstraint(fields=('season', 'name'), name='team_name_once_in_a_season'),
                    models.UniqueConstraint(fields=('season', 'short_name'), name='team_short_name_once_in_a_season'),
                    models.UniqueConstraint(fields=('season', 'number'), name='team_number_once_in_a_season'),
                ],
            },
        ),
        migrations.RunPython(create, drop),
    ]
