"""Trials of schemes. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_schemetrial_stays',)


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
        ('tournaments', '0060_person_links'),
    ]

    operations = [
        migrations.CreateModel(
            name='SchemeTrial',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='tournaments.season')),
                ('scheme', models.JSONField(help_text='the scheme that is tried')),
                ('spread', models.JSONField(help_text='the spread of results of the club: `rules.season.trial.Club`')),
                ('evenings', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField()),
                ('planned', models.PositiveIntegerField(help_text='seasons to play')),
                ('done', models.PositiveIntegerField(default=0)),
                ('wins', models.JSONField(default=list, help_text='seasons won, the best person first')),
                ('wins_without_final', models.JSONField(blank=True, help_text='the same without the final; null: the scheme has none', null=True)),
                ('status', models.CharField(choices=[('running', 'being played'), ('done', 'done'), ('stopped', 'stopped')], default='running', max_length=10)),
                ('started_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['running', 'done', 'stopped'])), name='trial_status_known'), models.CheckConstraint(condition=models.Q(('done__lte', models.F('planned'))), name='trial_plays_what_is_planned')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
