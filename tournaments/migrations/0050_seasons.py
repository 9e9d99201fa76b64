"""Seasons of leagues. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


FUNCTIONS = ('poch_guard_season', 'poch_season_status_moves', 'poch_tournaments_season_stays')


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
        ('tournaments', '0049_league_clubs'),
    ]

    operations = [
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.league')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=200)),
                ('status', models.CharField(choices=[('draft', 'draft'), ('open', 'open'), ('running', 'running'), ('finished', 'finished')], default='draft', max_length=10)),
                ('visibility', models.CharField(choices=[('private', 'private: members only'), ('unlisted', 'unlisted: everybody who has the link'), ('public', 'public')], default='public', max_length=10)),
                ('scheme', models.JSONField(help_text='all its switches (`rules.season.scheme`)')),
                ('enrols', models.BooleanField(default=True, help_text='whoever plays one of its evenings becomes a member')),
                ('play_offs', models.JSONField(blank=True, default=list, help_text='results of play-offs: each by player a number, more is better')),
                ('seed', models.BigIntegerField(help_text='lots come from it')),
                ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='following', to='tournaments.season')),
                ('version', models.PositiveBigIntegerField(default=0)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'open', 'running', 'finished'])), name='season_status_known'), models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'unlisted', 'public'])), name='season_visibility_known'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status', 'finished')), models.Q(models.Q(('status', 'finished'), _negated=True), ('finished_at__isnull', True)), _connector='OR'), name='season_finished_at_its_end')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
